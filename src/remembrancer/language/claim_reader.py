"""Reads the claim of a sentence: what it is compared by.

A claim says what a statement is about (things and names), which values it gives, which values it
rejects, and what it does to an earlier statement. The shape of the sentence is the sign: words
behind an article or a preposition are things, the rest are acts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from remembrancer.language import act_words, tense
from remembrancer.language.amounts import payment_period
from remembrancer.language.masked_text import AMOUNT_FROM, DAY_FROM, MaskedText
from remembrancer.language.names import find_names, is_name
from remembrancer.language.negation import says_no
from remembrancer.language.statement import Claim, Figure
from remembrancer.language.stemming import function_words, language
from remembrancer.language.times.recurrence import find_recurrences
from remembrancer.language.times.times_of_day import ClockTime, find_clock_times
from remembrancer.language.word_patterns import word_set

_TOKEN: Final = re.compile(r"[\ue000-\uefff]|[^\W_][\w&+.'-]*[\w+]|[^\W_]|[,;:()!?–—.]")
_PERIOD: Final = re.compile(
    r"(?<!\w)(?:fy\s?)?((?:19|20)\d\d)(?!\w|[.,]\d)|(?<!\w)(q[1-4]|h[12])(?!\w)"
)
_PART_OF_YEAR: Final = re.compile(
    r"(?<!\w)(first|second|third|fourth|last|1st|2nd|3rd|4th|första|andra|tredje|fjärde|sista)\s"
    r"(quarter|kvartal|half(?:-| of the |\s)year|halvår)"
)
_ORDINALS: Final = {
    **dict.fromkeys(("first", "1st", "första"), 1),
    **dict.fromkeys(("second", "2nd", "andra"), 2),
    **dict.fromkeys(("third", "3rd", "tredje"), 3),
    **dict.fromkeys(("fourth", "4th", "fjärde"), 4),
}
_FISCAL: Final = re.compile(r"fy\s?(\d{2,4})")
_CLOCK: Final = re.compile(
    r"(?<![\d:.,])(?:([01]?\d|2[0-3]):([0-5]\d)|(?:(?<=klockan )|(?<=kl ))([01]?\d|2[0-3])"
    r"[.]([0-5]\d)|(?:(?<=klockan )|(?<=kl )|(?<=kl\. ))([01]?\d|2[0-3]))(?![\d:]|[.,]\d)"
)
_DIGIT: Final = re.compile(r"\d")
_HALF_DAY: Final = re.compile(
    r"(?<![\d:.,])(1[0-2]|0?[1-9])(?:[:.]([0-5]\d))?\s?([ap])\.?m\.?(?!\w)", re.IGNORECASE
)
_LABEL: Final = re.compile(
    r"(?!.{0,40}\b(?:the|our|my|never|always|is|are|was|has|den|vår|aldrig|alltid|är|har|var)\b"
    r".{0,40}:)"
    r"(?:[^\s:,;]+\s+){0,5}[^\s:,;]+:\s+(?=\S+\s+\S+\s+\S+)"
)
_RATE: Final = re.compile(
    r"(?<!\w)(?:(monthly|per month|a month|månads\w*|i månaden)|annual|yearly|per year|a year"
    r"|års\w*)(?!\w)"
)
_FIRST: Final = re.compile(r"([^\W\d_]{2,}),\s")  # "Mia, Morag's daughter, …"
_BEGINS: Final = re.compile(r"\W*([^\W\d_]{2,})\s(?![A-ZÅÄÖ])")
_ACRONYM_LETTERS: Final = 4  # CFO, VAT: a role or a thing, and no name of one
_KIND: Final = re.compile(r"[A-ZÅÄÖ]{2,4}-[a-zåäö]{3,}")  # "CRM-system": a sort of thing
_JOINED: Final = re.compile(r"\s(?:of|and|av|och|&)\s|['’]s\s")
_CODE: Final = re.compile(r"\w[\w-]*")
_PATH: Final = re.compile(r"(?<![\w/])/[\w-]+(?:/[\w-]+)*(?!\w)")  # "/v1/refunds"
_STOPS: Final = frozenset(",;:()!?–—.")
_GRAMMAR: Final = function_words() | word_set("innan förrän")
_MEASURES: Final = {
    word: measure
    for measure, words in {
        "net": "net netto nettolön take-home takes-home home after-tax",
        "gross": "gross brutto bruttolön before-tax pre-tax",
    }.items()
    for word in words.split()
}
_NET: Final = re.compile(
    r"(?<!\w)(?:net|netto\w*|take-?home|tak(?:e|es|ing) home|after tax|efter skatt"
    r"|får (?:nu |numera )?ut)(?!\w)"
)
_GROSS: Final = re.compile(r"(?<!\w)(?:gross|brutto\w*|before tax|pre-?tax|före skatt)(?!\w)")
_REASON: Final = re.compile(
    r"(?<=\w)(?:;|,?\s(?:because|since(?!\s[\ue800-\uefff])|eftersom|därför att))\s"
)
_WORDS: Final = re.compile(r"[^\W_]+")
_NOW: Final = word_set("now nu numera")
_DID: Final = re.compile(
    r"(?:ed|ing|[ats]t|ts|de|te|er)$"
)  # "moved", "bytte": a name behind is new
_BY: Final = re.compile(r"(?<!\w)(?:av|by)\s$")  # who does what is told in the passive
_OF: Final = re.compile(r"\W*\w+(?:ng|ngen|on|onen) av\s$")
_EVERY: Final = word_set("every each varje")
_PLAIN: Final = _GRAMMAR | act_words.PASSING | act_words.ACTS
_NO_TOPIC: Final = _PLAIN | _MEASURES.keys()
_ACT_WORDS: Final = (
    act_words.CHANGES,
    act_words.CORRECTS,
    act_words.REVERSES,
    act_words.REJECTED,
    act_words.NOW,
    act_words.PARTED_WITH,
)
_KEEPS_LEAD: Final = act_words.PASSING - _NOW
_SETTLED: Final = word_set(
    "decided agreed bestämt bestämde bestämdes beslutat beslutade beslutades"
)
_ENDS: Final = act_words.DONE | act_words.DECIDED
_DEFINITE: Final = re.compile(r"^\w{3,}(?:en|et|an|erna|arna|orna|n)s?$")
_CALLED: Final = re.compile(  # "tabellen leveranser uppdateras": which table it is
    r"\W*(?!sedan|innan|medan|utan|annan)\w{3,}(?:en|et|an)\s([a-zåäö_-]+)\s(?:\w+(?:as|es|ar|er|ades|tes|ade)|är|har|ska|blir)(?!\w)"
)
_DEFINITE_LETTERS: Final = 5
_FORGETS: Final = re.compile(r"\W*(?:(?:ok|okay|so|no|well),?\s)?(?:forget|scrap|glöm|skippa)\s")
_ANSWERED: Final = re.compile(r"\?\W*\w")
_WITH_FIRM: Final = re.compile(  # "an account with SEB": in capitals, and a name there
    r"(?<!\w)(?:with|from|to|hos|från|till|via)\s(?!(?:PDF|CSV|XML|JSON|HTML|XLSX?|USD|EUR|GBP|SEK"
    r"|NOK|DKK|CHF|VAT|HR|IT|UK|US|USA|EU|TV|SMS|FAQ|API|CEO|CFO|VD|AB)(?!\w))"
    r"([A-ZÅÄÖ]{2,6})(?!\w)"
)
_INVERTED: Final = re.compile(r"[a-zåäö]+(?:r|de|te) (?:jag|vi|han|hon|du|ni|man)(?!\w)")
_ONLY_ON: Final = re.compile(
    r"(?:bara|only) (?=(?:on|på) (?:mon|tues|wednes|thurs|fri|satur|sun|mån|tis|ons|tors|fre|lör"
    r"|sön)da[yg])"
)
_OTHERS: Final = "they"
_LINKS: Final = word_set(
    """
    is are was were am be been has have had will 's 're är var har hade ska blir blev heter finns
    i'm i've we've we're it's
    """
)


class _Token(NamedTuple):
    text: str  # lower case
    start: int  # in the masked text


def _stated(low: str) -> str:
    """The words behind a question, if there are any: what is asked is nobody's plan."""
    return low.rpartition("?")[2] if _ANSWERED.search(low) else low


