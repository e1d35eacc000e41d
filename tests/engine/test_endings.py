"""How a round ends: going out at once or with the bell, blocked rounds and their ties."""

import pytest

from engine import NotAllowed, Target
from engine.game import Adjustment, BellRung, RoundOver
from tests.engine.positions import (
    AT_ONCE,
    FOR_POINTS,
    WITH_BELL,
    act,
    every_edition,
    every_edition_for_points,
    gain,
    position,
    row,
    tiles,
)

with_bell = pytest.mark.parametrize("edition", WITH_BELL)
at_once = pytest.mark.parametrize("edition", AT_ONCE)

STUCK = ("012", "013", "014", "022")  # beside 555 nothing of this fits


def about_to_go_out(edition, players, seat, first, **rest):
    """One player has a single tile, which fits; the pool is empty and the others can only pass."""
    racks = [*STUCK[:players]]
    racks[seat] = "055"
    return position(edition, *racks, turn=seat, first=first, **rest)


# Going out


# Players, beginner, who goes out; and who still has a turn after the bell.
BELL = [
    (2, 0, 0, (1,)),
    (2, 0, 1, ()),
    (2, 1, 1, (0,)),
    (2, 1, 0, ()),
    (3, 0, 0, (1, 2)),
    (3, 0, 1, (2,)),
    (3, 0, 2, ()),
    (3, 1, 1, (2, 0)),
    (3, 1, 2, (0,)),
    (3, 1, 0, ()),
    (3, 2, 2, (0, 1)),
    (3, 2, 0, (1,)),
    (3, 2, 1, ()),
    (4, 0, 0, (1, 2, 3)),
    (4, 0, 1, (2, 3)),
    (4, 0, 2, (3,)),
    (4, 0, 3, ()),
    (4, 2, 2, (3, 0, 1)),
    (4, 2, 3, (0, 1)),
    (4, 2, 0, (1,)),
    (4, 2, 1, ()),
]


@pytest.mark.parametrize(("players", "first", "seat", "after"), BELL)
@with_bell
def test_after_the_bell_the_seats_up_to_the_one_before_the_beginner_have_a_turn(
    edition, players, first, seat, after
):
    game = about_to_go_out(edition, players, seat, first)
    events = game.apply("play 550@0,1")
    assert events[1] == BellRung(seat, after)
    moved = []
    while not game.round.over:
        moved.append(game.seat)
        events = game.apply("pass")
    assert tuple(moved) == after
    assert (game.round.over.reason, game.round.over.seats) == ("out", (seat,))
    assert game.round.over in events


@pytest.mark.parametrize(("players", "first", "seat", "after"), BELL)
@at_once
def test_without_a_bell_the_round_is_over_at_once(edition, players, first, seat, after):
    game = about_to_go_out(edition, players, seat, first)
    events = game.apply("play 550@0,1")
    assert events[1] is game.round.over
    assert (game.round.over.reason, game.round.over.seats) == ("out", (seat,))
    assert not any(isinstance(event, BellRung) for event in events)


@row(*[[("out", 25), ("others' racks", 3 + 5 + 4)]] * 5, [("out", 5)], [("out", 25), ("others' racks", 12)])
def test_the_account_of_going_out_is_told_line_by_line(edition, expected):
    game = position(edition, "012", "055", "014", "022", turn=1, first=2)
    game.apply("play 550@0,1")
    over = game.round.over
    assert over.adjustments == tuple(Adjustment(1, reason, points) for reason, points in expected)
    assert over.adjust == [0, sum(points for _, points in expected), 0, 0]
    assert over.racks == (tiles("012"), (), tiles("014"), tiles("022"))


@row(*[(10 + 25 + 3, -8)] * 5, (1 + 5, -8), (10 + 25 + 3, -8))
def test_who_goes_out_is_paid_beside_what_the_tile_was_worth(edition, expected):
    game = position(edition, "055", "012", first=1, scores=(0, -8))
    game.apply("play 550@0,1")
    assert game.scores == game.round.over.scores == expected


@every_edition_for_points
def test_a_round_that_is_over_takes_no_more_actions(edition):
    game = position(edition, "055", "012", first=1, target=Target(rounds=2))
    game.apply("play 550@0,1")
    assert game.legal() == ()
    for action in ("pass", "draw", "play 012@0,2", "timeout"):
        with pytest.raises(NotAllowed, match="^the round is over$"):
            game.apply(action)


# After the bell


