"""The score sheet: who leads or has won and why, the scores as a chart, and a round turn by turn.

It shows what everybody at the table has seen. What was drawn is counted and never named, and racks
are shown only when their round is over.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine import Match
from engine.conquest import Conquest
from engine.editions import Blocked, fewest_tiles_win, lowest_rack_wins, nothing_booked, own_rack_off
from engine.game import BellRung, Drew, Laid, Passed, RoundOver, TimedOut
from engine.tile_round import TileRound
from engine.tiles import Tile
from ui.board_view import emblem, tile_picture
from ui.chart import dashes, emblem_at, score_chart
from ui.land_view import land_title, land_view
from ui.nodes import Child, Node, node
from ui.parts import button
from ui.setup import colour_of
from ui.sheet_table import player_table, row
from ui.telling import figure_name, names_of, number, points_of, round_ended, signed, tile_name
from ui.words import N_, _, n_

_REASONS = {
    "out": N_("Went out"),
    "others' racks": N_("Others’ racks"),
    "own rack": N_("Own rack"),
}
_BLOCKED: dict[Blocked, str] = {
    own_rack_off: N_("Nobody could go on, so everyone loses what is left on their own rack."),
    lowest_rack_wins: N_("Nobody could go on. The lowest rack takes the others’ points and pays its own."),
    fewest_tiles_win: N_("Nobody could go on. The fewest tiles take the others’ points and pay their own."),
    nothing_booked: N_("Nobody could go on."),
}


def sheet_view(match: Match, shown: int) -> Node:
    """Everything below the dialog's title, with round `shown` (from 0) turn by turn."""
    several = len(match.rounds) > 1
    return node(
        "div",
        {"class": "sheet"},
        node(
            "div",
            {"class": "sheet-top"},
            node("div", {"class": "sheet-state"}, _outcome(match), _standing(match), actions(match)),
            node(
                "div",
                {"class": "sheet-course"},
                score_chart(match),
                _rounds_table(match) if several else None,
            ),
        ),
        _round_choice(match, shown) if several else None,
        *_told(match, shown),
    )


def _told(match: Match, shown: int) -> list[Node | None]:
    played = match.rounds[shown]
    return land_view(match, played) if isinstance(played, Conquest) else [_round_table(match, shown)]


# Who has won, and what next


def _outcome(match: Match) -> Node | None:
    over = match.round.over
    if over is None:
        return None
    if match.winners:
        return won(match, _match_title(match), _match_reason(match), _round_reason(match, over))
    return node(
        "div",
        {"class": "sheet-outcome"},
        node("h3", {}, _round_title(match, over)),
        node("p", {}, _round_reason(match, over)),
        key="outcome",
    )


def won(match: Match, title: str, *reasons: str) -> Node:
    """The winners in their laurels, and how they came by them."""
    return node(
        "div",
        {"class": "sheet-outcome won"},
        node("div", {"class": "laurels"}, *(_laurel(_colour(match, seat)) for seat in match.winners)),
        node("h3", {}, title),
        *(node("p", {}, reason) for reason in reasons),
        key="outcome",
    )


def _match_title(match: Match) -> str:
    won = n_("{names} won the match", "{names} shared the win", len(match.winners))
    return won.format(names=_names(match, match.winners))


def _match_reason(match: Match) -> str:
    if isinstance(match.round, Conquest):
        return land_title(match)
    score = match.scores[match.winners[0]]
    told = n_("{points} after one round.", "{points} after {n} rounds.", len(match.rounds))
    told = told.format(points=points_of(score), n=len(match.rounds))
    if score == max(match.scores):
        return told
    return " ".join((told, _("Winning the last round goes before a higher total.")))


def _round_title(match: Match, over: RoundOver) -> str:
    if not over.seats:
        return _("Round {n} is blocked").format(n=over.round + 1)
    won = n_("{names} won round {n}", "{names} shared round {n}", len(over.seats))
    return won.format(names=_names(match, over.seats), n=over.round + 1)


def _round_reason(match: Match, over: RoundOver) -> str:
    if isinstance(match.round, Conquest):
        return round_ended(over, match.players)
    if over.reason != "out":
        return _(_BLOCKED[match.edition.blocked])
    if match.edition.out.takes_racks:
        told = _("{name} went out, which takes the points left on the other racks.")
    else:
        told = _("{name} went out.")
    return told.format(name=_names(match, over.seats))


def _standing(match: Match) -> Node:
    """The scores, highest first; it is the key to the chart as well."""
    before = _scores_before(match, match.round.number)
    lasts_one_round = isinstance(match.round, Conquest)
    told = _("{points} in this round")
    return standing(
        match,
        [
            None if lasts_one_round else told.format(points=signed(score - earlier))
            for score, earlier in zip(match.scores, before, strict=True)
        ],
    )


