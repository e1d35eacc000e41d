"""The shelf: what it knows of each game, what they add up to, and what can be done with them."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import EDITIONS, Match, Replay, read, write
from engine.game import Laid
from engine.record import texts_in
from tests.ui.shelves import clock, finished, put, running
from ui import by_link
from ui import shelf as shelf_module
from ui.desk import PAGE, Desk
from ui.nodes import Node, to_text
from ui.shelf import Shelf, Sitter, Summary, Volume, statistics_of, tiles_in
from ui.store import Kept, Memory, NotSaved, Refused, Store
from ui.telling import edition_name

SAVES = Path(__file__).parent / "saves"


# What it knows of a game


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_summary_tells_what_the_record_tells(edition):
    match = finished(edition, "human", "bot:greedy", "bot:random")
    summary = Summary.of(match)
    assert (summary.edition, summary.rounds, summary.finished) == (edition, len(match.rounds), True)
    assert summary.actions == sum(len(past.actions) for past in match.rounds)
    assert tuple(sitter.score for sitter in summary.sitters) == match.scores
    assert tuple(n for n, sitter in enumerate(summary.sitters) if sitter.won) == match.winners
    laid = [
        event for past in match.rounds for event in past.events if isinstance(event, Laid) and event.figure
    ]
    assert sum(sitter.figures for sitter in summary.sitters) == len(laid)
    totals = [(0, 0, 0), *(past.over.scores for past in match.rounds)]
    for seat, sitter in enumerate(summary.sitters):
        gains = [after[seat] - before[seat] for before, after in zip(totals, totals[1:], strict=False)]
        assert sitter.best_round == max(0, *gains)
    assert Summary.parse(summary.digest()) == summary


def test_a_running_game_is_not_finished():
    assert not Summary.of(running()).finished


@given(
    st.text() | st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists).map(json.dumps)
)
def test_a_digest_may_say_anything_and_is_then_no_summary(digest):
    assert Summary.parse(digest) is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"kids"', '"whist"'),
        ('"human"', "3"),
        ('"Ada"', "null"),
        ('"ember"', '"red"'),
        ('["kids",1', '["kids",true'),
        ("]]]", "]]]]"),
        ("]]]", "],[]]]"),
    ],
)
def test_a_digest_that_is_off_in_one_place_is_no_summary(old, new):
    digest = Summary.of(finished()).digest()
    assert old in digest
    assert Summary.parse(digest.replace(old, new, 1)) is None


def test_a_digest_is_too_short_to_be_a_bomb():
    assert Summary.parse("[" * 100_000) is None


def test_the_picture_shows_the_tiles_of_the_last_round():
    store = Store(Memory())
    match = running("classic", back=4)
    put(store, "x", match)
    laid = tiles_in(store.peek("x"))
    assert {placement.cell: placement.digits for placement in laid} == match.round.board.laid


def test_what_is_no_record_has_no_picture_and_no_summary():
    store = Store(Memory())
    store.save("x", '"actions":["play 999@0,0","play 012@1,1","play 000@0,0"]')
    shelf = Shelf(store)
    shelf.look()
    (volume,) = shelf.volumes
    assert volume.summary is None
    assert [str(placement) for placement in tiles_in(store.peek("x"))] == ["012@1,1", "000@0,0"]
    shelf.look_into(volume.kept)
    assert shelf.unread == []


def test_a_save_without_a_digest_is_replayed_once_and_not_taken_over():
    storage = Memory()
    for name in ("running", "finished"):
        storage.texts[f"deltille:v1:game:{name}:a"] = (SAVES / f"v1-{name}.txt").read_text(encoding="utf-8")
    before = dict(storage.texts)
    shelf = Shelf(Store(storage))
    shelf.look()
    for kept in shelf.unread:
        shelf.look_into(kept)
    shelf.look()
    assert shelf.unread == []
    assert {volume.kept.id: volume.finished for volume in shelf.volumes} == {
        "running": False,
        "finished": True,
    }
    assert storage.texts == before


# What they add up to


def sitter(
    name: str, score: int, won: bool = False, kind: str = "human", best: int = 0, figures: int = 0
) -> Sitter:
    return Sitter(name, kind, "ember", score, won, best, figures)


def volume(edition: str, *sitters: Sitter, game: str = "x") -> Volume:
    return Volume(Kept(game, 1, 1), Summary(edition, 1, 9, sitters))


BOT = "bot:greedy"


def test_statistics_count_games_wins_margins_and_feats():
    first = volume(
        "classic", sitter("Ada", 410, True, best=120, figures=3), sitter("Bot", 300, kind=BOT), game="a"
    )
    told = statistics_of(
        [
            first,
            volume("classic", sitter("Ada", 100, best=90, figures=4), sitter("Bot", 400, True, BOT, 300, 9)),
            volume("kids", sitter("Bo", 20, True, best=20), sitter("Luck", 10, kind="bot:random")),
            volume("conquest", sitter("Ada", 90, True, best=900), sitter("Bot", 80, kind=BOT)),
            volume("classic", sitter("Ada", 10), sitter("Bot", 20, kind=BOT)),
            Volume(Kept("damaged", 0, 0), None),
        ]
    )
    assert (told.finished, told.running) == (4, 1)
    assert (told.you.played, told.you.won) == (4, 3)
    assert {name: (tally.played, tally.won) for name, tally in told.by_edition.items()} == {
        "classic": (2, 1),
        "kids": (1, 1),
        "conquest": (1, 1),
    }
    assert {name: (tally.played, tally.won) for name, tally in told.by_opponent.items()} == {
        BOT: (3, 2),
        "bot:random": (1, 1),
    }
    assert told.by_edition["classic"].average_margin == (110 - 300) / 2
    assert told.points_margins == [110, -300, 10]
    assert (told.best_round.value, told.best_round.name, told.best_round.volume) == (120, "Ada", first)
    assert told.most_figures.value == 4


def test_several_people_are_told_by_name():
    told = statistics_of(
        [
            volume("kids", sitter("Ada", 9, True), sitter("Bo", 8), sitter("Bot", 3, kind=BOT)),
            volume("kids", sitter("Ada", 5), sitter("Bo", 8, True)),
            volume("kids", sitter("One", 5, True, BOT), sitter("Two", 4, kind=BOT)),
        ]
    )
    assert {name: (tally.played, tally.won) for name, tally in told.by_person.items()} == {
        "Ada": (2, 1),
        "Bo": (2, 1),
    }
    assert told.finished == 3
    assert told.you.played == 0


# At the desk


class Front:
    """A page that remembers what it was told."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.undo: str | None = None
        self.downloads: list[tuple[str, str]] = []
        self.clipboard = ""
        self.dialog: str | None = None
        self.resumed: list[str] = []
        self.begun: list[tuple[str, str]] = []
        self.waiting: list[Callable[[], None]] = []
        self.playing = False
        self.room = 0
        self.settings: dict[str, object] = {}
        self.elsewhere: set[str] = set()
        """The games that other tabs are playing."""

    def changed(self) -> None: ...

    def soon(self, function: Callable[[], None]) -> None:
        self.waiting.append(function)

    def toast(self, text: str, undo: str | None = None) -> None:
        self.told.append(text)
        self.undo = undo

    def say(self, message: str) -> None:
        self.told.append(message)

    def remember(self, name: str, value: object) -> None:
        self.settings[name] = value

    def resume(self, game: str) -> None:
        self.resumed.append(game)

    def begin(self, match, name: str) -> None:
        self.begun.append((write(match), name))

    def alone_with(self, game: str, then: Callable[[], None]) -> None:
        if game not in self.elsewhere:
            then()

    def show_dialog(self, name: str) -> None:
        self.dialog = name

    def close_dialog(self) -> None:
        self.dialog = None

    def focus(self, selector: str) -> None: ...

    def download(self, name: str, text: str) -> None:
        self.downloads.append((name, text))

    def copy(self, text: str, told: str) -> None:
        self.clipboard = text

    def pick_text(self, then: Callable[[str], None]) -> None: ...

    def room_made(self) -> None:
        self.room += 1

    def games_added(self) -> None: ...

    def is_playing(self) -> bool:
        return self.playing

    def wait(self) -> None:
        while self.waiting:
            self.waiting.pop(0)()


