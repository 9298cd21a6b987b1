"""Trust and confidence weighting: its effect on a score is limited and never decides alone."""

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
_DOUBT_MAX: Final = 0.15  # the loss of an item with zero confidence


def trust_weight(trust: Trust, confidence: float) -> float:
    """The factor for a text's score.

    Confidence decays with age if the preset says so.
    """
    return _BY_TRUST[trust] * (1.0 - _DOUBT_MAX * (1.0 - confidence))
