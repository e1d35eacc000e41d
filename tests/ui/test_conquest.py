"""Conquest as people play it on the real page: by click, by drag, by touch and by keyboard."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import FloatRect, Page, expect

from engine import Match, Player, read, write
from tests.ui.test_looks import look, violations
from tools import ROOT

OpenPage = Callable[..., Page]
GAME = "?edition=conquest&seed=5"
TOUCH = {**look("phone", "light"), "is_mobile": True}


def legal(page: Page) -> list[str]:
    return page.evaluate("deltille.legal()")


def middle(box: FloatRect | None) -> tuple[float, float]:
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def act(page: Page, action: str) -> None:
    page.evaluate("action => deltille.act(action)", action)


def my_turn(page: Page) -> None:
    expect(page.locator(".status[data-turn='0']")).to_be_visible()


def until_something_can_be_claimed(page: Page) -> None:
    """Lay tiles until one of them completes a shape."""
    for _turn in range(60):
        my_turn(page)
        actions = legal(page)
        if "skip" in actions:
            expect(page.locator("[data-claim]").first).to_be_attached()
            return
        act(page, next((action for action in actions if action.startswith("play")), actions[0]))
    raise AssertionError("nothing could ever be claimed")


def land(page: Page, seat: int = 0) -> int:
    return int(page.locator(f"[data-seat='{seat}'] [data-score]").get_attribute("data-score") or "")


def badge(page: Page, shape: str) -> tuple[float, float]:
    return middle(page.locator(f"[data-claim='{shape}'] .badge").bounding_box())


def test_a_whole_game_by_clicks_alone_ends_with_the_conquered_map(
    page: Page, open_page: OpenPage, tmp_path: Path
):
    open_page(GAME)
    sheet = page.locator("#sheet")
    for _click in range(400):
        expect(page.locator("#sheet, .status[data-turn='0']").first).to_be_attached()
        if sheet.count():
            break
        if page.locator("[data-claim]").count():
            # The first badge in reading order may lie under another one's; the pile goes through all.
            page.locator(".pile:not(.useless)").first.click()
            page.locator("[data-action=claim]").click()
        elif page.locator(".rack-tile:not(.useless)").count():
            page.locator(".rack-tile:not(.useless)").first.click()
            page.locator("[data-target]").first.click()
        elif page.locator("[data-action=draw]:not([aria-disabled])").count():
            page.locator("[data-action=draw]").click()
        elif page.locator("[data-action=go-on]").count():
            page.locator("[data-action=go-on]").click()
    expect(sheet).to_be_visible()
    file = tmp_path / "game.json"
    file.write_text(page.evaluate("deltille.record()"))
    replay = [sys.executable, "-m", "engine", "replay", "--trace", str(file)]
    told = subprocess.run(replay, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    end = json.loads(told.splitlines()[-1])
    assert end["t"] == "match_end"
    assert [land(page, seat) for seat in range(2)] == end["scores"]
    totals = sheet.locator("[data-total]").evaluate_all("cells => cells.map(c => Number(c.dataset.total))")
    assert totals[-2:] == end["scores"]
    covers = page.locator("#board [data-cover-on]").count()
    assert covers > 0
    assert sheet.locator("[data-cover-on]").count() == covers


def test_a_click_on_a_badge_claims_its_shape(page: Page, open_page: OpenPage):
    open_page(GAME)
    until_something_can_be_claimed(page)
    before = land(page)
    shape = page.locator("[data-claim]").last.get_attribute("data-claim")
    page.mouse.click(*badge(page, shape))
    expect(page.locator(f"[data-cover-on='{shape}']")).to_have_attribute("data-owner", "0")
    expect(page.locator("[data-seat='0'] [data-score]")).not_to_have_attribute("data-score", str(before))
    expect(page.locator("[data-claim]")).to_have_count(0)


def test_a_cover_is_dragged_from_the_tray_onto_its_shape(page: Page, open_page: OpenPage):
    open_page(GAME)
    until_something_can_be_claimed(page)
    shape = page.locator("[data-claim]").last.get_attribute("data-claim")
    page.locator(f"[data-cover='{shape[:3]}']").hover()
    page.mouse.down()
    page.mouse.move(500, 300, steps=3)
    expect(page.locator(".drag")).to_be_attached()
    page.mouse.move(*badge(page, shape), steps=4)
    expect(page.locator(f"[data-claim='{shape}']")).to_have_class(re.compile("aim"))
    page.mouse.up()
    expect(page.locator(f"[data-cover-on='{shape}']")).to_be_attached()
    expect(page.locator(".drag")).to_have_count(0)


def about_to_overpower() -> tuple[Match, str]:
    """A game of two people, and a shape that can be claimed over somebody's cover."""
    whole = read((ROOT / "tests/engine/golden/conquest-covers.json").read_text())
    for back in range(1, len(whole.round.actions)):
        match = whole.undone(back)
        for shape in match.round.claimable:
            if match.round.land.overpowered(shape):
                match.players = (Player("Ada"), Player("Bo"))
                return match, str(shape)
    raise AssertionError("nobody overpowers anybody")


