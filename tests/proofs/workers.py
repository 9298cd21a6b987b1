"""Other processes: started, let go at the same moment, listened to line by line, killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, Self

_ROOT = Path(__file__).resolve().parents[2]

Line = dict[str, Any]


class Worker:
    """A process that runs jobs of `tests/proofs/jobs.py` and reports in lines of JSON."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.proofs.jobs"],
            cwd=_ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def begin(self, job: str, **arguments: Any) -> Self:
        """Gives it a job. It begins at once, or waits at the gate if the job has one."""
        self._tell({"job": job, "arguments": arguments})
        return self

    def wait_until_ready(self) -> None:
        assert self.line() == {"ready": True}

    def go(self) -> None:
        """Opens the gate."""
        self._tell({"go": True})

    def line(self) -> Line:
        """The next line; it waits for it."""
        assert self._process.stdout is not None
        found = _parsed(self._process.stdout.readline())
        assert found is not None, "the process ended early"
        assert "failed" not in found, found["failed"]
        return found

    def lines(self) -> Iterator[Line]:
        """All lines until its end. What a killed process left half-written is none."""
        assert self._process.stdout is not None
        for text in self._process.stdout:
            found = _parsed(text)
            if found is not None:
                yield found

    def finish(self) -> list[Line]:
        """What it reported until the end of its job, which must be a good one."""
        told = []
        while (line := self.line()) != {"done": True}:
            told.append(line)
        return told

    def kill(self) -> None:
        """kill -9: the process gets no chance to tidy up."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()

    def _tell(self, line: Line) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(line).encode() + b"\n")
        self._process.stdin.flush()


class Ear(Thread):
    """Hears one worker, as fast as it tells, until the end of its job."""

    def __init__(self, worker: Worker) -> None:
        super().__init__(daemon=True)
        self.told: list[Line] = []
        self._worker = worker
        self._failed: BaseException | None = None
        self.start()

    def run(self) -> None:
        try:
            while (line := self._worker.line()) != {"done": True}:
                self.told.append(line)
        except BaseException as error:
            self._failed = error

    @property
    def acknowledged(self) -> int:
        """How many writes it has heard of."""
        if self._failed is not None:
            raise self._failed
        return sum("did" in line for line in list(self.told))

    def end(self) -> list[Line]:
        """Calls the job off. Gives all that was told."""
        self._worker.go()
        self.join()
        if self._failed is not None:
            raise self._failed
        return self.told


class Crowd:
    """Several workers that live as long as it does, each begun by `start`."""

    def __init__(self, size: int, start: Callable[[], Worker] = Worker) -> None:
        self._size = size
        self._start = start
        self._workers = [start() for _ in range(size)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.close()

    @contextmanager
    def at_work(self) -> Iterator[list[Worker]]:
        """The workers. When something fails, others take their place: they may be in the middle
        of a job that nobody waits for any more."""
        try:
            yield self._workers
        except BaseException:
            self.__exit__()
            self._workers = [self._start() for _ in range(self._size)]
            raise

    def let_loose(self, job: str, each: Sequence[dict[str, Any]]) -> list[list[Line]]:
        """One process for each set of arguments, all at the same moment."""
        with self.at_work() as workers:
            busy = workers[: len(each)]
            for worker, arguments in zip(busy, each, strict=True):
                worker.begin(job, **arguments)
            start_together(busy)
            return [worker.finish() for worker in busy]


def start_together(workers: Sequence[Worker]) -> None:
    """Opens the gate for all of them once the last one waits there."""
    for worker in workers:
        worker.wait_until_ready()
    for worker in workers:
        worker.go()


def _parsed(text: bytes) -> Line | None:
    if not text.endswith(b"\n"):
        return None
    found: Line = json.loads(text)
    return found
