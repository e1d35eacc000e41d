"""Coming in by a link: what is here already is not put there twice, and nothing is written over unasked."""

import pytest

from engine import Match, write
from tests.ui.shelves import clock, finished, put, running
from tests.ui.test_by_link import begun
from ui import by_link
from ui.address import Address
from ui.door import Door
from ui.importing import welcome
from ui.store import Memory, Store, new_id


class House:
    """A page that remembers what was opened, and keeps what is new."""

    def __init__(self) -> None:
        self.store = Store(Memory(), clock())
        self.device = by_link.Device(self.store.setting, self.store.keep)
        self.game = ""
        self.table: Match | None = None
        self.told: list[str] = []
        self.dialog: str | None = None
        self.is_brought = False
        self.door = Door(self)

    def opened(self, game: str) -> Match | None:
        match = self.store.open(game).match
        return match and welcome(match)

    def begin(self, match: Match, name: str = "") -> None:
        self.sit_down(match)

    def resume(self, game: str) -> None:
        self.sit_down(self.opened(game), game)

    def sit_down(self, match: Match, game: str | None = None, brought: bool = False) -> None:
        self.game, self.table, self.is_brought = game or new_id(), match, brought
        if game is None:
            self.go_on(match)

    def go_on(self, match: Match) -> None:
        self.table = match
        put(self.store, self.game, match)

    def look_back(self, match: Match, at: int | None, *, diagram: Address | None) -> None:
        self.table = match

    def remember(self, name: str, value: object) -> None:
        self.store.keep(name, value)

    def toast(self, text: str) -> None:
        self.told.append(text)

    def show_dialog(self, name: str) -> None:
        self.dialog = name

    # What a test does and sees

    def follow(self, match: Match) -> None:
        record = write(match)
        assert self.door.open(Address(record=record), f"from:{record[-40:]}")

    @property
    def kept(self) -> dict[str, str]:
        return {kept.id: self.store.peek(kept.id) for kept in self.store.games()}


@pytest.fixture
def house() -> House:
    return House()


GAME = running("classic", back=10)


@pytest.mark.parametrize("back", [0, 1, 4])
@pytest.mark.parametrize("match", [GAME, finished("kids")], ids=["running", "finished"])
def test_a_link_to_a_game_on_the_shelf_opens_that_one_as_it_is(house: House, match: Match, back: int):
    put(house.store, "other", finished("kids", seed=2))
    put(house.store, "x", match, "Sunday")
    before = house.kept
    house.follow(match.undone(back))
    assert (house.game, house.table) == ("x", match)
    assert "on the shelf already" in house.told[-1]
    assert house.kept == before


def test_a_link_that_goes_further_than_the_shelf_is_a_game_of_its_own_and_says_so(house: House):
    put(house.store, "x", GAME.undone(3))
    before = house.kept
    house.follow(GAME)
    assert (house.game != "x", house.table) == (True, GAME)
    assert "goes further" in house.told[-1]
    assert house.kept == before | {house.game: write(GAME)}


def test_a_link_to_a_game_that_is_new_here_is_a_new_game_and_the_same_one_the_next_time(house: House):
    put(house.store, "x", running("classic", seed=2))
    house.follow(GAME)
    game = house.game
    assert house.told == []
    house.table.apply(house.table.legal()[0])
    put(house.store, game, house.table)
    house.follow(GAME)
    assert (house.game, len(house.kept)) == (game, 2)
    assert len(house.table.round.actions) == len(GAME.round.actions) + 1


def played(moves: int) -> Match:
    match = begun("human", "human")
    while len(match.round.actions) < moves:
        match.apply(match.legal()[0])
    return match


def test_what_a_link_between_devices_brings_is_written_by_the_tab_that_plays_and_no_other(house: House):
    house.follow(played(2))
    game, before = house.game, house.kept
    house.follow(newer := played(5))
    assert (house.game, house.table, house.is_brought) == (game, newer, True)
    assert house.kept == before
    house.door.open_by_link(newer, ours=game)
    assert house.kept == {game: write(newer)}


def test_if_the_game_went_on_meanwhile_the_link_does_not_lead_back(house: House):
    house.follow(played(2))
    game = house.game
    house.follow(newer := played(5))
    put(house.store, game, further := played(7))
    house.door.open_by_link(newer, ours=game)
    assert house.table == further
    assert house.kept == {game: write(further)}
    assert "older" in house.told[-1]


def test_a_link_follows_its_own_course_whichever_copy_was_opened_last(house: House):
    moves = next(moves for moves in range(3, 60) if len(played(moves).legal()) > 1)
    house.follow(played(moves))
    game = house.game
    house.sit_down(copy := played(moves))
    copy.apply(copy.legal()[-1])
    house.go_on(copy)
    house.follow(newer := played(moves + 2))
    assert (house.game, house.table, house.dialog) == (game, newer, None)


def test_a_seat_is_known_again_after_its_game_was_deleted(house: House):
    house.follow(match := played(3))
    seat = house.device.sit_down(match)
    house.store.delete(house.game)
    while match.seat == seat:
        match.apply(match.legal()[-1])
    house.follow(match)
    assert house.device.sit_down(house.table) == seat
