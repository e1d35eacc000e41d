"""Games kept in the browser, so that a crash between any two writes loses nothing that was saved.

A game has two slots. A save goes into the older one and is read back; only then is it said to be saved,
and meanwhile the newer one is untouched. A finished game is not written again, so it needs but one: the
other is given up once the last save has been read back. A slot is one text:

    9f3a01bc deltille-save 2 1760000000123 1760000000 1146
    {"format":"deltille-record", …
    {"edition":"classic", …

– a crc of all that follows it, the version of this format, the revision, the time (for display only), the
length of the record, the record, and a digest of it for the shelf: never more than the record tells, and
made anew from it where it is missing. Every later version must leave the crc and its own number where they
are: by these we know that a text is whole, and not ours to write over. Texts of older versions are brought
up to date as they are read, by `MIGRATIONS`; nothing is written for that.

Revisions grow over all games, so the highest is also the game that was played last. They follow the clock,
which several tabs have in common, but never run backwards with it. Games share no key, and nothing that
cannot be read is ever deleted unasked. What a player calls a game has a key of its own: it is no part of
the play.
"""

import json
import re
import secrets
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine import Match, RecordError, Replay

VERSION = 2
PREFIX = "deltille:v1:"
PICTURE = f"{PREFIX}picture:"
"""Where the page keeps the board as it was last seen, for its next start; it is no part of the game."""

SHOWN = (f"{PREFIX}game:", f"{PREFIX}name:")
"""How the keys begin of what a shelf shows."""

_SLOT_KEY = re.compile(re.escape(PREFIX) + r"game:(.*):[ab]", re.DOTALL)
_ASIDE_KEY = re.compile(re.escape(PREFIX) + r"damaged:(.*):[ab](?::[0-9]+)?", re.DOTALL)
_NAME_KEY = re.compile(re.escape(PREFIX) + r"name:(.*)", re.DOTALL)
_CRC = re.compile(r"([0-9a-f]{8}) (?=deltille-save ([0-9]{1,9}) )")
_REST = re.compile(r"deltille-save [0-9]+ ([0-9]{1,18}) ([0-9]{1,18}) ([0-9]{1,9})\n")


def _with_room_for_a_digest(rest: str) -> str:
    return f"deltille-save 2{rest.removeprefix('deltille-save 1')}\n"


MIGRATIONS: dict[int, Callable[[str], str]] = {1: _with_room_for_a_digest}
"""From what follows the crc in a text of version n to what would follow it in one of n + 1, for every n."""

# By so many milliseconds; a few come about where much is saved at once.
_CLOCK_SET_BACK = 1000

# A preference has few; deep nesting could not be caught in a browser.
_MOST_BRACKETS = 200


class Refused(Exception):
    """The storage will not do it: it is `full`, or `forbidden` as in some frames and private windows."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class NotSaved(Refused):
    """This was not saved; what was saved before still is.

    `full`, `forbidden`: the storage refused. `lost`: it took the text, but does not give it back.
    `newer`: a newer version of the page keeps this game. `elsewhere`: another tab has saved this game since
    it was opened or saved here; to open it again is to take it over.
    """


class Storage(Protocol):
    """What a browser's localStorage can do, or raise `Refused` and have done nothing.

    Other tabs, and other pages of the same host, use it too.
    """

    def get(self, key: str) -> str | None: ...
    def put(self, key: str, value: str) -> None: ...
    def remove(self, key: str) -> None: ...
    def keys(self) -> list[str]: ...


class Memory:
    """A storage that lasts as long as the page: better than none, where the browser gives none."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        return self.texts.get(key)

    def put(self, key: str, value: str) -> None:
        self.texts[key] = value

    def remove(self, key: str) -> None:
        self.texts.pop(key, None)

    def keys(self) -> list[str]:
        return list(self.texts)


