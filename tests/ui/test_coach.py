"""The coach: a warning before a move that gives much away, never more than a moment's wait, never more."""

import pytest

from engine import Match, Player
from engine.judge import Verdict
from engine.question import Case, Question
from tests.engine.positions import CHAIN, position
from tests.ui.test_table import Desk
from ui.nodes import to_text
from ui.scene import Tone
from ui.settings import COACH_POINTS, Settings
from ui.setup import question
from ui.table import COACH_SECONDS
from ui.tile_table import TileTable
from ui.tile_view import tile_view

BEST = "play 545@2,3"
"""Who lays this goes out with the bridge at the next turn."""


class Judges(Desk):
    """A host whose expert has made up its mind about every move."""

    def __init__(self, loss: float) -> None:
        super().__init__()
        self.loss = loss
        self.coached = 20.0
        self.cases: list[Case] = []

    def ask(self, question: Question | Case, then, otherwise=None):
        if isinstance(question, Question) or self.is_dumb:
            return super().ask(question, then, otherwise)
        self.cases.append(question)
        return self.later(self.thinks_for, lambda: then(Verdict(BEST, loss=self.loss, within=1.0)))


def coached(loss: float = 30.0) -> tuple[TileTable, Judges]:
    game = position("tournament", "002 455", "155 011 022 033", table=CHAIN, pool="003 004 014 015")
    match = Match(game.edition, [Player("Ada"), Player("Bot", "bot:greedy")], game.options)
    match.rounds, match.winners = game.rounds, game.winners
    desk = Judges(loss)
    table = TileTable(match, desk)
    return table, desk


def drawn(table: TileTable) -> int:
    return table.match.round.actions.count("draw")


def test_a_move_that_gives_much_away_is_not_made_but_warned_of():
    table, desk = coached()
    table.handlers(None)["draw"]()
    desk.ring()
    assert drawn(table) == 0
    note = table.scene().note
    assert (note.tone, note.text) == (
        Tone.WARNING,
        "This gives away about 30 points: something that fits is worth more now.",
    )
    shown = to_text(tile_view(table.scene()))
    assert 'data-action="anyway"' in shown
    assert 'data-action="think-again"' in shown


def test_it_can_be_made_anyway():
    table, desk = coached()
    table.handlers(None)["draw"]()
    desk.ring()
    table.handlers(None)["anyway"]()
    assert drawn(table) == 1
    assert table.scene().note is None


def test_it_can_be_thought_about_again():
    table, desk = coached()
    table.handlers(None)["draw"]()
    desk.ring()
    table.handlers(None)["think-again"]()
    assert table.scene().note is None
    table.handlers(None)["anyway"]()
    assert drawn(table) == 0
    assert not desk.ring()


@pytest.mark.parametrize(("loss", "goes"), [(19.0, True), (21.0, False)])
def test_the_threshold_is_in_points(loss, goes):
    table, desk = coached(loss)
    table.handlers(None)["draw"]()
    desk.ring()
    assert (drawn(table) == 1) is goes


def test_what_may_be_chance_is_not_warned_of():
    table, desk = coached(25.0)
    desk.ask = lambda case, then, otherwise=None: desk.later(0, lambda: then(Verdict(BEST, 25.0, 26.0)))
    table.handlers(None)["draw"]()
    desk.ring()
    assert drawn(table) == 1


def test_a_move_does_not_wait_long_for_the_coach():
    table, desk = coached()
    desk.thinks_for = 3.0
    table.handlers(None)["draw"]()
    assert drawn(table) == 0
    desk.ring()
    assert (drawn(table), desk.now) == (1, COACH_SECONDS)
    assert not [timer for timer in desk.timers if timer.live and timer.due == 3.0]


def test_where_nobody_can_judge_the_move_goes_through_at_once():
    table, desk = coached()
    desk.is_dumb = True
    table.handlers(None)["draw"]()
    desk.ring()
    assert (drawn(table), desk.now) == (1, 0)


def test_without_a_coach_nothing_is_asked():
    table, desk = coached()
    desk.coached = None
    table.handlers(None)["draw"]()
    assert drawn(table) == 1
    assert desk.cases == []


def lay_by_tap(table: TileTable) -> None:
    table.choose(table.scene().rack[-1].tile)
    table.tap_place(table.scene().look.places[0].placement.cell, confirm=False)


def lay_by_key(table: TileTable) -> None:
    table.choose(table.scene().rack[-1].tile, by_key=True)
    table.press("Enter", "target")


def lay_by_drag(table: TileTable) -> None:
    from ui.geometry import centre

    tile = table.scene().rack[-1].tile
    table.choose(tile)
    cell = table.scene().look.places[0].placement.cell
    table.drag(tile, *centre(cell))
    table.drop(cell)


@pytest.mark.parametrize("way", [lay_by_tap, lay_by_key, lay_by_drag])
def test_every_way_of_laying_asks_the_coach_and_shows_the_tile_meanwhile(way):
    table, desk = coached()
    before = len(table.match.round.board.laid)
    way(table)
    (case,) = desk.cases
    assert f"play {table.scene().look.aim.placement}" == case.action
    desk.ring()
    assert table.scene().note.tone is Tone.WARNING
    assert len(table.match.round.board.laid) == before
    table.do_anyway()
    assert len(table.match.round.board.laid) == before + 1


def test_a_script_is_not_coached():
    table, desk = coached()
    table.act("draw")
    assert drawn(table) == 1
    assert desk.cases == []


def test_whoever_turns_to_something_else_meanwhile_has_not_moved():
    table, desk = coached()
    table.handlers(None)["draw"]()
    table.choose(table.scene().rack[0].tile)
    assert not desk.ring()
    assert drawn(table) == 0


def test_the_coach_judges_with_the_seed_that_a_hint_has():
    table, desk = coached()
    table.handlers(None)["draw"]()
    (case,) = desk.cases
    assert case.seed == question(table.match, "bot:expert").seed


def test_the_coach_is_off_until_somebody_asks_for_it():
    assert COACH_POINTS[Settings().coach] is None
    assert Settings().with_choice("coach", "small").coach == "small"
    assert 0 < COACH_POINTS["small"] < COACH_POINTS["large"]
