"""Every check there is: style, types, then the tests; and the benchmarks."""

import subprocess
import sys
from pathlib import Path

from tools import ROOT, Trouble, environment, runtime

BENCHES = ROOT / "tests" / "bench"
BROWSER_TESTS = ROOT / "tests" / "ui"
SIDE_BY_SIDE = ("--numprocesses=logical", "--maxprocesses=4", "--dist=loadfile")
"""Each process builds the site once and has a browser of its own; `-n 0` runs all in one."""


def run_tests(arguments: list[str], engines: str = environment.USUAL) -> int:
    """Run all checks, pytest last and with these arguments; the first failure's exit status, or 0.

    The page's tests run in Chromium, some of them also in these other engines. For want of one of those all
    else is run; that this was not all is then said in the end, and is a failure.
    """
    python = environment.ensure_venv()
    missing: list[str] = []
    if needs_browser(arguments):
        runtime.ensure()
        missing = environment.ensure_browsers(engines)
    checks = (
        ["ruff", "check"],
        ["ruff", "format", "--check"],
        ["mypy", "--strict", "engine"],
        [
            "pytest",
            *SIDE_BY_SIDE,
            f"--engines={engines}",
            *(f"--without={name}" for name in missing),
            *arguments,
        ],
    )
    statuses = [run(python, "-m", *check) for check in checks]
    if missing:
        print(environment.not_run(missing), file=sys.stderr)
        statuses.append(1)
    return next(filter(None, statuses), 0)


def run_benches(names: list[str]) -> int:
    """Run the scripts of tests/bench, or only those named; the first failure's exit status, or 0."""
    scripts = {path.stem: path for path in sorted(BENCHES.glob("[!_]*.py"))}
    if unknown := set(names) - set(scripts):
        raise Trouble(f"No benchmark is called {unknown.pop()!r}; there are: {', '.join(scripts) or 'none'}.")
    python = environment.ensure_venv()
    chosen = [scripts[name] for name in names or scripts]
    # A benchmark of the page is called page_…; the others are plain Python and need no browser.
    if any(script.stem.startswith("page") for script in chosen):
        runtime.ensure()
        environment.ensure_browsers()
    statuses = [run(python, "-m", f"tests.bench.{script.stem}") for script in chosen]
    return next(filter(None, statuses), 0)


def needs_browser(arguments: list[str]) -> bool:
    """Whether pytest, given these arguments, will come across the tests of the page."""
    paths = [ROOT / argument.partition("::")[0] for argument in arguments if not argument.startswith("-")]
    chosen = [path for path in paths if path.exists()] or [ROOT]
    return any(
        path == BROWSER_TESTS or BROWSER_TESTS in path.parents or path in BROWSER_TESTS.parents
        for path in chosen
    )


def run(*command: str | Path) -> int:
    return subprocess.run(command, cwd=ROOT).returncode
