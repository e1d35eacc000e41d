"""What the table of a tile game shows beside what every table does: board, rack and pool."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.board import Figure
from engine.covers import Cover, Covered, Shape
from engine.lattice import Cell, Vertex
from engine.tiles import Digits, Placement, Tile
from ui.geometry import Box
from ui.scene import Scene, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TileSeat(Seat):
    """The plate of a player who holds tiles."""

    tiles_left: int
    covers: tuple[tuple[Cover, int], ...] = ()
    """What is left to claim with, in a game for land."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the chosen tile fits, how it would lie there, and what that would bring."""

    placement: Placement
    gain: int | None
    """Points, or land that could then be claimed; None where it would bring nothing to claim."""
    figure: Figure | None
    turnings: int
    cover: Cover | None = None
    """What could then be claimed, in a game for land."""

    @property
    def is_special(self) -> bool:
        return self.figure is not None or (self.cover is not None and self.cover > Cover.DIA)


@dataclass(frozen=True, slots=True)
class SentBack:
    """A cover that a claim would send back to its owner, and the land lost with it."""

    name: str
    colour: str
    """The owner's, both."""
    shape: Shape
    points: int


@dataclass(frozen=True, slots=True)
class Claim:
    """A shape that the player to move may claim."""

    shape: Shape
    points: int
    sends_back: tuple[SentBack, ...] = ()
    """The covers it overpowers."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A cover on the table, in its owner's colour."""

    covered: Covered
    colour: str
    label: str


@dataclass(frozen=True, slots=True)
class Glow:
    """A bonus being celebrated: the cells that make the figure."""

    cells: frozenset[Cell]
    at: Cell
    gain: int


@dataclass(frozen=True, slots=True)
class CoverDrag:
    """A cover in the air: where its middle is on the board, and the shape it would drop onto."""

    cover: Cover
    x: float
    y: float
    over: Claim | None


@dataclass(frozen=True, slots=True)
class Drag:
    """A tile in the air: where its centre is on the board, and the place it would drop into."""

    tile: Tile
    digits: Digits
    points_up: bool
    x: float
    y: float
    over: Place | None


@dataclass(frozen=True, slots=True)
class Look:
    """The board: what lies there, and what is lit."""

    box: Box
    laid: Mapping[Cell, Digits]
    places: tuple[Place, ...] = ()
    focus: Cell | None = None
    """The place that Tab reaches; arrows move it."""
    aim: Place | None = None
    """The place where the chosen tile is shown before it is laid."""
    last: Cell | None = None
    last_colour: str | None = None
    glow: Glow | None = None
    clash: Vertex | None = None
    drag: Drag | CoverDrag | None = None
    covers: tuple[Lying, ...] = ()
    claims: tuple[Claim, ...] = ()
    claim: Claim | None = None
    """The shape that is about to be claimed."""
    colour: str | None = None
    """Of the player who may claim."""


@dataclass(frozen=True, slots=True)
class RackTile:
    tile: Tile
    digits: Digits
    fits: bool
    drawn: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TileScene(Scene):
    seats: tuple[TileSeat, ...]
    look: Look
    rack: tuple[RackTile, ...]
    chosen: Tile | None
    focus_tile: Tile | None
    """The tile of the rack that Tab reaches."""
    pool: int
    draw_cost: int
    must_choose: bool = False
    """A tile was laid: now a shape is to be claimed, or none."""
