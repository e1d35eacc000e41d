"""Where the page begins: index.html calls `start` once Python runs and our modules are unpacked."""

from typing import Any

from js import deltilleBoot, document, window

from engine.covers import Cover
from engine.tiles import Tile
from ui.app import App
from ui.page import listen
from ui.scripting import answer_parent, expose

KINDS = ("tile", "target", "claim", "cover", "space")
"""What can be tapped at a table, by the attribute that names it."""
TAPPED = ", ".join(f"[data-{kind}]" for kind in KINDS)


def kind_of(part: Any) -> str:
    return next(kind for kind in KINDS if part.hasAttribute(f"data-{kind}"))


def start() -> None:
    app = App()
    open_address(app)
    hear(app)
    expose(app)
    app.when_settled(lambda: ready(app))


def ready(app: App) -> None:
    deltilleBoot.ready()
    answer_parent(app)


def open_address(app: App) -> None:
    language = window.navigator.language.partition("-")[0]
    app.start(window.location.search, window.location.hash, language)


def hear(app: App) -> None:
    """The few listeners there are, on the frame and none on what is drawn in it."""
    root = document.getElementById("app")
    pointer = "mouse"

    def on_click(event: Any) -> None:
        if app.gestures.swallows_click and event.detail:
            return
        target = event.target
        if (part := target.closest("[data-action]")) and part.getAttribute("aria-disabled") != "true":
            if part.matches("a"):
                if event.ctrlKey or event.metaKey or event.shiftKey:
                    return  # the browser knows where to open it
                event.preventDefault()
            app.do(part.dataset.action, part.getAttribute("data-value") or None)
        elif part := target.closest(TAPPED):
            app.tap(kind := kind_of(part), part.getAttribute(f"data-{kind}"), pointer, event.detail == 0)
        elif target.closest("#board"):
            app.tap_board(event.clientX, event.clientY)
        app.flush()

    def on_key(event: Any) -> None:
        if event.ctrlKey or event.metaKey or event.altKey:
            return
        target = event.target
        meant = app.press(
            f"Shift+{event.key}" if event.shiftKey and event.key.startswith("Arrow") else event.key,
            in_field=bool(target.matches("input, select, textarea")),
            on_button=bool(target.closest("button, summary")),
            on=kind_of(part) if (part := target.closest(TAPPED)) else None,
        )
        if meant:
            event.preventDefault()
            app.flush()

    def on_input(event: Any) -> None:
        if field := event.target.getAttribute("data-field"):
            is_check = event.target.type == "checkbox"
            app.set_field(
                field, ("yes" if event.target.checked else "no") if is_check else event.target.value
            )
            app.flush()

    def on_down(event: Any) -> None:
        nonlocal pointer
        pointer = event.pointerType
        tile, cover = event.target.closest("[data-tile]"), event.target.closest("[data-cover]")
        on_board = bool(event.target.closest("#board"))
        app.gestures.down(
            event.pointerId,
            event.clientX,
            event.clientY,
            Tile.parse(tile.dataset.tile) if tile else Cover.parse(cover.dataset.cover) if cover else None,
            on_board,
        )

    def on_move(event: Any) -> None:
        app.gestures.move(event.pointerId, event.clientX, event.clientY, event.pointerType)

    def on_up(event: Any) -> None:
        app.gestures.up(event.pointerId, event.clientX, event.clientY, event.pointerType)
        app.flush()

    def on_cancel(event: Any) -> None:
        app.gestures.cancel(event.pointerId)
        app.flush()

    def on_mouse_down(event: Any) -> None:
        # A place tapped is about to go; had it the focus, the browser would lay out the page twice.
        if event.target.closest("#board"):
            event.preventDefault()

    def on_wheel(event: Any) -> None:
        if event.target.closest("#board"):
            event.preventDefault()
            app.hand.pinch(0.998**event.deltaY, event.clientX, event.clientY)

    def on_submit(event: Any) -> None:
        event.preventDefault()
        if action := event.target.getAttribute("data-submit"):
            app.do(action)
            app.flush()

    def on_drag_over(event: Any) -> None:
        if "Files" in event.dataTransfer.types:
            event.preventDefault()

    def on_drop(event: Any) -> None:
        if files := list(event.dataTransfer.files):
            event.preventDefault()
            app.drop_files(files)

    def on_paste(event: Any) -> None:
        if not event.target.closest("input, textarea"):
            if files := list(event.clipboardData.files):
                app.drop_files(files)
            else:
                app.paste(event.clipboardData.getData("text/plain"))

    def on_unload(event: Any) -> None:
        app.save_again()
        if app.is_at_risk:
            event.preventDefault()  # the browser asks

    listen(root, "click", on_click, passive=False)
    listen(root, "input", on_input)
    listen(root, "pointerdown", on_down)
    listen(root, "mousedown", on_mouse_down, passive=False)
    listen(root, "wheel", on_wheel, passive=False)
    listen(window, "keydown", on_key, passive=False)
    listen(window, "pointermove", on_move)
    listen(window, "pointerup", on_up)
    listen(window, "pointercancel", on_cancel)
    listen(window, "dragover", on_drag_over, passive=False)
    listen(window, "drop", on_drop, passive=False)
    listen(window, "paste", on_paste)
    listen(window, "beforeunload", on_unload, passive=False)
    listen(window, "storage", lambda event: app.stored_elsewhere(event.key or None))
    listen(window, "deltille:offline", lambda event: app.tell_offline(event.detail))
    listen(window, "hashchange", lambda _event: open_address(app))
    listen(root, "submit", on_submit, passive=False)
