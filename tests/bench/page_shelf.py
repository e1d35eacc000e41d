"""How quickly a shelf of 1,000 games opens, and what the lobby costs in front of it; and the same shelf as
version 1 saved it, when each of its games has to be replayed before anything is known of it.

python3 -m tools bench page_shelf
"""

import tempfile
from dataclasses import replace
from pathlib import Path
from statistics import median
from zlib import crc32

from playwright.sync_api import Page, sync_playwright

from tests.ui.conftest import DESKTOP, SWITCHES, served
from tests.ui.shelves import clock, finished, put, running
from tools import environment, site
from ui.store import Memory, Store

GAMES = 1000
RUNNING = 12
OPENINGS = 7
DEALS = 20
EDITIONS = ("tournament", "classic", "kids", "conquest")


def main() -> None:
    texts = full_shelf()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        dist = Path(folder)
        site.assemble(dist)
        chromium = environment.find_chromium()
        with (
            served(dist) as address,
            playwright.chromium.launch(executable_path=chromium, args=list(SWITCHES)) as browser,
        ):
            for name, kept in (("as saved now", texts), ("as saved by version 1", unread(texts))):
                with browser.new_context(viewport=DESKTOP) as context:
                    page = context.new_page()
                    page.goto(f"{address}pyscript.json")
                    page.evaluate(
                        "texts => { for (const key in texts) localStorage.setItem(key, texts[key]); }", kept
                    )
                    page.goto(address)
                    page.locator("html[data-ready=true]").wait_for(timeout=120_000)
                    characters = sum(len(key) + len(text) for key, text in kept.items())
                    print(f"{GAMES} games, {name}, {characters / 1e6:.1f} million characters")
                    report(page, "shelf", ".volume")


def full_shelf() -> dict[str, str]:
    """A thousand games as real ones are long, a dozen of them running."""
    storage = Memory()
    store = Store(storage, clock())
    for n in range(GAMES):
        edition = EDITIONS[n % len(EDITIONS)]
        make = running if n % (GAMES // RUNNING) == 0 else finished
        match = make(edition, seed=n % DEALS)
        match.players = (replace(match.players[0], name=f"Ada {n}"), *match.players[1:])
        put(store, f"game{n:04}", match, f"Evening {n}" if n % 3 == 0 else "")
    return storage.texts


def unread(texts: dict[str, str]) -> dict[str, str]:
    """The same games as version 1 saved them, which knew no digests."""
    return {key: as_version_1(text) if ":game:" in key else text for key, text in texts.items()}


def as_version_1(text: str) -> str:
    rest = text.partition(" ")[2].replace("deltille-save 2", "deltille-save 1", 1).rpartition("\n")[0]
    return f"{crc32(rest.encode()):08x} {rest}"


def report(page: Page, action: str, shown: str) -> None:
    opened, back = zip(*(page.evaluate(OPEN, [action, shown]) for _opening in range(OPENINGS)), strict=True)
    print(f"shelf open and painted      {median(opened):7.0f} ms   (median of {OPENINGS}; aim: under 1000)")
    print(f"slowest                     {max(opened):7.0f} ms")
    print(f"back in the lobby           {median(back):7.0f} ms")


# From the click to the end of the frame that shows it, and back.
OPEN = """async ([action, shown]) => {
  const painted = async (selector, click) => {
    const start = performance.now();
    document.querySelector(click).click();
    while (!document.querySelector(selector)) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    const { port1, port2 } = new MessageChannel();
    await new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(0);
    });
    return performance.now() - start;
  };
  return [await painted(shown, `[data-action=${action}]`), await painted(".lobby", "[data-action=new]")];
}"""


if __name__ == "__main__":
    main()
