"""What is there to decide on the ring, and what a player sees of it."""

from dataclasses import dataclass
from enum import StrEnum

from engine.game import Action, Sight
from engine.ring import RingEdition
from engine.ring_events import Card


class Asked(StrEnum):
    """What can be there to decide."""

    TURN = "turn"
    """Roll, or before that sell, play a forfeiture, or buy oneself out of jail."""
    FREE = "free"
    """Capture the space, or leave it."""
    OWNED = "owned"
    """Conquer the space, or pay the fee."""
    SUPPORT = "support"
    RESIST = "resist"
    CONQUEST = "conquest"
    """The die of a conquest."""
    JAIL = "jail"
    """Bribe, or go to jail."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What is being decided, by which seat, about which space. In a conquest `needed` is what the die must
    show, with the cards played so far."""

    asked: Asked
    seat: int
    space: int | None = None
    needed: int | None = None


SPACE_WORTH = 6
"""Resources that a space held is worth to who counts no further than this turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RingSight(Sight):
    """Who holds each space, and what everyone can see of everyone. Of `hands` a player sees the sizes, of
    the deck its size and, as `under`, the cards that were put under it in sight of all."""

    edition: RingEdition
    decision: Decision | None
    owners: tuple[int | None, ...]
    purses: tuple[int, ...]
    bank: int
    places: tuple[int, ...]
    jailed: tuple[int | None, ...]
    """For who is in jail, the rolls that have failed."""
    playing: tuple[bool, ...]
    turns: tuple[int, ...]
    """The turns begun by each."""
    hand: tuple[Card, ...]
    hands: tuple[int, ...]
    pool: int
    under: tuple[Card, ...]

    def gain(self, action: Action) -> float:
        """In resources to be expected, a space being worth so many to whoever holds it."""
        word, _, rest = action.partition(" ")
        decision = self.decision
        assert decision
        match word:
            case "sell":
                return min(self.edition.price(int(rest)).sale, self.bank) - SPACE_WORTH
            case "forfeit":
                return self.edition.forfeit / (sum(self.playing) - 1)
            case "bail":
                return -self.edition.bail
            case "bribe":
                return self.edition.bail
            case "support" | "resist":
                return 2 * SPACE_WORTH * self.edition.support / self.edition.sides
        if decision.space is None or word in ("skip", "roll"):
            return 0
        price = self.edition.price(decision.space)
        if word == "capture":
            return SPACE_WORTH - price.capture
        if word == "conquer":
            return 2 * SPACE_WORTH * self.edition.chance(price.needed) - price.conquer
        return -price.fee
