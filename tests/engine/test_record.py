"""Records: written, read, replayed – and every way in which one can be wrong, each with its place."""

import json
import time
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from engine.deal import rack_size
from engine.editions import EDITIONS
from engine.errors import NotAllowed
from engine.game import Player
from engine.match import Match
from engine.options import Options, Target
from engine.record import DEEPEST, MOST_BYTES, RecordError, Replay, read, write
from engine.simulate import play_match
from engine.tiles import TILES

Document = dict[str, Any]

MANY_DIGITS = "9" * 10_000
QUICKLY = 10  # seconds of work, on the slowest machine that runs the tests
LONGEST_MESSAGE = 300


@cache
def _finished() -> str:
    bots = ["bot:greedy", "bot:greedy"]
    return write(play_match(EDITIONS["tournament"], bots, "7", Options(Target(rounds=2))))


@pytest.fixture
def finished() -> Document:
    """A match of two rounds, both played to their end."""
    document: Document = json.loads(_finished())
    return document


@pytest.fixture
def fresh() -> Document:
    """A match with its first round dealt and nothing played: seat 0 holds 000 to 012."""
    return {
        "format": "deltille-record",
        "version": 1,
        "edition": "tournament",
        "players": [{"name": "Ada", "kind": "human"}, {"name": "Bot", "kind": "bot:greedy"}],
        "rounds": [{"deal": [str(tile) for tile in TILES], "first": 0, "actions": []}],
    }


def deal_of(*racks: str) -> list[str]:
    """A deal for two that begins with these tiles on each rack."""
    named = [rack.split() for rack in racks]
    rest = [str(tile) for tile in TILES if str(tile) not in sum(named, [])]
    dealt = []
    for rack in named:
        missing = rack_size(2) - len(rack)
        dealt += rack + rest[:missing]
        rest = rest[missing:]
    return dealt + rest


def refused(record: Document | str | bytes) -> RecordError:
    """The error this record gives: soon, and as one line of a length people read."""
    text = json.dumps(record) if isinstance(record, dict) else record
    begun = time.process_time()
    with pytest.raises(RecordError) as caught:
        read(text)
    assert time.process_time() - begun < QUICKLY
    for message in (str(caught.value), caught.value.reason):
        assert message.isprintable()
        assert len(message) < LONGEST_MESSAGE
    return caught.value


def place(error: RecordError) -> tuple[int | None, int | None, str | None]:
    return error.round, error.n, error.action


OUTSIDE = (None, None, None)


class TestWritingAndReading:
    @pytest.mark.parametrize("edition", EDITIONS)
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_a_match_is_read_back_as_it_was_written(self, edition: str, players: int) -> None:
        match = play_match(EDITIONS[edition], ["bot:random"] * players, "7", Options(Target(rounds=2)))
        again = read(write(match))
        assert again == match
        assert (again.scores, again.winners) == (match.scores, match.winners)

    def test_a_record_has_the_documented_form(self) -> None:
        match = Match(EDITIONS["tournament"], [Player("Ada"), Player("Bot", "bot:greedy")])
        assert json.loads(write(match)) == {
            "format": "deltille-record",
            "version": 1,
            "edition": "tournament",
            "options": {
                "target": {"points": 400},
                "turn_seconds": None,
                "play_after_draw": "drawn",
                "must_lay": False,
            },
            "players": [{"name": "Ada", "kind": "human"}, {"name": "Bot", "kind": "bot:greedy"}],
            "rounds": [],
        }

    def test_a_match_without_a_round_can_be_read(self, fresh: Document) -> None:
        fresh["rounds"] = []
        assert read(json.dumps(fresh)).awaits_deal

    def test_text_bytes_and_bytes_with_a_mark_in_front_are_the_same(self) -> None:
        text = _finished()
        assert read(text) == read(text.encode()) == read(b"\xef\xbb\xbf" + text.encode())

    def test_white_space_and_the_order_of_keys_do_not_matter(self, finished: Document) -> None:
        assert read(json.dumps(finished, indent=4, sort_keys=True)) == read(_finished())

    @pytest.mark.parametrize(
        "name", ["", "Zoë", "名", "\ud800", "\udfff\ud800", "\0", "<b>", "a\nb", "\u2028"]
    )
    def test_any_name_survives(self, fresh: Document, name: str) -> None:
        fresh["players"][0]["name"] = name
        text = write(read(json.dumps(fresh)))
        assert read(text).players[0].name == name
        assert text.isascii()
        assert "\n" not in text

    def test_a_player_may_be_nameless(self, fresh: Document) -> None:
        fresh["players"] = [{}, {}]
        assert [player.kind for player in read(json.dumps(fresh)).players] == ["human", "human"]

    def test_a_replay_stops_after_every_deal_and_action(self, finished: Document) -> None:
        steps = list(Replay(_finished()))
        assert len(steps) == sum(1 + len(played["actions"]) for played in finished["rounds"])

    def test_a_replay_that_fails_keeps_what_was_good(self, finished: Document) -> None:
        finished["rounds"][1]["actions"][3] = "play 000@99,99"
        replay = Replay(json.dumps(finished))
        with pytest.raises(RecordError):
            list(replay)
        assert replay.game.round.actions == finished["rounds"][1]["actions"][:3]
        assert replay.game.rounds[0].over


