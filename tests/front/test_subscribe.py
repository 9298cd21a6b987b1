"""Subscriptions: each change once, to those who may see it."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from remembrancer import InvalidInput
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_THE_FASTEST
from tests.people import ADA, ANNA, BERT


def test_one_event_for_each_change(memory: MemoryFactory, clock: FrozenClock) -> None:
    """S0-20: create, supersede and dismiss each tell the client's subscriber, and no other's."""
    store = memory("adviser").acting_as(ANNA)
    ellen, tom, all_of_them = (
        store.subscribe("ellen"),
        store.subscribe("tom"),
        store.subscribe(),
    )
    old = store.add(content="58", subject="ellen")
    new = store.supersede(old.id, content="60")
    store.dismiss(new.id)
    changes = ellen.poll()
    assert [(change.action, change.item_id, change.replaced) for change in changes] == [
        ("item.add", old.id, ()),
        ("item.supersede", new.id, (old.id,)),
        ("item.dismiss", new.id, ()),
    ]
    assert {(change.actor, change.at, change.subject) for change in changes} == {
        (ANNA.name, clock.now, "ellen")
    }
    assert tom.poll() == ()
    assert len(all_of_them.poll()) == 3
    assert ellen.poll() == ()


def test_every_act_of_review_is_told(memory: MemoryFactory) -> None:
    """Reviews, updates, confirmations and sharing are changes; votes are not."""
    store = memory("corporate").acting_as(ADA)
    changes = store.subscribe()
    first, second = store.add(content="a"), store.add(content="b")
    store.update(first.id, title="A")
    store.review.approve(first.id)
    store.confirm(first.id)
    store.vote(first.id, 1)
    store.review.mandate(first.id, reason="policy")
    store.review.revoke(first.id, reason="wrong")
    store.review.reject(second.id)
    own = store.acting_as(ANNA).add(content="c", is_personal=True)
    store.acting_as(ANNA).share(own.id)
    assert [change.action for change in changes.poll()] == [
        "item.add",
        "item.add",
        "item.update",
        "review.approve",
        "item.confirm",
        "review.mandate",
        "review.revoke",
        "review.reject",
        "item.add",
        "item.share",
    ]


def test_a_cursor_goes_on_where_it_stood(memory: MemoryFactory) -> None:
    """A later subscription from a change's cursor, or from the last, misses and repeats nothing."""
    store = memory("adviser")
    start = store.subscribe()
    ids = [store.add(content=f"fact {n}").id for n in range(6)]
    changes = start.poll()
    for place, change in enumerate(changes):
        rest = store.subscribe(after=change.cursor).poll()
        assert [one.item_id for one in rest] == ids[place + 1 :]
    assert store.subscribe(after=start.cursor).poll() == ()
    more = store.add(content="one more")
    assert [one.item_id for one in store.subscribe(after=start.cursor).poll()] == [more.id]


def test_the_cursor_of_a_fresh_subscription_is_a_beginning(memory: MemoryFactory) -> None:
    """Kept before the first change, it leads to all that follow."""
    store = memory("adviser")
    store.add(content="before")
    cursor = store.subscribe().cursor
    after = store.add(content="after")
    assert [one.item_id for one in store.subscribe(after=cursor).poll()] == [after.id]


def test_iteration_ends_when_nothing_comes(memory: MemoryFactory) -> None:
    """With `idle_seconds` a loop over changes comes to its end by itself."""
    store = memory("adviser")
    changes = store.subscribe(idle_seconds=0)
    ids = [store.add(content=f"fact {n}").id for n in range(3)]
    assert [change.item_id for change in changes] == ids


def test_iterating_moves_the_cursor_change_by_change(memory: MemoryFactory) -> None:
    """Whoever stops half-way goes on from there."""
    store = memory("adviser")
    changes = store.subscribe(idle_seconds=0)
    ids = [store.add(content=f"fact {n}").id for n in range(3)]
    first = next(changes)
    assert first.item_id == ids[0]
    assert changes.cursor == first.cursor
    rest = store.subscribe(after=changes.cursor).poll()
    assert [change.item_id for change in rest] == ids[1:]


def test_a_waiting_subscriber_is_woken_by_a_change(memory: MemoryFactory) -> None:
    """A loop in another thread gets the change, and ends when it is closed."""
    store = memory("adviser")
    changes = store.subscribe()
    got: list[str] = []

    def listen() -> None:
        for change in changes:
            got.append(change.item_id)
            changes.close()

    listener = threading.Thread(target=listen)
    listener.start()
    item = store.add(content="news")
    listener.join(timeout=30)
    assert got == [item.id]


def test_long_stretches_are_read_through(memory: MemoryFactory) -> None:
    """More changes than one reading takes still come all, in order."""
    store = memory("adviser")
    changes = store.subscribe("ellen")
    store.add_many({"content": f"tom {n}", "subject": "tom"} for n in range(700))
    ellen = [store.add(content=f"ellen {n}", subject="ellen").id for n in range(3)]
    assert [change.item_id for change in changes.poll()] == ellen


def test_hidden_changes_are_not_told(memory: MemoryFactory) -> None:
    """What is personal or for another group reaches its readers only."""
    store = memory("adviser")
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    subscriptions = {who.name: store.acting_as(who).subscribe() for who in (ANNA, BERT, ADA)}
    own = anna.add(content="own", is_personal=True)
    group = anna.add(content="group", audience="group:finance")
    shared = bert.add(content="shared")
    seen = {
        name: [change.item_id for change in subscription.poll()]
        for name, subscription in subscriptions.items()
    }
    assert seen == {
        ANNA.name: [own.id, group.id, shared.id],
        BERT.name: [shared.id],
        ADA.name: [own.id, group.id, shared.id],
    }


def test_hidden_changes_do_not_move_the_cursor(memory: MemoryFactory) -> None:
    """Nobody learns from a cursor that something happened that they may not see."""
    store = memory("adviser")
    bert = store.acting_as(BERT).subscribe()
    bert.poll()
    before = bert.cursor
    store.acting_as(ANNA).add(content="own", is_personal=True)
    bert.poll()
    assert bert.cursor == before


def test_another_space_is_not_told(fresh_store: MemoryFactory) -> None:
    """Subscriptions end at the walls of the space."""
    store = fresh_store("adviser")
    changes = store.subscribe()
    store.in_space("southgate", "adviser").add(content="elsewhere")
    assert changes.poll() == ()


@pytest.mark.parametrize(
    "after", ["", "nonsense", "A" * 11, "_" * 11, "-" * 10, "zzzzzzzzzzz", "é" * 11, 5, b"x", []]
)
def test_what_is_no_cursor_is_refused(memory: MemoryFactory, after: Any) -> None:
    """A cursor that this space never gave is an error at once, not an endless silence."""
    store = memory("adviser")
    with pytest.raises(InvalidInput, match="cursor"):
        store.subscribe(after=after).poll()


def test_a_cursor_of_another_space_is_refused(fresh_store: MemoryFactory) -> None:
    """Cursors are keyed by their space."""
    store = fresh_store("adviser")
    cursor = store.subscribe().cursor
    with pytest.raises(InvalidInput, match="cursor"):
        store.in_space("southgate", "adviser").subscribe(after=cursor).poll()


@ON_THE_FASTEST
@pytest.mark.parametrize("subject", [5, [], "", "\ud800", "two\nlines"])
def test_a_subject_is_a_name(memory: MemoryFactory, subject: Any) -> None:
    """What can be no subject is refused as one."""
    with pytest.raises(InvalidInput, match="subject"):
        memory("adviser").subscribe(subject).poll()
