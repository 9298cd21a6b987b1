"""The corporate memory over HTTP, with the payloads of its own description."""

from __future__ import annotations

import json
from typing import Any

import httpx2
import pytest

from remembrancer import team_knowledge
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
from tests.http.conftest import Site

LAG = {
    "title": "orders table has 3-day settlement lag",
    "content": "The `orders.completed_at` timestamp reflects payment settlement, not placement. "
    "Always subtract 3 days when comparing to `events.created_at` for same-day analysis.",
    "domain": "finance",
    "category": "data_analysis",
}
EVENT_TIME = {"title": "Use event_time not created_at on events table", "content": "..."}
RESTATED = {
    "title": "Q3 revenue includes one-time restatement",
    "content": "The Q3 2025 revenue figure (+18% YoY) includes a $2.4M restatement...",
    "category": "business_logic",
    "domain": "finance",
    "tags": ["revenue", "restatement", "Q3-2025"],
}
SIX = ("id", "title", "content", "confidence", "domain", "category")


def _get(site: Site, path: str, token: str) -> Any:
    told = site.send("GET", path, token=token)
    assert told.status_code == 200, told.text
    return told.json()


def _post(site: Site, path: str, token: str, body: Any = None, status: int = 200) -> Any:
    told = site.send("POST", path, token=token, json={} if body is None else body)
    assert told.status_code == status, told.text
    return told.json()


def _submitted(site: Site, token: str, **fields: Any) -> str:
    made = _post(site, "/api/memory", token, fields, 201)
    assert made["status"] == "pending"
    return str(made["id"])


@ON_EITHER_SORT
def test_the_sample_bundle(site: Site) -> None:
    """S4-32, S4-33, S4-41: both facts of the sample come back in its shape, under 6,000 tokens;
    what the sample's agent builds of it is what our own helper gives."""
    mandate = {**LAG, "source_type": "admin_mandate", "reason": "agreed in Q2 planning"}
    assert _post(site, "/api/memory", site.admin, mandate, 201)["status"] == "mandatory"
    id = _submitted(site, site.analyst, **EVENT_TIME)
    assert _post(site, f"/api/memory/admin/approve?item_id={id}", site.admin)["status"] == (
        "approved"
    )
    bundle = _get(site, "/api/memory/bundle", site.agent)
    assert {"mandatory", "approved", "token_estimate", "token_budget"} <= set(bundle)
    assert bundle["token_budget"] == 6000
    assert bundle["token_estimate"] > 0
    (lag,), (event_time,) = bundle["mandatory"], bundle["approved"]
    assert lag.items() >= {**LAG, "confidence": 1.0}.items()
    assert event_time.items() >= {**EVENT_TIME, "domain": None, "category": None}.items()
    assert 0 < event_time["confidence"] < 1
    assert all(name in one for one in (lag, event_time) for name in SIX)
    rules = [f"## {item['title']}\n{item['content']}" for item in (lag, event_time)]
    ours = team_knowledge(site.opened(site.agent).bundle())
    assert "# Team Knowledge" in ours
    assert all(one in ours for one in rules)


@ON_EITHER_SORT
def test_a_submission_waits_for_an_admin(site: Site) -> None:
    """S4-46, S4-45, S4-55: 201 and pending; approved, edited, rejected and revoked it is or is not
    in the bundle; each act is in the audit log; who contributed sees it all along."""
    id = _submitted(site, site.analyst, **RESTATED)
    own = _get(site, "/api/memory/my-contributions", site.analyst)["items"]
    assert [one["id"] for one in own] == [id]
    assert own[0].items() >= RESTATED.items()
    assert _get(site, "/api/memory/bundle", site.agent)["approved"] == []
    queue = _get(site, "/api/memory/admin/queue", site.admin)["items"]
    assert [one["id"] for one in queue] == [id]
    edit = {"content": "Restated once, by $2.4M.", "reason": "shorter"}
    edited = site.send("PATCH", f"/api/memory/admin/items/{id}", token=site.admin, json=edit)
    assert (edited.status_code, edited.json()["content"]) == (200, edit["content"])
    _post(site, f"/api/memory/admin/approve?item_id={id}", site.admin, {"reason": "checked"})
    assert len(_get(site, "/api/memory/bundle", site.agent)["approved"]) == 1
    _post(site, f"/api/memory/admin/revoke?item_id={id}", site.admin, {"reason": "restated again"})
    assert _get(site, "/api/memory/bundle", site.agent)["approved"] == []
    other = _submitted(site, site.analyst, content="Nobody needs this.")
    _post(site, f"/api/memory/admin/reject?item_id={other}", site.admin, {"reason": "no"})
    audit = _get(site, f"/api/memory/admin/audit?item_id={id}", site.admin)
    assert [(one["action"], one["reason"]) for one in audit[:3]] == [
        ("review.revoke", "restated again"),
        ("review.approve", "checked"),
        ("review.edit", "shorter"),
    ]
    assert {one["actor"] for one in audit[:3]} == {"ada"}


