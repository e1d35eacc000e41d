"""What of the ring game is drawn and told: its board and screens, the replay, the sheet, the log."""

from typing import get_args

import pytest

from engine import EDITIONS, Match, write
from engine.game import MatchOver, RoundOver, Skipped
from engine.ring_deal import RingDealt
from engine.ring_events import (
    Attacked,
    Bailed,
    Captured,
    Card,
    CardDrawn,
    CardPlayed,
    Conquered,
    Freed,
    Jailed,
    Moved,
    Paid,
    PlayerOut,
    Repelled,
    RingEvent,
    Rolled,
    Sold,
    Yielded,
)
from engine.simulate import play_match
from tests.ui.rings import TO_GO_TO_JAIL, attack, ring_match
from tests.ui.test_table import Desk
from tests.ui.trees import every, found
from ui.chart import course_of
from ui.faces import face_of
from ui.nodes import Node, to_text
from ui.replay_view import diagram_view, picture, replay_view
from ui.ring_board import PIPS
from ui.ring_replay import RingReplay
from ui.ring_replay_view import RING, thumbnail_of
from ui.ring_sheet import ring_sheet
from ui.ring_table import RingTable
from ui.ring_telling import card_name, tell
from ui.ring_view import ring_view
from ui.shelf import Summary

CONQUER = EDITIONS["conquer"]


def finished(players: int = 3, seed: str = "12") -> Match:
    return play_match(CONQUER, ["bot:club", "bot:greedy", "bot:random", "bot:club"][:players], seed)


def screen(match: Match) -> Node:
    return ring_view(RingTable(match, Desk()).scene())


# The board


def test_every_space_is_there_once_with_its_owner_and_a_name():
    tree = screen(ring_match(["roll 4", "capture", "roll 1"]))
    spaces = {part.attributes["data-space"]: part.attributes for part in found(tree, "data-space")}
    assert list(spaces) == [str(n) for n in range(36)]
    assert spaces["4"]["data-owner"] == "0"
    assert spaces["4"]["aria-label"] == "Space 4, blue, held by Ada, fee 1"
    assert "data-owner" not in spaces["5"]
    assert spaces["5"]["aria-label"] == "Space 5, green, free, costs 3"
    assert spaces["12"]["aria-label"] == "Space 12, JAIL"


def test_tab_reaches_one_space_and_each_can_be_pressed():
    spaces = found(screen(ring_match()), "data-space")
    assert [space.attributes["data-space"] for space in spaces if space.attributes["tabindex"] == "0"] == [
        "0"
    ]
    assert {space.attributes["role"] for space in spaces} == {"button"}


def test_a_colour_is_told_by_dots_as_well_and_an_owner_by_pattern_and_emblem():
    assert sorted(PIPS.values()) == [1, 2, 3, 4]
    held, free = (
        next(part for part in found(screen(ring_match(["roll 4", "capture"])), "data-space", number))
        for number in ("4", "2")
    )
    drawn = {part.attributes.get("class") for part in every(held)}
    assert {"weave", "sigil", "pips"} <= drawn
    assert not {"weave", "sigil"} & {part.attributes.get("class") for part in every(free)}
    (weave,) = [part for part in every(held) if part.attributes.get("class") == "weave"]
    assert weave.attributes["fill"] == "url(#cloth-ember)"


def test_the_markers_die_and_bank_are_shown_and_named():
    tree = screen(ring_match(["roll 4", "capture"]))
    labels = {
        part.attributes["data-piece"]: part.attributes["aria-label"] for part in found(tree, "data-piece")
    }
    assert labels == {"0": "Ada on 4 (blue)", "1": "Bo on START"}
    (die,) = found(tree, "data-die")
    assert die.attributes["aria-label"] == "The die shows 4"
    assert found(tree, "data-bank", str(100 - 18 - 20))


def test_a_prisoner_stands_behind_the_bars_and_a_visitor_before_them():
    visiting, locked = (
        found(screen(ring_match(actions)), "data-piece", "0")[0].attributes
        for actions in (TO_GO_TO_JAIL[:5], TO_GO_TO_JAIL)
    )
    assert visiting["aria-label"] != locked["aria-label"] == "Ada, in jail"
    at_jail = found(screen(ring_match(["roll 6", "roll 1", "skip", "roll 6"])), "data-piece", "0")[
        0
    ].attributes
    assert at_jail["aria-label"] == "Ada on JAIL"
    assert at_jail["transform"] != locked["transform"]


def test_the_same_number_again_is_seen_to_be_another_roll():
    once, twice = (
        found(screen(ring_match(actions)), "data-die")[0] for actions in (["roll 6"], ["roll 6", "roll 6"])
    )
    assert once.attributes["data-die"] == twice.attributes["data-die"]
    assert once.key != twice.key


def test_every_change_of_a_purse_comes_in_anew_though_the_spaces_held_stay_the_same():
    def gain(*actions: str) -> Node:
        plates = found(screen(ring_match(actions, [Card.GAIN, Card.GAIN])), "data-seat")
        ada = next(plate for plate in plates if plate.attributes["data-seat"] == "0")
        return next(part for part in every(ada) if "plate-gain" in part.attributes.get("class", ""))

    drew, resupplied = gain("roll 3", "roll 3"), gain("roll 3", "roll 3", "roll 3")
    assert (drew.children, resupplied.children) == (("+3",), ("+2",))
    assert drew.key != resupplied.key
    assert gain("roll 3").key == drew.key


