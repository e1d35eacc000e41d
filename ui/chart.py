"""The scores of a match as a chart: a line for each player, told apart by colour, dashes and emblem."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from engine import Match
from engine.editions import LandEdition, PointsEdition
from engine.game import DONE, Claimed, Edition, Overpowered, RoundOver
from engine.ring import RingEdition
from engine.ring_events import Captured, Conquered, PlayerOut, Sold
from ui.board_view import EMBLEMS
from ui.nodes import Node, node
from ui.setup import colour_of
from ui.telling import number, points_of
from ui.words import N_, _, n_

WIDTH, HEIGHT = 320, 224
LEFT, RIGHT, TOP, BOTTOM = 31, 230, 22, 200
LABEL_GAP = 27
MOST_TICKS = 5
MOST_ROUND_LABELS = 12
LONGEST_LABEL = 9
MOST_COLUMNS = 200
DASHES = (None, "9 4", "2.5 3.5", "12 3.5 2.5 3.5")
"""How each seat's line is broken, so that it can be told apart without its colour."""


@dataclass(frozen=True, slots=True)
class Course:
    """The scores as they went: for each seat a point for each of its actions and each round's end."""

    lines: tuple[tuple[tuple[int, int], ...], ...]
    round_ends: tuple[int, ...]
    steps: int


def course_of(match: Match) -> Course:
    return COUNTED[type(match.edition)].course(match)


def _spaces_held(match: Match) -> Course:
    """On the ring: a point for each time that spaces changed hands, and one just before."""
    lines = [[(0, 0)] for _ in match.players]
    ends = []
    step = 0

    def change(seat: int, by: int) -> None:
        last, held = lines[seat][-1]
        if last < step - 1:
            lines[seat].append((step - 1, held))
        lines[seat].append((step, held + by))

    for past in match.rounds:
        for event in past.events:
            if isinstance(event, DONE):
                step += 1
            match event:
                case Captured():
                    change(event.seat, 1)
                case Sold():
                    change(event.seat, -1)
                case Conquered():
                    change(event.seat, 1)
                    change(event.loser, -1)
                case PlayerOut() if event.spaces:
                    change(event.seat, -len(event.spaces))
                case RoundOver():
                    step += 1
                    ends.append(step)
    for line in lines:
        if line[-1][0] < step:
            line.append((step, line[-1][1]))
    return Course(tuple(map(tuple, lines)), tuple(ends), step)


def _scores(match: Match) -> Course:
    scores = [0] * len(match.players)
    lines = [[(0, 0)] for _ in scores]
    ends = []
    step = 0
    for past in match.rounds:
        for event in past.events:
            if isinstance(event, DONE):
                step += 1
                scores[event.seat] += event.points if isinstance(event, Claimed) else event.gain
                lines[event.seat].append((step, scores[event.seat]))
            elif isinstance(event, Overpowered):
                line = lines[event.seat]
                if line[-1][0] == step:
                    line.pop()  # one's own cover: gained and lost at once
                elif line[-1][0] < step - 1:
                    line.append((step - 1, scores[event.seat]))  # what is lost is lost in one step
                scores[event.seat] -= event.points
                line.append((step, scores[event.seat]))
            elif isinstance(event, RoundOver):
                step += 1
                scores = list(event.scores)
                for line, score in zip(lines, scores, strict=True):
                    line.append((step, score))
                ends.append(step)
    for line in lines:
        if line[-1][0] < step:
            line.append((step, line[-1][1]))
    return Course(tuple(map(tuple, lines)), tuple(ends), step)


@dataclass(frozen=True, slots=True)
class Counted:
    """What the chart of a kind of game shows."""

    course: Callable[[Match], Course]
    word: str
    to_a_target: bool = False


COUNTED: dict[type[Edition], Counted] = {
    PointsEdition: Counted(_scores, N_("Points"), to_a_target=True),
    LandEdition: Counted(_scores, N_("Land")),
    RingEdition: Counted(_spaces_held, N_("Spaces")),
}


def score_chart(match: Match) -> Node:
    """The scores over the whole match, a line for each player."""
    return chart_of(match).picture