@pytest.mark.parametrize(
    ("edition", "taken"), [("xxl", 25 + 5), ("xxl-de", 25 + 5), ("xxl-pt", 25 + 5), ("kids", 5)]
)
def test_what_is_laid_after_the_bell_is_not_taken(edition, taken):
    game = position(edition, "055", "155 014")  # 11 and 5 points
    act(game, "play 550@0,1", "play 155@-1,0")
    assert game.round.over.adjust == [taken, 0]
    assert game.scores == ((1 + taken, 1) if edition == "kids" else (10 + taken, 11))


@pytest.mark.parametrize(
    ("edition", "taken", "drawer"),
    [("xxl", 25 + 5 + 12, -25), ("xxl-de", 25 + 5 + 12, -25), ("xxl-pt", 25 + 5 + 12, -15), ("kids", 5, 0)],
)
def test_what_is_drawn_after_the_bell_is_taken_too(edition, taken, drawer):
    game = position(edition, "055", "014", pool="011 022 123 444")  # 2 + 4 + 6 drawn
    act(game, "play 550@0,1", "draw", "draw", "draw", "pass")
    assert game.round.over.adjust == [taken, 0]
    assert game.scores[1] == drawer


@with_bell
def test_only_the_first_to_go_out_scores_for_it(edition):
    game = position(edition, "055", "155", "014")  # the second goes out too, the third keeps 5
    events = act(game, "play 550@0,1", "play 155@-1,0", "pass")
    assert [event.seat for event in events if isinstance(event, BellRung)] == [0]
    over = game.round.over
    assert over.seats == (0,)
    assert over.adjust == [5 if edition == "kids" else 25 + 0 + 5, 0, 0]


@with_bell
def test_everybody_may_go_out_after_the_bell(edition):
    game = position(edition, "055", "155")
    act(game, "play 550@0,1", "play 155@-1,0")
    assert game.round.over.seats == (0,)
    assert game.round.over.adjust == [5 if edition == "kids" else 25, 0]


@with_bell
def test_a_turn_after_the_bell_is_a_whole_turn(edition):
    game = position(edition, "055", "014", "022", pool="011 155 022 033")
    act(game, "play 550@0,1", "draw", "draw")
    assert game.seat == 1
    game.apply("play 155@-1,0")
    assert game.seat == 2
    act(game, "draw", "draw")
    assert game.round.over is None
    game.apply("pass")
    assert game.round.over.seats == (0,)


@with_bell
def test_a_turn_after_the_bell_may_be_lost_to_the_clock(edition):
    game = position(edition, "055", "014", "022", pool="011 033", turn_seconds=10)
    act(game, "play 550@0,1", "timeout", "timeout")
    assert game.round.over.reason == "out"
    assert game.round.over.adjust[0] == (5 if edition == "kids" else 25 + (5 + 2) + (4 + 6))


# Blocked


def blocked(edition, *racks):
    """The round's end after everybody passed in front of an empty pool."""
    game = position(edition, *racks)
    events = act(game, *["pass"] * len(racks))
    (over,) = (event for event in events if isinstance(event, RoundOver))
    assert over.reason == "blocked"
    lost = -10 if edition == "classic" else 0  # a pass before an empty pool
    assert over.scores == tuple(lost + points for points in over.adjust)
    return over


@pytest.mark.parametrize("players", [2, 3, 4])
@every_edition
def test_a_round_is_blocked_when_the_pool_is_empty_and_nobody_laid_for_a_whole_turn_round(edition, players):
    game = position(edition, *STUCK[:players], turn=1)
    for _ in range(players - 1):
        game.apply("pass")
        assert game.round.over is None
    game.apply("pass")
    assert game.round.over.reason == "blocked"


@every_edition_for_points
def test_a_tile_laid_in_between_begins_the_count_anew(edition):
    game = position(edition, "012", "013", "055 014")
    act(game, "pass", "pass", "play 550@0,1", "pass", "pass")
    assert game.round.over is None
    game.apply("pass")
    assert game.round.over.reason == "blocked"


@every_edition
def test_a_timeout_counts_as_a_turn_without_a_tile(edition):
    game = position(edition, "012", "013", "014", turn_seconds=10)
    act(game, "timeout", "pass", "timeout")
    assert game.round.over.reason == "blocked"


@every_edition
def test_a_round_is_not_blocked_while_the_pool_has_tiles(edition):
    game = position(edition, "012", "013", pool="001 002 003", turn_seconds=10)
    act(game, "timeout", "timeout")
    assert game.round.over is None


