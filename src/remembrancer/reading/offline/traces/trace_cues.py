"""Cue words for the steps of a decision. English and Swedish always both apply."""

from __future__ import annotations

import re
from typing import Final

from remembrancer.language.word_patterns import word_set


def _cue(forms: str) -> re.Pattern[str]:
    """A pattern for any of the phrases as whole words. A semicolon separates phrases; a line break
    is a space, except after a bar."""
    joined = re.sub(r"\|\n\s*", "|", forms)
    either = "|".join(" ".join(form.split()) for form in joined.split(";") if form.strip())
    return re.compile(rf"(?<![\w'])(?:{either})(?!\w)", re.IGNORECASE)


_SURELY: Final = (
    r"(?:(?:still|strongly|also|really|definitely|actually|personally|therefore|then|probably|"
    r"rather|therefore|typically) )*"
)
_BEST: Final = (
    r"(?:best|better|safest|most sensible|strongest|right|cleanest|simplest) "
    r"(?:option|choice|route|course|way forward|solution|approach|fit|thing to do)"
)

# The clause after the cue is the recommendation.
RECOMMENDS: Final = _cue(
    rf"""
    (?:i|we)(?:'d| would| must| will)? {_SURELY}(?:recommend(?:ed)?|suggest(?:ed)?|advised?|
    proposed?)(?! a look);
    (?:my|our) (?:\w+ )?(?:recommendation|advice|suggestion|proposal)(?: here| for you| to you)?
    (?:is|was|would be|remains);
    (?:i|we)(?:'d| would) {_SURELY}(?:go (?:with|for)|choose|pick|opt for|stick with|favou?r);
    (?:i|we)(?:'d| would|'m|'re| am| are)? {_SURELY}(?:be )?(?:lean(?:ing)? (?:more )?towards?|
    inclined (?:to|towards?)); (?:i|we) (?:\w+ )?advis(?:ed|e) (?:you|them|her|him|the client) to;
    (?:i|we) (?:\w+ )?think (?:that )?(?:we|you|they)(?:'d better| should| ought to);
    (?:i|we) (?:\w+ )?think (?:that )?(?:the )?{_BEST}(?: here| for you| for us| for now)?
    (?:is|would be);
    (?:the|your|our) {_BEST}(?: here| for you| for us| for now)? (?:is|would be);
    (?!is|was|are|were|be|been|being|not|as|i|we|the|your|our|a|an|its|their|most|highly|of|and|
    or|for|to|with)[a-zåäö]+ (?:has |have )?(?:recommended|advised|
    proposed);
    recommend(?:ed|ation)?:; advice:
    """
)
REKOMMENDERAR: Final = _cue(
    r"""
    (?:jag|vi) (?:\w+ )?(?:rekommenderar|föreslår|förordar|rekommenderade|föreslog);
    (?:rekommenderar|föreslår|förordar) (?:jag|vi);
    (?:jag|vi) (?:\w+ )?(?:råder|rådde) (?:er|dig|dem|henne|honom|kunden);
    (?:mitt|vårt) (?:\w+ )?(?:förslag|råd)(?: till er| till dig)? (?:är|blir|var|vore);
    (?:min|vår) (?:\w+ )?rekommendation(?: till er| till dig)? (?:är|blir|var);
    (?:jag|vi) (?:\w+ )?lutar (?:mest )?(?:åt|mot);
    (?:jag|vi) skulle (?:\w+ )?(?:välja|ta|gå på|rekommendera|föreslå|satsa på|köra på|förorda);
    (?:jag|vi) tycker (?:\w+ )?(?:att )?(?:vi|ni|du|de) (?:ska|skall|bör|borde);
    (?:det )?(?:bästa|klokaste|säkraste|enklaste) (?:alternativet|valet|vägen)?
    ?(?:är|vore|blir);
    rådgivaren (?:rekommenderade|föreslog); rekommendation:; råd:; förslag:
    """
)

