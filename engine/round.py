"""One round of the tile game, from the deal to the final account.

Each rule that can forbid something is a `_..._refusal`: it gives the reason, or None. The list of legal
actions and the message for an illegal one both come from there, so they cannot disagree.
"""

from typing import Any

from engine.board import Board
from engine.deal import Deal
from engine.editions import Edition
from engine.errors import Malformed, NotAllowed, quoted
from engine.game import (
    Action,
    Adjustment,
    BellRung,
    Dealt,
    Drew,
    Event,
    Laid,
    Passed,
    RoundOver,
    TimedOut,
)
from engine.options import Options
from engine.tiles import Placement, Rack, Tile, tiles_of


class Round:
    def __init__(
        self, number: int, edition: Edition, options: Options, deal: Deal, scores: tuple[int, ...]
    ) -> None:
        players = len(scores)
        if not 0 <= deal.first < players:
            raise Malformed(f"first is {quoted(deal.first)}: with {players} players it is 0 to {players - 1}")
        self.racks: list[Rack] = deal.racks(players)
        named = edition.opening.beginner(self.racks)
        if named not in (None, deal.first):
            raise NotAllowed(f"first is {deal.first}, but by the rules seat {named} begins")

        self.number = number
        self.edition = edition
        self.options = options
        self.given = deal
        self.scores = list(scores)
        self.board = Board()
        self.pool: list[Tile] = list(reversed(deal.pool(players)))  # taken from the end
        self.seat = deal.first
        self.drawn: Rack = 0  # tiles drawn this turn; they are on the rack too
        self.idle_turns = 0
        self.bell: int | None = None
        self.over: RoundOver | None = None
        self.actions: list[Action] = []
        self.dealt = Dealt(number, deal.first, tuple(map(tiles_of, self.racks)), len(self.pool), deal.lots)
        self.events: list[Event] = []
        self._legal: tuple[Action, ...] | None = None

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

    def legal(self) -> tuple[Action, ...]:
        if self._legal is None:
            self._legal = self._list_legal()
        return self._legal

    def _list_legal(self) -> tuple[Action, ...]:
        if self.over:
            return ()
        actions = [f"play {placement}" for placement in self.board.placements(self.layable)]
        fits = bool(actions)
        if self._draw_refusal(fits) is None:
            actions.append("draw")
        if self._pass_refusal(fits) is None:
            actions.append("pass")
        return tuple(sorted(actions))

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
        """Why this action is not allowed now, or None if it is."""
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

    def apply(self, action: Action) -> list[Event]:
        if action not in self.legal() and (reason := self.refusal(action)):
            raise NotAllowed(reason)
        self.actions.append(action)
        self._legal = None
        if action == "draw":
            events: list[Event] = [self._draw()]
        elif action == "pass":
            cost = self.edition.draws.pass_cost(self.drawn.bit_count(), len(self.pool))
            self.scores[self.seat] -= cost
            events = [Passed(self.seat, -cost), *self._end_turn(laid=False)]
        elif action == "timeout":
            forced = None if self.drawn or not self.pool else self._draw()
            late = TimedOut(self.seat, forced.tile, forced.gain) if forced else TimedOut(self.seat, None, 0)
            events = [late, *self._end_turn(laid=False)]
        else:
            events = [self._lay(Placement.parse(action[5:])), *self._end_turn(laid=True)]
        self.events += events
        return events

    def as_json(self) -> dict[str, Any]:
        lots = [[str(tile) for tile in drawn] for drawn in self.given.lots]
        return {
            "deal": [str(tile) for tile in self.given.tiles],
            "first": self.given.first,
            "actions": list(self.actions),
            **({"lots": lots} if lots else {}),
            **self.given.extra,
        }

    def _draw(self) -> Drew:
        tile = self.pool.pop()
        cost = self.edition.draws.cost
        self.racks[self.seat] |= tile.bit
        self.drawn |= tile.bit
        self.scores[self.seat] -= cost
        return Drew(self.seat, tile, -cost)

    def _lay(self, placement: Placement) -> Laid:
        laid = self.edition.lay(self.seat, self.board, placement)
        self.board.lay(placement)
        self.racks[self.seat] &= ~placement.tile.bit
        self.scores[self.seat] += laid.gain
        return laid

    def _end_turn(self, laid: bool) -> list[Event]:
        players = len(self.racks)
        events: list[Event] = []
        self.drawn = 0
        self.idle_turns = 0 if laid else self.idle_turns + 1
        last = self.seat
        self.seat = (last + 1) % players
        if not self.racks[last] and self.bell is None:
            self.bell = last
            if self.edition.out.plays_out_the_round:
                events.append(BellRung(last, self._still_to_move()))
        if self.bell is not None:
            if not (self.edition.out.plays_out_the_round and self._still_to_move()):
                events.append(self._end("out", (self.bell,), self.edition.out.account(self.bell, self.racks)))
        elif self.idle_turns >= players and not self.pool:
            events.append(self._end("blocked", *self.edition.blocked(self.racks)))
        return events

    def _still_to_move(self) -> tuple[int, ...]:
        """The seats from the one to move to the one before the round's beginner."""
        players = len(self.racks)
        return tuple((self.seat + step) % players for step in range((self.given.first - self.seat) % players))

    def _end(self, reason: str, seats: tuple[int, ...], adjustments: list[Adjustment]) -> RoundOver:
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
