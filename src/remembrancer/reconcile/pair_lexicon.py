"""Words by which two sentences differ: negation, opposites, numbers, names of months and days.

Only words of the closed classes and common opposites stand here; nothing is about a subject.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import Stemmer

from remembrancer.rules.language import language as language_of

_NEGATORS = {
    "english": "not no never none nobody nothing nowhere neither nor cannot cant without dont",
    "swedish": "inte ej icke aldrig ingen inget inga ingenting ingenstans varken utan",
}
_BRIEF_NEGATORS = frozenset("without utan minus".split())  # deny a few words, not the clause

# Verbs and adjectives that deny what follows them.
_DENIERS = {
    "english": (
        "refuse refused refuses decline declined declines fail failed fails lack lacks lacked "
        "avoid avoids avoided stop stopped stops quit quits deny denied denies unable incapable "
        "cease ceased ceases reject rejected rejects absent abandon abandoned cancel cancelled "
        "canceled hardly barely rarely seldom unlikely impossible dislike dislikes disliked hate "
        "hates hated unsuccessful unsuccessfully former formerly forgot forgets skip skipped "
        "prevent prevented exclude excluded excluding except"
    ),
    "swedish": (
        "vägra vägrar vägrade sluta slutar slutade slutat undvika undviker undvek saknar saknade "
        "misslyckades avböjde avböjer förnekar förnekade knappt sällan omöjligt omöjlig ogillar "
        "hatar ställde ställt inställd inställt glömde glömmer tidigare avvisade avvisar utom"
    ),
}

# What ends the reach of a negation, besides marks.
_TURNS = {
    "english": "but however although though because so while whereas since if when",
    "swedish": "men fast eftersom medan så om när dock därför",
}
_AFFIRMED = {("not", "only"), ("not", "just"), ("no", "doubt"), ("inte", "bara"), ("inte", "minst")}

# Each line: words of one side, a bar, words of the other. After a tilde both may hold at once,
# of different things: such words only keep two sentences from being the same.
_OPPOSITES = {
    "english": """
    ~ on | off
    in inside into indoors within | out outside outdoors
    up upward upwards upstairs | down downward downwards downstairs
    above over | below under beneath
    before | after
    with | without
    ~ to toward towards | from
    ~ front | back behind rear
    near close nearby beside | far distant away remote
    ~ left | right
    ~ top | bottom
    ~ first | last
    early earlier | late later
    always constantly | never
    everybody everyone all every | nobody none
    everything | nothing
    many several numerous lots | few
    more | less fewer
    most | least
    much | little
    big large huge giant enormous great tall massive | small little tiny minute short miniature
    tall high | short low
    long lengthy | short brief
    wide broad | narrow
    thick fat | thin slim
    fat overweight obese heavy | thin slim skinny slender
    heavy | light lightweight
    deep | shallow
    fast quick quickly rapid rapidly speedy swiftly | slow slowly
    hot warm boiling | cold cool freezing frozen chilly
    wet soaked damp drenched | dry dried
    clean | dirty filthy muddy
    new young | old
    young youthful | old elderly aged
    old ancient | modern new recent
    good great excellent | bad poor terrible awful
    well | badly poorly
    better best | worse worst
    right correct true accurate | wrong incorrect false inaccurate
    happy glad cheerful joyful pleased | sad unhappy miserable upset
    happy calm | angry furious mad
    love loves loved like likes liked enjoy enjoys enjoyed | hate hates hated dislike dislikes disliked
    easy simple | hard difficult complex complicated
    hard firm | soft
    strong powerful | weak
    rich wealthy | poor
    cheap inexpensive | expensive costly
    full | empty
    open opened opening | closed close closing shut shutting
    alive living live | dead deceased
    born birth | died death dead
    asleep sleeping sleep sleeps | awake waking
    bright light | dark dim
    ~ black | white
    loud noisy loudly | quiet silent quietly silently
    rough | smooth
    sharp | blunt dull
    safe secure | dangerous unsafe risky
    healthy well | ill sick unwell
    single unmarried divorced | married
    ~ male man boy men boys gentleman guy | female woman girl women girls lady
    ~ father dad | mother mom
    ~ brother | sister
    ~ son | daughter
    ~ husband | wife
    ~ king | queen
    ~ uncle | aunt
    ~ he his him | she her hers
    ~ child kid baby | adult
    public | private
    same identical | different
    present | absent
    possible | impossible
    legal | illegal
    guilty | innocent
    allow allows allowed permit permitted | forbid forbidden ban banned prohibit prohibited
    accept accepted accepts agree agreed approve approved | reject rejected refuse refused decline declined
    agree agrees agreed | disagree disagrees disagreed
    support supports supported favour favor | oppose opposes opposed
    win wins won winning winner | lose loses lost losing loser
    succeed succeeded success successful | fail failed failure
    start starts started starting begin begins began beginning begun | stop stops stopped end ends ended ending finish finished
    start begin began | finish finishes finished complete completed
    arrive arrives arrived arriving | leave leaves left leaving depart departed
    enter enters entered entering | exit leave leaves leaving left
    ~ come comes came coming | go goes went going
    stay stays stayed remain remained | leave leaves left moved
    join joined joins | leave left quit leaves
    buy buys bought buying purchase purchased | sell sells sold selling
    ~ give gives gave giving | take takes took taking
    send sends sent | receive receives received
    lend lends lent | borrow borrows borrowed
    push pushes pushed pushing | pull pulls pulled pulling
    lift lifts lifted lifting raise raises raised raising | lower lowers lowered lowering drop dropped
    rise rises rose rising increase increases increased increasing grow grows grew gain gained | fall falls fell falling decrease decreases decreased decreasing decline declined shrink shrank drop dropped
    put putting add adds added adding | remove removes removed removing
    add adds added gain gained | lose lost
    include includes included including | exclude excludes excluded excluding
    build builds built building create created construct | destroy destroys destroyed destroying demolish demolished
    hire hired hires employ | fire fired fires dismiss dismissed
    stand stands standing stood | sit sits sitting sat seated lie lying
    walk walking run running move moving moves jog jogging race racing | stand standing still sit sitting motionless rest resting immobile stationary
    ~ play playing | rest resting sleeping
    climb climbing ascend ascending | descend descending
    ~ jump jumping | sit sitting lie lying
    ~ throw throwing throws | catch catching catches
    dress dressing wear wearing | undress undressing naked
    smile smiling laugh laughing | cry crying weep weeping frown frowning
    remember remembers remembered | forget forgets forgot forgotten
    ~ speak speaking talk talking | silent listen
    attack attacked | defend defended
    import imports imported | export exports exported
    employed working | unemployed retired
    ~ morning | evening night
    ~ day daytime | night nighttime
    ~ summer | winter
    ~ spring | autumn fall
    ~ north northern | south southern
    ~ east eastern | west western
    past former previous formerly previously | future current present currently
    indoor | outdoor
    maximum maximal | minimum minimal
    major | minor
    positive | negative
    active | inactive passive retired
    vegetarian vegan | carnivore meat
    ~ domestic national local | foreign international
    fiction fictional | nonfiction factual real
    fake artificial | real genuine natural
    ~ urban city | rural countryside
    sunny | rainy cloudy
    empty vacant | crowded occupied busy
    alone | together
    enemy enemies | friend friends ally allies
    worst-selling flop | best-selling hit
    ordinary common usual normal | unusual rare strange extraordinary
    known famous popular | unknown obscure unpopular
    beautiful pretty | ugly
    straight | curly bent curved
    tidy neat | messy
    enable enabled activate activated | disable disabled deactivate deactivated
    online | offline
    ~ employee | employer
    ~ teacher | student pupil
    ~ exclusively solely only | also partly various multiple
    """,
    "swedish": """
    ~ på | av
    in inne inuti | ut ute utanför
    upp uppe | ner ned nere
    över ovanför | under nedanför
    före innan | efter
    med | utan
    framför | bakom
    nära | långt fjärran
    ~ vänster | höger
    ~ första först | sista sist
    tidigt tidig | sent sen
    alltid | aldrig
    alla samtliga | ingen inga
    allt | inget ingenting
    många | få
    mer fler | mindre färre
    mest | minst
    stor stort stora | liten litet små lilla
    hög högt höga | låg lågt låga
    lång långt långa | kort korta
    bred brett | smal smalt
    tjock tjockt | tunn tunt smal
    tung tungt | lätt
    snabb snabbt | långsam långsamt
    varm varmt het hett | kall kallt
    våt vått blöt blött | torr torrt
    ren rent | smutsig smutsigt
    ny nytt nya ung ungt unga | gammal gammalt gamla
    bra god gott | dålig dåligt
    bättre bäst | sämre sämst
    rätt sant | fel falskt
    glad glatt lycklig | ledsen olycklig sorgsen
    gillar älskar tycker | hatar ogillar avskyr
    lätt enkel enkelt | svår svårt
    hård hårt | mjuk mjukt
    stark starkt | svag svagt
    rik | fattig
    billig billigt | dyr dyrt
    full fullt | tom tomt
    öppen öppet öppna | stängd stängt stänga stänger
    levande | död
    född | dog död
    sover | vaken
    ljus ljust | mörk mörkt
    ~ svart | vit vitt
    hög högljudd | tyst
    säker säkert | farlig farligt osäker
    frisk friskt | sjuk sjukt
    gift | singel skild ogift
    ~ man män pojke | kvinna kvinnor flicka
    ~ far pappa | mor mamma
    ~ bror | syster
    ~ son | dotter
    offentlig | privat
    samma | annan annat olika
    möjlig möjligt | omöjlig omöjligt
    tillåter tillåtet tillåten | förbjuder förbjudet förbjuden
    accepterade godkände godkänner godkänt | avvisade avslog avslår avböjde avslaget
    stöder stödjer | motsätter
    vinna vinner vann | förlora förlorar förlorade
    lyckas lyckades | misslyckas misslyckades
    börja börjar började startade startar | sluta slutar slutade avslutade avslutar
    ~ komma kommer kom | gå går gick lämnar lämnade
    stannar stannade | lämnar lämnade flyttade
    köpa köper köpte köpt | sälja säljer sålde sålt
    ~ ge ger gav | ta tar tog
    ~ skicka skickar skickade | får fick
    ökar ökade öka höjer höjde steg stiger | minskar minskade minska sänker sänkte föll faller sjunker
    ~ lägga lade lagt | ta tog tagit
    bygger byggde | river rev
    anställd anställde jobbar arbetar | arbetslös avskedad sparkad pensionerad
    minns | glömde glömt
    ~ morgon | kväll natt
    ~ dag | natt
    ~ sommar | vinter
    ~ vår | höst
    ~ norr norra | söder södra
    ~ öster östra | väster västra
    vegetarian vegan | köttätare kött
    ensam | tillsammans
    """,
}
_PREFIXES = {
    "english": ("un", "in", "im", "ir", "il", "dis", "non", "mis"),
    "swedish": ("o", "icke", "miss"),
}

_NUMBER_WORDS = {
    "english": (
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen twenty"
    ),
    "swedish": (
        "noll en två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton "
        "sjutton arton nitton tjugo"
    ),
}
_TENS = {
    "english": "thirty forty fifty sixty seventy eighty ninety",
    "swedish": "trettio fyrtio femtio sextio sjuttio åttio nittio",
}
_ORDINALS = {
    "english": "first second third fourth fifth sixth seventh eighth ninth tenth",
    "swedish": "första andra tredje fjärde femte sjätte sjunde åttonde nionde tionde",
}
SCALES = {
    "k": 1e3,
    "thousand": 1e3,
    "tusen": 1e3,
    "tkr": 1e3,
    "m": 1e6,
    "million": 1e6,
    "millions": 1e6,
    "mn": 1e6,
    "miljon": 1e6,
    "miljoner": 1e6,
    "mkr": 1e6,
    "mkr.": 1e6,
    "bn": 1e9,
    "billion": 1e9,
    "billions": 1e9,
    "miljard": 1e9,
    "miljarder": 1e9,
}
UNITS = {
    "%": "percent",
    "percent": "percent",
    "procent": "percent",
    "kr": "sek",
    "kronor": "sek",
    "sek": "sek",
    "$": "usd",
    "dollar": "usd",
    "dollars": "usd",
    "usd": "usd",
    "€": "eur",
    "euro": "eur",
    "euros": "eur",
    "eur": "eur",
    "£": "gbp",
    "pounds": "gbp",
    "gbp": "gbp",
}
_MONTHS = {
    "english": (
        "january february march april may june july august september october november december"
    ),
    "swedish": (
        "januari februari mars april maj juni juli augusti september oktober november december"
    ),
}
_DAYS = {
    "english": "monday tuesday wednesday thursday friday saturday sunday",
    "swedish": "måndag tisdag onsdag torsdag fredag lördag söndag",
}

# Words that say little of what a sentence is about, though they are no function words.
_LIGHT = frozenset(
    """
    get gets got getting make makes made making go goes going went do does done thing things
    someone something somebody people person persons one ones way ways really actually also just
    like even still already quite rather lot lots kind sort bit user says said say saying told
    """.split()
)
PREPOSITIONS = frozenset(
    """
    in out on off up down over under above below before after with without to from into inside
    outside behind near at by across through along around between against toward towards
    på av in ut upp ner ned över under före efter innan med utan till från framför bakom vid hos
    """.split()
)
_EXCLUSIVE = frozenset("only solely exclusively just merely bara endast enbart uteslutande".split())
_PRONOUNS = frozenset(
    """
    i you he she it we they me him her us them my your his its our their mine this that these
    those there who which jag du han hon den det vi ni de mig dig honom henne oss dem min din hans
    hennes vår er deras a an the some any en ett någon något några
    """.split()
)


class Lexicon(NamedTuple):
    """The words of one language that decide how two sentences stand to each other."""

    negators: frozenset[str]
    brief_negators: frozenset[str]
    deniers: frozenset[str]
    turns: frozenset[str]
    affirmed: frozenset[tuple[str, str]]  # pairs that look like a negation and are none
    opposites: dict[str, frozenset[str]]  # by word and by stem
    contrasts: dict[str, frozenset[str]]  # that differ, and may both hold
    prefixes: tuple[str, ...]
    numbers: dict[str, float]
    ordinals: dict[str, float]
    months: dict[str, int]
    days: dict[str, int]
    function: frozenset[str]
    light: frozenset[str]
    exclusive: frozenset[str]
    pronouns: frozenset[str]


@lru_cache(maxsize=8)
def lexicon(language: str) -> Lexicon:
    """What is known of a language. Texts mix languages, so English is always part of it."""
    names = [name for name in dict.fromkeys((language, "english")) if name in _NEGATORS]
    numbers: dict[str, float] = {}
    ordinals: dict[str, float] = {}
    months: dict[str, int] = {}
    days: dict[str, int] = {}
    for name in names:
        numbers |= {word: float(n) for n, word in enumerate(_NUMBER_WORDS[name].split())}
        numbers |= {word: 10.0 * n for n, word in enumerate(_TENS[name].split(), start=3)}
        ordinals |= {word: float(n) for n, word in enumerate(_ORDINALS[name].split(), start=1)}
        months |= {word: n for n, word in enumerate(_MONTHS[name].split(), start=1)}
        days |= {word: n for n, word in enumerate(_DAYS[name].split(), start=1)}
    months |= {word[:3]: n for word, n in months.items() if word not in ("may", "maj", "mars")}
    numbers.pop("en", None)  # an article far more often
    return Lexicon(
        negators=_words(_NEGATORS, names),
        brief_negators=_BRIEF_NEGATORS,
        deniers=_words(_DENIERS, names),
        turns=_words(_TURNS, names),
        affirmed=frozenset(_AFFIRMED),
        opposites=_opposites(names, language, is_contrast=False),
        contrasts=_opposites(names, language, is_contrast=True),
        prefixes=tuple(prefix for name in names for prefix in _PREFIXES[name]),
        numbers=numbers,
        ordinals=ordinals,
        months=months,
        days=days,
        function=language_of(names[0]).stop_words,
        light=_LIGHT,
        exclusive=_EXCLUSIVE,
        pronouns=_PRONOUNS,
    )


def _words(listed: dict[str, str], names: list[str]) -> frozenset[str]:
    return frozenset(word for name in names for word in listed[name].split())


def _opposites(names: list[str], language: str, *, is_contrast: bool) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    stemmer = Stemmer.Stemmer(language if language in _OPPOSITES else "english")
    for name in names:
        for line in _OPPOSITES[name].splitlines():
            one, bar, other = line.partition("|")
            if not bar or ("~" in one) != is_contrast:
                continue
            sides = [
                {*words, *stemmer.stemWords(words)}
                for words in (one.replace("~", "").split(), other.split())
            ]
            for here, there in (sides, sides[::-1]):
                for word in here:
                    found.setdefault(word, set()).update(there - here)
    return {word: frozenset(others) for word, others in found.items()}
