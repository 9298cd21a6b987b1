"""A question, parsed by rules: its words, the names and times in it, and its intent."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from remembrancer.core.limits import QUERY_TERMS_MAX
from remembrancer.language.stemming import Language
from remembrancer.recall.question_dates import MONTHS, When, times

_CAPITAL = re.compile(r"[^\W\d_a-z][^\W\d_]+")
_CAPITALS = re.compile(r"[^\W\d_a-z][\w&.-]*(?:\s+[^\W\d_a-z][\w&.-]*)*")
_PHRASE_WORDS_MAX, _PHRASES_MAX = 4, 40
_DISCUSSION = re.compile(
    r"\b(?:discuss|talk|think|thought|opinion|view|summari[sz]|meeting|decid|decision|conclu|agree"
    r"|suggest|recommend|propos|say|said|debat|argu|mention|why|diskut|prata|tyck|åsikt|sammanfatt"
    r"|möte|beslut|bestäm|föresl|förslag|varför)\w*",
    re.IGNORECASE,
)
_NAME_PART = re.compile(r"[^\W\d_]+")
_INITIAL_LETTERS = 2  # a shorter first part of a name is an initial
_OPEN = re.compile(r"\?|^\W*(?:what|why|how|describe|explain|tell|vad|hur|beskriv)", re.IGNORECASE)
_FACT = re.compile(
    r"^\W*(?:(?:on|in|at|since|until|for|from|to|with)\s+)?(?:when|where|who|whom|whose|which"
    r"|how\s+(?:many|much|old|long|often|far)|när|var|vem|vilken|vilket|hur\s+(?:många|mycket"
    r"|gammal|länge|ofta))\b|\b(?:i|my|me|mine|jag|min|mitt|mina|mig)\b",
    re.IGNORECASE,
)
_ROLES = frozenset({"user", "assistant", "system", "tool", "human", "agent", "bot", "unknown"})


@dataclass(frozen=True)
class Question:
    """A parsed question."""

    text: str
    terms: tuple[str, ...]  # unique stems, in the order of the question
    times: tuple[When, ...]
    language: Language

    @cached_property
    def names(self) -> frozenset[str]:
        """Possible names: capitalised words that are neither stop words nor roles."""
        words = frozenset(word.lower() for word in _CAPITAL.findall(self.text))
        return words - self.language.stop_words - _ROLES - (MONTHS if self.times else frozenset())

    @cached_property
    def phrases(self) -> tuple[str, ...]:
        """Possible names of something: one or several capitalised words in a row."""
        result: dict[str, None] = {}
        for run in _CAPITALS.findall(self.text):
            words = run.split()
            for first in range(len(words)):
                for last in range(first + 1, min(first + _PHRASE_WORDS_MAX, len(words)) + 1):
                    phrase = " ".join(words[first:last])
                    result |= dict.fromkeys((phrase, phrase.lower()))
        return tuple(result)[:_PHRASES_MAX]

    @cached_property
    def asks_about_discussion(self) -> bool:
        """Whether it asks what was said or decided about something, not for a fact."""
        return _DISCUSSION.search(self.text) is not None

    @cached_property
    def may_be_about_a_talk(self) -> bool:
        """Whether it asks what was said about something, or at least for no plain fact."""
        if self.asks_about_discussion:
            return True
        return _OPEN.search(self.text) is not None and _FACT.search(self.text) is None

    def named(self, authors: Iterable[str]) -> frozenset[str]:
        """The authors that the question names, by full name or by first name.

        A word for a role never names an author, nor does a first name that two authors share.
        """
        listed = [author for author in authors if author.strip()]
        whole = frozenset(
            author
            for author in listed
            if (self._says(author) if " " in author else author.lower() in self.names)
        )
        if whole:
            return whole
        first: dict[str, list[str]] = {}
        for author in listed:
            parts = _NAME_PART.findall(author)
            if len(parts) > 1 and len(parts[0]) > _INITIAL_LETTERS:
                first.setdefault(parts[0].lower(), []).append(author)
        return frozenset(
            authors[0]
            for name, authors in first.items()
            if len(authors) == 1 and name in self.names
        )

    def _says(self, name: str) -> bool:
        if name.lower() not in self.text.lower():  # compiling a pattern takes far longer
            return False
        return re.search(rf"\b{re.escape(name)}\b", self.text, re.IGNORECASE) is not None

    def stems_of(self, author: str) -> frozenset[str]:
        """Stems of the question that only name the author."""
        return frozenset(self.language.stems(author))

    def spoken_by(self, authors: Iterable[str]) -> str:
        """The question in the first person of the people it names, since their messages say "I"."""
        text = self.text
        for author in sorted(authors, key=len, reverse=True):
            first = author.split()[0]
            for name in (author, first) if first.lower() in self.names else (author,):
                called = rf"\b(?:the\s+)?{re.escape(name)}"
                text = re.sub(rf"{called}(?:'s|’s)", "my", text, flags=re.IGNORECASE)
                text = re.sub(rf"{called}\b", "I", text, flags=re.IGNORECASE)
        return text


def understood(text: str, language: Language, today: date) -> Question:
    """The parsed question."""
    terms = tuple(dict.fromkeys(language.stems(text)))[:QUERY_TERMS_MAX]
    return Question(text, terms, times(text, today), language)
