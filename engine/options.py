"""House rules: what players may settle among themselves before a match, whatever the edition."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from engine.errors import Malformed, quoted


def _check_whole(value: object, name: str) -> None:
    if type(value) is not int or value < 1:
        raise Malformed(f"{name} must be a whole number of at least 1, not {quoted(value)}")


@dataclass(frozen=True, slots=True)
class Target:
    """How long a match lasts: to a number of points, or for a number of rounds."""

    points: int | None = None
    rounds: int | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if (self.points is None) == (self.rounds is None):
            raise Malformed("target must have either points or rounds")
        _check_whole(*((self.rounds, "rounds") if self.points is None else (self.points, "points")))

    @classmethod
    def from_json(cls, given: object) -> "Target":
        if not isinstance(given, dict):
            raise Malformed(f"target must be an object with points or rounds, not {quoted(given)}")
        if ("points" in given) == ("rounds" in given):
            raise Malformed("target must have either points or rounds")
        kind = "points" if "points" in given else "rounds"
        _check_whole(given[kind], kind)
        return cls(**{kind: given[kind]}, extra={key: value for key, value in given.items() if key != kind})

    def as_json(self) -> dict[str, Any]:
        kind = "points" if self.rounds is None else "rounds"
        return {kind: getattr(self, kind), **self.extra}


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules of one match. `extra` keeps what a newer version may have written."""

    target: Target
    turn_seconds: int | None = None
    play_after_draw: str = "drawn"
    must_lay: bool = False
    extra: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.turn_seconds is not None:
            _check_whole(self.turn_seconds, "turn_seconds")
        if self.play_after_draw not in ("drawn", "any"):
            raise Malformed(f"play_after_draw must be drawn or any, not {quoted(self.play_after_draw)}")
        if type(self.must_lay) is not bool:
            raise Malformed(f"must_lay must be true or false, not {quoted(self.must_lay)}")

    @classmethod
    def from_json(cls, given: object, default_target: Target) -> "Options":
        """Read the `options` of a record; a missing key has its default."""
        if not isinstance(given, dict):
            raise Malformed(f"options must be an object, not {quoted(given)}")
        names = {f.name for f in fields(cls)} - {"extra"}
        known: dict[str, Any] = {name: value for name, value in given.items() if name in names}
        known["target"] = Target.from_json(known["target"]) if "target" in known else default_target
        return cls(**known, extra={name: value for name, value in given.items() if name not in names})

    def as_json(self) -> dict[str, Any]:
        return {
            "target": self.target.as_json(),
            "turn_seconds": self.turn_seconds,
            "play_after_draw": self.play_after_draw,
            "must_lay": self.must_lay,
            **self.extra,
        }
