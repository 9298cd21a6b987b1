"""The words behind the cues. Each list is tried only where one of its hints is in the clause."""

from __future__ import annotations

import re
from typing import Final


def cue(forms: str) -> re.Pattern[str]:
    """Any of the forms as whole words. A semicolon parts them; a line break is a blank."""
    either = "|".join(" ".join(form.split()) for form in forms.split(";") if form.strip())
    return re.compile(rf"(?<![\w'])(?:{either})(?!\w)")


def listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


_WHO: Final = r"(?:i|we|they|he|she|both|all|client|customer|owner|team|user|board|committee|everyone|[\w-]+)"
_HAVE: Final = r"(?:'ve|'d| have| has| had)?(?: now| finally| also| just| both| all| already| jointly| therefore| then| eventually| provisionally)*"
_WILL: Final = r"(?:'ll| will| shall|'re going to| are going to|'m going to| am going to| is going to)(?: not| just| also| rather| therefore| now| instead| definitely)*"
_KEEPS: Final = (
    r"(?:go(?:ing)? (?:with|for|ahead)|use|keep|stay|stick|switch|move (?:to|over|from|away)|drop|postpone|delay|defer|skip|adopt"
    r"|replace|retire|deprecate|standardi[sz]e|migrate|hold off|cancel|close|sell|rebalance|consolidate|reduce|increase|raise"
    r"|lower|split|proceed|take (?:the|option|out)|continue with|roll out|hire|outsource|merge|leave it|accept|exclude|include|register)"
)

DECISION_HINTS: Final = listed(
    """
    decided agreed chose chosen opted settled resolved voted signed approved picked concluded decision
    go going let's we'll i'll will won't instead call sign-off beslutade beslutat bestämde bestämt valde
    valt enades överens röstade godkände godkänt beslut beslutet blir kör går väljer behåller satsar skjuter
    byter beslutades beslöts beslutar bestämmer bli together settle decides chooses we're shall landade landat
    it turned took takes tar tog tackade moved upgrade upgraded downgrade downgraded sänker höjer sänkte höjde cut raise raised lower set
    stick sticking stay staying keep keeping went goes go not we're i'm köper säljer lägger stänger startar flyttar anställer skippar ställer avstår fortsätter
    enats enade klubbade klubbat fastställde ska kommer stannar avvaktar
    """
)
DECIDED: Final = cue(
    rf"""
    {_WHO}{_HAVE} (?:decided|agreed|chose|chosen|opted|settled on|settled for|resolved|voted|signed off|approved|picked|concluded)
    (?=(?:\s*:)|(?: not)? (?:to|on|that|for|against|in|with|we|the|a|an|k2|k3|option|by|it|this|all|upon|not|our|my|his|her|their|both|going|\w+ing));
    (?:it was|was|were|is|been) (?:decided|agreed|resolved|approved)(?=\s*:| (?:to|that|on|by|at|in|for|with));
    (?:decision|decided|agreed|agreement|beslut|beslutat|outcome)\s*:; (?:the|our|my|final) decision (?:is|was|stands); made (?:up )?(?:my|our|his|her|their) mind;
    (?:i|we)(?:'ll| will|'re going to| are going to|'m going to)(?: \w+)? go (?:with|for|ahead with); let's go (?:with|for|ahead with);
    (?:we're|i'm|we are|i am|we|i|they|he|she) (?:going|go|goes|went)(?: \w+)? with(?= \w); (?:we|i)(?:'re|'m| are| am)? (?:stick|sticking|stay|staying|keep|keeping) (?:with|to|on)(?= \w); [\w' -]{3,60} it is$;
    (?:we're|we are|i'm|i am|they're|they are) not (?:buying|selling|doing|going|hiring|renewing|moving|investing|upgrading|migrating|using|taking|changing|adding|shipping|launching|switching|supporting|extending|paying|touching)(?= \w);
    turned(?: [\w'-]+){1,4} down; turned down; tackade nej; (?:takes?|took|taking) over (?:from|as|the|responsib\w+); (?:tar|tog) över (?!en|ett)\w+;
    (?:moved|moving|upgraded?|downgraded?|cut|raised?|lowered|went)(?: \w+){0,4}? to (?:hold|buy|sell|reduce|add|accumulate|neutral|overweight|underweight|outperform); (?:vi|we|i|jag)(?: \w+)? (?:sänker|höjer|sänkte|höjde|cut|raise|raised|lower|lowered|set|trim|trimmed|drop)(?: \w+){0,2}? (?:riktkurs\w*|target|price target|estimates?|prognos\w*|rating|rekommendation\w*); changed (?:my|our|his|her|their) mind;
    (?:jag|vi|de|hon|han|styrelsen|kunden|ägaren|bolaget|teamet|ägarna|mötet|[\w-]+)(?: har)?(?: \w+)? (?:beslutade|beslutat|bestämde|bestämt|valde|valt|enades|enats|röstade|godkände|godkänt|klubbade|fastställde)
    (?= (?:att|om|oss|mig|sig|för|till|på|k2|k3|det|den|en|ett|bort|mellan|ny|nya|\w+)); kom(?:mit)? överens om; (?:landade|landat) i;
    beslutades; beslöts; beslut(?:et)?(?: är| blev| togs|:); beslutet (?:att|om)
    """
)
PLANNED: Final = cue(
    rf"""
    (?:we|team|company|they|board){_WILL} {_KEEPS}; (?:we|i) won't (?:be )?{_KEEPS}; i{_WILL} (?:go with|keep|stay with|stick (?:with|to)|switch|take (?:the|option|out)|sell|postpone|hold off|skip);
    let's (?:not |just |rather )?{_KEEPS}; (?:då|det) (?:blir det|får bli); det blir(?= [\w\ue000-\uefff]);
    (?:vi|jag) (?:kör|går) (?:på|med|vidare med|över till); (?:vi|jag) (?:väljer|behåller|satsar på|skjuter (?:upp|på)|byter|avvaktar|stannar (?:på|kvar));
    vi (?:köper|säljer|sänker|höjer|lägger (?:om|ner|ned|in)|stänger|startar|flyttar|anställer|skippar|ställer in|hoppar (?:över|av)|avstår|fortsätter|slutar|stryker|prioriterar|bygger|inför|ersätter)(?= [\w\ue000-\uefff]+ [\w\ue000-\uefff]+);
    (?:köper|säljer|sänker|höjer|byter|lägger|stänger|startar|kör|väljer|behåller|tar|skippar|inför) vi(?= [\w]); (?:vi|jag) (?:ska|kommer att) (?:inte )?(?:byta|behålla|köra|gå över|skjuta|sälja|avvakta|anställa|fortsätta|stanna)
    """
)
DONE_HINTS: Final = listed(
    """
    took taken hired signed cancelled canceled postponed switched sold bought purchased registered set opened
    closed moved transferred paid remortgaged refinanced migrated deprecated dropped renewed terminated appointed
    incorporated founded invested withdrew increased reduced changed stopped started upgraded replaced consolidated
    tog tagit anställde anställt skrev skrivit tecknade tecknat sade sagt sköt skjutit bytte bytt sålde sålt köpte
    köpt registrerade registrerat öppnade öppnat stängde stängt flyttade flyttat betalade amorterade startade startat
    lade lagt höjde höjt sänkte sänkt migrerade migrerat avslutade avslutat ansökte ansökt
    """
)
_THING: Final = (
    r"(?:polic(?:y|ies)|contract|lease|agreement|accounts?|loan|mortgage|pension|isas?|sipp|house|flat|property|shares|funds?|company"
    r"|business|premises|office|warehouse|supplier|bank|system|insurance|subscription|vat|payroll|dividend|bonds|portfolio|subsidiary"
    r"|plot|cottage|land|licen[cs]e|trust|will|vendor|provider|database|cluster|server|pipeline|repo|warehouse|savings|premium"
    r"|avtal\w*|hyresavtal\w*|kontrakt\w*|konto\w*|lån\w*|bolån\w*|pension\w*|hus\w*|lägenhet\w*|aktier\w*|fonder\w*|bolag\w*|företag\w*"
    r"|lokal\w*|kontor\w*|leverantör\w*|bank\w*|system\w*|försäkring\w*|prenumeration\w*|moms\w*|utdelning\w*|f-skatt|dotterbolag\w*"
    r"|sommarstug\w*|stuga\w*|licens\w*|stiftelse\w*|maskin\w*|bil(?:en)?|räkenskapsår\w*|hyra\w*|lön(?:en|er)?|pris(?:et|er|erna)?)"
)
DONE: Final = cue(
    rf"""
    (?:i|we|they|he|she|client|company|owner|user|team|[\w-]+)(?:'ve| have| has| had)?(?: \w+)? (?:took out|taken out|signed|cancelled|canceled|postponed|switched|sold|bought|purchased|registered|set up|opened|closed
    |moved|transferred|paid off|remortgaged|refinanced|migrated|deprecated|dropped|renewed|terminated|appointed|incorporated|invested|withdrew|consolidated|replaced|upgraded)(?: [\w'\ue000-\uefff£$%,-]+){{0,6}}? {_THING};
    (?:jag|vi|de|hon|han|bolaget|kunden|[\w-]+)(?: har)?(?: \w+)? (?:tog|tagit|skrev under|skrivit under|tecknade|tecknat|sade upp|sagt upp|sköt upp|skjutit upp|bytte|bytt|sålde|sålt|köpte|köpt|registrerade|registrerat
    |öppnade|öppnat|stängde|stängt|flyttade|flyttat|startade|startat|höjde|höjt|sänkte|sänkt|avslutade|avslutat|migrerade|migrerat)(?: [\w'\ue000-\uefff%,-]+){{0,6}}? {_THING}
    """
)

