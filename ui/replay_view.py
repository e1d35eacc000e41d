"""The replay screen: the board as it was, what the move did and might have done, and ways to go on.

As a diagram it is the board alone, or the board with the controls under it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from engine.game import Done
from ui.board_view import emblem, paints
from ui.nodes import Child, Node, Value, node
from ui.parts import button
from ui.remarks import Remark
from ui.replay import SECONDS, Replay
from ui.review_view import review_view
from ui.setup import colour_of
from ui.signs import sign
from ui.telling import edition_name, names_of, number, signed
from ui.words import N_, _

REMEMBERED = 1 << 10
_SPEEDS = {"slow": N_("Slow"), "normal": N_("Normal"), "fast": N_("Fast")}


@dataclass(frozen=True, slots=True)
class Shown:
    """What a game shows of its own at each move."""

    board: Callable[[Any], Node]
    picture: Callable[[Any], Node]
    """The position with nothing but what lies there, as large as it can be."""
    held: Callable[[Any, int], Iterator[Node]]
    """What a seat held then, as far as it may be seen."""
    what: Callable[[Done, bool], tuple[str, str]]
    """A move in a word or two, and what it brought; as those may know it who see what was held, or not."""


def replay_view(replay: Replay[Any], may_play_on: bool, shown: Shown) -> Node:
    """The whole screen."""
    return node(
        "main",
        {"class": "replay"},
        _announcer(replay),
        node(
            "header",
            {"class": "top-bar"},
            _sign_button("leave", "leave-replay", _("Leave the replay")),
            node("h1", {}, _title(replay)),
            _sign_button("share", "share-move", _("Share this move")),
            key="bar",
        ),
        shown.board(replay),
        _controls(replay),
        _move(replay),
        node(
            "div",
            {"class": "replay-more"},
            review_view(replay.review, shown.what),
            node(
                "ol",
                {"class": "replay-seats", "aria-label": _("Players")},
                *_seats(replay, shown),
                key="seats",
            ),
            node(
                "div",
                {"class": "replay-chart"},
                replay.chart.at(replay.match, replay.now.step, replay.now.scores),
                key="chart",
            ),
            _moves(replay, shown),
            node(
                "div",
                {"class": "replay-actions"},
                button("play-on", _("Play on from here")) if may_play_on else None,
                button("save-picture", _("Save as a picture")),
                key="actions",
            ),
            key="more",
        ),
        key="replay",
    )


def diagram_view(replay: Replay[Any], with_controls: bool, shown: Shown) -> Node:
    """A position in somebody's article: nothing but the board, or the board and what steps through it."""
    return node(
        "main",
        {"class": "replay diagram stepping" if with_controls else "replay diagram"},
        node("h1", {"class": "visually-hidden"}, _title(replay)),
        _announcer(replay) if with_controls else None,
        shown.board(replay) if with_controls else board_area(shown.picture(replay)),
        _controls(replay) if with_controls else None,
        _move(replay) if with_controls else None,
        key="diagram",
    )


def _title(replay: Replay[Any]) -> str:
    names = names_of([player.name for player in replay.match.players])
    return _("{edition}: {names}").format(edition=edition_name(replay.match.edition.name), names=names)


def _announcer(replay: Replay[Any]) -> Node:
    """Says the move that was gone to; while it plays by itself, that would never end."""
    return node(
        "p",
        {
            "id": "announcer",
            "class": "visually-hidden",
            "aria-live": "off" if replay.playing else "polite",
        },
        f"{_place(replay)}: {_words(replay)}",
        key="announcer",
    )


def _sign_button(name: str, action: str, told: str, possible: bool = True) -> Node:
    return button(
        action,
        sign(name),
        class_="icon-button",
        aria_label=told,
        title=told,
        aria_disabled=None if possible else "true",
    )


def board_area(board: Node, *over: Child) -> Node:
    return node("div", {"class": "board-area"}, board, *over, key="board")


def picture(replay: Replay[Any], style: str, shown: Shown) -> Node:
    """The position as a picture of its own, with the style that it needs."""
    board = shown.picture(replay)
    attributes = {**board.attributes, "xmlns": "http://www.w3.org/2000/svg"}
    return node("svg", attributes, node("style", {}, style), paints(), *board.children)


# Going from move to move


def _place(replay: Replay[Any]) -> str:
    if not replay.at:
        return _("The deal")
    if len(replay.match.rounds) == 1:
        return _("Move {n} of {all}").format(n=replay.at, all=replay.last)
    now = replay.now
    return _("Move {n} of {all}, round {round}").format(n=replay.at, all=replay.last, round=now.round + 1)


