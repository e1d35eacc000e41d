"""The rulebook says what the engine does."""

import operator
from dataclasses import replace

import pytest

from engine import EDITIONS, TILE_EDITIONS, Target
from engine.board import Board, Figure
from engine.covers import Cover, Shape
from engine.editions import (
    CLASSIC,
    CONQUEST,
    KIDS,
    POINTS_EDITIONS,
    TOURNAMENT,
    Figures,
    HighestTriple,
    Out,
    fewest_tiles_win,
    lowest_rack_wins,
    nothing_booked,
    own_rack_off,
)
from engine.ring import CONQUER, Price, Space
from engine.ring_events import Card
from engine.tiles import Placement
from tests.ui.trees import every, found, words
from ui.book import FITTING, KEYS
from ui.conquest_rules import AFTER, BEFORE
from ui.conquest_rules import PICTURES as COVERED
from ui.ring_telling import card_about, card_name, space_kind
from ui.rulebook import PICTURES, RULINGS, SPECIAL, rulebook_view, special
from ui.telling import figure_name


def chapter(tree, title):
    (section,) = (n for n in every(tree) if n.tag == "section" and words(n).startswith(title))
    return words(section)


@pytest.fixture
def book(monkeypatch):
    """The book of an edition that need not be one of ours."""

    def book(edition):
        monkeypatch.setitem(EDITIONS, edition.name, edition)
        return rulebook_view(edition.name)

    return book


@pytest.mark.parametrize("edition", POINTS_EDITIONS, ids=lambda edition: edition.name)
def test_every_edition_is_told_with_its_own_numbers(edition):
    tree = rulebook_view(edition.name)
    draws, turn = edition.draws, chapter(tree, "Your turn")
    assert ("until a tile does" in turn) == (draws.limit is None)
    assert (f"draw up to {draws.limit} tiles" in turn) == (draws.limit is not None)
    assert ("even if one of yours fits" in turn) == draws.though_something_fits
    assert (f"Each draw costs {draws.cost} points." in turn) == bool(draws.cost)
    assert ("Drawing costs nothing." in turn) == (not draws.cost)
    assert ("stop after fewer draws" in turn) == draws.may_stop_early
    if draws.limit:
        assert (f"That costs {draws.nothing_laid} points more." in turn) == bool(draws.nothing_laid)
    if draws.empty_pool:
        assert turn.count(f"That costs {draws.empty_pool} points more.") == 1

    end = chapter(tree, "The end of a round")
    assert f"Going out brings {edition.out.bonus} points" in end
    assert ("all other racks" in end.split("A round is blocked")[0]) == edition.out.takes_racks
    assert ("rings the bell" in end) == edition.out.plays_out_the_round
    assert ("over at once" in end) == (not edition.out.plays_out_the_round)
    blocked = {
        own_rack_off: "everyone loses the sum",
        lowest_rack_wins: "lowest sum of digits on the rack wins",
        fewest_tiles_win: "fewest tiles wins",
        nothing_booked: "nobody gains or loses",
    }
    assert {rule for rule, told in blocked.items() if told in end} == {edition.blocked}

    target, match = edition.default_target, chapter(tree, "The match")
    if target.points:
        asked = "more than" if edition.reaches is operator.gt else "at least"
        assert f"until somebody has {asked} {target.points} points." in match
    else:
        assert f"The match lasts {target.rounds} round" in match

    beginning = chapter(tree, "The beginning")
    assert "Two players get 9 tiles each, three or four get 7." in beginning
    assert ("highest triple" in beginning) == isinstance(edition.opening, HighestTriple)
    assert ("may open with any tile" in beginning) != isinstance(edition.opening, HighestTriple)


@pytest.mark.parametrize("edition", POINTS_EDITIONS, ids=lambda edition: edition.name)
def test_every_edition_shows_its_figures_and_no_others(edition):
    tree = rulebook_view(edition.name)
    (figures,) = found(tree, "class", "figures")
    shown = {words(card.children[1]) for card in figures.children}
    bonuses = {figure: edition.figures.bonus(figure) for figure in Figure}
    assert shown == {f"{figure_name(f)} +{bonus}" for f, bonus in bonuses.items() if bonus is not None}


