"""What README and CONTRIBUTING say is so: their examples run, their maps are right, their steps suffice."""

import doctest
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine import BOTS, EDITIONS
from tools import ROOT
from tools.__main__ import parse

README = ROOT / "README.md"
EMBEDDING = ROOT / "docs" / "embedding.md"
HOSTING = ROOT / "docs" / "hosting.md"
GUIDE = ROOT / "CONTRIBUTING.md"


def section(document: Path, title: str) -> str:
    """What stands under this heading, up to the next one."""
    text = document.read_text(encoding="utf-8")
    (found,) = re.findall(rf"^## {title}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return found


def quoted(text: str, pattern: str) -> list[str]:
    """Everything of this pattern that is set as code, on one line each."""
    return [" ".join(code.split()) for code in re.findall(rf"`({pattern})`", text)]


def run(command: str, folder: Path) -> str:
    """What the command prints there, having succeeded; `python3` is the one that runs the tests."""
    command = command.replace("python3", shlex.quote(sys.executable), 1)
    done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, f"{command}\n{done.stderr}"
    return done.stdout


DOCUMENTS = [README, GUIDE, ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_nothing_is_still_to_be_filled_in(document):
    assert re.findall(r"^[A-Z]{3,}$", document.read_text(encoding="utf-8"), re.MULTILINE) == []


# README


def test_the_example_in_the_readme_is_true():
    failed, attempted = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert attempted > 5
    assert failed == 0


def test_the_example_in_the_engine_is_true():
    failed, attempted = doctest.testmod(engine)
    assert attempted > 3
    assert failed == 0


@pytest.mark.parametrize("command", ["play", "test"])
def test_the_readme_shows_the_two_commands_that_everybody_needs(command):
    assert f"\npython3 -m tools {command} " in section(README, "Play it")
    assert parse([command])[0].command == command


def test_the_engine_s_commands_in_the_readme_work(tmp_path):
    replay, simulate = quoted(section(README, "The engine"), "python3 -m engine [^`]+")
    shutil.copytree(ROOT / "engine", tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    records = run(simulate, tmp_path)
    assert records.count("\n") == 10
    (tmp_path / "game.json").write_text(records, encoding="utf-8")
    assert '"t":"match_end"' in run(replay, tmp_path)


def test_everything_on_the_map_of_the_house_is_there():
    rows = re.findall(r"^\| (`.+?) \| (.*) \|$", section(README, "The house"), re.MULTILINE)
    assert len(rows) > 5
    for names, about in rows:
        places = [ROOT / name for name in quoted(names, "[^`]+")]
        places += [places[0] / name for name in quoted(about, r"\w+/")]
        assert [str(place) for place in places if not place.exists()] == []


def test_every_folder_of_ours_is_on_the_map():
    ours = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert ours
    assert ours <= {name.rstrip("/") for name in quoted(section(README, "The house"), r"\w+/")}


@pytest.mark.parametrize("name", [*EDITIONS, *BOTS])
def test_every_edition_and_every_bot_is_named_in_the_readme(name):
    assert f"`{name}`" in section(README, "Put it on your site")


# docs/embedding.md


def test_the_element_and_its_guide_name_the_same_attributes_events_and_sizes():
    element = (ROOT / "assets" / "embed.js").read_text(encoding="utf-8")
    guide = EMBEDDING.read_text(encoding="utf-8")
    (listed,) = re.findall(r"const PARAMETERS = \[(.*?)\n  \];", element, re.DOTALL)
    parameters = re.findall(r'"([\w-]+)"', listed)
    table = section(EMBEDDING, "The element")
    attributes = [
        name for row in re.findall(r"^\| (`.+?) \|", table, re.MULTILINE) for name in quoted(row, "[^`]+")
    ]
    assert [name.partition("=")[0] for name in attributes] == [*parameters, "label", "load", "sandbox"]
    (told,) = re.findall(r"const EVENTS = \[(.*?)\]", element)
    events = [*re.findall(r'"(\w+)"', told), "error"]
    assert quoted(section(EMBEDDING, "Talking to it"), r"deltille-\w+") == [
        f"deltille-{event}" for event in events
    ]
    assert {*re.findall(r"(--deltille-[\w-]+):", guide)} == {
        *re.findall(r"var\((--deltille-[\w-]+)", element)
    }


def test_the_build_that_allows_other_sites_is_written_as_it_is_run():
    (command,) = re.findall(
        r"^python3 -m tools (build .*)$", EMBEDDING.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert parse(command.split())[0].allow == ["https://blog.example.org", "https://club.example.org"]


# docs/hosting.md


def test_the_policy_for_hosts_is_that_of_the_page_and_says_who_may_frame_it():
    page = (ROOT / "index.html").read_text(encoding="utf-8")
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    told = re.findall(r"^(/.*)\n  Content-Security-Policy: (.*)$", section(HOSTING, "Headers"), re.MULTILINE)
    assert told == [(page, f"{policy}; frame-ancestors *") for page in ("/", "/index.html")]


def test_each_kind_of_host_is_told_the_same_headers():
    headers = section(HOSTING, "Headers")
    everywhere, *rest = re.search(r"```\n/\*\n(.*?)```", headers, re.DOTALL)[1].split("\n/")
    kept = re.search(r"^/app-\*\n.*\n  Cache-Control: (.*)$", headers, re.MULTILINE)[1]
    wanted = dict(line.strip().split(": ", 1) for line in everywhere.splitlines())
    assert {"Cache-Control", "Permissions-Policy", "Referrer-Policy", "X-Content-Type-Options"} < {*wanted}
    for host in ("nginx", "apache"):
        (text,) = re.findall(rf"```{host}\n(.*?)```", headers, re.DOTALL)
        for name, value in wanted.items():
            assert name in text
            assert value in text
        assert f'"{kept}"' in text
        assert "(runtime/|app-|library-)" in text
        assert "THE POLICY FROM ABOVE" in text
        assert "index" in text.partition("THE POLICY FROM ABOVE")[0]


def test_every_option_of_the_build_is_in_the_guide_for_hosts():
    beginning = HOSTING.read_text(encoding="utf-8").partition("\n## ")[0]
    options = re.findall(r"^\| `(--[^`]+)` \|", beginning, re.MULTILINE)
    assert {option.partition(" ")[0] for option in options} == {*vars_of_build()}
    for option in options:
        parse(["build", *option.split()])


def vars_of_build() -> list[str]:
    return [f"--{name}" for name in vars(parse(["build"])[0]) if name != "command"]


def test_every_colour_that_is_promised_is_set_for_the_page():
    table = section(HOSTING, "A theme")
    promised = {
        name for row in re.findall(r"^\| (`--.+?) \|", table, re.MULTILINE) for name in quoted(row, "--[^`]+")
    }
    assert len(promised) > 15
    styles = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "assets").glob("*.css"))
    roots = "".join(re.findall(r":root \{.*?\n\}", styles, re.DOTALL))
    for name in promised:
        assert f"\n  {name}:" in roots, name
        assert f"var({name})" in styles or f"var({name}," in styles, name
    (example,) = re.findall(r"```css\n(.*?)```", table, re.DOTALL)
    assert {*re.findall(r"(--[\w-]+):", example)} <= promised


# CONTRIBUTING

EDITION_STEPS = {
    ("EDITIONS", "engine/editions.py"): [
        ("\n\nEDITIONS: ", '\nMINE = replace(XXL, name="mine", out=TOURNAMENT.out)\n\nEDITIONS: '),
        ("for edition in (", "for edition in (MINE, "),
    ],
    ("_EDITIONS", "ui/telling.py"): [("\n_EDITIONS = {", '\n_EDITIONS = {\n    "mine": N_("Mine"),')],
    ("SPECIAL", "ui/rulebook.py"): [("\nSPECIAL = {", '\nSPECIAL = {\n    "mine": N_("Draw {limit}."),')],
    ("SHEETS", "ui/lobby_view.py"): [("\nSHEETS = (", '\nSHEETS = ("mine", ')],
}
BOT_STEPS = {
    ("BOTS", "engine/bots.py"): [
        ("\n\nBOTS: dict[str, Bot] = {", '\n\nBOTS: dict[str, Bot] = {\n    "bot:mine": mine,'),
        ("\n\nBOTS", "\n\ndef mine(sight, legal, rng):\n    return legal[-1]\n\n\nBOTS"),
    ],
    ("CAST", "ui/cast.py"): [
        ("\nCAST = {", '\nCAST = {\n    "bot:mine": Character(N_("Mine"), N_("new"), N_("Mine and new.")),')
    ],
    ("SLOW", "ui/thinking.py"): [("\nSLOW = frozenset({", '\nSLOW = frozenset({"bot:mine", ')],
}

SEE = """
from pathlib import Path

from engine import Match, read
from ui.address import parse
from ui.lobby import Lobby
from ui.lobby_view import lobby_view
from ui.nodes import to_text
from ui.rulebook import rulebook_view
from ui.sheet_view import sheet_view
from ui.telling import edition_name

lobby = Lobby()
"""
SEE_EDITION = """
assert edition_name("mine") == "Mine"
lobby.set("edition", "mine")
shown = to_text(lobby_view(lobby, None))
assert 'value="mine" data-field="edition" checked' in shown
assert '<span class="title">Mine</span> <span class="line">Draw 3.</span>' in shown
assert "over at once" in to_text(rulebook_view("mine"))
assert lobby.setup().match().edition.name == "mine"
assert parse("edition=mine", "", ["en"]).setup.edition == "mine"
record = Path("tests/engine/golden/mine.json").read_text(encoding="utf-8")
assert "won the match" in to_text(sheet_view(read(record), 0))
"""
SEE_BOT = """
lobby.set("seat-1-kind", "bot:mine")
shown = to_text(lobby_view(lobby, None))
assert '<b>Mine, new</b> – Mine and new.' in shown
assert lobby.setup().players[1].kind == "bot:mine"
assert parse("players=human,bot:mine", "", ["en"]).setup.players[1].kind == "bot:mine"
"""


def follow(title: str, steps: dict, house: Path) -> list[str]:
    """Edit a copy of the house as the steps under this title say; the commands to be run then."""
    text = section(GUIDE, title)
    named = quoted(text, r"_?[A-Z]+|(?:engine|ui)/\w+\.py")
    assert {*named} == {name for step in steps for name in step}
    for folder in ("engine", "ui"):
        shutil.copytree(ROOT / folder, house / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for (_table, file), edits in steps.items():
        source = (house / file).read_text(encoding="utf-8")
        for old, new in edits:
            assert source.count(old) == 1, f"{file} has not one {old!r}"
            source = source.replace(old, new)
        (house / file).write_text(source, encoding="utf-8")
    return [command.replace("NAME", "mine") for command in quoted(text, "python3 -m engine [^`]+")]


def test_an_edition_is_added_by_the_steps_in_contributing(tmp_path):
    simulate, replay = follow("Adding an edition", EDITION_STEPS, tmp_path)
    golden = tmp_path / "tests" / "engine" / "golden"
    golden.mkdir(parents=True)
    run(simulate, tmp_path)
    run(replay, tmp_path)
    assert '"t":"match_end"' in (golden / "mine.trace").read_text(encoding="utf-8")
    run(f"python3 -c {shlex.quote(SEE + SEE_EDITION)}", tmp_path)


def test_a_bot_is_added_by_the_steps_in_contributing(tmp_path):
    (arena,) = follow("Adding a bot", BOT_STEPS, tmp_path)
    assert "--games 100 " in arena
    assert "bot:mine " in run(arena.replace("--games 100 ", "--games 2 "), tmp_path)
    run(f"python3 -c {shlex.quote(SEE + SEE_BOT)}", tmp_path)
