"""The table of the ring game: decisions as buttons, the ring to look about on, what everyone holds.

Only cards are hidden, so there is a curtain only before somebody who holds one.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar

from engine import Match
from engine.game import DONE, Action, Dealt, Event
from engine.ring import RingEdition
from engine.ring_events import Card, CardDrawn, Jailed, Moved, Rolled
from engine.ring_round import RingRound
from engine.ring_sight import Asked, Decision
from ui import ring_look
from ui.gains import latest, times
from ui.geometry import Point
from ui.ring_geometry import cell_of_jail, middle_of
from ui.ring_scene import Choice, HandCard, Holding, RingScene, RingSeat
from ui.ring_telling import (
    at_least,
    card_about,
    card_name,
    nothing_happened,
    percent,
    resources,
    space_about,
    space_name,
    tell,
    track,
)
from ui.scene import Note, Tone
from ui.setup import colour_of
from ui.table import Host, Table
from ui.telling import by_action
from ui.words import _, n_

TUMBLE_SECONDS = 0.6
"""How long a die rolls before it shows what it rolled."""
ARROWS = {"ArrowRight": 1, "ArrowDown": 1, "ArrowLeft": -1, "ArrowUp": -1}
MOST_KEYS = 9


class RingTable(Table):
    home = '.decision button, [data-space][tabindex="0"]'
    adviser = "bot:club"
    keys: ClassVar[Mapping[str, str]] = {
        **Table.keys,
        "r": "roll",
        **{str(n): f"choice-{n}" for n in range(1, MOST_KEYS + 1)},
    }

    def __init__(self, match: Match, host: Host, here: int | None = None) -> None:
        self._focus = 0
        super().__init__(match, host, here)

    # What is the case

    @property
    def _round(self) -> RingRound:
        current = self.match.round
        assert isinstance(current, RingRound)
        return current

    @property
    def _edition(self) -> RingEdition:
        return self._round.edition

    def _name(self, seat: int) -> str:
        return self.match.players[seat].name

    # What people do

    def handlers(self, value: str | None) -> dict[str, Callable[[], object]]:
        choices = [choice.action for choice in self._choices()]
        return {
            **super().handlers(value),
            **{word: self._try(word) for word in WORDS},
            **{word: self._try(f"{word} {value}") for word in ("sell", "forfeit")},
            **{f"choice-{n}": self._try(choice) for n, choice in enumerate(choices, start=1)},
        }

    def tap(self, kind: str, name: str, confirm: bool, by_key: bool) -> None:
        if kind == "space":
            self._look_at(int(name))

    def press(self, key: str, on: str | None) -> bool:
        if on == "space" and key in ARROWS:
            self._focus = (self._focus + ARROWS[key]) % len(self._edition.spaces)
            self._host.focus(f'[data-space="{self._focus}"]')
            self._host.changed()
        elif on == "space" and key in ("Enter", " "):
            self._look_at(self._focus)
        else:
            return False
        return True

    def _look_at(self, space: int) -> None:
        """Say what there is to know about a space."""
        self._clear()
        self._focus = space
        owner = self._round.owners[space]
        about = space_about(space, self._edition, None if owner is None else self._name(owner))
        self._note = Note(about)
        self._host.changed()

    def _show_hint(self, action: Action) -> None:
        self._hinted = action
        self._note = Note(self._advice(action), Tone.HINT)
        self._host.changed()

    def _shows_what_was_hidden(self, event: Event) -> bool:
        anothers = isinstance(event, DONE) and event.seat not in self._humans
        return anothers or isinstance(event, Rolled | CardDrawn)

    # How the game goes on

    def _clear(self) -> None:
        super()._clear()
        self._hinted: Action | None = None

    def _told(self, event: Dealt | Event, seen_by: int | None) -> str:
        return tell(event, self.match.players, self._edition, seen_by)

    def _tell(self, events: Sequence[Dealt | Event]) -> None:
        alone = self._humans[0] if len(self._humans) == 1 else None
        actions = by_action(events)
        if isinstance(events[0], Dealt):
            self._owners: dict[int, int] = {}
        decision = self._round.decision
        to_come = [] if decision and decision.asked in (Asked.FREE, Asked.OWNED) else None
        for action, following in zip(actions, [*actions[1:], to_come], strict=True):
            told = [self._told(event, alone) for event in action]
            why = nothing_happened(action, following, self._owners, self.match.players, self._edition)
            self._log.append(" ".join(filter(None, [*told, why])))
            track(self._owners, action)

    def _await(self) -> None:
        if self._is_humans_turn and not self._round.hands[self.match.seat]:
            self._revealed = self.match.seat  # there is nothing to hide from whoever holds the device
        super()._await()

    def _show(self, events: Sequence[Event]) -> None:
        self._moving = 0.0
        wait = TUMBLE_SECONDS if isinstance(events[0], Rolled) else 0.0
        if path := self._path(events):
            seat = next(event.seat for event in events if isinstance(event, Moved | Jailed))
            self._moving = self._host.travel(f'[data-piece="{seat}"]', path, wait)
        elif wait:
            self._moving = self._host.travel("", (), wait)

    def _path(self, events: Sequence[Event]) -> list[Point]:
        """Where a marker steps, from where it stood."""
        steps: list[Point] = []
        for event in events:
            if isinstance(event, Moved):
                if not steps:
                    back = 1 if event.card is Card.RETREAT else -1
                    steps.append(middle_of((event.path[0] + back) % len(self._edition.spaces)))
                steps += map(middle_of, event.path)
            elif isinstance(event, Jailed):
                steps.append(cell_of_jail(self._edition.jail))
        return steps

    # What is seen

    def scene(self, unsaved: str | None = None) -> RingScene:
        match, current = self.match, self._round
        choices = tuple(self._choices())
        actions = {"undo"} if self._undoable() else set()
        actions |= {"hint"} if self._can_touch and choices else set()
        decision = current.decision
        looking = self._looking()
        return RingScene(
            **self._around(unsaved),
            seats=tuple(self._seats()),
            actions=frozenset(actions),
            look=ring_look.look_of(
                match,
                focus=self._focus,
                asked=decision.space if decision else None,
                fresh=ring_look.changed_hands(current.events),
            ),
            question=self._question() if self._can_touch else "",
            choices=choices,
            hand=tuple(self._hand()),
            holder=self._name(match.seat) if looking is None else None,
            holdings=tuple(self._holdings(match.seat if looking is None else looking)),
            prices=tuple(ring_look.price_list(self._edition)),
        )

    def _seats(self) -> Iterator[RingSeat]:
        match, current = self.match, self._round
        gains = ring_look.gains(current)
        last = latest(gains)
        for number, player in enumerate(match.players):
            yield RingSeat(
                number,
                player.name,
                colour_of(player, number),
                player.kind,
                current.scores[number],
                last.get(number),
                number in match.winners,
                changes=times(gains, number),
                purse=current.purses[number],
                cards=len(current.hands[number]),
                jailed=current.jailed[number] is not None,
                out=not current.playing[number],
            )

    def _looking(self) -> int | None:
        """Whose cards are shown."""
        if self._can_touch:
            return self.match.seat
        return self._humans[0] if len(self._humans) == 1 else None

    def _hand(self) -> Iterator[HandCard]:
        if (seat := self._looking()) is None:
            return
        for card, count in sorted(Counter(self._round.hands[seat]).items()):
            plays = tuple(self._plays(card)) if self._can_touch else ()
            yield HandCard(card, card_name(card), card_about(card, self._edition), count, plays)

    def _plays(self, card: Card) -> Iterator[Choice]:
        """What a card can be played for before the roll; at other times it is asked for."""
        if card is Card.FORFEITURE:
            for choice in self.legal():
                if choice.startswith("forfeit "):
                    victim = int(choice.partition(" ")[2])
                    words = _("{name} loses {n}").format(name=self._name(victim), n=self._edition.forfeit)
                    yield Choice("forfeit", str(victim), words, is_hinted=choice == self._hinted)

    def _holdings(self, seat: int) -> Iterator[Holding]:
        current = self._round
        legal = self.legal() if self._can_touch else ()
        for number, owner in enumerate(current.owners):
            if owner == seat:
                sale, words = None, [space_name(number, self._edition)]
                words.append(_("fee {n}").format(n=self._edition.price(number).fee))
                if (choice := f"sell {number}") in legal:
                    price, told = self._edition.price(number).sale, _("Sell: +{n}")
                    if price > current.bank:
                        told = _("Sell: only +{n}")
                        words.append(_("the bank has {n}").format(n=current.bank))
                    told = told.format(n=min(price, current.bank))
                    sale = Choice("sell", str(number), told, is_hinted=choice == self._hinted)
                yield Holding(number, self._edition.spaces[number], ", ".join(words), sale)

    # What can be decided, in words

    def status(self) -> str:
        if self.match.round.over:
            return _("The game is over.")
        return super().status()

    def _to_move(self, name: str) -> str:
        decision = self._decision()
        match decision.asked:
            case Asked.TURN if self._round.jailed[self.match.seat] is not None:
                return _("{name} is in jail.").format(name=name)
            case Asked.TURN:
                return _("{name} to roll.").format(name=name)
            case Asked.RESIST:
                return _("{name} is attacked.").format(name=name)
            case Asked.JAIL:
                return _("{name} is caught.").format(name=name)
            case Asked.CONQUEST:
                return _("{name} to roll for space {n}.").format(name=name, n=decision.space)
        return _("{name} on space {n}.").format(name=name, n=decision.space)

    def _decision(self) -> Decision:
        decision = self._round.decision
        assert decision
        return decision

    def _odds(self, needed: int) -> dict[str, str]:
        """What the die must show, and how likely that is."""
        return {
            "needed": at_least(needed, self._edition),
            "chance": percent(self._edition.chance(needed)),
        }

    def _question(self) -> str:
        """What there is to decide, in a sentence."""
        decision, edition = self._decision(), self._edition
        current = self._round
        failed = current.jailed[decision.seat]
        if decision.asked is Asked.TURN and failed is not None:
            left = edition.jail_turns - failed
            told = n_("In jail, for {n} more roll at most.", "In jail, for {n} more rolls at most.", left)
            return told.format(n=left)
        if decision.asked is Asked.TURN:
            return ""
        if decision.asked is Asked.JAIL:
            return _("You are sent to jail.")
        assert decision.space is not None
        name = space_name(decision.space, edition)
        if decision.asked is Asked.FREE:
            return _("Space {space} is free.").format(space=name)
        owner = current.owners[decision.space]
        assert owner is not None
        if decision.asked is Asked.OWNED:
            return _("Space {space} belongs to {name}.").format(space=name, name=self._name(owner))
        if decision.asked is Asked.RESIST:
            told = _("{name} attacks your space {space}.")
            return told.format(name=self._name(current.mover), space=name)
        return _("You attack space {space} of {name}.").format(space=name, name=self._name(owner))

    def _choices(self) -> Iterator[Choice]:
        """The buttons of the decision; sales and forfeitures have theirs elsewhere."""
        if self._can_touch:
            words = self._words(self._decision())
            for n, choice in enumerate(sorted((c for c in self.legal() if c in words), key=WORDS.index)):
                yield Choice(choice, None, words[choice], n == 0, choice == self._hinted)

    def _words(self, decision: Decision) -> dict[Action, str]:
        """What each choice is called, with its cost and its chance."""
        edition, current = self._edition, self._round
        match decision.asked:
            case Asked.TURN if current.jailed[decision.seat] is not None:
                chance = percent(edition.chance(edition.breakout))
                return {
                    "bail": _("Pay {n} and go on").format(n=edition.bail),
                    "roll": _("Roll for a {n} ({chance})").format(n=edition.breakout, chance=chance),
                }
            case Asked.TURN:
                return {"roll": _("Roll")}
            case Asked.JAIL:
                return {"bribe": _("Play Bribe: no jail"), "skip": _("Go to jail")}
        assert decision.space is not None
        price = edition.price(decision.space)
        if decision.asked is Asked.FREE:
            cost = resources(price.capture)
            return {"capture": _("Capture: {cost}").format(cost=cost), "skip": _("Leave it")}
        owner, needed = current.owners[decision.space], decision.needed
        assert owner is not None
        assert needed is not None
        if decision.asked is Asked.CONQUEST:
            return {"roll": _("Roll: needs {needed}, {chance}").format(**self._odds(needed))}
        if decision.asked is Asked.OWNED:
            told = _("Conquer: {cost}, needs {needed}, {chance}")
            fee = _("Pay {n} to {name}").format(n=price.fee, name=self._name(owner))
            return {
                "conquer": told.format(cost=resources(price.conquer), **self._odds(needed)),
                "pay": fee,
            }
        helps = decision.asked is Asked.SUPPORT
        after = needed + (-edition.support if helps else edition.support)
        card = card_name(Card.ALLIED_SUPPORT if helps else Card.ENEMY_SUPPORT)
        play = _("Play {card}: needs {needed}, {chance}").format(card=card, **self._odds(after))
        keep = _("Keep the card: needs {needed}, {chance}").format(**self._odds(needed))
        return {"support" if helps else "resist": play, "skip": keep}

    def _advice(self, action: Action) -> str:
        """What the adviser would do, with the reason in short."""
        decision, edition = self._decision(), self._edition
        word, _space, rest = action.partition(" ")
        if word == "sell":
            return _("Sell space {n}: the purse needs it more.").format(n=rest)
        if word == "forfeit":
            return _("Make {name} lose {n}: it hurts there most.").format(
                name=self._name(int(rest)), n=edition.forfeit
            )
        name = self._words(decision)[action]
        reasons = {
            "bail": _("a turn is worth more than that."),
            "bribe": _("turns lost in jail cost more than the card."),
            "capture": _("it brings fees, and counts in the end."),
            "conquer": _("at these odds it is worth its price."),
            "pay": _("at these odds conquering is not worth its price."),
            "support": _("it is now that it counts."),
            "resist": _("it is now that it counts."),
            "roll": _("there is nothing better to do first."),
            "skip": {
                Asked.FREE: _("the resources are needed more in the purse."),
                Asked.JAIL: _("a rest in jail costs no fees."),
            }.get(decision.asked, _("it will be worth more another time.")),
        }
        return _("{choice} – {reason}").format(choice=name, reason=reasons[word])


WORDS = ("bail", "roll", "capture", "conquer", "pay", "support", "resist", "bribe", "skip")
"""Choices in the order in which they are offered."""
