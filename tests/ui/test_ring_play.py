"""The ring game in a browser: to its end by script, by touch, by key, by two people, and looked back at."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from engine import read, write
from tests.ui.conftest import DESKTOP, PHONE
from tests.ui.rings import attack, ring_match
from ui import link
from ui.ring_geometry import middle_of

OpenPage = Callable[..., Page]
ALONE = ("human", "bot:greedy")

TO_THE_END = """async () => {
  const wished = ["capture", "conquer", "support", "resist", "bribe", "roll"];
  const rest = () => new Promise((go) => setTimeout(go, 5));
  while (!document.querySelector("#sheet")) {
    const legal = deltille.legal();
    if (legal.length) await deltille.act(wished.find((choice) => legal.includes(choice)) ?? legal[0]);
    else await rest();
  }
}"""


def load(page: Page, record: str) -> None:
    page.evaluate("record => deltille.load(record)", record)


def legal(page: Page) -> list[str]:
    return page.evaluate("deltille.legal()")


def record(page: Page) -> str:
    return page.evaluate("deltille.record()")


def test_a_whole_game_through_the_page_for_scripts(page: Page, open_page: OpenPage):
    open_page("?edition=conquer&players=human,bot:club&seed=7")
    page.evaluate(TO_THE_END)
    expect(page.locator("#sheet h3").first).to_contain_text("won")
    match = read(record(page))
    assert match.winners
    assert legal(page) == []
    for seat, score in enumerate(match.scores):
        expect(page.locator(f"#sheet [data-total='{score}']").first).to_be_visible()
        expect(page.locator(f"[data-seat='{seat}'] [data-score]")).to_have_attribute("data-score", str(score))
    for space, owner in enumerate(match.round.owners):
        shown = page.locator(f"#board [data-space='{space}']")
        if owner is None:
            assert shown.get_attribute("data-owner") is None
        else:
            expect(shown).to_have_attribute("data-owner", str(owner))
    page.locator("#sheet [data-action=replay]").click()
    expect(page.locator("[data-at]")).to_have_attribute("data-at", str(len(match.round.actions)))
    page.keyboard.press("Home")
    expect(page.locator("#board [data-owner]")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator("#board [data-owner]")).to_have_count(sum(match.scores))
    page.locator("[data-action=leave-replay]").click()
    page.locator("[data-action=close]").click()
    page.locator("[data-action=new]").click()
    page.locator("[data-action=shelf]").click()
    expect(page.locator(".volume .ring.small .held")).to_have_count(sum(match.scores))


def test_a_script_cannot_choose_its_die(page: Page, open_page: OpenPage):
    open_page("?edition=conquer&players=human,human&seed=7")
    assert legal(page) == ["roll"]
    refused = page.evaluate("deltille.act('roll 6').then(() => 'done', (error) => error.message)")
    assert "chance" in refused
    page.evaluate("deltille.act('roll')")
    assert json.loads(record(page))["rounds"][0]["actions"][0].startswith("roll ")


@pytest.mark.parametrize(
    "context_options", [{"viewport": PHONE, "has_touch": True, "reduced_motion": "reduce"}]
)
def test_turns_by_touch_on_a_phone(page: Page, open_page: OpenPage):
    open_page()
    load(page, write(ring_match(kinds=ALONE)))
    for _ in range(6):
        button = page.locator(".decision .choice").first
        expect(button).to_be_visible()
        before = len(json.loads(record(page))["rounds"][0]["actions"])
        button.tap()
        expect(page.locator(".latest-words")).not_to_be_empty()
        assert len(json.loads(record(page))["rounds"][0]["actions"]) > before
        expect(page.locator(".decision, #sheet").first).to_be_visible()
    page.locator(".act[popovertarget=prices]").tap()
    expect(page.locator("#prices")).to_be_visible()
    expect(page.locator("#prices")).to_contain_text("33 %")
    page.locator("#prices .log-close").tap()
    expect(page.locator("#prices")).not_to_be_visible()
    page.locator("[data-space='18']").tap()
    expect(page.locator(".note")).to_contain_text("Space 18, red")


def test_everything_by_keyboard_and_said_aloud(page: Page, open_page: OpenPage):
    open_page()
    load(page, write(ring_match(["roll 5"], kinds=ALONE)))
    expect(page.locator("#announcer")).to_contain_text("Ada rolled 5. On to 5 (green).")
    page.locator("[data-action=capture]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-space='5']")).to_have_attribute("data-owner", "0")
    expect(page.locator("[data-turn='0']")).to_be_visible()
    page.locator("[data-space][tabindex='0']").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
    expect(page.locator(":focus")).to_have_attribute("data-space", "1")
    page.keyboard.press("Enter")
    expect(page.locator("#announcer")).to_contain_text("Space 1, blue")
    page.keyboard.press("Escape")
    expect(page.locator(".note")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(".note-hint")).to_contain_text(" – ")
    actions = len(json.loads(record(page))["rounds"][0]["actions"])
    page.keyboard.press("1")
    expect(page.locator("[data-turn='0']")).to_be_visible()
    assert len(json.loads(record(page))["rounds"][0]["actions"]) > actions


def test_two_people_at_one_screen_and_the_attacked_one_decides(page: Page, open_page: OpenPage):
    open_page()
    load(page, write(attack("conquer")))
    page.locator("[data-action=reveal]").click()
    expect(page.locator("[data-card=allied-support]")).to_be_visible()
    page.get_by_role("button", name="Play Allied Support: needs 2+, 83 %").click()
    expect(page.locator(".curtain h2")).to_have_text("Pass the device to Bo")
    expect(page.locator("[data-card]")).to_have_count(0)
    expect(page.locator("[data-turn='1']")).to_be_visible()
    page.get_by_role("button", name="I am Bo – show my cards").click()
    expect(page.locator("[data-card=enemy-support]")).to_be_visible()
    page.get_by_role("button", name="Play Enemy Support: needs 3+, 67 %").click()
    # Neither holds a card any more: the device can be handed on as it is.
    roll = page.get_by_role("button", name="Roll: needs 3+, 67 %")
    expect(roll).to_be_visible()
    expect(page.locator(".curtain")).to_have_count(0)
    roll.click()
    said = page.locator(".log-list li").first
    expect(said).to_contain_text("Ada rolled")
    owner = read(record(page)).round.owners[4]
    expect(page.locator("[data-space='4']")).to_have_attribute("data-owner", str(owner))


def test_a_decision_is_taken_back_and_a_roll_is_not(page: Page, open_page: OpenPage):
    open_page()
    load(page, write(attack(kinds=ALONE)))
    undo = page.locator("[data-action=undo]")
    expect(undo).to_have_attribute("aria-disabled", "true")
    page.locator("[data-action=conquer]").click()
    expect(page.locator("[data-seat='0'] [data-purse]")).to_have_attribute("data-purse", "16")
    undo.click()
    expect(page.locator("[data-seat='0'] [data-purse]")).to_have_attribute("data-purse", "20")
    expect(page.locator("[data-action=pay]")).to_be_visible()


def test_a_game_comes_back_after_a_reload_and_by_a_link(page: Page, open_page: OpenPage, address: str):
    match = ring_match(["roll 5", "capture", "roll 4", "skip"], kinds=ALONE)
    page.goto(f"{address}#g={link.encode(write(match))}")
    page.locator("html[data-ready=true]").wait_for()
    expect(page.locator("[data-space='5'][data-owner='0']")).to_be_visible()
    page.locator("[data-action=roll]").click()
    expect(page.locator("[data-turn='0']")).to_be_visible()
    before = record(page)
    page.reload()
    page.locator("html[data-ready=true]").wait_for()
    expect(page.locator("[data-turn='0']")).to_be_visible()
    assert record(page) == before
    page.goto(f"{address}?record={link.encode(write(match))}&at=2")
    page.locator("html[data-ready=true]").wait_for()
    expect(page.locator(".diagram [data-space='5'][data-owner='0']")).to_be_visible()
    page.goto(f"{address}?edition=conquer&target=400")
    page.locator("html[data-ready=true]").wait_for()
    expect(page.locator(".message")).to_contain_text(
        "The address says target, which there is not in Conquer."
    )


NOTED = """
  window.noted = {hops: [], tumbles: []};
  const {animate} = Element.prototype;
  Element.prototype.animate = function (steps, timing) {
    noted.hops.push([this.dataset.piece, steps.map(({transform}) => transform), timing.delay]);
    return animate.call(this, steps, timing);
  };
  addEventListener("animationstart", ({target, animationName}) => {
    if (target.closest("#board")) noted.tumbles.push(animationName);
  });
