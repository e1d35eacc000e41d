"""Records from outside – files, pastes, links – and how they get out again.

Nobody is to be trusted here. Every record is replayed by the engine's strict reader before it is offered,
and what is refused is refused with its place. Names are shown, so they are cleaned at the door like those
typed in the lobby: no invisible letters, none that turn the text round, no more than fits. A game that is
here already, or of which more is here, is recognised by its deals and actions. Nothing is written over.

A record may carry labels of the shelf, which are no part of the game: its name as `title`, as `saved` the
time of its last save, and of a game by link whose seat it was. What cannot be read goes out too, just as it
is, on a line of its own:

    {"format":"deltille-unread","key":"deltille:v1:damaged:…","text":"9f3a01bc deltille-save 2 …"}

and of that as much comes back as there is a record in it that can be followed.
"""

import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine import Match, RecordError, Replay, read, write
from engine.record import MOST_BYTES, texts_of
from ui import by_link
from ui.address import default_name
from ui.lobby import clean_name

MOST_RECORDS = 2000
LONGEST_KIND = 24
TITLE, SAVED = "title", "saved"
LABELS = (TITLE, SAVED, by_link.SEAT)
LATEST = 1 << 40
"""A time that no clock shows."""

_ROUND = re.compile(r'"deal":\[([^\]]*)\],"first":([0-9]+),"actions":\[([^\]]*)\]')
_RECORD = re.compile(r'\{"format":"deltille-record".*')
_STRING = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_UNREAD = re.compile(rb'\s*\{"format":"deltille-unread","key":%b,"text":(%b)\}\s*' % (_STRING, _STRING))

Moves = tuple[tuple[str, ...], ...]


def welcome(match: Match) -> Match:
    """The match with names fit to be shown; whoever has none left is called by the place they have."""
    kinds = [player.kind[:LONGEST_KIND] for player in match.players]
    match.players = tuple(
        replace(player, name=clean_name(player.name) or default_name(player.kind, seat, kinds))
        for seat, player in enumerate(match.players)
    )
    return match


class Labels(NamedTuple):
    """What the shelf has written on a record."""

    title: str = ""
    saved: int = 0
    """In seconds since 1970; 0 if it does not say."""
    seat: object = None
    """Whose seat it was, of a game by link, on the device it comes from."""


def labels_of(match: Match) -> Labels:
    """Take the labels off a record."""
    title, saved, seat = (match.extra.pop(label, None) for label in LABELS)
    is_time = type(saved) is int and 0 < saved < LATEST
    return Labels(clean_name(title) if isinstance(title, str) else "", saved if is_time else 0, seat)


def exported(record: str, name: str, saved: int = 0, seat: int | None = None) -> str:
    """One line that holds the game with its labels, to be read by the page and by the engine.

    With a seat, it is for another device of the same person, and of a game that is played by link.
    """
    if any(f'"{label}":' in record for label in LABELS):
        try:
            match = read(record)
        except RecordError:
            return record
        labels_of(match)
        record = write(match)
    found = zip(LABELS, (name or None, saved or None, seat), strict=True)
    labels = {label: value for label, value in found if value is not None}
    return f"{record[:-1]},{json.dumps(labels, separators=(',', ':'))[1:]}" if labels else record


def is_line(record: str) -> bool:
    """Whether this can stand on a line as a record, readable or not."""
    return bool(_RECORD.fullmatch(record)) and record.endswith("}")


