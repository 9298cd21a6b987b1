"""Processes: several that serve one store behind one door, and one that looks after them.

Where it can, that one loads what all of them need, and the others are copies of it: loading takes
longer than all else of a start. A copy is made of a process with one thread alone, and it has
neither connections to the store nor anything else of its own yet.
"""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Final, NamedTuple

from remembrancer.core.errors import InvalidInput, RemembrancerError
from remembrancer.core.limits import JOB_STOP_SECONDS, SERVER_PROCESSES_MAX, SHUTDOWN_SECONDS
from remembrancer.doors.http import access_log
from remembrancer.doors.server.listen_address import (
    SIGNALS,
    Door,
    Plan,
    address,
    opened,
    told_to_stop,
)

log = logging.getLogger("remembrancer.api.process")

_READY: Final = "ready"
_LOOK_SECONDS: Final = 0.2
_AGAIN_SECONDS: Final = 1.0  # before another takes the place of one that died; doubled each time
_AGAIN_SECONDS_MAX: Final = 30.0
_END_SECONDS: Final = SHUTDOWN_SECONDS + JOB_STOP_SECONDS + 5


def check_workers(workers: int) -> None:
    if not 1 <= workers <= SERVER_PROCESSES_MAX:
        raise InvalidInput(
            f"A server has 1 to {SERVER_PROCESSES_MAX} processes, not {workers}.", field="workers"
        )


def serve_together(
    url: str, space: str, plan: Plan, workers: int, announce: Callable[[str], None]
) -> None:
    """Serves from so many processes, until this one is told to stop."""
    check_workers(workers)
    access_log.begin(sys.stderr, is_quiet=plan.is_quiet)
    stopping = threading.Event()
    with ExitStack() as held:
        door = held.enter_context(opened(plan))
        door.listen()  # whoever calls before all are ready waits
        folder = Path(held.enter_context(tempfile.TemporaryDirectory(prefix="remembrancer-")))
        held.enter_context(told_to_stop(stopping.set))
        plain = held.enter_context(socket.socket(fileno=os.dup(door.fileno())))
        make: _Make = _Copies(door) if _may_copy() else _make_anew
        staff = [
            _Place(_Order(url, space, plan, plain, folder, number), make)
            for number in range(workers)
        ]
        held.callback(_end, staff)
        for one in staff:
            one.start()
        for one in staff:
            if not one.is_ready(stopping):
                if stopping.is_set():
                    return
                raise RemembrancerError(
                    "A server process ended while it started; what it said stands above."
                )
        announce(address(plan, door))
        while not stopping.wait(_LOOK_SECONDS):
            for one in staff:
                one.look()


class _Order(NamedTuple):
    """What a process is to do."""

    url: str
    space: str
    plan: Plan
    door: socket.socket
    folder: Path  # where the processes put what they counted
    number: int  # its place among them


_Make = Callable[[_Order], tuple[Any, Connection]]  # a process, and the line to it


def _make_anew(order: _Order) -> tuple[Any, Connection]:
    """A process that has nothing of this one."""
    context = multiprocessing.get_context("spawn")
    line, theirs = context.Pipe()
    made = context.Process(target=_work, args=(order, theirs))
    made.start()
    theirs.close()  # its end is its own: what is left here would keep the line open
    return made, line


def _may_copy() -> bool:
    """Other threads would not be in the copy, and what they hold would stay held in it."""
    return sys.platform == "linux" and len(os.listdir("/proc/self/task")) == 1


class _Copies:
    """Makes processes that are copies of this one, which has loaded what they need."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._lines: list[Connection] = []  # this end of them, which no copy may keep open
        from remembrancer.doors.server import serving  # noqa: F401  # which loads what they need
        from remembrancer.front import signing

        signing.library()
        gc.freeze()  # what is never looked through stays shared

    def __call__(self, order: _Order) -> tuple[Any, Connection]:
        context = multiprocessing.get_context("fork")
        line, theirs = context.Pipe()
        self._lines = [one for one in self._lines if not one.closed] + [line]
        made = context.Process(target=self._work, args=(order, theirs))
        # No signal comes between: what is done on one here is nothing for a copy to do.
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        try:
            made.start()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        theirs.close()
        return made, line

    def _work(self, order: _Order, line: Connection) -> None:
        for number in SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        for one in self._lines:
            one.close()
        self._door.close()
        logging.getLogger().handlers.clear()
        _work(order, line)


class _Place:
    """One process, and whoever comes after it when it dies."""

    def __init__(self, order: _Order, make: _Make) -> None:
        self._order = order
        self._make = make
        self._process: Any = None
        self._line: Connection | None = None
        self._again_at = 0.0
        self._pause = _AGAIN_SECONDS

    def start(self) -> None:
        if self._line is not None:
            self._line.close()
        self._process, self._line = self._make(self._order)

    def is_ready(self, stopping: threading.Event) -> bool:
        """Waits until it answers; it may end before."""
        while not stopping.is_set():
            assert self._line is not None
            if not wait([self._line], _LOOK_SECONDS):
                continue
            try:
                return bool(self._line.recv() == _READY)
            except (EOFError, OSError):
                return False
        return False

    def look(self) -> None:
        """Puts another in its place if it died."""
        if self._process.is_alive():
            if self._line is not None and self._line.poll():
                self._heard()
            return
        if not self._again_at:
            log.error("A server process ended and is replaced.")
            self._again_at = time.monotonic() + self._pause
            self._pause = min(self._pause * 2, _AGAIN_SECONDS_MAX)
        if time.monotonic() >= self._again_at:
            self._again_at = 0.0
            self.start()

    def _heard(self) -> None:
        assert self._line is not None
        try:
            self._line.recv()
            self._pause = _AGAIN_SECONDS
        except (EOFError, OSError):
            self._line.close()
            self._line = None

    def ask_to_end(self) -> None:
        if self._process is not None and self._process.is_alive():
            self._process.terminate()

    def end(self, until: float) -> None:
        if self._process is None:
            return
        self._process.join(max(0.0, until - time.monotonic()))
        if self._process.is_alive():
            log.error("A server process did not end in time and was killed.")
            self._process.kill()
            self._process.join()


def _end(staff: list[_Place]) -> None:
    for one in staff:
        one.ask_to_end()
    until = time.monotonic() + _END_SECONDS
    for one in staff:
        one.end(until)


def _work(order: _Order, line: Connection) -> None:
    """What a server process does. It ends when the one that looks after it is gone."""

    def ready(stop: Callable[[], None]) -> None:
        line.send(_READY)
        threading.Thread(target=_watch, args=(line, stop), daemon=True).start()

    from remembrancer.doors.http.metrics import Numbers
    from remembrancer.doors.server import serving
    from remembrancer.front.memory_verbs import session_of
    from remembrancer.memory import Memory

    own = Door(fileno=order.door.detach())
    numbers = Numbers(order.folder, order.number)
    with Memory.open(order.url, space=order.space) as memory, own:
        serving.run(session_of(memory), order.plan, own, ready=ready, numbers=numbers)


def _watch(line: Connection, stop: Callable[[], None]) -> None:
    try:
        line.recv()
    except (EOFError, OSError):
        stop()
