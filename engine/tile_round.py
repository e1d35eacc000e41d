"""What rounds of all tile games have in common: the deal, laying, drawing and passing.

Each rule that can forbid something is a `_..._refusal`: it gives the reason, or None. The list of legal
actions and the message for an illegal one both come from there, so they cannot disagree.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.board import Board
from engine.deal import TileDeal
from engine.editions import TileEdition
from engine.errors import Malformed, NotAllowed, quoted
from engine.game import Action, Adjustment, Drew, Event, Passed, RoundOver, Sight, TilesDealt, TimedOut
from engine.options import Options
from engine.round import Round
from engine.tiles import Placement, Rack, Tile, tiles_of


@dataclass(frozen=True, slots=True, kw_only=True)
class TileSight(Sight):
    """The board is the player's own copy of the table. No other rack is seen, nor the pool's order."""

    board: Board
    rack: Rack
    drawn: int
    tiles_left: tuple[int, ...]
    pool: int


class TileRound(Round):
    """A game says what a tile laid brings, how a turn ends, and who has won the match."""

    edition: TileEdition
    given: TileDeal
    deals = TileDeal

    def __init__(
        self, number: int, edition: TileEdition, options: Options, deal: TileDeal, scores: tuple[int, ...]
    ) -> None:
        super().__init__(number, edition, options, deal, scores)
        players = len(scores)
        self.racks: list[Rack] = deal.racks(players)
        named = edition.opening.beginner(self.racks)
        if named not in (None, deal.first):
            raise NotAllowed(f"first is {deal.first}, but by the rules seat {named} begins")

        self.board = Board()
        self.pool: list[Tile] = list(reversed(deal.pool(players)))  # taken from the end
        self.drawn: Rack = 0  # tiles drawn this turn; they are on the rack too
        self.idle_turns = 0
        racks = tuple(map(tiles_of, self.racks))
        self.dealt = TilesDealt(number, deal.first, racks, len(self.pool), deal.lots)

    @property
    def rack(self) -> Rack:
        """The rack of the seat to move."""
        return self.racks[self.seat]

    @property
    def layable(self) -> Rack:
        """The tiles that may be laid now, wherever they might fit."""
        if not self.board.laid:
            return self.edition.opening.tiles(self.rack)
        if self.drawn and self.options.play_after_draw == "drawn":
            return self.drawn
        return self.rack

    def _allowed(self) -> list[Action]:
        actions = [f"play {placement}" for placement in self.board.placements(self.layable)]
        fits = bool(actions)
        if self._draw_refusal(fits) is None:
            actions.append("draw")
        if self._pass_refusal(fits) is None:
            actions.append("pass")
        return actions

    def _draw_refusal(self, fits: bool) -> str | None:
        draws = self.edition.draws
        if not self.board.laid:
            return "the opening tile must be laid"
        if not self.pool:
            return "the pool is empty"
        if self.drawn.bit_count() == draws.limit:
            return f"no more than {draws.limit} tiles may be drawn in one turn"
        if fits and (self.options.must_lay or not draws.though_something_fits):
            return "a tile fits, so it must be laid"
        return None

    def _pass_refusal(self, fits: bool) -> str | None:
        draws = self.edition.draws
        drawn = self.drawn.bit_count()
        if not self.board.laid:
            return "the opening tile must be laid"
        if fits and (self.options.must_lay or not draws.though_something_fits):
            return "a tile fits, so it must be laid"
        if self.pool and drawn != draws.limit and not (drawn and draws.may_stop_early):
            return "the pool is not empty: lay a tile or draw"
        return None

    def _timeout_refusal(self) -> str | None:
        if self.options.turn_seconds is None:
            return "this match has no clock"
        if not self.board.laid:
            return "the clock does not run before the opening tile"
        return None

    def _play_refusal(self, placement: Placement) -> str | None:
        tile = placement.tile
        if not tile.bit & self.rack:
            return f"tile {tile} is not on the rack of seat {self.seat}"
        if not tile.bit & self.layable:
            if self.board.laid:
                return f"after drawing, only a tile drawn this turn may be laid, not {tile}"
            return f"the round must be opened with {' or '.join(map(str, tiles_of(self.layable)))}"
        try:
            self.board.check(placement)
        except NotAllowed as reason:
            return str(reason)
        return None

    def refusal(self, action: Action) -> str | None:
        if self.over:
            return "the round is over"
        fits = self.board.accepts(self.layable)
        if action == "draw":
            return self._draw_refusal(fits)
        if action == "pass":
            return self._pass_refusal(fits)
        if action == "timeout":
            return self._timeout_refusal()
        if action.startswith("play "):
            return self._play_refusal(Placement.parse(action[5:]))
        raise Malformed(f"unknown action {quoted(action)}")

    def _do(self, action: Action) -> list[Event]:
        if action == "draw":
            return [self._draw()]
        if action == "pass":
            cost = self.edition.draws.pass_cost(self.drawn.bit_count(), len(self.pool))
            self.scores[self.seat] -= cost
            return [Passed(self.seat, -cost), *self._end_turn(idle=True)]
        if action == "timeout":
            return self._time_out()
        return self._lay(Placement.parse(action[5:]))

    def _time_out(self) -> list[Event]:
        forced = None if self.drawn or not self.pool else self._draw()
        late = TimedOut(self.seat, forced.tile, forced.gain) if forced else TimedOut(self.seat, None, 0)
        return [late, *self._end_turn(idle=True)]

    def _draw(self) -> Drew:
        tile = self.pool.pop()
        cost = self.edition.draws.cost
        self.racks[self.seat] |= tile.bit
        self.drawn |= tile.bit
        self.scores[self.seat] -= cost
        return Drew(self.seat, tile, -cost)

    @abstractmethod
    def _lay(self, placement: Placement) -> list[Event]:
        """Lay a tile of the rack where it fits, and whatever follows from it."""

    def _put(self, placement: Placement) -> None:
        self.board.lay(placement)
        self.racks[self.seat] &= ~placement.tile.bit

    def _end_turn(self, idle: bool) -> list[Event]:
        """The next seat is to move. `idle` turns, ended with nothing done, add up to a blocked round."""
        self.drawn = 0
        self.idle_turns = self.idle_turns + 1 if idle else 0
        self.seat = (self.seat + 1) % len(self.racks)
        return []

    @property
    def _blocked(self) -> bool:
        return self.idle_turns >= len(self.racks) and not self.pool

    def _end(
        self, reason: str, seats: tuple[int, ...] = (), adjustments: Sequence[Adjustment] = ()
    ) -> RoundOver:
        for line in adjustments:
            self.scores[line.seat] += line.points
        self.over = RoundOver(
            self.number,
            reason,
            seats,
            tuple(map(tiles_of, self.racks)),
            tuple(adjustments),
            tuple(self.scores),
        )
        return self.over

    def _seen(self, seat: int) -> dict[str, Any]:
        return super()._seen(seat) | {
            "board": self.board.copy(),
            "rack": self.racks[seat],
            "drawn": self.drawn.bit_count(),
            "tiles_left": tuple(rack.bit_count() for rack in self.racks),
            "pool": len(self.pool),
        }
