"""Records from outside – files, pastes, links – and how they get out again.

Nobody is to be trusted here. Every record is replayed by the engine's strict reader before it is offered,
and what is refused is refused with its place. Names are shown, so they are cleaned at the door like those
typed in the lobby: no invisible letters, none that turn the text round, no more than fits. A game that is
here already, or of which more is here, is recognised by its deals and actions. Nothing is written over.

A record may carry the name of its game as `title`, which the page keeps apart from the record.
"""

import io
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from engine import Match, RecordError, Replay, read, write
from engine.record import MOST_BYTES, texts_of
from ui import by_link
from ui.address import default_name
from ui.lobby import clean_name

MOST_RECORDS = 2000
LONGEST_KIND = 24
TITLE = "title"

_ROUND = re.compile(r'"deal":\[([^\]]*)\],"first":([0-9]+),"actions":\[([^\]]*)\]')

Moves = tuple[tuple[str, ...], ...]


def welcome(match: Match) -> Match:
    """The match with names fit to be shown; whoever has none left is called by the place they have."""
    kinds = [player.kind[:LONGEST_KIND] for player in match.players]
    match.players = tuple(
        replace(player, name=clean_name(player.name) or default_name(player.kind, seat, kinds))
        for seat, player in enumerate(match.players)
    )
    return match


def title_of(match: Match) -> str:
    """Take the name of the game out of its record."""
    title = match.extra.pop(TITLE, None)
    return clean_name(title) if isinstance(title, str) else ""


def exported(record: str, name: str, seat: int | None = None) -> str:
    """One line that holds the game with its name, to be read by the page and by the engine.

    With a seat, it is for another device of the same person, and of a game that is played by link.
    """
    if f'"{TITLE}":' in record:
        try:
            match = read(record)
        except RecordError:
            return record
        match.extra.pop(TITLE, None)
        record = write(match)
    more = ({TITLE: name} if name else {}) | ({} if seat is None else {by_link.SEAT: seat})
    return f"{record[:-1]},{json.dumps(more)[1:]}" if more else record


@dataclass(frozen=True, slots=True)
class Judged:
    """A record that was read. `line` is where it stands, if the file holds one a line."""

    verdict: str
    """`new`, `further` than the game of it that is here, `here` already, or `refused`."""
    line: int | None
    match: Match | None = None
    name: str = ""
    reason: str = ""
    game: str = ""
    """The game that is here, if it is."""
    seat: object = None
    """Whose seat it was, as the file says, where it comes from."""


class Import:
    """Records being judged one after another, a little at a time so that the page stays awake."""

    def __init__(self, text: str, here: Iterable[tuple[str, str]]) -> None:
        self.judged: list[Judged] = []
        self.done = False
        self._here: dict[str, list[tuple[str, str, Moves]]] = {}
        for game, record in here:
            self._remember(game, record)
        self._steps = self._judge(text)

    @property
    def welcome(self) -> list[Judged]:
        """What can be added."""
        return [one for one in self.judged if one.verdict in ("new", "further")]

    def step(self) -> None:
        """Go on for one action of a game or so; at the end, `done`."""
        self.done = next(self._steps, True)

    def _judge(self, text: str) -> Iterator[bool]:
        data = text.encode("utf-8", "surrogatepass")
        if len(data) > MOST_BYTES:
            self.judged.append(Judged("refused", None, reason=f"more than {MOST_BYTES} bytes"))
            return
        for count, (line, record) in enumerate(texts_of(io.BytesIO(data))):
            if count == MOST_RECORDS:
                reason = f"more than {MOST_RECORDS} records: the rest was not looked at"
                self.judged.append(Judged("refused", line, reason=reason))
                return
            try:
                replay = Replay(record)
                for _step in replay:
                    yield False
            except RecordError as error:
                self.judged.append(Judged("refused", line, reason=str(error)))
            else:
                self._compare(line, replay.game)
            yield False

    def _compare(self, line: int | None, match: Match) -> None:
        name, seat = title_of(welcome(match)), match.extra.pop(by_link.SEAT, None)
        record = write(match)
        key, head, moves = _content(record)
        verdict, found = "new", ""
        for game, other, there in self._here.get(key, ()):
            if head == other and _begins(there, moves):
                verdict, found = "here", game
                break
            if head == other and _begins(moves, there):
                verdict, found = "further", game
        self.judged.append(Judged(verdict, line, match, name, game=found, seat=seat))
        if verdict != "here":
            self._remember("", record)  # the same file may hold it twice

    def _remember(self, game: str, record: str) -> None:
        key, head, moves = _content(record)
        self._here.setdefault(key, []).append((game, head, moves))


def compared(match: Match, here: Iterable[tuple[str, str]]) -> Judged:
    """How one game that was read stands to those that are here."""
    deal, *_rest = _content(write(match))
    importing = Import("", ((game, record) for game, record in here if deal in record))
    importing._compare(None, match)
    return importing.judged[0]


def _content(record: str) -> tuple[str, str, Moves]:
    """What makes a game this one: its first deal, all that is settled before it, its rounds."""
    moves = tuple(match.groups() for match in _ROUND.finditer(record))
    return moves[0][0] if moves else "", record.partition('"rounds":[')[0], moves


def _begins(longer: Moves, shorter: Moves) -> bool:
    """Whether a game goes on from where another stands, or stands there too."""
    if not shorter or len(longer) < len(shorter):
        return longer == shorter
    *past, (deal, first, actions) = shorter
    if list(longer[: len(past)]) != past:
        return False
    there = longer[len(past)]
    same_deal = there[:2] == (deal, first)
    return same_deal and (there[2] == actions or there[2].startswith(f"{actions}," if actions else ""))
