"""The table: a match being played, and everything its players can do to it by tap, key or script.

Nothing here knows the browser. A `Host` keeps the match, draws, and wakes us later; what is on the
screen is asked for as a `Scene`. The match changes in one place only, `_apply`. This much is the same in
every game; each kind of game has a table of its own that adds what is chosen and seen at it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Protocol

from engine import BOTS, Match
from engine.errors import NotAllowed
from engine.game import DONE, Action, Dealt, Event
from engine.judge import Verdict
from engine.question import Case, Question
from engine.tile_round import TileSight
from ui.advice import warning
from ui.geometry import Point
from ui.scene import Note, Scene, Tone
from ui.setup import chance, deal_chance, decision_seed, question
from ui.telling import by_action, edition_name
from ui.thinking import Cancellable
from ui.window import Surface
from ui.words import _

FORCED_SECONDS = 3.0
SHEET_SECONDS = 1.6
COACH_SECONDS = 0.5
"""So long a move waits for the coach, and no longer."""


class Host(Protocol):
    """What the table needs of the page around it."""

    def keep(self, match: Match) -> None: ...
    def changed(self) -> None: ...
    def later(self, seconds: float, function: Callable[[], None]) -> Cancellable: ...
    def ask(
        self,
        question: Question | Case,
        then: Callable[[Any], None],
        otherwise: Callable[[], None] | None = None,
    ) -> Cancellable:
        """Have a bot think. It answers once, later, unless cancelled; or else, if nobody is to stand in for
        it, we hear that it does not."""
        ...

    def coach(self) -> float | None:
        """How many points somebody may give away unwarned; None without a coach."""
        ...

    def bot_seconds(self) -> float: ...
    def aspect(self) -> float: ...
    def focus(self, selector: str) -> None: ...
    def travel(self, selector: str, path: Sequence[Point], wait: float) -> float:
        """Let something on the board move along, to where it is, after so many seconds. When it arrives."""
        ...

    def gained(self, seat: int, points: int, start: str | None) -> None:
        """Draw the board before anything else; from this element the points fly to the player's score."""
        ...

    def round_over(self) -> None: ...


