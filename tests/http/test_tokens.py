"""Tokens at the door: whatever is shown that is not good, one and the same refusal."""

from __future__ import annotations

import base64
import hmac
import json
from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from typing import Any

import httpx2
import jwt
import pytest

from remembrancer import InvalidInput
from remembrancer.doors.http.authentication import local
from remembrancer.doors.server.app import create_app
from remembrancer.doors.server.listen_address import ServerOptions, open_socket
from remembrancer.front.access.authentication import Callers
from remembrancer.testing import FrozenClock
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
from tests.governance.test_tokens import forged
from tests.http.conftest import Site
from tests.http.random_requests import told_by
from tests.remote import House, Listening

_OWN = "127.0.0.1:8765"


def _text(part: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=")


def _also_forged(site: Site, token: str, clock: FrozenClock) -> dict[str, Any]:
    """By who knows the key itself, so that only one thing is wrong with each."""
    key = site.memory._session.store.signing_keys()[0]
    secret = hmac.new(b"", key.secret, sha256).digest()
    said = jwt.decode(token, options={"verify_signature": False})
    head = {"alg": "HS256", "typ": "JWT", "kid": key.kid}

    def made(head: dict[str, Any], said: dict[str, Any]) -> str:
        text = f"{_text(head)}.{_text(said)}"
        signature = hmac.new(secret, text.encode(), sha256).digest()
        return f"{text}.{base64.urlsafe_b64encode(signature).decode().rstrip('=')}"

    assert made(head, said)
    later = int((clock() + timedelta(days=1)).timestamp())
    return {
        "a public key's algorithm": made({**head, "alg": "RS256"}, said),
        "none, in other letters": made({**head, "alg": "nOnE"}, said),
        "no algorithm": made({"typ": "JWT", "kid": key.kid}, said),
        "a key of their own": made({**head, "jwk": {"kty": "oct", "k": "AAAA"}, "kid": "x"}, said),
        "a key from a file": made({**head, "kid": "../../../../dev/null"}, said),
        "a key by a quote": made({**head, "kid": "' OR 1=1 --"}, said),
        "what has to be understood": made({**head, "crit": ["exp"]}, said),
        "not good yet": made(head, {**said, "nbf": later}),
        "roles of their own": made(head, {**said, "roles": ["ADMIN"], "groups": ["finance"]}),
        "all spaces": made(head, {**said, "aud": "*"}),
        "an end that never comes": made(head, {**said, "exp": 10**30, "jti": "tok_0"}),
        "truncated": token[: len(token) // 2],
        "twice": f"{token} {token}",
        "with a comma": f"{token},{token}",
    }


@ON_THE_FASTEST
def test_each_bad_token_is_refused_in_the_same_words(site: Site, clock: FrozenClock) -> None:
    """S4-36: forged, changed, cut, too early, too late, too large, of another key, algorithm,
    issuer, space or person: one answer, byte for byte."""
    site.memory.admin.add_person("eve")
    issued = site.memory.admin.issue_token("eve")
    shown = {**forged(site.memory, issued, clock), **_also_forged(site, issued.token, clock)}
    bare = told_by(site.send("GET", "/api/memory/stats", token=None))
    assert bare[0] == 401
    for name, token in shown.items():
        if isinstance(token, str) and token and token.isascii() and "\n" not in token:
            told = site.send("GET", "/api/memory/stats", token=token)
            assert told_by(told) == bare, name
    assert site.send("GET", "/api/memory/stats", token=issued.token).status_code == 200


@ON_EITHER_SORT
def test_every_door_asks_for_the_token(site: Site) -> None:
    """Routes, streams, tools and /mcp; what was revoked is refused by all of them at once."""
    site.memory.admin.add_person("eve", kind="agent")
    issued = site.memory.admin.issue_token("eve")
    doors = (
        ("GET", "/api/memory", None),
        ("GET", "/api/events?idle_seconds=0.001", None),
        ("POST", "/api/tools/recall", {"arguments": {"query": "x"}}),
        ("POST", "/mcp", {"jsonrpc": "2.0", "id": 1, "method": "ping"}),
        ("POST", "/mcp/", {"jsonrpc": "2.0", "id": 1, "method": "ping"}),
    )
    accept = {"Accept": "application/json, text/event-stream"}
    for is_good in (True, False):
        for method, path, body in doors:
            told = site.send(method, path, token=issued.token, json=body, headers=accept)
            assert told.status_code == (200 if is_good else 401), (path, told.text)
        site.memory.admin.revoke_token(issued.id)


@ON_THE_FASTEST
def test_a_token_stands_in_its_header_alone(site: Site) -> None:
    """In an address it would end in logs: there, in a cookie or with another scheme it is none."""
    good = site.admin
    for query in ("token", "access_token", "authorization", "Authorization"):
        told = site.send("GET", "/api/memory/stats", token=None, params={query: good})
        assert told.status_code in (401, 422), query
    for headers in (
        {"Cookie": f"token={good}"},
        {"Authorization": good},
        {"Authorization": f"Basic {good}"},
        {"Authorization": f"Bearer{good}"},
        {"Authorization": "Bearer"},
        {"X-Authorization": f"Bearer {good}"},
        {"Proxy-Authorization": f"Bearer {good}"},
    ):
        told = site.send("GET", "/api/memory/stats", token=None, headers=headers)
        assert told.status_code == 401, headers


@ON_THE_FASTEST
def test_two_tokens_are_none(site: Site) -> None:
    """Which of them counts would depend on who reads the headers."""
    headers = [*site.headers.items(), *[("Authorization", f"Bearer {site.admin}")] * 2]
    told = httpx2.get(f"{site.url}/api/memory/stats", headers=headers)
    assert told.status_code == 400
    assert site.admin not in told.text


@ON_THE_FASTEST
def test_what_a_caller_says_of_themselves_counts_for_nothing(site: Site) -> None:
    """Neither a header, nor a query, nor a field of the body makes somebody an admin."""
    claims = {"X-Roles": "ADMIN", "X-User": "ada", "X-Forwarded-User": "ada", "Roles": "ADMIN"}
    eve = site.token("eve")
    told = site.send("GET", "/api/admin/people", token=eve, headers=claims)
    assert told.status_code == 403
    for name in ("roles", "principal", "source_user", "trust", "as"):
        body = {"content": "x", name: "ADMIN"}
        told = site.send("POST", "/api/memory", token=eve, json=body)
        assert told.status_code in (403, 422), name


@pytest.fixture(scope="module")
def here(house: House) -> Iterator[str]:
    """A server in local mode, as if it listened on port 8765."""
    session = house.local
    hosts = frozenset({_OWN, "localhost:8765", "[::1]:8765"})
    listening = Listening(create_app(session, local(session, Callers(session)), hosts=hosts))
    yield listening.url
    listening.close()


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "localhost:8765"}, 200),
        ({"Host": "[::1]:8765"}, 200),
        ({"Origin": f"http://{_OWN}", "Sec-Fetch-Site": "same-origin"}, 200),
        ({"Sec-Fetch-Site": "none"}, 200),
        ({"Host": "evil.example"}, 421),
        ({"Host": "evil.example:8765"}, 421),
        ({"Host": "127.0.0.1.evil.example:8765"}, 421),
        ({"Host": "127.0.0.1"}, 421),
        ({"Host": "127.0.0.1:80"}, 421),
        ({"Host": ""}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "https://127.0.0.1:8765"}, 403),
        ({"Origin": "http://127.0.0.1:8765.evil.example"}, 403),
        ({"Origin": "http://localhost:3000"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
    ],
    ids=str,
)
@pytest.mark.parametrize("path", ["/api/memory/stats", "/mcp"])
def test_local_mode_answers_no_other_page(
    here: str, house: House, path: str, headers: dict[str, str], status: int
) -> None:
    """Another name for this machine (DNS rebinding) or another page's origin is turned away."""
    told = {"Host": _OWN, "Accept": "application/json, text/event-stream", **headers}
    if path == "/mcp":
        body = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        answer = house.http.post(here + path, headers=told, json=body)
    else:
        answer = house.http.get(here + path, headers=told)
    assert answer.status_code == status, answer.text
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    "host",
    [*("0.0.0.0", "::", "192.0.2.7", "memory.example", "127.0.0.1.evil.example", "0", "")],
)
def test_local_mode_listens_on_this_machine_alone(host: str) -> None:
    """Where others might reach it, it does not start."""
    with pytest.raises(InvalidInput, match="for this machine alone"):
        open_socket(ServerOptions(host=host, port=0, is_local=True))


@ON_THE_FASTEST
def test_with_tokens_a_page_gets_no_leave_to_call(site: Site) -> None:
    """CORS is closed: no answer says that another page may read it."""
    for method in ("GET", "OPTIONS"):
        told = site.send(
            method,
            "/api/memory/stats",
            token=site.admin,
            headers={"Origin": "http://evil.example", "Access-Control-Request-Method": "GET"},
        )
        assert not [name for name in told.headers if name.startswith("access-control")]
