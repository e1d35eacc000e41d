"""Setting up the ring: the order of the deck, and the dice rolled for who begins."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

from engine.errors import Malformed, quoted, typed
from engine.game import Dealt
from engine.ring import RingEdition
from engine.ring_events import Card

Lots: TypeAlias = tuple[tuple[int | None, ...], ...]
"""Rolls for the beginning, seat by seat; None for who did not have to roll again."""


@dataclass(frozen=True, slots=True)
class RingDeal:
    """The deck, drawn from the front."""

    cards: tuple[Card, ...]
    first: int
    lots: Lots = ()
    extra: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def shuffled(cls, edition: RingEdition, players: int, rng: Random) -> "RingDeal":
        """A fresh deck; the highest roll begins."""
        cards = [card for card, count in edition.cards.items() for _ in range(count)]
        rng.shuffle(cards)
        lots: list[tuple[int | None, ...]] = []
        highest = list(range(players))
        while len(highest) != 1:
            rolls = {seat: rng.randint(1, edition.sides) for seat in highest}
            lots.append(tuple(map(rolls.get, range(players))))
            highest = [seat for seat in highest if rolls[seat] == max(rolls.values())]
        return cls(tuple(cards), highest[0], tuple(lots))

    @classmethod
    def from_json(
        cls, edition: RingEdition, order: Sequence[object], first: int, extra: Mapping[str, Any]
    ) -> "RingDeal":
        size = sum(edition.cards.values())
        if len(order) != size:
            raise Malformed(f"the deck has {len(order)} cards, not {size}")
        cards = tuple(_card(name) for name in order)
        found = Counter(cards)
        for card, count in edition.cards.items():
            if found[card] != count:
                raise Malformed(f"{card} is in the deck {found[card]} times, not {count}")
        lots = _lots_of(extra.get("lots"))
        if lots:
            extra = {key: value for key, value in extra.items() if key != "lots"}
        return cls(cards, first, lots, extra)

    def order_as_json(self) -> list[str]:
        return list(map(str, self.cards))

    def lots_as_json(self) -> list[Any]:
        return [list(rolls) for rolls in self.lots]


def _card(name: object) -> Card:
    try:
        return Card(typed(name, str, "a card of the deck"))
    except Malformed:
        raise
    except ValueError:
        raise Malformed(f"unknown card {quoted(name)}: there are {', '.join(Card)}") from None


def _lots_of(given: object) -> Lots:
    if not isinstance(given, list) or not all(isinstance(rolls, list) for rolls in given):
        return ()
    if not all(roll is None or type(roll) is int for rolls in given for roll in rolls):
        return ()
    return tuple(map(tuple, given))


@dataclass(frozen=True, slots=True)
class RingDealt(Dealt):
    """`lots` are the dice rolled for the beginning."""

    purses: tuple[int, ...]
    bank: int
    pool: int
    lots: Lots

    def as_json(self) -> dict[str, Any]:
        return {"racks": [], "pool": self.pool, "purses": self.purses, "bank": self.bank}
