"""Commands on a memory that a server keeps: the same, or one sentence on where to run them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from remembrancer import Memory
from remembrancer.doors.http.authentication import by_token
from remembrancer.doors.server.app import create_app
from remembrancer.front.access.authentication import Callers
from tests.cli.program import Program
from tests.remote import Listening


@pytest.fixture
def server(rmb: Program, monkeypatch: pytest.MonkeyPatch) -> Iterator[Memory]:
    """A corporate memory behind a server; its address and an admin's token are in the settings."""
    with Memory.open(":memory:", preset="corporate", embedder="none", background=False) as memory:
        memory.admin.add_person("ada", roles=["ADMIN"])
        token = memory.admin.issue_token("ada").token
        listening = Listening(create_app(memory._session, by_token(Callers(memory._session))))
        try:
            monkeypatch.setenv("REMEMBRANCER_URL", listening.url)
            monkeypatch.setenv("REMEMBRANCER_TOKEN", token)
            yield memory
        finally:
            listening.close()


def test_commands_work_with_a_server(server: Memory, rmb: Program, tmp_path: Path) -> None:
    """What is said there is found, reviewed, shown and carried away, as the token's caller."""
    made = rmb("remember", "Net revenue excludes refunds.", "--as-is", "--json")
    assert made.code == 0, made.err
    (id,) = (one["id"] for one in made.json["items"])
    assert server.get(id).source_user == "ada"
    for command in (
        ("review", "mandate", id, "--reason", "agreed"),
        ("recall", "revenue"),
        ("show", id),
        ("history", id),
        ("bundle",),
        ("briefing", "Vega"),
        ("suggestions",),
        ("review", "queue"),
        ("review", "contradictions"),
        ("review", "acts"),
        ("people", "add", "maya"),
        ("people", "list"),
        ("token", "issue", "maya"),
        ("token", "list"),
        ("jobs", "list"),
        ("jobs", "failed"),
        ("walks",),
        ("audit", "verify"),
        ("audit", "log"),
        ("pull", str(tmp_path)),
        ("export", str(tmp_path / "space.jsonl")),
    ):
        done = rmb(*command)
        assert done.code == 0, (command, done.out, done.err)
    assert (tmp_path / f".claude/rules/{id}.md").is_file()
    end = json.loads((tmp_path / "space.jsonl").read_text().splitlines()[-1])
    assert end["end"] > 0
    assert rmb("erase", "--id", id, "--reason", "asked to", "--yes").code == 0
    assert server.stats().items == 0


@pytest.mark.parametrize(
    "command",
    [
        ("backup", "b.db"),
        ("restore", "b.db"),
        ("doctor",),
        ("worker", "--once"),
        ("serve",),
        ("init",),
        ("detect", "."),
        ("backfill", "x.json"),
    ],
    ids=lambda command: str(command[0]),
)
def test_what_needs_the_store_says_so(
    rmb: Program, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], tmp_path: Path
) -> None:
    """One sentence names the server and says where to run it; no password and no token is told."""
    for name in ("b.db", "x.json"):
        (tmp_path / name).write_text("{}")
    monkeypatch.setenv("REMEMBRANCER_URL", "https://ada:pass@memory.example")
    monkeypatch.setenv("REMEMBRANCER_TOKEN", "a-secret-token")
    done = rmb(*command)
    assert done.code != 0
    said = " ".join((done.out + done.err).split())
    assert "needs the store itself, and https://ada@memory.example is a server" in said
    assert "pass@" not in said
    assert "a-secret-token" not in said


def test_a_token_is_one_caller(server: Memory, rmb: Program) -> None:
    """--as is refused, and so is a preset: the server has decided both."""
    told = rmb("recall", "x", "--as", "maya")
    assert (told.code != 0, "Leave out --as" in " ".join(told.err.split())) == (True, True)
    assert rmb("remember", "x", "--preset", "desk").code != 0


def test_without_a_token_a_command_is_refused(
    server: Memory, rmb: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server's own sentence says what to do."""
    monkeypatch.delenv("REMEMBRANCER_TOKEN")
    told = rmb("recall", "x")
    assert told.code != 0
    assert "rmb token issue" in told.err
