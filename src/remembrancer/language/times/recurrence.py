"""Finds recurrences: how often something happens."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from remembrancer.language.times.day_words import MONTH
from remembrancer.language.word_patterns import alternation

_DAYS: Final = "mon|tues|wednes|thurs|fri|satur|sun"
_DAGAR: Final = "mån|tis|ons|tors|fre|lör|sön"
_NTH: Final = r"first|second|third|fourth|last|\d{1,2}(?:st|nd|rd|th)"
_NTE: Final = r"första|andra|tredje|fjärde|sista|\d{1,2}:[ea]"
_OFTEN: Final = {
    "daily", "weekly", "monthly", "quarterly", "yearly", "annually", "nightly", "hourly",
    "biweekly", "bi-weekly", "fortnightly", "half-yearly", "semi-annually", "dagligen",
    "veckovis", "månadsvis", "månatligen", "kvartalsvis", "halvårsvis", "årligen", "årsvis",
    "nattligen",
}  # fmt: skip
_FORMS: Final = (
    # the 25th of each month
    rf"(?:{_NTH})(?: (?:(?:{_DAYS})day|day|working day|weekday))?,? (?:of |in )?"
    r"(?:every|each|the) month",
    rf"(?:{_NTE})(?: (?:(?:{_DAGAR})dagen|dagen|vardagen|bankdagen))?,? (?:i )?"
    r"(?:varje månad|var månad|månaden)",
    # every other Friday
    r"(?:every|each) (?:(?:single|other|second|third|fourth|few|couple of|\d+|two|three|four|six"
    rf"|ten|twelve) )?(?:(?:{_DAYS})days?|days?|nights?|mornings?|evenings?|afternoons?|weeks?"
    r"|weekdays?|weekends?|months?|quarters?|years?|hours?|minutes?|seconds?|fortnight|spring"
    rf"|summer|autumn|fall|winter|{MONTH})(?: (?:morning|evening|afternoon|night))?",
    r"(?:varje|var|varannan|vartannat|vart) (?:(?:annan|annat|andra|tredje|fjärde|femte|tionde"
    rf"|\d+:?[ea]?) )?(?:(?:{_DAGAR})dag|dag|natt|morgon|kväll|eftermiddag|vecka|vardag|helg"
    r"|månad|kvartal|år|timme|halvår|kvart|minut|vår|sommar|höst|vinter"
    rf"|{MONTH})(?:s?(?: ?(?:morgon|förmiddag|eftermiddag|kväll|natt)))?",
    # twice a year
    r"(?:once|twice|thrice|(?:two|three|four|five|six|seven|eight|nine|ten|twelve|several|\d+) "
    r"times|(?:one|two|three|four|five|six|several|\d) (?:nights?|mornings?|afternoons?"
    r"|evenings?)) (?:a|per|every|each) (?:day|week|month|quarter|year|sprint)",
    r"(?:en gång|(?:två|tre|fyra|fem|sex|sju|åtta|nio|tio|tolv|flera|\d+) gånger"
    r"|(?:en|två|tre|fyra|fem|sex|flera|\d) (?:kväll(?:ar)?|natt|nätter|mor(?:gon|gnar)"
    r"|eftermiddag(?:ar)?|pass)) (?:om|i|per) "
    r"(?:året|månaden|veckan|dagen|dygnet|kvartalet|halvåret|år|månad|vecka|dag|kvartal)",
    # Tuesdays and Thursdays
    rf"(?:{_DAYS})days(?: (?:and|or|to) (?:{_DAYS})days)?(?: (?:morning|evening|afternoon)s?)?",
    rf"(?:{_DAGAR})dagar(?: (?:och|eller|till) (?:{_DAGAR})dagar)?",
    r"weekdays|weekends|vardagar|helger",
    # "monthly", but not "the monthly report"
    rf"(?:{alternation(_OFTEN)})(?=\W*$|\s*[,.;:!?()–—]| (?:and|but|now|from|to|in|on|at|by|for"
    r"|since|not|instead|so|with|until|because|via|these|this|och|men|nu|från|till|i|på|av|för|sedan"
    r"|inte|så|med|numera|istället|precis|just|som)\b)",
)
_HINTS: Final = re.compile(
    rf"every|each|(?:{_DAYS})days|weekdays|weekends|once|twice| times? |varje|varann|vartann"
    r"|(?:nights?|mornings?|afternoons?|evenings?) (?:a|per) "
    r"|(?:kväll|kvällar|nätter|morgnar|pass) i "
    rf"|\bvart? |gång|(?:{_DAGAR})dagar|vardagar|helger|of the month|i månaden"
    rf"|{alternation(_OFTEN)}"
)
_RECURRENCE: Final = re.compile(rf"(?<![\w/-])(?:{'|'.join(_FORMS)})(?![\w-])")


_WEEKDAY: Final = re.compile(
    rf"(?<!\w)(?:(?:{_DAYS})day(?: (?:morning|evening|afternoon|night))?"
    rf"|(?:{_DAGAR})dag(?: ?(?:morgon|förmiddag|eftermiddag|kväll))?)(?!\w)"
)


class Recurrence(NamedTuple):
    """The span of text that says how often."""

    start: int
    end: int


def find_recurrences(low: str) -> tuple[Recurrence, ...]:
    """The recurrences in a lower-case text: "every other Friday", "två gånger om året"."""
    if not _HINTS.search(low):
        return ()
    return tuple(Recurrence(*match.span()) for match in _RECURRENCE.finditer(low))


def find_weekdays(low: str) -> tuple[Recurrence, ...]:
    """The single weekdays in a lower-case text: "Monday morning"."""
    if "day" not in low and "dag" not in low:
        return ()
    return tuple(Recurrence(*match.span()) for match in _WEEKDAY.finditer(low))
