"""`rmb mcp` as a process that a program starts and talks to."""

from __future__ import annotations

import asyncio
import json
import subprocess
from pathlib import Path
from typing import Literal

import pytest
from mcp import Client, StdioServerParameters

from remembrancer import Memory
from tests.cli.program import PROGRAM, Program, environment
from tests.mcp.dialogue import DEFAULT, FULL, furnish, play

COMMAND, *START = PROGRAM


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "team.db"
    with Memory.open(path, preset="corporate", background=False) as memory:
        furnish(memory)
    return path


@pytest.mark.parametrize(
    ("mode", "tools"),
    [("auto", "default"), pytest.param("legacy", "full", marks=pytest.mark.soak)],
)
def test_the_official_client_over_stdio(
    store: Path, mode: Literal["auto", "legacy"], tools: str
) -> None:
    """In either era of the protocol, an agent sees what is approved, and is refused in words."""
    server = StdioServerParameters(
        command=COMMAND,
        args=[*START, "mcp", "--url", str(store), "--as", "bot", "--tools", tools],
        env=environment(),
    )

    async def run() -> None:
        async with Client(server, mode=mode) as client:
            await play(client, DEFAULT if tools == "default" else FULL)

    asyncio.run(run())
    with Memory.open(store, background=False) as memory:
        (kept,) = (item for item in memory.items() if "Mondays" in item.content)
        assert (kept.source_user, kept.trust) == ("bot", "agent")
        sessions = {walk.session for walk in memory.walks.list().walks}
        assert len(sessions) == 1  # of one process, and named
        assert None not in sessions


def test_only_the_protocol_is_on_standard_output(store: Path) -> None:
    """Whatever is sent, each line that comes back is a message; the program ends with its input."""
    sent = [
        "not json",
        '{"jsonrpc": "2.0", "id": 1}',
        '{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": 7}}',
        '{"jsonrpc": "2.0", "id": 3, "method": "ping"}',
        "\ud7ff" * 10,
    ]
    ran = subprocess.run(
        [COMMAND, *START, "mcp", "--url", str(store)],
        input="\n".join([*sent, ""]).encode(),
        env=environment(),
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert ran.returncode == 0, ran.stderr
    for line in ran.stdout.splitlines():
        assert json.loads(line)["jsonrpc"] == "2.0"
    assert b"Traceback" not in ran.stderr


def test_who_is_not_registered_is_refused(
    store: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody acts as somebody who is not on record."""
    rmb = Program(store.parent, monkeypatch, capsys)
    told = rmb.failed("mcp", "--url", str(store), "--as", "nobody")
    assert "No person 'nobody' here." in told
    told = rmb.failed("mcp", "--url", "https://memory.example", "--as", "bot")
    assert "the token says who calls" in told
