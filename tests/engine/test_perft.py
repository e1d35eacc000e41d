"""How many lines of play there are: the engine against a table, and against a lister that knows no engine.

The lister follows the wording of the rules with strings and dictionaries. It is slow, it shares no code
with the engine, and it judges whole games as well as first moves.
"""

from itertools import combinations_with_replacement
from pathlib import Path
from random import Random

import pytest

from engine import EDITIONS, TILE_EDITIONS, Target
from engine.deal import TileDeal
from tests.engine.positions import EVERY, act, match, random_match

HEAD, *ROWS = [
    line.split()
    for line in Path(__file__).with_name("perft.txt").read_text(encoding="ascii").splitlines()
    if not line.startswith("#")
]

ALL = {f"{a}{b}{c}" for a, b, c in combinations_with_replacement(range(6), 3)}


def corners(x, y):
    if (x + y) % 2 == 0:
        return (x, y), (x + 1, y + 1), (x - 1, y + 1)
    return (x - 1, y), (x + 1, y), (x, y + 1)


def neighbours(x, y):
    return {(x - 1, y), (x + 1, y), (x, y + 1) if (x + y) % 2 == 0 else (x, y - 1)}


def turns(tile):
    return {tile, tile[1:] + tile[:1], tile[2:] + tile[:2]}


def placements(tiles, places, shown):
    return {
        f"play {digits}@{x},{y}"
        for x, y in places
        for tile in tiles
        for digits in turns(tile)
        if all(shown.get(corner, digit) == digit for corner, digit in zip(corners(x, y), digits, strict=True))
    }


def classic_openers(rack):
    triples = {tile for tile in rack if len({*tile}) == 1}
    if triples:
        return {max(triples)} | (triples & {"000"})
    return {max(rack, key=lambda tile: (sum(map(int, tile)), tile[2], tile[1]))}


def naive_legal(edition, order, players, first, actions, any_after_draw=False, must_lay=False):
    """Every legal action after these, from nothing but the deal and the rules."""
    if edition == "conquest":
        return naive_conquest(order, players, first, actions)
    each = 9 if players == 2 else 7
    racks = [{*order[seat * each : (seat + 1) * each]} for seat in range(players)]
    pool = [*order[players * each :]]
    seat, drawn, taken, shown = first, set(), set(), {}
    for action in actions:
        if action == "draw" or (action == "timeout" and pool and not drawn):
            racks[seat].add(pool[0])
            drawn.add(pool.pop(0))
        if action == "draw":
            continue
        if action.startswith("play "):
            digits, _, where = action[5:].partition("@")
            x, y = map(int, where.split(","))
            shown.update(zip(corners(x, y), digits, strict=True))
            taken.add((x, y))
            racks[seat] -= turns(digits) & ALL
        seat, drawn = (seat + 1) % players, set()

    if taken:
        may_lay = drawn if drawn and not any_after_draw else racks[seat]
        places = set().union(*(neighbours(*cell) for cell in taken)) - taken
    else:
        may_lay = classic_openers(racks[seat]) if edition == "classic" else racks[seat]
        places = {(0, 0)}
    legal = placements(may_lay, places, shown)
    if not taken or (legal and (must_lay or edition == "classic")):
        return legal
    third = edition != "classic" and len(drawn) == 3
    if pool and not third:
        legal.add("draw")
    if third or not pool or (edition == "xxl-de" and drawn):
        legal.add("pass")
    return legal


SIZES = {"dia": 2, "tri": 4, "hex": 6}


def shapes_at(cell):
    """Every shape with this cell, by how it is written."""
    found = {}
    for other in neighbours(*cell):
        (a, b), (c, d) = sorted([cell, other])
        found[f"dia@{a},{b}:{c},{d}"] = {cell, other}
    for x, y in {cell} | neighbours(*cell):
        found[f"tri@{x},{y}"] = {(x, y)} | neighbours(x, y)
    for u, v in corners(*cell):
        found[f"hex@{u},{v}"] = {(u + across, v + down) for across in (-1, 0, 1) for down in (-1, 0)}
    return found


