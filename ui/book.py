"""What the rulebook is made of, and the chapters that all games have in common."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.deal import rack_size
from engine.tiles import DIGITS, TILES, Digits, Placement
from ui.board_view import tile_picture
from ui.geometry import centre, outline
from ui.nodes import Child, Node, node
from ui.words import N_, _, n_


def section(title: str, *content: Child) -> Node:
    return node("section", {}, node("h3", {}, title), *content)


def paragraph(*sentences: str) -> Node:
    return node("p", {}, " ".join(filter(None, sentences)))


def marked(text: str) -> Node:
    return node("p", {"class": "ruling"}, node("strong", {}, _("House ruling")), " ", text)


def rounds_of(rounds: int) -> str:
    return n_("{n} round", "{n} rounds", rounds).format(n=rounds)


# Pictures

AIR = 6.0
"""Round the tiles: their sides and an outline stand out a little."""


def tiles_picture(laid: Sequence[Placement], made: Placement | None = None, *more: Node) -> Node:
    """Tiles lying together, the one that `made` a figure outlined; what they show is told beside them."""
    corners = [corner for placement in laid for corner in outline(placement.cell)]
    left, top = (min(corner[axis] for corner in corners) - AIR for axis in (0, 1))
    right, bottom = (max(corner[axis] for corner in corners) + AIR for axis in (0, 1))
    by_rows = sorted(laid, key=lambda placement: (placement.cell.y, placement.cell.x))
    return node(
        "svg",
        {
            "class": "tiles-picture",
            "viewBox": f"{left:.1f} {top:.1f} {right - left:.1f} {bottom - top:.1f}",
            "aria-hidden": "true",
            "focusable": "false",
        },
        *map(_lying, by_rows),
        node("polygon", {"class": "made", "points": _edge(made)}) if made else None,
        *more,
    )


def tile_at(digits: Digits, points_up: bool, x: float, y: float) -> Node:
    """The picture of a tile, as a part of a larger one: its middle is at x, y."""
    picture = tile_picture(digits, points_up)
    left, top, width, height = map(float, picture.attributes["viewBox"].split())
    place = {"x": f"{x + left:.1f}", "y": f"{y + top:.1f}", "width": f"{width:g}", "height": f"{height:g}"}
    return replace(picture, attributes={**picture.attributes, **place})


def _lying(placement: Placement) -> Node:
    return tile_at(placement.digits, placement.cell.points_up, *centre(placement.cell))


def _edge(placement: Placement) -> str:
    """Round a tile, as far inside its cell as the tile is."""
    x, y = centre(placement.cell)
    near = [(x + 0.96 * (far_x - x), y + 0.96 * (far_y - y)) for far_x, far_y in outline(placement.cell)]
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in near)


# Chapters


def the_tiles() -> Node:
    return section(
        _("The tiles"),
        paragraph(
            _("There are {n} tiles, each with three digits from {lowest} to {highest}.").format(
                n=len(TILES), lowest=DIGITS[0], highest=DIGITS[-1]
            ),
            _("Read clockwise from the smallest, the digits never fall, and every such tile is there once."),
            _("A tile may be turned, but never flipped over."),
        ),
        node("div", {"class": "some-tiles"}, *(tile_picture(tile.digits) for tile in TILES[::11])),
    )


def dealing() -> Node:
    return paragraph(
        _("Two players get {two} tiles each, three or four get {more}.").format(
            two=rack_size(2), more=rack_size(4)
        ),
        _("The rest is the pool."),
    )


def by_lot() -> str:
    """Who begins, where no tile decides it."""
    return " ".join(
        (
            _("Everyone draws one tile from the pool, and the highest sum begins."),
            _("If the highest sum is shared, everyone draws again."),
            _("The tiles go back, the pool is shuffled, and the beginner may open with any tile."),
        )
    )


def what_fits() -> Node:
    fitting = [Placement.parse(text) for text in FITTING.split()]
    return section(
        _("What fits"),
        paragraph(
            _("Every later tile shares a whole side with a tile on the table."),
            _("Each of its corners that touches a number must show that number – at the far tip as well."),
        ),
        tiles_picture(fitting, made=fitting[-1]),
    )


FITTING = "130@0,0 123@1,0 233@2,0 223@3,0"


KEYS = (
    ("← → ↑ ↓", N_("from tile to tile, from place to place, from shape to shape")),
    ("Enter", N_("take the tile, lay it, claim the shape")),
    ("R", N_("turn the tile")),
    ("D", N_("draw")),
    ("P", N_("pass")),
    ("U", N_("undo")),
    ("H", N_("hint")),
    ("S", N_("score sheet")),
    ("F", N_("the whole board")),
    ("+ −", N_("nearer, farther")),
    ("Shift ← → ↑ ↓", N_("move the board")),
    ("Escape", N_("put the tile back, close")),
    ("?", N_("these rules")),
)


def the_keys(*more: tuple[str, str]) -> Node:
    """What keys do in a tile game, which may have more of them."""
    return keys_table((*KEYS, *more))


def keys_table(listed: Iterable[tuple[str, str]]) -> Node:
    return section(
        _("Keys"),
        paragraph(_("Everything can be done without a mouse. Letters can be switched off in the settings.")),
        node(
            "dl",
            {"class": "keys"},
            *(
                node(
                    "div",
                    {},
                    node("dt", {}, *(node("kbd", {}, key) for key in keys.split())),
                    node("dd", {}, _(does)),
                )
                for keys, does in listed
            ),
        ),
    )
