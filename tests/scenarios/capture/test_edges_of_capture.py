"""What somebody met who tried it: outsiders, files of one name, rights that were withdrawn."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from remembrancer import Principal, Trust
from remembrancer.testing import FrozenClock
from tests.people import ADA
from tests.scenarios.stage import FailingExtractor, Stage


def test_an_outsider_who_speaks_once_is_one(stage: Stage) -> None:
    """A name given as an outsider's is a speaker, however often and with whatever surname."""
    store = stage.open()
    kept = store.sources.meeting(
        "call", transcript="Sam Smith: wire the money today.\n", outside=("sam", "Omar")
    )
    (said,) = store.conversations.messages(kept.conversation_id or "")
    assert (said.author_id, said.trust) == ("Sam Smith", Trust.OUTSIDE)
    assert [(one.text, one.reason) for one in kept.skipped] == [
        ("Omar", "Nobody called 'Omar' speaks in the transcript.")
    ]
    assert (kept.messages_new, kept.messages_known, kept.conflicts) == (1, 0, 0)


def test_what_was_said_was_said_before_now(stage: Stage, clock: FrozenClock) -> None:
    """Without a date, the last turn of a transcript is now, and none lies in the future."""
    store = stage.open()
    kept = store.sources.meeting(
        "call", transcript="[00:00:00] Ann: Hello.\n[01:00:00] Ellen: Goodbye.\n"
    )
    times = [one.timestamp for one in store.conversations.messages(kept.conversation_id or "")]
    assert times == [clock.now - timedelta(hours=1), clock.now]


def test_files_that_differ_in_their_endings_are_two_meetings(stage: Stage, tmp_path: Path) -> None:
    """A transcript does not take the place of another one beside it."""
    (tmp_path / "call.txt").write_text("Ann: One.\nBob: Two.\n")
    (tmp_path / "call.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\nAnn: Three.\n")
    store = stage.open()
    report = store.sources.backfill(tmp_path)
    assert (report.messages_new, len(report.new)) == (3, 2)
    assert store.sources.backfill(tmp_path).messages_new == 0


def test_a_schedule_has_the_rights_of_today(stage: Stage, tmp_path: Path) -> None:
    """Who is no admin any more does not collect by a schedule made before."""
    store = stage.open("corporate")
    store.admin.add_person(ADA.name, roles=["ADMIN"])
    store.admin.add_person("grace", roles=["ADMIN"])
    store.acting_as(ADA).jobs.schedule("collect", every="1d")
    assert store.jobs.wait().done == 1
    (schedule,) = store.jobs.schedules()
    store.admin.withdraw(ADA.name, "ADMIN")
    store.acting_as(ADA).jobs.schedule("collect", every="1d", first_at=schedule.created_at)
    (refused,) = store.jobs.wait().retrying
    assert "needs the role ADMIN" in (refused.error or "")


def test_failed_work_is_a_problem(stage: Stage, clock: FrozenClock) -> None:
    """Who asks what is wrong is told of work that was given up, and why."""
    store = stage.open(extractor=FailingExtractor(5, "the model is away"))
    store.conversations.start("chat")
    store.conversations.append("chat", {"author_id": "ann", "content": "Hello."})
    store.conversations.close("chat")
    while not (worked := store.jobs.wait()).failed:
        clock.advance(worked.retrying[0].due_at - clock.now)
    assert any("the model is away" in problem for problem in store.admin.problems())


def test_work_has_the_rights_of_the_call_that_made_it_due(stage: Stage) -> None:
    """Groups count as given: a meeting for a group is mapped, whatever the record says of it."""
    store = stage.open()
    store.admin.add_person("priya", roles=["CONTRIBUTOR"])
    priya = store.acting_as(Principal("priya", groups=("planners",)))
    kept = priya.sources.meeting(
        "m-9", {"financial_facts": ["Ellen earns £61,000."]}, audience="group:planners"
    )
    assert [one.audience for one in kept.items] == ["group:planners"]
