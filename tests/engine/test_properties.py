"""Laws that hold at every moment of every game."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.bots import greedy
from engine.covers import Covered
from engine.deal import TileDeal
from engine.editions import CONQUEST, TILE_EDITIONS, LandEdition
from engine.errors import Malformed, NotAllowed
from engine.game import (
    DONE,
    Claimed,
    Dealt,
    Event,
    Laid,
    MatchOver,
    Overpowered,
    RoundOver,
    Sight,
)
from engine.lattice import Cell
from engine.match import Match
from engine.record import Step, read, write
from engine.tiles import TILE_OF, TILES, Placement, rack_of, tiles_of
from engine.trace import trace
from tests.engine.games import games, whole_games
from tests.engine.states import check_taking_back, replayed, state

FREE_TO_DRAW = [edition for edition in TILE_EDITIONS.values() if edition.draws.though_something_fits]


@settings(max_examples=60, deadline=None)
@given(games())
def test_every_tile_is_on_one_rack_in_the_pool_or_on_the_table(game: Match) -> None:
    for now, _ in replayed(game):
        on_racks = [tile for rack in now.round.racks for tile in tiles_of(rack)]
        on_the_table = [TILE_OF[digits] for digits in now.round.board.laid.values()]
        everything = [*on_racks, *now.round.pool, *on_the_table]
        assert sorted(map(str, everything)) == sorted(map(str, TILES))


@settings(max_examples=60, deadline=None)
@given(games())
def test_a_score_is_the_sum_of_its_gains_and_adjustments(game: Match) -> None:
    sums = [0] * len(game.players)
    for event in (event for played in game.rounds for event in played.events):
        if isinstance(event, RoundOver):
            sums = [score + change for score, change in zip(sums, event.adjust, strict=True)]
            assert event.scores == tuple(sums)
        else:
            change(sums, event)
    assert game.scores == tuple(sums)


@settings(max_examples=60, deadline=None)
@given(games(editions=[CONQUEST]))
def test_covers_are_in_hand_or_on_the_table_never_overlap_and_only_smaller_ones_vanish(game: Match) -> None:
    before: set[Covered] = set()
    for now, step in replayed(game):
        land = now.round.land
        lying = [*land.covered()]
        for seat, in_hand in enumerate(land.in_hand):
            on_the_table = Counter(covered.shape.cover for covered in lying if covered.seat == seat)
            assert Counter(in_hand) + on_the_table == Counter(CONQUEST.covers)
            assert min(in_hand.values()) >= 0
        cells = [cell for covered in lying for cell in covered.shape.cells]
        assert len(cells) == len({*cells})
        assert {*cells} <= {*now.round.board.laid}
        new = [covered for covered in lying if covered not in before]
        for gone in before - {*lying}:
            assert [covered.shape.cover > gone.shape.cover for covered in new] == [True]
        assert len(new) == (isinstance(step, Step) and step.action.startswith("claim"))
        before = {*lying}


def change(scores: list[int], event: Event) -> None:
    """What this event does to the scores: points gained, or land."""
    match event:
        case Claimed():
            scores[event.seat] += event.points
        case Overpowered():
            scores[event.seat] -= event.points
        case _ if isinstance(event, DONE):
            scores[event.seat] += event.gain


@settings(max_examples=100, deadline=None)
@given(games())
def test_what_is_written_is_read_back_the_same(game: Match) -> None:
    text = write(game)
    again = read(text)
    assert again == game
    assert state(again) == state(game)
    assert write(again) == text
    assert text.isascii()
    assert text.isprintable()


@settings(max_examples=30, deadline=None)
@given(games(longest=50))
def test_taking_back_gives_the_state_before(game: Match) -> None:
    check_taking_back(game)


@settings(max_examples=60, deadline=None)
@given(games())
def test_legal_actions_are_sorted_and_different_and_never_a_timeout(game: Match) -> None:
    for now, _ in replayed(game):
        legal = now.legal()
        assert list(legal) == sorted(set(legal))
        assert "timeout" not in legal
        assert bool(legal) == (now.round.over is None)


@settings(max_examples=25, deadline=None)
@given(games(longest=80))
def test_every_legal_action_can_be_done(game: Match) -> None:
    for action in game.legal():
        events = game.undone(0).apply(action)
        assert events


def attempts(game: Match) -> st.SearchStrategy[str]:
    """Actions that nearly make sense: any tile in any rotation on or near the table, and worse."""
    near = {cell for laid in game.round.board.laid for cell in (laid, *laid.neighbours())} | {Cell(0, 0)}
    placements = st.builds(Placement, st.sampled_from(sorted(TILE_OF)), st.sampled_from(sorted(near)))
    return (
        st.builds("play {}".format, placements)
        | st.sampled_from(["draw", "pass", "timeout", "skip", "claim hex@0,0", "roll 4", ""])
        | st.sampled_from(game.legal() or [""]).flatmap(misspelt)
        | st.text(max_size=12)
        | st.text(max_size=12).map("play {}".format)
    )


def misspelt(action: str) -> st.SearchStrategy[str]:
    """Another way to write it, which a careless reader might take for the same."""
    return st.sampled_from(
        [action.upper(), f" {action}", f"{action}\n", f"{action} ", action.replace(" ", "  "), f"{action}0"]
        + [action.replace("0", zero) for zero in ("00", "+0", "-0", "٠", "0.0")]
        + [action.replace("@", " @ "), action.replace(",", ", "), action.replace("-", "−"), action[:-1]]
    )


@settings(max_examples=80, deadline=None)
@given(games(), st.data())
def test_what_is_not_legal_is_refused_and_changes_nothing(game: Match, data: st.DataObject) -> None:
    assume(game.rounds)
    before, legal = state(game), game.legal()
    possible = {*legal, "timeout"} if game.options.turn_seconds and game.round.board.laid else {*legal}
    for _ in range(8):
        action = data.draw(attempts(game))
        if action not in possible or not legal:
            with pytest.raises((NotAllowed, Malformed)):
                game.apply(action)
    assert state(game) == before


@settings(max_examples=60, deadline=None)
@given(whole_games())
def test_every_game_ends(game: Match) -> None:
    assert game.winners
    assert len(game.rounds) == (1 if isinstance(game.edition, LandEdition) else game.options.target.rounds)
    assert all(played.over for played in game.rounds)
    assert max(game.scores) == game.scores[game.winners[0]]
    assert game.legal() == ()
    with pytest.raises(NotAllowed):
        game.deal(Random(0))


def seen(sight: Sight) -> dict[str, Any]:
    """All of a sight in values that compare, whatever fields it may have one day."""
    content = {field.name: getattr(sight, field.name) for field in fields(sight) if field.compare}
    return {name: vars(value) if name in ("board", "land") else value for name, value in content.items()}


def hidden_from(seat: int, game: Match) -> list[Any]:
    others = [tile for n, rack in enumerate(game.round.racks) if n != seat for tile in tiles_of(rack)]
    return others + game.round.pool


@settings(max_examples=60, deadline=None)
@given(games(), st.integers(0, 3), st.builds(Random, st.integers(0, 999)))
def test_a_sight_is_the_same_whatever_lies_hidden(game: Match, seat: int, rng: Random) -> None:
    assume(game.rounds)
    seat %= len(game.players)
    before = game.sight(seat)
    tiles = hidden_from(seat, game)
    rng.shuffle(tiles)
    for other, rack in enumerate(game.round.racks):
        if other != seat:
            game.round.racks[other] = rack_of(tiles.pop() for _ in range(rack.bit_count()))
    game.round.pool[:] = tiles
    assert seen(game.sight(seat)) == seen(before)


@settings(max_examples=60, deadline=None)
@given(games(editions=FREE_TO_DRAW), st.integers(0, 3), st.builds(Random, st.integers(0, 999)))
def test_a_sight_is_the_same_after_another_deal_of_the_hidden_tiles(
    game: Match, seat: int, rng: Random
) -> None:
    # Where who can lay must lay, the others' past draws do tell of their racks; a round's end shows them.
    assume(game.rounds and not game.round.over and not game.options.must_lay)
    seat %= len(game.players)
    hidden = hidden_from(seat, game)
    other = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    given_deal = game.round.given
    deal = TileDeal(
        tuple(other.get(tile, tile) for tile in given_deal.tiles), given_deal.first, given_deal.lots
    )

    twin = game.undone(len(game.round.actions))
    del twin.rounds[-1]
    twin.begin(deal)
    for action in game.round.actions:
        twin.apply(action)
    assert seen(twin.sight(seat)) == seen(game.sight(seat))
    if seat == game.seat:
        assert twin.legal() == game.legal()
        answers = [greedy(now.sight(seat), now.legal(), Random(7)) for now in (game, twin)]
        assert answers[0] == answers[1]


@settings(max_examples=30, deadline=None)
@given(games())
def test_a_sight_cannot_change_the_game(game: Match) -> None:
    plays = [action for action in game.legal() if action.startswith("play")]
    assume(plays)
    before = state(game)
    sight = game.sight(game.seat)
    sight.board.lay(Placement.parse(plays[0][5:]))
    assert state(game) == before
    assert seen(game.sight(game.seat)) != seen(sight)


def expected_lines(game: Match) -> Iterator[dict[str, Any]]:
    """The trace, told from the events of the game as it was played."""
    scores = [0] * len(game.players)
    for played in game.rounds:
        first, racks, pool = played.dealt.first, played.dealt.racks, played.dealt.pool
        yield {
            "t": "round",
            "round": played.number,
            "first": first,
            "racks": [[str(tile) for tile in rack] for rack in racks],
            "pool": pool,
        }
        n = 0
        for at, event in enumerate(played.events):
            match event:
                case RoundOver():
                    scores = list(event.scores)
                    yield {
                        "t": "round_end",
                        "round": played.number,
                        "reason": event.reason,
                        "seats": list(event.seats),
                        "adjust": event.adjust,
                        "scores": scores,
                    }
                case MatchOver():
                    yield {"t": "match_end", "winners": list(event.winners), "scores": scores}
                case _ if isinstance(event, DONE):
                    scores = list(scores)
                    change(scores, event)
                    for follows in played.events[at + 1 :]:
                        if not isinstance(follows, Overpowered):
                            break
                        change(scores, follows)
                    yield {
                        "t": "action",
                        "round": played.number,
                        "n": n,
                        "seat": event.seat,
                        "action": played.actions[n],
                        "gain": event.gain,
                        "figure": event.figure if isinstance(event, Laid) else None,
                        "scores": scores,
                    }
                    n += 1


@settings(max_examples=60, deadline=None)
@given(games())
def test_the_trace_of_a_replay_tells_the_events(game: Match) -> None:
    lines = [json.loads(line) for _, step in replayed(game) for line in trace(step)]
    told = [{key: value for key, value in line.items() if key != "legal"} for line in lines]
    assert told == list(expected_lines(game))


@settings(max_examples=60, deadline=None)
@given(games())
def test_a_step_of_a_replay_tells_what_was_legal_and_what_happened(game: Match) -> None:
    before: tuple[str, ...] = ()
    events = []
    for now, step in replayed(game):
        if isinstance(step, Step):
            assert step.legal == before
            assert step.action in (*step.legal, "timeout")
            events += step.events
        before = now.legal()
    assert events == [event for played in game.rounds for event in played.events]
    assert [played.dealt for played in game.rounds] == [
        step for _, step in replayed(game) if isinstance(step, Dealt)
    ]
