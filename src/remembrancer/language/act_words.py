"""Words that say what a statement does to an earlier one: it adds, changes, corrects, takes back,
completes or limits. Small closed lists of function words and common verbs, no nouns of any trade.
"""

from __future__ import annotations

import re
from typing import Final

from remembrancer.language.stemming import language
from remembrancer.language.word_patterns import phrase_pattern, word_set

ADDS: Final = phrase_pattern(
    r"""
    also; (?<!is )(?<!are )(?<!was )(?<!were )(?<!be )(?<!'s )too(?=\s*(?:[,.;:!)–-]|$)); as well;
    another; additional; additionally; in addition; besides; on top of that;
    (?:my|our|the|his|her|their|one|\w+'s|\w+s') other(?! way);
    (?:a )?(?:second|third)(?! (?:thoughts?|look|glance|reading|read|opinion|time|floor\
    |quarter|half|week|month|year|day|row|line|page|party|person|edition)); a (?:fourth\
    |further);
    over and above; on top of (?:the|my|our|that|this); utöver; jämte; vid sidan av;
    one more; plus (?:an?|the|my|our|one|two|en|ett|min|vår);
    också; även; dessutom; en till; ett till; ytterligare; därutöver; en annan;
    ett annat; (?:min|vår|mitt|vårt|den|det|\w{3,}s) andra; en (?:andra|tredje); ännu (?:en|ett)
    """
)
# "Now" and its like say that something holds from now on, not that something else ended.
NOW: Final = phrase_pattern(
    r"""
    now; nowadays; these days; currently; since [\ue800-\uefff]; as of; from now on; going forward;
    from [\ue800-\uefff](?! (?:to|till|until)); from here on;
    starting [\ue800-\uefff]; med start [\ue800-\uefff];
    (?:since|after) the [\w-]+(?=,? (?!(?:is|are|was|were|has|have|had) )\S+ \S);
    nu; numera; nuförtiden; nu för tiden; se(?:da)?n [\ue800-\uefff]; se(?:da)?n i \w+(?:dags|as);
    se(?:da)?n förra \w+; se(?:da)?n \w{3,}(?:en|et|t)(?= (?:är|har|heter|finns|blir|går|bor) );
    se(?:da)?n (?:ett par|några|en|två|tre) (?:dagar|veckor?|månad(?:er)?|år)(?: tillbaka)?;
    since (?:a|a couple of|a few|some|two|three) (?:days|weeks?|months?|years?)(?: ago)?;
    (?:for|in) the (?:last|past) (?:\w+ )?(?:days|weeks?|months?);
    since last \w+; since the (?:start|beginning|end) of \w+; från och med; fr\.o\.m\.?; framöver;
    hädanefter; i fortsättningen; idag
    """
)
CHANGES: Final = phrase_pattern(
    r"""
    (?:r[oi]se\w*|went|gone|go(?:es|ing)?|increas\w+|rais\w+|drop\w*|fell|fallen|cut|reduc\w+|lower\w*\
    |decreas\w+|grew|grown|höj\w+|sänk\w+|gick|gått|steg|stigit|sjönk|ökade|ökat|ökar|minskade|minskat\
    |minskar) (?:[^,;.]{1,60} )?(?:from|från) [\ue000-\ue7ff](?: [^\W\d]+){0,2}? (?:to|till)
    (?=[\ue000-\ue7ff]);
    (?:has|have|had|'ve|'s) (?:\w+ )?(?:changed|switched|moved|replaced|raised|cut|lowered\
    |increased|reduced|become|gone (?:up|down)|turned|dropped|risen|fallen|swapped|migrated);
    (?:trimm|nudg|slash|revis|adjust|lift|push|narrow|widen|upgrad|downgrad|rais|lower|reduc\
    |increas|chang|mov|extend)(?:ed|ing) (?:\S+ ){0,8}?from [\ue000-\ue7ff]\S{0,2} to
    [\ue000-\ue7ff]\S{0,2};
    (?:trimm|nudg|slash|revis|adjust|lift|push|narrow|widen|upgrad|downgrad|rais|lower|reduc|cutt\
    |increas|chang|mov|extend|tak|bring|bump|upp)ing (?:\S+ ){1,7}?(?:up |down |back )?to
    [\ue000-\ue7ff];
    (?:lyfter|justerar|reviderar|skriver|skruvar|drar) (?:\S+ ){1,7}?till [\ue000-\ue7ff];
    new (?:decision|plan); nytt (?:beslut|bud); ny plan; (?:dra(?:r|git)?|skär(?:a|er)?) ner;
    (?:cut|cutting|scale|scaling|dial|dialling) (?:back|down);
    changed; changing; switched; switching; switch to; shifted; shifting; shift to; moved;
    (?:up)?on reflection; on second thoughts?; thinking (?:about )?it (?:over|again);
    having thought (?:about )?it(?: over| again)?;
    vid närmare eftertanke; migrated; replaced; replaces;
    extended; shortened; prolonged; förläng(?:t|de|er|s|ts|des); förkorta(?:t|de|r|s|ts|des);
    utöka(?:t|de|r|s|ts|des);
    upped; recounted;
    (?:has|have|'s|'ve|har|hade) (?:\S+ ){1,6}?(?<![\ue000-\uefff] )(?:to|till) [\ue000-\uefff];
    (?:has|have|'s|'ve|har|hade) (?:\S+ ){1,6}?(?:for|in|för|under|i) [\ue800-\uefff] (?:to|till)
    [\ue000-\ue7ff];
    recalculated; räkna(?:t|de) om;
    swapped; taken over; took over; takes over; taking over; stepped down;
    elected; appointed; (?:valdes|utsågs|utsetts|valts) (?:[\w-]+ ){0,4}?till;
    (?:is|are|am|'s|'re|'m) (?:\w+ )?(?:cutting|raising|lowering|moving|switching|increasing\
    |reducing|dropping);
    (?:is|are|'s|was) (?:now )?(?:down|up|back) to; (?:up|down)graded; brought forward;
    (?:put|pushed|moved|set) back; postponed; delayed; rescheduled; slipped;
    tidigarela(?:gd|gt|gts|des|de)\w?; senarela(?:gd|gt|gts|des|de)\w?; sk(?:jutits|juts|öts|jutit)\
    (?: \w+)? (?:upp|fram); handed; passed \w+ \w+ (?:on )?to; succeeded; dropped to; fell to;
    (?!used)\w{3,}ed (?:back |forward |out |on |up )?to (?:the )?(?:[\ue800-\uefff]|(?:mon|tues\
    |wednes|thurs|fri|satur|sun)days?);
    \w{2,}(?:ats|tts|its|des|tes) (?:fram |bak |om |upp |ner )?till (?:[\ue800-\uefff]|(?:mån|tis\
    |ons|tors|fre|lör|sön)dag\w*);
    rose to; raised; lowered; increased; reduced; went (?:up|down); gone (?:up|down); bumped; cut;
    went (?:across|over) (?:from|to);
    (?:gick|går) (?:vi|jag|de|ni) över till; transferr(?:ed|ing); överför(?:t|de);
    (?:gått|gick|går) (?:över )?från;
    became; renamed; turned (?=[\ue000-\ue7ff]); instead; no longer; not any ?more; any ?more;
    en ny; ett nytt; any longer; stopped; given up; gave up; new \w+ is; a new; the new;
    come round; came round;
    byt(?:t|te|er|a|s|ts|tes); ändra(?:t|ts|de|des|r|s); flytta(?:t|ts|de|des|r|s); ersatt(?:e|s)?;
    ersätt\w*; höj(?:t|ts|de|des|er|s); sänk(?:t|ts|te|tes|er|s); ökat; minskat;
    gått (?:upp|ner|över); övergått; i ?stället; inte längre; längre; slutat; slutade; upphört;
    tagit över; tog över; tar över; lämnat över; lämnade över; överlåtit;
    avgått; efterträtt; efterträder; blivit;
    ny[at]? \w+ är; den nya; numera
    """
)
CORRECTS: Final = phrase_pattern(
    r"""
    correction; corrected; erratum; errata; i was wrong; was wrong; my mistake; a mistake; typo;
    misspoke; mistyped;
    was mistaken; whoops; oops; my bad; hoppsan; overruled;
    (?:figure|number|date|amount|name|address|price|total)s? (?:in|on|for) [^.;,]{1,30}?
    (?:is|was|are) (?:a bit |slightly |way )?(?:off|out)(?=[.;,]|$);
    (?:blev|är|var|stod) (?:\w+ )?(?:tokigt|galet|knasigt|tokig|knasig);
    (?:disregard|ignore|forget) (?:the|that) \w+ (?:i|we) (?:gave|sent|told|wrote|mentioned);
    (?:disregard|ignore|scrap|scratch) (?:my|our|the|that) (?:last|previous|earlier|first) \w+;
    (?:bortse|strunta) (?:från|i) (?:mitt|min|det) (?:förra|förrförra|tidigare|senaste) \w+;
    had (?:the|my|our|that|those) (?:\w+ ){1,3}?(?:wrong|backwards|back to front);
    (?:make|change|amend) (?:that|it)(?: to| into)? (?:the |an? )?[\ue000-\uefff];
    (?:change|amend|correct|fix) (?:that|it|this)(?=[,;:–-]); ändra (?:det|den|på det)(?=[,;:–-]);
    that(?:'s| is) (?:wrong|not (?:right|true)); that isn't (?:right|true); the wrong way round;
    (?:typed|wrote|said|got|put|had) (?:that|it|this|the \w+) (?:down )?wrong; miscounted;
    misspelled; misspelt; räkna(?:t|de) fel; stava(?:t|de) fel;
    misread; i mean; i meant; meant to (?:say|write); scratch that; strike that; got that wrong;
    (?<!easy to )(?<!don't )(?<!not to )mix(?:ed)? (?:\w+ ){0,4}?up; muddled;
    misremember(?:ed)?; misheard;
    (?:the|a|my) wrong \w+; (?:small|quick|one) fix; to be corrected;
    should (?:be|have (?:been|said|read)|read|say);
    det (?:ska|skulle) (?:ha )?stå(?:tt)?(?= att |$|[,.:]| [\ue000-\uefff]); not \S+ but;
    (?:isn't|aren't|wasn't|is not|are not|was not) [^,.]{1,60}[,–-]+ ?(?:but|it's|it is|they're\
    |that's|they are); last time (?:i|you|we) (?:said|told|wrote);
    (?:disregard|ignore|forget) (?:my|the|our) (?:earlier|last|previous|first|other) \w+;
    (?:i|you|we) (?:said|wrote|told you) [^,.]{1,60},? (?:but|it's|it is);
    blanda(?:t|de) (?:\w+ )?ihop; förväxla(?:t|de);
    (?:minns|mindes|mints|läste|läst|hörde|hört|såg|tog\
    |tagit|tittade|tittat|kollade|räknade|räknat) (?:\w+ ){0,2}?fel; rättelse; rättat; rättar;
    (?:skrev|skrivit|sa|sade|sagt|hade) (?:\w+ ){0,2}?fel; var fel; felskrivning; menade;
    (?:är|var) inte [^,.]{1,60}[,–-]* ?(?:utan|det är|den är|men); inte [^,.]{1,40} utan;
    should it (?:be|have been); ska det (?:vara|stå)(?! \w); råkade (?:säga|skriva); fat fingers;
    (?:slip of the|slapp) \w+; happened to (?:say|write); by mistake;
    ska vara(?! (?:här|där|hemma|framme|klar|klart|klara|på|i|till|med|av|[\ue800-\uefff]));
    skulle vara; (?:stod|står|blev|blivit) (?:\w+ )?fel; det är fel(?! på);
    det stämmer inte;
    ^att [^,;]{5,80} (?:är|var) fel; ^that [^,;]{5,80} (?:is|was) wrong;
    kasta(?:t|de)? om; (?:sist|förra gången) (?:sa|skrev|sade)
    """
)
# What was decided or offered is taken back, so that it is as if it was denied.
_CANCELS: Final = r"""
    against; decided against; withdraws?; withdrawn; withdrew; retract(?:s|ed)?; rescinded;
    reversed?; cancel(?:s|l?ed|l?ing)?; scrapp(?:ed|ing); call(?:ed|ing)? (?:\w+ )?off;
    dropp(?:ed|ing)(?! (?:\S+ ){0,4}?(?:off|round)(?!\w)); ditch(?:ed|ing)?; dumpa(?:t|de);
    abandon(?:ed|ing)?; revoked; overturned; (?:no longer|not) going ahead;
    back(?:ed|ing) (?:out|down|away); pull(?:ed|ing) (?:out|the plug); walk(?:ed|ing) away from;
    rul(?:ed|es|ing) (?:\w+ )?out;
    voted down; turn(?:s|ed|ing)? (?:\w+ )?down; thrown out; ruled against;
    uteslutit; röstat ner; röstades ner; avslagit; avslog; avfärdat; avfärdade;
    gone off; off the table; (?:is|are|was|were|'s|'re) (?:now )?off(?=[,.;!]|$);
    taken back; overruled; struck (?:off|out|from); skipp(?:ed|ing);
    (?:stryk(?:er|s)|struk(?:en|et|it|na|its)); hoppa(?:r|t|de)? (?:\w+ )?över;
    upphäv(?:t|d|de|s|ts|er); återkalla(?:t|d|de|s|ts|r); dra(?:r|git|gits) tillbaka;
    tagit tillbaka; avblås\w+; blås(?:a|er|te|t) (?:\w+ )?av; inställ[dt]a?;
    ställ(?:a|er|de|t|ts) (?:\w+ )?in; lägg(?:er|s) (?:\w+ )?ner;
    lagt ner; lade ner; nedlag[dt]\w?;
    dra(?:r|git)? (?:oss|mig|sig) ur; drog (?:oss|mig|sig) ur; gå(?:r|tt) ur; gick ur;
    riv(?:er|it|its) upp; rev upp; tear(?:ing)? up; tore up; torn up; backa(?:r|t|de);
    hoppa(?:r|t|de) av; strunta(?:r|t|de) i; slopa\w*; skippa\w*; avstår?
    """
