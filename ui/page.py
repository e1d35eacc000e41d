"""The browser, as far as the rest of the page knows it: the one module besides `ui.render` that imports js.

Listeners are made once and never per element; whatever goes wrong in a handler reaches the error panel.
"""

import traceback
from collections.abc import Callable
from functools import wraps
from typing import Any

import js
from js import document, window
from pyodide.ffi import JsException, create_once_callable, create_proxy, to_js

from engine.record import MOST_BYTES
from ui.store import Memory, Refused

ROOT = document.documentElement
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
            found = [self._storage.key(n) for n in range(self._storage.length)]
        except JsException as error:
            raise Refused("forbidden") from error
        # Another tab may have removed one while we were counting.
        return [key for key in found if isinstance(key, str)]


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


def reduced_motion() -> bool:
    return bool(window.matchMedia("(prefers-reduced-motion: reduce)").matches)


def find(selector: str) -> Any:
    """The first such element, or None."""
    return document.querySelector(selector) or None


def focus(selector: str) -> None:
    if element := find(selector):
        element.focus()


def download(name: str, text: str) -> None:
    blob = js.Blob.new(
        to_js([text]), to_js({"type": "application/json"}, dict_converter=js.Object.fromEntries)
    )
    anchor = document.createElement("a")
    anchor.href, anchor.download = js.URL.createObjectURL(blob), name
    anchor.click()
    js.URL.revokeObjectURL(anchor.href)


def pick_text(then: Callable[[str], None], too_large: Callable[[], None]) -> None:
    """Let the player choose a file, and hand on its text."""
    chooser = document.createElement("input")
    chooser.type, chooser.accept = "file", ".json,application/json"

    def chosen(_event: Any) -> None:
        file = chooser.files.item(0)
        if file.size > MOST_BYTES:
            too_large()
        else:
            file.text().then(create_once_callable(guarded(then)))

    chooser.addEventListener("change", create_once_callable(guarded(chosen)))
    chooser.click()


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


def own_address() -> str:
    """The page's address without query and fragment."""
    return str(window.location.origin + window.location.pathname)
