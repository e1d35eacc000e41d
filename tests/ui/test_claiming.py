"""Conquest at the table without a browser: choosing what to claim, what is told of it, and what is seen."""

import pytest

from engine import Match, Player
from engine.covers import Cover, Shape, shapes_with
from engine.lattice import Cell
from engine.tiles import Tile
from tests.engine.positions import position
from tests.ui.test_table import Desk, sit_down, until_human
from tests.ui.trees import every, words
from ui import claiming
from ui.cover_view import SAMPLES, border, cover_view, middle
from ui.geometry import centre
from ui.nodes import Node
from ui.scene import Tone
from ui.tile_table import TileTable
from ui.tile_view import tile_view

HUMAN, BOT = Player("Ada", "human", {"colour": "plum"}), Player("Bot", "bot:greedy")
TWO = "555@0,0 055@-1,0"
"""Two tiles side by side; 005 makes a row of three to the left, with one diamond more."""
LEFT = Shape.parse("dia@-2,0:-1,0")


def found(table: TileTable, attribute: str) -> dict[str, Node]:
    """The nodes on the screen that have this attribute, by its value."""
    nodes = every(tile_view(table.scene()))
    return {node.attributes[attribute]: node for node in nodes if attribute in node.attributes}


def game(
    *racks: str, table: str = TWO, pool: str = "000 111", turn: int = 0, players=(HUMAN, BOT)
) -> tuple[Match, Desk]:
    made = position("conquest", *racks, table=table, pool=pool, turn=turn)
    made.players = players
    return made, Desk()


def laid(**options) -> tuple[TileTable, Desk]:
    """Ada has just laid 005 beside the two tiles and may claim the diamond of the last two."""
    made, desk = game("005 111", "333 444", **options)
    table = TileTable(made, desk)
    table.choose(Tile.parse("005"))
    table.tap_place(Cell(-2, 0), confirm=False)
    return table, desk


def cover(match: Match, seat: int, *shapes: str) -> None:
    for shape in shapes:
        match.round.land.claim(seat, Shape.parse(shape))
    match.round.scores = match.round.land.points(match.round.board.laid)


def run_out_of(match: Match, seat: int, kind: Cover) -> None:
    match.round.land.in_hand[seat][kind] = 0


def claims(table: TileTable) -> list[str]:
    return [str(claim.shape) for claim in table.scene().look.claims]


def test_after_laying_the_shapes_are_outlined_and_the_covers_take_the_place_of_the_rack():
    table, _desk = laid()
    assert claims(table) == [str(LEFT)]
    assert table.status() == "Ada to claim a shape."
    assert table.scene().note.text == "Claim one of the outlined shapes, or claim nothing."
    assert not found(table, "data-tile")
    assert set(found(table, "data-cover")) == {"dia", "tri", "hex"}
    assert {"claim", "skip", "undo", "hint"} <= set(found(table, "data-action"))
    assert "draw" not in found(table, "data-action")
    hint = found(table, "data-action")["hint"].attributes["title"]
    assert hint == "Show a shape worth claiming, if there is one, and say why (H)"


def test_a_click_on_a_badge_claims_the_shape_at_once():
    table, desk = laid()
    table.tap_claim(LEFT, confirm=False)
    assert table.match.round.actions[-1] == f"claim {LEFT}"
    assert [str(lying.covered.shape) for lying in table.scene().look.covers] == [str(LEFT)]
    assert table.scene().look.covers[0].colour == "plum"
    assert table.match.scores == (15, 0)
    assert f"claim {LEFT}" in desk.kept[-1]


def test_with_confirmation_a_tap_shows_what_the_shape_is_worth_and_the_next_claims_it():
    table, _desk = laid()
    table.tap_claim(LEFT, confirm=True)
    assert table.scene().look.claim.shape == LEFT
    assert table.scene().note.text == "This diamond: 15 points of land."
    assert table.match.round.fresh
    table.tap_claim(LEFT, confirm=True)
    assert table.match.scores == (15, 0)


def test_the_button_claims_only_once_a_shape_is_shown():
    table, _desk = laid()
    assert found(table, "data-action")["claim"].attributes["aria-disabled"] == "true"
    table.claim()
    assert table.match.round.fresh
    table.next_claim()
    assert "aria-disabled" not in found(table, "data-action")["claim"].attributes
    table.claim()
    assert table.match.scores == (15, 0)


