"""The tools: what they say when something is missing, and what the site they assemble is made of."""

import json
import re
import shutil
import socket
import subprocess
import sys
import urllib.request
import zipfile
from functools import partial
from pathlib import Path

import pytest

from tools import ROOT, Trouble, environment, runtime, serve, site, testing


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    runtime.ensure()
    folder = tmp_path_factory.mktemp("site") / "dist"
    site.assemble(folder)
    return folder


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def test_the_site_ships_every_module(dist: Path):
    (archive,) = dist.glob("app-*.zip")
    shipped = set(zipfile.ZipFile(archive).namelist())
    ours = {
        path.relative_to(ROOT).as_posix()
        for folder in ("engine", "ui")
        for path in (ROOT / folder).rglob("*.py")
    }
    assert ours <= shipped


def test_every_file_that_the_page_names_is_there_under_a_relative_address(dist: Path):
    page = (dist / "index.html").read_text(encoding="utf-8")
    named = re.findall(r'(?:src|href|config)="([^"#]+)"', page)
    assert len(named) > 8
    for address in named:
        assert address.startswith("./")
        assert (dist / address).is_file(), address


def test_the_page_names_no_other_host(dist: Path):
    for name, content in files(dist).items():
        if not name.startswith("runtime/") and name.endswith((".html", ".js", ".json", ".css", ".svg")):
            hosts = re.findall(rb"https?://(?!www\.w3\.org|example\.org)[\w.-]+", content)
            assert hosts == [], name


def test_the_sizes_for_the_progress_bar_are_those_of_the_files(dist: Path):
    page = (dist / "index.html").read_text(encoding="utf-8")
    sizes = json.loads(re.search(r'id="downloads">(.*?)</script>', page)[1])
    assert sum(sizes.values()) > 10_000_000
    for path, size in sizes.items():
        assert (dist / path).stat().st_size == size


def test_the_same_sources_give_the_same_bytes(dist: Path, tmp_path: Path):
    site.assemble(tmp_path / "again")
    assert files(tmp_path / "again") == files(dist)


def test_the_lock_names_no_registry():
    assert "resolved" not in (ROOT / "package-lock.json").read_text(encoding="utf-8")


def test_a_port_in_use_is_said_in_a_sentence():
    with socket.socket() as taken:
        taken.bind((serve.HOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(Trouble, match=rf"^Port {port} is in use: stop what is using it, or choose"):
            serve.listen(port, partial(serve.Handler, directory=ROOT))


def test_without_a_wish_the_next_free_port_is_taken(monkeypatch: pytest.MonkeyPatch):
    with socket.socket() as taken:
        taken.bind((serve.HOST, 0))
        taken.listen()
        monkeypatch.setattr(serve, "DEFAULT_PORT", taken.getsockname()[1])
        with serve.listen(None, partial(serve.Handler, directory=ROOT)) as server:
            assert server.server_port > serve.DEFAULT_PORT


def test_an_impossible_port_is_said_in_a_sentence():
    command = [sys.executable, "-m", "tools", "play", "--no-browser", "--port", "99999"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == "There is no port 99999: choose one from 1 to 65535.\n"


def test_without_node_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(Trouble, match="install Node 20 or newer"):
        runtime.find_npm()


def test_an_old_node_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    old = subprocess.CompletedProcess([], 0, stdout="v16.3.0\n")
    monkeypatch.setattr(subprocess, "run", lambda *arguments, **options: old)
    with pytest.raises(Trouble, match=r"here it is v16\.3\.0"):
        runtime.find_npm()


@pytest.mark.parametrize(
    ("complaint", "sentence"),
    [
        ("npm error code ENOTFOUND\nnpm error errno", "check the network connection"),
        ("npm error code EINTEGRITY\nnpm error sha512", "does not have the hash in package-lock.json"),
        ("npm error code E500\nnpm error something else", "npm ci failed"),
    ],
)
def test_npm_failing_is_explained(complaint: str, sentence: str):
    assert sentence in runtime.explain(complaint)


def test_a_second_start_needs_no_network(monkeypatch: pytest.MonkeyPatch):
    runtime.ensure()

    def refuse(*arguments: object, **options: object) -> None:
        raise AssertionError("npm was called")

    monkeypatch.setattr(subprocess, "run", refuse)
    runtime.ensure()


def test_without_chromium_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(Trouble, match="install Chromium or Chrome"):
        environment.ensure_chromium()


@pytest.mark.parametrize(
    ("arguments", "needed"),
    [([], True), (["-q"], True), (["tests/engine"], False), (["tests/ui/test_x.py::test_y"], True)],
)
def test_a_browser_is_fetched_only_for_tests_of_the_page(arguments: list[str], needed: bool):
    assert testing.needs_browser(arguments) is needed


def test_an_unknown_benchmark_is_refused_with_those_there_are():
    with pytest.raises(Trouble, match="No benchmark is called 'speed'; there are: engine"):
        testing.run_benches(["speed"])


def test_unknown_options_are_refused_except_those_for_pytest():
    done = subprocess.run(
        [sys.executable, "-m", "tools", "build", "--fast"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "there is no option '--fast'" in done.stderr


def test_play_serves_the_page_and_says_where():
    command = [sys.executable, "-u", "-m", "tools", "play", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        try:
            address = re.search(r"http://127\.0\.0\.1:\d+/", server.stdout.readline())[0]
            with urllib.request.urlopen(address) as page:
                assert b"<title>Deltille</title>" in page.read()
        finally:
            server.terminate()
