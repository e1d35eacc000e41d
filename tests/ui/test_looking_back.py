"""Replays, diagrams and links at a move in the browser; and whatever strangers may put into a link."""

import json
import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from engine import EDITIONS, Options, Player, Target, write
from engine.simulate import play_match
from tests.ui.test_link import packed
from tests.ui.test_looks import look, violations
from tests.ui.test_shelf_page import TURNS, drop
from ui import link

OpenPage = Callable[..., Page]
ROUND = Options(Target(rounds=1))
MATCH = play_match(EDITIONS["tournament"], ["bot:greedy", "bot:random"], "7", ROUND)
MATCH.players = (Player("Ada"), Player("Bo", "bot:random"))
MOVES = len(MATCH.round.actions)
LINK = link.encode(write(MATCH))
LAND = link.encode(write(play_match(EDITIONS["conquest"], ["bot:greedy"] * 4, "3")))


def tiles_at(at: int) -> int:
    return len(MATCH.undone(MOVES - at).round.board.laid)


def expect_move(page: Page, at: int) -> None:
    """The board, the scores and the slider all show this move."""
    expect(page.locator("[data-at]")).to_have_attribute("data-at", str(at))
    expect(page.locator("[data-cell]")).to_have_count(tiles_at(at))
    if at < MOVES:
        for seat, score in enumerate(MATCH.undone(MOVES - at).scores):
            shown = page.locator(f"[data-seat='{seat}'] [data-score]")
            expect(shown).to_have_attribute("data-score", str(score))
    assert page.get_by_role("slider").input_value() == str(at)


def saved(page: Page) -> dict[str, str]:
    return page.evaluate("Object.fromEntries(Object.entries(localStorage).filter(([k]) => /:game:/.test(k)))")


def test_a_finished_game_is_stepped_through_by_keys_buttons_list_and_chart(page: Page, open_page: OpenPage):
    open_page(f"#g={LINK}")
    page.locator("#sheet [data-action=replay]").click()
    expect_move(page, MOVES)
    page.keyboard.press("Home")
    expect_move(page, 0)
    for at in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        expect_move(page, at)
    page.keyboard.press("ArrowLeft")
    expect_move(page, 2)
    page.keyboard.press("End")
    expect_move(page, MOVES)
    page.locator("[data-action=replay-back]").click()
    expect_move(page, MOVES - 1)
    page.get_by_role("slider").press("ArrowLeft")
    expect_move(page, MOVES - 2)
    page.get_by_role("slider").fill("20")
    expect_move(page, 20)
    page.locator("[data-action=replay-to]").nth(29).click()
    expect_move(page, 30)
    expect(page.locator("[aria-current=step]")).to_be_in_viewport()
    box = page.locator(".replay .chart .column").nth(12).bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect_move(page, 12)
    expect(page.locator(".replay-told")).to_contain_text(MATCH.players[MATCH.undone(MOVES - 11).seat].name)
    expect(page.locator(".replay-remark")).to_have_count(1)
    page.locator("[data-action=leave-replay]").click()
    expect(page.locator(".table-grid")).to_be_visible()


def test_it_plays_by_itself_until_the_end(page: Page, open_page: OpenPage):
    open_page(f"#g={LINK}&at={MOVES - 3}")
    page.get_by_label("Speed").select_option("fast")
    page.locator(".replay h1").click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect_move(page, MOVES)
    expect(page.get_by_role("button", name="Play by itself")).to_be_visible()


def test_playing_on_from_a_move_leaves_the_game_as_it_was(page: Page, open_page: OpenPage):
    open_page(f"#g={LINK}")
    before = saved(page)
    page.locator("#sheet [data-action=replay]").click()
    page.locator("[data-action=replay-to]").nth(9).click()
    page.locator("[data-action=play-on]").click()
    expect(page.locator(".table-grid")).to_be_visible()
    record = json.loads(page.evaluate("deltille.record()"))
    assert record["rounds"][0]["actions"][:10] == MATCH.round.actions[:10]
    assert len(record["rounds"][0]["actions"]) < MOVES
    after = saved(page)
    assert before.items() <= after.items()
    assert len(after) > len(before)


