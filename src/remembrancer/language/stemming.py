"""Stemming: turns text into the stems that are indexed and searched for.

The library stems, not the database, so that SQLite and PostgreSQL give the same results.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256

import Stemmer

from remembrancer.core.errors import InvalidSettings

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_CACHED_WORDS_MAX = 50_000
_WORD_LETTERS_MAX = 100  # databases limit the size of an index entry: longer words are hashed
_BEGINNING_LETTERS = 60
_COMPOUNDING = ("swedish", "german", "dutch", "danish", "norwegian", "finnish")
_COMPOUND_PART_MIN = 4  # letters of a part of a compound

# Finds the same words as the pattern, four times as fast, for ASCII text.
_ASCII_LETTERS = {
    code: chr(code).lower() if chr(code).isalnum() or chr(code) == "'" else " "
    for code in range(128)
}

# Function words. A word that could be the topic of a question is not listed.
_ENGLISH = """
a about above after again against all also am an and any are aren't as at be because been before
being below between both but by can can't cannot could couldn't did didn't do does doesn't doing
don't down during each few for from further had hadn't has hasn't have haven't having he he'd
he'll he's her here here's hers herself him himself his how how's i i'd i'll i'm i've if in into
is isn't it it's its itself just let's me more most mustn't my myself no nor not now of off on
once only or other ought our ours ourselves out over own same shan't she she'd she'll she's should
shouldn't so some such than that that's the their theirs them themselves then there there's these
they they'd they'll they're they've this those through to too under until up very was wasn't we
we'd we'll we're we've were weren't what what's when when's where where's which while who who's
whom why why's will with won't would wouldn't you you'd you'll you're you've your yours yourself
yourselves
"""
_SWEDISH = """
alla allt att av blev bli blir blivit de dem den denna deras dess dessa det detta dig din dina
ditt du där då efter ej eller en er era ert ett från för ha hade han hans har henne hennes hon
honom hur här i icke ingen inom inte jag ju kan kunde man med mellan men mig min mina mitt mot
mycket ni nu när någon något några och om oss på samma sedan sig sin sina sitt själv ska skall
skulle som så sådan sådana sådant till under upp ut utan vad var vara varför varit varje vars vart
vem vi vid vilka vilkas vilken vilket vill vår våra vårt än är åt över
"""
_STOP_WORDS = {
    "english": frozenset(_ENGLISH.split()),
    "swedish": frozenset(_SWEDISH.split()),
}

# Question words: they say what sort of answer is wanted, not what it is about.
_ASKING = {
    "english": (
        "many much often long ago total number amount kind kinds type types sort sorts different "
        "current currently recent recently ever tell told remind mention mentioned please "
        "summarize discuss discussed talk talked think say said ask asked list"
    ),
    "swedish": (
        "många mycket ofta länge sedan totalt antal belopp slag sort sorter typ typer olika "
        "nuvarande nyligen någonsin berätta berättade påminn nämnde nämna snälla sammanfatta "
        "diskutera diskuterade prata pratade tror tycker säga sade sa fråga frågade lista"
    ),
}


class Language:
    """The stemmer of one language. Instances are shared and cache words only."""

    def __init__(self, name: str) -> None:
        if name not in Stemmer.algorithms():
            known = ", ".join(sorted(Stemmer.algorithms()))
            raise InvalidSettings(f"Language {name!r} is not known. Choose one of: {known}.")
        self.name = name
        self.stop_words = _STOP_WORDS.get(name, frozenset())
        self._stemmer = Stemmer.Stemmer(name)
        self._stems: dict[str, str] = {}
        self._asking: frozenset[str] | None = None

    def stems(self, text: str) -> list[str]:
        """The stems of a text in order, repeats included, without stop words."""
        if text.isascii():
            words = text.translate(_ASCII_LETTERS).split()
        else:
            words = _WORD.findall(unicodedata.normalize("NFKC", text).replace("’", "'").lower())
        if len(self._stems) >= _CACHED_WORDS_MAX:
            self._stems = {}
        known = self._stems
        try:
            return [stem for stem in map(known.__getitem__, words) if stem]
        except KeyError:
            for word in words:
                if word not in known:
                    known[word] = self._stem(word)
        return [stem for stem in map(known.__getitem__, words) if stem]

    def stem(self, word: str) -> str:
        """The stem of one lower-case word; empty for a stop word."""
        found = self._stems.get(word)
        if found is None:
            if len(self._stems) >= _CACHED_WORDS_MAX:
                self._stems = {}
            found = self._stems[word] = self._stem(word)
        return found

    @property
    def is_compounding(self) -> bool:
        """Whether the language writes two words as one."""
        return self.name in _COMPOUNDING

    def has_part(self, word: str, parts: Iterable[str]) -> bool:
        """Whether one of the parts stands within a word, in a language that writes both as one."""
        if not self.is_compounding:
            return False
        return any(
            len(part) >= _COMPOUND_PART_MIN
            and len(word) >= len(part) + _COMPOUND_PART_MIN
            and part in word
            for part in parts
        )

    def asking_words(self) -> frozenset[str]:
        """The stems of question words."""
        if self._asking is None:
            self._asking = frozenset(self.stems(_ASKING.get(self.name, "")))
        return self._asking

    def forget(self) -> None:
        """Clears the word cache, which may hold erased words."""
        self._stems = {}

    def _stem(self, word: str) -> str:
        """The stem of a word; empty for a stop word."""
        word = word.strip("'")
        if len(word) > _WORD_LETTERS_MAX:
            return word[:_BEGINNING_LETTERS] + sha256(word.encode()).hexdigest()[:32]
        return "" if word in self.stop_words else self._stemmer.stemWord(word).replace("'", "")


def function_words() -> frozenset[str]:
    """The function words of all supported languages."""
    return frozenset().union(*_STOP_WORDS.values())


def detect_language(text: str) -> str | None:
    """The language with the most function words in a text; None: none, or a tie."""
    words = [word.strip("'") for word in _WORD.findall(text.lower().replace("’", "'"))]
    counts = {name: sum(word in listed for word in words) for name, listed in _STOP_WORDS.items()}
    most = max(counts.values())
    named = [name for name, count in counts.items() if count == most]
    return named[0] if most and len(named) == 1 else None


@lru_cache(maxsize=64)
def language(name: str) -> Language:
    """The shared stemmer of a language, by its English name: `swedish`."""
    return Language(name)


def stems_in_each_language(text: str, spoken: str) -> frozenset[str]:
    """The stems of a text in a language and in those that any text may be read in."""
    return frozenset(stem for name in {spoken, *_STOP_WORDS} for stem in language(name).stems(text))


def forget_words(spoken: str) -> None:
    """Clears the word caches of a language and of those that any text may be read in: they may
    hold erased words."""
    for name in {spoken, *_STOP_WORDS}:
        language(name).forget()