class TestUnknownKeys:
    KEPT = {"colour": "blue", "nested": {"list": [1, 2.5, None, True, "x"]}, "": "", "\ud800": -7}

    PLACES: dict[str, Callable[[Document], Document]] = {
        "record": lambda record: record,
        "options": lambda record: record["options"],
        "target": lambda record: record["options"]["target"],
        "player": lambda record: record["players"][1],
        "round": lambda record: record["rounds"][1],
    }

    @pytest.mark.parametrize("where", PLACES)
    def test_they_are_kept(self, finished: Document, where: str) -> None:
        self.PLACES[where](finished).update(self.KEPT)
        assert json.loads(write(read(json.dumps(finished)))) == finished

    @pytest.mark.parametrize("where", PLACES)
    def test_they_survive_taking_back(self, finished: Document, where: str) -> None:
        self.PLACES[where](finished).update(self.KEPT)
        earlier = json.loads(write(read(json.dumps(finished)).undone()))
        finished["rounds"][1]["actions"].pop()
        assert earlier == finished

    @pytest.mark.parametrize(
        "lots",
        [
            [["135", "002"], ["555", "000"]],
            [],
            [[]],
            None,
            7,
            "135",
            {"seat 0": "135"},
            {"": 1},
            [""],
            [{"135": 7}],
            [["531"]],
            [["135"], 3],
        ],
        ids=repr,
    )
    def test_lots_are_for_display_and_kept_as_they_were(self, fresh: Document, lots: object) -> None:
        fresh["rounds"][0]["lots"] = lots
        assert json.loads(write(read(json.dumps(fresh))))["rounds"][0]["lots"] == lots


