"""The rules of the ring, sentence by sentence, in the order in which they are written."""

from collections import Counter
from itertools import product
from random import Random

import pytest

from engine import Malformed, Match, NotAllowed, Player
from engine.game import MatchOver, RoundOver
from engine.ring import Space
from engine.ring_deal import RingDeal
from engine.ring_events import (
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
    Rolled,
)
from engine.ring_sight import Asked
from engine.simulate import play_match
from tests.engine.ring_positions import CONQUER, act, asked, ring

ROLLS = {f"roll {die}" for die in range(1, 7)}

BLUE, GREEN, YELLOW, RED = 1, 5, 10, 18
COLOURS = {
    Space.BLUE: (1, 2, 4, 8, 11, 17, 21, 26, 34),
    Space.GREEN: (5, 7, 9, 13, 14, 20, 25, 33),
    Space.YELLOW: (10, 16, 19, 22, 27, 31),
    Space.RED: (18, 23, 29, 32, 35),
}
PRICES = [  # a space of the colour, capture, conquer, die needed, fee
    (BLUE, 2, 4, 3, 1),
    (GREEN, 3, 5, 4, 2),
    (YELLOW, 4, 6, 5, 2),
    (RED, 5, 7, 6, 3),
]
every_price = pytest.mark.parametrize(("space", "capture", "conquer", "needed", "fee"), PRICES)
every_land = pytest.mark.parametrize("space", CONQUER.lands)


def purse(match: Match, seat: int = 0) -> int:
    return match.round.purses[seat]


def place(match: Match, seat: int = 0) -> int:
    return match.round.places[seat]


def before(space: int, steps: int = 1) -> int:
    """Where to stand so that a roll of so many lands on this space."""
    return (space - steps) % 36


def kinds(events) -> list[type]:
    return [type(event) for event in events]


# The ring


def test_there_are_36_spaces_and_the_corners_are_start_jail_and_go_to_jail():
    assert len(CONQUER.spaces) == 36
    assert [CONQUER.spaces[n] for n in (0, 12, 24)] == [Space.START, Space.JAIL, Space.GO_TO_JAIL]


def test_cards_are_at_3_15_28_and_resupply_at_6_and_30():
    assert [n for n, space in enumerate(CONQUER.spaces) if space is Space.CARD] == [3, 15, 28]
    assert [n for n, space in enumerate(CONQUER.spaces) if space is Space.RESUPPLY] == [6, 30]


def test_the_other_28_can_be_captured():
    assert len(CONQUER.lands) == 28
    for colour, spaces in COLOURS.items():
        assert tuple(n for n in CONQUER.lands if CONQUER.spaces[n] is colour) == spaces


@every_price
def test_the_price_list(space, capture, conquer, needed, fee):
    price = CONQUER.price(space)
    assert (price.capture, price.conquer, price.needed, price.fee) == (capture, conquer, needed, fee)


@pytest.mark.parametrize(("players", "bank"), [(2, 60), (3, 40), (4, 20)])
def test_of_100_resources_each_player_has_20_and_the_bank_the_rest(players, bank):
    match = Match(CONQUER, [Player("Ada")] * players)
    dealt = match.deal(Random(7))
    assert dealt.purses == (20,) * players
    assert (dealt.bank, dealt.pool) == (bank, 20)
    assert match.round.places == [0] * players


@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_play(players):
    with pytest.raises(Malformed):
        Match(CONQUER, [Player("Ada")] * players)


def test_twenty_cards_are_shuffled():
    decks = [RingDeal.shuffled(CONQUER, 2, Random(seed)).cards for seed in range(20)]
    assert len(set(decks)) == 20
    counts = {"allied-support": 3, "enemy-support": 2, "bribe": 2, "resource-forfeiture": 3}
    counts |= {"gain": 3, "lose": 2, "advance": 2, "retreat": 2, "busted": 1}
    assert all(Counter(map(str, cards)) == counts for cards in decks)


def test_the_highest_roll_begins_and_equal_highest_roll_again():
    again = 0
    for seed in range(200):
        deal = RingDeal.shuffled(CONQUER, 3, Random(seed))
        still_in = [0, 1, 2]
        for rolls in deal.lots:
            assert [seat for seat, roll in enumerate(rolls) if roll is not None] == still_in
            thrown = [rolls[seat] for seat in still_in]
            assert set(thrown) <= {1, 2, 3, 4, 5, 6}
            still_in = [seat for seat in still_in if rolls[seat] == max(thrown)]
        assert still_in == [deal.first]
        again += len(deal.lots) > 1
    assert again