@dataclass(frozen=True, slots=True)
class Kept:
    """A game in the store. At revision 0 nothing of it can be read, and `open` says why."""

    id: str
    revision: int
    saved: int
    """In seconds since 1970, if the clock was right."""
    digest: str = ""
    """What was kept with its record for the shelf; nothing in a save of version 1."""
    name: str = ""
    """What the player calls it, if anything."""
    length: int = field(default=0, compare=False)
    """How many characters it takes up in the storage."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong with a game that was opened.

    `missing`: there is none of this name, or nothing may be read here at all. `older`: one slot was damaged
    and set aside; this is the other, perhaps an action behind. `cut`: from this round and action on the
    history breaks the rules; this is the game up to there, and the whole of it is set aside too. `damaged`:
    all of it was, and is set aside. `newer`: a newer version of the page has saved something that we cannot
    read; it is left as it is.
    """

    kind: str
    reason: str = ""
    round: int | None = None
    action: int | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    match: Match | None
    trouble: Trouble | None = None


@dataclass(frozen=True, slots=True)
class Deleted:
    """A deleted game: the texts it had, by their keys, in the order in which they were removed."""

    game: str
    texts: dict[str, str]


@dataclass(frozen=True, slots=True)
class _Slot:
    """One of a game's two slots. At revision 0 there is no save in it that we can read."""

    key: str
    text: str | None
    newer: bool = False
    revision: int = 0
    saved: int = 0
    record: str = ""
    digest: str = ""

    @property
    def damaged(self) -> bool:
        return self.text is not None and not self.revision and not self.newer


def new_id() -> str:
    """A name for a new game."""
    return secrets.token_hex(8)


