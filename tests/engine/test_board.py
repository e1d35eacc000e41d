"""What fits where, and that the board's book of open cells is what a look at the whole table shows."""

from copy import deepcopy

import pytest

from engine.board import Board
from engine.errors import NotAllowed
from engine.lattice import Cell
from engine.tiles import TILES, Placement, rack_of, tiles_of
from tests.engine.positions import board, random_layings, tiles


def rescanned(table):
    """The open cells and what their corners demand, by looking at every laid tile afresh."""
    shown = {
        corner: digit
        for cell, digits in table.laid.items()
        for corner, digit in zip(cell.corners(), digits, strict=True)
    }
    beside = {neighbour for cell in table.laid for neighbour in cell.neighbours()} - {*table.laid}
    return {cell: tuple(map(shown.get, cell.corners())) for cell in beside}


def fitting(table, rack):
    """Every placement of these tiles that `check` has nothing against, on every cell near the table."""
    near = {other for cell in table.open for corner in cell.corners() for other in corner.cells()}
    found = set()
    for cell in near | {*table.laid}:
        for tile in tiles_of(rack):
            for digits in tile.rotations():
                try:
                    table.check(Placement(digits, cell))
                except NotAllowed:
                    continue
                found.add(Placement(digits, cell))
    return found


def test_before_the_first_tile_the_one_open_cell_demands_nothing():
    assert Board().open == {(0, 0): (None, None, None)}


def test_open_cells_and_their_demands_are_what_a_rescan_finds():
    layings = 0
    for table, placement in random_layings(40):
        if table.laid:
            assert table.open == rescanned(table)
        table.check(placement)
        layings += 1
    assert layings > 1000


def test_numbers_are_the_digits_of_the_laid_tiles():
    for table, _ in random_layings(10):
        for cell, digits in table.laid.items():
            assert tuple(table.numbers[corner] for corner in cell.corners()) == digits


def test_the_first_tile_may_lie_in_any_rotation():
    assert {*map(str, Board().placements(rack_of(tiles("135 222"))))} == {
        "135@0,0",
        "351@0,0",
        "513@0,0",
        "222@0,0",
    }


def test_the_first_tile_goes_to_the_middle():
    with pytest.raises(NotAllowed, match="^the first tile goes to cell 0,0$"):
        Board().check(Placement.parse("135@1,0"))


def test_a_cell_holds_one_tile():
    with pytest.raises(NotAllowed, match="^cell 0,0 is taken$"):
        board("012@0,0").check(Placement.parse("012@0,0"))


@pytest.mark.parametrize("cell", ["1,-1", "2,0", "0,2", "-2,1", "5,5"])
def test_a_tile_needs_an_edge_neighbour_and_a_common_corner_is_not_enough(cell):
    table = board("000@0,0")
    with pytest.raises(NotAllowed, match=f"^no tile lies beside cell {cell}$"):
        table.check(Placement.parse(f"000@{cell}"))


def test_the_two_corners_of_a_common_edge_must_show_the_same_numbers():
    # 0,0 shows 0 at its apex 0,0, 1 at its right 1,1 and 2 at its left -1,1. The cell below has the
    # corners -1,1 and 1,1, the cell to the right has 0,0, then 2,0, then 1,1.
    table = board("012@0,0")
    table.check(Placement.parse("211@0,1"))
    table.check(Placement.parse("001@1,0"))
    with pytest.raises(NotAllowed, match="^corner 1,1 shows 1, the tile has 2$"):
        table.check(Placement.parse("225@0,1"))
    with pytest.raises(NotAllowed, match="^corner -1,1 shows 2, the tile has 1$"):
        table.check(Placement.parse("115@0,1"))


def test_the_corner_across_from_the_common_edge_must_fit_too():
    # Five tiles round vertex 1,1; the sixth cell, 1,1, has its corner 0,2 from the tile on 0,1.
    table = board("202@0,0 230@1,0 330@2,0 034@2,1 200@0,1")
    table.check(Placement.parse("040@1,1"))
    assert table.open[Cell(1, 1)] == (0, 4, 0)
    with pytest.raises(NotAllowed, match="^corner 0,2 shows 0, the tile has 5$"):
        table.check(Placement.parse("045@1,1"))


def test_a_corner_with_no_number_yet_takes_any():
    table = board("555@0,0")
    assert table.open == {(0, 1): (5, 5, None), (1, 0): (5, None, 5), (-1, 0): (None, 5, 5)}
    assert {str(p) for p in table.placements(rack_of(tiles("045 055 455")))} == {
        "550@0,1",
        "505@1,0",
        "055@-1,0",
        "554@0,1",
        "545@1,0",
        "455@-1,0",
    }


def test_clashes_name_every_corner_that_differs():
    # Below 0,0 lies 0,1 with the corners -1,1 (showing 2), 1,1 (showing 1) and 0,2 (free).
    table = board("012@0,0")
    assert list(table.clashes(Placement.parse("345@0,1"))) == [((-1, 1), 2, 3), ((1, 1), 1, 4)]
    assert list(table.clashes(Placement.parse("245@0,1"))) == [((1, 1), 1, 4)]
    assert list(table.clashes(Placement.parse("211@0,1"))) == []


def test_placements_are_exactly_what_check_lets_pass():
    everything = rack_of(TILES)
    for n, (table, _) in enumerate(random_layings(4)):
        if n % 25 == 3:
            offered = list(table.placements(everything))
            assert len(offered) == len({*offered})
            assert {*offered} == fitting(table, everything)


def test_a_rack_is_accepted_when_one_of_its_tiles_fits():
    table = board("555@0,0")
    assert table.accepts(rack_of(tiles("012 055")))
    assert not table.accepts(rack_of(tiles("012 045 444")))
    assert not table.accepts(0)


def test_a_copy_has_a_life_of_its_own():
    table = board("555@0,0")
    before = deepcopy(vars(table))
    twin = table.copy()
    assert vars(twin) == before
    twin.lay(Placement.parse("550@0,1"))
    twin.bridges.add(Cell(0, 1))
    assert vars(table) == before
    assert vars(twin) != before