def test_enter_on_the_first_badge_claims_it_without_looking_at_others_before():
    table, _desk = laid()
    assert table.press("Enter", "claim")
    assert table.match.round.actions[-1] == f"claim {LEFT}"


def hexagon_to_be(**options) -> tuple[TileTable, Desk]:
    """Ada has just laid the sixth tile round vertex 1,1."""
    made, desk = game("345 111", "333 444", table="130@0,0 123@1,0 233@2,0 334@2,1 035@0,1", **options)
    table = TileTable(made, desk)
    table.choose(Tile.parse("345"))
    table.tap_place(Cell(1, 1), confirm=False)
    return table, desk


def test_all_shapes_can_be_gone_through_one_after_another_and_back():
    table, _desk = hexagon_to_be()
    every = claims(table)
    assert sorted(every) == ["dia@0,1:1,1", "dia@1,1:2,1", "hex@1,1"]
    seen = []
    for _shape in every:
        table.next_claim()
        seen.append(str(table.scene().look.claim.shape))
    assert seen == every
    table.next_claim()
    table.next_claim(-1)
    assert str(table.scene().look.claim.shape) == every[-1]


def test_a_tap_on_ones_covers_goes_through_the_shapes_of_that_kind_only():
    table, _desk = hexagon_to_be()
    seen = set()
    for _tap in range(4):
        table.choose_cover(Cover.DIA)
        seen.add(str(table.scene().look.claim.shape))
    assert seen == {"dia@0,1:1,1", "dia@1,1:2,1"}
    table.choose_cover(Cover.TRI)
    assert table.scene().look.claim.shape.cover is Cover.DIA
    assert found(table, "data-cover")["tri"].attributes["aria-disabled"] == "true"


def test_a_tap_on_a_tile_goes_through_the_shapes_it_is_part_of():
    table, _desk = hexagon_to_be()
    seen = set()
    for _tap in range(3):
        table.tap_board(Cell(0, 1))
        seen.add(str(table.scene().look.claim.shape))
    assert seen == {"dia@0,1:1,1", "hex@1,1"}


def test_a_cover_is_dragged_onto_the_nearest_shape_of_its_kind():
    table, _desk = hexagon_to_be()
    x, y = middle(Shape.parse("dia@1,1:2,1"))
    table.drag(Cover.DIA, x + 5, y - 8)
    assert str(table.scene().look.drag.over.shape) == "dia@1,1:2,1"
    assert "held" in found(table, "data-cover")["dia"].attributes["class"]
    table.drop(Cell(1, 1))
    assert table.match.round.actions[-1] == "claim dia@1,1:2,1"


def test_a_cover_s_drag_that_is_called_off_over_a_shape_claims_nothing():
    table, _desk = hexagon_to_be()
    table.drag(Cover.DIA, *middle(Shape.parse("dia@1,1:2,1")))
    assert table.scene().look.drag.over
    table.let_go()
    assert table.scene().look.drag is None
    assert table.match.round.fresh, "the shape is still to be chosen"


def test_a_cover_dropped_beside_the_shapes_says_where_it_goes():
    table, _desk = hexagon_to_be()
    table.drag(Cover.HEX, 900, 900)
    assert table.scene().look.drag.over is None
    table.drop(Cell(20, 10))
    assert table.scene().note.tone is Tone.REFUSAL
    assert "outlined shapes" in table.scene().note.text
    assert table.match.round.fresh


def test_a_claim_says_whom_it_overpowers_and_what_they_lose():
    table, desk = hexagon_to_be()
    cover(table.match, 1, "dia@0,0:1,0")
    cover(table.match, 0, "dia@2,0:2,1")
    table.tap_claim(Shape.parse("hex@1,1"), confirm=True)
    assert table.scene().note.text == (
        "This hexagon: 48 points of land; sends back: diamond (Bot, 10 points) and diamond (Ada, 18 points)."
    )
    aimed = found(table, "data-claim")["hex@1,1"]
    covers = [node for node in every(aimed) if "data-sends-back" in node.attributes]
    assert [(cover.attributes["data-sends-back"], cover.attributes["class"]) for cover in covers] == [
        ("dia@0,0:1,0", f"sent-back colour-{table.scene().seats[1].colour}"),
        ("dia@2,0:2,1", "sent-back colour-plum"),
    ]
    table.claim()
    told = (
        "Ada claimed a hexagon: 48 points of land."
        " Bot lost a diamond: 10 points of land. Ada lost a diamond: 18 points of land."
        " Ada took 0-0-0 and 1-1-1 from the pool."
    )
    assert table.scene().log[-1] == told
    (announcer,) = (node for node in found(table, "id").values() if node.attributes["id"] == "announcer")
    assert words(announcer) == f"{told} Bot is thinking."
    assert table.match.scores == (48, 0)
    assert [seat.last_gain for seat in table.scene().seats] == [48 - 18, -10]


