"""A match: who begins, how long it lasts, who wins; what its events tell, what a player sees, who plays."""

from dataclasses import FrozenInstanceError, fields
from random import Random

import pytest

from engine import BOTS, EDITIONS, Malformed, Match, NotAllowed, Options, Player, Target
from engine.board import Board
from engine.bots import bot_named
from engine.covers import Land
from engine.deal import TileDeal
from engine.game import (
    Claimed,
    Dealt,
    Drew,
    Laid,
    MatchOver,
    Overpowered,
    Passed,
    Refilled,
    RoundOver,
    TimedOut,
)
from engine.simulate import play_match
from engine.tiles import TILES, Placement, rack_of, tiles_of
from tests.engine.positions import (
    BRIDGE,
    CHAIN,
    EVERY,
    QUICK,
    act,
    begun,
    every_edition,
    every_edition_for_points,
    match,
    position,
    put,
    random_match,
    row,
    tiles,
)
from tests.engine.states import check_taking_back

BY_LOT = pytest.mark.parametrize("edition", [name for name in EVERY if name != "classic"])


# Who begins


class Stacked:
    """A shuffler in our hands: each shuffle puts the tiles named for it in front."""

    def __init__(self, *fronts):
        self.fronts = iter(fronts)

    def shuffle(self, order):
        front = tiles(next(self.fronts))
        order[:] = [*front, *(tile for tile in order if tile not in front)]


RACKS = "000 001 002 003 004 005 011", "012 013 014 015 022 023 024", "025 033 034 035 044 045 055"


@BY_LOT
def test_the_highest_lot_begins(edition):
    order = Stacked(" ".join((*RACKS, "112 555 444")), "333 222 111")
    dealt = TileDeal.shuffled(EDITIONS[edition], 3, order)
    assert dealt.lots == (tiles("112 555 444"),)
    assert dealt.first == 1


@BY_LOT
def test_if_the_highest_lot_is_shared_everyone_draws_again(edition):
    # 13 points twice; then 9 points twice; then 3, 6 and 4.
    order = Stacked(" ".join((*RACKS, "445 112 355")), "333 234 112", "111 222 112", "123")
    dealt = TileDeal.shuffled(EDITIONS[edition], 3, order)
    assert dealt.lots == (tiles("445 112 355"), tiles("333 234 112"), tiles("111 222 112"))
    assert dealt.first == 1


@BY_LOT
def test_a_shared_lower_lot_is_nobodys_concern(edition):
    dealt = TileDeal.shuffled(EDITIONS[edition], 3, Stacked(" ".join((*RACKS, "333 234 555")), "123"))
    assert (len(dealt.lots), dealt.first) == (1, 2)


@BY_LOT
def test_the_lots_go_back_and_the_pool_is_shuffled(edition):
    dealt = TileDeal.shuffled(EDITIONS[edition], 3, Stacked(" ".join((*RACKS, "112 555 444")), "333 222 111"))
    assert dealt.tiles[:21] == tiles(" ".join(RACKS))
    assert dealt.pool(3)[:3] == tiles("333 222 111")
    assert {*dealt.pool(3)} == {*TILES} - {*tiles(" ".join(RACKS))}


@pytest.mark.parametrize("players", [2, 3, 4])
@BY_LOT
def test_lots_are_drawn_from_the_pool_until_one_is_highest(edition, players):
    drawings = set()
    for seed in range(60):
        dealt = TileDeal.shuffled(EDITIONS[edition], players, Random(seed))
        for lot in dealt.lots:
            assert len({*lot}) == players
            assert {*lot} <= {*dealt.pool(players)}
        *shared, last = [[tile.points for tile in lot] for lot in dealt.lots]
        assert all(points.count(max(points)) > 1 for points in shared)
        assert (last.count(max(last)), last.index(max(last))) == (1, dealt.first)
        drawings.add(len(dealt.lots))
    assert {1, 2} <= drawings


