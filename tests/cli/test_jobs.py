"""Due work as the command line shows it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from remembrancer.core.limits import JOB_ATTEMPTS_MAX
from remembrancer.doors.cli.operations.jobs import due_in_words
from remembrancer.memory import Memory
from remembrancer.testing import FrozenClock
from tests.cli.program import Program

NOTES = {"financial_facts": ["Ellen holds 40,000 in bonds."]}
NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)


@pytest.fixture
def due(rmb: Program) -> Program:
    """A store in which a meeting waits to be worked up."""
    rmb.done("init", "--preset", "adviser")
    with Memory.open(rmb.folder / "remembrancer.db", background=False) as memory:
        memory.sources.meeting("m1", NOTES, subject="ellen", wait=False)
    return rmb


@pytest.fixture
def given_up(due: Program, monkeypatch: pytest.MonkeyPatch) -> Program:
    """The same, where working on it failed too often, and would succeed now."""

    def broken(_: object) -> None:
        raise OSError("the disk is full")

    moment = datetime.now(UTC)
    with monkeypatch.context() as patched:
        patched.setattr("remembrancer.capture.meeting.handle", broken)
        for number in range(JOB_ATTEMPTS_MAX):
            clock = FrozenClock(moment + timedelta(hours=2 * number))
            with Memory.open(
                due.folder / "remembrancer.db", clock=clock, background=False
            ) as memory:
                memory.jobs.wait()
    return due


def test_nothing_is_due(rmb: Program) -> None:
    """Each empty list says what it means."""
    rmb.done("init")
    assert "No work is due, and none is scheduled" in rmb.done("jobs", "list").out
    assert "No work has failed." in rmb.done("jobs", "failed").out
    assert "nothing to retry" in rmb.done("jobs", "retry").out
    assert "Nothing is due now" in rmb.done("jobs", "wait").out
    assert "No file was read yet." in rmb.done("jobs", "feeds").out
    for command in ("list", "failed", "feeds"):
        assert rmb.done("jobs", command, "--json").json == []
    assert rmb.done("jobs", "retry", "--json").json == {"retried": 0}
    waited = rmb.done("jobs", "wait", "--json").json
    assert waited == {"done": 0, "retrying": [], "failed": []}


def test_due_work_is_listed_and_done(due: Program) -> None:
    """The list shows what waits and on what; `wait` does it."""
    (job,) = due.done("jobs", "list", "--json").json
    assert (job["kind"], job["state"], job["attempts"]) == ("meeting", "waiting", 0)
    said = due.done("jobs", "list").out
    assert said.startswith(f"{job['id']}  waiting · meeting · {job['key']} · due now · for owner")
    assert due.done("jobs", "wait").out == "1 piece of work is done.\n"
    assert due.done("jobs", "list", "--json").json == []
    hits = due.done("recall", "bonds", "--json").json["hits"]
    assert hits[0]["text"] == "Ellen holds 40,000 in bonds."


def test_a_command_leaves_the_work_of_others(due: Program) -> None:
    """A short command finishes what it made due itself, and nothing else."""
    due.remember("Ellen keeps bees.")
    assert len(due.done("jobs", "list", "--json").json) == 1


def test_failed_work_is_told_and_retried(given_up: Program) -> None:
    """The reason is shown, and `retry` makes it due again."""
    said = given_up.done("jobs", "failed").out
    assert f"failed · meeting · src_{said.partition('src_')[2][:12]} · 5 attempts" in said
    assert "OSError: the disk is full" in said
    assert "rmb jobs retry" in said
    (job,) = given_up.done("jobs", "failed", "--json").json
    assert "1 piece of work is due again." in given_up.done("jobs", "retry", job["id"]).out
    assert given_up.done("jobs", "failed", "--json").json == []
    assert given_up.done("jobs", "wait", "--json").json["done"] == 1


def test_work_that_fails_ends_with_1(due: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """`wait` shows the reason, says that what was stored is safe, and ends with 1."""

    def broken(_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("remembrancer.capture.meeting.handle", broken)
    outcome = due("jobs", "wait")
    assert outcome.code == 1
    assert "OSError: the disk is full" in outcome.out
    assert outcome.err.startswith("Error: 1 piece of work failed. What was stored is safe;")
    assert due.done("jobs", "wait", "--json").json["done"] == 0  # not before its time


def test_a_schedule_comes_and_goes(due: Program) -> None:
    """It is left to a worker, changed by giving it again, and ended by its id."""
    said = due.done("jobs", "schedule", "collect", "--every", "1d").out
    assert "waiting · collect · all · due now, every 1d" in said
    assert "rmb worker" in said
    again = due.done(
        "jobs", "schedule", "collect", "--every", "1w", "--first", "2126-01-01", "--json"
    ).json
    assert (again["every"], again["due_at"]) == ("1w", "2126-01-01T00:00:00Z")
    (job,) = (one for one in due.done("jobs", "list", "--json").json if one["every"])
    assert job["id"] == again["id"]
    assert job["attempts"] == 0
    assert f"The schedule {job['id']} is ended." in due.done("jobs", "unschedule", job["id"]).out
    assert len(due.done("jobs", "list", "--json").json) == 1


def test_a_folder_to_detect_in_is_a_setting(due: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without `--folder` a detect schedule takes the folder of the settings, as a whole path."""
    monkeypatch.setenv("REMEMBRANCER_SESSIONS", "talks")
    made = due.done("jobs", "schedule", "detect", "--every", "30m", "--json").json
    assert made["key"] == str(due.folder / "talks")
    made = due.done("jobs", "schedule", "detect", "--every", "30m", "--folder", "x", "--json").json
    assert made["key"] == str(due.folder / "x")


