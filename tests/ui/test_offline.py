"""After one visit the page needs no network, and a new version of it never comes into a game."""

import json
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.ui.conftest import DESKTOP, READY_WITHIN, Watch
from tools import serve, site

READY = "html[data-ready=true]"
KEPT = "Ready to play offline."
GAME = "?players=human,human&seed=5"


class Host:
    """A server that can be stopped, started again at the same address, and made to hang up half-way."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.hangs_up: Callable[[serve.Handler], bool] = lambda request: False
        self.hung_up = threading.Event()
        self.port = 0
        self.asked_anew: list[str] = []
        """What was asked for past the browser's own cache, as a service worker does that fills its own."""
        self.start()

    def start(self) -> None:
        self._server = ThreadingHTTPServer((serve.HOST, self.port), self._handler())
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def address(self) -> str:
        return f"http://{serve.HOST}:{self.port}/"

    def _handler(self) -> type[serve.Handler]:
        host = self

        class Handler(serve.Handler):
            def __init__(self, *arguments: object) -> None:
                super().__init__(*arguments, directory=host.folder)

            def do_GET(self) -> None:
                if self.headers["Cache-Control"] == "no-cache":
                    host.asked_anew.append(self.path)
                if host.hangs_up(self):
                    self.wfile.write(b"HTTP/1.0 200 OK\r\nContent-Length: 100000\r\n\r\nhalf of it")
                    self.connection.shutdown(socket.SHUT_RDWR)
                    host.hung_up.set()
                else:
                    super().do_GET()

        return Handler


@pytest.fixture
def host(dist: Path) -> Iterator[Host]:
    host = Host(dist)
    yield host
    host.stop()


@pytest.fixture
def address(host: Host) -> str:
    return host.address


@pytest.fixture
def watch(context: BrowserContext, address: str) -> Iterator[Watch]:
    watch = Watch(context, address)
    yield watch
    assert watch.complaints == []


@pytest.fixture
def context_options() -> dict[str, object]:
    return {"viewport": DESKTOP, "reduced_motion": "reduce", "service_workers": "allow"}


def record(page: Page) -> dict[str, object]:
    return json.loads(page.evaluate("deltille.record()"))


def visit(page: Page, address: str) -> None:
    page.goto(address)
    page.locator(READY).wait_for(timeout=READY_WITHIN)


def keep(page: Page, address: str) -> None:
    """Visit the lobby until it says that nothing more is needed from the network."""
    visit(page, address)
    expect(page.locator(".offline")).to_have_text(KEPT, timeout=READY_WITHIN)


def play_a_round(page: Page) -> None:
    page.evaluate(
        """async () => {
          for (let legal; (legal = deltille.legal()).length; ) {
            await deltille.act(legal.findLast((action) => action.startsWith("play")) ?? legal[0]);
          }
        }"""
    )
    expect(page.locator("#sheet")).to_be_visible()


def test_after_one_visit_it_is_played_without_a_network(
    page: Page, context: BrowserContext, host: Host, address: str
):
    keep(page, address)
    # What the page had fetched already was not fetched once more to be kept.
    assert "/index.html" in host.asked_anew
    assert not [path for path in host.asked_anew if path.startswith(("/runtime/", "/app-"))]
    host.stop()
    context.set_offline(True)
    visit(page, address + GAME)
    play_a_round(page)
    before = record(page)
    page.reload()
    page.locator(READY).wait_for()
    assert record(page) == before
    another = context.new_page()
    visit(another, address)
    another.get_by_role("button", name="Continue").click()
    assert record(another) == before
    host.start()


def test_a_load_that_breaks_off_can_be_tried_again(page: Page, host: Host, address: str, watch: Watch):
    host.hangs_up = lambda request: request.path.endswith(".wasm")
    page.goto(address)
    expect(page.locator("#trouble-sentence")).to_contain_text("could not be loaded", timeout=READY_WITHIN)
    host.stop()
    page.get_by_role("button", name="Try again").click()
    page.wait_for_url("chrome-error://**")
    host.hangs_up = lambda request: False
    host.start()
    keep(page, address)
    watch.take()


