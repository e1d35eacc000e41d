"""Who thinks for the computer players: a worker that may be late, hang or die, and what is done then."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine import BOTS, EDITIONS, Match, Player
from engine.question import Case, Question, answered
from tests.ui.test_table import Timer
from ui import thinking
from ui.setup import Setup, deal_chance, question
from ui.thinking import ANSWER_SECONDS, PATIENCE_SECONDS, START_SECONDS, Thinking

SLOW = "bot:random"
"""Taken for slow here, and unlike its stand-in."""


@pytest.fixture(autouse=True)
def slow_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "SLOW", frozenset({SLOW}))


class FakeWorker:
    def __init__(self, ready: Callable[[], None], failed: Callable[[], None]) -> None:
        self.ready, self.failed = ready, failed
        self.asked: list[tuple[str, Callable[[str], None]]] = []
        self.has_ended = False

    def ask(self, question: str, then: Callable[[str], None]) -> None:
        self.asked.append((question, then))

    def answer(self, n: int = -1) -> None:
        text, then = self.asked[n]
        then(Question.parse(text).answer())

    def end(self) -> None:
        self.has_ended = True


class Page:
    def __init__(self) -> None:
        self.workers: list[FakeWorker] = []
        self.toasts: list[str] = []
        self.timers: list[Timer] = []
        self.now = 0.0

    def start_worker(self, ready: Callable[[], None], failed: Callable[[], None]) -> FakeWorker:
        self.workers.append(FakeWorker(ready, failed))
        return self.workers[-1]

    def later(self, seconds: float, function: Callable[[], None]) -> Timer:
        self.timers.append(Timer(self.now + seconds, function))
        return self.timers[-1]

    def toast(self, text: str) -> None:
        self.toasts.append(text)

    def pass_time(self, seconds: float) -> None:
        end = self.now + seconds
        while due := [timer for timer in self.timers if timer.live and timer.due <= end]:
            timer = min(due, key=lambda timer: timer.due)
            timer.live = False
            self.now = timer.due
            timer.function()
        self.now = end


def match_with(kind: str, seed: str = "7") -> Match:
    players = (Player("Ada", kind), Player("Bob", kind))
    match = Setup("tournament", players, Match(EDITIONS["tournament"], players).options, seed).match()
    match.deal(deal_chance(match))
    return match


def a_question(kind: str = SLOW, seed: str = "7") -> Question:
    return question(match_with(kind, seed), kind)


def stand_in_answer(asked: Question) -> str:
    kind = "bot:club" if "bot:club" in BOTS else "bot:greedy"
    return replace(asked, kind=kind).answer()


def told_apart() -> Question:
    """A question to which the slow bot and the one that stands in for it answer differently."""
    return next(
        asked
        for asked in (a_question(seed=str(seed)) for seed in range(100))
        if asked.answer() != stand_in_answer(asked)
    )


def ready_page() -> tuple[Thinking, Page, FakeWorker]:
    page = Page()
    mind = Thinking(page)
    mind.prepare([SLOW])
    page.workers[0].ready()
    return mind, page, page.workers[0]


def test_a_quick_player_needs_no_worker_and_answers_after_the_asker_has_gone_on():
    page, answers = Page(), []
    mind = Thinking(page)
    asked = a_question("bot:greedy")
    mind.ask(asked, answers.append)
    assert answers == []
    page.pass_time(0)
    assert answers == [asked.answer()]
    assert page.workers == []


def test_the_worker_is_started_only_for_those_who_need_it_and_only_once():
    page = Page()
    mind = Thinking(page)
    mind.prepare(["human", "bot:greedy"])
    assert page.workers == []
    mind.prepare(["human", SLOW])
    mind.prepare([SLOW, SLOW])
    mind.ask(a_question(), lambda action: None)
    assert len(page.workers) == 1


def test_a_slow_player_thinks_in_the_worker_and_answers_as_it_would_here():
    mind, page, worker = ready_page()
    asked, answers = told_apart(), []
    mind.ask(asked, answers.append)
    page.pass_time(1)
    assert answers == []
    worker.answer()
    assert answers == [asked.answer()]
    page.pass_time(1000)
    assert len(page.workers) == 1
    assert page.toasts == []


def test_a_question_waits_for_a_worker_that_is_starting():
    page, answers = Page(), []
    mind = Thinking(page)
    asked = told_apart()
    mind.ask(asked, answers.append)
    page.pass_time(PATIENCE_SECONDS - 1)
    (worker,) = page.workers
    assert worker.asked == []
    worker.ready()
    page.pass_time(2)
    worker.answer()
    assert answers == [asked.answer()]
    assert page.toasts == []


def test_where_the_worker_starts_slowly_a_quick_player_stands_in_and_nobody_waits_twice():
    page, answers = Page(), []
    mind = Thinking(page)
    asked = told_apart()
    mind.ask(asked, answers.append)
    page.pass_time(PATIENCE_SECONDS)
    assert answers == [stand_in_answer(asked)]
    mind.ask(asked, answers.append)
    page.pass_time(0)
    assert answers == [stand_in_answer(asked)] * 2
    (worker,) = page.workers
    worker.ready()
    mind.ask(asked, answers.append)
    worker.answer()
    assert answers[2:] == [asked.answer()]
    assert len(page.toasts) == 1


def test_a_worker_that_hangs_is_ended_its_question_answered_here_and_another_started():
    mind, page, worker = ready_page()
    asked, answers = told_apart(), []
    mind.ask(asked, answers.append)
    page.pass_time(ANSWER_SECONDS)
    assert answers == [stand_in_answer(asked)]
    assert worker.has_ended
    assert len(page.toasts) == 1
    assert len(page.workers) == 2
    page.workers[1].ready()
    mind.ask(asked, answers.append)
    page.workers[1].answer()
    assert answers[1:] == [asked.answer()]


def test_a_worker_that_dies_while_it_thinks_is_replaced_at_once():
    mind, page, worker = ready_page()
    asked, answers = told_apart(), []
    mind.ask(asked, answers.append)
    worker.failed()
    assert answers == [stand_in_answer(asked)]
    assert len(page.workers) == 2
    assert len(page.toasts) == 1


def test_a_worker_that_dies_unneeded_is_replaced_without_a_word():
    mind, page, worker = ready_page()
    worker.failed()
    assert len(page.workers) == 2
    assert page.toasts == []


def test_after_the_second_worker_there_is_none_and_the_game_goes_on():
    mind, page, worker = ready_page()
    asked, answers = told_apart(), []
    worker.failed()
    page.workers[1].failed()
    for _question in range(3):
        mind.ask(asked, answers.append)
        page.pass_time(0)
    page.pass_time(1000)
    assert answers == [stand_in_answer(asked)] * 3
    assert len(page.workers) == 2
    assert len(page.toasts) == 1


def test_a_worker_that_never_gets_ready_is_given_up():
    page = Page()
    mind = Thinking(page)
    mind.prepare([SLOW])
    page.pass_time(START_SECONDS)
    assert [worker.has_ended for worker in page.workers] == [True, False]
    page.pass_time(START_SECONDS)
    assert [worker.has_ended for worker in page.workers] == [True, True]
    assert page.toasts == []


def test_a_late_answer_of_a_worker_given_up_changes_nothing():
    mind, page, worker = ready_page()
    asked, answers = told_apart(), []
    mind.ask(asked, answers.append)
    page.pass_time(ANSWER_SECONDS)
    worker.answer()
    worker.failed()
    worker.ready()
    assert answers == [stand_in_answer(asked)]
    assert [each.has_ended for each in page.workers] == [True, False]
    mind.ask(asked, answers.append)
    assert page.workers[1].asked == []


def test_a_cancelled_question_is_answered_by_nobody():
    mind, page, worker = ready_page()
    answers: list[str] = []
    stale = mind.ask(told_apart(), answers.append)
    stale.cancel()
    fresh = told_apart()
    mind.ask(fresh, answers.append)
    worker.answer(0)
    assert answers == []
    worker.answer(1)
    assert answers == [fresh.answer()]
    page.pass_time(1000)
    assert len(answers) == 1
    assert not worker.has_ended


def test_cancelled_while_the_worker_starts_a_question_is_never_sent():
    page = Page()
    mind = Thinking(page)
    mind.ask(told_apart(), lambda action: None).cancel()
    page.workers[0].ready()
    assert page.workers[0].asked == []


def test_an_answer_that_is_not_legal_is_as_good_as_none():
    mind, page, worker = ready_page()
    asked, answers = told_apart(), []
    mind.ask(asked, answers.append)
    worker.asked[0][1]("play 555@9,9")
    assert answers == [stand_in_answer(asked)]
    assert worker.has_ended


# What only the strong player can say


def a_case() -> Case:
    asked = a_question()
    return Case(asked.sight, asked.legal, asked.legal[0], asked.seed)


@pytest.fixture
def only_the_expert_is_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "SLOW", frozenset({Case.kind}))


@pytest.mark.usefixtures("only_the_expert_is_slow")
def test_a_case_is_judged_in_the_worker_and_waits_for_it_to_start():
    page, answers, gone = Page(), [], []
    mind = Thinking(page)
    mind.ask(a_case(), answers.append, lambda: gone.append(True))
    page.pass_time(PATIENCE_SECONDS * 2)
    page.workers[0].ready()
    text, then = page.workers[0].asked[0]
    then(answered(text))
    assert answers == [a_case().answer()]
    page.pass_time(1000)
    assert gone == []
    assert page.toasts == []


@pytest.mark.usefixtures("only_the_expert_is_slow")
def test_where_nobody_can_judge_it_is_said_to_who_asked_and_to_nobody_else():
    page, answers, gone = Page(), [], []
    mind = Thinking(page)
    mind.ask(a_case(), answers.append, lambda: gone.append("first"))
    page.workers[0].failed()
    assert gone == ["first"]
    page.workers[1].failed()
    mind.ask(a_case(), answers.append, lambda: gone.append("second"))
    assert gone == ["first"], "whoever asks goes on first"
    page.pass_time(0)
    assert gone == ["first", "second"]
    assert (answers, page.toasts) == ([], [])


@pytest.mark.usefixtures("only_the_expert_is_slow")
def test_a_case_that_was_cancelled_is_not_given_up_either():
    page, gone = Page(), []
    mind = Thinking(page)
    mind.ask(a_case(), lambda verdict: None, lambda: gone.append(True)).cancel()
    page.workers[0].failed()
    page.pass_time(1000)
    assert gone == []


@pytest.mark.usefixtures("only_the_expert_is_slow")
def test_a_verdict_that_makes_no_sense_is_as_good_as_none():
    page, answers, gone = Page(), [], []
    mind = Thinking(page)
    mind.prepare([Case.kind])
    page.workers[0].ready()
    mind.ask(a_case(), answers.append, lambda: gone.append(True))
    page.workers[0].asked[0][1]("draw")
    assert (answers, gone) == ([], [True])
    assert page.workers[0].has_ended
