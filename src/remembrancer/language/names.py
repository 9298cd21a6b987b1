"""Finds names in a sentence by their capital letters."""

from __future__ import annotations

import re
from typing import Final

from remembrancer.language.stemming import function_words
from remembrancer.language.word_patterns import word_set

_NAME: Final = re.compile(
    r"(?<![\w'’.])(?:[A-ZÅÄÖÉÜ][\w&'’-]*|[a-z][A-Z]\w*)"
    r"(?:\s+(?:(?:of|and|de|von|van|af|av|&)\s+)?[A-ZÅÄÖÉÜ][\w&'’-]*)*"
)
_NO_NAMES: Final = word_set(
    """
    mondays tuesdays wednesdays thursdays fridays saturdays sundays måndagar tisdagar
    ok okay yes no hi hello hey thanks thank please well so also and but or if when then maybe
    sure great cool nice sorry today tomorrow yesterday monday tuesday wednesday thursday friday
    saturday sunday january february march april may june july august september october november
    december måndag tisdag onsdag torsdag fredag lördag söndag januari februari mars april maj
    juni juli augusti oktober hej tack ja nej jo okej just next last this that these those there
    here what who why how where which let let's decision decisions action actions decided agreed
    note notes todo beslut åtgärd åtgärder beslutat förra nästa både client customer user owner
    adviser advisor assistant agent bot kund kunden ägaren användaren rådgivaren företaget bolaget
    company team god good morning english swedish german french spanish norwegian danish finnish
    svenska engelska tyska franska spanska norska danska finska am pm utc eu vat moms q1 q2 q3 q4
    also however since before after because every each all most some any both never always still
    now currently our my your his her their its it we they he she you i'm i've i'll i'd we're
    we've we'll it's that's he's she's dear best regards sedan därför eftersom alla varje många
    några aldrig alltid fortfarande nu vår våra min mina mitt hans hennes deras det den vi de han
    hon jag du ni man nope nah yep yeah nä näe nja nix jadå japp jodå jovisst
    javisst nejdå joho förresten
    whoops oops hoppsan one two three four five six
    seven eight nine ten btw fyi ps re fwd tbd todo
    eod eow asap
    """
)


def find_names(text: str) -> tuple[str, ...]:
    """Capitalised words that are not only the first word of a sentence."""
    found: dict[str, None] = {}
    for match in _NAME.finditer(text):
        words = match[0].split()
        while words and _is_plain(words[0]):
            words = words[1:]
        while words and (_is_plain(words[-1]) or words[-1][0].islower()):
            words = words[:-1]
        if not words:
            continue
        name = " ".join(words)
        for end in ("'s", "’s"):
            name = name.removesuffix(end)
        begins = match.start() == 0 or text[: match.start()].rstrip()[-1:] in ".!?:-•"
        if begins and len(words) == 1 and not _could_be_name(name, text, match.end()):
            continue
        found[name.strip("'’-")] = None
    return tuple(name for name in found if name)


def is_name(word: str) -> bool:
    """Whether a word is written like the name of a person or a thing."""
    return word[:1].isupper() and not _is_plain(word)


def is_person(text: str, start: int) -> bool:
    """Whether the word at an offset is a name that acts or owns: "Anna earns", "Anna's pay"."""
    found = _NAME.match(text, start)
    if found is None:
        return False
    word = found[0].split()[0]
    for end in ("'s", "’s"):
        if word.endswith(end):
            return not _is_plain(word[: -len(end)])
    return not _is_plain(word) and _could_be_name(word, text, found.end())


def _is_plain(word: str) -> bool:
    low = word.lower().replace("’", "'")
    return low in _NO_NAMES or low in _GRAMMAR


def _could_be_name(name: str, text: str, end: int) -> bool:
    """The first word of a sentence is a name if a verb or a possessive follows."""
    if _DEFINITE.search(name) or _ASKS_FOR.match(f"{name} {text[end:].lstrip()}"):
        return False
    return _ACTS.match(text, end) is not None or text[end - 2 : end] in ("'s", "’s")


_DEFINITE: Final = re.compile(r"(?:ingen|heten|tionen|erna|arna|orna|skapet|mentet|ighet)$")
# "Need to call Bo" leaves out who needs to, and "Bo to call Ida" says who is to.
_ASKS_FOR: Final = re.compile(
    r"(?:Need|Want|Have|Got|Remember|Try|Ought|Going|Time|Happy|Ready|Plan|Forgot|Due)s? to\s"
)
_ACTS: Final = re.compile(
    r"(?:'s|’s)?\s+(?:is|was|has|had|will|wants?|said|says|works?|lives?|prefers?|likes?|to|and"
    r"|must|would|could|did|ska|skulle|måste|bör|borde|kan|får|är|har|vill"
    r"|bor|jobbar|arbetar|tar|skickar|sa|föredrar|och|fyller|kollar|återkommer|needs?|can|should"
    r"|owns?|äger|\w+ed"
    r"|\w+s(?!\s+(?:are|is|were|was|will|have|has|är|var)\b)|\w+ar|\w+er)\b"
)
_GRAMMAR: Final = function_words()
