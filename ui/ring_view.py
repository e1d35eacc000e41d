"""The table screen of the ring game: the ring, what is to be decided, cards, holdings and the price list."""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from engine.ring import Space
from ui.nodes import Child, Node, node
from ui.parts import button
from ui.ring_board import PIPS, ring_board
from ui.ring_scene import Choice, HandCard, Holding, PriceLine, RingScene, RingSeat
from ui.ring_telling import space_kind
from ui.signs import sign
from ui.table_view import REMEMBERED, UNDO, Control, Parts, act, plate, spoken, table_view, word_on
from ui.words import N_, _, n_

HINT = Control("hint", N_("Hint"), "H", N_("Show a good decision"))


def ring_view(scene: RingScene) -> Node:
    return table_view(
        scene,
        Parts(
            plates=(_plate(seat, seat.number == scene.turn) for seat in scene.seats),
            board=node("div", {"class": "board-area"}, ring_board(scene.look), key="board"),
            counters=(),
            held=(node("div", {"class": "ring-desk"}, *_desk(scene), key="desk"),),
            controls=_controls(scene),
            reveal=_("I am {name} – show my cards").format(name=scene.curtain),
            honest=_(
                "Cards stay hidden, but a determined opponent could read them and the dice from a link."
            ),
            lookups=tuple(_lookups(scene)),
        ),
    )


@lru_cache(REMEMBERED)
def _plate(seat: RingSeat, to_move: bool) -> Node:
    states = [(_("in jail"), "jail", seat.jailed), (_("out"), "out", seat.out)]
    return plate(
        seat,
        to_move,
        n_("space", "spaces", seat.score),
        None,
        node(
            "span",
            {"class": "plate-tiles"},
            *(() if seat.out else _held(seat)),
            *(
                node("span", {"class": f"state {name}"}, word, key=name)
                for word, name, holds in states
                if holds
            ),
            key="tiles",
        ),
    )


def _held(seat: RingSeat) -> Iterator[Node]:
    purse = n_("{n} resource", "{n} resources", seat.purse).format(n=seat.purse)
    cards = n_("{n} card", "{n} cards", seat.cards).format(n=seat.cards)
    for name, count, words in (("purse", seat.purse, purse), ("cards", seat.cards, cards)):
        attributes = {"class": name, f"data-{name}": count, "title": words}
        yield node("span", attributes, *_counted(name, count, words), key=name)


def _counted(name: str, count: int, words: str) -> tuple[Node, ...]:
    return (
        sign(name),
        node("span", {"class": "plate-count", "aria-hidden": "true"}, str(count), key="count"),
        spoken(words),
    )


# What is to be decided


def _desk(scene: RingScene) -> Iterator[Node | None]:
    if scene.choices:
        yield node(
            "section",
            {"class": "decision", "aria-label": _("To decide")},
            node("p", {"class": "question"}, scene.question, key="question") if scene.question else None,
            node("div", {"class": "ways"}, *map(_choice, scene.choices), key="ways"),
            key="decision",
        )
    if scene.hand:
        cards = map(_card, scene.hand)
        yield node("ul", {"class": "ring-hand", "aria-label": _("Your cards")}, *cards, key="hand")


def _choice(choice: Choice, called: str | None = None) -> Node:
    classes = ["choice", *(["primary"] if choice.is_best else []), *(["hinted"] if choice.is_hinted else [])]
    return button(
        choice.action, choice.words, value=choice.value, class_=" ".join(classes), aria_label=called
    )


def _card(held: HandCard) -> Node:
    count = f" ×{held.count}" if held.count > 1 else ""
    return node(
        "li",
        {"class": "ring-card", "data-card": str(held.card), "title": held.about},
        node("b", {}, f"{held.name}{count}"),
        node("span", {"class": "about"}, held.about),
        *(
            button(
                choice.action, choice.words, value=choice.value, class_="hinted" if choice.is_hinted else None
            )
            for choice in held.choices
        ),
        key=str(held.card),
    )


