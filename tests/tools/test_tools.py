"""The tools: what they say when something is missing, and what the site they assemble is made of."""

import json
import os
import re
import shutil
import socket
import struct
import subprocess
import sys
import urllib.request
import zipfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from tools import ROOT, Trouble, environment, runtime, serve, single, site, testing


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
        path.relative_to(ROOT).with_suffix(".pyc").as_posix()
        for folder in ("engine", "ui")
        for path in (ROOT / folder).rglob("*.py")
    }
    assert ours <= shipped


# What can be imported without a browser, as Python finds out by trying.
IMPORTABLE = """
import contextlib, importlib, pathlib
for path in sorted(pathlib.Path().glob("[eu][ni]*/*.py")):
    name = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    with contextlib.suppress(ModuleNotFoundError):
        importlib.import_module(name)
        print(name)
"""


def test_the_snapshot_holds_the_engine_and_all_of_the_page_that_needs_no_browser(dist: Path):
    (archive,) = dist.glob("app-*.zip")
    warm = json.loads(zipfile.ZipFile(archive).read("warm.json"))
    done = subprocess.run([sys.executable, "-c", IMPORTABLE], cwd=ROOT, capture_output=True, text=True)
    importable = done.stdout.split()
    assert {"engine", "engine.expert", "ui.table_view"} <= set(importable)
    assert warm == sorted(set(importable) - {"engine.__main__"})


