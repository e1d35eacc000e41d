"""The shelf on the screen: games as cards with a picture of their board, statistics, imports."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ui.board_view import emblem
from ui.cast import name_of
from ui.importing import Import, Judged
from ui.lobby import LONGEST_NAME
from ui.nodes import Child, Node, node
from ui.parts import button
from ui.shelf import MARGINS_SHOWN, Feat, Shelf, Sitter, Statistics, Tally, Volume
from ui.telling import edition_name, names_of, number, signed
from ui.words import N_, _, n_

SECTIONS = {"running": N_("Running"), "finished": N_("Finished"), "statistics": N_("Statistics")}
REFUSALS_SHOWN = 20
BAR_WIDTH, BAR_HEIGHT = 120, 12
CHART_WIDTH, CHART_HEIGHT, MIDDLE = 320, 96, 48
Picture = Callable[[Volume], Node | None]


@dataclass
class Place:
    """Where one is at the shelf."""

    section: str = "running"
    shown: int = 0
    menu: str | None = None
    """The game whose menu is open."""
    renaming: str | None = None


def shelf_view(shelf: Shelf, place: Place, picture: Picture, message: Node | None) -> Node:
    counts = {"running": 0, "finished": 0}
    for volume in shelf.volumes:
        counts["finished" if volume.finished else "running"] += 1
    if place.section == "statistics":
        content = statistics_view(shelf.statistics)
    else:
        finished = place.section == "finished"
        content = _volumes(
            [volume for volume in shelf.volumes if volume.finished == finished], place, picture
        )
    return node(
        "main",
        {"class": "shelf"},
        node(
            "header",
            {"class": "shelf-top"},
            button(
                "new", "←", class_="back", aria_label=_("Back to the lobby"), title=_("Back to the lobby")
            ),
            node("h1", {"id": "shelf-title", "tabindex": -1}, _("Shelf")),
            node(
                "nav",
                {"aria-label": _("The whole shelf")},
                button("shelf-import", _("Import")),
                button("export-all", _("Export all")) if shelf.volumes else None,
                button("copy-all", _("Copy all")) if shelf.volumes else None,
            ),
        ),
        message,
        node(
            "div",
            {"class": "segments shelf-sections", "role": "radiogroup", "aria-label": _("What to show")},
            *(
                _section(name, word, counts.get(name), name == place.section)
                for name, word in SECTIONS.items()
            ),
        ),
        content,
        key="shelf",
    )


def _section(name: str, word: str, count: int | None, chosen: bool) -> Node:
    attributes = {
        "type": "radio",
        "name": "shelf-section",
        "value": name,
        "data-field": "shelf-section",
        "checked": chosen,
    }
    label = _(word) if count is None else _("{section} ({n})").format(section=_(word), n=count)
    return node("label", {}, node("input", attributes), node("span", {}, label), key=name)


def title_of(volume: Volume) -> str:
    """What a game is called: by its player, or by its edition."""
    if volume.kept.name:
        return volume.kept.name
    return edition_name(volume.summary.edition) if volume.summary else _("A game")


def standing(volume: Volume) -> str:
    """Ada 120 and Bo 214."""
    sitters = volume.summary.sitters if volume.summary else ()
    return names_of([f"{sitter.name} {number(sitter.score)}" for sitter in sitters])


def when(saved: int) -> Node:
    moment = time.localtime(saved)
    return node(
        "time", {"datetime": time.strftime("%Y-%m-%d", moment)}, time.strftime("%Y-%m-%d %H:%M", moment)
    )


def _volumes(volumes: Sequence[Volume], place: Place, picture: Picture) -> Node:
    section, shown = place.section, place.shown
    if not volumes:
        nothing = (
            _("No game is running. Play one, or import what you have.")
            if section == "running"
            else _("No game has been finished yet.")
        )
        return node("p", {"class": "nothing"}, nothing, key=f"no-{section}")
    rest = len(volumes) - shown
    more = n_("Show {n} more", "Show {n} more", rest).format(n=rest)
    return node(
        "div",
        {},
        node(
            "ol",
            {"class": "volumes"},
            *(
                _volume(volume, volume.kept.id == place.renaming, volume.kept.id == place.menu, picture)
                for volume in volumes[:shown]
            ),
        ),
        button("shelf-more", more, class_="more") if rest > 0 else None,
        key=section,
    )


def _volume(volume: Volume, renaming: bool, menu_is_open: bool, picture: Picture) -> Node:
    game, title, summary = volume.kept.id, title_of(volume), volume.summary
    return node(
        "li",
        {"class": "volume renaming" if renaming else "volume", "data-game": game},
        node("div", {"class": "thumbnail", "aria-hidden": "true"}, picture(volume)),
        node(
            "div",
            {"class": "about-volume"},
            _rename_form(volume) if renaming else node("h2", {}, title, key="title"),
            node(
                "ul",
                {"class": "sitters", "aria-label": _("Players")},
                *map(_sitter, summary.sitters if summary else ()),
            ),
            node("p", {"class": "quiet"}, *_particulars(volume)),
        ),
        None if renaming else _things_to_do(volume, title, menu_is_open),
        _menu(volume, title) if menu_is_open and not renaming else None,
        key=game,
    )


def _sitter(sitter: Sitter) -> Node:
    return node(
        "li",
        {"class": f"colour-{sitter.colour}{' winner' if sitter.won else ''}"},
        emblem(sitter.colour),
        node("span", {"class": "name"}, sitter.name),
        node("b", {}, number(sitter.score)),
        node("span", {"class": "visually-hidden"}, _("winner")) if sitter.won else None,
    )


def _particulars(volume: Volume) -> Iterator[Child]:
    if summary := volume.summary:
        if volume.kept.name:
            yield _("{edition} · ").format(edition=edition_name(summary.edition))
        rounds = n_("{n} round", "{n} rounds", summary.rounds).format(n=summary.rounds)
        yield _("{rounds} · ").format(rounds=rounds)
    elif not volume.kept.revision:
        yield _("cannot be read by this version") + " "
    if volume.kept.saved:
        yield when(volume.kept.saved)


def _things_to_do(volume: Volume, title: str, menu_is_open: bool) -> Node:
    game = volume.kept.id
    resume = _("Open") if volume.finished else _("Resume")
    return node(
        "div",
        {"class": "things-to-do"},
        button("resume", resume, value=game, class_="primary", aria_label=_named(resume, title)),
        button(
            "shelf-menu",
            "⋯",
            value=game,
            class_="dots",
            aria_label=_named(_("More"), title),
            aria_expanded="true" if menu_is_open else "false",
        ),
    )


def _menu(volume: Volume, title: str) -> Node:
    more = (
        ("replay", _("Replay")),
        ("rename", _("Rename")),
        ("duplicate", _("Duplicate")),
        ("export-game", _("Export")),
        ("copy-game", _("Copy")),
        ("delete", _("Delete")),
    )
    return node(
        "div",
        {"class": "menu"},
        *(
            button(action, word, value=volume.kept.id, aria_label=_named(word, title))
            for action, word in more
        ),
    )


def _named(word: str, title: str) -> str:
    """A button among many of its word."""
    return _("{word}: {title}").format(word=word, title=title)


def _rename_form(volume: Volume) -> Node:
    return node(
        "form",
        {"class": "rename", "data-submit": "rename-done"},
        node(
            "input",
            {
                "type": "text",
                "id": "new-name",
                "data-field": "shelf-name",
                "value": volume.kept.name,
                "placeholder": title_of(volume),
                "maxlength": LONGEST_NAME,
                "autocomplete": "off",
                "aria-label": _("Name of the game"),
            },
        ),
        node("button", {"type": "submit"}, _("Save"), key="save"),
        button("rename-cancel", _("Cancel")),
        key="rename",
    )


# What an import brings


def import_view(current: Import | None, typed: str) -> Node:
    if current is None:
        return node(
            "div",
            {"class": "import"},
            button("import-file", _("Choose a file"), class_="primary"),
            node("p", {}, _("Or drop a file anywhere on this page, or paste what was copied here:")),
            node(
                "textarea",
                {"data-field": "import-text", "rows": 4, "aria-label": _("Records"), "value": typed},
                key="records",
            ),
            key="ask",
        )
    if not current.done:
        told = _("Reading: {n} so far.").format(n=len(current.judged))
        return node("p", {"class": "import", "role": "status"}, told, key="reading")
    welcome = current.welcome
    here = [one for one in current.judged if one.verdict == "here"]
    refused = [one for one in current.judged if one.verdict == "refused"]
    return node(
        "div",
        {"class": "import"},
        _found(n_("{n} new game", "{n} new games", len(welcome)), welcome, _as_new),
        _found(n_("{n} is on the shelf already", "{n} are on the shelf already", len(here)), here, _as_here),
        _found(n_("{n} cannot be read", "{n} cannot be read", len(refused)), refused, _as_refused),
        node("p", {}, _("There is no record in it.")) if not current.judged else None,
        node(
            "div",
            {"class": "row"},
            button(
                "import-add",
                n_("Add {n} game", "Add {n} games", len(welcome)).format(n=len(welcome)),
                class_="primary",
            )
            if welcome
            else None,
            button("close", _("Cancel") if welcome else _("Close")),
        ),
        key="found",
    )


def _found(heading: str, found: Sequence[Judged], told: Callable[[Judged], str]) -> Node | None:
    if not found:
        return None
    rest = len(found) - REFUSALS_SHOWN
    return node(
        "section",
        {},
        node("h3", {}, heading.format(n=len(found))),
        node(
            "ul",
            {},
            *(node("li", {}, told(one)) for one in found[:REFUSALS_SHOWN]),
            node("li", {}, n_("and {n} more", "and {n} more", rest).format(n=rest)) if rest > 0 else None,
        ),
    )


def _as_new(one: Judged) -> str:
    told = _told(one)
    if one.verdict == "further":
        told = _("{game} – goes further than the one on the shelf, which stays").format(game=told)
    return told


def _as_here(one: Judged) -> str:
    return _told(one)


def _as_refused(one: Judged) -> str:
    """The engine's reason, which is in English, with its place."""
    if one.line is None:
        return one.reason
    return _("Line {n}: {reason}").format(n=one.line, reason=one.reason)


