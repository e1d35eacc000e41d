"""The end of Conquest: the map shows every cover by its owner, and the sums are the engine's."""

from itertools import pairwise

import pytest

from engine import EDITIONS, Match, Player
from engine.covers import Cover, Shape
from engine.simulate import play_match
from tests.engine.positions import act, position
from tests.ui.trees import every, words
from ui.chart import course_of, score_chart
from ui.nodes import Node, to_text
from ui.sheet_view import sheet_view

TRI = "555@0,0 055@-1,0 515@1,0"


def having(tree: Node, attribute: str) -> list[str]:
    return [node.attributes[attribute] for node in every(tree) if attribute in node.attributes]


@pytest.fixture(params=[2, 3, 4])
def match(request: pytest.FixtureRequest) -> Match:
    return play_match(EDITIONS["conquest"], ["bot:greedy"] * request.param, "map")


def test_every_cover_is_on_the_map_with_its_owner(match: Match):
    (figure,) = (node for node in every(sheet_view(match, 0)) if node.attributes.get("class") == "land-map")
    covers = {str(covered.shape): covered.seat for covered in match.round.land.covered()}
    shown = {
        node.attributes["data-cover-on"]: int(node.attributes["data-owner"])
        for node in every(figure)
        if "data-cover-on" in node.attributes
    }
    assert shown == covers
    owners = [node for node in every(figure) if "owner" in node.attributes.get("class", "").split()]
    assert len(owners) == len(covers), "an emblem on each: nobody is told by hue alone"
    assert f"{len(covers)} covers on the table" in words(figure)


def test_the_totals_are_the_scores_and_the_covers_add_up_to_them(match: Match):
    (table,) = (node for node in every(sheet_view(match, 0)) if node.attributes.get("class") == "land")
    assert [int(total) for total in having(table, "data-total")] == list(match.scores)
    sums = [0] * len(match.players)
    (body,) = (node for node in every(table) if node.tag == "tbody")
    for line in body.children:
        cells = [words(child) for child in line.children if child.tag == "td"]
        for seat, cell in enumerate(cells):
            parts, _equals, total = cell.partition("=")
            of_kind = 0 if cell == "none" else sum(map(int, parts.split("+")))
            assert ("+" in parts) == bool(total)
            assert int(total or of_kind) == of_kind
            sums[seat] += of_kind
    assert tuple(sums) == match.scores


def test_the_chart_follows_the_land_to_the_scores(match: Match):
    assert [line[-1][1] for line in course_of(match).lines] == list(match.scores)
    assert "Land" in words(score_chart(match))
    assert "Points" not in words(score_chart(match))


def test_on_the_chart_land_changes_hands_in_one_step_and_only_to_what_it_really_was(match: Match):
    (past,) = match.rounds
    really: list[set[int]] = [{0} for _ in match.players]
    again = match.undone(len(past.actions))
    for action in past.actions:
        again.apply(action)
        for seat, score in enumerate(again.scores):
            really[seat].add(score)
    for seat, line in enumerate(course_of(match).lines):
        assert {score for _step, score in line} <= really[seat]
        assert all(step + 1 >= after for (step, land), (after, less) in pairwise(line) if less < land)


def ended(*actions: str, land: tuple[tuple[int, str], ...] = ()) -> str:
    """The sheet of a small game that ends so, told."""
    made = position("conquest", "255", "", table=TRI)
    made.players = (Player("Ada"), Player("Bo"))
    for seat, shape in land:
        made.round.land.claim(seat, Shape.parse(shape))
    made.round.scores = made.round.land.points(made.round.board.laid)
    act(made, *actions)
    assert made.winners
    return words(sheet_view(made, 0))


def test_who_won_and_how_it_ended_are_told():
    told = ended("play 552@0,1", "claim tri@0,0")
    assert told.startswith("Ada won the match 48 points of land. The game is over: all tiles are laid.")
    assert "Ada claimed a triangle: 48 points of land." in told


def test_what_was_lost_is_told_in_its_place():
    told = ended("play 552@0,1", "claim tri@0,0", land=((1, "dia@-1,0:0,0"),))
    assert told.index("Ada claimed a triangle") < told.index("Bo lost a diamond: 25 points of land.")


def test_a_tie_decided_by_tiles_says_so():
    made = position("conquest", "255", "", table=TRI)
    made.players = (Player("Ada"), Player("Bo"))
    laid = made.round.board.laid
    made.round.land.claim(0, Shape.parse("dia@-1,0:0,0"))
    laid |= dict.fromkeys(Shape.parse("tri@9,0").cells, (5, 1, 0))
    laid[Shape.parse("tri@9,0").cells[0]] = (5, 2, 0)
    made.round.land.claim(1, Shape.parse("tri@9,0"))
    made.round.scores = made.round.land.points(laid)
    assert made.scores == (25, 25)
    act(made, "play 552@0,1", "skip")
    assert "Of equal scores, more tiles covered win." in words(sheet_view(made, 0))


def test_while_the_game_runs_the_sheet_shows_the_land_so_far():
    made = position("conquest", "255 111", "222", table=TRI, pool="444")
    made.round.land.claim(1, Shape.parse("dia@0,0:1,0"))
    shown = sheet_view(made, 0)
    assert "1 cover on the table" in words(shown)
    assert "won" not in words(shown)
    assert made.round.land.in_hand[1][Cover.DIA] == 3


def test_before_the_first_tile_there_is_no_map():
    made = position("conquest", "255", "111", table="")
    assert "No tile has been laid yet." in words(sheet_view(made, 0))


def test_a_name_is_only_ever_text_on_the_map():
    made = position("conquest", "255 111", "222", table=TRI, pool="444")
    made.players = (Player("<b>Ada</b>"), Player("Bo"))
    made.round.land.claim(0, Shape.parse("dia@0,0:1,0"))
    assert "<b>Ada" not in to_text(sheet_view(made, 0))
