"""Hints: which of many short texts a text holds. Most hold none, and that is told fast."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

_START: Final = 3  # letters by which a hint is looked up


class Hints:
    """Short texts, each with the number of what it hints at."""

    def __init__(self, given: Iterable[tuple[str, int]]) -> None:
        by_start: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
        short: list[tuple[str, int]] = []
        for hint, number in given:
            (by_start[hint[:_START]] if len(hint) >= _START else short).append((hint, number))
        self._by_start = dict(by_start)
        self._starts = frozenset(by_start)
        self._short = tuple(short)

    def numbers(self, text: str) -> list[int]:
        """The numbers that the text hints at, in order."""
        # Looking up each place of a text is quicker than looking for each of 500 hints in it.
        here = {text[place : place + _START] for place in range(len(text) - _START + 1)}
        found = {number for hint, number in self._short if hint in text}
        for start in self._starts & here:
            found.update(number for hint, number in self._by_start[start] if hint in text)
        return sorted(found)
