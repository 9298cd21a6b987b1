"""Relations that a model proposes are held against the words that were said."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from remembrancer.core.kinds import Brief, Family, GraphBrief
from remembrancer.items.message import Message
from remembrancer.items.proposal import Extraction
from remembrancer.reading.offline.relations.message_relations import read_relations
from remembrancer.reading.prompts import extraction_prompt
from remembrancer.testing import ScriptedModel
from tests.conversations.digest_talk import talk

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
GRAPH = GraphBrief(types=("WORKS_AT", "LIVES_IN"), kinds=("Person", "Org", "Place"), is_strict=True)
BRIEF = Brief(kinds={Family.FACT: "knowledge"}, now=NOW, graph=GRAPH, names=("Mia Lind",))
TALK = talk(
    "U: Since May, Charlie Wu runs the design crew over at Figma in Oslo.",
    "A: Dana works at Google.",
    "U: I ended up at Klarna last spring.",
)
CHARLIE = {
    "type": "works_at",
    "source": "Charlie Wu",
    "source_kind": "Person",
    "target": "Figma",
    "target_kind": "Org",
    "message_id": "m1",
    "quote": "Charlie Wu runs the design crew over at Figma in Oslo",
    "confidence": 0.9,
    "role": "runs the design crew",
    "location": "Oslo",
    "start_date": "2025-05",
}


def drawn(*relations: dict[str, Any], messages: list[Message] = TALK, brief: Brief = BRIEF
) -> Extraction:  # fmt: skip
    model = ScriptedModel([{"candidates": [], "relations": list(relations)}])
    return extraction_prompt.extract(model, messages, brief)


def test_a_models_relation_becomes_a_proposal() -> None:
    """Its type is in capitals, its quote has a place, and its dates are as precise as said."""
    (one,) = drawn(CHARLIE).relations
    assert (one.source.name, one.type, one.target.name) == ("Charlie Wu", "WORKS_AT", "Figma")
    assert one.message_id == "m1"
    assert one.start == TALK[0].content.index("Charlie")
    assert one.attrs == {
        "role": "runs the design crew",
        "location": "Oslo",
        "startDate": "2025-05",
    }
    assert one.valid_from == datetime(2025, 5, 1, tzinfo=UTC)


def test_the_author_is_the_speaker() -> None:
    """An author's id stands for "I", where the quote says so; a known name needs no quote."""
    author = TALK[2].author_id
    mine = {**CHARLIE, "source": author, "target": "Klarna", "message_id": "m3",
            "quote": "I ended up at Klarna"}  # fmt: skip
    (one,) = drawn(mine).relations
    assert one.source.author_id == author
    assert drawn({**mine, "quote": "ended up at Klarna"}).relations == ()
    (known,) = drawn({**CHARLIE, "source": "Mia Lind"}).relations
    assert (known.source.name, known.source.author_id) == ("Mia Lind", None)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"quote": "Charlie Wu works at Figma"}, "its quote is not in the message"),
        ({"message_id": "m9"}, "there is no such message"),
        ({"message_id": "m2", "quote": "Dana works at Google"},
         "a program said it, and nobody else"),
        ({"source": "Charlie"}, None),
        ({"source": "Char"}, "one of its ends is not named in its quote"),
        ({"target": "Meta"}, "one of its ends is not named in its quote"),
        ({"target": ""}, "one of its ends is not named in its quote"),
        ({"type": "OWNS"}, "this space has no relation OWNS"),
        ({"type": "WORKS AT"}, "this space has no relation WORKS AT"),
        ({"type": "WORKS_AT]->() DETACH"}, "this space has no relation WORKS_AT]->() DETACH"),
        ({"target_kind": "Company"}, "this space has no kind Company"),
        ({"target": "Charlie Wu", "target_kind": "Person"}, "it relates something to itself"),
        ({"confidence": 7}, "it holds something that no relation may hold"),
    ],
)  # fmt: skip
def test_what_was_not_said_or_is_unknown_is_left_out(
    changes: dict[str, Any], reason: str | None
) -> None:
    """Quotes, ends, types and kinds are checked, and what fails is told with its reason."""
    made = drawn({**CHARLIE, **changes})
    assert [one.reason for one in made.left_out] == ([] if reason is None else [reason])
    assert len(made.relations) == (reason is None)


def test_a_space_without_a_graph_is_not_asked() -> None:
    """The prompt says nothing of relations, and an answer with some is not taken."""
    model = ScriptedModel([{"candidates": [], "relations": [CHARLIE]}])
    plain = BRIEF.model_copy(update={"graph": None})
    assert extraction_prompt.extract(model, TALK, plain) == Extraction()
    assert "relations" not in model.asked[0]
    model = ScriptedModel([{"candidates": []}])
    extraction_prompt.extract(model, TALK, BRIEF)
    assert '"type" is one of WORKS_AT, LIVES_IN; ' in model.asked[0]


def test_what_people_state_is_read_without_a_model() -> None:
    """People's messages are read, agents' are not; unknown types are passed over."""
    messages = talk(
        "U: I live in Oslo. I speak French.", "A: Dana works at Google.", "U: Tom works at Bolt."
    )
    found = read_relations(messages, BRIEF)
    assert [(one.type, one.target.name, one.message_id) for one in found] == [
        ("LIVES_IN", "Oslo", "m1"),
        ("WORKS_AT", "Bolt", "m3"),
    ]
    told = BRIEF.model_copy(update={"subject": "ellen", "is_told": True})
    assert read_relations(messages, told)[0].source.name == "ellen"
    agents = BRIEF.model_copy(update={"hears_agents": True})
    assert len(read_relations(messages, agents)) == 3
    assert read_relations(messages, BRIEF.model_copy(update={"graph": None})) == ()
