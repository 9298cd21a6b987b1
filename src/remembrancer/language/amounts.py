"""Finds amounts in a text, in digits or in words, with their units."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from remembrancer.language import numerals
from remembrancer.language.numerals import SCALES
from remembrancer.language.statement import Amount
from remembrancer.language.times import times_of_day
from remembrancer.language.word_patterns import alternation

_MONEY_SIGNS: Final = {
    "kr": "SEK", "kronor": "SEK", "krona": "SEK", "sek": "SEK", "spänn": "SEK", ":-": "SEK",
    "£": "GBP", "gbp": "GBP", "pounds": "GBP", "pound": "GBP", "quid": "GBP", "pund": "GBP",
    "$": "USD", "usd": "USD", "dollars": "USD", "dollar": "USD", "bucks": "USD",
    "€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR",
    "nok": "NOK", "dkk": "DKK", "chf": "CHF",
}  # fmt: skip
_SCALED_CURRENCIES: Final = {
    "tkr": (1e3, "SEK"), "ksek": (1e3, "SEK"), "kkr": (1e3, "SEK"), "mkr": (1e6, "SEK"),
    "mnkr": (1e6, "SEK"), "msek": (1e6, "SEK"), "mdkr": (1e9, "SEK"),
}  # fmt: skip
_MEASURES: Final = {
    form: unit
    for unit, forms in {
        "%": "% percent procent pct",
        "percentage points": "pp procentenheter",
        "basis points": "bps bp punkter",
        "years": "years year yrs yr år årig",
        "months": "months month månader månad mån",
        "quarters": "quarters kvartal",
        "weeks": "weeks week wks wk veckor vecka veckors",
        "days": "days day dagar dag dagars dgr",
        "hours": "hours hour hrs hr timmar timme tim timmars",
        "minutes": "minutes minute mins min minuter minut",
        "seconds": "seconds second secs sec sekunder sekund",
        "milliseconds": "ms milliseconds millisekunder",
        "times": "x gånger",
        "kB": "kb",
        "GB": "gb gigabyte gigabytes gig gigs",
        "MB": "mb megabyte megabytes",
        "TB": "tb terabyte terabytes",
        "rps": "rps qps",
        "km": "km kilometer kilometers kilometre kilometres",
        "kg": "kg kilo kilos",
        "miles": "miles mile",
        "sqm": "sqm kvm m2 m² kvadratmeter",
        "kWh": "kwh",
    }.items()
    for form in forms.split()
} | {"per cent": "%"}
_COUNTED: Final = {
    form: unit
    for unit, forms in {
        "employees": "employees employee anställda anställd medarbetare staff",
        "people": "people persons personer heads",
        "children": "children child kids kid barn",
        "customers": "customers clients kunder kund",
        "users": "users användare",
        "shares": "shares aktier",
        "rows": "rows rader",
        "times": "times gånger x",
    }.items()
    for form in forms.split()
}


_SCALE: Final = (
    r"thousand|grand|tusen|millions?|miljon(?:er)?|milj|billion|miljard(?:er)?|mio|mn|bn|k|m"
)
_DIGITS: Final = re.compile(
    r"(?<![\w.,:/#+@])(?:\d{1,3}(?:[ \u00a0\u202f.,']\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?)"
    rf"(?:[ \u00a0]?(?P<scale>{_SCALE})(?![^\W\d_]))?"
)
_WORD: Final = re.compile(
    r"[^\W\d_]+(?:-(?:one|two|three|four|five|six|seven|eight|nine)(?![\w-]))?(?!-?\d)"
)
_THOUSANDS: Final = re.compile(r"[1-9]\d{0,2}\.\d{3}")
CURRENCIES: Final = frozenset(_MONEY_SIGNS.values())
_PLAIN_WORD: Final = re.compile(r"[^\W\d_]+")
_DIGIT: Final = re.compile(r"\d")
_TAIL: Final = re.compile(
    rf"""\s?(?:(?P<scaled>{alternation(_SCALED_CURRENCIES)})\b
    |(?P<after>:-|[€£]|(?:{alternation(name for name in _MONEY_SIGNS if name.isalpha())})\b)
    |-?(?P<measure>%|(?:{alternation(_MEASURES.keys() - {"%"})})(?!\w)))""",
    re.VERBOSE,
)
_RATE: Final = re.compile(
    r"\s*(?:/|per\b|an?\b|each\b|i\b|om\b|every\b|varje\b)\s*(month|mo|mån(?:aden|ad)?|year|annum"
    r"|år(?:et)?|week|vecka[n]?|hour|timme[n]?|tim|h|day|dag(?:en)?|quarter|kvartal(?:et)?)\b"
    r"|\s*\bp\.?\s?(a|m)\b|\s+(annually|yearly|monthly|weekly|årligen)"
)
_ABOUT: Final = re.compile(
    r"(?:roughly|around|about|approx(?:imately)?\.?|circa|ca\.?|ungefär|runt|cirka|nearly|almost"
    r"|nästan|drygt|knappt|over|under|~)\s*[£$€]?\s?$"
)
_BEFORE: Final = re.compile(r"(?:[£$€]|\b(?:sek|gbp|usd|eur|nok|dkk|chf))\s?$")
_LOOK_BACK: Final = 18  # characters before a number that may hold its currency or a qualifier
_NO_AMOUNT: Final = re.compile(
    r"\b\d{1,2}[:.]\d{2}\s?(?:am|pm|utc|cet)\b|(?<![\w.])\d{1,2}:\d{2}(?::\d{2})?(?![\w%])"
    r"|\b401\(?k\)?|\b\d{6}-\d{4}\b|\b\d{1,2}\s?[ap]m\b"
    r"|(?<!\w)\+?\d{2,4}[-/ ]\d{2,3}[- ]?\d{2,3}[- ]\d{2,4}\b(?!\s?(?:kr|sek|kronor))"
    r"|(?<!\w)\+\d[\d -]{6,}|\b0\d{1,3}-\d{5,}"
    r"|\b\d+(?:\.\d+){2,}\b(?!\s?(?:kr|sek|kronor))|\bv\d+(?:\.\d+)*\b"
    r"|\b\d{8,}\b(?!\s?(?:kr|sek|kronor|gbp|eur|usd))"
)
_COUNTED_NEXT: Final = re.compile(
    r"\s+(?:full[- ]?time |part[- ]?time |new |small |young |grown[- ]up |adult |active |paying "
    r"|små |vuxna )?([^\W\d_]+)"
)
_TO: Final = re.compile(
    r"\s?(?:[-–]|to|till|up to|or|eller|(?P<and>and|och))\s?[£$€]?(?:sek |gbp |usd |eur )?"
)
_BETWEEN: Final = re.compile(r"\b(?:between|mellan)(?: \w+)?\s[£$€]?$")
_SCALED: Final = re.compile(
    rf"(?<![^\W\d_])(?:({alternation(SCALES)})|({alternation(_SCALED_CURRENCIES)}))(?![^\W_])"
)
_CLOCK: Final = re.compile(
    r"half|halv|quarter|kvart|klock|\bkl\b|o'clock| past | över | at \d|\b0\d\.\d\d"
)
_CLOCK_HINTS: Final = ("hal", "quart", "kvart", "kl", "clock", " past ", " över ", " at ", "0")
_PERIODS: Final = {
    "mo": "month", "må": "month", "m": "month", "år": "year", "ye": "year", "a": "year",
    "an": "year", "we": "week", "ve": "week", "ho": "hour", "h": "hour", "ti": "hour",
    "da": "day", "qu": "quarter", "kv": "quarter",
}  # fmt: skip


def word_set_of(low: str) -> frozenset[str]:
    """The set of words in a lower-case text; callers test it before they run a pattern."""
    return frozenset(_PLAIN_WORD.findall(low))


def find_amounts(
    text: str, *, language: str = "english", words: frozenset[str] | None = None
) -> tuple[Amount, ...]:
    """Every amount in order. Times of day, phone numbers, versions and ids are not amounts.

    `words` is the set of plain words, if the caller has it already.
    """
    low = lower_same_length(text)
    found: list[Amount] = []
    has_clock = any(hint in low for hint in _CLOCK_HINTS) and _CLOCK.search(low) is not None
    barred = (
        [(one.start, one.end) for one in times_of_day.find_clock_times(low)] if has_clock else []
    )
    words = word_set_of(low) if words is None else words
    phrases = numerals.find_number_phrases(low) if numerals.may_hold_fraction(words) else []
    if _DIGIT.search(low):
        halves = [(start, end) for start, end, *_ in phrases]
        passed = barred + halves + [match.span() for match in _NO_AMOUNT.finditer(low)]
        found.extend(
            _from_digits(low, match, language)
            for match in _DIGITS.finditer(low)
            if not _is_within(match, passed)
        )
    if phrases or numerals.may_hold_number(low, words):
        found += _from_words(low, phrases, barred)
        found.sort(key=lambda amount: amount.start)
    return tuple(_share_range_units(low, found))


def lower_same_length(text: str) -> str:
    """The text in lower case, with every character at its old offset."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(one.lower()[0] for one in text)


