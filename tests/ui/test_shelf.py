"""The shelf: what it knows of each game, what they add up to, and what can be done with them."""

import json
import time
import zlib
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
from tests.ui.trees import every, words
from ui import by_link, room
from ui import shelf as shelf_module
from ui.desk import PAGE, Desk
from ui.front import Files
from ui.nodes import to_text
from ui.shelf import Shelf, Sitter, Statistics, Summary, Volume, statistics_of, tiles_in
from ui.statistics_view import BAR_WIDTH, MIDDLE, statistics_view
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


def test_copies_of_a_game_count_once(table):
    table.desk.do("duplicate", "y")
    table.desk.do("duplicate", "x")
    put(table.store, "other", finished("kids", seed=2))
    table.desk.open()
    told = table.desk.shelf.statistics
    assert len(table.games()) == 5
    assert (told.finished, told.running, told.you.played) == (2, 1, 2)
    assert told.points_margins == [
        volume.summary.margin_of(volume.summary.person)
        for volume in map(table.desk.shelf.volume, ("other", "y"))
    ]


def test_games_that_only_look_alike_are_counted_each(table):
    one, two = finished("kids", seed=1), finished("kids", seed=2)
    digest = Summary.of(one).digest()
    table.store.save("y", write(one), digest, final=True)
    table.store.save("z", write(two), digest, final=True)
    table.desk.open()
    assert table.desk.shelf.statistics.finished == 2


def test_a_game_against_computers_unknown_here_counts_once_for_them():
    others = (sitter("One", 4, kind="bot:of-tomorrow"), sitter("Two", 3, kind="bot:of-the-day-after"))
    told = statistics_of([volume("kids", sitter("Ada", 9, True), *others)])
    assert {name: (tally.played, tally.won) for name, tally in told.by_opponent.items()} == {"": (1, 1)}
    rows = [words(n) for n in every(statistics_view(told)) if n.tag == "tr"]
    assert "Another computer 1 1 +5" in rows


def test_who_you_are_is_said(table):
    table.desk.set_field("shelf-section", "statistics")
    assert "is whoever played alone against computers" in table.seen()
    assert "Copies of a game count once" in table.seen()


def test_the_bars_are_as_long_as_the_numbers_beside_them_say(table):
    for n in range(3):
        put(table.store, f"k{n}", finished("kids", seed=n + 20))
    put(table.store, "c", finished("conquest"))
    table.desk.open()
    tallies = table.desk.shelf.statistics.by_edition
    tree = statistics_view(table.desk.shelf.statistics)
    by_edition = next(n for n in every(tree) if n.tag == "table")
    rows = [n for n in every(by_edition) if n.tag == "tr"][1:]
    assert [words(row.children[0]) for row in rows] == ["Kids", "Conquest"]
    most = max(tally.played for tally in tallies.values())
    for row, name in zip(rows, ("kids", "conquest"), strict=True):
        assert [words(cell) for cell in row.children[1:3]] == [
            str(tallies[name].played),
            str(tallies[name].won),
        ]
        bars = {n.attributes["class"]: float(n.attributes["width"]) for n in every(row) if n.tag == "rect"}
        assert bars["played"] == pytest.approx(BAR_WIDTH * tallies[name].played / most, abs=0.1)
        assert bars["won"] == pytest.approx(BAR_WIDTH * tallies[name].won / most, abs=0.1)


