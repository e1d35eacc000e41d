"""What every table shows at one moment, as plain values: the controller makes a Scene, the views draw it."""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's plate beside the table."""

    number: int
    name: str
    colour: str
    kind: str
    """Who plays: a person, or which of the computer players."""
    score: int
    last_gain: int | None
    winner: bool = False
    changes: int = 0
    """How often there was a gain or a loss, so that the same one again is seen to be another."""


class Tone(StrEnum):
    """What a note is about; the style sheet gives each its look."""

    PLAIN = "plain"
    HINT = "hint"
    REFUSAL = "refusal"
    FORCED = "forced"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence above the rack. A forced one goes on by itself, or at a tap on it; a warning is about what
    was to be done, which is then done or not."""

    text: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    title: str
    seats: tuple[Seat, ...]
    turn: int | None
    """The seat to move, or None when the round is over."""
    status: str
    note: Note | None
    actions: frozenset[str]
    """Which of the buttons of this game can be pressed now."""
    hidden: tuple[str, ...]
    """Which of those have no place in this game, such as undo between people."""
    curtain: str | None
    """The name of the player the device is to be passed to, while what they hold is hidden."""
    over: bool
    """The round is over: its score sheet is the next step."""
    seconds_left: int | None
    log: tuple[str, ...]
    unsaved: str | None
    """Why the game is not being saved, said once and shown until it is again."""
    send_to: str | None = None
    """The name of the player who is to move on another device, and waits for a link."""
    full: bool = False
    """It is not being saved because the storage is full: room can be made."""
