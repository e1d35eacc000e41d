"""Positions on the ring, exactly as a test names them."""

from collections.abc import Iterator
from random import Random

from engine import EDITIONS, Match, Player
from engine.game import Event
from engine.ring_deal import RingDeal
from engine.ring_events import Card
from engine.ring_sight import Asked

CONQUER = EDITIONS["conquer"]
DECK = tuple(card for card, count in CONQUER.cards.items() for _ in range(count))


def deck(*front: Card) -> tuple[Card, ...]:
    """The whole deck with these cards on top."""
    rest = list(DECK)
    for card in front:
        rest.remove(card)
    return (*front, *rest)


def ring(
    *purses: int,
    at: tuple[int, ...] | int = 0,
    held: dict[int, str] | None = None,
    hands: dict[int, tuple[Card, ...]] | None = None,
    front: tuple[Card, ...] = (),
    jailed: dict[int, int] | None = None,
    first: int = 0,
) -> Match:
    """A match with these purses, players at these places, spaces held and cards in hands; the bank has the
    rest of the resources and the deck the rest of the cards, `front` on top."""
    players = len(purses)
    match = Match(CONQUER, [Player(f"Seat {seat}") for seat in range(players)])
    in_hands = [card for hand in (hands or {}).values() for card in hand]
    match.begin(RingDeal(deck(*in_hands, *front), first))
    now = match.round
    del now.deck[: len(in_hands)]
    now.purses = list(purses)
    now.bank = CONQUER.total - sum(purses)
    assert now.bank >= 0
    now.places = [at] * players if isinstance(at, int) else list(at)
    for seat, spaces in (held or {}).items():
        for space in map(int, spaces.split()):
            now._give(space, seat)
    for seat, hand in (hands or {}).items():
        now.hands[seat] = list(hand)
    for seat, failed in (jailed or {}).items():
        now.places[seat], now.jailed[seat] = CONQUER.jail, failed
    return match


def act(match: Match, *actions: str) -> list[Event]:
    """Do these actions one after another; everything that came of them."""
    return [event for action in actions for event in match.apply(action)]


def asked(match: Match) -> Asked | None:
    decision = match.round.decision
    return decision and decision.asked


def random_ring(players: int, seed: int) -> Iterator[tuple[Match, str]]:
    """A whole match of players who do anything: the match as it stands, and what will be done next."""
    rng = Random(f"ring {players} {seed}")
    match = Match(CONQUER, [Player(f"Seat {seat}") for seat in range(players)])
    match.deal(rng)
    while choices := match.choices():
        action = match.settle(rng.choice(choices), rng)
        yield match, action
        match.apply(action)
