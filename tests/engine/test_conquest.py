"""Conquest: every sentence of its rules on a table small enough to count by hand.

TRI     555 on 0,0 with 055 and 155 beside it: 255 on 0,1 completes the triangle round 0,0
HEX     five tiles round vertex 1,1: 345 on 1,1 completes the hexagon
"""

import json
from random import Random

import pytest

from engine import Malformed, Match, NotAllowed, Target, write
from engine.bots import greedy
from engine.covers import Cover, Covered, Shape, shapes_with
from engine.game import Claimed, Drew, Laid, MatchOver, Overpowered, Passed, Refilled, RoundOver, Skipped
from engine.lattice import Cell
from engine.record import Replay
from engine.tiles import tiles_of
from engine.trace import trace
from tests.engine.positions import act, begun, match, position, tiles

TRI = "555@0,0 055@-1,0 515@1,0"
HEX = "130@0,0 123@1,0 233@2,0 334@2,1 035@0,1"
FAR = "111 222"  # tiles that fit nowhere on these tables
POOL = "444 000 001 002 003 004 011 012 013 022 023 033"  # nor do these
DIA, TRIANGLE, HEXAGON = Cover.DIA, Cover.TRI, Cover.HEX


def game(*racks: str, table: str = TRI, pool: str = POOL, **options) -> Match:
    return position("conquest", *racks, table=table, pool=pool, **options)


def about_to_claim(*others: str, table: str = TRI, **options) -> Match:
    """Seat 0 has just completed the triangle round 0,0."""
    made = game(f"255 {FAR}", *(others or (FAR,)), table=table, **options)
    made.apply("play 552@0,1")
    return made


def cover(made: Match, seat: int, *shapes: str) -> None:
    """Put covers of this seat on the table."""
    for shape in shapes:
        made.round.land.claim(seat, Shape.parse(shape))
    made.round.scores = made.round.land.points(made.round.board.laid)


def leave(made: Match, seat: int, dia: int = 0, tri: int = 0, hex: int = 0) -> None:
    """Have so many covers in this seat's hand."""
    made.round.land.in_hand[seat] = {HEXAGON: hex, TRIANGLE: tri, DIA: dia}


def held(made: Match, seat: int) -> list[int]:
    """Diamonds, triangles and hexagons in hand."""
    return [made.round.land.in_hand[seat][kind] for kind in (DIA, TRIANGLE, HEXAGON)]


def claims(made: Match) -> set[str]:
    return {action.removeprefix("claim ") for action in made.legal() if action.startswith("claim ")}


def refused(made: Match, action: str, reason: str) -> None:
    before = made.as_json()
    with pytest.raises(NotAllowed, match=reason):
        made.apply(action)
    assert made.as_json() == before


# Covers and shapes


def test_each_player_has_one_hexagon_two_triangles_and_four_diamonds():
    made = begun(
        "conquest", "555 " + "001 002 003 004 005 011 012 013", "022 023 024 025 033 034 035 044 045"
    )
    assert [held(made, seat) for seat in range(2)] == [[4, 2, 1], [4, 2, 1]]


def test_a_diamond_is_two_neighbours_a_triangle_four_cells_a_hexagon_six():
    assert Shape.parse("dia@0,0:1,0").cells == (Cell(0, 0), Cell(1, 0))
    assert set(Shape.parse("tri@0,0").cells) == {Cell(0, 0), Cell(-1, 0), Cell(1, 0), Cell(0, 1)}
    assert set(Shape.parse("tri@1,0").cells) == {Cell(1, 0), Cell(0, 0), Cell(2, 0), Cell(1, -1)}
    around = {Cell(x, y) for x in (0, 1, 2) for y in (0, 1)}
    assert set(Shape.parse("hex@1,1").cells) == around


@pytest.mark.parametrize("cell", [Cell(0, 0), Cell(1, 0), Cell(-3, 2)])
def test_a_cell_is_part_of_three_diamonds_four_triangles_and_three_hexagons(cell):
    shapes = shapes_with(cell)
    assert [shape.cover for shape in shapes] == [DIA] * 3 + [TRIANGLE] * 4 + [HEXAGON] * 3
    assert len(set(shapes)) == 10
    assert all(cell in shape.cells for shape in shapes)
    assert all(len(set(shape.cells)) == shape.cover for shape in shapes)
    assert all(Shape.parse(str(shape)) == shape for shape in shapes)


