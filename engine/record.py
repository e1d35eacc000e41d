"""Records: writing a match down, and reading one that anybody may have written.

A record is hostile until it has been replayed. Its size and nesting are measured before the JSON
parser sees it, its envelope is checked key by key, and then it is judged in the order in which it was
played – each round's deal, each action – so that an error always names the first thing that is wrong,
and everything before it has been rebuilt.
"""

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from engine.deal import Deal, Lots
from engine.editions import edition_named
from engine.errors import Malformed, NotAllowed, quoted
from engine.game import Action, Dealt, Event, Player
from engine.match import FORMAT, VERSION, Match
from engine.options import Options
from engine.tiles import TILES, Tile

MOST_BYTES = 8 << 20
DEEPEST = 16

_BRACKETS_AND_STRINGS = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[{]|[\]}]', re.DOTALL)

_PLAIN = re.compile(r"[ -~]{1,60}")

T = TypeVar("T")


class RecordError(ValueError):
    """A record that cannot be followed, with the place where it went wrong."""

    def __init__(
        self, reason: str, round: int | None = None, n: int | None = None, action: Action | None = None
    ) -> None:
        self.reason, self.round, self.n, self.action = reason, round, n, action
        place = [] if round is None else [f"round {round}" if n is None else f"round {round}, action {n}"]
        if action is not None:
            place.append(action if _PLAIN.fullmatch(action) else quoted(action))
        super().__init__(": ".join([*place, reason]))


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a replay: whose it was, what else they might have done, and what came of it."""

    round: int
    n: int
    seat: int
    legal: tuple[Action, ...]
    action: Action
    events: list[Event]
    scores: tuple[int, ...]  # before the action


class Replay:
    """A record being replayed step by step. If a step fails, `game` is as good as it got."""

    def __init__(self, text: str | bytes) -> None:
        document = _parsed(text)
        try:
            self.game = _game_of(document)
            self._rounds = _expect(document, "rounds", list)
        except Malformed as error:
            raise RecordError(str(error)) from None

    def __iter__(self) -> Iterator[Dealt | Step]:
        for number, given in enumerate(self._rounds):
            try:
                deal, actions = _round_of(given)
                dealt = self.game.begin(deal)
            except (Malformed, NotAllowed) as error:
                raise RecordError(str(error), number) from None
            yield dealt
            for n, action in enumerate(actions):
                if not isinstance(action, str):
                    raise RecordError(f"an action must be text, not {quoted(action)}", number, n)
                yield self._act(number, n, action)

    def _act(self, number: int, n: int, action: Action) -> Step:
        seat, legal, scores = self.game.seat, self.game.legal(), self.game.scores
        try:
            events = self.game.apply(action)
        except (Malformed, NotAllowed) as error:
            raise RecordError(str(error), number, n, action) from None
        return Step(number, n, seat, legal, action, events, scores)


def read(text: str | bytes) -> Match:
    """The game that this record tells, or `RecordError`."""
    replay = Replay(text)
    for _ in replay:
        pass
    return replay.game


def write(match: Match) -> str:
    """The record of a match, as JSON on one line and in ASCII, which carries any name through any file."""
    return json.dumps(match.as_json(), separators=(",", ":"))


def texts_in(path: Path) -> Iterator[tuple[str, bytes]]:
    """The records of a file – one, or one a line – each with what to say after the file's name."""
    with path.open("rb") as file:
        head = file.read(MOST_BYTES + 1)
        if not _one_a_line(head):
            yield "", head
            return
        for number, line in enumerate(_lines(head, file), start=1):
            if line.strip():
                yield f": line {number}", line


