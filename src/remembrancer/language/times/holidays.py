"""Finds holidays by name and computes their dates, movable ones included."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from remembrancer.language.word_patterns import alternation

_FIXED: Final = {
    **dict.fromkeys(("christmas eve", "christmas", "xmas", "jul", "julen", "julafton"), (12, 24)),
    **dict.fromkeys(("christmas day", "juldagen"), (12, 25)),
    **dict.fromkeys(("new year", "new year's eve", "nyår", "nyårsafton"), (12, 31)),
    **dict.fromkeys(("lucia",), (12, 13)),
    **dict.fromkeys(("halloween",), (10, 31)),
    **dict.fromkeys(("valborg",), (4, 30)),
}
_FROM_EASTER: Final = {  # days after Easter Sunday
    **dict.fromkeys(("easter", "easter sunday", "påsk", "påsken", "påskdagen"), 0),
    **dict.fromkeys(("good friday", "långfredagen"), -2),
    **dict.fromkeys(("easter monday", "annandag påsk"), 1),
    **dict.fromkeys(("ascension day", "kristi himmelsfärd", "kristi himmelsfärdsdag"), 39),
    **dict.fromkeys(("whitsun", "pentecost", "pingst", "pingsten"), 49),
}
_MIDSUMMER: Final = frozenset({"midsommar", "midsommarafton", "midsummer"})
_NAMES: Final = alternation((*_FIXED, *_FROM_EASTER, *_MIDSUMMER))

WORDS: Final = frozenset(
    word for name in (*_FIXED, *_FROM_EASTER, *_MIDSUMMER) for word in name.split()
) - {"day", "eve", "sunday", "monday"}
_FEAST: Final = re.compile(
    r"\b(?:before|by|after|over|until|till|at|on|around|for|this|next|last|since|före|innan|efter"
    rf"|till|i|på|över|kring|runt|inför|senast|nästa|förra|sedan) ({_NAMES})\b(?!'|\.? ?\d)"
)


def find_holidays(
    low: str, today: date, direction: int
) -> Iterator[tuple[int, int, tuple[date, date]]]:
    """The holidays that a lower-case text names, with the next or the last date of each."""
    for match in _FEAST.finditer(low):
        listed = [holiday_date(match[1], today.year + year) for year in (-1, 0, 1)]
        if direction < 0 or match[0].startswith(("last", "förra", "since", "sedan")):
            day = max(day for day in listed if day <= today)
        else:
            day = min(day for day in listed if day >= today)
        yield *match.span(), (day, day)


def holiday_date(name: str, year: int) -> date:
    """The date of a holiday in that year."""
    if name in _FIXED:
        return date(year, *_FIXED[name])
    if name in _FROM_EASTER:
        return easter(year) + timedelta(days=_FROM_EASTER[name])
    earliest = date(year, 6, 19)  # midsummer's eve is the first Friday from the 19th
    return earliest + timedelta(days=(4 - earliest.weekday()) % 7)


def easter(year: int) -> date:
    """Easter Sunday in the Gregorian calendar."""
    century, golden = year // 100, year % 19
    moon = (
        19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15
    ) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (year % 100 // 4) - moon - year % 100 % 4) % 7
    late = (golden + 11 * moon + 22 * weekday) // 451
    month, day = divmod(moon + weekday - 7 * late + 114, 31)
    return date(year, month, day + 1)
