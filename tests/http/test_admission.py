"""Admission: bursts wait, a lasting overload is refused early, and it ends by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from remembrancer.core.limits import (
    OVERLOAD_SECONDS,
    OVERLOAD_WAIT_SECONDS,
    REQUEST_WAIT_SECONDS,
)
from remembrancer.doors.http.admission import Admission, Overloaded


class _Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def _in_loop(act: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(act, 10))


async def _soon() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


async def _worked(admission: Admission, clock: _Clock, seconds: float) -> None:
    """Teaches it how long a request takes."""
    for _ in range(200):
        begun = await admission.enter()
        clock.now += seconds
        admission.leave(begun)


def test_a_burst_waits_in_order() -> None:
    """More than are worked on at once have their turn in the order in which they came."""

    async def burst() -> None:
        admission = Admission(2, _Clock())
        order: list[int] = []

        async def request(number: int) -> None:
            begun = await admission.enter()
            order.append(number)
            await _soon()
            admission.leave(begun)

        await asyncio.gather(*map(request, range(20)))
        assert order == list(range(20))
        assert admission.waiting == 0

    _in_loop(burst())


def test_who_would_wait_too_long_is_refused_before_waiting() -> None:
    """A request whose turn would come after its patience is refused at once, with a time."""

    async def crowd() -> None:
        clock = _Clock()
        admission = Admission(1, clock)
        await _worked(admission, clock, 1.0)
        await admission.enter()
        waiting = [asyncio.ensure_future(admission.enter()) for _ in range(20)]
        await _soon()
        refused = [one for one in waiting if one.done()]
        assert len(waiting) - len(refused) == int(REQUEST_WAIT_SECONDS)
        for one in refused:
            error = one.exception()
            assert isinstance(error, Overloaded)
            assert error.retry_after_seconds in (1, 2, 3)
        for one in waiting:
            one.cancel()
        await _soon()
        assert admission.waiting == 0

    _in_loop(crowd())


def test_a_lasting_overload_shortens_the_wait_and_ends_by_itself() -> None:
    """If somebody has waited without a break, others wait a moment only; once nobody waits, all is
    as before."""

    async def overload() -> None:
        clock = _Clock()
        admission = Admission(1, clock)
        await _worked(admission, clock, OVERLOAD_WAIT_SECONDS / 8)
        begun = await admission.enter()
        waiting = [asyncio.ensure_future(admission.enter()) for _ in range(8)]
        await _soon()
        assert admission.patience(clock.now) == REQUEST_WAIT_SECONDS
        clock.now += max(OVERLOAD_SECONDS, OVERLOAD_WAIT_SECONDS) + 0.1
        assert admission.patience(clock.now) == OVERLOAD_WAIT_SECONDS
        with pytest.raises(Overloaded):
            await admission.enter()
        admission.leave(begun)  # all the others have waited for too long by now
        await _soon()
        assert [isinstance(one.exception(), Overloaded) for one in waiting] == [True] * 8
        assert admission.patience(clock.now) == REQUEST_WAIT_SECONDS
        admission.leave(await admission.enter())

    _in_loop(overload())


def test_a_cancelled_request_leaves_no_hole() -> None:
    """Who is cancelled while waiting, or as the turn comes, takes no place for ever."""

    async def cancelled() -> None:
        admission = Admission(1, _Clock())
        begun = await admission.enter()
        first, second = (asyncio.ensure_future(admission.enter()) for _ in range(2))
        await _soon()
        admission.leave(begun)  # the first has its turn, and is cancelled before it hears of it
        first.cancel()
        await asyncio.wait([first])
        admission.leave(await second)
        admission.leave(await admission.enter())

    _in_loop(cancelled())
