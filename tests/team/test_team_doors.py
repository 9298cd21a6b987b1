"""The doors of agents: the client, async code, the tools, the command line."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from remembrancer import AsyncMemory, Forbidden, Memory, NotFound, Principal
from remembrancer.doors.cli import main
from remembrancer.tools.agent_tools import BUILT_IN
from tests import json_schema
from tests.conftest import MemoryFactory
from tests.engines import ON_THE_FASTEST
from tests.people import ADA
from tests.remote import House
from tests.team.desk import RISK, caller, opened


@ON_THE_FASTEST
def test_the_client_has_the_same_verbs(memory: MemoryFactory, house: House) -> None:
    """Over a server an agent puts, gets, pushes and pulls, with keys of any form, and reads nobody
    else's memory; an admin registers and looks at the queues."""
    admin = house.enter(memory("desk")).acting_as(ADA)
    for name, fields in (("financial", []), (RISK, ["retail margins"])):
        admin.agents.register(name, specializations=fields)
    a = caller(admin, "financial").agents.memory("financial")
    b = caller(admin, RISK).agents.memory(RISK)
    a.put("margins/2026 ?x=1", {"retail margins": [1, None]}, importance=0.6)
    assert a.get("margins/2026 ?x=1").value == {"retail margins": [1, None]}
    assert len(a.pending()) == 1
    with pytest.raises(NotFound):
        b.get("margins/2026 ?x=1")
    (pushed,) = a.push("margins/2026 ?x=1")
    assert pushed.receivers == (RISK,)
    (update,) = b.pull()
    assert update.sender == "financial"
    assert b.get("margins/2026 ?x=1").tier in ("L1", "L2")
    with pytest.raises(Forbidden):
        admin.agents.memory(RISK).get("x")
    assert admin.agents.sync.status().normal.synced == 2
    assert admin.agents.sync.tick().pushed == 0
    assert [one.name for one in admin.agents.list()] == ["financial", RISK]


def test_async_code_has_the_same_verbs(tmp_path: Path) -> None:
    """Each verb is awaited."""

    async def run() -> None:
        async with await AsyncMemory.open(
            tmp_path / "desk.db", preset="desk", background=False, embedder="none"
        ) as memory:
            await memory.agents.register("financial")
            own = memory.acting_as(Principal("financial", kind="agent")).agents.memory()
            await own.put("k", 1)
            assert (await own.get("k")).tier == "L1"
            assert len(await own.push()) == 1
            assert (await memory.agents.sync.status()).normal.synced == 1

    asyncio.run(run())


@ON_THE_FASTEST
def test_agents_push_and_pull_with_tools(memory: MemoryFactory) -> None:
    """The answers follow their schemas; others than agents on record are refused."""
    desk = opened(memory("desk"))
    a, b = caller(desk, "financial"), caller(desk, RISK)
    given = {"key": "margins", "value": {"note": "Retail margins fall"}, "importance": 0.9}
    told = a.tools.call("push", given)
    assert json_schema.problems(told, BUILT_IN["push"].output or {}) == []
    assert (told["priority"], told["receivers"]) == ("high", [RISK])
    assert a.tools.call("push", given)["item_id"] == told["item_id"]
    got = b.tools.call("pull", {})
    assert json_schema.problems(got, BUILT_IN["pull"].output or {}) == []
    (update,) = got["updates"]
    assert (update["key"], update["sender"], update["message"]) == (
        "margins",
        "financial",
        "finding",
    )
    assert "Retail margins fall" in update["text"]
    with pytest.raises(Forbidden):
        desk.tools.call("pull", {})
    with pytest.raises(NotFound):
        caller(desk, "stranger").tools.call("push", given)


def test_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An admin registers, puts and pushes in an agent's name; the agent reads its own memory."""
    monkeypatch.chdir(tmp_path)
    Memory.open("remembrancer.db", preset="desk", background=False, embedder="none").close()

    def run(*words: str) -> str:
        with pytest.raises(SystemExit) as ended:
            main(["agents", *words])
        assert ended.value.code == 0
        return capsys.readouterr().out

    run("register", "financial")
    run("register", RISK, "--field", "retail margins")
    run("put", "financial", "margins", '{"retail margins": 0.3}')
    assert "normal" in run("push", "financial")
    assert "margins" in run("pull", RISK, "--as", RISK)
    assert "L2" in run("get", RISK, "margins", "--as", RISK)
    assert "0 waiting" in run("status")
    assert "Nothing is due" in run("tick")
    assert "ratio_pattern" in run("list")
