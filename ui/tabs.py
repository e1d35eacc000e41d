"""One writer a game: of several tabs that have it open, one plays and the others look on.

A tab that wants to play asks for the game's lock and holds it while the game is on its table. If another
holds it, the player is told and can take it over; whoever held it is told at once and looks on.

Neither kind of lock makes what another tab stored visible here at once: browsers deliver that a little
later. So a tab that was given a lock waits before it reads the game and plays; and the store, which
compares revisions, is there behind it. A new game, whose name nobody else can know, is played at once.
"""

import secrets
from collections.abc import Callable
from typing import Protocol

from ui.store import PREFIX, Refused, Storage

SETTLE_SECONDS = 0.3
"""From being given a lock to reading the game: until then, what others wrote is on its way."""
BEAT_SECONDS = 1.0
SILENCE_SECONDS = 2.5
"""Who has not been heard of for so long is gone."""

LetGo = Callable[[], None]
Later = Callable[[float, Callable[[], None]], object]


class Locks(Protocol):
    """Locks that all tabs have in common, each with a name."""

    def ask(self, name: str, steal: bool, answer: Callable[[bool], None], lost: Callable[[], None]) -> LetGo:
        """Ask for a lock, or take it from whoever has it. Later: `answer`, and `lost` if it is taken.

        What is returned lets go of the lock, or of the wish for it.
        """


class Alone:
    """Locks where nothing is shared with other tabs, such as a memory that ends with the page."""

    def ask(self, name: str, steal: bool, answer: Callable[[bool], None], lost: Callable[[], None]) -> LetGo:
        answer(True)
        return lambda: None


class Heartbeat:
    """Locks for browsers without any: a key for each, that its holder keeps changing while alive."""

    def __init__(self, storage: Storage, later: Later) -> None:
        self._storage = storage
        self._later = later
        self._tab = secrets.token_hex(4)
        self._beats = 0

    def ask(self, name: str, steal: bool, answer: Callable[[bool], None], lost: Callable[[], None]) -> LetGo:
        key = f"{PREFIX}writer:{name}"
        wanting = True

        def let_go() -> None:
            nonlocal wanting
            if wanting and not self._is_taken(key):
                self._quietly(lambda: self._storage.remove(key))
            wanting = False

        def claim() -> None:
            if wanting:
                self._beat(key)
                self._later(SETTLE_SECONDS, confirm)

        def confirm() -> None:
            if wanting:
                answer(mine := not self._is_taken(key))
                if mine:
                    self._later(BEAT_SECONDS, beat)

        def beat() -> None:
            nonlocal wanting
            if not wanting:
                return
            if self._is_taken(key):
                wanting = False
                lost()
            else:
                self._beat(key)
                self._later(BEAT_SECONDS, beat)

        before = self._read(key)
        if steal or before is None:
            claim()
        else:
            self._later(
                SILENCE_SECONDS,
                lambda: (
                    (claim() if self._read(key) in (before, None) else answer(False)) if wanting else None
                ),
            )
        return let_go

    def _read(self, key: str) -> str | None:
        try:
            return self._storage.get(key)
        except Refused:
            return None

    def _is_taken(self, key: str) -> bool:
        """By another tab. Nobody's is as good as ours: it was cleared, or there was no room for it."""
        return not (self._read(key) or self._tab).startswith(self._tab)

    def _beat(self, key: str) -> None:
        self._beats += 1
        self._quietly(lambda: self._storage.put(key, f"{self._tab} {self._beats}"))

    def _quietly(self, function: Callable[[], None]) -> None:
        try:
            function()
        except Refused:
            return  # then nothing of the game is saved either, which is said elsewhere


class Pen:
    """Whether this tab may write the game on its table."""

    def __init__(
        self, locks: Locks, later: Later, may_write: Callable[[], None], overtaken: Callable[[], None]
    ) -> None:
        self._locks = locks
        self._later = later
        self._may_write = may_write
        self._overtaken = overtaken
        self._let_go: LetGo = lambda: None
        self._turn = 0
        """Counts the games taken up, so that an answer that comes late is known to be late."""
        self.state = "down"
        """`down`: no game. `asking` for the lock or waiting after it. `mine`. `elsewhere`: another tab's."""

    @property
    def mine(self) -> bool:
        return self.state == "mine"

    def take(self, game: str, new: bool = False, steal: bool = False) -> None:
        """Ask to write this game. A new one can be written at once: nobody else knows of it."""
        self.put_down()
        self.state = "mine" if new else "asking"
        turn = self._turn

        def answer(given: bool) -> None:
            if turn != self._turn:
                return
            if not given:
                self.lose()
            elif not new:
                self._later(SETTLE_SECONDS, settled)

        def settled() -> None:
            if turn == self._turn and self.state == "asking":
                self.state = "mine"
                self._may_write()

        def lost() -> None:
            if turn == self._turn:
                self.lose()

        self._let_go = self._locks.ask(f"game:{game}", steal, answer, lost)

    def ask(self, game: str, then: Callable[[bool], None]) -> None:
        """Find out whether no other tab plays this game, and keep others away from it while `then` hears."""

        def answer(free: bool) -> None:
            self._later(0, lambda: let_go())  # the answer may come before there is anything to let go of
            then(free)

        let_go = self._locks.ask(f"game:{game}", False, answer, lambda: None)

    def lose(self) -> None:
        """Another tab writes this game now."""
        if self.state in ("mine", "asking"):
            self.state = "elsewhere"
            self._overtaken()

    def put_down(self) -> None:
        """Leave the game to whoever wants it."""
        self._turn += 1
        self.state = "down"
        self._let_go()
        self._let_go = lambda: None