def _controls(replay: Replay[Any]) -> Node:
    later, earlier = replay.at < replay.last, replay.at > 0
    play = ("pause", _("Pause")) if replay.playing else ("play", _("Play by itself"))
    slider: dict[str, Value] = {
        "type": "range",
        "class": "replay-slider",
        "min": 0,
        "max": replay.last,
        "value": replay.at,
        "data-field": "replay-at",
        "aria-label": _("Move"),
        "aria-valuetext": f"{_place(replay)}: {_words(replay)}",
    }
    return node(
        "section",
        {"class": "replay-controls", "aria-label": _("Replay")},
        node("p", {"class": "replay-place", "data-at": replay.at}, _place(replay), key="place"),
        node("input", slider, key="slider"),
        node(
            "div",
            {"class": "replay-buttons"},
            _sign_button("first", "replay-first", _("To the beginning"), earlier),
            _sign_button("back", "replay-back", _("One move back"), earlier),
            _sign_button(play[0], "replay-play", play[1], replay.last > 0),
            _sign_button("forward", "replay-forward", _("One move on"), later),
            _sign_button("last", "replay-last", _("To the end"), later),
            key="buttons",
        ),
        _speed(replay.speed),
        key="controls",
    )


@cache
def _speed(chosen: str) -> Node:
    return node(
        "select",
        {"class": "replay-speed", "data-field": "replay-speed", "aria-label": _("Speed")},
        *(
            node("option", {"value": speed, "selected": speed == chosen}, _(_SPEEDS[speed]))
            for speed in SECONDS
        ),
        key="speed",
    )


def _words(replay: Replay[Any]) -> str:
    """All there is to say about the move shown."""
    return " ".join([replay.told(replay.at), *(remark.text for remark in replay.remarks_now())])


def _move(replay: Replay[Any]) -> Node:
    return node(
        "section",
        {"class": "replay-move", "aria-label": _("This move")},
        node("p", {"class": "replay-told"}, replay.told(replay.at), key="told"),
        *(_remark(remark, n) for n, remark in enumerate(replay.remarks_now())),
        key="move",
    )


def _remark(remark: Remark, n: int) -> Node:
    kind = "replay-remark behind" if remark.behind else "replay-remark"
    return node("p", {"class": kind, "data-behind": remark.behind}, remark.text, key=f"remark-{n}")


# Who holds what


def _seats(replay: Replay[Any], shown: Shown) -> Iterator[Node]:
    now = replay.now
    for seat, player in enumerate(replay.match.players):
        colour = colour_of(player, seat)
        moved = now.done is not None and now.done.seat == seat
        gain = now.gains.get(seat) if moved else None
        yield node(
            "li",
            {
                "class": f"replay-seat colour-{colour} moved" if moved else f"replay-seat colour-{colour}",
                "data-seat": seat,
            },
            emblem(colour),
            node("span", {"class": "name"}, player.name),
            node("span", {"class": "gain"}, signed(gain)) if gain is not None else None,
            node("b", {"data-score": now.scores[seat]}, number(now.scores[seat])),
            *shown.held(replay, seat),
            key=str(seat),
        )


# The moves of the round


def _moves(replay: Replay[Any], shown: Shown) -> Node:
    now = replay.now
    title = _("Moves of round {n}") if len(replay.match.rounds) > 1 else _("Moves")
    listed = (
        _listed(line, at := replay.at - now.number + n, n == now.number, replay.review.lost(at))
        for n, line in enumerate(_lines(replay, now.round, shown), start=1)
    )
    return node(
        "nav",
        {"class": "replay-moves", "aria-labelledby": "moves-title"},
        node("h2", {"id": "moves-title"}, title.format(n=now.round + 1)),
        node("ol", {"class": "moves-list"}, *listed, key="list"),
        key="moves",
    )


@lru_cache(8)
def _lines(replay: Replay[Any], round: int, shown: Shown) -> tuple[tuple[str, str, str, str], ...]:
    """Of each move of a round: whose it was, their colour, what it was, what it brought."""
    lines = []
    for moment in replay.moments:
        if moment.round == round and moment.done is not None:
            seat = moment.done.seat
            player = replay.match.players[seat]
            what = shown.what(moment.done, replay.shows(seat, round))
            lines.append((player.name, colour_of(player, seat), *what))
    return tuple(lines)


@lru_cache(REMEMBERED)
def _listed(line: tuple[str, str, str, str], at: int, shown: bool, lost: int) -> Node:
    name, colour, what, brought = line
    return node(
        "li",
        {},
        button(
            "replay-to",
            emblem(colour),
            node("span", {"class": "visually-hidden"}, f"{name}: "),
            node("span", {"class": "what"}, what),
            node("span", {"class": "brought"}, f" {brought}") if brought else None,
            node("b", {"class": "mark", "title": _("Given away")}, f" {number(-lost)}") if lost else None,
            value=str(at),
            class_="move",
            aria_current="step" if shown else None,
        ),
    )
