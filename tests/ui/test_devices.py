"""A game between two devices, one link a turn: two browser contexts that share nothing but links."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.ui.conftest import READY_WITHIN, Watch
from tests.ui.test_looking_back import saved as saves
from tests.ui.test_looks import look, violations


@pytest.fixture
def devices(browser: Browser, host: str) -> Iterator[tuple[Page, Page]]:
    contexts = [browser.new_context(**look(size, "light")) for size in ("desk", "phone")]
    watches = [Watch(context, host) for context in contexts]
    for context in contexts:
        context.grant_permissions(["clipboard-read", "clipboard-write"])
    yield tuple(context.new_page() for context in contexts)
    for context in contexts:
        context.close()
    assert [watch.complaints for watch in watches] == [[], []]


def go(page: Page, address: str) -> None:
    """Open an address, and wait until what it opens can be played here."""
    page.goto("about:blank")
    page.goto(address)
    page.locator("html[data-ready=true]").wait_for(timeout=READY_WITHIN)


def actions(page: Page) -> list[str]:
    return [a for past in json.loads(page.evaluate("deltille.record()"))["rounds"] for a in past["actions"]]


def rack(page: Page) -> set[str]:
    return {tile.get_attribute("data-tile") for tile in page.locator(".rack [data-tile]").all()}


def take_turn(page: Page) -> None:
    """Lay if one can, else draw and pass, until the turn is over."""
    page.evaluate(
        """async () => {
          for (let legal = deltille.legal(); legal.length; legal = deltille.legal())
            await deltille.act(legal.find(action => action.startsWith("play")) ?? legal[0]);
        }"""
    )


def sent_link(page: Page) -> str:
    page.locator("[data-action=send-link]").click()
    expect(page.locator(".toast")).to_contain_text("copied")
    return page.evaluate("navigator.clipboard.readText()")


def begin(page: Page, address: str) -> None:
    go(page, address)
    page.get_by_label("Name of player 1").fill("Ada")
    page.get_by_role("radiogroup", name="Player 2 is").get_by_label("Person").check()
    page.get_by_label("Name of player 2").fill("Bo")
    page.get_by_label("By link, each on their own device").check()
    expect(page.locator(".by-link")).to_contain_text("You are Ada")
    expect(page.locator(".by-link")).to_contain_text("a determined opponent could read them")
    page.locator("[data-action=play]").click()
    expect(page.locator("[data-turn]")).to_be_visible()


def test_two_people_play_by_link_and_see_their_own_tiles_only(devices: tuple[Page, Page], address: str):
    ada, bo = devices
    begin(ada, address)
    take_turn(ada)  # if the lot fell to Bo, there is nothing to do yet
    links = []
    for turn in range(6):
        mover, other = (ada, bo) if turn % 2 else (bo, ada)
        expect(other.locator(".send")).to_contain_text("Bo" if mover is bo else "Ada")
        links.append(sent_link(other))
        go(mover, links[-1])
        expect(mover.locator(".send, .curtain")).to_have_count(0)
        expect(mover.locator(".rack [data-tile]").first).to_be_visible()
        assert actions(mover) == actions(other)
        assert rack(ada).isdisjoint(rack(bo))
        take_turn(mover)
    assert len(actions(ada)) >= 6

    # Each device has kept one game, and goes on with it from the lobby.
    for device in devices:
        assert len({key[:-2] for key in saves(device)}) == 1
    before = actions(ada)
    own = rack(ada)
    go(ada, address)
    ada.get_by_role("button", name="Continue").click()
    expect(ada.locator(".rack [data-tile]").first).to_be_visible()
    assert rack(ada) == own

    # An older link leads nowhere back.
    go(ada, links[0])
    expect(ada.locator(".toast")).to_contain_text("older")
    assert actions(ada) == before

    # While it runs, a replay shows one's own tiles and nobody may play on alone.
    ada.locator("[data-action=sheet]").click()
    ada.locator("#sheet [data-action=replay]").click()
    expect(ada.locator("[data-seat='0'] .rack-open")).to_be_visible()
    expect(ada.locator("[data-seat='1'] .rack-hidden")).to_be_visible()
    expect(ada.locator("[data-action=play-on]")).to_have_count(0)


def test_a_link_that_tells_the_game_otherwise_is_asked_about(devices: tuple[Page, Page], address: str):
    ada, bo = devices
    choices = 0
    while choices < 2:
        begin(ada, address)
        take_turn(ada)
        first = sent_link(ada)
        go(bo, first)
        choices = bo.evaluate("deltille.legal().length")
    start = actions(bo)
    bo.evaluate("deltille.act(deltille.legal()[0])")
    if not bo.locator(".send").count():
        take_turn(bo)
    one = sent_link(bo)
    course = actions(bo)
    bo.evaluate("localStorage.clear()")
    go(bo, first)
    assert actions(bo) == start
    bo.evaluate("deltille.act(deltille.legal().at(-1))")
    take_turn(bo)
    other = sent_link(bo)
    fork = actions(bo)
    assert fork[: len(course)] != course

    go(ada, one)
    assert actions(ada) == course
    go(ada, other)
    expect(ada.locator("#fork")).to_contain_text("otherwise")
    assert violations(ada) == []
    ada.get_by_role("button", name="Keep the one here").click()
    assert actions(ada) == course
    go(ada, other)
    ada.locator("[data-action=take-fork]").click()
    expect(ada.locator("#fork")).to_have_count(0)
    assert actions(ada) == fork
    kept = ada.evaluate(
        "Object.entries(localStorage).filter(([k]) => k.includes(':game:')).map(([, v]) => v)"
    )
    assert any(json.loads(save.split("\n")[1])["rounds"][0]["actions"] == course for save in kept)
