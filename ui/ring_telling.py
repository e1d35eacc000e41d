"""What happens on the ring, told in sentences, and what its spaces, colours and cards are called."""

from collections.abc import Iterable, Mapping, Sequence

from engine.game import Dealt, Event, MatchOver, Player, RoundOver, Skipped
from engine.ring import RingEdition, Space
from engine.ring_deal import RingDealt
from engine.ring_events import (
    Attacked,
    Captured,
    Card,
    CardDrawn,
    CardPlayed,
    Conquered,
    Freed,
    Jailed,
    Moved,
    Paid,
    PlayerOut,
    Repelled,
    Rolled,
    Sold,
    Yielded,
)
from ui.telling import names_of
from ui.words import N_, _, n_

_SPACES = {
    Space.START: N_("START"),
    Space.JAIL: N_("JAIL"),
    Space.GO_TO_JAIL: N_("GO TO JAIL"),
    Space.CARD: N_("a card"),
    Space.RESUPPLY: N_("RESUPPLY"),
    Space.BLUE: N_("blue"),
    Space.GREEN: N_("green"),
    Space.YELLOW: N_("yellow"),
    Space.RED: N_("red"),
}
_CARDS = {
    Card.ALLIED_SUPPORT: N_("Allied Support"),
    Card.ENEMY_SUPPORT: N_("Enemy Support"),
    Card.BRIBE: N_("Bribe"),
    Card.FORFEITURE: N_("Resource Forfeiture"),
    Card.GAIN: N_("Gain"),
    Card.LOSE: N_("Lose"),
    Card.ADVANCE: N_("Advance"),
    Card.RETREAT: N_("Retreat"),
    Card.BUSTED: N_("BUSTED"),
}


def space_kind(space: Space) -> str:
    return _(_SPACES[space])


def card_name(card: Card) -> str:
    return _(_CARDS[card])


def card_about(card: Card, edition: RingEdition) -> str:
    """What a card does."""
    told = {
        Card.ALLIED_SUPPORT: _("+{n} on your roll when you conquer"),
        Card.ENEMY_SUPPORT: _("−{n} on the roll of whoever wants a space of yours"),
        Card.BRIBE: _("You do not go to jail"),
        Card.FORFEITURE: _("Another player loses {n} to the bank; not if it would leave them nothing"),
        Card.GAIN: _("You get {n} from the bank"),
        Card.LOSE: _("You pay {n} to the bank"),
        Card.ADVANCE: _("You move on {n} spaces, and what is there happens"),
        Card.RETREAT: _("You move back {n} spaces: nothing is paid or conquered there"),
        Card.BUSTED: _("You go to jail"),
    }
    return told[card].format(n=_number_on(card, edition))


def _number_on(card: Card, edition: RingEdition) -> int:
    if card in (Card.ALLIED_SUPPORT, Card.ENEMY_SUPPORT):
        return edition.support
    numbers = {
        Card.FORFEITURE: edition.forfeit,
        Card.GAIN: edition.card_gain,
        Card.LOSE: edition.card_loss,
        Card.ADVANCE: edition.advance,
        Card.RETREAT: edition.retreat,
    }
    return numbers.get(card, 0)


def space_name(number: int, edition: RingEdition) -> str:
    """14 (green); or what is written on a space that cannot be captured."""
    space = edition.spaces[number]
    if space in edition.prices:
        return _("{n} ({colour})").format(n=number, colour=space_kind(space))
    if space is Space.CARD:
        return _("{n} (a card)").format(n=number)
    return space_kind(space)


def space_label(number: int, edition: RingEdition, owner: str | None) -> str:
    """Space 14, green, held by Ada, fee 2."""
    space = edition.spaces[number]
    if space not in edition.prices:
        return _("Space {n}, {kind}").format(n=number, kind=space_kind(space))
    told = _("Space {n}, {colour}").format(n=number, colour=space_kind(space))
    price = edition.price(number)
    if owner is None:
        return _("{space}, free, costs {n}").format(space=told, n=price.capture)
    return _("{space}, held by {name}, fee {n}").format(space=told, name=owner, n=price.fee)


