"""The shelf in the browser, imports nobody vouches for, and the storage failing in every way it can."""

import json
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Error, Page, expect

from engine import read, write
from tests.ui.conftest import Watch
from tests.ui.shelves import clock, finished, put, running
from tests.ui.test_looks import look
from ui import link
from ui.address import parse
from ui.setup import chance, deal_chance
from ui.store import PREFIX, VERSION, Memory, Store

OpenPage = Callable[..., Page]
READY = "html[data-ready=true]"
SAVES = Path(__file__).parent / "saves"
HOT_SEAT = "?players=human,human&seed=5"


def keep(page: Page, texts: dict[str, str]) -> None:
    """Have these texts in the storage when the page starts for the first time."""
    page.add_init_script(
        f"""if (!localStorage.getItem("kept")) {{
          localStorage.setItem("kept", "1");
          for (const [key, text] of Object.entries({json.dumps(texts)})) localStorage.setItem(key, text);
        }}"""
    )


def two_games() -> dict[str, str]:
    storage = Memory()
    store = Store(storage, clock())
    put(store, "done", finished("kids", seed=2))
    put(store, "going", running("classic", seed=3), "Sunday")
    return storage.texts


def stored(page: Page) -> dict[str, str]:
    return page.evaluate("({...localStorage})")


def record(page: Page) -> dict[str, object]:
    return json.loads(page.evaluate("deltille.record()"))


def actions(page: Page) -> list[str]:
    return [action for past in record(page)["rounds"] for action in past["actions"]]


def act(page: Page, times: int = 1) -> None:
    for _time in range(times):
        page.evaluate("deltille.act(deltille.legal()[0])")


def show(page: Page, section: str) -> None:
    page.locator(f"input[value={section}]").check()


def goes_on_from(page: Page, before: dict[str, object]) -> None:
    """The table has this game on it; a computer player may have gone on with it already."""
    expect(page.locator(".screen[inert]")).to_have_count(0)
    now = record(page)
    for past, now_past in zip(before["rounds"], now["rounds"], strict=True):
        assert now_past["actions"][: len(past["actions"])] == past["actions"]
    assert now | {"rounds": []} == before | {"rounds": []}


def wait_until_ready(page: Page) -> None:
    page.locator(READY).wait_for(timeout=60_000)


def no_trouble(page: Page) -> None:
    expect(page.locator("#trouble")).to_be_hidden()


# The shelf


def test_games_are_resumed_renamed_copied_deleted_and_had_again(
    page: Page, open_page: OpenPage, address: str, screenshot: Callable[[str], None]
):
    keep(page, two_games())
    open_page()
    page.locator("[data-action=shelf]").click()
    card = page.locator("[data-game=going]")
    expect(card.locator("h2")).to_have_text("Sunday")
    expect(card.locator(".tiles-picture")).to_be_visible()
    screenshot("shelf")
    card.get_by_role("button", name="More: Sunday").click()
    page.get_by_role("button", name="Rename: Sunday").click()
    expect(page.locator("#new-name")).to_be_focused()
    page.locator("#new-name").fill("<b>Monday</b>")
    page.keyboard.press("Enter")
    expect(card.locator("h2")).to_have_text("<b>Monday</b>")
    card.locator(".dots").click()
    page.keyboard.press("Escape")
    expect(page.locator(".menu")).to_have_count(0)
    expect(card.locator(".dots")).to_be_focused()

    card.locator(".dots").click()
    card.locator("[data-action=duplicate]").click()
    expect(page.locator(".volume")).to_have_count(2)
    before = stored(page)
    card.locator(".dots").click()
    card.locator("[data-action=delete]").click()
    expect(card).to_have_count(0)
    expect(page.locator(".toast")).to_contain_text("Deleted: <b>Monday</b>")
    page.locator("[data-action=undelete]").click()
    expect(card).to_be_visible()
    assert stored(page) == before
    page.locator("[data-action=dismiss]").click()

    show(page, "finished")
    expect(page.locator("[data-game=done]")).to_be_visible()
    show(page, "statistics")
    expect(page.locator(".statistics table").first).to_contain_text("Kids")
    show(page, "running")
    card.locator("[data-action=resume]").click()
    goes_on_from(page, running("classic", seed=3).as_json())


