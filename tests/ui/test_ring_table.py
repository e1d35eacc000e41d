"""The table of the ring game without a browser: what it says, what it hides, what can be taken back."""

import pytest

from engine import EDITIONS, Match, NotAllowed, Options, Player, read, write
from engine.ring_events import Card, CardDrawn
from tests.engine.ring_positions import ring
from tests.ui.rings import TO_GO_TO_JAIL, attack, ring_match
from tests.ui.test_table import Desk
from tests.ui.trees import found
from ui.nodes import to_text
from ui.ring_scene import RingScene
from ui.ring_table import RingTable
from ui.ring_view import ring_view
from ui.setup import Setup

ALONE = ("human", "bot:greedy")
TOGETHER = ("human", "human")


def sit_down(match: Match) -> tuple[RingTable, Desk]:
    desk = Desk()
    return RingTable(match, desk), desk


def table_of(match: Match) -> RingTable:
    return sit_down(match)[0]


def offered(scene: RingScene) -> dict[str, str]:
    return {choice.action: choice.words for choice in scene.choices}


def begun(kinds: tuple[str, ...] = ALONE, seed: str = "7") -> tuple[RingTable, Desk]:
    players = tuple(Player(f"Player {seat}", kind) for seat, kind in enumerate(kinds))
    options = Options(EDITIONS["conquer"].default_target)
    return sit_down(Setup("conquer", players, options, seed).match())


def until_human(table: RingTable, desk: Desk) -> None:
    while not table.legal() and not table.match.round.over:
        assert desk.ring()


# What the buttons say


def test_a_free_space_can_be_captured_for_its_price_or_left():
    table = table_of(ring_match(["roll 5"]))
    assert offered(table.scene()) == {"capture": "Capture: 3 resources", "skip": "Leave it"}
    assert table.scene().question == "Space 5 (green) is free."


def test_conquering_says_cost_number_and_chance_and_paying_says_whom():
    table = table_of(ring_match(["roll 4", "capture", "roll 4"]))
    assert offered(table.scene()) == {
        "conquer": "Conquer: 4 resources, needs 3+, 67 %",
        "pay": "Pay 1 to Ada",
    }


def test_a_red_space_is_conquered_with_a_six():
    table = table_of(ring_match(["roll 6", "roll 6", "roll 6", "roll 6", "roll 6", "capture", "roll 6"]))
    assert offered(table.scene())["conquer"] == "Conquer: 7 resources, needs 6, 17 %"


def test_cards_played_change_the_chance_that_is_said():
    scene = table_of(attack("conquer", kinds=ALONE)).scene()
    assert offered(scene) == {
        "support": "Play Allied Support: needs 2+, 83 %",
        "skip": "Keep the card: needs 3+, 67 %",
    }
    table = table_of(attack("conquer", "skip"))
    table.reveal()
    assert offered(table.scene()) == {
        "resist": "Play Enemy Support: needs 4+, 50 %",
        "skip": "Keep the card: needs 3+, 67 %",
    }
    rolling = table_of(attack("conquer", "skip", "resist"))
    rolling.reveal()
    assert offered(rolling.scene()) == {"roll": "Roll: needs 4+, 50 %"}


def test_in_jail_one_pays_or_rolls_for_a_six():
    table = table_of(ring_match([*TO_GO_TO_JAIL, "roll 6"]))
    assert offered(table.scene()) == {"bail": "Pay 2 and go on", "roll": "Roll for a 6 (17 %)"}
    assert "for 3 more rolls at most" in table.scene().question
    assert [seat.jailed for seat in table.scene().seats] == [True, True]


def test_who_is_caught_with_a_bribe_may_play_it():
    actions = ["roll 3", "roll 6", "roll 3", "roll 6", "roll 6", "roll 6", "skip", "roll 6", "skip", "roll 6"]
    table = table_of(ring_match([*actions, "roll 6"], [Card.BRIBE]))
    table.reveal()
    assert offered(table.scene()) == {"bribe": "Play Bribe: no jail", "skip": "Go to jail"}


def test_every_sale_has_a_name_of_its_own():
    table = table_of(ring(20, 20, held={0: "4 18"}))
    sales = found(ring_view(table.scene()), "data-action", "sell")
    assert [sale.attributes["aria-label"] for sale in sales] == [
        "Sell: +1, 4 (blue), fee 1",
        "Sell: +2, 18 (red), fee 3",
    ]


