"""The table at work: a plain request is read by us, any other by FastAPI, and both read alike."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import anyio
import httpx2
import pytest

from remembrancer import Memory
from remembrancer.doors.http import endpoints, router
from remembrancer.doors.server.app import create_app
from remembrancer.wire.routes import ROUTES
from tests.engines import ON_THE_FASTEST
from tests.http.conftest import Site

_JSON = {"Content-Type": "application/json"}
_KEYED = {**_JSON, "Idempotency-Key": "night 7"}
_AS_SENT: tuple[tuple[str, str, bytes, dict[str, str]], ...] = (
    ("POST", "/api/memory/recall", b'{"query": "lag", "k": 3, "include": ["items"]}', _JSON),
    ("POST", "/api/memory/recall", b'{"query": "lag", "as_of": "2026-01-02"}', _JSON),
    ("POST", "/api/memory/recall", b'{"query": "lag", "as_of": "12"}', _JSON),
    ("POST", "/api/memory/recall", '{"query": "förra året"}'.encode("utf-16"), _JSON),
    ("POST", "/api/memory/recall", b'{"query": "lag"}', {"Content-Type": f"{router._JSON}; a=b"}),
    ("POST", "/api/memory/recall", b'{"query": "lag"}', {}),
    ("POST", "/api/memory", b'{"content": "a", "tags": ["x"], "metadata": {"n": 1}}', _JSON),
    ("POST", "/api/memory", b'{"content": "a", "valid_until": null}', _KEYED),
    ("POST", "/api/conversations/c/messages", b'[{"role": "user", "content": "a"}]', _JSON),
    ("POST", "/api/conversations/c/messages", b'{"messages": [{"content": "a"}]}', _JSON),
    ("DELETE", "/api/admin/vectors/a%2Fb", b"", {}),
    ("POST", "/api/memory/batch", b'{"items": [{"content": "a"}]}', _JSON),
    ("POST", "/api/memory/remember", b'{"text": "We moved to Oslo."}', _JSON),
    ("POST", "/api/memory/remember", b'{"messages": [{"role": "user", "content": "a"}]}', _JSON),
    ("POST", "/api/memory/km_1/dismiss", b"", {}),
    ("POST", "/api/memory/km%2F1/confirm", b"{}", _JSON),
    ("GET", "/api/memory", b"", {}),
    ("GET", "/api/memory/bundle", b"", {}),
    ("GET", "/api/memory/summary/Ada%20L%C3%B6v", b"", {}),
    ("GET", "/api/memory/km_1/history", b"", {}),
)
_AMISS: tuple[tuple[str, str, bytes, dict[str, str]], ...] = (
    ("POST", "/api/memory/recall", b"", _JSON),
    ("POST", "/api/memory/recall", b"null", _JSON),
    ("POST", "/api/memory/recall", b"[]", _JSON),
    ("POST", "/api/memory/recall", b'{"query": "lag"', _JSON),
    ("POST", "/api/memory/recall", b'{"query": "\xff"}', _JSON),
    ("POST", "/api/memory/recall", b"[" * 100_000, _JSON),
    ("POST", "/api/memory/recall", b'{"k": 3}', _JSON),
    ("POST", "/api/memory/recall", b'{"query": "lag", "explain": "yes"}', _JSON),
    ("POST", "/api/memory/recall", b'{"query": "lag", "limit": 3}', _JSON),
    ("POST", "/api/memory/recall", b'{"query": "lag"}', {"Content-Type": "text/plain"}),
    ("POST", "/api/memory", b'{"content": "a"}', {**_JSON, "Idempotency-Key": "k" * 1_000}),
    ("POST", "/api/memory", b'{"content": "a"}', {**_JSON, "Idempotency-Key": ""}),
    ("POST", "/api/memory/admin/approve", b"{}", _JSON),
    ("PUT", "/api/memory/recall", b"{}", _JSON),
    ("HEAD", "/api/memory/bundle", b"", {}),
)


class _Verbs:
    """Instead of the verbs: what they would have been given."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch
        self.told: list[Any] = []
        monkeypatch.setattr(endpoints, "_done", self._done)

    def _done(self, call: Any, _session: Any, told: dict[str, Any], key: str | None) -> bytes:
        self.told.append((call.route.operation, told, key))
        return b"[]"

    def read_by_fastapi(self) -> None:
        self._monkeypatch.setattr(router._Entry, "_given", lambda *_: None)


