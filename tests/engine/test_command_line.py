"""`python3 -m engine` as people and programs meet it: what it writes where, and how it ends."""

import errno
import io
import json
import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.editions import EDITIONS, TILE_EDITIONS
from engine.options import Options, Target
from engine.record import MOST_BYTES, read, write
from engine.simulate import play_match
from engine.tiles import TILES
from tests.engine.test_record import deal_of

SIMULATE = [
    "simulate",
    "--edition",
    "kids",
    "--players",
    "bot:greedy,bot:random",
    "--games",
    "3",
    "--seed",
    "7",
]
"""Every argument once, so that a test need only say what it changes."""

LEGAL = write(play_match(EDITIONS["kids"], ["bot:greedy", "bot:random"], "7"))

ILLEGAL = json.dumps(
    {
        "format": "deltille-record",
        "version": 1,
        "edition": "tournament",
        "players": [{}, {}],
        "rounds": [
            {
                "deal": deal_of("145 044 005 015", "144 045 003 012"),
                "first": 0,
                "actions": [
                    *("play 145@0,0", "play 144@1,0", "play 404@2,0", "play 450@3,0"),
                    *("play 500@4,0", "play 003@4,1", "play 015@-1,0", "play 012@3,1"),
                ],
            }
        ],
    }
)
COMPLAINT = "round 0, action 7: play 012@3,1: corner 4,2 shows 3, the tile has 1"

Save = Callable[[str, str], str]


