"""A lock that is granted first come, first served.

The locks of the standard library go to whichever thread asks at the right moment. A thread that
releases such a lock and takes it again at once, as a worker does, can keep all others waiting for
as long as it works.
"""

from __future__ import annotations

import threading
from collections import deque
from types import TracebackType
from typing import NamedTuple


class _Waiting(NamedTuple):
    """A thread in the queue, and what wakes it."""

    thread: int
    turn: threading.Lock  # held until it is the thread's turn


class FairLock:
    """A re-entrant lock, held by one thread at a time. The longest waiting thread is next."""

    def __init__(self) -> None:
        self._guard = threading.Lock()  # protects the fields below, held only briefly
        self._queue: deque[_Waiting] = deque()
        self._owner: int | None = None
        self._depth = 0

    def acquire(self, timeout_seconds: float | None = None) -> bool:
        """Waits for its turn; False: the timeout passed."""
        me = threading.get_ident()
        with self._guard:
            if self._owner == me:
                self._depth += 1
                return True
            if self._owner is None:
                self._owner, self._depth = me, 1
                return True
            waiting = _Waiting(me, threading.Lock())
            waiting.turn.acquire()
            self._queue.append(waiting)
        try:
            is_mine = waiting.turn.acquire(
                timeout=-1 if timeout_seconds is None else timeout_seconds
            )
        except BaseException:  # an interrupt: nobody would release the lock it was granted
            if not self._leave(waiting):
                self.release()
            raise
        return is_mine or not self._leave(waiting)

    def release(self) -> None:
        """Hands the lock to the thread that waits longest."""
        with self._guard:
            if self._owner != threading.get_ident():
                raise RuntimeError("This thread does not hold the lock.")
            self._depth -= 1
            if self._depth:
                return
            if self._queue:
                following = self._queue.popleft()
                self._owner, self._depth = following.thread, 1
                following.turn.release()
            else:
                self._owner = None

    @property
    def waiting_count(self) -> int:
        """How many threads are in the queue."""
        return len(self._queue)

    def _leave(self, waiting: _Waiting) -> bool:
        """Leaves the queue; False: the lock was granted at the last moment."""
        with self._guard:
            if waiting in self._queue:
                self._queue.remove(waiting)
                return True
            return False

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()
