"""The shelf on the screen: games as cards with a picture of their board."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ui.board_view import emblem
from ui.lobby import LONGEST_NAME
from ui.nodes import Child, Node, node
from ui.parts import button, when
from ui.shelf import Shelf, Sitter, Volume, title_of
from ui.statistics_view import statistics_view
from ui.telling import edition_name, number
from ui.words import N_, _, n_

SECTIONS = {"running": N_("Running"), "finished": N_("Finished"), "statistics": N_("Statistics")}
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
    has_any = shelf.volumes or shelf.unread_texts
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
                button("export-all", _("Export all")) if has_any else None,
                button("copy-all", _("Copy all")) if has_any else None,
                button("make-room", _("Make room")) if shelf.volumes else None,
            ),
        ),
        message,
        *_notes(shelf),
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


def _notes(shelf: Shelf) -> Iterator[Node]:
    """What one should know about what is shown."""
    if left := len(shelf.unread):
        told = n_("{n} game is still to be read.", "{n} games are still to be read.", left)
        yield node("p", {"class": "quiet"}, told.format(n=left), key="to-be-read")
    if texts := shelf.unread_texts:
        told = n_(
            "{n} text is damaged, or a newer Deltille’s. It is kept, and “Export all” takes it along.",
            "{n} texts are damaged, or a newer Deltille’s. They are kept, and “Export all” takes them along.",
            texts,
        )
        yield node("p", {"class": "quiet"}, told.format(n=texts), key="unread")


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