CANCELS: Final = phrase_pattern(_CANCELS)
REVERSES: Final = phrase_pattern(
    _CANCELS
    + r"""
    ; instead; after all; changed (?:my|our|their|his|her) minds?; second thoughts?;
    change of (?:plan|mind|heart); ^(?:(?:ok|okay|well|no|actually|so),? )?forget (?:about )?\w+;
    ^glöm (?:bort )?(?!inte)\w+;
    forget what (?:i|we) (?:said|wrote); (?:tänkt|tänkte) om; lifted;
    (?:i|we) do (?:want|like|need|prefer|eat|drink|trust|have);
    (?:är|blir|blev) rive[tn]; är rivna;
    (?:scrap|scratch|(?<!don't )(?<!not )(?<!never )forget) that;
    (?:talked|spoke|spoken|thought|discussed|sat down|met|been)(?: \w+){0,3}? again;
    (?:pratat|pratade|diskutera[td]e?|funderat|träffats|träffades)(?: \w+){0,3}? igen;
    tak(?:e|ing) (?:that|it) back; tar tillbaka det;
    (?:won't|will not) be (?:an?|any); blir (?:det )?(?:ingen|inget|inga|inte);
    never mind; not any ?more; any ?more; no longer; come round; came round; slept on it;
    took \S+ off; i ?stället; ändå; trots allt; ångra(?:t|r|de); ändrat (?:oss|mig|sig);
    inte längre; avslut(?:at|ade|ats)
    """
)
DONE: Final = word_set(
    """
    klarlagt klarlagd done finished completed complete sorted settled resolved fixed solved closed
    handled answered
    arrived klar klart klara färdig färdigt färdiga avklarad avklarat avslutad
    avslutat utrett utredd uppklarat uppklarad
    löst löstes löste ordnat ordnad fixat fixad avgjort avgjord besvarad besvarat
    åtgärdat åtgärdad
    """
)
ARRIVED: Final = word_set(
    "arrived came come received got gotten in here kommit kom fått fick anlänt inkommit inne"
)
AWAITED: Final = word_set(
    """
    request requests ask asks order orders chase chases wait waits waiting await awaits get obtain
    expect expects begära begär beställa beställer vänta väntar invänta inväntar be ber skaffa
    fråga frågar hämta saknas missing unclear oklart
    """
)
DECIDED: Final = word_set(
    """
    decided clear confirmed
    chose chosen agreed settled opted picked going bestämt bestämde beslutat beslutade
    beslöt valt valde enats enades voted röstade röstat klubbade klubbat
    """
)
PARTIAL: Final = phrase_pattern(
    r"""
    whether; asked; ask; said; says; told; tells; claims; thinks; huruvida; frågade; frågar; sa;
    sade; säger; påstår; undrar; förra årets; last year's; almost; nearly; half; halfway; partly;
    partially; mostly; some of; part of; begun; began; started; trying; tried; about to; not yet;
    still; yet to; draft; soon; should; will; would; could; might; may; must; need to; needs to;
    if; unless; once; until; when; can be;
    before(?! (?:lunch|noon|dinner|breakfast|supper|work)(?!\w));
    innan(?! (?:lunch|frukost|middag|jobbet)(?!\w)); nästan; halva; halvvägs; delvis;
    en del av; börjat; började; påbörjat; försökt; försöker; inte än; ännu; fortfarande;
    utkast; snart; ska; skulle; kan; måste; bör; behöver;
    om (?:jag|vi|det|den|de|man|hon|han); tills; när
    """
)
# The figure or state is of several people together.
JOINT: Final = phrase_pattern(
    r"""
    together; between us; between the two of us; combined; jointly; joint; household; as a couple;
    (?<!the )(?<!an )(?<!a )(?<!this )(?<!that )\w+ and i; me and \w+; both of us; in total;
    altogether; all in all; tillsammans;
    (?<!blandat )(?<!blandade )(?<!aldrig )(?<!inte )(?<!får )(?<!få )ihop;
    gemensamt; gemensam; sammanlagt; hushållet; (?:jag|vi) och \w+; \w+ och jag; totalt
    """
)
# It holds for a while or in some cases only.
LIMITED: Final = phrase_pattern(
    r"""
    in (?:the )?(?:summers?|winters?|autumn|spring|mornings?|evenings?); on weekends; at weekends;
    during; temporarily; for now; for the time being;
    for (?:one|a|the|two|three|this|next) (?:day|week|weekend|month|quarter|year)s?;
    for [^,.;]{2,40} (?:alone|only); (?:enbart|endast) (?:för|under|i|på);
    this (?:week|month|weekend|quarter) only; just this once;
    only (?:in|on|for|during|when|this|while); while i; while we; until [\ue800-\uefff];
    på (?:somrarna|sommaren|vintern|vintrarna|helgerna|hösten|våren);
    under (?:[\ue800-\uefff]|\w+en); tillfälligt; tills vidare;
    bara (?:i|på|under|för|denna|den här); just nu bara; medan
    """
)
# It is imagined or depends on something.
IMAGINED: Final = phrase_pattern(
    r"""
    \w+'d (?!like|love|prefer|rather|sooner|been|better)\w+;
    would (?!like|love|prefer|rather|sooner)\w+; if i;
    if we; if he; if she; if they; if it; could be; might be; used to (?:want|be|have); wish i;
    if only; skulle (?!vara)\w+; om jag; om vi; om hon; om han; om de; om det(?= \w); kunde
    """
)
_DETERMINERS: Final = word_set(
    """
    the a an our my your his her their its this that these those each every any some no den det de
    en ett vår vårt våra min mitt mina din ditt dina hans hennes deras sin sitt sina denna detta
    dessa varje någon något några ingen inget inga
    """
)
_PREPOSITIONS: Final = word_set(
    """
    of for on in at with from by about against into over under per via as between near för på i av
    med från till hos om mot vid åt över under per via som mellan enligt bland
    """
)
LEADS_TO_NOUN: Final = _DETERMINERS | _PREPOSITIONS
# Words of time, degree and manner: they say nothing about which thing is meant.
PASSING: Final = word_set(
    """
    btw fyi tbh imo lol us them oss dem
    following due given thanks despite
    now nowadays currently today tomorrow yesterday already just still really quite very exactly
    actually recently finally lately soon later again also too about around roughly approximately
    nearly almost only even well please thanks yes no ok okay anyway monday tuesday wednesday
    thursday friday saturday sunday day days week weeks month months year years morning evening
    afternoon night daily weekly monthly yearly annually annual quarter quarters quarterly hour
    couple par tillbaka
    nuförtiden förmiddag förmiddagen förmiddagar eftermiddag eftermiddagen eftermiddagar kväll
    kvällen morgon morgonen
    hours hourly pm last next this past time times since ago own hi hello quick small
    st nd rd th
    mistake wrong correction nu numera idag imorgon igår redan just fortfarande verkligen ganska
    mycket precis faktiskt nyligen äntligen snart senare igen också även dessutom ungefär cirka
    omkring nästan bara tack ja nej okej måndag tisdag onsdag torsdag fredag lördag söndag måndags
    tisdags onsdags torsdags fredags lördags söndags dag dagen dagar vecka veckan veckor månad
    månaden månader år året kvartal kvartalet kvartalsvis månadsvis halvår timme timmen timmar
    dagligen varje senast före efter klockan kl förra nästa gång gången gånger sedan
    förut tidigare egen eget egna hej fel kvar
    """
)
# Somebody's advice or offer, which nobody has followed yet.
PROPOSED: Final = phrase_pattern(
    r"""
    suggest(?:s|ed|ing|ion)?; recommend(?:s|ed|ing|ation)?; propos(?:e|es|ed|ing|al);
    advis(?:es|ed) (?:us|me|him|her|them|to|against|that); urges; föreslår; föreslog; förslag\w*;
    rekommenderar; rekommenderade; råder; rådde; tipsade; jok(?:ed|es|ing) (?:about|that);
    (?:skoja|skämta)(?:de|r) om
    """
)
_RELATION: Final = (
    r"(?:\w*(?:mother|father|brother|sister|daughter|cousin|uncle|aunt|niece|nephew|wife|husband"
    r"|partner|friend|neighbou?r|colleague|boss|flatmate|landlord|competitor|rival)"
    r"|son|mum|dad|mate|ex|\w*(?:bror|syster|mamma|pappa|dotter|kusin|svåger|svägerska|make|maka"
    r"|hustru|sambo|kompis|vän|kollega|granne?|konkurrent)(?:n|en|an|s|ns|ens)?|sonen|frun|maken"
    r"|grann\w+|konkurrent\w*|syster(?:bolag|firma)\w*)(?:'s|s)?"
)
# A sentence that starts with one of these is about somebody else than the speaker.
OTHER_PERSON: Final = re.compile(
    r"\W*(?:(?:but|and|so|well|ha|men|och|oh),?\s+)*"
    r"(?:(?:my|our|his|her|their|a|an|the|one of (?:my|our)|min|mitt|mina|vår|vårt|våra|hans|hennes"
    r"|deras|en|ett|[\w-]+'s)\s+)?(?:[\w-]+\s+)?"
    rf"({_RELATION})(?=\s)(?!\s+(?:and i|och jag|and me)\b)"
)
# "She told me her sister is …", "I met my cousin, and his firm has …": so is one of these.
TOLD_OF_OTHER: Final = re.compile(
    r"(?<!\w)(?:(?:told (?:me|us)|telling (?:me|us)|says?|said|mentions|mentioned|berätta(?:de|r)"
    r"|säger|sa|sade)(?: för (?:mig|oss))?(?: that| att)?\s(?:her|his"
    rf"|their|hennes|hans|deras|sin|sitt)\s(?:[\w-]+\s)?({_RELATION})(?=\s)"
    rf"|(?:my|our|min|mitt|vår|vårt|\w+'?s)\s(?P<own>{_RELATION})(?=[\s,])[^.;]{{0,40}}?,?\s(?:and|och)"
    r"\s(?:his|her|their|hans|hennes|deras)\s)"
)
# "Hos dem kostar det 450 kr", "they say their deliveries take": of others than those who speak.
WITH_OTHERS: Final = re.compile(
    r"(?<!\w)(?:hos (?:dem|dom)|(?:at|with) (?:them|theirs)"
    r"|(?:they|de|dom) (?:say|said|state|stated|claim|claimed|tell us|told us|write|wrote|uppger"
    r"|uppgav|säger|sa|skriver|skrev|påstår|meddelar|meddelade)(?: that| att)?"
    r" (?:their|deras))(?!\w)"
)
# Who is named in front of these takes a place: the name is the value.
TAKES_OVER: Final = re.compile(
    r"(?<!\w)(?:taken|took|takes|taking|tagit|tog|tar) (?:over|över)(?!\w)"
    r"|(?<!\w)(?:(?:was|been|is|were) (?:elected|appointed|voted|named)"
    r"|(?:valdes|utsågs|utsetts|valts) (?:[\w-]+ ){0,4}?till)(?!\w)"
    r"|(?<!\w)(?:succeeds|succeeded|replaces|replaced|efterträder|efterträtt|ersätter)(?!\w)"
)
# Somebody is there no more, or does it no more.
LEFT: Final = phrase_pattern(
    r"""
    (?:has|have|'s|'ve) (?:\w+ )?(?:left|quit|resigned|retired|gone|stopped|given up);
    stepped down; resigned; no longer;
    (?:i|we|he|she|they|\w+) left(?= [\w-]+ (?:in|at|on|last|for|and|to));
    (?:i|we|he|she|they|\w+) left(?= [\w'’.-]+(?: [\w'’.-]+){1,3}? (?:in|last) \w);
    (?:har|hade) (?:\w+ )?(?:slutat|lämnat(?! (?:tillbaka|in|över|ut|fram|kvar|av))\
    |avgått|sagt upp);
    slutade; avgick; inte längre
    """
)
# A decision is taken back, whatever is decided instead.
CHANGED_MIND: Final = phrase_pattern(
    r"""
    (?:scrap|scratch|(?<!don't )(?<!not )(?<!never )forget|strike|reversed?) that;
    changed (?:my|our|their|his|her) minds?;
    change of (?:plan|mind|heart); second thoughts?; forget what (?:i|we) (?:said|wrote);
    (?:tänkt|tänkte) om; ändra(?:t|de) (?:oss|mig|sig); ångra(?:t|de) (?:oss|mig|sig)
    """
)
# It is told again, and nothing is new.
RESTATES: Final = phrase_pattern(
    r"""
    still; as (?:i|we|you) (?:said|say|know|mentioned|decided|agreed|told you); reminder; remember;
    once (?:more|again); ju; fortfarande; som (?:jag|vi|sagt|bekant)(?: sa| sade)?;
    kom ihåg; påminnelse
    """
)
# It says that something is no news, and nothing else.
ASIDE: Final = re.compile(
    r"(?<!\w)(?:i know i'm repeating myself|(?:just )?(?:like|as) (?:i|we|you)(?:'ve| have)?"
    r" (?:said|say|told you|mentioned|know)(?: before| already| earlier)?|as (?:usual|always|ever)"
    r"|som (?:sagt|bekant|vanligt|alltid)|(?:precis )?som (?:jag|vi|du|ni) (?:brukar|sa|sade|vet"
    r"|nämnde|skrev|berättade|har sagt|har skrivit)(?: förut| tidigare| häromdagen| redan)?"
    r"|glöm (?:bort )?inte(?: att)?|don't forget(?: that)?"
    r"|(?<=,\s)(?:you know(?: how it is)?|by the way|btw|(?:precis )?som det ska(?: vara)?"
    r"|in case (?:any(?:one|body)|you) \w+(?: it| to know)?)|same as ever,"
    r"|in case (?:any(?:one|body)|you) \w+(?: it| to know)?,|kom ihåg(?: att)?"
    r"|(?:i|you|we) (?:told (?:me|us|you)|said|wrote|mentioned)(?: that)? (?:you|i|we)"
    r" (?:could|would)"
    r"|just so (?:people|you|everyone|everybody|they) (?:remember|know))(?!\w)"
)
# Somebody gives a role or a thing to the next one.
HANDS_OVER: Final = re.compile(
    r"(?<!\w)(?:hand(?:ed|s|ing)?|pass(?:ed|es|ing)?|given?|gave|turn(?:ed|s)?)\s[^,;.]{2,60}?"
    r"\s(?:(?:over|on)\s)?to\s"
    r"|(?<!\w)(?:lämna(?:t|r|de)|överlåt(?:it|er)|överlät|ge(?:tt|r)|gav)\s[^,;.]{0,60}?till\s"
)
# Verbs of change, correction and the like: they say what is done to a thing and never which one.
ACTS: Final = word_set(
    """
    changed changing change switched switching switch moved move replaced replace raised raise
    lowered increased reduced cut become became longer anymore instead stopped stop given gave up
    down away corrected wrong mistake meant mean typo cancelled canceled scrapped dropped withdrawn
    reversed against lifted revoked off gone went bumped come came round slept scrap scratch bytt
    bytte byter byta ändrat ändrats ändrade ändrades ändrar flyttat flyttats flyttade flyttades
    ersatt höjt höjts höjde sänkt sänkts sänkte stället istället ändå längre slutat slutade upphört
    blivit ångrat struken struket struck upphävt upphävd återkallat rättelse skrev menade
    ny nya nytt new
    """
)
# Verbs that carry no topic of their own.
LIGHT: Final = word_set(
    """
    stand stands stood sit sits sat comes amount amounts amounted remain remains lie lies run runs
    ran total totals vote votes voted recommend recommends recommended
    uppgår ligger låg står stod landar röstade röstat rekommenderar
    need needs needed
    have has had having got get gets use uses used using want wants wanted like likes prefer
    prefers take takes took taken go goes going went make makes made say says said tell told decide
    decided decides decision agree agreed choose chose chosen ha har hade haft få får fick använda
    använder använt vill ville föredra föredrar ta tar tog göra gör gjorde gjort gå går gick säga
    säger sa sagt besluta beslutade beslutat beslut beslutet bestämma bestämde bestämt välja väljer
    valde valt kör körde enades
    """
)


