"""What a match holds at each moment of its record, to be compared."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from engine.board import Board
from engine.covers import Land
from engine.errors import NotAllowed
from engine.game import Dealt
from engine.match import Match
from engine.record import Replay, Step, write
from engine.tile_round import TileRound


def replayed(match: Match) -> Iterator[tuple[Match, Dealt | Step]]:
    """The same match once more from its record, stopping after every deal and every action."""
    replay = Replay(write(match))
    for step in replay:
        yield replay.game, step


def state(match: Match) -> dict[str, Any]:
    """Everything a match holds, as values that compare and that later actions do not touch."""
    return {**vars(match), "rounds": [_state_of_round(played) for played in match.rounds]}


def _state_of_round(played: TileRound) -> dict[str, Any]:
    return {name: _still(value) for name, value in vars(played).items()} | {"_legal": played.legal()}


def _still(value: Any) -> Any:
    match value:
        case Board() | Land():
            return deepcopy(vars(value))
        case list():
            return value.copy()
    return value


def check_taking_back(game: Match) -> None:
    before: list[dict[str, Any]] = []
    for now, step in replayed(game):
        if isinstance(step, Dealt) and before:
            before.pop()  # a deal is no action: it cannot be taken back alone
        before.append(state(now))
    for taken_back, expected in enumerate(reversed(before)):
        assert state(game.undone(taken_back)) == expected
    with pytest.raises(NotAllowed):
        game.undone(max(len(before), 1))