BANK_PAYS = [  # what is due, for what, where seat 0 stands, and what it does
    (2, "start", {"at": (35, 0)}, "roll 1"),
    (2, "resupply", {"at": (5, 0)}, "roll 1"),
    (3, "gain", {"at": (2, 0), "front": (Card.GAIN,)}, "roll 1"),
    (2, "sell", {"held": {0: "18"}}, "sell 18"),
]


@pytest.mark.parametrize("bank", [0, 1])
@pytest.mark.parametrize(("due", "reason", "position", "action"), BANK_PAYS)
def test_the_bank_pays_only_what_it_has(due, reason, position, action, bank):
    match = ring(50, 50 - bank, **position)
    assert action in match.legal()
    (paid,) = (event for event in act(match, action) if isinstance(event, Paid))
    assert paid == Paid(None, 0, due, bank, reason)
    assert (match.round.purses, match.round.bank) == ([50 + bank, 50 - bank], 0)


def test_an_empty_bank_pays_nothing_for_a_space_and_takes_it_back_all_the_same():
    match = ring(50, 50, held={0: "18"})
    act(match, "sell 18")
    assert purse(match) == 50
    assert match.round.owners[18] is None


# A turn: before the roll


@pytest.mark.parametrize(("space", "sale"), [(BLUE, 1), (GREEN, 1), (YELLOW, 2), (RED, 2)])
def test_a_space_is_sold_for_half_its_price_rounded_down_and_is_free_again(space, sale):
    match = ring(20, 20, held={0: str(space)})
    events = act(match, f"sell {space}")
    assert events[0].gain == sale
    assert (purse(match), match.round.owners[space], match.scores) == (20 + sale, None, (0, 0))


def test_before_rolling_any_number_of_things_can_be_done():
    match = ring(20, 20, held={0: "1 5"}, hands={0: (Card.FORFEITURE,) * 3})
    assert set(match.legal()) == ROLLS | {"sell 1", "sell 5", "forfeit 1"}
    act(match, "sell 1", "forfeit 1", "forfeit 1", "sell 5", "forfeit 1")
    assert (match.seat, set(match.legal())) == (0, ROLLS)


def test_only_a_space_that_one_holds_is_sold_and_only_before_rolling():
    match = ring(20, 20, held={0: "5", 1: "1"}, at=before(GREEN + 2))
    for space in ("1", "2", "3", "99"):
        with pytest.raises(NotAllowed, match=f"does not hold space {space}$"):
            match.apply(f"sell {space}")
    act(match, "roll 1")
    with pytest.raises(NotAllowed, match="asked for capture or skip"):
        match.apply("sell 5")


AFTER_THE_ROLL = [  # what is decided then, the space landed on, and what leads to it
    (Asked.FREE, GREEN, ()),
    (Asked.OWNED, RED, ()),
    (Asked.SUPPORT, RED, ("conquer",)),
    (Asked.RESIST, RED, ("conquer", "skip")),
    (Asked.CONQUEST, RED, ("conquer", "skip", "skip")),
    (Asked.JAIL, 24, ()),
]


@pytest.mark.parametrize(("decision", "space", "actions"), AFTER_THE_ROLL)
def test_after_the_roll_nothing_is_sold_and_no_forfeiture_is_played(decision, space, actions):
    match = ring(
        20,
        20,
        at=before(space),
        held={0: "1", 1: str(RED)},
        hands={
            0: (Card.FORFEITURE, Card.ALLIED_SUPPORT, Card.BRIBE),
            1: (Card.FORFEITURE, Card.ENEMY_SUPPORT),
        },
    )
    act(match, "roll 1", *actions)
    assert asked(match) is decision
    for seat in (0, 1):
        for action in ("sell 1", f"sell {RED}", f"forfeit {seat}"):
            assert action not in match.legal()
            with pytest.raises(NotAllowed, match="is asked for"):
                match.apply(action)


def test_a_forfeiture_takes_3_from_another_player_for_the_bank():
    match = ring(20, 20, 20, hands={0: (Card.FORFEITURE,)})
    events = act(match, "forfeit 2")
    assert kinds(events) == [CardPlayed, Paid]
    assert (match.round.purses, match.round.bank) == ([20, 20, 17], 43)
    assert (match.round.hands[0], match.round.deck[-1], len(match.round.deck)) == ([], Card.FORFEITURE, 20)


@pytest.mark.parametrize(("has", "may"), [(1, False), (3, False), (4, True)])
def test_no_forfeiture_that_would_leave_a_player_at_0_or_less(has, may):
    match = ring(20, has, hands={0: (Card.FORFEITURE,)})
    assert ("forfeit 1" in match.legal()) is may
    if not may:
        with pytest.raises(NotAllowed, match="leave seat 1 with nothing"):
            match.apply("forfeit 1")


