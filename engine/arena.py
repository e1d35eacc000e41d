"""Computer players against each other on the same deals, with every seat taken once by each.

One *pairing* is a deal played as often as there are seats, the players moving on by one seat each time, so
that neither tiles nor seats favour anybody. Pairings are independent of each other, the games in one are
not: the intervals are over pairings.
"""

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from multiprocessing import get_context
from random import Random

from engine.bots import Bot, bot_named
from engine.editions import edition_named
from engine.expert import Expert
from engine.game import Player
from engine.match import Match
from engine.options import Options

SURE = 1.96
"""So many standard errors to either side hold the true mean in 95 of 100 cases."""


@dataclass(slots=True)
class Tally:
    """What one player did in one pairing: shares of rounds and matches won, margins, thinking."""

    rounds: list[float] = field(default_factory=list)
    margins: list[float] = field(default_factory=list)
    matches: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    """Of the processor, for each decision that left a choice."""
    samples: int = 0


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over pairings and the half width of its 95 % interval."""

    mean: float
    within: float


@dataclass(frozen=True, slots=True)
class Standing:
    """How one player did in all."""

    player: str
    games: int
    rounds: int
    win_share: Estimate
    margin: Estimate
    match_share: Estimate
    mean_ms: float
    p95_ms: float
    samples_per_second: float


@dataclass(frozen=True, slots=True)
class Arena:
    """Who plays what. `samples` is the budget of those who think in samples."""

    edition: str
    kinds: tuple[str, ...]
    seed: str
    options: Options
    samples: int | None = None

    def bots(self) -> list[Bot]:
        found = [bot_named(kind) for kind in self.kinds]
        if self.samples is not None:
            found = [replace(bot, samples=self.samples) if isinstance(bot, Expert) else bot for bot in found]
        return found

    def pairing(self, number: int) -> list[Tally]:
        """The tallies of all players for this deal, in the order of their names."""
        tallies = [Tally() for _ in self.kinds]
        for moved in range(len(self.kinds)):
            self._game(number, moved, tallies)
        return tallies

    def _game(self, number: int, moved: int, tallies: Sequence[Tally]) -> None:
        players = len(self.kinds)
        sits = [(seat + moved) % players for seat in range(players)]
        bots = self.bots()
        dealer = Random(f"{self.seed}/{number}: deals")
        minds = [Random(f"{self.seed}/{number}/{moved}: seat {seat}") for seat in range(players)]
        match = Match(edition_named(self.edition), [Player(self.kinds[who]) for who in sits], self.options)
        while not match.winners:
            match.deal(dealer)
            before = match.scores
            while choices := match.choices():
                seat = match.seat
                sight = match.sight(seat)
                bot, tally = bots[sits[seat]], tallies[sits[seat]]
                begun = time.process_time()
                if isinstance(bot, Expert) and len(choices) > 1:
                    thought = bot.think(sight, choices, minds[seat])
                    tally.samples += thought.samples
                    choice = thought.action
                else:
                    choice = bot(sight, choices, minds[seat])
                if len(choices) > 1:
                    tally.seconds.append(time.process_time() - begun)
                match.apply(match.settle(choice, dealer))
            gained = [now - then for now, then in zip(match.scores, before, strict=True)]
            won = match.winners if match.round.number == 0 and match.winners else _highest(gained)
            for seat, who in enumerate(sits):
                tallies[who].rounds.append((seat in won) / len(won))
                others = sum(gained) - gained[seat]
                tallies[who].margins.append(gained[seat] - others / (players - 1))
        for seat, who in enumerate(sits):
            tallies[who].matches.append((seat in match.winners) / len(match.winners))


def _highest(gained: Sequence[int]) -> list[int]:
    return [seat for seat, points in enumerate(gained) if points == max(gained)]


def run(arena: Arena, pairings: int, jobs: int = 1) -> Iterator[list[Tally]]:
    """The tallies of so many pairings, as they come in, in order."""
    if jobs == 1:
        yield from map(arena.pairing, range(pairings))
        return
    with get_context("fork").Pool(jobs) as pool:
        yield from pool.imap(partial(Arena.pairing, arena), range(pairings))


def standings(kinds: Sequence[str], pairings: Iterable[Sequence[Tally]]) -> list[Standing]:
    tallies = list(pairings)
    return [_standing(kind, [tally[who] for tally in tallies]) for who, kind in enumerate(kinds)]


def _standing(kind: str, tallies: Sequence[Tally]) -> Standing:
    seconds = sorted(second for tally in tallies for second in tally.seconds)
    thought = sum(seconds)
    return Standing(
        player=kind,
        games=sum(len(tally.matches) for tally in tallies),
        rounds=sum(len(tally.rounds) for tally in tallies),
        win_share=estimate(tallies, lambda tally: tally.rounds),
        margin=estimate(tallies, lambda tally: tally.margins),
        match_share=estimate(tallies, lambda tally: tally.matches),
        mean_ms=1000 * thought / len(seconds) if seconds else 0.0,
        p95_ms=1000 * seconds[math.ceil(0.95 * len(seconds)) - 1] if seconds else 0.0,
        samples_per_second=sum(tally.samples for tally in tallies) / thought if thought else 0.0,
    )


def estimate(tallies: Sequence[Tally], of: Callable[[Tally], Sequence[float]]) -> Estimate:
    """The mean over all games or rounds, with its interval over pairings, which may differ in length."""
    sums = [sum(of(tally)) for tally in tallies]
    counts = [len(of(tally)) for tally in tallies]
    mean = sum(sums) / sum(counts)
    if len(tallies) < 2:
        return Estimate(mean, 0.0)  # one pairing tells nothing about how pairings differ
    off = sum((total - mean * count) ** 2 for total, count in zip(sums, counts, strict=True))
    error = math.sqrt(off * len(tallies) / (len(tallies) - 1)) / sum(counts)
    return Estimate(mean, SURE * error)


def table(found: Sequence[Standing]) -> Iterator[str]:
    """The standings for people to read, line by line."""
    yield (
        f"{'player':14}{'games':>7}{'rounds':>8}{'win share':>18}{'margin':>18}{'match share':>18}"
        f"{'ms':>9}{'p95':>9}{'samples/s':>11}"
    )
    for one in found:
        yield (
            f"{one.player:14}{one.games:7}{one.rounds:8}{_percent(one.win_share):>18}"
            f"{f'{one.margin.mean:+.1f} ± {one.margin.within:.1f}':>18}{_percent(one.match_share):>18}"
            f"{one.mean_ms:9.2f}{one.p95_ms:9.2f}{one.samples_per_second:11.0f}"
        )


def _percent(share: Estimate) -> str:
    return f"{100 * share.mean:.1f} ± {100 * share.within:.1f} %"


def as_json(arena: Arena, found: Sequence[Standing]) -> dict[str, object]:
    return {
        "edition": arena.edition,
        "options": arena.options.as_json(),
        "seed": arena.seed,
        "samples": arena.samples,
        "players": [asdict(standing) for standing in found],
    }
