"""Rewrites a clause as a sentence that can stand alone."""

from __future__ import annotations

import re
from typing import Final

from remembrancer.language.act_words import AFTER_NO
from remembrancer.language.negation import rejection_length
from remembrancer.language.word_patterns import alternation, word_set

CONTENT_CHARACTERS_MAX: Final = 400
TITLE_CHARACTERS_MAX: Final = 90

_OPENERS: Final = """
    well; so; ok; okay; okej; ja just ja; just ja; just det ja; oh yes;
    yes; yeah; yep; ja; japp; jo; jaha; nej; no; nope; sure; alright;
    cool; hmm; oh; ah; aha; ha; haha; hah; lol; wow; ouch; oof; right; now;
    also; and; but; och; men; then; anyway; basically; actually;
    honestly; look; listen; alltså; to be clear; som sagt; kort sagt; in short; ps; p.s.; sorry;
    förlåt; great; perfect; thanks; thank you; tack; hi; hello; hey; hej; hejsan;
    good morning; good afternoon; good evening; god morgon; god kväll
"""
# These say that what follows is meant to be known.
_ANNOUNCERS: Final = """
    btw; fyi; by the way; for the record; just so you know; as i said; as you know; as mentioned;
    fun fact; side note; sidenote; quick update; update; correction; rättelse; before i forget
"""
# In Swedish the verb follows these at once: without them "Nu kör vi" would be a question.
_BEFORE_A_STOP: Final = "nu; då; sen; sedan; förresten; annars; dessutom; numera; faktiskt"
_LEADS: Final = """
    leave it with me,; leave it to me,; leave that with me,; i think i mentioned that;
    i think i mentioned; i believe i said that; i think i told you that;
    did i mention that; did i mention; as i mentioned,; as i mentioned; as i said before,;
    i should mention that; i should say that; i forgot to mention that; i forgot to say that;
    please note that; note that; for context:; for context,; for reference:; for reference,;
    it turns out that; turns out that; it turns out; turns out; remember that; don't forget that;
    don't forget; dont forget; glöm inte att; jag ville bara säga att; jag skulle bara säga att;
    kom ihåg att; jag tror jag nämnde att; obs:; obs!; obs; nb:; nb
"""


def _any_of(phrases: str) -> str:
    return alternation(" ".join(one.split()) for one in phrases.split(";"))


