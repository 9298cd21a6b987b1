"""Admission: how many requests are worked on, how long the others wait, and who is refused.

A short burst waits. If requests have been waiting without a break, the server has more than it can
answer: then who would wait for longer than a moment is refused before any work is done, so that the
others are answered in time. Once nobody waits, everybody is let in again.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from remembrancer.core.limits import (
    OVERLOAD_SECONDS,
    OVERLOAD_WAIT_SECONDS,
    REQUEST_THREADS_MAX,
    REQUEST_WAIT_SECONDS,
)

_RETRY_SECONDS: Final = (1, 2, 3)  # in turn, so that those who were refused do not return at once
_WEIGHT: Final = 0.1  # of the last request, in the usual time that one takes


class Overloaded(Exception):
    """There are more requests than can be answered in time. Nothing was done."""

    def __init__(self, retry_after_seconds: int) -> None:
        super().__init__()
        self.retry_after_seconds = retry_after_seconds


class _Waiting(NamedTuple):
    turn: asyncio.Future[None]
    since: float


class Admission:
    """Lets requests in, in the order in which they came. One event loop uses it."""

    def __init__(
        self,
        at_once: int = REQUEST_THREADS_MAX,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._at_once = at_once
        self._clock = clock
        self._working = 0
        self._waiting: deque[_Waiting] = deque()
        self._nobody_waited_at = clock()
        self._usual_seconds = 0.0  # that a request takes once it was let in
        self._refused = 0

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    async def enter(self) -> float:
        """Waits for a turn; gives the time at which it began. Raises `Overloaded` if it would come
        too late."""
        now = self._clock()
        if self._working < self._at_once and not self._waiting:
            self._nobody_waited_at = now
            self._working += 1
            return now
        if not self._waiting:
            self._nobody_waited_at = now
        expected = (len(self._waiting) + 1) * self._usual_seconds / self._at_once
        patience = self.patience(now)
        if expected > patience:
            raise self._refusal()
        loop = asyncio.get_running_loop()
        waiting = _Waiting(loop.create_future(), now)
        self._waiting.append(waiting)
        timer = loop.call_later(patience, self._give_up, waiting)
        try:
            await waiting.turn
        except asyncio.CancelledError:
            self._forget(waiting)
            raise
        finally:
            timer.cancel()
        return self._clock()

    def leave(self, begun: float) -> None:
        """A request that began at this time was answered: the next one has its turn."""
        now = self._clock()
        self._usual_seconds += _WEIGHT * (now - begun - self._usual_seconds)
        self._working -= 1
        patience = self.patience(now)
        while self._waiting and self._working < self._at_once:
            waiting = self._waiting.popleft()
            if waiting.turn.done():
                continue
            if now - waiting.since > patience:
                waiting.turn.set_exception(self._refusal())
                continue
            self._working += 1
            waiting.turn.set_result(None)
        if not self._waiting:
            self._nobody_waited_at = now

    def patience(self, now: float) -> float:
        """How many seconds a request may wait for its turn."""
        is_overloaded = bool(self._waiting) and now - self._nobody_waited_at > OVERLOAD_SECONDS
        return OVERLOAD_WAIT_SECONDS if is_overloaded else REQUEST_WAIT_SECONDS

    def _give_up(self, waiting: _Waiting) -> None:
        if not waiting.turn.done():
            waiting.turn.set_exception(self._refusal())

    def _forget(self, waiting: _Waiting) -> None:
        """The request was cancelled while it waited, or just as it was given its turn."""
        if waiting.turn.done() and not waiting.turn.cancelled() and not waiting.turn.exception():
            self.leave(self._clock())
        elif waiting in self._waiting:
            self._waiting.remove(waiting)

    def _refusal(self) -> Overloaded:
        self._refused += 1
        return Overloaded(_RETRY_SECONDS[self._refused % len(_RETRY_SECONDS)])


class Turn:
    """A request's turn to be worked on."""

    def __init__(self, admission: Admission | None) -> None:
        self._admission = admission  # None: it need not wait
        self._is_asked = False
        self._begun: float | None = None

    async def begin(self) -> None:
        """Waits for it, the first time it is called."""
        if self._admission is None or self._is_asked:
            return
        self._is_asked = True
        self._begun = await self._admission.enter()

    def end(self) -> None:
        if self._admission is not None and self._begun is not None:
            self._admission.leave(self._begun)