def may_act(said: MaskedText) -> bool:
    """Whether a word of change stands in it: without one, its claim is no act and not of now, and
    it parts with nothing."""
    return any(one.search(said.low) for one in _ACT_WORDS)


def read_claim(said: MaskedText, tongue: str) -> Claim:
    """The claim of one masked sentence."""
    low = said.low
    names = find_names(said.plain)
    reading = _WordReading(said, tongue, names)
    reading.read()
    measure = "net" if _NET.search(low) else "gross" if _GROSS.search(low) else None
    if measure is not None:
        reading.words.add(f"={measure}")
    figures, years = _figures(said)
    low = act_words.ASIDE.sub(" ", low)
    return Claim(
        words=frozenset(reading.words),
        things=frozenset(reading.things),
        names=frozenset(reading.names),
        name_phrases=_name_phrases(names, tongue),
        value_names=frozenset(
            reading.names if act_words.TAKES_OVER.search(low) else reading.value_names
        ),
        figures=figures,
        periods=years | _periods(said.plain.lower()),
        days=frozenset(one.first.isoformat() for one in said.dates),
        latest=max((one.last for one in said.dates), default=None),
        measure=measure,
        late=frozenset(reading.things - reading.early),
        rhythms=frozenset(reading.rhythms),
        rejected=frozenset(reading.rejected),
        adds=act_words.ADDS.search(low) is not None,
        is_now=act_words.NOW.search(low) is not None,
        changes=act_words.CHANGES.search(low) is not None,
        corrects=act_words.CORRECTS.search(low) is not None,
        reverses=act_words.REVERSES.search(low) is not None,
        ends=not said.words.isdisjoint(_ENDS) or says_no(low),
        is_partial=act_words.PARTIAL.search(low) is not None,
        is_limited=act_words.LIMITED.search(_freed(low)) is not None
        # "It was decided that letters would be sent": what was decided is not imagined.
        or (said.words.isdisjoint(_SETTLED) and act_words.IMAGINED.search(low) is not None),
        is_joint=act_words.JOINT.search(low) is not None,
        is_planned=tense.is_planned(act_words.CORRECTS.sub(" ", _stated(low)))
        or act_words.PROPOSED.search(low) is not None,
        other=_other_person(low, reading),
    )


