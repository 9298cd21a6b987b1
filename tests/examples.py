"""How many examples a property is tried on: a tenth of them here, some in the short soak, and all
of them in the long one."""

from __future__ import annotations

import os

from hypothesis import settings

IS_SOAK = "REMEMBRANCER_SOAK" in os.environ
_IS_FULL = os.environ.get("REMEMBRANCER_SOAK") == "full"
USUAL = 20
_FEW_MIN = 3
_SHORT_SOAK_MIN = 20


def count(number: int) -> int:
    if _IS_FULL:
        return number
    if IS_SOAK:
        return min(number, max(_SHORT_SOAK_MIN, number // 4))
    return max(_FEW_MIN, number // 10)


def examples(number: int) -> settings:
    """For a property that takes longer than most, or needs more examples."""
    return settings(max_examples=count(number))
