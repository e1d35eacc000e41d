"""What the shelf knows: every game with who played it and how it stands, and what all of that adds up to.

To replay a thousand games would take many seconds. So each save holds a digest of its game: a `Summary` as
text, never more than the record tells. A save without one, such as an older version's, is replayed once.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from engine import EDITIONS, Malformed, Match, RecordError, Replay
from engine.editions import PointsEdition
from engine.game import Laid
from engine.tiles import TILES, Placement
from ui.by_link import Device
from ui.cast import CAST
from ui.importing import content, exported, is_line, unread_line, welcome
from ui.setup import COLOURS, colour_of
from ui.store import Kept, NotSaved, Store, new_id
from ui.telling import edition_name
from ui.words import _

HUMAN = "human"
LONGEST_DIGEST = 2000
DIGESTS_REMEMBERED = 4096
MARGINS_SHOWN = 24

_PLAY = re.compile(r'"play ([0-5]{3}@-?[0-9]{1,3},-?[0-9]{1,3})"')


@dataclass(frozen=True, slots=True)
class Sitter:
    """A player as the shelf remembers them."""

    name: str
    kind: str
    colour: str
    score: int
    won: bool
    best_round: int
    """The most points made in one finished round; 0 if none was finished."""
    figures: int
    """How many tiles of theirs completed a figure."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A game in a few words."""

    edition: str
    rounds: int
    actions: int
    sitters: tuple[Sitter, ...]

    @property
    def finished(self) -> bool:
        return any(sitter.won for sitter in self.sitters)

    @property
    def person(self) -> Sitter | None:
        """The one person among computers, if it is such a game."""
        persons = [sitter for sitter in self.sitters if sitter.kind == HUMAN]
        return persons[0] if len(persons) == 1 else None

    @property
    def counts_points(self) -> bool:
        return isinstance(EDITIONS[self.edition], PointsEdition)

    def margin_of(self, sitter: Sitter) -> int:
        """How far they are ahead of the best of the others; below 0, behind."""
        return sitter.score - max(other.score for other in self.sitters if other is not sitter)

    @classmethod
    def of(cls, match: Match) -> "Summary":
        best = [0] * len(match.players)
        figures = [0] * len(match.players)
        before: Sequence[int] = best
        for past in match.rounds:
            for event in past.events:
                if isinstance(event, Laid) and event.figure:
                    figures[event.seat] += 1
            if past.over:
                gains = (after - start for after, start in zip(past.over.scores, before, strict=True))
                best = [max(most, gain) for most, gain in zip(best, gains, strict=True)]
                before = past.over.scores
        sitters = tuple(
            Sitter(
                player.name,
                player.kind,
                colour_of(player, seat),
                match.scores[seat],
                seat in match.winners,
                best[seat],
                figures[seat],
            )
            for seat, player in enumerate(match.players)
        )
        actions = sum(len(past.actions) for past in match.rounds)
        return cls(match.edition.name, len(match.rounds), actions, sitters)

    def digest(self) -> str:
        sitters = [
            [s.name, s.kind, s.colour, s.score, int(s.won), s.best_round, s.figures] for s in self.sitters
        ]
        return json.dumps([self.edition, self.rounds, self.actions, sitters], separators=(",", ":"))

    @classmethod
    @lru_cache(DIGESTS_REMEMBERED)
    def parse(cls, digest: str) -> "Summary | None":
        """What a digest says, or None if it is not one of ours."""
        if not digest or len(digest) > LONGEST_DIGEST or digest.count("[") > 9:
            return None
        try:
            edition, rounds, actions, sitters = json.loads(digest)
            summary = cls(edition, rounds, actions, tuple(_sitter(*sitter) for sitter in sitters))
        except (ValueError, TypeError):
            return None
        whole = type(rounds) is int and type(actions) is int and len(summary.sitters) > 1
        return summary if whole and isinstance(edition, str) and edition in EDITIONS else None


