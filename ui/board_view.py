"""The board and its wooden tiles, as pictures.

A tile is drawn once, round its own centre, and put in its place by a transform, so that the same
picture serves on the board, in the hand, on the rack and in the log. Whatever did not change comes out
of a cache as the same node, which the renderer passes over. Colours, lines and motion are in board.css.
"""

from collections.abc import Iterator
from functools import cache, lru_cache

from engine.lattice import Cell, Vertex
from engine.tiles import Digits
from ui.cover_view import SAMPLES, border, cloths, cover_picture, cover_view, middle
from ui.geometry import HEIGHT, SIDE, Box, Point, centre, distance, point
from ui.nodes import Node, node
from ui.telling import claim_name, place_name, signed, tile_name
from ui.tile_scene import Claim, CoverDrag, Drag, Glow, Look, Place, SentBack
from ui.words import n_

TONES = 4
"""Pieces of wood that tiles are cut from; a tile is always of the same one."""
CORNER = SIDE / 3**0.5
"""From the middle of a cell to its corners."""
GAP = 1.9
"""Between the sides of a cell and the tile in it."""
BEVEL = 3.8
THICKNESS = 3.4
DIGIT_FROM_CORNER = 34.0
DIGITS = (
    (
        0,
        -10.4,
        "c5.2 0 6.8 4.8 6.8 10.4c0 5.6 -1.6 10.4 -6.8 10.4c-5.2 0 -6.8 -4.8 -6.8 -10.4"
        "c0 -5.6 1.6 -10.4 6.8 -10.4z",
    ),
    (-4.6, -6.6, "l5.3 -3.8l0 20.8m-5.1 0l10.2 0"),
    (-6.1, -5.4, "c0.3 -3.2 2.7 -5 6.1 -5c3.8 0 6.1 2.2 6.1 5.4c0 2.6 -1.5 4.5 -3.9 6.9l-8.5 8.5l12.8 0"),
    (
        -5.8,
        -7.7,
        "c1.2 -1.8 3.2 -2.7 5.6 -2.7c3.6 0 5.8 2.1 5.8 5c0 3 -2.4 4.6 -6.4 4.6c4.4 0 7 2.1 7 5.4"
        "c0 3.6 -2.6 5.8 -6.6 5.8c-2.8 0 -4.9 -1.1 -6 -3.2",
    ),
    (2.6, 10.4, "l0 -20.8l-9.4 15l13.7 0"),
    (
        5.2,
        -10.4,
        "l-9.4 0l-0.9 9.1c1.3 -1.3 3.2 -1.9 5.1 -1.9c3.9 0 6.4 2.7 6.4 6.7"
        "c0 4.2 -2.7 6.9 -6.8 6.9c-2.9 0 -4.9 -1 -6 -2.9",
    ),
)
"""How the graver goes from where it sets in, for each digit round its middle. Not letters: a browser lays
out the text of every tile anew whenever one is added, which takes longer than all else together."""
SHADOWS = ("far", "middle", "near")
"""Three thin layers look soft, and cost much less than a blur."""
REMEMBERED = 1 << 10


def board_view(look: Look) -> Node:
    laid = sorted(look.laid, key=_row)
    shadows = [_shadow(cell) for cell in laid]
    return node(
        "svg",
        {
            "id": "board",
            "class": "board",
            **_window(look.box),
            "role": "group",
            "aria-label": n_("Board with {n} tile", "Board with {n} tiles", len(laid)).format(n=len(laid)),
        },
        *(node("g", {"class": f"shadow {name}"}, *shadows, key=name) for name in SHADOWS),
        node("g", {"class": "laid"}, *(_laid(c, look.laid[c], c == look.last) for c in laid), key="laid"),
        node("g", {"class": "covers"}, *_covers(look), key="covers") if look.covers else None,
        node("g", {"class": "places"}, *_places(look), key="places"),
        node("g", {"class": "marks", "aria-hidden": "true"}, *_marks(look), key="marks"),
        _claims(look) if look.claims else None,
    )


def drag_layer(look: Look) -> Node | None:
    """The tile in the air, over the board and beyond it: it comes from the rack."""
    if look.drag is None:
        return None
    return node(
        "svg",
        {"class": "drag-layer", **_window(look.box), "aria-hidden": "true"},
        _cover_drag(look.drag, look.colour or "") if isinstance(look.drag, CoverDrag) else _drag(look.drag),
        key="drag-layer",
    )


