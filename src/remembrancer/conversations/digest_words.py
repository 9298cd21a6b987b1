"""Cue words for digests. English and Swedish always both apply."""

from __future__ import annotations

import re
from typing import Final


def _phrase_pattern(forms: str) -> re.Pattern[str]:
    """A pattern for any of the phrases as whole words. A semicolon separates phrases."""
    either = "|".join(" ".join(form.split()) for form in forms.split(";"))
    return re.compile(rf"(?<![\w'])(?:{either})(?!\w)", re.IGNORECASE)


def _word_set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Verbs of a decision after "I'll …" and "let's …".
_ACTS: Final = (
    r"(?:accept|avoid|book|buy|cancel|change|choose|close|continue with|defer|delay|drop|file|"
    r"follow|go (?:ahead|for|with|back)|hire|hold off|keep|leave|lower|make|move|open|pay|"
    r"pick|pause|plan|postpone|prioriti[sz]e|put|raise|reduce|register|reject|remove|rename|"
    r"replace|sell|set|sign|skip|split|stay|stick|stop|submit|switch|take|use|wait (?:until|"
    r"till|with)|withdraw)"
)
_TILL_ACTS: Final = (
    r"(?:anställa|använda|avvakta|behålla|boka|byta|gå (?:på|med|vidare)|hoppa över|köpa|köra|"
    r"lägga|ligga kvar|satsa|skjuta|sluta|stryka|sälja|ta|vänta med|välja)"
)
_WE_ACT: Final = (
    r"(?:anställer|använder|avvaktar|behåller|bokar|byter|går (?:på|med|vidare med)|"
    r"hoppar över|kör|köper|lägger|satsar|skjuter|slutar|stryker|säljer|tar|väntar med|väljer)"
)
_CHOSE: Final = r"(?:agreed|chose|chosen|decided|opted|picked|settled|signed off|switched)"
_TOOK: Final = (
    r"(?:hired|bought|sold|signed|cancell?ed|postponed|took out|took|paid out|registered|set up)"
)
_VALDE: Final = r"(?:valde|valt|bestämde|bestämt|beslutade|beslutat|bytte|bytt till)"
# An order with one of these verbs is a decision.
_CHOOSES: Final = (
    r"^(?:(?:please|just|then|so|and|då|så|och),? )*(?:(?:go (?:with|for|ahead with)|opt for"
    r"|stick (?:with|to)|choose|cancel|postpone|reject|approve|drop|skip"
    r"|kör (?:vi )?(?:på|med)|gå (?:på|med|vidare med)|välj|säg upp|avboka|skjut upp|hoppa över"
    r"|stryk|avslå|godkänn) \w+)"
)

