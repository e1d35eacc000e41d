"""The table screen: who plays, the board, and the player's own tiles with what can be done with them.

The grid of assets/table.css moves the parts about for phone and desk; their order here is the order in
which they are read aloud and reached by Tab.
"""

from dataclasses import dataclass, replace
from functools import cache, lru_cache

from ui.board_view import board_view, drag_layer, emblem, tile_picture
from ui.nodes import Node, node
from ui.parts import button
from ui.scene import Note, RackTile, Scene, Seat, Tone
from ui.telling import signed, tile_name
from ui.words import N_, _, n_

REMEMBERED = 1 << 10
"""Parts that come out of a cache are the same node every time, which the renderer passes over."""

# Strokes on a field of 24 by 24.
_ICONS = {
    "new": "M4 11.5 12 5l8 6.5 M6.5 10v9h11v-9",
    "sheet": "M6 4h12v16H6z M9 9h6 M9 13h6 M9 17h3",
    "rules": "M5 5.5c3-1 5-.5 7 1 2-1.5 4-2 7-1v13c-3-1-5-.5-7 1-2-1.5-4-2-7-1z M12 6.5v13",
    "settings": "M4 7h9 M17 7h3 M15 5v4 M4 12h3 M11 12h9 M9 10v4 M4 17h10 M18 17h2 M16 15v4",
    "zoom-in": "M12 6v12 M6 12h12",
    "zoom-out": "M6 12h12",
    "fit": "M4 9V4h5 M15 4h5v5 M20 15v5h-5 M9 20H4v-5",
    "draw": "M12 4 21 19H3z M12 10v6 M9 13h6",
    "pass": "M6 6l8 6-8 6z M18 6v12",
    "undo": "M9 14 4 9l5-5 M4 9h10a5.5 5.5 0 0 1 0 11h-3",
    "hint": "M9.5 18h5 M10.5 21h3 M12 3a6 6 0 0 0-3.4 10.9c.6.5.9 1 .9 1.6h5c0-.6.3-1 .9-1.6A6 6 0 0 0 12 3z",
    "lay": "M5 13l5 5L20 7",
    "rotate": "M19.5 12a7.5 7.5 0 1 1-2.4-5.5 M20 3v5h-5",
    "cancel": "M6 6l12 12 M18 6 6 18",
    "bot": "M6 9h12v10H6z M12 9V5 M9.5 13v2 M14.5 13v2 M3 12.5v3 M21 12.5v3",
    "winner": "M5 19h14 M5.5 15.5 4 7l4.5 4L12 5l3.5 6L20 7l-1.5 8.5z",
    "to-move": "M8 5l10 7-10 7z",
    "unsaved": "M12 4a8 8 0 1 0 0 16 8 8 0 1 0 0-16z M12 8v5 M12 16v.2",
    "more": "M6 15l6-6 6 6",
    "tile": "M12 5 21 20H3z",
}


@dataclass(frozen=True, slots=True)
class Control:
    """A button of the player's: its word, the key that does the same, and what the two do."""

    action: str
    word: str
    key: str
    about: str


_TURN = (
    Control("draw", N_("Draw"), "D", N_("Draw a tile from the pool")),
    Control("pass", N_("Pass"), "P", N_("End the turn without laying a tile")),
    Control("undo", N_("Undo"), "U", N_("Take back your last decision")),
    Control("hint", N_("Hint"), "H", N_("Show a good tile and where it fits")),
)
_AIM = (
    Control("lay", N_("Lay"), "Enter", N_("Lay the tile here")),
    Control("rotate", N_("Rotate"), "R", N_("Turn the tile to the next way it fits here")),
    Control("cancel", N_("Cancel"), "Esc", N_("Put the tile back")),
)

# Racks of up to so many tiles look alike; the style sheet knows how to lay each of them out.
_RACK_SIZES = (5, 8, 10, 14, 20, 30, 56)


def table_view(scene: Scene) -> Node:
    return node(
        "main",
        {"class": "table"},
        node(
            "p", {"id": "announcer", "class": "visually-hidden", "aria-live": "polite"}, _announcement(scene)
        ),
        node(
            "div",
            {"class": "table-grid"},
            _top_bar(scene.title),
            _unsaved(scene.unsaved) if scene.unsaved else None,
            _plates(scene),
            _board(scene),
            _strip(scene),
            _hand(scene) if scene.curtain is None else _curtain(scene.curtain),
            _log(scene.log),
        ),
        key="table",
    )


def _announcement(scene: Scene) -> str:
    """What a screen reader says: the last thing that happened and whose turn it is, or what is noted."""
    if scene.note and scene.curtain is None:
        return scene.note.text
    return " ".join([*scene.log[-1:], scene.status])


