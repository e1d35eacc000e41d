"""Parts that every screen is made of. A control says what it does in `data-action` or `data-field`."""

import time

from ui.nodes import Child, Node, Value, node
from ui.words import _


def button(action: str, *label: Child, value: str | None = None, **attributes: Value) -> Node:
    """A button; `class_` and other names with `_` become attributes with `-`, as in `aria_label`."""
    written = {name.rstrip("_").replace("_", "-"): given for name, given in attributes.items()}
    return node(
        "button",
        {"type": "button", "data-action": action, "data-value": value, **written},
        *label,
        key=action,
    )


def when(saved: int) -> Node:
    """A time in seconds since 1970, where the player is."""
    moment = time.localtime(saved)
    return node(
        "time", {"datetime": time.strftime("%Y-%m-%d", moment)}, time.strftime("%Y-%m-%d %H:%M", moment)
    )


def icon(name: str, way: str) -> Node:
    """A small sign drawn with strokes on a field of 24 by 24."""
    return node(
        "svg",
        {"class": f"icon icon-{name}", "viewBox": "0 0 24 24", "aria-hidden": "true"},
        node("path", {"d": way}),
        key=f"icon-{name}",
    )


def dialog(name: str, title: str, *content: Child, wide: bool = False) -> Node:
    """A sheet over the screen, which is inert meanwhile. `data-action="close"` or Escape closes it."""
    heading = f"{name}-title"
    return node(
        "div",
        {"class": "veil"},
        node(
            "section",
            {
                "class": "dialog wide" if wide else "dialog",
                "id": name,
                "role": "dialog",
                "aria-modal": "true",
                "aria-labelledby": heading,
            },
            node(
                "header",
                {},
                node("h2", {"id": heading, "tabindex": -1}, title),
                button("close", "×", class_="close", aria_label=_("Close")),
            ),
            node("div", {"class": "dialog-content"}, *content),
        ),
        key=f"dialog-{name}",
    )


def link_view(link: str) -> Node:
    """A link to be copied by hand, where the browser will not do it."""
    shown = {"class": "link-text", "readonly": True, "rows": 6, "aria-label": _("The link")}
    return node("div", {}, node("p", {}, _("Copy the whole of it:")), node("textarea", shown, link))


def text_view(name: str, text: str) -> Node:
    """A file that could not be handed out, as text."""
    told = _("This site may not let a file be saved from here. Copy the text, and keep it as {name}.")
    shown = {"class": "link-text", "readonly": True, "rows": 6, "aria-label": _("The text"), "value": text}
    return node(
        "div",
        {},
        node("p", {}, told.format(name=name)),
        node("textarea", shown),
        node(
            "div",
            {"class": "sheet-actions"},
            button("text-copy", _("Copy"), class_="primary"),
            button("text-save", _("Try to save it")),
            button("text-done", _("I have kept it")),
        ),
    )


def fork_view() -> Node:
    """A link tells a game by link otherwise than it went here; which is right, people have to settle."""
    told = _("This link tells the game otherwise than it went on this device. Nothing has been changed.")
    return node(
        "div",
        {},
        node("p", {}, told),
        node(
            "div",
            {"class": "sheet-actions"},
            button("close", _("Keep the one here"), class_="primary"),
            button("take-fork", _("Go on with the one in the link")),
        ),
    )


def leaving_view(why: str) -> Node:
    """Whoever leaves a game that could not be saved loses what was played since it last could."""
    told = _("If you leave, what was played since it was last saved is lost.")
    return node(
        "div",
        {},
        node("p", {}, why),
        node("p", {}, told),
        node(
            "div",
            {"class": "sheet-actions"},
            button("close", _("Stay"), class_="primary"),
            button("export", _("Export")),
            button("leave-anyway", _("Leave unsaved")),
        ),
    )


def elsewhere_view() -> Node:
    """Over a game that another tab plays: nothing here can be touched until it is taken over."""
    heading = "elsewhere-title"
    return node(
        "div",
        {"class": "veil"},
        node(
            "section",
            {
                "class": "dialog",
                "id": "elsewhere",
                "role": "alertdialog",
                "aria-modal": "true",
                "aria-labelledby": heading,
            },
            node(
                "div",
                {"class": "dialog-content"},
                node("h2", {"id": heading, "tabindex": -1}, _("This game is being played in another tab.")),
                node("p", {}, _("Taken over, it goes on here from where it stands, and stops there.")),
                node(
                    "div",
                    {"class": "row"},
                    button("take-over", _("Take over here"), class_="primary"),
                    button("new", _("Back to the lobby")),
                ),
            ),
        ),
        key="dialog-elsewhere",
    )