_VIEW: Final = (
    r"(?:(?:i|we) (?:\w+ )?(?:think|believe|feel|reckon)(?: that)?|i'd say(?: that)?|on balance,?|"
    r"in (?:my|our) (?:view|opinion),?|to my mind,?|my (?:view|feeling|take) is(?: that)?|"
    r"(?:jag|vi) (?:\w+ )?(?:tycker|tror|anser)(?: "
    r"att)?|enligt mig|på det hela taget)"
)
# The recommendation stands before the praise.
PRAISES: Final = re.compile(
    rf"(?<![\w']){_VIEW} (?P<what>(?!(?:i|we|it|that|this|jag|vi|det|den) )[^.,;:?!]{{1,80}}?) "
    rf"(?:makes?|would make|is making) (?:the )?(?:most|more) sense(?!\w)"
    rf"|(?<![\w']){_VIEW} (?P<best>(?!(?:i|we|it|that|this|jag|vi|det|den) )[^.,;:?!]{{1,80}}?) "
    rf"(?:is|are|would be|looks|seems|is still) (?:the |your |our |a )?{_BEST}(?!\w)"
    rf"|(?<![\w']){_VIEW} (?P<bäst>(?!(?:i|we|it|that|this|jag|vi|det|den) )[^.,;:?!]{{1,80}}?) "
    r"(?:är|vore|känns|verkar|blir|låter) (?:det )?(?:bäst|bästa|klokast|klokaste|rimligast|"
    r"rimligaste|säkrast|säkraste|vettigast|vettigaste)(?: (?:alternativet|valet|vägen|lösningen))?"
    r"(?!\w)",
    re.IGNORECASE,
)

# "I would …" is advice only if it names an alternative and a reason.
WOULD: Final = re.compile(
    r"(?<![\w'])(?:(?:i|we)(?:'d| would)(?: first| probably| just| simply| personally)? "
    r"(?!like|love|rather|have|be|say|think|hate|need|want|prefer|appreciate|not|never|expect|"
    r"guess|go (?:to|home|back)|recommend|suggest|advise|propose)"
    r"(?P<what>[a-z]{2,}\b[^.?!]{0,120}?),? (?:because|since|as|given)(?= \w)|"
    r"(?:jag|vi) skulle(?: nog| först| bara)? (?!vilja|behöva|kunna|gärna|"
    r"vara|ha|inte|aldrig|rekommendera|föreslå|råda)(?P<göra>[a-zåäö]{2,}\b[^.?!]{0,120}?),? "
    r"(?:eftersom|därför att|för att|då|med tanke på)(?= \w))",
    re.IGNORECASE,
)

# The reason follows these words, which are not part of it.
BECAUSE: Final = _cue(
    r"""
    because(?: of)?; since(?= \w)(?! (?:then|last|\d|january|february|march|april|may|june|
    july|august|september|october|november|december|the (?:start|beginning)|we (?:last|met)));
    given (?:that|how)(?= \w); (?<=, )given(?= \w); (?<=sense )as(?= \w); (?<=option )as(?= \w);
    (?<=choice )as(?= \w); (?<=fit )as(?= \w); given(?= (?:the|your|our|his|her|their|its) \w);
    (?<=, )considering(?= (?:the|your|our|his|her|their|how|that) \w);
    (?<!same )(?<!such )(?<!far )(?<!long )(?<!soon )(?<!well )(?<!much )as(?= (?:the|your|our|his|
    her|their|its)(?: [\w'-]+){1,4}? (?:is|are|was|were|has|have|will|would|can|could|costs?|gives?|
    looks?|needs?|keeps?|saves?|runs?|ends?|starts?|falls?|rises?|expires?|pays?|takes?|gets?)(?!\w));
    (?<=, )as(?= (?:it|that|this|they|you|we|he|she|there|your|our)(?:'\w+)? \w+)(?! \w+
    (?:know|said|say|mentioned|discussed|agreed|can see)); the (?:main )?reason
    (?:is|being|was)(?: that)?; due to; reason(?:ing)?:; rationale:; why:;
    eftersom; därför att; motivering:; skäl:; varför:; anledningen (?:är|var)(?: att)?;
    skälet (?:är|var)(?: att)?; på grund av; med tanke på(?= \w)
    """
)
_DOES: Final = (
    r"(?:keeps?|kept|preserves?|covers?|avoids?|leaves?|gives?|lets?|saves?|reduces?|protects?|"
    r"spreads?|allows?|means?|lowers?|cuts?|minimi[sz]es?|maximi[sz]es?|removes?|frees?|"
    r"secures?|costs?|needs?|scales?|fits?|supports?|buys?|limits?)"
)
_GÖR: Final = (
    r"(?:gör|ger|innebär|sparar|minskar|behåller|undviker|skyddar|sänker|betyder|täcker|"
    r"bevarar|kostar|passar|räcker|begränsar)"
)
# These words are part of the reason.
THAT_WAY: Final = _cue(
    rf"""
    so that; (?:that|this) way; which (?:\w+ )?{_DOES}; (?:that|this|it)(?:'ll| will| would| also)?
    {_DOES}; in order to; so (?:you|we|they|she|he) (?:can|keep|don't|won't|still);
    så att; för att (?!det)\w+; på så (?:sätt|vis); vilket (?:\w+ )?{_GÖR}; (?:det|den) {_GÖR};
    då {_GÖR}(?! (?:vi|jag|ni|du));
    så (?:kan|slipper|behåller) (?:ni|vi|du|hon|han)
    """
)