def space_about(number: int, edition: RingEdition, owner: str | None) -> str:
    """All there is to know about a space, in sentences."""
    told = _("{sentence}.").format(sentence=space_label(number, edition, owner))
    space = edition.spaces[number]
    if space in edition.prices:
        price = edition.price(number)
        more = _("Capture: {capture}. Conquer: {conquer}, with {needed}. Fee: {fee}. Sells for {sale}.")
        more = more.format(
            capture=price.capture,
            conquer=price.conquer,
            needed=at_least(price.needed, edition),
            fee=price.fee,
            sale=price.sale,
        )
    else:
        about = {
            Space.START: _("Passing or landing here: +{n}."),
            Space.RESUPPLY: _("Landing here: +{n}."),
            Space.JAIL: _("By a roll: just visiting."),
            Space.GO_TO_JAIL: _("Straight to JAIL, unless a Bribe is played."),
            Space.CARD: _("Landing here: a card is drawn."),
        }
        more = about[space].format(n=edition.start if space is Space.START else edition.resupply)
    return f"{told} {more}"


def at_least(needed: int, edition: RingEdition) -> str:
    """5+, or 6 where nothing is above it."""
    if needed > edition.sides:
        return _("more than {n}").format(n=edition.sides)
    return str(needed) if needed == edition.sides else _("{n}+").format(n=max(needed, 1))


def percent(chance: float) -> str:
    return _("{n} %").format(n=round(100 * chance))


def resources(count: int) -> str:
    return n_("{n} resource", "{n} resources", count).format(n=count)


def spaces_of(count: int) -> str:
    return n_("{n} space", "{n} spaces", count).format(n=count)


def tell(
    event: Dealt | Event, players: Sequence[Player], edition: RingEdition, seen_by: int | None = None
) -> str:
    """One event in a sentence, or "" if another one tells it. Only who drew a card to keep is told which."""

    def name(seat: int) -> str:
        return players[seat].name

    match event:
        case RingDealt():
            return _dealt(event, players)
        case Rolled():
            return _("{name} rolled {n}.").format(name=name(event.seat), n=event.die)
        case Moved():
            place = space_name(event.path[-1], edition)
            if edition.spaces[event.path[-1]] is Space.JAIL:
                return _("On to JAIL, just visiting.")
            if event.card is Card.RETREAT:
                return _("Back to {space}.").format(space=place)
            return _("On to {space}.").format(space=place)
        case Paid():
            return _paid(event, players)
        case Sold():
            return _("{name} sold space {n}.").format(name=name(event.seat), n=event.space)
        case Captured():
            told = _("{name} captured space {space}.")
            return told.format(name=name(event.seat), space=space_name(event.space, edition))
        case Attacked():
            told = _("{name} set out to conquer space {space} from {owner}.")
            return told.format(
                name=name(event.seat), space=space_name(event.space, edition), owner=name(event.owner)
            )
        case CardPlayed(against=None):
            return _("{name} played {card}.").format(name=name(event.seat), card=card_name(event.card))
        case CardPlayed():
            told = _("{name} played {card} against {other}.")
            return told.format(
                name=name(event.seat), card=card_name(event.card), other=name(event.against or 0)
            )
        case Conquered():
            told = _("Space {n} went from {loser} to {name}.")
            return told.format(n=event.space, loser=name(event.loser), name=name(event.seat))
        case Repelled():
            return _("Not enough: {owner} kept space {n}.").format(owner=name(event.owner), n=event.space)
        case CardDrawn() if event.card.is_kept and seen_by != event.seat:
            return _("{name} drew a card and kept it.").format(name=name(event.seat))
        case CardDrawn():
            told = _("{name} drew {card}: {about}.")
            return told.format(
                name=name(event.seat), card=card_name(event.card), about=card_about(event.card, edition)
            )
        case Jailed():
            return _("{name} went to jail.").format(name=name(event.seat))
        case Freed():
            return _freed(event, name(event.seat))
        case PlayerOut():
            return _("With nothing left, {name} dropped out; {spaces} are free again.").format(
                name=name(event.seat), spaces=spaces_of(len(event.spaces))
            )
        case Skipped():
            return _("{name} let it be.").format(name=name(event.seat))
        case RoundOver():
            return ended(event, players)
        case MatchOver():
            return won(event.winners, event.scores, players)
    return ""  # what was paid is told in the same breath


