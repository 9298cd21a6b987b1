"""Receivers on this machine: a webhook and a mail server, which keep what they were sent."""

from __future__ import annotations

import json
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Posted(NamedTuple):
    """One call of a webhook."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def told(self) -> dict[str, Any]:
        read: dict[str, Any] = json.loads(self.body)
        return read


class Hook:
    """A webhook that answers as it is told: 204 unless there are other answers to give first."""

    def __init__(self) -> None:
        self.posted: list[Posted] = []
        self.answers: list[int] = []
        self.url = ""


@contextmanager
def webhook() -> Iterator[Hook]:
    hook = Hook()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            hook.posted.append(Posted(self.path, dict(self.headers.items()), body))
            status = hook.answers.pop(0) if hook.answers else 204
            self.send_response(status)
            if 300 <= status < 400:
                self.send_header("Location", "/elsewhere")
            self.end_headers()

        def log_message(self, *_: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    with _running(server):
        hook.url = f"http://127.0.0.1:{server.server_address[1]}/hook"
        yield hook


class Mailbox:
    """A mail server that takes everything, unless it is told to refuse the next ones."""

    def __init__(self) -> None:
        self.letters: list[str] = []
        self.refusals = 0
        self.url = ""


@contextmanager
def mail_server() -> Iterator[Mailbox]:
    box = Mailbox()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self._say("220 here")
            while line := self.rfile.readline():
                word = line.split(b":")[0].split()[0].upper().decode()
                if word == "DATA":
                    self._say("354 go on")
                    self._take()
                elif word == "QUIT":
                    self._say("221 bye")
                    return
                else:
                    self._say("250 ok")

        def _take(self) -> None:
            lines = []
            while (line := self.rfile.readline().rstrip(b"\r\n")) != b".":
                lines.append(line.decode())
            if box.refusals:
                box.refusals -= 1
                self._say("451 try again later")
            else:
                box.letters.append("\n".join(lines))
                self._say("250 taken")

        def _say(self, text: str) -> None:
            self.wfile.write(f"{text}\r\n".encode())

    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
    with _running(server):
        box.url = f"smtp://127.0.0.1:{server.server_address[1]}"
        yield box


@contextmanager
def _running(server: socketserver.BaseServer) -> Iterator[None]:
    thread = threading.Thread(
        target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
    )
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
