"""The ring as a picture: wooden triangles round the border of a large one, die and bank in the middle.

A space shows its colour as a band inside its edge and as pips, one for the cheapest colour to four for the
dearest. Whose it is, its cloth tells by colour and pattern, and the owner's emblem. Colours and motion are in
ring.css.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from engine.ring import Space
from ui.board_view import EMBLEMS, TONES
from ui.geometry import HEIGHT, SIDE, Point, centre
from ui.nodes import Node, node
from ui.ring_geometry import BOARD, MIDDLE, centre_of_all, corners_of, middle_of, ring
from ui.ring_scene import Piece, RingLook, SpaceLook
from ui.words import _, n_

PIPS = {Space.BLUE: 1, Space.GREEN: 2, Space.YELLOW: 3, Space.RED: 4}
"""How many dots tell each colour, whatever it looks like."""
GAP, BAND, INNER = 2.0, 6.2, 9.8
"""How far inside a space's sides are its wood, the middle of its band, and its cloth."""
REMEMBERED = 1 << 10
DIE = 58.0
"""Half a side of the die."""
FACES = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
TUMBLING = (3, 6, 2, 5)
"""Faces that are seen while it rolls."""
# Round the middle of a space.
_SIGNS = {
    Space.CARD: "M-10 -9C-10 -22 12 -22 12 -8C12 2 1 2 1 12M1 20V20.5",
    Space.RESUPPLY: "M-15 -6L0 -13L15 -6V9L0 16L-15 9ZM-15 -6L0 1L15 -6M0 1V16",
    Space.START: "M-22 0H18M6 -12L20 0L6 12",
    Space.JAIL: "M-12 -14V14M-4 -14V14M4 -14V14M12 -14V14M-17 -14H17M-17 14H17",
    Space.GO_TO_JAIL: "M-9 -17V7M0 -17V7M9 -17V7M-14 -17H14M-14 7H14M0 13V24M-7 18L0 25L7 18",
}


def ring_board(look: RingLook, still: bool = False) -> Node:
    """The whole board; where it stands `still` nothing can be tapped on it."""
    return node(
        "svg",
        {
            "id": "board",
            "class": "board ring",
            "viewBox": " ".join(f"{number:.0f}" for number in BOARD),
            "preserveAspectRatio": "xMidYMid meet",
            "role": "group",
            "aria-label": _("The ring"),
        },
        _ground(),
        node(
            "g",
            {"class": "spaces"},
            *(_space(s, not still and s.number == look.focus, still) for s in look.spaces),
        ),
        _middle(look.die, look.rolls, look.bank, look.deck),
        node("g", {"class": "pieces"}, *map(_piece, look.pieces), key="pieces"),
    )


def ring_picture(look: RingLook, size: str = "large") -> Node:
    """The ring by itself, `small` with nothing but who holds what; what it shows is told beside it."""
    return node(
        "svg",
        {
            "class": f"tiles-picture ring {size}",
            "viewBox": " ".join(f"{number:.0f}" for number in BOARD),
            "aria-hidden": "true",
            "focusable": "false",
        },
        *(node("g", {"class": _class_of(space)}, *_face(space)) for space in look.spaces),
        *(_marker(piece) for piece in look.pieces),
    )


# Shapes


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


@cache
def _inside(space: int, inset: float) -> str:
    """The outline of a space, so far inside its sides."""
    corners = corners_of(space)
    x, y = centre_of_all(corners)
    scale = 1 - inset / (HEIGHT / (3 if len(corners) == 3 else 2))
    return _points([(x + (to_x - x) * scale, y + (to_y - y) * scale) for to_x, to_y in corners])


@cache
def _ground() -> Node:
    """What the spaces lie on, and its shadow."""
    width, height = 4 * SIDE, 8 * HEIGHT
    outer = f"0,-4 {width + 6:.1f},{height + 4:.1f} {-width - 6:.1f},{height + 4:.1f}"
    return node(
        "g",
        {"class": "ground", "aria-hidden": "true"},
        node("polygon", {"class": "shadow", "points": outer}),
        node("polygon", {"class": "tray", "points": outer}),
        node(
            "polygon",
            {"class": "well", "points": _points([(0, 2 * HEIGHT), (250, 7 * HEIGHT), (-250, 7 * HEIGHT)])},
        ),
        key="ground",
    )


# The spaces


def _class_of(space: SpaceLook) -> str:
    states = {"held": space.owner is not None, "asked": space.is_asked, "fresh": space.is_new}
    classes = ["space", f"space-{space.space}", *(state for state, holds in states.items() if holds)]
    return " ".join([*classes, f"colour-{space.colour}"] if space.colour else classes)


@lru_cache(REMEMBERED)
def _space(space: SpaceLook, is_stop: bool, still: bool) -> Node:
    tapped = {} if still else {"role": "button", "tabindex": 0 if is_stop else -1}
    return node(
        "g",
        {
            "class": _class_of(space),
            "data-space": space.number,
            "data-owner": space.owner,
            "aria-label": space.label,
            **(tapped or {"role": "img"}),
        },
        *_face(space),
        key=str(space.number),
    )