@pytest.mark.parametrize(
    "text",
    ["", "dia", "dia@0,0", "dia@1,0:0,0", "dia@0,0:2,0", "dia@0,0:0,0", "dia@0,0:1,0:2,0", "dia@10,0:9,0"]
    + ["tri@0,0:1,0", "tri@0", "tri@00,0", "hex@1,0", "hex@0,0:1,1", "HEX@0,0", "hex@0,0 ", "oct@0,0"],
)
def test_what_is_no_shape_is_malformed(text):
    with pytest.raises(Malformed):
        Shape.parse(text)
    with pytest.raises(Malformed):
        about_to_claim().apply(f"claim {text}")


def test_the_smaller_pair_comes_first_as_numbers_not_as_text():
    assert str(Shape.parse("dia@9,0:10,0")) == "dia@9,0:10,0"
    assert str(Shape.parse("dia@-10,0:-9,0")) == "dia@-10,0:-9,0"


# Laying and claiming


def test_a_turn_lays_a_tile_and_may_then_claim_one_of_the_shapes_it_completed():
    made = about_to_claim()
    assert made.seat == 0
    assert made.legal() == ("claim dia@0,0:0,1", "claim tri@0,0", "skip")
    events = made.apply("claim tri@0,0")
    assert events[0] == Claimed(0, Shape.parse("tri@0,0"), 48)
    assert made.seat == 1
    assert made.scores == (48, 0)
    assert held(made, 0) == [4, 1, 1]


def test_the_turn_ends_by_itself_where_nothing_can_be_claimed():
    made = begun(
        "conquest", "555 001 002 003 004 005 011 012 013", "022 023 024 025 033 034 035 044 045", pool="111"
    )
    events = made.apply("play 555@0,0")
    assert [type(event) for event in events] == [Laid, Refilled]
    assert made.seat == 1


def test_skipping_claims_nothing_and_ends_the_turn():
    made = about_to_claim()
    assert made.apply("skip")[0] == Skipped(0)
    assert (made.seat, made.scores, held(made, 0)) == (1, (0, 0), [4, 2, 1])


def test_a_shape_must_contain_the_tile_just_laid():
    made = about_to_claim()
    assert "dia@-1,0:0,0" not in claims(made)
    refused(made, "claim dia@-1,0:0,0", "dia@-1,0:0,0 does not contain the tile just laid")


def test_all_cells_of_a_shape_must_be_occupied():
    made = about_to_claim()
    refused(made, "claim tri@0,1", "tri@0,1 is not complete: no tile lies on cell -1,1")
    refused(made, "claim hex@1,1", "not complete")
    with_five = game("345 111", FAR, table=HEX)
    with_five.apply("play 345@1,1")
    assert claims(with_five) == {"hex@1,1", "dia@0,1:1,1", "dia@1,1:2,1"}


def test_the_player_must_have_the_cover_in_hand():
    made = game(f"255 {FAR}", FAR)
    leave(made, 0, dia=1, hex=1)
    made.apply("play 552@0,1")
    assert claims(made) == {"dia@0,0:0,1"}
    refused(made, "claim tri@0,0", "seat 0 has no tri left")


def test_a_cover_of_the_same_size_blocks():
    made = game(f"255 {FAR}", FAR)
    cover(made, 1, "dia@-1,0:0,0")
    made.apply("play 552@0,1")
    assert claims(made) == {"tri@0,0"}
    refused(made, "claim dia@0,0:0,1", "cell 0,0 is under dia@-1,0:0,0, which is not smaller")


