"""Ways the hidden tiles may lie, and which of them are likely.

Whoever drew or passed held nothing that fitted, or nothing worth laying; whoever laid a small tile probably
had no better one. So every tile on a hidden rack has seen some doubts since it came there, and a world is
dealt with fewer of the doubtful tiles. Doubts weigh, they never exclude: a draw may have been a choice.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from engine.board import EVERY_TILE, Board
from engine.deal import rack_size
from engine.playout import Sheet
from engine.prospects import gains
from engine.tile_round import TileSight
from engine.tiles import TILE_OF, Placement, Rack, rack_of

NOT_LAID = 0.03
"""How likely a tile that fitted was held by somebody who had to lay if they could."""
NOT_WANTED = 0.6
"""The same where drawing was a choice,"""
NOT_TAKEN = 0.1
"""where the tile makes a figure, or would have gained more than the one that was laid."""
NOTICEABLE = 3
"""By how many points at least."""
PER_TILE_LAID = 3
"""So many turns begun by drawing, for each tile laid at once, are more than need alone explains."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Tiles that were unlikely at some moment to be among those that had come since some other."""

    tiles: Rack
    chance: float
    since: int
    until: int


@dataclass(frozen=True, slots=True)
class Batch:
    """Tiles on one hidden rack that came at the same moment, and the chance of each that is doubted."""

    seat: int
    count: int
    chances: dict[Rack, float]


class History:
    """What was done in a round for everybody to see, and what it tells about racks and their owners."""

    def __init__(self, sight: TileSight, sheet: Sheet) -> None:
        players = len(sight.tiles_left)
        self.idle = 0
        self._drew_first = [0] * players
        self._laid_at_once = [0] * players
        self._came: list[list[int]] = [[0] * rack_size(players) for _ in range(players)]
        self._doubts: list[list[Doubt]] = [[] for _ in range(players)]
        seat = sight.first
        board = Board()
        turn_began = 1
        for now, action in enumerate(sight.actions, start=1):
            came, doubts = self._came[seat], self._doubts[seat]
            drew = turn_began < now
            since = turn_began if drew and not sheet.any_after_draw else 0
            if seat != sight.seat and board.laid and action != "timeout":
                doubts += self._doubted(action, board, sheet, since, now)
            if action == "draw":
                self._drew_first[seat] += not drew
                came.append(now)
                continue
            if action.startswith("play "):
                placement = Placement.parse(action[5:])
                if board.laid and not drew and not board.figure(placement.cell):
                    self._laid_at_once[seat] += 1
                board.lay(placement)
                self._take(came, since)
            elif action == "timeout" and sight.tiles_left[seat] > len(came):
                came.append(now)
            self.idle = 0 if action.startswith("play ") else self.idle + 1
            seat = (seat + 1) % players
            turn_began = now + 1

    def hoards(self, seat: int) -> bool:
        """Whether this player seems to draw for better tiles: in need alone one does so less often."""
        return self._drew_first[seat] > PER_TILE_LAID * self._laid_at_once[seat]

    @staticmethod
    def _take(came: list[int], since: int) -> None:
        """A tile was laid: after drawing probably the last one drawn, else one of the oldest and most."""
        if came:
            came.pop(-1 if came[-1] >= since > 0 else 0)

    @staticmethod
    def _doubted(action: str, board: Board, sheet: Sheet, since: int, now: int) -> Iterator[Doubt]:
        if not action.startswith("play "):
            if sheet.must_lay:
                yield Doubt(board.playable(), NOT_LAID, since, now)
            else:
                yield Doubt(board.playable(), NOT_WANTED, since, now)
                figures = 0
                for fitting, figure in board.figures.values():
                    if sheet.bonus[figure]:
                        figures |= fitting
                yield Doubt(figures, NOT_TAKEN, since, now)
            return
        placement = Placement.parse(action[5:])
        gained = sheet.points[placement.tile.bit.bit_length()]
        if made := board.figure(placement.cell):
            gained += sheet.bonus[made]
        better = 0
        for bit, gain in gains(board, EVERY_TILE, sheet).items():
            if gain >= gained + NOTICEABLE:
                better |= bit
        yield Doubt(better, NOT_TAKEN, since, now)

    def batches(self, sight: TileSight, hidden: Sequence[Rack]) -> list[Batch]:
        """The hidden racks, those that most is known of first."""
        found = []
        for seat, came in enumerate(self._came):
            if seat == sight.seat:
                continue
            moments = came[: sight.tiles_left[seat]]
            moments += [len(sight.actions)] * (sight.tiles_left[seat] - len(moments))
            for moment in dict.fromkeys(moments):
                chances: dict[Rack, float] = {}
                for doubt in self._doubts[seat]:
                    if doubt.since <= moment < doubt.until:
                        for bit in hidden:
                            if bit & doubt.tiles:
                                chances[bit] = chances.get(bit, 1.0) * doubt.chance
                found.append(Batch(seat, moments.count(moment), chances))
        return sorted(found, key=lambda batch: -len(batch.chances))


def hidden_tiles(sight: TileSight) -> Rack:
    """What lies neither on the table nor on one's own rack."""
    return EVERY_TILE & ~sight.rack & ~rack_of(TILE_OF[digits] for digits in sight.board.laid.values())


def bits_of(rack: Rack) -> list[Rack]:
    bits = []
    while rack:
        lowest = rack & -rack
        bits.append(lowest)
        rack ^= lowest
    return bits


def deals(
    sight: TileSight, batches: Sequence[Batch], hidden: Sequence[Rack], rng: Random
) -> Iterator[tuple[list[Rack], list[Rack]]]:
    """Racks and pool, dealt anew again and again."""
    chance = rng.random
    while True:
        racks = [0] * len(sight.tiles_left)
        racks[sight.seat] = sight.rack
        left = list(hidden)
        rng.shuffle(left)
        for batch in batches:
            missing, chances = batch.count, batch.chances
            kept = []
            for n, bit in enumerate(left):
                if not missing:
                    kept += left[n:]
                    break
                if bit in chances and chance() > chances[bit]:
                    kept.append(bit)
                else:
                    racks[batch.seat] |= bit
                    missing -= 1
            left = kept
            for bit in left[:missing]:
                racks[batch.seat] |= bit
            del left[:missing]
        yield racks, left[: sight.pool]
