"""What people do at the shelf: look through their games, resume, rename, copy, put away; import and export.

Nothing here knows the browser; a `Front` is the page around it. Nothing is deleted that was not pointed
at, and what was deleted can be put back until the shelf is left.
"""

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Protocol

from engine import Match, RecordError, read, write
from ui import by_link
from ui.faces import face_of
from ui.importing import Import, Judged, exported
from ui.lobby import LONGEST_NAME, clean_name
from ui.nodes import Node
from ui.shelf import Shelf, Summary, Volume
from ui.shelf_view import SECTIONS, Place, import_view, room_view, shelf_view, title_of
from ui.store import Deleted, NotSaved, Store, new_id
from ui.telling import what_happened, why_not_deleted, why_unsaved
from ui.words import _, n_

PAGE = 12
"""How many cards are shown at first, and more with each *more*."""
SLICE_SECONDS = 0.03
"""For how long the page may be busy at a stretch."""
ROOM = 1 << 18
"""How many characters to free where the storage is full."""


class Front(Protocol):
    """What the desk needs of the page."""

    def changed(self) -> None: ...
    def soon(self, function: Callable[[], None]) -> None: ...
    def toast(self, text: str, undo: str | None = None) -> None: ...
    def say(self, message: str) -> None: ...
    def remember(self, name: str, value: object) -> None: ...
    def resume(self, game: str) -> None: ...
    def begin(self, match: Match, name: str) -> None: ...
    def alone_with(self, game: str, then: Callable[[], None]) -> None:
        """Do something with a game, unless another tab is playing it."""
        ...

    def show_dialog(self, name: str) -> None: ...
    def close_dialog(self) -> None: ...
    def focus(self, selector: str) -> None: ...
    def download(self, name: str, text: str) -> None: ...
    def copy(self, text: str, told: str) -> None: ...
    def pick_text(self, then: Callable[[str], None]) -> None: ...
    def room_made(self) -> None: ...
    def games_added(self) -> None: ...
    def is_playing(self) -> bool: ...


