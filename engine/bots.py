"""The computer players. A bot turns what it may see and what it may do into one of those actions.

It gets a `Sight`, never the game, so it cannot peek; and a `Random`, so it repeats itself for a seed.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

from engine.errors import Malformed, quoted
from engine.game import Action, Sight

Bot: TypeAlias = Callable[[Sight, Sequence[Action], Random], Action]


def any_action(sight: Sight, legal: Sequence[Action], rng: Random) -> Action:
    """Any legal action, each as likely as the other."""
    return rng.choice(legal)


def greedy(sight: Sight, legal: Sequence[Action], rng: Random) -> Action:
    """The highest gain at once. Laying goes before keeping; among equals chance decides."""
    if len(legal) == 1:
        return legal[0]
    worth = [(sight.gain(action), action.startswith("play")) for action in legal]
    best = max(worth)
    return rng.choice([action for action, value in zip(legal, worth, strict=True) if value == best])


BOTS: dict[str, Bot] = {"bot:random": any_action, "bot:greedy": greedy}


def bot_named(kind: str) -> Bot:
    if kind not in BOTS:
        raise Malformed(f"unknown bot {quoted(kind)}: there are {', '.join(BOTS)}")
    return BOTS[kind]
