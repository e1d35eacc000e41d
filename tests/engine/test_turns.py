"""A turn: the opening, laying, drawing, passing; the house rules; the clock."""

from random import Random

import pytest

from engine import Malformed, NotAllowed
from engine.game import Drew, Laid, Passed, TimedOut
from engine.tiles import tiles_of
from tests.engine.positions import (
    EVERY,
    FOR_POINTS,
    act,
    begun,
    every_edition,
    every_edition_for_points,
    gain,
    laid_tiles,
    match,
    position,
    row,
    tiles,
)

THREE_DRAWS = pytest.mark.parametrize("edition", [name for name in EVERY if name != "classic"])
FREE_TO_DRAW = pytest.mark.parametrize("edition", [name for name in FOR_POINTS if name != "classic"])
AT_NO_COST = ("kids", "conquest")

# No triple; by sum seat 1 has the highest tile, 125.
LOW = "001 002 003 004 005 011 012 013 014"
HIGH = "015 022 023 024 112 113 114 122 125"


def refused(game, action, reason, error=NotAllowed):
    """The action is refused for this reason, and nothing has changed."""

    def state():
        current = game.round
        book = (*game.scores, *current.racks, *current.pool, *current.actions, *current.board.laid)
        return book, current.seat, current.drawn, current.idle_turns, game.legal()

    before = state()
    assert action not in game.legal()
    with pytest.raises(error, match=reason):
        game.apply(action)
    assert state() == before


# The deal and who moves


@pytest.mark.parametrize(("players", "each", "pool"), [(2, 9, 38), (3, 7, 35), (4, 7, 28)])
@every_edition
def test_two_players_get_nine_tiles_and_more_players_seven(edition, players, each, pool):
    dealt = match(edition, players).deal(Random(1))
    assert [len(rack) for rack in dealt.racks] == [each] * players
    assert dealt.pool == pool


def test_seat_0_gets_the_first_tiles_then_seat_1_and_the_rest_is_the_pool():
    game = begun("tournament", LOW, HIGH, pool="555 444 333", first=1)
    assert [tiles_of(rack) for rack in game.round.racks] == [tiles(LOW), tiles(HIGH)]
    act(game, "play 125@0,0", "draw", "draw", "draw")
    assert tiles_of(game.round.drawn) == tiles("333 444 555")
    assert [event.tile for event in game.round.events[1:]] == [*tiles("555 444 333")]


@every_edition_for_points
def test_play_goes_clockwise_from_the_beginner_and_round_again(edition):
    racks = ("055 012", "155 013", "255 014", "355 022")
    game = position(edition, *racks, turn=2, first=2)
    seats = []
    for action in ("play 552@0,1", "play 535@1,0", "play 055@-1,0"):
        seats.append(game.seat)
        game.apply(action)
    assert [*seats, game.seat] == [2, 3, 0, 1]


# The opening


@every_edition
def test_the_opening_tile_must_be_laid(edition):
    game = begun(edition, LOW, HIGH, first=1)
    assert all(action.startswith("play ") and action.endswith("@0,0") for action in game.legal())
    refused(game, "draw", "^the opening tile must be laid$")
    refused(game, "pass", "^the opening tile must be laid$")


@THREE_DRAWS
def test_the_beginner_may_open_with_any_tile_in_any_rotation(edition):
    game = begun(edition, LOW, HIGH, first=0)
    assert laid_tiles(game) == {*LOW.split()}
    assert len(game.legal()) == 3 * 9


@row(15, 15, 15, 15, 15, 1, 15 + 10)
def test_only_classic_rewards_the_opening_triple(edition, expected):
    game = begun(edition, LOW, HIGH.replace("125", "555"), first=1)
    assert gain(game, "play 555@0,0") == expected


@row(0, 0, 0, 0, 0, 1, 0 + 10 + 30)
def test_only_classic_rewards_opening_with_000(edition, expected):
    game = begun(edition, LOW, HIGH.replace("125", "000"), first=1)
    assert gain(game, "play 000@0,0") == expected


