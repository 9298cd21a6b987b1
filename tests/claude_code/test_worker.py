"""The worker: what the hooks leave is done once, whatever happens in between."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from remembrancer import Memory, StoreUnreachable
from remembrancer.doors.claude_code import sending, spool, worker
from remembrancer.doors.claude_code.context import context
from remembrancer.doors.claude_code.worker import MemoryAddress
from tests.claude_code.desk import Desk, record
from tests.cli.program import Program

Placed = tuple[Memory, Callable[..., MemoryAddress]]


def said(memory: Memory) -> list[str]:
    return [one.id for one in memory.conversations.messages("session:s1")]


def test_a_transcript_that_grows(desk: Desk, placed: Placed) -> None:
    """Each line is kept once, half a line waits, and work that is done goes."""
    memory, find = placed
    desk.write(record(1), record(2)[:20])
    desk.leave()
    assert worker.work(find) == 1
    assert said(memory) == ["u1"]
    desk.write(record(1), record(2), record(3))
    for _ in range(2):
        desk.leave()
        assert worker.work(find) == 1
    assert said(memory) == ["u1", "u2", "u3"]
    assert spool.jobs() == []
    assert desk.log == ""


def test_a_transcript_written_anew(desk: Desk, placed: Placed) -> None:
    """One that was cut or rewritten is read from its beginning, and nothing is kept twice."""
    memory, find = placed
    desk.write(record(1), record(2), record(3))
    desk.leave()
    worker.work(find)
    desk.write(record(1), record(4, "Refunds are booked on Mondays."))
    desk.leave()
    worker.work(find)
    assert said(memory) == ["u1", "u2", "u3", "u4"]


def test_a_store_that_is_away(desk: Desk, placed: Placed) -> None:
    """The work stays until the memory is back, and the log says why."""
    memory, find = placed
    desk.write(record(1))
    name = desk.leave()

    def away(options: object, project: str) -> MemoryAddress:
        def opened() -> None:
            raise StoreUnreachable("There is no store at team.db.")

        return MemoryAddress(opened, False, (), "memory")  # type: ignore[arg-type]

    assert worker.work(away) == 0
    assert spool.jobs() == [name]
    assert "There is no store at team.db." in desk.log
    assert worker.work(find) == 1
    assert said(memory) == ["u1"]


def test_an_error_that_nobody_foresaw(desk: Desk, placed: Placed) -> None:
    """It is told with its place and without what was said, and other work is done all the same."""
    memory, find = placed
    desk.write(record(1))
    desk.leave()
    broken = spool.put_job("elsewhere", {"space": "broken"}, tells=True)

    def some(options: Mapping[str, str], project: str) -> MemoryAddress:
        def opened() -> None:
            raise KeyError("a secret of somebody")

        place: MemoryAddress = find(options, project)
        return place._replace(open=opened) if options else place  # type: ignore[arg-type]

    assert worker.work(some) == 1
    assert said(memory) == ["u1"]
    assert "KeyError in test_worker.py" in desk.log
    assert "secret" not in desk.log
    assert broken not in spool.jobs()


def test_one_worker_at_a_time(desk: Desk, placed: Placed) -> None:
    """A second one leaves the work to the first, and that one does what came meanwhile."""
    memory, find = placed
    desk.write(record(1))
    desk.leave()
    seen: list[int] = []

    def watching(options: Mapping[str, str], project: str) -> MemoryAddress:
        seen.append(worker.work(find))
        if len(seen) == 1:
            desk.write(record(1), record(2))
            desk.leave()
        place: MemoryAddress = find(options, project)
        return place

    assert worker.work(watching) == 2
    assert seen == [0, 0]
    assert said(memory) == ["u1", "u2"]
    assert spool.jobs() == []


def test_what_is_no_work_is_put_away(desk: Desk, placed: Placed) -> None:
    """A damaged file, a transcript that is gone, a memory that nobody names: each says so."""
    _, find = placed
    desk.write(record(1))
    name = desk.leave()
    Path(spool.folder(), "jobs", name + ".json").write_text("{", encoding="utf-8")
    assert worker.work(find) == 0
    desk.leave()
    desk.transcript.unlink()
    assert worker.work(find) == 1
    assert "is no piece of work" in desk.log
    assert "s1.jsonl is gone" in desk.log
    assert spool.jobs() == []


def test_what_a_session_will_be_told(desk: Desk, placed: Placed) -> None:
    """Before a session is compacted and when it ends, the next start is made ready."""
    memory, find = placed
    memory.add(content="Orders settle after three days.", source_type="admin_mandate")
    memory.add(content="Nobody has looked at this.")
    desk.write(record(1))
    desk.leave(tells=True)
    worker.work(find)
    kept = spool.context_of(str(desk.project), {})
    assert kept is not None
    assert "> Orders settle after three days." in str(kept["text"])
    assert "Nobody" not in str(kept["text"])


def test_a_memory_that_knows_nothing_says_nothing(placed: Placed) -> None:
    """Rules without a fact under them would only take room."""
    _, find = placed
    with find({}, "").open() as seen:
        assert context(seen, "reports", has_rules=False) == ""


def test_what_has_no_room_is_counted(placed: Placed) -> None:
    """What is mandatory and what is known of a subject stay within their room, each cut whole."""
    memory, find = placed
    for number in range(6):
        words = " ".join(f"{number}{letter}" * 9 for letter in "abcdefghij") * 8
        memory.add(content=words, source_type="admin_mandate")
        approved = memory.add(content=words[:900], subject="reports")
        memory.review.approve(approved.id)
    with find({}, "").open() as seen:
        text = context(seen, "reports", has_rules=False)
        assert 6_000 < len(text) <= spool.CONTEXT_CHARACTERS_MAX
        assert text.count(" more had no room here.") == 2
        assert text.rstrip().endswith("[END CLIENT KNOWLEDGE]")
        assert len(context(seen, "reports", has_rules=True)) <= 3_000


def test_rules_files(desk: Desk, placed: Placed) -> None:
    """With --rules a project has its rules files, and what they say is not told a second time."""
    memory, find = placed
    memory.add(content="Orders settle after three days.", source_type="admin_mandate")
    spool.put_job(str(desk.project), {"rules": "yes"}, tells=True)
    worker.work(find)
    written = list((desk.project / ".claude" / "rules").glob("km_*.md"))
    kept = spool.context_of(str(desk.project), {"rules": "yes"})
    assert kept is not None
    assert len(written) == 2
    assert kept["text"] == ""


def test_subject_and_privacy(desk: Desk, placed: Placed) -> None:
    """What is captured is about whom the options name, and for whom they say."""
    memory, find = placed
    desk.write(record(1))
    desk.leave({"subject": "reports", "personal": "yes"})
    worker.work(find)
    talk = memory.conversations.get("session:s1")
    assert (talk.subject, talk.is_personal) == ("reports", True)


def test_lines_that_cannot_be_sent(
    desk: Desk, placed: Placed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To a server a transcript goes in parts; a line that is too long or no text is passed over."""
    memory, find = placed
    if not find({}, "").is_server:
        pytest.skip("beside the store, a transcript is read where it lies")
    monkeypatch.setattr(sending, "_PART_BYTES", 300)
    monkeypatch.setattr(sending, "SESSION_PART_BYTES_MAX", 2_000)
    lines = [record(1), record(2, "long " * 1_000), record(3).replace("\n", "\r\n"), record(4)]
    data = "".join(lines).encode() + b"\xff\xfe\n" + record(5).encode()
    desk.transcript.write_bytes(data)
    desk.leave()
    assert worker.work(find) == 1
    assert said(memory) == ["u1", "u3", "u4", "u5"]
    (feed,) = memory.sources.feeds()
    assert feed.bytes == len(data)


