"""The triangular lattice: cells, their corners, and who touches whom.

         (0,0)               A cell (x, y) points up when x + y is even.
          / \\                Corners run clockwise from the first:
         /   \\               up: apex, right, left; down: left, right, bottom.
   (-1,1)-----(1,1)          Vertices are the (u, v) with u + v even.

The picture is cell (0, 0). Relations are remembered once worked out: a game asks for the same few
hundred cells over and over, and this is most of what laying a tile costs.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, TypeVar

from engine.errors import Malformed, quoted

REMEMBERED = 1 << 14  # far more cells than 56 tiles can reach

_PAIR = re.compile(r"(0|-?[1-9][0-9]{0,3}),(0|-?[1-9][0-9]{0,3})")


class Vertex(NamedTuple):
    """A point of the lattice, where six cells meet."""

    u: int
    v: int

    def cells(self) -> tuple["Cell", ...]:
        """The six cells around it: three above, left to right, then three below."""
        return _around(self)

    def __str__(self) -> str:
        return f"{self.u},{self.v}"


class Cell(NamedTuple):
    """A place for one tile."""

    x: int
    y: int

    @property
    def points_up(self) -> bool:
        return (self.x + self.y) % 2 == 0

    def corners(self) -> tuple[Vertex, Vertex, Vertex]:
        """Its three vertices, clockwise from the first."""
        return _corners(self)

    def neighbours(self) -> tuple["Cell", "Cell", "Cell"]:
        """The cells across its edges; the n-th lies opposite the n-th corner."""
        return _neighbours(self)

    @classmethod
    def parse(cls, text: str) -> "Cell":
        if not (match := _PAIR.fullmatch(text)):
            raise Malformed(f"{quoted(text)} is not a cell: write x,y such as 2,-1")
        return cls(int(match[1]), int(match[2]))

    def __str__(self) -> str:
        return f"{self.x},{self.y}"


@lru_cache(REMEMBERED)
def _around(vertex: Vertex) -> tuple[Cell, ...]:
    u, v = vertex
    return tuple(Cell(x, y) for y in (v - 1, v) for x in (u - 1, u, u + 1))


@lru_cache(REMEMBERED)
def _corners(cell: Cell) -> tuple[Vertex, Vertex, Vertex]:
    x, y = cell
    if cell.points_up:
        return Vertex(x, y), Vertex(x + 1, y + 1), Vertex(x - 1, y + 1)
    return Vertex(x - 1, y), Vertex(x + 1, y), Vertex(x, y + 1)


@lru_cache(REMEMBERED)
def _neighbours(cell: Cell) -> tuple[Cell, Cell, Cell]:
    x, y = cell
    if cell.points_up:
        return Cell(x, y + 1), Cell(x - 1, y), Cell(x + 1, y)
    return Cell(x + 1, y), Cell(x - 1, y), Cell(x, y - 1)


_Found = TypeVar("_Found")


class _Table(dict[Cell, _Found]):
    """A relation worked out at the first look-up of each cell: for cells near tiles, not for typed ones."""

    def __init__(self, relation: Callable[[Cell], _Found]) -> None:
        super().__init__()
        self._relation = relation

    def __missing__(self, cell: Cell) -> _Found:
        found = self[cell] = self._relation(cell)
        return found


def _sides(cell: Cell) -> tuple[tuple[Cell, Vertex, int, int], ...]:
    mine = cell.corners()
    return tuple(
        (neighbour, tip, (n + 2) % 3, (n + 1) % 3)
        for n, neighbour in enumerate(cell.neighbours())
        for tip in neighbour.corners()
        if tip not in mine
    )


def _tips(cell: Cell) -> tuple[tuple[int, Vertex, tuple[Cell, ...]], ...]:
    near = {cell, *cell.neighbours()}
    return tuple(
        (n, corner, tuple(other for other in corner.cells() if other not in near))
        for n, corner in enumerate(cell.corners())
    )


CORNERS = _Table(Cell.corners)
NEIGHBOURS = _Table(Cell.neighbours)
SIDES = _Table(_sides)
"""For each cell its three neighbours, each with its corner that is none of the cell's, and the two of the
cell's corners that it shares, as they run clockwise round the neighbour."""
TIPS = _Table(_tips)
"""For each cell its three corners, each with the three cells that touch the cell there and nowhere else."""
