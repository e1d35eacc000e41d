"""What a move gives away: against the expert's own choice, in the same worlds, with its doubt."""

from random import Random
from statistics import fmean

import pytest

from engine.errors import Malformed
from engine.expert import Expert
from engine.judge import Verdict, judge
from engine.question import Case, Question, answered
from tests.engine.positions import CHAIN, every_edition, match, position
from tests.engine.test_bots import dealt_anew, some_positions

QUICK = Expert(samples=32)


def judged(game, action, seed=0, mind=QUICK):
    return judge(game.sight(game.seat), game.legal(), action, Random(seed), mind)


def going_out():
    """Who lays 455 here goes out with the bridge at the next turn; who does not, may have it denied."""
    return position("tournament", "002 455", "155 011 022 033", table=CHAIN, pool="003 004 014 015")


def test_the_expert_s_own_choice_gives_nothing_away():
    verdict = judged(going_out(), "play 545@2,3")
    assert (verdict.best, verdict.loss, verdict.within) == ("play 545@2,3", 0, 0)
    assert verdict.stake > 10


def test_a_tile_drawn_instead_of_going_out_gives_much_away():
    verdict = judged(going_out(), "draw")
    assert verdict.best == "play 545@2,3"
    assert verdict.loss - verdict.within > 10
    assert verdict.given_away == verdict.loss


def test_what_is_within_the_doubt_counts_as_nothing():
    assert Verdict("draw", loss=4.0, within=5.0).given_away == 0
    assert Verdict("draw", loss=-6.0, within=5.0).given_away == 0
    assert Verdict("draw", loss=6.0, within=5.0).given_away == 6


def test_with_nothing_hidden_there_is_no_doubt():
    game = position("classic", "055 155 001", "255 012 034")
    game.round.pool = []
    game.round._legal = None
    verdict = judged(game, "play 551@1,0" if "play 551@1,0" in game.legal() else game.legal()[0])
    thought = QUICK.think(game.sight(game.seat), game.legal(), Random(0))
    assert thought.searched
    assert verdict.within == 0


@every_edition
def test_every_move_can_be_judged_and_the_same_seed_judges_alike(edition):
    for game in some_positions(edition, 3, 2, every=9):
        for action in game.legal()[::4]:
            verdict = judged(game, action)
            assert verdict == judged(game, action)
            assert verdict == judged(dealt_anew(game, Random(1)), action), "it looked at what is hidden"
            assert verdict.best in game.legal()
            assert verdict.within >= 0


def test_a_case_and_a_question_with_one_seed_agree_on_what_is_best():
    for game in some_positions("tournament", 2, 4, every=6):
        sight, legal = game.sight(game.seat), game.legal()
        case = Case(sight, legal, legal[0], "7")
        best = Question("bot:expert", sight, legal, "7").answer()
        assert case.answer().best == best
        assert case.read(answered(str(case))) == case.answer()


def test_the_doubt_is_about_as_large_as_judgements_differ():
    verdicts = [judged(going_out(), "draw", seed) for seed in range(20)]
    truth = fmean(verdict.loss for verdict in verdicts)
    held = sum(abs(verdict.loss - truth) <= verdict.within for verdict in verdicts)
    assert held >= 16, "19 of 20 should hold it"
    assert fmean(verdict.within for verdict in verdicts) < 0.5 * truth


@pytest.mark.parametrize("text", ["", "[]", "7", '{"best": "draw"}', '{"best": "draw", "loss": "much"}'])
def test_what_is_no_verdict_is_refused(text):
    with pytest.raises(Malformed):
        Verdict.parse(text)


def test_a_verdict_on_what_is_not_legal_is_refused():
    game = match("classic")
    game.deal(Random(1))
    case = Case(game.sight(game.seat), game.legal(), game.legal()[0], "1")
    with pytest.raises(Malformed, match="legal"):
        case.read(str(Verdict("play 555@9,9")))