def test_files_that_were_read_are_listed(due: Program) -> None:
    """`feeds` shows whose file it is, how far it was read, and where it lies."""
    (due.folder / "ada.md").write_text("- Deploy on Mondays.\n")
    due.done("people", "add", "ada", "--notes", "ada.md")
    due.done("collect")
    said = due.done("jobs", "feeds").out
    assert said.startswith("notes · ada · 21 bytes, 1 record · ")
    assert str(due.folder / "ada.md") in said
    (feed,) = due.done("jobs", "feeds", "--json").json
    assert (feed["kind"], feed["owner"], feed["bytes"]) == ("notes", "ada", 21)


def test_extraction_waits_for_nobody(due: Program) -> None:
    """A meeting is read by the command that brings it, so that nothing is left for others."""
    (due.folder / "call.txt").write_text("Ellen: I want to retire at 58.\nPriya: Noted.\n")
    due.done("remember", "--transcript", "call.txt", "--meeting", "call", "--subject", "ellen")
    assert [job["kind"] for job in due.done("jobs", "list", "--json").json] == ["meeting"]
    hits = due.done("recall", "retire", "--kind", "life_goal", "--json").json["hits"]
    assert [hit["evidence"][0]["quote"] for hit in hits] == ["I want to retire at 58."]


@pytest.mark.parametrize(
    ("arguments", "code", "named"),
    [
        (("retry", "job_000000000000"), 1, "No failed work 'job_000000000000'"),
        (("unschedule", "job_000000000000"), 1, "No schedule 'job_000000000000'"),
        (("schedule", "dance", "--every", "1d"), 1, "collect, detect"),
        (("schedule", "collect", "--every", "often"), 1, "30m, 1d, 1mo"),
        (("schedule", "collect", "--every", "1d", "--folder", "x"), 1, "Give folder with detect"),
        (("schedule", "collect"), 2, "--every"),
        (("schedule", "collect", "--every", "1d", "--first", "soon"), 2, "no date or time"),
        (("wait", "--timeout", "-1"), 2, "--timeout"),
        (("unschedule",), 2, "ID"),
        (("dance",), 2, "dance"),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, tuple) else str(given),
)
def test_mistakes_are_told(due: Program, arguments: tuple[str, ...], code: int, named: str) -> None:
    """Wrong usage ends with 2, an unknown id or value with 1; both say what was wrong."""
    outcome = due("jobs", *arguments)
    assert outcome.code == code
    assert named in outcome.err


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-5, "now"), (0, "now"), (1, "in 1 second"), (10, "in 10 seconds"),
        (119, "in 119 seconds"), (299.9, "in 5 minutes"), (6_000, "in 100 minutes"),
        (86_400, "in 24 hours"), (200_000, "in 2 days"),
    ],
)  # fmt: skip
def test_due_in_words(seconds: float, words: str) -> None:
    """A time to come is told in the largest unit that fits at least twice."""
    assert due_in_words(NOW + timedelta(seconds=seconds), NOW) == words