DECIDED: Final = _phrase_pattern(
    rf"""
    (?:i|we|they|he|she|both|all|client|customer|owner|team|user)(?:'ve| have| has)? (?:\w+
    )?(?:{_CHOSE}|approved?|choose|opt for|agree (?:to|on|that)); decided; decision:; beslut:;
    (?:the|my|our|final) (?:decision|choice|call) (?:is|was|stands); made (?:up )?(?:my|our)
    (?:mind|decision); final decision; (?:i|we)(?:'ll| will| shall|'m going to|'re going to| am
    going to| are going to| want to|'d like to| would like to) (?:not |just |also |rather
    )?{_ACTS}; (?:i|we)(?: won't| will not|'m not going to|'re not going to) (?:be )?{_ACTS};
    let's (?:not |just |rather )?(?:{_ACTS}|do it); going with; go ahead with; from now on;
    changed (?:my|our) mind; (?:i|we)(?:'d| would) rather;
    (?:jag|vi|han|hon|de|kunden|ägaren|styrelsen) (?:har )?(?:\w+ )?{_VALDE};
    (?:bestämde|bestämt|beslutade|beslutat); (?:jag|vi) (?:\w+ )?bestämmer; beslutet (?:är|blev);
    (?:i|we) (?:just |also )?{_TOOK}; (?:jag|vi) (?:\w+ )?{_WE_ACT}; {_WE_ACT} (?:vi|jag);
    (?:jag|vi) (?:ska|skall|vill|kommer att) (?:inte )?{_TILL_ACTS}; låt oss (?:inte
    )?{_TILL_ACTS}; kommit? överens; det får bli; då blir det; (?:ändrat|ångrat) (?:mig|oss);
    (?:jag|vi) godkän(?:ner|de|t); hädanefter; {_CHOOSES}
    """
)
# An assistant's plans are no decisions; a decision that it reports is one.
DECIDED_BY_THEM: Final = _phrase_pattern(
    rf"""
    (?:you|we|they|user|client|customer|owner|team)(?:'ve| have| has)? (?:\w+ )?{_CHOSE};
    (?:as|we|you) agreed; (?:du|ni|vi|kunden|ägaren) (?:har )?(?:\w+ )?{_VALDE}; kommit? överens
    """
)
UNDECIDED: Final = _phrase_pattern(
    r"""
    (?:not|never|\w+n't) (?:yet |really |been |quite |fully )*(?:decided?|chosen|choose|made
    up|settled|agreed); undecided; (?:if|whether|before|until|once|when) (?:i|we|you|they)(?:'ve|
    have)? decided?; (?:need|needs|have|has|still|yet|trying|must) (?:to )?(?:decide|choose); inte
    (?:\w+ )?(?:bestämt|bestämde|valt|beslutat|bestämmer); (?:om|innan|tills|när) (?:jag|vi|du|ni)
    (?:har )?(?:bestäm|välj|beslut)\w*; (?:måste|behöver|ska) (?:\w+ )?(?:bestämma|välja|besluta)
    """
)
# Words of a decision that replaces an earlier one.
CHANGED: Final = _phrase_pattern(
    r"""
    actually; instead; changed (?:my|our) mind; switch(?:ed|ing)? (?:back )?to; no longer; rather
    than; on second thought; i stället; istället; (?:ändrat|ångrat) (?:mig|oss); byt(?:er|te|t)
    till; inte längre; förresten
    """
)

_THINGS: Final = (
    r"(?:task|step|item|transaction|invoice|receipt|entr|work|file|voucher|ticket|issue|row|"
    r"account|question|section|chapter|test|verifi|faktur|transaktion|kvitto|kvitton|post|rad|"
    r"konto|uppgift)\w*"
)
_DONE: Final = (
    r"(?:done|finished|completed?|blocked|pending|outstanding|missing|unpaid|overdue|open|"
    r"in progress|on hold|under way|underway|ready|reconciled|booked|posted|submitted|sent|"
    r"reviewed)"
)
_GRANSKAS: Final = (
    r"(?:granskas|kontrolleras|kollas|ses över|rättas|bokföras|konteras|betalas|skickas|göras|"
    r"kompletteras|attesteras|manuell\w*)"
)
TASK: Final = _phrase_pattern(
    rf"""
    half[ -]?way; (?:partway|midway|part way) through; in the middle of;
    (?:is|are|was|were|it's|that's|\w+'re) (?:now |all |already |almost |nearly |fully |still |not
    |not yet )*{_DONE}; (?:we're|i'm) (?:done|finished); done with; (?:i|we) (?:just
    )?(?:finished|completed); (?:i|we)(?:'ve| have) (?:now |already |so far
    )?(?:done|finished|completed|reconciled|booked|posted|reviewed|checked|sent|identified|gone
    through|covered|entered|matched|fixed); (?:i|we) (?:identified|found|flagged) \d+; remaining
    (?:\d+ )?{_THINGS}; remains? to; \d+ (?:\w+ ){{0,4}}(?:remain(?:s|ing)?|left|kvar|återstår|to
    go); (?:not|\w+n't|no|nothing|none)(?: \w+){{0,4}} yet; (?:inte|ej|ingen|inget|inga)(?:
    \w+){{0,4}} (?:än|ännu)(?=\W*$|[,;]); (?:only|still|nothing|what's|what is)
    (?:\w+ ){{0,3}}left; left to \w+;
    (?:i|we|you|there|it) still (?:need|have|miss|wait|must)\w*; still
    (?:needs?|missing|open|waiting|pending|to do); needs? (?:a |some |more |your )?(?:manual
    )?(?:review|checking|approval|attention|fixing|correction|work|to be \w+); manual review;
    next(?: up| step| steps| task)?(?: is| are| we|:); next (?:step|up); blocked; waiting
    (?:for|on); to-? ?do(?: list)?:; in progress; (?:step|part|day|chapter) \d+ (?:of|out of) \d+;
    \d+ (?:of|out of) (?:the )?\d+; \d+ ?(?:%|percent|per cent)
    (?:done|complete|through|finished|of the); (?:i'm|we're|i am|we are) (?:\w+ )?(?:working
    on|stuck (?:on|at|with)|up to); (?:stopped|paused) (?:at|on|before|after); pick(?:ing)? up
    (?:from|at|where); so far; halvvägs; klar(?:a|t)? med; (?:är|blev|nu|inte) (?:\w+
    )?(?:klar[at]?|färdig\w*); återstår; (?:finns|är|har) (?:\w+ ){{0,4}}kvar; kvar att; nästa
    (?:steg|uppgift); härnäst; väntar på; pågår; hittills; status:; (?:behöver|måste|ska) (?:\w+
    )?{_GRANSKAS}; saknas; steg \d+ av \d+; \d+ av (?:de )?\d+; håller på med; inte
    (?:påbörja|bokför|betal|granska|kontera)\w*; blockera[dt]\w*; pausa[dt]\w*; (?:jag|vi) har
    (?:nu |redan )?(?:gjort|konterat|bokfört|stämt av|granskat|gått
    igenom|skickat|avslutat|hittat)
    """
)

