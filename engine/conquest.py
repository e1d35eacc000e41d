"""Conquest: lay tiles as always, claim the shapes they complete, and overpower smaller covers.

A turn that lays a tile has two decisions: where to lay, and then – if the tile completed a shape for which
one has the cover – what to claim. In between, `fresh` is the cell just laid.
"""

from dataclasses import dataclass, field

from engine.covers import Cover, Land, Shape
from engine.deal import TileDeal, rack_size
from engine.editions import LandEdition, highest_of
from engine.game import Action, Claimed, Event, Laid, Overpowered, Refilled, Skipped, TimedOut
from engine.lattice import Cell
from engine.options import Options
from engine.tile_round import TileRound, TileSight
from engine.tiles import Placement, Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class LandSight(TileSight):
    edition: LandEdition
    land: Land
    fresh: Cell | None
    open_shapes: tuple[Shape, ...]
    _promises: dict[Cell, tuple[int, Cover] | None] = field(default_factory=dict, compare=False, repr=False)

    def gain(self, action: Action) -> int:
        """The swing in land: one's own gain and the others' losses. A tile counts what it lets one claim."""
        if action.startswith("play "):
            found = self.promise(Placement.parse(action[5:]))
            return max(found[0], 0) if found else 0
        if action.startswith("claim "):
            return self.land.swing(self.turn, Shape.parse(action[6:]), self.board.laid)
        return 0

    def promise(self, placement: Placement) -> tuple[int, Cover] | None:
        """The greatest swing that laying this tile would let its player claim, and with which cover."""
        cell, laid = placement.cell, self.board.laid
        if cell not in self._promises:
            swings = ((self.land.swing(self.turn, s, laid), s.cover) for s in self._claimable_at(cell))
            self._promises[cell] = max(swings, default=None)
        if (best := self._promises[cell]) is None:
            return None
        return best[0] + placement.tile.points, best[1]

    def _claimable_at(self, cell: Cell) -> list[Shape]:
        held = self.land.in_hand[self.turn]
        return [shape for shape in self.land.accepted_with(cell, self.board.laid) if held[shape.cover]]


class Conquest(TileRound):
    edition: LandEdition

    def __init__(
        self, number: int, edition: LandEdition, options: Options, deal: TileDeal, scores: tuple[int, ...]
    ) -> None:
        super().__init__(number, edition, options, deal, scores)
        self.land = Land(edition.covers, len(scores))
        self.fresh: Cell | None = None
        self.open_shapes: tuple[Shape, ...] = ()
        """What the player to move may claim instead of laying, because the one before had no such cover."""
        self._offered: tuple[Shape, ...] = ()
        """All that was left open to the player to move, even what cannot be claimed."""
        self._completed: tuple[Shape, ...] = ()
        """The shapes with the fresh tile that anybody could claim who has the cover."""
        self._left_open: tuple[Shape, ...] = ()

    @property
    def claimable(self) -> tuple[Shape, ...]:
        """The shapes that the player to move may claim now."""
        if self.fresh is None:
            return () if self.drawn else self.open_shapes
        held = self.land.in_hand[self.seat]
        return tuple(shape for shape in self._completed if held[shape.cover])

    def _allowed(self) -> list[Action]:
        claims = [f"claim {shape}" for shape in self.claimable]
        return claims + (super()._allowed() if self.fresh is None else ["skip"])

    def refusal(self, action: Action) -> str | None:
        if self.over:
            return super().refusal(action)
        if action.startswith("claim "):
            return self._claim_refusal(Shape.parse(action[6:]))
        if action == "skip":
            return "there is nothing to skip" if self.fresh is None else None
        reason = super().refusal(action)
        if self.fresh is not None and action != "timeout":
            return "the tile is laid: claim a shape or skip"
        return reason

    def _claim_refusal(self, shape: Shape) -> str | None:
        if shape in self.claimable:
            return None
        if self.fresh is None and shape not in self._offered:
            return f"{shape} is not open to seat {self.seat}"
        if self.fresh is not None and self.fresh not in shape.cells:
            return f"{shape} does not contain the tile just laid"
        for cell in shape.cells:
            if cell not in self.board.laid:
                return f"{shape} is not complete: no tile lies on cell {cell}"
            if (there := self.land.over.get(cell)) and there.shape.cover >= shape.cover:
                return f"cell {cell} is under {there.shape}, which is not smaller"
        if not self.land.in_hand[self.seat][shape.cover]:
            return f"seat {self.seat} has no {shape.cover} left"
        return "an open shape can be claimed only before drawing"

    def _do(self, action: Action) -> list[Event]:
        if action.startswith("claim "):
            return self._claim(Shape.parse(action[6:]))
        if action == "skip":
            return [Skipped(self.seat), *self._end_turn(idle=False)]
        return super()._do(action)

    def _time_out(self) -> list[Event]:
        if self.fresh is not None:
            return [TimedOut(self.seat, None, 0), *self._end_turn(idle=False)]
        return super()._time_out()

    def _lay(self, placement: Placement) -> list[Event]:
        self._put(placement)
        self.fresh = placement.cell
        held = self.land.in_hand[self.seat]
        self._completed = tuple(self.land.accepted_with(self.fresh, self.board.laid))
        self._left_open = tuple(shape for shape in self._completed if not held[shape.cover])
        laid = Laid(self.seat, placement, points=None)
        return [laid] if self.claimable else [laid, *self._end_turn(idle=False)]

    def _claim(self, shape: Shape) -> list[Event]:
        returned = self.land.claim(self.seat, shape)
        self.scores = self.land.points(self.board.laid)
        claimed = Claimed(self.seat, shape, shape.points(self.board.laid))
        sent_back = [
            Overpowered(old.seat, old.shape, old.shape.points(self.board.laid), by=self.seat)
            for old in returned
        ]
        return [claimed, *sent_back, *self._end_turn(idle=False)]

    def _end_turn(self, idle: bool) -> list[Event]:
        events: list[Event] = []
        if self.fresh is not None and (filled := self._refill()):
            events.append(Refilled(self.seat, filled))
        self.fresh = None
        events += super()._end_turn(idle)
        held = self.land.in_hand[self.seat]
        self._offered, self._left_open = self._left_open, ()
        self.open_shapes = tuple(
            shape
            for shape in self._offered
            if held[shape.cover] and self.land.accepts(shape, self.board.laid)
        )
        if not any(held.values()):
            events.append(self._end("covers", (self.seat,)))
        elif self._blocked:
            events.append(self._end("blocked"))
        elif not self.pool and not any(self.racks) and not self.open_shapes:
            events.append(self._end("tiles"))
        return events

    def _refill(self) -> tuple[Tile, ...]:
        drawn = []
        while self.pool and self.racks[self.seat].bit_count() < rack_size(len(self.racks)):
            drawn.append(self.pool.pop())
            self.racks[self.seat] |= drawn[-1].bit
        return tuple(drawn)

    def match_winners(self) -> tuple[int, ...]:
        """The most digits covered; of equals, the most tiles."""
        best = highest_of(range(len(self.scores)), self.scores)
        return highest_of(best, [self.land.tiles(seat) for seat in range(len(self.scores))])

    def sight(self, seat: int) -> LandSight:
        return LandSight(
            **self._seen(seat),
            edition=self.edition,
            land=self.land.copy(),
            fresh=self.fresh,
            open_shapes=self.open_shapes,
        )