CONCERN: Final = _cue(
    r"""
    (?:but|and|so) what (?:about|if|happens); (?<!\w )what about; what if; what happens (?:if|when);
    (?:i|we|she|he)(?: do| still| just)? worr(?:y|ies|ied) (?:about|that); (?:i|we)(?: really)?
    (?:don't|wouldn't) (?:like|want to (?:lose|risk|give|end|be)); (?:i'm|we're|i am|we are) not
    (?:\w+ )?(?:keen|happy|so sure); (?:that|it|this) (?:sounds|seems|feels|looks) (?:\w+
    )?(?:risky|expensive|steep|dear|tight|dangerous|a lot);
    (?:i'm|i am|we're|we are|i was|she is|he is|she was|he was|client (?:is|was)) (?:\w+
    ){0,2}(?:worried|concerned|nervous|anxious|uneasy|wary|hesitant|not (?:\w+
    )?(?:sure|convinced|comfortable)); (?:my|our|her|his|the) (?:\w+ )?(?:concern|worry|fear|
    hesitation) (?:is|was|would be); (?:that|it|this|what) (?:\w+ )?(?:worries|concerns|bothers)
    (?:me|us); (?:isn't|won't|doesn't|wouldn't) (?:that|it|this|i|we) (?:\w+
    )?\w+; (?:they|both|\w+) (?:is|was|were|are) (?:\w+ ){0,2}(?:worried|concerned|nervous|anxious|
    uneasy|wary|hesitant) (?:about|that|of|to); (?:the|one|only)
    (?:\w+ )?(?:downside|drawback|risk|catch) (?:is|with|of); concerns?:; worried (?:about|that);
    (?:won't|wouldn't|will not) (?:like|accept|be happy about) (?:it|that|this);
    (?:jag|vi|hon|han) oroar (?:mig|oss|sig); (?<!\w )men (?:om|tänk)
    (?:vi|jag|ni|det|räntan|\w+en);
    (?:det|den) (?:låter|känns|verkar) (?:\w+ )?(?:riskabelt|dyrt|osäkert|farligt|riskfyllt);
    (?:jag|vi) vill (?:\w+ )?inte (?:förlora|riskera|låsa|binda|bli|hamna); hur går det (?:med|om);
    men vad (?:händer|gör vi|blir|sker); tänk om; vad händer (?:om|när); (?:jag|vi|hon|han|kunden)
    (?:är|blir|var|känner mig) (?:\w+ ){0,2}(?:orolig|oroliga|tveksam|tveksamma|osäker|osäkra|
    rädd|nervös); (?:det|något) (?:\w+ )?oroar; (?:min|vår|hennes|hans) (?:\w+ )?(?:oro|farhåga|
    invändning|tvekan); (?:är|blir|kostar) (?:det|inte det|den) inte (?:\w+
    )?\w+; (?:nackdelen|risken) (?:är|med); oro:; invändning:; farhåga:
    """
)