_LEVEL: Final = (
    r"(?:new (?:to|at|in|here)|beginners?|newbie|novice|amateur|rookie|unfamiliar|"
    r"not (?:\w+ )?(?:familiar|technical|used to|good (?:at|with))|non-technical|experienced|"
    r"experts?|advanced|no expert|not an? (?:\w+ )?(?:accountant|expert|developer|lawyer|"
    r"economist|engineer|programmer|specialist))"
)
_WAY: Final = (
    r"(?:simply|simpler|in (?:plain|simple|layman's|easy|english|swedish)|like i'm|like i am|"
    r"as if i|briefly|step by step|without jargon|short|simple|easy|concise)"
)
_STYLE: Final = (
    r"(?:explanations?|answers?|replies|words|terms|language|swedish|english|svenska|tone|"
    r"style|examples?|summaries)"
)
# The user's skill level and preferred tone.
PERSON: Final = _phrase_pattern(
    rf"""
    (?:i'm|i am|as an?|user is|you're|you are|client is) (?:\w+ ){{0,4}}?{_LEVEL}; (?:i've|i have)
    never (?:done|used|worked|heard|filed|made|run); (?:my|the) first time; i know
    (?:nothing|little|very little|almost nothing|a lot); i work as; years of experience; i don't
    know (?:much|anything) about; (?:explain|tell|describe|put|keep|write|answer|reply|talk|speak)
    (?:\w+ ){{0,4}}?{_WAY};
    (?:simple|plain|easy|short|brief|concise|detailed|technical|formal|informal|casual) (?:\w+
    )?{_STYLE}; prefers? (?:\w+ ){{0,3}}?{_STYLE}; no jargon; without (?:the )?jargon; eli5; like
    i'm (?:five|5); nybörjare; (?:jag|du) är (?:\w+ ){{0,2}}ny; ny (?:på|inom); första gången jag;
    jag (?:kan|vet) (?:inte|ingenting|inget|väldigt lite|nästan inget) (?:\w+ ){{0,2}}om;
    (?:förklara|svara|skriv|berätta|säg) (?:\w+
    ){{0,3}}?(?:enkelt|enklare|lättare|kort|kortfattat|pedagogiskt|som om|på (?:\w+ )?svenska|på
    engelska|steg för steg); (?:enkel|vanlig|lätt|ren) svenska; utan
    (?:facktermer|fackspråk|krångel|krångliga|svåra); (?:enkla|korta|tydliga|utförliga)
    (?:förklaringar|svar|ord); föredrar (?:\w+
    ){{0,3}}?(?:svar|förklaringar|svenska|engelska|exempel); (?:jag|du) är (?:\w+
    ){{0,2}}(?:erfaren|van|insatt|utbildad); inte (?:så )?(?:insatt|van); jag (?:jobbar|arbetar)
    som; säg (?:gärna )?du; vi kan väl dua
    """
)
ABOUT_USER: Final = _phrase_pattern(r"you; you're; your; user; client; customer; du; ni")
# Casual Swedish.
CASUAL: Final = _phrase_pattern(r"asså; typ; liksom; haha\w*; lol; kolla; fixa; grejen")
SAYS_DU: Final = _phrase_pattern(r"du; dig; din; ditt; dina")

