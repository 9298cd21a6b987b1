"""Requests become the arguments of verbs, or a sentence on what is wrong with them."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

import httpx2
import pytest

from remembrancer.doors.http import endpoints
from tests.engines import ON_THE_FASTEST
from tests.http.conftest import Site

_JSON = {"Content-Type": "application/json"}
_RECALL, _ITEMS, _MESSAGES = "/api/memory/recall", "/api/memory", "/api/conversations/c/messages"
_TALK = [{"role": "user", "content": "a"}]
# A request, and what its verb is given.
_READ: tuple[tuple[str, str, bytes, dict[str, str], dict[str, Any]], ...] = (
    (
        "POST",
        _RECALL,
        b'{"query": "lag", "k": 3, "include": ["items"]}',
        _JSON,
        {"query": "lag", "k": 3, "include": ["items"]},
    ),
    (
        "POST",
        _RECALL,
        b'{"query": "lag", "as_of": "2026-01-02"}',
        _JSON,
        {"query": "lag", "as_of": datetime(2026, 1, 2, tzinfo=UTC)},
    ),
    ("POST", _RECALL, b'{"query": "lag", "as_of": "12"}', _JSON, {"query": "lag", "as_of": 12}),
    ("POST", _RECALL, '{"query": "förra"}'.encode("utf-16"), _JSON, {"query": "förra"}),
    ("POST", _RECALL, b'{"query": "lag"}', {}, {"query": "lag"}),
    (
        "POST",
        _ITEMS,
        b'{"content": "a", "tags": ["x"], "metadata": {"n": 1}}',
        _JSON,
        {"content": "a", "tags": ("x",), "metadata": {"n": 1}},
    ),
    (
        "POST",
        _ITEMS,
        b'{"content": "a", "valid_until": null}',
        {**_JSON, "Idempotency-Key": "night 7"},
        {"content": "a", "valid_until": None},
    ),
    (
        "POST",
        _MESSAGES,
        json.dumps(_TALK).encode(),
        _JSON,
        {"conversation_id": "c", "messages": _TALK},
    ),
    (
        "POST",
        _MESSAGES,
        json.dumps({"messages": _TALK}).encode(),
        _JSON,
        {"conversation_id": "c", "messages": _TALK},
    ),
    ("POST", f"{_ITEMS}/batch", b'{"items": [{"n": 1}]}', _JSON, {"items": [{"n": 1}]}),
    ("POST", f"{_ITEMS}/remember", b'{"text": "A."}', _JSON, {"text_or_messages": "A."}),
    (
        "POST",
        f"{_ITEMS}/remember",
        json.dumps({"messages": _TALK}).encode(),
        _JSON,
        {"text_or_messages": _TALK},
    ),
    ("POST", f"{_ITEMS}/km_1/dismiss", b"", {}, {"id": "km_1"}),
    ("POST", f"{_ITEMS}/km_1/dismiss", b"null", _JSON, {"id": "km_1"}),
    ("POST", f"{_ITEMS}/km%2F1/confirm", b"{}", _JSON, {"id": "km/1"}),
    ("POST", f"{_ITEMS}/admin/approve?item_id=km_1", b"", {}, {"id": "km_1"}),
    ("DELETE", "/api/admin/vectors/a%2Fb", b"", {}, {"model": "a/b"}),
    ("GET", _ITEMS, b"", {}, {}),
    ("GET", f"{_ITEMS}/summary/Ada%20L%C3%B6v", b"", {}, {"subject": "Ada Löv"}),
    ("GET", f"{_ITEMS}/km_1?as_of=7", b"", {}, {"id": "km_1", "as_of": 7}),
    ("GET", f"{_ITEMS}?limit=2&limit=3", b"", {}, {"limit": 3}),
    ("GET", f"{_ITEMS}?tags=a", b"", {}, {"tags": ("a",)}),
    ("GET", f"{_ITEMS}?tags=a&tags=b", b"", {}, {"tags": ("a", "b")}),
    ("GET", f"{_ITEMS}?colour=red&colour=blue", b"", {}, {"colour": ["red", "blue"]}),
    ("GET", f"{_ITEMS}/stats?by=", b"", {}, {"by": [""]}),
    ("GET", _ITEMS + "/stats?json=" + quote('{"by": []}'), b"", {}, {"by": []}),
    (
        "GET",
        "/api/admin/groups?colour=red",
        b"",
        {},
        {},
    ),  # it takes nothing
)
# A request, and the status and the sentence that refuse it.
_REFUSED: tuple[tuple[str, str, bytes, dict[str, str], int, str], ...] = (
    ("POST", _RECALL, b"", _JSON, 422, "It needs a body."),
    ("POST", _RECALL, b"null", _JSON, 422, "Give a mapping of names to values, not None."),
    ("POST", _RECALL, b"[]", _JSON, 422, "Give a mapping of names to values, not []."),
    ("POST", _RECALL, b'{"query": "lag"', _JSON, 400, "as JSON, from character 16 on: expecting"),
    ("POST", _RECALL, b'{"query": "\xff"}', _JSON, 400, "Send it as text in UTF-8"),
    ("POST", _RECALL, b"[" * 100_000, _JSON, 400, "lists within lists beyond measure"),
    ("POST", _RECALL, b"9" * 5_000, _JSON, 400, "without endless numbers"),
    ("POST", _RECALL, b'{"k": 3}', _JSON, 422, "The body needs query. Give it."),
    (
        "POST",
        _RECALL,
        b'{"query": "lag", "explain": "yes"}',
        _JSON,
        422,
        "explain cannot be accepted. Give true or false, not 'yes'.",
    ),
    ("POST", _RECALL, b'{"query": "lag", "x": 3}', _JSON, 422, "The body has no field 'x'. Its "),
    ("POST", _RECALL, b"{}", {"Content-Type": "text/plain"}, 422, "The body is text/plain. Send"),
    ("POST", _RECALL, b"{}", {"Content-Type": "application/jsonx"}, 422, "application/jsonx"),
    ("POST", _ITEMS, b"{}", {**_JSON, "Idempotency-Key": "k" * 1_000}, 422, "the limit is 200"),
    ("POST", _ITEMS, b"{}", {**_JSON, "Idempotency-Key": ""}, 422, "Idempotency-Key is empty."),
    ("POST", f"{_ITEMS}/admin/approve", b"{}", _JSON, 422, "The query needs item_id. Give it."),
    ("POST", f"{_ITEMS}/admin/approve", b"{", _JSON, 400, "The body cannot be read as JSON"),
    ("GET", f"{_ITEMS}/stats?colour=red", b"", {}, 422, "The query has no field 'colour'"),
    (
        "GET",
        f"{_ITEMS}/admin/contradictions?include_resolved=maybe",
        b"",
        {},
        422,
        "Give true or false",
    ),
    ("PUT", _RECALL, b"{}", _JSON, 405, "PUT is not for this address; it takes POST."),
    ("PATCH", _RECALL, b"[]", _JSON, 405, "PATCH is not for this address; it takes POST."),
)


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[tuple[dict[str, Any], str | None]]:
    """What verbs are given from now on, and the keys. They are not called."""
    calls: list[tuple[dict[str, Any], str | None]] = []

    def call_verb(_call: Any, _session: Any, values: dict[str, Any], key: str | None) -> bytes:
        calls.append((values, key))
        return b"[]"

    monkeypatch.setattr(endpoints, "_call_verb", call_verb)
    return calls


def _send(
    site: Site, method: str, path: str, content: bytes, headers: dict[str, str]
) -> httpx2.Response:
    return site.send(method, path, token=site.admin, content=content, headers=headers)


@ON_THE_FASTEST
def test_a_verb_is_given_what_the_request_says(
    site: Site, given: list[tuple[dict[str, Any], str | None]]
) -> None:
    """Path, query and body become arguments of the verb's own types and names, and nothing more."""
    for method, path, content, headers, expected in _READ:
        answer = _send(site, method, path, content, headers)
        assert answer.status_code < 300, (method, path, content, answer.text)
        assert given.pop() == (expected, headers.get("Idempotency-Key")), (method, path, content)
    assert given == []


