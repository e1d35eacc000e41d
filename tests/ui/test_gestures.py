"""What a hand means by where its fingers go."""

import pytest

from engine.tiles import Tile
from ui.gestures import SLOP, Gestures

TILE = Tile.parse("135")


class Hand:
    def __init__(self) -> None:
        self.meant: list[tuple[object, ...]] = []

    def drag(self, tile: Tile, x: float, y: float, pointer: str) -> None:
        self.meant.append(("drag", tile, x, y))

    def drop(self, x: float, y: float, pointer: str) -> None:
        self.meant.append(("drop", x, y))

    def let_go(self) -> None:
        self.meant.append(("let go",))

    def pan(self, dx: float, dy: float) -> None:
        self.meant.append(("pan", dx, dy))

    def pinch(self, factor: float, x: float, y: float) -> None:
        self.meant.append(("pinch", factor, x, y))


@pytest.fixture
def hand() -> Hand:
    return Hand()


@pytest.fixture
def gestures(hand: Hand) -> Gestures:
    return Gestures(hand)


def test_a_tap_that_trembles_is_still_a_tap(gestures: Gestures, hand: Hand):
    gestures.down(1, 100, 100, TILE, on_board=False)
    gestures.move(1, 100 + SLOP - 1, 100, "touch")
    gestures.up(1, 100 + SLOP - 1, 100, "touch")
    assert hand.meant == []
    assert not gestures.swallows_click


def test_a_tile_is_dragged_and_dropped_and_that_is_no_tap(gestures: Gestures, hand: Hand):
    gestures.down(1, 100, 100, TILE, on_board=False)
    gestures.move(1, 150, 100, "mouse")
    gestures.up(1, 160, 90, "mouse")
    assert hand.meant == [("drag", TILE, 150, 100), ("drop", 160, 90)]
    assert gestures.swallows_click


def test_the_board_is_panned_by_its_background(gestures: Gestures, hand: Hand):
    gestures.down(1, 100, 100, None, on_board=True)
    gestures.move(1, 120, 105, "mouse")
    gestures.move(1, 125, 105, "mouse")
    assert hand.meant == [("pan", 20, 5), ("pan", 5, 0)]
    assert gestures.swallows_click


def test_two_fingers_zoom_about_their_middle(gestures: Gestures, hand: Hand):
    gestures.down(1, 100, 100, None, on_board=True)
    gestures.down(2, 200, 100, None, on_board=True)
    gestures.move(2, 300, 100, "touch")
    assert ("pinch", 2.0, 200, 100) in hand.meant
    assert gestures.swallows_click


def test_a_second_finger_cancels_a_drag(gestures: Gestures, hand: Hand):
    gestures.down(1, 100, 100, TILE, on_board=False)
    gestures.move(1, 150, 50, "touch")
    gestures.down(2, 200, 100, None, on_board=True)
    gestures.up(1, 150, 50, "touch")
    assert hand.meant == [("drag", TILE, 150, 50), ("let go",)]


def test_a_second_finger_cancels_a_tap(gestures: Gestures, hand: Hand):
    gestures.down(1, 100, 100, None, on_board=True)
    gestures.down(2, 110, 100, None, on_board=True)
    gestures.up(2, 110, 100, "touch")
    gestures.up(1, 100, 100, "touch")
    assert hand.meant == []
    assert gestures.swallows_click


def test_what_is_dragged_can_be_let_go_of_once_and_is_not_dropped(gestures: Gestures, hand: Hand):
    gestures.down(1, 100, 100, TILE, on_board=False)
    assert not gestures.let_go(), "nothing has moved yet"
    gestures.move(1, 150, 50, "mouse")
    assert gestures.let_go()
    assert not gestures.let_go()
    gestures.move(1, 170, 50, "mouse")
    gestures.up(1, 170, 50, "mouse")
    assert hand.meant == [("drag", TILE, 150, 50), ("let go",)]


def test_a_pointer_taken_away_drops_nothing(gestures: Gestures, hand: Hand):
    gestures.down(1, 100, 100, TILE, on_board=False)
    gestures.move(1, 150, 50, "touch")
    gestures.cancel(1)
    gestures.up(1, 150, 50, "touch")
    assert hand.meant[-1] == ("let go",)


def test_the_next_gesture_starts_afresh(gestures: Gestures, hand: Hand):
    gestures.down(1, 100, 100, None, on_board=True)
    gestures.move(1, 200, 100, "mouse")
    gestures.up(1, 200, 100, "mouse")
    gestures.down(1, 100, 100, None, on_board=True)
    gestures.up(1, 100, 100, "mouse")
    assert not gestures.swallows_click


def test_moving_elsewhere_means_nothing(gestures: Gestures, hand: Hand):
    gestures.down(1, 10, 10, None, on_board=False)
    gestures.move(1, 90, 90, "mouse")
    gestures.up(1, 90, 90, "mouse")
    assert hand.meant == []
    assert not gestures.swallows_click
