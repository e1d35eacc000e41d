"""What this page and the page that embeds it say to each other by postMessage, without the browser in it.

    call      {deltille: 1, id, call, argument}      from the parent; act, load, record, legal or ready
    answer    {deltille: 1, id, result}, or {deltille: 1, id, error}
    event     {deltille: 1, event, …}                ready, turn, move or result, as they happen

A parent may be anybody's page: what does not have the form of a call is not even answered.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from engine import Malformed, Match
from engine.game import DONE
from ui.link import MOST_BYTES

PROTOCOL = 1
LONGEST = {"act": 64, "load": MOST_BYTES}
"""The calls that take text, and how much of it."""
LONGEST_ID = 64
LONGEST_NAME = 20

# What a browser writes as the origin of a page; in particular neither "null" nor "*".
_ORIGIN = re.compile(r"(https?)://([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?")
_USUAL_PORTS = {"http": 80, "https": 443}
_MOST_PORTS = 65535

Message: TypeAlias = dict[str, object]


@dataclass(frozen=True, slots=True)
class Call:
    id: str | int | float | None
    name: str
    argument: object = None


def as_origin(text: str) -> str | None:
    """This site as browsers write it – scheme and host in small letters, the port only where it is not the
    usual one – or none, if it is no site: there is no path in it, and no wildcard."""
    if not text.isascii() or not (parts := _ORIGIN.fullmatch(text.lower())):
        return None
    scheme, host, port = parts.groups()
    if port is None or int(port) == _USUAL_PORTS[scheme]:
        return f"{scheme}://{host}"
    return f"{scheme}://{host}:{int(port)}" if 0 < int(port) <= _MOST_PORTS else None


def allowed_origins(listed: str, own: str) -> frozenset[str]:
    """The origins that may call and hear: our own, and those that are listed."""
    return frozenset(filter(None, map(as_origin, (own, *listed.split()))))


def read_call(message: object) -> Call | None:
    """The call that this message is, if it is one."""
    if not isinstance(message, Mapping):
        return None
    version, id, name = (message.get(key) for key in ("deltille", "id", "call"))
    is_ours = type(version) is int and version == PROTOCOL
    if not is_ours or not isinstance(name, str) or len(name) > LONGEST_NAME or not _may_be_echoed(id):
        return None
    return Call(id, name, message.get("argument"))


def _may_be_echoed(id: object) -> bool:
    return id is None or isinstance(id, int | float) or (isinstance(id, str) and len(id) <= LONGEST_ID)


def text_for(name: str, argument: object) -> str:
    """The argument of a call that takes text, or `Malformed`."""
    if not isinstance(argument, str):
        raise Malformed(f"{name} takes text")
    if len(argument) > LONGEST[name]:
        raise Malformed(f"{name} takes text of at most {LONGEST[name]} characters")
    return argument


class News:
    """What there is to tell about the game, worked out from one look at it to the next."""

    def __init__(self) -> None:
        self._match: Match | None = None
        self._seen = (0, 0)
        self._turn: tuple[int, int] | None = None

    def look(self, match: Match) -> Iterator[Message]:
        """The events since the last look. A game just opened or taken back has a turn, but no moves."""
        now = (match.round.number, len(match.round.actions))
        went_on = match is self._match and now[0] == self._seen[0] and now[1] > self._seen[1]
        before, begins = self._match, self._seen[1]
        self._match, self._seen = match, now
        if went_on:
            yield from _moves(match, begins)
        if match.round.over:
            self._turn = None
            if went_on:
                yield _result(match)
        elif match is not before or self._turn != (now[0], match.seat):
            self._turn = (now[0], match.seat)
            yield {
                "event": "turn",
                "round": now[0],
                "seat": match.seat,
                "kind": match.players[match.seat].kind,
            }


def _moves(match: Match, begins: int) -> Iterator[Message]:
    done = [event for event in match.round.events if isinstance(event, DONE)]
    for n, action in enumerate(match.round.actions[begins:], begins):
        yield {
            "event": "move",
            "round": match.round.number,
            "n": n,
            "seat": done[n].seat,
            "action": action,
            "gain": done[n].gain,
            "scores": list(match.scores),
        }


def _result(match: Match) -> Message:
    assert match.round.over
    return {
        "event": "result",
        "round": match.round.number,
        "reason": match.round.over.reason,
        "scores": list(match.scores),
        "over": bool(match.winners),
        "winners": list(match.winners),
    }