def test_each_player_s_covers_are_beside_the_name():
    table, _desk = laid()
    assert claiming.covers_in_hand(table.match, 0) == ((Cover.DIA, 4), (Cover.TRI, 2), (Cover.HEX, 1))
    table.tap_claim(LEFT, confirm=False)
    plate = words(found(table, "data-seat")["0"])
    assert "3 × diamond, 2 × triangle, 1 × hexagon" in plate
    assert "4 × diamond" in words(found(table, "data-seat")["1"])


def test_skipping_is_told_and_the_rack_is_filled_up():
    table, _desk = laid()
    table.act("skip")
    assert "Ada claimed nothing. Ada took 0-0-0 and 1-1-1 from the pool." in table.scene().log
    assert not any("Bot took" in line for line in table.scene().log)


def test_an_open_shape_is_offered_at_the_start_of_the_turn_with_the_reason():
    made, desk = game("111 222", "005 444", turn=1)
    run_out_of(made, 1, Cover.DIA)
    table = TileTable(made, desk)
    made.apply("play 050@-2,0")
    table._await()
    assert claims(table) == [str(LEFT)]
    assert table.scene().note.text == (
        "Bot had no diamond left for this one: you may claim it instead of laying a tile."
    )
    assert found(table, "data-tile"), "laying is possible too"
    assert set(found(table, "data-cover")) == {"dia", "tri", "hex"}
    table.next_claim()
    assert {"claim", "cancel"} <= table.scene().actions
    assert table.cancel()
    assert table.scene().look.claim is None
    table.tap_claim(LEFT, confirm=False)
    assert table.match.scores == (15, 0)


def test_choosing_a_tile_lets_go_of_the_shape_and_the_other_way_round():
    made, desk = game("055 222", "115 444", table="555@0,0 155@-1,0", turn=1)
    run_out_of(made, 1, Cover.DIA)
    table = TileTable(made, desk)
    made.apply("play 151@-2,0")
    table._await()
    table.next_claim()
    table.choose(Tile.parse("055"))
    assert table.scene().look.claim is None
    table.next_claim()
    assert table.scene().chosen is None


def test_undo_takes_back_the_tile_before_the_claim_but_never_what_was_drawn_after_it():
    table, desk = sit_down(edition="conquest", seed="5")
    for _turn in range(40):
        until_human(table, desk)
        before = list(table.match.round.actions)
        legal = table.legal()
        table.act(next((action for action in legal if action.startswith("play")), legal[0]))
        if table.scene().must_choose:
            break
    assert "undo" in table.scene().actions
    table.undo()
    assert table.match.round.actions == before
    table.act(next(action for action in table.legal() if action.startswith("play")))
    while table.scene().must_choose:
        table.act("skip")
    until_human(table, desk)
    assert "undo" not in table.scene().actions


def test_a_place_promises_what_could_then_be_claimed():
    made, desk = game("345 111", "333 444", table="130@0,0 123@1,0 233@2,0 334@2,1 035@0,1")
    table = TileTable(made, desk)
    table.choose(Tile.parse("345"))
    place = next(place for place in table.scene().look.places if place.placement.cell == Cell(1, 1))
    assert (place.gain, place.cover) == (48, Cover.HEX)
    assert place.is_special
    label = words(found(table, "data-target")["1,1"])
    assert "then a hexagon that swings the land by +48 points" in label


def test_a_place_without_anything_to_claim_promises_nothing():
    made, desk = game("055 111", "333 444", table="555@0,0")
    run_out_of(made, 0, Cover.DIA)
    table = TileTable(made, desk)
    table.choose(Tile.parse("055"))
    place = found(table, "data-target")["-1,0"]
    assert "points" not in words(place)
    assert not [node for node in every(place) if node.attributes.get("class") == "gain"]


def test_a_hint_explains_what_to_lay_and_what_to_claim():
    made, desk = game("345 111", "333 444", table="130@0,0 123@1,0 233@2,0 334@2,1 035@0,1")
    table = TileTable(made, desk)
    table.hint()
    desk.ring()
    assert table.scene().note.text == (
        "Lay 3-4-5 here: then a hexagon that swings the land by +48 points; leaves Bot less to claim."
    )
    table.lay()
    table.hint()
    desk.ring()
    assert table.scene().note.tone is Tone.HINT
    assert (
        table.scene().note.text
        == "Claim this hexagon: the land swings by +48 points; leaves Bot less to claim."
    )
    assert str(table.scene().look.claim.shape) == "hex@1,1"


