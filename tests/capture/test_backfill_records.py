"""Old records, meetings and events of the wrong types. Each has its line in the report."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer import Memory, RemembrancerError
from remembrancer.jobs.report import FileReport, Outcome
from tests.capture.session_files import new_space, one, open_lobby, words
from tests.conftest import MemoryFactory
from tests.examples import examples
from tests.footprint import untouched

_numbers = count(1)
GOOD = {"id": "good", "messages": [{"id": "m", "author": "Ellen", "text": "Hello"}]}


def taken(memory: Memory, record: Any) -> FileReport:
    """What comes of one record beside a good one."""
    good = {**GOOD, "id": f"good {next(_numbers)}"}
    report = memory.sources.backfill([record, good])
    told, beside = report.files
    assert beside.outcome is Outcome.NEW
    assert report.ok == (told.outcome is not Outcome.FAILED)
    return told


TALK = {"id": "talk", "messages": [{"text": "Hello"}]}
FAILING: dict[str, tuple[Any, str]] = {
    "no id": ({"messages": [{"text": "x"}]}, "has no id"),
    "an id that is a list": ({**TALK, "id": [1]}, "has no id"),
    "an id without end": ({**TALK, "id": 10**5_000}, "has no id"),
    "messages that are no list": ({**TALK, "messages": {"a": 1}}, "messages are no list"),
    "a message that is none": ({**TALK, "messages": [5]}, "Message 1 is no mapping"),
    "a text that is a list": ({**TALK, "messages": [{"text": ["x"]}]}, "message 1 is list"),
    "a role without end": ({**TALK, "messages": [{"text": "x", "role": "r" * 300}]}, "limit is"),
    "a subject that is a list": ({**TALK, "client": ["x"]}, "Its client is no name"),
    "a title without end": ({**TALK, "title": "t" * 900}, "title has 900 characters"),
    "a transcript that is a list": ({"id": "m", "transcript": ["x"]}, "transcript is no text"),
    "a transcript that is a number": ({"id": "m", "transcript": 5}, "transcript is no text"),
    "notes that are a list": ({"id": "m", "notes": [1]}, "not list"),
    "notes that are a text": ({"id": "m", "notes": "x"}, "not str"),
    "notes with no number": ({"id": "m", "notes": {"x": float("nan")}}, "no JSON"),
    "notes with half a character": ({"id": "m", "notes": {"x": "\ud800"}}, "surrogate"),
    "notes with odd keys": ({"id": "m", "notes": {1: "x", "b": "y"}}, "no JSON"),
    "notes that are too long": ({"id": "m", "notes": {"x": "y" * 1_000_001}}, "limit is 1,000,000"),
    "the end of time": (
        {"id": "m", "transcript": "[00:10] A: x", "date": "9999-12-31T23:59:59Z"},
        "out of range",
    ),
}


@pytest.mark.parametrize(("record", "told"), FAILING.values(), ids=list(FAILING))
def test_a_record_that_cannot_be_taken(memory: MemoryFactory, record: Any, told: str) -> None:
    """A record of the wrong types is told in one sentence and leaves nothing behind."""
    store = memory("adviser")
    with untouched(store):
        report = store.sources.backfill([record])
        assert one(report).outcome is Outcome.FAILED
        assert told in str(one(report).reason)
    assert taken(store, record).outcome is Outcome.FAILED


@pytest.mark.parametrize("record", [5, None, "x", [1], {}, {"id": "a"}, {"messages": []}])
def test_what_is_no_record_is_skipped(memory: MemoryFactory, record: Any) -> None:
    """What has nothing to take is skipped, with the reason."""
    told = taken(memory("adviser"), record)
    assert told.outcome is Outcome.SKIPPED
    assert told.reason


TAKEN: dict[str, tuple[Any, list[str]]] = {
    "a time that is none": ({"messages": [{"text": "x", "timestamp": "soon"}]}, ["x"]),
    "a time without end": ({"messages": [{"text": "x", "timestamp": 10**400}]}, ["x"]),
    "a time beyond the calendar": (
        {"messages": [{"text": "x", "date": "0001-01-01T00:00:00+14:00"}]},
        ["x"],
    ),
    "an id of odd characters": ({"messages": [{"text": "x", "id": "a\nb\x00\ud800"}]}, ["x"]),
    "an id that is a mapping": ({"messages": [{"text": "x", "id": {"a": 1}}]}, ["x"]),
    "an id without end": ({"messages": [{"text": "x", "id": "i" * 900}]}, ["x"]),
    "an author without end": ({"messages": [{"text": "x", "author": "a" * 900}]}, ["x"]),
    "odd characters": ({"messages": [{"text": "a\x00b\ud800"}]}, ["a\ufffdb\ufffd"]),
    "a text without end": ({"messages": [{"text": "x" * 150_000}]}, ["x" * 100_000, "x" * 50_000]),
    "messages without words": ({"messages": [{"text": " "}, {"text": "x"}, {"id": 1}]}, ["x"]),
    "a subject given whole": ({"client": {"id": 7}, "messages": [{"text": "x"}]}, ["x"]),
}


@pytest.mark.parametrize(("fields", "said"), TAKEN.values(), ids=list(TAKEN))
def test_odd_values_do_not_keep_the_words(
    memory: MemoryFactory, fields: dict[str, Any], said: list[str]
) -> None:
    """What is odd about an id, an author or a time does not keep what was said."""
    store = memory("adviser")
    told = taken(store, {"id": "talk", **fields})
    assert told.outcome is Outcome.NEW
    assert words(store, "talk") == said
    with untouched(store):
        assert one(store.sources.backfill([{"id": "talk", **fields}])).outcome is Outcome.KNOWN


def test_messages_without_words_are_counted(memory: MemoryFactory) -> None:
    """A message that says nothing is left out, and the report says how many did."""
    record = {"id": "talk", "messages": [{"text": ""}, {"text": "x"}, {"id": 3}]}
    assert taken(memory("adviser"), record).reason == "2 of its messages have no text."


def test_one_id_for_other_words(memory: MemoryFactory) -> None:
    """A message that is there with other words fails its record, in one run or in two."""
    store = memory("adviser")
    twice = {"id": "t", "messages": [{"id": 1, "text": "a"}, {"id": 1, "text": "b"}]}
    with untouched(store):
        assert "other words" in str(one(store.sources.backfill([twice])).reason)
    taken(store, {"id": "t", "messages": [{"id": 1, "text": "a"}]})
    assert taken(store, {"id": "t", "messages": [{"id": 1, "text": "b"}]}).outcome is Outcome.FAILED
    assert words(store, "t") == ["a"]


def test_long_names(memory: MemoryFactory) -> None:
    """Two ids that differ only behind the limit of a name stay two."""
    store = memory("adviser")
    for end in ("a", "b"):
        for id in ("i" * 300 + end, "j" * 195 + end):
            assert taken(store, {"id": id, "transcript": f"A: {end}"}).messages_new == 1
    headings = {"k" * 300 + end: end for end in ("a", "b")}
    assert taken(store, {"id": "m", "notes": headings}).messages_new == 2


def test_notes_with_wrong_types_everywhere(memory: MemoryFactory) -> None:
    """What is no fact or action is left out and named; the rest becomes items."""
    store = memory("adviser")
    actions: list[Any] = [1, None, {}, [], {"content": 5}, {"content": "x", "data": [1]}]
    actions += [
        {"content": "y", "title": 7},
        {"content": "z", "valid_from": "soon"},
        {"text": "ok"},
    ]
    actions += [{"content": "bell \x07"}, {"content": "v", "importance": 10**30}]
    notes = {
        "financial_facts": {"a": 1},
        "action_items": actions,
        "heading\nof two lines": {"deep": [1, {"x": None}]},
        "": "no heading",
        "odd": "nul \x00",
    }
    told = taken(store, {"id": "m", "notes": notes})
    assert (told.outcome, told.items, told.messages_new) == (Outcome.NEW, ("ok",), 3)
    assert str(told.reason).count("Left out") == len(actions)
    with untouched(store):
        store.sources.backfill([{"id": "m", "notes": notes}])


# -- anything at all

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=6,
)
FIELDS = ["id", "client", "subject", "date", "timestamp", "title", "status", "channel_id"]
TEXTS = ["text", "content", "author", "role", "id", "timestamp", "importance", "data", "tags"]
INNER = st.lists(st.dictionaries(st.sampled_from(TEXTS), JSON, max_size=4) | JSON, max_size=3)
NOTES = st.dictionaries(
    st.sampled_from(["financial_facts", "action_items", "summary", "a\nb", ""]), INNER | JSON
)
FOUND = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(FIELDS, JSON),
        "id": JSON | st.just("known"),
        "status": JSON | st.just("done"),
        "notes": NOTES | JSON,
        "messages": INNER | JSON,
        "transcript": JSON | st.just("[00:01] Ellen: Hello\nAdviser: Hi"),
    },
)


@pytest.fixture(scope="module")
def lobby() -> Iterator[Memory]:
    with open_lobby() as opened:
        yield opened


@given(st.lists(FOUND | JSON, max_size=3))
@examples(40)
def test_any_records_get_a_report(lobby: Memory, found: list[Any]) -> None:
    """Each record has its line in the report, whatever it holds; a second run adds nothing."""
    memory = new_space(lobby)
    report = memory.sources.backfill(found)
    assert len(report.files) == len(found)
    assert all(one.reason for one in (*report.failed, *report.skipped))
    with untouched(memory):
        assert memory.sources.backfill(found).messages_new == 0


@given(NOTES | JSON, JSON)
def test_any_notes_are_taken_or_refused(lobby: Memory, notes: Any, transcript: Any) -> None:
    """A meeting with anything for notes is captured, or refused by an error of ours."""
    memory = new_space(lobby)
    try:
        memory.sources.meeting("m", notes, transcript=transcript)
    except RemembrancerError:
        assert memory.items(limit=1).items == ()
    assert memory.verify().ok


@given(st.dictionaries(st.sampled_from(["before", "after", "trigger", "payload", "reason"]), JSON))
def test_any_event_is_recorded_or_refused(lobby: Memory, fields: dict[str, Any]) -> None:
    """An event with anything in it is recorded, or refused by an error of ours."""
    memory = new_space(lobby)
    try:
        recorded = memory.sources.event("status_changed", id="e", **fields)
    except RemembrancerError:
        assert memory.items(limit=1).items == ()
    else:
        assert recorded.event.kind == "status_changed"
    assert memory.verify().ok