class Desk:
    def __init__(self, store: Store, front: Front, clock: Callable[[], float] = time.perf_counter) -> None:
        self._store = store
        self._front = front
        self._clock = clock
        self._device = by_link.Device(store.setting, front.remember)
        self.shelf = Shelf(store)
        self.is_open = False
        self._place = Place()
        self._typed = ""
        self._deleted: Deleted | None = None
        self._import: Import | None = None
        self._records = ""
        self._room: list[Volume] = []
        self._is_exported = False
        self._pictures: dict[tuple[str, int], Node | None] = {}

    # Coming and going

    def open(self) -> None:
        self.is_open = True
        self.look()
        all_finished = self.shelf.volumes and all(volume.finished for volume in self.shelf.volumes)
        self._place = Place("finished" if all_finished else "running", PAGE)
        self._front.focus("#shelf-title")
        self._read_on()

    def latest_running(self) -> str:
        """The game to go on with, or "": the one played last of those not known to be finished."""
        self.shelf.look()
        return next((volume.kept.id for volume in self.shelf.volumes if not volume.finished), "")

    def leave(self) -> None:
        self.is_open = False
        self._deleted = None

    def look(self) -> None:
        """See what is on the shelf by now."""
        self.shelf.look()
        self._front.changed()

    def _read_on(self) -> None:
        """Replay what has no digest, a little at a time."""
        unread = self.shelf.unread
        end = self._clock() + SLICE_SECONDS
        if not unread or not self.is_open:
            return
        while unread and self._clock() < end:
            self.shelf.look_into(unread.pop(0))
        self.shelf.sum_up()
        self._front.changed()
        self._front.soon(self._read_on)

    def do(self, action: str, value: str | None) -> bool:
        """A button was pressed. Whether it is one of ours."""
        ours: dict[str, Callable[[], None]] = {
            "shelf-more": self._show_more,
            "shelf-import": self._ask_for_records,
            "import": lambda: self._front.pick_text(self.take_in),
            "import-file": lambda: self._front.pick_text(self.take_in),
            "import-add": self._add,
            "export-all": self._export_all,
            "copy-all": self._copy_all,
            "undelete": self._undelete,
            "rename-done": self._renamed,
            "rename-cancel": self._stop_renaming,
            "make-room": self._offer_room,
            "room-export": self._export_room,
            "room-delete": self._delete_room,
        }
        to_one: dict[str, Callable[[Volume], None]] = {
            "resume": lambda volume: self._front.resume(volume.kept.id),
            "rename": self._rename,
            "duplicate": self._duplicate,
            "delete": self._delete,
            "export-game": self._export,
            "copy-game": self._copy,
        }
        open_menu, self._place.menu = self._place.menu, None
        if action == "shelf-menu":
            self._place.menu = None if value == open_menu else value
        elif action in ours:
            ours[action]()
        elif action in to_one:
            if volume := self.shelf.volume(value or ""):
                to_one[action](volume)
        else:
            return False
        self._front.changed()
        return True

    def set_field(self, field: str, value: str) -> bool:
        """An input was changed. Whether it is one of ours."""
        if field == "shelf-section":
            self._place = Place(value if value in SECTIONS else "running", PAGE)
        elif field == "shelf-name":
            self._typed = value[: 4 * LONGEST_NAME]
        elif field == "import-text":
            self._records = value
            if value.strip():
                self.take_in(value)
        else:
            return False
        return True

    def close_menu(self) -> bool:
        """Escape was pressed. Whether it closed anything."""
        if self._place.renaming:
            self._stop_renaming()
        elif self._place.menu:
            self._front.focus(f'[data-game="{self._place.menu}"] .dots')
            self._place.menu = None
        else:
            return False
        self._front.changed()
        return True

    def _show_more(self) -> None:
        self._place.shown += PAGE

    # One game

    def _rename(self, volume: Volume) -> None:
        self._place.renaming = volume.kept.id
        self._typed = volume.kept.name
        self._front.focus("#new-name")

    def _renamed(self) -> None:
        if self._place.renaming is not None:
            try:
                self._store.rename(self._place.renaming, clean_name(self._typed))
            except NotSaved as refused:
                self._front.toast(why_unsaved(refused.reason))
            self.look()
        self._stop_renaming()

    def _stop_renaming(self) -> None:
        if self._place.renaming:
            self._front.focus(f'[data-game="{self._place.renaming}"] .dots')
        self._place.renaming = None

    def _duplicate(self, volume: Volume) -> None:
        record = self._store.peek(volume.kept.id)
        if record is None:
            self._front.toast(what_happened("newer"))
            return
        name = clean_name(_("{title}, copy").format(title=title_of(volume)))
        if self._keep(record, volume.summary, name):
            self._front.toast(_("Copied: {title}").format(title=name))
        self.look()

    def _keep(self, record: str, summary: Summary | None, name: str) -> bool:
        """Put a record on the shelf as a new game; if that fails, say why."""
        game = new_id()
        try:
            digest = summary.digest() if summary else ""
            self._store.save(game, record, digest, final=summary is not None and summary.finished)
            if name:
                self._store.rename(game, name)
        except NotSaved as refused:
            self._front.toast(why_unsaved(refused.reason))
            return False
        return True

    def _delete(self, volume: Volume) -> None:
        self._front.alone_with(volume.kept.id, lambda: self._delete_as_seen(volume))

    def _delete_as_seen(self, volume: Volume) -> None:
        title = title_of(volume)
        try:
            self._deleted = self._store.delete(volume.kept.id, volume.kept.revision)
        except NotSaved as refused:
            self._front.toast(why_not_deleted(refused.reason))
            self.look()
            return
        self.look()
        self._front.toast(_("Deleted: {title}").format(title=title), undo="undelete")
        self._front.focus('[data-action="undelete"]')

    def _undelete(self) -> None:
        if self._deleted:
            deleted, self._deleted = self._deleted, None
            try:
                self._store.put_back(deleted)
            except NotSaved as refused:
                self._deleted = deleted
                self._front.toast(why_unsaved(refused.reason), undo="undelete")
            else:
                self._front.toast(_("It is back."))
            self.look()
            self._front.focus(f'[data-game="{deleted.game}"] .dots')

    # Out and in

    def _lines(self, volumes: Iterable[Volume], ours: bool = False) -> str:
        """One record a line. What is `ours`, for another device of ours, says whose seats we have by link."""
        records = ((self._store.peek(volume.kept.id), volume.kept.name) for volume in volumes)
        return "".join(
            f"{exported(record, name, self._seat(record) if ours else None)}\n"
            for record, name in records
            if record
        )

    def _seat(self, record: str) -> int | None:
        if f'"{by_link.KEY}":' in record:
            with suppress(RecordError):
                return self._device.seat(read(record))
        return None

    def _export(self, volume: Volume) -> None:
        edition = volume.summary.edition if volume.summary else "game"
        self._front.download(f"deltille-{edition}-{today()}.json", self._lines([volume]))

    def _copy(self, volume: Volume) -> None:
        self._front.copy(self._lines([volume]), _("The game is on the clipboard."))

    def _export_all(self) -> None:
        self._front.download(f"deltille-shelf-{today()}.jsonl", self._lines(self.shelf.volumes, ours=True))

    def _copy_all(self) -> None:
        self._front.copy(self._lines(self.shelf.volumes, ours=True), _("All games are on the clipboard."))

    def _ask_for_records(self) -> None:
        self._import, self._records = None, ""
        self._front.show_dialog("import")

    def take_in(self, text: str) -> None:
        """Judge records from a file or the clipboard, and say what would be new."""
        kept = self._store.games()
        here = ((game.id, self._store.peek(game.id) or "") for game in kept)
        self._import = Import(text, here)
        self._judge()

    def _judge(self) -> None:
        if not self._import:
            return
        end = self._clock() + SLICE_SECONDS
        while not self._import.done and self._clock() < end:
            self._import.step()
        if not self._import.done:
            self._front.show_dialog("import")
            self._front.soon(self._judge)
        elif len(self._import.judged) == 1 and not self._front.is_playing():
            self._take_the_only_one(self._import.judged[0])
        else:
            self._front.show_dialog("import")
        self._front.changed()

    def _take_the_only_one(self, one: Judged) -> None:
        """A single game is opened at once, which writes over nothing either; or refused in a sentence."""
        self._import = None
        self._front.close_dialog()
        if one.verdict == "refused":
            self._front.say(_("This cannot be opened: {reason}.").format(reason=one.reason))
        elif one.verdict == "here":
            self._front.resume(one.game)
            self._front.toast(_("This game is on the shelf already."))
        elif one.match:
            self._device.learn(one.match, one.seat)
            self._front.begin(one.match, one.name)
            if one.verdict == "further":
                self._front.toast(_("This goes further than the game on the shelf, which stays as it is."))

    def _add(self) -> None:
        found = self._import.welcome if self._import else []
        added = 0
        for one in found:
            if not one.match or not self._keep(write(one.match), Summary.of(one.match), one.name):
                break
            self._device.learn(one.match, one.seat)
            added += 1
        self._import = None
        self._front.close_dialog()
        if added == len(found):
            self._front.toast(n_("{n} game added.", "{n} games added.", added).format(n=added))
        else:
            told = _("{n} of {all} games added: the browser’s storage is full.")
            self._front.toast(told.format(n=added, all=len(found)))
        self.look()
        self._front.games_added()

    # Where the storage is full

    def _offer_room(self) -> None:
        self.shelf.look()
        for kept in self.shelf.unread:
            self.shelf.look_into(kept)
        self.shelf.sum_up()
        self._room = self.shelf.oldest_finished(ROOM)
        self._is_exported = False
        self._front.show_dialog("room")

    def _export_room(self) -> None:
        self._front.download(f"deltille-finished-{today()}.jsonl", self._lines(self._room, ours=True))
        self._is_exported = True

    def _delete_room(self) -> None:
        if self._is_exported:
            count = 0
            for volume in self._room:
                with suppress(NotSaved):  # it has gone on since it was exported, so it stays
                    self._store.delete(volume.kept.id, volume.kept.revision)
                    count += 1
            self._room = []
            self._front.close_dialog()
            self.look()
            self._front.toast(n_("{n} game put away.", "{n} games put away.", count).format(n=count))
            self._front.room_made()

    # What is seen

    def view(self, message: Node | None) -> Node:
        return shelf_view(self.shelf, self._place, self._picture, message)

    def import_view(self) -> Node:
        return import_view(self._import, self._records)

    def room_view(self) -> Node:
        return room_view(self._room, self._is_exported)

    def _picture(self, volume: Volume) -> Node | None:
        key = (volume.kept.id, volume.kept.revision)
        if key not in self._pictures:
            record = self._store.peek(volume.kept.id)
            is_known = volume.summary and record
            self._pictures[key] = face_of(volume.summary.edition).thumbnail(record) if is_known else None
        return self._pictures[key]


def today() -> str:
    return time.strftime("%Y-%m-%d")