@cache
def _icon(name: str) -> Node:
    return node(
        "svg",
        {"class": f"icon icon-{name}", "viewBox": "0 0 24 24", "aria-hidden": "true"},
        node("path", {"d": _ICONS[name]}),
        key=f"icon-{name}",
    )


def _spoken(text: str) -> Node:
    """Words for those who do not see the sign beside them."""
    return node("span", {"class": "visually-hidden"}, text, key="spoken")


def _icon_button(action: str, name: str) -> Node:
    return button(action, _icon(action), class_="icon-button", aria_label=name, title=name)


@cache
def _top_bar(title: str) -> Node:
    return node(
        "header",
        {"class": "top-bar"},
        _icon_button("new", _("Lobby and new game")),
        node("h1", {}, title),
        _icon_button("sheet", _("Score sheet")),
        _icon_button("rules", _("Rules")),
        _icon_button("settings", _("Settings")),
    )


def _unsaved(reason: str) -> Node:
    return node(
        "div",
        {"class": "unsaved"},
        _icon("unsaved"),
        node("p", {}, reason),
        button("export", _("Export")),
        key="unsaved",
    )


def _plates(scene: Scene) -> Node:
    plates = (_plate(seat, seat.number == scene.turn) for seat in scene.seats)
    return node("ol", {"class": "plates", "aria-label": _("Players")}, *plates)


@lru_cache(REMEMBERED)
def _plate(seat: Seat, to_move: bool) -> Node:
    classes = ["plate", f"colour-{seat.colour}"]
    classes += ["to-move"] if to_move else []
    classes += ["winner"] if seat.winner else []
    marks = [
        ("to-move", _("to move"), to_move),
        ("winner", _("winner"), seat.winner),
        ("bot", _("computer"), seat.is_bot),
    ]
    left = n_("{n} tile left", "{n} tiles left", seat.tiles_left).format(n=seat.tiles_left)
    return node(
        "li",
        {"class": " ".join(classes), "data-seat": seat.number, "aria-current": "true" if to_move else None},
        node("span", {"class": "plate-emblem", "aria-hidden": "true"}, emblem(seat.colour), key="emblem"),
        node("span", {"class": "plate-name", "title": seat.name}, seat.name, key="name"),
        node(
            "span",
            {"class": "plate-marks"},
            *(
                node("span", {"title": word}, _icon(mark), _spoken(word), key=mark)
                for mark, word, holds in marks
                if holds
            ),
            key="marks",
        ),
        node("span", {"class": "plate-score", "data-score": seat.score}, str(seat.score), key="score"),
        node("span", {"class": "visually-hidden"}, _("points"), key="points"),
        _gain(seat),
        node(
            "span",
            {"class": "plate-tiles", "title": left},
            _icon("tile"),
            node("span", {"class": "plate-count", "aria-hidden": "true"}, str(seat.tiles_left), key="count"),
            _row_of_tiles(seat.tiles_left),
            _spoken(left),
            key="tiles",
        ),
        key=f"seat-{seat.number}",
    )


def _gain(seat: Seat) -> Node | None:
    """A new element whenever the score has changed, so that it comes in anew."""
    if seat.last_gain is None:
        return None
    kind = "loss" if seat.last_gain < 0 else "gain"
    return node("span", {"class": f"plate-gain {kind}"}, signed(seat.last_gain), key=f"gain at {seat.score}")


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


def _board(scene: Scene) -> Node:
    look = scene.look
    if scene.curtain is not None:
        # Where the hidden tiles would fit is nobody's to see.
        look = replace(look, places=(), focus=None, aim=None, drag=None)
    return node(
        "div",
        {"class": "board-area"},
        board_view(look),
        drag_layer(look),
        node(
            "div",
            {"class": "zoom", "role": "group", "aria-label": _("Zoom")},
            _icon_button("zoom-in", _("Zoom in")),
            _icon_button("zoom-out", _("Zoom out")),
            _icon_button("fit", _("Show all tiles")),
            key="zoom",
        ),
        key="board",
    )


def _strip(scene: Scene) -> Node:
    """Between board and rack: whose turn it is, what is left, what is to be said."""
    pool = _in_the_pool(scene.pool)
    return node(
        "div",
        {"class": "strip"},
        node("p", {"class": "status", "data-turn": scene.turn}, scene.status, key="status"),
        _clock(scene.seconds_left) if scene.seconds_left is not None else None,
        node(
            "p",
            {"class": "pool", "data-pool": scene.pool, "title": pool},
            _icon("tile"),
            node("span", {"class": "pool-count", "aria-hidden": "true"}, str(scene.pool), key="count"),
            node("span", {"class": "pool-words"}, pool, key="words"),
            key="pool",
        ),
        node(
            "button",
            {"type": "button", "class": "latest", "popovertarget": "log", "title": _("What has happened")},
            _spoken(_("Log:")),
            node("span", {"class": "latest-words"}, scene.log[-1] if scene.log else "", key="words"),
            _icon("more"),
            key="latest",
        ),
        _note(scene.note) if scene.note and scene.curtain is None else None,
        key="strip",
    )