def test_spaces_are_sold_from_the_list_and_forfeitures_from_the_hand():
    actions = ["roll 3", "roll 1", "capture", "roll 1", "capture", "roll 1", "skip"]
    table = table_of(ring_match(actions, [Card.FORFEITURE]))
    table.reveal()
    scene = table.scene()
    assert offered(scene) == {"roll": "Roll"}
    (held,) = scene.holdings
    assert (held.words, held.sale.words) == ("4 (blue), fee 1", "Sell: +1")
    (card,) = scene.hand
    assert [(play.action, play.value, play.words) for play in card.choices] == [
        ("forfeit", "1", "Bo loses 3")
    ]
    table.handlers("4")["sell"]()
    assert table.match.round.owners[4] is None
    table.handlers("1")["forfeit"]()
    assert table.match.round.purses[1] == 20 - 2 - 3


@pytest.mark.parametrize(
    ("bank", "about", "sale"),
    [
        (2, "18 (red), fee 3", "Sell: +2"),
        (1, "18 (red), fee 3, the bank has 1", "Sell: only +1"),
        (0, "18 (red), fee 3, the bank has 0", "Sell: only +0"),
    ],
)
def test_a_sale_to_a_bank_that_has_less_than_the_price_says_what_it_brings(bank, about, sale):
    match = ring(50, 50 - bank, held={0: "18"})
    table = table_of(match)
    (held,) = table.scene().holdings
    assert (held.words, held.sale.words) == (about, sale)
    table.act("sell 18")
    assert (match.round.purses, match.round.bank) == ([50 + bank, 50 - bank], 0)


# Chance


def test_a_script_chooses_to_roll_and_never_what():
    table, desk = begun()
    until_human(table, desk)
    assert table.legal() == ("roll",)
    with pytest.raises(NotAllowed, match="chance"):
        table.act("roll 6")
    table.act("roll")
    assert read(desk.kept[-1]) == table.match


def test_the_dice_of_a_game_come_from_its_seed():
    def rolls(seed: str) -> list[str]:
        table, desk = begun(("human", "human"), seed)
        for _ in range(20):
            table.act(table.legal()[0] if "roll" not in table.legal() else "roll")
        return [action for action in table.match.round.actions if action.startswith("roll")]

    assert rolls("7") == rolls("7")
    assert rolls("7") != rolls("8")


def test_what_was_decided_can_be_taken_back_until_a_die_or_a_card_was_seen():
    table, _ = sit_down(attack(kinds=ALONE))
    assert "undo" not in table.scene().actions  # a roll has just been seen
    table.act("conquer")
    table.act("skip")
    assert table.match.round.decision.asked in ("resist", "conquest")
    table, _ = sit_down(attack("conquer", kinds=ALONE))
    assert "undo" in table.scene().actions
    table.undo()
    assert table.match == attack(kinds=ALONE)


def test_a_sale_can_be_taken_back_and_nothing_after_the_next_roll():
    match = ring_match(["roll 4", "capture", "roll 1", "skip"], kinds=ALONE)
    table, desk = sit_down(match)
    table.act("sell 4")
    table.undo()
    assert table.match.round.owners[4] == 0
    table.act("roll")
    until_human(table, desk)
    assert "undo" not in table.scene().actions


def test_nothing_is_taken_back_past_anothers_decision():
    table, _ = sit_down(attack("conquer", "skip", "skip", kinds=ALONE))
    assert table.legal() == ("roll",)
    assert "undo" not in table.scene().actions


# What is hidden


def test_who_is_attacked_gets_the_device_and_nothing_is_seen_before():
    table = table_of(attack("conquer", "support"))
    scene = table.scene()
    assert scene.curtain == "Bo"
    assert scene.turn == 1
    assert not scene.choices
    assert not scene.hand
    assert [(held.number, held.sale) for held in scene.holdings] == [(4, None)], (
        "spaces are everybody's to see"
    )
    assert "Enemy Support" not in to_text(ring_view(scene))
    table.reveal()
    assert [card.card for card in table.scene().hand] == [Card.ENEMY_SUPPORT]
    assert "Enemy Support" in to_text(ring_view(table.scene()))
    assert "Ada attacks your space 4 (blue)." in table.scene().question


def test_there_is_no_curtain_before_somebody_with_nothing_to_hide():
    table = table_of(ring_match())
    assert table.scene().curtain is None
    table.act("roll")


def test_cards_once_seen_are_hidden_again_after_somebody_without_cards_had_the_device():
    match = ring_match(["roll 3"], [Card.BRIBE])  # Ada holds a card, Bo none
    table = table_of(match)
    assert table.scene().curtain is None
    table.match.apply("roll 1")
    table = table_of(table.match)
    table.act("skip")
    assert table.match.seat == 0
    assert table.scene().curtain == "Ada"
    table.reveal()
    table.act("roll")
    while table.match.seat == 0:
        table.act("skip" if "skip" in table.legal() else "pay")
    while table.match.seat == 1:
        table.act("roll" if "roll" in table.legal() else "skip" if "skip" in table.legal() else "pay")
    assert table.match.round.hands[0]
    assert table.scene().curtain == "Ada"


