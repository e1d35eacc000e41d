"""Reasons in words: what a hint says, and what the coach does."""

import pytest

from engine import Player, Target
from engine.covers import Cover
from engine.judge import Verdict
from tests.engine.positions import BRIDGE, CHAIN, position, random_match
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


# Conquest


def left_open(pool: str):
    """Bo has no diamond left for the shape that he completed: open to Ada, who has nothing that fits."""
    game = position("conquest", "111 222", "005 444", table="555@0,0 055@-1,0", pool=pool, turn=1)
    game.round.land.in_hand[1][Cover.DIA] = 0
    game.apply("play 050@-2,0")
    return game


def just_laid():
    """Ada may claim a diamond of 15 points."""
    game = position("conquest", "005 111", "333 444", table="555@0,0 055@-1,0", pool="000 122")
    game.apply("play 050@-2,0")
    return game


def test_to_claim_nothing_is_said_to_keep_the_cover_where_the_land_would_swing_one_s_way():
    game = just_laid()
    assert game.sight(0).gain("claim dia@-2,0:-1,0") == 15
    assert told(game, "skip") == "Claim nothing: the cover is worth keeping for more land."
    assert warned(game, "skip", "claim dia@-2,0:-1,0") == (
        "This gives away about 20 points: what can be claimed is worth more now."
    )
    assert warned(game, "claim dia@-2,0:-1,0", "skip") == (
        "This gives away about 20 points: the cover is worth keeping for more land."
    )


def test_with_an_open_shape_one_draws_or_passes_and_claims_nothing():
    game = left_open(pool="002 003 004 011 012 013 014 022 023 024")
    assert game.legal() == ("claim dia@-2,0:-1,0", "draw")
    assert told(game, "draw") == (
        "Draw, and claim nothing: a claim now would leave Bo more to claim;"
        " the cover is worth keeping for more land."
    )
    claim = game.legal()[0]
    assert warned(game, claim, "draw").endswith(": the cover is worth keeping for more land.")
    assert warned(game, "draw", claim).endswith(": what can be claimed is worth more now.")
    game = left_open(pool="")
    assert game.legal() == ("claim dia@-2,0:-1,0", "pass")
    assert told(game, "pass") == "Pass, and claim nothing: the cover is worth keeping for more land."


def test_nothing_is_left_but_to_pass_only_where_there_is_nothing_else():
    with_pass = position("tournament", "055 012", "155 011", pool="")
    assert "pass" in with_pass.legal()
    assert told(with_pass, "pass").startswith("Pass, although something fits")
    may_stop = position("xxl-de", "111 222", "155 011", pool="112 122 223")
    may_stop.apply("draw")
    assert may_stop.legal() == ("draw", "pass")
    assert told(may_stop, "pass").startswith("Pass, and draw no more")
    assert told(may_stop, "draw") == "Nothing drawn fits: draw another tile."
    alone = position("tournament", "111 222", "155 011", pool="")
    assert alone.legal() == ("pass",)
    assert told(alone, "pass") == "Nothing is left but to pass."


SAID_ONLY_IF = {
    "Nothing is left but": lambda plays, claims, legal, most: len(legal) == 1,
    "Nothing fits": lambda plays, claims, legal, most: not plays and not claims,
    "although something fits": lambda plays, claims, legal, most: plays,
    "and claim nothing": lambda plays, claims, legal, most: claims and not plays,
    "and draw no more": lambda plays, claims, legal, most: "draw" in legal and not plays,
    "no shape here brings": lambda plays, claims, legal, most: claims and most <= 0,
    "nothing worth claiming": lambda plays, claims, legal, most: most <= 0,
    "worth keeping for more land": lambda plays, claims, legal, most: most > 0,
}
"""Words of a hint, and what is the case wherever they are said."""


def test_no_hint_says_what_is_not_so():
    said = set()
    for edition, players in (("conquest", 2), ("conquest", 3), ("xxl-de", 2), ("tournament", 3)):
        for seed in range(8):
            for n, (game, _chosen) in enumerate(
                random_match(edition, players, seed, target=Target(rounds=1))
            ):
                legal = game.legal()
                plays, claims = ([a for a in legal if a.startswith(kind)] for kind in ("play", "claim"))
                most = max(map(game.sight(game.seat).gain, legal))
                others = [action for action in legal if action not in (*plays, *claims)]
                for action in (*others, *(plays[:1] if n % 4 == 0 else ()), *claims[:1]):
                    sentence = told(game, action)
                    for words in (words for words in SAID_ONLY_IF if words in sentence):
                        assert SAID_ONLY_IF[words](plays, claims, legal, most), (sentence, legal)
                        said.add(words)
    assert said == {*SAID_ONLY_IF}