def test_a_forfeiture_is_for_another_player_in_the_game():
    match = ring(20, 20, 1, 20, hands={0: (Card.FORFEITURE,)}, held={0: "1"}, first=2)
    act(match, "roll 1")  # seat 2 cannot pay and is out
    act(match, "roll 4", "skip")
    assert match.seat == 0
    assert {action for action in match.legal() if action.startswith("forfeit")} == {"forfeit 1", "forfeit 3"}
    for seat in (0, 2, 4):
        with pytest.raises(NotAllowed, match=f"seat {seat} is not another player in the game"):
            match.apply(f"forfeit {seat}")


# A turn: the roll


@pytest.mark.parametrize("die", range(1, 7))
def test_one_die_says_how_far(die):
    match = ring(20, 20, at=6)
    events = act(match, f"roll {die}")
    assert events[0] == Rolled(0, die)
    assert events[1] == Moved(0, tuple(range(7, 7 + die)))
    assert place(match) == 6 + die


@pytest.mark.parametrize(("start", "die", "end"), [(35, 1, 0), (35, 2, 1), (31, 6, 1), (30, 6, 0)])
def test_passing_start_or_landing_there_brings_2(start, die, end):
    match = ring(20, 20, at=start)
    events = act(match, f"roll {die}")
    assert (place(match), purse(match), events[0].gain) == (end, 22, 2)


@pytest.mark.parametrize("passed", [3, 6, 12, 15, 24, 28, 30])
def test_passing_cards_resupply_jail_or_go_to_jail_does_nothing(passed):
    match = ring(20, 20, at=before(passed))
    assert kinds(act(match, "roll 2")) == [Rolled, Moved]
    assert (place(match), purse(match), asked(match)) == (passed + 1, 20, Asked.FREE)


def test_standing_on_start_and_leaving_it_brings_nothing():
    match = ring(20, 20, at=0)
    act(match, "roll 6")
    assert purse(match) == 22  # which is the resupply
    match = ring(20, 20, at=0)
    act(match, "roll 5", "skip")
    assert purse(match) == 20


# A turn: the space


@every_land
def test_a_free_space_is_captured_for_its_price_or_left(space):
    price = CONQUER.price(space).capture
    match = ring(20, 20, at=before(space))
    act(match, "roll 1")
    had = purse(match)  # the way to it may lead past START
    assert set(match.legal()) == {"capture", "skip"}
    events = act(match, "capture")
    assert events[:2] == [Captured(0, space, -price), Paid(0, None, price, price, "capture")]
    assert (match.round.owners[space], purse(match), match.scores, match.seat) == (0, had - price, (1, 0), 1)

    match = ring(20, 20, at=before(space))
    act(match, "roll 1", "skip")
    assert (match.round.owners[space], purse(match), match.scores, match.seat) == (None, had, (0, 0), 1)


@every_price
def test_a_capture_must_leave_at_least_1(space, capture, conquer, needed, fee):
    match = ring(capture, 20, at=before(space))
    act(match, "roll 1")
    assert (match.seat, match.round.owners[space]) == (1, None)
    match = ring(capture + 1, 20, at=before(space))
    act(match, "roll 1", "capture")
    assert purse(match) == 1


def test_nothing_happens_on_a_space_of_ones_own():
    match = ring(20, 20, at=before(RED), held={0: "18"})
    assert kinds(act(match, "roll 1")) == [Rolled, Moved]
    assert (match.seat, purse(match)) == (1, 20)


def test_jail_by_a_roll_is_a_visit():
    match = ring(20, 20, at=11)
    act(match, "roll 1")
    assert (place(match), match.round.jailed[0], match.seat) == (12, None, 1)


@every_price
def test_on_anothers_space_one_conquers_or_pays(space, capture, conquer, needed, fee):
    match = ring(20, 20, at=before(space), held={1: str(space)})
    act(match, "roll 1")
    assert set(match.legal()) == {"conquer", "pay"}
    assert match.round.decision.needed == needed
    act(match, "pay")
    assert (match.round.purses, match.round.owners[space], match.seat) == ([20 - fee, 20 + fee], 1, 1)


@every_price
@pytest.mark.parametrize("die", range(1, 7))
def test_a_conquest_reaches_the_number_or_the_price_is_gone(space, capture, conquer, needed, fee, die):
    match = ring(20, 20, at=before(space), held={1: str(space)})
    act(match, "roll 1", "conquer")
    assert (match.round.purses, match.round.bank) == ([20 - conquer, 20], 60 + conquer)
    assert set(match.legal()) == ROLLS
    events = act(match, f"roll {die}")
    won = die >= needed
    assert events[1:2] == [Conquered(0, space, 1) if won else Repelled(0, space, 1)]
    assert match.round.owners[space] == (0 if won else 1)
    assert match.scores == ((1, 0) if won else (0, 1))
    assert (match.round.purses, place(match), match.seat) == ([20 - conquer, 20], space, 1)


