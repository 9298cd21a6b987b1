"""The retrieval log: questions are queued at once and written in batches by a thread."""

from __future__ import annotations

import logging
import os
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from remembrancer.core.errors import (
    OutcomeUnknown,
    RemembrancerError,
    StoreBusy,
    StoreFull,
    StoreInterrupted,
    StoreUnreachable,
)
from remembrancer.core.limits import WALKS_BATCH, WALKS_WAIT_SECONDS, WALKS_WAITING_MAX
from remembrancer.core.scope import Scope
from remembrancer.core.space import Space
from remembrancer.jobs import transactions
from remembrancer.ports import Store, Writer
from remembrancer.reading.logged_deliveries import LoggedDeliveries
from remembrancer.reading.port import RetrievedText
from remembrancer.recall.port import NewWalk
from remembrancer.recall.walk_report import shape

log = logging.getLogger("remembrancer.walks")

# Errors that a retry may resolve. A retry after any other error would fail again.
_PASSING = (StoreBusy, StoreFull, StoreInterrupted, StoreUnreachable, OutcomeUnknown)
_ID_BYTES = 8


Put = Callable[[Writer], object]  # writes an entry of another sort, such as an inquiry


class _Noted(NamedTuple):
    """A question as asked."""

    id: str
    owner: str
    at: datetime
    tool: str
    session: str | None
    subject: str | None
    query: str | None
    hits: tuple[RetrievedText, ...]


@dataclass(slots=True)
class _Waiting:
    """The queued questions of one space."""

    scope: Scope
    walks: deque[_Noted | Put] = field(default_factory=deque)


class WalkLog:
    """Queues the questions of an open memory, and writes them in the background.

    A batch is written when it is full or a few seconds old, and the rest on close. A crash loses
    what is not written: the log is for learning and review, not for proof.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()  # guards the queue; held only briefly
        self._writing = threading.Lock()  # one batch at a time, to keep the order
        self._waiting: dict[int, _Waiting] = {}
        self._wakeup = threading.Event()
        self._thread: threading.Thread | None = None
        self._is_closed = False
        self.noted = LoggedDeliveries()
        self.dropped = 0  # questions lost so far
        self._reported = 0  # lost questions already reported in a warning

    def note(
        self,
        scope: Scope,
        *,
        tool: str,
        query: str | None,
        subject: str | None,
        session: str | None,
        hits: Sequence[RetrievedText],
    ) -> str:
        """Queues a question and returns the id of its entry, without touching the store."""
        made = f"walk_{os.urandom(_ID_BYTES).hex()}"
        noted = _Noted(
            made, scope.viewer.name, scope.now, tool, session, subject, query, tuple(hits)
        )
        if self._queue(scope, noted):
            self.noted.put(
                scope, (text.message_n if text.item_id is None else text.item_id for text in hits)
            )
        return made

    def write_later(self, scope: Scope, put: Put) -> None:
        """Queues an entry of another sort. It is written as questions are, and in their order."""
        self._queue(scope, put)

    def _queue(self, scope: Scope, entry: _Noted | Put) -> bool:
        """Whether it is queued: a closed log takes nothing."""
        with self._lock:
            if self._is_closed:
                return False
            waiting = self._waiting.get(scope.space.number)
            if waiting is None:
                waiting = self._waiting[scope.space.number] = _Waiting(scope)
            waiting.walks.append(entry)
            self._cut(waiting)
            is_full = len(waiting.walks) % WALKS_BATCH == 0
            # A failed thread is replaced.
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(
                    target=self._run, name="remembrancer-walks", daemon=True
                )
                self._thread.start()
        if is_full:
            self._wakeup.set()
        return True

    def flush(self, space: Space | None = None) -> None:
        """Writes the queue of one space or of all. Entries that fail temporarily stay queued."""
        with self._writing:
            with self._lock:
                numbers = list(self._waiting) if space is None else [space.number]
            for number in numbers:
                with self._lock:
                    taken = self._waiting.pop(number, None)
                if taken is not None:
                    self._write(taken)
            self._warn_of_losses()

    def close(self) -> None:
        """Writes the queue. Later questions are not logged."""
        with self._lock:
            self._is_closed = True
        self._wakeup.set()
        self.flush()

    def _write(self, taken: _Waiting) -> None:
        walks = [_redacted(noted) for noted in taken.walks if isinstance(noted, _Noted)]
        others = [put for put in taken.walks if not isinstance(put, _Noted)]

        def write(unit: Writer) -> None:
            unit.walks.put(walks)
            for put in others:
                put(unit)

        try:
            transactions.written(self._store, taken.scope, write)
        except _PASSING as error:
            name = taken.scope.space.name
            log.warning("%d walks of %s have to wait: %s", len(taken.walks), name, error)
            with self._lock:
                newer = self._waiting.get(taken.scope.space.number)
                if newer is not None:
                    taken.walks.extend(newer.walks)
                self._waiting[taken.scope.space.number] = taken
                self._cut(taken)
        except RemembrancerError as error:
            name = taken.scope.space.name
            log.warning("%d walks of %s cannot be written: %s", len(taken.walks), name, error)
            with self._lock:
                self.dropped += len(taken.walks)

    def _cut(self, waiting: _Waiting) -> None:
        """Drops the oldest entries if the queue is too long."""
        while len(waiting.walks) > WALKS_WAITING_MAX:
            waiting.walks.popleft()
            self.dropped += 1

    def _warn_of_losses(self) -> None:
        """Logs one warning for all losses since the last one: a burst may lose many."""
        with self._lock:
            lost = self.dropped - self._reported
            self._reported = self.dropped
        if lost:
            log.warning("%d walks are lost: the store did not take them in time", lost)

    def _run(self) -> None:
        while True:
            self._wakeup.wait(WALKS_WAIT_SECONDS)
            self._wakeup.clear()
            self.flush()
            with self._lock:
                if self._is_closed or not self._waiting:
                    self._thread = None
                    return


def _redacted(noted: _Noted) -> NewWalk:
    """The question as stored: its form, and its words unless it led to something personal.

    The form holds no word about the topic. The subject is dropped together with the words.
    """
    is_personal = any(hit.is_personal for hit in noted.hits)
    return NewWalk(
        id=noted.id,
        owner=noted.owner,
        at=noted.at,
        tool=noted.tool,
        session=noted.session,
        subject=None if is_personal else noted.subject,
        query=None if is_personal else noted.query,
        shape=shape(noted.query, about=noted.subject),
        hits=noted.hits,
    )
