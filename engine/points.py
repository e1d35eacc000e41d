"""The game for points: every tile brings some, figures more, and going out or a block settles a round."""

from dataclasses import dataclass

from engine.deal import TileDeal
from engine.editions import PointsEdition
from engine.game import Action, BellRung, Event
from engine.options import Options
from engine.tile_round import TileRound, TileSight
from engine.tiles import Placement


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsSight(TileSight):
    edition: PointsEdition
    bell: int | None

    def gain(self, action: Action) -> int:
        """What this action does to the mover's score."""
        if action.startswith("play "):
            return self.edition.lay(self.seat, self.board, Placement.parse(action[5:])).gain
        if action == "draw":
            return -self.edition.draws.cost
        return -self.edition.draws.pass_cost(self.drawn, self.pool)


class PointsRound(TileRound):
    edition: PointsEdition

    def __init__(
        self, number: int, edition: PointsEdition, options: Options, deal: TileDeal, scores: tuple[int, ...]
    ) -> None:
        super().__init__(number, edition, options, deal, scores)
        self.bell: int | None = None

    def _lay(self, placement: Placement) -> list[Event]:
        laid = self.edition.lay(self.seat, self.board, placement)
        self._put(placement)
        self.scores[self.seat] += laid.gain
        return [laid, *self._end_turn(idle=False)]

    def _end_turn(self, idle: bool) -> list[Event]:
        last = self.seat
        events = super()._end_turn(idle)
        out = self.edition.out
        if not self.racks[last] and self.bell is None:
            self.bell = last
            if out.plays_out_the_round:
                events.append(BellRung(last, self._still_to_move()))
        if self.bell is not None:
            if not (out.plays_out_the_round and self._still_to_move()):
                events.append(self._end("out", (self.bell,), out.account(self.bell, self.racks)))
        elif self._blocked:
            events.append(self._end("blocked", *self.edition.blocked(self.racks)))
        return events

    def _still_to_move(self) -> tuple[int, ...]:
        """The seats from the one to move to the one before the round's beginner."""
        players = len(self.racks)
        return tuple((self.seat + step) % players for step in range((self.given.first - self.seat) % players))

    def match_winners(self) -> tuple[int, ...]:
        assert self.over
        target = self.options.target
        return self.edition.match_winners(target, self.number + 1, self.scores, self.over)

    def sight(self, seat: int) -> PointsSight:
        return PointsSight(**self._seen(seat), edition=self.edition, bell=self.bell)
