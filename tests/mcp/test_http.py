"""/mcp of the web server, over real connections."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

import httpx2
import pytest
import uvicorn
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from remembrancer import Memory
from remembrancer.core.limits import TOOL_RESULT_TOKENS_MAX
from remembrancer.doors.http.authentication import by_token, local
from remembrancer.doors.mcp.server import calling, make_server
from remembrancer.doors.server.app import create_app
from remembrancer.front.access.authentication import Callers
from tests.mcp.dialogue import APPROVED, DEFAULT, FULL, PENDING, furnish, play

ACCEPT = {"Accept": "application/json, text/event-stream"}


class Site:
    """A server, and its memory."""

    def __init__(self, memory: Memory, url: str) -> None:
        self.memory = memory
        self.url = url

    def send(self, method: str, path: str = "/mcp", **more: Any) -> httpx2.Response:
        headers = {**ACCEPT, **more.pop("headers", {})}
        return httpx2.request(method, self.url + path, headers=headers, timeout=30, **more)


@contextmanager
def serving(*, is_local: bool) -> Iterator[Site]:
    with Memory.open(":memory:", preset="corporate", background=False) as memory:
        furnish(memory)
        session = memory._session
        callers = Callers(session)
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.bind(("127.0.0.1", 0))
        host = f"127.0.0.1:{listening.getsockname()[1]}"
        app = create_app(
            session,
            local(session, callers) if is_local else by_token(callers),
            hosts=frozenset({host}) if is_local else None,
        )
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", access_log=False))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield Site(memory, f"http://{host}")
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with serving(is_local=False) as made:
        yield made


def _talk(site: Site, token: str | None, mode: Literal["auto", "legacy"], path: str) -> Any:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    http = httpx2.AsyncClient(headers=headers, timeout=30)
    return http, Client(streamable_http_client(site.url + path, http_client=http), mode=mode)


@pytest.mark.parametrize(
    ("mode", "path", "names"), [("auto", "/mcp", DEFAULT), ("legacy", "/mcp/?tools=full", FULL)]
)
def test_the_official_client_over_http(
    site: Site, mode: Literal["auto", "legacy"], path: str, names: list[str]
) -> None:
    """In either era of the protocol, with a token, at both spellings of the address."""
    token = site.memory.admin.issue_token("bot").token

    async def run() -> None:
        http, talk = _talk(site, token, mode, path)
        async with http, talk as client:
            await play(client, names)

    asyncio.run(run())


def test_a_token_that_ended_is_refused_at_the_next_call(site: Site) -> None:
    """Each request is held against what is on record: 401, and nothing else is told."""
    issued = site.memory.admin.issue_token("bot")
    asked = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    headers = {"Authorization": f"Bearer {issued.token}"}
    assert site.send("POST", json=asked, headers=headers).status_code == 200
    site.memory.admin.revoke_token(issued.id)
    for refused in (
        site.send("POST", json=asked, headers=headers),
        site.send("POST", json=asked),
        site.send("POST", "/mcp/", json=asked, headers={"Authorization": "Bearer x.y.z"}),
    ):
        assert refused.status_code == 401
        assert refused.headers["www-authenticate"] == "Bearer"
        assert refused.json()["title"] == "NotAuthenticated"


@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
def test_nothing_but_calls_is_there(site: Site, method: str, path: str) -> None:
    """There is no stream to wait for and no session to end: 405, at once, and no redirect."""
    answer = site.send(method, path)
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b"\xff\xfe", 400),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": []}', 400),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/drop"}', 200),
        (b"[" * 100_000, 400),
    ],
)
def test_what_is_no_call_is_refused(site: Site, body: bytes, status: int) -> None:
    """Nothing that is sent makes the server fail, and no answer tells how it is made."""
    token = site.memory.admin.issue_token("bot").token
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    answer = site.send("POST", content=body, headers=headers)
    assert answer.status_code == status
    assert "error" in answer.json()
    assert "File " not in answer.text


def test_a_body_that_grows_too_large_is_refused(site: Site) -> None:
    """Also where it does not say beforehand how large it is."""
    token = site.memory.admin.issue_token("bot").token
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    grown = (b" " * 1_000_000 for _ in range(9))
    assert site.send("POST", content=grown, headers=headers).status_code == 413


def test_an_answer_stays_within_its_budget(site: Site) -> None:
    """Long texts are shortened, which is said; whole hits that do not fit are counted."""
    memory = site.memory.in_space("long", preset="adviser")
    memory.add_many([{"content": f"pension {n} " + '"' * 9_000} for n in range(20)])
    memory.add(content="pension in short")
    memory.admin.add_person("bot", kind="agent")
    token = memory.admin.issue_token("bot").token

    async def run() -> Any:
        http, talk = _talk(site, token, "auto", "/mcp")
        async with http, talk as client:
            return await client.call_tool("recall", {"query": "pension", "k": 20})

    result = asyncio.run(run())
    told = result.structured_content
    assert len(result.content[0].text) <= 4 * TOOL_RESULT_TOKENS_MAX
    assert told["left_out"] > 0
    assert len(told["hits"]) + told["left_out"] == 20
    assert {hit["is_shortened"] for hit in told["hits"]} == {True, False}


def test_a_memory_on_a_server_is_offered_too(site: Site) -> None:
    """Tools, resources and refusals are those of the server; its caller is the token's."""
    token = site.memory.admin.issue_token("bot").token

    async def run(memory: Memory) -> None:
        caller = calling(memory, "full")
        async with Client(make_server(lambda _: caller)) as client:
            found = (await client.call_tool("recall", {"query": "churn"})).structured_content
            assert APPROVED in str(found)
            assert PENDING not in str(found)
            refused = await client.call_tool("recall", {})
            assert refused.content[0].text == "recall needs query. Give it."  # type: ignore[union-attr]
            (text,) = (await client.read_resource("remembrancer://subjects/churn")).contents
            assert APPROVED in text.text  # type: ignore[union-attr]

    with Memory.open(site.url, token=token) as memory:
        asyncio.run(run(memory))


def test_local_mode_answers_its_owner_and_no_web_page() -> None:
    """Without a token the caller is the owner; another host or origin is turned away."""
    with serving(is_local=True) as here:

        async def run() -> Any:
            http, talk = _talk(here, None, "auto", "/mcp")
            async with http, talk as client:
                return await client.call_tool("recall", {"query": "churn"})

        told = asyncio.run(run()).structured_content
        assert APPROVED in json.dumps(told)
        asked = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        for headers, status in (
            ({"Origin": "http://elsewhere.example"}, 403),
            ({"Host": "elsewhere.example"}, 421),
        ):
            assert here.send("POST", json=asked, headers=headers).status_code == status