def nothing_happened(
    action: Sequence[Dealt | Event],
    following: Sequence[Dealt | Event] | None,
    owners: Mapping[int, int],
    players: Sequence[Player],
    edition: RingEdition,
) -> str:
    """Why a move onto a space that can be captured was not followed by anything, or "".

    `following` is the next action, empty if it is still to come and asked for; `owners` is who held what.
    """
    moved = next(e for e in reversed(action) if not (isinstance(e, Paid) and e.reason == "start"))
    if not isinstance(moved, Moved) or moved.path[-1] not in edition.lands:
        return ""
    if following is not None and (
        not following or isinstance(following[0], Captured | Skipped | Attacked | Yielded)
    ):
        return ""
    owner = owners.get(moved.path[-1])
    name = players[moved.seat].name
    if owner == moved.seat:
        return _("{name} held it already.").format(name=name)
    if owner is None:
        return _("{name} could not capture it.").format(name=name)
    return _("After a retreat nothing is paid or conquered.")


def track(owners: dict[int, int], action: Iterable[Dealt | Event]) -> None:
    """Who holds what after an action."""
    for event in action:
        match event:
            case Captured() | Conquered():
                owners[event.space] = event.seat
            case Sold():
                owners.pop(event.space, None)
            case PlayerOut():
                for space in event.spaces:
                    owners.pop(space, None)


def _dealt(event: RingDealt, players: Sequence[Player]) -> str:
    beginner = _("First to roll: {name}.").format(name=players[event.first].name)
    drawings = [
        ", ".join(
            _("{name} rolled {n}").format(name=player.name, n=roll)
            for player, roll in zip(players, rolls, strict=False)
            if roll is not None
        )
        for rolls in event.lots
    ]
    if not any(drawings):
        return beginner
    told = _("; again: ").join(filter(None, drawings))
    return _("{rolls}. {beginner}").format(rolls=told, beginner=beginner)


def _paid(event: Paid, players: Sequence[Player]) -> str:
    if event.giver is None and event.taker is not None:
        if event.amount < event.due:
            told = _("{name} got {n} of {due}: the bank had no more.")
        else:
            told = _("{name} got {n}.")
        return told.format(name=players[event.taker].name, n=event.amount, due=event.due)
    assert event.giver is not None
    payer = players[event.giver].name
    if event.taker is None:
        return _("{name} paid {n}.").format(name=payer, n=event.amount)
    if event.amount < event.due:
        told = _("{name} paid all that was left to {taker}: {n} of {due}.")
    else:
        told = _("{name} paid {n} to {taker}.")
    return told.format(name=payer, taker=players[event.taker].name, n=event.amount, due=event.due)


def _freed(event: Freed, name: str) -> str:
    match event.reason:
        case "die":
            return _("That freed {name}.").format(name=name)
        case "time":
            return _("The time was served: {name} walked free.").format(name=name)
    return _("{name} walked free.").format(name=name)


def ended(event: RoundOver, players: Sequence[Player]) -> str:
    """Why the game ended."""
    match event.reason:
        case "last":
            name = names_of([players[seat].name for seat in event.seats])
            return _("The game is over: only {name} was left.").format(name=name)
        case "captured":
            return _("The game is over: every space is captured.")
    return _("The game is over: everyone has had all their turns.")


def won(winners: Sequence[int], scores: Sequence[int], players: Sequence[Player]) -> str:
    names = names_of([players[seat].name for seat in winners])
    told = n_("{names} won with {spaces}.", "{names} shared the win with {spaces} each.", len(winners))
    return told.format(names=names, spaces=spaces_of(scores[winners[0]]))
