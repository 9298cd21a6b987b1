"""Requests as agents and people send them, over real HTTP."""

from __future__ import annotations

import json
from collections import Counter
from datetime import timedelta

import pytest

from remembrancer.testing import FrozenClock
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
from tests.http import wrong_types
from tests.http.conftest import Site

LAG = {
    "title": "orders table has 3-day settlement lag",
    "content": "Always subtract 3 days when comparing orders with events.",
    "category": "data_analysis",
    "domain": "finance",
    "tags": ["orders"],
}


@ON_EITHER_SORT
def test_a_fact_from_its_submission_to_the_bundle(site: Site) -> None:
    """S4-32, S4-43, S4-44, S4-46, S4-54: submitted, mandated, and in the agent's bundle."""
    made = site.send("POST", "/api/memory", token=site.analyst, json=LAG)
    assert (made.status_code, made.json()["status"]) == (201, "pending")
    id = made.json()["id"]
    assert site.send("GET", "/api/memory/bundle", token=site.agent).json()["mandatory"] == []
    path = f"/api/memory/admin/mandate?item_id={id}"
    body = {"reason": "agreed in Q2 planning", "audience": "group:finance"}
    assert site.send("POST", path, token=site.analyst, json=body).status_code == 403
    # As curl -d sends it.
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    done = site.send("POST", path, token=site.admin, content=json.dumps(body), headers=form)
    assert (done.status_code, done.json()["status"]) == (200, "mandatory")
    other = site.send(
        "POST", "/api/memory", token=site.analyst, json={"content": "Use event_time."}
    )
    batch = {"item_ids": [other.json()["id"], "km_000000000000"], "action": "approve"}
    results = site.send("POST", "/api/memory/admin/batch", token=site.admin, json=batch)
    assert results.status_code == 200
    told = site.send("GET", "/api/memory/bundle", token=site.agent).json()
    assert [one["id"] for one in told["mandatory"]] == [id]
    assert told["mandatory"][0].items() >= {**LAG, "tags": ["orders"]}.items()
    assert [one["content"] for one in told["approved"]] == ["Use event_time."]
    assert (told["token_budget"], told["receipt"][:4]) == (6000, "rcp_")
    assert site.send("GET", f"/api/memory/{id}/history", token=site.analyst).status_code == 200


@ON_EITHER_SORT
def test_five_agents_have_one_bundle(site: Site) -> None:
    """S4-74: service accounts of the same groups get the same facts."""
    site.memory.add(content="Net revenue excludes refunds.", source_type="admin_mandate")
    tokens = [site.token(f"agent-{number}", kind="service") for number in range(5)]
    told = [site.send("GET", "/api/memory/bundle", token=one).json() for one in tokens]
    assert all(one["mandatory"] for one in told)
    assert len({json.dumps([one["mandatory"], one["approved"]]) for one in told}) == 1


@ON_EITHER_SORT
def test_groups_count_when_they_are_asked_for(site: Site) -> None:
    """S4-37: whoever joins a group sees its facts with the next call, by the same token."""
    made = site.memory.add(content="The audit is in May.", source_type="admin_mandate")
    site.memory.review.revoke(made.id, reason="for finance alone")
    site.memory.add(
        content="The audit is in June.", source_type="admin_mandate", audience="group:finance"
    )
    newcomer = site.token("newcomer")
    assert site.send("GET", "/api/memory/bundle", token=newcomer).json()["mandatory"] == []
    site.memory.admin.join_group("newcomer", "finance")
    assert len(site.send("GET", "/api/memory/bundle", token=newcomer).json()["mandatory"]) == 1


