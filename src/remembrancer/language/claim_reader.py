"""Reads the claim of a sentence: what it is compared by.

A claim says what a statement is about (things and names), which values it gives, which values it
rejects, and what it does to an earlier statement. The shape of the sentence is the sign: words
behind an article or a preposition are things, the rest are acts.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from remembrancer.language import act_words
from remembrancer.language.amounts import payment_period
from remembrancer.language.masked_text import AMOUNT_FROM, DAY_FROM, MaskedText
from remembrancer.language.names import find_names, is_name
from remembrancer.language.statement import Claim, Figure
from remembrancer.language.stemming import function_words, language
from remembrancer.language.word_patterns import word_set

_TOKEN: Final = re.compile(r"[\ue000-\uefff]|[^\W_][\w&+.'-]*[\w+]|[^\W_]|[,;:()!?–—.]")
_PERIOD: Final = re.compile(
    r"(?<!\w)(?:fy\s?)?((?:19|20)\d\d)(?!\w|[.,]\d)|(?<!\w)(q[1-4]|h[12])(?!\w)"
)
_FISCAL: Final = re.compile(r"fy\s?(\d{2,4})")
_CLOCK: Final = re.compile(
    r"(?<![\d:.,])(?:([01]?\d|2[0-3]):([0-5]\d)|(?<=klockan )([01]?\d|2[0-3])[.]([0-5]\d)|(?<=kl )([01]?\d|2[0-3])[.]([0-5]\d))(?![\d:]|[.,]\d)"
)
_LABEL: Final = re.compile(
    r"(?!.{0,40}\b(?:the|our|my|never|always|den|vår|aldrig|alltid)\b.{0,40}:)(?:[^\s:,;]+\s+){0,5}[^\s:,;]+:\s+(?=\S+\s+\S+\s+\S+)"
)
_RATE: Final = re.compile(
    r"(?<!\w)(?:(monthly|per month|a month|månads\w*|i månaden)|annual|yearly|per year|a year|års\w*)(?!\w)"
)
_FIRST: Final = re.compile(r"([^\W\d_]{2,}),\s")  # "Mia, Morag's daughter, …"
_STOPS: Final = frozenset(",;:()!?–—.")
_GRAMMAR: Final = function_words()
_MEASURES: Final = {
    word: measure
    for measure, words in {
        "net": "net netto nettolön take-home takes-home home after-tax",
        "gross": "gross brutto bruttolön before-tax pre-tax",
    }.items()
    for word in words.split()
}
_NET: Final = re.compile(
    r"(?<!\w)(?:net|netto\w*|take-?home|tak(?:e|es|ing) home|after tax|efter skatt|får (?:nu |numera )?ut)(?!\w)"
)
_GROSS: Final = re.compile(r"(?<!\w)(?:gross|brutto\w*|before tax|pre-?tax|före skatt)(?!\w)")
_NOW: Final = word_set("now nu numera")
_DEFINITE: Final = re.compile(r"^\w{3,}(?:en|et|an|erna|arna|orna|n)s?$")
_LINKS: Final = word_set(
    """
    is are was were am be been has have had will 's 're är var har hade ska blir blev heter finns
    i'm i've we've we're it's
    """
)


class _Token(NamedTuple):
    text: str  # lower case
    start: int  # in the masked text


def read_claim(said: MaskedText, tongue: str) -> Claim:
    """The claim of one masked sentence."""
    low = said.low
    # "Quick update for your file: …": what stands before the colon names no thing.
    label = _LABEL.match(low)
    begin = label.end() if label else 0
    tokens = [_Token(one[0], one.start()) for one in _TOKEN.finditer(low, begin)]
    stem = language(tongue).stem
    named = _name_words(said)
    denied = [one for one in act_words.REJECTED.finditer(low) if one.lastgroup]
    rejected_spans = [one.span(one.lastgroup) for one in denied if one.lastgroup]
    # "You said 62 for retirement. Is that right? – No": the value is denied, not the topic.
    is_answer = any(one.lastgroup == "asked" for one in denied)
    words: set[str] = set()
    things: set[str] = set()
    names: set[str] = set()
    value_names: set[str] = set()
    rejected: set[str] = set()
    is_led = False  # an article or a preposition came before
    is_after_verb = False
    for place, (text, start) in enumerate(tokens):
        is_rejected = any(first <= start < last for first, last in rejected_spans)
        if text[0] >= "\ue000":
            if is_rejected and AMOUNT_FROM <= ord(text) < DAY_FROM:
                rejected.add(figure_key(said.amount_of(text).value))
            continue
        if text in _STOPS:
            is_led = False
            continue
        base = text.removesuffix("'s").removesuffix("'")
        if base in named:
            key = stem(base) or base
            names.add(key)
            words.add(key)
            things.add(key)
            if is_after_verb:
                value_names.add(key)
            if is_rejected:
                rejected.add(key)
            is_led = is_led or text.endswith("'s")
            continue
        if text in _LINKS:
            is_after_verb = True
        if text in act_words.LEADS_TO_NOUN and not (text == "i" and tongue == "english"):
            is_led = True
            continue
        if (
            text in _GRAMMAR
            or text in act_words.PASSING
            or text in _MEASURES
            or text in act_words.ACTS
        ):
            is_led = is_led and (text in _MEASURES or text in act_words.PASSING - _NOW)
            continue
        if base in act_words.LIGHT:
            is_led, is_after_verb = False, True
            continue
        key = stem(base) or base
        if key in act_words.PASSING or not any(map(str.isalpha, text)):
            continue
        is_verb = not is_led and (place > 0 or _is_verb_next(tokens, place))
        words.add(key)
        is_definite = tongue == "swedish" and _DEFINITE.match(base) is not None
        if is_led or place == 0 or is_definite:
            things.add(key)
        elif is_verb:
            is_after_verb = True
        if is_rejected and not is_answer:
            rejected.add(key)
    for clock in _CLOCK.finditer(low):
        if any(first <= clock.start() < last for first, last in rejected_spans):
            rejected.add(figure_key(_minutes(clock)))
    measure = "net" if _NET.search(low) else "gross" if _GROSS.search(low) else None
    if measure is not None:
        words.add(f"={measure}")
    figures, periods = _figures(said)
    return Claim(
        words=frozenset(words),
        things=frozenset(things),
        names=frozenset(names),
        value_names=frozenset(value_names),
        figures=figures,
        periods=periods | frozenset(one for one in _periods(said.plain.lower())),
        days=frozenset(one.first.isoformat() for one in said.dates),
        measure=measure,
        rejected=frozenset(rejected),
        adds=act_words.ADDS.search(low) is not None,
        is_now=act_words.NOW.search(low) is not None,
        changes=act_words.CHANGES.search(low) is not None,
        corrects=act_words.CORRECTS.search(low) is not None,
        reverses=act_words.REVERSES.search(low) is not None,
        ends=not said.words.isdisjoint(act_words.DONE | act_words.DECIDED),
        is_partial=act_words.PARTIAL.search(low) is not None,
        is_limited=act_words.LIMITED.search(low) is not None
        or act_words.IMAGINED.search(low) is not None,
        is_joint=act_words.JOINT.search(low) is not None,
    )


def figure_key(value: float) -> str:
    """A figure as it stands among rejected values."""
    return f"#{value:g}"


def _name_words(said: MaskedText) -> frozenset[str]:
    """The lower-case words of the names in a text, and of codes such as orders_daily and P60."""
    found = {
        part.lower().strip(".,'")
        for name in find_names(said.plain)
        for part in name.split()
        if not _FISCAL.fullmatch(part.lower()) and not _PERIOD.fullmatch(part.lower())
    }
    for word in re.findall(r"\w[\w-]*", said.text):
        if _PERIOD.fullmatch(word.lower()) or _FISCAL.fullmatch(word.lower()):
            continue
        if "_" in word or (any(map(str.isdigit, word)) and any(map(str.isalpha, word))):
            found.add(word.lower())
    first = _FIRST.match(said.plain)
    if first is not None and is_name(first[1]):
        found.add(first[1].lower())
    plain = _GRAMMAR | act_words.PASSING | act_words.ACTS
    return frozenset(one for one in found if one and one not in plain)


def _is_verb_next(tokens: list[_Token], place: int) -> bool:
    return place + 1 < len(tokens) and tokens[place + 1].text in act_words.LEADS_TO_NOUN


def _figures(said: MaskedText) -> tuple[tuple[Figure, ...], frozenset[str]]:
    """The quantities of a text, and the years among its bare numbers."""
    figures: list[Figure] = []
    years: set[str] = set()
    for one in said.amounts:
        if one.unit is None and float(one.value).is_integer() and 1900 <= one.value <= 2100:
            years.add(f"{one.value:.0f}")
        else:
            period = payment_period(said.plain, one) or (_rate(said.low) if one.unit else None)
            figures.append(Figure(one.value, one.unit, period))
    for found in _CLOCK.finditer(said.plain):
        hour, minute = (one for one in found.groups() if one is not None)
        shown = (float(hour), float(f"{hour}.{minute}"))
        figures = [one for one in figures if one.value not in shown]
        figures.append(Figure(_minutes(found), "clock"))
    return tuple(figures), frozenset(years)


def _minutes(clock: re.Match[str]) -> float:
    hour, minute = (one for one in clock.groups() if one is not None)
    return 60.0 * int(hour) + int(minute)


def _rate(low: str) -> str | None:
    """The period that stands before a sum: "a net monthly salary of"."""
    found = _RATE.search(low)
    return None if found is None else "month" if found[1] else "year"


def _periods(low: str) -> set[str]:
    found = {one[1] or one[2] for one in _PERIOD.finditer(low)}
    return found | {one[1][-2:] if len(one[1]) == 2 else one[1] for one in _FISCAL.finditer(low)}
