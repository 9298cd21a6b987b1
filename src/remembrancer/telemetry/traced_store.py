"""A store whose transactions are told of: how long each took, with the wait for its turn."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, cast

from remembrancer.core.scope import Scope
from remembrancer.ports import Reader, Store, Telemetry, Writer
from remembrancer.ports.telemetry import Attribute, Fact, Work


class _TracedStore:
    """The same store. What it has besides transactions is asked of it directly."""

    def __init__(self, store: Store, telemetry: Telemetry, system: str) -> None:
        self._store: Final = store
        self._telemetry: Final = telemetry
        self._system: Final = system

    @contextmanager
    def reading(self, scope: Scope, *, may_lag: bool = False) -> Iterator[Reader]:
        with self._told("read"), self._store.reading(scope, may_lag=may_lag) as reader:
            yield reader

    @contextmanager
    def writing(self, scope: Scope) -> Iterator[Writer]:
        with self._told("write"), self._store.writing(scope) as unit:
            yield unit

    @contextmanager
    def _told(self, operation: str) -> Iterator[None]:
        """It is told once it has ended: what is done within it is part of the verb."""
        begun = time.perf_counter()
        failed: str | None = None
        try:
            yield
        except BaseException as error:
            failed = type(error).__name__
            raise
        finally:
            facts: dict[Attribute, Fact] = {
                Attribute.DB_SYSTEM: self._system,
                Attribute.DB_OPERATION: operation,
            }
            seconds = time.perf_counter() - begun
            self._telemetry.ended(Work.STORE, f"store {operation}", seconds, facts, error=failed)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


def traced_store(store: Store, telemetry: Telemetry, system: str) -> Store:
    """The store, with each transaction told to `telemetry`. `system` is the database's kind."""
    return cast(Store, _TracedStore(store, telemetry, system))
