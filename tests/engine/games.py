"""Random games for hypothesis: every edition, two to four players, any house rules, any moment of a match.

A game is played from a tape of bytes, one for each deal or decision. Hypothesis shortens the tape and
lowers its bytes, so a failing game shrinks to a short and dull one.
"""

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from hypothesis import note
from hypothesis import strategies as st

from engine.editions import TILE_EDITIONS
from engine.game import Action, Edition, Player
from engine.match import Match
from engine.options import Options, Target
from engine.record import write

LONGEST_ROUND = 400
"""More actions than any round can have: 56 lays with a claim each, 56 draws, and idle turns between lays."""

_ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=8)  # lone surrogates too

JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | _ANY_TEXT
    | st.sampled_from(["135", "draw", "play 555@0,0"]),
    lambda values: st.lists(values, max_size=3) | st.dictionaries(_ANY_TEXT, values, max_size=3),
    max_leaves=5,
)

UNKNOWN_KEYS = st.builds(dict) | st.dictionaries(_ANY_TEXT.map("x-{}".format), JSON_VALUES, max_size=2)

ROUNDS = st.builds(Target, rounds=st.integers(1, 3))
POINTS = st.builds(Target, points=st.integers(1, 400))


@st.composite
def house_rules(draw: st.DrawFn, targets: st.SearchStrategy[Target] = ROUNDS | POINTS) -> Options:
    return Options(
        target=draw(targets),
        turn_seconds=draw(st.none() | st.integers(1, 600)),
        play_after_draw=draw(st.sampled_from(["drawn", "any"])),
        must_lay=draw(st.booleans()),
        extra=draw(UNKNOWN_KEYS),
    )


@st.composite
def tables(
    draw: st.DrawFn,
    editions: Iterable[Edition] = tuple(TILE_EDITIONS.values()),
    targets: st.SearchStrategy[Target] = ROUNDS | POINTS,
) -> Match:
    """A match before its first deal."""
    edition = draw(st.sampled_from(list(editions)))
    kinds = st.sampled_from(["human", "bot:greedy", "bot:random"])
    players = st.builds(Player, name=_ANY_TEXT, kind=kinds, extra=UNKNOWN_KEYS)
    return Match(
        edition,
        draw(st.lists(players, min_size=2, max_size=4)),
        draw(house_rules(targets)),
        draw(UNKNOWN_KEYS),
    )


@st.composite
def games(
    draw: st.DrawFn,
    longest: int = 200,
    editions: Iterable[Edition] = tuple(TILE_EDITIONS.values()),
) -> Match:
    """A match at any moment: before a deal, in a round, between two, or over."""
    match = draw(tables(editions))
    rng = Random(draw(st.integers(0, 2**32)))
    extra = draw(UNKNOWN_KEYS)
    for byte in draw(_tapes(longest)):
        if match.winners:
            break
        if match.awaits_deal:
            match.begin(replace(match.deals.shuffled(match.edition, len(match.players), rng), extra=extra))
        else:
            match.apply(chosen(match, byte))
    note(f"the game: {write(match)}")
    return match


@st.composite
def whole_games(draw: st.DrawFn) -> Match:
    """A match played to its end. It counts rounds: idle players might never reach a number of points."""
    match = draw(tables(targets=ROUNDS))
    rng = Random(draw(st.integers(0, 2**32)))
    tape = iter(draw(_tapes(100)))
    while not match.winners:
        match.deal(rng)
        while legal := match.legal():
            byte = next(tape, None)
            match.apply(rng.choice(legal) if byte is None else chosen(match, byte))
            assert len(match.round.actions) <= LONGEST_ROUND, "this round does not end"
    return match


def _tapes(longest: int) -> st.SearchStrategy[bytes]:
    # A strategy for bytes alone would hardly ever give more than a few.
    return st.integers(0, longest).flatmap(lambda n: st.binary(min_size=n, max_size=n))


def chosen(match: Match, byte: int) -> Action:
    """The action this byte stands for. A third of them would rather not lay, or rounds never block."""
    legal = match.legal()
    if byte >= 240 and match.options.turn_seconds is not None and match.round.board.laid:
        return "timeout"
    idle = [action for action in legal if not action.startswith("play")]
    if idle and byte % 3 == 0:
        return idle[byte // 3 % len(idle)]
    return legal[byte % len(legal)]
