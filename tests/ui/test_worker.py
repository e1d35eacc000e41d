"""The worker in the real browser: the same moves as in plain Python, a page that never stops, and its death.

The site is built with every computer player thinking in the worker, and with one that takes its time.
"""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Frame, Page, expect

from engine import BOTS, EDITIONS, Match, Player, read, write
from tests.ui.conftest import READY_WITHIN, Watch, altered, changed
from tools import ROOT
from ui.setup import Setup, deal_chance, question

OpenPage = Callable[..., Page]
PONDERS = 3.0
"""Seconds that the slow player takes. It then does what chance says, as bot:random would.

Chromium lets a worker that was terminated go on for two."""
SLOW_PLAYER = f"""
from time import perf_counter

def ponder(sight, legal, rng):
    end = perf_counter() + {PONDERS}
    while perf_counter() < end:
        pass
    return any_action(sight, legal, rng)

def fail(sight, legal, rng):
    raise RuntimeError("a test of a player that fails")

BOTS |= {{"bot:slow": ponder, "bot:broken": fail}}
"""
EVERYBODY = ('frozenset({"bot:expert"})', "frozenset(BOTS)")
PATIENT = (
    ("PATIENCE_SECONDS = 6.0", "PATIENCE_SECONDS = 60.0"),
    ("ANSWER_SECONDS = 10.0", "ANSWER_SECONDS = 20.0"),
)
HASTY = (("PATIENCE_SECONDS = 6.0", "PATIENCE_SECONDS = 1.0"),)
SAID = "A quicker, simpler one plays in its place."


def with_players(dist: Path, name: str, changes: tuple[tuple[str, str], ...]) -> None:
    """The site once more, with those players and with other constants in ui/thinking.py."""
    bots = (ROOT / "engine" / "bots.py").read_text() + SLOW_PLAYER
    thinking = changed((ROOT / "ui" / "thinking.py").read_text(), EVERYBODY, *changes)
    altered(dist, name, {"engine/bots.py": bots, "ui/thinking.py": thinking})


@pytest.fixture(scope="module")
def address(dist: Path, host: str) -> str:
    with_players(dist, "patient", PATIENT)
    return f"{host}{(dist.parent / 'patient').relative_to(dist.parents[1])}/"


@pytest.fixture(scope="module")
def hasty_address(dist: Path, address: str) -> str:
    with_players(dist, "hasty", HASTY)
    return address.replace("patient", "hasty")


def record(page: Page | Frame) -> str:
    return page.evaluate("deltille.record()")


def actions(page: Page | Frame) -> list[str]:
    return json.loads(record(page))["rounds"][0]["actions"]


def begin(page: Page | Frame) -> None:
    """Lay the opening tile; then it is the computer's turn."""
    page.evaluate("deltille.act(deltille.legal()[0])")


def my_turn(page: Page) -> None:
    expect(page.locator(".status[data-turn='0']")).to_be_visible(timeout=READY_WITHIN)


def end_my_turn(page: Page) -> Match:
    """Do the first thing that is legal until it is the computer's turn; the match as it then stands."""
    match = read(record(page))
    while match.seat == 0:
        action = match.legal()[0]
        page.evaluate("action => deltille.act(action)", action)
        match.apply(action)
    return match


def dealt(edition: str) -> Match:
    """A match for those of the bots that there are seats for, with its first round dealt."""
    players = tuple(Player(kind.removeprefix("bot:"), kind) for kind in [*BOTS][-4:])
    match = Setup(edition, players, Match(EDITIONS[edition], players).options, "7").match()
    match.deal(deal_chance(match))
    return match


def test_every_bot_plays_the_same_in_the_worker_and_in_plain_python(page: Page, open_page: OpenPage):
    open_page("?players=human,human")
    for edition in ("tournament", "conquest"):
        match = dealt(edition)
        page.evaluate("text => deltille.load(text)", write(match))
        expect(page.locator("#sheet-title")).to_be_visible(timeout=READY_WITHIN)
        while match.legal():
            match.apply(question(match, match.players[match.seat].kind).answer())
        assert actions(page) == match.round.actions
    assert len(page.workers) == 1
    expect(page.locator(".toast")).to_have_count(0)