@dataclass(frozen=True, slots=True)
class Chart:
    picture: Node
    scale: "_Scale"
    columns: tuple[Node, ...]

    def at(self, match: Match, step: int, scores: Sequence[int]) -> Node:
        """The chart with a mark at this step, to be gone to another one by a tap."""
        x = _place(self.scale.x(step))
        dots = (
            node(
                "circle",
                {
                    "class": f"dot colour-{colour_of(player, seat)}",
                    "cx": x,
                    "cy": _place(self.scale.y(scores[seat])),
                    "r": 3.5,
                },
                key=f"dot-{seat}",
            )
            for seat, player in enumerate(match.players)
        )
        cursor = node("line", {"class": "cursor", "x1": x, "x2": x, "y1": TOP, "y2": BOTTOM}, key="cursor")
        return node(
            "svg", self.picture.attributes, *self.picture.children, cursor, *dots, *self.columns, key="chart"
        )


def chart_of(match: Match) -> Chart:
    course = course_of(match)
    target = _target_in_sight(match)
    heights = [score for line in course.lines for _, score in line]
    scale = _Scale.over(min(heights), max(*heights, target or 0, 1), course.steps)
    ends = _apart([scale.y(score) for score in match.scores])
    picture = node(
        "svg",
        {
            "class": "chart",
            "viewBox": f"0 0 {WIDTH} {HEIGHT}",
            "role": "img",
            "aria-label": _chart_summary(match),
        },
        *_grid(scale, _(COUNTED[type(match.edition)].word)),
        *_round_marks(match, course, scale),
        *_target_line(target, scale),
        *(_line(match, seat, line, scale) for seat, line in enumerate(course.lines)),
        *(_end_label(match, seat, scale, ends[seat]) for seat in range(len(match.players))),
    )
    return Chart(picture, scale, tuple(_columns(scale)))


