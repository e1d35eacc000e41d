"""The conquered map: the whole board with all covers, and what each player's covers are worth."""

from collections.abc import Iterator

from engine import Match
from engine.conquest import Conquest
from engine.covers import Cover
from engine.game import Claimed, Overpowered
from engine.tiles import Placement
from ui import claiming
from ui.board_view import emblem
from ui.book import tiles_picture
from ui.cover_view import cover_picture, cover_view, middle
from ui.geometry import Point
from ui.nodes import Node, node
from ui.setup import colour_of
from ui.sheet_table import player_table, row
from ui.telling import cover_name, number, points_of, tell
from ui.words import _, n_

SCALE = 2.2
"""Of an owner's emblem on a cover."""


def land_view(match: Match, played: Conquest) -> list[Node]:
    """The map, the account by player, and how it came about."""
    return [_map(match, played), _account(match, played), _course(match, played)]


def _map(match: Match, played: Conquest) -> Node:
    laid = [Placement(digits, cell) for cell, digits in played.board.laid.items()]
    if not laid:
        return node("p", {"class": "quiet"}, _("No tile has been laid yet."), key="map")
    covers = claiming.lying(match)
    drawn = [cover_view(lying.covered, lying.colour, lying.label) for lying in covers]
    emblems = [_emblem_on(lying.colour, middle(lying.covered.shape)) for lying in covers]
    picture = tiles_picture(laid, None, *drawn, *emblems)
    words = n_("The land: {n} cover on the table", "The land: {n} covers on the table", len(covers))
    caption = words.format(n=len(covers))
    shown = {"class": "tiles-picture land", "viewBox": picture.attributes["viewBox"], "role": "group"}
    return node(
        "figure",
        {"class": "land-map"},
        node("svg", {**shown, "aria-label": caption}, *picture.children),
        node("figcaption", {}, caption),
        key="map",
    )


def _emblem_on(colour: str, at: Point) -> Node:
    shape = emblem(colour).children[0]
    assert isinstance(shape, Node)
    place = f"translate({at[0]:.1f} {at[1]:.1f}) scale({SCALE})"
    return node(
        "path",
        {"class": f"owner emblem-shape colour-{colour}", "d": shape.attributes["d"], "transform": place},
    )


def _account(match: Match, played: Conquest) -> Node:
    """A row for each kind of cover."""
    seats = range(len(match.players))
    rows = [
        row(cover_name(cover), [_covers_of(match, played, seat, cover) for seat in seats]) for cover in Cover
    ]
    tiles = [n_("{n} tile", "{n} tiles", n).format(n=n) for n in map(played.land.tiles, seats)]
    totals = [node("b", {"data-total": score}, number(score)) for score in match.scores]
    return player_table(
        match,
        _("Covers and land"),
        _("Covers"),
        "land",
        node("tbody", {}, *rows),
        node("tfoot", {}, row(_("Covered"), tiles, "sum"), row(_("Land"), totals, "sum total")),
        key="land",
    )


def _covers_of(match: Match, played: Conquest, seat: int, cover: Cover) -> Node:
    """This player's covers of one kind, each with the digits under it."""
    worth = [
        covered.shape.points(played.board.laid)
        for covered in played.land.covered()
        if covered.seat == seat and covered.shape.cover == cover
    ]
    if not worth:
        return node("span", {"class": "quiet"}, _("none"))
    picture = cover_picture(cover, colour_of(match.players[seat], seat))
    parts = node("span", {}, " + ".join(map(str, worth)))
    of_kind = node("span", {"class": "of-kind"}, f" = {sum(worth)}") if len(worth) > 1 else None
    return node("span", {"class": "worth"}, picture, parts, of_kind)


def _course(match: Match, played: Conquest) -> Node | None:
    """What was claimed and lost, in the order in which it happened."""
    told = [node("li", {}, sentence) for sentence in _claims(match, played)]
    if not told:
        return None
    return node(
        "section",
        {"class": "land-course"},
        node("h3", {}, _("Claimed and lost")),
        node("ol", {}, *told),
        key="course",
    )


def _claims(match: Match, played: Conquest) -> Iterator[str]:
    for event in played.events:
        if isinstance(event, Claimed | Overpowered):
            yield tell(event, match.players)


def land_title(match: Match) -> str:
    """How the winner won, where the score alone does not say it."""
    scores, played = match.scores, match.round
    assert isinstance(played, Conquest)
    won = match.winners
    told = _("{points} of land.").format(points=points_of(scores[won[0]]))
    if len(won) < sum(score == scores[won[0]] for score in scores):
        return " ".join((told, _("Of equal scores, more tiles covered win.")))
    return told
