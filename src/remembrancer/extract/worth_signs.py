"""Signs: what a sentence shows of itself by its form and its small words, in two languages.

Nothing here tells subjects apart by name: the words are those of grammar and of everyday verbs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from remembrancer.extract import junk
from remembrancer.rules.language import function_words
from remembrancer.rules.statements import clauses
from remembrancer.rules.statements.forms import listed

_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d[\d.,:]*\w*")
_LENGTHS: Final = ((2, "2"), (4, "4"), (7, "7"), (11, "11"), (17, "17"), (26, "26"))

# Each class of words, in English and in Swedish.
WORDS: Final = {
    "i": "i i'm i've i'll i'd me myself im ive jag mig",
    "my": "my mine min mitt mina",
    "we": "we we're we've we'll we'd us vi oss ourselves",
    "our": "our ours vår vårt våra",
    "you": "you you're you've you'll you'd your yours u ur du dig din ditt dina ni er era ert",
    "he": "he she him her his hers he's she's he'll she'll han hon honom henne hans hennes",
    "they": "they them their theirs they're they'll they've de dem dom deras",
    "it": "it its it's that that's this these those there there's det den detta dessa där",
    "one": "man people someone somebody anyone everyone everybody folk någon alla nobody ingen",
    "be": "is are am was were be been being är var vara varit blir blev bli blivit 's 're",
    "have": "has have had having got har hade haft fått får",
    "own": "own owns owned hold holds holding keep keeps kept belong belongs belonged äger ägde "
    "innehar behåller tillhör sit sits stays ligger sitter står finns",
    "use": "use uses used using run runs running ran via through använder använt använda kör körs "
    "går sker görs skickas sends goes go comes come ships lands fungerar",
    "pay": "pay pays paid cost costs charge charges charged earn earns earned owe owes spend spent "
    "save saves saved invest invests rent rents borrow borrowed lend betalar betalat betala kostar "
    "kostade tjänar sparar sparat hyr lånar lånat lånade skuldsatt tar ut insurance insured",
    "live": "work works working worked live lives living lived study studies teach teaches jobbar "
    "jobbade arbetar arbetat bor bodde pluggar studerar employed anställd retired pensionär married "
    "gift divorced skild born född moved moving flyttar flyttade flyttat",
    "decide": "decide decided decides decision decisions agree agreed agrees settled approve approved "
    "approves chose chosen choose picked voted signed beslut beslutade beslutat beslutar bestämde "
    "bestämt bestämmer enades överens godkände godkänt valde valt kör enhälligt bifall avslag "
    "rejected declined stick sticking landed lands goes drop dropped dropping",
    "will": "will i'll we'll he'll she'll they'll shall going gonna ska skall kommer tänker lovade "
    "lovar promise promised",
    "do": "send sends sent check checks book books booked order orders ordered prepare fix call calls "
    "ask asks write writes draft drafts update updates review reviews finish finishes ordnar ordna "
    "skickar skicka bokar boka ringer ringa kollar kolla fixar fixa skriver skriva tar ta hand "
    "förbereder lämnar lämna hämtar mejlar pratar hör bring brings take takes",
    "want": "want wants wanted wish wishes hope hopes dream dreams aim aims plan plans planning intend "
    "goal goals target vill ville önskar hoppas drömmer siktar planerar mål målet rather would'd",
    "prefer": "prefer prefers preferred like likes dislike dislikes hate hates love loves favourite "
    "favorite rather instead föredrar gillar ogillar hatar älskar hellre helst slipper slippa",
    "must": "must need needs needed have-to has-to required requires require mandatory måste behöver "
    "krävs kräver bör ska shall should supposed skyldig",
    "always": "always never every each only all both any no none whenever alltid aldrig varje endast "
    "bara alla samtliga inga ingen inget enbart strictly except unless utom förutom exclusively",
    "may": "can cannot can't may allowed permitted forbidden kan får tillåtet förbjudet cant",
    "change": "change changed changes switch switched switching move moved moves moving replace "
    "replaced new now instead anymore longer became becomes become start starts started starting stop "
    "stops stopped end ends ended began begins raise raised lower lowered increase increased join "
    "joined joins leave leaves left leaving takes over bytte bytt byter ny nytt nya numera nu istället "
    "börjar började börjat slutar slutade slutat höjs höjdes höjt sänks sänkt blir övergår längre "
    "tillträder since sedan from från",
    "postpone": "park parked parking postpone postponed later pending open undecided unresolved revisit "
    "waiting wait awaiting tbd unclear till until bordläggs bordlagt skjuter skjuts upp väntar inväntar "
    "avvaktar oklart senare återkommer vilande kvar parkerar parkeras nästa tills not-yet yet än ännu",
    "mean": "mean means meant called counts count define defined definition stands refers equals "
    "betyder innebär kallas räknas heter avser menas motsvarar named name",
    "know": "know knows knew remember remembers forget forgot learned found turns vet visste minns "
    "glömde lärde märkte noticed seen sett",
    "say": "say says said tell tells told mention mentioned heard säger sa sade sagt berättade nämnde "
    "hörde skrev wrote confirmed bekräftade bekräftat påpekade",
    "think": "think thinks thought guess suppose believe reckon feel feels tror tycker tänkte känns "
    "känner gissar seems seem verkar looks look sounds låter",
    "see": "see look watch read try show let's lets titta se kolla läs prova visa",
    "reason": "because since so therefore due reason eftersom därför pga så för att as hence",
    "when": "when before after until till by unless if while once upon när innan efter tills om medan "
    "senast within inom during under",
    "not": "not no never don't doesn't didn't isn't aren't won't can't cannot without wasn't dont "
    "doesnt didnt wont isnt cant nor inte ej aldrig ingen inget inga utan ogiltig",
    "rather": "instead except rather only but not actually correction istället utom hellre utan förutom "
    "bara egentligen fortfarande still",
    "degree": "very really so too quite pretty super totally literally just even such jätte väldigt "
    "rätt ganska så riktigt verkligen lite bara typ liksom ju nog väl",
    "thanks": "thanks thank thx ty cheers please pls welcome tack tackar snälla varsågod sorry förlåt "
    "apologies ursäkta",
    "hello": "hi hello hey morning evening bye goodbye goodnight gn hej hejsan tjena hallå morgon kväll "
    "hejdå congrats grattis welcome välkommen",
    "nod": "ok okay okej yes yeah yep ye yup sure right fine ja japp jo jaha aha ah ahh oh precis exakt "
    "exactly agreed true fair cool k kk noted got understood visst absolut absolutely deal no nope nej nä",
    "cheer": "nice great good cool awesome perfect lovely wow haha lol lmao hah heh omg ugh damn brilliant "
    "bra kul skönt toppen härligt grymt najs fint perfekt underbart oj wtf rip gg yay hurra",
    "mood": "funny joke weird strange crazy terrible awful horrible boring tired bored hungry happy sad "
    "glad trött hungrig rolig roligt konstigt tråkigt jobbigt hemskt lycklig luck lucky",
    "day": "today tomorrow yesterday tonight monday tuesday wednesday thursday friday saturday sunday "
    "mondays tuesdays wednesdays thursdays fridays weekly monthly quarterly yearly annually daily week "
    "weeks month months quarter year years january february march april june july august september "
    "october november december spring summer autumn winter christmas easter idag imorgon igår måndag "
    "tisdag onsdag torsdag fredag lördag söndag måndagar torsdagar fredagar vecka veckan veckor månad "
    "månaden månader kvartal kvartalet år året årligen januari februari mars maj juni juli augusti "
    "oktober vår våren sommar sommaren höst hösten vinter vintern jul årsskiftet",
    "now": "now today just currently right moment atm nu idag just precis tonight ikväll nyss",
    "kin": "wife husband partner son daughter kids children child mother father mum dad sister brother "
    "aunt uncle parents grandchildren family fru frun man maken sambo son dotter barn barnen mamma pappa "
    "syster bror föräldrar familj familjen svärmor morfar farmor moster",
    "money": "money loan mortgage fee fees salary pension budget invoice invoices tax vat interest rate "
    "price dividend savings insurance fund funds account accounts debt income bonus deposit lån lånet "
    "bolån avgift avgiften lön lönen pensionen budgeten faktura fakturan fakturor skatt moms ränta "
    "räntan pris priset utdelning sparande försäkring fond fonder konto kontot skuld kassan sek kr kronor",
    "org": "team board company client customer customers supplier suppliers vendor bank office group club "
    "department staff manager owner chair accountant lawyer auditor committee contract agreement policy "
    "rule rules process styrelsen bolaget företaget kund kunden kunder leverantör banken kontoret gruppen "
    "klubben föreningen avdelningen chef ansvarig ansvar ordförande kassör revisor revisorn avtal avtalet "
    "policy regel regler rutin rutinen medlemmar medlem members",
    "system": "server database table tables column field model pipeline api service services repo branch "
    "build release version deploy deploys job jobs report reports dashboard data file files key keys "
    "config cluster queue schema metric system systemet databasen tabell tabellen kolumn modellen rapport "
    "rapporten tjänst tjänsten nyckel version versionen server servern filen filer default flag limit "
    "threshold gräns gränsen timeout backup backups code test tests",
    "plan": "meeting deadline appointment project event workshop trip season möte mötet stämma stämman "
    "projekt projektet projektets resa säsong budgeten planen plan agenda protokoll minutes",
    "body": "allergic allergy sick ill health doctor hospital surgery diabetes allergisk allergi sjuk "
    "läkare sjukhus operation pregnant gravid vegetarian vegan",
    "home": "house flat apartment home cottage car boat hus huset lägenhet lägenheten stuga stugan bil "
    "bilen båt villa tomt land property",
}  # fmt: skip
_CLASSES: Final = {name: listed(words) for name, words in WORDS.items()}
_BY_WORD: Final = {
    word: tuple(name for name, words in _CLASSES.items() if word in words)
    for word in frozenset().union(*_CLASSES.values())
}
_FIRST: Final = frozenset(
    "i my we our you he they it one be have will want must may when not nod thanks hello cheer see "
    "think reason do postpone decide".split()
)
_SHAPES: Final = tuple(
    (name, re.compile(form))
    for name, form in {
        "figure": r"\d",
        "big figure": r"\d{3}|\d[ ,.]\d{3}|\d\s?(?:k|m|mn|tkr|mkr|msek|million|miljoner|tusen)\b",
        "money sign": r"[£$€]|\b(?:kr|sek|gbp|usd|eur|kronor|pounds?|quid|dollars?|euros?)\b",
        "percent": r"%|\b(?:percent|per cent|procent|bps|basis points)\b",
        "clock": r"\b\d{1,2}[:.]\d\d\b|\b\d{1,2}\s?(?:am|pm)\b|\bkl\.? ?\d",
        "date": r"\b\d{1,2}/\d{1,2}\b|\b\d{4}-\d\d|\b(?:19|20)\d\d\b|\b\d{1,2}(?:st|nd|rd|th)\b"
        r"|\bv\.? ?\d{1,2}\b|\bq[1-4]\b",
        "spelt figure": r"\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|half|twice|två"
        r"|tre|fyra|fem|sex|sju|åtta|nio|tio|tolv|hälften)\b",
        "code": r"`|\w_\w|\w\.\w+\(|--\w|/\w+/|\b\w+\.(?:py|sql|md|csv|json|ya?ml|js|ts|toml|docx|pdf"
        r"|xlsx)\b",
        "bracket": r"\(",
        "quoted": r"[\"“”]",
        "equals": r" = |=|→|->",
        "tag": r"@\w",
        "at once": r"\b(?:asap|right now|just nu|direkt)\b",
        "smile": "[\U0001f300-\U0001faff]|[:;]-?[)(dp]|<3",
        "many dots": r"\.\.\.|…",
        "from now on": r"\b(?:from now on|going forward|in future|for now|as of|hädanefter|tills"
        r" vidare|framöver|i fortsättningen|from nu|fr\.?o\.?m|från och med|as usual|by default)\b",
        "not yet": r"\b(?:not yet|yet|still|to be|inte än|ännu inte|fortfarande|up in the air"
        r"|come back|get back|no decision|inget beslut)\b",
        "by a day": r"\b(?:by|before|senast|until|till|innan|before the|due) (?:the )?(?:end|mon|tue"
        r"|wed|thu|fri|sat|sun|next|noon|\d|mån|tis|ons|tor|fre|lör|sön|slut|nästa|jan|feb|mar|apr"
        r"|may|maj|jun|jul|aug|sep|oct|okt|nov|dec|christmas|jul)",
        "it is": r"\b(?:it is|it's|det är|det blir|så blir det|we go with|we'll go with|vi kör på)\b",
        "per": r"\b(?:per|a|every|each|varje|om|i) (?:day|week|month|year|quarter|dag|vecka|månad|mån"
        r"|år|kvartal)(?:en|et)?\b|/(?:month|mo|year|yr|week|mån|år)\b",
        "no longer": r"\b(?:no longer|not any ?more|inte längre|used to|brukade)\b",
        "going to": r"\b(?:going to|gonna|about to|on me|i got it|i'll take|jag tar|jag fixar|i can"
        r"|jag kan)\b",
        "if": r"\b(?:if|unless|om|ifall|provided|when|whenever|när)\b",
        "is passive": r"\b(?:is|are|was|were|be|been|gets?) \w+(?:ed|en)\b|\w{3,}(?:as|ades|ats)\b",
        "is doing": r"\b(?:am|is|are|i'm|we're|he's|she's|they're) \w+ing\b",
        "has done": r"\b(?:has|have|had|i've|we've|har|hade) (?:\w+ )?\w+(?:ed|en|at|it|tt)\b",
        "did": r"\b\w{3,}(?:ed|ade|dde|te)\b",
    }.items()
)  # fmt: skip
_CAPITAL: Final = re.compile(r"(?<=[\w,;:)] )(?:[A-ZÅÄÖ][\w&-]+)")
_LONE_I: Final = re.compile(r"I(?:'\w+)?$")
_ACKED: Final = re.compile(
    r"\W*(?:noted|understood|got it|will do|agreed|done|fair|ok(?:ay|ej)?|sure|deal|right|thanks?"
    r"|noterat|uppfattat|förstått|antecknat|bra|då (?:skriver|noterar)|i will|i'll|jag (?:ska"
    r"|skriver|noterar|lägger)|recorded|minuted|copy|perfect|k|kk|works|seconded|\+1|ja|japp|yes"
    r"|yep|good|toppen|klart)\b"
)
_LAUGHED: Final = re.compile(r"\W*(?:haha\w*|lol|lmao|hah|heh|rude|wow|nooo*|😂|🤣)")
_GRAMMAR: Final = function_words()


class Place(NamedTuple):
    """Where a sentence stands."""

    number: int  # of its message
    messages: int  # how many there are
    index: int  # in its message
    sentences: int  # of its message
    is_listed: bool
    has_label: bool
    has_section: bool
    is_chat: bool  # a user talks with an assistant
    is_session: bool  # tools take part
    is_alone: bool  # one message is all there is
    before: str  # what another said right before, in small letters
    after: str  # what another said right after
    names: frozenset[str]  # that the space knows, in small letters


def signs(text: str, place: Place) -> frozenset[str]:
    """Everything that a sentence shows."""
    low = text.lower().replace("’", "'")
    spelt = _WORD.findall(low)
    return frozenset(
        (*_of_words(text, low, spelt), *_of_shape(text, low, spelt), *_of_place(place, low, spelt))
    )


def _of_words(text: str, low: str, spelt: list[str]) -> Iterator[str]:
    for position, word in enumerate(spelt):
        for name in _BY_WORD.get(word, ()):
            yield name
            if position == 0:
                yield f"first {name}"
            elif position == 1 and name in _FIRST:
                yield f"second {name}"
    words = frozenset(spelt)
    if clauses.is_hedged(low, words):
        yield "hedged"
    if clauses.is_supposed(low):
        yield "supposed"
    if junk.is_joke(low):
        yield "joke"
    if junk.is_news(low, words):
        yield "news"
    if junk.is_one_task(low):
        yield "one task"
    if junk.is_trouble(low, words):
        yield "trouble"
    if junk.is_passing(low, words):
        yield "passing"
    if junk.is_about_chat(low, words):
        yield "about chat"
    if junk.asks(low):
        yield "asks"


def _of_shape(text: str, low: str, spelt: list[str]) -> Iterator[str]:
    yield "any"
    length = len(spelt)
    yield "words " + next((name for most, name in _LENGTHS if length <= most), "more")
    content = sum(word not in _GRAMMAR and len(word) > 2 for word in spelt)
    yield f"content {min(content, 8)}"
    if content >= 4:
        yield "content 4+"
    if content >= 7:
        yield "content 7+"
    if 2 * content > length:
        yield "dense"
    capitals = [one for one in _CAPITAL.findall(text) if not _LONE_I.match(one)]
    if capitals:
        yield "capital"
    if len(capitals) > 1:
        yield "capitals"
    if text[:1].islower():
        yield "begins small"
    end = text.rstrip(" \"'”’)")[-1:]
    if end in "?!.":
        yield f"ends {end}"
    elif end.isalnum():
        yield "ends open"
    found = {name for name, form in _SHAPES if form.search(low)}
    yield from found
    solid = len(found & {"figure", "percent", "money sign", "date", "code", "spelt figure"})
    solid += bool(capitals)
    yield f"solid {min(solid, 3)}"


def _of_place(place: Place, low: str, spelt: list[str]) -> Iterator[str]:
    if place.is_listed:
        yield "point"
    if place.has_label:
        yield "label"
    if place.has_section:
        yield "section"
    if place.is_alone:
        yield "alone"
    elif place.is_session:
        yield "session"
    elif place.is_chat:
        yield "chat"
    else:
        yield "people"
    if place.index == 0:
        yield "opens"
    if place.sentences > 2:
        yield "long message"
    if place.number < 2 and not place.is_alone:
        yield "at the start"
    if place.number >= place.messages - 2 and not place.is_alone:
        yield "at the end"
    if place.before.rstrip().endswith("?"):
        yield "answers"
        if place.index == 0:
            yield "answers first"
    if place.after:
        if _ACKED.match(place.after):
            yield "acknowledged"
        if _LAUGHED.match(place.after):
            yield "laughed at"
        if "?" in place.after:
            yield "asked on"
    if place.names and not place.names.isdisjoint(spelt):
        yield "known name"
        if spelt[0] in place.names:
            yield "first known name"
