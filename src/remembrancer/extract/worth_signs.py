"""Signs: what a sentence shows of itself by its form and its small words, in two languages.

Nothing here tells subjects apart by name: the words are those of grammar and of everyday verbs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from remembrancer.extract import junk
from remembrancer.extract.worth_words import BY_WORD, CLASSES
from remembrancer.rules.language import function_words
from remembrancer.rules.statements import clauses
from remembrancer.rules.statements.forms import listed

NOTE_SENTENCES_MIN: Final = 4
TALK_MESSAGES_MIN: Final = 6  # a shorter talk has no greetings at its ends
ENDS_MESSAGES: Final = 2

_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d[\d.,:]*\w*")
_LENGTHS: Final = ((2, "2"), (4, "4"), (7, "7"), (11, "11"), (17, "17"), (26, "26"))

_SOLID: Final = CLASSES["percent"] | CLASSES["coin"] | CLASSES["spelt figure"]
_TELLING_SECOND: Final = listed(
    """
    i my we our you he they it one be have will want must may when not nod thanks hello cheer see
    think reason do postpone decide
    """
)
_DIGITS: Final = re.compile(r"\d")
# Each shape with words of which a text has to hold one; none: its digits are enough.
_SHAPES: Final = tuple(
    (name, listed(hints), re.compile(form))
    for name, hints, form in (
        ("big figure", "", r"\d{3}|\d[ ,.]\d{3}|\d\s?(?:k|m|mn|tkr|mkr|msek|million|miljoner)\b"),
        ("clock", "", r"\b\d{1,2}[:.]\d\d\b|\b\d{1,2}\s?(?:am|pm)\b|\bkl\.? ?\d"),
        (
            "date",
            "",
            r"\b\d{1,2}/\d{1,2}\b|\b\d{4}-\d\d|\b(?:19|20)\d\d\b|\b\d{1,2}(?:st|nd|rd|th)\b"
            r"|\bv\.? ?\d{1,2}\b|\bq[1-4]\b",
        ),
        (
            "quote of the day",
            "",
            r"\b(?:price|kurs(?:en)?|close|p/e|mkt cap|market cap|volume|spread|ytd|day change"
            r"|as we speak|öppnade|stängde|balance|saldo|omsättning|resultat|revenue|turnover|sales"
            r"|portfolio|since inception|konto \d|skulder|kassa)\b",
        ),
        (
            "from now on",
            "now going future as hädanefter vidare framöver fortsättningen default usual från",
            r"\b(?:from now on|going forward|in future|for now|as of|hädanefter|tills vidare"
            r"|framöver|i fortsättningen|från och med|as usual|by default)\b",
        ),
        (
            "not yet",
            "yet still be än ännu fortfarande back air decision beslut",
            r"\b(?:not yet|yet|still|to be|inte än|ännu inte|fortfarande|up in the air|come back"
            r"|get back|no decision|inget beslut)\b",
        ),
        (
            "by a day",
            "by before senast until till innan due",
            r"\b(?:by|before|senast|until|till|innan|due) (?:the )?(?:end|mon|tue|wed|thu|fri|sat"
            r"|sun|next|noon|\d|mån|tis|ons|tor|fre|lör|sön|slut|nästa|jan|feb|mar|apr|may|maj|jun"
            r"|jul|aug|sep|oct|okt|nov|dec|christmas)",
        ),
        (
            "it is",
            "it it's det with kör",
            r"\b(?:it is|it's|det är|det blir|så blir det|we go with|we'll go with|vi kör på)\b",
        ),
        (
            "going to",
            "going gonna about me got i'll jag can",
            r"\b(?:going to|gonna|about to|on me|i got it|i'll take|jag tar|jag fixar|i can"
            r"|jag kan)\b",
        ),
        (
            "is passive",
            "is are was were be been gets get",
            r"\b(?:is|are|was|were|be|been|gets?) \w+(?:ed|en)\b",
        ),
        (
            "has done",
            "has have had i've we've har hade",
            r"\b(?:has|have|had|i've|we've|har|hade) (?:\w+ )?\w+(?:ed|en|at|it|tt)\b",
        ),
        (
            "agenda",
            "one two three två tre item up agenda punkt dagordning dagordningen whether",
            r"\b(?:one more|(?:two|three|två|tre) (?:things|saker)|item (?:one|two|three|\d)"
            r"|first up|next up|agenda|punkt \w+|dagordning\w*|att ta upp|whether)\b",
        ),
        (
            "once",
            "used brukade förut back last sist förra",
            r"\b(?:used to|brukade|förut|back then|last time|sist|förra gången)\b",
        ),
        (
            "settles",
            "stick go going went landade agreed conclusion slutsats is it moved cut let's "
            "lets bifall "
            "avslag blev blir kör höjer sänker rejected beslut beslutade bestämde decided",
            r"\b(?:stick with|sticking with|(?:go|going|went) w(?:ith)?\b|landade i|agreed"
            r"|conclusion"
            r"|slutsats|it is\W*$|moved from|we (?:cut|raise|lower|drop|keep)|let'?s (?:do|go"
            r"|take|say)"
            r"|bifall|avslag|blev det|så blir det|det blir|kör vi|vi (?:kör|höjer|sänker|tar bort)"
            r"|rejected|beslut\w*|bestämde|decided(?! whether))",
        ),
        (
            "parks",
            "park parking parked leave open vänta löst tar back know torn oklart find out "
            "undecided "
            "whether decided settle settled revisit avvakta avvaktar bordlägger bordläggs "
            "återkommer "
            "återkommer vet svar pending undersöka utreda",
            r"\b(?:park(?:ing|ed)?|leave .{0,30}(?:open|for now)|får vänta|inte löst|not (?:solved"
            r"|settled)|tar (?:vi|den|det) (?:på|nästa|senare|när)|come back|don'?t know"
            r"|dont know|torn"
            r"|oklart|find out|undecided|haven'?t decided|didn'?t settle|revisit|avvaktar?"
            r"|bordlägg\w*"
            r"|återkommer|vet inte|inget svar|pending|utreda|inte (?:klart|bestämt|beslutat))\b",
        ),
        (
            "asks for it so",
            "gärna helst hellre fine bra rather inte max please pls don't dont never always "
            "asked any "
            "slipper slippa snälla short only keep",
            r"\b(?:gärna|helst|hellre|is fine|are fine|går bra|rather (?!than)|(?:ring|skicka|mejla"
            r"|skriv|boka|send|call|text|email|book|remind|påminn|keep|use"
            r"|show) .{0,30}(?:inte|not|max"
            r"|only|bara|gärna|short)|please (?:no|don'?t|only|keep)|pls (?:no|don'?t)|asked that"
            r"|any time|slipp\w+)\b",
        ),
        (
            "takes on",
            "to tar ordnar sets set lämnar kopierar skickar fixar kollar sends will i'll ill ska "
            "hör ringer bokar mejlar i must need kan can måste behöver",
            r"(?:^|[,;:–-] |\b(?:and|och|so|så) )(?:i|jag|\w+) (?:to (?!the|be|a\b)|tar (?!inte)"
            r"|ordnar|sets|lämnar in|kopierar|skickar|fixar|kollar|sends|will|ska (?!inte)"
            r"|hör|ringer"
            r"|bokar|mejlar)|\b(?:i'll|ill|i can have|i have to|must dig|need to (?:find|send"
            r"|call|get"
            r"|book|check)|jag tar|jag lämnar|jag fixar)\b",
        ),
        (
            "dreams",
            "dream dreams dröm drömmen drömmer love retire retired pension sluta done own eget one "
            "day someday",
            r"\b(?:the dream|dreams? of|dröm\w*|love to|retire|gå i pension|vill sluta"
            r"|sluta (?:jobba"
            r"|när)|be done with|of my own|of our own|något eget|one day|someday)\b",
        ),
    )
)
_CODE: Final = re.compile(
    r"`|\w_\w|\w\.\w+\(|--\w|/\w+/|\b\w+\.(?:py|sql|md|csv|json|ya?ml|js|ts|toml|docx|pdf|xlsx)\b"
)
_SMILE: Final = re.compile("[\U0001f300-\U0001faff]|[:;]-?[)(dp]|<3")
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
    order: int  # in its message
    sentences: int  # of its message
    is_listed: bool
    has_label: bool
    has_section: bool
    is_chat: bool  # a user talks with an assistant
    is_session: bool  # tools take part
    before: str  # what another said right before, in small letters
    after: str  # what another said right after
    names: frozenset[str]  # that the space knows, in small letters

    @property
    def is_alone(self) -> bool:
        """Whether one long message is all there is: a note, a document."""
        return self.messages == 1 and self.sentences >= NOTE_SENTENCES_MIN


def signs(text: str, place: Place) -> frozenset[str]:
    """Everything that a sentence shows."""
    low = text.lower().replace("’", "'")
    spelt = _WORD.findall(low)
    return frozenset(
        (
            *_of_words(text, low, spelt),
            *_of_shape(text, low, spelt),
            *_of_grammar(text, spelt),
            *_of_place(place, low, spelt),
        )
    )


def _of_words(text: str, low: str, spelt: list[str]) -> Iterator[str]:
    for position, word in enumerate(spelt):
        for name in BY_WORD.get(word, ()):
            yield name
            if position == 0:
                yield f"first {name}"
            elif position == 1 and name in _TELLING_SECOND:
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


_IRREGULAR: Final = listed(
    """
    was were had went took got gave made said told came saw sold bought paid left began met won
    lost chose sent spent kept found thought knew felt ran wrote spoke rang broke fell held
    brought put var hade gick tog fick gav gjorde sa kom såg sålde köpte blev skrev höll fann
    låg stod satt visste
    """
)
_TENSES: Final = (
    ("will", CLASSES["will"]),
    ("must", CLASSES["must"] | CLASSES["may"]),
    ("was", _IRREGULAR),
    ("would", listed("would could should might skulle kunde borde vore i'd we'd")),
    ("is", listed("is are am är it's that's he's she's i'm we're they're there's")),
    ("has", listed("has have har i've we've got")),
)
_ENDS_PAST: Final = ("ed", "ade", "ades", "dde", "tes")
_SUBJECTS: Final = {
    word: name
    for name in ("one", "our", "my", "it", "they", "he", "you", "we", "i")
    for word in CLASSES[name]
} | dict.fromkeys(listed("the a an en ett every each no varje inga"), "the")
_TENSE: Final = {word: name for name, words in reversed(_TENSES) for word in words}
_VERBS: Final = frozenset[str]().union(
    *(
        CLASSES[name]
        for name in listed(
            """
            be have own use pay live decide will do want prefer must may change postpone mean know
            say think see
            """
        )
    )
)


def _of_grammar(text: str, spelt: list[str]) -> Iterator[str]:
    """Who is spoken of, and in what tense, as far as the first words tell."""
    subject = next((_SUBJECTS[word] for word in spelt[:3] if word in _SUBJECTS), "none")
    if subject == "none" and text[:1].isupper() and spelt and spelt[0] not in BY_WORD:
        subject = "capital"
    tense = "none"
    for word in spelt[:8]:
        tense = _TENSE.get(word, "none")
        if tense == "none" and len(word) > 4 and word.endswith(_ENDS_PAST):
            tense = "was"
        if tense != "none":
            break
    yield f"subject {subject}"
    yield f"tense {tense}"
    yield f"{subject} {tense}"
    if tense == "none" and _VERBS.isdisjoint(spelt):
        yield "no verb"


def _of_shape(text: str, low: str, spelt: list[str]) -> Iterator[str]:
    yield "any"
    words = frozenset(spelt)
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
    has_figure = _DIGITS.search(low) is not None
    found = {
        name
        for name, hints, form in _SHAPES
        if (not hints.isdisjoint(words) if hints else has_figure) and form.search(low)
    }
    if has_figure:
        found.add("figure")
    if _CODE.search(low):
        found.add("code")
    if _SMILE.search(low):
        found.add("smile")
    if '"' in text or "“" in text or "”" in text:
        found.add("quoted")
    if "@" in text:
        found.add("tag")
    yield from found
    solid = len(found & {"figure", "date", "code"}) + bool(capitals)
    solid += "%" in text or not words.isdisjoint(_SOLID)
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
    if place.order == 0:
        yield "title" if place.is_alone else "opens"
    if place.sentences > 2:
        yield "long message"
    if place.messages >= TALK_MESSAGES_MIN:
        if place.number < ENDS_MESSAGES:
            yield "at the start"
        if place.number >= place.messages - ENDS_MESSAGES:
            yield "at the end"
    if place.before.rstrip().endswith("?"):
        yield "answers"
        if place.order == 0:
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
