"""What a first visit costs over the wire, beside the bare core of Pyodide, as gzip and as brotli.

    python3 -m tools bench page_bytes

The requests are those of a real first visit to the lobby, up to the page being ready; what is fetched after
that, to be kept for offline play, is counted by itself.
"""

import gzip
import subprocess
import tempfile
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from tests.ui.conftest import DESKTOP, SWITCHES, served
from tools import environment, site

AIM = 1.15
COMPRESSED = (".png", ".zip")
"""What hosts leave as it is."""
BROTLI = """const { brotliCompressSync } = require("node:zlib");
process.stdout.write(String(brotliCompressSync(require("node:fs").readFileSync(process.argv[1])).length));"""


@cache
def gzipped(path: Path) -> int:
    return path.stat().st_size if path.suffix in COMPRESSED else len(gzip.compress(path.read_bytes(), 9))


@cache
def brotli(path: Path) -> int:
    """At its best, as hosts do that compress a file once. Python has none, Node has."""
    if path.suffix in COMPRESSED:
        return path.stat().st_size
    return int(
        subprocess.run(["node", "-e", BROTLI, path], capture_output=True, text=True, check=True).stdout
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        dist = Path(folder)
        site.assemble(dist)
        (core,) = dist.glob("runtime/pyodide-*")
        # The standard library as Pyodide has it, of which the site has a part.
        bare = {core / name for name in site.PYODIDE} | {site.PACKAGES / "pyodide" / site.LIBRARY}
        with (
            served(dist) as address,
            playwright.chromium.launch(
                executable_path=environment.find_chromium(), args=list(SWITCHES)
            ) as browser,
            browser.new_context(viewport=DESKTOP) as context,
        ):
            page = context.new_page()
            asked = listen(page, dist, address)
            page.goto(address)
            page.locator("html[data-ready=true]").wait_for(state="attached", timeout=120_000)
            visit = set(asked)
            expect(page.locator(".offline")).to_be_visible(timeout=120_000)
        kept = {path for path in dist.rglob("*") if path.is_file()}
        report("bare core of Pyodide", bare, bare)
        report(f"first visit, {len(visit)} files", visit, bare)
        report(f"and kept for offline, {len(kept)} files", kept, bare)


def listen(page: Page, dist: Path, address: str) -> list[Path]:
    """The files of the site that the page asks for, from now on."""
    asked: list[Path] = []

    def note(url: str) -> None:
        if url.startswith(address):
            asked.append(dist / (url.removeprefix(address).partition("?")[0] or "index.html"))

    page.on("request", lambda request: note(request.url))
    return asked


def report(name: str, files: Iterable[Path], bare: Iterable[Path]) -> None:
    ways: dict[str, Callable[[Path], int]] = {"gzip": gzipped, "brotli": brotli}
    sizes = {way: sum(map(measure, files)) for way, measure in ways.items()}
    cores = {way: sum(map(measure, bare)) for way, measure in ways.items()}
    told = "   ".join(
        f"{way} {size / 1e6:5.2f} MB = {size / cores[way]:4.2f} ×" for way, size in sizes.items()
    )
    print(f"{name:32} {told}   (aim: at most {AIM:.2f} ×)" if files is not bare else f"{name:32} {told}")


if __name__ == "__main__":
    main()
