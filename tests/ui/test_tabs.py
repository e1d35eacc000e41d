"""Two tabs and one game: one plays, the other is told; nothing that was acknowledged is lost."""

import heapq
from collections.abc import Callable
from itertools import count

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.ui.test_store import Unreliable, numbered
from ui.store import Memory, NotSaved, Store
from ui.tabs import BEAT_SECONDS, SETTLE_SECONDS, SILENCE_SECONDS, Alone, Heartbeat, Pen


class World:
    """Time, and what happens in it."""

    def __init__(self) -> None:
        self.now = 1_760_000_000.0
        self._waiting: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()

    def later(self, seconds: float, function: Callable[[], None]) -> None:
        heapq.heappush(self._waiting, (self.now + seconds, next(self._order), function))

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while self._waiting and self._waiting[0][0] <= end:
            self.now, _order, function = heapq.heappop(self._waiting)
            function()
        self.now = end


class BrowserLocks:
    """Locks as a browser has them: what a tab asks for and is told arrives a little later."""

    def __init__(self, world: World, delay: float) -> None:
        self.world, self.delay = world, delay
        self.held: dict[str, Callable[[], None]] = {}

    def ask(self, name, steal, answer, lost):
        def told_lost() -> None:
            self.world.later(self.delay, lost)

        def arrive() -> None:
            if name in self.held and not steal:
                self.world.later(self.delay, lambda: answer(False))
                return
            if name in self.held:
                self.held[name]()
            self.held[name] = told_lost
            self.world.later(self.delay, lambda: answer(True))

        def let_go() -> None:
            def gone() -> None:
                if self.held.get(name) is told_lost:
                    del self.held[name]

            self.world.later(self.delay, gone)

        self.world.later(self.delay, arrive)
        return let_go


class SlowStorage(Memory):
    """One tab's view of a storage in which what others write appears later."""

    def __init__(self, world: World, delay: float) -> None:
        super().__init__()
        self.world, self.delay = world, delay
        self.others: list[SlowStorage] = []

    def put(self, key: str, value: str) -> None:
        super().put(key, value)
        for other in self.others:
            self.world.later(self.delay, lambda other=other: other.texts.__setitem__(key, value))

    def remove(self, key: str) -> None:
        super().remove(key)
        for other in self.others:
            self.world.later(self.delay, lambda other=other: other.texts.pop(key, None))


class Tab:
    def __init__(self, world: World, locks, storage: Memory) -> None:
        self.told: list[str] = []
        self.store = Store(storage, lambda: world.now)
        self.pen = Pen(locks, world.later, self.begin, lambda: self.told.append("elsewhere"))
        self.number = -1

    def begin(self) -> None:
        self.told.append("mine")
        match = self.store.open("x").match
        self.number = match.extra["number"] if match else -1


DELAY = 0.1


@pytest.fixture(params=["locks", "heartbeat"])
def two_tabs(request) -> tuple[World, Tab, Tab]:
    world = World()
    first, second = SlowStorage(world, DELAY), SlowStorage(world, DELAY)
    first.others, second.others = [second], [first]
    if request.param == "locks":
        browser = BrowserLocks(world, DELAY)
        return world, Tab(world, browser, first), Tab(world, browser, second)
    return (
        world,
        Tab(world, Heartbeat(first, world.later), first),
        Tab(world, Heartbeat(second, world.later), second),
    )


LONG = SILENCE_SECONDS + 2 * SETTLE_SECONDS + 1


def test_the_first_tab_plays_and_the_second_is_told(two_tabs):
    world, first, second = two_tabs
    first.pen.take("x")
    world.wait(LONG)
    second.pen.take("x")
    world.wait(LONG)
    assert (first.told, second.told) == (["mine"], ["elsewhere"])
    assert first.pen.mine
    assert not second.pen.mine


def test_another_game_is_nobody_else_s_business(two_tabs):
    world, first, second = two_tabs
    first.pen.take("x")
    second.pen.take("y")
    world.wait(LONG)
    assert first.pen.mine
    assert second.pen.mine


def test_a_game_is_taken_over_and_the_first_tab_is_told(two_tabs):
    world, first, second = two_tabs
    first.pen.take("x")
    world.wait(LONG)
    second.pen.take("x", steal=True)
    world.wait(LONG)
    assert (first.told, second.told) == (["mine", "elsewhere"], ["mine"])
    first.pen.take("x", steal=True)
    world.wait(LONG)
    assert first.pen.mine
    assert second.told == ["mine", "elsewhere"]


def test_a_game_that_was_left_is_free(two_tabs):
    world, first, second = two_tabs
    first.pen.take("x")
    world.wait(LONG)
    first.pen.put_down()
    world.wait(1)
    second.pen.take("x")
    world.wait(LONG)
    assert second.pen.mine
    assert first.told == ["mine"]


def test_a_new_game_is_played_at_once(two_tabs):
    world, first, second = two_tabs
    first.pen.take("x", new=True)
    assert first.pen.mine
    world.wait(LONG)
    second.pen.take("x")
    world.wait(LONG)
    assert not second.pen.mine


def test_asked_whether_a_game_is_free_a_tab_is_told_and_keeps_nothing(two_tabs):
    world, first, second = two_tabs
    told: list[bool] = []
    second.pen.ask("x", told.append)
    world.wait(LONG)
    assert told == [True]
    first.pen.take("x")
    world.wait(LONG)
    assert first.pen.mine
    second.pen.ask("x", told.append)
    world.wait(LONG)
    assert told == [True, False]
    assert (first.told, second.told, second.pen.state) == (["mine"], [], "down")


