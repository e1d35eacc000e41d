"""Playing as people do: by tap, by drag, by touch and by keyboard, on the real page."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.ui.conftest import DESKTOP, READY_WITHIN

OpenPage = Callable[..., Page]
TOUCH = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
}

YOU_BEGIN = "?seed=3"
"""With this deal the person begins and the computer answers by laying, not by drawing."""


def legal(page: Page) -> list[str]:
    return page.evaluate("deltille.legal()")


def laid(page: Page) -> Locator:
    return page.locator("[data-cell]")


def middle(box: FloatRect | None) -> tuple[float, float]:
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def my_turn(page: Page) -> None:
    expect(page.locator(".status[data-turn='0']")).to_be_visible()


def open_and_begin(page: Page) -> None:
    """Lay an opening tile as a script would, and wait until it is our turn again."""
    page.evaluate("deltille.act(deltille.legal()[0])")
    my_turn(page)


def until_something_fits(page: Page) -> str:
    """Draw or pass until a tile can be laid; the action that lays it."""
    for _turn in range(60):
        my_turn(page)
        actions = legal(page)
        if plays := [action for action in actions if action.startswith("play")]:
            return plays[0]
        page.evaluate("action => deltille.act(action)", "draw" if "draw" in actions else "pass")
    raise AssertionError("nothing ever fitted")


def tile_and_cell(action: str) -> tuple[str, str]:
    digits, cell = action.removeprefix("play ").split("@")
    return "".join(sorted(digits)), cell


def sit_down(page: Page, press: Callable[[Locator], None]) -> str:
    """From the lobby to one's turn with a tile that fits, all of it by buttons; an action that lays it."""
    press(page.get_by_role("button", name="Play", exact=True))
    expect(page.locator("[data-tile]")).to_have_count(9)
    for _turn in range(60):
        my_turn(page)
        actions = legal(page)
        if plays := [action for action in actions if action.startswith("play")]:
            return plays[0]
        done = len(json.loads(page.evaluate("deltille.record()"))["rounds"][0]["actions"])
        press(page.locator(f"[data-action={'draw' if 'draw' in actions else 'pass'}]"))
        expect(page.locator(".log-list li").nth(done + 1)).to_be_attached()
    raise AssertionError("nothing ever fitted")


def test_a_newcomer_lays_a_tile_by_two_clicks_after_play(open_page: OpenPage):
    page = open_page()
    sit_down(page, Locator.click)
    before = laid(page).count()
    page.locator("[data-tile]:not(.useless)").first.click()
    page.locator("[data-target]").first.click()
    expect(page.locator("[data-cell]").nth(before)).to_be_attached()


def test_a_newcomer_drags_a_tile_after_play(page: Page, open_page: OpenPage):
    open_page()
    tile, cell = tile_and_cell(sit_down(page, Locator.click))
    before = laid(page).count()
    page.locator(f"[data-tile='{tile}']").hover()
    page.mouse.down()
    page.mouse.move(400, 300, steps=3)
    place = page.locator(f"[data-target='{cell}']")
    page.mouse.move(*middle(place.bounding_box()), steps=4)
    expect(place).to_have_class(re.compile("over"))
    page.mouse.up()
    expect(page.locator("[data-cell]").nth(before)).to_be_attached()
    expect(page.locator(f"[data-cell='{cell}']")).to_be_attached()


@pytest.mark.parametrize("context_options", [TOUCH], ids=["phone"])
def test_a_newcomer_with_a_phone_lays_a_tile_by_taps_after_play(page: Page, open_page: OpenPage):
    open_page()
    tile, cell = tile_and_cell(sit_down(page, Locator.tap))
    before = laid(page).count()
    page.locator(f"[data-tile='{tile}']").tap()
    page.locator(f"[data-target='{cell}']").tap()
    expect(page.locator(".aim")).to_be_attached()
    page.locator("[data-action=lay]").tap()
    expect(page.locator("[data-cell]").nth(before)).to_be_attached()
    expect(page.locator(f"[data-cell='{cell}']")).to_be_attached()


