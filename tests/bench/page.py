"""How quick the page is in use: from a tap to the tile painted.

python3 -m tools bench page
"""

import tempfile
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from random import Random
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from engine import BOTS, EDITIONS, Match, Player, write
from tests.ui.conftest import DESKTOP, SWITCHES, served
from tools import environment, site

TILES_DOWN = 40
ROUNDS = 8
TAPS_A_ROUND = 6
SLOWDOWN = 4


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        dist = Path(folder)
        site.assemble(dist)
        chromium = environment.find_chromium()
        with (
            served(dist) as address,
            playwright.chromium.launch(executable_path=chromium, args=list(SWITCHES)) as browser,
        ):
            bench_taps(browser, address)


def bench_taps(browser: Browser, address: str) -> None:
    """From pointer to paint, with many tiles on the board and a slow processor."""
    times = sorted(
        taken for record in islice(long_rounds(), ROUNDS) for taken in taps(browser, address, record)
    )
    p95 = times[round(0.95 * (len(times) - 1))]
    print(
        f"tap to tile painted, median {median(times):7.1f} ms   "
        f"({len(times)} taps, {TILES_DOWN} tiles down, processor {SLOWDOWN}× slower)"
    )
    print(f"tap to tile painted, p95    {p95:7.1f} ms   (aim: at most 50)")


def long_rounds() -> Iterator[str]:
    """Records of rounds with so many tiles down, in which one person among computers can lay another."""
    kinds = ("human", *["bot:greedy"] * 3)
    for seed in count():
        match = Match(EDITIONS["tournament"], [Player(kind, kind) for kind in kinds])
        match.deal(Random(seed))
        while legal := match.legal():
            lays = any(action.startswith("play") for action in legal)
            if match.seat == 0 and lays and len(match.round.board.laid) >= TILES_DOWN:
                yield write(match)
                break
            match.apply(BOTS["bot:greedy"](match.sight(match.seat), legal, Random(seed)))


def taps(browser: Browser, address: str, record: str) -> Iterator[float]:
    with browser.new_context(viewport=DESKTOP, service_workers="block") as context:
        page = context.new_page()
        page.add_init_script(FAST)
        page.goto(address)
        page.locator("html[data-ready=true]").wait_for(state="attached", timeout=120_000)
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        for _tap in range(TAPS_A_ROUND):
            page.evaluate("record => deltille.load(record)", record)
            yield page.evaluate(TAP)


# Computer players who do not keep us waiting, but do not answer within the time of a tap either.
FAST = """localStorage.setItem("deltille:v1:pref:settings", '{"pace": "fast"}')"""

# A click on the place of a tile already chosen, up to the end of the frame that shows the tile laid.
TAP = """async () => {
  const click = (part) => part.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
  click(document.querySelector(".rack-tile:not(.useless)"));
  await new Promise((resolve) => setTimeout(resolve, 200));
  const place = document.querySelector("[data-target]");
  const { target } = place.dataset;
  const start = performance.now();
  click(place);
  await new Promise(requestAnimationFrame);
  const { port1, port2 } = new MessageChannel();
  await new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(0);
  });
  const taken = performance.now() - start;
  if (!document.querySelector(`[data-cell="${target}"]`)) throw new Error("the tile was not laid");
  return taken;
}"""


if __name__ == "__main__":
    main()
