"""What goes wrong around a game: no room, no clock, no sense in what came in; and nothing is lost by it."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from engine import write
from tests.ui.shelves import finished, running
from tests.ui.test_link import packed
from tests.ui.test_shelf_page import (
    FAILING,
    HOT_SEAT,
    act,
    actions,
    drop,
    keep,
    no_trouble,
    record,
    stored,
    two_games,
    wait_until_ready,
)
from ui import link
from ui.store import Memory, Store

OpenPage = Callable[..., Page]


def in_store(page: Page) -> list[str]:
    """The games that are in the storage by now, as another page would open them; the latest first."""
    storage = Memory()
    storage.texts = stored(page)
    store = Store(storage)
    opened = [store.open(kept.id) for kept in store.games()]
    assert [one.trouble for one in opened] == [None] * len(opened)
    return [write(one.match) for one in opened]


# No room

REFUSED_ONCE = """
  const put = Storage.prototype.setItem;
  let writes = 0;
  Storage.prototype.setItem = function (key, value) {
    if (++writes === %d) {
      throw Object.assign(new Error("QuotaExceededError"), { name: "QuotaExceededError" });
    }
    return put.call(this, key, value);
  };
  howMany = () => writes;
"""
MOVES = 3


def test_whichever_write_finds_no_room_the_game_goes_on_and_the_next_move_saves_it(
    context: BrowserContext, watch: object, address: str
):
    refused, writes = 0, 1
    unsaved = 0
    while refused < writes:
        refused += 1
        page = context.new_page()
        page.add_init_script(REFUSED_ONCE % refused)
        page.goto(address + HOT_SEAT)
        wait_until_ready(page)
        for _move in range(MOVES):
            act(page)
            is_saved = page.evaluate("deltille.record()") in in_store(page)
            expect(page.locator(".unsaved")).to_have_count(0 if is_saved else 1)
            unsaved += not is_saved
        writes = page.evaluate("howMany()")
        act(page)
        expect(page.locator(".unsaved")).to_have_count(0)
        assert in_store(page) == [page.evaluate("deltille.record()")]
        assert len(actions(page)) == MOVES + 1
        no_trouble(page)
        page.evaluate("localStorage.clear()")
        page.close()
    assert writes > 2 * MOVES - 1
    assert unsaved == MOVES


def test_what_is_not_saved_is_said_again_whenever_it_happens_again(page: Page, open_page: OpenPage):
    page.add_init_script(FAILING)
    open_page(HOT_SEAT)
    notice = page.get_by_role("alert")
    for _time in range(3):
        page.evaluate("refuse = true")
        act(page)
        expect(notice).to_contain_text("storage is full")
        page.evaluate("refuse = false")
        act(page)
        expect(notice).to_have_count(0)


def test_a_game_that_is_not_saved_is_not_left_without_asking(page: Page, open_page: OpenPage, address: str):
    keep(page, two_games())
    page.add_init_script(FAILING)
    open_page(HOT_SEAT)
    act(page)
    before = actions(page)
    page.evaluate("refuse = true")
    act(page)
    after = actions(page)
    asked = page.locator("#leaving")
    shared = f"g={link.encode(write(running('kids')))}&at=3"
    for leave in (
        lambda: page.locator("[data-action=new]").click(),
        lambda: page.evaluate("hash => { location.hash = hash }", shared),
    ):
        leave()
        expect(asked).to_contain_text("storage is full")
        page.keyboard.press("Escape")
        expect(asked).to_have_count(0)
        assert actions(page) == after
    page.locator("[data-action=new]").click()
    with page.expect_download() as download:
        asked.locator("[data-action=export]").click()
    assert json.loads(download.value.path().read_text())["rounds"][0]["actions"] == after
    asked.locator("[data-action=leave-anyway]").click()
    page.get_by_role("button", name="Continue").click()
    expect(page.locator(".screen[inert]")).to_have_count(0)
    assert actions(page) == before
    expect(page.locator(".unsaved")).to_have_count(0)

    # With room again there is nothing to ask.
    act(page)
    expect(page.locator(".unsaved")).to_have_count(1)
    after = record(page)
    page.evaluate("refuse = false")
    page.locator("[data-action=new]").click()
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    expect(asked).to_have_count(0)
    assert json.dumps(after, separators=(",", ":")) in in_store(page)


@pytest.mark.parametrize("room", [False, True])
def test_a_tab_is_not_closed_over_a_game_that_is_not_saved_without_asking(
    room: bool, page: Page, open_page: OpenPage, context: BrowserContext, address: str
):
    page.add_init_script(FAILING)
    open_page(HOT_SEAT)
    page.locator(".top-bar h1").click()  # browsers ask only those who have touched the page
    page.evaluate("refuse = true")
    act(page)
    played = page.evaluate("deltille.record()")
    page.evaluate(f"refuse = {json.dumps(not room)}")
    if room:
        with page.expect_event("close"):
            page.close(run_before_unload=True)
    else:
        with page.expect_event("dialog") as asked:
            page.close(run_before_unload=True)
        assert asked.value.type == "beforeunload"
        asked.value.accept()
    other = context.new_page()
    other.goto(address)
    wait_until_ready(other)
    assert (played in in_store(other)) == room


# A clock set back

SET_BACK = """
  const now = Date.now;
  const year = 365 * 24 * 60 * 60 * 1000;
  Date.now = () => now() - year * Number(sessionStorage.getItem("years"));
