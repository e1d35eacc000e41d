"""How fast the engine plays and lists: `python3 -m tools bench engine`.

The list of what a rack can do is timed beside a lister that keeps nothing and looks at the whole table
every time. It is written without the engine's lattice and board, so that both giving the same list
also checks them. Times are of the processor, best of a few runs: other work disturbs them less.
"""

import sys
import time
from collections.abc import Callable
from random import Random

from engine.board import Board
from engine.deal import rack_size
from engine.editions import EDITIONS
from engine.game import Player
from engine.lattice import Cell
from engine.match import Match
from engine.options import Options, Target
from engine.playout import GREEDY, World, play_on, sheet_of
from engine.simulate import play_match
from engine.tiles import TILE_OF, TILES, Digits, Rack, Tile, rack_of, tiles_of

TABLES = [
    ("tournament", "bot:greedy", 2, 400),
    ("tournament", "bot:random", 2, 400),
    ("classic", "bot:greedy", 2, 400),
    ("classic", "bot:random", 2, 400),
    ("xxl", "bot:greedy", 4, 400),
    ("kids", "bot:random", 3, 400),
    ("conquest", "bot:greedy", 2, 150),
    ("conquest", "bot:greedy", 4, 150),
]
"""Who plays what, and how many rounds a second it should be."""
PLAYOUTS = ("classic", "tournament")
PLAYOUTS_A_SECOND = 10_000
MIDDLE = 28  # half of the tiles are down
ROUNDS = 60
POSITIONS = 40
TILES_DOWN = 20
MICROSECONDS = 40
REPEATS = 5


def main() -> None:
    print(f"{'self-play':42}{'rounds/s':>10}{'aim':>10}")
    for edition, kind, players, aim in TABLES:
        pace = rounds_a_second(edition, kind, players)
        print(f"{f'{edition}, {players} x {kind}':42}{pace:10.0f}{f'>= {aim}':>10}")

    print(f"\n{f'whole greedy playouts, 2 players, {MIDDLE} down':42}{'a second':>10}{'aim':>10}")
    for edition in PLAYOUTS:
        pace = playouts_a_second(edition)
        print(f"{edition:42}{pace:10.0f}{f'>= {PLAYOUTS_A_SECOND}':>10}")

    positions = [position(Random(seed)) for seed in range(POSITIONS)]
    for board, rack in positions:
        if listed(board, rack) != rescanned(board.laid, tiles_of(rack)):
            sys.exit(f"The two listers disagree about {board.laid} and {tiles_of(rack)}.")
    ours = microseconds(lambda: [listed(board, rack) for board, rack in positions])
    racks = [(board.laid, tiles_of(rack)) for board, rack in positions]
    naive = microseconds(lambda: [rescanned(laid, tiles) for laid, tiles in racks])
    print(f"\n{f'list {rack_size(2)} tiles with {TILES_DOWN} down':42}{'us':>10}{'aim':>10}")
    print(f"{'from the open cells':42}{ours:10.1f}{f'<= {MICROSECONDS}':>10}")
    print(f"{'by looking at everything again':42}{naive:10.1f}{f'{naive / ours:.0f} x':>10}")


def rounds_a_second(edition: str, kind: str, players: int) -> float:
    options = Options(Target(rounds=1))

    def seconds() -> float:
        begun = time.process_time()
        for number in range(ROUNDS):
            play_match(EDITIONS[edition], [kind] * players, f"bench {number}", options)
        return time.process_time() - begun

    return ROUNDS / min(seconds() for _ in range(REPEATS))


def playouts_a_second(edition: str) -> float:
    """From positions of greedy players to the end of the round, as the expert thinks."""
    rules, options = EDITIONS[edition], Options(Target(rounds=1))
    sheet = sheet_of(rules, options)
    middles: list[World] = []
    seed = 0
    while len(middles) < POSITIONS:
        seed += 1
        match = Match(rules, [Player("One"), Player("Two")], options)
        match.deal(Random(seed))
        match.apply(match.legal()[0])
        current = match.round
        pool = [tile.bit for tile in current.pool]
        world = World(current.board, current.racks, pool, current.seat, current.given.first, [0, 0])
        while not world.over and len(world.board.laid) < MIDDLE:
            play_on(world, sheet, [GREEDY] * 2, 1)
        if not world.over:
            world.board = world.board.without(
                rack_of(TILE_OF[digits] for digits in world.board.laid.values())
            )
            middles.append(world)

    def seconds() -> float:
        begun = time.process_time()
        for world in middles:
            play_on(world.copy(), sheet, [GREEDY] * 2, sys.maxsize)
        return time.process_time() - begun

    return POSITIONS / min(seconds() for _ in range(REPEATS * 6))


def microseconds(list_all: Callable[[], object]) -> float:
    """For one position."""
    list_all()
    best = float("inf")
    for _ in range(REPEATS * 2):
        begun = time.process_time()
        list_all()
        best = min(best, time.process_time() - begun)
    return best / POSITIONS * 1e6


def position(rng: Random) -> tuple[Board, Rack]:
    """A table with so many tiles laid at random, and a full rack of others."""
    while True:
        board = Board()
        left = rack_of(TILES)
        while len(board.laid) < TILES_DOWN and (places := list(board.placements(left))):
            placement = rng.choice(places)
            board.lay(placement)
            left &= ~placement.tile.bit
        if len(board.laid) == TILES_DOWN:
            return board, rack_of(rng.sample(tiles_of(left), rack_size(2)))


def listed(board: Board, rack: Rack) -> list[str]:
    return sorted(f"play {placement}" for placement in board.placements(rack))


def rescanned(laid: dict[Cell, Digits], tiles: tuple[Tile, ...]) -> list[str]:
    """The same list from nothing but the tiles on the table."""
    found = []
    near = {beside for x, y in laid for beside in beside_of(x, y) if beside not in laid}
    for x, y in near:
        corners = corners_of(x, y)
        for tile in tiles:
            a, b, c = tile.digits
            for digits in {(a, b, c), (b, c, a), (c, a, b)}:
                if all(agrees(laid, *corner, digit) for corner, digit in zip(corners, digits, strict=True)):
                    found.append(f"play {''.join(map(str, digits))}@{x},{y}")
    return sorted(found)


def agrees(laid: dict[Cell, Digits], u: int, v: int, digit: int) -> bool:
    """Whether every tile that touches this vertex shows this digit there."""
    for y in (v - 1, v):
        for x in (u - 1, u, u + 1):
            if (x, y) in laid and laid[x, y][corners_of(x, y).index((u, v))] != digit:
                return False
    return True


def corners_of(x: int, y: int) -> list[tuple[int, int]]:
    if (x + y) % 2 == 0:
        return [(x, y), (x + 1, y + 1), (x - 1, y + 1)]
    return [(x - 1, y), (x + 1, y), (x, y + 1)]


def beside_of(x: int, y: int) -> list[tuple[int, int]]:
    return [(x - 1, y), (x + 1, y), (x, y + 1 if (x + y) % 2 == 0 else y - 1)]


if __name__ == "__main__":
    main()