ACTION_HINTS: Final = listed(
    """
    will i'll we'll he'll she'll they'll to needs need must has have should ska skall måste behöver skickar mejlar
    mailar ringer förbereder skriver granskar kollar bokar ordnar fixar lämnar signerar betalar uppdaterar bekräftar
    skapar beställer kontaktar följer laddar samlar tar återkommer stämmer ser undersöker anmäler action todo ap
    skulle kan can could sets sends books prepares drafts writes checks calls fixes brings updates orders reviews does makes gets handles arranges signs files submits collects
    remind påminn you'll going agreed promised lovade hör pratar gör lägger deadline due
    """
)
_DO: Final = (
    r"(?:send|e-?mail|call|ring|phone|prepare|draft|write|review|check|book|schedule|arrange|set up|file|submit|sign|transfer|provide"
    r"|chase|update|complete|confirm|share|create|order|pay|contact|follow up|upload|collect|gather|get|look into|look at|investigate|speak"
    r"|talk|finish|finali[sz]e|deliver|fix|add|remove|migrate|document|test|deploy|forward|fill|return|bring|find|put together"
    r"|circulate|register|renew|cancel|run|invite|organi[sz]e|present|propose|report|research|apply|notify|reach out|ask|drop off"
    r"|produce|pull|sort|sort out|dig out|rewrite|model|calculate|compare|obtain|request|print|post|publish|hand over|sit down|meet|take a look|come back|get back|give|do|make|compile|rerun|re-run|backfill|rotate|write up|clean up)"
)
_GÖRA: Final = (
    r"(?:skicka|mejla|maila|ringa|förbereda|skriva|granska|kolla|boka|ordna|fixa|lämna in|skriva under|signera|betala|uppdatera"
    r"|bekräfta|dela|skapa|beställa|kontakta|följa upp|ladda upp|samla|ta fram|återkomma|stämma av|se över|undersöka|prata|anmäla"
    r"|registrera|avsluta|bjuda in|presentera|leverera|göra|hämta|lägga|deklarera|räkna|jämföra|begära|ta in|höra av|leta|scanna|bokföra|attestera|sammanställa|ta|gå igenom)"
)
_GÖR: Final = (
    r"(?:skickar|mejlar|mailar|ringer|förbereder|skriver|granskar|kollar|bokar|ordnar|fixar|lämnar in|signerar|betalar|uppdaterar"
    r"|bekräftar|delar|skapar|beställer|kontaktar|följer upp|laddar upp|samlar|tar fram|återkommer|stämmer av|ser över|undersöker"
    r"|pratar med|anmäler|gör|lägger|hör av|sammanställer|räknar|går igenom|tar in|tar kontakt|tar det|begär)"
)
ACTION: Final = cue(
    rf"""
    (?:i|we|he|she|they|you|[\w-]+)(?:'ll| will| shall)(?: also| then| just| now| both| need to| have to)* {_DO};
    (?:i|we|he|she|they|you|[\w-]+) (?:needs?|has|have|is|are|am|'m|agreed|promised|is going|are going)(?: also| still)? to {_DO}; (?:must|should) {_DO};
    (?:i|we|he|she|they|you|[\w-]+)'ll have (?:[\w'-]+ ){{1,6}}?(?:done|ready|sent|for|finished|by|before|\ue800); ^\W*[\w-]+ (?:sets|sends|books|prepares|drafts|writes|checks|calls|fixes|brings|updates|orders|reviews|does|makes|gets|handles|organi[sz]es|arranges|signs|files|submits|collects|takes care)(?= )[^.]*[\ue800-\uefff];
    ^\W*[\w-]+,? du (?:skulle|ska|får|kan) {_GÖRA}; ^\W*[\w-]+,? (?:you|can you|could you|will you|would you)(?: were going to| are going to|'ll| will)? {_DO}; ^\W*[\w-]+,? (?:kan|vill|skulle) du {_GÖRA};
    ^\W*[\w-]+(?: [\w-]+)? to {_DO}; (?:action|todo|to do|ap|åtgärd)\s*:; remind (?:me|us) to; påminn (?:mig|oss) (?:om )?att; ^\W*@[\w-]+;
    (?:jag|vi|hon|han|de|du|ni|[\w-]+) (?:ska|skall|måste|behöver|lovade att|får|tar på (?:sig|mig) att)(?: också| även| då| bara)* {_GÖRA};
    (?:jag|vi|hon|han|de|du|ni|[\w-]+) (?:också |även )?{_GÖR}; (?:ska|måste) (?:vara )?(?:inne|lämnas|skickas|betalas|deklareras|bokföras|klar|klara|inlämnad|signeras)
    """
)
ASKS_OF_ONESELF: Final = cue(r"(?:i|jag|we|vi)(?:'ll| will| need to| have to| must| ska| måste| behöver)")