@pytest.mark.parametrize(
    ("edition", "told"),
    [
        (replace(TOURNAMENT, figures=Figures(41, (51, 61, 71))), ["+41", "+51", "+61", "+71"]),
        (replace(CLASSIC, figures=Figures(40, (50, 60, 70), 43)), ["+43"]),
        (replace(TOURNAMENT, draws=replace(TOURNAMENT.draws, limit=4)), ["up to 4 tiles", "After 4 draws"]),
        (
            replace(TOURNAMENT, draws=replace(TOURNAMENT.draws, limit=2, though_something_fits=False)),
            ["if nothing fits, draw up to 2 tiles", "pass if nothing fits"],
        ),
        (
            replace(CLASSIC, draws=replace(CLASSIC.draws, though_something_fits=True)),
            ["draw as many tiles as you like"],
        ),
        (replace(TOURNAMENT, draws=replace(TOURNAMENT.draws, cost=6)), ["costs 6 points.", "for 6 points."]),
        (
            replace(TOURNAMENT, draws=replace(TOURNAMENT.draws, nothing_laid=12)),
            ["That costs 12 points more."],
        ),
        (replace(TOURNAMENT, draws=replace(TOURNAMENT.draws, may_stop_early=True)), ["after fewer draws"]),
        (replace(CLASSIC, draws=replace(CLASSIC.draws, empty_pool=13)), ["That costs 13 points more."]),
        (replace(TOURNAMENT, out=Out(26, True, True)), ["brings 26 points and", "rings the bell"]),
        (replace(KIDS, out=Out(7, False, False)), ["Going out brings 7 points.", "over at once"]),
        (replace(TOURNAMENT, blocked=nothing_booked), ["nobody gains or loses"]),
        (replace(TOURNAMENT, default_target=Target(points=321)), ["more than 321 points", "past 321 points"]),
        (replace(KIDS, default_target=Target(rounds=5)), ["lasts 5 rounds"]),
        (replace(TOURNAMENT, reaches=operator.ge), ["at least 400 points"]),
        (replace(KIDS, tile_points=lambda tile: 2), ["Every tile you lay brings 2 points."]),
        (replace(KIDS, tile_points=lambda tile: tile.points), ["brings the sum of its digits"]),
    ],
)
def test_another_number_in_the_edition_is_another_number_in_the_book(book, edition, told):
    before = words(rulebook_view(edition.name))
    after = words(book(edition))
    for text in told:
        assert text not in before
        assert text in after


def test_the_opening_bonus_is_the_engines(book):
    class Generous(HighestTriple):
        def bonus(self, tile):
            return 11 if tile.points else 11 + 33

    told = chapter(rulebook_view("classic"), "The beginning")
    assert "10 points more" in told
    assert "30 points on top" in told

    opening = HighestTriple()
    opening.bonus = Generous().bonus
    told = chapter(book(replace(CLASSIC, opening=opening)), "The beginning")
    assert "11 points more" in told
    assert "33 points on top" in told


@pytest.mark.parametrize("edition", POINTS_EDITIONS, ids=lambda edition: edition.name)
def test_every_ruling_is_there_and_marked_as_one(edition):
    tree = rulebook_view(edition.name)
    marked = [words(ruling) for ruling in found(tree, "class", "ruling")]
    assert len(marked) == len(RULINGS)
    assert all(text.startswith("House ruling") for text in marked)
    for about in (
        "no double or triple hexagon take the 60 and 70",
        "higher largest digit opens, then the higher middle digit",
        "have the lowest rack in a blocked round, fewer tiles win; if that is equal too, each",
        "have the fewest tiles in a blocked round, the lower sum of digits wins; if that is equal too, each",
        "Turns without a tile laid count towards a blocked round even if",
        "whoever can lay must lay",
        "a turn ends when its time is up",
    ):
        assert len([text for text in marked if about in text]) == 1


def test_rulings_of_other_editions_are_kept_apart():
    def apart(name):
        return [words(n) for n in every(rulebook_view(name)) if n.tag == "details"]

    assert "higher middle digit" in apart("tournament")[0]
    assert "higher middle digit" not in apart("classic")[0]
    assert "lowest rack" in apart("classic")[0]
    assert "lowest rack" not in apart("xxl")[0]
    assert "must lay" in apart("classic")[0]
    assert "triple hexagon" in apart("kids")[0]


@pytest.mark.parametrize("figure", Figure)
def test_the_last_tile_of_a_picture_makes_its_figure(figure):
    board = Board()
    placements = [Placement.parse(text) for text in PICTURES[figure].split()]
    for placement in placements:
        board.check(placement)
        made = board.figure(placement.cell)
        board.lay(placement)
    assert made is figure
    assert len({placement.tile for placement in placements}) == len(placements)


def test_the_picture_of_fitting_tiles_fits():
    board = Board()
    for text in FITTING.split():
        board.check(Placement.parse(text))
        board.lay(Placement.parse(text))


