"""What agents of the other presets do over HTTP: tools, channels, meetings."""

from __future__ import annotations

from itertools import count
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from pydantic import BaseModel

from remembrancer import Tool
from remembrancer.doors.http.authentication import local
from remembrancer.front.access.authentication import Callers
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
from tests.http.conftest import Site
from tests.remote import House

_numbers = count(1)


@pytest.fixture
def practice(site: Site, house: House) -> Site:
    """An adviser's memory behind the same server."""
    name = f"practice {next(_numbers)} of {site.memory._session.space.name}"
    return Site(site.memory.in_space(name, "adviser"), house)


def _called(site: Site, token: str, tool: str, arguments: dict[str, Any]) -> Any:
    told = site.send("POST", f"/api/tools/{tool}", token=token, json={"arguments": arguments})
    assert told.status_code == 200, told.text
    return told.json()


@ON_EITHER_SORT
def test_from_a_meeting_to_the_answer_of_a_tool(practice: Site) -> None:
    """S0-32, S0-26, S0-27: a meeting is analysed, its entries are there, and an agent's tools find
    them by name, narrowed by type, and sum them up."""
    notes = {
        "financial_facts": ["Ellen's pension with Aviva is worth £212,000."],
        "action_items": [{"description": "Send Ellen the transfer form", "assignee": "Priya"}],
    }
    body = {"id": "m-1", "notes": notes, "subject": "ellen"}
    adviser = practice.token("priya")
    made = practice.send("POST", "/api/sources/meetings", token=adviser, json=body)
    assert made.status_code == 201, made.text
    assert {one["kind"] for one in made.json()["items"]} == {"fact", "action_item"}
    listed = practice.send("GET", "/api/memory?subject=ellen", token=adviser).json()["items"]
    assert {one["id"] for one in listed} == {one["id"] for one in made.json()["items"]}
    asked = {"tool_name": "SearchClientKnowledge", "client_id": "ellen", "query": "pension form"}
    agent = practice.token("chat", kind="agent")
    found = _called(practice, agent, "SearchClientKnowledge", asked)
    assert {one["entry_type"] for one in found["entries"]} == {"fact", "action_item"}
    facts = _called(practice, agent, "SearchClientKnowledge", {**asked, "entry_type": "fact"})
    assert [one["entry_type"] for one in facts["entries"]] == ["fact"]
    assert "212,000" in facts["entries"][0]["content"]
    summary = _called(practice, agent, "GetClientKnowledgeSummary", {"client_id": "ellen"})
    assert summary["totals"] == {"fact": 1, "action_item": 1}
    other = _called(practice, agent, "GetClientKnowledgeSummary", {"client_id": "tom"})
    assert other["groups"] == {}


@ON_EITHER_SORT
def test_the_last_messages_of_a_channel(practice: Site) -> None:
    """S2-10: no more than asked for, strictly before the time, oldest first, of that channel."""
    member = practice.token("member")
    for channel in ("general", "random"):
        talk = {"id": channel, "channel_id": channel}
        practice.send("POST", "/api/conversations", token=member, json=talk)
        said = [
            {
                "author_id": "ann",
                "content": f"{channel} {minute}",
                "timestamp": f"2026-03-01T10:{minute:02}:00+00:00",
            }
            for minute in range(5)
        ]
        told = practice.send(
            "POST", f"/api/conversations/{channel}/messages", token=member, json=said
        )
        assert told.status_code == 201, told.text
    query = {"limit": "2", "before_timestamp": "2026-03-01T10:03:00+00:00"}
    path = "/api/channels/general/messages"
    found = practice.send("GET", path, token=member, params=query).json()
    assert [one["content"] for one in found] == ["general 1", "general 2"]
    tool = {"channel_id": "general", "limit": 2, "before_timestamp": "2026-03-01T10:03:00+00:00"}
    by_tool = _called(practice, member, "get_recent_messages", tool)
    assert [one["content"] for one in by_tool["messages"]] == ["general 1", "general 2"]


@ON_EITHER_SORT
def test_similar_facts_by_type_and_number(practice: Site) -> None:
    """S2-11: facts around a topic with their relevance, of the types and as many as asked for."""
    member = practice.token("member")
    items = [
        {"content": f"Ellen studies machine learning, part {n}.", "kind": kind, "subject": "ellen"}
        for n, kind in enumerate(("fact", "fact", "preference"))
    ]
    made = practice.send("POST", "/api/memory/batch", token=member, json={"items": items})
    assert made.status_code == 201, made.text
    body = {"query": "machine learning", "fact_types": ["fact"], "limit": 1}
    (one,) = practice.send("POST", "/api/memory/similar", token=member, json=body).json()
    assert one["fact_type"] == "fact"
    assert 0 < one["relevance"] <= 1
    assert "similarity" in one
    body = {"query": "machine learning", "limit": 10}
    assert len(practice.send("POST", "/api/memory/similar", token=member, json=body).json()) == 3


class _Office(BaseModel):
    name: str


@ON_THE_FASTEST
def test_schemas_of_all_tools_and_of_your_own(practice: Site) -> None:
    """S2-12, S2-13: every tool has a valid JSON Schema; one that is registered is called too."""
    practice.memory.tools.register(
        Tool(
            name="find_office",
            description="Where an office is.",
            arguments=_Office,
            act=lambda memory, given, session: {"office": given.name, "street": "High Street"},
        )
    )
    agent = practice.token("chat", kind="agent")
    listed = practice.send("GET", "/api/tools", token=agent).json()
    names = [one["name"] for one in listed]
    assert {"get_recent_messages", "search_similar_facts", "find_office"} <= set(names)
    for one in listed:
        jsonschema.Draft202012Validator.check_schema(one["parameters"])
        assert one["description"]
    assert _called(practice, agent, "find_office", {"name": "Leeds"})["street"] == "High Street"
    wrong = practice.send(
        "POST", "/api/tools/find_office", token=agent, json={"arguments": {"nome": "Leeds"}}
    )
    assert wrong.status_code == 422


@ON_THE_FASTEST
def test_local_mode_needs_no_token(site: Site, house: House) -> None:
    """C-24: one user on their own machine; where a token is shown, it decides."""
    session = site.memory._session
    door = house.admit(local(session, Callers(session)))

    def asked(**headers: str) -> Any:
        url = f"{house.url}/api/admin/people"
        return house.http.get(url, headers={**door, **headers})

    assert asked().status_code == 200
    assert asked(Authorization="Bearer forged").status_code == 401
    token = site.token("eve")
    assert asked(Authorization=f"Bearer {token}").status_code == 403
