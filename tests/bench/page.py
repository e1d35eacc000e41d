"""How quick the page is in use: from a tap to the tile painted.

python3 -m tools bench page
"""

import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from tests.ui.conftest import DESKTOP, SWITCHES, served
from tools import environment, site

TILES_DOWN = 40
LONG_ROUNDS = (4, 11, 17, 34, 35, 37, 38, 49)
"""Deals of which, so played, more than 40 tiles are laid before somebody is out."""
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
    times: list[float] = []
    for seed in LONG_ROUNDS:
        with browser.new_context(viewport=DESKTOP, service_workers="block") as context:
            page = context.new_page()
            page.add_init_script(FAST)
            page.goto(f"{address}?players=human,bot:greedy,bot:greedy,bot:greedy&seed={seed}")
            page.locator("html[data-ready=true]").wait_for(state="attached", timeout=120_000)
            if not page.evaluate(LAY_MANY, TILES_DOWN):
                continue
            record = page.evaluate("deltille.record()")
            page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
            for _tap in range(TAPS_A_ROUND):
                page.evaluate("record => deltille.load(record)", record)
                times.append(page.evaluate(TAP))
    times.sort()
    p95 = times[round(0.95 * (len(times) - 1))]
    print(
        f"tap to tile painted, median {median(times):7.1f} ms   "
        f"({len(times)} taps, {TILES_DOWN} tiles down, processor {SLOWDOWN}× slower)"
    )
    print(f"tap to tile painted, p95    {p95:7.1f} ms   (aim: at most 50)")


# Computer players who do not keep us waiting, but do not answer within the time of a tap either.
FAST = """localStorage.setItem("deltille:v1:pref:settings", '{"pace": "fast"}')"""

# Waits for the computer players, then lays what can be laid, else draws or passes.
TURN = """
  const turn = async () => {
    for (;;) {
      const legal = deltille.legal();
      if (legal.length || document.querySelector("#sheet")) return legal;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const play = (legal) => legal.find((action) => action.startsWith("play"));
"""

# Whether there are so many tiles down and another can be laid; a round may end before that.
LAY_MANY = f"""async (count) => {{{TURN}
  for (;;) {{
    const legal = await turn();
    if (!legal.length) return false;
    if (play(legal) && document.querySelectorAll("[data-cell]").length >= count) return true;
    await deltille.act(play(legal) ?? legal[0]);
  }}
}}"""

# A click on the place of a tile already chosen, up to the end of the frame that shows the tile laid.
TAP = f"""async () => {{{TURN}
  await turn();
  const click = (part) => part.dispatchEvent(new MouseEvent("click", {{ bubbles: true, detail: 1 }}));
  click(document.querySelector(".rack-tile:not(.useless)"));
  await new Promise((resolve) => setTimeout(resolve, 200));
  const place = document.querySelector("[data-target]");
  const {{ target }} = place.dataset;
  const start = performance.now();
  click(place);
  await new Promise(requestAnimationFrame);
  const {{ port1, port2 }} = new MessageChannel();
  await new Promise((resolve) => {{
    port1.onmessage = resolve;
    port2.postMessage(0);
  }});
  const taken = performance.now() - start;
  if (!document.querySelector(`[data-cell="${{target}}"]`)) throw new Error("the tile was not laid");
  return taken;
}}"""


if __name__ == "__main__":
    main()
