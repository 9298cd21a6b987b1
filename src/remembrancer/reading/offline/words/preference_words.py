"""Cue words for goals and preferences."""

from __future__ import annotations

from typing import Final

from remembrancer.language.word_patterns import phrase_pattern, word_set

GOAL_HINTS: Final = word_set(
    """
    want wants wanted like love hope hopes hoping plan plans planning aim aims aiming dream
    dreams dreaming goal
    goals ambition bucket vill drömmer dröm drömmen mål målet hoppas siktar sikte planerar tänker
    planen tänkt
    looking wish wishes intend intends önskar ambitionen
    """
)
_LIFE_AIM: Final = (
    r"(?:retire|stop work(?:ing)?|semi-retire|go part[- ]time|work (?:less|part[- ]time|fewer"
    r"|until)|buy (?:a|an|their|our|my|his|her|the|another) (?:\w+ ){0,3}?(?:house|home|flat"
    r"|place|cottage|boat|farm|villa|property|apartment|camper\w*|motorhome|cabin|bigger)"
    r"|move (?:to|back|abroad|closer|nearer|out)|travel|pay off|clear the mortgage|be mortgage"
    r"|be debt|leave (?:\w+ ){0,4}?to|help (?:the|my|our|his|her|their|with)|downsize|start (?:a"
    r"|an|my|their|her|his|our)(?: own)? (?:\w+ )?(?:business|company|charity|family|firm|bakery"
    r"|café|school|foundation)"
    r"|stay (?:put|(?:on )?in (?:the|our|my|their|his|her) (?:\w+ )?(?:house|home|flat|cottage"
    r"|village))|live (?:in|abroad|by|near)|own|see (?:the world|more of)|be done (?:with|working)"
    r"|be (?:out|retired|finished)|spend more time|sail|emigrate|take (?:a year|a sabbatical|six "
    r"months)|walk|volunteer|fund|put (?:the|my|our|his|her|their) (?:kids|children"
    r"|grandchildren|daughter|son)|build (?:a|our|my|their)|write a|run a|learn|become|climb"
    r"|sell (?:the|my|our|his|her|their) (?:business|company|firm|practice|house)|give|reach|be "
    r"financially|have enough|save (?:up )?(?:for|enough)|grow (?:to|the))"
)
_LIVSMÅL: Final = (
    r"(?:gå i pension|sluta (?:jobba|arbeta)|gå ner i (?:tid|arbetstid)|köpa (?:en|ett|ny"
    r"|större)|flytta (?:till|ut|hem|utomlands|närmare)|resa|betala av|bli skuldfri\w*|hjälpa "
    r"(?:barnen|mina|våra|min|vår|dottern|sonen)|starta (?:ett|en|eget)"
    r"|bo kvar|stanna kvar i|bo (?:i|vid|på|utomlands)|äga|jobba (?:mindre|halvtid|deltid)"
    r"|trappa ner|segla|bygga|lära mig|lära sig|sälja (?:bolaget|företaget|firman|huset|byrån)"
    r"|lämna över|växa till|nå|spara ihop|kunna leva|ta (?:ett sabbatsår|tjänstledigt)"
    r"|öppna (?:ett|en))"
)
GOAL: Final = phrase_pattern(
    rf"""
    (?:want|wants|wanted|would like|\w+'d like|would love|\w+'d
    love|hope|hopes|hoping|plan|plans|planning|aim|aims|aiming|intends?|wish(?:es)?|looking)(?:
    \w+){{0,2}}? to (?:be able to )?(?:eventually |one day |fully |also |both )*{_LIFE_AIM};
    (?:dream|dreams|dreaming|dreamt|dreamed)(?:'s|s)?(?: \w+)? (?:of|about|is|has always been);
    (?:my|our|his|her|their|main|life|long-term|big|ultimate) (?:\w+
    )?(?:goal|dream|ambition|aim)s? (?:is|are|was|has); goal\s*:;
    (?:the|one) (?:big |main |ultimate )?(?:goal|dream) (?:is|for); bucket list;
    (?:vill|vill gärna|skulle vilja|skulle|hoppas|planerar att|tänker|siktar på
    att|önskar|drömmer om att)(?: (?:jag|vi|de|hon|han|vilja|kunna|få|så
    småningom|helst|egentligen|på sikt|gärna|en dag))* {_LIVSMÅL};
    wants? (?:it|the money|everything|the house|the estate|her estate|his estate|the flat|the
    business|all of it) to (?:go to|stay|pass to|be left); drömmer om;
    (?:min|vår|hans|hennes|deras|stora) dröm; drömmen är;
    (?:mitt|vårt|hans|hennes|deras|långsiktiga) mål (?:är|är att); målet (?:är|med livet);
    siktar på att; ambitionen är
    """
)