GOAL_HINTS: Final = listed(
    """
    want wants wanted like love hope hopes hoping plan plans planning aim aims aiming dream dreams dreaming goal
    goals ambition bucket vill drömmer dröm drömmen mål målet hoppas siktar sikte planerar tänker planen tänkt
    looking wish wishes intend intends önskar ambitionen
    """
)
_LIFE_AIM: Final = (
    r"(?:retire|stop work(?:ing)?|semi-retire|go part[- ]time|work (?:less|part[- ]time|fewer|until)|buy (?:a|an|their|our|my|his|her|the|another) (?:\w+ ){0,3}?(?:house|home|flat|place|cottage|boat|farm|villa|property|apartment|camper\w*|motorhome|cabin|bigger)"
    r"|move (?:to|back|abroad|closer|nearer|out)|travel|pay off|clear the mortgage|be mortgage|be debt|leave (?:\w+ ){0,4}?to|help (?:the|my|our|his|her|their|with)|downsize|start (?:a|an|my|their|her|his|our)(?: own)? (?:\w+ )?(?:business|company|charity|family|firm|bakery|café|school|foundation)"
    r"|live (?:in|abroad|by|near)|own|see (?:the|more)|be done (?:with|working)|be (?:out|retired|finished)|spend more time|sail|emigrate|take (?:a year|a sabbatical|six months)|walk|volunteer|fund|put (?:the|my|our|his|her|their) (?:kids|children|grandchildren|daughter|son)|build (?:a|our|my|their)|write a|run a|learn|become|climb|sell (?:the|my|our|his|her|their) (?:business|company|firm|practice|house)|give|reach|be financially|have enough|save (?:up )?(?:for|enough)|grow (?:to|the))"
)
_LIVSMÅL: Final = (
    r"(?:gå i pension|sluta (?:jobba|arbeta)|gå ner i (?:tid|arbetstid)|köpa (?:en|ett|ny|större)|flytta (?:till|ut|hem|utomlands|närmare)|resa|betala av|bli skuldfri\w*|hjälpa (?:barnen|mina|våra|min|vår|dottern|sonen)|starta (?:ett|en|eget)"
    r"|bo (?:i|vid|på|utomlands)|äga|jobba (?:mindre|halvtid|deltid)|trappa ner|segla|bygga|lära mig|lära sig|sälja (?:bolaget|företaget|firman|huset|byrån)|lämna över|växa till|nå|spara ihop|kunna leva|ta (?:ett sabbatsår|tjänstledigt)|öppna (?:ett|en))"
)
GOAL: Final = cue(
    rf"""
    (?:want|wants|wanted|would like|'d like|i'd like|we'd like|would love|'d love|i'd love|we'd love|hope|hopes|hoping|plan|plans|planning|aim|aims|aiming|intends?|wish(?:es)?|looking)(?: \w+){{0,2}}? to (?:be able to )?(?:eventually |one day |fully |also |both )*{_LIFE_AIM};
    (?:dream|dreams|dreaming|dreamt|dreamed)(?:'s|s)?(?: \w+)? (?:of|about|is|has always been); (?:my|our|his|her|their|main|life|long-term|big|ultimate) (?:\w+ )?(?:goal|dream|ambition|aim)s? (?:is|are|was|has); goal\s*:; (?:the|one) (?:big |main |ultimate )?(?:goal|dream) (?:is|for); bucket list;
    (?:vill|vill gärna|skulle vilja|hoppas|planerar att|tänker|siktar på att|önskar|drömmer om att)(?: (?:kunna|få|så småningom|helst|egentligen|på sikt|gärna|en dag))* {_LIVSMÅL};
    drömmer om; (?:min|vår|hans|hennes|deras|stora) dröm; drömmen är; (?:mitt|vårt|hans|hennes|deras|långsiktiga) mål (?:är|är att); målet (?:är|med livet); siktar på att; ambitionen är
    """
)