MEASURE = """milliseconds => new Promise((resolve) => {
  const found = { frames: 0, blocked: 0 };
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) found.blocked += task.duration;
  }).observe({ type: "longtask" });
  const end = performance.now() + milliseconds;
  const frame = (now) => (now < end ? (found.frames++, requestAnimationFrame(frame)) : resolve(found));
  requestAnimationFrame(frame);
})"""
WINDOWS = 4


def test_the_page_goes_on_drawing_and_does_nothing_over_50_ms_while_a_bot_thinks(
    page: Page, open_page: OpenPage
):
    open_page("?players=human,bot:slow&seed=3")
    begin(page)
    my_turn(page)
    window = round(PONDERS * 1000 / 2 / WINDOWS)
    idle = [page.evaluate(MEASURE, window) for _ in range(WINDOWS)]
    done = len(end_my_turn(page).round.actions)
    expect(page.locator(".status")).to_contain_text("is thinking.")
    busy = [page.evaluate(MEASURE, window) for _ in range(WINDOWS)]
    assert len(actions(page)) == done, "it did not think for the whole time"
    assert sum(found["frames"] for found in busy) > sum(found["frames"] for found in idle) / 2
    # What the browser calls a long task takes over 50 ms. A loaded machine makes one of anything now and
    # then, thinking on the page would be one all the time.
    assert min(found["blocked"] for found in busy) == 0
    assert sum(found["blocked"] for found in busy) < sum(found["blocked"] for found in idle) + window
    my_turn(page)


KEEP_WORKERS = """const kept = (window.keptWorkers = []);
window.Worker = class extends Worker {
  constructor(...given) { super(...given); kept.push(this); }
};"""
END_MY_TURN_AND_THE_WORKER = """async () => {
  for (let legal; (legal = deltille.legal()).length; ) await deltille.act(legal[0]);
  keptWorkers[0].terminate();
}"""


def test_a_worker_that_dies_is_replaced_and_the_game_goes_on(page: Page, open_page: OpenPage):
    page.add_init_script(KEEP_WORKERS)
    open_page("?players=human,bot:slow&seed=3")
    begin(page)
    my_turn(page)
    expect(page.locator(".toast")).to_have_count(0)
    page.evaluate(END_MY_TURN_AND_THE_WORKER)
    expect(page.locator(".toast")).to_contain_text(SAID, timeout=READY_WITHIN)
    page.locator("[data-action=dismiss]").click()
    my_turn(page)
    # The second worker answers, as plain Python does.
    assert page.evaluate("keptWorkers.length") == 2
    then = end_my_turn(page)
    my_turn(page)
    assert actions(page)[len(then.round.actions)] == question(then, "bot:random").answer()
    expect(page.locator(".toast")).to_have_count(0)


@pytest.mark.parametrize(
    ("kind", "status"),
    [("bot:slow", 404), ("bot:slow", None), ("bot:broken", 200)],
    ids=["missing", "never answered", "failing"],
)
def test_where_no_worker_answers_a_quick_player_stands_in_and_it_is_said(
    kind: str, status: int | None, page: Page, watch: Watch, address: str, hasty_address: str
):
    if status != 200:
        page.route("**/thinker.py", lambda route: route.fulfill(status=status) if status else None)
    page.goto(f"{address if status == 200 else hasty_address}?players=human,{kind}&seed=3")
    page.locator("html[data-ready=true]").wait_for(timeout=READY_WITHIN)
    begin(page)
    expect(page.locator(".toast")).to_contain_text(SAID, timeout=READY_WITHIN)
    my_turn(page)
    assert len(actions(page)) > 1
    expect(page.locator("#trouble")).to_be_hidden()
    assert all("404" in complaint for complaint in watch.take())


def test_a_bot_thinks_in_a_frame_where_storage_is_blocked(page: Page, address: str, dist: Path):
    (dist.parent / "patient" / "frame.html").write_text(
        '<link rel="icon" href="assets/icon.svg"><iframe sandbox="allow-scripts" width="1000" height="700" '
        'src="index.html?players=human,bot:slow&amp;seed=3"></iframe>'
    )
    page.goto(f"{address}frame.html")
    shown = page.frame_locator("iframe")
    shown.locator("html[data-ready=true]").wait_for(timeout=READY_WITHIN)
    frame = page.frames[1]
    begin(frame)
    expect(shown.locator(".status[data-turn='0']")).to_be_visible(timeout=READY_WITHIN)
    assert len(actions(frame)) > 1
    expect(shown.locator(".toast")).to_have_count(0)
