"""A Neo4j server for the tests: from its Maven artifacts, or the one in `REMEMBRANCER_TEST_NEO4J`.

All processes of a test run share one server. It reads from a pipe that each of them holds open,
and ends when the last of them is gone, however it went. One test at a time has it.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import IO, NamedTuple
from urllib.parse import urlsplit, urlunsplit

import pytest

_SCRIPT = Path(__file__).parents[1] / "scripts" / "neo4j.sh"
_FETCH_SECONDS = 600
_START_SECONDS = 300
_END_SECONDS = 60
_processes: list[subprocess.Popen[bytes]] = []  # which end by themselves after this one
_held: list[int] = []  # the pipe to the server


class Server(NamedTuple):
    url: str
    user: str | None = None
    password: str | None = None


@contextmanager
def exclusive() -> Iterator[Server]:
    """The server, for one test. Skips where there can be none."""
    given = os.environ.get("REMEMBRANCER_TEST_NEO4J")
    missing = [name for name in ("java", "javac", "mvn") if shutil.which(name) is None]
    if not given and missing:
        pytest.skip(
            f"Neo4j needs {' and '.join(missing)}: install a JDK from 17 on and Maven, or name a "
            "server in REMEMBRANCER_TEST_NEO4J"
        )
    with (_folder() / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield _parsed(given) if given else Server(_started())


def _folder() -> Path:
    """One for all processes of a test run."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or str(os.getpid())
    folder = Path(tempfile.gettempdir()) / f"rmb-neo4j-{run[:20]}"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


@cache
def _started() -> str:
    """The address of the server, started if no other process did. Called under the lock."""
    place, pipe, lacking = (_folder() / name for name in ("url", "pipe", "lacking"))
    if lacking.exists():
        pytest.skip(lacking.read_text(encoding="utf-8"))
    if not place.exists():
        _fetch(lacking)
        os.mkfifo(pipe)
        reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        os.set_blocking(reading, True)
        _hold(pipe)
        _start(reading, place)
    else:
        _hold(pipe)
    return place.read_text(encoding="utf-8")


def _hold(pipe: Path) -> None:
    """Keeps the server alive as long as this process lives."""
    _held.append(os.open(pipe, os.O_WRONLY))


def end() -> None:
    """Lets go of the server. Who started it waits until it is gone, with the last who used it."""
    while _held:
        os.close(_held.pop())
    for process in _processes:
        with suppress(subprocess.TimeoutExpired):
            process.wait(_END_SECONDS)


def _fetch(lacking: Path) -> None:
    """Has the files of the server on this machine. Where they cannot be had, all tests skip."""
    with (_folder() / "fetching").open("w+b") as output:
        process = _run("fetch", output)
        try:
            is_there = process.wait(_FETCH_SECONDS) == 0
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            is_there = process.wait() == 0
        output.seek(0)
        said = output.read().decode(errors="replace").strip()
    if not is_there:
        why = f"Neo4j could not be fetched with Maven in {_FETCH_SECONDS} seconds: {said[:300]}"
        lacking.write_text(why, encoding="utf-8")
        atexit.register(shutil.rmtree, _folder(), ignore_errors=True)
        pytest.skip(why)


def _start(reading: int, place: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = _folder() / "log"
    with log.open("wb") as output:
        process = _run("run", output, reading, NEO4J_RUN=str(_folder()), NEO4J_PORT=str(port))
    _processes.append(process)
    os.close(reading)
    until = time.monotonic() + _START_SECONDS
    while "Started." not in (said := log.read_text(encoding="utf-8", errors="replace")):
        if process.poll() is not None or time.monotonic() > until:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            pytest.fail(f"Neo4j did not start: {said[-2000:]}")
        time.sleep(0.2)
    place.write_text(f"bolt://127.0.0.1:{port}", encoding="utf-8")


def _run(
    act: str, output: IO[bytes], reading: int = subprocess.DEVNULL, **settings: str
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        ["sh", str(_SCRIPT), act],
        stdin=reading,
        stdout=output,
        stderr=output,
        env=os.environ | settings,
        start_new_session=True,
    )


def _parsed(given: str) -> Server:
    parts = urlsplit(given)
    place = parts.netloc.rpartition("@")[2]
    url = urlunsplit((parts.scheme, place, parts.path, "", ""))
    return Server(url, parts.username, parts.password)
