"""Due work: it comes due at its time, never in anybody's way, and is done once in effect."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from remembrancer import Forbidden, InvalidInput, JobState, Memory, Message, NotFound, Proposal
from remembrancer.testing import FrozenClock
from tests.engines import ON_THE_FASTEST
from tests.people import ADA, ANNA, BERT, BOT
from tests.scenarios.stage import (
    PATIENCE_SECONDS,
    Extractor,
    FailingExtractor,
    SlowExtractor,
    Stage,
    line,
)

SECOND = timedelta(seconds=1)
IDLE = timedelta(minutes=5)
DIVIDEND = "User decided to take 120k dividend."


def said(store: Memory, id: str, content: str, *, subject: str | None = None) -> str:
    """A conversation in which one thing was said."""
    store.conversations.start(id, subject=subject)
    store.conversations.append(id, {"author_id": "karin", "content": content})
    return id


# -- S1-24: when it is due


def test_five_minutes_of_silence_end_a_conversation(stage: Stage, clock: FrozenClock) -> None:
    """S1-24: at 4:59 nothing is due, at 5:00 one job is."""
    extractor = Extractor()
    store = stage.open("companion", extractor=extractor)
    said(store, "chat", DIVIDEND)
    clock.advance(IDLE - SECOND)
    assert store.jobs.wait().done == 0
    assert extractor.shown == []
    (job,) = store.jobs.list()
    assert (job.kind, job.key, job.due_at) == ("extract", "chat", clock.now + SECOND)
    clock.advance(SECOND)
    assert store.jobs.wait().done == 1
    assert len(extractor.shown) == 1
    assert [one.content for one in store.items()] == [DIVIDEND]
    assert store.jobs.list() == ()
    clock.advance(IDLE)
    assert store.jobs.wait().done == 0


def test_another_message_begins_the_five_minutes_anew(stage: Stage, clock: FrozenClock) -> None:
    """S1-24: a conversation that goes on is not inactive, and stays one job."""
    extractor = Extractor()
    store = stage.open("companion", extractor=extractor)
    said(store, "chat", DIVIDEND)
    for _ in range(3):
        clock.advance(IDLE - SECOND)
        store.conversations.append("chat", {"author_id": "karin", "content": "And one more thing."})
        assert store.jobs.wait().done == 0
        assert len(store.jobs.list()) == 1
    clock.advance(IDLE)
    assert store.jobs.wait().done == 1
    assert len(extractor.shown) == 1


def test_a_new_chat_ends_the_one_before(stage: Stage) -> None:
    """S1-24: when the user starts another conversation, the job of the one before is due at
    once."""
    extractor = Extractor()
    store = stage.open("companion", extractor=extractor).acting_as(ANNA)
    said(store, "first", DIVIDEND)
    assert store.jobs.wait().done == 0
    said(store, "second", "Next topic.")
    assert store.jobs.wait().done == 1
    assert [[one.conversation_id for one in shown] for shown in extractor.shown] == [["first"]]


def test_another_user_s_new_chat_ends_nothing(stage: Stage) -> None:
    """S1-24: only the user's own new conversation says that they have gone on."""
    store = stage.open("companion", extractor=Extractor())
    said(store.acting_as(ANNA), "anna's", DIVIDEND)
    said(store.acting_as(BERT), "bert's", "Hello.")
    assert store.jobs.wait().done == 0


def test_a_program_that_talks_with_many_ends_what_is_about_the_same(stage: Stage) -> None:
    """S1-24: an agent that starts a chat about one client leaves those about others open."""
    extractor = Extractor()
    store = stage.open("adviser", extractor=extractor).acting_as(BOT)
    said(store, "ellen 1", "58 it is.", subject="ellen")
    said(store, "tom 1", "55 for me.", subject="tom")
    assert store.jobs.wait().done == 0
    said(store, "ellen 2", "Me again.", subject="ellen")
    assert store.jobs.wait().done == 1
    assert extractor.shown[0][0].conversation_id == "ellen 1"


def test_a_closed_conversation_is_due_at_once(stage: Stage) -> None:
    """S1-24: navigating away closes a conversation, and its job is due now."""
    store = stage.open("companion", extractor=Extractor())
    said(store, "chat", DIVIDEND)
    assert store.conversations.close("chat").closed_at is not None
    assert store.jobs.wait().done == 1
    assert [one.content for one in store.items()] == [DIVIDEND]


def test_without_an_extractor_rules_draw_items_out(stage: Stage) -> None:
    """S1-24: where nobody brings an extractor or a model, our own rules do the work."""
    store = stage.open("companion")
    said(store, "chat", DIVIDEND)
    store.conversations.close("chat")
    assert store.jobs.wait().done == 1
    assert store.jobs.list() == ()


# -- S1-25: never in the way