@ON_THE_FASTEST
def test_a_request_that_cannot_be_read_is_told_why(
    site: Site, given: list[tuple[dict[str, Any], str | None]]
) -> None:
    """The answer says what is wrong and what to send, and no verb is called."""
    for method, path, content, headers, status, says in _REFUSED:
        answer = _send(site, method, path, content, headers)
        assert answer.status_code == status, (method, path, content[:80], answer.text)
        assert says in answer.json()["detail"], (method, path, content[:80], answer.text)
        assert answer.headers["content-type"] == "application/problem+json"
    assert given == []


@ON_THE_FASTEST
def test_a_query_may_be_told_as_json(site: Site) -> None:
    """There an empty list is one; what is wrong with it is told as for any other query."""

    def asked(query: str, *, of: str = "stats") -> tuple[int, Any]:
        answer = site.send("GET", f"/api/memory/{of}?{query}", token=site.admin)
        return answer.status_code, answer.json()

    site.memory.add(content="Lag is three days.")
    status, counted = asked(f"json={quote(json.dumps({'by': []}))}")
    assert (status, counted["items"], counted["by_kind"]) == (200, 1, {})
    assert asked("by=kind")[1]["by_kind"] == {"fact": 1}
    assert asked(f"json={quote(json.dumps({'as_of': 0}))}", of="km_1")[0] == 404
    for wrong, says in (
        ("json={", "json cannot be accepted: it is no JSON"),
        ("json=%7B%7D&by=kind", "json cannot be accepted: it is no JSON"),
        ("json=" + quote('{"colour": 1}'), "The query has no field 'colour'"),
        ("json=7", "The query cannot be accepted. Give a mapping"),
        ("by=kind&json=%7B%7D", "The query has no field 'json'"),
    ):
        status, told = asked(wrong)
        assert (status, told["title"]) == (422, "InvalidInput"), wrong
        assert says in told["detail"], told


def test_requests_have_one_reader() -> None:
    """A server is put together and reads requests without FastAPI, which only describes routes."""
    script = """
import sys
import remembrancer.doors.server.serving
assert "starlette" in sys.modules
assert "fastapi" not in sys.modules
import remembrancer.doors.http.openapi
assert "fastapi" in sys.modules
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
