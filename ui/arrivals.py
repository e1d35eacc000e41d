"""Records that are brought to the shelf: judged, shown, and added if one likes.

All of it goes on in slices under a dialog. Whoever closes the dialog has called it off.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine import write
from ui.by_link import Device
from ui.front import Files, Front, for_a_while
from ui.importing import Import, Judged
from ui.shelf import Shelf, Summary
from ui.store import NotSaved, Store
from ui.words import _, n_


@dataclass
class Adding:
    """How far the adding has come."""

    all: int
    added: int = 0
    refusal: str = ""
    """Why the storage took no more, if so."""


class Arrivals:
    def __init__(
        self, store: Store, shelf: Shelf, device: Device, front: Front, clock: Callable[[], float]
    ) -> None:
        self._store = store
        self._shelf = shelf
        self._device = device
        self._front = front
        self._clock = clock
        self.current: Import | None = None
        self.adding: Adding | None = None
        self.typed = ""

    def ask(self) -> None:
        """Let somebody choose a file, or paste."""
        self.current, self.adding, self.typed = None, None, ""
        self._front.show_dialog("import")

    def type(self, text: str) -> None:
        self.typed = text
        if text.strip():
            self.take_in([("", text)])

    def take_in(self, files: Files) -> None:
        """Judge records from files or the clipboard, and say what would be new."""
        self.current, self.adding = Import(files, self._store.records()), None
        self._go_on(self.current, self.current.steps, self._judged)

    def add(self) -> None:
        """Put on the shelf what can be added; those that stand last in the files come first, being older."""
        if current := self.current:
            self.adding = Adding(len(current.welcome))
            self._go_on(current, self._add(current, self.adding), self._added)

    def _go_on(self, current: Import, steps: Iterator[object], then: Callable[[Import], None]) -> None:
        """Take these steps, a slice of them at a time; after the last, `then`."""
        if for_a_while(self._clock, steps):
            then(current)
        else:
            self._front.show_dialog("import")
            self._front.soon(lambda: self._unless_closed(current, steps, then))
        self._front.changed()

    def _unless_closed(
        self, current: Import, steps: Iterator[object], then: Callable[[Import], None]
    ) -> None:
        if self.current is not current:
            return
        if self._front.shows("import"):
            self._go_on(current, steps, then)
        else:
            self.current = None
            if self.adding:
                self._tell_added(self.adding)

    def _judged(self, current: Import) -> None:
        if len(current.judged) == 1 and self._may_open(current.judged[0]):
            self._take_the_only_one(current.judged[0])
        else:
            self._front.show_dialog("import")

    def _may_open(self, one: Judged) -> bool:
        return not self._front.is_playing() and (one.verdict == "refused" or not one.reason)

    def _take_the_only_one(self, one: Judged) -> None:
        """A single game is opened at once, which writes over nothing either; or refused in a sentence."""
        self.current = None
        self._front.close_dialog()
        if one.verdict == "refused":
            self._front.say(_("This cannot be opened: {reason}.").format(reason=one.reason))
        elif one.verdict == "here" and one.game:
            self._front.resume(one.game)
            self._front.toast(_("This game is on the shelf already."))
        elif one.match:
            self._device.learn(one.match, one.labels.seat)
            self._front.begin(one.match, one.labels.title)
            if one.verdict == "further":
                self._front.toast(_("This goes further than the game on the shelf, which stays as it is."))

    def _add(self, current: Import, adding: Adding) -> Iterator[None]:
        for one in reversed(current.welcome):
            assert one.match
            title, saved, seat = one.labels
            try:
                self._shelf.add(write(one.match), Summary.of(one.match), title, saved)
            except NotSaved as refused:
                adding.refusal = refused.reason
                return
            self._device.learn(one.match, seat)
            current.added(one)
            adding.added += 1
            yield

    def _added(self, _current: Import) -> None:
        if self.adding and not self.adding.refusal:
            self.current = None
            self._front.close_dialog()
            self._tell_added(self.adding)
        else:
            self._shelf.look()

    def _tell_added(self, adding: Adding) -> None:
        if adding.added < adding.all:
            told = n_("{n} of {all} games added.", "{n} of {all} games added.", adding.added)
        else:
            told = n_("{n} game added.", "{n} games added.", adding.added)
        self._shelf.look()
        self._front.toast(told.format(n=adding.added, all=adding.all))
        self._front.games_added()
