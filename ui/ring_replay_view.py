"""The replay of a ring game on the screen: the ring, and what everyone has in purse and hand."""

from collections import Counter
from collections.abc import Iterator

from engine import RecordError, read
from engine.game import Done, Skipped
from engine.ring_events import Attacked, Bailed, Captured, CardPlayed, Rolled, Sold, Yielded
from ui.nodes import Node, node
from ui.replay_view import Shown, board_area
from ui.ring_board import ring_board, ring_picture
from ui.ring_look import look_of
from ui.ring_replay import RingReplay
from ui.ring_telling import card_name, resources
from ui.telling import signed
from ui.words import _, n_


def _board(replay: RingReplay) -> Node:
    return board_area(ring_board(replay.now.look, still=True))


def _picture(replay: RingReplay) -> Node:
    return ring_board(replay.now.look, still=True)


def _held(replay: RingReplay, seat: int) -> Iterator[Node]:
    now = replay.now
    hand = replay.hand(seat)
    told = [resources(now.purses[seat])]
    if hand is None:
        count = len(now.hands[seat])
        told.append(n_("{n} card", "{n} cards", count).format(n=count))
    else:
        for card, count in sorted(Counter(hand).items()):
            told.append(card_name(card) if count == 1 else f"{card_name(card)} ×{count}")
    yield node("span", {"class": "covers", "data-purse": now.purses[seat]}, ", ".join(told))


def _what(done: Done, seen: bool) -> tuple[str, str]:
    gain = signed(done.gain) if done.gain else ""
    match done:
        case Rolled():
            return _("rolls {n}").format(n=done.die), gain
        case Captured():
            return _("captures {n}").format(n=done.space), gain
        case Attacked():
            return _("attacks {n}").format(n=done.space), gain
        case Sold():
            return _("sells {n}").format(n=done.space), gain
        case Yielded():
            return _("pays the fee"), gain
        case Bailed():
            return _("leaves jail"), gain
        case CardPlayed():
            return _("plays {card}").format(card=card_name(done.card)), gain
        case Skipped():
            return _("lets it be"), gain
    return "", gain


RING = Shown(_board, _picture, _held, _what)


def thumbnail_of(record: str) -> Node | None:
    """The ring as a record leaves it."""
    try:
        match = read(record)
    except RecordError:
        return None
    return ring_picture(look_of(match), "small") if match.rounds else None
