"""The page can be installed like an app, and its shortcuts go straight to the table."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.ui.conftest import SWITCHES
from tools import ROOT, environment

OpenPage = Callable[..., Page]
MANIFEST = json.loads((ROOT / "assets" / "deltille.webmanifest").read_text(encoding="utf-8"))


def test_chromium_would_install_it(playwright: Playwright, address: str, tmp_path: Path):
    # Not in a private window, such as every other test has.
    with playwright.chromium.launch_persistent_context(
        tmp_path, executable_path=environment.find_chromium(), args=list(SWITCHES)
    ) as context:
        page = context.new_page()
        page.goto(address)
        devtools = context.new_cdp_session(page)
        assert devtools.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
        manifest = devtools.send("Page.getAppManifest")
        assert manifest["errors"] == []
        found = manifest["manifest"]
        assert found["scope"] == found["startUrl"] == address
        # None is written, since it would be the same in every folder of a host.
        assert found["id"] == address


@pytest.fixture
def shortcuts() -> dict[str, str]:
    return {shortcut["name"]: shortcut["url"].removeprefix("../") for shortcut in MANIFEST["shortcuts"]}


def test_the_shortcuts_begin_a_new_game_and_go_on_with_it(
    page: Page, open_page: OpenPage, address: str, shortcuts: dict[str, str]
):
    open_page(shortcuts["Continue"])
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    open_page(shortcuts["New game"])
    expect(page.locator("[data-turn]")).to_be_visible()
    before = page.evaluate("deltille.record()")
    assert page.url == address  # so that a reload begins no other
    open_page(shortcuts["Continue"])
    assert json.loads(page.evaluate("deltille.record()"))["seed"] == json.loads(before)["seed"]
