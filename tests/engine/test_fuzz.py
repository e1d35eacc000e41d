"""Records that anybody may have written: damaged, cut, glued together, or nothing of the kind.

Whatever arrives, reading it gives a game that can be written and read again, or a `RecordError`.
"""

import json
from contextlib import redirect_stderr, redirect_stdout
from copy import deepcopy
from io import StringIO
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.__main__ import main
from engine.editions import EDITIONS
from engine.options import Options, Target
from engine.record import RecordError, read, write
from engine.simulate import play_match
from tests.engine.games import JSON_VALUES, games

RECORDS = [
    write(
        play_match(
            edition,
            ["bot:greedy", "bot:random", "bot:random", "bot:greedy"][: 2 + number % 3],
            "fuzz",
            Options(Target(rounds=1 + number % 2), turn_seconds=20),
        )
    )
    for number, edition in enumerate(EDITIONS.values())
]
DOCUMENTS = [json.loads(record) for record in RECORDS]

WORDS = st.sampled_from(
    ["tournament", "classic", "timeout", "draw", "pass", "play 000@0,0", "555", 0, 1, 2, 3, -1, True, None]
    + [
        1.0,
        float("nan"),
        float("inf"),
        10**400,
        "\ud800",
        "\n",
        [],
        {},
        {"points": 1},
        {"rounds": 1},
        [["135"]],
    ]
)


def failure(text: str | bytes) -> RecordError | None:
    """Why this record cannot be read; any other exception fails the test."""
    try:
        read(text)
    except RecordError as error:
        return error
    return None


def judge(text: str | bytes) -> None:
    if error := failure(text):
        assert str(error).isprintable()
        assert error.reason
        assert str(error).endswith(error.reason)
        assert error.round is not None or error.n is None
        assert error.n is not None or error.action is None
    else:
        game = read(text)
        written = write(game)
        assert read(written) == game
        assert write(read(written)) == written


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(RECORDS), st.data())
def test_a_record_with_other_bytes_in_it(record: str, data: st.DataObject) -> None:
    damaged = bytearray(record.encode())
    for _ in range(data.draw(st.integers(1, 3))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    judge(bytes(damaged))


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(RECORDS), st.sampled_from(RECORDS), st.data())
def test_two_records_cut_and_glued_together(one: str, other: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(one)))
    end = data.draw(st.integers(0, len(other)))
    judge(one[:start] + other[end:])
    judge((one[:start] + data.draw(st.text(max_size=4)) + one[start:]).encode(errors="surrogatepass"))


def places_in(value: Any) -> list[tuple[Any, Any]]:
    """Every value inside this one, as the list or object it stands in and its index or key."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, part in inside for found in [(value, key), *places_in(part)]]


@settings(max_examples=400, deadline=None)
@given(st.integers(0, len(DOCUMENTS) - 1), st.data())
def test_a_record_with_other_values_in_it(number: int, data: st.DataObject) -> None:
    document = deepcopy(DOCUMENTS[number])
    for _ in range(data.draw(st.integers(1, 3))):
        places = places_in(document)
        # Most places are tiles and actions: half of the time, one of the few others.
        few = [place for place in places if isinstance(place[0], dict)]
        inside, key = data.draw(st.sampled_from(few) | st.sampled_from(places))
        match data.draw(st.sampled_from(["replace", "remove", "double", "move"])):
            case "remove":
                del inside[key]
            case "double" if isinstance(inside, list):
                inside.insert(key, inside[key])
            case "move":
                other, there = data.draw(st.sampled_from(places_in(document)))
                inside[key] = deepcopy(other[there])
            case _:
                # A copy: what strategies give may be the same object every time, and is changed here.
                inside[key] = deepcopy(data.draw(WORDS | JSON_VALUES))
        if not document:
            break
    judge(json.dumps(document))


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=60) | st.text(max_size=60) | JSON_VALUES.map(json.dumps))
def test_anything_at_all(text: str | bytes) -> None:
    judge(text)


@settings(max_examples=100, deadline=None)
@given(games(longest=60), st.data())
def test_a_game_with_another_action_in_it_is_good_until_the_error(game: Any, data: st.DataObject) -> None:
    document = json.loads(write(game))
    actions = [action for played in document["rounds"] for action in played["actions"]]
    for played in document["rounds"]:
        if played["actions"]:
            at = data.draw(st.integers(0, len(played["actions"])))
            played["actions"].insert(at, data.draw(st.sampled_from([*actions, "draw", "pass", "timeout"])))
    text = json.dumps(document)
    judge(text)
    if error := failure(text):
        good = document["rounds"][: (error.round or 0) + 1]
        good[-1]["actions"] = good[-1]["actions"][: error.n or 0]
        before = good[:-1] if error.n is None else good
        assert read(json.dumps({**document, "rounds": before})).as_json()["rounds"] == before


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.sampled_from(RECORDS).map(str.encode)
        | st.binary(max_size=20)
        | st.sampled_from(RECORDS).flatmap(
            lambda text: st.integers(0, len(text)).map(lambda n: text[:n].encode())
        ),
        max_size=4,
    )
)
def test_a_file_of_them_on_the_command_line(tmp_path: Path, lines: list[bytes]) -> None:
    path = tmp_path / "games"
    path.write_bytes(b"\n".join(lines))
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main(["replay", "--trace", str(path)])
    traced = [json.loads(line) for line in out.getvalue().splitlines()]
    complaints = err.getvalue().splitlines()
    assert status == bool(complaints)
    assert len(complaints) == [line["t"] for line in traced].count("error")
    assert all(line.startswith(f"{path}: ") for line in complaints)


@settings(deadline=None)
@given(st.sampled_from(RECORDS))
def test_the_records_to_be_damaged_are_sound(record: str) -> None:
    assert read(record).winners
