"""What people do at the shelf: look through their games, resume, rename, copy, put away; import and export.

Nothing here knows the browser; a `Front` is the page around it. Nothing is deleted that was not pointed
at, and what was deleted can be put back until the shelf is left.
"""

import time
from collections.abc import Callable

from ui.arrivals import Arrivals
from ui.by_link import Device
from ui.faces import face_of
from ui.front import Files, Front, for_a_while, today
from ui.import_view import import_view, room_view
from ui.lobby import LONGEST_NAME, clean_name
from ui.nodes import Node
from ui.room import Room
from ui.shelf import Shelf, Volume
from ui.shelf_view import SECTIONS, Place, shelf_view, title_of
from ui.store import Deleted, NotSaved, Store
from ui.telling import what_happened, why_not_deleted, why_unsaved
from ui.words import _

PAGE = 12
"""How many cards are shown at first, and more with each *more*."""


class Desk:
    def __init__(self, store: Store, front: Front, clock: Callable[[], float] = time.perf_counter) -> None:
        self._store = store
        self._front = front
        self._clock = clock
        self._device = Device(store.setting, front.remember)
        self.shelf = Shelf(store)
        self._arrivals = Arrivals(store, self.shelf, self._device, front, clock)
        self._room = Room(store, self.shelf, self._device, front, clock)
        self._is_room_for_import = False
        self.is_open = False
        self._place = Place()
        self._typed = ""
        self._deleted: list[tuple[str, Deleted]] = []
        """What was deleted since the shelf was opened, each with what it was called."""
        self._pictures: dict[tuple[str, int], Node | None] = {}

    # Coming and going

    def open(self) -> None:
        self.is_open = True
        self.look()
        all_finished = self.shelf.volumes and all(volume.finished for volume in self.shelf.volumes)
        self._place = Place("finished" if all_finished else "running", PAGE)
        self._front.focus("#shelf-title")
        self._front.soon(self._read_on)

    def latest_running(self) -> str:
        """The game to go on with, or "": the one played last of those not known to be finished."""
        self.shelf.look()
        return next((volume.kept.id for volume in self.shelf.volumes if not volume.finished), "")

    def leave(self) -> None:
        self.is_open = False
        self._deleted = []

    def look(self) -> None:
        """See what is on the shelf by now."""
        self.shelf.look()
        self._front.changed()

    def _read_on(self) -> None:
        """Replay what has no digest, a little at a time."""
        if not self.is_open:
            return
        unread = self.shelf.unread
        if unread:
            if not for_a_while(self._clock, map(self.shelf.look_into, unread)):
                self._front.soon(self._read_on)
            self._front.changed()

    def do(self, action: str, value: str | None) -> bool:
        """A button was pressed. Whether it is one of ours."""
        ours: dict[str, Callable[[], None]] = {
            "shelf-more": self._show_more,
            "shelf-import": self._arrivals.ask,
            "import": lambda: self._front.pick_files(self.take_in),
            "import-file": lambda: self._front.pick_files(self.take_in),
            "import-add": self._arrivals.add,
            "export-all": self._export_all,
            "copy-all": self._copy_all,
            "undelete": self._undelete,
            "rename-done": self._renamed,
            "rename-cancel": self._stop_renaming,
            "make-room": self._make_room,
            "room-export": self._room.export,
            "room-delete": self._put_away,
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
            self._arrivals.type(value)
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
        try:
            self.shelf.add(record, volume.summary, name)
        except NotSaved as refused:
            self._front.toast(why_unsaved(refused.reason))
        else:
            self._front.toast(_("Copied: {title}").format(title=name))
        self.look()

    def _delete(self, volume: Volume) -> None:
        self._front.alone_with(volume.kept.id, lambda: self._delete_as_seen(volume))

    def _delete_as_seen(self, volume: Volume) -> None:
        try:
            deleted = self._store.delete(volume.kept.id, volume.kept.revision)
        except NotSaved as refused:
            self._front.toast(why_not_deleted(refused.reason))
        else:
            self._deleted.append((title_of(volume), deleted))
            self._offer_undo()
        self.look()

    def _offer_undo(self) -> None:
        told = _("Deleted: {title}").format(title=self._deleted[-1][0])
        self._front.toast(told, undo="undelete")
        self._front.focus('[data-action="undelete"]')

    def _undelete(self) -> None:
        """Have again what was deleted last; and then, perhaps, what was deleted before it."""
        if not self._deleted:
            return
        title, deleted = self._deleted.pop()
        try:
            self._store.put_back(deleted)
        except NotSaved as refused:
            self._deleted.append((title, deleted))
            self._front.toast(why_unsaved(refused.reason), undo="undelete")
        else:
            if self._deleted:
                self._offer_undo()
            self._front.toast(_("It is back."))
        self.look()
        self._front.focus(f'[data-game="{deleted.game}"] .dots')

    # Out and in

    def _export(self, volume: Volume) -> None:
        edition = volume.summary.edition if volume.summary else "game"
        self._front.download(f"deltille-{edition}-{today()}.json", self.shelf.lines([volume]))

    def _copy(self, volume: Volume) -> None:
        self._front.copy(self.shelf.lines([volume]), _("The game is on the clipboard."))

    def _export_all(self) -> None:
        self._front.download(f"deltille-shelf-{today()}.jsonl", self.shelf.lines(device=self._device))

    def _copy_all(self) -> None:
        lines = self.shelf.lines(device=self._device)
        self._front.copy(lines, _("All games are on the clipboard."))

    def take_in(self, files: Files) -> None:
        """Judge records from files or the clipboard, and say what would be new."""
        self._arrivals.take_in(files)

    def _make_room(self) -> None:
        self._is_room_for_import = self._front.shows("import")
        self._room.offer()

    def _put_away(self) -> None:
        if self._room.delete() and self._is_room_for_import:
            self._front.show_dialog("import")

    # What is seen

    def view(self, message: Node | None) -> Node:
        return shelf_view(self.shelf, self._place, self._picture, message)

    def import_view(self) -> Node:
        return import_view(self._arrivals.current, self._arrivals.typed, self._arrivals.adding)

    def room_view(self) -> Node:
        return room_view(self._room.volumes, self._room.is_searching, self._room.is_exported)

    def _picture(self, volume: Volume) -> Node | None:
        if not volume.summary:
            return None
        key = (volume.kept.id, volume.kept.revision)
        if key not in self._pictures:
            record = self._store.peek(volume.kept.id)
            self._pictures[key] = face_of(volume.summary.edition).thumbnail(record) if record else None
        return self._pictures[key]
