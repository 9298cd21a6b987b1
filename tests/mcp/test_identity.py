"""Who calls is found out at each request, and counts for that request alone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from remembrancer import Memory, Principal
from tests.mcp.test_http import Site, serving

OWN = "Churn of {} is a secret."


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with serving(is_local=False) as made:
        memory = made.memory
        memory.admin.add_person("ada", roles=["ADMIN"])
        for name in ("ann", "ben"):
            memory.admin.add_person(name, groups=[name])
            item = memory.add(content=OWN.format(name), subject="churn", audience=f"group:{name}")
            memory.review.approve(item.id)
        yield made


def _token(memory: Memory, name: str) -> str:
    return memory.admin.issue_token(name).token


async def _recalled(client: Client) -> str:
    told = (await client.call_tool("recall", {"query": "churn secret"})).structured_content
    return str(told)


def _talk(site: Site, http: httpx2.AsyncClient, mode: Any, path: str = "/mcp") -> Client:
    return Client(streamable_http_client(site.url + path, http_client=http), mode=mode)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_callers_at_the_same_time_are_kept_apart(site: Site, mode: Any) -> None:
    """Two clients that talk at once, many times, are each told what they may know."""

    async def talk(name: str, other: str) -> None:
        headers = {"Authorization": f"Bearer {_token(site.memory, name)}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60) as http,
            _talk(site, http, mode) as client,
        ):
            for told in await asyncio.gather(*(_recalled(client) for _ in range(4))):
                assert OWN.format(name) in told
                assert OWN.format(other) not in told
            (bundle,) = (await client.read_resource("remembrancer://bundle")).contents
            assert OWN.format(name) in bundle.text  # type: ignore[union-attr]
            assert OWN.format(other) not in bundle.text  # type: ignore[union-attr]

    async def run() -> None:
        await asyncio.gather(talk("ann", "ben"), talk("ben", "ann"))

    asyncio.run(run())


def test_what_is_changed_on_record_counts_at_the_next_call(site: Site) -> None:
    """Within one talk: who joins a group is told, and whose token is revoked is let in no more."""
    site.memory.admin.add_person("cara")
    issued = site.memory.admin.issue_token("cara")
    headers = {"Authorization": f"Bearer {issued.token}"}

    async def run() -> None:
        async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
            async with _talk(site, http, "auto") as client:
                assert OWN.format("ann") not in await _recalled(client)
                site.memory.admin.join_group("cara", "ann")
                assert OWN.format("ann") in await _recalled(client)
            site.memory.admin.revoke_token(issued.id)
            with pytest.raises(ExceptionGroup) as refused:
                async with _talk(site, http, "legacy") as client:
                    await _recalled(client)
            assert refused.group_contains(MCPError, match="error response")

    asyncio.run(run())


def test_an_admins_agent_reads_as_a_member(site: Site) -> None:
    """Neither a tool nor the bundle as a resource tells it what is for groups that the admin is
    not in; over REST the admin has all of it."""
    token = _token(site.memory, "ada")
    headers = {"Authorization": f"Bearer {token}"}

    async def run() -> None:
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60) as http,
            _talk(site, http, "auto") as client,
        ):
            assert "is a secret" not in await _recalled(client)
            (bundle,) = (await client.read_resource("remembrancer://bundle")).contents
            assert "is a secret" not in bundle.text  # type: ignore[union-attr]

    asyncio.run(run())
    whole = httpx2.get(f"{site.url}/api/memory/bundle", headers=headers)
    assert OWN.format("ann") in whole.text


def test_an_agent_in_the_role_of_an_admin_reads_nothing_personal(site: Site) -> None:
    """No tool and no resource tells it what somebody keeps to themselves, raw or not."""
    memory = site.memory
    memory.admin.add_person("gate", kind="agent", roles=["KM_ADMIN"])
    memory.admin.add_person("dora")
    said = "Dora sees the dentist about churn on Friday."
    dora = memory.acting_as(Principal("dora"))
    dora.add(content=said, subject="churn", is_personal=True)
    dora.conversations.start("dora-talk", channel_id="dora-talk", is_personal=True)
    dora.conversations.append("dora-talk", [{"author_id": "dora", "content": said}])
    headers = {"Authorization": f"Bearer {_token(memory, 'gate')}"}

    async def run() -> None:
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60) as http,
            _talk(site, http, "auto", "/mcp/?tools=full") as client,
        ):
            told = []
            for name, arguments in (
                ("recall", {"query": "dentist Friday churn"}),
                ("get_context", {"subject": "churn"}),
                ("SearchClientKnowledge", {"client_id": "churn", "query": "dentist"}),
                ("GetClientKnowledgeSummary", {"client_id": "churn"}),
                ("get_recent_messages", {"channel_id": "dora-talk"}),
                ("search_similar_facts", {"query": said}),
            ):
                told.append(str((await client.call_tool(name, arguments)).model_dump()))
            told.append(str(await client.read_resource("remembrancer://bundle")))
            assert "dentist about" not in "".join(told)
            assert OWN.format("ann") not in "".join(told)  # an agent's tools read as a member

    asyncio.run(run())
    with Memory.open(site.url, token=_token(memory, "dora")) as own:
        assert said in str(own.recall("dentist Friday churn").hits)


@pytest.mark.parametrize("session", ["", "1", "another's", "../x"])
def test_no_session_can_be_taken_over(site: Site, session: str) -> None:
    """Nothing is kept between requests: whose session is named counts for nothing."""
    body = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "recall", "arguments": {"query": "churn secret"}},
    }
    headers = {"Mcp-Session-Id": session, "Mcp-Protocol-Version": "2025-06-18"}
    refused = site.send("POST", json=body, headers=headers)
    assert refused.status_code == 401
    mine = {**headers, "Authorization": f"Bearer {_token(site.memory, 'ann')}"}
    told = site.send("POST", json=body, headers=mine)
    assert OWN.format("ben") not in told.text