def test_what_version_1_saved_is_on_the_shelf_and_goes_on(page: Page, open_page: OpenPage, address: str):
    names = ("running", "finished")
    texts = {f"{PREFIX}game:{name}:a": (SAVES / f"v1-{name}.txt").read_text("utf-8") for name in names}
    keep(page, texts)
    open_page()
    page.locator("[data-action=shelf]").click()
    expect(page.locator("[data-game=running] h2")).to_have_text("Tournament")
    page.locator("[data-game=running] [data-action=resume]").click()
    goes_on_from(page, json.loads((SAVES / "v1-running.json").read_text("utf-8")))
    expect(page.locator(".status")).to_contain_text("Ada")
    act(page)
    saved = stored(page)
    assert f"deltille-save {VERSION} " in saved[f"{PREFIX}game:running:b"]


# Out and in


def forget(page: Page) -> None:
    page.evaluate("localStorage.clear()")


def drop(page: Page, *texts: str) -> None:
    page.evaluate(
        """texts => {
          const dataTransfer = new DataTransfer();
          for (const [n, text] of texts.entries()) dataTransfer.items.add(new File([text], `${n}.jsonl`));
          const how = { dataTransfer, bubbles: true, cancelable: true };
          document.body.dispatchEvent(new DragEvent("drop", how));
        }""",
        texts,
    )


def test_a_whole_shelf_goes_into_a_file_and_comes_back_by_chooser_drop_and_paste(
    page: Page, open_page: OpenPage, address: str, context: BrowserContext
):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    keep(page, two_games())
    open_page()
    page.locator("[data-action=shelf]").click()
    with page.expect_download() as download:
        page.locator("[data-action=export-all]").click()
    file = download.value.path().rename(download.value.path().with_suffix(".jsonl"))
    text = file.read_text()
    assert [write(read(line)) != "" for line in text.splitlines()] == [True, True]
    page.locator("[data-action=copy-all]").click()
    expect(page.locator(".toast")).to_contain_text("clipboard")
    assert page.evaluate("navigator.clipboard.readText()") == text

    drop(page, text)
    expect(page.locator("#import")).to_contain_text("2 are on the shelf already")
    page.keyboard.press("Escape")
    forget(page)
    page.locator("[data-action=new]").click()
    with page.expect_file_chooser() as chooser:
        page.locator("[data-action=import]").click()
    chooser.value.set_files(file)
    expect(page.locator("#import")).to_contain_text("2 new games")
    page.locator("[data-action=import-add]").click()
    expect(page.get_by_role("button", name="Continue")).to_be_visible()

    forget(page)
    page.locator("[data-action=shelf]").click()
    expect(page.locator(".nothing")).to_be_visible()
    page.locator("[data-action=shelf-import]").click()
    page.locator("[data-field=import-text]").fill(text + "{}\n")
    expect(page.locator("#import")).to_contain_text("Line 3: format is missing")
    page.locator("[data-action=import-add]").click()
    expect(page.locator("[data-game] h2")).to_have_text("Sunday")


def test_several_files_and_what_is_pasted_on_the_page_come_in(
    page: Page, open_page: OpenPage, context: BrowserContext
):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_page()
    page.locator("[data-action=shelf]").click()
    pretty = json.dumps(running("classic", seed=3).as_json(), indent=2)
    lines = f"{write(finished('kids', seed=2))}\n{{}}\n"
    drop(page, pretty, lines, "no record")
    expect(page.locator("#import")).to_contain_text("2 new games")
    expect(page.locator("#import")).to_contain_text("1.jsonl: Line 2: format is missing")
    expect(page.locator("#import")).to_contain_text("2.jsonl: not JSON")
    page.locator("[data-action=import-add]").click()
    expect(page.locator(".toast")).to_contain_text("2 games added")
    expect(page.locator("input[value=finished] + span")).to_have_text("Finished (1)")

    with page.expect_file_chooser() as chooser:
        page.locator("[data-action=shelf-import]").click()
        page.locator("[data-action=import-file]").click()
    assert chooser.value.is_multiple()
    page.keyboard.press("Escape")
    both = "\n".join(write(finished("kids", seed=seed)) for seed in (5, 6))
    page.evaluate("text => navigator.clipboard.writeText(text)", both)
    page.keyboard.press("Control+v")
    expect(page.locator("#import")).to_contain_text("2 new games")