def _sitter(name: str, kind: str, colour: str, score: int, won: int, best_round: int, figures: int) -> Sitter:
    """A sitter of a digest, which may say anything."""
    if any(type(text) is not str for text in (name, kind, colour)) or colour not in COLOURS:
        raise ValueError
    if any(type(number) is not int for number in (score, won, best_round, figures)):
        raise ValueError
    return Sitter(name, kind, colour, score, won == 1, best_round, figures)


@dataclass(frozen=True, slots=True)
class Volume:
    """A game on the shelf. Without a summary nobody has looked into it yet, or nobody can."""

    kept: Kept
    summary: Summary | None

    @property
    def finished(self) -> bool:
        return self.summary is not None and self.summary.finished


def title_of(volume: Volume) -> str:
    """What a game is called: by its player, or by its edition."""
    if volume.kept.name:
        return volume.kept.name
    return edition_name(volume.summary.edition) if volume.summary else _("A game")


def tiles_in(record: str) -> list[Placement]:
    """The tiles of its last round, for a picture; they are read off the record, which is not judged."""
    found: dict[object, Placement] = {}
    for text in _PLAY.findall(record, max(record.rfind('"actions":['), 0))[: len(TILES)]:
        try:
            placement = Placement.parse(text)
        except Malformed:
            continue
        found[placement.cell] = placement
    return list(found.values())


