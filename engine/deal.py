"""Setting up a round: the order of the 56 tiles, and the lots drawn for who begins."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

from engine.editions import Edition
from engine.errors import Malformed
from engine.tiles import TILES, Rack, Tile, rack_of

Lots: TypeAlias = tuple[tuple[Tile, ...], ...]


def rack_size(players: int) -> int:
    return 9 if players == 2 else 7


@dataclass(frozen=True, slots=True)
class Deal:
    """All tiles in order: seat 0's rack, seat 1's, …, then the pool, taken from the front."""

    tiles: tuple[Tile, ...]
    first: int
    lots: Lots = ()
    extra: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.tiles) != len(TILES):
            raise Malformed(f"the deal has {len(self.tiles)} tiles, not {len(TILES)}")
        seen = 0
        for tile in self.tiles:
            if seen & tile.bit:
                raise Malformed(f"tile {tile} is in the deal twice")
            seen |= tile.bit

    def racks(self, players: int) -> list[Rack]:
        size = rack_size(players)
        return [rack_of(self.tiles[seat * size : (seat + 1) * size]) for seat in range(players)]

    def pool(self, players: int) -> tuple[Tile, ...]:
        return self.tiles[players * rack_size(players) :]


def shuffled(edition: Edition, players: int, rng: Random) -> Deal:
    """A fresh deal, with its beginner: named by the racks, or drawn by lot."""
    tiles = list(TILES)
    rng.shuffle(tiles)
    dealt = Deal(tuple(tiles), first=0)
    named = edition.opening.beginner(dealt.racks(players))
    if named is not None:
        return Deal(dealt.tiles, named)

    pool = list(dealt.pool(players))
    lots: list[tuple[Tile, ...]] = []
    highest: list[int] = []
    while len(highest) != 1:
        drawn = tuple(pool[:players])
        lots.append(drawn)
        best = max(tile.points for tile in drawn)
        highest = [seat for seat, tile in enumerate(drawn) if tile.points == best]
        rng.shuffle(pool)
    in_hand = dealt.tiles[: players * rack_size(players)]
    return Deal((*in_hand, *pool), highest[0], tuple(lots))
