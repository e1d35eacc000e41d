"""What can happen on the ring.

Resources go from one to another in `Paid`, and nowhere else: whoever adds those up knows every purse.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


class Card(StrEnum):
    """The cards by the names they have in a record."""

    ALLIED_SUPPORT = "allied-support"
    ENEMY_SUPPORT = "enemy-support"
    BRIBE = "bribe"
    FORFEITURE = "resource-forfeiture"
    GAIN = "gain"
    LOSE = "lose"
    ADVANCE = "advance"
    RETREAT = "retreat"
    BUSTED = "busted"

    @property
    def is_kept(self) -> bool:
        """Whether it goes to the hand; the others happen at once."""
        return self in KEPT


KEPT = (Card.ALLIED_SUPPORT, Card.ENEMY_SUPPORT, Card.BRIBE, Card.FORFEITURE)


@dataclass(frozen=True, slots=True)
class Rolled:
    """`gain`, here and in every event that an action begins with, is the change of the purse of `seat` by
    the whole action."""

    seat: int
    die: int
    gain: int = 0


@dataclass(frozen=True, slots=True)
class Sold:
    seat: int
    space: int
    gain: int = 0


@dataclass(frozen=True, slots=True)
class Bailed:
    """Paid to get out of jail."""

    seat: int
    gain: int = 0


@dataclass(frozen=True, slots=True)
class Captured:
    seat: int
    space: int
    gain: int = 0


@dataclass(frozen=True, slots=True)
class Attacked:
    """Paid to conquer; cards and the die are still to come. `needed` is what the die must show without
    cards."""

    seat: int
    space: int
    owner: int
    needed: int
    gain: int = 0


@dataclass(frozen=True, slots=True)
class Yielded:
    """Chose the fee and not to conquer."""

    seat: int
    space: int
    owner: int
    gain: int = 0


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """`against` is the other side of it, if there is one."""

    seat: int
    card: Card
    against: int | None = None
    gain: int = 0


@dataclass(frozen=True, slots=True)
class Moved:
    """`path` are the spaces stepped on, the last one landed on. `card` is what moved them, if not the die."""

    seat: int
    path: tuple[int, ...]
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Paid:
    """Resources from one to another; None is the bank. `amount` is less than `due` if there is no more.

    `reason` is `start`, `resupply`, `sell`, `capture`, `conquer`, `fee`, `bail`, or the name of a card.
    """

    giver: int | None
    taker: int | None
    due: int
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class Conquered:
    seat: int
    space: int
    loser: int


@dataclass(frozen=True, slots=True)
class Repelled:
    """The die, with the cards, did not reach what was needed."""

    seat: int
    space: int
    owner: int


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A card that is kept is for the eyes of `seat` alone."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Jailed:
    seat: int


@dataclass(frozen=True, slots=True)
class Freed:
    """Out of jail, by `bail`, by the `die`, or by `time`."""

    seat: int
    reason: str


@dataclass(frozen=True, slots=True)
class PlayerOut:
    """Left the game; these spaces are free again, and these cards are under the deck."""

    seat: int
    spaces: tuple[int, ...]
    cards: tuple[Card, ...]


RingDone: TypeAlias = Rolled | Sold | Bailed | Captured | Attacked | Yielded | CardPlayed
RING_DONE = (Rolled, Sold, Bailed, Captured, Attacked, Yielded, CardPlayed)
RingEvent: TypeAlias = RingDone | Moved | Paid | Conquered | Repelled | CardDrawn | Jailed | Freed | PlayerOut
