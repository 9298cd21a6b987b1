"""Classes of words: those of grammar and of everyday, in English and then in Swedish.

A sign of a sentence is the class and never the word, so that no subject is learned by heart.
"""

from __future__ import annotations

from typing import Final

from remembrancer.rules.statements.forms import listed

_WORDS: Final = {
    "i": """
        i i'm i've i'll i'd me myself im ive jag mig
    """,
    "my": """
        my mine min mitt mina
    """,
    "we": """
        we we're we've we'll we'd us vi oss ourselves
    """,
    "our": """
        our ours vår vårt våra
    """,
    "you": """
        you you're you've you'll you'd your yours u ur du dig din ditt dina ni er era ert
    """,
    "he": """
        he she him her his hers he's she's he'll she'll han hon honom henne hans hennes
    """,
    "they": """
        they them their theirs they're they'll they've de dem dom deras
    """,
    "it": """
        it its it's that that's this these those there there's det den detta dessa där
    """,
    "one": """
        man people someone somebody anyone everyone everybody folk någon alla nobody ingen
    """,
    "be": """
        is are am was were be been being är var vara varit blir blev bli blivit
    """,
    "have": """
        has have had having got har hade haft fått får
    """,
    "own": """
        own owns owned hold holds holding keep keeps kept belong belongs belonged äger ägde
        innehar behåller tillhör sit sits stays ligger sitter står finns
    """,
    "use": """
        use uses used using run runs running ran via through använder använt använda kör körs
        går sker görs skickas sends goes go comes come ships lands fungerar
    """,
    "pay": """
        pay pays paid cost costs charge charges charged earn earns earned owe owes spend spent
        save saves saved invest invests rent rents borrow borrowed lend betalar betalat betala
        kostar kostade tjänar sparar sparat hyr lånar lånat lånade skuldsatt tar ut insurance
        insured
    """,
    "live": """
        work works working worked live lives living lived study studies teach teaches jobbar
        jobbade arbetar arbetat bor bodde pluggar studerar employed anställd retired pensionär
        married gift divorced skild born född moved moving flyttar flyttade flyttat
    """,
    "decide": """
        decide decided decides decision decisions agree agreed agrees settled approve approved
        approves chose chosen choose picked voted signed beslut beslutade beslutat beslutar
        bestämde bestämt bestämmer enades överens godkände godkänt valde valt kör enhälligt
        bifall avslag rejected declined stick sticking landed lands goes drop dropped dropping
    """,
    "will": """
        will i'll we'll he'll she'll they'll shall going gonna ska skall kommer tänker lovade
        lovar promise promised
    """,
    "do": """
        send sends sent check checks book books booked order orders ordered prepare fix call
        calls ask asks write writes draft drafts update updates review reviews finish finishes
        ordnar ordna skickar skicka bokar boka ringer ringa kollar kolla fixar fixa skriver
        skriva tar ta hand förbereder lämnar lämna hämtar mejlar pratar hör bring brings take
        takes
    """,
    "want": """
        want wants wanted wish wishes hope hopes dream dreams aim aims plan plans planning
        intend goal goals target vill ville önskar hoppas drömmer siktar planerar mål målet
        rather
    """,
    "prefer": """
        prefer prefers preferred like likes dislike dislikes hate hates love loves favourite
        favorite rather instead föredrar gillar ogillar hatar älskar hellre helst slipper slippa
    """,
    "must": """
        must need needs needed required requires require mandatory måste behöver krävs kräver
        bör ska shall should supposed skyldig
    """,
    "always": """
        always never every each only all both any no none whenever alltid aldrig varje endast
        bara alla samtliga inga ingen inget enbart strictly except unless utom förutom
        exclusively
    """,
    "may": """
        can cannot can't may allowed permitted forbidden kan får tillåtet förbjudet cant
    """,
    "change": """
        change changed changes switch switched switching move moved moves moving replace
        replaced new now instead anymore longer became becomes become start starts started
        starting stop stops stopped end ends ended began begins raise raised lower lowered
        increase increased join joined joins leave leaves left leaving takes over bytte bytt
        byter ny nytt nya numera nu istället börjar började börjat slutar slutade slutat höjs
        höjdes höjt sänks sänkt blir övergår längre tillträder since sedan from från
    """,
    "postpone": """
        park parked parking postpone postponed later pending open undecided unresolved revisit
        waiting wait awaiting tbd unclear till until bordläggs bordlagt skjuter skjuts upp
        väntar inväntar avvaktar oklart senare återkommer vilande kvar parkerar parkeras nästa
        tills yet än ännu
    """,
    "mean": """
        mean means meant called counts count define defined definition stands refers equals
        betyder innebär kallas räknas heter avser menas motsvarar named name
    """,
    "know": """
        know knows knew remember remembers forget forgot learned found turns vet visste minns
        glömde lärde märkte noticed seen sett
    """,
    "say": """
        say says said tell tells told mention mentioned heard säger sa sade sagt berättade
        nämnde hörde skrev wrote confirmed bekräftade bekräftat påpekade
    """,
    "think": """
        think thinks thought guess suppose believe reckon feel feels tror tycker tänkte känns
        känner gissar seems seem verkar looks look sounds låter
    """,
    "see": """
        see look watch read try show let's lets titta se kolla läs prova visa
    """,
    "reason": """
        because since so therefore due reason eftersom därför pga så för att as hence
    """,
    "when": """
        when before after until till by unless if while once upon när innan efter tills om medan
        senast within inom during under
    """,
    "not": """
        not no never don't doesn't didn't isn't aren't won't can't cannot without wasn't dont
        doesnt didnt wont isnt cant nor inte ej aldrig ingen inget inga utan ogiltig
    """,
    "rather": """
        instead except rather only but not actually correction istället utom hellre utan förutom
        bara egentligen fortfarande still
    """,
    "degree": """
        very really so too quite pretty super totally literally just even such jätte väldigt
        rätt ganska så riktigt verkligen lite bara typ liksom ju nog väl
    """,
    "thanks": """
        thanks thank thx ty cheers please pls welcome tack tackar snälla varsågod sorry förlåt
        apologies ursäkta
    """,
    "hello": """
        hi hello hey morning evening bye goodbye goodnight gn hej hejsan tjena hallå morgon
        kväll hejdå congrats grattis welcome välkommen
    """,
    "nod": """
        ok okay okej yes yeah yep ye yup sure right fine ja japp jo jaha aha ah ahh oh precis
        exakt exactly agreed true fair cool k kk noted got understood visst absolut absolutely
        deal no nope nej nä
    """,
    "cheer": """
        nice great good cool awesome perfect lovely wow haha lol lmao hah heh omg ugh damn
        brilliant bra kul skönt toppen härligt grymt najs fint perfekt underbart oj wtf rip gg
        yay hurra
    """,
    "mood": """
        funny joke weird strange crazy terrible awful horrible boring tired bored hungry happy
        sad glad trött hungrig rolig roligt konstigt tråkigt jobbigt hemskt lycklig luck lucky
    """,
    "day": """
        today tomorrow yesterday tonight monday tuesday wednesday thursday friday saturday
        sunday mondays tuesdays wednesdays thursdays fridays weekly monthly quarterly yearly
        annually daily week weeks month months quarter year years january february march april
        june july august september october november december spring summer autumn winter
        christmas easter idag imorgon igår måndag tisdag onsdag torsdag fredag lördag söndag
        måndagar torsdagar fredagar vecka veckan veckor månad månaden månader kvartal kvartalet
        år året årligen januari februari mars maj juni juli augusti oktober vår våren sommar
        sommaren höst hösten vinter vintern jul årsskiftet
    """,
    "now": """
        now today just currently right moment atm nu idag precis tonight ikväll nyss
    """,
    "kin": """
        wife husband partner son daughter kids children child mother father mum dad sister
        brother aunt uncle parents grandchildren family fru frun man maken sambo dotter barn
        barnen mamma pappa syster bror föräldrar familj familjen svärmor morfar farmor moster
    """,
    "money": """
        money loan mortgage fee fees salary pension budget invoice invoices tax vat interest
        rate price dividend savings insurance fund funds account accounts debt income bonus
        deposit lån lånet bolån avgift avgiften lön lönen pensionen budgeten faktura fakturan
        fakturor skatt moms ränta räntan pris priset utdelning sparande försäkring fond fonder
        konto kontot skuld kassan sek kr kronor
    """,
    "org": """
        team board company client customer customers supplier suppliers vendor bank office group
        club department staff manager owner chair accountant lawyer auditor committee contract
        agreement policy rule rules process styrelsen bolaget företaget kund kunden kunder
        leverantör banken kontoret gruppen klubben föreningen avdelningen chef ansvarig ansvar
        ordförande kassör revisor revisorn avtal avtalet regel regler rutin rutinen medlemmar
        medlem members
    """,
    "system": """
        server database table tables column field model pipeline api service services repo
        branch build release version deploy deploys job jobs report reports dashboard data file
        files key keys config cluster queue schema metric system systemet databasen tabell
        tabellen kolumn modellen rapport rapporten tjänst tjänsten nyckel versionen servern
        filen filer default flag limit threshold gräns gränsen timeout backup backups code test
        tests
    """,
    "plan": """
        meeting deadline appointment project event workshop trip season möte mötet stämma
        stämman projekt projektet projektets resa säsong budgeten planen plan agenda protokoll
        minutes
    """,
    "body": """
        allergic allergy sick ill health doctor hospital surgery diabetes allergisk allergi sjuk
        läkare sjukhus operation pregnant gravid vegetarian vegan
    """,
    "home": """
        house flat apartment home cottage car boat hus huset lägenhet lägenheten stuga stugan
        bil bilen båt villa tomt land property
    """,
    "percent": """
        percent procent bps punkter
    """,
    "coin": """
        kr sek gbp usd eur kronor pound pounds quid dollar dollars euro euros
    """,
    "spelt figure": """
        two three four five six seven eight nine ten twelve half twice två tre fyra fem sex sju
        åtta nio tio tolv hälften halv
    """,
    "if": """
        if unless om ifall provided when whenever när
    """,
    "tried": """
        tried reloaded restarted clicked rang called spoke saw sounded joked laughed argued
        testade laddade klickade ringde skojade skrattade provade
    """,
}
CLASSES: Final = {name: listed(words) for name, words in _WORDS.items()}
BY_WORD: Final = {
    word: tuple(name for name, words in CLASSES.items() if word in words)
    for word in frozenset[str]().union(*CLASSES.values())
}