class TestOptions:
    def test_without_options_the_edition_says_how_long(self, fresh: Document) -> None:
        for name, edition in EDITIONS.items():
            record = {**fresh, "edition": name, "rounds": []}
            assert read(json.dumps(record)).options == Options(edition.default_target)

    def test_a_missing_key_has_its_default(self, fresh: Document) -> None:
        given = {"target": {"rounds": 3}, "turn_seconds": 20, "play_after_draw": "any", "must_lay": True}
        defaults = {
            "target": {"points": 400},
            "turn_seconds": None,
            "play_after_draw": "drawn",
            "must_lay": False,
        }
        for key in given:
            record = {**fresh, "options": {k: v for k, v in given.items() if k != key}}
            assert read(json.dumps(record)).options.as_json() == {**given, key: defaults[key]}
        assert read(json.dumps({**fresh, "options": {}})).options.as_json() == defaults

    @pytest.mark.parametrize(
        "target",
        [
            {},
            {"points": 400, "rounds": 2},
            {"points": 0},
            {"points": -5},
            {"points": 400.0},
            {"points": "400"},
            {"points": True},
            {"points": None},
            {"rounds": 0},
            {"rounds": 1.5},
            {"rounds": [1]},
            {"rounds": None, "points": 400},
        ],
        ids=json.dumps,
    )
    def test_a_target_is_one_whole_number_of_points_or_rounds(self, fresh: Document, target: object) -> None:
        error = refused({**fresh, "options": {"target": target}})
        assert "points" in str(error) or "rounds" in str(error)
        assert place(error) == OUTSIDE

    @pytest.mark.parametrize("seconds", [0, -1, 1.5, "20", True, [], {}], ids=json.dumps)
    def test_a_clock_has_whole_seconds(self, fresh: Document, seconds: object) -> None:
        error = refused({**fresh, "options": {"turn_seconds": seconds}})
        assert "turn_seconds" in str(error)
        assert place(error) == OUTSIDE

    @pytest.mark.parametrize("rule", ["all", "", None, 1, True, [], {}, ["any"]], ids=json.dumps)
    def test_play_after_draw_is_drawn_or_any(self, fresh: Document, rule: object) -> None:
        assert "play_after_draw" in str(refused({**fresh, "options": {"play_after_draw": rule}}))

    @pytest.mark.parametrize("rule", ["true", None, 0, 1, [], {}], ids=json.dumps)
    def test_must_lay_is_true_or_false(self, fresh: Document, rule: object) -> None:
        assert "must_lay" in str(refused({**fresh, "options": {"must_lay": rule}}))

    def test_a_timeout_needs_a_clock(self, fresh: Document) -> None:
        fresh["rounds"][0]["actions"] = ["play 000@0,0", "timeout"]
        assert str(refused(fresh)) == "round 0, action 1: timeout: this match has no clock"
        assert read(json.dumps({**fresh, "options": {"turn_seconds": 20}})).scores == (0, -5)


class TestMissingAndMistyped:
    VALUES = [None, True, 7, 1.0, "text", [], {}, [[]], -1.5]
    RECORD_KEYS = {"format": str, "version": int, "edition": str, "players": list, "rounds": list}
    ROUND_KEYS = {"deal": list, "first": int, "actions": list}

    @pytest.mark.parametrize("key", RECORD_KEYS)
    def test_a_record_needs_its_keys(self, finished: Document, key: str) -> None:
        del finished[key]
        error = refused(finished)
        assert str(error) == f"{key} is missing"
        assert place(error) == OUTSIDE

    @pytest.mark.parametrize("key", ROUND_KEYS)
    def test_a_round_needs_its_keys(self, finished: Document, key: str) -> None:
        del finished["rounds"][1][key]
        error = refused(finished)
        assert str(error) == f"round 1: {key} is missing"
        assert place(error) == (1, None, None)

    @pytest.mark.parametrize("key", RECORD_KEYS)
    def test_a_record_needs_the_right_types(self, finished: Document, key: str) -> None:
        for value in self.VALUES:
            if type(value) is not self.RECORD_KEYS[key]:
                error = refused({**finished, key: value})
                assert str(error).startswith(f"{key} must be ")
                assert place(error) == OUTSIDE

    @pytest.mark.parametrize("key", ROUND_KEYS)
    def test_a_round_needs_the_right_types(self, finished: Document, key: str) -> None:
        for value in self.VALUES:
            if type(value) is not self.ROUND_KEYS[key]:
                finished["rounds"][1][key] = value
                error = refused(finished)
                assert str(error).startswith(f"round 1: {key} must be ")
                assert place(error) == (1, None, None)

    def test_what_stands_in_a_list_needs_the_right_type(self, finished: Document) -> None:
        for value in self.VALUES:
            if type(value) is not dict:
                wrong_player = {**finished, "players": [finished["players"][0], value]}
                assert str(refused(wrong_player)).startswith("player 1 must be an object")
                wrong_round = {**finished, "rounds": [finished["rounds"][0], value]}
                assert place(refused(wrong_round)) == (1, None, None)
            if type(value) is not dict:
                assert place(refused({**finished, "options": value})) == OUTSIDE
                assert "target" in str(refused({**finished, "options": {"target": value}}))
            if type(value) is not str:
                for key in ("name", "kind"):
                    players = [{key: value}, {}]
                    assert f"player 0: {key}" in str(refused({**finished, "players": players}))
                tiles = deepcopy(finished)
                tiles["rounds"][1]["deal"][55] = value
                assert place(refused(tiles)) == (1, None, None)
                actions = deepcopy(finished)
                actions["rounds"][1]["actions"][2] = value
                assert place(refused(actions)) == (1, 2, None)

    @pytest.mark.parametrize("value", VALUES + [float(1), ["a record"]], ids=repr)
    def test_a_record_is_an_object(self, value: object) -> None:
        if not isinstance(value, dict):
            assert place(refused(json.dumps(value))) == OUTSIDE

    @pytest.mark.parametrize("players", [0, 1, 5, 1000])
    def test_two_to_four_play(self, fresh: Document, players: int) -> None:
        error = refused({**fresh, "players": [{}] * players})
        assert str(error) == f"{players} players: there must be 2 to 4"
        assert place(error) == OUTSIDE

    @pytest.mark.parametrize("version", [0, 2, -1, 10**30])
    def test_an_unknown_version_is_named(self, fresh: Document, version: int) -> None:
        error = refused({**fresh, "version": version})
        assert str(error).startswith(f"unknown version {version}")
        assert place(error) == OUTSIDE

    @pytest.mark.parametrize("edition", ["", "Tournament", "tournament ", "chess", "x" * 9999, "a\nb"])
    def test_an_unknown_edition_is_quoted(self, fresh: Document, edition: str) -> None:
        error = refused({**fresh, "edition": edition})
        assert str(error).startswith(f"unknown edition {edition[:20]!r}"[:30])
        assert place(error) == OUTSIDE

    def test_another_format_is_quoted(self, fresh: Document) -> None:
        assert "'chess'" in str(refused({**fresh, "format": "chess"}))