@every_price
def test_a_conquest_must_leave_at_least_1_or_the_fee_is_paid(space, capture, conquer, needed, fee):
    match = ring(conquer, 20, at=before(space), held={1: str(space)})
    act(match, "roll 1")
    assert (match.round.purses, match.seat) == ([conquer - fee, 20 + fee], 1)
    match = ring(conquer + 1, 20, at=before(space), held={1: str(space)})
    act(match, "roll 1", "conquer")
    assert purse(match) == 1


@pytest.mark.parametrize("has", [1, 2, 3])
def test_who_cannot_pay_in_full_pays_all_they_have_and_is_out(has):
    match = ring(has, 20, 20, at=before(RED), held={1: "18", 0: "1 2"}, hands={0: (Card.BRIBE,)})
    events = act(match, "roll 1")
    assert Paid(0, 1, 3, has, "fee") in events
    assert PlayerOut(0, (1, 2), (Card.BRIBE,)) in events
    assert match.round.purses == [0, 20 + has, 20]
    assert match.scores == (0, 1, 0)


def test_resupply_brings_2():
    for space in (6, 30):
        match = ring(20, 20, at=before(space))
        act(match, "roll 1")
        assert (purse(match), match.seat) == (22, 1)


def test_go_to_jail_sends_there_unless_a_bribe_is_played():
    match = ring(20, 20, at=23)
    assert kinds(act(match, "roll 1")) == [Rolled, Moved, Jailed]
    assert (place(match), match.round.jailed[0], match.seat) == (12, 0, 1)

    match = ring(20, 20, at=23, hands={0: (Card.BRIBE,)})
    act(match, "roll 1")
    assert (asked(match), set(match.legal())) == (Asked.JAIL, {"bribe", "skip"})
    act(match, "bribe")
    assert (place(match), match.round.jailed[0], match.round.hands[0], match.seat) == (24, None, [], 1)
    assert match.round.deck[-1] is Card.BRIBE

    match = ring(20, 20, at=23, hands={0: (Card.BRIBE,)})
    act(match, "roll 1", "skip")
    assert (place(match), match.round.hands[0], match.seat) == (12, [Card.BRIBE], 1)


def test_the_way_to_jail_does_not_pass_start():
    match = ring(20, 20, at=23)
    act(match, "roll 1")
    assert purse(match) == 20


# Jail


failed_rolls = pytest.mark.parametrize("failed", [0, 1, 2])


@failed_rolls
def test_in_jail_one_may_pay_2_and_play_on(failed):
    match = ring(20, 20, jailed={0: failed})
    assert set(match.legal()) == ROLLS | {"bail"}
    events = act(match, "bail")
    assert events[1:] == [Paid(0, None, 2, 2, "bail"), Freed(0, "bail")]
    assert (purse(match), match.seat, set(match.legal())) == (18, 0, ROLLS)
    act(match, "roll 1")
    assert place(match) == 13


def test_after_paying_2_one_still_sells_and_plays_forfeitures_before_the_roll():
    match = ring(20, 20, jailed={0: 0}, held={0: "1"}, hands={0: (Card.FORFEITURE,)})
    act(match, "bail")
    assert set(match.legal()) == ROLLS | {"sell 1", "forfeit 1"}


def test_the_2_must_leave_at_least_1():
    assert "bail" in ring(3, 20, jailed={0: 0}).legal()
    match = ring(2, 20, jailed={0: 0})
    assert set(match.legal()) == ROLLS
    with pytest.raises(NotAllowed, match="leave nothing"):
        match.apply("bail")
    with pytest.raises(NotAllowed, match="not in jail"):
        ring(20, 20).apply("bail")


@failed_rolls
def test_a_six_frees_and_moves_six(failed):
    match = ring(20, 20, jailed={0: failed})
    events = act(match, "roll 6")
    assert events[1:3] == [Freed(0, "die"), Moved(0, (13, 14, 15, 16, 17, 18))]
    assert (place(match), asked(match), match.seat) == (18, Asked.FREE, 0)


def test_the_six_of_jail_resolves_the_space_and_is_not_a_second_turn():
    match = ring(20, 20, jailed={0: 0}, held={1: "18"})
    act(match, "roll 6")
    assert set(match.legal()) == {"conquer", "pay"}
    act(match, "pay")
    assert (match.round.purses, match.seat, match.round.turns) == ([17, 23], 1, [1, 1])


@pytest.mark.parametrize("die", range(1, 6))
def test_any_other_roll_fails_and_ends_the_turn(die):
    match = ring(20, 20, jailed={0: 0})
    act(match, f"roll {die}")
    assert (place(match), match.round.jailed[0], match.seat) == (12, 1, 1)


