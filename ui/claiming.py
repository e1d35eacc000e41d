"""What there is to claim: the land of a match as the table shows it. Games without land have none."""

from collections.abc import Sequence

from engine import Match
from engine.conquest import Conquest
from engine.covers import Cover
from engine.game import DONE, Claimed, Event, Overpowered
from engine.tile_round import TileRound
from engine.tiles import Placement
from ui.cover_view import middle
from ui.gains import Gains, gains_of
from ui.setup import colour_of
from ui.telling import covered_by
from ui.tile_scene import Claim, Lying, Place, SentBack


def claims(match: Match) -> list[Claim]:
    """The shapes that the player to move may claim, in reading order."""
    current = match.round
    if not isinstance(current, Conquest) or current.over:
        return []
    found = []
    for shape in sorted(current.claimable, key=lambda shape: middle(shape)[::-1]):
        sends_back = tuple(
            SentBack(
                (owner := match.players[old.seat]).name,
                colour_of(owner, old.seat),
                old.shape,
                old.shape.points(current.board.laid),
            )
            for old in current.land.overpowered(shape)
        )
        found.append(Claim(shape, shape.points(current.board.laid), sends_back))
    return found


def must_choose(match: Match) -> bool:
    """Whether a tile was laid and it is still to be said what is claimed."""
    return isinstance(match.round, Conquest) and match.round.fresh is not None


def lying(match: Match) -> tuple[Lying, ...]:
    """The covers on the table."""
    if not isinstance(match.round, Conquest):
        return ()
    return tuple(
        Lying(
            covered, colour_of(match.players[covered.seat], covered.seat), covered_by(covered, match.players)
        )
        for covered in match.round.land.covered()
    )


def covers_in_hand(match: Match, seat: int) -> tuple[tuple[Cover, int], ...]:
    if not isinstance(match.round, Conquest):
        return ()
    held = match.round.land.in_hand[seat]
    return tuple((cover, held[cover]) for cover in sorted(held))


def place(match: Match, placement: Placement, turnings: int) -> Place:
    """What laying this tile would bring: points, or something to claim."""
    current = match.round
    if not isinstance(current, Conquest):
        laid = match.edition.lay(match.seat, current.board, placement)
        return Place(placement, laid.gain, laid.figure, turnings)
    found = current.sight(match.seat).promise(placement)
    if found is None:
        return Place(placement, None, None, turnings)
    return Place(placement, found[0], None, turnings, found[1])


def gains(current: TileRound) -> list[Gains]:
    """What each action of the round did to anybody's points or land."""
    return gains_of(current.events, _in_land if isinstance(current, Conquest) else _in_points)


def last_gains(current: TileRound) -> Gains:
    """What the last action did."""
    return next(reversed(gains(current)), {})


def _in_points(event: Event) -> Sequence[tuple[int, int]]:
    return [(event.seat, event.gain)] if isinstance(event, DONE) else []


def _in_land(event: Event) -> Sequence[tuple[int, int]]:
    land = {Claimed: 1, Overpowered: -1}
    return [(event.seat, land[type(event)] * event.points)] if type(event) in land else []