class Table:
    """A desk with two games on the shelf."""

    def __init__(self, storage: Memory | None = None) -> None:
        self.storage = storage or Memory()
        self.store = Store(self.storage, clock())
        self.front = Front()
        put(self.store, "x", running("classic"), "Sunday")
        put(self.store, "y", finished("kids"))
        self.desk = Desk(self.store, self.front)
        self.desk.open()

    def games(self) -> dict[str, str]:
        return {kept.id: kept.name for kept in self.store.games()}

    def seen(self) -> str:
        return to_text(self.desk.view(None))


@pytest.fixture
def table() -> Table:
    return Table()


def test_running_games_are_shown_first_and_finished_ones_apart(table):
    assert "Sunday" in table.seen()
    assert "Running (1)" in table.seen()
    assert 'data-game="y"' not in table.seen()
    table.desk.set_field("shelf-section", "finished")
    assert 'data-game="y"' in table.seen()
    assert edition_name("kids") in table.seen()
    table.desk.set_field("shelf-section", "statistics")
    assert "Games finished" in table.seen()
    table.desk.set_field("shelf-section", "nonsense")
    assert "Sunday" in table.seen()


def test_many_games_are_shown_a_few_at_a_time(table):
    for n in range(2 * PAGE):
        put(table.store, f"g{n}", running("kids", seed=2))
    table.desk.open()
    assert table.seen().count('data-game="') == PAGE
    table.desk.do("shelf-more", None)
    assert table.seen().count('data-game="') == 2 * PAGE
    assert "Show 1 more" in table.seen()
    table.desk.do("shelf-more", None)
    assert table.seen().count('data-game="') == 2 * PAGE + 1


