"""The lattice's laws, over a patch of it wide enough to hold every kind of neighbourhood."""

from itertools import product

import pytest

from engine.errors import Malformed
from engine.lattice import Cell, Vertex

PATCH = [Cell(x, y) for x, y in product(range(-7, 8), range(-7, 8))]
VERTICES = [Vertex(u, v) for u, v in product(range(-5, 6), range(-5, 6)) if (u + v) % 2 == 0]


def test_a_cell_points_up_when_its_coordinates_have_an_even_sum():
    assert [
        cell for cell in map(Cell.parse, ("0,0", "1,0", "0,1", "-1,0", "-1,1", "2,-3")) if cell.points_up
    ] == [Cell(0, 0), Cell(-1, 1)]


def test_an_up_cell_has_its_apex_first_then_right_then_left():
    assert Cell(2, 0).corners() == ((2, 0), (3, 1), (1, 1))
    assert Cell(-3, -1).corners() == ((-3, -1), (-2, 0), (-4, 0))


def test_a_down_cell_has_left_first_then_right_then_bottom():
    assert Cell(2, -1).corners() == ((1, -1), (3, -1), (2, 0))
    assert Cell(0, 1).corners() == ((-1, 1), (1, 1), (0, 2))


def test_corners_are_vertices():
    assert all((u + v) % 2 == 0 for cell in PATCH for u, v in cell.corners())


def test_corners_run_clockwise():
    for cell in PATCH:
        (ax, ay), (bx, by), (cx, cy) = cell.corners()
        # Where y grows downward, a positive cross product is a turn to the right.
        assert (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0


def test_neighbours_are_left_and_right_and_below_an_up_cell_or_above_a_down_cell():
    assert set(Cell(0, 0).neighbours()) == {(-1, 0), (1, 0), (0, 1)}
    assert set(Cell(0, 1).neighbours()) == {(-1, 1), (1, 1), (0, 0)}


def test_neighbours_are_mutual():
    assert all(cell in neighbour.neighbours() for cell in PATCH for neighbour in cell.neighbours())


def test_neighbours_are_the_cells_that_share_two_corners():
    for cell in (cell for cell in PATCH if max(map(abs, cell)) < 6):
        sharing = {other for other in PATCH if len({*other.corners()} & {*cell.corners()}) == 2}
        assert {*cell.neighbours()} == sharing


def test_the_nth_neighbour_lies_opposite_the_nth_corner():
    for cell in PATCH:
        for corner, neighbour in zip(cell.corners(), cell.neighbours(), strict=True):
            assert corner not in neighbour.corners()


def test_six_cells_meet_at_a_vertex_and_no_other_touches_it():
    for vertex in VERTICES:
        around = vertex.cells()
        assert len(around) == len({*around}) == 6
        assert {*around} == {cell for cell in PATCH if vertex in cell.corners()}


def test_the_cells_around_a_vertex_come_row_by_row():
    assert Vertex(1, 1).cells() == ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1))


def test_parse_and_str_undo_each_other():
    assert [Cell.parse(str(cell)) for cell in PATCH] == PATCH
    assert [str(Cell.parse(text)) for text in ("0,0", "2,-1", "-10,31")] == ["0,0", "2,-1", "-10,31"]
    assert str(Vertex(4, -2)) == "4,-2"


@pytest.mark.parametrize(
    "text",
    [
        "",
        ",",
        "1",
        "1,",
        ",1",
        "1,2,3",
        "01,2",
        "+1,2",
        "-0,0",
        "0,-0",
        "1, 2",
        " 1,2",
        "1,2\n",
        "1;2",
        "1.0,2",
        "a,b",
        "1_0,2",
        "\u0661,2",
        "--1,2",
    ],
)
def test_what_is_not_a_cell_is_malformed(text):
    with pytest.raises(Malformed, match="is not a cell"):
        Cell.parse(text)
