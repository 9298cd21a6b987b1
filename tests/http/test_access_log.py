"""The log of a server: what happened, and nothing of what was said."""

from __future__ import annotations

import io
import json
import logging
import socket
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from remembrancer import Memory
from remembrancer.doors.http import access_log
from remembrancer.doors.http.authentication import by_token
from remembrancer.doors.http.endpoints import Caller
from remembrancer.doors.server.app import create_app
from remembrancer.doors.web.session_cookie import Visitors
from remembrancer.doors.web.site import Site
from remembrancer.front.access.authentication import Callers
from remembrancer.front.session import Session
from tests.proofs.servers import wait_until
from tests.remote import Listening

_MARK = "zebra17"


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """What is logged, as a server logs it."""
    written = io.StringIO()
    level = access_log.log.level
    handler = access_log.start_logging(written)
    yield written
    logging.getLogger().removeHandler(handler)
    access_log.log.setLevel(level)


def _failing(caller: Caller) -> Caller:
    def fails(request: Any) -> Session:
        if _MARK in request.headers.get("x-fail", ""):
            raise ValueError(f"{_MARK} in a message, as errors of libraries have it")
        return caller(request)

    return fails


def test_nothing_that_was_sent_is_in_the_log(stream: io.StringIO) -> None:
    """Each request is one line; no path, query, header, token, body or error message is in it."""
    with Memory.open(":memory:", preset="corporate", embedder="none", background=False) as memory:
        memory.admin.add_person(f"ada {_MARK}", roles=["ADMIN"])
        token = memory.admin.issue_token(f"ada {_MARK}").token
        caller = _failing(by_token(Callers(memory._session)))
        server = Listening(create_app(memory._session, caller))
        try:
            with httpx2.Client(timeout=60, base_url=server.url) as http:
                headers = {
                    "Authorization": f"Bearer {token}",
                    "X-Request-ID": _MARK,
                    "User-Agent": _MARK,
                    "Idempotency-Key": _MARK,
                }
                assert http.request(_MARK.upper(), "/api/memory").status_code == 400
                sent = [
                    http.post("/api/memory", json={"content": _MARK}, headers=headers),
                    http.get(f"/api/memory/{_MARK}?as_of={_MARK}", headers=headers),
                    http.get(f"/{_MARK}", headers=headers),
                    http.post("/api/memory", content=_MARK.encode(), headers=headers),
                    http.get("/api/memory", headers={"Authorization": f"Bearer {_MARK}"}),
                    http.get("/api/memory", headers={**headers, "X-Fail": _MARK}),
                ]
        finally:
            server.close()
    assert [one.status_code for one in sent] == [201, 422, 404, 400, 401, 500]
    text = stream.getvalue()
    assert _MARK not in text.lower()
    assert token not in text
    lines = [json.loads(line) for line in text.splitlines()]
    told = {line["request_id"]: line for line in lines if "request_id" in line}
    assert [told[one.headers["x-request-id"]]["status"] for one in sent] == [
        one.status_code for one in sent
    ]
    first = told[sent[0].headers["x-request-id"]]
    assert (
        first.items()
        >= {
            "method": "POST",
            "route": "/api/memory",
            "caller": "user",
            "level": "info",
        }.items()
    )
    assert first["milliseconds"] >= 0
    failed = told[sent[-1].headers["x-request-id"]]
    assert failed["error"] == "ValueError"
    assert any(place.endswith(" fails") for place in failed["stack"])


@pytest.mark.parametrize(
    "length", [b"Content-Length: 500\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n80\r\n"]
)
def test_who_hangs_up_leaves_nothing_behind(stream: io.StringIO, length: bytes) -> None:
    """In the middle of a body, wherever it goes: no failure is logged, and nothing is written."""
    paths = ("/api/memory", "/api/memory/batch", "/api/admin/import", "/mcp", "/sign-in")
    with Memory.open(":memory:", embedder="none", background=False) as memory:
        session = memory._session
        site = Site(Visitors(Callers(session), session))
        server = Listening(create_app(session, lambda _: session, site=site))
        before = memory.verify().rows
        try:
            for path in paths:
                with socket.create_connection(("127.0.0.1", server.port)) as sent:
                    sent.sendall(_head(path) + length + b'{"content": "Half of')
            wait_until(lambda: stream.getvalue().count("\n") == len(paths), "logged")
        finally:
            server.close()
        assert memory.items().items == ()
        assert memory.verify().rows == before
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [(line["level"], line["status"]) for line in lines] == [("info", 499)] * len(paths)


def _head(path: str) -> bytes:
    return (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        "Accept: application/json, text/event-stream\r\n"
    ).encode()


def test_values_are_left_out_of_what_code_says(stream: io.StringIO) -> None:
    """Of our own messages the words remain, of those of libraries the place, of errors the kind."""
    logging.getLogger("remembrancer.work").warning("Texts of %s wait: %s", _MARK, _MARK)
    logging.getLogger("some.library").warning(f"Got {_MARK}")
    try:
        int(_MARK)
    except ValueError:
        logging.getLogger("remembrancer.work").exception("%s failed", _MARK)
    ours, theirs, failed = (json.loads(line) for line in stream.getvalue().splitlines())
    assert ours["message"] == "Texts of %s wait: %s"
    assert theirs["place"].startswith("test_access_log.py:")
    assert (failed["error"], "message" in theirs) == ("ValueError", False)
    assert _MARK not in stream.getvalue()
