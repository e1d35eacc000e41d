"""What a computer player is asked, as text: so that it can think elsewhere and come to the same answer.

A `Question` asks what to do, a `Case` what an action is worth beside the expert's. Both hold what the player
sees, what it may do and the seed of its chance, and never the game. The board is not written down: the
round's actions lay it again. These texts go between two parts of one page; they are not for keeping, and
nobody else's are read.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from engine.board import Board
from engine.bots import bot_named
from engine.conquest import LandSight
from engine.covers import Land, Shape
from engine.editions import EDITIONS, LandEdition, PointsEdition
from engine.errors import Malformed, quoted
from engine.game import Action, Edition, Sight
from engine.judge import Verdict, judge
from engine.lattice import Cell
from engine.options import Options
from engine.points import PointsSight
from engine.ring import RingEdition
from engine.ring_events import Card
from engine.ring_sight import Asked, Decision, RingSight
from engine.tile_round import TileSight
from engine.tiles import Placement, Tile, rack_of, tiles_of


@dataclass(frozen=True, slots=True)
class Question:
    """To one bot, about one decision. `seed` is where its chance comes from."""

    kind: str
    sight: Sight
    legal: tuple[Action, ...]
    seed: str

    def answer(self) -> Action:
        """The bot's action: the same wherever and whenever it is asked."""
        return bot_named(self.kind)(self.sight, self.legal, _chance(self.seed))

    def read(self, answer: str) -> Action:
        """An answer that came as text."""
        return _legal(answer, self.legal)

    @classmethod
    def parse(cls, text: str) -> "Question":
        given = json.loads(text)
        return cls(given["kind"], sight_from_json(given["sight"]), tuple(given["legal"]), given["seed"])

    def __str__(self) -> str:
        sight = sight_as_json(self.sight)
        return json.dumps({"kind": self.kind, "sight": sight, "legal": self.legal, "seed": self.seed})


@dataclass(frozen=True, slots=True)
class Case:
    """To the expert, about one of several legal actions. With the seed of a question it would do the same."""

    kind: ClassVar[str] = "bot:expert"
    sight: Sight
    legal: tuple[Action, ...]
    action: Action
    seed: str

    def answer(self) -> Verdict:
        return judge(self.sight, self.legal, self.action, _chance(self.seed))

    def read(self, answer: str) -> Verdict:
        """An answer that came as text."""
        verdict = Verdict.parse(answer)
        _legal(verdict.best, self.legal)
        return verdict

    @classmethod
    def parse(cls, text: str) -> "Case":
        given = json.loads(text)
        sight = sight_from_json(given["sight"])
        return cls(sight, tuple(given["legal"]), given["action"], given["seed"])

    def __str__(self) -> str:
        sight = sight_as_json(self.sight)
        return json.dumps({"sight": sight, "legal": self.legal, "action": self.action, "seed": self.seed})


def answered(text: str) -> str:
    """The answer to a question or a case, both as text."""
    asked = Question.parse(text) if "kind" in json.loads(text) else Case.parse(text)
    return str(asked.answer())


def _chance(seed: str) -> Random:
    return Random(seed.encode("utf-8", "surrogatepass"))


def _legal(action: str, legal: tuple[Action, ...]) -> Action:
    if action not in legal:
        raise Malformed(f"not one of the legal actions: {quoted(action)}")
    return action


def sight_as_json(sight: Sight) -> dict[str, Any]:
    written: dict[str, Any] = {
        "seat": sight.seat,
        "turn": sight.turn,
        "options": sight.options.as_json(),
        "round": sight.round,
        "first": sight.first,
        "actions": sight.actions,
        "scores": sight.scores,
    }
    if isinstance(sight, RingSight):
        return written | _ring_as_json(sight)
    assert isinstance(sight, TileSight)
    written |= {
        "rack": [str(tile) for tile in tiles_of(sight.rack)],
        "drawn": sight.drawn,
        "tiles_left": sight.tiles_left,
        "pool": sight.pool,
    }
    if isinstance(sight, LandSight):
        return written | {
            "edition": sight.edition.name,
            "lying": [[covered.seat, str(covered.shape)] for covered in sight.land.covered()],
            "fresh": None if sight.fresh is None else str(sight.fresh),
            "open_shapes": [str(shape) for shape in sight.open_shapes],
        }
    assert isinstance(sight, PointsSight)
    return written | {"edition": sight.edition.name, "bell": sight.bell}


def sight_from_json(given: Mapping[str, Any]) -> Sight:
    """What was seen, with a board and a land of its own."""
    edition = EDITIONS[given["edition"]]
    seen = _seen(given, edition)
    if isinstance(edition, RingEdition):
        return _ring_sight(seen, edition, given)
    seen |= {
        "board": _board(given["actions"]),
        "rack": rack_of(map(Tile.parse, given["rack"])),
        "drawn": given["drawn"],
        "tiles_left": tuple(given["tiles_left"]),
        "pool": given["pool"],
    }
    if isinstance(edition, LandEdition):
        fresh = given["fresh"]
        return LandSight(
            **seen,
            edition=edition,
            land=_land(edition, given["lying"], len(given["scores"])),
            fresh=None if fresh is None else Cell.parse(fresh),
            open_shapes=tuple(map(Shape.parse, given["open_shapes"])),
        )
    assert isinstance(edition, PointsEdition)
    return PointsSight(**seen, edition=edition, bell=given["bell"])


def _seen(given: Mapping[str, Any], edition: Edition) -> dict[str, Any]:
    """What is seen in every game."""
    return {
        "seat": given["seat"],
        "turn": given["turn"],
        "options": Options.from_json(given["options"], edition.default_target),
        "round": given["round"],
        "first": given["first"],
        "actions": tuple(given["actions"]),
        "scores": tuple(given["scores"]),
    }


_BY_SEAT_OR_SPACE = ("owners", "purses", "places", "jailed", "playing", "turns", "hands")


def _ring_as_json(sight: RingSight) -> dict[str, Any]:
    decision = sight.decision
    return {
        "edition": sight.edition.name,
        "decision": decision and [decision.asked, decision.seat, decision.space, decision.needed],
        **{name: getattr(sight, name) for name in _BY_SEAT_OR_SPACE},
        "bank": sight.bank,
        "hand": sight.hand,
        "pool": sight.pool,
        "under": sight.under,
    }


def _ring_sight(seen: dict[str, Any], edition: RingEdition, given: Mapping[str, Any]) -> RingSight:
    decision = None
    if given["decision"]:
        asked, *about = given["decision"]
        decision = Decision(Asked(asked), *about)
    seen |= {name: tuple(given[name]) for name in _BY_SEAT_OR_SPACE}
    return RingSight(
        **seen,
        edition=edition,
        decision=decision,
        bank=given["bank"],
        hand=tuple(map(Card, given["hand"])),
        pool=given["pool"],
        under=tuple(map(Card, given["under"])),
    )


def _board(actions: list[Action]) -> Board:
    board = Board()
    for action in actions:
        if action.startswith("play "):
            board.lay(Placement.parse(action[5:]))
    return board


def _land(edition: LandEdition, lying: list[tuple[int, str]], players: int) -> Land:
    """Every cover is on the table or in its owner's hand."""
    land = Land(edition.covers, players)
    for seat, text in lying:
        land.claim(seat, Shape.parse(text))
    return land