def stems(words: str) -> frozenset[str]:
    """The stems of some words in both languages."""
    known = language("english"), language("swedish")
    return frozenset(one.stem(word) or word for word in words.split() for one in known)


# Pairs of acts of which only one can be decided about the same thing.
_OPPOSITES: Final = (
    ("keep hold retain stay continue carry behålla behåll behåller stanna fortsätta fortsätter",
     "sell move leave close drop stop end quit cancel scrap remove sälja säljer lämna lägga stänga"
     " sluta avsluta avveckla flytta"),
    ("buy purchase köpa köper", "lease rent hire sell leasa leasar hyra hyr sälja säljer"),
    ("hire recruit employ anställa anställer", "fire dismiss freeze avskeda"),
    ("raise increase höja höjer öka", "lower cut reduce sänka sänker minska"),
    ("take ta", "leave decline lämna avstå"),
    ("move shift flytta", "leave keep lämna behålla"),
    ("put place invest bring lägga sätta", "leave keep take hålla lämna"),
    ("join enter gå med", "leave exit lämna gå ur"),
    ("open start launch öppna öppet starta inleda",
     "close closed stop shut stänga stängt avsluta lägga"),
    ("include includes inkludera ta med", "exclude excludes leave omit exkludera utesluta"),
    ("accept acceptera anta", "reject decline refuse avvisa avböja tacka"),
    ("allow permit tillåta", "forbid ban bar prohibit förbjuda"),
    ("capitalise capitalize aktivera", "expense kostnadsföra"),
    ("overweight övervikta", "underweight undervikta"),
    ("insource", "outsource"),
    ("extend förlänga", "terminate säga upp"),
)  # fmt: skip
OPPOSITES: Final = tuple((stems(one), stems(other)) for one, other in _OPPOSITES)
# Opposites only where the one was decided: one may count the till, and leave it open.
OPPOSITES_DECIDED: Final = tuple(
    (stems(one), stems(other))
    for one, other in (
        ("count counts counted add adds added räkna lägga", "leave remove drop exclude lämna"),
        ("hold withhold keep hålla", "release released free freed släppa släppt frige"),
    )
)
OPPOSITE_WORDS: Final = frozenset(word for pair in OPPOSITES for side in pair for word in side)
# Verbs of two words that end something, and words that let it be: "säga upp", "blir kvar".
ENDS_SOMETHING: Final = phrase_pattern(
    r"""
    (?:shut|close|closing|shutting|wind|winding|take|taking|tear|pull)(?: [\w'-]+){0,4}? down;
    (?:phase|phasing|throw|throwing)(?: [\w'-]+){0,4}? out; wind(?:ing)?(?: [\w'-]+){0,4}? up;
    g[eo]t(?:ting)? rid of; do(?:ing)? away with; (?:let|letting) go of; retire; axe; bin; ditch;
    decommission; discontinue; terminate; demolish;
    s(?:äga|äger|ade|agt) (?:[\w-]+ ){0,3}?upp; t(?:a|ar|og|agit) (?:[\w-]+ ){0,3}?bort;
    lägg(?:a|er) (?:[\w-]+ ){0,3}?ner; la(?:de|gt) (?:[\w-]+ ){0,3}?ner;
    göra (?:oss|mig|sig) av med; gjort (?:oss|mig|sig) av med; slopa; skrota; plocka bort; riva
    """
)
LETS_BE: Final = phrase_pattern(
    r"""
    keep(?:s|ing)?; stick(?:s|ing)? with; hold(?:s|ing)? on to; stays?; staying; retain(?:s|ing)?;
    lives on; behåll(?:a|er|s)?; (?:bli|blir|vara|är|finnas|finns|står|stå) (?:\w+ )?kvar;
    får stanna
    """
)
# What one has, and what one has no longer.
HAS: Final = phrase_pattern("have; has; own; owns; keep; keeps; har; äger; behåller")
PARTED_WITH: Final = phrase_pattern(
    r"""
    sold; (?:given|gave) (?:\S+ ){0,4}?away; got(?:ten)? rid of; sålt; sålde;
    såld; sålda; gett bort; gav bort; skänk(?:t|te) (?:\S+ ){0,3}?bort; gjort (?:oss|mig|sig) av med
    """
)
# A sentence that takes something back, which the next one puts right.
TAKES_BACK: Final = re.compile(f"{CORRECTS.pattern}|{REVERSES.pattern}")
# "No worries", "no change there": the "no" denies nothing.
AFTER_NO: Final = "worries|problem|change|need|doubt|idea|thanks|hurry|rush|bother|more"
# What is no longer right, or never was, named beside what is.
REJECTED: Final = re.compile(
    r"(?:,\s*(?:and )?(?:not|inte|ej) (?P<c>[^,;.]{1,40})(?=[.,;!]|$)|(?<![\w'])(?:"
    r"(?:isn't|aren't|wasn't|weren't|(?:is|are|was|were) (?:not|never)|(?:är|var) (?:inte|aldrig))"
    r" (?P<a>[^,;.–]{1,60}?)"
    r"(?=\s*[,;–-]+\s*(?:but |it's|it is|they|that's|i |we |he |she |now|utan|det|den|men|nu|jag "
    r"|vi )"
    r"|\s+(?:but|utan|it's)\b)"
    r"|(?:not|inte) (?P<b>[^,;.–]{1,40}?) (?=(?:but|utan)\b)"
    r"|(?:instead of|rather than|i ?stället för(?: att)?|snarare än) (?P<d>[^,;.]{1,50})"
    r"|(?:from|out of|från|ur) (?P<e>[^,;.]{1,50}?) (?=(?:and )?(?:to|into|till|in i) )"
    r"|(?<=,\s)(?:but |and )?(?:you|your \w+|the \w+) (?:wrote|said|says|put|had|have|states)"
    r" (?P<w>[^,;.]{1,40})(?=[.;!]|$)"
    r"|(?:i|you|we) (?:said|wrote|claimed|told you|had)(?: that)?(?: it was)? (?P<f>[^,;.]{1,60}?)"
    r"(?=\s*[,;.–]?\s*(?:but|it's|it is|now|that's|however))"
    r"|(?:sa|skrev|sade|angav|påstod|hävdade|uppgav) (?:jag|du|vi)(?: att)? (?P<g>[^,;.]{1,60}?)"
    r"(?=\s*[,;–]?\s*(?:men|utan|fast|det är))"
    r"|(?:stämmer inte|inte sant|inte så|är fel|isn't true|not true|wrong|not right) (?:att|that)"
    r" (?P<j>[^,;.]{1,60})"
    r"|(?P<asked>[^?]{1,200}?)(?:\?[\s–-]*|[.!]?\s–\s)(?="
    rf"(?:no(?! (?:{AFTER_NO}))|nope|nah|nej(?! tack)|nä|nja|nix|not (?:quite|exactly|right)"
    r"|inte riktigt)\b)"
    r"|(?:forget|glöm) (?!about|what|that\b|inte|bort)(?P<n>[^,;.:–]{1,40})(?=[,;.:–])"
    r"|(?:new|ny|nya|nytt) [\w-]+ (?:after|efter) (?P<r>[^,;.]{1,40})(?=[,;.]|$)"
    r"|(?:rather|hellre|snarare|prefer) [^,;.]{1,60} (?:than|än) (?P<o>[^,;.]{1,40})"
    r"|who(?:ever)? (?:wrote|said|noted|put) (?P<p>[^,;.]{1,40}?),? (?=(?:was|is|were|got|had) )"
    r"|(?:det (?:där )?med|det om|(?:that|the) (?:bit|thing|line|part|note) (?:about|on|with))"
    r" (?P<q>[^,;.]{1,50}?) (?=(?:är|var|blev|was|is|were) (?:\w+ )?(?:fel|wrong"
    r"|mistaken|a mistake|an error|a typo|ett misstag))"
    r"|(?:thought|believed|assumed|trodde|trott|antog)(?: that| att)? (?!about\b)"
    r"(?P<m>[^,;.–]{1,60}?),?\s+(?=(?:but|men)\b)"
    r"|(?:don't|doesn't|do not|does not|didn't) \w+ (?P<k>[^,;.–]{1,60}?)"
    r"(?=\s*[,;–-]+\s*(?:but )?(?:i|we|he|she|it|they)(?!\w))"
    r"|(?:jag|vi|han|hon|de|den|det|\w{3,}) \w+ inte (?P<l>[^,;.–]{1,60}?)"
    r"(?=\s*[,;–-]+\s*(?:utan|jag|vi|han|hon|de|den|det)(?!\w))"
    r"|where (?:i|we|you|it) (?:had|has|have|wrote|said|put) (?P<s>[^,;.]{1,40})(?=[,;.]|$)"
    r"|no (?:longer|more(?! than)) (?P<h>[^,;.]{1,60})"
    r"|(?:inte|not) (?P<i>[^,;.]{1,60}?) (?:längre|any ?more|any longer)"
    r"))"
)
