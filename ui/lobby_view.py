"""The lobby: go on with the last game, play at a tap, or choose first."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from engine import EDITIONS, Malformed
from engine.editions import PointsEdition
from engine.game import FEWEST_PLAYERS, MOST_PLAYERS
from engine.tiles import Placement
from ui.board_view import emblem
from ui.book import rounds_of, tile_at, tiles_picture
from ui.cast import CAST, portrait
from ui.lobby import (
    HUMAN,
    KINDS,
    LONGEST_NAME,
    MOST,
    MUST_LAY,
    OFF,
    PLAY_AFTER_DRAW,
    TURN_SECONDS,
    Lobby,
)
from ui.nodes import Child, Node, Value, node
from ui.parts import button
from ui.rulebook import special, until
from ui.setup import COLOURS
from ui.telling import edition_name, names_of, points_of
from ui.words import N_, _, n_

SHEETS = ("tournament", "classic", "xxl", "kids", "conquest", "conquer")
TEXTS = ("xxl-fr", "xxl-de", "xxl-pt")
"""Translations of the XXL sheet that differ from it: a newcomer need not see them."""
COLOUR_NAMES = {
    "ember": N_("Ember, a circle"),
    "sky": N_("Sky, a square"),
    "leaf": N_("Leaf, a triangle"),
    "plum": N_("Plum, a diamond"),
    "sun": N_("Sun, a star"),
    "slate": N_("Slate, a hexagon"),
}
ORNAMENT = "334@0,0 323@1,0 123@1,-1 013@0,-1 035@-1,-1 534@-1,0 223@2,0 252@3,0 005@-2,-1 055@-3,-1"


@dataclass(frozen=True)
class Continue:
    """The game that can be gone on with."""

    title: str
    summary: str
    picture: Node | None


def lobby_view(lobby: Lobby, saved: Continue | None, note: Node | None = None) -> Node:
    return node(
        "main",
        {"class": "lobby"},
        node(
            "div",
            {"class": "welcome"},
            message_view(lobby.message) if lobby.message else None,
            _ornament(),
            node("h1", {}, "Deltille"),
            node("p", {"class": "about"}, _("Games with triangle tiles")),
            node(
                "div",
                {"class": "ways-in"},
                _continue(saved) if saved else None,
                button("play", _("Play"), class_="primary play", aria_describedby="in-short"),
                node("p", {"id": "in-short"}, _in_short(lobby)),
            ),
            node(
                "nav",
                {"aria-label": _("More")},
                button("shelf", _("Shelf")),
                button("rules", _("Rules")),
                button("settings", _("Settings")),
                button("import", _("Open a file")),
            ),
            note,
        ),
        node(
            "div",
            {"class": "choices-of-game"},
            _editions(lobby),
            _seats(lobby),
            _length(lobby) if isinstance(EDITIONS[lobby.edition], PointsEdition) else None,
            _house_rules(lobby) if lobby.is_with_tiles else None,
        ),
        key="lobby",
    )


def message_view(text: str) -> Node:
    close = button("dismiss", "×", class_="close", aria_label=_("Close"))
    return node("div", {"class": "message", "role": "alert"}, node("p", {}, text), close, key="message")


@cache
def _ornament() -> Node:
    loose = node("g", {"transform": "translate(178 -62) rotate(19)"}, tile_at((1, 3, 4), True, 0, 0))
    return tiles_picture([Placement.parse(text) for text in ORNAMENT.split()], None, loose)


def _continue(saved: Continue) -> Node:
    return button(
        "continue",
        node("span", {"class": "thumbnail", "aria-hidden": "true"}, saved.picture) if saved.picture else None,
        node(
            "span",
            {"class": "saved"},
            node("span", {"class": "verb"}, _("Continue")),
            " ",
            node("span", {"class": "title"}, saved.title),
            " ",
            node("span", {"class": "summary"}, saved.summary),
        ),
        class_="continue",
    )


def _in_short(lobby: Lobby) -> str:
    """What a tap on *Play* begins."""
    try:
        target = lobby.length() if lobby.is_with_tiles else None
    except Malformed:
        target = None
    if target is None:
        length = None
    else:
        length = points_of(target.points) if target.points else rounds_of(target.rounds or 0)
    parts = (edition_name(lobby.edition), names_of(lobby.names()), length)
    return " · ".join(filter(None, parts))


# The choices


def _choices(class_: str, legend: str, *content: Child) -> Node:
    return node("fieldset", {"class": class_}, node("legend", {}, legend), *content)


def _radio(field: str, value: str, checked: bool, *label: Child, class_: str | None = None) -> Node:
    attributes: dict[str, Value] = {
        "type": "radio",
        "name": field,
        "value": value,
        "data-field": field,
        "checked": checked,
    }
    return node("label", {"class": class_}, node("input", attributes), *label, key=value)


def _segments(name: str, field: str, offered: Mapping[str, str], chosen: str) -> Node:
    """A few short choices side by side."""
    return node(
        "div",
        {"class": "segments", "role": "radiogroup", "aria-label": name},
        *(_radio(field, value, value == chosen, node("span", {}, label)) for value, label in offered.items()),
    )


def _select(field: str, options: Iterable[tuple[str, str]], chosen: str, label: str | None = None) -> Node:
    return node(
        "select",
        {"data-field": field, "aria-label": label},
        *(node("option", {"value": value, "selected": value == chosen}, shown) for value, shown in options),
    )


def _editions(lobby: Lobby) -> Node:
    return _choices(
        "editions",
        _("Which rules?"),
        node("div", {"class": "cards"}, *(_edition(lobby, name) for name in SHEETS)),
        node(
            "details",
            {"open": lobby.edition in TEXTS},
            node("summary", {}, _("The French, German and Portuguese XXL")),
            node("div", {"class": "cards"}, *(_edition(lobby, name) for name in TEXTS)),
        ),
    )


def _edition(lobby: Lobby, name: str) -> Node:
    return _radio(
        "edition",
        name,
        name == lobby.edition,
        node(
            "span",
            {},
            node("span", {"class": "title"}, edition_name(name)),
            " ",
            node("span", {"class": "line"}, special(EDITIONS[name])),
        ),
        class_="card",
    )


def _seats(lobby: Lobby) -> Node:
    numbers = {str(n): str(n) for n in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)}
    return _choices(
        "seats",
        _("Who plays?"),
        _segments(_("Number of players"), "players", numbers, str(lobby.players)),
        node("ol", {}, *(_seat(lobby, number, name) for number, name in enumerate(lobby.names()))),
        _by_link(lobby) if lobby.could_be_by_link else None,
    )


def _by_link(lobby: Lobby) -> Node:
    chosen = lobby.by_link == "yes"
    people = [n for n, seat in zip(lobby.names(), lobby.playing, strict=True) if seat.kind == HUMAN]
    about = (
        _("You are {name}. After every turn you send a link, and get one back.").format(name=people[0]),
        _("Racks stay hidden on the page, but a determined opponent could read them from a link.")
        if lobby.is_with_tiles
        else _("Cards stay hidden, but a determined opponent could read them and the dice from a link."),
    )
    return node(
        "div",
        {"class": "by-link"},
        _segments(
            _("Where?"),
            "by-link",
            {"no": _("Round one screen"), "yes": _("By link, each on their own device")},
            lobby.by_link,
        ),
        node("p", {"class": "line"}, " ".join(about)) if chosen else None,
        key="by-link",
    )


def _seat(lobby: Lobby, number: int, name: str) -> Node:
    seat = lobby.seats[number]
    place = number + 1
    colours = node(
        "div",
        {"class": "colours", "role": "radiogroup", "aria-label": _("Colour of {name}").format(name=name)},
        *(_colour(f"seat-{number}-colour", colour, colour == seat.colour) for colour in COLOURS),
    )
    return node(
        "li",
        {"class": f"colour-{seat.colour}"},
        node("span", {"class": "seat-emblem"}, emblem(seat.colour)),
        node(
            "input",
            {
                "type": "text",
                "data-field": f"seat-{number}-name",
                "value": seat.name,
                "placeholder": name,
                "maxlength": LONGEST_NAME,
                "autocomplete": "off",
                "spellcheck": "false",
                "aria-label": _("Name of player {n}").format(n=place),
            },
        ),
        colours,
        node(
            "div",
            {"class": "faces", "role": "radiogroup", "aria-label": _("Player {n} is").format(n=place)},
            *(_face(f"seat-{number}-kind", kind, kind == seat.kind) for kind in KINDS),
        ),
        node("p", {"class": "line"}, _line(seat.kind)),
        key=str(number),
    )


def _face(field: str, kind: str, chosen: bool) -> Node:
    about = _character(kind)
    shown = node("span", {"class": "face"}, portrait(kind))
    return _radio(field, kind, chosen, shown, node("span", {"class": "visually-hidden"}, about))


@cache
def _character(kind: str) -> str:
    """Who this is, in a word or two."""
    if kind == HUMAN:
        return _("Person")
    who = CAST[kind]
    return _("{name}, {strength}").format(name=_(who.name), strength=_(who.strength))


def _line(kind: str) -> Node:
    """What to expect of them."""
    told = _("Somebody at this screen, or by link.") if kind == HUMAN else _(CAST[kind].line)
    return node("span", {}, node("b", {}, _character(kind)), " – ", told)


def _colour(field: str, colour: str, chosen: bool) -> Node:
    name = node("span", {"class": "visually-hidden"}, _(COLOUR_NAMES[colour]))
    return _radio(field, colour, chosen, emblem(colour), name)


def _length(lobby: Lobby) -> Node:
    kinds = {"points": _("Points"), "rounds": _("Rounds")}
    return _choices(
        "length",
        _("How long?"),
        node(
            "div",
            {"class": "row"},
            node(
                "input",
                {
                    "type": "text",
                    "inputmode": "numeric",
                    "data-field": "target",
                    "value": lobby.target,
                    "maxlength": len(str(MOST[lobby.target_kind])),
                    "autocomplete": "off",
                    "aria-label": _("How many"),
                },
            ),
            _segments(_("Points or rounds"), "target-kind", kinds, lobby.target_kind),
        ),
        node("p", {"class": "line"}, _until(lobby)),
    )


def _until(lobby: Lobby) -> str:
    try:
        return until(EDITIONS[lobby.edition], lobby.length())
    except Malformed as trouble:
        return str(trouble)


def _house_rules(lobby: Lobby) -> Node:
    rules = [(_("Time for a turn"), "turn-seconds", [*map(_seconds, TURN_SECONDS)], lobby.turn_seconds)]
    # Where one draws only if nothing fits, the other two would change nothing.
    if EDITIONS[lobby.edition].draws.though_something_fits:
        drawn = _offered(PLAY_AFTER_DRAW, _("only a tile just drawn"), _("any tile of the rack"))
        must = _offered(MUST_LAY, _("one may draw instead"), _("it must be laid"))
        rules += [
            (_("After a draw one may lay"), "play-after-draw", drawn, lobby.play_after_draw),
            (_("If a tile fits"), "must-lay", must, lobby.must_lay),
        ]
    as_printed = all(chosen == offered[0][0] for _label, _field, offered, chosen in rules)
    return node(
        "details",
        {"class": "house-rules"},
        node(
            "summary",
            {},
            _("House rules"),
            " ",
            node("span", {"class": "line"}, _("as printed") if as_printed else _("your own")),
        ),
        node(
            "div",
            {"class": "row"},
            *(
                node("label", {}, node("span", {}, label), _select(field, offered, chosen), key=field)
                for label, field, offered, chosen in rules
            ),
        ),
    )


def _offered(values: Iterable[str], *shown: str) -> list[tuple[str, str]]:
    return list(zip(values, shown, strict=True))


def _seconds(value: str) -> tuple[str, str]:
    if value == OFF:
        return value, _("as much as you like")
    return value, n_("{n} second", "{n} seconds", int(value)).format(n=value)
