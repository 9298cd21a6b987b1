"""Hints: which of many short texts a text holds. Most hold none, and that is told fast."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

_START: Final = 3  # letters by which a hint is looked up, as in `starts`


class Hints:
    """Short texts, each with the number of what it hints at."""

    def __init__(self, given: Iterable[tuple[str, int]]) -> None:
        by_start: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
        short: list[tuple[str, int]] = []
        for hint, number in given:
            (by_start[hint[:_START]] if len(hint) >= _START else short).append((hint, number))
        self._by_start = {start: tuple(hints) for start, hints in by_start.items()}
        self._starts = frozenset(by_start)
        self._short = tuple(short)

    def numbers(self, text: str, here: frozenset[str]) -> list[int]:
        """The numbers that the text hints at, in order; `here` is what `starts` says of it."""
        found = {number for hint, number in self._short if hint in text}
        for start in self._starts & here:
            for hint, number in self._by_start[start]:
                if hint in text:
                    found.add(number)
        return sorted(found)


def starts(text: str) -> frozenset[str]:
    """Every few letters that follow each other in a text.

    Looking them up is quicker than looking for each of 500 hints in it.
    """
    return frozenset(map("".join, zip(text, text[1:], text[2:], strict=False)))
