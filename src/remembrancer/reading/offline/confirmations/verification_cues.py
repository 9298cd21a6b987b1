"""Cue words for corrections, definitions and confirmations in English and Swedish."""

from __future__ import annotations

import re
from typing import Final

from remembrancer.language.word_patterns import word_set


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_WORD: Final = re.compile(r"\w+")
_VOUCHING: Final = word_set(
    """
    no noo nooo nope not actually wrong incorrect correction correct right exactly precisely indeed
    yes yeah yep yup spot true mean means stands short refers denotes define defined calculate
    calculated computed measured count counts counted include includes exclude excludes call say
    nej nä fel inte stämmer egentligen faktiskt rättelse precis exakt just korrekt rätt ja jo japp
    jepp betyder står innebär avser beräknas mäts detsamma inkluderar exkluderar omfattar menar
    kallar fyi context share number ratio percentage proportion sum andelen antalet summan kvoten
    som one btw note anyone someone förresten notera confirm confirmed still case jajamän jajamensan
    bekräfta bekräftar bekräftas sant riktigt fortfarande så absolutely absolut accurate holds
    applies aye certainly course javisst visst självklart gäller
    """
)
_VOUCHING_STEMS: Final = ("definiera", "räkna")


def may_vouch(content: str) -> bool:
    """A cheap test: most messages verify nothing."""
    words = _WORD.findall(content.lower())
    return not _VOUCHING.isdisjoint(words) or any(
        word.startswith(_VOUCHING_STEMS) for word in words
    )


# "No, …": a correction follows.
OBJECTS: Final = _compiled(
    r"(?:(?:hm+|well|sorry|wait|oh|nja)[,.]?\s+(?:but\s+)?)?"
    r"(?:(?:no|nope|nej|nä|wrong|incorrect|fel)(?=[,.:;!–—-]| -| (?:it|that|the|they|we|det|den|de|"
    r"vi)\b)|not (?:quite|exactly|really)|correction|you're wrong|"
    r"that(?:'s| is)(?: actually)? (?:wrong|incorrect|not (?:\w+ )?(?:right|correct|true|it))|"
    r"that isn't (?:\w+ )?(?:right|correct|true)|"
    r"inte (?:riktigt|precis|helt)|det stämmer inte(?: riktigt)?|"
    r"det är (?:fel|inte (?:\w+ )?(?:rätt|sant|korrekt))|du har fel|"
    r"rättelse)(?=[\s,.:;!–—-])[,.:;!\s–—-]*"
)
# Weaker: these words have many uses.
TURNS_OVER: Final = _compiled(r"(?:no,? |nej,? )?(?:actually|egentligen|faktiskt)[,:]?\s+")
# "X, not Y" and "not Y but X".
CONTRASTS: Final = (
    _compiled(
        r"(?P<right>.+?),? (?:and )?(?:not|inte|och inte|rather than) (?P<wrong>[^,;]+?)"
        r"(?:,? (?:since|because|as|so|eftersom|för|så)\b.*|, \w.*)?[.!]*$"
    ),
    _compiled(
        r"(?:is |are |it's |är )?(?:not|inte) (?P<wrong>[^,;]+?),? (?:but|utan) "
        r"(?P<right>.+?)[.!]*$"
    ),
)
POINTS_BACK: Final = _compiled(
    r"(?:it|that|this|they|those|det|den|de|dom)(?:'s|'re| is| are| was| should be| är| var| blir|"
    r" ska "
    r"vara)?(?: (?:counted|measured|calculated|räknas|mäts))?"
    r"(?: (?:at|in|on|by|for|after|from|på|i|vid|efter|från))?\s+(?=\S)"
)