def test_a_tile_laid_is_painted_before_what_is_told_about_it(page: Page, open_page: OpenPage):
    """All that the click draws by itself is the tile; the words, and the title of the tab, come after."""
    open_page(YOU_BEGIN)
    page.locator("[data-tile]:not(.useless)").first.click()
    seen = page.evaluate("""() => {
      const part = (selector) => document.querySelector(selector);
      const told = () => [document.title, part(".status").textContent, part(".log-list").childElementCount];
      const before = told();
      part("[data-target]").dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
      return [Boolean(part("[data-cell]")), String(told()) === String(before)];
    }""")
    assert seen == [True, True]
    expect(page.locator(".log-list li").nth(2)).to_be_attached()
    my_turn(page)
    expect(page).to_have_title(f"{page.locator('.status').text_content()} – Deltille")


def test_the_score_on_a_plate_has_the_ring_game_s_triangle_in_that_game_alone(
    page: Page, open_page: OpenPage
):
    behind = "getComputedStyle(document.querySelector('.plate-score'), '::after').content"
    open_page(YOU_BEGIN)
    open_and_begin(page)
    assert page.evaluate(behind) == "none"
    open_page("?edition=conquer&seed=3")
    assert "△" in page.evaluate(behind)


def test_a_chosen_tile_is_put_back_by_choosing_it_again(open_page: OpenPage):
    page = open_page(YOU_BEGIN)
    tile = page.locator("[data-tile]").first
    tile.click()
    expect(page.locator("[data-target]")).to_have_count(1)
    expect(tile).to_have_attribute("aria-pressed", "true")
    tile.click()
    expect(page.locator("[data-target]")).to_have_count(0)


def test_a_tile_is_dragged_onto_its_place_and_turns_to_fit(page: Page, open_page: OpenPage):
    open_page(YOU_BEGIN)
    open_and_begin(page)
    action = until_something_fits(page)
    tile, cell = tile_and_cell(action)
    page.locator(f"[data-tile='{tile}']").hover()
    page.mouse.down()
    page.mouse.move(400, 300, steps=3)
    place = page.locator(f"[data-target='{cell}']")
    page.mouse.move(*middle(place.bounding_box()), steps=4)
    expect(page.locator(".drag")).to_be_attached()
    expect(place).to_have_class(re.compile("over"))
    page.mouse.up()
    expect(page.locator(f"[data-cell='{cell}']")).to_have_attribute("data-digits", action[5:8])
    expect(page.locator(".drag")).to_have_count(0)


@pytest.mark.parametrize("how", ["escape", "taken-away"])
def test_a_drag_that_is_called_off_over_its_place_lays_nothing(page: Page, open_page: OpenPage, how: str):
    open_page(YOU_BEGIN)
    tile = page.locator("[data-tile]").first
    tile.hover()
    page.mouse.down()
    page.mouse.move(400, 300, steps=3)
    place = page.locator("[data-target]")
    page.mouse.move(*middle(place.bounding_box()), steps=4)
    expect(place).to_have_class(re.compile("over"))
    if how == "escape":
        page.keyboard.press("Escape")
    else:
        page.evaluate("dispatchEvent(new PointerEvent('pointercancel', {pointerId: 1}))")
    expect(page.locator(".drag")).to_have_count(0)
    page.mouse.up()
    expect(tile).to_have_attribute("aria-pressed", "true")
    expect(laid(page)).to_have_count(0)


