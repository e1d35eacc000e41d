"""A review: what the strongest player thinks of every choice that somebody had in the rounds that are over.

It is found move by move in the worker, one question at a time, so that it can be stopped at any moment; what
is found stays. For a seed it is the same every time, and its best move is the one a hint would have shown.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine import Match
from engine.game import Action, Done, Sight
from engine.judge import Verdict
from engine.question import Case
from engine.tile_round import TileSight
from ui.advice import advice
from ui.cast import name_of
from ui.remarks import Remark, cells_of
from ui.setup import decision_seed
from ui.table import Host
from ui.telling import points_of
from ui.thinking import Cancellable
from ui.words import _

MOST = 3
"""So many of the best and of the costliest moves are named."""
MATTERS = 3.0
"""A choice among moves that are all nearly alike is not a good one, however good."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that was made where there were others."""

    at: int
    round: int
    seat: int
    case: Case
    done: Done


def choices_of(match: Match, moments: Sequence[Any]) -> list[Choice]:
    """Every choice in the rounds that are over, from a replay's moments; what the clock did was nobody's."""
    found = []
    for at, moment in enumerate(moments):
        before, action, done = moment.before, moment.action, moment.done
        if not match.rounds[moment.round].over or len(moment.legal) < 2 or action not in moment.legal:
            continue
        if isinstance(before, TileSight) and action and done:
            seed = decision_seed(match, moment.round, moment.number - 1)
            case = Case(before, moment.legal, action, seed)
            found.append(Choice(at, moment.round, done.seat, case, done))
    return found


class Review:
    """`seats` are those whose moves may be looked at; one of them is, at a time."""

    def __init__(self, match: Match, choices: Sequence[Choice], seats: Sequence[int], host: Host) -> None:
        self.match = match
        self.seats = [seat for seat in seats if any(choice.seat == seat for choice in choices)]
        self.seat = self.seats[0] if self.seats else 0
        self.found: dict[int, Verdict] = {}
        """By move."""
        self.is_unanswered = False
        self._choices = choices
        self._host = host
        self._asked: Cancellable | None = None

    @property
    def choices(self) -> list[Choice]:
        """Those of the seat that is looked at."""
        return [choice for choice in self._choices if choice.seat == self.seat]

    @property
    def judged(self) -> list[tuple[Choice, Verdict]]:
        return [(choice, self.found[choice.at]) for choice in self.choices if choice.at in self.found]

    @property
    def is_running(self) -> bool:
        return self._asked is not None

    @property
    def is_done(self) -> bool:
        return len(self.judged) == len(self.choices)

    def start(self) -> None:
        """Begin, or go on where it was stopped."""
        self.is_unanswered = False
        if not self.is_running:
            self._go_on()
        self._host.changed()

    def stop(self) -> None:
        if self._asked:
            self._asked.cancel()
            self._asked = None
            self._host.changed()

    def look_at(self, seat: int) -> None:
        """Turn to somebody else's moves."""
        if seat in self.seats and seat != self.seat:
            self.stop()
            self.seat = seat
            self._host.changed()

    def _go_on(self) -> None:
        self._asked = None
        if choice := next((one for one in self.choices if one.at not in self.found), None):
            self._asked = self._host.ask(
                choice.case, lambda verdict: self._judged(choice.at, verdict), self._unanswered
            )

    def _judged(self, at: int, verdict: Verdict) -> None:
        self.found[at] = verdict
        self._go_on()
        self._host.changed()

    def _unanswered(self) -> None:
        self._asked = None
        self.is_unanswered = True
        self._host.changed()

    # What it found

    @property
    def given_away(self) -> float:
        return sum(verdict.given_away for _choice, verdict in self.judged)

    @property
    def as_good(self) -> int:
        """How many moves gave away nothing that can be told from nothing."""
        return sum(not verdict.given_away for _choice, verdict in self.judged)

    @property
    def costliest(self) -> list[tuple[Choice, Verdict]]:
        costly = [judged for judged in self.judged if round(judged[1].given_away)]
        return sorted(costly, key=lambda judged: -judged[1].given_away)[:MOST]

    @property
    def best(self) -> list[tuple[Choice, Verdict]]:
        """As good as can be where most others were not."""
        good = [judged for judged in self.judged if not judged[1].given_away and judged[1].stake >= MATTERS]
        return sorted(good, key=lambda judged: -judged[1].stake)[:MOST]

    def lost(self, at: int) -> int:
        """What a move gave away, as far as that is known."""
        return round(self.found[at].given_away) if at in self.found else 0

    def remark(self, at: int, before: Sight, legal: tuple[Action, ...], action: Action) -> Remark | None:
        if not (verdict := self.found.get(at)) or not isinstance(before, TileSight):
            return None
        owl = name_of(Case.kind)
        if action == verdict.best:
            return Remark(_("{owl} would have done the same.").format(owl=owl))
        told = advice(before, legal, verdict.best, self.match.players)
        if not (lost := self.lost(at)):
            same = _("{owl} sees no difference to its own choice: {advice}")
            return Remark(same.format(owl=owl, advice=told), cells=cells_of(verdict.best))
        more = _("{owl} expects about {points} more (give or take {within}) from this: {advice}")
        text = more.format(owl=owl, points=points_of(lost), within=round(verdict.within), advice=told)
        return Remark(text, lost, cells_of(verdict.best))
