"""The score sheet of the ring game: who leads or has won and why, the spaces as a chart, who holds what."""

from engine import Match
from engine.ring import Space
from engine.ring_round import RingRound
from ui.chart import score_chart
from ui.nodes import Node, node
from ui.ring_board import ring_picture
from ui.ring_look import look_of
from ui.ring_telling import ended, resources, space_kind, spaces_of
from ui.ring_view import swatch
from ui.sheet_table import player_table, row
from ui.sheet_view import actions, standing, won
from ui.telling import names_of, number
from ui.words import _, n_


def ring_sheet(match: Match, _shown: int) -> Node:
    """Everything below the dialog's title."""
    current = match.round
    assert isinstance(current, RingRound)
    purses = [_beside(current, seat) for seat in range(len(match.players))]
    return node(
        "div",
        {"class": "sheet"},
        node(
            "div",
            {"class": "sheet-top"},
            node(
                "div",
                {"class": "sheet-state"},
                _outcome(match, current),
                standing(match, purses),
                actions(match),
            ),
            node("div", {"class": "sheet-course"}, score_chart(match)),
        ),
        _holdings(match, current),
        node("figure", {"class": "ring-map"}, ring_picture(look_of(match)), key="map"),
    )


def _beside(current: RingRound, seat: int) -> str:
    return resources(current.purses[seat]) if current.playing[seat] else _("out")


def _outcome(match: Match, current: RingRound) -> Node | None:
    if current.over is None:
        return None
    names = names_of([match.players[seat].name for seat in match.winners])
    title = n_("{names} won", "{names} shared the win", len(match.winners)).format(names=names)
    return won(match, title, _reason(match, current), ended(current.over, match.players))


def _reason(match: Match, current: RingRound) -> str:
    """What decided it: the spaces, or of equally many the resources."""
    best = match.winners[0]
    told = _("{spaces} held.").format(spaces=spaces_of(match.scores[best]))
    equal = [
        seat
        for seat, score in enumerate(match.scores)
        if current.playing[seat] and score == match.scores[best]
    ]
    if len(equal) == 1:
        return told
    more = _("Of equally many spaces, more resources win: {resources}.")
    return f"{told} {more.format(resources=resources(current.purses[best]))}"


def _holdings(match: Match, current: RingRound) -> Node:
    """A row for each colour, then what is in purse and hand."""
    seats = range(len(match.players))
    rows = []
    for space in current.edition.prices:
        cells = [_held(current, seat, space) for seat in seats]
        rows.append(row(space_kind(space), cells, f"space-{space}"))
    purses = [str(purse) for purse in current.purses]
    cards = [str(len(hand)) for hand in current.hands]
    totals = [node("b", {"data-total": score}, number(score)) for score in match.scores]
    return player_table(
        match,
        _("Who holds what"),
        _("Colour"),
        "holdings",
        node("tbody", {}, *rows),
        node(
            "tfoot",
            {},
            row(_("Resources"), purses, "sum"),
            row(_("Cards"), cards, "sum"),
            row(_("Spaces"), totals, "sum total"),
        ),
        key="holdings",
    )


def _held(current: RingRound, seat: int, space: Space) -> Node:
    """The numbers of this player's spaces of one colour."""
    numbers = [
        n for n, owner in enumerate(current.owners) if owner == seat and current.edition.spaces[n] is space
    ]
    if not numbers:
        return node("span", {"class": "quiet"}, _("none"))
    return node("span", {"class": "worth"}, swatch(space), ", ".join(map(str, numbers)))
