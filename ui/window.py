"""The window on a board: it fits itself round the cells shown until a person moves it."""

from collections.abc import Callable, Collection
from typing import Any, Protocol

from engine.covers import Cover
from engine.lattice import Cell
from engine.tiles import Tile
from ui.geometry import SIDE, Box, fit, outline, panned, zoomed

ZOOM_STEP = 1.25
"""How much nearer or farther a press of the button brings the board."""
PAN_STEP = 0.25
"""Which part of the window a press of a key moves it by."""
PAN_KEYS = {
    "Shift+ArrowLeft": (-1, 0),
    "Shift+ArrowRight": (1, 0),
    "Shift+ArrowUp": (0, -1),
    "Shift+ArrowDown": (0, 1),
}
ROUND_A_CELL = SIDE / 4
"""So much is seen round a cell that the window was moved to."""


class Surface(Protocol):
    """A board that may be moved about, and that tiles are dragged onto if there are any to be dragged."""

    def box(self) -> Box: ...
    def zoom(self, factor: float, x: float, y: float) -> None: ...
    def pan(self, dx: float, dy: float) -> None: ...
    def drag(self, item: Tile | Cover, x: float, y: float) -> None: ...
    def drop(self, cell: Cell | None) -> None: ...
    def let_go(self) -> None: ...


class Window:
    def __init__(self, cells: Callable[[], Collection[Cell]], aspect: Callable[[], float]) -> None:
        self._cells, self._aspect = cells, aspect
        self._box: Box | None = None
        self._is_moved = False

    def fit(self) -> None:
        """Show all there is, and go on doing so."""
        self._box, self._is_moved = None, False

    def zoom(self, factor: float, x: float | None = None, y: float | None = None) -> None:
        box = self.box()
        x = box.left + box.width / 2 if x is None else x
        y = box.top + box.height / 2 if y is None else y
        self._box, self._is_moved = zoomed(box, factor, x, y), True

    def pan(self, dx: float, dy: float) -> None:
        self._box, self._is_moved = panned(self.box(), dx, dy), True

    def show(self, cells: Collection[Cell]) -> None:
        """Move just as far as these cells are seen; a window that fits itself shows them all."""
        if not self._is_moved:
            return
        box, corners = self.box(), [corner for cell in cells for corner in outline(cell)]
        xs, ys = zip(*corners, strict=True)
        dx = _way(box.left, box.right, min(xs) - ROUND_A_CELL, max(xs) + ROUND_A_CELL)
        dy = _way(box.top, box.bottom, min(ys) - ROUND_A_CELL, max(ys) + ROUND_A_CELL)
        self.pan(dx, dy)

    def box(self) -> Box:
        if self._box is None or not self._is_moved:
            self._box = fit(self._cells(), self._aspect(), self._box)
        return self._box


def _way(start: float, end: float, first: float, last: float) -> float:
    """How far a stretch must be moved to hold another, or its beginning if that is longer."""
    return min(first - start, 0) or min(max(last - end, 0), first - start)


class Windowed:
    """The part of a table or a replay that moves the window on its board."""

    def handlers(self, value: str | None) -> dict[str, Callable[[], object]]:
        return super().handlers(value) | {
            "fit": self.fit,
            "zoom-in": lambda: self.zoom(ZOOM_STEP),
            "zoom-out": lambda: self.zoom(1 / ZOOM_STEP),
        }

    def press(self, key: str, *on: Any, **more: Any) -> bool:
        if key not in PAN_KEYS:
            return super().press(key, *on, **more)
        across, down = PAN_KEYS[key]
        box = self.box()
        self.pan(across * PAN_STEP * box.width, down * PAN_STEP * box.height)
        return True

    def fit(self) -> None:
        self._window.fit()
        self._host.changed()

    def zoom(self, factor: float, x: float | None = None, y: float | None = None) -> None:
        self._window.zoom(factor, x, y)
        self._host.changed()

    def pan(self, dx: float, dy: float) -> None:
        self._window.pan(dx, dy)
        self._host.changed()

    def box(self) -> Box:
        return self._window.box()
