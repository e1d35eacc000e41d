"""What the table of the ring game shows beside what every table does."""

from dataclasses import dataclass

from engine.ring import Price, Space
from engine.ring_events import Card
from ui.geometry import Point
from ui.scene import Scene, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class RingSeat(Seat):
    """`score` is the spaces held."""

    purse: int
    cards: int
    jailed: bool
    out: bool


@dataclass(frozen=True, slots=True)
class SpaceLook:
    """One space of the ring."""

    number: int
    space: Space
    price: Price | None
    owner: int | None
    colour: str | None
    """The owner's."""
    label: str
    is_asked: bool = False
    """It is what is being decided."""
    is_new: bool = False
    """It has just changed hands."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A player's marker on the ring."""

    seat: int
    colour: str
    label: str
    at: Point
    to_move: bool


@dataclass(frozen=True, slots=True)
class RingLook:
    """The board as it is drawn, in a game and in its replay."""

    spaces: tuple[SpaceLook, ...]
    pieces: tuple[Piece, ...]
    die: int | None
    rolls: int
    """How often it was thrown, so that the same number again is seen to be another roll."""
    bank: int
    deck: int
    focus: int = 0
    """The space that Tab reaches; arrows move it."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be decided, as it is said on its button."""

    action: str
    value: str | None
    words: str
    is_best: bool = False
    """The one that comes first to mind."""
    is_hinted: bool = False


@dataclass(frozen=True, slots=True)
class HandCard:
    """A kind of card in hand, and what can be done with it now."""

    card: Card
    name: str
    about: str
    count: int
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Holding:
    """A space held; `sale` is None while it cannot be sold."""

    number: int
    space: Space
    words: str
    sale: Choice | None


@dataclass(frozen=True, slots=True)
class PriceLine:
    """A line of the price list."""

    space: Space
    price: Price
    needed: str
    chance: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RingScene(Scene):
    seats: tuple[RingSeat, ...]
    look: RingLook
    question: str
    """What is being decided, for the person who is to decide."""
    choices: tuple[Choice, ...]
    hand: tuple[HandCard, ...]
    holder: str | None
    """Whose spaces are listed, if not those of the person looking on: of whoever is to move."""
    holdings: tuple[Holding, ...]
    prices: tuple[PriceLine, ...]
