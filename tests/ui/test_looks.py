"""Every screen as it is seen: nothing cut off at any size, no barrier that axe knows of, pictures kept."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from engine import write
from tests.ui.rings import attack
from tests.ui.shelves import clock, finished, put, running
from tools import ROOT
from ui.store import Memory, Store

OpenPage = Callable[..., Page]
Screenshot = Callable[[str], None]
AXE = (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SIZES = {
    "phone": (360, 640),
    "sideways": (640, 360),
    "tablet": (768, 1024),
    "desk": (1280, 800),
    "wide": (3840, 2160),
}


def look(size: str, theme: str) -> dict[str, object]:
    width, height = SIZES[size]
    return {
        "viewport": {"width": width, "height": height},
        "color_scheme": theme,
        "reduced_motion": "reduce",
        "has_touch": size in ("phone", "sideways"),
        "service_workers": "block",
    }


def play_a_round(page: Page, tiles: int = 99) -> None:
    """Lay what can be laid until so many tiles are down or the round is over."""
    page.evaluate(
        """async (tiles) => {
          while (document.querySelectorAll("[data-cell]").length < tiles) {
            const legal = deltille.legal();
            if (!legal.length) return;
            await deltille.act(legal.find((action) => action.startsWith("play")) ?? legal[0]);
          }
        }""",
        tiles,
    )


def lobby(page: Page, open_page: OpenPage) -> None:
    open_page()


def early(page: Page, open_page: OpenPage) -> None:
    open_page("?players=human,human&seed=3")
    play_a_round(page, 3)
    page.locator("[data-action=reveal]").click()
    tile = page.locator(".rack-tile:not(.useless)")
    if tile.count():
        tile.first.click()


def late(page: Page, open_page: OpenPage) -> None:
    open_page("?players=human,human,human,human&seed=29")
    play_a_round(page, 42)
    page.locator("[data-action=reveal]").click()


def curtain(page: Page, open_page: OpenPage) -> None:
    open_page("?players=human,human,human&seed=3")


def sheet(page: Page, open_page: OpenPage) -> None:
    open_page("?players=human,human&seed=3&rounds=1")
    play_a_round(page)
    expect(page.locator("#sheet")).to_be_visible()


def rules(page: Page, open_page: OpenPage) -> None:
    open_page()
    page.locator("[data-action=rules]").click()
    expect(page.locator("#rules")).to_be_visible()


def settings(page: Page, open_page: OpenPage) -> None:
    open_page("?players=human,human&seed=3")
    page.locator("[data-action=settings]").click()
    expect(page.locator("#settings")).to_be_visible()


def shelf(page: Page, open_page: OpenPage) -> None:
    storage = Memory()
    store = Store(storage, clock())
    for n, edition in enumerate(("kids", "classic", "conquest", "tournament", "kids")):
        put(store, f"done{n}", finished(edition, seed=n))
        put(store, f"going{n}", running(edition, "human", "bot:greedy", "human", seed=n), "Sunday" * (n % 2))
    keep = "texts => { for (const key in texts) localStorage.setItem(key, texts[key]); }"
    open_page()
    page.evaluate(keep, storage.texts)
    page.locator("[data-action=shelf]").click()
    page.locator(".dots").first.click()
    expect(page.locator(".menu")).to_be_visible()


def statistics(page: Page, open_page: OpenPage) -> None:
    shelf(page, open_page)
    page.locator("input[value=statistics]").check()
    expect(page.locator(".margins")).to_be_visible()


def importing(page: Page, open_page: OpenPage) -> None:
    shelf(page, open_page)
    page.locator("[data-action=shelf-import]").click()
    expect(page.locator("#import")).to_be_visible()


def ring(page: Page, open_page: OpenPage) -> None:
    open_page()
    match = attack(kinds=("human", "bot:greedy"))
    page.evaluate("record => deltille.load(record)", write(match))
    expect(page.locator("[data-action=conquer]")).to_be_visible()


def ring_prices(page: Page, open_page: OpenPage) -> None:
    ring(page, open_page)
    page.locator(".act[popovertarget=prices]").click()
    expect(page.locator("#prices")).to_be_visible()


def ring_curtain(page: Page, open_page: OpenPage) -> None:
    open_page()
    page.evaluate("record => deltille.load(record)", write(attack("conquer", "support")))
    expect(page.locator(".curtain")).to_be_visible()


def ring_sheet(page: Page, open_page: OpenPage) -> None:
    open_page()
    page.evaluate("record => deltille.load(record)", write(finished("conquer", seed=3)))
    expect(page.locator("#sheet")).to_be_visible()


def ring_replay(page: Page, open_page: OpenPage) -> None:
    ring_sheet(page, open_page)
    page.locator("#sheet [data-action=replay]").click()
    expect(page.locator(".replay")).to_be_visible()


def ring_rules(page: Page, open_page: OpenPage) -> None:
    ring(page, open_page)
    page.locator("[data-action=rules]").click()
    expect(page.locator("#rules")).to_be_visible()


SCREENS = {
    screen.__name__: screen
    for screen in (
        *(lobby, early, late, curtain, sheet, rules, settings, shelf, statistics, importing),
        *(ring, ring_prices, ring_curtain, ring_sheet, ring_replay, ring_rules),
    )
}


def violations(page: Page) -> list[str]:
    # As a script tag it would be refused by Trusted Types; an evaluated text is not.
    page.evaluate(AXE)
    found = page.evaluate("tags => axe.run({runOnly: {type: 'tag', values: tags}})", RULES)
    return [f"{rule['id']}: {rule['nodes'][0]['html'][:200]}" for rule in found["violations"]]


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize(
    "context_options", [look("desk", "light"), look("phone", "dark")], ids=["desk-light", "phone-dark"]
)
def test_axe_finds_nothing_and_nothing_sticks_out(
    screen: str, page: Page, open_page: OpenPage, screenshot: Screenshot, request: pytest.FixtureRequest
):
    SCREENS[screen](page, open_page)
    screenshot(request.node.callspec.id)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("screen", ["lobby", "late", "sheet", "shelf", "statistics", "ring", "ring_sheet"])
@pytest.mark.parametrize(
    "context_options", [look("desk", "dark"), look("phone", "light")], ids=["dark", "light"]
)
def test_the_other_theme_has_no_barriers_either(screen: str, page: Page, open_page: OpenPage):
    SCREENS[screen](page, open_page)
    assert violations(page) == []


@pytest.mark.parametrize("size", SIZES)
def test_the_table_fits_the_window(size: str, browser, address: str):
    with browser.new_context(**look(size, "light")) as context:
        page = context.new_page()
        page.goto(f"{address}?players=human,human&seed=3")
        page.locator("html[data-ready=true]").wait_for(timeout=60_000)
        play_a_round(page, 12)
        page.locator("[data-action=reveal]").click()
        page.screenshot(path=ROOT / "artefacts" / f"table-{size}.png")
        root = page.locator("html")
        assert root.evaluate("root => root.scrollWidth <= innerWidth && root.scrollHeight <= innerHeight")
        for part in ("#board", ".rack", "[data-action=draw]", "[data-seat='0'] [data-score]", ".status"):
            box = page.locator(part).bounding_box()
            assert box["x"] >= 0
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= SIZES[size][0] + 1
            assert box["y"] + box["height"] <= SIZES[size][1] + 1


def test_buttons_and_tiles_are_large_enough_to_touch(page: Page, open_page: OpenPage):
    early(page, open_page)
    small = page.locator("button:visible, [data-target]").evaluate_all(
        """parts => parts.map(part => [part.outerHTML.slice(0, 80), part.getBoundingClientRect()])
          .filter(([, box]) => box.width && (box.width < 24 || box.height < 24)).map(([html]) => html)"""
    )
    assert small == []


def test_text_at_twice_its_size_can_all_be_reached(page: Page, open_page: OpenPage):
    early(page, open_page)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for part in ("[data-action=draw]", "[data-action=pass]", "[data-action=settings]", ".rack"):
        page.locator(part).first.scroll_into_view_if_needed()
        expect(page.locator(part).first).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_theme_can_be_chosen_and_is_remembered(page: Page, open_page: OpenPage):
    open_page()
    page.locator("[data-action=settings]").click()
    page.get_by_label("Dark").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.keyboard.press("Escape")
    expect(page.locator("#settings")).to_have_count(0)
    expect(page.locator(":focus")).to_have_attribute("data-action", "settings")
    page.reload()
    page.locator("html[data-ready=true]").wait_for(timeout=60_000)
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