def test_in_classic_no_lots_are_drawn():
    for seed in range(20):
        dealt = TileDeal.shuffled(EDITIONS["classic"], 4, Random(seed))
        assert dealt.lots == ()
        triples = [max((t.points for t in tiles_of(r) if t.is_triple), default=-1) for r in dealt.racks(4)]
        if max(triples) >= 0:
            assert dealt.first == triples.index(max(triples))


@every_edition
def test_a_seed_gives_the_same_deal_and_another_seed_another(edition):
    deals = [TileDeal.shuffled(EDITIONS[edition], 3, Random(seed)) for seed in (7, 7, 8)]
    assert deals[0] == deals[1]
    assert deals[0].tiles != deals[2].tiles


@BY_LOT
def test_the_lots_can_be_seen_and_are_kept_in_the_record(edition):
    game = match(edition, 3)
    dealt = game.deal(Stacked(" ".join((*RACKS, "112 555 444")), "333 222 111"))
    assert isinstance(dealt, Dealt)
    assert (dealt.first, dealt.lots) == (1, (tiles("112 555 444"),))
    assert game.seat == 1
    assert game.as_json()["rounds"][0]["lots"] == [["112", "555", "444"]]


# How long a match lasts, and who wins


def ended(edition, *scores, target):
    """A match after a round that seat 0 won by going out and that left these scores."""
    others = ("001", "002", "003")[: len(scores) - 1]
    worth = 1 + 5 if edition == "kids" else 10 + 25 + sum(range(1, len(scores)))
    before = (scores[0] - worth, *scores[1:])
    game = position(edition, "055", *others, first=1, scores=before, target=target)
    game.apply("play 550@0,1")
    assert game.scores == scores
    return game


@row(False, True, True, True, True, True, True)
def test_the_target_must_be_reached_and_in_tournament_passed(edition, expected):
    game = ended(edition, 100, 40, target=Target(points=100))
    assert (game.winners == (0,)) is expected
    assert game.awaits_deal is not expected


@every_edition_for_points
def test_below_the_target_another_round_is_dealt_and_above_it_none(edition):
    below = ended(edition, 99, 40, target=Target(points=100))
    assert (below.winners, below.awaits_deal) == ((), True)
    above = ended(edition, 101, 40, target=Target(points=100))
    assert (above.winners, above.awaits_deal) == ((0,), False)


@row((1,), (1,), (1,), (1,), (1,), (1,), (0,))
def test_of_several_at_the_target_the_highest_wins_but_in_classic_the_winner_of_the_round(edition, expected):
    assert ended(edition, 120, 150, 90, target=Target(points=100)).winners == expected


@row((0, 1), (0, 1), (0, 1), (0, 1), (0, 1), (0, 1), (0,))
def test_equal_totals_share_the_win_but_in_classic_the_winner_of_the_round_goes_first(edition, expected):
    assert ended(edition, 150, 150, 90, target=Target(points=100)).winners == expected


@every_edition_for_points
def test_who_alone_reached_the_target_wins_whoever_won_the_round(edition):
    assert ended(edition, 99, 150, 90, target=Target(points=100)).winners == (1,)


@every_edition_for_points
def test_if_the_winner_of_the_round_is_not_at_the_target_the_highest_who_is_wins(edition):
    assert ended(edition, 99, 120, 150, target=Target(points=100)).winners == (2,)


@every_edition_for_points
def test_equal_totals_share_the_win(edition):
    assert ended(edition, 99, 150, 120, 150, target=Target(points=100)).winners == (1, 3)


@pytest.mark.parametrize(
    ("scores", "winners"),
    [
        ((100, 110, 300), (1,)),  # both winners of the round are there: the higher
        ((100, 100, 300), (0, 1)),  # and equal
        ((80, 110, 300), (1,)),  # one of them is there
        ((0, 10, 300), (2,)),  # neither is
        ((0, 10, 20), ()),  # nobody is
    ],
)
def test_in_classic_the_winners_of_a_blocked_round_go_first(scores, winners):
    # Each pass costs 10; 111 and 012 share the round, and each of them gains 15 and loses 3.
    game = position("classic", "111", "012", "444", scores=scores, target=Target(points=100))
    act(game, "pass", "pass", "pass")
    assert game.scores == (scores[0] + 2, scores[1] + 2, scores[2] - 10)
    assert game.winners == winners


