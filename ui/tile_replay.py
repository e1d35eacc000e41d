"""A tile game looked at move by move: the tiles on the table and in the racks, as they were."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine import Match
from engine.covers import Cover
from engine.game import Dealt, Drew, Event, Laid, Refilled, TimedOut
from engine.lattice import Cell
from engine.tiles import Digits, Rack, Tile, tiles_of
from ui import claiming
from ui.glow import glow_of
from ui.remarks import against_greedy
from ui.replay import Moment, Replay
from ui.setup import colour_of
from ui.table import Host
from ui.telling import tell
from ui.tile_scene import Look, Lying
from ui.window import Surface, Window, Windowed


@dataclass(frozen=True, slots=True, kw_only=True)
class TileMoment(Moment):
    laid: Mapping[Cell, Digits]
    racks: tuple[Rack, ...]
    pool: int
    covers: tuple[Lying, ...]
    in_hand: tuple[tuple[tuple[Cover, int], ...], ...]


class TileReplay(Windowed, Replay[TileMoment]):
    remarks = (against_greedy,)

    def __init__(self, match: Match, host: Host, at: int | None = None, viewer: int | None = None) -> None:
        super().__init__(match, host, at, viewer)
        self._window = Window(self._cells, host.aspect)

    def _moment(self, match: Match, common: Mapping[str, Any]) -> TileMoment:
        current = match.round
        return TileMoment(
            **common,
            gains=claiming.last_gains(current),
            laid=dict(current.board.laid),
            racks=tuple(current.racks),
            pool=len(current.pool),
            covers=claiming.lying(match),
            in_hand=tuple(claiming.covers_in_hand(match, seat) for seat in range(len(match.players))),
        )

    @property
    def surface(self) -> Surface:
        return self

    def _show(self, at: int) -> None:
        before = self.now.round
        super()._show(at)
        if self.now.round != before:
            self._window.fit()

    def _cells(self) -> list[Cell]:
        """All cells that the round will come to, so that the board keeps still while it fills."""
        return list(self.match.rounds[self.now.round].board.laid)

    # What is seen

    def rack(self, seat: int) -> tuple[Tile, ...] | None:
        """The tiles this player holds now, or None if they are hidden."""
        return tiles_of(self.now.racks[seat]) if self.shows(seat, self.now.round) else None

    def _tell(self, event: Dealt | Event, round: int) -> str:
        named = isinstance(event, Drew | TimedOut | Refilled) and self.shows(event.seat, round)
        return tell(event, self.match.players, seen_by=event.seat if named else None)

    def look(self) -> Look:
        now = self.now
        laid = now.done if isinstance(now.done, Laid) else None
        return Look(
            box=self.box(),
            laid=now.laid,
            last=laid.placement.cell if laid else None,
            last_colour=colour_of(self.match.players[laid.seat], laid.seat) if laid else None,
            glow=glow_of(now.done, now.laid),
            covers=now.covers,
        )
