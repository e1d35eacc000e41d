"""The page contract: what an address opens, what a script may do, what a parent page may."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Error, Page, expect

from tests.ui.conftest import Watch, served
from tools import ROOT

OpenPage = Callable[..., Page]
READY = "html[data-ready=true]"


def record(page: Page) -> dict[str, object]:
    return json.loads(page.evaluate("deltille.record()"))


def test_an_address_opens_straight_into_its_game(open_page: OpenPage):
    page = open_page(
        "?edition=classic&players=human,bot:random,human&seed=7&target=150&theme=dark&lang=en&embed=1"
    )
    opened = record(page)
    assert opened["edition"] == "classic"
    assert opened["options"]["target"] == {"points": 150}
    assert [player["kind"] for player in opened["players"]] == ["human", "bot:random", "human"]
    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert page.locator("html").get_attribute("lang") == "en"
    expect(page.locator(".frame-bar")).to_contain_text("Saved in this browser")
    expect(page.locator("[data-seat='2'] [data-score]")).to_be_visible()


def test_the_same_seed_deals_the_same_tiles(open_page: OpenPage):
    first = record(open_page("?players=human,human&seed=9"))["rounds"][0]["deal"]
    second = record(open_page("?players=human,human&seed=9&rounds=2"))["rounds"][0]["deal"]
    other = record(open_page("?players=human,human&seed=10"))["rounds"][0]["deal"]
    assert first == second
    assert first != other


@pytest.mark.parametrize(
    "query",
    [
        "?edition=chess",
        "?players=human",
        "?players=human,bot:grandmaster",
        "?players=human,human,human,human,human",
        "?target=0",
        "?target=many",
        "?edition=kids&rounds=-1",
        "?seed=1&turn_seconds=1",
        "?theme=purple",
        "?lang=",
        "?embed=perhaps",
        "#g=1nonsense",
    ],
)
def test_a_bad_address_is_explained_in_the_lobby(open_page: OpenPage, query: str):
    page = open_page(query)
    message = page.locator(".message")
    expect(message).to_be_visible()
    assert len(message.inner_text()) > 20
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.locator("[data-action=dismiss]").click()
    expect(message).to_have_count(0)


def test_a_shared_link_opens_the_game_it_carries(open_page: OpenPage, page: Page, context, address: str):
    open_page("?players=human,human&seed=5")
    for _action in range(5):
        page.evaluate("deltille.act(deltille.legal()[0])")
    before = record(page)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("[data-action=sheet]").click()
    page.locator("[data-action=copy-link]").click()
    expect(page.locator(".toast")).to_contain_text("copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{address}#g=")
    page.evaluate("localStorage.clear()")
    other = context.new_page()
    other.goto(link)
    other.locator(READY).wait_for()
    assert record(other) == before
    other.locator("[data-action=new]").click()
    other.evaluate("link => { location.hash = ''; location.hash = link.split('#')[1]; }", link)
    expect(other.locator("[data-turn]")).to_be_visible()
    assert record(other) == before


def test_a_whole_match_by_script_has_the_scores_that_the_engine_counts(
    open_page: OpenPage, page: Page, tmp_path: Path
):
    open_page("?players=human,human&seed=11&target=150")
    page.evaluate("deltille.ready")
    for _round in range(20):
        for _action in range(400):
            actions = page.evaluate("deltille.legal()")
            if not actions:
                break
            plays = [action for action in actions if action.startswith("play")]
            page.evaluate("action => deltille.act(action)", (plays or actions)[-1])
        expect(page.locator("#sheet")).to_be_visible()
        if page.locator("[data-action=again]").count():
            break
        page.locator("[data-action=next-round]").click()
    shown = [
        int(score.get_attribute("data-score")) for score in page.locator("[data-seat] [data-score]").all()
    ]
    file = tmp_path / "match.json"
    file.write_text(page.evaluate("deltille.record()"))
    done = subprocess.run(
        [sys.executable, "-m", "engine", "replay", "--trace", str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    last = json.loads(done.stdout.splitlines()[-1])
    assert last["t"] == "match_end"
    assert last["scores"] == shown
    for seat in last["winners"]:
        expect(page.locator(f"[data-seat='{seat}'].winner")).to_be_attached()


def test_act_is_refused_with_the_engines_reason(open_page: OpenPage, page: Page):
    open_page("?players=human,human&seed=5")
    with pytest.raises(Error, match="the opening tile must be laid"):
        page.evaluate("deltille.act('draw')")
    with pytest.raises(Error, match="unknown action 'dance'"):
        page.evaluate("deltille.act('dance')")
    with pytest.raises(Error, match="takes text"):
        page.evaluate("deltille.act(7)")
    with pytest.raises(Error, match="not JSON"):
        page.evaluate("deltille.load('nonsense')")
    with pytest.raises(Error, match="nested deeper"):
        page.evaluate("deltille.load('['.repeat(100000))")


def test_in_the_lobby_there_is_nothing_to_act_on(open_page: OpenPage, page: Page):
    open_page()
    assert page.evaluate("deltille.legal()") == []
    with pytest.raises(Error, match="No game is being played"):
        page.evaluate("deltille.act('draw')")


def test_a_record_is_loaded_by_script(open_page: OpenPage, page: Page):
    open_page()
    golden = (ROOT / "tests" / "engine" / "golden" / "classic.json").read_text()
    page.evaluate("text => deltille.load(text)", golden)
    assert record(page)["rounds"] == json.loads(golden)["rounds"]


PARENT = """<!doctype html>
<title>parent</title>
<link rel="icon" href="data:,">
<iframe src="{address}?players=human,human&seed=5&embed=1"></iframe>
<script>
  window.heard = [];
  addEventListener("message", (event) => heard.push(event.data));
  window.ask = (message) => document.querySelector("iframe").contentWindow.postMessage(message, "*");
