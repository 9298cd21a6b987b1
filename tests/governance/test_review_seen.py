"""Deciding on what was seen: an item that changed since is not decided on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from remembrancer import (
    ChangedSince,
    Conflict,
    InvalidInput,
    Item,
    Memory,
    RemembrancerError,
    Review,
)
from remembrancer.core.ledger import Action
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_CONNECTIONS, ON_THE_FASTEST, Engine
from tests.footprint import refused
from tests.people import ADA, ANNA

DECISIONS: dict[str, Callable[[Memory, str, Any], object]] = {
    "approve": lambda store, id, seen: store.review.approve(id, seen=seen),
    "reject": lambda store, id, seen: store.review.reject(id, seen=seen),
    "mandate": lambda store, id, seen: store.review.mandate(id, reason="audit", seen=seen),
    "edit": lambda store, id, seen: store.review.edit(id, title="Orders", seen=seen),
}


def waiting(store: Memory, content: str = "Orders settle after three days.") -> Item:
    return store.acting_as(ANNA).add(content=content)


@pytest.mark.parametrize("verb", DECISIONS)
def test_what_changed_after_the_look_is_not_decided_on(memory: MemoryFactory, verb: str) -> None:
    """The author's edit comes first: the refusal names it, and nothing is written."""
    store = memory("corporate")
    item = waiting(store)
    (shown,) = store.review.queue()
    store.acting_as(ANNA).update(item.id, content="Orders settle whenever Anna says so.")
    with refused(store, ChangedSince, match="content") as told:
        DECISIONS[verb](store, item.id, shown.version)
    assert isinstance(told.value, ChangedSince)
    assert (told.value.seen, told.value.version) == (1, 2)
    for words in (item.id, ANNA.name, "version 2", "seen=2"):
        assert words in str(told.value)
    DECISIONS[verb](store, item.id, 2)


@ON_THE_FASTEST
@pytest.mark.parametrize("verb", DECISIONS)
def test_what_did_not_change_is_decided_on(memory: MemoryFactory, verb: str) -> None:
    """With the version that is in force, and without one as before."""
    store = memory("corporate")
    seen, unseen = waiting(store), waiting(store, "Refunds have a table of their own.")
    DECISIONS[verb](store, seen.id, seen.version)
    DECISIONS[verb](store, unseen.id, None)
    assert {store.get(one.id).version for one in (seen, unseen)} == {2}


def test_withdrawing_and_sharing_go_by_what_was_seen_too(memory: MemoryFactory) -> None:
    """An item is shared or revoked as it was read."""
    store = memory("corporate")
    anna = store.acting_as(ANNA)
    own = anna.add(content="My own note.", is_personal=True)
    anna.update(own.id, content="My own note, with a name in it.")
    with refused(store, ChangedSince):
        anna.share(own.id, seen=1)
    shared = anna.share(own.id, seen=2)
    approved = store.review.approve(own.id, seen=shared.version)
    store.review.edit(own.id, content="A note.")
    with refused(store, ChangedSince):
        store.review.revoke(own.id, reason="old", seen=approved.version)
    assert store.review.revoke(own.id, reason="old", seen=5).review is Review.REVOKED


@ON_THE_FASTEST
def test_what_somebody_else_decided_is_named(memory: MemoryFactory) -> None:
    """Who decided, and what."""
    store = memory("corporate")
    item = waiting(store)
    store.acting_as(ADA).review.reject(item.id)
    with pytest.raises(ChangedSince, match=f"{ADA.name} changed review to rejected"):
        store.review.approve(item.id, seen=1)


@ON_THE_FASTEST
def test_what_took_its_place_is_named(memory: MemoryFactory) -> None:
    """An item that was superseded meanwhile says so."""
    store = memory("corporate")
    item = waiting(store)
    store.acting_as(ANNA).supersede(item.id, content="Orders settle after four days.")
    with pytest.raises(ChangedSince, match="another item took its place"):
        store.review.approve(item.id, seen=1)


@ON_THE_FASTEST
def test_a_personal_item_tells_nothing_of_its_changes(memory: MemoryFactory) -> None:
    """Made personal after the look, it is not up for review, and that is all there is to say."""
    store = memory("corporate")
    item = waiting(store)
    store.acting_as(ANNA).update(item.id, is_personal=True, title="Secret")
    with pytest.raises(Conflict, match="is personal") as told:
        store.review.approve(item.id, seen=1)
    assert "title" not in str(told.value)
    with pytest.raises(Exception, match="personal to its contributor"):
        store.review.edit(item.id, title="x", seen=1)


