"""The bar of the page in a frame of another one: whether the game is saved, and the way to the full page."""

from enum import Enum

from ui.nodes import Node, node
from ui.words import N_, _


class Keeping(Enum):
    """Where a game in a frame is kept. Most browsers give a frame a store for each site that it is on."""

    IN_THIS_BROWSER = N_("Saved in this browser")
    ON_THIS_SITE = N_("Saved on this site only")
    NOWHERE = N_("Not saved here")


def frame_bar(keeping: Keeping, full_page: str) -> Node:
    return node(
        "aside",
        {
            "class": f"frame-bar keeping-{keeping.name.lower().replace('_', '-')}",
            "aria-label": _("This frame"),
        },
        node(
            "a",
            {
                "href": full_page,
                "target": "_blank",
                "rel": "noopener",
                "data-action": "full-page",
                "title": _("Go on with this game on a page of its own, in a new tab"),
            },
            _("Open full page"),
            node("span", {"aria-hidden": "true"}, " ↗"),
        ),
        node("p", {}, _(keeping.value)),
        key="frame-bar",
    )
