"""The hand over the table: gestures in pixels of the window become positions on the board."""

from collections.abc import Callable

from engine.tiles import Tile
from ui import page
from ui.geometry import Point, cell_at
from ui.table import Table

FINGER_LIFT = 70.0
"""Pixels a tile is held above the finger, so that the finger does not hide it."""


class TableHand:
    """Acts on the table there is at the moment, if there is one."""

    def __init__(self, table: Callable[[], Table | None]) -> None:
        self._table = table

    def drag(self, tile: Tile, x: float, y: float, pointer: str) -> None:
        if table := self._table():
            table.drag(tile, *on_board(table, x, y - lift(pointer)))

    def drop(self, x: float, y: float, pointer: str) -> None:
        if table := self._table():
            y -= lift(pointer)
            left, top, width, height = page.board_rectangle()
            inside = left <= x <= left + width and top <= y <= top + height
            table.drop(cell_at(*on_board(table, x, y)) if inside else None)

    def drop_nothing(self) -> None:
        if table := self._table():
            table.drop(None)

    def pan(self, dx: float, dy: float) -> None:
        if table := self._table():
            scale = units_a_pixel(table)
            table.pan(-dx * scale, -dy * scale)

    def pinch(self, factor: float, x: float, y: float) -> None:
        if table := self._table():
            table.zoom(factor, *on_board(table, x, y))


def lift(pointer: str) -> float:
    return FINGER_LIFT if pointer == "touch" else 0.0


def on_board(table: Table, x: float, y: float) -> Point:
    """Where a pixel of the window is on the board, which is drawn in the middle of its frame."""
    box = table.box()
    left, top, width, height = page.board_rectangle()
    scale = units_a_pixel(table)
    return (
        box.left + box.width / 2 + (x - left - width / 2) * scale,
        box.top + box.height / 2 + (y - top - height / 2) * scale,
    )


def units_a_pixel(table: Table) -> float:
    box = table.box()
    _left, _top, width, height = page.board_rectangle()
    return max(box.width / max(width, 1), box.height / max(height, 1))
