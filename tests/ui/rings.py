"""Ring games for the tests of the page: with a deck as one wants it, and played as far as one wants."""

from collections import Counter
from collections.abc import Sequence

from engine import EDITIONS, Match, Player
from engine.ring_deal import RingDeal
from engine.ring_events import Card

NAMES = ("Ada", "Bo", "Cy", "Di")
BOTH_SUPPORTS = (Card.ENEMY_SUPPORT, Card.ALLIED_SUPPORT)
TO_THE_ATTACK = ("roll 3", "roll 3", "roll 1", "capture", "roll 1")
"""Bo, who begins, holds Enemy Support and space 4; Ada holds Allied Support and has landed on it."""
TO_GO_TO_JAIL = ("roll 6", "roll 6", "roll 6", "roll 6", "roll 6", "skip", "roll 6", "skip", "roll 6")
"""Both go side by side, and Ada is the first to be sent to jail."""


def ring_match(
    actions: Sequence[str] = (),
    cards: Sequence[Card] = (),
    kinds: Sequence[str] = ("human", "human"),
    first: int = 0,
    **extra: str,
) -> Match:
    """These cards lie on top of the deck."""
    edition = EDITIONS["conquer"]
    rest = Counter(edition.cards) - Counter(cards)
    players = [Player(NAMES[seat], kind) for seat, kind in enumerate(kinds)]
    match = Match(edition, players, None, {"seed": "7", **extra})
    match.begin(RingDeal((*cards, *rest.elements()), first))
    for action in actions:
        match.apply(action)
    return match


def attack(*more: str, kinds: Sequence[str] = ("human", "human"), **extra: str) -> Match:
    """Ada stands on Bo's space 4."""
    return ring_match((*TO_THE_ATTACK, *more), BOTH_SUPPORTS, kinds, first=1, **extra)
