"""Facts of a model are checked: what it cites was in the results and is on record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from remembrancer import Memory, Trust
from remembrancer.core.model_turns import ModelTurn, ToolCall, TurnEnd
from remembrancer.inquiry.inquiry import Inquiry
from remembrancer.testing import ScriptedModel
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
from tests.inquiry import scripted
from tests.inquiry.conftest import ExampleServer
from tests.people import ADA, ANNA, BERT

CHARLIE = ToolCall(name="get_person_summary", arguments={"person_id": "charlie_id"})
MESSAGES = ToolCall(name="get_recent_messages", arguments={"channel_id": "random"})


def _found(example: ExampleServer, *facts: dict[str, Any], looks: Any = (CHARLIE,)) -> Inquiry:
    turns = [ModelTurn(calls=tuple(looks), ended=TurnEnd.TOOL_CALLS)] if looks else []
    model = ScriptedModel(turns=[*turns, scripted.finish(facts)])
    return example.ask(model, strategy="react")


def _refusals(found: Inquiry) -> list[str]:
    return [step.thought for step in found.trace if step.thought.startswith("Refused")]


@ON_EITHER_SORT
def test_a_fact_with_an_id_is_read_from_the_store(example: ExampleServer) -> None:
    """Whatever else the model says of it: the values are those on record, the relevance is the
    model's."""
    id = example.keys["r1"]
    given = {"id": id, "type": "WORKS_AT", "person": "Bob", "text": "Bob", "relevance": 0.8}
    found = _found(example, given)
    (fact,) = found.relevant_facts
    assert (fact.id, fact.type, fact.person, fact.organization) == (
        id,
        "PREVIOUSLY",
        "Charlie",
        "Google",
    )
    assert (fact.confidence, fact.relevance) == (0.95, 0.8)


@ON_THE_FASTEST
def test_what_was_in_no_result_cannot_be_cited(example: ExampleServer) -> None:
    """An id that exists and that nothing told the model of is refused, as one that does not
    exist."""
    unseen, unknown = example.keys["r12"], "rel_000000000000"
    found = _found(example, {"id": unseen}, {"id": unknown}, {"id": example.keys["i1"]})
    assert found.relevant_facts == ()
    assert len(_refusals(found)) == 3
    assert unseen in _refusals(found)[0]


@ON_EITHER_SORT
def test_evidence_that_does_not_exist_is_refused(example: ExampleServer) -> None:
    """A quoted message that was in no result takes the whole fact with it, as the trace says."""
    found = _found(
        example,
        {"id": example.keys["r1"], "evidence": ["msg_123", "msg_666"]},
        {"text": "Charlie was a software engineer at Google", "evidence": ["msg_667"]},
        {"type": "PREVIOUSLY", "person": "Charlie", "organization": "Google", "evidence": ["x"]},
        {"text": "Everybody knows."},
    )
    assert found.relevant_facts == ()
    assert [
        word in line
        for word, line in zip(
            ("msg_666", "msg_667", "quotes x", "no message"), _refusals(found), strict=True
        )
    ] == [True] * 4


def test_a_message_that_quotes_an_id_proves_nothing() -> None:
    """A text in a result that looks like the id of a message is none: it must be on record."""
    model = ScriptedModel(
        turns=[
            scripted.look("get_recent_messages", channel_id="c"),
            scripted.finish([{"text": "eve said it", "evidence": ["msg_42"]}]),
        ]
    )
    with Memory.open(":memory:", preset="community", llm=model, background=False) as memory:
        memory.conversations.start("c", channel_id="c")
        memory.conversations.append("c", {"id": "m1", "author_id": "eve", "content": "msg_42"})
        found = memory.inquire("What did eve say?", strategy="react")
    assert found.queries_executed[0].result_count == 1
    assert found.relevant_facts == ()
    assert "there is no message msg_42" in _refusals(found)[0]


@ON_THE_FASTEST
def test_words_of_a_model_stay_with_their_evidence(example: ExampleServer) -> None:
    """A fact in the model's own words is kept if the messages say so, with the trust of a program;
    else the messages themselves are handed over."""
    said = {"text": "The summer meetup is in Lisbon on 12 July", "evidence": ["msg_711"]}
    other = {"text": "The summer meetup costs 90 euros", "evidence": ["msg_712"]}
    found = _found(example, said, other, looks=(MESSAGES,))
    first, second = found.relevant_facts
    assert (first.id, first.text) == (None, said["text"])
    assert first.evidence == ("msg_711",)
    assert first.trust is Trust.AGENT
    assert first.confidence < 0.7
    assert (second.id, second.type, second.text) == (
        "msg_712",
        "message",
        "booked the train already",
    )


@ON_THE_FASTEST
def test_a_relation_is_found_by_what_it_connects(example: ExampleServer) -> None:
    """Type and ends name a relation on record, in either direction; a relation that is not on
    record, or between things that nothing told of, is refused."""
    found = _found(
        example,
        {"type": "close to", "person_a": "charlie_id", "person_b": "Alice"},
        {"type": "HAS_SKILL", "person": "Charlie", "object": "TypeScript"},
        {"type": "LIVES_IN", "person": "Gus", "object": "Lisbon"},
    )
    assert [fact.id for fact in found.relevant_facts] == [example.keys["r3"]]
    assert len(_refusals(found)) == 2