@pytest.mark.parametrize(
    ("triple", "points"),
    [("555", 25), ("444", 22), ("333", 19), ("222", 16), ("111", 13), ("000", 40)],
)
def test_classic_opens_with_the_highest_triple_for_its_sum_and_10_and_000_gets_30_more(triple, points):
    higher_sum_and_lower_triple = "455 002" if triple == "000" else "455 000"
    game = begun(
        "classic", LOW.replace("001 002", higher_sum_and_lower_triple), HIGH.replace("015", triple), first=1
    )
    assert game.legal() == (f"play {triple}@0,0",)
    (laid,) = game.apply(f"play {triple}@0,0")
    assert laid.gain == points
    assert laid.opening == points - laid.points
    assert game.scores == (0, points)


def test_in_classic_the_highest_triple_begins_wherever_it_lies():
    racks = ("111 333 001 002 003 004 005", "444 011 012 013 014 015 022", "222 000 023 024 025 033 034")
    assert begun("classic", *racks, first=1).legal() == ("play 444@0,0",)
    for wrong in (0, 2):
        with pytest.raises(NotAllowed, match=f"^first is {wrong}, but by the rules seat 1 begins$"):
            begun("classic", *racks, first=wrong)


def test_in_classic_the_highest_triple_of_a_rack_opens_not_another():
    game = begun("classic", LOW.replace("001 002", "333 444"), HIGH)
    refused(game, "play 333@0,0", "^the round must be opened with 444$")
    refused(game, "play 003@0,0", "^the round must be opened with 444$")


def test_in_classic_who_holds_the_highest_triple_may_open_with_000_instead():
    racks = LOW.replace("001 002", "333 000"), HIGH.replace("015", "222")
    assert begun("classic", *racks).legal() == ("play 000@0,0", "play 333@0,0")
    assert gain(begun("classic", *racks), "play 000@0,0") == 0 + 10 + 30
    assert gain(begun("classic", *racks), "play 333@0,0") == 9 + 10
    refused(begun("classic", *racks), "play 003@0,0", "^the round must be opened with 000 or 333$")


def test_in_classic_000_on_another_rack_is_no_choice():
    game = begun("classic", LOW.replace("001", "000"), HIGH.replace("015", "222"), first=1)
    assert game.legal() == ("play 222@0,0",)


def test_in_classic_with_no_triple_the_highest_sum_opens_for_its_sum_alone():
    game = begun("classic", LOW, HIGH, first=1)
    assert game.legal() == ("play 125@0,0", "play 251@0,0", "play 512@0,0")
    assert gain(game, "play 251@0,0") == 8
    with pytest.raises(NotAllowed, match="by the rules seat 1 begins"):
        begun("classic", LOW, HIGH, first=0)


# All of sum 8: by the largest digit, then by the middle one.
RANKED = ("035", "125", "044", "134", "224", "233")


@pytest.mark.parametrize(("higher", "lower"), list(zip(RANKED, RANKED[1:], strict=False)))
def test_in_classic_equal_sums_are_decided_by_the_largest_digit_then_the_middle_one(higher, lower):
    with_higher, with_lower = HIGH.replace("125", higher), LOW.replace("001", lower)
    assert laid_tiles(begun("classic", with_higher, with_lower, first=0)) == {higher}
    assert laid_tiles(begun("classic", with_lower, with_higher, first=1)) == {higher}
    both = HIGH.replace("125", higher).replace("015", lower)
    assert laid_tiles(begun("classic", LOW, both, first=1)) == {higher}


@row(12, 12, 12, 12, 12, 1, 12)
def test_a_triple_laid_later_is_worth_its_digits_alone(edition, expected):
    # 445 shows 4 at 0,0, 4 at 1,1 and 5 at -1,1.
    game = position(edition, "444 012", "013", table="445@0,0")
    assert gain(game, "play 444@1,0") == expected


# Laying


@every_edition
def test_any_fitting_tile_of_the_rack_may_be_laid(edition):
    game = position(edition, "055 012 455", "155")
    assert [action for action in game.legal() if action.startswith("play")] == [
        "play 055@-1,0",
        "play 455@-1,0",
        "play 505@1,0",
        "play 545@1,0",
        "play 550@0,1",
        "play 554@0,1",
    ]