class TestDeals:
    def test_there_are_56_tiles(self, fresh: Document) -> None:
        deal = fresh["rounds"][0]["deal"]
        for tiles in (deal[:-1], [*deal, "135"], []):
            fresh["rounds"][0]["deal"] = tiles
            error = refused(fresh)
            assert str(error) == f"round 0: the deal has {len(tiles)} tiles, not 56"
            assert place(error) == (0, None, None)

    def test_no_tile_comes_twice(self, fresh: Document) -> None:
        fresh["rounds"][0]["deal"][0] = "135"
        assert str(refused(fresh)) == "round 0: tile 135 is in the deal twice"

    @pytest.mark.parametrize(
        "tile", ["531", "153", "136", "13", "1355", "", " 135", "135\n", "13a", "١٣٥", "1,3,5", "x" * 999]
    )
    def test_a_tile_is_written_in_rising_digits(self, fresh: Document, tile: str) -> None:
        fresh["rounds"][0]["deal"][7] = tile
        error = refused(fresh)
        assert "is not a tile" in error.reason
        assert place(error) == (0, None, None)

    @pytest.mark.parametrize("first", [-1, 2, 56])
    def test_the_beginner_sits_at_the_table(self, fresh: Document, first: int) -> None:
        fresh["rounds"][0]["first"] = first
        error = refused(fresh)
        assert str(error) == f"round 0: first is {first}: with 2 players it is 0 to 1"
        assert place(error) == (0, None, None)

    def test_in_classic_the_racks_name_the_beginner(self, fresh: Document) -> None:
        fresh["edition"] = "classic"
        fresh["rounds"][0] |= {"deal": deal_of("000 444", "333 455"), "first": 1}
        error = refused(fresh)
        assert str(error) == "round 0: first is 1, but by the rules seat 0 begins"
        assert place(error) == (0, None, None)
        fresh["rounds"][0]["first"] = 0
        assert read(json.dumps(fresh)).legal() == ("play 000@0,0", "play 444@0,0")

    def test_a_wrong_deal_is_told_after_the_rounds_before_it(self, finished: Document) -> None:
        finished["rounds"][1]["deal"].pop()
        assert place(refused(finished)) == (1, None, None)
        finished["rounds"][0]["actions"][5] = "play 000@99,99"
        assert place(refused(finished)) == (0, 5, "play 000@99,99")


