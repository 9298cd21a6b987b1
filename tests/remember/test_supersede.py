"""Superseding, dismissing and the chains that come of it."""

from __future__ import annotations

import contextlib
from datetime import timedelta
from typing import Any

import pytest

from remembrancer import (
    Conflict,
    Forbidden,
    IllegalTransition,
    InvalidInput,
    Item,
    Lifecycle,
    RemembrancerError,
)
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ENGINES
from tests.footprint import position, refused
from tests.people import ADA, ANNA, BERT, BOT
from tests.plain_arrivals import unchecked_arrivals


def test_the_old_points_to_the_new(memory: MemoryFactory, clock: FrozenClock) -> None:
    """S0-18, S1-20, S4-13: one act retires the old item and makes the new, each knows the other."""
    store = memory("adviser")
    old = store.add(content="Ellen retires at 58.", subject="ellen")
    before = position(store)
    clock.advance(timedelta(days=1))
    new = store.supersede(old.id, content="Ellen retires at 60.", reason="she said so")
    retired = store.get(old.id)
    assert (retired.lifecycle, retired.superseded_by) == (Lifecycle.SUPERSEDED, new.id)
    assert retired.content == "Ellen retires at 58."
    assert (new.lifecycle, new.supersedes) == (Lifecycle.ACTIVE, (old.id,))
    assert new == store.get(new.id)
    assert position(store) == before + 1


def test_a_replacement_inherits_what_it_leaves_open(memory: MemoryFactory) -> None:
    """Kind, place, audience and the like stay; content, source and confidence are its own."""
    store = memory("adviser").acting_as(ANNA)
    old = store.add(
        content="58",
        title="Retirement age",
        kind="life_goal",
        category="pension",
        domain="retirement",
        subject="ellen",
        tags=["goal"],
        audience="group:finance",
        sensitivity="confidential",
        importance=0.9,
        source_type="meeting",
        source_id="meeting-1",
        confidence=0.4,
        data={"age": 58},
    )
    new = store.supersede(old.id, content="60")
    inherited = (
        "title",
        "kind",
        "category",
        "domain",
        "subject",
        "tags",
        "audience",
        "sensitivity",
        "importance",
    )
    assert [getattr(new, name) for name in inherited] == [getattr(old, name) for name in inherited]
    assert (new.source_type, new.source_id, new.confidence, new.data) == ("manual", None, 1.0, {})
    assert store.supersede(new.id, content="61", title=None, tags=[]).title is None


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({}, InvalidInput),
        ({"content": ""}, InvalidInput),
        ({"content": "60", "kind": "gossip"}, InvalidInput),
        ({"content": "60", "title": "two\nlines"}, InvalidInput),
        ({"content": "60", "data": {"x": float("nan")}}, InvalidInput),
        ({"content": "60", "lifecycle": "active"}, Forbidden),
        ({"content": "60", "supersedes": ["km_000000000000"]}, Forbidden),
        ({"content": "60", "valid_from": "2026-02-01", "valid_until": "2026-01-01"}, InvalidInput),
        ({"content": "60", "reason": "x" * 2_001}, InvalidInput),
        ({"content": "60", "audience": "group:sales"}, Forbidden),
    ],
)
def test_a_failing_replacement_leaves_the_old_active(
    memory: MemoryFactory, fields: dict[str, Any], error: type[RemembrancerError]
) -> None:
    """S0-18: it is one act; if the new item cannot be, the old one stays as it was."""
    store = memory("adviser").acting_as(ANNA)
    old = store.add(content="58")
    with refused(store, error):
        store.supersede(old.id, **fields)
    assert store.get(old.id) == old


def test_what_was_superseded_is_not_superseded_again(memory: MemoryFactory) -> None:
    """The chain has no forks: the second replacement has to replace the first."""
    store = memory("adviser")
    old = store.add(content="58")
    store.supersede(old.id, content="60")
    with refused(store, IllegalTransition) as refusal:
        store.supersede(old.id, content="61")
    assert str(refusal.value) == (
        f"{old.id} is superseded and cannot become superseded. "
        "Allowed: nothing: this state is final."
    )


def test_a_personal_item_takes_nothing_from_the_others(memory: MemoryFactory) -> None:
    """What is shared is not replaced by what only its author can see."""
    store = memory("adviser").acting_as(ANNA)
    old = store.add(content="58")
    with refused(store, Conflict, match="Others can see"):
        store.supersede(old.id, content="60", is_personal=True)


def test_a_narrow_item_takes_nothing_from_the_others(memory: MemoryFactory) -> None:
    """Nor by what only one group can see."""
    store = memory("adviser").acting_as(ANNA)
    old = store.add(content="58")
    with refused(store, Conflict):
        store.supersede(old.id, content="60", audience="group:finance")


