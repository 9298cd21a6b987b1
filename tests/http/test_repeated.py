"""Requests that come twice with one key: done once, answered alike."""

from __future__ import annotations

import re
import threading
from datetime import timedelta
from typing import Any

import pytest

from remembrancer import Principal
from remembrancer.core.limits import ANSWER_KEPT_SECONDS
from remembrancer.store.unit.unit_of_work import UnitOfWork
from remembrancer.testing import FrozenClock
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
from tests.http.conftest import Site

ONE = {"Idempotency-Key": "one"}
# By name: what is marked as reading by mistake is found here.
WITHOUT_A_KEY = {
    ("post", "/api/memory/recall"),
    ("post", "/api/memory/similar"),
    ("post", "/api/memory/admin/verify"),
    ("post", "/api/context/compose"),
    ("post", "/api/admin/import"),
    ("post", "/api/graph/cypher"),
    ("post", "/api/graph/sql"),
    ("post", "/api/decisions/precedents"),
    ("post", "/api/decisions/simulate"),
    ("post", "/api/decisions/compare"),
    ("post", "/api/knowledge/retrieve"),
    ("post", "/api/debates/{id}/snapshot/recall"),
    ("post", "/api/inquiries/prefetch"),
}


def twice(site: Site, method: str, path: str, token: str, **more: Any) -> Any:
    """What the first of two equal requests is answered; the second is, and does nothing."""
    first = site.send(method, path, token=token, headers=ONE, **more)
    assert first.status_code < 300, first.text
    assert "idempotency-replayed" not in first.headers
    head = site.memory.verify().head
    second = site.send(method, path, token=token, headers=ONE, **more)
    assert (second.status_code, second.content) == (first.status_code, first.content), second.text
    assert second.headers["idempotency-replayed"] == "true"
    assert site.memory.verify().head == head
    return first.json()


