"""How long a soak is: `REMEMBRANCER_SOAK` is `ci` for the short one and `full` for the long."""

from __future__ import annotations

import os
import time
from typing import TypeVar

T = TypeVar("T")


def sized(*, ci: T, full: T) -> T:
    return full if os.environ.get("REMEMBRANCER_SOAK") == "full" else ci


class Told:
    """Prints how far a soak is, at most every few seconds."""

    def __init__(self, what: str, every_seconds: float = 15.0) -> None:
        self._what = what
        self._every_seconds = every_seconds
        self._begun = self._last = time.monotonic()
        print(f"\n{what}", flush=True)

    def progress(self, how_far: str) -> None:
        now = time.monotonic()
        if now - self._last >= self._every_seconds:
            self._last = now
            print(f"  {now - self._begun:6.0f} s  {how_far}", flush=True)

    def result(self, found: str) -> None:
        print(f"  {time.monotonic() - self._begun:6.0f} s  {found}", flush=True)