CLOSE_WHILE_IT_READS = """async () => {
  while (!document.querySelector("#import [role=status]")) await new Promise(requestAnimationFrame);
  document.querySelector("#import .close").click();
}"""
TURNS = """async () => {
  for (let n = 0; n < 50; n++) await new Promise((resolve) => setTimeout(resolve));
}"""
"""Whatever goes on by itself, a slice a turn, would have gone on by then."""


def test_an_import_that_is_closed_does_not_come_back(page: Page, open_page: OpenPage):
    open_page()
    page.locator("[data-action=shelf]").click()
    before = stored(page)
    drop(page, "\n".join(write(finished("classic", seed=seed)) for seed in range(12)))
    page.evaluate(CLOSE_WHILE_IT_READS)
    expect(page.locator("#import")).to_have_count(0)
    page.evaluate(TURNS)
    assert page.locator("#import").count() == 0
    assert stored(page) == before


def test_a_file_that_was_handed_out_stays_there_for_a_while(page: Page, open_page: OpenPage):
    keep(page, two_games())
    page.add_init_script(
        """window.made = [], window.revoked = [], window.late = [];
        const make = URL.createObjectURL, revoke = URL.revokeObjectURL, wait = window.setTimeout;
        URL.createObjectURL = (blob) => (made.push(make.call(URL, blob)), made.at(-1));
        URL.revokeObjectURL = (url) => (revoked.push(url), revoke.call(URL, url));
        window.setTimeout = (run, after, ...rest) =>
          after >= 60000 ? late.push(run) : wait.call(window, run, after, ...rest);"""
    )
    open_page()
    page.locator("[data-action=shelf]").click()
    page.evaluate("made.length = revoked.length = late.length = 0")
    with page.expect_download():
        page.locator("[data-action=export-all]").click()
    assert page.evaluate("[made.length, revoked.length, late.length]") == [1, 0, 1]
    page.evaluate("late[0]()")
    assert page.evaluate("revoked") == page.evaluate("made")


IN_A_SANDBOX = """address => {
  const frame = document.createElement("iframe");
  frame.sandbox = "allow-scripts allow-same-origin";
  frame.width = 900, frame.height = 700, frame.src = address;
  document.body.append(frame);
}"""


def test_where_no_file_may_be_saved_its_text_can_be_had(page: Page, address: str, watch: Watch):
    keep(page, two_games())
    page.goto(f"{address}pyscript.json")
    page.evaluate(IN_A_SANDBOX, address)
    frame = page.frame_locator("iframe")
    frame.locator(READY).wait_for(timeout=60_000)
    frame.locator("[data-action=shelf]").click()
    frame.locator("[data-action=export-all]").click()
    dialog = frame.locator("#text")
    expect(dialog).to_contain_text("may not let a file be saved")
    text = dialog.locator("textarea").input_value()
    assert [write(read(line)) != "" for line in text.splitlines()] == [True, True]
    dialog.locator("[data-action=text-done]").click()
    expect(dialog).to_have_count(0)

    frame.locator("[data-action=make-room]").click()
    frame.locator("[data-action=room-export]").click()
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    frame.locator("[data-action=make-room]").click()
    expect(frame.locator("[data-action=room-delete]")).to_have_count(0)
    frame.locator("[data-action=room-export]").click()
    frame.locator("[data-action=text-done]").click()
    frame.locator("[data-action=room-delete]").click()
    expect(frame.locator(".toast")).to_contain_text("1 game put away")
    watch.take()  # Chromium has a word to say on such a sandbox, and misses an icon.


