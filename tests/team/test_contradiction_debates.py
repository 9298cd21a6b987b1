"""A contradiction on a desk opens a debate, once, and stays open until that is settled."""

from __future__ import annotations

import pytest

from remembrancer import Memory
from remembrancer.team.debates.debate import Debate
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
from tests.team.debating import DOMAIN, FINANCIAL, STRATEGY, agent, later

HOLDS, FALLS = "The operating margin of ACME is 12 %.", "The operating margin of ACME is 9 %."


def contradicted(store: Memory) -> Debate:
    for name, text in ((FINANCIAL, HOLDS), (STRATEGY, FALLS)):
        agent(store, name).add(content=text, subject="ACME", domain=DOMAIN)
    assert len(store.review.contradictions()) == 1
    (debate,) = store.debates.list()
    return debate


@ON_EITHER_SORT
def test_it_opens_one_debate(memory: MemoryFactory) -> None:
    """The newer statement challenges the older; looking again and the worker open no second."""
    store = memory("desk")
    debate = contradicted(store)
    assert (debate.challenger_agent, debate.challenged_agent) == (STRATEGY, FINANCIAL)
    assert (debate.disputed_finding, debate.challenge_basis) == (HOLDS, FALLS)
    assert debate.domain == DOMAIN
    store.jobs.wait()
    assert len(store.debates.list()) == 1
    (open_one,) = store.review.contradictions()
    assert debate.contradiction == open_one.id


@ON_EITHER_SORT
def test_a_worker_opens_it_too(memory: MemoryFactory) -> None:
    """Nobody has to look: due work opens it."""
    store = memory("desk")
    for name, text in ((FINANCIAL, HOLDS), (STRATEGY, FALLS)):
        agent(store, name).add(content=text, subject="ACME", domain=DOMAIN)
    store.jobs.wait()
    assert [one.kind for one in store.items(kind="debate")] == ["debate"]


@ON_EITHER_SORT
def test_agents_settle_it(memory: MemoryFactory) -> None:
    """Once the other agent agrees, the statement that won stays and the other is dismissed."""
    store = memory("desk")
    debate = contradicted(store)
    agent(store, FINANCIAL).debates.position(debate.id, agent=FINANCIAL, text=FALLS)
    assert not store.review.contradictions()
    in_use = [one.content for one in store.items(kind="finding", lifecycle="active")]
    assert in_use == [FALLS]
    assert store.verify().ok


@ON_THE_FASTEST
def test_a_default_settles_it_when_it_is_binding(memory: MemoryFactory, clock: FrozenClock) -> None:
    """While it is provisional both stay, and the contradiction is open."""
    store = memory("desk")
    debate = contradicted(store)
    for _ in range(2):
        store.debates.advance(debate.id)
    later(clock, days=3)
    assert store.debates.get(debate.id).provisional
    assert len(store.review.contradictions()) == 1
    later(clock, days=3)
    assert store.debates.get(debate.id).is_binding
    assert not store.review.contradictions()
    assert [one.content for one in store.items(kind="finding", lifecycle="active")] == [HOLDS]


@ON_THE_FASTEST
def test_a_person_may_find_a_third_position(memory: MemoryFactory) -> None:
    """It takes the place of both."""
    store = memory("desk")
    debate = contradicted(store)
    for _ in range(2):
        store.debates.advance(debate.id)
    store.debates.decide(debate.id, position="It is 12 % before the write-off.", reason="Both.")
    assert not store.review.contradictions()
    in_use = [one.content for one in store.items(kind="finding", lifecycle="active")]
    assert in_use == ["It is 12 % before the write-off."]


@ON_THE_FASTEST
def test_what_a_person_said_waits_for_a_person(memory: MemoryFactory) -> None:
    """A track record does not dismiss what is more trusted: the contradiction stays open."""
    store = memory("desk")
    store.add(content=HOLDS, subject="ACME", domain=DOMAIN)
    agent(store, STRATEGY).add(content=FALLS, subject="ACME", domain=DOMAIN)
    (debate,) = store.debates.list()
    store.debates.position(debate.id, agent="owner", text=FALLS)
    assert store.debates.get(debate.id).is_binding
    assert len(store.review.contradictions()) == 1


@ON_THE_FASTEST
@pytest.mark.parametrize("preset", ["adviser", "corporate"])
def test_elsewhere_no_debate_is_opened(memory: MemoryFactory, preset: str) -> None:
    """Only a space whose preset says so debates contradictions."""
    store = memory(preset)
    for name, text in ((FINANCIAL, HOLDS), (STRATEGY, FALLS)):
        agent(store, name).add(content=text, subject="ACME")
    store.jobs.wait()
    assert not store.debates.list()
