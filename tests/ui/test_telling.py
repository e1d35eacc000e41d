"""Every event has its sentence, and no sentence tells what its hearer may not know."""

from random import Random
from typing import get_args

import pytest

from engine import EDITIONS, TILE_EDITIONS, Match, Options, Player, Target
from engine.board import Figure
from engine.covers import Shape
from engine.game import (
    Adjustment,
    BellRung,
    Claimed,
    Dealt,
    Drew,
    Event,
    Laid,
    MatchOver,
    Overpowered,
    Passed,
    Refilled,
    RoundOver,
    Skipped,
    TileEvent,
    TilesDealt,
    TimedOut,
)
from engine.simulate import play_match
from engine.tiles import Placement, Tile
from ui import telling
from ui.tile_scene import Place

ADA, BO, CY = Player("Ada"), Player("Bo"), Player("Cy")
PLAYERS = (ADA, BO, CY)
LAID = Placement.parse("351@-1,2")


def laid(points: int, opening: int = 0, figure: Figure | None = None, bonus: int = 0) -> Laid:
    return Laid(0, LAID, points, opening, figure, bonus, ())


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, text.split()))


def round_over(reason: str, seats: tuple[int, ...], *lines: Adjustment) -> RoundOver:
    return RoundOver(1, reason, seats, ((), (), ()), lines, (0, 0, 0))


TOLD: list[tuple[Dealt | Event, str]] = [
    (TilesDealt(0, 1, ((), (), ()), 35, ()), "Round 1. First move: Bo."),
    (
        TilesDealt(0, 0, ((), (), ()), 35, (tiles("345 012 222"),)),
        "Round 1: Ada drew 3-4-5, Bo drew 0-1-2, Cy drew 2-2-2. First move: Ada.",
    ),
    (
        TilesDealt(2, 1, ((), (), ()), 35, (tiles("345 255 222"), tiles("001 333 111"))),
        "Round 3: Ada drew 3-4-5, Bo drew 2-5-5, Cy drew 2-2-2; "
        "again: Ada drew 0-0-1, Bo drew 3-3-3, Cy drew 1-1-1. First move: Bo.",
    ),
    (laid(9), "Ada laid 3-5-1: 9 points."),
    (laid(1), "Ada laid 3-5-1: 1 point."),
    (laid(9, figure=Figure.BRIDGE, bonus=40), "Ada laid 3-5-1: 49 points with a bridge (40)."),
    (laid(9, opening=10), "Ada opened with 3-5-1: 19 points (10 for opening)."),
    (Laid(0, LAID, None), "Ada laid 3-5-1."),
    (Claimed(0, Shape.parse("dia@0,0:1,0"), 1), "Ada claimed a diamond: 1 point of land."),
    (Claimed(1, Shape.parse("tri@0,0"), 23), "Bo claimed a triangle: 23 points of land."),
    (Claimed(2, Shape.parse("hex@0,0"), 40), "Cy claimed a hexagon: 40 points of land."),
    (Overpowered(0, Shape.parse("dia@0,0:1,0"), 9, by=1), "Ada lost a diamond: 9 points of land."),
    (Overpowered(1, Shape.parse("tri@0,0"), 23, by=1), "Bo lost a triangle: 23 points of land."),
    (Skipped(2), "Cy claimed nothing."),
    (Refilled(0, tiles("135")), ""),
    (round_over("covers", (1,)), "The game is over: no cover is left for Bo."),
    (round_over("tiles", ()), "The game is over: all tiles are laid."),
    (Drew(1, Tile.parse("135"), -5), "Bo drew a tile: −5 points."),
    (Drew(1, Tile.parse("135"), 0), "Bo drew a tile."),
    (Passed(1, 0), "Bo passed."),
    (Passed(1, -10), "Bo passed: −10 points."),
    (TimedOut(1, None, 0), "Time is up for Bo."),
    (TimedOut(1, Tile.parse("135"), -5), "Time is up for Bo, who drew a tile: −5 points."),
    (BellRung(2, ()), "Cy went out and rang the bell."),
    (BellRung(0, (1,)), "Ada went out and rang the bell. One more turn for Bo."),
    (BellRung(0, (1, 2)), "Ada went out and rang the bell. One more turn each for Bo and Cy."),
    (
        round_over("out", (0,), Adjustment(0, "out", 25), Adjustment(0, "others' racks", 37)),
        "Round 2 is over: Ada went out. +62 for Ada.",
    ),
    (
        round_over("blocked", (), Adjustment(0, "own rack", -12), Adjustment(2, "own rack", -3)),
        "Round 2 is over: nobody can go on. −12 for Ada, −3 for Cy.",
    ),
    (
        round_over("blocked", (1,), Adjustment(1, "others' racks", 30), Adjustment(1, "own rack", -4)),
        "Round 2 is over: nobody can go on; it is won by Bo. +26 for Bo.",
    ),
    (round_over("blocked", (0, 1)), "Round 2 is over: nobody can go on; it is shared by Ada and Bo."),
    (MatchOver((0,), (412, 380, -5)), "Ada won the match with 412 points."),
    (MatchOver((0, 1, 2), (7, 7, 7)), "Ada, Bo and Cy shared the win with 7 points each."),
]


