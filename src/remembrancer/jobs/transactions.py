"""Transaction retry: runs a unit of work, and again if the store was interrupted.

An interruption rolls back the whole unit, so a retry is safe. The input of a unit must survive a
retry: a stream, for example, is read before.
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
# Errors of the store itself, not of the input: other input would fail as well.
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
    """A unit of work needs something that takes long to compute.

    The unit is rolled back, the value is computed outside the transaction, and the unit runs again.
    """

    def __init__(self, prepare: Callable[[], None]) -> None:
        super().__init__("This has to be made ready before the store is held for writing.")
        self.prepare = prepare


Told = Callable[[Iterable[MadeDue]], None]  # called with the jobs that a unit created
_PAUSE_SECONDS = 0.05


def written(
    store: Store,
    scope: Scope,
    act: Callable[[Writer], T],
    *,
    is_kept: bool = True,
    told: Told | None = None,
) -> T:
    """Runs one act as one unit of work: all of it, or nothing."""

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


def read(
    store: Store, scope: Scope, act: Callable[[Reader], T], *, may_lag: bool = False
) -> tuple[T, Reader]:
    """Runs one read, and returns its result with the reader.

    With `may_lag` a read replica may answer. If it fails meanwhile, the primary does.
    """

    def look(may_lag: bool = False) -> tuple[T, Reader]:
        with store.reading(scope, may_lag=may_lag) as reader:
            return act(reader), reader

    if may_lag:
        try:
            return look(may_lag=True)
        except StoreInterrupted:
            pass  # the primary answers
    return persisting(look)


def persisting(attempt: Callable[[], T]) -> T:
    """Retries a few times if the store was interrupted."""
    for number in range(1, INTERRUPTIONS_MAX + 1):
        try:
            return attempt()
        except StoreInterrupted:
            time.sleep(_PAUSE_SECONDS * number)
    return attempt()