def payment_period(text: str, amount: Amount) -> str | None:
    """The period an amount is paid per: month, year, week, hour or day; None: no period."""
    match = _RATE.match(lower_same_length(text), amount.end)
    if match is None:
        return None
    return _PERIODS.get((match[1] or match[2] or match[3])[:2])


def _from_digits(low: str, match: re.Match[str], language: str) -> Amount:
    scale = match["scale"]
    digits = match[0] if scale is None else match[0][: match.start("scale") - match.start()]
    value = _parse_digits(digits.strip(), language)
    amount = _with_unit(low, value, match.start(), match.end())
    if amount.unit in CURRENCIES and _THOUSANDS.fullmatch(digits.strip()):
        amount = amount._replace(value=value * 1e3)  # the dot separates thousands
    if scale and (scale != "m" or amount.unit or "." in digits or "," in digits):
        return amount._replace(value=round(amount.value * SCALES[scale], 6))
    return amount


def _from_words(
    low: str, phrases: list[numerals.NumberPhrase], barred: list[tuple[int, int]]
) -> Iterator[Amount]:
    taken = list(barred)
    for start, end, value, unit in phrases:
        amount = _with_unit(low, value, start, end)
        taken.append((start, end))
        yield amount._replace(unit=unit) if unit else amount
    held: list[re.Match[str]] = []
    for word in _WORD.finditer(low):
        if not numerals.is_number_word(word[0]) or _is_within(word, taken):
            continue
        if held and not numerals.continues_number(
            held[-1][0], low[held[-1].end() : word.start()], word[0]
        ):
            yield from _join_number_words(low, held)
            held = []
        held.append(word)
    yield from _join_number_words(low, held)


