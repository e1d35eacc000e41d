"""Games to fill a shelf with."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from engine import EDITIONS, Match, read, write
from engine.simulate import play_match
from ui.shelf import Summary
from ui.store import Store

NAMES = ("Ada", "Computer", "Cy", "Di")


@cache
def _record(edition: str, kinds: tuple[str, ...], seed: int) -> str:
    match = play_match(EDITIONS[edition], ["bot:greedy"] * len(kinds), str(seed))
    match.players = tuple(
        replace(player, name=name, kind=kind)
        for player, name, kind in zip(match.players, NAMES, kinds, strict=False)
    )
    return write(match)


def finished(edition: str = "kids", *kinds: str, seed: int = 1) -> Match:
    """A game to its end, played as if by these."""
    return read(_record(edition, kinds or ("human", "bot:greedy"), seed))


def running(edition: str = "kids", *kinds: str, seed: int = 1, back: int = 5) -> Match:
    return finished(edition, *kinds, seed=seed).undone(back)


def put(store: Store, game: str, match: Match, name: str = "") -> None:
    store.save(game, write(match), Summary.of(match).digest(), final=bool(match.winners))
    if name:
        store.rename(game, name)


def clock(start: float = 1_760_000_000.0) -> Callable[[], float]:
    """A clock that goes a minute further whenever somebody looks."""
    time = start

    def now() -> float:
        nonlocal time
        time += 60
        return time

    return now