class Shelf:
    """The games of a store, as they were when one last looked."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._looked_into: dict[tuple[str, int], Summary | None] = {}
        self._places: dict[str, int] = {}
        """Where in `volumes` each game is."""
        self.volumes: list[Volume] = []

    def look(self) -> None:
        """See what is there now, the game played last first."""
        self.volumes = [Volume(kept, self._summary(kept)) for kept in self._store.games()]
        self._places = {volume.kept.id: place for place, volume in enumerate(self.volumes)}
        self._forget("statistics", "unread_texts")

    def _forget(self, *cached: str) -> None:
        for name in cached:
            self.__dict__.pop(name, None)

    def _summary(self, kept: Kept) -> Summary | None:
        return Summary.parse(kept.digest) or self._looked_into.get((kept.id, kept.revision))

    def _is_unread(self, volume: Volume) -> bool:
        return volume.summary is None and (volume.kept.id, volume.kept.revision) not in self._looked_into

    @property
    def unread(self) -> list[Kept]:
        """Games that have to be replayed before the shelf can tell anything about them."""
        return [volume.kept for volume in self.volumes if self._is_unread(volume)]

    def look_into(self, kept: Kept) -> Volume:
        """Replay a game for its summary, as far as it can be replayed."""
        summary = None
        with suppress(RecordError):
            replay = Replay(self._store.peek(kept.id) or "")
            with suppress(RecordError):
                for _step in replay:
                    pass
            summary = Summary.of(welcome(replay.game))
        self._looked_into[kept.id, kept.revision] = summary
        volume = Volume(kept, summary)
        place = self._places.get(kept.id)
        if place is not None and self.volumes[place].kept == kept:
            self.volumes[place] = volume
            self._forget("statistics")
        return volume

    def volume(self, game: str) -> Volume | None:
        place = self._places.get(game)
        return None if place is None else self.volumes[place]

    def lines(self, volumes: Iterable[Volume] | None = None, device: Device | None = None) -> str:
        """These games one a line, or all there are; then what of them cannot be read, just as it is.

        With the device that this is, they are for another of the same person, and say whose seats it has.
        """
        chosen = self.volumes if volumes is None else list(volumes)
        lines = []
        for kept in (volume.kept for volume in chosen):
            if record := self._store.peek(kept.id):
                if is_line(record):
                    seat = device.seat_in(record) if device else None
                    lines.append(exported(record, kept.name, kept.saved, seat))
                else:
                    lines.append(unread_line(kept.id, record))
        ids = {volume.kept.id for volume in chosen}
        for game, key, text in self._store.unread_texts():
            if volumes is None or game in ids:
                lines.append(unread_line(key, text))
        return "".join(f"{line}\n" for line in lines)

    def add(self, record: str, summary: Summary | None, name: str = "", saved: int = 0) -> None:
        """Put a record on the shelf as a new game; or raise `NotSaved`, and nothing of it is there."""
        game = new_id()
        digest = summary.digest() if summary else ""
        final = summary is not None and summary.finished
        self._store.save(game, record, digest, final, saved or None)
        try:
            if name:
                self._store.rename(game, name)
        except NotSaved:
            self._store.delete(game)
            raise

    def choose_oldest(self, length: int, chosen: list[Volume]) -> Iterator[None]:
        """Choose the finished games played longest ago, as many as take up so many characters; or all.

        A step is one game, for it may have to be replayed to know.
        """
        found = 0
        for volume in reversed(tuple(self.volumes)):
            if found >= length:
                break
            if self._is_unread(volume):
                volume = self.look_into(volume.kept)
            if volume.finished:
                chosen.append(volume)
                found += volume.kept.length
            yield

    @cached_property
    def unread_texts(self) -> int:
        """How many texts there are that nothing can be read from, or that were set aside."""
        return len(self._store.unread_texts())

    @cached_property
    def statistics(self) -> "Statistics":
        return statistics_of(self._played())

    def _played(self) -> Iterator[Volume]:
        """Every game once, however many copies of it there are."""
        known = [volume for volume in self.volumes if volume.summary]
        count = Counter(volume.summary for volume in known)
        seen = set()
        for volume in known:
            if count[volume.summary] > 1:
                played = content(self._store.peek(volume.kept.id) or "")
                if played in seen:
                    continue
                seen.add(played)
            yield volume


@dataclass
class Tally:
    """Finished games of one kind, as seen by one player."""

    played: int = 0
    won: int = 0
    margins: list[int] = field(default_factory=list)

    def add(self, won: bool, margin: int) -> None:
        self.played += 1
        self.won += won
        self.margins.append(margin)

    @property
    def average_margin(self) -> float:
        return sum(self.margins) / len(self.margins)


@dataclass(frozen=True, slots=True)
class Feat:
    """The most that a person has achieved of something, and in which game."""

    value: int
    name: str
    volume: Volume


@dataclass
class Statistics:
    """What the games add up to, copies counted once.

    One person against computers counts as "you", whatever they are called; of several, each is told by name,
    and a game of computers alone is nobody's.
    """

    running: int = 0
    finished: int = 0
    you: Tally = field(default_factory=Tally)
    by_edition: dict[str, Tally] = field(default_factory=dict)
    by_opponent: dict[str, Tally] = field(default_factory=dict)
    """By the kind of computer player; "" for those unknown here."""
    by_person: dict[str, Tally] = field(default_factory=dict)
    """Of games with several people round one screen."""
    best_round: Feat | None = None
    most_figures: Feat | None = None
    points_margins: list[int] = field(default_factory=list)
    """Your margins in games for points, the latest first."""


def statistics_of(volumes: Iterable[Volume]) -> Statistics:
    told = Statistics()
    for volume in volumes:
        summary = volume.summary
        if not summary:
            continue
        if not summary.finished:
            told.running += 1
            continue
        told.finished += 1
        if you := summary.person:
            margin = summary.margin_of(you)
            tallies = [told.you, told.by_edition.setdefault(summary.edition, Tally())]
            others = (other.kind for other in summary.sitters if other is not you)
            for kind in {kind if kind in CAST else "" for kind in others}:
                tallies.append(told.by_opponent.setdefault(kind, Tally()))
            for tally in tallies:
                tally.add(you.won, margin)
            if summary.counts_points:
                told.points_margins.append(margin)
        else:
            for sitter in summary.sitters:
                if sitter.kind == HUMAN:
                    tally = told.by_person.setdefault(sitter.name, Tally())
                    tally.add(sitter.won, summary.margin_of(sitter))
        if summary.counts_points:
            _feats(told, summary, volume)
    return told


def _feats(told: Statistics, summary: Summary, volume: Volume) -> None:
    for sitter in summary.sitters:
        if sitter.kind != HUMAN:
            continue
        if sitter.best_round > (told.best_round.value if told.best_round else 0):
            told.best_round = Feat(sitter.best_round, sitter.name, volume)
        if sitter.figures > (told.most_figures.value if told.most_figures else 0):
            told.most_figures = Feat(sitter.figures, sitter.name, volume)
