"""The replay controller and its screen: every moment is the game as it was, and hidden tiles stay hidden."""

from collections.abc import Callable
from itertools import pairwise
from random import Random
from xml.etree import ElementTree

import pytest

from engine import BOTS, EDITIONS, TILE_EDITIONS, Match, Options, Player, Target, write
from engine.game import Drew, Laid, RoundOver
from engine.simulate import play_match
from engine.tiles import tiles_of
from tests.ui.trees import every, found, words
from ui import claiming
from ui.chart import course_of
from ui.nodes import Node, to_text
from ui.replay import SECONDS
from ui.replay_view import diagram_view, picture, replay_view
from ui.telling import gain_with, signed
from ui.tile_replay import TileReplay
from ui.tile_replay_view import TILES

TWO_ROUNDS = Options(Target(rounds=2))


class Clock:
    """A host whose time passes when it is told to."""

    def __init__(self) -> None:
        self.waiting: list[tuple[float, Callable[[], None]]] = []

    def later(self, seconds: float, function: Callable[[], None]) -> "Entry":
        self.waiting.append((seconds, function))
        return Entry(self, self.waiting[-1])

    def ring(self) -> float:
        seconds, function = self.waiting.pop(0)
        function()
        return seconds

    def changed(self) -> None:
        pass

    def aspect(self) -> float:
        return 1.5


class Entry:
    def __init__(self, clock: Clock, entry: tuple[float, Callable[[], None]]) -> None:
        self.clock, self.entry = clock, entry

    def cancel(self) -> None:
        self.clock.waiting.remove(self.entry)


