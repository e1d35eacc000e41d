"""Computer players: honest, repeatable, and what each of them has an eye for."""

from collections import Counter
from copy import deepcopy
from dataclasses import replace
from itertools import islice, product
from random import Random

import pytest

from engine import BOTS, EDITIONS, TILE_EDITIONS, Match, Options, Player, Target
from engine.board import EVERY_TILE, Figure
from engine.club import CLUB, Club
from engine.endgame import Endgame
from engine.expert import Expert, evaluate
from engine.playout import GREEDY, Temper, World, play_on, sheet_of
from engine.reasons import reasons
from engine.tiles import FITS, TILE_OF, Placement, Tile, rack_of, tiles_of
from engine.value import FEATURES, features, kind_of, margin, value, weights_for
from engine.weights import WEIGHTS
from engine.worlds import History, bits_of, deals, hidden_tiles
from tests.engine.positions import (
    BRIDGE,
    CHAIN,
    EVERY,
    FOR_POINTS,
    QUICK,
    every_edition,
    every_edition_for_points,
    match,
    position,
    random_layings,
    random_match,
)
from tools.weigh import fitted

every_bot = pytest.mark.parametrize("kind", list(BOTS))


def answer(bot, game, seed=0):
    return bot(game.sight(game.seat), game.legal(), Random(seed))


def dealt_anew(game: Match, rng: Random) -> Match:
    """The same for the seat to move, with all that it cannot see dealt again."""
    other = game.undone(0)
    current = other.round
    racks = current.racks
    hidden = [tile for n, rack in enumerate(racks) if n != current.seat for tile in tiles_of(rack)]
    hidden += current.pool
    rng.shuffle(hidden)
    for seat, rack in enumerate(racks):
        if seat != current.seat:
            count = rack.bit_count()
            racks[seat] = rack_of(hidden[:count])
            del hidden[:count]
    current.pool = hidden
    return other


def some_positions(edition: str, players: int, seed: int, every: int, **house_rules):
    """Positions from a game of greedy players, with a choice to be made."""
    rng = Random(f"{edition} {players} {seed}")
    game = match(edition, players, target=Target(rounds=1), **house_rules)
    game.deal(rng)
    n = 0
    while legal := game.legal():
        if len(legal) > 1:
            n += 1
            if n % every == 0:
                yield game
        game.apply(BOTS["bot:greedy"](game.sight(game.seat), legal, rng))


# Honest and repeatable


@every_bot
@every_edition
def test_a_bot_answers_the_same_whatever_the_others_and_the_pool_hide(edition, kind):
    asked = 0
    for players in (2, 3):
        for game in some_positions(edition, players, 1, every=7):
            asked += 1
            told = answer(QUICK[kind], game)
            assert told in game.legal()
            assert answer(QUICK[kind], dealt_anew(game, Random(0))) == told
    assert asked


def test_a_bot_that_peeks_would_be_caught():
    def peeking(game):
        return max(game.legal(), key=lambda action: hash((action, tuple(game.round.racks))))

    games = some_positions("classic", 2, 1, every=1)
    assert any(peeking(dealt_anew(game, Random(0))) != peeking(game) for game in games)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_bot_does_only_what_is_legal_wherever_chance_has_led(edition):
    asked, rng = Counter(), Random(edition)
    for players, seed in product((2, 3, 4), range(4)):
        positions = random_match(edition, players, seed, target=Target(rounds=1))
        for number, (game, _next) in enumerate(islice(positions, 300)):
            sight, legal = game.sight(game.seat), game.legal()
            for kind, bot in QUICK.items():
                if kind != "bot:expert" or number % 10 == 0:
                    assert bot(sight, legal, rng) in legal, kind
                    asked[kind] += len(legal) > 1
    assert asked["bot:expert"] > 20
    assert min(asked[kind] for kind in asked if kind != "bot:expert") > 200


@pytest.mark.parametrize("after_draw", ["drawn", "any"])
@every_edition_for_points
def test_the_expert_s_answers_are_legal_with_house_rules_too(edition, after_draw):
    rng = Random(edition)
    game = match(
        edition, 3, target=Target(rounds=1), play_after_draw=after_draw, must_lay=after_draw == "any"
    )
    game.deal(rng)
    while legal := game.legal():
        chosen = Expert(samples=4, turns=2)(game.sight(game.seat), legal, rng)
        assert chosen in legal
        game.apply(chosen)
    assert game.winners


