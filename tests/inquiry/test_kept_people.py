"""Summaries of people are kept until something changes, for those who see the same."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from remembrancer import Memory
from remembrancer.core.limits import PEOPLE_KEPT_SECONDS
from remembrancer.front.graph_projections import GraphProjections
from remembrancer.graph import kept_people, person
from remembrancer.graph.person import PersonSummary
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_CONNECTIONS
from tests.inquiry.chat_world import ChatWorld
from tests.people import ADA, ANNA, BERT


def hits(memory: Memory) -> int:
    return memory._session.projections.people().hits


@pytest.fixture
def world(memory: MemoryFactory) -> ChatWorld:
    """The store is shared with other tests; what it keeps in memory is this one's own."""
    shared = memory("community")._session
    projections = GraphProjections(shared.store)
    return ChatWorld(Memory(replace(shared, projections=projections)))


def test_the_second_call_is_answered_from_memory(world: ChatWorld) -> None:
    """With the same value, which nobody can change for others."""
    first = world.memory.graph.person("oskar_id")
    second = world.memory.graph.person("oskar_id")
    assert second == first
    assert hits(world.memory) == 1
    second.facts.clear()
    assert world.memory.graph.person("oskar_id") == first


def test_a_new_fact_empties_it(world: ChatWorld) -> None:
    """Also one about somebody else: it rests on the position of the ledger."""
    world.memory.graph.person("oskar_id")
    world.memory.add(content="Oskar likes tea.", subject="oskar_id")
    assert "Oskar likes tea." in world.memory.graph.person("oskar_id").model_dump_json()
    assert hits(world.memory) == 0


def test_it_ends_by_itself(world: ChatWorld, clock: FrozenClock) -> None:
    """After its time it is made anew, though nothing was written."""
    world.memory.graph.person("oskar_id")
    clock.advance(timedelta(seconds=PEOPLE_KEPT_SECONDS - 1))
    world.memory.graph.person("oskar_id")
    assert hits(world.memory) == 1
    clock.advance(timedelta(seconds=2))
    world.memory.graph.person("oskar_id")
    assert hits(world.memory) == 1


def test_each_class_of_readers_has_its_own(world: ChatWorld) -> None:
    """What one may see is never told to another, and a change of groups is another class."""
    anna, bert = world.memory.acting_as(ANNA), world.memory.acting_as(BERT)
    anna.add(content="Oskar is leaving.", subject="oskar_id", audience="group:finance")
    assert "leaving" in anna.graph.person("oskar_id").model_dump_json()
    assert "leaving" not in bert.graph.person("oskar_id").model_dump_json()
    left = world.memory.acting_as(ANNA.model_copy(update={"groups": frozenset({"sales"})}))
    assert hits(world.memory) == 0
    left.graph.person("oskar_id")
    assert hits(world.memory) == 0


def test_a_look_of_an_admin_is_on_record_each_time(world: ChatWorld) -> None:
    """So what is personal to another is never answered from memory."""
    anna, ada = world.memory.acting_as(ANNA), world.memory.acting_as(ADA)
    anna.add(content="Oskar is leaving.", subject="oskar_id", is_personal=True)
    for _ in range(2):
        assert "leaving" in ada.graph.person("oskar_id").model_dump_json()
    looks = [one for one in ada.admin.audit(limit=20) if one.actor == ADA.name]
    assert len(looks) == 2
    assert hits(world.memory) == 0


def test_the_least_used_go_first(world: ChatWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is a limit to what is kept."""
    monkeypatch.setattr(kept_people, "PEOPLE_KEPT_MAX", 2)
    for name in ("oskar_id", "priya_id", "mira_id", "oskar_id"):
        world.memory.graph.person(name)
    assert hits(world.memory) == 0
    world.memory.graph.person("mira_id")
    assert hits(world.memory) == 1


def test_an_erasure_empties_it(world: ChatWorld) -> None:
    """At once in the process that erases."""
    item = world.memory.add(content="Oskar likes tea.", subject="oskar_id")
    world.memory.graph.person("oskar_id")
    kept = world.memory._session.projections.people()
    assert kept._kept
    world.memory.erase(item.id, reason="asked to")
    assert not kept._kept
    assert "tea" not in world.memory.graph.person("oskar_id").model_dump_json()


@ON_CONNECTIONS
def test_an_erasure_by_another_process_empties_it(world: ChatWorld) -> None:
    """The watch finds it in the ledger; nothing is dropped where nothing was erased."""
    item = world.memory.add(content="Oskar likes tea.", subject="oskar_id")
    world.memory.graph.person("oskar_id")
    projections = world.memory._session.projections
    kept = projections.people()
    assert projections._look()
    assert kept._kept
    elsewhere = Memory(replace(world.memory._session, projections=GraphProjections()))
    elsewhere.erase(item.id, reason="asked to")
    projections._look()
    assert not kept._kept


def test_what_was_read_before_an_erasure_is_not_kept_after_it(world: ChatWorld) -> None:
    """A reader that began earlier gets its answer, and nobody else gets that one."""
    item = world.memory.add(content="Oskar likes tea.", subject="oskar_id")
    session = world.memory._session
    kept, scope = session.projections.people(), session.scope()
    made = person.summary

    def erased_meanwhile(reader: Any, person_id: str) -> PersonSummary:
        found = made(reader, person_id)
        kept.forget()
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(person, "summary", erased_meanwhile)
        with session.store.reading(scope) as reader:
            assert item.content in kept.summary(reader, scope, "oskar_id").model_dump_json()
    assert not kept._kept
