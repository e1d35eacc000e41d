"""Golden playthroughs: records whose traces were checked against the rules once and stay so to the letter.

When the rules change, `python3 -m engine replay --trace NAME.json > NAME.trace` writes a trace anew; then
every line of the difference is read.
"""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from engine import EDITIONS, read, write
from engine.__main__ import main

RECORDS = sorted(Path(__file__).with_name("golden").glob("*.json"))
every_record = pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)


def text_of(path):
    """The file to the letter, line endings included."""
    return path.read_bytes().decode("ascii")


def told():
    """Every line of every trace."""
    return [
        json.loads(line) for record in RECORDS for line in text_of(record.with_suffix(".trace")).splitlines()
    ]


@every_record
def test_replaying_a_record_gives_its_trace_to_the_letter(record, capsys):
    assert main(["replay", "--trace", str(record)]) == 0
    out, err = capsys.readouterr()
    assert out == text_of(record.with_suffix(".trace"))
    assert err == ""


@every_record
def test_a_golden_record_is_written_as_we_write_it(record):
    assert write(read(text_of(record))) + "\n" == text_of(record)


def test_every_edition_has_a_golden_record():
    assert {json.loads(text_of(record))["edition"] for record in RECORDS} == {*EDITIONS}


def test_every_trace_belongs_to_a_record():
    folder = RECORDS[0].parent
    assert {path.name for path in folder.iterdir()} == {
        path.with_suffix(suffix).name for path in RECORDS for suffix in (".json", ".trace")
    }


def test_the_golden_records_show_every_figure_every_ending_and_every_house_rule():
    lines = told()
    assert {line["figure"] for line in lines if line["t"] == "action"} == {
        None,
        "bridge",
        "hexagon",
        "double-hexagon",
        "triple-hexagon",
        "bridge-extension",
    }
    assert {line["reason"] for line in lines if line["t"] == "round_end"} == {
        "out",
        "blocked",
        "covers",
        "tiles",
        "last",
        "captured",
        "turns",
    }
    games = [json.loads(text_of(record)) for record in RECORDS]
    for edition in ("conquest", "conquer"):
        assert {len(game["players"]) for game in games if game["edition"] == edition} == {2, 3, 4}
    assert {len(game["players"]) for game in games} == {2, 3, 4}
    assert {game["options"]["play_after_draw"] for game in games} == {"drawn", "any"}
    assert {game["options"]["must_lay"] for game in games} == {False, True}
    words = {line["action"].partition(" ")[0] for line in lines if line["t"] == "action"}
    of_tiles = {"play", "draw", "pass", "timeout", "claim", "skip"}
    of_the_ring = {"roll", "sell", "forfeit", "bail", "capture", "pay", "bribe", "skip"}
    of_a_conquest = {"conquer", "support", "resist"}
    assert words == of_tiles | of_the_ring | of_a_conquest


def test_the_golden_records_show_open_shapes_claimed_and_what_they_send_back():
    claims = [
        (before["scores"], after["scores"])
        for before, after in pairwise(told())
        if after["t"] == "action" and after["action"].startswith("claim") and "skip" not in after["legal"]
    ]
    assert len(claims) > 1
    assert any(has < had for then, now in claims for had, has in zip(then, now, strict=True))
