"""The board as it was last seen: painted before Python is there, and never anything but a picture."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

OpenPage = Callable[..., Page]
PICTURE = "#shell-picture"
# Fulfilled once the board of the game is kept as a picture, or, given false, none is.
PICTURED = """async (wanted) => {
  const found = () => Object.keys(localStorage).some((key) => key.startsWith("deltille:v1:picture:"));
  while (found() !== wanted) await new Promise((resolve) => setTimeout(resolve, 50));
}"""
GAME = "?players=human,human&seed=5"


def play(page: Page, moves: int) -> None:
    for _move in range(moves):
        page.evaluate("deltille.act(deltille.legal()[0])")
    page.evaluate(PICTURED, True)


def stop_python(page: Page) -> None:
    page.route("**/*.wasm", lambda route: None)  # never answered


def test_a_board_taken_up_again_is_there_before_python_and_stays_where_it_is(page: Page, open_page: OpenPage):
    open_page(GAME)
    play(page, 3)
    there = page.locator("#board").bounding_box()
    stop_python(page)
    page.reload(wait_until="commit")
    expect(page.locator(PICTURE)).to_be_visible()
    assert page.locator(PICTURE).bounding_box() == pytest.approx(there, abs=0.6)
    expect(page.locator("#progress")).to_be_visible()
    assert page.evaluate("document.querySelector('#shell-picture').naturalWidth") > 100
    page.unroute("**/*.wasm")
    open_page(GAME)
    expect(page.locator(PICTURE)).to_be_hidden()
    assert page.locator("#board").bounding_box() == pytest.approx(there, abs=0.6)


def test_before_the_lobby_the_board_to_go_on_with_takes_the_place_of_ours(page: Page, open_page: OpenPage):
    open_page(GAME)
    play(page, 3)
    stop_python(page)
    page.goto(page.url.partition("?")[0], wait_until="commit")
    expect(page.locator(PICTURE)).to_be_visible()
    expect(page.locator(".shell-board")).to_have_count(0)
    expect(page.locator("#shell h1")).to_be_visible()


def test_before_another_game_no_board_is_shown(page: Page, open_page: OpenPage):
    open_page(GAME)
    play(page, 1)
    stop_python(page)
    page.goto(f"{page.url.partition('?')[0]}?players=human,human&seed=6", wait_until="commit")
    expect(page.locator(".shell-board")).to_be_visible()
    expect(page.locator(PICTURE)).to_have_count(0)


def test_the_picture_goes_with_its_game(page: Page, open_page: OpenPage):
    open_page(GAME)
    play(page, 1)
    open_page("")
    page.locator("[data-action=shelf]").click()
    page.locator(".dots").click()
    page.locator("[data-action=delete]").click()
    page.evaluate(PICTURED, False)


@pytest.mark.parametrize(
    "kept",
    [
        "no JSON",
        "null",
        '{"svg": 7}',
        '{"address": "", "screen": [], "place": ["x"], "svg": "<svg"}',
        json.dumps(
            {
                "address": "",
                "theme": "x onload=alert(1)",
                "svg": "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9' onload='alert(1)'>"
                "<script>window.top.hit = 1; alert(1)</script><image href='https://example.org/x.png'/></svg>",
            }
        ),
    ],
)
def test_a_damaged_or_hostile_picture_does_no_harm(kept: str, page: Page, open_page: OpenPage):
    page.add_init_script(f"localStorage.setItem('deltille:v1:picture:x', {json.dumps(kept)})")
    page.on("dialog", lambda dialog: pytest.fail("the picture has run"))
    open_page("")
    assert page.evaluate("window.hit") is None
    expect(page.locator("#trouble")).to_be_hidden()
    expect(page.locator("[data-action=play]")).to_be_visible()
