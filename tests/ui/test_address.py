"""Addresses: each parameter of the page contract, good and bad, and what strangers may put there."""

from urllib.parse import parse_qsl, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import BOTS, EDITIONS, Options, Player, Target, write
from engine.simulate import play_match
from ui import link
from ui.address import LONGEST, Address, _first_of_each, default_name, language, parse, without_looks

LANGUAGES = ["en", "fr", "pt_BR"]


def ask(query: str = "", fragment: str = "") -> Address:
    return parse(query, fragment, LANGUAGES)


def test_a_bare_address_asks_for_nothing():
    assert ask() == ask("?", "#") == Address()


def test_the_example_of_the_contract_opens_straight_into_that_game():
    address = ask(
        "?edition=tournament&players=human,bot:greedy&seed=7&target=400&lang=fr&theme=dark&embed=1", "#"
    )
    assert address.trouble == ()
    assert (address.lang, address.theme, address.embed) == ("fr", "dark", True)
    assert address.setup.edition == "tournament"
    assert address.setup.players == (Player("You"), Player("Magpie", "bot:greedy"))
    assert address.setup.options == Options(Target(400))
    assert address.setup.seed == "7"
    assert address.setup.match().legal() == ()


def test_one_word_about_a_game_is_enough_the_rest_is_as_usual():
    setup = ask("seed=abc").setup
    assert setup.edition == "tournament"
    assert [player.kind for player in setup.players] == ["human", "bot:greedy"]
    assert setup.options == Options(EDITIONS["tournament"].default_target)
    assert ask("edition=kids").setup.options.target == EDITIONS["kids"].default_target


def test_without_a_seed_every_game_is_another():
    assert ask("edition=xxl").setup.seed != ask("edition=xxl").setup.seed


@pytest.mark.parametrize("query", ["lang=fr", "theme=dark", "embed=1", "must_lay=1", "turn_seconds=60"])
def test_looks_and_house_rules_alone_begin_no_game(query):
    address = ask(query)
    assert address.setup is None
    assert address.trouble == ()


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_can_be_asked_for(edition):
    assert ask(f"edition={edition}").setup.edition == edition


@pytest.mark.parametrize("kind", BOTS)
def test_every_computer_player_can_be_asked_for(kind):
    assert [player.kind for player in ask(f"players=human,{kind}").setup.players] == ["human", kind]


@pytest.mark.parametrize(
    ("query", "options"),
    [
        ("target=1", Options(Target(1))),
        ("target=10000", Options(Target(10_000))),
        ("rounds=1", Options(Target(rounds=1))),
        ("rounds=100", Options(Target(rounds=100))),
        ("seed=1&turn_seconds=5", Options(Target(400), turn_seconds=5)),
        ("seed=1&turn_seconds=3600", Options(Target(400), turn_seconds=3600)),
        ("seed=1&play_after_draw=drawn", Options(Target(400))),
        ("seed=1&play_after_draw=any", Options(Target(400), play_after_draw="any")),
        ("seed=1&must_lay=0", Options(Target(400))),
        ("seed=1&must_lay=1", Options(Target(400), must_lay=True)),
    ],
)
def test_target_and_house_rules(query, options):
    assert ask(query).setup.options == options


@pytest.mark.parametrize(
    ("query", "seed"),
    [
        ("seed=7", "7"),
        ("seed=two+words", "two words"),
        ("seed=na%C3%AFve%20%F0%9F%8E%B2", "naïve 🎲"),
        ("seed=100%25&", "100%"),
        ("seed=50%&edition=kids", "50%"),
        ("seed=" + "x" * 64, "x" * 64),
        ("seed=first&seed=second", "first"),
    ],
)
def test_a_seed_is_any_text(query, seed):
    assert ask(query).setup.seed == seed


@pytest.mark.parametrize(
    ("query", "theme"), [("theme=light", "light"), ("theme=dark", "dark"), ("theme=auto", None), ("", None)]
)
def test_themes(query, theme):
    address = ask(query)
    assert address.theme == theme
    assert address.trouble == ()


@pytest.mark.parametrize(
    ("asked", "lang"),
    [("en", "en"), ("fr", "fr"), ("FR", "fr"), ("fr-CA", "fr"), ("pt-br", "pt_BR"), ("pt_BR", "pt_BR")],
)
def test_languages(asked, lang):
    assert ask(f"lang={asked}").lang == language(f"?lang={asked}", LANGUAGES) == lang


@pytest.mark.parametrize("asked", ["tlh", "de-CH", "zh-Hant-TW", "sr_Latn"])
def test_a_language_that_is_not_there_is_passed_over_and_the_game_begins(asked):
    address = ask(f"edition=kids&lang={asked}")
    assert address.trouble == ()
    assert address.lang is None
    assert address.setup.edition == "kids"