def test_a_tile_dropped_where_it_does_not_fit_says_which_corner_clashes(page: Page, open_page: OpenPage):
    open_page(YOU_BEGIN)
    page.locator("[data-tile='135'], [data-tile]").first.click()
    page.locator("[data-target]").click()
    my_turn(page)
    # Beside the first tile, every place asks for two of its digits; a tile that has none cannot fit.
    numbers = set("".join(laid(page).evaluate_all("tiles => tiles.map(t => t.dataset.digits)")))
    tiles = page.locator("[data-tile]").evaluate_all("tiles => tiles.map(t => t.dataset.tile)")
    stranger = next(tile for tile in tiles if not numbers & set(tile))
    x, y = middle(laid(page).first.bounding_box())
    page.locator(f"[data-tile='{stranger}']").hover()
    page.mouse.down()
    page.mouse.move(x, y, steps=5)
    page.mouse.up()
    expect(page.locator(".note-refusal")).to_contain_text("lies here already")
    size = laid(page).first.bounding_box()
    open_side = x, y + size["height"]
    page.locator(f"[data-tile='{stranger}']").click()
    page.locator(f"[data-tile='{stranger}']").click()
    cells = laid(page).evaluate_all("tiles => tiles.map(t => t.dataset.cell)")
    if "0,1" in cells:
        open_side = x - size["width"] / 2, y
    page.mouse.click(*open_side)
    expect(page.locator(".note-refusal")).to_contain_text(
        re.compile("this corner shows [0-5], the tile has [0-5]")
    )
    expect(page.locator(".clash")).to_be_attached()


def test_every_turning_of_an_opening_tile_can_be_reached(page: Page, open_page: OpenPage):
    open_page(YOU_BEGIN)
    tiles = page.locator("[data-tile]").evaluate_all("tiles => tiles.map(t => t.dataset.tile)")
    tile = next(tile for tile in tiles if len(set(tile)) > 1)
    page.locator(f"[data-tile='{tile}']").click()
    seen = set()
    for _turning in range(3):
        seen.add(page.locator("[data-target]").get_attribute("data-digits"))
        page.keyboard.press("r")
    assert len(seen) == 3


@pytest.mark.parametrize("context_options", [TOUCH])
class TestTouch:
    def test_a_tap_shows_the_tile_and_a_second_lays_it(self, page: Page, open_page: OpenPage):
        open_page(YOU_BEGIN)
        open_and_begin(page)
        tile, cell = tile_and_cell(until_something_fits(page))
        before = laid(page).count()
        page.locator(f"[data-tile='{tile}']").tap()
        page.locator(f"[data-target='{cell}']").tap()
        expect(page.locator(f"[data-target='{cell}']")).to_have_class(re.compile("aim"))
        assert laid(page).count() == before
        page.locator(f"[data-target='{cell}']").tap()
        expect(page.locator(f"[data-cell='{cell}']")).to_be_attached()

    def test_tapping_an_opening_tile_again_turns_it_and_a_button_lays_it(
        self, page: Page, open_page: OpenPage
    ):
        open_page(YOU_BEGIN)
        tiles = page.locator("[data-tile]").evaluate_all("tiles => tiles.map(t => t.dataset.tile)")
        page.locator(f"[data-tile='{next(t for t in tiles if len(set(t)) > 1)}']").tap()
        place = page.locator("[data-target]")
        place.tap()
        first = place.get_attribute("data-digits")
        place.tap()
        second = place.get_attribute("data-digits")
        assert first != second
        page.locator("[data-action=rotate]").tap()
        assert place.get_attribute("data-digits") not in (first, second)
        page.locator("[data-action=rotate]").tap()
        page.locator("[data-action=lay]").tap()
        expect(page.locator("[data-cell='0,0']")).to_have_attribute("data-digits", first)

    def test_a_second_finger_zooms_and_never_plays(self, page: Page, open_page: OpenPage):
        open_page(YOU_BEGIN)
        page.locator("[data-tile]").first.tap()
        x, y = middle(page.locator("[data-target]").bounding_box())
        before = page.locator("#board").get_attribute("viewBox")
        touch = page.context.new_cdp_session(page)

        def fingers(kind: str, *points: tuple[float, float]) -> None:
            touch.send(
                "Input.dispatchTouchEvent",
                {"type": kind, "touchPoints": [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]},
            )

        fingers("touchStart", (x, y))
        fingers("touchStart", (x, y), (x + 60, y))
        fingers("touchMove", (x, y), (x + 120, y))
        fingers("touchEnd")
        expect(page.locator("#board")).not_to_have_attribute("viewBox", before)
        expect(page.locator(".aim")).to_have_count(0)
        assert laid(page).count() == 0