def _window(box: Box) -> dict[str, str]:
    return {"viewBox": " ".join(map(_written, box)), "preserveAspectRatio": "xMidYMid meet"}


def tile_picture(digits: Digits, points_up: bool = True, class_: str = "") -> Node:
    """A tile by itself, for rack, log and score sheet; what it stands for is named by what it is in."""
    return _picture(digits, points_up, f"tile-picture {class_}".strip())


@cache
def paints() -> Node:
    """The wood that all pictures are painted with; it must be on the page once, and not hidden."""
    return node(
        "svg",
        {"class": "paints", "width": 0, "height": 0, "aria-hidden": "true", "focusable": "false"},
        node("defs", {}, *map(_wood, range(TONES)), _rim(), _GRAIN, *map(_cut, range(1, TONES)), *cloths()),
        key="paints",
    )


def emblem(colour: str) -> Node:
    """The shape that goes with a player's colour, so that nobody has to tell players by hue."""
    return _EMBLEMS[colour]


# Shapes


def _row(cell: Cell) -> tuple[int, int]:
    """Row by row, so that a tile covers the thickness of the one behind it."""
    return cell.y, cell.x


def _written(number: float) -> str:
    return f"{round(number, 1):g}"


def _corners(points_up: bool, distance: float) -> tuple[Point, Point, Point]:
    """Points so far from the middle of a cell towards its corners, clockwise from the first."""
    across, along = distance * 3**0.5 / 2, distance / 2
    if points_up:
        return (0, -distance), (across, along), (-across, along)
    return (-across, -along), (across, -along), (0, distance)


def _triangle(points_up: bool, inset: float, radius: float) -> str:
    """A cell's outline round its middle, so far inside its sides and with rounded corners."""
    corners = _corners(points_up, CORNER - 2 * inset)
    cut = radius * 3**0.5 / (SIDE - 2 * 3**0.5 * inset)  # as a part of the side that is left
    path: list[str] = []
    for n, (x, y) in enumerate(corners):
        (before_x, before_y), (after_x, after_y) = corners[n - 1], corners[(n + 1) % 3]
        start = _written(x + (before_x - x) * cut), _written(y + (before_y - y) * cut)
        end = _written(x + (after_x - x) * cut), _written(y + (after_y - y) * cut)
        path.append(f"{'L' if path else 'M'}{' '.join(start)}A{radius:g} {radius:g} 0 0 1 {' '.join(end)}")
    return "".join(path) + "Z"


_OUTER = {up: _triangle(up, GAP, 8) for up in (True, False)}
_INNER = {up: _triangle(up, GAP + BEVEL, 5.5) for up in (True, False)}
_WHOLE = {up: _triangle(up, 0, 0.5) for up in (True, False)}
_RING = {up: _triangle(up, 0.4, 9) for up in (True, False)}


def _readable(box: Box) -> str:
    """How much larger a label must be to be read from as far away as this window shows the board."""
    return _written(min(max(1.0, min(box.width, box.height) / 700), 1.6))


def _moved(x: float, y: float) -> str:
    return f"translate({_written(x)} {_written(y)})"


@lru_cache(REMEMBERED)
def _shadow(cell: Cell) -> Node:
    return node("path", {"d": _OUTER[cell.points_up], "transform": _moved(*centre(cell))}, key=str(cell))


# A tile


@lru_cache(REMEMBERED)
def _tile(digits: Digits, points_up: bool) -> tuple[Node, ...]:
    a, b, c = digits
    tone = (a * b + b * c + c * a + a + b + c) % TONES  # the same however it is turned
    spots = _corners(points_up, CORNER - DIGIT_FROM_CORNER)
    engraved = "".join(_engraved(digit, x, y) for digit, (x, y) in zip(digits, spots, strict=True))
    return (
        node("path", {"class": "side", "d": _OUTER[points_up], "transform": f"translate(0 {THICKNESS})"}),
        node("path", {"class": "rim", "d": _OUTER[points_up]}),
        node("path", {"class": "face", "d": _INNER[points_up], "fill": f"url(#wood-{tone})"}),
        node("path", {"class": "grain", "d": _INNER[points_up], "fill": f"url(#grain-{tone})"}),
        # An engraved digit catches the light on its lower edge.
        node("path", {"class": "light", "d": engraved, "transform": "translate(0 1.3)"}),
        node("path", {"class": "digits", "d": engraved}),
    )


def _engraved(digit: int, x: float, y: float) -> str:
    """A digit with its middle at x, y, as a piece of a path."""
    from_x, from_y, way = DIGITS[digit]
    return f"M{_written(x + from_x)} {_written(y + from_y)}{way}"


