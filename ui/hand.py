"""The hand over the table: gestures in pixels of the window become positions on the board."""

from collections.abc import Callable

from engine.covers import Cover
from engine.tiles import Tile
from ui import page
from ui.geometry import Point, cell_at
from ui.window import Surface

FINGER_LIFT = 70.0
"""Pixels a tile is held above the finger, so that the finger does not hide it."""


class TableHand:
    """Acts on the board there is at the moment, if there is one."""

    def __init__(self, surface: Callable[[], Surface | None]) -> None:
        self._surface = surface

    def drag(self, item: Tile | Cover, x: float, y: float, pointer: str) -> None:
        if board := self._surface():
            board.drag(item, *on_board(board, x, y - lift(pointer)))

    def drop(self, x: float, y: float, pointer: str) -> None:
        if board := self._surface():
            y -= lift(pointer)
            left, top, width, height = page.board_rectangle()
            inside = left <= x <= left + width and top <= y <= top + height
            board.drop(cell_at(*on_board(board, x, y)) if inside else None)

    def let_go(self) -> None:
        if board := self._surface():
            board.let_go()

    def pan(self, dx: float, dy: float) -> None:
        if board := self._surface():
            scale = units_a_pixel(board)
            board.pan(-dx * scale, -dy * scale)

    def pinch(self, factor: float, x: float, y: float) -> None:
        if board := self._surface():
            board.zoom(factor, *on_board(board, x, y))


def lift(pointer: str) -> float:
    return FINGER_LIFT if pointer == "touch" else 0.0


def on_board(board: Surface, x: float, y: float) -> Point:
    """Where a pixel of the window is on the board, which is drawn in the middle of its frame."""
    box = board.box()
    left, top, width, height = page.board_rectangle()
    scale = units_a_pixel(board)
    return (
        box.left + box.width / 2 + (x - left - width / 2) * scale,
        box.top + box.height / 2 + (y - top - height / 2) * scale,
    )


def units_a_pixel(board: Surface) -> float:
    box = board.box()
    _left, _top, width, height = page.board_rectangle()
    return max(box.width / max(width, 1), box.height / max(height, 1))
