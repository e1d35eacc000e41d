"""What the tests need besides Python: a virtual environment with pinned tools, and browsers."""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from typing import NamedTuple

from tools import ROOT, Trouble

VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
REQUIREMENTS = ROOT / "tests" / "requirements.txt"
INSTALLED = VENV / "installed-requirements.txt"


class Program(NamedTuple):
    """Something the tests drive, by the first of its names that is on the PATH."""

    names: tuple[str, ...]
    package: str
    """Debian's."""
    called: str


PROGRAMS = {
    "chromium": Program(
        ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
        "chromium",
        "Chromium or Chrome",
    ),
    "firefox": Program(("firefox-esr", "firefox"), "firefox-esr", "Firefox"),
    "webkit": Program(("WebKitWebDriver",), "webkit2gtk-driver", "WebKitGTK's driver"),
    "screen": Program(("Xvfb",), "xvfb", "Xvfb"),
}

ENGINES = {"chromium": (), "usual": ("firefox",), "all": ("firefox", "webkit")}
"""What `--engines` says, and the browsers that the built site is tried in besides Chromium."""
USUAL = "usual"
NEEDS = {"webkit": ("screen",)}
"""What a browser needs besides itself."""


def ensure_venv() -> Path:
    """The Python of an environment that holds exactly what tests/requirements.txt names."""
    python = BIN / ("python.exe" if os.name == "nt" else "python")
    if python.exists() and INSTALLED.exists() and INSTALLED.read_bytes() == REQUIREMENTS.read_bytes():
        return python
    print("Installing the test tools into .venv …", flush=True)
    try:
        venv.create(VENV, clear=True, with_pip=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise Trouble(
            "Python could not make the virtual environment .venv: install its venv module "
            f"(on Debian: apt-get install python3-venv) and try again. ({error})"
        ) from None
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", REQUIREMENTS]
    if subprocess.run(install).returncode:
        raise Trouble("pip could not install the test tools: check the network connection and try again.")
    shutil.copy(REQUIREMENTS, INSTALLED)
    return python


def find(name: str) -> str | None:
    """Where this program of the table is."""
    return next(filter(None, map(shutil.which, PROGRAMS[name].names)), None)


def find_chromium() -> str | None:
    return find("chromium")


def ensure_browsers(engines: str = "chromium") -> list[str]:
    """Chromium, and what these engines take, on the PATH: already there, or Debian's if we may install it.

    Returned are the engines that are missing all the same. Without Chromium there is next to nothing to run.
    """
    needed = {name: (name, *NEEDS.get(name, ())) for name in ("chromium", *ENGINES[engines])}
    if missing := [PROGRAMS[part].package for parts in needed.values() for part in parts if not find(part)]:
        install(missing)
    missing = [name for name, parts in needed.items() if not all(map(find, parts))]
    if "chromium" in missing:
        raise Trouble(
            f"The page's tests need {PROGRAMS['chromium'].called}: install it so that it is on the PATH."
        )
    return missing


def not_run(missing: list[str]) -> str:
    """What was left out for want of these engines, and what to do about it."""
    wanted = [part for name in missing for part in (name, *NEEDS.get(name, ())) if not find(part)]
    called = " and ".join(PROGRAMS[part].called for part in wanted)
    return (
        f"Not run were the tests that need {called}: install it so that it is on the PATH, "
        "or leave it out with --engines chromium."
    )


def install(packages: list[str]) -> None:
    """Have Debian's packages installed, where we are allowed to."""
    if sys.platform != "linux" or os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    print(f"Installing Debian's {' and '.join(packages)} …", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], ["install", "--yes", *packages]):
        subprocess.run(["apt-get", "--quiet", "--quiet", *arguments], env=quiet, stdout=subprocess.DEVNULL)
