"""Reading session transcripts."""

from __future__ import annotations

import json

import pytest

from remembrancer.memory import Memory
from tests.cli.program import Program


def _turns(count: int, *, start: int = 1) -> str:
    """So many lines of a session."""
    return "".join(
        json.dumps(
            {
                "type": "user" if number % 2 else "assistant",
                "uuid": f"turn-{number}",
                "timestamp": f"2026-03-02T09:{number // 60:02}:{number % 60:02}Z",
                "message": {
                    "role": "user" if number % 2 else "assistant",
                    "content": f"We decided that flat {number} is let from March on.",
                },
            }
        )
        + "\n"
        for number in range(start, start + count)
    )


@pytest.fixture
def sessions(rmb: Program) -> Program:
    """A store, and the default folder with two sessions, one of them Ada's."""
    rmb.done("init", "--preset", "corporate")
    rmb.done("people", "add", "ada")
    (rmb.folder / "user_sessions" / "ada").mkdir(parents=True)
    (rmb.folder / "user_sessions" / "first.jsonl").write_text(_turns(3))
    (rmb.folder / "user_sessions" / "ada" / "second.jsonl").write_text(_turns(2))
    return rmb


def _messages(rmb: Program, id: str) -> int:
    with Memory.open(rmb.folder / "remembrancer.db") as memory:
        return memory.conversations.get(id).message_count


def test_sessions_are_read_once(sessions: Program) -> None:
    """Run twice, the second run adds nothing; what has grown is read from where it was left."""
    said = sessions.done("detect").out
    assert "2 new, 0 known, 0 skipped, 0 failed. Kept 5 messages." in said
    assert " · ada · 2 messages new" in said
    again = sessions.done("detect", "--json").json
    assert (again["known"], again["messages_new"]) == (2, 0)
    with (sessions.folder / "user_sessions" / "first.jsonl").open("a") as file:
        file.write(_turns(1, start=4))
    assert sessions.done("detect", "--json").json["messages_new"] == 1
    assert _messages(sessions, "session:first") == 4


def test_what_is_read_is_found(sessions: Program) -> None:
    """The words of a session are searchable at once, about the subject that was named."""
    sessions.done("detect", "--subject", "house")
    hits = sessions.done("recall", "flat 3 let", "--subject", "house", "--json").json["hits"]
    assert "flat 3" in hits[0]["text"]


def test_the_folder_is_a_setting(sessions: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """An argument wins over the environment, that over remembrancer.toml, that over the default."""
    for number, name in enumerate(("argument", "environment", "file"), 1):
        (sessions.folder / name).mkdir()
        (sessions.folder / name / f"{name}.jsonl").write_text(_turns(number))
    (sessions.folder / "remembrancer.toml").write_text('sessions = "file"\n')
    assert sessions.done("detect", "--json").json["messages_new"] == 3
    said = [line.split() for line in sessions.done("doctor").out.splitlines()]
    assert ["sessions", "file"] in [words[:2] for words in said]
    monkeypatch.setenv("REMEMBRANCER_SESSIONS", "environment")
    assert sessions.done("detect", "--json").json["messages_new"] == 2
    assert "(environment REMEMBRANCER_SESSIONS)" in sessions.done("doctor").out
    assert sessions.done("detect", "argument", "--json").json["messages_new"] == 1


def test_a_broken_file_does_not_keep_the_others(sessions: Program) -> None:
    """It is named with the reason, the rest is stored, and the exit code is 1."""
    (sessions.folder / "user_sessions" / "broken.jsonl").write_text("no JSON at all\n" * 30)
    outcome = sessions("detect")
    assert outcome.code == 1
    assert "failed   user_sessions/broken.jsonl" in outcome.out
    assert "It is not JSON Lines" in outcome.out
    assert outcome.err.startswith("Error: 1 of 3 could not be taken in")
    assert _messages(sessions, "session:first") == 3
    assert "messages new" not in sessions("detect").out


def test_what_it_makes_due_is_done(sessions: Program) -> None:
    """A session too long for the window is summarised before the command ends."""
    (sessions.folder / "user_sessions" / "long.jsonl").write_text(_turns(60))
    sessions.done("detect")
    with Memory.open(sessions.folder / "remembrancer.db") as memory:
        assert memory.conversations.get("session:long").summary
        assert "summarise" not in {one.kind for one in memory.jobs.list()}


def test_failed_work_is_told_after_the_report(
    sessions: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The report stands, the error says that the raw text is safe, and the work is tried again."""

    def broken(_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("remembrancer.conversations.digest_job.handle", broken)
    (sessions.folder / "user_sessions" / "long.jsonl").write_text(_turns(60))
    outcome = sessions("detect")
    assert outcome.code == 1
    assert "3 new, 0 known, 0 skipped, 0 failed." in outcome.out
    assert outcome.err.startswith("Error: The raw text is safe in the store; working on it failed")
    assert "the disk is full. It is tried again: `rmb jobs list` shows when" in outcome.err
    assert _messages(sessions, "session:long") == 60
    waiting = sessions.done("jobs", "list").out
    assert "waiting · summarise · session:long · due in " in waiting
    assert " · 1 attempt" in waiting


def test_no_folder_and_an_empty_one(rmb: Program) -> None:
    """A folder that is not there is named as the mistake; an empty one is no mistake."""
    rmb.done("init")
    assert "user_sessions" in rmb.failed("detect")
    (rmb.folder / "empty").mkdir()
    assert "There is no transcript (*.jsonl) in empty." in rmb.done("detect", "empty").out


def test_whose_sessions_they_are_is_told(sessions: Program) -> None:
    """A folder that belongs to nobody on record is named, in text and in JSON."""
    stray = sessions.folder / "user_sessions" / "maya" / "third.jsonl"
    stray.parent.mkdir()
    stray.write_text(_turns(1, start=9))
    said = sessions.done("detect").out
    assert "maya/ is filed as owner" in said
    assert "rmb people add maya" in said
    (told,) = sessions.done("detect", "--json").json["unclaimed"]
    assert (told["folder"], told["filed_as"], told["files"]) == ("maya", "owner", 1)
    sessions.done("people", "add", "maya")
    assert "is filed as" not in sessions.done("detect").out
