"""A subscription: changes to knowledge, as they happen, from a cursor on."""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Iterator

from remembrancer.core.hashing import open_position, seal_position
from remembrancer.core.ledger import Change
from remembrancer.core.validation import check_name
from remembrancer.front.session import Session

_ROWS_AT_ONCE = 500


class Subscription(Iterator[Change]):
    """Iterate it to wait for changes; `poll()` gives what is there and does not wait.

    A change is given once. `cursor` is where a later subscription goes on. Iteration ends when
    the subscription is closed, or after `idle_seconds` without a change.
    """

    def __init__(
        self,
        session: Session,
        *,
        subject: str | None,
        after: str | None,
        idle_seconds: float | None,
    ) -> None:
        if subject is not None:
            check_name(subject, "subject")
        self._session = session
        self._subject = subject
        self._idle_seconds = idle_seconds
        self._ready: deque[Change] = deque()
        self._closed = threading.Event()
        self._notifications = session.store.notifications(session.space)
        if after is None:
            self._position, self._given = session.read(
                lambda reader, _: (reader.last_position(), reader.ledger.last_change())
            )
        else:
            self._position = self._given = open_position(session.space.key, after)

    def seen_by(self, session: Session, *, idle_seconds: float) -> None:
        """Goes on as this caller of the same space sees it: their roles may have changed."""
        self._session = session
        self._idle_seconds = idle_seconds

    @property
    def cursor(self) -> str:
        """Just behind the last change given, and never moved by changes that stay hidden."""
        return seal_position(self._session.space.key, self._given)

    def poll(self) -> tuple[Change, ...]:
        """All changes there are now."""
        self._fetch()
        ready = tuple(self._ready)
        self._ready.clear()
        if ready:
            self._given = self._opened(ready[-1])
        return ready

    def __next__(self) -> Change:
        quiet_since = time.monotonic()
        while not self._ready:
            if self._closed.is_set():
                raise StopIteration
            self._fetch()
            if self._ready:
                break
            waited = time.monotonic() - quiet_since
            if self._idle_seconds is not None and waited >= self._idle_seconds:
                raise StopIteration
            left = math.inf if self._idle_seconds is None else self._idle_seconds - waited
            self._notifications.wait(left)
        change = self._ready.popleft()
        self._given = self._opened(change)
        return change

    def close(self) -> None:
        """Ends the iteration, also one that waits in another thread."""
        self._closed.set()
        self._notifications.notify()

    def _opened(self, change: Change) -> int:
        return open_position(self._session.space.key, change.cursor)

    def _fetch(self) -> None:
        while True:
            changes, reached = self._session.read(
                lambda reader, _: reader.ledger.changes(
                    after=self._position, subject=self._subject, limit=_ROWS_AT_ONCE
                )
            )
            moved = reached > self._position
            self._position = max(self._position, reached)
            self._ready.extend(changes)
            if not moved:
                return
