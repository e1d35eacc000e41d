"""The dialogs of the shelf: what an import brings, and what could be put away to make room."""

from collections.abc import Callable, Iterable, Sequence

from ui.arrivals import Adding
from ui.importing import Import, Judged
from ui.nodes import Node, node
from ui.parts import button, when
from ui.shelf import Volume, title_of
from ui.telling import edition_name, names_of, number, why_no_more
from ui.words import _, n_

REFUSALS_SHOWN = 20


def import_view(current: Import | None, typed: str, adding: Adding | None) -> Node:
    if current is None:
        return node(
            "div",
            {"class": "import"},
            button("import-file", _("Choose files"), class_="primary"),
            node("p", {}, _("Or drop files anywhere on this page, or paste what was copied here:")),
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
    if adding and not adding.refusal:
        told = _("Adding: {n} of {all} so far.").format(n=adding.added, all=adding.all)
        return node("p", {"class": "import", "role": "status"}, told, key="adding")
    welcome = current.welcome
    here = [one for one in current.judged if one.verdict == "here"]
    refused = [one for one in current.judged if one.verdict == "refused"]
    return node(
        "div",
        {"class": "import"},
        _refused(adding) if adding else None,
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


def _refused(adding: Adding) -> Node:
    told = n_("{n} of {all} games added.", "{n} of {all} games added.", adding.added)
    return node(
        "div",
        {"role": "alert"},
        node("p", {}, told.format(n=adding.added, all=adding.all), " ", why_no_more(adding.refusal)),
        button("make-room", _("Make room")) if adding.refusal == "full" else None,
        key="refused",
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
    told = _as_here(one)
    if one.verdict == "further":
        told = _("{game} – goes further than the one on the shelf, which stays").format(game=told)
    if one.reason:
        told = _("{game} – damaged, this is as far as it can be read: {reason}").format(
            game=told, reason=one.reason
        )
    return told


def _as_here(one: Judged) -> str:
    assert one.match
    title = one.labels.title or edition_name(one.match.edition.name)
    scores = zip(one.match.players, one.match.scores, strict=True)
    return _told(title, [(player.name, score) for player, score in scores])


def _as_refused(one: Judged) -> str:
    """The engine's reason, which is in English, with its place."""
    told = one.reason
    if one.line is not None:
        told = _("Line {n}: {reason}").format(n=one.line, reason=told)
    return _("{file}: {reason}").format(file=one.file, reason=told) if one.file else told


def _told(title: str, scores: Iterable[tuple[str, int]]) -> str:
    """Sunday: Ada 120 and Bo 214."""
    players = names_of([f"{name} {number(score)}" for name, score in scores])
    return _("{title}: {players}").format(title=title, players=players)


# Making room


def room_view(volumes: Sequence[Volume], is_searching: bool, is_exported: bool) -> Node:
    if is_searching:
        told = _("Looking for finished games: {n} so far.").format(n=len(volumes))
        return node("p", {"class": "room", "role": "status"}, told, key="searching")
    if not volumes:
        return node(
            "p",
            {},
            _("There is no finished game to put away. Export what is dear, and delete others by hand."),
        )
    return node(
        "div",
        {"class": "room"},
        node(
            "p",
            {},
            _("These finished games were played longest ago: export them to a file, and then they can be")
            + " "
            + _("deleted here, which makes room for others. Nothing is deleted before you say so."),
        ),
        node(
            "ul",
            {},
            *(
                node(
                    "li",
                    {},
                    _told(title_of(volume), _scores(volume)),
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


def _scores(volume: Volume) -> list[tuple[str, int]]:
    sitters = volume.summary.sitters if volume.summary else ()
    return [(sitter.name, sitter.score) for sitter in sitters]
