"""Amounts: figures in a text with what they count, written in digits or in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from remembrancer.model.statement import Amount
from remembrancer.rules.statements.forms import either

_PLAIN: Final = {
    word: number
    for listed in (
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen twenty",
        "noll ett två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton "
        "sjutton arton nitton tjugo",
    )
    for number, word in enumerate(listed.split())
} | {
    word: 10 * number
    for listed in (
        "thirty forty fifty sixty seventy eighty ninety",
        "trettio fyrtio femtio sextio sjuttio åttio nittio",
    )
    for number, word in enumerate(listed.split(), start=3)
}
_UNITS_OF_TEN: Final = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_ENHETER: Final = ["ett", "två", "tre", "fyra", "fem", "sex", "sju", "åtta", "nio"]
_SMALL: Final = (
    {"a": 1, "an": 1, "en": 1}
    | _PLAIN
    | {
        ten + joint + one: _PLAIN[ten] + number
        for tens, ones, joints in (
            ("twenty thirty forty fifty sixty seventy eighty ninety", _UNITS_OF_TEN, "- "),
            ("tjugo trettio fyrtio femtio sextio sjuttio åttio nittio", _ENHETER, ("",)),
        )
        for ten in tens.split()
        for number, one in enumerate(ones, start=1)
        for joint in joints
    }
)
_SCALES: Final = {
    "k": 1e3,
    "grand": 1e3,
    "tusen": 1e3,
    "thousand": 1e3,
    "hundred": 1e2,
    "hundra": 1e2,
    "m": 1e6,
    "mn": 1e6,
    "mil": 1e6,
    "mio": 1e6,
    "million": 1e6,
    "millions": 1e6,
    "miljon": 1e6,
    "miljoner": 1e6,
    "milj": 1e6,
    "bn": 1e9,
    "billion": 1e9,
    "miljard": 1e9,
    "miljarder": 1e9,
}
_CURRENCIES: Final = {
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
        "GB": "gb",
        "MB": "mb",
        "TB": "tb",
    }.items()
    for form in forms.split()
}
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


_NUMBER_WORDS: Final = frozenset(_SMALL) - {"a", "an", "en", "ett", "one", "zero", "noll"}
_BIG_WORDS: Final = frozenset(
    {"grand", "hundred", "hundra", "thousand", "tusen", "million", "miljon"}
)
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
_SUMS: Final = frozenset(_CURRENCIES.values())
_PLAIN_WORD: Final = re.compile(r"[^\W\d_]+")
_DIGIT: Final = re.compile(r"\d")
_WORDS_OF_NUMBERS: Final = _NUMBER_WORDS | _BIG_WORDS
_PHRASES: Final = {
    "one and a half million": 1.5e6,
    "en och en halv miljon": 1.5e6,
    "half a million": 5e5,
    "en halv miljon": 5e5,
    "half a dozen": 6,
    "a dozen": 12,
    "ett dussin": 12,
    "one and a half": 1.5,
    "en och en halv": 1.5,
    "ett och ett halvt": 1.5,
    "two and a half": 2.5,
    "två och en halv": 2.5,
    "två och ett halvt": 2.5,
    "a fortnight": 14,
    "fortnight": 14,
}
_PHRASE: Final = re.compile(rf"\b(?:{either(_PHRASES)})\b")
_PHRASE_HINTS: Final = frozenset({"half", "halv", "halvt", "dozen", "dussin", "fortnight"})
_TAIL: Final = re.compile(
    rf"""\s?(?:(?P<scaled>{either(_SCALED_CURRENCIES)})\b
    |(?P<after>:-|[€£]|(?:{either(name for name in _CURRENCIES if name.isalpha())})\b)
    |-?(?P<measure>%|(?:{either(_MEASURES.keys() - {"%"})})(?!\w)))""",
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
_LOOK_BACK: Final = 18  # letters before a figure that may say how it is meant
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
_RANGE: Final = re.compile(r"\d+(?:[.,]\d+)?\s?[-–]\s?(?=\d)")
_PERIODS: Final = {
    "mo": "month", "må": "month", "m": "month", "år": "year", "ye": "year", "a": "year",
    "an": "year", "we": "week", "ve": "week", "ho": "hour", "h": "hour", "ti": "hour",
    "da": "day", "qu": "quarter", "kv": "quarter",
}  # fmt: skip


def amounts(text: str, *, language: str = "english") -> tuple[Amount, ...]:
    """Every figure in order. Times of day, phone numbers, versions and ids are none."""
    low = lowered(text)
    found: list[Amount] = []
    if _DIGIT.search(low):
        barred = [match.span() for match in _NO_AMOUNT.finditer(low)]
        found.extend(
            _in_digits(low, match, language)
            for match in _DIGITS.finditer(low)
            if not any(first < match.end() and match.start() < last for first, last in barred)
        )
    spoken = frozenset(_PLAIN_WORD.findall(low))
    if not spoken.isdisjoint(_WORDS_OF_NUMBERS) or not spoken.isdisjoint(_PHRASE_HINTS):
        found += _in_words(low, [match for match in _WORD.finditer(low) if _counts(match[0])])
        found.sort(key=lambda amount: amount.start)
    return tuple(found)


def lowered(text: str) -> str:
    """The text in small letters, each at the place where it stood."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(one.lower()[0] for one in text)