def test_margins_rise_from_the_middle_or_hang_from_it_the_latest_last():
    told = Statistics(finished=3, points_margins=[10, -40, 20])
    bars = [
        n.attributes for n in every(statistics_view(told)) if n.attributes.get("class") in ("ahead", "behind")
    ]
    assert [bar["class"] for bar in bars] == ["ahead", "behind", "ahead"]
    heights = [float(bar["height"]) for bar in bars]
    assert heights[0] == pytest.approx(heights[1] / 2, abs=0.1)
    assert heights[2] == pytest.approx(heights[1] / 4, abs=0.1)
    for bar, height in zip(bars, heights, strict=True):
        edge = float(bar["y"]) + (height if bar["class"] == "ahead" else 0)
        assert edge == pytest.approx(MIDDLE, abs=0.1)


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
        self.may_download = True
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

    def shows(self, name: str) -> bool:
        return self.dialog == name

    def download(self, name: str, text: str, then: Callable[[], None] = lambda: None) -> None:
        if self.may_download:
            self.downloads.append((name, text))
            then()

    def copy(self, text: str, told: str) -> None:
        self.clipboard = text

    def pick_files(self, then: Callable[[Files], None]) -> None: ...

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

    def __init__(self, storage: Memory | None = None, now: Callable[[], float] | None = None) -> None:
        self.storage = storage or Memory()
        self.store = Store(self.storage, now or clock())
        self.front = Front()
        put(self.store, "x", running("classic"), "Sunday")
        put(self.store, "y", finished("kids"))
        self.desk = Desk(self.store, self.front)
        self.desk.open()

    @classmethod
    def empty(cls, now: Callable[[], float]) -> "Table":
        table = cls(now=now)
        table.storage.texts.clear()
        table.desk.open()
        return table

    def games(self) -> dict[str, str]:
        return {kept.id: kept.name for kept in self.store.games()}

    def seen(self) -> str:
        return to_text(self.desk.view(None))

    def take_in(self, text: str) -> None:
        """Bring these records, and wait until they are judged."""
        self.desk.take_in([("", text)])
        self.front.wait()

    def add(self) -> None:
        self.desk.do("import-add", None)
        self.front.wait()


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


def test_a_card_says_who_how_much_and_when(table):
    tree = table.desk.view(None)
    card = next(n for n in every(tree) if n.attributes.get("data-game") == "x")
    sitters = [n for n in every(card) if n.tag == "li" and "colour-" in n.attributes["class"]]
    match = running("classic")
    expected = [f"{player.name} {score}" for player, score in zip(match.players, match.scores, strict=True)]
    assert [words(sitter) for sitter in sitters] == expected
    (shown,) = [n for n in every(card) if n.tag == "time"]
    moment = time.localtime(table.desk.shelf.volume("x").kept.saved)
    assert shown.attributes["datetime"] == time.strftime("%Y-%m-%d", moment)
    assert words(shown) == time.strftime("%Y-%m-%d %H:%M", moment)


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


def test_of_several_deleted_games_each_can_be_had_again(table):
    before = dict(table.storage.texts)
    table.desk.do("delete", "x")
    table.desk.do("delete", "y")
    assert table.games() == {}
    table.desk.do("undelete", None)
    assert list(table.games()) == ["y"]
    table.desk.do("undelete", None)
    assert table.storage.texts == before
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


def test_an_old_game_without_a_digest_gets_its_summary_and_picture_while_one_looks(table):
    table.storage.texts["deltille:v1:game:old:a"] = (SAVES / "v1-running.txt").read_text(encoding="utf-8")
    table.desk.open()
    assert table.seen().count("tiles-picture") == 1
    table.front.wait()
    assert table.desk.shelf.volume("old").summary.edition == "tournament"
    assert table.seen().count("tiles-picture") == 2


def old_games(count: int) -> Memory:
    """Games as version 1 saved them: nothing is known of them before they are replayed."""
    storage = Memory()
    text = (SAVES / "v1-finished.txt").read_text(encoding="utf-8")
    storage.texts = {f"deltille:v1:game:old{n}:a": text for n in range(count)}
    return storage