def test_a_budget_is_kept():
    game = next(some_positions("classic", 2, 1, every=4))
    assert len(game.legal()) == 3
    thought = Expert(samples=24).think(game.sight(game.seat), game.legal(), Random(0))
    # Half of it for all three, half of it for the two best.
    assert [estimate.samples for estimate in thought.estimates] == [4 + 6, 4 + 6, 4]
    assert thought.samples == 24


@every_edition
def test_every_legal_action_is_evaluated_the_best_first(edition):
    for game in some_positions(edition, 2, 3, every=5):
        thought = evaluate(game.sight(game.seat), game.legal(), Random(0), samples=16)
        assert sorted(estimate.action for estimate in thought.estimates) == list(game.legal())
        assert thought.action == thought.estimates[0].action


# What fits, kept up to date


def test_the_board_s_book_of_what_fits_is_what_the_demands_say():
    for table, _ in random_layings(15):
        if table.laid:
            expected = {cell: FITS[demand] for cell, demand in table.open.items() if FITS[demand]}
            assert table.fits == expected
            assert {cell: fitting for cell, (fitting, _) in table.figures.items()} == {
                cell: table.fits[cell] for cell in table.figures
            }


def test_a_board_without_some_tiles_forgets_where_only_they_would_fit():
    for table, _ in random_layings(5):
        laid = rack_of(TILE_OF[digits] for digits in table.laid.values())
        bare = table.without(laid)
        unlaid = EVERY_TILE & ~laid
        assert set(bare.placements(unlaid)) == set(table.placements(unlaid))
        assert all(fitting & unlaid for fitting in bare.fits.values())


# Playouts are rounds


def side_by_side(edition: str, players: int, seed: int, tempers, **house_rules) -> tuple[Match, World]:
    """A playout to the end, and the same tiles laid, drawn and passed in a real round."""
    rules = EDITIONS[edition]
    options = Options(Target(rounds=1), **house_rules)
    sheet = sheet_of(rules, options)
    game = Match(rules, [Player(str(seat)) for seat in range(players)], options)
    game.deal(Random(seed))
    game.apply(game.legal()[0])
    current = game.round
    world = World(
        board=current.board.copy(),
        racks=list(current.racks),
        pool=[tile.bit for tile in current.pool],
        seat=current.seat,
        first=current.given.first,
        scores=list(current.scores),
    )
    while not world.over:
        seat, pool, down = world.seat, len(world.pool), len(world.board.laid)
        play_on(world, sheet, tempers, 1)
        assert seat == game.seat
        for _ in range(pool - len(world.pool)):
            game.apply("draw")
        if len(world.board.laid) > down:
            cell, digits = list(world.board.laid.items())[-1]
            game.apply(f"play {Placement(digits, cell)}")
        else:
            game.apply("pass")
    return game, world


@pytest.mark.parametrize("after_draw", ["drawn", "any"])
@pytest.mark.parametrize("players", [2, 3, 4])
@every_edition_for_points
def test_a_playout_is_a_legal_round_with_the_same_end(edition, players, after_draw):
    hoarding = Temper((30, 12, 9), hurry=2)
    for seed in range(4):
        tempers = [GREEDY if (seed + seat) % 2 else hoarding for seat in range(players)]
        game, world = side_by_side(edition, players, seed, tempers, play_after_draw=after_draw)
        assert game.round.over
        assert world.scores == list(game.scores)
        assert world.racks == game.round.racks


def test_a_quick_player_draws_for_a_better_tile_only_where_it_may():
    laid = {}
    for edition in ("tournament", "classic"):
        _, world = side_by_side(edition, 2, 1, [Temper((99, 99, 99))] * 2)
        laid[edition] = world
    assert not laid["tournament"].pool
    assert laid["classic"].over


# Worlds


def worlds_of(game, count=200, seed=0):
    sight = game.sight(game.seat)
    sheet = sheet_of(sight.edition, sight.options)
    hidden = bits_of(hidden_tiles(sight))
    dealt = deals(sight, History(sight, sheet).batches(sight, hidden), hidden, Random(seed))
    return sight, [next(dealt) for _ in range(count)]


