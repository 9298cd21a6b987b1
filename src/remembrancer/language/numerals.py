"""Numbers written in words, in English and Swedish."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from remembrancer.language.word_patterns import alternation

PLAIN: Final = {
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
SMALL: Final = (
    {"a": 1, "an": 1, "en": 1}
    | PLAIN
    | {
        ten + joint + one: PLAIN[ten] + number
        for tens, ones, joints in (
            ("twenty thirty forty fifty sixty seventy eighty ninety", _UNITS_OF_TEN, "- "),
            ("tjugo trettio fyrtio femtio sextio sjuttio åttio nittio", _ENHETER, ("",)),
        )
        for ten in tens.split()
        for number, one in enumerate(ones, start=1)
        for joint in joints
    }
)
SCALES: Final = {
    "k": 1e3, "grand": 1e3, "tusen": 1e3, "thousand": 1e3, "hundred": 1e2, "hundra": 1e2,
    "m": 1e6, "mn": 1e6, "mil": 1e6, "mio": 1e6, "million": 1e6, "millions": 1e6, "miljon": 1e6,
    "miljoner": 1e6, "milj": 1e6, "bn": 1e9, "billion": 1e9, "billions": 1e9, "miljard": 1e9,
    "miljarder": 1e9,
}  # fmt: skip
BIG: Final = frozenset(
    {
        "grand", "hundred", "hundra", "thousand", "tusen", "million", "miljon", "miljoner",
        "billion", "miljard", "miljarder",
    }
)  # fmt: skip
COUNTING: Final = frozenset(SMALL) - {"a", "an", "en", "ett", "one", "zero", "noll"}
WORDS: Final = COUNTING | BIG

_HALF: Final = re.compile(
    rf"(?<!\w)(?P<whole>\d{{1,3}}|en|{alternation(PLAIN)})[ -](?:and[ -]a[ -]half|och en halv"
    rf"|och ett halvt)(?:[ -](?P<scale>{alternation(BIG)}))?(?!\w)"
)
_A_HALF: Final = re.compile(
    r"(?<!\w)(?<!and )(?<!och )(?:half an?|en halv|ett halvt)(?= (?:percent|percentage|procent|year"
    r"|år|hour|timme|day|dag|month|månad|week|vecka|minute|minut|kilo|liter)(?!\w))"
)
_PARTS: Final = {
    "half": 2, "hälften": 2, "third": 3, "thirds": 3, "tredjedel": 3, "tredjedelar": 3,
    "quarter": 4, "quarters": 4, "fjärdedel": 4, "fjärdedelar": 4, "fifth": 5, "fifths": 5,
    "femtedel": 5, "femtedelar": 5, "tenth": 10, "tiondel": 10,
}  # fmt: skip
_PART: Final = re.compile(  # "a third of the shares", but not "the second half of the year"
    r"(?<!\w)(?:(?P<count>a|one|two|three|four|en|två|tre|fyra) "
    rf"(?P<part>{alternation(_PARTS)})(?!\w)"
    r"|(?<!first )(?<!second )(?<!latter )(?<!other )(?<!första )(?<!andra )"
    r"(?P<half>half|hälften)(?!\w))"
)
_OF: Final = (" of ", " av ")
_PHRASES: Final = {
    "half a million": 5e5,
    "en halv miljon": 5e5,
    "half a billion": 5e8,
    "en halv miljard": 5e8,
    "half a dozen": 6,
    "a dozen": 12,
    "ett dussin": 12,
    "a fortnight": 14,
    "fortnight": 14,
}
_PHRASE: Final = re.compile(rf"\b(?:{alternation(_PHRASES)})\b")
_PHRASE_HINTS: Final = frozenset({"half", "halv", "halvt", "dozen", "dussin", "fortnight", *_PARTS})
_BELOW_HUNDRED: Final = alternation(
    word for word in SMALL if word.isalpha() and word not in ("a", "an")
)
_BELOW_THOUSAND: Final = (
    rf"(?:(?P<hundreds{{0}}>{_BELOW_HUNDRED})?(?P<hundra{{0}}>hundra))?"
    rf"(?P<rest{{0}}>{_BELOW_HUNDRED})?"
)
_COMPOUND: Final = re.compile(  # tvåhundrafemtiotusen
    rf"(?:{_BELOW_THOUSAND.format('t')}(?P<tusen>tusen))?{_BELOW_THOUSAND.format('')}"
)


def may_hold_number(low: str, words: frozenset[str]) -> bool:
    """Whether a lower-case text may hold a number in words; `words` is its word set."""
    return not words.isdisjoint(WORDS) or "hundra" in low or "tusen" in low


def may_hold_fraction(words: frozenset[str]) -> bool:
    """Whether a text with these words may hold a half, a third or a dozen."""
    return not words.isdisjoint(_PHRASE_HINTS)


def parse_number_word(word: str) -> float | None:
    """The value of one word: "fifteen", "tjugotre", "tvåhundrafemtio"; None: not a number."""
    if word in SMALL:
        return SMALL[word]
    if "hundra" not in word and "tusen" not in word:
        return None
    found = _COMPOUND.fullmatch(word)
    if found is None:
        return None
    thousands = _below_thousand(found, "t") or 1 if found["tusen"] else 0
    return 1000.0 * thousands + _below_thousand(found, "")


def is_number_word(word: str) -> bool:
    """Whether a word can be part of a number; "a" and "one" alone cannot."""
    if word in WORDS:
        return True
    return ("hundra" in word or "tusen" in word) and parse_number_word(word) is not None


def continues_number(before: str, gap: str, word: str) -> bool:
    """Whether two words form one number: "twenty two" does, "two, ten" and "two ten" do not."""
    if gap.strip(" -"):
        return before in ("hundred", "hundra") and gap in (" and ", " och ")
    if word in BIG or before in BIG:
        return True
    first, last = parse_number_word(before), parse_number_word(word)
    return first is not None and last is not None and first >= 20 > last


def combine_number_words(words: Iterable[str]) -> float:
    """The value of several number words together: "two thousand five hundred"."""
    whole = part = 0.0
    for word in words:
        scale = SCALES[word] if word in BIG else None
        if scale is None:
            part += parse_number_word(word) or 0
        elif scale == SCALES["hundred"]:
            part = max(part, 1.0) * scale
        else:
            whole, part = whole + max(part, 1.0) * scale, 0.0
    if whole >= SCALES["million"] and whole % SCALES["million"] == 0 and 100 <= part < 1000:
        part *= SCALES["thousand"]  # "en miljon trehundrafemtio" leaves out the thousands
    return whole + part


class NumberPhrase(NamedTuple):
    """A number of several words with its offsets."""

    start: int
    end: int
    value: float
    unit: str | None  # None: the following word is the unit


def find_number_phrases(low: str) -> list[NumberPhrase]:
    """The numbers that are given as halves, fractions or dozens."""
    found = [NumberPhrase(*match.span(), _halved(match), None) for match in _HALF.finditer(low)]
    found += [NumberPhrase(*match.span(), 0.5, None) for match in _A_HALF.finditer(low)]
    for match in _PART.finditer(low):
        is_led = low[: match.start()].endswith(("by ", "med "))
        if "del" not in match[0] and not is_led and not low.startswith(_OF, match.end()):
            continue  # "the third time" and "a quarter past" are not fractions
        count = SMALL[match["count"]] if match["count"] else 1
        share = round(100 * count / _PARTS[match["part"] or match["half"]], 2)
        found.append(NumberPhrase(*match.span(), share, "%"))
    for match in _PHRASE.finditer(low):
        if not any(one.start <= match.start() < one.end for one in found):
            unit = "days" if "fortnight" in match[0] else None
            found.append(NumberPhrase(*match.span(), _PHRASES[match[0]], unit))
    return found


def _halved(match: re.Match[str]) -> float:
    whole, scale = match["whole"], match["scale"]
    number = float(whole) if whole.isdigit() else SMALL[whole]
    return (number + 0.5) * (SCALES[scale] if scale else 1)


def _below_thousand(found: re.Match[str], which: str) -> float:
    hundreds = found[f"hundreds{which}"]
    rest = found[f"rest{which}"]
    whole = (SMALL[hundreds] if hundreds else 1) * 100 if found[f"hundra{which}"] else 0
    return whole + (SMALL[rest] if rest else 0)
