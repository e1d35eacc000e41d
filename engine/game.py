"""What every game in the parlour has in common: the protocol, its events, and what a player sees.

An action is a string of the record's small language. `apply` is the one door into a game; what it did
comes back as events, in the order in which they happened, with everything a score sheet or an
animation needs.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol, TypeAlias

from engine.board import Figure
from engine.covers import Shape
from engine.lattice import Vertex
from engine.options import Options, Target
from engine.ring_events import RING_DONE, RingDone, RingEvent
from engine.tiles import Placement, Tile

Action: TypeAlias = str

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at the table: `human`, or a bot such as `bot:greedy`."""

    name: str
    kind: str = "human"
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """What every sheet settles, whatever is played with."""

    name: str
    default_target: Target


@dataclass(frozen=True, slots=True)
class Dealt(ABC):
    """A round begins."""

    round: int
    first: int

    @abstractmethod
    def as_json(self) -> dict[str, Any]:
        """What a trace tells of what lies ready."""


@dataclass(frozen=True, slots=True)
class TilesDealt(Dealt):
    """`lots` are the tiles drawn for the beginning, seat by seat, once per drawing."""

    racks: tuple[tuple[Tile, ...], ...]
    pool: int
    lots: tuple[tuple[Tile, ...], ...]

    def as_json(self) -> dict[str, Any]:
        return {"racks": [[str(tile) for tile in rack] for rack in self.racks], "pool": self.pool}


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile on the table: its own points – None in a game without – and what opening and figure added."""

    seat: int
    placement: Placement
    points: int | None
    opening: int = 0
    figure: Figure | None = None
    bonus: int = 0
    hexagons: tuple[Vertex, ...] = ()

    @property
    def gain(self) -> int:
        return (self.points or 0) + self.opening + self.bonus


@dataclass(frozen=True, slots=True)
class Drew:
    seat: int
    tile: Tile
    gain: int


@dataclass(frozen=True, slots=True)
class Passed:
    seat: int
    gain: int


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The clock ended a turn; `tile` is what had to be drawn, if anything."""

    seat: int
    tile: Tile | None
    gain: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """A cover laid on a shape; `points` are the digits under it, which count only while it lies there."""

    seat: int
    shape: Shape
    points: int
    gain: int = 0


@dataclass(frozen=True, slots=True)
class Overpowered:
    """The cover of `seat` on this shape went back to its owner, sent by a larger one, perhaps their own."""

    seat: int
    shape: Shape
    points: int
    by: int


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something could have been claimed, captured or played, and was not."""

    seat: int
    gain: int = 0


@dataclass(frozen=True, slots=True)
class Refilled:
    """The rack was filled up again at the end of a turn."""

    seat: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class BellRung:
    """Somebody went out; `still_to_move` get one more turn each, in this order."""

    seat: int
    still_to_move: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Adjustment:
    """One line of a round's final account. `reason` is `out`, `others' racks` or `own rack`."""

    seat: int
    reason: str
    points: int


@dataclass(frozen=True, slots=True)
class RoundOver:
    """`seats` went out, won the blocked round or ran out of covers; `scores` hold the adjustments."""

    round: int
    reason: str
    seats: tuple[int, ...]
    racks: tuple[tuple[Tile, ...], ...]
    adjustments: tuple[Adjustment, ...]
    scores: tuple[int, ...]

    @property
    def scores_before(self) -> tuple[int, ...]:
        """The scores without the adjustments."""
        return tuple(score - change for score, change in zip(self.scores, self.adjust, strict=True))

    @property
    def adjust(self) -> list[int]:
        """The adjustments added up by seat."""
        sums = [0] * len(self.scores)
        for line in self.adjustments:
            sums[line.seat] += line.points
        return sums


@dataclass(frozen=True, slots=True)
class MatchOver:
    winners: tuple[int, ...]
    scores: tuple[int, ...]


TileDone: TypeAlias = Laid | Drew | Passed | TimedOut | Claimed | Skipped
Done: TypeAlias = TileDone | RingDone
"""What an action itself did: the first event of every action, and of no other kind than these."""
DONE = (Laid, Drew, Passed, TimedOut, Claimed, Skipped, *RING_DONE)
TileEvent: TypeAlias = TileDone | Overpowered | Refilled | BellRung | RoundOver | MatchOver
Event: TypeAlias = TileEvent | RingEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight(ABC):
    """Everything one player can see, and nothing more. Each game adds what there is to see in it.

    `turn` is the seat whose turn it is.
    """

    seat: int
    turn: int
    options: Options
    round: int
    first: int
    actions: tuple[Action, ...]
    scores: tuple[int, ...]

    @abstractmethod
    def gain(self, action: Action) -> float:
        """What this action of the player to move would be worth at once."""


class Game(Protocol):
    """A match in progress. Between rounds nobody is to move: `awaits_deal` is true."""

    @property
    def seat(self) -> int:
        """Whose decision it is."""
        ...

    @property
    def scores(self) -> tuple[int, ...]: ...
    @property
    def awaits_deal(self) -> bool: ...
    @property
    def winners(self) -> tuple[int, ...]:
        """Empty until the match is over."""
        ...

    def deal(self, rng: Random) -> Dealt:
        """Begin the next round with what `rng` shuffles."""
        ...

    def legal(self) -> tuple[Action, ...]:
        """Every action open to the seat to move, sorted; nothing else decides legality."""
        ...

    def choices(self) -> tuple[Action, ...]:
        """What the seat to move can choose from. Where chance has a part in it that is left open, as in
        `roll`: a bot decides to roll, and never what."""
        ...

    def settle(self, choice: Action, rng: Random) -> Action:
        """The action that this choice comes to, with the part of chance filled in: for `roll`, `roll 4`."""
        ...

    def apply(self, action: Action) -> list[Event]:
        """Do it, or raise `NotAllowed` or `Malformed` and change nothing."""
        ...

    def sight(self, seat: int) -> Sight: ...

    def as_json(self) -> dict[str, Any]:
        """The record so far: enough to replay the game to the letter."""
        ...
