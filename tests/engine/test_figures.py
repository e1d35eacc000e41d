"""The figures, on a table of thirteen tiles whose vertices show these numbers:

          2   3              0,0  2,0
        2   0   3         -1,1  1,1  3,1
      1   0   4   4     -2,2  0,2  2,2  4,2
        0   5   4         -1,3  1,3  3,3

Three hexagons meet on the cell 1,1: those round the vertices 1,1 and 2,2 and 0,2.
"""

import pytest

from engine.board import Board, Figure
from engine.lattice import Cell
from engine.tiles import Placement
from tests.engine.positions import BRIDGE, CHAIN, board, gain, lay, position, random_layings, row

MIDDLE = "040@1,1"
BELOW = "050@0,2 100@-1,2"  # from the tile on 1,2 round 0,2
EXTENSION = "201@-1,1"  # between the bridge and the tile on -1,2
# The tiles of chain, bridge and below in another order: 0,1 comes early, and 1,2 closes the loop.
SAME_WITHOUT_BRIDGE = f"202@0,0 {BRIDGE} {CHAIN.removeprefix('202@0,0 ')} {BELOW}"
RING = "202@0,0 230@1,0 330@2,0 034@2,1 040@1,1"  # five of the six cells round 1,1

LAYINGS = {
    "nothing": ("202@0,0 230@1,0", "330@2,0"),
    "bridge": (CHAIN, BRIDGE),
    "hexagon": (RING, "200@0,1"),
    "double-hexagon": (f"{CHAIN} {BRIDGE}", MIDDLE),
    "triple-hexagon": (f"{CHAIN} {BRIDGE} {BELOW} {EXTENSION}", MIDDLE),
    "bridge-extension": (f"{CHAIN} {BRIDGE} {BELOW}", EXTENSION),
}


def figure(table, placement):
    return table.figure(Placement.parse(placement).cell)


def told(edition, laying):
    """The gain and the figure that the rules tell for one of the layings above."""
    table, placement = LAYINGS[laying]
    tile = Placement.parse(placement).tile
    game = position(edition, f"{tile} 111", "222", table=table)
    laid = game.apply(f"play {placement}")[0]
    assert game.scores == (laid.gain, 0)
    return laid.gain, laid.figure


@row((6, None), (6, None), (6, None), (6, None), (6, None), (1, None), (6, None))
def test_a_tile_without_a_figure_scores_its_digits_and_one_point_in_kids(edition, expected):
    assert told(edition, "nothing") == expected


@row(*[(2 + 40, "bridge")] * 5, (1 + 1, "bridge"), (2 + 40, "bridge"))
def test_a_bridge_adds_40_and_one_in_kids(edition, expected):
    assert told(edition, "bridge") == expected


@row(*[(2 + 50, "hexagon")] * 5, (1 + 1, "hexagon"), (2 + 50, "hexagon"))
def test_a_hexagon_adds_50_and_one_in_kids(edition, expected):
    assert told(edition, "hexagon") == expected


@row(*[(4 + 60, "double-hexagon")] * 5, (1 + 2, "double-hexagon"), (4 + 60, "double-hexagon"))
def test_a_double_hexagon_adds_60_and_two_in_kids(edition, expected):
    assert told(edition, "double-hexagon") == expected


@row(*[(4 + 70, "triple-hexagon")] * 5, (1 + 3, "triple-hexagon"), (4 + 70, "triple-hexagon"))
def test_a_triple_hexagon_adds_70_and_three_in_kids(edition, expected):
    assert told(edition, "triple-hexagon") == expected


@row(*[(3, None)] * 5, (1, None), (3 + 40, "bridge-extension"))
def test_only_classic_knows_the_bridge_extension_and_adds_40(edition, expected):
    assert told(edition, "bridge-extension") == expected


@pytest.mark.parametrize("placement", ["000@0,0", "555@0,0", "012@0,0"])
def test_the_first_tile_of_a_round_makes_no_figure(placement):
    assert figure(Board(), placement) is None


def test_a_bridge_needs_a_number_at_the_corner_opposite_its_edge():
    # Without the last tile of the chain nothing lies at 0,2.
    table = board(CHAIN.removesuffix(" 045@1,2"))
    assert figure(table, BRIDGE) is None
    lay(table, "045@1,2")
    assert figure(table, BRIDGE) is Figure.BRIDGE


def test_a_bridge_needs_both_other_sides_free():
    # -1,1 has a tile at two sides, and at the corner opposite each of them a number.
    table = board(SAME_WITHOUT_BRIDGE)
    beside = {cell for cell in Cell(-1, 1).neighbours() if cell in table.laid}
    assert beside == {(0, 1), (-1, 2)}
    assert None not in table.open[Cell(-1, 1)]
    assert figure(table, EXTENSION) is None


