"""The form of a new game, and the lobby that shows it."""

import json
import unicodedata
from collections.abc import Iterator

import pytest

from engine import BOTS, EDITIONS, Malformed, Target
from engine.board import Board
from engine.tiles import Placement
from ui.cast import CAST, portrait
from ui.lobby import HUMAN, KINDS, LONGEST_NAME, Lobby, clean_name
from ui.lobby_view import ORNAMENT, Continue, lobby_view
from ui.nodes import Node, node, to_text
from ui.setup import COLOURS, chance, deal_chance, question


def every(tree: Node) -> Iterator[Node]:
    yield tree
    for child in tree.children:
        if isinstance(child, Node):
            yield from every(child)


def with_attribute(tree: Node, name: str, value: str | None = None) -> list[Node]:
    return [n for n in every(tree) if name in n.attributes and value in (None, n.attributes[name])]


def words(tree: Node) -> str:
    return " ".join("".join(c if isinstance(c, str) else f" {words(c)} " for c in tree.children).split())


def drawn(lobby: Lobby, saved: Continue | None = None) -> Node:
    return lobby_view(lobby, saved)


def choices(tree: Node) -> dict[str, dict[str, bool]]:
    """Every field with what it offers, and whether that is chosen."""
    found: dict[str, dict[str, bool]] = {}
    for control in with_attribute(tree, "data-field"):
        field = control.attributes["data-field"]
        if control.tag == "select":
            for option in control.children:
                assert isinstance(option, Node)
                found.setdefault(field, {})[option.attributes["value"]] = "selected" in option.attributes
        elif control.attributes["type"] == "radio":
            assert control.attributes["value"] not in found.setdefault(field, {})
            found[field][control.attributes["value"]] = "checked" in control.attributes
    return found


def whole_lobby() -> Lobby:
    lobby = Lobby()
    lobby.set("players", "4")
    return lobby


def full_lobby() -> Lobby:
    """One that shows all there is to choose, also what only people can."""
    lobby = whole_lobby()
    lobby.set("seat-1-kind", "human")
    lobby.set("seat-2-kind", "human")
    return lobby


# The form


def test_one_tap_on_play_is_you_against_the_computer():
    setup = Lobby().setup()
    assert setup.edition == "tournament"
    assert [(player.name, player.kind) for player in setup.players] == [
        ("You", "human"),
        ("Magpie", "bot:greedy"),
    ]
    assert [player.extra["colour"] for player in setup.players] == list(COLOURS[:2])
    assert setup.options.target == EDITIONS["tournament"].default_target
    assert (setup.options.turn_seconds, setup.options.play_after_draw, setup.options.must_lay) == (
        None,
        "drawn",
        False,
    )


def test_every_game_has_a_seed_of_its_own():
    lobby = Lobby()
    assert lobby.setup().seed != lobby.setup().seed


def test_whoever_can_sit_down_is_a_person_or_a_bot_of_the_engine():
    assert set(KINDS) == {HUMAN, *BOTS}


def test_every_computer_player_has_a_name_a_face_and_a_line_of_its_own():
    for told in ("name", "strength", "line", "portrait"):
        assert len({getattr(who, told) for who in CAST.values()}) == len(CAST)
    lobby = Lobby()
    for kind, who in CAST.items():
        lobby.set("seat-1-kind", kind)
        (face,) = with_attribute(drawn(lobby), "aria-label", "Player 2 is")
        labels = {label.key: label for label in face.children}
        assert words(labels[kind]) == f"{who.name}, {who.strength}"
        assert with_attribute(labels[kind], "class", "portrait") == [portrait(kind)]
        assert who.line in words(drawn(lobby))


def test_one_without_a_portrait_is_drawn_as_a_robot_and_a_person_is_not():
    drawings = [to_text(portrait(kind)) for kind in (HUMAN, *CAST, "bot:new", "bot:newer")]
    assert len(set(drawings)) == len(CAST) + 2
    assert drawings[-2] == drawings[-1]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_chosen_can_be_played(edition, players):
    lobby = Lobby()
    lobby.set("edition", edition)
    lobby.set("players", str(players))
    match = lobby.setup().match()
    assert match.edition is EDITIONS[edition]
    assert match.options.target == EDITIONS[edition].default_target
    assert len(match.players) == players
    match.deal(deal_chance(match))
    while match.legal():
        match.apply(match.settle(question(match, "bot:greedy").answer(), chance(match)))
    assert match.round.over


