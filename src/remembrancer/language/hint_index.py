"""A trigram index that finds which of many hints a text holds, quickly if it holds none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

_START: Final = 3  # the length of a trigram


class HintIndex:
    """Hint texts, each with the number of the rule that it belongs to."""

    def __init__(self, given: Iterable[tuple[str, int]]) -> None:
        by_start: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
        short: list[tuple[str, int]] = []
        for hint, number in given:
            (by_start[hint[:_START]] if len(hint) >= _START else short).append((hint, number))
        self._by_start = {start: tuple(hints) for start, hints in by_start.items()}
        self._starts = frozenset(by_start)
        self._short = tuple(short)

    def matching_numbers(self, text: str, here: frozenset[str]) -> list[int]:
        """The numbers of the rules whose hints the text holds, in order; `here` is its trigrams."""
        found = {number for hint, number in self._short if hint in text}
        for start in self._starts & here:
            for hint, number in self._by_start[start]:
                if hint in text:
                    found.add(number)
        return sorted(found)


def trigrams(text: str) -> frozenset[str]:
    """The set of trigrams of a text.

    Intersecting trigrams is quicker than searching the text for each of 500 hints.
    """
    return frozenset(map("".join, zip(text, text[1:], text[2:], strict=False)))
