"""The table screen of a tile game: the board, the player's own tiles and covers, and what to do with them."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from engine.covers import Cover
from ui.board_view import board_view, drag_layer, tile_picture
from ui.cover_view import cover_picture
from ui.nodes import Node, node
from ui.signs import sign, sign_button
from ui.table_view import REMEMBERED, UNDO, Control, Parts, act, plate, spoken, table_view
from ui.telling import cover_name, covers_left, signed, tile_name
from ui.tile_scene import CoverDrag, Drag, RackTile, TileScene, TileSeat
from ui.words import N_, _, n_

_TURN = (
    Control("draw", N_("Draw"), "D", N_("Draw a tile from the pool")),
    Control("pass", N_("Pass"), "P", N_("End the turn without laying a tile")),
    UNDO,
    Control("hint", N_("Hint"), "H", N_("Show a good move, and say why")),
)
_AIM = (
    Control("lay", N_("Lay"), "Enter", N_("Lay the tile here")),
    Control("rotate", N_("Rotate"), "R", N_("Turn the tile to the next way it fits here")),
    Control("cancel", N_("Cancel"), "Esc", N_("Put the tile back")),
)
_CLAIM = Control("claim", N_("Claim"), "Enter", N_("Cover this shape in your colour"))
_CHOOSE = (
    _CLAIM,
    Control("skip", N_("Skip"), "K", N_("Claim nothing in this turn")),
    UNDO,
    Control("hint", N_("Hint"), "H", N_("Show a shape worth claiming, if there is one, and say why")),
)

# Racks of up to so many tiles look alike; the style sheet knows how to lay each of them out.
_RACK_SIZES = (5, 8, 10, 14, 20, 30, 56)


def tile_view(scene: TileScene) -> Node:
    return table_view(
        scene,
        Parts(
            plates=(_plate(seat, seat.number == scene.turn) for seat in scene.seats),
            board=_board(scene),
            counters=(_pool(scene.pool),),
            held=(
                _tray(scene) if scene.look.claims else None,
                None if scene.must_choose else _rack(scene),
            ),
            controls=_acts(scene),
            reveal=_("I am {name} – show my tiles").format(name=scene.curtain),
            honest=_("Racks stay hidden on the page, but a determined opponent could read them from a link."),
        ),
    )


@lru_cache(REMEMBERED)
def _plate(seat: TileSeat, to_move: bool) -> Node:
    left = n_("{n} tile left", "{n} tiles left", seat.tiles_left).format(n=seat.tiles_left)
    tiles = node(
        "span",
        {"class": "plate-tiles", "title": left},
        sign("tile"),
        node("span", {"class": "plate-count", "aria-hidden": "true"}, str(seat.tiles_left), key="count"),
        _row_of_tiles(seat.tiles_left),
        spoken(left),
        key="tiles",
    )
    return plate(seat, to_move, _("points"), _covers_left(seat) if seat.covers else None, tiles)


def _covers_left(seat: TileSeat) -> Node:
    """What a player has left to claim with, beside the name."""
    words = covers_left(seat.covers)
    return node(
        "span",
        {"class": "plate-covers", "title": words},
        *(
            node(
                "span",
                {"class": "cover-count" if count else "cover-count none", "aria-hidden": "true"},
                cover_picture(cover, seat.colour),
                str(count),
                key=str(cover),
            )
            for cover, count in seat.covers
        ),
        spoken(words),
        key="covers",
    )


def _row_of_tiles(count: int) -> Node:
    """So many small tiles side by side, every other one standing on its head."""
    shapes = "".join(
        f"M{5 * n} {10 if n % 2 == 0 else 2}h9l-4.5 {-8 if n % 2 == 0 else 8}z" for n in range(count)
    )
    box = f"-1 1 {5 * count + 6} 10"
    return node(
        "svg",
        {"class": "tile-row", "viewBox": box, "aria-hidden": "true"},
        node("path", {"d": shapes}),
        key="row",
    )


def _board(scene: TileScene) -> Node:
    look = scene.look
    if scene.curtain is not None:
        # Where the hidden tiles would fit is nobody's to see.
        look = replace(look, places=(), focus=None, aim=None, drag=None, claims=(), claim=None)
    return node(
        "div",
        {"class": "board-area"},
        board_view(look),
        drag_layer(look),
        node(
            "div",
            {"class": "zoom", "role": "group", "aria-label": _("Zoom")},
            sign_button("zoom-in", _("Zoom in")),
            sign_button("zoom-out", _("Zoom out")),
            sign_button("fit", _("Show all tiles")),
            key="zoom",
        ),
        key="board",
    )


def _in_the_pool(count: int) -> str:
    return n_("{n} in the pool", "{n} in the pool", count).format(n=count)


def _pool(count: int) -> Node:
    words = _in_the_pool(count)
    return node(
        "p",
        {"class": "pool", "data-pool": count, "title": words},
        sign("tile"),
        node("span", {"class": "pool-count", "aria-hidden": "true"}, str(count), key="count"),
        node("span", {"class": "pool-words"}, words, key="words"),
        key="pool",
    )


def _tray(scene: TileScene) -> Node:
    """The covers of the player to move: to be dragged onto a shape, or tapped to go through the shapes."""
    seat = next(seat for seat in scene.seats if seat.number == scene.turn)
    useful = {claim.shape.cover for claim in scene.look.claims}
    held = scene.look.drag.cover if isinstance(scene.look.drag, CoverDrag) else None
    return node(
        "div",
        {"class": "tray", "role": "group", "aria-label": _("Your covers")},
        *(_pile(cover, count, seat.colour, cover in useful, cover == held) for cover, count in seat.covers),
        key="tray",
    )


@lru_cache(REMEMBERED)
def _pile(cover: Cover, count: int, colour: str, useful: bool, held: bool) -> Node:
    states = {"useless": not useful, "held": held}
    return node(
        "button",
        {
            "type": "button",
            "class": " ".join(["pile", *(state for state, holds in states.items() if holds)]),
            "data-cover": str(cover),
            "aria-disabled": None if useful else "true",
            "title": _("Show the next shape for a cover of this kind") if useful else None,
        },
        cover_picture(cover, colour),
        node("span", {"class": "pile-name", "aria-hidden": "true"}, cover_name(cover), key="name"),
        node("span", {"class": "pile-count", "aria-hidden": "true"}, f"×{count}", key="count"),
        spoken(covers_left(((cover, count),))),
        key=str(cover),
    )


def _rack(scene: TileScene) -> Node:
    tiles = [shown.tile for shown in scene.rack]
    stop = scene.focus_tile if scene.focus_tile in tiles else next(iter(tiles), None)
    # Between turns nothing fits, which says nothing about a tile.
    may_lay = any(shown.fits for shown in scene.rack) or not scene.actions.isdisjoint({"draw", "pass"})
    held = scene.look.drag.tile if isinstance(scene.look.drag, Drag) else None
    size = next(size for size in _RACK_SIZES if len(tiles) <= size)
    return node(
        "div",
        {"class": "rack", "data-size": size, "role": "toolbar", "aria-label": _("Your tiles")},
        *(
            _rack_tile(
                shown,
                chosen=shown.tile == scene.chosen,
                stop=shown.tile == stop,
                useless=may_lay and not shown.fits,
                held=shown.tile == held,
            )
            for shown in scene.rack
        ),
        key="rack",
    )


@lru_cache(REMEMBERED)
def _rack_tile(shown: RackTile, chosen: bool, stop: bool, useless: bool, held: bool) -> Node:
    name = [_("Tile {digits}").format(digits=tile_name(shown.digits))]
    name += [_("just drawn")] if shown.drawn else []
    name += [_("fits nowhere now")] if useless else []
    states = {"drawn": shown.drawn, "useless": useless, "held": held}
    return node(
        "button",
        {
            "type": "button",
            "class": " ".join(["rack-tile", *(state for state, holds in states.items() if holds)]),
            "data-tile": str(shown.tile),
            "data-digits": "".join(map(str, shown.digits)),
            "aria-pressed": "true" if chosen else "false",
            "tabindex": 0 if stop else -1,
        },
        tile_picture(shown.digits),
        spoken(", ".join(name)),
        key=str(shown.tile),
    )


def _acts(scene: TileScene) -> Iterator[Node]:
    for control in _controls(scene):
        possible = control.action in scene.actions
        if control.action not in scene.hidden and (control.action != "rotate" or possible):
            yield _act(control, possible, scene.draw_cost, scene.pool)


@lru_cache(REMEMBERED)
def _act(control: Control, possible: bool, draw_cost: int, pool: int) -> Node:
    draws = control.action == "draw"
    cost = signed(-draw_cost) if draws and draw_cost else None
    return act(
        control,
        possible,
        node("span", {"class": "act-cost"}, cost, key="cost") if cost else None,
        node("span", {"class": "act-left"}, _in_the_pool(pool), key="left") if draws else None,
        primary=control.action in ("lay", "claim"),
    )


def _controls(scene: TileScene) -> tuple[Control, ...]:
    if scene.must_choose:
        return _CHOOSE
    if scene.look.claim:
        return _CLAIM, _AIM[-1]
    return _AIM if scene.look.aim else _TURN
