"""Conquer: one round on the ring.

A turn is a chain of decisions. `asked` is what is being decided and `seat` by whom: nearly always the
`mover`, whose turn it is, but an Enemy Support is played by the one who is attacked. Where only one thing
can happen it happens by itself, so that there is something to choose at every decision, or a die to roll.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from engine.editions import highest_of
from engine.errors import Malformed, quoted
from engine.game import Action, Event, RoundOver, Skipped
from engine.options import Options
from engine.ring import RingEdition, Space
from engine.ring_deal import RingDeal, RingDealt
from engine.ring_events import (
    Attacked,
    Bailed,
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
from engine.ring_sight import Asked, Decision, RingSight
from engine.round import Round

BARE_WORDS = ("bail", "capture", "conquer", "pay", "support", "resist", "bribe", "skip")
"""The actions that are one word."""


class RingRound(Round):
    edition: RingEdition
    given: RingDeal
    deals = RingDeal

    def __init__(
        self, number: int, edition: RingEdition, options: Options, deal: RingDeal, scores: tuple[int, ...]
    ) -> None:
        super().__init__(number, edition, options, deal, scores)
        players = len(scores)
        self.owners: list[int | None] = [None] * len(edition.spaces)
        self.purses = [edition.purse] * players
        self.bank = edition.total - sum(self.purses)
        self.places = [edition.spaces.index(Space.START)] * players
        self.jailed: list[int | None] = [None] * players
        self.playing = [True] * players
        self.turns = [0] * players
        self.hands: list[list[Card]] = [[] for _ in range(players)]
        self.deck = list(deal.cards)
        self.seen_under = 0  # so many cards at the end of the deck everyone has seen
        self.mover = deal.first
        self.asked = Asked.TURN
        self.modifier = 0  # what the cards of a conquest add to its die
        self.turns[self.mover] += 1
        self.dealt = RingDealt(number, deal.first, tuple(self.purses), self.bank, len(self.deck), deal.lots)
        self._happened: list[Event] = []

    # What may be done

    def _allowed(self) -> list[Action]:
        rolls = [f"roll {die}" for die in range(1, self.edition.sides + 1)]
        match self.asked:
            case Asked.TURN:
                sales = [f"sell {space}" for space in self._held(self.mover)]
                victims = [seat for seat in range(len(self.purses)) if self._forfeit_refusal(seat) is None]
                bail = [] if self._bail_refusal() else ["bail"]
                return [*rolls, *sales, *(f"forfeit {seat}" for seat in victims), *bail]
            case Asked.CONQUEST:
                return rolls
            case Asked.FREE:
                return ["capture", "skip"]
            case Asked.OWNED:
                return ["conquer", "pay"]
            case Asked.SUPPORT:
                return ["support", "skip"]
            case Asked.RESIST:
                return ["resist", "skip"]
            case Asked.JAIL:
                return ["bribe", "skip"]

    def choices(self) -> tuple[Action, ...]:
        legal = self.legal()
        open_to_chance = [action for action in legal if not action.startswith("roll ")]
        return tuple(sorted([*open_to_chance, *(["roll"] if len(open_to_chance) < len(legal) else [])]))

    def settle(self, choice: Action, rng: Random) -> Action:
        return f"roll {rng.randint(1, self.edition.sides)}" if choice == "roll" else choice

    def refusal(self, action: Action) -> str | None:
        if self.over:
            return "the round is over"
        word, _, rest = action.partition(" ")
        if action in self.legal():
            return None
        if action == "timeout":
            return "there is no clock on the ring"
        match word:
            case "roll":
                faces = self.edition.sides
                if rest not in map(str, range(1, faces + 1)):
                    raise Malformed(f"a roll is roll 1 to roll {faces}, not {quoted(action)}")
            case "sell" | "forfeit":
                if not (rest.isascii() and rest.isdecimal() and str(int(rest[:9])) == rest):
                    raise Malformed(f"{word} needs a whole number, not {quoted(rest)}")
                if self.asked is Asked.TURN:
                    return (self._sale_refusal if word == "sell" else self._forfeit_refusal)(int(rest))
            case _ if action not in BARE_WORDS:
                raise Malformed(f"unknown action {quoted(action)}")
            case "bail":
                if self.asked is Asked.TURN:
                    return self._bail_refusal()
        return f"seat {self.seat} is asked for {' or '.join(self.choices())}"

    def _sale_refusal(self, space: int) -> str | None:
        held = space in self._held(self.mover)
        return None if held else f"seat {self.mover} does not hold space {space}"

    def _forfeit_refusal(self, victim: int) -> str | None:
        if Card.FORFEITURE not in self.hands[self.mover]:
            return f"seat {self.mover} has no Resource Forfeiture"
        if victim == self.mover or victim >= len(self.purses) or not self.playing[victim]:
            return f"seat {victim} is not another player in the game"
        if self.purses[victim] <= self.edition.forfeit:
            return f"it would leave seat {victim} with nothing"
        return None

    def _bail_refusal(self) -> str | None:
        if self.jailed[self.mover] is None:
            return f"seat {self.mover} is not in jail"
        return None if self._affords(self.edition.bail) else "it would leave nothing"

    def _affords(self, price: int) -> bool:
        """Whether the player whose turn it is would have something left."""
        return self.purses[self.mover] > price

    def _held(self, seat: int) -> list[int]:
        return [space for space, owner in enumerate(self.owners) if owner == seat]

    @property
    def _has_marker(self) -> bool:
        return self.scores[self.mover] < self.edition.markers

    @property
    def _space(self) -> int:
        """Where the player stands whose turn it is."""
        return self.places[self.mover]

    @property
    def _holder(self) -> int:
        """Who holds that space, where it is somebody's."""
        holder = self.owners[self._space]
        assert holder is not None
        return holder

    @property
    def _needed(self) -> int:
        return self.edition.price(self._space).needed - self.modifier

    # What comes of it

    def _do(self, action: Action) -> list[Event]:
        seat, before = self.seat, self.purses[self.seat]
        self._happened = []
        word, _, rest = action.partition(" ")
        match word:
            case "roll":
                self._roll(int(rest))
            case "sell":
                self._sell(int(rest))
            case "forfeit":
                self._play(Card.FORFEITURE, against=int(rest))
                self._pay(int(rest), None, self.edition.forfeit, Card.FORFEITURE)
            case "bail":
                self._tell(Bailed(seat))
                self._pay(seat, None, self.edition.bail, "bail")
                self._free("bail")
            case "capture":
                self._capture()
            case "conquer":
                self._attack()
            case "pay":
                self._tell(Yielded(seat, self._space, self._holder))
                self._pay_fee()
            case "support":
                self._play(Card.ALLIED_SUPPORT, against=self._holder)
                self.modifier += self.edition.support
                self._ask_to_resist()
            case "resist":
                self._play(Card.ENEMY_SUPPORT, against=self.mover)
                self.modifier -= self.edition.support
                self._ask(Asked.CONQUEST)
            case "bribe":
                self._play(Card.BRIBE)
                self._end_turn()
            case "skip":
                self._skip()
        done = self._happened[0]
        self._happened[0] = replace(done, gain=self.purses[seat] - before)  # type: ignore[arg-type]
        return self._happened

    def _tell(self, event: Event) -> None:
        self._happened.append(event)

    def _ask(self, asked: Asked, seat: int | None = None) -> None:
        self.asked = asked
        self.seat = self.mover if seat is None else seat

    def _roll(self, die: int) -> None:
        self._tell(Rolled(self.mover, die))
        if self.asked is Asked.CONQUEST:
            self._decide_conquest(die)
        elif (failed := self.jailed[self.mover]) is None:
            self._move(die)
        elif die == self.edition.breakout:
            self._free("die")
            self._move(die)
        else:
            self.jailed[self.mover] = failed + 1
            if failed + 1 == self.edition.jail_turns:
                self._free("time")
            self._end_turn()

    def _move(self, steps: int, card: Card | None = None) -> None:
        path = self.edition.path(self._space, steps)
        self.places[self.mover] = path[-1]
        self._tell(Moved(self.mover, path, card))
        if steps > 0 and any(self.edition.spaces[space] is Space.START for space in path):
            self._pay(None, self.mover, self.edition.start, "start")
        self._land(in_retreat=steps < 0)

    def _land(self, in_retreat: bool) -> None:
        match self.edition.spaces[self._space]:
            case Space.CARD:
                self._draw()
            case Space.RESUPPLY:
                self._pay(None, self.mover, self.edition.resupply, "resupply")
                self._end_turn()
            case Space.GO_TO_JAIL:
                self._send_to_jail()
            case Space.START | Space.JAIL:
                self._end_turn()
            case _:
                self._land_on_land(in_retreat)

    def _land_on_land(self, in_retreat: bool) -> None:
        owner, price = self.owners[self._space], self.edition.price(self._space)
        if owner is None and self._affords(price.capture) and self._has_marker:
            self._ask(Asked.FREE)
        elif owner in (None, self.mover) or in_retreat:
            self._end_turn()
        elif self._affords(price.conquer) and self._has_marker:
            self._ask(Asked.OWNED)
        else:
            self._pay_fee()

    def _pay_fee(self) -> None:
        self._pay(self.mover, self._holder, self.edition.price(self._space).fee, "fee")
        self._end_turn()

    def _capture(self) -> None:
        self._tell(Captured(self.mover, self._space))
        self._pay(self.mover, None, self.edition.price(self._space).capture, "capture")
        self._give(self._space, self.mover)
        self._end_turn()

    def _sell(self, space: int) -> None:
        self._tell(Sold(self.mover, space))
        self._give(space, None)
        self._pay(None, self.mover, self.edition.price(space).sale, "sell")

    def _attack(self) -> None:
        price = self.edition.price(self._space)
        self._tell(Attacked(self.mover, self._space, self._holder, price.needed))
        self._pay(self.mover, None, price.conquer, "conquer")
        if Card.ALLIED_SUPPORT in self.hands[self.mover]:
            self._ask(Asked.SUPPORT)
        else:
            self._ask_to_resist()

    def _ask_to_resist(self) -> None:
        if Card.ENEMY_SUPPORT in self.hands[self._holder]:
            self._ask(Asked.RESIST, self._holder)
        else:
            self._ask(Asked.CONQUEST)

    def _decide_conquest(self, die: int) -> None:
        holder = self._holder
        if die >= self._needed:
            self._give(self._space, self.mover)
            self._tell(Conquered(self.mover, self._space, holder))
        else:
            self._tell(Repelled(self.mover, self._space, holder))
        self._end_turn()

    def _skip(self) -> None:
        self._tell(Skipped(self.seat))
        match self.asked:
            case Asked.SUPPORT:
                self._ask_to_resist()
            case Asked.RESIST:
                self._ask(Asked.CONQUEST)
            case Asked.JAIL:
                self._lock_up()
            case _:
                self._end_turn()

    def _draw(self) -> None:
        card = self.deck.pop(0)
        self.seen_under = min(self.seen_under, len(self.deck))
        self._tell(CardDrawn(self.mover, card))
        if card.is_kept:
            self.hands[self.mover].append(card)
            self._end_turn()
            return
        self._put_under([card])
        match card:
            case Card.ADVANCE:
                self._move(self.edition.advance, card)
            case Card.RETREAT:
                self._move(-self.edition.retreat, card)
            case Card.BUSTED:
                self._send_to_jail()
            case Card.GAIN:
                self._pay(None, self.mover, self.edition.card_gain, card)
                self._end_turn()
            case Card.LOSE:
                self._pay(self.mover, None, self.edition.card_loss, card)
                self._end_turn()

    def _play(self, card: Card, against: int | None = None) -> None:
        self._tell(CardPlayed(self.seat, card, against))
        self.hands[self.seat].remove(card)
        self._put_under([card])

    def _put_under(self, cards: Sequence[Card]) -> None:
        self.deck += cards
        self.seen_under += len(cards)

    def _send_to_jail(self) -> None:
        if Card.BRIBE in self.hands[self.mover]:
            self._ask(Asked.JAIL)
        else:
            self._lock_up()

    def _lock_up(self) -> None:
        self.places[self.mover] = self.edition.jail
        self.jailed[self.mover] = 0
        self._tell(Jailed(self.mover))
        self._end_turn()

    def _free(self, reason: str) -> None:
        self.jailed[self.mover] = None
        self._tell(Freed(self.mover, reason))

    def _give(self, space: int, owner: int | None) -> None:
        before, self.owners[space] = self.owners[space], owner
        for seat, change in ((before, -1), (owner, 1)):
            if seat is not None:
                self.scores[seat] += change

    def _pay(self, giver: int | None, taker: int | None, due: int, reason: str) -> None:
        amount = min(due, self.bank if giver is None else self.purses[giver])
        for holder, change in ((giver, -amount), (taker, amount)):
            if holder is None:
                self.bank += change
            else:
                self.purses[holder] += change
        self._tell(Paid(giver, taker, due, amount, reason))

    def _end_turn(self) -> None:
        """Whose purse is empty is out; then it is the next one's turn, or the end."""
        if not self.purses[self.mover]:
            self._leave(self.mover)
        players = len(self.purses)
        following = [(self.mover + step) % players for step in range(1, players + 1)]
        self.mover = next(seat for seat in following if self.playing[seat])
        self.modifier = 0
        self._ask(Asked.TURN)
        if sum(self.playing) == 1:
            self._end("last", (self.mover,))
        elif all(self.owners[space] is not None for space in self.edition.lands):
            self._end("captured")
        elif self.turns[self.mover] == self.edition.turns:
            self._end("turns")
        else:
            self.turns[self.mover] += 1

    def _leave(self, seat: int) -> None:
        self._tell(PlayerOut(seat, tuple(self._held(seat)), tuple(self.hands[seat])))
        for space in self._held(seat):
            self._give(space, None)
        self._put_under(self.hands[seat])
        self.hands[seat] = []
        self.playing[seat] = False

    def _end(self, reason: str, seats: tuple[int, ...] = ()) -> None:
        self.over = RoundOver(self.number, reason, seats, (), (), tuple(self.scores))
        self._tell(self.over)

    def match_winners(self) -> tuple[int, ...]:
        """Of those still in the game the most spaces; of equals, the most resources."""
        best = highest_of([seat for seat, plays in enumerate(self.playing) if plays], self.scores)
        return highest_of(best, self.purses)

    # What can be seen of it

    @property
    def decision(self) -> Decision | None:
        if self.over:
            return None
        if self.asked is Asked.TURN:
            return Decision(self.asked, self.seat)
        fought = self.asked in (Asked.OWNED, Asked.SUPPORT, Asked.RESIST, Asked.CONQUEST)
        return Decision(self.asked, self.seat, self._space, self._needed if fought else None)

    def sight(self, seat: int) -> RingSight:
        return RingSight(
            **self._seen(seat) | {"turn": self.mover},
            edition=self.edition,
            decision=self.decision,
            owners=tuple(self.owners),
            purses=tuple(self.purses),
            bank=self.bank,
            places=tuple(self.places),
            jailed=tuple(self.jailed),
            playing=tuple(self.playing),
            turns=tuple(self.turns),
            hand=tuple(self.hands[seat]),
            hands=tuple(map(len, self.hands)),
            pool=len(self.deck),
            under=tuple(self.deck[len(self.deck) - self.seen_under :]),
        )

    @property
    def standing(self) -> Mapping[str, object]:
        return {"purses": tuple(self.purses)}