def test_what_cannot_be_copied_is_shown(page: Page, open_page: OpenPage):
    keep(page, two_games())
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    open_page()
    page.locator("[data-action=shelf]").click()
    page.locator("[data-action=copy-all]").click()
    assert page.locator("#text textarea").input_value().count("\n") == 2
    page.locator("[data-action=text-copy]").click()
    expect(page.locator(".toast")).to_contain_text("copy it by hand")


def test_what_was_deleted_can_be_had_again_by_keyboard_until_the_shelf_is_left(
    page: Page, open_page: OpenPage
):
    keep(page, two_games())
    page.clock.install()
    open_page()
    page.locator("[data-action=shelf]").click()
    card = page.locator("[data-game=going]")
    card.locator(".dots").click()
    card.locator("[data-action=delete]").click()
    expect(page.locator("[data-action=undelete]")).to_be_focused()
    show(page, "finished")
    other = page.locator("[data-game=done]")
    other.locator(".dots").click()
    other.locator("[data-action=duplicate]").click()
    expect(page.locator(".toast")).to_contain_text("Copied")
    page.clock.run_for(60_000)
    expect(page.locator(".toast")).to_contain_text("Deleted: Sunday")
    page.clock.run_for(600_000)
    page.locator("[data-action=undelete]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-action=undelete]")).to_have_count(0)
    show(page, "running")
    expect(card).to_be_visible()
    card.locator(".dots").click()
    card.locator("[data-action=delete]").click()
    page.locator("[data-action=new]").click()
    expect(page.locator(".toast")).to_have_count(0)


def test_what_cannot_be_read_goes_out_and_is_said(page: Page, open_page: OpenPage):
    texts = two_games()
    texts[f"{PREFIX}game:going:a"] = broken = texts[f"{PREFIX}game:going:a"][:-1]
    texts[f"{PREFIX}damaged:old:b"] = "nonsense \u0000 \U0001f525"
    keep(page, texts)
    open_page()
    page.locator("[data-action=shelf]").click()
    expect(page.locator(".shelf")).to_contain_text("2 texts are damaged")
    with page.expect_download() as download:
        page.locator("[data-action=export-all]").click()
    lines = list(map(json.loads, download.value.path().read_text().splitlines()))
    assert {line["text"] for line in lines if "text" in line} == {broken, texts[f"{PREFIX}damaged:old:b"]}


HOSTILE = "<img src=x onerror=hacked=1>"


def named(name: str) -> str:
    match = running("classic", seed=3)
    match.players = tuple(replace(player, name=name) for player in match.players)
    return write(match)


def fuzz() -> list[str]:
    """What somebody might hand to us, from nonsense to records with one thing wrong."""
    rng = random.Random(6)
    good = write(running("kids", seed=9))
    texts = [
        "",
        "{",
        "[" * 200_000,
        '{"a":' * 50_000,
        "\0",
        "9" * 9000,
        '{"x":NaN}',
        '"' * 5000,
        "{}\n" * 3000,
    ]
    texts += [good.replace(":", ": " + "[" * n, 1) for n in (1, 20)]
    texts += [json.dumps(json.loads(good) | {"title": title}) for title in (3, HOSTILE, "\ud800", ["x"] * 99)]
    for _mangling in range(25):
        at, length = rng.randrange(len(good)), rng.randrange(30)
        piece = rng.choice(['"', "[", "}", "\\ud800", "1e999", HOSTILE, "\u202e", "null", ""])
        texts.append(good[:at] + piece + good[at + length :])
    return texts


