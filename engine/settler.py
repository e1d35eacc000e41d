"""Conquest for computer players: what a tile lets one claim now, and the others after it.

A claim is worth the swing in land, less the price of its cover – one may be used once, so a small piece of
land does not deserve it – and with the price of every cover that it sends back to its owner.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from engine.board import Board
from engine.conquest import LandSight
from engine.covers import Cover, Land, Shape
from engine.game import Action
from engine.lattice import Cell
from engine.tiles import POINTS, WAY, Placement, Rack
from engine.worlds import hidden_tiles


@dataclass(frozen=True, slots=True)
class Offer:
    """What the best claim on an open cell is worth beside the tile's points, and which tiles fit there."""

    worth: float
    tiles: Rack
    cell: Cell
    shape: Shape


@dataclass(frozen=True, slots=True)
class Settler:
    """The price of each cover, and how much the next player's likely claim counts, and one's own next."""

    dia: float = 4.0
    tri: float = 12.0
    hex: float = 20.0
    theirs: float = 0.7
    mine: float = 0.3
    fade: int = 20
    width: int = 6
    close: int = 4
    answers: int = 6

    def price(self, cover: Cover) -> float:
        return self.dia if cover is Cover.DIA else self.tri if cover is Cover.TRI else self.hex

    def now(self, sight: LandSight) -> "Settler":
        """With prices that fade as the pool does: a cover still in hand at the end is worth nothing."""
        part = min(1.0, sight.pool / self.fade) if self.fade else 1.0
        return replace(self, dia=self.dia * part, tri=self.tri * part, hex=self.hex * part, fade=0)

    def claim_worth(self, land: Land, seat: int, shape: Shape, board: Board) -> float:
        """Of a claim by this seat, once all tiles of the shape lie; one that does not yet counts nothing."""
        worth = land.swing(seat, shape, board.laid) - self.price(shape.cover)
        for old in land.overpowered(shape):
            worth += self.price(old.shape.cover) * (1 if old.seat == seat else -1)
        return worth

    def offers(self, land: Land, seat: int, board: Board, tiles: Rack) -> list[Offer]:
        """The claims that laying one of these tiles could bring this seat, the best first."""
        held, laid = land.in_hand[seat], board.laid
        found = []
        for cell, fitting in board.fits.items():
            if not (fitting := fitting & tiles):
                continue
            best: tuple[float, Shape] | None = None
            for shape in land.accepted_with(cell, laid):
                if held[shape.cover]:
                    worth = self.claim_worth(land, seat, shape, board)
                    if best is None or worth > best[0]:
                        best = worth, shape
            if best:
                found.append(Offer(best[0], fitting, cell, best[1]))
        found.sort(key=lambda offer: -offer.worth)
        return found

    def best_offer(self, offers: Sequence[Offer], rack: Rack) -> float:
        """The most that this rack gets out of these offers."""
        best = 0.0
        for offer in offers:
            if fitting := offer.tiles & rack:
                best = max(best, offer.worth + POINTS[fitting.bit_length()])
        return best

    def expected_offer(self, offers: Sequence[Offer], hidden: Rack, held: int) -> float:
        """The most that a hidden rack of so many tiles is likely to get out of them."""
        count = hidden.bit_count()
        if not count:
            return 0.0
        lacks = 1 - min(held / count, 1.0)
        expected, nothing_better = 0.0, 1.0
        for offer in offers:
            fitting = offer.tiles & hidden
            if not fitting:
                continue
            number = fitting.bit_count()
            worth = offer.worth + POINTS[fitting.bit_length()]
            if worth <= 0:
                break
            has = 1 - lacks**number
            expected += nothing_better * has * worth
            nothing_better *= 1 - has
            if nothing_better < 0.03:
                break
        return expected

    def rank(self, sight: LandSight, legal: Sequence[Action]) -> list[tuple[Action, float]]:
        """Every action with its worth, the best first."""
        first = {action: self.at_once(sight, action) for action in legal}
        order = sorted(legal, key=lambda action: -first[action])
        seen = {action: first[action] + self.aftermath(sight, action) for action in order[: self.width]}
        least = min(seen.values())
        seen |= dict.fromkeys(order[self.width :], least)
        return sorted(seen.items(), key=lambda found: -found[1])

    def foresee(
        self, sight: LandSight, legal: Sequence[Action], deals: Iterator[Sequence[Rack]], samples: int
    ) -> list[tuple[Action, float]]:
        """The same, with the next player's real answer in so many dealt worlds, and one's own to that."""
        ranked = self.rank(sight, legal)
        if len(legal) == 1:
            return ranked
        racks = list(islice(deals, samples))
        close = [(action, self.answered(sight, action, racks)) for action, _ in ranked[: self.close]]
        close.sort(key=lambda found: -found[1])
        last = close[-1][1]
        return close + [(action, min(worth, last)) for action, worth in ranked[self.close :]]

    def answered(self, sight: LandSight, action: Action, worlds: Sequence[Sequence[Rack]]) -> float:
        """An action with what the next player does about it, on average over these racks."""
        board, land, rack = self.after(sight, action)
        following = (sight.seat + 1) % len(sight.tiles_left)
        offers = self.offers(land, following, board, hidden_tiles(sight))
        answers: Counter[tuple[Offer, Rack] | None] = Counter()
        for racks in worlds:
            answers[self.answer(offers, racks[following])] += 1
        worth = self.at_once(sight, action)
        for answer, times in answers.most_common(self.answers):
            part = times / len(worlds)
            then_board, then_land = board, land
            if answer:
                offer, tile = answer
                worth -= part * self.theirs * (offer.worth + POINTS[tile.bit_length()])
                then_board, then_land = board.copy(), land.copy()
                then_board.put(offer.cell, WAY[board.demand(offer.cell)][tile])
                then_land.claim(following, offer.shape)
            mine = self.offers(then_land, sight.seat, then_board, rack)
            worth += part * self.mine * self.best_offer(mine, rack)
        for answer, times in answers.most_common()[self.answers :]:
            if answer:
                offer, tile = answer
                worth -= times / len(worlds) * self.theirs * (offer.worth + POINTS[tile.bit_length()])
        return worth

    def answer(self, offers: Sequence[Offer], rack: Rack) -> tuple[Offer, Rack] | None:
        """Which offer this rack takes, with which tile."""
        best, found = 0.0, None
        for offer in offers:
            if fitting := offer.tiles & rack:
                highest = fitting.bit_length()
                if offer.worth + POINTS[highest] > best:
                    best, found = offer.worth + POINTS[highest], (offer, 1 << (highest - 1))
        return found

    def at_once(self, sight: LandSight, action: Action) -> float:
        board, land, seat = sight.board, sight.land, sight.seat
        if action.startswith("claim "):
            return self.claim_worth(land, seat, Shape.parse(action[6:]), board)
        if action.startswith("play "):
            placement = Placement.parse(action[5:])
            claim = self.best_claim(sight, placement)
            return max(claim[0], 0.0) if claim else 0.0
        return 0.0

    def best_claim(self, sight: LandSight, placement: Placement) -> tuple[float, Shape] | None:
        """What laying this tile would let its player claim, at best."""
        land, seat, laid = sight.land, sight.seat, sight.board.laid
        held, points = land.in_hand[seat], placement.tile.points
        found = [
            (self.claim_worth(land, seat, shape, sight.board) + points, shape)
            for shape in land.accepted_with(placement.cell, laid)
            if held[shape.cover]
        ]
        return max(found, key=lambda claim: claim[0], default=None)

    def after(self, sight: LandSight, action: Action) -> tuple[Board, Land, Rack]:
        """Table, land and one's own rack once this is done, with the best claim that a tile then allows."""
        board, land, rack = sight.board.copy(), sight.land.copy(), sight.rack
        if action.startswith("play "):
            placement = Placement.parse(action[5:])
            claim = self.best_claim(sight, placement)
            board.lay(placement)
            rack &= ~placement.tile.bit
            if claim and claim[0] > 0:
                land.claim(sight.seat, claim[1])
        elif action.startswith("claim "):
            land.claim(sight.seat, Shape.parse(action[6:]))
        return board, land, rack

    def aftermath(self, sight: LandSight, action: Action) -> float:
        """What the table then offers to oneself less what it offers to the next player."""
        board, land, rack = self.after(sight, action)
        following = (sight.seat + 1) % len(sight.tiles_left)
        hidden = hidden_tiles(sight)
        theirs = self.offers(land, following, board, hidden)
        mine = self.offers(land, sight.seat, board, rack)
        return self.mine * self.best_offer(mine, rack) - self.theirs * self.expected_offer(
            theirs, hidden, sight.tiles_left[following]
        )
