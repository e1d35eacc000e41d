"""The page for scripts: `window.deltille`, and the same by message for a page that embeds this one.

Only the parent page is heard and told anything, and only if it is of our own origin or of one that
index.html allows; `ui.messages` knows the form of what is said.
"""

from collections.abc import Callable
from typing import Any

import js
from js import document, window
from pyodide.ffi import create_proxy, to_js

from engine import Match
from engine.errors import Malformed, NotAllowed
from engine.record import RecordError
from ui.app import App
from ui.messages import LONGEST, PROTOCOL, Call, News, allowed_origins, read_call, text_for
from ui.page import guarded, listen

REASONS = (Malformed, NotAllowed, RecordError)


class Script:
    """What a script may do; each raises one of `REASONS` where the game does not allow it."""

    def __init__(self, app: App) -> None:
        self.asking: dict[str, Callable[[], Any]] = {"legal": lambda: list(app.legal()), "record": app.record}
        self.doing: dict[str, Callable[[str], None]] = {name: getattr(app, name) for name in LONGEST}

    def call(self, name: str, argument: object) -> Any:
        if name in self.asking:
            return self.asking[name]()
        if name not in self.doing:
            raise Malformed(f"there is no call {name!r}")
        return self.doing[name](text_for(name, argument))


def expose(app: App) -> None:
    """Complete `window.deltille`; `act` and `load` are promises, rejected with the engine's reason."""
    script = Script(app)

    def promised(name: str) -> Callable[[Any], Any]:
        def call(argument: Any = None) -> Any:
            try:
                script.call(name, argument)
            except REASONS as error:
                return js.Promise.reject(js.Error.new(str(error)))
            return js.Promise.resolve()

        return call

    def direct(name: str) -> Callable[[], Any]:
        return lambda: to_js(script.call(name, None))

    for name in script.asking:
        setattr(window.deltille, name, create_proxy(direct(name)))
    for name in script.doing:
        setattr(window.deltille, name, create_proxy(promised(name)))


def answer_parent(app: App) -> None:
    """Tell an embedding page what happens, and answer it from now on – if it is allowed."""
    if window.parent == window:
        return
    listed = document.querySelector("meta[name=deltille-origins]").content
    parent = Parent(app, allowed_origins(listed, window.location.origin))
    listen(window, "message", parent.on_message)
    app.followers.append(parent.on_match)
    guarded(parent.greet)()


class Parent:
    """The page around this one. Its origin is known once the browser or an allowed message names it."""

    def __init__(self, app: App, allowed: frozenset[str]) -> None:
        self._app = app
        self._script = Script(app)
        self._script.asking["ready"] = lambda: True
        self._allowed = allowed
        self._news = News()
        named = parent_origin()
        self._origin = named if named in allowed else None

    def greet(self) -> None:
        self._send({"event": "ready"})
        if self._app.table:
            self.on_match(self._app.table.match)

    def on_match(self, match: Match) -> None:
        for event in self._news.look(match):
            self._send(event)

    def on_message(self, event: Any) -> None:
        if event.source != window.parent or event.origin not in self._allowed:
            return
        self._origin = event.origin
        if call := read_call(event.data.to_py(depth=1) if hasattr(event.data, "to_py") else None):
            self._send({"id": call.id, **self._answer(call)})

    def _answer(self, call: Call) -> dict[str, object]:
        try:
            return {"result": self._script.call(call.name, call.argument)}
        except REASONS as error:
            return {"error": str(error)}

    def _send(self, message: dict[str, object]) -> None:
        if self._origin:
            written = to_js({"deltille": PROTOCOL, **message}, dict_converter=js.Object.fromEntries)
            window.parent.postMessage(written, self._origin)


def parent_origin() -> str:
    """The embedding page's origin, as far as the browser tells."""
    ancestors = getattr(window.location, "ancestorOrigins", None)
    if ancestors and ancestors.length:
        return str(ancestors[0])
    return str(js.URL.new(document.referrer).origin) if document.referrer else ""
