"""Titles as context of a text that does not name its topic itself.

Only what a title adds counts. Titles that name two things of one kind ("Lag of card orders",
"Lag of wire orders") make their texts unrelated. Titles that give one thing different values
("3-day settlement lag", "5-day settlement lag") contradict each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Final, NamedTuple

from remembrancer.language.statement import Statement
from remembrancer.language.stemming import function_words
from remembrancer.reading.judging.differences import judge_difference, plain_words
from remembrancer.reading.judging.judgement import StatementRelation
from remembrancer.reading.judging.text_forms import TextForms
from remembrancer.reading.judging.verdict import UNRELATED, Verdict

_PART: Final = re.compile(r"[^\w\s'’%-]+|\s[-–—]\s")  # separators of the parts of a title
_WORD: Final = re.compile(r"[^\W_]+")
# Words that distinguish versions of one thing, not different things.
_OF_TIME: Final = frozenset(
    {
        *("new", "newer", "old", "older", "former", "current", "previous", "latest", "recent"),
        *("updated", "revised", "final", "draft"),
        *("ny", "nya", "nytt", "gammal", "gamla", "gammalt", "nuvarande", "aktuell", "aktuella"),
        *("tidigare", "senaste", "uppdaterad", "uppdaterade", "slutlig", "utkast"),
    }
)


class TitledStatement(NamedTuple):
    """A parsed text with its parsed title; None: the title adds nothing."""

    title: Statement | None
    content: Statement


def adds_words(title: str, content: str) -> bool:
    """Whether a title has a word that its text lacks."""
    return not set(_words(title)) <= set(_words(content))


def apply_titles(new: TitledStatement, known: TitledStatement, verdict: Verdict) -> Verdict:
    """The verdict on two texts, adjusted by their titles.

    Titles alone replace nothing: a contradiction by title is shown to a person.
    """
    if new.title is None and known.title is None:
        return verdict
    if verdict.relation in (StatementRelation.UNRELATED, StatementRelation.SAME):
        by_title = _by_title(new, known)
        if by_title is not None:
            return by_title
    if verdict.relation is not StatementRelation.UNRELATED and name_different_things(new, known):
        return UNRELATED
    return verdict


def name_different_things(new: TitledStatement, known: TitledStatement) -> bool:
    """Whether the titles say that the texts are about different things."""
    if new.title is None or known.title is None:
        return False
    ours, theirs = _parts(new.title), _parts(known.title)
    # For bare numbers only the titles say what they measure.
    is_bare = _is_bare(new.content) and _is_bare(known.content)
    if is_bare and set(chain(*ours)).isdisjoint(chain(*theirs)):
        return True
    said = {*_words(_without_values(new.content)), *_words(_without_values(known.content))}
    if len(ours) != len(theirs):
        return False
    return any(_names_two(one, other, said) for one, other in zip(ours, theirs, strict=True))


def _by_title(new: TitledStatement, known: TitledStatement) -> Verdict | None:
    """The contradiction between the titles, if the texts do not cover it. A missing title is
    replaced by the text."""
    ours, theirs = new.title or new.content, known.title or known.content
    verdict = judge_difference(ours, theirs, TextForms())
    if verdict is None or verdict.relation not in (
        StatementRelation.CONTRADICTION,
        StatementRelation.UPDATE,
    ):
        return None
    for side in (new, known):
        figures = _figures(side.title)
        if figures and figures <= _figures(side.content):
            return None  # the text has the value too and was compared already
    if _texts_name_two(new.content, known.content):
        return None
    return verdict._replace(reason=f"by their titles, {verdict.reason}", replaces=False)


def _figures(statement: Statement | None) -> set[float]:
    return set() if statement is None else {one.value for one in statement.amounts}


def _is_bare(content: Statement) -> bool:
    """Whether a text is a value and nothing else: "3 days"."""
    return not plain_words(content)


def _texts_name_two(new: Statement, known: Statement) -> bool:
    """Whether two parallel texts name two things: "For card orders.", "For wire orders."."""
    ours, theirs = _word_run(new.text), _word_run(known.text)
    return ours != theirs and _names_two(ours, theirs, set())


def _parts(title: Statement) -> list[list[str]]:
    """The words of each part of a title, without its values."""
    return [run for part in _PART.split(_without_values(title)) if (run := _word_run(part))]


def _without_values(statement: Statement) -> str:
    """The text without amounts that have a unit; a bare number may be a name: "phase 4"."""
    text = statement.text
    for one in sorted((one for one in statement.amounts if one.unit), key=lambda one: -one.start):
        text = f"{text[: one.start]} {text[one.end :]}"
    return text


def _word_run(text: str) -> list[str]:
    return list(_words(text))


def _names_two(ours: list[str], theirs: list[str], said: set[str]) -> bool:
    """Whether two phrases name different things of one kind: the same head noun, and different
    modifiers that the texts do not mention."""
    if _head(ours) != _head(theirs):
        return False
    left = _named(ours) - _named(theirs) - said
    right = _named(theirs) - _named(ours) - said
    return bool(left and right)


def _named(words: list[str]) -> set[str]:
    return set(words) - function_words() - _OF_TIME


def _head(words: list[str]) -> str | None:
    """The head noun of a phrase: "lag" in "the lag of card orders", "orders" in "card orders"."""
    small, head = function_words(), None
    for word in words:
        if word not in small:
            head = word
        elif head is not None:
            break
    return head


def _words(text: str) -> Iterator[str]:
    for word in _WORD.findall(text.casefold()):
        # Singular and plural are the same word.
        is_plural = len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is"))
        yield word[:-1] if is_plural else word