class Ticking:
    """A clock by which every look takes longer than the page may be busy."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        self.time += 1
        return self.time


def test_games_that_must_be_replayed_do_not_keep_the_shelf_from_opening(monkeypatch):
    store, front = Store(old_games(5)), Front()
    desk = Desk(store, front, Ticking())
    desk.open()
    assert len(desk.shelf.unread) == 5
    assert "5 games are still to be read" in to_text(desk.view(None))
    for left in (4, 3, 2, 1, 0):
        (again,) = front.waiting
        front.waiting.clear()
        again()
        assert len(desk.shelf.unread) == left
    assert "still to be read" not in to_text(desk.view(None))
    looks = 0
    games = store.games

    def counted() -> list[Kept]:
        nonlocal looks
        looks += 1
        return games()

    monkeypatch.setattr(store, "games", counted)
    desk.shelf.look()
    for volume in desk.shelf.volumes:
        desk.shelf.look_into(volume.kept)
    assert looks == 1, "the store is not listed again for each of them"


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
    other.take_in(text)
    assert other.front.dialog == "import"
    assert "2 new games" in to_text(other.desk.import_view())
    other.add()
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
    other.take_in(shelf)
    other.desk.do("import-add", None)
    device = by_link.Device(other.front.settings.get, other.front.remember)
    assert device.seat(by_link_game()) == 1
    (added,) = set(other.games()) - {"x", "y"}
    assert other.store.peek(added) == write(by_link_game(back))


def test_a_game_by_link_that_was_put_away_comes_back_to_its_seat_alone(table):
    match = finished("classic", "human", "human")
    match.extra[by_link.KEY] = "0123456789abcdef"
    put(table.store, "z", match)
    by_link.Device(table.store.setting, table.store.keep).learn(match, 1)
    table.desk.do("make-room", None)
    table.desk.do("room-export", None)
    (record,) = (line for line in table.front.downloads[0][1].splitlines() if by_link.KEY in line)

    other = Table()
    other.take_in(record)
    assert other.front.begun == [(write(match), "")]
    assert by_link.Device(other.front.settings.get, other.front.remember).seat(match) == 1


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
    table.take_in(table.front.downloads[0][1])
    shown = to_text(table.desk.import_view())
    assert "2 are on the shelf already" in shown
    assert "import-add" not in shown
    assert table.storage.texts == before


def test_one_game_alone_is_opened_at_once(table):
    table.desk.do("export-game", "x")
    table.take_in(table.front.downloads[0][1])
    assert table.front.resumed == ["x"]
    table.store.delete("x")
    table.take_in(table.front.downloads[0][1])
    assert table.front.begun == [(write(running("classic")), "Sunday")]


def test_one_game_alone_that_goes_further_than_here_is_said_to_be_another(table):
    table.take_in(write(running("classic", back=2)))
    assert table.front.begun == [(write(running("classic", back=2)), "")]
    assert "goes further" in table.front.told[-1]


def test_at_the_table_nothing_is_opened_without_asking(table):
    table.front.playing = True
    table.take_in(write(running("classic", seed=3)))
    assert table.front.begun == []
    assert "1 new game" in to_text(table.desk.import_view())


def test_a_single_record_that_is_none_is_refused_in_a_sentence(table):
    table.take_in('{"format": "deltille-record"}')
    assert "version is missing" in table.front.told[-1]
    assert table.front.dialog is None


def test_of_many_the_refused_are_named_with_their_line_and_nothing_else_is_kept_back(table):
    good = [write(finished("kids", seed=seed)) for seed in (4, 5)]
    bad = good[0].replace('"play ', '"pley ', 1)
    table.take_in("\n".join([good[0], bad, good[1]]))
    shown = to_text(table.desk.import_view())
    assert "2 new games" in shown
    assert "Line 2: round 0, action 0" in shown
    table.add()
    assert len(table.games()) == 4


class Small(Memory):
    """A storage that takes no more than so many texts."""

    most = 100

    def put(self, key: str, value: str) -> None:
        if key not in self.texts and len(self.texts) >= self.most:
            raise Refused("full")
        super().put(key, value)


def test_an_import_that_fills_the_storage_says_how_far_it_came_and_goes_on_once_there_is_room():
    table = Table(Small())
    table.storage.most = len(table.storage.texts) + 2
    table.take_in("\n".join(write(finished("kids", seed=seed)) for seed in (4, 5, 6)))
    before = dict(table.storage.texts)
    table.add()
    assert len(table.games()) == 4
    assert table.storage.texts.items() >= before.items()
    shown = to_text(table.desk.import_view())
    assert "2 of 3 games added. The browser’s storage is full." in shown
    assert "1 new game<" in shown

    table.desk.do("make-room", None)
    table.front.wait()
    for action in ("room-export", "room-delete"):
        assert table.front.dialog == "room"
        table.desk.do(action, None)
    assert table.front.dialog == "import"
    table.add()
    assert table.front.dialog is None
    assert "1 game added." in table.front.told
    assert write(finished("kids", seed=4)) in map(table.store.peek, table.games())


def test_a_game_that_fits_without_its_name_is_not_half_added():
    table = Table(Small())
    table.storage.most = len(table.storage.texts) + 1
    before = dict(table.storage.texts)
    table.desk.do("duplicate", "x")
    assert table.storage.texts == before
    assert "full" in table.front.told[-1]


def test_a_shelf_comes_back_in_its_order_with_its_dates(table):
    for n in range(3):
        put(table.store, f"k{n}", finished("kids", seed=n + 30), f"Game {n}")
    table.store.save("x", write(running("classic", back=4)))
    dates = [(kept.name, kept.saved) for kept in table.store.games()]
    assert [name for name, _saved in dates] == ["Sunday", "Game 2", "Game 1", "Game 0", ""]
    table.desk.open()
    table.desk.do("export-all", None)
    text = table.front.downloads[0][1]

    other = Table.empty(clock(1_780_000_000))
    now = write(running("kids", seed=40))
    other.store.save("now", now)
    other.take_in(text)
    other.add()
    brought = other.store.games()
    assert brought[0].id == "now", "what was played since is still the latest"
    assert [(kept.name, kept.saved) for kept in brought[1:]] == dates
    other.store.save(brought[3].id, now)
    assert other.store.latest().id == brought[3].id


def test_games_saved_in_one_second_keep_their_order():
    table = Table.empty(lambda: 1_770_000_000.0)
    for n in range(5):
        put(table.store, f"k{n}", finished("kids", seed=n + 30), f"Game {n}")
    table.desk.open()
    table.desk.do("export-all", None)
    other = Table.empty(lambda: 1_780_000_000.0)
    other.take_in(table.front.downloads[0][1])
    other.add()
    assert [kept.name for kept in other.store.games()] == [kept.name for kept in table.store.games()]


def test_a_date_to_come_is_not_believed(table):
    line = write(finished("kids", seed=50))[:-1] + ',"saved":1000000000000}'
    table.take_in(f"{line}\n{write(finished('kids', seed=51))}")
    table.add()
    assert max(kept.saved for kept in table.store.games()) < 1_800_000_000


def broken(table: Table) -> dict[str, str]:
    """Have texts in the store that cannot be read: in a slot, set aside, and a newer version's."""
    text = table.storage.texts["deltille:v1:game:y:a"]
    texts = {
        "deltille:v1:game:flipped:a": text.replace('"kids"', '"kidz"', 1),
        "deltille:v1:damaged:gone:b:2": text[:-40] + "\ud800\n",
        "deltille:v1:game:new:b": newer(text),
    }
    table.storage.texts |= texts
    table.desk.open()
    return texts