def test_a_move_is_shared_by_a_link_that_opens_at_it(page: Page, open_page: OpenPage, context, address: str):
    open_page(f"#g={LINK}&at=5")
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("[data-action=replay-to]").nth(16).click()
    page.locator("[data-action=share-move]").click()
    expect(page.locator(".toast")).to_contain_text("copied")
    shared = page.evaluate("navigator.clipboard.readText()")
    assert shared == f"{address}#g={LINK}&at=17"
    page.goto(shared)
    expect_move(page, 17)
    assert saved(page) == {}
    page.locator("[data-action=leave-replay]").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_where_nothing_may_be_copied_the_link_is_shown(page: Page, open_page: OpenPage, address: str):
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    open_page(f"#g={LINK}&at=5")
    page.locator("[data-action=share-move]").click()
    assert page.locator("#link textarea").input_value() == f"{address}#g={LINK}&at=5"
    page.keyboard.press("Escape")
    expect(page.locator("#link")).to_have_count(0)


def test_where_there_is_a_share_sheet_the_link_goes_there(page: Page, open_page: OpenPage, address: str):
    page.add_init_script("window.given = []; navigator.share = async data => { given.push(data.url) }")
    open_page(f"#g={LINK}&at=5")
    page.locator("[data-action=share-move]").click()
    assert page.evaluate("given") == [f"{address}#g={LINK}&at=5"]
    expect(page.locator(".toast")).to_have_count(0)


def test_a_position_is_saved_as_a_picture(page: Page, open_page: OpenPage, tmp_path, context):
    open_page(f"#g={LAND}&at=40")
    with page.expect_download() as download:
        page.locator("[data-action=save-picture]").click()
    assert download.value.suggested_filename == "deltille-conquest-40.svg"
    picture = download.value.path().read_text(encoding="utf-8")
    assert picture.count("data-cell=") == page.locator("[data-cell]").count()
    assert "--wood-top" in picture
    assert "<script" not in picture


# Diagrams