@every_edition
def test_idle_turns_count_from_before_the_pool_was_empty(edition):
    game = position(edition, "012", "013", pool="001 002", turn_seconds=10)
    game.apply("timeout")
    assert game.round.over is None
    game.apply("timeout")
    assert game.round.over.reason == "blocked"
    assert game.round.over.racks == (tiles("001 012"), tiles("002 013"))


@every_edition
def test_whether_a_round_is_blocked_is_looked_at_when_a_turn_ends(edition):
    game = position(edition, "012", "013", pool="001 002", turn_seconds=10)
    act(game, "timeout", "draw")
    assert len(game.round.pool) == 0
    assert game.round.over is None
    game.apply("pass")
    assert game.round.over.reason == "blocked"


@pytest.mark.parametrize("edition", [edition for edition in FOR_POINTS if edition != "classic"])
def test_a_round_is_blocked_even_if_somebody_could_have_laid(edition):
    over = blocked(edition, "055", "155")
    assert over.racks == (tiles("055"), tiles("155"))


@pytest.mark.parametrize("edition", ["tournament", "xxl-fr", "xxl-de"])
def test_own_rack_off_nobody_wins_and_everybody_loses_what_is_left(edition):
    over = blocked(edition, "012 001", "444", "000", "111 333")
    assert (over.seats, over.adjust) == ((), [-4, -12, 0, -12])
    assert over.adjustments == tuple(
        Adjustment(seat, "own rack", points) for seat, points in enumerate((-4, -12, 0, -12))
    )


def test_in_kids_nothing_is_booked():
    over = blocked("kids", "012 001", "444", "111")
    assert (over.seats, over.adjustments, over.scores) == ((), (), (0, 0, 0))


@pytest.mark.parametrize("edition", ["xxl", "xxl-pt"])
def test_the_lowest_rack_gains_the_others_and_loses_its_own(edition):
    over = blocked(edition, "444", "001 002 003", "111 333")  # 12, 6 and 12 points
    assert over.seats == (1,)
    assert over.adjustments == (Adjustment(1, "others' racks", 24), Adjustment(1, "own rack", -6))
    assert over.adjust == [0, 18, 0]


@pytest.mark.parametrize("edition", ["xxl", "xxl-pt"])
def test_of_equal_lowest_racks_the_one_with_fewer_tiles_wins(edition):
    over = blocked(edition, "001 002", "012", "444")  # 3, 3 and 12 points
    assert (over.seats, over.adjust) == ((1,), [0, (3 + 12) - 3, 0])


def test_in_classic_the_fewest_tiles_gain_the_others_and_lose_their_own():
    over = blocked("classic", "001 002", "444", "111 333 022")  # 3, 12 and 16 points
    assert over.seats == (1,)
    assert over.adjustments == (Adjustment(1, "others' racks", 19), Adjustment(1, "own rack", -12))
    assert over.adjust == [0, 7, 0]


def test_in_classic_of_equally_few_tiles_the_lower_sum_wins():
    over = blocked("classic", "444", "012 001", "111")  # 12, 4 and 3 points
    assert (over.seats, over.adjust) == ((2,), [0, 0, (12 + 4) - 3])


def test_in_classic_who_wins_a_blocked_round_may_lose_points():
    over = blocked("classic", "444", "001 002")
    assert (over.seats, over.adjust) == ((0,), [3 - 12, 0])


@pytest.mark.parametrize("edition", ["xxl", "xxl-pt", "classic"])
def test_racks_that_are_still_equal_each_win(edition):
    over = blocked(edition, "111", "444", "012")  # 3, 12 and 3 points
    assert over.seats == (0, 2)
    assert over.adjust == [(12 + 3) - 3, 0, (3 + 12) - 3]


@pytest.mark.parametrize("edition", ["xxl", "xxl-pt", "classic"])
def test_all_racks_may_be_equal(edition):
    over = blocked(edition, "014", "023", "113", "122")  # 5 points each
    assert over.seats == (0, 1, 2, 3)
    assert over.adjust == [15 - 5] * 4


def test_in_classic_passing_into_a_blocked_round_costs_ten_each_before_it_is_booked():
    game = position("classic", "012", "444", scores=(100, 50))
    assert gain(game, "pass") == -10
    over = game.apply("pass")[-1]
    assert over.adjust == [12 - 3, 0]
    assert over.scores == (100 - 10 + 9, 50 - 10)
