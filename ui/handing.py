"""Handing out what is to be kept elsewhere: as a file, on the clipboard, or to be copied by hand.

Some frames may save no file and reach no clipboard, and nothing tells whether it worked. There the text is
shown, and only the player's word counts for its being kept.
"""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from ui import page
from ui.front import today
from ui.nodes import Node
from ui.parts import text_view
from ui.words import _


class Screen(Protocol):
    def show_dialog(self, name: str) -> None: ...
    def close_dialog(self) -> None: ...
    def toast(self, text: str) -> None: ...


class Handed(NamedTuple):
    name: str
    text: str
    then: Callable[[], None]


def nothing() -> None:
    pass


class Handing:
    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._shown: Handed | None = None

    def download(self, name: str, text: str, then: Callable[[], None] = nothing) -> None:
        """Hand out a file, or where that is not allowed its text; `then` once it is out."""
        if page.may_download():
            page.download(name, text)
            then()
        else:
            self._show(name, text, then)

    def copy(self, text: str, told: str) -> None:
        """Put a text on the clipboard and say so, or show it."""
        name = f"deltille-{today()}.jsonl"
        page.copy(text, lambda done: self._screen.toast(told) if done else self._show(name, text, nothing))

    def handlers(self) -> dict[str, Callable[[], None]]:
        """What each button of the dialog does."""
        if not self._shown:
            return {}
        name, text, then = self._shown
        return {
            "text-copy": lambda: page.copy(text, self._tell_copied),
            "text-save": lambda: page.download(name, text),
            "text-done": lambda: self._is_kept(then),
        }

    def view(self) -> Node | None:
        return text_view(self._shown.name, self._shown.text) if self._shown else None

    def _show(self, name: str, text: str, then: Callable[[], None]) -> None:
        self._shown = Handed(name, text, then)
        self._screen.show_dialog("text")

    def _tell_copied(self, done: bool) -> None:
        by_hand = _("The browser does not let us copy: select the text and copy it by hand.")
        self._screen.toast(_("The text is on the clipboard.") if done else by_hand)

    def _is_kept(self, then: Callable[[], None]) -> None:
        self._shown = None
        self._screen.close_dialog()
        then()
