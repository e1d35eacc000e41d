"""Parts that every screen is made of. A control says what it does in `data-action` or `data-field`."""

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