_GO: Final = (
    r"(?:go (?:with|for|ahead|down)|do (?:it|that|this|the)|choose|pick|take|use|stick with|"
    r"stay with|keep|settle on|opt for|proceed|move (?:to|ahead|forward)|adopt|start with|"
    r"switch to|buy|run with|leave (?:it|that|them|things) (?:until|till|as|where|alone)|"
    r"wait (?:until|till|with))"
)
_WHO: Final = (
    r"(?:we|i|they|he|she|client|both|everyone|everybody|all|board|team|customer|committee|"
    r"couple|group)"
)
AGREED: Final = _cue(
    rf"""
    let's (?:just |then |rather |all )?{_GO};
    (?:we|i)(?:'ll| will| shall) (?:then |just |therefore )?(?:go (?:with|for|ahead)|choose|opt
    for|stick with|do that|proceed with|adopt|settle on|take (?:that|the|option)|use);
    {_WHO}(?:'ve| have| has)? (?:all |now |therefore |both |then |finally |jointly
    )?(?:agreed|agree(?: to| on| with that)?|decided|chose|chosen|settled on|opted|approved|signed
    off); (?<!\w )agreed(?= to| on| that|:|[.,!]|$); (?:it's|that's|it is|that is)
    (?:agreed|settled|decided|a deal); decision:; outcome:; agreed:;
    (?:i'm|we're|i am|we are) (?:\w+ )?(?:happy|fine|comfortable|good|content) (?:with
    (?:that|this|it)|to (?:go|proceed|do|take)); happy to (?:go ahead|proceed|do that);
    (?:then |so )(?:it's|we're|i'm) (?:settled|going with); (?:we're|i'm) going with; that's what
    (?:we'll|i'll|we will) do; we have a (?:deal|decision)
    """
)
ÖVERENS: Final = _cue(
    r"""
    (?:då|så) (?:kör|tar|gör|väljer|går|säger|bestämmer|satsar|byter|delar|väntar|avvaktar|behåller|
    sparar|köper|säljer|betalar|stannar|förlänger) (?:vi|jag);
    (?:vi|jag) (?:kör|går|satsar) (?:då )?(?:på|med|vidare med); vi säger så; vi gör så;
    låt oss (?:köra|göra|ta|gå|välja|säga|satsa);
    (?:vi|jag|kunden|styrelsen|alla|båda|de|hon|han|gruppen|teamet)(?: har| är| var)?
    (?:\w+ )?(?:överens|bestämt|bestämde|bestämmer|beslutade|beslutat|beslutar|valde|valt|
    godkände|godkänt|enades|enats); kommit överens; (?<!\w )överens; (?<!\w )avgjort; det får bli;
    då blir det; beslut:; utfall:; vi tar (?:det|den|alternativ)(?! (?:sen|nästa|senare|då|imorgon))
    """
)
# Hint words: the patterns run only if the text holds one of them.
RECOMMENDS_HINTS: Final = word_set(
    """
    recommend recommended recommendation suggest suggested suggestion advise advised advice
    propose proposed proposal go choose pick opt stick lean favor favour think option choice
    route course forward solution approach fit thing leaning inclined
    """
)
REKOMMENDERAR_HINTS: Final = word_set(
    """
    rekommenderar rekommenderade rekommendera rekommendation föreslår föreslog förordar
    råder rådde förslag råd skulle tycker lutar bästa klokaste säkraste enklaste
    """
)
AGREED_HINTS: Final = word_set(
    """
    let go choose opt stick do proceed adopt settle take use agreed agree decided chose chosen
    settled opted approved signed deal decision outcome happy fine comfortable good content going
    """
)
ÖVERENS_HINTS: Final = word_set(
    """
    kör tar gör väljer går säger bestämmer satsar byter delar väntar avvaktar behåller sparar
    köper säljer betalar stannar förlänger låt överens bestämt bestämde beslutade beslutat
    beslutar valde valt godkände godkänt enades enats avgjort får blir beslut utfall
    """
)
PRAISES_HINTS: Final = word_set(
    """
    sense best better safest sensible strongest right cleanest simplest bäst bästa klokast
    klokaste rimligast rimligaste säkrast säkraste vettigast vettigaste
    """
)
WOULD_HINTS: Final = word_set("d would skulle")
CONCERN_HINTS: Final = word_set(
    """
    what worry worries worried don wouldn not sounds seems feels looks concerned nervous anxious
    uneasy wary hesitant concern concerns fear hesitation bothers isn won doesn downside drawback
    risk catch oroar men låter känns verkar inte hur tänk vad orolig oroliga tveksam tveksamma
    osäker osäkra rädd nervös oro farhåga invändning tvekan nackdelen risken
    """
)
DECIDING: Final = (
    (RECOMMENDS_HINTS, RECOMMENDS),
    (REKOMMENDERAR_HINTS, REKOMMENDERAR),
    (AGREED_HINTS, AGREED),
    (ÖVERENS_HINTS, ÖVERENS),
    (PRAISES_HINTS, PRAISES),
    (WOULD_HINTS, WOULD),
)
DECLINED: Final = _cue(
    r"""
    (?:i|we)(?:'d| would) rather(?: not)?; let's not; (?:decided|agreed|chose|
    voted|opted) (?:against|not to); (?:i|we) (?:won't|will not) (?:be )?(?:do|doing|go|going|take|
    taking); (?:client|she|he|they|board) (?:\w+ )?(?:declined|rejected|refused|turned (?:it|that)
    down); (?:i|we) don't want (?:to do )?(?:that|this|it);
    vi (?:avstår|hoppar över); (?:beslutade|bestämde|valde) (?:\w+ )?att inte; låt oss inte;
    (?:jag|vi) vill (?:hellre|helst inte|inte göra det); (?:kunden|hon|han|styrelsen) (?:avböjde|
    tackade nej|avslog|sa nej)
    """
)
DEFERRED: Final = _cue(
    r"""
    think (?:about (?:it|that)|it over|this over|on it); sleep on it; let's (?:park|postpone|
    revisit|come back to) (?:it|that|this); let's leave (?:it|that|this) (?:there|open|for now|at
    that); (?:come|get|circle) back to (?:it|this|that);
    no decision; (?:haven't|have not|hasn't|not yet|didn't) (?:yet )?(?:decided?|agreed?);
    decide (?:later|next|after|when|in|at);
    återkomm(?:er|a) till; fundera (?:på (?:det|saken|den)|vidare); inget beslut; bestämmer (?:oss
    )?(?:senare|nästa|efter); (?:tar|skjuter) (?:vi )?(?:det|den|detta|upp)
    (?:nästa|senare|sen|på|till); inte (?:\w+ )?(?:bestämt|beslutat|beslutade|bestämde)
    """
)
# A weak consent; it counts only as an answer to a recommendation.
ASSENT: Final = re.compile(
    r"(?:ok(?:ay|ej)?|yes|yeah|yep|sure|fine|right|great|perfect|absolutely|sounds? \w+|that "
    r"(?:sounds|works|seems|makes)|makes sense|good (?:idea|plan|point)|i like (?:that|it)|i see|"
    r"ja|jo|japp|visst|bra|perfekt|absolut|gärna|toppen|låter \w+|det (?:låter|känns|verkar))\b",
    re.IGNORECASE,
)
HYPOTHETICAL_HINTS: Final = word_set("if unless suppose imagine om ifall tänk once whether when")
HYPOTHETICAL: Final = re.compile(
    r"(?:if|unless|suppose|imagine|om|ifall|tänk dig) |.*\b(?:if|once|unless|whether|when) "
    r"(?:we|i|you|they) (?:agree|decide|choose|go with)",
    re.IGNORECASE,
)

