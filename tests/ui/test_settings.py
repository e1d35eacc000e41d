"""Preferences: kept, read back, and never trusted."""

import pytest

from ui.nodes import to_text
from ui.settings import BOT_SECONDS, CHOICES, Settings, settings_view


def test_settings_survive_being_kept():
    settings = Settings(theme="dark", confirm="never", pace="off", keys="off")
    assert Settings.from_json(settings.as_json()) == settings


@pytest.mark.parametrize("kept", [None, 7, [], {"theme": "neon"}, {"pace": 3}, {"unknown": "x"}])
def test_whatever_is_not_a_choice_has_its_default(kept: object):
    assert Settings.from_json(kept) == Settings()


@pytest.mark.parametrize(
    ("confirm", "on_touch", "on_mouse"),
    [("auto", True, False), ("always", True, True), ("never", False, False)],
)
def test_taps_are_confirmed_on_touch_unless_chosen_otherwise(confirm: str, on_touch: bool, on_mouse: bool):
    settings = Settings(confirm=confirm)
    assert settings.confirms("touch") is on_touch
    assert settings.confirms("mouse") is on_mouse


def test_every_choice_is_offered_and_the_present_one_marked():
    text = to_text(settings_view(Settings(pace="slow")))
    for name, (_heading, offered) in CHOICES.items():
        for value in offered:
            assert f'name="{name}" value="{value}"' in text
    assert 'value="slow" data-field="setting-pace" checked=""' in text


def test_no_heading_is_called_as_one_of_its_choices():
    for heading, offered in CHOICES.values():
        assert heading not in offered.values()


def test_every_pace_has_its_seconds():
    assert set(BOT_SECONDS) == set(CHOICES["pace"][1])
