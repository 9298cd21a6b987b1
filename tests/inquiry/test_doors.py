"""The doors of an inquiry: REST, the client, async code, the tool and the command line."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx2
import pytest

from remembrancer import AsyncMemory, InvalidInput, Memory
from remembrancer.testing import FrozenClock
from tests.cli.program import Program
from tests.conftest import MemoryFactory
from tests.engines import ON_THE_FASTEST
from tests.inquiry.chat_world import TALK, ChatWorld
from tests.people import BOT
from tests.remote import House

# Fields of the answer that seed 002 names.
FIELDS = {
    *("relevant_facts", "person_profiles", "reasoning", "queries_executed", "confidence"),
    *("processing_time_ms", "suggested_context", "queries_count", "facts_retrieved"),
    *("session_id", "confidence_score", "confidence_grounds", "groups", "contradictions", "trace"),
}


class Served:
    """A community behind a server."""

    def __init__(self, memory: Memory, house: House) -> None:
        self.world = ChatWorld(memory)
        self._house = house
        self._headers = house.admit(lambda request: memory._session)

    def post(self, body: Any, path: str = "/api/knowledge/retrieve") -> httpx2.Response:
        return self._house.http.post(self._house.url + path, json=body, headers=self._headers)

    def get(self, path: str) -> httpx2.Response:
        return self._house.http.get(self._house.url + path, headers=self._headers)

    def put(self, path: str, body: Any) -> httpx2.Response:
        return self._house.http.put(self._house.url + path, json=body, headers=self._headers)


@pytest.fixture
def served(memory: MemoryFactory, house: House) -> Served:
    return Served(memory("community"), house)


@ON_THE_FASTEST
def test_retrieve_answers_with_the_named_fields(served: Served) -> None:
    """The list of looks has as many as its count says, and time passed."""
    answer = served.post({"messages": TALK, "channel_id": "general"})
    assert answer.status_code == 200
    told = answer.json()
    assert set(told) >= FIELDS
    assert len(told["queries_executed"]) == told["queries_count"] > 0
    assert set(told["queries_executed"][0]) >= {"iteration", "tool", "query", "result_count"}
    assert told["processing_time_ms"] > 0
    fact = told["relevant_facts"][0]
    assert set(fact) >= {"type", "person", "organization", "role", "confidence", "evidence"}
    assert isinstance(told["person_profiles"], dict)


@ON_THE_FASTEST
def test_limits_that_are_left_out_have_their_defaults(served: Served) -> None:
    """30 facts and 10 rounds, as the description of the route says."""
    described = served.get("/openapi.json").json()
    operation = described["paths"]["/api/knowledge/retrieve"]["post"]
    body = operation["requestBody"]["content"]["application/json"]["schema"]
    while "$ref" in body:
        body = described["components"]["schemas"][body["$ref"].rpartition("/")[2]]
    assert body["properties"]["max_facts"]["default"] == 30
    assert body["properties"]["max_iterations"]["default"] == 10


@ON_THE_FASTEST
@pytest.mark.parametrize(
    "body",
    [
        {},
        {"messages": []},
        {"messages": [{"content": "no author"}]},
        {"messages": TALK, "max_facts": 0},
        {"messages": TALK, "max_iterations": "many"},
        {"messages": TALK, "strategy": "guess"},
        {"messages": TALK, "surprise": 1},
        ["messages"],
    ],
)
def test_a_bad_body_is_refused(served: Served, body: Any) -> None:
    """With 422 and a sentence that says what is wrong."""
    answer = served.post(body)
    assert answer.status_code == 422
    assert answer.json()["detail"]


@ON_THE_FASTEST
def test_sessions_over_rest(served: Served) -> None:
    """Read, listed, rated and reported on."""
    id = served.post({"messages": TALK}).json()["session_id"]
    assert served.get(f"/api/inquiries/{id}").json()["session_id"] == id
    assert [one["session_id"] for one in served.get("/api/inquiries").json()["sessions"]] == [id]
    rated = served.put(f"/api/inquiries/{id}/rating", {"value": 4, "note": "fine"})
    assert rated.json()["rating"] == 4
    assert served.get("/api/inquiries/report").json()["by_rating"] == {"4": 1}
    assert served.get("/api/inquiries/inq_000000000000").status_code == 404
    ahead = served.post({"participants": ["oskar_id"]}, "/api/inquiries/prefetch").json()
    assert "Northwind" in ahead["person_profiles"]["oskar_id"]


@ON_THE_FASTEST
def test_the_client_gives_the_same(memory: MemoryFactory, house: House) -> None:
    """The same types and the same facts as where the store is."""
    world = ChatWorld(memory("community"))
    remote = house.enter(world.memory)
    here, there = world.memory.inquire(TALK), remote.inquire(TALK)
    assert there.relevant_facts == here.relevant_facts
    assert there.queries_executed == here.queries_executed
    session = remote.inquiries.get(there.session_id)
    assert session == world.memory.inquiries.get(there.session_id)
    assert remote.inquiries.rate(there.session_id, 5).rating == 5
    assert remote.inquiries.report() == world.memory.inquiries.report()
    assert remote.inquiries.prefetch(["Priya"]) == world.memory.inquiries.prefetch(["Priya"])
    with pytest.raises(InvalidInput):
        remote.inquire([])


def test_async_code_asks_too(clock: FrozenClock) -> None:
    """The same verbs, awaited."""

    async def run() -> None:
        async with await AsyncMemory.open(":memory:", preset="community", clock=clock) as memory:
            found = await memory.inquire("Hi Alice")
            assert found.relevant_facts == ()
            assert (await memory.inquiries.get(found.session_id)).confidence == "low"

    asyncio.run(run())


@ON_THE_FASTEST
def test_progress_is_told_as_it_happens(memory: MemoryFactory) -> None:
    """Each step and each look, in their order."""
    world, told = ChatWorld(memory("community")), list[Any]()
    found = world.memory.inquire(TALK, progress=told.append)
    assert [one for one in told if hasattr(one, "thought")] == list(found.trace)
    assert len(told) == len(found.trace) + found.queries_count


@ON_THE_FASTEST
def test_the_tool_retrieve(memory: MemoryFactory) -> None:
    """It gives facts with evidence to cite, in the full set of tools, and changes nothing."""
    world = ChatWorld(memory("community"))
    bot = world.memory.acting_as(BOT)
    told = bot.tools.call("retrieve", {"messages": TALK})
    here = {one["id"]: one for one in told["relevant_facts"]}
    assert here[world.was]["evidence"] == ["m1"]
    assert told["queries_count"] == len(told["queries_executed"])
    assert bot.inquiries.get(told["session_id"]).principal == BOT.name
    assert "retrieve" in [one["name"] for one in bot.tools.schemas()]
    assert "retrieve" not in [one["name"] for one in bot.tools.schemas("default")]
    [tool] = [one for one in bot.tools.listed() if one.name == "retrieve"]
    assert (tool.is_read_only, tool.is_destructive) == (True, False)
    with pytest.raises(InvalidInput):
        bot.tools.call("retrieve", {"messages": []})


# -- the command line


@pytest.fixture
def rmb(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Program:
    program = Program(tmp_path, monkeypatch, capsys)
    program.done("init", "--preset", "community")
    return program


def test_asking_on_the_command_line(rmb: Program, tmp_path: Path) -> None:
    """Steps and looks, then facts with their citations, people, and how sure it is."""
    with Memory.open(next(tmp_path.glob("*.db"))) as opened:
        ChatWorld(opened)
    shown = rmb.done("ask", f"mira_id: {TALK[0]['content']}").out
    assert shown.index("analyze") < shown.index("get_person_summary  mira_id")
    assert "PREVIOUSLY  Oskar previously Northwind (engineer)" in shown
    assert "evidence: m1" in shown
    assert "Confidence: " in shown
    told = rmb.done("ask", "Who works at Northwind?", "--max-facts", "1", "--json").json
    assert len(told["relevant_facts"]) == 1
    id = told["session_id"]
    assert id in rmb.done("inquiries").out
    assert "Priya" in rmb.done("inquiries", "show", id).out
    assert "rated 5 of 5" in rmb.done("inquiries", "rate", id, "helpful").out
    assert "5.0 of 5" in rmb.done("inquiries", "report").out
    assert "Northwind" in rmb.done("inquiries", "prefetch", "oskar_id", "nobody").out
    refused = rmb("ask", "Who?", "--strategy", "guess")
    assert refused.code != 0
    assert "react" in refused.err


def test_an_empty_store_is_asked(rmb: Program) -> None:
    """It says that nothing is known, and ends well."""
    shown = rmb.done("ask", "Hi Alice").out
    assert "Nothing that you may see answers this." in shown
    assert "Confidence: low" in shown
    rmb.done("inquiries")
