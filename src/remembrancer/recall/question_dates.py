"""Dates in a question, found by rules: a day, a month, a year, or a time relative to today."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import NamedTuple

from remembrancer.core.calendar import add_months
from remembrancer.core.limits import QUERY_TIMES_MAX

_NEAR_DAYS = 7  # people often misremember a day by a few days

_ENGLISH = "january february march april may june july august september october november december"
_SWEDISH = "januari februari mars april maj juni juli augusti september oktober november december"
_MONTHS = {
    name: number
    for listed in (_ENGLISH, _SWEDISH)
    for number, name in enumerate(listed.split(), start=1)
}
MONTHS = frozenset(_MONTHS)
_DOTTED = {0x130: "I", 0x131: "i"}  # letters treated as others in case-insensitive matching
_SHORT = {name[:3]: number for name, number in _MONTHS.items() if name not in ("may", "maj")}
_WEEKDAYS = {
    name: number
    for listed in (
        "monday tuesday wednesday thursday friday saturday sunday",
        "måndag tisdag onsdag torsdag fredag lördag söndag",
        "måndags tisdags onsdags torsdags fredags lördags söndags",
    )
    for number, name in enumerate(listed.split())
}
_NUMBERS = {
    name: number
    for listed in (
        "one two three four five six seven eight nine ten eleven twelve",
        "en två tre fyra fem sex sju åtta nio tio elva tolv",
    )
    for number, name in enumerate(listed.split(), start=1)
}
_NUMBERS |= {"a": 1, "an": 1, "ett": 1, "couple of": 2, "a couple of": 2}

_MONTH = "|".join(sorted({*_MONTHS, *_SHORT}, key=len, reverse=True))
_ISO = re.compile(r"\b(\d{4})-(\d{2})(?:-(\d{2}))?\b")
_NAMED = re.compile(
    rf"\b(?:(\d{{1,2}})(?:st|nd|rd|th|:e)?(?:\s+of)?\s+)?({_MONTH})\b\.?"
    rf"(?:\s+(\d{{1,2}})(?:st|nd|rd|th)?\b(?!\d))?(?:,?\s+(\d{{4}})\b)?",
    re.IGNORECASE,
)
_YEAR = re.compile(
    r"\b(?:in|of|during|since|before|after|under|sedan|året)\s+((?:19|20)\d{2})\b", re.I
)
_AGO = re.compile(
    r"\b(\d{1,3}|" + "|".join(sorted(_NUMBERS, key=len, reverse=True)) + r")\s+"
    r"(day|week|month|year|dag|veck|månad|år)(?:s|ar|or|er|a|en)?\s+(?:ago|sedan)\b",
    re.IGNORECASE,
)
_LAST = re.compile(
    r"\b(last|past|previous|this|förra|denna|den här)\s+(weekend|week|month|year|helg(?:en)?|"
    r"vecka[n]?|månad(?:en)?|"
    r"år(?:et)?|" + "|".join(_WEEKDAYS) + r")\b",
    re.IGNORECASE,
)
_DAYS = {"today": 0, "yesterday": 1, "idag": 0, "i dag": 0, "igår": 1, "i går": 1}
_DAY = re.compile(r"\b(" + "|".join(_DAYS) + r")\b", re.IGNORECASE)


_HINT = re.compile(
    r"\d|\b(?:" + "|".join(sorted({name[:3] for name in _MONTHS})) + r"|ago\b|sedan\b|last\b|past\b"
    r"|previous\b|this\b|förra\b|denna\b|den här\b|today|yesterday|i ?dag|i ?går)",
    re.IGNORECASE,
)


class When(NamedTuple):
    """A time in a question. Unspecified parts are None."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    first: date | None = None  # a range, inclusive
    last: date | None = None
    fading: float = 7.0  # days outside a range until the closeness is 0

    def span(self) -> tuple[datetime, datetime] | None:
        """The first day, and the day after the last; None: the year is open."""
        days = self._days()
        return None if days is None else (_midnight(days[0]), _midnight(days[1]))

    def _days(self) -> tuple[date, date] | None:
        try:
            if self.first is not None and self.last is not None:
                return self.first, self.last + timedelta(days=1)
            if self.year is None:
                return None
            if self.month is None:
                return date(self.year, 1, 1), date(self.year + 1, 1, 1)
            first = date(self.year, self.month, self.day or 1)
            if self.day is not None:
                return first, first + timedelta(days=1)
            return first, (first + timedelta(days=31)).replace(day=1)
        except (ValueError, OverflowError):  # no such day, or no day after it
            return None

    def closeness(self, on: date) -> float:
        """1 for a day that is meant, less for days close to it, 0 for all others."""
        if self.first is not None and self.last is not None:
            off = max((self.first - on).days, (on - self.last).days, 0)
            return max(0.0, 1.0 - off / self.fading)
        if self.year is not None and on.year != self.year:
            return 0.0
        if self.month is not None and on.month != self.month:
            return 0.0
        if self.day is None:
            return 1.0
        return max(0.0, 1.0 - abs(on.day - self.day) / _NEAR_DAYS)