def finished(edition: str = "tournament", players: int = 2, seed: str = "7") -> Match:
    return play_match(EDITIONS[edition], ["bot:greedy", "bot:random"] * (players // 2), seed, TWO_ROUNDS)


def running(kinds: tuple[str, ...], actions: int = 30) -> Match:
    """A game that stops in its first round, with somebody having drawn."""
    match = Match(EDITIONS["tournament"], [Player(f"P{n}", kind) for n, kind in enumerate(kinds)])
    match.deal(Random(3))
    rng = Random(3)
    while len(match.round.actions) < actions:
        legal = match.legal()
        match.apply("draw" if "draw" in legal and rng.random() < 0.4 else rng.choice(legal))
    assert match.round.over is None
    assert any(isinstance(event, Drew) for event in match.round.events)
    return match


def doing(tree: Node) -> set[str]:
    return {n.attributes["data-action"] for n in every(tree) if "data-action" in n.attributes}


@pytest.mark.parametrize("edition", TILE_EDITIONS)
def test_every_moment_is_the_game_as_it_was(edition):
    match = finished(edition)
    replay = TileReplay(match, Clock())
    assert replay.last == sum(len(past.actions) for past in match.rounds)
    for at in range(0, replay.last + 1, 3):
        replay.go(at)
        then, now = match.undone(replay.last - at), replay.now
        if not then.round.actions and at:
            continue  # the next round is dealt there, while the replay still shows how the last one ended
        assert now.laid == then.round.board.laid
        assert now.racks == tuple(then.round.racks)
        assert now.scores == then.scores
        assert now.pool == len(then.round.pool)
        assert now.covers == claiming.lying(then)


def test_the_match_that_is_looked_at_is_left_as_it_is():
    match = finished()
    before = write(match)
    replay = TileReplay(match, Clock())
    for at in range(replay.last):
        replay.go(at)
        replay.remarks_now()
        replay.cut()
    assert write(match) == before


def test_playing_on_from_a_move_is_the_record_cut_there():
    match = finished()
    replay = TileReplay(match, Clock(), at=17)
    cut = replay.cut()
    assert [past.actions for past in cut.rounds] == [match.rounds[0].actions[:17]]
    assert cut.rounds[0].given == match.rounds[0].given
    assert cut is not match


def test_it_opens_at_the_end_or_at_the_move_asked_for_or_the_nearest():
    match = finished()
    last = TileReplay(match, Clock()).last
    assert TileReplay(match, Clock()).at == last
    assert TileReplay(match, Clock(), at=0).at == 0
    assert TileReplay(match, Clock(), at=5).at == 5
    assert TileReplay(match, Clock(), at=10**9).at == last


@pytest.mark.parametrize(
    ("key", "at"),
    [
        ("ArrowRight", 21),
        ("ArrowLeft", 19),
        ("ArrowDown", 21),
        ("ArrowUp", 19),
        ("Home", 0),
        ("PageUp", 10),
        ("PageDown", 30),
    ],
)
def test_keys_go_from_move_to_move(key, at):
    replay = TileReplay(finished(), Clock(), at=20)
    assert replay.press(key, on_button=True)
    assert replay.at == at


def test_keys_stop_at_both_ends():
    replay = TileReplay(finished(), Clock(), at=0)
    replay.press("ArrowLeft", False)
    assert replay.at == 0
    replay.press("End", False)
    replay.press("ArrowRight", False)
    assert replay.at == replay.last
    assert not replay.press("x", False)


def test_the_gains_of_a_move_are_what_it_alone_did_to_the_land():
    replay = TileReplay(finished("conquest"), Clock())
    for before, after in pairwise(replay.moments):
        swing = [now - then for then, now in zip(before.scores, after.scores, strict=True)]
        assert [after.gains.get(seat, 0) for seat in range(2)] == swing


def test_arrows_with_shift_move_the_board_and_not_the_game():
    replay = TileReplay(finished(), Clock(), at=5)
    before = replay.box()
    assert replay.press("Shift+ArrowRight", on_button=False)
    assert replay.box().left > before.left
    assert replay.at == 5


def test_it_plays_by_itself_at_the_speed_chosen_and_stops_at_the_end():
    clock = Clock()
    replay = TileReplay(finished(), clock)
    replay.go(replay.last - 3)
    assert replay.press(" ", on_button=False)
    assert clock.ring() == SECONDS["normal"]
    replay.set_speed("fast")
    assert clock.ring() == SECONDS["fast"]
    assert replay.playing
    clock.ring()
    assert (replay.at, replay.playing, clock.waiting) == (replay.last, False, [])
    replay.play()
    assert (replay.at, replay.playing) == (0, True)


def test_going_somewhere_or_pausing_stops_it():
    clock = Clock()
    replay = TileReplay(finished(), clock, at=5)
    for stop in (lambda: replay.go(3), replay.play, replay.leave):
        replay.play()
        assert replay.playing
        stop()
        assert not replay.playing
        assert clock.waiting == []


def test_on_a_button_the_space_bar_presses_the_button():
    replay = TileReplay(finished(), Clock(), at=5)
    assert not replay.press(" ", on_button=True)


@pytest.mark.parametrize("edition", ["tournament", "conquest"])
def test_each_moment_is_at_its_place_on_the_chart(edition):
    match = finished(edition)
    replay, course = TileReplay(match, Clock()), course_of(match)
    steps = [moment.step for moment in replay.moments]
    assert steps == sorted(set(steps))
    assert (steps[0], steps[-1]) == (0, course.steps)
    for at, moment in enumerate(replay.moments):
        replay.go_to_step(moment.step)
        assert replay.at == at
        for seat, line in enumerate(course.lines):
            shown = [score for step, score in line if step <= moment.step][-1]
            assert shown == moment.scores[seat]


def test_the_chart_takes_taps_all_along():
    replay = TileReplay(finished(), Clock())
    columns = [
        n for n in every(replay_view(replay, True, TILES)) if n.attributes.get("data-action") == "replay-step"
    ]
    reached = set()
    for column in columns:
        replay.go_to_step(int(column.attributes["data-value"]))
        reached.add(replay.at)
    assert {0, replay.last} <= reached
    assert len(reached) > replay.last / 2


# What is said


@pytest.mark.parametrize("edition", TILE_EDITIONS)
def test_greedy_is_never_behind_itself_and_others_by_what_they_left(edition):
    match = finished(edition)
    replay = TileReplay(match, Clock())
    lost = [0, 0]
    for at in range(1, replay.last + 1):
        replay.go(at)
        (remark,) = replay.remarks_now()
        now = replay.now
        best = max(map(now.before.gain, now.legal))
        assert remark.behind == best - now.before.gain(now.action)
        assert (f"{remark.behind} " in remark.text) == (remark.behind > 0)
        assert ("Magpie" in remark.text) == (len(now.legal) > 1)
        lost[now.done.seat] += remark.behind
    assert lost[0] == 0
    assert lost[1] > 0


def test_a_single_choice_is_not_held_against_anybody():
    match = finished()
    replay = TileReplay(match, Clock())
    forced = next(n for n, moment in enumerate(replay.moments) if len(moment.legal) == 1)
    replay.go(forced)
    assert replay.remarks_now()[0].text == "There was no other choice."


def test_the_clock_is_compared_by_what_it_cost():
    match = Match(
        EDITIONS["tournament"], [Player("Ada"), Player("Bo")], Options(Target(400), turn_seconds=30)
    )
    match.deal(Random(1))
    match.apply(match.legal()[0])
    sight, legal = match.sight(match.seat), match.legal()
    best = max(map(sight.gain, legal))
    match.apply("timeout")
    replay = TileReplay(match, Clock(), viewer=1 - match.seat)
    assert replay.remarks_now()[0].behind == best + 5


def test_a_figure_is_lit_and_told():
    match = finished()
    replay = TileReplay(match, Clock())
    at = next(n for n, m in enumerate(replay.moments) if isinstance(m.done, Laid) and m.done.figure)
    replay.go(at)
    look = replay.look()
    assert look.last == replay.now.done.placement.cell
    assert look.last in look.glow.cells <= set(look.laid)
    told = replay.told(at)
    assert str(replay.now.done.gain) in told
    assert "with a" in told


def test_a_move_s_gain_and_figure_stand_beside_what_greedy_would_have_scored():
    replay = TileReplay(finished(), Clock())
    seen = set()
    for at in range(1, replay.last + 1):
        replay.go(at)
        now, (remark,) = replay.now, replay.remarks_now()
        is_last = any(isinstance(event, RoundOver) for event in now.events)
        if not isinstance(now.done, Laid) or is_last or len(now.legal) == 1:
            continue
        tree = replay_view(replay, True, TILES)
        (move,) = found(tree, "class", "replay-move")
        told, beside = (words(part) for part in move.children)
        assert told == replay.told(at)
        assert gain_with(now.done.figure, now.done.gain) in told
        assert beside == remark.text
        assert "Magpie" in beside
        (seat,) = found(tree, "class", "moved")
        assert seat.attributes["data-seat"] == str(now.done.seat)
        assert words(found(seat, "class", "gain")[0]) == signed(now.done.gain)
        (listed,) = found(tree, "aria-current", "step")
        assert words(found(listed, "class", "brought")[0]) == signed(now.done.gain)
        seen.add((now.done.figure is not None, remark.behind > 0))
    assert seen >= {(True, False), (False, True)}


def test_a_tap_on_the_chart_goes_to_that_move_and_the_mark_follows():
    replay = TileReplay(finished(), Clock())

    def mark() -> float:
        (cursor,) = found(replay_view(replay, True, TILES), "class", "cursor")
        return float(cursor.attributes["x1"])

    columns = found(replay_view(replay, True, TILES), "data-action", "replay-step")
    for column in columns[3:40:7]:
        replay.handlers(str(column.attributes["data-value"]))["replay-step"]()
        assert abs(replay.now.step - int(column.attributes["data-value"])) <= 1
        left, width = float(column.attributes["x"]), float(column.attributes["width"])
        assert left - width <= mark() <= left + 2 * width


@pytest.mark.parametrize("speed", SECONDS)
def test_every_speed_is_offered_and_kept(speed):
    clock = Clock()
    replay = TileReplay(finished(), clock, at=0)
    replay.set_speed(speed)
    (offered,) = found(replay_view(replay, True, TILES), "data-field", "replay-speed")
    assert [n.attributes["value"] for n in offered.children] == list(SECONDS)
    assert [n.attributes["value"] for n in offered.children if "selected" in n.attributes] == [speed]
    replay.play()
    assert [clock.ring() for _move in range(3)] == [SECONDS[speed]] * 3
    replay.set_speed("at once")
    assert replay.speed == speed


def test_the_end_of_a_round_is_told_with_the_move_that_ended_it_and_the_next_deal_with_the_next():
    match = finished()
    replay = TileReplay(match, Clock())
    end = len(match.rounds[0].actions)
    assert any(isinstance(event, RoundOver) for event in replay.moments[end].events)
    assert "Round 1 is over" in replay.told(end)
    assert "Round 2" in replay.told(end + 1)


# Who sees what


def named(replay: TileReplay) -> set[str]:
    """The tiles that the whole screen names as being on racks."""
    return {
        label
        for n in every(replay_view(replay, True, TILES))
        if n.attributes.get("class") == "rack-open"
        for label in n.attributes["aria-label"].split(", ")
    }


def names(rack: int) -> set[str]:
    return {"-".join(map(str, tile.digits)) for tile in tiles_of(rack)}


def test_while_a_round_runs_nobody_sees_anothers_tiles():
    match = running(("human", "bot:greedy"))
    replay = TileReplay(match, Clock(), viewer=0)
    for at, moment in enumerate(replay.moments):
        replay.go(at)
        assert named(replay) == names(moment.racks[0])
        if isinstance(moment.done, Drew):
            tile = "-".join(map(str, moment.done.tile.digits))
            screen = to_text(replay_view(replay, True, TILES))
            assert (f"drew {tile}" in screen) == (moment.done.seat == 0)
        if moment.done and moment.done.seat == 1:
            assert replay.remarks_now() == ()


def test_between_people_round_one_screen_nobody_is_the_viewer():
    replay = TileReplay(running(("human", "human")), Clock())
    for at in range(replay.last + 1):
        replay.go(at)
        assert named(replay) == set()
        assert replay.remarks_now() == ()


def test_a_finished_round_and_a_game_of_bots_are_open():
    assert named(TileReplay(running(("bot:greedy", "bot:greedy")), Clock()))
    match = play_match(EDITIONS["tournament"], ["bot:greedy"] * 2, "7", TWO_ROUNDS)
    match.players = tuple(Player(f"P{n}") for n in range(2))
    replay = TileReplay(match, Clock(), at=12)
    assert named(replay) == names(replay.now.racks[0]) | names(replay.now.racks[1])


# What is drawn


@pytest.mark.parametrize("edition", TILE_EDITIONS)
def test_the_screen_can_be_drawn_at_every_move(edition):
    replay = TileReplay(finished(edition, 4), Clock())
    for at in range(replay.last + 1):
        replay.go(at)
        tree = replay_view(replay, True, TILES)
        current = [n for n in every(tree) if n.attributes.get("aria-current") == "step"]
        assert [n.attributes["data-value"] for n in current] == ([str(at)] if at else [])
        slider = next(n for n in every(tree) if n.tag == "input")
        assert slider.attributes["value"] == str(at)


def test_at_the_ends_the_buttons_that_lead_nowhere_say_so():
    replay = TileReplay(finished(), Clock(), at=0)

    def disabled() -> set[str]:
        return {
            n.attributes["data-action"]
            for n in every(replay_view(replay, True, TILES))
            if n.attributes.get("aria-disabled") == "true"
        }

    assert disabled() == {"replay-first", "replay-back"}
    replay.go(replay.last)
    assert disabled() == {"replay-forward", "replay-last"}
    replay.go(5)
    assert disabled() == set()


def test_a_diagram_is_a_board_and_nothing_that_changes_a_game():
    replay = TileReplay(finished(), Clock(), at=20)
    board = diagram_view(replay, with_controls=False, shown=TILES)
    assert not [n for n in every(board) if n.tag == "input"]
    laid = {n.attributes["data-cell"] for n in every(board) if "data-cell" in n.attributes}
    assert laid == set(map(str, replay.now.laid))
    stepping = doing(diagram_view(replay, with_controls=True, shown=TILES))
    assert {"replay-first", "replay-play", "replay-last"} <= stepping
    assert stepping.isdisjoint({"play-on", "leave-replay", "share-move"})


def test_playing_on_is_offered_only_where_it_may_be():
    replay = TileReplay(finished(), Clock())
    assert "play-on" in doing(replay_view(replay, may_play_on=True, shown=TILES))
    assert "play-on" not in doing(replay_view(replay, may_play_on=False, shown=TILES))


def test_a_name_that_is_markup_stays_letters():
    evil = '"><script>alert(1)</script>'
    match = running(("human", "human"))
    match.players = (Player(evil), Player("<img src=x onerror=alert(1)>"))
    replay = TileReplay(match, Clock())
    screen = to_text(replay_view(replay, True, TILES))
    assert "<script" not in screen
    assert "<img" not in screen


def test_the_picture_stands_by_itself():
    replay = TileReplay(finished("conquest"), Clock(), at=40)
    tree = ElementTree.fromstring(to_text(picture(replay, ":root { color: red } a > b & c {}", TILES)))
    svg = "{http://www.w3.org/2000/svg}"
    assert tree.tag == f"{svg}svg"
    assert tree.find(f"{svg}style").text == ":root { color: red } a > b & c {}"
    cells = [part for part in tree.iter() if part.get("data-cell")]
    assert len(cells) == len(replay.now.laid) > 0
    used = {part.get("fill") for part in tree.iter() if (part.get("fill") or "").startswith("url(")}
    defined = {f"url(#{part.get('id')})" for part in tree.iter() if part.get("id")}
    assert used <= defined


def test_greedy_is_asked_with_the_sight_of_the_mover(monkeypatch):
    asked = []
    replay = TileReplay(finished(), Clock(), at=9)
    monkeypatch.setitem(BOTS, "bot:greedy", lambda sight, legal, rng: asked.append(sight) or legal[0])
    replay.remarks_now()
    replay.remarks_now()
    assert [sight.seat for sight in asked] == [replay.now.done.seat]
    assert asked[0].rack == replay.moments[8].racks[asked[0].seat]
