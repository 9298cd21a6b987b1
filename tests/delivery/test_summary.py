"""The summary: what is known of one subject, grouped and capped."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from remembrancer import InvalidInput, Memory
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_THE_FASTEST
from tests.footprint import position
from tests.people import ADA, ANNA, BERT, BOT


def contents(store: Memory, subject: str = "ellen", **options: Any) -> dict[str, list[str]]:
    groups = store.summary(subject, **options).groups
    return {kind: [item.content for item in items] for kind, items in groups.items()}


def test_groups_are_capped_and_newest_first(memory: MemoryFactory, clock: FrozenClock) -> None:
    """S0-17: of fifty facts the ten newest, beside the other kinds, and the totals of all."""
    store = memory("adviser")
    for n in range(50):
        clock.advance(timedelta(minutes=1))
        store.add(content=f"fact {n}", subject="ellen")
        if n % 25 == 0:
            store.add(content=f"goal {n}", subject="ellen", kind="life_goal")
            store.add(content=f"tom {n}", subject="tom", kind="decision")
            store.add(content=f"nobody {n}")
    found = store.summary("ellen")
    assert contents(store) == {
        "fact": [f"fact {n}" for n in range(49, 39, -1)],
        "life_goal": ["goal 25", "goal 0"],
    }
    assert found.totals == {"fact": 50, "life_goal": 2}
    assert found.subject == "ellen"


def test_the_cap_is_the_space_s_own(fresh_store: MemoryFactory) -> None:
    """A space may show more or fewer of each kind."""
    store = fresh_store("adviser")
    store.admin.configure({"summary_per_kind": 3})
    store = store.in_space("northgate")
    for n in range(5):
        store.add(content=f"fact {n}", subject="ellen")
    assert contents(store) == {"fact": ["fact 4", "fact 3", "fact 2"]}


def test_nothing_out_of_use_is_in_it(memory: MemoryFactory, clock: FrozenClock) -> None:
    """S0-17, S0-19: superseded, dismissed and expired items are left out and not counted."""
    store = memory("adviser")
    old = store.add(content="58", subject="ellen")
    store.supersede(old.id, content="60")
    store.dismiss(store.add(content="mistake", subject="ellen").id)
    store.add(content="offer", subject="ellen", expires_at=clock.now + timedelta(days=1))
    store.add(content="lease", subject="ellen", valid_until=clock.now + timedelta(days=1))
    clock.advance(timedelta(days=1))
    assert contents(store) == {"fact": ["60"]}
    assert store.summary("ellen").totals == {"fact": 1}


def test_what_became_historical_is_not_active(memory: MemoryFactory, clock: FrozenClock) -> None:
    """S0-17, S1-37: a decision of last year has left the active knowledge that a summary shows."""
    store = memory("companion")
    store.add(content="Vi byter bank.", kind="decision", subject="acme")
    clock.now = datetime(2027, 3, 3, 9, tzinfo=UTC)
    store.add(content="Vi byter lokal.", kind="decision", subject="acme")
    assert contents(store, "acme") == {"decision": ["Vi byter lokal."]}


def test_rights_hold_in_a_summary(memory: MemoryFactory) -> None:
    """S4-29, S4-54: what a caller may not recall is neither shown nor counted."""
    store = memory("corporate")
    anna = store.acting_as(ANNA)
    anna.add(content="mine", subject="ellen", is_personal=True)
    anna.add(content="waits", subject="ellen")
    approved = anna.add(content="approved", subject="ellen")
    store.acting_as(ADA).review.approve(approved.id)
    assert contents(anna) == {"fact": ["approved", "waits", "mine"]}
    for viewer in (BERT, BOT):
        assert contents(store.acting_as(viewer)) == {"fact": ["approved"]}
        assert store.acting_as(viewer).summary("ellen").totals == {"fact": 1}


def test_a_summary_of_the_past(memory: MemoryFactory, clock: FrozenClock) -> None:
    """`as_of` gives the summary that was given then."""
    store = memory("adviser")
    item = store.add(content="58", subject="ellen")
    then, at = store.summary("ellen"), (position(store), clock.now)
    clock.advance(timedelta(days=1))
    store.supersede(item.id, content="60")
    assert store.summary("ellen") != then
    for point in at:
        assert store.summary("ellen", as_of=point) == then


def test_an_unknown_subject_has_an_empty_summary(memory: MemoryFactory) -> None:
    """Nothing known is not an error."""
    found = memory("adviser").summary("nobody")
    assert (found.groups, found.totals) == ({}, {})


@ON_THE_FASTEST
@pytest.mark.parametrize("subject", [None, 5, "", "two\nlines", "\ud800", ["ellen"]])
def test_a_subject_is_a_name(memory: MemoryFactory, subject: Any) -> None:
    """What can be no subject is refused as one."""
    with pytest.raises(InvalidInput, match="subject"):
        memory("adviser").summary(subject)