"""


def revisions(page: Page) -> list[int]:
    """Of all that is saved, the highest first."""
    found = [
        re.match(r"[0-9a-f]{8} deltille-save 2 ([0-9]+) ([0-9]+)", text) for text in stored(page).values()
    ]
    return sorted((int(match[1]) for match in found if match), reverse=True)


def test_with_the_clock_set_back_by_a_year_every_save_is_still_the_newest(
    page: Page, open_page: OpenPage, address: str
):
    page.add_init_script(SET_BACK)
    open_page(HOT_SEAT)
    act(page, 2)
    first = stored(page)
    before = revisions(page)[0]
    for _year in range(2):
        page.evaluate("sessionStorage.setItem('years', Number(sessionStorage.getItem('years')) + 1)")
        for step in (lambda: act(page), lambda: act(page), page.reload, lambda: act(page)):
            step()
            wait_until_ready(page)
            newest = revisions(page)[0]
            assert newest > before or step == page.reload
            before = newest
            assert in_store(page)[0] == page.evaluate("deltille.record()")
    assert len(actions(page)) == 8
    saved = [int(text.split()[4]) for key, text in stored(page).items() if ":game:" in key]
    told = [int(text.split()[4]) for key, text in first.items() if ":game:" in key]
    assert max(saved) < min(told) - 365 * 24 * 60 * 60, "the clock was set back indeed"


# Links


def test_a_link_that_cannot_be_followed_is_explained_in_the_lobby(page: Page, open_page: OpenPage):
    open_page()
    whole = link.encode(write(running("kids")))
    for text, reason in (
        (whole[:-20], "damaged or was cut short"),
        ("1" + "A" * link.LONGEST, "too long"),
        (packed(b"[" * (20 << 20)), "too long"),
        ("1" + "A" * (1 << 17), "too long"),
        ("2" + whole[1:], "another version"),
        (packed(b"[" * 100_000), "nested deeper"),
        (packed(write(running("kids")).replace('"kids"', '"whist"').encode()), "whist"),
    ):
        page.evaluate("text => { location.hash = `g=${text}` }", text)
        expect(page.locator(".message")).to_contain_text(reason)
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        page.locator("[data-action=dismiss]").click()
        expect(page.locator(".message")).to_have_count(0)
    assert stored(page) == {}


def test_a_link_to_a_game_on_the_shelf_opens_that_one_and_no_copy(
    page: Page, open_page: OpenPage, address: str
):
    open_page(HOT_SEAT)
    act(page, 3)
    shared = link.encode(page.evaluate("deltille.record()"))
    act(page, 2)
    before = actions(page)
    page.goto(address)
    wait_until_ready(page)
    page.evaluate("text => { location.hash = `g=${text}` }", shared)
    expect(page.locator(".toast")).to_contain_text("on the shelf already")
    expect(page.locator(".screen[inert]")).to_have_count(0)
    assert actions(page) == before
    assert len(in_store(page)) == 1
    act(page)
    page.goto("about:blank")
    page.goto(f"{address}#g={shared}")
    wait_until_ready(page)
    assert actions(page)[:-1] == before
    assert len(in_store(page)) == 1


# Imports


@pytest.mark.parametrize("text", ["\ud800", '{"format":"\udfff"}', '{"a":"\ud83d"}\n{"b":1}'])
def test_half_a_character_pasted_is_refused_like_any_nonsense(page: Page, open_page: OpenPage, text: str):
    open_page()
    page.locator("[data-action=shelf]").click()
    page.locator("[data-action=shelf-import]").click()
    page.evaluate(
        """units => {
          const field = document.querySelector("[data-field=import-text]");
          field.value = String.fromCharCode(...units);
          field.dispatchEvent(new Event("input", { bubbles: true }));
        }""",
        [ord(letter) for letter in text],
    )
    expect(page.locator(".message, #import li").first).to_contain_text("UTF-8")
    no_trouble(page)


# Where the focus is


def test_a_dialog_gives_the_focus_back_to_what_opened_it(page: Page, open_page: OpenPage):
    keep(page, two_games())
    page.add_init_script(FAILING + "Object.defineProperty(navigator, 'clipboard', { value: undefined });")
    open_page(HOT_SEAT)
    page.evaluate("refuse = true")
    act(page)
    for action, dialog in (("make-room", "room"), ("new", "leaving"), ("sheet", "sheet"), ("rules", "rules")):
        opener = page.locator(f"[data-action={action}]").first
        opener.focus()
        page.keyboard.press("Enter")
        expect(page.locator(f"#{dialog}-title")).to_be_focused()
        page.keyboard.press("Escape")
        expect(opener).to_be_focused()
    page.evaluate("refuse = false")
    act(page)

    # What came from elsewhere gives it to where one plays.
    games = "\n".join(write(finished("kids", seed=seed)) for seed in (11, 12))
    drop(page, games)
    expect(page.locator("#import-title")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#import")).to_have_count(0)
    expect(page.locator("body")).not_to_be_focused()

    page.locator("[data-action=new]").click()
    page.locator("[data-action=shelf]").click()
    opener = page.locator("[data-action=shelf-import]")
    opener.click()
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()
    drop(page, games)
    expect(page.locator("#import-title")).to_be_focused()
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()
    page.locator("[data-game=going] .dots").click()
    page.locator("[data-game=going] [data-action=replay]").click()
    opener = page.locator("[data-action=share-move]")
    opener.click()
    expect(page.locator("#link-title")).to_be_focused()
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()
