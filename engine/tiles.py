"""The 56 tiles, racks of them, and which tile answers which demand.

A rack is a set of tiles kept as one integer, a bit for each tile. "Which of these fit there?" is then
a single `&` between the rack and the tiles that answer what the place demands. The bits are in the order
of the tiles' points, so the highest bit of a rack is its most valuable tile.
"""

import operator
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import TypeAlias

from engine.errors import Malformed, quoted
from engine.lattice import REMEMBERED, Cell

Digits: TypeAlias = tuple[int, int, int]
Demand: TypeAlias = tuple[int | None, int | None, int | None]
"""What a place asks of its three corners: the digit that must lie there, or None for any."""
Rack: TypeAlias = int

DIGITS = range(6)
_TILE = re.compile(r"[0-5]{3}")


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile by its digits, clockwise from the smallest. Parse and `str` undo each other."""

    digits: Digits

    @property
    def points(self) -> int:
        return sum(self.digits)

    @property
    def is_triple(self) -> bool:
        return self.digits[0] == self.digits[2]

    @property
    def bit(self) -> Rack:
        return _BITS[self.digits]

    def rotations(self) -> list[Digits]:
        """The different ways it can lie: one for a triple, else three."""
        a, b, c = self.digits
        return list(dict.fromkeys([(a, b, c), (b, c, a), (c, a, b)]))

    @classmethod
    def parse(cls, text: str) -> "Tile":
        if not _TILE.fullmatch(text) or text > "".join(sorted(text)):
            raise Malformed(f"{quoted(text)} is not a tile: write its digits in rising order, such as 135")
        return TILE_OF[digits_of(text)]

    def __str__(self) -> str:
        a, b, c = self.digits
        return f"{a}{b}{c}"


def digits_of(text: str) -> Digits:
    return int(text[0]), int(text[1]), int(text[2])


TILES = tuple(Tile(digits) for digits in combinations_with_replacement(DIGITS, 3))
BY_POINTS = tuple(sorted(TILES, key=lambda tile: (tile.points, tile.digits)))
"""The tiles in the order of their bits."""
_BITS = {tile.digits: 1 << n for n, tile in enumerate(BY_POINTS)}

TILE_OF = {digits: tile for tile in TILES for digits in tile.rotations()}
"""The tile that shows these digits clockwise. A mirrored triple such as 321 belongs to none."""


def rack_of(tiles: Iterable[Tile]) -> Rack:
    rack = 0
    for tile in tiles:
        rack |= tile.bit
    return rack


def tiles_of(rack: Rack) -> tuple[Tile, ...]:
    """The tiles on a rack, in rising order."""
    tiles = []
    while rack:
        lowest = rack & -rack
        tiles.append(BY_POINTS[lowest.bit_length() - 1])
        rack ^= lowest
    return tuple(sorted(tiles, key=_digits))


_digits = operator.attrgetter("digits")

POINTS = (0, *(tile.points for tile in BY_POINTS))
"""The points of a rack's most valuable tile, by the `bit_length` of the rack."""
_POINTS_BY_BYTE = tuple(
    tuple(sum(tile.points for n, tile in enumerate(eight) if byte >> n & 1) for byte in range(256))
    for eight in (BY_POINTS[start : start + 8] for start in range(0, len(TILES), 8))
)


def rack_points(rack: Rack) -> int:
    points = 0
    for byte in _POINTS_BY_BYTE:
        points += byte[rack & 255]
        rack >>= 8
    return points


WAYS: dict[Demand, list[tuple[Rack, Digits]]] = {demand: [] for demand in product((*DIGITS, None), repeat=3)}
"""For each demand, every way to answer it: the tile's bit and how its digits then lie."""
FITS: dict[Demand, Rack] = dict.fromkeys(WAYS, 0)
"""For each demand, the tiles that can answer it."""
for (_a, _b, _c), _tile in TILE_OF.items():
    for _demand in product((_a, None), (_b, None), (_c, None)):
        WAYS[_demand].append((_tile.bit, (_a, _b, _c)))
        FITS[_demand] |= _tile.bit


FREE = len(DIGITS)
"""In place of a digit where a corner shows none yet."""
FITTING = tuple(
    tuple(tuple(FITS[a, b, c] for c in (*DIGITS, None)) for b in (*DIGITS, None)) for a in (*DIGITS, None)
)
"""The same as `FITS`, by three numbers up to `FREE`, which is quicker."""
WAY: dict[Demand, dict[Rack, Digits]] = {demand: dict(ways) for demand, ways in WAYS.items()}
"""How a tile, by its bit, lies to answer this demand; one of several ways where two corners are free."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A tile lying on a cell: its digits clockwise from the cell's first corner."""

    digits: Digits
    cell: Cell

    @property
    def tile(self) -> Tile:
        return TILE_OF[self.digits]

    @staticmethod
    @lru_cache(REMEMBERED)
    def parse(text: str) -> "Placement":
        digits, at, cell = text.partition("@")
        if not at or not _TILE.fullmatch(digits):
            raise Malformed(f"{quoted(text)} is not a placement: write digits@cell such as 351@2,-1")
        if digits_of(digits) not in TILE_OF:
            raise Malformed(f"no tile shows {digits} clockwise: it is a mirror image")
        return Placement(digits_of(digits), Cell.parse(cell))

    def __str__(self) -> str:
        a, b, c = self.digits
        x, y = self.cell
        return f"{a}{b}{c}@{x},{y}"