def test_a_diagram_is_a_board_and_keeps_nothing(page: Page, open_page: OpenPage):
    open_page(f"?record={LINK}&at=20&embed=1")
    expect(page.locator("[data-cell]")).to_have_count(tiles_at(20))
    expect(page.locator("#app").locator("button:visible, input, select, [tabindex]")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")
    assert page.evaluate("Object.keys(localStorage)") == []
    assert page.evaluate("deltille.legal()") == []


def test_a_diagram_takes_no_files(page: Page, open_page: OpenPage):
    open_page(f"?record={LINK}&at=20&embed=1")
    drop(page, "{}\n{}\n")
    page.evaluate(TURNS)
    expect(page.locator("[data-cell]")).to_have_count(tiles_at(20))
    expect(page.locator(".dialog, .toast")).to_have_count(0)
    assert page.evaluate("Object.keys(localStorage)") == []


def test_games_brought_during_a_replay_do_not_end_it(page: Page, open_page: OpenPage):
    open_page(f"#g={LINK}&at=20")
    drop(page, f"{write(MATCH)}\n{write(MATCH.undone(5))}\n")
    page.locator("[data-action=import-add]").click()
    expect(page.locator(".toast")).to_contain_text("added")
    expect_move(page, 20)


def test_a_diagram_may_be_stepped_through(page: Page, open_page: OpenPage):
    open_page(f"?record={LINK}&at=20&replay=1&embed=1")
    expect(page.locator("[data-at]")).to_have_attribute("data-at", "20")
    page.locator("[data-action=replay-forward]").click()
    expect(page.locator("[data-cell]")).to_have_count(tiles_at(21))
    page.keyboard.press("Home")
    expect(page.locator("[data-cell]")).to_have_count(0)
    expect(page.locator("[data-action=play-on], [data-action=leave-replay]")).to_have_count(0)
    assert page.evaluate("Object.keys(localStorage)") == []


def test_a_move_beyond_the_end_is_the_last_and_that_is_said(page: Page, open_page: OpenPage):
    open_page(f"#g={LINK}&at=999")
    expect_move(page, MOVES)
    expect(page.locator(".toast")).to_contain_text(f"{MOVES} moves")


# What is seen


@pytest.mark.parametrize(
    "context_options", [look("desk", "light"), look("phone", "dark")], ids=["desk-light", "phone-dark"]
)
def test_axe_finds_nothing_on_a_replay(page: Page, open_page: OpenPage, screenshot, request):
    open_page(f"#g={LAND}&at=40")
    screenshot(request.node.callspec.id + "-replay")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    end = "document.querySelector('.replay').getBoundingClientRect().bottom"
    assert page.evaluate(f"document.documentElement.scrollHeight <= Math.ceil({end})"), "nothing below it"
    page.goto("about:blank")
    open_page(f"?record={LINK}&at=40&replay=1&embed=1")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


# Strangers

GO = """async hashes => {
  for (const [n, hash] of hashes.entries()) {
    const heard = new Promise(done => addEventListener("hashchange", done, {once: true}));
    location.hash = `n=${n}&${hash}`;
    await heard;
    if (document.querySelector("#trouble:not([hidden])")) return hash;
  }
  return null;
}"""
EVIL = "<img src=x onerror=a=1>"


def mutations(count: int) -> list[str]:
    rng = random.Random(7)
    letters = "ABCxyz019-_%&=#+ é\u202e<\"'"
    made = []
    for _n in range(count):
        text = list(rng.choice((LINK, LAND)))
        for _change in range(rng.choice((1, 1, 2, 9))):
            place = rng.randrange(len(text))
            kind = rng.randrange(4)
            if kind == 0:
                text[place] = rng.choice(letters)
            elif kind == 1:
                del text[place : place + rng.randrange(1, 40)]
            elif kind == 2:
                text.insert(place, rng.choice(letters) * rng.randrange(1, 9))
            else:
                text = text[:place] + text[-place:]
        made.append(f"g={''.join(text)}" + rng.choice(("", "&at=3", "&at=-3", "&at=", "&at=1e999")))
    return made


def hostile() -> list[str]:
    """Links that are whole, and hold what no game ever wrote."""
    document = json.loads(write(MATCH))

    def changed(**parts: object) -> bytes:
        return json.dumps(document | parts).encode()

    players = [{"name": EVIL, "kind": "human", "colour": EVIL}, {"name": "\u202e" + EVIL * 50}]
    texts = [
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b'{"format":' + b"[" * 900_000,
        b"\0" * 900_000,
        b"9" * 900_000,
        b'{"version":1e999}',
        b'{"format":"deltille-record","version":' + b"1" * 5000 + b"}",
        b"\xff\xfe",
        b"null",
        changed(edition=EVIL),
        changed(version=2),
        changed(rounds=[]),
        changed(rounds=[{}]),
        changed(rounds={"deal": []}),
        changed(players=players),
        changed(players=[]),
        changed(options={"target": {"points": -1}}),
        changed(by_link={"a": 1}, seed=[1]),
        changed(by_link=EVIL, seed=EVIL),
    ]
    links = [packed(text) for text in texts]
    links += [packed(b"[" * (20 << 20)), "1" + "A" * 59_000, "2" + LINK, "1", "1=", "__proto__"]
    return [f"g={text}{at}" for text in links for at in ("", "&at=1")]


def test_no_link_however_written_breaks_the_page_or_runs_anything(page: Page, open_page: OpenPage):
    open_page()
    assert page.evaluate(GO, hostile()) is None
    assert page.evaluate(GO, mutations(200)) is None
    assert page.evaluate("typeof a") == "undefined"
    expect(page.locator("#trouble")).to_be_hidden()
    assert page.evaluate(GO, [f"g={LINK}&at=9"]) is None
    expect_move(page, 9)
    page.keyboard.press("ArrowRight")
    expect_move(page, 10)


def test_a_name_that_is_markup_stays_letters_everywhere(page: Page, open_page: OpenPage):
    document = json.loads(write(MATCH))
    document["players"][0]["name"] = EVIL
    open_page(f"#g={link.encode(json.dumps(document))}&at=9")
    expect(page.locator(".replay .name").first).to_have_text(EVIL)
    expect(page.locator(".replay img, .replay script")).to_have_count(0)
    with page.expect_download() as download:
        page.locator("[data-action=save-picture]").click()
    assert "<img" not in download.value.path().read_text(encoding="utf-8")
    page.locator("[data-action=play-on]").click()
    expect(page.locator(".plate-name").first).to_have_text(EVIL)
    assert page.evaluate("typeof a") == "undefined"


def test_a_damaged_link_is_explained_and_a_running_game_goes_on(page: Page, open_page: OpenPage):
    open_page("?players=human,human&seed=5")
    page.evaluate("deltille.act(deltille.legal()[0])")
    before = page.evaluate("deltille.record()")
    assert page.evaluate(GO, [f"g={LINK[:-20]}"]) is None
    expect(page.locator(".toast")).to_contain_text("damaged or was cut short")
    assert page.evaluate("deltille.record()") == before
