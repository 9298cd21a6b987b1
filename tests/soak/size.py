"""How long a soak is, and from where its chance begins.

`REMEMBRANCER_SOAK` is `ci` for the short one and `full` for the long. The short one does the same
each time, so that what it finds can be looked at again. The long one begins somewhere else each
time and says where: `REMEMBRANCER_SOAK_SEED` has it begin there once more.
"""

from __future__ import annotations

import os
import secrets
import sys
import time
from typing import TypeVar

T = TypeVar("T")

IS_FULL = os.environ.get("REMEMBRANCER_SOAK") == "full"
_APART = 100_000  # between two long soaks: more than the numbers that one of them uses


def sized(*, ci: T, full: T) -> T:
    return full if IS_FULL else ci


def _begins() -> int:
    given = os.environ.get("REMEMBRANCER_SOAK_SEED")
    if given:
        return int(given)
    return sized(ci=0, full=_APART * (1 + secrets.randbelow(1_000)))


_BEGINS = _begins()


def seeded(number: int) -> int:
    """The seed of this number."""
    return _BEGINS + number


class Told:
    """Prints how far a soak is, at most every few seconds. Several may run beside each other, so
    that each line says which it is; and only the standard error of those is seen."""

    def __init__(self, what: str, every_seconds: float = 15.0) -> None:
        self._what = what
        self._every_seconds = every_seconds
        self._begun = self._last = time.monotonic()
        self._print(f"begins, seed {_BEGINS}" if _BEGINS else "begins")

    def progress(self, how_far: str) -> None:
        now = time.monotonic()
        if now - self._last >= self._every_seconds:
            self._last = now
            self._print(how_far)

    def result(self, found: str) -> None:
        self._print(found)

    def _print(self, said: str) -> None:
        seconds = time.monotonic() - self._begun
        print(f"{seconds:6.0f} s  {self._what}: {said}", file=sys.stderr, flush=True)
