"""A game between people on different devices, one link a turn and no server.

A record of such a game carries a name of the game, `"by_link": "9f…"`, by which each device knows it again.
Which seat somebody has is known only to their device: the seat that was to move when the first link arrived.
The whole deal is in every link. The page shows a person nobody else's tiles, but who takes a link apart can.
"""

import re
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from enum import StrEnum
from typing import Any

from engine import Match, RecordError, read

KEY = "by_link"
SEAT = "by_link_seat"
"""Beside it in a shelf that was exported as a whole: whose seat the device had that it comes from."""
_NAME = re.compile(r"[0-9a-f]{16}")


def new_name() -> str:
    return secrets.token_hex(8)


def name_of(match: Match) -> str | None:
    """What this game is known by, if it is played by link."""
    name = match.extra.get(KEY)
    return name if isinstance(name, str) and _NAME.fullmatch(name) else None


def people(match: Match) -> list[int]:
    return [seat for seat, player in enumerate(match.players) if player.kind == "human"]


def seat_for_newcomer(match: Match) -> int | None:
    """Whose seat a device takes that gets to see this game first: of who is to move, or moves next."""
    seats = people(match)
    if not seats:
        return None
    to_move = match.seat if match.rounds else 0
    return min(seats, key=lambda seat: (seat - to_move) % len(match.players))


class Device:
    """What this device remembers of each game by link, of all copies of it: whose seat it has there."""

    def __init__(self, setting: Callable[[str], Any], keep: Callable[[str, Any], None]) -> None:
        self._setting, self._keep = setting, keep

    def seat(self, match: Match) -> int | None:
        known = self._setting(_key(match)) if name_of(match) else None
        seat = known.get("seat") if isinstance(known, dict) else None
        return seat if type(seat) is int and seat in people(match) else None

    def seat_in(self, record: str) -> int | None:
        """The same of a record; in one that cannot be read it has none."""
        if f'"{KEY}":' in record:
            with suppress(RecordError):
                return self.seat(read(record))
        return None

    def learn(self, match: Match, seat: object) -> None:
        """Whose seat this was on the device it comes from. Whoever knows better here, knows better."""
        if name_of(match) and self.seat(match) is None and type(seat) is int and seat in people(match):
            self._keep(_key(match), {"seat": seat})

    def sit_down(self, match: Match, after: Match | None = None) -> int | None:
        """The seat of this device; None in a game that all play round one screen.

        Whoever begins a game in the lobby has the first seat, even if another is to move. Whoever begins it
        again, `after` another, keeps theirs.
        """
        if name_of(match) is None:
            return None
        seat = self.seat(match) if after is None else self.seat(after)
        if seat is None:
            seat = seat_for_newcomer(match) if match.rounds else next(iter(people(match)), None)
        self._keep(_key(match), {"seat": seat})
        return seat


def _key(match: Match) -> str:
    return f"by-link:{name_of(match)}"


def find(brought: Match, kept: Iterable[tuple[str, str]]) -> tuple["Course", str] | None:
    """Of all that is kept of this game by link, what the link fits best: how it goes on from which one.

    There are several copies if somebody duplicated it or has followed two courses. What cannot be read is
    none of it.
    """
    name = f'"{KEY}":"{name_of(brought)}"'
    found = []
    for game, record in kept:
        if name in record:
            with suppress(RecordError):
                found.append((compare(read(record), brought), game))
    return min(found, key=lambda one: list(Course).index(one[0]), default=None)


class Course(StrEnum):
    """How the game that a link brings goes on from the one that is kept here; what fits best comes first."""

    SAME = "same"
    NEWER = "newer"
    OLDER = "older"
    FORK = "fork"


def compare(kept: Match, brought: Match) -> Course:
    ours, theirs = _course(kept), _course(brought)
    if ours == theirs:
        return Course.SAME
    common = min(len(ours), len(theirs))
    if ours[:common] != theirs[:common]:
        return Course.FORK
    return Course.NEWER if len(theirs) > len(ours) else Course.OLDER


def _course(match: Match) -> list[object]:
    """All that was settled, in order: the rules, who plays, each deal, each action."""
    whole = match.as_json()
    course: list[object] = [whole["edition"], whole["options"], whole["players"]]
    for past in whole["rounds"]:
        course += [(past["deal"], past["first"]), *past["actions"]]
    return course
