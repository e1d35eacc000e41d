"""Making room where the storage is full: of the oldest finished games, once they have been exported.

Nothing is deleted that was not shown, nor before it is out and somebody has said so.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress

from ui.by_link import Device
from ui.front import Front, for_a_while, today
from ui.shelf import Shelf, Volume
from ui.store import NotSaved, Store
from ui.words import n_

LENGTH = 1 << 18
"""How many characters to free."""


class Room:
    def __init__(
        self, store: Store, shelf: Shelf, device: Device, front: Front, clock: Callable[[], float]
    ) -> None:
        self._store = store
        self._shelf = shelf
        self._device = device
        self._front = front
        self._clock = clock
        self._search: Iterator[None] | None = None
        self.volumes: list[Volume] = []
        self.is_exported = False

    @property
    def is_searching(self) -> bool:
        return self._search is not None

    def offer(self) -> None:
        """Find games that could be put away; some may have to be replayed for that."""
        self._shelf.look()
        self.volumes, self.is_exported = [], False
        self._search = self._shelf.choose_oldest(LENGTH, self.volumes)
        self._front.show_dialog("room")
        self._look_for(self._search)

    def _look_for(self, search: Iterator[None]) -> None:
        if search is not self._search or not self._front.shows("room"):
            return
        if for_a_while(self._clock, search):
            self._search = None
        else:
            self._front.soon(lambda: self._look_for(search))
        self._front.changed()

    def export(self) -> None:
        name = f"deltille-finished-{today()}.jsonl"
        self._front.download(name, self._shelf.lines(self.volumes, self._device), self._is_out)

    def _is_out(self) -> None:
        self.is_exported = True
        self._front.show_dialog("room")
        self._front.changed()

    def delete(self) -> bool:
        """Put away what was exported, but for what has gone on since. Whether it could be begun."""
        if not self.is_exported:
            return False
        count = 0
        for volume in self.volumes:
            with suppress(NotSaved):  # it stays
                self._store.delete(volume.kept.id, volume.kept.revision)
                count += 1
        self.volumes = []
        self._shelf.look()
        self._front.close_dialog()
        self._front.toast(n_("{n} game put away.", "{n} games put away.", count).format(n=count))
        self._front.room_made()
        return True