HEDGED: Final = re.compile(
    r"\b(?:think|guess|probably|maybe|might|perhaps|tror|kanske|nog|antagligen)\b", re.IGNORECASE
)
OTHERS: Final = re.compile(r"\W*(?:he|she|they|han|hon|de|dom)\b", re.IGNORECASE)
POINTS_BACK: Final = re.compile(
    r"\b(?:with|do|for|to|on|på|med|så|gör|tar|vi) (?:that|this|it|them|both|those|det|den|detta|"
    r"dem|båda|så)\b",
    re.IGNORECASE,
)

_ONE: Final = (
    r"(?:one|another|a second|a third|the other|the first|the second|the third|the last|first|"
    r"second|third|final|a possible) (?:\w+ )?(?:option|alternative|possibility|route|choice|"
    r"approach)"
)
# One alternative follows these words.
ALTERNATIVE: Final = _cue(
    rf"""
    {_ONE}(?: here| for (?:you|us))? (?:is|was|would be|could be|might be)(?: that| to)?;
    alternatively,?(?: (?:we|you|they|i) (?:could|can|might))?; or (?:else )?(?:we|you|they|i)
    (?:could|can|might)(?: also| just)?; option (?:[a-e]|\d|one|two|three)(?:
    is|:| would be| was)(?: that| to)?;
    (?:ett|ett annat|det andra|ett andra|ett tredje|det första|det tredje|en annan)
    (?:\w+ )?(?:alternativ|alternativet|möjlighet|väg) (?:är|vore|var|kan vara)(?: att)?;
    alternativt(?: (?:kan|skulle) (?:vi|ni|du|man)(?: kunna)?)?; eller så (?:kan|skulle)
    (?:vi|ni|du|man)(?: kunna)?; alternativ (?:[a-e]|\d|ett|två|tre)(?: är|:)(?: att)?
    """
)
# A list of alternatives follows these words.
ALTERNATIVES: Final = _cue(
    r"""
    (?:the|your|our|my|main|two|three|four|\d|several|these) (?:\w+ )?(?:options|alternatives|
    choices|routes|ways)(?: (?:here|we have|you have|on the table|for you|for us|we (?:considered|
    discussed|looked at)))*(?: are| were|:); (?:options|alternatives)
    for [^:.]{1,40}:; options?(?: considered)?:; alternatives?(?:
    considered)?:; (?<!\w )(?:options|alternatives|choices) (?:are|were);
    (?:considered|weighed(?: up)?|compared)(?! (?:that|whether|it|your|this));
    (?:alternativen|valen|valmöjligheterna)(?: (?:vi har|ni har|som finns))? (?:är|var);
    (?:två|tre|fyra|\d|flera) alternativ:; alternativ(?:en)?:; (?:övervägde|övervägt|jämförde|
    jämfört|vägde)(?! att)
    """
)
# These start a list only if an "or" follows.
EITHER: Final = _cue(
    r"""
    either; (?:we|you|they|i|one|she|he) (?:could|can|might)(?: either| also)?; do (?:we|i);
    (?:we|i)(?:'ve| have)? (?:looked at|discussed|talked about|talked through|debated|went
    through); (?:vi|jag)(?: har)? (?:tittade på|tittat på|diskuterade|diskuterat|pratade om|pratat
    om|gick igenom|gått igenom);
    (?:should|shall) \w+(?: rather)?(?: go with| go for)?;
    (?:choice|decide|deciding|choose|torn) (?:is )?between; whether to;
    antingen; (?:vi|ni|du|man|jag|de) (?:kan|skulle kunna|kunde)(?: antingen| också| även)?;
    (?:ska|skall|bör) (?:vi|jag|ni|du|man); (?:välja|väljer|valet|står) mellan; om (?:vi|jag|ni)
    (?:ska|bör)
    """
)
OVER: Final = _cue(
    r"rather than; instead of; versus; vs\.?; over(?= an? | the ); i stället för; istället för; "
    r"framför; hellre än; snarare än"
)

