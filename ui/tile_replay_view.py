"""The replay of a tile game on the screen: the board, and what is in the racks."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from engine.game import Claimed, Done, Drew, Laid, Passed, Skipped, TimedOut
from engine.lattice import Cell
from engine.tiles import Tile
from ui.board_view import board_view, tile_picture
from ui.geometry import outline, picture_box
from ui.nodes import Node, node
from ui.replay_view import REMEMBERED, Shown, board_area
from ui.signs import sign_button
from ui.telling import cover_name, covers_left, figure_name, signed, tile_name
from ui.tile_replay import TileReplay
from ui.words import _, n_


def _board(replay: TileReplay) -> Node:
    picture = board_view(replay.look())
    marks = (_better(cell) for remark in replay.remarks_now() for cell in sorted(remark.cells))
    better = node("g", {"class": "better"}, *marks, key="better")
    return board_area(
        replace(picture, children=(*picture.children, better)),
        node(
            "div",
            {"class": "zoom", "role": "group", "aria-label": _("Zoom")},
            sign_button("zoom-in", _("Zoom in")),
            sign_button("zoom-out", _("Zoom out")),
            sign_button("fit", _("Show all tiles")),
            key="zoom",
        ),
    )


@lru_cache(REMEMBERED)
def _better(cell: Cell) -> Node:
    """Round a cell that would have brought more."""
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in outline(cell))
    return node("polygon", {"points": points}, key=str(cell))


def _by_itself(replay: TileReplay) -> Node:
    return board_view(replace(replay.look(), box=picture_box(replay.now.laid), glow=None))


def _held(replay: TileReplay, seat: int) -> Iterator[Node]:
    yield _rack(replay.rack(seat), replay.now.racks[seat].bit_count())
    if covers := replay.now.in_hand[seat]:
        yield node("span", {"class": "covers"}, covers_left(covers))


@lru_cache(REMEMBERED)
def _rack(tiles: tuple[Tile, ...] | None, count: int) -> Node:
    """The tiles of a player, or only how many where they are hidden."""
    left = n_("{n} tile left", "{n} tiles left", count).format(n=count)
    if tiles is None:
        return node("span", {"class": "rack-hidden"}, left)
    spoken = ", ".join(tile_name(tile.digits) for tile in tiles) or left
    return node(
        "span",
        {"class": "rack-open", "role": "img", "aria-label": spoken},
        *(tile_picture(tile.digits) for tile in tiles),
    )


def _what(done: Done, seen: bool) -> tuple[str, str]:
    """A move in a word or two, and what it brought."""
    match done:
        case Laid(points=None):
            return tile_name(done.placement.digits), ""
        case Laid():
            figure = [figure_name(done.figure)] if done.figure else []
            return " ".join([tile_name(done.placement.digits), *figure]), signed(done.gain)
        case Drew():
            drawn = _("draws {tile}").format(tile=tile_name(done.tile.digits)) if seen else _("draws")
            return drawn, signed(done.gain) if done.gain else ""
        case Passed():
            return _("pass"), signed(done.gain) if done.gain else ""
        case TimedOut():
            return _("time up"), signed(done.gain) if done.gain else ""
        case Claimed():
            return cover_name(done.shape.cover), signed(done.points)
        case Skipped():
            return _("claims nothing"), ""


TILES = Shown(_board, _by_itself, _held, _what)
