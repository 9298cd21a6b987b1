"""Standing facts: how a system, a team or a customer regularly behaves."""

from __future__ import annotations

import re
from typing import Final

from remembrancer.core.kinds import Brief
from remembrancer.language.masked_text import MaskedText
from remembrancer.language.word_patterns import phrase_pattern, word_set

_SYSTEMS: Final = frozenset(
    {"data_analysis", "api_integration", "infrastructure", "business_logic"}
)
_THING: Final = (
    r"(?:tables?|views?|columns?|dashboards?|reports?|apis?|jobs?|pipelines?|endpoints?|services?"
    r"|scripts?|models?|index|queues?|topics?|buckets?|feeds?|exports?|imports?|fields?|metrics?"
    r"|datasets?|ledgers?|warehouse|schemas?|webhooks?|gateways?|clients?|bots?|forms?)"
)
_SAK: Final = (
    r"(?:tabell(?:en|erna)|vyn|vyerna|kolumn(?:en|erna)|rapport(?:en|erna)|jobbet|jobben|tjänsten"
    r"|api:et|apiet|fältet|fälten|kön|köerna|flödet|flödena|exporten|importen|modellen|måttet"
    r"|nyckeltalet|skriptet|databasen|registret|dashboarden|webbhooken)"
)
_BEHAVES: Final = phrase_pattern(
    rf"""
    {_THING}(?: [\w.-]+)? (?:hides?|ignores?|skips?|excludes?|includes?|filters?|masks?|keeps?|\
    stores?|holds?|contains?|counts?|covers?|rounds?|caches?|dedupes?|deduplicates?|expects?|requires?|\
    accepts?|rejects?|depends? on|feeds?|lags?|leaves? out|archives?|purges?|overwrites?)(?= \w);
    {_SAK}(?: [\w.-]+)? (?:döljer|utelämnar|ignorerar|hoppar över|exkluderar|inkluderar|filtrerar|\
    maskerar|sparar|lagrar|innehåller|räknar|omfattar|avrundar|kräver|godtar|avvisar|bygger
    på|matar|rensar|arkiverar|saknar)(?= \w)
    """
)
_LIMITED: Final = phrase_pattern(
    r"""
    (?:allows?|permits?|accepts?|handles?|supports?|takes?|returns?|serves?|is limited
    to|are limited to|tillåter|tar emot|klarar|accepterar|hanterar|returnerar|begränsas till)
    (?:at most|up to|no more than|a maximum of|max|högst|upp till|maximalt|som mest) [\ue000-\ue7ff]
    """
)
_REPEATED: Final = phrase_pattern(
    r"""
    (?:is|are|gets?) (?:refreshed|updated|rebuilt|loaded|reloaded|synced|run|backed
    up|archived|purged|emptied|rotated|recalculated|exported|imported)(?: [\w-]+){0,3}?
    (?:every|each|nightly|daily|hourly|weekly|monthly|once|twice);
    (?:refreshes|updates|reloads|syncs|runs|rebuilds|rotates)(?: [\w-]+){0,3}?
    (?:every|each|nightly|daily|hourly|weekly|monthly|once an?|twice an?);
    (?:uppdateras|laddas(?: om)?|byggs(?: om)?|synkas|körs|rensas|arkiveras|säkerhetskopieras|töms|\
    roteras|räknas om|exporteras|importeras)(?: [\w-]+){0,3}? (?:varje|varannan|dagligen|\
    veckovis|månadsvis|nattligen|en gång|två gånger|per|om natten)
    """
)
_LATER: Final = phrase_pattern(
    r"""
    (?:lands?|arrives?|appears?|shows? up|posts?|settles?|clears?|gets? booked|is booked|are
    booked|syncs?|propagates?|becomes? visible|hamnar|landar|syns|bokförs|bokas|dyker
    upp|synkas|regleras)(?: [\w-]+){0,5}? (?:[\ue000-\ue7ff]|(?:one|two|three|a|an|en|ett|två|tre|\
    några|some|a few) (?:business |working |full )?(?:days?|hours?|weeks?|minutes?|dag|dagar|timme|\
    timmar|vecka|veckor|minuter|bankdag|bankdagar))
    (?:after|later|behind|before|efter|senare|före|innan)(?= \w|$)
    """
)
_TEAM: Final = phrase_pattern(
    r"""
    (?:the|our) (?:[\w&-]+ ){1,3}(?:team|squad|group|desk|committee|department|board|crew|office)
    (?:always )?(?:signs? off(?: on)?|approves?|reviews?|owns?|maintains?|decides?(?: on)?|\
    handles?|audits?|looks? after|(?:is|are) responsible for)(?= \w);
    (?:\w{3,}-?(?:teamet|gruppen|avdelningen|rådet|kommittén)|(?:teamet|gruppen|avdelningen) \w+)
    (?:alltid )?(?:godkänner|äger|granskar|ansvarar för|sköter|beslutar om|underhåller|hanterar|\
    signerar|attesterar|förvaltar)(?= \w)
    """
)
_NOUN: Final = (  # a noun as the subject: no pronoun, no question, no order
    r"^\W*(?!(?:i|we|you|he|she|it|they|my|your|this|that|these|those|which|what|who|there|jag|vi"
    r"|du|ni|han|hon|den|det|de|min|din|man|detta|som|vad|vem|please)\b)"
)
_TOKEN: Final = r"[\w`'./\ue000-\ue7ff-]+"
_SHAPED: Final = re.compile(
    rf"{_NOUN}(?:"
    # What a value stands for: "null in `region` means export".
    rf"(?=[^;]{{0,60}}?(?:`|\w_\w|null\b|empty\b|blank\b|tomt?\b))(?:{_TOKEN} ){{1,7}}?"
    r"(?:means|stands for|betyder|står för) (?!nothing|inget)\w"
    # What holds for each of a sort: "Legal signs off any contract", "QA tests every build".
    rf"|(?:{_TOKEN} ){{1,4}}?\w+[^s\W]s(?: off| on)? (?:any|every|each|all (?=\w+ (?:above|over)))"
    rf"|(?:{_TOKEN} ){{1,3}}?\w+[ae]r (?:varje|samtliga|alla (?=\w+ (?:över|under))) ?\w"
    # What must be alike or whole: "both configs must use the same template".
    rf"|(?:{_TOKEN} ){{1,6}}?(?:must|måste) (?:\w+ ){{1,3}}?(?:same|one|only|every|samma|endast)\b"
    # How late something comes: "the label arrives 45 days late".
    rf"|(?:{_TOKEN} ){{1,5}}?(?:[a-z]{{3,}}s|[a-zåäö]{{2,}}[ae]r) (?P<lag>[\ue000-\ue7ff])"
    r" (?:late|sent)\b"
    r")"
    r"|^\W*never (?!mind|again|ever|had|been|knew|heard|thought|said|met|felt|got|made|once|gonna"
    r"|going|\w+e[dn]\b)[a-z]+ \w+ \w|^\W*\w+a aldrig \w+"
)
# A rule for everybody: "you should never store tokens", "alla ska alltid låsa".
_NORM: Final = re.compile(
    r"\W*(?:(?:also|and|please|note|remember)[,:]? )?(?:you|we|one|people|everyone|everybody|du|vi"
    r"|man|ni|alla) (?:must|may|shall|should|ought to|have to|måste|får|ska|skall|bör|borde)"
    r" (?:never|always|only|alltid|aldrig|bara|endast) \w+ \w"
)
_LAGS: Final = frozenset({"days", "weeks", "months", "hours"})  # a train is minutes late
_HABIT: Final = phrase_pattern(
    r"""
    ^\W*(?:(?:the|our|my|vår|vårt|min|mitt) )?(?:customer|client|supplier|vendor|landlord|tenant|\
    bank|auditor|accountant|kunden|leverantören|hyresvärden|hyresgästen|banken|revisorn|\
    redovisningsbyrån|kund|leverantör|hyresvärd|hyresgäst|bank|revisor)
    (?:[\w&.-]+ ){0,3}?(?:(?:always|never|usually|often|rarely) \w+|\w+(?:ar|er|r)
    (?:alltid|aldrig|oftast|sällan|ofta)|brukar)(?= \w|$)
    """
)
_HABIT_HINTS: Final = word_set(
    "always never usually often rarely alltid aldrig oftast sällan ofta brukar"
)
# Each with hint words: the pattern runs only if the clause holds one of them.
_STANDING: Final = (
    (None, _BEHAVES),
    (word_set("most up more maximum max högst upp maximalt mest"), _LIMITED),
    (
        word_set(
            """
            every each nightly daily hourly weekly monthly once twice varje varannan dagligen
            veckovis månadsvis nattligen gång gånger per natten
            """
        ),
        _REPEATED,
    ),
    (word_set("after later behind before efter senare före innan"), _LATER),
    (None, _TEAM),
)
_PASSING: Final = word_set(
    """
    now again today yesterday just currently still suddenly nu igen idag igår precis fortfarande
    plötsligt would could should might if skulle kunde borde kanske maybe why varför
    """
)


def is_standing(said: MaskedText, brief: Brief) -> bool:
    """Whether a clause says how something behaves regularly, and not only now."""
    words = said.words
    if brief.is_told and not _SYSTEMS.isdisjoint(brief.categories) and _NORM.match(said.low):
        return True
    if not words.isdisjoint(_PASSING):
        return False
    if not words.isdisjoint(_HABIT_HINTS) and _HABIT.search(said.low):
        return True
    if _SYSTEMS.isdisjoint(brief.categories):
        return False
    shaped = _SHAPED.search(said.low)
    if shaped is not None:
        return shaped["lag"] is None or said.amount_of(shaped["lag"]).unit in _LAGS
    return any(
        (hints is None or not words.isdisjoint(hints)) and one.search(said.low) is not None
        for hints, one in _STANDING
    )
