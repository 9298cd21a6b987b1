"""A difference: two texts word by word, and which of their words the other has not."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import Final, NamedTuple

from remembrancer.core.limits import DIFFERENCE_WORDS_MAX

_WORDS: Final = re.compile(r"\s+|\w+(?:(?<=\d)[.,]\d+)*|[^\w\s]")  # a number is one


class Piece(NamedTuple):
    """A run of words, which the other text has, or has not."""

    text: str
    is_own: bool


def worded(a: str, b: str) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Both texts in pieces."""
    first, second = _WORDS.findall(a), _WORDS.findall(b)
    if len(first) + len(second) > DIFFERENCE_WORDS_MAX:
        # Both are shown without marks.
        return (Piece(a, False),), (Piece(b, False),)
    left: list[Piece] = []
    right: list[Piece] = []
    for kind, i, j, k, n in SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        is_own = kind != "equal"
        if j > i:
            left.append(Piece("".join(first[i:j]), is_own))
        if n > k:
            right.append(Piece("".join(second[k:n]), is_own))
    return tuple(left), tuple(right)
