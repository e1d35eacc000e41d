"""The store: what it said was saved is still there, whatever the storage does meanwhile."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine import EDITIONS, Match, Player, read, write
from engine.simulate import play_match
from ui import store as store_module
from ui.shelf import Summary
from ui.store import (
    MIGRATIONS,
    PICTURE,
    PREFIX,
    VERSION,
    Kept,
    Memory,
    NotSaved,
    Refused,
    Storage,
    Store,
    Trouble,
    _crc,
    new_id,
)

PLAYERS = [Player("Ada"), Player("Bot", "bot:greedy")]
SAVES = Path(__file__).parent / "saves"
A, B = PREFIX + "game:x:a", PREFIX + "game:x:b"


def records(count: int = 12) -> list[str]:
    """The record of one match after each of its first actions."""
    match = Match(EDITIONS["classic"], PLAYERS)
    match.deal(Random(7))
    written = [write(match)]
    while len(written) < count:
        match.apply(match.legal()[0])
        written.append(write(match))
    return written


RECORDS = records()
ONE, TWO, THREE, *_ = RECORDS


class Unreliable(Memory):
    """A storage that fails as told: at the next writing, after so many operations, or from now on."""

    def __init__(self) -> None:
        super().__init__()
        self.next_put: str | int | None = None
        """`full`, `forbidden`, `forget` it, do it `late`, or keep only so many characters of it."""
        self.crash_after: int | None = None
        self.blocked = False
        self.operations: list[str] = []
        self._late: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        self._check()
        found = super().get(key)
        self.texts |= self._late
        self._late = {}
        self._done("get")
        return found

    def put(self, key: str, value: str) -> None:
        self._check()
        fault, self.next_put = self.next_put, None
        if fault in ("full", "forbidden"):
            raise Refused(fault)
        if fault == "late":
            self._late = {key: value}
        elif fault != "forget":
            super().put(key, value if fault is None else value[:fault])
        self._done("put")

    def remove(self, key: str) -> None:
        self._check()
        super().remove(key)
        self._done("remove")

    def keys(self) -> list[str]:
        self._check()
        return super().keys()

    def _check(self) -> None:
        if self.blocked:
            raise Refused("forbidden")

    def _done(self, operation: str) -> None:
        self.operations.append(operation)
        if self.crash_after is not None and len(self.operations) > self.crash_after:
            raise Crash


class Crash(BaseException):
    """The tab is gone."""


class Clock:
    def __init__(self, time: float = 1_760_000_000.5) -> None:
        self.time = time

    def __call__(self) -> float:
        return self.time


def record_in(storage: Storage, game: str = "x") -> str | None:
    """What a page opened anew makes of it."""
    match = Store(storage).open(game).match
    return match and write(match)


def saved(*saves: str, game: str = "x") -> Memory:
    storage = Memory()
    store = Store(storage)
    for record in saves:
        store.save(game, record)
    return storage


# Saving and opening.


def test_what_is_saved_is_there_after_a_reload():
    storage = Memory()
    store = Store(storage)
    for record in RECORDS:
        store.save("x", record)
        assert record_in(storage) == record
        assert Store(storage).open("x").trouble is None


def test_a_whole_match_of_every_edition_comes_back():
    for name, edition in EDITIONS.items():
        record = write(play_match(edition, ["bot:greedy"] * 3, "7"))
        assert record_in(saved(record, game=name), name) == record


def test_saves_take_turns_between_two_slots():
    storage = saved(ONE)
    first = storage.texts[A]
    assert storage.keys() == [A]
    Store(storage).save("x", TWO)
    assert storage.texts[A] == first
    second = storage.texts[B]
    Store(storage).save("x", THREE)
    assert storage.texts[B] == second
    assert THREE in storage.texts[A]


def test_saving_the_same_again_writes_nothing():
    storage = Unreliable()
    store = Store(storage)
    store.save("x", ONE)
    store.save("x", ONE)
    assert storage.operations.count("put") == 1


def test_a_save_is_one_write_and_reads_it_back():
    storage = Unreliable()
    store = Store(storage)
    store.save("x", ONE)
    storage.operations.clear()
    store.save("x", TWO)
    assert storage.operations == ["get", "get", "put", "get"]


def test_a_game_that_is_not_there_is_missing():
    assert Store(Memory()).open("x").trouble == Trouble("missing")


def test_names_of_games_are_all_different():
    assert len({new_id() for _ in range(1000)}) == 1000


def test_any_text_in_any_game_is_kept_as_it_is():
    storage = Memory()
    for game in ("x", "x:a", "", "é\n", "\ud800"):
        Store(storage).save(game, "é\ud800\0")
    assert {kept.id for kept in Store(storage).games()} == {"x", "x:a", "", "é\n", "\ud800"}


def test_a_digest_is_kept_with_the_record_it_is_of():
    storage = Memory()
    store = Store(storage)
    for record, digest in ((ONE, "one"), (TWO, "two\nlines"), (TWO, "other"), (THREE, "")):
        store.save("x", record, digest)
        assert Store(storage).games()[0].digest == digest
        assert Store(storage).peek("x") == record


def test_a_finished_game_takes_one_slot_and_the_last_save_is_the_one_that_stays():
    storage = Unreliable()
    store = Store(storage)
    store.save("x", ONE)
    store.save("x", TWO, final=True)
    assert [THREE in text or TWO in text for text in storage.texts.values()] == [True]
    store.save("x", TWO, final=True)
    assert record_in(storage) == TWO
    storage.next_put = "forget"
    with pytest.raises(NotSaved, match="lost"):
        store.save("x", THREE, final=True)
    assert record_in(storage) == TWO


def test_looking_at_a_game_does_not_take_it_over():
    storage, clock = Memory(), Clock()
    here, there = Store(storage, clock), Store(storage, clock)
    here.save("x", ONE)
    there.save("x", TWO)
    assert here.peek("x") == TWO
    assert here.games()[0].id == "x"
    with pytest.raises(NotSaved, match="elsewhere"):
        here.save("x", THREE)
    assert here.peek("y") is None


# Names, and deleting with a way back.


def test_a_game_is_called_what_the_player_calls_it():
    storage = saved(ONE)
    store = Store(storage)
    assert store.games()[0].name == ""
    before = dict(storage.texts)
    store.rename("x", "Sunday <b>")
    assert Store(storage).games() == [replace(kept, name="Sunday <b>") for kept in store.games()]
    assert record_in(storage) == ONE
    store.rename("x", "")
    assert storage.texts == before
    storage = Unreliable()
    storage.next_put = "full"
    with pytest.raises(NotSaved, match="full"):
        Store(storage).rename("x", "Sunday")


def test_a_deleted_game_can_be_put_back_just_as_it_was():
    storage = saved(ONE, TWO)
    storage.texts |= saved(ONE, game="y").texts
    store = Store(storage)
    store.rename("x", "Sunday")
    before = dict(storage.texts)
    deleted = store.delete("x")
    assert [kept.id for kept in store.games()] == ["y"]
    assert len(storage.texts) == 1
    store.put_back(deleted)
    assert storage.texts == before
    store.save("x", THREE)
    assert record_in(storage) == THREE


def test_putting_back_writes_over_nothing_and_says_when_there_is_no_room():
    storage = Unreliable()
    storage.texts = saved(ONE, TWO).texts
    store = Store(storage)
    deleted = store.delete("x")
    storage.next_put = "full"
    with pytest.raises(NotSaved, match="full"):
        store.put_back(deleted)
    store.save("x", THREE)
    meanwhile = dict(storage.texts)
    store.put_back(deleted)
    assert storage.texts.items() >= meanwhile.items()
    assert record_in(storage) == THREE


def listed(store: Store, game: str = "x") -> Kept:
    return next(kept for kept in store.games() if kept.id == game)


def test_what_was_saved_since_one_looked_is_not_deleted():
    storage, clock = Memory(), Clock()
    here, there = Store(storage, clock), Store(storage, clock)
    there.save("x", ONE)
    looked_at = listed(here)
    there.save("x", TWO)
    before = dict(storage.texts)
    with pytest.raises(NotSaved, match="elsewhere"):
        here.delete("x", looked_at.revision)
    assert storage.texts == before
    here.delete("x", listed(here).revision)
    assert storage.texts == {}


@pytest.mark.parametrize("slot", [A, B])
def test_what_a_newer_version_saved_is_not_deleted(slot):
    storage = saved(ONE, TWO)
    storage.texts[slot] = of_tomorrow()
    before = dict(storage.texts)
    store = Store(storage)
    for revision in (None, listed(store).revision):
        with pytest.raises(NotSaved, match="newer"):
            store.delete("x", revision)
    assert storage.texts == before


@pytest.mark.parametrize("saves", [[ONE], [ONE, TWO], [ONE, TWO, THREE]])
def test_a_deletion_or_its_undoing_cut_short_never_brings_an_older_state(saves):
    def cut_short(act, texts: dict[str, str]) -> list[str | None]:
        """What there is of the game if the tab dies after each of the operations."""
        found = []
        while True:
            storage = Unreliable()
            storage.texts = dict(texts)
            store = Store(storage)
            storage.crash_after = len(found)
            try:
                act(store)
            except Crash:
                storage.crash_after = None
                found.append(record_in(storage))
            else:
                return found

    texts = saved(*saves).texts | {PREFIX + "name:x": "Sunday", PICTURE + "x": "<svg/>"}
    whole = Memory()
    whole.texts = dict(texts)
    deleted = Store(whole).delete("x")
    for found in (
        cut_short(lambda store: store.delete("x"), texts),
        cut_short(lambda store: store.put_back(deleted), {}),
    ):
        assert set(found) == {saves[-1], None}


def test_a_storage_that_refuses_to_delete_says_so():
    storage = Unreliable()
    storage.texts = saved(ONE, TWO).texts
    store = Store(storage)
    storage.blocked = True
    with pytest.raises(NotSaved, match="forbidden"):
        store.delete("x")


# Texts of older versions, and of this one for those to come.


@pytest.mark.parametrize("text", sorted(SAVES.glob("v*.txt")), ids=lambda path: path.stem)
def test_what_any_version_saved_opens_and_is_gone_on_with(text):
    record = text.with_suffix(".json").read_text(encoding="utf-8")
    storage = Memory()
    storage.texts[A] = as_saved = text.read_bytes().decode()
    store = Store(storage)
    (kept,) = store.games()
    assert (kept.id, kept.saved) == ("x", 1_763_478_000)
    assert Summary.parse(kept.digest) == (None if text.stem.startswith("v1") else Summary.of(read(record)))
    opened = store.open("x")
    assert opened.trouble is None
    assert write(opened.match) == record
    assert storage.texts == {A: as_saved}
    store.save("x", THREE, "digest")
    assert storage.texts[A] == as_saved
    assert record_in(storage) == THREE


def test_every_older_version_has_a_step_on_and_every_one_a_text_that_was_saved_by_it():
    assert sorted(MIGRATIONS) == list(range(1, VERSION))
    kept = {path.stem.partition("-")[0] for path in SAVES.glob("v*.txt")}
    assert kept == {f"v{version}" for version in (*MIGRATIONS, VERSION)}


def test_an_older_text_takes_every_step_in_turn(monkeypatch):
    storage = Memory()
    storage.texts[A] = (SAVES / "v1-running.txt").read_text(encoding="utf-8")
    record = (SAVES / "v1-running.json").read_text(encoding="utf-8")
    monkeypatch.setattr(store_module, "VERSION", VERSION + 1)
    monkeypatch.setitem(
        MIGRATIONS, VERSION, lambda rest: rest.replace(f"save {VERSION}", f"save {VERSION + 1}") + "new"
    )
    store = Store(storage)
    assert store.games()[0].digest == "new"
    assert write(store.open("x").match) == record
    store.save("x", THREE)
    assert f"deltille-save {VERSION + 1} " in storage.texts[B]
    monkeypatch.setattr(store_module, "VERSION", VERSION)
    assert Store(storage).open("x").trouble == Trouble("newer")


# When the storage will not have it.


@pytest.mark.parametrize("fault", ["full", "forbidden"])
def test_a_refusal_is_told_and_the_game_before_it_stays(fault):
    storage = Unreliable()
    store = Store(storage)
    store.save("x", ONE)
    store.save("x", TWO)
    before = dict(storage.texts)
    storage.next_put = fault
    with pytest.raises(NotSaved) as refusal:
        store.save("x", THREE)
    assert refusal.value.reason == fault
    assert storage.texts == before
    store.save("x", THREE)
    assert record_in(storage) == THREE


@pytest.mark.parametrize("fault", ["forget", 0, 9, 100])
def test_what_cannot_be_read_back_is_not_called_saved(fault):
    storage = Unreliable()
    store = Store(storage)
    store.save("x", ONE)
    store.save("x", TWO)
    storage.next_put = fault
    with pytest.raises(NotSaved) as refusal:
        store.save("x", THREE)
    assert refusal.value.reason == "lost"
    assert record_in(storage) == TWO
    store.save("x", THREE)
    assert record_in(storage) == THREE


def test_a_save_that_turns_up_late_is_not_taken_for_another_tab_s():
    storage = Unreliable()
    store = Store(storage)
    store.save("x", ONE)
    storage.next_put = "late"
    with pytest.raises(NotSaved, match="lost"):
        store.save("x", TWO)
    assert record_in(storage) == TWO
    store.save("x", THREE)
    assert record_in(storage) == THREE


def test_a_storage_that_is_blocked_later_on_is_told_and_never_breaks_anything():
    storage = Unreliable()
    storage.texts = saved(ONE, TWO).texts
    before = dict(storage.texts)
    store = Store(storage)
    storage.blocked = True
    with pytest.raises(NotSaved, match="forbidden"):
        store.save("x", THREE)
    with pytest.raises(NotSaved, match="forbidden"):
        store.keep("pace", "fast")
    assert store.open("x").trouble == Trouble("missing", "forbidden")
    assert store.games() == []
    assert store.setting("pace", "normal") == "normal"
    storage.blocked = False
    assert storage.texts == before
    store.save("x", THREE)
    assert record_in(storage) == THREE


@pytest.mark.parametrize("damage", [False, True])
def test_a_crash_between_any_two_operations_loses_nothing(damage):
    """Also while a damaged slot is being set aside to make room."""
    crashes = 0
    while True:
        storage = Unreliable()
        store = Store(storage)
        store.save("x", ONE)
        store.save("x", TWO)
        if damage:
            storage.texts[A] = broken = storage.texts[A][:-1]
        storage.operations.clear()
        storage.crash_after = crashes
        try:
            store.save("x", THREE)
        except Crash:
            crashes += 1
        else:
            break
        storage.crash_after = None
        if damage:
            assert broken in storage.texts.values()
        assert record_in(storage) in (TWO, THREE)
        Store(storage).save("x", THREE)
        assert record_in(storage) == THREE
        if damage:
            assert broken in storage.texts.values()
    assert crashes == (7 if damage else 4)


def test_a_crash_while_opening_loses_nothing():
    crashes = 0
    while True:
        storage = Unreliable()
        storage.texts = saved(ONE, TWO).texts
        storage.texts[B] = broken = storage.texts[B][:-1]
        storage.crash_after = crashes
        try:
            Store(storage).open("x")
        except Crash:
            crashes += 1
        else:
            break
        storage.crash_after = None
        assert broken in storage.texts.values()
        assert record_in(storage) == ONE
        assert broken in storage.texts.values()
    assert crashes == 6


# Damage.


def damages(text: str) -> list[str]:
    """This text with each character changed in turn, and cut short at every length."""
    changed = [text[:n] + chr(ord(text[n]) ^ 1) + text[n + 1 :] for n in range(len(text))]
    return changed + [text[:n] for n in range(len(text))]


def test_a_damaged_game_is_set_aside_and_never_taken_for_another():
    whole = saved(ONE).texts[A]
    for broken in damages(whole):
        storage = Memory()
        storage.texts[A] = broken
        opened = Store(storage).open("x")
        assert opened.match is None
        assert opened.trouble == Trouble("damaged")
        assert storage.texts == {PREFIX + "damaged:x:a": broken}


@pytest.mark.parametrize(
    "rest", ["3\n{}", "1 1 3\n{}", "1 1 1\n{}", "-1 1 2\n{}", "1 x 2\n{}", "", "0 1 2\n{}"]
)
@pytest.mark.parametrize("version", range(VERSION + 1))
def test_a_right_crc_does_not_make_nonsense_a_save(rest, version):
    storage = Memory()
    storage.texts[A] = text = whole(f"deltille-save {version} {rest}")
    assert Store(storage).open("x").trouble == Trouble("damaged")
    assert list(storage.texts.values()) == [text]


@pytest.mark.parametrize("slot", [A, B])
def test_with_one_slot_damaged_the_other_is_opened(slot):
    storage = saved(ONE, TWO)
    good = {A: TWO, B: ONE}[slot]
    for broken in damages(storage.texts[slot])[::17]:
        ill = Memory()
        ill.texts = storage.texts | {slot: broken}
        store = Store(ill)
        opened = store.open("x")
        assert write(opened.match) == good
        assert opened.trouble == Trouble("older")
        assert ill.texts[f"{PREFIX}damaged:x:{slot[-1]}"] == broken
        assert slot not in ill.texts
        assert store.open("x").trouble is None
        store.save("x", THREE)
        assert record_in(ill) == THREE


def test_damaged_texts_do_not_replace_one_another():
    storage = saved(ONE, TWO)
    for broken in ("this", "that", "this", "more"):
        storage.texts[A] = broken
        Store(storage).open("x")
    aside = {key: text for key, text in storage.texts.items() if ":damaged:" in key}
    first = PREFIX + "damaged:x:a"
    assert aside == {first: "this", f"{first}:2": "that", f"{first}:3": "more"}


def test_a_damaged_slot_is_set_aside_before_it_is_written_over():
    storage = saved(ONE, TWO)
    storage.texts[A] = "broken"
    Store(storage).save("x", THREE)
    assert "broken" in storage.texts.values()
    assert record_in(storage) == THREE


@pytest.mark.parametrize("fault", ["full", "forget", 3])
def test_what_cannot_be_set_aside_stays_where_it_is(fault):
    storage = Unreliable()
    storage.texts = saved(ONE, TWO).texts | {A: "broken"}
    before = dict(storage.texts)
    store = Store(storage)
    storage.next_put = fault
    assert store.open("x").trouble == Trouble("older")
    assert storage.texts == before
    storage.next_put = fault
    with pytest.raises(NotSaved):
        store.save("x", THREE)
    assert storage.texts == before


def test_a_history_that_breaks_the_rules_ends_before_it_does():
    document = json.loads(RECORDS[5])
    document["rounds"][0]["actions"][3:] = ["play 555@9,9", "draw"]
    storage = saved(RECORDS[2], json.dumps(document))
    whole = storage.texts[B]
    store = Store(storage)
    opened = store.open("x")
    assert write(opened.match) == RECORDS[3]
    assert (opened.trouble.kind, opened.trouble.round, opened.trouble.action) == ("cut", 0, 3)
    assert "play 555@9,9" in opened.trouble.reason
    assert storage.texts[B] == whole
    for record in RECORDS[4:8]:
        store.save("x", record)
    assert whole in storage.texts.values()
    assert record_in(storage) == RECORDS[7]


@pytest.mark.parametrize(
    "record",
    ["", "{}", "[]", "not JSON", "[" * 100_000, '{"x":' * 5000, ONE.replace("classic", "of-tomorrow")],
)
def test_a_whole_text_that_is_not_for_this_version_is_left_to_the_one_it_is_for(record):
    storage = saved(record)
    before = dict(storage.texts)
    opened = Store(storage).open("x")
    assert opened.match is None
    assert opened.trouble.kind == "newer"
    assert opened.trouble.reason
    assert storage.texts == before


# Newer versions, other tabs, other pages.


def whole(rest: str) -> str:
    """A text with a right crc, whatever it says."""
    return f"{_crc(rest)} {rest}"


def of_tomorrow() -> str:
    return whole(f"deltille-save {VERSION + 1} quite another format")


def test_a_newer_version_s_slot_is_neither_read_nor_written_over():
    for texts in ({A: of_tomorrow()}, {B: of_tomorrow()}, saved(ONE, TWO).texts | {A: of_tomorrow()}):
        storage = Memory()
        storage.texts = dict(texts)
        store = Store(storage)
        opened = store.open("x")
        assert opened.trouble == Trouble("newer")
        assert (opened.match and write(opened.match)) == (TWO if len(texts) == 2 else None)
        with pytest.raises(NotSaved) as refusal:
            store.save("x", THREE)
        assert refusal.value.reason == "newer"
        assert storage.texts == texts


def test_a_damaged_slot_is_not_taken_for_a_newer_version_s():
    storage = saved(ONE)
    storage.texts[A] = storage.texts[A].replace(f"deltille-save {VERSION}", f"deltille-save {VERSION + 1}")
    assert Store(storage).open("x").trouble == Trouble("damaged")


def test_of_two_tabs_the_one_that_was_overtaken_does_not_save_its_older_game():
    storage, clock = Memory(), Clock()
    here, there = Store(storage, clock), Store(storage, clock)
    here.save("x", ONE)
    there.open("x")
    there.save("x", THREE)
    before = dict(storage.texts)
    with pytest.raises(NotSaved) as refusal:
        here.save("x", TWO)
    assert refusal.value.reason == "elsewhere"
    assert storage.texts == before
    assert write(here.open("x").match) == THREE
    here.save("x", RECORDS[3])
    with pytest.raises(NotSaved, match="elsewhere"):
        there.save("x", RECORDS[4])


def test_a_tab_can_ask_whether_it_was_overtaken():
    storage, clock = Unreliable(), Clock()
    here, there = Store(storage, clock), Store(storage, clock)
    here.save("x", ONE)
    assert not here.is_overtaken("x")
    assert not here.is_overtaken("y")
    there.open("x")
    there.save("x", TWO)
    assert here.is_overtaken("x")
    storage.blocked = True
    assert not here.is_overtaken("x")


def test_what_others_keep_in_the_same_storage_is_none_of_our_business():
    storage = saved(ONE)
    others = {"deltille": "x", "deltille:v2:game:y:a": "x", "game:y:a": "x", PREFIX + "game:y:c": "x", "": ""}
    storage.texts |= others
    store = Store(storage)
    assert [kept.id for kept in store.games()] == ["x"]
    store.delete("x")
    assert storage.texts == others


def test_a_game_is_deleted_only_when_asked_and_no_other_with_it():
    storage = saved(ONE, TWO)
    storage.texts |= saved(ONE, TWO, game="y").texts
    store = Store(storage)
    store.open("x")
    store.delete("x")
    assert [kept.id for kept in store.games()] == ["y"]
    assert store.open("x").trouble == Trouble("missing")
    store.save("x", THREE)
    assert record_in(storage) == THREE


# Which game was played last.


def test_games_are_listed_with_the_one_saved_last_first():
    storage, clock = Memory(), Clock(1000.9)
    store = Store(storage, clock)
    for game in "abc":
        store.save(game, ONE)
        clock.time += 60
    store.save("b", TWO)
    assert [(kept.id, kept.saved) for kept in store.games()] == [("b", 1180), ("c", 1120), ("a", 1000)]
    assert store.latest() == store.games()[0] == Kept("b", 1_180_900, 1180)


def test_a_clock_that_jumps_back_does_not_make_an_older_game_the_latest():
    storage, clock = Memory(), Clock(4_000_000_000)
    Store(storage, clock).save("future", ONE)
    clock.time = 1_760_000_000
    store = Store(storage, clock)
    store.save("now", ONE)
    assert store.latest() == Kept("now", 4_000_000_000_001, 1_760_000_000)
    clock.time = 0
    Store(storage, clock).save("future", TWO)
    assert [kept.id for kept in Store(storage).games()] == ["future", "now"]
    assert record_in(storage, "future") == TWO


def test_two_tabs_agree_on_the_latest_game():
    storage, clock = Memory(), Clock()
    here, there = Store(storage, clock), Store(storage, clock)
    here.save("x", ONE)
    there.save("y", ONE)
    for record in RECORDS[1:5]:
        clock.time += 1
        here.save("x", record)
    clock.time += 1
    there.save("y", TWO)
    assert here.latest().id == there.latest().id == "y"


def test_with_the_clock_set_back_by_a_year_revisions_go_on_and_two_tabs_still_agree():
    storage, clock = Memory(), Clock()
    here, there = Store(storage, clock), Store(storage, clock)
    here.save("x", ONE)
    there.save("y", ONE)
    clock.time -= 365 * 24 * 60 * 60
    before = there.games()[0].revision
    for game, store, record in (("x", here, TWO), ("y", there, TWO), ("x", here, THREE), ("y", there, THREE)):
        clock.time += 60
        store.save(game, record)
        latest = Store(storage, clock).latest()
        assert (latest.id, record_in(storage, game)) == (game, record)
        assert latest.revision > before
        before = latest.revision


def test_there_is_no_latest_game_in_an_empty_store():
    assert Store(Memory()).latest() is None
    assert Store(Memory()).games() == []


def test_a_game_nothing_of_which_can_be_read_is_listed_last():
    storage = saved(ONE)
    storage.texts |= {PREFIX + "game:ill:a": "broken", PREFIX + "game:new:b": of_tomorrow()}
    store = Store(storage)
    first, *others = store.games()
    assert first.id == "x"
    assert others == [Kept("new", 0, 0), Kept("ill", 0, 0)]
    assert store.open("ill").trouble == Trouble("damaged")
    assert [kept.id for kept in store.games()] == ["x", "new"]


# Preferences.


@pytest.mark.parametrize("value", [None, True, 3, 1.5, "a “word”", ["fast", {"names": ["Ada", "é"]}]])
def test_a_preference_is_kept(value):
    storage = Memory()
    Store(storage).keep("pace", value)
    assert Store(storage).setting("pace", "normal") == value
    assert Store(storage).games() == []


@pytest.mark.parametrize(
    "text", [None, "", "fast", "{", '"cut sho', "[" * 100_000, "9" * 5000, '{"a":' * 300 + "1" + "}" * 300]
)
def test_a_preference_that_makes_no_sense_is_as_good_as_none(text):
    storage = Memory()
    if text is not None:
        storage.put(PREFIX + "pref:pace", text)
    assert Store(storage).setting("pace", "normal") == "normal"
    assert Store(storage).setting("pace") is None


def test_a_preference_that_is_refused_says_so():
    storage = Unreliable()
    storage.next_put = "full"
    with pytest.raises(NotSaved) as refusal:
        Store(storage).keep("pace", "fast")
    assert refusal.value.reason == "full"


# Everything at once.

GAMES = st.sampled_from("xy")
TABS = st.sampled_from([0, 1])


@cache
def numbered(number: int) -> str:
    """A short record that tells which of many it is."""
    match = Match(EDITIONS["classic"], PLAYERS, extra={"number": number})
    match.deal(Random(7))
    return write(match)


class AStoreUnderFire(RuleBasedStateMachine):
    """Two tabs save and open two games while the storage refuses, forgets, cuts short and rots."""

    @initialize()
    def begin(self) -> None:
        self.storage = Unreliable()
        self.clock = Clock()
        self.tabs = [Store(self.storage, self.clock), Store(self.storage, self.clock)]
        self.count = 0
        self.whole: dict[str, int] = {}
        """The texts that were written to their end, acknowledged or not, with the number of the action."""
        self.promised = {"x": -1, "y": -1}
        """The action that was acknowledged last, as far as nothing has happened to it."""
        self.writer: dict[str, int] = {}
        """The tab that each game was last written by."""
        self.ruined: set[str] = set()

    def slots(self, game: str) -> list[str]:
        return [key for key in self.storage.texts if key.startswith(f"{PREFIX}game:{game}:")]

    def still_there(self, game: str) -> int:
        return max((self.whole.get(self.storage.texts[key], -1) for key in self.slots(game)), default=-1)

    def attempt(self, tab: int, game: str) -> str | None:
        """Save the next action; the reason if that failed."""
        self.count += 1
        record = numbered(self.count)
        reason = None
        try:
            self.tabs[tab].save(game, record)
            self.promised[game] = self.count
        except NotSaved as error:
            reason = error.reason
        for key in self.slots(game):
            if record in self.storage.texts[key]:
                self.whole[self.storage.texts[key]] = self.count
                self.writer[game] = tab
        return reason

    @rule(tab=TABS, game=GAMES)
    def save(self, tab: int, game: str) -> None:
        before = self.still_there(game)
        reason = self.attempt(tab, game)
        assert reason in (None, "elsewhere")
        if reason:
            assert self.writer[game] != tab
            assert self.still_there(game) == before

    @rule(tab=TABS, game=GAMES)
    def open_and_save(self, tab: int, game: str) -> None:
        self.tabs[tab].open(game)
        assert self.attempt(tab, game) is None

    @rule(
        tab=TABS,
        game=GAMES,
        fault=st.sampled_from(["full", "forbidden", "forget", "late"]) | st.integers(0, 900),
    )
    def save_in_vain(self, tab: int, game: str, fault: str | int) -> None:
        texts = set(self.storage.texts.values())
        self.storage.next_put = fault
        self.attempt(tab, game)
        self.storage.next_put = None
        self.ruined |= {
            self.storage.texts[key] for key in self.slots(game) if self.storage.texts[key] not in self.whole
        } - texts

    @rule(tab=TABS, game=GAMES, fault=st.sampled_from(["full", "forget", 5]) | st.none())
    def open(self, tab: int, game: str, fault: str | int | None) -> None:
        self.storage.next_put = fault
        self.tabs[tab].open(game)
        self.storage.next_put = None

    @rule(tab=TABS)
    def reload(self, tab: int) -> None:
        self.tabs[tab] = Store(self.storage, self.clock)

    @rule(seconds=st.sampled_from([-1e6, -1, 0.001, 60, 1e6]))
    def time_passes(self, seconds: float) -> None:
        self.clock.time = max(0, self.clock.time + seconds)

    @precondition(lambda self: self.slots("x"))
    @rule(data=st.data())
    def rot(self, data: st.DataObject) -> None:
        key = data.draw(st.sampled_from(self.slots("x")))
        text = self.storage.texts[key]
        place = data.draw(st.integers(0, max(0, len(text) - 1)))
        rotten = text[:place] + ("?" if text[place : place + 1] != "?" else "!") + text[place + 1 :]
        self.storage.texts[key] = rotten
        self.ruined = (self.ruined - {text}) | {rotten}
        self.promised["x"] = self.still_there("x")

    @precondition(lambda self: self.slots("x"))
    @rule(data=st.data())
    def vanish(self, data: st.DataObject) -> None:
        key = data.draw(st.sampled_from(self.slots("x")))
        self.ruined.discard(self.storage.texts.pop(key))
        self.promised["x"] = self.still_there("x")

    @invariant()
    def nothing_acknowledged_is_lost(self) -> None:
        for game, least in self.promised.items():
            assert self.still_there(game) >= least
            copy = Memory()
            copy.texts = dict(self.storage.texts)
            match = Store(copy).open(game).match
            assert (match.extra["number"] if match else -1) >= least
            assert match is None or write(match) == numbered(match.extra["number"])

    @invariant()
    def nothing_unreadable_is_deleted(self) -> None:
        assert self.ruined <= set(self.storage.texts.values())


AStoreUnderFire.TestCase.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
test_a_store_under_fire = AStoreUnderFire.TestCase


def test_a_picture_makes_room_for_its_game_and_goes_with_it():
    storage = Unreliable()
    store = Store(storage)
    store.save("x", ONE)
    storage.put(PICTURE + "x", "<svg/>")
    storage.next_put = "full"
    store.save("x", TWO)
    assert store.peek("x") == TWO
    assert storage.get(PICTURE + "x") is None
    storage.next_put = "full"
    with pytest.raises(NotSaved, match="full"):
        store.save("x", THREE)
    storage.put(PICTURE + "x", "<svg/>")
    store.delete("x")
    assert storage.get(PICTURE + "x") is None


@pytest.mark.parametrize(
    "write",
    [
        lambda store, deleted: store.rename("x", "Sunday"),
        lambda store, deleted: store.keep("pace", "fast"),
        lambda store, deleted: store.put_back(deleted),
    ],
)
def test_pictures_make_room_for_whatever_else_is_written(write):
    storage = Unreliable()
    store = Store(storage)
    store.save("y", ONE)
    deleted = store.delete("y")
    storage.put(PICTURE + "x", "<svg/>")
    storage.next_put = "full"
    write(store, deleted)
    assert storage.get(PICTURE + "x") is None
    assert len(storage.texts) == 1