PREFERENCE_HINTS: Final = listed(
    """
    prefer prefers preferred rather please always never like likes hate hates dislike dislikes want wants don't
    doesn't won't föredrar helst hellre gillar gillar alltid aldrig vill påminn påminnelser skriv svara hädanefter
    fortsättningen future forward remind reminders reminder usually brukar best snälla favourite favorite keep
    skicka boka ta lägg kalla visa äter tål dricker can't cannot tell ask warn show email text phone message contact dont cant does would trust
    ogillar avoid undvik slipper appreciates uppskattar call book ring mejla comfortable happy allergic no
    """
)
PREFERENCE: Final = cue(
    r"""
    (?:i|we|he|she|they|client|customer|user|owner|[\w-]+)(?: \w+)? prefers?; (?:i|we|he|she|they)(?:'d| would) (?:much )?rather(?! (?:ask|say));
    (?:my|our|his|her|their) prefer(?:ence|red)(?: \w+){0,3} (?:is|are); preference (?:is|for);
    (?:i|we|he|she|they|[\w-]+) (?:really |also |generally )?(?:likes?|loves?|hates?|dislikes?|appreciates?|don't like|doesn't like|do not like|can't stand) (?:it when|to be|to get|to have|to see|getting|being|when|having|to know|to meet|to receive|a summary|reminders|short|long|detailed|early|late|phone|surprises|plain|numbers|seeing|jargon);
    (?:i|we|he|she|they|client|customer|[\w-]+) (?:also )?(?:wants?|would like|'d like|likes) (?:proactive|reminders|a reminder|short|shorter|weekly|monthly|regular|simple|plain|detailed|bullet|everything in|all (?:\w+ )?in|to be (?:reminded|told|warned|notified|kept|copied)|you to always|only|a heads[- ]up|updates|ethical|sustainable|no );
    (?:don't|doesn't|do not|does not|dont|never) (?:really )?(?:like|want|trust) (?:anything|any|the idea|taking|variable|risk|surprises|\w+ing)(?= |$);
    (?:wants?|would like|'d like|likes) (?:all|every|future|our|his|her|their|my|the|any)(?: [\w'-]+){1,4}? (?:to be|in|as|kept|sent|written|by|via|on)(?= ); (?:ring|call|email|text|phone|message|contact)(?: me| us| her| him| them)(?: \w+){0,4}? (?:rather than|instead of|not|and not)(?= );
    always (?:tell|ask|show|give|warn|remind|check with|let|copy|include|send)(?: \w+)? (?:me|us|my|our|the|a)(?= ); (?:tell|ask|warn|show) (?:me|us)(?: \w+){0,6}? (?:every time|each time|first|always|in advance); (?:can't|cannot|don't|doesn't|won't|dont|cant) (?:do|eat|drink|have) (?:any )?(?:gluten|dairy|meat|nuts|lactose|alcohol|seafood|fish|pork|eggs|mornings|evenings|\w+days);
    (?:äter|tål|dricker) inte(?= \w); (?:skicka|ring|boka|skriv|mejla|ta|lägg|kalla|visa)(?: \w+)? (?:inte|aldrig|alltid)(?: \w+){0,4}? (?:på|före|efter|innan|under|om|via|\w+dagar)(?= |$);
    please (?:always|never|don't ever|in future); (?:from now on|going forward|in future|in the future),? (?:please |i'd |just |always |can you |could you )*(?:use|send|write|keep|call|email|include|show|start|put|round|don't|never|always|answer|reply|add|ask|give|skip|copy|cc|i'd|i want|only);
    (?:don't|do not|never|always) (?:ever )?(?:call|ring|phone|email|text|contact|message|book|schedule|cc|remind|send|ping)(?: \w+){0,2} (?:before|after|on|during|at|between|unless|me|us|him|her|them);
    no (?:calls|emails|meetings|calls or \w+|phone calls)(?: \w+)? (?:before|after|on|during|between); best (?:time )?to (?:call|reach|meet|catch|ring)(?: \w+)? (?:is|on|in|after|before|between|mornings?|evenings?|by|via);
    remind (?:me|us|her|him|them)(?: \w+){0,3}? (?:every|each|always|on \w+days|before every|before each|ahead of); (?:i|we|he|she|they|[\w-]+)(?:'d| would)?(?: \w+)? (?:not want|don't want|doesn't want|won't|will not|refuses? to|never) (?:to )?(?:invest|hold|any exposure|be called|be contacted|anything in|put money|own (?:any )?(?:tobacco|oil|arms|shares));
    (?:not|isn't|aren't) comfortable (?:with|investing|holding|taking); (?:usually|always) (?:asks?|wants?|checks?|reads?|chats?|writes?); (?:is|are|am|i'm) (?:only )?(?:free|available|reachable) (?:on|in|after|before|between|mornings?|afternoons?|evenings?);
    (?:jag|vi|hon|han|de|kunden|ägaren|[\w-]+)(?: \w+)? föredrar; (?:vill|skulle) (?:\w+ )?helst; vill hellre; (?:tar|kör|får|gör|ses|möts) (?:jag |vi )?(?:helst|hellre); helst (?:inte|per|via|på|före|efter|innan|vill|kort); hellre (?:kort|per|via|mejl|än);
    (?:jag|vi|hon|han|de|[\w-]+) (?:gillar inte|ogillar|gillar|uppskattar|avskyr) (?:när|att|om|korta|långa|inte när|tydliga|påminnelser); (?:jag|vi|hon|han|de|kunden|[\w-]+) vill (?:alltid |gärna |bara |inte )?(?:ha (?:påminnelse\w*|en påminnelse|korta?|kortare|enkla|tydliga|allt|en kort|besked|siffror|månads\w*|vecko\w*)|bli (?:påmind|påminda|uppringd|kontaktad)|inte (?:bli|ha|att));
    påminn (?:mig|oss)(?: \w+){0,3}? (?:alltid|varje|innan|inför|på \w+dagar|dagen före); (?:skriv|svara|förklara|ring|mejla|skicka|visa|avrunda|börja)(?: \w+){0,2}? (?:alltid|aldrig|kort|kortfattat|enkelt|gärna); (?:alltid|aldrig) (?:ringa|mejla|skicka|boka|skriva);
    ring (?:mig )?(?:inte|aldrig|helst|bara|efter|före|innan); inga (?:möten|samtal|mejl)(?: \w+)? (?:före|efter|innan|på|under); (?:hädanefter|i fortsättningen|framöver),? (?:vill|kan du|skriv|svara|ska du|skicka|använd|ta); brukar (?:alltid |helst )?(?:fråga|vilja|läsa|skriva|svara|kolla); (?:nås|nå mig) (?:bäst|enklast|lättast)
    """
)