def _columns(scale: "_Scale") -> Iterator[Node]:
    """Invisible strips that take a tap, each for a step, or for several where they would be too narrow."""
    every = -(-scale.steps // MOST_COLUMNS)
    width = (RIGHT - LEFT) * every / scale.steps
    for step in range(0, scale.steps + every, every):
        yield node(
            "rect",
            {
                "class": "column",
                "data-action": "replay-step",
                "data-value": min(step, scale.steps),
                "x": _place(scale.x(step) - width / 2),
                "y": TOP,
                "width": _place(width),
                "height": BOTTOM - TOP,
            },
            key=f"column-{step}",
        )


@dataclass(frozen=True, slots=True)
class _Scale:
    """From actions and points to places on the drawing."""

    low: int
    high: int
    tick: int
    steps: int

    @classmethod
    def over(cls, lowest: int, highest: int, steps: int) -> "_Scale":
        return cls(lowest, highest, _tick((highest - lowest) / MOST_TICKS), max(steps, 1))

    def ticks(self) -> range:
        return range(-(-self.low // self.tick) * self.tick, self.high + 1, self.tick)

    def x(self, step: float) -> float:
        return LEFT + (RIGHT - LEFT) * step / self.steps

    def y(self, score: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (score - self.low) / (self.high - self.low)


def _tick(least: float) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50 … that is not under `least`."""
    unit = 1
    while True:
        for step in (unit, 2 * unit, 5 * unit):
            if step >= least:
                return step
        unit *= 10


def _target_in_sight(match: Match) -> int | None:
    """The points to be reached, unless they are so far off that every line would lie flat."""
    points = match.options.target.points if COUNTED[type(match.edition)].to_a_target else None
    return points if points is not None and max(match.scores) * 3 >= points else None


def _chart_summary(match: Match) -> str:
    scores = ", ".join(
        f"{player.name}: {number(score)}" for player, score in zip(match.players, match.scores, strict=True)
    )
    told = n_(
        "The scores over one round. {scores}.", "The scores over {n} rounds. {scores}.", len(match.rounds)
    )
    told = told.format(n=len(match.rounds), scores=scores)
    if match.options.target.points is None or not COUNTED[type(match.edition)].to_a_target:
        return told
    return " ".join((told, _("Played to {points}.").format(points=points_of(match.options.target.points))))


def _grid(scale: _Scale, counted: str) -> Iterator[Node]:
    for value in scale.ticks():
        y = _place(scale.y(value))
        yield node(
            "line", {"class": "zero" if value == 0 else "grid", "x1": LEFT, "x2": RIGHT, "y1": y, "y2": y}
        )
        yield node("text", {"class": "tick", "x": LEFT - 5, "y": y, "text-anchor": "end"}, number(value))
    yield node("text", {"class": "axis", "x": 2, "y": TOP - 14}, counted)


def _round_marks(match: Match, course: Course, scale: _Scale) -> Iterator[Node]:
    begin = 0
    every = -(-len(match.rounds) // MOST_ROUND_LABELS)
    for past in match.rounds:
        end = course.round_ends[past.number] if past.over else course.steps
        if past.number:
            x = _place(scale.x(begin))
            yield node("line", {"class": "boundary", "x1": x, "x2": x, "y1": TOP, "y2": BOTTOM})
        if past.number % every == 0:
            middle = _place(scale.x((begin + end) / 2))
            label = str(past.number + 1)
            yield node(
                "text", {"class": "tick", "x": middle, "y": BOTTOM + 13, "text-anchor": "middle"}, label
            )
        begin = end
    yield node("text", {"class": "axis", "x": RIGHT + 8, "y": BOTTOM + 13}, _("Round"))


def _target_line(target: int | None, scale: _Scale) -> Iterator[Node]:
    if target is not None:
        y = scale.y(target)
        yield node("line", {"class": "target", "x1": LEFT, "x2": RIGHT, "y1": _place(y), "y2": _place(y)})
        text = _("Target {n}").format(n=target)
        yield node("text", {"class": "target", "x": LEFT + 4, "y": _place(y + 9)}, text)


def _line(match: Match, seat: int, line: Sequence[tuple[int, int]], scale: _Scale) -> Node:
    points = " ".join(f"{_place(scale.x(step))},{_place(scale.y(score))}" for step, score in line)
    return node(
        "polyline",
        {"class": f"course colour-{colour_of(match.players[seat], seat)}", "points": points, **dashes(seat)},
        key=f"course-{seat}",
    )


def _end_label(match: Match, seat: int, scale: _Scale, y: float) -> Node:
    name = match.players[seat].name
    short = name if len(name) <= LONGEST_LABEL else f"{name[: LONGEST_LABEL - 1].rstrip()}…"
    end = _place(scale.y(match.scores[seat]))
    leader = f"{_place(RIGHT + 1)},{end} {_place(RIGHT + 9)},{_place(y)}"
    return node(
        "g",
        {"class": f"end colour-{colour_of(match.players[seat], seat)}"},
        node("polyline", {"class": "leader", "points": leader}),
        emblem_at(colour_of(match.players[seat], seat), RIGHT + 16, y, 0.6),
        node("text", {"class": "score", "x": RIGHT + 25, "y": _place(y - 6.5)}, number(match.scores[seat])),
        node("text", {"class": "name", "x": RIGHT + 25, "y": _place(y + 6.5)}, short),
        key=f"end-{seat}",
    )


def dashes(seat: int) -> dict[str, str | None]:
    return {"stroke-dasharray": DASHES[seat]}


def _apart(wanted: Sequence[float]) -> list[float]:
    """The heights moved as little as needed for their labels not to overlap."""
    order = sorted(range(len(wanted)), key=lambda n: wanted[n])
    found = list(wanted)
    least = float(TOP)
    for n in order:
        found[n] = max(found[n], least)
        least = found[n] + LABEL_GAP
    most = BOTTOM - LABEL_GAP / 3
    for n in reversed(order):
        found[n] = min(found[n], most)
        most = found[n] - LABEL_GAP
    return found


def _place(coordinate: float) -> str:
    return f"{coordinate:.1f}"


def emblem_at(colour: str, x: float, y: float, scale: float) -> Node:
    at = f"translate({_place(x)} {_place(y)}) scale({scale})"
    return node("path", {"class": "emblem-shape", "d": EMBLEMS[colour], "transform": at})
