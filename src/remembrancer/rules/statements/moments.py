"""Moments: the days that a text names, counted from the time at which it was said."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple

from remembrancer.rules.calendar import add_months
from remembrancer.rules.statements.amounts import lowered


class Moment(NamedTuple):
    """A day or a stretch of days, and where the text names it."""

    start: int
    end: int
    first: date
    last: date  # the same as the first where it is one day
    is_due: bool = False  # something is to be done by then: "by Friday", "senast fredag"

    @property
    def day(self) -> date:
        """The day to write down: of a term its end, of all else its beginning."""
        return self.last if self.is_due else self.first


Days = tuple[date, date]

_MONTHS: Final = {
    name: number
    for listed in (
        "january february march april may june july august september october november december",
        "januari februari mars april maj juni juli augusti september oktober november december",
        "jan feb mar apr may jun jul aug sep oct nov dec",
        "jan feb mar apr maj jun jul aug sept okt nov dec",
    )
    for number, name in enumerate(listed.split(), start=1)
}
_WEEKDAYS: Final = {
    name: number
    for listed in (
        "monday tuesday wednesday thursday friday saturday sunday",
        "måndag tisdag onsdag torsdag fredag lördag söndag",
        "mon tue wed thu fri sat sun",
    )
    for number, name in enumerate(listed.split())
} | {"tues": 1, "thurs": 3, "mån": 0, "tis": 1, "ons": 2, "tors": 3, "fre": 4}
_COUNTS: Final = {
    name: number
    for listed in (
        "one two three four five six seven eight nine ten eleven twelve",
        "en två tre fyra fem sex sju åtta nio tio elva tolv",
    )
    for number, name in enumerate(listed.split(), start=1)
} | {"a": 1, "an": 1, "ett": 1, "couple of": 2, "a couple of": 2, "ett par": 2, "a few": 3}
_SEASONS: Final = {  # its first month
    **dict.fromkeys(("spring", "vår", "våren", "våras"), 3),
    **dict.fromkeys(("summer", "sommar", "sommaren", "somras"), 6),
    **dict.fromkeys(("autumn", "fall", "höst", "hösten", "höstas"), 9),
    **dict.fromkeys(("winter", "vinter", "vintern", "vintras"), 12),
}


def _either(words: object) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))  # type: ignore[call-overload]


_MONTH: Final = _either(_MONTHS)
_DAY_NAME: Final = _either(_WEEKDAYS)
_COUNT: Final = rf"\d{{1,3}}|{_either(_COUNTS)}"
_DUE: Final = re.compile(
    r"(?:\b(?:by|before|until|till|no later than|latest|due|deadline(?: is)?|within|senast|före|innan"
    r"|till|tills|inom|deadline)(?: on| the| den| på| är| by| end of| slutet av| mitten av| early| late| mid| i)*)\s*$"
)
_PLACED: Final = re.compile(  # what stands before the bare name of a month or a year
    r"(?:\b(?:in|by|since|until|till|from|to|before|after|during|through|for|of|this|next|last|and"
    r"|around|late|early|mid|on|between|i|under|sedan|till|från|före|efter|innan|senast|nästa|förra"
    r"|och|runt|omkring|kring|av|mitten av|slutet av|början av|år|till och med|t\.o\.m\.?|fr\.o\.m\.?"
    r"|every|varje|starting|begins?|ends?|slutar|börjar|born|född|founded|grundat|grundades|startade)(?: early| late| mid)?|[-–(,:])[ -]*$"
)
_REGULAR: Final = re.compile(r"(?:\b(?:every|each|varje|per|all)|\bvar(?:je)?)\s*$")
_END: Final = re.compile(
    r"(?:\bend of(?: the)?|\bslutet (?:av|på)|\bs?utgången av|\blast day of)\s*$"
)
_EARLY: Final = re.compile(r"(?:\b(?:beginning|start) of(?: the)?|\bearly|\bbörjan (?:av|på))\s*$")
_MID: Final = re.compile(r"(?:\bmiddle of(?: the)?|\bmid[- ]?|\bmitten av)\s*$")
_LOOK_BACK: Final = 24

_WORD: Final = re.compile(r"[^\W\d_]+")
_DIGIT: Final = re.compile(r"\d")
_ISO: Final = re.compile(r"(?<![\w-])(\d{4})-(\d{2})(?:-(\d{2}))?(?![\w-])")
_SLASHED: Final = re.compile(r"(?<![\w/.])(\d{1,2})[/.](\d{1,2})[/.]((?:20)?\d{2})(?![\w/])")
_HALF_SLASHED: Final = re.compile(r"(?<![\w/.])(\d{1,2})/(\d{1,2})(?![\w/])")
_NAMED: Final = re.compile(
    rf"\b(?:(?:the |den )?(\d{{1,2}})(?:st|nd|rd|th|:e|:a)?(?: of| i)?[ -])?({_MONTH})\b\.?"
    rf"(?: (?:the )?(\d{{1,2}})(?:st|nd|rd|th)?\b(?![:.]\d|\s?%|\d))?(?:,? (\d{{4}})\b|,? '?(\d{{2}})\b(?=[.,)]|$))?"
)
_ORDINAL: Final = re.compile(r"\b(?:the|den) (\d{1,2})(?:st|nd|rd|th|:e|:a)\b(?! (?:time|gång))")
_YEAR: Final = re.compile(
    r"(?<![\w.,/£$€-])((?:19|20)\d{2})(?![\w%/]|[.,]\d| ?(?:kr|sek|kronor|st)\b)"
)
_QUARTER: Final = re.compile(
    r"\b(?:q([1-4])|kvartal ([1-4])|kv ?([1-4]))(?:[ /-]?(20\d{2}|\d{2}))?\b"
)
_WEEK: Final = re.compile(r"\b(?:week|vecka|v\.?) ?(\d{1,2})\b(?!\.\d)")
_DAYS: Final = {
    "the day after tomorrow": 2, "day after tomorrow": 2, "i övermorgon": 2, "övermorgon": 2,
    "tomorrow": 1, "imorgon": 1, "i morgon": 1, "tmrw": 1, "today": 0, "tonight": 0,
    "idag": 0, "i dag": 0, "ikväll": 0, "i kväll": 0, "this morning": 0, "this afternoon": 0,
    "yesterday": -1, "igår": -1, "i går": -1, "i förrgår": -2, "last night": -1,
}  # fmt: skip
_DAY: Final = re.compile(rf"\b(?:{_either(_DAYS)})\b")
_NEAR_DAY: Final = re.compile(
    rf"\b(?:(next|this|last|coming|nästa|förra|nu på|på|i|om|on)\s)?({_DAY_NAME})(s?)(?:en)?\b(?!-)"
    rf"( next week| nästa vecka| week| om en vecka)?"
)
_STRETCH: Final = re.compile(
    r"\b(next|this|last|past|previous|coming|current|nästa|förra|denna|detta|den här|det här|i|kommande)\s"
    r"(week|weekend|month|quarter|year|fiscal year|financial year|tax year|vecka[n]?|helg(?:en)?"
    r"|månad(?:en)?|kvartal(?:et)?|år(?:et)?|fjol|vår(?:en|as)?|som(?:mar|mar(?:en)|ras)"
    r"|höst(?:en|as)?|vint(?:er|ern|ras)|spring|summer|autumn|fall|winter)\b|\bifjol\b"
    r"|\bi (veckan)\b|\btill (våren|sommaren|hösten|vintern)\b"
)
_IN: Final = re.compile(
    rf"\b(?:in|within|om|inom)\s(?:about |around |ungefär |cirka |max )?({_COUNT})\s"
    r"(day|week|month|year|dag|veck|månad|år)[a-zåäö]*(?:'s?|s')?(?: time| tid)?\b"
)
_AGO: Final = re.compile(
    rf"\b(?:för |about |some )?({_COUNT})\s(day|week|month|year|dag|veck|månad|år)[a-zåäö]*\s"
    r"(?:ago|sedan|back|earlier)\b"
)
_EDGE: Final = re.compile(
    r"\b(?:(?:the )?(end|start|beginning|slutet|början) (?:of|av|på) (?:the |this |next |nästa |denna )?"
    r"(week|month|quarter|year|tax year|vecka[n]?|månad(?:en)?|kvartal(?:et)?|år(?:et)?)"
    r"|(eod|eow|eom|eoq|eoy)|(year[- ]end|årsskiftet|årets slut|month[- ]end|månadsskiftet|veckoslutet))\b"
)
_FEASTS: Final = {
    "christmas": (12, 24), "xmas": (12, 24), "jul": (12, 24), "julen": (12, 24),
    "new year": (12, 31), "nyår": (12, 31), "midsommar": (6, 20), "midsummer": (6, 20),
}  # fmt: skip
_FEAST: Final = re.compile(
    r"\b(?:before|by|after|over|until|at|this|next|last|före|innan|efter|till|i|över|nästa|förra) "
    rf"({_either(_FEASTS)})\b"
)
_SHORTER: Final = frozenset("mar may maj mars march sat sun mon ons fre tis dec sep jun".split())


def moments(text: str, at: datetime, *, direction: int = 0) -> tuple[Moment, ...]:
    """The days that a text names, in order.

    A direction of -1 says that it tells of what has been, +1 of what will be: a day without a year
    is then the last or the next one, else the nearest.
    """
    low = lowered(text)
    words = frozenset(_WORD.findall(low))
    has_digits = _DIGIT.search(low) is not None
    today = at.date()
    found: list[Moment] = []
    taken: list[tuple[int, int]] = []
    for read, hints in _READERS:
        if not has_digits if hints is None else words.isdisjoint(hints):
            continue  # most sentences name no day, and finding that out should cost nothing
        for start, end, days in read(low, today, direction):
            if any(first < end and start < last for first, last in taken):
                continue
            taken.append((start, end))
            ahead = low[max(0, start - _LOOK_BACK) : start]
            found.append(Moment(start, end, *days, is_due=_is_due(ahead, low[start:end])))
    found.sort()
    return tuple(found)


def _is_due(ahead: str, phrase: str) -> bool:
    if _DUE.search(ahead):
        return True
    return phrase.startswith(("within", "inom", "eo", "by ", "before", "före", "innan", "till "))


Found = Iterator[tuple[int, int, Days]]


def _iso(low: str, today: date, direction: int) -> Found:
    for match in _ISO.finditer(low):
        if days := _days(int(match[1]), int(match[2]), int(match[3]) if match[3] else None):
            yield *match.span(), days
    for match in _SLASHED.finditer(low):
        year = int(match[3]) + (0 if len(match[3]) == 4 else 2000)
        day, month = int(match[1]), int(match[2])
        if month > 12:
            day, month = month, day
        if days := _days(year, month, day):
            yield *match.span(), days
    for match in _HALF_SLASHED.finditer(low):
        day, month = int(match[1]), int(match[2])
        if re.search(r"\b(?:den|senast|by|on|till|före|the)\s$", low[: match.start()]) and (
            days := _without_year(month, day, today, direction)
        ):
            yield *match.span(), days


def _named(low: str, today: date, direction: int) -> Found:
    for match in _NAMED.finditer(low):
        before, name, after, year, short = match.groups()
        start, end = match.span()
        ahead = low[max(0, start - _LOOK_BACK) : start]
        is_bare = not (before or after or year or short)
        if is_bare and not _PLACED.search(ahead) and (name in _SHORTER or len(name) < 4):
            continue
        if is_bare and name in ("may", "mars", "march", "mar") and not _PLACED.search(ahead):
            continue
        if is_bare and _REGULAR.search(ahead):
            continue
        month, day = _MONTHS[name], int(before or after or 0) or None
        way = -1 if re.search(r"\b(?:last|förra|since|sedan)\s$", ahead) else direction
        way = 1 if re.search(r"\b(?:next|nästa|until|by|senast)\s$", ahead) else way
        if year or short:
            days = _days(int(year) if year else 2000 + int(short), month, day)
        else:
            days = _without_year(month, day, today, way)
        if days:
            yield start, end, days if day else _part(ahead, days)


def _part(ahead: str, days: Days) -> Days:
    """The part of a month or a year that is meant."""
    first, last = days
    if _END.search(ahead):
        return last, last
    if _EARLY.search(ahead):
        return first, min(last, first + timedelta(days=9))
    if _MID.search(ahead):
        middle = first + (last - first) // 2
        return middle, middle
    return days


def _ordinal(low: str, today: date, direction: int) -> Found:
    for match in _ORDINAL.finditer(low):
        day = int(match[1])
        month = today.replace(day=1)
        if direction >= 0 and day < today.day:
            month = _later(month, 1)
        elif direction < 0 and day > today.day:
            month = _later(month, -1)
        if days := _days(month.year, month.month, day):
            yield *match.span(), days


def _year(low: str, today: date, direction: int) -> Found:
    for match in _YEAR.finditer(low):
        ahead = low[max(0, match.start() - _LOOK_BACK) : match.start()]
        if _PLACED.search(ahead) and (days := _days(int(match[1]), None, None)):
            yield *match.span(), _part(ahead, days)
    for match in _QUARTER.finditer(low):
        quarter, year = int(match[1] or match[2] or match[3]), match[4]
        whole = today.year if not year else int(year) + (2000 if len(year) == 2 else 0)
        first = date(whole, 3 * quarter - 2, 1)
        ahead = low[max(0, match.start() - _LOOK_BACK) : match.start()]
        yield *match.span(), _part(ahead, (first, _later(first, 3) - timedelta(days=1)))
    for match in _WEEK.finditer(low):
        try:
            monday = date.fromisocalendar(today.year, int(match[1]), 1)
        except ValueError:
            continue
        if monday < today - timedelta(days=200) and direction >= 0:
            monday = date.fromisocalendar(today.year + 1, int(match[1]), 1)
        yield *match.span(), (monday, monday + timedelta(days=4))


def _counted(low: str, today: date, direction: int) -> Found:
    for match in _DAY.finditer(low):
        day = today + timedelta(days=_DAYS[match[0]])
        yield *match.span(), (day, day)
    for pattern, way in ((_IN, 1), (_AGO, -1)):
        for match in pattern.finditer(low):
            number = int(match[1]) if match[1].isdigit() else _COUNTS[match[1]]
            day = _shifted(today, way * number, match[2])
            yield *match.span(), (day, day)


def _weekday(low: str, today: date, direction: int) -> Found:
    for match in _NEAR_DAY.finditer(low):
        which, name, plural, weeks = match.groups()
        if plural and name.endswith("day"):  # on Mondays: a habit
            continue
        if (name in _SHORTER or len(name) < 5) and which not in ("next", "last", "on", "på"):
            continue
        if _REGULAR.search(low[max(0, match.start() - _LOOK_BACK) : match.start()]):
            continue
        if re.match(r"(?:ar|arna|ly)\b", low[match.end() :]):
            continue
        ahead = (_WEEKDAYS[name] - today.weekday()) % 7
        is_past = (
            which in ("last", "förra")
            or (which == "i" and plural)
            or (direction < 0 and which in (None, "on", "på"))
        )
        if is_past:
            day = today - timedelta(days=(today.weekday() - _WEEKDAYS[name] - 1) % 7 + 1)
        else:
            day = today + timedelta(days=ahead or (0 if which == "this" else 7))
            if which in ("next", "nästa") or (weeks and "week" in weeks + "week"):
                day = _next_weekday(today, _WEEKDAYS[name])
        yield *match.span(), (day, day)


def _next_weekday(today: date, weekday: int) -> date:
    """Of "next Friday": the one of the coming week, or tomorrow's week if that is nearer."""
    monday = today - timedelta(days=today.weekday()) + timedelta(days=7)
    return monday + timedelta(days=weekday)


