"""Units of work: an act on the store, done again where the store was interrupted.

An interruption undoes the whole unit, so doing it again is safe. What a unit is given must not
be used up by doing it: a stream, for one, is read before.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import TypeVar

from remembrancer.core.errors import (
    OutcomeUnknown,
    StoreBusy,
    StoreClosed,
    StoreCorrupt,
    StoreFull,
    StoreInterrupted,
    StoreUnreachable,
)
from remembrancer.core.limits import INTERRUPTIONS_MAX
from remembrancer.core.scope import Scope
from remembrancer.jobs.port import MadeDue
from remembrancer.ports import Reader, Store, Writer

T = TypeVar("T")
# What is wrong with the store, and not with what it was given: nothing else would fare better.
STORE_AWAY = (
    StoreBusy,
    StoreClosed,
    StoreCorrupt,
    StoreFull,
    StoreInterrupted,
    StoreUnreachable,
    OutcomeUnknown,
)


class Unprepared(Exception):
    """A unit of work needs something that takes long. It is undone, that is made ready while nobody
    waits for the store, and the unit is done again."""

    def __init__(self, prepare: Callable[[], None]) -> None:
        super().__init__("This has to be made ready before the store is held for writing.")
        self.prepare = prepare


Told = Callable[[Iterable[MadeDue]], None]  # hears of work that a unit made due
_PAUSE_SECONDS = 0.05


def written(
    store: Store,
    scope: Scope,
    act: Callable[[Writer], T],
    *,
    is_kept: bool = True,
    told: Told | None = None,
) -> T:
    """One act as one unit of work: all of it, or nothing."""

    def unit_of_work() -> T:
        with store.writing(scope) as unit:
            result = act(unit)
            if is_kept:
                unit.commit()
        if is_kept and told is not None:
            told(unit.made_due)
        return result

    while True:
        try:
            return persisting(unit_of_work)
        except Unprepared as lacking:
            lacking.prepare()


def read(store: Store, scope: Scope, act: Callable[[Reader], T]) -> tuple[T, Reader]:
    """One look at the store, and the reader that took it."""

    def look() -> tuple[T, Reader]:
        with store.reading(scope) as reader:
            return act(reader), reader

    return persisting(look)


def persisting(attempt: Callable[[], T]) -> T:
    """Tries again where the store was interrupted, a few times."""
    for number in range(1, INTERRUPTIONS_MAX + 1):
        try:
            return attempt()
        except StoreInterrupted:
            time.sleep(_PAUSE_SECONDS * number)
    return attempt()
