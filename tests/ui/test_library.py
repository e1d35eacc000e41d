"""The standard library of the site, which has only what is used, is enough: the tests of engine/ run on it.

They run in Chromium, on the archives that the site ships. What cannot run there is named here with the
reason. What ui/ needs of the library the other tests of the page find out, all of them being run on the
built site.
"""

import ast
import os
import re
import shutil
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.ui.conftest import Watch
from tools import ROOT, site
from tools.runtime import PACKAGES

LENT = ("pytest", "_pytest", "pluggy", "iniconfig", "packaging", "pygments")
NEEDED = {"hypothesis": "it is not plain Python", "subprocess": "a browser has no other processes"}
"""What cannot be had there, and why."""
LEFT_OUT_MODULES = {
    "test_fuzz.py": "hypothesis",
    "test_processes.py": "subprocess",
    "test_properties.py": "hypothesis",
    "test_question_properties.py": "hypothesis",
    "test_ring_properties.py": "hypothesis",
}
"""The modules that stay at home, and what they need."""
LEFT_OUT = {
    "more_processes": "the arena plays in other processes",
    "worst_of_the_largest_size": "its bound of time is meant for CPython",
    "refused_at_the_first": "such large records take long there",
}
"""Tests of the other modules that stay at home, and why."""
SWITCHES = ["-q", "-s", "--rootdir=/suite", "--import-mode=importlib", "-p", "no:cacheprovider"]
LEAST = 1500

PAGE = """<!doctype html>
<title>suite</title>
<link rel="icon" href="data:,">
<script type="module">
  const { loadPyodide } = await import("./PYODIDE");
  const at = (path) => new URL(path, document.baseURI).href;
  const bytes = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());
  const python = await loadPyodide({ stdLibURL: at("LIBRARY") });
  const files = { "app.zip": "APP", "/suite.zip": "suite.zip", "/complete.zip": "complete.zip" };
  for (const [name, path] of Object.entries(files)) python.FS.writeFile(name, await bytes(path));
  python.runPython(`import shutil
shutil.unpack_archive("app.zip", ".")
shutil.unpack_archive("/suite.zip", "/suite")`);
  window.run = (inside, suite) => {
    python.runPython(inside);
    return python.globals.get("run")(...suite).toJs();
  };
  document.documentElement.dataset.ready = "true";
</script>
"""


def suite() -> list[Path]:
    tests = sorted((ROOT / "tests" / "engine").glob("test_*.py"))
    return [path for path in tests if path.name not in LEFT_OUT_MODULES]


def test_only_modules_that_need_what_a_browser_has_not_stay_at_home():
    for path in (ROOT / "tests" / "engine").glob("test_*.py"):
        imported = set(re.findall(r"^(?:from|import) (\w+)", path.read_text(), re.MULTILINE))
        assert imported & NEEDED.keys() == {LEFT_OUT_MODULES.get(path.name)} - {None}, path.name


@pytest.mark.parametrize(
    "name", [name for name, needed in LEFT_OUT_MODULES.items() if needed == "hypothesis"]
)
def test_what_stays_at_home_for_hypothesis_is_tests_with_it(name: str):
    tree = ast.parse((ROOT / "tests" / "engine" / name).read_text())
    tests = [part for part in tree.body if isinstance(part, ast.FunctionDef) and part.name.startswith("test")]
    assert tests
    for test in tests:
        assert any("given(" in ast.unparse(mark) for mark in test.decorator_list), test.name


def lend(target: Path) -> None:
    """pytest as it is installed here, and the tests."""
    import pytest

    packages = Path(pytest.__file__).parents[1]
    lent = [path for name in LENT for path in (packages / name).rglob("*.py")]
    about = [path for name in LENT for path in packages.glob(f"{name}-*.dist-info/*") if path.is_file()]
    tests = [path for path in (ROOT / "tests" / "engine").rglob("*") if path.is_file()]
    with zipfile.ZipFile(target, "w") as archive:
        for path in (*lent, *about, packages / "py.py"):
            archive.write(path, path.relative_to(packages))
        for path in (*tests, *(ROOT / "tools").glob("*.py")):
            if path.suffix != ".pyc":
                archive.write(path, path.relative_to(ROOT))


def test_the_tests_of_the_engine_pass_on_the_library_of_the_site(
    page: Page, watch: Watch, address: str, dist: Path
):
    folder = dist.with_name("suite")
    shutil.copytree(dist, folder, copy_function=os.link)
    lend(folder / "suite.zip")
    shutil.copy(PACKAGES / "pyodide" / site.LIBRARY, folder / "complete.zip")
    names = {"PYODIDE": "runtime/pyodide-*/pyodide.mjs", "LIBRARY": "library-*.zip", "APP": "app-*.zip"}
    text = PAGE
    for mark, pattern in names.items():
        (path,) = folder.glob(pattern)
        text = text.replace(mark, path.relative_to(folder).as_posix())
    (folder / "suite.html").write_text(text)
    page.goto(f"{address}../suite/suite.html")
    page.locator("html[data-ready=true]").wait_for(state="attached", timeout=120_000)
    inside = (ROOT / "tests" / "ui" / "inside.py").read_text()
    chosen = [f"/suite/{path.relative_to(ROOT).as_posix()}" for path in suite()]
    without = " and ".join(f"not {name}" for name in LEFT_OUT)
    status, missing, control, told = page.evaluate(
        "([inside, suite]) => run(inside, suite)", [inside, [*SWITCHES, "-k", without, *chosen]]
    )
    assert status == 0, told
    assert missing == []
    assert control == ["colorsys"]
    assert int(told.rpartition(" passed")[0].split()[-1]) > LEAST
    # What a test has written past Python's streams arrives there.
    assert all(told.startswith("console ") for told in watch.take())
