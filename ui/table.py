"""The table: a match being played, and everything its players can do to it by tap, key or script.

Nothing here knows the browser. A `Host` keeps the match, draws, and wakes us later; what is on the
screen is asked for as a `Scene`. The match changes in one place only, `_apply`.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from engine import BOTS, Match
from engine.board import HEXAGONS, Figure
from engine.errors import NotAllowed
from engine.game import Action, Dealt, Drew, Event, Laid, Passed, TimedOut
from engine.lattice import Cell, Vertex
from engine.tiles import Digits, Placement, Tile, tiles_of
from ui.geometry import Box, centre, fit, next_place, panned, zoomed
from ui.scene import Drag, Glow, Look, Note, Place, RackTile, Scene, Seat, Tone
from ui.setup import colour_of, deal_chance, mind
from ui.telling import (
    clash_sentence,
    edition_name,
    explain_pass,
    gain_with,
    not_here_sentence,
    tell,
    tile_name,
)
from ui.words import _

FORCED_SECONDS = 3.0
GLOW_SECONDS = 2.5
SHEET_SECONDS = 1.6
SNAP = 75.0
"""How near a dragged tile must come to a place to drop into it, in units of the board."""


class Cancellable(Protocol):
    def cancel(self) -> None: ...


class Host(Protocol):
    """What the table needs of the page around it."""

    def keep(self, match: Match) -> None: ...
    def changed(self) -> None: ...
    def later(self, seconds: float, function: Callable[[], None]) -> Cancellable: ...
    def bot_seconds(self) -> float: ...
    def aspect(self) -> float: ...
    def focus_place(self) -> None: ...
    def gained(self, event: Laid) -> None: ...
    def round_over(self) -> None: ...


class Table:
    def __init__(self, match: Match, host: Host) -> None:
        self.match = match
        self._host = host
        self._humans = [seat for seat, player in enumerate(match.players) if player.kind == "human"]
        self._box: Box | None = None
        self._box_is_players = False
        self._timers: dict[str, Cancellable] = {}
        self._log: list[str] = []
        self._revealed: int | None = self._humans[0] if len(self._humans) == 1 else None
        self._seconds_left: int | None = None
        self._clear()
        if not match.rounds:
            self.match.deal(deal_chance(match))
            host.keep(match)
        self._sit_down()

    # What is the case

    @property
    def _is_humans_turn(self) -> bool:
        return not self.match.round.over and self.match.seat in self._humans

    @property
    def _can_touch(self) -> bool:
        """A person is to move and has their tiles before them."""
        return self._is_humans_turn and self._revealed == self.match.seat

    def legal(self) -> tuple[Action, ...]:
        """What a person may do now; nothing while it is a bot's turn or between rounds."""
        return self.match.legal() if self._is_humans_turn else ()

    @property
    def curtain(self) -> bool:
        """Racks are hidden until the next person says that they hold the device."""
        return len(self._humans) > 1 and self._is_humans_turn and self._revealed != self.match.seat

    def _places(self, tile: Tile) -> dict[Cell, list[Digits]]:
        """Where this tile may be laid now, with every way it can lie there."""
        found: dict[Cell, list[Digits]] = {}
        if self._can_touch:
            for action in self.match.legal():
                if action.startswith("play "):
                    placement = Placement.parse(action[5:])
                    if placement.tile == tile:
                        found.setdefault(placement.cell, []).append(placement.digits)
        return found

    def _place(self, cell: Cell, turnings: list[Digits]) -> Place:
        placement = Placement(turnings[self._turning % len(turnings)], cell)
        laid = self.match.edition.lay(self.match.seat, self.match.round.board, placement)
        return Place(placement, laid.gain, laid.figure, len(turnings))

    # What people do

    def act(self, action: Action) -> None:
        """Do what a person decided, or raise the engine's reason why not."""
        if not self._is_humans_turn:
            raise NotAllowed(_("It is not a person's turn."))
        self._apply(action)

    def choose(self, tile: Tile, by_key: bool = False) -> None:
        """Take a tile of the rack in hand, or put it back."""
        again = tile == self._chosen
        self._clear()
        self._focus_tile = tile
        if not self._can_touch:
            self._note = Note(_("It is not your turn yet."), Tone.REFUSAL) if self._humans else None
        elif not again:
            self._chosen = tile
            if places := self._places(tile):
                if by_key:
                    self.aim(min(places, key=lambda cell: (cell.y, cell.x)))
                    self._host.focus_place()
            else:
                self._note = Note(self._why_nowhere(tile), Tone.REFUSAL)
        self._host.changed()

    def _why_nowhere(self, tile: Tile) -> str:
        name = tile_name(tile.digits)
        if tile.bit & self.match.round.layable:
            return _("{tile} fits nowhere just now.").format(tile=name)
        return not_here_sentence("drawn" if self.match.round.drawn else "opening", name)

    def aim(self, cell: Cell) -> None:
        """Show the chosen tile at this place before it is laid."""
        self._aim, self._focus = cell, cell
        self._note = self._clash = None
        self._host.changed()

    def tap_place(self, cell: Cell, confirm: bool) -> None:
        """A tap on a lit place: lay there, or where taps are to be confirmed, show it first."""
        turnings = self._places(self._chosen).get(cell, []) if self._chosen else []
        if not confirm:
            self._aim = cell
            self.lay()
        elif self._aim != cell:
            self.aim(cell)
        elif len(turnings) > 1:
            self.rotate()
        else:
            self.lay()

    def rotate(self) -> None:
        self._turning += 1
        self._host.changed()

    def lay(self) -> None:
        """Lay the chosen tile where it is shown."""
        if self._chosen and self._aim and (turnings := self._places(self._chosen).get(self._aim)):
            self._apply(f"play {self._place(self._aim, turnings).placement}")

    def move_aim(self, direction: str) -> None:
        """Go from place to place by arrow key."""
        if self._chosen and (places := self._places(self._chosen)):
            self.aim(next_place(list(places), self._focus or next(iter(places)), direction))
            self._host.focus_place()

    def move_tile(self, step: int) -> Tile | None:
        """The tile of the rack that an arrow key leads to."""
        rack = [shown.tile for shown in self._rack()]
        if not rack:
            return None
        at = rack.index(self._focus_tile) if self._focus_tile in rack else 0
        self._focus_tile = rack[(at + step) % len(rack)]
        self._host.changed()
        return self._focus_tile

    def cancel(self) -> bool:
        """Step back: from the place shown, then from the chosen tile. Whether there was anything."""
        if self._aim and self._chosen:
            self._aim = None
        elif self._chosen or self._note:
            self._clear()
        else:
            return False
        self._host.changed()
        return True

    def refuse(self, cell: Cell) -> None:
        """Say why the chosen tile does not go there."""
        if not self._chosen or not self._can_touch:
            return
        board = self.match.round.board
        self._aim = None
        if cell in board.laid:
            reason = not_here_sentence("taken", tile_name(board.laid[cell]))
        elif cell not in board.open:
            reason = not_here_sentence("beside" if board.laid else "start", tile_name(self._chosen.digits))
        else:
            # Of the ways it could lie, the one that comes nearest.
            clashes = min(
                (list(board.clashes(Placement(way, cell))) for way in self._chosen.rotations()), key=len
            )
            if clashes:
                self._clash, shown, digit = clashes[0]
                reason = clash_sentence(shown, digit)
            else:
                reason = self._why_nowhere(self._chosen)
        self._note = Note(reason, Tone.REFUSAL)
        self._host.changed()

    def reveal(self) -> None:
        self._revealed = self.match.seat
        self._await()

    def hint(self) -> None:
        """Show what greedy would do, with its reason."""
        if not self._can_touch:
            return
        self._clear()
        legal = self.match.legal()
        action = BOTS["bot:greedy"](self.match.sight(self.match.seat), legal, mind(self.match))
        if action == "draw":
            text = _("Nothing fits: draw a tile.")
        elif action == "pass":
            text = _("Nothing is left but to pass.")
        else:
            placement = Placement.parse(action[5:])
            self._chosen = self._focus_tile = placement.tile
            turnings = self._places(placement.tile)[placement.cell]
            self._turning = turnings.index(placement.digits)
            place = self._place(placement.cell, turnings)
            self.aim(placement.cell)
            text = _("Lay {tile} here for {gain}: nothing brings more now.").format(
                tile=tile_name(placement.digits), gain=gain_with(place.figure, place.gain)
            )
        self._note = Note(text, Tone.HINT)
        self._host.changed()

    def _undoable(self) -> int:
        """How many actions to take back to one's own last decision; 0 where that is not allowed.

        Only against bots, and never past a drawn tile: what was seen cannot be unseen.
        """
        if len(self._humans) != 1 or not self._can_touch:
            return 0
        done = [
            event for event in self.match.round.events if isinstance(event, Laid | Drew | Passed | TimedOut)
        ]
        for back, event in enumerate(reversed(done), start=1):
            if isinstance(event, Drew | TimedOut):
                return 0
            if event.seat in self._humans and (
                isinstance(event, Laid) or len(self.match.undone(back).legal()) > 1
            ):
                return back
        return 0

    def undo(self) -> None:
        if back := self._undoable():
            self.match = self.match.undone(back)
            self._host.keep(self.match)
            self._clear()
            self._sit_down()

    def next_round(self) -> None:
        if self.match.awaits_deal:
            self.match.deal(deal_chance(self.match))
            self._host.keep(self.match)
            self._box, self._box_is_players = None, False
            self._revealed = self._humans[0] if len(self._humans) == 1 else None
            self._clear()
            self._sit_down()

    def leave(self) -> None:
        """Get up from the table: nothing goes on by itself any more."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    # The window on the board

    def fit(self) -> None:
        self._box_is_players = False
        self._box = None
        self._host.changed()

    def zoom(self, factor: float, x: float | None = None, y: float | None = None) -> None:
        box = self.box()
        self._box_is_players = True
        x = box.left + box.width / 2 if x is None else x
        y = box.top + box.height / 2 if y is None else y
        self._box = zoomed(box, factor, x, y)
        self._host.changed()

    def pan(self, dx: float, dy: float) -> None:
        self._box = panned(self.box(), dx, dy)
        self._box_is_players = True
        self._host.changed()

    def box(self) -> Box:
        if self._box is None or not self._box_is_players:
            board = self.match.round.board
            self._box = fit([*board.laid, *board.open], self._host.aspect(), self._box)
        return self._box

    # Dragging: the page says where the tile is, we say where it would drop

    def drag(self, tile: Tile, x: float, y: float) -> None:
        if tile != self._chosen:
            self._clear()
            self._chosen = self._focus_tile = tile
        self._note = self._aim = self._clash = None
        near = [
            (abs(complex(*centre(cell)) - complex(x, y)), cell, turnings)
            for cell, turnings in self._places(tile).items()
        ]
        distance, cell, turnings = min(near, default=(SNAP, None, []))
        over = self._place(cell, turnings) if cell and distance < SNAP else None
        digits = over.placement.digits if over else tile.rotations()[self._turning % len(tile.rotations())]
        self._drag = Drag(tile, digits, over.placement.cell.points_up if over else True, x, y, over)
        self._host.changed()

    def drop(self, cell: Cell | None) -> None:
        """Let go of the dragged tile over this cell of the board, or beside the board."""
        drag, self._drag = self._drag, None
        if drag and drag.over:
            self._aim = drag.over.placement.cell
            self.lay()
        elif cell:
            self.refuse(cell)
        self._host.changed()

    # How the game goes on

    def _apply(self, action: Action) -> None:
        events = self.match.apply(action)
        self._host.keep(self.match)
        self._clear()
        self._tell(events)
        laid = events[0]
        if isinstance(laid, Laid) and laid.figure:
            self._glow = Glow(self._figure_cells(laid), laid.placement.cell, laid.gain)
            self._wait("glow", GLOW_SECONDS, self._dim)
        self._host.changed()
        if isinstance(laid, Laid):
            self._host.gained(laid)
        self._await()

    def _dim(self) -> None:
        self._glow = None
        self._host.changed()

    def _sit_down(self) -> None:
        """Take the round up from where its record stands."""
        self._log = []
        self._tell([self.match.round.dealt, *self.match.round.events])
        self._await()

    def _tell(self, events: Sequence[Dealt | Event]) -> None:
        alone = self._humans[0] if len(self._humans) == 1 else None
        self._log += [tell(event, self.match.players, seen_by=alone) for event in events]

    def _await(self) -> None:
        """Whatever comes next by itself: a bot's action, a forced pass, the clock, the score sheet."""
        for name in ("turn", "clock"):
            if name in self._timers:
                self._timers.pop(name).cancel()
        self._seconds_left = None
        if self.match.round.over:
            self._wait("turn", SHEET_SECONDS, self._host.round_over)
        elif not self._is_humans_turn:
            self._wait("turn", self._host.bot_seconds(), self._bot_moves)
        elif self._can_touch:
            if self.match.legal() == ("pass",):
                self._note = Note(explain_pass(self.match), Tone.FORCED)
                self._wait("turn", FORCED_SECONDS, self.go_on)
            if self.match.options.turn_seconds and self.match.round.board.laid:
                self._seconds_left = self.match.options.turn_seconds
                self._wait("clock", 1.0, self._tick)
        self._host.changed()

    def go_on(self) -> None:
        """A forced pass has been read."""
        if self._can_touch and self.match.legal() == ("pass",):
            self._apply("pass")

    def _bot_moves(self) -> None:
        seat = self.match.seat
        bot = BOTS.get(self.match.players[seat].kind, BOTS["bot:greedy"])
        self._apply(bot(self.match.sight(seat), self.match.legal(), mind(self.match)))

    def _tick(self) -> None:
        self._seconds_left = (self._seconds_left or 1) - 1
        if self._seconds_left:
            self._wait("clock", 1.0, self._tick)
            self._host.changed()
        else:
            self._apply("timeout")

    def _wait(self, name: str, seconds: float, function: Callable[[], None]) -> None:
        if name in self._timers:
            self._timers[name].cancel()
        self._timers[name] = self._host.later(seconds, function)

    def _clear(self) -> None:
        """Nothing chosen, nothing shown, nothing said."""
        self._chosen: Tile | None = None
        self._focus_tile: Tile | None = None
        self._aim: Cell | None = None
        self._focus: Cell | None = None
        self._turning = 0
        self._note: Note | None = None
        self._clash: Vertex | None = None
        self._drag: Drag | None = None
        self._glow: Glow | None = None

    # What is seen

    def scene(self, unsaved: str | None = None) -> Scene:
        match, current = self.match, self.match.round
        places = self._places(self._chosen) if self._chosen else {}
        shown = {cell: self._place(cell, turnings) for cell, turnings in places.items()}
        aim = shown.get(self._aim) if self._aim else None
        last = next((event for event in reversed(current.events) if isinstance(event, Laid)), None)
        legal = self.match.legal() if self._can_touch else ()
        actions = {name for name in ("draw", "pass") if name in legal}
        actions |= {"hint"} if len(legal) > 0 else set()
        actions |= {"undo"} if self._undoable() else set()
        actions |= {"lay", "cancel"} if aim else set()
        actions |= {"rotate"} if any(place.turnings > 1 for place in shown.values()) else set()
        turn = None if current.over else match.seat
        return Scene(
            title=edition_name(match.edition.name),
            seats=tuple(self._seats()),
            turn=turn,
            status=self.status(),
            note=self._note,
            look=Look(
                box=self.box(),
                laid=current.board.laid,
                places=tuple(shown.values()),
                focus=self._focus,
                aim=aim,
                last=last.placement.cell if last else None,
                last_colour=colour_of(match.players[last.seat], last.seat) if last else None,
                glow=self._glow,
                clash=self._clash,
                drag=self._drag,
            ),
            rack=tuple(self._rack()),
            chosen=self._chosen,
            focus_tile=self._focus_tile,
            pool=len(current.pool),
            draw_cost=match.edition.draws.cost,
            actions=frozenset(actions),
            hidden=() if len(self._humans) == 1 else ("undo",),
            curtain=match.players[match.seat].name if self.curtain else None,
            over=current.over is not None,
            seconds_left=self._seconds_left,
            log=tuple(self._log),
            unsaved=unsaved,
        )

    def status(self) -> str:
        """Whose turn it is, in words."""
        match = self.match
        if match.winners:
            return _("The match is over.")
        if match.round.over:
            return _("The round is over.")
        name = match.players[match.seat].name
        if match.seat not in self._humans:
            return _("{name} is thinking.").format(name=name)
        if match.round.drawn:
            drawn = match.round.drawn.bit_count()
            return _("{name} to play, {n} drawn this turn.").format(name=name, n=drawn)
        return _("{name} to play.").format(name=name)

    def _seats(self) -> Iterator[Seat]:
        match, current = self.match, self.match.round
        gains = {
            event.seat: event.gain
            for event in current.events
            if isinstance(event, Laid | Drew | Passed | TimedOut)
        }
        for number, player in enumerate(match.players):
            yield Seat(
                number,
                player.name,
                colour_of(player, number),
                player.kind != "human",
                current.racks[number].bit_count(),
                current.scores[number],
                gains.get(number),
                number in match.winners,
            )

    def _rack(self) -> Iterator[RackTile]:
        seat = self._revealed
        if seat is None or (len(self._humans) > 1 and not self._can_touch):
            return
        current = self.match.round
        drawn = current.drawn if current.seat == seat else 0
        legal = self.match.legal() if self._can_touch else ()
        fitting = {Placement.parse(action[5:]).tile for action in legal if action.startswith("play ")}
        for tile in tiles_of(current.racks[seat]):
            yield RackTile(tile, tile.digits, tile in fitting, bool(tile.bit & drawn))

    def _figure_cells(self, laid: Laid) -> frozenset[Cell]:
        """The tiles that make up the figure just completed."""
        cell, board = laid.placement.cell, self.match.round.board
        beside = [(n, c) for n, c in enumerate(cell.neighbours()) if c in board.laid]
        if laid.figure in HEXAGONS:
            return frozenset(around for corner in laid.hexagons for around in corner.cells())
        if laid.figure is Figure.BRIDGE:
            # The tile spans from the one beside it to whatever shows the number at the far corner.
            far = cell.corners()[beside[0][0]].cells()
            return frozenset({cell, beside[0][1], *(c for c in far if c in board.laid)})
        return frozenset({cell, *(c for _n, c in beside)})
