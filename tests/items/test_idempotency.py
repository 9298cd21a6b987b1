"""Doing it twice: captured sources and keys are recognised, looking alike is not."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from remembrancer import InvalidInput, KeyReused, RemembrancerError
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
from tests.footprint import position, refused, untouched
from tests.people import ANNA, BERT

FACT: dict[str, Any] = {"content": "Invoices go out on Fridays.", "subject": "acme"}


def test_without_source_or_key_twice_is_two(memory: MemoryFactory) -> None:
    """Deduplication never joins what only looks alike."""
    store = memory("community")
    assert store.add(**FACT).id != store.add(**FACT).id
    first, second = store.add_many([FACT, FACT])
    assert first.id != second.id


def test_the_same_source_gives_the_same_item(memory: MemoryFactory, clock: FrozenClock) -> None:
    """S0-12, S4-02: collected again it keeps its id and its votes, and nothing is written."""
    store = memory("community")
    first = store.add(**FACT, source_id="notes.md#3")
    store.vote(first.id, 1)
    clock.advance(timedelta(days=1))
    with untouched(store):
        again = store.add(**FACT, source_id="notes.md#3")
    assert again == first
    store.vote(again.id, 1)
    assert store.vote(first.id, -1).down == 1


@pytest.mark.parametrize(
    "other",
    [
        {"content": "Invoices go out on Mondays."},
        {"subject": "globex"},
        {"source_id": "notes.md#4"},
        {"source_type": "document"},
        {"audience": "all"},
        {"is_personal": True},
        {"kind": "rumour"},
    ],
)
def test_another_source_is_another_item(memory: MemoryFactory, other: dict[str, Any]) -> None:
    """Whatever part of (owner, audience, subject, source, content) differs, it is a new item."""
    store = memory("community")
    call = {**FACT, "source_id": "notes.md#3"}
    first = store.add(**call)
    assert store.add(**{**call, **other}).id != first.id
    assert store.add(**call).id == first.id


def test_other_people_s_captures_are_their_own(memory: MemoryFactory) -> None:
    """Two who collect the same source each have their item."""
    store = memory("community")
    call = {**FACT, "source_id": "notes.md#3"}
    ids = {store.acting_as(who).add(**call).id for who in (ANNA, BERT, ANNA, BERT)}
    assert len(ids) == 2


def test_a_source_is_known_in_its_own_space(fresh_store: MemoryFactory) -> None:
    """Another tenant captures the same source anew."""
    store = fresh_store("community")
    call = {**FACT, "source_id": "notes.md#3"}
    assert store.add(**call).id != store.in_space("other", "community").add(**call).id


def test_what_replaced_an_item_is_known_by_its_source(memory: MemoryFactory) -> None:
    """A capture that came in as a replacement is not captured a second time beside itself."""
    store = memory("community")
    old = store.add(**FACT)
    call: dict[str, Any] = {
        "content": "Invoices go out on Mondays.",
        "subject": "acme",
        "source_id": "notes.md#3",
    }
    new = store.supersede(old.id, **call)
    assert store.add(**call).id == new.id


def test_a_dismissed_capture_stays_dismissed(memory: MemoryFactory) -> None:
    """Collecting again does not bring back what a person put aside."""
    store = memory("community")
    call = {**FACT, "source_id": "notes.md#3"}
    store.dismiss(store.add(**call).id)
    assert store.add(**call).status == "dismissed"
    assert store.recall("invoices").hits == ()


def test_a_key_makes_a_repeated_call_harmless(memory: MemoryFactory) -> None:
    """The same call under the same key gives the same item, as it stands today."""
    store = memory("community")
    first = store.add(**FACT, key="call-1")
    with untouched(store):
        assert store.add(**FACT, key="call-1") == first
    changed = store.update(first.id, title="Billing")
    assert store.add(**FACT, key="call-1") == changed
    assert store.add(**FACT, key="call-2").id != first.id


def test_a_key_with_another_body_is_refused(memory: MemoryFactory) -> None:
    """A key stands for one call."""
    store = memory("community")
    store.add(**FACT, key="call-1")
    with refused(store, KeyReused, match="'call-1' was used before with another body"):
        store.add(**{**FACT, "content": "other"}, key="call-1")


def test_a_key_belongs_to_its_caller(memory: MemoryFactory) -> None:
    """Another caller's key is free, and tells nothing of the first one's."""
    store = memory("community")
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    first = anna.add(**FACT, is_personal=True, key="call-1")
    second = bert.add(content="something else", key="call-1")
    assert first.id != second.id
    assert bert.add(content="something else", key="call-1").id == second.id


def test_a_failed_call_leaves_its_key_free(memory: MemoryFactory) -> None:
    """A refused body is not remembered under the key."""
    store = memory("adviser")
    with refused(store, InvalidInput):
        store.add(content="x", kind="gossip", key="call-1")
    assert store.add(content="x", kind="fact", key="call-1").kind == "fact"


@pytest.mark.parametrize(
    "data", [{"x": "\ud800"}, {"\ud800": 1}, {"x": float("nan")}, {"x": "\x00"}]
)
def test_a_key_does_not_change_what_is_refused(memory: MemoryFactory, data: Any) -> None:
    """Bad data gets the same clear answer with a key as without."""
    store = memory("community")
    with refused(store, InvalidInput, match="data"):
        store.add(content="x", data=data, key="call-1")


@ON_THE_FASTEST
@pytest.mark.parametrize("key", ["", "x" * 201, "\x00", "\ud800", 5, ["k"]])
def test_a_key_is_a_short_text(memory: MemoryFactory, key: Any) -> None:
    """What can be no key is refused as one."""
    store = memory("community")
    with refused(store, InvalidInput, match="key"):
        store.add(**FACT, key=key)


def test_many_are_stored_in_their_order(memory: MemoryFactory) -> None:
    """S0-14: three in, three ids out, each readable."""
    store = memory("adviser")
    items = store.add_many([{"content": f"fact {n}"} for n in range(3)])
    assert [item.content for item in items] == ["fact 0", "fact 1", "fact 2"]
    assert [store.get(item.id) for item in items] == list(items)


@ON_EITHER_SORT
def test_many_come_from_a_generator(memory: MemoryFactory) -> None:
    """A stream longer than one chunk is stored whole, item by item one ledger row each."""
    store = memory("adviser")
    before = position(store)
    items = store.add_many({"content": f"fact {n}"} for n in range(2_300))
    assert len({item.id for item in items}) == 2_300
    assert position(store) == before + 2_300
    assert store.verify().ok
    assert [hit.text for hit in store.recall("2299").hits] == ["fact 2299"]


def test_none_is_a_number_too(memory: MemoryFactory) -> None:
    """An empty list stores nothing and is no error."""
    store = memory("adviser")
    with untouched(store):
        assert list(store.add_many([])) == []


@pytest.mark.parametrize("place", [0, 1, 999, 1_000, 1_500])
def test_many_are_all_or_nothing(memory: MemoryFactory, place: int) -> None:
    """S0-14: one bad item among them, wherever it stands, and none is stored."""
    store = memory("adviser")
    rows: list[dict[str, Any]] = [{"content": f"fact {n}"} for n in range(1_501)]
    rows[place] = {"content": "bad", "kind": "gossip"}
    with refused(store, InvalidInput, match=f"Item {place} of the list: kind 'gossip'"):
        store.add_many(rows)
    assert store.recall("fact").hits == ()


def test_a_stream_that_breaks_off_stores_nothing(memory: MemoryFactory) -> None:
    """An error of the caller's own generator comes out as it is, and undoes the rest."""
    store = memory("adviser")

    def stream() -> Iterator[dict[str, Any]]:
        yield from ({"content": f"fact {n}"} for n in range(1_200))
        raise RuntimeError("the caller's file ended early")

    with untouched(store), pytest.raises(RuntimeError, match="ended early"):
        store.add_many(stream())


@ON_THE_FASTEST
@pytest.mark.parametrize("given", [5, None, "text", {"content": "x"}, [5], [None], ["x"], [[]]])
def test_many_are_a_list_of_mappings(memory: MemoryFactory, given: Any) -> None:
    """Anything else is refused in our own words."""
    store = memory("adviser")
    with refused(store, InvalidInput):
        store.add_many(given)


def test_sources_are_recognised_inside_one_list(memory: MemoryFactory) -> None:
    """The same capture twice in a list is one item."""
    store = memory("community")
    call = {**FACT, "source_id": "notes.md#3"}
    first, second, third = store.add_many([call, FACT, call])
    assert first.id == third.id != second.id


def test_adding_while_adding_is_told_apart(memory: MemoryFactory) -> None:
    """A generator that calls back into the memory gets our error, and nothing is stored."""
    store = memory("adviser")

    def stream() -> Iterator[dict[str, Any]]:
        yield {"content": "outer"}
        store.add(content="inner")
        yield {"content": "never"}

    with untouched(store), pytest.raises(RemembrancerError):
        store.add_many(stream())
