"""The browser, as far as the rest of the page knows it.

Besides this module only those know it that are a way into the page or out of it: `ui.main`, `ui.render`,
`ui.scripting`, and `ui.worker`, which alone uses what is PyScript's own.

Listeners are made once and never per element; whatever goes wrong in a handler reaches the error panel.
"""

import traceback
from collections.abc import Callable, Sequence
from functools import wraps
from itertools import pairwise
from typing import Any

import js
from js import document, window
from pyodide.ffi import JsException, create_once_callable, create_proxy, jsnull, to_js

from engine.record import MOST_BYTES
from ui.store import Memory, Refused, Storage
from ui.tabs import Alone, Heartbeat, LetGo, Locks

ROOT = document.documentElement
FETCHED_WITHIN = 300.0
"""For how many seconds a file that was handed out stays there."""
FULL = ("QuotaExceededError", "NS_ERROR_DOM_QUOTA_REACHED")


def guarded(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with its exceptions shown to the player, since browsers only whisper them."""

    @wraps(function)
    def wrapper(*arguments: Any) -> Any:
        try:
            return function(*arguments)
        except Exception:
            js.deltilleBoot.report("Something unexpected happened.", traceback.format_exc())

    return wrapper


def listen(target: Any, kind: str, handler: Callable[[Any], None], passive: bool = True) -> None:
    target.addEventListener(kind, create_proxy(guarded(handler)), to_js({"passive": passive}))


def send(kind: str, detail: str | None = None) -> None:
    """Tell the scripts of the page something."""
    window.dispatchEvent(
        js.CustomEvent.new(kind, to_js({"detail": detail}, dict_converter=js.Object.fromEntries))
    )


class Timer:
    """Something to be done later, unless cancelled."""

    def __init__(self, seconds: float, function: Callable[[], None]) -> None:
        self._call: Any = create_once_callable(guarded(self._ring))
        self._function = function
        self._timeout = js.setTimeout(self._call, round(seconds * 1000))

    def _ring(self) -> None:
        self._call = None
        self._function()

    def cancel(self) -> None:
        if self._call is not None:
            js.clearTimeout(self._timeout)
            self._call.destroy()
            self._call = None


def frames(function: Callable[[], None]) -> Callable[[], None]:
    """A function that has `function` called with the next frame; one proxy serves for all of them."""
    proxy = create_proxy(guarded(lambda _now: function()))
    return lambda: js.requestAnimationFrame(proxy)


def after_paint(function: Callable[[], None]) -> None:
    """Have `function` called as soon as what is drawn by now is on the screen."""
    call = create_once_callable(guarded(function))
    if document.hidden:  # nothing is painted
        js.setTimeout(call, 0)
        return
    # A frame's callbacks come just before its painting, whatever they put off comes after.
    js.requestAnimationFrame(create_once_callable(lambda _now: js.setTimeout(call, 0)))


class LocalStorage:
    """localStorage as `ui.store.Storage`."""

    def __init__(self) -> None:
        self._storage = window.localStorage

    def get(self, key: str) -> str | None:
        try:
            value = self._storage.getItem(key)
        except JsException as error:
            raise Refused("forbidden") from error
        return value if isinstance(value, str) else None

    def put(self, key: str, value: str) -> None:
        try:
            self._storage.setItem(key, value)
        except JsException as error:
            raise Refused("full" if any(name in str(error) for name in FULL) else "forbidden") from error

    def remove(self, key: str) -> None:
        try:
            self._storage.removeItem(key)
        except JsException as error:
            raise Refused("forbidden") from error

    def keys(self) -> list[str]:
        try:
            found = js.Object.keys(self._storage)
        except JsException as error:
            raise Refused("forbidden") from error
        return list(found.to_py())


def storage() -> LocalStorage | Memory:
    """localStorage; where it is blocked – even asking may raise – a memory that ends with the page."""
    try:
        local = LocalStorage()
        local.put("deltille:probe", "1")
        local.remove("deltille:probe")
        return local
    except Refused as refused:
        return local if refused.args == ("full",) else Memory()
    except (JsException, AttributeError):
        return Memory()


class WebLocks:
    """The browser's own locks, which end with the tab that holds them; some frames are refused them."""

    def __init__(self, instead: Locks) -> None:
        self._instead = instead
        self._until_free: dict[str, Any] = {}
        """By name a promise that our own latest hold of that lock has ended."""

    def ask(self, name: str, steal: bool, answer: Callable[[bool], None], lost: Callable[[], None]) -> LetGo:
        let_go: LetGo | None = None
        left = False

        def hold(resolve: Any, _reject: Any) -> None:
            nonlocal let_go
            let_go = resolve

        def given(lock: Any) -> Any:
            if left or not lock:
                if not left:
                    answer(False)
                return None
            held = js.Promise.new(create_once_callable(hold))
            answer(True)
            return held

        def failed(error: Any) -> None:
            nonlocal let_go
            if left:
                return
            if let_go:
                lost()
            else:
                let_go = self._instead.ask(name, steal, answer, lost)

        def leave() -> None:
            nonlocal left
            left = True
            if let_go:
                let_go()

        options = to_js(
            {"steal": True} if steal else {"ifAvailable": True}, dict_converter=js.Object.fromEntries
        )

        def request(_ended: Any) -> Any:
            given_once = create_once_callable(guarded(given))
            asked = window.navigator.locks.request(f"deltille:{name}", options, given_once)
            return asked.then(None, create_once_callable(guarded(failed)))

        # A game left and taken up again at once would meet our own lock, which the browser is still ending.
        ended = js.Promise.allSettled(to_js([self._until_free.get(name)]))
        self._until_free[name] = ended.then(create_once_callable(guarded(request)))
        return leave


def locks(storage: Storage) -> Locks:
    """How tabs agree on who plays a game."""
    if isinstance(storage, Memory):
        return Alone()
    heartbeat = Heartbeat(storage, Timer)
    return WebLocks(heartbeat) if getattr(window.navigator, "locks", None) else heartbeat


def ask_to_keep() -> None:
    """Ask the browser not to clear our storage when it runs short; it may ask the player."""
    if manager := getattr(window.navigator, "storage", None):
        manager.persist().catch(create_once_callable(lambda _error: None))


def is_kept(then: Callable[[bool], None]) -> None:
    """Find out whether the browser has promised to keep our storage."""
    if manager := getattr(window.navigator, "storage", None):
        manager.persisted().then(
            create_once_callable(guarded(then)), create_once_callable(lambda _error: None)
        )


def reduced_motion() -> bool:
    return bool(window.matchMedia("(prefers-reduced-motion: reduce)").matches)


def find(selector: str) -> Any:
    """The first such element, or None."""
    return document.querySelector(selector) or None


def focus(selector: str) -> None:
    if element := find(selector):
        element.focus()


def download(name: str, text: str) -> None:
    kind = "image/svg+xml" if name.endswith(".svg") else "application/json"
    blob = js.Blob.new(to_js([text]), to_js({"type": kind}, dict_converter=js.Object.fromEntries))
    anchor = document.createElement("a")
    anchor.href, anchor.download = js.URL.createObjectURL(blob), name
    anchor.click()
    # Some browsers fetch it only when somebody has said where to.
    Timer(FETCHED_WITHIN, lambda: js.URL.revokeObjectURL(anchor.href))


def may_download() -> bool:
    """A sandboxed frame may not, and whether it is one can be seen only in a frame of our own site."""
    if window.parent == window:
        return True
    frame = window.frameElement
    return bool(frame) and (not frame.hasAttribute("sandbox") or frame.sandbox.contains("allow-downloads"))


def pick_files(then: Callable[[list[tuple[str, str]]], None], too_large: Callable[[], None]) -> None:
    """Let the player choose files, and hand on their names and texts."""
    chooser = document.createElement("input")
    chooser.type, chooser.multiple, chooser.accept = "file", True, ".json,.jsonl,application/json"

    def chosen(_event: Any) -> None:
        read_files(list(chooser.files), then, too_large)

    chooser.addEventListener("change", create_once_callable(guarded(chosen)))
    chooser.click()


def style_of(*sheets: str) -> str:
    """The rules of these style sheets of the page, for a picture that is to be seen without it."""
    found = (sheet for sheet in document.styleSheets if str(sheet.href).rpartition("/")[2] in sheets)
    return "".join(rule.cssText for sheet in found for rule in sheet.cssRules)


def can_share() -> bool:
    return hasattr(window.navigator, "share")


def share(address: str, then: Callable[[bool], None]) -> None:
    """Hand an address to the system's share sheet, and say whether it went there or was called off."""
    given = to_js({"url": address, "title": document.title}, dict_converter=js.Object.fromEntries)
    shared = create_once_callable(guarded(lambda _result: then(True)))
    failed = create_once_callable(guarded(lambda error: then(error.name == "AbortError")))
    window.navigator.share(given).then(shared, failed)


def keep_in_view(selector: str) -> None:
    """Scroll the list that holds this element, and nothing else, until it is seen."""
    if element := find(selector):
        part = element.closest("ol")
        box, frame = element.getBoundingClientRect(), part.getBoundingClientRect()
        if box.top < frame.top:
            part.scrollTop -= frame.top - box.top
        elif box.bottom > frame.bottom:
            part.scrollTop += box.bottom - frame.bottom


def read_files(
    files: Sequence[Any], then: Callable[[list[tuple[str, str]]], None], too_large: Callable[[], None]
) -> None:
    """Hand on the names and texts of files, unless there is too much of it."""
    if sum(file.size for file in files) > MOST_BYTES:
        too_large()
        return

    def read(texts: Any) -> None:
        then([(file.name, text) for file, text in zip(files, texts, strict=True)])

    asked = js.Promise.all(to_js([file.text() for file in files]))
    asked.then(create_once_callable(guarded(read)))


def copy(text: str, then: Callable[[bool], None]) -> None:
    """Put text on the clipboard, and say whether that was allowed."""
    clipboard = window.navigator.clipboard
    if not clipboard:
        then(False)
        return
    yes, no = (create_once_callable(guarded(lambda _result, done=done: then(done))) for done in (True, False))
    clipboard.writeText(text).then(yes, no)


def fly(text: str, start: str, end: str) -> None:
    """Let these words travel from one element to another, for those who like motion."""
    source, goal = find(start), find(end)
    if reduced_motion() or not source or not goal:
        return
    there, here = source.getBoundingClientRect(), goal.getBoundingClientRect()
    words = document.createElement("span")
    words.className, words.textContent, words.ariaHidden = "flying", text, "true"
    document.body.append(words)
    steps = [
        {"transform": f"translate({there.x + there.width / 2}px, {there.y}px)", "opacity": 0},
        {
            "transform": f"translate({there.x + there.width / 2}px, {there.y - 30}px)",
            "opacity": 1,
            "offset": 0.3,
        },
        {"transform": f"translate({here.x}px, {here.y}px)", "opacity": 0.2},
    ]
    path = to_js(steps, dict_converter=js.Object.fromEntries)
    words.animate(path, 1200).finished.then(create_once_callable(lambda _animation: words.remove()))


HOP = 26
"""How high a marker rises between two spaces, in units of the drawing."""
STEP_SECONDS = 0.22
"""From one space to the next."""


def travel(selector: str, path: Sequence[tuple[float, float]], wait: float) -> None:
    """Let an element of a drawing hop from point to point to where it is, beginning after so many seconds."""
    element = find(selector) if selector and len(path) > 1 else None
    if not element:
        return
    steps = []
    for (x, y), (next_x, next_y) in pairwise(path):
        steps.append({"transform": f"translate({x}px, {y}px)"})
        steps.append({"transform": f"translate({(x + next_x) / 2}px, {(y + next_y) / 2 - HOP}px)"})
    timing = {
        "duration": 1000 * STEP_SECONDS * len(path),
        "delay": 1000 * wait,
        "fill": "backwards",
        "easing": "linear",
    }
    given = (to_js(part, dict_converter=js.Object.fromEntries) for part in (steps, timing))
    element.animate(*given)


class BoardSize:
    """The board's size, told by the browser when it changes: to ask for it would lay the page out anew."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self.aspect = window.innerWidth / max(window.innerHeight, 1)
        self._changed = changed
        self._board: Any = None
        self._observer = js.ResizeObserver.new(create_proxy(guarded(self._on_resize)))

    def watch(self) -> None:
        """Look again which element is the board; it is another one after each visit to the lobby."""
        board = find("#board")
        if board != self._board:
            self._observer.disconnect()
            self._board = board
            if board:
                self._observer.observe(board)

    def _on_resize(self, entries: Any, _observer: Any) -> None:
        shown = entries[0].contentRect
        if shown.width and shown.height:
            self.aspect = shown.width / shown.height
            self._changed()


def board_rectangle() -> tuple[float, float, float, float]:
    """Where the board is in the window: left, top, width, height."""
    board = find("#board")
    if not board:
        return 0.0, 0.0, float(window.innerWidth), float(window.innerHeight)
    shown = board.getBoundingClientRect()
    return shown.left, shown.top, shown.width, shown.height


def focus_is_lost() -> bool:
    return bool(document.activeElement == document.body)


def set_title(title: str) -> None:
    if document.title != title:
        document.title = title


def is_on_another_site() -> bool:
    """Whether this page is in a frame, and somewhere above it is a page that is not ours."""
    try:
        return bool(window.top.location.origin != window.location.origin)
    except JsException:
        return True


def open_tab(address: str) -> bool:
    """Open another page in a new tab that knows nothing of this one; False where that is not allowed."""
    tab = window.open(address, "_blank")
    if tab:
        tab.opener = jsnull
    return bool(tab)


def own_address() -> str:
    """The page's address without query and fragment."""
    # Not put together from its origin, which a file on disk has none of.
    return str(window.location.href).partition("#")[0].partition("?")[0]


def forget_parameter(name: str) -> None:
    """Take this parameter out of the page's address, without loading anything."""
    shown = js.URL.new(window.location.href)
    shown.searchParams.delete(name)
    window.history.replaceState(None, "", shown.href)
