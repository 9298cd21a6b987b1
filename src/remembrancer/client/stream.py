"""A subscription to a server: changes as they happen there, from a cursor on."""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from typing import Final

from remembrancer.client.connection import ServerConnection
from remembrancer.core.hashing import no_cursor
from remembrancer.core.ledger import Change
from remembrancer.core.validation import check_name
from remembrancer.front.subscription import Subscription

_AT_ONCE_SECONDS: Final = 10.0  # that one request waits for a change


class RemoteSubscription(Subscription):
    """The same as one to a store. Who meets an error goes on from `cursor`."""

    def __init__(
        self,
        connection: ServerConnection,
        *,
        subject: str | None,
        after: str | None,
        idle_seconds: float | None,
    ) -> None:
        if subject is not None:
            check_name(subject, "subject")
        if not isinstance(after, str | None):
            raise no_cursor(after)
        self._connection = connection
        self._subject = subject
        self._idle_seconds = idle_seconds
        self._ready: deque[Change] = deque()
        self._closed = threading.Event()
        self._after = after
        if after is None:
            self._read(0)

    @property
    def cursor(self) -> str:
        """Just behind the last change given."""
        assert self._after is not None
        return self._after

    def poll(self) -> tuple[Change, ...]:
        """All changes there are now."""
        self._read(0)
        ready = tuple(self._ready)
        self._ready.clear()
        if ready:
            self._after = ready[-1].cursor
        return ready

    def __next__(self) -> Change:
        quiet_since = time.monotonic()
        while not self._ready:
            if self._closed.is_set():
                raise StopIteration
            waited = time.monotonic() - quiet_since
            left = math.inf if self._idle_seconds is None else self._idle_seconds - waited
            if left <= 0 and waited:
                raise StopIteration
            self._read(max(0.0, min(left, _AT_ONCE_SECONDS)))
        change = self._ready.popleft()
        self._after = change.cursor
        return change

    def close(self) -> None:
        """Ends the iteration, at the latest when the request under way has waited."""
        self._closed.set()

    def _read(self, idle_seconds: float) -> None:
        """Reads what changed, or waits so long for it."""
        query = [("idle_seconds", str(idle_seconds))]
        if self._subject is not None:
            query.append(("subject", self._subject))
        reached = self._ready[-1].cursor if self._ready else self._after
        if reached is not None:
            query.append(("after", reached))
        for kind, id, data in self._connection.events(query):
            if kind == "ready" and self._after is None:
                self._after = id
            elif kind == "change":
                change = self._connection.understood(Change.model_validate_json, data.encode())
                self._ready.append(change)
            if self._closed.is_set():
                return
            if self._ready and idle_seconds:
                return