def test_the_language_can_be_asked_for_before_all_else():
    assert language("edition=nonsense&lang=fr", LANGUAGES) == "fr"
    assert language("lang=xx", LANGUAGES) is None
    assert language("", LANGUAGES) is None


@pytest.mark.parametrize(
    ("query", "given", "possible"),
    [
        ("edition=chess", "edition is “chess”", "tournament, xxl"),
        ("edition=", "edition is “”", "tournament"),
        ("edition=Tournament", "“Tournament”", "tournament"),
        ("players=human", "players is “human”", "2 to 4 of human, bot:"),
        ("players=human,human,human,human,human", "players", "2 to 4"),
        ("players=human,bot:deep-blue", "“human,bot:deep-blue”", "bot:greedy"),
        ("players=human,", "“human,”", "2 to 4"),
        ("players=", "“”", "2 to 4"),
        ("seed=", "seed is “”", "1 to 64 characters"),
        ("seed=" + "x" * 65, "“" + "x" * 40 + "…”", "1 to 64 characters"),
        ("seed=a%00b", "“a\ufffdb”", "any text"),
        ("seed=%E2%80%AEabc", "“\ufffdabc”", "any text"),
        ("seed=%FF", "“\ufffd”", "any text"),
        ("target=0", "target is “0”", "1 to 10000"),
        ("target=10001", "“10001”", "1 to 10000"),
        ("target=-5", "“-5”", "whole number"),
        ("target=4e2", "“4e2”", "whole number"),
        ("target=1_0", "“1_0”", "whole number"),
        ("target=%EF%BC%94", "“４”", "whole number"),
        ("target=" + "9" * 5000, "9…”", "whole number"),
        ("rounds=0", "rounds is “0”", "1 to 100"),
        ("rounds=101", "“101”", "1 to 100"),
        ("rounds=all", "“all”", "whole number"),
        ("target=400&rounds=3", "target=400 and rounds=3", "one of the two"),
        ("turn_seconds=4", "turn_seconds is “4”", "5 to 3600"),
        ("turn_seconds=3601", "“3601”", "5 to 3600"),
        ("turn_seconds=soon", "“soon”", "5 to 3600"),
        ("play_after_draw=all", "play_after_draw is “all”", "drawn, any"),
        ("must_lay=yes", "must_lay is “yes”", "0, 1"),
        ("lang=", "lang is “”", "en, fr, pt_BR"),
        ("lang=%3Cb%3E", "lang is “<b>”", "en, fr"),
        ("lang=" + "x" * 9, "lang is", "en, fr"),
        ("theme=pink", "theme is “pink”", "light, dark, auto"),
        ("embed=true", "embed is “true”", "0, 1"),
    ],
)
def test_a_bad_value_is_quoted_with_what_is_possible_and_no_game_begins(query, given, possible):
    address = ask(f"{query}&unknown=1")
    (sentence,) = address.trouble
    assert given in sentence
    assert possible in sentence
    assert address.setup is None
    assert ask(f"{query}&edition=kids&seed=7").setup is None


def test_everything_that_is_bad_is_said_at_once():
    address = ask("edition=chess&players=me&target=x&theme=pink&lang=fr&embed=1", "#g=nonsense")
    assert len(address.trouble) == 5
    assert address.setup is None
    assert address.record is None
    assert (address.lang, address.embed) == ("fr", True)


def test_unknown_parameters_are_left_to_others():
    address = ask("utm_source=x&edition=kids&fbclid=&&=&%ZZ=%&debug", "#top&x=1")
    assert address.trouble == ()
    assert address.setup.edition == "kids"


def test_the_first_of_a_repeated_parameter_counts():
    assert ask("edition=kids&edition=nonsense&rounds=2&rounds=x").setup.edition == "kids"
    assert ask("edition=nonsense&edition=kids").setup is None


def test_a_shared_game_is_unpacked_but_not_yet_believed():
    record = write(play_match(EDITIONS["kids"], ["bot:greedy"] * 2, "7"))
    text = link.encode(record)
    assert ask("", f"#g={text}").record == ask("", f"g={text}&x=1").record == record
    assert ask("", f"#g={text[:90]}%0A%20{text[90:]}").record == record
    assert ask("", "#g=" + link.encode("not a record at all")).record == "not a record at all"


@pytest.mark.parametrize(
    ("fragment", "reason"),
    [("#g=", "damaged"), ("#g=1xyz", "damaged"), ("#g=2xyz", "version"), ("#g=1" + "A" * 60_000, "too long")],
)
def test_a_bad_link_is_explained_and_no_other_game_begun(fragment, reason):
    address = ask("edition=kids", fragment)
    (sentence,) = address.trouble
    assert reason in sentence
    assert address.record is None
    assert address.setup is None


def test_half_a_character_is_no_text():
    address = ask("seed=\ud800&\udfff=1", "g=\ud800")
    about_seed, about_link = address.trouble
    assert "seed" in about_seed
    assert "damaged" in about_link
    assert address.setup is None