def test_after_the_third_failed_roll_one_is_free_and_plays_from_the_next_turn():
    match = ring(20, 20, jailed={0: 0})
    for failed in (1, 2):
        act(match, "roll 1", "roll 6")
        assert match.round.jailed[0] == failed
    events = act(match, "roll 5")
    assert events[1] == Freed(0, "time")
    assert (place(match), match.round.jailed[0], match.seat) == (12, None, 1)
    act(match, "roll 5", "skip", "roll 5")
    assert place(match) == 17


def test_a_second_stay_in_jail_starts_with_a_new_count():
    match = ring(20, 20, at=(before(24), 0))
    act(match, "roll 1", "roll 6", "roll 1", "roll 6")
    assert (match.seat, match.round.jailed[0]) == (0, 1)
    act(match, "bail", "roll 6", "skip", "roll 6", "skip", "roll 6")
    assert (place(match), match.round.jailed[0]) == (12, 0)


def test_in_jail_a_forfeiture_may_be_played_before_the_roll_and_on_who_is_in_jail():
    match = ring(20, 20, 20, jailed={0: 0, 1: 0}, hands={0: (Card.FORFEITURE,)})
    assert {"forfeit 1", "forfeit 2"} <= set(match.legal())
    act(match, "forfeit 1")
    assert (match.round.purses, match.seat, match.round.jailed[0]) == ([20, 17, 20], 0, 0)
    assert set(match.legal()) == ROLLS | {"bail"}


def test_in_jail_one_still_sells_and_takes_fees():
    match = ring(20, 20, jailed={0: 0}, held={0: "1 5"}, at=0)
    assert "sell 5" in match.legal()
    act(match, "roll 1", "roll 5", "pay")
    assert purse(match) == 22


# Cards


def draw(card: Card, *purses: int, at: int = 3, **position) -> tuple[Match, list]:
    match = ring(*(purses or (20, 20)), at=before(at), front=(card,), **position)
    return match, act(match, "roll 1")


@pytest.mark.parametrize("card", [Card.ALLIED_SUPPORT, Card.ENEMY_SUPPORT, Card.BRIBE, Card.FORFEITURE])
def test_these_cards_are_kept(card):
    match, events = draw(card)
    assert CardDrawn(0, card) in events
    assert (match.round.hands[0], len(match.round.deck), match.seat) == ([card], 19, 1)


@pytest.mark.parametrize("card", [Card.GAIN, Card.LOSE, Card.ADVANCE, Card.RETREAT, Card.BUSTED])
def test_the_others_happen_at_once_and_go_under_the_deck(card):
    match, _ = draw(card)
    assert (match.round.hands[0], match.round.deck[-1], len(match.round.deck)) == ([], card, 20)


def test_gain_brings_3_and_lose_costs_2():
    assert purse(draw(Card.GAIN)[0]) == 23
    assert purse(draw(Card.LOSE)[0]) == 18


@pytest.mark.parametrize("has", [1, 2])
def test_who_loses_all_by_a_card_is_out(has):
    match, events = draw(Card.LOSE, has, 20, 20)
    assert events[-2:] == [Paid(0, None, 2, has, "lose"), PlayerOut(0, (), ())]
    assert match.seat == 1


@pytest.mark.parametrize(("at", "end"), [(3, 6), (15, 18), (28, 31)])
def test_advance_goes_3_on_and_resolves_the_space(at, end):
    match, events = draw(Card.ADVANCE, at=at)
    assert place(match) == end
    assert Moved(0, tuple(range(at + 1, at + 4)), Card.ADVANCE) in events
    assert (purse(match), asked(match)) == ((22, Asked.TURN) if end == 6 else (20, Asked.FREE))


def test_advance_to_anothers_space_may_conquer_it_or_pays():
    match, _ = draw(Card.ADVANCE, at=15, held={1: "18"})
    assert set(match.legal()) == {"conquer", "pay"}
    match, _ = draw(Card.ADVANCE, 7, 20, at=15, held={1: "18"})  # 7 is the price and would leave nothing
    assert (place(match), match.round.purses, match.seat) == (18, [4, 23], 1)


def test_retreat_goes_3_back_without_the_bonus_of_start():
    match, events = draw(Card.RETREAT, at=3)
    assert Moved(0, (2, 1, 0), Card.RETREAT) in events
    assert (place(match), purse(match), match.seat) == (0, 20, 1)


def test_retreat_to_jail_is_a_visit():
    match, _ = draw(Card.RETREAT, at=15)
    assert (place(match), match.round.jailed[0], match.seat) == (12, None, 1)