@every_edition_for_points
def test_a_world_has_every_tile_once_and_leaves_what_is_seen_alone(edition):
    for game in some_positions(edition, 3, 2, every=6):
        sight, worlds = worlds_of(game, 5)
        for racks, pool in worlds:
            assert racks[sight.seat] == sight.rack
            assert [rack.bit_count() for rack in racks] == list(sight.tiles_left)
            assert len(pool) == sight.pool
            together = sum(racks) + sum(pool) + rack_of(TILE_OF[d] for d in sight.board.laid.values())
            assert together == EVERY_TILE


def test_whoever_had_to_draw_seldom_holds_what_fitted():
    game = match("classic", target=Target(rounds=1))
    game.deal(Random(5))
    rng = Random(1)
    while True:
        action = BOTS["bot:greedy"](game.sight(game.seat), game.legal(), rng)
        before, seat = game.round.board.playable(), game.seat
        game.apply(action)
        if action == "draw" and game.seat == seat:
            while game.seat == seat:
                game.apply(game.legal()[0])
            break
    sight, worlds = worlds_of(game)
    fitted_then = hidden_tiles(sight) & before
    assert fitted_then
    on_rack = sum((racks[seat] & fitted_then).bit_count() for racks, _ in worlds)
    in_pool = sum(bool(bit & fitted_then) for _, pool in worlds for bit in pool)
    slots = sum(racks[seat].bit_count() for racks, _ in worlds)
    assert 0 < on_rack / slots < 0.5 * in_pool / sum(len(pool) for _, pool in worlds)


# The end of a round


def best_margin(game: Match, seat: int) -> float:
    """By trying everything, on real rounds."""
    if game.round.over:
        return game.scores[seat] - game.scores[1 - seat]
    results = []
    for action in game.legal():
        after = deepcopy(game)
        after.apply(action)
        results.append(best_margin(after, seat))
    return max(results) if game.seat == seat else min(results)


@pytest.mark.parametrize("edition", ["classic", "tournament", "xxl"])
def test_an_endgame_is_solved_to_the_point(edition):
    solved = 0
    for seed in range(8):
        game = match(edition, target=Target(rounds=1))
        game.deal(Random(seed))
        rng = Random(seed)
        for _ in range(20):
            if len(game.legal()) > 0:
                game.apply(BOTS["bot:greedy"](game.sight(game.seat), game.legal(), rng))
        while game.round.drawn:
            game.apply(game.legal()[0])
        if game.round.over:
            continue
        current = game.round
        current.pool = []
        fitting = current.board.playable()
        for seat, rack in enumerate(current.racks):  # three each, those that can be laid first
            best = [*tiles_of(rack & fitting), *tiles_of(rack & ~fitting)]
            current.racks[seat] = rack_of(best[:3])
        current._legal = None
        if len(game.legal()) < 2:
            continue
        solved += 1
        sight = game.sight(game.seat)
        sheet = sheet_of(game.edition, game.options)
        world = World(
            board=current.board.copy(),
            racks=list(current.racks),
            pool=[],
            seat=game.seat,
            first=current.given.first,
            scores=list(game.scores),
            idle=History(sight, sheet).idle,
            bell=current.bell,
        )
        endgame = Endgame(world, sheet, 20_000)
        found = endgame.solve(game.legal())
        assert endgame.exact
        assert max(found.values()) == best_margin(game, game.seat)
    assert solved > 3


# What they have an eye for


def test_the_club_player_does_not_open_a_bridge_for_others():
    careless, careful = (
        Club(stuck=replace(CLUB.stuck, theirs=-5.0)),
        Club(stuck=replace(CLUB.stuck, theirs=5.0)),
    )
    different = 0
    for seed in range(6):
        for game in some_positions("classic", 2, seed, every=1):
            kind, fair = (reasons(game.sight(game.seat), answer(bot, game)) for bot in (careless, careful))
            if kind.action != fair.action and "draw" not in game.legal():
                different += 1
                assert kind.answer >= fair.answer - 3  # other things count a little too
    assert different > 5


