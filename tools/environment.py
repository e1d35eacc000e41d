"""What the tests need besides Python: a virtual environment with pinned tools, and a Chromium."""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

from tools import ROOT, Trouble

VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
REQUIREMENTS = ROOT / "tests" / "requirements.txt"
INSTALLED = VENV / "installed-requirements.txt"
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


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


def find_chromium() -> str | None:
    return next(filter(None, map(shutil.which, CHROMIUMS)), None)


def ensure_chromium() -> None:
    """A Chromium on the PATH: the one already there, or Debian's when we may install it."""
    if find_chromium():
        return
    if sys.platform == "linux" and os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing Debian's chromium …", flush=True)
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for arguments in (["update"], ["install", "--yes", "chromium"]):
            subprocess.run(
                ["apt-get", "--quiet", "--quiet", *arguments], env=quiet, stdout=subprocess.DEVNULL
            )
    if not find_chromium():
        raise Trouble(
            "The page's tests need a Chromium: install Chromium or Chrome so that it is on the PATH."
        )