@ON_THE_FASTEST
def test_who_shows_no_good_token_is_told_the_same(site: Site, clock: FrozenClock) -> None:
    """S4-36: no token, a forged, a revoked and an old one are 401, with one sentence."""
    good = site.admin
    revoked = site.token("leaver")
    (row,) = [one for one in site.memory.admin.tokens() if one.principal == "leaver"]
    site.memory.admin.revoke_token(row.id)
    head, body, _ = good.split(".")
    bad = [None, "x", f"{head}.{body}.", f"{head}.{body}.forged", revoked, good + "a"]
    answers = [site.send("GET", "/api/memory/stats", token=one) for one in bad]
    clock.advance(timedelta(days=91))
    answers.append(site.send("GET", "/api/memory/stats", token=good))
    assert {one.status_code for one in answers} == {401}
    assert {one.headers["www-authenticate"] for one in answers} == {"Bearer"}
    assert len({one.json()["detail"] for one in answers}) == 1


@ON_THE_FASTEST
def test_what_is_hidden_and_what_is_not_there_look_the_same(site: Site) -> None:
    """Somebody else's personal item answers like an id that nobody has."""
    own = {"content": "My own note.", "is_personal": True}
    hidden = site.send("POST", "/api/memory", token=site.analyst, json=own).json()["id"]
    for method, tail in (("GET", ""), ("GET", "/history"), ("PATCH", ""), ("PUT", "/vote")):
        body = None if method == "GET" else {"value": 1} if tail else {"title": "x"}
        told = [
            site.send(method, f"/api/memory/{id}{tail}", token=site.token("eve"), json=body)
            for id in (hidden, "km_000000000000")
        ]
        assert [one.status_code for one in told] == [404, 404]
        one, two = (answer.json() | {"request_id": "", "identifier": ""} for answer in told)
        assert one["detail"].replace(hidden, "") == two["detail"].replace("km_000000000000", "")


