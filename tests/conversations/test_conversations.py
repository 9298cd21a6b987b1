"""Conversations: messages kept word for word, once each."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from remembrancer import Conflict, InvalidInput, Memory, Message, NotFound, Trust
from remembrancer.core.limits import WINDOW_MESSAGES
from remembrancer.jobs import transactions
from remembrancer.jobs.schedule import WORKER
from remembrancer.ports import Writer
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_THE_FASTEST
from tests.footprint import position, refused, untouched
from tests.people import ADA, ANNA, BERT, BOT, COLLECTOR, KARIN


def said(content: str, **more: Any) -> dict[str, Any]:
    return {"author_id": "ellen", "content": content, **more}


def contents(store: Memory, id: str) -> list[str]:
    return [message.content for message in store.conversations.messages(id)]


def test_a_message_keeps_everything_it_came_with(memory: MemoryFactory, clock: FrozenClock) -> None:
    """S2-18: id, words, author, role, time, calls, and the conversation's subject and channel."""
    store = memory("community").acting_as(ANNA)
    place = store.conversations.start("call-7", subject="ellen", channel_id="general", title="Call")
    assert (place.id, place.subject, place.channel_id, place.title, place.owner) == (
        "call-7",
        "ellen",
        "general",
        "Call",
        ANNA.name,
    )
    at = datetime(2026, 2, 1, 12, 30, tzinfo=UTC)
    (stored,) = store.conversations.append(
        "call-7",
        {
            "id": "discord-991",
            "author_id": "u-17",
            "role": "assistant",
            "content": "Hej!\n\tVi ses 🧓",
            "timestamp": at,
            "tool_calls": [{"name": "recall", "arguments": {"k": 3}}],
        },
    )
    assert stored == Message(
        id="discord-991",
        conversation_id="call-7",
        channel_id="general",
        author_id="u-17",
        role="assistant",
        content="Hej!\n\tVi ses 🧓",
        timestamp=at,
        owner=ANNA.name,
        subject="ellen",
        audience=None,
        is_personal=False,
        trust=Trust.AGENT,
        tool_calls=({"name": "recall", "arguments": {"k": 3}},),
    )
    assert store.conversations.messages("call-7") == (stored,)