def test_a_whole_turn_by_keyboard_alone(page: Page, open_page: OpenPage):
    open_page(YOU_BEGIN)
    focused = page.locator(":focus")
    for _tab in range(20):
        page.keyboard.press("Tab")
        if focused.get_attribute("data-tile"):
            break
    first = focused.get_attribute("data-tile")
    page.keyboard.press("ArrowRight")
    second = focused.get_attribute("data-tile")
    assert first
    assert second
    assert first != second
    page.keyboard.press("Enter")
    expect(focused).to_have_attribute("data-target", "0,0")
    page.keyboard.press("r")
    digits = focused.get_attribute("data-digits")
    page.keyboard.press("Enter")
    expect(page.locator("[data-cell='0,0']")).to_have_attribute("data-digits", digits)
    # What had the focus is gone; it must not be lost to the top of the page.
    expect(focused).to_have_attribute("data-tile", re.compile("^[0-5]{3}$"))


def test_from_page_load_to_a_laid_tile_by_keyboard_alone(page: Page, open_page: OpenPage):
    open_page()
    focused = page.locator(":focus")

    def tab_to(selector: str) -> None:
        for _tab in range(40):
            page.keyboard.press("Tab")
            if focused.count() and focused.evaluate(
                "(element, selector) => element.matches(selector)", selector
            ):
                return
        raise AssertionError(f"Tab never reaches {selector}")

    tab_to("[data-action=play]")
    page.keyboard.press("Enter")
    my_turn(page)
    for _turn in range(60):
        if page.locator(".rack-tile:not(.useless)").count():
            break
        page.keyboard.press("d" if "draw" in legal(page) else "p")
        my_turn(page)
    tab_to("[data-tile]")
    before = laid(page).count()
    for _tile in range(12):
        if "useless" not in focused.get_attribute("class"):
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(focused).to_have_attribute("data-target", re.compile(","))
    page.keyboard.press("Enter")
    expect(page.locator("[data-cell]").nth(before)).to_be_attached()


def test_after_a_match_the_same_deal_or_another_can_be_played(page: Page, open_page: OpenPage):
    open_page("?players=human,human&seed=3&rounds=1")
    first = json.loads(page.evaluate("deltille.record()"))["rounds"][0]["deal"]

    def play_to_the_end() -> None:
        while actions := legal(page):
            plays = [action for action in actions if action.startswith("play")]
            page.evaluate("action => deltille.act(action)", (plays or actions)[0])
        expect(page.locator("#sheet")).to_be_visible()

    play_to_the_end()
    expect(page.locator("#sheet .chart")).to_be_visible()
    page.locator("[data-action=same-deal]").click()
    expect(laid(page)).to_have_count(0)
    assert json.loads(page.evaluate("deltille.record()"))["rounds"][0]["deal"] == first
    play_to_the_end()
    page.locator("[data-action=again]").click()
    expect(laid(page)).to_have_count(0)
    assert json.loads(page.evaluate("deltille.record()"))["rounds"][0]["deal"] != first


def test_a_forced_pass_is_explained_and_goes_on_by_itself(page: Page, open_page: OpenPage):
    open_page("?edition=classic&players=human,bot:greedy&seed=1&rounds=9")
    for _round in range(9):
        while actions := legal(page):
            if actions == ["pass"]:
                expect(page.locator(".note-forced")).to_contain_text("Nothing")
                passes = page.evaluate("deltille.record()").count('"pass"')
                page.wait_for_timeout(3300)
                assert page.evaluate("deltille.record()").count('"pass"') > passes
                return
            page.evaluate("action => deltille.act(action)", "draw" if "draw" in actions else actions[-1])
            page.wait_for_timeout(30)
        page.wait_for_timeout(100)
        if page.locator("[data-action=next-round]").count():
            page.locator("[data-action=next-round]").click()
    raise AssertionError("nobody ever had to pass")