def test_plates_show_spaces_purse_and_cards():
    tree = screen(ring_match(["roll 3", "roll 1", "capture"], [Card.BRIBE]))
    ada, bo = (found(tree, "data-seat", str(seat))[0] for seat in (0, 1))
    assert found(ada, "data-score", "0")
    assert found(ada, "data-purse", "20")
    assert found(ada, "data-cards", "1")
    assert found(bo, "data-score", "1")
    assert found(bo, "data-purse", "18")


@pytest.mark.parametrize("here", [None, 0], ids=["behind-the-curtain", "waiting-for-a-link"])
def test_prices_and_spaces_can_be_looked_up_while_another_is_to_move(here: int | None):
    scene = RingTable(attack("conquer", "support"), Desk(), here).scene()
    assert (scene.curtain, scene.send_to) == (("Bo", None) if here is None else (None, "Bo"))
    tree = ring_view(scene)
    assert len(found(tree, "popovertarget", "prices")) == len(found(tree, "popovertarget", "holdings")) == 2
    assert "<td>" in to_text(found(tree, "id", "prices")[0])
    (spaces,) = found(tree, "id", "holdings")
    assert ("Spaces of Bo" if here is None else "Your spaces") in to_text(spaces)
    assert "Enemy Support" not in to_text(tree)


def test_every_button_has_a_name_and_prices_are_one_tap_away():
    tree = screen(attack("conquer", kinds=("human", "bot:greedy")))
    for part in every(tree):
        if part.tag == "button":
            assert part.attributes.get("aria-label") or any(
                isinstance(child, str) or child.tag != "svg" for child in part.children
            )
    (prices,) = found(tree, "id", "prices")
    text = to_text(prices)
    for price in CONQUER.prices.values():
        assert f"<td>{price.capture}</td><td>{price.conquer}</td>" in text
    assert found(tree, "popovertarget", "prices")


def test_a_name_is_only_ever_text():
    match = attack("conquer")
    match.players = tuple(type(p)("<script>x</script>", p.kind) for p in match.players)
    for tree in (screen(match), ring_sheet(match, 0), replay_view(RingReplay(match, Desk()), True, RING)):
        assert "<script" not in to_text(tree)


# The log

TOLD = [
    (RingDealt(0, 1, (20, 20), 60, 20, ((3, 5),)), "Ada rolled 3, Bo rolled 5. First to roll: Bo."),
    (RingDealt(0, 0, (20, 20), 60, 20, ()), "First to roll: Ada."),
    (Rolled(0, 4), "Ada rolled 4."),
    (Sold(0, 14), "Ada sold space 14."),
    (Bailed(0), ""),
    (Captured(0, 14), "Ada captured space 14 (green)."),
    (Attacked(0, 14, 1, 4), "Ada set out to conquer space 14 (green) from Bo."),
    (Yielded(0, 14, 1), ""),
    (CardPlayed(0, Card.BRIBE), "Ada played Bribe."),
    (CardPlayed(1, Card.FORFEITURE, 0), "Bo played Resource Forfeiture against Ada."),
    (Moved(0, (1, 2, 3)), "On to 3 (a card)."),
    (Moved(0, (11, 12)), "On to JAIL, just visiting."),
    (Moved(0, (2, 1, 0), Card.RETREAT), "Back to START."),
    (Paid(None, 0, 2, 2, "start"), "Ada got 2."),
    (Paid(None, 0, 2, 1, "start"), "Ada got 1 of 2: the bank had no more."),
    (Paid(0, None, 3, 3, "capture"), "Ada paid 3."),
    (Paid(0, 1, 2, 2, "fee"), "Ada paid 2 to Bo."),
    (Paid(0, 1, 3, 1, "fee"), "Ada paid all that was left to Bo: 1 of 3."),
    (Conquered(0, 14, 1), "Space 14 went from Bo to Ada."),
    (Repelled(0, 14, 1), "Not enough: Bo kept space 14."),
    (CardDrawn(0, Card.BRIBE), "Ada drew a card and kept it."),
    (CardDrawn(0, Card.LOSE), "Ada drew Lose: You pay 2 to the bank."),
    (Jailed(0), "Ada went to jail."),
    (Freed(0, "die"), "That freed Ada."),
    (Freed(0, "time"), "The time was served: Ada walked free."),
    (Freed(0, "bail"), "Ada walked free."),
    (PlayerOut(0, (1, 2), ()), "With nothing left, Ada dropped out; 2 spaces are free again."),
    (Skipped(0), "Ada let it be."),
    (RoundOver(0, "last", (1,), (), (), (0, 3)), "The game is over: only Bo was left."),
    (RoundOver(0, "captured", (), (), (), (14, 14)), "The game is over: every space is captured."),
    (RoundOver(0, "turns", (), (), (), (3, 4)), "The game is over: everyone has had all their turns."),
    (MatchOver((1,), (3, 4)), "Bo won with 4 spaces."),
]


