"""Finds the value of a clause that fills no known slot."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from remembrancer.core.kinds import Family
from remembrancer.language.amounts import lower_same_length
from remembrancer.language.codes import find_codes
from remembrancer.language.masked_text import MaskedText
from remembrancer.language.names import find_names
from remembrancer.language.times.recurrence import find_recurrences, find_weekdays
from remembrancer.language.times.times_of_day import find_clock_times
from remembrancer.reading.offline import choices

VALUE_LENGTH_MAX: Final = 80

_WHAT: Final = (
    r"(?:the |an? |our |den |det |en |ett |vår )?([^\s,.;:!?()–—]+(?:\s+(?!(?:and|but|instead|for"
    r"|from|because|since|so|och|men|i stället|istället|för|från|eftersom|så|as|at|in|on|now|nu"
    r"|last|next|this|förra|nästa|i|på|by|until|till|with|med|over|framför|than|än"
    r"|rather|not|inte)\b)[^\s,.;:!?()–—]+){0,3})"
)
_TAKEN: Final = re.compile(
    r"\b(?:go(?:es|ing)? (?:with|for)|went with|settled? on|choosing|chose|picked"
    r"|stick(?:ing)? (?:with|to)|stay(?:ing)? (?:on|with)|keep(?:ing)?|kept"
    r"|switch(?:ed|ing)? to|mov(?:ed|ing) to"
    r"|kör(?:de)? (?:på|med)|väljer|valde|behåller|behöll|stannar på|landade i"
    rf"|by(?:ter|tt|tte) till|går (?:på|med|över till)|blir det|det blir)\s+{_WHAT}"
    r"|^\W*(?:ok(?:ay)?,? |then |fine,? |right,? )*([^,.;:!?]{2,40}?)"
    r"(?<!what)(?<!where)(?<! as)(?<! how) it is\b",
    re.IGNORECASE,
)
_INSTEAD: Final = re.compile(  # the new one of two things
    r"\b(?:switch\w*|mov(?:e|es|ed|ing)|migrat\w+|chang\w+|chang\w+ over|went|going|go|transfer\w*"
    r"|by(?:ta|ter|tt|tte)|flytta\w*|går|gick|gått|migrera\w*|ändra\w*)(?: [\w'-]+){0,4}?"
    rf" (?:from|från) [^.;!?]{{1,50}}? (?:over to|to|över till|till) {_WHAT}"
    r"|\b(?:replac\w+|swap(?:ped|ping|s)?|ersätt\w*|ersatte|byt(?:a|er|t|te) ut)"
    rf" [^.;!?]{{1,50}}? (?:with|for|by|med|mot) {_WHAT}"
    rf"|\b(?:by(?:ta|ter|tt|tte)) [^.;!?]{{1,40}}? (?:mot|till) {_WHAT}",
    re.IGNORECASE,
)
_LEFT: Final = re.compile(  # words before a name that was rejected or replaced
    r"\b(?:not|than|instead of|rather than|left|leaving|replac\w+|without|unlike|dropp\w+"
    r"|inte|än|i stället för|istället för|lämna\w*|ersätt\w*|utan|ej)"
    r"(?: the| our| my| den| det| vår)?\s*$",
    re.IGNORECASE,
)
_FROM: Final = re.compile(r"\b(?:from|från)(?: the| our)?\s+$", re.IGNORECASE)
_TO: Final = re.compile(r"\b(?:to|till)\b")
_WITH: Final = re.compile(
    r"\b(?:with|at|to|through|via|by|called|named|hos|till|genom|av|heter)"
    r"(?: the| our| my| den| vår| min)?\s+$",
    re.IGNORECASE,
)
_DENIED: Final = re.compile(r"\b(?:not|never|don't|inte|aldrig|ej)\b[^,;.]*$")
_APPOINTED: Final = re.compile(
    r"(?:'s|\s+is)?\s+(?:taking over|stepping in|becoming|joining)\b"
    r"|\s+(?:becomes?|became|takes? over|took over|will be|is (?:the|our) new|is now|steps? in"
    r"|joins?|joined|blir|blev|tar över|tog över|är (?:vår|den) nya|är nu|är ny|börjar som)\b"
)
_SETTLED: Final = frozenset({Family.DECISION, Family.FACT})


def find_value(said: MaskedText, family: Family) -> str | None:
    """The chosen thing, the code, the recurrence or the only name; None: unclear."""
    text, low = said.plain, lower_same_length(said.plain)
    value = None
    if family in _SETTLED:
        value = _instead(text)
    if value is None and family is Family.DECISION:
        value = _first(_TAKEN.search(text))
    if value is None:
        value = _code(text, low)
    if value is None:
        value = ", ".join(_recurrence_values(text, low, family)) or None
    if value is None:
        value = choices.chosen_thing(text)
    if value is None and family is not Family.FACT:
        value = choices.complement(text, family)
    if value is None and not said.amounts:
        value = _only_name(text)
    if value is None and family is Family.FACT:
        value = choices.complement(text, family)
    return value[:VALUE_LENGTH_MAX] if value else None


def _code(text: str, low: str) -> str | None:
    """The first code that is not the subject of the clause."""
    code = next((one for one in find_codes(text) if not text.lstrip(" `").startswith(one)), None)
    is_of = code is not None and any(
        one.start >= text.find(code) + len(code) for one in find_recurrences(low)
    )
    return None if is_of else code


def _instead(text: str) -> str | None:
    return _first(_INSTEAD.search(text))


def _first(match: re.Match[str] | None) -> str | None:
    if match is None:
        return None
    return next((one.strip() for one in match.groups() if one), None)


def _recurrence_values(text: str, low: str, family: Family) -> Iterator[str]:
    """The recurrence and the times of a clause."""
    reached = None
    found = find_recurrences(low)
    if family is Family.PREFERENCE:  # a preference for Monday means Mondays
        found = tuple(sorted({*found, *find_weekdays(low)}))
    for rhythm in found:
        if _LEFT.search(text[: rhythm.start]) or _DENIED.search(low[: rhythm.start]):
            continue
        if reached is not None and "," in text[reached : rhythm.start]:
            break  # the rest is about something else
        reached = rhythm.end
        yield text[rhythm.start : rhythm.end]
    for hour in find_clock_times(low):
        if _LEFT.search(text[: hour.start]):
            continue
        words = text[hour.start : hour.end].strip()
        yield hour.clock if words == hour.clock else f"{hour.clock} ({words})"


def _only_name(text: str) -> str | None:
    """The only name in a clause. A name at the start is usually the speaker's."""
    found = find_names(text)
    first = next((name for name in found if text.lstrip().startswith(name)), None)
    if first is not None and _APPOINTED.match(text.lstrip(), len(first)):
        return first
    rest = [name for name in found if name != first and not _is_left(text, name)]
    if len(rest) > 1:
        rest = [name for name in rest if _WITH.search(text[: text.find(name)])]
    return rest[0] if len(rest) == 1 else None


def _is_left(text: str, name: str) -> bool:
    """Whether a name was rejected or replaced."""
    at = text.find(name)
    if _FROM.search(text[:at]) and _TO.search(text, at + len(name)):
        return True
    return _LEFT.search(text[:at]) is not None
