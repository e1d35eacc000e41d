"""The expert: deals the hidden tiles again and again, and plays each of its choices on in every such world.

Where it may draw at will it hoards as the club player does, and thinks about what to lay. All choices meet
the same worlds. After a few quick turns the fitted value says how it would go on, and choices that lag behind
are given up, half of them at a time. How likely a world is follows from what the others did, and so does how
they will play on; with the pool empty and two players there is only one, through which `engine.endgame`
looks.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import ceil, log2, tanh
from random import Random

from engine.club import Club
from engine.conquest import LandSight
from engine.endgame import Endgame
from engine.game import Action, Sight
from engine.playout import GREEDY, Sheet, Temper, World, play_on, sheet_of
from engine.points import PointsSight
from engine.ring_sight import RingSight
from engine.settler import Settler
from engine.tiles import Placement, Rack, rack_of, tiles_of
from engine.value import value, weights_for
from engine.worlds import Batch, History, bits_of, deals, hidden_tiles

NODES = 3
"""So many positions of an endgame cost as much as one sample."""
OPEN = 100.0
"""A lead of so many points in the last round is worth three quarters of one that cannot be lost."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What an action is worth: the margin to expect at the end of the round, and from how many worlds."""

    action: Action
    value: float
    samples: int


@dataclass(frozen=True, slots=True)
class Thought:
    """The best action first; every legal one is there. Where nothing is hidden it `searched` for the end."""

    estimates: tuple[Estimate, ...]
    samples: int
    searched: bool = False

    @property
    def action(self) -> Action:
        return self.estimates[0].action