def _join_number_words(low: str, held: list[re.Match[str]]) -> Iterator[Amount]:
    if not held:
        return
    start = held[0].start()
    if held[0][0] in numerals.BIG:
        # "a hundred thousand" is a number; "tusen" in "120 tusen" was read with its digits.
        before = re.search(r"\b(?:a|an|one|en|ett)\s$", low[:start])
        if before is None and held[0][0] != "hundra":
            return
        if re.search(r"\d\s?$", low[:start]):
            return
        start = before.start() if before else start
    yield _with_unit(
        low, numerals.combine_number_words(word[0] for word in held), start, held[-1].end()
    )


def _share_range_units(low: str, found: list[Amount]) -> list[Amount]:
    """The amounts, with scale and unit copied to both ends of a range: "20 to 30 thousand"."""
    spread = list(found)
    for number in range(len(found) - 1):
        one, last = spread[number], spread[number + 1]
        gap = _TO.fullmatch(low, one.end, last.start)
        if gap is None or (None not in (one.unit, last.unit) and one.unit != last.unit):
            continue
        ahead = low[max(0, one.start - _LOOK_BACK) : one.start]
        if gap["and"] and not _BETWEEN.search(ahead):
            continue
        scale = _scale(low[last.start : last.end])
        if _scale(low[one.start : one.end]) > 1 or one.value * scale > last.value:
            scale = 1.0
        unit = last.unit or (one.unit if one.unit in CURRENCIES else None)
        spread[number] = one._replace(
            value=round(one.value * scale, 6), unit=one.unit if last.unit is None else unit
        )
        spread[number + 1] = last._replace(unit=unit)
    return spread


def _scale(said: str) -> float:
    found = _SCALED.search(said)
    if found is None:
        return 1.0
    return SCALES[found[1]] if found[1] else _SCALED_CURRENCIES[found[2]][0]


def _is_within(match: re.Match[str], spans: list[tuple[int, int]]) -> bool:
    return any(first < match.end() and match.start() < last for first, last in spans)


def _with_unit(low: str, value: float, start: int, end: int) -> Amount:
    """The amount with the unit found next to it: a currency, a measure or a counted noun."""
    unit: str | None = None
    ahead = low[max(0, start - _LOOK_BACK) : start]
    is_about = _ABOUT.search(ahead) is not None
    if before := _BEFORE.search(ahead):
        unit = _MONEY_SIGNS[before[0].strip()]
        start -= len(before[0])
    if tail := _TAIL.match(low, end):
        if tail["scaled"]:
            times, unit = _SCALED_CURRENCIES[tail["scaled"]]
            value *= times
        elif tail["after"]:
            unit = _MONEY_SIGNS[tail["after"]]
        else:
            unit = unit or _MEASURES[tail["measure"]]
        end = tail.end()
    elif unit is None and (counted := _COUNTED_NEXT.match(low, end)):
        unit = _COUNTED.get(counted[1])
    return Amount(round(value, 6), unit, start, end, is_about)


def _parse_digits(digits: str, language: str) -> float:
    plain = digits.replace(" ", "").replace("\u00a0", "").replace("\u202f", "").replace("'", "")
    last = max(plain.rfind(","), plain.rfind("."))
    if last < 0:
        return float(plain)
    behind = plain[last + 1 :]
    grouped = len(behind) == 3 and plain[:last] not in ("", "0")
    if grouped and plain[last] == "." and language == "english" and plain.count(".") == 1:
        grouped = False
    if grouped:
        return float(plain.replace(",", "").replace(".", ""))
    return float(plain[:last].replace(",", "").replace(".", "") + "." + behind)
