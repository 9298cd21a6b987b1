"""The routes that are promised, word for word: path, method, status, and what comes back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engines import ON_THE_FASTEST
from tests.http.conftest import Site

ITEM = {"id", "kind", "title", "content", "status", "confidence", "audience", "created_at"}
PAGE = {"items", "next"}


class Promised:
    """One line of the list of routes, with what it takes to be answered."""

    def __init__(self, line: str, status: int, keys: Any, body: Any = None) -> None:
        self.method, self.path = line.split(" ")
        self.status, self.keys, self.body = status, keys, body


PROMISED = (
    Promised("POST /api/memory", 201, ITEM, {"title": "t", "content": "c", "tags": ["x"]}),
    Promised("GET /api/memory", 200, PAGE),
    Promised("GET /api/memory/{id}", 200, ITEM),
    Promised("PATCH /api/memory/{id}", 200, ITEM, {"title": "another"}),
    Promised("GET /api/memory/{id}/history", 200, [ITEM]),
    Promised("GET /api/memory/{id}/provenance", 200, {"item", "sources", "changes"}),
    Promised("POST /api/memory/{id}/supersede", 201, ITEM | {"supersedes"}, {"content": "new"}),
    Promised("POST /api/memory/{id}/dismiss", 200, ITEM, {"reason": "so"}),
    Promised("POST /api/memory/{id}/confirm", 200, ITEM, {}),
    Promised("POST /api/memory/{personal}/share", 200, ITEM, {}),
    Promised("PUT /api/memory/{id}/vote", 200, {"up", "down"}, {"value": 1}),
    Promised(
        "GET /api/memory/bundle",
        200,
        {"mandatory", "approved", "token_estimate", "token_budget", "receipt"},
    ),
    Promised("GET /api/memory/stats", 200, {"items"}),
    Promised("GET /api/memory/my-contributions", 200, PAGE),
    Promised("POST /api/memory/admin/mandate?item_id={id}", 200, ITEM, {"reason": "so"}),
    Promised(
        "POST /api/memory/admin/batch",
        200,
        {"action", "results"},
        {"item_ids": ["{id}"], "action": "approve"},
    ),
    Promised("POST /api/memory/admin/approve?item_id={id}", 200, ITEM, {}),
    Promised("POST /api/memory/admin/reject?item_id={id}", 200, ITEM, {}),
    Promised("POST /api/memory/admin/revoke?item_id={approved}", 200, ITEM, {"reason": "so"}),
    Promised("POST /api/memory/admin/erase?item_id={id}", 200, {"id", "actor"}, {"reason": "so"}),
    Promised("GET /api/memory/admin/queue", 200, PAGE),
    Promised("GET /api/memory/admin/contradictions", 200, []),
    Promised(
        "POST /api/memory/admin/contradictions/rel_000000000000/resolve",
        404,
        {"detail"},
        {"action": "kept_a"},
    ),
    Promised("GET /api/memory/admin/acts", 200, {"acts", "next"}),
    Promised("POST /api/memory/admin/acts/act_AAAAAAAAAAA/undo", 404, {"detail"}, {}),
    Promised("GET /api/memory/admin/audit", 200, [{"action", "actor", "reason", "at"}]),
    Promised("POST /api/memory/recall", 200, {"hits"}, {"query": "c"}),
    Promised("GET /api/memory/summary/ellen", 200, {"groups"}),
    Promised(
        "POST /api/memory/remember",
        201,
        {"items", "superseded", "reconfirmed", "contradictions", "skipped"},
        {"text": "Ellen wants to retire at 58.", "subject": "ellen"},
    ),
    Promised("POST /api/context/compose", 200, {"messages", "parts", "receipt"}, {"message": "?"}),
    Promised("GET /api/context/briefing/ellen", 200, {"text", "receipt"}),
    Promised("GET /api/context/suggestions", 200, {"prompts", "receipt"}),
    Promised("GET /api/context/receipts/{receipt}", 200, {"id", "text"}),
    Promised("POST /api/conversations", 201, {"id"}, {"subject": "ellen"}),
    Promised(
        "POST /api/conversations/{talk}/messages",
        201,
        [{"id", "author_id", "content", "timestamp"}],
        {"author_id": "maya", "content": "Hello."},
    ),
    Promised("GET /api/conversations/{talk}", 200, {"id"}),
    Promised("GET /api/conversations/{talk}/window", 200, {"messages"}),
)


@pytest.fixture
def known(site: Site) -> dict[str, str]:
    """What the routes are asked about."""
    owner = site.opened(site.admin)
    approved = owner.add(content="Something approved.")
    owner.review.approve(approved.id)
    return {
        "id": owner.add(content="Something.", subject="ellen").id,
        "approved": approved.id,
        "personal": owner.add(content="My own.", is_personal=True).id,
        "receipt": owner.bundle().receipt,
        "talk": owner.conversations.start("a-talk").id,
    }


def _filled(given: Any, known: dict[str, str]) -> Any:
    if isinstance(given, str):
        for name, id in known.items():
            given = given.replace(f"{{{name}}}", id)
        return given
    if isinstance(given, dict):
        return {name: _filled(one, known) for name, one in given.items()}
    return [_filled(one, known) for one in given] if isinstance(given, list) else given


@ON_THE_FASTEST
@pytest.mark.parametrize("route", PROMISED, ids=lambda route: f"{route.method} {route.path}")
def test_each_route_is_as_promised(site: Site, known: dict[str, str], route: Promised) -> None:
    """An admin calls it as it is written down, and gets the status and the names that are."""
    more = {} if route.body is None else {"json": _filled(route.body, known)}
    told = site.send(route.method, _filled(route.path, known), token=site.admin, **more)
    assert told.status_code == route.status, told.text
    answer = told.json()
    if isinstance(route.keys, list):
        assert isinstance(answer, list)
        assert all(keys <= set(answer[0]) for keys in route.keys)
    else:
        assert route.keys <= set(answer), answer
    # Without a token nothing of it is there, not even what is wrong with the request.
    for wrong in (more, {"json": {"colour": "red"}}, {"content": b"{"}):
        told = site.send(route.method, _filled(route.path, known), token=None, **wrong)
        assert told.status_code == 401, told.text
