"""A match of any game: rounds dealt one after another until the target is met."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engine.conquest import Conquest
from engine.deal import Deal
from engine.editions import LandEdition, PointsEdition
from engine.errors import Malformed, NotAllowed
from engine.game import FEWEST_PLAYERS, MOST_PLAYERS, Action, Dealt, Edition, Event, MatchOver, Player, Sight
from engine.options import Options
from engine.points import PointsRound
from engine.ring import RingEdition
from engine.ring_round import RingRound
from engine.round import Round

FORMAT, VERSION = "deltille-record", 1

ROUNDS: dict[type[Edition], type[Round]] = {
    PointsEdition: PointsRound,
    LandEdition: Conquest,
    RingEdition: RingRound,
}
"""How a sheet of each kind is played."""


class Match:
    """All games under the one protocol of `engine.game.Game`.

    Two matches are equal when their records are: a game is its record.
    """

    def __init__(
        self,
        edition: Edition,
        players: Sequence[Player],
        options: Options | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        if not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS:
            raise Malformed(f"{len(players)} players: there must be {FEWEST_PLAYERS} to {MOST_PLAYERS}")
        self.edition = edition
        self.players = tuple(players)
        self.options = options or Options(edition.default_target)
        self.extra = dict(extra or {})
        self.rounds: list[Round] = []
        self.winners: tuple[int, ...] = ()

    @property
    def round(self) -> Round:
        """The round being played, or just over."""
        if not self.rounds:
            raise NotAllowed("no round has been dealt yet")
        return self.rounds[-1]

    @property
    def seat(self) -> int:
        return self.round.seat

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(self.round.scores) if self.rounds else (0,) * len(self.players)

    @property
    def awaits_deal(self) -> bool:
        return not self.winners and (not self.rounds or self.round.over is not None)

    def deal(self, rng: Random) -> Dealt:
        return self.begin(self.deals.shuffled(self.edition, len(self.players), rng))

    @property
    def deals(self) -> type[Deal]:
        """What a round of this game begins with."""
        return ROUNDS[type(self.edition)].deals

    def begin(self, deal: Deal) -> Dealt:
        """Begin the next round with this deal."""
        if self.winners:
            raise NotAllowed("the match is over")
        if not self.awaits_deal:
            raise NotAllowed(f"round {len(self.rounds) - 1} is not finished")
        begun = ROUNDS[type(self.edition)](len(self.rounds), self.edition, self.options, deal, self.scores)
        self.rounds.append(begun)
        return self.round.dealt

    def legal(self) -> tuple[Action, ...]:
        return self.round.legal() if self.rounds else ()

    def choices(self) -> tuple[Action, ...]:
        return self.round.choices() if self.rounds else ()

    def settle(self, choice: Action, rng: Random) -> Action:
        return self.round.settle(choice, rng)

    def apply(self, action: Action) -> list[Event]:
        events = self.round.apply(action)
        if over := self.round.over:
            self.winners = self.round.match_winners()
            if self.winners:
                ending = MatchOver(self.winners, over.scores)
                self.round.events.append(ending)
                events.append(ending)
        return events

    def sight(self, seat: int) -> Sight:
        return self.round.sight(seat)

    def undone(self, actions: int = 1) -> "Match":
        """The match as it was so many actions ago, by replaying the rest of its record."""
        played = sum(len(past.actions) for past in self.rounds)
        if not 0 <= actions <= played:
            raise NotAllowed(f"cannot take back {actions} of {played} actions")
        earlier = Match(self.edition, self.players, self.options, self.extra)
        kept = played - actions
        for past in self.rounds:
            earlier.begin(past.given)
            for action in past.actions[:kept]:
                earlier.apply(action)
            kept -= len(past.actions)
            if kept < 0:
                break
        return earlier

    def as_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "version": VERSION,
            "edition": self.edition.name,
            "options": self.options.as_json(),
            "players": [{"name": p.name, "kind": p.kind, **p.extra} for p in self.players],
            "rounds": [past.as_json() for past in self.rounds],
            **self.extra,
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and self.as_json() == other.as_json()

    __hash__ = None  # type: ignore[assignment]
