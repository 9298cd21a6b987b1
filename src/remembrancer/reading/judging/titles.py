"""Titles: what a text is about, where its own words do not say so.

A title counts for what it adds. Two titles that name two things of one sort ("Lag of card orders",
"Lag of wire orders") keep their texts apart, and two that give one thing different values ("3-day
settlement lag", "5-day settlement lag") contradict each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Final, NamedTuple

from remembrancer.language.statement import Statement
from remembrancer.language.stemming import function_words
from remembrancer.reading.judging.differences import by_difference, words_of
from remembrancer.reading.judging.judgement import Relation
from remembrancer.reading.judging.verdict import UNRELATED, Verdict

_PART: Final = re.compile(r"[^\w\s'’%-]+|\s[-–—]\s")  # what separates the parts of a title
_WORD: Final = re.compile(r"[^\W_]+")
# They tell one version of a thing from another, and not one thing from another.
_OF_TIME: Final = frozenset(
    {
        *("new", "newer", "old", "older", "former", "current", "previous", "latest", "recent"),
        *("updated", "revised", "final", "draft"),
        *("ny", "nya", "nytt", "gammal", "gamla", "gammalt", "nuvarande", "aktuell", "aktuella"),
        *("tidigare", "senaste", "uppdaterad", "uppdaterade", "slutlig", "utkast"),
    }
)


class Titled(NamedTuple):
    """A text with its title, both read; None: it has none that adds anything."""

    title: Statement | None
    content: Statement


def adds(title: str, content: str) -> bool:
    """Whether a title has a word that its text has not."""
    return not set(_words(title)) <= set(_words(content))


def with_titles(new: Titled, known: Titled, verdict: Verdict) -> Verdict:
    """The verdict on two texts, once it is known what they are called.

    Titles alone replace nothing: what they contradict is shown to a person.
    """
    if new.title is None and known.title is None:
        return verdict
    if verdict.relation in (Relation.UNRELATED, Relation.SAME):
        by_title = _by_title(new, known)
        if by_title is not None:
            return by_title
    if verdict.relation is not Relation.UNRELATED and are_apart(new, known):
        return UNRELATED
    return verdict


def are_apart(new: Titled, known: Titled) -> bool:
    """Whether the titles say that the texts are about two things."""
    if new.title is None or known.title is None:
        return False
    ours, theirs = _parts(new.title), _parts(known.title)
    # Of bare figures only the titles say what they are of.
    is_bare = _is_bare(new.content) and _is_bare(known.content)
    if is_bare and set(chain(*ours)).isdisjoint(chain(*theirs)):
        return True
    said = {*_words(_unvalued(new.content)), *_words(_unvalued(known.content))}
    if len(ours) != len(theirs):
        return False
    return any(_names_two(one, other, said) for one, other in zip(ours, theirs, strict=True))


def _by_title(new: Titled, known: Titled) -> Verdict | None:
    """What the titles contradict that the texts do not speak of; one without a title is what its
    text says."""
    ours, theirs = new.title or new.content, known.title or known.content
    verdict = by_difference(ours, theirs)
    if verdict is None or verdict.relation not in (Relation.CONTRADICTION, Relation.UPDATE):
        return None
    for side in (new, known):
        figures = _figures(side.title)
        if figures and figures <= _figures(side.content):
            return None  # the text says it itself, and was compared
    if _speak_of_two(new.content, known.content):
        return None
    return verdict._replace(because=f"by their titles, {verdict.because}", replaces=False)


def _figures(statement: Statement | None) -> set[float]:
    return set() if statement is None else {one.value for one in statement.amounts}


def _is_bare(content: Statement) -> bool:
    """Whether a text is a value and nothing else: "3 days"."""
    return not words_of(content)


def _speak_of_two(new: Statement, known: Statement) -> bool:
    """Whether two texts of one form name two things: "For card orders.", "For wire orders."."""
    ours, theirs = _run(new.text), _run(known.text)
    return ours != theirs and _names_two(ours, theirs, set())


def _parts(title: Statement) -> list[list[str]]:
    """The words of each part of a title, without its values."""
    return [run for part in _PART.split(_unvalued(title)) if (run := _run(part))]


def _unvalued(statement: Statement) -> str:
    """The text without the figures that have a unit; one without may name a thing: "phase 4"."""
    text = statement.text
    for one in sorted((one for one in statement.amounts if one.unit), key=lambda one: -one.start):
        text = f"{text[: one.start]} {text[one.end :]}"
    return text


def _run(text: str) -> list[str]:
    return list(_words(text))


def _names_two(ours: list[str], theirs: list[str], said: set[str]) -> bool:
    """Whether two phrases have one head and something else beside it each, which the texts do not
    say themselves: the same sort of thing, and another one of it."""
    if _head(ours) != _head(theirs):
        return False
    left = _named(ours) - _named(theirs) - said
    right = _named(theirs) - _named(ours) - said
    return bool(left and right)


def _named(words: list[str]) -> set[str]:
    return set(words) - function_words() - _OF_TIME


def _head(words: list[str]) -> str | None:
    """The last word of what a phrase begins with: "lag" of "the lag of card orders", "orders" of
    "card orders"."""
    small, head = function_words(), None
    for word in words:
        if word not in small:
            head = word
        elif head is not None:
            break
    return head


def _words(text: str) -> Iterator[str]:
    for word in _WORD.findall(text.casefold()):
        # The -s of a plural makes no other word.
        is_plural = len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is"))
        yield word[:-1] if is_plural else word
