"""The table: what lies where, and what fits beside it.

The board keeps every open cell – empty, with a tile beside it – together with the digits its corners
demand, the tiles that answer them and the figure one would make there. Laying a tile changes only the
few open cells that touch it, so listing what a rack can do looks at the open cells and never at the
table. Before the first tile the one open cell is 0,0 and it demands nothing.

Computer players lay a million tiles a minute on copies of the board they see: `put` is the one way to
lay a tile, theirs and everybody's, and it is written for speed.
"""

from collections.abc import Iterator
from enum import StrEnum

from engine.errors import NotAllowed
from engine.lattice import CORNERS, NEIGHBOURS, SIDES, TIPS, Cell, Vertex
from engine.tiles import FITTING, FREE, TILES, WAYS, Demand, Digits, Placement, Rack, rack_of

START = Cell(0, 0)
EVERY_TILE = rack_of(TILES)


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
        self.bridges: set[Cell] = set()
        self.fits: dict[Cell, Rack] = {START: EVERY_TILE}
        """The tiles that fit on an open cell. Cells that none can fit are left out."""
        self.figures: dict[Cell, tuple[Rack, Figure]] = {}
        """The open cells on which a tile makes a figure: which tiles fit there, and what they make."""
        self._beside: dict[Cell, int] = {START: 0}  # open cells, and how many tiles lie beside them
        self._around: dict[Vertex, int] = {}  # how many tiles meet there
        self._in_play = EVERY_TILE

    @property
    def open(self) -> dict[Cell, Demand]:
        """The open cells with what their corners demand."""
        return {cell: self.demand(cell) for cell in self._beside}

    def demand(self, cell: Cell) -> Demand:
        shown = self.numbers.get
        first, second, third = CORNERS[cell]
        return shown(first), shown(second), shown(third)

    def placements(self, rack: Rack) -> Iterator[Placement]:
        """Every way to lay a tile of this rack."""
        for cell, fitting in self.fits.items():
            if fitting & rack:
                for bit, digits in WAYS[self.demand(cell)]:
                    if bit & rack:
                        yield Placement(digits, cell)

    def accepts(self, rack: Rack) -> bool:
        """Whether any tile of this rack can be laid."""
        return any(fitting & rack for fitting in self.fits.values())

    def playable(self) -> Rack:
        """Every tile that fits somewhere."""
        everything = 0
        for fitting in self.fits.values():
            everything |= fitting
        return everything

    def check(self, placement: Placement) -> None:
        """Raise `NotAllowed` with the reason if it does not fit."""
        cell = placement.cell
        if cell in self.laid:
            raise NotAllowed(f"cell {cell} is taken")
        if not self.laid and cell != START:
            raise NotAllowed(f"the first tile goes to cell {START}")
        if cell not in self._beside:
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
        return self.figures[cell][1] if cell in self.figures else None

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
        self.put(placement.cell, placement.digits)

    def put(self, cell: Cell, digits: Digits) -> None:
        """Lay the tile that shows these digits on this open cell, where it fits."""
        laid, numbers, around, beside = self.laid, self.numbers, self._around, self._beside
        fits, figures = self.fits, self.figures
        laid[cell] = digits
        del beside[cell]
        if cell in fits:
            del fits[cell]
        if cell in figures and figures.pop(cell)[1] is Figure.BRIDGE:
            self.bridges.add(cell)

        closing: tuple[Cell, ...] = ()
        for n, corner, across in TIPS[cell]:
            there = around.get(corner)
            if there is None:
                numbers[corner] = digits[n]
                around[corner] = 1
                for other in across:
                    if other in beside:  # so far it lacked this number alone, and one tile is beside it
                        self._complete(other)
            else:
                around[corner] = there + 1
                if there == 4:
                    closing = (*closing, *corner.cells())

        in_play = self._in_play
        for neighbour, tip, one, two in SIDES[cell]:
            if neighbour in beside:
                beside[neighbour] += 1
                self._look(neighbour)
            elif neighbour not in laid:
                beside[neighbour] = 1
                number = numbers.get(tip, FREE)
                if fitting := FITTING[digits[one]][digits[two]][number] & in_play:
                    fits[neighbour] = fitting
                    if number != FREE:
                        figures[neighbour] = fitting, Figure.BRIDGE

        for last in closing:
            if last in beside:
                self._look(last)

    def _complete(self, cell: Cell) -> None:
        """All corners of an open cell with one tile beside it have got a number."""
        first, second, third = CORNERS[cell]
        numbers = self.numbers
        if fitting := FITTING[numbers[first]][numbers[second]][numbers[third]] & self._in_play:
            self.fits[cell] = fitting
            self.figures[cell] = fitting, Figure.BRIDGE
        elif cell in self.fits:
            del self.fits[cell]

    def _look(self, cell: Cell) -> None:
        """An open cell has two or three tiles beside it, and perhaps more than before."""
        first, second, third = CORNERS[cell]
        numbers = self.numbers
        fitting = FITTING[numbers[first]][numbers[second]][numbers[third]] & self._in_play
        if not fitting:
            self.fits.pop(cell, None)
            self.figures.pop(cell, None)
            return
        self.fits[cell] = fitting
        around = self._around
        if closed := (around[first] == 5) + (around[second] == 5) + (around[third] == 5):
            self.figures[cell] = fitting, HEXAGONS[closed - 1]
        elif self._beside[cell] == 2 and not self.bridges.isdisjoint(NEIGHBOURS[cell]):
            self.figures[cell] = fitting, Figure.BRIDGE_EXTENSION
        else:
            self.figures.pop(cell, None)

    def without(self, tiles: Rack) -> "Board":
        """A copy on which these tiles, being on the table, will never be laid: it keeps no cell for them."""
        twin = self.copy()
        twin._in_play &= ~tiles
        twin.fits = {cell: left for cell, fits in self.fits.items() if (left := fits & twin._in_play)}
        twin.figures = {cell: made for cell, made in self.figures.items() if cell in twin.fits}
        return twin

    def copy(self) -> "Board":
        twin = Board.__new__(Board)
        twin.laid = self.laid.copy()
        twin.numbers = self.numbers.copy()
        twin.bridges = self.bridges.copy()
        twin.fits = self.fits.copy()
        twin.figures = self.figures.copy()
        twin._beside = self._beside.copy()
        twin._around = self._around.copy()
        twin._in_play = self._in_play
        return twin