@pytest.fixture
def save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Save:
    """Write a file into an empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)

    def save(name: str, text: str) -> str:
        Path(name).write_text(text, encoding="utf-8")
        return name

    return save


def simulating(**changes: str) -> list[str]:
    arguments = SIMULATE.copy()
    for name, value in changes.items():
        arguments[arguments.index(f"--{name}") + 1] = value
    return arguments


class TestReplay:
    def test_the_line_names_the_file_as_it_was_given(
        self, save: Save, capfd: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["replay", save("game.json", ILLEGAL)]) == 1
        assert capfd.readouterr() == ("", f"game.json: {COMPLAINT}\n")

    def test_a_laid_out_record_is_one_record(self, save: Save, capfd: pytest.CaptureFixture[str]) -> None:
        for indent in (0, 1, 4):
            assert main(["replay", save("game.json", json.dumps(json.loads(LEGAL), indent=indent))]) == 0
            assert main(["replay", save("bad.json", json.dumps(json.loads(ILLEGAL), indent=indent))]) == 1
            assert capfd.readouterr() == ("", f"bad.json: {COMPLAINT}\n")

    def test_a_laid_out_record_that_is_cut_off_is_one_line_too(
        self, save: Save, capfd: pytest.CaptureFixture[str]
    ) -> None:
        text = json.dumps(json.loads(LEGAL), indent=2)
        assert main(["replay", save("game.json", text[: len(text) // 2])]) == 1
        assert capfd.readouterr().err.startswith("game.json: not JSON: ")

    def test_every_file_is_judged(self, save: Save, capfd: pytest.CaptureFixture[str]) -> None:
        names = [save("a.json", ILLEGAL), save("b.json", LEGAL), "missing.json", save("c.json", "{}")]
        assert main(["replay", *names]) == 1
        assert capfd.readouterr().err.splitlines() == [
            f"a.json: {COMPLAINT}",
            "missing.json: cannot be read: No such file or directory",
            "c.json: format is missing",
        ]
        assert main(["replay", "b.json", "b.json"]) == 0

    def test_every_line_of_a_file_is_judged(self, save: Save, capfd: pytest.CaptureFixture[str]) -> None:
        lines = [LEGAL, ILLEGAL, "", "not JSON", LEGAL, '{"format": 1}', LEGAL, ILLEGAL]
        assert main(["replay", save("games.jsonl", "\n".join(lines))]) == 1
        out, err = capfd.readouterr()
        assert out == ""
        assert [line.split(": ")[:2] for line in err.splitlines()] == [
            ["games.jsonl", f"line {number}"] for number in (2, 4, 6, 8)
        ]
        assert err.splitlines()[0] == f"games.jsonl: line 2: {COMPLAINT}"

    @pytest.mark.parametrize("end", ["\n", "\r\n", "\n\n\n", ""])
    def test_lines_may_end_in_any_way(self, save: Save, capfd: pytest.CaptureFixture[str], end: str) -> None:
        assert main(["replay", save("one.jsonl", LEGAL + end)]) == 0
        assert main(["replay", save("two.jsonl", f"{LEGAL}{end or chr(10)}{LEGAL}{end}")]) == 0
        assert capfd.readouterr() == ("", "")

    def test_lines_that_are_all_wrong_are_each_judged(
        self, save: Save, capfd: pytest.CaptureFixture[str]
    ) -> None:
        unmarked = LEGAL.replace('"format":"deltille-record",', "")
        assert main(["replay", save("games.jsonl", f"{unmarked}\n{unmarked}\n")]) == 1
        assert capfd.readouterr().err.splitlines() == [
            "games.jsonl: line 1: format is missing",
            "games.jsonl: line 2: format is missing",
        ]

    def test_a_file_of_many_records_may_be_larger_than_one_may_be(
        self, save: Save, capfd: pytest.CaptureFixture[str]
    ) -> None:
        padding = " " * (MOST_BYTES // 3)
        lines = [LEGAL + padding, ILLEGAL + padding, LEGAL + " " * MOST_BYTES, LEGAL]
        assert main(["replay", save("games.jsonl", "\n".join(lines))]) == 1
        assert [line.split(": ")[1] for line in capfd.readouterr().err.splitlines()] == ["line 2", "line 3"]

    def test_a_huge_file_that_is_no_record_is_one_line(
        self, save: Save, capfd: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["replay", save("huge.json", "[\n" + f"{'1,' * 500}\n" * (MOST_BYTES // 1000))]) == 1
        assert len(capfd.readouterr().err.splitlines()) == 1

    def test_a_file_of_short_lines_takes_no_longer_than_others(
        self, save: Save, capfd: pytest.CaptureFixture[str]
    ) -> None:
        path = save("lines.json", "x\n" * 300_000)
        begun = time.process_time()
        assert main(["replay", path]) == 1
        assert time.process_time() - begun < 1
        assert len(capfd.readouterr().err.splitlines()) == 1

    def test_a_folder_and_an_empty_file_are_told_in_one_line(
        self, save: Save, capfd: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["replay", ".", save("empty.json", "")]) == 1
        assert capfd.readouterr().err.splitlines() == [
            ".: cannot be read: Is a directory",
            "empty.json: not JSON: Expecting value at line 1, column 1",
        ]
        for name in (".", "empty.json", "missing.json"):
            assert main(["replay", name]) == 1


class TestTrace:
    KEYS = {
        "round": ["t", "round", "first", "racks", "pool"],
        "action": ["t", "round", "n", "seat", "legal", "action", "gain", "figure", "scores"],
        "round_end": ["t", "round", "reason", "seats", "adjust", "scores"],
        "match_end": ["t", "winners", "scores"],
        "error": ["t", "round", "n", "action", "error"],
    }

    def test_the_lines_are_as_documented_to_the_letter(
        self, save: Save, capfd: pytest.CaptureFixture[str]
    ) -> None:
        record = {
            "format": "deltille-record",
            "version": 1,
            "edition": "classic",
            "players": [{}, {}],
            "rounds": [
                {
                    "deal": [
                        *("001", "002", "003", "004", "005", "011", "012", "013", "014"),
                        *("555", "022", "023", "024", "025", "033", "034", "035", "044"),
                        "355",
                    ],
                    "first": 1,
                    "actions": ["play 555@0,0", "draw", "play 355@-1,0", "play 555@0,1"],
                }
            ],
        }
        deal = record["rounds"][0]["deal"]
        deal += [str(tile) for tile in TILES if str(tile) not in deal]
        assert main(["replay", "--trace", save("game.json", json.dumps(record))]) == 1
        out, err = capfd.readouterr()
        assert out == (
            '{"t":"round","round":0,"first":1,"racks":[["001","002","003","004","005","011","012","013","014"],'
            '["022","023","024","025","033","034","035","044","555"]],"pool":38}\n'
            '{"t":"action","round":0,"n":0,"seat":1,"legal":["play 555@0,0"],"action":"play 555@0,0",'
            '"gain":25,"figure":null,"scores":[0,25]}\n'
            '{"t":"action","round":0,"n":1,"seat":0,"legal":["draw"],"action":"draw",'
            '"gain":-5,"figure":null,"scores":[-5,25]}\n'
            '{"t":"action","round":0,"n":2,"seat":0,"legal":["play 355@-1,0","play 535@1,0","play 553@0,1"],'
            '"action":"play 355@-1,0","gain":13,"figure":null,"scores":[8,25]}\n'
            '{"t":"error","round":0,"n":3,"action":"play 555@0,1",'
            '"error":"tile 555 is not on the rack of seat 1"}\n'
        )
        reason = "round 0, action 3: play 555@0,1: tile 555 is not on the rack of seat 1"
        assert err == f"game.json: {reason}\n"

    def test_every_line_has_exactly_its_fields_in_their_order(
        self, save: Save, capfd: pytest.CaptureFixture[str]
    ) -> None:
        lines = []
        for number, edition in enumerate(TILE_EDITIONS.values()):
            match = play_match(edition, ["bot:random"] * (2 + number % 3), "7", Options(Target(rounds=2)))
            lines.append(write(match))
        assert main(["replay", "--trace", save("games.jsonl", "\n".join([*lines, "{}"]))]) == 1
        traced = capfd.readouterr().out.splitlines()
        objects = [json.loads(line) for line in traced]
        assert {line["t"] for line in objects} == set(self.KEYS)
        for text, line in zip(traced, objects, strict=True):
            assert list(line) == self.KEYS[line["t"]]
            assert text == json.dumps(line, separators=(",", ":"))
        assert [line["t"] for line in objects].count("match_end") == len(lines)

    def test_an_error_outside_an_action_or_round_has_null_for_it(
        self, save: Save, capfd: pytest.CaptureFixture[str]
    ) -> None:
        dealt_wrong = json.loads(LEGAL)
        dealt_wrong["rounds"][0]["first"] = 5
        mistyped = json.loads(LEGAL)
        mistyped["rounds"][0]["actions"][0] = 5
        lines = [LEGAL, "[]", json.dumps(dealt_wrong), json.dumps(mistyped), ILLEGAL]
        assert main(["replay", "--trace", save("games.jsonl", "\n".join(lines))]) == 1
        errors = [json.loads(line) for line in capfd.readouterr().out.splitlines() if '"t":"error"' in line]
        assert [(line["round"], line["n"], line["action"]) for line in errors] == [
            (None, None, None),
            (0, None, None),
            (0, 0, None),
            (0, 7, "play 012@3,1"),
        ]
        assert errors[-1]["error"] == "corner 4,2 shows 3, the tile has 1"

    def test_what_was_good_is_traced_before_the_error(
        self, save: Save, capfd: pytest.CaptureFixture[str]
    ) -> None:
        main(["replay", "--trace", save("game.json", ILLEGAL)])
        kinds = [json.loads(line)["t"] for line in capfd.readouterr().out.splitlines()]
        assert kinds == ["round"] + ["action"] * 7 + ["error"]


class TestSimulate:
    def test_another_seed_gives_other_games(self, capsys: pytest.CaptureFixture[str]) -> None:
        written = set()
        for seed in ("7", "8", "", "seven", "7 ", "-7", "🎲"):
            assert main(simulating(seed=seed)) == 0
            written.update(capsys.readouterr().out.splitlines())
        assert len(written) == 7 * 3

    def test_more_games_begin_with_the_same_ones(self, capsys: pytest.CaptureFixture[str]) -> None:
        main(simulating(games="2"))
        two = capsys.readouterr().out
        main(simulating(games="4"))
        assert capsys.readouterr().out.startswith(two)

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_every_record_replays_to_its_end(self, edition: str, capsys: pytest.CaptureFixture[str]) -> None:
        for players in ("bot:greedy,bot:random", "bot:random,bot:greedy,bot:greedy,bot:random"):
            assert main(simulating(edition=edition, players=players, games="2")) == 0
            for line in capsys.readouterr().out.splitlines():
                match = read(line)
                assert match.winners
                assert match.edition.name == edition
                assert ",".join(player.kind for player in match.players) == players
                assert write(match) == line

    def test_out_writes_the_same_to_a_file(self, save: Save, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(SIMULATE) == 0
        printed = capsys.readouterr().out
        assert main([*SIMULATE, "--out", "games.jsonl"]) == 0
        assert Path("games.jsonl").read_bytes() == printed.encode()
        assert main(["replay", "games.jsonl"]) == 0
        assert capsys.readouterr() == ("", "")

    @pytest.mark.parametrize(
        ("out", "reason"),
        [("nowhere/games.jsonl", "No such file or directory"), (".", "Is a directory")],
    )
    def test_a_file_that_cannot_be_written_is_one_sentence(
        self, save: Save, capsys: pytest.CaptureFixture[str], out: str, reason: str
    ) -> None:
        assert main([*SIMULATE, "--out", out]) == 1
        assert capsys.readouterr() == ("", f"{out}: cannot be written: {reason}\n")

    @pytest.mark.parametrize(
        ("changes", "quoted"),
        [
            ({"edition": "Kids"}, "'Kids'"),
            ({"edition": ""}, "''"),
            ({"edition": "a\nb"}, r"'a\nb'"),
            ({"edition": "x" * 5000}, "xxx"),
            ({"players": "bot:greedy,bot:clever"}, "'bot:clever'"),
            ({"players": "bot:greedy, bot:greedy"}, "' bot:greedy'"),
            ({"players": "human,bot:greedy"}, "'human'"),
            ({"players": "bot:greedy,"}, "''"),
            ({"players": "bot:greedy"}, "1"),
            ({"players": ",".join(["bot:greedy"] * 5)}, "5"),
            ({"games": "0"}, "0"),
            ({"games": "-1"}, "-1"),
            ({"games": "ten"}, "ten"),
            ({"games": "1.5"}, "1.5"),
            ({"games": ""}, ""),
            ({"games": "²"}, ""),
            ({"games": "1\n2"}, "1"),
            ({"games": "9" * 5000}, "999"),
        ],
        ids=lambda value: str(value)[:40],
    )
    def test_a_bad_argument_is_one_sentence_that_quotes_it(
        self, capsys: pytest.CaptureFixture[str], changes: dict[str, str], quoted: str
    ) -> None:
        assert main(simulating(**changes)) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert quoted in err
        assert err[:-1].isprintable()
        assert err.endswith("\n")
        assert len(err) < 200

    def test_a_missing_argument_is_named(self, capsys: pytest.CaptureFixture[str]) -> None:
        for name in ("--edition", "--players", "--games", "--seed"):
            place = SIMULATE.index(name)
            with pytest.raises(SystemExit) as ended:
                main(SIMULATE[:place] + SIMULATE[place + 2 :])
            assert ended.value.code == 2
            assert name in capsys.readouterr().err.splitlines()[-1]

    def test_any_text_is_a_seed(self, capsys: pytest.CaptureFixture[str]) -> None:
        # What a terminal with another encoding passes on arrives as lone surrogates.
        assert main(simulating(seed="\udcff")) == 0
        assert len(capsys.readouterr().out.splitlines()) == 3


class Full(io.StringIO):
    """A file on a disk with no space left."""

    def write(self, text: str) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


class TestStandardStreams:
    @pytest.mark.parametrize("arguments", [SIMULATE, ["replay", "--trace", "game.json"]], ids=" ".join)
    def test_a_full_disk_is_one_sentence_and_not_blamed_on_the_record(
        self,
        save: Save,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        arguments: list[str],
    ) -> None:
        save("game.json", LEGAL)
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", Full())
            assert main(arguments) == 1
        err = capsys.readouterr().err
        assert len(err.splitlines()) == 1
        assert "No space left on device" in err
        assert "cannot be read" not in err

    def test_a_full_disk_under_out_is_one_sentence(
        self, save: Save, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(Path, "open", lambda *arguments, **more: Full())
        assert main([*SIMULATE, "--out", "games.jsonl"]) == 1
        assert capsys.readouterr().err == "games.jsonl: cannot be written: No space left on device\n"

    def test_without_a_standard_output_a_record_can_still_be_judged(
        self, save: Save, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with monkeypatch.context() as patch:  # it is put back before pytest puts back its own
            patch.setattr(sys, "stdout", None)
            assert main(["replay", save("game.json", LEGAL)]) == 0
            assert main(["replay", save("game.json", ILLEGAL)]) == 1


class TestHelp:
    @pytest.mark.parametrize("command", ["replay", "simulate"])
    def test_it_shows_an_example_that_works(
        self, save: Save, capsys: pytest.CaptureFixture[str], command: str
    ) -> None:
        with pytest.raises(SystemExit) as ended:
            main([command, "--help"])
        assert ended.value.code == 0
        shown = capsys.readouterr().out
        assert "example" in shown
        save("game.json", LEGAL)
        lines = re.sub(r"\\\n +", "", shown).splitlines()
        examples = [line.strip() for line in lines if line.startswith("  python3 -m engine ")]
        assert examples
        for example in examples:
            typed, *_ = re.split(r" {3,}", example)  # then what it is for
            arguments = re.sub(r"--games \d+", "--games 1", typed).split()[3:]
            assert main(arguments) == 0

    def test_it_names_every_edition_and_bot(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit):
            main(["simulate", "--help"])
        shown = capsys.readouterr().out
        for name in (*EDITIONS, "bot:greedy", "bot:random"):
            assert name in shown

    def test_no_command_is_a_short_complaint(self, capsys: pytest.CaptureFixture[str]) -> None:
        for arguments in ([], ["reply"], ["replay"]):
            with pytest.raises(SystemExit) as ended:
                main(arguments)
            assert ended.value.code == 2
            assert "Traceback" not in capsys.readouterr().err
