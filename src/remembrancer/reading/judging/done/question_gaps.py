"""What an open question asks for, and whether a statement gives it: who, where, when, how many.

A statement about the same matter that gives something else leaves the question open: "who wrote the
report?" is not answered by "the report was sent on Friday".
"""

from __future__ import annotations

import re
from typing import Final

from remembrancer.language.amounts import CURRENCIES
from remembrancer.language.statement import Statement
from remembrancer.language.stemming import function_words
from remembrancer.language.times.day_words import MONTHS, WEEKDAYS
from remembrancer.language.word_patterns import alternation, word_set
from remembrancer.reading.judging.done.closing_words import is_one_word
from remembrancer.reading.judging.matter.other_things import name_other_things

_WORD: Final = re.compile(r"[^\W\d_]+")
# What says in so many words that the question is no longer open.
_SETTLED: Final = word_set(
    """
    settled sorted solved resolved answered answer cleared clear known decided agreed found chosen
    avgjort avgjord löst utrett utredd klart klarlagt besvarad besvarat svar bestämt bestämd
    beslutat hittad hittat hittades valt vald utsett utsedd känt
    """
)
_LETTERS: Final = 4
_ASKING: Final = function_words() | word_set(
    "when när many much många mycket day dag vilken which know vet decided unclear oklart bestämt"
    " why varför where var who vem vad what long lång länge far old tar takes take does do"
    " cost costs kostar still ännu yet"
)
_ASKS_WHO: Final = re.compile(r"(?<!\w)(?:who|vem)(?!\w)(.*)")
_ASKS_HOW_MANY: Final = re.compile(
    r"(?<!\w)(?:how (?:many|much)|hur (?:många|mycket))\s(?:[^\W\d_]+)?"
)
_COUNTED: Final = re.compile(r"(?<!\w)(?:how many|hur många)\s([^\W\d_]{3,})")
_ASKS_WHERE: Final = re.compile(
    r"(?<!\w)(?:where|var)(?= (?:is|are|was|were|will|do|does|is|är|låg"
    r"|ligger|finns|ska|kan|hålls|bor|står|har)(?!\w))"
)
_ASKS_WHEN: Final = re.compile(r"(?<!\w)(?:when|när|what day|which day|vilken dag)(?!\w)")
_ASKS_WHY: Final = re.compile(r"(?<!\w)(?:why|varför)(?!\w)")
_BECAUSE: Final = re.compile(
    r"(?<!\w)(?:because|due to|thanks to|eftersom|därför att|på grund av|beror på|berodde på)(?!\w)"
)
_ASKS_FIGURE: Final = re.compile(
    r"(?<!\w)(?:how (?:many|much|long|far|old|big)|hur (?:många|mycket|lång|långt|länge"
    r"|gammal|stor)|vad kostar|what does)(?!\w)"
)
_ASKS_COST: Final = re.compile(r"(?<!\w)(?:costs?|price|pay|kostar?|pris|betalar?)(?!\w)")
_NOBODY: Final = function_words() | {"nobody", "someone", "somebody", "ingen", "någon"}
_IT_IS: Final = re.compile(
    r"^\W*(?:it's|it is|it will be|it was|that's|det är|det blir|det var)(?!\w)"
)
_STILL_ASKED: Final = re.compile(r"(?<!\w)(?:whether|huruvida)(?!\w)")
_PLACE: Final = re.compile(
    r"(?<!\w)(?:in|at|on|by|near|behind|under|inside|outside|beside|above|i|på|hos|vid|bakom|under"
    r"|bredvid|ovanför|inne i|till|to)\s(?:(?:the|our|my|a|den|det|vår|vårt)\s)?([^\W\d_]+)"
)
_TIME: Final = re.compile(
    rf"(?:{alternation({**MONTHS, **WEEKDAYS})})(?:s|en|ar|arna)?$|noon|midnight|lunch|morning"
    r"|evening|tonight|today|tomorrow|week|month|year|spring|summer|autumn|winter|vår|sommar|höst"
    r"|vinter|morgon|kväll|natt|vecka|månad|år|dag|idag|kvart|slut|början|end|start"
)


def leaves_gap(new: Statement, known: Statement) -> bool:
    """Whether the question asks for something that the statement does not give."""
    low, asked = new.text.casefold(), known.text.casefold()
    words = _WORD.findall(low)
    if not _SETTLED.isdisjoint(words):
        return False
    if _STILL_ASKED.search(low) is not None:
        return True
    who = _ASKS_WHO.search(asked)
    if who is not None:
        return _IT_IS.match(low) is None and not _has_act(who[1], words)
    is_of_when = _ASKS_WHEN.search(asked) is not None
    if (is_of_when or _ASKS_HOW_MANY.search(asked)) and not _has_all(asked, words):
        return True
    counted = _COUNTED.search(asked)
    if counted is not None and not any(word[:4] == counted[1][:4] for word in words):
        return True
    if _ASKS_HOW_MANY.search(asked) is not None:
        is_cost = _ASKS_COST.search(asked) is not None
        return not any(one.unit in CURRENCIES or not is_cost for one in new.claim.figures)
    if _ASKS_WHERE.search(asked) is not None:
        return not new.claim.names - known.claim.words and not _names_place(low, asked)
    if is_of_when:
        claim = new.claim
        is_told = claim.days or claim.periods or claim.rhythms or claim.figures
        return not is_told and not any(_TIME.match(word) for word in words)
    return False


def fills_gap(new: Statement, known: Statement) -> bool:
    """Whether the statement has all words of the question, and gives what is asked for."""
    low, asked = new.text.casefold(), known.text.casefold()
    words = _WORD.findall(low)
    if not asked.rstrip().endswith("?") or not _has_all(asked, words) or leaves_gap(new, known):
        return False
    if _ASKS_WHO.search(asked) is not None:
        return bool(words) and words[0] not in asked and words[0] not in _NOBODY
    if _ASKS_WHY.search(asked) is not None:
        return _BECAUSE.search(low) is not None
    if _ASKS_WHERE.search(asked) is not None:
        return _names_place(low, asked)
    if _ASKS_FIGURE.search(asked) is not None:
        told = set(new.claim.figures) - set(known.claim.figures)
        if name_other_things(new, known):
            return False  # in class 3B, not in 3C
        is_cost = _ASKS_COST.search(asked) is not None
        return any((one.unit in CURRENCIES) == is_cost for one in told)
    return False


def _has_act(asked: str, words: list[str]) -> bool:
    """Whether the words have the first act behind "who", in any form."""
    acts = [one for one in _WORD.findall(asked) if one not in function_words() and len(one) > 2]
    return not acts or any(word[:3] == acts[0][:3] or is_one_word(acts[0], word) for word in words)


def _has_all(asked: str, words: list[str]) -> bool:
    """Whether the words have each content word of the question, in any form."""
    contents = [one for one in _WORD.findall(asked) if one not in _ASKING and len(one) > 2]
    return all(
        any(word[:_LETTERS] == one[:_LETTERS] or is_one_word(one, word) for word in words)
        for one in contents
    )


def _names_place(low: str, asked: str) -> bool:
    return any(_TIME.match(one) is None and one not in asked for one in _PLACE.findall(low))
