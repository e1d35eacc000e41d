"""Where the spaces of the ring lie: a closed way round a triangle, with room in the middle."""

import pytest

from engine import EDITIONS
from engine.lattice import Cell
from ui.geometry import distance
from ui.ring_geometry import BOARD, MIDDLE, ROWS, corners_of, middle_of, ring, spread

SPACES = range(36)


def neighbours(space: int) -> set[Cell]:
    return {cell for own in ring()[space] for cell in own.neighbours()}


def test_there_is_a_place_for_every_space_of_the_edition():
    assert len(ring()) == len(EDITIONS["conquer"].spaces) == 36


def test_each_space_shares_a_side_with_the_next_and_the_last_with_the_first():
    for space in SPACES:
        assert neighbours(space) & set(ring()[(space + 1) % 36])


def test_no_cell_is_used_twice_and_together_they_are_the_border_of_a_triangle():
    cells = [cell for space in ring() for cell in space]
    triangle = {Cell(x, y) for y in range(ROWS) for x in range(-y, y + 1)}
    inside = {Cell(x, y) for y in range(2, ROWS - 1) for x in range(2 - y, y - 1)}
    assert len(cells) == len(set(cells))
    assert set(cells) == triangle - inside


def test_the_corners_are_start_jail_and_go_to_jail_and_have_two_cells():
    assert [space for space in SPACES if len(ring()[space]) == 2] == [0, 12, 24]
    assert middle_of(0)[0] > 250
    assert middle_of(12)[0] < -250
    assert middle_of(24)[1] < 120


def test_it_goes_round_clockwise():
    points = [middle_of(space) for space in SPACES]
    area = sum(x * v - u * y for (x, y), (u, v) in zip(points, points[1:] + points[:1], strict=True))
    assert area > 0  # y grows downward


@pytest.mark.parametrize("space", SPACES)
def test_every_space_is_drawn_on_the_board_and_clear_of_the_die(space: int):
    corners = corners_of(space)
    assert len(set(corners)) == len(corners) == (4 if space % 12 == 0 else 3)
    for x, y in corners:
        assert BOARD.left < x < BOARD.right
        assert BOARD.top < y < BOARD.bottom
    assert distance(middle_of(space), MIDDLE) > 150


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_markers_on_one_space_stand_side_by_side_round_its_middle(count: int):
    places = [spread((10.0, 20.0), n, count) for n in range(count)]
    assert len(set(places)) == count
    assert all(distance(one, other) >= 27 for one in places for other in places if one != other)
    assert sum(x for x, _y in places) / count == pytest.approx(10)
    assert sum(y for _x, y in places) / count == pytest.approx(20)
