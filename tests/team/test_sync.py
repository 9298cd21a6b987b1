"""Sync: queues, what triggers them, whom an update goes to, and that nothing is lost or doubled."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from remembrancer import Forbidden, InvalidInput, Memory, Principal
from remembrancer.jobs.task import Tools
from remembrancer.team.sync import force_sync
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_CONNECTIONS, ON_THE_FASTEST, Engine
from tests.people import ADA, ANNA
from tests.team.desk import NAMES, RISK, agent, opened


def test_importance_decides_the_queue(memory: MemoryFactory, clock: FrozenClock) -> None:
    """S3-49: 0.71 goes into the high queue, 0.70 into the normal one."""
    desk = opened(memory("desk"))
    own = agent(desk, "financial")
    own.put("high", 1, importance=0.71)
    own.put("normal", 2, importance=0.70)
    found = {one.key: one for one in own.pending().push}
    assert found["high"].priority == "high"
    assert found["high"].due_at == clock()
    assert found["normal"].priority == "normal"
    assert "0.7, is not above 0.7" in found["normal"].reason


def test_normal_waits_for_the_next_five_minutes(memory: MemoryFactory, clock: FrozenClock) -> None:
    """S3-48: a routine entry is pushed at the next tick of the clock and not before."""
    desk = opened(memory("desk"))
    start = clock()
    clock.advance(timedelta(seconds=300 - start.timestamp() % 300 + 1))
    own = agent(desk, "financial")
    own.put("k", 1)
    clock.advance(timedelta(seconds=298))
    assert desk.agents.sync.tick().synced == 0
    assert len(own.pending()) == 1
    clock.advance(timedelta(seconds=1))
    assert desk.agents.sync.tick().synced == 1
    assert len(own.pending()) == 0


def test_nothing_happens_when_nothing_happened(memory: MemoryFactory, clock: FrozenClock) -> None:
    """S3-57: without an event there is no job and no sync; with one, the figures are per queue."""
    desk = opened(memory("desk"))
    for _ in range(3):
        clock.advance(timedelta(minutes=5))
        assert desk.agents.sync.tick().synced == 0
    assert [job for job in desk.jobs.list() if job.kind == "sync"] == []
    agent(desk, "financial").put("retail margins", "they fall", importance=0.9)
    status = desk.agents.sync.status()
    assert (status["high"].waiting, status["normal"].waiting) == (1, 0)
    assert status.high.oldest == clock()
    clock.advance(timedelta(seconds=4))
    desk.agents.sync.tick()
    status = desk.agents.sync.status()
    assert (status.high.waiting, status.high.synced, status.next_at) == (0, 2, None)
    assert status.high.latency_p95_seconds == 4.0
    assert [job for job in desk.jobs.list() if job.kind == "sync"] == []
    agent(desk, "financial").put("retail margins", "they fall", importance=0.9)  # nothing new
    assert desk.agents.sync.tick().synced == 0


def test_an_update_goes_to_those_it_concerns(memory: MemoryFactory) -> None:
    """S3-55: only overlapping agents are notified, and the factors are shown."""
    desk = opened(memory("desk"))
    a = agent(desk, "financial")
    a.put("multiples", "ten years of them", kind="multiple_history")
    a.put("margins", "Retail margins of ACME fall")
    a.put("neither", "Lunch is at noon", importance=1.0)
    told = {one.key: one.receivers for one in a.push()}
    assert told == {"multiples": ("valuation",), "margins": (RISK,), "neither": ()}
    (update,) = agent(desk, "valuation").pending().pull
    assert update.factors.specialization == 1.0
    assert 0.35 <= update.factors.relevance <= 1.0
    assert agent(desk, "strategy").pending().pull == ()


def test_who_works_on_the_subject_is_told(memory: MemoryFactory, clock: FrozenClock) -> None:
    """S3-55: an active analysis of the same subject makes an update relevant; an old one does
    not. What an agent used before counts."""
    desk = opened(memory("desk"))
    agent(desk, "strategy").put("acme plan", "buy back", subject="ACME", is_shared=False)
    a = agent(desk, "financial")
    a.put("debt", "covenants are tight", subject="ACME")
    (pushed,) = a.push()
    assert pushed.receivers == ("strategy",)
    own = agent(desk, "strategy")
    (update,) = own.pull()
    assert (update.factors.active, update.factors.usage) == (1.0, 0.0)
    own.get("debt")
    a.put("debt 2", "covenants are breached", subject="ACME")
    a.push()
    (update,) = own.pull()
    assert update.factors.usage == 1.0
    clock.advance(timedelta(hours=25))
    a.put("debt 3", "covenants are mended", subject="ACME")
    assert a.push()[0].receivers == ()


def test_an_alert_syncs_sender_and_receivers_alone(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """S3-53: both have nothing pending afterwards, and others are untouched."""
    desk = opened(memory("desk"))
    sender, receiver, other = (agent(desk, name) for name in ("financial", "valuation", RISK))
    sender.put("routine", "Retail margins are flat")  # for risk, in five minutes
    receiver.put("own", 1)
    other.put("other", 2)
    sender.alert("ACME restates its accounts", to=["valuation"])
    clock.advance(timedelta(seconds=9))
    desk.agents.sync.tick()
    assert len(sender.pending()) == 0
    assert len(receiver.pending()) == 0
    assert [one.key for one in other.pending().push] == ["other"]
    assert [one.key for one in other.pending().pull] == ["routine"]
    alerts = [one for one in desk.items().items if one.title and one.title.startswith("alert")]
    assert [one.content for one in alerts] == ["ACME restates its accounts"]
    found = receiver.get(alerts[0].title or "")
    assert (found.value, found.sender) == ("ACME restates its accounts", "financial")


def test_all_agents_are_synced_before_a_gate(memory: MemoryFactory, clock: FrozenClock) -> None:
    """S3-52: half an hour before a gate nothing is pending, for anybody."""
    desk = opened(memory("desk"))
    desk.admin.configure({"desk": {"normal_minutes": 600}})
    desk = desk.in_space(desk._session.space.name).acting_as(ADA)
    gate = desk.agents.gate("investment committee", clock() + timedelta(hours=2))
    assert desk.agents.gates() == (gate,)
    for name in NAMES:
        agent(desk, name).put(f"of {name}", f"retail margins by {name}")
    clock.advance(timedelta(hours=1, minutes=29))
    desk.agents.sync.tick()
    assert all(len(agent(desk, name).pending()) == 1 for name in NAMES)
    clock.advance(timedelta(minutes=1))
    desk.agents.sync.tick()
    assert all(len(agent(desk, name).pending()) == 0 for name in (*NAMES, RISK))
    assert agent(desk, RISK).get("of strategy").tier == "L2"
    assert desk.agents.gates() == ()
    with pytest.raises(Forbidden):
        desk.acting_as(ANNA).agents.gate("mine", clock() + timedelta(hours=1))
    with pytest.raises(InvalidInput):
        desk.agents.gate("past", clock())
    agent(desk, "financial").put("late", "retail margins again")
    desk.agents.gate("soon", clock() + timedelta(minutes=10))  # at once: it is nearer than that
    assert len(agent(desk, "financial").pending()) == 0


def test_force_sync_leaves_nothing_pending(memory: MemoryFactory) -> None:
    """S3-50, S3-51: both agents are in step in the call itself, whatever waited; others are not
    hurried. A second one has nothing to do."""
    desk = opened(memory("desk"))
    a, b = agent(desk, "financial"), agent(desk, RISK)
    a.put("margins", "Retail margins of ACME fall", kind="multiple_history")
    b.put("risk", "High", kind="ratio_pattern", importance=0.9)
    session = desk._session
    agents = ["financial", RISK, "unknown", "financial"]
    report = force_sync(session.store, session.scope(), Tools(), agents)
    assert (report.agents, report.pushed, report.delivered) == (("financial", RISK), 2, 2)
    assert (len(a.pending()), len(b.pending())) == (0, 0)
    assert b.get("margins").tier == "L2"
    assert agent(desk, "valuation").pending().pull[0].priority == "normal"
    assert desk.agents.sync.status().critical.synced == 4
    again = force_sync(session.store, session.scope(), Tools(), agents)
    assert (again.pushed, again.delivered, again.seq) == (0, 0, report.seq)


def test_a_finding_with_a_precedent_is_urgent(memory: MemoryFactory) -> None:
    """S3-54: it goes into the high queue and says which, to the receiver too."""
    desk = opened(memory("desk"))
    pattern = desk.add(kind="pattern", content="Inventory build precedes margin fall at retailers")
    own = agent(desk, "financial")
    own.put("acme", "Inventory build at retailers, margin fall expected")
    (waiting,) = own.pending().push
    assert (waiting.priority, waiting.precedent) == ("high", pattern.id)
    assert pattern.id in waiting.reason
    agent(desk, RISK).put("own", 1, subject="ACME", is_shared=False)
    own.put("acme", "Inventory build at retailers, margin fall expected", subject="ACME")
    own.push()
    (update,) = agent(desk, RISK).pull()
    assert (update.priority, update.precedent) == ("high", pattern.id)
    own.put("lunch", "Lunch is at noon")
    assert own.pending().push[0].priority == "normal"


def test_the_same_key_updates_the_item(memory: MemoryFactory) -> None:
    """A later value is a new version of the same item; one that waits is pushed once, in its
    newest form, and keeps its place."""
    desk = opened(memory("desk"))
    own = agent(desk, "financial")
    own.put("k", {"v": 1}, kind="ratio_pattern", subject="ACME")
    own.put("k", {"v": 2}, kind="ratio_pattern", subject="ACME")
    own.put("z", 1)
    first, _ = own.push()
    own.put("k", {"v": 3}, kind="ratio_pattern", subject="ACME")
    (second,) = own.push()
    assert second.item_id == first.item_id
    item = desk.get(first.item_id)
    assert (item.data["value"], item.version, item.category) == ({"v": 3}, 2, "ratio_pattern")
    assert (item.title, item.subject, item.source_user) == ("k", "ACME", "financial")
    desk.dismiss(first.item_id, reason="wrong")
    own.put("k", {"v": 4}, kind="ratio_pattern", subject="ACME")
    (third,) = own.push()
    assert third.item_id != first.item_id


def test_a_private_entry_is_never_pushed(memory: MemoryFactory, clock: FrozenClock) -> None:
    """`is_shared=False` keeps it out of every queue."""
    desk = opened(memory("desk"))
    own = agent(desk, "financial")
    own.put("k", "secret", importance=1.0, is_shared=False)
    clock.advance(timedelta(hours=1))
    desk.agents.sync.tick()
    assert own.push() == ()
    assert desk.items().items == ()


@ON_THE_FASTEST
def test_an_entry_that_is_refused_says_why_and_holds_up_nobody(memory: MemoryFactory) -> None:
    """A push that cannot be stored is counted as a failure; the rest goes on, in order."""
    desk = opened(memory("desk"))
    own = agent(desk, "financial")
    own.put("first", "x" * 40_000, importance=0.9)
    desk.admin.configure({"default_source_type": "user_verification"})  # not for agents
    strict = desk.in_space(desk._session.space.name)
    strict.agents.sync.tick()
    (failed,) = agent(strict, "financial").pending().push
    assert failed.error
    assert len(agent(strict, "financial").pending()) == 0
    assert strict.agents.sync.status().high.failures == 1


@ON_CONNECTIONS
def test_two_processes_never_push_twice(engine: Engine, tmp_path: Path, clock: FrozenClock) -> None:
    """What one process pushed, another one that saw it waiting does not push again."""
    url = engine.fresh_url(tmp_path)
    with (
        Memory.open(url, preset="desk", clock=clock, background=False) as first,
        Memory.open(url, clock=clock, background=False) as second,
    ):
        opened(first)
        own = agent(first, "financial")
        for number in range(5):
            own.put(f"margins {number}", f"Retail margins {number}", importance=0.9)
        first.agents.sync.tick()
        second.agents.sync.tick()
        assert agent(second, "financial").push() == ()
        titles = [one.title for one in first.items().items]
        assert sorted(titles, key=str) == [f"margins {number}" for number in range(5)]
        told = second.acting_as(Principal(RISK, kind="agent"))
        assert told.agents.memory(RISK).get("margins 4").tier == "L2"
        assert first.agents.sync.status().high.synced == 10


def test_work_is_done_behind_the_back_of_an_open_memory(tmp_path: Path) -> None:
    """S3-47: with a thread of its own, an important finding is with the others in a moment."""
    with Memory.open(tmp_path / "desk.db", preset="desk", embedder="none") as desk:
        opened(desk)
        agent(desk, "financial").put("margins", "Retail margins fall", importance=0.9)
        desk.jobs.wait(timeout_seconds=10)
        assert agent(desk, RISK).get("margins").tier == "L2"