class TestActions:
    @pytest.fixture
    def clash(self, fresh: Document) -> Document:
        """Seven tiles along a row and below it, then one that meets a 3 with its 1."""
        fresh["rounds"][0] |= {
            "deal": deal_of("145 044 005 015", "144 045 003 012"),
            "actions": [
                "play 145@0,0",
                "play 144@1,0",
                "play 404@2,0",
                "play 450@3,0",
                "play 500@4,0",
                "play 003@4,1",
                "play 015@-1,0",
                "play 012@3,1",
            ],
        }
        return fresh

    def test_an_illegal_action_is_told_with_its_place_and_reason(self, clash: Document) -> None:
        error = refused(clash)
        assert str(error) == "round 0, action 7: play 012@3,1: corner 4,2 shows 3, the tile has 1"
        assert error.reason == "corner 4,2 shows 3, the tile has 1"
        assert place(error) == (0, 7, "play 012@3,1")

    @pytest.mark.parametrize(
        ("action", "reason"),
        [
            ("play 012@4,1", "cell 4,1 is taken"),
            ("play 012@9,9", "no tile lies beside cell 9,9"),
            ("play 555@5,0", "tile 555 is not on the rack of seat 1"),
            ("pass", "the pool is not empty: lay a tile or draw"),
            ("timeout", "this match has no clock"),
        ],
    )
    def test_every_refusal_has_its_reason(self, clash: Document, action: str, reason: str) -> None:
        clash["rounds"][0]["actions"][7] = action
        assert str(refused(clash)) == f"round 0, action 7: {action}: {reason}"

    @pytest.mark.parametrize("action", ["draw", "pass"])
    def test_a_round_is_opened_with_a_tile(self, fresh: Document, action: str) -> None:
        fresh["rounds"][0]["actions"] = [action]
        assert str(refused(fresh)) == f"round 0, action 0: {action}: the opening tile must be laid"

    @pytest.mark.parametrize(
        "action",
        [
            "",
            "lay 000@0,0",
            "Play 000@0,0",
            "play",
            "play ",
            "play 000",
            "play 000@",
            "play 000@0",
            "play 000@0,0,0",
            "play 000@0, 0",
            "play 000@00,0",
            "play 000@-0,0",
            "play 000@+0,0",
            "play 000@0,0 ",
            "play  000@0,0",
            " play 000@0,0",
            "play 000@0,0\n",
            "play ٠٠٠@0,0",
            "play 000@٠,0",
            "play 021@0,0",
            "play 006@0,0",
            "play 0000@0,0",
            "play 000@1e1,0",
            f"play 000@{MANY_DIGITS},0",
            "draw 000",
            "DRAW",
            "skip",
            "claim hex@0,0",
            "roll 4",
            "\0",
            "\ud800",
            "\u2028",
            "x" * 100_000,
        ],
        ids=lambda action: ascii(action[:20]),
    )
    def test_what_is_no_action_of_the_game_is_refused(self, fresh: Document, action: str) -> None:
        fresh["rounds"][0]["actions"] = [action]
        error = refused(fresh)
        assert place(error) == (0, 0, action)
        assert str(error).startswith("round 0, action 0: ")

    def test_nothing_follows_the_end_of_a_round(self, finished: Document) -> None:
        for number in (0, 1):
            record = deepcopy(finished)
            actions = record["rounds"][number]["actions"]
            for action in ("draw", "pass", "timeout", actions[-1], "nonsense"):
                record["rounds"][number]["actions"] = [*actions, action]
                error = refused(record)
                assert place(error) == (number, len(actions), action)
                assert error.reason == "the round is over"

    def test_nothing_follows_the_end_of_a_match(self, finished: Document) -> None:
        finished["rounds"].append(finished["rounds"][0])
        error = refused(finished)
        assert str(error) == "round 2: the match is over"
        assert place(error) == (2, None, None)

    def test_no_round_follows_an_unfinished_one(self, finished: Document) -> None:
        finished["rounds"][0]["actions"].pop()
        error = refused(finished)
        assert str(error) == "round 1: round 0 is not finished"
        assert place(error) == (1, None, None)

    def test_a_record_may_stop_anywhere_in_its_last_round(self, finished: Document) -> None:
        actions = finished["rounds"][1]["actions"]
        for played in range(len(actions)):
            finished["rounds"][1]["actions"] = actions[:played]
            assert read(json.dumps(finished)).winners == ()

    def test_millions_of_actions_are_refused_at_the_first_that_cannot_be(self, fresh: Document) -> None:
        fresh["rounds"][0]["actions"] = ["play 000@0,0"] + ["draw"] * 1_000_000
        error = refused(fresh)
        assert place(error) == (0, 4, "draw")
        assert error.reason == "no more than 3 tiles may be drawn in one turn"

    def test_thousands_of_rounds_are_refused_at_the_first_that_cannot_be(self, fresh: Document) -> None:
        fresh["rounds"] *= 10_000
        assert place(refused(fresh)) == (1, None, None)