def test_where_nobody_wins_a_blocked_round_the_highest_total_wins():
    game = position("tournament", "111", "012", "444", scores=(200, 210, 212), target=Target(points=100))
    act(game, "pass", "pass", "pass")
    assert (game.scores, game.winners) == ((197, 207, 200), (1,))


def test_the_account_of_a_round_can_take_a_score_back_under_the_target():
    game = position("tournament", "444", "012", scores=(105, 20), target=Target(points=100))
    act(game, "pass", "pass")
    assert (game.scores, game.winners, game.awaits_deal) == ((93, 17), (), True)


@every_edition_for_points
def test_a_score_past_the_target_does_not_end_a_round(edition):
    game = position(edition, "055 001", "155 012", scores=(500, 0), target=Target(points=100))
    game.apply("play 550@0,1")
    assert (game.winners, game.seat, game.awaits_deal) == ((), 1, False)
    assert game.legal()


@every_edition_for_points
def test_after_so_many_rounds_the_highest_total_wins(edition):
    """In classic too: who won the last round does not matter."""
    game = ended(edition, 40, 999, target=Target(rounds=2))
    assert (game.winners, game.awaits_deal) == ((), True)
    put(game, "055", "001", first=1)
    game.apply("play 550@0,1")
    assert (game.winners, game.awaits_deal) == ((1,), False)


@every_edition_for_points
def test_equal_totals_after_so_many_rounds_share_the_win(edition):
    assert ended(edition, 77, 77, 12, target=Target(rounds=1)).winners == (0, 1)


@every_edition_for_points
def test_scores_go_on_from_round_to_round(edition):
    game = ended(edition, 60, -20, target=Target(points=300))
    put(game, "055 001", "155 012", turn=1, first=1)
    assert (game.round.number, game.scores) == (1, (60, -20))
    game.apply("play 155@-1,0")
    assert game.scores == (60, -20 + (1 if edition == "kids" else 11))
    assert game.rounds[0].over.scores == (60, -20)


@every_edition_for_points
def test_the_last_event_of_a_match_names_the_winners(edition):
    game = position(edition, "055", "001", first=1, target=Target(rounds=1))
    *_, over, last = game.apply("play 550@0,1")
    assert isinstance(over, RoundOver)
    assert last == MatchOver((0,), game.scores)


def test_a_round_is_dealt_only_when_none_is_being_played_and_the_match_is_not_over():
    game = match("tournament", target=Target(rounds=1))
    assert (game.awaits_deal, game.legal(), game.scores) == (True, (), (0, 0))
    game.deal(Random(1))
    with pytest.raises(NotAllowed, match="^round 0 is not finished$"):
        game.deal(Random(2))
    with pytest.raises(NotAllowed, match="^the match is over$"):
        ended("tournament", 7, 5, target=Target(rounds=1)).deal(Random(3))
    with pytest.raises(NotAllowed, match="^no round has been dealt yet$"):
        match("tournament").apply("draw")


@pytest.mark.parametrize("players", [0, 1, 5])
def test_two_to_four_can_play(players):
    with pytest.raises(Malformed, match=f"^{players} players: there must be 2 to 4$"):
        Match(EDITIONS["xxl"], [Player("Ada")] * players)


@pytest.mark.parametrize(
    "target",
    [{}, {"points": 1, "rounds": 1}, {"points": 0}, {"rounds": -1}, {"points": 1.5}, {"rounds": True}],
)
def test_a_target_is_a_whole_number_of_points_or_of_rounds(target):
    with pytest.raises(Malformed, match="target must have either|must be a whole number of at least 1"):
        Target(**target)


@pytest.mark.parametrize(
    "rules", [{"turn_seconds": 0}, {"turn_seconds": "30"}, {"play_after_draw": "all"}, {"must_lay": 1}]
)
def test_a_house_rule_that_is_none_is_malformed(rules):
    with pytest.raises(Malformed, match=f"^{next(iter(rules))} must be"):
        Options(Target(rounds=1), **rules)


# What the events tell


