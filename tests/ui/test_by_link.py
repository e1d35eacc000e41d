"""Games by link: each device knows its seat, sees its own tiles only, and is never led back or aside."""

from random import Random
from unittest.mock import Mock

import pytest

from engine import EDITIONS, Match, NotAllowed, Player, read, write
from engine.tiles import tiles_of
from ui import by_link, link
from ui.by_link import Course
from ui.lobby import Lobby
from ui.nodes import to_text
from ui.setup import Setup
from ui.table import Host
from ui.tile_table import TileTable
from ui.tile_view import tile_view

NAME = "0123456789abcdef"


def host() -> Mock:
    made = Mock(spec=Host)
    made.aspect.return_value = 1.5
    made.bot_seconds.return_value = 0.0
    return made


def begun(*kinds: str, edition: str = "tournament") -> Match:
    players = [Player(f"P{n}", kind) for n, kind in enumerate(kinds)]
    match = Match(EDITIONS[edition], players, extra={"seed": "7", by_link.KEY: NAME})
    match.deal(Random(7))
    return match


def sent(match: Match) -> Match:
    """The match as it arrives on another device."""
    return read(link.decode(link.encode(write(match))))


def test_the_lobby_begins_a_game_by_link_between_people_only():
    lobby = Lobby()
    lobby.set("by-link", "yes")
    assert by_link.name_of(lobby.setup().match()) is None
    lobby.set("seat-1-kind", "human")
    lobby.set("turn-seconds", "30")
    first, second = lobby.setup().match(), lobby.setup().match()
    assert by_link.name_of(first) != by_link.name_of(second)
    assert first.options.turn_seconds is None
    lobby.set("by-link", "no")
    assert by_link.name_of(lobby.setup().match()) is None


def test_another_game_of_the_same_people_is_another_game_by_link():
    match = begun("human", "human")
    again = Setup.of(match).match()
    assert by_link.name_of(again) not in (None, NAME)
    assert "by_link" not in Setup.of(Match(EDITIONS["kids"], match.players)).match().extra


@pytest.mark.parametrize(
    "given", [None, True, 7, "", "x" * 16, NAME + "0", [NAME], {"a": NAME}, NAME.upper()]
)
def test_what_is_no_name_makes_no_game_by_link(given):
    match = begun("human", "human")
    match.extra[by_link.KEY] = given
    assert by_link.name_of(match) is None


def test_a_newcomer_has_the_seat_of_who_is_to_move():
    match = begun("human", "bot:greedy", "human")
    for _action in range(12):
        expected = {0: 0, 1: 2, 2: 2}[match.seat]
        assert by_link.seat_for_newcomer(match) == expected
        match.apply(match.legal()[-1])
    assert by_link.seat_for_newcomer(begun("bot:greedy", "bot:greedy")) is None


def device(**known: object) -> by_link.Device:
    settings = {f"by-link:{NAME}": known} if known else {}
    return by_link.Device(settings.get, settings.__setitem__)


def test_a_device_keeps_the_seat_it_had_first():
    match = begun("human", "human")
    mine = device()
    seat = mine.sit_down(match)
    assert seat == match.seat
    while match.seat == seat:
        match.apply(match.legal()[-1])
    assert mine.sit_down(match) == mine.seat(match) == seat


def test_whoever_begins_has_the_first_seat_and_whoever_begins_again_keeps_theirs():
    old = begun("bot:greedy", "human", "human")
    fresh = Match(old.edition, old.players, extra={by_link.KEY: "f" * 16})
    assert device().sit_down(fresh) == 1
    assert device(seat=2).sit_down(fresh, after=old) == 2


@pytest.mark.parametrize("seat", [None, True, 7, -1, "0", [0], 1])
def test_a_seat_that_cannot_be_is_forgotten(seat):
    match = begun("human", "bot:greedy", "human")
    assert device(seat=seat).seat(match) is None


def test_round_one_screen_nobody_has_a_seat_of_their_own():
    match = begun("human", "human")
    del match.extra[by_link.KEY]
    assert device(seat=1).sit_down(match) is None