def test_what_was_kept_when_the_network_broke_down_is_not_fetched_again(
    page: Page, host: Host, address: str, watch: Watch
):
    def breaks_down(request: serve.Handler) -> bool:
        return request.headers["Cache-Control"] == "no-cache" and request.path == "/index.html"

    host.hangs_up = breaks_down
    visit(page, address)
    assert host.hung_up.wait(30)
    kept = set(host.asked_anew) - {"/index.html", "/service-worker.js"}
    assert "/assets/table.css" in kept
    expect(page.locator(".offline")).to_have_count(0)

    host.hangs_up = lambda request: False
    host.asked_anew.clear()
    keep(page, address)
    assert "/index.html" in host.asked_anew
    assert not kept & set(host.asked_anew)
    watch.take()


# A new version

# Fulfilled once the new service worker has all of its files.
WAITING = """new Promise(async (done) => {
  const registration = await navigator.serviceWorker.getRegistration();
  const look = () => registration.waiting && done();
  const follow = () => registration.installing?.addEventListener("statechange", look);
  registration.addEventListener("updatefound", follow);
  follow();
  look();
})"""

# What becomes of the service worker that is tried next.
REFUSED = """new Promise(async (done) => {
  const registration = await navigator.serviceWorker.getRegistration();
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing.addEventListener("statechange", () => done(installing.state));
  });
  registration.update().catch(() => {});
})"""


@pytest.fixture(scope="module")
def next_version(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as it might be after some work on it, at every place of it."""
    folder = tmp_path_factory.mktemp("next") / "dist"
    shutil.copytree(dist, folder)
    (archive,) = folder.glob("app-*.zip")
    archive.rename(folder / "app-next.zip")
    for path in (folder / "index.html", folder / "pyscript.json", folder / "assets" / "snapshot.js"):
        site.fill(path, {archive.name: "app-next.zip", 'data-version="': 'data-version="next-'})
    with (folder / "assets" / "style.css").open("a") as style:
        style.write("\n:root { --version: next; }\n")
    (folder / "service-worker.js").unlink()
    site.prepare_offline(folder)
    return folder


def is_next(page: Page) -> list[bool]:
    """Whether the page and its style are of the next version."""
    return page.evaluate(
        """[document.documentElement.dataset.version.startsWith("next-"),
            getComputedStyle(document.documentElement).getPropertyValue("--version") === "next"]"""
    )


def test_a_new_version_comes_when_asked_for_and_never_into_a_game(
    page: Page, host: Host, address: str, next_version: Path
):
    keep(page, address)
    host.folder = next_version
    visit(page, address + GAME)
    expect(page.locator("[data-turn]")).to_be_visible()
    page.evaluate(WAITING)
    page.evaluate("deltille.act(deltille.legal()[0])")
    before = record(page)
    visit(page, address + GAME)
    assert record(page) == before
    assert is_next(page) == [False, False]

    visit(page, address)
    expect(page.locator(".offline")).to_contain_text("A new version is ready.", timeout=READY_WITHIN)
    assert is_next(page) == [False, False]
    page.get_by_role("button", name="Update").click()
    expect(page.locator("html[data-version^=next]")).to_have_attribute(
        "data-ready", "true", timeout=READY_WITHIN
    )
    assert is_next(page) == [True, True]
    expect(page.locator(".offline")).to_have_text(KEPT)
    page.get_by_role("button", name="Continue").click()
    assert record(page) == before


def test_a_new_version_waits_for_windows_that_play_the_old_one(
    page: Page, context: BrowserContext, host: Host, address: str, next_version: Path
):
    keep(page, address)
    another = context.new_page()
    visit(another, address + GAME)
    host.folder = next_version
    visit(page, address)
    page.get_by_role("button", name="Update").click(timeout=READY_WITHIN)
    expect(page.locator(".offline")).to_contain_text("once the other windows of Deltille are closed")
    another.reload()
    another.locator(READY).wait_for()
    assert is_next(another) == [False, False]
    another.close()
    expect(page.locator("html[data-version^=next]")).to_have_attribute(
        "data-ready", "true", timeout=READY_WITHIN
    )


def test_a_new_version_that_is_only_half_there_is_not_taken(
    page: Page, host: Host, address: str, next_version: Path, tmp_path: Path
):
    keep(page, address)
    half = tmp_path / "half"
    shutil.copytree(host.folder, half)
    shutil.copy(next_version / "service-worker.js", half)
    host.folder = half
    visit(page, address)
    assert page.evaluate(REFUSED) == "redundant"
    expect(page.locator(".offline")).to_have_text(KEPT)
    host.folder = next_version
    visit(page, address)
    page.get_by_role("button", name="Update").click(timeout=READY_WITHIN)
    expect(page.locator("html[data-version^=next]")).to_have_attribute(
        "data-ready", "true", timeout=READY_WITHIN
    )
