"""What a game is begun with: the lobby fills it in, an address may name it, *again* takes it up anew."""

import secrets
from dataclasses import dataclass
from random import Random

from engine import EDITIONS, Match, Options, Player
from engine.question import Question
from ui import by_link

COLOURS = ("ember", "sky", "leaf", "plum", "sun", "slate")
"""Players' colours; each has an emblem of its own as well, so that no one is told by hue alone."""


@dataclass(frozen=True, slots=True)
class Setup:
    edition: str
    players: tuple[Player, ...]
    options: Options
    seed: str
    by_link: bool = False
    """Whether everyone sits at a device of their own."""

    def match(self) -> Match:
        named = {by_link.KEY: by_link.new_name()} if self.by_link else {}
        return Match(EDITIONS[self.edition], self.players, self.options, {"seed": self.seed, **named})

    @classmethod
    def of(cls, match: Match) -> "Setup":
        is_by_link = by_link.name_of(match) is not None
        return cls(match.edition.name, match.players, match.options, seed_of(match), is_by_link)


def new_seed() -> str:
    return secrets.token_hex(8)


def seed_of(match: Match) -> str:
    """What this match's chance comes from; a record from elsewhere may not say."""
    seed = match.extra.get("seed")
    return seed if isinstance(seed, str) else new_seed()


def deal_chance(match: Match) -> Random:
    """What shuffles the next round: the seed alone, so that *same deal again* is the same deal."""
    return Random(f"{seed_of(match)}: deal {len(match.rounds)}")


def chance(match: Match) -> Random:
    """What settles the part of chance in the decision to be made now. No other decision has the same."""
    return Random(f"{seed_of(match)}: {_place(len(match.rounds) - 1, len(match.round.actions))}, chance")


def decision_seed(match: Match, round: int, actions: int) -> str:
    """What the chance of a thinker comes from, after so many actions of a round: the same again later."""
    return f"{match.extra.get('seed')}: {_place(round, actions)}"


def _place(round: int, actions: int) -> str:
    return f"round {round + 1}, action {actions}"


def question(match: Match, kind: str) -> Question:
    """What a bot of this kind is asked about the decision to be made now: the same again after a reload."""
    seed = decision_seed(match, len(match.rounds) - 1, len(match.round.actions))
    return Question(kind, match.sight(match.seat), match.choices(), seed)


def colour_of(player: Player, seat: int) -> str:
    colour = player.extra.get("colour")
    return colour if colour in COLOURS else COLOURS[seat]
