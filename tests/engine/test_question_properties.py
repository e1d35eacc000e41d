"""Questions to computer players: read again from their text, they are the same and get the same answers."""

from dataclasses import fields
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.board import Board
from engine.bots import BOTS
from engine.covers import Land
from engine.game import Sight
from engine.match import Match
from engine.question import Question
from tests.engine.games import games

SEEDS = st.text(
    st.characters(exclude_categories=()), max_size=8
)  # lone surrogates too: a record may have them


def parts(sight: Sight) -> dict[str, Any]:
    """What a sight holds, as values that compare."""
    values = {field.name: getattr(sight, field.name) for field in fields(sight) if field.compare}
    return {name: vars(value) if isinstance(value, Board | Land) else value for name, value in values.items()}


@settings(max_examples=80, deadline=None)
@given(games(longest=80), SEEDS, st.data())
def test_a_question_read_again_is_the_same_question(game: Match, seed: str, data: st.DataObject) -> None:
    assume(game.rounds)
    seat = data.draw(st.integers(0, len(game.players) - 1))
    asked = Question("bot:greedy", game.sight(seat), game.legal(), seed)
    again = Question.parse(str(asked))
    assert type(again.sight) is type(asked.sight)
    assert parts(again.sight) == parts(asked.sight)
    # The order of what lies there decides in which order a bot looks at it.
    assert [*again.sight.board.laid] == [*asked.sight.board.laid]
    assert [*again.sight.board.placements(~0)] == [*asked.sight.board.placements(~0)]
    assert (again.kind, again.legal, again.seed) == (asked.kind, asked.legal, asked.seed)
    assert str(again) == str(asked)


@pytest.mark.parametrize("kind", BOTS)
@settings(max_examples=40, deadline=None)
@given(games(longest=80), SEEDS)
def test_every_bot_answers_the_question_read_again_as_it_answers_the_game(
    kind: str, game: Match, seed: str
) -> None:
    assume(legal := game.legal())
    sight = game.sight(game.seat)
    chance = Random(seed.encode("utf-8", "surrogatepass"))
    answer = BOTS[kind](sight, legal, chance)
    assert Question.parse(str(Question(kind, sight, legal, seed))).answer() == answer
