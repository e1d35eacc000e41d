"""What a move gives away against the expert's, for reviews and for warnings: a difference and its doubt.

The expert first says what it would do, with the seed and the budget of any other decision. The two moves are
then tried in the same new worlds, batch after batch: how much the batches disagree is how far the difference
may be wrong.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from math import sqrt
from random import Random
from statistics import fmean, stdev

from engine.errors import Malformed, quoted
from engine.expert import Estimate, Expert
from engine.game import Action, Sight

BATCHES = 8
SAMPLES = 32
"""In each batch, half of them for either move."""
WITHIN = 2.36
"""Student's t: so many standard errors of eight batches hold the truth 19 times in 20."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the expert would do, how much more it expects from that, and give or take how much.

    `stake` is how much more than from the average of the choices it looked at: what there was to lose.
    """

    best: Action
    loss: float = 0.0
    within: float = 0.0
    stake: float = 0.0

    @property
    def given_away(self) -> float:
        """The loss, or nothing where the doubt is as large."""
        return self.loss if self.loss > self.within else 0.0

    @classmethod
    def parse(cls, text: str) -> "Verdict":
        try:
            given = json.loads(text)
            best = str(given["best"])
            return cls(best, *(float(given[name]) for name in ("loss", "within", "stake")))
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise Malformed(f"not a verdict: {quoted(text)}") from error

    def __str__(self) -> str:
        return json.dumps(asdict(self))


def judge(
    sight: Sight, legal: Sequence[Action], action: Action, rng: Random, mind: Expert | None = None
) -> Verdict:
    """Judge one of several legal actions."""
    mind = mind or Expert()
    thought = mind.think(sight, legal, rng)
    worth = {found.action: found.value for found in thought.estimates if found.samples}
    best = thought.action
    others = [value for other, value in worth.items() if other != best]
    stake = max(0.0, worth[best] - fmean(others)) if others else 0.0
    if action == best:
        return Verdict(best, stake=stake)
    if thought.searched:
        return Verdict(best, worth[best] - worth[action], stake=stake)
    batch = replace(mind, samples=SAMPLES)
    losses = [_loss(batch.compare(sight, legal, (best, action), rng).estimates, best) for _ in range(BATCHES)]
    return Verdict(best, fmean(losses), WITHIN * stdev(losses) / sqrt(BATCHES), stake)


def _loss(estimates: Sequence[Estimate], best: Action) -> float:
    one, other = estimates
    return one.value - other.value if one.action == best else other.value - one.value
