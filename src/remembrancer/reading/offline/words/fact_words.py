"""Cue words for rules and life events."""

from __future__ import annotations

from typing import Final

from remembrancer.language.word_patterns import phrase_pattern, word_set

RULE_HINTS: Final = word_set(
    """
    every each varje alla any offer accept take give sell allow refund support lend tar erbjuder
    accepterar säljer tillåter lämnar ger använder call jour jouren aldrig inte not
    only bara endast inklusive exklusive inkl exkl including excluding inclusive exclusive brutto
    netto have has
    always never must don't required deprecated obsolete mandatory forbidden allowed excludes
    exclude includes include
    instead truth alltid aldrig måste får ingår exkluderar inkluderar använd use using subtract
    join convert
    rather read-only append-only convention policy rule regel policyn standard canonical only
    nets net gross
    treat model count book assume classify measure define round value capitalise capitalize
    require discount report räknar bokför klassar definierar behandlar värderar kräver redovisar
    vi we dont ever runs hosted deployed sits körs ligger caps limits throttles when säger kallar
    en ett a an are is
    name tag prefix version label squash rebase log track host document sync archive döper lagrar
    sparar mäter loggar taggar namnger arkiverar assume anyone everybody everyone whoever
    precedence priority före utc cet gmt local euros euro sek gbp usd kronor cents öre live finns
    us oss
    booked posted coded bokförs konteras billed invoiced routed escalated metric measure kpi
    report field column score rate figure deploy release ship meet invoice bill pay run send
    close review plan publish fakturerar betalar kör träffas släpper deployar skickar stänger
    möts levererar need needs requires kräver behöver menar avser mean means menas avses
    attesteras faktureras hanteras
    counted räknas stored lives documented lag timezone utc prefix naming
    """
)
RULE: Final = phrase_pattern(
    r"""
    (?:we|they) (?:don't|do not|never|dont) (?:charge|offer|accept|take|give|sell|ship|invoice|\
    pay|use|allow|refund|deploy|merge|support|lend|discount)(?= \S+ \S+);
    vi (?:tar|erbjuder|accepterar|säljer|skickar|fakturerar|betalar|använder|tillåter|lämnar|ger)
    (?:inte|aldrig|ingen|inga|inget)(?= ); (?:we use|vi använder) (?:is|are|är)(?= );
    \w+, (?:never|aldrig|not|inte) (?:in|on|via|by|through|from|i|på|över|från)(?= \S);
    (?:every|each|all|varje|alla|any) [\w-]+(?: [\w-]+){0,3}? (?:must|has to|have to|needs?
    to|måste|ska)(?= ); (?:is|are) on call for(?= ); har jour(?:en)? för;
    ^\W*(?:only|bara|endast) (?:the )?(?:[\w'-]+ ){1,4}(?:may|can|is allowed to|are allowed
    to|should|får|kan|ska)(?= ); (?!it|that|this)(?:\w+) (?:must|has to|have to) be
    \w+(?:ed|en|ten|t)(?= |$); ^\W*use (?:the )?(?:[\w'-]+ ){1,4}for
    (?:anything|everything|all|any|each|every)(?= ); (?:är|is|are)
    (?:inklusive|exklusive|inkl\.?|exkl\.?|including|excluding|inclusive of|exclusive of|net
    of|gross of|brutto|netto)(?= |$);
    (?:we|agents?|everyone|analysts?|queries|reports?|developers?|they|teams?|all|prs?|\
    invoices|payments|deploys|changes)(?: should| must| will| have to| need to)? (?:always|never)
    (?!been|had|mind|said|know|thought|seen|heard|liked|loved|wanted|understood|get|gets|forget|\
    remember|sure|a |the same|so )[\w-]+;
    ^\W*(?:(?:and|also|so|note|remember|important|rule|please|nb|obs)[:,]?\s+)?(?:always|never)
    (?:use|run|check|join|filter|subtract|add|convert|exclude|include|write|query|commit|push|\
    deploy|merge|name|put|store|log|ask|book|round|call|trust|rely|mix|compare|send|change|edit|\
    drop|delete|touch|hardcode|assume|set|start|cite|report|treat|restart|cache|bypass|share|tag|\
    prefix|wrap|pin|squash|rebase|capitali[sz]e|net|adjust|normali[sz]e|verify|require|go|do);
    (?<!you )(?:must|should) (?:always|never|not be|be
    (?:run|done|approved|reviewed|signed|written|stored|\
    converted|filtered|excluded|included|rounded|sent|tagged|in|cached));
    (?:is|are) (?:now )?(?:deprecated|obsolete|read-only|append-only|not
    allowed|mandatory|forbidden|off[- ]limits|the (?:canonical|authoritative|official));
    source of truth; single source;
    ^\W*(?:an? |the |en |ett )?[\w-]+(?: [\w-]+){0,3} (?:is|are|är) (?:an? |the |all |any |those
    |en |ett |alla |de )?(?!not|inte)[\w-]+ (?:with|who|that|whose|without|som|utan)(?= );
    (?:use|query|prefer|join on|filter on|group by) [\w.`_-]+(?: \w+){0,4}?,? (?:instead
    of|not|rather than|and not|never) [\w.`_-]+; (?:excludes?|includes?|is net of|is gross
    of|does not include|doesn't include|do not include|are excluded|is excluded|are included|is
    included|are not counted|is not counted|isn't counted|counts? only|only counts?)(?= |$|[.,]);
    (?:we|vi) (?:treat|model|count|book|assume|classify|measure|define|round|value|capitali[sz]e|\
    require|discount|report|räknar|bokför|klassar|definierar|behandlar|värderar|kräver|redovisar|\
    periodiserar)(?: [\w'%\ue000-\uefff-]+){2}; (?:we|vi)
    (?:use|apply|take|använder|tillämpar)(?: [\w'.%\ue000-\uefff-]+){1,8},? (?:not|rather
    than|instead of|inte|istället för|i stället för)(?= );
    for (?:[\w-]+ ){1,4}we (?:use|treat|apply|take|assume|model|count|book);
    use (?:[\w'.%-]+ ){0,5}[\w'.%-]+, (?:never|not)(?= );
    (?:do|run|go|use|put|send|book)(?: [\w'-]+){1,8},? and (?:not|never)(?= );
    (?:don't|do not|dont) ever \w+; ^\W*[\w `.-]{2,40} rather than [\w `.-]{2,40}$;
    (?:caps?|limits?|throttles?|restricts?)(?: our| us| the| each)(?: \w+){0,3}? (?:at|to)
    \ue000; when (?:you|we|comparing|calculating|reporting|querying)(?: [\w'-]+){1,8},?
    (?:use|always|never|subtract|exclude|add|convert|filter)(?= );
    (?:an?|en|ett) (?:[\w-]+ ){1,3}(?:is|är) (?:one|any|anyone|someone|anything|en|ett|den|det)
    (?:who|that|which|som|with|utan|med)(?= );
    (?:säger|kallar|räknar|definierar|menar) vi (?:att|en|ett|det|som);
    (?:the|our|vår|vårt) (?:\w+ )?(?:bot|site|server|service|app|api|db|database|website|pipeline|\
    job|cluster|wiki|dashboard|ci|prod|staging|backend|frontend|repo|boten|servern|sajten|\
    tjänsten|databasen|klustret) (?:runs?|is hosted|is deployed|lives|sits|is
    stored|körs|ligger|kör) (?:on|in|at|på|i|hos)(?= );
    (?:is|are|gets?|should be|ska) (?:booked|posted|coded|bokförs|konteras|bokföras|konteras|\
    billed|invoiced|charged|routed|escalated|reported|approved|signed)
    (?:on|to|in|under|as|at|by|via|på|som|mot|av)(?= );
    (?:bokförs|konteras|attesteras|faktureras|rapporteras|hanteras) (?:på|som|mot|av|via|i)(?= );
    (?:is|are|är) (?:always |all |alltid |alla )?(?:in |i )?(?:utc|cet|gmt|local
    time|euros?|sek|gbp|usd|kronor|cents|öre|lokal tid|thousands|tusental|tkr|msek|iso
    8601)(?=$|[.,]| and| but| och| men| not| inte); ^\W*(?:please )?(?:don't|do not|dont|never)
    \w+(?: [\w'-]+){1,6}?,? (?:use|go through|go via|ask|instead|rather|but use|do it)(?= |$);
    (?:we|vi) (?:name|tag|prefix|version|label|squash|rebase|store|log|track|host|document|sync|\
    archive|döper|lagrar|sparar|mäter|loggar|taggar|namnger|arkiverar|dokumenterar)(?= \S+ \S+);
    (?:we|vi) (?:use|apply|assume|take|använder|räknar med|antar)(?: an?| en| ett)?
    [\ue000-\ue7ff]; (?:for|to|hos|för) (?:us|oss) (?:is|are|means|är|betyder)(?= );
    (?:anyone|everybody|everyone|whoever|den som|alla som)(?: [\w'-]+){1,6}? (?:has to|have
    to|must|needs? to|should|måste|ska)(?= ); (?:takes?|has|have) (?:precedence|priority) over;
    går före; (?:we|vi) (?:invoice|pay|bill|close|report|meet|release|deploy|fakturerar|betalar|\
    stänger|rapporterar|träffas)(?: \w+){0,3}? (?:(?:on )?(?:the
    )?(?:first|last|second|third|fourth|\w+th)|(?:den )?(?:sista|första|andra|tredje)) \w+;
    (?:metric|measure|kpi|definition|report|field|column|flag|score|rate|figure|number|måttet|\
    nyckeltalet|rapporten|kolumnen|fältet)s? (?:counts?|measures?|includes?|excludes?|means|is
    calculated|uses|ignores|covers|tracks|räknar|mäter|visar|bygger på|omfattar)(?= );
    (?:we|vi|i|they|team)(?: \w+)? (?:deploy|release|ship|meet|invoice|bill|pay|run|send|close|\
    review|plan|publish|back up|report|fakturerar|betalar|kör|träffas|släpper|deployar|skickar|\
    stänger|möts|levererar|stämmer av|rapporterar)(?: [\w'-]+){0,5}? (?:on \w+days|every \w+|each
    \w+|once a|twice a|weekly|monthly|daily|på \w+dagar|varje \w+|varannan \w+|en gång
    (?:i|per|om));
    (?:prs?|pull requests?|invoices?|changes|releases?|deploys?|requests?|payments?|orders?|\
    contracts?|expenses|migrations|purchases|fakturor|ändringar|utbetalningar|inköp|avtal)(?:
    [\w'\ue000-\ue7ff-]+){0,4}? (?:needs?|requires?|must have|has to be|have to
    be|kräver|behöver|ska ha)(?= ); (?:med|by) (?:[\w-]+ ){1,4}(?:menar|avser|mean|we
    mean|menas|avses)(?= );
    (?:by convention|our convention is|the convention is|the rule is|house rule|our policy is|the
    policy is|company policy|as a rule); (?:is|are) (?:stored|kept|recorded|reported|logged|\
    expressed|given) (?:in|as|at|under|per) [\w.]+; (?:lives?|is documented|are documented|is
    tracked|are tracked|sits?|finns|ligger) (?:in|under|at|i|på) (?!fear|peace|sin|the
    (?:kitchen|garden|office|moment))[\w./]+;
    (?:vi|ni|alla)(?: \w+)? (?:alltid|aldrig) (?!varit|haft|sett|hört|tyckt|tänkt|så |en
    |glöm)\w+; (?:ska|skall|måste|får|bör) (?:alltid|aldrig) \w+;
    (?:fråga|kolla|använd|skicka|boka|ring|kör) (?:alltid|aldrig)(?= );
    (?:ska|skall|måste) (?:alltid|aldrig|vara|ha|stå|godkännas|attesteras|bokföras|kontrolleras);
    får (?:aldrig|inte|bara|endast) \w+;
    ^\W*(?:(?:och|obs|regel|viktigt)[:,]?\s+)?(?:använd|bokför|kör|kontrollera|räkna|avrunda)(?:
    \w+){0,3}? (?:alltid|aldrig|inte|istället); (?:vår|enligt) (?:policy|rutin|regel);
    (?:regeln|rutinen|policyn) är; (?:ingår|räknas) (?:inte )?(?:i|in|som|med);
    (?:exkluderar|inkluderar); (?:alltid|aldrig) (?:använda|bokföra|köra|ändra|blanda|skicka|\
    betala)
    """
)