@ON_EITHER_SORT
def test_what_only_admins_do_is_refused_to_others(site: Site) -> None:
    """S4-43, S4-44, S4-45, S4-54: 403 for each act of governance, the same for any id."""
    id = _submitted(site, site.analyst, **RESTATED)
    paths = [f"/api/memory/admin/{act}?item_id={id}" for act in ("mandate", "approve", "reject")]
    paths += [f"/api/memory/admin/revoke?item_id={id}"]
    for path in paths:
        for token in (site.analyst, site.agent, site.token("eve")):
            told = site.send("POST", path, token=token, json={"reason": "so"})
            assert (told.status_code, told.json()["title"]) == (403, "Forbidden")
    batch = {"item_ids": [id], "action": "approve"}
    told = site.send("POST", "/api/memory/admin/batch", token=site.analyst, json=batch)
    assert told.status_code == 403
    assert site.send("GET", "/api/memory/admin/audit", token=site.analyst).status_code == 403
    assert site.memory.get(id).status == "pending"


@ON_EITHER_SORT
def test_a_batch_tells_of_each_item(site: Site) -> None:
    """S4-44: what is refused for one changes nothing for the others, and each has an audit row."""
    ids = [_submitted(site, site.analyst, content=f"Fact {number}.") for number in range(3)]
    body = {"item_ids": [*ids, "km_000000000000"], "action": "approve", "reason": "imported"}
    told = _post(site, "/api/memory/admin/batch", site.admin, body)
    assert [one["id"] for one in told["results"]] == body["item_ids"]
    assert [one["error"] is None for one in told["results"]] == [True, True, True, False]
    for id in ids:
        (row, *_) = _get(site, f"/api/memory/admin/audit?item_id={id}", site.admin)
        assert (row["action"], row["reason"]) == ("review.approve", "imported")


@ON_EITHER_SORT
def test_the_budget_is_for_what_is_approved(site: Site) -> None:
    """S4-34, S4-35: what is mandatory is there whatever the budget; what is approved follows in the
    order of its rank, as far as the budget goes."""
    for number in range(3):
        mandate = {"content": f"Binding {number}. {'x' * 400}", "source_type": "admin_mandate"}
        _post(site, "/api/memory", site.admin, {**mandate, "reason": "so"}, 201)
    ids = [_submitted(site, site.analyst, content=f"Fact {n}. {'y' * 200}") for n in range(6)]
    _post(site, "/api/memory/admin/batch", site.admin, {"item_ids": ids, "action": "approve"})
    small = _get(site, "/api/memory/bundle?token_budget=130", site.agent)
    assert len(small["mandatory"]) == 3
    assert 0 < len(small["approved"]) < 6
    assert small["tokens_approved"] <= small["token_budget"] == 130
    assert small["left_out"] == 6 - len(small["approved"])
    whole = _get(site, "/api/memory/bundle", site.agent)["approved"]
    scores = [one["score"] for one in whole]
    assert scores == sorted(scores, reverse=True)
    assert [one["id"] for one in small["approved"]] == [one["id"] for one in whole][
        : len(small["approved"])
    ]


@ON_EITHER_SORT
def test_each_audience_gets_its_slice(site: Site) -> None:
    """S4-38, S4-54: null, all and their own groups; an admin all audiences; nobody's personal."""
    for audience in (None, "all", "group:finance", "group:sales"):
        body = {"content": f"For {audience}.", "source_type": "admin_mandate", "reason": "so"}
        made = {**body, "audience": audience} if audience else body
        _post(site, "/api/memory", site.admin, made, 201)
    own = {"content": "Of finance, my own.", "is_personal": True}
    hidden = _post(site, "/api/memory", site.analyst, own, 201)["id"]
    shared = {"For None.", "For all."}
    for token, contents in (
        (site.analyst, shared | {"For group:finance."}),
        (site.token("bert", groups=["sales"]), shared | {"For group:sales."}),
        (site.token("carl"), shared),
        (site.admin, shared | {"For group:finance.", "For group:sales."}),
    ):
        told = _get(site, "/api/memory/bundle", token)
        assert {one["content"] for one in told["mandatory"]} == contents
    third = site.token("carl")
    assert site.send("GET", f"/api/memory/{hidden}", token=third).status_code == 404
    assert hidden not in site.send("GET", "/api/memory", token=third).text
    asked = {"query": "finance own"}
    assert hidden not in site.send("POST", "/api/memory/recall", token=third, json=asked).text
    for token in (site.analyst, site.admin):
        assert _get(site, f"/api/memory/{hidden}", token)["is_personal"] is True
    assert _get(site, "/api/memory/stats", site.analyst)["items"] == 3