@dataclass(frozen=True, slots=True)
class Expert:
    """A budget of playouts for a decision, how many turns each has, how many tiles and places are looked at
    in earnest, and the temper of the quick players in it where one may draw at will."""

    samples: int = 500
    turns: int = 12
    width: int = 8
    temper: Temper = Temper((30, 30, 30), hurry=2)
    club: Club = Club(hurry=1)
    settler: Settler = Settler(dia=12.0, tri=20.0, hex=20.0, theirs=0.8, mine=0.4)

    def __call__(self, sight: Sight, legal: Sequence[Action], rng: Random) -> Action:
        return legal[0] if len(legal) == 1 else self.think(sight, legal, rng).action

    def think(self, sight: Sight, legal: Sequence[Action], rng: Random) -> Thought:
        if isinstance(sight, LandSight):
            return self._settled(sight, legal, rng)
        if isinstance(sight, RingSight):
            return self._planned(sight, legal)
        assert isinstance(sight, PointsSight)
        sheet = sheet_of(sight.edition, sight.options)
        hidden = hidden_tiles(sight)
        worth = {
            action: self.club.worth(sight, action, hidden, sheet) for action in legal if action[:4] == "play"
        }
        order = sorted(legal, key=lambda action: -worth.get(action, 0.0))
        if "draw" in legal and worth and self.club.hoards(sight, max(worth, key=sight.gain)):
            return Thought(tuple(Estimate(action, 0.0, 0) for action in sorted(order, key="draw".__ne__)), 0)
        chosen = [action for action in order if action not in worth]
        chosen += [action for action in order if action in worth][: self.width]
        thought = self._sampled(sight, sheet, hidden, chosen, order, rng)
        least = thought.estimates[-1].value
        looked_at = {estimate.action for estimate in thought.estimates}
        others = (Estimate(action, least, 0) for action in order if action not in looked_at)
        return replace(thought, estimates=(*thought.estimates, *others))

    def compare(self, sight: Sight, legal: Sequence[Action], some: Sequence[Action], rng: Random) -> Thought:
        """Only some of the legal actions, each in as many worlds as the others."""
        if isinstance(sight, LandSight):
            return self._settled(sight, some, rng)
        if isinstance(sight, RingSight):
            return self._planned(sight, some)
        assert isinstance(sight, PointsSight)
        sheet = sheet_of(sight.edition, sight.options)
        return self._sampled(sight, sheet, hidden_tiles(sight), some, legal, rng)

    def _planned(self, sight: RingSight, choices: Sequence[Action]) -> Thought:
        """On the ring it is the club player."""
        worth = {choice: self.club.planner.worth(sight, choice) for choice in choices}
        ranked = sorted(choices, key=lambda choice: -worth[choice])
        return Thought(tuple(Estimate(choice, worth[choice], 0) for choice in ranked), 0)

    def _settled(self, sight: LandSight, legal: Sequence[Action], rng: Random) -> Thought:
        tiles = bits_of(hidden_tiles(sight))
        batches = [Batch(n, held, {}) for n, held in enumerate(sight.tiles_left) if n != sight.seat]
        racks = (racks for racks, _ in deals(sight, batches, tiles, rng))
        worlds = max(1, self.samples // self.settler.close)
        ranked = self.settler.now(sight).foresee(sight, legal, racks, worlds)
        estimates = tuple(Estimate(action, worth, worlds) for action, worth in ranked)
        return Thought(estimates, worlds * min(len(legal), self.settler.close))

    def _sampled(
        self,
        sight: PointsSight,
        sheet: Sheet,
        hidden: Rack,
        chosen: Sequence[Action],
        order: Sequence[Action],
        rng: Random,
    ) -> Thought:
        tiles = bits_of(hidden)
        history = History(sight, sheet)
        dealt = deals(sight, history.batches(sight, tiles), tiles, rng)
        start = World(
            board=sight.board.without(~hidden & ~sight.rack),
            racks=[],
            pool=[],
            seat=sight.seat,
            first=sight.first,
            scores=list(sight.scores),
            drawn=_drawn(sight, order, sheet),
            idle=history.idle,
            bell=sight.bell,
        )
        if not sight.pool and len(sight.tiles_left) == 2:
            start.racks, _ = next(dealt)
            endgame = Endgame(start, sheet, self.samples * NODES)
            if found := endgame.solve(order):
                best_first = sorted(order, key=lambda action: -found[action])
                nodes = endgame.nodes
                ranked = [Estimate(action, found[action], nodes) for action in best_first]
                return Thought(tuple(ranked), nodes, searched=True)
        hoard = [seat == sight.seat or history.hoards(seat) for seat in range(len(sight.tiles_left))]
        tempers = [self.temper if hoards else GREEDY for hoards in hoard]
        trials = [Trial(sight, start, sheet, action, self.turns, tempers) for action in chosen]
        given_up: list[Trial] = []
        stages = max(1, ceil(log2(len(trials))))
        spent = 0
        for _ in range(stages):
            for racks, pool in islice(dealt, max(1, self.samples // (stages * len(trials)))):
                for trial in trials:
                    trial.sample(racks, pool)
                spent += len(trials)
            trials.sort(key=lambda trial: -trial.promise)
            if len(trials) > 2:
                keep = (len(trials) + 1) // 2
                given_up = trials[keep:] + given_up
                trials = trials[:keep]
        ranked = [Estimate(trial.action, trial.mean, trial.count) for trial in trials + given_up]
        return Thought(tuple(ranked), spent)


def evaluate(sight: Sight, legal: Sequence[Action], rng: Random, samples: int = 1000) -> Thought:
    """What the expert expects of every legal action, each looked at, even where it would just draw."""
    return Expert(samples=samples).compare(sight, legal, legal, rng)


class Trial:
    """One action tried in world after world."""

    def __init__(
        self,
        sight: PointsSight,
        start: World,
        sheet: Sheet,
        action: Action,
        turns: int,
        tempers: Sequence[Temper],
    ) -> None:
        self.action = action
        self.count = 0
        self._sum = 0.0
        self._hope = 0.0
        self._decides = sight.options.target.rounds == sight.round + 1
        self._sheet = sheet
        self._seat = sight.seat
        self._turns = turns
        self._tempers = tempers
        self._weights = weights_for(sheet)
        self._laid: Rack = 0
        self._start = start.copy()
        self._gain = sight.gain(action)
        self._placement = Placement.parse(action[5:]) if action.startswith("play ") else None
        if self._placement:
            self._laid = self._placement.tile.bit
            self._start.board.lay(self._placement)
        elif action == "draw":
            self._turns += 1  # this one goes on

    @property
    def mean(self) -> float:
        return self._sum / self.count

    @property
    def promise(self) -> float:
        """What choices are compared by: the margin, or in a match's last round the chance to be ahead."""
        return self._hope / self.count if self._decides else self.mean

    def sample(self, racks: Sequence[Rack], pool: Sequence[Rack]) -> None:
        world = self._start.copy()
        world.racks = [*racks]
        world.pool = [*pool]
        if self._placement:
            world.racks[self._seat] &= ~self._laid
            world.scores[self._seat] += self._gain
            world.end_turn(self._sheet, idle=False)
        elif self.action == "draw":
            world.draw(self._sheet)
        else:
            world.pass_on(self._sheet)
        play_on(world, self._sheet, self._tempers, self._turns)
        expected = value(world, self._seat, self._sheet, self._weights)
        self._sum += expected
        self._hope += tanh(expected / OPEN)
        self.count += 1


def _drawn(sight: PointsSight, legal: Sequence[Action], sheet: Sheet) -> Rack:
    """Tiles that stand for those drawn this turn: all that may be laid, made up with some that fit nowhere.

    A sight tells how many were drawn, not which; which of the unfitting ones makes no difference.
    """
    may_be_laid = rack_of(Placement.parse(action[5:]).tile for action in legal if action.startswith("play "))
    if not sight.drawn or sheet.any_after_draw:
        return rack_of(islice(tiles_of(sight.rack), sight.drawn))
    others = tiles_of(sight.rack & ~sight.board.playable())
    return may_be_laid | rack_of(islice(others, sight.drawn - may_be_laid.bit_count()))