def period(text: str, amount: Amount) -> str | None:
    """What the amount is counted by: month, year, week, hour, day; None: it is not."""
    match = _RATE.match(lowered(text), amount.end)
    if match is None:
        return None
    return _PERIODS.get((match[1] or match[2] or match[3])[:2])


def _counts(word: str) -> bool:
    return word in _WORDS_OF_NUMBERS


def _in_digits(low: str, match: re.Match[str], language: str) -> Amount:
    scale = match["scale"]
    digits = match[0] if scale is None else match[0][: match.start("scale") - match.start()]
    value = _number(digits.strip(), language)
    amount = _finished(low, value, match.start(), match.end())
    if amount.unit in _SUMS and _THOUSANDS.fullmatch(digits.strip()):
        amount = amount._replace(value=value * 1e3)  # nobody counts a thousandth of a euro
    if scale and (scale != "m" or amount.unit or "." in digits or "," in digits):
        return amount._replace(value=round(amount.value * _SCALES[scale], 6))
    if scale is None and amount.unit is None and (spread := _RANGE.match(low, match.start())):
        other = _DIGITS.match(low[spread.end() :])
        if other is not None:
            last = _in_digits(low[spread.end() :], other, language)
            times = _SCALES[other["scale"]] if other["scale"] in ("k", "m") else 1
            return amount._replace(value=value * (times if value < 1000 else 1), unit=last.unit)
    return amount


def _in_words(low: str, words: list[re.Match[str]]) -> Iterator[Amount]:
    for match in _PHRASE.finditer(low):
        start, end = match.span()
        amount = _finished(low, _PHRASES[match[0]], start, end)
        yield amount._replace(unit="days") if match[0].endswith("fortnight") else amount
        words = [one for one in words if not start <= one.start() < end]
    held: list[re.Match[str]] = []
    for word in words:
        if held and not _goes_on(held[-1][0], low[held[-1].end() : word.start()], word[0]):
            yield from _joined(low, held)
            held = []
        held.append(word)
    yield from _joined(low, held)


def _goes_on(before: str, gap: str, word: str) -> bool:
    """Whether two words make one figure: "twenty two" does, "two, ten" and "two ten" do not."""
    if gap.strip(" -"):
        return before in ("hundred", "hundra") and gap in (" and ", " och ")
    return word in _BIG_WORDS or before in _BIG_WORDS or _SMALL[before] >= 20 > _SMALL[word]


def _joined(low: str, held: list[re.Match[str]]) -> Iterator[Amount]:
    if not held:
        return
    start = held[0].start()
    if held[0][0] in _BIG_WORDS:
        # "a hundred thousand" is a figure; the rest of "120 tusen" has been read with its digits.
        before = re.search(r"\b(?:a|an|one|en|ett)\s$", low[:start])
        if before is None and held[0][0] != "hundra":
            return
        if re.search(r"\d\s?$", low[:start]):
            return
        start = before.start() if before else start
    value = 0.0
    for word in held:
        number = _SMALL.get(word[0])
        if number is not None:
            value += number
        else:
            value = max(value, 1.0) * _SCALES[word[0]]
    yield _finished(low, value, start, held[-1].end())


def _finished(low: str, value: float, start: int, end: int) -> Amount:
    """The figure with what stands around it: a currency, a measure, what is counted."""
    unit: str | None = None
    ahead = low[max(0, start - _LOOK_BACK) : start]
    is_about = _ABOUT.search(ahead) is not None
    if before := _BEFORE.search(ahead):
        unit = _CURRENCIES[before[0].strip()]
        start -= len(before[0])
    if tail := _TAIL.match(low, end):
        if tail["scaled"]:
            times, unit = _SCALED_CURRENCIES[tail["scaled"]]
            value *= times
        elif tail["after"]:
            unit = _CURRENCIES[tail["after"]]
        else:
            unit = unit or _MEASURES[tail["measure"]]
        end = tail.end()
    elif unit is None and (counted := _COUNTED_NEXT.match(low, end)):
        unit = _COUNTED.get(counted[1])
    return Amount(round(value, 6), unit, start, end, is_about)


def _number(digits: str, language: str) -> float:
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
