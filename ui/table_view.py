"""The table screen as it is in every game: who plays, what is to be said, what can be done, the log.

The board, and what its players hold, are each game's own. The grid of assets/table.css moves the parts about
for phone and desk; their order here is the order in which they are read aloud and reached by Tab.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

from ui.board_view import emblem
from ui.cast import portrait
from ui.nodes import Child, Node, node
from ui.parts import button
from ui.scene import Note, Scene, Seat, Tone
from ui.signs import sign, sign_button
from ui.telling import number, signed
from ui.words import N_, _, n_

REMEMBERED = 1 << 10
"""Parts that come out of a cache are the same node every time, which the renderer passes over."""


@dataclass(frozen=True, slots=True)
class Control:
    """A button of the player's: its word, the key that does the same, and what the two do."""

    action: str
    word: str
    key: str
    about: str


UNDO = Control("undo", N_("Undo"), "U", N_("Take back your last decision"))


@dataclass(frozen=True, slots=True)
class Parts:
    """What a game has of its own on the screen."""

    plates: Iterable[Node]
    board: Node
    counters: Iterable[Node]
    """What is counted beside whose turn it is."""
    held: Iterable[Node | None]
    """What the player to move holds."""
    controls: Iterable[Node]
    """What can be done with it."""
    reveal: str
    """What somebody says who takes the device."""
    honest: str
    """What a link gives away."""
    lookups: tuple[Node, ...] = ()
    """What anybody may look up, whoever's turn it is."""


def table_view(scene: Scene, parts: Parts) -> Node:
    return node(
        "main",
        {"class": "table"},
        node(
            "p", {"id": "announcer", "class": "visually-hidden", "aria-live": "polite"}, _announcement(scene)
        ),
        node(
            "div",
            {"class": "table-grid"},
            _top_bar(scene.title),
            _unsaved(scene.unsaved, scene.full) if scene.unsaved else None,
            node("ol", {"class": "plates", "aria-label": _("Players")}, *parts.plates),
            parts.board,
            _strip(scene, parts.counters),
            _hand(scene, parts) if scene.curtain is None else _covered(scene.curtain, parts),
            _log(scene.log),
        ),
        key="table",
    )


def _announcement(scene: Scene) -> str:
    """What a screen reader says: the last thing that happened and whose turn it is, or what is noted."""
    if scene.note and scene.curtain is None:
        return scene.note.text
    return " ".join([*scene.log[-1:], scene.status])


def spoken(text: str) -> Node:
    """Words for those who do not see the sign beside them."""
    return node("span", {"class": "visually-hidden"}, text, key="spoken")


@cache
def _top_bar(title: str) -> Node:
    return node(
        "header",
        {"class": "top-bar"},
        sign_button("new", _("Lobby and new game")),
        node("h1", {}, title),
        sign_button("sheet", _("Score sheet")),
        sign_button("rules", _("Rules")),
        sign_button("settings", _("Settings")),
    )


def _unsaved(reason: str, can_make_room: bool) -> Node:
    return node(
        "div",
        {"class": "unsaved"},
        sign("unsaved"),
        node("p", {"role": "alert"}, reason),
        button("make-room", _("Make room")) if can_make_room else None,
        button("export", _("Export")),
        key="unsaved",
    )


def plate(seat: Seat, to_move: bool, counts: str, beside: Child, below: Child) -> Node:
    """A player: the score, what it `counts`, and what else there is to know about them."""
    classes = ["plate", f"colour-{seat.colour}"]
    classes += ["to-move"] if to_move else []
    classes += ["winner"] if seat.winner else []
    marks = [
        (sign("to-move"), _("to move"), to_move),
        (sign("winner"), _("winner"), seat.winner),
        (portrait(seat.kind), _("computer"), seat.kind != "human"),
    ]
    return node(
        "li",
        {"class": " ".join(classes), "data-seat": seat.number, "aria-current": "true" if to_move else None},
        node("span", {"class": "plate-emblem", "aria-hidden": "true"}, emblem(seat.colour), key="emblem"),
        node("span", {"class": "plate-name", "title": seat.name}, seat.name, key="name"),
        node(
            "span",
            {"class": "plate-marks"},
            *(
                node("span", {"title": word}, mark, spoken(word), key=word)
                for mark, word, holds in marks
                if holds
            ),
            key="marks",
        ),
        node("span", {"class": "plate-score", "data-score": seat.score}, number(seat.score), key="score"),
        beside,
        node("span", {"class": "visually-hidden"}, counts, key="points"),
        _gain(seat),
        below,
        key=f"seat-{seat.number}",
    )


def _gain(seat: Seat) -> Node | None:
    """A new element for every gain, so that it comes in anew."""
    if seat.last_gain is None:
        return None
    kind = "loss" if seat.last_gain < 0 else "gain"
    return node("span", {"class": f"plate-gain {kind}"}, signed(seat.last_gain), key=f"gain {seat.changes}")