ASKS: Final = _phrase_pattern(
    r"""
    explain; show me; tell me; describe; help (?:me|us); walk me; compare; give me; list;
    summari[sz]e; remind me; i (?:wonder|was wondering); i(?:'d like| want| need) to
    (?:know|understand); what's?; how; why; förklara; visa; berätta; beskriv; hjälp (?:mig|oss);
    jämför; lista; påminn; jag (?:undrar|vill (?:veta|förstå)); vad; hur; varför
    """
)
OPENS_QUESTION: Final = _phrase_pattern(
    r"""
    (?:should|shall|can|could|do|does|did|is|are|was|were|has|have|will|would|may|must);
    (?:what|how|why|when|where|which|who)(?:'s)?;
    (?:ska|kan|kunde|gör|är|var|har|vill|får|bör|måste|skulle);
    (?:vad|hur|varför|när|vilken|vilket|vilka|vem)
    """
)
CLARIFIES: Final = _phrase_pattern(
    r"""
    what do you mean; (?:do|did) you mean; you mean; what does that mean; (?:don't|didn't|do
    not|not sure i|can't) (?:quite |really )?(?:understand|follow|get);
    (?:explain|say|repeat|rephrase|clarify|go over) (?:\w+ ){0,4}?(?:again|once more); clarify;
    rephrase; come again; (?:i'm|i am|i'm still|it's|that's|this is|bit|very|so|get|getting)
    confus(?:ed|ing); (?:i'm|still) (?:\w+ )?lost; (?:more|bit)
    (?:simply|simpler|clearly|slowly); how so; in what way; such as\?; for example\?; can you give
    (?:me )?an example; sorry\?; pardon\?; once more; (?:vad )?menar du; vad betyder det; hur
    (?:då|menar|så); på vilket sätt; (?:förstår|hänger|fattar|begriper) (?:\w+ )?(?:inte|ej); inte
    (?:riktigt )?med(?! \w); en gång till; (?:förklara|säg|berätta|ta) (?:\w+ ){0,3}?igen;
    förtydliga; enklare; till exempel\?; vadå; ursäkta\?
    """
)
FOLLOWS: Final = _phrase_pattern(
    r"""
    so; and; but; wait; hmm; ok(?:ay)?; så; och; men; vänta; alltså; okej; jaha; jo men
    """
)
IN_SHORT: Final = _phrase_pattern(
    r"""
    in short; in summary; to sum up; so in your case; bottom line; finally; kort sagt;
    sammanfattningsvis; slutsatsen; alltså
    """
)

PROPOSES: Final = _phrase_pattern(
    r"""
    shall (?:i|we); should (?:i|we); do you want; would you like; want me to; (?:is it|are you)
    (?:ok|okay|fine); ok(?:ay)? (?:to|if); (?:can|may) (?:i|we); ska (?:jag|vi); skall (?:jag|vi);
    vill du; får jag; (?:är det )?ok(?:ej)? att
    """
)
OFFERS_HELP: Final = _phrase_pattern(
    r"""
    help; explain; know more; else; more (?:detail|details|about); walk you; hjälp\w*; förklar\w*;
    något mer; veta mer; berätta; annat
    """
)
CONSENTS: Final = _phrase_pattern(
    r"""
    yes; yep; yeah; yup; sure; ok(?:ay|ej)?; do (?:it|that|so); go ahead; go for it; sounds good;
    agreed; absolutely; please do; definitely; exactly; perfect; fine; no; nope; nah; not yet; ja;
    japp; jajamän; jo; visst; absolut; gärna; gör (?:det|så); kör(?: på)?; låter bra; perfekt;
    precis; nej; inte än
    """
)