@ON_THE_FASTEST
@pytest.mark.parametrize(
    ("method", "path", "more", "status", "says"),
    [
        ("POST", "/api/memory", {"content": b"{"}, 400, "JSON"),
        ("POST", "/api/memory", {"content": b"\xff\xfe"}, 400, "JSON"),
        ("POST", "/api/memory", {}, 422, "needs a body"),
        ("POST", "/api/memory", {"json": {}}, 422, "content"),
        ("POST", "/api/memory", {"json": {"content": ""}}, 422, "empty"),
        ("POST", "/api/memory", {"json": {"content": "x", "colour": "red"}}, 422, "colour"),
        ("POST", "/api/memory", {"json": {"content": "x", "confidence": 1.2}}, 422, "at most 1.0"),
        ("POST", "/api/memory", {"json": {"content": "x", "confidence": "0.5"}}, 422, "a number"),
        ("POST", "/api/memory", {"json": {"content": "x", "confidence": True}}, 422, "a number"),
        ("POST", "/api/memory", {"json": {"content": "x", "id": "km_1"}}, 403, "may not set id"),
        (
            "POST",
            "/api/memory",
            {"json": ["x"]},
            422,
            "The body cannot be accepted. Give",
        ),
        ("POST", "/api/memory", {"json": {}}, 422, "The body needs content. Give it."),
        ("POST", "/api/memory", {"content": b""}, 422, 'Send one as JSON: {"name": value}.'),
        ("POST", "/api/memory", {"content": b"{'a': 1}"}, 400, "from character 2 on"),
        ("POST", "/api/memory", {"content": b"content=x"}, 400, "in double quotes"),
        ("POST", "/api/memory", {"content": b'{"content": "\xff"}'}, 400, "in UTF-8"),
        ("POST", "/api/memory", {"content": b"[" * 100_000}, 400, "lists within lists"),
        ("POST", "/api/memory", {"content": b"1" * 5_000}, 400, "endless numbers"),
        (
            "POST",
            "/api/memory",
            {"content": b"<content/>", "headers": {"Content-Type": "application/xml"}},
            422,
            "The body is application/xml. Send JSON, with Content-Type: application/json.",
        ),
        (
            "POST",
            "/api/memory/recall",
            {"json": {"question": "x"}},
            422,
            "The body needs query. Give it. It has no field 'question'.",
        ),
        ("POST", "/api/memory", {"content": b'{"content": "x", "importance": 7}'}, 422, "most 1"),
        (
            "POST",
            "/api/admin/tokens",
            {"json": {"name": "ada", "expires_in": "soon"}},
            422,
            '"P90D" in JSON',
        ),
        ("POST", "/api/memory", {"json": {"content": "x\x00"}}, 422, "control character"),
        ("POST", "/api/memory", {"content": b'{"content": "\\ud800"}'}, 422, "surrogate"),
        (
            "POST",
            "/api/memory/erase",
            {"content": b'{"id": "\\ud800", "reason": "x"}'},
            404,
            "No item",
        ),
        ("POST", "/api/memory", {"content": b"x" * 8_000_001}, 413, "8,000,000"),
        ("GET", "/api/memory?limit=ten", {}, 422, "limit"),
        ("GET", "/api/memory?metadata=nope", {}, 422, "metadata"),
        ("GET", "/api/memory?colour=red", {}, 422, "colour"),
        ("GET", "/api/memory/bundle?token_budget=0", {}, 422, "token_budget"),
        ("GET", "/api/memory/bundle?token_budget=-5", {}, 422, "token_budget"),
        ("POST", "/api/memory/recall", {"json": {"query": 5}}, 422, "query"),
        ("POST", "/api/sources/backfill", {"json": {"records": "/etc/passwd"}}, 422, "list"),
        (
            "PUT",
            "/api/admin/people/eve",
            {"json": {"notes_path": "/etc/passwd"}},
            422,
            "notes_path",
        ),
        (
            "POST",
            "/api/memory/admin/revoke",
            {"json": {"item_id": "km_000000000000", "reason": "x"}},
            422,
            "Its fields are: reason, seen. In the query it takes: item_id, source.",
        ),
        ("GET", "/api/nothing", {}, 404, "openapi.json"),
        ("PUT", "/api/memory", {}, 405, "PUT is not for this address; it takes GET, POST."),
        ("DELETE", "/api/memory/km_000000000000", {}, 405, "it takes GET, PATCH."),
        ("GET", "/api/memory/recall?query=x", {}, 405, "it takes POST."),
        ("GET", "/api/memory/recall", {}, 405, "it takes POST."),
        ("POST", "/api/memory/", {"json": {"content": "x"}}, 405, "Leave out the slash"),
        ("POST", "/api/events", {}, 405, "it takes GET."),
        ("GET", "/api/events?after=forged", {}, 422, "cursor"),
    ],
)
def test_what_cannot_be_answered_is_told(
    site: Site, method: str, path: str, more: dict[str, object], status: int, says: str
) -> None:
    """Bad input is a problem document with a sentence that says what to do, and stores nothing."""
    told = site.send(method, path, token=site.admin, **more)
    assert told.status_code == status, told.text
    assert told.headers["content-type"] == "application/problem+json"
    assert says in told.json()["detail"], told.text
    assert told.json()["request_id"] == told.headers["x-request-id"]
    assert site.memory.stats().items == 0