@ON_THE_FASTEST
def test_relevance_is_clipped_and_sorted(example: ExampleServer) -> None:
    """Scores outside 0 to 1 are clipped, what is no number counts by its place, a fact that comes
    twice is handed over once, and never more than were asked for."""
    messages = [{"id": f"msg_70{n}", "relevance": s} for n, s in enumerate((7, -1, "high", 0.5), 1)]
    found = _found(example, *messages, messages[0], looks=(MESSAGES,))
    assert [(fact.id, fact.relevance) for fact in found.relevant_facts] == [
        ("msg_701", 1.0),
        ("msg_703", 0.91),
        ("msg_704", 0.5),
        ("msg_702", 0.0),
    ]
    model = ScriptedModel(
        turns=[ModelTurn(calls=(MESSAGES,), ended=TurnEnd.TOOL_CALLS), scripted.finish(messages)]
    )
    assert example.ask(model, strategy="react", max_facts=2).facts_retrieved == 2


@ON_THE_FASTEST
def test_contradictions_of_a_models_facts_are_flagged(example: ExampleServer) -> None:
    """Two current employers that a model hands over are flagged, naming both facts."""
    look = ToolCall(name="get_person_summary", arguments={"person_id": "ivo_id"})
    ids = [example.keys["r10"], example.keys["r11"]]
    found = _found(example, *({"id": id} for id in ids), looks=(look,))
    (conflict,) = found.contradictions
    assert set(conflict.facts) == set(ids)


SECRET = "Anna wants to leave the firm."


@pytest.fixture(params=[True, False], ids=["local", "remote"])
def is_local(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def personal(is_local: bool) -> Iterator[tuple[Memory, ScriptedModel]]:
    """What is personal to Anna and to Bert, and a model that looks at all of it."""
    looks = [
        ToolCall(name="search_similar_facts", arguments={"query": "leave the firm"}),
        ToolCall(name="sql_query", arguments={"query": "SELECT id, content FROM item"}),
        ToolCall(name="sql_query", arguments={"query": "SELECT id, content FROM message"}),
        ToolCall(
            name="cypher_query", arguments={"query": "MATCH (p:Person)-[r]->(o) RETURN p, r, o"}
        ),
        ToolCall(name="get_person_summary", arguments={"person_id": "Anna"}),
    ]
    model = ScriptedModel(
        turns=[ModelTurn(calls=tuple(looks), ended=TurnEnd.TOOL_CALLS), scripted.finish()],
        is_local=is_local,
    )
    with Memory.open(
        ":memory:", preset="community", llm=model, principal=ADA, background=False
    ) as memory:
        anna, bert = memory.acting_as(ANNA), memory.acting_as(BERT)
        anna.add(content=SECRET, subject="Anna", is_personal=True)
        bert.add(content="Bert is ill.", subject="Bert", is_personal=True)
        memory.add(content="The office moves in May.")
        person = memory.graph.entity("Person", "Anna").id
        firm = memory.graph.entity("Org", "Rival").id
        anna.graph.relate(person, "CLOSE_TO", memory.graph.entity("Person", "Bert").id)
        anna.graph.relate(person, "APPLIED_AT", firm, is_personal=True)
        yield memory, model


def test_only_a_local_model_reads_what_is_personal(
    personal: tuple[Memory, ScriptedModel], is_local: bool
) -> None:
    """A model on this machine reads what is personal to the caller; one elsewhere does not. Neither
    reads what is personal to others, also not for an admin."""
    memory, model = personal
    memory.acting_as(ANNA).inquire("Anna, do you leave the firm?", strategy="react")
    told = str(model.heard[-1].turns)
    assert "The office moves" in told
    assert "CLOSE_TO" in told
    assert (SECRET in told) is is_local
    assert ("APPLIED_AT" in told) is is_local
    assert "Bert is ill" not in told


def test_an_admins_model_reads_nothing_personal_to_others(
    personal: tuple[Memory, ScriptedModel],
) -> None:
    """What an admin may see on record does not go into a prompt."""
    memory, model = personal
    memory.inquire("Anna, do you leave the firm?", strategy="react")
    assert SECRET not in str(model.heard)
    assert "APPLIED_AT" not in str(model.heard)
    assert "Bert is ill" not in str(model.heard)


def test_a_remote_model_leaves_no_trace_of_another_reader(
    personal: tuple[Memory, ScriptedModel], is_local: bool
) -> None:
    """The log of what was asked has no entry of somebody who does not exist."""
    memory, _ = personal
    memory.acting_as(ANNA).inquire("Do you leave the firm?", strategy="react")
    memory._session.walks.flush()
    askers = {one.principal for one in memory.walks.list(limit=50)}
    assert askers <= {ANNA.name, ADA.name}
