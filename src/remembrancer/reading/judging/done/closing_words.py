"""Words for open, done and decided items, in English and Swedish."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from remembrancer.language.word_patterns import word_set

# Words that mark an item as open. They name no topic and do not say that it is finished.
OPEN: Final = word_set(
    """
    still yet already now currently soon later need needs needed must should shall will would could
    might may want wants wanted wish plan plans planning planned hope hoping intend going remains
    remaining left open pending unresolved postponed waiting wait awaiting due deadline please
    remember latest not no never inte ej aldrig är ännu fortfarande än redan nu snart behöver behövs
    måste ska skall skulle vill ville planerar planerade hoppas kvar återstår öppen öppet skjutits
    väntar väntan inväntar senast inne isn't aren't wasn't haven't hasn't hadn't don't doesn't
    didn't
    """
)
# Words of indecision, which a decision ends. A task is different: a decision does not finish it.
PONDERED: Final = word_set(
    """
    consider considers considering considered discuss discussed discussing think thinks thinking
    thought wonder wondering whether should question undecided unsure unclear decide decided
    deciding decision fundera funderar funderade överväga överväger övervägde diskutera diskuterar
    diskuterade tänka tänker tänkte undrar huruvida bör borde fråga frågan obestämd obestämt oklart
    oklar bestämma bestämt bestämmer beslut besluta beslutat beslutade avgöra avgjort
    """
)
AWAITED: Final = word_set("waiting wait awaiting pending väntar väntan inväntar")
# An action follows these words: "we submit", "ska lämnas", "whether to sell".
BEFORE_ACTIONS: Final = word_set(
    """
    to be been we i they should shall must will would could can not never isn't aren't wasn't
    haven't hasn't hadn't don't doesn't didn't att ska skall måste bör borde behöver kan vill får vi
    jag man inte ej aldrig vara bli
    """
)
# A thing follows these words.
BEFORE_THINGS: Final = word_set(
    """
    the a an our my their his her this that these those for of on in at with by from about
    en ett den vår vårt våra min mitt mina för av på i med till från
    """
)
DECIDED: Final = word_set(
    """
    decided chose chosen agreed voted opted resolved
    bestämt bestämde beslutat beslutade beslöt beslutit valde valt enats enades röstade röstat
    """
)
SETTLED: Final = word_set(
    """
    decided settled resolved agreed avgjord avgjort avgjorda bestämd bestämt bestämda beslutad
    beslutat beslutade
    """
)
DONE: Final = word_set(
    """
    done finished completed complete over fixed sorted klar klart klara färdig färdigt färdiga
    avklarad avklarat avklarade avslutad avslutat avslutade fixad fixat fixade ordnad ordnat ordnade
    """
)
# Verbs of getting or handing over a thing, for items that name no action.
HAD: Final = word_set(
    """
    hired employed appointed engaged bought ordered booked got received obtained rented signed
    accepted approved granted submitted sent filed delivered paid anställt anställd anställde utsett
    utsedd anlitat anlitad köpt köpte köpta beställt beställd beställde bokat bokad bokade fått fick
    erhållit erhöll skaffat skaffade hyrt hyrde tecknat tecknad tecknade godkänt godkänd godkända
    beviljat beviljad beviljats inlämnad inlämnat inskickad inskickat skickat skickad skickade
    lämnat levererat levererad betalat betald betalt betalade betalats
    """
)
ARRIVED: Final = word_set("arrived came come granted refused kommit kom anlänt inkommit beviljats")
BE: Final = word_set("is are was were been 's got gotten är var blev blivit")
IS: Final = BE | word_set("har hade have has had 've")
FIRST_PERSON: Final = word_set("we i we've i've vi jag")
OTHERS: Final = word_set(
    """
    they he she their theirs his her hers them him they've he's she's your yours you
    han hon hans hennes deras dom honom henne din ditt dina er ert era du ni
    other others another few several each annan annat några vissa
    """
)
# A statement with one of these words does not report an end: it is planned, partial, hearsay,
# conditional, or has an exception.
UNSURE: Final = word_set(
    """
    need needs needed must should shall will would could might may can want wants wanted consider
    considering considered discuss discussed discussing think thinking thought wonder whether plan
    plans planning planned hope hoped intend intended going almost nearly soon half halfway partly
    partially mostly most some part parts practically virtually basically largely being begun began
    begin started starting start if unless once when until before after while as said says say told
    tells heard claims claimed asked ask wish believe believed supposed expected meant scheduled due
    but except only apart besides than instead yet still tomorrow next later draft unlike rather
    against trying tried try failed behöver måste bör borde ska skall skulle vill ville kan kunde
    fundera funderar funderade överväger övervägde diskuterar diskuterade tänker tänkte undrar
    planerar planerade hoppas hoppades huruvida nästan snart strax halv halva halvt hälften delvis
    delar del flesta mesta princip ungefär börjat börjar började påbörjad påbörjat när innan tills
    ifall såvida sedan sa sade säger sagt hörde påstår påstod frågade trodde tror men utom förutom
    bara endast istället imorgon nästa senare blir håller ännu fortfarande än kvar annars utkast
    försökt försökte försöker
    """
)
_CONDITION: Final = re.compile(
    r"(?:^|[,;:]\s*)om\b|\bom (?:vi|jag|det|den|man|de|ni|du|han|hon)\b|\babout to\b|\bto be\b"
    r"|\b(?:have|has|had|is|are|was|were) to\b|\bi morgon\b|\bså gott som\b|\d\s*%",
    re.IGNORECASE,
)
_DECIDED_NOT: Final = re.compile(
    r"\b(?P<decided>decided|chose|chosen|agreed|voted|opted) not to\b"
    r"|\b(?P<beslutat>(?:bestämt|bestämde|beslutat|beslutade|beslöt|valt|valde)"
    r"(?: oss| mig)?(?: för)? att) inte\b",
    re.IGNORECASE,
)
# Words of time and manner, which name no topic.
PASSING: Final = word_set(
    """
    now today yesterday already just hi hello hey thanks thank good great news yes ok okay well
    finally recently successfully officially fully completely entirely also nu idag igår
    äntligen redan precis nyss tack hej bra ja jo nyheter oss mig
    """
)
# Words of time after the verb. Before it they distinguish things: "last year's audit".
TIMES: Final = word_set(
    """
    tonight this last past week month year morning evening afternoon ago monday tuesday wednesday
    thursday friday saturday sunday dag går morse kväll veckan månaden året förra
    måndags tisdags onsdags torsdags fredags lördags söndags
    måndagen tisdagen onsdagen torsdagen fredagen lördagen söndagen
    """
)
ARTICLES: Final = word_set(
    "the a an our my their his her this that den det de en ett vår vårt våra"
)
PREPOSITIONS: Final = word_set(
    """
    for of in on at to with from under over behind into by against through between about
    för av i på till med från över om vid hos bakom mot åt mellan genom in ut upp
    """
)
ADDED_TO_VERBS: Final = word_set("over off out up down under upp ut av om på över in on")
BY: Final = word_set("by av")
OPPOSITES: Final = {
    "on": ("off",), "off": ("on",), "in": ("out", "ut"), "up": ("down",), "down": ("up",),
    "out": ("in",), "to": ("from",), "from": ("to",), "till": ("från",), "från": ("till",),
    "på": ("av",), "av": ("på",), "ut": ("in",), "upp": ("ner", "ned"), "ner": ("upp",),
    "ned": ("upp",),
}  # fmt: skip
TO_SOMEBODY: Final = word_set("to by with from till av med från hos")
PARTICLES: Final = (
    "under", "över", "till", "från", "fram", "bort", "igen", "hem", "ned", "ner", "upp", "ut",
    "in", "av", "på", "om", "för",
)  # fmt: skip
_VERBS: Final = """
    sell sold; buy bought; pay paid; send sent; build built; choose chose chosen; take took taken;
    give gave given; write wrote written; find found; get got gotten; make made; hold held;
    leave left; keep kept; bring brought; meet met; lend lent; lease leased; spend spent; teach
    taught; win won; lose lost; begin begun; break broke broken; do did done; draw drew drawn;
    drive drove driven; fly flew flown; grow grew grown; hang hung; lay laid; lead led; say said;
    see saw seen; show shown; speak spoke spoken; stand stood; steal stole stolen; tell told;
    throw threw thrown; withdraw withdrew withdrawn; rebuild rebuilt; hear heard; feel felt;
    catch caught; fight fought; eat eaten;
    dig dug; stick stuck; strike struck; bind bound; wind wound; light lit; feed fed; bend bent;
    deal dealt; learn learnt; sew sewn; swear swore sworn; tear tore torn; wake woke woken; freeze
    froze frozen; rise rose risen; shake shook shaken; undo undid undone; redo redid redone; rewrite
    rewrote rewritten; repay repaid; resend resent; ring rang rung; run ran; sing sang sung;
    forget forgot forgotten; hide hidden; know known; ride ridden; shoot shot; sweep swept;
    wear worn; resell resold; go went gone;
    sälja säljer säljs säljas sålde sålt såld sålda såldes sålts; välja väljer väljs väljas valde
    valt vald valda valdes valts; göra gör göras gjorde gjort gjord gjorda gjordes gjorts; ta tar
    tas tog tagit tagen tagna togs tagits; få får fick fått; säga säger sägs sägas sade sagt
    sagd sagda sades sagts; lägga lade lagt lagd
    lagda lades lagts; sätta sätter satte satt sattes satts; skriva skriver skrivas skrev skrivit
    skriven skrivet skrivna skrevs skrivits; ge ger ges gav gett givit givet gavs; gå går gick gått;
    skjuta skjuter sköt skjutit skjuten; komma kommer kom kommit; bära bär bar burit buren; skära
    skär skar skurit skuren; knyta knyter knöt knutit; hinna hinner hann hunnit; flyga flyger flög
    flugit; stå stod stått; dra drar dras drog dragit dragen draget dragna drogs dragits;
    slå slog slagit;
    bjuda bjöd bjudit; hålla höll hållit hållen; låta lät låtit; riva rev rivit riven rivet rivna
    revs rivits; bryta bröt brutit bruten brutet bröts brutits; driva drev drivit; finna fann
    funnit; vinna vann vunnit; binda band bundit; se såg sett; ställa ställde ställt ställd
    """
# Irregular verbs: all forms, and the forms for a finished action.
IRREGULAR: Final = {
    form: number for number, forms in enumerate(_VERBS.split(";")) for form in forms.split()
}
_UNFINISHED: Final = re.compile(
    r"(?:[aä]s?|er|gör|gå|går|få|får|ge|ges|ger|ta|tar|tas|stå|dra|dras)$"
)


def _over() -> Iterator[str]:
    for forms in _VERBS.split(";"):
        first, *others = forms.split()
        is_english = first.isascii() and not first.endswith("a") and first not in ("ta", "ge", "se")
        yield from (other for other in others if is_english or not _UNFINISHED.search(other))


OVER: Final = frozenset(_over())
_ENDINGS: Final = word_set(
    """
    e s es d ed ing y ies ied 's a ar as ad ade ades at ats er ers de des te tes t ts da dd tt ta
    r n en na et it its or an ens ets ns arna erna orna arnas ande ende as
    """
)


def is_one_word(text: str, other: str) -> bool:
    """The same word in another form: sell and sold, förnya and förnyat, lämna in and inlämnad."""
    if text == other:
        return True
    if (verb := _verb(text)) is not None and verb == _verb(other):
        return True
    if not (text.isalpha() and other.isalpha()):
        return False
    same = 0
    for a, b in zip(text, other, strict=False):
        if a != b:
            break
        same += 1
    return same >= _SAME_LETTERS and all(
        _is_ending(word[same:], word[same - 1]) for word in (text, other)
    )


_SAME_LETTERS: Final = 3
_STEM_LETTERS: Final = 4


def _verb(word: str) -> int | None:
    """The irregular verb of a word form."""
    for form in (word, word.removesuffix("s"), word.removesuffix("es"), word.removesuffix("ing")):
        for base in (form, f"{form}e"):
            if base in IRREGULAR:
                return IRREGULAR[base]
    return None


def _is_ending(rest: str, last: str) -> bool:
    is_doubled = rest[:1] == last and rest[1:] in ("ed", "ing", "er")
    return not rest or is_doubled or rest in _ENDINGS


def stripped(word: str) -> Iterator[str]:
    """The word, and the word without a separable particle."""
    yield word
    for value in PARTICLES:
        if word.startswith(value) and len(word) - len(value) > _SAME_LETTERS:
            yield word[len(value) :]


def stem(word: str) -> str:
    """The start that the forms of a word share, approximately."""
    return word[:_STEM_LETTERS]


def is_conditional(text: str) -> bool:
    """Whether it is a condition, a duty, or in the near future."""
    return _CONDITION.search(text) is not None


def as_decided(text: str) -> str:
    """The text with "decided not to" as a decision: it is no negation."""
    return _DECIDED_NOT.sub(lambda found: found["beslutat"] or f"{found['decided']} to", text)