@pytest.mark.parametrize("has", [1, 2, 5, 20])  # the fee is 2, conquering takes more than 5
def test_after_a_retreat_there_is_no_fee_and_no_conquering(has):
    match, events = draw(Card.RETREAT, has, 20, at=28, held={1: "25"})
    assert (place(match), match.round.purses, match.seat) == (25, [has, 20], 1)
    assert not any(isinstance(event, Paid) for event in events)


def test_after_a_retreat_a_free_space_may_be_captured():
    match, _ = draw(Card.RETREAT, at=28)
    act(match, "capture")
    assert match.round.owners[25] == 0


@pytest.mark.parametrize("at", [3, 15, 28])
def test_busted_sends_to_jail_without_passing_start(at):
    match, events = draw(Card.BUSTED, at=at)
    assert kinds(events)[-1] is Jailed
    assert (place(match), match.round.jailed[0], purse(match), match.seat) == (12, 0, 20, 1)


def test_a_bribe_helps_against_busted_as_well_if_it_is_played():
    match, _ = draw(Card.BUSTED, hands={0: (Card.BRIBE,)})
    assert (asked(match), set(match.legal())) == (Asked.JAIL, {"bribe", "skip"})
    act(match, "bribe")
    assert (place(match), match.round.jailed[0], match.seat) == (3, None, 1)
    assert match.round.deck[-2:] == [Card.BUSTED, Card.BRIBE]

    match, _ = draw(Card.BUSTED, hands={0: (Card.BRIBE,)})
    act(match, "skip")
    assert (place(match), match.round.jailed[0], match.round.hands[0], match.seat) == (12, 0, [Card.BRIBE], 1)


SUPPORTED = [  # cards of the attacker and of the defender, what they play, and what that adds to the roll
    (("support", "resist"), 0),
    (("support", "skip"), 1),
    (("skip", "resist"), -1),
    (("skip", "skip"), 0),
]


@every_price
@pytest.mark.parametrize(("played", "adds"), SUPPORTED)
def test_support_adds_1_for_the_attacker_and_takes_1_off_for_the_defender(
    space, capture, conquer, needed, fee, played, adds
):
    for die in range(1, 7):
        match = ring(
            20,
            20,
            at=before(space),
            held={1: str(space)},
            hands={0: (Card.ALLIED_SUPPORT,) * 2, 1: (Card.ENEMY_SUPPORT,) * 2},
        )
        act(match, "roll 1", "conquer")
        assert (match.seat, asked(match), match.sight(0).turn) == (0, Asked.SUPPORT, 0)
        assert set(match.legal()) == {"support", "skip"}
        act(match, played[0])
        assert (match.seat, asked(match), match.sight(1).turn) == (1, Asked.RESIST, 0)
        assert set(match.legal()) == {"resist", "skip"}
        act(match, played[1])
        assert (match.seat, match.round.decision.needed) == (0, needed - adds)
        assert set(match.legal()) == ROLLS  # one card a side: nobody is asked again
        act(match, f"roll {die}")
        assert match.round.owners[space] == (0 if die + adds >= needed else 1)
        used = [("support", "resist")[side] == played[side] for side in (0, 1)]
        assert [len(hand) for hand in match.round.hands] == [2 - now for now in used]
        under = [
            card for card, now in zip((Card.ALLIED_SUPPORT, Card.ENEMY_SUPPORT), used, strict=True) if now
        ]
        assert match.round.deck[16:] == under


@pytest.mark.parametrize(("allied", "enemy"), list(product([False, True], repeat=2)))
def test_nobody_is_asked_for_a_card_they_do_not_have(allied, enemy):
    hands = {0: (Card.ALLIED_SUPPORT,) * allied, 1: (Card.ENEMY_SUPPORT,) * enemy}
    match = ring(20, 20, at=before(RED), held={1: "18"}, hands=hands)
    act(match, "roll 1", "conquer")
    found = []
    while asked(match) is not Asked.CONQUEST:
        found.append(asked(match))
        act(match, "skip")
    assert found == [Asked.SUPPORT] * allied + [Asked.RESIST] * enemy


def test_a_third_player_has_no_part_in_a_conquest():
    hands = {2: (Card.ENEMY_SUPPORT, Card.ALLIED_SUPPORT)}
    match = ring(20, 20, 20, at=before(RED), held={1: "18"}, hands=hands)
    act(match, "roll 1", "conquer")
    assert asked(match) is Asked.CONQUEST


def test_a_support_card_counts_in_one_conquest_alone():
    for card, played in ((Card.ALLIED_SUPPORT, "support"), (Card.ENEMY_SUPPORT, "resist")):
        seat = int(played == "resist")
        match = ring(20, 20, held={0: "2", 1: "1"}, hands={seat: (card,)})
        act(match, "roll 1", "conquer", played, "roll 1", "roll 2", "conquer")
        assert (asked(match), match.round.decision.needed) == (Asked.CONQUEST, 3)


