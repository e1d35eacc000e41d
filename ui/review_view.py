"""The review beside a replay: how far it is, what it found, and the moves to look at first."""

from collections.abc import Callable, Iterator, Sequence

from engine.game import Done
from engine.judge import Verdict
from engine.question import Case
from ui.cast import name_of, portrait
from ui.nodes import Node, node
from ui.parts import button
from ui.review import Choice, Review
from ui.telling import number, points_of
from ui.words import _, n_

What = Callable[[Done, bool], tuple[str, str]]
"""A move in a word or two, and what it brought."""


def review_view(review: Review, what: What) -> Node | None:
    """Nothing where there is no move to be looked at."""
    if not review.seats:
        return None
    return node(
        "section",
        {"class": "review", "aria-labelledby": "review-title"},
        node("h2", {"id": "review-title"}, _("Review")),
        _whose(review) if len(review.seats) > 1 else None,
        node(
            "div",
            {"class": "review-state"},
            portrait(Case.kind),
            node("div", {}, *_state(review)),
            key="state",
        ),
        *_results(review, what),
        key="review",
    )


def _whose(review: Review) -> Node:
    return node(
        "div",
        {"class": "review-seats", "role": "group", "aria-label": _("Whose moves?")},
        *(
            button(
                "review-seat",
                review.match.players[seat].name,
                value=str(seat),
                aria_pressed="true" if seat == review.seat else "false",
            )
            for seat in review.seats
        ),
        key="whose",
    )


def _state(review: Review) -> Iterator[Node]:
    done, all_ = len(review.judged), len(review.choices)
    owl = name_of(Case.kind)
    if review.is_running or (done and not review.is_done):
        far = {"max": all_, "value": done, "aria-label": _("How far the review is")}
        yield node("progress", far, key="progress")
        yield node("p", {"class": "review-far"}, _("{n} of {all} moves").format(n=done, all=all_), key="far")
    if review.is_unanswered:
        yield node("p", {"role": "status"}, _("{owl} does not answer.").format(owl=owl), key="unanswered")
    if review.is_running:
        yield button("review-stop", _("Stop"))
    elif review.is_done:
        yield node("p", {"class": "review-sum", "role": "status"}, _sum(review), key="sum")
    elif done:
        yield button("review-start", _("Go on"))
    else:
        told = _("{owl} looks at each choice there was and says what another would have been worth.")
        yield node("p", {}, told.format(owl=owl), key="about")
        start = n_("Review {n} move", "Review {n} moves", all_).format(n=all_)
        yield button("review-start", start, class_="primary")


def _sum(review: Review) -> str:
    good = n_("{n} move as good as can be", "{n} moves as good as can be", review.as_good)
    told = _("{good} of {all}; given away: about {points}.")
    return told.format(
        good=good.format(n=review.as_good),
        all=len(review.choices),
        points=points_of(round(review.given_away)),
    )


def _results(review: Review, what: What) -> Iterator[Node]:
    costly = [(judged, number(-round(judged[1].given_away))) for judged in review.costliest]
    good = [(judged, "✓") for judged in review.best]
    if good:
        yield _list("best", _("Best moves"), review, good, what)
    if costly:
        yield _list("costliest", _("Costliest moves"), review, costly, what)


def _list(
    key: str,
    title: str,
    review: Review,
    listed: Sequence[tuple[tuple[Choice, Verdict], str]],
    what: What,
) -> Node:
    return node(
        "div",
        {"class": f"review-{key}"},
        node("h3", {"id": f"review-{key}"}, title),
        node(
            "ol",
            {"aria-labelledby": f"review-{key}"},
            *(_move(review, choice, mark, what) for (choice, _verdict), mark in listed),
        ),
        key=key,
    )


def _move(review: Review, choice: Choice, mark: str, what: What) -> Node:
    told, brought = what(choice.done, True)
    place = (
        _("Move {n}, round {round}").format(n=choice.at, round=choice.round + 1)
        if len(review.match.rounds) > 1
        else _("Move {n}").format(n=choice.at)
    )
    return node(
        "li",
        {},
        button(
            "replay-to",
            node("span", {"class": "what"}, told),
            node("span", {"class": "brought"}, f" {brought}") if brought else None,
            node("span", {"class": "place"}, f" {place} "),
            node("b", {"class": "mark"}, mark),
            value=str(choice.at),
            class_="move",
        ),
        key=str(choice.at),
    )
