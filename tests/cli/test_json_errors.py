"""With --json an error is one JSON object too, on stderr, with the same exit code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import typer.main

from remembrancer.doors.cli import error_messages
from remembrancer.doors.cli.app import app
from tests.cli.program import Outcome, Program
from tests.cli.test_elsewhere import server  # noqa: F401  (a fixture)
from tests.cli.test_help import commands
from tests.cli.test_usage import READING

_OURS = [
    one for one in commands() if one[:1] not in [(name,) for name in error_messages.JSON_TO_FILE]
]


def _document(outcome: Outcome) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(outcome.err)
    assert document["exit_code"] == outcome.code
    assert document["type"] == f"urn:remembrancer:error:{document['title']}"
    assert document["detail"]
    return document


@pytest.mark.parametrize("command", _OURS, ids=lambda words: " ".join(words) or "rmb")
def test_wrong_usage_of_any_command(rmb: Program, command: tuple[str, ...]) -> None:
    """A wrong flag of any command is told in JSON, with how the command is used."""
    outcome = rmb(*command, "--nonsense", "--json")
    document = _document(outcome)
    assert (outcome.code, outcome.out) == (2, "")
    assert document["title"] == "WrongUsage"
    assert "--nonsense" in document["detail"]
    assert document["help"] == " ".join(("rmb", *command, "--help"))
    assert document["usage"].startswith("rmb ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nonsense", "--json"), "No such command 'nonsense'"),
        (("find", "x", "--json"), "Use: rmb recall"),
        (("recall", "--json"), "QUESTION"),
        (("recall", "x", "-k", "many", "--json"), "--limit"),
        (("recall", "x", "--since", "yesterday", "--json"), "yesterday"),
        (("remember", "two", "words", "--json"), "in quotes"),
        (("remember", "x", "--mandate", "--json"), "--reason"),
        (("erase", "--json"), "--id"),
    ],
)
def test_wrong_usage_is_told_in_json(rmb: Program, arguments: tuple[str, ...], words: str) -> None:
    """An unknown command, a missing argument and a wrong value are told in JSON too."""
    outcome = rmb(*arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert words in _document(outcome)["detail"]


@pytest.mark.parametrize("arguments", [one for one in READING if one[0] != "worker"], ids=" ".join)
def test_a_missing_store_in_json(rmb: Program, arguments: tuple[str, ...]) -> None:
    """Every command that needs a store says so in JSON."""
    document = _document(rmb(*arguments, "--json"))
    assert document["title"] == "StoreUnreachable"
    assert "There is no store at remembrancer.db" in document["detail"]


def test_what_an_error_knows_is_in_it(rmb: Program) -> None:
    """The members are those of the error on a server: its field, what was looked for."""
    rmb.done("init")
    document = _document(rmb("show", "km_0123456789ab", "--json"))
    assert document["title"] == "NotFound"
    assert document["status"] == 404
    assert document["identifier"] == "km_0123456789ab"


def test_a_note_before_an_error_is_in_it(rmb: Program) -> None:
    """What was told before the error is part of the object, which stays the only one."""
    document = _document(rmb("remember", "Ellen keeps bees.", "--kind", "nonsense", "--json"))
    assert document["field"] == "kind"
    assert document["notes"] == ["Made the space 'default' in remembrancer.db."]


def test_a_report_with_failures(rmb: Program) -> None:
    """The report is on stdout as ever, and the error beside it is JSON."""
    rmb.done("init")
    (rmb.folder / "sessions").mkdir()
    (rmb.folder / "sessions" / "bad.jsonl").write_text("no record\n")
    outcome = rmb("detect", "sessions", "--json")
    assert outcome.code == 1
    assert outcome.json["failed"] == 1
    assert "1 of 1" in _document(outcome)["detail"]


def test_the_other_failures(rmb: Program) -> None:
    """What the system refuses, a decision that is refused and an erasure nobody meant: JSON."""
    kept = rmb.remember("Ellen keeps bees.")
    outcome = rmb("export", "no/such/folder/out.jsonl", "--json")
    assert outcome.code == 1
    assert "no/such/folder" in _document(outcome)["detail"]
    outcome = rmb("review", "batch", "revoke", "km_0123456789ab", "--reason", "x", "--json")
    assert outcome.code == 1
    assert outcome.json[0]["error"]
    assert "km_0123456789ab" in _document(outcome)["notes"][0]
    outcome = rmb("erase", "--id", kept, "--reason", "x", "--json", stdin="y\n")
    assert outcome.code == 1
    assert "--yes" in _document(outcome)["detail"]
    rmb.done("show", kept)


@pytest.mark.usefixtures("server")
def test_what_a_server_refuses(rmb: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of a server is told as one of a file is."""
    document = _document(rmb("show", "km_0123456789ab", "--json"))
    assert (document["title"], document["status"]) == ("NotFound", 404)
    monkeypatch.setenv("REMEMBRANCER_TOKEN", "nonsense")
    assert _document(rmb("recall", "bees", "--json"))["title"] == "NotAuthenticated"
    monkeypatch.setenv("REMEMBRANCER_URL", "http://127.0.0.1:9")
    assert _document(rmb("recall", "bees", "--json"))["title"] == "ServerUnreachable"


def test_people_are_told_as_before(rmb: Program, tmp_path: Path) -> None:
    """Without --json, after `--`, and where --json names a file, an error is a sentence."""
    for arguments in (
        ("recall", "x"),
        ("recall", "--", "--json"),
        ("bench", "recall", "nonsense", "--json", str(tmp_path / "report.json")),
    ):
        outcome = rmb(*arguments)
        assert outcome.code != 0
        assert "Error: " in outcome.err


def test_json_goes_to_a_file_where_it_is_said() -> None:
    """`--json` is a flag of every command, but of those that are listed as taking a file."""

    def below(command: Any) -> bool:
        flags = [one.is_flag for one in command.params if "--json" in one.opts]
        return all(flags) and all(map(below, getattr(command, "commands", {}).values()))

    program: Any = typer.main.get_command(app)
    to_file = {name for name, command in program.commands.items() if not below(command)}
    assert to_file == set(error_messages.JSON_TO_FILE)
