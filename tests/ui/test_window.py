"""The window on the board at a table: what moves it, and what it follows by itself."""

import pytest

from engine.covers import Shape
from engine.lattice import Cell
from tests.ui.test_claiming import hexagon_to_be
from tests.ui.test_geometry import holds
from tests.ui.test_table import begins, fitting, lay_something, seed_where, until_something_fits
from ui.tile_table import TileTable
from ui.window import Window

FAR = (-900.0, -700.0)


@pytest.fixture
def table() -> TileTable:
    """Something lies, and something fits beside it."""
    table, desk = seed_where(begins)
    lay_something(table, desk)
    until_something_fits(table, desk)
    return table


def look_away(table: TileTable) -> None:
    """At hardly one cell, and none that matters."""
    table.zoom(20)
    table.pan(FAR[0] - table.box().left, FAR[1] - table.box().top)
    assert not any(holds(table.box(), cell) for cell in table.match.round.board.open)


def test_going_from_place_to_place_by_key_brings_each_into_the_window(table: TileTable):
    look_away(table)
    table.choose(fitting(table.scene()), by_key=True)
    assert holds(table.box(), table.scene().look.aim.placement.cell)
    for way in ("right", "down", "left", "up"):
        look_away(table)
        table.move_aim(way)
        assert holds(table.box(), table.scene().look.aim.placement.cell)


def test_a_hint_is_brought_into_the_window(table: TileTable):
    look_away(table)
    table._show_hint(next(action for action in table.legal() if action.startswith("play")))
    assert holds(table.box(), table.scene().look.aim.placement.cell)


def test_going_through_the_shapes_brings_each_into_the_window():
    table, _desk = hexagon_to_be()
    for _shape in range(3):
        table.zoom(20, *FAR)
        table.zoom(0.5, *FAR)
        table.next_claim()
        assert all(holds(table.box(), cell) for cell in table.scene().look.claim.shape.cells)


def test_the_board_does_not_move_under_a_hand_that_points(table: TileTable):
    table.zoom(3)
    table.choose(fitting(table.scene()))
    before = table.box()
    for place in table.scene().look.places:
        table.tap_place(place.placement.cell, confirm=True)
        assert table.box() == before
    claiming, _desk = hexagon_to_be()
    claiming.zoom(3, *FAR)
    before = claiming.box()
    claiming.tap_claim(Shape.parse("hex@1,1"), confirm=True)
    assert claiming.box() == before


def test_a_window_that_fits_itself_goes_on_doing_so():
    cells = [Cell(0, 0)]
    window = Window(lambda: cells, lambda: 1.5)
    window.show([Cell(0, 0)])
    cells.append(Cell(30, 0))
    assert holds(window.box(), Cell(30, 0))


def test_a_shape_too_large_for_the_window_is_shown_from_its_beginning():
    window = Window(lambda: [Cell(0, 0)], lambda: 1.0)
    window.zoom(20, *FAR)
    window.show([Cell(0, 0), Cell(20, 0)])
    assert holds(window.box(), Cell(0, 0))


@pytest.mark.parametrize(
    ("key", "across", "down"), [("Left", -1, 0), ("Right", 1, 0), ("Up", 0, -1), ("Down", 0, 1)]
)
def test_arrows_with_shift_move_the_board_wherever_the_focus_is(
    table: TileTable, key: str, across: int, down: int
):
    for on in (None, "tile", "target", "claim"):
        before = table.box()
        assert table.press(f"Shift+Arrow{key}", on)
        after = table.box()
        assert (after.left - before.left, after.top - before.top) == pytest.approx(
            (across * before.width / 4, down * before.height / 4)
        )
        assert (after.width, after.height) == (before.width, before.height)