# Nouns that name what is being said: "Small fix to your notes:", "En rättelse:".
_UTTERANCE: Final = (
    r"(?:updates?|fix|correction|amendment|clarification|note|notice|news|reminder|heads[ -]?up"
    r"|info|detail|addition|change|thing|point|confession|uppdatering|rättelse|ändring|påminnelse"
    r"|tillägg|nyhet|nyheter|sak|grej|detalj|notis|förtydligande|komplettering|korrigering)"
)
# Words about an earlier statement, before the one that holds: "Jag skrev fel förut, …".
_SLIP: Final = (
    r"(?:(?:sorry|förlåt|oj|oops)[,.!]?\s+)?(?:(?:i|we|you|jag|vi|du|ni)(?:'ve|'d| have| had| har)?"
    r"(?: (?:must|måste|have|ha|just|think|tror|accidentally|råkade|nog|visst))*\s+)?"
    r"(?:wrote|written|write|said|say|told|typed|gave|given|put|got|had|made|mentioned|mixed|misspoke"
    r"|was|were|skrev|skrivit|skriva|sa|sade|säga|sagt|angav|angett|ange|uppgav|nämnde|hade|gjorde"
    r"|blandade)\b[^,;:.]{0,60}?\b(?:wrong|wrongly|incorrectly|a mistake|an error|a typo|up"
    r"|mistaken|fel|misstag|ihop)\b[^,;:.]{0,40}[,;:]\s+(?:but\s+|men\s+)?"
    r"(?!(?:it|that|this|they|he|she|den|det|de|hon|han)\b)"
)
# What follows was told before, or is confirmed: "as I told you in May, …", "I can confirm that …".
_TOLD_AGAIN: Final = (
    r"(?:(?:just )?(?:as|like) (?:i|we|you)(?:'ve| have| had)? (?:\w+ )?(?:said|told|mentioned"
    r"|wrote|explained|agreed|discussed|know|decided)(?: [\w'-]+){0,5}?\s*[,:]\s+"
    r"|som (?:jag|vi|du|ni)(?: har| hade)?(?: \w+)? (?:sa|sade|sagt|nämnde|nämnt|skrev|skrivit|vet"
    r"|bestämde|bestämt)(?: [\w-]+){0,5}?\s*[,:]\s+"
    r"|(?:i|we) (?:can|want to|would like to|should|must|just want to)(?: \w+)? (?:confirm|repeat"
    r"|stress|point out|say again|remind you|remind everyone)(?: again| all)? that\s+"
    r"|(?:jag|vi) (?:kan|vill|ville|måste)(?: \w+)? (?:bekräfta|upprepa|betona|påminna om"
    r"|säga igen) att\s+"
    r"|(?:(?:before|when|innan|när)\s[^,;:.]{3,50},\s+)?(?:please )?(?:bear|keep) in mind that\s+"
    r"|(?:please (?:remember|be aware)|a reminder)(?: that)?\s+|(?:tänk på|ha i åtanke) att\s+"
    r"|(?:nothing (?:new|has changed)|inget nytt|once (?:more|again)|än en gång)"
    r"(?: [\w'-]+){0,6}?:\s+)"
)
_UTTERED: Final = (
    rf"(?:[\w'-]+ ){{0,4}}?{_UTTERANCE}(?: (?:for|to|on|about|from|in|re|till|om|i|på|för|från)"
    r" [\w' -]{1,40}?)?(?: (?:first|först))?\s*:\s*(?=\S+ \S)"
)
_ALL: Final = r"(?:all|everyone|everybody|folks|team|alla|allihop|gänget)"
_TO_ALL: Final = (  # whom it is said to: "for anyone new:", "till er som är nya:"
    r"(?:for|to|till|för)\s(?:all|anyone|anybody|everyone|everybody|those|whoever|alla|dem|den som"
    r"|de som|er|(?:the )?new\w*|nya)(?:\s[\w'-]+){0,6}"
)
# "Just so you have it, …", "for your records: …".
_MEANT_TO_BE_KNOWN: Final = (
    r"(?:just so (?:that )?(?:you|we|everyone|everybody|they|people)(?:'re)?(?: [\w'-]+){1,4}"
    r"|just to (?:say|let|note|confirm|update|flag|keep|be|make)(?: [\w'-]+){1,5}"
    r"|for (?:your|the|our) (?:records?|files?|notes?|information)"
    r"|bara så (?:att )?(?:ni|du|alla|de|dom)(?: [\w-]+){1,3}|(?:bara )?för (?:er|din) kännedom)"
)
_FILLER: Final = re.compile(
    rf"(?:[\U0001f300-\U0001faff\u2600-\u27bf\ufe0f]+\s+|(?:{_any_of(_BEFORE_A_STOP)})[,;:!.–—]+\s*"
    rf"|{_UTTERED}|{_SLIP}"
    rf"|{_TOLD_AGAIN}|{_TO_ALL}:\s+|{_MEANT_TO_BE_KNOWN}[,:]\s+|(?:{_any_of(_OPENERS)}|{_any_of(_ANNOUNCERS)})"
    rf"(?: (?:{_ALL}|there|igen|again|so much|så mycket))?(?!\s(?:for|about|för|om|that|att)\s)"
    r"[\s,;:!.–—-]+|(?:hi|hello|hey|hej|dear) [^\W\d_]\w{1,20}[,!.]\s*"
    rf"|(?:{_any_of(_LEADS)})[,:]?\s+"
    r"|(?:that(?:'|’)?s (?:exactly )?(?:right|correct|true|it)|that is (?:right|correct|true)"
    r"|exactly|precisely|correct|absolutely|indeed|(?:det )?stämmer(?: bra| precis)?"
    r"|det är (?:rätt|korrekt)|precis|exakt|just det|korrekt)\s*[,;:!.–—-]\s*)+",
    re.IGNORECASE,
)
# "No meetings before ten": without the "no" it would say the opposite. "No we use K3" answers.
_NO_SUCH: Final = re.compile(
    rf"\W*no\s+(?!(?:{AFTER_NO}|i|we|he|she|it|they|you|that|this|these|those|the|my|our|his|her"
    r"|their|its|there"
    r"|actually|wait|sorry|but|no|not|never)(?!\w))[^\W\d_]",
    re.IGNORECASE,
)
_EMPHASIS: Final = re.compile(r"(?<!\w)[*_`]+(?=\S)|(?<=\S)[*_`]+(?!\w)")
_ROLES: Final = word_set(
    """
    user assistant system tool human agent bot unknown client customer me you speaker host guest
    admin adviser advisor kund användare rådgivare användaren kunden owner ägare ägaren u1 u2 a b
    c someone anonymous interviewer
    """
)
_NAME: Final = re.compile(r"[^\W\d_][^\W\d_'’.-]*(?:[ .'’_-][^\W\d_]+){0,3}\.?$")
_I_IS: Final = {
    "i'm": "is",
    "i am": "is",
    "i've": "has",
    "i have": "has",
    "i'd": "would",
    "i'll": "will",
    "i was": "was",
    "i do": "does",
    "i don't": "doesn't",
    "i haven't": "hasn't",
    "i go": "goes",
}
_I_LEAD: Final = re.compile(
    r"^(i'm|i am|i've|i have|i'd|i'll|i was|i don't|i haven't|i)\s+", re.IGNORECASE
)
_PRESENT: Final = word_set(
    """
    want prefer like need live work earn own speak plan hope hate love pay save spend use hold get
    make rent dream keep owe maintain teach study run play aim bank charge invest
    """
)
_UNCHANGED: Final = re.compile(
    r"(?:\w+ed|took|bought|sold|went|got|paid|left|began|made|had|was|chose|can|could|will|would"
    r"|should|might|must|never|always|also|just|still|currently|really|usually)$"
)
_AGAIN: Final = re.compile(
    r"(?<![\w'])(?:i|i'm|i've|i'd|i'll|me|myself|mine|we|us|our|we're|we've)(?![\w'])",
    re.IGNORECASE,
)
_MY: Final = re.compile(r"(?<![\w'])my(?![\w'])", re.IGNORECASE)
_JAG_AGAIN: Final = re.compile(r"(?<!\w)(?:mig|vi|oss|vår|vårt|våra)(?!\w)", re.IGNORECASE)
_JAG: Final = re.compile(r"(?<!\w)jag(?!\w)", re.IGNORECASE)
_MIN: Final = re.compile(r"(?<!\w)(?:min|mitt|mina)(?!\w)", re.IGNORECASE)
_SHE: Final = re.compile(r"^(?:she|he|hon|han)(?='s|\s)", re.IGNORECASE)


