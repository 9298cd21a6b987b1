"""A line to a PostgreSQL server that can be cut just when a chosen word goes over it."""

from __future__ import annotations

import re
import socket
import threading
from contextlib import suppress
from enum import Enum, auto
from urllib.parse import parse_qs, urlsplit, urlunsplit

COMMIT = re.compile(rb"Q.{4}COMMIT", re.DOTALL)  # where it opens what is sent to the server
NOTIFY = re.compile(rb"NOTIFY ")

_CHUNK_BYTES = 65_536


class Cut(Enum):
    """Where the line breaks."""

    BEFORE = auto()  # the word does not reach the server, which learns that the line is cut
    AFTER = auto()  # the server did what it was told, and its answer does not come back
    UNNOTICED = auto()  # the word does not reach the server, which goes on waiting for it
    LATE = auto()  # the word reaches the server when the caller has asked anew already


class CutLine:
    """Passes everything on in both directions, until the word comes."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._server = parts
        self._listener = socket.create_server(("127.0.0.1", 0))
        port = self._listener.getsockname()[1]
        login = parts.netloc.rpartition("@")[0] or "postgres"
        self.url = urlunsplit(
            parts._replace(
                netloc=f"{login}@127.0.0.1:{port}", query="sslmode=disable&gssencmode=disable"
            )
        )
        self._word = COMMIT
        self._cut = Cut.BEFORE
        self._is_gone = False
        self._stays_gone = False
        self._times = 0
        self._withheld: list[tuple[socket.socket, bytes]] = []
        self._open: list[socket.socket] = []
        self._lock = threading.Lock()
        self._start(self._accept)

    def cut_at(
        self, word: re.Pattern[bytes], cut: Cut, *, times: int = 1, for_good: bool = False
    ) -> None:
        """Breaks the next lines of transactions over which the word goes; `for_good`: and lets
        none through any more."""
        self._cut, self._stays_gone, self._times, self._word = cut, for_good, times, word

    def cut_now(self, *, for_good: bool = False) -> None:
        """Breaks every line there is."""
        with self._lock:
            self._is_gone = for_good
            opened, self._open = self._open, []
        for end in opened:
            _hang_up(end)

    def mend(self) -> None:
        self._is_gone = False

    def close(self) -> None:
        _hang_up(self._listener)
        self.cut_now(for_good=True)

    # -- passing on

    def _accept(self) -> None:
        while True:
            try:
                caller, _ = self._listener.accept()
            except OSError:
                return
            if self._is_gone:
                _hang_up(caller)
                continue
            server = self._reach_server()
            with self._lock:
                self._open += [caller, server]
            answers = threading.Event()  # set: they do not come back any more
            self._start(self._listen_to_caller, caller, server, answers)
            self._start(self._listen_to_server, caller, server, answers)

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
        self, caller: socket.socket, server: socket.socket, answers: threading.Event
    ) -> None:
        is_pooled = False  # other connections ask what became of a transaction
        while data := _heard(caller):
            is_pooled = is_pooled or (b"BEGIN" in data and b"set_config" in data)
            if self._withheld and b"FOR UPDATE" in data:
                held_by, late = self._withheld.pop()
                threading.Timer(0.2, _say, (held_by, late)).start()
            if not (self._times and is_pooled and self._word.search(data)):
                _say(server, data)
                continue
            self._times -= 1
            self._is_gone = self._stays_gone
            if self._cut is Cut.AFTER:
                answers.set()
                _say(server, data)
                continue
            if self._cut is Cut.BEFORE:
                _hang_up(server)
            elif self._cut is Cut.LATE:
                self._withheld.append((server, data))
            _hang_up(caller)
            return
        if not answers.is_set():
            _hang_up(server)

    def _listen_to_server(
        self, caller: socket.socket, server: socket.socket, answers: threading.Event
    ) -> None:
        while data := _heard(server):
            if answers.is_set():
                break
            _say(caller, data)
        _hang_up(caller)
        _hang_up(server)

    def _start(self, what: object, *given: object) -> None:
        threading.Thread(target=what, args=given, daemon=True).start()  # type: ignore[arg-type]


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
