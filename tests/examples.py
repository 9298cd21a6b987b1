"""How many examples a property is tried on: a quarter of them here, all of them in the soak."""

from __future__ import annotations

import os

from hypothesis import settings

IS_SOAK = "REMEMBRANCER_SOAK" in os.environ
USUAL = 20
_FEW_MIN = 3


def count(number: int) -> int:
    return number if IS_SOAK else max(_FEW_MIN, number // 4)


def examples(number: int) -> settings:
    """For a property that takes longer than most, or needs more examples."""
    return settings(max_examples=count(number))
