"""Builds regular expressions and word sets from readable lists of words and phrases."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_CONTINUED: Final = re.compile(r"\\\n\s*")


def join_continued_lines(forms: str) -> str:
    """The text with each line that ends in a backslash joined to the next."""
    return _CONTINUED.sub("", forms)


def phrase_pattern(forms: str) -> re.Pattern[str]:
    """A pattern for any of the phrases as whole words. A semicolon separates phrases."""
    listed = join_continued_lines(forms).split(";")
    either = "|".join(" ".join(form.split()) for form in listed if form.strip())
    return re.compile(rf"(?<![\w'])(?:{either})(?!\w)")


def word_set(words: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(words.split())


def contains_any(text: str, hints: tuple[str, ...]) -> bool:
    """Whether a text holds one of the hints, which is quicker than a pattern search."""
    return any(map(text.__contains__, hints))


def alternation(words: Iterable[str]) -> str:
    """An alternation of the words, longest first, for use in a pattern."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