def test_house_rules_reach_the_game():
    lobby = Lobby()
    for field, value in (("turn-seconds", "30"), ("play-after-draw", "any"), ("must-lay", "yes")):
        lobby.set(field, value)
    options = lobby.setup().options
    assert (options.turn_seconds, options.play_after_draw, options.must_lay) == (30, "any", True)


@pytest.mark.parametrize(
    ("kind", "typed", "target"),
    [
        ("points", "250", Target(points=250)),
        ("points", " 9999 ", Target(points=9999)),
        ("rounds", "1", Target(rounds=1)),
        ("rounds", "99", Target(rounds=99)),
    ],
)
def test_a_match_is_as_long_as_typed(kind, typed, target):
    lobby = Lobby()
    lobby.set("target-kind", kind)
    lobby.set("target", typed)
    assert lobby.setup().options.target == target


@pytest.mark.parametrize("typed", ["", "0", "-5", "4.5", "many", "²", "1_0", "10000", "9" * 5000])
@pytest.mark.parametrize("kind", ["points", "rounds"])
def test_an_impossible_length_is_refused_in_a_sentence(kind, typed):
    lobby = Lobby()
    lobby.set("target-kind", kind)
    lobby.set("target", typed)
    with pytest.raises(Malformed, match=rf"whole number of {kind}, from 1 to \d+\.$") as refusal:
        lobby.setup()
    assert str(refusal.value) in words(drawn(lobby))


def test_an_edition_brings_its_own_length():
    lobby = Lobby()
    lobby.set("target", "120")
    lobby.set("edition", "kids")
    assert lobby.length() == EDITIONS["kids"].default_target
    lobby.set("target-kind", "points")
    assert lobby.length().points
    lobby.set("edition", "xxl")
    assert lobby.length() == EDITIONS["xxl"].default_target


def test_a_colour_taken_by_another_is_swapped():
    lobby = whole_lobby()
    lobby.set("seat-0-colour", COLOURS[2])
    assert [seat.colour for seat in lobby.seats] == [COLOURS[2], COLOURS[1], COLOURS[0], COLOURS[3]]
    lobby.set("seat-0-colour", COLOURS[5])
    assert [seat.colour for seat in lobby.seats] == [COLOURS[5], COLOURS[1], COLOURS[0], COLOURS[3]]
    lobby.set("seat-1-colour", COLOURS[1])
    assert [seat.colour for seat in lobby.seats] == [COLOURS[5], COLOURS[1], COLOURS[0], COLOURS[3]]


def test_a_seat_that_sits_out_keeps_its_choices():
    lobby = whole_lobby()
    lobby.set("seat-3-kind", "bot:random")
    lobby.set("players", "2")
    assert len(lobby.setup().players) == 2
    lobby.set("players", "4")
    assert lobby.setup().players[3].kind == "bot:random"


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Ada  Lovelace ", "Ada Lovelace"),
        ("Ada\nLovelace\t", "Ada Lovelace"),
        ("Jose\u0301", "José"),
        ("e\u200b\u0301", "é"),
        ("\u202eadA\u202c", "adA"),
        ("\u2066Ada\u2069\u200f", "Ada"),
        ("A\x00d\x07a\x7f", "Ada"),
        ("Ada\ud800", "Ada"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("x" * 40, "x" * LONGEST_NAME),
        ("x" * 23 + " y", "x" * 23),
        ("\u200d\u200c", ""),
        ("\u200b \u202e", ""),
        ("<b>&", "<b>&"),
    ],
)
def test_names_are_cleaned(typed, name):
    assert clean_name(typed) == name
    lobby = Lobby()
    lobby.set("seat-0-name", typed)
    given = lobby.setup().players[0].name
    assert given == (name or "You")
    assert unicodedata.is_normalized("NFC", given)


