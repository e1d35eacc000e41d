"""What a round in the middle is worth: a dozen features of a world, weighed by what was fitted offline.

`tools/weigh.py` lets the club player play against itself and fits how many points a seat will still make
over the others, once for each kind of drawing and playing out. The weights are in `engine/weights.py`.
"""

from engine.playout import Sheet, World
from engine.prospects import best_gain
from engine.tiles import rack_points
from engine.weights import WEIGHTS

FEATURES = ("tiles", "points", "playable", "best", "out soon", "turn")
"""Each seat's own, and the same again times the part of the pool that is left."""
WHOLE_POOL = 38


def kind_of(sheet: Sheet) -> str:
    """Under which name the weights for these rules are kept."""
    name = sheet.edition.name
    return f"{name}, any" if sheet.any_after_draw and not sheet.must_lay else name


def weights_for(sheet: Sheet) -> tuple[float, ...]:
    kind = kind_of(sheet)
    if kind in WEIGHTS:
        return WEIGHTS[kind]
    return WEIGHTS["classic" if sheet.must_lay else "tournament"]


def features(world: World, seat: int, sheet: Sheet) -> list[float]:
    """How this seat stands less how the others stand on average."""
    playable = world.board.playable()
    share = 1 / (len(world.racks) - 1)
    sums = [0.0] * len(FEATURES)
    for other, rack in enumerate(world.racks):
        sign = 1.0 if other == seat else -share
        tiles = rack.bit_count()
        sums[0] += sign * tiles
        sums[1] += sign * rack_points(rack)
        sums[2] += sign * (rack & playable).bit_count()
        sums[3] += sign * best_gain(world.board, rack, sheet)
        sums[4] += sign / (tiles + 1)
        if other == world.seat:
            sums[5] += sign
    pool = len(world.pool) / WHOLE_POOL
    return [*sums, *(pool * feature for feature in sums)]


def margin(world: World, seat: int) -> float:
    """What this seat has over the others on average."""
    own = world.scores[seat]
    return own - (sum(world.scores) - own) / (len(world.scores) - 1)


def value(world: World, seat: int, sheet: Sheet, weights: tuple[float, ...]) -> float:
    """The margin of this seat as it will be at the end of the round."""
    if world.over:
        return margin(world, seat)
    expected = margin(world, seat)
    for weight, feature in zip(weights, features(world, seat, sheet), strict=True):
        expected += weight * feature
    return expected
