"""The table screen, as a tree: what is on it, what it is called, and what it keeps to itself."""

from collections import Counter
from dataclasses import replace

import pytest

from engine.lattice import Cell
from engine.tiles import TILES, Placement, Tile
from tests.ui.trees import every, found
from ui.cast import portrait
from ui.geometry import Box
from ui.nodes import Node, to_text
from ui.scene import Note, Tone
from ui.tile_scene import Look, Place, RackTile, TileScene, TileSeat
from ui.tile_view import tile_view

RACK = ("012", "135", "444")
LAID = {Cell(0, 0): (1, 3, 5)}
PLACE = Place(Placement((5, 3, 3), Cell(1, 0)), 11, None, 2)
EARLY = TileScene(
    title="Tournament",
    seats=(
        TileSeat(0, "Ada", "ember", "human", 20, 9, tiles_left=3),
        TileSeat(1, "Greedy", "sky", "bot:greedy", -15, -5, tiles_left=1),
    ),
    turn=0,
    status="Ada to play.",
    note=None,
    look=Look(Box(-200, -200, 400, 400), LAID),
    rack=tuple(RackTile(Tile.parse(text), Tile.parse(text).digits, True, False) for text in RACK),
    chosen=None,
    focus_tile=None,
    pool=38,
    draw_cost=5,
    actions=frozenset({"draw", "hint"}),
    hidden=(),
    curtain=None,
    over=False,
    seconds_left=None,
    log=("Ada begins.", "Greedy lays 1-3-5: 9 points."),
    unsaved=None,
)
AIMING = replace(
    EARLY,
    look=replace(EARLY.look, places=(PLACE,), focus=PLACE.placement.cell, aim=PLACE),
    actions=EARLY.actions | {"lay", "rotate", "cancel"},
)
CURTAIN = replace(
    AIMING, curtain="Bo", chosen=EARLY.rack[1].tile, note=Note("1-3-5 here: 49 points.", Tone.HINT)
)
FORCED = replace(EARLY, note=Note("Nothing fits.", Tone.FORCED))
OVER = replace(EARLY, turn=None, over=True, actions=frozenset(), status="The round is over.")


def only(tree: Node, name: str, value: str | None = None) -> Node:
    (element,) = found(tree, name, value)
    return element


def words(tree: Node | str) -> str:
    """Its text as read aloud, pictures left out."""
    if isinstance(tree, str):
        return tree
    if tree.attributes.get("aria-hidden") == "true":
        return ""
    spoken = tree.attributes.get("aria-label") or " ".join(filter(None, map(words, tree.children)))
    return " ".join(spoken.split())


def plate(scene: TileScene, number: int) -> Node:
    return only(tile_view(scene), "data-seat", str(number))


def with_seat(number: int, **changes: object) -> TileScene:
    seats = tuple(replace(seat, **changes) if seat.number == number else seat for seat in EARLY.seats)
    return replace(EARLY, seats=seats)


def rack_names(scene: TileScene) -> dict[str, str]:
    return {tile.attributes["data-tile"]: words(tile) for tile in found(tile_view(scene), "data-tile")}


def actions(scene: TileScene) -> dict[str, Node]:
    """The buttons beside the rack, by what they do."""
    group = only(tile_view(scene), "class", "actions")
    return {button.attributes["data-action"]: button for button in found(group, "data-action")}


# Players


def test_a_plate_says_score_and_tiles_left() -> None:
    score = only(plate(EARLY, 1), "data-score")
    assert (score.attributes["data-score"], score.children) == ("-15", ("−15",))
    assert "1 tile left" in words(plate(EARLY, 1))
    assert "3 tiles left" in words(plate(EARLY, 0))


def test_who_is_to_move_is_said_in_words_and_once() -> None:
    assert [("to move" in words(plate(EARLY, seat))) for seat in (0, 1)] == [True, False]
    assert only(tile_view(EARLY), "aria-current").attributes["data-seat"] == "0"
    assert not found(tile_view(OVER), "aria-current")


def test_bots_and_winners_are_said_to_be_so() -> None:
    won = with_seat(0, winner=True)
    assert [("computer" in words(plate(won, seat))) for seat in (0, 1)] == [False, True]
    assert [("winner" in words(plate(won, seat))) for seat in (0, 1)] == [True, False]


def test_a_computer_player_shows_its_face() -> None:
    assert found(plate(EARLY, 0), "class", "portrait") == []
    assert portrait("bot:greedy") in every(plate(EARLY, 1))
    assert portrait("bot:expert") in every(plate(with_seat(1, kind="bot:expert"), 1))


def test_the_last_gain_has_its_sign() -> None:
    assert words(only(plate(EARLY, 0), "class", "plate-gain")) == "+9"
    assert words(only(plate(EARLY, 1), "class", "plate-gain")) == "−5"
    assert not found(plate(with_seat(0, last_gain=None), 0), "class", "plate-gain")


def test_the_same_gain_once_more_is_a_new_element() -> None:
    before, after = (
        only(plate(scene, 0), "class", "plate-gain") for scene in (EARLY, with_seat(0, changes=2))
    )
    assert before.key != after.key