def test_the_switcher_offers_every_edition_and_shows_the_one_told():
    (select,) = (n for n in every(rulebook_view("xxl-fr")) if n.tag == "select")
    assert select.attributes["data-field"] == "rules-edition"
    assert [option.attributes["value"] for option in select.children] == list(EDITIONS)
    assert [o.attributes["value"] for o in select.children if "selected" in o.attributes] == ["xxl-fr"]


def test_every_edition_is_special_in_its_own_way():
    assert set(SPECIAL) == set(EDITIONS)
    lines = [special(edition) for edition in EDITIONS.values()]
    assert len(set(lines)) == len(lines)
    assert not [line for line in lines if "None" in line or "{" in line]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_disclaimer_is_in_every_book_and_nothing_that_a_page_has_once(edition):
    tree = rulebook_view(edition)
    assert "Not affiliated with any maker of triangular tile games" in words(tree)
    assert not [n for n in every(tree) if "style" in n.attributes or "id" in n.attributes]


@pytest.mark.parametrize("edition", TILE_EDITIONS)
def test_keys_are_in_every_book_of_a_tile_game(edition):
    keys = [words(n) for n in every(rulebook_view(edition)) if n.tag == "kbd"]
    assert [key for key in keys if key != "K"] == " ".join(keys for keys, _does in KEYS).split()
    assert ("K" in keys) == (edition == "conquest")
    assert {"←", "→", "↑", "↓", "Enter", "Escape", *"RDPUHF+−?"} <= set(keys)


# Conquest


def test_the_covers_of_conquest_are_drawn_and_counted(book):
    more = replace(CONQUEST, covers={Cover.DIA: 5, Cover.TRI: 3, Cover.HEX: 2})
    for edition, counts, every_one in ((CONQUEST, (4, 2, 1), 7), (more, (5, 3, 2), 10)):
        tree = book(edition)
        covers = chapter(tree, "The covers")
        assert f"Everyone has {every_one} covers." in covers
        for name, count in zip(("diamond", "triangle", "hexagon"), counts, strict=True):
            assert f"{name} {count} for each player" in covers
    assert len(found(rulebook_view("conquest"), "class", "cover")) == 3 + 2


@pytest.mark.parametrize(("tiles", "shape"), [*COVERED.values(), BEFORE, AFTER])
def test_a_drawn_cover_lies_on_tiles_that_fit(tiles, shape):
    board = Board()
    for placement in map(Placement.parse, tiles.split()):
        board.check(placement)
        board.lay(placement)
    assert set(Shape.parse(shape).cells) <= set(board.laid)


def test_the_diamond_in_the_book_is_overpowered_by_the_triangle_only_in_part():
    diamond, triangle = Shape.parse(BEFORE[1]), Shape.parse(AFTER[1])
    assert len(set(diamond.cells) & set(triangle.cells)) == 1


def test_conquest_draws_as_many_as_its_edition_says(book):
    assert "Draw up to 3 tiles" in chapter(rulebook_view("conquest"), "If nothing fits")
    limit = replace(CONQUEST, draws=replace(CONQUEST.draws, limit=5))
    assert "Draw up to 5 tiles" in chapter(book(limit), "If nothing fits")


def test_the_rulings_of_conquest_are_marked():
    rulings = [words(ruling) for ruling in found(rulebook_view("conquest"), "class", "ruling")]
    for parts in (
        ["touched only in part"],
        ["may be left unclaimed"],
        ["right after the tile is laid, even if a claim of its player then brings such a cover back"],
        ["no way out"],
        ["Passes count even if the pool ran dry only after them"],
        ["more tiles covered win", "nobody has covered anything"],
        ["With a clock", "even if a tile fits", "however full the rack", "open no longer"],
        ["house rules about laying mean nothing here"],
    ):
        (ruling,) = (ruling for ruling in rulings if parts[0] in ruling)
        assert all(part in ruling for part in parts)
    assert len(rulings) == 8


def test_all_ends_and_open_shapes_are_told():
    tree = rulebook_view("conquest")
    end = chapter(tree, "The end")
    assert end.index("covers are on the table") < end.index("were passed") < end.index("all tiles are laid")
    assert "before drawing and instead of laying" in chapter(tree, "Open shapes")


# Conquer