@pytest.mark.parametrize(("event", "sentence"), TOLD)
def test_an_event_is_told(event: Dealt | Event, sentence: str) -> None:
    assert telling.tell(event, PLAYERS) == sentence


def test_no_kind_of_event_is_left_untold() -> None:
    assert {type(event) for event, _ in TOLD} == {TilesDealt, *get_args(TileEvent)}


@pytest.mark.parametrize(
    "event",
    [Drew(1, Tile.parse("135"), -5), TimedOut(1, Tile.parse("135"), -5), Refilled(1, tiles("135 222"))],
)
def test_only_who_drew_a_tile_is_told_which(event: Drew | TimedOut | Refilled) -> None:
    heard = [telling.tell(event, PLAYERS, seen_by=seat) for seat in (None, 0, 1, 2)]
    assert ["1-3-5" in sentence for sentence in heard] == [False, False, True, False]


@pytest.mark.parametrize("edition", TILE_EDITIONS)
def test_the_log_of_a_whole_match_tells_no_drawn_tile(edition: str) -> None:
    match = play_match(EDITIONS[edition], ["bot:random"] * 3, "log", Options(Target(rounds=2)))
    for past in match.rounds:
        for event in past.events:
            sentence = telling.tell(event, match.players)
            assert sentence.endswith(".") or isinstance(event, Refilled)
            if isinstance(event, Drew):
                assert telling.tile_name(event.tile.digits) not in sentence


@pytest.mark.parametrize("lots", [((),), (tiles("345"),), (tiles("345 012 222 333"),)])
def test_lots_of_the_wrong_number_are_told_as_far_as_they_go(lots: tuple[tuple[Tile, ...], ...]) -> None:
    told = telling.tell(TilesDealt(0, 0, ((), (), ()), 35, lots), PLAYERS)
    assert told.startswith("Round 1")
    assert told.endswith("First move: Ada.")


def test_a_name_is_never_taken_for_a_template() -> None:
    players = [Player("{tile} {0} <b>"), Player("%s {")]
    assert telling.tell(Passed(0, -10), players) == "{tile} {0} <b> passed: −10 points."
    assert telling.tell(BellRung(0, (1,)), players).endswith("One more turn for %s {.")


def test_numbers_have_a_real_minus() -> None:
    assert list(map(telling.signed, (9, 0, -5))) == ["+9", "0", "−5"]


@pytest.mark.parametrize(
    ("figure", "gain", "name"),
    [
        (None, 9, "3-5-1 in row 2, column −1: 9 points"),
        (Figure.BRIDGE, 49, "3-5-1 in row 2, column −1: 49 points with a bridge"),
        (Figure.TRIPLE_HEXAGON, 79, "3-5-1 in row 2, column −1: 79 points with a triple hexagon"),
    ],
)
def test_a_place_has_a_name(figure: Figure | None, gain: int, name: str) -> None:
    assert telling.place_name(Place(LAID, gain, figure, turnings=1)) == name


def test_every_figure_and_every_edition_has_a_name_of_its_own() -> None:
    assert len({telling.figure_name(figure) for figure in Figure}) == len(Figure)
    assert len({telling.edition_name(name) for name in TILE_EDITIONS}) == len(TILE_EDITIONS)
    for figure in Figure:
        place = Place(LAID, 9, figure, turnings=1)
        assert telling.place_name(place).endswith(f"with a {telling.figure_name(figure)}")


def forced_passes(edition: str) -> dict[str, str]:
    """What was explained before each forced pass of some matches, by what led to it."""
    found = {}
    for seed in range(12):
        match = Match(EDITIONS[edition], PLAYERS, Options(Target(rounds=1)))
        rng = Random(seed)
        match.deal(rng)
        while legal := match.legal():
            if legal == ("pass",):
                drawn = match.round.drawn.bit_count()
                case = "limit" if drawn == 3 else "drawn" if drawn else "nothing"
                found[case] = telling.explain_pass(match)
            match.apply("draw" if "draw" in legal else rng.choice(legal))
    return found


def test_a_forced_pass_is_explained() -> None:
    assert forced_passes("tournament") == {
        "limit": "3 tiles drawn and none of them fits, so the turn passes on: −10 points.",
        "drawn": "Nothing drawn fits and the pool is now empty, so the turn passes on.",
        "nothing": "Nothing fits and the pool is empty, so the turn passes on.",
    }
    assert forced_passes("classic")["nothing"] == (
        "Nothing fits and the pool is empty, so the turn passes on: −10 points."
    )
    assert forced_passes("xxl-pt")["limit"].endswith("so the turn passes on.")


def test_a_refusal_says_why() -> None:
    assert telling.clash_sentence(3, 2) == "It does not fit here: this corner shows 3, the tile has 2."
    for why in ("taken", "beside", "start", "drawn", "opening"):
        assert "0-1-2" in telling.not_here_sentence(why, "0-1-2")


def test_each_trouble_with_a_save_has_words_of_its_own():
    for told, kinds in (
        (telling.what_happened, ("older", "cut", "newer", "missing", "damaged")),
        (telling.why_unsaved, ("full", "newer", "elsewhere", "forbidden")),
        (telling.why_not_deleted, ("newer", "elsewhere", "forbidden")),
    ):
        assert len({told(kind) for kind in kinds}) == len(kinds)
