"""The computer players. A bot turns what it may see and what it may do into one of those actions.

It gets a `Sight`, never the game, so it cannot peek; and a `Random`, so it repeats itself for a seed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from engine.club import CLUB
from engine.errors import Malformed, quoted
from engine.expert import Expert
from engine.game import Action, Sight
from engine.playout import sheet_of
from engine.points import PointsSight
from engine.ring_sight import RingSight
from engine.worlds import hidden_tiles

Bot: TypeAlias = Callable[[Sight, Sequence[Action], Random], Action]


def any_action(sight: Sight, legal: Sequence[Action], rng: Random) -> Action:
    """Any of them, each as likely as the other."""
    return rng.choice(legal)


def greedy(sight: Sight, legal: Sequence[Action], rng: Random) -> Action:
    """The highest gain at once. Laying goes before keeping; among equals chance decides."""
    if len(legal) == 1:
        return legal[0]
    worth = [(sight.gain(action), action.startswith("play")) for action in legal]
    best = max(worth)
    return rng.choice([action for action, value in zip(legal, worth, strict=True) if value == best])


@dataclass(frozen=True, slots=True)
class Beginner:
    """Kind: keeps high tiles for later and opens good places for others. Now and then it `notices` what a
    tile would gain, and in `doubt` it draws."""

    notices: float = 0.15
    doubt: float = 0.15

    def __call__(self, sight: Sight, legal: Sequence[Action], rng: Random) -> Action:
        if isinstance(sight, RingSight):
            return self._stroll(sight, legal, rng)
        choices = [action for action in legal if action not in ("draw", "pass", "skip")]
        if not choices or len(legal) == 1 or rng.random() < self.notices:
            return greedy(sight, legal, rng)
        if "draw" in legal and rng.random() < self.doubt:
            return "draw"
        kindness = {action: self._kindness(sight, action) for action in choices}
        most = max(kindness.values())
        return rng.choice([action for action in choices if kindness[action] == most])

    def _stroll(self, sight: RingSight, choices: Sequence[Action], rng: Random) -> Action:
        """On the ring it plays along and hardly plans; it does not sell, which would be no kindness."""
        if rng.random() < self.notices:
            return greedy(sight, choices, rng)
        return rng.choice([choice for choice in choices if not choice.startswith("sell")])

    @staticmethod
    def _kindness(sight: Sight, action: Action) -> float:
        if isinstance(sight, PointsSight):
            return -CLUB.worth(sight, action, hidden_tiles(sight), sheet_of(sight.edition, sight.options))
        return -sight.gain(action)


BOTS: dict[str, Bot] = {
    "bot:random": any_action,
    "bot:beginner": Beginner(),
    "bot:greedy": greedy,
    "bot:club": CLUB,
    "bot:expert": Expert(),
}


def bot_named(kind: str) -> Bot:
    if kind not in BOTS:
        raise Malformed(f"unknown bot {quoted(kind)}: there are {', '.join(BOTS)}")
    return BOTS[kind]
