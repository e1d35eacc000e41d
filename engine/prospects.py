"""What a table offers to a rack that is seen, and to one that is not.

The most a rack can gain next is read off the board. For a rack that nobody but its owner sees, every hidden
tile is on it with the same chance, and what it gains is an expectation.
"""

from engine.board import Board
from engine.playout import Sheet
from engine.tiles import Rack


def gains(board: Board, tiles: Rack, sheet: Sheet) -> dict[Rack, int]:
    """For each of these tiles that fits somewhere the most it can gain, by its bit."""
    points, bonus = sheet.points, sheet.bonus
    found = {}
    left = board.playable() & tiles
    while left:
        highest = left.bit_length()
        bit = 1 << (highest - 1)
        found[bit] = points[highest]
        left ^= bit
    for fitting, figure in board.figures.values():
        left = fitting & tiles
        while left:
            highest = left.bit_length()
            bit = 1 << (highest - 1)
            found[bit] = max(found[bit], points[highest] + bonus[figure])
            left ^= bit
    return found


def best_gain(board: Board, rack: Rack, sheet: Sheet) -> int:
    """The most that one tile of this rack gains, 0 if none fits."""
    hand = board.playable() & rack
    best = sheet.points[hand.bit_length()]
    for fitting, figure in board.figures.values():
        if fitting & hand:
            best = max(best, sheet.points[(fitting & hand).bit_length()] + sheet.bonus[figure])
    return best


def expected_gain(board: Board, hidden: Rack, held: int, sheet: Sheet) -> float:
    """The most that a rack of so many tiles, all among the hidden ones, is likely to gain."""
    count = hidden.bit_count()
    if not count:
        return 0.0
    has = min(held / count, 1.0)
    expected, nothing_better = 0.0, 1.0
    for gain in sorted(gains(board, hidden, sheet).values(), reverse=True):
        expected += nothing_better * has * gain
        nothing_better *= 1 - has
        if nothing_better < 0.02:
            break
    return expected
