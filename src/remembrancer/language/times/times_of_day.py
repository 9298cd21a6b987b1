"""Finds times of day in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from remembrancer.language.times.day_words import COUNTS
from remembrancer.language.word_patterns import alternation

DAWN: Final = 7  # an hour before this one means p.m. if the text does not say a.m. or p.m.

_HOURS: Final = {
    word: number
    for word, number in COUNTS.items()
    if " " not in word and word not in ("a", "an", "en")
}
_MINUTES: Final = {
    "quarter": 15, "kvart": 15, "five": 5, "ten": 10, "twenty": 20, "fem": 5, "tio": 10,
    "tjugo": 20,
}  # fmt: skip
_HINTS: Final = re.compile(
    r"\d|half|halv|quarter|kvart| past | to | över | i |klockan|kl\.? |o'clock| in the | på "
    r"|tonight|kväll|night|noon|midnatt"
)
_PART: Final = (
    r"(?P<half>am|pm|o'clock|på (?:morgonen|kvällen|eftermiddagen|natten|förmiddagen)"
    r"|in the (?:morning|evening|afternoon)|at night|tonight|ikväll|i kväll)\b"
)
_HOUR: Final = rf"(?P<hour>{alternation(_HOURS)})(?!\w| (?:percent|procent|of|av)\b)"
_SPOKEN: Final = re.compile(
    rf"(?<!\w)(?P<way>half(?: past)?|quarter (?:past|to)|(?:five|ten|twenty) past|halv"
    rf"|kvart (?:över|i)|(?:fem|tio|tjugo) över) {_HOUR}(?: {_PART})?"
)
_SPOKEN_TO: Final = re.compile(  # "ten to twelve" alone is a range
    r"(?<!\w)(?:at|by|around|about|until|till|before|after|from|it's|vid|klockan|kl\.?|före|innan"
    rf"|efter|runt|tills|är|från) (?P<way>(?:five|ten|twenty) to|(?:fem|tio|tjugo) i) {_HOUR}"
    r"(?=\W*$|[,.;:!?)]| (?:on|in|every|each|and|so|then|today|tomorrow|but|på|varje|och|så|men"
    r"|i)\b)"
)
_WRITTEN: Final = re.compile(
    r"(?<![\w.,:/-])(?:(?P<led>kl\.?|klockan) ?)?(?P<hour>\d{1,2})"
    rf"(?:(?P<sign>[:.])(?P<minute>\d{{2}})(?![:.\d]))?(?: ?{_PART})?(?![\w%])"
)
_ON_A_DAY: Final = re.compile(  # "Fridays at 4"
    r"(?:days?|dag(?:ar|en)?|tomorrow|tonight|imorgon|morgon|weekdays) (?:at|vid) "
    r"(?P<hour>\d{1,2})(?!\w|[.,:]\d| ?%| (?:percent|procent))"
    r"|(?<!\w)at (?P<ahead>\d{1,2}) (?=on (?:\w+day|weekdays)|every |each )"
)
_NAMED: Final = re.compile(
    rf"(?<!\w)(?:(?P<led>klockan|kl\.?) (?P<hour>{alternation(_HOURS)})(?!\w)(?: {_PART})?"
    rf"|(?P<alone>{alternation(_HOURS)}) {_PART.replace('<half>', '<part>')})"
)
_NOON: Final = re.compile(
    r"(?<!\w)(?:at|by|before|after|until|from|vid|till) (noon|midnight|midnatt)\b"
)
_LATE: Final = re.compile(
    r"(?<![^\W\d])(?:pm|\w*kväll\w*|\w*eftermiddag\w*|evenings?|afternoons?|tonight|dinner"
    r"|middag)(?!\w)"
)
_EARLY: Final = re.compile(
    r"(?<![^\W\d])(?:am|\w*morgon\w*|\w*förmiddag\w*|mornings?|\w*natt\w*|nights?|nightly|overnight"
    r"|breakfast|frukost\w*)(?!\w)"
)


class ClockTime(NamedTuple):
    """A time of day and its offsets in the text."""

    start: int
    end: int
    clock: str  # "18:30"
    is_unambiguous: bool  # False: the text does not say a.m. or p.m.


def find_times(low: str) -> tuple[str, ...]:
    """The times of day in a lower-case text, sorted as written: "18:30"."""
    return tuple(dict.fromkeys(one.clock for one in find_clock_times(low)))


def find_clock_times(low: str) -> tuple[ClockTime, ...]:
    """The times of day in a lower-case text with their offsets."""
    if not _HINTS.search(low):
        return ()
    found: list[ClockTime] = []
    for reader in (_written, _on_a_day, _spoken, _named, _noon):
        for one in reader(low):
            if not any(held.start < one.end and one.start < held.end for held in found):
                found.append(one)
    return tuple(found)


def _written(low: str) -> Iterator[ClockTime]:
    for match in _WRITTEN.finditer(low):
        is_told = match["sign"] == ":" or (
            match["sign"] is not None and match["hour"].startswith("0") and len(match["hour"]) > 1
        )
        if not is_told and not match["led"] and not match["half"]:
            continue  # a figure
        yield from _clock_time(low, match, int(match["hour"]), int(match["minute"] or 0), is_told)


def _on_a_day(low: str) -> Iterator[ClockTime]:
    for match in _ON_A_DAY.finditer(low):
        group = "hour" if match["hour"] else "ahead"
        if one := next(_clock_time(low, match, int(match[group]), 0, False), None):
            yield one._replace(start=match.start(group), end=match.end(group))


def _named(low: str) -> Iterator[ClockTime]:
    for match in _NAMED.finditer(low):
        yield from _clock_time(low, match, _HOURS[match["hour"] or match["alone"]], 0, False)


def _spoken(low: str) -> Iterator[ClockTime]:
    for pattern in (_SPOKEN, _SPOKEN_TO):
        for match in pattern.finditer(low):
            hour, way = _HOURS[match["hour"]], match["way"].split()
            minute = 30 if way[0] in ("half", "halv") else _MINUTES[way[0]]
            if way[-1] in ("to", "i"):
                minute = 60 - minute
            if way[-1] in ("to", "i", "halv"):  # half four, in Swedish, is half past three
                hour = hour - 1 or 12
            for one in _clock_time(low, match, hour, minute, False):
                yield one._replace(start=match.start("way"), end=match.end("hour"))


def _noon(low: str) -> Iterator[ClockTime]:
    for match in _NOON.finditer(low):
        yield ClockTime(*match.span(1), "12:00" if match[1] == "noon" else "00:00", True)


def _clock_time(
    low: str, match: re.Match[str], hour: int, minute: int, is_told: bool
) -> Iterator[ClockTime]:
    """The time on a 24-hour clock. The nearest word decides between a.m. and p.m."""
    said = match.group()
    if _LATE.search(said):
        hour, is_told = hour + 12 * (hour < 12), True
    elif _EARLY.search(said):
        hour, is_told = hour % 12 if hour == 12 else hour, True
    elif not is_told and hour <= 12:
        if _LATE.search(low):
            hour += 12 * (hour < 12)
        elif hour < DAWN and not _EARLY.search(low):
            hour += 12
    else:
        is_told = True
    if hour < 24 and minute < 60:
        yield ClockTime(*match.span(), f"{hour:02}:{minute:02}", is_told)
