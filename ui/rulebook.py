"""The rulebook of the page: the rules of one edition in plain words.

Whatever differs between editions is read from the edition itself, so that the book cannot say one thing
and the engine do another. Where every printed sheet is silent and the house decided, the sentence is
marked as a ruling.
"""

import operator
from collections.abc import Callable
from dataclasses import dataclass

from engine import EDITIONS, Target
from engine.board import Figure
from engine.editions import (
    TOURNAMENT,
    ByLot,
    Edition,
    HighestTriple,
    LandEdition,
    PointsEdition,
    fewest_tiles_win,
    highest_total,
    lowest_rack_wins,
    nothing_booked,
    own_rack_off,
    round_winner_first,
)
from engine.ring import RingEdition
from engine.tiles import TILES, Placement
from ui import conquest_rules, ring_rules
from ui.book import (
    by_lot,
    dealing,
    marked,
    paragraph,
    rounds_of,
    section,
    the_keys,
    the_tiles,
    tiles_picture,
    what_fits,
)
from ui.nodes import Node, node
from ui.telling import edition_name, figure_name, points_of, signed
from ui.words import N_, _, n_

SPECIAL = {
    "tournament": N_("Open with any tile, draw up to {limit} a turn; past {points} points the match ends."),
    "classic": N_("The highest triple opens, you draw until a tile fits, and bridges can be extended."),
    "xxl": N_("Going out rings a bell: the others may still answer. Blocked, the lowest rack wins."),
    "xxl-fr": N_("As XXL, but without the bell; blocked, all lose what is on their own rack."),
    "xxl-de": N_("As XXL, but you may stop after any draw; blocked, all lose what is on their own rack."),
    "xxl-pt": N_("As XXL, but having drawn {limit} tiles and laid none costs nothing on top."),
    "kids": N_("A point for each tile, little bonuses, nothing to lose; one round."),
    "conquer": N_("A race round a ring of {spaces} spaces: roll, capture, conquer, pay, dodge the jail."),
    "conquest": N_("Claim diamonds, triangles and hexagons of tiles – and lose them to larger ones."),
}
"""What is special about each edition, in one line."""


def special(edition: Edition) -> str:
    told = _(SPECIAL[edition.name])
    if isinstance(edition, RingEdition):
        return told.format(spaces=len(edition.spaces))
    return told.format(limit=edition.draws.limit, points=edition.default_target.points)


def rulebook_view(name: str) -> Node:
    """The rules of the edition of this name, for a dialog."""
    edition = EDITIONS[name]
    return node(
        "article",
        {"class": "rulebook"},
        _switcher(edition),
        *CHAPTERS[type(edition)](edition),
        node(
            "p",
            {"class": "imprint"},
            _(
                "Not affiliated with any maker of triangular tile games; "
                "editions follow the rules of printed sheets."
            ),
        ),
    )


def _chapters(edition: PointsEdition) -> list[Node | None]:
    """The game for points."""
    return [
        the_tiles(),
        _beginning(edition),
        what_fits(),
        _turn(edition),
        _points(edition),
        _end_of_round(edition),
        _match(edition),
        _house_rules(edition),
        _elsewhere(edition),
        the_keys(),
    ]


CHAPTERS: dict[type[Edition], Callable[..., list[Node | None]]] = {
    PointsEdition: _chapters,
    LandEdition: conquest_rules.chapters,
    RingEdition: ring_rules.chapters,
}


def _switcher(edition: Edition) -> Node:
    return node(
        "div",
        {"class": "rulebook-edition"},
        node(
            "label",
            {},
            node("span", {}, _("Edition")),
            node(
                "select",
                {"data-field": "rules-edition"},
                *(
                    node("option", {"value": name, "selected": name == edition.name}, edition_name(name))
                    for name in EDITIONS
                ),
            ),
        ),
        node("p", {}, special(edition)),
    )


# Rulings


@dataclass(frozen=True, slots=True, eq=False)
class Ruling:
    """What the house decided, and in which editions it ever matters."""

    says: Callable[[PointsEdition], str]
    matters: Callable[[PointsEdition], bool]