@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("covered", ["tri@-1,0", "hex@0,0"])
def test_a_larger_cover_blocks_whosever_it_is(covered, owner):
    made = game(f"255 {FAR}", FAR)
    # It lies across the triangle, with tiles under all of it.
    made.round.board.laid |= {
        cell: (0, 0, 0) for cell in Shape.parse(covered).cells if cell not in made.round.board.laid
    }
    cover(made, owner, covered)
    made.apply("play 552@0,1")
    assert claims(made) == set()
    assert made.seat == 1


def test_between_laying_and_claiming_nothing_else_can_be_done():
    made = about_to_claim()
    for action in ("draw", "pass", "play 111@0,2"):
        refused(made, action, "the tile is laid: claim a shape or skip")
    made.apply("skip")
    refused(made, "skip", "there is nothing to skip")


# Overpowering


def test_a_smaller_cover_goes_back_to_its_owner():
    made = game(f"255 {FAR}", FAR)
    cover(made, 1, "dia@-1,0:0,0")
    assert held(made, 1) == [3, 2, 1]
    made.apply("play 552@0,1")
    events = made.apply("claim tri@0,0")
    assert events[1] == Overpowered(1, Shape.parse("dia@-1,0:0,0"), 25, by=0)
    assert held(made, 1) == [4, 2, 1]
    assert made.scores == (48, 0)


def test_a_cover_touched_in_part_goes_back_whole_and_the_rest_of_it_is_bare():
    made = game(f"255 {FAR}", FAR, table=f"{TRI} 050@-2,0")
    cover(made, 1, "dia@-2,0:-1,0")
    assert made.scores == (0, 15)
    made.apply("play 552@0,1")
    made.apply("claim tri@0,0")
    assert made.scores == (48, 0)
    assert Cell(-2, 0) not in made.round.land.over


def test_several_covers_of_several_owners_go_back_at_once_ones_own_too():
    made = game("345 111", FAR, FAR, table=HEX)
    cover(made, 1, "dia@0,0:0,1")
    cover(made, 2, "dia@2,0:2,1")
    made.apply("play 345@1,1")
    events = made.apply("claim hex@1,1")
    assert [event.seat for event in events if isinstance(event, Overpowered)] == [1, 2]
    own = game("345 111", FAR, table=HEX)
    cover(own, 0, "dia@0,0:1,0")
    cover(own, 1, "dia@2,0:2,1")
    own.apply("play 345@1,1")
    events = own.apply("claim hex@1,1")
    assert [event.seat for event in events if isinstance(event, Overpowered)] == [0, 1]
    assert (held(own, 0), held(own, 1)) == ([4, 2, 0], [4, 2, 1])
    assert own.scores == (48, 0)


def test_a_hexagon_overpowers_a_triangle():
    made = game("345 111", FAR, table=f"{HEX} 121@1,-1")
    cover(made, 1, "tri@1,0")
    made.apply("play 345@1,1")
    made.apply("claim hex@1,1")
    assert (held(made, 1), made.scores) == ([4, 2, 1], (48, 0))


# Open shapes


def left_open(*racks: str, **options) -> Match:
    """Seat 0, without a triangle, has completed one and claimed nothing."""
    made = game(f"255 {FAR}", *(racks or (FAR,)), **options)
    leave(made, 0, dia=1, hex=1)
    act(made, "play 552@0,1", "skip")
    return made


def test_a_shape_the_layer_had_no_cover_for_is_open_to_the_next():
    made = left_open()
    assert claims(made) == {"tri@0,0"}
    assert made.apply("claim tri@0,0")[0] == Claimed(1, Shape.parse("tri@0,0"), 48)
    assert made.scores == (0, 48)


def test_only_for_want_of_the_cover_is_a_shape_left_open():
    made = about_to_claim()
    made.apply("skip")
    assert claims(made) == set()


def test_the_next_player_claims_instead_of_laying_and_fills_nothing_up():
    made = left_open("111", pool="444 000")
    rack, pool = made.round.racks[1], list(made.round.pool)
    events = made.apply("claim tri@0,0")
    assert [type(event) for event in events] == [Claimed]
    assert made.round.racks[1] == rack
    assert made.round.pool == pool
    assert made.seat == 0


