"""The ring of Conquer as data: its spaces, prices, cards and purses, for a player to change.

   24                 Twelve spaces a side, clockwise from START at the right of the base:
  /  \\                0 START, 12 JAIL, 24 GO TO JAIL are the corners.
12 -- 0               Any other number is a space that can be captured, a card or resupply.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from engine.game import Edition
from engine.options import Target
from engine.ring_events import Card


class Space(StrEnum):
    """What a space is. Those with a price can be captured."""

    START = "start"
    JAIL = "jail"
    GO_TO_JAIL = "go-to-jail"
    CARD = "card"
    RESUPPLY = "resupply"
    BLUE = "blue"
    GREEN = "green"
    YELLOW = "yellow"
    RED = "red"


@dataclass(frozen=True, slots=True)
class Price:
    """What the printed list says of a colour. `needed` is the least that conquers."""

    capture: int
    conquer: int
    needed: int
    fee: int

    @property
    def sale(self) -> int:
        return self.capture // 2


@dataclass(frozen=True, slots=True, kw_only=True)
class RingEdition(Edition):
    """All resources, `total`, are always in the purses and the bank."""

    spaces: tuple[Space, ...]
    prices: Mapping[Space, Price]
    cards: Mapping[Card, int]
    total: int = 100
    purse: int = 20
    markers: int = 20
    sides: int = 6
    turns: int = 100
    start: int = 2
    """For passing START or landing there."""
    resupply: int = 2
    bail: int = 2
    jail_turns: int = 3
    breakout: int = 6
    """The die that frees."""
    support: int = 1
    """What a support card adds to a roll, or takes off."""
    forfeit: int = 3
    card_gain: int = 3
    card_loss: int = 2
    advance: int = 3
    retreat: int = 3

    @property
    def jail(self) -> int:
        return self.spaces.index(Space.JAIL)

    @property
    def lands(self) -> tuple[int, ...]:
        """The spaces that can be captured."""
        return tuple(n for n, space in enumerate(self.spaces) if space in self.prices)

    def price(self, space: int) -> Price:
        """The price list of a space that can be captured."""
        return self.prices[self.spaces[space]]

    def path(self, origin: int, steps: int) -> tuple[int, ...]:
        """The spaces stepped on; backwards if `steps` is below 0."""
        way = 1 if steps > 0 else -1
        return tuple((origin + way * n) % len(self.spaces) for n in range(1, abs(steps) + 1))

    def chance(self, needed: int) -> float:
        """How likely a die shows at least this."""
        return min(max(self.sides + 1 - needed, 0), self.sides) / self.sides


def _spaces(where: Mapping[Space, str]) -> tuple[Space, ...]:
    named = {int(number): space for space, numbers in where.items() for number in numbers.split()}
    return tuple(named[number] for number in range(len(named)))


CONQUER = RingEdition(
    name="conquer",
    default_target=Target(rounds=1),
    spaces=_spaces(
        {
            Space.START: "0",
            Space.JAIL: "12",
            Space.GO_TO_JAIL: "24",
            Space.CARD: "3 15 28",
            Space.RESUPPLY: "6 30",
            Space.BLUE: "1 2 4 8 11 17 21 26 34",
            Space.GREEN: "5 7 9 13 14 20 25 33",
            Space.YELLOW: "10 16 19 22 27 31",
            Space.RED: "18 23 29 32 35",
        }
    ),
    prices=MappingProxyType(
        {
            Space.BLUE: Price(capture=2, conquer=4, needed=3, fee=1),
            Space.GREEN: Price(capture=3, conquer=5, needed=4, fee=2),
            Space.YELLOW: Price(capture=4, conquer=6, needed=5, fee=2),
            Space.RED: Price(capture=5, conquer=7, needed=6, fee=3),
        }
    ),
    cards=MappingProxyType(
        {
            Card.ALLIED_SUPPORT: 3,
            Card.ENEMY_SUPPORT: 2,
            Card.BRIBE: 2,
            Card.FORFEITURE: 3,
            Card.GAIN: 3,
            Card.LOSE: 2,
            Card.ADVANCE: 2,
            Card.RETREAT: 2,
            Card.BUSTED: 1,
        }
    ),
)
