"""Whole games on the ring, what players see of them, and records that are none."""

import json
import re
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from engine import BOTS, Match, NotAllowed, Options, Player, RecordError, read, write
from engine.bots import bot_named
from engine.question import Question, sight_as_json, sight_from_json
from engine.ring_events import Card
from engine.simulate import play_match
from tests.engine.ring_positions import CONQUER, random_ring, ring

every_table = pytest.mark.parametrize("players", [2, 3, 4])


@every_table
@pytest.mark.parametrize("kind", BOTS)
def test_every_computer_player_plays_a_game_to_its_end(kind, players):
    match = play_match(CONQUER, [kind] * players, "7")
    assert match.winners
    assert read(write(match)) == match


@pytest.mark.parametrize("kind", BOTS)
def test_a_computer_player_knows_no_more_than_it_sees(kind):
    """Hands and deck are dealt anew behind its back, and it answers the same, here and elsewhere."""
    for asked, (match, _) in enumerate(islice(random_ring(3, 11), 150)):
        seat = match.seat
        sight, now, rng = match.sight(seat), match.round, Random(asked)
        answer = bot_named(kind)(sight, match.choices(), Random("7"))
        twin = match.undone(0).round
        others = [other for other in range(3) if other != seat]
        unseen = [card for other in others for card in now.hands[other]]
        unseen += now.deck[: len(now.deck) - now.seen_under]
        rng.shuffle(unseen)
        for other in others:
            twin.hands[other] = [unseen.pop() for _ in now.hands[other]]
        twin.deck[: len(unseen)] = unseen
        assert twin.sight(seat) == sight
        assert bot_named(kind)(twin.sight(seat), match.choices(), Random("7")) == answer
        question = Question(kind, sight, match.choices(), "7")
        assert Question.parse(str(question)) == question
        assert Question.parse(str(question)).answer() == answer


@every_table
def test_a_player_sees_their_own_hand_and_of_the_others_how_many_cards(players):
    for match, _ in random_ring(players, 3):
        for seat in range(players):
            sight = match.sight(seat)
            assert sight.hand == tuple(match.round.hands[seat])
            assert sight.hands == tuple(len(hand) for hand in match.round.hands)


def test_the_cards_under_the_deck_are_known_until_they_are_drawn():
    match = ring(20, 20, at=2)
    match.round.deck = [Card.BRIBE, Card.GAIN, Card.LOSE, Card.RETREAT]
    match.round.seen_under = 4  # all of it has been used once
    assert match.sight(1).under == (Card.BRIBE, Card.GAIN, Card.LOSE, Card.RETREAT)
    match.apply("roll 1")
    assert match.sight(1).under == (Card.GAIN, Card.LOSE, Card.RETREAT)
    match.apply("roll 1")
    assert match.sight(0).under == (Card.LOSE, Card.RETREAT, Card.GAIN)


@every_table
def test_a_sight_can_be_written_down_and_read_again(players):
    for match, _ in random_ring(players, 5):
        for seat in range(players):
            sight = match.sight(seat)
            assert sight_from_json(sight_as_json(sight)) == sight


def test_a_bot_chooses_to_roll_and_chance_the_die():
    match = Match(CONQUER, [Player("Ada"), Player("Ben")])
    match.deal(Random(7))
    assert match.choices() == ("roll",)
    assert match.legal() == tuple(f"roll {die}" for die in range(1, 7))
    rng = Random(1)
    dice = Counter(match.settle("roll", rng) for _ in range(6000))
    assert set(dice) == set(match.legal())
    assert min(dice.values()) > 850
    assert match.settle("skip", rng) == "skip"


def test_house_rules_of_tiles_and_a_clock_mean_nothing_here():
    options = Options(CONQUER.default_target, turn_seconds=5, play_after_draw="any", must_lay=True)
    match = Match(CONQUER, [Player("Ada"), Player("Ben")], options)
    match.deal(Random(7))
    with pytest.raises(NotAllowed, match="no clock"):
        match.apply("timeout")
    assert read(write(match)).options == options


# Records that anybody may have written

RECORD = Path(__file__).with_name("golden") / "conquer-last.json"


def spoilt(change) -> str:
    document = json.loads(RECORD.read_text(encoding="ascii"))
    change(document, document["rounds"][0])
    return json.dumps(document)


def put(key, value):
    return lambda document, entry: entry.__setitem__(key, value)


def put_in(key, index, value):
    return lambda document, entry: entry[key].__setitem__(index, value)


BAD = [
    (put("deal", ["gain"] * 20), "round 0: allied-support is in the deck 0 times, not 3"),
    (put("deal", ["gain"] * 19), "round 0: the deck has 19 cards, not 20"),
    (put("deal", ["135"] * 56), "round 0: the deck has 56 cards, not 20"),
    (put("deal", "gain"), "round 0: deal must be a list, not 'gain'"),
    (put_in("deal", 3, "joker"), "round 0: unknown card 'joker': there are allied-support, "),
    (put_in("deal", 3, 7), "round 0: a card of the deck must be text, not 7"),
    (put_in("deal", 3, None), "round 0: a card of the deck must be text, not None"),
    (put("first", 2), "round 0: first is 2: with 2 players it is 0 to 1"),
    (put("first", None), "round 0: first must be a whole number, not None"),
    (put_in("actions", 0, "roll 7"), "round 0, action 0: roll 7: a roll is roll 1 to roll 6, not 'roll 7'"),
    (put_in("actions", 0, "roll"), "round 0, action 0: roll: a roll is roll 1 to roll 6, not 'roll'"),
    (put_in("actions", 0, "capture"), "round 0, action 0: capture: seat 0 is asked for roll"),
    (put_in("actions", 0, "draw"), "round 0, action 0: draw: unknown action 'draw'"),
    (put_in("actions", 0, "timeout"), "round 0, action 0: timeout: there is no clock on the ring"),
    (put_in("actions", 0, "sell 4"), "round 0, action 0: sell 4: seat 0 does not hold space 4"),
    (lambda document, entry: entry.__delitem__("deal"), "round 0: deal is missing"),
    (lambda document, entry: document["rounds"].append(entry), "round 1: the match is over"),
    (lambda document, entry: entry["actions"].append("roll 1"), ": roll 1: the round is over"),
]


@pytest.mark.parametrize(("change", "reason"), BAD, ids=[reason for _, reason in BAD])
def test_a_bad_record_is_told_what_is_wrong_with_it(change, reason):
    with pytest.raises(RecordError, match=re.escape(reason)):
        read(spoilt(change))


def test_the_dice_for_the_beginning_are_kept_and_others_are_left_as_they_are():
    for lots in ([[3, 3], [1, 6]], [[3, None]], ["x"], {}, [["6"]], [[True]]):
        match = read(spoilt(put("lots", lots)))
        assert match.as_json()["rounds"][0]["lots"] == lots
    assert read(spoilt(put("lots", [[3, 3], [1, 6]]))).round.dealt.lots == ((3, 3), (1, 6))
    assert read(spoilt(put("lots", [["6"]]))).round.dealt.lots == ()


def test_a_player_can_change_the_data():
    slow = replace(CONQUER, turns=3, purse=30)
    match = play_match(slow, ["bot:greedy"] * 2, "7")
    assert max(match.round.turns) <= 3
    assert match.round.dealt.purses == (30, 30)
