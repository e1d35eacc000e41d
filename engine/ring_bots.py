"""The computer player that plans on the ring: it keeps a reserve and knows the odds.

Resources are worth more the fewer one has, because who has none is out, and because the others' spaces
ask for them; a space is worth what it will bring. Every choice is weighed by what is to be expected of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from engine.game import Action
from engine.ring_sight import RingSight


@dataclass(frozen=True, slots=True)
class Planner:
    """`space` is what holding any space is worth, `visits` how often each opponent will come to it. `ruin`
    is how bad it is to have nothing at all, `ease` the resources at which that fear is down to a third; both
    grow with the fees there are to pay. `theirs` is how much another's loss counts, `hurry` by how many
    turns jail is thought to be shortened."""

    space: float = 3.5
    visits: float = 0.5
    ruin: float = 14.0
    ease: float = 3.0
    theirs: float = 0.5
    hurry: float = 1.5

    def choose(self, sight: RingSight, choices: Sequence[Action]) -> Action:
        """The best choice; of equals, the first."""
        if len(choices) == 1:
            return choices[0]
        return max(choices, key=lambda choice: self.worth(sight, choice))

    def worth(self, sight: RingSight, choice: Action) -> float:
        """What is to be expected of this choice, in resources; of rolling or declining, nothing."""
        me, decision, edition = sight.seat, sight.decision, sight.edition
        assert decision
        word, _, rest = choice.partition(" ")
        match word:
            case "sell":
                sale = min(edition.price(int(rest)).sale, sight.bank)
                return self._change(sight, me, sale) - self._space(sight, int(rest), me)
            case "forfeit":
                return -self._change(sight, int(rest), -edition.forfeit)
            case "bail":
                return self.hurry * self._freedom(sight) + self._change(sight, me, -edition.bail)
            case "bribe":
                return self._freedom(sight)
            case "support" | "resist":
                return 1.0
            case "roll" | "skip":
                return 0.0
        assert decision.space is not None
        space, price = decision.space, edition.price(decision.space)
        if word == "capture":
            return self._space(sight, space, me) + self._change(sight, me, -price.capture)
        owner = sight.owners[space]
        assert owner is not None
        if word == "pay":
            return self._change(sight, me, -price.fee) - self.theirs * price.fee
        won = self._space(sight, space, me) + self.theirs * self._space(sight, space, owner)
        return edition.chance(price.needed) * won + self._change(sight, me, -price.conquer)

    def _space(self, sight: RingSight, space: int, owner: int) -> float:
        """What a space is worth to whoever holds it."""
        return self.space + self.visits * sight.edition.price(space).fee * (sum(sight.playing) - 1)

    def _change(self, sight: RingSight, seat: int, change: int) -> float:
        """What it is worth to a player to have so much more, or less."""
        have = sight.purses[seat]
        return change - self._fear(sight, seat, have + change) + self._fear(sight, seat, have)

    def _fear(self, sight: RingSight, seat: int, purse: int) -> float:
        return self.ruin * exp(-max(purse, 0) / (self.ease * (0.5 + self._exposure(sight, seat))))

    @staticmethod
    def _exposure(sight: RingSight, seat: int) -> float:
        """The fee to be expected of a roll."""
        spaces, prices = sight.edition.spaces, sight.edition.prices
        owned = zip(spaces, sight.owners, strict=True)
        fees = sum(prices[space].fee for space, owner in owned if owner is not None and owner != seat)
        return fees / len(spaces)

    def _freedom(self, sight: RingSight) -> float:
        """What a turn out of jail brings more than one in it."""
        me, edition = sight.seat, sight.edition
        income = edition.start * (edition.sides + 1) / 2
        for space in edition.lands:
            if sight.owners[space] is None and sight.purses[me] > edition.price(space).capture:
                net = self._space(sight, space, me) - edition.price(space).capture
                income += max(net, 0.0)
        return income / len(sight.owners) - self._exposure(sight, me)
