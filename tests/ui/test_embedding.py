"""The game on other people's pages: in every kind of frame, behind its poster, and talking to its parent.

Three sites: the game's, a friend that its index.html allows to talk, and a stranger. Two browsers: one that
blocks the storage of third parties, and one that gives them a store for each site they are on – which
Playwright switches off, so that each test makes sure of what it has.
"""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import BrowserContext, Error, Frame, Locator, Page, Playwright, expect

from engine import EDITIONS, Options, Target, read, write
from engine.simulate import play_match
from tests.ui.conftest import PHONE, READY_WITHIN, SWITCHES, Watch, served
from tests.ui.test_looks import violations
from tools import ROOT, environment, site
from ui import link
from ui.setup import question

READY = "html[data-ready=true]"
NUMBERS = count()
GAME = "edition=tournament&players=human,bot:greedy&seed=11"
"""A game that the person begins."""
TOGETHER = "edition=tournament&players=human,human&seed=11"
PARTITIONED = ("--enable-features=ThirdPartyStoragePartitioning", "--disable-features=")
ALLOWED, BLOCKED = 0, 1  # Chromium's cookie_controls_mode
# What Chromium says of a sandbox that the page itself could take off, and of what this computer cannot share.
HARMLESS = ("An iframe which has both allow-scripts and allow-same-origin", "'web-share'")


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    """The addresses of the three sites, and the folders that the friend's and the stranger's pages are in."""
    folders = {name: tmp_path_factory.mktemp(name) for name in ("game", "friend", "stranger")}
    with (
        served(folders["friend"]) as friend,
        served(folders["stranger"]) as stranger,
        served(folders["game"]) as game,
    ):
        # `localhost` and `127.0.0.1` are different sites to a browser.
        friend, stranger = (address.replace("127.0.0.1", "localhost") for address in (friend, stranger))
        site.assemble(folders["game"] / "deltille", allow=[friend.rstrip("/")])
        (folders["friend"] / "sibling.html").write_text('<!doctype html><link rel="icon" href="data:,">')
        yield SimpleNamespace(
            game=f"{game}deltille/",
            friend=friend,
            stranger=stranger,
            folders={game + "deltille/": folders["game"] / "deltille", friend: folders["friend"]}
            | {stranger: folders["stranger"]},
        )


@contextmanager
def profile(
    playwright: Playwright, folder: Path, third_party: int, *switches: str
) -> Iterator[BrowserContext]:
    """A browser of its own, since only a profile can say what other sites may store."""
    preferences = folder / "Default" / "Preferences"
    preferences.parent.mkdir()
    preferences.write_text(json.dumps({"profile": {"cookie_controls_mode": third_party}}))
    with playwright.chromium.launch_persistent_context(
        folder,
        executable_path=environment.find_chromium(),
        args=[*SWITCHES, *switches],
        viewport={"width": 800, "height": 700},
        has_touch=True,
        reduced_motion="reduce",
    ) as context:
        yield context


