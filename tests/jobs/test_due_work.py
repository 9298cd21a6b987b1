"""Due work in the store: none is lost to another act, and none of it brings back what is gone."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta

import pytest

from remembrancer import Job, Memory, Principal, WorkFailed
from remembrancer.conversations import digest_job
from remembrancer.core.limits import JOB_PAUSE_SECONDS_MAX, JOBS_LISTED_MAX
from remembrancer.core.scope import Scope
from remembrancer.jobs import transactions
from remembrancer.jobs.background import Background
from remembrancer.jobs.port import LeasedJob, MadeDue, NewJob
from remembrancer.jobs.schedule import EXTRACT, WORKER
from remembrancer.jobs.task import Tools
from remembrancer.ports import Writer
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT
from tests.people import ADA, ANNA, BERT
from tests.scenarios.stage import Extractor, FailingExtractor, small_talk

WORD = {"author_id": "anna", "content": "The flat in Leeds is let."}
PATIENCE_SECONDS = 60.0


def as_worker(store: Memory) -> Scope:
    return store._session.scope().model_copy(update={"viewer": WORKER})


def extraction(store: Memory, *, after: timedelta = timedelta()) -> NewJob:
    scope = store._session.scope()
    return NewJob(EXTRACT, "chat", scope.viewer, scope.now + after)


def told(jobs: tuple[Job, ...]) -> set[tuple[str, str, str]]:
    return {(one.kind, one.key, one.owner) for one in jobs}


# -- side by side


def test_work_made_due_while_it_ends_stays_due(fresh_store: MemoryFactory) -> None:
    """Whoever makes work due that a worker is just ending does not find it gone afterwards."""
    store = fresh_store(background=False)
    inside, worker = store._session.store, as_worker(store)
    transactions.written(inside, worker, lambda unit: unit.jobs.put(extraction(store)))
    claim = transactions.written(
        inside,
        worker,
        lambda unit: unit.jobs.claim(
            {EXTRACT}, worker="w", until=worker.now + timedelta(minutes=1), ids=None
        ),
    )
    assert isinstance(claim, LeasedJob)
    again = threading.Thread(
        target=lambda: store._session.write(lambda unit, _: unit.jobs.put(extraction(store)))
    )
    with inside.writing(worker) as unit:
        unit.jobs.finish(claim, next_due=None)
        again.start()
        again.join(0.2)  # long enough to meet the row; it is right whatever comes first
        unit.commit()
    again.join(PATIENCE_SECONDS)
    assert [one.key for one in store.jobs.list()] == ["chat"]


def test_a_digest_of_words_that_were_erased_meanwhile_is_not_kept(
    fresh_store: MemoryFactory,
) -> None:
    """Between reading messages and storing their digest lies a model's answer, and an erasure."""
    store = fresh_store("companion", background=False)
    store.conversations.start("chat")
    store.conversations.append("chat", small_talk(1, 60))
    inside, worker = store._session.store, as_worker(store)
    waiting, _ = transactions.read(
        inside,
        worker,
        lambda reader: reader.conversations.unsummarised(
            "chat", window=20, limit=100, owner="owner"
        ),
    )
    assert waiting is not None
    made = digest_job._extended(waiting, worker, Tools())

    def put(unit: Writer) -> bool:
        return unit.conversation_state.put_digest("chat", "owner", made, waiting)

    store.erase(source="chat", reason="request 7/2026")
    assert transactions.written(inside, worker, put) is False
    assert not store.conversations.get("chat").summary


def test_what_failed_elsewhere_is_told_to_who_waits_for_it(
    fresh_store: MemoryFactory,
) -> None:
    """A call that waits for its own work hears of the failure, whoever tried."""
    store = fresh_store(extractor=FailingExtractor(1, "the model is away"), background=False)
    store.conversations.start("chat")
    store.conversations.append("chat", WORD)
    _, ids = store._session.write_noting(lambda unit, _: unit.jobs.put(extraction(store)))
    assert len(store.jobs.wait().retrying) == 1
    with pytest.raises(WorkFailed, match="the model is away"):
        store._session.finish(ids)


# -- whose it is