OPEN_HINTS: Final = listed(
    """
    not sure undecided haven't hasn't deciding decide whether later revisit park parked parking postponed postpone
    open tbd unclear considering thinking toying weighing fence minds inte vet osäker funderar överväger oklart
    öppen öppet bordlagt återkommer senare nästa bestämt beslutat skjuta skjuter skjutit parkera parkerar till
    back yet isn't don't didn't wondering torn leaning debating kvar avvakta väntar pending ta tar får diskuterade
    löst lösta resolved settled solved sorted avgjort avgjord vänta wait waits know dont leave settle let's parking postponing pausing delaying holding putting vi förstå lära understand learn figure
    tveksam velar ännu än discussed hold mulling unsure ponder pondering
    """
)
OPEN: Final = cue(
    r"""
    (?:not|n't|never|isn't|aren't|haven't|hasn't|hadn't|didn't|don't|still)(?: \w+){0,2}? (?:sure|certain|decided|decide|made up|settled|chosen|agreed|know|clear)(?: \w+){0,3}? (?:whether|if|on|about|how|what|when|which|between|to|yet|or|still|as to|mind|minds)?(?<!sure to);
    (?:är|is|are|was|still)(?: \w+)? (?:inte|not|un)(?: yet| ännu| än| riktigt)? ?(?:löst|lösta|resolved|settled|solved|decided|avgjord|avgjort|sorted|bestämd|bestämt|beslutad|beslutat); (?:isn't|aren't|wasn't) (?:settled|resolved|sorted|decided|agreed)(?: yet)?;
    (?:får|måste|kan) vänta(?: \w+)? (?:till|tills|på|med|en); (?:will have to|has to|have to|can|must|should|got to) wait(?: \w+)? (?:until|till|for); waits? (?:until|till); (?:dont|don't|do not|doesn't|didn't|still not) know (?:what|how|whether|if|yet|when|which|where)(?= ); leave (?:it|that|this) (?:for now|open|until); what we (?:didn't|haven't|did not|never) (?:settle|decide|agree|resolve)\w*; (?:didn't|haven't|did not) (?:settle|decide|get round|agree)(?: \w+)?;
    let's (?:pick|take|leave|discuss|revisit|park|decide)(?: \w+){0,4}? (?:next|later|in|another|until|\ue800|after|when); (?:i'm|we're|i am|we are|is|are) (?:parking|postponing|pausing|delaying|holding off|putting off)(?= \w); vi tar (?:den|det|detta|frågan|beslutet)(?: \w+){0,2}? (?:på|vid|nästa|i|efter|senare|\ue800);
    vill (?:förstå|lära mig|veta mer|titta på|gå igenom)(?: [\w-]+){0,8}? (?:någon gång|senare|framöver|bättre|mer); (?:want|like|need|love) to (?:understand|learn|look into|figure out|get my head around)(?: [\w-]+){0,8}? (?:better|sometime|some day|one day|at some point|later|properly);
    (?:undecided|unsure|torn|on the fence|in two minds|of two minds) (?:about|on|whether|between|if|as to)?; still (?:deciding|thinking|debating|weighing|considering|wondering|discussing|mulling|open|to be decided|pending|need to decide|needs to decide|have to decide);
    (?:need|needs|have|has|will have|yet) to (?:be )?(?:decide|decided|make up|settle|think about (?:whether|if|it))(?: \w+)?; (?:open|outstanding|unresolved) (?:question|item|issue|point|matter)s?; (?:question|issue|matter) (?:is|remains|stays) (?:still )?open; tbd; to be (?:decided|determined|confirmed|agreed);
    (?:we'll|we will|let's|i'll|will) (?:come back|get back|return|circle back|revisit|park|leave|pick)(?: \w+){0,3}? (?:to (?:it|that|this|the)|that|this|it|up|for now|open|later|next|until|\ue800);
    (?:put|puts|putting|pushed|kicked|parked|postponed|deferred|shelved|tabled)(?: \w+){0,5}? (?:off|back|on hold|until|till|for now|to (?:the )?next|pending|decision|question|\ue800); on hold (?:until|for|while);
    (?:i'm|we're|am|are|is|he's|she's|they're|been|i've been|we've been|was|were|also)?(?: \w+)? ?(?:considering|toying with|weighing up|mulling over|thinking (?:about|of)|wondering (?:whether|if|about)|debating whether|leaning towards?);
    (?:discussed|talked about)(?: \w+){1,6}? (?:but|without) (?:\w+ ){0,3}?(?:not|hasn't|haven't|no|n't|deciding|decision)\w*;
    (?:vet|är|har|hade|kan|ska)(?: \w+){0,2}? inte(?: \w+){0,3}? (?:om|än|ännu|bestämt|bestämma|beslutat|säker|säkra|klart|vad|vilken|hur)(?= |$|[.,]); inte (?:bestämt|beslutat|bestämde|tagit ställning)(?: \w+)?; (?:osäker|osäkra|tveksam|tveksamma|kluven|oklart|oviss)\w*(?: \w+){0,2}? (?:på|om|kring|inför|över|till|vilken|hur|när); oklart;
    (?:jag|vi|hon|han|de|kunden|[\w-]+) (?:\w+ )?(?:funderar|överväger|velar|grubblar|väger|lutar åt|är inne på)(?: \w+)?; funderar (?:på|över|vi|jag); överväger; (?:tar|får|återkommer|diskuterar|beslutar|bestämmer|återupptar) (?:vi|jag|det)?(?: \w+){0,4}? (?:senare|sen|nästa|efter|till hösten|till våren|\ue800|igen|en annan gång);
    (?:skjuter|skjuta|skjutit|sköt)(?: \w+){0,3}? (?:upp|på|fram); bordl\w+; (?:frågan|punkten|beslutet)(?: \w+){0,3}? (?:öppen|öppet|kvar|kvarstår|parkera\w*); (?:öppen|kvarstående) fråga; får vi (?:ta|se|återkomma|bestämma|diskutera); ta ställning (?:till|senare); avvaktar med
    """
)

