"""Filters of `items()`: each alone and all together, against a filter in plain Python."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer import Item, Lifecycle, Memory, Review
from remembrancer.items.filters import ItemFilter
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT
from tests.people import ADA, ANNA, BERT, COLLECTOR
from tests.plain_filter import matches

DAY = timedelta(days=1)
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


def populate(store: Memory, clock: FrozenClock) -> tuple[Item, ...]:
    """Thirty-six items in every state, spread over all that can be filtered by."""
    people = (ANNA, BERT, ADA)
    domains = ("finance", "data", None)
    categories = ("workflow", "performance", None)
    added = []
    for n in range(36):
        who = people[n % 3]
        by_service = n % 9 == 4
        added.append(
            store.acting_as(COLLECTOR if by_service else who).add(
                content=f"fact {n}",
                subject=("ellen", "tom", None)[n % 3],
                kind=("fact", "decision")[n % 2],
                category=categories[(n // 2) % 3],
                domain=domains[(n // 3) % 3],
                tags=[("red", "blue", "green")[i] for i in range(3) if (n >> i) & 1],
                metadata={"n": n % 4, "flag": n % 2 == 0, "note": f"m{n % 3}"},
                source_type=("manual", "claude_local_md")[n % 2] if not by_service else "manual",
                source_id=f"file-{n % 5}" if n % 5 else None,
                audience=("all", None)[n % 2],
                is_personal=n % 7 == 3 and not by_service,
                valid_from=BEGIN + n * DAY if n % 4 else None,
                expires_at=clock.now + timedelta(days=5) if n % 6 == 0 else None,
            )
        )
    admin = store.acting_as(ADA)
    for item in added:
        if item.is_personal:
            continue
        place = int(item.content.split()[1])
        if place % 5 == 0:
            admin.review.approve(item.id)
        if place % 5 == 1:
            admin.review.mandate(item.id, reason="policy")
        if place % 5 == 2:
            admin.review.reject(item.id)
        if place % 10 == 6:
            admin.review.revoke(item.id, reason="wrong")
        if place % 8 == 7:
            admin.dismiss(item.id)
        if place % 8 == 5:
            admin.supersede(item.id, content=f"newer {place}")
    clock.advance(timedelta(days=10))
    return admin.items(limit=500).items


WORDS: dict[str, list[Any]] = {
    "subject": ["ellen", "tom", "nobody"],
    "kind": ["fact", "decision", ["fact", "decision"], "nothing"],
    "category": ["workflow", ["workflow", "performance"]],
    "domain": ["finance", "data", ["data", "finance"]],
    "lifecycle": [*Lifecycle, ["active", "expired"]],
    "review": [*Review, ["pending", "rejected"]],
    "status": ["pending", "approved", "mandatory", "rejected", "revoked", "expired", "dismissed"],
    "source_type": ["manual", "claude_local_md"],
    "source_id": ["file-1", ["file-2", "file-3"]],
    "source_user": [ANNA.name, [ANNA.name, BERT.name]],
    "audience": ["all"],
    "is_personal": [True, False],
    "tags": ["red", ["blue", "green"], "black"],
    "metadata": [{"n": 2}, {"flag": True}, {"flag": True, "note": "m1"}, {"missing": 1}, {}],
    "since": [BEGIN + 10 * DAY],
    "until": [BEGIN + 20 * DAY],
}


def test_every_filter_is_tried() -> None:
    """A new filter has to join this suite."""
    assert set(WORDS) == set(ItemFilter.model_fields)


@ON_EITHER_SORT
def test_each_filter_alone_gives_exactly_the_matching_items(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """S0-15: what a filter lets through is what plain Python lets through, in the same order."""
    store = memory("corporate")
    everything = populate(store, clock)
    admin = store.acting_as(ADA)
    found_some = set()
    for name, values in WORDS.items():
        for value in values:
            expected = [item.id for item in everything if matches(item, {name: value})]
            found = [item.id for item in admin.items(limit=500, **{name: value})]
            assert found == expected, (name, value)
            if 0 < len(found) < len(everything):
                found_some.add(name)
    assert found_some == set(WORDS)


@ON_EITHER_SORT
def test_all_filters_combine(memory: MemoryFactory, clock: FrozenClock) -> None:
    """S0-15: every filter given must match, whichever and however many they are."""
    store = memory("corporate")
    everything = populate(store, clock)
    admin = store.acting_as(ADA)

    @given(
        st.fixed_dictionaries(
            {}, optional={name: st.sampled_from(values) for name, values in WORDS.items()}
        )
    )
    def combine(filters: dict[str, Any]) -> None:
        expected = [item.id for item in everything if matches(item, filters)]
        assert [item.id for item in admin.items(limit=500, **filters)] == expected

    combine()


@pytest.mark.parametrize(
    ("act", "status"),
    [("keep", "active"), ("supersede", "superseded"), ("dismiss", "dismissed")],
)
def test_status_speaks_the_words_of_the_preset(
    memory: MemoryFactory, act: str, status: str
) -> None:
    """S0-04: in a space without review the status is the lifecycle's own word."""
    store = memory("adviser")
    item = store.add(content="58")
    if act == "supersede":
        store.supersede(item.id, content="60")
    if act == "dismiss":
        store.dismiss(item.id)
    assert item.id in [one.id for one in store.items(status=status)]
    assert store.get(item.id).status == status