@ON_EITHER_SORT
def test_erasing_leaves_the_work_of_others_alone(memory: MemoryFactory) -> None:
    """Two people may have a conversation of one id, and a schedule the key of one."""
    store = memory("companion")
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    for one in (anna, bert):
        one.conversations.start("chat", is_personal=True)
        one.conversations.append("chat", WORD)
    anna.conversations.start("all", is_personal=True)
    anna.conversations.append("all", WORD)
    store.jobs.schedule("collect", every="1d", first_at="2026-04-01")
    for id in ("chat", "all"):
        anna.erase(source=id, reason="request 8/2026")
    assert told(store.jobs.list()) == {("extract", "chat", BERT.name), ("collect", "all", "owner")}


def test_what_others_add_leaves_the_owner_the_right_to_the_audience(
    fresh_store: MemoryFactory, clock: FrozenClock
) -> None:
    """What is drawn out of a group's conversation is for the group, whoever spoke last."""
    store = fresh_store("companion", extractor=Extractor(), background=False)
    anna, bert = (store.acting_as(Principal(name, groups=["sales"])) for name in ("anna", "bert"))
    anna.conversations.start("chat", audience="group:sales")
    for one in (anna, bert):
        one.conversations.append("chat", {"author_id": "anna", "content": f"{one!r} was here."})
    clock.advance(timedelta(minutes=5))
    assert store.jobs.wait().failed == store.jobs.wait().retrying == ()
    assert [item.audience for item in bert.items()] == ["group:sales"] * 2


def test_a_conversation_can_be_closed_by_who_may_not_read_it(memory: MemoryFactory) -> None:
    """In a corporate space raw messages are their owner's; that a talk has ended is not."""
    store = memory("corporate")
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    anna.conversations.start("chat")
    anna.conversations.append("chat", small_talk(1, 60))
    anna.conversations.window("chat")
    for one in (anna, bert, anna):
        one.conversations.close("chat")
    assert not bert.conversations.get("chat").summary
    known = anna.conversations.get("chat")
    assert known.summary
    assert known.closed_at is not None
    assert store.verify().ok


def test_ending_a_schedule_leaves_that_of_another_admin(memory: MemoryFactory) -> None:
    """Two admins who have the same folder read each end their own."""
    store = memory("corporate")
    ada = store.acting_as(ADA)
    first = store.jobs.schedule("collect", every="1d", first_at="2026-04-01")
    second = ada.jobs.schedule("collect", every="1w", first_at="2026-04-01")
    store.jobs.unschedule(first.id)
    assert [one.id for one in store.jobs.schedules()] == [second.id]


# -- much of it


def test_a_schedule_is_found_behind_any_amount_of_work(memory: MemoryFactory) -> None:
    """Extraction that nobody does piles up, and hides neither schedules nor running work."""
    store = memory()
    inside, scope = store._session.store, store._session.scope()

    def pile_up(unit: Writer) -> None:
        for number in range(JOBS_LISTED_MAX + 1):
            unit.jobs.put(NewJob(EXTRACT, f"chat {number}", scope.viewer, scope.now))

    transactions.written(inside, scope, pile_up)
    made = store.jobs.schedule("collect", every="1d", first_at="2026-04-01")
    assert made not in store.jobs.list()
    assert store.jobs.schedules() == (made,)
    store.jobs.unschedule(made.id)
    assert store.jobs.schedules() == ()


@ON_EITHER_SORT
def test_a_meeting_gives_all_its_items_and_nobody_elses(
    memory: MemoryFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More than a page of them come back, and none of a meeting that another calls the same."""
    page_items = 20
    monkeypatch.setattr("remembrancer.front.sources.PAGE_ITEMS_MAX", page_items)
    store = memory()
    store.acting_as(BERT).sources.meeting("review", {"financial_facts": ["Bert's own."]})
    facts = [f"Fact {number}." for number in range(2 * page_items + 1)]
    kept = store.sources.meeting("review", {"financial_facts": facts})
    assert [item.content for item in kept.items] == facts


# -- far away


def test_a_thread_never_waits_longer_than_a_minute(fresh_store: MemoryFactory) -> None:
    """Work may be due in eight thousand years, and the clock be set to that tomorrow."""
    store = fresh_store(background=False)
    session = store._session
    background = Background(session.shop, is_real_time=True)
    with background._lock:
        background._look_at(session.space, datetime.fromisoformat("9999-01-01T00:00:00+00:00"))
    assert background._pause() == JOB_PAUSE_SECONDS_MAX
    background.told(session.space, [MadeDue(None, None, session.clock())])
    background.stop()