def _freed(low: str) -> str:
    """The words without an "only" before weekdays that hold from now on: "now only on Fridays"."""
    return _ONLY_ON.sub("", low) if act_words.NOW.search(low) else low


class _WordReading:
    """Sorts the words of one sentence into things, names and acts, from left to right."""

    def __init__(self, said: MaskedText, tongue: str, names: Sequence[str]) -> None:
        self.words: set[str] = set()
        self.things: set[str] = set()
        self.names: set[str] = set()
        self.value_names: set[str] = set()
        self.rejected: set[str] = set()
        self._stated: set[str] = set()  # words that are not only named as wrong
        self.rhythms: set[str] = set()
        self.early: set[str] = set()  # things of the clause with the value, and before it
        self._has_value = False
        self._is_late = False  # the clause with the value is over
        self._said = said
        self._is_swedish = tongue == "swedish"
        self._stem = language(tongue).stem
        self._named = _name_words(said, names, is_swedish=self._is_swedish)
        is_change = act_words.CHANGES.search(said.low) is not None
        denied = [
            one
            for one in act_words.REJECTED.finditer(said.low)
            # "From May to April" is a span, unless something changed from one to the other.
            if one.lastgroup and (is_change or one.lastgroup != "e")
        ]
        self._rejected_spans = [one.span(one.lastgroup) for one in denied if one.lastgroup]
        # "You said 62 for retirement. Is that right? – No": the value is denied, not the topic.
        self._is_answer = any(one.lastgroup == "asked" for one in denied)
        called = _CALLED.match(said.low) if self._is_swedish else None
        self._called = -1 if called is None else called.start(1)  # where a thing's own name stands
        self._is_led = False  # an article or a preposition came before
        self._is_after_verb = False

    def read(self) -> None:
        low = self._said.low
        # "Quick update for your file: …": what stands before the colon names no thing.
        label = None if _FORGETS.match(low) else _LABEL.match(low)
        tokens = _TOKEN.finditer(low, label.end() if label else 0, _reason_start(low))
        aside = [one.span() for one in act_words.ASIDE.finditer(low)]
        aside += [(one.start, one.end) for one in _spoken_times(low)]
        for place, found in enumerate(tokens):
            if any(start <= found.start() < end for start, end in aside):
                continue
            self._take(_Token(found[0], found.start()), is_first=place == 0)
        self.rejected -= self._stated
        for clock in _CLOCK.finditer(low):
            if self._is_rejected(clock.start()):
                self.rejected.add(figure_key(_minutes(clock)))
        for often in find_recurrences(low):
            key = _rhythm_key(low[often.start : often.end])
            self.rhythms.add(key)
            if self._is_rejected(often.start):
                self.rejected.add(key)

    def name_at(self, start: int) -> str | None:
        """The key of the name that the words continue with; None: no name."""
        found = _TOKEN.search(self._said.low, start)
        base = found[0].removesuffix("'s").removesuffix("'") if found else ""
        return (self._stem(base) or base) if base in self._named else None

    def _value_key(self, letter: str) -> str:
        """The figure or the day behind a mask character, as it stands among rejected values."""
        if AMOUNT_FROM <= ord(letter) < DAY_FROM:
            return figure_key(self._said.amount_of(letter).value)
        return day_key(self._said.date_of(letter).first.isoformat())

    def _is_rejected(self, start: int) -> bool:
        return any(first <= start < last for first, last in self._rejected_spans)

    def _take(self, token: _Token, *, is_first: bool) -> None:
        text, start = token
        if text[0] >= "\ue000":
            self._has_value = True
            if self._is_rejected(start):
                self.rejected.add(self._value_key(text))
            return
        if text in _STOPS:
            self._is_led = False
            self._is_late = self._is_late or self._has_value
            return
        base = text.removesuffix("'s").removesuffix("'")
        if base in self._named:
            self._take_name(base, token)
            return
        if text in _LINKS:
            self._is_after_verb = True
        if text in act_words.LEADS_TO_NOUN and not (text == "i" and not self._is_swedish):
            self._is_led = True
        elif text == "will" and self._is_led:
            self._take_word(base, start, is_first=False)  # "her will": a noun
        elif text in _NO_TOPIC:
            keeps = text in _MEASURES or text in _KEEPS_LEAD
            self._is_led = self._is_led and keeps
            is_verb = text in act_words.ACTS and _DID.search(text) is not None
            self._is_after_verb = self._is_after_verb or is_verb
        elif base in act_words.LIGHT:
            self._is_led, self._is_after_verb = False, True
        else:
            self._take_word(base, start, is_first=is_first)

    def _take_name(self, base: str, token: _Token) -> None:
        key = self._stem(base) or base
        self.names.add(key)
        self.words.add(key)
        self._take_thing(key)
        if self._is_after_verb or self._is_done_by(token.start):
            self.value_names.add(key)
            self._has_value = True
        (self.rejected if self._is_rejected(token.start) else self._stated).add(key)
        self._is_led = self._is_led or token.text.endswith("'s")

    def _is_done_by(self, start: int) -> bool:
        """Whether "by" or "av" stands before a name, and not as in "uppdateringen av returer"."""
        low = self._said.low
        return _BY.search(low, 0, start) is not None and _OF.match(low, 0, start) is None

    def _take_thing(self, key: str) -> None:
        self.things.add(key)
        if not self._is_late:
            self.early.add(key)

    def _take_word(self, base: str, start: int, *, is_first: bool) -> None:
        key = self._stem(base) or base
        if self._is_swedish:
            key = _indefinite(key)
        if key in act_words.PASSING or not any(map(str.isalpha, base)):
            return
        self.words.add(key)
        is_definite = self._is_swedish and _DEFINITE.match(base) is not None
        if self._is_swedish and _INVERTED.match(self._said.low, start):
            self._is_led, is_first = False, False  # "från och med mars köper vi …": it is a verb
            self.value_names |= self.names  # "i källaren på Odengatan förvarar vi …"
        if start == self._called:
            self.names.add(key)
        if self._is_led or is_first or is_definite or start == self._called:
            self._take_thing(key)
        else:
            self._is_after_verb = True
        if not self._is_rejected(start):
            self._stated.add(key)
        elif not self._is_answer:
            self.rejected.add(key)