@every_edition_for_points
def test_laying_takes_the_tile_from_the_rack_and_ends_the_turn(edition):
    game = position(edition, "055 012", "155", pool="444")
    (laid,) = game.apply("play 505@1,0")
    assert isinstance(laid, Laid)
    assert (laid.seat, str(laid.placement)) == (0, "505@1,0")
    assert game.round.board.laid[(1, 0)] == (5, 0, 5)
    assert tiles_of(game.round.racks[0]) == tiles("012")
    assert (game.seat, len(game.round.pool)) == (1, 1)


@every_edition
def test_a_tile_must_be_on_the_rack_and_must_fit(edition):
    game = position(edition, "055 012", "155", pool="444")
    refused(game, "play 551@0,1", "^tile 155 is not on the rack of seat 0$")
    refused(game, "play 012@0,1", "^corner -1,1 shows 5, the tile has 0$")
    refused(game, "play 055@0,1", "^corner -1,1 shows 5, the tile has 0$")
    refused(game, "play 055@0,0", "^cell 0,0 is taken$")
    refused(game, "play 055@4,0", "^no tile lies beside cell 4,0$")


@pytest.mark.parametrize(
    "action",
    ["", "fly", "play", "play ", "play 055", "play 505@", "play 505 1,0", "play 505@01,0", "play  505@1,0"]
    + ["play 505@1,0 ", "Play 505@1,0", "play 521@1,0", "play 506@1,0", "Draw", "draw ", "draw 1", "pass\n"],
)
def test_an_action_is_spelt_to_the_letter(action):
    refused(position("tournament", "055 012", "155", pool="444"), action, None, Malformed)


# Drawing


@every_edition
def test_a_drawn_tile_goes_to_the_rack_and_the_turn_goes_on(edition):
    game = position(edition, "012", "013", pool="001 002")
    (drew,) = game.apply("draw")
    assert isinstance(drew, Drew)
    assert (drew.seat, drew.tile) == (0, *tiles("001"))
    assert tiles_of(game.round.racks[0]) == tiles("001 012")
    assert (game.seat, len(game.round.pool)) == (0, 1)


@every_edition
def test_an_empty_pool_gives_nothing(edition):
    refused(position(edition, "012", "013"), "draw", "^the pool is empty$")


@THREE_DRAWS
def test_a_fourth_draw_is_refused(edition):
    game = position(edition, "012", "013", pool="001 002 003 004")
    act(game, "draw", "draw", "draw")
    refused(game, "draw", "^no more than 3 tiles may be drawn in one turn$")


def test_in_classic_nobody_draws_or_passes_while_a_tile_fits():
    for pool in ("001", ""):
        game = position("classic", "055 012", "013", pool=pool)
        refused(game, "draw", "a tile fits" if pool else "the pool is empty")
        refused(game, "pass", "^a tile fits, so it must be laid$")


def test_in_classic_the_first_drawn_tile_that_fits_must_be_laid():
    game = position("classic", "012", "013", pool="001 002 003 004 155 255")
    act(game, *["draw"] * 5)
    assert game.legal() == ("play 155@-1,0", "play 515@1,0", "play 551@0,1")
    assert gain(game, "play 155@-1,0") == 11
    assert game.scores == (5 * -5 + 11, 0)


@FREE_TO_DRAW
def test_after_a_draw_only_a_tile_drawn_this_turn_may_be_laid(edition):
    game = position(edition, "055 012", "013", pool="155 001 255")
    assert laid_tiles(game) == {"055"}
    game.apply("draw")
    assert laid_tiles(game) == {"155"}
    refused(game, "play 550@0,1", "^after drawing, only a tile drawn this turn may be laid, not 055$")
    game.apply("draw")
    assert laid_tiles(game) == {"155"}
    game.apply("draw")
    assert laid_tiles(game) == {"155", "255"}


@FREE_TO_DRAW
def test_tiles_drawn_in_an_earlier_turn_are_like_any_other(edition):
    game = position(edition, "012", "255 013", pool="155 001 002 003")
    act(game, "draw", "draw", "draw", "pass", "play 255@-1,0")
    assert game.seat == 0
    assert laid_tiles(game) == {"155"}
    assert "draw" in game.legal()


