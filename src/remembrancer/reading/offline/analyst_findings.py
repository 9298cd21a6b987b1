"""Analysts' findings: what a plain third-person statement says about a company.

Where agents are the authors, most of what they say is about their own work: tasks, files, drafts.
A finding is told by its shape: somebody else than the speakers is its subject, and it holds a
measure, a comparison, a count of years or a risk.
"""

from __future__ import annotations

import re
from typing import Final

from remembrancer.core.kinds import Brief
from remembrancer.language import mood
from remembrancer.language.masked_text import MaskedText
from remembrancer.language.names import find_names
from remembrancer.language.word_patterns import phrase_pattern, word_set
from remembrancer.reading.offline.definite_statements import has_verb

# Units of a measure of a company. Minutes and bytes are of the work itself.
_MEASURES: Final = frozenset(
    {"%", "percentage points", "basis points", "times", "years", "quarters", "employees"}
    | {"SEK", "GBP", "USD", "EUR", "NOK", "DKK", "CHF", "customers", "months", "shares", "days"}
)
_SPEAKERS: Final = word_set(
    """
    my me mine i'm i'll i've i'd you your you're we're let's please thanks
    jag min mitt mina mig du din ditt dina ni er tack
    """
)
_I: Final = re.compile(r"(?<![\w'])I(?![\w'])")  # the Swedish "i" is small
_I_GET: Final = re.compile(
    r"\W*I (?:would |'d )?(?:get|find|see|estimate|calculate|value|put|peg|have)\s"
    r"(?:[\w&'.-]+\s+){1,8}?(?:of|at|to)\s[\ue000-\ue7ff]"
    r"|\W*I make (?:[\w&'.-]+\s){1,8}?[\ue000-\ue7ff]"
    # Each analyst's own view: "I rate Lumenor a buy".
    r"|\W*(?:I (?:rate|call|consider|regard|judge)|(?i:jag) (?:klassar|bedömer|betraktar|har))\s"
    r"(?:(?!you\b)[\w&'.-]+\s){1,4}?(?:an?|as|to be|som)\s\w"
)
_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_OF_A_UNIT: Final = re.compile(  # a measure of something that is weighed, counted or sold
    r"[\ue000-\ue7ff]\s?(?:(?:thousand|million|billion|bn|mn|k|m|tusen|miljoner|miljarder)\s)?"
    r"(?:mg|kg|grams?|gram|tonnes?|tons?|ton|litres?|liters?|liter|hl|km|metres?|meter|sqm|m2|kvm"
    r"|hectares?|hektar|kwh|mwh|gwh|twh|mw|gw|barrels?|fat|ounces?|passengers|guests|visitors"
    r"|subscribers|members|patients|beds|rooms|stores|shops|units|vehicles|points|seats"
    r"|passagerare|gäster|besökare|prenumeranter|medlemmar|patienter|bäddar|rum|butiker|enheter"
    r"|fordon|poäng|platser)(?!\w)"
)
_SCENARIO: Final = re.compile(
    r"(?<!\w)(?<!than in the )(?<!than the )"
    r"(?:bear|bull|base|central|downside|upside|stress|worst|best|low|high)[ -]"
    r"(?:case|scenario)(?!\w)|(?<!\w)(?:huvud|bas|stress|ned|upp)(?:sides)?scenari\w+"
)
_WOULD_PUT: Final = re.compile(r"^\W*i(?: would|'d)(?= \w)")
_BY_OWN_COUNT: Final = re.compile(
    r"\W*(?:(?:by|on|in) (?:my|our) (?:own )?(?:count|estimates?|numbers|figures|reckoning|model"
    r"|reading|calculations?|view)|my (?:reading|estimate|figure|count|measure)"
    r" (?:of|for)"
    r"|min (?:mätning|uppskattning|siffra) (?:av|för)|enligt (?:min|mina|vår|våra) (?:\w+ )?"
    r"(?:beräkning(?:ar)?|räkning|modell|siffror|uppskattning)),?\s"
)
_SUBJECT: Final = re.compile(  # a noun first: no pronoun, no order, no verb of a note
    r"\W*(?!(?:it|this|that|these|those|they|he|she|we|there|here|then|so|and|but|if|when|done|both"
    r"|nothing|det|den här|detta|de|hon|han|vi|så|och|men|om|när|då|här|inget|båda)\b)"
    r"(?:[\w&'.-]+\s+){1,8}?[\w'-]+"
)
# What agents work with. A statement about one of these is about the work.
_WORK: Final = re.compile(
    r"\W*(?:(?:the|a|an|all|both|my|first|second|third|last|next|new|old|[\ue000-\ue7ff]|ett|en|den"
    r"|det|första|andra|tredje|sista|nya|gamla)\s+)*(?:[\w-]+\s+)?(?:tasks?|tickets?|sections?|drafts?|files?"
    r"|folders?|pages?|charts?|tables?|templates?|reports?|summary|context|confidence|rounds?|reviews?|queues?|downloads?|uploads?|documents?"
    r"|transcripts?|attempts?|scripts?|parsers?|runs?|jobs?|sheets?|cells?|columns?|layouts?|steps?"
    r"|agents?|sessions?|apis?|requests?|errors?|feeds?|deadlines?|usage|rapport\w*|uppgift\w*|ärende\w*|avsnitt\w*|utkast\w*|fil(?:en|er|erna)?|mapp\w*"
    r"|sid(?:a|an|or|orna)|diagram\w*|tabell\w*|mall\w*|kö(?:n|er)?|dokument\w*|försök\w*|skript\w*"
    r"|körning\w*|hämtning\w*|nedladdning\w*|kolumn\w*|cell\w*|steg\w*|agent\w*|stycke\w*)(?!\w)"
)
# A quote of the market is live data.
_QUOTED: Final = re.compile(
    r"\W*(?:(?:the|our|its|last)\s+)*(?:share price|price|share|shares|stock|volume|index|futures"
    r"|spread|markets?|consensus|everyone|everybody|analysts|oil|gold|kurs\w*|marknad\w*|aktien|volym\w*|börsen)(?!\w)"
)
_NOW: Final = phrase_pattern(
    "today; yesterday; this morning; ago; just; so far; right now; idag; i dag; igår; i morse;"
    "nyss; just nu; hittills"
)
_CONDITION: Final = re.compile(r"(?:^|[:,;(–-])\s*(?:if|unless|om|ifall)\s")
_COMPARED: Final = phrase_pattern(
    r"""
    (?:more|less|fewer|[a-z]{2,}er)(?: [\w'-]+){0,4}? than; exceeds?; exceeded; outpaces?; against;
    versus; vs\.?; compared (?:with|to); relative to; (?:above|below) (?:the|its|their|peers|book);
    half (?:of|the|its); out of [\ue000-\ue7ff]; in a row; running;
    (?:mer|mindre|fler|färre|[a-zåäö]{3,}re)(?: [\w-]+){0,4}? än; överstiger; understiger; jämfört
    med; hälften av; [\ue000-\ue7ff] av [\w\ue000-\ue7ff]+; i rad; högre; lägre
    """
)
_RISK: Final = phrase_pattern(
    r"""
    (?:main|biggest|key|largest|only|real) (?:risk|threat|weakness|uncertainty|driver); at risk;
    correct (?:figure|number|value); (?:största|främsta|enda) (?:risken|hotet|svagheten);
    risken är; rätt (?:siffra|tal)
    """
)
_EVER: Final = phrase_pattern(
    r"""
    (?:has|have) (?:never|always|consistently|not)(?: \w+){1,12}? (?:since|in|for) [\ue000-\uefff];
    har (?:aldrig|alltid|inte)(?: \w+){1,12}? (?:sedan|på|i) [\ue000-\uefff];
    (?:consistently|historically|structurally|repeatedly) \w+; brukar \w+; historiskt \w+;
    (?:has|have|owns?|holds?) no \w+; saknar \w+; har (?:ingen|inga|inget) \w+;
    (?:twice|double) (?:the|that|its|their); dubbelt så;
    (?:from|från) [\ue000-\ue7ff] (?:to|till) [\ue000-\ue7ff]
    """
)