def test_no_import_breaks_the_page_or_runs_a_script(page: Page, open_page: OpenPage):
    open_page()
    page.evaluate("document.querySelector('[data-action=shelf]').click()")
    for text in fuzz():
        # With two good records after it, so that all are judged and none is opened.
        drop(page, f"{text}\n{named('Ada')}\n{named('Bo')}")
        dialog = page.locator("#import:has([data-action=close]):has(section), .message")
        expect(dialog.first).to_be_visible()
        no_trouble(page)
        page.evaluate("document.querySelector('.dialog .close, [data-action=dismiss]').click()")
        expect(dialog).to_have_count(0)
    assert page.evaluate("typeof hacked") == "undefined"
    assert page.locator("#app :is(script, img, iframe)").count() == 0


def test_a_name_that_is_markup_stays_letters_everywhere(page: Page, open_page: OpenPage):
    open_page()
    name = "<img src=x onerror=h=1>"
    drop(page, json.dumps(json.loads(named(name + "\u202e")) | {"title": "<script>h=1</script>"}))
    expect(page.locator("[data-turn]")).to_be_visible()
    expect(page.locator(".plate-name").first).to_have_text(name)
    expect(page.locator(".log")).to_contain_text(name)
    expect(page).to_have_title(f"{name} to play. – Deltille")
    page.locator("[data-action=sheet]").first.click()
    assert name in page.locator("#sheet svg.chart").get_attribute("aria-label")
    expect(page.locator("#sheet .standing")).to_contain_text(name)
    page.keyboard.press("Escape")
    page.locator("[data-action=new]").click()
    expect(page.locator(".continue .summary")).to_contain_text(name)
    page.locator("[data-action=shelf]").click()
    expect(page.locator(".volume h2")).to_have_text("<script>h=1</script>")
    expect(page.locator(".sitters .name").first).to_have_text(name)
    assert page.locator("#app :is(script, img)").count() == 0
    assert page.evaluate("typeof h") == "undefined"


WIDE = "W" * 24, "\ufdfd" * 24, "[" * 24, "\u05d0" * 24


@pytest.mark.parametrize("context_options", [look("phone", "light")], ids=["phone"])
def test_long_names_break_no_layout(page: Page, open_page: OpenPage):
    storage = Memory()
    store = Store(storage, clock())
    for n, name in enumerate(WIDE):
        for make in (running, finished):
            match = make("kids", "human", "human", "bot:greedy", seed=n)
            match.players = tuple(replace(player, name=name) for player in match.players)
            put(store, f"{make.__name__}{n}", match, name)
    keep(page, storage.texts)
    open_page()
    fits = "document.documentElement.scrollWidth <= innerWidth"
    page.locator("[data-action=shelf]").click()
    for section in ("running", "finished", "statistics"):
        show(page, section)
        expect(page.locator(".shelf")).to_contain_text(WIDE[0])
        assert page.evaluate(fits), section
    show(page, "running")
    card = page.locator("[data-game=running0]")
    card.locator(".dots").click()
    assert page.evaluate(fits)
    card.locator("[data-action=delete]").click()
    expect(page.locator(".toast")).to_contain_text(WIDE[0])
    assert page.evaluate(fits)
    page.locator("[data-action=make-room]").click()
    expect(page.locator("#room li")).to_have_count(4)
    assert page.evaluate(fits)
    for dialog in ("#room", "#import"):
        inner = page.locator(f"{dialog} .dialog-content")
        assert inner.evaluate("element => element.scrollWidth <= element.clientWidth"), dialog
        page.keyboard.press("Escape")
        names = [[name] * 3 for name in WIDE]
        drop(page, "\n".join(as_played_by(*named) for named in names))
        expect(page.locator("#import")).to_contain_text("4 new games")