def test_where_nothing_is_shared_every_game_is_free():
    world, told = World(), []
    Tab(world, Alone(), Memory()).pen.ask("x", told.append)
    world.wait(1)
    assert told == [True]


def test_an_answer_that_comes_after_one_has_left_is_not_heard(two_tabs):
    world, first, _second = two_tabs
    first.pen.take("x")
    first.pen.put_down()
    world.wait(LONG)
    assert first.told == []
    assert first.pen.state == "down"


def test_of_two_that_ask_at_once_never_both_get_it(two_tabs):
    world, first, second = two_tabs
    first.pen.take("x")
    world.wait(0.01)
    second.pen.take("x")
    world.wait(2 * LONG)
    assert not (first.pen.mine and second.pen.mine)
    assert "elsewhere" in first.told + second.told


def test_nobody_plays_before_what_the_other_wrote_has_arrived(two_tabs):
    world, first, second = two_tabs
    first.pen.take("x", new=True)
    first.store.save("x", numbered(1))
    world.wait(LONG)
    first.store.save("x", numbered(2))
    second.pen.take("x", steal=True)
    world.wait(0.05)
    first.store.save("x", numbered(3))
    world.wait(LONG)
    assert second.number == 3
    second.store.save("x", numbered(4))
    world.wait(1)
    with pytest.raises(NotSaved, match="elsewhere"):
        first.store.save("x", numbered(5))


def test_a_tab_that_died_leaves_its_game_to_others_after_a_silence():
    world, storage = World(), Memory()
    dead = Heartbeat(storage, lambda seconds, function: None)
    dead.ask("game:x", False, lambda given: None, lambda: None)
    tab = Tab(world, Heartbeat(storage, world.later), storage)
    tab.pen.take("x")
    world.wait(SILENCE_SECONDS - 0.1)
    assert tab.told == []
    world.wait(LONG)
    assert tab.pen.mine
    world.wait(5 * BEAT_SECONDS)
    assert tab.pen.mine


def test_a_storage_that_is_full_or_cleared_is_not_taken_for_another_tab():
    world, storage = World(), Unreliable()
    tab = Tab(world, Heartbeat(storage, world.later), storage)
    storage.next_put = "full"
    tab.pen.take("x")
    world.wait(LONG)
    assert tab.pen.mine
    storage.texts.clear()
    world.wait(5 * BEAT_SECONDS)
    assert tab.pen.mine
    other = Tab(world, Heartbeat(storage, world.later), storage)
    other.pen.take("x")
    world.wait(LONG)
    assert (tab.told, other.told) == (["mine"], ["elsewhere"])


def test_where_nothing_is_shared_every_game_is_ours():
    world = World()
    tab = Tab(world, Alone(), Memory())
    tab.pen.take("x")
    world.wait(SETTLE_SECONDS)
    assert tab.pen.mine


class TwoTabsRacing(RuleBasedStateMachine):
    """Two tabs take, steal, leave and play one game while everything they do arrives late."""

    @initialize(
        slow=st.sampled_from([0.01, 0.1, 0.14]), told=st.sampled_from([0.01, 0.1]), beats=st.booleans()
    )
    def begin(self, slow: float, told: float, beats: bool) -> None:
        self.world = World()
        storages = [SlowStorage(self.world, slow), SlowStorage(self.world, slow)]
        storages[0].others, storages[1].others = [storages[1]], [storages[0]]
        shared = BrowserLocks(self.world, told)
        self.tabs = [
            Tab(self.world, Heartbeat(storage, self.world.later) if beats else shared, storage)
            for storage in storages
        ]
        self.beats = beats
        self.storages = storages
        self.count = 0
        self.acknowledged: list[int] = []
        self.tabs[0].pen.take("x", new=True)

    @rule(tab=st.sampled_from([0, 1]))
    def take(self, tab: int) -> None:
        self.tabs[tab].pen.take("x")

    @rule(tab=st.sampled_from([0, 1]))
    def take_over(self, tab: int) -> None:
        if self.tabs[tab].pen.state == "elsewhere":
            self.tabs[tab].pen.take("x", steal=True)

    @rule(tab=st.sampled_from([0, 1]))
    def leave(self, tab: int) -> None:
        self.tabs[tab].pen.put_down()

    @rule(tab=st.sampled_from([0, 1]))
    def hand_over(self, tab: int) -> None:
        """Leave in the moment after a move, and have the other tab come at once."""
        self.play(moves=1)
        self.tabs[tab].pen.put_down()
        self.world.wait(0.02)
        self.tabs[1 - tab].pen.take("x")
        self.world.wait(0.06)
        self.play(moves=1)

    @rule(moves=st.integers(1, 3))
    def play(self, moves: int) -> None:
        """A move goes on from the last one its tab knows: nobody may go on from before another's."""
        for player in [tab for tab in self.tabs if tab.pen.mine] * moves:
            self.count += 1
            try:
                player.store.save("x", numbered(self.count))
            except NotSaved:
                player.pen.lose()
                continue
            if not self.beats:
                assert player.number == (self.acknowledged[-1] if self.acknowledged else -1)
            player.number = self.count
            self.acknowledged.append(self.count)

    @rule(seconds=st.sampled_from([0.01, 0.05, 0.2, 0.5, 1.0, 4.0]))
    def time_passes(self, seconds: float) -> None:
        self.world.wait(seconds)

    @invariant()
    def what_was_acknowledged_last_is_there(self) -> None:
        if getattr(self, "acknowledged", None) and not self.beats:
            found = [Store(storage).peek("x") for storage in self.storages]
            assert numbered(self.acknowledged[-1]) in found


TwoTabsRacing.TestCase.settings = settings(max_examples=50, stateful_step_count=20, deadline=None)
test_two_tabs_racing = TwoTabsRacing.TestCase
