"""Forms: lists of words and phrases, written so that people can read them, made into patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_CONTINUED: Final = re.compile(r"\\\n\s*")


def unwrapped(forms: str) -> str:
    """The text with lines that end in a backslash joined to the next."""
    return _CONTINUED.sub("", forms)


def cue(forms: str) -> re.Pattern[str]:
    """Any of the forms as whole words. A semicolon parts them; a line break is a blank."""
    listed = unwrapped(forms).split(";")
    either = "|".join(" ".join(form.split()) for form in listed if form.strip())
    return re.compile(rf"(?<![\w'])(?:{either})(?!\w)")


def listed(words: str) -> frozenset[str]:
    """The words, each once."""
    return frozenset(words.split())


def holds(text: str, hints: tuple[str, ...]) -> bool:
    """Whether one of the hints stands somewhere in a text: quicker than a search for a pattern."""
    return any(map(text.__contains__, hints))


def either(words: Iterable[str]) -> str:
    """Any of the words, the longest first, for use within a pattern."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
