"""The built site in browsers of other families: it starts, is played, and needs no network after a visit."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ui.conftest import served
from tests.ui.engines import LAUNCH, Engine, Refused
from tests.ui.test_embedding import GAME, iframe
from tests.ui.test_offline import KEPT, Host
from tools import environment, single
from tools.site import assemble

# Hostile to parsers, in ways that each browser takes differently.
BOMBS = ("'['.repeat(100_000)", "'{\"a\":'.repeat(100_000)", "'9'.repeat(10_000)", "'\\\\u0000'", "'NaN'")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "engine" in metafunc.fixturenames:
        wanted, missing = map(metafunc.config.getoption, ("engines", "without"))
        engines = [name for name in environment.ENGINES[wanted] if name not in missing]
        metafunc.parametrize("engine", engines, indirect=True, scope="module")


@pytest.fixture(scope="module")
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    with LAUNCH[request.param]() as engine:
        yield engine
        assert engine.complaints() == []


@pytest.fixture
def site(dist: Path) -> Iterator[Host]:
    host = Host(dist)
    yield host
    host.stop()


def record(engine: Engine) -> dict[str, object]:
    return json.loads(engine.run("deltille.record()"))


# Fulfilled once the computer has moved and it is a person's turn again, which may be painted later.
ANSWERED = """(async () => {
  const moves = () => JSON.parse(deltille.record()).rounds[0].actions.length;
  while (moves() < 2 || !deltille.legal().length) await new Promise((later) => setTimeout(later, 50));
})()"""


def lay_a_tile(engine: Engine) -> None:
    before = len(record(engine)["rounds"][0]["actions"])
    engine.click("[data-tile]:not(.useless)")
    engine.click("[data-target] .lit")
    assert record(engine)["rounds"][0]["actions"][before].startswith("play ")


def test_a_tile_is_laid_and_answered_and_after_one_visit_no_network_is_needed(engine: Engine, site: Host):
    engine.open(site.address)
    engine.wait_for(".offline")
    assert engine.text(".offline") == KEPT
    # A computer player that thinks in a worker beside the page
    game = f"{site.address}?{GAME.replace('greedy', 'expert')}"
    engine.open(game)
    lay_a_tile(engine)
    engine.run(ANSWERED)
    before = record(engine)
    assert len(before["rounds"][0]["actions"]) > 1

    site.stop()
    engine.go("about:blank")
    engine.open(game)
    assert record(engine) == before
    lay_a_tile(engine)
    engine.open(f"{site.address}?{GAME}")
    lay_a_tile(engine)
    assert engine.text("#trouble-detail") == ""
    site.start()


def test_what_would_break_a_parser_is_refused_in_a_sentence(engine: Engine, site: Host):
    engine.open(f"{site.address}?{GAME}")
    before = record(engine)
    for bomb in BOMBS:
        with pytest.raises(Refused, match="Error: .+"):
            engine.run(f"deltille.load({bomb})")
    assert record(engine) == before
    assert engine.text("#trouble-detail") == ""


def test_the_one_file_is_played_from_disk_by_the_expert_in_a_worker(
    engine: Engine, dist: Path, tmp_path: Path
):
    file = tmp_path / single.NAME
    single.write_single(dist, file)
    engine.open(f"{file.as_uri()}?{GAME.replace('greedy', 'expert')}")
    lay_a_tile(engine)
    engine.run(ANSWERED)
    assert len(record(engine)["rounds"][0]["actions"]) > 1
    assert engine.run("performance.getEntriesByName('deltille:worker').length") == 1
    assert engine.run("document.querySelector('.toast')") is None
    # A page from disk is of the origin "null", and so is what anybody writes into an address.
    passed = "String(window.trustedTypes?.defaultPolicy.createScriptURL('data:text/javascript,1') ?? '')"
    assert engine.run(passed) == ""
    assert engine.text("#trouble-detail") == ""


@pytest.fixture(scope="module")
def framed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """The game at an address that its build knows, without which WebKit loads nothing of it in a sandbox."""
    host = Host(tmp_path_factory.mktemp("framed"))
    assemble(host.folder, at=host.address)
    yield host
    host.stop()


def test_it_is_played_in_a_frame_that_may_store_nothing(engine: Engine, framed: Host, tmp_path: Path):
    (tmp_path / "article.html").write_text(
        "<!doctype html><title>An article</title><link rel='icon' href='data:,'>"
        + iframe(GAME, sandbox="allow-scripts").format(game=framed.address)
    )
    with served(tmp_path) as article:
        engine.go(f"{article.replace('127.0.0.1', 'localhost')}article.html")
        engine.enter_frame()
        lay_a_tile(engine)
        assert "Not saved here" in engine.text(".frame-bar")
        assert engine.text("#trouble-detail") == ""
