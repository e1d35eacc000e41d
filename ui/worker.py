"""The worker beside the page, as `ui.thinking` wants it: the one module that uses PyScript's workers.

It has the page's own interpreter and archive, and runs assets/thinker.py. No special headers are needed:
the page awaits what the worker exports, the worker never reaches for the page.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import js
import polyscript
from _pyscript import PyWorker
from js import document, window
from pyodide.ffi import JsException, create_proxy, to_js

from ui.page import guarded

SOURCE = "./assets/thinker.py"


class PageWorker:
    """Starts by itself as soon as the page is in use and has nothing better to do."""

    def __init__(self, ready: Callable[[], None], failed: Callable[[], None]) -> None:
        self._failed = guarded(failed)
        self._worker: Any = None
        self._has_ended = False
        self._on_error = create_proxy(lambda _event: self._fail())
        self._tasks: set[asyncio.Task[None]] = set()
        self._begin(self._start(guarded(ready)))

    def ask(self, question: str, then: Callable[[str], None]) -> None:
        self._begin(self._think(question, guarded(then)))

    def end(self) -> None:
        if not self._has_ended:
            self._has_ended = True
            if self._worker:
                self._worker.terminate()

    def _begin(self, work: Awaitable[None]) -> None:
        # The loop keeps no task alive, and tells nobody what went wrong in it.
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(guarded(self._done))

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        task.result()

    async def _start(self, ready: Callable[[], None]) -> None:
        try:
            await window.deltille.ready
            await idle()
            # PyScript fetches it again, but would not tell anybody that it is not there.
            if not (await js.fetch(SOURCE)).ok:
                return self._fail()
            if self._has_ended:
                return
            interpreter = js.URL.new(polyscript.config.interpreter, document.baseURI).href
            options = {"type": "pyodide", "version": interpreter, "config": polyscript.config}
            self._worker = PyWorker(SOURCE, to_js(options, dict_converter=js.Object.fromEntries))
            self._worker.onerror = self._on_error
            self._worker.addEventListener("error", self._on_error)
            await self._worker.ready
        except JsException:
            return self._fail()
        if not self._has_ended:
            js.performance.mark("deltille:worker")
            ready()

    async def _think(self, question: str, then: Callable[[str], None]) -> None:
        try:
            answer = await self._worker.sync.think(question)
        except JsException:
            return self._fail()
        if not self._has_ended:
            then(answer)

    def _fail(self) -> None:
        if not self._has_ended:
            self._failed()


def idle() -> Any:
    """A promise for the next moment in which the browser has nothing to do, or in which it has waited long
    enough for one; Safari does not tell."""
    if hasattr(window, "requestIdleCallback"):
        most = to_js({"timeout": 1000}, dict_converter=js.Object.fromEntries)
        return js.Promise.new(lambda resolve, _reject: window.requestIdleCallback(resolve, most))
    return js.Promise.new(lambda resolve, _reject: js.setTimeout(resolve, 200))