def test_whoever_claims_an_open_shape_may_lay_instead():
    made = left_open("005")
    assert {"claim tri@0,0", "play 050@-2,0"} <= {*made.legal()}
    act(made, "play 050@-2,0", "skip")
    assert "tri@0,0" not in claims(made)


def test_it_is_open_to_the_next_player_alone_and_on_the_next_turn_only():
    made = left_open(FAR, FAR, pool="")
    assert claims(made) == {"tri@0,0"}
    made.apply("pass")
    assert claims(made) == set()
    refused(made, "claim tri@0,0", "tri@0,0 is not open to seat 2")


def test_it_must_be_claimed_before_drawing():
    made = left_open()
    made.apply("draw")
    assert claims(made) == set()
    refused(made, "claim tri@0,0", "only before drawing")


def test_the_next_player_needs_the_cover_too():
    made = game(f"255 {FAR}", FAR)
    leave(made, 0, dia=1)
    leave(made, 1, dia=1)
    act(made, "play 552@0,1", "skip")
    assert claims(made) == set()
    refused(made, "claim tri@0,0", "^seat 1 has no tri left$")
    refused(made, "claim dia@0,0:0,1", "^dia@0,0:0,1 is not open to seat 1$")
    act(made, "draw", "draw", "draw", "pass")
    refused(made, "claim tri@0,0", "^tri@0,0 is not open to seat 0$")


def test_it_must_still_be_possible_to_claim_it():
    made = game(f"255 {FAR}", FAR)
    leave(made, 0, dia=1)
    made.apply("play 552@0,1")
    cover(made, 1, "tri@0,0")  # as if something as large had come to lie there
    made.apply("skip")
    assert claims(made) == set()


def test_what_the_layer_claims_may_block_an_open_shape():
    made = game(f"255 {FAR}", FAR)
    leave(made, 0, tri=1)
    act(made, "play 552@0,1", "claim tri@0,0")
    assert claims(made) == set(), "dia@0,0:0,1 was left open, but lies under the triangle now"
    refused(made, "claim dia@0,0:0,1", "^cell 0,0 is under tri@0,0, which is not smaller$")


def test_a_smaller_claim_of_the_layer_leaves_it_open():
    made = game(f"255 {FAR}", FAR)
    leave(made, 0, dia=1, hex=1)
    act(made, "play 552@0,1", "claim dia@0,0:0,1")
    assert claims(made) == {"tri@0,0"}
    made.apply("claim tri@0,0")
    assert held(made, 0) == [1, 0, 1]
    assert made.scores == (0, 48)


def test_what_is_in_hand_is_looked_at_right_after_laying():
    made = game(f"255 {FAR}", FAR)
    leave(made, 0, dia=1, hex=1)
    made.apply("play 552@0,1")
    made.round.land.in_hand[0][TRIANGLE] = 1  # comes back too late
    made.apply("skip")
    assert claims(made) == {"tri@0,0"}


def test_several_shapes_may_be_open_at_once():
    made = game("345 111", FAR, table=HEX)
    leave(made, 0, tri=1)
    made.apply("play 345@1,1")
    assert made.seat == 1
    assert claims(made) == {"hex@1,1", "dia@0,1:1,1", "dia@1,1:2,1"}


# Filling up, drawing and passing


def test_after_the_claim_the_rack_is_filled_up_to_its_starting_size():
    made = about_to_claim(pool="444 000 001 002 003 004 011 022 033 044")
    assert [event for event in made.apply("skip") if isinstance(event, Refilled)] == [
        Refilled(0, tiles("444 000 001 002 003 004 011"))
    ]
    assert made.round.racks[0].bit_count() == 9


def test_three_players_fill_up_to_seven():
    made = about_to_claim(FAR, FAR, pool="444 000 001 002 003 004 011 022 033 044")
    made.apply("skip")
    assert made.round.racks[0].bit_count() == 7


def test_an_empty_pool_fills_as_far_as_it_goes():
    made = about_to_claim(pool="444")
    made.apply("claim tri@0,0")
    assert set(map(str, tiles_of(made.round.racks[0]))) == {"111", "222", "444"}
    assert not made.round.pool


