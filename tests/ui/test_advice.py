"""Reasons in words: what a hint says, and what the coach does."""

import pytest

from engine import Player
from engine.judge import Verdict
from tests.engine.positions import BRIDGE, CHAIN, position
from tests.engine.test_bots import some_positions
from ui.advice import advice, warning

PLAYERS = (Player("Ada"), Player("Bo"), Player("Cy"))


def bridge_to_be(rack: str = "002 455 111", edition: str = "tournament"):
    return position(edition, rack, "155 022 033", table=CHAIN, pool="003 004 014 015")


def told(game, action: str) -> str:
    return advice(game.sight(game.seat), game.legal(), action, PLAYERS[: len(game.players)])


def warned(game, action: str, best: str, loss: float = 20.0) -> str:
    verdict = Verdict(best, loss=loss, within=2.0)
    return warning(game.sight(game.seat), action, verdict, PLAYERS[: len(game.players)])


def test_a_bridge_is_named_with_what_it_brings():
    assert told(bridge_to_be(), f"play {BRIDGE}").startswith("Lay 2-0-0 here: bridge: +42; ")


def test_what_stays_playable_is_named_tile_by_tile():
    assert told(bridge_to_be("002 455"), f"play {BRIDGE}").endswith("; keeps 4-5-5 playable.")


def test_a_figure_that_another_could_make_is_closed_by_name():
    # Bo may hold 002, which bridges; here 022 lies in its place.
    game = position("classic", "022 455", "155 011", table=CHAIN, pool="001 003")
    there = [action for action in game.legal() if action.endswith(BRIDGE.partition("@")[2])]
    for action in there:
        assert "closes the bridge that Bo could make" in told(game, action)


def test_to_draw_although_something_fits_is_explained():
    assert told(position("tournament", "055 012", "155 011", pool="001 003"), "draw") == (
        "Draw, although something fits: a bigger rack finds bridges and hexagons; keeps 0-5-5 playable."
    )


def test_where_there_is_nothing_to_choose_that_is_said():
    game = position("classic", "111 222", "155 011", pool="001 003")
    assert game.legal() == ("draw",)
    assert told(game, "draw") == "Nothing fits: draw a tile."


@pytest.mark.parametrize("edition", ["classic", "tournament", "kids", "conquest"])
def test_everything_that_can_be_done_can_be_advised_and_warned_of(edition):
    for game in some_positions(edition, 3, 1, every=4):
        for action in game.legal():
            sentence = told(game, action)
            assert sentence.endswith(".")
            assert "{" not in sentence
            assert warned(game, action, game.legal()[0]).startswith("This gives away about 20 points: ")


def test_the_coach_says_what_is_missed_without_saying_where():
    game = bridge_to_be()
    other = next(a for a in game.legal() if a.startswith("play") and "@0,1" not in a)
    sentence = warned(game, other, f"play {BRIDGE}", 23.4)
    assert sentence == "This gives away about 23 points: a bridge is to be had."
    assert warned(game, other, "draw") == "This gives away about 20 points: a bigger rack first finds more."
    assert warned(game, "draw", other) == (
        "This gives away about 20 points: something that fits is worth more now."
    )
