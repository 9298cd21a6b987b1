"""Commands: the collector, the detector and their companions, by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import Program


@pytest.fixture
def program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Program:
    return Program(tmp_path, monkeypatch, capsys)


@pytest.mark.parametrize(
    ("command", "flags"),
    [
        ("collect", ["--dry-run", "--reset", "--json"]),
        ("detect", ["--json"]),
        ("backfill", ["--dry-run", "--json"]),
        ("worker", ["--once", "--json"]),
    ],
)
def test_help_lists_the_flags(program: Program, command: str, flags: list[str]) -> None:
    """S4-68: each command says with --help what it takes."""
    told = program.done(command, "--help").out
    assert [flag for flag in flags if flag not in told] == []


def test_exit_codes_say_how_it_went(program: Program) -> None:
    """S4-68: 0 where all was collected, 1 where a file could not be read, 2 for wrong usage."""
    notes = program.folder / "CLAUDE.local.md"
    notes.write_text("- The orders table has a 3-day settlement lag.\n")
    program.done("init", "--preset", "corporate")
    program.done("people", "add", "anna", "--notes", str(notes))
    assert program("collect", "--dry-run").code == 0
    assert program.done("collect", "--json").json["files"][0]["items_new"] == 1
    notes.unlink()
    assert program("collect").code == 1
    assert program("collect", "--no-such-flag").code == 2
    assert program("detect", str(program.folder / "nowhere")).code in (1, 2)
