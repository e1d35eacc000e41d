"""The page as a whole: which screen is up, who hears a tap or a key, and what is kept.

Everything a person can do arrives in `do`, `set_field`, `press`, `choose_tile` or `tap_board`; every
handler ends by drawing once. The table decides about the game, this module about the page around it.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from engine import EDITIONS, Malformed, Match, NotAllowed, read, write
from engine.question import Case, Question
from ui import address, by_link, page, sharing, words
from ui.board_view import paints
from ui.desk import Desk
from ui.door import Door, origin_of
from ui.faces import face_of
from ui.frame_view import Keeping, frame_bar
from ui.front import Files, today
from ui.geometry import Point
from ui.gestures import Gestures
from ui.hand import TableHand, on_board
from ui.handing import Handing, nothing
from ui.importing import labels_of, welcome
from ui.lobby import Lobby
from ui.lobby_view import Continue, lobby_view, message_view
from ui.nodes import Node, node, to_text
from ui.offline import offline_note
from ui.onlooker import Onlooker
from ui.parts import button, dialog, elsewhere_view, fork_view, leaving_view, link_view
from ui.render import Renderer
from ui.replay import Replay
from ui.replay_view import diagram_view, picture, replay_view
from ui.rulebook import rulebook_view
from ui.scene import Scene
from ui.settings import BOT_SECONDS, COACH_POINTS, Settings, settings_view
from ui.setup import Setup, new_seed
from ui.shelf import Summary
from ui.store import SHOWN, Memory, NotSaved, Store, new_id
from ui.table import Host, Table
from ui.tabs import Pen
from ui.telling import edition_name, names_of, number, signed, what_happened, why_unsaved
from ui.thinking import Asked, Thinking
from ui.window import Surface
from ui.words import _, n_
from ui.worker import PageWorker

TOAST_SECONDS = 8.0
LOOK_AGAIN_SECONDS = 0.2


class Toast(NamedTuple):
    """Something said in passing."""

    text: str
    undo: str | None
    """The action that undoes what it tells, if that can be."""


class App:
    def __init__(self) -> None:
        storage = page.storage()
        self._forgets = isinstance(storage, Memory)
        self.store = Store(storage)
        self.settings = Settings.from_json(self.store.setting("settings", None))
        self.lobby = Lobby.from_json(self.store.setting("lobby", None))
        self.device = by_link.Device(self.store.setting, self.remember)
        self.pen = Pen(page.locks(storage), page.Timer, self._begin_to_play, self._look_on)
        self.desk = Desk(self.store, self)
        self._door = Door(self)
        self.hand = TableHand(self._surface)
        self.gestures = Gestures(self.hand)
        self.table: Table | None = None
        self.followers: list[Callable[[Match], None]] = []
        """Called with the match whenever one is opened or has gone on."""
        self.replay: Replay | None = None
        self._diagram: address.Address | None = None
        """What the address asks for, where it is a diagram."""
        self._thinking = Thinking(self)
        self.game = ""
        self._unsaved = self._never_saved
        """Why the game on the table is not being saved, if so."""
        self._after_leaving: Callable[[], None] = lambda: None
        """What is to be done instead, once it is settled that this game may be left unsaved."""
        self._is_kept: bool | None = None
        """Whether the browser has promised to keep what we store, once it has said so."""
        self._settled: list[Callable[[], None]] = []
        self._renderer = Renderer(page.find("#app"))
        self._board_size = page.BoardSize(self.changed)
        self._request_frame = page.frames(self.flush)
        self._dialog: str | None = None
        self._opener: str | None = None
        """What has the focus again once the dialog is closed."""
        self._pressed: str | None = None
        """The button that is being answered, if it is in no dialog, which would take it away."""
        self._shown_round = 0
        self._rules_edition = "tournament"
        self._link = ""
        """What could be neither shared nor copied, and is shown instead."""
        self._handing = Handing(self)
        self._toast: Toast | None = None
        self._undoable: Toast | None = None
        """What can still be undone: it is there again when the toast over it has gone."""
        self._toast_timer: page.Timer | None = None
        self._focus: str | None = None
        self._by_key = False
        self._is_stale = False
        self._brought: Match | None = None
        """How a link tells the game on the table, until we may write it."""
        self._waiting: Match | None = None
        """The game that the lobby offers to continue."""
        self._theme: str | None = None
        self._embed = False
        self._offline: str | None = None
        self._drawn: Scene | None = None
        self._board_first = False
        self._rest_follows = False
        """What was drawn last is not all yet."""
        self._to_picture: str | None = None
        """The game that was saved and is still to be pictured, once there is time for it."""
        self._looks_again = False
        """Whether the shelf is to be looked at anew because of what other tabs wrote."""
        self._on_the_move: list[Callable[[], None]] = []
        """What begins to move once it is drawn."""

    # Coming in

    def start(self, query: str, fragment: str, language: str) -> None:
        """Open what the address names: a game, a shared record, or the lobby."""
        if self._ask_before_leaving(lambda: self.start(query, fragment, language)):
            return
        offered = words.languages()
        spoken = address.language(query, offered) or (language if language in offered else offered[0])
        words.speak(spoken)
        wish = address.parse(query, fragment, offered)
        page.ROOT.lang = spoken
        self._embed = wish.embed
        page.ROOT.classList.toggle("embed", wish.embed)
        self._theme = wish.theme
        self._paint_theme()
        trouble = " ".join(wish.trouble)
        try:
            came_in = self._door.open(wish, origin_of(query, fragment))
        except Malformed as error:
            came_in, trouble = False, str(error)
        if not came_in and (self.table or self.replay):
            # Somebody pasted this into the address of a running game, which goes on.
            if trouble:
                self.toast(trouble)
        elif trouble:
            self.lobby.message = trouble
        if not self.table and not self.replay:
            self._enter_lobby()
        if wish.open:
            self._take_shortcut(wish.open)
        self.flush()

    def _take_shortcut(self, name: str) -> None:
        """Play at once, anew or on. The address forgets it: a reload is not another new game."""
        page.forget_parameter("open")
        if name == "new":
            self._play()
        elif self._continue_card():
            self.resume(self.game)

    def _enter_lobby(self) -> None:
        self._get_up()
        self.game = self.desk.latest_running()
        self._waiting = self.opened(self.game) if self.game else None
        self.changed()

    def _enter_shelf(self) -> None:
        self._get_up()
        self.desk.open()

    def _get_up(self) -> None:
        """Leave whatever is on the screen; the game on the table is there for any tab."""
        if left := self.table or self.replay:
            left.leave()
        self.pen.put_down()
        self.desk.leave()
        self.table = self.replay = self._diagram = self._dialog = None
        if self._undoable:
            self._toast = self._undoable = None

    def opened(self, game: str) -> Match | None:
        """A kept game, after saying so if part of it was damaged."""
        opened = self.store.open(game)
        if opened.trouble:
            self.toast(what_happened(opened.trouble.kind))
        return welcome(opened.match) if opened.match else None

    def resume(self, game: str) -> None:
        if match := self.opened(game):
            self.sit_down(match, game)

    def begin(self, match: Match, name: str = "") -> None:
        """Sit down to a game from elsewhere, which is a new one here."""
        self.sit_down(match)
        if name:
            with suppress(NotSaved):  # an unsaved game is said elsewhere
                self.store.rename(self.game, name)

    def sit_down(self, match: Match, game: str | None = None, brought: bool = False) -> None:
        """Begin or take up a game; without a name it is a new one, else other tabs may be playing it.

        What a link `brought` is kept once it is clear that this tab plays the game, and not before.
        """
        self._get_up()
        self._unsaved = self._never_saved
        self._brought = match if brought else None
        self.game = game or new_id()
        if game is None and match.rounds:
            self.keep(match)
        self._lay_out(match, self if game is None else Onlooker(self))
        self.pen.take(self.game, new=game is None)

    def _lay_out(self, match: Match, host: Host) -> None:
        self._drawn = None
        self._thinking.prepare(player.kind for player in match.players)
        self._prepare_coach()
        here = self.device.sit_down(match)
        self.table = face_of(match.edition.name).table(match, host, here)
        self._shown_round = len(match.rounds) - 1
        self._follow(match)
        self.changed()

    def _prepare_coach(self) -> None:
        """The coach is of use only if it is awake when the first move is made."""
        if self.table and self.coach() is not None:
            self._thinking.prepare([Case.kind])

    # Looking back

    def _open_replay(self, game: str | None) -> None:
        """Replay a kept game, or the one on the table."""
        if game:
            if match := self.opened(game):
                self.look_back(match, game=game)
        elif self.table:
            self.look_back(self.table.match, game=self.game)

    def look_back(
        self, match: Match, at: int | None = None, game: str = "", diagram: address.Address | None = None
    ) -> None:
        """Show a match move by move; it may be one that is not kept here, or a diagram in an article."""
        if not match.rounds:
            return
        self._get_up()
        self.game, self._diagram = game, diagram
        self.replay = face_of(match.edition.name).replay(match, self, at, self._viewer(match))
        if at is not None and at > self.replay.last:
            told = n_("This game has {n} move.", "This game has {n} moves.", self.replay.last)
            self.toast(told.format(n=self.replay.last))
        self.changed()

    def _viewer(self, match: Match) -> int | None:
        if by_link.name_of(match):
            return self.device.seat(match)
        people = by_link.people(match)
        return people[0] if len(people) == 1 else None

    def _leave_replay(self) -> None:
        """Back to the game, if it is one of ours."""
        if self.game:
            self.resume(self.game)
        else:
            self._enter_lobby()

    def _play_on(self) -> None:
        if self.replay:
            match = self.replay.cut()
            match.extra.pop(by_link.KEY, None)
            self.sit_down(match)

    @property
    def _may_play_on(self) -> bool:
        """Not while others elsewhere are at it: to play on alone would be to look at their tiles."""
        assert self.replay
        match = self.replay.match
        return not by_link.name_of(match) or bool(match.winners)

    def _save_picture(self) -> None:
        if replay := self.replay:
            style = page.style_of("shell.css", "style.css", "board.css", "cover.css", "ring.css")
            shown = picture(replay, style, face_of(replay.match.edition.name).shown)
            self.download(f"deltille-{replay.match.edition.name}-{replay.at}.svg", to_text(shown))

    # Several tabs

    @property
    def _live(self) -> Table | None:
        """The table, if this tab is the one that plays at it."""
        return self.table if self.pen.mine else None

    def _begin_to_play(self) -> None:
        """The game is ours now: play it as it stands, whoever has played it until now."""
        assert self.table
        if self._dialog == "elsewhere":
            self._dialog = None
        self._unsaved = self._never_saved
        brought, self._brought = self._brought, None
        if brought:
            self._door.open_by_link(brought, ours=self.game)
        elif match := self.opened(self.game):
            self._lay_out(match, self)
        else:  # deleted elsewhere, or damaged and set aside: what lies here is all there is
            self.go_on(self.table.match)
        self._settle()

    def go_on(self, match: Match) -> None:
        """Go on from here with the game that this tab plays."""
        self._lay_out(match, self)
        self.keep(match)

    def _look_on(self) -> None:
        """Another tab plays this game: stop here, and say so."""
        if self.table:
            self.table.leave()
            self._lay_out(self.opened(self.game) or self.table.match, Onlooker(self))
        self._unsaved = self._never_saved
        self._dialog = "elsewhere"
        self._focus = "#elsewhere-title"
        self._settle()

    def _take_over(self) -> None:
        self.pen.take(self.game, steal=True)

    def alone_with(self, game: str, then: Callable[[], None]) -> None:
        """Do something with a game, unless another tab is playing it."""

        def answered(free: bool) -> None:
            if free:
                then()
            else:
                self.toast(_("This game is being played in another tab."))
            self.flush()

        self.pen.ask(game, answered)

    def stored_elsewhere(self, key: str | None) -> None:
        """Another tab has written this key, or with None has cleared all there was."""
        if self._live and self.store.is_overtaken(self.game):
            self.pen.lose()
        elif self._live and key is None:
            self.keep(self._live.match)
        elif self.is_at_risk:
            self.save_again()
        elif self.desk.is_open and (key is None or key.startswith(SHOWN)) and not self._looks_again:
            self._looks_again = True
            self.later(LOOK_AGAIN_SECONDS, self._look_again)

    def _look_again(self) -> None:
        self._looks_again = False
        if self.desk.is_open:
            self.desk.look()

    def when_settled(self, function: Callable[[], None]) -> None:
        """Call this once it is clear whether this tab plays the game on its table."""
        if self.pen.state == "asking":
            self._settled.append(function)
        else:
            function()

    def _settle(self) -> None:
        self.flush()
        waiting, self._settled = self._settled, []
        for function in waiting:
            function()

    # What people do

    def do(self, action: str, value: str | None = None) -> None:
        """A button was pressed."""
        self._pressed = None if self._dialog else f'[data-action="{action}"]'
        if action not in LEAVING or not self._ask_before_leaving(lambda: self.do(action, value)):
            self._answer(action, value)
        self._pressed = None
        self.changed()

    def _answer(self, action: str, value: str | None) -> None:
        handlers: dict[str, Callable[[], object]] = {
            "play": self._play,
            "continue": lambda: self.resume(self.game),
            "shelf": self._enter_shelf,
            "take-over": self._take_over,
            "new": self._enter_lobby,
            "export": self._export,
            "copy-link": self._share,
            "full-page": lambda: sharing.open_full_page(self),
            "send-link": self._share,
            "take-fork": self._door.take_fork,
            "leave-anyway": self._leave_anyway,
            "dismiss": self._dismiss,
            "rules": lambda: self.show_dialog("rules"),
            "settings": lambda: self.show_dialog("settings"),
            "sheet": lambda: self.show_dialog("sheet"),
            "close": self.close_dialog,
            **self._handing.handlers(),
            "show-round": lambda: self._show_round(int(value or 0)),
            "next-round": self._next_round,
            "again": lambda: self._again(new_seed()),
            "same-deal": lambda: self._again(None),
            "replay": lambda: self._open_replay(value),
            "update": lambda: page.send("deltille:update"),
        }
        if self.replay:
            handlers |= {
                **self.replay.handlers(value),
                "leave-replay": self._leave_replay,
                "play-on": self._play_on,
                "share-move": self._share,
                "save-picture": self._save_picture,
            }
        if table := self._live:
            handlers |= table.handlers(value)
        if self._undoable and action == self._undoable.undo:
            self._toast = self._undoable = None
        if handler := handlers.get(action):
            handler()
        else:
            self.desk.do(action, value)

    def set_field(self, field: str, value: str) -> None:
        """An input was changed."""
        if field == "rules-edition":
            self._rules_edition = value if value in EDITIONS else self._rules_edition
        elif field == "replay-at" and self.replay:
            self.replay.go(int(value))
        elif field == "replay-speed" and self.replay:
            self.replay.set_speed(value)
        elif field.startswith("setting-"):
            self.settings = self.settings.with_choice(field.removeprefix("setting-"), value)
            self.remember("settings", self.settings.as_json())
            self._theme = None
            self._paint_theme()
            self._prepare_coach()
        elif not self.desk.set_field(field, value):
            self.lobby.set(field, value)
        self.changed()

    def press(self, key: str, in_field: bool, on_button: bool, on: str | None) -> bool:
        """A key went down, perhaps on something to be tapped. Whether it meant something here."""
        self._by_key = True
        if key == "Escape":
            return self._escape()
        if self.replay and not self._dialog and not in_field:
            return self.replay.press(key, on_button)
        table = self._live
        if self._dialog or in_field or not table:
            return False
        if table.press(key, on):
            return True
        action = {**table.keys, **KEYS}.get(key.lower()) if self.settings.keys == "on" else None
        if action:
            self.do(action)
        return action is not None

    def _escape(self) -> bool:
        if self._dialog:
            self.close_dialog()
        elif self.gestures.let_go():
            pass
        elif self._live and self._live.cancel():
            self._focus = self._live.home
        elif self.table or not self.desk.is_open or not self.desk.close_menu():
            return False
        return True

    def tap(self, kind: str, name: str, pointer: str, by_key: bool) -> None:
        """Something at the table was tapped: a tile, a place, a space …"""
        self._by_key = by_key
        if table := self._live:
            table.tap(kind, name, self.settings.confirms(pointer), by_key)

    def tap_board(self, x: float, y: float) -> None:
        """A tap on the board where there is nothing to be tapped; x and y are pixels of the window."""
        if (table := self._live) and table.surface:
            table.tap_at(*on_board(table.surface, x, y))

    def _surface(self) -> Surface | None:
        """The board that is up, if it can be moved about."""
        shown = self._live or self.replay
        return shown.surface if shown else None

    # The page for scripts: window.deltille

    def legal(self) -> tuple[str, ...]:
        return self._live.legal() if self._live else ()

    def act(self, action: str) -> None:
        if not self.table:
            raise NotAllowed(_("No game is being played."))
        if not self._live:
            raise NotAllowed(_("This game is being played in another tab."))
        self._live.act(action)
        if self._unsaved == "elsewhere":
            raise NotAllowed(_("This game is being played in another tab."))
        self._board_first = False
        self.flush()

    def record(self) -> str:
        if not self.table:
            raise NotAllowed(_("No game is being played."))
        return write(self.table.match)

    def load(self, record: str) -> None:
        self.begin(match := welcome(read(record)), labels_of(match).title)
        self.flush()

    # What the table asks of the page

    def keep(self, match: Match) -> None:
        try:
            digest = Summary.of(match).digest()
            self.store.save(self.game, write(match), digest, final=bool(match.winners))
        except NotSaved as refused:
            self._unsaved = refused.reason
            if refused.reason == "elsewhere":
                self.toast(_("The last move does not count: this game had gone on in another tab."))
                self.later(0, self.pen.lose)
                return
        else:
            self._unsaved = self._never_saved
            # The next visit begins with a picture of it; "" is for none, there being nothing to go on with.
            self._to_picture = "" if match.winners or self._forgets else self.game
        self._follow(match)

    @property
    def _never_saved(self) -> str | None:
        """Why no game at all is saved here, if that is so."""
        return "forbidden" if self._forgets else None

    def _ask_before_leaving(self, then: Callable[[], None]) -> bool:
        """Whether leaving would lose what is not saved; if so, people are asked, and it may be done later."""
        self.save_again()
        if self.is_at_risk:
            self._after_leaving = then
            self.show_dialog("leaving")
        return self.is_at_risk

    @property
    def is_at_risk(self) -> bool:
        """Whether the game on the table is ahead of what is saved. What another tab overtook is of no use."""
        return self._live is not None and self._unsaved not in (self._never_saved, "elsewhere")

    def save_again(self) -> None:
        """Try once more what failed: there may be room by now."""
        if self._live and self.is_at_risk:
            self.keep(self._live.match)
            self.changed()

    def _leave_anyway(self) -> None:
        left, self._dialog = self.table, None
        why, self._unsaved = self._unsaved, self._never_saved
        self._after_leaving()
        if self.table is left:  # there was nowhere to go
            self._unsaved = why

    def _follow(self, match: Match) -> None:
        for follower in self.followers:
            follower(match)

    def later(self, seconds: float, function: Callable[[], None]) -> page.Timer:
        def ring() -> None:
            function()
            self.flush()

        return page.Timer(seconds, ring)

    def ask(
        self,
        question: Question | Case,
        then: Callable[[Any], None],
        otherwise: Callable[[], None] | None = None,
    ) -> Asked:
        return self._thinking.ask(question, then, otherwise)

    def coach(self) -> float | None:
        return COACH_POINTS[self.settings.coach]

    def start_worker(self, ready: Callable[[], None], failed: Callable[[], None]) -> PageWorker:
        return PageWorker(ready, failed)

    def bot_seconds(self) -> float:
        return 0.0 if page.reduced_motion() else BOT_SECONDS[self.settings.pace]

    def aspect(self) -> float:
        return self._board_size.aspect

    def travel(self, selector: str, path: Sequence[Point], wait: float) -> float:
        if page.reduced_motion():
            return 0.0
        self._on_the_move.append(lambda: page.travel(selector, path, wait))
        return wait + page.STEP_SECONDS * len(path)

    def gained(self, seat: int, points: int, start: str | None) -> None:
        self._board_first = True
        if start:
            score = f'[data-seat="{seat}"] [data-score]'
            page.after_paint(lambda: page.fly(signed(points), start, score))

    def round_over(self) -> None:
        if self.table and self._dialog is None:
            self._shown_round = len(self.table.match.rounds) - 1
            self.show_dialog("sheet")
            if self.table.match.winners and by_link.name_of(self.table.match):
                self.toast(_("Send a last link, so that the others see the end too."))

    def tell_offline(self, state: str) -> None:
        """Whether the page is kept by the browser, or a new version of it is."""
        self._offline = state
        self.changed()

    # Smaller things

    def _play(self) -> None:
        try:
            setup = self.lobby.setup()
        except Malformed as error:
            self.lobby.message = str(error)
        else:
            self.lobby.message = None
            page.ask_to_keep()
            self.remember("lobby", self.lobby.as_json())
            self.sit_down(setup.match())

    def _next_round(self) -> None:
        if self.table:
            self._dialog = None
            self.table.next_round()
            self._shown_round = len(self.table.match.rounds) - 1

    def _again(self, seed: str | None) -> None:
        if self.table:
            before = self.table.match
            setup = Setup.of(before)
            match = replace(setup, seed=seed or setup.seed).match()
            self.device.sit_down(match, after=before)
            self.sit_down(match)

    def looked_at(self) -> tuple[str, int | None]:
        """The record on the screen, and at which move a replay shows it; `NotAllowed` if there is none."""
        if self.replay:
            return write(self.replay.match), self.replay.at
        return self.record(), None

    def _share(self) -> None:
        sharing.share(self)

    def show_link(self, link: str) -> None:
        self._link = link
        self.show_dialog("link")

    def _export(self) -> None:
        if self.table:
            self.download(f"deltille-{self.table.match.edition.name}-{today()}.json", self.record())

    # What the desk asks of the page

    def soon(self, function: Callable[[], None]) -> None:
        self.later(0, function)

    def say(self, message: str) -> None:
        self.lobby.message = message
        if self.table:
            self.toast(message)

    def focus(self, selector: str) -> None:
        self._focus = selector

    def download(self, name: str, text: str, then: Callable[[], None] = nothing) -> None:
        self._handing.download(name, text, then)

    def copy(self, text: str, told: str) -> None:
        self._handing.copy(text, told)

    def pick_files(self, then: Callable[[Files], None]) -> None:
        page.pick_files(then, self._too_large)

    def drop_files(self, files: Sequence[object]) -> None:
        if not self._diagram:
            page.read_files(files, self.desk.take_in, self._too_large)

    def paste(self, text: str) -> None:
        """Something was pasted where there is no field; only what looks like a record is meant for us."""
        if text.lstrip().startswith("{") and not self._diagram:
            self.desk.take_in([("", text)])

    def _too_large(self) -> None:
        self.say(_("This file is too large to be a game."))
        self.changed()

    def is_playing(self) -> bool:
        return self.table is not None

    def games_added(self) -> None:
        if not self.table and not self.replay and not self.desk.is_open:
            self._enter_lobby()  # there may be one to go on with

    def room_made(self) -> None:
        if self._live:
            self.keep(self._live.match)

    def _dismiss(self) -> None:
        self.lobby.message = None
        self._end_toast()

    def remember(self, name: str, value: object) -> None:
        try:
            self.store.keep(name, value)
        except NotSaved:
            return  # a forgotten preference is no harm; an unsaved game is said elsewhere

    def toast(self, text: str, undo: str | None = None) -> None:
        """Say something in passing; with an action that undoes it, until it is dismissed."""
        if self._toast_timer:
            self._toast_timer.cancel()
        self._toast = Toast(text, undo)
        if undo:
            self._undoable = self._toast
        self._toast_timer = None if undo else page.Timer(TOAST_SECONDS, self._end_toast)
        self.changed()

    def _end_toast(self) -> None:
        if self._toast is self._undoable:
            self._undoable = None
        self._toast = self._undoable
        self.changed()

    def show_dialog(self, name: str) -> None:
        if self._dialog in (name, "elsewhere"):
            return
        self._opener = self._pressed or OPENERS.get(name, f'[data-action="{name}"]')
        self._dialog = name
        if name == "settings":
            page.is_kept(self._know_kept)
        if name == "rules" and self.table:
            self._rules_edition = self.table.match.edition.name
        elif name == "rules":
            self._rules_edition = self.lobby.edition
        self._focus = f"#{name}-title"
        self.changed()

    def shows(self, name: str) -> bool:
        return self._dialog == name

    def _know_kept(self, is_kept: bool) -> None:
        self._is_kept = is_kept
        self.changed()

    def close_dialog(self) -> None:
        if self._dialog == "elsewhere":
            return  # it has to be taken over, or left
        if self._dialog:
            self._focus = self._opener
        self._dialog = None
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
        self._is_stale = self._rest_follows = False
        self._renderer.draw(self.view())
        moving, self._on_the_move = self._on_the_move, []
        for move in moving:
            move()
        self._board_size.watch()
        if self.replay:
            page.keep_in_view(".moves-list [aria-current]")
        if not self._rest_follows:
            self._tell_browser()
        if self._focus:
            page.focus(self._focus)
            self._focus = None
        if self._by_key and page.focus_is_lost():
            page.focus(f'[data-action="reveal"], {self._live.home if self._live else HOME}')

    def _tell_browser(self) -> None:
        """What it is to know besides what it draws, and which takes its time."""
        page.set_title(f"{self.table.status()} – Deltille" if self.table else "Deltille")
        if self._to_picture is not None:
            page.send("deltille:saved", self._to_picture)
            self._to_picture = None

    def view(self) -> Node:
        return node(
            "div",
            {"class": "app"},
            paints(),
            node(
                "div",
                {"class": "screen", "inert": self._is_inert},
                frame_bar(self._keeping(), sharing.full_page(self))
                if self._embed and not self._diagram
                else None,
                self._screen(),
                key="screen",
            ),
            self._dialog_view(),
            self._toast_view(),
        )

    def _keeping(self) -> Keeping:
        if self._unsaved:
            return Keeping.NOWHERE
        return Keeping.ON_THIS_SITE if page.is_on_another_site() else Keeping.IN_THIS_BROWSER

    @property
    def _is_inert(self) -> bool:
        return self._dialog is not None or (self.table is not None and not self.pen.mine)

    def _screen(self) -> Node:
        if self.replay:
            shown = face_of(self.replay.match.edition.name).shown
            if self._diagram:
                return diagram_view(self.replay, self._diagram.replay, shown)
            return replay_view(self.replay, self._may_play_on, shown)
        if self.table:
            return face_of(self.table.match.edition.name).view(self._scene(self.table))
        if self.desk.is_open:
            return self.desk.view(message_view(self.lobby.message) if self.lobby.message else None)
        return lobby_view(self.lobby, self._continue_card(), offline_note(self._offline))

    def _scene(self, table: Table) -> Scene:
        """What to draw now. A tile just laid comes first; what is told about it follows once painted."""
        # In a frame where nothing can be kept, its bar says so already.
        unsaved = None if self._embed and self._forgets else self._unsaved
        scene = table.scene(why_unsaved(unsaved) if unsaved else None)
        if self._unsaved == "full":
            scene = replace(scene, full=True)
        if self._board_first and self._drawn:
            page.after_paint(self._draw_rest)
            self._rest_follows = True
            scene = replace(scene, **{name: getattr(self._drawn, name) for name in TOLD_LATER})
        self._board_first = False
        self._drawn = scene
        return scene

    def _draw_rest(self) -> None:
        self.changed()
        self.flush()

    def _continue_card(self) -> Continue | None:
        match = self._waiting
        if not match or match.winners or not match.rounds:
            return None
        scores = [
            f"{player.name} {number(score)}"
            for player, score in zip(match.players, match.scores, strict=True)
        ]
        return Continue(
            title=edition_name(match.edition.name),
            summary=names_of(scores),
            picture=face_of(match.edition.name).thumbnail(write(match)),
        )

    def _dialog_view(self) -> Node | None:
        match self._dialog:
            case "rules":
                return dialog("rules", _("Rules"), rulebook_view(self._rules_edition), wide=True)
            case "settings":
                return dialog("settings", _("Settings"), settings_view(self.settings), self._kept_note())
            case "fork":
                return dialog("fork", _("Two courses of one game"), fork_view())
            case "link":
                return dialog("link", _("The link"), link_view(self._link))
            case "text":
                return dialog("text", _("To be kept"), self._handing.view())
            case "import":
                return dialog("import", _("Import games"), self.desk.import_view())
            case "leaving" if self._unsaved:
                return dialog(
                    "leaving", _("This game is not saved"), leaving_view(why_unsaved(self._unsaved))
                )
            case "room":
                return dialog("room", _("Make room"), self.desk.room_view())
            case "elsewhere":
                return elsewhere_view()
            case "sheet" if self.table:
                sheet = face_of(self.table.match.edition.name).sheet
                content = sheet(self.table.match, self._shown_round)
                return dialog("sheet", _("Score sheet"), content, wide=True)
        return None

    def _toast_view(self) -> Node | None:
        if not self._toast:
            return None
        text, undo = self._toast
        undoing = button(undo, _("Undo"), class_="primary") if undo else None
        close = button("dismiss", "×", aria_label=_("Close"))
        return node("div", {"class": "toast", "role": "status"}, text, undoing, close, key="toast")

    def _kept_note(self) -> Node | None:
        if self._is_kept is None:
            return None
        kept = _("Your games: this browser has promised to keep them.")
        may_go = _("Your games: this browser may remove them when room runs short. Export what is dear.")
        return node("p", {"class": "kept-note"}, kept if self._is_kept else may_go, key="kept")


TOLD_LATER = ("seats", "turn", "status", "actions", "over", "log")
"""What of a scene need not be drawn together with a tile just laid."""

LEAVING = ("new", "shelf", "replay", "again", "same-deal")
"""What takes one away from the game on the table."""

OPENERS = {
    "import": '[data-action="import"], [data-action="shelf-import"]',
    "link": '[data-action="share-move"], [data-action="send-link"], [data-action="sheet"]',
    "room": '[data-action="make-room"]',
    "text": '[data-action="export-all"], [data-action="export"]',
}
"""Where the focus goes when a dialog closes that came from another, or later than its button was pressed."""

KEYS = {"s": "sheet", "?": "rules"}
"""What a single key does at every table."""

HOME = '[data-action="play"]'
"""Where the focus goes when what had it is gone."""
