"""Coming in by an address: it begins a game, goes on with one, or shows one that somebody sent.

An address that has begun a game before goes on with it, so that a reload is not a new deal.
"""

from typing import Protocol
from zlib import crc32

from engine import Malformed, Match, RecordError, read
from ui import address, by_link
from ui.importing import labels_of, welcome
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
    def sit_down(self, match: Match, game: str | None = None) -> None: ...
    def look_back(self, match: Match, at: int | None, *, diagram: address.Address | None) -> None: ...
    def keep(self, match: Match) -> None: ...
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
            self._open_by_link(match)
        elif is_game:
            self._begin(match, origin)
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

    def _begin(self, match: Match, origin: str) -> None:
        self._house.begin(match, labels_of(match).title)
        self._house.remember(origin, self._house.game)

    def _open_by_link(self, match: Match) -> None:
        """A link of a game between devices: go on with it, but never back, nor aside, without asking."""
        game = self._house.device.game(match)
        kept = self._house.opened(game) if self._is_kept(game) else None
        course = by_link.compare(kept, match) if kept else None
        if kept is None:
            self._house.sit_down(match)
        elif course in (by_link.Course.SAME, by_link.Course.NEWER):
            self._house.sit_down(match, game)
            self._house.keep(match)
        else:
            self._house.sit_down(kept, game)
            if course is by_link.Course.OLDER:
                self._house.toast(_("This link is older than the game here, which is still as you left it."))
            else:
                self._fork = match
                self._house.show_dialog("fork")

    def take_fork(self) -> None:
        """Go on with the game of the link; the one that was here stays among the games kept."""
        if self._fork:
            match, self._fork = self._fork, None
            self._house.sit_down(match)

    def _is_kept(self, game: object) -> bool:
        return isinstance(game, str) and game in {kept.id for kept in self._house.store.games()}