def test_a_rack_over_its_starting_size_is_not_filled():
    made = game(f"255 {FAR} 000 001 002 003 004 011 022", FAR, pool="444 033")
    made.apply("play 552@0,1")
    events = made.apply("skip")
    assert not [event for event in events if isinstance(event, Refilled)]
    assert made.round.racks[0].bit_count() == 9
    assert len(made.round.pool) == 2


def test_one_may_draw_only_if_nothing_fits():
    made = game(f"255 {FAR}", FAR)
    refused(made, "draw", "a tile fits, so it must be laid")
    refused(made, "pass", "a tile fits, so it must be laid")
    assert all(action.startswith("play ") for action in made.legal())


def test_up_to_three_tiles_are_drawn_for_nothing_and_then_one_passes():
    made = game(FAR, FAR, pool="000 001 333 444")
    assert made.legal() == ("draw",)
    assert act(made, "draw", "draw", "draw")[0] == Drew(0, tiles("000")[0], 0)
    assert made.legal() == ("pass",)
    refused(made, "draw", "no more than 3")
    assert made.apply("pass") == [Passed(0, 0)]
    assert made.scores == (0, 0)


def test_a_drawn_tile_that_fits_is_laid():
    made = game(FAR, FAR, pool="000 255 333")
    act(made, "draw", "draw")
    assert {action[:8] for action in made.legal()} >= {"play 552"}
    assert not {"draw", "pass"} & set(made.legal())


def test_with_an_empty_pool_one_passes():
    assert game(FAR, "333 255", pool="").legal() == ("pass",)


def test_nothing_laid_fills_nothing_up():
    made = game("111", "333", pool="000 001 003 333")
    act(made, "draw", "draw", "draw", "pass")
    assert made.round.racks[0].bit_count() == 4


def test_the_opening_is_by_lot_with_any_tile_and_must_be_laid():
    made = begun(
        "conquest", "555 001 002 003 004 005 011 012 013", "022 023 024 025 033 034 035 044 045", first=0
    )
    refused(made, "draw", "the opening tile must be laid")
    refused(made, "pass", "the opening tile must be laid")
    assert {action[5:8] for action in made.legal()} >= {"555", "001", "013"}


# The clock


def test_time_running_out_after_laying_is_a_skip():
    made = about_to_claim(turn_seconds=9)
    made.round.idle_turns = 1
    events = made.apply("timeout")
    assert [type(event).__name__ for event in events] == ["TimedOut", "Refilled"]
    assert (made.seat, made.round.idle_turns, made.scores) == (1, 0, (0, 0))


def test_time_running_out_before_laying_takes_a_tile_for_nothing_and_counts_as_a_pass():
    made = game(f"255 {FAR}", FAR, turn_seconds=9)
    (late,) = made.apply("timeout")
    assert (str(late.tile), late.gain) == ("444", 0)
    assert (made.seat, made.round.idle_turns) == (1, 1)


def test_the_tile_taken_by_a_timeout_is_kept_though_the_rack_is_full():
    made = game(f"255 {FAR} 000 001 002 003 004 011", FAR, pool="444 033", turn_seconds=9)
    made.apply("timeout")
    assert made.round.racks[0].bit_count() == 10


def test_a_timeout_after_a_draw_takes_no_more_and_counts_as_a_pass():
    made = game(FAR, FAR, pool="000 255 333", turn_seconds=9)
    act(made, "draw", "draw")
    (late,) = made.apply("timeout")
    assert (late.tile, made.round.racks[0].bit_count(), made.round.idle_turns) == (None, 4, 1)


def test_an_open_shape_lapses_with_a_timeout():
    made = left_open(FAR, FAR, turn_seconds=9)
    assert claims(made) == {"tri@0,0"}
    made.apply("timeout")
    assert claims(made) == set()
    refused(made, "claim tri@0,0", "is not open to seat 2")