@FREE_TO_DRAW
def test_a_drawn_tile_that_fits_need_not_be_laid(edition):
    game = position(edition, "012", "013", pool="155 001 002")
    for _ in range(2):
        game.apply("draw")
        assert "draw" in game.legal()
    game.apply("draw")
    assert "pass" in game.legal()
    assert laid_tiles(game) == {"155"}


@FREE_TO_DRAW
def test_who_drew_though_a_tile_fits_may_end_with_nothing(edition):
    game = position(edition, "055 012", "013", pool="001 002 003 004")
    act(game, "draw", "draw", "draw")
    assert game.legal() == ("pass",)


@row(11 - 15, 11 - 15, 11 - 15, 11 - 15, 11 - 15, 1, 11 - 15)
def test_a_third_drawn_tile_that_is_laid_costs_only_its_draws(edition, expected):
    game = position(edition, "012", "013", pool="001 002 155 003")
    act(game, "draw", "draw", "draw", "play 551@0,1")
    assert game.scores == (expected, 0)


@every_edition_for_points
def test_scores_may_go_below_zero(edition):
    game = position(edition, "012", "013", pool="001", scores=(3, -7))
    game.apply("draw")
    assert game.scores == ((3 if edition == "kids" else -2), -7)


# Passing


@every_edition
def test_with_tiles_in_the_pool_a_player_must_lay_or_draw(edition):
    refused(
        position(edition, "012", "013", pool="001"), "pass", "^the pool is not empty: lay a tile or draw$"
    )


@row(True, True, True, True, True, True, False)
def test_with_an_empty_pool_passing_is_free_even_though_a_tile_fits_but_not_in_classic(edition, expected):
    game = position(edition, "055 012", "013")
    assert ("pass" in game.legal()) is expected
    if expected:
        assert gain(game, "pass") == 0


@row(-5, -5, -5, -5, -5, 0, -5 - 10)
def test_a_pool_that_runs_dry_before_the_third_draw_costs_nothing_more_but_in_classic(edition, expected):
    game = position(edition, "012", "013", pool="001")
    game.apply("draw")
    assert game.legal() == ("pass",)
    game.apply("pass")
    assert game.scores == (expected, 0)


@row(-25, -25, -25, -25, -15, 0, -25)
def test_a_third_draw_that_empties_the_pool_costs_like_any_third_draw(edition, expected):
    """In classic the ten are for the empty pool."""
    game = position(edition, "012", "013", pool="001 002 003")
    act(game, "draw", "draw", "draw", "pass")
    assert game.scores == (expected, 0)


@every_edition
def test_a_pass_ends_the_turn(edition):
    game = position(edition, "012", "013", "014")
    (passed,) = game.apply("pass")
    assert isinstance(passed, Passed)
    assert (passed.seat, game.seat) == (0, 1)


# House rules


@FREE_TO_DRAW
def test_play_after_draw_any_lets_every_fitting_tile_be_laid(edition):
    game = position(edition, "055 012", "013", pool="001 155", play_after_draw="any")
    game.apply("draw")
    assert laid_tiles(game) == {"055"}
    game.apply("draw")
    assert laid_tiles(game) == {"055", "155"}
    assert gain(game, "play 550@0,1") == (1 if edition == "kids" else 10)


@every_edition
def test_play_after_draw_is_about_laying_and_not_about_drawing(edition):
    game = position(edition, "012", "013", pool="001 002", play_after_draw="any")
    game.apply("draw")
    assert game.legal() == (("draw", "pass") if edition == "xxl-de" else ("draw",))


@every_edition
def test_with_must_lay_nobody_draws_while_a_tile_fits(edition):
    game = position(edition, "055 012", "013", pool="001", must_lay=True)
    assert laid_tiles(game) == {"055"}
    refused(game, "draw", "^a tile fits, so it must be laid$")
    refused(game, "pass", "^a tile fits, so it must be laid$")