def _strip(scene: Scene, counters: Iterable[Node]) -> Node:
    """Below the board: whose turn it is, what is counted, what is to be said."""
    return node(
        "div",
        {"class": "strip"},
        node("p", {"class": "status", "data-turn": scene.turn}, scene.status, key="status"),
        _clock(scene.seconds_left) if scene.seconds_left is not None else None,
        *counters,
        node(
            "button",
            {"type": "button", "class": "latest", "popovertarget": "log", "title": _("What has happened")},
            spoken(_("Log:")),
            node("span", {"class": "latest-words"}, scene.log[-1] if scene.log else "", key="words"),
            sign("more"),
            key="latest",
        ),
        _note(scene.note) if scene.note and scene.curtain is None else None,
        key="strip",
    )


def _clock(seconds: int) -> Node:
    words = n_("{n} second left", "{n} seconds left", seconds).format(n=seconds)
    return node(
        "p",
        {"class": "clock short" if seconds <= 10 else "clock", "role": "timer", "aria-label": words},
        f"{seconds // 60}:{seconds % 60:02}",
        key="clock",
    )


def _note(note: Note) -> Node:
    """Said anew, it is a new element: a second refusal is seen to be one."""
    key = f"note {note.text}"
    if note.tone is Tone.WARNING:
        return node(
            "div",
            {"class": "note note-warning", "role": "group", "aria-label": _("The coach")},
            node("p", {"id": "coach-says"}, note.text),
            button("think-again", _("Let me think again"), class_="primary", aria_describedby="coach-says"),
            button("anyway", _("Do it anyway")),
            key=key,
        )
    if note.tone is not Tone.FORCED:
        return node("p", {"class": f"note note-{note.tone}"}, note.text, key=key)
    attributes = {"type": "button", "class": "note note-forced", "data-action": "go-on", "title": _("Go on")}
    return node(
        "button", attributes, note.text, node("span", {"class": "running", "aria-hidden": "true"}), key=key
    )


def _hand(scene: Scene, parts: Parts) -> Node:
    controls = parts.controls
    if scene.send_to is not None:
        controls = ()
    elif scene.over:
        controls = (button("sheet", sign("sheet"), word_on(_("Score sheet")), class_="act primary"),)
    return node(
        "div",
        {"class": "hand"},
        *parts.held,
        _send(scene.send_to, parts.honest) if scene.send_to is not None else None,
        _actions(*parts.lookups, *controls),
        key="hand",
    )


def _covered(name: str, parts: Parts) -> Node:
    """In place of what is held, while the device is handed on."""
    curtain = _curtain(name, parts.reveal)
    if not parts.lookups:
        return curtain
    return node("div", {"class": "hand"}, curtain, _actions(*parts.lookups), key="covered")


def _actions(*controls: Node) -> Node | None:
    attributes = {"class": "actions", "role": "group", "aria-label": _("Actions")}
    return node("div", attributes, *controls, key="actions") if controls else None


def _send(name: str, honest: str) -> Node:
    """In a game by link: the turn goes to somebody elsewhere."""
    return node(
        "section",
        {"class": "send", "aria-label": _("Play by link")},
        button("send-link", word_on(_("Send this link to {name}").format(name=name)), class_="primary act"),
        node("p", {}, _("When a link comes back, open it: the game goes on here.")),
        node("p", {"class": "honest"}, honest),
        key="send",
    )


def word_on(word: str) -> Node:
    return node("span", {"class": "act-word"}, word, key="word")


def act(control: Control, possible: bool, *more: Child, primary: bool = False) -> Node:
    """One of the buttons below what is held; it stays where it is while it cannot be pressed."""
    return button(
        control.action,
        sign(control.action),
        word_on(_(control.word)),
        *more,
        class_="act primary" if primary else "act",
        title=_("{what} ({key})").format(what=_(control.about), key=control.key),
        aria_disabled=None if possible else "true",
    )


def _curtain(name: str, reveal: str) -> Node:
    return node(
        "section",
        {"class": "curtain", "aria-labelledby": "curtain-title"},
        node("h2", {"id": "curtain-title"}, _("Pass the device to {name}").format(name=name)),
        button("reveal", reveal, class_="primary"),
        key="curtain",
    )


def _log(sentences: tuple[str, ...]) -> Node:
    """Newest first: what happened last is seen without scrolling. On a phone it opens as a popover."""
    close = {
        "type": "button",
        "class": "log-close",
        "popovertarget": "log",
        "popovertargetaction": "hide",
        "aria-label": _("Close"),
    }
    told = [_told(n, sentence) for n, sentence in enumerate(sentences)]
    return node(
        "section",
        {"class": "log", "id": "log", "popover": "auto", "aria-labelledby": "log-title"},
        node("h2", {"id": "log-title"}, _("Log")),
        node("button", close, sign("cancel")),
        node(
            "ol",
            {"class": "log-list", "reversed": True, "tabindex": 0, "aria-labelledby": "log-title"},
            *reversed(told),
        ),
        key="log",
    )


@lru_cache(REMEMBERED)
def _told(number: int, sentence: str) -> Node:
    """A log only grows."""
    return node("li", {}, sentence, key=str(number))
