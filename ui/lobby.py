"""The form of a new game: what is chosen in the lobby, and remembered until the next time.

Each control of the lobby is a field with a name and a text; `set` is told both. What a person types is
kept as typed, and looked at only when the game is to begin, so that nobody is corrected in mid-word.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine import EDITIONS, Malformed, Options, Player, Target
from engine.editions import TileEdition
from engine.errors import quoted
from engine.game import FEWEST_PLAYERS, MOST_PLAYERS
from ui.cast import CAST, name_of
from ui.setup import COLOURS, Setup, new_seed
from ui.words import _

HUMAN = "human"
KINDS = (HUMAN, *CAST)
"""Who can sit down."""

OFF = "off"
TURN_SECONDS = (OFF, "15", "30", "60", "120")
PLAY_AFTER_DRAW = ("drawn", "any")
MUST_LAY = ("no", "yes")
BY_LINK = ("no", "yes")
MOST = {"points": 9999, "rounds": 99}
UNUSUAL_LENGTH = {"points": "50", "rounds": "3"}
"""What to begin from where a match is measured otherwise than by the edition's default."""

LONGEST_NAME = 24
# Joiners shape letters and pictures. All else that is invisible could only disguise a name.
JOINERS = "\u200c\u200d"
INVISIBLE = ("Cc", "Cf", "Cs", "Zl", "Zp")
FILLERS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Nothing to see in them either, though Unicode counts them among letters, marks and signs."""
MOST_MARKS = 3
"""On one letter: more would climb over the lines around it."""


def clean_name(typed: str) -> str:
    """A name fit to be shown and saved; "" if there is nothing to see in it."""
    spaced = " ".join(typed.split())
    seen = "".join(
        c for c in spaced if c in JOINERS or not (c in FILLERS or unicodedata.category(c) in INVISIBLE)
    )
    composed = "".join(_without_piles(unicodedata.normalize("NFC", seen)))
    name = " ".join(composed.split())[:LONGEST_NAME].strip()
    return name if any(unicodedata.category(c)[0] in "LNPS" for c in name) else ""


def _without_piles(text: str) -> Iterator[str]:
    marks = 0
    for c in text:
        marks = marks + 1 if unicodedata.combining(c) else 0
        if marks <= MOST_MARKS:
            yield c


@dataclass
class SeatForm:
    kind: str
    name: str
    """As typed; empty for the name that goes with the kind."""
    colour: str


class Lobby:
    """All four seats keep what was chosen for them, though only the first `players` of them play."""

    def __init__(self) -> None:
        self.message: str | None = None
        self.players = FEWEST_PLAYERS
        self.seats = [
            SeatForm("bot:greedy" if seat else HUMAN, "", COLOURS[seat]) for seat in range(MOST_PLAYERS)
        ]
        self.turn_seconds = OFF
        self.play_after_draw = PLAY_AFTER_DRAW[0]
        self.must_lay = MUST_LAY[0]
        self.by_link = BY_LINK[0]
        self._choose_edition("tournament")

    def set(self, field: str, value: str) -> None:
        """Take what a control says. Raises `Malformed` for what no control offers, and changes nothing."""
        match field.split("-"):
            case ["seat", number, part] if number in map(str, range(MOST_PLAYERS)):
                self._set_seat(int(number), part, value)
            case ["edition"]:
                self._choose_edition(_one_of(EDITIONS, field, value))
            case ["players"]:
                self.players = int(_one_of(map(str, range(FEWEST_PLAYERS, MOST_PLAYERS + 1)), field, value))
            case ["target", "kind"]:
                self._choose_target_kind(_one_of(MOST, field, value))
            case ["target"]:
                self.target = value[:LONGEST_NAME]
            case ["turn", "seconds"]:
                self.turn_seconds = _one_of(TURN_SECONDS, field, value)
            case ["play", "after", "draw"]:
                self.play_after_draw = _one_of(PLAY_AFTER_DRAW, field, value)
            case ["must", "lay"]:
                self.must_lay = _one_of(MUST_LAY, field, value)
            case ["by", "link"]:
                self.by_link = _one_of(BY_LINK, field, value)
            case _:
                raise Malformed(f"the lobby has no field {quoted(field)}")

    def _set_seat(self, number: int, part: str, value: str) -> None:
        seat = self.seats[number]
        if part == "kind":
            # A person's name on a computer player, or the other way round, would mislead.
            if (_one_of(KINDS, part, value) == HUMAN) != (seat.kind == HUMAN):
                seat.name = ""
            seat.kind = value
        elif part == "name":
            seat.name = value[: 4 * LONGEST_NAME]
        elif part == "colour":
            holder = next((other for other in self.seats if other.colour == value), seat)
            holder.colour, seat.colour = seat.colour, _one_of(COLOURS, part, value)
        else:
            raise Malformed(f"a seat has no {quoted(part)}")

    def _choose_edition(self, name: str) -> None:
        self.edition = name
        self._choose_target_kind(next(iter(EDITIONS[name].default_target.as_json())))

    def _choose_target_kind(self, kind: str) -> None:
        default = EDITIONS[self.edition].default_target.as_json()
        self.target_kind = kind
        self.target = str(default.get(kind, UNUSUAL_LENGTH[kind]))

    @property
    def playing(self) -> list[SeatForm]:
        return self.seats[: self.players]

    @property
    def is_with_tiles(self) -> bool:
        """What can be chosen beside who plays is all about tiles."""
        return isinstance(EDITIONS[self.edition], TileEdition)

    @property
    def could_be_by_link(self) -> bool:
        """It takes two people to be apart."""
        return sum(seat.kind == HUMAN for seat in self.playing) > 1

    def suggested_name(self, number: int) -> str:
        """What a seat is called if nothing is typed."""
        kinds = [seat.kind for seat in self.playing]
        if name := name_of(kinds[number]):
            return name
        return _("You") if kinds.count(HUMAN) == 1 else _("Player {n}").format(n=number + 1)

    def names(self) -> list[str]:
        """The names of those who play. A suggested one is numbered if somebody has it already."""
        names = [clean_name(seat.name) for seat in self.playing]
        for number, typed in enumerate(names):
            if not typed:
                name = suggested = self.suggested_name(number)
                count = 1
                while name in names:
                    count += 1
                    name = f"{suggested} {count}"
                names[number] = name
        return names

    def length(self) -> Target:
        """How long the match lasts. Raises `Malformed` with a sentence for the player."""
        typed, kind = self.target.strip(), self.target_kind
        if typed.isdecimal() and 1 <= int(typed) <= MOST[kind]:
            return Target(**{kind: int(typed)})
        sentence = (
            _("A match is played to a whole number of points, from 1 to {most}.")
            if kind == "points"
            else _("A match lasts a whole number of rounds, from 1 to {most}.")
        )
        raise Malformed(sentence.format(most=MOST[kind]))

    def setup(self) -> Setup:
        """The game as chosen, with a new seed. Raises `Malformed` with a sentence for the player."""
        players = tuple(
            Player(name, seat.kind, {"colour": seat.colour})
            for name, seat in zip(self.names(), self.playing, strict=True)
        )
        by_link = self.could_be_by_link and self.by_link == "yes"
        if not self.is_with_tiles:
            as_printed = Options(EDITIONS[self.edition].default_target)
            return Setup(self.edition, players, as_printed, new_seed(), by_link)
        options = Options(
            target=self.length(),
            # A link may be a day under way: no clock runs meanwhile.
            turn_seconds=None if by_link or self.turn_seconds == OFF else int(self.turn_seconds),
            play_after_draw=self.play_after_draw,
            must_lay=self.must_lay == "yes",
        )
        return Setup(self.edition, players, options, new_seed(), by_link)

    def as_json(self) -> dict[str, str]:
        """Every field and its text, in an order in which they can be set again."""
        seats = {}
        for number, seat in enumerate(self.seats):
            seats[f"seat-{number}-kind"] = seat.kind
            seats[f"seat-{number}-name"] = clean_name(seat.name)
            seats[f"seat-{number}-colour"] = seat.colour
        return {
            "edition": self.edition,
            "players": str(self.players),
            **seats,
            "target-kind": self.target_kind,
            "target": self.target,
            "turn-seconds": self.turn_seconds,
            "play-after-draw": self.play_after_draw,
            "must-lay": self.must_lay,
            "by-link": self.by_link,
        }

    @classmethod
    def from_json(cls, given: object) -> "Lobby":
        """What was remembered. Whatever of it is of no use has its default."""
        lobby = cls()
        if not isinstance(given, dict):
            return lobby
        for field in lobby.as_json():
            if isinstance(value := given.get(field), str):
                try:
                    lobby.set(field, value)
                except Malformed:
                    continue
        try:
            lobby.length()
        except Malformed:
            lobby._choose_target_kind(lobby.target_kind)
        return lobby


def _one_of(offered: Iterable[str], field: str, value: str) -> str:
    if value not in (choices := list(offered)):
        raise Malformed(f"{field} must be {' or '.join(choices)}, not {quoted(value)}")
    return value
