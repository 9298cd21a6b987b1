"""Reads what a clause chooses, wants or states, in its own words."""

from __future__ import annotations

import re
from typing import Final

from remembrancer.core.kinds import Family
from remembrancer.language.word_patterns import word_set

_OVER: Final = (  # words between the chosen and the rejected thing
    r"instead of|rather than|over|not|and not|than|in favour of|i stället för|istället för"
    r"|snarare än|hellre än|framför|och inte|inte|än"
)
_ENDS: Final = (  # where the chosen thing ends
    r"(?=\s*(?:$|[.;:!?()–—,]|\s(?:because|since|so|but|which|who|when|while|if|until|instead"
    r"|eftersom|så|men|som|när|medan|om|tills|istället|i stället|now|nu|these days|nowadays"
    rf"|numera|btw|please|tack|from (?:now|here) on|framöver|{_OVER})\b))"
)
_THE: Final = r"(?:the |an? |our |my |just |only |en |ett |den |det |vår |bara |endast )*"
_TERM: Final = r"[^\s,.;:!?()–—]+(?:\.[^\s,.;:!?()–—]+)*"
_THING: Final = (
    rf"{_THE}({_TERM}(?:\s(?!(?:for|in|on|at|to|with|as|by|since|from|and|because|when|för|i|på"
    rf"|till|med|som|av|hos|sedan|från|och|vid|{_OVER})\b){_TERM}){{0,3}})"
)
_LEFT_OF_OTHER: Final = re.compile(
    r"^\W*(?:(?:ok|okay|so|and|we|vi|please|always|alltid|use|using|använd|kör|ta|take"
    r"|can you|could you|would you|will you|kan du|kan ni|skulle du)[ ,]+)*"
    rf"({_TERM}(?: {_TERM}){{0,2}}?),? (?:instead of|rather than|i stället för|istället för"
    r"|framför) ",
    re.IGNORECASE,
)
_LEFT_OF_NOT: Final = re.compile(  # as pdf, not as a letter
    rf"({_TERM}),? (?:and not|och inte|not|inte)(?: (?:as|in|on|from|with|som|i|på|från|med|the"
    r"|an?|en|ett|den|det))* [^\s,.;:!?]+(?: [^\s,.;:!?]+)?[.!]?$",
    re.IGNORECASE,
)
_USED: Final = re.compile(
    r"(?<![\w'])(?:(?<!to )use|uses|using|adopt(?:s|ed)?|standardi[sz]e[sd]? on|rel(?:y|ies) on"
    r"|invoice[sd]? in|bills? in|billed in|reports? in|reported in|stored in|measured in"
    r"|written in|paid in|priced in|counted in|values? \w+ (?:on|at|by)|använd(?:er|a|s)?"
    r"|kör(?: med| på)?|fakturera\w* i|rapportera\w* i|redovisa\w* i|lagras i|räknas i|mäts i"
    rf"|skriv(?:er|s)? \w+(?: \w+)? på|betalas i|värdera\w* \w+ på) {_THING}",
    re.IGNORECASE,
)
_WISHED: Final = re.compile(
    r"(?<![\w'])(?:prefers?(?: to)?|preferred|would rather|'d rather|rather|favou?rs?|likes? to"
    r"|would like|'d like|wants?(?: to)?|wish(?:es)?|always|never|keep|please|make sure(?: to)?"
    r"|föredrar(?: att)?|hellre(?! än)(?: ha)?|helst(?: ha)?|vill(?: inte)?(?: ha)?|önskar|alltid"
    rf"|aldrig|gärna|håll) {_THE}(\S.{{1,60}}?){_ENDS}",
    re.IGNORECASE,
)
_DECIDED: Final = re.compile(
    r"(?<![\w'])(?:decid(?:ed?|es|ing)|agre(?:ed?|eing)|settled?|opt(?:ed|ing)?|resolved|chose"
    r"|conclusion|bestäm(?:de|mer|t)|beslut(?:ade|at|ar)?|enades|kom(?:mit)? överens|valde|väljer"
    r"|valt)(?: oss)?(?:\s?:|\s(?:on|to|that|for|om|för|att|om att|för att))*\s"
    rf"{_THE}(\S.{{1,60}}?){_ENDS}",
    re.IGNORECASE,
)
_STATE: Final = re.compile(
    r"(?<![\w'])(?:i'm|i am|we're|we are|she's|she is|he's|he is|they're|they are|you're"
    r"|(?:has|have) become|became|becomes|jag är|vi är|hon är|han är|de är|blev|har blivit)"
    rf" (?:now |nu |numera |also |också |still |fortfarande )*{_THE}(\S.{{1,40}}?){_ENDS}",
    re.IGNORECASE,
)
_NO_STATE: Final = word_set(
    """
    not so very sure sorry glad happy sad back off out here there done ok okay fine still just
    really quite too happy afraid aware in on at inte så säker ledsen glad nöjd klar här där
    tillbaka mycket lite för på i med hemma överens agreed eniga
    """
)


def chosen_thing(text: str) -> str | None:
    """The chosen one of two things: "tabs, not spaces"; None: the clause chooses nothing."""
    found = _LEFT_OF_OTHER.match(text) or _USED.search(text) or _LEFT_OF_NOT.search(text)
    return found[1].strip(" \"'`") if found else None


def complement(text: str, family: Family) -> str | None:
    """What is wanted, decided or stated, in the words of the text; None: unclear."""
    if family in (Family.PREFERENCE, Family.GOAL):
        found = _WISHED.search(text)
    elif family is Family.DECISION:
        found = _DECIDED.search(text)
    else:
        found = _STATE.search(text)
        first = found[1].split()[0].lower() if found else ""
        if first in _NO_STATE or first.endswith("ing"):
            found = None
    return found[1].strip(" \"'`") if found else None
