"""The table of a tile game: choosing a tile, turning it, aiming, laying and claiming."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar

from engine import Match
from engine.covers import Cover, Shape
from engine.game import Action, Claimed, Dealt, Drew, Event, Laid, Refilled, TimedOut
from engine.lattice import Cell, Vertex
from engine.tile_round import TileSight
from engine.tiles import Digits, Placement, Tile, tiles_of
from ui import claiming
from ui.advice import advice
from ui.cover_view import middle
from ui.gains import latest, times
from ui.geometry import cell_at, centre, distance, next_place
from ui.glow import glow_of
from ui.scene import Note, Tone
from ui.setup import colour_of
from ui.table import Host, Table
from ui.telling import (
    claim_name,
    clash_sentence,
    explain_pass,
    not_here_sentence,
    open_reason,
    tell,
    tile_name,
)
from ui.tile_scene import Claim, CoverDrag, Drag, Glow, Look, Place, RackTile, TileScene, TileSeat
from ui.window import Surface, Window, Windowed
from ui.words import _

GLOW_SECONDS = 2.5
SNAP = 75.0
"""How near a dragged tile must come to a place to drop into it, in units of the board."""
PLACE = '[data-target][tabindex="0"]'
"""The place that has or gets the focus."""


class TileTable(Windowed, Table):
    home = '[data-claim][tabindex="0"], [data-tile][tabindex="0"]'
    keys: ClassVar[Mapping[str, str]] = {
        **Table.keys,
        "d": "draw",
        "p": "pass",
        "r": "rotate",
        "k": "skip",
        "f": "fit",
        "+": "zoom-in",
        "=": "zoom-in",
        "-": "zoom-out",
    }

    def __init__(self, match: Match, host: Host, here: int | None = None) -> None:
        self._window = Window(self._cells, host.aspect)
        super().__init__(match, host, here)

    @property
    def surface(self) -> Surface:
        return self

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
        return claiming.place(self.match, placement, len(turnings))

    def _claims(self) -> list[Claim]:
        return claiming.claims(self.match) if self._can_touch else []

    # What people do

    def handlers(self, value: str | None) -> dict[str, Callable[[], object]]:
        return super().handlers(value) | {
            "draw": self._try("draw"),
            "pass": self._try("pass"),
            "skip": self._try("skip"),
            "rotate": self.rotate,
            "lay": self.lay,
            "claim": self.claim,
        }

    def press(self, key: str, on: str | None) -> bool:
        if key.startswith("Arrow") and on == "target":
            self.move_aim(key.removeprefix("Arrow").lower())
        elif key in ("Enter", " ") and on == "target":
            self.lay()
        elif key.startswith("Arrow") and on == "claim":
            self.next_claim(1 if key in ("ArrowRight", "ArrowDown") else -1)
            self._host.focus('[data-claim][tabindex="0"]')
        elif key in ("Enter", " ") and on == "claim":
            if not self._claim:  # the focus came to the first of them
                self.next_claim()
            self.claim()
        elif key in ("ArrowLeft", "ArrowRight") and on == "tile":
            self.move_tile(1 if key == "ArrowRight" else -1)
            self._host.focus('[data-tile][tabindex="0"]')
        else:
            return super().press(key, on)
        return True

    def tap(self, kind: str, name: str, confirm: bool, by_key: bool) -> None:
        match kind:
            case "tile":
                self.choose(Tile.parse(name), by_key)
            case "target":
                self.tap_place(Cell.parse(name), confirm)
            case "claim":
                self.tap_claim(Shape.parse(name), confirm)
            case "cover":
                self.choose_cover(Cover.parse(name))

    def tap_at(self, x: float, y: float) -> None:
        self.tap_board(cell_at(x, y))

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
                    self._aim_in_view(min(places, key=lambda cell: (cell.y, cell.x)))
                    self._host.focus(PLACE)
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
        self._reconsider()
        self._aim, self._focus = cell, cell
        self._note = self._clash = None
        self._host.changed()

    def _aim_in_view(self, cell: Cell) -> None:
        """Aim at a place that was not pointed at: it may lie outside the window."""
        self._window.show([cell])
        self.aim(cell)

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
        self._reconsider()
        self._turning += 1
        self._host.changed()

    def lay(self) -> None:
        """Lay the chosen tile where it is shown."""
        if self._chosen and self._aim and (turnings := self._places(self._chosen).get(self._aim)):
            self._decide(f"play {self._place(self._aim, turnings).placement}")

    def move_aim(self, direction: str) -> None:
        """Go from place to place by arrow key."""
        if self._chosen and (places := self._places(self._chosen)):
            self._aim_in_view(next_place(list(places), self._focus or next(iter(places)), direction))
            self._host.focus(PLACE)

    def move_tile(self, step: int) -> Tile | None:
        """The tile of the rack that an arrow key leads to."""
        rack = [shown.tile for shown in self._rack()]
        if not rack:
            return None
        at = rack.index(self._focus_tile) if self._focus_tile in rack else 0
        self._focus_tile = rack[(at + step) % len(rack)]
        self._host.changed()
        return self._focus_tile

    def tap_board(self, cell: Cell) -> None:
        """A tap where no place is lit: choose among the shapes there, or hear why the tile does not fit."""
        if self._chosen:
            self.refuse(cell)
        else:
            self.next_claim(among=lambda shape: cell in shape.cells)

    def tap_claim(self, shape: Shape, confirm: bool) -> None:
        """A tap on the badge of a shape: claim it, or where taps are to be confirmed, show it first."""
        if confirm and shape != self._claim:
            self._aim_at_claim(shape)
        else:
            self._claim = shape
            self.claim()

    def choose_cover(self, cover: Cover) -> None:
        """A tap on one's covers: the next shape there is for one of this kind."""
        self.next_claim(among=lambda shape: shape.cover == cover)

    def next_claim(self, step: int = 1, among: Callable[[Shape], bool] = lambda shape: True) -> None:
        """Aim at the next shape, or the one before, of those that can be claimed."""
        shapes = [claim.shape for claim in self._claims() if among(claim.shape)]
        if shapes:
            at = shapes.index(self._claim) + step if self._claim in shapes else min(step, 0)
            self._claim_in_view(shapes[at % len(shapes)])

    def _claim_in_view(self, shape: Shape) -> None:
        """Aim at a shape whose badge was not pointed at."""
        self._window.show(shape.cells)
        self._aim_at_claim(shape)

    def _aim_at_claim(self, shape: Shape) -> None:
        self._clear()
        self._claim = shape
        told = (claim_name(claim) for claim in self._claims() if claim.shape == shape)
        self._note = Note(_("{sentence}.").format(sentence=next(told)))
        self._host.changed()

    def claim(self) -> None:
        """Claim the shape that is shown."""
        if self._claim and self._claim in [claim.shape for claim in self._claims()]:
            self._decide(f"claim {self._claim}")

    def cancel(self) -> bool:
        """Step back: from the place shown, then from the chosen tile. Whether there was anything."""
        if self._warned:
            self._reconsider()
            self._note = None
        elif self._aim and self._chosen:
            self._aim = None
        elif self._chosen or self._claim or self._note:
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

    def _show_hint(self, action: Action) -> None:
        sight = self.match.sight(self.match.seat)
        assert isinstance(sight, TileSight)
        if action.startswith("play "):
            self._hold(Placement.parse(action[5:]))
        elif action.startswith("claim "):
            self._claim_in_view(Shape.parse(action[6:]))
        self._note = Note(advice(sight, self.match.legal(), action, self.match.players), Tone.HINT)
        self._host.changed()

    def _hold(self, placement: Placement) -> None:
        """Take this tile in hand and show it where it would lie."""
        self._chosen = self._focus_tile = placement.tile
        self._turning = self._places(placement.tile)[placement.cell].index(placement.digits)
        self._aim_in_view(placement.cell)

    def _was_decided(self, done: Event, back: int) -> bool:
        return isinstance(done, Laid) or super()._was_decided(done, back)

    def _shows_what_was_hidden(self, event: Event) -> bool:
        return isinstance(event, Drew | TimedOut | Refilled)

    def next_round(self) -> None:
        if self.match.awaits_deal:
            self._window.fit()
        super().next_round()

    def _cells(self) -> list[Cell]:
        board = self.match.round.board
        return [*board.laid, *board.open]

    # Dragging: the page says where the tile or cover is, we say where it would drop

    def drag(self, item: Tile | Cover, x: float, y: float) -> None:
        if isinstance(item, Cover):
            self._drag_cover(item, x, y)
        else:
            self._drag_tile(item, x, y)
        self._host.changed()

    def _drag_cover(self, cover: Cover, x: float, y: float) -> None:
        self._clear()
        near = [
            (distance(middle(claim.shape), (x, y)), claim)
            for claim in self._claims()
            if claim.shape.cover == cover
        ]
        away, claim = min(near, key=lambda found: found[0], default=(SNAP, None))
        self._drag = CoverDrag(cover, x, y, claim if away < SNAP else None)

    def _drag_tile(self, tile: Tile, x: float, y: float) -> None:
        if tile != self._chosen:
            self._clear()
            self._chosen = self._focus_tile = tile
        self._reconsider()
        self._note = self._aim = self._clash = None
        near = [
            (distance(centre(cell), (x, y)), cell, turnings) for cell, turnings in self._places(tile).items()
        ]
        away, cell, turnings = min(near, default=(SNAP, None, []))
        over = self._place(cell, turnings) if cell and away < SNAP else None
        digits = over.placement.digits if over else tile.rotations()[self._turning % len(tile.rotations())]
        self._drag = Drag(tile, digits, over.placement.cell.points_up if over else True, x, y, over)

    def drop(self, cell: Cell | None) -> None:
        """Let go of what is dragged over this cell of the board, or beside the board."""
        drag, self._drag = self._drag, None
        if isinstance(drag, CoverDrag):
            self._drop_cover(drag, cell)
        elif drag and drag.over:
            self._aim = drag.over.placement.cell
            self.lay()
        elif cell:
            self.refuse(cell)
        self._host.changed()

    def let_go(self) -> None:
        """The drag is called off: nothing is dropped."""
        self._drag = None
        self._host.changed()

    def _drop_cover(self, drag: CoverDrag, cell: Cell | None) -> None:
        if drag.over:
            self._claim = drag.over.shape
            self.claim()
        elif cell:
            self._note = Note(_("A cover goes onto one of the outlined shapes of its kind."), Tone.REFUSAL)

    # How the game goes on

    def _show(self, events: Sequence[Event]) -> None:
        done = events[0]
        self._glow = glow_of(done, self.match.round.board.laid)
        if self._glow:
            self._wait("glow", GLOW_SECONDS, self._dim)
        self._host.changed()
        if isinstance(done, Claimed):
            self._host.gained(done.seat, done.points, f'[data-cover-on="{done.shape}"]')
        elif isinstance(done, Laid):
            start = f'[data-cell="{done.placement.cell}"]' if done.figure else None
            self._host.gained(done.seat, done.gain, start)

    def _dim(self) -> None:
        self._glow = None
        self._host.changed()

    def _told(self, event: Dealt | Event, seen_by: int | None) -> str:
        return tell(event, self.match.players, seen_by)

    def _forced(self) -> tuple[Action, str] | None:
        return ("pass", explain_pass(self.match)) if self.match.legal() == ("pass",) else None

    def _invite(self) -> None:
        if open_claims := self._claims():
            self._note = Note(self._invitation(open_claims))

    def _has_clock(self) -> bool:
        return bool(self.match.round.board.laid)

    def _invitation(self, claims: Sequence[Claim]) -> str:
        """Why there is something to claim."""
        if claiming.must_choose(self.match):
            return _("Claim one of the outlined shapes, or claim nothing.")
        before = self.match.players[self.match.seat - 1].name
        return open_reason(before, [claim.shape.cover for claim in claims])

    def _clear(self) -> None:
        super()._clear()
        self._chosen: Tile | None = None
        self._focus_tile: Tile | None = None
        self._aim: Cell | None = None
        self._focus: Cell | None = None
        self._turning = 0
        self._clash: Vertex | None = None
        self._claim: Shape | None = None
        self._drag: Drag | CoverDrag | None = None
        self._glow: Glow | None = None

    # What is seen

    def scene(self, unsaved: str | None = None) -> TileScene:
        match, current = self.match, self.match.round
        places = self._places(self._chosen) if self._chosen else {}
        shown = {cell: self._place(cell, turnings) for cell, turnings in places.items()}
        aim = shown.get(self._aim) if self._aim else None
        last = next((event for event in reversed(current.events) if isinstance(event, Laid)), None)
        legal = self.match.legal() if self._can_touch else ()
        claims = self._claims()
        claim = next((claim for claim in claims if claim.shape == self._claim), None)
        actions = {name for name in ("draw", "pass", "skip") if name in legal}
        actions |= {"hint"} if len(legal) > 0 else set()
        actions |= {"undo"} if self._undoable() else set()
        actions |= {"lay", "cancel"} if aim else set()
        actions |= {"claim", "cancel"} if claim else set()
        actions |= {"rotate"} if any(place.turnings > 1 for place in shown.values()) else set()
        return TileScene(
            **self._around(unsaved),
            seats=tuple(self._seats()),
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
                covers=claiming.lying(match),
                claims=tuple(claims),
                claim=claim,
                colour=colour_of(match.players[match.seat], match.seat),
            ),
            rack=tuple(self._rack()),
            chosen=self._chosen,
            focus_tile=self._focus_tile,
            pool=len(current.pool),
            draw_cost=match.edition.draws.cost,
            actions=frozenset(actions),
            must_choose=self._can_touch and claiming.must_choose(match),
        )

    def _to_move(self, name: str) -> str:
        match = self.match
        if claiming.must_choose(match):
            return _("{name} to claim a shape.").format(name=name)
        if match.round.drawn:
            drawn = match.round.drawn.bit_count()
            return _("{name} to play, {n} drawn this turn.").format(name=name, n=drawn)
        return super()._to_move(name)

    def _seats(self) -> Iterator[TileSeat]:
        match, current = self.match, self.match.round
        gains = claiming.gains(current)
        last = latest(gains)
        for number, player in enumerate(match.players):
            yield TileSeat(
                number,
                player.name,
                colour_of(player, number),
                player.kind,
                current.scores[number],
                last.get(number),
                number in match.winners,
                changes=times(gains, number),
                tiles_left=current.racks[number].bit_count(),
                covers=claiming.covers_in_hand(match, number),
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
