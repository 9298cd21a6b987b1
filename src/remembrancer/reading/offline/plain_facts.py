"""Plain facts: definite statements that are worth keeping although they fill no slot.

These are dated changes, personal sums, figures of a past period, and named things
of a system. Each needs something definite, which casual talk lacks.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Final

from remembrancer.core.kinds import Brief, Family
from remembrancer.language.amounts import CURRENCIES, payment_period
from remembrancer.language.masked_text import MaskedText
from remembrancer.language.word_patterns import phrase_pattern, word_set
from remembrancer.reading.offline.cues import WEAKER, FamilyCue
from remembrancer.reading.offline.definite_statements import states
from remembrancer.reading.offline.filters import live_data_filter
from remembrancer.reading.offline.standing_facts import is_standing

_NEAR: Final = timedelta(days=8)  # events within a week are soon obsolete

_CALENDAR: Final = phrase_pattern(
    r"(?:tax|calendar|school) (?:year|holidays?); (?:easter|christmas|midsommar|summer|winter"
    r"|autumn|spring|season|sportlov|skollov|sommaren|vintern) (?:starts?|begins?|ends?|is|är"
    r"|börjar|slutar); as (?:you|we all) know; som (?:du|ni|vi alla) vet"
)
_SINCE: Final = re.compile(r"(?<!\w)(?:since|as of|sedan|från och med)\s+[\ue800-\uefff]")
_HOLDS: Final = re.compile(  # in the present or the perfect
    r"(?<![\w'])(?:(?:i|we|they|he|she)(?:'ve| have|'s| has) been (?:in|at|on|with|\w+ing)"
    r"|(?:everything|all|the [\w-]+|our [\w-]+|my [\w-]+) (?:is|are|runs?|has|have)"
    r"|(?:jag|vi|hon|han|de) (?:har|är|bor|hyr|jobbar|[a-zåäö]+[ae]r)"
    r"|[a-zåäö]+(?:as|[^s]s|[ae]r) (?:allt|alla|vi|jag|\w+en|\w+et)"
    r"|(?:allt|alla|vår\w* [\w-]+|min\w* [\w-]+) [a-zåäö]+(?:as|s|[ae]r))(?![\w'])"
)
_WAS_SO: Final = re.compile(  # a state of the past, a season, or what somebody is able to do
    r"(?<![\w'])(?:(?:was|were) (?!\w+(?:ed|en|t|d)\b)|(?:had|var|hade) (?!been\b)"
    r"|everything|allt(?! \w+s\b)|(?:can|kan) (?!not\b|inte\b|\w+ inte\b))|^\W*(?:it|that|det) "
)
_LEFT_OUT: Final = re.compile(  # "I'm" is left out: "moving to Aarhus in June", "out till July"
    r"\W*(?:(?!(?:go|fly|driv|head|travell?|look|think|hop|do|try|talk|see)ing\b)[a-z]{3,}ing"
    r"|out|away|back)\s"
)
_DEFINITE: Final = re.compile(r"\W*(?:the|our|vår|vårt|den|det|\w{4,}(?:en|et|erna|arna))\s")
_AHEAD_WORDS_MIN: Final = 5
_NO_WORDS: Final = {"swedish": word_set("i")}
_ANYBODY: Final = word_set(
    "everybody everyone people folk alla man analysts consensus analytikerna nobody"
)
_NOW: Final = phrase_pattern(
    "right now; just nu; at the moment; for now; så här långt; so far; this (?:week|month"
    "|quarter); currently"
)
_VERB: Final = phrase_pattern(
    r"""
    is; are; will; matures?; ends?; starts?; has to; needs? to; moves?; lets?; gets?; comes?;
    goes; runs?; falls?;
    expires?; becomes?; är; ska; kommer; blir; går; börjar; slutar; löper; tar; får; har; sköter;
    förfaller; måste
    """
)
_OWN: Final = word_set(
    """
    i we he she they my our his her their it it's there's there jag vi hon han de min mitt mina
    vår vårt våra hans hennes deras det i've we've
    he's she's i'm we're they've dad mum mom mother father wife husband son daughter dad's mum's
    pappa mamma
    """
)
_PLAIN_SUM: Final = re.compile(  # "the loan on the caravan is £9,500"
    r"\W*(?:(?:yes|no|well|and|so|ja|nej|och)\W+)*(?:the|den|det) [^,;:.]{2,60} "
    r"(?:is|are|stands at|är|ligger på) (?:(?:about|around|now|roughly|nu|ungefär|cirka) )*"
    r"[\ue000-\ue7ff]\W*$"
)
_KEPT_SUMS: Final = frozenset({"income", "expense", "asset", "liability"})
_SUM_MIN: Final = 1000
_ASIDE: Final = word_set(
    """
    would could should can might may if skulle kunde borde kan cap limit allowance threshold rule
    band maximum
    minimum gräns max average typically usually allows allowed example until-death tax-free need
    you'd you'll you your
    """
)
_NAMED_THING: Final = re.compile(
    r"(?<![\w/@.-])`?(?:[a-z][a-z0-9]*(?:_[a-z0-9]+)+|[a-z]\w+\.[a-z]\w*_\w+"
    r"|#[a-z][\w-]+)`?(?![\w(/])"
)
_THING_IS: Final = re.compile(
    r"(?<!\w)(?:is|are|has|have|contains?|holds?|lacks?|means|only|excludes?|includes?|is "
    r"rebuilt|is refreshed|goes|comes|live|lives|runs|is the|is when|records|counts|refers"
    r"|stores|maps|joins|lags|"
    r"är|har|saknar|innehåller|byggs|uppdateras|ligger|avser|räknar|visar|speglar|körs)(?!\w)"
)
_TRIED: Final = re.compile(
    r"(?<!\w)(?:error|errors|undefined|null|none|missing|fails?|failed|broken|breaks?|wrong"
    r"|weird|typo|test|tests|try|tried|trying|fixed|fix|bug|debug|print|line|commit|branch|diff"
    r"|rename[sd]?|import|again|fel|trasig|testa|provar|konstigt)(?!\w)"
)


def find_plain_fact(said: MaskedText, today: date, brief: Brief) -> FamilyCue | None:
    """The cue of a definite clause; None: it is not definite."""
    if is_standing(said, brief):
        return FamilyCue(Family.FACT, WEAKER)
    if not said.words.isdisjoint(_ANYBODY) or (said.amounts and _NOW.search(said.low)):
        return None
    if said.amounts and any(abs(one.last - today) <= timedelta(days=1) for one in said.dates):
        return None  # the number changes daily
    if brief.skips_figures and said.amounts and not said.dates:
        return None
    if (
        _is_dated_change(said, today, brief.language)
        or _holds_since(said, today)
        or _is_personal_sum(said, brief)
        or _is_past_figure(said, today, brief)
    ):
        return FamilyCue(Family.FACT, WEAKER)
    if _is_named_thing(said):
        return FamilyCue(Family.FACT, WEAKER)
    return None


def _is_dated_change(said: MaskedText, today: date, language: str) -> bool:
    """Whether something starts, ends or changes on a date that is not within days."""
    if not said.dates:
        return False
    if not any(
        abs(one.first - today) > _NEAR or one.last - one.first > 3 * _NEAR for one in said.dates
    ):
        return False
    if _is_ahead(said, today, language):
        return True
    if _CALENDAR.search(said.low) or not said.words.isdisjoint(_CONDITIONAL):
        return False
    if not any(one.first - today > _NEAR or today - one.last > _NEAR for one in said.dates):
        return False
    is_ahead = any(one.first > today for one in said.dates)
    is_said = states(said) or (is_ahead and _LEFT_OUT.match(said.low) is not None)
    return is_said and _WAS_SO.search(said.low) is None


_CONDITIONAL: Final = word_set("would could should might may if skulle kunde borde maybe kanske")


def _is_ahead(said: MaskedText, today: date, language: str) -> bool:
    """Whether a dated event of the speaker is in the future."""
    own = _OWN - _NO_WORDS.get(language, frozenset())
    if not any(one.first - today > _NEAR for one in said.dates):
        return False
    is_definite = _DEFINITE.match(said.low) is not None
    if said.words.isdisjoint(own) and not is_definite:
        return False
    return (
        said.plain.count(" ") >= _AHEAD_WORDS_MIN - 1
        and said.words.isdisjoint(_CONDITIONAL)
        and not _CALENDAR.search(said.low)
        and _VERB.search(said.low) is not None
    )


def _holds_since(said: MaskedText, today: date) -> bool:
    """Whether somebody or something has been so since a date: "I've been in Lisbon since May"."""
    found = _SINCE.search(said.low)
    if found is None or today - said.date_of(found[0][-1]).first <= _NEAR:
        return False
    return _HOLDS.search(said.low) is not None and said.words.isdisjoint(_CONDITIONAL)


def _is_personal_sum(said: MaskedText, brief: Brief) -> bool:
    """Whether somebody has, gets, pays or owes a sum, in a space that keeps such sums."""
    if not said.amounts or _KEPT_SUMS.isdisjoint(brief.categories):
        return False
    if not said.words.isdisjoint(_ASIDE):
        return False
    if any(one.unit in CURRENCIES and payment_period(said.plain, one) for one in said.amounts):
        return True
    own = _OWN - _NO_WORDS.get(brief.language, frozenset())
    if said.words.isdisjoint(own) and _PLAIN_SUM.match(said.low) is None:
        return False
    return any(
        one.value >= _SUM_MIN and (one.unit in CURRENCIES or one.unit is None)
        for one in said.amounts
    )


def _is_past_figure(said: MaskedText, today: date, brief: Brief) -> bool:
    """Whether it is a book figure of a past period, in a space that keeps such figures."""
    if brief.skips_figures or not live_data_filter.is_book_figure(said, None):
        return False
    if not said.words.isdisjoint(_ASIDE) or not said.words.isdisjoint(_CONDITIONAL):
        return False
    return any(one.last <= today and today - one.first > _NEAR for one in said.dates) and any(
        one.unit in CURRENCIES or (one.unit is None and one.value >= _SUM_MIN)
        for one in said.amounts
    )


def _is_named_thing(said: MaskedText) -> bool:
    """Whether the clause says what a named table, column or channel is."""
    plain = said.plain.lower()
    return (
        ("_" in plain or "#" in plain)
        and _NAMED_THING.search(plain) is not None
        and _THING_IS.search(said.low) is not None
        and _TRIED.search(said.low) is None
    )