def _reason_start(low: str) -> int:
    """Where the reason starts for which something is decided or taken back: it says nothing of
    what is."""
    for found in _REASON.finditer(low):
        if act_words.REVERSES.search(low, 0, found.start()):
            return found.start()
        if not _SETTLED.isdisjoint(_WORDS.findall(low, 0, found.start())):
            return found.start()
    return len(low)


def _indefinite(stem: str) -> str:
    """The stem of a Swedish noun without "-an" and "-t" of its definite form, which the stemmer
    leaves: hyran and hyra, kontot and konto are one word."""
    if len(stem) < _DEFINITE_LETTERS:
        return stem
    if stem.endswith("an"):
        return stem[:-2]
    return stem[:-1] if stem.endswith(("ot", "ét")) else stem


def _other_person(low: str, reading: _WordReading) -> str | None:
    """The relative, friend, neighbour or rival whom a sentence starts with, or with whom it is so;
    None: nobody of them.

    "My wife and I" are the speakers. "My daughter Mia" goes by her name.
    """
    found = act_words.OTHER_PERSON.match(low)
    if found is None and (told := act_words.TOLD_OF_OTHER.search(low)) is not None:
        return (told[1] or told["own"]).removesuffix("'s").removesuffix("s")
    if found is None:
        return _OTHERS if act_words.WITH_OTHERS.search(low) is not None else None
    name = reading.name_at(found.end())
    return name or found[1].removesuffix("'s").removesuffix("s")


