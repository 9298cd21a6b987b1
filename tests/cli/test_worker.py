"""The worker as a program."""

from __future__ import annotations

import json
import signal
import subprocess
import sys

import pytest

from remembrancer.build import open_store
from remembrancer.jobs.job import Job
from remembrancer.memory import Memory
from tests.cli.program import PROGRAM, Program, environment

NOTES = {"financial_facts": ["Ellen holds 40,000 in bonds."]}

# The program with work that lasts until somebody makes a file.
PATIENT = """
import pathlib, time
from remembrancer.doors.cli import main
from remembrancer.capture import meeting

at_once = meeting.handle

def handle(task):
    print("begun", flush=True)
    while not pathlib.Path("go").exists():
        time.sleep(0.01)
    at_once(task)

meeting.handle = handle
main()
"""


@pytest.fixture
def due(rmb: Program) -> Program:
    """Two spaces, in each of which a meeting waits to be worked up."""
    for space in ("north", "south"):
        rmb.done("init", "--preset", "adviser", "--space", space)
        _leave_a_meeting(rmb, space)
    return rmb


def _leave_a_meeting(rmb: Program, space: str) -> None:
    path = rmb.folder / "remembrancer.db"
    with Memory.open(path, space=space, background=False) as memory:
        memory.sources.meeting("m1", NOTES, wait=False)


def _jobs(rmb: Program, space: str) -> tuple[Job, ...]:
    with Memory.open(rmb.folder / "remembrancer.db", space=space, background=False) as memory:
        return memory.jobs.list()


def _items(rmb: Program, space: str) -> list[str]:
    with Memory.open(rmb.folder / "remembrancer.db", space=space) as memory:
        return [one.content for one in memory.items()]


def _started(*command: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _line(stream: object) -> str:
    return str(stream.readline())  # type: ignore[attr-defined]


def test_once_does_all_that_is_due(due: Program) -> None:
    """It serves every space, says where it works, and ends by itself."""
    outcome = due.done("worker", "--once")
    first, second = outcome.out.splitlines()
    for line, space in ((first, "north"), (second, "south")):
        assert f"  {space}  meeting  src_" in line
        assert line.endswith("  done")
        assert _items(due, space) == NOTES["financial_facts"]
    assert outcome.err == (
        "Working for all spaces of remembrancer.db.\nDone. 2 pieces of work done.\n"
    )
    assert due.done("worker", "--once").out == ""


def test_one_space_alone(due: Program) -> None:
    """With `--space` the work of others stays."""
    due.done("worker", "--once", "--space", "south")
    assert _items(due, "south")
    assert [one.state for one in _jobs(due, "north")] == ["waiting"]


def test_lines_for_machines(due: Program) -> None:
    """With `--json` each piece of work is one JSON line."""
    told = [json.loads(one) for one in due.done("worker", "--once", "--json").out.splitlines()]
    assert [(one["space"], one["kind"], one["outcome"]) for one in told] == [
        ("north", "meeting", "done"),
        ("south", "meeting", "done"),
    ]
    assert set(told[0]) == {
        "at", "space", "outcome", "id", "kind", "key", "attempts", "error",
    }  # fmt: skip


def test_failed_work_is_told(due: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure has its reason and when it is tried again; with `--once` the exit code is 1."""

    def broken(_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("remembrancer.capture.meeting.handle", broken)
    outcome = due("worker", "--once", "--space", "north")
    assert outcome.code == 1
    assert "  failed, tried again in " in outcome.out
    assert outcome.out.endswith(": OSError: the disk is full\n")
    assert outcome.err.endswith("Done. 0 pieces of work done, and 1 failed.\n")


def test_no_space_need_be_there(rmb: Program) -> None:
    """A worker may wait on a store that holds no space yet, and finds nothing to do."""
    open_store(rmb.folder / "remembrancer.db").close()
    assert rmb.done("worker", "--once", "--lease", "5").out == ""


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.soak)]
)
def test_a_signal_ends_a_worker_that_waits(rmb: Program, number: signal.Signals) -> None:
    """It says how to stop it. Nothing is under way: it ends at once with 0, and says so."""
    rmb.done("init")
    with _started(*PROGRAM, "worker") as process:
        assert _line(process.stderr).endswith(" Stop with Ctrl-C.\n")
        process.send_signal(number)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 0
    assert said.endswith("Stopped. 0 pieces of work done.\n")


def test_a_signal_lets_the_work_under_way_end(due: Program) -> None:
    """It is finished, the next piece is not taken up, and no lease is left."""
    with _started(sys.executable, "-c", PATIENT, "worker") as process:
        assert _line(process.stdout) == "begun\n"
        process.send_signal(signal.SIGTERM)
        assert _line(process.stderr).startswith("Working for all spaces")
        assert _line(process.stderr).startswith("Stopping: the work under way is finished first.")
        (due.folder / "go").touch()
        out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert out.endswith("  done\n")
    assert _jobs(due, "north") == ()
    assert [one.state for one in _jobs(due, "south")] == ["waiting"]


def test_a_second_signal_leaves_at_once(due: Program) -> None:
    """The work is given back undone, free for others at once, and the exit code is 130."""
    with _started(sys.executable, "-c", PATIENT, "worker") as process:
        assert _line(process.stdout) == "begun\n"
        process.send_signal(signal.SIGTERM)
        assert _line(process.stderr).startswith("Working for all spaces")
        assert "Once more to leave at once." in _line(process.stderr)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
    assert process.returncode == 130
    for space in ("north", "south"):
        assert [(one.state, one.attempts) for one in _jobs(due, space)] == [("waiting", 0)]
    assert due.done("worker", "--once").out.count("  done\n") == 2


@pytest.mark.parametrize(
    ("arguments", "code", "named"),
    [
        (("--space", "nowhere"), 1, "It holds: north, south."),
        (("--url", "other.db"), 1, "There is no store at other.db"),
        (("--lease", "0"), 2, "--lease"),
        (("--lease", "long"), 2, "--lease"),
        (("--nonsense",), 2, "--nonsense"),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, tuple) else str(given),
)
def test_mistakes_are_told(due: Program, arguments: tuple[str, ...], code: int, named: str) -> None:
    """A store or space that is not there ends with 1, wrong usage with 2."""
    outcome = due("worker", "--once", *arguments)
    assert outcome.code == code
    assert named in outcome.err
    assert not (due.folder / "other.db").exists()
