"""Nothing a player did is lost: closing, killing, full and forbidden storage, damaged saves."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

OpenPage = Callable[..., Page]
READY = "html[data-ready=true]"


def record(page: Page) -> dict[str, object]:
    return json.loads(page.evaluate("deltille.record()"))


def play_a_little(page: Page, actions: int = 6) -> None:
    for _action in range(actions):
        page.evaluate("deltille.act(deltille.legal()[0])")


def test_a_page_killed_in_the_middle_of_a_turn_comes_back_exactly(
    page: Page, open_page: OpenPage, context: BrowserContext, address: str
):
    open_page("?players=human,human&seed=5")
    play_a_little(page)
    page.evaluate("deltille.act('draw')")
    before = record(page)
    page.close(run_before_unload=False)

    again = context.new_page()
    again.goto(address)
    again.locator(READY).wait_for()
    again.get_by_role("button", name="Continue").click()
    assert record(again) == before
    expect(again.locator(".curtain")).to_be_visible()
    again.locator("[data-action=reveal]").click()
    expect(again.locator(".rack-tile.drawn").first).to_be_visible()


def test_the_address_that_began_a_game_goes_on_with_it(page: Page, open_page: OpenPage):
    open_page("?players=human,human&seed=5")
    play_a_little(page)
    before = record(page)
    page.reload()
    page.locator(READY).wait_for()
    assert record(page) == before


def test_every_action_is_saved_before_the_next_can_begin(page: Page, open_page: OpenPage):
    open_page("?players=human,human&seed=5")
    for done in range(1, 8):
        page.evaluate("deltille.act(deltille.legal()[0])")
        saves = page.evaluate(
            "Object.entries(localStorage).filter(([k]) => k.includes(':game:')).map(([, v]) => v)"
        )
        actions = [len(json.loads(save.split("\n")[1])["rounds"][0]["actions"]) for save in saves]
        assert max(actions) == done


def test_forbidden_storage_is_said_plainly_and_the_game_goes_on(page: Page, open_page: OpenPage):
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage',"
        " {get() { throw new DOMException('no', 'SecurityError'); }})"
    )
    open_page("?players=human,human&seed=5")
    expect(page.locator(".unsaved")).to_contain_text("not being saved")
    expect(page.locator(".unsaved [data-action=export]")).to_be_visible()
    play_a_little(page)
    assert len(record(page)["rounds"][0]["actions"]) == 6


def test_full_storage_is_said_plainly_until_it_is_not_full_any_more(page: Page, open_page: OpenPage):
    open_page("?players=human,human&seed=5")
    play_a_little(page)
    page.evaluate(
        """() => {
          // The picture for the next start would make room.
          for (const key of Object.keys(localStorage)) if (/:picture:/.test(key)) delete localStorage[key];
          let piece = "x".repeat(1 << 20);
          for (let n = 0; piece; n++) {
            try { localStorage.setItem(`filler${n}`, piece); }
            catch { piece = piece.slice(1 + piece.length / 2); }
          }
        }"""
    )
    page.evaluate("deltille.act(deltille.legal()[0])")
    page.evaluate("deltille.act(deltille.legal()[0])")
    expect(page.locator(".unsaved")).to_contain_text("storage is full")
    with page.expect_download() as download:
        page.locator(".unsaved [data-action=export]").click()
    exported = json.loads(download.value.path().read_text())
    assert exported == record(page)
    page.evaluate(
        "for (const key of Object.keys(localStorage)) if (/^filler/.test(key)) delete localStorage[key]"
    )
    page.evaluate("deltille.act(deltille.legal()[0])")
    expect(page.locator(".unsaved")).to_have_count(0)
    before = record(page)
    page.reload()
    page.locator(READY).wait_for()
    assert record(page) == before


def damage(page: Page, how: str) -> None:
    page.evaluate(
        """how => Object.keys(localStorage).filter(k => k.includes(":game:")).sort().forEach((key, n) => {
          const text = localStorage.getItem(key);
          if (how === "all" || n === 0) localStorage.setItem(key, text.slice(0, text.length / 2));
        })""",
        how,
    )


@pytest.mark.parametrize("how", ["one", "all"])
def test_a_damaged_save_is_set_aside_not_deleted_and_said(
    how: str, page: Page, open_page: OpenPage, address: str
):
    open_page("?players=human,human&seed=5")
    play_a_little(page)
    page.goto(address)
    page.locator(READY).wait_for()
    damage(page, how)
    page.reload()
    page.locator(READY).wait_for()
    expect(page.locator(".toast")).to_contain_text("set aside")
    kept = page.evaluate("Object.keys(localStorage).filter(k => k.includes(':damaged:')).length")
    assert kept == (1 if how == "one" else 2)
    expect(page.get_by_role("button", name="Continue")).to_have_count(1 if how == "one" else 0)


def test_an_exported_game_opens_again(page: Page, open_page: OpenPage, address: str, tmp_path):
    open_page("?players=human,human&seed=5")
    play_a_little(page)
    before = record(page)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(before))
    page.evaluate("localStorage.clear()")
    page.goto(address)
    page.locator(READY).wait_for()
    with page.expect_file_chooser() as chooser:
        page.locator("[data-action=import]").click()
    chooser.value.set_files(file)
    expect(page.locator("[data-turn]")).to_be_visible()
    assert record(page) == before


def test_a_file_that_is_no_game_is_refused_with_its_place(page: Page, open_page: OpenPage, tmp_path):
    open_page()
    file = tmp_path / "bad.json"
    for content, reason in (("[" * 100_000, "nested deeper"), ("{", "not JSON"), ("{}", "format is missing")):
        file.write_text(content)
        with page.expect_file_chooser() as chooser:
            page.locator("[data-action=import]").click()
        chooser.value.set_files(file)
        expect(page.locator(".message")).to_contain_text(reason)
