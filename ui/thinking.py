"""Who thinks for the computer players: the quick ones right here, the slow ones in a worker beside the page.

The worker may come up late, hang, die, or not be possible at all. Whoever asks what to do need not know:
every question is answered once, unless it was cancelled, if need be by a quick player that stands in. For
what only the strong player can say, whoever asks says what is to be done `otherwise`. The worker is started
again once; after that the stand-in stays.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Protocol

from engine import BOTS, Malformed
from engine.question import Case, Question
from ui.words import _

SLOW = frozenset({"bot:expert"})
"""Players that would freeze the page, were they to think here."""
STAND_INS = ("bot:club", "bot:greedy")
"""Who answers for them where there is no worker: the first of these that there is."""

START_SECONDS = 60.0
"""A worker that is not ready by then is given up."""
PATIENCE_SECONDS = 6.0
"""How long a question waits for a worker that is still starting, if somebody can stand in."""
ANSWER_SECONDS = 10.0
"""A worker that takes longer over a question has died or hangs."""
MOST_STARTS = 2


class Cancellable(Protocol):
    def cancel(self) -> None: ...


class Worker(Protocol):
    """Another thread with our Python in it."""

    def ask(self, question: str, then: Callable[[str], None]) -> None:
        """Have a written question answered, unless the worker fails before."""
        ...

    def end(self) -> None:
        """Stop it at once. It says nothing any more."""
        ...


class Surroundings(Protocol):
    """What is needed of the page."""

    def start_worker(self, ready: Callable[[], None], failed: Callable[[], None]) -> Worker: ...
    def later(self, seconds: float, function: Callable[[], None]) -> Cancellable: ...
    def toast(self, text: str) -> None: ...


class Asked:
    """A question on its way. Cancelled, it is not answered any more."""

    def __init__(
        self, question: Question | Case, then: Callable[[Any], None], otherwise: Callable[[], None] | None
    ) -> None:
        self.question = question
        self.otherwise = otherwise
        self.is_open = True
        self.timer: Cancellable | None = None
        self._then = then

    def cancel(self) -> None:
        self.is_open = False
        if self.timer:
            self.timer.cancel()

    def answer(self, answer: Any) -> None:
        if self.is_open:
            self.cancel()
            self._then(answer)

    def give_up(self) -> None:
        """Nobody can answer."""
        if self.is_open and self.otherwise:
            self.cancel()
            self.otherwise()


class Thinking:
    def __init__(self, surroundings: Surroundings) -> None:
        self._page = surroundings
        self._worker: Worker | None = None
        self._is_ready = self._is_late = False
        self._starts = 0
        self._patience: Cancellable | None = None
        self._asked: list[Asked] = []
        self._has_said = False

    def prepare(self, kinds: Iterable[str]) -> None:
        """These are going to play: have the worker ready, if one of them needs it."""
        if not self._starts and not SLOW.isdisjoint(kinds):
            self._start()

    def ask(
        self,
        question: Question | Case,
        then: Callable[[Any], None],
        otherwise: Callable[[], None] | None = None,
    ) -> Asked:
        """Have a question answered, never before this returns: whoever asks goes on first.

        What is to be done `otherwise` is done only when there is no worker to wait for; nobody stands in.
        """
        asked = Asked(question, then, otherwise)
        self.prepare([question.kind])
        if question.kind not in SLOW:
            asked.timer = self._page.later(0.0, lambda: asked.answer(question.answer()))
        elif not self._worker or (self._is_late and not otherwise):
            asked.timer = self._page.later(0.0, lambda: self._stand_in(asked))
        else:
            self._asked = [*self._waiting(), asked]
            if self._is_ready:
                self._send(asked)
            elif not otherwise:
                asked.timer = self._page.later(PATIENCE_SECONDS, lambda: self._start_is_late(asked))
        return asked

    def _send(self, asked: Asked) -> None:
        assert self._worker
        if asked.timer:
            asked.timer.cancel()
        asked.timer = self._page.later(ANSWER_SECONDS, self._lose)
        self._worker.ask(str(asked.question), lambda answer: self._answered(asked, answer))

    def _answered(self, asked: Asked, answer: str) -> None:
        if asked.is_open:
            try:
                read = asked.question.read(answer)
            except Malformed:
                self._lose()
            else:
                asked.answer(read)

    def _start_is_late(self, asked: Asked) -> None:
        """The worker may still come up; until then nobody waits for it again."""
        self._is_late = True
        self._stand_in(asked)

    def _stand_in(self, asked: Asked) -> None:
        if asked.otherwise:
            return asked.give_up()
        if not self._has_said:
            self._has_said = True
            self._page.toast(
                _("The strong computer player does not answer. A quicker, simpler one plays in its place.")
            )
        kind = next(kind for kind in STAND_INS if kind in BOTS)
        asked.answer(replace(asked.question, kind=kind).answer())

    # The worker's life

    def _start(self) -> None:
        self._starts += 1
        self._is_ready = self._is_late = False
        this = self._starts

        def ready() -> None:
            if this == self._starts and self._worker:
                self._ready()

        def failed() -> None:
            if this == self._starts and self._worker:
                self._lose()

        self._patience = self._page.later(START_SECONDS, failed)
        self._worker = self._page.start_worker(ready, failed)

    def _ready(self) -> None:
        self._is_ready, self._is_late = True, False
        if self._patience:
            self._patience.cancel()
        for asked in self._waiting():
            self._send(asked)

    def _lose(self) -> None:
        """The worker is of no use: another one is started, if this was the first, and we go on without."""
        assert self._worker
        self._worker.end()
        self._worker = None
        if self._patience:
            self._patience.cancel()
        waiting, self._asked = self._waiting(), []
        if self._starts < MOST_STARTS:
            self._start()
        for asked in waiting:
            self._stand_in(asked)

    def _waiting(self) -> list[Asked]:
        return [asked for asked in self._asked if asked.is_open]
