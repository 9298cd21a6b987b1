"""What a debate or a gate asks of people reaches them, and is taken back when it is settled."""

from __future__ import annotations

from datetime import timedelta

from remembrancer import Memory, Principal
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT
from tests.team.debating import FINANCIAL, STRATEGY, agent, later, opened

KIM = Principal("kim", roles=["KM_ADMIN"])


def staffed(memory: MemoryFactory) -> tuple[Memory, Memory]:
    """The desk as its ADMIN opens it, and as the person sees it who is asked."""
    store = memory("desk")
    store.admin.add_person("kim", roles=["KM_ADMIN"])
    return store, store.acting_as(KIM)


def asked(person: Memory) -> list[tuple[str, str]]:
    """What waits for a person: of which kind, and what the text begins with."""
    return [(one.kind.value, one.text[:20]) for one in person.notifications.list(is_open=True)]


@ON_EITHER_SORT
def test_a_debate_asks_as_it_goes(memory: MemoryFactory, clock: FrozenClock) -> None:
    """An agent brings a debate to level 3: a person is asked to decide; nobody does, and the
    person is asked to look at the default; once that is overridden, months later the outcome is
    asked for, until it is recorded."""
    store, kim = staffed(memory)
    debate = opened(store)
    strategist = agent(store, STRATEGY)
    for _ in range(2):
        assert asked(kim) == []
        debate = strategist.debates.advance(debate.id)
    assert asked(kim) == [("debate", "A debate waits for a")]
    (one,) = kim.notifications.list(is_open=True)
    assert (one.target, one.page) == (debate.id, f"/debates/{debate.id}")
    assert "12 %" not in one.text
    assert agent(store, FINANCIAL).notifications.list(is_open=True).notifications == ()

    assert debate.human_due_at is not None
    clock.advance(debate.human_due_at - clock())
    kim.debates.override(debate.id, position="Margins fall.", rationale="Prices fell.")
    assert asked(kim) == []
    clock.advance(timedelta(days=190))
    assert asked(kim) == [("debate_outcome", "What came of a settl")]
    kim.credibility.record_outcome(debate.id, correctness=1.0)
    assert asked(kim) == []


@ON_EITHER_SORT
def test_a_default_asks_to_be_looked_at(memory: MemoryFactory, clock: FrozenClock) -> None:
    """A worker writes down that nobody decided: from then on the person is asked to look at the
    default, until the window closes."""
    store, kim = staffed(memory)
    debate = opened(store)
    for _ in range(2):
        debate = store.debates.advance(debate.id)
    assert debate.human_due_at is not None
    clock.advance(debate.human_due_at - clock())
    store.jobs.wait()
    assert asked(kim) == [("debate", "A debate was settled")]
    later(clock, hours=73)
    store.jobs.wait()
    assert asked(kim) == []


@ON_EITHER_SORT
def test_a_decided_debate_asks_no_more(memory: MemoryFactory, clock: FrozenClock) -> None:
    """What one person decided, another is not asked for."""
    store, kim = staffed(memory)
    store.admin.add_person("lee", roles=["ADMIN"])
    lee = store.acting_as(Principal("lee", roles=["ADMIN"]))
    debate = opened(store)
    for _ in range(2):
        debate = store.debates.advance(debate.id)
    assert asked(kim) == asked(lee) == [("debate", "A debate waits for a")]
    kim.debates.decide(debate.id, position="Margins hold at 12 %.", reason="The filing says so.")
    assert asked(kim) == asked(lee) == []


@ON_EITHER_SORT
def test_a_gate_is_told_of_when_agents_are_synced(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """Half an hour before a gate its people are told; a gate that was moved tells once."""
    store, kim = staffed(memory)
    store.agents.gate("committee", at=clock() + timedelta(hours=3))
    store.agents.gate("committee", at=clock() + timedelta(hours=4))
    later(clock, hours=3)
    assert asked(kim) == []
    later(clock, minutes=30)
    assert asked(kim) == [("gate", "A human gate is at 2")]