@ON_THE_FASTEST
@pytest.mark.parametrize("seen", [0, -1, True, "1", 1.0, [1]])
def test_a_version_is_a_number_from_one_on(memory: MemoryFactory, seen: Any) -> None:
    store = memory("corporate")
    item = waiting(store)
    with refused(store, InvalidInput, match="seen"):
        store.review.approve(item.id, seen=seen)
    with refused(store, InvalidInput, match="seen"):
        store.review.batch([item.id], "approve", seen={item.id: seen})


@ON_THE_FASTEST
def test_a_version_that_is_not_there_yet(memory: MemoryFactory) -> None:
    """Nobody can have seen it."""
    store = memory("corporate")
    item = waiting(store)
    with refused(store, ChangedSince, match="no version 7"):
        store.review.approve(item.id, seen=7)


def test_a_batch_tells_the_change_of_each(memory: MemoryFactory) -> None:
    """It is the result of that item alone; the others are decided."""
    store = memory("corporate")
    items = [waiting(store, text) for text in ("One.", "Two.", "Three.")]
    shown = {one.id: one.version for one in store.review.queue()}
    store.acting_as(ANNA).update(items[1].id, content="Two and a half.")
    ids = [one.id for one in items]
    done = store.review.batch(ids, "approve", seen=shown).results
    assert [one.ok for one in done] == [True, False, True]
    assert "seen=2" in (done[1].error or "")
    assert store.get(ids[1]).review is Review.PENDING
    again = store.review.batch([ids[1]], "mandate", reason="audit", seen={ids[1]: 2})
    assert again.failed == ()
    late = store.review.batch(ids, "revoke", reason="old", seen={ids[0]: 1, ids[1]: 3})
    assert [one.ok for one in late.results] == [False, True, True]


@ON_THE_FASTEST
@pytest.mark.parametrize("seen", [3, ["km_000000000000"], {"km_000000000000": 1}, {7: 1}])
def test_what_was_seen_is_told_by_the_ids_of_the_batch(memory: MemoryFactory, seen: Any) -> None:
    """Versions of other items, or of none, are a mistake of the caller."""
    store = memory("corporate")
    item = waiting(store)
    with refused(store, InvalidInput):
        store.review.batch([item.id], "approve", seen=seen)


@ON_THE_FASTEST
def test_a_source_is_withdrawn_as_a_whole(memory: MemoryFactory) -> None:
    """A source has no version that could have been seen."""
    with pytest.raises(InvalidInput, match="seen"):
        memory("corporate").review.revoke(source="wiki-44", reason="old", seen=1)  # type: ignore[call-overload]


@ON_CONNECTIONS
def test_no_edit_slips_between_the_check_and_the_decision(
    engine: Engine, clock: FrozenClock, tmp_path: Path
) -> None:
    """A decision that meets an edit under way on another connection waits for it, and is then
    refused: the check stands in the unit that decides."""
    url = engine.fresh_url(tmp_path)
    options: dict[str, Any] = {"space": "northgate", "clock": clock, "background": False}
    refusals: list[RemembrancerError] = []
    with (
        Memory.open(url, preset="corporate", **options) as author,
        Memory.open(url, **options) as reviewer,
    ):
        item = waiting(author)
        seen = reviewer.review.case(item.id).item.version

        def decide() -> None:
            try:
                reviewer.review.approve(item.id, seen=seen)
            except RemembrancerError as refusal:
                refusals.append(refusal)

        deciding = Thread(target=decide)
        session = author.acting_as(ANNA)._session
        with session.store.writing(session.scope()) as unit:
            stored = unit.items.stored(item.id)
            assert stored is not None
            state = stored.state._replace(content="Orders settle whenever Anna says so.")
            unit.items.change(stored, state, action=Action.ITEM_UPDATE)
            deciding.start()
            deciding.join(timeout=0.2)  # long enough to read what is not changed yet
            unit.commit()
        deciding.join()
        assert [type(one) for one in refusals] == [ChangedSince]
        assert reviewer.get(item.id).review is Review.PENDING