@pytest.mark.parametrize(
    "value", ["text", "", 7, -1, 2.5, True, False, None, ["a", 1], {"x": {"y": 1}}, "7", "true"]
)
def test_metadata_is_compared_as_json(memory: MemoryFactory, value: object) -> None:
    """The text 7 is not the number 7, and true is not 1."""
    store = memory("community")
    others = ["text", "", 7, -1, 2.5, True, False, None, ["a", 1], {"x": {"y": 1}}, "7", "true"]
    ids = [store.add(content="x", metadata={"key": other}).id for other in others]
    store.add(content="x")
    place = next(i for i, one in enumerate(others) if one is value or repr(one) == repr(value))
    assert [item.id for item in store.items(metadata={"key": value})] == [ids[place]]


def test_the_order_of_keys_means_nothing(memory: MemoryFactory) -> None:
    """An object inside metadata matches the same object written in another order."""
    store = memory("community")
    item = store.add(content="x", metadata={"place": {"city": "Leeds", "floor": 3}})
    assert store.items(metadata={"place": {"floor": 3, "city": "Leeds"}}).items == (item,)


def test_keys_are_taken_literally(memory: MemoryFactory) -> None:
    """Dots, quotes and dollar signs in a key are letters, not a path."""
    store = memory("community")
    for key in ("a.b", '"', "$", "$.x", "[0]", "å", ""):
        item = store.add(content="x", metadata={key: 1})
        assert store.items(metadata={key: 1}).items == (item,)


def test_words_are_compared_letter_by_letter(memory: MemoryFactory) -> None:
    """Case, blanks and wildcards count; nothing is a pattern."""
    store = memory("community")
    item = store.add(content="x", subject="Ellen", category="100%", tags=["a_b"])
    assert store.items(subject="Ellen", category="100%", tags="a_b").items == (item,)
    wrongs: list[dict[str, Any]] = [
        {"subject": "ellen"},
        {"subject": "Ellen "},
        {"category": "100"},
        {"category": "%"},
        {"tags": "aXb"},
        {"tags": "a"},
    ]
    for wrong in wrongs:
        assert store.items(**wrong).items == ()


def test_the_edges_of_a_period(memory: MemoryFactory) -> None:
    """`since` takes its own moment in and `until` leaves its own out."""
    store = memory("community")
    item = store.add(content="x", valid_from=BEGIN)
    second = timedelta(microseconds=1)
    assert len(store.items(since=BEGIN)) == 1
    assert len(store.items(since=BEGIN + second)) == 0
    assert len(store.items(until=BEGIN)) == 0
    assert store.items(until=BEGIN + second).items == (item,)
    assert len(store.items(since="2026-01-01", until="2026-01-02")) == 1