def test_a_server_that_knows_less(desk: Desk, placed: Placed) -> None:
    """A server that went back to a backup says from where it wants the transcript again."""
    memory, find = placed
    if not find({}, "").is_server:
        pytest.skip("beside the store, how far it was read stands in the store")
    desk.write(record(1), record(2))
    key = spool.key_of("memory", str(desk.transcript))
    whole = desk.transcript.read_bytes()
    with desk.transcript.open("rb") as file:
        spool.put_offset(key, len(whole), sending._Prefix(file).digest(len(whole)))
    desk.write(record(1), record(2), record(3))
    desk.leave()
    assert worker.work(find) == 1
    assert said(memory) == ["u1", "u2", "u3"]


def test_a_crash_after_the_server_has_it(
    desk: Desk, placed: Placed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where how far it went could not be kept, it is sent again, and nothing is there twice."""
    memory, find = placed
    if not find({}, "").is_server:
        pytest.skip("beside the store, how far it was read stands in the store")
    desk.write(record(1), record(2))
    desk.leave()

    def full(*_: object) -> None:
        raise OSError("No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(spool, "put_offset", full)
        assert worker.work(find) == 0
    assert len(spool.jobs()) == 1
    assert worker.work(find) == 1
    assert said(memory) == ["u1", "u2"]


def test_work_that_waits_for_too_long(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a month it is put away, and the log says how to read the transcript."""
    desk.write(record(1))
    desk.leave()
    monkeypatch.setattr(spool, "JOB_SECONDS_MAX", -1)

    def away(options: object, project: str) -> MemoryAddress:
        def opened() -> None:
            raise StoreUnreachable("There is no store.")

        return MemoryAddress(opened, False, (), "memory")  # type: ignore[arg-type]

    assert worker.work(away) == 0
    assert spool.jobs() == []
    assert "rmb detect reads it" in desk.log


def test_a_project_does_not_say_where_its_sessions_go(desk: Desk, rmb: Program) -> None:
    """What stands in its remembrancer.toml is not read; without a url nothing is captured."""
    rmb.done("init", "--url", "theirs.db")
    (rmb.folder / "remembrancer.toml").write_text('url = "theirs.db"\n', encoding="utf-8")
    desk.write(record(1))
    desk.leave()
    rmb.done("claude-code", "work")
    assert "Nobody says which memory is meant" in desk.log
    assert spool.jobs() == []
    with Memory.open(str(rmb.folder / "theirs.db"), background=False) as memory:
        assert memory.sources.feeds() == ()