@pytest.mark.parametrize("players", [2, 3, 4])
@every_edition
def test_from_events_alone_the_scores_and_racks_of_a_match_can_be_told(edition, players):
    rules = {"target": Target(rounds=2), "turn_seconds": 20}
    *_, (game, _) = random_match(edition, players, 5, **rules)
    scores = [0] * players
    for past in game.rounds:
        racks = [{*rack} for rack in past.dealt.racks]
        digits = {}
        for event in past.events:
            match event:
                case Laid():
                    racks[event.seat].remove(event.placement.tile)
                    scores[event.seat] += (event.points or 0) + event.opening + event.bonus
                    digits[event.placement.cell] = event.placement.tile.points
                case Drew() | TimedOut():
                    racks[event.seat] |= {event.tile} - {None}
                    scores[event.seat] += event.gain
                case Refilled():
                    racks[event.seat] |= {*event.tiles}
                case Claimed():
                    scores[event.seat] += sum(digits[cell] for cell in event.shape.cells)
                case Overpowered():
                    scores[event.seat] -= sum(digits[cell] for cell in event.shape.cells)
                case Passed():
                    scores[event.seat] += event.gain
                case RoundOver():
                    for line in event.adjustments:
                        scores[line.seat] += line.points
                    assert [{*rack} for rack in event.racks] == racks
                    assert list(event.scores) == scores
                case MatchOver():
                    assert event.winners == game.winners
    assert tuple(scores) == game.scores
    assert isinstance(game.round.events[-1], MatchOver)


# What a player sees


def test_a_sight_holds_what_lies_open_and_the_players_own_rack():
    game = position("xxl", "055", "155 012", "014 022 023", pool="001 002 003 004", scores=(1, 2, 3))
    act(game, "play 550@0,1", "draw")
    sight = game.sight(1)
    assert (sight.seat, sight.turn, sight.round, sight.first) == (1, 1, 0, 0)
    assert tiles_of(sight.rack) == tiles("001 012 155")
    assert (sight.drawn, sight.tiles_left, sight.pool) == (1, (0, 3, 3), 3)
    assert (sight.scores, sight.bell) == ((11, -3, 3), 0)
    assert sight.actions == ("play 550@0,1", "draw")
    assert sight.board.laid == {(0, 0): (5, 5, 5), (0, 1): (5, 5, 0)}
    assert sight.edition is EDITIONS["xxl"]
    assert tiles_of(game.sight(2).rack) == tiles("014 022 023")
    assert game.sight(2).turn == 1


OWN = "055 012 034 112 223 334 445 015 125"
OTHERS = "001 002 003 004 005 011 013 014 022", "555 444 333 222 111 000 455 355 255"


def seen(sight):
    """All of a sight in values that compare: the board and the land by what they hold."""
    everything = {field.name: getattr(sight, field.name) for field in fields(sight)}
    return {name: vars(part) if isinstance(part, Board | Land) else part for name, part in everything.items()}


@BY_LOT
def test_a_sight_is_the_same_whatever_the_others_and_the_pool_hide(edition):
    sights = []
    for rack, pool in (OTHERS, reversed(OTHERS)):
        game = begun(edition, OWN, rack, pool=f"135 {pool}")  # where racks are filled up, 135 is seen
        game.apply("play 055@0,0")
        sights.append(seen(game.sight(0)))
    assert sights[0] == sights[1]


def test_what_is_done_to_a_sight_does_not_reach_the_game():
    game = position("tournament", "055 012", "155", pool="001")
    legal, sight = game.legal(), game.sight(0)
    sight.board.lay(Placement.parse("550@0,1"))
    sight.board.bridges.add(Placement.parse("550@0,1").cell)
    with pytest.raises(FrozenInstanceError):
        sight.rack = rack_of(TILES)
    assert list(game.round.board.laid) == [(0, 0)]
    assert game.round.board.bridges == set()
    assert (game.legal(), game.scores) == (legal, (0, 0))
    act(game, "play 550@0,1", "draw")


