"""Agents of a story in processes of their own."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from remembrancer.core.errors import InvalidInput, NotAvailable
from remembrancer.core.principal import Principal
from remembrancer.demo.acts import ReadyAct
from remembrancer.demo.desk_agents import AgentProcess
from remembrancer.memory import Memory

NOW = datetime(2026, 3, 31, 14, 0, tzinfo=UTC)
NAME = "strategy"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Memory]:
    with Memory.open(
        tmp_path / "desk.db", space="desk", preset="desk", clock=lambda: NOW, background=False
    ) as memory:
        memory.agents.register(NAME)
        yield memory


def _process(folder: Path) -> AgentProcess:
    return AgentProcess(folder / "desk.db", "desk", Principal(NAME, kind="agent"))


def _action(do: str, **fields: object) -> ReadyAct:
    return ReadyAct(by=NAME, do=do, of="", fields=fields, now=NOW)


def test_an_agent_acts_in_a_process_of_its_own(store: Memory, tmp_path: Path) -> None:
    """What it does is done in its name, at the time of the story, and seen at once by others. What
    the memory refuses fails in the story, with who did what and why, and the process goes on."""
    with _process(tmp_path) as agent:
        with pytest.raises(InvalidInput, match=r"strategy could not push: NotFound: .*'nothing'"):
            agent.perform(_action("push", entry="nothing"))
        agent.perform(_action("put", entry="margin", value="Sinkt auf 27,5\u00a0%."))
        id = agent.perform(_action("push", entry="margin"))
    assert id is not None
    item = store.get(id)
    assert (item.source_user, item.created_at) == (NAME, NOW)
    assert item.content == "Sinkt auf 27,5\u00a0%."


def test_a_process_that_died_is_told(tmp_path: Path) -> None:
    """Where its process is gone, the story says so, and does not wait for it."""
    with _process(tmp_path) as agent:
        os.kill(agent.pid, signal.SIGKILL)
        with pytest.raises(NotAvailable, match="The process of strategy ended"):
            agent.perform(_action("put", entry="margin", value=1))


def test_no_process_is_left_behind(tmp_path: Path) -> None:
    """At the end of a story its processes are gone, also those that had nothing to do."""
    with _process(tmp_path) as agent:
        pid = agent.pid
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert not (tmp_path / "desk.db").exists()
