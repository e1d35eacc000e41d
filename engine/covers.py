"""The three covers of Conquest – diamond, triangle, hexagon – and the land they lie on.

    dia@0,0:1,0     two cells that share a side, the smaller first
    tri@0,0         a centre cell and the three beside it
    hex@1,1         the six cells round a vertex

A shape is a place for a cover. The land knows which shape is covered by whom, and what is left in each
player's hand.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from engine.errors import Malformed, quoted
from engine.lattice import REMEMBERED, Cell, Vertex
from engine.tiles import Digits

_SHAPE = re.compile(r"(dia|tri|hex)@([^:]*)(?::([^:]*))?")


class Cover(IntEnum):
    """The kinds of cover by the tiles they lie on: a larger one overpowers a smaller one."""

    DIA = 2
    TRI = 4
    HEX = 6

    @classmethod
    def parse(cls, text: str) -> "Cover":
        if text not in ("dia", "tri", "hex"):
            raise Malformed(f"{quoted(text)} is not a cover: there are dia, tri and hex")
        return cls[text.upper()]

    def __str__(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Shape:
    """Cells that one cover lies on, in rising order, and how they are written."""

    cover: Cover
    cells: tuple[Cell, ...]
    text: str

    @staticmethod
    @lru_cache(REMEMBERED)
    def parse(text: str) -> "Shape":
        match = _SHAPE.fullmatch(text)
        if not match or (match[1] == "dia") != (match[3] is not None):
            raise Malformed(f"{quoted(text)} is not a shape: write hex@u,v or tri@x,y or dia@x,y:x,y")
        first = Cell.parse(match[2])
        if match[1] == "tri":
            return triangle(first)
        if match[1] == "hex":
            if not first.points_up:
                raise Malformed(f"{first} is not a vertex: its two numbers have an even sum")
            return hexagon(Vertex(*first))
        second = Cell.parse(match[3])
        if second not in first.neighbours() or second < first:
            raise Malformed(f"{quoted(text)} is not a diamond: write two neighbours, the smaller first")
        return diamond(first, second)

    def points(self, laid: Mapping[Cell, Digits]) -> int:
        """The digits on its cells; those without a tile count nothing."""
        return sum(sum(laid[cell]) for cell in self.cells if cell in laid)

    def __str__(self) -> str:
        return self.text


def diamond(one: Cell, other: Cell) -> Shape:
    first, second = sorted((one, other))
    return Shape(Cover.DIA, (first, second), f"dia@{first}:{second}")


def triangle(centre: Cell) -> Shape:
    return Shape(Cover.TRI, tuple(sorted((centre, *centre.neighbours()))), f"tri@{centre}")


def hexagon(vertex: Vertex) -> Shape:
    return Shape(Cover.HEX, tuple(sorted(vertex.cells())), f"hex@{vertex}")


@lru_cache(REMEMBERED)
def shapes_with(cell: Cell) -> tuple[Shape, ...]:
    """The ten shapes that this cell is part of: three diamonds, four triangles, three hexagons."""
    beside = cell.neighbours()
    return (
        *(diamond(cell, other) for other in beside),
        *(triangle(centre) for centre in (cell, *beside)),
        *(hexagon(corner) for corner in cell.corners()),
    )


@lru_cache(REMEMBERED)
def completed_by(cell: Cell) -> tuple[tuple[Shape, frozenset[Cell]], ...]:
    """The shapes that this cell is part of, each with the cells that it needs besides."""
    return tuple((shape, frozenset(shape.cells) - {cell}) for shape in shapes_with(cell))


@dataclass(frozen=True, slots=True)
class Covered:
    """A cover on the table: whose it is and where it lies."""

    seat: int
    shape: Shape


class Land:
    """Which cells are covered, by whom, and the covers that each seat still has in hand."""

    def __init__(self, covers: Mapping[Cover, int], players: int) -> None:
        self.over: dict[Cell, Covered] = {}
        self.in_hand: list[dict[Cover, int]] = [dict(covers) for _ in range(players)]

    def accepted_with(self, cell: Cell, laid: Mapping[Cell, Digits]) -> Iterator[Shape]:
        """The shapes that a tile on this cell, laid or about to be, is part of and that could be claimed."""
        tiles = laid.keys()
        for shape, others in completed_by(cell):
            # Most are not complete, so this is looked at first, and all at once.
            if others <= tiles and self._has_room(shape):
                yield shape

    def accepts(self, shape: Shape, laid: Mapping[Cell, Digits]) -> bool:
        """Whether all its cells have tiles and none is under a cover as large."""
        return all(cell in laid for cell in shape.cells) and self._has_room(shape)

    def _has_room(self, shape: Shape) -> bool:
        for cell in shape.cells:
            if (there := self.over.get(cell)) and there.shape.cover >= shape.cover:
                return False
        return True

    def overpowered(self, shape: Shape) -> list[Covered]:
        """The smaller covers that one on this shape would send back, in the order of its cells."""
        return list(dict.fromkeys(self.over[cell] for cell in shape.cells if cell in self.over))

    def claim(self, seat: int, shape: Shape) -> list[Covered]:
        """Cover a shape that `accepts` it; what was overpowered is back in its owners' hands."""
        returned = self.overpowered(shape)
        for covered in returned:
            self.in_hand[covered.seat][covered.shape.cover] += 1
            for cell in covered.shape.cells:
                del self.over[cell]
        self.in_hand[seat][shape.cover] -= 1
        covered = Covered(seat, shape)
        for cell in shape.cells:
            self.over[cell] = covered
        return returned

    def covered(self) -> Iterator[Covered]:
        """Every cover on the table, once."""
        yield from dict.fromkeys(self.over.values())

    def tiles(self, seat: int) -> int:
        """How many tiles lie under this seat's covers."""
        return sum(covered.seat == seat for covered in self.over.values())

    def points(self, laid: Mapping[Cell, Digits]) -> list[int]:
        """The digits under each seat's covers."""
        sums = [0] * len(self.in_hand)
        for cell, covered in self.over.items():
            sums[covered.seat] += sum(laid[cell])
        return sums

    def swing(self, seat: int, shape: Shape, laid: Mapping[Cell, Digits]) -> int:
        """What claiming this shape gains this seat over all others."""
        swing = shape.points(laid)
        for covered in self.overpowered(shape):
            lost = covered.shape.points(laid)
            swing += -lost if covered.seat == seat else lost
        return swing

    def copy(self) -> "Land":
        twin = Land({}, 0)
        twin.over = self.over.copy()
        twin.in_hand = [held.copy() for held in self.in_hand]
        return twin
