"""What each action did to what is counted of the players: points, land, a purse."""

from collections.abc import Callable, Iterable, Sequence

from engine.game import Event
from ui.telling import by_action

Gains = dict[int, int]
"""By how much a seat's count changed, for those whose it did."""


def gains_of(events: Iterable[Event], changes: Callable[[Event], Sequence[tuple[int, int]]]) -> list[Gains]:
    """The gains of each action, where `changes` tells those of an event."""
    found = []
    for action in by_action(events):
        gains: Gains = {}
        for event in action:
            for seat, amount in changes(event):
                gains[seat] = gains.get(seat, 0) + amount
        found.append(gains)
    return found


def latest(gains: Iterable[Gains]) -> Gains:
    """What the last action did to each seat that did anything to it."""
    found: Gains = {}
    for action in gains:
        found |= action
    return found


def times(gains: Iterable[Gains], seat: int) -> int:
    """How many actions changed this seat's count."""
    return sum(seat in action for action in gains)