def test_what_is_being_typed_is_not_corrected():
    lobby = Lobby()
    lobby.set("seat-0-name", "Ada ")
    (field,) = with_attribute(drawn(lobby), "data-field", "seat-0-name")
    assert field.attributes["value"] == "Ada "


def test_nobody_has_to_type_a_name_and_no_suggestion_is_there_twice():
    lobby = whole_lobby()
    assert lobby.names() == ["You", "Magpie", "Magpie 2", "Magpie 3"]
    lobby.set("seat-2-kind", HUMAN)
    assert lobby.names() == ["Player 1", "Magpie", "Player 3", "Magpie 2"]
    lobby.set("seat-0-name", "Magpie")
    assert lobby.names() == ["Magpie", "Magpie 2", "Player 3", "Magpie 3"]
    lobby.set("players", "2")
    lobby.set("seat-0-name", "")
    assert lobby.names() == ["You", "Magpie"]


def test_a_name_does_not_pass_from_a_person_to_a_computer():
    lobby = Lobby()
    lobby.set("seat-1-name", "Hal")
    lobby.set("seat-1-kind", "bot:random")
    assert lobby.names() == ["You", "Hal"]
    lobby.set("seat-1-kind", HUMAN)
    assert lobby.names() == ["Player 1", "Player 2"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("edition", "quick"),
        ("players", "5"),
        ("players", "two"),
        ("seat-0-kind", "bot:oracle"),
        ("seat-0-colour", "beige"),
        ("seat-0-hat", "top"),
        ("seat-4-kind", "human"),
        ("seat-x-name", "Ada"),
        ("target-kind", "hours"),
        ("turn-seconds", "1"),
        ("play-after-draw", "none"),
        ("must-lay", "maybe"),
        ("colour", "red"),
    ],
)
def test_what_no_control_offers_changes_nothing(field, value):
    lobby = Lobby()
    before = lobby.as_json()
    with pytest.raises(Malformed):
        lobby.set(field, value)
    assert lobby.as_json() == before


# What is remembered


def test_the_last_choices_are_remembered():
    lobby = whole_lobby()
    for field, value in {
        "edition": "classic",
        "seat-0-name": " Ada ",
        "seat-0-colour": "slate",
        "seat-1-kind": HUMAN,
        "seat-1-name": "Bo",
        "seat-2-kind": "bot:random",
        "seat-3-colour": "ember",
        "target-kind": "rounds",
        "target": "7",
        "turn-seconds": "60",
        "play-after-draw": "any",
        "must-lay": "yes",
    }.items():
        lobby.set(field, value)
    again = Lobby.from_json(json.loads(json.dumps(lobby.as_json())))
    assert again.as_json() == lobby.as_json()
    assert again.setup().players == lobby.setup().players
    assert again.setup().options == lobby.setup().options
    assert again.names()[0] == "Ada"


@pytest.mark.parametrize("stored", [None, 7, "lobby", [], {}, {"edition": None}, {"colour": "red"}])
def test_nothing_useful_remembered_gives_the_defaults(stored):
    assert Lobby.from_json(stored).as_json() == Lobby().as_json()


@pytest.mark.parametrize("field", Lobby().as_json())
def test_one_bad_value_does_not_spoil_the_others(field):
    stored = {**whole_lobby().as_json(), "edition": "kids", "target-kind": "rounds", "target": "2"}
    stored["must-lay"] = "yes"
    default = Lobby()
    if field != "edition":
        default.set("edition", "kids")
    for value in (None, 3, [], {}, "\ud800", "\u202e"):
        lobby = Lobby.from_json({**stored, field: value})
        kept = lobby.as_json()
        assert lobby.setup().match().players
        assert kept[field] == default.as_json()[field]
        assert {name for name in stored if kept[name] != stored[name]} <= {field, "target"}


def test_remembered_colours_are_never_shared():
    lobby = Lobby.from_json({f"seat-{seat}-colour": "sun" for seat in range(4)})
    assert len({seat.colour for seat in lobby.seats}) == 4


# What is shown