def newer(text: str) -> str:
    rest = text.partition(" ")[2].replace("deltille-save 2", "deltille-save 9", 1)
    return f"{zlib.crc32(rest.encode()):08x} {rest}"


def unread_in(text: str) -> dict[str, str]:
    lines = [json.loads(line) for line in text.splitlines()]
    return {line["key"]: line["text"] for line in lines if line["format"] == "deltille-unread"}


def test_what_cannot_be_read_goes_out_as_it_is_with_the_whole_shelf(table):
    texts = broken(table)
    assert "3 texts are damaged" in table.seen()
    table.desk.do("export-all", None)
    table.desk.do("copy-all", None)
    ((_name, text),) = table.front.downloads
    assert unread_in(text) == texts
    assert len(text.splitlines()) == 5
    assert table.front.clipboard == text
    table.take_in(text)
    shown = to_text(table.desk.import_view())
    assert "4 are on the shelf already" in shown  # two of the three hold the record of a game that is here
    assert "1 cannot be read" in shown


def test_a_game_that_cannot_be_read_goes_out_alone_as_it_is(table):
    texts = broken(table)
    table.desk.do("export-game", "flipped")
    ((_name, text),) = table.front.downloads
    key = "deltille:v1:game:flipped:a"
    assert unread_in(text) == {key: texts[key]}
    table.desk.do("copy-game", "new")
    assert list(unread_in(table.front.clipboard).values()) == [texts["deltille:v1:game:new:b"]]


def test_with_a_damaged_slot_both_go_out(table):
    good = table.storage.texts["deltille:v1:game:x:a"]
    table.storage.texts["deltille:v1:game:x:b"] = bad = good.replace("Ada", "Adx", 1)
    table.desk.open()
    table.desk.do("export-game", "x")
    record, _unread = table.front.downloads[0][1].splitlines()
    assert read(record).round.actions == running("classic").round.actions
    assert unread_in(table.front.downloads[0][1]) == {"deltille:v1:game:x:b": bad}


def test_a_record_of_several_lines_does_not_tear_the_file(table):
    torn = write(finished("kids", seed=60)).replace(",", ",\n", 3)
    table.store.save("torn", torn)
    table.desk.open()
    table.desk.do("export-all", None)
    assert unread_in(table.front.downloads[0][1]) == {"torn": torn}


def test_on_a_shelf_with_nothing_but_damaged_texts_they_can_be_had():
    storage = Memory()
    storage.texts["deltille:v1:damaged:x:a"] = "nonsense"
    front = Front()
    desk = Desk(Store(storage), front)
    desk.open()
    assert "export-all" in to_text(desk.view(None))
    desk.do("export-all", None)
    assert unread_in(front.downloads[0][1]) == storage.texts