def filler_length(text: str) -> int:
    """The length of filler and of a rejection at the start."""
    start = 0
    while start < len(text):
        if _NO_SUCH.match(text, start):
            break
        found = _FILLER.match(text, start)
        end = found.end() if found and found.end() < len(text) else start
        end += rejection_length(text[end:])
        if end == start:
            break
        start = end
    return start


_ANNOUNCED: Final = re.compile(
    rf"(?<!\w)(?:{_UTTERED}|{_TO_ALL}:|(?:hi|hello|hey|hej|morning|morgon) {_ALL}(?!\w)"
    rf"|{_TOLD_AGAIN}|(?:{_any_of(_ANNOUNCERS)}|{_any_of(_LEADS)})(?!\w))",
    re.IGNORECASE,
)


# Behind a statement it says only for whom that is: "…, om någon frågar", "…, just so you know".
_TAIL: Final = re.compile(
    r"\s*[,;–-]\s*(?:(?:om|ifall) (?:någon|nån|ni|du) (?:frågar|undrar)"
    r"|if any(?:one|body) (?:asks|wonders)"
    r"|bara så (?:ni|du|alla|folk) vet|(?:just )?so (?:you|everyone|everybody|people|they) knows?"
    r"|in case any(?:one|body) (?:asks|wonders|wants to know)|like i (?:said|told you)|som sagt"
    r"|that's (?:about )?(?:it|all)|det var (?:allt|bara det)|for what it's worth|fyi|btw)\W*$",
    re.IGNORECASE,
)


