"""Whole matches between computer players."""

from collections.abc import Sequence
from random import Random

from engine.bots import bot_named
from engine.game import Edition, Player
from engine.match import Match
from engine.options import Options


def play_match(edition: Edition, kinds: Sequence[str], seed: str, options: Options | None = None) -> Match:
    """One match to its end. Deals depend on the seed alone, and so do dice as long as they are
    rolled: bots can be compared on the same tiles."""
    bots = [bot_named(kind) for kind in kinds]
    names = [f"{kind.removeprefix('bot:').title()} {seat + 1}" for seat, kind in enumerate(kinds)]
    players = [Player(name, kind) for name, kind in zip(names, kinds, strict=True)]
    dealer = Random(f"{seed}: deals".encode("utf-8", "surrogatepass"))
    minds = [Random(f"{seed}: seat {seat}".encode("utf-8", "surrogatepass")) for seat in range(len(kinds))]
    match = Match(edition, players, options)
    while not match.winners:
        match.deal(dealer)
        while choices := match.choices():
            seat = match.seat
            choice = bots[seat](match.sight(seat), choices, minds[seat])
            match.apply(match.settle(choice, dealer))
    return match
