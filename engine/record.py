"""Records: writing a match down, and reading one that anybody may have written.

A record is hostile until it has been replayed. Its size and nesting are measured before the JSON
parser sees it, its envelope is checked key by key, and then it is judged in the order in which it was
played – each round's deal, each action – so that an error always names the first thing that is wrong,
and everything before it has been rebuilt.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from engine.deal import Deal
from engine.editions import edition_named
from engine.errors import Malformed, NotAllowed, quoted, typed
from engine.game import Action, Dealt, Event, Player
from engine.match import FORMAT, VERSION, Match
from engine.options import Options

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
    scores: tuple[int, ...]  # after it, without the account of a round that it ended
    standing: Mapping[str, object]  # what the game tells beside them


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
                deal, actions = _round_of(given, self.game)
                dealt = self.game.begin(deal)
            except (Malformed, NotAllowed) as error:
                raise RecordError(str(error), number) from None
            yield dealt
            for n, action in enumerate(actions):
                if not isinstance(action, str):
                    raise RecordError(f"an action must be text, not {quoted(action)}", number, n)
                yield self._act(number, n, action)

    def _act(self, number: int, n: int, action: Action) -> Step:
        seat, legal = self.game.seat, self.game.legal()
        try:
            events = self.game.apply(action)
        except (Malformed, NotAllowed) as error:
            raise RecordError(str(error), number, n, action) from None
        over = self.game.round.over
        scores = over.scores_before if over else self.game.scores
        return Step(number, n, seat, legal, action, events, scores, self.game.round.standing)


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
        for number, text in texts_of(file):
            yield "" if number is None else f": line {number}", text


def texts_of(file: BinaryIO) -> Iterator[tuple[int | None, bytes]]:
    """The records of an open file, each with the number of its line if there is one a line."""
    head = file.read(MOST_BYTES + 1)
    if not _one_a_line(head):
        yield None, head
        return
    for number, line in enumerate(_lines(head, file), start=1):
        if line.strip():
            yield number, line


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


def _expect(given: dict[str, Any], key: str, kind: type[T]) -> T:
    if key not in given:
        raise Malformed(f"{key} is missing")
    return typed(given[key], kind, key)


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
    player = typed(given, dict, f"player {seat}")
    name = typed(player.get("name", f"Player {seat + 1}"), str, f"player {seat}: name")
    kind = typed(player.get("kind", "human"), str, f"player {seat}: kind")
    return Player(name, kind, _others(player, "name", "kind"))


def _round_of(given: object, match: Match) -> tuple[Deal, list[Any]]:
    entry = typed(given, dict, "a round")
    order = _expect(entry, "deal", list)
    first = _expect(entry, "first", int)
    actions = _expect(entry, "actions", list)
    return match.deals.from_json(
        match.edition, order, first, _others(entry, "deal", "first", "actions")
    ), actions
