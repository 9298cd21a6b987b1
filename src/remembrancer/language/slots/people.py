"""Slot rules for people: age, work, home, family and health."""

from __future__ import annotations

from typing import Final

from remembrancer.core.kinds import Family
from remembrancer.language.slots.slot import COUNT, PLACE, YEARS, SlotRule, invert_meanings

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
LANGUAGE: Final = "(" + "|".join(LANGUAGES) + ")"
_BE: Final = r"(?:'m|'s|'re| am| is| are| är| blev| was|'ve been| has been)"
_WORKER: Final = (
    r"nurse|teacher|engineer|developer|dev|coder|sre|designer|consultant|accountant|doctor|dentist|lawyer"
    r"|solicitor|plumber"
    r"|electrician|carpenter|builder|joiner|analyst|manager|director|architect|pharmacist"
    r"|physiotherapist|gp|surgeon"
    r"|driver|chef|baker|farmer|journalist|editor|researcher|professor|lecturer|student"
    r"|scientist|freelancer"
    r"|contractor|founder|ceo|cto|cfo|coo|officer|administrator|technician|mechanic|hairdresser"
    r"|photographer"
    r"|translator|writer|musician|firefighter|vet|midwife|paramedic|librarian|headteacher"
    r"|bookkeeper|controller"
    r"|programmer|sysadmin|admin|maintainer|moderator|pilot|therapist|psychologist|optician"
    r"|surveyor|planner"
    r"|recruiter|barista|gardener|artist|curator|geologist|biologist|chemist|physicist|economist"
    r"|statistician"
    r"|sjuksköterska|lärare|ingenjör|utvecklare|konsult|ekonom|läkare|tandläkare|jurist|advokat"
    r"|snickare"
    r"|elektriker|rörmokare|arkitekt|forskare|pensionär|egenföretagare|frilansare|frilans|vd"
    r"|chef|säljare"
    r"|barnmorska|polis|kock|bagare|lantbrukare|bonde|målare|frisör|fotograf|översättare"
    r"|redovisningskonsult"
    r"|projektledare|undersköterska|socionom|psykolog|kommunikatör|grafiker|hantverkare|delägare"
)
RULES: Final = (
    SlotRule(
        "retirement age",
        "retir pension stop sluta finish work",
        r"""
        retir(?:e|es|ing|ement)(?: early| fully| completely| from \w+)?<~~>(?:at|by|when \S+(?: \
        is| am| are| turns?)?|around|aged?)(?: the)?(?: age)?(?: of)? <A>
        retir(?:e|es|ing) (?:at|by|around|aged?)(?: the)?(?: age)?(?: of)? <A>
        retir(?:e|es|ing) when \S+(?: is| am| are| turns?)? <A>
        (?:retirement age|pensionsålder\w*)<IS><A>
        (?:done with|finished with|finish with|out of|quit|give up|giving up|end|ending)(?: \
        \w+){0,4}? (?:work|working|job|career|full[- ]time(?: work)?)(?: \w+){0,2}? (?:by|at|when \
        \S+(?: am| is)?)(?: the age of| age)? <A>
        stop(?:s|ping)? work(?:ing)?(?: \w+){0,2}? (?:at|by|when \S+(?: is| am| are| turns?)?)(?: \
        age| the age)?(?: of)? <A>
        (?:finish|stop|packing? it in|be done)(?: \w+){0,2}? (?:by|at)(?: the)? age(?: of)? <A>
        (?:gå|går|gick|sluta) (?:i )?pension(?: \w+){0,2}? (?:vid|när \w+ (?:är|fyller|blir)|\
        som)(?: en ålder av)? <A>
        pensioner(?:a|as|ar)(?: mig| sig| oss)?(?: \w+){0,2}? (?:vid|när \w+ (?:är|fyller|blir)|\
        som) <A>
        slutar? (?:att )?(?:jobba|arbeta)(?: \w+){0,2}? (?:vid|när \w+ (?:är|fyller|blir)) <A>
        """,
        YEARS,
        40,
        80,
        family=Family.GOAL,
        category="demographic",
    ),
    SlotRule(
        "retirement date",
        "retir pension",
        r"""
        retir(?:e|es|ing)(?: \w+){0,3}? (?:in|by|before|around|at the end of|on)(?: the)?(?: end \
        of)? <D>
        (?:retirement date|pensionsdatum)<IS><D>
        (?:gå|går) i pension(?: \w+){0,2}? <D>
        """,
        "day",
        family=Family.GOAL,
        category="demographic",
    ),
    SlotRule(
        "state pension age",
        "pension",
        r"""
        (?:state pension|pensionable|pension|pensions) age<IS><A>
        """,
        YEARS,
        50,
        80,
        category="demographic",
    ),
    SlotRule(
        "age",
        "'m 'am am_ is_ are_ 's turn fyll age år old gammal är_",
        r"""
        (?!(?:vi|we|de|dom|they) )<S>(?:'m| am| is|'s| är)(?: now| nu| currently| only| just| \
        bara)? <A>(?= ?(?:$|[.,;!)]|\
        and (?!\ue000)|och (?!\ue000)|now\b|nu\b|this |i år|next |so |but |men |with |med |in <d>))
        <S>(?:,| is| was|'s| är|'m)? <A>[ -](?:old|of age|gammal|gamla)
        (?:turned|fyll(?:de|t)) <A>(?! (?:into|%))
        (?:turn(?:s|ing)?|fyller) <A> (?:today|i ?dag)(?!\w)
        (?:age|ålder|aged)(?: is|:| =| är)? <A>
        """,
        YEARS,
        1,
        105,
        category="demographic",
    ),
    SlotRule(
        "date of birth",
        "born född birth dob födelse",
        r"""
        (?:born|född|födda)(?: on| in| the| den| i| år)* <D>
        (?:date of birth|dob|birthday|födelsedatum|födelsedag\w*)(?: is| är|:| on| den| in| i)* <D>
        """,
        "day",
        category="demographic",
    ),
    SlotRule(
        "employer",
        "work employ job joined joining started jobb arbet anställd börja",
        r"""
        <S>(?:'m|'s|'ve)?(?: now| currently| still| also| been| have been| has been| am| is| used \
        to| just| är| nu| numera| har)* (?:work|works|working|worked|jobbar|arbetar|jobbade|\
        arbetade|jobbat|arbetat|employed|anställd)(?: \w+){0,4}? (?:at|for|by|hos|på) <NAME>
        (?:and|och) (?:is|are|är)(?: now| nu| numera)? (?:employed|anställd) (?:by|at|hos|på) <NAME>
        (?:employer|arbetsgivare\w*)<IS><NAME>
        (?:took|got|landed|accepted|has|have|fick|tog|fått|tackat ja till)(?: \w+){0,4}? (?:job|\
        role|position|post|jobb|tjänst) (?:at|with|på|hos) <NAME>
        (?:joined|joining|(?:a )?new job (?:at|with)|started (?:a new job |working |work )?(?:at|\
        with)|(?:har )?(?:börjat|börjar|började) (?:jobba |arbeta )?(?:på|hos)|nytt jobb (?:på|\
        hos)) <NAME>
        """,
        "name",
        category="demographic",
    ),
    SlotRule(
        "job",
        "work jobb arbet yrke i'm 's_ is_ am_ är_ job_title occupation role",
        rf"""
        (?:work|works|working|worked|employed)(?: \w+){{0,2}}? as (?:an? )?<V>
        (?:jobbar|arbetar|jobbade|arbetade) som (?:en )?<V>
        <S>{_BE}(?: also| now| currently| still| both)?(?: an?| the| our)? ((?:(?!for |to |with \
        |on |from )[\w-]+ ){{0,3}}?(?:{_WORKER}))s?(?![\w-])
        (?:job title|occupation|yrke|profession)<IS><V>
        (?:utbildad|trained as an?|qualified as an?|retrained as an?) <V>
        """,
        category="demographic",
    ),
    SlotRule(
        "home",
        "live living lives bor_ based reside flytta moved moving relocat home hemort hem_ bosatt",
        r"""
        <S>(?:'m|'s|'ve| am| is| are)?(?: now| currently| still| also| both| all| been| have| \
        has)* (?:live|lives|living|lived|bor|bott|bodde|based|reside|resides)(?: \w+)?\
        (?: (?:in|i) (?:an?|the|my|our|en|ett) (?:\w+ ){0,2}?(?:flat|house|home|cottage|apartment\
        |lägenhet|hus|villa|radhus))? (?:in|i|på|\
        near|\
        outside|utanför|nära) <NAME>
        (?:moved|moving|move|flyttat|flyttar|flyttade|flytta)(?: back| house| home| tillbaka| \
        hem)+ (?:to|till) <NAME>
        (?:jag|hon|han|jag har|hon har|han har|jag ska|hon ska|han ska) (?:flyttat|flyttar|\
        flyttade|flytta) till <NAME>
        (?:based in|bosatt i|relocated to|relocating to) <NAME>
        (?:home|hemort)(?: is| är)(?: now| nu| numera)?(?: in| i)? <NAME>
        <S> (?:has|have|har) (?:her|his|their|my|our|sitt|mitt|vårt) (?:home|hem) (?:in|i) <NAME>
        (?P<who>(?!we\b|they\b|vi\b|de\b)[\w'-]+)(?:'s|'ve| has| have| har)?(?: just| now\
        | recently| nu| nyligen| precis)? (?:moved|\
        flyttat|flyttade) (?:to|till) <NAME>(?= last| this| in| on| i| förra|\s*[.,!]\
        |\s*[\ue800-\uefff]|$)
        ^(?:now |currently |still |nu |numera )?(?:lives|bor) (?:in|i|near|outside|utanför) <NAME>
        """,
        "name",
        category="demographic",
    ),
    SlotRule(  # people move to towns; companies move to other tools
        "home",
        "moved moving move flytta",
        r"""
        (?:moved|moving|move|flyttat|flyttar|flyttade|flytta)(?: over| up| down| out| from \w+| \
        ner| upp| från \w+)* (?:to|till) <NAME>
        """,
        PLACE,
        category="demographic",
    ),
    SlotRule(
        "marital status",
        "married marri divorc separat widow engaged single gift gifte skild skilj separer änk "
        "förlova singel sambo wedding",
        r"""
        <S>(?:'m|'re|'s|'ve| am| are| is| was| got|'ve got| have been| has been| \
        recently| just)+(?: (?!get)\w+)? (married|divorced|separated|widowed|engaged|single)(?! \
        [a-z]*(?:point|file|source|malt|figure|digit|out|use|page|sentence|thing|word))
        <S>(?: är| blev| har varit| är fortfarande| har)(?: nu| nyligen| precis)? (gift|\
        gifta|skild|skilda|separerad|änka|änkling|förlovad|singel|sambo|sambos)(?!\w)
        (?:jag|vi|hon|han)(?: har)? (gifte|gift|skilde|skilt) (?:mig|oss|sig)
        """,
        values=invert_meanings(
            {
                "married": "married gift",
                "divorced": "divorced skild skilj skilt",
                "separated": "separated separerad",
                "widowed": "widowed änk",
                "engaged": "engaged förlovad",
                "single": "single singel",
                "cohabiting": "sambo",
            }
        ),
        category="demographic",
    ),
    SlotRule(
        "partner",
        "wife husband partner spouse fru_ maken maka sambo hustru gift_med married_to",
        r"""
        (?:my|his|her|their|min|hans|hennes|[\w]+'s) (?:wife|husband|partner|spouse|fru|man|make|\
        maka|sambo|hustru)(?: is called| is named| called| named|,| heter|:| is| är)? <NAME>
        (?:married to|gift med|engaged to|sambo med|förlovad med) <NAME>
        """,
        "name",
        category="demographic",
        is_weak=True,
    ),
    SlotRule(
        "children",
        "kid child barn daughters sons döttrar söner",
        r"""
        (?:have|has|having|got|\w+'ve|har|with|med|of|are|raising|both|våra|our|the|mother|\
        father)(?: \w+){0,2}? <A> (?:\w+ ){0,2}?(?:kids?|children|child|daughters|sons|barn|\
        döttrar|söner|flickor|pojkar)(?!\w)
        (?:have|has|got|'ve got|har) (no|inga) (?:kids|children|barn)
        (?:have|has|got|'ve got|har) (one|a|ett) (?:\w+ )?(?:kid|child|barn)(?!\w)
        """,
        COUNT,
        0,
        15,
        values=invert_meanings({0: "no inga", 1: "one a ett en"}),
        category="demographic",
    ),
    SlotRule(
        "daughter",
        "daughter dotter",
        r"""
        (?:a|an|one|my|our|his|her|their|[\w-]+'s|en|min|vår) (?:[\w-]+ )?(?:daughter|\
        dotter)(?:,| is| named| called| heter| som| who's| who| is called| is named)+ <NAME>
        """,
        "name",
        is_many=True,
        category="demographic",
    ),
    SlotRule(
        "son",
        "son_ son, sonen",
        r"""
        (?:a|an|one|my|our|his|her|their|[\w-]+'s|en|min|vår) (?:[\w-]+ )?son(?:,| is| \
        named| called| heter| som| who's| who| is called| is named)+ <NAME>
        """,
        "name",
        is_many=True,
        category="demographic",
    ),
    SlotRule(
        "grandchildren",
        "grandchild grandkid barnbarn",
        r"""
        <A> (?:\w+ )?(?:grandchildren|grandkids|barnbarn)
        """,
        COUNT,
        0,
        40,
        category="demographic",
    ),
    SlotRule(
        "pregnancy",
        "pregnant expecting gravid väntar_barn baby bebis",
        r"""
        <S>(?:'m|'s|'re| am| is| are| är)(?: \w+)? (pregnant|gravid|expecting(?= (?:a|our|their|\
        twins|$)))
        (?:väntar|expecting)(?: \w+){0,3}? (barn|tvillingar|twins|baby|child)
        """,
        values=invert_meanings(
            {True: "pregnant gravid expecting barn tvillingar twins baby child"}
        ),
        category="demographic",
    ),
    SlotRule(
        "language",
        "speak fluent talar pratar native modersmål",
        rf"""
        (?:speak|speaks|talar|pratar)(?: \w+)? {LANGUAGE}
        (?:fluent|native|flytande)(?: in| i| på)? {LANGUAGE}
        """,
        values=LANGUAGES,
        is_many=True,
        category="demographic",
    ),
    SlotRule(
        "health condition",
        "diagnos suffer allerg diabet asthma astma lider intoleran celiac gluten migrän migraine "
        "cancer pacemaker hip_ stroke heart",
        r"""
        (?:diagnosed with|suffers? from|suffering from|allergic to|allergisk mot|intolerant mot|\
        lider av|fått diagnosen|diagnos(?:ed|tiserad\w*|en)(?: med| är|:)?) <V>
        (?:have|has|had|got|'ve got|har|fick|fått)(?: \w+)? ((?:type \S+ |typ \S+ |high |a \
        )?(?:diabetes|asthma|astma|celiaki|coeliac disease|migraines?|migrän|blood pressure|\
        cancer|stroke|heart attack|parkinson\S*|ms|epilepsy|epilepsi)(?!\w)[^.,;]{0,20})
        """,
        is_many=True,
        category="demographic",
    ),
    SlotRule(
        "diet",
        "vega vege pescat gluten halal kosher laktos lactose celiak coeliac",
        r"""
        <S>(?:'m|'re|'s| am| are| is| är| har blivit| blev| became| went| turned| eats?| äter)\
        (?: a| an| en| now| nu| strictly| mostly| helt)* (vegan|vegetarian|vegetarisk\w*|\
        vegansk\w*|pescatarian|pescetarian|gluten[- ]?free|gluten[- ]?fri\w*|glutenintolerant|\
        laktosintolerant|lactose intolerant|halal|kosher|c[oe]+liac)\
        (?! [\w-]*(?:food|place|restaurant))
        """,
        category="demographic",
        is_weak=True,
    ),
    SlotRule(
        "smoker",
        "smok röker rökfri",
        r"""
        <S>(?:'m| am| is|'s)(?: an?)? (non-?smoker|ex-smoker|smoker)
        <S> (smokes?|röker)(?! (?:test|out))
        """,
        values=invert_meanings({False: "non ex", True: "smok röker"}),
        category="demographic",
    ),
    SlotRule(
        "risk tolerance",
        "risk",
        r"""
        risk[ -]?(?:tolerance|appetite|profile|level|score|attitude|profil\w*|tolerans\w*|\
        vilja\w*|nivå\w*)<IS><V>
        (very cautious|cautious|balanced|adventurous|conservative|aggressive|low|moderate|medium|\
        high|låg|medel|hög)[ -]risk(?: investor| profile| appetite| tolerance|profil|$|[.,;])
        (cautious|balanced|adventurous|conservative|aggressive) (?:with|when|about|investor|\
        attitude)
        (?:not|isn't|aren't)(?: \w+){0,2} (comfortable) (?:with|taking)(?: \w+){0,3} risk
        """,
        category="demographic",
    ),
    SlotRule(
        "will",
        "will_ will, will. testament",
        r"""
        (?:made|have|has|wrote|written|updated|done|got|drawn up|without|no)(?: an?| my| his| her|\
         their| our| up to date| valid)* will(?=$|[.,;!)]| and| in| yet| or)
        will (?:has|hasn't|is|was|isn't)(?: not| now| been| yet| already)*(?: made| written| \
        drawn up| signed| updated| in place)
        (?:skrivit|har|upprättat|saknar|inget)(?: ett)? testamente
        """,
        values={"": True},
        category="demographic",
    ),
    SlotRule(
        "power of attorney",
        "power_of_attorney powers_of_attorney lpa framtidsfullmakt fullmakt",
        r"""
        (?:have|has|got|set up|registered|no|made|without|har|skrivit|upprättat)(?: \w+){0,3}? \
        (?:powers? of attorney|lpas?|framtidsfullmakt\w*)
        """,
        values={"": True},
        category="demographic",
    ),
)
