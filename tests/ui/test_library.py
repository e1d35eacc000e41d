"""The standard library of the site, which has only what is used, is enough: the tests of engine/ run on it.

They run in Chromium, on the archives that the site ships. Left out is what cannot run there: Hypothesis,
which is not plain Python, other processes, and bounds of time that are meant for CPython. What ui/ needs of
the library the other tests of the page find out, all of them being run on the built site.
"""

import os
import shutil
import zipfile
from pathlib import Path

from playwright.sync_api import Page

from tools import ROOT, site
from tools.runtime import PACKAGES

LENT = ("pytest", "_pytest", "pluggy", "iniconfig", "packaging", "pygments")
NOT_THERE = ("hypothesis", "tests.engine.games", "subprocess")
"""A test module that names one of these stays at home."""
LEFT_OUT = "not more_processes and not worst_of_the_largest_size and not refused_at_the_first"
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
    return [path for path in tests if not any(word in path.read_text() for word in NOT_THERE)]


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


def test_the_tests_of_the_engine_pass_on_the_library_of_the_site(page: Page, address: str, dist: Path):
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
    status, missing, control, told = page.evaluate(
        "([inside, suite]) => run(inside, suite)", [inside, [*SWITCHES, "-k", LEFT_OUT, *chosen]]
    )
    assert status == 0, told
    assert missing == []
    assert control == ["colorsys"]
    assert int(told.rpartition(" passed")[0].split()[-1]) > LEAST
