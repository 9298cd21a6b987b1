"""What is sent to break out of a value stays one, or is refused."""

from __future__ import annotations

import socket
from random import Random

import pytest

from remembrancer.core.limits import REQUEST_BYTES_MAX
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
from tests.http.conftest import Site
from tests.http.hostile import TEXTS, check, tries

_TRIES = 80  # of all; the rest is in the soak


@ON_EITHER_SORT
def test_nothing_that_is_sent_breaks_out(site: Site) -> None:
    """Of all hostile texts in all places, some: each is answered or refused; the record holds."""
    known = site.memory.add(content="Known before.")
    for one in Random(8).sample(tries(), _TRIES):
        check(site, site.admin, one)
    assert site.memory.get(known.id).content == "Known before."
    assert site.memory.verify().ok


@ON_EITHER_SORT
def test_a_filter_is_met_by_equality_alone(site: Site) -> None:
    """No wildcard, quote or operator in a filter finds what the filter does not name."""
    site.memory.add(content="A fact.", subject="ellen", tags=["tax"], metadata={"place": "north"})
    for name in ("subject", "tags", "source_id", "source_user"):
        for text in TEXTS:
            if text.strip() and len(text) < 200:
                told = site.send("GET", "/api/memory", token=site.admin, params=_sent(name, text))
                assert told.status_code == 422 or told.json()["items"] == [], (name, text)
    for given in ('{"place": "%"}', '{"place": {"$ne": 1}}', '{"$.place": "north"}'):
        told = site.send("GET", "/api/memory", token=site.admin, params={"metadata": given})
        assert told.status_code == 422 or told.json()["items"] == [], given
    found = site.send("GET", "/api/memory?metadata=%7B%22place%22:%22north%22%7D", token=site.admin)
    assert len(found.json()["items"]) == 1


def _sent(name: str, text: str) -> dict[str, bytes]:
    return {name: text.encode("utf-8", "surrogatepass")}


@ON_THE_FASTEST
@pytest.mark.parametrize("digits", ["\u0663", "\uff11", "1e1", "0x1", "+1\u0663", "NaN", "1.0e400"])
def test_a_number_has_plain_digits(site: Site, digits: str) -> None:
    """What only looks like a number is none."""
    told = site.send("GET", "/api/memory", token=site.admin, params={"limit": digits})
    assert told.status_code == 422, told.text
    told = site.send("GET", "/api/memory/x", token=site.admin, params={"as_of": digits})
    assert told.status_code in (404, 422), told.text


def _raw(site: Site, head: bytes, body: bytes = b"") -> bytes:
    """What comes back for bytes that no library would send."""
    host, _, port = site.url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=30) as line:
        line.sendall(head + b"Connection: close\r\n\r\n" + body)
        found = b""
        while part := line.recv(65_536):
            found += part
    return found


@ON_THE_FASTEST
@pytest.mark.parametrize(
    "header",
    [
        b"Authorization: Bearer a\r\nAuthorization: Bearer b\r\n",
        b"Host: elsewhere.example\r\n",
        b"Content-Length: 2\r\nContent-Length: 3\r\n",
        b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
        b"Content-Length: -1\r\n",
        b"Content-Length: \xd9\xa3\r\n",
        b"Content-Type: application/json\r\nContent-Type: text/plain\r\n",
    ],
)
def test_a_header_that_can_be_read_in_two_ways_is_refused(site: Site, header: bytes) -> None:
    """Whoever stands in front of the server may read it in the other way."""
    head = b"POST /api/memory/recall HTTP/1.1\r\nHost: 127.0.0.1\r\n" + header
    answer = _raw(site, head, b"{}")
    assert not answer or answer.split(b" ", 2)[1] in (b"400", b"431", b"413"), answer[:300]


@ON_THE_FASTEST
def test_a_name_in_an_address_stays_in_it(site: Site) -> None:
    """Dots and slashes lead nowhere else, and no line break makes a header of the answer."""
    for name in ("..", ".", "../admin/people", "a%0d%0aX-Hostile:%201", "%2e%2e%2fstats"):
        answer = _raw(
            site,
            b"GET /api/memory/%s HTTP/1.1\r\nHost: 127.0.0.1\r\n%sAuthorization: Bearer %s\r\n"
            % (name.encode(), site.door, site.admin.encode()),
        )
        assert answer.split(b" ", 2)[1] in (b"404", b"400", b"422"), (name, answer[:300])
        assert b"\r\nx-hostile" not in answer.lower()


@ON_THE_FASTEST
def test_a_body_has_a_limit(site: Site) -> None:
    """Also one that does not say how long it is."""
    parts = (b" " * 1_000_000 for _ in range(REQUEST_BYTES_MAX // 1_000_000 + 1))
    told = site.send("POST", "/api/memory/recall", token=site.admin, content=parts)
    assert told.status_code == 413


@ON_THE_FASTEST
def test_streams_and_tools_take_no_hostile_text(site: Site) -> None:
    """A cursor, a subject, a time and a set of tools: refused in our words, or without effect."""
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    accept = {"Accept": "application/json, text/event-stream"}
    for text in (*TEXTS[:16], "nan", "inf", "-1"):
        for name in ("after", "subject", "idle_seconds"):
            query = {"idle_seconds": b"0.001", **_sent(name, text)}
            told = site.send("GET", "/api/events", token=site.admin, params=query)
            assert told.status_code == 422 or name == "subject", (name, text)
            assert told.status_code in (200, 422), (name, text)
        query = _sent("tools", text)
        told = site.send("POST", "/mcp", token=site.admin, params=query, json=ping, headers=accept)
        assert told.status_code == 422, text
    for cursor in ("forged", "%", "x" * 5_000):
        headers = {"Last-Event-ID": cursor}
        told = site.send("GET", "/api/events", token=site.admin, headers=headers)
        assert told.status_code == 422