def test_house_rules_about_laying_mean_nothing():
    drew = 0
    for seed in range(3):
        plain, other = match("conquest"), match("conquest", play_after_draw="any", must_lay=True)
        plain.deal(Random(seed))
        other.begin(plain.round.given)
        rng = Random(seed)
        while plain.legal():
            assert other.legal() == plain.legal()
            action = rng.choice(plain.legal())
            plain.apply(action)
            other.apply(action)
            drew += action == "draw"
    assert drew


# The end


def test_a_player_whose_turn_begins_without_a_cover_in_hand_ends_the_game():
    made = about_to_claim()
    leave(made, 1)
    events = made.apply("claim tri@0,0")
    over = next(event for event in events if isinstance(event, RoundOver))
    assert (over.reason, over.seats, over.adjust) == ("covers", (1,), [0, 0])
    assert isinstance(events[-1], MatchOver)
    assert made.legal() == ()


def test_a_cover_that_comes_back_in_time_keeps_the_game_going():
    made = about_to_claim()
    leave(made, 1)
    cover(made, 1, "dia@0,0:1,0")
    leave(made, 1)
    made.apply("claim tri@0,0")
    assert held(made, 1) == [1, 0, 0]
    assert not made.winners


def test_running_out_of_ones_own_covers_does_not_end_the_game_before_ones_next_turn():
    made = game(f"255 {FAR}", FAR)
    leave(made, 0, tri=1)
    act(made, "play 552@0,1", "claim tri@0,0")
    assert made.round.over is None
    act(made, "draw", "draw", "draw", "pass")
    assert (made.round.over.reason, made.round.over.seats) == ("covers", (0,))


def test_as_many_passes_in_a_row_as_players_with_an_empty_pool_end_the_game():
    made = game(FAR, FAR, FAR, pool="")
    act(made, "pass", "pass")
    assert made.round.over is None
    made.apply("pass")
    assert (made.round.over.reason, made.round.over.seats) == ("blocked", ())


def test_passes_with_tiles_in_the_pool_do_not_block():
    made = game(FAR, FAR, pool="000 001 003 011 022 033 044 004")
    act(made, "draw", "draw", "draw", "pass", "draw", "draw", "draw", "pass")
    assert made.round.over is None


def test_passes_count_even_if_the_pool_ran_dry_only_after_them():
    made = game(FAR, FAR, pool="000 001 003 011")
    act(made, "draw", "draw", "draw", "pass", "draw")
    assert made.round.over is None
    made.apply("pass")
    assert made.round.over.reason == "blocked"


def test_a_claimed_open_shape_is_not_a_pass():
    made = left_open(FAR, pool="")
    made.apply("claim tri@0,0")
    assert made.round.idle_turns == 0
    made.apply("pass")
    assert made.round.over is None
    made.apply("pass")
    assert made.round.over.reason == "blocked"


def test_a_timeout_counts_as_a_pass():
    made = game(FAR, FAR, pool="", turn_seconds=9)
    act(made, "timeout", "timeout")
    assert made.round.over.reason == "blocked"


def test_all_tiles_laid_ends_the_game():
    made = game("255", "", pool="")
    act(made, "play 552@0,1", "claim tri@0,0")
    assert (made.round.over.reason, made.round.over.seats) == ("tiles", ())


def test_an_open_shape_that_can_be_claimed_keeps_it_going_after_the_last_tile():
    made = game("255", "", pool="")
    leave(made, 0, dia=1)
    act(made, "play 552@0,1", "skip")
    assert made.legal() == ("claim tri@0,0", "pass")
    made.apply("claim tri@0,0")
    assert (made.round.over.reason, made.scores) == ("tiles", (0, 48))


def test_an_open_shape_that_is_passed_by_ends_it_then():
    made = game("255", "", pool="")
    leave(made, 0, dia=1)
    act(made, "play 552@0,1", "skip", "pass")
    assert made.round.over.reason == "tiles"


def test_having_no_covers_is_looked_at_first():
    made = game("255", "", pool="")
    leave(made, 1)
    act(made, "play 552@0,1", "skip")
    assert made.round.over.reason == "covers"
    blocked = game(FAR, FAR, pool="")
    leave(blocked, 0)
    blocked.round.idle_turns = 1
    blocked.round.seat = 1
    blocked.apply("pass")
    assert blocked.round.over.reason == "covers"


