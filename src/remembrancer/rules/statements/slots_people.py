"""What is said of people: their age, work, home, family, health, and how they want to be met."""

from __future__ import annotations

from typing import Final

from remembrancer.model.brief import Family
from remembrancer.rules.statements.slots import COUNT, YEARS, Rule

LANGUAGES: Final = {
    form: name
    for name, forms in {
        "Swedish": "swedish svenska",
        "English": "english engelska",
        "German": "german tyska",
        "French": "french franska",
        "Spanish": "spanish spanska",
        "Norwegian": "norwegian norska",
        "Danish": "danish danska",
        "Finnish": "finnish finska",
        "Polish": "polish polska",
        "Arabic": "arabic arabiska",
        "Italian": "italian italienska",
        "Portuguese": "portuguese portugisiska",
        "Dutch": "dutch nederländska",
        "Welsh": "welsh",
        "Persian": "persian farsi persiska",
        "Turkish": "turkish turkiska",
        "Chinese": "chinese mandarin kinesiska",
        "Japanese": "japanese japanska",
        "Hindi": "hindi",
        "Urdu": "urdu",
    }.items()
    for form in forms.split()
}
_LANGUAGE: Final = "(" + "|".join(LANGUAGES) + ")"
_BE: Final = r"(?:'m|'s|'re| am| is| are| är| blev| was|'ve been| has been)"
_WORKER: Final = (
    r"nurse|teacher|engineer|developer|designer|consultant|accountant|doctor|dentist|lawyer|solicitor|plumber"
    r"|electrician|carpenter|builder|joiner|analyst|manager|director|architect|pharmacist|physiotherapist|gp|surgeon"
    r"|driver|chef|baker|farmer|journalist|editor|researcher|professor|lecturer|student|scientist|freelancer"
    r"|contractor|founder|ceo|cto|cfo|coo|officer|administrator|technician|mechanic|hairdresser|photographer"
    r"|translator|writer|musician|firefighter|vet|midwife|paramedic|librarian|headteacher|bookkeeper|controller"
    r"|programmer|sysadmin|admin|maintainer|moderator|pilot|therapist|psychologist|optician|surveyor|planner"
    r"|recruiter|barista|gardener|artist|curator|geologist|biologist|chemist|physicist|economist|statistician"
    r"|sjuksköterska|lärare|ingenjör|utvecklare|konsult|ekonom|läkare|tandläkare|jurist|advokat|snickare"
    r"|elektriker|rörmokare|arkitekt|forskare|pensionär|egenföretagare|frilansare|frilans|vd|chef|säljare"
    r"|barnmorska|polis|kock|bagare|lantbrukare|bonde|målare|frisör|fotograf|översättare|redovisningskonsult"
    r"|projektledare|undersköterska|socionom|psykolog|kommunikatör|grafiker|hantverkare|delägare"
)
_CONTACT: Final = {
    "e-mail": "email", "email": "email", "e-post": "email", "mejl": "email", "mail": "email",
    "phone": "phone", "telefon": "phone", "call": "phone", "ring": "phone", "text": "text",
    "sms": "text", "whatsapp": "whatsapp", "teams": "teams", "slack": "slack", "letter": "post",
    "post": "post", "brev": "post", "video": "video", "zoom": "video", "in person": "in person",
    "face to face": "in person", "face-to-face": "in person", "signal": "signal", "dm": "dm", "chat": "chat", "chatt": "chat",
}  # fmt: skip
_BY: Final = (
    r"(e-?mails?|e-post|mejl|mail|phone(?: calls?)?|telefon|calls?|texts?|text messages?|sms|whatsapp|teams"
    r"|slack|letters?|post|brev|video calls?|zoom|in person|face[- ]to[- ]face|signal|dms?|chatt?)\b"
)