def _told(one: Judged) -> str:
    assert one.match
    scores = zip(one.match.players, one.match.scores, strict=True)
    players = names_of([f"{player.name} {number(score)}" for player, score in scores])
    title = one.name or edition_name(one.match.edition.name)
    return _("{title}: {players}").format(title=title, players=players)


# Making room


def room_view(volumes: Sequence[Volume], is_exported: bool) -> Node:
    if not volumes:
        return node(
            "p", {}, _("There is no finished game to put away. Export this one and delete others by hand.")
        )
    return node(
        "div",
        {"class": "room"},
        node(
            "p",
            {},
            _("The browser’s storage is full. These finished games were played longest ago: export them to a")
            + " "
            + _("file, and then they can be deleted here. Nothing is deleted before you say so."),
        ),
        node(
            "ul",
            {},
            *(
                node(
                    "li",
                    {},
                    _("{title}: {players}").format(title=title_of(volume), players=standing(volume)),
                    " ",
                    when(volume.kept.saved),
                )
                for volume in volumes
            ),
        ),
        node(
            "div",
            {"class": "row"},
            button(
                "room-export",
                n_("Export {n} game", "Export {n} games", len(volumes)).format(n=len(volumes)),
                class_=None if is_exported else "primary",
            ),
            button(
                "room-delete",
                n_("Delete {n} game here", "Delete {n} games here", len(volumes)).format(n=len(volumes)),
                class_="primary",
            )
            if is_exported
            else None,
        ),
    )


# Statistics


def statistics_view(told: Statistics) -> Node:
    if not told.finished:
        return node(
            "p", {"class": "nothing"}, _("Finish a game, and it will be counted here."), key="statistics"
        )
    editions = {edition_name(name): tally for name, tally in told.by_edition.items()}
    opponents: dict[str, Tally] = {}
    for kind, tally in told.by_opponent.items():
        name = name_of(kind) or _("Another computer")
        known = opponents.setdefault(name, Tally())
        known.played, known.won = known.played + tally.played, known.won + tally.won
        known.margins += tally.margins
    return node(
        "div",
        {"class": "statistics"},
        node("dl", {"class": "figures"}, *_figures(told)),
        _margins(told.points_margins),
        _table(_("You against the computer, by edition"), _("Edition"), editions),
        _table(_("You against the computer, by opponent"), _("Opponent"), opponents),
        _table(_("Several people round one screen"), _("Player"), told.by_person),
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