RULE_HINTS: Final = listed(
    """
    always never must don't required deprecated obsolete mandatory forbidden allowed excludes exclude includes include
    instead truth alltid aldrig måste får ingår exkluderar inkluderar använd use using subtract join convert
    rather read-only append-only convention policy rule regel policyn standard canonical only nets net gross
    treat model count book assume classify measure define round value capitalise capitalize require discount report räknar bokför klassar definierar behandlar värderar kräver redovisar vi we dont ever runs hosted deployed sits körs ligger caps limits throttles when säger kallar en ett a an are is
    counted räknas stored lives documented lag timezone utc prefix naming
    """
)
RULE: Final = cue(
    r"""
    (?:we|you|agents?|everyone|analysts?|queries|reports?|developers?|they|teams?|all|it|prs?|[\w.`-]+s)(?: should| must| will| have to| need to)? (?:always|never) (?!been|had|mind|said|know|thought|seen|heard|liked|loved|wanted|understood|get|gets|forget|remember|sure|a |the same|so )[\w-]+;
    ^\W*(?:(?:and|also|so|note|remember|important|rule|please|nb|obs)[:,]?\s+)?(?:always|never) (?:use|run|check|join|filter|subtract|add|convert|exclude|include|write|query|commit|push|deploy|merge|name|put|store|log|ask|book|round|call|trust|rely|mix|compare|send|change|edit|drop|delete|touch|hardcode|assume|set|start|cite|report|treat|restart|cache|bypass|share|tag|prefix|wrap|pin|squash|rebase|capitali[sz]e|net|adjust|normali[sz]e|verify|require|go|do);
    (?:must|should) (?:always|never|not be|be (?:run|done|approved|reviewed|signed|written|stored|converted|filtered|excluded|included|rounded|sent|tagged|in|cached)); (?:is|are) (?:now )?(?:deprecated|obsolete|read-only|append-only|not allowed|mandatory|forbidden|off[- ]limits|the (?:canonical|authoritative|official)); source of truth; single source;
    (?:use|query|prefer|join on|filter on|group by) [\w.`_-]+(?: \w+){0,4}?,? (?:instead of|not|rather than|and not|never) [\w.`_-]+; (?:excludes?|includes?|is net of|is gross of|does not include|doesn't include|do not include|are excluded|is excluded|are included|is included|are not counted|is not counted|isn't counted|counts? only|only counts?)(?= |$|[.,]);
    (?:we|vi) (?:treat|model|count|book|assume|classify|measure|define|round|value|capitali[sz]e|require|discount|report|räknar|bokför|klassar|definierar|behandlar|värderar|kräver|redovisar|periodiserar)(?: [\w'%\ue000-\uefff-]+){2}; (?:we|vi) (?:use|apply|take|använder|tillämpar)(?: [\w'.%\ue000-\uefff-]+){1,8},? (?:not|rather than|instead of|inte|istället för|i stället för)(?= );
    for (?:[\w-]+ ){1,4}we (?:use|treat|apply|take|assume|model|count|book); use (?:[\w'.%-]+ ){0,5}[\w'.%-]+, (?:never|not)(?= ); (?:do|run|go|use|put|send|book)(?: [\w'-]+){1,8},? and (?:not|never)(?= ); (?:don't|do not|dont) ever \w+; ^\W*[\w `.-]{2,40} rather than [\w `.-]{2,40}$;
    (?:caps?|limits?|throttles?|restricts?)(?: our| us| the| each)(?: \w+){0,3}? (?:at|to) \ue000; when (?:you|we|comparing|calculating|reporting|querying)(?: [\w'-]+){1,8},? (?:use|always|never|subtract|exclude|add|convert|filter)(?= ); (?:an?|en|ett) (?:[\w-]+ ){1,3}(?:is|är) (?:one|any|anyone|someone|anything|en|ett|den|det) (?:who|that|which|som|with|utan|med)(?= );
    (?:säger|kallar|räknar|definierar|menar) vi (?:att|en|ett|det|som); (?:the|our|vår|vårt) (?:\w+ )?(?:bot|site|server|service|app|api|db|database|website|pipeline|job|cluster|wiki|dashboard|ci|prod|staging|backend|frontend|repo|boten|servern|sajten|tjänsten|databasen|klustret) (?:runs?|is hosted|is deployed|lives|sits|is stored|körs|ligger|kör) (?:on|in|at|på|i|hos)(?= );
    (?:by convention|our convention is|the convention is|the rule is|house rule|our policy is|the policy is|company policy|as a rule); (?:is|are) (?:stored|kept|recorded|reported|logged|expressed|given) (?:in|as|at|under|per) [\w.]+; (?:lives|is documented|are documented|is tracked|sits) (?:in|under|at) [\w./]+;
    (?:vi|ni|man|alla|det|den|[\w-]+) (?:ska |måste |får |skall )?(?:alltid|aldrig) (?!varit|haft|sett|hört|tyckt|tänkt|så |en |glöm)\w+; (?:ska|skall|måste) (?:alltid|aldrig|vara|ha|stå|godkännas|attesteras|bokföras|kontrolleras); får (?:aldrig|inte|bara|endast) \w+;
    ^\W*(?:(?:och|obs|regel|viktigt)[:,]?\s+)?(?:använd|bokför|kör|kontrollera|räkna|avrunda)(?: \w+){0,3}? (?:alltid|aldrig|inte|istället); (?:vår|enligt) (?:policy|rutin|regel); (?:regeln|rutinen|policyn) är; (?:ingår|räknas) (?:inte )?(?:i|in|som|med); (?:exkluderar|inkluderar); (?:alltid|aldrig) (?:använda|bokföra|köra|ändra|blanda|skicka|betala)
    """
)