def _disputed(site: Site) -> tuple[str, dict[str, Any]]:
    bert = site.token("bert", groups=["sales"])
    first = {"content": "The settlement lag of orders is 3 days.", "domain": "finance"}
    id = _submitted(site, site.analyst, **first)
    _submitted(site, bert, **{**first, "content": "The settlement lag of orders is 5 days."})
    (row,) = _get(site, "/api/memory/admin/contradictions", site.admin)
    return id, row


@ON_EITHER_SORT
@pytest.mark.parametrize(
    ("action", "left"),
    [("kept_a", {"3 days"}), ("kept_b", {"5 days"}), ("merge", {"4"}), ("both_valid", {"3", "5"})],
)
def test_a_contradiction_is_settled_in_four_ways(site: Site, action: str, left: set[str]) -> None:
    """S4-49: both sides stand beside each other with a suggestion; the admin picks, on record."""
    _, row = _disputed(site)
    assert (row["a"]["content"][-7:], row["b"]["content"][-7:]) == ("3 days.", "5 days.")
    assert row["suggestion"] in ("kept_a", "kept_b", "merge", "both_valid")
    path = f"/api/memory/admin/contradictions/{row['id']}/resolve"
    body = {"action": action, "reason": "asked the bank"}
    body |= {"merged_content": "It is 4 days on average."} if action == "merge" else {}
    assert site.send("POST", path, token=site.analyst, json=body).status_code == 403
    told = _post(site, path, site.admin, body)
    assert told["resolution"].items() >= {"action": action, "by": "ada"}.items()
    assert _get(site, "/api/memory/admin/contradictions", site.admin) == []
    listed = _get(site, "/api/memory?lifecycle=active", site.admin)["items"]
    in_use = [one for one in listed if one["review"] != "rejected"]
    assert len(in_use) == len(left)
    assert all(any(words in one["content"] for one in in_use) for words in left)
    reasons = [one["reason"] for one in _get(site, "/api/memory/admin/audit", site.admin)]
    assert "asked the bank" in reasons


@ON_EITHER_SORT
def test_a_side_that_was_made_personal_is_masked(site: Site) -> None:
    """S4-53: an admin is told its id and that it is hidden; nothing else of it."""
    id, _ = _disputed(site)
    patch = {"is_personal": True}
    made = site.send("PATCH", f"/api/memory/{id}", token=site.analyst, json=patch)
    assert made.status_code == 200, made.text
    told = site.send("GET", "/api/memory/admin/contradictions", token=site.admin)
    (row,) = told.json()
    assert row["a"] == {"id": id, "hidden": True}
    assert "3 days" not in told.text


@ON_EITHER_SORT
def test_people_browse_and_vote(site: Site) -> None:
    """S4-47, S4-48: what pages do: list, vote (the last counts), submit, and clear the queue."""
    ids = [_submitted(site, site.analyst, content=f"Fact {number}.") for number in range(3)]
    first = _get(site, "/api/memory?limit=2", site.analyst)
    rest = _get(site, f"/api/memory?limit=2&cursor={first['next']}", site.analyst)
    listed = [one["id"] for one in (*first["items"], *rest["items"])]
    assert listed == ids[::-1]
    assert rest["next"] is None
    for value, told in ((1, (1, 0)), (-1, (0, 1)), (-1, (0, 1))):
        voted = site.send(
            "PUT", f"/api/memory/{ids[0]}/vote", token=site.token("eve"), json={"value": value}
        )
        assert (voted.json()["up"], voted.json()["down"]) == told
    _post(site, "/api/memory/admin/batch", site.admin, {"item_ids": ids, "action": "reject"})
    assert _get(site, "/api/memory/admin/queue", site.admin)["items"] == []


@ON_THE_FASTEST
def test_the_samples_commands_work_as_they_stand(site: Site) -> None:
    """S4-43, S4-44, S4-46, S4-77: as curl sends them, without a content type or with its own; a
    shortened id is no id."""
    form = {"Content-Type": "application/x-www-form-urlencoded"}

    def sent(path: str, body: Any, **headers: str) -> httpx2.Response:
        content = json.dumps(body)
        return site.send("POST", path, token=site.admin, content=content, headers=headers)

    made = sent("/api/memory", RESTATED, **{"Content-Type": "application/json"})
    id = made.json()["id"]
    reason = {"reason": "agreed in Q2 planning", "audience": "group:finance"}
    assert sent("/api/memory/admin/mandate?item_id=km_a3f82c", reason, **form).status_code == 404
    done = sent(f"/api/memory/admin/mandate?item_id={id}", reason, **form)
    assert (done.status_code, done.json()["status"]) == (200, "mandatory")
    assert done.json()["audience"] == "group:finance"
    batch = {"item_ids": [id], "action": "approve"}
    assert sent("/api/memory/admin/batch", batch, **form).status_code == 200