class Store:
    """Games by their names, and preferences. Everything here is done when it returns."""

    def __init__(self, storage: Storage, now: Callable[[], float] = time.time) -> None:
        self._storage = storage
        self._now = now
        self._seen: dict[str, int] = {}
        """The revision of each game that was opened or saved here."""
        self._highest: int | None = None
        """The highest revision of all games, once they have been looked at."""
        self._slots_read: dict[str, _Slot] = {}
        """What was made of the texts read last: most are the same when they are read again."""
        self._brought = 0
        """The revision given last to a game that was saved elsewhere."""

    def save(
        self, game: str, record: str, digest: str = "", final: bool = False, saved: int | None = None
    ) -> None:
        """Keep this as the game's newest record, or raise `NotSaved`. A `final` one needs only one slot.

        What was `saved` elsewhere takes its place among the games by that time; of those of one second, the
        one kept later is the newer.
        """
        try:
            other = self._save(game, record, digest, saved)
            if final and other.revision:
                self._storage.remove(other.key)
        except Refused as error:
            raise NotSaved(error.reason) from None

    def _save(self, game: str, record: str, digest: str, saved: int | None) -> _Slot:
        """Write it into the older slot; the other one is returned."""
        slots = self._slots(game)
        older, newest = sorted(slots, key=_revision)
        if any(slot.newer for slot in slots):
            raise NotSaved("newer")
        if newest.revision > self._seen.get(game, newest.revision):
            raise NotSaved("elsewhere")
        if newest.revision and (newest.record, newest.digest) == (record, digest):
            return older
        if older.damaged:
            self._copy_aside(game, older)
        now = int(self._now() * 1000)
        if self._highest is None or now < self._highest - _CLOCK_SET_BACK:
            self.games()  # another tab may be ahead of us, and the clock does not tell by how much
        if saved is None or saved * 1000 > now:
            revision = max(self._highest or 0, newest.revision, now - 1) + 1
        else:
            above = self._brought if self._brought // 1000 == saved else saved * 1000 - 1
            revision = self._brought = max(above, newest.revision) + 1
            now = saved * 1000
        text = _written(revision, now // 1000, record, digest)
        self._put(older.key, text)
        # Even if it cannot be read back now: should it turn up later, it is not another tab's.
        self._seen[game] = revision
        self._highest = max(self._highest or 0, revision)
        self._check(older.key, text)
        return newest

    def peek(self, game: str) -> str | None:
        """The newest record of a game, without taking the game over. Nobody has judged it."""
        try:
            newest = max(self._slots(game), key=_revision)
        except Refused:
            return None
        return newest.record if newest.revision else None

    def is_overtaken(self, game: str) -> bool:
        """Whether another tab has saved this game since it was opened or saved here."""
        try:
            newest = max(map(_revision, self._slots(game)))
        except Refused:
            return False
        return newest > self._seen.get(game, newest)

    def open(self, game: str) -> Opened:
        """The game as it was saved last, or as much of it as there is."""
        try:
            slots = self._slots(game)
        except Refused as error:
            return Opened(None, Trouble("missing", error.reason))
        damaged = [slot for slot in slots if slot.damaged]
        for slot in damaged:
            with suppress(Refused):  # then it stays where it is
                self._copy_aside(game, slot)
                self._storage.remove(slot.key)
        newest = max(slots, key=_revision)
        self._seen[game] = newest.revision
        trouble = None
        if any(slot.newer for slot in slots):
            trouble = Trouble("newer")
        elif damaged:
            trouble = Trouble("older" if newest.revision else "damaged")
        if not newest.revision:
            return Opened(None, trouble or Trouble("missing"))
        try:
            replay = Replay(newest.record)
        except RecordError as error:
            # Whole, yet not for us: an edition, say, of which only a newer version knows.
            return Opened(None, Trouble("newer", str(error)))
        try:
            for _ in replay:
                pass
        except RecordError as error:
            with suppress(Refused):
                self._copy_aside(game, newest)
            trouble = Trouble("cut", str(error), error.round, error.n)
        return Opened(replay.game, trouble)

    def games(self) -> list[Kept]:
        """Every game there is, the one saved last first. None is replayed."""
        try:
            keys = self._storage.keys()
            names = {match[1]: self._storage.get(key) for key in keys if (match := _NAME_KEY.fullmatch(key))}
            slots: dict[str, list[_Slot]] = {}
            for match in map(_SLOT_KEY.fullmatch, keys):
                if match:
                    slots.setdefault(match[1], []).append(self._slot(match[0]))
        except Refused:
            return []
        kept = []
        for game, there in slots.items():
            newest = max(there, key=_revision)
            length = sum(len(slot.key) + len(slot.text or "") for slot in there)
            name = names.get(game) or ""
            kept.append(Kept(game, newest.revision, newest.saved, newest.digest, name, length))
        kept.sort(key=lambda game: (game.revision, game.saved, game.id), reverse=True)
        self._highest = max([self._highest or 0, *map(_revision, kept)])
        return kept

    def records(self) -> Iterator[tuple[str, str]]:
        """Every game with its newest record, the one saved last first. Nobody has judged them."""
        for kept in self.games():
            if record := self.peek(kept.id):
                yield kept.id, record

    def unread_texts(self) -> list[tuple[str, str, str]]:
        """Each text in which no save can be read, or that was set aside, after its game and its key."""
        found: dict[str, tuple[str, str, str]] = {}
        with suppress(Refused):
            keys = self._storage.keys()
            for key in keys:
                aside = _ASIDE_KEY.fullmatch(key)
                if match := aside or _SLOT_KEY.fullmatch(key):
                    slot = self._slot(key)
                    if slot.text and (aside or not slot.revision):
                        found.setdefault(slot.text, (match[1], key, slot.text))
        return list(found.values())

    def latest(self) -> Kept | None:
        return next(iter(self.games()), None)

    def delete(self, game: str, revision: int | None = None) -> Deleted:
        """Forget a game; only ever because somebody asked for it. What comes back can be put back.

        Given the revision that was looked at, a later one is not deleted, nor ever what a newer version
        keeps: then `NotSaved` says why, and all of it is still there.
        """
        try:
            older, newest = sorted(self._slots(game), key=_revision)
            if older.newer or newest.newer:
                raise NotSaved("newer")
            if revision not in (None, newest.revision):
                raise NotSaved("elsewhere")
            if self._highest is None:
                self.games()  # should it be put back, later saves have to be above its revision
            # Cut short, it leaves the newest state, or none: never an older one.
            keys = [older.key, newest.key, f"{PREFIX}name:{game}"]
            texts = {key: text for key in keys if (text := self._storage.get(key)) is not None}
            for key in (*keys, PICTURE + game):
                self._storage.remove(key)
        except Refused as error:
            raise NotSaved(error.reason) from None
        return Deleted(game, texts)

    def put_back(self, deleted: Deleted) -> None:
        """Have a deleted game again just as it was, or raise `NotSaved`. What is there meanwhile stays."""
        try:
            for key, text in reversed(deleted.texts.items()):
                if self._storage.get(key) is None:
                    self._put(key, text)
                    self._check(key, text)
        except Refused as error:
            raise NotSaved(error.reason) from None

    def rename(self, game: str, name: str) -> None:
        """Call a game so from now on, or with "" nothing any more; or raise `NotSaved`."""
        key = f"{PREFIX}name:{game}"
        try:
            if name:
                self._put(key, name)
            else:
                self._storage.remove(key)
        except Refused as error:
            raise NotSaved(error.reason) from None

    def setting(self, name: str, default: Any = None) -> Any:
        """A preference as it was kept, or the default. Whoever asks must check that it makes sense."""
        try:
            text = self._storage.get(f"{PREFIX}pref:{name}")
            if text is None or text.count("[") + text.count("{") > _MOST_BRACKETS:
                return default
            return json.loads(text)
        except (Refused, ValueError):
            return default

    def keep(self, name: str, value: Any) -> None:
        """Keep a preference, or raise `NotSaved`."""
        try:
            self._put(f"{PREFIX}pref:{name}", json.dumps(value))
        except Refused as error:
            raise NotSaved(error.reason) from None

    def _put(self, key: str, text: str) -> None:
        """Write this; where there is no room, that of the pictures will do, which can be drawn again."""
        try:
            self._storage.put(key, text)
        except Refused as error:
            keys = self._storage.keys()
            pictures = [key for key in keys if key.startswith(PICTURE)]
            if error.reason != "full" or not pictures:
                raise
            for picture in pictures:
                self._storage.remove(picture)
            self._storage.put(key, text)

    def _slots(self, game: str) -> tuple[_Slot, _Slot]:
        return self._slot(f"{PREFIX}game:{game}:a"), self._slot(f"{PREFIX}game:{game}:b")

    def _slot(self, key: str) -> _Slot:
        text = self._storage.get(key)
        known = self._slots_read.get(key)
        if known is None or known.text != text:
            known = self._slots_read[key] = _read(key, text)
        return known

    def _copy_aside(self, game: str, slot: _Slot) -> None:
        """Have the slot's text in a place of its own, where nothing writes over it."""
        assert slot.text is not None
        first = key = f"{PREFIX}damaged:{game}:{slot.key[-1]}"
        number = 1
        while (there := self._storage.get(key)) not in (None, slot.text):
            number += 1
            key = f"{first}:{number}"
        if there is None:
            try:
                self._put(key, slot.text)
                self._check(key, slot.text)
            except Refused:
                self._storage.remove(key)
                raise

    def _check(self, key: str, text: str) -> None:
        if self._storage.get(key) != text:
            raise NotSaved("lost")


def _revision(kept: _Slot | Kept) -> int:
    return kept.revision


def _written(revision: int, saved: int, record: str, digest: str) -> str:
    rest = f"deltille-save {VERSION} {revision} {saved} {len(record)}\n{record}\n{digest}"
    return f"{_crc(rest)} {rest}"


def _read(key: str, text: str | None) -> _Slot:
    """What this slot holds. Only a text with the right crc is believed, whatever it says."""
    head = _CRC.match(text or "")
    if text is None or not head or head[1] != _crc(text[head.end() :]):
        return _Slot(key, text)
    if int(head[2]) > VERSION:
        return _Slot(key, text, newer=True)
    rest = text[head.end() :]
    for version in range(int(head[2]), VERSION):
        if version not in MIGRATIONS:
            return _Slot(key, text)
        rest = MIGRATIONS[version](rest)
    numbers = _REST.match(rest)
    if not numbers:
        return _Slot(key, text)
    end = numbers.end() + int(numbers[3])
    if rest[end : end + 1] != "\n":
        return _Slot(key, text)
    record, digest = rest[numbers.end() : end], rest[end + 1 :]
    return _Slot(key, text, False, int(numbers[1]), int(numbers[2]), record, digest)


def _crc(text: str) -> str:
    # Somebody else's text may hold half a character, which UTF-8 has no place for.
    return f"{zlib.crc32(text.encode('utf-8', 'surrogatepass')):08x}"
