"""BM25 in plain Python, written from the formula, to hold the store's scores against.

A text scores, for each word of the question that it holds, the word's rarity times its saturated
frequency, with k1 = 1.2 and b = 0.75. Rarity is ln(1 + (N - n + 0.5) / (n + 0.5)).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping

K1 = 1.2
B = 0.75


def scores(texts: Mapping[str, list[str]], question: list[str]) -> dict[str, float]:
    """The score of each text, given as its stems by id. What shares no word is left out."""
    number = len(texts)
    mean = sum(len(stems) for stems in texts.values()) / number
    found: dict[str, float] = {}
    for name, stems in texts.items():
        frequency = Counter(stems)
        parts = []
        for word in dict.fromkeys(question):
            holding = sum(word in other for other in texts.values())
            rarity = math.log(1.0 + (number - holding + 0.5) / (holding + 0.5))
            times = frequency[word]
            saturated = times * (K1 + 1.0) / (times + K1 * (1.0 - B + B * len(stems) / mean))
            parts.append(rarity * saturated if times else 0.0)
        if any(parts):
            found[name] = math.fsum(parts)
    return found
