"""What happened and what is possible, told in sentences: for the log, the live region and tooltips.

A sentence is told to everybody at the table. What only one player may know, such as the tile that was
drawn, is told to that player alone: `seen_by`.
"""

from collections.abc import Iterable, Sequence

from engine import Match
from engine.board import Figure
from engine.covers import Cover, Covered
from engine.game import (
    DONE,
    BellRung,
    Claimed,
    Dealt,
    Drew,
    Event,
    Laid,
    MatchOver,
    Overpowered,
    Passed,
    Player,
    Refilled,
    RoundOver,
    Skipped,
    TilesDealt,
    TimedOut,
)
from engine.tiles import Digits, Tile
from ui.tile_scene import Claim, Place
from ui.words import N_, _, n_

_FIGURES = {
    Figure.BRIDGE: N_("bridge"),
    Figure.HEXAGON: N_("hexagon"),
    Figure.DOUBLE_HEXAGON: N_("double hexagon"),
    Figure.TRIPLE_HEXAGON: N_("triple hexagon"),
    Figure.BRIDGE_EXTENSION: N_("bridge extension"),
}
# Whole phrases: an article in front of a name cannot be translated on its own.
_WITH_FIGURE = {
    Figure.BRIDGE: N_("{points} with a bridge"),
    Figure.HEXAGON: N_("{points} with a hexagon"),
    Figure.DOUBLE_HEXAGON: N_("{points} with a double hexagon"),
    Figure.TRIPLE_HEXAGON: N_("{points} with a triple hexagon"),
    Figure.BRIDGE_EXTENSION: N_("{points} with a bridge extension"),
}
_EDITIONS = {
    "tournament": N_("Tournament"),
    "classic": N_("Classic"),
    "xxl": N_("XXL"),
    "xxl-fr": N_("XXL, French text"),
    "xxl-de": N_("XXL, German text"),
    "xxl-pt": N_("XXL, Portuguese text"),
    "kids": N_("Kids"),
    "conquest": N_("Conquest"),
    "conquer": N_("Conquer"),
}
_COVERS = {Cover.DIA: N_("diamond"), Cover.TRI: N_("triangle"), Cover.HEX: N_("hexagon")}
_CLAIMED = {
    Cover.DIA: N_("{name} claimed a diamond: {points} of land."),
    Cover.TRI: N_("{name} claimed a triangle: {points} of land."),
    Cover.HEX: N_("{name} claimed a hexagon: {points} of land."),
}
_LOST = {
    Cover.DIA: N_("{name} lost a diamond: {points} of land."),
    Cover.TRI: N_("{name} lost a triangle: {points} of land."),
    Cover.HEX: N_("{name} lost a hexagon: {points} of land."),
}
_THIS = {
    Cover.DIA: N_("This diamond: {points} of land"),
    Cover.TRI: N_("This triangle: {points} of land"),
    Cover.HEX: N_("This hexagon: {points} of land"),
}
_PROMISED = {
    Cover.DIA: N_("then a diamond that swings the land by {points}"),
    Cover.TRI: N_("then a triangle that swings the land by {points}"),
    Cover.HEX: N_("then a hexagon that swings the land by {points}"),
}
_OPEN = {
    Cover.DIA: N_("{name} had no diamond left for this one"),
    Cover.TRI: N_("{name} had no triangle left for this one"),
    Cover.HEX: N_("{name} had no hexagon left for this one"),
}


def tile_name(digits: Digits) -> str:
    """Its digits as they lie: 3-5-1."""
    return "-".join(map(str, digits))


def figure_name(figure: Figure) -> str:
    return _(_FIGURES[figure])


def edition_name(name: str) -> str:
    return _(_EDITIONS[name])


def number(value: int) -> str:
    """With a real minus, which is as wide as a plus and is not broken off its digits."""
    return str(value).replace("-", "−")


def signed(points: int) -> str:
    return f"+{points}" if points > 0 else number(points)


