"""A line to a PostgreSQL server that can be cut just when a chosen word goes over it.

It runs in a process of its own, so that it goes on whatever the process under test is doing.
"""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from typing import Any
from urllib.parse import parse_qs, urlsplit, urlunsplit

_CHUNK_BYTES = 65_536


class Word(StrEnum):
    """What goes over the line."""

    COMMIT = "Q.{4}COMMIT"  # where it opens what is sent
    NOTIFY = "NOTIFY "


class Cut(StrEnum):
    """Where the line breaks."""

    BEFORE = "before"  # the word does not reach the server, which learns that the line is cut
    AFTER = "after"  # the server did what it was told, and its answer does not come back
    UNNOTICED = "unnoticed"  # the word does not reach the server, which goes on waiting for it
    LATE = "late"  # the word reaches the server when the caller has asked anew already


class CutLine:
    """The line as the test holds it."""

    def __init__(self, url: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.cut_line", url],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        parts = urlsplit(url)
        login = parts.netloc.rpartition("@")[0] or "postgres"
        self.url = urlunsplit(
            parts._replace(
                netloc=f"{login}@127.0.0.1:{self._answer()}",
                query="sslmode=disable&gssencmode=disable",
            )
        )

    def cut_at(self, word: Word, cut: Cut, *, times: int = 1, for_good: bool = False) -> None:
        """Breaks the next lines of transactions over which the word goes; `for_good`: and lets
        none through any more."""
        self._ask("cut_at", word=word, cut=cut, times=times, for_good=for_good)

    def cut_now(self) -> None:
        """Breaks every line there is."""
        self._ask("cut_now")

    def mend(self) -> None:
        self._ask("mend")

    def close(self) -> None:
        self._process.communicate()

    def _ask(self, what: str, **given: Any) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([what, given]) + "\n")
        self._process.stdin.flush()
        self._answer()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


# -- the line itself


class _Line:
    """Passes everything on in both directions, until the word comes."""

    def __init__(self, url: str) -> None:
        self._server = urlsplit(url)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._word = re.compile(b"")
        self._cut = Cut.BEFORE
        self._times = 0
        self._is_gone = False
        self._stays_gone = False
        self._withheld: list[tuple[socket.socket, bytes]] = []
        self._open: list[socket.socket] = []
        _start(self._accept)

    def cut_at(self, *, word: str, cut: str, times: int, for_good: bool) -> None:
        self._word = re.compile(word.encode(), re.DOTALL)
        self._cut, self._stays_gone, self._times = Cut(cut), for_good, times

    def cut_now(self) -> None:
        opened, self._open = self._open, []
        for end in opened:
            _hang_up(end)

    def mend(self) -> None:
        self._is_gone = False

    def _accept(self) -> None:
        while True:
            caller, _ = self._listener.accept()
            if self._is_gone:
                _hang_up(caller)
                continue
            server = self._reach_server()
            self._open += [caller, server]
            is_mute = threading.Event()  # set: answers do not come back any more
            _start(self._listen_to_caller, caller, server, is_mute)
            _start(self._listen_to_server, caller, server, is_mute)

    def _reach_server(self) -> socket.socket:
        query = parse_qs(self._server.query)
        host = query.get("host", [self._server.hostname or "localhost"])[0]
        port = self._server.port or 5432
        if host.startswith("/"):
            server = socket.socket(socket.AF_UNIX)
            server.connect(f"{host}/.s.PGSQL.{port}")
            return server
        return socket.create_connection((host, port))

    def _listen_to_caller(
        self, caller: socket.socket, server: socket.socket, is_mute: threading.Event
    ) -> None:
        is_pooled = False  # other connections ask what became of a transaction
        while data := _heard(caller):
            takes_rights = b"set_config" in data or b"SET LOCAL role" in data
            is_pooled = is_pooled or (b"BEGIN" in data and takes_rights)
            if self._withheld and b"FOR UPDATE" in data:
                held_by, late = self._withheld.pop()
                threading.Timer(0.2, _say, (held_by, late)).start()
            if not (self._times and is_pooled and self._word.search(data)):
                _say(server, data)
                continue
            self._times -= 1
            self._is_gone = self._stays_gone
            if self._cut is Cut.AFTER:
                is_mute.set()
                _say(server, data)
                continue
            if self._cut is Cut.BEFORE:
                _hang_up(server)
            elif self._cut is Cut.LATE:
                self._withheld.append((server, data))
            _hang_up(caller)
            return
        if not is_mute.is_set():
            _hang_up(server)

    def _listen_to_server(
        self, caller: socket.socket, server: socket.socket, is_mute: threading.Event
    ) -> None:
        while data := _heard(server):
            if is_mute.is_set():
                break
            _say(caller, data)
        _hang_up(caller)
        _hang_up(server)


def _start(what: Callable[..., None], *given: object) -> None:
    threading.Thread(target=what, args=given, daemon=True).start()


def _heard(end: socket.socket) -> bytes:
    try:
        return end.recv(_CHUNK_BYTES)
    except OSError:
        return b""


def _say(end: socket.socket, data: bytes) -> None:
    with suppress(OSError):
        end.sendall(data)


def _hang_up(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)  # wakes whoever listens to it
    end.close()


def _serve(url: str) -> None:
    line = _Line(url)
    print(line.port, flush=True)
    for request in sys.stdin:
        what, given = json.loads(request)
        getattr(line, what)(**given)
        print("done", flush=True)


if __name__ == "__main__":
    _serve(sys.argv[1])