</script>"""


def parent_page(page: Page, folder: Path, address: str, at: str) -> None:
    (folder / "parent.html").write_text(PARENT.format(address=address))
    page.goto(f"{at}parent.html")
    page.frame_locator("iframe").locator(READY).wait_for(timeout=60_000)


def test_a_parent_page_of_the_same_origin_is_answered(page: Page, dist: Path, host: str, address: str):
    parent_page(page, dist, address, address)
    page.evaluate("ask({deltille: 1, id: 1, call: 'legal'})")
    page.evaluate("ask({deltille: 1, id: 2, call: 'act', argument: 'draw'})")
    page.evaluate("ask({deltille: 1, id: 3, call: 'dance'})")
    page.evaluate("ask({deltille: 2, id: 4, call: 'legal'})")
    page.evaluate("ask('nonsense')")
    page.evaluate("ask({deltille: 1, id: 5, call: 'record'})")
    for _wait in range(100):
        heard = page.evaluate("heard")
        if any(message.get("id") == 5 for message in heard):
            break
        page.wait_for_timeout(50)
    answers = {message["id"]: message for message in heard if "id" in message}
    assert {"deltille": 1, "event": "ready"} in heard
    assert answers[1]["result"][0].startswith("play ")
    assert "the opening tile must be laid" in answers[2]["error"]
    assert "dance" in answers[3]["error"]
    assert 4 not in answers
    assert json.loads(answers[5]["result"])["format"] == "deltille-record"


def test_a_parent_page_of_another_origin_is_not_answered(
    page: Page, watch: Watch, tmp_path: Path, address: str
):
    with served(tmp_path) as stranger:
        stranger = stranger.replace("127.0.0.1", "localhost")
        parent_page(page, tmp_path, address, stranger)
        page.evaluate("ask({deltille: 1, id: 1, call: 'record'})")
        page.evaluate("ask({deltille: 1, id: 2, call: 'legal'})")
        page.wait_for_timeout(1000)
        assert page.evaluate("heard") == []
    assert all(stranger in complaint for complaint in watch.take())
