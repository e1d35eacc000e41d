"""Rounds for points played on from where they stand, quickly: what computer players think with.

A `World` is one way the hidden tiles may lie. `play_on` lets every seat lay its highest gain, or draw for a
better one as its `Temper` says. Tiles are laid on the engine's own board; what ends a round and what it
then books comes from the edition. Only the order of a turn – lay, draw, pass – is told here once more, with
a policy in place of a choice: the tests let rounds of both kinds run side by side.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.board import Board, Figure
from engine.editions import PointsEdition
from engine.game import Adjustment
from engine.lattice import CORNERS, Cell
from engine.options import Options
from engine.tiles import BY_POINTS, WAY, Rack

NO_LIMIT = 99


@dataclass(frozen=True, slots=True)
class Sheet:
    """What an edition and the house rules say about a turn, ready for use."""

    edition: PointsEdition
    bonus: dict[Figure, int]
    points: tuple[int, ...]
    """Of the most valuable tile of a rack, by the rack's `bit_length`."""
    limit: int
    cost: int
    must_lay: bool
    any_after_draw: bool


def sheet_of(edition: PointsEdition, options: Options) -> Sheet:
    draws = edition.draws
    return Sheet(
        edition=edition,
        bonus={figure: edition.figures.bonus(figure) or 0 for figure in Figure},
        points=(0, *(edition.tile_points(tile) for tile in BY_POINTS)),
        limit=draws.limit or NO_LIMIT,
        cost=draws.cost,
        must_lay=options.must_lay or not draws.though_something_fits,
        any_after_draw=options.play_after_draw == "any",
    )


@dataclass(frozen=True, slots=True)
class Temper:
    """When a quick player draws though something fits: while the gain is under `need`, by tiles drawn.

    Not any more once a neighbour has no more than `hurry` tiles left.
    """

    need: tuple[int, int, int]
    hurry: int = 0


GREEDY = Temper((-99, -99, -99))


class World:
    """A round in the middle of a turn, with every tile in its place."""

    __slots__ = ("bell", "board", "drawn", "first", "idle", "over", "pool", "racks", "scores", "seat")

    def __init__(
        self,
        board: Board,
        racks: list[Rack],
        pool: list[Rack],
        seat: int,
        first: int,
        scores: list[int],
        drawn: Rack = 0,
        idle: int = 0,
        bell: int | None = None,
    ) -> None:
        self.board = board
        self.racks = racks
        self.pool = pool  # taken from the end
        self.seat = seat
        self.first = first
        self.scores = scores
        self.drawn = drawn
        self.idle = idle
        self.bell = bell
        self.over = False

    def copy(self) -> "World":
        return World(
            self.board.copy(),
            self.racks[:],
            self.pool[:],
            self.seat,
            self.first,
            self.scores[:],
            self.drawn,
            self.idle,
            self.bell,
        )

    def lay(self, cell: Cell, bit: Rack, gain: int, sheet: Sheet) -> None:
        """The tile of this bit on this cell, for this gain; the next seat is to move."""
        board = self.board
        board.put(cell, WAY[board.demand(cell)][bit])
        self.racks[self.seat] &= ~bit
        self.scores[self.seat] += gain
        self.end_turn(sheet, idle=False)

    def draw(self, sheet: Sheet) -> Rack:
        bit = self.pool.pop()
        self.racks[self.seat] |= bit
        self.drawn |= bit
        self.scores[self.seat] -= sheet.cost
        return bit

    def pass_on(self, sheet: Sheet) -> None:
        self.scores[self.seat] -= sheet.edition.draws.pass_cost(self.drawn.bit_count(), len(self.pool))
        self.end_turn(sheet, idle=True)

    def end_turn(self, sheet: Sheet, idle: bool) -> None:
        last = self.seat
        players = len(self.racks)
        self.drawn = 0
        self.idle = self.idle + 1 if idle else 0
        self.seat = seat = (last + 1) % players
        if self.bell is None and not self.racks[last]:
            self.bell = last
        if self.bell is not None:
            if seat == self.first or not sheet.edition.out.plays_out_the_round:
                self._book(sheet.edition.out.account(self.bell, self.racks))
        elif self.idle >= players and not self.pool:
            self._book(sheet.edition.blocked(self.racks)[1])

    def _book(self, lines: Sequence[Adjustment]) -> None:
        self.over = True
        for line in lines:
            self.scores[line.seat] += line.points


def play_on(world: World, sheet: Sheet, tempers: Sequence[Temper], turns: int) -> None:
    """So many turns by quick players, or fewer if the round is over before."""
    board, racks, pool, scores = world.board, world.racks, world.pool, world.scores
    fits, figures, shown, put = board.fits, board.figures, board.numbers.get, board.put
    points, bonus, limit = sheet.points, sheet.bonus, sheet.limit
    must_lay, any_after_draw, cost = sheet.must_lay, sheet.any_after_draw, sheet.cost
    players = len(racks)
    playable = board.playable()
    seat, drawn = world.seat, world.drawn
    while turns and not world.over:
        turns -= 1
        rack = racks[seat]
        count = drawn.bit_count() if drawn else 0
        hand = (rack if any_after_draw or not drawn else drawn) & playable
        while True:
            if hand:
                highest = hand.bit_length()
                gain = points[highest]
                place = None
                for cell, (fitting, figure) in figures.items():
                    if fitting & hand:
                        top = (fitting & hand).bit_length()
                        if points[top] + bonus[figure] > gain:
                            gain = points[top] + bonus[figure]
                            highest, place = top, cell
                if must_lay or not pool or count == limit:
                    break
                need, hurry = tempers[seat].need, tempers[seat].hurry
                if gain >= need[count] or (
                    hurry and min(racks[n].bit_count() for n in range(players) if n != seat) <= hurry
                ):
                    break
            elif not pool or count == limit:
                break
            bit = pool.pop()
            rack |= bit
            drawn |= bit
            count += 1
            scores[seat] -= cost
            hand = (rack if any_after_draw else drawn) & playable
        if hand:
            bit = 1 << (highest - 1)
            if place is None:
                for cell, fitting in fits.items():
                    if fitting & bit:
                        place = cell
                        break
            assert place is not None
            first, second, third = CORNERS[place]
            put(place, WAY[shown(first), shown(second), shown(third)][bit])
            rack ^= bit
            racks[seat] = rack
            scores[seat] += gain
            if rack and world.bell is None:  # what `end_turn` comes to, nearly always
                drawn = world.drawn = world.idle = 0
                seat = world.seat = seat + 1 if seat + 1 < players else 0
            else:
                world.end_turn(sheet, idle=False)
                seat, drawn = world.seat, 0
            playable = 0
            for fitting in fits.values():
                playable |= fitting
        else:
            racks[seat] = rack
            world.drawn = drawn
            world.pass_on(sheet)
            seat, drawn = world.seat, 0
