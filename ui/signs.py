"""The small signs on buttons and beside words."""

from functools import cache

from ui.nodes import Node
from ui.parts import button, icon

# Strokes on a field of 24 by 24.
_SIGNS = {
    "new": "M4 11.5 12 5l8 6.5 M6.5 10v9h11v-9",
    "sheet": "M6 4h12v16H6z M9 9h6 M9 13h6 M9 17h3",
    "rules": "M5 5.5c3-1 5-.5 7 1 2-1.5 4-2 7-1v13c-3-1-5-.5-7 1-2-1.5-4-2-7-1z M12 6.5v13",
    "settings": "M4 7h9 M17 7h3 M15 5v4 M4 12h3 M11 12h9 M9 10v4 M4 17h10 M18 17h2 M16 15v4",
    "undo": "M9 14 4 9l5-5 M4 9h10a5.5 5.5 0 0 1 0 11h-3",
    "hint": "M9.5 18h5 M10.5 21h3 M12 3a6 6 0 0 0-3.4 10.9c.6.5.9 1 .9 1.6h5c0-.6.3-1 .9-1.6A6 6 0 0 0 12 3z",
    "cancel": "M6 6l12 12 M18 6 6 18",
    "winner": "M5 19h14 M5.5 15.5 4 7l4.5 4L12 5l3.5 6L20 7l-1.5 8.5z",
    "to-move": "M8 5l10 7-10 7z",
    "unsaved": "M12 4a8 8 0 1 0 0 16 8 8 0 1 0 0-16z M12 8v5 M12 16v.2",
    "more": "M6 15l6-6 6 6",
    "zoom-in": "M12 6v12 M6 12h12",
    "zoom-out": "M6 12h12",
    "fit": "M4 9V4h5 M15 4h5v5 M20 15v5h-5 M9 20H4v-5",
    "draw": "M12 4 21 19H3z M12 10v6 M9 13h6",
    "pass": "M6 6l8 6-8 6z M18 6v12",
    "lay": "M5 13l5 5L20 7",
    "claim": "M6 21V4 M6 4.5h12l-3 4 3 4H6",
    "skip": "M6 6l12 12 M18 6 6 18",
    "rotate": "M19.5 12a7.5 7.5 0 1 1-2.4-5.5 M20 3v5h-5",
    "purse": "M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16z M12 8.5l3.5 3.5L12 15.5 8.5 12z",
    "cards": "M5 7l9-2.5 3.5 13-9 2.5z M17 6.5h3v12h-3",
    "prices": "M4 12V4h8l8.5 8.5-8 8z M8 8v.2",
    "holdings": "M12 4l4.5 8h-9z M7.5 12l4.5 8H3z M16.5 12L21 20h-9z",
    "tile": "M12 5 21 20H3z",
    "leave": "M15 5l-7 7 7 7",
    "share": "M12 15V4 M8 7.5 12 3.5l4 4 M6 11v9h12v-9",
    "first": "M18 6l-8 6 8 6z M6 6v12",
    "back": "M15 6l-8 6 8 6z",
    "play": "M8 5l11 7-11 7z",
    "pause": "M8 5v14 M16 5v14",
    "forward": "M9 6l8 6-8 6z",
    "last": "M6 6l8 6-8 6z M18 6v12",
}


@cache
def sign(name: str) -> Node:
    return icon(name, _SIGNS[name])


def sign_button(action: str, name: str) -> Node:
    """A button with nothing on it but the sign of what it does."""
    return button(action, sign(action), class_="icon-button", aria_label=name, title=name)
