"""How the page starts, beside an empty Pyodide: on the first visit, on later ones, and over a slower line.

    python3 -m tools bench page_start

All ratios come from one run, the pages loaded in turn. A first visit has a profile of its own; later visits
are those of one profile, in which the site is kept and the snapshot made. The worker's time is from the page
being ready, which is when it is begun, to its first answer being possible.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, BrowserType, Page, sync_playwright

from tests.ui.conftest import DESKTOP, SWITCHES, served
from tests.ui.test_picture import PICTURED
from tests.ui.test_start import MADE
from tools import environment, site
from tools.runtime import PACKAGES

LOADS = 7
GAME = "?players=human,human&seed=5"
WITH_WORKER = "?players=human,bot:expert&seed=5"
MEGABITS = 20
SLOW_LOADS = 7
READY = "html[data-ready=true]"
PYODIDE = PACKAGES / "pyodide"
BARE = """<!doctype html>
<title>bare</title>
<link rel="icon" href="data:,">
<script type="module">
  import { loadPyodide } from "./pyodide.mjs";
  await loadPyodide();
  performance.mark("ready");
  document.documentElement.dataset.ready = "true";
</script>
"""
# Fulfilled when there is such a mark: the time of it.
WHEN = """async (name) => {
  for (;;) {
    const [mark] = performance.getEntriesByName(name);
    if (mark) return mark.startTime;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}"""
PAGES = {"bare": ("bare/", "ready"), "page": ("deltille/" + GAME, "deltille:ready")}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        host = Path(folder)
        site.assemble(host / "deltille")
        (host / "bare").mkdir()
        for name in (*site.PYODIDE, site.LIBRARY):
            (host / "bare" / name).write_bytes((PYODIDE / name).read_bytes())
        (host / "bare" / "index.html").write_text(BARE)
        chromium = environment.find_chromium()
        with served(host) as address:
            with playwright.chromium.launch(executable_path=chromium, args=list(SWITCHES)) as browser:
                bench_first(browser, address)
                bench_slow(browser, address)
            bench_later(playwright.chromium, chromium, address)


def load(page: Page, address: str, mark: str) -> float:
    page.goto(address)
    page.locator(READY).wait_for(state="attached", timeout=120_000)
    return page.evaluate(WHEN, mark)


def medians(loads: int, once: Callable[[str], float]) -> tuple[float, float]:
    """What it takes bare and as our page, loaded in turn."""
    taken: dict[str, list[float]] = {name: [] for name in PAGES}
    for _load in range(loads):
        for name in PAGES:
            taken[name].append(once(name))
    return median(taken["bare"]), median(taken["page"])


def bench_first(browser: Browser, address: str) -> None:
    def visit(name: str) -> float:
        path, mark = PAGES[name]
        with browser.new_context(viewport=DESKTOP, service_workers="block") as context:
            return load(context.new_page(), address + path, mark)

    bare, ready = medians(LOADS, visit)
    print(f"first visit: bare loadPyodide()      {bare:7.0f} ms   (medians of {LOADS})")
    print(f"first visit: ready to play           {ready:7.0f} ms")
    print(f"first visit: ready ÷ bare            {ready / bare:7.2f}      (aim: at most 0.90)", flush=True)


def bench_slow(browser: Browser, address: str) -> None:
    """Over a line of so many megabits, from a host that does not compress."""

    def visit(name: str) -> float:
        path, mark = PAGES[name]
        with browser.new_context(viewport=DESKTOP, service_workers="block") as context:
            page = context.new_page()
            network = context.new_cdp_session(page)
            network.send("Network.enable")
            speed = dict.fromkeys(("downloadThroughput", "uploadThroughput"), MEGABITS * 1e6 / 8)
            network.send("Network.emulateNetworkConditions", {"offline": False, "latency": 20, **speed})
            return load(page, address + path, mark)

    bare, ready = medians(SLOW_LOADS, visit)
    times = f"{ready:.0f} ÷ {bare:.0f} ms"
    print(f"{MEGABITS} Mbit/s: ready ÷ bare               {ready / bare:7.2f}      ({times})", flush=True)


def bench_later(chromium: BrowserType, executable: str, address: str) -> None:
    """With the files in the browser's caches, and what the browser has made of them."""
    painted: list[float] = []
    with (
        tempfile.TemporaryDirectory() as profile,
        chromium.launch_persistent_context(
            profile, executable_path=executable, args=list(SWITCHES), viewport=DESKTOP
        ) as context,
    ):
        page = context.new_page()
        load(page, address + PAGES["bare"][0], "ready")
        load(page, address + PAGES["page"][0], "deltille:ready")
        for _move in range(3):
            page.evaluate("deltille.act(deltille.legal()[0])")
        page.evaluate(PICTURED, True)
        page.evaluate(MADE)

        def visit(name: str) -> float:
            path, mark = PAGES[name]
            taken = load(page, address + path, mark)
            if name == "page":
                painted.append(page.evaluate(WHEN, "deltille:picture"))
                assert page.evaluate("document.documentElement.dataset.start") == "snapshot"
            return taken

        bare, ready = medians(LOADS, visit)
        print(f"later visits: bare loadPyodide()     {bare:7.0f} ms   (medians of {LOADS})")
        print(f"later visits: ready to play          {ready:7.0f} ms")
        print(f"later visits: ready ÷ bare           {ready / bare:7.2f}      (aim: at most 0.50)")
        paint = median(painted)
        print(f"later visits: board painted          {paint:7.0f} ms")
        print(f"later visits: board painted ÷ bare   {paint / bare:7.2f}      (aim: ≤ 0.15)")
        waits = []
        for _load in range(LOADS):
            ready = load(page, address + "deltille/" + WITH_WORKER, "deltille:ready")
            waits.append(page.evaluate(WHEN, "deltille:worker") - ready)
        print(f"later visits: worker ready after     {median(waits):7.0f} ms   (medians of {LOADS})")


if __name__ == "__main__":
    main()
