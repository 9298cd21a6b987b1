"""Openers: introductory phrases of an assistant, such as "According to our notes, …".

An opener names the source of a statement and is not part of its content. All its words must be
about telling, noting and remembering, or be function words: "In Norway, …", "Before 2020, …" and
"Anna denies that …" belong to the statement and stay.
"""

from __future__ import annotations

import re
from typing import Final

from remembrancer.language.word_patterns import word_set
from remembrancer.reading.offline.confirmations.verification_cues import STATES, SUPPOSES

_VERBS: Final = word_set(
    """
    note noted noting recorded recall recalled remember remembered know see read told tell said say
    mentioned understand understood confirm confirming repeat recap summarise summarize wrote
    written remind learned according says
    noterar noterat noterade notera antecknat antecknar antecknade minns vet förstår förstått sade
    sa sagt berättade berättat nämnde bekräfta skrev skrivit ser läser uppfattat enligt repetera
    lärt står framgår
    """
)
_NOUNS: Final = word_set(
    """
    note notes record records memory memories understanding summary reminder recollection knowledge
    anteckning anteckningar anteckningarna minne minnet minnen minnesanteckningar sammanfattning
    sammanfattningsvis uppgifter uppgifterna protokoll protokollet påminnelse notering noteringar
    noteringarna
    """
)
_SOURCES: Final = (
    word_set(  # only after "according to": "In the database, …" is part of the statement
        """
    handbook manual documentation docs wiki policy policies file files database log logs system
    guide handbok handboken handböcker manualen dokumentation dokumentationen wikin policyn arkivet
    databasen registret systemet guiden
    """
    )
)
_GRAMMAR: Final = word_set(
    """
    i i've i'm i'll we we've you you've your our my the a an as to from per of in on for by it it's
    is have has got been am let me us just well then here here's what what's this at up again back
    also quick quickly one thing first and earlier last time already now so far be can
    jag vi du ni mig oss det är har då så alltså från ur i för min mitt mina vår vårt våra din ditt
    dina de den en ett som här till nu tidigare sist redan även också kort ihåg kommer kan jo ja
    """
)
_DETERMINERS: Final = word_set("the our my your a an this in from of per to")
_BY_SOURCE: Final = re.compile(
    r"(?:according to|as per|per|on file|on record|enligt)\b", re.IGNORECASE
)
_OPENER: Final = re.compile(
    r"(?P<words>[^,:;.!?–—]{1,80}?)(?P<mark>\s*:\s+|,\s+|\s+[–—-]\s+|,?\s+(?:that|att)\s+)"
    r"(?=\S+\s+\S)",
    re.IGNORECASE,
)
_BEFORE_VERB: Final = re.compile(r"(?:enligt|från|ur)\b", re.IGNORECASE)
_TELLING_OR_GRAMMAR: Final = (_VERBS | _NOUNS | _SOURCES | _GRAMMAR) - word_set("är har kommer kan")
_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)?")


def strip_opener(text: str) -> str:
    """A sentence without its opener."""
    rest = text
    while (end := _supposing(rest) or _opening(rest)) and end < len(rest):
        rest = rest[end:]
    return rest


def inverted_statement(text: str) -> str | None:
    """The rest of a sentence after a Swedish opener without punctuation, verb first.

    "Enligt våra anteckningar räknas kassan …" gives "räknas kassan …". None: no such opener.
    """
    if _BEFORE_VERB.match(text) is None or _opening(text):
        return None
    words = list(_WORD.finditer(text))
    for number, one in enumerate(words):
        word = one[0].lower()
        if word not in _TELLING_OR_GRAMMAR:
            is_led_up_to = not (_NOUNS | _SOURCES).isdisjoint(
                before[0].lower() for before in words[:number]
            )
            return text[one.start() :] if is_led_up_to and STATES.fullmatch(word) else None
    return None


def _supposing(text: str) -> int:
    found = SUPPOSES.match(text)
    return found.end() if found and found.end() < len(text) else 0


def _opening(text: str) -> int:
    """The length of the opener."""
    found = _OPENER.match(text)
    if found is None:
        return 0
    words = _WORD.findall(found["words"].lower())
    by_source = _BY_SOURCE.match(text) is not None
    telling = _VERBS | _NOUNS | (_SOURCES if by_source else frozenset())
    if telling.isdisjoint(words) or not (telling | _GRAMMAR).issuperset(words):
        return 0
    if found["mark"].strip(" ,").lower() in ("that", "att"):
        # "The notes that we keep …" is about the notes.
        if words[-1] in _NOUNS and len(words) > 1 and words[-2] in _DETERMINERS:
            return 0
        if _VERBS.isdisjoint(words):
            return 0
    return found.end()
