"""What a developer or a site owner runs: `python3 -m tools play`, `build`, `test`, `bench`.

Standard library only, since it is what makes everything else available.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class Trouble(Exception):
    """Something the person at the keyboard can put right; the message says how, in one sentence."""
