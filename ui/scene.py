"""What the table shows at one moment, as plain values: the controller makes a Scene, the views draw it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.board import Figure
from engine.lattice import Cell, Vertex
from engine.tiles import Digits, Placement, Tile
from ui.geometry import Box


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's plate beside the table."""

    number: int
    name: str
    colour: str
    is_bot: bool
    tiles_left: int
    score: int
    last_gain: int | None
    winner: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Where the chosen tile fits, how it would lie there, and what that would bring."""

    placement: Placement
    gain: int
    figure: Figure | None
    turnings: int


class Tone(StrEnum):
    """What a note is about; the style sheet gives each its look."""

    PLAIN = "plain"
    HINT = "hint"
    REFUSAL = "refusal"
    FORCED = "forced"


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence above the rack. A forced one goes on by itself, or at a tap on it."""

    text: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Glow:
    """A bonus being celebrated: the cells that make the figure."""

    cells: frozenset[Cell]
    at: Cell
    gain: int


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
    drag: Drag | None = None


@dataclass(frozen=True, slots=True)
class RackTile:
    tile: Tile
    digits: Digits
    fits: bool
    drawn: bool


@dataclass(frozen=True, slots=True)
class Scene:
    title: str
    seats: tuple[Seat, ...]
    turn: int | None
    """The seat to move, or None when the round is over."""
    status: str
    note: Note | None
    look: Look
    rack: tuple[RackTile, ...]
    chosen: Tile | None
    focus_tile: Tile | None
    """The tile of the rack that Tab reaches."""
    pool: int
    draw_cost: int
    actions: frozenset[str]
    """Which of draw, pass, undo, hint, rotate, lay, cancel can be done now."""
    hidden: tuple[str, ...]
    """Which of those have no place in this game, such as undo between people."""
    curtain: str | None
    """The name of the player the device is to be passed to, while racks are hidden."""
    over: bool
    """The round is over: its score sheet is the next step."""
    seconds_left: int | None
    log: tuple[str, ...]
    unsaved: str | None
    """Why the game is not being saved, said once and shown until it is again."""
