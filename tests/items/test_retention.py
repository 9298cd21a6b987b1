"""Retention: what time does to knowledge, seen through the front door."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from remembrancer import Item, Memory, Review
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.footprint import position
from tests.people import ADA, ANNA


def add(store: Memory, kind: str, **fields: Any) -> Item:
    return store.add(content="Momsen betalas.", kind=kind, subject="acme", **fields)


def reads(store: Memory, item: Item) -> tuple[str, bool, bool]:
    """Its status, whether recall finds it, and whether a list of that status holds it."""
    found = store.get(item.id)
    return (
        found.status,
        item.id in [hit.id for hit in store.recall("betalas").hits],
        item.id in [one.id for one in store.items(status=found.status)],
    )


def test_a_preference_never_expires(memory: MemoryFactory, clock: FrozenClock) -> None:
    """S1-36: after five years it is still in use."""
    store = memory("companion")
    item = add(store, "preference")
    clock.now = datetime(2031, 3, 2, 9, tzinfo=UTC)
    assert reads(store, item) == ("active", True, True)


@pytest.mark.parametrize(("days", "status"), [(364, "active"), (365, "historical")])
def test_a_decision_becomes_historical(
    memory: MemoryFactory, clock: FrozenClock, days: int, status: str
) -> None:
    """S1-37: after a year it is history, still found and never expired."""
    store = memory("companion")
    item = add(store, "decision")
    clock.advance(timedelta(days=days))
    assert reads(store, item) == (status, True, True)
    assert store.stats().by_status == {status: 1}


@pytest.mark.parametrize(
    ("at", "status"),
    [
        (datetime(2026, 9, 2, 8, 59, 59, tzinfo=UTC), "active"),
        (datetime(2026, 9, 2, 9, tzinfo=UTC), "expired"),
    ],
)
def test_knowledge_fades_after_six_months(
    memory: MemoryFactory, clock: FrozenClock, at: datetime, status: str
) -> None:
    """S1-38: unmentioned for six calendar months, it is not given any more."""
    store = memory("companion")
    item = add(store, "knowledge")
    clock.now = at
    assert reads(store, item) == (status, status == "active", True)
    assert store.stats().by_status == {status: 1}


def test_knowledge_lives_on_when_mentioned(memory: MemoryFactory, clock: FrozenClock) -> None:
    """S1-38: confirmed in month five, it lives to month eleven."""
    store = memory("companion")
    item = add(store, "knowledge")
    clock.now = datetime(2026, 8, 2, 9, tzinfo=UTC)
    store.confirm(item.id)
    clock.now = datetime(2027, 2, 2, 8, 59, tzinfo=UTC)
    assert reads(store, item) == ("active", True, True)
    clock.now = datetime(2027, 2, 2, 9, tzinfo=UTC)
    assert reads(store, item) == ("expired", False, True)


def test_an_open_question_closes_after_thirty_days(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """S1-39: inactive on day 31; raised on day 20 it is active on day 45."""
    store = memory("companion")
    silent, raised = add(store, "unresolved"), add(store, "unresolved")
    clock.advance(timedelta(days=20))
    store.confirm(raised.id)
    clock.advance(timedelta(days=11))
    assert reads(store, silent) == ("expired", False, True)
    clock.advance(timedelta(days=14))
    assert reads(store, raised) == ("active", True, True)
    clock.advance(timedelta(days=5))
    assert reads(store, raised) == ("expired", False, True)


def test_a_confirmation_brings_back_what_ran_out(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Expired and historical are not final: a confirmation starts their term again."""
    store = memory("companion")
    knowledge, decision = add(store, "knowledge"), add(store, "decision")
    clock.advance(timedelta(days=400))
    assert [store.get(item.id).status for item in (knowledge, decision)] == [
        "expired",
        "historical",
    ]
    for item in (knowledge, decision):
        assert store.confirm(item.id).status == "active"
        assert reads(store, item) == ("active", True, True)


