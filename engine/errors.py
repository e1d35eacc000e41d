"""The two ways input can be wrong, and how an error quotes what was given."""

from typing import TypeVar

T = TypeVar("T")


class Malformed(ValueError):
    """Not a tile, cell, action, option or record at all."""


class NotAllowed(ValueError):
    """Well formed, but the rules forbid it here."""


def quoted(given: object) -> str:
    """What was given, on one line and no longer than a line should be."""
    if isinstance(given, str | int | float | bool | None):
        text = ascii(given)
    else:
        text = "an object" if isinstance(given, dict) else "a list"
    return text if len(text) <= 60 else f"{text[:50]}... ({len(text)} characters)"


_KINDS = {str: "text", int: "a whole number", list: "a list", dict: "an object"}


def typed(value: object, kind: type[T], name: str) -> T:
    """This value of a record, if it is of the kind it must be."""
    if type(value) is not kind:
        raise Malformed(f"{name} must be {_KINDS[kind]}, not {quoted(value)}")
    return value
