"""Why an action is good or bad, as data: what it gains, keeps, opens and denies. Words are the page's."""

from dataclasses import dataclass

from engine.board import Board, Figure
from engine.club import CLUB
from engine.conquest import LandSight
from engine.covers import Shape
from engine.game import Action, Sight
from engine.playout import Sheet, sheet_of
from engine.points import PointsSight
from engine.prospects import best_gain, expected_gain
from engine.tiles import Placement, Rack
from engine.worlds import hidden_tiles


@dataclass(frozen=True, slots=True)
class Reasons:
    """About one action of a player, compared with the table as it is.

    `keeps` are the tiles of the rack that can be laid afterwards, `next_gain` is the most one of them would
    then gain. `denies` and `opens` are the figures that go or come, among those a hidden tile could make;
    `answer` is what the next player is likely to gain and `answer_before` what it would be on the table as
    it is. In Conquest, gains are swings in land, and `shape` is what can be claimed.
    """

    action: Action
    gain: int
    figure: Figure | None = None
    goes_out: bool = False
    keeps: Rack = 0
    next_gain: float = 0.0
    denies: tuple[Figure, ...] = ()
    opens: tuple[Figure, ...] = ()
    answer: float = 0.0
    answer_before: float = 0.0
    shape: Shape | None = None


def reasons(sight: Sight, action: Action) -> Reasons:
    if isinstance(sight, LandSight):
        return _in_land(sight, action)
    assert isinstance(sight, PointsSight)
    return _in_points(sight, action)


def _in_points(sight: PointsSight, action: Action) -> Reasons:
    sheet = sheet_of(sight.edition, sight.options)
    hidden = hidden_tiles(sight)
    held = sight.tiles_left[(sight.seat + 1) % len(sight.tiles_left)]
    board, rack, figure = sight.board, sight.rack, None
    before = expected_gain(board, hidden, held, sheet) if board.laid else 0.0
    if action.startswith("play "):
        placement = Placement.parse(action[5:])
        figure = sight.edition.lay(sight.seat, board, placement).figure
        board = board.copy()
        board.lay(placement)
        rack &= ~placement.tile.bit
    then, now = _figures(board, hidden, sheet), _figures(sight.board, hidden, sheet)
    return Reasons(
        action=action,
        gain=sight.gain(action),
        figure=figure,
        goes_out=not rack,
        keeps=board.playable() & rack,
        next_gain=best_gain(board, rack, sheet),
        denies=tuple(now[cell] for cell in sorted(now) if cell not in then),
        opens=tuple(then[cell] for cell in sorted(then) if cell not in now),
        answer=expected_gain(board, hidden, held, sheet),
        answer_before=before,
    )


def _figures(board: Board, hidden: Rack, sheet: Sheet) -> dict[tuple[int, int], Figure]:
    return {
        cell: figure
        for cell, (fitting, figure) in board.figures.items()
        if fitting & hidden and sheet.bonus[figure]
    }


def _in_land(sight: LandSight, action: Action) -> Reasons:
    settler = CLUB.settler.now(sight)
    shape = None
    if action.startswith("play "):
        claim = settler.best_claim(sight, Placement.parse(action[5:]))
        shape = claim[1] if claim else None
    elif action.startswith("claim "):
        shape = Shape.parse(action[6:])
    board, land, rack = settler.after(sight, action)
    following = (sight.seat + 1) % len(sight.tiles_left)
    hidden, held = hidden_tiles(sight), sight.tiles_left[following]
    before = settler.offers(sight.land, following, sight.board, hidden)
    after = settler.offers(land, following, board, hidden)
    return Reasons(
        action=action,
        gain=sight.gain(action),
        keeps=board.playable() & rack,
        next_gain=settler.best_offer(settler.offers(land, sight.seat, board, rack), rack),
        answer=settler.expected_offer(after, hidden, held),
        answer_before=settler.expected_offer(before, hidden, held),
        shape=shape,
    )