def test_conquer_is_told_with_its_own_numbers():
    tree = rulebook_view("conquer")
    beginning = chapter(tree, "The beginning")
    assert "36 spaces lie round a triangle" in beginning
    assert "28 of them can be captured" in beginning
    assert "Everyone starts on START with 20 resources; the bank keeps the rest of 100." in beginning
    assert "20 markers" in beginning
    assert "20 cards are shuffled" in beginning
    turn = chapter(tree, "A turn")
    assert "half of its capture price, rounded down" in turn
    assert "brings 2 resources" in turn
    assert "?(3, 15, 28)" in chapter(tree, "Where you land").replace(" (", "(")
    jail = chapter(tree, "Jail")
    assert "pay 2," in jail
    assert "a 6 (17 %) frees you and moves you 6" in jail
    assert "After 3 failed rolls" in jail
    end = chapter(tree, "The end")
    assert "all 28 spaces are captured, or after 100 turns for each player" in end
    assert "most spaces win; of equally many, the most resources; else the win is shared" in end


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"purse": 21, "total": 105}, ["START with 21 resources; the bank keeps the rest of 105."]),
        ({"markers": 19}, ["Everyone has 19 markers", "With all 19 markers down"]),
        ({"start": 4}, ["brings 4 resources"]),
        ({"resupply": 5}, ["Take 5 from the bank"]),
        ({"bail": 7}, ["pay 7,"]),
        ({"jail_turns": 4}, ["After 4 failed rolls"]),
        ({"breakout": 5}, ["a 5 (33 %) frees you and moves you 5"]),
        ({"support": 2}, ["moves the roll by 2", "+2 on your roll", "−2 on the roll"]),
        ({"forfeit": 6}, ["loses 6 to the bank"]),
        ({"card_gain": 8}, ["You get 8 from"]),
        ({"card_loss": 9}, ["You pay 9 to"]),
        ({"advance": 5}, ["You move on 5 spaces"]),
        ({"retreat": 6}, ["You move back 6 spaces"]),
        ({"turns": 50}, ["after 50 turns for each player"]),
        ({"cards": {**CONQUER.cards, Card.BRIBE: 6}}, ["Bribe ×6", "24 cards are shuffled"]),
        ({"spaces": (*CONQUER.spaces[:-1], Space.RESUPPLY)}, ["27 of them", "(6, 30, 35)", "all 27 spaces"]),
        ({"prices": {**CONQUER.prices, Space.RED: Price(8, 13, 4, 11)}}, ["red 8 13 4+ 50 % 11"]),
    ],
    ids=lambda given: next(iter(given)) if isinstance(given, dict) else None,
)
def test_another_number_of_conquer_is_another_number_in_the_book(book, changes, told):
    before = words(rulebook_view("conquer"))
    after = words(book(replace(CONQUER, **changes)))
    for text in told:
        assert text not in before
        assert text in after


def test_every_card_is_named_with_how_many_there_are_and_what_it_does():
    cards = chapter(rulebook_view("conquer"), "The cards")
    kept, _at_once, others = cards.partition("At once:")
    for card, count in CONQUER.cards.items():
        line = f"{card_name(card)} ×{count} – {card_about(card, CONQUER)}."
        assert line in (kept if card.is_kept else others)


def test_every_price_is_in_the_book_with_its_chance():
    (table,) = found(rulebook_view("conquer"), "class", "prices")
    for space, price in CONQUER.prices.items():
        needed = f"{price.needed}+" if price.needed < CONQUER.sides else str(price.needed)
        chance = f"{CONQUER.chance(price.needed):.0%}".replace("%", " %")
        line = f"{space_kind(space)} {price.capture} {price.conquer} {needed} {chance} {price.fee}"
        assert line in words(table)


def test_the_rulings_of_conquer_are_marked_each_once():
    rulings = [words(ruling) for ruling in found(rulebook_view("conquer"), "class", "ruling")]
    about = (
        "The ring, the cards and the purses",
        "The bank pays only what it has",
        "nobody captures or conquers more",
        "the die is rolled all the same",
        "Going to jail does not pass START",
        "A Bribe leaves you where you stand",
        "Advance passes START like a roll",
        "Moved back, you neither pay nor conquer",
        "A fee that takes your last resource",
    )
    for part in about:
        assert len([ruling for ruling in rulings if part in ruling]) == 1, part
    assert len(rulings) == len(about)
    assert all(ruling.startswith("House ruling") for ruling in rulings)


def test_the_rulings_of_conquer_that_surprise_are_marked():
    rulings = [words(ruling) for ruling in found(rulebook_view("conquer"), "class", "ruling")]
    for part in (
        "with nothing in it a space sells for nothing",
        "With all 20 markers down, nobody captures or conquers more: on another’s space the fee is paid",
        "In jail, spaces are sold, Resource Forfeiture is played and fees are taken as ever",
        "A fee that takes your last resource puts you out",
    ):
        assert len([ruling for ruling in rulings if part in ruling]) == 1