# Whoever closes the dialog has called it off


@pytest.fixture
def slow() -> Table:
    """A desk that gets no further than a step at a time."""
    table = Table()
    table.desk = Desk(table.store, table.front, Ticking())
    table.desk.open()
    table.front.wait()
    return table


def next_step(table: Table) -> None:
    waiting, table.front.waiting = table.front.waiting, []
    for function in waiting:
        function()


@pytest.mark.parametrize("records", [1, 2])
def test_closed_while_it_is_judged_an_import_does_not_come_back(slow, records):
    texts = [write(finished("kids", seed=70 + n)) for n in range(records)]
    slow.desk.take_in([("", "\n".join(texts))])
    next_step(slow)
    assert slow.front.dialog == "import"
    assert "Reading" in to_text(slow.desk.import_view())
    slow.front.close_dialog()
    slow.front.wait()
    assert (slow.front.dialog, slow.front.begun, slow.front.told) == (None, [], [])


def test_another_dialog_is_not_covered_by_an_import(slow):
    slow.desk.take_in([("", write(finished("kids", seed=70)))])
    slow.front.dialog = "elsewhere"
    slow.front.wait()
    assert (slow.front.dialog, slow.front.begun) == ("elsewhere", [])


def test_a_new_import_replaces_one_that_is_being_judged(slow):
    slow.desk.take_in([("", write(finished("kids", seed=70)))])
    next_step(slow)
    slow.desk.take_in([("", f"{write(finished('kids', seed=80))}\n{{}}\n")])
    slow.front.wait()
    assert slow.front.begun == []
    assert slow.front.dialog == "import"
    assert "1 new game<" in to_text(slow.desk.import_view())


def test_games_are_added_a_few_at_a_time_until_the_dialog_is_closed(slow):
    slow.take_in("\n".join(write(finished("kids", seed=70 + n)) for n in range(3)))
    slow.desk.do("import-add", None)
    assert "Adding: 1 of 3" in to_text(slow.desk.import_view())
    next_step(slow)
    slow.front.close_dialog()
    slow.front.wait()
    assert len(slow.games()) == 4
    assert slow.front.told == ["2 of 3 games added."]


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


def test_room_can_be_made_from_the_shelf(table):
    assert 'data-action="make-room"' in table.seen()


def test_what_could_not_be_handed_out_is_not_deleted(table):
    table.front.may_download = False
    before = dict(table.storage.texts)
    table.desk.do("make-room", None)
    table.front.wait()
    table.desk.do("room-export", None)
    assert "room-delete" not in to_text(table.desk.room_view())
    table.desk.do("room-delete", None)
    assert table.storage.texts == before


def test_of_unread_games_no_more_are_replayed_for_room_than_are_needed_and_none_at_a_stretch(monkeypatch):
    monkeypatch.setattr(room, "LENGTH", 6000)
    front = Front()
    desk = Desk(Store(old_games(10)), front, Ticking())
    desk.do("make-room", None)
    assert front.dialog == "room"
    assert "Looking for finished games: 1 so far." in to_text(desk.room_view())
    front.wait()
    games = desk.shelf.volumes[0].kept.length
    needed = -(-6000 // games)
    assert 1 < needed < 10
    assert len(desk.shelf.unread) == 10 - needed
    assert f"Export {needed} games" in to_text(desk.room_view())


def test_closed_while_it_is_looked_for_room_does_not_come_back():
    front = Front()
    desk = Desk(Store(old_games(10)), front, Ticking())
    desk.do("make-room", None)
    front.close_dialog()
    front.wait()
    assert front.dialog is None
    assert len(desk.shelf.unread) == 9


def test_the_oldest_come_first_and_no_more_than_needed():
    store = Store(Memory(), clock())
    for n in range(6):
        put(store, f"g{n}", finished("kids", seed=n))
    put(store, "now", running())
    shelf = Shelf(store)
    shelf.look()

    def oldest(length: int) -> list[str]:
        chosen: list[Volume] = []
        for _step in shelf.choose_oldest(length, chosen):
            pass
        return [volume.kept.id for volume in chosen]

    assert oldest(1) == ["g0"]
    assert oldest(shelf.volume("g0").kept.length + 1) == ["g0", "g1"]
    assert len(oldest(1 << 30)) == 6


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