@ON_THE_FASTEST
def test_what_is_repeated_with_its_key_is_done_once(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Items, votes, talks, people, decisions and settings: each in one unit with its answer."""
    id = twice(site, "POST", "/api/memory", site.analyst, json={"content": "Fiscal year ends May."})
    site.memory.jobs.wait()  # it is compared before anybody decides about it
    item = f"/api/memory/{id['id']}"
    admin, analyst = site.admin, site.analyst
    ends: list[str] = []
    end = UnitOfWork.end

    def counted(unit: UnitOfWork) -> None:
        ends.append(unit.actor)
        end(unit)

    monkeypatch.setattr(UnitOfWork, "end", counted)

    def in_one_unit(method: str, path: str, token: str, body: Any = None) -> Any:
        ends.clear()
        answer = twice(site, method, path, token, json=body)
        assert len(ends) == 1, path
        return answer

    in_one_unit("PATCH", item, analyst, {"title": "Fiscal year", "reason": "said so"})
    in_one_unit("PUT", f"{item}/vote", analyst, {"value": 1})
    in_one_unit("POST", f"/api/memory/admin/approve?item_id={id['id']}", admin, {})
    many = in_one_unit("POST", "/api/memory/batch", analyst, {"items": [{"content": "A"}] * 2})
    assert len(many) == 2
    told = in_one_unit("POST", "/api/memory/remember", analyst, {"text": "Vega prefers email."})
    assert told["source"]["id"]
    in_one_unit("POST", "/api/conversations", analyst, {"id": "talk"})
    in_one_unit(
        "POST", "/api/conversations/talk/messages", analyst, [{"author_id": "x", "content": "hi"}]
    )
    in_one_unit("POST", "/api/conversations/talk/close", analyst)
    in_one_unit("PUT", "/api/admin/people/eve", admin, {"groups": ["sales"]})
    in_one_unit("POST", "/api/admin/people/eve/roles", admin, {"roles": ["KM_ADMIN"]})
    in_one_unit("PUT", "/api/admin/settings", admin, {"overrides": {}})
    in_one_unit("POST", f"{item}/dismiss", admin, {"reason": "gone"})


@ON_THE_FASTEST
def test_what_takes_several_units_is_answered_alike_as_well(site: Site) -> None:
    """A batch, and the erasure of an item with the scrub that follows."""
    first, second = (site.memory.add(content=text).id for text in ("A", "B"))
    body = {"item_ids": [first, second], "action": "reject", "reason": "no"}
    twice(site, "POST", "/api/memory/admin/batch", site.admin, json=body)
    twice(site, "POST", "/api/memory/erase", site.admin, json={"id": first, "reason": "asked to"})


@ON_THE_FASTEST
def test_every_unsafe_call_takes_a_key(site: Site) -> None:
    """Whatever is no GET documents the header, but for what reads by POST, and an import."""
    document = site.send("GET", "/openapi.json", token=None).json()
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            names = {one["name"] for one in operation.get("parameters", ())}
            takes_one = method != "get" and (method, path) not in WITHOUT_A_KEY
            assert ("Idempotency-Key" in names) is takes_one, (method, path)
    listed = {(method, path) for path, methods in document["paths"].items() for method in methods}
    assert listed >= WITHOUT_A_KEY


@ON_THE_FASTEST
def test_a_key_is_of_one_caller_one_verb_and_one_body(site: Site) -> None:
    """Another body is 422. Another caller or another verb with the same key is another call."""
    made = site.send("POST", "/api/conversations", token=site.analyst, json={}, headers=ONE)
    assert made.status_code == 201
    other = {"title": "x"}
    told = site.send("POST", "/api/conversations", token=site.analyst, json=other, headers=ONE)
    assert (told.status_code, told.json()["title"]) == (422, "KeyReused")
    twice(site, "POST", "/api/conversations", site.admin, json=other)
    twice(site, "POST", "/api/memory/remember", site.analyst, json={"text": "The sky is blue."})


@ON_THE_FASTEST
def test_how_a_request_is_spelled_makes_no_other_call(site: Site) -> None:
    """The order of the fields is nothing."""
    bodies = ('{"content": "A", "title": "t"}', '{"title":"t","content":"A"}')
    first, second = (
        site.send("POST", "/api/memory", token=site.analyst, content=body, headers=ONE)
        for body in bodies
    )
    assert first.content == second.content


@ON_THE_FASTEST
def test_what_was_refused_may_be_mended(site: Site) -> None:
    """A call that is refused keeps nothing, and its key is as good as new."""
    path = "/api/conversations/talk/messages"
    messages = [{"author_id": "x", "content": "hi"}]
    refused = site.send("POST", path, token=site.analyst, json=messages, headers=ONE)
    assert refused.status_code == 404
    site.send("POST", "/api/conversations", token=site.analyst, json={"id": "talk"})
    messages[0]["content"] = "hello"
    twice(site, "POST", path, site.analyst, json=messages)


@ON_THE_FASTEST
@pytest.mark.parametrize("key", ["", "x" * 300])
def test_a_key_is_a_name(site: Site, key: str) -> None:
    """An empty key or an endless one is refused."""
    headers = {"Idempotency-Key": key}
    told = site.send(
        "POST", "/api/memory", token=site.admin, json={"content": "A"}, headers=headers
    )
    assert told.status_code == 422
    assert site.memory.stats().items == 0


@ON_THE_FASTEST
def test_a_token_is_not_kept_for_a_repeated_call(site: Site) -> None:
    """What holds a secret is done once, and its answer is kept nowhere."""
    body = {"name": "maya"}
    assert site.analyst
    first = site.send("POST", "/api/admin/tokens", token=site.admin, json=body, headers=ONE)
    assert first.status_code == 201
    again = site.send("POST", "/api/admin/tokens", token=site.admin, json=body, headers=ONE)
    assert (again.status_code, again.json()["title"]) == (409, "Conflict")
    assert "not kept" in again.json()["detail"]
    assert first.json()["token"] not in again.text


@ON_EITHER_SORT
def test_answers_run_out(site: Site, clock: FrozenClock) -> None:
    """After a day the key is free, and what was kept under it is swept."""
    path = "/api/conversations"
    first = site.send("POST", path, token=site.analyst, json={}, headers=ONE).json()
    clock.advance(timedelta(seconds=ANSWER_KEPT_SECONDS))
    again = site.send("POST", path, token=site.analyst, json={}, headers=ONE).json()
    assert first["id"] != again["id"]
    clock.advance(timedelta(seconds=ANSWER_KEPT_SECONDS))
    swept = site.memory._session.write(lambda unit, _: unit.idempotency.sweep_answers())
    assert swept == 1


@ON_EITHER_SORT
def test_nothing_erased_is_answered_again(site: Site) -> None:
    """A person erases their own item: what others were answered of it goes, and is not redone."""
    text = "Vega Holding moves to Turku."
    made = twice(site, "POST", "/api/memory", site.analyst, json={"content": text})
    path = f"/api/memory/admin/approve?item_id={made['id']}"
    twice(site, "POST", path, site.admin, json={})
    site.memory.acting_as(Principal("maya", groups=["finance"])).erase(made["id"], reason="asked")
    for token, address, body in (
        (site.analyst, "/api/memory", {"content": text}),
        (site.admin, path, {}),
    ):
        told = site.send("POST", address, token=token, json=body, headers=ONE)
        assert told.status_code == 409, told.text
        assert "Turku" not in told.text
    assert site.memory.stats().items == 0


@ON_THE_FASTEST
def test_what_became_hidden_is_not_answered_again(site: Site) -> None:
    """A repeated call tells nothing that its caller may not see any more."""
    made = site.memory.add(content="Margins fell.", audience="group:finance")
    site.memory.review.approve(made.id)
    twice(site, "PUT", f"/api/memory/{made.id}/vote", site.analyst, json={"value": 1})
    quote = {"quote": "Margins fell."}
    twice(site, "POST", f"/api/memory/{made.id}/confirm", site.analyst, json=quote)
    site.memory.admin.leave_group("maya", "finance")
    told = site.send(
        "POST", f"/api/memory/{made.id}/confirm", token=site.analyst, json=quote, headers=ONE
    )
    assert told.status_code == 404
    assert "Margins" not in told.text


@ON_EITHER_SORT
def test_of_two_at_once_one_does_it(site: Site) -> None:
    """Many equal requests at the same time: one effect, and the same answer for all."""
    gate = threading.Barrier(6)
    told: list[Any] = []
    token = site.analyst

    def send() -> None:
        gate.wait()
        told.append(site.send("POST", "/api/conversations", token=token, json={}, headers=ONE))

    threads = [threading.Thread(target=send) for _ in range(6)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert {one.status_code for one in told} == {201}
    assert len({one.json()["id"] for one in told}) == 1
    assert sum("idempotency-replayed" in one.headers for one in told) == 5


@ON_THE_FASTEST
def test_a_client_gives_each_call_a_key_of_its_own(site: Site) -> None:
    """Two equal calls of a client are two; one whose answer was lost is sent again, and is one."""
    client = site.opened(site.analyst)
    first, second = (client.conversations.start() for _ in range(2))
    assert first.id != second.id
    http: Any = _Losing(client._connection._http)  # type: ignore[attr-defined]
    client._connection._http = http  # type: ignore[attr-defined]
    third = client.conversations.start()
    assert http.keys[0] == http.keys[1]
    assert re.fullmatch("[0-9a-f]{32}", http.keys[0])
    entries = site.memory.admin.audit(limit=1000)
    assert sum(entry.target == third.id for entry in entries) == 1
    assert len({entry.target for entry in entries if entry.target.startswith("conv_")}) == 3


class _Losing:
    """A connection that breaks once the first request was answered."""

    def __init__(self, http: Any) -> None:
        self._http = http
        self.keys: list[str] = []

    def request(self, *args: Any, **more: Any) -> Any:
        import httpx2

        self.keys.append(more["headers"]["Idempotency-Key"])
        answer = self._http.request(*args, **more)
        if len(self.keys) == 1:
            raise httpx2.ReadError("lost")
        return answer
