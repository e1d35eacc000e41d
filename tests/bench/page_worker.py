"""How long the expert takes for a decision in the worker beside the page, and how soon that worker is there.

    python3 -m tools bench page_worker

The expert plays some rounds against itself in each of a few editions. What counts is every choice with so
many tiles on the table, from the question leaving the page to the answer coming back.
"""

import tempfile
from pathlib import Path
from statistics import fmean, median

from playwright.sync_api import Browser, sync_playwright

from engine.question import Question
from engine.tile_round import TileSight
from tests.bench.page_start import WHEN, load
from tests.ui.conftest import DESKTOP, SWITCHES, served
from tools import environment, site

EDITIONS = ("classic", "tournament", "conquest")
MIDDLE = 8
SEEDS = (3, 4, 5, 6)
AIM = 400

# Computer players that do not pace themselves. What is asked of the worker is timed where it leaves the page.
TIMED = """
  localStorage.setItem("deltille:v1:pref:settings", '{"pace": "off"}');
  window.taken = [];
  const post = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function (message, ...more) {
    if (Array.isArray(message) && message[1] === "think") {
      const [question] = message[2];
      const since = performance.now();
      const answered = () => taken.push([question, performance.now() - since]);
      this.addEventListener("message", answered, { once: true });
    }
    post.call(this, message, ...more);
  };
"""
PLAYED = """async () => {
  while (!document.querySelector("#sheet")) await new Promise((resolve) => setTimeout(resolve, 50));
  return taken;
}"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        dist = Path(folder)
        site.assemble(dist)
        chromium = environment.find_chromium()
        with (
            served(dist) as address,
            playwright.chromium.launch(executable_path=chromium, args=list(SWITCHES)) as browser,
        ):
            print(f"{'expert in the worker':24}{'decisions':>10}{'mean ms':>10}{'p95 ms':>10}{'aim':>10}")
            starts: list[float] = []
            every: list[float] = []
            for edition in EDITIONS:
                times: list[float] = []
                for seed in SEEDS:
                    soon, taken = played(browser, address, edition, seed)
                    starts.append(soon)
                    times += taken
                every += times
                tell(edition, times)
            tell("together", every)
            begun = median(starts)
            print(f"first visit: worker ready after the page {begun:.0f} ms   (median of {len(starts)})")


def played(browser: Browser, address: str, edition: str, seed: int) -> tuple[float, list[float]]:
    """How long after the page the worker was ready, and how long each choice took it."""
    with browser.new_context(viewport=DESKTOP, service_workers="block", reduced_motion="reduce") as context:
        page = context.new_page()
        page.add_init_script(TIMED)
        query = f"?edition={edition}&players=bot:expert,bot:expert&seed={seed}"
        ready = load(page, address + query, "deltille:ready")
        begun = page.evaluate(WHEN, "deltille:worker") - ready
        taken = page.evaluate(PLAYED)
    return begun, [milliseconds for text, milliseconds in taken if is_choice(Question.parse(text))]


def is_choice(question: Question) -> bool:
    """Whether there is more than one thing to do, in the middle of a round or later."""
    assert isinstance(question.sight, TileSight)
    return len(question.legal) > 1 and len(question.sight.board.laid) >= MIDDLE


def tell(name: str, times: list[float]) -> None:
    times = sorted(times)
    p95 = times[round(0.95 * (len(times) - 1))]
    print(f"{name:24}{len(times):10}{fmean(times):10.0f}{p95:10.0f}{f'<= {AIM}':>10}", flush=True)


if __name__ == "__main__":
    main()