RULES: Final = (
    Rule(
        "retirement age",
        "retir pension stop sluta finish work",
        r"""
        retir(?:e|es|ing|ement)(?: early| fully| completely| from \w+)?<~~>(?:at|by|when \S+(?: is| am| are| turns?)?|around|aged?)(?: the)?(?: age)?(?: of)? <A>
        retir(?:e|es|ing) (?:at|by|around|aged?)(?: the)?(?: age)?(?: of)? <A>
        retir(?:e|es|ing) when \S+(?: is| am| are| turns?)? <A>
        (?:retirement age|pensionsålder\w*)<IS><A>
        (?:done with|finished with|finish with|out of|quit|give up|giving up|end|ending)(?: \w+){0,4}? (?:work|working|job|career|full[- ]time(?: work)?)(?: \w+){0,2}? (?:by|at|when \S+(?: am| is)?)(?: the age of| age)? <A>
        stop(?:s|ping)? work(?:ing)?(?: \w+){0,2}? (?:at|by|when \S+(?: is| am| are| turns?)?)(?: age| the age)?(?: of)? <A>
        (?:finish|stop|packing? it in|be done)(?: \w+){0,2}? (?:by|at)(?: the)? age(?: of)? <A>
        (?:gå|går|gick|sluta) (?:i )?pension(?: \w+){0,2}? (?:vid|när \w+ (?:är|fyller|blir)|som)(?: en ålder av)? <A>
        pensioner(?:a|as|ar)(?: mig| sig| oss)?(?: \w+){0,2}? (?:vid|när \w+ (?:är|fyller|blir)|som) <A>
        slutar? (?:att )?(?:jobba|arbeta)(?: \w+){0,2}? (?:vid|när \w+ (?:är|fyller|blir)) <A>
        """,
        YEARS, 40, 80, family=Family.GOAL, category="demographic",
    ),
    Rule(
        "retirement date",
        "retir pension",
        r"""
        retir(?:e|es|ing)(?: \w+){0,3}? (?:in|by|before|around|at the end of|on)(?: the)?(?: end of)? <D>
        (?:retirement date|pensionsdatum)<IS><D>
        (?:gå|går) i pension(?: \w+){0,2}? <D>
        """,
        "day", family=Family.GOAL, category="demographic",
    ),
    Rule(
        "age",
        "'m 'am am_ is_ are_ 's turn fyll age år old gammal är_",
        r"""
        <S>(?:'m| am| is|'s| är)(?: now| nu| currently| only| just| bara)? <A>(?= ?(?:$|[.,;!)]|and |och |now\b|nu\b|this |i år|next |so |but |men |with |med |in <d>))
        <S>(?:,| is| was|'s| är|'m)? <A>[ -](?:old|of age|gammal|gamla)
        (?:turn(?:s|ed|ing)?|fyll(?:er|de|t)) <A>(?! (?:into|%))
        (?:age|ålder|aged)(?: is|:| =| är)? <A>
        """,
        YEARS, 1, 105, category="demographic",
    ),
    Rule(
        "date of birth",
        "born född birth dob födelse",
        r"""
        (?:born|född|födda)(?: on| in| the| den| i| år)* <D>
        (?:date of birth|dob|birthday|födelsedatum|födelsedag\w*)(?: is| är|:| on| den| in| i)* <D>
        """,
        "day", category="demographic",
    ),
    Rule(
        "employer",
        "work employ job joined joining started jobb arbet anställd börja",
        r"""
        <S>(?:'m|'s|'ve)?(?: now| currently| still| also| been| have been| has been| am| is| used to| just)* (?:work|works|working|worked|jobbar|arbetar|jobbade|arbetade|jobbat|arbetat|employed|anställd)(?: \w+){0,4}? (?:at|for|by|hos|på) <NAME>
        (?:employer|arbetsgivare\w*)<IS><NAME>
        (?:joined|joining|(?:a )?new job (?:at|with)|started (?:a new job |working |work )?(?:at|with)|(?:har )?(?:börjat|börjar|började) (?:jobba |arbeta )?(?:på|hos)|nytt jobb (?:på|hos)) <NAME>
        """,
        "name", category="demographic",
    ),
    Rule(
        "job",
        "work jobb arbet yrke i'm 's_ is_ am_ är_ job_title occupation role",
        rf"""
        (?:work|works|working|worked|employed) as (?:an? )?<V>
        (?:jobbar|arbetar|jobbade|arbetade) som (?:en )?<V>
        <S>{_BE}(?: also| now| currently| still| both)?(?: an?| the| our)? ((?:[\w-]+ ){{0,3}}?(?:{_WORKER}))s?(?![\w-])
        (?:job title|occupation|yrke|profession)<IS><V>
        (?:utbildad|trained as an?|qualified as an?|retrained as an?) <V>
        """,
        category="demographic",
    ),
    Rule(
        "home",
        "live living lives bor_ based reside flytta moved moving relocat",
        r"""
        <S>(?:'m|'s|'ve| am| is| are)?(?: now| currently| still| also| both| all| been| have| has)* (?:live|lives|living|lived|bor|bodde|based|reside|resides)(?: \w+)? (?:in|i|på|near|outside|utanför|nära) <NAME>
        (?:moved|moving|relocated|relocating|move|flyttat|flyttar|flyttade|flytta)(?: \w+){0,3}? (?:to|till) <NAME>
        (?:based in|bosatt i) <NAME>
        """,
        "name", category="demographic",
    ),
    Rule(
        "marital status",
        "married marri divorc separat widow engaged single gift gifte skild skilj separer änk förlova singel sambo wedding",
        r"""
        <S>(?:'m|'re|'s|'ve| am| are| is| was| got| get| getting|'ve got| have been| has been| recently| just)+(?: \w+)? (married|divorced|separated|widowed|engaged|single)(?! [a-z]*(?:point|file|source|malt|figure|digit|out|use|page|sentence|thing|word))
        <S>(?: är| blev| har varit| är fortfarande| ska| har)(?: nu| nyligen| precis)? (gift|gifta|skild|skilda|separerad|änka|änkling|förlovad|singel|sambo|sambos)(?!\w)
        (?:jag|vi|hon|han|de) (?:gifte|gifter|skilde|skiljer) (?:mig|oss|sig)
        """,
        values={
            "married": "married", "divorced": "divorced", "separated": "separated",
            "widowed": "widowed", "engaged": "engaged", "single": "single", "gift": "married",
            "skild": "divorced", "separerad": "separated", "änk": "widowed",
            "förlovad": "engaged", "singel": "single", "sambo": "cohabiting",
        },
        category="demographic",
    ),
    Rule(
        "partner",
        "wife husband partner spouse fru_ maken maka sambo hustru gift_med married_to",
        r"""
        (?:my|his|her|their|min|hans|hennes|[\w]+'s) (?:wife|husband|partner|spouse|fru|man|make|maka|sambo|hustru)(?: is called| is named| called| named|,| heter|:| is| är)? <NAME>
        (?:married to|gift med|engaged to|sambo med|förlovad med) <NAME>
        """,
        "name", category="demographic", is_weak=True,
    ),
    Rule(
        "children",
        "kid child barn daughters sons döttrar söner",
        r"""
        (?:have|has|having|got|'ve|har|with|med|of|are|raising|both|våra|our|the|mother|father)(?: \w+){0,2}? <A> (?:\w+ ){0,2}?(?:kids?|children|child|daughters|sons|barn|döttrar|söner|flickor|pojkar)(?!\w)
        (?:have|has|got|'ve got|har) (no|inga) (?:kids|children|barn)
        (?:have|has|got|'ve got|har) (one|a|ett|en) (?:\w+ )?(?:kid|child|daughter|son|barn|dotter)(?!\w)
        """,
        COUNT, 0, 15, values={"no": 0, "inga": 0, "one": 1, "a": 1, "ett": 1, "en": 1}, category="demographic",
    ),
    Rule(
        "grandchildren",
        "grandchild grandkid barnbarn",
        r"""
        <A> (?:\w+ )?(?:grandchildren|grandkids|barnbarn)
        """,
        COUNT, 0, 40, category="demographic",
    ),
    Rule(
        "pregnancy",
        "pregnant expecting gravid väntar_barn baby bebis",
        r"""
        <S>(?:'m|'s|'re| am| is| are| är)(?: \w+)? (pregnant|gravid|expecting(?= (?:a|our|their|twins|$)))
        (?:väntar|expecting)(?: \w+){0,3}? (barn|tvillingar|twins|baby|child)
        """,
        values={"pregnant": True, "gravid": True, "expecting": True, "barn": True, "tvillingar": True, "twins": True, "baby": True, "child": True},
        category="demographic",
    ),
    Rule(
        "language",
        "speak fluent talar pratar native modersmål",
        rf"""
        (?:speak|speaks|talar|pratar)(?: \w+)? {_LANGUAGE}
        (?:fluent|native|flytande)(?: in| i| på)? {_LANGUAGE}
        """,
        values=LANGUAGES, is_many=True, category="demographic",
    ),
    Rule(
        "health condition",
        "diagnos suffer allerg diabet asthma astma lider intoleran celiac gluten migrän migraine cancer pacemaker hip_ stroke heart",
        r"""
        (?:diagnosed with|suffers? from|suffering from|allergic to|allergisk mot|intolerant mot|lider av|fått diagnosen|diagnos(?:ed|tiserad\w*|en)(?: med| är|:)?) <V>
        (?:have|has|had|got|'ve got|har|fick|fått)(?: \w+)? ((?:type \S+ |typ \S+ |high |a )?(?:diabetes|asthma|astma|celiaki|coeliac disease|migraines?|migrän|blood pressure|cancer|stroke|heart attack|parkinson\S*|ms|epilepsy|epilepsi)(?!\w)[^.,;]{0,20})
        """,
        is_many=True, category="demographic",
    ),
    Rule(
        "smoker",
        "smok röker rökfri",
        r"""
        <S>(?:'m| am| is|'s)(?: an?)? (non-?smoker|ex-smoker|smoker)
        <S> (smokes?|röker)(?! (?:test|out))
        """,
        values={"non": False, "ex": False, "smok": True, "röker": True}, category="demographic",
    ),
    Rule(
        "risk tolerance",
        "risk",
        r"""
        risk[ -]?(?:tolerance|appetite|profile|level|score|attitude|profil\w*|tolerans\w*|vilja\w*|nivå\w*)<IS><V>
        (very cautious|cautious|balanced|adventurous|conservative|aggressive|low|moderate|medium|high|låg|medel|hög)[ -]risk(?: investor| profile| appetite| tolerance|profil|$|[.,;])
        (cautious|balanced|adventurous|conservative|aggressive) (?:with|when|about|investor|attitude)
        (?:not|isn't|aren't)(?: \w+){0,2} (comfortable) (?:with|taking)(?: \w+){0,3} risk
        """,
        category="demographic",
    ),
    Rule(
        "will",
        "will_ will, will. testament",
        r"""
        (?:made|have|has|wrote|written|updated|done|got|drawn up|without|no)(?: an?| my| his| her| their| our| up to date| valid)* will(?=$|[.,;!)]| and| in| yet| or)
        will (?:has|hasn't|is|was|isn't)(?: not| now| been| yet| already)*(?: made| written| drawn up| signed| updated| in place)
        (?:skrivit|har|upprättat|saknar|inget)(?: ett)? testamente
        """,
        values={"": True}, category="demographic",
    ),
    Rule(
        "power of attorney",
        "power_of_attorney powers_of_attorney lpa framtidsfullmakt fullmakt",
        r"""
        (?:have|has|got|set up|registered|no|made|without|har|skrivit|upprättat)(?: \w+){0,3}? (?:powers? of attorney|lpas?|framtidsfullmakt\w*)
        """,
        values={"": True}, category="demographic",
    ),
    Rule(
        "preferred contact",
        "prefer helst hellre föredrar best_reach best_contact contact reach rather bäst_på kontakta easiest email mejl ring_mig via call_me",
        rf"""
        (?:prefers?|preferred|preferring|would rather|'d rather|rather)(?: \w+){{0,5}}? {_BY}
        (?:föredrar|helst|hellre)(?: \w+){{0,4}}? {_BY}
        (?:contact|reach|reached|contacted|kontakta|nås|når)(?: \w+){{0,3}}? (?:by|via|on|på|per|through) {_BY}
        {_BY} (?:is|works?|suits?|går|funkar|fungerar|är)(?: \w+){{0,2}}? (?:best|easiest|better|bäst|enklast)
        (?:always|alltid|please always) (email|call|text|mejla|ring|sms:?a)\w* (?:me|us|her|him|them|mig|oss|henne|honom)
        (?:don't|do not|never) (?:call|ring|phone)(?: \w+){{0,3}}?,? (?:just |please )?(email|text|mejla)
        """,
        values={**_CONTACT, "mejla": "email"}, family=Family.PREFERENCE,
    ),
    Rule(
        "preferred language",
        "prefer språk language på_svenska på_engelska in_swedish in_english föredrar hellre helst",
        rf"""
        (?:prefers?|preferred|föredrar|helst|hellre|rather)(?: \w+){{0,5}}? {_LANGUAGE}
        (?:please |always |alltid )*(?:write|reply|answer|respond|talk|skriv|svara|prata)(?: to me| till mig| gärna| alltid| always)* (?:in|på) {_LANGUAGE}
        (?:all|always|everything|allt|alltid)(?: \w+){{0,3}}? (?:in|på) {_LANGUAGE}
        (?:chats?|writes?|skriver|chattar)(?: \w+){{0,2}}? (?:in|på)(?: casual| enkel| plain)? {_LANGUAGE}
        """,
        values=LANGUAGES, family=Family.PREFERENCE,
    ),
    Rule(
        "level",
        "beginner nybörjare novice new_to ny_på expert advanced experienced erfaren ovan_vid level nivå grön_på",
        r"""
        <S>(?:'m|'s| am| is| är)(?: \w+){0,3}? (beginner|nybörjare|novice|complete beginner|expert|experienced|erfaren)(?!\w)
        <S>(?:'m|'s| am| is| är)(?: \w+){0,3}? (new to|ny på|ny inom|ovan vid|helt grön på)
        (?:level|nivå)<IS>(beginner|nybörjare|advanced|expert)
        (beginner|nybörjar)[- ]?(?:level|nivå)
        """,
        values={
            "beginner": "beginner", "nybörjar": "beginner", "novice": "beginner",
            "complete": "beginner", "new": "beginner", "ny": "beginner", "ovan": "beginner",
            "helt": "beginner", "expert": "expert", "experienced": "expert", "erfaren": "expert",
            "advanced": "expert",
        },
        family=Family.PREFERENCE,
    ),
    Rule(
        "answer length",
        "short brief concise kort long detail utförlig bullet punkt summar",
        r"""
        (short|brief|concise|shorter|kort|korta|kortare|kortfattade?|long|longer|detailed|utförliga?|detaljerade?)(?: and \w+| och \w+|,? \w+)? (?:answers?|replies|explanations?|summar(?:y|ies)|messages|emails|responses?|updates|svar|förklaringar|mejl|sammanfattningar|meddelanden)
        (?:keep|håll)(?: \w+){1,3}? (short|brief|concise|kort|korta)(?!\w)
        (?:skriv|svara|förklara)(?: gärna| alltid| hellre)* (kort|kortare|kortfattat|utförligt|utförligare)(?!\w)
        (?:answers?|replies|svar\w*)(?: \w+){0,3}? (short|brief|kort|korta)(?!\w)
        """,
        values={"short": "short", "brief": "short", "concise": "short", "kort": "short", "long": "long", "detail": "long", "utförlig": "long"},
        family=Family.PREFERENCE,
    ),
    Rule(
        "explanation style",
        "simple enkel enkla jargon plain bullet punktlist lättbegriplig",
        r"""
        (simple|simpler|plain|enkla|enklare|enkel|lättbegripliga)(?: \w+)? (?:explanations?|language|words|terms|english|förklaringar|svenska|ord|termer)
        (?:no|without|avoid|skip|undvik|inga|slipp\w*|utan) (?:\w+ )?(jargon|fackspråk|facktermer|krångliga ord|fikonspråk)
        (?:förklara|explain)(?: \w+){0,2}? (enkelt|enklare|simply|in simple)
        (bullet points?|bullets|punktlistor?|punktform)
        """,
        values={"simpl": "simple", "plain": "simple", "enk": "simple", "lätt": "simple", "jargon": "simple", "fack": "simple", "krång": "simple", "fikon": "simple", "in simple": "simple", "bullet": "bullets", "punkt": "bullets"},
        family=Family.PREFERENCE,
    ),
    Rule(
        "name to use",
        "call_me goes_by kalla kallas known_as",
        r"""
        (?:call me|goes by|kalla mig|kallas(?: för)?|known as) <NAME>
        """,
        "name", family=Family.PREFERENCE,
    ),
    Rule(
        "pronouns",
        "they/them she/her he/him pronoun",
        r"""
        (they/them|she/her|he/him)
        """,
        family=Family.PREFERENCE,
    ),
)  # fmt: skip
