"""Cells on the drawing, the window on them, and the way of the arrow keys."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.lattice import Cell, Vertex
from ui.geometry import (
    FARTHEST,
    HEIGHT,
    LEAST_WIDTH,
    NEAREST,
    SIDE,
    Box,
    cell_at,
    centre,
    fit,
    next_place,
    outline,
    panned,
    point,
    zoomed,
)

PATCH = [Cell(x, y) for x, y in product(range(-7, 8), repeat=2)]
ASPECTS = (0.55, 1, 16 / 9)

cells = st.builds(Cell, st.integers(-12, 12), st.integers(-12, 12))
numbers = st.floats(-2000, 2000)


def weighted(cell: Cell, weights: tuple[float, float, float]) -> tuple[float, float]:
    """A point inside a cell, drawn towards its corners by these weights."""
    corners = outline(cell)
    whole = sum(weights)
    return (
        sum(w * x for w, (x, _) in zip(weights, corners, strict=True)) / whole,
        sum(w * y for w, (_, y) in zip(weights, corners, strict=True)) / whole,
    )


def holds(box: Box, cell: Cell) -> bool:
    return all(box.left <= x <= box.right and box.top <= y <= box.bottom for x, y in outline(cell))


def test_the_origin_and_the_units():
    assert point(Vertex(0, 0)) == (0, 0)
    assert point(Vertex(2, 0)) == (SIDE, 0)
    assert point(Vertex(-1, 1)) == (-SIDE / 2, HEIGHT)


@pytest.mark.parametrize("cell", [Cell(0, 0), Cell(1, 0), Cell(-3, 2), Cell(-4, -1)])
def test_an_outline_has_equal_sides_and_runs_clockwise(cell):
    corners = outline(cell)
    assert corners == tuple(point(vertex) for vertex in cell.corners())
    for n, (x, y) in enumerate(corners):
        (x2, y2), (x3, y3) = corners[n - 2], corners[n - 1]
        assert ((x2 - x) ** 2 + (y2 - y) ** 2) ** 0.5 == pytest.approx(SIDE)
        assert (x2 - x) * (y3 - y) - (y2 - y) * (x3 - x) > 0
    assert centre(cell) == pytest.approx(weighted(cell, (1, 1, 1)))


@pytest.mark.parametrize("weights", [(1, 1, 1), (18, 1, 1), (1, 18, 1), (1, 1, 18), (9, 9, 1), (1, 9, 9)])
def test_a_point_in_a_cell_is_under_that_cell(weights):
    assert [cell_at(*weighted(cell, weights)) for cell in PATCH] == PATCH


@given(numbers, numbers)
def test_every_point_lies_in_the_cell_found_for_it(x, y):
    corners = outline(cell_at(x, y))
    for n, (x1, y1) in enumerate(corners):
        x2, y2 = corners[n - 2]
        assert (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) > -1e-6


@pytest.mark.parametrize("aspect", ASPECTS)
def test_a_window_holds_its_cells_and_keeps_the_aspect(aspect):
    for seen in ([], [Cell(0, 0)], [Cell(-9, 3), Cell(12, -1)], [Cell(0, -8), Cell(1, 9)]):
        box = fit(seen, aspect)
        assert all(holds(box, cell) for cell in seen or [Cell(0, 0)])
        assert box.width / box.height == pytest.approx(aspect)
        assert box.width >= LEAST_WIDTH


@pytest.mark.parametrize("step", [(1, 0), (-1, 0), (0, 1), (0, -1)], ids=str)
@pytest.mark.parametrize("aspect", ASPECTS)
def test_the_window_does_not_jump_at_every_tile(aspect, step):
    box, windows = None, 0
    for laid in range(1, 31):
        line = [Cell(n * step[0], n * step[1]) for n in range(laid)]
        new = fit(line, aspect, box)
        assert all(holds(new, cell) for cell in line)
        windows += new != box
        box = new
    assert windows <= 15


def test_the_window_stays_while_it_serves_and_no_longer():
    box = fit([Cell(0, 0)], 1)
    assert fit([Cell(0, 0), Cell(1, 0)], 1, box) is box
    wide = fit([Cell(n, 0) for n in range(20)], 1, box)
    assert wide.width > box.width
    assert fit([Cell(0, 0)], 1, wide) == box
    assert fit([Cell(0, 0)], 1.5, box).width / fit([Cell(0, 0)], 1.5, box).height == pytest.approx(1.5)
    aside = panned(box, 3 * SIDE, 0)
    assert holds(fit([Cell(0, 0)], 1, aside), Cell(0, 0))


@given(st.floats(0.05, 20), st.floats(-300, 300), st.floats(-300, 300))
def test_zooming_keeps_the_point_under_the_finger_and_its_limits(factor, x, y):
    box = Box(-300, -200, 900, 600)
    new = zoomed(box, factor, x, y)
    assert (x - new.left) / new.width == pytest.approx((x - box.left) / box.width)
    assert (y - new.top) / new.height == pytest.approx((y - box.top) / box.height)
    assert new.width / new.height == pytest.approx(1.5)
    assert new.height >= NEAREST - 1e-6
    assert new.width <= FARTHEST + 1e-6


def test_zooming_from_beyond_a_limit_goes_back_but_never_on():
    far = Box(0, 0, 2 * FARTHEST, FARTHEST)
    assert zoomed(far, 0.8, 0, 0) == far
    assert zoomed(far, 1.25, 0, 0).width == pytest.approx(far.width / 1.25)
    near = Box(0, 0, NEAREST, NEAREST / 2)
    assert zoomed(near, 1.25, 0, 0) == near
    assert zoomed(near, 0.8, 0, 0).width == pytest.approx(near.width / 0.8)


def test_panning_moves_the_window():
    assert panned(Box(1, 2, 30, 40), 5, -6) == Box(6, -4, 30, 40)


@settings(deadline=None)
@given(st.sets(cells, min_size=1, max_size=9))
def test_arrow_keys_lead_from_every_place_to_every_other(places):
    for start in places:
        reached, ahead = {start}, [start]
        while ahead:
            current = ahead.pop()
            for direction in ("left", "right", "up", "down"):
                following = next_place(places, current, direction)
                assert following in places
                if following not in reached:
                    reached.add(following)
                    ahead.append(following)
        assert reached == places


@given(st.sets(cells, min_size=1, max_size=9), cells)
def test_up_goes_up_and_down_goes_down_or_nowhere(places, current):
    for direction, sign in (("up", -1), ("down", 1)):
        following = next_place(places, current, direction)
        if any((cell.y - current.y) * sign > 0 for cell in places):
            assert (following.y - current.y) * sign > 0
        else:
            assert following == current


def test_arrow_keys_find_what_the_eye_expects():
    places = [Cell(-3, 0), Cell(0, 0), Cell(4, 0), Cell(1, 1), Cell(5, 1), Cell(0, 4), Cell(0, -3)]
    assert next_place(places, Cell(0, 0), "right") == Cell(4, 0)
    assert next_place(places, Cell(0, 0), "left") == Cell(-3, 0)
    assert next_place(places, Cell(0, 0), "down") == Cell(1, 1)
    assert next_place(places, Cell(4, 0), "down") == Cell(5, 1)
    assert next_place(places, Cell(0, 0), "up") == Cell(0, -3)
    assert next_place(places, Cell(4, 0), "right") == Cell(1, 1)
    assert next_place(places, Cell(0, 4), "right") == Cell(0, -3)
    assert next_place(places, Cell(2, 0), "right") == Cell(4, 0)
    assert next_place([], Cell(2, 0), "right") == Cell(2, 0)