def standing(match: Match, besides: Sequence[str | None]) -> Node:
    """Everyone with their score, the highest first, and what else there is to say about each."""
    seats = sorted(range(len(match.players)), key=lambda seat: -match.scores[seat])
    return node("ol", {"class": "standing"}, *(_standing_line(match, seat, besides[seat]) for seat in seats))


def _standing_line(match: Match, seat: int, beside: str | None) -> Node:
    won = " winner" if seat in match.winners else ""
    return node(
        "li",
        {"class": f"colour-{_colour(match, seat)}{won}"},
        emblem(_colour(match, seat)),
        node("span", {"class": "name"}, match.players[seat].name),
        node("span", {"class": "quiet"}, beside) if beside else None,
        node("b", {}, number(match.scores[seat])),
        node(
            "svg",
            {"class": "sample", "viewBox": "0 0 40 6", "aria-hidden": "true"},
            node("line", {"class": "course", "x1": 2, "y1": 3, "x2": 38, "y2": 3, **dashes(seat)}),
        ),
        key=str(seat),
    )


def actions(match: Match) -> Node:
    """What comes next, and ways to keep the game. A record from elsewhere may not say how it was dealt."""
    over = match.winners
    return node(
        "div",
        {"class": "sheet-actions"},
        button("next-round", _("Next round"), class_="primary") if match.awaits_deal else None,
        button("again", _("Play again"), class_="primary") if over else None,
        button("same-deal", _("Same deal again")) if over and "seed" in match.extra else None,
        button("replay", _("Replay")) if match.round.actions or len(match.rounds) > 1 else None,
        button("export", _("Export")),
        button("copy-link", _("Copy link")),
        button("new", _("New game")) if over else None,
        key="actions",
    )


_LEAF = "M0 0C5 -4 6 -12 0 -18C-6 -12 -5 -4 0 0Z"
_LEAVES = 8


def _laurel(colour: str) -> Node:
    """A wreath of leaves, open at the top, round the winner's emblem on a wooden disc."""
    leaves = []
    for n in range(_LEAVES):
        turn = 172 - 19 * n
        leaves += [
            node("path", {"d": _LEAF, "transform": f"rotate({side * turn}) translate(0 -44) rotate({tilt})"})
            for side in (1, -1)
            for tilt in (-side * 62, -side * 118)
        ]
    return node(
        "svg",
        {"class": f"laurel colour-{colour}", "viewBox": "-66 -58 132 124", "aria-hidden": "true"},
        node("path", {"class": "stem", "d": "M-38.7 -21A44 44 0 0 0 0 44A44 44 0 0 0 38.7 -21"}),
        node("g", {"class": "leaves"}, *leaves),
        node("circle", {"class": "disc", "r": 29, "fill": "url(#rim)"}),
        node("circle", {"r": 26, "fill": "url(#wood-1)"}),
        node("circle", {"r": 26, "fill": "url(#grain-1)"}),
        emblem_at(colour, 0, 0, 1.6),
    )


# One round, turn by turn


@dataclass(frozen=True, slots=True)
class Turn:
    """What one player did from the beginning of their turn to its end, and the score they had then."""

    seat: int
    total: int
    draws: int = 0
    draw_gain: int = 0
    end: Laid | Passed | TimedOut | None = None
    """None while the player is still to lay or pass."""
    bell: bool = False


def turns_of(played: TileRound, before: Sequence[int]) -> list[Turn]:
    scores = list(before)
    turns: list[Turn] = []
    for event in played.events:
        if isinstance(event, BellRung):
            turns[-1] = replace(turns[-1], bell=True)
        if not isinstance(event, Laid | Drew | Passed | TimedOut):
            continue
        scores[event.seat] += event.gain
        running = turns and turns[-1].end is None
        turn = (
            replace(turns.pop(), total=scores[event.seat])
            if running
            else Turn(event.seat, scores[event.seat])
        )
        if isinstance(event, Drew) or (isinstance(event, TimedOut) and event.tile):
            turn = replace(turn, draws=turn.draws + 1, draw_gain=turn.draw_gain + event.gain)
        if not isinstance(event, Drew):
            turn = replace(turn, end=event)
        turns.append(turn)
    return turns


def _round_choice(match: Match, shown: int) -> Node:
    return node(
        "nav",
        {"class": "round-choice", "aria-label": _("Rounds")},
        node("span", {"aria-hidden": "true"}, _("Round")),
        node(
            "ul",
            {},
            *(
                node(
                    "li",
                    {},
                    button(
                        "show-round",
                        str(past.number + 1),
                        value=str(past.number),
                        aria_label=_("Round {n}").format(n=past.number + 1),
                        aria_pressed="true" if past.number == shown else "false",
                    ),
                    key=str(past.number),
                )
                for past in match.rounds
            ),
        ),
    )


