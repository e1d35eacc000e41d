"""A match looked at move by move: which move is shown, playing it by itself, and who may see what.

Moves are counted over the whole match: at 17, seventeen actions have been done. All that can be shown is
gathered when a replay begins, so that going to any move is only a matter of drawing it. What a moment shows
is each game's own.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from engine import Match
from engine.game import DONE, Action, Dealt, Done, Event, Sight
from ui.chart import Chart, chart_of
from ui.remarks import Remark
from ui.review import Review, choices_of
from ui.table import Cancellable, Host
from ui.window import Surface

SECONDS = {"slow": 2.5, "normal": 1.2, "fast": 0.5}
"""From one move to the next when it plays by itself."""
KEYS = {"ArrowLeft": -1, "ArrowRight": 1, "ArrowUp": -1, "ArrowDown": 1, "PageUp": -10, "PageDown": 10}


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """The table after a move; the first moment is that before any."""

    round: int
    number: int
    """Of the move in its round, from 1; 0 before the first."""
    action: Action | None
    legal: tuple[Action, ...]
    before: Sight | None
    """What the player who moved saw."""
    events: tuple[Dealt | Event, ...]
    scores: tuple[int, ...]
    gains: Mapping[int, int]
    step: int
    """Where it is on the chart, on which the end of a round has a place of its own."""

    @property
    def done(self) -> Done | None:
        """What the move itself did."""
        return next((event for event in self.events if isinstance(event, DONE)), None)


def moments_of(match: Match) -> Iterator[tuple[Match, dict[str, Any]]]:
    """The match as it was after each move, which changes as one goes on, with what any moment is made of."""
    again = Match(match.edition, match.players, match.options, match.extra)
    at = 0
    for past in match.rounds:
        news: list[Dealt | Event] = [again.begin(past.given)]
        if at == 0:
            yield again, _moment(again, None, (), None, news, 0)
        for action in past.actions:
            before, legal = again.sight(again.seat), again.legal()
            news += again.apply(action)
            at += 1
            step = at + again.round.number + (again.round.over is not None)
            yield again, _moment(again, action, legal, before, news, step)
            news = []


def _moment(
    match: Match,
    action: Action | None,
    legal: tuple[Action, ...],
    before: Sight | None,
    events: Sequence[Dealt | Event],
    step: int,
) -> dict[str, Any]:
    return {
        "round": match.round.number,
        "number": len(match.round.actions),
        "action": action,
        "legal": legal,
        "before": before,
        "events": tuple(events),
        "scores": match.scores,
        "step": step,
    }


M = TypeVar("M", bound=Moment)


class Replay(ABC, Generic[M]):
    """`viewer` is the seat of the person looking on; without one it is nobody's game, or everybody's.

    While a round is being played, only what the viewer holds is shown. When it is over, all is.
    """

    remarks: tuple[Callable[[Sight, tuple[Action, ...], Action, Done], Remark], ...] = ()
    """Who has something to say about each move; a remark is asked for when its move is shown."""

    def __init__(self, match: Match, host: Host, at: int | None = None, viewer: int | None = None) -> None:
        self.match = match
        self.moments = [self._moment(again, common) for again, common in moments_of(match)]
        self.speed = "normal"
        self._host = host
        self._viewer = viewer
        self._timer: Cancellable | None = None
        self._remarks: dict[int, tuple[Remark, ...]] = {}
        self.review = Review(match, choices_of(match, self.moments), self._reviewed(), host)
        self.at = self.last if at is None else min(max(at, 0), self.last)

    @abstractmethod
    def _moment(self, match: Match, common: Mapping[str, Any]) -> M: ...

    def _reviewed(self) -> list[int]:
        """Whose moves may be looked at: one's own; where several people or none played here, each of them."""
        if self._viewer is not None:
            return [self._viewer]
        people = [seat for seat, player in enumerate(self.match.players) if player.kind == "human"]
        return people or list(range(len(self.match.players)))

    @property
    def surface(self) -> Surface | None:
        """The board to be moved about under a hand, where there is one."""
        return None

    @property
    def last(self) -> int:
        return len(self.moments) - 1

    @property
    def now(self) -> M:
        return self.moments[self.at]

    @property
    def playing(self) -> bool:
        return self._timer is not None

    @cached_property
    def chart(self) -> Chart:
        return chart_of(self.match)

    # Going from move to move

    def go(self, at: int) -> None:
        """Show this move, or the nearest there is."""
        self._stop()
        self._show(at)

    def go_to_step(self, step: int) -> None:
        """Show the move at this place of the chart."""
        self.go(min(range(len(self.moments)), key=lambda n: abs(self.moments[n].step - step)))

    def play(self) -> None:
        """Go on by itself, from the beginning if this is the end; or stop doing so."""
        if self.playing:
            self._stop()
        elif self.last:
            if self.at == self.last:
                self._show(0)
            self._wait()
        self._host.changed()

    def set_speed(self, speed: str) -> None:
        if speed in SECONDS:
            self.speed = speed
            if self.playing:
                self._stop()
                self._wait()
        self._host.changed()

    def leave(self) -> None:
        self._stop()
        self.review.stop()

    def handlers(self, value: str | None) -> dict[str, Callable[[], None]]:
        """What each button of the screen does."""
        return {
            "replay-first": lambda: self.go(0),
            "replay-back": lambda: self.go(self.at - 1),
            "replay-forward": lambda: self.go(self.at + 1),
            "replay-last": lambda: self.go(self.last),
            "replay-play": self.play,
            "replay-to": lambda: self.go(int(value or 0)),
            "replay-step": lambda: self.go_to_step(int(value or 0)),
            "review-start": self.review.start,
            "review-stop": self.review.stop,
            "review-seat": lambda: self.review.look_at(int(value or 0)),
        }

    def press(self, key: str, on_button: bool) -> bool:
        """A key went down outside of fields. Whether it meant something here."""
        if key == "Home":
            self.go(0)
        elif key == "End":
            self.go(self.last)
        elif key in KEYS:
            self.go(self.at + KEYS[key])
        elif key == " " and not on_button:
            self.play()
        else:
            return False
        return True

    def _show(self, at: int) -> None:
        self.at = min(max(at, 0), self.last)
        self._host.changed()

    def _wait(self) -> None:
        self._timer = self._host.later(SECONDS[self.speed], self._go_on)

    def _go_on(self) -> None:
        self._timer = None
        self._show(self.at + 1)
        if self.at < self.last:
            self._wait()

    def _stop(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    # What is seen

    def shows(self, seat: int, round: int) -> bool:
        """Whether what this seat held in this round may be seen."""
        if self.match.rounds[round].over or seat == self._viewer:
            return True
        return all(player.kind != "human" for player in self.match.players)

    def told(self, at: int) -> str:
        """What a move did, in sentences."""
        moment = self.moments[at]
        return " ".join(filter(None, (self._tell(event, moment.round) for event in moment.events)))

    @abstractmethod
    def _tell(self, event: Dealt | Event, round: int) -> str: ...

    def remarks_now(self) -> tuple[Remark, ...]:
        """What there is to say about the move shown; nothing where it would tell what is hidden."""
        if self.at not in self._remarks:
            now = self.now
            self._remarks[self.at] = (
                tuple(remark(now.before, now.legal, now.action, now.done) for remark in self.remarks)
                if now.before and now.action and now.done and self.shows(now.before.seat, now.round)
                else ()
            )
        return self._remarks[self.at] + self._reviewed_now()

    def _reviewed_now(self) -> tuple[Remark, ...]:
        now = self.now
        remark = self.review.remark(self.at, now.before, now.legal, now.action) if now.before else None
        return (remark,) if remark else ()

    def cut(self) -> Match:
        """The match as it was at this move, with later rounds gone too."""
        return self.match.undone(self.last - self.at)
