"""The lock of a store in one process: first come, first served."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remembrancer.store.fair_lock import FairLock

PATIENCE = 60  # seconds after which something hangs for good


def until(holds: Callable[[], bool]) -> None:
    ends = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < ends
        time.sleep(0.001)


class Queue:
    """Threads that wait for a lock one behind the other, and note when they have it."""

    def __init__(self, lock: FairLock) -> None:
        self.lock = lock
        self.served: list[int] = []
        self.threads: list[threading.Thread] = []

    def join(self, number: int, *, again: int = 0) -> None:
        """Puts a thread at the end of the queue; it takes the lock again so many times."""
        waiting = self.lock.waiting_count

        def run() -> None:
            for _ in range(again + 1):
                with self.lock:
                    self.served.append(number)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        self.threads.append(thread)
        until(lambda: self.lock.waiting_count == waiting + 1)

    def end(self) -> None:
        for thread in self.threads:
            thread.join(PATIENCE)
            assert not thread.is_alive()


@settings(max_examples=20, deadline=None)
@given(count=st.integers(1, 12))
def test_who_waits_longest_is_next(count: int) -> None:
    """Threads get the lock in the order in which they asked for it, however many there are."""
    queue = Queue(FairLock())
    with queue.lock:
        for number in range(count):
            queue.join(number)
        assert queue.served == []
    queue.end()
    assert queue.served == list(range(count))


def test_who_takes_it_again_at_once_is_behind_the_others() -> None:
    """A worker that releases the lock and takes it again lets those who wait go first."""
    queue = Queue(FairLock())
    with queue.lock:
        queue.join(1, again=1)
        queue.join(2)
    queue.end()
    assert queue.served == [1, 2, 1]


def test_its_holder_may_take_it_again() -> None:
    """Who holds it does not wait for itself; it is free when it was released as often."""
    queue = Queue(FairLock())
    with queue.lock:
        with queue.lock:
            queue.join(1)
        assert queue.lock.waiting_count == 1
    queue.end()
    assert queue.served == [1]


def test_who_gives_up_is_out_of_the_queue() -> None:
    """A thread whose time ran out has not got it, and holds up nobody behind it."""
    queue = Queue(FairLock())
    got: list[bool] = []
    hasty = threading.Thread(target=lambda: got.append(queue.lock.acquire(0.01)), daemon=True)
    with queue.lock:
        hasty.start()
        hasty.join(PATIENCE)
        assert got == [False]
        assert queue.lock.waiting_count == 0
        queue.join(1)
    queue.end()
    assert queue.served == [1]
    assert queue.lock.acquire(0)
    queue.lock.release()


def test_only_its_holder_releases_it() -> None:
    """Who does not hold it cannot give it away."""
    lock = FairLock()
    with pytest.raises(RuntimeError, match="does not hold"):
        lock.release()