def points_of(points: int) -> str:
    """1 point, 9 points, −5 points."""
    return n_("{n} point", "{n} points", abs(points)).format(n=number(points))


def signed_points(points: int) -> str:
    """+1 point, +9 points, −5 points."""
    return n_("{n} point", "{n} points", abs(points)).format(n=signed(points))


def names_of(names: Sequence[str]) -> str:
    """Ada, Bo and Cy."""
    if len(names) < 2:
        return "".join(names)
    return _("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])


def cover_name(cover: Cover) -> str:
    return _(_COVERS[cover])


def covers_left(held: Sequence[tuple[Cover, int]]) -> str:
    """What a player still has to claim with: 4 × diamond, 2 × triangle, 1 × hexagon."""
    return ", ".join(_("{n} × {cover}").format(n=count, cover=cover_name(cover)) for cover, count in held)


def covered_by(covered: Covered, players: Sequence[Player]) -> str:
    owner = players[covered.seat].name
    return _("{cover}, {name}").format(cover=cover_name(covered.shape.cover), name=owner)


def claim_name(claim: Claim) -> str:
    """A shape that can be claimed: what it is worth, and whom it overpowers."""
    told = _(_THIS[claim.shape.cover]).format(points=points_of(claim.points))
    if not claim.sends_back:
        return told
    others = [
        _("{cover} ({name}, {points})").format(
            cover=cover_name(old.shape.cover), name=old.name, points=points_of(old.points)
        )
        for old in claim.sends_back
    ]
    return _("{claim}; sends back: {others}").format(claim=told, others=names_of(others))


def open_reason(name: str, covers: Sequence[Cover]) -> str:
    """Why a player may claim instead of laying."""
    why = names_of([_(_OPEN[cover]).format(name=name) for cover in dict.fromkeys(covers)])
    return _("{why}: you may claim it instead of laying a tile.").format(why=why)


def place_name(place: Place) -> str:
    x, y = place.placement.cell
    told = _("{tile} in row {row}, column {column}").format(
        tile=tile_name(place.placement.digits), row=number(y), column=number(x)
    )
    worth = worth_of(place)
    return _("{place}: {gain}").format(place=told, gain=worth) if worth else told


def worth_of(place: Place) -> str:
    """What laying there brings: points, or something to claim; "" for neither."""
    if place.gain is None:
        return ""
    if place.cover is not None:
        return promised(place.cover, place.gain)
    return gain_with(place.figure, place.gain)


def promised(cover: Cover, gain: int) -> str:
    """What laying a tile lets one claim."""
    return _(_PROMISED[cover]).format(points=signed_points(gain))


def gain_with(figure: Figure | None, gain: int) -> str:
    """9 points, or 49 points with a bridge."""
    points = points_of(gain)
    return points if figure is None else _(_WITH_FIGURE[figure]).format(points=points)


def tell(event: Dealt | Event, players: Sequence[Player], seen_by: int | None = None) -> str:
    """One event in one sentence or two, or "" if there is nothing to tell.

    Only the seat `seen_by` is told which tile it drew.
    """
    match event:
        case TilesDealt():
            return _dealt(event, players)
        case Laid():
            return _laid(event, players[event.seat].name)
        case Drew():
            tile = _drawn(event.tile, seen_by == event.seat)
            return _with_cost(_("{name} drew {tile}"), event.gain, name=players[event.seat].name, tile=tile)
        case Passed():
            return _with_cost(_("{name} passed"), event.gain, name=players[event.seat].name)
        case TimedOut():
            return _timed_out(event, players[event.seat].name, seen_by == event.seat)
        case Claimed():
            claimed = _(_CLAIMED[event.shape.cover])
            return claimed.format(name=players[event.seat].name, points=points_of(event.points))
        case Overpowered():
            lost = _(_LOST[event.shape.cover])
            return lost.format(name=players[event.seat].name, points=points_of(event.points))
        case Skipped():
            return _("{name} claimed nothing.").format(name=players[event.seat].name)
        case Refilled():
            return _refilled(event, players[event.seat].name) if seen_by == event.seat else ""
        case BellRung():
            return _bell(event, players)
        case RoundOver():
            return _round_over(event, players)
        case MatchOver():
            return match_won(event.winners, event.scores, players)


def by_action(events: Iterable[Dealt | Event]) -> list[list[Dealt | Event]]:
    """The events, those of one action together."""
    actions: list[list[Dealt | Event]] = []
    for event in events:
        if isinstance(event, (Dealt, *DONE)):
            actions.append([])
        actions[-1].append(event)
    return actions


def _refilled(event: Refilled, name: str) -> str:
    tiles = names_of([tile_name(tile.digits) for tile in event.tiles])
    return _("{name} took {tiles} from the pool.").format(name=name, tiles=tiles)


def _timed_out(event: TimedOut, name: str, seen: bool) -> str:
    if event.tile is None:
        return _("Time is up for {name}.").format(name=name)
    told = _("Time is up for {name}, who drew {tile}")
    return _with_cost(told, event.gain, name=name, tile=_drawn(event.tile, seen))


def _dealt(event: TilesDealt, players: Sequence[Player]) -> str:
    beginner = players[event.first].name
    drawings = [_lots(drawn, players) for drawn in event.lots if drawn]
    if not drawings:
        return _("Round {n}. First move: {name}.").format(n=event.round + 1, name=beginner)
    return _("Round {n}: {lots}. First move: {name}.").format(
        n=event.round + 1, lots=_("; again: ").join(drawings), name=beginner
    )


def _lots(drawn: Sequence[Tile], players: Sequence[Player]) -> str:
    # A record from elsewhere may hold too few lots or too many.
    return ", ".join(
        _("{name} drew {tile}").format(name=player.name, tile=tile_name(tile.digits))
        for player, tile in zip(players, drawn, strict=False)
    )


def _laid(event: Laid, name: str) -> str:
    tile = tile_name(event.placement.digits)
    if event.points is None:
        return _("{name} laid {tile}.").format(name=name, tile=tile)
    gain = gain_with(event.figure, event.gain)
    if event.opening:
        sentence = _("{name} opened with {tile}: {gain} ({part} for opening).")
        return sentence.format(name=name, tile=tile, gain=gain, part=event.opening)
    if event.figure:
        sentence = _("{name} laid {tile}: {gain} ({part}).")
        return sentence.format(name=name, tile=tile, gain=gain, part=event.bonus)
    return _("{name} laid {tile}: {gain}.").format(name=name, tile=tile, gain=gain)


def _drawn(tile: Tile, seen: bool) -> str:
    return tile_name(tile.digits) if seen else _("a tile")


def _with_cost(told: str, gain: int, **fields: str) -> str:
    sentence = told.format(**fields)
    if not gain:
        return _("{sentence}.").format(sentence=sentence)
    return _("{sentence}: {gain}.").format(sentence=sentence, gain=points_of(gain))


def _bell(event: BellRung, players: Sequence[Player]) -> str:
    rung = _("{name} went out and rang the bell.").format(name=players[event.seat].name)
    others = [players[seat].name for seat in event.still_to_move]
    if not others:
        return rung
    more = n_("One more turn for {names}.", "One more turn each for {names}.", len(others))
    return f"{rung} {more.format(names=names_of(others))}"


def _round_over(event: RoundOver, players: Sequence[Player]) -> str:
    told = round_ended(event, players)
    booked = [
        _("{points} for {name}").format(points=signed(points), name=players[seat].name)
        for seat, points in enumerate(event.adjust)
        if points
    ]
    return f"{told} {', '.join(booked)}." if booked else told


def round_ended(event: RoundOver, players: Sequence[Player]) -> str:
    """How a round came to its end and who won it, without the account."""
    names = names_of([players[seat].name for seat in event.seats])
    if event.reason == "out":
        return _("Round {n} is over: {name} went out.").format(n=event.round + 1, name=names)
    if event.reason == "covers":
        return _("The game is over: no cover is left for {name}.").format(name=names)
    if event.reason == "tiles":
        return _("The game is over: all tiles are laid.")
    if not event.seats:
        return _("Round {n} is over: nobody can go on.").format(n=event.round + 1)
    won = n_(
        "Round {n} is over: nobody can go on; it is won by {names}.",
        "Round {n} is over: nobody can go on; it is shared by {names}.",
        len(event.seats),
    )
    return won.format(n=event.round + 1, names=names)


def match_won(winners: Sequence[int], scores: Sequence[int], players: Sequence[Player]) -> str:
    names = names_of([players[seat].name for seat in winners])
    won = n_(
        "{names} won the match with {points}.", "{names} shared the win with {points} each.", len(winners)
    )
    return won.format(names=names, points=points_of(scores[winners[0]]))


def explain_pass(match: Match) -> str:
    """Why the player to move can do nothing but pass, and what that costs."""
    draws, drawn, pool = match.edition.draws, match.round.drawn.bit_count(), len(match.round.pool)
    if drawn and drawn == draws.limit:
        why = n_(
            "{n} tile drawn and it does not fit, so the turn passes on",
            "{n} tiles drawn and none of them fits, so the turn passes on",
            drawn,
        )
    elif drawn:
        why = _("Nothing drawn fits and the pool is now empty, so the turn passes on")
    else:
        why = _("Nothing fits and the pool is empty, so the turn passes on")
    return _with_cost(why, -draws.pass_cost(drawn, pool), n=str(drawn))


def clash_sentence(shown: int, digit: int) -> str:
    return _("It does not fit here: this corner shows {shown}, the tile has {digit}.").format(
        shown=shown, digit=digit
    )


_NOT_HERE = {
    "taken": N_("{tile} lies here already."),
    "beside": N_("Nothing lies beside this place: {tile} must share a side with another tile."),
    "start": N_("{tile} would be the first tile, which goes to the middle of the table."),
    "drawn": N_("{tile} has to wait: after drawing, only a tile drawn in this turn may be laid."),
    "opening": N_("{tile} has to wait: the rules name the tile that opens this round."),
}


def not_here_sentence(why: str, tile: str) -> str:
    """Why a tile may not be laid at this place, or not in this turn at all."""
    return _(_NOT_HERE[why]).format(tile=tile)


def why_unsaved(reason: str) -> str:
    """Why a game could not be saved, and what can be done about it."""
    match reason:
        case "full":
            return _("The browser’s storage is full: this game is not being saved. Export it to keep it.")
        case "newer":
            return _("A newer Deltille has saved this game: reload the page to go on with that one.")
        case "elsewhere":
            return _("This game went on in another tab: open it again from the lobby to go on here.")
    return _("This browser keeps nothing here: the game is not being saved. Export it to keep it.")


def why_no_more(reason: str) -> str:
    """Why the storage takes no further games."""
    if reason == "full":
        return _("The browser’s storage is full.")
    return _("This browser keeps nothing here.")


def why_not_deleted(reason: str) -> str:
    match reason:
        case "newer":
            return _("A newer Deltille has saved this game: reload the page, and then it can be deleted.")
        case "elsewhere":
            return _("This game has gone on since you looked: it has not been deleted.")
    return _("This browser does not let anything be deleted here.")


def what_happened(trouble: str) -> str:
    """What a player should know about a game that did not open as it was saved."""
    match trouble:
        case "older":
            return _("Part of the saved game was damaged and set aside: you may be one move back.")
        case "cut":
            return _(
                "The saved game breaks the rules at one point: it goes on from there, the rest is set aside."
            )
        case "missing":
            return _("This game is not here any more: it may have been deleted in another tab.")
        case "newer":
            return _("The last game was saved by a newer Deltille: reload the page to open it.")
    return _("The last game was damaged and cannot be opened: it has been set aside, not deleted.")
