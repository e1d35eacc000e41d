"""The loading screen: there at once, honest about progress, and plain about what went wrong."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.ui.conftest import READY_WITHIN, Watch

OpenPage = Callable[..., Page]


def test_the_shell_is_painted_before_python_is_there(page: Page, address: str):
    page.route("**/*.wasm", lambda route: None)  # never answered
    page.goto(address, wait_until="commit")
    expect(page.locator("#shell h1")).to_have_text("Deltille")
    expect(page.locator(".shell-board")).to_be_visible()
    expect(page.locator("#stage")).to_have_text("Fetching Python")
    expect(page.locator("html[data-ready]")).to_have_count(0)
    paint = page.evaluate(
        "new Promise(r => new PerformanceObserver(l => r(l.getEntries()[0].startTime))"
        ".observe({type: 'paint', buffered: true}))"
    )
    assert paint < 5000


def test_progress_counts_the_bytes_of_the_runtime(page: Page, address: str):
    page.add_init_script(
        """window.seen = [];
        addEventListener("DOMContentLoaded", () => {
          const amount = document.getElementById("amount"), bar = document.getElementById("progress");
          new MutationObserver(() => seen.push([amount.textContent, bar.value]))
            .observe(amount, {childList: true});
        });"""
    )
    page.goto(address)
    page.locator("html[data-ready=true]").wait_for(timeout=60_000)
    seen = page.evaluate("seen")
    values = [value for _text, value in seen]
    assert len(seen) > 5
    assert values == sorted(values)
    assert any(text.endswith("MB") and " of " in text for text, _value in seen)
    assert page.locator("#progress").evaluate("bar => bar.value") == 1
    expect(page.locator("#shell")).to_be_hidden()


@pytest.mark.parametrize(
    "pattern",
    [
        "**/pyodide.asm.wasm",
        "**/library-*.zip",
        "**/app-*.zip",
        "**/pyscript.json",
        "**/core.js",
        "**/boot.js",
    ],
)
def test_a_file_that_does_not_load_is_named_and_can_be_tried_again(
    pattern: str, page: Page, watch: Watch, address: str
):
    page.route(pattern, lambda route: route.fulfill(status=404, body="gone"))
    page.goto(address)
    trouble = page.locator("#trouble")
    expect(trouble).to_be_visible(timeout=60_000)
    expect(page.locator("#trouble-sentence")).to_contain_text("could not be loaded")
    page.unroute(pattern)
    page.get_by_role("button", name="Try again").click()
    page.locator("html[data-ready=true]").wait_for(timeout=60_000)
    expect(trouble).to_be_hidden()
    watch.take()


def test_when_nothing_arrives_for_a_while_it_is_said_until_something_does(page: Page, address: str):
    page.clock.install()
    held = []
    page.route("**/pyodide.asm.wasm", lambda route: held.append(route))
    page.goto(address)
    expect(page.locator("#amount")).to_contain_text("MB")
    expect(page.locator("#trouble")).to_be_hidden()
    page.clock.run_for(31_000)
    expect(page.locator("#trouble-sentence")).to_contain_text("Nothing has arrived for a while.")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    (request,) = held
    request.continue_()
    expect(page.locator("#trouble")).to_be_hidden()
    page.clock.resume()
    page.locator("html[data-ready=true]").wait_for(timeout=READY_WITHIN)


def test_what_went_wrong_can_be_copied(
    page: Page, open_page: OpenPage, context: BrowserContext, watch: Watch
):
    open_page()
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("setTimeout(() => { throw new Error('a test of the report'); })")
    page.get_by_text("Details").click()
    button = page.locator("#trouble-copy")
    button.click()
    expect(button).to_have_text("Copied")
    report = page.evaluate("navigator.clipboard.readText()")
    assert report.startswith("Something unexpected happened.")
    assert "a test of the report" in report
    assert page.locator("html").get_attribute("data-version") in report
    watch.take()


def test_an_error_in_a_handler_reaches_the_player(page: Page, open_page: OpenPage, watch: Watch):
    open_page("?players=human,human&seed=3")
    page.evaluate("setTimeout(() => { throw new Error('a test of the error panel'); })")
    expect(page.locator("#trouble")).to_be_visible()
    expect(page.locator("#trouble-detail")).to_contain_text("a test of the error panel")
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#trouble")).to_be_hidden()
    watch.take()


def test_opened_from_disk_it_says_what_to_do(page: Page, watch: Watch, dist: Path):
    page.goto((dist / "index.html").as_uri())
    expect(page.locator("#from-disk")).to_be_visible()
    expect(page.locator("#from-disk")).to_contain_text("python3 -m http.server")
    watch.take()


def test_ready_is_marked_and_promised(page: Page, open_page: OpenPage):
    open_page()
    assert page.evaluate("performance.getEntriesByName('deltille:ready').length") == 1
    assert page.evaluate("deltille.ready.then(() => 'kept')") == "kept"


def test_python_in_the_page_repeats_no_seed(open_page: OpenPage, page: Page):
    seeds = set()
    for _load in range(3):
        open_page("?players=human,human")
        seeds.add(json.loads(page.evaluate("deltille.record()"))["seed"])
        page.evaluate("localStorage.clear()")
    assert len(seeds) == 3
