"""Every word the page shows goes through here, so that a catalogue can say it in another language.

_("Your turn")        n_("{n} tile", "{n} tiles", count).format(n=count)        N_("said later")
"""

import gettext
from pathlib import Path

LOCALE = Path("assets/locale")
DOMAIN = "deltille"
SOURCE_LANGUAGE = "en"

_spoken: gettext.NullTranslations = gettext.NullTranslations()


def languages() -> list[str]:
    """What the page can speak: English, and every catalogue there is."""
    return [SOURCE_LANGUAGE, *sorted(path.parts[-3] for path in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))]


def speak(language: str) -> None:
    global _spoken
    _spoken = gettext.translation(DOMAIN, LOCALE, [language], fallback=True)


def _(text: str) -> str:
    return _spoken.gettext(text)


def n_(one: str, many: str, count: int) -> str:
    return _spoken.ngettext(one, many, count)


def N_(text: str) -> str:
    """Marks text for the catalogue that is looked up only when it is shown."""
    return text
