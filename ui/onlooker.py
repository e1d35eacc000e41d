"""Looking on at a table without playing at it."""

from collections.abc import Callable, Sequence
from typing import Any

from engine import Match
from engine.question import Case, Question
from ui.geometry import Point
from ui.table import Host


class Onlooker:
    """A host for a table at which another tab plays, or nobody yet: it is drawn, and nothing goes on."""

    def __init__(self, host: Host) -> None:
        self.changed, self.aspect = host.changed, host.aspect

    def keep(self, match: Match) -> None:
        pass

    def later(self, seconds: float, function: Callable[[], None]) -> "Onlooker":
        return self

    def ask(
        self,
        question: Question | Case,
        then: Callable[[Any], None],
        otherwise: Callable[[], None] | None = None,
    ) -> "Onlooker":
        return self

    def coach(self) -> None:
        return None

    def cancel(self) -> None:
        pass

    def bot_seconds(self) -> float:
        return 0.0

    def travel(self, selector: str, path: Sequence[Point], wait: float) -> float:
        return 0.0

    def focus(self, selector: str) -> None:
        pass

    def gained(self, seat: int, points: int, start: str | None) -> None:
        pass

    def round_over(self) -> None:
        pass
