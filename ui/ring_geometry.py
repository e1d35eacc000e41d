"""Where the spaces of the ring are on the drawing.

The ring is the border of a large triangle, eight cells of the lattice a side. It is one cell deep, so that
the spaces stand on their feet and on their heads in turn; each corner takes the two cells at its tip:

          /\\ 24
         /__\\            Clockwise from START at the right end of the base, twelve spaces a side:
        /    \\           0 START, 12 JAIL, 24 GO TO JAIL. In the middle is room for the die.
    12 /______\\ 0
"""

from collections.abc import Sequence
from functools import cache

from engine.lattice import Cell
from ui.geometry import HEIGHT, SIDE, Box, Point, centre, outline

ROWS = 8
BOARD = Box(-ROWS * SIDE / 2 - 22, -26, ROWS * SIDE + 44, ROWS * HEIGHT + 52)
MIDDLE: Point = (0.0, 5.2 * HEIGHT)
"""Of the room inside."""
ROOM_FOR_PIECES = 14.0


@cache
def ring() -> tuple[tuple[Cell, ...], ...]:
    """The cells of each space, the one at the tip of a corner last."""
    last = ROWS - 1
    base = [Cell(x, last) for x in range(last, -last - 1, -1)]
    left = [Cell(-y + aside, y) for y in range(last, -1, -1) for aside in (0, 1) if y or not aside]
    right = [Cell(y - aside, y) for y in range(last + 1) for aside in (1, 0) if y or not aside]
    spaces: list[tuple[Cell, ...]] = []
    for side in (base, left, right):
        spaces.append((side[1], side[0]))
        spaces += [(cell,) for cell in side[2:-2]]
    return tuple(spaces)


@cache
def corners_of(space: int) -> tuple[Point, ...]:
    """Round the space, clockwise."""
    cells = ring()[space]
    if len(cells) == 1:
        return outline(cells[0])
    inner, tip = cells
    shared = [corner for corner in tip.corners() if corner in inner.corners()]
    (far,) = (n for n, corner in enumerate(tip.corners()) if corner not in shared)
    (near,) = (n for n, corner in enumerate(inner.corners()) if corner not in shared)
    at_tip, at_inner = outline(tip), outline(inner)
    # From the far point clockwise round the tip, then the point that only the inner cell has.
    return at_tip[far], at_tip[(far + 1) % 3], at_inner[near], at_tip[(far + 2) % 3]


def middle_of(space: int) -> Point:
    """Where its number is, and a marker alone on it."""
    return centre(ring()[space][0])


def cell_of_jail(space: int) -> Point:
    """Behind the bars: the tip of a corner."""
    return centre(ring()[space][-1])


def spread(at: Point, n: int, of: int) -> Point:
    """Where the n-th of so many markers stands that share a place."""
    if of == 1:
        return at
    x, y = at
    across, down = _SPREAD[of][n]
    return x + across * ROOM_FOR_PIECES, y + down * ROOM_FOR_PIECES


_SPREAD = {
    2: ((-1, 0), (1, 0)),
    3: ((-1, -2 / 3), (1, -2 / 3), (0, 4 / 3)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
}


def centre_of_all(points: Sequence[Point]) -> Point:
    return sum(x for x, _y in points) / len(points), sum(y for _x, y in points) / len(points)