def _send(site: Site, sent: tuple[str, str, bytes, dict[str, str]]) -> httpx2.Response:
    method, path, content, headers = sent
    return site.send(method, path, token=site.admin, content=content, headers=headers)


@ON_THE_FASTEST
def test_both_read_the_same(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever reads a request that is in order, the verb is given the same."""
    verbs = _Verbs(monkeypatch)
    for sent in _AS_SENT:
        answer = _send(site, sent)
        assert answer.status_code < 300, (sent, answer.text)
    by_us, verbs.told = verbs.told, []
    verbs.read_by_fastapi()
    for sent in _AS_SENT:
        # The answer of the first call with a key is given again, and no verb is called.
        fresh = {k: "another" if k == "Idempotency-Key" else v for k, v in sent[3].items()}
        assert _send(site, (*sent[:3], fresh)).status_code < 300
    assert len(by_us) == len(_AS_SENT)
    assert [one[:2] for one in by_us] == [one[:2] for one in verbs.told]
    assert {one[2] for one in by_us} == {None, "night 7"}


@ON_THE_FASTEST
def test_what_is_amiss_is_told_in_the_same_words(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request that is not in order is refused as FastAPI's own reading refuses it."""
    verbs = _Verbs(monkeypatch)
    ours = [_said(_send(site, sent)) for sent in _AMISS]
    verbs.read_by_fastapi()
    assert [_said(_send(site, sent)) for sent in _AMISS] == ours
    assert all(status >= 400 for status, _, _ in ours)
    assert verbs.told == []


def _said(answer: httpx2.Response) -> tuple[int, str | None, Any]:
    told = json.loads(answer.content) if answer.content else {}
    return answer.status_code, answer.headers.get("allow"), {**told, "request_id": None}


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


@pytest.mark.parametrize("path", ["/api/memory", "/mcp"])
def test_what_nobody_foresaw_while_a_body_is_read_is_a_failure(
    path: str, caplog: pytest.LogCaptureFixture
) -> None:
    """It is no fault of who sent it: the answer is 500, and the log says what it was."""
    answer: dict[str, Any] = {}

    async def receive() -> Any:
        raise ZeroDivisionError

    async def send(message: Any) -> None:
        answer.update(message)

    with Memory.open(":memory:", embedder="none", background=False) as memory:
        app = create_app(memory._session, lambda _: memory._session)
        scope = {"type": "http", "method": "POST", "path": path, "raw_path": path.encode()}
        headers = [(b"content-type", b"application/json")]
        anyio.run(app, {**scope, "query_string": b"", "headers": headers}, receive, send)
    assert answer["status"] == 500
    assert json.loads(answer["body"])["title"] == "Unexpected"
    failed = [one.exc_info for one in caplog.records if one.name == "remembrancer.api"]
    assert [one[0] for one in failed if one is not None] == [ZeroDivisionError]


def test_every_plain_address_is_found_at_once() -> None:
    """What the table finds by the address alone is what it finds by going through all routes."""
    made = router.Table(lambda _: pytest.fail("nobody is asked who calls"))
    for route in ROUTES:
        scope = {"type": "http", "method": route.method, "path": route.path, "root_path": ""}
        match, found = made.matches(scope)
        assert match.name == "FULL"
        made._plain, kept = {}, made._plain
        assert made.matches(scope)[1]["route"] is found["route"]
        made._plain = kept
