"""The rules of Conquer, with the ring, its prices and its cards. All numbers are the edition's own."""

from engine.ring import RingEdition, Space
from engine.ring_events import Card
from ui.book import keys_table, marked, paragraph, section
from ui.nodes import Node, node
from ui.ring_board import ring_picture
from ui.ring_look import empty_look, price_list
from ui.ring_telling import card_about, card_name, percent, resources, spaces_of
from ui.ring_view import price_table
from ui.words import N_, _, n_

KEYS = (
    ("1 2 3", N_("the first, second, third thing to decide")),
    ("R", N_("roll")),
    ("← → ↑ ↓", N_("from space to space")),
    ("Enter", N_("what there is to know about the space")),
    ("U", N_("undo")),
    ("H", N_("hint")),
    ("S", N_("score sheet")),
    ("Escape", N_("close")),
    ("?", N_("these rules")),
)


def chapters(edition: RingEdition) -> list[Node | None]:
    return [
        _beginning(edition),
        _turn(edition),
        _spaces(edition),
        _prices(edition),
        _conquest(edition),
        _jail(edition),
        _cards(edition),
        _out(edition),
        _end(edition),
        keys_table(KEYS),
    ]


def _numbers(edition: RingEdition, space: Space) -> str:
    return ", ".join(str(n) for n, kind in enumerate(edition.spaces) if kind is space)


def _beginning(edition: RingEdition) -> Node:
    deck = sum(edition.cards.values())
    return section(
        _("The beginning"),
        ring_picture(empty_look(edition)),
        paragraph(
            _("{n} spaces lie round a triangle, twelve to a side.").format(n=len(edition.spaces)),
            _("{n} of them can be captured: whoever holds the most in the end wins.").format(
                n=len(edition.lands)
            ),
        ),
        paragraph(
            _("Everyone starts on START with {purse}; the bank keeps the rest of {total}.").format(
                purse=resources(edition.purse), total=edition.total
            ),
            _("Everyone has {n} markers to hold spaces with.").format(n=edition.markers),
            _("{n} cards are shuffled; used ones go under the deck.").format(n=deck),
            _("All roll, and the highest begins; who rolled equally high roll again."),
        ),
        marked(
            _("The printed sheet gives prices and dice. The ring, the cards and the purses are the house’s.")
        ),
        marked(_("The bank pays only what it has: with nothing in it a space sells for nothing.")),
    )


def _turn(edition: RingEdition) -> Node:
    return section(
        _("A turn"),
        paragraph(
            _("Before rolling you may sell spaces you hold and play {card}, as often as you like.").format(
                card=card_name(Card.FORFEITURE)
            ),
            _("A space sells for half of its capture price, rounded down, and is free again."),
        ),
        paragraph(
            _("Then roll one die and move clockwise."),
            _("Passing START, or landing there, brings {n}.").format(n=resources(edition.start)),
        ),
    )


def _spaces(edition: RingEdition) -> Node:
    lines = (
        (_("A free space"), _("Capture it for its price, if that leaves you at least 1, or leave it.")),
        (_("Your own space"), _("Nothing happens.")),
        (_("Another’s space"), _("Conquer it, or pay its owner the fee.")),
        (
            _("? ({numbers})").format(numbers=_numbers(edition, Space.CARD)),
            _("Draw a card."),
        ),
        (
            _("RESUPPLY ({numbers})").format(numbers=_numbers(edition, Space.RESUPPLY)),
            _("Take {n} from the bank.").format(n=edition.resupply),
        ),
        (_("JAIL"), _("By a roll: just visiting.")),
        (
            _("GO TO JAIL"),
            _("Go there, unless you play {card}.").format(card=card_name(Card.BRIBE)),
        ),
    )
    return section(
        _("Where you land"),
        node(
            "dl",
            {"class": "facts"},
            *(node("div", {}, node("dt", {}, name), node("dd", {}, does)) for name, does in lines),
        ),
        marked(
            _(
                "With all {n} markers down, nobody captures or conquers more: "
                "on another’s space the fee is paid."
            ).format(n=edition.markers)
        ),
    )


def _prices(edition: RingEdition) -> Node:
    return section(_("Prices"), price_table(price_list(edition)))


def _conquest(edition: RingEdition) -> Node:
    return section(
        _("Conquering"),
        paragraph(
            _("Pay the conquer price, if that leaves you at least 1, then roll."),
            _("Reach the number and the space is yours; miss it, and the price is gone."),
            _("A miss costs no fee on top."),
        ),
        paragraph(
            _("Before the roll you may play {allied}, then the owner {enemy}: one card a side.").format(
                allied=card_name(Card.ALLIED_SUPPORT), enemy=card_name(Card.ENEMY_SUPPORT)
            ),
            _("Each moves the roll by {n}.").format(n=edition.support),
        ),
        marked(_("A six needed, and Enemy Support against it: the die is rolled all the same, in vain.")),
        paragraph(_("Who has to pay a fee and cannot pay it in full pays all there is, and is out.")),
    )


def _jail(edition: RingEdition) -> Node:
    chance = percent(edition.chance(edition.breakout))
    return section(
        _("Jail"),
        paragraph(
            _("At the start of a turn in jail, pay {n}, if that leaves you at least 1, and play on.").format(
                n=edition.bail
            ),
            _("Or roll: a {n} ({chance}) frees you and moves you {n}.").format(
                n=edition.breakout, chance=chance
            ),
            n_(
                "After {n} failed roll you are free, and play normally from your next turn.",
                "After {n} failed rolls you are free, and play normally from your next turn.",
                edition.jail_turns,
            ).format(n=edition.jail_turns),
        ),
        marked(
            _(
                "Going to jail does not pass START. In jail, spaces are sold, {card} is played "
                "and fees are taken as ever."
            ).format(card=card_name(Card.FORFEITURE))
        ),
        marked(_("A Bribe leaves you where you stand, and helps against BUSTED as well.")),
    )


def _cards(edition: RingEdition) -> Node:
    def listed(is_kept: bool) -> Node:
        return node(
            "ul",
            {"class": "card-list"},
            *(
                node(
                    "li", {}, node("b", {}, f"{card_name(card)} ×{count}"), f" – {card_about(card, edition)}."
                )
                for card, count in edition.cards.items()
                if card.is_kept == is_kept
            ),
        )

    return section(
        _("The cards"),
        paragraph(_("Kept until played, and seen by their owner alone:")),
        listed(True),
        paragraph(_("At once:")),
        listed(False),
        marked(_("Advance passes START like a roll. An attacked player who holds Enemy Support is asked.")),
        marked(
            _("Moved back, you neither pay nor conquer, and START brings nothing; a free space may be taken.")
        ),
    )


def _out(edition: RingEdition) -> Node:
    return section(
        _("Out"),
        paragraph(
            _("With nothing left you are out: your spaces are free again, your cards go under the deck."),
            _("The last one left wins."),
        ),
        marked(_("A fee that takes your last resource puts you out, too.")),
    )


def _end(edition: RingEdition) -> Node:
    return section(
        _("The end"),
        paragraph(
            _("The game ends when all {spaces} are captured, or after {n} turns for each player.").format(
                spaces=spaces_of(len(edition.lands)), n=edition.turns
            ),
            _("The most spaces win; of equally many, the most resources; else the win is shared."),
        ),
    )