@lru_cache(REMEMBERED)
def _laid(cell: Cell, digits: Digits, fresh: bool) -> Node:
    return node(
        "g",
        {
            "class": "tile fresh" if fresh else "tile",
            "data-cell": str(cell),
            "data-digits": "".join(map(str, digits)),
            "role": "img",
            "aria-label": tile_name(digits),
        },
        node("g", {"transform": _moved(*centre(cell))}, *_tile(digits, cell.points_up)),
        key=str(cell),
    )


@lru_cache(REMEMBERED)
def _picture(digits: Digits, points_up: bool, classes: str) -> Node:
    # As much room below as the thickness and its shadow take, above and beside as the outline does.
    top = -CORNER if points_up else -CORNER / 2
    return node(
        "svg",
        {
            "class": classes,
            "viewBox": f"{-SIDE / 2:g} {_written(top)} {SIDE:g} {_written(HEIGHT + THICKNESS + 2)}",
            "aria-hidden": "true",
            "focusable": "false",
        },
        node("path", {"class": "shadow near", "d": _INNER[points_up]}),
        *_tile(digits, points_up),
    )


# Places


def _places(look: Look) -> list[Node]:
    """The lit places; the one aimed at shows the tile as it would lie."""
    shown = {place.placement.cell: place for place in look.places}
    if look.aim:
        shown[look.aim.placement.cell] = look.aim
    cells = sorted(shown, key=_row)
    reached = look.focus if look.focus in shown else next(iter(cells), None)
    over = look.drag.over.placement.cell if isinstance(look.drag, Drag) and look.drag.over else None
    return [
        _place(shown[cell], place_name(shown[cell]), cell == reached, shown[cell] == look.aim, cell == over)
        for cell in cells
    ]


@lru_cache(REMEMBERED)
def _place(place: Place, label: str, reached: bool, aimed: bool, over: bool) -> Node:
    cell, digits = place.placement.cell, place.placement.digits
    up = cell.points_up
    traits = {"bonus": place.is_special, "aim": aimed, "over": over}
    return node(
        "g",
        {
            "class": " ".join(["place", *(name for name, holds in traits.items() if holds)]),
            "data-target": str(cell),
            "data-digits": "".join(map(str, digits)),
            "role": "button",
            "tabindex": 0 if reached else -1,
            "transform": _moved(*centre(cell)),
        },
        # Not an aria-label, which would contradict the digits of a tile that is aimed at.
        node("title", {}, label),
        # The whole cell takes the tap, gaps and all.
        node("path", {"class": "hit", "d": _WHOLE[up]}),
        node("g", {"class": "ghost"}, *_tile(digits, up)) if aimed else None,
        node("path", {"class": "focus", "d": _RING[up]}),
        node("path", {"class": "lit", "d": _OUTER[up]}),
        node("path", {"class": "sparkle", "d": _SPARKLES[up]}) if place.is_special and not aimed else None,
        node("path", {"class": "turns", "d": _TURN}) if aimed and place.turnings > 1 else None,
        node("text", {"class": "gain"}, signed(place.gain)) if place.gain is not None and not aimed else None,
        key=str(cell),
    )


# Covers and claims


def _covers(look: Look) -> Iterator[Node]:
    return (cover_view(lying.covered, lying.colour, lying.label) for lying in look.covers)


def _claims(look: Look) -> Node:
    """The shapes that can be claimed, the larger ones below and the one aimed at on top."""
    over = look.drag.over if isinstance(look.drag, CoverDrag) else None
    reached = look.claim or look.claims[0]
    scale = _readable(look.box)
    shapes = (
        _claim(claim, claim_name(claim), claim == reached, claim in (look.claim, over), scale)
        for claim in sorted(look.claims, key=lambda claim: (claim == look.claim, -claim.shape.cover))
    )
    return node("g", {"class": f"claims colour-{look.colour}"}, *shapes, key="claims")


@lru_cache(REMEMBERED)
def _claim(claim: Claim, label: str, reached: bool, aimed: bool, scale: str) -> Node:
    way, (x, y) = border(claim.shape), middle(claim.shape)
    text = signed(claim.points)
    width = 16 + 11 * len(text)
    return node(
        "g",
        {
            "class": f"claim claim-{claim.shape.cover} aim" if aimed else f"claim claim-{claim.shape.cover}",
            "data-claim": str(claim.shape),
            "role": "button",
            "tabindex": 0 if reached else -1,
        },
        node("title", {}, label),
        *(node("path", {"class": name, "d": way}) for name in ("halo", "edge")),
        *(_sent_back(old, (x, y)) for old in claim.sends_back),
        node(
            "g",
            {
                "class": "badge rich" if claim.sends_back else "badge",
                "transform": f"{_moved(x, y)} scale({scale})",
            },
            node("rect", {"x": -width / 2, "y": -15, "width": width, "height": 30, "rx": 15}),
            node("text", {}, text),
        ),
        key=str(claim.shape),
    )