def test_few_modules_know_the_browser_and_one_pyscript():
    """The page could run without PyScript if `ui.worker` did."""
    knowing: dict[str, set[str]] = {}
    for path in (*ROOT.glob("engine/*.py"), *ROOT.glob("ui/*.py")):
        for named in re.findall(r"^\s*(?:from|import) (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            knowing.setdefault(named, set()).add(path.stem)
    assert knowing["js"] == {"page", "main", "render", "scripting", "worker"}
    assert knowing["pyodide"] == {"page", "scripting", "worker"}
    assert knowing["polyscript"] == knowing["_pyscript"] == {"worker"}
    assert "pyscript" not in knowing


def test_every_file_that_the_page_names_is_there_under_a_relative_address(dist: Path):
    page = (dist / "index.html").read_text(encoding="utf-8")
    named = re.findall(r'(?:src|href|config)="([^"#]+)"', page)
    assert len(named) > 8
    for address in named:
        assert address.startswith("./")
        assert (dist / address).is_file(), address


def test_the_page_names_no_other_host(dist: Path):
    others = (
        "runtime/",
        "service-worker.js",
    )  # written by others; what they ask for, the browser tests watch
    for name, content in files(dist).items():
        if not name.startswith(others) and name.endswith((".html", ".js", ".json", ".css", ".svg")):
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


def test_origins_that_may_talk_to_the_game_are_written_into_the_page(dist: Path, tmp_path: Path):
    assert site.NO_ORIGINS in (dist / "index.html").read_text(encoding="utf-8")
    site.assemble(tmp_path / "open", allow=["https://blog.example.org", "http://127.0.0.1:8000"])
    page = (tmp_path / "open" / "index.html").read_text(encoding="utf-8")
    assert '<meta name="deltille-origins" content="https://blog.example.org http://127.0.0.1:8000">' in page


def test_the_policy_names_the_address_beside_self_if_it_is_known(tmp_path: Path):
    site.assemble(tmp_path, offline=False, at="https://example.org/deltille/")
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert page.count("'self'") == page.count("'self' https://example.org/deltille/") > 4


def test_a_theme_is_the_last_style_in_the_site_and_in_the_one_file(tmp_path: Path):
    mine = ":root { --felt: rebeccapurple; }"
    (tmp_path / "mine.css").write_text(mine)
    site.assemble(tmp_path / "dist", theme=tmp_path / "mine.css")
    page = (tmp_path / "dist" / "index.html").read_text(encoding="utf-8")
    assert re.findall(r'rel="stylesheet" href="([^"]+)"', page)[-1] == "./theme.css"
    worker = (tmp_path / "dist" / "service-worker.js").read_text(encoding="utf-8")
    assert 'url:"theme.css"' in worker
    single.write_single(tmp_path / "dist", tmp_path / "one.html")
    assert re.findall(r"<style>(.*?)</style>", (tmp_path / "one.html").read_text(), re.DOTALL)[-1] == mine


@pytest.mark.parametrize(
    ("option", "said"),
    [
        (["--at", "example.org"], "'example.org' is no address of a site"),
        (["--at", "https://example.org/deltille"], "is no address of a site"),
        (["--at", "https://example.org/a b/; script-src */"], "is no address of a site"),
        (["--theme", "nowhere.css"], "There is no style sheet 'nowhere.css'."),
    ],
)
def test_what_the_build_cannot_take_is_said_in_a_sentence(option: list[str], said: str):
    command = [sys.executable, "-m", "tools", "build", *option]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert said in done.stderr


@pytest.mark.parametrize("origin", ["*", "null", "blog.example.org", "https://example.org/blog", '">'])
def test_what_is_no_origin_is_not_allowed(origin: str):
    command = [sys.executable, "-m", "tools", "build", "--allow", origin]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert "is no origin: write it as https://blog.example.org" in done.stderr


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


def test_without_node_the_site_is_not_built_and_it_is_said_why(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    """Its packages may be there all the same."""
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(Trouble, match="needed to build the site: install Node 20 or newer"):
        site.assemble(tmp_path / "dist")


@pytest.mark.parametrize(
    ("complaint", "sentence"),
    [
        ("npm error code ENOTFOUND\nnpm error errno", "check the network connection"),
        ("npm ERR! code EAI_AGAIN\nnpm ERR! errno", "check the network connection"),
        ("npm error code EINTEGRITY\nnpm error sha512", "does not have the hash in package-lock.json"),
        ("npm error code E500\nnpm error something else", r"npm ci failed: .* \(npm error something else\)$"),
        ("", r"npm ci failed: .* \(it said nothing\)$"),
    ],
)
def test_npm_failing_is_explained(complaint: str, sentence: str):
    assert re.search(sentence, runtime.explain(complaint))


def test_a_second_start_needs_no_network(monkeypatch: pytest.MonkeyPatch):
    runtime.ensure()

    def refuse(*arguments: object, **options: object) -> None:
        raise AssertionError("npm was called")

    monkeypatch.setattr(subprocess, "run", refuse)
    runtime.ensure()


def test_who_only_plays_fetches_no_tools(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    commands = []

    def npm(command: list[str], **options: object) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        return subprocess.CompletedProcess(command, 0, stdout="", stderr="")

    monkeypatch.setattr(runtime, "find_npm", lambda: "npm")
    monkeypatch.setattr(runtime, "INSTALLED", tmp_path / "played")
    monkeypatch.setattr(runtime, "INSTALLED_WITH_TOOLS", tmp_path / "built")
    monkeypatch.setattr(subprocess, "run", npm)
    for tools in (False, False, True, False, True):
        runtime.ensure(tools)
    assert ["--omit=dev" in command for command in commands] == [True, False]


def test_the_icons_are_there_in_the_sizes_they_are_said_to_have(dist: Path):
    icons = json.loads((dist / "assets" / "deltille.webmanifest").read_text(encoding="utf-8"))["icons"]
    pictures = {icon["src"]: icon["sizes"] for icon in icons if icon["type"] == "image/png"}
    assert len(pictures) == 3
    for name, sizes in pictures.items():
        header = (dist / "assets" / name).read_bytes()[:24]
        assert header.startswith(b"\x89PNG")
        assert "{}x{}".format(*struct.unpack(">II", header[16:])) == sizes


def test_one_file_holds_the_whole_site_in_the_same_bytes_each_time(dist: Path, tmp_path: Path):
    for name in ("once", "again"):
        single.write_single(dist, tmp_path / name)
    assert (tmp_path / "once").read_bytes() == (tmp_path / "again").read_bytes()
    page = (tmp_path / "once").read_text(encoding="utf-8")
    assert not re.findall(r'(?:src|href)="(?!data:|#)', page)
    held = set(re.findall(r'data-path="([^"]+)"', page))
    needed = {name for name in files(dist) if name.startswith(("runtime/", "app-", "library-", "pyscript"))}
    assert needed | {"assets/boot.js", "assets/interpreter.js"} <= held


def test_the_service_worker_keeps_every_file_of_the_site(dist: Path):
    worker = (dist / "service-worker.js").read_text(encoding="utf-8")
    kept = set(re.findall(r'url:"([^"]+)"', worker))
    assert kept == set(files(dist)) - {"service-worker.js"}
    assert worker.count("integrity:") >= len(kept)


def test_what_is_played_while_it_is_worked_on_is_kept_by_nobody(tmp_path: Path):
    site.assemble(tmp_path / "played", offline=False)
    assert 'data-worker=""' in (tmp_path / "played" / "index.html").read_text(encoding="utf-8")
    assert not (tmp_path / "played" / "service-worker.js").exists()


def only_there(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: name if name in names else None)


def test_without_chromium_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch):
    only_there(monkeypatch, "firefox")
    with pytest.raises(Trouble, match="need Chromium or Chrome: install it so that it is on the PATH.$"):
        environment.ensure_browsers("usual")


@pytest.mark.parametrize(
    ("engines", "there", "missing", "sentence"),
    [
        ("usual", (), ["firefox"], "need Firefox: .* leave it out with --engines chromium"),
        ("all", ("firefox",), ["webkit"], "need WebKitGTK's driver and Xvfb: "),
        ("all", ("firefox", "WebKitWebDriver"), ["webkit"], "need Xvfb: "),
    ],
)
def test_without_another_browser_the_rest_is_run_and_this_is_no_success(
    engines: str,
    there: tuple[str, ...],
    missing: list[str],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    only_there(monkeypatch, "chromium", *there)
    monkeypatch.setattr(environment, "ensure_venv", lambda: Path("python"))
    monkeypatch.setattr(runtime, "ensure", lambda: None)
    commands = []
    monkeypatch.setattr(testing, "run", lambda *command: commands.append(command) or 0)
    assert testing.run_tests(["-q"], engines) == 1
    assert re.match(f"Not run were the tests that {sentence}", capsys.readouterr().err)
    given = commands[-1][-2 - len(missing) :]
    assert given == (f"--engines={engines}", *(f"--without={name}" for name in missing), "-q")


def test_what_is_missing_is_installed_where_we_may(monkeypatch: pytest.MonkeyPatch):
    here = {"chromium", "apt-get"}
    commands = []

    def apt(command: list[str], **options: object) -> None:
        commands.append(command[3:])
        here.update({"firefox-esr": ["firefox-esr"]}.get(command[-1], []))

    monkeypatch.setattr(shutil, "which", lambda name: name if name in here else None)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr(subprocess, "run", apt)
    environment.ensure_browsers("usual")
    environment.ensure_browsers("usual")
    assert commands == [["update"], ["install", "--yes", "firefox-esr"]]


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


class Served:
    """The page as `play` serves it, in a process of its own."""

    def __enter__(self) -> str:
        command = [sys.executable, "-u", "-m", "tools", "play", "--no-browser", "--port", "0"]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        return re.search(r"http://127\.0\.0\.1:\d+/", self.process.stdout.readline())[0]

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.communicate()


def test_play_serves_the_page_and_says_where():
    with Served() as address, urllib.request.urlopen(address) as page:
        assert b"<title>Deltille</title>" in page.read()


def test_any_page_of_the_site_may_be_asked_for_first():
    shutil.rmtree(site.PLAYED, ignore_errors=True)
    with Served() as address, urllib.request.urlopen(f"{address}example.html") as page:
        assert b"deltille-board" in page.read()


def test_two_tabs_may_load_the_page_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """One finds it whole while the other has it assembled anew."""
    runtime.ensure(tools=False)
    monkeypatch.setattr(site, "PLAYED", tmp_path / "played")
    handler = partial(serve.FreshHandler, directory=site.PLAYED)
    with serve.listen(0, handler) as server, ThreadPoolExecutor() as tabs:
        tabs.submit(server.serve_forever)
        address = f"http://{serve.HOST}:{server.server_port}/"

        def load(path: str) -> int:
            with urllib.request.urlopen(address + path) as answer:
                return len(answer.read())

        try:
            load("index.html")
            asked = [tabs.submit(load, path) for path in ("", "assets/boot.js", "index.html") * 3]
            sizes = [answer.result() for answer in asked]
        finally:
            server.shutdown()
    assert len(set(sizes)) == 2


def test_a_second_start_takes_less_than_a_second_of_the_processor():
    """Its own time, since others may be using the machine as well."""
    with Served():
        pass
    before = os.times()
    with Served():
        pass
    after = os.times()
    spent = sum(after[2:4]) - sum(before[2:4])
    assert 0 < spent < 1
