"""Others' lives: stories and hearsay about people who are not of the household.

"My brother never had a pension when he ran the garage" says nothing about the speaker. Nor does
what a friend's landlord charges, or what some bloke said. They are left in the raw text.
"""

from __future__ import annotations

import re
from typing import Final

from remembrancer.language.holder_words import OURS, PERSON, THEIRS
from remembrancer.language.word_patterns import word_set

SUBJECT_WORDS_MAX: Final = 5  # between the first word and the person: "a guy at the gym"

_WORD: Final = re.compile(r"[^\W\d_]+(?:[-'][^\W\d_]+)*")
_OWNED: Final = OURS | THEIRS
_SOME: Final = frozenset({"a", "an", "some", "en", "ett"})
_I: Final = re.compile(r"(?<![\w'])I(?![\w'])")  # the Swedish "i" is small
_WE: Final = word_set(
    "we us me our my i'm i've we're we've jag vi oss mig vår vårt våra min mitt mina"
)
_OUTSIDER: Final = re.compile(
    r"(?:friend|mate|neighbou?r|colleague|boss|cousin|uncle|aunt|brother|sister|mother|father|mum"
    r"|mom|dad|grand\w+|\w+-in-law|kompis|vän|granne|kollega|chef|kusin|moster|faster|morbror"
    r"|farbror|svåger|svägerska|svärfar|svärmor|bror|brorsa|syster|mamma|pappa|mor|far|mormor"
    r"|farmor|morfar|farfar)$"
)
_STORY: Final = re.compile(
    r"(?<![\w'])(?:never|always|used to|had|kept|ran|(?:when|till|until|while) (?:he|she|they)"
    r"|aldrig|alltid|hade|brukade|(?:när|tills|medan) (?:han|hon|de))(?![\w'])"
)
_SAYS: Final = re.compile(
    r"(?<![\w'])(?:told|tells|said|says|claims|claimed|reckons|reckoned|swears|swore|sa|sade|säger"
    r"|påstår|påstod|berättade|hävdar)(?![\w'])"
)
_ALIKE: Final = re.compile(  # "my mother's the same with hers"
    r"\W*(?:my|our|min|mitt|vår|vårt)\s[\w-]+(?:'s|\s(?:is|are|was|were|är|var|gör|gjorde))\s"
    r"(?:exactly\s|just\s|precis\s|likadan\w*|(?:the\s)?same\b|lika(?=\s(?:med|dant)))"
)


def is_of_others(text: str) -> bool:
    """Whether a sentence tells of somebody outside the household, or repeats what some such person
    said."""
    low = text.lower().replace("’", "'")
    words = _WORD.findall(low[:200])
    first = words[0] if words else ""
    if first in _SOME:
        told = _SAYS.search(low)
        named = words[1 : SUBJECT_WORDS_MAX + 1]
        return told is not None and any(PERSON.match(one) for one in named)
    if first not in _OWNED:
        return False
    if _ALIKE.match(low):
        return True
    subject = _subject(words)
    if subject is None or _I.search(text) or not _WE.isdisjoint(words[subject + 1 :]):
        return False
    if subject > 1 and _is_owner(words[subject - 1]):
        return True
    return _OUTSIDER.match(words[subject]) is not None and _STORY.search(low) is not None


def _subject(words: list[str]) -> int | None:
    """Which word names the person that a sentence is about; None: no person."""
    for place, word in enumerate(words[1:4], start=1):
        if PERSON.match(word) and not word.endswith("'s") and not _is_followed(words, place):
            return place
    return None


def _is_followed(words: list[str], place: int) -> bool:
    """Whether the next word names another person, of whom this one is the owner."""
    after = words[place + 1] if place + 1 < len(words) else ""
    return words[place].endswith("s") and PERSON.match(after) is not None


def _is_owner(word: str) -> bool:
    """Whether a word is a person in the genitive: "friend's", "kusins"."""
    bare = word.removesuffix("'s") if word.endswith("'s") else word.removesuffix("s")
    return bare != word and PERSON.match(bare) is not None