def test_a_card_that_is_kept_is_named_to_its_owner_alone():
    match = ring_match(["roll 3", "roll 3"], [Card.BRIBE, Card.ENEMY_SUPPORT], ALONE)
    log = " ".join(table_of(match).scene().log)
    assert "Ada drew Bribe" in log
    assert "Enemy Support" not in log
    assert "Bo drew a card and kept it." in log
    assert "Bribe" not in " ".join(table_of(ring_match(["roll 3"], [Card.BRIBE])).scene().log)


def test_no_card_in_the_hand_of_a_bot_is_ever_on_the_screen():
    table, desk = begun(seed="3")
    seen = False
    while not table.match.round.over and len(table.match.round.actions) < 400:
        until_human(table, desk)
        if table.match.round.over:
            break
        mine = {str(card) for card in table.match.round.hands[0]}
        shown = {str(held.card) for held in table.scene().hand}
        assert shown == mine
        seen = seen or any(isinstance(e, CardDrawn) and e.seat == 1 for e in table.match.round.events)
        choices = [choice for choice in table.legal() if not choice.startswith("sell")]
        table.act(choices[-1])
    assert seen


# Looking about


def test_a_space_tells_all_there_is_to_know_about_it():
    table = table_of(ring_match(["roll 4", "capture"]))
    table.tap("space", "4", confirm=False, by_key=False)
    note = table.scene().note.text
    assert "Space 4, blue, held by Ada, fee 1." in note
    assert "Conquer: 4, with 3+" in note
    assert table.cancel()
    assert table.scene().note is None


def test_arrows_go_round_the_ring():
    table, _ = begun()
    assert table.press("ArrowLeft", "space")
    assert table.scene().look.focus == 35
    assert table.press("ArrowRight", "space")
    assert table.press("ArrowDown", "space")
    assert table.scene().look.focus == 1
    assert table.press("Enter", "space")
    assert "Space 1, blue, free, costs 2." in table.scene().note.text
    assert not table.press("ArrowRight", None)


def test_a_number_key_is_the_nth_thing_to_decide():
    table = table_of(ring_match(["roll 5"]))
    table.handlers(None)[table.keys["2"]]()
    assert table.match.round.owners[5] is None
    assert table.match.seat == 1


def test_a_hint_says_what_and_why_and_lights_the_button():
    table, desk = sit_down(ring_match(["roll 5"], kinds=ALONE))
    table.hint()
    assert desk.ring()
    scene = table.scene()
    (hinted,) = [choice for choice in scene.choices if choice.is_hinted]
    assert scene.note.text.startswith(hinted.words)
    assert " – " in scene.note.text


# A whole game


@pytest.mark.parametrize("kinds", [ALONE, ("human", "bot:club", "bot:random"), ("bot:greedy",) * 4])
def test_a_game_is_played_to_its_end_and_every_screen_can_be_drawn(kinds):
    table, desk = begun(kinds)
    for _ in range(5000):
        if table.match.round.over:
            break
        if table.legal():
            to_text(ring_view(table.scene()))
            table.act(table.legal()[0])
        else:
            assert desk.ring()
    scene = table.scene()
    assert scene.over
    assert {seat.number for seat in scene.seats if seat.winner} == set(table.match.winners)
    assert sum(seat.purse for seat in scene.seats) + scene.look.bank == 100
    assert read(desk.kept[-1]) == table.match


def test_two_devices_play_by_link_and_neither_sees_the_others_cards():
    match = attack(by_link="0123456789abcdef")
    ada, bo = (RingTable(read(write(match)), Desk(), here) for here in (0, 1))
    assert [card.card for card in ada.scene().hand] == [Card.ALLIED_SUPPORT]
    assert [card.card for card in bo.scene().hand] == [Card.ENEMY_SUPPORT]
    assert (ada.scene().send_to, bo.scene().send_to) == (None, "Ada")
    assert bo.legal() == ()
    ada.act("conquer")
    ada.act("support")
    assert ada.scene().send_to == "Bo"
    assert "could read them and the dice" in to_text(ring_view(ada.scene()))
    bo = RingTable(read(write(ada.match)), Desk(), 1)
    assert bo.scene().curtain is None
    assert offered(bo.scene()) == {
        "resist": "Play Enemy Support: needs 3+, 67 %",
        "skip": "Keep the card: needs 2+, 83 %",
    }
