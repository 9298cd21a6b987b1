"""Plain facts: definite statements that are worth keeping although they fill no slot.

These are dated changes, personal sums, figures of a past period, company metrics, and named things
of a system. Each needs something definite, which casual talk lacks.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Final

from remembrancer.core.kinds import Brief, Family
from remembrancer.language.amounts import payment_period
from remembrancer.language.masked_text import MaskedText
from remembrancer.language.word_patterns import phrase_pattern, word_set
from remembrancer.reading.offline import live_data_filter
from remembrancer.reading.offline.cues import WEAKER, FamilyCue
from remembrancer.reading.offline.standing_facts import is_standing

_NEAR: Final = timedelta(days=8)  # events within a week are soon obsolete

_TURN_HINTS: Final = word_set(
    """
    slogs slås slog slagits
    remortgaged burned burnt brann igenom matures vests säljs sålde köpte förfaller bundit let
    closed stängde
    start starts started starting begins began end ends ended close closes closed closing leave
    leaves leaving left join
    joins joined joining move moves moved moving retires retired expire expires expired runs
    renew renews renewed renewal
    launch launches launched opens opened takes took taking live goes came comes due returns
    finish finishes finished
    switch switches switched replaced replaces shut shuts stop stops stopped change changes
    changed becomes became born
    married wedding surgery operation graduates graduated signed sunset sunsets migrates migrated
    cut leave away out back
    börjar började börjat slutar slutade slutat startar startade stängs stänger stängde upphör
    löper går läggs flyttar flyttade
    flyttas tar tog tillträder tillbaka borta föräldraledig sjukskriven ledig förnyas förlängs
    ersätts införs gäller träder
    öppnar lanseras höjs sänks byter bytte avgår avgick blir blev föddes kom gifter opereras
    operation stays merges merged
    appointed approved completed gick kommer flyttat went incorporated founded established
    grundades grundade been varit kan can't cannot won't parental maternity paternity prövas
    redovisas resigned promoted hired
    """
)
_TURN: Final = phrase_pattern(
    r"""
    sl(?:ogs|ås|og) ihop; slagits ihop;
    remortgaged; burned down; burnt down; brann(?: ner| upp)?; let (?:[\w'-]+ ){1,3}go;
    (?:gick|kom) igenom; matures?; vests?; säljs; sålde[st]?; köpte[st]?; förfaller; bundit;
    closed; stängde;
    starts?(?: \w+)?; started; starting; begins?; began; ends?; ended; clos(?:es|ed|ing);
    leav(?:es|ing); left; join(?:s|ed|ing)?; mov(?:es|ed|ing)(?: \w+)?; retire[sd]; expire[sd]?;
    runs? (?:out|until|till); renew(?:s|ed|al)?; launch(?:es|ed)?; opens; opened;
    tak(?:es|ing) over; took over; go(?:es)? (?:live|away|up|down|part[- ]time); goes;
    came (?:through|into|in|back|to us); comes? (?:into|from|back|in|through);
    (?:is|are|was|falls|fall|comes?) due; returns?; finish(?:es|ed)?; switch(?:es|ed);
    replace[sd]; shuts?(?: down)?; stop(?:s|ped)?; change[sd]?; bec(?:omes|ame); was born; born;
    (?:got|get|gets|getting) married;
    went (?:down|up|back|part|freelance|bust|bankrupt|live|over|full); incorporated; founded;
    established; grundade[st]?; graduate[sd]; signed; sunsets?; migrate[sd];
    (?:on|parental|maternity|paternity|sick) leave; (?:out|away|off|back)
    (?:until|till|in|from|on); merge[sd]; appointed; completed; resigned; promoted; hired;
    approved;
    börja[rdet]+; slutar; slutade; slutat; startar; startade; stäng(?:s|er|de|des); upphör;
    löper (?:ut|till); går (?:ut|ner|ned|upp|över|i pension|på|av); gick (?:ner|över|i|ut|av|på);
    läggs (?:om|ner|ned); flytta(?:r|de|s|t|des); tar över; tog över; tillträder; tillbaka;
    är (?:borta|ledig|föräldraledig|sjukskriven|tillbaka); föräldraledig\w*; sjukskriven;
    förnyas; förlängs; ersätts; införs; gäller (?:från|fr\.?|till|t\.?); träder i kraft;
    (?:has|have) been(?: \w+){0,3}? since; har varit(?: \w+){0,3}? sedan;
    kan (?:\w+ )?inte (?:ta|komma|vara|göra|delta|hjälpa);
    (?:can't|cannot|won't be able to) (?:make|do|take|come|host|attend|join|help); öppnar;
    lanseras; höj(?:s|des|er); sänk(?:s|tes|er); byter; bytte; avgår; avgick; bl(?:ir|ev);
    föddes; kom; gifter; opereras; prövas; redovisas; kommer (?:tillbaka|in|från)
    """
)
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
_DEFINITE: Final = re.compile(r"\W*(?:the|our|vår|vårt|den|det|\w{4,}(?:en|et|erna|arna))\s")
_TRAVELS: Final = phrase_pattern(
    r"(?:off|going|flying|driving|travelling|heading) (?:away|to|on)(?: \w+)?; (?:ska|åker|reser"
    r"|drar|flyger) (?:till|iväg|bort)"
)
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
_AHEAD: Final = phrase_pattern(
    "wedding; surgery; operation; operation(?:en)?; opereras; bröllop(?:et)?; due date"
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
_CURRENCIES: Final = frozenset({"SEK", "GBP", "USD", "EUR", "NOK", "DKK", "CHF"})
_SUM_MIN: Final = 1000
_ASIDE: Final = word_set(
    """
    would could should can might may if skulle kunde borde kan cap limit allowance threshold rule
    band maximum
    minimum gräns max average typically usually allows allowed example until-death tax-free need
    you'd you'll you your
    """
)
_MEASURE: Final = re.compile(
    r"(?<!\w)(?:(?:gross|operating|net|ebita?|ebitda|contribution|segment|organic|underlying"
    r"|like-for-like|same-store|recurring) )?"
    r"(?:margins?|sales growth|organic growth|growth|receivables|inventor(?:y|ies)|working "
    r"capital|capex|churn|arpu|orders?(?: intake| book| backlog)?|backlog|bookings"
    r"|guidance|roic|roe|leverage|net debt|cash conversion|free cash flow|fcf|goodwill|payables"
    r"|provisions?|r&d|development costs|capitali[sz]ed \w+ costs|subsidy|subsidies"
    r"|dividends?|fair value|lagret|lager|sales|volumes|revenues?|earnings|profits?|comps"
    r"|traffic|footfall|market share"
    r"|utili[sz]ation|occupancy|pricing|price increases|dividend cover|payout|buybacks?|stock "
    r"comp\w*|customer concentration|retention|nrr|cac|ltv|take rate"
    r"|freight(?: costs| contracts| rates)?|contracts?|\w*marginal(?:en|er|erna)?|orderingång\w*"
    r"|omsättningstillväxt\w*|tillväxten|lager(?:nivå\w*|värdet)?|kundfordring\w*"
    r"|rörelsekapital\w*|skuldsättning\w*|nettoskuld\w*|kassaflöde\w*|goodwill\w*|riktkurs\w*"
    r"|marknadsandel\w*|beläggning\w*|prishöjning\w*|utdelningsandel\w*|avskrivning\w*"
    r"|nedskrivning\w*)(?!\w)"
)
_TREND: Final = re.compile(
    r"(?<!\w)(?:grew|grow|grows|rose|rise|rises|fell|fall|falls|dropped|drop|declined|improved"
    r"|worsened|came in|come in|is running|running at|are now|is now|is down|is up|are down|are "
    r"up|down from|up from|down|up|widened|narrowed|doubled|halved|stands at|averaged|has been"
    r"|have been|was|were|is|are|grown|vuxit|covered|goes to|cut to|trade|slipped|went|moved"
    r"|shrunk|shrank|expanded|contracted|compressed"
    r"|jumped|crept|hit|reached|peaked|dipped|sat|trades?|traded|capitali[sz]e[sd]?|has|have"
    r"|gick|hamnade|landade|pressades|krympte|nådde|makes up|accounts for|runs out|runs|ends"
    r"|expire[sd]?|were renewed|was renewed|book(?:s|ed)?|"
    r"föll|steg|sjönk|ökade|minskade|ökat|minskat|har varit|ligger på|uppgår till|är nere|är "
    r"uppe|låg på|utgör|står för|halverades|fördubblades|prövas|löper|innehöll|är|har|haft)(?!\w)"
)
_LED: Final = phrase_pattern(
    r"""
    (?:peers|competitors|rivals|the sector|the industry|konkurrenterna|branschen|sektorn|\
    jämförbara bolag)(?: [\w'&-]+){0,6}? \ue000; (?:management|ceo|cfo|coo|chairman|the
    board|board|founder|ledningen|vd:n|vd|styrelsen|finanschefen)(?: [\w'&-]+){0,4}?
    (?:has|have|had|left|leaves|resigned|missed|beat|beaten|cut|raised|guided|guides|promised|\
    delivered|sold|bought|owns|holds|overpaid|stepped|was replaced|comes from|came
    from|always|never|consistently|har|lämnade|lämnar|missade|infriat|infriade|höjde|sänkte|sålde|\
    köpte|äger|lovade|överlovade|avgick|slutade|brukar)(?= )
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
        or _is_company_metric(said, brief)
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
    if any(one.first > today for one in said.dates) and _AHEAD.search(said.low):
        return said.words.isdisjoint(_CONDITIONAL)
    if _is_ahead(said, today, language):
        return True
    if _CALENDAR.search(said.low) or not said.words.isdisjoint(_CONDITIONAL):
        return False
    return not said.words.isdisjoint(_TURN_HINTS) and _TURN.search(said.low) is not None


_CONDITIONAL: Final = word_set("would could should might may if skulle kunde borde maybe kanske")


def _is_ahead(said: MaskedText, today: date, language: str) -> bool:
    """Whether a dated event of the speaker is in the future."""
    own = _OWN - _NO_WORDS.get(language, frozenset())
    if not any(one.first - today > _NEAR for one in said.dates):
        return False
    is_definite = _DEFINITE.match(said.low) is not None
    if (said.words.isdisjoint(own) and not is_definite) or _TRAVELS.search(said.low):
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
    if any(one.unit in _CURRENCIES and payment_period(said.plain, one) for one in said.amounts):
        return True
    own = _OWN - _NO_WORDS.get(brief.language, frozenset())
    if said.words.isdisjoint(own) and _PLAIN_SUM.match(said.low) is None:
        return False
    return any(
        one.value >= _SUM_MIN and (one.unit in _CURRENCIES or one.unit is None)
        for one in said.amounts
    )


def _is_past_figure(said: MaskedText, today: date, brief: Brief) -> bool:
    """Whether it is a book figure of a past period, in a space that keeps such figures."""
    if brief.skips_figures or not live_data_filter.is_book_figure(said, None):
        return False
    if not said.words.isdisjoint(_ASIDE) or not said.words.isdisjoint(_CONDITIONAL):
        return False
    return any(one.last <= today and today - one.first > _NEAR for one in said.dates) and any(
        one.unit in _CURRENCIES or (one.unit is None and one.value >= _SUM_MIN)
        for one in said.amounts
    )


def _is_company_metric(said: MaskedText, brief: Brief) -> bool:
    """Whether a company metric changed, in a space that keeps such findings."""
    if not _FINDINGS.intersection(brief.categories):
        return False
    if _LED.search(said.low):
        return True
    if _MEASURE.search(said.low) is None or _TREND.search(said.low) is None:
        return False
    is_definite = said.amounts or said.dates or not said.words.isdisjoint(_TIMES)
    return bool(is_definite) and said.words.isdisjoint(_CONDITIONAL)


_TIMES: Final = word_set(
    "double twice triple half halved doubled dubbelt hälften tredubblat halverat"
)
_FINDINGS: Final = frozenset(
    {
        "ratio_pattern",
        "peer_comparison",
        "management_pattern",
        "sector_norm",
        "capital_allocation_history",
    }
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
