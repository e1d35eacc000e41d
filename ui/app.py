"""The page as a whole: which screen is up, who hears a tap or a key, and what is kept.

Everything a person can do arrives in `do`, `set_field`, `press`, `choose_tile` or `tap_board`; every
handler ends by drawing once. The table decides about the game, this module about the page around it.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from zlib import crc32

from engine import EDITIONS, Malformed, Match, NotAllowed, RecordError, read, write
from engine.game import Laid
from engine.lattice import Cell
from engine.tiles import Placement, Tile
from ui import address, link, page, words
from ui.board_view import paints
from ui.geometry import cell_at
from ui.gestures import Gestures
from ui.hand import TableHand, on_board
from ui.lobby import Lobby
from ui.lobby_view import Continue, lobby_view
from ui.nodes import Node, node
from ui.parts import button, dialog
from ui.render import Renderer
from ui.rulebook import rulebook_view, tiles_picture
from ui.scene import Scene
from ui.settings import BOT_SECONDS, Settings, settings_view
from ui.setup import Setup, new_seed
from ui.sheet_view import sheet_view
from ui.store import Memory, NotSaved, Store, new_id
from ui.table import Table
from ui.table_view import table_view
from ui.telling import edition_name, names_of, number, signed, what_happened, why_unsaved
from ui.words import _

ZOOM_STEP = 1.25
TOAST_SECONDS = 8.0
AFTER_PAINT_SECONDS = 0.05


class App:
    def __init__(self) -> None:
        storage = page.storage()
        self._forgets = isinstance(storage, Memory)
        self.store = Store(storage)
        self.settings = Settings.from_json(self.store.setting("settings", None))
        self.lobby = Lobby.from_json(self.store.setting("lobby", None))
        self.hand = TableHand(lambda: self.table)
        self.gestures = Gestures(self.hand)
        self.table: Table | None = None
        self._game = ""
        self._unsaved = why_unsaved("forbidden") if self._forgets else None
        self._renderer = Renderer(page.find("#app"))
        self._board_size = page.BoardSize(self.changed)
        self._request_frame = page.frames(self.flush)
        self._dialog: str | None = None
        self._opener: str | None = None
        self._shown_round = 0
        self._rules_edition = "tournament"
        self._toast: str | None = None
        self._toast_timer: page.Timer | None = None
        self._focus: str | None = None
        self._by_key = False
        self._is_stale = False
        self._waiting: Match | None = None
        """The game that the lobby offers to continue."""
        self._theme: str | None = None
        self._drawn: Scene | None = None
        self._tile_first = False

    # Coming in

    def start(self, query: str, fragment: str, language: str) -> None:
        """Open what the address names: a game, a shared record, or the lobby."""
        offered = words.languages()
        spoken = address.language(query, offered) or (language if language in offered else offered[0])
        words.speak(spoken)
        wish = address.parse(query, fragment, offered)
        page.ROOT.lang = spoken
        page.ROOT.classList.toggle("embed", wish.embed)
        self._theme = wish.theme
        self._paint_theme()
        if wish.trouble:
            self.lobby.message = " ".join(wish.trouble)
        if wish.record or wish.setup:
            origin = f"from:{crc32((query + fragment).encode()):08x}"
            self._open_wish(wish, origin)
        if not self.table:
            self._enter_lobby()
        self.flush()

    def _open_wish(self, wish: address.Address, origin: str) -> None:
        """Begin what the address asks for, or go on with it if this address has begun it before."""
        begun = self.store.setting(origin, None)
        if isinstance(begun, str) and begun in {kept.id for kept in self.store.games()}:
            match = self._opened(begun)
            if match and (wish.record or not match.winners):
                self._sit_down(match, begun)
                return
        if wish.record:
            try:
                self._sit_down(read(wish.record))
            except RecordError as error:
                self.lobby.message = _("The game in this link cannot be opened: {reason}.").format(
                    reason=error
                )
                return
        elif wish.setup:
            self._sit_down(wish.setup.match())
        self._remember(origin, self._game)

    def _enter_lobby(self) -> None:
        if self.table:
            self.table.leave()
        self.table = self._dialog = None
        latest = self.store.latest()
        self._game = latest.id if latest else ""
        self._waiting = self._opened(latest.id) if latest else None
        self.changed()

    def _opened(self, game: str) -> Match | None:
        """A kept game, after saying so if part of it was damaged."""
        opened = self.store.open(game)
        if opened.trouble:
            self.toast(what_happened(opened.trouble.kind))
        return opened.match

    def _resume(self, game: str) -> None:
        if match := self._opened(game):
            self._sit_down(match, game)

    def _sit_down(self, match: Match, game: str | None = None) -> None:
        """Begin or take up a game; without a name it is a new one."""
        if self.table:
            self.table.leave()
        self._game = game or new_id()
        self._dialog = None
        if game is None and match.rounds:
            self.keep(match)
        self._drawn = None
        self.table = Table(match, self)
        self._shown_round = len(match.rounds) - 1
        self.changed()

    # What people do

    def do(self, action: str, value: str | None = None) -> None:
        """A button was pressed."""
        handlers: dict[str, Callable[[], object]] = {
            "play": self._play,
            "continue": lambda: self._resume(self._game),
            "new": self._enter_lobby,
            "import": self._import,
            "export": self._export,
            "copy-link": self._copy_link,
            "dismiss": self._dismiss,
            "rules": lambda: self._open_dialog("rules"),
            "settings": lambda: self._open_dialog("settings"),
            "sheet": lambda: self._open_dialog("sheet"),
            "close": self._close_dialog,
            "show-round": lambda: self._show_round(int(value or 0)),
            "next-round": self._next_round,
            "again": lambda: self._again(new_seed()),
            "same-deal": lambda: self._again(None),
        }
        if self.table:
            table = self.table
            handlers |= {
                "draw": lambda: self._act("draw"),
                "pass": lambda: self._act("pass"),
                "undo": table.undo,
                "hint": table.hint,
                "rotate": table.rotate,
                "lay": table.lay,
                "cancel": table.cancel,
                "reveal": table.reveal,
                "go-on": table.go_on,
                "fit": table.fit,
                "zoom-in": lambda: table.zoom(ZOOM_STEP),
                "zoom-out": lambda: table.zoom(1 / ZOOM_STEP),
            }
        if handler := handlers.get(action):
            handler()
        self.changed()

    def _act(self, action: str) -> None:
        if self.table and action in self.table.legal():
            self.table.act(action)

    def set_field(self, field: str, value: str) -> None:
        """An input was changed."""
        if field == "rules-edition":
            self._rules_edition = value if value in EDITIONS else self._rules_edition
        elif field.startswith("setting-"):
            self.settings = self.settings.with_choice(field.removeprefix("setting-"), value)
            self._remember("settings", self.settings.as_json())
            self._theme = None
            self._paint_theme()
        else:
            self.lobby.set(field, value)
        self.changed()

    def press(self, key: str, in_field: bool, on_place: bool, on_tile: bool) -> bool:
        """A key went down. Whether it meant something here."""
        self._by_key = True
        if key == "Escape":
            return self._escape()
        if self._dialog or in_field or not self.table:
            return False
        table = self.table
        if key.startswith("Arrow") and on_place:
            table.move_aim(key.removeprefix("Arrow").lower())
        elif key in ("ArrowLeft", "ArrowRight") and on_tile:
            table.move_tile(1 if key == "ArrowRight" else -1)
            self._focus = '[data-tile][tabindex="0"]'
        elif key in ("Enter", " ") and on_place:
            table.lay()
        elif self.settings.keys == "on" and (action := KEYS.get(key.lower())):
            self.do(action)
        else:
            return False
        return True

    def _escape(self) -> bool:
        if self._dialog:
            self._close_dialog()
        elif self.table and self.table.cancel():
            self._focus = '[data-tile][tabindex="0"]'
        else:
            return False
        return True

    def choose_tile(self, tile: str, by_key: bool) -> None:
        self._by_key = by_key
        if self.table:
            self.table.choose(Tile.parse(tile), by_key)

    def tap_place(self, cell: str, pointer: str) -> None:
        if self.table:
            self.table.tap_place(Cell.parse(cell), self.settings.confirms(pointer))

    def tap_board(self, x: float, y: float) -> None:
        """A tap on the board where no place is lit; x and y are pixels of the window."""
        if self.table:
            self.table.refuse(cell_at(*on_board(self.table, x, y)))

    # The page for scripts: window.deltille

    def legal(self) -> tuple[str, ...]:
        return self.table.legal() if self.table else ()

    def act(self, action: str) -> None:
        if not self.table:
            raise NotAllowed(_("No game is being played."))
        self.table.act(action)
        self._tile_first = False
        self.flush()

    def record(self) -> str:
        if not self.table:
            raise NotAllowed(_("No game is being played."))
        return write(self.table.match)

    def load(self, record: str) -> None:
        self._sit_down(read(record))
        self.flush()

    # What the table asks of the page

    def keep(self, match: Match) -> None:
        try:
            self.store.save(self._game, write(match))
        except NotSaved as refused:
            self._unsaved = why_unsaved(refused.reason)
        else:
            self._unsaved = why_unsaved("forbidden") if self._forgets else None

    def later(self, seconds: float, function: Callable[[], None]) -> page.Timer:
        def ring() -> None:
            function()
            self.flush()

        return page.Timer(seconds, ring)

    def bot_seconds(self) -> float:
        return 0.0 if page.reduced_motion() else BOT_SECONDS[self.settings.pace]

    def aspect(self) -> float:
        return self._board_size.aspect

    def focus_place(self) -> None:
        self._focus = '[data-target][tabindex="0"]'

    def gained(self, event: Laid) -> None:
        self._tile_first = True
        if event.figure:
            tile, score = f'[data-cell="{event.placement.cell}"]', f'[data-seat="{event.seat}"] [data-score]'
            self.later(AFTER_PAINT_SECONDS, lambda: page.fly(signed(event.gain), tile, score))

    def round_over(self) -> None:
        if self.table and self._dialog is None:
            self._shown_round = len(self.table.match.rounds) - 1
            self._open_dialog("sheet")

    # Smaller things

    def _play(self) -> None:
        try:
            setup = self.lobby.setup()
        except Malformed as error:
            self.lobby.message = str(error)
        else:
            self.lobby.message = None
            self._remember("lobby", self.lobby.as_json())
            self._sit_down(setup.match())

    def _next_round(self) -> None:
        if self.table:
            self._dialog = None
            self.table.next_round()
            self._shown_round = len(self.table.match.rounds) - 1

    def _again(self, seed: str | None) -> None:
        if self.table:
            setup = Setup.of(self.table.match)
            self._sit_down(Setup(setup.edition, setup.players, setup.options, seed or setup.seed).match())

    def _export(self) -> None:
        if self.table:
            page.download(
                f"deltille-{self.table.match.edition.name}-{time.strftime('%Y-%m-%d')}.json", self.record()
            )

    def _copy_link(self) -> None:
        if self.table:
            try:
                text = page.own_address() + "#g=" + link.encode(self.record())
            except Malformed as error:
                self.toast(str(error))
            else:
                page.copy(text, lambda done: self.toast(_("Link copied.") if done else text))

    def _import(self) -> None:
        def chosen(text: str) -> None:
            try:
                self._sit_down(read(text))
            except RecordError as error:
                self.lobby.message = _("This file cannot be opened: {reason}.").format(reason=error)
            self.changed()

        def too_large() -> None:
            self.lobby.message = _("This file is too large to be a game.")
            self.changed()

        page.pick_text(chosen, too_large)

    def _dismiss(self) -> None:
        self.lobby.message = None
        self._toast = None

    def _remember(self, name: str, value: object) -> None:
        try:
            self.store.keep(name, value)
        except NotSaved:
            return  # a forgotten preference is no harm; an unsaved game is said elsewhere

    def toast(self, text: str) -> None:
        self._toast = text
        if self._toast_timer:
            self._toast_timer.cancel()
        self._toast_timer = page.Timer(TOAST_SECONDS, self._end_toast)
        self.changed()

    def _end_toast(self) -> None:
        self._toast = None
        self.changed()

    def _open_dialog(self, name: str) -> None:
        self._opener = f'[data-action="{name}"]'
        self._dialog = name
        if name == "rules" and self.table:
            self._rules_edition = self.table.match.edition.name
        elif name == "rules":
            self._rules_edition = self.lobby.edition
        self._focus = f"#{name}-title"
        self.changed()

    def _close_dialog(self) -> None:
        self._dialog = None
        self._focus = self._opener
        self.changed()

    def _show_round(self, number: int) -> None:
        if self.table and 0 <= number < len(self.table.match.rounds):
            self._shown_round = number

    def _paint_theme(self) -> None:
        theme = self._theme or self.settings.theme
        if theme == "auto":
            page.ROOT.removeAttribute("data-theme")
        else:
            page.ROOT.dataset.theme = theme

    # Drawing

    def changed(self) -> None:
        """Something is to be drawn anew, at the end of the handler or with the next frame."""
        if not self._is_stale:
            self._is_stale = True
            self._request_frame()

    def flush(self) -> None:
        if not self._is_stale:
            return
        self._is_stale = False
        self._renderer.draw(self.view())
        self._board_size.watch()
        page.set_title(f"{self.table.status()} – Deltille" if self.table else "Deltille")
        if self._focus:
            page.focus(self._focus)
            self._focus = None
        elif self._by_key and page.focus_is_lost():
            page.focus('[data-action="reveal"], [data-tile][tabindex="0"], [data-action="play"]')

    def view(self) -> Node:
        return node(
            "div",
            {"class": "app"},
            paints(),
            node("div", {"class": "screen", "inert": self._dialog is not None}, self._screen(), key="screen"),
            self._dialog_view(),
            self._toast_view(),
        )

    def _screen(self) -> Node:
        if self.table:
            return table_view(self._scene(self.table))
        return lobby_view(self.lobby, self._continue_card())

    def _scene(self, table: Table) -> Scene:
        """What to draw now. A tile just laid comes first; plates and log follow when it is on the screen."""
        scene = table.scene(self._unsaved)
        if self._tile_first and self._drawn:
            self.later(AFTER_PAINT_SECONDS, self.changed)
            scene = replace(scene, seats=self._drawn.seats, log=self._drawn.log)
        self._tile_first = False
        self._drawn = scene
        return scene

    def _continue_card(self) -> Continue | None:
        match = self._waiting
        if not match or match.winners or not match.rounds:
            return None
        scores = [
            f"{player.name} {number(score)}"
            for player, score in zip(match.players, match.scores, strict=True)
        ]
        laid = [Placement(digits, cell) for cell, digits in match.round.board.laid.items()]
        return Continue(
            title=edition_name(match.edition.name),
            summary=names_of(scores),
            picture=tiles_picture(laid) if laid else None,
        )

    def _dialog_view(self) -> Node | None:
        match self._dialog:
            case "rules":
                return dialog("rules", _("Rules"), rulebook_view(self._rules_edition), wide=True)
            case "settings":
                return dialog("settings", _("Settings"), settings_view(self.settings))
            case "sheet" if self.table:
                content = sheet_view(self.table.match, self._shown_round)
                return dialog("sheet", _("Score sheet"), content, wide=True)
        return None

    def _toast_view(self) -> Node | None:
        if not self._toast:
            return None
        close = button("dismiss", "×", aria_label=_("Close"))
        return node("div", {"class": "toast", "role": "status"}, self._toast, close, key="toast")


KEYS = {
    "d": "draw",
    "p": "pass",
    "u": "undo",
    "h": "hint",
    "r": "rotate",
    "f": "fit",
    "+": "zoom-in",
    "=": "zoom-in",
    "-": "zoom-out",
    "s": "sheet",
    "?": "rules",
}
"""What a single key does at the table."""
