"""Positions worked out by hand: racks, pool, table and scores exactly as a test names them.

Most positions have 555 on the table and nothing else. Only 055, 155, 255, 355 and 455 fit beside it,
so what a rack can do shows at a glance.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine import BOTS, EDITIONS, Match, Options, Player, Target
from engine.board import Board
from engine.deal import TileDeal, rack_size
from engine.expert import Expert
from engine.game import Event
from engine.tiles import TILES, Placement, Tile, rack_of

FOR_POINTS = ("tournament", "xxl", "xxl-fr", "xxl-de", "xxl-pt", "kids", "classic")
EVERY = (*FOR_POINTS, "conquest")
WITH_BELL = ("xxl", "xxl-de", "xxl-pt", "kids")
AT_ONCE = ("tournament", "xxl-fr", "classic")

# Half way round vertex 1,1, then half way round 2,2: an open S of eight tiles whose ends nearly meet.
CHAIN = "202@0,0 230@1,0 330@2,0 034@2,1 344@3,1 444@3,2 445@2,2 045@1,2"
BRIDGE = "200@0,1"  # beside 0,0 alone; its bottom corner 0,2 already shows the 0 of the tile on 1,2

QUICK = {**BOTS, "bot:expert": Expert(samples=8)}
"""The computer players, with a small budget for tests that ask them often."""

every_edition = pytest.mark.parametrize("edition", EVERY)
every_edition_for_points = pytest.mark.parametrize("edition", FOR_POINTS)


def row(*values: object) -> pytest.MarkDecorator:
    """A row of the rules' table: what it says in each edition, in the order of `FOR_POINTS`."""
    return pytest.mark.parametrize(("edition", "expected"), list(zip(FOR_POINTS, values, strict=True)))


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, text.split()))


def board(text: str) -> Board:
    """A table on which these tiles were laid in this order."""
    made = Board()
    lay(made, text)
    return made


def lay(onto: Board, text: str) -> None:
    for placement in map(Placement.parse, text.split()):
        onto.check(placement)
        onto.lay(placement)


def deal(*racks: str, pool: str = "", first: int = 0) -> TileDeal:
    """A deal with these whole racks and this front of the pool; the tiles not named come after."""
    assert {len(rack.split()) for rack in racks} == {rack_size(len(racks))}
    named = tiles(" ".join((*racks, pool)))
    return TileDeal((*named, *(tile for tile in TILES if tile not in named)), first)


def match(edition: str, players: int = 2, target: Target | None = None, **house_rules: Any) -> Match:
    rules = EDITIONS[edition]
    options = Options(target or rules.default_target, **house_rules)
    return Match(rules, [Player(f"Seat {seat}") for seat in range(players)], options)


def begun(edition: str, *racks: str, pool: str = "", first: int = 0, **house_rules: Any) -> Match:
    """A match whose first round has just been dealt."""
    made = match(edition, len(racks), **house_rules)
    made.begin(deal(*racks, pool=pool, first=first))
    return made


def position(
    edition: str,
    *racks: str,
    table: str = "555@0,0",
    pool: str = "",
    turn: int = 0,
    first: int = 0,
    scores: tuple[int, ...] | None = None,
    **house_rules: Any,
) -> Match:
    """A match in the middle of a round: any racks, any pool; what is not named is out of the game."""
    made = match(edition, len(racks), **house_rules)
    put(made, *racks, table=table, pool=pool, turn=turn, first=first, scores=scores)
    return made


def put(
    made: Match,
    *racks: str,
    table: str = "555@0,0",
    pool: str = "",
    turn: int = 0,
    first: int = 0,
    scores: tuple[int, ...] | None = None,
) -> None:
    """Begin the match's next round and put this position in place of its deal."""
    order = [tile for tile in TILES if str(tile) != "555"]
    order.insert(first * rack_size(len(racks)), Tile.parse("555"))  # so that classic begins with this seat
    made.begin(TileDeal(tuple(order), first))
    current = made.round
    current.racks = [rack_of(tiles(rack)) for rack in racks]
    current.pool = list(reversed(tiles(pool)))
    current.seat = turn
    if scores is not None:
        current.scores = list(scores)
    lay(current.board, table)


def act(game: Match, *actions: str) -> list[Event]:
    """Do these actions one after another; everything that came of them."""
    return [event for action in actions for event in game.apply(action)]


def gain(game: Match, action: str) -> int:
    """What this action alone does to the mover's score."""
    return game.apply(action)[0].gain


def laid_tiles(game: Match) -> set[str]:
    """The tiles that may be laid now, whatever their place."""
    return {str(Placement.parse(action[5:]).tile) for action in game.legal() if action.startswith("play ")}


def random_layings(boards: int) -> Iterator[tuple[Board, Placement]]:
    """Tables grown at random from all 56 tiles, huddled so that figures come about; each before a laying."""
    for seed in range(boards):
        rng = Random(seed)
        grown, rack = Board(), rack_of(TILES)
        while fitting := list(grown.placements(rack)):
            some = rng.sample(fitting, min(len(fitting), 1 + seed % 7))
            chosen = min(some, key=lambda placement: abs(placement.cell.x) + 2 * abs(placement.cell.y))
            yield grown, chosen
            grown.lay(chosen)
            rack &= ~chosen.tile.bit


def random_match(edition: str, players: int, seed: int, **house_rules: Any) -> Iterator[tuple[Match, str]]:
    """A whole match of random players: the match as it stands, and what will be done next.

    With a clock, every eighth turn or so runs out of time.
    """
    rng = Random(f"{edition} {players} {seed}")
    game = match(edition, players, **house_rules)
    while not game.winners:
        game.deal(rng)
        while legal := game.legal():
            late = game.options.turn_seconds and game.round.board.laid and rng.random() < 1 / 8
            chosen = "timeout" if late else rng.choice(legal)
            yield game, chosen
            game.apply(chosen)