@pytest.mark.parametrize("bot", [CLUB, Expert(samples=40)], ids=["club", "expert"])
def test_hoarding_is_for_where_one_may_draw_at_will(bot):
    racks = "055 012 034", "155 044 011 022 033"
    assert answer(bot, position("tournament", *racks, pool="001 002 003 004")) == "draw"
    assert answer(bot, position("classic", *racks, pool="001 002 003 004")).startswith("play")


def test_the_expert_finds_out_who_hoards():
    rng = Random(3)
    sure = {"bot:club": [], "bot:greedy": []}
    for seed in range(6):
        kinds = ["bot:club", "bot:greedy"]
        game = Match(
            EDITIONS["tournament"], [Player(kind, kind) for kind in kinds], Options(Target(rounds=1))
        )
        game.deal(Random(seed))
        while not game.round.over and len(game.round.actions) < 24:
            game.apply(BOTS[kinds[game.seat]](game.sight(game.seat), game.legal(), rng))
        sight = game.sight(0)
        history = History(sight, sheet_of(sight.edition, sight.options))
        for seat, kind in enumerate(kinds):
            sure[kind].append(history.hoards(seat))
    assert all(sure["bot:club"])
    assert not any(sure["bot:greedy"])


def test_the_club_player_stops_hoarding_when_another_is_nearly_out():
    assert answer(CLUB, position("tournament", "055 012", "155", pool="001 002 003")).startswith("play")


def test_a_bridge_is_worth_laying_at_once():
    game = position("tournament", "002 455", "155 011 022 033", table=CHAIN, pool="001 003 004")
    assert answer(CLUB, game) == f"play {BRIDGE}"


# Reasons


def test_reasons_name_the_gain_the_figure_and_what_stays_playable():
    game = position("tournament", "002 455", "155 011", table=CHAIN, pool="001 003")
    why = reasons(game.sight(0), f"play {BRIDGE}")
    assert (why.gain, why.figure, why.goes_out) == (42, Figure.BRIDGE, False)
    assert why.keeps == Tile.parse("455").bit
    assert why.next_gain == 14


def test_reasons_name_the_figure_that_is_denied():
    # Somebody else may hold 002, which bridges; whatever lies there instead takes it from them.
    game = position("xxl", "455 025", "155 011", table=CHAIN, pool="001 003")
    others = {action: reasons(game.sight(0), action) for action in game.legal()}
    denied = [why for why in others.values() if Figure.BRIDGE in why.denies]
    assert all(why.answer < why.answer_before for why in denied if not why.opens)
    assert others["draw"].denies == others["draw"].opens == ()


def test_reasons_in_conquest_name_the_shape_to_be_claimed():
    for game in some_positions("conquest", 2, 1, every=3):
        for action in game.legal():
            why = reasons(game.sight(game.seat), action)
            assert why.gain == game.sight(game.seat).gain(action)
            if action.startswith("claim "):
                assert str(why.shape) == action[6:]


# The fitted value


def test_every_edition_for_points_has_its_weights():
    for name in FOR_POINTS:
        for after_draw in ("drawn", "any"):
            edition = EDITIONS[name]
            sheet = sheet_of(edition, Options(edition.default_target, play_after_draw=after_draw))
            assert kind_of(sheet) in WEIGHTS
            assert len(weights_for(sheet)) == 2 * len(FEATURES)
    assert set(EVERY) == set(TILE_EDITIONS)


def test_what_is_good_for_one_of_two_is_as_bad_for_the_other():
    rules = EDITIONS["classic"]
    sheet = sheet_of(rules, Options(rules.default_target))
    game = next(some_positions("classic", 2, 1, every=5)).round
    world = World(game.board, game.racks, [tile.bit for tile in game.pool], game.seat, 0, [17, 4])
    assert margin(world, 0) == -margin(world, 1) == 13
    weights = weights_for(sheet)
    assert value(world, 0, sheet, weights) == pytest.approx(-value(world, 1, sheet, weights))
    assert len(features(world, 0, sheet)) == len(weights)


def test_fitting_finds_the_weights_that_made_the_data():
    rng = Random(3)
    weights = [rng.uniform(-5, 5) for _ in range(2 * len(FEATURES))]
    data = []
    for _ in range(4000):
        found = [rng.gauss(0, 3) for _ in weights]
        data.append((found, sum(w * f for w, f in zip(weights, found, strict=True))))
    assert fitted(data) == pytest.approx(weights, abs=0.05)
