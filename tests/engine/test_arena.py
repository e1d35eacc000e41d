"""The arena: the same deals, every seat, and statistics that can be worked out by hand."""

import json
import math

import pytest

from engine import BOTS, Options, Target
from engine.__main__ import main
from engine.arena import Arena, Tally, estimate, run, standings

ONE_ROUND = Options(Target(rounds=1))


def shares(*pairings):
    return [Tally(rounds=list(pairing), margins=[0.0], matches=[0.0]) for pairing in pairings]


def test_a_share_is_the_mean_over_all_rounds():
    found = estimate(shares((1, 1), (1, 0), (0, 0.5), (1, 0)), lambda tally: tally.rounds)
    assert found.mean == 4.5 / 8


def test_the_interval_is_over_pairings_not_over_rounds():
    # Means of pairings 1, .5, .25, .5: standard deviation .3146, standard error half of it.
    found = estimate(shares((1, 1), (1, 0), (0, 0.5), (1, 0)), lambda tally: tally.rounds)
    deviation = math.sqrt(sum((mean - 0.5625) ** 2 for mean in (1, 0.5, 0.25, 0.5)) / 3)
    assert found.within == pytest.approx(1.96 * deviation / 2)


def test_pairings_that_all_end_alike_leave_no_doubt():
    found = estimate(shares((1, 0), (0, 1), (1, 0)), lambda tally: tally.rounds)
    assert (found.mean, found.within) == (0.5, 0)


def test_a_longer_pairing_counts_for_more():
    found = estimate(shares((1, 1, 1, 1, 1, 1), (0, 0)), lambda tally: tally.rounds)
    assert found.mean == 0.75


def test_the_95th_percentile_is_the_time_that_19_of_20_decisions_keep():
    tally = Tally([1.0], [5.0], [1.0], seconds=[n / 1000 for n in range(1, 101)], samples=505)
    (standing,) = standings(["bot:expert"], [[tally]])
    assert standing.p95_ms == pytest.approx(95)
    assert standing.mean_ms == pytest.approx(50.5)
    assert standing.samples_per_second == pytest.approx(100)


@pytest.mark.parametrize("players", [2, 3])
def test_the_same_player_in_every_seat_has_its_fair_share_exactly(players):
    arena = Arena("kids", ("bot:club",) * players, "fair", ONE_ROUND)
    found = standings(arena.kinds, run(arena, 3))
    assert sum(one.win_share.mean for one in found) == pytest.approx(1)
    assert sum(one.margin.mean for one in found) == pytest.approx(0)
    assert all(one.win_share.mean == pytest.approx(1 / players) for one in found)
    assert all(one.games == 3 * players for one in found)


def test_the_first_action_stands_for_the_worst_player(monkeypatch):
    monkeypatch.setitem(BOTS, "bot:first", lambda sight, legal, rng: legal[0])
    arena = Arena("tournament", ("bot:club", "bot:first"), "x", ONE_ROUND)
    club, first = standings(arena.kinds, run(arena, 8))
    assert club.win_share.mean > 0.8
    assert club.margin.mean == -first.margin.mean > 50


def test_matches_have_many_rounds_and_both_are_counted():
    arena = Arena("classic", ("bot:greedy", "bot:greedy"), "m", Options(Target(points=300)))
    one, _ = standings(arena.kinds, run(arena, 2))
    assert one.games == 4
    assert one.rounds > 4


def test_more_processes_play_the_same_games():
    arena = Arena("conquest", ("bot:club", "bot:greedy"), "jobs", ONE_ROUND)
    alone, together = (
        [[(t.rounds, t.margins, t.matches) for t in tallies] for tallies in run(arena, 3, jobs)]
        for jobs in (1, 2)
    )
    assert alone == together


def test_the_command_prints_a_table_or_one_json_object(capsys):
    given = ["arena", "--edition", "classic", "--players", "bot:expert,bot:greedy", "--games", "3"]
    given += ["--seed", "7", "--samples", "4", "--rounds", "1"]
    assert main([*given, "--play-after-draw", "any"]) == 0
    head, expert, greedy = capsys.readouterr().out.splitlines()
    assert head.split()[:3] == ["player", "games", "rounds"]
    assert expert.split()[:3] == ["bot:expert", "4", "4"]  # two whole deals
    assert greedy.startswith("bot:greedy ")
    assert main([*given, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["samples"] == 4
    assert [one["player"] for one in told["players"]] == ["bot:expert", "bot:greedy"]
    assert told["players"][0]["samples_per_second"] > 0
    assert set(told["players"][0]["win_share"]) == {"mean", "within"}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("--players", "bot:greedy"), "--players names 1"),
        (("--players", "bot:greedy,bot:wise"), "'bot:wise'"),
        (("--edition", "chess"), "'chess'"),
        (("--games", "0"), "--games must be"),
        (("--jobs", "-1"), "--jobs must be"),
        (("--samples", "many"), "--samples must be"),
        (("--rounds", "0"), "--rounds must be"),
    ],
)
def test_what_the_command_cannot_do_it_says_in_one_line(change, reason, capsys):
    given = {"--edition": "kids", "--players": "bot:greedy,bot:random", "--games": "2", "--seed": "7"}
    given |= dict([change])
    assert main(["arena", *(part for pair in given.items() for part in pair)]) == 1
    told = capsys.readouterr().err
    assert reason in told
    assert told.count("\n") == 1