LIFE_HINTS: Final = listed(
    """
    stays goes flat house property business boat land farm stuga lägenhet huset my our his her their min mitt vår hans hennes deras
    passed died diagnosed redundant laid graduated born promoted divorced separated pregnant owns own keeps keep
    moved retired inherited lost bought sold degree phd study studies studying maintain maintains teach teaches
    grew from founded started run runs wife husband daughter son mother father mum dad brother sister parents kids
    children dotter mamma pappa fru bror syster barnen gick avled uppsagd föddes examen pluggar läser äger avliden
    dog cat hund katt allergic vegan vegetarian vegetarisk vegansk allergisk care dementia university uni school
    nursery wedding married gifter bröllop certified expires renews ends löper förnyas contract lease avtal avtalet
    hyresavtalet licens licence license policy shares aktier trust guarantor borgen retires contractor freelance
    divorce estate cottage flat rents renting hyr hyra experience working building organise organize host hosts
    """
)
_MINE: Final = r"(?:my|our|his|her|their|min|mitt|vår|vårt|hans|hennes|deras|[\w-]+'s|[a-zåäö]+s)"
_KIN: Final = (
    r"(?:wife|husband|partner|daughters?|sons?|mother|father|mum|mom|dad|brother|sister|parents|kids|children|grand\w+|mother-in-law|father-in-law|aunt|uncle|stepson|stepdaughter"
    r"|fru|man|sambo|dotter|son|mamma|pappa|bror|syster|föräldrar|barn|svärmor|svärfar|mormor|morfar|farmor|farfar|moster|faster)"
)
LIFE: Final = cue(
    rf"""
    (?:passed away|has died|died (?:in|last|\ue800)|was diagnosed|been diagnosed|made redundant|was laid off|been laid off|lost (?:his|her|my|their) job|got promoted|was promoted|has been promoted|getting divorced|got divorced|graduated (?:from|in|with|last)|gick bort|avled|blev (?:uppsagd|befordrad|av med jobbet|varslad)|har blivit (?:uppsagd|befordrad)|tog examen|föddes);
    {_MINE} {_KIN}(?:,? \w+,?)?(?:'s| is| was| are|'re| är| var) (?:(?:just|now|also|currently|recently|nu|precis|snart) )?(?:an?|in|at|on|from|off to|\ue000|retired|ill|sick|dead|disabled|pregnant|unemployed|working|studying|living|moving|coming to live|going to|getting|self-employed|en|ett|sjuk|pensionär\w*|arbetslös|gravid|pensionerad|död)(?= |$);
    {_MINE} {_KIN}(?:,? \w+,?)? (?:has|had|have|har|fick|fått|got|gets?|needs?|behöver) (?:an?|\ue000|type|diabetes|dementia|cancer|been|just|power|two|no|en|ett|demens|care|help|hjälp|fått|blivit)(?= |$); {_MINE} {_KIN}(?:,? \w+,?)? (?:lives?|works?|moved|moves|goes to|studies|starts?|started|graduate[sd]|turned|turns|left|died|passed|bor|jobbar|arbetar|flyttade|flyttar|pluggar|läser|går (?:på|i)|börjar|började|fyller|dog|gick bort)(?= \w);
    (?:the|our|my|his|her|their) (?:\w+ ){{0,2}}(?:flat|house|cottage|property|business|boat|land|farm|stuga\w*|lägenhet\w*|hus\w*|huset) (?:stays|goes to|is for|is not for sale|isn't for sale|will go to|ska gå till|ska behållas|blir kvar);
    (?:i|we|they|he|she|client|couple|[\w-]+) (?:also |both |still |jointly )?(?:owns?|keeps?|rents? out|let out) (?:an?|the|two|three|half|some|his|her|their|our|my|\ue000) (?:[\w-]+ ){{0,4}}?(?:flat|house|cottage|property|boat|business|company|shares?|land|farm|apartment|holiday home|buy-to-let|campervan|motorhome|shop|building|garage|practice);
    (?:jag|vi|de|hon|han|[\w-]+) (?:äger|hyr ut|hyr) (?:en|ett|två|halva|hela|\ue000) (?:[\w-]+ ){{0,3}}?\w*(?:lägenhet|hus|stuga|sommarstuga|båt|bolag|företag|fastighet|skog|gård|lokal|butik|andel)\w*;
    (?:i|we|he|she|they|[\w-]+)(?:'m|'s|'re| am| is| are) (?:also |a |an )*(?:vegan|vegetarian|coeliac|lactose intolerant|allergic to|certified|originally from|from \w+(?=$|[.,;]| and| but)); (?:jag|hon|han|vi|de|[\w-]+) är (?:vegan|vegetarian|allergisk mot|laktosintolerant|från \w+);
    (?:i|he|she|[\w-]+) (?:have|has|'ve got|got|hold|holds|did|finished) (?:an?|my|his|her) (?:[\w-]+ ){{0,2}}?(?:degree|phd|masters?|doctorate|diploma|licen[cs]e) (?:in|from|at|on); (?:i|he|she|they|[\w-]+) (?:study|studies|studied|'m studying|am studying|is studying|teach|teaches|maintain|maintains|'m the maintainer of|grew up in|organi[sz]es?|hosts?) (?!up|this|that|it|them|as|like)[\w-]+;
    (?:i|we|he|she|[\w-]+)(?:'ve| have| has)? been (?:using|writing|doing|working (?:with|in|on|as)|running|teaching|playing|coding in|at|with|freelancing|contracting)(?: [\w.+#-]+){{1,4}} (?:for|since) [\w\ue000-\uefff];
    (?:contract|lease|policy|subscription|licen[cs]e|tenancy|agreement|warranty|insurance|avtal\w*|hyresavtal\w*|licens\w*|försäkring\w*|prenumeration\w*|garanti\w*|kontrakt\w*)(?: \w+){{0,5}}? (?:ends?|expires?|runs? (?:out|until|to)|renews?|is up|löper (?:ut|till)|går ut|förnyas|gäller (?:till|t\.o\.m)|upphör)(?: \w+){{0,3}}? \ue800;
    (?:jag|hon|han|de|[\w-]+) (?:pluggar|läser|studerar) (?:till )?\w+ (?:på|vid|i|till); (?:has|have|got|har) (?:a|an|two|en|ett|två) (?:\w+ )?(?:dog|cat|hund|katt|dogs|cats)(?: called| named| som heter)?
    """
)

