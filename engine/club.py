"""The club player: no search, but an eye for what a tile opens, for whom, and when to draw.

A tile is worth what it gains, less what the next player is likely to gain from the new table, plus what
one's own rack can then do. Where one may draw though something fits, it hoards: a big rack finds bridges
and hexagons, and knows better than anybody what is still out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine.conquest import LandSight
from engine.game import Action, Sight
from engine.playout import Sheet, sheet_of
from engine.points import PointsSight
from engine.prospects import best_gain, expected_gain
from engine.ring_bots import Planner
from engine.ring_sight import RingSight
from engine.settler import Settler
from engine.tiles import Placement, Rack
from engine.worlds import hidden_tiles


@dataclass(frozen=True, slots=True)
class Eye:
    """What counts beside the gain: the next player's likely gain, one's own next one, each playable tile."""

    theirs: float
    mine: float
    flexible: float


@dataclass(frozen=True, slots=True)
class Club:
    """Its eye where one draws only when stuck, and where one may at will; there, for how little it lays, by
    tiles drawn, and how near to going out the others may come while it still hoards."""

    stuck: Eye = Eye(theirs=0.7, mine=0.2, flexible=1.0)
    at_will: Eye = Eye(theirs=0.9, mine=0.9, flexible=0.5)
    need: tuple[int, int, int] = (30, 30, 30)
    hurry: int = 2
    settler: Settler = Settler(dia=4.0, tri=12.0, hex=20.0, theirs=0.4, mine=0.3)
    planner: Planner = Planner()

    def __call__(self, sight: Sight, legal: Sequence[Action], rng: Random) -> Action:
        if len(legal) == 1:
            return legal[0]
        if isinstance(sight, LandSight):
            return self.settler.now(sight).rank(sight, legal)[0][0]
        if isinstance(sight, RingSight):
            return self.planner.choose(sight, legal)
        assert isinstance(sight, PointsSight)
        sheet = sheet_of(sight.edition, sight.options)
        laying = [action for action in legal if action.startswith("play")]
        if not laying:
            return legal[0]
        hidden = hidden_tiles(sight)
        worth = {action: self.worth(sight, action, hidden, sheet) for action in laying}
        best = max(laying, key=lambda action: worth[action])
        if "draw" in legal and self.hoards(sight, best):
            return "draw"
        return best

    def hoards(self, sight: PointsSight, best: Action) -> bool:
        """Whether it draws although this could be laid, where it may."""
        others = [count for seat, count in enumerate(sight.tiles_left) if seat != sight.seat]
        return sight.gain(best) < self.need[sight.drawn] and min(others) > self.hurry

    def worth(self, sight: PointsSight, action: Action, hidden: Rack, sheet: Sheet) -> float:
        placement = Placement.parse(action[5:])
        board = sight.board.copy()
        gain = sight.gain(action)
        board.lay(placement)
        rack = sight.rack & ~placement.tile.bit
        following = (sight.seat + 1) % len(sight.tiles_left)
        answer = expected_gain(board, hidden, sight.tiles_left[following], sheet)
        eye = self.stuck if sheet.must_lay else self.at_will
        return (
            gain
            - eye.theirs * answer
            + eye.mine * best_gain(board, rack, sheet)
            + eye.flexible * (board.playable() & rack).bit_count()
        )


CLUB = Club()