def test_a_game_is_resumed(table):
    table.desk.do("resume", "x")
    table.desk.do("resume", "nowhere")
    assert table.front.resumed == ["x"]


def test_a_game_is_renamed_in_clean_letters(table):
    table.desk.do("rename", "y")
    table.desk.set_field("shelf-name", "  <b>\u202efor\u0000 Ada</b>  ")
    table.desk.do("rename-done", None)
    assert table.games()["y"] == "<b>for Ada</b>"
    table.desk.set_field("shelf-section", "finished")
    assert "&lt;b&gt;for Ada&lt;/b&gt;" in table.seen()
    table.desk.do("rename", "y")
    table.desk.set_field("shelf-name", " ")
    table.desk.do("rename-done", None)
    assert table.games()["y"] == ""


def test_a_copy_is_a_game_of_its_own(table):
    table.desk.do("duplicate", "x")
    (copy,) = set(table.games()) - {"x", "y"}
    assert table.games()[copy] == "Sunday, copy"
    assert table.store.peek(copy) == table.store.peek("x")
    assert table.desk.shelf.volume(copy).summary == table.desk.shelf.volume("x").summary
    table.store.save("x", table.store.peek("y"))
    assert table.store.peek(copy) != table.store.peek("x")


def test_what_was_deleted_can_be_had_again(table):
    before = dict(table.storage.texts)
    table.desk.do("delete", "x")
    assert list(table.games()) == ["y"]
    assert table.front.undo == "undelete"
    table.desk.do("undelete", None)
    assert table.storage.texts == before


def test_what_another_tab_plays_or_has_played_since_is_not_deleted(table):
    table.front.elsewhere.add("x")
    before = dict(table.storage.texts)
    table.desk.do("delete", "x")
    assert table.storage.texts == before
    table.front.elsewhere.clear()
    put(Store(table.storage, clock(1_770_000_000)), "x", running("classic", back=3), "Sunday")
    before = dict(table.storage.texts)
    table.desk.do("delete", "x")
    assert table.storage.texts == before
    assert "gone on since" in table.front.told[-1]
    table.desk.do("delete", "x")
    assert list(table.games()) == ["y"]


def test_room_is_not_made_of_what_has_gone_on_since_it_was_exported(table):
    table.desk.do("make-room", None)
    table.desk.do("room-export", None)
    undone = finished("kids").undone(2)
    put(Store(table.storage, clock(1_770_000_000)), "y", undone)
    before = dict(table.storage.texts)
    table.desk.do("room-delete", None)
    assert table.storage.texts == before
    assert "0 games" in table.front.told[-1]


def test_if_there_is_no_room_to_have_it_again_it_can_be_tried_again():
    class Full(Memory):
        full = False

        def put(self, key: str, value: str) -> None:
            if self.full:
                raise Refused("full")
            super().put(key, value)

    table = Table(Full())
    before = dict(table.storage.texts)
    table.desk.do("delete", "x")
    table.storage.full = True
    table.desk.do("undelete", None)
    assert "full" in table.front.told[-1]
    assert table.front.undo == "undelete"
    table.storage.full = False
    table.desk.do("undelete", None)
    assert table.storage.texts == before


def test_an_old_game_without_a_digest_gets_its_summary_while_one_looks(table):
    table.storage.texts["deltille:v1:game:old:a"] = (SAVES / "v1-running.txt").read_text(encoding="utf-8")
    table.desk.open()
    table.front.wait()
    assert table.desk.shelf.volume("old").summary.edition == "tournament"