PREFERENCE_HINTS: Final = word_set(
    """
    asks checks reads reviews compares frågar läser kollar
    easiest lättast enklast send use write put book använd lactose gluten laktos laktosintolerant
    glutenintolerant
    nudge reminder summary update ping digest påminnelse sammanfattning asked neither none ingen
    bara
    prefer prefers preferred rather please always never like likes hate hates dislike dislikes
    want wants don't
    doesn't won't föredrar helst hellre gillar gillar alltid aldrig vill påminn påminnelser skriv
    svara hädanefter
    fortsättningen future forward remind reminders reminder usually brukar best snälla favourite
    favorite keep
    terrified afraid scared nervous anxious wary uncomfortable rädd orolig nervös fine ok okay
    skicka boka ta lägg kalla visa äter tål dricker can't cannot tell ask warn show email text
    phone message contact dont cant does would trust
    ogillar avoid undvik slipper appreciates uppskattar call book ring mejla comfortable happy
    allergic no better suits suit works work passar bäst bättre
    """
)
PREFERENCE: Final = phrase_pattern(
    r"""
    (?:easiest|lättast|enklast) (?:to|att) (?:get|reach|catch|call|ring|nå|få tag)(?: \w+)?;
    (?:send|use|call|email|write|put|book|keep|skicka|använd|ring|skriv)(?: [\w'-]+){1,10}?
    (?:from now on|going forward|in future|hädanefter|framöver|i fortsättningen);
    (?:want|wants|vill ha)(?: [\w&'-]+){1,5}? (?:as|som|in|i|på) (?:an? )?[\w-]+,?
    (?:not|inte|rather than|instead)(?= ); (?:\w+'m|is|am|are|är) (?:\w+
    )?(?:lactose|gluten|laktos)[- ]?intoleran\w*;
    (?:like|want|wants|likes|love|appreciate) (?:an?|en) (?:\w+
    )?(?:nudge|reminder|heads-?up|summary|update|ping|digest|påminnelse|sammanfattning)(?!\w);
    asked (?:that|us|me|for|to)(?: [\w'-]+){0,5}? (?:only|always|never|by post|by email|in
    writing|in person); vill bara ha(?= ); (?:neither|none) of us wants? to(?= );
    ingen av oss vill(?= );
    (?:i|we|he|she|they|client|customer|user|owner|[\w-]+)(?: \w+)? prefers?;
    (?:i|we|he|she|they)(?:'d| would) (?:much )?rather(?! (?:ask|say|have (?:a
    )?(?:tea|coffee|beer|pizza|lunch|that|this|it)|die|eat|drink|watch|go home|stay home|sleep|be
    (?:at|in|on|home)));
    (?:my|our|his|her|their) prefer(?:ence|red)(?: \w+){0,3} (?:is|are); preference (?:is|for);
    (?:i|we|he|she|they|[\w-]+) (?:really |also |generally
    )?(?:likes?|loves?|hates?|dislikes?|appreciates?|don't like|doesn't like|do not like|can't
    stand) (?:it when|to be|to get|to have|to see|getting|being|when|having|to know|to meet|to
    receive|a summary|reminders|short|long|detailed|early|late|phone|surprises|plain|numbers|\
    seeing|jargon);
    (?:(?:i|we|he|she|they|client|customer|[\w-]+) (?:also )?(?:wants?|would like|likes)|\w+'d
    (?:also )?like) (?:proactive|reminders|a reminder|short|shorter|weekly|monthly|\
    regular|simple|plain|detailed|bullet|everything in|all (?:\w+ )?in|to be
    (?:reminded|told|warned|notified|kept|copied)|you to always|only|a
    heads[- ]up|updates|ethical|sustainable|no );
    (?:don't|doesn't|do not|does not|dont|never) (?:really )?(?:like|want|trust)
    (?:anything|any|the idea|taking|variable|risk|surprises|\w+ing)(?= |$);
    (?:wants?|would like|\w+'d like|likes) (?:all|every|future|our|his|her|their|my|the|any)(?:
    [\w'-]+){1,4}? (?:to be|in|as|kept|sent|written|by|via|on)(?= );
    (?:ring|call|email|text|phone|message|contact)(?: me| us| her| him| them)(?: \w+){0,4}?
    (?:rather than|instead of|not|and not)(?= );
    always (?:tell|ask|show|give|warn|remind|check with|let|copy|include|send)(?: \w+)?
    (?:me|us|my|our|the|a)(?= ); (?:tell|ask|warn|show) (?:me|us)(?: \w+){0,6}? (?:every
    time|each time|first|always|in advance); (?:can't|cannot|don't|doesn't|won't|dont|cant)
    (?:do|eat|drink|have) (?:any )?(?:gluten|dairy|meat|nuts|lactose|alcohol|seafood|fish|pork|\
    eggs|mornings|evenings|\w+days);
    (?:terrified|afraid|scared|nervous|anxious|wary|uncomfortable|rädd|orolig|nervös)(?: \w+)?
    (?:of|about|for|with|över|för|att|med) (?:\w+ )?(?:losing|loss(?:es)?|risk|the
    market|markets|volatil\w*|debt|förlora|förluster|skuld\w*|risk\w*|swings)(?!\w);
    (?:happy|fine|ok|okay|comfortable) (?:with|by) (?:e-?mail|phone|text|video|zoom|teams|\
    whatsapp|paper|letters); (?:äter|tål|dricker) inte(?= \S);
    (?:skicka|ring|boka|skriv|mejla|ta|lägg|kalla|visa)(?: \w+)? (?:inte|aldrig|alltid)(?:
    \w+){0,4}? (?:på|före|efter|innan|under|om|via|\w+dagar)(?= |$);
    (?:suits?|works?) (?:me|us) (?:best|better|well)(?: for| when| if)?(?= |\W*$);
    (?:works?|are|is) (?:best|better) for (?:me|us)(?= |\W*$);
    passar (?:mig|oss) (?:bäst|bättre)(?= |\W*$);
    please (?:always|never|don't ever|in future); (?:from now on|going forward|in future|in the
    future),? (?:please |i'd |just |always |can you |could you
    )*(?:use|send|write|keep|call|email|include|show|start|put|round|don't|never|always|answer|\
    reply|add|ask|give|skip|copy|cc|i'd|i want|only);
    (?:don't|do not|never|always) (?:ever )?(?:call|ring|phone|email|text|contact|message|book|\
    schedule|cc|remind|send|ping)(?: \w+){0,2} (?:before|after|on|during|at|between|unless|me|us|\
    him|her|them);
    no (?:calls|emails|meetings|calls or \w+|phone calls)(?: \w+)?
    (?:before|after|on|during|between); best (?:time )?to (?:call|reach|meet|catch|ring)(?: \w+)?
    (?:is|on|in|after|before|between|mornings?|evenings?|by|via);
    remind (?:me|us|her|him|them)(?: \w+){0,3}? (?:every|each|always|on \w+days|before
    every|before each|ahead of); (?:i|we|he|she|they|[\w-]+)(?:'d| would)?(?: \w+)? (?:not
    want|don't want|doesn't want|won't|will not|refuses? to|never) (?:to )?(?:invest|hold|any
    exposure|be called|be contacted|anything in|put money|own (?:any
    )?(?:tobacco|oil|arms|shares));
    (?:not|isn't|aren't) comfortable (?:with|investing|holding|taking);
    (?:asks?|checks?|reads?|reviews?|wants?|compares?|frågar|läser|kollar)(?:
    [\w'-]+){1,7}? (?:before|after|ahead of|with|on|före|innan|inför|efter|vid) (?:every|each|any|\
    all|varje|alla)(?= \w);
    (?:usually|always) (?:asks?|wants?|checks?|reads?|chats?|writes?);
    (?:is|are|am|i'm) (?:only )?(?:free|available|reachable)
    (?:on|in|after|before|between|mornings?|afternoons?|evenings?);
    (?:jag|vi|hon|han|de|kunden|ägaren|[\w-]+)(?: \w+)? föredrar; (?:vill|skulle) (?:\w+ )?helst;
    vill hellre; (?:tar|kör|får|gör|ses|möts) (?:jag |vi )?(?:helst|hellre);
    helst (?:inte|per|via|på|före|efter|innan|vill|kort); hellre (?:kort|per|via|mejl|än);
    (?:jag|vi|hon|han|de|[\w-]+) (?:gillar inte|ogillar|gillar|uppskattar|avskyr)
    (?:när|att|om|korta|långa|inte när|tydliga|påminnelser);
    (?:jag|vi|hon|han|de|kunden|[\w-]+) vill (?:alltid |gärna |bara |inte )?(?:ha
    (?:påminnelse\w*|en påminnelse|korta?|kortare|enkla|tydliga|allt|en
    kort|besked|siffror|månads\w*|vecko\w*)|bli (?:påmind|påminda|uppringd|kontaktad)|inte
    (?:bli|ha|att));
    påminn (?:mig|oss)(?: \w+){0,3}? (?:alltid|varje|innan|inför|på \w+dagar|dagen före);
    påminn (?:mig|oss)(?: \w+)? (?:i god tid|i förväg)(?! om (?:mötet|att));
    påminn (?:mig|oss)(?: \w+){0,5}? (?:före|inför|innan) (?=[a-zåäö]+(?:er|ar|or|s)(?!\w));
    (?:skriv|svara|förklara|ring|mejla|skicka|visa|avrunda|börja)(?: \w+){0,2}?
    (?:alltid|aldrig|kort|kortfattat|enkelt|gärna); (?:alltid|aldrig)
    (?:ringa|mejla|skicka|boka|skriva);
    ring (?:mig )?(?:inte|aldrig|helst|bara|efter|före|innan);
    inga (?:möten|samtal|mejl)(?: \w+)? (?:före|efter|innan|på|under);
    (?:hädanefter|i fortsättningen|framöver|från och med (?:nu|[\ue800-\uefff])),?
    (?:vill (?:jag|vi) (?:ha|att)|kan du|skriv|svara|ska du|skicka|använd|ta);
    (?:hädanefter|i fortsättningen|framöver),? vill;
    (?:jag|vi) vill (?:ha|att)(?: [\w'-]+){1,8}?
    (?:hädanefter|framöver|i fortsättningen|från och med (?:nu|[\ue800-\uefff]));
    brukar (?:alltid |helst )?(?:fråga|vilja|läsa|skriva|svara|kolla);
    (?:nås|nå mig) (?:bäst|enklast|lättast)
    """
)

