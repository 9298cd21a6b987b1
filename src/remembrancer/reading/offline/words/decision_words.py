"""Cue words for decisions, plans and completed actions."""

from __future__ import annotations

import re
from typing import Final

from remembrancer.language.word_patterns import phrase_pattern, word_set

_WHO: Final = (
    r"(?:i|we|they|he|she|both|all|client|customer|owner|team|user|board|committee|everyone"
    r"|[\w-]+)"
)
_HAVE: Final = (
    r"(?:'ve|'d| have| has| had)?(?: now| finally| also| just| both| all| already| jointly| "
    r"therefore| then| eventually| provisionally)*"
)
_WILL: Final = (
    r"(?:'ll| will| shall|'re going to| are going to|'m going to| am going to| is going to)(?: "
    r"not| just| also| rather| therefore| now| instead| definitely)*"
)
_KEEPS: Final = (
    r"(?:go(?:ing)? (?:with|for|ahead)|use|keep|stay|stick|switch|move (?:to|over|from|away)"
    r"|drop|postpone|delay|defer|skip|adopt"
    r"|replace|retire|deprecate|standardi[sz]e|migrate|hold off|cancel|close|sell|rebalance"
    r"|consolidate|reduce|increase|raise"
    r"|lower|split|proceed|take (?:the|option|out)|continue with|roll out|hire|outsource|merge"
    r"|leave it|accept|exclude|include|register)"
)

