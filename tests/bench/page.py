"""How quick the page is: ready beside an empty Pyodide, and from a tap to the tile painted.

    python3 -m tools bench page

All ratios come from one run, the two pages loaded in turn, each in a profile of its own.
"""

import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from tests.ui.conftest import DESKTOP, SWITCHES, served
from tools import environment, site

LOADS = 7
TILES_DOWN = 40
LONG_ROUNDS = (4, 11, 17, 34, 35, 37, 38, 49)
"""Deals of which, so played, more than 40 tiles are laid before somebody is out."""
SLOWDOWN = 4

BARE = """<!doctype html>
<title>bare</title>
<link rel="icon" href="data:,">
<script type="module">
  import { loadPyodide } from "./runtime/pyodide/pyodide.mjs";
  await loadPyodide();
  performance.mark("ready");
  document.documentElement.dataset.ready = "true";
</script>
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        dist = Path(folder)
        site.assemble(dist)
        (dist / "bare.html").write_text(BARE)
        chromium = environment.find_chromium()
        with (
            served(dist) as address,
            playwright.chromium.launch(executable_path=chromium, args=list(SWITCHES)) as browser,
        ):
            bench_ready(browser, address)
            bench_taps(browser, address)


def bench_ready(browser: Browser, address: str) -> None:
    pages = {"bare": ("bare.html", "ready"), "page": ("?seed=3", "deltille:ready")}
    taken: dict[str, list[float]] = {name: [] for name in pages}
    for _load in range(LOADS):
        for name, (path, mark) in pages.items():
            with browser.new_context(viewport=DESKTOP) as context:
                page = context.new_page()
                page.goto(address + path)
                page.locator("html[data-ready=true]").wait_for(state="attached", timeout=120_000)
                taken[name].append(
                    page.evaluate("name => performance.getEntriesByName(name)[0].startTime", mark)
                )
    bare, ready = median(taken["bare"]), median(taken["page"])
    print(f"bare loadPyodide()          {bare:7.0f} ms   (median of {LOADS})")
    print(f"page ready to play          {ready:7.0f} ms")
    print(f"ready ÷ bare                {ready / bare:7.2f}      (aim: at most 1.30)")


def bench_taps(browser: Browser, address: str) -> None:
    """From pointer to paint, with many tiles on the board and a slow processor."""
    times: list[float] = []
    for seed in LONG_ROUNDS:
        with browser.new_context(viewport=DESKTOP) as context:
            page = context.new_page()
            page.add_init_script(FAST)
            page.goto(f"{address}?players=human,bot:greedy,bot:greedy,bot:greedy&seed={seed}")
            page.locator("html[data-ready=true]").wait_for(state="attached", timeout=120_000)
            page.evaluate(LAY_MANY, TILES_DOWN)
            page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
            while (taken := page.evaluate(TAP)) is not None:
                times.append(taken)
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

LAY_MANY = f"""async (count) => {{{TURN}
  while (document.querySelectorAll("[data-cell]").length < count) {{
    const legal = await turn();
    if (!legal.length) return;
    await deltille.act(play(legal) ?? legal[0]);
  }}
}}"""

# A click on the place of a tile already chosen, up to the end of the frame that shows the tile laid.
TAP = f"""async () => {{{TURN}
  for (;;) {{
    const legal = await turn();
    if (!legal.length) return null;
    if (play(legal)) break;
    await deltille.act(legal[0]);
  }}
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