def test_every_choice_shown_can_be_made_and_is_then_shown():
    offered = choices(drawn(full_lobby()))
    assert set(offered) == set(Lobby().as_json()) - {"target"} - {f"seat-{n}-name" for n in range(4)}
    for field, values in offered.items():
        for value in values:
            lobby = full_lobby()
            lobby.set(field, value)
            shown = choices(drawn(lobby))[field]
            assert [v for v, chosen in shown.items() if chosen] == [value]


def test_every_field_of_the_form_has_its_control():
    fields = {n.attributes["data-field"] for n in with_attribute(drawn(full_lobby()), "data-field")}
    assert fields == set(Lobby().as_json())


def test_every_edition_and_every_colour_can_be_chosen():
    offered = choices(drawn(Lobby()))
    assert set(offered["edition"]) == set(EDITIONS)
    assert list(offered["seat-1-colour"]) == list(COLOURS)


def test_only_those_who_play_are_shown():
    assert with_attribute(drawn(Lobby()), "data-field", "seat-1-name")
    assert not with_attribute(drawn(Lobby()), "data-field", "seat-2-name")


def test_the_translated_texts_stay_out_of_the_way_until_one_is_chosen():
    def is_open(lobby):
        details = next(n for n in every(drawn(lobby)) if n.tag == "details")
        assert set(choices(details)["edition"]) == {"xxl-fr", "xxl-de", "xxl-pt"}
        return "open" in details.attributes

    lobby = Lobby()
    assert not is_open(lobby)
    lobby.set("edition", "xxl-de")
    assert is_open(lobby)


def test_house_rules_that_would_change_nothing_are_not_offered():
    lobby = Lobby()
    lobby.set("edition", "classic")
    offered = choices(drawn(lobby))
    assert "turn-seconds" in offered
    assert not {"must-lay", "play-after-draw"} & set(offered)


def test_continue_comes_first_and_only_where_there_is_a_game():
    def buttons(tree):
        return [n.attributes["data-action"] for n in with_attribute(tree, "data-action")]

    assert buttons(drawn(Lobby())) == ["play", "shelf", "rules", "settings", "import"]
    saved = Continue("Kids", "You 3 and Computer 5", node("svg", {"class": "small-board"}))
    tree = drawn(Lobby(), saved)
    assert buttons(tree) == ["continue", "play", "shelf", "rules", "settings", "import"]
    (card,) = with_attribute(tree, "data-action", "continue")
    assert words(card) == "Continue Kids You 3 and Computer 5"
    assert with_attribute(card, "class", "small-board")


def test_the_lobby_says_what_play_begins():
    lobby = Lobby()
    assert "Tournament · You and Magpie · 400 points" in words(drawn(lobby))
    lobby.set("edition", "kids")
    lobby.set("players", "3")
    assert "Kids · You, Magpie and Magpie 2 · 1 round" in words(drawn(lobby))


def test_a_message_is_an_alert_that_can_be_closed():
    lobby = Lobby()
    assert not with_attribute(drawn(lobby), "role", "alert")
    lobby.message = "This link is <damaged>."
    (alert,) = with_attribute(drawn(lobby), "role", "alert")
    assert "This link is <damaged>." in words(alert)
    assert with_attribute(alert, "data-action", "dismiss")


def test_every_control_has_a_name():
    tree = drawn(whole_lobby())
    labelled = {id(n) for label in every(tree) if label.tag == "label" and words(label) for n in every(label)}
    for control in with_attribute(tree, "data-field"):
        assert control.attributes.get("aria-label") or id(control) in labelled
    for control in with_attribute(tree, "data-action"):
        assert control.attributes.get("aria-label") or words(control)


def test_a_typed_name_never_becomes_markup():
    lobby = Lobby()
    lobby.set("seat-0-name", "<img src=x>")
    assert "<img" not in to_text(drawn(lobby))
    assert not with_attribute(drawn(lobby), "style")


def test_the_ornament_is_laid_by_the_rules():
    board = Board()
    for text in ORNAMENT.split():
        board.check(Placement.parse(text))
        board.lay(Placement.parse(text))
    tiles = [Placement.parse(text).tile for text in ORNAMENT.split()]
    assert len(set(tiles)) == len(tiles)
