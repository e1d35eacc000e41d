"""The printed rule sheets, each one frozen value in one table.

What differs between sheets as a number is a number here; what differs as behaviour is a function or a
small object, named after what the sheet says. Nothing else in the engine asks which edition it is. There
are three kinds of sheet: most are played with tiles for points, Conquest with tiles for land, and Conquer
on a ring, whose data is in `engine.ring`.
"""

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Protocol, TypeAlias

from engine.board import HEXAGONS, Board, Figure
from engine.covers import Cover
from engine.errors import Malformed, quoted
from engine.game import Adjustment, Edition, Laid, RoundOver
from engine.options import Target
from engine.ring import CONQUER
from engine.tiles import TILES, Placement, Rack, Tile, rack_points, tiles_of


@dataclass(frozen=True, slots=True)
class Figures:
    """What each figure adds to its tile. Where there is no extension, the sheet does not know it."""

    bridge: int
    hexagons: tuple[int, int, int]
    bridge_extension: int | None = None

    def bonus(self, figure: Figure) -> int | None:
        one, two, three = self.hexagons
        return {
            Figure.BRIDGE: self.bridge,
            Figure.HEXAGON: one,
            Figure.DOUBLE_HEXAGON: two,
            Figure.TRIPLE_HEXAGON: three,
            Figure.BRIDGE_EXTENSION: self.bridge_extension,
        }[figure]


@dataclass(frozen=True, slots=True)
class Draws:
    """Drawing in one turn. A `limit` of None means until a tile fits."""

    limit: int | None
    cost: int
    nothing_laid: int
    though_something_fits: bool
    may_stop_early: bool = False
    empty_pool: int = 0

    def pass_cost(self, drawn: int, pool: int) -> int:
        if drawn == self.limit:
            return self.nothing_laid
        return 0 if pool else self.empty_pool


@dataclass(frozen=True, slots=True)
class Out:
    """Going out: its bonus, and whether the others may still answer (the bell)."""

    bonus: int
    takes_racks: bool
    plays_out_the_round: bool

    def account(self, seat: int, racks: Sequence[Rack]) -> list[Adjustment]:
        lines = [Adjustment(seat, "out", self.bonus)]
        if self.takes_racks:
            lines.append(Adjustment(seat, "others' racks", sum(map(rack_points, racks))))
        return lines


class Opening(Protocol):
    """Who begins a round, with which tiles, and what that adds."""

    def beginner(self, racks: Sequence[Rack]) -> int | None: ...
    def tiles(self, rack: Rack) -> Rack: ...
    def bonus(self, tile: Tile) -> int: ...


class ByLot:
    """Everyone draws a tile for it; any tile of the rack may open."""

    def beginner(self, racks: Sequence[Rack]) -> None:
        return None

    def tiles(self, rack: Rack) -> Rack:
        return rack

    def bonus(self, tile: Tile) -> int:
        return 0


class HighestTriple:
    """The highest triple opens, or 000 from the same rack; with no triple dealt, the highest sum."""

    def beginner(self, racks: Sequence[Rack]) -> int:
        return max(range(len(racks)), key=lambda seat: self._rank(self._best(racks[seat])))

    def tiles(self, rack: Rack) -> Rack:
        best = self._best(rack)
        return best.bit | (TILES[0].bit & rack) if best.is_triple else best.bit

    def bonus(self, tile: Tile) -> int:
        if not tile.is_triple:
            return 0
        return 10 if tile.points else 10 + 30

    def _best(self, rack: Rack) -> Tile:
        return max(tiles_of(rack), key=self._rank)

    @staticmethod
    def _rank(tile: Tile) -> tuple[bool, int, int, int]:
        _, middle, largest = tile.digits
        return tile.is_triple, tile.points, largest, middle


Blocked: TypeAlias = Callable[[Sequence[Rack]], tuple[tuple[int, ...], list[Adjustment]]]
"""From the racks of a blocked round to who won it and what is booked."""


def own_rack_off(racks: Sequence[Rack]) -> tuple[tuple[int, ...], list[Adjustment]]:
    return (), [Adjustment(seat, "own rack", -rack_points(rack)) for seat, rack in enumerate(racks)]


def lowest_rack_wins(racks: Sequence[Rack]) -> tuple[tuple[int, ...], list[Adjustment]]:
    return _winner_takes_racks(racks, lambda rack: (rack_points(rack), rack.bit_count()))


def fewest_tiles_win(racks: Sequence[Rack]) -> tuple[tuple[int, ...], list[Adjustment]]:
    return _winner_takes_racks(racks, lambda rack: (rack.bit_count(), rack_points(rack)))


def nothing_booked(racks: Sequence[Rack]) -> tuple[tuple[int, ...], list[Adjustment]]:
    return (), []


def _winner_takes_racks(
    racks: Sequence[Rack], rank: Callable[[Rack], tuple[int, int]]
) -> tuple[tuple[int, ...], list[Adjustment]]:
    best = min(map(rank, racks))
    winners = tuple(seat for seat, rack in enumerate(racks) if rank(rack) == best)
    everything = sum(map(rack_points, racks))
    lines = []
    for seat in winners:
        own = rack_points(racks[seat])
        lines += [Adjustment(seat, "others' racks", everything - own), Adjustment(seat, "own rack", -own)]
    return winners, lines


