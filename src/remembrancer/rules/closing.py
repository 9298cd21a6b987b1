"""Closing: whether what was said later says that something open is done, decided or answered.

It says so of the very matter, plainly and as something that is over. Where that is not clear, the
matter stays open.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final

from remembrancer.rules.language import function_words
from remembrancer.rules.statements import statement
from remembrancer.rules.statements.day_words import MONTHS
from remembrancer.rules.statements.forms import listed
from remembrancer.rules.statements.names import names

_WORD: Final = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+")
# How one speaks of what is open. None of it says what it is about, nor that it is over.
_OPEN: Final = listed(
    """
    still yet already now currently soon later need needs needed must should shall will would could
    might may want wants wanted wish consider considers considering considered discuss discussed
    discussing think thinks thinking thought wonder wondering whether plan plans planning planned
    hope hoping intend going remains remaining left open pending unresolved question undecided
    postponed waiting ännu fortfarande än redan nu snart behöver behövs måste bör ska skall skulle
    vill ville fundera funderar funderade överväga överväger övervägde diskutera diskuterar
    diskuterade tänka tänker tänkte undrar planerar planerade hoppas huruvida kvar återstår öppen
    öppet fråga frågan obestämd skjutits väntar
    """
)
_OVER: Final = re.compile(
    r"\b(?:(?:have|has|had|'ve|'s|is|are|was|were|got|har|hade|är|var|blev|blivit|blir)\b"
    r"|done|finished|completed|settled|ready|klar[at]?|färdig\w*|avklara\w+)",
    re.IGNORECASE,
)
_INTENDS: Final = listed(
    """
    need needs must should shall will would could might may want wants consider considering
    considered discuss discussed discussing think thinking wonder whether plan plans planning hope
    intend going behöver måste bör ska skall skulle vill fundera funderar funderade överväger
    diskuterar diskuterade tänker undrar planerar hoppas huruvida om
    """
)
_NEGATIONS: Final = frozenset({"not", "no", "never", "inte", "ej", "aldrig"})
_SAME_LETTERS: Final = 4  # that two forms of one word begin with, at least
_SAME_SHARE: Final = 0.6  # and so much of the longer one
_COVERED: Final = 0.66  # of the words of the matter that have to be in what closes it
_CHARACTERS_MAX: Final = 1_000


def closes(said: str, matter: str, *, language: str, at: datetime) -> bool:
    """Whether a sentence of what was said ends the open matter."""
    if len(said) > _CHARACTERS_MAX or len(matter) > _CHARACTERS_MAX:
        return False
    return any(_ends(one, matter, language, at) for one in _SENTENCE.split(said.strip()))


def _ends(sentence: str, matter: str, language: str, at: datetime) -> bool:
    words = _words(sentence)
    if sentence.rstrip().endswith("?") or _INTENDS.intersection(words):
        return False
    told = statement.read(sentence, language=language, at=at)
    if told.is_negated or told.is_hedged or told.is_ahead:
        return False
    plain = _OPEN | _NEGATIONS | function_words()
    about = [one for one in dict.fromkeys(_words(matter)) if one not in plain]
    if not about or not _OVER.search(sentence):
        return False
    named = {word for name in names(matter) for word in _words(name)}
    telling = [one for one in about if one in named or one in MONTHS or not one.isalpha()]
    if not set(telling) <= set(words):
        return False  # another year, another month, another person
    shared = sum(any(_is_one_word(one, other) for other in words) for one in about)
    return shared >= 1 and shared / len(about) >= _COVERED


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text.replace("’", "'"))]


def _is_one_word(one: str, other: str) -> bool:
    """The same word in another form: sell and selling, förnya and förnyat."""
    if one == other:
        return True
    same = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        same += 1
    return same >= _SAME_LETTERS and same / max(len(one), len(other)) >= _SAME_SHARE
