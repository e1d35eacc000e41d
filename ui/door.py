"""Coming in by an address: it begins a game, goes on with one, or shows one that somebody sent.

An address that has begun a game before goes on with it, so that a reload is not a new deal.
"""

from typing import Protocol
from zlib import crc32

from engine import Malformed, Match, RecordError, read
from ui import address, by_link
from ui.importing import compared, welcome
from ui.store import Store
from ui.words import _


class House(Protocol):
    """What the door leads into."""

    store: Store
    device: by_link.Device
    game: str
    """What the game on the table is kept as."""

    def opened(self, game: str) -> Match | None: ...
    def begin(self, match: Match, name: str = "") -> None: ...
    def resume(self, game: str) -> None: ...
    def sit_down(self, match: Match, game: str | None = None, brought: bool = False) -> None: ...
    def go_on(self, match: Match) -> None: ...
    def look_back(self, match: Match, at: int | None, *, diagram: address.Address | None) -> None: ...
    def remember(self, name: str, value: object) -> None: ...
    def toast(self, text: str) -> None: ...
    def show_dialog(self, name: str) -> None: ...


def origin_of(query: str, fragment: str) -> str:
    """Under which name we remember what an address has begun."""
    named = address.without_looks(query) + fragment
    return f"from:{crc32(named.encode('utf-8', 'surrogatepass')):08x}"


class Door:
    def __init__(self, house: House) -> None:
        self._house = house
        self._fork: Match | None = None
        """Another course of a game by link than the one kept here."""

    def open(self, wish: address.Address, origin: str) -> bool:
        """Open or begin what an address asks for, or raise `Malformed` with a sentence to show.

        Whether it asked for anything.
        """
        if wish.record is None:
            if not wish.setup:
                return False
            if not self._go_on_from(origin, unless_over=True):
                self._begin(wish.setup.match(), origin)
            return True
        is_game = wish.at is None and not wish.diagram
        if is_game and self._go_on_from(origin):
            return True
        try:
            match = welcome(read(wish.record))
        except RecordError as error:
            told = _("The game in this link cannot be opened: {reason}.")
            raise Malformed(told.format(reason=error)) from None
        if is_game and by_link.name_of(match):
            self.open_by_link(match)
        elif is_game:
            self._open_game(match, origin)
        elif match.rounds:
            self._house.look_back(match, wish.at, diagram=wish if wish.diagram else None)
        else:
            raise Malformed(_("Nothing has been dealt yet in the game of this link."))
        return True

    def _go_on_from(self, origin: str, unless_over: bool = False) -> bool:
        """Take up the game that this address has begun before. Whether there is one."""
        begun = self._house.store.setting(origin, None)
        match = self._house.opened(begun) if self._is_kept(begun) else None
        if not match or (match.winners and unless_over):
            return False
        self._house.sit_down(match, begun)
        return True

    def _begin(self, match: Match, origin: str, name: str = "") -> None:
        self._house.begin(match, name)
        self._house.remember(origin, self._house.game)

    def _open_game(self, match: Match, origin: str) -> None:
        """A game that somebody sent. If it is on the shelf already, it is not put there a second time."""
        one = compared(match, self._house.store.records())
        if one.verdict == "here":
            self._house.resume(one.game)
            self._house.toast(_("This game is on the shelf already: here it is, as far as it went."))
            return
        self._begin(match, origin, one.labels.title)
        if one.verdict == "further":
            self._house.toast(_("This goes further than the game on the shelf, which stays as it is."))

    def open_by_link(self, match: Match, ours: str = "") -> None:
        """A link of a game between devices: go on with it, but never back, nor aside, without asking.

        `ours` is the kept game that this tab plays. Any other is only looked at until this tab plays it.
        """
        found = by_link.find(match, self._house.store.records())
        kept = self._house.opened(found[1]) if found else None
        if not found or not kept:
            self._house.sit_down(match)
            return
        course, game = found
        is_newer = course is by_link.Course.NEWER
        if game == ours:
            self._house.go_on(match if is_newer else kept)
        else:
            self._house.sit_down(match if is_newer else kept, game, brought=is_newer)
        if course is by_link.Course.OLDER:
            self._house.toast(_("This link is older than the game here, which is still as you left it."))
        elif course is by_link.Course.FORK:
            self._fork = match
            self._house.show_dialog("fork")

    def take_fork(self) -> None:
        """Go on with the game of the link; the one that was here stays among the games kept."""
        if self._fork:
            match, self._fork = self._fork, None
            self._house.sit_down(match)

    def _is_kept(self, game: object) -> bool:
        return isinstance(game, str) and game in {kept.id for kept in self._house.store.games()}
