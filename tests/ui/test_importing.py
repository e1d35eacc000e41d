"""Records from outside: none gets in unjudged, none is taken twice, every refusal names its place."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Match, read, write
from engine.record import DEEPEST, MOST_BYTES
from tests.ui.shelves import finished, running
from ui.importing import MOST_RECORDS, Import, Judged, Labels, exported, labels_of, unread_line, welcome

GAME = running("classic", back=10)
RECORD = write(GAME)


def judge(text: str, *here: tuple[str, str]) -> list[Judged]:
    return judge_files([("", text)], *here)


def judge_files(files: list[tuple[str, str]], *here: tuple[str, str]) -> list[Judged]:
    importing = Import(files, here)
    for _step in importing.steps:
        assert not importing.done
    assert importing.done
    return importing.judged


def verdicts(text: str, *here: tuple[str, str]) -> list[str]:
    return [one.verdict for one in judge(text, *here)]


def test_a_record_alone_or_one_a_line_is_new():
    (one,) = judge(RECORD)
    assert (one.verdict, one.line, one.match) == ("new", None, GAME)
    other = write(finished("kids"))
    assert [(one.verdict, one.line) for one in judge(f"{RECORD}\n\n{other}\n")] == [("new", 1), ("new", 3)]
    assert verdicts(json.dumps(json.loads(RECORD), indent=2)) == ["new"]


def test_a_game_is_known_again_by_its_deals_and_actions():
    reordered = json.dumps(dict(reversed(json.loads(RECORD).items())), indent=1)
    (one,) = judge(reordered, ("other", write(finished("kids"))), ("x", RECORD))
    assert (one.verdict, one.game) == ("here", "x")
    named = exported(RECORD, "Sunday")
    assert verdicts(named, ("x", RECORD)) == ["here"]


def test_a_game_of_which_more_is_here_is_here():
    for back in range(4):
        assert verdicts(write(GAME.undone(back)), ("x", RECORD)) == ["here"]


def test_a_game_that_goes_further_is_offered_beside_the_one_that_is_here():
    for back in range(1, 4):
        (one,) = judge(RECORD, ("x", write(GAME.undone(back))))
        assert (one.verdict, one.game) == ("further", "x")


def test_a_game_that_branches_off_is_a_new_one():
    branch = GAME.undone(3)
    other = next(action for action in branch.legal() if action != GAME.round.actions[-3])
    branch.apply(other)
    assert verdicts(write(branch), ("x", RECORD)) == ["new"]


def test_the_same_deal_played_by_others_is_a_new_game():
    match = read(RECORD)
    match.players = tuple(replace(player, name="Bo") for player in match.players)
    assert verdicts(write(match), ("x", RECORD)) == ["new"]


def test_a_game_that_stands_in_the_file_twice_is_new_once():
    assert verdicts(f"{RECORD}\n{RECORD}") == ["new", "here"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "not JSON"),
        ("", "not JSON"),
        ("[" * 100_000, f"nested deeper than {DEEPEST}"),
        ("{}", "format is missing"),
        (RECORD.replace('"version":1', '"version":2'), "unknown version"),
        (RECORD.replace('"classic"', '"whist"'), "whist"),
        (RECORD.replace(GAME.round.actions[2], "play 555@9,9"), "action 2: play 555@9,9"),
        ("x" * (MOST_BYTES + 1), f"more than {MOST_BYTES} bytes"),
    ],
)
def test_what_cannot_be_followed_is_refused_with_its_place(text, reason):
    (one,) = judge(text)
    assert one.verdict == "refused"
    assert reason in one.reason
    assert one.match is None


def test_a_refusal_among_others_names_its_line():
    assert [(one.verdict, one.line) for one in judge(f"{RECORD}\n{{}}\n")] == [("new", 1), ("refused", 2)]


def test_too_many_records_are_refused_from_there_on():
    found = judge("{}\n" * (MOST_RECORDS + 5))
    assert len(found) == MOST_RECORDS + 1
    assert "not looked at" in found[-1].reason


def test_the_page_can_stay_awake_while_a_long_game_is_judged():
    importing = Import([("", RECORD)], ())
    assert sum(1 for _step in importing.steps) > len(GAME.round.actions)


# Names


def named(*names: str) -> Match:
    match = read(RECORD)
    match.players = tuple(
        replace(player, name=name) for player, name in zip(match.players, names, strict=True)
    )
    return match


@pytest.mark.parametrize(
    ("given_name", "shown"),
    [
        ("Ada", "Ada"),
        ("\u202eadA\u2066", "adA"),
        ("A\u0000d\u200ba\n", "Ada"),
        ("\ud800Ada", "Ada"),
        ("<b>Ada</b>", "<b>Ada</b>"),
        ("x" * 1000, "x" * 24),
        ("A\u3164d\u2800a", "Ada"),
        ("A" + "\u0301" * 20 + "da", "\u00c1" + "\u0301" * 3 + "da"),
    ],
)
def test_names_are_cleaned_at_the_door(given_name, shown):
    (one,) = judge(write(named(given_name, "Bot")))
    assert one.match.players[0].name == shown


def test_a_player_without_anything_to_see_is_called_by_their_place():
    assert [player.name for player in welcome(named("\u200b", "")).players] == ["You", "Magpie"]
    assert [player.name for player in welcome(named("\u3164", "\u2800 ")).players] == ["You", "Magpie"]


def test_a_name_that_was_cleaned_does_not_make_it_another_game():
    dirty = write(named("\u202eAda", "Computer"))
    assert verdicts(dirty, ("x", RECORD)) == ["here"]


# Titles


def test_a_game_goes_out_with_its_name_and_comes_in_with_it():
    line = exported(RECORD, "Sunday “<b>”")
    assert "\n" not in line
    (one,) = judge(line)
    assert one.labels.title == "Sunday “<b>”"
    assert one.match == GAME
    assert exported(RECORD, "") == RECORD


@pytest.mark.parametrize("title", [3, None, ["x"], {"a": 1}, "\u202e", "x" * 5000])
def test_a_title_may_be_anything(title):
    document = json.loads(RECORD) | {"title": title}
    match = read(json.dumps(document))
    assert len(labels_of(match).title) <= 24
    assert match == GAME


def test_a_record_that_has_a_title_already_gets_no_second_one():
    line = exported(exported(RECORD, "Sunday"), "Monday")
    assert judge(line)[0].labels.title == "Monday"
    assert exported('{"title":', "Sunday") == '{"title":'


def test_a_game_goes_out_and_comes_in_with_the_time_it_was_saved():
    line = exported(RECORD, "Sunday", 1_750_000_000)
    (one,) = judge(line)
    assert one.labels == Labels("Sunday", 1_750_000_000)
    assert one.match == GAME
    assert exported(exported(RECORD, "", 5), "", 7) == exported(RECORD, "", 7)


@pytest.mark.parametrize("saved", [-1, 0, 1.5, True, "1750000000", None, 10**18, [1]])
def test_a_time_that_no_clock_shows_is_none(saved):
    match = read(json.dumps(json.loads(RECORD) | {"saved": saved}))
    assert labels_of(match) == Labels()
    assert match == GAME


# Several files


def test_several_files_are_judged_each_by_itself():
    pretty = json.dumps(json.loads(RECORD), indent=2)
    lines = f"{write(finished('kids'))}\n{{}}\n"
    found = judge_files([("one.json", pretty), ("two.jsonl", lines), ("three.png", "\ufffdPNG")])
    assert [(one.file, one.line, one.verdict) for one in found] == [
        ("one.json", None, "new"),
        ("two.jsonl", 1, "new"),
        ("two.jsonl", 2, "refused"),
        ("three.png", None, "refused"),
    ]


def test_a_file_too_large_does_not_keep_the_others_back():
    found = judge_files([("large", "x" * (MOST_BYTES + 1)), ("small", RECORD)])
    assert [(one.file, one.verdict) for one in found] == [("large", "refused"), ("small", "new")]


# Texts that could not be read


def saved(record: str) -> str:
    return f'deadbeef deltille-save 2 1760000000123 1760000000 {len(record)}\n{record}\n["classic"]'


def test_of_a_damaged_text_the_record_in_it_comes_back():
    (one,) = judge(unread_line("x", saved(RECORD)))
    assert (one.verdict, one.match, one.reason) == ("new", GAME, "")
    assert verdicts(unread_line("x", saved(RECORD)), ("x", RECORD)) == ["here"]


def test_of_a_record_that_breaks_the_rules_as_much_comes_back_as_there_is_and_the_rest_is_said():
    broken = RECORD.replace(GAME.round.actions[4], "play 555@9,9")
    good = write(finished("kids"))
    one, other = judge(f"{unread_line('x', saved(broken))}\n{good}\n")
    assert (one.verdict, one.line, other.verdict) == ("new", 1, "new")
    assert one.match.round.actions == GAME.round.actions[:4]
    assert "action 4: play 555@9,9" in one.reason


@pytest.mark.parametrize(
    "text",
    ["", "nonsense", saved("{}"), saved(RECORD[:-9]), saved(RECORD.replace("classic", "whist")), "\ud800"],
)
def test_of_a_text_without_a_record_nothing_comes_back_and_that_is_said(text):
    (one,) = judge(unread_line("x", text))
    assert (one.verdict, one.match) == ("refused", None)
    assert one.reason


def test_a_text_that_could_not_be_read_is_written_with_nothing_changed():
    text = "\ud800\x00\n\u2028" + saved(RECORD)
    assert json.loads(unread_line("k", text)) == {"format": "deltille-unread", "key": "k", "text": text}
    assert "\n" not in unread_line("k", text)


# Whatever comes


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_anything_at_all_is_judged_without_an_exception(data):
    mangled = data.draw(
        st.text()
        | st.builds(
            lambda at, length, text: RECORD[:at] + text + RECORD[at + length :],
            st.integers(0, len(RECORD)),
            st.integers(0, 40),
            st.text(max_size=8) | st.sampled_from(['"', "[", "]", "{", "}", "\n", "NaN", "1e999", "\\ud800"]),
        )
    )
    if data.draw(st.booleans()):
        mangled = unread_line("x", mangled)
    for one in judge(mangled, ("x", RECORD)):
        assert (one.match is None) == (one.verdict == "refused")
        assert one.match is None or read(write(one.match)) == one.match