OF_THAT: Final = _compiled(  # "it starts in April": a verb that says more than "is"
    r"(?:it|that|this|they|those|he|she|det|den|de|dom|han|hon)\s+"
    r"(?P<verb>(?!(?:is|are|was|were|has|have|had|will|should|would|could|can|must|may|might|does|do"
    r"|did|isn't|aren't|doesn't|don't|didn't|works?|failed|är|var|har|hade|ska|skulle|kan|måste|bör"
    r"|blir|blev|fungerar|funkar|gick|går)\b)[^\W\d_]+)\s+(?P<rest>\S.*)"
)
NO_NAME: Final = _compiled(
    r"(?:\S+\s+){6}\S|^(?:i|it|that|this|they|those|you|he|she|we|there|which|what|det|den|de|dom|jag"
    r"|du|han|hon|vi|ni|som)\b|[,;:]"
)
SHOULD_BE: Final = _compiled(
    r"(?:it|that|this|(?P<sv>det|den))(?: should| must| needs to| has to|'s supposed to| ska| bör"
    r"| måste)(?: really| alltid| always)? (?:be|use|vara)\s+"
)
MONTH: Final = _compiled(
    r"(?<!\w)(?:january|february|march|april|may|june|july|august|september|october|november"
    r"|december|januari|februari|mars|maj|juni|juli|augusti|oktober)(?!\w)"
)
WEEKDAY: Final = _compiled(
    r"(?<!\w)(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
    r"|(?:mån|tis|ons|tors|fre|lör|sön)dag(?:en|ar|arna)?)(?!\w)"
)

BY_THE_WAY: Final = _compiled(
    r"(?:by the way|btw|fyi|for your information|just so you know|so you know|note(?: that)?|"
    r"for (?:context|reference|the record)|one (?:thing|note)|also|keep in mind(?: that)?|"
    r"remember(?: that)?|in our (?:team|company|data|books|world|case)|"
    r"förresten|för övrigt|bara så (?:du|ni) vet|notera(?: att)?|obs|tänk på att|kom ihåg att|"
    r"hos oss|i vår\w* \w+)(?=[\s,.:;!–—-])[,.:;!\s–—-]*"
)
_TERM: Final = (
    r"(?P<term>(?!(?:it|that|this|these|which|what|who|there|i|you|we|he|she|they|so|and|but|if|no|"
    r"yes|here|your|my|his|her|their|din|ditt|dina|min|mitt|mina|it's|that's|i'm|det|detta|den|"
    r"vilket|som|vad|han|hon|ni|du|jag|vi|om|de|dom)\b)"
    r"[\"“”'(]?\w[\w %/&.+\"“”')-]{0,60}?)"
)
DEFINES: Final = (
    _compiled(
        rf"{_TERM},? (?:(?:always|here|only|never|for us|to us|hos oss|här|alltid|bara|aldrig) )*"
        r"(?:means|stands for|is short for|refers to|denotes|(?:is|are) defined (?:as|by)|"
        r"(?:is|are) (?:calculated|computed|measured|counted) (?:as|by|from|in|at|when|on)|"
        r"counts? as|includes?|excludes?|"
        r"betyder|står för|innebär|avser|definieras som|(?:räknas|beräknas|mäts) (?:som|från|i|på|"
        r"vid|när|ut)|är detsamma som|inkluderar|exkluderar|omfattar) "
        r"(?!(?:are|is|a lot|so much|the world|everything|nothing|something|more|mycket|allt|så "
        r"mycket|"
        r"jättemycket)\b)(?P<body>.+)"
    ),
    _compiled(
        rf"{_TERM} (?:is|are|är) (?P<body>(?:(?:the|en) )?(?:share|number|ratio|percentage"
        r"|proportion|fraction|sum|total|average|count|difference|median|andelen|antalet|kvoten|summan|"
        r"skillnaden|genomsnittet|medelvärdet|andel) (?:of|between|in|av|mellan|på)\b.+)"
    ),
    _compiled(rf"(?:by|with|when (?:we|i) say) {_TERM},? (?:we|i) mean (?P<body>.+)"),
    _compiled(rf"(?:we|i) (?:define|call|count|calculate) {_TERM} (?:as|when|from) (?P<body>.+)"),
    _compiled(
        rf"(?:med|när (?:vi|jag) säger) {_TERM},? (?:så )?(?:menar|avser) (?:vi|jag) (?P<body>.+)"
    ),
    _compiled(rf"(?:vi|jag) (?:definierar|räknar|kallar) {_TERM} (?:som|när|från) (?P<body>.+)"),
)
# "An active account is one with …": only after an introduction.
IS_ONE: Final = _compiled(
    rf"(?!(?:the|our) )(?:an? |en |ett )?{_TERM} (?:is|are|är) (?P<body>(?:one|ones|any"
    r"|every|all|anyone|someone|anything|those|när|när man|då|en|ett|någon|alla|varje|when|where"
    r"|an? (?:[\w-]+ ){1,3}?(?:that|who|which|with|without|whose|where|in)"
    r"|(?:en|ett) (?:[\w-]+ ){1,3}?(?:som|med|utan|vars|där|i))\b.+)"
)
STANDING: Final = _compiled(
    r"(?:(?:please|and|och|do|then|så|you should|we|vi|du ska)\s+)?"
    r"(?:always|never|alltid|aldrig|[\w-]+ (?:always|never|alltid|aldrig))\s+\S+\s+\S"
)
NO_TERM: Final = _compiled(
    r"^\w+ing\b|(?:\S+\s+){5}\S|\b(?:i|you|we|he|she|they|jag|du|vi|ni|whether|mean|do|if|all|"
    r"should|must|will|can|could|would|may|might|to|is|are|was|were|be|has|have|that|which|"
    r"who|"
    r"ska|bör|kan|skulle|är|var|har|som|att|"
    r"error|errors|exception|warning|message|output|result|test|log|bug|answer|file|code|line|"
    r"felet|felmeddelande\w*|varning\w*|svaret|loggen|koden|filen)\b"
)

