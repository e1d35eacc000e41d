"""The rules of Conquest, with the three covers drawn. Its numbers are the edition's own."""

from engine.covers import Cover, Covered, Shape
from engine.editions import LandEdition
from engine.tiles import Placement
from ui.book import by_lot, dealing, marked, paragraph, section, the_keys, the_tiles, tiles_picture, what_fits
from ui.cover_view import cover_view
from ui.nodes import Node, node
from ui.telling import cover_name
from ui.words import N_, _, n_

MINE, THEIRS = "ember", "sky"
_TRIANGLE = "555@0,0 055@-1,0 515@1,0 552@0,1"
PICTURES = {
    Cover.DIA: ("555@0,0 515@1,0", "dia@0,0:1,0"),
    Cover.TRI: (_TRIANGLE, "tri@0,0"),
    Cover.HEX: ("130@0,0 123@1,0 233@2,0 334@2,1 035@0,1 345@1,1", "hex@1,1"),
}
"""For each cover some tiles, and the shape it lies on."""
BEFORE = (f"{_TRIANGLE} 050@-2,0", "dia@-2,0:-1,0")
AFTER = (f"{_TRIANGLE} 050@-2,0", "tri@0,0")
"""A diamond that is touched in part, and the triangle that sends it back."""
LIES_ON = {
    Cover.DIA: N_("Two tiles that share a side."),
    Cover.TRI: N_("A tile and the three beside it."),
    Cover.HEX: N_("The six tiles round one point."),
}


def chapters(edition: LandEdition) -> list[Node | None]:
    return [
        the_tiles(),
        section(_("The beginning"), dealing(), paragraph(by_lot())),
        what_fits(),
        _covers(edition),
        _turn(edition),
        _overpowering(),
        _open_shapes(),
        _drawing(edition),
        _end(edition),
        _clock(),
        the_keys(("K", N_("claim nothing"))),
    ]


def _pictured(tiles: str, shape: str, colour: str) -> Node:
    cover = cover_view(Covered(0, Shape.parse(shape)), colour, "")
    drawn = node("g", {"class": cover.attributes["class"], "aria-hidden": "true"}, *cover.children)
    return tiles_picture([Placement.parse(text) for text in tiles.split()], None, drawn)


def _covers(edition: LandEdition) -> Node:
    return section(
        _("The covers"),
        paragraph(
            _("What counts is land: tiles that lie under covers of your colour."),
            _("Everyone has {n} covers.").format(n=sum(edition.covers.values())),
        ),
        node("ul", {"class": "figures"}, *(_cover(cover, edition.covers[cover]) for cover in PICTURES)),
    )


def _cover(cover: Cover, count: int) -> Node:
    each = n_("{n} for each player", "{n} for each player", count).format(n=count)
    return node(
        "li",
        {},
        _pictured(*PICTURES[cover], MINE),
        node("h4", {}, cover_name(cover), " ", node("span", {"class": "bonus"}, each)),
        node("p", {}, _(LIES_ON[cover])),
    )


def _turn(edition: LandEdition) -> Node:
    return section(
        _("Your turn"),
        _listed(
            _("Lay one tile that fits."),
            _("If it completed shapes, you may claim one of them: put a cover of that kind on it."),
            _("Fill your rack up to its starting size from the pool."),
        ),
        paragraph(
            _(
                "A shape can be claimed if it contains the tile just laid, all of it is laid with tiles, "
                "each of them is bare or under a smaller cover, whoever’s, and you have the cover in hand."
            ),
        ),
    )


def _listed(*sentences: str) -> Node:
    return node("ul", {}, *(node("li", {}, sentence) for sentence in sentences))


def _overpowering() -> Node:
    return section(
        _("Overpowering"),
        paragraph(
            _("A larger cover overpowers smaller ones: they go back into their owners’ hands, yours too."),
            _("Covers of the same size or larger cannot be overpowered."),
        ),
        node(
            "div",
            {"class": "some-tiles"},
            _pictured(*BEFORE, THEIRS),
            _pictured(*AFTER, MINE),
        ),
        marked(
            _("A cover that is touched only in part goes back whole: what it lay on besides is bare again.")
        ),
    )


def _open_shapes() -> Node:
    return section(
        _("Open shapes"),
        paragraph(
            _("If a tile completes a shape for which its player has no cover left, the shape is open."),
            _(
                "The next player alone may claim it in the next turn, before drawing and instead of laying, "
                "if it can still be claimed."
            ),
            _("Nothing is laid then, and nothing filled up."),
        ),
        marked(_("It may be left unclaimed. Then the turn goes on as any other: lay, or else draw or pass.")),
        marked(
            _(
                "What is in hand is looked at right after the tile is laid, even if a claim of its player "
                "then brings such a cover back."
            )
        ),
    )


def _drawing(edition: LandEdition) -> Node:
    limit = edition.draws.limit or 0
    return section(
        _("If nothing fits"),
        paragraph(
            n_(
                "Draw up to {n} tile from the pool; that costs nothing.",
                "Draw up to {n} tiles from the pool; that costs nothing.",
                limit,
            ).format(n=limit),
            _("A drawn tile that fits is laid. If none does, or the pool is empty, pass."),
            _("Only if nothing fits may you draw. A rack over its starting size is not filled up."),
        ),
        marked(
            _(
                "The printed sheet gives no way out where nothing fits: "
                "the usual draw applies, without points."
            )
        ),
    )


def _end(edition: LandEdition) -> Node:
    return section(
        _("The end"),
        paragraph(_("The game is one round. It is over")),
        _listed(
            _("when a player’s turn begins and all of that player’s covers are on the table;"),
            _("or when the pool is empty and as many turns in a row as there are players were passed;"),
            _("or when all tiles are laid and the player to move has no open shape to claim."),
        ),
        paragraph(
            _("A claimed open shape is not a pass."),
            _("The digits on the tiles under your covers are your score, and the highest wins."),
        ),
        marked(_("Passes count even if the pool ran dry only after them.")),
        marked(
            " ".join(
                (
                    _("Of equal scores, more tiles covered win; if that is equal too, the win is shared."),
                    _("So it is if nobody has covered anything."),
                )
            )
        ),
    )


def _clock() -> Node:
    return section(
        _("House rules"),
        marked(
            " ".join(
                (
                    _("With a clock, a turn ends when its time is up."),
                    _("Before a tile is laid, that is a pass, and whoever had not drawn takes one tile."),
                    _("It is a pass even if a tile fits; a tile taken is kept, however full the rack."),
                    _("A shape that was open to that player is open no longer."),
                    _("After laying, it means that nothing is claimed."),
                    _("The clock does not run before the opening tile."),
                )
            )
        ),
        marked(
            " ".join(
                (
                    _("The house rules about laying mean nothing here."),
                    _("Nobody draws while a tile fits, and after a draw only a drawn tile can fit."),
                )
            )
        ),
    )
