"""The review: every choice beside the expert's, move by move, and never what is hidden."""

import json

import pytest

from engine import EDITIONS, Match, Options, Player, Target
from engine.judge import Verdict
from engine.question import Case
from tests.ui.test_replay import Clock
from ui.nodes import to_text
from ui.replay import Replay
from ui.replay_view import replay_view
from ui.setup import deal_chance, question
from ui.tile_replay import TileReplay
from ui.tile_replay_view import TILES


class Judge(Clock):
    """A host whose expert thinks that every move gives away a point more than the one before."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Case] = []
        self.waiting: list[tuple[Case, object, object]] = []
        self.cancelled = 0

    def ask(self, question, then, otherwise=None):
        self.asked.append(question)
        self.waiting.append((question, then, otherwise))
        return self

    def cancel(self) -> None:
        self.cancelled += 1
        self.waiting.clear()

    def answer(self, loss: float = 0.0, within: float = 0.0, stake: float = 0.0, best: str = "") -> Case:
        case, then, _otherwise = self.waiting.pop()
        then(Verdict(best or case.action, loss, within, stake))
        return case

    def fail(self) -> None:
        self.waiting.pop()[2]()


def played(kinds=("human", "bot:greedy"), edition="classic", rounds=1, **options) -> Match:
    players = [Player(f"Seat {n}", kind) for n, kind in enumerate(kinds)]
    match = Match(EDITIONS[edition], players, Options(Target(rounds=rounds), **options), {"seed": "7"})
    while not match.winners:
        if match.awaits_deal:
            match.deal(deal_chance(match))
        match.apply(question(match, "bot:greedy").answer())
    return match


def looked_at(match: Match, viewer: int | None = 0) -> tuple[TileReplay, Judge]:
    judge = Judge()
    return TileReplay(match, judge, viewer=viewer), judge


def shown(replay: Replay) -> str:
    return to_text(replay_view(replay, False, TILES))


def test_the_review_looks_at_every_choice_of_one_s_own_and_at_nothing_else():
    replay, judge = looked_at(played())
    replay.handlers(None)["review-start"]()
    while judge.waiting:
        judge.answer()
    own = [
        (moment.before.turn, moment.action)
        for moment in replay.moments
        if moment.before and moment.before.seat == 0 and len(moment.legal) > 1
    ]
    assert [(0, case.action) for case in judge.asked] == own
    assert all(case.sight.seat == 0 for case in judge.asked)
    assert replay.review.is_done


def test_one_question_at_a_time_and_it_can_be_stopped_and_gone_on_with():
    replay, judge = looked_at(played())
    replay.handlers(None)["review-start"]()
    judge.answer()
    judge.answer()
    assert len(judge.waiting) == 1
    assert "2 of " in shown(replay)
    assert 'data-action="review-stop"' in shown(replay)
    replay.handlers(None)["review-stop"]()
    assert judge.cancelled == 1
    assert len(replay.review.judged) == 2
    assert 'data-action="review-start"' in shown(replay)
    replay.handlers(None)["review-start"]()
    assert judge.asked[-1].action == judge.asked[2].action
    assert len(judge.waiting) == 1


def test_leaving_the_replay_stops_it():
    replay, judge = looked_at(played())
    replay.review.start()
    replay.leave()
    assert (judge.waiting, judge.cancelled) == ([], 1)


def test_while_a_round_is_being_played_its_moves_are_not_reviewed():
    match = played()
    unfinished = match.undone(1)
    replay, _judge = looked_at(unfinished)
    assert replay.review.seats == []
    assert 'class="review"' not in shown(replay)


def test_where_several_people_play_one_asks_for_each_of_them():
    replay, judge = looked_at(played(("human", "bot:greedy", "human")), viewer=None)
    assert replay.review.seats == [0, 2]
    replay.review.start()
    replay.handlers("2")["review-seat"]()
    assert judge.cancelled == 1
    replay.review.start()
    assert judge.asked[-1].sight.seat == 2
    assert 'aria-pressed="true"' in shown(replay)


def test_the_costliest_and_the_best_moves_come_first():
    replay, judge = looked_at(played(rounds=2))
    replay.review.start()
    losses = [4.0, 0.0, 11.0, 7.0, 0.0, 9.0]
    stakes = [0.0, 12.0, 0.0, 0.0, 30.0, 0.0]
    for loss, stake in zip(losses, stakes, strict=True):
        case = judge.waiting[0][0]
        judge.answer(loss, 1.0 if loss else 0.0, stake, next(a for a in case.legal if a != case.action))
    review = replay.review
    assert [verdict.loss for _, verdict in review.costliest] == [11.0, 9.0, 7.0]
    assert [verdict.stake for _, verdict in review.best] == [30.0, 12.0]
    assert review.given_away == 31.0
    assert review.as_good == 2
    text = shown(replay)
    assert text.index("Best moves") < text.index("Costliest moves")
    assert "−11" in text
    at = review.costliest[0][0].at
    replay.handlers(str(at))["replay-to"]()
    assert replay.at == at


def test_each_reviewed_move_is_shown_beside_the_expert_s_with_what_it_gave_away():
    replay, judge = looked_at(played())
    choices = replay.review.choices
    replay.review.start()
    first = judge.answer()
    second = judge.waiting[0][0]
    other = next(a for a in second.legal if a != second.action)
    judge.answer(12.4, 3.1, 5.0, other)
    third = judge.waiting[0][0]
    judge.answer(2.0, 3.0, 5.0, next(a for a in third.legal if a != third.action))
    assert first.action == choices[0].case.action
    said = []
    for choice in choices[:3]:
        replay.go(choice.at)
        said.append(replay.remarks_now()[-1])
    assert said[0].text == "Owl would have done the same."
    assert said[1].text.startswith("Owl expects about 12 points more (give or take 3) from this: ")
    assert said[1].behind == 12
    assert said[2].text.startswith("Owl sees no difference to its own choice: ")
    assert said[2].behind == 0


def test_what_is_found_is_the_same_every_time_and_is_what_a_hint_would_show():
    match = played(edition="tournament")
    replay, _judge = looked_at(match)
    again, _other = looked_at(match)
    for choice, other in list(zip(replay.review.choices, again.review.choices, strict=True))[::5]:
        verdict = choice.case.answer()
        assert verdict == other.case.answer()
        earlier = match.undone(replay.last - choice.at + 1)
        assert question(earlier, "bot:expert").answer() == verdict.best


def test_where_nobody_answers_it_says_so_and_can_be_tried_again():
    replay, judge = looked_at(played())
    replay.review.start()
    judge.answer()
    judge.fail()
    assert "Owl does not answer." in shown(replay)
    replay.handlers(None)["review-start"]()
    assert "Owl does not answer." not in shown(replay)
    assert len(judge.waiting) == 1


def test_what_the_clock_did_is_not_reviewed():
    match = Match(
        EDITIONS["classic"], [Player("Ada"), Player("Bo")], Options(Target(rounds=1), 30), {"seed": "7"}
    )
    match.deal(deal_chance(match))
    match.apply(match.legal()[0])
    while not match.winners:
        match.apply("timeout")
    replay, _judge = looked_at(match)
    assert len(replay.review.choices) <= 1


@pytest.mark.parametrize("edition", ["conquest", "kids"])
def test_other_games_with_tiles_are_reviewed_too(edition):
    replay, judge = looked_at(played(edition=edition))
    replay.review.start()
    case = judge.waiting[0][0]
    assert case.answer().best in case.legal
    assert json.loads(str(case))["action"] == case.action
