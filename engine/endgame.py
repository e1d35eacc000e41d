"""The end of a round between two players once the pool is empty: nothing is hidden any more.

Every line of play is looked at, one turn deeper each time, until the budget is spent or the search has seen
the end of all of them. Where it has not, the fitted value stands for the rest. The search never goes deeper
than `DEEPEST` turns, which also bounds its recursion.
"""

from collections.abc import Iterator, Sequence

from engine.game import Action
from engine.lattice import Cell
from engine.playout import Sheet, World
from engine.tiles import Placement, Rack
from engine.value import value, weights_for

DEEPEST = 14
WIDEST = 10
"""So many tiles and places, the highest gains first, are looked at below the first turn."""
INDIFFERENT = 40.0
"""Actions that are worse than the best by more points than this are told only to be so."""

Move = tuple[int, Cell | None, Rack]
"""Its gain, where, and the tile's bit; a pass has no place."""


class _Spent(Exception):
    """The budget is used up."""


class Endgame:
    def __init__(self, world: World, sheet: Sheet, nodes: int) -> None:
        self.exact = False
        """Whether the last search saw the end of every line."""
        self.nodes = 0
        self._budget = nodes
        self._world = world
        self._sheet = sheet
        self._weights = weights_for(sheet)
        self._cut = False

    def solve(self, legal: Sequence[Action]) -> dict[Action, float]:
        """What each action is worth to the seat to move: its margin at the end. Empty if time was short."""
        found: dict[Action, float] = {}
        order = list(legal)
        for depth in range(1, DEEPEST + 1):
            self._cut = False
            try:
                deeper = self._at_depth(order, depth)
            except _Spent:
                break
            found = deeper
            order.sort(key=lambda action: -found[action])
            if not self._cut:
                self.exact = True
                break
        return found

    def _at_depth(self, order: Sequence[Action], depth: int) -> dict[Action, float]:
        best = -1e9
        found = {}
        for action in order:
            after = self._after(self._world, self._move(action))
            found[action] = self._reply(after, self._world.seat, depth - 1, best - INDIFFERENT, 1e9)
            best = max(best, found[action])
        return found

    def _move(self, action: Action) -> Move:
        if action == "pass":
            return 0, None, 0
        placement = Placement.parse(action[5:])
        return self._gain(placement.cell, placement.tile.bit), placement.cell, placement.tile.bit

    def _gain(self, cell: Cell, bit: Rack) -> int:
        figure = self._world.board.figure(cell)
        return self._sheet.points[bit.bit_length()] + (self._sheet.bonus[figure] if figure else 0)

    def _after(self, world: World, move: Move) -> World:
        self.nodes += 1
        if self.nodes > self._budget:
            raise _Spent
        after = world.copy()
        gain, cell, bit = move
        if cell is None:
            after.pass_on(self._sheet)
        else:
            after.lay(cell, bit, gain, self._sheet)
        return after

    def _reply(self, after: World, seat: int, depth: int, alpha: float, beta: float) -> float:
        """The worth of a world to this seat, whoever is to move in it."""
        if after.seat == seat:  # a turn after the bell may be the same seat's
            return self._best(after, depth, alpha, beta)
        return -self._best(after, depth, -beta, -alpha)

    def _best(self, world: World, depth: int, alpha: float, beta: float) -> float:
        seat = world.seat
        if world.over or not depth:
            self._cut = self._cut or not world.over
            return value(world, seat, self._sheet, self._weights)
        best = -1e9
        for move in self._moves(world):
            worth = self._reply(self._after(world, move), seat, depth - 1, max(alpha, best), beta)
            best = max(best, worth)
            if best >= beta:
                break
        return best

    def _moves(self, world: World) -> list[Move]:
        moves = sorted(self._layings(world), key=lambda move: -move[0])
        if len(moves) > WIDEST:
            self._cut = True
            del moves[WIDEST:]
        if not moves or not self._sheet.must_lay:
            moves.append((0, None, 0))
        return moves

    def _layings(self, world: World) -> Iterator[Move]:
        points, bonus = self._sheet.points, self._sheet.bonus
        rack, figures = world.racks[world.seat], world.board.figures
        for cell, fitting in world.board.fits.items():
            left = fitting & rack
            extra = bonus[figures[cell][1]] if cell in figures else 0
            while left:
                highest = left.bit_length()
                bit = 1 << (highest - 1)
                yield points[highest] + extra, cell, bit
                left ^= bit
