"""What the page's address asks for: `?edition=classic&players=human,human`, or a whole game after `#g=`.

`#g=…&at=17` shows that game at a move; `?record=…&at=17` shows nothing but the board, as a diagram.

Anybody may have written it. Whatever cannot be followed gets a sentence, and then no game is begun. Names
and sentences are in the language being spoken: ask for `language` and speak it before you `parse`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from engine import BOTS, EDITIONS, Malformed, Options, Player, Target
from engine.editions import TileEdition
from engine.game import FEWEST_PLAYERS, MOST_PLAYERS
from ui.cast import name_of
from ui.link import decode
from ui.setup import Setup, new_seed
from ui.telling import edition_name
from ui.words import _

LONGEST = 1 << 16
LONGEST_SEED = 64
POINTS = range(1, 10_001)
ROUNDS = range(1, 101)
SECONDS = range(5, 3601)
MOVES = range(100_000)
KINDS = ("human", *BOTS)
DEFAULT_EDITION = "tournament"
DEFAULT_KINDS = ("human", "bot:greedy")
NAMING_A_GAME = ("edition", "players", "seed", "target", "rounds")
FOR_TILES = ("target", "rounds", "turn_seconds", "play_after_draw", "must_lay")
LOOKS = ("lang", "theme", "embed")
YES_OR_NO = {"0": False, "1": True}

_LONGEST_QUOTE = 40
_WHOLE = re.compile(r"[0-9]{1,6}")
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8}){0,4}")
_ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})")
# What stands for bytes that are no UTF-8.
_UNDECODED = "\ufffd"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Address:
    setup: Setup | None = None
    """The game to begin. There is none if anything in the address was wrong."""
    record: str | None = None
    """The game to open: what the link holds, not yet read by the engine."""
    at: int | None = None
    """The move to show it at, counted in actions over the whole match."""
    diagram: bool = False
    """The record is to be looked at and nothing else: a board in somebody's article."""
    replay: bool = False
    """With a diagram: whether one may step through the game."""
    lang: str | None = None
    theme: str | None = None
    embed: bool = False
    open: str | None = None
    """`new` or `continue`, as the shortcuts of the installed page ask."""
    trouble: tuple[str, ...] = ()


def language(query: str, languages: Sequence[str]) -> str | None:
    """The language this query asks for, if it is one of these."""
    return _Query(query).language(languages)


def parse(query: str, fragment: str, languages: Sequence[str]) -> Address:
    """All that the address asks for, from what follows its `?` and its `#`, with or without these."""
    asked = _Query(query)
    setup = asked.setup()
    lang = asked.language(languages)
    theme = asked.choice("theme", {"light": "light", "dark": "dark", "auto": None}, None)
    embed = asked.choice("embed", YES_OR_NO, False)
    replay = asked.choice("replay", YES_OR_NO, False)
    at = asked.number("at", MOVES)
    link = asked.given.get("record")
    diagram = link is not None
    if not diagram:
        after = _Query(fragment.removeprefix("#"))
        link = after.given.get("g")
        at = None if link is None else after.number("at", MOVES)
        asked.trouble += after.trouble
    shortcut = asked.choice("open", {"new": "new", "continue": "continue"}, None)
    record = None
    trouble = asked.trouble
    try:
        record = None if link is None else decode(link)
    except Malformed as error:
        trouble.append(str(error))
    setup = None if trouble or record else setup
    return Address(setup, record, at, diagram, replay, lang, theme, embed, shortcut, tuple(trouble))


def without_looks(query: str) -> str:
    """The query without what only changes how the page looks: with or without it, it names the same game."""
    asked = query.removeprefix("?")
    mark = query[: len(query) - len(asked)]
    return mark + "&".join(part for part in asked.split("&") if part.partition("=")[0] not in LOOKS)


def default_name(kind: str, seat: int, kinds: Sequence[str]) -> str:
    """What to call a player whom nobody has named; numbered among their like, if there are several."""
    alike = [other for other, of in enumerate(kinds) if of == kind]
    number = alike.index(seat) + 1
    if kind == "human":
        return _("You") if len(alike) == 1 else _("Player {n}").format(n=number)
    name = name_of(kind) or _("Computer")
    return name if len(alike) == 1 else _("{name} {n}").format(name=name, n=number)


