"""A site as docs/hosting.md has it: with every header it names, at an address it knows, in other colours."""

import json
import re
import threading
import urllib.request
from collections.abc import Iterator
from email.message import Message
from fnmatch import fnmatch
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.ui.conftest import DESKTOP, READY_WITHIN, Watch
from tools import ROOT, serve, site

GUIDE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
VERSIONED = ("/runtime/", "/app-", "/library-")
READY = "html[data-ready=true]"


def rules() -> list[tuple[str, list[str]]]:
    """The file `_headers` of the guide: each pattern of paths, with its lines."""
    (text,) = re.findall(r"```\n(/\*\n.*?)```", GUIDE, re.DOTALL)
    return [(block.splitlines()[0], block.splitlines()[1:]) for block in re.split(r"\n(?=/)", text)]


class Handler(serve.Handler):
    """Sends the headers that the guide wants to be sent, and no other."""

    def end_headers(self) -> None:
        headers = {}
        for pattern, lines in rules():
            if fnmatch(self.path.partition("?")[0], pattern):
                for line in lines:
                    if not line.startswith("  !"):
                        name, value = line.strip().split(": ", 1)
                        headers[name] = value
        for name, value in headers.items():
            self.send_header(name, value)
        super(serve.Handler, self).end_headers()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hosted")


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    theme = folder.with_suffix(".css")
    theme.write_text(re.search(r"```css\n(.*?)```", GUIDE, re.DOTALL)[1])
    with ThreadingHTTPServer((serve.HOST, 0), partial(Handler, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://{serve.HOST}:{server.server_port}/"
        site.assemble(folder, at=address, theme=theme)
        yield address
        server.shutdown()


@pytest.fixture
def watch(context: BrowserContext, address: str) -> Iterator[Watch]:
    watch = Watch(context, address)
    yield watch
    assert watch.complaints == []


@pytest.fixture
def context_options() -> dict[str, object]:
    return {"viewport": DESKTOP, "reduced_motion": "reduce", "service_workers": "allow"}


# Plays for the person until the match is over, the computer in between.
PLAY = """async () => {
  for (;;) {
    const legal = deltille.legal();
    if (legal.length) await deltille.act(legal.findLast((action) => action.startsWith("play")) ?? legal[0]);
    else if (document.querySelector("[data-action=next-round]")) return;
    else if (document.querySelector("#sheet")) return;
    else await new Promise(requestAnimationFrame);
  }
}"""


@pytest.mark.parametrize("edition", ["classic", "conquest"])
def test_under_the_strict_policy_a_whole_game_is_played_without_a_violation(
    edition: str, page: Page, address: str, watch: Watch
):
    page.add_init_script(
        """window.refused = [];
        addEventListener("securitypolicyviolation", (event) => refused.push(event.violatedDirective));"""
    )
    with page.expect_response(lambda response: response.url.startswith(f"{address}?")) as arriving:
        page.goto(f"{address}?edition={edition}&players=human,bot:expert&rounds=1&seed=5")
    assert "frame-ancestors" in arriving.value.headers["content-security-policy"]
    page.locator(READY).wait_for(timeout=READY_WITHIN)
    page.evaluate(PLAY)
    expect(page.locator("#sheet")).to_be_visible()
    assert json.loads(page.evaluate("deltille.record()"))["rounds"][0]["actions"]
    assert page.evaluate("refused") == []
    # It would have been heard of, from the page's own policy and from the server's.
    page.evaluate("() => { try { document.body.innerHTML += '<b>markup</b>' } catch {} }")
    assert page.evaluate("refused") == ["require-trusted-types-for"] * 2
    watch.take()


def test_every_file_has_its_headers(address: str, folder: Path):
    def headers(path: str) -> Message:
        with urllib.request.urlopen(address + path) as answer:
            return answer.headers

    versioned = ["runtime/", "app-", "library-"]
    paths = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
    for path in ("", *paths):
        sent = headers(path)
        keeps = any(path.startswith(beginning) for beginning in versioned)
        assert sent.get_all("Cache-Control") == [
            "public, max-age=31536000, immutable" if keeps else "no-cache"
        ], path
        assert ("Content-Security-Policy" in sent) == (path in ("", "index.html")), path
        assert "camera=()" in sent["Permissions-Policy"], path
        assert sent["X-Content-Type-Options"] == "nosniff", path
    assert {"service-worker.js", "index.html", "embed.js"} < {*paths}


def test_what_has_its_version_in_its_name_is_fetched_once_and_the_rest_asked_for(page: Page, address: str):
    page.goto(address)
    page.locator(READY).wait_for(timeout=READY_WITHIN)
    kept = {}
    page.on(
        "response", lambda response: kept.update({response.url: response.headers.get("cache-control", "")})
    )
    page.goto(f"{address}?fresh")
    page.locator(READY).wait_for(timeout=READY_WITHIN)
    for url, control in kept.items():
        assert ("immutable" in control) == any(part in url for part in VERSIONED), url


def test_the_colours_of_a_theme_are_those_of_the_page(page: Page, address: str):
    page.emulate_media(color_scheme="light")
    page.goto(f"{address}?players=human,bot:greedy&seed=5&theme=light")
    page.locator(READY).wait_for(timeout=READY_WITHIN)
    expect(page.locator(".hint, [data-action=hint]").first).to_be_visible()
    colours = page.evaluate(
        """["--felt", "--accent"].map((name) => {
          const probe = document.body.appendChild(document.createElement("i"));
          probe.style.color = `var(${name})`;
          return getComputedStyle(probe).color;
        })"""
    )
    assert colours == ["rgb(90, 58, 94)", "rgb(122, 59, 134)"]