def _sent_back(old: SentBack, badge: Point) -> Node:
    """Round a cover that would go, and whose it is, away from the badge; seen while its claim is aimed at."""
    way = border(old.shape)
    x, y = max(map(centre, old.shape.cells), key=lambda at: distance(at, badge))
    return node(
        "g",
        {"class": f"sent-back colour-{old.colour}", "data-sends-back": str(old.shape)},
        *(node("path", {"class": name, "d": way}) for name in ("under", "over")),
        node(
            "g",
            {"transform": f"{_moved(x, y)} scale(1.3)"},
            node("circle", {"r": 16}),
            node("path", {"class": "emblem-shape", "d": EMBLEMS[old.colour]}),
        ),
    )


def _sparkles(points_up: bool) -> str:
    """A small star of four rays in each corner."""
    stars = []
    for x, y in _corners(points_up, CORNER - 22):
        rays = ((0, -7), (1.6, -1.6), (7, 0), (1.6, 1.6), (0, 7), (-1.6, 1.6), (-7, 0), (-1.6, -1.6))
        stars.append("M" + "L".join(f"{_written(x + dx)} {_written(y + dy)}" for dx, dy in rays) + "Z")
    return "".join(stars)


_SPARKLES = {up: _sparkles(up) for up in (True, False)}
# Most of a circle, ending in the head of an arrow.
_TURN = "M7.4 -5.2A9 9 0 1 1 -3.8 -8.2M-9.6 -9.5L-3.8 -8.2L-6 -2.6"


# Marks on top


def _marks(look: Look) -> list[Node | None]:
    return [
        # Where shapes are to be claimed, their badges need the room.
        _last(look.last, look.last_colour)
        if look.last in look.laid and look.last_colour and not look.claims
        else None,
        _promise(look.aim, look.aim.gain, look.box) if look.aim and look.aim.gain is not None else None,
        _glow(look.glow, look.box) if look.glow else None,
        _clash(look.clash) if look.clash else None,
    ]


@lru_cache(REMEMBERED)
def _last(cell: Cell, colour: str) -> Node:
    """Round the tile laid last, with the emblem of who laid it."""
    return node(
        "g",
        {"class": f"last colour-{colour}", "transform": _moved(*centre(cell))},
        node("path", {"class": "halo", "d": _RING[cell.points_up]}),
        node("path", {"class": "ring", "d": _RING[cell.points_up]}),
        node("path", {"class": "emblem-shape", "d": EMBLEMS[colour], "transform": "scale(0.8)"}),
        key="last",
    )


def _promise(place: Place, gain: int, box: Box) -> Node:
    """What the place aimed at would bring, at its tip: round a vertex there is room between the digits."""
    cell, text = place.placement.cell, signed(gain)
    x, y = centre(cell)
    tip = y - CORNER if cell.points_up else y + CORNER
    width = 14 + 12 * len(text)
    return node(
        "g",
        {
            "class": "promise bonus" if place.is_special else "promise",
            "transform": f"{_moved(x, tip)} scale({_readable(box)})",
        },
        node("rect", {"x": -width / 2, "y": -13, "width": width, "height": 26, "rx": 13}),
        node("text", {}, text),
        key="promise",
    )


def _glow(glow: Glow, box: Box) -> Node:
    x, y = centre(glow.at)
    # Readable however far away the board is seen from.
    size = max(SIDE / 2, min(box.width, box.height) / 11)
    return node(
        "g",
        {"class": "glow"},
        *map(_gleam, sorted(glow.cells, key=_row)),
        node(
            "text",
            {"class": "rising", "x": _written(x), "y": _written(y), "font-size": _written(size)},
            signed(glow.gain),
        ),
        key=f"glow {glow.at}",
    )


@lru_cache(REMEMBERED)
def _gleam(cell: Cell) -> Node:
    shape = {"class": "lit", "d": _OUTER[cell.points_up], "transform": _moved(*centre(cell))}
    return node("path", shape, key=str(cell))


