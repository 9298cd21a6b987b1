"""Settling: answers that decide only if they name an alternative: "right, five it is"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from remembrancer.language.stemming import function_words
from remembrancer.language.word_patterns import word_set
from remembrancer.reading.offline.talk.spoken_sentences import SpokenSentence
from remembrancer.reading.offline.traces import trace_cues as cues

SETTLED_WORDS_MAX: Final = 24  # a longer answer says something else

_WORD: Final = re.compile(r"\w+")
_STEM_LETTERS: Final = 5
_GRAMMAR: Final = function_words()
_ARTICLE: Final = re.compile(r"\A\W*A(?= [a-zåäö])")
_NOD: Final = re.compile(
    r"(?:(?:ok(?:ay|ej)?|yes|yeah|yep|sure|fine|right|great|perfect|good(?: (?:point|idea|plan))?|"
    r"alright|all right|fair enough|makes sense|that makes sense|sounds good|agreed|then|so|well|"
    r"ja|jo|japp|visst|bra|perfekt|toppen|absolut|låter bra|det låter bra|rimligt|då|så)"
    r"[,.!]?\s+)+",
    re.IGNORECASE,
)
_TAKES: Final = re.compile(
    r"(?:we|i)(?:'ll| will| shall|'re going to|'m going to| are going to| am going to)"
    r"(?: just| then| all| both)? (?P<verb>\w+)|(?:vi|jag)(?: väl)? (?P<tar>\w+[ra])\b"
    r"|(?P<går>\w+[ra]) (?:vi|jag)\b",
    re.IGNORECASE,
)
_IS_FINE: Final = re.compile(
    r"(?:i'm|we're|i am|we are) (?:\w+ )?(?:happy|fine|comfortable|content|good|ok|okay) with\b"
    r"|[^.?!]{1,60}\b(?:it is|blir det)(?: then| då)?\W*$|(?:det )?(?:blir|får bli)\b",
    re.IGNORECASE,
)
_FINITE: Final = word_set(
    """
    is are was were has have had will would can could should may might does did isn't don't
    doesn't that's i'm i've i'd we'd it's är var har hade ska kan kunde skulle bör får
    """
)
_NO_ORDER: Final = word_set(
    """
    i we you he she they it there what how when who why where the a an my our your this det den jag
    vi du ni han hon de vad hur när en ett min vår
    """
)
_TAKEN: Final = word_set(
    """
    do take have go use keep fix choose pick leave stay start hold move switch put pay adopt run
    try tar kör gör går väljer behåller satsar byter håller flyttar betalar lägger
    """
)
_INFLECTED: Final = re.compile(r"(?<=\w{4})(?:ing|ed|es|s)$")
_ENDINGS: Final = re.compile(r"(?:ing|ed|es|s|er|ar|r|a|e)$")


def topic_stems(text: str) -> frozenset[str]:
    """The topic stems of a text, and single capital letters as names of things."""
    text = _ARTICLE.sub("", text)
    found: set[str] = set()
    for word in _WORD.findall(text):
        if len(word) == 1 and word.isupper() and word != "I":
            found.add(word)
        elif len(word) > 1 and (word.lower() not in _GRAMMAR or word.isupper()):
            found.add(_INFLECTED.sub("", word.lower())[:_STEM_LETTERS])
    return frozenset(found)


def names_option(text: str, weighed: Iterable[str]) -> bool:
    """Whether a text names one of the alternatives."""
    return not topic_stems(text).isdisjoint(one for text in weighed for one in topic_stems(text))


def settles_choice(said: SpokenSentence, weighed: Iterable[str]) -> bool:
    """Whether an answer chooses one of the alternatives."""
    text, weighed = said.text, tuple(weighed)
    if said.is_question or len(text.split()) > SETTLED_WORDS_MAX:
        return False
    if any(
        one.search(text) for one in (cues.DEFERRED, cues.DECLINED, cues.HEDGED, cues.CONCERN)
    ) or cues.HYPOTHETICAL.match(text):
        return False
    nod = _NOD.match(text)
    rest = text[nod.end() :] if nod else text
    if takes := _TAKES.match(rest):
        verb = (takes["verb"] or takes["tar"] or takes["går"]).lower()
        return _is_weighed(verb, weighed) or (verb in _TAKEN and names_option(text, weighed))
    if not names_option(text, weighed):
        return False
    if _IS_FINE.match(rest):
        return True
    words = rest.lower().split()
    is_order = len(words) > 1 and words[0] not in _NO_ORDER and _FINITE.isdisjoint(words[:4])
    return nod is not None and is_order


def _is_weighed(verb: str, weighed: Iterable[str]) -> bool:
    stem = _ENDINGS.sub("", verb)
    return any(
        _ENDINGS.sub("", word) == stem for text in weighed for word in _WORD.findall(text.lower())
    )