def test_time_writes_nothing(memory: MemoryFactory, clock: FrozenClock) -> None:
    """An item runs out without a write: the ledger stands where it stood."""
    store = memory("companion")
    item = add(store, "unresolved")
    before = position(store)
    clock.advance(timedelta(days=31))
    assert store.get(item.id).status == "expired"
    assert store.get(item.id).version == 1
    assert position(store) == before


def test_a_term_that_the_caller_set_stays(memory: MemoryFactory, clock: FrozenClock) -> None:
    """A confirmation renews the preset's term and never a date that somebody chose."""
    store = memory("companion")
    chosen = clock.now + timedelta(days=60)
    item = add(store, "knowledge", expires_at=chosen)
    clock.advance(timedelta(days=30))
    assert store.confirm(item.id).expires_at == chosen
    assert store.update(item.id, kind="unresolved").expires_at == chosen


def test_another_kind_has_another_term(memory: MemoryFactory, clock: FrozenClock) -> None:
    """An item that changes its kind takes the term of the new kind, from the same day on."""
    store = memory("companion")
    item = add(store, "knowledge")
    made = clock.now
    clock.advance(timedelta(days=3))
    assert store.update(item.id, kind="unresolved").expires_at == made + timedelta(days=30)
    assert store.update(item.id, kind="preference").expires_at is None


def test_terms_are_settings_of_the_space(fresh_store: MemoryFactory, clock: FrozenClock) -> None:
    """C-11: a space may give any kind a term of its own, and take one away."""
    store = fresh_store("companion")
    store.admin.configure(
        {
            "retention": {
                "preference": {"expires_after_days": 10},
                "knowledge": {"expires_after_months": None},
            }
        }
    )
    store = store.in_space("northgate")
    assert add(store, "preference").expires_at == clock.now + timedelta(days=10)
    assert add(store, "knowledge").expires_at is None


@pytest.mark.parametrize("days", [10_000, 10**7, 10**12])
def test_a_term_beyond_the_calendar_never_ends(fresh_store: MemoryFactory, days: int) -> None:
    """An absurd setting is a setting too: lists, counts and searches go on."""
    store = fresh_store("companion")
    store.admin.configure(
        {
            "retention": {
                "decision": {"historical_after_days": days},
                "unresolved": {"expires_after_days": days},
            }
        }
    )
    store = store.in_space("northgate")
    items = [add(store, "decision"), add(store, "unresolved")]
    assert [reads(store, item) for item in items] == [("active", True, True)] * 2
    assert store.stats().by_status == {"active": 2}


@pytest.mark.parametrize("review", [Review.APPROVED, Review.MANDATORY])
def test_reviewed_knowledge_expires(
    memory: MemoryFactory, clock: FrozenClock, review: Review
) -> None:
    """S4-14, S4-28: approved and mandatory items read as expired after their window."""
    store = memory("corporate").acting_as(ADA)
    item = store.add(content="x", valid_until=clock.now + timedelta(days=1))
    if review is Review.APPROVED:
        store.review.approve(item.id)
    else:
        store.review.mandate(item.id, reason="policy")
    assert store.get(item.id).status == review.value
    clock.advance(timedelta(days=1))
    assert store.get(item.id).status == "expired"
    assert [one.id for one in store.items(status="expired")] == [item.id]
    assert store.stats().by_status == {"expired": 1}


@pytest.mark.parametrize("review", ["pending", "rejected", "revoked"])
def test_what_is_not_in_use_does_not_expire(
    memory: MemoryFactory, clock: FrozenClock, review: str
) -> None:
    """S4-28: only what is in use can run out; the rest keeps saying what a person decided."""
    store = memory("corporate").acting_as(ADA)
    item = store.acting_as(ANNA).add(content="x", expires_at=clock.now + timedelta(days=1))
    if review == "rejected":
        store.review.reject(item.id)
    if review == "revoked":
        store.review.approve(item.id)
        store.review.revoke(item.id, reason="wrong")
    clock.advance(timedelta(days=2))
    assert store.get(item.id).status == review
    assert [one.id for one in store.items(status=review)] == [item.id]
