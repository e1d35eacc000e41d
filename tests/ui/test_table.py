"""The table without a browser: what people do at it, what goes on by itself, and what is kept."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engine import EDITIONS, Match, NotAllowed, Options, Player, Target, read, write
from engine.lattice import Cell
from engine.question import Case, Question
from engine.tiles import Placement, Tile
from ui.geometry import centre
from ui.scene import Tone
from ui.setup import Setup, question
from ui.telling import tile_name
from ui.tile_scene import TileScene
from ui.tile_table import TileTable

ALONE = ("human", "bot:greedy")
TOGETHER = ("human", "human")


class Timer:
    def __init__(self, due: float, function: Callable[[], None]) -> None:
        self.due, self.function, self.live = due, function, True

    def cancel(self) -> None:
        self.live = False


class Desk:
    """A host that keeps records in a list and lets time pass when told to."""

    def __init__(self) -> None:
        self.kept: list[str] = []
        self.timers: list[Timer] = []
        self.rounds_over = 0
        self.now = 0.0
        self.thinks_for = 0.0
        self.coached: float | None = None
        self.is_dumb = False
        """Nobody strong answers."""

    def keep(self, match: Match) -> None:
        self.kept.append(write(match))

    def changed(self) -> None:
        pass

    def later(self, seconds: float, function: Callable[[], None]) -> Timer:
        self.timers.append(Timer(self.now + seconds, function))
        return self.timers[-1]

    def ask(
        self,
        question: Question | Case,
        then: Callable[[Any], None],
        otherwise: Callable[[], None] | None = None,
    ) -> Timer:
        if self.is_dumb and otherwise:
            return self.later(0, otherwise)
        return self.later(self.thinks_for, lambda: then(question.answer()))

    def coach(self) -> float | None:
        return self.coached

    def bot_seconds(self) -> float:
        return 0.5

    def aspect(self) -> float:
        return 1.5

    def travel(self, selector: str, path: object, wait: float) -> float:
        return 0.0

    def focus(self, selector: str) -> None:
        pass

    def gained(self, seat: int, points: int, start: str | None) -> None:
        pass

    def round_over(self) -> None:
        self.rounds_over += 1

    def ring(self) -> bool:
        """Let the next timer ring. Whether there was one."""
        live = [timer for timer in self.timers if timer.live]
        if not live:
            return False
        timer = min(live, key=lambda timer: timer.due)
        timer.live = False
        self.now = timer.due
        timer.function()
        return True


def sit_down(kinds=ALONE, edition="tournament", seed="7", **options) -> tuple[TileTable, Desk]:
    players = tuple(Player(f"Player {seat}", kind) for seat, kind in enumerate(kinds))
    rules = EDITIONS[edition]
    chosen = Options(**{"target": rules.default_target, **options})
    desk = Desk()
    return TileTable(Setup(edition, players, chosen, seed).match(), desk), desk


def until_human(table: TileTable, desk: Desk) -> None:
    while not table.legal() and not table.match.round.over:
        assert desk.ring()


def fitting(scene: TileScene) -> Tile:
    return next(shown.tile for shown in scene.rack if shown.fits)


def lay_something(table: TileTable, desk: Desk) -> None:
    until_human(table, desk)
    table.choose(fitting(table.scene()))
    table.tap_place(table.scene().look.places[0].placement.cell, confirm=False)


def until_something_fits(table: TileTable, desk: Desk) -> None:
    until_human(table, desk)
    while not any(shown.fits for shown in table.scene().rack):
        table.act("draw" if "draw" in table.legal() else "pass")
        until_human(table, desk)


def seed_where(wanted: Callable[[TileTable], bool], kinds=ALONE, **options) -> tuple[TileTable, Desk]:
    """The first of some deals of which this is true."""
    for seed in range(500):
        table, desk = sit_down(kinds, seed=str(seed), **options)
        if wanted(table):
            return table, desk
    raise AssertionError("no such deal")


def begins(table: TileTable) -> bool:
    return table.match.seat == 0


def test_a_tile_is_chosen_its_places_are_lit_and_a_tap_lays_it():
    table, desk = seed_where(begins)
    tile = fitting(table.scene())
    table.choose(tile)
    (place,) = table.scene().look.places
    assert place.placement.tile == tile
    table.tap_place(place.placement.cell, confirm=False)
    assert table.match.round.board.laid == {Cell(0, 0): place.placement.digits}
    assert table.scene().chosen is None
    assert read(desk.kept[-1]) == table.match


def test_choosing_a_tile_again_puts_it_back():
    table, _ = seed_where(begins)
    tile = fitting(table.scene())
    table.choose(tile)
    table.choose(tile)
    assert table.scene().chosen is None
    assert table.scene().look.places == ()


def test_with_confirmation_a_tap_shows_the_tile_and_the_next_lays_it():
    table, desk = seed_where(begins)
    lay_something(table, desk)
    until_something_fits(table, desk)
    table.choose(fitting(table.scene()))
    place = table.scene().look.places[0]
    before = len(table.match.round.board.laid)
    table.tap_place(place.placement.cell, confirm=True)
    assert table.scene().look.aim == place
    assert len(table.match.round.board.laid) == before
    table.tap_place(place.placement.cell, confirm=True)
    assert table.match.round.board.laid[place.placement.cell] == place.placement.digits


def test_all_three_turnings_of_an_opening_tile_can_be_reached_before_laying():
    table, _ = seed_where(begins)
    tile = next(s.tile for s in table.scene().rack if len(s.tile.rotations()) == 3)
    table.choose(tile)
    assert "rotate" in table.scene().actions
    table.tap_place(Cell(0, 0), confirm=True)
    seen = []
    for _turning in range(3):
        seen.append(table.scene().look.aim.placement.digits)
        table.tap_place(Cell(0, 0), confirm=True)
    assert sorted(seen) == sorted(tile.rotations())
    table.lay()
    assert table.match.round.board.laid[Cell(0, 0)] == seen[0]


def test_a_dragged_tile_turns_to_fit_and_drops_into_the_place():
    table, desk = seed_where(begins)
    lay_something(table, desk)
    until_something_fits(table, desk)
    tile = fitting(table.scene())
    action = next(a for a in table.legal() if a[:5] == "play " and Placement.parse(a[5:]).tile == tile)
    placement = Placement.parse(action[5:])
    x, y = centre(placement.cell)
    table.drag(tile, x + 10, y - 5)
    drag = table.scene().look.drag
    assert drag.over.placement == placement
    assert drag.digits == placement.digits
    table.drop(placement.cell)
    assert table.match.round.board.laid[placement.cell] == placement.digits


def test_a_drag_that_is_called_off_over_a_place_lays_nothing():
    table, _desk = seed_where(begins)
    tile = fitting(table.scene())
    table.drag(tile, *centre(Cell(0, 0)))
    assert table.scene().look.drag.over
    table.let_go()
    scene = table.scene()
    assert scene.look.drag is None
    assert table.match.round.actions == []
    assert (scene.chosen, scene.look.aim) == (tile, None)


def test_dropping_a_tile_where_it_does_not_fit_says_which_corner_clashes():
    def clashes(table: TileTable) -> bool:
        return begins(table) and len(table.match.round.racks) == 2

    table, desk = seed_where(clashes)
    lay_something(table, desk)
    until_human(table, desk)
    board = table.match.round.board
    for shown in table.scene().rack:
        places = {place.cell for place in board.placements(shown.tile.bit)}
        if cells := [cell for cell in board.open if cell not in places]:
            table.drag(shown.tile, 9999, 9999)
            table.drop(cells[0])
            scene = table.scene()
            assert scene.note.tone is Tone.REFUSAL
            assert str(board.numbers[scene.look.clash]) in scene.note.text
            assert scene.look.clash in cells[0].corners()
            return
    raise AssertionError("every tile fits everywhere")


def test_dropping_a_tile_on_another_or_far_away_says_so():
    table, desk = seed_where(begins)
    lay_something(table, desk)
    until_human(table, desk)
    table.choose(table.scene().rack[0].tile)
    table.refuse(Cell(0, 0))
    taken = table.scene().note.text
    table.refuse(Cell(40, 40))
    assert taken != table.scene().note.text
    assert table.scene().note.tone is Tone.REFUSAL


def test_undo_goes_back_to_ones_own_last_decision():
    def bot_answers_by_laying(table: TileTable) -> bool:
        if not begins(table):
            return False
        lay_something(table, table._host)
        until_human(table, table._host)
        return len(table.match.round.actions) == 2 and table.match.round.actions[1].startswith("play")

    table, desk = seed_where(bot_answers_by_laying)
    assert "undo" in table.scene().actions
    table.undo()
    assert table.match.round.actions == []
    assert table.match.seat == 0
    assert read(desk.kept[-1]) == table.match
    assert table.scene().log == table.scene().log[:1]


def test_undo_never_crosses_a_draw():
    table, desk = seed_where(begins)
    lay_something(table, desk)
    until_human(table, desk)
    table.act("draw")
    assert "undo" not in table.scene().actions
    before = write(table.match)
    table.undo()
    assert write(table.match) == before


def test_there_is_no_undo_between_people():
    table, desk = sit_down(TOGETHER)
    table.reveal()
    lay_something(table, desk)
    table.reveal()
    assert "undo" in table.scene().hidden
    table.undo()
    assert len(table.match.round.actions) == 1


def test_a_curtain_hides_the_rack_between_people():
    table, desk = sit_down(TOGETHER)
    first = table.match.seat
    assert table.scene().curtain == f"Player {first}"
    assert table.scene().rack == ()
    table.reveal()
    assert table.scene().curtain is None
    assert len(table.scene().rack) == 9
    lay_something(table, desk)
    assert table.scene().curtain == f"Player {1 - first}"
    assert table.scene().rack == ()


def test_one_person_among_bots_sees_their_own_rack_all_the_time():
    table, desk = seed_where(lambda table: not begins(table))
    rack = {shown.tile for shown in table.scene().rack}
    assert len(rack) == 9
    assert not any(shown.fits for shown in table.scene().rack)
    until_human(table, desk)
    assert {shown.tile for shown in table.scene().rack} == rack


def test_bots_play_by_themselves_and_the_score_sheet_comes_up():
    table, desk = sit_down(("bot:greedy", "bot:random"), target=Target(rounds=2))
    while desk.ring():
        pass
    assert desk.rounds_over == 1
    table.next_round()
    while desk.ring():
        pass
    assert table.match.winners
    assert read(desk.kept[-1]) == table.match


def test_every_action_is_kept_before_the_next_can_begin():
    table, desk = sit_down(("bot:random", "bot:random"), edition="kids")
    while desk.ring():
        pass
    lengths = [len(read(record).round.actions) for record in desk.kept]
    assert lengths == list(range(len(table.match.round.actions) + 1))


def test_the_same_seed_gives_the_same_game_again():
    games = []
    for _turn in range(2):
        table, desk = sit_down(("bot:random", "bot:greedy"), seed="again")
        while desk.ring():
            pass
        games.append(write(table.match))
    assert games[0] == games[1]


def test_a_game_taken_up_again_is_where_it_was():
    table, desk = seed_where(begins)
    lay_something(table, desk)
    until_human(table, desk)
    table.act("draw")
    scene = table.scene()
    again = TileTable(read(desk.kept[-1]), Desk()).scene()
    assert again.rack == scene.rack
    assert again.log == scene.log
    assert again.seats == scene.seats
    assert again.status == scene.status


def test_a_forced_pass_explains_itself_and_goes_on_by_itself():
    for seed in range(50):
        table, desk = sit_down(edition="classic", seed=str(seed))
        rng = Random(seed)
        while not table.match.round.over and table.legal() != ("pass",):
            if table.legal():
                table.act(rng.choice(table.legal()))
            else:
                assert desk.ring()
        if table.legal() == ("pass",):
            assert table.scene().note.tone is Tone.FORCED
            forced = len(table.match.round.actions)
            while len(table.match.round.actions) == forced:
                assert desk.ring()
            assert table.match.round.actions[forced] == "pass"
            return
    raise AssertionError("nobody ever had to pass")


def test_the_clock_ends_a_turn_but_never_before_the_opening():
    table, desk = seed_where(begins, turn_seconds=5)
    assert table.scene().seconds_left is None
    lay_something(table, desk)
    until_human(table, desk)
    assert table.scene().seconds_left == 5
    began = desk.now
    while "timeout" not in table.match.round.actions:
        assert desk.ring()
    assert desk.now - began == 5


def test_a_hint_shows_what_the_expert_would_do_and_says_why():
    table, desk = seed_where(begins, edition="classic")
    chosen = question(table.match, "bot:expert").answer()
    table.hint()
    desk.ring()
    scene = table.scene()
    assert f"play {scene.look.aim.placement}" == chosen
    assert scene.note.tone is Tone.HINT
    assert scene.note.text.startswith(f"Lay {tile_name(scene.look.aim.placement.digits)} here: ")
    table.lay()
    assert table.match.round.actions == [chosen]


def test_a_script_cannot_move_for_a_bot():
    table, _ = seed_where(lambda table: not begins(table))
    assert table.legal() == ()
    with pytest.raises(NotAllowed):
        table.act(table.match.legal()[0])


def test_after_leaving_nothing_goes_on():
    table, desk = seed_where(lambda table: not begins(table))
    table.leave()
    assert not desk.ring()


def test_a_tile_not_drawn_this_turn_has_to_wait():
    table, desk = seed_where(begins)
    lay_something(table, desk)
    until_human(table, desk)
    table.act("draw")
    drawn = next(shown.tile for shown in table.scene().rack if shown.drawn)
    other = next(shown.tile for shown in table.scene().rack if not shown.drawn)
    assert drawn != other
    table.choose(other)
    assert table.scene().note.tone is Tone.REFUSAL
    assert table.scene().look.places == ()


def thinking_bot(seconds: float) -> tuple[TileTable, Desk]:
    """A person has just laid a tile, and the bot will take so long to answer."""
    table, desk = seed_where(begins)
    desk.thinks_for = seconds
    lay_something(table, desk)
    return table, desk


def test_a_bot_that_knows_at_once_still_lets_people_follow():
    table, desk = thinking_bot(0.0)
    done = len(table.match.round.actions)
    desk.ring()
    assert len(table.match.round.actions) == done
    desk.ring()
    assert desk.now == 0.5
    assert len(table.match.round.actions) == done + 1


def test_a_bot_that_thinks_longer_than_its_pace_moves_when_it_knows():
    table, desk = thinking_bot(3.0)
    done = len(table.match.round.actions)
    while len(table.match.round.actions) == done:
        assert table.status() == "Player 1 is thinking."
        desk.ring()
    assert desk.now == 3.0
    assert len(table.match.round.actions) == done + 1


def test_what_a_bot_thought_of_a_table_that_was_left_is_forgotten():
    table, desk = thinking_bot(3.0)
    kept = len(desk.kept)
    table.leave()
    assert not desk.ring()
    assert len(desk.kept) == kept


def test_choosing_a_tile_does_not_disturb_a_thinking_bot():
    table, desk = thinking_bot(3.0)
    done = len(table.match.round.actions)
    table.choose(table.scene().rack[0].tile)
    until_human(table, desk)
    assert len(table.match.round.actions) > done


def test_a_hint_that_comes_after_one_has_decided_is_not_shown():
    table, desk = seed_where(begins)
    desk.thinks_for = 3.0
    table.hint()
    assert table.scene().note.text == "The strongest player is thinking. You need not wait for it."
    tile = fitting(table.scene())
    table.choose(tile)
    assert not desk.ring()
    assert table.scene().chosen == tile
    assert table.scene().note is None
