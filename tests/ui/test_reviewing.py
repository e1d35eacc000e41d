"""The review and the coach on the real page, with the worker thinking.

The site is built with a coach for whom a move waits as long as it takes: how soon is another matter.
"""

from collections.abc import Callable
from functools import cache
from operator import itemgetter
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from engine import Match, write
from engine.question import Case
from engine.tiles import Placement
from tests.ui.conftest import READY_WITHIN, altered, changed
from tests.ui.test_review import played
from tools import ROOT
from ui.setup import question

OpenPage = Callable[..., Page]
COACHED = """localStorage.setItem("deltille:v1:pref:settings", '{"coach": "large"}')"""
MUCH = 25.0
"""More than what the coach is asked to speak up for."""


@pytest.fixture(scope="module")
def address(dist: Path, host: str) -> str:
    table = (ROOT / "ui" / "table.py").read_text()
    patient = changed(table, ("COACH_SECONDS = 0.5", "COACH_SECONDS = 60.0"))
    altered(dist, "coached", {"ui/table.py": patient})
    return f"{host}{(dist.parent / 'coached').relative_to(dist.parents[1])}/"


@cache
def tempted() -> tuple[Match, Placement]:
    """Where in a game the first tile that fits gives away most."""
    finished = played(edition="tournament")
    found = []
    for back in range(1, len(finished.round.actions)):
        match = finished.undone(back)
        asked = question(match, "bot:expert")
        plays = [action for action in asked.legal if action.startswith("play ")]
        if match.seat == 0 and plays:
            case = Case(asked.sight, asked.legal, plays[0], asked.seed)
            found.append((case.answer().given_away, match, plays[0]))
    given_away, match, action = max(found, key=itemgetter(0))
    assert given_away > MUCH
    return match, Placement.parse(action[5:])


def take(page: Page, placement: Placement) -> None:
    page.locator(f"[data-tile='{placement.tile}']").click()


def lay(page: Page, placement: Placement) -> None:
    x, y = placement.cell
    page.locator(f"[data-target='{x},{y}']").click()


def laid(page: Page, placement: Placement) -> Locator:
    x, y = placement.cell
    return page.locator(f"[data-cell='{x},{y}']")


def begin(page: Page, match: Match) -> None:
    page.evaluate("text => deltille.load(text)", write(match))
    expect(page.locator(".status[data-turn='0']")).to_be_visible()


def test_the_coach_warns_of_a_bad_move_which_can_be_thought_over_and_made_anyway(
    page: Page, open_page: OpenPage
):
    page.add_init_script(COACHED)
    open_page("?players=human,bot:greedy")
    match, bad = tempted()
    begin(page, match)
    take(page, bad)
    lay(page, bad)
    warning = page.locator(".note-warning")
    expect(warning).to_contain_text("This gives away about", timeout=READY_WITHIN)
    expect(laid(page, bad)).to_have_count(0)
    page.get_by_role("button", name="Let me think again").click()
    expect(warning).to_have_count(0)
    expect(laid(page, bad)).to_have_count(0)
    expect(page.locator(".status[data-turn='0']")).to_be_visible()

    # The tile is still in hand.
    lay(page, bad)
    expect(warning).to_be_visible(timeout=READY_WITHIN)
    page.get_by_role("button", name="Do it anyway").click()
    expect(warning).to_have_count(0)
    expect(laid(page, bad)).to_be_visible()


def test_nobody_is_coached_who_did_not_ask_for_it(page: Page, open_page: OpenPage):
    open_page("?players=human,bot:greedy")
    match, bad = tempted()
    begin(page, match)
    take(page, bad)
    lay(page, bad)
    expect(laid(page, bad)).to_be_visible()
    expect(page.locator(".note-warning")).to_have_count(0)
    assert page.workers == []


def test_a_finished_game_is_reviewed_in_the_worker_and_its_costliest_move_looked_at(
    page: Page, open_page: OpenPage
):
    open_page("?players=human,bot:greedy&seed=3")
    page.evaluate("text => deltille.load(text)", write(played(edition="tournament")))
    page.locator("[data-action=replay]").first.click()
    page.locator("[data-action=review-start]").click()
    expect(page.locator(".review progress")).to_be_visible()
    expect(page.locator("[data-action=review-stop]")).to_be_visible()
    expect(page.locator(".review-sum")).to_contain_text("as good as can be", timeout=READY_WITHIN)
    expect(page.locator(".review progress")).to_have_count(0)
    costliest = page.locator(".review-costliest [data-action=replay-to]")
    expect(costliest).to_have_count(3)
    move = costliest.first.get_attribute("data-value")
    costliest.first.click()
    expect(page.locator(f"[data-at='{move}']").first).to_be_visible()
    expect(page.locator(".replay-move")).to_contain_text("Owl expects about")
