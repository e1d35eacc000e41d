"""What passes between the page and one that embeds it: what is a call, who may call, what is told."""

import pytest

from engine import Malformed, Match, read
from tools import ROOT
from ui.messages import LONGEST, Call, News, allowed_origins, as_origin, read_call, text_for

GOLDEN = sorted((ROOT / "tests" / "engine" / "golden").glob("*.json"))
OWN = "https://example.org"


def test_a_call_is_read():
    assert read_call({"deltille": 1, "id": 7, "call": "act", "argument": "draw"}) == Call(7, "act", "draw")
    assert read_call({"deltille": 1, "call": "record"}) == Call(None, "record")


@pytest.mark.parametrize(
    "message",
    [
        None,
        "act",
        1,
        ["deltille", 1],
        {},
        {"call": "act", "argument": "draw"},
        {"deltille": 2, "call": "act", "argument": "draw"},
        {"deltille": True, "call": "act", "argument": "draw"},
        {"deltille": "1", "call": "act", "argument": "draw"},
        {"deltille": 1},
        {"deltille": 1, "call": 7},
        {"deltille": 1, "call": "x" * 21},
        {"deltille": 1, "call": "record", "id": {}},
        {"deltille": 1, "call": "record", "id": "x" * 65},
        {"deltille": 1, "event": "ready"},
    ],
)
def test_what_has_not_the_form_of_a_call_is_none(message: object):
    assert read_call(message) is None


def test_text_is_text_and_has_an_end():
    assert text_for("act", "draw") == "draw"
    with pytest.raises(Malformed, match="act takes text"):
        text_for("act", {"toString": "draw"})
    for name, longest in LONGEST.items():
        assert text_for(name, "x" * longest)
        with pytest.raises(Malformed, match=f"at most {longest} characters"):
            text_for(name, "x" * (longest + 1))


def test_our_own_origin_and_those_listed_are_allowed():
    listed = "https://blog.example.org http://127.0.0.1:8000\n http://[::1]:443"
    assert allowed_origins(listed, OWN) == {OWN, *listed.split()}
    assert allowed_origins("", OWN) == {OWN}


@pytest.mark.parametrize(
    ("listed", "written"),
    [
        ("https://a.example:443", "https://a.example"),
        ("http://a.example:80", "http://a.example"),
        ("https://A.Example", "https://a.example"),
        ("HTTPS://A.example:0443", "https://a.example"),
        ("https://a.example:08443", "https://a.example:8443"),
        ("https://a.example:80", "https://a.example:80"),
        ("http://[2001:DB8::1]:80", "http://[2001:db8::1]"),
    ],
)
def test_origins_are_listed_as_browsers_write_them(listed: str, written: str):
    assert as_origin(listed) == as_origin(written) == written
    assert allowed_origins(listed, OWN) == {OWN, written}


@pytest.mark.parametrize(
    "listed",
    [
        "*",
        "null",
        "https://*",
        "https://*.example.org",
        "example.org",
        "https://example.org/",
        "https://example.org:0",
        "https://example.org:65536",
        "https://\u212alub.example",  # the sign for kelvin, whose small letter is a k
        "file://",
        "javascript:alert(1)",
    ],
)
def test_what_no_browser_writes_as_an_origin_allows_nobody(listed: str):
    assert allowed_origins(listed, OWN) == {OWN}
    assert allowed_origins(listed, "null") == frozenset()


def beginning(match: Match) -> Match:
    """The same players and deal, with nothing done yet."""
    return match.undone(sum(len(past.actions) for past in match.rounds))


@pytest.mark.parametrize("record", GOLDEN, ids=lambda path: path.stem)
def test_a_whole_match_is_told_move_by_move(record):
    played = read(record.read_text(encoding="utf-8"))
    match, news, told = beginning(played), News(), []
    for past in played.rounds:
        if past.number:
            match.begin(past.given)
        told += news.look(match)
        for action in past.actions:
            match.apply(action)
            told += news.look(match)
    moves = [event for event in told if event["event"] == "move"]
    results = [event for event in told if event["event"] == "result"]
    assert [(move["round"], move["action"]) for move in moves] == [
        (past.number, action) for past in played.rounds for action in past.actions
    ]
    assert [move["n"] for move in moves if move["round"] == 0] == list(range(len(played.rounds[0].actions)))
    # Between two turns of a round, all that is done is done by the one whose turn it is.
    whose = None
    for event in told:
        if event["event"] == "turn":
            assert event["kind"] == played.players[event["seat"]].kind
            assert (event["round"], event["seat"]) != whose
            whose = (event["round"], event["seat"])
        elif event["event"] == "move":
            assert (event["round"], event["seat"]) == whose
    assert whose
    over = [past for past in played.rounds if past.over]
    assert [result["scores"] for result in results] == [list(past.scores) for past in over]
    assert [result["winners"] for result in results if result["over"]] == [list(played.winners)] * bool(
        played.winners
    )


def test_a_game_that_is_opened_or_taken_back_is_told_as_a_turn_only():
    played = read(GOLDEN[0].read_text(encoding="utf-8")).undone(3)
    news = News()
    (opened,) = news.look(played)
    assert opened["event"] == "turn"
    assert list(news.look(played)) == []
    (taken_back,) = news.look(played.undone(1))
    assert taken_back["event"] == "turn"


def test_a_game_that_is_opened_when_it_is_over_tells_no_result():
    assert list(News().look(read(GOLDEN[0].read_text(encoding="utf-8")))) == []
