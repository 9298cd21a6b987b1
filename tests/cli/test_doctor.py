"""The doctor's visit."""

from __future__ import annotations

import sqlite3

import pytest

from remembrancer import Memory
from remembrancer.core.limits import as_table
from tests.cli.program import Program


def test_all_is_well(rmb: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """The doctor shows settings with their origin, the store, every space and every limit."""
    monkeypatch.setenv("REMEMBRANCER_URL", "practice.db")
    rmb.done("init", "--preset", "desk")
    rmb.done("init", "--space", "second", "--preset", "corporate")
    said = rmb.done("doctor", "--limits").out
    lines = [line.split(maxsplit=2) for line in said.splitlines()]
    start = lines.index(["Settings"]) + 1
    assert lines[start : start + 3] == [
        ["url", "practice.db", "(environment REMEMBRANCER_URL)"],
        ["space", "default", "(default)"],
        ["sessions", "user_sessions", "(default)"],
    ]
    assert "SQLite" in said
    assert "second" in said
    assert "corporate" in said
    for name in as_table():
        assert name in said
    assert "All is well." in said


def test_keys_are_not_printed(rmb: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """The doctor says that a key is set and where, never which; nor a password of an address."""
    monkeypatch.setenv("REMEMBRANCER_EMBEDDER_API_KEY", "sk-canary")
    monkeypatch.setenv("REMEMBRANCER_LLM_BASE_URL", "https://me:canary@models.example/v1")
    rmb.done("init")
    said = rmb.done("doctor").out + rmb.done("doctor", "--json").out
    assert "(environment REMEMBRANCER_EMBEDDER_API_KEY)" in said
    assert "canary" not in said


def test_a_graph_server_that_is_gone_is_a_problem(
    rmb: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The doctor tells of the server of the graph that the settings name, not of its password."""
    rmb.done("init")
    monkeypatch.setenv("REMEMBRANCER_NEO4J_URL", "bolt://127.0.0.1:1")
    monkeypatch.setenv("REMEMBRANCER_NEO4J_PASSWORD", "canary")
    outcome = rmb("doctor", "--json")
    assert outcome.code == 1
    assert "The Neo4j server at 127.0.0.1:1 does not answer" in outcome.json["problems"][0]
    assert "canary" not in outcome.out


def test_a_large_space_is_sampled(rmb: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a large space the newest rows are verified, and the doctor says so; --full verifies all,
    and so finds an old row that was changed."""
    monkeypatch.setattr("remembrancer.core.limits.DOCTOR_ROWS", 3)
    monkeypatch.setattr("remembrancer.core.limits.DOCTOR_TEXTS", 6)
    rmb.done("init")
    with Memory.open(rmb.folder / "remembrancer.db", space="default") as memory:
        for number in range(12):
            memory.add(content=f"Hive {number} is full.")
        rows = memory.verify().rows
    told = rmb.done("doctor", "--json").json
    assert f"the newest 3 of {rows} ledger rows" in told["sampled"][0]
    assert told["spaces"][0]["rows"] == 3
    assert rmb.done("doctor", "--full", "--json").json["sampled"] == []
    with sqlite3.connect(rmb.folder / "remembrancer.db") as raw:
        raw.execute("UPDATE version SET content = 'Hive 1 is empty.' WHERE number = 2")
    raw.close()
    assert "--full" in rmb.done("doctor").out
    assert "is broken at" in rmb.failed("doctor", "--full")
    with sqlite3.connect(rmb.folder / "remembrancer.db") as raw:
        raw.execute("UPDATE version SET content = 'Hive 11 is empty.' WHERE number = 12")
    raw.close()
    assert "texts that can be searched for" in rmb.failed("doctor")


def test_one_space_is_looked_over(rmb: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """One space alone if asked for; of very many, the one of the settings and some others."""
    rmb.done("init", "--space", "first")
    rmb.done("init", "--space", "second")
    seen = rmb.done("doctor", "--space", "second", "--only-space", "--json").json
    assert [space["name"] for space in seen["spaces"]] == ["second"]
    monkeypatch.setattr("remembrancer.core.limits.DOCTOR_SPACES", 1)
    seen = rmb.done("doctor", "--space", "second", "--json").json
    assert [space["name"] for space in seen["spaces"]] == ["second"]
    assert seen["sampled"][0] == "1 of 2 spaces were looked over."


def test_the_doctor_speaks_json(rmb: Program) -> None:
    """`doctor --json` holds the same, for machines."""
    rmb.done("init")
    seen = rmb.done("doctor", "--json", "--url", "remembrancer.db").json
    assert seen["settings"]["url"] == {"value": "remembrancer.db", "origin": "option --url"}
    assert seen["store"]["integrity"] == "ok"
    assert [space["ok"] for space in seen["spaces"]] == [True]
    assert seen["limits"] == as_table()
    assert seen["problems"] == []


def test_no_store_is_a_problem(rmb: Program) -> None:
    """Without a store the doctor shows what is set, and the limits if asked; it ends with 1."""
    assert "RECALL_HITS_MAX" in rmb("doctor", "--limits").out
    outcome = rmb("doctor")
    assert outcome.code == 1
    assert "Settings" in outcome.out
    assert "RECALL_HITS_MAX" not in outcome.out
    assert "smtp_url" not in outcome.out
    assert "rmb init" in outcome.err
    assert list(rmb.folder.iterdir()) == []


def test_a_damaged_store_is_a_problem(rmb: Program) -> None:
    """A file that is no store is told after everything else, and the doctor ends with 1."""
    (rmb.folder / "remembrancer.db").write_bytes(b"notes" * 1000)
    outcome = rmb("doctor", "--json")
    assert outcome.code == 1
    assert "remembrancer.db" in outcome.json["problems"][0]
    assert "Traceback" not in outcome.err


def test_a_broken_ledger_is_a_problem(rmb: Program) -> None:
    """A text changed behind the store's back is found, in whichever space it is."""
    rmb.done("init")
    rmb.remember("Halden's margin falls.", "--space", "desk")
    store = rmb.folder / "remembrancer.db"
    store.write_bytes(store.read_bytes().replace(b"margin falls", b"margin rises"))
    outcome = rmb("doctor")
    assert outcome.code == 1
    assert "BROKEN" in outcome.out
    assert "'desk' is broken at" in outcome.err


def test_a_wrong_space_is_a_problem(rmb: Program) -> None:
    """A space in the settings that the store does not hold is told, and not made."""
    rmb.done("init", "--space", "northgate")
    outcome = rmb("doctor", "--space", "other")
    assert outcome.code == 1
    assert "It holds: northgate." in outcome.err
    listed = rmb("doctor", "--space", "other", "--json").json["spaces"]
    assert [one["name"] for one in listed] == ["northgate"]


def test_a_space_that_nobody_named_is_not_missed(rmb: Program) -> None:
    """In a store whose spaces have other names, the doctor looks at those."""
    rmb.done("init", "--space", "northgate")
    assert "All is well." in rmb.done("doctor").out
