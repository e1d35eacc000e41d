"""Questions to computer players: what their text holds, and what it does not."""

import json
from random import Random

import pytest

from engine.deal import TileDeal
from engine.editions import EDITIONS
from engine.errors import Malformed
from engine.game import Player
from engine.match import Match
from engine.question import Question


def test_hidden_tiles_are_not_in_a_question() -> None:
    """Deal what the player does not see anew, and the text is the same."""
    texts = set()
    match = Match(EDITIONS["tournament"], [Player("Ada"), Player("Bob")])
    deal = TileDeal.shuffled(match.edition, 2, Random(3))
    match.begin(deal)
    seat = match.round.dealt.first
    own = match.round.racks[seat]
    for seed in range(5):
        other = Match(match.edition, match.players)
        tiles = [tile for tile in deal.tiles if not tile.bit & own]
        Random(seed).shuffle(tiles)
        hidden = iter(tiles)
        redealt = tuple(tile if tile.bit & own else next(hidden) for tile in deal.tiles)
        other.begin(type(deal)(redealt, deal.first, deal.lots))
        texts.add(str(Question("bot:greedy", other.sight(seat), other.legal(), "7")))
    assert len(texts) == 1


def test_a_question_is_plain_ascii_json() -> None:
    match = Match(EDITIONS["conquest"], [Player("Ada"), Player("Bob")])
    match.deal(Random(1))
    text = str(Question("bot:greedy", match.sight(0), match.legal(), "Zoë \ud800"))
    assert text.isascii()
    assert json.loads(text)["seed"] == "Zoë \ud800"


def test_a_bot_that_is_not_there_is_named() -> None:
    match = Match(EDITIONS["classic"], [Player("Ada"), Player("Bob")])
    match.deal(Random(1))
    with pytest.raises(Malformed, match="bot:oracle"):
        Question("bot:oracle", match.sight(0), match.legal(), "1").answer()
