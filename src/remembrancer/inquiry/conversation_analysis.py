"""What a conversation is about, read by rule: who takes part, what is asked, which words count."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from remembrancer.inquiry.inquiry import ConversationMessage
from remembrancer.language.stemming import Language, detect_language, function_words, language
from remembrancer.language.times.dates import find_dates

_SENTENCE: Final = re.compile(r"[^.!?\n]+[.!?]*")
_WORD: Final = re.compile(r"[^\W_][\w'’+#-]*")  # a number counts: "item 114"
_POSSESSIVE: Final = re.compile(r"['’]s?$")
_ASKS: Final = re.compile(
    r"(?:who|whom|whose|what|where|when|why|how|which|anyone|anybody|somebody|vem|vems|vad|vart|"
    r"när|varför|hur|vilken|vilket|vilka|någon|nån)(?:['’]\w+)?",
    re.IGNORECASE,
)
# A sentence that begins with one of these asks; in its midst they state.
_BEGINS_ASKING: Final = re.compile(
    r"(?:does|did|is|are|can|could|should|any|var|finns|kan|har|är)(?:['’]\w+)?", re.IGNORECASE
)
# What kind of thing a question word asks for.
_WHO: Final = re.compile(
    r"\b(?:who|whom|whose|anyone|anybody|somebody|someone|contacts?|vem|vems|vilka|någon|nån)\b",
    re.IGNORECASE,
)
_WHERE: Final = re.compile(r"\b(?:where|address|place|building|vart|var|adress|plats)\b", re.I)
_WHEN: Final = re.compile(r"\b(?:when|what day|dates?|what time|när|vilken dag|datum)\b", re.I)
_WHAT: Final = re.compile(r"\b(?:what|how|why|vad|hur|varför)\b", re.I)
_OWN: Final = re.compile(
    r"\b(?:i|i['’]\w+|me|my|mine|we|us|our|jag|mig|mej|min|mitt|mina|vi|oss|vår)\b", re.I
)
# Who says this wants something told of himself: a few lines about me.
_OF_SELF: Final = re.compile(
    r"\b(?:about|of|on|introduce|describe)\s+(?:me|myself|us|ourselves)\b|"
    r"\b(?:om|presentera|beskriva?)\s+(?:mig|mej|oss)\b",
    re.IGNORECASE,
)
_ASKING_WORDS: Final = 3  # of a sentence, among which a question word makes it a question
_OLDER_WEIGHT: Final = 0.7  # of a line, for each one that was said after it


@dataclass(frozen=True, kw_only=True)
class ReadConversation:
    """A conversation with what its words tell."""

    participants: tuple[str, ...]
    text: str
    questions: tuple[str, ...]  # sentences that ask, the last first
    words: tuple[str, ...]  # in small letters, without function words
    stems: dict[str, float]  # of these words, with their weights: the last line counts most
    days: tuple[tuple[date, date], ...]  # spans that are named
    asks_who: bool
    asks_where: bool
    asks_when: bool
    asks_what: bool  # for more than a name, a place or a time
    asks_of_own: bool  # the question is about those who ask
    portrays_own: bool  # a text about those who ask is wanted
    language: Language


def read(
    messages: Sequence[ConversationMessage], usual_language: str, now: datetime
) -> ReadConversation:
    """What the words of a conversation tell."""
    text = "\n".join(one.content for one in messages)
    tongue = language(detect_language(text) or usual_language)
    weights: dict[str, float] = {}
    words: dict[str, None] = {}
    questions: list[str] = []
    for back, one in enumerate(reversed(messages)):
        said = [word for word in spoken_words(one.content) if word not in function_words()]
        words |= dict.fromkeys(said)
        for stem in (stem for word in said for stem in tongue.stems(word)):
            weights[stem] = max(weights.get(stem, 0.0), _OLDER_WEIGHT**back)
        questions += [part for part in _sentences(one.content) if _is_question(part)]
    asked = " ".join(questions)
    at = next((one.timestamp for one in reversed(messages) if one.timestamp), now)
    return ReadConversation(
        participants=tuple(dict.fromkeys(one.author_id for one in messages)),
        text=text,
        questions=tuple(questions),
        words=tuple(words),
        stems=weights,
        days=tuple((one.first, one.last) for one in find_dates(text, at, direction=1)),
        asks_who=_WHO.search(asked) is not None,
        asks_where=_WHERE.search(asked) is not None,
        asks_when=_WHEN.search(asked) is not None,
        asks_what=_WHAT.search(asked) is not None,
        asks_of_own=_OWN.search(asked) is not None,
        portrays_own=bool(questions) and _OF_SELF.search(text) is not None,
        language=tongue,
    )


def spoken_words(text: str) -> list[str]:
    """The words of a text in small letters, without a possessive ending."""
    return [_POSSESSIVE.sub("", word) for word in _WORD.findall(text.lower())]


def asks(word: str) -> bool:
    """Whether a word asks and tells nothing: who, anybody."""
    return _ASKS.fullmatch(word) is not None or _WHO.fullmatch(word) is not None


def _sentences(text: str) -> list[str]:
    return [part.strip() for part in _SENTENCE.findall(text) if part.strip()]


def _is_question(sentence: str) -> bool:
    words = [word.strip(",:") for word in sentence.split(maxsplit=_ASKING_WORDS)[:_ASKING_WORDS]]
    if sentence.endswith("?") or any(map(_ASKS.fullmatch, words)):
        return True
    return bool(words) and _BEGINS_ASKING.fullmatch(words[0]) is not None
