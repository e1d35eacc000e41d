"""What holds at every moment of a game on the ring, whatever anybody does."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Match, read, write
from engine.game import DONE
from engine.ring_events import Paid
from tests.engine.ring_positions import CONQUER, DECK, random_ring

SEEDS = st.integers(0, 10**6)


def check(match: Match) -> None:
    now = match.round
    assert sum(now.purses) + now.bank == 100
    assert now.bank >= 0
    cards = [*now.deck, *(card for hand in now.hands for card in hand)]
    assert Counter(cards) == Counter(DECK)
    held = Counter(owner for owner in now.owners if owner is not None)
    assert [held[seat] for seat in range(len(now.purses))] == now.scores
    assert max(now.scores) <= 20
    assert {space for space, owner in enumerate(now.owners) if owner is not None} <= set(CONQUER.lands)
    for seat, plays in enumerate(now.playing):
        assert plays is (now.purses[seat] > 0)
        assert plays or not (now.scores[seat] or now.hands[seat])
    assert bool(match.legal()) is (now.over is None)
    assert bool(match.winners) is (now.over is not None)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 4), SEEDS)
def test_resources_cards_and_markers_are_conserved_and_every_game_ends(players: int, seed: int) -> None:
    for match, _ in random_ring(players, seed):
        check(match)
        assert max(match.round.turns) <= 100
    check(match)


@settings(max_examples=20, deadline=None)
@given(st.integers(2, 4), SEEDS)
def test_the_purses_are_what_was_paid(players: int, seed: int) -> None:
    purses: list[int] = [20] * players
    for match, action in random_ring(players, seed):
        seat, before = match.seat, match.round.purses[match.seat]
        assert match.round.purses == purses
        twin = match.undone(0)
        events = twin.apply(action)
        assert isinstance(events[0], DONE)
        assert not any(isinstance(event, DONE) for event in events[1:])
        assert events[0].seat == seat
        assert events[0].gain == twin.round.purses[seat] - before
        for event in events:
            if isinstance(event, Paid):
                assert event.amount <= event.due
                if event.giver is not None:
                    purses[event.giver] -= event.amount
                if event.taker is not None:
                    purses[event.taker] += event.amount
        if len(match.round.actions) > 60:
            break


@settings(max_examples=10, deadline=None)
@given(st.integers(2, 4), SEEDS)
def test_a_record_tells_the_game_to_the_letter_and_undo_is_replaying_less(players: int, seed: int) -> None:
    texts = []
    for match, _ in random_ring(players, seed):
        texts.append(write(match))
    assert read(write(match)) == match
    assert read(write(match)).round.events == match.round.events
    for back in (1, 2, len(texts) // 2, len(texts)):
        assert write(match.undone(back)) == texts[-back]