class Counting(Memory):
    """A storage that counts how often each text is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: Counter[str] = Counter()

    def get(self, key: str) -> str | None:
        self.asked[key] += 1
        return super().get(key)


def test_for_the_shelf_each_text_is_read_once_for_the_list_and_replayed_once_if_it_must_be(monkeypatch):
    replayed: Counter[str] = Counter()

    def counted(record: str) -> Replay:
        replayed[record] += 1
        return Replay(record)

    monkeypatch.setattr(shelf_module, "Replay", counted)
    storage = Counting()
    for n in range(30):
        storage.texts[f"deltille:v1:game:old{n}:a"] = (SAVES / "v1-running.txt").read_text(encoding="utf-8")
    seconds = iter(range(10_000))
    desk = Desk(Store(storage), front := Front(), clock=lambda: next(seconds) / 50)
    desk.open()
    front.wait()
    assert desk.shelf.unread == []
    assert sum(replayed.values()) == 30
    assert max(storage.asked.values()) == 2  # for the list, and to be replayed
    storage.asked.clear()
    desk.do("make-room", None)
    assert max(storage.asked.values()) == 1
    assert sum(replayed.values()) == 30


# Out and in


def test_an_exported_shelf_is_read_by_the_engine_and_by_an_empty_shelf(table, tmp_path):
    table.desk.do("export-all", None)
    ((name, text),) = table.front.downloads
    assert name.endswith(".jsonl")
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    assert [write(read(line)) for _place, line in texts_in(file)]
    table.desk.do("copy-all", None)
    assert table.front.clipboard == text

    other = Table()
    for game in list(other.games()):
        other.store.delete(game)
    other.desk.take_in(text)
    other.front.wait()
    assert other.front.dialog == "import"
    assert "2 new games" in to_text(other.desk.import_view())
    other.desk.do("import-add", None)
    assert sorted(other.games().values()) == ["", "Sunday"]
    assert sorted(map(other.store.peek, other.games())) == sorted(map(table.store.peek, table.games()))
    assert other.desk.shelf.unread == []


def by_link_game(back: int = 0) -> Match:
    match = running("classic", "human", "human", back=5 + back)
    match.extra[by_link.KEY] = "0123456789abcdef"
    return match


@pytest.mark.parametrize("back", [0, 1])
def test_a_shelf_that_moves_to_another_device_keeps_its_seats_in_games_by_link(table, back):
    put(table.store, "z", by_link_game(back))
    by_link.Device(table.store.setting, table.store.keep).learn(by_link_game(), 1)
    table.desk.open()
    table.desk.do("export-all", None)
    table.desk.do("export-game", "z")
    shelf, alone = [text for _name, text in table.front.downloads]
    assert by_link.SEAT not in alone  # it may be for the opponent

    other = Table()
    other.desk.take_in(shelf)
    other.front.wait()
    other.desk.do("import-add", None)
    device = by_link.Device(other.front.settings.get, other.front.remember)
    assert device.seat(by_link_game()) == 1
    (added,) = set(other.games()) - {"x", "y"}
    assert other.store.peek(added) == write(by_link_game(back))


@pytest.mark.parametrize("seat", [True, 7, -1, "0", None, [1], 0])
def test_a_seat_that_cannot_be_or_is_known_better_is_not_learnt(seat):
    known: dict[str, object] = {}
    device = by_link.Device(known.get, known.__setitem__)
    match = by_link_game()
    if seat == 0 and type(seat) is int:
        device.learn(match, 1)
    before = dict(known)
    device.learn(match, seat)
    assert known == before


def test_what_is_here_already_is_not_added_again(table):
    table.desk.do("export-all", None)
    before = dict(table.storage.texts)
    table.desk.take_in(table.front.downloads[0][1])
    table.front.wait()
    shown = to_text(table.desk.import_view())
    assert "2 are on the shelf already" in shown
    assert "import-add" not in shown
    assert table.storage.texts == before


def test_one_game_alone_is_opened_at_once(table):
    table.desk.do("export-game", "x")
    table.desk.take_in(table.front.downloads[0][1])
    table.front.wait()
    assert table.front.resumed == ["x"]
    table.store.delete("x")
    table.desk.take_in(table.front.downloads[0][1])
    table.front.wait()
    assert table.front.begun == [(write(running("classic")), "Sunday")]


def test_one_game_alone_that_goes_further_than_here_is_said_to_be_another(table):
    table.desk.take_in(write(running("classic", back=2)))
    table.front.wait()
    assert table.front.begun == [(write(running("classic", back=2)), "")]
    assert "goes further" in table.front.told[-1]


def test_at_the_table_nothing_is_opened_without_asking(table):
    table.front.playing = True
    table.desk.take_in(write(running("classic", seed=3)))
    table.front.wait()
    assert table.front.begun == []
    assert "1 new game" in to_text(table.desk.import_view())


def test_a_single_record_that_is_none_is_refused_in_a_sentence(table):
    table.desk.take_in('{"format": "deltille-record"}')
    assert "version is missing" in table.front.told[-1]
    assert table.front.dialog is None


def test_of_many_the_refused_are_named_with_their_line_and_nothing_else_is_kept_back(table):
    good = [write(finished("kids", seed=seed)) for seed in (4, 5)]
    bad = good[0].replace('"play ', '"pley ', 1)
    table.desk.take_in("\n".join([good[0], bad, good[1]]))
    table.front.wait()
    shown = to_text(table.desk.import_view())
    assert "2 new games" in shown
    assert "Line 2: round 0, action 0" in shown
    table.desk.do("import-add", None)
    assert len(table.games()) == 4


def test_an_import_that_fills_the_storage_says_how_far_it_came():
    class Small(Memory):
        def put(self, key: str, value: str) -> None:
            if len(self.texts) > 4:
                raise Refused("full")
            super().put(key, value)

    table = Table(Small())
    table.desk.take_in("\n".join(write(finished("kids", seed=seed)) for seed in (4, 5, 6)))
    table.front.wait()
    before = dict(table.storage.texts)
    table.desk.do("import-add", None)
    assert "2 of 3" in table.front.told[-1]
    assert table.storage.texts.items() >= before.items()


# Where the storage is full


def test_room_is_made_of_the_oldest_finished_games_only_after_export_and_consent():
    table = Table()
    for n in range(5):
        put(table.store, f"old{n}", finished("kids", seed=n))
    long_ago = table.store.games()[-1].id
    assert long_ago == "x"
    table.desk.do("make-room", None)
    assert table.front.dialog == "room"
    assert "room-delete" not in to_text(table.desk.room_view())
    before = dict(table.storage.texts)
    table.desk.do("room-delete", None)
    assert table.storage.texts == before
    table.desk.do("room-export", None)
    assert table.storage.texts == before
    ((_name, text),) = table.front.downloads
    assert text.count("\n") == 6
    assert "room-delete" in to_text(table.desk.room_view())
    table.desk.do("room-delete", None)
    assert list(table.games()) == ["x"]
    assert table.front.room == 1


def test_the_oldest_come_first_and_no_more_than_needed():
    store = Store(Memory(), clock())
    for n in range(6):
        put(store, f"g{n}", finished("kids", seed=n))
    put(store, "now", running())
    shelf = Shelf(store)
    shelf.look()
    assert [volume.kept.id for volume in shelf.oldest_finished(1)] == ["g0"]
    first = shelf.volume("g0").kept.length
    assert [volume.kept.id for volume in shelf.oldest_finished(first + 1)] == ["g0", "g1"]
    assert len(shelf.oldest_finished(1 << 30)) == 6


# What is seen


def test_names_that_are_markup_stay_letters(table):
    match = finished("kids", seed=8)
    match.players = tuple(replace(player, name="<img src=x>") for player in match.players)
    put(table.store, "z", match, "<script>")
    table.desk.open()
    for section in ("running", "finished", "statistics"):
        table.desk.set_field("shelf-section", section)
        assert "<script" not in table.seen()
        assert "<img" not in table.seen()


def said(tree: Node | str) -> str:
    return tree if isinstance(tree, str) else " ".join(map(said, tree.children))


def test_a_chart_says_in_words_what_it_shows(table):
    for n in range(3):
        put(table.store, f"k{n}", finished("kids", seed=n + 20))
    table.desk.open()
    table.desk.set_field("shelf-section", "statistics")
    margins = table.desk.shelf.statistics.points_margins
    assert len(margins) == 4
    seen = table.seen()
    assert 'role="img"' in seen
    assert f"{len(margins)} games for points" in seen


def test_a_refused_name_is_told(table, monkeypatch):
    def refuse(*_arguments):
        raise NotSaved("full")

    monkeypatch.setattr(table.store, "rename", refuse)
    table.desk.do("rename", "x")
    table.desk.do("rename-done", None)
    assert "full" in table.front.told[-1]