@pytest.mark.parametrize("context_options", [look("phone", "light")], ids=["phone"])
@pytest.mark.parametrize("name", WIDE[:2], ids=["letters", "ligatures"])
def test_at_the_table_and_in_a_replay_neither(page: Page, open_page: OpenPage, name: str):
    match = finished("tournament", "human", "human", "bot:greedy", seed=3)
    match.players = tuple(replace(player, name=name) for player in match.players)
    open_page(f"#g={link.encode(write(match))}")
    fits = "document.documentElement.scrollWidth <= innerWidth"
    expect(page.locator("#sheet .standing")).to_contain_text(name)
    assert page.evaluate(fits)
    page.keyboard.press("Escape")
    expect(page.locator(".plate-name").first).to_have_text(name)
    assert page.evaluate(fits)
    page.locator("[data-action=sheet]").first.click()
    page.locator("#sheet [data-action=replay]").click()
    expect(page.locator(".replay .name").first).to_have_text(name)
    assert page.evaluate(fits)


def as_played_by(*names: str) -> str:
    match = running("classic", "human", "human", "bot:greedy", seed=9)
    match.players = tuple(
        replace(player, name=name) for player, name in zip(match.players, names, strict=True)
    )
    return write(match)


# Two tabs


def second_tab(context: BrowserContext, address: str, query: str = HOT_SEAT) -> Page:
    tab = context.new_page()
    tab.goto(address + query)
    wait_until_ready(tab)
    return tab


def take_over(tab: Page) -> None:
    tab.locator("[data-action=take-over]").click()
    expect(tab.locator("#elsewhere")).to_have_count(0)


def test_a_game_in_two_tabs_is_played_in_one_and_can_be_taken_over(
    page: Page, open_page: OpenPage, context: BrowserContext, address: str
):
    open_page(HOT_SEAT)
    act(page, 3)
    other = second_tab(context, address)
    expect(other.locator("#elsewhere")).to_contain_text("being played in another tab")
    assert other.evaluate("deltille.legal()") == []
    refusal = other.evaluate("deltille.act('draw').catch(error => error.message)")
    assert "another tab" in refusal
    act(page)
    told = len(actions(page))

    # Back and forth, each going on from where the other stood.
    tabs = [other, page]
    for turn in range(4):
        here, there = tabs[turn % 2], tabs[1 - turn % 2]
        take_over(here)
        expect(there.locator("#elsewhere")).to_be_visible()
        assert len(actions(here)) == told
        act(here, 2)
        told += 2
        assert there.evaluate("deltille.legal()") == []
        assert len(actions(here)) == told
    other.close()
    page.reload()
    wait_until_ready(page)
    assert len(actions(page)) == told
    act(page)


def test_without_locks_the_tabs_still_tell_each_other(
    page: Page, open_page: OpenPage, context: BrowserContext, address: str
):
    context.add_init_script("Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined })")
    open_page(HOT_SEAT)
    act(page, 3)
    other = second_tab(context, address)
    expect(other.locator("#elsewhere")).to_be_visible()
    take_over(other)
    expect(page.locator("#elsewhere")).to_be_visible()
    assert len(actions(other)) == 3


RACE = """async (moves) => {
  const wait = (most) => new Promise((resolve) => setTimeout(resolve, Math.random() * most));
  while (acknowledged.length < moves) {
    const [action] = deltille.legal();
    if (action) {
      await deltille.act(action).then(() => {
        const done = JSON.parse(deltille.record()).rounds.flatMap((past) => past.actions);
        acknowledged.push([done.length, action]);
      }, () => null);
    }
    const takeOver = document.querySelector("[data-action=take-over]");
    await wait(takeOver ? 1500 : 60);
    takeOver?.click();
  }
  document.documentElement.dataset.raced = "true";
}"""


def test_of_two_tabs_that_race_for_a_game_no_move_is_lost_and_none_is_done_twice(
    page: Page, open_page: OpenPage, context: BrowserContext, address: str
):
    context.add_init_script("window.acknowledged = []")
    open_page("?players=human,human,human,human&seed=29")
    other = second_tab(context, address, "?players=human,human,human,human&seed=29")
    tabs = (page, other)
    for tab in tabs:
        tab.evaluate(f"void ({RACE})(15)")
    for tab in tabs:
        expect(tab.locator("html")).to_have_attribute("data-raced", "true", timeout=60_000)
    told = sorted(move for tab in tabs for move in tab.evaluate("acknowledged"))
    assert [n for n, _action in told] == list(range(1, len(told) + 1))
    other.close()
    page.reload()
    wait_until_ready(page)
    assert actions(page) == [action for _n, action in told]