HEXAGON_POINTS = Ruling(
    lambda edition: _(
        "Printed sheets that list no double or triple hexagon take the {two} and {three} points of the "
        "tournament sheet."
    ).format(two=TOURNAMENT.figures.hexagons[1], three=TOURNAMENT.figures.hexagons[2]),
    lambda edition: edition.figures.hexagons == TOURNAMENT.figures.hexagons,
)
EQUAL_SUMS = Ruling(
    lambda edition: _(
        "If no triple is dealt and the highest sum is there more than once, the higher largest digit "
        "opens, then the higher middle digit."
    ),
    lambda edition: isinstance(edition.opening, HighestTriple),
)
EQUAL_RACKS = Ruling(
    lambda edition: _(
        "If several have the lowest rack in a blocked round, fewer tiles win; if that is equal too, each of "
        "them is counted as the winner and gains all other racks, the other winners’ as well."
    ),
    lambda edition: edition.blocked is lowest_rack_wins,
)
EQUALLY_FEW = Ruling(
    lambda edition: _(
        "If several have the fewest tiles in a blocked round, the lower sum of digits wins; if that is equal "
        "too, each of them is counted as the winner and gains all other racks, the other winners’ as well."
    ),
    lambda edition: edition.blocked is fewest_tiles_win,
)
IDLE_TURNS = Ruling(
    lambda edition: _(
        "Turns without a tile laid count towards a blocked round even if they were the ones that emptied "
        "the pool."
    ),
    lambda edition: True,
)
MUST_LAY = Ruling(
    lambda edition: _(
        "If so chosen, whoever can lay must lay: drawing and passing are allowed only if nothing fits that "
        "may be laid."
    ),
    lambda edition: edition.draws.though_something_fits,
)
CLOCK = Ruling(lambda edition: _clock(edition), lambda edition: True)

RULINGS = (HEXAGON_POINTS, EQUAL_SUMS, EQUAL_RACKS, EQUALLY_FEW, IDLE_TURNS, MUST_LAY, CLOCK)


def _clock(edition: PointsEdition) -> str:
    cost = edition.draws.cost
    taken = (
        _("Whoever had not drawn takes one tile from the pool, if there is one, for {cost}.").format(
            cost=points_of(cost)
        )
        if cost
        else _("Whoever had not drawn takes one tile from the pool, if there is one, for nothing.")
    )
    return " ".join(
        (
            _("With a clock, a turn ends when its time is up."),
            taken,
            _("It costs nothing else, and counts as a turn without a tile laid."),
            _("The clock does not run before the opening tile."),
        )
    )


def _ruling(ruling: Ruling, edition: PointsEdition) -> Node | None:
    return marked(ruling.says(edition)) if ruling.matters(edition) else None


def _elsewhere(edition: PointsEdition) -> Node | None:
    others = [ruling for ruling in RULINGS if not ruling.matters(edition)]
    if not others:
        return None
    return node(
        "details",
        {},
        node("summary", {}, _("House rulings that matter in other editions")),
        *(marked(ruling.says(edition)) for ruling in others),
    )


# The chapters


def _beginning(edition: PointsEdition) -> Node:
    return section(
        _("The beginning"),
        dealing(),
        paragraph(OPENINGS[type(edition.opening)](edition)),
        _ruling(EQUAL_SUMS, edition),
        paragraph(
            _("The opening tile must be laid: nobody may draw or pass instead."),
            _("Then play goes clockwise. Each new round is dealt and begun in the same way."),
        ),
    )


def _highest_triple(edition: PointsEdition) -> str:
    zeros, highest = TILES[0], TILES[-1]
    triple = edition.opening.bonus(highest)
    return " ".join(
        (
            _("Whoever holds the highest triple, from {highest} down to {zeros}, must open with it.").format(
                highest=highest, zeros=zeros
            ),
            _("It brings the sum of its digits and {points} more.").format(points=points_of(triple)),
            _("Tile {zeros} gets {points} on top of that.").format(
                zeros=zeros, points=points_of(edition.opening.bonus(zeros) - triple)
            ),
            _("Whoever has to open and holds {zeros} as well may open with that instead.").format(
                zeros=zeros
            ),
            _("If no triple is dealt, the tile with the highest sum opens, for its sum alone."),
        )
    )


OPENINGS: dict[type, Callable[[PointsEdition], str]] = {
    ByLot: lambda edition: by_lot(),
    HighestTriple: _highest_triple,
}


