"""Standing: how much trust and confidence move a hit. Never so much that they decide alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from remembrancer.items.item import Trust

_BY_TRUST: Final[Mapping[Trust, float]] = {
    Trust.PERSON: 1.0,
    Trust.AGENT: 0.98,
    Trust.DOCUMENT: 0.96,
    Trust.OUTSIDE: 0.92,
}
_DOUBT_MAX: Final = 0.15  # what an item of no confidence at all loses


def standing(trust: Trust, confidence: float) -> float:
    """What a text's weight is multiplied with.

    Confidence falls with age where the preset says so.
    """
    return _BY_TRUST[trust] * (1.0 - _DOUBT_MAX * (1.0 - confidence))
