"""The 56 tiles, how they may lie, and which answer what a place demands."""

from itertools import product

import pytest

from engine.errors import Malformed
from engine.tiles import FITS, TILE_OF, TILES, WAYS, Placement, Tile, rack_of, rack_points, tiles_of
from tests.engine.positions import tiles


def test_there_are_56_tiles_with_digits_in_rising_order():
    written = [a + b + c for a, b, c in product("012345", repeat=3) if a <= b <= c]
    assert len(written) == 56
    assert [str(tile) for tile in TILES] == written


def test_the_digits_of_all_tiles_add_up_to_420():
    assert sum(tile.points for tile in TILES) == 420


@pytest.mark.parametrize(("tile", "points"), [("000", 0), ("012", 3), ("135", 9), ("445", 13), ("555", 15)])
def test_a_tile_is_worth_the_sum_of_its_digits(tile, points):
    assert Tile.parse(tile).points == points


def test_six_tiles_are_triples():
    assert [str(tile) for tile in TILES if tile.is_triple] == ["000", "111", "222", "333", "444", "555"]


def test_a_tile_may_be_turned():
    assert Tile.parse("135").rotations() == [(1, 3, 5), (3, 5, 1), (5, 1, 3)]
    assert Tile.parse("112").rotations() == [(1, 1, 2), (1, 2, 1), (2, 1, 1)]


def test_a_turned_triple_looks_the_same():
    assert Tile.parse("444").rotations() == [(4, 4, 4)]


def test_a_turned_tile_is_still_that_tile():
    assert all(TILE_OF[digits] is tile for tile in TILES for digits in tile.rotations())


def test_a_tile_is_never_flipped_so_mirror_images_belong_to_none():
    mirrored = {tile.digits[::-1] for tile in TILES if len({*tile.digits}) == 3}
    assert len(mirrored) == 20
    assert not any((a, b, c)[n:] + (a, b, c)[:n] in TILE_OF for a, b, c in mirrored for n in range(3))
    # 6 triples lie one way, 30 pairs and 20 others three ways; 3 ways of 20 mirror images are missing.
    assert len(TILE_OF) == 6 + 3 * 30 + 3 * 20 == 6**3 - 3 * 20


def test_parse_and_str_undo_each_other():
    assert [Tile.parse(str(tile)) for tile in TILES] == list(TILES)
    lying = [f"{a}{b}{c}@{x},{y}" for a, b, c in TILE_OF for x, y in ((0, 0), (2, -1), (-12, 7))]
    assert [str(Placement.parse(text)) for text in lying] == lying


@pytest.mark.parametrize(
    "text", ["", "12", "1234", "321", "531", "351", "126", "-12", "01a", "012 ", "\u0660\u0661\u0662"]
)
def test_what_is_not_a_tile_is_malformed(text):
    with pytest.raises(Malformed, match="is not a tile"):
        Tile.parse(text)


def test_a_placement_names_the_digits_as_they_lie_from_the_first_corner():
    placement = Placement.parse("351@2,-1")
    assert placement.tile == Tile.parse("135")
    assert dict(zip(placement.cell.corners(), placement.digits, strict=True)) == {
        (1, -1): 3,
        (3, -1): 5,
        (2, 0): 1,
    }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "012",
        "@0,0",
        "01@0,0",
        "0123@0,0",
        "016@0,0",
        "012@",
        "012@0",
        "012 0,0",
        "012@0,0 ",
        "012@0,00",
        "012@@0,0",
    ],
)
def test_what_is_not_a_placement_is_malformed(text):
    with pytest.raises(Malformed, match="is not a"):
        Placement.parse(text)


@pytest.mark.parametrize("digits", ["021", "210", "102", "543", "531"])
def test_a_mirror_image_cannot_be_laid(digits):
    with pytest.raises(Malformed, match=f"no tile shows {digits} clockwise"):
        Placement.parse(f"{digits}@0,0")


def test_racks_and_tiles_undo_each_other():
    assert tiles_of(rack_of(TILES)) == TILES
    assert tiles_of(rack_of(tiles("555 012 034"))) == tiles("012 034 555")
    assert tiles_of(0) == ()


def test_a_rack_is_worth_the_digits_on_it():
    assert rack_points(rack_of(tiles("012 145 555"))) == 3 + 10 + 15
    assert rack_points(0) == 0


def test_every_demand_is_answered_by_exactly_the_tiles_that_fit_it():
    demands = list(product((None, 0, 1, 2, 3, 4, 5), repeat=3))
    assert {*WAYS} == {*FITS} == {*demands}
    for demand in demands:
        naive = {
            (tile.bit, turned)
            for tile in TILES
            for a, b, c in [tile.digits]
            for turned in ((a, b, c), (b, c, a), (c, a, b))
            if all(asked is None or asked == digit for asked, digit in zip(demand, turned, strict=True))
        }
        assert {*WAYS[demand]} == naive
        assert len(WAYS[demand]) == len(naive)
        assert tiles_of(FITS[demand]) == tuple(
            tile for tile in TILES if tile.bit in {bit for bit, _ in naive}
        )
