"""Progress is for people who watch."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from remembrancer.doors.cli import main
from tests.cli.program import PROGRAM, Program, environment


def _on_a_terminal(*arguments: str) -> str:
    """What the program writes to a terminal of 100 columns, as a process of its own."""
    screen, terminal = pty.openpty()
    with subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env=environment(TERM="xterm", COLUMNS="100"),
    ) as process:
        os.close(terminal)
        said = _read(screen)
    assert process.returncode == 0, said
    return said


def _on_a_terminal_here(*arguments: str) -> str:
    """The same from within this process, which takes a tenth of the time."""
    screen, terminal = pty.openpty()
    with ThreadPoolExecutor(1) as reader, pytest.MonkeyPatch.context() as patch:
        said = reader.submit(_read, screen)
        with open(terminal, "w") as shown:
            for stream in ("stdout", "stderr"):
                patch.setattr(sys, stream, shown)
            for name, value in (("TERM", "xterm"), ("COLUMNS", "100")):
                patch.setenv(name, value)
            with pytest.raises(SystemExit) as finished:
                main(list(arguments))
    assert finished.value.code == 0, said.result()
    return said.result()


def _read(screen: int) -> str:
    """All that comes to the screen, until nobody can write to it any more."""
    said = b""
    while True:
        try:
            part = os.read(screen, 65536)
        except OSError:  # the program has closed its end
            break
        if not part:
            break
        said += part
    os.close(screen)
    return said.decode()


@pytest.mark.parametrize(
    ("arguments", "label"),
    [
        (("audit", "verify"), "Verifying"),
        (("export", "out.jsonl"), "Exporting"),
        (("backup", "out.db"), "Copying"),
        (("import", "in.jsonl", "--space", "copy"), "Importing"),
        (("demo", "community", "--json"), "Building community"),
        (("collect",), "Collecting"),
        (("detect", "."), "Reading"),
        (("backfill", "."), "Reading"),
        (("jobs", "wait"), "Working"),
        (("graph", "sync"), "Bringing the graph up to date"),
        (("graph", "rebuild"), "Building the graph"),
    ],
    ids=lambda given: given if isinstance(given, str) else given[0],
)
def test_long_work_shows_a_bar(rmb: Program, arguments: tuple[str, ...], label: str) -> None:
    """On a terminal long work shows a bar; without one it shows none."""
    rmb.remember("Ellen keeps bees.")
    rmb.done("export", "in.jsonl")
    assert label in _on_a_terminal_here(*arguments)
    for left in ("out.jsonl", "out.db"):
        (rmb.folder / left).unlink(missing_ok=True)
    if arguments[0] == "import":
        arguments = (*arguments[:-1], "copy-2")
    assert rmb.done(*arguments).err == ""


def test_a_terminal_gets_colour(rmb: Program) -> None:
    """On a terminal hits are coloured."""
    rmb.remember("Ellen keeps bees.")
    said = _on_a_terminal("recall", "bees")
    assert "\x1b[" in said
    assert "Ellen keeps bees." in said


def test_a_worker_shows_what_is_under_way(rmb: Program) -> None:
    """On a terminal the piece of work under way has a bar, which gives way to its line."""
    rmb.done("init")
    (rmb.folder / "ada.md").write_text("- Deploy on Mondays.\n")
    rmb.done("people", "add", "ada", "--notes", "ada.md")
    rmb.done("jobs", "schedule", "collect", "--every", "1d")
    said = _on_a_terminal_here("worker", "--once")
    assert "Working for all spaces of remembrancer.db." in said
    assert "━" in said
    assert "done" in said.rpartition("━")[2]


READING = [("collect",), ("detect", "."), ("backfill", ".")]


@pytest.fixture
def interrupted(rmb: Program, monkeypatch: pytest.MonkeyPatch) -> Program:
    """A store, and reading that Ctrl-C ends."""
    rmb.done("init")

    def read(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    for command, *_ in READING:
        monkeypatch.setattr(f"remembrancer.capture.{command}.{command}", read)
    return rmb


@pytest.mark.parametrize("command", READING, ids=lambda command: command[0])
def test_reading_can_be_stopped(interrupted: Program, command: tuple[str, ...]) -> None:
    """Ctrl-C ends it with 130, and says that what was read is kept and how to go on."""
    outcome = interrupted(*command)
    assert (outcome.code, outcome.out) == (130, "")
    assert outcome.err == "Stopped. What was read is kept; run it again to go on.\n"


@pytest.mark.parametrize("command", [("collect",), ("backfill", ".")], ids=lambda one: one[0])
def test_a_dry_run_can_be_stopped(interrupted: Program, command: tuple[str, ...]) -> None:
    """Ctrl-C in a dry run promises nothing: nothing was written."""
    outcome = interrupted(*command, "--dry-run")
    assert (outcome.code, outcome.err) == (130, "Stopped. Nothing was written.\n")
