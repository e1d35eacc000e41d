"""The page for scripts: `window.deltille`, and the same by message for a page that embeds this one.

A message is `{deltille: 1, id, call, argument}` with the name of one of the functions; the answer is
`{deltille: 1, id, result}` or `{deltille: 1, id, error}`. Only the parent page is heard, and only if it
is of our own origin or of one that index.html allows.
"""

from collections.abc import Callable
from typing import Any

import js
from js import document, window
from pyodide.ffi import create_proxy, to_js

from engine.errors import Malformed, NotAllowed
from engine.record import RecordError
from ui.app import App
from ui.page import guarded, listen

PROTOCOL = 1
REASONS = (Malformed, NotAllowed, RecordError)


class Script:
    """What a script may do; each raises one of `REASONS` where the game does not allow it."""

    def __init__(self, app: App) -> None:
        self.asking: dict[str, Callable[[], Any]] = {"legal": lambda: list(app.legal()), "record": app.record}
        self.doing: dict[str, Callable[[str], None]] = {"act": app.act, "load": app.load}

    def call(self, name: object, argument: object) -> Any:
        if name in self.asking:
            return self.asking[name]()
        if name not in self.doing:
            raise Malformed(f"there is no call {name!r}")
        if not isinstance(argument, str):
            raise Malformed(f"{name} takes text")
        return self.doing[name](argument)


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
    """Tell an embedding page that we are ready, and answer it from now on – if it is allowed."""
    if window.parent == window:
        return
    allowed = document.querySelector("meta[name=deltille-origins]").content.split()
    allowed.append(window.location.origin)
    script = Script(app)

    def send(origin: str, message: dict[str, object]) -> None:
        written = to_js({"deltille": PROTOCOL, **message}, dict_converter=js.Object.fromEntries)
        window.parent.postMessage(written, origin)

    def on_message(event: Any) -> None:
        if event.source != window.parent or event.origin not in allowed:
            return
        asked = event.data.to_py(depth=1) if hasattr(event.data, "to_py") else None
        if not isinstance(asked, dict) or asked.get("deltille") != PROTOCOL or "call" not in asked:
            return
        try:
            answer: dict[str, object] = {"result": script.call(asked["call"], asked.get("argument"))}
        except REASONS as error:
            answer = {"error": str(error)}
        send(event.origin, {"id": asked.get("id"), **answer})

    listen(window, "message", on_message)
    if (parent := parent_origin()) in allowed:
        guarded(send)(parent, {"event": "ready"})


def parent_origin() -> str:
    """The embedding page's origin, as far as the browser tells."""
    ancestors = getattr(window.location, "ancestorOrigins", None)
    if ancestors and ancestors.length:
        return str(ancestors[0])
    return str(js.URL.new(document.referrer).origin) if document.referrer else ""