@lru_cache(REMEMBERED)
def _clash(vertex: Vertex) -> Node:
    return node(
        "g",
        {"class": "clash", "transform": _moved(*point(vertex))},
        # Round the digits that meet here, without hiding one.
        *(node("circle", {"class": name, "r": 49}) for name in ("halo", "ring")),
        *(node("path", {"class": name, "d": "M-9 -9L9 9M9 -9L-9 9"}) for name in ("halo", "ring")),
        key=f"clash {vertex}",
    )


def _drag(drag: Drag) -> Node:
    return node(
        "g",
        {"class": "drag", "transform": _moved(drag.x, drag.y)},
        *_in_the_air(drag.digits, drag.points_up),
        key="drag",
    )


def _cover_drag(drag: CoverDrag, colour: str) -> Node:
    x, y = middle(SAMPLES[drag.cover])
    return node(
        "g",
        {"class": "drag", "transform": _moved(drag.x - x, drag.y - y)},
        *cover_picture(drag.cover, colour).children,
        key="drag",
    )


@lru_cache(REMEMBERED)
def _in_the_air(digits: Digits, points_up: bool) -> tuple[Node, ...]:
    outline = _OUTER[points_up]
    shadows = (node("path", {"class": f"shadow {name}", "d": outline}) for name in SHADOWS)
    return *shadows, *_tile(digits, points_up)


# Wood


def _wood(tone: int) -> Node:
    return node(
        "linearGradient",
        {"id": f"wood-{tone}", "class": f"tone-{tone}", "x1": 0.15, "y1": 0, "x2": 0.6, "y2": 1},
        node("stop", {"class": "wood-top", "offset": 0}),
        node("stop", {"class": "wood-bottom", "offset": 1}),
    )


def _rim() -> Node:
    """Light falls on the bevel from the upper left."""
    return node(
        "linearGradient",
        {"id": "rim", "x1": 0.1, "y1": 0, "x2": 0.75, "y2": 1},
        node("stop", {"class": "rim-light", "offset": 0.25}),
        node("stop", {"class": "rim-dark", "offset": 0.8}),
    )


_GRAIN = node(
    "pattern",
    {
        "id": "grain-0",
        "class": "grain-lines",
        "patternUnits": "userSpaceOnUse",
        "width": 130,
        "height": 64,
        "patternTransform": "rotate(-14) translate(11 7)",
    },
    node(
        "path",
        {
            "class": "fine",
            "d": "M0 4C30 1 60 8 130 4M0 11C40 15 80 7 130 11M0 26C50 22 70 31 130 26M0 33C30 37 90 29 130 33"
            "M0 47C45 44 85 51 130 47M0 59C40 62 90 56 130 59",
        },
    ),
    node(
        "path",
        {
            "class": "coarse",
            "d": "M0 18C35 21 75 14 130 18M0 40C25 36 60 39 78 41S110 44 130 40M0 53C50 57 95 50 130 53",
        },
    ),
)


def _cut(tone: int) -> Node:
    """The same grain, from another place of the tree."""
    angle, along, across = ((9, 60, 21), (-31, 95, 38), (24, 33, 50))[tone - 1]
    return node(
        "pattern",
        {
            "id": f"grain-{tone}",
            "href": "#grain-0",
            "patternTransform": f"rotate({angle}) translate({along} {across})",
        },
    )


# Players

EMBLEMS = {
    "ember": "M0 -8.6A8.6 8.6 0 1 1 0 8.6A8.6 8.6 0 1 1 0 -8.6Z",
    "sky": "M-7.6 -7.6H7.6V7.6H-7.6Z",
    "leaf": "M0 -8.6L9.4 7.4H-9.4Z",
    "plum": "M0 -9.6L8 0L0 9.6L-8 0Z",
    "sun": "M0 -9.6L2.4 -3.3L9.1 -3L3.9 1.3L5.6 7.8L0 4.1L-5.6 7.8L-3.9 1.3L-9.1 -3L-2.4 -3.3Z",
    "slate": "M-4.6 -8L4.6 -8L9.2 0L4.6 8L-4.6 8L-9.2 0Z",
}
"""Shapes in a square from -10 to 10."""
_EMBLEMS = {
    colour: node(
        "svg",
        {
            "class": f"emblem colour-{colour}",
            "viewBox": "-10 -10 20 20",
            "aria-hidden": "true",
            "focusable": "false",
        },
        node("path", {"class": "emblem-shape", "d": shape}),
    )
    for colour, shape in EMBLEMS.items()
}