def test_arrows_lead_to_every_place(page: Page, open_page: OpenPage):
    open_page(YOU_BEGIN)
    open_and_begin(page)
    for _turn in range(40):
        until_something_fits(page)
        cells: dict[str, set[str]] = {}
        for action in legal(page):
            if action.startswith("play"):
                tile, cell = tile_and_cell(action)
                cells.setdefault(tile, set()).add(cell)
        tile = max(cells, key=lambda tile: len(cells[tile]))
        if len(cells[tile]) > 1:
            break
        page.evaluate("deltille.act(deltille.legal().find(action => action.startsWith('play')))")
    page.locator(f"[data-tile='{tile}']").focus()
    page.keyboard.press("Enter")
    reached = set()
    for _step in range(len(cells[tile])):
        reached.add(page.locator(":focus").get_attribute("data-target"))
        page.keyboard.press("ArrowRight")
    assert reached == cells[tile]
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("[data-target]")).to_have_count(0)
    expect(page.locator(":focus")).to_have_attribute("data-tile", re.compile("^[0-5]{3}$"))


def test_drawing_by_key_and_why_undo_is_refused_then(page: Page, open_page: OpenPage):
    open_page(YOU_BEGIN)
    open_and_begin(page)
    rack = page.locator("[data-tile]")
    count = rack.count()
    expect(page.locator("[data-action=draw]")).not_to_have_attribute("aria-disabled", "true")
    page.keyboard.press("d")
    expect(rack).to_have_count(count + 1)
    expect(page.locator(".rack-tile.drawn")).to_have_count(1)
    expect(page.locator("[data-seat='0'] [data-score]")).to_have_text(re.compile("[0-9−]+"))
    expect(page.locator("[data-action=undo]")).to_have_attribute("aria-disabled", "true")


def test_undo_takes_back_ones_own_last_decision(page: Page, open_page: OpenPage):
    open_page(YOU_BEGIN)
    open_and_begin(page)
    expect(laid(page)).to_have_count(2)
    page.keyboard.press("u")
    expect(laid(page)).to_have_count(0)
    expect(page.locator("[data-tile]")).to_have_count(9)
    my_turn(page)


def test_a_hint_aims_at_a_place_and_says_why(page: Page, open_page: OpenPage):
    open_page(YOU_BEGIN)
    page.locator("[data-action=hint]").click()
    expect(page.locator(".note-hint")).to_contain_text("You need not wait for it.")
    expect(page.locator(".note-hint")).to_contain_text("points", timeout=READY_WITHIN)
    expect(page.locator("[data-target].aim")).to_be_attached()
    page.locator("[data-action=lay]").click()
    expect(laid(page).first).to_be_attached()


def test_the_curtain_hides_the_rack_between_people(page: Page, open_page: OpenPage):
    open_page("?players=human,human&seed=2")
    expect(page.locator("[data-tile]")).to_have_count(0)
    page.locator("[data-action=reveal]").click()
    expect(page.locator("[data-tile]")).to_have_count(9)
    page.locator("[data-tile]").first.click()
    page.locator("[data-target]").click()
    expect(page.locator(".curtain")).to_be_visible()
    expect(page.locator("[data-tile]")).to_have_count(0)
    page.reload()
    page.locator("html[data-ready=true]").wait_for()
    expect(page.locator(".curtain")).to_be_visible()
    expect(page.locator("[data-tile]")).to_have_count(0)


def test_zoom_by_buttons_and_wheel_pan_by_drag_and_fit_again(page: Page, open_page: OpenPage):
    open_page(YOU_BEGIN)
    open_and_begin(page)
    board = page.locator("#board")
    page.locator("[data-action=fit]").click()
    views = [board.get_attribute("viewBox")]

    def look() -> None:
        expect(board).not_to_have_attribute("viewBox", views[-1])
        views.append(board.get_attribute("viewBox"))

    page.locator("[data-action=zoom-in]").click()
    look()
    x, y = middle(board.bounding_box())
    page.mouse.move(x, y)
    page.mouse.wheel(0, 300)
    look()
    page.mouse.move(x - 200, y - 150)
    page.mouse.down()
    page.mouse.move(x - 120, y - 100, steps=3)
    page.mouse.up()
    look()
    page.keyboard.press("Shift+ArrowRight")
    look()
    page.locator("[data-action=fit]").click()
    expect(board).to_have_attribute("viewBox", views[0])