DECISION_HINTS: Final = word_set(
    """
    dropped ditched replaced adopted retired killed deprecated introduced merged renamed
    cancelled flyttade flyttat bytte slopade införde ersatte la lade slog
    takes does handles runs owns för tar sköter gör ansvarar från from starting
    decided agreed chose chosen opted settled resolved voted signed approved picked concluded
    decision
    go going let's we'll i'll will won't instead call sign-off beslutade beslutat bestämde
    bestämt valde
    valt enades överens röstade godkände godkänt beslut beslutet blir kör går väljer behåller
    satsar skjuter slutar
    byter beslutades beslöts beslutar bestämmer bli together settle decides chooses we're shall
    landade landat
    cutting raising lowering trimming upping switching changing moving dropping closing selling
    hiring merging replacing leaving doubling starting stopping doing having holding hosting
    meeting ending ses träffas håller meet
    it turned took takes tar tog tackade moved upgrade upgraded downgrade downgraded sänker höjer
    sänkte höjde cut raise raised lower set
    stick sticking stay staying keep keeping went goes go not we're i'm köper säljer lägger
    stänger startar flyttar anställer skippar ställer avstår fortsätter
    enats enade klubbade klubbat fastställde ska kommer stannar avvaktar stället istället after allt
    """
)
# "Every invoice must be approved by two managers": a rule.
TO_BE: Final = phrase_pattern(
    r"(?:must|should|shall|has to|have to|needs? to|is to|are to) (?:\w+ )?be \w+ed"
)
DECIDED: Final = phrase_pattern(
    rf"""
    (?:takes?|does|handles|runs|owns|för|tar|sköter|gör|ansvarar)(?: [\w-]+){{1,5}}? (?:from now
    on|going forward|från och med nu|hädanefter|framöver);
    (?:från och med|fr\.?o\.?m\.?|from|starting|as of) [\ue800-\uefff],? (?:\w+
    )?(?:we|vi|we'll)(?= );
    {_WHO}{_HAVE} (?:decided|agreed|chose|chosen|opted|settled on|settled
    for|resolved|voted|signed off|approved|picked|concluded)(?=(?:\s*:)|(?: not)?
    (?:to|on|that|for|against|in|with|we|the|a|an|k2|k3|option|by|it|this|all|upon|not|our|my|his|\
    her|their|both|going|\w+ing|\S+ \S+));
    (?:it was|was|were|is|been) (?:decided|agreed|resolved|approved)(?=\s*:|
    (?:to|that|on|by|at|in|for|with));
    (?:decision|decided|agreed|agreement|beslut|beslutat|outcome)\s*:;
    (?:the|our|my|final) decision (?:is|was|stands); made (?:up )?(?:my|our|his|her|their) mind;
    (?:i|we)(?:'ll| will|'re going to| are going to|'m going to)(?: \w+)? go (?:with|for|ahead
    with); let's go (?:with|for|ahead with);
    (?:we're|i'm|we are|i am|we|i|they|he|she) (?:going|go|goes|went)(?: \w+)? with(?= \S);
    (?:we|i)(?:'re|'m| are| am|'ll| will)? (?:stick|sticking|stay|staying|keep|keeping)
    (?:with|to|on)(?=
    \S);
    (?:we're|we are|i'm|i am|they're|they are) not (?:buying|selling|doing|going|hiring|renewing|\
    moving|investing|upgrading|migrating|using|taking|changing|adding|shipping|launching|\
    switching|supporting|extending|paying|touching)(?= \S);
    (?:cutting|raising|lowering|trimming|upping|cut|raised|sänker|höjer)(?: our| the| my| vår)?
    (?:\w+ )?(?:fair value|target|price target|estimates?|rating|riktkurs\w*|motiverat värde)(?=
    ); turned(?: [\w'-]+){{1,4}} down; turned down; tackade nej;
    (?:takes?|took|taking) over (?:from|as|the|responsib\w+); (?:tar|tog) över (?!en|ett)\w+;
    (?:moved|moving|upgraded?|downgraded?|cut|raised?|lowered|went)(?: \w+){{0,4}}? to
    (?:hold|buy|sell|reduce|add|accumulate|neutral|overweight|underweight|outperform);
    (?:vi|we|i|jag)(?: \w+)? (?:sänker|höjer|sänkte|höjde|cut|raise|raised|lower|lowered|set|trim|\
    trimmed|drop)(?: \w+){{0,2}}? (?:riktkurs\w*|target|price
    target|estimates?|prognos\w*|rating|rekommendation\w*); changed (?:my|our|his|her|their) mind;
    (?:jag|vi|de|hon|han|styrelsen|kunden|ägaren|bolaget|teamet|ägarna|mötet|[\w-]+)(?: har)?(?:
    \w+)? (?:beslutade|beslutat|bestämde|bestämt|valde|valt|enades|enats|röstade|godkände|godkänt|\
    klubbade|fastställde)(?= (?:att|om|oss|mig|sig|för|till|på|k2|k3|det|den|en|ett|bort|mellan|\
    ny|nya|\w+)); kom(?:mit)? överens om; (?:landade|landat) i;
    beslutades; beslöts; beslut(?:et)?(?: är| blev| togs|:); beslutet (?:att|om)
    """
)
PLANNED: Final = phrase_pattern(
    rf"""
    (?:we|vi|team)(?:'ve| have| har)? (?:dropped|ditched|replaced|adopted|retired|killed|\
    deprecated|introduced|merged|moved|renamed|cancelled|flyttade|flyttat|bytte
    ut|slopade|införde|ersatte|la ner|lade ner|slog ihop)(?= \S);
    (?:we|team|company|they|board){_WILL} {_KEEPS}; (?:we|i) won't (?:be )?{_KEEPS};
    i{_WILL} (?:go with|keep|stay with|stick (?:with|to)|switch|take
    (?:the|option|out)|sell|postpone|hold off|skip);
    let's (?:not |just |rather )?{_KEEPS};
    (?:we|we're|we'll|vi)
    (?!(?:had|were|did|went|got|took|ended|hade|gjorde|gick|fick|tog)\b|\w+ed\b|\
    \w+ade\b)(?:[\w'\ue000-\uefff-]+ ){{1,9}}?(?:instead|i ?stället|after all|trots allt)(?!\w);
    [\w'\ue000-\uefff -]{{3,60}}(?<!what)(?<!where)(?<! as)(?<! how) it is$;
    (?:we're|we are|they're|they are|i'm) (?:switching|changing|moving|dropping|closing|selling|\
    hiring|merging|replacing|leaving|cutting|raising|doubling|starting|stopping|doing|having|\
    holding|hosting|meeting|ending)(?= \S);
    let's (?:put|book|schedule|set|fix|do|say|meet|have)(?= [^.]*[\ue800-\uefff]);
    (?:vi|we) (?:kör|träffas|håller|meet)(?= \S+ \S+)(?= [^.]*[\ue800-\uefff]);
    (?:då|det) (?:blir det|får bli); det blir(?= [\w\ue000-\uefff]);
    (?:vi|jag) (?:kör|går) (?:på|med|vidare med|över till);
    (?:vi|jag) (?:väljer|behåller|satsar på|skjuter (?:upp|på)|byter|avvaktar|stannar (?:på|kvar));
    vi (?:köper|säljer|sänker|höjer|lägger (?:om|ner|ned|in)|stänger|startar|flyttar|anställer|\
    skippar|ställer in|hoppar (?:över|av)|avstår|fortsätter|slutar|stryker|prioriterar|bygger|\
    inför|ersätter)(?= [\w\ue000-\uefff]+ [\w\ue000-\uefff]+);
    (?:köper|säljer|sänker|höjer|byter|lägger|stänger|startar|kör|väljer|behåller|tar|skippar|\
    inför) vi(?= [\w]); (?:vi|jag) (?:ska|kommer att) (?:inte )?(?:byta|behålla|köra|gå
    över|skjuta|sälja|avvakta|anställa|fortsätta|stanna)
    """
)
DONE_HINTS: Final = word_set(
    """
    took taken hired signed cancelled canceled postponed switched sold bought purchased
    registered set opened
    closed moved transferred paid remortgaged refinanced migrated deprecated dropped renewed
    terminated appointed
    incorporated founded invested withdrew increased reduced changed stopped started upgraded
    replaced consolidated
    tog tagit anställde anställt skrev skrivit tecknade tecknat sade sagt sköt skjutit bytte bytt
    sålde sålt köpte
    köpt registrerade registrerat öppnade öppnat stängde stängt flyttade flyttat betalade
    amorterade startade startat
    lade lagt höjde höjt sänkte sänkt migrerade migrerat avslutade avslutat ansökte ansökt
    """
)
_THING: Final = (
    r"(?:practice|clinic|stake|half of|klinik\w*|andel\w*|halva|polic(?:y|ies)|contract|lease"
    r"|agreement|accounts?|loan|mortgage|pension|isas?|sipp"
    r"|house|flat|property|shares|funds?|company"
    r"|business|premises|office|warehouse|supplier|bank|system|insurance|subscription|vat"
    r"|payroll|dividend|bonds|portfolio|subsidiary"
    r"|plot|cottage|land|licen[cs]e|trust|will|vendor|provider|database|cluster|server|pipeline"
    r"|repo|warehouse|savings|premium"
    r"|avtal\w*|hyresavtal\w*|kontrakt\w*|konto\w*|lån\w*|bolån\w*|pension\w*|hus\w*|lägenhet\w*"
    r"|aktier\w*|fonder\w*|bolag\w*|företag\w*"
    r"|lokal\w*|kontor\w*|leverantör\w*|bank\w*|system\w*|försäkring\w*|prenumeration\w*|moms\w*"
    r"|utdelning\w*|f-skatt|dotterbolag\w*"
    r"|sommarstug\w*|stuga\w*|licens\w*|stiftelse\w*|maskin\w*|bil(?:en)?|räkenskapsår\w*"
    r"|hyra\w*|lön(?:en|er)?|pris(?:et|er|erna)?)"
)
DONE: Final = phrase_pattern(
    rf"""
    (?:i|we|they|he|she|client|company|owner|user|team|board)(?:'ve| have| has| had)?(?: \w+)?
    (?:took out|taken out|signed|cancelled|canceled|postponed|switched|sold|bought|purchased|\
    registered|set up|opened|closed|moved|transferred|paid
    off|remortgaged|refinanced|migrated|deprecated|dropped|renewed|terminated|appointed|\
    incorporated|invested|withdrew|consolidated|replaced|upgraded)(?:
    [\w'\ue000-\uefff£$%,-]+){{0,6}}? {_THING};
    (?:jag|vi|de|hon|han|bolaget|kunden|styrelsen|ägaren)(?: har)?(?: \w+)? (?:tog|tagit|skrev
    under|skrivit under|tecknade|tecknat|sade upp|sagt upp|sköt upp|skjutit
    upp|bytte|bytt|sålde|sålt|köpte|köpt|registrerade|registrerat|öppnade|öppnat|stängde|stängt|\
    flyttade|flyttat|startade|startat|höjde|höjt|sänkte|sänkt|avslutade|avslutat|migrerade|\
    migrerat)(?: [\w'\ue000-\uefff%,-]+){{0,6}}? {_THING}
    """
)
THING: Final = re.compile(rf"(?<!\w)(?:auditors?|revisor\w*|{_THING[3:-1]})(?!\w)")
REASONED: Final = phrase_pattern(
    r"after all; trots allt; \w+days; \w+dagar; because; since; as (?:the|it|we|they|he|she); "
    r"due to; so that; instead(?: of)?; rather "
    r"than; over \w+; not \w+; eftersom; för att; på grund av; istället; i stället; så att; "
    r"därför"
)