# The score


def test_the_score_is_the_digits_under_ones_covers_and_the_highest_wins():
    made = game("255", "", pool="")
    cover(made, 1, "dia@-1,0:0,0")
    assert made.scores == (0, 25)
    act(made, "play 552@0,1", "skip")
    assert made.winners == (1,)


def test_of_equal_scores_more_tiles_covered_wins():
    made = game("255", "", pool="", table=f"{TRI} 050@-2,0")
    made.round.board.laid[Cell(0, 0)] = (0, 0, 0)
    cover(made, 0, "dia@-2,0:-1,0")
    made.round.board.laid |= {Cell(5, 5): (5, 5, 5)}
    made.round.land.over[Cell(5, 5)] = Covered(1, Shape.parse("dia@5,5:6,5"))  # half of one
    made.round.scores = made.round.land.points(made.round.board.laid)
    assert made.scores == (15, 15)
    act(made, "play 552@0,1")
    while not made.winners:
        made.apply("skip" if "skip" in made.legal() else "pass")
    assert made.winners == (0,)


def test_else_the_win_is_shared():
    made = game(FAR, FAR, pool="")
    act(made, "pass", "pass")
    assert made.winners == (0, 1)


@pytest.mark.parametrize("target", [Target(points=400), Target(rounds=5)])
def test_it_is_one_round_whatever_the_target_says(target):
    made = game(FAR, FAR, pool="", target=target)
    act(made, "pass", "pass")
    assert made.winners
    assert not made.awaits_deal


def test_the_trace_has_no_gain_and_no_figure_but_the_land_as_it_is():
    made = begun(
        "conquest", "555 055 155 001 002 003 004 011 012", "255 022 023 024 025 033 034 035 044", pool="111"
    )
    act(made, "play 555@0,0", "play 552@0,1", "claim dia@0,0:0,1", "play 515@1,0")
    lines = [json.loads(line) for step in Replay(write(made)) for line in trace(step)]
    assert [line["scores"] for line in lines[1:]] == [[0, 0], [0, 0], [0, 27], [0, 27]]
    assert {(line["gain"], line["figure"]) for line in lines[1:]} == {(0, None)}
    assert lines[3]["legal"] == ["claim dia@0,0:0,1", "skip"]


# The computer


def answer(made: Match) -> str:
    return greedy(made.sight(made.seat), made.legal(), Random(1))


def test_greedy_claims_what_swings_the_land_most():
    assert answer(about_to_claim()) == "claim tri@0,0"


def test_greedy_counts_what_the_others_lose():
    made = game("345 111", FAR, table=HEX)
    leave(made, 0, dia=1)
    cover(made, 1, "dia@0,0:0,1")
    made.apply("play 345@1,1")
    assert answer(made) == "claim dia@1,1:2,1"
    more = about_to_claim()
    leave(more, 0, dia=1, tri=1)
    assert more.sight(0).gain("claim tri@0,0") == 48
    cover(more, 1, "dia@-1,0:0,0")
    assert more.sight(0).gain("claim tri@0,0") == 48 + 25


def test_greedy_skips_what_would_cost_it_land():
    made = game("345 111", FAR, table=HEX)
    beside = (Cell(-1, 0), Cell(3, 0), Cell(-1, 1), Cell(3, 1))
    made.round.board.laid |= dict.fromkeys(beside, (5, 5, 5))
    cover(made, 0, "dia@-1,0:0,0", "dia@2,0:3,0", "dia@-1,1:0,1", "dia@2,1:3,1")
    made.round.board.open.pop(Cell(-1, 0), None)
    made.apply("play 345@1,1")
    assert answer(made) == "skip"


def test_greedy_lays_where_it_can_then_claim_most():
    made = game(f"255 005 {FAR}", FAR)
    assert answer(made) == "play 552@0,1"
    sight = made.sight(0)
    assert sight.gain("play 552@0,1") == 48
    assert sight.gain("play 050@-2,0") == 15
    assert sight.gain("draw") == sight.gain("pass") == sight.gain("skip") == 0