def _turn(edition: PointsEdition) -> Node:
    return section(
        _("Your turn"),
        node(
            "ul",
            {},
            node("li", {}, _("Lay one tile that fits.")),
            node("li", {}, _drawing(edition)),
            *(node("li", {}, sentence) for sentence in _passing(edition)),
        ),
        paragraph(_("A score may fall below zero.") if _costs_anything(edition) else ""),
    )


def _costs_anything(edition: PointsEdition) -> bool:
    draws = edition.draws
    return bool(draws.cost or draws.nothing_laid or draws.empty_pool or edition.blocked is own_rack_off)


def _drawing(edition: PointsEdition) -> str:
    draws = edition.draws
    if draws.limit is None:
        how = (
            _("Or draw as many tiles as you like, even if one of yours fits.")
            if draws.though_something_fits
            else _("Or, if nothing fits, draw until a tile does.")
        )
    elif draws.though_something_fits:
        how = n_(
            "Or draw up to {n} tile, even if one of yours fits.",
            "Or draw up to {n} tiles, even if one of yours fits.",
            draws.limit,
        )
    else:
        how = n_(
            "Or, if nothing fits, draw up to {n} tile.",
            "Or, if nothing fits, draw up to {n} tiles.",
            draws.limit,
        )
    return " ".join(
        (
            how.format(n=draws.limit),
            _("Each draw costs {points}.").format(points=points_of(draws.cost))
            if draws.cost
            else _("Drawing costs nothing."),
            _("After a draw you may lay only a tile drawn in this turn."),
        )
    )


def _passing(edition: PointsEdition) -> list[str]:
    draws = edition.draws
    ways = []
    if draws.limit is not None:
        after = n_("After {n} draw you may pass.", "After {n} draws you may pass.", draws.limit)
        before = (
            _("You may stop after fewer draws, and that costs nothing more.")
            if draws.may_stop_early
            else _("With fewer draws, and tiles in the pool, you have to lay or to go on drawing.")
        )
        ways.append(" ".join((after.format(n=draws.limit), _further(draws.nothing_laid), before)))
    empty = (
        _("Once the pool is empty you may pass.")
        if draws.though_something_fits
        else _("Once the pool is empty, pass if nothing fits.")
    )
    return [*ways, f"{empty} {_further(draws.empty_pool)}"]


def _further(cost: int) -> str:
    if cost:
        return _("That costs {points} more.").format(points=points_of(cost))
    return _("That costs nothing more.")


def _points(edition: PointsEdition) -> Node:
    return section(
        _("Points"),
        paragraph(
            _worth(edition),
            _("A tile that makes a figure brings more; only one figure counts, the first tile makes none."),
        ),
        node(
            "ul",
            {"class": "figures"},
            *(
                _figure(figure, bonus)
                for figure in Figure
                if (bonus := edition.figures.bonus(figure)) is not None
            ),
        ),
        _ruling(HEXAGON_POINTS, edition),
    )


def _worth(edition: PointsEdition) -> str:
    same = {edition.tile_points(tile) for tile in TILES}
    if len(same) == 1:
        return _("Every tile you lay brings {points}.").format(points=points_of(same.pop()))
    return _("A tile you lay brings the sum of its digits.")


FIGURES = {
    Figure.BRIDGE: N_("It lies against one tile only, and the corner opposite touches a number as well."),
    Figure.HEXAGON: N_("It is the last of six round one of its corners."),
    Figure.DOUBLE_HEXAGON: N_("It closes two hexagons at once."),
    Figure.TRIPLE_HEXAGON: N_("It closes three hexagons at once."),
    Figure.BRIDGE_EXTENSION: N_(
        "It lies against exactly two tiles, at least one of them was laid as a bridge, and no hexagon closes."
    ),
}


_BRIDGE = "342@0,0 240@0,1 450@1,1 050@1,2 550@2,2 535@3,2 135@3,1 123@4,1 121@4,0 411@3,0 344@1,0"  # a bowl
PICTURES = {
    Figure.BRIDGE: _BRIDGE,
    Figure.HEXAGON: "130@0,0 123@1,0 233@2,0 334@2,1 035@0,1 345@1,1",
    Figure.DOUBLE_HEXAGON: "101@0,0 120@1,0 230@2,0 100@0,1 050@1,1 233@3,0 343@4,0 344@4,1 345@3,1 035@2,1",
    Figure.TRIPLE_HEXAGON: "323@0,0 342@1,0 343@1,-1 344@2,-1 454@3,-1 451@3,0 501@4,0 100@4,1 101@3,1 "
    "211@2,1 212@1,1 322@0,1 412@2,0",
    Figure.BRIDGE_EXTENSION: f"{_BRIDGE} 414@2,0",
}
"""A table for each figure, in the order of laying: the last tile makes it."""


