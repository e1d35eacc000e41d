"""The tables of the score sheet: a column for each player."""

from collections.abc import Sequence

from engine import Match
from ui.board_view import emblem
from ui.nodes import Child, Node, node
from ui.setup import colour_of


def player_table(match: Match, caption: str, corner: str, kind: str, *bodies: Node, key: str) -> Node:
    """A table with a column for each player, in a box of its own that it may be scrolled in."""
    heading = f"sheet-{kind}"
    return node(
        "div",
        {
            "class": f"sheet-scroll players-{len(match.players)}",
            "role": "region",
            "aria-labelledby": heading,
            "tabindex": 0,
        },
        node(
            "table",
            {"class": kind},
            node("caption", {"id": heading}, caption),
            node(
                "thead",
                {},
                node(
                    "tr",
                    {},
                    node("th", {"scope": "col"}, corner),
                    *(_player_heading(match, seat) for seat in range(len(match.players))),
                ),
            ),
            *bodies,
        ),
        key=key,
    )


def _player_heading(match: Match, seat: int) -> Node:
    colour = colour_of(match.players[seat], seat)
    return node(
        "th",
        {"scope": "col", "class": f"colour-{colour}"},
        node("span", {"class": "player"}, emblem(colour), node("span", {}, match.players[seat].name)),
    )


def row(heading: str, cells: Sequence[Child], class_: str | None = None) -> Node:
    return node(
        "tr",
        {"class": class_},
        node("th", {"scope": "row"}, heading),
        *(node("td", {}, cell) for cell in cells),
    )
