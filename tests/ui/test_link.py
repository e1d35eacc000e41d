"""Links: every record comes back letter for letter, and nothing else comes out of one."""

import json
import random
import zlib
from base64 import urlsafe_b64encode

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine import EDITIONS, Malformed, Options, Player, Target, read, write
from engine.simulate import play_match
from ui import link

ROUND = Options(Target(rounds=1))


OLD_RECORD = (
    '{"format":"deltille-record","version":1,"edition":"classic","options":{"target":{"points":400},'
    '"turn_seconds":null,"play_after_draw":"drawn","must_lay":false},"players":[{"name":"Ada","kind":"human",'
    '"colour":"sky"},{"name":"Bot","kind":"bot:greedy"}],"rounds":[{"deal":["134","114","022","112","335",'
    '"125","000","222","333","111","235","015","013","034","445","144","045","244","455","224","035","334",'
    '"245","344","023","225","124","001","044","133","555","025","012","255","233","155","444","033","345",'
    '"122","123","005","002","024","135","355","223","113","011","145","004","003","234","115","014","055"],'
    '"first":0,"actions":["play 000@0,0"]}]}'
)
OLD_LINK = (
    "1uNwp2cXUsQ6CMBjE8XdhZmiF7uh7MJi6EEk6wOLAu9v0f_I1Dia4sDJAe9zv_ogvzvkdUzwtu-vj_p1d28Q057-aHyzPVx3lLa1HUlTD"
    "sYaFIoVOYgG_tJ3eYopuS6g3iTTWVxLpfy81ppX-44L-O2kKu0ftBvrK10MItgDltJjCna_ssA-YqqVrc9iiixnvdMJu3wp2CfWfvTLdXnfv"
    "tTY_O5ljHFzrmnEbtzc"
)


def record_of(
    edition: str = "tournament", players: int = 2, seed: str = "7", options: Options = ROUND
) -> str:
    match = play_match(EDITIONS[edition], ["bot:greedy"] * players, seed, options)
    match.extra["seed"] = "0123456789abcdef"
    return write(match)


RECORD = record_of()