def test_an_admin_takes_no_note_from_its_author(memory: MemoryFactory) -> None:
    """Whoever supersedes a personal item, its contributor still has one that is in use."""
    store = memory("adviser")
    note = store.acting_as(ANNA).add(content="my own view", is_personal=True)
    with contextlib.suppress(RemembrancerError):
        store.acting_as(ADA).supersede(note.id, content="a better view")
    assert len(store.acting_as(ANNA).items(lifecycle="active")) == 1


def test_a_program_does_not_replace_a_person_s_word_by_less(memory: MemoryFactory) -> None:
    """Trust: text of a lower class supersedes only by the hand of a person."""
    store = memory("companion")
    said = store.acting_as(ANNA).add(content="Vi betalar i maj.")
    with refused(store, Forbidden, match="without a person"):
        store.acting_as(BOT).supersede(said.id, content="Vi betalar i juni.", source_type="email")
    by_hand = store.acting_as(BERT).supersede(said.id, content="I juni.", source_type="email")
    assert by_hand.trust.value == "outside"


def test_dismissed_is_gone_from_use_and_not_from_record(memory: MemoryFactory) -> None:
    """S0-19: it leaves search and summary, and stays with its status and by its id."""
    store = memory("adviser")
    item = store.add(content="Ellen retires at 58.", subject="ellen")
    dismissed = store.dismiss(item.id, reason="misheard")
    assert dismissed.lifecycle is Lifecycle.DISMISSED
    assert store.recall("retire").hits == ()
    assert store.summary("ellen").groups == {}
    assert store.items(status="dismissed").items == (dismissed,)
    assert store.items(lifecycle="active").items == ()
    assert store.get(item.id) == dismissed
    with refused(store, IllegalTransition):
        store.dismiss(item.id)
    with refused(store, IllegalTransition):
        store.supersede(item.id, content="60")
    with refused(store, IllegalTransition):
        store.confirm(item.id)


def test_history_is_the_chain_oldest_first(memory: MemoryFactory, clock: FrozenClock) -> None:
    """S1-54, S4-13: from any of its items, the whole chain in order."""
    store = memory("adviser")
    items: list[Item] = [store.add(content="version 0")]
    for n in range(1, 6):
        clock.advance(timedelta(days=30))
        items.append(store.supersede(items[-1].id, content=f"version {n}"))
    beside = store.add(content="not of this chain")
    for item in items:
        assert [one.id for one in store.history(item.id)] == [one.id for one in items]
    assert [one.content for one in store.history(beside.id)] == ["not of this chain"]
    statuses = [one.status for one in store.history(items[0].id)]
    assert statuses == ["superseded"] * 5 + ["active"]


def test_history_keeps_its_order_when_the_clock_goes_back(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """What replaced what decides, not what a clock said."""
    store = memory("adviser")
    ids = [store.add(content="first").id]
    for content in ("second", "third", "fourth"):
        clock.advance(timedelta(days=-1))
        ids.append(store.supersede(ids[-1], content=content).id)
    assert [one.id for one in store.history(ids[1])] == ids


@pytest.mark.parametrize(
    ("engine", "length"),
    [(one, 120) for one in ENGINES]
    + [pytest.param(ENGINES[1], 1_020, id="sqlite-memory-longer", marks=pytest.mark.soak)],
    indirect=["engine"],
    scope="module",
)
def test_a_long_chain_is_told_to_its_end(memory: MemoryFactory, length: int) -> None:
    """However long the chain, the item asked about and the one in force are in its history."""
    store = memory("adviser")
    ids = [store.add(content="version 0").id]
    with unchecked_arrivals():
        for n in range(1, length):
            ids.append(store.supersede(ids[-1], content=f"version {n}").id)
    for asked in (ids[0], ids[length // 2], ids[-1]):
        told = [one.id for one in store.history(asked)]
        assert asked in told
        assert told[-1] == ids[-1]
        start = ids.index(told[0])
        assert told == ids[start : start + len(told)]


def test_a_hidden_link_does_not_show(memory: MemoryFactory) -> None:
    """A chain that goes on where the caller may not look ends for that caller."""
    store = memory("adviser")
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    note = anna.add(content="my own", is_personal=True)
    shared = anna.supersede(note.id, content="for all", is_personal=False)
    assert [one.id for one in anna.history(shared.id)] == [note.id, shared.id]
    assert [one.id for one in bert.history(shared.id)] == [shared.id]
    assert bert.get(shared.id).supersedes == ()
    assert bert.provenance(shared.id).chain == (bert.get(shared.id),)
    (entry,) = bert.provenance(shared.id).changes
    assert note.id not in entry.model_dump_json()


def test_a_replacement_that_was_hidden_since_does_not_show(memory: MemoryFactory) -> None:
    """The old item reads as superseded and says nothing of by what."""
    store = memory("adviser")
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    old = bert.add(content="58")
    new = anna.supersede(old.id, content="60")
    anna.update(new.id, is_personal=True)
    assert bert.get(old.id).superseded_by is None
    assert anna.get(old.id).superseded_by == new.id
    assert [one.id for one in bert.history(old.id)] == [old.id]