def figure_key(value: float) -> str:
    """A figure as it stands among rejected values."""
    return f"#{value:g}"


def day_key(day: str) -> str:
    """A day as it stands among rejected values."""
    return f"@{day}"


def _rhythm_key(often: str) -> str:
    """A recurrence as it is compared: "every Sunday" is "Sundays"."""
    first, _, rest = often.partition(" ")
    bare = rest if first in _EVERY and rest else often
    return f"~{bare.removesuffix('ar').removesuffix('s')}"


def _name_phrases(names: Sequence[str], tongue: str) -> tuple[frozenset[str], ...]:
    """The stems of each name of several words: "Calder Foods" is one name."""
    stem = language(tongue).stem
    parts = (part for name in names for part in _JOINED.split(name))
    listed = (part.lower().split() for part in parts if " " in part)
    return tuple(frozenset(stem(word) or word for word in words) for words in listed)


def _name_words(said: MaskedText, names: Sequence[str], *, is_swedish: bool) -> frozenset[str]:
    """The lower-case words of the names in a text, and of codes such as orders_daily and P60."""
    found = {
        part.lower().strip(".,'")
        for name in names
        for part in name.split()
        if not _FISCAL.fullmatch(part.lower())
        and not _PERIOD.fullmatch(part.lower())
        and not (part.isupper() and len(part) <= _ACRONYM_LETTERS)
        and _KIND.fullmatch(part) is None
    }
    found.update(one.lower() for path in _PATH.findall(said.text) for one in path.split("/") if one)
    for word in _CODE.findall(said.text):
        # Most words have no digit, which costs less to see than whether they are a period.
        is_code = "_" in word or (any(map(str.isdigit, word)) and any(map(str.isalpha, word)))
        if is_code and not (_PERIOD.fullmatch(word.lower()) or _FISCAL.fullmatch(word.lower())):
            found.add(word.lower())
    found.update(one[1].lower() for one in _WITH_FIRM.finditer(said.plain))
    first = _FIRST.match(said.plain)
    if first is not None and is_name(first[1]):
        found.add(first[1].lower())
    begins = _BEGINS.match(said.plain)
    if is_swedish and begins is not None and _DEFINITE.match(begins[1].lower()):
        found.discard(begins[1].lower())  # "Hyresvärden har": a noun in its definite form
    return frozenset(one for one in found if one and one not in _PLAIN)


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
        hour, minute = _hour_and_minute(found)
        shown = (float(hour), float(f"{hour}.{minute}"))
        figures = [one for one in figures if one.value not in shown]
        figures.append(Figure(_minutes(found), "clock"))
    for clock in _spoken_times(said.plain.lower()):
        figures = [each for each in figures if each.unit or each.value != int(clock.clock[:2]) % 12]
        figures.append(Figure(60.0 * int(clock.clock[:2]) + int(clock.clock[3:]), "clock"))
    for found in _HALF_DAY.finditer(said.plain):
        of_day = int(found[1]) % 12 + (12 if found[3].lower() == "p" else 0)
        figures = [one for one in figures if one.value != float(found[1]) or one.unit]
        figures.append(Figure(60.0 * of_day + int(found[2] or 0), "clock"))
    return tuple(dict.fromkeys(figures)), frozenset(years)


def _spoken_times(low: str) -> list[ClockTime]:
    """The times of day in words: "klockan tio", "half past four"."""
    return [one for one in find_clock_times(low) if not _DIGIT.search(low, one.start, one.end)]


def _hour_and_minute(clock: re.Match[str]) -> tuple[str, str]:
    hour, *minute = (one for one in clock.groups() if one is not None)
    return hour, minute[0] if minute else "00"


def _minutes(clock: re.Match[str]) -> float:
    hour, minute = _hour_and_minute(clock)
    return 60.0 * int(hour) + int(minute)


def _rate(low: str) -> str | None:
    """The period that stands before a sum: "a net monthly salary of"."""
    found = _RATE.search(low)
    return None if found is None else "month" if found[1] else "year"


def _periods(low: str) -> frozenset[str]:
    found = {one[1] or one[2] for one in _PERIOD.finditer(low)}
    for one in _PART_OF_YEAR.finditer(low):
        parts, letter = (4, "q") if one[2].startswith(("q", "k")) else (2, "h")
        found.add(f"{letter}{_ORDINALS.get(one[1], parts)}")
    return frozenset(found | {one[1] for one in _FISCAL.finditer(low)})
