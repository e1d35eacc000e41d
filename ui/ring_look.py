"""How the ring stands, for its table, its replay, its score sheet and its thumbnail."""

from collections.abc import Iterator, Sequence

from engine import Match
from engine.game import DONE, Event
from engine.ring import RingEdition
from engine.ring_events import Captured, Conquered, Paid, Rolled
from engine.ring_round import RingRound
from ui.gains import Gains, gains_of
from ui.ring_geometry import cell_of_jail, middle_of, spread
from ui.ring_scene import Piece, PriceLine, RingLook, SpaceLook
from ui.ring_telling import at_least, percent, space_label, space_name
from ui.setup import colour_of
from ui.words import _


def look_of(match: Match, focus: int = 0, asked: int | None = None, fresh: int | None = None) -> RingLook:
    """The board as it is now."""
    current = match.round
    assert isinstance(current, RingRound)
    rolled = [event.die for event in current.events if isinstance(event, Rolled)]
    return RingLook(
        spaces=tuple(_space(match, current, number, asked, fresh) for number in range(len(current.owners))),
        pieces=tuple(_pieces(match, current)),
        die=rolled[-1] if rolled else None,
        rolls=len(rolled),
        bank=current.bank,
        deck=len(current.deck),
        focus=focus,
    )


def empty_look(edition: RingEdition) -> RingLook:
    """The board before a game."""
    spaces = (
        SpaceLook(number, space, edition.prices.get(space), None, None, space_label(number, edition, None))
        for number, space in enumerate(edition.spaces)
    )
    return RingLook(tuple(spaces), (), None, 0, 0, 0)


def _space(match: Match, current: RingRound, number: int, asked: int | None, fresh: int | None) -> SpaceLook:
    edition, owner = current.edition, current.owners[number]
    space = edition.spaces[number]
    holder = None if owner is None else match.players[owner]
    return SpaceLook(
        number,
        space,
        edition.prices.get(space),
        owner,
        colour_of(holder, owner) if holder and owner is not None else None,
        space_label(number, edition, holder.name if holder else None),
        number == asked,
        number == fresh,
    )


def _pieces(match: Match, current: RingRound) -> Iterator[Piece]:
    """The markers of those in the game, side by side where they share a place."""
    stands = {
        seat: cell_of_jail(place) if current.jailed[seat] is not None else middle_of(place)
        for seat, place in enumerate(current.places)
        if current.playing[seat]
    }
    for seat, at in stands.items():
        beside = [other for other, its in stands.items() if its == at]
        name = match.players[seat].name
        if current.jailed[seat] is not None:
            label = _("{name}, in jail").format(name=name)
        else:
            place = space_name(current.places[seat], current.edition)
            label = _("{name} on {space}").format(name=name, space=place)
        yield Piece(
            seat,
            colour_of(match.players[seat], seat),
            label,
            spread(at, beside.index(seat), len(beside)),
            not current.over and seat == current.mover,
        )


def price_list(edition: RingEdition) -> Iterator[PriceLine]:
    for space, price in edition.prices.items():
        yield PriceLine(space, price, at_least(price.needed, edition), percent(edition.chance(price.needed)))


def gains(current: RingRound) -> list[Gains]:
    """What each action did to the purses."""
    return gains_of(current.events, changes)


def last_gains(current: RingRound) -> Gains:
    """What the last action did to them."""
    return next(reversed(gains(current)), {})


def changes(event: Event) -> Sequence[tuple[int, int]]:
    """Which purses an event changes, by how much."""
    if not isinstance(event, Paid):
        return ()
    sides = ((event.giver, -event.amount), (event.taker, event.amount))
    return [(seat, amount) for seat, amount in sides if seat is not None]


def changed_hands(events: Sequence[Event]) -> int | None:
    """The space that the last action gave to somebody, if it did."""
    for event in reversed(events):
        if isinstance(event, Captured | Conquered):
            return event.space
        if isinstance(event, DONE):
            return None
    return None