@pytest.mark.parametrize(("played", "die", "owner"), [("skip", 3, 0), ("resist", 3, 1), ("resist", 4, 0)])
def test_a_player_in_jail_is_attacked_and_resists_as_any_other(played, die, owner):
    match = ring(20, 20, at=0, jailed={1: 1}, held={1: "1"}, hands={1: (Card.ENEMY_SUPPORT,)})
    act(match, "roll 1", "conquer")
    assert (match.seat, asked(match)) == (1, Asked.RESIST)
    act(match, played, f"roll {die}")
    assert (match.round.owners[1], match.round.jailed[1]) == (owner, 1)


# Out, and the end


def test_the_spaces_of_who_is_out_are_free_and_the_cards_under_the_deck():
    hands = {0: (Card.BRIBE, Card.FORFEITURE)}
    match = ring(2, 20, 20, at=before(RED), held={0: "1 5", 1: "18"}, hands=hands)
    act(match, "roll 1")
    assert (match.round.owners[1], match.round.owners[5], match.round.hands[0]) == (None, None, [])
    assert match.round.deck[-2:] == [Card.BRIBE, Card.FORFEITURE]
    assert match.sight(1).under == (Card.BRIBE, Card.FORFEITURE)


def test_the_cards_of_who_is_out_go_under_in_the_order_they_were_drawn():
    match, _ = draw(
        Card.ALLIED_SUPPORT, 2, 20, 20, at=15, held={1: "18"}, hands={0: (Card.FORFEITURE, Card.BRIBE)}
    )
    act(match, "roll 3", "skip", "roll 3", "skip", "roll 3")
    drawn = [Card.FORFEITURE, Card.BRIBE, Card.ALLIED_SUPPORT]
    assert match.round.deck[-3:] == drawn
    assert match.sight(1).under == tuple(drawn)


def test_of_a_kind_the_card_that_was_drawn_first_is_played_first():
    match = ring(20, 20, at=before(24), hands={0: (Card.BRIBE, Card.FORFEITURE, Card.BRIBE)})
    act(match, "roll 1", "bribe")
    assert match.round.hands[0] == [Card.FORFEITURE, Card.BRIBE]


def test_the_card_that_puts_its_holder_out_is_under_the_deck_before_their_hand():
    match, _ = draw(Card.LOSE, 2, 20, 20, hands={0: (Card.BRIBE,)})
    assert match.round.deck[-2:] == [Card.LOSE, Card.BRIBE]


def test_the_turns_of_who_is_out_are_skipped():
    match = ring(2, 20, 20, at=(before(RED), 11, 11), held={1: "18"})
    act(match, "roll 1", "roll 1", "roll 1")
    assert match.seat == 1


def test_the_last_player_wins_whatever_they_hold():
    match = ring(1, 20, at=before(RED), held={0: "1 2 4 5", 1: "18"})
    act(match, "roll 1")
    assert (match.round.over.reason, match.round.over.seats, match.winners) == ("last", (1,), (1,))
    assert match.legal() == match.choices() == ()
    with pytest.raises(NotAllowed, match="round is over"):
        match.apply("roll 1")


def test_the_last_player_wins_even_without_a_space():
    match, _ = draw(Card.LOSE, 2, 20)
    assert (match.round.over.reason, match.scores, match.winners) == ("last", (0, 0), (1,))


def lands(*but: int) -> list[int]:
    return [space for space in CONQUER.lands if space not in but]


def held(*seats: list[int]) -> dict[int, str]:
    return {seat: " ".join(map(str, spaces)) for seat, spaces in enumerate(seats)}


def test_when_all_28_are_captured_the_most_spaces_win():
    free = lands(RED)
    match = ring(20, 50, at=before(RED), held=held(free[:14], free[14:]))
    act(match, "roll 1", "capture")
    assert (match.round.over.reason, match.scores, match.winners) == ("captured", (15, 13), (0,))


def test_the_last_space_captured_after_a_retreat_ends_the_game_too():
    free = lands(25)
    match, _ = draw(Card.RETREAT, at=28, held=held(free[:14], free[14:]))
    act(match, "capture")
    assert (match.round.over.reason, match.scores) == ("captured", (15, 13))


def test_27_spaces_are_not_all():
    free = lands(RED, GREEN)
    match = ring(20, 50, at=before(RED), held=held(free[:13], free[13:]))
    act(match, "roll 1", "capture")
    assert (sum(match.scores), match.round.over) == (27, None)