FINDING_HINTS: Final = listed(
    """
    margin margins multiple multiples roic roe roa leverage turnover inventory guidance capex churn revenue growth
    ebitda ebit working capital goodwill dso dpo ratio ratios management peers sector retailers valuation cash
    conversion dividend payout buyback buybacks discount premium earnings sales retention backlog marginal marginaler
    multipel multiplar lager soliditet skuldsättning kassaflöde ledningen sektorn kapitalbindning utdelningsandel
    bruttomarginal bruttomarginalen rörelsemarginal rörelsemarginalen impairment acquisitions pricing store stores
    """
)
_METRIC: Final = (
    r"(?:(?:gross |operating |net |ebit |ebitda |contribution )?margins?|multiples?|roic|roe|roa|leverage|inventory(?: days| turns?| turnover)?|guidance|capex|churn|revenue growth|growth|same-store sales|like-for-like|working capital|goodwill|dso|dpo"
    r"|cash conversion|payout(?: ratio)?|buybacks?|net debt(?:/ebitda)?|backlog|p/e|ev/ebitda|ev/sales|ev/ebit|earnings|free cash flow|fcf|stock-?based comp\w*|impairments?|\w*marginal(?:en|er|erna)?|\w*multipel\w*|soliditet\w*|kassaflöde\w*|kapitalbindning\w*|lageromsättning\w*)"
)
FINDING: Final = cue(
    rf"""
    {_METRIC}(?: [\w&'./%\ue000-\uefff,-]+){{0,10}}? (?:historically|typically|usually|tends? to|on average|consistently|structurally|normally|persistently|systematically|always|never|rarely|precedes?|predicts?|correlates?|leads?|lags?|averaged|averages|mean-revert\w*|peaked|troughed|trades? at|traded at|has traded|have traded|compress(?:es|ed)|expands?|expanded|deteriorat\w+|erod\w+|i snitt|historiskt|normalt|brukar|tenderar|alltid|aldrig);
    (?:historically|typically|usually|on average|consistently|structurally|normally|in \ue000 of (?:the )?(?:last|past) \ue000|every time|each time|historiskt|normalt|i snitt|i genomsnitt)(?:,)?(?: [\w&'./%\ue000-\uefff,-]+){{0,10}}? {_METRIC};
    (?:management|the board|ceo|cfo|ledningen)(?: [\w'-]+){{0,3}}? (?:has|have|had)? ?(?:missed|beaten|overpromis\w+|guided|overpaid|consistently|a (?:track record|history|habit) of|tends? to|always|never|historically|repeatedly|missat|överlovat|brukar)(?= );
    {_METRIC}(?: [\w&'./%-]+){{0,4}}? (?:is|are|was|were|fell|rose|dropped|improved|declined|widened|narrowed|sits?|runs?|stands?|är|var|föll|steg|sjönk|ligger)(?: [\w&'./%-]+){{0,5}}? \ue000(?: [\w&'./%-]+){{0,6}}? (?:because|due to|driven by|vs\.?|versus|against|compared|above|below|peers|sector|than|på grund av|tack vare|jämfört|mot|över|under)
    """
)