"""
"""What has moved on the board, however fast it was and however late we ask."""


def roll_and_note(page: Page) -> tuple[str, int, dict[str, list]]:
    """Who rolled, what, and what moved on the board."""
    mover = page.locator("[data-turn]").get_attribute("data-turn") or ""
    page.locator("[data-action=roll]").click()
    die = page.locator("[data-die]")
    expect(page.locator(f"[data-piece='{mover}'][aria-label*='START']")).to_have_count(0)
    # What begins with a frame has begun after two.
    page.evaluate("() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
    return mover, int(die.get_attribute("data-die") or ""), page.evaluate("noted")


@pytest.mark.parametrize("context_options", [{"viewport": DESKTOP, "service_workers": "block"}])
def test_a_marker_hops_to_its_space_behind_the_die(page: Page, open_page: OpenPage):
    page.add_init_script(NOTED)
    open_page("?edition=conquer&players=human,human&seed=7")
    mover, die, noted = roll_and_note(page)
    ((piece, steps, delay),) = noted["hops"]
    assert (piece, delay) == (mover, 600)
    on_spaces = [tuple(map(float, re.findall(r"-?[\d.]+", step))) for step in steps[::2]]
    assert on_spaces == [pytest.approx(middle_of(space)) for space in range(die)]
    assert {"die-tumble", "die-show"} <= set(noted["tumbles"])


def test_with_reduced_motion_neither_marker_nor_die_moves(page: Page, open_page: OpenPage):
    page.add_init_script(NOTED)
    open_page("?edition=conquer&players=human,human&seed=7")
    mover, _die, noted = roll_and_note(page)
    assert noted == {"hops": [], "tumbles": []}
    for moving in (f"[data-piece='{mover}']", "[data-die]"):
        assert page.locator(moving).evaluate("part => part.getAnimations({subtree: true}).length") == 0


def press_something(page: Page) -> None:
    """As somebody would who plays every card and sells a space once."""
    card = page.locator(".ring-card [data-action]")
    choices = page.locator(".decision .choice")
    if card.count():
        card.first.click()
        return
    sales = page.locator("#holdings [data-action=sell]")
    if sales.count() > 2 and "sell" not in record(page):
        page.locator(".act[popovertarget=holdings]").click()
        expect(sales.first).to_be_visible()
        held = page.locator("#board [data-owner='0']").count()
        sales.first.click()
        expect(page.locator("#board [data-owner='0']")).to_have_count(held - 1)
        page.keyboard.press("Escape")
        expect(page.locator("#holdings")).not_to_be_visible()
        return
    offered = choices.evaluate_all("buttons => buttons.map(button => button.dataset.action)")
    wished = (choice for choice in ("bribe", "conquer", "capture", "support", "roll") if choice in offered)
    page.locator(f".decision [data-action={next(wished, offered[0])}]").click()


@pytest.mark.parametrize(
    ("seed", "seen"), [(30, {"sell", "bribe", "conquer"}), (41, {"sell", "forfeit", "conquer"})]
)
def test_a_whole_game_by_its_buttons(page: Page, open_page: OpenPage, seed: int, seen: set[str]):
    open_page(f"?edition=conquer&players=human,bot:greedy&seed={seed}")
    for _press in range(60):
        expect(page.locator("#sheet, [data-turn='0']").first).to_be_attached(timeout=30_000)
        if page.locator("#sheet").count():
            break
        press_something(page)
    expect(page.locator("#sheet h3").first).to_contain_text("won")
    match = read(record(page))
    assert match.winners
    assert seen <= {action.partition(" ")[0] for action in match.round.actions}


def test_the_lobby_offers_what_there_is_to_choose_and_begins_a_game(page: Page, open_page: OpenPage):
    open_page()
    page.locator("input[value=conquer]").check()
    expect(page.locator(".house-rules")).to_have_count(0)
    expect(page.locator(".length")).to_have_count(0)
    page.locator("[data-action=rules]").click()
    expect(page.locator("#rules")).to_contain_text("28 of them can be captured")
    page.keyboard.press("Escape")
    page.locator("[data-action=play]").click()
    expect(page.locator("#board [data-space]")).to_have_count(36)
    expect(page.locator("[data-piece]")).to_have_count(2)
