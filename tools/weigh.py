"""Fit the weights of `engine/value.py` anew: `python3 -m tools.weigh [ROUNDS]`.

For each edition the club player plays rounds against itself. Every position gives one line: its features,
and what the seat to move then made over the other until the round was over. The weights are the least
squares, kept small by a ridge. Nothing here uses a seed that strength is reported with.
"""

import sys
from random import Random

from engine.bots import BOTS
from engine.editions import POINTS_EDITIONS, PointsEdition
from engine.game import Player
from engine.match import Match
from engine.options import Options, Target
from engine.playout import World, sheet_of
from engine.value import FEATURES, features, kind_of, margin
from tools import ROOT

SEED = "weigh"
ROUNDS = 300
RIDGE = 20.0
HEAD = '''"""Written by `python3 -m tools.weigh`: the weights of `engine.value.FEATURES`, by edition."""

WEIGHTS: dict[str, tuple[float, ...]] = {
'''

Line = tuple[list[float], float]


def lines(edition: PointsEdition, options: Options, seed: str) -> list[Line]:
    """One round of the club player against itself."""
    rng = Random(seed)
    sheet = sheet_of(edition, options)
    match = Match(edition, [Player("One"), Player("Two")], options)
    match.deal(rng)
    seen: list[tuple[int, list[float], float]] = []
    while legal := match.legal():
        current = match.round
        if current.board.laid and not current.drawn:
            world = World(
                board=current.board,
                racks=current.racks,
                pool=[tile.bit for tile in current.pool],
                seat=current.seat,
                first=current.given.first,
                scores=current.scores,
            )
            seen.append((current.seat, features(world, current.seat, sheet), margin(world, current.seat)))
        match.apply(BOTS["bot:club"](match.sight(match.seat), legal, rng))
    one, two = match.scores
    return [(found, (one - two if seat == 0 else two - one) - then) for seat, found, then in seen]


def fitted(data: list[Line]) -> list[float]:
    """The least squares by the normal equations, solved by elimination."""
    size = 2 * len(FEATURES)
    table = [[0.0] * (size + 1) for _ in range(size)]
    for n in range(size):
        table[n][n] = RIDGE
    for found, result in data:
        row = [*found, result]
        for n, feature in enumerate(found):
            if feature:
                for m, other in enumerate(row):
                    table[n][m] += feature * other
    for n in range(size):
        pivot = max(range(n, size), key=lambda m: abs(table[m][n]))
        table[n], table[pivot] = table[pivot], table[n]
        for m in range(size):
            if m != n and (factor := table[m][n] / table[n][n]):
                table[m] = [a - factor * b for a, b in zip(table[m], table[n], strict=True)]
    return [table[n][size] / table[n][n] for n in range(size)]


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    text = HEAD
    for edition in POINTS_EDITIONS:
        for after in ("drawn", "any") if edition.draws.though_something_fits else ("drawn",):
            options = Options(Target(rounds=1), play_after_draw=after)
            data = [line for n in range(rounds) for line in lines(edition, options, f"{SEED}/{n}")]
            weights = fitted(data)
            before = sum(result**2 for _, result in data)
            after_fit = sum(
                (result - sum(w * f for w, f in zip(weights, found, strict=True))) ** 2
                for found, result in data
            )
            kind = kind_of(sheet_of(edition, options))
            print(
                f"{kind:18} {len(data):6} positions, {1 - after_fit / before:5.1%} explained", file=sys.stderr
            )
            text += f'    "{kind}": ({", ".join(f"{weight:.2f}" for weight in weights)}),\n'
    (ROOT / "engine" / "weights.py").write_text(text + "}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
