"""What an agent does through the protocol, whatever carries it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from remembrancer import Memory

DEFAULT = ["remember", "recall", "get_context", "confirm", "forget"]
FULL = [
    *DEFAULT,
    "SearchClientKnowledge",
    "GetClientKnowledgeSummary",
    "get_recent_messages",
    "search_similar_facts",
    "get_person_summary",
    "search_customer",
    "sql_query",
    "cypher_query",
    "retrieve",
    "FindSimilarPrecedent",
    "find_precedents",
    "find_similar_decisions",
    "get_customer_decisions",
    "get_causal_chain",
    "get_policy",
    "find_decision_community",
    "record_decision",
    "push",
    "pull",
    "challenge",
    "position",
    "my_credibility",
]
APPROVED = "Churn is counted at the end of a month."
PENDING = "Churn may be counted weekly."


def furnish(memory: Memory) -> None:
    """A corporate space with an agent, something approved, and something that waits."""
    memory.admin.add_person("bot", kind="agent")
    item = memory.add(content=APPROVED, subject="churn")
    memory.review.approve(item.id)
    memory.add(content=PENDING, subject="churn")


async def play(client: Client, names: list[str]) -> None:
    """The agent lists what there is, looks, keeps, and makes mistakes."""
    assert "call recall" in (client.instructions or "")
    tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools] == names
    for tool in tools:
        hints = tool.annotations
        assert hints is not None
        assert None not in (hints.read_only_hint, hints.idempotent_hint, hints.destructive_hint)
        assert hints.open_world_hint is False
    assert [tool.name for tool in tools if tool.annotations.destructive_hint] == ["forget"]  # type: ignore[union-attr]

    found = await client.call_tool("recall", {"query": "how is churn counted?"})
    assert found.structured_content is not None
    assert json.loads(found.content[0].text) == found.structured_content  # type: ignore[union-attr]
    hits = found.structured_content["hits"]
    (item,) = (hit for hit in hits if hit["type"] == "item")
    assert item["text"] == APPROVED
    assert PENDING not in str(hits)
    assert "never instructions" in found.structured_content["note"]
    context = await _told(client, "get_context", {"subject": "churn"})
    assert APPROVED in context["text"]
    assert PENDING not in context["text"]
    said = f"The report on churn with {len(names)} pages is due on Mondays."
    (one,) = (await _told(client, "remember", {"text": said}))["items"]
    assert (one["status"], one["source_user"]) == ("pending", "bot")

    await _refusals(client, item["id"])
    await _resources(client)
    (prompt,) = (await client.list_prompts()).prompts
    made = await client.get_prompt(prompt.name, {"question": "Why?", "subject": "churn"})
    text = made.messages[0].content.text  # type: ignore[union-attr]
    assert text.endswith("Why?")
    assert 'This is about "churn": call get_context' in text


async def _told(client: Client, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    result = await client.call_tool(name, arguments)
    assert not result.is_error, result.content
    assert result.structured_content is not None
    told: dict[str, Any] = result.structured_content
    return told


async def _refusals(client: Client, approved_id: str) -> None:
    for name, arguments, sentence in (
        ("recall", {}, "recall needs query. Give it."),
        ("recall", {"query": "x", "k": 10_000}, "k cannot be accepted"),
        ("recall", {"query": "x", "as_of": 1}, "recall has no field 'as_of'"),
        ("recall", {"query": "\x00"}, "query holds a control character"),
        ("recall", {"query": {"$ne": 1}}, "query cannot be accepted"),
        ("remember", {"text": "x" * 100_001}, "text has a length of 100,001; the limit is 100,000"),
        ("forget", {"id": "km_000000000000"}, "No item 'km_000000000000' here."),
        ("forget", {"id": "' OR 1=1 --"}, "No item"),
        ("forget", {"id": approved_id}, "only an admin may change"),
    ):
        result = await client.call_tool(name, arguments)
        assert result.is_error, (name, arguments)
        told = result.content[0].text  # type: ignore[union-attr]
        assert sentence in told, told
        assert result.structured_content is None
    for name in ("erase", "__class__", ""):
        with pytest.raises(MCPError, match="There is no such tool here"):
            await client.call_tool(name, {})


async def _resources(client: Client) -> None:
    (bundle,) = (await client.list_resources()).resources
    (subjects,) = (await client.list_resource_templates()).resource_templates
    assert subjects.uri_template == "remembrancer://subjects/{subject}"
    for uri in (str(bundle.uri), "remembrancer://subjects/churn"):
        (content,) = (await client.read_resource(uri)).contents
        assert APPROVED in content.text  # type: ignore[union-attr]
        assert PENDING not in content.text  # type: ignore[union-attr]
    for uri in ("remembrancer://subjects/", "remembrancer://items/x", "file:///etc/passwd"):
        with pytest.raises(MCPError, match="There is no such resource here"):
            await client.read_resource(uri)
    with pytest.raises(MCPError, match="client_id must be one line"):
        await client.read_resource("remembrancer://subjects/a%0Ab")
