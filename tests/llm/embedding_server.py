"""A server on this machine that says what a test wants, and speaks as OpenAI's embeddings do."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any, NamedTuple


class Answer(NamedTuple):
    status: int
    body: bytes
    headers: Mapping[str, str] = {}


DROPPED = Answer(0, b"")  # the server hangs up


class Asked(NamedTuple):
    path: str
    key: str | None
    body: dict[str, Any]


Line = Answer | Callable[[Asked], Answer]


def vector(text: str) -> list[float]:
    """Another vector for each text."""
    return [float(len(text)), float(sum(map(ord, text)) % 97), 1.0]


def rows(texts: list[str]) -> list[dict[str, Any]]:
    return [
        {"object": "embedding", "index": place, "embedding": vector(text)}
        for place, text in enumerate(texts)
    ]


def told(data: object, *, status: int = 200, **headers: str) -> Answer:
    return Answer(
        status,
        json.dumps(data).encode(),
        {name.replace("_", "-"): value for name, value in headers.items()},
    )


def well(asked: Asked) -> Answer:
    """As it should be, with the vectors in another order than the texts."""
    return told({"object": "list", "data": rows(asked.body["input"])[::-1]})


def failed(status: int, code: str | None = None, message: str = "", **headers: str) -> Answer:
    return told({"error": {"message": message, "code": code}}, status=status, **headers)


class _Quiet(ThreadingHTTPServer):
    """Takes no notice of those who hang up."""

    def handle_error(self, *_: Any) -> None:
        pass


class EmbeddingServer:
    """Answers with the lines of its script, and well once it is at the end."""

    def __init__(self, otherwise: Line = well) -> None:
        self._otherwise = otherwise
        self.script: list[Line] = []
        self.asked: list[Asked] = []
        self.headers: list[Mapping[str, str]] = []  # of each request
        self.is_slow = False  # sends an answer byte by byte, and never ends
        self.is_endless = False  # sends an answer as fast as it can, and never ends
        self.ended = Event()
        self.url = ""

    @contextmanager
    def running(self) -> Iterator[EmbeddingServer]:
        server = _Quiet(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{server.server_port}/v1"
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield self
        finally:
            self.ended.set()
            server.shutdown()
            thread.join()
            server.server_close()

    def answer(self, asked: Asked) -> Answer:
        self.asked.append(asked)
        line = self.script.pop(0) if self.script else self._otherwise
        return line(asked) if callable(line) else line

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                server.headers.append(dict(self.headers))
                key = self.headers["Authorization"] or self.headers["x-api-key"]
                answer = server.answer(Asked(self.path, key, json.loads(body)))
                if answer == DROPPED:
                    return
                self.send_response(answer.status)
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                if server.is_slow or server.is_endless:
                    self.end_headers()
                    self._drip(b" " * 65_536 if server.is_endless else b" ")
                else:
                    if "Content-Length" not in answer.headers:
                        self.send_header("Content-Length", str(len(answer.body)))
                    self.end_headers()
                    self.wfile.write(answer.body)

            def _drip(self, piece: bytes) -> None:
                while not server.ended.wait(0.0 if server.is_endless else 0.02):
                    try:
                        self.wfile.write(piece)
                        self.wfile.flush()
                    except OSError:
                        return

            def log_message(self, *_: Any) -> None:
                pass

        return Handler