# Faults

FOUR = "?players=human,human,human,human&seed=29"
MOVES = """async () => {
  const done = () => JSON.parse(deltille.record()).rounds.flatMap((past) => past.actions).length;
  for (;;) {
    document.querySelector("[data-action=next-round]")?.click();
    const [action] = deltille.legal();
    if (action) {
      console.log(`begun ${done() + 1}`);
      await deltille.act(action);
      console.log(`acknowledged ${done()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}"""


def course_of(query: str, length: int) -> list[str]:
    """What `MOVES` plays at this address, as the engine tells without any page."""
    match = parse(query, "", ["en"]).setup.match()
    played: list[str] = []
    while len(played) < length:
        if not match.rounds or match.awaits_deal:
            match.deal(deal_chance(match))
        played.append(match.settle(match.choices()[0], chance(match)))
        match.apply(played[-1])
    return played


def test_killed_at_any_point_during_100_moves_what_was_played_comes_back_and_nothing_else(
    context: BrowserContext, address: str, watch: object
):
    """All that was acknowledged, and at most the move not acknowledged yet is missing."""
    rng = random.Random(100)
    course = course_of(FOUR, 160)
    heard = {"begun": 0, "acknowledged": 0}

    def hear(message) -> None:
        what, _space, number = message.text.partition(" ")
        if what in heard:
            heard[what] = int(number)

    context.on("console", hear)
    kills = 0
    while heard["acknowledged"] < 100:
        page = context.new_page()
        page.goto(f"{address}{FOUR}")
        wait_until_ready(page)
        came_back = actions(page)
        assert came_back == course[: len(came_back)]
        assert len(came_back) >= max(heard["acknowledged"], heard["begun"] - 1)
        told = f"acknowledged {len(came_back) + rng.randint(6, 16)}"
        with page.expect_console_message(lambda message, told=told: message.text == told):
            page.evaluate(f"void ({MOVES})()")
        page.wait_for_timeout(rng.randint(0, 40))  # not for anything to happen, but to be anywhere in it
        if kills % 2:
            page.close(run_before_unload=False)
        else:
            with page.expect_event("crash"), suppress(Error):
                page.goto("chrome://crash")
            page.close()
        kills += 1
    assert kills >= 6


FAILING = """
  const put = Storage.prototype.setItem;
  Storage.prototype.setItem = function (key, value) {
    if (window.refuse) throw Object.assign(new Error("QuotaExceededError"), { name: "QuotaExceededError" });
    return put.call(this, key, value);
  };
"""


def test_a_full_storage_at_any_write_loses_nothing_and_room_can_be_made(
    page: Page, open_page: OpenPage, address: str
):
    texts = two_games()
    keep(page, texts)
    page.add_init_script(FAILING)
    open_page(HOT_SEAT)
    saved = None
    for _move in range(5):
        act(page)
        expect(page.locator(".unsaved")).to_have_count(0)
        saved = stored(page)
        page.evaluate("refuse = true")
        act(page)
        expect(page.locator(".unsaved")).to_contain_text("storage is full")
        assert stored(page) == saved
        page.evaluate("refuse = false")
    page.evaluate("refuse = true")
    act(page)
    page.locator("[data-action=make-room]").click()
    expect(page.locator("#room li")).to_have_count(1)
    expect(page.locator("[data-action=room-delete]")).to_have_count(0)
    with page.expect_download() as download:
        page.locator("[data-action=room-export]").click()
    assert read(download.value.path().read_text()).winners
    assert stored(page) == saved
    page.evaluate("refuse = false")
    page.locator("[data-action=room-delete]").click()
    expect(page.locator(".unsaved")).to_have_count(0)
    assert not [key for key in stored(page) if ":done:" in key]
    before = record(page)

    page.evaluate("refuse = true")
    page.locator("[data-action=new]").click()
    page.locator("[data-action=shelf]").click()
    card = page.locator("[data-game=going]")
    for action in ("duplicate", "rename"):
        card.locator(".dots").click()
        card.locator(f"[data-action={action}]").click()
        if action == "rename":
            page.locator("#new-name").fill("Tuesday")
            page.keyboard.press("Enter")
        expect(page.locator(".toast")).to_contain_text("storage is full")
        page.locator("[data-action=dismiss]").click()
        expect(card.locator("h2")).to_have_text("Sunday")
    no_trouble(page)
    page.goto(address + HOT_SEAT)
    wait_until_ready(page)
    assert record(page) == before


