"""Where cells and vertices are on the drawing, and the window through which the board is seen.

A side of a cell is 100 units long; vertex (0, 0) is the origin, y grows downward as on the lattice.
"""

from collections.abc import Collection
from math import floor
from typing import Literal, NamedTuple, TypeAlias

from engine.board import START
from engine.lattice import Cell, Vertex

SIDE = 100.0
HEIGHT = SIDE * 3**0.5 / 2

Point: TypeAlias = tuple[float, float]
Direction: TypeAlias = Literal["left", "right", "up", "down"]

LEAST_WIDTH, LEAST_HEIGHT = 5 * SIDE, 5 * HEIGHT
"""Of a fitted window, so that the first tile does not fill the screen."""
AIR = SIDE
"""Round the cells of a window newly fitted: room for another row or two columns."""
TOO_CLOSE = 0.1 * SIDE
"""What is left of that air when the window gives way to a larger one."""
TOO_WIDE = 1.6
"""How many times wider than needed a window may be before it gives way to a smaller one."""
NEAREST, FARTHEST = 2 * SIDE, 40 * SIDE
"""The narrowest and the widest view that zooming gives."""


class Box(NamedTuple):
    """A window on the board, as in an SVG view box."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height


def point(vertex: Vertex) -> Point:
    return vertex.u * SIDE / 2, vertex.v * HEIGHT


def centre(cell: Cell) -> Point:
    return cell.x * SIDE / 2, (cell.y + (2 / 3 if cell.points_up else 1 / 3)) * HEIGHT


def distance(one: Point, other: Point) -> float:
    return abs(complex(*one) - complex(*other))


def outline(cell: Cell) -> tuple[Point, Point, Point]:
    """Its corners, clockwise from the first."""
    first, second, third = cell.corners()
    return point(first), point(second), point(third)


def cell_at(x: float, y: float) -> Cell:
    """The cell under a point of the drawing."""
    row, column = floor(y / HEIGHT), floor(x / (SIDE / 2))
    down, across = y / HEIGHT - row, x / (SIDE / 2) - column
    # Between the middles of two neighbours in a row their common edge runs aslant.
    left = Cell(column, row)
    edge = down if left.points_up else 1 - down
    return left if across <= edge else Cell(column + 1, row)


def fit(cells: Collection[Cell], aspect: float, old: Box | None = None) -> Box:
    """A window round these cells, `aspect` times as wide as high.

    The old window stays as long as it serves, so that the board does not jump at every tile.
    """
    columns, rows = zip(*(cells or [START]), strict=True)
    left, right = (min(columns) - 1) * SIDE / 2, (max(columns) + 1) * SIDE / 2
    top, bottom = min(rows) * HEIGHT, (max(rows) + 1) * HEIGHT
    width = max(LEAST_WIDTH, right - left + 2 * AIR)
    height = max(LEAST_HEIGHT, bottom - top + 2 * AIR)
    width, height = max(width, height * aspect), max(height, width / aspect)
    if (
        old is not None
        and abs(old.width / old.height / aspect - 1) < 0.01
        and old.width <= TOO_WIDE * width
        and old.left + TOO_CLOSE <= left
        and right <= old.right - TOO_CLOSE
        and old.top + TOO_CLOSE <= top
        and bottom <= old.bottom - TOO_CLOSE
    ):
        return old
    return Box((left + right - width) / 2, (top + bottom - height) / 2, width, height)


def picture_box(cells: Collection[Cell]) -> Box:
    """The window that shows just these cells, with a little air."""
    corners = [corner for cell in (cells or [START]) for corner in outline(cell)]
    left, top = (min(corner[axis] for corner in corners) - AIR / 4 for axis in (0, 1))
    right, bottom = (max(corner[axis] for corner in corners) + AIR / 4 for axis in (0, 1))
    return Box(left, top, right - left, bottom - top)


def zoomed(box: Box, factor: float, x: float, y: float) -> Box:
    """Nearer by `factor`, or farther if it is below 1; the board stays put under the point (x, y)."""
    shorter, longer = sorted((box.width, box.height))
    # A window that was fitted may lie beyond the limits: it may come back, not go on.
    factor = min(max(factor, min(1, longer / FARTHEST)), max(1, shorter / NEAREST))
    return Box(
        x - (x - box.left) / factor, y - (y - box.top) / factor, box.width / factor, box.height / factor
    )


def panned(box: Box, dx: float, dy: float) -> Box:
    return box._replace(left=box.left + dx, top=box.top + dy)


def next_place(cells: Collection[Cell], current: Cell, direction: Direction) -> Cell:
    """The cell that an arrow key leads to.

    Left and right read the cells row by row, from the last on to the first again, so that every cell can
    be reached. Up and down go to the nearest in another row, and stay where there is none.
    """
    if direction == "right":
        ahead = [cell for cell in cells if _reading(cell) > _reading(current)]
        return min(ahead or cells, key=_reading, default=current)
    if direction == "left":
        behind = [cell for cell in cells if _reading(cell) < _reading(current)]
        return max(behind or cells, key=_reading, default=current)
    x, y = centre(current)
    rows = -1 if direction == "up" else 1

    def detour(cell: Cell) -> tuple[float, Cell]:
        # A step aside counts double: "up" should look like up.
        its_x, its_y = centre(cell)
        return abs(its_y - y) + 2 * abs(its_x - x), cell

    return min((c for c in cells if (c.y - current.y) * rows > 0), key=detour, default=current)


def _reading(cell: Cell) -> tuple[int, int]:
    return cell.y, cell.x
