"""What follows a target in its clause: a role, a place, when it began and when it ended."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any, Final, NamedTuple

from remembrancer.language.times.date_spans import calendar_days
from remembrancer.language.times.dates import DateMention, find_dates
from remembrancer.reading.offline.relations import relation_words as words
from remembrancer.reading.offline.relations.frames import Time

_YEAR: Final = re.compile(
    r"(?<![\w.,])(?<!\d-)(?:19|20)\d\d(?!\d|[.,]\d|-\d\d(?!\d))|(?<=\d{4}-)(?:19|20)\d\d(?!\d)"
)
_BEFORE_DATE: Final = re.compile(r"(?:(?:early|late|mid|the|den|början av|slutet av)[ -])*")
_AS: Final = re.compile(
    r",? (?:as|som) (?:an? |the |our |en |ett )?"
    r"(?P<role>[\w/&+#'-]+(?: [\w/&+#'-]+){0,4}?)"
    r"(?=(?: (?:at|in|since|until|till|from|for|and|but|på|hos|i|sedan|från|fram|och|men)\b"
    r"| ?[,.;:!?)(]|$))"
)
_IN: Final = re.compile(rf",? (?:in|i) (?P<place>{words.THING_NAME})")
_COUNTRY: Final = re.compile(
    rf", (?P<place>{words.THING_NAME})(?= ?(?:$|[.,;!)]| (?:and|och|in)\b))"
)
_RANGE: Final = re.compile(r",? \(?(?:from |between |från |mellan )?")
_RANGE_TO: Final = re.compile(r" ?(?:[-–—]|to|until|till|and|och|fram till) ?")
_SINCE: Final = re.compile(r",? (?:ever )?(?:since|starting(?: in)?|sedan|från och med|from|från) ")
_UNTIL: Final = re.compile(r",? (?:up )?(?:until|till|til|fram till|tills|to) ")
_WHEN: Final = re.compile(r",? (?:(?:back )?in |on |i |den |på |under )?")
_LASTING: Final = re.compile(
    r" (?:for|i) (?:over |about |almost |nearly |more than |nästan |över )?"
    r"(?:\d+|an?|two|three|four|five|six|seven|eight|nine|ten|ett|två|tre|fyra|fem|sex|sju|åtta|nio"
    r"|tio) (?:years?|months?|weeks?|år|månad(?:er)?|veckor)(?: now| nu)?"
)
_ADVERB: Final = re.compile(
    r",? (?:now|currently|these days|nowadays|too|as well|full[- ]time|part[- ]time|again|lately"
    r"|recently|today|a lot|all the time|constantly|nu|numera|också|på heltid|på deltid|just nu"
    r"|hela tiden|igen)(?!\w)"
)
_BOUNDARY: Final = re.compile(
    r"\s*(?:$|[^\w\s'’@#&/(-]|(?:and|och|but|men|where|which|because|so|with|där|eftersom|med)\b)"
)
_ABOUT_IT: Final = re.compile(  # a meeting may say where, why and about what
    r"\s+(?:about|at|in|from|for|over|during|on|this|to|om|på|i|från|för|under)\b"
)


class Dates:
    """The dates of a clause."""

    def __init__(self, text: str, at: datetime) -> None:
        found = list(find_dates(text, at, direction=-1))
        for year in _YEAR.finditer(text):
            days = calendar_days(int(year[0]), None, None)
            if days is not None and not any(
                one.start < year.end() and year.start() < one.end for one in found
            ):
                found.append(DateMention(*year.span(), *days))
        self._found: Sequence[DateMention] = sorted(found)

    def at(self, start: int, text: str, *, since: int | None = None) -> DateMention | None:
        """The date that begins at an offset, or at most at `since` before it."""
        skipped = _BEFORE_DATE.match(text, start)
        begin = skipped.end() if skipped else start
        first = start if since is None else since
        return next((one for one in self._found if first <= one.start <= begin < one.end), None)

    def overlaps(self, start: int, end: int) -> bool:
        return any(one.start < end and start < one.end for one in self._found)


class Details(NamedTuple):
    """What the rest of a clause says about a relation."""

    end: int  # where it ends
    role: str | None = None
    location: str | None = None
    began: DateMention | None = None
    ended: DateMention | None = None
    once: DateMention | None = None
    has_country: bool = False  # the target is a place, and a larger place follows


def read_details(text: str, start: int, dates: Dates, time: Time, kind: str) -> Details | None:
    """The details behind a target; None: words follow that could change what it says."""
    details = Details(start)
    while (more := _next_detail(text, details, dates, time, kind)) is not None:
        details = more
    if _BOUNDARY.match(text, details.end):
        return details
    if time is Time.ONCE and _ABOUT_IT.match(text, details.end):
        return details
    return None


def _next_detail(
    text: str, details: Details, dates: Dates, time: Time, kind: str
) -> Details | None:
    at = details.end
    if (span := _range(text, at, dates)) is not None:
        return details._replace(began=span[0], ended=span[1], end=span[2])
    if (lead := _SINCE.match(text, at)) and (day := dates.at(lead.end(), text, since=at)):
        return details._replace(began=day, end=day.end)
    if (lead := _UNTIL.match(text, at)) and (day := dates.at(lead.end(), text, since=at)):
        return details._replace(ended=day, end=day.end)
    if (lead := _WHEN.match(text, at)) and (day := dates.at(lead.end(), text, since=at)):
        return _dated(details._replace(end=day.end), day, time)
    if (found := _AS.match(text, at)) and details.role is None:
        role = words.role_of(found["role"])
        return None if role is None else details._replace(role=role, end=found.end())
    if kind == "Place" and not details.has_country and (found := _COUNTRY.match(text, at)):
        return details._replace(has_country=True, end=found.end())
    if kind == "Org" and details.location is None and (found := _IN.match(text, at)):
        place = trimmed(found["place"])
        end = found.start("place") + len(place)
        return None if not place else details._replace(location=place, end=end)
    for pattern in (_LASTING, _ADVERB):
        if found := pattern.match(text, at):
            return details._replace(end=found.end())
    return None


def _dated(details: Details, day: DateMention, time: Time) -> Details:
    """The details with a bare date, which means what its frame makes of it."""
    if time is Time.BEGAN:
        return details._replace(began=day)
    if time is Time.ENDED:
        return details._replace(ended=day)
    return details._replace(once=day) if time is Time.ONCE else details


def _range(text: str, at: int, dates: Dates) -> tuple[DateMention, DateMention, int] | None:
    lead = _RANGE.match(text, at)
    if lead is None or (first := dates.at(lead.end(), text)) is None:
        return None
    to = _RANGE_TO.match(text, first.end)
    if to is None or (last := dates.at(to.end(), text)) is None:
        return None
    closes = lead[0].endswith("(") and text.startswith(")", last.end)
    return first, last, last.end + (1 if closes else 0)


def trimmed(name: str) -> str:
    """The name without the punctuation that ends its sentence."""
    return name.rstrip(".,'/-#+" if not name.endswith(("++", "#")) else ".,'/-")


def written_date(day: DateMention) -> str:
    """A date as precisely as it was said: "2022", "2021-03" or "2021-03-14"."""
    if (day.first.month, day.first.day, day.last.month, day.last.day) == (1, 1, 12, 31):
        return f"{day.first.year:04}"
    is_month = day.first.day == 1 and (day.last + timedelta(days=1)).day == 1
    if is_month and day.first.month == day.last.month:
        return f"{day.first.year:04}-{day.first.month:02}"
    return day.first.isoformat()


def dated_attrs(details: Details) -> dict[str, Any]:
    """`startDate` and `endDate`, where they are said."""
    attrs: dict[str, Any] = {}
    if details.began is not None:
        attrs["startDate"] = written_date(details.began)
    if details.ended is not None:
        attrs["endDate"] = written_date(details.ended)
    return attrs


def is_future(day: DateMention | None, today: date) -> bool:
    return day is not None and day.first > today
