"""Every visible word can be translated: it is in the template for translators, and a catalogue changes it.

    .venv/bin/python -m tests.test_words

writes the template anew after words were added or changed.
"""

import ast
import json
import sys
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random
from unittest.mock import Mock

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from engine import EDITIONS, TILE_EDITIONS, Malformed, Options, Player, Target, read, write
from engine.lattice import Cell
from engine.simulate import play_match
from engine.tiles import tiles_of
from tools import ROOT
from ui import address, link, words
from ui.desk import Desk
from ui.importing import unread_line
from ui.lobby import Lobby
from ui.lobby_view import Continue, lobby_view
from ui.nodes import Node, node
from ui.offline import NOTES, offline_note
from ui.parts import dialog, elsewhere_view, fork_view, link_view, text_view
from ui.replay_view import replay_view
from ui.ring_replay import RingReplay
from ui.ring_replay_view import RING
from ui.ring_sheet import ring_sheet
from ui.ring_table import RingTable
from ui.ring_view import ring_view
from ui.rulebook import rulebook_view
from ui.settings import Settings, settings_view
from ui.setup import Setup
from ui.sheet_view import sheet_view
from ui.shelf import Summary
from ui.store import Memory, NotSaved, Store, new_id
from ui.table import Host
from ui.telling import edition_name, names_of, tell
from ui.tile_replay import TileReplay
from ui.tile_replay_view import TILES
from ui.tile_table import TileTable
from ui.tile_view import tile_view

