"""Why an action is a good one, in words: what `engine.reasons` found, the weightiest first.

Whatever is said here its player could have seen: it is made from a `Sight`.
"""

from collections.abc import Iterator, Sequence

from engine.board import Figure
from engine.conquest import LandSight
from engine.covers import Cover
from engine.game import Action, Player
from engine.judge import Verdict
from engine.points import PointsSight
from engine.reasons import Reasons, reasons
from engine.tile_round import TileSight
from engine.tiles import Placement, tiles_of
from ui.telling import figure_name, names_of, points_of, promised, signed, signed_points, tile_name
from ui.words import N_, _, n_

FEW = 2
"""So many reasons are given, and so many tiles named."""
WORTH_SAYING = 3.0
"""Points that the next player is likely to gain, more or less, before they are spoken of."""
GOOD = 20.0
"""A move of so many points in the next turn is something to look forward to."""

_CLOSES = {
    Figure.BRIDGE: N_("closes the bridge that {name} could make"),
    Figure.HEXAGON: N_("closes the hexagon that {name} could make"),
    Figure.DOUBLE_HEXAGON: N_("closes the double hexagon that {name} could make"),
    Figure.TRIPLE_HEXAGON: N_("closes the triple hexagon that {name} could make"),
    Figure.BRIDGE_EXTENSION: N_("closes the bridge extension that {name} could make"),
}
_OPENS = {
    Figure.BRIDGE: N_("{tile} for {gain} would open a bridge for {name}"),
    Figure.HEXAGON: N_("{tile} for {gain} would open a hexagon for {name}"),
    Figure.DOUBLE_HEXAGON: N_("{tile} for {gain} would open a double hexagon for {name}"),
    Figure.TRIPLE_HEXAGON: N_("{tile} for {gain} would open a triple hexagon for {name}"),
    Figure.BRIDGE_EXTENSION: N_("{tile} for {gain} would open a bridge extension for {name}"),
}
_CLAIM = {
    Cover.DIA: N_("Claim this diamond"),
    Cover.TRI: N_("Claim this triangle"),
    Cover.HEX: N_("Claim this hexagon"),
}


def advice(sight: TileSight, legal: Sequence[Action], action: Action, players: Sequence[Player]) -> str:
    """What to do and why, in one sentence."""
    if action == "pass" and len(legal) == 1:
        return _("Nothing is left but to pass.")
    if action == "draw" and not _any(legal, "play ", "claim "):
        return _("Nothing drawn fits: draw another tile.") if sight.drawn else _("Nothing fits: draw a tile.")
    why = reasons(sight, action)
    given = because(sight, legal, why, players)
    told = _("{what}: {reasons}.") if given else _("{what}.")
    return told.format(what=_what(legal, why), reasons="; ".join(given))


def _any(legal: Sequence[Action], *kinds: str) -> bool:
    return any(action.startswith(kinds) for action in legal)


def _what(legal: Sequence[Action], why: Reasons) -> str:
    match why.action:
        case "draw" if _any(legal, "play "):
            return _("Draw, although something fits")
        case "draw":
            return _("Draw, and claim nothing")
        case "pass" if _any(legal, "play "):
            return _("Pass, although something fits")
        case "pass" if _any(legal, "claim "):
            return _("Pass, and claim nothing")
        case "pass":
            return _("Pass, and draw no more")
        case "skip":
            return _("Claim nothing")
    if why.action.startswith("claim ") and why.shape:
        return _(_CLAIM[why.shape.cover])
    return _("Lay {tile} here").format(tile=tile_name(Placement.parse(why.action[5:]).digits))


def because(
    sight: TileSight, legal: Sequence[Action], why: Reasons, players: Sequence[Player]
) -> tuple[str, ...]:
    """The few best reasons for an action."""
    name = players[(sight.seat + 1) % len(players)].name
    if isinstance(sight, LandSight):
        found = _in_land(sight, legal, why, name)
    else:
        assert isinstance(sight, PointsSight)
        found = _in_points(sight, legal, why, name)
    return tuple(reason for reason, _n in zip(found, range(FEW), strict=False))


def _in_points(sight: PointsSight, legal: Sequence[Action], why: Reasons, name: str) -> Iterator[str]:
    if why.action == "draw":
        yield _("a bigger rack finds bridges and hexagons")
    elif why.figure:
        yield _("{figure}: {gain}").format(figure=figure_name(why.figure), gain=signed(why.gain))
    elif why.gain:
        yield signed_points(why.gain)
    if why.goes_out:
        yield _("you go out with it")
    if why.denies and why.answer < why.answer_before:
        yield _(_CLOSES[max(why.denies, key=_rank)]).format(name=name)
    if why.action.startswith("play"):
        yield from _instead(sight, legal, why, name)
    if why.next_gain >= GOOD:
        yield _("leaves you a move of {points} for your next turn").format(
            points=points_of(round(why.next_gain))
        )
    yield from _kept(why)


def _rank(figure: Figure) -> int:
    return list(Figure).index(figure)


