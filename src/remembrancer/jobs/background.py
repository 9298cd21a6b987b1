"""The background thread of an open memory. It runs the jobs that the memory's calls create."""

from __future__ import annotations

import atexit
import logging
import threading
import time
from collections.abc import Iterable
from datetime import datetime, timedelta
from weakref import WeakSet

from remembrancer.core.errors import StoreClosed, StoreError
from remembrancer.core.limits import JOB_PAUSE_SECONDS_MAX, JOB_POLL_SECONDS, JOB_STOP_SECONDS
from remembrancer.core.space import Space
from remembrancer.jobs.due_work import LOOK_SECONDS, Workshop
from remembrancer.jobs.port import MadeDue

log = logging.getLogger("remembrancer.work")

_running: WeakSet[Background] = WeakSet()  # those with a started thread
_running_lock = threading.Lock()


class Background:
    """The thread of an open memory that runs the jobs its own calls create.

    It starts with the first job, and serves only the spaces that this memory was opened for: the
    tools given here must not see another tenant's texts.
    """

    def __init__(self, shop: Workshop, *, is_real_time: bool) -> None:
        self._shop = shop
        self._is_real_time = is_real_time
        self._lock = threading.Lock()
        self._spaces: dict[int, Space] = {}
        self._times: dict[int, datetime] = {}  # by space: when to check next
        self._wakeup = threading.Event()
        self._stopping = False
        self._thread: threading.Thread | None = None

    def told(self, space: Space, made: Iterable[MadeDue]) -> None:
        """Notes that jobs were created."""
        due = [
            made_due.due_at
            for made_due in made
            if made_due.kind is None or made_due.kind in self._shop.kinds
        ]
        if not due:
            return
        with self._lock:
            if self._stopping:
                return
            self._look_at(space, min(due))
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._run, name="remembrancer-work", daemon=True
                )
                self._thread.start()
                _end_with_process(self)
        self._wakeup.set()

    def stop(self, seconds: float = JOB_STOP_SECONDS) -> None:
        """Takes no more jobs, and waits a limited time for the running one."""
        self.no_more()
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(seconds)

    def no_more(self) -> None:
        """Takes no more jobs, and does not wait."""
        with self._lock:
            self._stopping = True
        self._wakeup.set()

    def _look_at(self, space: Space, when: datetime) -> None:
        self._spaces[space.number] = space
        known = self._times.get(space.number)
        self._times[space.number] = when if known is None else min(known, when)

    def _run(self) -> None:
        while not self._stopping:
            self._wakeup.clear()
            space = self._due_space()
            if space is None:
                self._wakeup.wait(self._pause())
                continue
            try:
                job = self._shop.do_next(space)
                again = self._shop.clock() if job is not None else self._shop.next_due(space)
            except StoreClosed:
                return
            except StoreError as error:
                log.warning("Due work of %s has to wait: %s", space.name, error)
                with self._lock:
                    self._look_at(space, self._shop.clock() + timedelta(seconds=JOB_POLL_SECONDS))
                self._wakeup.wait(JOB_POLL_SECONDS)
                continue
            if again is not None:
                with self._lock:
                    self._look_at(space, again)

    def _due_space(self) -> Space | None:
        """A space that may have due jobs. Its time is removed from the list."""
        now = self._shop.clock()
        with self._lock:
            for number, when in self._times.items():
                if when <= now:
                    del self._times[number]
                    return self._spaces[number]
        return None

    def _pause(self) -> float | None:
        """Seconds until the next known time. A clock other than real time is polled often."""
        with self._lock:
            if not self._times:
                return None
            if not self._is_real_time:
                return LOOK_SECONDS
            left = min(self._times.values()) - self._shop.clock()
        # The clock may be set or the machine may sleep, while the wait counts only its own seconds.
        return min(max(0.0, left.total_seconds()), JOB_PAUSE_SECONDS_MAX)


def _end_with_process(background: Background) -> None:
    """Ends the thread before the interpreter exits, even if nobody closed the memory.

    A thread inside an embedder's own code at interpreter shutdown would abort the whole process.
    """
    with _running_lock:
        if not _running:
            atexit.unregister(_end_all)
            atexit.register(_end_all)
        _running.add(background)


def _end_all() -> None:
    with _running_lock:
        left = list(_running)
    for background in left:
        background.no_more()
    until = time.monotonic() + JOB_STOP_SECONDS
    for background in left:
        background.stop(max(0.0, until - time.monotonic()))