def _figure(figure: Figure, bonus: int) -> Node:
    laid = [Placement.parse(text) for text in PICTURES[figure].split()]
    return node(
        "li",
        {},
        tiles_picture(laid, made=laid[-1]),
        node("h4", {}, figure_name(figure), " ", node("span", {"class": "bonus"}, signed(bonus))),
        node("p", {}, _(FIGURES[figure])),
    )


def _end_of_round(edition: PointsEdition) -> Node:
    return section(
        _("The end of a round"),
        paragraph(*_going_out(edition)),
        paragraph(
            _(
                "A round is blocked when the pool is empty and as many turns in a row as there are "
                "players end without a tile laid."
            ),
            _(BLOCKED[edition.blocked]),
        ),
        _ruling(IDLE_TURNS, edition),
        _ruling(EQUAL_RACKS, edition),
        _ruling(EQUALLY_FEW, edition),
    )


def _going_out(edition: PointsEdition) -> list[str]:
    out = edition.out
    ending = (
        [
            _("Whoever lays their last tile goes out and rings the bell."),
            _("All who follow, up to the one before the beginner of the round, have one more turn each."),
            _("Only the first to go out is rewarded."),
        ]
        if out.plays_out_the_round
        else [_("Whoever lays their last tile goes out, and the round is over at once.")]
    )
    brings = (
        _("Going out brings {points} and the sum of the digits then left on all other racks.")
        if out.takes_racks
        else _("Going out brings {points}.")
    )
    return [*ending, brings.format(points=points_of(out.bonus))]


BLOCKED: dict[Callable[..., object], str] = {
    own_rack_off: N_("Then everyone loses the sum of the digits on their own rack."),
    lowest_rack_wins: N_(
        "Then the player with the lowest sum of digits on the rack wins the round, gains the sum of all "
        "other racks and loses their own. The others lose nothing."
    ),
    fewest_tiles_win: N_(
        "Then the player with the fewest tiles wins the round, gains the sum of all other racks and loses "
        "their own. The others lose nothing."
    ),
    nothing_booked: N_("Then nobody gains or loses anything."),
}


def _match(edition: PointsEdition) -> Node:
    usually = until(edition, edition.default_target)
    champion = _(CHAMPIONS[edition.champions])
    most = _("After the last round the highest total wins.")
    if edition.default_target.points is None:
        to_points = _(REACHES[edition.reaches]).format(points=_("as many points as agreed"))
        usual, other = paragraph(usually, most), paragraph(_("Or play to points."), to_points, champion)
    else:
        usual, other = paragraph(usually, champion), paragraph(_("Or play a number of rounds."), most)
    return section(_("The match"), usual, other, paragraph(_("Equal totals share the win.")))


def until(edition: Edition, target: Target) -> str:
    """How long a match to this target lasts, in a sentence."""
    if target.points is None:
        return _("The match lasts {rounds}.").format(rounds=rounds_of(target.rounds or 0))
    return _(REACHES[edition.reaches]).format(points=points_of(target.points))


REACHES: dict[Callable[..., object], str] = {
    operator.gt: N_("Rounds are dealt until somebody has more than {points}."),
    operator.ge: N_("Rounds are dealt until somebody has at least {points}."),
}
CHAMPIONS: dict[Callable[..., object], str] = {
    highest_total: N_("Then the highest total wins."),
    round_winner_first: N_(
        "Then that player wins. If several have, it is the one of them who went out or won the blocked "
        "round; if none of them did, the highest total."
    ),
}


def _house_rules(edition: PointsEdition) -> Node:
    return section(
        _("House rules"),
        paragraph(_("Settle them among yourselves, in the lobby, before a game.")),
        paragraph(_("If so chosen, any tile of the rack may be laid after a draw, not only one just drawn."))
        if edition.draws.though_something_fits
        else None,
        _ruling(MUST_LAY, edition),
        _ruling(CLOCK, edition),
    )
