"""What there is to say about a move beside what it did: how it compares with what greedy would have done."""

from dataclasses import dataclass
from random import Random

from engine import BOTS
from engine.conquest import LandSight
from engine.covers import Cover, Shape
from engine.game import Action, Done, Sight
from engine.lattice import Cell
from engine.points import PointsSight
from engine.tiles import Placement
from ui.cast import name_of
from ui.telling import gain_with, tile_name
from ui.words import N_, _, n_

GREEDY = "bot:greedy"

_CLAIM = {
    Cover.DIA: N_("{magpie} would have claimed a diamond: {more}."),
    Cover.TRI: N_("{magpie} would have claimed a triangle: {more}."),
    Cover.HEX: N_("{magpie} would have claimed a hexagon: {more}."),
}
_ELSE = {
    "draw": N_("{magpie} would have drawn a tile: {more}."),
    "pass": N_("{magpie} would have passed: {more}."),
    "skip": N_("{magpie} would have claimed nothing: {more}."),
}


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence about a move, and the cells it speaks of."""

    text: str
    behind: int = 0
    """How much more there was to be had; 0 for a move that nothing betters."""
    cells: frozenset[Cell] = frozenset()


def against_greedy(before: Sight, legal: tuple[Action, ...], action: Action, done: Done) -> Remark:
    """A move compared with what greedy, seeing what its player saw, would have had from it at once."""
    if len(legal) < 2:
        return Remark(_("There was no other choice."))
    best = BOTS[GREEDY](before, legal, Random(0))
    # What the clock did was nobody's choice, and no sight foretells it.
    had = before.gain(action) if action in legal else done.gain
    behind = before.gain(best) - had
    if behind <= 0:
        return Remark(_("As much as {magpie} would have had.").format(magpie=name_of(GREEDY)))
    return Remark(_told(before, best, behind), behind, cells_of(best))


def _told(before: Sight, best: Action, behind: int) -> str:
    magpie = name_of(GREEDY)
    if isinstance(before, LandSight):
        more = n_("{n} more land", "{n} more land", behind).format(n=behind)
    else:
        more = n_("{n} point more", "{n} points more", behind).format(n=behind)
    if best.startswith("claim "):
        return _(_CLAIM[Shape.parse(best[6:]).cover]).format(magpie=magpie, more=more)
    if not best.startswith("play "):
        return _(_ELSE[best]).format(magpie=magpie, more=more)
    placement = Placement.parse(best[5:])
    tile = tile_name(placement.digits)
    if not isinstance(before, PointsSight):
        return _("{magpie} would have laid {tile}: {more}.").format(magpie=magpie, tile=tile, more=more)
    laid = before.edition.lay(before.seat, before.board, placement)
    told = _("{magpie} would have laid {tile} for {gain}: {more}.")
    return told.format(magpie=magpie, tile=tile, gain=gain_with(laid.figure, laid.gain), more=more)


def cells_of(action: Action) -> frozenset[Cell]:
    """Where on the board an action is done."""
    if action.startswith("play "):
        return frozenset({Placement.parse(action[5:]).cell})
    if action.startswith("claim "):
        return frozenset(Shape.parse(action[6:]).cells)
    return frozenset()