def without_tail(text: str) -> str:
    """The text without what only says for whom it is."""
    found = _TAIL.search(text)
    return text if found is None or not found.start() else text[: found.start()]


def is_announced(lead: str) -> bool:
    """Whether the filler at the start says that what follows is meant to be known."""
    return _ANNOUNCED.search(f"{lead} x x") is not None


_CODE_FIRST: Final = re.compile(r"[a-z]+(?:[-_./][a-z\d]|\d)")  # "checkout-api", "orders_daily"


def display_name(author: str | None) -> str | None:
    """The author as a display name; None: it is an id or a role."""
    if author is None or not _NAME.match(author) or author.lower() in _ROLES:
        return None
    if any(part.lower() in _ROLES for part in re.split(r"[ _.-]", author)):
        return None
    written = author.replace("_", " ").replace(".", " ").strip()
    return written.title() if written.islower() else written


def plain_line(text: str) -> str:
    """The text on one line, without emphasis marks."""
    return " ".join(_EMPHASIS.sub("", text).split())


def standalone_sentence(clause: str, *, who: str | None, she: str | None = None) -> str:
    """The clause as a standalone sentence, with "I" replaced by a name where grammar allows it.

    Only the name is added.
    """
    text = plain_line(clause).strip(" ,;–—-\"'").replace("’", "'")
    if who:
        text = _with_name(text, who)
    if she and (found := _SHE.match(text)):
        text = she + text[found.end() :]
    if not (text[:2].isupper() or _CODE_FIRST.match(text)):
        text = text[:1].upper() + text[1:]
    if len(text) > CONTENT_CHARACTERS_MAX:
        text = text[: CONTENT_CHARACTERS_MAX - 1].rsplit(" ", 1)[0] + "…"
    return text


def _with_name(text: str, who: str) -> str:
    lead = _I_LEAD.match(text)
    if lead and not _AGAIN.search(text[lead.end() :]):
        rest = text[lead.end() :]
        verb = _I_IS.get(lead[1].lower())
        if verb is None:
            head, _, tail = rest.partition(" ")
            if head.lower() in _PRESENT:
                rest = f"{_third_person(head)} {tail}".rstrip()
            elif not _UNCHANGED.match(head.lower()):
                return text
            elif head.lower() in (
                "also",
                "just",
                "still",
                "currently",
                "really",
                "usually",
                "always",
                "never",
            ):
                after, _, end = tail.partition(" ")
                if after.lower() not in _PRESENT:
                    return text
                rest = f"{head} {_third_person(after)} {end}".rstrip()
        else:
            rest = f"{verb} {rest}"
        return f"{who} {_MY.sub(_genitive(who), rest)}"
    if _MY.match(text) and not _AGAIN.search(text):
        return _MY.sub(_genitive(who), text)
    if _JAG.search(text) and not _JAG_AGAIN.search(text):
        name = f"{who}s" if not who.endswith("s") else who
        return _MIN.sub(name, _JAG.sub(who, text))
    return text


def _third_person(verb: str) -> str:
    if verb.endswith(("s", "ch", "sh", "x", "o")):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"


def _genitive(who: str) -> str:
    return f"{who}'s"


def format_number(value: float) -> str:
    """A number with separators: 21,000,000,000 and never 2.1e+10."""
    if float(value).is_integer():
        return f"{value:,.0f}"
    return f"{value:,.6f}".rstrip("0").rstrip(".")


def short_title(content: str, slot: str | None, value: str | float | bool | None) -> str:
    """One short line."""
    if slot is not None and value is not None and not isinstance(value, bool):
        shown = format_number(value) if isinstance(value, float | int) else " ".join(value.split())
        line = f"{slot[:1].upper()}{slot[1:]}: {shown}"
        if len(line) <= TITLE_CHARACTERS_MAX:
            return line
    line = content.rstrip(" .")
    if len(line) <= TITLE_CHARACTERS_MAX:
        return line
    return line[: TITLE_CHARACTERS_MAX - 1].rsplit(" ", 1)[0] + "…"
