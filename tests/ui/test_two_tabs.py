"""Two tabs of one browser and one game, where one of them does not hear in time what the other does."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from engine import write
from tests.ui.test_door import played
from tests.ui.test_shelf_page import (
    FAILING,
    HOT_SEAT,
    act,
    actions,
    keep,
    second_tab,
    stored,
    take_over,
    two_games,
    wait_until_ready,
)
from ui import link

OpenPage = Callable[..., Page]

DEAF_TO_LOCKS = """
  const request = LockManager.prototype.request;
  LockManager.prototype.request = function (...asked) {
    return request.apply(this, asked).catch(() => null);
  };
"""
"""Whoever loses a lock does not learn of it."""
DEAF_TO_STORAGE = "addEventListener('storage', (event) => event.stopImmediatePropagation());"


def games(page: Page) -> set[str]:
    return {key[:-2] for key in stored(page) if ":game:" in key}


def test_a_move_that_comes_too_late_is_refused_and_said_to_be(
    page: Page, open_page: OpenPage, context: BrowserContext, address: str
):
    page.add_init_script(DEAF_TO_LOCKS + DEAF_TO_STORAGE)
    open_page(HOT_SEAT)
    act(page, 2)
    other = second_tab(context, address)
    take_over(other)
    act(other, 2)
    kept = actions(other)
    refusal = page.evaluate("deltille.act(deltille.legal()[0]).catch(error => error.message)")
    assert "another tab" in refusal
    expect(page.locator("#elsewhere")).to_be_visible()
    expect(page.locator(".toast")).to_contain_text("does not count")
    expect(page.locator(".unsaved")).to_have_count(0)
    assert actions(page) == kept
    act(other)
    kept = actions(other)
    take_over(page)
    assert actions(page) == kept
    expect(page.locator(".unsaved")).to_have_count(0)
    act(page)
    page.reload()
    wait_until_ready(page)
    assert actions(page)[:-1] == kept


def test_a_tab_that_is_overtaken_is_told_by_the_first_thing_that_the_other_saves(
    page: Page, open_page: OpenPage, context: BrowserContext, address: str
):
    page.add_init_script(DEAF_TO_LOCKS)
    open_page(HOT_SEAT)
    act(page, 2)
    other = second_tab(context, address)
    take_over(other)
    act(other)
    expect(page.locator("#elsewhere")).to_be_visible()
    assert page.evaluate("deltille.legal()") == []
    assert actions(page) == actions(other)


def test_a_game_deleted_in_one_tab_and_taken_over_in_the_other_goes_on_and_is_kept(
    page: Page, open_page: OpenPage, context: BrowserContext, address: str
):
    open_page(HOT_SEAT)
    act(page, 3)
    other = second_tab(context, address)
    expect(other.locator("#elsewhere")).to_be_visible()
    before = actions(page)
    page.locator("[data-action=new]").click()
    page.locator("[data-action=shelf]").click()
    page.locator(".dots").click()
    page.locator("[data-action=delete]").click()
    expect(page.locator(".toast")).to_contain_text("Deleted")
    assert games(page) == set()
    take_over(other)
    act(other)
    assert actions(other)[:-1] == before
    assert len(games(other)) == 1
    other.reload()
    wait_until_ready(other)
    assert actions(other)[:-1] == before


def test_a_game_that_another_tab_plays_is_not_deleted_until_it_is_left(
    page: Page, open_page: OpenPage, context: BrowserContext, address: str
):
    open_page(HOT_SEAT)
    act(page, 3)
    other = second_tab(context, address, "")
    other.locator("[data-action=shelf]").click()
    delete = other.locator("[data-action=delete]")
    other.locator(".dots").click()
    delete.click()
    expect(other.locator(".toast")).to_contain_text("being played in another tab")
    assert len(games(other)) == 1
    act(page)
    page.locator("[data-action=new]").click()
    other.locator(".dots").click()
    delete.click()
    expect(other.locator(".toast")).to_contain_text("Deleted")
    assert games(other) == set()
    other.locator("[data-action=undelete]").click()
    expect(other.locator(".volume")).to_have_count(1)


def test_the_shelf_shows_what_another_tab_begins(
    page: Page, open_page: OpenPage, context: BrowserContext, address: str
):
    keep(page, two_games())
    open_page()
    page.locator("[data-action=shelf]").click()
    expect(page.locator(".volume")).to_have_count(1)
    second_tab(context, address)
    expect(page.locator(".volume")).to_have_count(2)


def test_what_another_tab_clears_is_kept_again(
    page: Page, open_page: OpenPage, context: BrowserContext, address: str
):
    open_page(HOT_SEAT)
    act(page, 3)
    stranger = second_tab(context, address, "")
    stranger.evaluate("localStorage.clear()")
    for _look in range(100):
        if games(stranger):
            break
        stranger.evaluate("new Promise(done => setTimeout(done, 20))")
    assert len(games(stranger)) == 1


def test_what_a_link_brings_to_a_game_open_in_another_tab_is_kept_once_it_is_taken_over(
    page: Page, open_page: OpenPage, context: BrowserContext, address: str
):
    open_page(f"#g={link.encode(write(played(2)))}")
    before = {key: text for key, text in stored(page).items() if ":game:" in key}
    other = second_tab(context, address, f"#g={link.encode(write(played(5)))}")
    expect(other.locator("#elsewhere")).to_be_visible()
    assert {key: text for key, text in stored(other).items() if ":game:" in key} == before
    assert len(actions(page)) == 2
    take_over(other)
    assert len(actions(other)) == 5
    assert len(games(other)) == 1
    expect(page.locator("#elsewhere")).to_be_visible()
    take_over(page)
    assert len(actions(page)) == 5


def test_room_made_in_another_tab_is_used_at_once(
    page: Page, open_page: OpenPage, context: BrowserContext, address: str
):
    page.add_init_script(FAILING)
    open_page(HOT_SEAT)
    page.evaluate("refuse = true")
    act(page)
    expect(page.locator(".unsaved")).to_have_count(1)
    page.evaluate("refuse = false")
    other = second_tab(context, address, "")
    other.evaluate("localStorage.setItem('large', ''); localStorage.removeItem('large')")
    expect(page.locator(".unsaved")).to_have_count(0)
    assert any(page.evaluate("deltille.record()") in text for text in stored(other).values())


@pytest.mark.parametrize("query", [HOT_SEAT, "?seed=5"])
def test_after_many_a_hand_over_nothing_is_said_to_be_unsaved(
    query: str, page: Page, open_page: OpenPage, context: BrowserContext, address: str
):
    open_page(query)
    other = second_tab(context, address, query)
    for here, there in ((other, page), (page, other), (other, page)):
        take_over(here)
        expect(there.locator("#elsewhere")).to_be_visible()
        expect(there.locator(".unsaved")).to_have_count(0)
        if here.evaluate("deltille.legal().length"):
            act(here)
        expect(here.locator(".unsaved")).to_have_count(0)
    there.locator("#elsewhere [data-action=new]").click()
    expect(there.get_by_role("button", name="Continue")).to_be_visible()