def times(question: str, today: date) -> tuple[When, ...]:
    """Every time in a question."""
    question = unicodedata.normalize("NFKC", question).translate(_DOTTED)
    if not _HINT.search(question):  # most questions have none, and this check is cheap
        return ()
    result = [
        When(int(year), int(month), int(day) if day else None)
        for year, month, day in _ISO.findall(question)
        if 1 <= int(month) <= 12
    ]
    result += _named(question)
    if not result:
        result += [When(year=int(year)) for year in _YEAR.findall(question)]
    reckoned: list[Callable[[], When]] = [
        *(partial(_ago, today, *words) for words in _AGO.findall(question)),
        *(partial(_recent, today, *words) for words in _LAST.findall(question)),
        *(partial(_one_day, today, word) for word in _DAY.findall(question)),
    ]
    for reckon in reckoned:
        try:
            result.append(reckon())
        except OverflowError:  # before the calendar starts, where there are no texts
            continue
    return tuple(dict.fromkeys(result))[:QUERY_TIMES_MAX]


def _named(question: str) -> list[When]:
    result = []
    for match in _NAMED.finditer(question):
        before, name, after, year = match.groups()
        word = name.lower()
        is_bare = not (before or after or year)
        # "may", "mars" and "march" are also other words, unless they are capitalised.
        if is_bare and (word in _SHORT or not name[0].isupper()) and word not in _LONG_ENOUGH:
            continue
        day = int(before or after or 0)
        month = _MONTHS.get(word) or _SHORT[word]
        if day <= 31:
            result.append(When(int(year) if year else None, month, day or None))
    return result


_LONG_ENOUGH = {name for name in _MONTHS if len(name) > 5}


def _back(today: date, number: str, unit: str) -> date:
    count = int(number) if number.isdigit() else _NUMBERS[number.lower()]
    word = unit.lower()
    if word.startswith(("day", "dag")):
        return today - timedelta(days=count)
    if word.startswith(("week", "veck")):
        return today - timedelta(weeks=count)
    months = count if word.startswith(("month", "månad")) else 12 * count
    return _months_back(today, months)


def _about(day: date, fading: float) -> When:
    """An approximate day: the day before and the day after count fully too."""
    return When(first=day - timedelta(days=1), last=day + timedelta(days=1), fading=fading)


def _one_day(today: date, word: str) -> When:
    day = today - timedelta(days=_DAYS[word.lower()])
    return When(first=day, last=day)


def _ago(today: date, number: str, unit: str) -> When:
    """The longer ago, the less exact it is."""
    word = unit.lower()
    fading = next(days for begin, days in _FADING.items() if word.startswith(begin))
    return _about(_back(today, number, unit), fading)


_FADING = {
    **dict.fromkeys(("day", "dag"), 4.0),
    **dict.fromkeys(("week", "veck"), 10.0),
    **dict.fromkeys(("month", "månad"), 32.0),
    **dict.fromkeys(("year", "år"), 180.0),
}


def _recent(today: date, which: str, what: str) -> When:
    is_this = which.lower() in ("this", "denna", "den här")
    word = what.lower()
    if word in _WEEKDAYS:
        back = (today.weekday() - _WEEKDAYS[word] - 1) % 7 + 1
        return _about(today - timedelta(days=back % 7 if is_this else back), 4.0)
    if word.startswith("weekend") or word.startswith("helg"):
        back = (today.weekday() - 5) % 7
        return _about(today - timedelta(days=back if is_this else back or 7), 6.0)
    if word.startswith(("week", "veck")):
        return _about(today - timedelta(days=0 if is_this else 7), 10.0)
    if word.startswith(("month", "månad")):
        return _about(today - timedelta(days=0 if is_this else 30), 40.0)
    return When(year=today.year - (0 if is_this else 1))


def _months_back(day: date, months: int) -> date:
    return add_months(_midnight(day), -months).date()


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