def test_a_hexagon_is_looked_for_at_each_corner_of_the_tile():
    """Any of the six tiles may be the one that closes it."""
    ring = [*RING.split(), "200@0,1"]
    for last in range(1, 6):
        around = [ring[0], *reversed(ring[last + 1 :]), *ring[1:last]]
        table = board(" ".join(around))
        assert figure(table, ring[last]) is Figure.HEXAGON
        assert table.hexagons(Placement.parse(ring[last]).cell) == ((1, 1),)


def test_five_tiles_round_a_vertex_are_no_hexagon_yet():
    assert figure(board(RING.removesuffix(" 040@1,1")), MIDDLE) is None


def test_two_and_three_hexagons_name_their_vertices():
    table = board(f"{CHAIN} {BRIDGE}")
    assert {*table.hexagons(Cell(1, 1))} == {(1, 1), (2, 2)}
    lay(table, f"{BELOW} {EXTENSION}")
    assert {*table.hexagons(Cell(1, 1))} == {(1, 1), (2, 2), (0, 2)}


def test_a_hexagon_goes_before_a_bridge_extension():
    # 1,1 lies beside the bridge on 0,1 in both: only one figure counts for a tile.
    table = board(f"{CHAIN} {BRIDGE}")
    assert table.bridges == {(0, 1)}
    assert figure(table, MIDDLE) is Figure.DOUBLE_HEXAGON


def test_an_extension_needs_a_neighbour_that_was_laid_as_a_bridge():
    table = board(SAME_WITHOUT_BRIDGE)
    assert table.laid == board(f"{CHAIN} {BRIDGE} {BELOW}").laid
    assert table.bridges == {(1, 2)}
    assert figure(table, EXTENSION) is None


def test_a_bridge_may_be_extended_at_either_side():
    # Laid in the other order, -1,1 is the bridge: beside -1,2, with the number of 0,0 at its apex.
    table = board(f"{CHAIN} {BELOW}")
    assert figure(table, EXTENSION) is Figure.BRIDGE
    lay(table, EXTENSION)
    assert figure(table, BRIDGE) is Figure.BRIDGE_EXTENSION


def test_an_extension_is_not_itself_a_bridge():
    table = board(f"{CHAIN} {BRIDGE} {BELOW} {EXTENSION}")
    assert table.bridges == {(0, 1)}


def test_a_tile_at_one_side_of_a_bridge_is_no_extension():
    table = board(f"{CHAIN} {BRIDGE}")
    assert figure(table, "220@-1,1") is None


def test_an_extension_has_exactly_two_neighbours():
    """A figure asks only where tiles lie, so here each is 000. The last but one is a bridge from -5,2."""
    loops = "0,0 -1,0 -2,0 -3,0 -4,0 -4,1 -5,0 0,1 -6,0 -6,1 -7,1 -7,2 -3,1 -1,1 -6,2 -1,2 -5,2 -2,2 -4,2"
    table = board(" ".join(f"000@{cell}" for cell in loops.split()))
    assert Cell(-4, 2) in table.bridges
    assert {*Cell(-3, 2).neighbours()} <= {*table.laid}
    assert figure(table, "000@-3,2") is None


def naive_figure(cells, bridges, cell):
    """The figure by the rules' own words, from nothing but the cells taken so far."""
    corners = {*cell.corners()}
    beside = [other for other in cells if len({*other.corners()} & corners) == 2]
    closed = [corner for corner in corners if sum(corner in other.corners() for other in [*cells, cell]) == 6]
    if closed:
        return ["hexagon", "double-hexagon", "triple-hexagon"][len(closed) - 1]
    if len(beside) == 1:
        (opposite,) = corners - {*beside[0].corners()}
        return "bridge" if any(opposite in other.corners() for other in cells) else None
    if len(beside) == 2 and any(other in bridges for other in beside):
        return "bridge-extension"
    return None


def test_figures_are_those_of_the_rules_whatever_is_laid():
    seen = set()
    for table, placement in random_layings(60):
        if not table.laid:
            bridges = set()
            continue
        expected = naive_figure(table.laid, bridges, placement.cell)
        assert table.figure(placement.cell) == expected
        if expected == "bridge":
            bridges.add(placement.cell)
        seen.add(expected)
    assert seen >= {None, "bridge", "hexagon", "bridge-extension"}


def test_anybody_may_extend_a_bridge():
    game = position("classic", "002 111", "012 222", table=f"{CHAIN} {BELOW}")
    assert gain(game, f"play {BRIDGE}") == 2 + 40
    assert gain(game, f"play {EXTENSION}") == 3 + 40
    assert game.scores == (42, 43)