RECORDS = sorted((ROOT / "tests" / "engine" / "golden").glob("*.json"))
GOLDEN = [path for path in RECORDS if not path.stem.startswith("conquer-")]  # the games with tiles
TEMPLATE = ROOT / words.LOCALE / f"{words.DOMAIN}.pot"
KEYWORDS = {"_": None, "N_": None, "n_": (1, 2)}
# Neither dates nor places in the source: the template changes when the words do, and only then.
HEADER = """\
# What Deltille says. A translation goes to LANGUAGE/LC_MESSAGES/deltille.po and, compiled, deltille.mo.
msgid ""
msgstr ""
"Project-Id-Version: Deltille\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


@cache
def template() -> bytes:
    catalogue = Catalog()
    for _file, _line, message, _comments, context in extract_from_dir(ROOT / "ui", keywords=KEYWORDS):
        catalogue.add(message, context=context)
    written = BytesIO()
    write_po(written, catalogue, width=0, no_location=True, omit_header=True, sort_output=True)
    return HEADER.encode() + written.getvalue()


def test_the_template_holds_the_words_of_the_page():
    renew = f".venv/bin/python -m tests.test_words writes {TEMPLATE.relative_to(ROOT)} anew"
    assert TEMPLATE.read_bytes() == template(), renew


def test_no_words_are_inside_an_f_string_where_babel_misses_them():
    inside = [
        f"{path.name}:{part.lineno}"
        for path in sorted((ROOT / "ui").glob("*.py"))
        for text in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(text, ast.JoinedStr)
        for part in ast.walk(text)
        if isinstance(part, ast.Name) and part.id in KEYWORDS
    ]
    assert inside == []


# A language that is English in brackets: what is seen outside of brackets was never looked up.

OPEN, CLOSE = "⟦", "⟧"
SPOKEN = (
    "aria-label",
    "aria-description",
    "aria-roledescription",
    "aria-valuetext",
    "alt",
    "placeholder",
    "title",
)
THE_SAME_IN_EVERY_LANGUAGE = {"Deltille"}
NAMES = "♠♥♦♣"
"""What players are called here: people name themselves, and these names hold no letter."""


@pytest.fixture
def brackets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    catalogue = read_po(BytesIO(template()))
    for message in catalogue:
        if message.pluralizable:
            message.string = tuple(f"{OPEN}{form}{CLOSE}" for form in message.id)
        elif message.id:
            message.string = f"{OPEN}{message.id}{CLOSE}"
    compiled = tmp_path / "xx" / "LC_MESSAGES" / f"{words.DOMAIN}.mo"
    compiled.parent.mkdir(parents=True)
    with compiled.open("wb") as file:
        write_mo(file, catalogue)
    monkeypatch.setattr(words, "LOCALE", tmp_path)
    monkeypatch.setattr(words, "_spoken", words._spoken)  # so that it is put back
    assert words.languages() == ["en", "xx"]
    words.speak("xx")
    forget_views()
    yield
    forget_views()


def forget_views() -> None:
    """The page speaks one language from its start, so views may keep what they have drawn."""
    for name, module in sys.modules.items():
        if name.startswith("ui."):
            for thing in vars(module).values():
                if hasattr(thing, "cache_clear"):
                    thing.cache_clear()


def untranslated(said: str) -> bool:
    """Whether a letter stands outside of the brackets."""
    depth = 0
    for letter in said:
        depth += (letter == OPEN) - (letter == CLOSE)
        if not depth and letter.isalpha():
            return said not in THE_SAME_IN_EVERY_LANGUAGE
    return False


def said(tree: Node) -> Iterator[str]:
    """All that is seen or read aloud. Keys are called what is printed on them."""
    yield from (value for name, value in tree.attributes.items() if name in SPOKEN)
    for child in tree.children if tree.tag != "kbd" else ():
        if isinstance(child, str):
            yield child
        else:
            yield from said(child)


def english(tree: Node) -> set[str]:
    return set(filter(untranslated, said(tree)))


def test_a_letter_outside_of_brackets_is_found():
    label = node(
        "b", {"title": "Draw", "class": "act"}, "⟦Draw⟧ 3", node("i", {}, "⟦{⟦1 tile⟧}⟧ left"), "1-3-5"
    )
    assert english(label) == {"Draw", "⟦{⟦1 tile⟧}⟧ left"}
    assert english(node("h1", {}, "Deltille", node("kbd", {}, "Enter"))) == set()


@pytest.mark.usefixtures("brackets")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_lobby_has_no_word_of_its_own(edition):
    lobby = Lobby()
    lobby.set("edition", edition)
    lobby.set("players", "4")
    lobby.set("seat-1-kind", "human")
    lobby.set("seat-2-kind", "bot:random")
    lobby.set("must-lay", "yes")
    saved = Continue(edition_name(edition), names_of(NAMES), None)
    assert english(lobby_view(lobby, saved)) == set()
    for state in NOTES:
        assert english(lobby_view(lobby, saved, offline_note(state))) == set()
    for kind, length in (("points", "many"), ("rounds", "many"), ("rounds", "1")):
        lobby.set("target-kind", kind)
        lobby.set("target", length)
        assert english(lobby_view(lobby, None)) == set()


@pytest.mark.usefixtures("brackets")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_rules_and_the_settings_have_no_word_of_their_own(edition):
    assert english(rulebook_view(edition)) == set()
    assert english(dialog("settings", words._("Settings"), settings_view(Settings()))) == set()


@pytest.mark.usefixtures("brackets")
@pytest.mark.parametrize("record", GOLDEN, ids=lambda path: path.stem)
def test_the_score_sheet_and_the_log_have_no_word_of_their_own(record):
    given = json.loads(record.read_text(encoding="utf-8"))
    for player, name in zip(given["players"], NAMES, strict=False):
        player["name"] = name
    match = read(json.dumps(given))
    for past in match.rounds:
        assert english(sheet_view(match, past.number)) == set()
        told = [tell(event, match.players, seen_by=0) for event in (past.dealt, *past.events)]
        assert list(filter(untranslated, told)) == []
    assert english(sheet_view(match.undone(), len(match.rounds) - 1)) == set()
    assert english(tile_view(TileTable(match, HOST).scene())) == set()
    replay = TileReplay(match, HOST)
    for at in range(replay.last + 1):
        replay.go(at)
        assert english(replay_view(replay, True, TILES)) == set()


@pytest.mark.usefixtures("brackets")
def test_a_game_by_link_and_its_dialogs_have_no_word_of_their_own():
    players = tuple(Player(name) for name in NAMES[:2])
    match = Setup("kids", players, Options(Target(rounds=1)), "7", by_link=True).match()
    for here in (0, 1):
        assert english(tile_view(TileTable(match, HOST, here).scene())) == set()
    lobby = Lobby()
    lobby.set("seat-1-kind", "human")
    lobby.set("by-link", "yes")
    assert english(lobby_view(lobby, None)) == set()
    assert english(link_view("1")) == english(fork_view()) == set()


HOST = Mock(spec=Host)
HOST.aspect.return_value = 1.5
HOST.bot_seconds.return_value = HOST.travel.return_value = 0.0
FAR = Cell(99, 99)


def sit_down(edition: str, *kinds: str, **house_rules: object) -> TileTable:
    players = tuple(Player(name, kind) for name, kind in zip(NAMES, kinds, strict=False))
    options = Options(Target(rounds=1), **house_rules)
    return TileTable(Setup(edition, players, options, "7").match(), HOST)


@pytest.mark.usefixtures("brackets")
@pytest.mark.parametrize("edition", TILE_EDITIONS)
def test_the_table_has_no_word_of_its_own(edition):
    table = sit_down(edition, "human", "human", turn_seconds=30)
    rng = Random(7)

    def look() -> None:
        assert english(tile_view(table.scene(unsaved="!"))) == set()

    while table.legal():
        look()
        if table.curtain:
            table.reveal()
        look()
        table.hint()
        look()
        board, rack = table.match.round.board, tiles_of(table.match.round.racks[table.match.seat])
        for cell in (FAR, *rng.sample([*board.laid, *board.open], 2)) if board.laid else ():
            table.choose(rng.choice(rack))
            look()
            table.refuse(cell)
            look()
            table.cancel()
        table.act(rng.choice(table.legal()))
    look()


@pytest.mark.usefixtures("brackets")
@pytest.mark.parametrize("kinds", [("human", "bot:greedy"), ("bot:greedy", "human"), ("bot:greedy",) * 4])
def test_a_table_with_the_computer_has_no_word_of_its_own(kinds):
    table = sit_down("tournament", *kinds)
    assert english(tile_view(table.scene())) == set()
    if table.legal():
        table.act(table.legal()[0])
        assert english(tile_view(table.scene())) == set()


@pytest.mark.usefixtures("brackets")
@pytest.mark.parametrize("seed", range(3))
def test_a_ring_game_has_no_word_of_its_own(seed):
    players = tuple(map(Player, NAMES[:3]))
    table = RingTable(Setup("conquer", players, Options(Target(rounds=1)), str(seed)).match(), HOST)
    rng = Random(seed)
    while table.legal():
        assert english(ring_view(table.scene(unsaved="!"))) == set()
        if table.curtain:
            table.reveal()
        table.tap("space", str(rng.randrange(36)), False, False)
        assert english(ring_view(table.scene())) == set()
        table._show_hint(rng.choice(table.legal()))
        assert english(ring_view(table.scene())) == set()
        table.act(rng.choice([choice for choice in table.legal() if not choice.startswith("sell")]))
    assert list(filter(untranslated, table.scene().log)) == []
    assert english(ring_view(table.scene())) == set()
    assert english(ring_sheet(table.match, 0)) == english(ring_sheet(table.match.undone(), 0)) == set()
    replay = RingReplay(table.match, HOST)
    for at in range(0, replay.last + 1, 5):
        replay.go(at)
        assert english(replay_view(replay, True, RING)) == set()


@pytest.mark.usefixtures("brackets")
def test_the_shelf_has_no_word_of_its_own():
    store = Store(Memory())
    for edition in EDITIONS:
        match = play_match(EDITIONS[edition], ["bot:greedy"] * 3, "7")
        for kinds in ("human", "bot:greedy", "bot:random"), ("human", "human", "bot:of-tomorrow"):
            match.players = tuple(Player(name, kind) for name, kind in zip(NAMES, kinds, strict=False))
            store.save(new_id(), write(match), Summary.of(match).digest())
        earlier = match.undone(3)
        store.save(new_id(), write(earlier), Summary.of(earlier).digest())
    store.save("unreadable", "")
    front = Mock(
        is_playing=lambda: True,
        soon=lambda function: function(),
        download=lambda _name, _text, then=None: then and then(),
    )
    desk = Desk(store, front)
    desk.open()
    game = desk.shelf.volumes[0].kept.id
    assert english(desk.view(None)) == set()
    for action in ("shelf-menu", "shelf-more", "rename"):
        desk.do(action, game)
        assert english(desk.view(None)) == set()
    for section in ("finished", "statistics"):
        desk.set_field("shelf-section", section)
        assert english(desk.view(None)) == set()
    assert english(desk.import_view()) == set()
    new = write(play_match(EDITIONS["kids"], ["bot:greedy"] * 2, "8"))
    damaged = unread_line("x", new.replace('"play ', '"pley ', 1))
    for text in (desk.shelf.lines(), f"{new}\n{new}\n{{}}", damaged):
        desk.take_in([("one", text), ("two", "")])
        assert english(desk.import_view()) == set()
        store.save = Mock(side_effect=NotSaved("full"))
        desk.do("import-add", None)
        assert english(desk.import_view()) == set()
        del store.save
    desk.do("make-room", None)
    assert english(desk.room_view()) == set()
    desk.do("room-export", None)
    assert english(desk.room_view()) == set()
    assert english(elsewhere_view()) == set()
    assert english(text_view("name", "text")) == set()


@pytest.mark.usefixtures("brackets")
@pytest.mark.parametrize(
    "query",
    [
        "edition=whist",
        "players=human",
        "seed=",
        "target=0",
        "target=5&rounds=5",
        "lang=",
        f"edition={'x' * address.LONGEST}",
    ],
)
def test_what_is_wrong_with_an_address_is_said_in_every_language(query):
    trouble = address.parse(query, "", words.languages()).trouble
    assert trouble
    assert list(filter(untranslated, trouble)) == []


@pytest.mark.usefixtures("brackets")
@pytest.mark.parametrize("text", ["", "!", "x", "1x", "1" * (link.LONGEST + 1)])
def test_what_is_wrong_with_a_link_is_said_in_every_language(text):
    with pytest.raises(Malformed) as trouble:
        link.decode(text)
    assert not untranslated(str(trouble.value))


if __name__ == "__main__":
    TEMPLATE.parent.mkdir(exist_ok=True)
    TEMPLATE.write_bytes(template())
