"""A nursery: a process that has loaded everything, and forks others that begin at once.

`python -m tests.proofs.nursery` is the nursery itself; `Nursery` is how a test speaks with it.
Rounds of kill -9 need a new process every moment, and loading takes longer than all the rest.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any, NoReturn, Self

from tests.proofs import hands, jobs
from tests.proofs.workers import Worker

_ROOT = Path(__file__).resolve().parents[2]
_MESSAGE_BYTES_MAX = 4096


class Hand(Worker):
    """A process out of the nursery. It does the jobs of `tests/proofs/hands.py`."""

    def __init__(self, process: Forked) -> None:
        self._process: Any = process  # it stands for one that was started here

    def send(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def wait(self) -> int:
        """Until it ends by itself. Gives its exit code, or the signal that ended it, negative."""
        return int(self._process.wait())


class Forked:
    """A child of the nursery, with as much of `Popen` as a worker asks of its process."""

    def __init__(self, nursery: Nursery) -> None:
        read_in, write_in = os.pipe()
        read_out, write_out = os.pipe()
        self._nursery = nursery
        self._pid = nursery.ask({"fork": True}, read_in, write_out)
        os.close(read_in)
        os.close(write_out)
        self._code: int | None = None
        self.stdin = os.fdopen(write_in, "wb", buffering=0)
        self.stdout = os.fdopen(read_out, "rb")

    def poll(self) -> int | None:
        return self._code

    def send_signal(self, number: int) -> None:
        self._nursery.ask({"signal": int(number), "to": self._pid})

    def wait(self) -> int:
        if self._code is None:
            self._code = self._nursery.ask({"bury": self._pid})
        return self._code


class Nursery:
    """Where hands come from. With its end, all of them end.

    Hands of one that was given the address of an empty store on a server find what is needed
    there at hand as well.
    """

    def __init__(self, server: str | None = None) -> None:
        self._line, theirs = socket.socketpair()
        self._lock = Lock()
        with theirs:
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "tests.proofs.nursery", str(theirs.fileno())),
                    *([] if server is None else [server]),
                ],
                cwd=_ROOT,
                pass_fds=[theirs.fileno()],
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._line.close()
        self._process.wait()

    def hand(self) -> Hand:
        return Hand(Forked(self))

    def ask(self, request: dict[str, Any], *files: int) -> int:
        """One request at a time, so that each answer belongs to the last."""
        with self._lock:
            socket.send_fds(self._line, [json.dumps(request).encode()], files)
            answer = self._line.recv(_MESSAGE_BYTES_MAX)
        assert answer, "the nursery ended early"
        return int(json.loads(answer))


def main(line: socket.socket, *servers: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for url in (str(Path(folder) / "store.db"), *servers):
            _rehearse(url)
    gc.collect()
    gc.freeze()  # what is loaded stays: a child that looks through it would copy all of it
    living: set[int] = set()
    while True:
        text, files, _, _ = socket.recv_fds(line, _MESSAGE_BYTES_MAX, 2)
        if not text:
            break
        asked = json.loads(text)
        if "fork" in asked:
            answer = os.fork()
            if answer == 0:
                _begin(line, *files)
            living.add(answer)
        elif "signal" in asked:
            answer = 0
            os.kill(asked["to"], asked["signal"])
        else:
            answer = os.waitstatus_to_exitcode(os.waitpid(asked["bury"], 0)[1])
            living.discard(asked["bury"])
        for file in files:
            os.close(file)
        line.sendall(json.dumps(answer).encode())
    for child in living:  # not buried yet, so the number still means them
        os.kill(child, signal.SIGKILL)


def _rehearse(url: str) -> None:
    """Does what most hands do, so that they find everything loaded and its statements made."""
    with hands.opened(url, "ann", "ADMIN") as memory:
        changes = memory.subscribe()
        place = memory.conversations.start("talk", channel_id="general").id
        memory.conversations.append(place, {"id": "m", "author_id": "ann", "content": "said"})
        memory.conversations.close(place)
        memory.sources.meeting("met", {"action_items": ["Done."]}, wait=False)
        with hands.worker_on(url) as worker:
            worker.run(until_idle=True)
        item, *_ = memory.add_many({"content": f"fact {number}"} for number in range(2))
        keyed = memory.add(content="keyed", key="key", source_id="document", metadata={"act": "a"})
        memory.vote(memory.update(item.id, content="changed").id, 1)
        memory.confirm(memory.supersede(keyed.id, content="replaced").id)
        memory.recall("fact", subject="ann")
        assert memory.items(metadata={"act": "a"}) is not None
        assert memory.stats().items
        assert changes.poll()


def _begin(line: socket.socket, given: int, told: int) -> NoReturn:
    """A child takes its jobs from one pipe and reports into another."""
    line.close()
    os.dup2(given, sys.stdin.fileno())
    os.dup2(told, sys.stdout.fileno())
    os.close(given)
    os.close(told)
    code = 1
    try:
        jobs.main()
        code = 0
    finally:
        os._exit(code)


if __name__ == "__main__":
    jobs.JOBS.update(hands.JOBS)
    main(socket.socket(fileno=int(sys.argv[1])), *sys.argv[2:])