def _instead(sight: PointsSight, legal: Sequence[Action], why: Reasons, name: str) -> Iterator[str]:
    """What is wrong with the move that gains most at once."""
    tempting = max((action for action in legal if action.startswith("play ")), key=sight.gain)
    if sight.gain(tempting) <= why.gain:
        return
    other = reasons(sight, tempting)
    tile = tile_name(Placement.parse(tempting[5:]).digits)
    if other.opens and other.answer > why.answer:
        told = _(_OPENS[max(other.opens, key=_rank)])
        yield told.format(tile=tile, gain=points_of(other.gain), name=name)
    elif other.answer > why.answer + WORTH_SAYING:
        told = _("{tile} for {gain} would give {name} more to answer with")
        yield told.format(tile=tile, gain=points_of(other.gain), name=name)


def _kept(why: Reasons) -> Iterator[str]:
    kept = tiles_of(why.keeps)
    if 0 < len(kept) <= FEW:
        yield _("keeps {tiles} playable").format(tiles=names_of([tile_name(tile.digits) for tile in kept]))
    elif kept:
        yield n_("keeps {n} tile playable", "keeps {n} tiles playable", len(kept)).format(n=len(kept))


def _in_land(sight: LandSight, legal: Sequence[Action], why: Reasons, name: str) -> Iterator[str]:
    lays = why.action.startswith("play ")
    if why.action.startswith("claim "):
        yield _("the land swings by {points}").format(points=signed_points(why.gain))
    elif lays and why.gain > 0 and (found := sight.promise(Placement.parse(why.action[5:]))):
        yield promised(found[1], found[0])
    else:
        yield from _unclaimed(sight, legal, why, name)
    if why.answer < why.answer_before - WORTH_SAYING:
        yield _("leaves {name} less to claim").format(name=name)
    if lays and why.next_gain >= WORTH_SAYING:
        yield _("prepares a claim of your own")
    if lays:
        yield from _kept(why)


def _unclaimed(sight: LandSight, legal: Sequence[Action], why: Reasons, name: str) -> Iterator[str]:
    """Why nothing is claimed, though it may be that something could be."""
    best = max(legal, key=sight.gain)
    if sight.gain(best) > 0:
        if reasons(sight, best).answer > why.answer + WORTH_SAYING:
            yield _("a claim now would leave {name} more to claim").format(name=name)
        if sight.pool or sight.rack:
            yield _(_KEEP)
    elif _any(legal, "claim "):
        yield _("no shape here brings more land than it costs")
    elif why.action.startswith("play "):
        yield _("there is nothing worth claiming now")


_KEEP = N_("the cover is worth keeping for more land")
_OPENED = {
    Figure.BRIDGE: N_("it opens a bridge for {name}"),
    Figure.HEXAGON: N_("it opens a hexagon for {name}"),
    Figure.DOUBLE_HEXAGON: N_("it opens a double hexagon for {name}"),
    Figure.TRIPLE_HEXAGON: N_("it opens a triple hexagon for {name}"),
    Figure.BRIDGE_EXTENSION: N_("it opens a bridge extension for {name}"),
}
_MISSED = {
    Figure.BRIDGE: N_("a bridge is to be had"),
    Figure.HEXAGON: N_("a hexagon is to be had"),
    Figure.DOUBLE_HEXAGON: N_("a double hexagon is to be had"),
    Figure.TRIPLE_HEXAGON: N_("a triple hexagon is to be had"),
    Figure.BRIDGE_EXTENSION: N_("a bridge extension is to be had"),
}


def warning(sight: TileSight, action: Action, verdict: Verdict, players: Sequence[Player]) -> str:
    """What an action gives away and why, without naming what would be better."""
    why = _what_is_wrong(sight, reasons(sight, action), reasons(sight, verdict.best), players)
    points = points_of(round(verdict.given_away))
    return _("This gives away about {points}: {why}.").format(points=points, why=why)


def _what_is_wrong(sight: TileSight, done: Reasons, best: Reasons, players: Sequence[Player]) -> str:
    name = players[(sight.seat + 1) % len(players)].name
    if best.figure and not done.figure:
        return _(_MISSED[best.figure])
    if done.opens and done.answer > best.answer:
        return _(_OPENED[max(done.opens, key=_rank)]).format(name=name)
    if done.action.startswith("claim ") and best.action in _IDLE:
        return _(_KEEP) if done.gain > 0 else _("it brings no more land than it costs")
    if done.action in _IDLE and best.action.startswith("claim "):
        return _("what can be claimed is worth more now")
    if best.action == "draw":
        return _("a bigger rack first finds more")
    if done.action in _IDLE and best.action.startswith("play "):
        return _("something that fits is worth more now")
    if done.answer > best.answer + WORTH_SAYING:
        return _("it leaves {name} more to answer with").format(name=name)
    if best.gain > done.gain:
        more = points_of(best.gain - done.gain)
        return _("another move brings {points} more at once").format(points=more)
    return _("another move leaves you better off later")


_IDLE = ("draw", "pass", "skip")