def _face(space: SpaceLook) -> Iterator[Node]:
    number = space.number
    wood = _inside(number, GAP)
    tone = (7 * number + number // 5) % TONES
    yield node("polygon", {"class": "wood", "points": wood, "fill": f"url(#wood-{tone})"})
    yield node("polygon", {"class": "grain", "points": wood, "fill": f"url(#grain-{tone})"})
    yield node("polygon", {"class": "band", "points": _inside(number, BAND)})
    if space.colour:
        cloth = _inside(number, INNER)
        yield node("polygon", {"class": "tint", "points": cloth})
        yield node("polygon", {"class": "weave", "points": cloth, "fill": f"url(#cloth-{space.colour})"})
        yield node("polygon", {"class": "hem", "points": cloth})
    x, y = middle_of(number)
    if space.price is None:
        yield _sign(space)
    else:
        up = ring()[number][0].points_up
        yield node(
            "text", {"class": "number", "x": f"{x:.1f}", "y": f"{y + (-1 if up else 1):.1f}"}, str(number)
        )
        yield _pips(x, y + (19 if up else -19), PIPS[space.space])
        if space.colour:
            at = f"translate({x:.1f} {y + (-24 if up else 24):.1f}) scale(0.72)"
            yield node("path", {"class": "sigil", "d": EMBLEMS[space.colour], "transform": at})
    if space.is_asked:
        yield node("polygon", {"class": "here", "points": wood})


def _sign(space: SpaceLook) -> Node:
    corners = corners_of(space.number)
    x, y = middle_of(space.number) if len(corners) == 3 else centre_of_all(corners)
    if space.space in (Space.JAIL, Space.GO_TO_JAIL):
        x, y = centre(ring()[space.number][-1])
        y += 4 if space.space is Space.JAIL else 6
    flip = " scale(-1 1)" if space.space is Space.START else ""
    return node(
        "path", {"class": "sign", "d": _SIGNS[space.space], "transform": f"translate({x:.1f} {y:.1f}){flip}"}
    )


def _pips(x: float, y: float, count: int) -> Node:
    left = x - (count - 1) * 5
    way = "".join(f"M{left + 10 * n:.1f} {y:.1f}h.01" for n in range(count))
    return node("path", {"class": "pips", "d": way})


# Markers, die and bank


@lru_cache(REMEMBERED)
def _piece(piece: Piece) -> Node:
    classes = ["piece", f"colour-{piece.colour}", *(["to-move"] if piece.to_move else [])]
    return node(
        "g",
        {
            "class": " ".join(classes),
            "data-piece": piece.seat,
            "transform": f"translate({piece.at[0]:.1f} {piece.at[1]:.1f})",
            "role": "img",
            "aria-label": piece.label,
        },
        *_man(piece.colour),
        key=f"piece-{piece.seat}",
    )


def _marker(piece: Piece) -> Node:
    at = f"translate({piece.at[0]:.1f} {piece.at[1]:.1f})"
    return node("g", {"class": f"piece colour-{piece.colour}", "transform": at}, *_man(piece.colour))


@cache
def _man(colour: str) -> tuple[Node, ...]:
    """A disc with the owner's emblem."""
    return (
        node("ellipse", {"class": "foot", "cx": 1, "cy": 4, "rx": 19, "ry": 18}),
        node("circle", {"class": "man", "r": 18}),
        node("path", {"class": "sigil", "d": EMBLEMS[colour], "transform": "scale(1.05)"}),
    )


@lru_cache(REMEMBERED)
def _middle(die: int | None, rolls: int, bank: int, deck: int) -> Node:
    x, y = MIDDLE
    in_bank = n_("{n} in the bank", "{n} in the bank", bank).format(n=bank)
    in_deck = n_("{n} card in the deck", "{n} cards in the deck", deck).format(n=deck)
    return node(
        "g",
        {"class": "middle"},
        _die(die, rolls, x, y - 40) if die else None,
        node("text", {"class": "bank", "data-bank": bank, "x": f"{x:.1f}", "y": f"{y + 70:.1f}"}, in_bank),
        node("text", {"class": "deck", "x": f"{x:.1f}", "y": f"{y + 110:.1f}"}, in_deck),
        key="middle",
    )


def _die(shown: int, rolls: int, x: float, y: float) -> Node:
    """Rolled anew it is a new element, and tumbles before it shows."""
    side = {"x": -DIE, "y": -DIE, "width": 2 * DIE, "height": 2 * DIE, "rx": 18}
    return node(
        "g",
        {
            "class": "die",
            "data-die": shown,
            "transform": f"translate({x:.1f} {y:.1f})",
            "role": "img",
            "aria-label": _("The die shows {n}").format(n=shown),
        },
        node("rect", {"class": "die-shadow", **side}),
        node(
            "g",
            {"class": "cube"},
            node("rect", {"class": "cube-face", **side}),
            *(_dots(face, f"tumbling tumbling-{n}") for n, face in enumerate(TUMBLING)),
            _dots(shown, "shown"),
        ),
        key=f"die {rolls}",
    )


@cache
def _dots(face: int, class_: str) -> Node:
    way = "".join(f"M{30 * x} {30 * y}h.01" for x, y in FACES[face])
    return node("path", {"class": f"dots {class_}", "d": way})
