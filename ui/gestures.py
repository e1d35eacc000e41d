"""From pointers going down, moving and up to what the hand meant: dragging a tile or a cover, panning,
pinching.

A tap is left to the browser's click, which a key or a screen reader can give as well; `swallows_click`
says when the click that follows belongs to one of the gestures here.
"""

from typing import Protocol

from engine.covers import Cover
from engine.tiles import Tile

SLOP = 8.0
"""Pixels a pointer may tremble before it counts as moving."""


class Hand(Protocol):
    """Who acts on the gestures; all positions are in pixels of the window."""

    def drag(self, item: Tile | Cover, x: float, y: float, pointer: str) -> None: ...
    def drop(self, x: float, y: float, pointer: str) -> None: ...
    def let_go(self) -> None: ...
    def pan(self, dx: float, dy: float) -> None: ...
    def pinch(self, factor: float, x: float, y: float) -> None: ...


class Gestures:
    def __init__(self, hand: Hand) -> None:
        self._hand = hand
        self._fingers: dict[int, tuple[float, float]] = {}
        self._start = (0.0, 0.0)
        self._item: Tile | Cover | None = None
        self._on_board = False
        self._moving = False
        self.swallows_click = False

    def down(self, finger: int, x: float, y: float, item: Tile | Cover | None, on_board: bool) -> None:
        """A pointer goes down on a tile of the rack or a cover, on the board, or elsewhere."""
        if not self._fingers:
            self._start, self._item, self._on_board = (x, y), item, on_board
            self._moving = self.swallows_click = False
        else:
            # A second finger is never meant as a move.
            self.swallows_click = True
            self.let_go()
            self._item = None
        self._fingers[finger] = (x, y)

    def move(self, finger: int, x: float, y: float, pointer: str) -> None:
        if finger not in self._fingers:
            return
        old = self._fingers[finger]
        if not self._moving:
            if abs(complex(x, y) - complex(*self._start)) < SLOP and len(self._fingers) == 1:
                return
            self._moving = self.swallows_click = bool(self._item or self._on_board)
        self._fingers[finger] = (x, y)
        if len(self._fingers) == 2:
            (other,) = (at for number, at in self._fingers.items() if number != finger)
            self._pinch(old, (x, y), other)
        elif self._item:
            self._hand.drag(self._item, x, y, pointer)
        elif self._on_board:
            self._hand.pan(x - old[0], y - old[1])

    def _pinch(self, old: tuple[float, float], new: tuple[float, float], other: tuple[float, float]) -> None:
        before, after, fixed = complex(*old), complex(*new), complex(*other)
        middle = (after + fixed) / 2
        self._hand.pan((after - before).real / 2, (after - before).imag / 2)
        if min(abs(before - fixed), abs(after - fixed)) > 1:
            self._hand.pinch(abs(after - fixed) / abs(before - fixed), middle.real, middle.imag)

    def up(self, finger: int, x: float, y: float, pointer: str) -> None:
        if self._fingers.pop(finger, None) and self._item and self._moving:
            self._item = None
            self._hand.drop(x, y, pointer)

    def cancel(self, finger: int) -> None:
        """The browser took the pointer away."""
        if self._fingers.pop(finger, None):
            self.let_go()

    def let_go(self) -> bool:
        """What is dragged goes back to where it came from. Whether there was anything."""
        if not (self._item and self._moving):
            return False
        self._item = None
        self._hand.let_go()
        return True
