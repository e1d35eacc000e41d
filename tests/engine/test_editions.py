"""The big table of the rules for points, a test for each row and a value for each column.

The values are the table's own, in its order of columns: tournament, xxl, xxl-fr, xxl-de, xxl-pt,
kids, classic.
"""

import pytest

from engine import EDITIONS, TILE_EDITIONS, Malformed, Match, Player
from engine.editions import edition_named
from engine.game import RoundOver
from tests.engine.positions import EVERY, act, gain, position, put, row

yes, no = True, False


def test_these_are_the_editions():
    assert tuple(TILE_EDITIONS) == EVERY
    assert tuple(EDITIONS) == (*EVERY, "conquer")
    assert [edition.name for edition in EDITIONS.values()] == [*EVERY, "conquer"]


@pytest.mark.parametrize("name", ["", "Tournament", "xxl-en", "tournament ", None, 7, ["kids"]])
def test_an_unknown_edition_is_malformed_and_the_known_ones_are_named(name):
    with pytest.raises(Malformed, match=r"^unknown edition .*there are tournament, xxl, .*conquer$"):
        edition_named(name)


@row(yes, yes, yes, yes, yes, yes, no)
def test_may_draw_though_a_tile_fits(edition, expected):
    game = position(edition, "055 012", "013", pool="014")
    assert "play 550@0,1" in game.legal()
    assert ("draw" in game.legal()) is expected


@row(3, 3, 3, 3, 3, 3, 5)
def test_draws_in_one_turn_at_most_three_or_until_one_fits(edition, expected):
    game = position(edition, "012", "013", pool="001 002 003 004 155 255")
    draws = 0
    while "draw" in game.legal():
        game.apply("draw")
        draws += 1
    assert draws == expected


@row(-5, -5, -5, -5, -5, 0, -5)
def test_each_draw_costs(edition, expected):
    game = position(edition, "012", "013", pool="001 002 003 004")
    assert [gain(game, "draw") for _ in range(3)] == [expected] * 3
    assert game.scores == (3 * expected, 0)


@row(no, no, no, yes, no, no, no)
def test_may_end_the_turn_after_one_or_two_draws(edition, expected):
    game = position(edition, "012", "013", pool="001 002 003 004")
    assert "pass" not in game.legal()
    for _ in range(2):
        game.apply("draw")
        assert ("pass" in game.legal()) is expected


def test_ending_the_turn_after_one_or_two_draws_costs_nothing_more():
    for draws in (1, 2):
        game = position("xxl-de", "012", "013", pool="001 002 003 004")
        act(game, *["draw"] * draws)
        assert gain(game, "pass") == 0
        assert (game.scores, game.seat) == ((-5 * draws, 0), 1)


@row(-10, -10, -10, -10, 0, 0, None)
def test_third_draw_and_nothing_laid(edition, expected):
    """Classic knows no third draw: it goes on until a tile fits."""
    game = position(edition, "012", "013", pool="001 002 003 004")
    act(game, "draw", "draw", "draw")
    if expected is None:
        assert game.legal() == ("draw",)
    else:
        assert game.legal() == ("pass",)
        assert gain(game, "pass") == expected


@row(0, 0, 0, 0, 0, 0, -10)
def test_pool_empty_and_nothing_laid(edition, expected):
    game = position(edition, "012", "013")
    assert game.legal() == ("pass",)
    assert gain(game, "pass") == expected


@row("at once", "bell", "at once", "bell", "bell", "bell", "at once")
def test_going_out_ends_the_round_at_once_or_after_the_bell(edition, expected):
    game = position(edition, "055", "012", "013")
    game.apply("play 550@0,1")
    assert (game.round.over is None) is (expected == "bell")
    if expected == "bell":
        act(game, "pass", "pass")
    assert (game.round.over.reason, game.round.over.seats) == ("out", (0,))


@row(*[25 + 3 + 14] * 5, 5, 25 + 3 + 14)
def test_going_out_scores_and_takes_the_others_racks(edition, expected):
    # Seat 0 is the last before the beginner, so that nobody moves after it even with the bell.
    game = position(edition, "055", "012", "444 002", first=1)
    game.apply("play 550@0,1")
    assert game.round.over.adjust == [expected, 0, 0]


OWN_RACK_OFF = ((), [-4, -12, -9])
LOWEST_RACK_WINS = ((0,), [(12 + 9) - 4, 0, 0])
FEWEST_TILES_WIN = ((1,), [0, (4 + 9) - 12, 0])
NOTHING = ((), [0, 0, 0])


@row(
    OWN_RACK_OFF,
    LOWEST_RACK_WINS,
    OWN_RACK_OFF,
    OWN_RACK_OFF,
    LOWEST_RACK_WINS,
    NOTHING,
    FEWEST_TILES_WIN,
)
def test_a_blocked_round_is_booked(edition, expected):
    game = position(edition, "012 001", "444", "111 002 022")  # 4, 12 and 9 points
    over = act(game, "pass", "pass", "pass")[3]
    assert isinstance(over, RoundOver)
    assert over.reason == "blocked"
    assert (over.seats, over.adjust) == expected


def after_a_round(edition, score):
    """A match of the edition's own length whose first round leaves seat 0 with this score."""
    game = Match(EDITIONS[edition], [Player("Ada"), Player("Ben")])
    worth = 1 + 5 if edition == "kids" else 10 + 25 + 3  # laying 055 and going out against 012
    put(game, "055", "012", first=1, scores=(score - worth, 0))
    game.apply("play 550@0,1")
    assert game.scores == (score, 0)
    return game


@row(401, 400, 400, 400, 400, 1, 400)
def test_the_default_match_goes_past_400_or_to_400_and_in_kids_for_one_round(edition, expected):
    assert after_a_round(edition, expected).winners == (0,)
    one_less = after_a_round(edition, expected - 1)
    assert one_less.awaits_deal is (edition != "kids")
    assert one_less.winners == ((0, 1) if edition == "kids" else ())