@pytest.mark.parametrize(
    ("method", "path", "body", "wrong", "right"),
    [
        ("POST", "/api/admin/people/maya/groups", {"group": ["x"]}, "group", "groups"),
        ("PUT", "/api/admin/people/maya", {"group": ["x"]}, "group", "groups"),
        ("PUT", "/api/admin/people/maya", {"emial": "m@x.org"}, "emial", "email"),
        ("POST", "/api/memory/recall", {"qery": "bees"}, "qery", "query"),
        ("POST", "/api/memory/recall", {"query": "bees", "tag": ["x"]}, "tag", "tags"),
        ("POST", "/api/memory/remember", {"txt": "bees"}, "txt", "text"),
        ("POST", "/api/memory", {"contnt": "bees"}, "contnt", "content"),
        ("POST", "/api/memory", {"content": "bees", "titel": "x"}, "titel", "title"),
        ("POST", "/api/memory/admin/mandate?item_id=km_1", {"reasn": "x"}, "reasn", "reason"),
        ("POST", "/api/memory/admin/mandate?item=km_1", {"reason": "x"}, "item", "item_id"),
        ("POST", "/api/memory/admin/batch", {"item_id": ["x"]}, "item_id", "item_ids"),
    ],
)
@ON_THE_FASTEST
def test_a_misspelt_field_leads_to_the_right_one(
    site: Site, method: str, path: str, body: dict[str, object], wrong: str, right: str
) -> None:
    """A wrong name is told once, with the name that was meant, whether that is missing or not."""
    told = site.send(method, path, token=site.admin, json=body)
    assert told.status_code == 422
    detail = told.json()["detail"]
    assert f"has no field {wrong!r}. Did you mean {right!r}? Its fields are: " in detail
    assert detail.count(repr(wrong)) == 1
    assert told.json()["field"] == wrong


@ON_THE_FASTEST
def test_a_field_that_nobody_knows_is_told_once(site: Site) -> None:
    """Beside what is missing, all strange names are told, each once."""
    body = {"question": "bees", "colour": "red"}
    told = site.send("POST", "/api/memory/recall", token=site.admin, json=body).json()["detail"]
    assert told == "The body needs query. Give it. It has no field 'question', 'colour'."
    told = site.send("POST", "/api/memory", token=site.admin, json={"words": "bees"}).json()
    assert told["detail"] == "The body needs content. Give it. It has no field 'words'."


@ON_THE_FASTEST
def test_what_is_of_another_type_is_refused(site: Site) -> None:
    """In the place of every argument of every verb: a sentence, and never a failure. The soak has
    all values in each place; here it is half of a few, by turns."""
    few = len(wrong_types.A_FEW)
    tries = enumerate(wrong_types.tries(site, wrong_types.A_FEW))
    statuses = Counter(
        wrong_types.check(site, one) for number, one in tries if (number // few + number) % 2 == 0
    )
    assert statuses[422] > 100
    assert site.memory.verify().ok


@ON_THE_FASTEST
def test_a_repeated_submission_is_one(site: Site) -> None:
    """The same key and body give the same item; another body with that key is 422."""
    key = {"Idempotency-Key": "k-1"}
    one, two = (
        site.send("POST", "/api/memory", token=site.analyst, json=LAG, headers=key).json()["id"]
        for _ in range(2)
    )
    assert one == two
    other = site.send("POST", "/api/memory", token=site.analyst, json={"content": "x"}, headers=key)
    assert (other.status_code, other.json()["title"]) == (422, "KeyReused")


@ON_THE_FASTEST
def test_names_may_hold_any_letter(site: Site) -> None:
    """A slash, a blank or an å in the id of a conversation is part of its name."""
    made = site.send("POST", "/api/conversations", token=site.admin, json={"id": "a/b å"})
    assert made.status_code == 201
    path = "/api/conversations/a%2Fb%20%C3%A5"
    said = site.send(
        "POST", f"{path}/messages", token=site.admin, json=[{"author_id": "x", "content": "hi"}]
    )
    assert said.status_code == 201
    window = site.send("GET", f"{path}/window", token=site.admin).json()
    assert [one["content"] for one in window["messages"]] == ["hi"]


@ON_THE_FASTEST
def test_the_server_says_what_it_answers(site: Site) -> None:
    """S4-77: all routes are documented, each with its refusals; /health needs no token."""
    told = site.send("GET", "/openapi.json", token=None).json()
    add = told["paths"]["/api/memory"]["post"]
    assert {"201", "401", "403", "422"} <= set(add["responses"])
    assert told["paths"]["/api/memory/bundle"]["get"]["operationId"] == "bundle"
    assert site.send("GET", "/health", token=None).json() == {"status": "ok"}