def test_a_name_is_only_ever_text() -> None:
    assert "&lt;b&gt;Ada" in to_text(tile_view(with_seat(0, name="<b>Ada")))


# The strip


def test_the_status_line_has_the_seat_to_move_until_the_round_is_over() -> None:
    assert words(only(tile_view(EARLY), "data-turn", "0")) == "Ada to play."
    assert not found(tile_view(OVER), "data-turn")
    assert words(only(tile_view(OVER), "class", "status")) == "The round is over."


def test_the_announcer_says_what_happened_last_and_whose_turn_it_is() -> None:
    announcer = only(tile_view(replace(EARLY, note=None)), "id", "announcer")
    assert announcer.attributes["aria-live"] == "polite"
    assert words(announcer) == f"{EARLY.log[-1]} Ada to play."


def test_the_announcer_says_a_note_while_there_is_one_and_nobody_waits() -> None:
    noted = replace(EARLY, note=Note("It does not fit."), curtain=None)
    assert words(only(tile_view(noted), "id", "announcer")) == "It does not fit."
    behind = replace(noted, curtain="Bo")
    assert "It does not fit." not in words(only(tile_view(behind), "id", "announcer"))


def test_the_pool_is_counted_in_words() -> None:
    assert words(only(tile_view(EARLY), "data-pool", "38")) == "38 in the pool"


@pytest.mark.parametrize(
    ("seconds", "shown", "said", "short"),
    [
        (75, "1:15", "75 seconds left", False),
        (11, "0:11", "11 seconds left", False),
        (1, "0:01", "1 second left", True),
    ],
)
def test_the_clock(seconds: int, shown: str, said: str, short: bool) -> None:
    clock = only(tile_view(replace(EARLY, seconds_left=seconds)), "class", "clock")
    assert clock.children == (shown,)
    assert words(clock) == said
    assert ("short" in clock.attributes["class"].split()) is short


def test_there_is_no_clock_without_a_limit() -> None:
    assert not found(tile_view(EARLY), "class", "clock")


@pytest.mark.parametrize("tone", [Tone.PLAIN, Tone.HINT, Tone.REFUSAL])
def test_a_note_is_a_sentence(tone: Tone) -> None:
    note = only(tile_view(replace(EARLY, note=Note("So it is.", tone))), "class", f"note-{tone}")
    assert (note.tag, words(note)) == ("p", "So it is.")


def test_a_forced_pass_can_be_tapped_away_and_shows_that_it_runs_out() -> None:
    note = only(tile_view(FORCED), "data-action", "go-on")
    assert (note.tag, words(note)) == ("button", "Nothing fits.")
    assert found(note, "class", "running")


# The rack


def test_rack_tiles_are_buttons_with_a_name() -> None:
    rack = only(tile_view(EARLY), "class", "rack")
    assert [(tile.tag, tile.attributes["data-digits"]) for tile in found(rack, "data-tile")] == [
        ("button", text) for text in RACK
    ]
    assert rack_names(EARLY) == {"012": "Tile 0-1-2", "135": "Tile 1-3-5", "444": "Tile 4-4-4"}


def test_a_tile_shows_its_digits_as_it_lies() -> None:
    turned = replace(EARLY, rack=(replace(EARLY.rack[1], digits=(3, 5, 1)),))
    tile = only(tile_view(turned), "data-tile", "135")
    assert tile.attributes["data-digits"] == "351"
    assert words(tile) == "Tile 3-5-1"


@pytest.mark.parametrize(("focus", "reached"), [(None, "012"), ("444", "444"), ("555", "012")])
def test_tab_reaches_one_tile(focus: str | None, reached: str) -> None:
    scene = replace(EARLY, focus_tile=Tile.parse(focus) if focus else None)
    stops = [tile for tile in found(tile_view(scene), "data-tile") if tile.attributes["tabindex"] == "0"]
    assert [tile.attributes["data-tile"] for tile in stops] == [reached]


def test_the_chosen_tile_is_pressed() -> None:
    tree = tile_view(replace(EARLY, chosen=Tile.parse("135")))
    pressed = {t.attributes["data-tile"]: t.attributes["aria-pressed"] for t in found(tree, "data-tile")}
    assert pressed == {"012": "false", "135": "true", "444": "false"}


def test_a_tile_that_fits_nowhere_or_was_just_drawn_says_so() -> None:
    first, second, third = EARLY.rack
    scene = replace(EARLY, rack=(replace(first, fits=False), replace(second, drawn=True), third))
    assert rack_names(scene) == {
        "012": "Tile 0-1-2, fits nowhere now",
        "135": "Tile 1-3-5, just drawn",
        "444": "Tile 4-4-4",
    }


def test_nothing_is_said_about_fitting_while_another_is_to_move() -> None:
    waiting = tuple(replace(shown, fits=False) for shown in EARLY.rack)
    assert rack_names(replace(EARLY, rack=waiting, actions=frozenset()))["012"] == "Tile 0-1-2"
    assert rack_names(replace(EARLY, rack=waiting))["012"] == "Tile 0-1-2, fits nowhere now"