def test_without_storage_the_shelf_lasts_as_long_as_the_page(page: Page, open_page: OpenPage):
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage',"
        " {get() { throw new DOMException('no', 'SecurityError'); }})"
    )
    open_page(HOT_SEAT)
    act(page, 3)
    page.locator("[data-action=new]").click()
    page.locator("[data-action=shelf]").click()
    page.locator("[data-action=resume]").click()
    expect(page.locator(".screen[inert]")).to_have_count(0)
    assert len(actions(page)) == 3
    act(page)


def test_saves_with_any_byte_flipped_or_cut_short_break_nothing_and_are_kept(
    page: Page, open_page: OpenPage, address: str
):
    texts = two_games()
    key = f"{PREFIX}game:done:a"
    whole = texts[key]
    keep(page, texts)
    open_page()
    rng = random.Random(7)
    damaged = []
    for n in range(16):
        at = rng.randrange(len(whole))
        damaged.append(whole[:at] if n % 2 else whole[:at] + chr(ord(whole[at]) ^ 1) + whole[at + 1 :])
    for text in damaged:
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, text])
        page.evaluate("document.querySelector('[data-action=shelf]').click()")
        expect(page.locator("[data-game=going]")).to_be_visible()
        page.locator("[data-game=done] [data-action=resume]").click()
        expect(page.locator(".toast")).to_contain_text("set aside")
        no_trouble(page)
        assert text in stored(page).values()
        page.evaluate("document.querySelector('[data-action=new]').click()")
    assert set(stored(page).values()) >= set(damaged)


def test_a_clock_that_goes_backwards_loses_no_move_and_no_order(
    page: Page, open_page: OpenPage, address: str
):
    keep(page, two_games())
    page.add_init_script(
        "const now = Date.now; let shift = 0; Date.now = () => now() + shift; back = () => (shift -= 1e10)"
    )
    open_page(HOT_SEAT)
    for done in range(1, 5):
        act(page)
        page.evaluate("back()")
        act(page)
        assert len(actions(page)) == 2 * done
    before = record(page)
    page.locator("[data-action=new]").click()
    page.get_by_role("button", name="Continue").click()
    expect(page.locator(".screen[inert]")).to_have_count(0)
    assert record(page) == before


def test_a_thousand_games_are_on_the_shelf(page: Page, open_page: OpenPage, address: str):
    storage = Memory()
    store = Store(storage, clock())
    for n in range(1000):
        match = finished("kids", seed=n % 5)
        match.players = (replace(match.players[0], name=f"Ada {n}"), match.players[1])
        put(store, f"g{n}", match)
    keep(page, storage.texts)
    open_page()
    page.locator("[data-action=shelf]").click()
    expect(page.get_by_text("Finished (1000)")).to_be_visible()
    expect(page.locator(".volume")).to_have_count(12)
    show(page, "statistics")
    expect(page.locator(".figures")).to_contain_text("1000")


@pytest.mark.parametrize("granted", [True, False])
def test_settings_say_whether_the_browser_keeps_the_games(granted: bool, page: Page, open_page: OpenPage):
    page.add_init_script(f"StorageManager.prototype.persisted = async () => {json.dumps(granted)}")
    open_page()
    page.locator("[data-action=settings]").click()
    expect(page.locator(".kept-note")).to_contain_text("promised" if granted else "may remove")
