"""The trace of a replay: one JSON object a line, which other programs compare to the letter."""

import json
from collections.abc import Iterator

from engine.game import DONE, Dealt, Laid, MatchOver, RoundOver
from engine.record import RecordError, Step


def trace(step: Dealt | Step) -> Iterator[str]:
    """The lines that one step of a replay adds to the trace."""
    if isinstance(step, Dealt):
        yield _line(t="round", round=step.round, first=step.first, **step.as_json())
        return
    for event in step.events:
        match event:
            case RoundOver():
                yield _line(
                    t="round_end",
                    round=event.round,
                    reason=event.reason,
                    seats=event.seats,
                    adjust=event.adjust,
                    scores=event.scores,
                )
            case MatchOver():
                yield _line(t="match_end", winners=event.winners, scores=event.scores)
            case _ if isinstance(event, DONE):
                yield _line(
                    t="action",
                    round=step.round,
                    n=step.n,
                    seat=step.seat,
                    legal=step.legal,
                    action=step.action,
                    gain=event.gain,
                    figure=event.figure if isinstance(event, Laid) else None,
                    scores=step.scores,
                    **step.standing,
                )


def trace_error(error: RecordError) -> str:
    return _line(t="error", round=error.round, n=error.n, action=error.action, error=error.reason)


def _line(**fields: object) -> str:
    return json.dumps(fields, separators=(",", ":"))