def test_a_hint_says_when_claiming_would_cost_land():
    table, desk = hexagon_to_be()
    match = table.match
    # Three diamonds of one's own, each only touched by the hexagon.
    beside = {Cell(-1, 0), Cell(3, 0), Cell(-1, 1), Cell(3, 1)}
    match.round.board.laid |= dict.fromkeys(beside, (5, 5, 5))
    match.round.land.in_hand[0][Cover.DIA] = 4
    cover(match, 0, "dia@-1,0:0,0", "dia@2,0:3,0", "dia@-1,1:0,1", "dia@2,1:3,1")
    match.round._legal = None
    table.hint()
    desk.ring()
    assert table.scene().note.text == "Claim nothing: no shape here brings more land than it costs."


def test_a_hint_says_when_the_cover_is_dearer_than_the_land():
    pool = "112 113 114 115 122 123 124 125 133 134 135 144 145 155 222 223 224 225 233 234"
    made, desk = game("011 111", "333 444", table="000@0,0 100@-1,0", pool=pool)
    table = TileTable(made, desk)
    table.act("play 101@-2,0")
    table.hint()
    desk.ring()
    assert table.scene().note.text == "Claim nothing: the cover is worth keeping for more land."


def test_behind_the_curtain_nothing_can_be_claimed():
    made, desk = game("111 222", "005 444", turn=1, players=(HUMAN, Player("Bo")))
    run_out_of(made, 1, Cover.DIA)
    table = TileTable(made, desk)
    made.apply("play 050@-2,0")
    table._await()
    assert not found(table, "data-claim")
    assert not found(table, "data-cover")
    table.reveal()
    assert set(found(table, "data-claim")) == {str(LEFT)}


def test_a_whole_game_against_the_computer_comes_to_its_end():
    table, desk = sit_down(edition="conquest", seed="1")
    while not table.match.winners:
        until_human(table, desk)
        if legal := table.legal():
            table.act(next((action for action in legal if action.startswith("claim")), legal[-1]))
        table.scene()
    while not desk.rounds_over:
        assert desk.ring()
    assert table.status() == "The match is over."


def test_covers_on_the_board_and_shapes_to_claim_have_names():
    table, _desk = hexagon_to_be()
    cover(table.match, 1, "dia@0,0:1,0")
    (lying,) = found(table, "data-cover-on").values()
    assert lying.attributes["aria-label"] == "diamond, Bot"
    for shape, badge in found(table, "data-claim").items():
        assert badge.attributes["role"] == "button"
        assert "points of land" in words(badge), shape
    stops = [badge.attributes["tabindex"] for badge in found(table, "data-claim").values()]
    assert sorted(stops) == ["-1", "-1", "0"]


def test_an_owner_is_told_by_pattern_as_well_as_by_colour():
    table, _desk = hexagon_to_be()
    cover(table.match, 1, "dia@0,0:1,0")
    (lying,) = table.scene().look.covers
    patterns = {
        colour: [node.attributes.get("fill") for node in every(cover_view(lying.covered, colour, ""))]
        for colour in ("ember", "sky", "leaf", "plum", "sun", "slate")
    }
    assert len({str(fills) for fills in patterns.values()}) == 6


@pytest.mark.parametrize("kind", Cover)
def test_a_border_runs_round_all_cells_of_a_shape(kind: Cover):
    shape = SAMPLES[kind]
    corners = [tuple(map(float, pair.split())) for pair in border(shape, 0)[1:-1].split("L")]
    x, y = middle(shape)
    for cell in shape.cells:
        cell_x, cell_y = centre(cell)
        # The middle of every cell is nearer to the shape's middle than the corners are.
        assert abs(complex(cell_x - x, cell_y - y)) < max(abs(complex(a - x, b - y)) for a, b in corners)
    assert len(corners) == {Cover.DIA: 4, Cover.TRI: 6, Cover.HEX: 6}[kind]


def test_no_two_shapes_have_their_middle_in_common():
    shapes = {shape for x in range(4) for y in range(4) for shape in shapes_with(Cell(x, y))}
    assert len({(round(x), round(y)) for x, y in map(middle, shapes)}) == len(shapes)
