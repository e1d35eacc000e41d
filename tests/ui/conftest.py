"""The built site, served from a sub-folder, and a Chromium that lets no error and no stray request pass.

    def test_something(page, open_page):
        open_page("?lang=en")           # waits until the page says it is ready
        expect(page.locator("#app")).to_be_visible()

Wait with locators and `expect`: `wait_for_function` needs eval, which the page's policy forbids.
"""

import os
import shutil
import threading
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from tools import ROOT, environment, serve, site

FOLDER = "some/where"
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 640}
SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
HARMLESS = (
    # PyScript's warning that a worker cannot reach the page, which ours never tries to.
    "Unable to use `window` or `document`",
    "Service Worker registration blocked by Playwright",
)
READY_WITHIN = 60_000
expect.set_options(timeout=15_000)


class Watch:
    """Everything a page did that it should not have."""

    def __init__(self, context: BrowserContext, own_address: str) -> None:
        self.complaints: list[str] = []
        self.own_address = own_address
        context.on("console", self.on_console)
        context.on("weberror", lambda error: self.complaints.append(f"page error: {error.error}"))
        context.on("request", lambda request: self.on_request(request.url))

    def on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(text in message.text for text in HARMLESS):
            self.complaints.append(f"console {message.type}: {message.text}")

    def on_request(self, url: str) -> None:
        if not url.startswith((self.own_address, "blob:", "data:")):
            self.complaints.append(f"request to another host: {url}")

    def take(self) -> list[str]:
        """The complaints so far; for tests that provoke them. They no longer fail the test."""
        taken, self.complaints = self.complaints, []
        return taken


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """This folder at an address of this computer."""
    handler = partial(serve.Handler, directory=folder)
    with ThreadingHTTPServer((serve.HOST, 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://{serve.HOST}:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built once, in a sub-folder of what is served."""
    folder = tmp_path_factory.mktemp("host") / FOLDER
    site.assemble(folder)
    return folder


def changed(source: str, *changes: tuple[str, str]) -> str:
    """A source with other constants in it, each of which is there once."""
    for old, new in changes:
        assert source.count(old) == 1
        source = source.replace(old, new)
    return source


def altered(dist: Path, name: str, sources: Mapping[str, str]) -> None:
    """The site once more, beside itself, with these sources in place of its own."""
    folder = dist.parent / name
    shutil.copytree(dist, folder, copy_function=os.link)
    (archive,) = folder.glob("app-*.zip")
    archive.unlink()
    with zipfile.ZipFile(dist / archive.name) as source, zipfile.ZipFile(archive, "w") as target:
        for path in source.namelist():
            target.writestr(path, source.read(path))
        # Where there are both, Python takes the source and not the bytecode.
        for path, text in sources.items():
            target.writestr(path, text)


@pytest.fixture(scope="session")
def host(dist: Path) -> Iterator[str]:
    """The address of the server the site is on."""
    with served(dist.parents[len(Path(FOLDER).parts) - 1]) as address:
        yield address


@pytest.fixture(scope="session")
def address(host: str) -> str:
    """The address of the page."""
    return f"{host}{FOLDER}/"


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    executable = environment.find_chromium()
    with playwright.chromium.launch(executable_path=executable, args=list(SWITCHES)) as browser:
        yield browser


@pytest.fixture
def context_options() -> dict[str, object]:
    """What the context is made with; a test module or a parametrised test may say otherwise.

    With reduced motion nothing moves and computer players answer at once, which suits most tests. A service
    worker would fetch the whole site once more for each of them.
    """
    return {"viewport": DESKTOP, "reduced_motion": "reduce", "service_workers": "block"}


@pytest.fixture
def context(browser: Browser, context_options: dict[str, object]) -> Iterator[BrowserContext]:
    with browser.new_context(**context_options) as context:
        yield context


@pytest.fixture
def watch(context: BrowserContext, host: str) -> Iterator[Watch]:
    """Fails the test in the end if the page complained or asked another host for anything."""
    watch = Watch(context, host)
    yield watch
    assert watch.complaints == []


@pytest.fixture
def page(context: BrowserContext, watch: Watch) -> Page:
    return context.new_page()


@pytest.fixture
def open_page(page: Page, address: str) -> Callable[..., Page]:
    """Open the page at a query string, and wait until it is ready to play."""

    def open_page(query: str = "") -> Page:
        page.goto(address + query)
        page.locator("html[data-ready=true]").wait_for(timeout=READY_WITHIN)
        return page

    return open_page


@pytest.fixture
def screenshot(page: Page) -> Callable[[str], None]:
    """Keep a picture of the page under artefacts/."""

    def screenshot(name: str) -> None:
        page.screenshot(path=ROOT / "artefacts" / f"{name}.png")

    return screenshot
