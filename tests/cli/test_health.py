"""`rmb health`: what a container or a service manager asks."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.cli.program import Program


@contextmanager
def answering(status: int, body: bytes) -> Iterator[str]:
    """The address of a server that says this and nothing else."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == "/health" else 404)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def test_a_server_that_is_well(rmb: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit code 0, whatever proxy the environment names."""
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    with answering(200, b'{"status": "ok"}') as url:
        assert rmb.done("health", url).out == f"{url} and its store answer.\n"
        assert rmb.done("health", f"{url}/", "--json").json == {"status": "ok"}


@pytest.mark.parametrize(
    ("status", "body", "told"),
    [
        (503, b"{}", "is not well"),
        (200, b'{"status": "failing"}', "is not well"),
        (200, b"[]", "does not answer"),
        (200, b"<html>", "does not answer"),
    ],
)
def test_a_server_that_is_not(rmb: Program, status: int, body: bytes, told: str) -> None:
    """Exit code 1, and a sentence."""
    with answering(status, body) as url:
        assert told in rmb.failed("health", url)


def test_no_server(rmb: Program) -> None:
    """Where nothing listens, it says how to start one; what is no address is refused."""
    assert "`rmb serve`" in rmb.failed("health", "http://127.0.0.1:1")
    assert "is no address" in rmb.failed("health", "memory.db")
