"""What the lobby says about playing without a network. How that stands is told by assets/offline.js."""

from ui.nodes import Node, node
from ui.parts import button
from ui.words import N_, _

NOTES = {
    "kept": N_("Ready to play offline."),
    "update": N_("A new version is ready."),
    "crowded": N_("The new version comes once the other windows of Deltille are closed."),
}


def offline_note(state: str | None) -> Node | None:
    """How things stand, with a button where something can be done about it."""
    if state not in NOTES:
        return None
    return node(
        "p",
        {"class": "offline", "role": "status"},
        _(NOTES[state]),
        button("update", _("Update")) if state != "kept" else None,
        key="offline",
    )
