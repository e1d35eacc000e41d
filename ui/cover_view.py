"""The covers of Conquest as pictures: translucent, in their owner's colour and pattern.

A cover shows the digits below it. Its pattern tells the owner as well as its colour does; the emblem in its
middle is the third sign. Colours and strengths are in cover.css.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from math import atan2

from engine.covers import Cover, Covered, Shape, diamond, hexagon, triangle
from engine.lattice import Cell, Vertex
from ui.geometry import HEIGHT, SIDE, Point, centre, outline
from ui.nodes import Node, node
from ui.setup import COLOURS

GAP = 3.5
"""Between the border of the cells and the cover on them."""
INRADIUS = {Cover.DIA: HEIGHT / 2, Cover.TRI: SIDE / 3**0.5, Cover.HEX: HEIGHT}
REMEMBERED = 1 << 10
SAMPLES = {
    Cover.DIA: diamond(Cell(0, 0), Cell(1, 0)),
    Cover.TRI: triangle(Cell(0, 1)),
    Cover.HEX: hexagon(Vertex(0, 0)),
}
"""One of each kind, for pictures of covers that lie nowhere."""
THREADS = {
    "ember": "M-2 14L14 -2M4 20L20 4",
    "sky": "M4.5 9A4.5 4.5 0 1 1 4.5 9.01",
    "leaf": "M-2 2L18 18M-2 -14L34 22M-18 2L18 38",
    "plum": "M0 9H18M9 0V18",
    "sun": "M0 4.5H18M0 13.5H18",
    "slate": "M4.5 0V18M13.5 0V18",
}
"""What each colour's cloth is woven of, on a field of 18 by 18."""


def middle(shape: Shape) -> Point:
    """The one point that is as far from all its sides; no two shapes have it in common."""
    middles = [centre(cell) for cell in shape.cells]
    return sum(x for x, _y in middles) / len(middles), sum(y for _x, y in middles) / len(middles)


@lru_cache(REMEMBERED)
def border(shape: Shape, inset: float = GAP) -> str:
    """Round all cells of a shape, as an SVG path, so far inside their sides."""
    x, y = middle(shape)
    # A circle touches all sides of each of the three, so drawing the corners in moves the sides alike.
    scale = 1 - inset / INRADIUS[shape.cover]
    corners = {corner for cell in shape.cells for corner in outline(cell)}
    outer = [corner for corner in corners if abs(complex(*corner) - complex(x, y)) > SIDE / 4]
    outer.sort(key=lambda corner: atan2(corner[1] - y, corner[0] - x))
    points = (f"{x + (to_x - x) * scale:.1f} {y + (to_y - y) * scale:.1f}" for to_x, to_y in outer)
    return "M" + "L".join(points) + "Z"


@cache
def cloths() -> tuple[Node, ...]:
    """The patterns that covers are cut from, for the page's one set of paints."""
    return tuple(
        node(
            "pattern",
            {"id": f"cloth-{colour}", "patternUnits": "userSpaceOnUse", "width": 18, "height": 18},
            node("path", {"class": f"cloth colour-{colour}", "d": THREADS[colour]}),
        )
        for colour in COLOURS
    )


@lru_cache(REMEMBERED)
def cover_view(covered: Covered, colour: str, label: str) -> Node:
    """A cover lying on the table."""
    return node(
        "g",
        {
            "class": f"cover colour-{colour}",
            "data-cover-on": str(covered.shape),
            "data-owner": covered.seat,
            "role": "img",
            "aria-label": label,
        },
        *_layers(covered.shape, colour),
        key=f"{covered.shape} {covered.seat}",
    )


@lru_cache(REMEMBERED)
def cover_picture(cover: Cover, colour: str) -> Node:
    """A cover by itself; what it stands for is named by what it is in."""
    shape = SAMPLES[cover]
    return node(
        "svg",
        {
            "class": f"cover-picture cover-{cover}",
            "viewBox": _frame(shape.cells),
            "aria-hidden": "true",
            "focusable": "false",
        },
        node("g", {"class": f"cover colour-{colour}"}, *_layers(shape, colour)),
    )


def _layers(shape: Shape, colour: str) -> tuple[Node, ...]:
    way = border(shape)
    return (
        node("path", {"class": "tint", "d": way}),
        node("path", {"class": "weave", "d": way, "fill": f"url(#cloth-{colour})"}),
        node("path", {"class": "hem", "d": way}),
    )


def _frame(cells: Iterable[Cell]) -> str:
    corners = [corner for cell in cells for corner in outline(cell)]
    left, top = (min(corner[axis] for corner in corners) for axis in (0, 1))
    right, bottom = (max(corner[axis] for corner in corners) for axis in (0, 1))
    return f"{left:.1f} {top:.1f} {right - left:.1f} {bottom - top:.1f}"