@pytest.mark.parametrize(("purses", "winners"), [((21, 16), (0, 1)), ((22, 16), (0,)), ((20, 16), (1,))])
def test_of_equal_spaces_the_most_resources_win_or_it_is_shared(purses, winners):
    free = lands(RED)
    match = ring(*purses, at=before(RED), held=held(free[:13], free[13:]))
    act(match, "roll 1", "capture")
    assert (match.scores, match.winners) == ((14, 14), winners)


def nearly_over(*purses: int, **position) -> Match:
    """Seat 0 is to begin its last turn, and so is then everybody else."""
    match = ring(*purses, at=11, **position)
    match.round.turns = [100] + [99] * (len(purses) - 1)
    return match


def test_after_100_turns_for_each_player_the_most_spaces_win():
    match = nearly_over(20, 30, 20, held={0: "1", 2: "2 4"})
    act(match, "roll 1", "roll 1")
    assert match.round.over is None
    events = act(match, "roll 1")
    assert (match.round.over.reason, match.winners, match.round.turns) == ("turns", (2,), [100] * 3)
    assert match.round.over.seats == ()
    assert kinds(events)[-2:] == [RoundOver, MatchOver]


def test_who_is_out_has_no_part_in_the_100_turns():
    match = ring(20, 2, 20, at=(11, before(RED), 11), held={2: str(RED)})
    match.round.turns = [99, 98, 98]
    act(match, "roll 1", "roll 1", "roll 1")  # seat 1 cannot pay and is out
    assert match.round.playing == [True, False, True]
    act(match, "roll 1", "skip")
    assert match.round.over is None
    act(match, "roll 1", "skip")
    assert (match.round.over.reason, match.round.turns) == ("turns", [100, 99, 100])


def test_of_several_ends_at_once_the_last_player_counts_before_all_28_and_those_before_the_turns():
    match = ring(1, 20, at=before(RED), held={1: str(RED)})
    match.round.turns = [100, 100]
    act(match, "roll 1")
    assert (match.round.over.reason, match.round.over.seats) == ("last", (1,))

    free = lands(RED)
    match = ring(20, 50, at=before(RED), held=held(free[:14], free[14:]))
    match.round.turns = [100, 100]
    act(match, "roll 1", "capture")
    assert (match.round.over.reason, match.round.over.seats) == ("captured", ())

    match = ring(1, 20, at=before(RED), held=held([], lands()))  # with 20 markers this cannot be
    act(match, "roll 1")
    assert (match.round.over.reason, match.round.over.seats) == ("last", (1,))


def test_a_turn_in_jail_is_a_turn():
    match = nearly_over(20, 20, jailed={0: 0, 1: 0})
    act(match, "roll 1", "roll 1")
    assert match.round.over.reason == "turns"


def test_a_player_has_20_markers_and_no_more():
    spaces = lands(RED)
    match = ring(20, 20, at=before(RED), held=held(spaces[:20]))
    act(match, "roll 1")
    assert (match.seat, match.round.owners[RED]) == (1, None)
    match = ring(20, 20, at=before(RED), held=held(spaces[:20], [RED]))
    act(match, "roll 1")
    assert (match.seat, match.round.purses) == (1, [17, 23])
    match = ring(20, 20, at=before(RED), held=held(spaces[:20]))
    act(match, f"sell {spaces[0]}", "roll 1", "capture")
    assert match.scores == (20, 0)


# What cannot be done


@pytest.mark.parametrize(
    "action", ["roll", "roll 0", "roll 7", "roll 04", "roll six", "sell", "sell x", "sell -1"]
)
def test_what_is_no_action_is_malformed(action):
    with pytest.raises(Malformed):
        ring(20, 20, held={0: "1"}).apply(action)


@pytest.mark.parametrize(
    "action", ["play 555@0,0", "draw", "pass", "capture 5", "skip ", "Roll 4", "", "sell 01"]
)
def test_words_of_other_games_are_malformed(action):
    with pytest.raises(Malformed):
        ring(20, 20, held={0: "1"}).apply(action)


@pytest.mark.parametrize(
    "action", ["capture", "conquer", "pay", "support", "resist", "bribe", "skip", "bail"]
)
def test_what_is_not_asked_is_not_allowed_and_changes_nothing(action):
    match = ring(20, 20)
    was = match.as_json()
    with pytest.raises(NotAllowed):
        match.apply(action)
    assert match.as_json() == was


def test_every_action_that_is_not_legal_is_refused():
    words = ["capture", "conquer", "pay", "support", "resist", "bribe", "skip", "bail", "roll 3", "sell 5"]
    match = Match(CONQUER, [Player("Ada"), Player("Ben")])
    played = play_match(CONQUER, ["bot:random"] * 2, "3")
    match.begin(played.round.given)
    for action in played.round.actions[:150]:
        for word in words:
            assert (match.round.refusal(word) is None) is (word in match.legal())
        match.apply(action)