def test_ids_and_times_are_made_where_none_are_given(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """A conversation and a message get ids of our own, and the time is now."""
    store = memory("adviser")
    place = store.conversations.start()
    assert re.fullmatch(r"conv_[0-9a-f]{12}", place.id)
    (message,) = store.conversations.append(place.id, said("hello"))
    assert re.fullmatch(r"msg_[0-9a-f]{12}", message.id)
    assert (message.timestamp, message.role) == (clock.now, "user")


def test_messages_stand_in_the_order_of_their_time(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """Appended in any order, they read as they were said."""
    store = memory("adviser")
    store.conversations.start("call")
    hour = timedelta(hours=1)
    store.conversations.append(
        "call",
        [said(f"at {n}", timestamp=clock.now + n * hour) for n in (3, 1, 2)],
    )
    store.conversations.append("call", said("at 0", timestamp=clock.now))
    assert contents(store, "call") == ["at 0", "at 1", "at 2", "at 3"]
    found = store.conversations.get("call")
    assert (found.message_count, found.last_activity_at) == (4, clock.now + 3 * hour)


def test_appending_again_stores_nothing_twice(memory: MemoryFactory) -> None:
    """The same message under the same id is given back as it is, and the ledger does not move."""
    store = memory("adviser")
    store.conversations.start("call")
    batch = [said("one", id="m1"), said("two", id="m2")]
    first = store.conversations.append("call", batch)
    with untouched(store):
        assert store.conversations.append("call", batch) == first
        assert store.conversations.append("call", batch[0]) == first[:1]
    longer = store.conversations.append("call", [*batch, said("three", id="m3")])
    assert longer[:2] == first
    assert contents(store, "call") == ["one", "two", "three"]


def test_a_message_given_twice_in_one_batch_is_one(memory: MemoryFactory) -> None:
    """Repeating a message inside a batch is as harmless as repeating the batch."""
    store = memory("adviser")
    store.conversations.start("call")
    store.conversations.append("call", [said("one", id="m1"), said("one", id="m1")])
    assert contents(store, "call") == ["one"]


@pytest.mark.parametrize(
    "other", [said("other words", id="m1"), {"author_id": "tom", "content": "one", "id": "m1"}]
)
def test_other_words_under_the_same_id_are_refused(
    memory: MemoryFactory, other: dict[str, Any]
) -> None:
    """A message is never changed, and a batch that tries to stores nothing at all."""
    store = memory("adviser")
    store.conversations.start("call")
    store.conversations.append("call", said("one", id="m1"))
    with refused(store, Conflict, match="'m1' is already in this conversation"):
        store.conversations.append("call", [said("new", id="m2"), other])
    with refused(store, Conflict, match="'m9' is already in this conversation"):
        store.conversations.append("call", [said("a", id="m9"), said("b", id="m9")])


def test_messages_without_an_id_are_never_the_same(memory: MemoryFactory) -> None:
    """Saying a thing twice is saying it twice."""
    store = memory("adviser")
    store.conversations.start("call")
    store.conversations.append("call", [said("yes"), said("yes")])
    assert contents(store, "call") == ["yes", "yes"]


def test_the_same_id_in_another_conversation_is_another_message(memory: MemoryFactory) -> None:
    """Ids are the caller's own and belong to their conversation."""
    store = memory("adviser")
    for name in ("call", "mail"):
        store.conversations.start(name)
        store.conversations.append(name, said(f"in {name}", id="m1"))
    assert (contents(store, "call"), contents(store, "mail")) == (["in call"], ["in mail"])
    hits = store.recall("mail").hits
    assert [(hit.id, hit.conversation_id) for hit in hits] == [("m1", "mail")]


def test_starting_again_is_going_on(memory: MemoryFactory) -> None:
    """The conversation of that id, and not a second one."""
    store = memory("adviser")
    first = store.conversations.start("call", subject="ellen", channel_id="phone")
    with untouched(store):
        assert store.conversations.start("call", subject="ellen", channel_id="phone") == first


@pytest.mark.parametrize("other", [{"subject": "tom"}, {"channel_id": "mail"}, {}])
def test_starting_it_as_something_else_is_refused(
    memory: MemoryFactory, other: dict[str, Any]
) -> None:
    """An id that stands for another subject or channel is taken."""
    store = memory("adviser")
    store.conversations.start("call", subject="ellen", channel_id="phone")
    with refused(store, Conflict, match="'call' exists"):
        store.conversations.start("call", **{"channel_id": "phone", **other})


@pytest.mark.parametrize("wanted", [{"is_personal": True}, {"audience": "group:sales"}])
@pytest.mark.parametrize("starter", [ANNA, BERT], ids=["somebody else", "the same"])
def test_privacy_asked_for_is_privacy_given(
    memory: MemoryFactory, starter: Any, wanted: dict[str, Any]
) -> None:
    """Who starts a private conversation under a known id never ends up in a public one."""
    store = memory("adviser")
    store.acting_as(starter).conversations.start("call")
    bert = store.acting_as(BERT)
    try:
        place = bert.conversations.start("call", **wanted)
    except Conflict:
        return
    assert (place.is_personal, place.audience) == (
        wanted.get("is_personal", False),
        wanted.get("audience"),
    )


def test_a_hidden_id_is_free_for_others(memory: MemoryFactory) -> None:
    """An id that somebody uses in private neither collides nor shows."""
    store = memory("adviser")
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    anna.conversations.start("notes", is_personal=True)
    anna.conversations.append("notes", said("my secret", id="m1"))
    with pytest.raises(NotFound):
        bert.conversations.get("notes")
    bert.conversations.start("notes", subject="bert")
    bert.conversations.append("notes", said("bert's own", id="m1"))
    assert contents(bert, "notes") == ["bert's own"]
    assert contents(anna, "notes") == ["my secret"]


def test_personal_messages_are_their_owner_s(memory: MemoryFactory) -> None:
    """S4-54: they inherit the flag of their conversation, in lists, counts and searches."""
    store = memory("adviser")
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    anna.conversations.start("diary", is_personal=True)
    anna.conversations.append("diary", said("my secret"))
    anna.conversations.start("team", audience="group:finance")
    anna.conversations.append("team", said("our secret"))
    assert len(anna.recall("secret")) == 2
    assert bert.recall("secret").hits == ()
    assert bert.stats().messages == 0
    assert anna.stats().messages == 1
    for name in ("diary", "team"):
        with pytest.raises(NotFound):
            bert.conversations.messages(name)
        with refused(bert, NotFound):
            bert.conversations.append(name, said("me too"))


def test_raw_messages_in_a_reviewed_space(memory: MemoryFactory) -> None:
    """In `corporate` raw messages go to who brought them and to admins, and to nobody else."""
    store = memory("corporate")
    store.acting_as(ANNA).conversations.start("session")
    store.acting_as(ANNA).conversations.append("session", said("the retention job is slow"))
    readers = {}
    for viewer in (ANNA, BERT, KARIN, ADA, BOT, COLLECTOR):
        seen = store.acting_as(viewer)
        readers[viewer.name] = {
            contents(seen, "session") == ["the retention job is slow"],
            len(seen.recall("retention").hits) == 1,
            seen.conversations.get("session").message_count == 1,
            seen.stats().messages == 1,
        }
    allowed = {ANNA.name, KARIN.name, ADA.name}
    assert readers == {name: {name in allowed} for name in readers}


def test_an_admin_s_look_at_personal_messages_is_on_record(memory: MemoryFactory) -> None:
    """C-30: an admin may read them by role, and the reading is audited."""
    store = memory("adviser")
    anna, ada = store.acting_as(ANNA), store.acting_as(ADA)
    anna.conversations.start("diary", is_personal=True)
    anna.conversations.append("diary", said("my secret"))
    for reading in (
        lambda: ada.conversations.messages("diary"),
        lambda: ada.recall("secret"),
    ):
        before = position(store)
        reading()
        assert position(store) > before


def test_several_people_in_one_conversation(memory: MemoryFactory) -> None:
    """Members append to what they can see, each as owner of their own words."""
    store = memory("adviser")
    store.acting_as(ANNA).conversations.start("call", subject="ellen")
    store.acting_as(ANNA).conversations.append("call", said("from anna", id="m1"))
    (second,) = store.acting_as(BERT).conversations.append("call", said("from bert", id="m1"))
    assert (second.owner, second.subject) == (BERT.name, "ellen")
    assert contents(store, "call") == ["from anna", "from bert"]


BAD_MESSAGES: list[tuple[Any, str]] = [
    ([], "no message"),
    ([5], "mapping"),
    ("text", "mapping"),
    (None, "message"),
    (5, "message"),
    ({}, "author_id"),
    ({"author_id": "ellen"}, "content"),
    (said(""), "content"),
    (said("  \n "), "content"),
    (said("x" * 100_001), "content"),
    (said("nul \x00"), "content"),
    (said("bell \x07"), "content"),
    (said("half \ud800"), "content"),
    (said("x", author_id=""), "author_id"),
    (said("x", author_id="two\nlines"), "author_id"),
    (said("x", id="y" * 201), "id"),
    (said("x", id="half \udfff"), "id"),
    (said("x", timestamp="yesterday"), "timestamp"),
    (said("x", timestamp=1_700_000_000), "timestamp"),
    (said("x", mood="glad"), "mood"),
    (said("x", tool_calls=[{"x": float("nan")}]), "tool_calls"),
    (said("x", tool_calls=[{"x": "\x00"}]), "tool_calls"),
    (said("x", tool_calls=[{"x": "\ud800"}]), "tool_calls"),
    (said("x", tool_calls=[{"x": "y" * 300_000}]), "tool_calls"),
    (said("x", tool_calls="none"), "tool_calls"),
]


@ON_THE_FASTEST
@pytest.mark.parametrize(("bad", "named"), BAD_MESSAGES, ids=lambda value: repr(value)[:40])
def test_a_bad_message_is_refused_whole(memory: MemoryFactory, bad: Any, named: str) -> None:
    """Beside good ones too, a bad message stores nothing and is named by its field."""
    store = memory("adviser")
    store.conversations.start("call")
    with refused(store, InvalidInput, match=named):
        store.conversations.append("call", bad)
    if isinstance(bad, dict):
        with refused(store, InvalidInput, match=named):
            store.conversations.append("call", [said("good"), bad])


@ON_THE_FASTEST
@pytest.mark.parametrize("bad", ["", " ", "two\nlines", "x" * 201, "\x00", "\ud800", 5, ["a"]])
def test_a_conversation_is_described_in_one_line(memory: MemoryFactory, bad: Any) -> None:
    """Its id, subject, channel and title are one line of text each."""
    store = memory("adviser")
    with untouched(store):
        for field in ("id", "subject", "channel_id", "title"):
            fields = {field: bad}
            with pytest.raises(InvalidInput, match=field):
                store.conversations.start(fields.pop("id", None), **fields)


@pytest.mark.parametrize("id", ["nowhere", "", "\ud800", 5, None, ["call"]])
def test_an_unknown_conversation_is_not_found(memory: MemoryFactory, id: Any) -> None:
    """Reading and appending say the same; what is no text may be refused as none."""
    store = memory("adviser")
    error = NotFound if isinstance(id, str) else (NotFound, InvalidInput)
    with untouched(store):
        for act in (
            lambda: store.conversations.get(id),
            lambda: store.conversations.messages(id),
            lambda: store.conversations.append(id, said("hello")),
        ):
            with pytest.raises(error):
                act()


def test_messages_by_their_ids(memory: MemoryFactory, clock: FrozenClock) -> None:
    """With ids only those come, in the order of their time; what is not there is left out."""
    store = memory("adviser")
    talk = store.conversations.start("talk")
    for n in range(4):
        clock.advance(timedelta(minutes=1))
        store.conversations.append(talk.id, said(f"line {n}", id=f"m{n}", timestamp=clock.now))
    found = store.conversations.messages(talk.id, ids=["m3", "m1", "m9"])
    assert [(one.id, one.content) for one in found] == [("m1", "line 1"), ("m3", "line 3")]
    assert len(store.conversations.messages(talk.id)) == 4
    with pytest.raises(NotFound):
        store.conversations.messages("elsewhere", ids=["m1"])
    assert store.conversations.messages(talk.id, ids=[]) == ()


@pytest.mark.parametrize("preset", ["adviser", "companion", "community", "desk", "corporate"])
def test_a_summary_says_what_is_from_outside(memory: MemoryFactory, preset: str) -> None:
    """As the messages themselves do: before it is stored, as it is stored, in a composed request
    and in the replay of its receipt; and where it was stored without the trust of its words."""
    store = memory(preset).acting_as(ANNA)
    store.conversations.start("talk")
    claim = "We decided that the pension is paid to account 99 from 1 April 2026."
    store.conversations.append("talk", said(claim, trust="outside"))
    roofs = ("copper", "slate", "tin", "clay", "glass", "straw", "birch", "lead", "zinc", "turf")
    store.conversations.append("talk", [said(f"Is a roof of {one} heavy?") for one in roofs])
    line = f"- (from outside) User: {claim}"
    assert line in store.conversations.window("talk", size=3).prompt()[0]["content"].split("\n")
    store.conversations.append("talk", [said(f"And {one} in rain?") for one in roofs * 4])
    window = store.conversations.window("talk")
    assert window.summary is not None
    assert line in window.summary.split("\n")
    made = store.compose(message="And the pension?", conversation_id="talk")
    assert line in made.messages[0]["content"].split("\n")
    assert store.receipt(str(made.receipt)).is_intact

    store.conversations.append("talk", said("Thanks."))
    session = store._session
    worker = session.scope().model_copy(update={"viewer": WORKER})

    def without_trust(unit: Writer) -> None:
        waiting = unit.conversations.unsummarised(
            "talk", window=WINDOW_MESSAGES, limit=1, owner=ANNA.name
        )
        assert waiting is not None
        assert waiting.digest.points
        points = tuple(one.changed(trust=None) for one in waiting.digest.points)
        digest = waiting.digest.changed(points=points)
        assert unit.conversation_state.put_digest("talk", ANNA.name, digest, waiting)

    transactions.written(session.store, worker, without_trust)
    again = store.conversations.window("talk")
    assert again.summary is not None
    assert line in again.summary.split("\n")
    assert {one.trust for one in again.points} == {Trust.OUTSIDE, Trust.PERSON}
