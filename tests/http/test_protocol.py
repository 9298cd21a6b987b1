"""What is no HTTP at all: no application hears of it, and whoever sent it is told the same way."""

from __future__ import annotations

import json
import socket

import pytest

from remembrancer.wire.problems import MEDIA_TYPE
from tests.remote import House


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(b"FOO /api/memory HTTP/1.1\r\nHost: x\r\n\r\n", id="method"),
        pytest.param(b"GET /api/mem ory HTTP/1.1\r\nHost: x\r\n\r\n", id="blank"),
        pytest.param(b"GET /api/memory HTTP/9.1\r\nHost: x\r\n\r\n", id="version"),
        pytest.param(b"GET http:// HTTP/1.1\r\nHost: x\r\n\r\n", id="address"),
        pytest.param(b"GET /api/memory HTTP/1.1\r\nno header\r\n\r\n", id="header"),
        pytest.param(b"POST /api/memory HTTP/1.1\r\nContent-Length: x\r\n\r\n", id="length"),
        pytest.param(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", id="tls"),
    ],
)
def test_what_is_no_request_is_refused_with_a_problem(house: House, sent: bytes) -> None:
    """A problem document as for anything else that is refused, and the connection ends."""
    port = int(house.url.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(sent)
        with connection.makefile("rb") as answer:
            said = answer.read()
    head, _, body = said.partition(b"\r\n\r\n")
    first, *headers = head.decode().split("\r\n")
    assert first == "HTTP/1.1 400 Bad Request"
    assert f"content-type: {MEDIA_TYPE}" in headers
    assert f"content-length: {len(body)}" in headers
    told = json.loads(body)
    assert (told["status"], told["title"]) == (400, "InvalidInput")
    assert told["detail"].endswith(".")