def _lookups(scene: RingScene) -> Iterator[Node]:
    """All of it is public: it can be looked up while others have their turn, and behind the curtain."""
    held = _("Spaces: {n}").format(n=len(scene.holdings))
    if scene.holder is None:
        title, about = _("Your spaces"), _("The spaces you hold, and selling them")
    else:
        title = about = _("Spaces of {name}").format(name=scene.holder)
    yield _opener("prices", _("Prices"), _("What everything costs"))
    yield _opener("holdings", held, about)
    yield _popover("prices", _("Prices"), price_table(scene.prices))
    yield _popover("holdings", title, _holdings(scene.holdings))


def _controls(scene: RingScene) -> Iterator[Node]:
    for control in (UNDO, HINT):
        if control.action not in scene.hidden:
            yield act(control, control.action in scene.actions)


def _opener(name: str, word: str, about: str) -> Node:
    return node(
        "button",
        {"type": "button", "class": "act", "popovertarget": name, "title": about},
        sign(name),
        word_on(word),
        key=f"open-{name}",
    )


def _popover(name: str, title: str, content: Child) -> Node:
    close = {
        "type": "button",
        "class": "log-close",
        "popovertarget": name,
        "popovertargetaction": "hide",
        "aria-label": _("Close"),
    }
    heading = f"{name}-title"
    return node(
        "section",
        {"class": "ring-popover", "id": name, "popover": "auto", "aria-labelledby": heading},
        node("h2", {"id": heading}, title),
        node("button", close, sign("cancel")),
        content,
        key=name,
    )


def _holdings(holdings: Iterable[Holding]) -> Node:
    lines = [
        node(
            "li",
            {"class": f"holding space-{holding.space}"},
            swatch(holding.space),
            node("span", {"class": "words"}, holding.words),
            _choice(holding.sale, f"{holding.sale.words}, {holding.words}") if holding.sale else None,
            key=str(holding.number),
        )
        for holding in holdings
    ]
    if not lines:
        return node("p", {"class": "quiet"}, _("None so far."), key="none")
    return node(
        "div",
        {"class": "holdings"},
        node("ul", {}, *lines),
        node(
            "p", {"class": "quiet"}, _("Spaces are sold before the roll, for half of what capturing costs.")
        ),
        key="list",
    )


@cache
def swatch(space: Space) -> Node:
    """The band and the pips of a colour, beside its name."""
    count = PIPS[space]
    pips = "".join(f"M{16 - (count - 1) * 3.5 + 7 * n:.1f} 21h.01" for n in range(count))
    return node(
        "svg",
        {
            "class": f"swatch space-{space}",
            "viewBox": "0 0 32 28",
            "aria-hidden": "true",
            "focusable": "false",
        },
        node("path", {"class": "wood", "d": "M16 1L31 27H1Z"}),
        node("path", {"class": "band", "d": "M16 5L28 25.5H4Z"}),
        node("path", {"class": "pips", "d": pips}),
    )


def price_table(prices: Iterable[PriceLine]) -> Node:
    columns = (_("Colour"), _("Capture"), _("Conquer"), _("Die"), _("Chance"), _("Fee"))
    return node(
        "table",
        {"class": "prices"},
        node("thead", {}, node("tr", {}, *(node("th", {"scope": "col"}, column) for column in columns))),
        node("tbody", {}, *(_price_line(line) for line in prices)),
        key="prices",
    )


def _price_line(line: PriceLine) -> Node:
    name = node("span", {}, swatch(line.space), space_kind(line.space))
    price = line.price
    cells = (str(price.capture), str(price.conquer), line.needed, line.chance, str(price.fee))
    return node(
        "tr",
        {"class": f"space-{line.space}"},
        node("th", {"scope": "row"}, name),
        *(node("td", {}, cell) for cell in cells),
    )