def names_subject(said: MaskedText, brief: Brief) -> bool:
    """Whether a clause starts with a name, or names the company that the talk is about."""
    if find_names(" ".join(said.plain.split()[:3])):
        return True
    return bool(brief.subject) and str(brief.subject).casefold() in said.low


def is_finding(said: MaskedText, *, by_agent: bool) -> bool:
    """Whether a clause is a finding about a company. People compare canteens too: of them a bare
    comparison is none."""
    low = said.low
    if _SCENARIO.search(low) and said.amounts and has_verb(said):
        return True  # "in our bear case volumes fall 6 %", whatever it depends on
    if _I_GET.match(said.text):  # "I get leverage of 3.2x": a figure or a view of the analyst
        low = _WOULD_PUT.sub(" ", low)
        return not (mood.is_unreal(low) or mood.is_reported(low))
    own = _BY_OWN_COUNT.match(low)
    start = own.end() if own else 0
    low = low[start:]
    words = frozenset(_WORD.findall(low)) if own else said.words
    if not words.isdisjoint(_SPEAKERS) or _I.search(said.text[start:]):
        return False
    if _SUBJECT.match(low) is None:
        return False
    if _WORK.match(low) or _QUOTED.match(low) or _NOW.search(low) or not has_verb(said):
        return False
    if mood.is_unreal(low) or mood.is_reported(low) or _CONDITION.search(low):
        return False
    if any(one.unit in _MEASURES for one in said.amounts) or _OF_A_UNIT.search(low):
        return True
    if _RISK.search(low) or _EVER.search(low):
        return True
    return by_agent and _COMPARED.search(low) is not None