def test_a_reply_does_not_wait_for_a_slow_extractor(stage: Stage) -> None:
    """S1-25: while an extractor is busy in the background, messages are appended, read and
    recalled; once it ends, its items are there."""
    extractor = SlowExtractor()
    store = stage.open("companion", extractor=extractor, background=True)
    said(store, "first", DIVIDEND)
    store.conversations.close("first")
    assert extractor.begun.wait(PATIENCE_SECONDS)
    try:
        store.conversations.start("second")
        for number in range(1, 45):
            store.conversations.append("second", line(number, f"Reply {number}"))
        assert len(store.conversations.window("second").messages) == 20
        assert store.recall("dividend").hits
        assert len(extractor.shown) == 0
        assert not store.items()
    finally:
        extractor.may_end.set()
    store.jobs.wait()
    assert [one.content for one in store.items()] == [DIVIDEND]


# -- S1-27: twice is once


def test_the_same_conversation_drawn_out_twice_is_the_same(stage: Stage) -> None:
    """S1-27: running the job again leaves the same active set, and a longer conversation adds
    only what is new in it."""
    extractor = Extractor()
    store = stage.open("companion", extractor=extractor)
    said(store, "chat", DIVIDEND)
    sets = []
    for _ in range(2):
        store.conversations.close("chat")
        assert store.jobs.wait().done == 1
        sets.append({(one.id, one.content, one.version) for one in store.items()})
    assert sets[0] == sets[1]
    assert len(extractor.shown) == 2
    store.conversations.append("chat", {"author_id": "karin", "content": "We hired Anna."})
    store.conversations.close("chat")
    store.jobs.wait()
    assert sets[0] < {(one.id, one.content, one.version) for one in store.items()}
    assert len(store.items()) == 2


def test_an_invented_quote_is_refused(stage: Stage) -> None:
    """S1-27: what rests on words that nobody said, or on a message that is not there, is not
    kept."""

    def draw(message: Message) -> list[Proposal]:
        true = message.content
        return [
            Proposal(content="kept", message_id=message.id, quote="120k dividend"),
            Proposal(content="invented", message_id=message.id, quote="150k dividend"),
            Proposal(content="elsewhere", message_id="nowhere", quote=true),
        ]

    store = stage.open("companion", extractor=Extractor(draw))
    id = said(store, "chat", DIVIDEND)
    store.conversations.close(id)
    assert store.jobs.wait().done == 1
    (item,) = store.items()
    (evidence,) = item.evidence
    (message,) = store.conversations.messages(id)
    assert item.content == "kept"
    assert (evidence.message_id, evidence.conversation_id) == (message.id, id)
    assert message.content[evidence.start : evidence.end] == evidence.quote == "120k dividend"
    assert evidence.principal == "karin"


def test_one_bad_proposal_does_not_keep_the_others(stage: Stage) -> None:
    """S1-27: a proposal of a kind that the space does not know is left out, and the job is
    done."""

    def draw(message: Message) -> list[Proposal]:
        kinds = ("decision", "prophecy", "preference")
        return [
            Proposal(content=kind, kind=kind, message_id=message.id, quote=message.content)
            for kind in kinds
        ]

    store = stage.open("companion", extractor=Extractor(draw))
    store.conversations.close(said(store, "chat", DIVIDEND))
    assert store.jobs.wait().done == 1
    assert {one.kind for one in store.items()} == {"decision", "preference"}


# -- failures


def test_failed_work_is_tried_again_and_then_given_up(stage: Stage, clock: FrozenClock) -> None:
    """A job that fails is tried again later and later; after five attempts it is failed, with
    the reason, until somebody retries it; then it is done."""
    extractor = FailingExtractor(5, "the model is out of memory")
    store = stage.open("companion", extractor=extractor)
    store.conversations.close(said(store, "chat", DIVIDEND))
    pauses = []
    for attempt in range(1, 5):
        worked = store.jobs.wait()
        (job,) = worked.retrying
        assert (worked.done, worked.failed) == (0, ())
        assert job.error == "RuntimeError: the model is out of memory"
        (listed,) = store.jobs.list()
        assert (listed.attempts, listed.state) == (attempt, JobState.WAITING)
        pauses.append((listed.due_at - clock.now).total_seconds())
        clock.advance(listed.due_at - clock.now - SECOND)
        assert store.jobs.wait().retrying == ()
        clock.advance(SECOND)
    assert pauses == [10, 40, 160, 640]
    (given_up,) = store.jobs.wait().failed
    (failed,) = store.jobs.failed()
    assert failed.id == given_up.id
    assert (failed.state, failed.attempts) == (JobState.FAILED, 5)
    assert failed.error == "RuntimeError: the model is out of memory"
    clock.advance(timedelta(days=30))
    assert store.jobs.wait().done == 0
    assert store.jobs.retry(failed.id) == 1
    assert store.jobs.failed() == ()
    assert store.jobs.wait().done == 1
    assert [one.content for one in store.items()] == [DIVIDEND]


def test_words_that_come_during_the_last_attempt_are_not_given_up(
    stage: Stage, clock: FrozenClock
) -> None:
    """What is said while the fifth attempt fails is due by itself, and is drawn out."""
    later = "Chose K2 over K3 for the annual report."

    class Interrupted(FailingExtractor):
        def extract(self, messages: Sequence[Message]) -> Iterable[Proposal]:
            if self._left == 1:
                store.conversations.append("chat", line(2, later))
                store.conversations.close("chat")
            return super().extract(messages)

    store = stage.open("companion", extractor=Interrupted(5, "no answer"))
    store.conversations.close(said(store, "chat", DIVIDEND))
    for _ in range(4):
        (job,) = store.jobs.wait().retrying
        clock.advance(job.due_at - clock.now)
    assert store.jobs.wait().done == 1
    assert store.jobs.failed() == ()
    assert {one.content for one in store.items()} == {DIVIDEND, later}