def test_a_bonus_is_celebrated_on_the_board(page: Page, open_page: OpenPage):
    open_page("?players=human,human&seed=2")
    for _turn in range(300):
        if page.locator(".sheet, #sheet").count() or not (actions := legal(page)):
            break
        plays = [action for action in actions if action.startswith("play")]
        page.evaluate("action => deltille.act(action)", (plays or actions)[0])
        record = json.loads(page.evaluate("deltille.record()"))
        if plays and page.locator(".glow").count():
            assert page.locator(".glow .lit").count() > 1
            assert record["rounds"]
            return
    raise AssertionError("no figure was ever made")


NOTED = """
  window.noted = {glows: 0, flights: []};
  new MutationObserver((changes) => {
    for (const {addedNodes} of changes)
      for (const node of addedNodes) if (node.matches?.(".glow")) noted.glows += 1;
  }).observe(document, {childList: true, subtree: true});
  const {animate} = Element.prototype;
  Element.prototype.animate = function (steps, timing) {
    if (this.matches(".flying")) noted.flights.push([this.textContent, steps.at(-1).transform]);
    return animate.call(this, steps, timing);
  };
"""
"""What has lit up and flown, however fast it was and however late we ask."""


def bonus(page: Page) -> tuple[int, int]:
    """Lay until a figure is made: who made it, and for how many points."""
    for _turn in range(300):
        seat = int(page.locator("[data-turn]").get_attribute("data-turn") or "")
        actions = legal(page)
        plays = [action for action in actions if action.startswith("play")]
        lit = page.evaluate("noted.glows")
        before = int(page.locator(f"[data-seat='{seat}'] [data-score]").get_attribute("data-score") or "")
        page.evaluate("action => deltille.act(action)", (plays or actions)[0])
        # Drawn, painted, and what was put off until after that.
        page.evaluate(
            "() => new Promise((go) => requestAnimationFrame(() => setTimeout(() => setTimeout(go, 0), 0)))"
        )
        if page.evaluate("noted.glows") > lit:
            score = page.locator(f"[data-seat='{seat}'] [data-score]").get_attribute("data-score")
            return seat, int(score or "") - before
    raise AssertionError("no figure was ever made")


@pytest.mark.parametrize(
    "context_options", [{"viewport": DESKTOP, "service_workers": "block"}], ids=["with-motion"]
)
def test_the_points_of_a_bonus_fly_to_the_score(page: Page, open_page: OpenPage):
    page.add_init_script(NOTED)
    open_page("?players=human,human&seed=2")
    seat, gain = bonus(page)
    ((words, goal),) = page.evaluate("noted.flights")
    assert words == f"+{gain}"
    x, y = map(float, re.findall(r"-?[\d.]+", goal))
    score = page.locator(f"[data-seat='{seat}'] [data-score]").bounding_box()
    assert (x, y) == pytest.approx((score["x"], score["y"]), abs=1)
    expect(page.locator(".flying")).to_have_count(0, timeout=30_000)


def test_with_reduced_motion_a_bonus_lights_up_and_nothing_flies(page: Page, open_page: OpenPage):
    page.add_init_script(NOTED)
    open_page("?players=human,human&seed=2")
    bonus(page)
    assert page.evaluate("noted.flights") == []
    expect(page.locator(".flying")).to_have_count(0)


def test_names_are_text_wherever_they_are_shown(page: Page, open_page: OpenPage, context):
    open_page()
    name = "<b>x</b><img src=x>"
    page.locator("[data-field=seat-0-name]").fill(name)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("[data-seat='0'] .plate-name")).to_have_text(name[:24].strip())
    assert page.locator("#app b, #app img").count() == 0
