"""Locale: the languages of our texts for people."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

from remembrancer.core.errors import InvalidInput

ENGLISH: Final = "en"
SWEDISH: Final = "sv"
_BY_LANGUAGE: Final = {"swedish": SWEDISH}
_MONTHS: Final = {
    ENGLISH: (
        *("January", "February", "March", "April", "May", "June", "July", "August"),
        *("September", "October", "November", "December"),
    ),
    SWEDISH: (
        *("januari", "februari", "mars", "april", "maj", "juni", "juli", "augusti"),
        *("september", "oktober", "november", "december"),
    ),
}


def day_in_words(day: date, locale: str) -> str:
    """A day as people write it: 3 March 2025, 3 mars 2025."""
    return f"{day.day} {_MONTHS[locale][day.month - 1]} {day.year}"


def locale_of(value: Any, language: str) -> str:
    """The requested locale, such as "sv" or "sv-SE"; by default that of the space's language."""
    if value is None:
        return _BY_LANGUAGE.get(language, ENGLISH)
    asked = str(value).replace("_", "-").partition("-")[0].casefold()
    if asked not in (ENGLISH, SWEDISH):
        raise InvalidInput(
            f"There are no texts in the locale {value!r}. Ask for en or sv.", field="locale"
        )
    return asked