LIFE_HINTS: Final = word_set(
    """
    job jobb post role tjänst teaching been har bundit bunden fixed locked refixed
    run lead moderate coach dottern sonen frun maken mannen sambon tvillingarna twins boys girls
    stays goes flat house property business boat land farm stuga lägenhet huset my our his her
    their min mitt vår hans hennes deras
    passed died diagnosed redundant laid graduated born promoted divorced separated pregnant owns
    own keeps keep
    moved retired inherited lost bought sold degree phd study studies studying maintain maintains
    teach teaches
    grew from founded started run runs wife husband daughter son mother father mum dad brother
    sister parents kids
    children dotter mamma pappa fru bror syster barnen gick avled uppsagd föddes examen pluggar
    läser äger avliden
    dog cat hund katt allergic vegan vegetarian vegetarisk vegansk allergisk care dementia
    university uni school
    nursery wedding married gifter bröllop certified expires renews ends löper förnyas contract
    lease avtal avtalet
    hyresavtalet licens licence license policy shares aktier trust guarantor borgen retires
    contractor freelance
    divorce estate cottage flat rents renting hyr hyra experience working building organise
    organize host hosts
    """
)
_MINE: Final = r"(?:my|our|his|her|their|min|mitt|vår|vårt|hans|hennes|deras|[\w-]+'s|[a-zåäö]+s)"
_KIN: Final = (
    r"(?:wife|husband|partner|daughters?|sons?|mother|father|mum|mom|dad|brother|sister|parents"
    r"|kids|children|grand\w+|mother-in-law|father-in-law|aunt|uncle|stepson|stepdaughter"
    r"|fru|man|sambo|dotter|son|mamma|pappa|bror|syster|föräldrar|barn|svärmor|svärfar|mormor"
    r"|morfar|farmor|farfar|moster|faster)"
)
LIFE: Final = phrase_pattern(
    rf"""
    (?:i|we|he|she)(?:'ve| have| has) been \w+ing(?: [\w.+#-]+){{0,5}}? (?:for|since)
    [\ue000-\uefff]; (?:jag|vi|hon|han) har (?:\w+ )?(?:\w+at|\w+it|\w+tt)(?: [\w-]+){{0,5}}?
    (?:i|sedan) [\ue000-\uefff]; (?:bundit|bunden|fixed|locked(?: in)?|refixed)(?: \w+){{0,3}}?
    (?:räntan|rate|mortgage|bolånet|lånet)(?!\w);
    (?:got|landed|found|fått|fick)(?: an?| the| my| ett| min)?(?: \w+)?
    (?:job|jobb|post|role|tjänst) (?:at|in|with|as|på|i|hos|som)(?= );
    ^\W*(?:nope,? |yes,? |yep,? )?(?:now )?(?:working|teaching|studying) (?:at|in|for|as)
    (?:the|an?) \w+(?! (?:sofa|moment));
    (?:passed away|has died|died (?:in|last|\ue800)|was diagnosed|been diagnosed|made
    redundant|was laid off|been laid off|lost (?:his|her|my|their) job|got promoted|was
    promoted|has been promoted|getting divorced|got divorced|graduated (?:from|in|with|last)|gick
    bort|avled|blev (?:uppsagd|befordrad|av med jobbet|varslad)|har blivit
    (?:uppsagd|befordrad)|tog examen|föddes);
    {_MINE} {_KIN}(?:,? \w+,?)?(?:'s| is| was| are|'re| är| var)
    (?:(?:just|now|also|currently|recently|nu|precis|snart) )?(?:an?|in|at|on|from|off
    to|\ue000|retired|ill|sick|dead|disabled|pregnant|unemployed|working|studying|living|moving|\
    coming to live|going to|getting|self-employed|en|ett|sjuk|pensionär\w*|arbetslös|gravid|\
    pensionerad|död)(?= |$);
    {_MINE} {_KIN}(?:,? \w+,?)? (?:has|had|have|har|fick|fått|got|gets?|needs?|behöver)
    (?:an?|\ue000|type|diabetes|dementia|cancer|been|just|power|two|no|en|ett|demens|care|help|\
    hjälp|fått|blivit)(?= |$); {_MINE} {_KIN}(?:,? \w+,?)? (?:lives?|works?|moved|moves|goes
    to|studies|starts?|started|graduate[sd]|turned|turns|left|died|passed|bor|jobbar|arbetar|\
    flyttade|flyttar|pluggar|läser|går (?:på|i)|börjar|började|fyller|dog|gick bort)(?= \S);
    (?:i|he|she|[\w-]+) (?:run|runs|host|hosts|lead|leads|moderate|moderates|coach|coaches)
    (?:an?|the|our|two|three) (?:[\w&'-]+ ){{1,4}}?(?:group|club|server|channel|team|class|meetup|\
    podcast|guild|choir|league|studio|shop|blog|stream|community|project|band|farm|school)(?!\w);
    (?:dottern|sonen|frun|maken|mannen|sambon|barnen|tvillingarna|mamma|pappa|the
    (?:kids|twins|children|boys|girls)|mum|dad|mom)(?:'s)? (?:fyller|börjar|går (?:i|på)|ska
    börja|pluggar|studerar|bor|jobbar|flyttar|flyttade|har (?:en|ett|fått|diabetes|demens)|är
    (?:en|ett|\ue000|sjuk|på)|start|starts|go to|goes to|are (?:at|\ue000|in|both)|is
    (?:\ue000|in|at|ill|an?)|lives?|works?|moved|has (?:an?|dementia|been)|need|needs)(?= \S);
    (?:the|our|my|his|her|their) (?:\w+ ){{0,2}}(?:flat|house|cottage|property|business|boat|land|\
    farm|stuga\w*|lägenhet\w*|hus\w*|huset) (?:stays|goes to|is for|is not for sale|isn't for
    sale|will go to|ska gå till|ska behållas|blir kvar);
    (?:i|we|they|he|she|client|couple|[\w-]+) (?:also |both |still |jointly
    )?(?:owns?|keeps?|rents? out|let out) (?:an?|the|two|three|half|some|his|her|their|our|my|\
    \ue000) (?:[\w-]+ ){{0,4}}?(?:flat|house|cottage|property|boat|business|company|shares?|land|\
    farm|apartment|holiday home|buy-to-let|campervan|motorhome|shop|building|garage|practice);
    (?:jag|vi|de|hon|han|[\w-]+) (?:äger|hyr ut|hyr) (?:en|ett|två|halva|hela|\ue000) (?:[\w-]+
    ){{0,3}}?\w*(?:lägenhet|hus|stuga|sommarstuga|båt|bolag|företag|fastighet|skog|gård|lokal|\
    butik|andel)\w*;
    (?:i|we|he|she|they|[\w-]+)(?:'m|'s|'re| am| is| are) (?:also |a |an
    )*(?:vegan|vegetarian|coeliac|lactose intolerant|allergic to|certified|originally from|from
    \w+(?=$|[.,]| and| but)); (?:jag|hon|han|vi|de|[\w-]+) är (?:vegan|vegetarian|allergisk
    mot|laktosintolerant|från \w+);
    (?:i|he|she|[\w-]+) (?:have|has|'ve got|got|hold|holds|did|finished) (?:an?|my|his|her)
    (?:[\w-]+ ){{0,2}}?(?:degree|phd|masters?|doctorate|diploma|licen[cs]e) (?:in|from|at|on);
    (?:i|he|she|they|[\w-]+) (?:study|studies|studied|'m studying|am studying|is
    studying|teach|teaches|maintain|maintains|'m the maintainer of|grew up
    in|organi[sz]es?|hosts?) (?!up|this|that|it|them|as|like)[\w-]+;
    (?:i|we|he|she|[\w-]+)(?:'ve| have| has)? been (?:using|writing|doing|working
    (?:with|in|on|as)|running|teaching|playing|coding in|at|with|freelancing|contracting)(?:
    [\w.+#-]+){{1,4}} (?:for|since) [\w\ue000-\uefff];
    (?:contract|lease|policy|subscription|licen[cs]e|tenancy|agreement|warranty|insurance|\
    avtal\w*|hyresavtal\w*|licens\w*|försäkring\w*|prenumeration\w*|garanti\w*|kontrakt\w*)(?:
    \w+){{0,5}}? (?:ends?|expires?|runs? (?:out|until|to)|renews?|is up|löper (?:ut|till)|går
    ut|förnyas|gäller (?:till|t\.o\.m)|upphör)(?: \w+){{0,3}}? \ue800;
    (?:jag|hon|han|de|[\w-]+) (?:pluggar|läser|studerar) (?:till )?\w+ (?:på|vid|i|till);
    (?:has|have|got|har) (?:a|an|two|en|ett|två) (?:\w+ )?(?:dog|cat|hund|katt|dogs|cats)(?:
    called| named| som heter)?
    """
)