class _Query:
    """The parameters of an address, read one by one; `trouble` says which could not be followed."""

    def __init__(self, query: str) -> None:
        self.trouble: list[str] = []
        self.given: dict[str, str] = {}
        try:
            self.given = _first_of_each(query.removeprefix("?"))
        except Malformed as error:
            self.trouble.append(str(error))

    def setup(self) -> Setup | None:
        """The game that is named here, if one is, with what is usual for the rest."""
        edition = self.choice("edition", {name: name for name in EDITIONS}, DEFAULT_EDITION)
        kinds = self.kinds()
        options = Options(
            self.target() or EDITIONS[edition].default_target,
            self.number("turn_seconds", SECONDS),
            self.choice("play_after_draw", {"drawn": "drawn", "any": "any"}, "drawn"),
            self.choice("must_lay", YES_OR_NO, False),
        )
        seed = self.seed()
        if not isinstance(EDITIONS[edition], TileEdition):
            for name in FOR_TILES:
                if name in self.given:
                    told = _("The address says {name}, which there is not in {edition}.")
                    self.trouble.append(told.format(name=name, edition=edition_name(edition)))
        if not any(name in self.given for name in NAMING_A_GAME):
            return None
        players = (Player(default_name(kind, seat, kinds), kind) for seat, kind in enumerate(kinds))
        return Setup(edition, tuple(players), options, seed)

    def kinds(self) -> Sequence[str]:
        if (given := self.given.get("players")) is None:
            return DEFAULT_KINDS
        kinds = given.split(",")
        if FEWEST_PLAYERS <= len(kinds) <= MOST_PLAYERS and all(kind in KINDS for kind in kinds):
            return kinds
        possible = _("{least} to {most} of {list}, with commas between them")
        self.refuse("players", possible.format(least=FEWEST_PLAYERS, most=MOST_PLAYERS, list=_listed(KINDS)))
        return DEFAULT_KINDS

    def seed(self) -> str:
        if (given := self.given.get("seed")) is None:
            return new_seed()
        if not 0 < len(given) <= LONGEST_SEED or not given.isprintable() or _UNDECODED in given:
            self.refuse("seed", _("any text of 1 to {most} characters").format(most=LONGEST_SEED))
        return given

    def target(self) -> Target | None:
        points, rounds = self.number("target", POINTS), self.number("rounds", ROUNDS)
        if points and rounds:
            both = _("The address asks for target={points} and rounds={rounds}; it can have one of the two.")
            self.trouble.append(both.format(points=points, rounds=rounds))
        return Target(points) if points else Target(rounds=rounds) if rounds else None

    def language(self, languages: Sequence[str]) -> str | None:
        """`fr-CA` is answered with `fr`, if that is all there is, and a language that is not there with none:
        whoever asks on a page of their own cannot know which there are."""
        if (given := self.given.get("lang")) is None:
            return None
        known = {_tag(name): name for name in languages}
        found = known.get(_tag(given)) or known.get(_tag(given).partition("-")[0])
        if not found and not _LANGUAGE.fullmatch(given):
            self.refuse("lang", _one_of(languages))
        return found

    def choice(self, name: str, choices: Mapping[str, T], default: T) -> T:
        if (given := self.given.get(name)) is None:
            return default
        if given not in choices:
            self.refuse(name, _one_of(choices))
        return choices.get(given, default)

    def number(self, name: str, allowed: range) -> int | None:
        if (given := self.given.get(name)) is None:
            return None
        if _WHOLE.fullmatch(given) and int(given) in allowed:
            return int(given)
        possible = _("a whole number from {least} to {most}")
        self.refuse(name, possible.format(least=allowed[0], most=allowed[-1]))
        return None

    def refuse(self, name: str, possible: str) -> None:
        sentence = _("The address says {name} is “{given}”; it can be {possible}.")
        given = _quotable(self.given[name])
        self.trouble.append(sentence.format(name=name, given=given, possible=possible))


def _first_of_each(text: str) -> dict[str, str]:
    if len(text) > LONGEST:
        sentence = _("The address is too long: {length} characters; it can have {most}.")
        raise Malformed(sentence.format(length=len(text), most=LONGEST))
    parameters = (part.partition("=") for part in reversed(text.split("&")))
    return {_decoded(name): _decoded(value) for name, _equals, value in parameters}


def _decoded(text: str) -> str:
    """The text without its escapes. `urllib.parse` would do it, but takes long to load in a browser."""
    data = text.replace("+", " ").encode("utf-8", "surrogatepass")
    return _ESCAPE.sub(lambda escape: bytes([int(escape[1], 16)]), data).decode("utf-8", "replace")


def _tag(language: str) -> str:
    return language.lower().replace("_", "-")


def _one_of(choices: Iterable[str]) -> str:
    return _("one of {list}").format(list=_listed(choices))


def _listed(choices: Iterable[str]) -> str:
    return ", ".join(choices)


def _quotable(given: str) -> str:
    shown = "".join(letter if letter.isprintable() else _UNDECODED for letter in given[:_LONGEST_QUOTE])
    return shown if len(given) <= _LONGEST_QUOTE else f"{shown}…"