def _lines(head: bytes, file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file whose head has been read; a pipe cannot be wound back. Long ones are cut."""
    *lines, last = head.split(b"\n")
    yield from lines
    line = last + file.readline(MOST_BYTES + 1)
    while line:
        yield line[: MOST_BYTES + 1]
        while len(line) > MOST_BYTES and not line.endswith(b"\n"):
            line = file.readline(MOST_BYTES + 1)
        line = file.readline(MOST_BYTES + 1)


def _one_a_line(head: bytes) -> bool:
    """Whether the lines are records of their own: all look like objects, or one of them is a record."""
    lines = [line for line in map(bytes.strip, head.split(b"\n")) if line]
    objects = [line for line in lines if line.startswith(b"{") and line.endswith(b"}")]
    if len(lines) < 2:
        return False
    return len(objects) == len(lines) or any(b'"format"' in line and _is_record(line) for line in objects)


def _is_record(line: bytes) -> bool:
    try:
        return "format" in _parsed(line)
    except RecordError:
        return False


def _parsed(given: str | bytes) -> dict[str, Any]:
    if len(given) > MOST_BYTES:
        raise RecordError(f"the record is too large: more than {MOST_BYTES} bytes")
    try:
        text = given if isinstance(given, str) else given.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RecordError("not JSON: the text is not in UTF-8") from None
    _check_depth(text)
    try:
        document = json.loads(
            text, parse_constant=_no_constant, parse_float=_finite, object_pairs_hook=_no_key_twice
        )
    except json.JSONDecodeError as error:
        raise RecordError(f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    except Malformed as error:
        raise RecordError(str(error)) from None
    except ValueError:
        raise RecordError("not JSON: a number with too many digits") from None
    if not isinstance(document, dict):
        raise RecordError(f"a record must be an object, not {quoted(document)}")
    return document


def _check_depth(text: str) -> None:
    """Refuse deep nesting before the parser meets it: in a browser it could not be caught there."""
    depth = 0
    for match in _BRACKETS_AND_STRINGS.finditer(text):
        first = match[0][0]
        if first in "[{":
            depth += 1
            if depth > DEEPEST:
                raise RecordError(f"nested deeper than {DEEPEST} levels")
        elif first in "]}":
            depth -= 1


def _no_constant(name: str) -> None:
    raise Malformed(f"not JSON: {name} is not a number")


def _finite(digits: str) -> float:
    if math.isinf(number := float(digits)):
        raise Malformed(f"not JSON: {quoted(digits)} is too large a number")
    return number


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Malformed(f"key {quoted(key)} is there twice")
        found[key] = value
    return found


_KINDS = {str: "text", int: "a whole number", list: "a list", dict: "an object"}


def _typed(value: object, kind: type[T], name: str) -> T:
    if type(value) is not kind:
        raise Malformed(f"{name} must be {_KINDS[kind]}, not {quoted(value)}")
    return value


def _expect(given: dict[str, Any], key: str, kind: type[T]) -> T:
    if key not in given:
        raise Malformed(f"{key} is missing")
    return _typed(given[key], kind, key)


def _others(given: dict[str, Any], *known: str) -> dict[str, Any]:
    return {key: value for key, value in given.items() if key not in known}


def _game_of(document: dict[str, Any]) -> Match:
    if (found := _expect(document, "format", str)) != FORMAT:
        raise Malformed(f"format must be {FORMAT}, not {quoted(found)}")
    if (version := _expect(document, "version", int)) != VERSION:
        raise Malformed(f"unknown version {quoted(version)}: this program reads version {VERSION}")
    edition = edition_named(_expect(document, "edition", str))
    options = Options.from_json(document.get("options", {}), edition.default_target)
    players = [_player_of(given, seat) for seat, given in enumerate(_expect(document, "players", list))]
    extra = _others(document, "format", "version", "edition", "options", "players", "rounds")
    return Match(edition, players, options, extra)


def _player_of(given: object, seat: int) -> Player:
    player = _typed(given, dict, f"player {seat}")
    name = _typed(player.get("name", f"Player {seat + 1}"), str, f"player {seat}: name")
    kind = _typed(player.get("kind", "human"), str, f"player {seat}: kind")
    return Player(name, kind, _others(player, "name", "kind"))


def _round_of(given: object) -> tuple[Deal, list[Any]]:
    entry = _typed(given, dict, "a round")
    tiles = _expect(entry, "deal", list)
    if len(tiles) != len(TILES):
        raise Malformed(f"the deal has {len(tiles)} tiles, not {len(TILES)}")
    dealt = tuple(Tile.parse(_typed(tile, str, "a tile of the deal")) for tile in tiles)
    first = _expect(entry, "first", int)
    actions = _expect(entry, "actions", list)
    extra = _others(entry, "deal", "first", "actions")
    lots = _lots_of(extra.get("lots"))
    if lots:
        del extra["lots"]
    return Deal(dealt, first, lots, extra), actions


def _lots_of(given: object) -> Lots:
    """The lots if they are written as we write them; they are for display, so others are left as they are."""
    if not isinstance(given, list) or not all(isinstance(drawn, list) for drawn in given):
        return ()
    try:
        return tuple(tuple(Tile.parse(tile) for tile in drawn) for drawn in given)
    except (TypeError, Malformed):
        return ()
