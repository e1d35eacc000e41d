"""The whole game in one file: opened from disk it plays, saves and opens links, and asks for nothing."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.ui.conftest import READY_WITHIN, Watch
from tools import ROOT, single
from ui import link

READY = "html[data-ready=true]"
LARGEST = 12_000_000


@pytest.fixture(scope="module")
def file(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("one file") / single.NAME
    single.write_single(dist, file)
    return file


@pytest.fixture
def watch(context: BrowserContext, file: Path) -> Iterator[Watch]:
    watch = Watch(context, file.as_uri())
    yield watch
    assert watch.complaints == []


def record(page: Page) -> dict[str, object]:
    return json.loads(page.evaluate("deltille.record()"))


def play_a_round(page: Page) -> None:
    page.evaluate(
        """async () => {
          while (!document.querySelector("#sheet")) {
            const legal = deltille.legal();
            const action = legal.findLast((action) => action.startsWith("play")) ?? legal[0];
            if (action) await deltille.act(action);
            await new Promise(requestAnimationFrame); // the computer's turn
          }
        }"""
    )


def test_a_round_is_played_from_one_file_on_disk_and_kept(page: Page, context: BrowserContext, file: Path):
    assert file.stat().st_size <= LARGEST
    page.goto(f"{file.as_uri()}?players=human,bot:greedy&seed=5&edition=classic")
    page.locator(READY).wait_for(timeout=READY_WITHIN)
    play_a_round(page)
    before = record(page)
    assert {player["kind"] for player in before["players"]} == {"human", "bot:greedy"}
    page.reload()
    page.locator(READY).wait_for(timeout=READY_WITHIN)
    assert record(page) == before

    golden = (ROOT / "tests" / "engine" / "golden" / "kids.json").read_text()
    page.goto("about:blank")
    page.goto(f"{file.as_uri()}#g={link.encode(golden)}")
    page.locator(READY).wait_for(timeout=READY_WITHIN)
    assert record(page)["rounds"] == json.loads(golden)["rounds"]


def test_the_one_file_says_nothing_of_servers_and_lets_no_markup_in(page: Page, file: Path, watch: Watch):
    page.goto(file.as_uri())
    expect(page.locator("#from-disk")).to_be_hidden()
    page.locator(READY).wait_for(timeout=READY_WITHIN)
    expect(page.locator(".offline")).to_have_count(0)
    for attack in (
        "document.body.insertAdjacentHTML('beforeend', '<b>markup</b>')",
        "document.body.append(Object.assign(document.createElement('script'), {textContent: 'hit = 1'}))",
        "fetch('https://example.org/')",
    ):
        refused = page.evaluate(f"(async () => {{ try {{ await {attack} }} catch {{ return true }} }})()")
        assert refused, attack
    watch.take()
