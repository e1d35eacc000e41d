"""Setting up a round: the order of what is shuffled, and the lots drawn for who begins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol, TypeAlias

from engine.editions import TileEdition
from engine.errors import Malformed, typed
from engine.tiles import TILES, Rack, Tile, rack_of

Lots: TypeAlias = tuple[tuple[Tile, ...], ...]


def rack_size(players: int) -> int:
    return 9 if players == 2 else 7


class Deal(Protocol):
    """What chance settles before a round begins. `extra` keeps what else a record says of the round."""

    @property
    def first(self) -> int: ...
    @property
    def extra(self) -> Mapping[str, Any]: ...

    @classmethod
    def shuffled(cls, edition: Any, players: int, rng: Random) -> "Deal":
        """A fresh deal, with its beginner."""
        ...

    @classmethod
    def from_json(cls, edition: Any, order: Sequence[object], first: int, extra: Mapping[str, Any]) -> "Deal":
        """What a record says, which anybody may have written. `extra` may hold the lots, which are for
        display: if they are not written as we write them, they are left as they are."""
        ...

    def order_as_json(self) -> list[str]: ...
    def lots_as_json(self) -> list[Any]: ...


@dataclass(frozen=True, slots=True)
class TileDeal:
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

    @classmethod
    def shuffled(cls, edition: TileEdition, players: int, rng: Random) -> "TileDeal":
        """A fresh deal, with its beginner: named by the racks, or drawn by lot."""
        tiles = list(TILES)
        rng.shuffle(tiles)
        dealt = cls(tuple(tiles), first=0)
        named = edition.opening.beginner(dealt.racks(players))
        if named is not None:
            return cls(dealt.tiles, named)

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
        return cls((*in_hand, *pool), highest[0], tuple(lots))

    @classmethod
    def from_json(
        cls, edition: TileEdition, order: Sequence[object], first: int, extra: Mapping[str, Any]
    ) -> "TileDeal":
        if len(order) != len(TILES):
            raise Malformed(f"the deal has {len(order)} tiles, not {len(TILES)}")
        tiles = tuple(Tile.parse(typed(tile, str, "a tile of the deal")) for tile in order)
        if lots := _lots_of(extra.get("lots")):
            extra = {key: value for key, value in extra.items() if key != "lots"}
        return cls(tiles, first, lots, extra)

    def order_as_json(self) -> list[str]:
        return [str(tile) for tile in self.tiles]

    def lots_as_json(self) -> list[Any]:
        return [[str(tile) for tile in drawn] for drawn in self.lots]


def _lots_of(given: object) -> Lots:
    if not isinstance(given, list) or not all(isinstance(drawn, list) for drawn in given):
        return ()
    try:
        return tuple(tuple(Tile.parse(tile) for tile in drawn) for drawn in given)
    except (TypeError, Malformed):
        return ()