# A sentence of only these words is filler.
FILLER_WORDS: Final = _word_set(
    """
    a absolutely ah aha all alright amazing and appreciate appreciated are awesome bra brilliant
    bye cheers clear cool dag day dear det doing down du evening everyone excellent fantastic
    fantastiskt fine för glad god goddag good goodbye got great grym grymt gärna ha haha hallå har
    have hej hejdå hejsan hello help hey hi hjälpen hmm how i igen ikväll is it ja jaha japp jo
    just jättebra kanon kanonbra kväll later lol lovely lugnt låter makes me mig morgon morning
    much många mår nice night nja no noted och oh ok okay okej perfect perfekt please precis right
    roligt see sense ses snällt so soon sounds stort super sure så sådär tack tackar thank thanks
    that thats the there thing tja tjena tjenare today toppen tusen understood varsågod very vi
    visst väl välkommen wait weekend welcome well whoa wonderful wow yeah yep yes yo you your yup
    är åh
    """
)
# "See you at the notary" is no mere greeting.
_AIMLESS: Final = r"(?! (?:with|at|in|about|med|hos|på|om|i) \w)"
FILLER: Final = _phrase_pattern(
    rf"""
    how are you; how's it going{_AIMLESS}; hope (?:you|this|that|all); nice to (?:meet|see|hear);
    have a (?:nice|good|great|lovely|wonderful); (?:you're|you are) (?:very |most )?welcome; no
    (?:problem|worries|rush); (?:happy|glad|here) to (?:help|assist|hear); my pleasure; let me
    know if; feel free; anything else; thanks?(?: you)? (?:so much )?for;
    (?:great|good|excellent|fair|nice) (?:question|point|job|work|morning|evening|afternoon);
    thank you; thanks (?:a lot|again|so much); (?:i )?appreciate (?:it|that|your); that (?:makes
    sense|helps|was helpful); makes (?:total |perfect |much )?sense; i see what you
    mean; (?:i see|got it|gotcha|understood)(?! \w); sounds (?:good|great|fine); see
    you{_AIMLESS}; (?:just )?(?:a|one) (?:moment|second|sec|minute); hold on(?! to); bear with
    me; (?:let me|i'll|i will) (?:\w+ )?(?:check|look|see|think|fetch|find|pull|get back|have a);
    (?:looking|checking) (?:it|that|this|into|up|now); quick question; of course; i
    (?:have|had|got) a (?:\w+ )?question; can i ask; talk (?:soon|later); hur (?:mår|är
    läget|går det|står det){_AIMLESS}; hoppas
    (?:du|allt|det); kul att; ha (?:en|det) (?:\w+ )?(?:bra|fin|trevlig|gott|dag|helg|kväll)\w*;
    trevlig (?:helg|kväll|dag); tack (?:för|så|snälla|igen); inga problem; ingen fara; (?:det var
    )?så lite så; hör (?:gärna )?av dig; (?:säg|skriv) (?:bara )?till om; något (?:annat|mer) jag;
    (?:nu|då|jag) (?:förstår|fattar|hänger med); låter (?:bra|rimligt|toppen); vad bra;
    (?:bra|jättebra|utmärkt) (?:fråga|jobbat|tänkt); (?:ett|en) (?:ögonblick|sekund|liten stund);
    jag (?:kollar|tittar|undersöker|återkommer); vi (?:hörs|ses){_AIMLESS};
    god (?:morgon|kväll|natt);
    (?:jag har )?en (?:snabb )?fråga; självklart; det är (?:jag|så) glad; i (?:don't|do not)
    know(?! \w); no idea(?! \w); (?:jag )?vet (?:inte|ej)(?! \w); ingen aning(?! \w)
    """
)
# Negations, limits, deadlines and choices: always informative.
INFORMATIVE: Final = _phrase_pattern(
    r"""
    no; not; never; none; nothing; nobody; without; neither; \w+n't; cannot; only; ingen; inget;
    inga; inte; ej; aldrig; ingenting; utan; varken; bara; endast; option; alternative; plan [a-z];
    alternativ\w*; variant\w*; done; paid; unpaid; sent; signed; approved; rejected; cancelled;
    canceled; overdue; late; missing; ready; booked; filed; received; expired; due; deadline;
    betal[dt]\w*; obetal\w*; skicka[dt]\w*; godkän[dt]\w*; avsla\w*; avboka[dt]\w*; försen\w*;
    saknas; klar[at]?; färdig\w*; boka[dt]\w*; bokför[dt]\w*; inlämna[dt]\w*; lämnat in; mottag\w*;
    senast; förfall\w*; frist\w*; hundred; thousand; million; percent; half; double; hundra; tusen;
    miljon\w*; procent; hälften; dubbel\w*; mondays?; tuesdays?; wednesdays?; thursdays?; fridays?;
    saturdays?; sundays?; (?:mån|tis|ons|tors|fre|lör|sön)dag\w*; january; february; march; april;
    june; july; august; september; october; november; december; januari; februari; mars; maj; juni;
    juli; augusti; oktober; tomorrow; imorgon; next (?:week|month|year|quarter); nästa
    (?:vecka|månad|år|kvartal); this (?:year|quarter); i år
    """
)
_ORDERED: Final = (
    r"(?:accept|add|ask|avoid|book|buy|call|change|close|continue|contact|cut|defer|delay|email"
    r"|fire|fix|follow|give|hire|hold|increase|keep|leave|lower|move|open|order|pause|pay|pick|put"
    r"|raise|reduce|register|remove|rename|rent|replace|return|sell|send|set|ship|sign|split|start"
    r"|stay|stop|submit|switch|take|tell|transfer|turn|use|wait|withdraw|write"
    r"|anlita|anställ|använd|avsluta|avvakta|behåll|beställ|betala|boka|bokför|byt|fortsätt|flytta"
    r"|ge|gör|hyr|håll|höj|kontakta|köp|kör|lägg|lämna|meddela|öppna|pausa|påminn|ring|sluta|skicka"
    r"|skriv|sänk|säg|sälj|sätt|stoppa|stäng|ställ|ta|teckna|vänta|ändra)"
)
ORDERS: Final = re.compile(
    rf"(?:(?:please|just|then|so|and|now|då|så|och|nu|snälla),? )*(?:(?:don't|do not) )?{_ORDERED}"
    r"(?: \w|(?<=vänta)|(?<=avvakta))",
    re.IGNORECASE,
)
LEADING_FILLER: Final = re.compile(
    r"""^(?:
      (?:hi|hello|hey|hej|hejsan|hallå|tjena|tja|dear)(?:\ there|\ igen)?[\s,!.–-]+
    | (?:hi|hello|hey|hej|hejsan|dear)\ (?-i:[A-ZÅÄÖ])\w{1,20}[,!.]\s*
    | (?:ok|okay|okej|yes|yeah|yep|ja|japp|jo|jaha|sure|alright|cool|hmm|oh|aha|well)[\s,!.–-]+
    | (?:thanks|thank\ you|tack|great|perfect|perfekt|toppen|bra|nice|good|got\ it|i\ see|right|fine
      |sounds\ good|makes\ sense|låter\ bra|jag\ förstår|tack\ så\ mycket|super|excellent|of\ course
      |good\ question|great\ question|bra\ fråga)(?:[,!.]|\ [–—-])\s*
    )+""",
    re.IGNORECASE | re.VERBOSE,
)
# An introduction with a condition belongs to the decision after it.
CONDITION: Final = _phrase_pattern(
    r"""
    if; unless; when; once; until; as long as; provided; for; in; om; när; så länge; tills;
    förutsatt; ifall
    """
)
# Words for deciding and doing without content.
BARE: Final = _word_set(
    """
    actual actually also assistant behöver bestämde bestämmer bestämt choose chose chosen complete
    decid decide decided decision done där finish finished get go going gör göra halfway halvvägs
    här i'll i'm i've instead istället ju keep klar klara klart kvar kör köra left let let's like
    make need next nog now nästa ok progress really remaining ska steg step still ställa ställe
    switch ta tack take tar think through today use user valde valt vill väl väljer väntar waiting
    want we'll will would yes återstår
    """
)