class Table(ABC):
    """`here` is the seat of the one person at this device, if the others play on devices of their own."""

    home = '[data-action="play"]'
    """Where a keyboard player is taken when what had the focus is gone."""
    adviser = "bot:expert"
    """Who is asked for a hint."""
    keys: ClassVar[Mapping[str, str]] = {"u": "undo", "h": "hint"}
    """What a single key does, as the action of a button."""

    def __init__(self, match: Match, host: Host, here: int | None = None) -> None:
        self.match = match
        self._host = host
        people = [seat for seat, player in enumerate(match.players) if player.kind == "human"]
        self._humans = people if here is None else [here]
        self._elsewhere = [seat for seat in people if seat not in self._humans]
        self._timers: dict[str, Cancellable] = {}
        self._log: list[str] = []
        self._revealed: int | None = self._humans[0] if len(self._humans) == 1 else None
        self._seconds_left: int | None = None
        self._moving = 0.0
        """Seconds until what happened last has been seen."""
        self._clear()
        if not match.rounds:
            self.match.deal(deal_chance(match))
            host.keep(match)
        self._sit_down()

    # What is the case

    @property
    def surface(self) -> Surface | None:
        """The board to be dragged about under a hand, where there is one."""
        return None

    @property
    def _is_humans_turn(self) -> bool:
        return not self.match.round.over and self.match.seat in self._humans

    @property
    def _can_touch(self) -> bool:
        """A person is to move and has before them what they hold."""
        return self._is_humans_turn and self._revealed == self.match.seat

    @property
    def send_to(self) -> str | None:
        """The name of the player elsewhere whose turn it is."""
        waits = not self.match.round.over and self.match.seat in self._elsewhere
        return self.match.players[self.match.seat].name if waits else None

    def legal(self) -> tuple[Action, ...]:
        """What a person can choose now; nothing while it is a bot's turn or between rounds."""
        return self.match.choices() if self._is_humans_turn else ()

    @property
    def curtain(self) -> bool:
        """What is held is hidden until the next person says that they hold the device."""
        return len(self._humans) > 1 and self._is_humans_turn and not self._can_touch

    # What people do

    def act(self, choice: Action) -> None:
        """Do what a person decided, or raise the engine's reason why not."""
        if not self._is_humans_turn:
            raise NotAllowed(_("It is not a person's turn."))
        choices = self.match.choices()
        if choice not in choices and choice in self.match.legal():
            raise NotAllowed(
                _("That is for chance to settle: there is {choices}.").format(choices=", ".join(choices))
            )
        self._apply(choice)

    def _decide(self, action: Action) -> None:
        """Do what a person decided here, unless they have a coach who would rather warn them."""
        sight, legal = self.match.sight(self.match.seat), self.match.legal()
        threshold = self._host.coach()
        if threshold is None or len(legal) == 1 or not isinstance(sight, TileSight):
            return self._apply(action)

        def judged(verdict: Verdict) -> None:
            self._stop("coach")
            if verdict.given_away < threshold:
                return self._apply(action)
            self._warned = action
            self._note = Note(warning(sight, action, verdict, self.match.players), Tone.WARNING)
            self._host.focus('[data-action="think-again"]')
            self._host.changed()

        def go_ahead() -> None:
            self._apply(action)

        seed = decision_seed(self.match, len(self.match.rounds) - 1, len(self.match.round.actions))
        self._wait("coach", COACH_SECONDS, go_ahead)
        self._stop("verdict")
        self._timers["verdict"] = self._host.ask(Case(sight, legal, action, seed), judged, go_ahead)

    def _reconsider(self) -> None:
        """What the coach looks at, or has warned of, is not to be done."""
        self._stop("coach")
        self._stop("verdict")
        self._warned: Action | None = None

    def do_anyway(self) -> None:
        """Do what the coach has warned of."""
        if self._warned:
            self._apply(self._warned)

    def _try(self, action: Action) -> Callable[[], None]:
        """A button that does this, if it can be done by then."""

        def pressed() -> None:
            if action in self.legal():
                self._decide(action)

        return pressed

    def handlers(self, value: str | None) -> dict[str, Callable[[], object]]:
        """What each button of the table does."""
        return {
            "undo": self.undo,
            "hint": self.hint,
            "cancel": self.cancel,
            "reveal": self.reveal,
            "go-on": self.go_on,
            "anyway": self.do_anyway,
            "think-again": self.cancel,
        }

    def press(self, key: str, on: str | None) -> bool:
        """A key went down `on` something to be tapped. Whether it meant something here."""
        return False

    @abstractmethod
    def tap(self, kind: str, name: str, confirm: bool, by_key: bool) -> None:
        """Something of this kind and name was tapped; where taps are to be confirmed, show it first."""

    def tap_at(self, x: float, y: float) -> None:
        """A tap on the board where there is nothing to be tapped, in units of the board."""
        return

    def cancel(self) -> bool:
        """Step back from what is chosen or said. Whether there was anything."""
        if self._note is None:
            return False
        self._clear()
        self._host.changed()
        return True

    def reveal(self) -> None:
        self._revealed = self.match.seat
        self._await()

    def hint(self) -> None:
        """Show what the strongest player would do, with the reason."""
        if not self._can_touch:
            return
        self._clear()
        self._note = Note(_("The strongest player is thinking. You need not wait for it."), Tone.HINT)
        self._ask("hint", self.adviser, self._show_hint)
        self._host.changed()

    @abstractmethod
    def _show_hint(self, action: Action) -> None: ...

    def _undoable(self) -> int:
        """How many actions to take back to one's own last decision; 0 where that is not allowed.

        Only against bots, and never past what could not be known before: it cannot be unseen.
        """
        if len(self._humans) != 1 or self._elsewhere or not self._can_touch:
            return 0
        back = 0
        for event in reversed(self.match.round.events):
            if self._shows_what_was_hidden(event):
                return 0
            if not isinstance(event, DONE):
                continue
            back += 1
            if event.seat in self._humans and self._was_decided(event, back):
                return back
        return 0

    def _was_decided(self, done: Event, back: int) -> bool:
        """Whether the action that is so many back was a choice among several."""
        return len(self.match.undone(back).choices()) > 1

    @abstractmethod
    def _shows_what_was_hidden(self, event: Event) -> bool: ...

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
            self._revealed = self._humans[0] if len(self._humans) == 1 else None
            self._clear()
            self._sit_down()

    def leave(self) -> None:
        """Get up from the table: nothing goes on by itself any more."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    # How the game goes on

    def _apply(self, choice: Action) -> None:
        events = self.match.apply(self.match.settle(choice, chance(self.match)))
        self._host.keep(self.match)
        self._clear()
        self._tell(events)
        self._show(events)
        self._await()

    @abstractmethod
    def _show(self, events: Sequence[Event]) -> None:
        """Let what an action did be seen."""

    def _sit_down(self) -> None:
        """Take the round up from where its record stands."""
        self._log = []
        self._tell([self.match.round.dealt, *self.match.round.events])
        self._await()

    def _tell(self, events: Sequence[Dealt | Event]) -> None:
        """All that one action did is one entry of the log, and said in one breath."""
        alone = self._humans[0] if len(self._humans) == 1 else None
        for action in by_action(events):
            told = (self._told(event, alone) for event in action)
            self._log.append(" ".join(filter(None, told)))

    @abstractmethod
    def _told(self, event: Dealt | Event, seen_by: int | None) -> str:
        """The event in a sentence, as this seat may know it, or "" if there is nothing to tell."""

    def _await(self) -> None:
        """Whatever comes next by itself: a bot's action, a forced one, the clock, the score sheet."""
        for name in ("turn", "clock", "thought"):
            self._stop(name)
        self._seconds_left = None
        if self.match.round.over:
            self._wait("turn", SHEET_SECONDS + self._moving, self._host.round_over)
        elif self.send_to is not None:
            pass  # nothing, until a link comes back
        elif not self._is_humans_turn:
            self._await_bot()
        elif self._can_touch:
            if forced := self._forced():
                self._note = Note(forced[1], Tone.FORCED)
                self._wait("turn", FORCED_SECONDS, self.go_on)
            else:
                self._invite()
            if self.match.options.turn_seconds and self._has_clock():
                self._seconds_left = self.match.options.turn_seconds
                self._wait("clock", 1.0, self._tick)
        self._host.changed()

    def _forced(self) -> tuple[Action, str] | None:
        """The action that is done without being asked for, as there is no other, and why."""
        return None

    def _invite(self) -> None:
        """A person is to decide: say what about, where it is not plain."""
        return

    def _has_clock(self) -> bool:
        return False

    def go_on(self) -> None:
        """What is forced has been read."""
        if self._can_touch and (forced := self._forced()):
            self._apply(forced[0])

    def _await_bot(self) -> None:
        """The bot moves when it knows what to do, and not before people can follow."""
        kind = self.match.players[self.match.seat].kind
        known: list[Action] = []
        waiting_for = {"pace", "thought"}

        def come(what: str) -> None:
            waiting_for.discard(what)
            if not waiting_for:
                self._apply(known[0])

        def answered(action: Action) -> None:
            known.append(action)
            come("thought")

        self._wait("turn", self._host.bot_seconds() + self._moving, lambda: come("pace"))
        self._ask("thought", kind, answered)

    def _tick(self) -> None:
        self._seconds_left = (self._seconds_left or 1) - 1
        if self._seconds_left:
            self._wait("clock", 1.0, self._tick)
            self._host.changed()
        else:
            self._apply("timeout")

    def _wait(self, name: str, seconds: float, function: Callable[[], None]) -> None:
        self._stop(name)
        self._timers[name] = self._host.later(seconds, function)

    def _ask(self, name: str, kind: str, then: Callable[[Action], None]) -> None:
        """Have a bot think about the decision to be made now, unless something else comes first."""
        self._stop(name)
        asked = question(self.match, kind if kind in BOTS else "bot:greedy")
        self._timers[name] = self._host.ask(asked, then)

    def _stop(self, name: str) -> None:
        if name in self._timers:
            self._timers.pop(name).cancel()

    def _clear(self) -> None:
        """Nothing chosen, nothing shown, nothing said."""
        self._stop("hint")
        self._reconsider()
        self._note: Note | None = None

    # What is seen

    @abstractmethod
    def scene(self, unsaved: str | None = None) -> Scene: ...

    def _around(self, unsaved: str | None) -> dict[str, Any]:
        """What a scene shows in every game."""
        match = self.match
        return {
            "title": edition_name(match.edition.name),
            "turn": None if match.round.over else match.seat,
            "status": self.status(),
            "note": self._note,
            "hidden": () if len(self._humans) == 1 and not self._elsewhere else ("undo",),
            "curtain": match.players[match.seat].name if self.curtain else None,
            "over": match.round.over is not None,
            "seconds_left": self._seconds_left,
            "log": tuple(self._log),
            "unsaved": unsaved,
            "send_to": self.send_to,
        }

    def status(self) -> str:
        """Whose turn it is, in words."""
        match = self.match
        if match.winners:
            return _("The match is over.")
        if match.round.over:
            return _("The round is over.")
        name = match.players[match.seat].name
        if self.send_to is not None:
            return _("Waiting for {name}.").format(name=name)
        if match.seat not in self._humans:
            return _("{name} is thinking.").format(name=name)
        return self._to_move(name)

    def _to_move(self, name: str) -> str:
        """What the person of this name is to do."""
        return _("{name} to play.").format(name=name)
