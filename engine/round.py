"""What a round of any game is: its deal, its actions, its events and its end.

The list of legal actions and the reason why another is not one of them are the two things that a game
says about its rules; `apply` asks both.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from engine.deal import Deal
from engine.errors import Malformed, NotAllowed, quoted
from engine.game import Action, Dealt, Edition, Event, RoundOver, Sight
from engine.options import Options


class Round(ABC):
    """A game says what may be done, what comes of it, and who has won the match."""

    deals: ClassVar[type[Deal]]
    dealt: Dealt

    def __init__(
        self, number: int, edition: Edition, options: Options, deal: Deal, scores: tuple[int, ...]
    ) -> None:
        players = len(scores)
        if not 0 <= deal.first < players:
            raise Malformed(f"first is {quoted(deal.first)}: with {players} players it is 0 to {players - 1}")
        self.number = number
        self.edition = edition
        self.options = options
        self.given = deal
        self.scores = list(scores)
        self.seat = deal.first
        self.over: RoundOver | None = None
        self.actions: list[Action] = []
        self.events: list[Event] = []
        self._legal: tuple[Action, ...] | None = None

    def legal(self) -> tuple[Action, ...]:
        if self._legal is None:
            self._legal = () if self.over else tuple(sorted(self._allowed()))
        return self._legal

    def choices(self) -> tuple[Action, ...]:
        return self.legal()

    def settle(self, choice: Action, rng: Random) -> Action:
        return choice

    @abstractmethod
    def _allowed(self) -> list[Action]:
        """What the seat to move may do, in any order."""

    @abstractmethod
    def refusal(self, action: Action) -> str | None:
        """Why this action is not allowed now, or None if it is."""

    def apply(self, action: Action) -> list[Event]:
        if action not in self.legal() and (reason := self.refusal(action)):
            raise NotAllowed(reason)
        self.actions.append(action)
        self._legal = None
        events = self._do(action)
        self.events += events
        return events

    @abstractmethod
    def _do(self, action: Action) -> list[Event]:
        """A legal action; the first event is what it did itself."""

    @abstractmethod
    def match_winners(self) -> tuple[int, ...]:
        """Who has won the match now that this round is over; nobody while another is to be dealt."""

    @abstractmethod
    def sight(self, seat: int) -> Sight: ...

    def _seen(self, seat: int) -> dict[str, Any]:
        """What a player sees in every game, as fields of a `Sight`."""
        return {
            "seat": seat,
            "turn": self.seat,
            "options": self.options,
            "round": self.number,
            "first": self.given.first,
            "actions": tuple(self.actions),
            "scores": tuple(self.scores),
        }

    @property
    def standing(self) -> Mapping[str, object]:
        """What a trace tells beside the scores, to the letter, by key."""
        return {}

    def as_json(self) -> dict[str, Any]:
        lots = self.given.lots_as_json()
        return {
            "deal": self.given.order_as_json(),
            "first": self.given.first,
            "actions": list(self.actions),
            **({"lots": lots} if lots else {}),
            **self.given.extra,
        }