def unread_line(key: str, text: str) -> str:
    """One line that holds a text that cannot be read, with nothing of it changed."""
    return json.dumps({"format": "deltille-unread", "key": key, "text": text}, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Judged:
    """A record that was read. `line` is where it stands, if the file holds one a line."""

    verdict: str
    """`new`, `further` than the game of it that is here, `here` already, or `refused`."""
    line: int | None
    match: Match | None = None
    labels: Labels = Labels()
    reason: str = ""
    """Why it was refused; or, where it was damaged, why there is no more of it."""
    game: str = ""
    """The game that is here, if it is."""
    file: str = ""
    """Where it comes from, if it came with others."""


class Import:
    """Records being judged one after another, a little at a time so that the page stays awake.

    They come in `files`, each a name and a text; `here` are the games that there are, by id and record.
    """

    def __init__(self, files: Sequence[tuple[str, str]], here: Iterable[tuple[str, str]]) -> None:
        self.judged: list[Judged] = []
        self._here: dict[str, list[tuple[str, str, Moves]]] = {}
        self._left = MOST_RECORDS
        self.steps = self._judge(files, here)
        """One action of a game or so each; after the last, `done`."""
        self.done = False

    @property
    def welcome(self) -> list[Judged]:
        """What can be added."""
        return [one for one in self.judged if one.verdict in ("new", "further")]

    def added(self, one: Judged) -> None:
        """This one is on the shelf now."""
        self.judged[self.judged.index(one)] = replace(one, verdict="here")

    def _judge(self, files: Sequence[tuple[str, str]], here: Iterable[tuple[str, str]]) -> Iterator[None]:
        for game, record in here:
            self._remember(game, record)
            yield
        for name, text in files:
            yield from self._judge_file(name if len(files) > 1 else "", text)
        self.done = True

    def _judge_file(self, file: str, text: str) -> Iterator[None]:
        data = text.encode("utf-8", "surrogatepass")
        if len(data) > MOST_BYTES:
            self._refuse(None, file, f"more than {MOST_BYTES} bytes")
            return
        for line, record in texts_of(io.BytesIO(data)):
            if not self._left:
                self._refuse(line, file, f"more than {MOST_RECORDS} records: the rest was not looked at")
                return
            self._left -= 1
            if unread := _UNREAD.fullmatch(record):
                yield from self._judge_record(line, file, _record_in(unread[1]), True)
            else:
                yield from self._judge_record(line, file, record, False)

    def _judge_record(
        self, line: int | None, file: str, record: str | bytes, damaged: bool
    ) -> Iterator[None]:
        reason = ""
        try:
            replay = Replay(record)
            try:
                for _step in replay:
                    yield
            except RecordError as error:
                if not damaged or not replay.game.rounds:
                    raise
                reason = str(error)
        except RecordError as error:
            self._refuse(line, file, str(error))
        else:
            self._compare(line, file, replay.game, reason)
        yield

    def _refuse(self, line: int | None, file: str, reason: str) -> None:
        self.judged.append(Judged("refused", line, reason=reason, file=file))

    def _compare(self, line: int | None, file: str, match: Match, reason: str) -> None:
        labels = labels_of(welcome(match))
        record = write(match)
        key, head, moves = content(record)
        verdict, found = "new", ""
        for game, other, there in self._here.get(key, ()):
            if head == other and _begins(there, moves):
                verdict, found = "here", game
                break
            if head == other and _begins(moves, there):
                verdict, found = "further", game
        self.judged.append(Judged(verdict, line, match, labels, reason, found, file))
        if verdict != "here":
            self._remember("", record)  # the same file may hold it twice

    def _remember(self, game: str, record: str) -> None:
        key, head, moves = content(record)
        self._here.setdefault(key, []).append((game, head, moves))


def _record_in(string: bytes) -> str:
    """What looks like a record in a text written as a JSON string, or all of the text."""
    try:
        text = json.loads(string)
    except ValueError:
        return ""
    found = _RECORD.search(text)
    return found[0] if found else text


def compared(match: Match, here: Iterable[tuple[str, str]]) -> Judged:
    """How one game that was read stands to those that are here."""
    deal, *_rest = content(write(match))
    importing = Import((), ((game, record) for game, record in here if deal in record))
    for _step in importing.steps:
        pass
    importing._compare(None, "", match, "")
    return importing.judged[0]


def content(record: str) -> tuple[str, str, Moves]:
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