DOES: Final = word_set("do does gör")  # replaces any verb in a short answer
DO_FIRST: Final = _compiled(r"^(?:do|does)\s+")
ASKS_OPENLY: Final = _compiled(  # a yes to an open question confirms nothing
    r"^(?:what|when|where|who|whom|whose|why|how|which|could|would|should|might|may|can|will|shall"
    r"|did|was|were|had|vad|när|vart|vem|vilka|vilken|vilket|varför|hur|kan|skulle|borde|får|ska"
    r"|hade|kunde|var)\b|\b(?:or|eller)\b"
)

CHECKS: Final = (
    _compiled(
        r"(?P<fact>.+?),?\s+(?:right|correct|is that (?:right|correct)|isn't it|aren't they|"
        r"doesn't it|don't you|aren't you|eller hur|stämmer det|visst|va|inte sant|eller)\?$"
    ),
    _compiled(
        r"(?:is it (?:right|correct|true) that|am i right (?:that|in thinking(?: that)?)|do i "
        r"understand (?:it |you )?(?:correctly|right) that|(?:can|could) you confirm that|stämmer "
        r"det "
        r"att|är det (?:rätt|korrekt|riktigt|sant) att|har jag förstått (?:det )?rätt att|kan du "
        r"bekräfta att)\s+(?P<fact>.+?)\?$"
    ),
)
CHECKS_ALONE: Final = _compiled(
    r"(?:is (?:that|this) (?:right|correct|true)|right|correct|did i get (?:that|this|it) right|"
    r"does that sound right|stämmer det(?: här)?|är det (?:rätt|korrekt|riktigt)|eller hur|har jag "
    r"förstått (?:det )?rätt)\?$"
)
# Statements of an agent about itself are no facts to confirm.
OF_ITSELF: Final = _compiled(
    r"(?:i(?:'ll|'ve|'m| will| can| could| have| am| did| would| added| removed| updated| changed| "
    r"suggest| recommend)|let me|let's|here(?:'s| is| are)|shall i|should i|do you want|would you|"
    r"you can|you could|you should|it(?:'s| is) (?:\w+ )?(?:great|good|important|worth|best|fine|"
    r"possible|wonderful|always|also)|that(?:'s| is|'ll| sounds)|it sounds|however|overall|as an? |"
    r"remember|keep|consider|this (?:will|can|should|is|way)|there(?:'s| is| are)|what a|sure|done|"
    r"thanks|sorry|great|hello|hi|"
    r"jag (?:ska|har|kan|kommer|föreslår|rekommenderar|lade|tog|ändrade)|låt (?:mig|oss)|här "
    r"(?:är|kommer)|"
    r"ska jag|vill du|du kan|du bör|tack|klart|hej)\b"
)
OFFERS: Final = _compiled(
    r".*\b(?:shall|should|can|may|could) i\b|.*\b(?:do|would) you (?:want|like)|.*\b(?:ska|kan|"
    r"får) "
    r"jag\b|.*\bvill (?:du|ni)\b|.*\b(?:ok(?:ay)?|okej) (?:if|om)\b|.*\b(?:sounds? good|låter det "
    r"bra)\b|.*\b(?:shall|ska) (?:we|vi)\b"
)
ASKS_FOR: Final = _compiled(
    r"(?:please|just|then|now)?\s*(?:use|do|don't|try|add|remove|delete|make|show|write|change|"
    r"give|put|"
    r"stop|run|keep|let's|go|can you|could you|would you|leave|skip|create|update|fix|rename|move|"
    r"send|start|remember|forget|ignore|you (?:should|must|can|need)|"
    r"gör|använd|ta bort|lägg|visa|skriv|ändra|kör|sluta|försök|kan du|skapa|fixa|skicka|glöm|"
    r"ignorera|du (?:ska|måste|kan|behöver))\b"
    r"|(?:i|we) (?:just |really |only |still )?(?:want|need|meant|mean|would|'d|prefer|asked|said|"
    r"don't|think so|thought|wanted|like|can't|didn't)\b|i'd\b|i'll\b|thanks|thank you|"
    r"(?:jag|vi) (?:vill|menade|behöver|bad|sa|tror|tänkte|skulle|kan inte|tycker)\b|tack\b"
)
STATES: Final = _compiled(
    r"(?<![\w])(?:is|are|was|were|isn't|aren't|means?|counts?|counted|excludes?|includes?|has|"
    r"have|starts?|"
    r"begins?|ends?|refers?|equals?|comes?|lives?|runs?|belongs?|stands?|uses?|applies|contains?|"
    r"holds?|covers?|closes?|settles?|owns?|reports?|depends|works?|lies|costs?|takes?|must|should|"
    r"always|never|only|[a-z]+'s|i'm|we're|they're|you're|"
    r"happens?|lasts?|arrives?|opens?|occurs?|gets?|goes|reads?|writes?|pays?|sits?|becomes?|"
    r"requires?|expires?|needs?|sker|varar|öppnar|stänger|kommer|krävs|görs|körs|[a-zåäö]{4,}as|"
    r"är|var|betyder|räknas|inkluderar|exkluderar|innebär|avser|gäller|börjar|slutar|heter|har|"
    r"används|använder|ligger|ingår|finns|står|bor|arbetar|jobbar|kostar|tar|måste|ska|alltid|"
    r"aldrig|bara|mäts|beräknas|bokförs|äger|tillhör|omfattar)(?!\w)"
)
SUPPOSES: Final = _compiled(
    r"(?:i (?:think|believe|understand|see)(?: that)?|if i (?:understand|understood)(?: you| it)? "
    r"(?:correctly|right)|as i understand(?: it)?|just to (?:confirm|check)|to confirm|so|then|"
    r"okay|"
    r"ok|got it|understood|alltså|så|då|okej|om jag förstår (?:det |dig )?rätt|för att bekräfta|"
    r"jag (?:tror|förstår)(?: att)?)(?![\w'])[,.:;\s–—-]*"
)
