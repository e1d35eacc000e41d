"""How the page starts: from a snapshot where one is kept, and without it where anything is wrong with it."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.ui.conftest import DESKTOP, READY_WITHIN

OpenPage = Callable[..., Page]
FROM_SNAPSHOT = "html[data-start=snapshot]"

# Fulfilled once there is a snapshot for the next visit.
MADE = """(async () => {
  const { version } = document.documentElement.dataset;
  const cache = await caches.open("deltille-start");
  const isMade = async () => (await cache.keys()).some(({ url }) => url.includes(version));
  while (!(await isMade())) await new Promise((resolve) => setTimeout(resolve, 50));
})()"""

# What is kept, altered: `change` is given the bytes and says what to have instead.
ALTER = """async (change) => {
  const cache = await caches.open("deltille-start");
  const [key] = await cache.keys();
  const bytes = new Uint8Array(await (await cache.match(key)).arrayBuffer());
  const unpacked = async () => {
    const body = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(body).arrayBuffer());
  };
  const packed = (content) => new Blob([content]).stream().pipeThrough(new CompressionStream("gzip"));
  const flipped = (content, at) => content.with(at, content[at] ^ 255);
  const changes = {
    truncated: () => bytes.slice(0, bytes.length / 2),
    damaged: () => flipped(bytes, bytes.length / 2),
    "of another Pyodide": async () => packed(flipped(await unpacked(), 20)),
    "something else": () => packed("no snapshot"),
    "too large": async () => packed(new Blob([await unpacked(), new Uint8Array(1 << 20)])),
  };
  await cache.put(key, new Response(await changes[change]()));
}"""


@pytest.fixture
def context_options() -> dict[str, object]:
    return {"viewport": DESKTOP, "reduced_motion": "reduce", "service_workers": "allow"}


@pytest.fixture
def second_visit(page: Page, open_page: OpenPage) -> OpenPage:
    """Opens the page in a browser that has been here before and has made its snapshot."""
    open_page("?players=human,human&seed=1")
    expect(page.locator(FROM_SNAPSHOT)).to_have_count(0)
    page.evaluate(MADE)
    return open_page


def record(page: Page) -> dict[str, object]:
    return json.loads(page.evaluate("deltille.record()"))


def test_a_second_visit_starts_from_a_snapshot(page: Page, second_visit: OpenPage):
    second_visit("?players=human,bot:greedy&seed=5&lang=en")
    expect(page.locator(FROM_SNAPSHOT)).to_be_visible()
    page.evaluate("deltille.act(deltille.legal()[0])")
    expect(page.locator(".status[data-turn='0']")).to_be_visible()
    before = record(page)
    page.reload()
    page.locator(FROM_SNAPSHOT + "[data-ready=true]").wait_for(timeout=READY_WITHIN)
    assert record(page) == before


# What Python has by chance in this many starts of it.
BY_CHANCE = """async (starts) => {
  const { loadPyodide } = await import("./assets/interpreter.js");
  const found = [];
  for (let n = 0; n < starts; n++) {
    const python = await loadPyodide({});
    python.runPython("import random, secrets");
    found.push([python.runPython("random.random()"), python.runPython("secrets.token_hex()")]);
  }
  return found;
}"""


def test_starts_from_one_snapshot_have_nothing_by_chance_in_common(page: Page, second_visit: OpenPage):
    seeds = set()
    for _visit in range(2):
        second_visit("?players=human,human")
        expect(page.locator(FROM_SNAPSHOT)).to_be_visible()
        seeds.add(record(page)["seed"])
        page.evaluate("localStorage.clear()")
    assert len(seeds) == 2
    (number, token), (another_number, another_token) = page.evaluate(BY_CHANCE, 2)
    assert number != another_number
    assert token != another_token


@pytest.mark.parametrize(
    "change", ["truncated", "damaged", "of another Pyodide", "something else", "too large"]
)
def test_a_snapshot_that_is_of_no_use_is_forgotten_and_made_again(
    change: str, page: Page, second_visit: OpenPage
):
    page.evaluate(ALTER, change)
    second_visit("?players=human,human&seed=5")
    expect(page.locator(FROM_SNAPSHOT)).to_have_count(0)
    page.evaluate("deltille.act(deltille.legal()[0])")
    page.evaluate(MADE)
    second_visit("?players=human,human&seed=6")
    expect(page.locator(FROM_SNAPSHOT)).to_be_visible()


def test_without_its_snapshot_the_page_starts_as_ever(page: Page, second_visit: OpenPage):
    page.evaluate("caches.delete('deltille-start')")
    second_visit("?players=human,human&seed=5")
    expect(page.locator(FROM_SNAPSHOT)).to_have_count(0)


def test_a_snapshot_that_a_start_failed_with_is_not_tried_again(
    page: Page, context: BrowserContext, second_visit: OpenPage, address: str
):
    # The page is left while it is starting, as when the browser crashes.
    another = context.new_page()
    another.goto(address, wait_until="commit")
    expect(another.locator(FROM_SNAPSHOT + ":not([data-ready])")).to_have_count(1)
    another.reload()
    another.locator("html[data-ready=true]").wait_for(timeout=READY_WITHIN)
    expect(another.locator(FROM_SNAPSHOT)).to_have_count(0)


def test_snapshots_of_other_builds_are_put_away(page: Page, open_page: OpenPage, address: str):
    open_page()
    page.evaluate(
        """async (base) => {
          const cache = await caches.open("deltille-start");
          await cache.put(`${base}snapshot-app-old.zip-library-old.zip`, new Response("old"));
          await cache.put(`${base}elsewhere/snapshot-app-other.zip`, new Response("of another Deltille"));
        }""",
        address,
    )
    page.evaluate(MADE)
    kept = page.evaluate(
        """caches.open("deltille-start").then(async (cache) =>
          (await cache.keys()).map(({ url }) => url))"""
    )
    assert not [url for url in kept if "old" in url]
    assert len(kept) == 2


BEGUN_EARLY = """const begun = (window.begunEarly = []);
window.Worker = class extends Worker {
  constructor(...given) {
    if (!document.documentElement.dataset.ready) begun.push(String(given[0]));
    super(...given);
  }
};"""


def test_the_worker_begins_once_the_page_is_ready_and_from_the_same_snapshot(
    page: Page, second_visit: OpenPage
):
    page.add_init_script(BEGUN_EARLY)
    second_visit("?players=human,bot:expert&seed=5")
    expect(page.locator(FROM_SNAPSHOT)).to_be_visible()
    expect(page.locator(".status[data-turn='0']")).to_be_visible(timeout=READY_WITHIN)
    assert json.loads(page.evaluate("deltille.record()"))["rounds"][0]["actions"]
    (worker,) = page.workers
    assert worker.evaluate("performance.getEntriesByName('deltille:snapshot').length") == 1
    assert page.evaluate("begunEarly") == []