CONTACT_HINTS: Final = word_set(
    """
    text call ring email e-mail message phone calls voicemail voicemails emails texts post numbers
    write contact smsa mejla maila skriv messa kontakta telefon telefonen mobil mobilen mejl mejlen
    sms samtal röstbrevlådan
    """
)
CONTACT: Final = phrase_pattern(
    r"""
    (?:only|just) (?:ever )?(?:text|call|ring|e-?mail|message|phone|write to|contact)
    (?:me|us|her|him|them)(?=$|[.,;!]| please| rather| instead| and not); (?:text|call|ring|\
    e-?mail|phone|write to) (?:me|us|her|him|them) only;
    (?:i|we|she|he|they)(?: \w+)? (?:never|don't|doesn't|do not|rarely|hardly ever|can't|cannot)
    (?:ever )?(?:pick up|answer|take|check|read|listen to)(?: the| my| our| any)?
    (?:phone|calls|voicemails?|e-?mails?|texts|post|unknown numbers)(?!\w);
    (?:jag|vi|hon|han|de)(?: \w+)? (?:svarar|lyssnar|tittar|läser|kollar) (?:nästan
    )?(?:aldrig|sällan|inte) (?:i|på|av|min|mina)? ?(?:telefon\w*|mobil\w*|\
    röstbrevlåda\w*|mejl\w*|sms|samtal);
    (?:smsa|mejla|maila|ring|skriv till|messa|kontakta) (?:bara |endast )?(?:mig|oss|henne|honom)
    (?:bara|endast|enbart)(?= |$|[.,]); (?:bara|endast) (?:smsa|mejla|maila|ringa|skriva|messa)(?=
    )
    """
)
REACHED_HINTS: Final = word_set("rather instead not stället istället hellre snarare inte")
# Questions that state a lasting preference.
REACHED: Final = phrase_pattern(
    r"""
    (?:can|could|would|will) you (?:please )?(?:write|text|e-?mail|call|ring|phone|post|message)(?:
    (?:to )?(?:me|us))? (?:rather than|instead of|and not) (?:to )?(?:phon(?:e|ing)|call(?:ing)?|\
    ring(?:ing)?|e-?mail(?:ing)?|mail|text(?:ing)?|post(?:ing)?|writ(?:e|ing)|sms|whatsapp|video);
    (?:kan|skulle|vill) (?:du|ni) (?:kunna )?(?:gärna )?(?:skriva|mejla|maila|ringa|smsa|messa)(?:
    (?:till )?(?:mig|oss))? (?:i stället|istället|hellre än|snarare än|och inte)(?: för)?(?: att)?
    (?:ringa|mejla|maila|skriva|smsa|messa|telefon|mejl|sms|brev)
    """
)