def test_what_did_not_fail_cannot_be_retried(stage: Stage) -> None:
    """Retrying names failed work; all of it may be none."""
    store = stage.open("companion")
    said(store, "chat", DIVIDEND)
    (job,) = store.jobs.list()
    assert store.jobs.retry() == 0
    with pytest.raises(NotFound, match=job.id):
        store.jobs.retry(job.id)


def test_others_work_is_not_shown(stage: Stage) -> None:
    """Work is shown to whom it is done for, and to admins."""
    store = stage.open("companion")
    said(store.acting_as(ANNA), "chat", DIVIDEND)
    assert len(store.acting_as(ANNA).jobs.list()) == 1
    assert store.acting_as(BERT).jobs.list() == ()
    assert len(store.acting_as(ADA).jobs.list()) == 1


# -- S4-69: schedules


def notes_of(store: Memory, folder: Path, text: str) -> Path:
    path = folder / "CLAUDE.local.md"
    path.write_text(text)
    store.admin.add_person(ANNA.name, roles=["CONTRIBUTOR"], notes_path=str(path))
    return path


def test_the_collector_runs_every_day(stage: Stage, clock: FrozenClock, tmp_path: Path) -> None:
    """S4-69: a schedule is an entry that anybody can list; the collector runs once a day, and
    what is in the notes by then is collected."""
    store = stage.open("corporate")
    notes = notes_of(store, tmp_path, "- The orders table has a 3-day settlement lag.\n")
    schedule = store.jobs.schedule("collect", every="1d")
    assert store.jobs.schedules() == (schedule,)
    assert store.jobs.wait().done == 2  # and what was collected is compared
    assert len(store.items()) == 1
    notes.write_text(notes.read_text() + "- Use event_time, not created_at.\n")
    clock.advance(timedelta(days=1) - SECOND)
    assert store.jobs.wait().done == 0
    clock.advance(SECOND)
    assert store.jobs.wait().done == 2
    assert len(store.items()) == 2
    clock.advance(timedelta(days=5, hours=3))
    assert store.jobs.wait().done == 1
    (listed,) = store.jobs.schedules()
    assert listed.due_at == schedule.due_at + timedelta(days=7)
    store.jobs.unschedule(listed.id)
    clock.advance(timedelta(days=30))
    assert store.jobs.schedules() == ()
    assert store.jobs.wait().done == 0


def test_a_monthly_schedule_keeps_its_day(stage: Stage, clock: FrozenClock) -> None:
    """S4-69: "1mo" from the 31st of January leads to the end of February and to the 31st of
    March."""
    store = stage.open("corporate")
    first = datetime(2027, 1, 31, 4, tzinfo=UTC)
    store.jobs.schedule("collect", every="1mo", first_at=first)
    assert store.jobs.wait().done == 0
    seen = []
    for _ in range(4):
        (listed,) = store.jobs.schedules()
        seen.append((listed.due_at.month, listed.due_at.day, listed.due_at.hour))
        clock.advance(listed.due_at - clock.now)
        assert store.jobs.wait().done == 1
    assert seen == [(1, 31, 4), (2, 28, 4), (3, 31, 4), (4, 30, 4)]


def test_a_file_that_cannot_be_read_does_not_end_a_schedule(
    stage: Stage, clock: FrozenClock, tmp_path: Path
) -> None:
    """S4-69: the run notes what was wrong with which file, collects the others and comes
    again."""
    store = stage.open("corporate")
    notes_of(store, tmp_path, "- The orders table has a 3-day settlement lag.\n")
    store.admin.add_person(BERT.name, notes_path=str(tmp_path / "gone" / "CLAUDE.local.md"))
    store.jobs.schedule("collect", every="1d")
    assert store.jobs.wait().done == 2  # and what was collected is compared
    (schedule,) = store.jobs.schedules()
    assert "There is no such file" in (schedule.error or "")
    assert schedule.due_at == clock.now + timedelta(days=1)
    assert len(store.items()) == 1


@ON_THE_FASTEST
@pytest.mark.parametrize("every", ["", "1", "0d", "-1d", "1 fortnight", "1y"])
def test_what_is_no_step_is_refused(stage: Stage, every: str) -> None:
    """S4-69: a step is a number with s, m, h, d, w or mo."""
    store = stage.open("corporate")
    with pytest.raises(InvalidInput, match="every"):
        store.jobs.schedule("collect", every=every)
    assert store.jobs.list() == ()


def test_schedules_are_for_admins(stage: Stage) -> None:
    """S4-69: a contributor schedules nothing."""
    store = stage.open("corporate").acting_as(ANNA)
    with pytest.raises(Forbidden):
        store.jobs.schedule("collect", every="1d")