def with_value(fresh: Document, key: str, value: str) -> str:
    """The record as text, with a value that no JSON writer would write."""
    return json.dumps(fresh).replace("{", f'{{"{key}": {value}, ', 1)


class TestText:
    @pytest.mark.parametrize(
        "text",
        ["", " \n\t", "\0", "{", "[", '"', "{}{}", "not JSON", "{'format': 1}", "{,}", "\\", "{]", "]"],
    )
    def test_what_is_not_json_is_no_record(self, text: str) -> None:
        for given in (text, text.encode()):
            assert place(refused(given)) == OUTSIDE

    def test_a_truncated_record_is_refused_wherever_it_was_cut(self) -> None:
        text = _finished()
        for length in range(0, len(text), 7):
            assert str(refused(text[:length])).startswith("not JSON: ")

    @pytest.mark.parametrize("after", ["x", "{}", "]", ",", "\0", "\n{}"])
    def test_nothing_may_stand_after_a_record(self, after: str) -> None:
        assert "Extra data" in str(refused(_finished() + after))

    @pytest.mark.parametrize(
        "bad", [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xc0\xaf", b"\xf5\x80\x80\x80", b"\xfe\xff"]
    )
    def test_bytes_are_utf_8(self, bad: bytes) -> None:
        text = _finished().encode()
        for given in (bad, bad + text, text + bad, text.replace(b"Greedy", bad)):
            assert str(refused(given)) == "not JSON: the text is not in UTF-8"

    @pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32"])
    def test_other_encodings_are_refused(self, encoding: str) -> None:
        assert str(refused(_finished().encode(encoding))).startswith("not JSON: ")

    @pytest.mark.parametrize("key", ["format", "rounds", "x"])
    def test_a_key_may_not_come_twice(self, fresh: Document, key: str) -> None:
        text = with_value(fresh, "x", "1")
        again = text.replace("{", f'{{"{key}": 1, ', 1)
        assert str(refused(again)) == f"key '{key}' is there twice"

    def test_a_key_may_not_come_twice_at_any_level(self, fresh: Document) -> None:
        text = json.dumps(fresh)
        for key in ("name", "first", "deal"):
            again = text.replace(f'"{key}"', f'"{key}": 0, "{key}"', 1)
            assert str(refused(again)) == f"key '{key}' is there twice"
        assert "there twice" in str(refused(with_value(fresh, "x", '[[{"a": 1, "\\u0061": 2}]]')))

    @pytest.mark.parametrize(
        "number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", f"{MANY_DIGITS}.0"]
    )
    def test_a_number_is_finite(self, fresh: Document, number: str) -> None:
        for value in (number, f"[{number}]", f'{{"x": {number}}}'):
            assert place(refused(with_value(fresh, "x", value))) == OUTSIDE
        assert place(refused(number)) == OUTSIDE

    @pytest.mark.parametrize("number", [MANY_DIGITS, f"-{MANY_DIGITS}", "9" * 4301], ids=len)
    def test_a_number_has_no_thousands_of_digits(self, fresh: Document, number: str) -> None:
        for key in ("version", "first", "points", "turn_seconds", "x"):
            text = json.dumps({**fresh, "options": {"target": {"points": 1}, "turn_seconds": 1}})
            text = text.replace('"format"', '"x": 1, "format"')
            old = {"version": 1, "first": 0, "points": 1, "turn_seconds": 1, "x": 1}[key]
            assert f'"{key}": {old}' in text
            error = refused(text.replace(f'"{key}": {old}', f'"{key}": {number}'))
            assert str(error) == "not JSON: a number with too many digits"

    @pytest.mark.parametrize("digits", [20, 400, 4300])
    def test_a_number_that_is_too_large_for_its_place_is_quoted_in_part(
        self, fresh: Document, digits: int
    ) -> None:
        number = int("9" * digits)
        assert place(refused({**fresh, "version": number})) == OUTSIDE
        fresh["rounds"][0]["first"] = number
        assert place(refused(fresh)) == (0, None, None)

    def test_a_large_number_where_any_is_allowed_is_kept(self, fresh: Document) -> None:
        fresh |= {
            "options": {"target": {"points": int("9" * 4300)}, "turn_seconds": 10**100},
            "x": -(10**4000),
        }
        match = read(json.dumps(fresh))
        assert match.options.target.points == int("9" * 4300)
        assert read(write(match)) == match

    @pytest.mark.parametrize("opening", ["[", '{"x":', '[{"x":', "[[], "])
    def test_deep_nesting_is_refused(self, fresh: Document, opening: str) -> None:
        closing = {"[": "]", '{"x":': "}", '[{"x":': "}]", "[[], ": "]"}[opening]
        deep = opening * 100_000
        whole = deep + "1" + closing * 100_000
        for text in (deep, whole, with_value(fresh, "x", whole), with_value(fresh, "x", deep)):
            assert str(refused(text)) == f"nested deeper than {DEEPEST} levels"

    def test_nesting_is_allowed_to_a_documented_depth(self, fresh: Document) -> None:
        def nested(levels: int) -> str:
            return with_value(fresh, "x", "[" * levels + "]" * levels)

        assert read(nested(DEEPEST - 1))
        assert str(refused(nested(DEEPEST))) == f"nested deeper than {DEEPEST} levels"

    @pytest.mark.parametrize(
        "string", ["[" * 100_000, '\\"[{' * 50_000, "]}" * 50_000, "\\\\", '\\"', "\\" * 9]
    )
    def test_brackets_in_a_string_are_harmless(self, fresh: Document, string: str) -> None:
        fresh["players"][0]["name"] = string
        fresh[string] = [string]
        assert read(json.dumps(fresh)).players[0].name == string

    def test_strings_cannot_hide_brackets(self, fresh: Document) -> None:
        deep = "[" * 100_000
        for string in ('""', '"\\\\"', '"\\""', '"\\\\\\\\"', '"a","\\\\"', '"[","]"'):
            assert place(refused(with_value(fresh, "x", f"[{string}, {deep}"))) == OUTSIDE
        for start in ('"', '"\\', "'", "]" * 100_000, "}" * 100_000):
            assert place(refused(start + deep)) == OUTSIDE

    def test_a_record_has_a_largest_size(self, fresh: Document) -> None:
        text = json.dumps(fresh)
        full = text + " " * (MOST_BYTES - len(text))
        assert read(full) == read(full.encode()) == read(text)
        for given in (full + " ", full.encode() + b" "):
            assert "too large" in str(refused(given))

    @pytest.mark.parametrize(
        "part", ["[],", '{"a":1},', '"', "\\", f"{'9' * 4300},"], ids=lambda part: part[:8]
    )
    def test_the_worst_of_the_largest_size_is_refused_in_bounded_time(self, part: str) -> None:
        text = "[" + part * ((MOST_BYTES - 2) // len(part))
        assert place(refused(text)) == OUTSIDE


def test_an_action_refused_in_play_and_in_a_record_has_the_same_reason(fresh: Document) -> None:
    game = read(json.dumps(fresh))
    for action in ("play 555@0,0", "play 000@1,0", "draw", "timeout"):
        with pytest.raises(NotAllowed) as caught:
            game.apply(action)
        fresh["rounds"][0]["actions"] = [action]
        assert refused(fresh).reason == str(caught.value)