def packed(data: bytes, version: str = link.VERSION, checksum: bytes | None = None) -> str:
    """A link that may hold anything."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, link._COMMON)
    checksum = zlib.crc32(data).to_bytes(4, "big") if checksum is None else checksum
    whole = checksum + deflate.compress(data) + deflate.flush()
    return version + urlsafe_b64encode(whole).decode().rstrip("=")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_round_of_every_edition_comes_back_letter_for_letter(edition, players):
    for seed in "abc":
        record = record_of(edition, players, seed)
        assert link.decode(link.encode(record)) == record


@given(st.text())
@example("")
@example(json.dumps({"x": "Ωmega", "nested": {"unknown": [1, None]}}))
def test_any_text_comes_back_letter_for_letter(text):
    assert link.decode(link.encode(text)) == text


def test_what_a_newer_version_wrote_into_a_record_survives_the_link():
    document = json.loads(RECORD) | {"mood": ["calm", {"why": "tea"}]}
    document["players"][0]["colour"] = "sky"
    match = read(link.decode(link.encode(json.dumps(document))))
    assert match.extra["mood"] == ["calm", {"why": "tea"}]
    assert match.players[0].extra == {"colour": "sky"}


@pytest.mark.parametrize("kinds", [("bot:greedy", "bot:greedy"), ("bot:random", "bot:random")])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_round_of_two_fits_into_two_thousand_characters(edition, kinds):
    """Names as long as they may be, in letters that take the most room, and a whole address before it."""
    for seed in "abcde":
        match = play_match(EDITIONS[edition], kinds, seed, ROUND)
        match.players = tuple(
            Player("Ωμέγα και Άλφα ως αύριο"[::way], extra={"colour": "sky"}) for way in (1, -1)
        )
        match.extra |= {"seed": "0123456789abcdef", "by_link": "fedcba9876543210"}
        address = f"https://games.example.org/parlour/deltille/#g={link.encode(write(match))}&at=100"
        assert len(address) < 1200


def test_a_usual_whole_match_of_two_fits_as_well():
    lengths = [
        len(link.encode(write(play_match(EDITIONS["tournament"], ["bot:greedy"] * 2, seed))))
        for seed in "abcde"
    ]
    assert sorted(lengths)[2] < 2000


def test_a_link_needs_no_escaping_in_an_address():
    assert set(link.encode(RECORD)) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def test_links_that_are_out_in_the_world_still_open():
    assert link.decode(OLD_LINK) == OLD_RECORD


def test_line_breaks_and_blanks_within_a_link_do_no_harm():
    text = link.encode(RECORD)
    assert link.decode(f" {text[:70]}\r\n\t{text[70:]}\n") == RECORD


def test_a_link_cut_short_anywhere_is_damaged():
    text = link.encode(RECORD)
    for length in range(len(text)):
        with pytest.raises(Malformed, match="damaged"):
            link.decode(text[:length])


def test_a_link_with_any_letter_changed_is_refused():
    text = link.encode(RECORD)
    changes = random.Random(7)
    for place, letter in enumerate(text[:-1]):  # of the last letter, some bits may count for nothing
        other = changes.choice([new for new in "AZaz09-_" if new != letter])
        with pytest.raises(Malformed):
            link.decode(text[:place] + other + text[place + 1 :])


def test_a_link_with_something_after_it_is_damaged():
    with pytest.raises(Malformed, match="damaged"):
        link.decode(link.encode(RECORD) + "AAAA")


@pytest.mark.parametrize(
    "text", ["", "   ", "1", "1A", "1AAAA", "1AAAAAAAA", "1====", "1a b+c/", "1é", "1\x00", "1\ud800"]
)
def test_what_never_was_a_link_is_called_damaged(text):
    with pytest.raises(Malformed, match="damaged"):
        link.decode(text)


def test_a_wrong_checksum_is_noticed():
    with pytest.raises(Malformed, match="damaged"):
        link.decode(packed(RECORD.encode(), checksum=b"\0\0\0\0"))


def test_what_is_no_text_is_damaged():
    with pytest.raises(Malformed, match="damaged"):
        link.decode(packed(b'{"name":"\xff\xfe"}'))


def test_a_link_of_another_version_says_so():
    with pytest.raises(Malformed, match="another version"):
        link.decode(packed(RECORD.encode(), version="2"))


def test_an_endless_link_is_too_long():
    with pytest.raises(Malformed, match="too long"):
        link.decode("1" + "A" * link.LONGEST)


@pytest.mark.parametrize("letter", [b"[", "é".encode()])
def test_a_link_that_unfolds_without_end_is_stopped(letter):
    bomb = packed(letter * (20 << 20))
    assert len(bomb) < link.LONGEST
    with pytest.raises(Malformed, match="too long"):
        link.decode(bomb)


def test_as_much_as_a_link_may_unfold_to_comes_back():
    most = "x" * link.MOST_BYTES
    assert link.decode(link.encode(most)) == most
    with pytest.raises(Malformed, match="too long"):
        link.encode(most + "x")


def test_what_would_make_too_long_a_link_is_refused_at_once():
    noise = random.Random(7)
    with pytest.raises(Malformed, match="too long"):
        link.encode("".join(chr(noise.randrange(32, 127)) for _ in range(link.LONGEST)))


@given(st.binary(max_size=200))
@example(b"\0\0\0\0\3\0")
def test_any_bytes_are_either_a_genuine_link_or_refused(data):
    try:
        record = link.decode("1" + urlsafe_b64encode(data).decode().rstrip("="))
    except Malformed:
        return
    assert data[:4] == zlib.crc32(record.encode()).to_bytes(4, "big")


@given(st.text())
def test_any_text_is_either_a_genuine_link_or_refused(text):
    with pytest.raises(Malformed):
        link.decode(text)
