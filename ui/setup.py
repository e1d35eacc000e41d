"""What a game is begun with: the lobby fills it in, an address may name it, *again* takes it up anew."""

import secrets
from dataclasses import dataclass
from random import Random

from engine import EDITIONS, Match, Options, Player

COLOURS = ("ember", "sky", "leaf", "plum", "sun", "slate")
"""Players' colours; each has an emblem of its own as well, so that no one is told by hue alone."""


@dataclass(frozen=True, slots=True)
class Setup:
    edition: str
    players: tuple[Player, ...]
    options: Options
    seed: str

    def match(self) -> Match:
        return Match(EDITIONS[self.edition], self.players, self.options, {"seed": self.seed})

    @classmethod
    def of(cls, match: Match) -> "Setup":
        return cls(match.edition.name, match.players, match.options, seed_of(match))


def new_seed() -> str:
    return secrets.token_hex(8)


def seed_of(match: Match) -> str:
    """What this match's chance comes from; a record from elsewhere may not say."""
    seed = match.extra.get("seed")
    return seed if isinstance(seed, str) else new_seed()


def deal_chance(match: Match) -> Random:
    """What shuffles the next round: the seed alone, so that *same deal again* is the same deal."""
    return Random(f"{seed_of(match)}: deal {len(match.rounds)}")


def mind(match: Match) -> Random:
    """The chance of the decision to be made now: the same again after a reload."""
    return Random(f"{seed_of(match)}: round {len(match.rounds)}, action {len(match.round.actions)}")


def colour_of(player: Player, seat: int) -> str:
    colour = player.extra.get("colour")
    return colour if colour in COLOURS else COLOURS[seat]