# An explicit preference is not a request.
PREFERS_HINTS: Final = word_set("prefer prefers föredrar rather helst hellre")
PREFERS: Final = phrase_pattern(
    r"""
    ^\W*(?:i|we|he|she|they|client|[\w-]+)(?: \w+)? prefers?(?= \S+ \S+);
    ^\W*(?:i|we|he|she|they)(?:'d| would) (?:much )?(?:rather|prefer)(?= (?:you|be|if|get|have|\
    hear));
    ^\W*(?:jag|vi|hon|han|de|kunden|[\w-]+)(?: \w+)? föredrar(?= \S+ \S+);
    ^\W*(?:jag|vi|hon|han|de|kunden) (?:skulle |vill )(?:\w+ )?(?:helst|hellre)(?= \S+ \S+)
    """
)

# A choice for this once is no preference.
ONE_OFF: Final = phrase_pattern(
    r"(?:the|this|that) (?:first|second|third|last|latter|former|other|new|old|blue|red|green"
    r"|left|right)? ?(?:version|one|option|chart|draft|paragraph|title|wording|colou?r|font"
    r"|layout|logo|slide|picture|graph|sentence|headline|variant); (?:den|det) (?:första|andra"
    r"|tredje|sista|nya|gamla|blå|röda)(?: \w+)?"
)
