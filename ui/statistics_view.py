"""What the games on the shelf add up to, in figures, tables and small charts."""

from collections.abc import Iterator, Mapping, Sequence

from ui.cast import name_of
from ui.nodes import Node, node
from ui.shelf import MARGINS_SHOWN, Feat, Statistics, Tally, title_of
from ui.telling import edition_name, number, signed
from ui.words import _, n_

BAR_WIDTH, BAR_HEIGHT = 120, 12
CHART_WIDTH, CHART_HEIGHT, MIDDLE = 320, 96, 48


def statistics_view(told: Statistics) -> Node:
    if not told.finished:
        return node(
            "p", {"class": "nothing"}, _("Finish a game, and it will be counted here."), key="statistics"
        )
    editions = {edition_name(name): tally for name, tally in told.by_edition.items()}
    opponents = {name_of(kind) or _("Another computer"): tally for kind, tally in told.by_opponent.items()}
    return node(
        "div",
        {"class": "statistics"},
        node("dl", {"class": "figures"}, *_figures(told)),
        _margins(told.points_margins),
        _table(_("You against the computer, by edition"), _("Edition"), editions),
        _table(_("You against the computer, by opponent"), _("Opponent"), opponents),
        _table(_("Several people, by name"), _("Player"), told.by_person),
        node(
            "p",
            {"class": "quiet"},
            _("“You” is whoever played alone against computers, by any name, in a game brought here too.")
            + " "
            + _("Copies of a game count once; games that only computers played are nobody’s wins."),
        ),
        key="statistics",
    )


def _figures(told: Statistics) -> Iterator[Node]:
    running = n_("{n} running", "{n} running", told.running).format(n=told.running)
    yield _figure(_("Games finished"), str(told.finished), running)
    if told.you.played:
        share = _("{percent} % of {n}").format(
            percent=round(100 * told.you.won / told.you.played), n=told.you.played
        )
        yield _figure(_("Won against the computer"), str(told.you.won), share)
    if margins := told.points_margins:
        average = round(sum(margins) / len(margins))
        yield _figure(_("Average margin"), signed(average), _("points a game"))
    if told.best_round:
        yield _figure(_("Best round"), number(told.best_round.value), _whose(told.best_round))
    if told.most_figures:
        yield _figure(_("Most bonuses in a game"), number(told.most_figures.value), _whose(told.most_figures))


def _figure(name: str, value: str, more: str) -> Node:
    return node(
        "div",
        {},
        node("dt", {}, name),
        node("dd", {}, node("b", {}, value), " ", node("span", {"class": "quiet"}, more)),
    )


def _whose(feat: Feat) -> str:
    return _("{name}, {title}").format(name=feat.name, title=title_of(feat.volume))


def _table(caption: str, what: str, tallies: Mapping[str, Tally]) -> Node | None:
    if not tallies:
        return None
    most = max(tally.played for tally in tallies.values())
    rows = sorted(tallies.items(), key=lambda row: (-row[1].played, row[0]))
    heads = (what, _("Played"), _("Won"), _("Margin"))
    return node(
        "table",
        {},
        node("caption", {}, caption),
        node("thead", {}, node("tr", {}, *(node("th", {"scope": "col"}, head) for head in heads))),
        node(
            "tbody",
            {},
            *(
                node(
                    "tr",
                    {},
                    node("th", {"scope": "row"}, name, _bar(tally, most)),
                    node("td", {}, str(tally.played)),
                    node("td", {}, str(tally.won)),
                    node("td", {}, signed(round(tally.average_margin))),
                    key=name,
                )
                for name, tally in rows
            ),
        ),
        key=caption,
    )


def _bar(tally: Tally, most: int) -> Node:
    """Games played as a bar, those won as its dark part; the numbers stand beside it."""
    length = {"height": BAR_HEIGHT, "rx": 2}
    return node(
        "svg",
        {"class": "bar", "viewBox": f"0 0 {BAR_WIDTH} {BAR_HEIGHT}", "aria-hidden": "true"},
        node("rect", {"class": "played", "width": f"{BAR_WIDTH * tally.played / most:.1f}", **length}),
        node("rect", {"class": "won", "width": f"{BAR_WIDTH * tally.won / most:.1f}", **length}),
    )


def _margins(margins: Sequence[int]) -> Node | None:
    """The latest games for points, each a bar up if it was won by so much, or down."""
    if len(margins) < 2:
        return None
    shown = margins[:MARGINS_SHOWN][::-1]
    highest = max(1, *map(abs, shown))
    step = CHART_WIDTH / len(shown)
    bars = []
    for place, margin in enumerate(shown):
        height = max(1.5, (MIDDLE - 4) * abs(margin) / highest)
        top = MIDDLE - height if margin > 0 else MIDDLE
        bars.append(
            node(
                "rect",
                {
                    "class": "ahead" if margin > 0 else "behind",
                    "x": f"{place * step + step * 0.15:.1f}",
                    "y": f"{top:.1f}",
                    "width": f"{min(step * 0.7, 28):.1f}",
                    "height": f"{height:.1f}",
                },
            )
        )
    told = n_(
        "Your margin in the last game for points, {list}.",
        "Your margins in the last {n} games for points, the latest last: {list}.",
        len(shown),
    )
    return node(
        "figure",
        {"class": "margins"},
        node("figcaption", {}, _("Your latest margins")),
        node(
            "svg",
            {
                "viewBox": f"0 0 {CHART_WIDTH} {CHART_HEIGHT}",
                "role": "img",
                "aria-label": told.format(n=len(shown), list=", ".join(map(signed, shown))),
            },
            node("line", {"class": "zero", "x1": 0, "x2": CHART_WIDTH, "y1": MIDDLE, "y2": MIDDLE}),
            *bars,
        ),
        key="margins",
    )
