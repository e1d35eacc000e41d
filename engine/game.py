"""What every game in the parlour has in common: the protocol, its events, and what a player sees.

An action is a string of the record's small language. `apply` is the one door into a game; what it did
comes back as events, in the order in which they happened, with everything a score sheet or an
animation needs.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from engine.board import Board, Figure
from engine.lattice import Vertex
from engine.options import Options
from engine.tiles import Placement, Rack, Tile

if TYPE_CHECKING:
    from engine.editions import Edition

Action: TypeAlias = str

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at the table: `human`, or a bot such as `bot:greedy`."""

    name: str
    kind: str = "human"
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round begins. `lots` are the tiles drawn for the beginning, seat by seat, once per drawing."""

    round: int
    first: int
    racks: tuple[tuple[Tile, ...], ...]
    pool: int
    lots: tuple[tuple[Tile, ...], ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile on the table: its own points, and what the opening and its figure added."""

    seat: int
    placement: Placement
    points: int
    opening: int
    figure: Figure | None
    bonus: int
    hexagons: tuple[Vertex, ...]

    @property
    def gain(self) -> int:
        return self.points + self.opening + self.bonus


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
    """`seats` went out or won the blocked round; `scores` already hold the adjustments."""

    round: int
    reason: str
    seats: tuple[int, ...]
    racks: tuple[tuple[Tile, ...], ...]
    adjustments: tuple[Adjustment, ...]
    scores: tuple[int, ...]

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


Event: TypeAlias = Laid | Drew | Passed | TimedOut | BellRung | RoundOver | MatchOver


@dataclass(frozen=True, slots=True)
class Sight:
    """Everything one player can see, and nothing more: no other rack, not the pool's order.

    The board is the player's own copy of the table.
    """

    seat: int
    turn: int
    edition: "Edition"
    options: Options
    round: int
    first: int
    actions: tuple[Action, ...]
    board: Board
    rack: Rack
    drawn: int
    tiles_left: tuple[int, ...]
    pool: int
    scores: tuple[int, ...]
    bell: int | None

    def gain(self, action: Action) -> int:
        """What this action of the player to move would do to their score at once."""
        if action.startswith("play "):
            return self.edition.lay(self.seat, self.board, Placement.parse(action[5:])).gain
        if action == "draw":
            return -self.edition.draws.cost
        return -self.edition.draws.pass_cost(self.drawn, self.pool)


class Game(Protocol):
    """A match in progress. Between rounds nobody is to move: `awaits_deal` is true."""

    @property
    def seat(self) -> int: ...
    @property
    def scores(self) -> tuple[int, ...]: ...
    @property
    def awaits_deal(self) -> bool: ...
    @property
    def winners(self) -> tuple[int, ...]:
        """Empty until the match is over."""
        ...

    def deal(self, rng: Random) -> Dealt:
        """Begin the next round with tiles shuffled by `rng`."""
        ...

    def legal(self) -> tuple[Action, ...]:
        """Every action open to the seat to move, sorted; nothing else decides legality."""
        ...

    def apply(self, action: Action) -> list[Event]:
        """Do it, or raise `NotAllowed` or `Malformed` and change nothing."""
        ...

    def sight(self, seat: int) -> Sight: ...

    def as_json(self) -> dict[str, Any]:
        """The record so far: enough to replay the game to the letter."""
        ...
