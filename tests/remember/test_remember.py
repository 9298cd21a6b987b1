"""Remembering as it stands: the raw source first, then the item that rests on it."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime
from typing import Any

import pytest

from remembrancer import (
    Conflict,
    Forbidden,
    InvalidInput,
    NotFound,
    RemembrancerError,
    Stance,
    Trust,
)
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_THE_FASTEST
from tests.footprint import refused, untouched
from tests.people import ADA, ANNA, BERT, BOT

TEXT = "Ellen wants to retire at 58 and keeps the Leeds flat."
TALK = [
    {"id": "m1", "author_id": "ellen", "content": "I want to stop at 58."},
    {"id": "m2", "author_id": "anna", "role": "assistant", "content": "And the flat?"},
]


def test_a_text_becomes_a_source_and_an_item(memory: MemoryFactory, clock: FrozenClock) -> None:
    """The item quotes its source from the first character to the last."""
    store = memory("adviser").acting_as(ANNA)
    done = store.remember(TEXT, subject="ellen", source="note-1", infer=False, kind="life_goal")
    (item,) = done.items
    source = done.source
    assert source is not None
    assert (source.content, source.external_id, source.subject, source.owner) == (
        TEXT,
        "note-1",
        "ellen",
        ANNA.name,
    )
    assert (item.content, item.subject, item.kind, item.source_id) == (
        TEXT,
        "ellen",
        "life_goal",
        "note-1",
    )
    (proof,) = item.evidence
    assert (proof.source_id, proof.quote, proof.start, proof.end, proof.stance) == (
        source.id,
        TEXT,
        0,
        len(TEXT),
        Stance.SUPPORTS,
    )
    assert (proof.principal, proof.at) == (ANNA.name, clock.now)
    assert store.get(item.id) == item
    assert (done.superseded, done.reconfirmed, done.contradictions, done.skipped) == ((),) * 4


def test_messages_become_a_conversation_and_an_item(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """The item rests on each message, word for word, and the messages are kept with their ids."""
    store = memory("adviser").acting_as(ANNA)
    done = store.remember(TALK, subject="ellen", source="call-7", infer=False)
    (item,) = done.items
    assert done.conversation_id == "call-7"
    assert [one.id for one in store.conversations.messages("call-7")] == ["m1", "m2"]
    assert item.content == "ellen: I want to stop at 58.\nanna: And the flat?"
    assert (item.source_type, item.source_id) == ("conversation", "call-7")
    for proof, said in zip(item.evidence, TALK, strict=True):
        assert proof.message_id == said["id"]
        assert proof.conversation_id == "call-7"
        assert proof.quote == said["content"]
        assert (proof.start, proof.end) == (0, len(said["content"]))
    assert {hit.type for hit in store.recall("stop", subject="ellen").hits} == {"item", "message"}


def test_the_time_of_a_source_is_the_time_of_its_knowledge(memory: MemoryFactory) -> None:
    """World time comes from the source; record time is now."""
    store = memory("adviser")
    at = datetime(2025, 11, 3, 10, tzinfo=UTC)
    origin = {"type": "meeting", "id": "meeting-9", "occurred_at": at}
    done = store.remember(TEXT, source=origin, infer=False)
    assert done.source is not None
    assert (done.source.occurred_at, done.items[0].occurred_at) == (at, at)
    talk: list[dict[str, Any]] = [{**TALK[0], "timestamp": at}, TALK[1]]
    assert store.remember(talk, infer=False).items[0].occurred_at == at


def test_the_same_source_is_captured_once(memory: MemoryFactory) -> None:
    """Remembering again gives the same source and the same item, and writes nothing."""
    store = memory("adviser")
    first = store.remember(TEXT, subject="ellen", source="note-1", infer=False)
    talk = store.remember(TALK, subject="ellen", source="call-7", infer=False)
    with untouched(store):
        assert store.remember(TEXT, subject="ellen", source="note-1", infer=False) == first
        again = store.remember(TALK, subject="ellen", source="call-7", infer=False)
        assert again == talk


@pytest.mark.parametrize(
    "other",
    [
        {"text": TEXT + " Still."},
        {"subject": "tom"},
        {"source": "note-2"},
        {"source": None},
        {"is_personal": True},
        {"audience": "group:finance"},
    ],
)
def test_anything_else_is_another_source(memory: MemoryFactory, other: dict[str, Any]) -> None:
    """Other words, subject, id or readers make another capture, however alike it looks."""
    store = memory("adviser").acting_as(ANNA)
    call: dict[str, Any] = {"text": TEXT, "subject": "ellen", "source": "note-1", "infer": False}
    first = store.remember(call.pop("text"), **call)
    wanted = {"text": TEXT, **call, **other}
    second = store.remember(wanted.pop("text"), **wanted)
    assert first.source is not None
    assert second.source is not None
    assert first.source.id != second.source.id
    assert first.items[0].id != second.items[0].id
    by_bert = store.acting_as(BERT).remember(TEXT, subject="ellen", source="note-1", infer=False)
    assert by_bert.items[0].id not in (first.items[0].id, second.items[0].id)


@pytest.mark.parametrize("given", [TEXT, TALK], ids=["text", "messages"])
def test_a_dry_run_stores_nothing(memory: MemoryFactory, given: Any) -> None:
    """It shows the item as it would be, and undoes all of it."""
    store = memory("adviser")
    with untouched(store):
        plan = store.remember(given, subject="ellen", source="x", infer=False, dry_run=True)
    assert plan.items[0].subject == "ellen"
    with pytest.raises(NotFound):
        store.get(plan.items[0].id)


@pytest.mark.parametrize("given", [TEXT, TALK], ids=["text", "messages"])
def test_privacy_reaches_the_source(memory: MemoryFactory, given: Any) -> None:
    """What is personal or for a group is so from the raw words on."""
    store = memory("adviser")
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    for fields in ({"is_personal": True}, {"audience": "group:finance"}):
        done = anna.remember(given, subject="ellen", infer=False, **fields)
        assert anna.get(done.items[0].id).evidence
        with pytest.raises(NotFound):
            bert.get(done.items[0].id)
        if done.conversation_id:
            with pytest.raises(NotFound):
                bert.conversations.messages(done.conversation_id)
    assert bert.recall("58 flat stop").hits == ()
    assert (bert.stats().messages, bert.stats().sources) == (0, 0)


def test_privacy_is_not_lost_in_a_known_conversation(memory: MemoryFactory) -> None:
    """Personal messages never land in a public conversation that has the same id."""
    store = memory("adviser")
    store.acting_as(ANNA).conversations.start("call", subject="ellen")
    bert = store.acting_as(BERT)
    with contextlib.suppress(RemembrancerError):
        bert.remember(TALK, subject="ellen", source="call", infer=False, is_personal=True)
    assert store.acting_as(ANNA).recall("stop flat").hits == ()


@pytest.mark.parametrize("given", [TEXT, TALK], ids=["text", "messages"])
@pytest.mark.parametrize("label", ["agent", "document", "outside"])
def test_a_source_may_be_labelled_as_less_trusted(
    memory: MemoryFactory, given: Any, label: str
) -> None:
    """The label lowers the trust of what rests on the source, of texts and of messages alike."""
    store = memory("companion").acting_as(ANNA)
    done = store.remember(given, source={"id": "s", "trust": label}, infer=False)
    assert done.items[0].trust is Trust(label)


@pytest.mark.parametrize("given", [TEXT, TALK], ids=["text", "messages"])
def test_no_label_raises_trust(memory: MemoryFactory, given: Any) -> None:
    """An agent's word stays an agent's, whatever it calls itself."""
    store = memory("companion").acting_as(BOT)
    done = store.remember(given, source={"id": "s", "trust": "person"}, infer=False)
    assert done.items[0].trust is Trust.AGENT


@pytest.mark.parametrize("given", [TEXT, TALK], ids=["text", "messages"])
def test_an_outside_type_is_outside(memory: MemoryFactory, given: Any) -> None:
    """The type of a source counts too: an e-mail is no person of the space."""
    store = memory("companion").acting_as(ANNA)
    done = store.remember(given, source={"id": "s", "type": "email"}, infer=False)
    assert done.items[0].trust is Trust.OUTSIDE


def test_what_is_drawn_out_rests_on_its_words(memory: MemoryFactory) -> None:
    """The raw text is a source and a message of its own, and the quote stands there."""
    store = memory("adviser")
    kept = store.remember(TEXT, subject="ellen")
    assert kept.source is not None
    assert kept.items
    for item in kept.items:
        (proof,) = item.evidence
        assert proof.source_id == kept.source.id
        assert (proof.conversation_id, proof.message_id) == (kept.source.id, kept.source.id)
        assert proof.quote == TEXT[proof.start : proof.end]
    assert store.recall("Ellen", include=("messages",)).hits[0].text == TEXT


BAD: list[tuple[Any, dict[str, Any], type[RemembrancerError]]] = [
    ("", {}, InvalidInput),
    ("  \n", {}, InvalidInput),
    ("x" * 100_001, {}, InvalidInput),
    ("\x00", {}, InvalidInput),
    ("\ud800", {}, InvalidInput),
    (None, {}, InvalidInput),
    (5, {}, InvalidInput),
    (b"bytes", {}, InvalidInput),
    ([], {}, InvalidInput),
    ([5], {}, InvalidInput),
    (TEXT, {"content": "twice"}, InvalidInput),
    (TEXT, {"source": 5}, InvalidInput),
    (TALK, {"source": 5}, InvalidInput),
    (TEXT, {"source": {"colour": "red"}}, InvalidInput),
    (TALK, {"source": {"colour": "red"}}, InvalidInput),
    (TEXT, {"source": {"trust": "holy"}}, InvalidInput),
    (TALK, {"source": {"trust": "holy"}}, InvalidInput),
    (TEXT, {"source": {"type": "gossip"}}, InvalidInput),
    (TEXT, {"source": {"occurred_at": "soon"}}, InvalidInput),
    (TALK, {"source": {"id": 5}}, InvalidInput),
    (TEXT, {"audience": "sales"}, InvalidInput),
    (TALK, {"audience": "sales"}, InvalidInput),
    (TALK, {"audience": ["a"]}, InvalidInput),
    (TALK, {"is_personal": "perhaps"}, InvalidInput),
    (TEXT, {"audience": "group:sales"}, Forbidden),
    (TALK, {"audience": "group:sales"}, Forbidden),
    (TEXT, {"trust": "person"}, Forbidden),
    (TALK, {"review": "approved"}, Forbidden),
    (TEXT, {"subject": 5}, InvalidInput),
    (TALK, {"subject": "two\nlines"}, InvalidInput),
    (TEXT, {"mood": "glad"}, InvalidInput),
    ([{"author_id": "e", "content": "x" * 60_000}] * 2, {}, InvalidInput),
]


@ON_THE_FASTEST
@pytest.mark.parametrize(("given", "fields", "error"), BAD, ids=lambda value: repr(value)[:30])
def test_what_cannot_be_remembered_leaves_nothing(
    memory: MemoryFactory, given: Any, fields: dict[str, Any], error: type[RemembrancerError]
) -> None:
    """No source, no conversation, no message and no item stays behind."""
    store = memory("adviser").acting_as(ANNA)
    with refused(store, error):
        store.remember(given, infer=False, **fields)


@pytest.mark.parametrize(
    ("given", "fields"),
    [
        (TALK, {"source": {"type": "gossip"}}),
        (TEXT, {"kind": "gossip"}),
        (TALK, {"kind": "gossip"}),
    ],
    ids=["type of a talk", "kind of a text", "kind of a talk"],
)
def test_what_is_refused_half_way_leaves_nothing(
    memory: MemoryFactory, given: Any, fields: dict[str, Any]
) -> None:
    """The same where the source was already written when the mistake was seen."""
    store = memory("adviser").acting_as(ANNA)
    with refused(store, InvalidInput):
        store.remember(given, infer=False, **fields)


def test_a_conversation_of_another_subject_is_not_taken_over(memory: MemoryFactory) -> None:
    """Messages about Tom are not filed into Ellen's conversation."""
    store = memory("adviser").acting_as(ADA)
    store.remember(TALK, subject="ellen", source="call-7", infer=False)
    with refused(store, Conflict):
        store.remember(TALK, subject="tom", source="call-7", infer=False)