GATHERED: Final = _cue(
    r"""
    (?:i|we)(?:'ve| have)? (?:also |now |just )?(?:looked (?:at|into)|gone through|went
    through|reviewed|checked|gathered|pulled(?: up| together)?|run the numbers on);
    (?:having (?:looked at|reviewed|considered)|taking into account|taking account of|based
    on|looking at)(?= (?:your|the|our|her|his|their|current|projected)); context:;
    (?:jag|vi) har (?:också |nu )?(?:tittat på|gått igenom|sett över|kollat|räknat på|samlat in);
    (?:utifrån|med hänsyn till|baserat på|med tanke på); underlag:
    """
)
WONDERS: Final = _cue(
    r"""
    (?:i'm|i am|we're|we are|i was|i've been) (?:\w+ )?(?:wondering|thinking (?:about|of)|
    considering|debating|torn|unsure); (?:should|shall|could|can) (?:i|we); whether (?:i|we|to);
    (?:need|have) to (?:decide|choose|pick); what (?:should|would you|do you); how
    (?:should|do|would) (?:i|we); asked (?:about|whether|if); wants? to (?:know|discuss|decide);
    (?:jag|vi) (?:funderar|undrar|överväger); (?:ska|bör|kan) (?:jag|vi); (?:behöver|måste) (?:\w+
    )?(?:bestämma|välja|besluta); vad (?:tycker|rekommenderar|föreslår|ska); hur (?:ska|bör|gör);
    frågade (?:om|hur)
    """
)
TURNS: Final = re.compile(
    r"(?:(?:okay|ok|right|good|great|so)[,.]? )?(?:moving on|next (?:item|point|topic|question|up)"
    r"|on (?:to )?another (?:note|topic|matter)|another thing|separately|on a different note|"
    r"turning to|changing (?:the )?subject|let's move on|finally,|nästa (?:punkt|fråga|ämne)|"
    r"en annan (?:sak|fråga)|över till|vidare till|då går vi vidare)",
    re.IGNORECASE,
)
FURTHER: Final = re.compile(
    r"\b(?:also|as well|in addition|separately|besides|furthermore|dessutom|också|även)\b",
    re.IGNORECASE,
)