@every_edition_for_points
def test_the_gain_a_sight_foretells_is_the_gain_that_comes(edition):
    for seed in range(3):
        foretold = []
        for game, action in random_match(edition, 3, seed, target=Target(rounds=1)):
            foretold.append(game.sight(game.seat).gain(action))
        assert foretold == [
            event.gain for event in game.round.events if isinstance(event, Laid | Drew | Passed)
        ]


# Who plays


def answer(kind, game, seed=0):
    return QUICK[kind](game.sight(game.seat), game.legal(), Random(seed))


def answers(kind, game):
    return {answer(kind, game, seed) for seed in range(60)}


def test_greedy_takes_the_highest_gain_and_among_equals_chance_decides():
    game = position("tournament", "055 012 455", "155", pool="001")
    assert answers("bot:greedy", game) == {"play 455@-1,0", "play 545@1,0", "play 554@0,1"}


def test_greedy_counts_figures():
    # 455 fits below the chain for 14; 002 shows only 2, but makes a bridge.
    game = position("xxl", "002 455", "155", table=CHAIN, pool="001")
    assert "play 545@2,3" in game.legal()
    assert answers("bot:greedy", game) == {f"play {BRIDGE}"}


def test_greedy_counts_the_opening():
    racks = "333 000 013 014 015 022 023 024 025", "222 001 002 003 004 005 011 012 033"
    assert answers("bot:greedy", begun("classic", *racks)) == {"play 000@0,0"}


def test_greedy_lays_a_tile_for_nothing_rather_than_keep_it():
    assert answers("bot:greedy", position("tournament", "000", "155", table="001@0,0")) == {"play 000@1,0"}


def test_greedy_does_not_draw_where_it_may_stop():
    game = position("xxl-de", "012", "155", pool="001 002 003")
    assert answers("bot:greedy", game) == {"draw"}
    game.apply("draw")
    assert answers("bot:greedy", game) == {"pass"}


def test_random_may_do_anything_legal():
    game = position("tournament", "055 012 455", "155", pool="001")
    assert answers("bot:random", game) == {*game.legal()}


@pytest.mark.parametrize("kind", list(BOTS))
def test_a_bot_repeats_itself_for_a_seed(kind):
    game = position("tournament", "055 012 455", "155", pool="001")
    assert [answer(kind, game, seed) for seed in range(20)] == [
        answer(kind, game, seed) for seed in range(20)
    ]


@pytest.mark.parametrize("kind", list(BOTS))
@every_edition
def test_whatever_a_bot_answers_is_legal(edition, kind):
    for seed in range(2):
        rng = Random(seed)
        game = match(edition, 2 + seed, target=Target(rounds=1))
        game.deal(rng)
        while legal := game.legal():
            chosen = QUICK[kind](game.sight(game.seat), legal, rng)
            assert chosen in legal
            game.apply(chosen)
        assert game.winners


@every_edition
def test_a_simulated_match_repeats_itself_for_a_seed(edition):
    kinds = ["bot:greedy", "bot:random"]
    options = Options(Target(rounds=1))
    first, again, other = (play_match(EDITIONS[edition], kinds, seed, options) for seed in ("7", "7", "8"))
    assert first == again
    assert first != other
    assert first.winners


def test_bots_can_be_compared_on_the_same_tiles():
    deals = {
        play_match(EDITIONS["xxl"], kinds, "7", Options(Target(rounds=1))).round.given.tiles
        for kinds in (["bot:greedy"] * 2, ["bot:random"] * 2)
    }
    assert len(deals) == 1


def test_an_unknown_bot_is_malformed_and_the_known_ones_are_named():
    with pytest.raises(Malformed, match=r"^unknown bot 'bot:wise': there are bot:random, bot:beginner, "):
        bot_named("bot:wise")


@pytest.mark.parametrize("edition", ["kids", "classic"])
def test_taking_back_goes_on_into_earlier_rounds(edition: str) -> None:
    game = play_match(EDITIONS[edition], ["bot:greedy"] * 2, "7", Options(Target(rounds=2)))
    check_taking_back(game)
    dealt = game.undone(len(game.round.actions))
    assert len(dealt.rounds) == 2
    check_taking_back(dealt)
    assert len(dealt.undone().rounds) == 1
