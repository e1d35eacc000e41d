"""Which browsers the tests of the page are run in, as `python3 -m tools test --engines …` says."""

import pytest

from tools import environment


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--engines",
        choices=environment.ENGINES,
        default=environment.USUAL,
        help="the browsers that tests/ui/test_engines.py uses besides Chromium",
    )
    parser.addoption(
        "--without",
        action="append",
        choices=environment.PROGRAMS,
        default=[],
        help="one of those that is not there",
    )