@pytest.fixture(scope="module")
def blocking(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    with profile(playwright, tmp_path_factory.mktemp("blocking"), BLOCKED) as context:
        yield context


@pytest.fixture(scope="module")
def allowing(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    with profile(playwright, tmp_path_factory.mktemp("allowing"), ALLOWED, *PARTITIONED) as context:
        yield context


class Visit:
    """A page of one of the sites, with what it heard and what went wrong on it."""

    def __init__(self, context: BrowserContext, sites: SimpleNamespace) -> None:
        self.page = context.new_page()
        self.sites = sites
        self.complaints: list[str] = []
        watch = Watch(context, *sites.folders)
        watch.complaints = self.complaints

    def open(self, at: str, body: str) -> Page:
        """Open a page at this site that consists of this, and listens to messages."""
        # Each has a name of its own: servers tell one version of a file from the next by the second only.
        name = f"page-{next(NUMBERS)}.html"
        (self.sites.folders[at] / name).write_text(
            '<!doctype html><html lang="en"><meta charset="utf-8"><title>page</title>'
            '<link rel="icon" href="data:,"><body>'
            "<script>window.heard = []; addEventListener('message', ({data}) => heard.push(data));</script>"
            f"{body.format(game=self.sites.game)}</body>"
        )
        self.page.goto(at + name)
        return self.page

    def frame(self, n: int = 0) -> Frame:
        """The n-th game on the page, ready to be played."""
        frame = self.page.locator("iframe").nth(n).element_handle().content_frame()
        frame.locator(READY).wait_for(timeout=READY_WITHIN)
        return frame


@pytest.fixture
def visit(sites: SimpleNamespace) -> Iterator[Callable[[BrowserContext], Visit]]:
    visits: list[Visit] = []

    def visit(context: BrowserContext) -> Visit:
        visits.append(Visit(context, sites))
        return visits[-1]

    yield visit
    for opened in visits:
        opened.page.close()
        serious = [said for said in opened.complaints if not any(mild in said for mild in HARMLESS)]
        assert serious == []


def iframe(query: str = GAME, **attributes: str) -> str:
    written = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f'<iframe src="{{game}}?{query}&embed=1" title="game" width="600" height="480"{written}></iframe>'


def board(**attributes: str) -> str:
    written = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f'<script async src="{{game}}embed.js"></script><deltille-board{written}></deltille-board>'


def lay_a_tile(frame: Frame) -> None:
    """By tap, as on a phone: a tile, a place, and the button."""
    frame.locator("[data-tile]:not(.useless)").first.tap()
    place = frame.locator("[data-target]").first
    cell = place.get_attribute("data-target")
    place.tap()
    frame.locator("[data-action=lay]").tap()
    expect(frame.locator(f'[data-cell="{cell}"]')).to_be_visible()


def storage(frame: Frame) -> str:
    return frame.evaluate("() => { try { localStorage.length; return 'open'; } catch { return 'blocked'; } }")


# The visits


def test_a_request_to_another_host_would_not_go_unnoticed(
    visit: Callable[[BrowserContext], Visit], blocking: BrowserContext, sites: SimpleNamespace
):
    opened = visit(blocking)
    page = opened.open(sites.stranger, "")
    page.evaluate("fetch('http://127.0.0.1:9/elsewhere').catch(() => {})")
    asked = [said for said in opened.complaints if "another host" in said]
    assert asked == ["request to another host: http://127.0.0.1:9/elsewhere"]
    opened.complaints.clear()


# The six kinds of frame

BOTH = "allow-scripts allow-same-origin"
FRAMES = [
    ("game", None, "blocking", "open", "Saved in this browser"),
    ("game", BOTH, "blocking", "open", "Saved in this browser"),
    ("game", "allow-scripts", "blocking", "blocked", "Not saved here"),
    ("friend", None, "blocking", "blocked", "Not saved here"),
    ("friend", BOTH, "blocking", "blocked", "Not saved here"),
    ("friend", None, "allowing", "open", "Saved on this site only"),
]


@pytest.mark.parametrize(("at", "sandbox", "browser_profile", "stores", "said"), FRAMES)
def test_in_every_kind_of_frame_a_tile_is_laid_and_it_is_said_whether_that_is_saved(
    at: str,
    sandbox: str | None,
    browser_profile: str,
    stores: str,
    said: str,
    visit: Callable[[BrowserContext], Visit],
    sites: SimpleNamespace,
    request: pytest.FixtureRequest,
):
    opened = visit(request.getfixturevalue(browser_profile))
    opened.open(getattr(sites, at), iframe(**({"sandbox": sandbox} if sandbox else {})))
    frame = opened.frame()
    assert storage(frame) == stores
    lay_a_tile(frame)
    expect(frame.locator(".frame-bar")).to_contain_text(said)


def test_a_frame_on_another_site_has_a_store_of_its_own_there_and_finds_its_game_again(
    visit: Callable[[BrowserContext], Visit], allowing: BrowserContext, sites: SimpleNamespace
):
    top = visit(allowing)
    top.page.goto(f"{sites.game}example.html")
    top.page.evaluate("localStorage.setItem('deltille:test', 'written in a tab')")
    opened = visit(allowing)
    opened.open(sites.friend, iframe(TOGETHER))
    frame = opened.frame()
    assert frame.evaluate("localStorage.getItem('deltille:test')") is None, "storage is not partitioned"
    frame.evaluate("deltille.act(deltille.legal()[0])")
    before = frame.evaluate("deltille.record()")
    opened.page.reload()
    assert opened.frame().evaluate("deltille.record()") == before


EXAMPLE = "https://example.org/deltille/"


@pytest.mark.parametrize("document", ["README.md", "docs/embedding.md"])
def test_the_line_without_a_script_works_as_it_is_written(
    document: str,
    visit: Callable[[BrowserContext], Visit],
    blocking: BrowserContext,
    sites: SimpleNamespace,
):
    (line,) = re.findall(r"<iframe .*?</iframe>", (ROOT / document).read_text(encoding="utf-8"), re.DOTALL)
    assert line.count(EXAMPLE) == 1
    opened = visit(blocking)
    page = opened.open(sites.stranger, line.replace(EXAMPLE, sites.game))
    frame = opened.frame()
    expect(page.get_by_title("Deltille")).to_have_count(1)
    if "players" in line:
        asked = json.loads(frame.evaluate("deltille.record()"))
        assert f"edition={asked['edition']}&" in line
        assert f"players={','.join(player['kind'] for player in asked['players'])}&" in line
    else:
        frame.get_by_role("button", name="Play", exact=True).click()
    expect(frame.locator("[data-turn]")).to_be_visible()
    expect(frame.locator(".frame-bar")).to_be_visible()
    width = page.evaluate("document.body.clientWidth")
    assert page.locator("iframe").bounding_box()["width"] == pytest.approx(width, abs=5)


# Does the first thing that is legal until it is the computer's turn, and waits until it has moved; the game
# as it stood in between.
END_MY_TURN = """async () => {
  for (let legal; (legal = deltille.legal()).length; ) await deltille.act(legal[0]);
  const then = deltille.record();
  while (!deltille.legal().length) await new Promise(requestAnimationFrame);
  return then;
}"""


@pytest.mark.parametrize(
    ("sandbox", "browser_profile", "stores"),
    [(None, "blocking", "blocked"), ("allow-scripts", "blocking", "blocked"), (None, "allowing", "open")],
    ids=["blocked", "sandboxed", "partitioned"],
)
def test_the_expert_answers_on_other_sites_from_its_worker(
    sandbox: str | None,
    browser_profile: str,
    stores: str,
    visit: Callable[[BrowserContext], Visit],
    sites: SimpleNamespace,
    request: pytest.FixtureRequest,
):
    opened = visit(request.getfixturevalue(browser_profile))
    query = GAME.replace("greedy", "expert")
    opened.open(sites.stranger, iframe(query, **({"sandbox": sandbox} if sandbox else {})))
    frame = opened.frame()
    assert storage(frame) == stores
    then = read(frame.evaluate(END_MY_TURN))
    now = json.loads(frame.evaluate("deltille.record()"))["rounds"][0]["actions"]
    assert now[len(then.round.actions)] == question(then, "bot:expert").answer()
    assert frame.evaluate("performance.getEntriesByName('deltille:worker').length") == 1
    expect(frame.locator(".toast")).to_have_count(0)


# In the frame


def test_the_full_page_goes_on_with_the_game(
    visit: Callable[[BrowserContext], Visit], blocking: BrowserContext, sites: SimpleNamespace
):
    opened = visit(blocking)
    opened.open(sites.stranger, iframe(TOGETHER))
    frame = opened.frame()
    frame.evaluate("deltille.act(deltille.legal()[0])")
    link = frame.get_by_role("link", name="Open full page")
    expect(link).to_have_attribute("rel", "noopener")
    with blocking.expect_page() as arriving:
        link.click()
    full = arriving.value
    full.locator(READY).wait_for(timeout=READY_WITHIN)
    assert full.url.startswith(f"{sites.game}#g=")
    assert full.evaluate("opener") is None
    assert full.evaluate("deltille.record()") == frame.evaluate("deltille.record()")
    full.close()


def test_what_the_frame_forbids_is_not_offered_and_a_new_game_stays_in_it(
    visit: Callable[[BrowserContext], Visit], blocking: BrowserContext, sites: SimpleNamespace
):
    opened = visit(blocking)
    opened.open(sites.stranger, iframe(sandbox="allow-scripts"))
    frame = opened.frame()
    parent, pages = opened.page.url, len(blocking.pages)
    frame.get_by_role("link", name="Open full page").click()
    expect(frame.locator(".toast")).to_contain_text(f"{sites.game}#g=")
    assert len(blocking.pages) == pages
    frame.locator("[data-action=dismiss]").click()
    frame.locator("[data-action=sheet]").first.click()
    expect(frame.locator("[data-action=copy-link]")).to_be_visible()
    frame.locator("[data-action=export]").click()
    expect(frame.locator("#text textarea")).to_have_value(re.compile("deltille-record"))
    frame.locator("[data-action=close]").click()
    frame.locator("[data-action=new]").click()
    expect(frame.get_by_role("button", name="Play", exact=True)).to_be_visible()
    for leading in frame.locator("a").all():
        assert leading.get_attribute("target") == "_blank"
    assert opened.page.url == parent
    opened.complaints[:] = [said for said in opened.complaints if "allow-popups" not in said]


@pytest.mark.parametrize(("edition", "theme"), [("tournament", "light"), ("conquest", "dark")])
def test_nothing_is_cut_off_in_a_small_frame(
    edition: str, theme: str, page: Page, open_page: Callable[..., Page], screenshot: Callable[[str], None]
):
    page.set_viewport_size(PHONE)
    open_page(f"?edition={edition}&players=human,bot:greedy&seed=7&embed=1&theme={theme}")
    for _turn in range(6):
        page.evaluate("deltille.legal()[0] && deltille.act(deltille.legal()[0])")
    for width, height in ((320, 480), (400, 500), (640, 480)):
        page.set_viewport_size({"width": width, "height": height})
        shown = page.locator(".frame-bar a, .frame-bar p, .icon-button, .act, .pile, .rack-tile")
        assert shown.count() > 9
        for part in shown.all():
            expect(part).to_be_in_viewport(ratio=0.99)
        root = page.locator("html")
        assert root.evaluate("html => [html.scrollWidth, html.scrollHeight]") == [width, height]
        screenshot(f"frame-{edition}-{width}x{height}")
    assert violations(page) == []


# The element


def test_nothing_of_the_game_is_fetched_until_play_is_pressed_which_a_key_can_do(
    visit: Callable[[BrowserContext], Visit], allowing: BrowserContext, sites: SimpleNamespace
):
    opened = visit(allowing)
    fetched: list[str] = []
    opened.page.on("request", lambda request: fetched.append(request.url))
    page = opened.open(
        sites.friend,
        '<button id="before">before</button>'
        + board(edition="kids", players="human,human", seed="11", theme="dark", target="90", at="3")
        + '<button id="after">after</button>',
    )
    play = page.get_by_role("button", name="Play: Deltille")
    expect(play).to_be_visible()
    expect(page.locator("deltille-board svg polygon")).to_have_count(6)
    assert [url for url in fetched if url.startswith(sites.game)] == [f"{sites.game}embed.js"]
    page.locator("#before").focus()
    page.keyboard.press("Tab")
    expect(play).to_be_focused()
    page.keyboard.press("Enter")
    made = page.locator("deltille-board iframe")
    expect(made).to_be_focused()
    expect(made).to_have_attribute("title", "Deltille")
    expect(made).to_have_attribute("allow", "fullscreen; clipboard-write; web-share")
    frame = opened.frame()
    assert frame.url == (
        f"{sites.game}?embed=1&edition=kids&players=human%2Chuman&seed=11&target=90&theme=dark&at=3"
    )
    assert json.loads(frame.evaluate("deltille.record()"))["edition"] == "kids"
    leaves_by_tab(page)


def leaves_by_tab(page: Page) -> None:
    """Nobody is caught in the frame who has no mouse."""
    after = page.locator("#after")
    for _press in range(40):
        page.keyboard.press("Tab")
        if after.evaluate("button => button === document.activeElement"):
            return
    raise AssertionError("Tab does not lead out of the frame")


def test_the_element_has_a_size_that_the_page_can_change(
    visit: Callable[[BrowserContext], Visit], allowing: BrowserContext, sites: SimpleNamespace
):
    opened = visit(allowing)
    page = opened.open(
        sites.stranger,
        "<style>div {{ width: 320px }} .tall {{ --deltille-height: 600px }}</style>"
        f"<div>{board(label='Kids’ corner', lang='fr')}</div>"
        '<div class="tall"><deltille-board theme="light" label="Club"></deltille-board></div>',
    )
    expect(page.get_by_role("button", name="Jouer: Kids’ corner")).to_be_visible()
    sizes = [box.bounding_box() for box in page.locator("deltille-board").all()]
    assert [(size["width"], size["height"]) for size in sizes] == [(320, 480), (320, 600)]
    assert page.locator("deltille-board iframe").count() == 0


def test_it_can_open_by_itself_when_it_comes_near(
    visit: Callable[[BrowserContext], Visit], allowing: BrowserContext, sites: SimpleNamespace
):
    opened = visit(allowing)
    page = opened.open(
        sites.stranger,
        "<style>p {{ height: 3000px }}</style><p id='long'>A long article</p>" + board(load="near"),
    )
    expect(page.locator("deltille-board button")).to_be_attached()
    expect(page.locator("deltille-board iframe")).to_have_count(0)
    page.locator("deltille-board").scroll_into_view_if_needed()
    expect(page.locator("deltille-board iframe")).to_have_count(1)


LINE = '<deltille-board edition="conquest" players="human,bot:greedy" lang="fr" theme="auto">'


def test_a_line_that_asks_for_a_language_not_there_opens_the_game_in_english(
    visit: Callable[[BrowserContext], Visit], allowing: BrowserContext, sites: SimpleNamespace
):
    opened = visit(allowing)
    page = opened.open(
        sites.stranger, f'<script async src="{{game}}embed.js"></script>{LINE}</deltille-board>'
    )
    page.emulate_media(color_scheme="dark")
    page.get_by_role("button", name="Jouer: Deltille").click()
    frame = opened.frame()
    expect(frame.locator("[data-turn]")).to_be_visible()
    match = json.loads(frame.evaluate("deltille.record()"))
    assert (match["edition"], [player["kind"] for player in match["players"]]) == (
        "conquest",
        ["human", "bot:greedy"],
    )
    expect(frame.locator("html[lang=en]:not([data-theme])")).to_have_count(1)
    expect(frame.locator(".message, .toast")).to_have_count(0)


def test_two_on_a_page_of_another_site_one_of_them_without_storage(
    visit: Callable[[BrowserContext], Visit], allowing: BrowserContext, sites: SimpleNamespace
):
    opened = visit(allowing)
    page = opened.open(
        sites.stranger,
        board(players="human,bot:greedy", seed="11")
        + '<deltille-board players="human,bot:greedy" seed="11" sandbox="allow-scripts"></deltille-board>',
    )
    for element in page.locator("deltille-board").all():
        element.get_by_role("button").tap()
    one, other = opened.frame(0), opened.frame(1)
    assert (storage(one), storage(other)) == ("open", "blocked")
    for frame in (one, other):
        lay_a_tile(frame)
    expect(one.locator(".frame-bar")).to_contain_text("Saved on this site only")
    expect(other.locator(".frame-bar")).to_contain_text("Not saved here")


# Diagrams

ROUND = play_match(EDITIONS["tournament"], ["bot:greedy"] * 2, "7", Options(Target(rounds=1)))
RECORDED = link.encode(write(ROUND))


def tiles_at(at: int) -> int:
    return len(ROUND.undone(len(ROUND.round.actions) - at).round.board.laid)


def test_a_recorded_game_is_a_diagram_or_a_replay(
    visit: Callable[[BrowserContext], Visit], blocking: BrowserContext, sites: SimpleNamespace
):
    opened = visit(blocking)
    page = opened.open(
        sites.stranger,
        board(record=RECORDED, at="20", label="After twenty moves")
        + f'<deltille-board record="{RECORDED}" at="20" replay="1"></deltille-board>'
        + f'<deltille-board record="{RECORDED}" load="near"></deltille-board>',
    )
    page.get_by_role("button", name="Show: After twenty moves").click()
    page.get_by_role("button", name="Show: Deltille").first.click()
    still, stepping = opened.frame(0), opened.frame(1)
    for frame in (still, stepping):
        expect(frame.locator("[data-cell]")).to_have_count(tiles_at(20))
        expect(frame.locator(".frame-bar, .toast, [data-turn]")).to_have_count(0)
    expect(still.locator("#app").locator("button:visible, input, select, a")).to_have_count(0)
    stepping.locator("[data-action=replay-forward]").click()
    expect(stepping.locator("[data-cell]")).to_have_count(tiles_at(21))
    expect(stepping.locator("[data-action=play-on], [data-action=leave-replay]")).to_have_count(0)
    page.locator("deltille-board").nth(2).scroll_into_view_if_needed()
    expect(page.locator("iframe")).to_have_count(3)
    expect(opened.frame(2).locator("[data-cell]")).to_have_count(tiles_at(len(ROUND.round.actions)))


def test_of_a_diagram_there_is_nothing_to_hear_and_nothing_to_move(
    visit: Callable[[BrowserContext], Visit], blocking: BrowserContext, sites: SimpleNamespace
):
    opened = visit(blocking)
    page = opened.open(sites.friend, LISTEN + board(record=RECORDED, at="20", replay="1"))
    game = page.locator("deltille-board")
    game.evaluate("game => (game.play(), game.ready)")
    assert game.evaluate("game => game.legal()") == []
    for call in ("act('draw')", "record()"):
        with pytest.raises(Error, match="No game is being played"):
            game.evaluate(f"game => game.{call}")
    opened.frame().locator("[data-action=replay-forward]").click()
    assert game.evaluate("game => game.legal()") == []
    assert page.evaluate("told.map(([event]) => event)") == ["ready", "error", "error"]


# Talking


LISTEN = """<script>
  window.told = [];
  for (const event of ["ready", "turn", "move", "result", "error"])
    addEventListener(`deltille-${{event}}`, ({{detail}}) => told.push([event, detail]));
</script>"""


def told(page: Page, event: str) -> list[dict[str, object]]:
    return [detail for kind, detail in page.evaluate("told") if kind == event]


def test_a_page_that_is_allowed_plays_and_hears_of_it(
    visit: Callable[[BrowserContext], Visit], allowing: BrowserContext, sites: SimpleNamespace
):
    opened = visit(allowing)
    page = opened.open(sites.friend, LISTEN + board(players="human,human", seed="11"))
    game: Locator = page.locator("deltille-board")
    game.get_by_role("button").click()
    game.evaluate("game => game.ready")
    first = game.evaluate("game => game.legal()")[0]
    assert first.startswith("play ")
    game.evaluate("(game, action) => game.act(action)", first)
    (turn, next_turn), (move,) = told(page, "turn"), told(page, "move")
    assert told(page, "ready") == [{}]
    assert turn == {"round": 0, "seat": 0, "kind": "human"}
    assert next_turn["seat"] == 1
    assert (move["action"], move["seat"], move["n"]) == (first, 0, 0)
    assert move["scores"] == [move["gain"], 0]
    assert json.loads(game.evaluate("game => game.record()"))["rounds"][0]["actions"] == [first]
    for call, reason in (
        ("act('dance')", "unknown action"),
        ("load('[')", "not JSON"),
        ("act(7)", "takes text"),
    ):
        with pytest.raises(Error, match=reason):
            game.evaluate(f"game => game.{call}")
    assert len(told(page, "error")) == 3

    # A game that wants one more action to be over
    record = json.loads((ROOT / "tests" / "engine" / "golden" / "classic.json").read_text())
    for player in record["players"]:
        player["kind"] = "human"
    last = record["rounds"][-1]["actions"].pop()
    game.evaluate("(game, text) => game.load(text)", json.dumps(record))
    assert told(page, "result") == []
    game.evaluate("(game, action) => game.act(action)", last)
    (result,) = told(page, "result")
    assert result["over"] is True
    assert len(result["scores"]) == len(record["players"])
    assert result["winners"]


def test_another_look_goes_on_with_the_same_game_and_another_edition_does_not(
    visit: Callable[[BrowserContext], Visit], allowing: BrowserContext, sites: SimpleNamespace
):
    opened = visit(allowing)
    page = opened.open(sites.friend, board(players="human,human", seed="12"))
    game = page.locator("deltille-board")
    game.evaluate("game => (game.play(), game.ready)")
    game.evaluate("async game => game.act((await game.legal())[0])")
    before = game.evaluate("game => game.record()")
    history = page.evaluate("history.length")
    dark = "async game => { game.setAttribute('theme', 'dark'); await null; await game.ready; }"
    game.evaluate(dark)
    assert game.evaluate("game => game.record()") == before
    assert opened.frame().locator("html").get_attribute("data-theme") == "dark"
    game.evaluate("game => game.setAttribute('edition', 'kids')")
    expect(game.locator("iframe")).to_have_attribute("src", re.compile("edition=kids"))
    assert page.evaluate("history.length") == history


CALLS = [
    {"deltille": 1, "id": 1, "call": "ready"},
    {"deltille": 1, "id": 2, "call": "record"},
    {"deltille": 1, "id": 3, "call": "legal"},
]
"""What a page might try that is not allowed to; acting and loading come on top."""


def test_a_page_that_is_not_allowed_neither_reads_nor_moves_nor_hears(
    visit: Callable[[BrowserContext], Visit], blocking: BrowserContext, sites: SimpleNamespace
):
    opened = visit(blocking)
    page = opened.open(sites.stranger, iframe(TOGETHER))
    frame = opened.frame()
    before = frame.evaluate("deltille.record()")
    golden = (ROOT / "tests" / "engine" / "golden" / "classic.json").read_text()
    tries = [
        *CALLS,
        {"deltille": 1, "id": 4, "call": "act", "argument": frame.evaluate("deltille.legal()")[0]},
        {"deltille": 1, "id": 5, "call": "load", "argument": golden},
    ]
    post_and_wait(page, frame, tries)
    assert frame.evaluate("deltille.record()") == before
    frame.evaluate("deltille.act(deltille.legal()[0])")  # which a parent that is allowed would hear of
    assert heard_by_now(page, frame) == []


def test_only_the_parent_itself_is_answered_not_other_pages_of_its_site(
    visit: Callable[[BrowserContext], Visit], blocking: BrowserContext, sites: SimpleNamespace
):
    opened = visit(blocking)
    page = opened.open(
        sites.friend, iframe(TOGETHER) + '<iframe src="sibling.html" title="sibling"></iframe>'
    )
    frame = opened.frame()
    (sibling,) = (other for other in page.frames if other.url.endswith("sibling.html"))
    before = frame.evaluate("deltille.record()")
    sibling.evaluate("window.heard = []; addEventListener('message', ({data}) => heard.push(data))")
    move = {"deltille": 1, "id": 4, "call": "act", "argument": frame.evaluate("deltille.legal()")[0]}
    frame.evaluate(COUNT)
    sibling.evaluate("tries => tries.forEach(one => parent.frames[0].postMessage(one, '*'))", [*CALLS, move])
    expect(frame.locator("html")).to_have_attribute("data-counted", "4")
    assert frame.evaluate("deltille.record()") == before
    assert all("id" not in message for message in heard_by_now(page, frame))
    assert sibling.evaluate("heard") == []


def test_what_is_no_call_is_not_answered_even_to_a_friend(
    visit: Callable[[BrowserContext], Visit], blocking: BrowserContext, sites: SimpleNamespace
):
    opened = visit(blocking)
    page = opened.open(sites.friend, iframe(TOGETHER))
    frame = opened.frame()
    before = frame.evaluate("deltille.record()")
    nonsense = [
        None,
        "record",
        7,
        [],
        ["deltille", 1],
        {"call": "record"},
        {"deltille": 2, "id": 1, "call": "record"},
        {"deltille": True, "id": 1, "call": "record"},
        {"deltille": 1.5, "id": 1, "call": "record"},
        {"deltille": 1, "id": "x" * 65, "call": "record"},
        {"deltille": 1, "id": 1, "call": "x" * 100_000},
        {"deltille": 1, "id": 1, "event": "ready"},
        list(range(100_000)),
        "x" * 10_000_000,
        {"deltille": 1, "id": {"deep": [1]}, "call": "record"},
        {"deltille": 1, "id": 1, "call": ["record"]},
    ]
    post_and_wait(page, frame, nonsense)
    assert [message for message in heard_by_now(page, frame) if "event" not in message] == []
    refused = [
        {"deltille": 1, "id": 1, "call": "__class__"},
        {"deltille": 1, "id": 2, "call": "act", "argument": "x" * 65},
        {"deltille": 1, "id": 3, "call": "load", "argument": "[" * 100_000},
        {"deltille": 1, "id": 4, "call": "load", "argument": "x" * 10_000_000},
    ]
    post_and_wait(page, frame, refused)
    answers = [message for message in heard_by_now(page, frame) if "id" in message]
    assert [(answer["id"], "error" in answer) for answer in answers] == [(n, True) for n in (1, 2, 3, 4)]
    assert frame.evaluate("deltille.record()") == before
    expect(frame.locator("#trouble")).to_be_hidden()


def test_a_parent_without_an_origin_is_nobody_even_within_a_page_that_is_allowed(
    visit: Callable[[BrowserContext], Visit], blocking: BrowserContext, sites: SimpleNamespace
):
    """The browser calls its origin "null", as it does that of every other one."""
    opened = visit(blocking)
    (sites.folders[sites.friend] / "nobody.html").write_text(
        '<!doctype html><link rel="icon" href="data:,"><body>' + iframe(TOGETHER).format(game=sites.game)
    )
    page = opened.open(
        sites.friend,
        '<iframe sandbox="allow-scripts" src="nobody.html" title="nobody" width="700" height="600"></iframe>',
    )
    page.frame_locator("iframe").frame_locator("iframe").locator(READY).wait_for(timeout=READY_WITHIN)
    nobody = next(frame for frame in page.frames if frame.url.endswith("nobody.html"))
    (frame,) = nobody.child_frames
    assert nobody.evaluate("origin") == "null"
    assert frame.evaluate("[...location.ancestorOrigins]")[0] == "null"
    nobody.evaluate("window.heard = []; addEventListener('message', ({data}) => heard.push(data))")
    before = frame.evaluate("deltille.record()")
    act = {"deltille": 1, "id": 4, "call": "act", "argument": frame.evaluate("deltille.legal()")[0]}
    post_and_wait(nobody, frame, [*CALLS, act])
    assert frame.evaluate("deltille.record()") == before
    frame.evaluate("deltille.act(deltille.legal()[0])")
    assert heard_by_now(nobody, frame) == []


def test_the_element_believes_nobody_but_its_own_frame(
    visit: Callable[[BrowserContext], Visit], blocking: BrowserContext, sites: SimpleNamespace
):
    opened = visit(blocking)
    page = opened.open(
        sites.friend,
        LISTEN
        + board(players="human,human", seed="11")
        + '<iframe src="sibling.html" title="sibling"></iframe>',
    )
    game = page.locator("deltille-board")
    game.evaluate("game => (game.play(), game.ready)")
    assert game.evaluate("game => game.legal()")
    before = page.evaluate("told.length")
    (sibling,) = (other for other in page.frames if other.url.endswith("sibling.html"))
    forged = [
        {"deltille": 1, "event": "result", "over": True, "winners": [0]},
        {"deltille": 1, "event": "ready", "forged": True},
        {"deltille": 1, "id": 2, "result": ["forged"]},
    ]
    for frame in (sibling, page.main_frame):
        frame.evaluate("forged => forged.forEach((one) => top.postMessage(one, '*'))", forged)
    # An honest call, the second, has the answer that is its own.
    assert game.evaluate("game => game.legal()")[0].startswith("play ")
    assert len([said for said in page.evaluate("heard") if said in forged]) == 2 * len(forged)
    assert page.evaluate("told.length") == before


def test_calls_that_wait_when_the_frame_is_loaded_anew_are_refused(
    visit: Callable[[BrowserContext], Visit], blocking: BrowserContext, sites: SimpleNamespace
):
    opened = visit(blocking)
    loses_answers = """<script>
      var isDeaf = false;
      addEventListener("message", (event) => isDeaf && event.data.id && event.stopImmediatePropagation());
    </script>"""
    page = opened.open(sites.friend, loses_answers + board(players="human,human", seed="11"))
    game = page.locator("deltille-board")
    game.evaluate("game => (game.play(), game.ready)")
    game.evaluate(
        """game => {
          isDeaf = true;
          game.legal().catch(({message}) => (document.title = message));
        }"""
    )
    opened.frame().evaluate("location.reload()")
    expect(page).to_have_title("The game was closed or opened anew.", timeout=READY_WITHIN)
    page.evaluate("isDeaf = false")
    assert game.evaluate("game => game.legal()")[0].startswith("play ")


COUNT = """() => {
  if (!document.documentElement.dataset.counted)
    addEventListener("message", () => document.documentElement.dataset.counted++);
  document.documentElement.dataset.counted = 0;
}"""
"""Added after the game's own listener, so that what it counts the game has heard."""


def post_and_wait(page: Page | Frame, frame: Frame, messages: list[object]) -> None:
    frame.evaluate(COUNT)
    page.evaluate("messages => messages.forEach(one => frames[0].postMessage(one, '*'))", messages)
    expect(frame.locator("html")).to_have_attribute("data-counted", str(len(messages)))


def heard_by_now(page: Page | Frame, frame: Frame) -> list[dict[str, object]]:
    """What the page has heard, up to a word that the frame sends now: messages keep their order."""
    page.evaluate(
        """() => addEventListener("message", ({data}) => {
          if (data === "last") document.documentElement.dataset.last = "here";
        })"""
    )
    frame.evaluate("parent.postMessage('last', '*')")
    expect(page.locator("html")).to_have_attribute("data-last", "here")
    page.evaluate("() => delete document.documentElement.dataset.last")
    return [message for message in page.evaluate("heard") if message != "last"]


# The example


def test_the_example_page_works(
    visit: Callable[[BrowserContext], Visit], blocking: BrowserContext, sites: SimpleNamespace
):
    opened = visit(blocking)
    page = opened.page
    page.goto(f"{sites.game}example.html")
    page.locator("deltille-board").get_by_role("button").click()
    heard = page.locator("#heard li")
    expect(heard.filter(has_text="ready")).to_have_count(1, timeout=READY_WITHIN)
    page.get_by_role("button", name="Keep this game").click()
    back = page.get_by_role("button", name="Back to the kept one")
    expect(back).to_be_enabled()
    page.get_by_role("button", name="Do something for me").click()
    expect(heard.filter(has_text="move")).not_to_have_count(0)
    back.click()
    expect(page.frame_locator("iframe").locator("[data-turn]")).to_be_visible()
