"""Cues of a sentence for a digest: a decision, a task state, a person or a question."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from remembrancer.conversations import digest_words as words
from remembrancer.conversations.digest import PointKind
from remembrancer.language.stemming import Language

Stems = frozenset[str]

_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_COUNT: Final = re.compile(r"\d{1,3}")  # longer numbers may be accounts or years
_BOUNDARY: Final = re.compile(r"(?:[,;:!]| [–—-])\s+")
_LONG_CHARACTERS: Final = 120  # a longer sentence loses its lead, unless that is a condition
_FILLER_CHARACTERS: Final = 40  # a clause this short is filler if it holds a polite phrase
_SAME: Final = 0.8  # share of all words that two sentences have in common
_RELATED: Final = 0.5  # share of the shorter sentence's words


def strip_filler(sentence: str) -> str:
    """The sentence without greetings and pleasantries; empty: nothing else is left."""
    rest = words.LEADING_FILLER.sub("", sentence)
    starts = [0, *(match.end() for match in _BOUNDARY.finditer(rest))]
    ends = [*(match.start() for match in _BOUNDARY.finditer(rest)), len(rest)]
    clauses = list(zip(starts, ends, strict=True))
    while clauses and _is_filler(rest[slice(*clauses[0])]):
        clauses.pop(0)
    while clauses and _is_filler(rest[slice(*clauses[-1])]):
        clauses.pop()
    return rest[clauses[0][0] : clauses[-1][1]].strip() if clauses else ""


def _is_filler(clause: str) -> bool:
    plain = _normalised(clause)
    if all(word in words.FILLER_WORDS for word in _WORD.findall(plain.lower())):
        return True
    if words.DECIDED.search(plain):
        return False
    polite = words.FILLER.search(plain)
    if polite is None or (polite.start() and len(plain) > _FILLER_CHARACTERS):
        return False
    return not is_informative(plain[: polite.start()]) and not is_informative(plain[polite.end() :])


class DigestCue(NamedTuple):
    """The point that a sentence makes."""

    kind: PointKind
    text: str


def find_cue(sentence: str, *, is_answering: bool) -> DigestCue | None:
    """The point that a sentence makes; None: no point.

    In a question only the text before the question itself counts.
    """
    text = sentence
    if text.endswith("?"):
        asked = [match.start() for match in _BOUNDARY.finditer(text)]
        text = text[: asked[-1]] if asked else ""
        if not text or words.OPENS_QUESTION.match(text) or words.CONDITION.match(text):
            return None
    plain = _normalised(text)
    if person := _person_in(plain, is_answering=is_answering):
        return DigestCue(PointKind.PERSON, _clause_at(text, person.start()))
    if undecided := words.UNDECIDED.search(plain):
        return DigestCue(PointKind.TASK, _clause_at(text, undecided.start()))
    if decided := (words.DECIDED_BY_THEM if is_answering else words.DECIDED).search(plain):
        return DigestCue(PointKind.DECISION, _clause_at(text, decided.start()))
    if task := words.TASK.search(plain):
        return DigestCue(PointKind.TASK, _clause_at(text, task.start()))
    return None


def _person_in(plain: str, *, is_answering: bool) -> re.Match[str] | None:
    found = words.PERSON.search(plain)
    if is_answering:
        speaks_of_user = words.ABOUT_USER.search(plain) and not words.CONDITION.match(plain)
        return found if speaks_of_user else None
    if found is None and words.SAYS_DU.search(plain):
        return words.CASUAL.search(plain)
    return found


def is_informative(sentence: str) -> bool:
    """Whether a sentence is informative: an order, a negation, a limit, a sum or a date."""
    plain = _normalised(sentence).strip()
    if plain.endswith("?"):
        return False
    if any(map(str.isdigit, plain)) or words.INFORMATIVE.search(plain) is not None:
        return True
    return words.ORDERS.match(plain) is not None


def is_question(sentence: str) -> bool:
    """Whether a sentence is a question, with or without a question mark."""
    return sentence.endswith("?") or words.ASKS.match(_normalised(sentence)) is not None


def is_statement(sentence: str) -> bool:
    """Whether a sentence can be an answer."""
    return not sentence.endswith(("?", ":"))


def _clause_at(sentence: str, start: int) -> str:
    """The sentence; if it is long, from the clause with the cue."""
    if len(sentence) <= _LONG_CHARACTERS:
        return sentence
    begins = [match.end() for match in _BOUNDARY.finditer(sentence, 0, start)]
    if not begins or words.CONDITION.match(sentence):
        return sentence
    return sentence[begins[-1] :]


def stemmer() -> Callable[[str], Stems]:
    """A function that gives the topic stems of a text in both languages.

    It is created for each batch, so that no word of a message stays in memory.
    """
    english, swedish = Language("english"), Language("swedish")
    known: dict[str, str] = {}

    def stem(word: str) -> str:
        in_english, in_swedish = english.stems(word), swedish.stems(word)
        if not in_english or not in_swedish or word in words.BARE:
            return ""
        shorter = min(in_english[0], in_swedish[0], key=len)
        return "" if shorter in words.BARE else shorter

    def stems(text: str) -> Stems:
        found = _WORD.findall(_normalised(text).lower())
        for word in found:
            if word not in known:
                known[word] = stem(word)
        return frozenset(map(known.__getitem__, found)) - {""}

    return stems


def is_same_statement(one: Stems, other: Stems) -> bool:
    """Whether two sentences have nearly the same words and exactly the same numbers."""
    both = one | other
    return len(one & other) >= _SAME * len(both) > 0 and _numbers_in(one) == _numbers_in(other)


def is_related(one: Stems, other: Stems) -> bool:
    """Whether two sentences are about the same thing, at any stage."""
    one, other = _without_counts(one), _without_counts(other)
    fewest = min(len(one), len(other))
    common = len(one & other)
    return common >= min(2, fewest) > 0 and common >= _RELATED * fewest


def _without_counts(stems: Stems) -> Stems:
    return frozenset(stem for stem in stems if not _COUNT.fullmatch(stem))


def _numbers_in(stems: Stems) -> Stems:
    return frozenset(stem for stem in stems if any(map(str.isdigit, stem)))


def _normalised(text: str) -> str:
    return text.replace("’", "'")
