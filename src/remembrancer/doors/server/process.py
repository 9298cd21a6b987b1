"""Several server processes that share one socket, and the parent that replaces those that die.

Where it can, the parent loads the code once and forks: loading is most of a start. It forks only
while it has one thread, and before it has connections to the store.
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
from remembrancer.core.limits import (
    JOB_STOP_SECONDS,
    SERVER_PROCESSES_MAX,
    SHUTDOWN_SECONDS,
    TELEMETRY_STOP_SECONDS,
)
from remembrancer.doors.http import access_log
from remembrancer.doors.server.listen_address import (
    SIGNALS,
    ListenSocket,
    ServerOptions,
    base_url,
    open_socket,
    stop_on_signal,
)

log = logging.getLogger("remembrancer.api.process")

_READY: Final = "ready"
_CHECK_SECONDS: Final = 0.2
_RESTART_SECONDS: Final = 1.0  # until a process that died is replaced; doubled each time
_RESTART_SECONDS_MAX: Final = 30.0
_END_SECONDS: Final = SHUTDOWN_SECONDS + JOB_STOP_SECONDS + TELEMETRY_STOP_SECONDS + 5


def check_workers(workers: int) -> None:
    if not 1 <= workers <= SERVER_PROCESSES_MAX:
        raise InvalidInput(
            f"A server has 1 to {SERVER_PROCESSES_MAX} processes, not {workers}.", field="workers"
        )


def serve_with_workers(
    url: str, space: str, options: ServerOptions, workers: int, announce: Callable[[str], None]
) -> None:
    """Serves from so many processes until this one is stopped."""
    check_workers(workers)
    access_log.start_logging(sys.stderr, is_quiet=options.is_quiet)
    stopping = threading.Event()
    with ExitStack() as held:
        listening = held.enter_context(open_socket(options))
        listening.listen()  # clients wait until the processes are ready
        folder = Path(held.enter_context(tempfile.TemporaryDirectory(prefix="remembrancer-")))
        held.enter_context(stop_on_signal(stopping.set))
        plain = held.enter_context(socket.socket(fileno=os.dup(listening.fileno())))
        start: _Start = _ForkStarter(listening) if _can_fork() else _spawn
        slots = [
            _WorkerSlot(_WorkerTask(url, space, options, plain, folder, number), start)
            for number in range(workers)
        ]
        held.callback(_end, slots)
        for slot in slots:
            slot.start()
        for slot in slots:
            if not slot.is_ready(stopping):
                if stopping.is_set():
                    return
                raise RemembrancerError(
                    "A server process ended while it started; what it said stands above."
                )
        announce(base_url(options, listening))
        while not stopping.wait(_CHECK_SECONDS):
            for slot in slots:
                slot.check()


class _WorkerTask(NamedTuple):
    """What a server process is started with."""

    url: str
    space: str
    options: ServerOptions
    listening: socket.socket
    folder: Path  # of the metrics that the processes share
    number: int  # of its slot


_Start = Callable[[_WorkerTask], tuple[Any, Connection]]  # gives a process and a pipe to it


def _spawn(task: _WorkerTask) -> tuple[Any, Connection]:
    """A new process, which loads everything itself."""
    context = multiprocessing.get_context("spawn")
    pipe, theirs = context.Pipe()
    process = context.Process(target=_run_worker, args=(task, theirs))
    process.start()
    theirs.close()  # a copy of its end here would keep the pipe open
    return process, pipe


def _can_fork() -> bool:
    """Whether this process has one thread. Locks of others would stay held in a fork."""
    return sys.platform == "linux" and len(os.listdir("/proc/self/task")) == 1


class _ForkStarter:
    """Forks processes from this one, which has loaded what they need."""

    def __init__(self, listening: ListenSocket) -> None:
        self._socket = listening
        self._pipes: list[Connection] = []  # the parent's ends, which no fork may keep open
        from remembrancer.build_tools import load_telemetry
        from remembrancer.doors.server import serving  # noqa: F401  # it loads what they need
        from remembrancer.front.access import signing

        signing.library()
        load_telemetry()
        gc.freeze()  # memory that the collector never touches stays shared

    def __call__(self, task: _WorkerTask) -> tuple[Any, Connection]:
        context = multiprocessing.get_context("fork")
        pipe, theirs = context.Pipe()
        self._pipes = [connection for connection in self._pipes if not connection.closed] + [pipe]
        process = context.Process(target=self._run, args=(task, theirs))
        # Signals wait meanwhile: the parent's handlers must not run in the fork.
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        theirs.close()
        return process, pipe

    def _run(self, task: _WorkerTask, pipe: Connection) -> None:
        for number in SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        for connection in self._pipes:
            connection.close()
        self._socket.close()
        logging.getLogger().handlers.clear()
        _run_worker(task, pipe)


class _WorkerSlot:
    """One server process, and those that replace it when it dies."""

    def __init__(self, task: _WorkerTask, start: _Start) -> None:
        self._task = task
        self._start = start
        self._process: Any = None
        self._pipe: Connection | None = None
        self._restart_at = 0.0
        self._pause = _RESTART_SECONDS

    def start(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
        self._process, self._pipe = self._start(self._task)

    def is_ready(self, stopping: threading.Event) -> bool:
        """Waits until the process is ready. False: it ended before, or the server stops."""
        while not stopping.is_set():
            assert self._pipe is not None
            if not wait([self._pipe], _CHECK_SECONDS):
                continue
            try:
                return bool(self._pipe.recv() == _READY)
            except (EOFError, OSError):
                return False
        return False

    def check(self) -> None:
        """Replaces the process if it died."""
        if self._process.is_alive():
            if self._pipe is not None and self._pipe.poll():
                self._receive()
            return
        if not self._restart_at:
            log.error("A server process ended and is replaced.")
            self._restart_at = time.monotonic() + self._pause
            self._pause = min(self._pause * 2, _RESTART_SECONDS_MAX)
        if time.monotonic() >= self._restart_at:
            self._restart_at = 0.0
            self.start()

    def _receive(self) -> None:
        assert self._pipe is not None
        try:
            self._pipe.recv()
            self._pause = _RESTART_SECONDS
        except (EOFError, OSError):
            self._pipe.close()
            self._pipe = None

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


def _end(slots: list[_WorkerSlot]) -> None:
    for slot in slots:
        slot.ask_to_end()
    until = time.monotonic() + _END_SECONDS
    for slot in slots:
        slot.end(until)


def _run_worker(task: _WorkerTask, pipe: Connection) -> None:
    """What a server process does. It ends when its parent is gone."""

    def ready(stop: Callable[[], None]) -> None:
        pipe.send(_READY)
        threading.Thread(target=_watch, args=(pipe, stop), daemon=True).start()

    from remembrancer.doors.http.metrics import Metrics
    from remembrancer.doors.server import serving
    from remembrancer.front.memory_verbs import session_of
    from remembrancer.memory import Memory

    own = ListenSocket(fileno=task.listening.detach())
    metrics = Metrics(task.folder, task.number)
    with Memory.open(task.url, space=task.space) as memory, own:
        serving.run(session_of(memory), task.options, own, ready=ready, metrics=metrics)


def _watch(pipe: Connection, stop: Callable[[], None]) -> None:
    try:
        pipe.recv()
    except (EOFError, OSError):
        stop()