def test_an_endless_address_is_not_read():
    query = "edition=kids&x="
    assert ask(query + "y" * (LONGEST - len(query))).setup is not None
    for address in (ask(query + "y" * LONGEST), ask("", "#g=" + "1" * LONGEST)):
        assert "too long" in address.trouble[0]
        assert address.setup is None
        assert address.record is None


@given(st.text(), st.text(alphabet="a%&=+é039AC") | st.text())
def test_addresses_are_read_as_the_standard_library_reads_them(value, text):
    assert ask(urlencode({"x": value, "seed": "a b", "lang": "fr"})).setup.seed == "a b"
    query = f"{urlencode({'name': value})}&{text}"
    standard = dict(reversed(parse_qsl(query, keep_blank_values=True)))
    assert _first_of_each(query) | {"": ""} == standard | {"": ""}


@given(st.text(), st.text())
def test_any_text_is_answered(query, fragment):
    for address in (ask(query, fragment), ask(f"edition=kids&seed={query}&players={query}", f"g={fragment}")):
        assert all(sentence.isprintable() for sentence in address.trouble)
        assert address.setup is None or not address.trouble


@pytest.mark.parametrize(
    ("kinds", "names"),
    [
        (["human", "bot:greedy"], ["You", "Magpie"]),
        (["human", "human"], ["Player 1", "Player 2"]),
        (["bot:greedy", "human", "bot:random"], ["Magpie", "You", "Butterfly"]),
        (["human", "bot:greedy", "human"], ["Player 1", "Magpie", "Player 2"]),
        (["human", "bot:club", "bot:club"], ["You", "Fox 1", "Fox 2"]),
        (["human", "bot:oracle"], ["You", "Computer"]),
    ],
)
def test_players_whom_nobody_named_have_names(kinds, names):
    assert [default_name(kind, seat, kinds) for seat, kind in enumerate(kinds)] == names


@pytest.mark.parametrize(
    ("query", "rest"),
    [
        ("", ""),
        ("?seed=5&edition=kids", "?seed=5&edition=kids"),
        ("?theme=dark&seed=5&embed=1&edition=kids&lang=fr", "?seed=5&edition=kids"),
        ("embed=1&themes=2", "themes=2"),
        ("?theme=dark", "?"),
    ],
)
def test_looks_make_no_other_game_of_an_address(query: str, rest: str):
    assert without_looks(query) == rest


# A game at a move, and diagrams


RECORD = write(play_match(EDITIONS["classic"], ["bot:greedy"] * 2, "9", Options(Target(rounds=1))))
LINK = link.encode(RECORD)


def test_a_link_at_a_move_says_which():
    assert ask("", f"#g={LINK}&at=17") == Address(record=RECORD, at=17)
    assert ask("", f"#at=0&g={LINK}") == Address(record=RECORD, at=0)
    assert ask("", f"#g={LINK}") == Address(record=RECORD)


def test_a_record_in_the_query_is_a_diagram():
    assert ask(f"?record={LINK}&at=5") == Address(record=RECORD, at=5, diagram=True)
    stepping = ask(f"?record={LINK}&replay=1&embed=1&theme=dark")
    assert stepping == Address(record=RECORD, diagram=True, replay=True, embed=True, theme="dark")


def test_a_diagram_begins_no_game_whatever_else_is_asked_for():
    assert ask(f"?record={LINK}&edition=kids&seed=7", f"#g={LINK}&at=3") == Address(
        record=RECORD, diagram=True
    )


@pytest.mark.parametrize(
    ("query", "fragment", "told"),
    [
        ("record=1nonsense", "", "damaged"),
        ("record=", "", "damaged"),
        (f"record={LINK[:-9]}", "", "damaged"),
        (f"record={LINK}&at=-1", "", "at is “-1”"),
        (f"record={LINK}&at=1e9", "", "at is “1e9”"),
        (f"record={LINK}&at=1000000", "", "at is “1000000”"),
        (f"record={LINK}&replay=yes", "", "replay is “yes”"),
        ("", f"g={LINK}&at=last", "at is “last”"),
        ("", f"g={LINK}&at=", "at is “”"),
    ],
)
def test_what_cannot_be_shown_is_said(query, fragment, told):
    (sentence,) = ask(query, fragment).trouble
    assert told in sentence


@given(st.text(), st.text(), st.sampled_from(["record", "at", "replay", "g"]))
def test_no_diagram_however_written_raises_anything(value, at, name):
    asked = ask(f"record={LINK}&{name}={value}&at={at}", f"g={value}&at={at}")
    assert isinstance(asked.trouble, tuple)


@given(st.integers(0, len(LINK) - 1), st.characters(codec="ascii"))
def test_a_link_changed_in_one_letter_never_opens_as_another_game(place, letter):
    asked = ask("", f"g={LINK[:place]}{letter}{LINK[place + 1 :]}")
    assert asked.record in (None, RECORD)
