"""Finds dates in a text and resolves them relative to the time of the message."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Final, NamedTuple

from remembrancer.language import sentences
from remembrancer.language.amounts import lower_same_length, word_set_of
from remembrancer.language.times import date_spans, day_words, holidays
from remembrancer.language.times.date_spans import Days
from remembrancer.language.word_patterns import word_set


class DateMention(NamedTuple):
    """A day or a span of days, with its offsets in the text."""

    start: int
    end: int
    first: date
    last: date  # equal to `first` if it is one day
    is_due: bool = False  # it is a deadline: "by Friday", "senast fredag"

    @property
    def day(self) -> date:
        """The day to store: the last day of a deadline, otherwise the first day."""
        return self.last if self.is_due else self.first


Found = Iterator[tuple[int, int, Days]]
Reader = Callable[[str, date, int], Found]


def find_dates(
    text: str, at: datetime, *, direction: int = 0, words: frozenset[str] | None = None
) -> tuple[DateMention, ...]:
    """The dates that a text names, in order.

    `direction` is -1 for a text about the past and +1 for one about the future: a date without a
    year is then the last or the next one, otherwise the nearest. `words` is the set of plain words,
    if the caller has it already.
    """
    low = lower_same_length(text)
    words = word_set_of(low) if words is None else words
    has_digits = day_words.DIGIT.search(low) is not None
    today = at.date()
    found: list[DateMention] = []
    taken: list[tuple[int, int]] = []
    for read, hints in _READERS:
        if not has_digits if hints is None else words.isdisjoint(hints):
            continue  # a cheap test first: most sentences name no date
        for start, end, days in _within_calendar(read, low, today, direction):
            if any(first < end and start < last for first, last in taken):
                continue
            if read is _weekday and any(
                low[end:first].strip(", ") == "" for first, _ in taken if first >= end
            ):
                continue  # "Monday 11 May": the date is more precise than the weekday
            taken.append((start, end))
            ahead = low[max(0, start - day_words.LOOK_BACK) : start]
            is_due = _is_due(ahead, low[start:end]) and not day_words.WAS_UNTIL.search(low[:start])
            found.append(DateMention(start, end, *days, is_due=is_due))
    found.sort()
    return tuple(_counted_from_days(low, today, found))


def _counted_from_days(
    low: str, today: date, found: Sequence[DateMention]
) -> Iterator[DateMention]:
    """The mentions; "within 30 days of 15 May" is one day, counted from the one that it names."""
    skipped = False
    for place, one in enumerate(found):
        if skipped:
            skipped = False
            continue
        after = found[place + 1] if place + 1 < len(found) else None
        count = day_words.IN.match(low, one.start)
        if count is None or after is None or not _is_counted_from(low, one, after):
            yield one
            continue
        skipped = True
        begin = after.first
        if begin > today + day_words.FAR_AHEAD:  # what has begun to run is not far ahead
            begin = date_spans.shift_date(begin, -1, "year")
        number = int(count[1]) if count[1].isdigit() else day_words.COUNTS[count[1]]
        day = date_spans.shift_date(begin, number, count[2])
        yield DateMention(one.start, after.end, day, day, is_due=True)


def _is_counted_from(low: str, one: DateMention, after: DateMention) -> bool:
    return (
        low.startswith(("within", "inom"), one.start)
        and day_words.COUNTED_FROM.fullmatch(low, one.end, after.start) is not None
    )


def _within_calendar(read: Reader, low: str, today: date, direction: int) -> Found:
    try:
        yield from read(low, today, direction)
    except (ValueError, OverflowError):  # the date is outside of the calendar
        return


def _is_due(ahead: str, phrase: str) -> bool:
    if day_words.SPAN.search(ahead):
        return False  # "May to April"
    if day_words.DUE.search(ahead):
        return True
    return phrase.startswith(("within", "inom", "eo", "by ", "before", "före", "innan", "till "))


def _time_direction_at(low: str, start: int, direction: int) -> int:
    """Past or future for the date at an offset: by its clause, otherwise by the whole text."""
    ahead = low[max(0, start - day_words.LOOK_BACK_FAR) : start]
    if day_words.AHEAD.search(ahead):  # something was moved to this date
        return 1
    if day_words.WAS_UNTIL.search(ahead):
        return -1
    first = max(low.rfind(mark, 0, start) for mark in (", ", "; ", ": ")) + 1
    last = min((at for mark in (", ", "; ") if (at := low.find(mark, start)) > 0), default=len(low))
    words = day_words.TENSED.findall(low[first:last])
    if not day_words.NOW.isdisjoint(words):
        return max(direction, 0)
    if direction == 0 or len(words) < day_words.CLAUSE_WORDS_MIN:
        return direction
    if day_words.FROM.search(ahead) and not day_words.PERFECT.isdisjoint(words):
        return max(direction, 0)  # "I've been granted leave from 1 January"
    return sentences.time_direction(words)


def _iso(low: str, today: date, direction: int) -> Found:
    for match in day_words.ISO.finditer(low):
        if days := date_spans.calendar_days(
            int(match[1]), int(match[2]), int(match[3]) if match[3] else None
        ):
            yield *match.span(), days
    for match in day_words.SLASHED.finditer(low):
        year = int(match[3]) + (0 if len(match[3]) == 4 else 2000)
        day, month = int(match[1]), int(match[2])
        if month > 12:
            day, month = month, day
        if days := date_spans.calendar_days(year, month, day):
            yield *match.span(), days
    for match in day_words.HALF_SLASHED.finditer(low):
        day, month = int(match[1]), int(match[2])
        if re.search(
            rf"\b(?:{day_words.DAY_NAME}"
            r"|den|senast|by|on|till|före|innan|before|the|deadline|due|until|from|från)\s$",
            low[: match.start()],
        ) and (
            days := date_spans.resolve_year(
                month, day, today, _time_direction_at(low, match.start(), direction)
            )
        ):
            yield *match.span(), days


def _named(low: str, today: date, direction: int) -> Found:
    for match in day_words.NAMED.finditer(low):
        before, name, after, year, short = match.groups()
        start, end = match.span()
        ahead = low[max(0, start - day_words.LOOK_BACK) : start]
        is_bare = not (before or after or year or short)
        if is_bare and name in day_words.GIVEN_NAMES and day_words.ACTS.match(low, end):
            continue  # "June has the key": a person
        if (
            is_bare
            and not day_words.PLACED.search(ahead)
            and (name in day_words.SHORTER or len(name) < 4)
        ):
            continue
        if is_bare and day_words.REGULAR.search(ahead):
            continue
        month, day = day_words.MONTHS[name], int(before or after or 0) or None
        way = _time_direction_at(low, start, direction)
        way = -1 if re.search(r"\b(?:last|förra|(?:since|sedan)(?: i| in)?)\s$", ahead) else way
        if re.search(r"\b(?:next|nästa|until|by|senast)\s$", ahead):
            way = -1 if day_words.WAS_UNTIL.search(low[:start]) else 1
        if is_bare and way == 0 and day_words.OF_WHAT.search(ahead):
            way = -1 if day_words.DONE_WITH.match(low, end) else way  # "the May bills are paid"
        beside = day_words.YEAR_BESIDE.match(low, end)
        if year or short:
            days = date_spans.calendar_days(int(year) if year else 2000 + int(short), month, day)
        elif beside is not None:
            moved = 1 if beside["next"] else -1 if beside["last"] else 0
            end, days = beside.end(), date_spans.calendar_days(today.year + moved, month, day)
        else:
            days = date_spans.resolve_year(month, day, today, way)
        if days:
            yield start, end, days if day else _part_of_period(ahead, days)


def _written_out(low: str, today: date, direction: int) -> Found:
    for match in day_words.WORDED_DAY.finditer(low):
        month, number = day_words.MONTHS[match[2]], day_words.ORDINALS[match[1]]
        if match[3]:
            days = date_spans.calendar_days(int(match[3]), month, number or None)
        else:
            way = _time_direction_at(low, match.start(), direction)
            days = date_spans.resolve_year(month, number or None, today, way)
        if days:
            yield *match.span(), days if number else (days[1], days[1])


def _part_of_period(ahead: str, days: Days) -> Days:
    """The part of a month or a year: early, middle or late."""
    first, last = days
    if day_words.END.search(ahead):
        return last, last
    if day_words.EARLY.search(ahead):
        return first, min(last, first + timedelta(days=9))
    if day_words.MID.search(ahead):
        middle = first + (last - first - timedelta(days=1)) // 2
        return middle, middle
    return days


def _ordinal(low: str, today: date, direction: int) -> Found:
    for match in day_words.ORDINAL.finditer(low):
        day = int(match[1])
        month = today.replace(day=1)
        ahead = low[max(0, match.start() - day_words.LOOK_BACK) : match.start()]
        if day_words.HABIT.match(low, match.end()) and not day_words.DUE.search(ahead):
            continue  # the 25th of each month
        way = _time_direction_at(low, match.start(), direction)
        if match["next"] or (way >= 0 and day < today.day):
            month = date_spans.months_later(month, 1)
        elif way < 0 and day > today.day:
            month = date_spans.months_later(month, -1)
        if days := date_spans.calendar_days(month.year, month.month, day):
            yield *match.span(), days


def _year(low: str, today: date, direction: int) -> Found:
    for match in day_words.YEAR.finditer(low):
        ahead = low[max(0, match.start() - day_words.LOOK_BACK) : match.start()]
        season = day_words.OF_SEASON.search(ahead)
        if season is not None:
            first = date(int(match[1]), day_words.SEASONS[season[1]], 1)
            last = date_spans.months_later(first, 3) - timedelta(days=1)
            yield *match.span(), (first, last)
        elif (day_words.PLACED.search(ahead) or _closes(low, match)) and (
            days := date_spans.calendar_days(int(match[1]), None, None)
        ):
            yield *match.span(), _part_of_period(ahead, days)
    for match in day_words.WEEK.finditer(low):
        try:
            monday = date.fromisocalendar(today.year, int(match[1]), 1)
        except ValueError:
            continue
        if monday < today - timedelta(days=200) and direction >= 0:
            monday = date.fromisocalendar(today.year + 1, int(match[1]), 1)
        yield *match.span(), (monday, monday + timedelta(days=4))


def _quarter(low: str, today: date, direction: int) -> Found:
    for match in day_words.QUARTER.finditer(low):
        quarter, year = int(match[1] or day_words.ORDINALS[match[2]]), match[3]
        whole = today.year if not year else int(year) + (2000 if len(year) == 2 else 0)
        first = date(whole, 3 * quarter - 2, 1)
        if not year:
            way = _time_direction_at(low, match.start(), direction)
            is_told = day_words.REPORTS.search(low) is not None
            first = _likely_quarter(first, today, way, is_told=is_told)
        ahead = low[max(0, match.start() - day_words.LOOK_BACK) : match.start()]
        yield (
            *match.span(),
            _part_of_period(ahead, (first, date_spans.months_later(first, 3) - timedelta(days=1))),
        )


def _likely_quarter(first: date, today: date, direction: int, *, is_told: bool) -> date:
    """The quarter that is meant without a year. Of one that was over lately, figures are told."""
    year_before, year_after = (date_spans.months_later(first, months) for months in (-12, 12))
    if direction < 0 and first > today:
        return year_before
    if direction > 0 and date_spans.months_later(first, 3) <= today:
        return year_after
    is_over = date_spans.months_later(year_before, 3) <= today
    return year_before if direction == 0 and is_told and is_over and first > today else first


def _closes(low: str, match: re.Match[str]) -> bool:
    """Whether a year is the last word of its clause, as in "startade bolaget 2016"."""
    return (
        _YEAR_ENDS.match(low, match.end()) is not None
        and _YEAR_AFTER.search(low[: match.start()]) is not None
    )


_YEAR_ENDS: Final = re.compile(r"\s*(?:$|[.,;!)]|(?:och|and|men|but|when|när)\b)")
_YEAR_AFTER: Final = re.compile(
    r"(?<!\w)(?!(?:about|around|over|under|ca|cirka|ungefär|cost|paid|kostade|betalade|than|än"
    r"|är|is|was|only|bara|have|has|har)\b)[^\W\d_]{3,}\s$"
)


def _counted(low: str, today: date, direction: int) -> Found:
    for match in day_words.DAY.finditer(low):
        day = today + timedelta(days=day_words.DAYS[match[0]])
        yield *match.span(), (day, day)
    for pattern, way in ((day_words.IN, 1), (day_words.AGO, -1)):
        for match in pattern.finditer(low):
            if direction < 0 and match[0].startswith("in "):
                continue  # "twice in three years" is a duration
            number = int(match[1]) if match[1].isdigit() else day_words.COUNTS[match[1]]
            day = date_spans.shift_date(today, way * number, match[2])
            yield *match.span(), (day, day)


def _weekday(low: str, today: date, direction: int) -> Found:
    for match in day_words.NEAR_DAY.finditer(low):
        which, name, plural, weeks = match.groups()
        if plural and name.endswith("day"):  # "on Mondays" is a habit
            continue
        is_short = name in day_words.SHORTER or len(name) < 5
        before = low[max(0, match.start() - day_words.LOOK_BACK) : match.start()]
        is_led = which in ("next", "last", "on", "på") or day_words.DUE.search(before) is not None
        if is_short and not is_led:
            continue
        if day_words.REGULAR.search(before) or day_words.HABIT.match(low, match.end()):
            continue
        ahead = (day_words.WEEKDAYS[name] - today.weekday()) % 7
        is_past = (
            which in ("last", "förra")
            or (which == "i" and plural)
            or (
                _time_direction_at(low, match.start(), direction) < 0
                and which in (None, "on", "på")
            )
        )
        if is_past:
            day = today - timedelta(days=(today.weekday() - day_words.WEEKDAYS[name] - 1) % 7 + 1)
        else:
            day = today + timedelta(days=ahead or (0 if which == "this" else 7))
            if which in ("next", "nästa") or (weeks and "week" in weeks + "week"):
                day = _next_weekday(today, day_words.WEEKDAYS[name])
        yield *match.span(), (day, day)


def _next_weekday(today: date, weekday: int) -> date:
    """ "Next Friday": the one in the coming week, or a week from tomorrow if that is nearer."""
    monday = today - timedelta(days=today.weekday()) + timedelta(days=7)
    return monday + timedelta(days=weekday)


def _calendar_stretch(low: str, today: date, direction: int) -> Found:
    for match in day_words.STRETCH.finditer(low):
        which = match[1] or ("this" if match[3] else "till")
        what = match[2] or match[3] or match[4] or "fjol"
        if what == "fjol":
            yield *match.span(), date_spans.whole_year(today.year - 1)
            continue
        if which == "i" and what in _NO_STRETCHES:
            continue
        way = {"next": 1, "coming": 1, "nästa": 1, "kommande": 1}.get(which, 0)
        way = -1 if which in ("last", "past", "previous", "förra") else way
        ahead = low[max(0, match.start() - day_words.LOOK_BACK) : match.start()]
        yield *match.span(), _part_of_period(ahead, date_spans.calendar_span(what, way, today))


_NO_STRETCHES: Final = word_set("vecka månad månaden helg year week month")  # "2 000 kr i månaden"


def _edge_of_period(low: str, today: date, direction: int) -> Found:
    for match in day_words.EDGE.finditer(low):
        whole = match[3] or match[4]
        if whole:
            what = {"d": "day", "w": "week", "m": "month", "q": "quarter"}.get(
                whole[-1] if whole.startswith("eo") else whole[0], "year"
            )
            what = "week" if whole.startswith("veck") else what
            edge = "end"
        else:
            what, edge = match[2].removeprefix("tax "), match[1]
        way = 1 if re.search(r"\b(?:next|nästa)\b", match[0]) else 0
        first, last = (
            (today, today) if what == "day" else date_spans.calendar_span(what, way, today)
        )
        day = last if edge in ("end", "slutet") else first
        if day > today and day_words.SINCE.search(low[: match.start()]):
            day = date_spans.calendar_span(what, way - 1, today)[1]
        yield *match.span(), (day, day)


_UNITS: Final = word_set(
    "day days week weeks weekend month months year years quarter fiscal dag dagar vecka veckan "
    "veckor "
    "helg helgen månad månaden månader år året kvartal kvartalet"
)
# Each reader runs only if the text holds one of its words, or (None) any digit.
_READERS: Final[tuple[tuple[Reader, frozenset[str] | None], ...]] = (
    (_iso, None),
    (holidays.find_holidays, holidays.WORDS),
    (_written_out, frozenset(day_words.ORDINALS)),
    (_named, frozenset(day_words.MONTHS)),
    (
        _edge_of_period,
        word_set("end start beginning slutet början eod eow eom eoq eoy årsskiftet årets slut")
        | word_set("månadsskiftet veckoslutet"),
    ),
    (_ordinal, None),
    (
        _counted,
        _UNITS
        | word_set("today tomorrow tonight yesterday tmrw morning afternoon night idag imorgon")
        | word_set("morgon ikväll kväll igår går förrgår övermorgon"),
    ),
    (
        _weekday,
        frozenset(day_words.WEEKDAYS) | frozenset(f"{name}s" for name in day_words.WEEKDAYS),
    ),
    (_calendar_stretch, _UNITS | frozenset(day_words.SEASONS) | word_set("fjol ifjol")),
    (_quarter, word_set("q kv kvartal quarter kvartalet")),
    (_year, None),
)