@pytest.mark.parametrize("count", [0, 1, 5, 6, 9, 15, 31, 56])
def test_a_rack_of_any_size(count: int) -> None:
    rack = tuple(RackTile(tile, tile.digits, True, False) for tile in TILES[:count])
    tree = tile_view(replace(EARLY, rack=rack))
    assert len(found(tree, "data-tile")) == count
    assert int(only(tree, "class", "rack").attributes["data-size"]) >= count


# What can be done


def test_what_cannot_be_done_now_stays_but_is_disabled() -> None:
    buttons = actions(EARLY)
    assert list(buttons) == ["draw", "pass", "undo", "hint"]
    assert [name for name, b in buttons.items() if b.attributes.get("aria-disabled") == "true"] == [
        "pass",
        "undo",
    ]


def test_what_has_no_place_in_the_game_is_left_out() -> None:
    assert list(actions(replace(EARLY, hidden=("undo", "hint")))) == ["draw", "pass"]


def test_drawing_says_what_it_costs_and_what_is_left() -> None:
    assert words(actions(EARLY)["draw"]) == "Draw −5 38 in the pool"
    assert words(actions(replace(EARLY, draw_cost=0))["draw"]) == "Draw 38 in the pool"


def test_a_button_tells_its_key() -> None:
    assert actions(EARLY)["draw"].attributes["title"].endswith("(D)")
    assert actions(AIMING)["rotate"].attributes["title"].endswith("(R)")


def test_aiming_offers_to_lay_to_rotate_and_to_cancel() -> None:
    assert list(actions(AIMING)) == ["lay", "rotate", "cancel"]
    assert "primary" in actions(AIMING)["lay"].attributes["class"].split()


def test_rotating_is_offered_only_where_several_ways_fit() -> None:
    assert list(actions(replace(AIMING, actions=AIMING.actions - {"rotate"}))) == ["lay", "cancel"]


def test_after_the_round_only_the_score_sheet_is_offered() -> None:
    assert list(actions(OVER)) == ["sheet"]


# The curtain


def test_the_curtain_names_who_is_next() -> None:
    tree = tile_view(CURTAIN)
    assert words(only(tree, "data-action", "reveal")) == "I am Bo – show my tiles"
    assert words(only(tree, "id", "curtain-title")) == "Pass the device to Bo"


def test_nothing_of_a_rack_is_behind_the_curtain() -> None:
    tree = tile_view(CURTAIN)
    for secret in ("data-tile", "data-target"):
        assert not found(tree, secret)
    assert not found(tree, "class", "note")
    assert not found(tree, "class", "actions")
    assert "4-4-4" in to_text(tile_view(replace(CURTAIN, curtain=None)))
    assert "4-4-4" not in to_text(tree)


def test_the_board_can_be_seen_past_the_curtain() -> None:
    assert found(tile_view(CURTAIN), "data-cell", "0,0")


# Around it


def test_the_log_has_the_newest_first_and_the_newest_on_the_strip() -> None:
    tree = tile_view(EARLY)
    assert [words(line) for line in every(only(tree, "id", "log")) if line.tag == "li"] == [
        "Greedy lays 1-3-5: 9 points.",
        "Ada begins.",
    ]
    assert words(only(tree, "class", "latest")) == "Log: Greedy lays 1-3-5: 9 points."


def test_an_old_sentence_of_the_log_is_the_same_node() -> None:
    longer = replace(EARLY, log=(*EARLY.log, "Ada passes."))
    old, new = (
        [line for line in every(only(tile_view(scene), "id", "log")) if line.tag == "li"]
        for scene in (EARLY, longer)
    )
    assert [line is other for line, other in zip(old, new[1:], strict=True)] == [True, True]


def test_what_is_not_saved_can_be_exported() -> None:
    assert not found(tile_view(EARLY), "data-action", "export")
    banner = only(tile_view(replace(EARLY, unsaved="Storage is full.")), "class", "unsaved")
    assert words(banner) == "Storage is full. Export"
    assert found(banner, "data-action", "export")


@pytest.mark.parametrize("action", ["new", "sheet", "rules", "settings", "zoom-in", "zoom-out", "fit"])
@pytest.mark.parametrize("scene", [EARLY, CURTAIN, replace(OVER, log=())])
def test_the_way_out_and_about_is_always_there(scene: TileScene, action: str) -> None:
    assert found(tile_view(scene), "data-action", action)


@pytest.mark.parametrize("scene", [EARLY, AIMING, CURTAIN, OVER, FORCED, with_seat(0, kind="bot:expert")])
def test_every_button_has_a_name_and_no_two_siblings_share_a_key(scene: TileScene) -> None:
    tree = tile_view(scene)
    assert [to_text(button) for button in every(tree) if button.tag == "button" and not words(button)] == []
    for parent in every(tree):
        keys = Counter((c.tag, c.key) for c in parent.children if isinstance(c, Node) and c.key is not None)
        assert [key for key, count in keys.items() if count > 1] == []
