"""How games on the ring go: `python3 -m tools.ring_report --games 10000 --seed 7` writes the table that is in
docs/conquer.md. Every kind of company plays the same share of the games.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median, quantiles

from engine.match import Match
from engine.ring import CONQUER
from engine.simulate import play_match

TABLES = (
    ("bot:greedy", "bot:greedy"),
    ("bot:club", "bot:club"),
    ("bot:club", "bot:greedy"),
    ("bot:greedy", "bot:greedy", "bot:greedy"),
    ("bot:club", "bot:club", "bot:club"),
    ("bot:club", "bot:greedy", "bot:greedy"),
    ("bot:greedy", "bot:greedy", "bot:greedy", "bot:greedy"),
    ("bot:club", "bot:club", "bot:club", "bot:club"),
    ("bot:club", "bot:club", "bot:greedy", "bot:greedy"),
    ("bot:club", "bot:greedy", "bot:greedy", "bot:greedy"),
)
ENDINGS = ("last", "captured", "turns")


@dataclass(slots=True)
class Tally:
    """What the games of one kind of table came to."""

    kinds: tuple[str, ...]
    turns: list[int] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)
    by_turn: list[float] = field(default_factory=lambda: [0.0] * 4)
    """Wins of who moved first, second, …; a shared win is shared here."""
    by_kind: Counter[str] = field(default_factory=Counter)

    def add(self, match: Match) -> None:
        played = match.round
        assert played.over
        self.turns.append(sum(match.sight(0).turns))  # type: ignore[attr-defined]
        self.endings[played.over.reason] += 1
        for seat in match.winners:
            share = 1 / len(match.winners)
            self.by_turn[(seat - played.given.first) % len(self.kinds)] += share
            self.by_kind[match.players[seat].kind] += share  # type: ignore[assignment]

    def row(self) -> str:
        games = len(self.turns)
        tenth, *_, ninetieth = quantiles(self.turns, n=10)
        names = Counter(kind.removeprefix("bot:") for kind in self.kinds)
        cells = [
            " + ".join(f"{count} {name}" for name, count in names.items()),
            f"{games}",
            f"{tenth:.0f} · {median(self.turns):.0f} · {ninetieth:.0f}",
            *(f"{self.endings[ending] / games:.0%}" for ending in ENDINGS),
            " · ".join(f"{wins / games:.0%}" for wins in self.by_turn[: len(self.kinds)]),
            f"{self.by_kind['bot:club'] / games:.0%}" if len(names) > 1 else "–",
        ]
        return f"| {' | '.join(cells)} |"


def report(games: int, seed: str, tables: Sequence[tuple[str, ...]] = TABLES) -> Iterator[str]:
    """The lines of a table in Markdown. Seats move on by one each game, so that no kind has the best."""
    yield "| players | games | turns | last | captured | turns end | wins by order of play | club wins |"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|"
    for kinds in tables:
        tally = Tally(kinds)
        for number in range(games // len(tables)):
            moved = number % len(kinds)
            tally.add(play_match(CONQUER, (*kinds[moved:], *kinds[:moved]), f"{seed}/{number}"))
        yield tally.row()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m tools.ring_report", description=__doc__)
    parser.add_argument("--games", type=int, required=True)
    parser.add_argument("--seed", required=True)
    options = parser.parse_args()
    for line in report(options.games, options.seed):
        print(line)


if __name__ == "__main__":
    main()