def test_courses_of_a_game_are_told_apart():
    match = begun("human", "human")
    while len(match.round.actions) < 6 or len(match.undone(2).legal()) < 2:
        match.apply(match.legal()[0])
    other = match.undone(2)
    other.apply(next(action for action in other.legal() if action != match.round.actions[-2]))
    assert by_link.compare(match, sent(match)) is Course.SAME
    assert by_link.compare(match.undone(2), sent(match)) is Course.NEWER
    assert by_link.compare(match, sent(match.undone(2))) is Course.OLDER
    assert by_link.compare(match, sent(other)) is Course.FORK
    renamed = sent(match)
    renamed.players = (Player("Eve"), Player("P1"))
    assert by_link.compare(match, renamed) is Course.FORK


def test_of_several_copies_a_link_goes_on_from_the_one_it_fits_best():
    match = begun("human", "human")
    while len(match.round.actions) < 6 or len(match.undone(2).legal()) < 2:
        match.apply(match.legal()[0])
    other = match.undone(2)
    other.apply(next(action for action in other.legal() if action != match.round.actions[-2]))
    another = begun("human", "human")
    another.extra[by_link.KEY] = "f" * 16
    kept = {
        "another": write(another),
        "fork": write(other),
        "older": write(match.undone(3)),
        "newer": write(match),
        "broken": write(match).replace(match.round.actions[1], "play 555@9,9"),
        "nonsense": f'{{"by_link":"{NAME}"',
    }
    brought = sent(match.undone(1))
    for best in (Course.NEWER, "older"), (Course.OLDER, "newer"), (Course.FORK, "fork"), None:
        assert by_link.find(brought, kept.items()) == best
        if best:
            del kept[best[1]]
    kept["same"] = write(brought)
    assert by_link.find(brought, kept.items()) == (Course.SAME, "same")


def test_two_devices_play_a_whole_round_and_neither_sees_the_others_tiles():
    match = begun("human", "human")
    rng = Random(3)
    while not match.round.over:
        tables = [TileTable(sent(match), host(), here) for here in (0, 1)]
        for here, table in enumerate(tables):
            scene = table.scene()
            assert [shown.tile for shown in scene.rack] == list(tiles_of(match.round.racks[here]))
            assert scene.curtain is None
            assert "undo" in scene.hidden
            assert (scene.send_to is None) == (here == match.seat)
        waiting, moving = tables[1 - match.seat], tables[match.seat]
        assert waiting.legal() == ()
        with pytest.raises(NotAllowed):
            waiting.act(match.legal()[0])
        before = match
        moving.act(rng.choice(moving.legal()))
        match = sent(moving.match)
        assert by_link.compare(before, match) is Course.NEWER


def test_nothing_moves_by_itself_for_a_person_who_is_elsewhere():
    match = begun("human", "human")
    elsewhere = host()
    table = TileTable(match, elsewhere, here=1 - match.seat)
    assert elsewhere.later.call_count == 0
    assert table.status() == f"Waiting for P{match.seat}."


def test_a_bot_is_moved_by_whoever_has_the_game():
    match = begun("human", "bot:greedy", "human")
    while match.seat != 1:
        match.apply(match.legal()[0])
    there = host()
    TileTable(match, there, here=0)
    assert there.later.call_count == 1


def test_nothing_can_be_undone_that_was_sent():
    match = begun("human", "human")
    here = match.seat

    while match.seat != here or [action[:4] for action in match.round.actions[-2:]] != ["play", "play"]:
        plays = [action for action in match.legal() if action.startswith("play")]
        match.apply((plays or match.legal())[0])
    against_bot = match.undone(0)
    against_bot.players = tuple(
        Player(player.name, "human" if seat == here else "bot:greedy")
        for seat, player in enumerate(match.players)
    )
    for table, undoes in ((TileTable(against_bot, host()), True), (TileTable(match, host(), here), False)):
        before = len(table.match.round.actions)
        table.undo()
        assert (len(table.match.round.actions) < before) == undoes


def test_the_page_says_whom_to_send_the_link_to_and_that_it_could_be_read():
    match = begun("human", "human")
    screen = to_text(tile_view(TileTable(match, host(), here=1 - match.seat).scene()))
    assert f"Send this link to P{match.seat}" in screen
    assert "could read them" in screen
    assert 'data-action="draw"' not in screen
    screen = to_text(tile_view(TileTable(match, host(), here=match.seat).scene()))
    assert "send-link" not in screen
    assert 'data-action="draw"' in screen


def test_at_one_screen_everything_is_as_ever():
    table = TileTable(begun("human", "human"), host())
    assert table.curtain
    assert table.send_to is None
