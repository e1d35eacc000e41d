"""A ring game looked at move by move."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine import Match
from engine.game import Dealt, Event
from engine.ring_events import Card, CardDrawn
from engine.ring_round import RingRound
from engine.ring_sight import Asked
from ui import ring_look
from ui.replay import Moment, Replay
from ui.ring_scene import RingLook
from ui.ring_telling import nothing_happened, tell


@dataclass(frozen=True, slots=True, kw_only=True)
class RingMoment(Moment):
    look: RingLook
    purses: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...]
    why: str
    """Why nothing came of the move, where one might wonder."""


class RingReplay(Replay[RingMoment]):
    def _moment(self, match: Match, common: Mapping[str, Any]) -> RingMoment:
        current = match.round
        assert isinstance(current, RingRound)
        return RingMoment(
            **common,
            gains=ring_look.last_gains(current),
            look=ring_look.look_of(match, fresh=ring_look.changed_hands(current.events)),
            purses=tuple(current.purses),
            hands=tuple(map(tuple, current.hands)),
            why=nothing_happened(
                common["events"],
                [] if current.decision and current.asked in (Asked.FREE, Asked.OWNED) else None,
                {space: owner for space, owner in enumerate(current.owners) if owner is not None},
                match.players,
                current.edition,
            ),
        )

    def told(self, at: int) -> str:
        return " ".join(filter(None, (super().told(at), self.moments[at].why)))

    def _tell(self, event: Dealt | Event, round: int) -> str:
        seen = isinstance(event, CardDrawn) and self.shows(event.seat, round)
        current = self.match.round
        assert isinstance(current, RingRound)
        return tell(event, self.match.players, current.edition, seen_by=event.seat if seen else None)

    def hand(self, seat: int) -> tuple[Card, ...] | None:
        """The cards this player holds now, or None if they are hidden."""
        return self.now.hands[seat] if self.shows(seat, self.now.round) else None