@pytest.mark.parametrize(("event", "sentence"), TOLD, ids=lambda value: type(value).__name__)
def test_an_event_is_told(event, sentence):
    assert tell(event, ring_match().players, CONQUER) == sentence


def test_no_kind_of_event_is_left_untold():
    assert {type(event) for event, _ in TOLD} == {
        *get_args(RingEvent),
        RingDealt,
        Skipped,
        RoundOver,
        MatchOver,
    }


def test_a_move_that_nothing_comes_of_is_explained_in_the_log_and_in_the_replay():
    match = ring_match(["roll 4", "capture", "roll 1", "skip", "roll 6"], [Card.GAIN] * 3)
    while match.round.places[0] != 4:
        quiet = {"skip", "pay"} & set(match.legal())
        match.apply(quiet.pop() if quiet else "roll 6" if match.seat == 0 else "roll 1")
    log = RingTable(match, Desk()).scene().log
    assert log[-1] == "Ada rolled 6. On to 4 (blue). Ada got 2. Ada held it already."
    assert log[1] == "Ada rolled 4. On to 4 (blue)."
    replay = RingReplay(match, Desk())
    assert list(log)[2:] == [replay.told(at) for at in range(2, replay.last + 1)]


# Looking back


def test_every_moment_is_the_ring_as_it_was():
    match = finished()
    replay = RingReplay(match, Desk())
    assert replay.last == len(match.round.actions)
    for at in range(0, replay.last + 1, 3):
        replay.go(at)
        then, now = match.undone(replay.last - at).round, replay.now
        assert [space.owner for space in now.look.spaces] == then.owners
        assert now.purses == tuple(then.purses)
        assert now.hands == tuple(map(tuple, then.hands))
        assert now.look.bank == then.bank
        assert now.scores == tuple(then.scores)
        tree = replay_view(replay, True, RING)
        assert found(tree, "data-at", str(at))
        assert len(found(tree, "data-space")) == 36


def test_the_chart_follows_the_spaces_to_the_last():
    match = finished()
    course = course_of(match)
    assert [line[-1][1] for line in course.lines] == list(match.scores)
    replay = RingReplay(match, Desk())
    for seat, line in enumerate(course.lines):
        heights = dict(line)
        for moment in replay.moments:
            if moment.step in heights:
                assert heights[moment.step] == moment.scores[seat]


def test_while_a_game_is_played_others_cards_stay_hidden_in_its_replay():
    running = ring_match(["roll 3", "roll 3"], [Card.BRIBE, Card.ENEMY_SUPPORT], ("human", "bot:greedy"))
    replay = RingReplay(running, Desk(), viewer=0)
    text = to_text(replay_view(replay, True, RING))
    assert "Bribe" in text
    assert "Enemy Support" not in text
    over = finished()
    replay = RingReplay(over, Desk(), viewer=0)
    at, card = next((n, moment.hands[1][0]) for n, moment in enumerate(replay.moments) if moment.hands[1])
    replay.go(at)
    assert card_name(card) in to_text(replay_view(replay, True, RING))


def test_a_replay_can_be_a_diagram_or_a_picture():
    replay = RingReplay(finished(), Desk(), at=30)
    assert not found(diagram_view(replay, False, RING), "role", "button")
    assert to_text(picture(replay, "a {}", RING)).startswith("<svg ")


# The sheet and the shelf


def test_the_sheet_says_who_won_why_and_who_holds_what():
    match = finished()
    text = to_text(ring_sheet(match, 0))
    winner = match.players[match.winners[0]].name
    assert f"{winner} won" in text
    assert f"{match.scores[match.winners[0]]} spaces held." in text
    totals = [part.attributes["data-total"] for part in found(ring_sheet(match, 0), "data-total")]
    assert totals == [str(score) for score in match.scores]
    assert [str(purse) for purse in match.round.purses][0] in text


def test_equal_spaces_are_decided_by_resources_and_the_sheet_says_so():
    match = ring_match()
    while not match.round.over:
        # Nobody captures anything: all turns are played, and START makes the difference.
        legal = match.legal()
        quiet = next((a for a in ("skip", "bail", "pay") if a in legal), None)
        match.apply(
            quiet or f"roll {1 + (match.seat == 0)}" if quiet or legal[0].startswith("roll") else legal[0]
        )
    assert match.round.over.reason == "turns"
    text = to_text(ring_sheet(match, 0))
    assert "0 spaces held." in text
    assert "more resources win" in text


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_ring_game_has_a_summary_and_a_picture(players):
    match = finished(players)
    summary = Summary.of(match)
    assert Summary.parse(summary.digest()) == summary
    assert [sitter.score for sitter in summary.sitters] == list(match.scores)
    assert not summary.counts_points
    picture = thumbnail_of(write(match))
    held = [part for part in every(picture) if "held" in part.attributes.get("class", "").split()]
    assert len(held) == sum(match.scores)
    assert thumbnail_of("{}") is None
    assert face_of("conquer").thumbnail is thumbnail_of