def _stretch(low: str, today: date, direction: int) -> Found:
    for match in _STRETCH.finditer(low):
        which = match[1] or ("this" if match[3] else "till")
        what = match[2] or match[3] or match[4] or "fjol"
        if what == "fjol":
            yield *match.span(), _whole_year(today.year - 1)
            continue
        if which == "i" and what in ("vecka", "månad", "helg", "year", "week", "month"):
            continue
        way = {"next": 1, "coming": 1, "nästa": 1, "kommande": 1}.get(which, 0)
        way = -1 if which in ("last", "past", "previous", "förra") else way
        ahead = low[max(0, match.start() - _LOOK_BACK) : match.start()]
        yield *match.span(), _part(ahead, _span(what, way, today))


def _span(what: str, way: int, today: date) -> Days:
    if what in _SEASONS:
        return _season(what, way, today)
    monday = today - timedelta(days=today.weekday())
    if what.startswith(("weekend", "helg")):
        saturday = monday + timedelta(days=5 + 7 * way)
        return saturday, saturday + timedelta(days=1)
    if what.startswith(("week", "veck")):
        first = monday + timedelta(days=7 * way)
        return first, first + timedelta(days=4)
    if what.startswith(("month", "månad")):
        first = _later(today.replace(day=1), way)
        return first, _later(first, 1) - timedelta(days=1)
    if what.startswith(("quarter", "kvartal")):
        first = _later(today.replace(month=(today.month - 1) // 3 * 3 + 1, day=1), 3 * way)
        return first, _later(first, 3) - timedelta(days=1)
    return _whole_year(today.year + way)


def _season(name: str, way: int, today: date) -> Days:
    first = date(today.year, _SEASONS[name], 1)
    last = _later(first, 3) - timedelta(days=1)
    if name.endswith("as"):  # i våras, i höstas: the last one
        way = 0 if last < today else -1
    elif way == 0 and last < today:
        way = 1
    elif way == 1 and first > today:
        way = 0
    elif way == -1 and last < today:
        way = 0
    return _later(first, 12 * way), _later(last + timedelta(days=1), 12 * way) - timedelta(days=1)


def _edge(low: str, today: date, direction: int) -> Found:
    for match in _EDGE.finditer(low):
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
        first, last = (today, today) if what == "day" else _span(what, way, today)
        day = last if edge in ("end", "slutet") else first
        yield *match.span(), (day, day)
    for match in _FEAST.finditer(low):
        month, number = _FEASTS[match[1]]
        if days := _without_year(month, number, today, direction or 1):
            yield *match.span(), days


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_UNITS: Final = _words(
    "day days week weeks weekend month months year years quarter fiscal dag dagar vecka veckan veckor "
    "helg helgen månad månaden månader år året kvartal kvartalet"
)
# What must be there before a reader is worth running: one of its words, or (None) any digit.
_READERS: Final[tuple[tuple[Callable[[str, date, int], Found], frozenset[str] | None], ...]] = (
    (_iso, None),
    (_named, frozenset(_MONTHS)),
    (
        _edge,
        _words("end start beginning slutet början eod eow eom eoq eoy årsskiftet årets slut")
        | _words("månadsskiftet veckoslutet christmas xmas jul julen new nyår midsommar midsummer"),
    ),
    (
        _counted,
        _UNITS
        | _words("today tomorrow tonight yesterday tmrw morning afternoon night idag imorgon")
        | _words("morgon ikväll kväll igår går förrgår övermorgon"),
    ),
    (_stretch, _UNITS | frozenset(_SEASONS) | _words("fjol ifjol")),
    (_weekday, frozenset(_WEEKDAYS) | frozenset(f"{name}s" for name in _WEEKDAYS)),
    (_ordinal, None),
    (_year, None),
)


def _days(year: int, month: int | None, day: int | None) -> Days | None:
    try:
        if month is None:
            return _whole_year(year)
        first = date(year, month, day or 1)
        return (first, first) if day else (first, _later(first, 1) - timedelta(days=1))
    except (ValueError, OverflowError):
        return None


def _without_year(month: int, day: int | None, today: date, direction: int) -> Days | None:
    """The last one, the next one, or the nearest."""
    listed = [
        days for year in (-1, 0, 1) if (days := _days(today.year + year, month, day)) is not None
    ]
    if not listed:
        return None
    if direction < 0:
        listed = [days for days in listed if days[0] <= today] or listed
    elif direction > 0:
        listed = [days for days in listed if days[1] >= today] or listed
        return listed[0]
    return min(listed, key=lambda days: min(abs(days[0] - today), abs(days[1] - today)))


def _whole_year(year: int) -> Days:
    return date(year, 1, 1), date(year, 12, 31)


def _later(first: date, months: int) -> date:
    return add_months(datetime(first.year, first.month, first.day, tzinfo=UTC), months).date()


def _shifted(today: date, count: int, unit: str) -> date:
    if unit.startswith(("day", "dag")):
        return today + timedelta(days=count)
    if unit.startswith(("week", "veck")):
        return today + timedelta(weeks=count)
    return _later(today, count if unit.startswith(("month", "månad")) else 12 * count)
