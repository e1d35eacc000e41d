"""Runs the tests of engine/ in the browser, on the library that the site ships; test_library.py calls it.

pytest and the tests need more of the standard library than the game does. They get it from a complete one;
whoever asks for it on behalf of engine/ is remembered instead.
"""

import contextlib
import io
import sys
from importlib.machinery import ModuleSpec, PathFinder
from types import FunctionType

TRIMMED = "/lib/python314.zip"
COMPLETE = "/complete.zip"
ENGINE = "/home/pyodide/engine/"
LOAN = "/suite/"
missing: list[str] = []


class Complete:
    """Finds in the complete library what the site's does not have."""

    @staticmethod
    def find_spec(name: str, path: list[str] | None = None, target: object = None) -> ModuleSpec | None:
        where = [part.replace(TRIMMED, COMPLETE) for part in path] if path else [COMPLETE]
        spec = PathFinder.find_spec(name, where)
        if spec and asked_by_the_engine():
            missing.append(name)
        return spec


def asked_by_the_engine() -> bool:
    """Whether engine/ is nearer among the callers than a test or pytest."""
    frame = sys._getframe()
    while frame := frame.f_back:
        if frame.f_code.co_filename.startswith(ENGINE):
            return True
        if frame.f_code.co_filename.startswith(LOAN):
            return False
    return False


def run(*arguments: str) -> list[object]:
    """pytest's exit status, what of the library engine/ asked for in vain, and what pytest printed."""
    sys.meta_path.append(Complete)
    sys.path.insert(0, LOAN)
    told = io.StringIO()
    with contextlib.redirect_stdout(told), contextlib.redirect_stderr(told):
        import pytest

        status = pytest.main([*arguments])
    asked = [*missing]
    # It would have been noticed: this is engine/ asking for what the game never does.
    FunctionType(compile("import colorsys", f"{ENGINE}probe.py", "exec"), {})()
    return [int(status), asked, missing[len(asked) :], told.getvalue()]
