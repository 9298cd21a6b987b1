"""Two worlds that differ in what is hidden give the same answers to those it is hidden from."""

from __future__ import annotations

import re
from typing import Any

import pytest

from remembrancer import Memory, NotFound, Principal
from tests.conftest import MemoryFactory
from tests.inquiry.chat_world import TALK, ChatWorld
from tests.people import ADA, ANNA, BERT, BOT

STEWARD = Principal("steward", kind="service", roles=["ADMIN"])
_IDS = re.compile(r"\b(inq|ent|rel|km|msg|src)_[0-9a-f]{12}\b")
_TIMES = {"processing_time_ms", "session_id"}
QUESTIONS: tuple[Any, ...] = (
    TALK,
    "Who works at Northwind?",
    [
        {"author_id": "oskar_id", "content": "Northwind pays badly."},
        {"author_id": "mira_id", "content": "Does Priya know somebody? What about Project Heron?"},
    ],
)


def _hide_personal(world: ChatWorld) -> None:
    anna = world.memory.acting_as(ANNA)
    anna.add(content="Mira dislikes Northwind.", subject="mira_id", is_personal=True)
    heron = anna.graph.entity("Project", "Project Heron", is_personal=True).id
    anna.graph.relate(world.priya, "WORKS_ON", heron, is_personal=True)
    anna.conversations.start("diary", channel_id="diary", is_personal=True)
    anna.conversations.append(
        "diary", [{"id": "d1", "author_id": "mira_id", "content": "Northwind is a sad place."}]
    )


def _hide_in_a_group(world: ChatWorld) -> None:
    anna = world.memory.acting_as(ANNA)
    anna.add(content="Northwind will close.", subject="mira_id", audience="group:finance")
    made = anna.graph.entity("Person", "Rolf", external_id="rolf_id", audience="group:finance").id
    anna.graph.relate(made, "WORKS_AT", world.northwind, audience="group:finance")
    anna.graph.relate(made, "CLOSE_TO", world.mira, audience="group:finance")


def _others_ask(memory: Memory) -> None:
    """Those who may see it look first, so that anything kept in memory is theirs."""
    for other in (ANNA, ADA):
        seen = memory.acting_as(other)
        for question in QUESTIONS:
            seen.inquire(question)
        for person in ("mira_id", "priya_id", "oskar_id"):
            seen.graph.person(person)
        seen.inquiries.prefetch(["mira_id", "priya_id", "rolf_id"])
        seen.inquiries.rate(seen.inquiries.list()[0].session_id, 2, note="Heron was missing.")


def _told(memory: Memory) -> str:
    """Everything that a caller is told of an inquiry, without ids and times."""
    answers: list[Any] = []
    for question in QUESTIONS:
        found = memory.inquire(question)
        answers += [found, memory.inquiries.get(found.session_id)]
    for person in ("mira_id", "priya_id"):
        answers += [memory.graph.person(person), memory.graph.person(person)]
    answers.append(memory.inquiries.prefetch(["mira_id", "priya_id", "rolf_id", "oskar_id"]))
    answers.append(memory.inquiries.report().changed(processing_time_ms=0.0))
    page = memory.inquiries.list()
    answers += list(page)
    dumped = "\n".join(one.model_dump_json(exclude=_TIMES) for one in answers)
    with pytest.raises(NotFound) as refused:
        memory.graph.person("rolf_id")
    return _IDS.sub(r"\1_?", dumped + str(refused.value))


@pytest.mark.parametrize("preset", ["community", "companion"])
def test_what_is_hidden_changes_no_answer(memory: MemoryFactory, preset: str) -> None:
    """No fact, count, score, order, profile, session, rating, report or kept summary tells others
    of what is personal or for a group, nor of what was asked about it."""
    told = []
    for is_hidden in (False, True):
        world = ChatWorld(memory(preset))
        if is_hidden:
            _hide_personal(world)
            _hide_in_a_group(world)
        _others_ask(world.memory)
        told.append([_told(world.memory.acting_as(other)) for other in (BERT, BOT)])
    assert told[0] == told[1]
    assert "Northwind" in told[0][0]


def test_what_is_personal_changes_nothing_for_programs_with_roles(memory: MemoryFactory) -> None:
    """A service with the role of an admin learns nothing of what is personal to others."""
    told = []
    for is_hidden in (False, True):
        world = ChatWorld(memory("community"))
        if is_hidden:
            _hide_personal(world)
        _others_ask(world.memory)
        told.append(_told(world.memory.acting_as(STEWARD)))
    assert told[0] == told[1]


def test_who_may_see_it_is_told(memory: MemoryFactory) -> None:
    """The hidden things are found by their owner, so the worlds above do differ."""
    world = ChatWorld(memory("community"))
    _hide_personal(world)
    _hide_in_a_group(world)
    anna = world.memory.acting_as(ANNA)
    said = anna.inquire(QUESTIONS[2]).model_dump_json() + anna.inquire(TALK).model_dump_json()
    assert "Rolf" in said
    assert "Heron" in said