def test_a_shape_pointed_at_shows_the_covers_it_would_send_back(page: Page, open_page: OpenPage):
    match, shape = about_to_overpower()
    open_page()
    page.evaluate("record => deltille.load(record)", write(match))
    page.locator("[data-action=reveal]").click()
    lost = page.locator(f"[data-claim='{shape}'] [data-sends-back]").first
    expect(lost).to_be_hidden()
    page.mouse.move(*badge(page, shape))
    expect(lost).to_be_visible()


@pytest.mark.parametrize("context_options", [TOUCH], ids=["touch"])
def test_by_touch_the_first_tap_says_what_it_is_worth_and_the_second_claims(page: Page, open_page: OpenPage):
    open_page(GAME)
    until_something_can_be_claimed(page)
    shape = page.locator("[data-claim]").last.get_attribute("data-claim")
    page.touchscreen.tap(*badge(page, shape))
    expect(page.locator(".note")).to_contain_text("of land")
    expect(page.locator(f"[data-claim='{shape}']")).to_have_class(re.compile("aim"))
    page.touchscreen.tap(*badge(page, shape))
    expect(page.locator(f"[data-cover-on='{shape}']")).to_be_attached()


def test_by_keyboard_alone_a_tile_is_laid_and_a_shape_claimed_or_not(page: Page, open_page: OpenPage):
    open_page(GAME)
    claimed = skipped = False
    for _turn in range(60):
        my_turn(page)
        if page.locator("[data-claim]").count():
            # Laying by key has left the focus on the first shape.
            expect(page.locator("[data-claim][tabindex='0']")).to_be_focused()
            if claimed:
                page.keyboard.press("k")
                skipped = True
                break
            page.keyboard.press("ArrowRight")
            shape = page.locator("[data-claim]:focus").get_attribute("data-claim")
            expect(page.locator(".note")).to_contain_text("of land")
            page.keyboard.press("Enter")
            expect(page.locator(f"[data-cover-on='{shape}']")).to_be_attached()
            claimed = True
        elif page.locator(".rack-tile:not(.useless)").count():
            page.locator(".rack-tile:not(.useless)").first.focus()
            page.keyboard.press("Enter")
            expect(page.locator("[data-target]:focus")).to_be_attached()
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("d")
    assert claimed
    assert skipped


def test_an_open_shape_is_offered_with_its_reason_after_a_reload_too(page: Page, open_page: OpenPage):
    open_page("?edition=conquest&players=human,human&seed=2")
    for _action in range(400):
        actions = legal(page)
        assert actions, "the game ended without an open shape"
        claims = [action for action in actions if action.startswith("claim")]
        if claims and "skip" not in actions:
            break
        diamonds = [action for action in claims if "dia@" in action]
        act(page, (diamonds or [action for action in actions if action.startswith("play")] or actions)[-1])
    page.locator("[data-action=reveal]").click()
    expect(page.locator(".note")).to_contain_text("you may claim it instead of laying a tile")
    page.reload()
    page.locator("html[data-ready=true]").wait_for()
    assert legal(page) == actions
    page.locator("[data-action=reveal]").click()
    page.locator("[data-claim][tabindex='0']").focus()
    page.keyboard.press("Enter")
    assert json.loads(page.evaluate("deltille.record()"))["rounds"][0]["actions"][-1] in claims


@pytest.mark.parametrize(
    "context_options", [look("desk", "light"), look("phone", "dark")], ids=["desk-light", "phone-dark"]
)
def test_axe_finds_nothing_where_shapes_are_claimed_and_on_the_map(
    page: Page, open_page: OpenPage, screenshot: Callable[[str], None], request: pytest.FixtureRequest
):
    open_page("?edition=conquest&players=human,bot:greedy,bot:greedy&seed=4")
    until_something_can_be_claimed(page)
    act(page, next(action for action in legal(page) if action.startswith("claim")))
    until_something_can_be_claimed(page)
    screenshot(f"conquest-{request.node.callspec.id}")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("[data-action=sheet]").click()
    expect(page.locator("#sheet")).to_be_visible()
    screenshot(f"conquest-map-{request.node.callspec.id}")
    assert violations(page) == []


def test_the_covers_are_explained_with_pictures_during_play(page: Page, open_page: OpenPage):
    open_page(GAME)
    page.locator("[data-action=rules]").click()
    rules = page.locator("#rules")
    for cover in ("diamond", "triangle", "hexagon"):
        expect(rules.get_by_role("heading", name=re.compile(cover, re.IGNORECASE)).first).to_be_visible()
    assert rules.locator(".cover").count() >= 3