def _in_the_pool(count: int) -> str:
    return n_("{n} in the pool", "{n} in the pool", count).format(n=count)


def _clock(seconds: int) -> Node:
    words = n_("{n} second left", "{n} seconds left", seconds).format(n=seconds)
    return node(
        "p",
        {"class": "clock short" if seconds <= 10 else "clock", "role": "timer", "aria-label": words},
        f"{seconds // 60}:{seconds % 60:02}",
        key="clock",
    )


def _note(note: Note) -> Node:
    """Said anew, it is a new element: a second refusal is seen to be one."""
    key = f"note {note.text}"
    if note.tone is not Tone.FORCED:
        return node("p", {"class": f"note note-{note.tone}"}, note.text, key=key)
    attributes = {"type": "button", "class": "note note-forced", "data-action": "go-on", "title": _("Go on")}
    return node(
        "button", attributes, note.text, node("span", {"class": "running", "aria-hidden": "true"}), key=key
    )


def _hand(scene: Scene) -> Node:
    return node("div", {"class": "hand"}, _rack(scene), _actions(scene), key="hand")


def _rack(scene: Scene) -> Node:
    tiles = [shown.tile for shown in scene.rack]
    stop = scene.focus_tile if scene.focus_tile in tiles else next(iter(tiles), None)
    # Between turns nothing fits, which says nothing about a tile.
    may_lay = any(shown.fits for shown in scene.rack) or not scene.actions.isdisjoint({"draw", "pass"})
    held = scene.look.drag.tile if scene.look.drag else None
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
        _spoken(", ".join(name)),
        key=str(shown.tile),
    )


def _actions(scene: Scene) -> Node:
    attributes = {"class": "actions", "role": "group", "aria-label": _("Actions")}
    if scene.over:
        sheet = button("sheet", _icon("sheet"), _word(_("Score sheet")), class_="act primary")
        return node("div", attributes, sheet, key="actions")
    controls = _AIM if scene.look.aim else _TURN
    shown = [
        control
        for control in controls
        if control.action not in scene.hidden and (control.action != "rotate" or "rotate" in scene.actions)
    ]
    acts = (_act(control, control.action in scene.actions, scene.draw_cost, scene.pool) for control in shown)
    return node("div", attributes, *acts, key="actions")


def _word(word: str) -> Node:
    return node("span", {"class": "act-word"}, word, key="word")


@lru_cache(REMEMBERED)
def _act(control: Control, possible: bool, draw_cost: int, pool: int) -> Node:
    draws = control.action == "draw"
    cost = signed(-draw_cost) if draws and draw_cost else None
    return button(
        control.action,
        _icon(control.action),
        _word(_(control.word)),
        node("span", {"class": "act-cost"}, cost, key="cost") if cost else None,
        node("span", {"class": "act-left"}, _in_the_pool(pool), key="left") if draws else None,
        class_="act primary" if control.action == "lay" else "act",
        title=_("{what} ({key})").format(what=_(control.about), key=control.key),
        aria_disabled=None if possible else "true",
    )


def _curtain(name: str) -> Node:
    return node(
        "section",
        {"class": "curtain", "aria-labelledby": "curtain-title"},
        node("h2", {"id": "curtain-title"}, _("Pass the device to {name}").format(name=name)),
        button("reveal", _("I am {name} – show my tiles").format(name=name), class_="primary"),
        key="curtain",
    )


def _log(sentences: tuple[str, ...]) -> Node:
    """Newest first: what happened last is seen without scrolling. On a phone it opens as a popover."""
    close = {
        "type": "button",
        "class": "log-close",
        "popovertarget": "log",
        "popovertargetaction": "hide",
        "aria-label": _("Close"),
    }
    told = [_told(n, sentence) for n, sentence in enumerate(sentences)]
    return node(
        "section",
        {"class": "log", "id": "log", "popover": "auto", "aria-labelledby": "log-title"},
        node("h2", {"id": "log-title"}, _("Log")),
        node("button", close, _icon("cancel")),
        node(
            "ol",
            {"class": "log-list", "reversed": True, "tabindex": 0, "aria-labelledby": "log-title"},
            *reversed(told),
        ),
        key="log",
    )


@lru_cache(REMEMBERED)
def _told(number: int, sentence: str) -> Node:
    """A log only grows."""
    return node("li", {}, sentence, key=str(number))
