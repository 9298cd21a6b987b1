"""The doctor's visit."""

from __future__ import annotations

import pytest

from remembrancer.core.limits import as_table
from tests.cli.program import Program


def test_all_is_well(rmb: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """The doctor shows settings with their origin, the store, every space and every limit."""
    monkeypatch.setenv("REMEMBRANCER_URL", "practice.db")
    rmb.done("init", "--preset", "desk")
    rmb.done("init", "--space", "second", "--preset", "corporate")
    said = rmb.done("doctor").out
    lines = [line.split(maxsplit=2) for line in said.splitlines()]
    start = lines.index(["Settings"]) + 1
    assert lines[start : start + 4] == [
        ["url", "practice.db", "(environment REMEMBRANCER_URL)"],
        ["space", "default", "(default)"],
        ["preset", "-", "(default)"],
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
    """Without a store the doctor still shows settings and limits, and ends with 1."""
    outcome = rmb("doctor")
    assert outcome.code == 1
    assert "Settings" in outcome.out
    assert "RECALL_HITS_MAX" in outcome.out
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
    outcome = rmb("doctor")
    assert outcome.code == 1
    assert "It holds: northgate." in outcome.err
    assert [one["name"] for one in rmb("doctor", "--json").json["spaces"]] == ["northgate"]
