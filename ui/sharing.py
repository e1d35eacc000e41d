"""Handing out the address of a game: to the share sheet, the clipboard, or the eyes."""

from typing import Protocol

from engine import Malformed, NotAllowed
from ui import link, page
from ui.words import _


class Screen(Protocol):
    """What is shared from."""

    def looked_at(self) -> tuple[str, int | None]:
        """A record, and the move at which it is shown, if not at its end. `NotAllowed` if there is none."""
        ...

    def show_link(self, link: str) -> None: ...
    def toast(self, text: str) -> None: ...


def address(screen: Screen) -> str:
    """The page's address with the game on the screen in it; `Malformed` if it is too long for one."""
    record, at = screen.looked_at()
    move = "" if at is None else f"&at={at}"
    return f"{page.own_address()}#g={link.encode(record)}{move}"


def share(screen: Screen) -> None:
    """Share the address of what is looked at; where that cannot be, copy it, else show it."""
    try:
        shown = address(screen)
    except (Malformed, NotAllowed) as error:
        screen.toast(str(error))
        return

    def shared(done: bool) -> None:
        if not done:
            page.copy(shown, copied)

    def copied(done: bool) -> None:
        if done:
            screen.toast(_("Link copied."))
        else:
            screen.show_link(shown)

    if page.can_share():
        page.share(shown, shared)
    else:
        page.copy(shown, copied)


def full_page(screen: Screen) -> str:
    """Where a frame's game can be gone on with, on a page of its own."""
    try:
        return address(screen)
    except (Malformed, NotAllowed):
        return page.own_address()


def open_full_page(screen: Screen) -> None:
    if not page.open_tab(shown := full_page(screen)):
        screen.toast(_("This site lets no other page open. The address is: {address}").format(address=shown))
