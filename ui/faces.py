"""What each kind of game looks like on the page: one table, which is all that tells the kinds apart.

Everything else speaks to a `Face`, as the engine's callers speak to a match.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine import EDITIONS, Match
from engine.editions import LandEdition, PointsEdition
from engine.game import Edition
from engine.ring import RingEdition
from ui.book import tiles_picture
from ui.nodes import Node
from ui.replay import Replay
from ui.replay_view import Shown
from ui.ring_replay import RingReplay
from ui.ring_replay_view import RING as RING_SHOWN
from ui.ring_replay_view import thumbnail_of
from ui.ring_sheet import ring_sheet
from ui.ring_table import RingTable
from ui.ring_view import ring_view
from ui.sheet_view import sheet_view
from ui.shelf import tiles_in
from ui.table import Table
from ui.tile_replay import TileReplay
from ui.tile_replay_view import TILES as TILES_SHOWN
from ui.tile_table import TileTable
from ui.tile_view import tile_view


@dataclass(frozen=True, slots=True)
class Face:
    table: type[Table]
    view: Callable[[Any], Node]
    """Draws the scene of its table."""
    replay: type[Replay[Any]]
    shown: Shown
    sheet: Callable[[Match, int], Node]
    thumbnail: Callable[[str], Node | None]
    """A small picture of how a record stands, if there is anything to see."""


def _laid(record: str) -> Node | None:
    laid = tiles_in(record)
    return tiles_picture(laid) if laid else None


TILES = Face(TileTable, tile_view, TileReplay, TILES_SHOWN, sheet_view, _laid)

RING = Face(RingTable, ring_view, RingReplay, RING_SHOWN, ring_sheet, thumbnail_of)

_FACES: dict[type[Edition], Face] = {PointsEdition: TILES, LandEdition: TILES, RingEdition: RING}


def face_of(edition: str) -> Face:
    return _FACES[type(EDITIONS[edition])]
