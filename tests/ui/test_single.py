"""The whole game in one file: opened from disk it plays, saves and opens links, and asks for nothing."""

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from engine import read
from tests.ui.conftest import READY_WITHIN, Watch
from tools import ROOT, single
from ui import link
from ui.setup import question

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


# Does the first thing that is legal until it is the computer's turn, and waits until it has moved; the game
# as it stood in between.
END_MY_TURN = """async () => {
  for (let legal; (legal = deltille.legal()).length; ) await deltille.act(legal[0]);
  const then = deltille.record();
  while (!deltille.legal().length) await new Promise(requestAnimationFrame);
  return then;
}"""


def test_the_expert_thinks_in_a_worker_of_the_one_file(page: Page, file: Path):
    page.goto(f"{file.as_uri()}?players=human,bot:expert&seed=11&edition=tournament")
    page.locator(READY).wait_for(timeout=READY_WITHIN)
    for _turn in range(2):
        then = read(page.evaluate(END_MY_TURN))
        # What a worker answers is what plain Python does; whoever stood in for the expert would say so.
        answer = question(then, "bot:expert").answer()
        assert record(page)["rounds"][0]["actions"][len(then.round.actions)] == answer
    assert len(page.workers) == 1
    assert page.evaluate("performance.getEntriesByName('deltille:worker').length") == 1
    expect(page.locator(".toast")).to_have_count(0)


def test_without_a_worker_a_quick_player_stands_in_and_it_is_said(page: Page, file: Path):
    page.add_init_script("window.Worker = class { constructor() { throw new Error('no workers here') } }")
    page.goto(f"{file.as_uri()}?players=human,bot:expert&seed=11&edition=tournament")
    page.locator(READY).wait_for(timeout=READY_WITHIN)
    page.evaluate(END_MY_TURN)
    expect(page.locator(".toast")).to_contain_text("A quicker, simpler one plays in its place.")
    expect(page.locator("#trouble")).to_be_hidden()


def test_its_policy_knows_every_script_by_its_hash(file: Path, dist: Path):
    text = file.read_text(encoding="utf-8")
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    assert "unsafe-inline" not in policy
    assert "'unsafe-eval'" not in policy
    assert "require-trusted-types-for 'script'" in policy
    (allowed,) = re.findall(r"script-src ([^;]*)", policy)
    hashes = [
        f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
        for script in re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    ]
    assert len(hashes) == 2
    assert allowed == " ".join([*hashes, "'wasm-unsafe-eval'", "blob:"])


def test_only_what_is_needed_is_in_it(file: Path):
    parts = set(re.findall(r'data-path="([^"]*)"', file.read_text(encoding="utf-8")))
    assert {"assets/boot.js", "assets/thinker.py", "pyscript.json"} < parts
    for_a_site = {"embed.js", "example.js", "service-worker.js"}
    assert not parts & {
        *for_a_site,
        *(f"assets/{name}.js" for name in ("offline", "shell", "snapshot-maker")),
    }


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
