"""A question, understood by rule: its words, whom it names, the times it names, what it wants."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache

from remembrancer.rules.dates import When, times
from remembrancer.rules.language import Language
from remembrancer.rules.limits import QUERY_TERMS_MAX

_CAPITAL = re.compile(r"[^\W\d_a-z][^\W\d_]+")
_CAPITALS = re.compile(r"[^\W\d_a-z][\w&.-]*(?:\s+[^\W\d_a-z][\w&.-]*)*")
_PHRASE_WORDS_MAX, _PHRASES_MAX = 4, 40
_NAME_PART = re.compile(r"[^\W\d_]+")
_NAME_LETTERS_MIN = 2
_ROLES = frozenset({"user", "assistant", "system", "tool", "human", "agent", "bot", "unknown"})


@dataclass(frozen=True)
class Question:
    """What was asked."""

    text: str
    terms: tuple[str, ...]  # different stems, in the order of the question
    times: tuple[When, ...]
    language: Language

    @cached_property
    def names(self) -> frozenset[str]:
        """Words that may be names: those that begin with a capital."""
        return frozenset(word.lower() for word in _CAPITAL.findall(self.text))

    @cached_property
    def phrases(self) -> tuple[str, ...]:
        """What may be the name of something: words that begin with a capital, one or several."""
        found: dict[str, None] = {}
        for run in _CAPITALS.findall(self.text):
            words = run.split()
            for first in range(len(words)):
                for last in range(first + 1, min(first + _PHRASE_WORDS_MAX, len(words)) + 1):
                    phrase = " ".join(words[first:last])
                    found |= dict.fromkeys((phrase, phrase.lower()))
        return tuple(found)[:_PHRASES_MAX]

    def asks_about(self, author: str) -> bool:
        """The author is named. Who is only known by a role is never meant by the word."""
        return not self.names.isdisjoint(_name_parts(author))

    def stems_of(self, author: str) -> frozenset[str]:
        """Stems of the question that only name the author."""
        parts = _name_parts(author)
        return frozenset(self.language.stems(" ".join(parts & self.names)))

    def spoken_by(self, authors: Iterable[str]) -> str:
        """The question as those it names would speak of themselves: what they said says "I"."""
        text = self.text
        for part in sorted({part for author in authors for part in _name_parts(author)}):
            name = re.escape(part)
            text = re.sub(rf"\b{name}(?:'s|’s)\b", "my", text, flags=re.IGNORECASE)
            text = re.sub(rf"\b{name}\b", "I", text, flags=re.IGNORECASE)
        return text


def understood(text: str, language: Language, today: date) -> Question:
    """The question in parts."""
    terms = tuple(dict.fromkeys(language.stems(text)))[:QUERY_TERMS_MAX]
    return Question(text, terms, times(text, today), language)


@lru_cache(maxsize=4_096)
def _name_parts(author: str) -> frozenset[str]:
    parts = {part.lower() for part in _NAME_PART.findall(author)}
    if parts & _ROLES:
        return frozenset()
    return frozenset(part for part in parts if len(part) > _NAME_LETTERS_MIN)
