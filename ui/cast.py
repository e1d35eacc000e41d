"""The cast: who plays when the computer does, by what name, of what character, and drawn how.

A portrait is made of triangles and the like on a field of 48 by 48, each in one of a few paints that
assets/style.css mixes. Whoever has none is drawn as a robot.
"""

from dataclasses import dataclass
from functools import cache

from ui.nodes import Node, node
from ui.words import N_, _

Portrait = tuple[tuple[str, str], ...]
"""Paint and points of each facet, those behind first. Of an eye the point is its middle."""

PERSON: Portrait = (
    ("calm", "24,25 43,46 5,46"),
    ("calm deep", "24,25 24,46 5,46"),
    ("pale", "24,3 35,9 35,20 24,27 13,20 13,9"),
    ("pale deep", "24,3 24,27 13,20 13,9"),
)
ROBOT: Portrait = (
    ("calm deep", "21,12 27,12 24,3"),
    ("calm", "7,12 41,12 41,42 7,42"),
    ("calm deep", "7,12 7,42 24,42"),
    ("pale", "11,18 22,18 16.5,27"),
    ("pale", "26,18 37,18 31.5,27"),
    ("eye", "16.5,21"),
    ("eye", "31.5,21"),
    ("dark", "17,33 31,33 24,38"),
)
CHICK: Portrait = (
    ("gold deep", "24,12 20,3 25,6"),
    ("gold deep", "24,12 29,3 23,6"),
    ("gold", "24,8 38,16 38,33 10,33 10,16"),
    ("gold deep", "24,8 24,33 10,33 10,16"),
    ("ember", "19,22 29,22 24,29"),
    ("eye", "17,18.5"),
    ("eye", "31,18.5"),
    ("pale", "6,29 12,35 18,29 24,35 30,29 36,35 42,29 39,41 31,46 17,46 9,41"),
    ("pale deep", "6,29 12,35 18,29 24,35 24,46 17,46 9,41"),
)
BUTTERFLY: Portrait = (
    ("rose", "24,22 4,5 7,27"),
    ("rose", "24,22 44,5 41,27"),
    ("rose deep", "24,24 8,28 12,44"),
    ("rose deep", "24,24 40,28 36,44"),
    ("pale", "17,19.5 8,12 9.3,21.5"),
    ("pale", "31,19.5 40,12 38.7,21.5"),
    ("pale", "19,28 13,30 14.5,36"),
    ("pale", "29,28 35,30 33.5,36"),
    ("dark", "24,13 26.5,26 24,42 21.5,26"),
    ("dark", "23.4,15 16.5,5 18.3,4.2"),
    ("dark", "24.6,15 31.5,5 29.7,4.2"),
)
MAGPIE: Portrait = (
    ("dark", "2,45 19,27 23,34"),
    ("sky", "2,45 15,34.5 22,33"),
    ("dark", "12,37 24,16 36,30"),
    ("pale", "14,38 36,24 33,37 25,43"),
    ("pale deep", "14,38 29,33 25,43"),
    ("dark", "18,22 27,6 37,13 34,28"),
    ("sky", "13,34 21,21 29,29"),
    ("ember", "36,11 46,17 35,18"),
    ("pale-eye", "30.5,13.5"),
    ("gold", "39,17 47,25 38,27"),
    ("dark", "24,42 26,47 22,47"),
    ("dark", "30,40 32,47 28,47"),
)
FOX: Portrait = (
    ("ember deep", "5,3 20,14 7,25"),
    ("ember deep", "43,3 28,14 41,25"),
    ("dark", "8.5,8 15,14 9,19"),
    ("dark", "39.5,8 33,14 39,19"),
    ("ember", "7,22 16,12 32,12 41,22 24,45"),
    ("ember deep", "16,12 24,12 24,26"),
    ("ember deep", "32,12 24,12 24,26"),
    ("pale", "3,25 19,29 24,45"),
    ("pale", "45,25 29,29 24,45"),
    ("pale deep", "19,29 24,26 24,45"),
    ("pale deep", "29,29 24,26 24,45"),
    ("dark", "20,39.5 28,39.5 24,46"),
    ("eye", "17,23.5"),
    ("eye", "31,23.5"),
)
OWL: Portrait = (
    ("bark deep", "5,2 20,12 9,24"),
    ("bark deep", "43,2 28,12 39,24"),
    ("bark", "24,9 41,18 41,34 24,46 7,34 7,18"),
    ("bark deep", "7,18 7,34 17,41"),
    ("bark deep", "41,18 41,34 31,41"),
    ("pale deep", "17,33 31,33 24,44"),
    ("pale", "24,26 13,30 6,20 13,11 24,14"),
    ("pale", "24,26 35,30 42,20 35,11 24,14"),
    ("pale deep", "24,14 24,26 18,20"),
    ("pale deep", "24,14 24,26 30,20"),
    ("eye wide", "14.5,20.5"),
    ("eye wide", "33.5,20.5"),
    ("gold", "20,23 28,23 24,33"),
)


@dataclass(frozen=True, slots=True)
class Character:
    """Called so, this strong, in one line, drawn so."""

    name: str
    strength: str
    line: str
    portrait: Portrait = ROBOT


CAST = {
    "bot:beginner": Character(
        N_("Chick"),
        N_("gentle"),
        N_("Just hatched: saves its best tiles for later and leaves you the good places."),
        CHICK,
    ),
    "bot:random": Character(
        N_("Butterfly"), N_("aimless"), N_("Flutters wherever the wind blows: any move will do."), BUTTERFLY
    ),
    "bot:greedy": Character(
        N_("Magpie"), N_("quick"), N_("Snatches whatever shines most, and never looks behind."), MAGPIE
    ),
    "bot:club": Character(
        N_("Fox"), N_("clever"), N_("Knows what a tile opens, and for whom; hoards where it may."), FOX
    ),
    "bot:expert": Character(
        N_("Owl"), N_("strong"), N_("Plays hundreds of deals through in its head before every move."), OWL
    ),
}
"""Every computer player, the gentlest first."""

_EYES = {"eye": 2.4, "eye wide": 4.4, "pale-eye": 1.9}


def name_of(kind: str) -> str | None:
    """What a computer player of this kind is called; None for one that we do not know."""
    return _(CAST[kind].name) if kind in CAST else None


@cache
def portrait(kind: str) -> Node:
    """Of a person too. It says nothing to a screen reader: the name beside it does."""
    drawn = CAST[kind].portrait if kind in CAST else ROBOT if kind.startswith("bot:") else PERSON
    return node(
        "svg",
        {"class": "portrait", "viewBox": "0 0 48 48", "aria-hidden": "true"},
        *(_facet(paint, points) for paint, points in drawn),
        key=f"portrait-{kind}",
    )


def _facet(paint: str, points: str) -> Node:
    if paint in _EYES:
        x, y = points.split(",")
        return node("circle", {"class": paint, "cx": x, "cy": y, "r": _EYES[paint]})
    return node("polygon", {"class": paint, "points": points})
