"""The table: what lies where, and what fits beside it.

The board keeps every open cell – empty, with a tile beside it – together with the digits its corners
demand. Laying a tile changes only the few open cells that touch it, so listing what a rack can do
looks at the open cells and never at the table. Before the first tile the one open cell is 0,0 and it
demands nothing.
"""

from collections.abc import Iterator
from enum import StrEnum

from engine.errors import NotAllowed
from engine.lattice import Cell, Vertex
from engine.tiles import ANY, FITS, WAYS, Demand, Digits, Placement, Rack

START = Cell(0, 0)


class Figure(StrEnum):
    """What a tile can make together with those already there."""

    BRIDGE = "bridge"
    HEXAGON = "hexagon"
    DOUBLE_HEXAGON = "double-hexagon"
    TRIPLE_HEXAGON = "triple-hexagon"
    BRIDGE_EXTENSION = "bridge-extension"


HEXAGONS = (Figure.HEXAGON, Figure.DOUBLE_HEXAGON, Figure.TRIPLE_HEXAGON)


class Board:
    def __init__(self) -> None:
        self.laid: dict[Cell, Digits] = {}
        self.numbers: dict[Vertex, int] = {}
        self.open: dict[Cell, Demand] = {START: ANY}
        self.bridges: set[Cell] = set()

    def placements(self, rack: Rack) -> Iterator[Placement]:
        """Every way to lay a tile of this rack."""
        for cell, demand in self.open.items():
            if FITS[demand] & rack:
                for bit, digits in WAYS[demand]:
                    if bit & rack:
                        yield Placement(digits, cell)

    def accepts(self, rack: Rack) -> bool:
        """Whether any tile of this rack can be laid."""
        return any(FITS[demand] & rack for demand in self.open.values())

    def check(self, placement: Placement) -> None:
        """Raise `NotAllowed` with the reason if it does not fit."""
        cell = placement.cell
        if cell in self.laid:
            raise NotAllowed(f"cell {cell} is taken")
        if not self.laid and cell != START:
            raise NotAllowed(f"the first tile goes to cell {START}")
        if cell not in self.open:
            raise NotAllowed(f"no tile lies beside cell {cell}")
        for corner, shown, digit in self.clashes(placement):
            raise NotAllowed(f"corner {corner} shows {shown}, the tile has {digit}")

    def clashes(self, placement: Placement) -> Iterator[tuple[Vertex, int, int]]:
        """The corners where a number on the table is not the tile's: corner, number shown, tile's digit."""
        for corner, digit in zip(placement.cell.corners(), placement.digits, strict=True):
            shown = self.numbers.get(corner, digit)
            if shown != digit:
                yield corner, shown, digit

    def figure(self, cell: Cell) -> Figure | None:
        """The figure that a fitting tile makes on this open cell."""
        if not self.laid:
            return None
        beside = [n for n, neighbour in enumerate(cell.neighbours()) if neighbour in self.laid]
        if len(beside) == 1:
            opposite = cell.corners()[beside[0]]
            return Figure.BRIDGE if opposite in self.numbers else None
        if closed := self.hexagons(cell):
            return HEXAGONS[len(closed) - 1]
        if len(beside) == 2 and any(cell.neighbours()[n] in self.bridges for n in beside):
            return Figure.BRIDGE_EXTENSION
        return None

    def hexagons(self, cell: Cell) -> tuple[Vertex, ...]:
        """The corners that have all six cells around them taken once this cell is."""
        laid = self.laid
        return tuple(
            corner
            for corner in cell.corners()
            if corner in self.numbers and all(c in laid or c == cell for c in corner.cells())
        )

    def lay(self, placement: Placement) -> None:
        """Lay a tile that fits: `check` is the caller's duty."""
        cell = placement.cell
        if self.figure(cell) is Figure.BRIDGE:
            self.bridges.add(cell)
        self.laid[cell] = placement.digits
        del self.open[cell]
        for corner, digit in zip(cell.corners(), placement.digits, strict=True):
            if corner not in self.numbers:
                self.numbers[corner] = digit
                for touching in corner.cells():
                    if touching in self.open:
                        self.open[touching] = self._demand(touching)
        for neighbour in cell.neighbours():
            if neighbour not in self.laid:
                self.open[neighbour] = self._demand(neighbour)

    def _demand(self, cell: Cell) -> Demand:
        first, second, third = cell.corners()
        shown = self.numbers.get
        return shown(first), shown(second), shown(third)

    def copy(self) -> "Board":
        twin = Board()
        twin.laid = self.laid.copy()
        twin.numbers = self.numbers.copy()
        twin.open = self.open.copy()
        twin.bridges = self.bridges.copy()
        return twin
