"""The picture of the board: what is drawn where, what it is called, and what is left alone."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product

import pytest

from engine.board import Figure
from engine.covers import Cover, Covered, diamond
from engine.lattice import Cell
from engine.tiles import TILES, Placement, Tile
from tools import ROOT
from ui.board_view import DIGITS, board_view, drag_layer, emblem, paints, tile_picture
from ui.cover_view import SAMPLES
from ui.geometry import Box, centre, fit, outline
from ui.nodes import Node
from ui.setup import COLOURS
from ui.tile_scene import Claim, CoverDrag, Drag, Glow, Look, Lying, Place, SentBack

LAID = {Cell(0, 1): (1, 5, 4), Cell(0, 0): (3, 5, 1), Cell(1, 0): (3, 2, 5), Cell(-1, 0): (0, 3, 1)}
HERE = Place(Placement((2, 5, 5), Cell(2, 0)), 12, None, 1)
BRIDGE = Place(Placement((5, 5, 2), Cell(1, 1)), 52, Figure.BRIDGE, 2)
ABOVE = Place(Placement((0, 2, 3), Cell(0, -1)), 5, None, 1)
PAIR = (Cell(0, 0), Cell(1, 0))
LOOK = Look(fit(LAID, 1.5), LAID, (HERE, BRIDGE, ABOVE))


def walk(tree: Node | str) -> Iterator[Node]:
    if isinstance(tree, Node):
        yield tree
        for child in tree.children:
            yield from walk(child)


def having(tree: Node, name: str) -> list[Node]:
    """Every node that has this class, or if it begins with `data-`, this attribute."""
    if name.startswith("data-"):
        return [node for node in walk(tree) if name in node.attributes]
    return [node for node in walk(tree) if name in node.attributes.get("class", "").split()]


def only(tree: Node, name: str) -> Node:
    (found,) = having(tree, name)
    return found


def engraved(path: Node) -> list[tuple[int, float, float]]:
    """The digits of a path with their middles, told by how the graver goes."""
    found = []
    for x, y, way in re.findall(r"M(\S+) (-?[\d.]+)([^M]+)", path.attributes["d"]):
        (digit,) = (n for n, (_, _, its_way) in enumerate(DIGITS) if its_way == way)
        found.append((digit, float(x) - DIGITS[digit][0], float(y) - DIGITS[digit][1]))
    return found


def text(tree: Node) -> str:
    return "".join(child if isinstance(child, str) else text(child) for child in tree.children)


def at(tree: Node) -> tuple[float, float]:
    x, y = re.match(r"translate\((\S+) (\S+)\)", tree.attributes["transform"]).groups()
    return float(x), float(y)


def everything() -> list[Node]:
    """All that can be drawn, with everything lit at once."""
    busy = replace(
        LOOK,
        aim=BRIDGE,
        last=Cell(0, 1),
        last_colour="plum",
        glow=Glow(frozenset(LAID), Cell(0, 1), 52),
        clash=Cell(0, 0).corners()[0],
        drag=Drag(Tile((0, 2, 3)), (0, 2, 3), False, 12.5, -70, ABOVE),
    )
    lost = SentBack("Bo", "sky", SAMPLES[Cover.DIA], 7)
    claims = [Claim(shape, 12, (lost,)) for shape in SAMPLES.values()]
    conquered = replace(
        LOOK,
        covers=tuple(
            Lying(Covered(seat, diamond(*PAIR)), colour, "diamond, Ada")
            for seat, colour in enumerate(COLOURS)
        ),
        claims=tuple(claims),
        claim=claims[0],
        colour="leaf",
        drag=CoverDrag(Cover.HEX, 40.5, 8, claims[-1]),
    )
    pictures = [tile_picture(tile.digits, up) for tile, up in product(TILES, (True, False))]
    layers = [layer for look in (busy, conquered) if (layer := drag_layer(look))]
    boards = [board_view(busy), board_view(conquered), board_view(Look(fit((), 1), {}))]
    return [*boards, *layers, *pictures, *map(emblem, COLOURS)]


def test_every_laid_tile_says_where_it_lies_how_and_what_it_is():
    tiles = having(board_view(LOOK), "data-cell")
    assert {t.attributes["data-cell"]: t.attributes["data-digits"] for t in tiles} == {
        "0,0": "351",
        "1,0": "325",
        "-1,0": "031",
        "0,1": "154",
    }
    assert {t.attributes["aria-label"] for t in tiles} == {"3-5-1", "3-2-5", "0-3-1", "1-5-4"}
    assert {t.attributes["role"] for t in tiles} == {"img"}


@pytest.mark.parametrize("cell", [Cell(0, 0), Cell(1, 0), Cell(-4, 3), Cell(-2, -2)])
def test_each_digit_is_at_its_own_corner(cell):
    digits = (1, 2, 3)
    board = board_view(Look(fit([cell], 1), {cell: digits}))
    middle_x, middle_y = at(only(board, "tile").children[0])
    shown = only(board, "digits")
    for corner, (shown_digit, x, y), wanted in zip(outline(cell), engraved(shown), digits, strict=True):
        assert shown_digit == wanted
        digit = middle_x + x, middle_y + y
        distances = [abs(complex(*digit) - complex(*other)) for other in outline(cell)]
        assert min(distances) == distances[outline(cell).index(corner)] < 40


def test_a_tile_that_did_not_change_is_the_same_node():
    before = {tile.key: tile for tile in having(board_view(LOOK), "data-cell")}
    more = replace(LOOK, laid={**LAID, Cell(2, 0): (2, 5, 5)}, box=Box(0, 0, 10, 10), last=Cell(2, 0))
    after = {tile.key: tile for tile in having(board_view(more), "data-cell")}
    assert len(after) == 5
    assert all(after[key] is tile for key, tile in before.items())


def test_while_a_tile_is_dragged_nothing_else_changes():
    look = replace(LOOK, drag=Drag(Tile((0, 2, 3)), (0, 2, 3), False, 0, 0, None), last=Cell(0, 1))
    first, second = board_view(look), board_view(replace(look, drag=replace(look.drag, x=9)))
    for name in ("data-cell", "data-target"):
        assert all(a is b for a, b in zip(having(first, name), having(second, name), strict=True))
    assert "drag" not in first.attributes["class"]


def title(place):
    return next(child for child in place.children if child.tag == "title")


def test_a_place_says_what_it_would_bring():
    places = {p.attributes["data-target"]: p for p in having(board_view(LOOK), "data-target")}
    assert set(places) == {"2,0", "1,1", "0,-1"}
    here = places["2,0"]
    assert here.attributes["data-digits"] == "255"
    assert here.attributes["role"] == "button"
    assert "2-5-5" in text(title(here))
    assert "12 points" in text(title(here))
    assert "bridge" in text(title(places["1,1"]))
    assert text(here).endswith("+12")
    assert [target for target, place in places.items() if "bonus" in place.attributes["class"]] == ["1,1"]


@pytest.mark.parametrize(
    ("focus", "reached"), [(Cell(1, 1), "1,1"), (None, "0,-1"), (Cell(9, 9), "0,-1")], ids=str
)
def test_tab_reaches_one_place(focus, reached):
    places = having(board_view(replace(LOOK, focus=focus)), "data-target")
    assert [p.attributes["data-target"] for p in places if p.attributes["tabindex"] == "0"] == [reached]
    assert [p.attributes["tabindex"] for p in places].count("-1") == 2


def test_only_the_place_aimed_at_shows_the_tile():
    turned = replace(BRIDGE, placement=Placement((2, 5, 5), Cell(1, 1)))
    board = board_view(replace(LOOK, aim=turned))
    aimed = only(board, "aim")
    assert aimed.attributes["data-target"] == "1,1"
    assert aimed.attributes["data-digits"] == "255"
    assert [digit for digit, _, _ in engraved(only(only(board, "places"), "digits"))] == [2, 5, 5]
    assert only(board, "ghost") in aimed.children
    assert len(having(board, "data-target")) == 3
    assert having(aimed, "turns")
    assert text(only(board, "promise")) == "+52"
    alone = board_view(replace(LOOK, places=(), aim=replace(turned, turnings=1)))
    assert not having(only(alone, "aim"), "turns")


def test_the_last_tile_is_marked_for_whoever_laid_it():
    board = board_view(replace(LOOK, last=Cell(0, 1), last_colour="plum"))
    mark = only(board, "last")
    assert "colour-plum" in mark.attributes["class"]
    assert at(mark) == pytest.approx(centre(Cell(0, 1)), abs=0.1)
    assert only(mark, "emblem-shape").attributes["d"] == only(emblem("plum"), "emblem-shape").attributes["d"]
    assert only(board, "fresh").attributes["data-cell"] == "0,1"
    assert not having(board_view(replace(LOOK, last=Cell(5, 5), last_colour="plum")), "last")


def test_a_bonus_lights_its_cells_and_its_gain_rises():
    glow = Glow(frozenset({Cell(0, 0), Cell(1, 0)}), Cell(1, 0), 45)
    board = board_view(replace(LOOK, glow=glow))
    lit = having(only(board, "glow"), "lit")
    assert {at(cell) for cell in lit} == {tuple(round(n, 1) for n in centre(cell)) for cell in glow.cells}
    assert text(only(board, "rising")) == "+45"


def test_the_corner_that_clashes_is_marked():
    vertex = Cell(1, 0).corners()[1]
    assert at(only(board_view(replace(LOOK, clash=vertex)), "clash")) == (100, 0)


@pytest.mark.parametrize("points_up", [True, False])
def test_a_dragged_tile_is_where_the_hand_is_and_lights_where_it_would_drop(points_up):
    drag = Drag(Tile((0, 2, 3)), (2, 3, 0), points_up, 31.25, -40, ABOVE)
    board = board_view(replace(LOOK, drag=drag))
    tile = only(drag_layer(replace(LOOK, drag=drag)), "drag")
    assert at(tile) == (31.2, -40)
    (first, _, first_y), (second, _, second_y), (third, _, _) = engraved(only(tile, "digits"))
    assert (first, second, third) == (2, 3, 0)
    assert (first_y < second_y) == points_up
    assert only(board, "over").attributes["data-target"] == "0,-1"
    assert drag_layer(LOOK) is None


def test_shadows_are_under_the_tiles_and_marks_on_top():
    groups = [group.attributes["class"].split()[0] for group in board_view(LOOK).children]
    assert groups == ["shadow", "shadow", "shadow", "laid", "places", "marks"]
    rows = [Cell.parse(tile.attributes["data-cell"]).y for tile in having(board_view(LOOK), "data-cell")]
    assert all(above <= below for above, below in pairwise(rows))


def test_the_board_is_seen_through_its_box():
    assert board_view(replace(LOOK, box=Box(-12.34, 5, 100, 50))).attributes["viewBox"] == "-12.3 5 100 50"


@pytest.mark.parametrize("points_up", [True, False])
def test_a_picture_shows_the_whole_tile_and_leaves_naming_to_others(points_up):
    picture = tile_picture((0, 1, 5), points_up, class_="small")
    assert picture.attributes["class"] == "tile-picture small"
    assert picture.attributes["aria-hidden"] == "true"
    left, top, width, height = map(float, picture.attributes["viewBox"].split())
    numbers = re.findall(r"[ML](\S+) (\S+?)A", only(picture, "rim").attributes["d"])
    assert len(numbers) == 3
    assert all(left < float(x) < left + width and top < float(y) < top + height for x, y in numbers)
    assert tile_picture((0, 1, 5), points_up, class_="small") is picture


def test_every_colour_has_an_emblem_of_its_own():
    shapes = {only(emblem(colour), "emblem-shape").attributes["d"] for colour in COLOURS}
    assert len(shapes) == len(COLOURS)
    for colour in COLOURS:
        assert emblem(colour).attributes["class"] == f"emblem colour-{colour}"
        assert emblem(colour).attributes["aria-hidden"] == "true"


def test_every_paint_asked_for_is_there_once():
    ids = [node.attributes["id"] for node in walk(paints()) if "id" in node.attributes]
    assert len(ids) == len(set(ids))
    written = [value for tree in everything() for node in walk(tree) for value in node.attributes.values()]
    asked = re.findall(r"url\(#(.+?)\)", " ".join(written)) + re.findall(r'url\("#(.+?)"\)', STYLE)
    assert set(asked) == set(ids)


def test_nothing_is_styled_inline_and_keys_are_told_apart():
    for tree in everything():
        for node in walk(tree):
            assert "style" not in node.attributes
            keys = [child.key for child in node.children if isinstance(child, Node) and child.key]
            assert len(keys) == len(set(keys))


# The style sheet

STYLE = (ROOT / "assets/board.css").read_text()
SHELL = (ROOT / "assets/shell.css").read_text()


def colours(dark: bool) -> dict[str, str]:
    """The colour tokens of one theme."""
    token = r"(--[a-z-]+): (?:light-dark\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6})\))?;"
    return {
        name: at_night if dark and at_night else one
        for name, one, at_night in re.findall(token, SHELL + STYLE)
    }


def mixed(one: str, other: str, share: float) -> str:
    """As color-mix does in srgb: so much of the first."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(a * share + b * (1 - share)) for a, b in pairs).hex()


def contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        parts = [part / 255 for part in bytes.fromhex(colour[1:])]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    brighter, darker = sorted((light(one), light(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_digits_and_hints_are_easy_to_read(dark):
    colour = colours(dark)
    darkest = mixed(colour["--wood-bottom"], colour["--wood-top"], 0.65)
    for tone, share in re.findall(r"--tone: (#[0-9a-f]{6}) (\d+)%", STYLE):
        assert contrast(colour["--wood-ink"], mixed(tone, darkest, int(share) / 100)) > 4.5
    lit_place = mixed(colour["--felt-lit"], colour["--felt"], 0.1)
    assert contrast(colour["--wood-ink"], darkest) > 4.5
    assert contrast(colour["--felt-ink"], lit_place) > 4.5
    assert contrast(colour["--gold-ink"], mixed(colour["--gold"], colour["--felt-deep"], 0.9)) > 4.5
    assert contrast(colour["--gold-ink"], colour["--halo"]) > 4.5
    assert contrast(mixed(colour["--felt-lit"], colour["--felt"], 0.75), colour["--felt"]) > 3
    assert contrast(colour["--alarm"], colour["--halo"]) > 4.5