def naive_conquest(order, players, first, actions):
    each = 9 if players == 2 else 7
    racks = [{*order[seat * each : (seat + 1) * each]} for seat in range(players)]
    pool = [*order[players * each :]]
    hands = [{"dia": 4, "tri": 2, "hex": 1} for _ in range(players)]
    covers = {}  # a shape as it is written: whose, and its cells
    seat, drawn, idle, taken, shown = first, 0, 0, set(), {}
    fresh, kept, offered = None, set(), set()

    def free(shape, cells):
        return cells <= taken and not any(
            cells & under and SIZES[other[:3]] >= SIZES[shape[:3]] for other, (_, under) in covers.items()
        )

    def to_claim():
        if fresh:
            found = {s for s, cells in shapes_at(fresh).items() if free(s, cells)}
        else:
            found = set() if drawn else {s for s in offered if free(s, cells_of[s])}
        return {s for s in found if hands[seat][s[:3]]}

    cells_of = {}
    for action in actions:
        verb, _, what = action.partition(" ")
        if verb == "draw" or (verb == "timeout" and pool and not drawn and not fresh):
            racks[seat].add(pool.pop(0))
            drawn += 1
        if verb == "draw":
            continue
        if verb == "play":
            digits, _, where = what.partition("@")
            x, y = map(int, where.split(","))
            shown.update(zip(corners(x, y), digits, strict=True))
            taken.add((x, y))
            racks[seat] -= turns(digits) & ALL
            fresh = x, y
            shapes = shapes_at(fresh)
            cells_of.update(shapes)
            kept = {s for s, cells in shapes.items() if free(s, cells) and not hands[seat][s[:3]]}
            if to_claim():
                continue
        if verb == "claim":
            for other, (owner, under) in [*covers.items()]:
                if under & cells_of[what]:
                    hands[owner][other[:3]] += 1
                    del covers[other]
            hands[seat][what[:3]] -= 1
            covers[what] = seat, cells_of[what]
        idle = idle + 1 if verb == "pass" or (verb == "timeout" and not fresh) else 0
        while fresh and pool and len(racks[seat]) < each:
            racks[seat].add(pool.pop(0))
        seat, drawn, fresh, offered, kept = (seat + 1) % players, 0, None, kept, set()

    claims = to_claim()
    if not fresh and not drawn and actions:
        stuck = idle >= players and not pool
        bare = not pool and not any(racks) and not claims
        if not any(hands[seat].values()) or stuck or bare:
            return set()
    legal = {f"claim {shape}" for shape in claims}
    if fresh:
        return legal | {"skip"}
    places = set().union(*(neighbours(*cell) for cell in taken)) - taken if taken else {(0, 0)}
    if laying := placements(racks[seat], places, shown):
        return legal | laying
    return legal | ({"draw"} if pool and drawn < 3 else {"pass"})


def lines(edition, dealt, players, depth, actions=()):
    game = match(edition, players)
    game.begin(dealt)
    act(game, *actions)
    legal = game.legal()
    if depth == 1:
        return len(legal)
    return sum(lines(edition, dealt, players, depth - 1, (*actions, action)) for action in legal)


def naive_lines(edition, order, players, first, depth, actions=()):
    legal = naive_legal(edition, order, players, first, actions)
    if depth == 1:
        return len(legal)
    return sum(naive_lines(edition, order, players, first, depth - 1, (*actions, a)) for a in legal)


def test_the_table_has_a_row_for_each_edition_and_for_two_three_and_four_players():
    assert HEAD == ["edition", "players", "seed", "depth1", "depth2", "depth3"]
    assert {row[0] for row in ROWS} == {*EVERY} == {*TILE_EDITIONS}
    assert {row[1] for row in ROWS} == {"2", "3", "4"}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: "-".join(row[:3]))
def test_the_lines_of_play_are_as_many_as_in_the_table_and_as_the_lister_finds(row):
    edition, (players, seed, *counts) = row[0], map(int, row[1:])
    dealt = TileDeal.shuffled(EDITIONS[edition], players, Random(seed))
    order = [str(tile) for tile in dealt.tiles]
    assert [lines(edition, dealt, players, depth) for depth in (1, 2, 3)] == counts
    assert [naive_lines(edition, order, players, dealt.first, depth) for depth in (1, 2, 3)] == counts


@pytest.mark.parametrize(
    ("players", "rules"),
    [(2, {}), (3, {"play_after_draw": "any"}), (4, {"must_lay": True, "turn_seconds": 9})],
)
@pytest.mark.parametrize("edition", EVERY)
def test_all_through_a_game_what_is_legal_is_what_the_lister_finds(edition, players, rules):
    house = {
        "any_after_draw": rules.get("play_after_draw") == "any",
        "must_lay": rules.get("must_lay", False),
    }
    for game, _ in random_match(edition, players, 1, target=Target(rounds=1), **rules):
        order = [str(tile) for tile in game.round.given.tiles]
        first, done = game.round.given.first, game.round.actions
        expected = naive_legal(edition, order, players, first, done, **house)
        assert game.legal() == tuple(sorted(expected))
