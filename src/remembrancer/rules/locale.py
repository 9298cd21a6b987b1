"""Locale: the languages in which we speak to people."""

from __future__ import annotations

from typing import Any, Final

from remembrancer.errors import InvalidInput

ENGLISH: Final = "en"
SWEDISH: Final = "sv"
_BY_LANGUAGE: Final = {"swedish": SWEDISH}


def locale_of(given: Any, language: str) -> str:
    """The locale asked for, "sv-SE" and the like included; else that of the space's language."""
    if given is None:
        return _BY_LANGUAGE.get(language, ENGLISH)
    asked = str(given).replace("_", "-").partition("-")[0].casefold()
    if asked not in (ENGLISH, SWEDISH):
        raise InvalidInput(
            f"There are no texts in the locale {given!r}. Ask for en or sv.", field="locale"
        )
    return asked