def _round_table(match: Match, shown: int) -> Node:
    played = match.rounds[shown]
    before = _scores_before(match, shown)
    caption = _("Round {n}, turn by turn") if played.over else _("Round {n} so far")
    return player_table(
        match,
        caption.format(n=shown + 1),
        _("Turn"),
        "turns",
        node("tbody", {}, *_turn_rows(match, played, before)),
        node("tfoot", {}, *_account_rows(match, played, before)),
        key=f"round-{shown}",
    )


def _turn_rows(match: Match, played: TileRound, before: Sequence[int]) -> Iterator[Node]:
    if played.number:
        yield row(_("Brought forward"), [node("b", {}, number(score)) for score in before], "forward")
    # A row goes once round the table from seat 0, so that reading it line by line is the order of play.
    seats = len(match.players)
    turns = [_turn_cell(turn) for turn in turns_of(played, before)]
    cells = [*[None] * played.dealt.first, *turns] if turns else []
    for lap, begin in enumerate(range(0, len(cells), seats), start=1):
        taken = cells[begin : begin + seats]
        yield row(str(lap), [*taken, *[None] * (seats - len(taken))])


def _turn_cell(turn: Turn) -> Node:
    laid = turn.end if isinstance(turn.end, Laid) else None
    return node(
        "div",
        {"class": "turn"},
        tile_picture(laid.placement.digits, laid.placement.cell.points_up) if laid else None,
        *(node("div", {"class": "part"}, *part) for part in _parts(turn)),
        node("b", {"class": "total"}, _hidden(_("total")), number(turn.total)),
    )


def _parts(turn: Turn) -> Iterator[tuple[Child, ...]]:
    """What the turn's gain is made of: the words, and the points."""
    match turn.end:
        case Laid() as laid:
            yield _hidden(tile_name(laid.placement.digits)), _points(laid.points)
            if laid.opening:
                yield _words(_("opening")), _points(laid.opening)
            if laid.figure:
                yield _words(figure_name(laid.figure), "figure"), _points(laid.bonus)
        case Passed(gain=gain):
            yield _words(_("pass")), _points(gain) if gain else None
        case TimedOut():
            yield (_words(_("time up")),)
    if turn.draws:
        drawn = n_("{n} draw", "{n} draws", turn.draws).format(n=turn.draws)
        yield _words(drawn), _points(turn.draw_gain) if turn.draw_gain else None
    if turn.bell:
        yield (_words(_("rings the bell"), "figure"),)


def _words(text: str, class_: str = "quiet") -> Node:
    return node("span", {"class": class_}, f"{text} ")


def _hidden(text: str) -> Node:
    return node("span", {"class": "visually-hidden"}, f"{text} ")


def _points(points: int) -> Node:
    return node("span", {"class": "cost" if points < 0 else "gain"}, signed(points))


def _account_rows(match: Match, played: TileRound, before: Sequence[int]) -> Iterator[Node]:
    if over := played.over:
        yield row(_("Left on the rack"), [_rack(tiles) for tiles in over.racks], "racks")
        for reason, words in _REASONS.items():
            booked = {line.seat: line.points for line in over.adjustments if line.reason == reason}
            if booked:
                cells = [_points(booked[seat]) if seat in booked else None for seat in range(len(before))]
                yield row(_(words), cells)
    gains = [score - earlier for score, earlier in zip(played.scores, before, strict=True)]
    yield row(_("This round"), [signed(gain) for gain in gains], "sum")
    yield row(_("Total"), [_total(score) for score in played.scores], "sum total")


def _rack(tiles: Sequence[Tile]) -> Node:
    if not tiles:
        return node("span", {"class": "quiet"}, _("none"))
    return node(
        "span",
        {"class": "rack-left"},
        _hidden(", ".join(tile_name(tile.digits) for tile in tiles)),
        *(tile_picture(tile.digits) for tile in tiles),
    )


def _total(score: int) -> Node:
    return node("b", {"data-total": score}, number(score))


# Round by round


def _rounds_table(match: Match) -> Node:
    rows = []
    for past in match.rounds:
        before = _scores_before(match, past.number)
        cells = [
            node("span", {}, signed(score - earlier))
            for score, earlier in zip(past.scores, before, strict=True)
        ]
        label = str(past.number + 1) if past.over else _("{n}, so far").format(n=past.number + 1)
        rows.append(row(label, cells))
    return player_table(
        match,
        _("Round by round"),
        _("Round"),
        "rounds",
        node("tbody", {}, *rows),
        node("tfoot", {}, row(_("Total"), [_total(score) for score in match.scores], "sum total")),
        key="rounds",
    )


def _scores_before(match: Match, number: int) -> Sequence[int]:
    """The scores with which this round began."""
    return match.rounds[number - 1].scores if number else [0] * len(match.players)


def _colour(match: Match, seat: int) -> str:
    return colour_of(match.players[seat], seat)


def _names(match: Match, seats: Sequence[int]) -> str:
    return names_of([match.players[seat].name for seat in seats])