Champions: TypeAlias = Callable[[Sequence[int], Sequence[int], RoundOver], tuple[int, ...]]
"""From the scores, the seats that reached the target and the last round to who won the match."""


def highest_total(scores: Sequence[int], reached: Sequence[int], last: RoundOver) -> tuple[int, ...]:
    return highest_of(range(len(scores)), scores)


def round_winner_first(scores: Sequence[int], reached: Sequence[int], last: RoundOver) -> tuple[int, ...]:
    """Of several who reached the target, whoever won the last round goes before a higher total."""
    return highest_of([seat for seat in reached if seat in last.seats] or reached, scores)


def highest_of(seats: Sequence[int], scores: Sequence[int]) -> tuple[int, ...]:
    best = max(scores[seat] for seat in seats)
    return tuple(seat for seat in seats if scores[seat] == best)


@dataclass(frozen=True, slots=True, kw_only=True)
class TileEdition(Edition):
    """What every sheet of a tile game settles, whatever is played for."""

    draws: Draws
    opening: Opening = ByLot()


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsEdition(TileEdition):
    """Each tile brings points, rounds are added up."""

    figures: Figures
    out: Out
    blocked: Blocked
    tile_points: Callable[[Tile], int] = operator.attrgetter("points")
    reaches: Callable[[int, int], bool] = operator.ge
    champions: Champions = highest_total

    def lay(self, seat: int, board: Board, placement: Placement) -> Laid:
        """What laying this fitting tile is worth."""
        tile = placement.tile
        figure = board.figure(placement.cell)
        bonus = None if figure is None else self.figures.bonus(figure)
        return Laid(
            seat=seat,
            placement=placement,
            points=self.tile_points(tile),
            opening=0 if board.laid else self.opening.bonus(tile),
            figure=None if bonus is None else figure,
            bonus=bonus or 0,
            hexagons=board.hexagons(placement.cell) if figure in HEXAGONS else (),
        )

    def match_winners(
        self, target: Target, rounds: int, scores: Sequence[int], last: RoundOver
    ) -> tuple[int, ...]:
        """Who has won once a round is over; nobody while another round is to be dealt."""
        if target.points is None:
            return highest_total(scores, (), last) if rounds == target.rounds else ()
        reached = [seat for seat, score in enumerate(scores) if self.reaches(score, target.points)]
        return self.champions(scores, reached, last) if reached else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LandEdition(TileEdition):
    """One round for land: what counts in the end is what lies under one's covers."""

    covers: Mapping[Cover, int]
    """How many of each a player has."""


TOURNAMENT = PointsEdition(
    name="tournament",
    figures=Figures(bridge=40, hexagons=(50, 60, 70)),
    draws=Draws(limit=3, cost=5, nothing_laid=10, though_something_fits=True),
    out=Out(bonus=25, takes_racks=True, plays_out_the_round=False),
    blocked=own_rack_off,
    default_target=Target(points=400),
    reaches=operator.gt,
)
XXL = replace(
    TOURNAMENT,
    name="xxl",
    out=replace(TOURNAMENT.out, plays_out_the_round=True),
    blocked=lowest_rack_wins,
    reaches=operator.ge,
)
XXL_FRENCH = replace(XXL, name="xxl-fr", out=TOURNAMENT.out, blocked=own_rack_off)
XXL_GERMAN = replace(XXL, name="xxl-de", draws=replace(XXL.draws, may_stop_early=True), blocked=own_rack_off)
XXL_PORTUGUESE = replace(XXL, name="xxl-pt", draws=replace(XXL.draws, nothing_laid=0))
KIDS = replace(
    XXL,
    name="kids",
    figures=Figures(bridge=1, hexagons=(1, 2, 3)),
    draws=replace(XXL.draws, cost=0, nothing_laid=0),
    out=Out(bonus=5, takes_racks=False, plays_out_the_round=True),
    blocked=nothing_booked,
    default_target=Target(rounds=1),
    tile_points=lambda tile: 1,
)
CLASSIC = replace(
    TOURNAMENT,
    name="classic",
    figures=replace(TOURNAMENT.figures, bridge_extension=40),
    draws=Draws(limit=None, cost=5, nothing_laid=0, though_something_fits=False, empty_pool=10),
    blocked=fewest_tiles_win,
    opening=HighestTriple(),
    reaches=operator.ge,
    champions=round_winner_first,
)
CONQUEST = LandEdition(
    name="conquest",
    draws=Draws(limit=3, cost=0, nothing_laid=0, though_something_fits=False),
    default_target=Target(rounds=1),
    covers=MappingProxyType({Cover.HEX: 1, Cover.TRI: 2, Cover.DIA: 4}),
)

EDITIONS: dict[str, Edition] = {
    edition.name: edition
    for edition in (TOURNAMENT, XXL, XXL_FRENCH, XXL_GERMAN, XXL_PORTUGUESE, KIDS, CLASSIC, CONQUEST, CONQUER)
}
TILE_EDITIONS = {name: edition for name, edition in EDITIONS.items() if isinstance(edition, TileEdition)}
POINTS_EDITIONS = tuple(edition for edition in EDITIONS.values() if isinstance(edition, PointsEdition))


def edition_named(name: object) -> Edition:
    if not isinstance(name, str) or name not in EDITIONS:
        raise Malformed(f"unknown edition {quoted(name)}: there are {', '.join(EDITIONS)}")
    return EDITIONS[name]