@every_edition
def test_with_must_lay_nobody_passes_while_a_tile_fits(edition):
    refused(position(edition, "055 012", "013", must_lay=True), "pass", "^a tile fits, so it must be laid$")


@every_edition
def test_with_must_lay_a_drawn_tile_that_fits_is_laid_at_once(edition):
    for draws, pool in enumerate(("155 004", "001 155 004", "001 002 155 004"), start=1):
        game = position(edition, "012", "013", pool=pool, must_lay=True)
        act(game, *["draw"] * draws)
        assert game.legal() == ("play 155@-1,0", "play 515@1,0", "play 551@0,1")


@row(*[("pass",)] * 6, ("draw",))
def test_with_must_lay_who_cannot_lay_draws_and_passes_as_ever(edition, expected):
    game = position(edition, "012", "013", pool="001 002 003 004", must_lay=True)
    assert game.legal() == ("draw",)
    act(game, "draw", "draw")
    assert game.legal() == (("draw", "pass") if edition == "xxl-de" else ("draw",))
    game.apply("draw")
    assert game.legal() == expected
    empty = position(edition, "012", "013", must_lay=True)
    assert empty.legal() == ("pass",)


# The clock


def timeout(game):
    """What a timeout does: its gain and the tile it takes. It ends the turn and is never offered."""
    seat, players = game.seat, len(game.round.racks)
    assert "timeout" not in game.legal()
    event = game.apply("timeout")[0]
    assert isinstance(event, TimedOut)
    assert event.seat == seat
    assert game.seat == (seat + 1) % players
    assert game.round.drawn == 0
    return event.gain, str(event.tile)


def late(edition, *racks, **rest):
    return position(edition, *racks, turn_seconds=30, **rest)


@row(-5, -5, -5, -5, -5, 0, -5)
def test_who_is_late_takes_one_tile_at_the_cost_of_a_draw(edition, expected):
    for rack in ("012", "055 012"):
        game = late(edition, rack, "013", "014", pool="001 002")
        assert timeout(game) == (expected, "001")
        assert game.scores == (expected, 0, 0)
        assert tiles_of(game.round.racks[0]) == tuple(sorted(tiles(f"001 {rack}"), key=str))
        assert len(game.round.pool) == 1


@every_edition
def test_who_is_late_after_a_draw_takes_no_other(edition):
    game = late(edition, "012", "013", "014", pool="001 002")
    game.apply("draw")
    assert timeout(game) == (0, "None")
    assert len(game.round.pool) == 1
    assert game.scores[0] == (0 if edition in AT_NO_COST else -5)


@every_edition
def test_who_is_late_after_the_third_draw_does_not_pay_the_ten(edition):
    game = late(edition, "012", "013", "014", pool="001 002 003 004")
    act(game, "draw", "draw", "draw")
    assert timeout(game) == (0, "None")
    assert game.scores[0] == (0 if edition in AT_NO_COST else -15)


@every_edition
def test_who_is_late_at_an_empty_pool_pays_nothing_not_even_in_classic(edition):
    assert timeout(late(edition, "012", "013", "014")) == (0, "None")


@every_edition
def test_who_is_late_after_drawing_the_last_tile_pays_nothing_more(edition):
    game = late(edition, "012", "013", "014", pool="001")
    game.apply("draw")
    assert timeout(game) == (0, "None")


@every_edition
def test_must_lay_does_not_stop_the_clock(edition):
    assert timeout(late(edition, "055", "013", "014", pool="001", must_lay=True))[1] == "001"


@every_edition
def test_the_clock_does_not_run_before_the_opening_tile(edition):
    game = begun(edition, LOW, HIGH, first=1, turn_seconds=30)
    refused(game, "timeout", "^the clock does not run before the opening tile$")


@every_edition
def test_without_a_clock_nobody_is_late(edition):
    refused(position(edition, "012", "013", pool="001"), "timeout", "^this match has no clock$")


@every_edition
def test_after_a_timeout_the_next_turn_is_like_any_other(edition):
    game = late(edition, "012", "013", pool="155 001 002")
    act(game, "timeout", "timeout")
    assert game.seat == 0
    assert laid_tiles(game) == {"155"}
