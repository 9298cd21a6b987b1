"""Review of many: the queue, editing what waits, and one decision on a list."""

from __future__ import annotations

import re
from itertools import count
from typing import Any

import pytest

from remembrancer import Forbidden, InvalidInput, Memory, Principal, Review
from remembrancer.core.errors import StoreBusy
from remembrancer.front import review as review_verbs
from remembrancer.governance import batch_review
from tests.conftest import MemoryFactory
from tests.engines import ON_THE_FASTEST
from tests.people import ANNA, BERT

_ID = re.compile(r"km_\w+")
LAG = "The orders table has a 3-day settlement lag."


def waiting(store: Memory, *texts: str) -> list[str]:
    return [store.acting_as(ANNA).add(content=text).id for text in texts]


def test_the_queue_holds_what_waits(memory: MemoryFactory) -> None:
    """Pending and in use, newest first; decided and personal items are not in it."""
    store = memory("corporate")
    first, second, third = waiting(store, "One.", "Two.", "Three.")
    store.acting_as(ANNA).add(content="Mine.", is_personal=True)
    store.review.approve(first)
    assert [one.id for one in store.review.queue()] == [third, second]
    page = store.review.queue(limit=1)
    rest = store.review.queue(limit=1, cursor=page.next)
    assert [one.id for one in (*page, *rest)] == [third, second]
    assert "item.look" not in {one.action for one in store.admin.audit()}


def test_an_admin_edits_what_waits(memory: MemoryFactory) -> None:
    """What it says changes, its review does not; both versions and the reason are on record."""
    store = memory("corporate")
    (id,) = waiting(store, LAG)
    text = LAG.replace("3", "4")
    edited = store.review.edit(id, content=text, reason="finance said four")
    assert (edited.content, edited.review) == (text, Review.PENDING)
    (act,) = [one for one in store.admin.audit() if one.action == "review.edit"]
    assert (act.target, act.reason) == (id, "finance said four")
    assert store.get(id, as_of=act.seq - 1).content == LAG


def test_only_admins_edit_and_decide_on_many(memory: MemoryFactory) -> None:
    store = memory("corporate")
    (id,) = waiting(store, LAG)
    with pytest.raises(Forbidden):
        store.acting_as(BERT).review.edit(id, content="Mine now.")
    with pytest.raises(Forbidden):
        store.acting_as(BERT).review.batch([id], "approve")
    assert store.get(id).content == LAG


def test_an_edit_that_contradicts_is_flagged(memory: MemoryFactory) -> None:
    """What an admin makes it say is held against what is known, as if it had just arrived."""
    store = memory("corporate")
    first, second = waiting(store, LAG, "Invoices go out on Mondays.")
    store.review.edit(second, content=LAG.replace("3", "5"))
    (found,) = store.review.contradictions()
    assert {found.a.id, found.b.id} == {first, second}


def test_a_batch_gives_a_result_for_each(memory: MemoryFactory) -> None:
    """Unknown, repeated and decided ids are refused one by one; the others are decided."""
    store = memory("corporate")
    first, second = waiting(store, "One.", "Two.")
    store.review.reject(second)
    done = store.review.batch([first, "km_000000000000", first, second], "approve", reason="seen")
    assert [one.ok for one in done.results] == [True, False, False, False]
    told = [one.error or "" for one in done.results[1:]]
    assert "No item" in told[0]
    assert "more than once" in told[1]
    assert "rejected" in told[2]
    assert store.get(first).review is Review.APPROVED
    acts = [one for one in store.admin.audit() if one.action == "review.approve"]
    assert [(one.target, one.reason) for one in acts] == [(first, "seen")]


@pytest.mark.parametrize("action", ["approve", "mandate", "reject", "revoke"])
def test_a_refusal_changes_nothing_for_the_others_of_its_unit(
    memory: MemoryFactory, monkeypatch: pytest.MonkeyPatch, action: str
) -> None:
    """Decided several at a time, each has the outcome and the ledger row that it has alone."""
    monkeypatch.setattr(review_verbs, "DECIDED_AT_ONCE_MAX", 4)
    texts = [f"Lathe number {number} stands in hall {number}." for number in range(9)]
    outcomes = []
    for is_together in (True, False):
        store = memory("corporate")
        ids = waiting(store, *texts)
        store.review.reject(ids[1])
        store.review.approve(ids[5], reason="before")
        listed = [*ids[:7], "km_000000000000", *ids[7:]]
        if is_together:
            results = list(store.review.batch(listed, action, reason="read").results)
        else:
            results = [store.review.batch([id], action, reason="read").results[0] for id in listed]
        assert [one.id for one in results] == listed
        placed = {id: str(place) for place, id in enumerate(listed)}
        outcomes.append(
            (
                [_ID.sub("km", one.error or "") for one in results],
                [None if one.item is None else one.item.review for one in results],
                [
                    (one.action, placed[one.target], one.reason)
                    for one in store.admin.audit()
                    if one.target in placed
                ],
            )
        )
        assert store.verify().ok
    assert outcomes[0] == outcomes[1]
    errors, reviews, _ = outcomes[0]
    assert any(errors)
    assert any(reviews)


@ON_THE_FASTEST
def test_what_was_decided_before_the_store_failed_is_told(
    memory: MemoryFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a unit that fails nothing is decided; those before it stand, and all others say why."""
    monkeypatch.setattr(review_verbs, "DECIDED_AT_ONCE_MAX", 2)
    store = memory("corporate")
    ids = waiting(store, "A red lathe.", "The blue kiln.", "One old press.", "His green roof.")
    decide, calls = batch_review.decide, count(1)

    def failing(*given: Any, **named: Any) -> Any:
        decided = decide(*given, **named)
        if next(calls) == 2:
            raise StoreBusy("The disk is away.")
        return decided

    monkeypatch.setattr(batch_review, "decide", failing)
    done = store.review.batch(ids, "approve")
    assert [one.ok for one in done.results] == [True, True, False, False]
    assert {one.error for one in done.failed} == {"The disk is away."}
    found = [store.get(id).review for id in ids]
    assert found == [Review.APPROVED, Review.APPROVED, Review.PENDING, Review.PENDING]


@ON_THE_FASTEST
@pytest.mark.parametrize(
    ("ids", "action", "told"),
    [
        ([], "approve", "empty"),
        ("km_000000000000", "approve", "as a list"),
        (None, "approve", "as a list"),
        ([7], "approve", "is a text"),
        (["km_000000000000"], "bless", "approve, reject, mandate, revoke"),
        ([f"km_{number:012x}" for number in range(1_001)], "approve", "in parts"),
    ],
)
def test_a_batch_that_cannot_be_tried(
    memory: MemoryFactory, ids: Any, action: str, told: str
) -> None:
    with pytest.raises(InvalidInput, match=told):
        memory("corporate").review.batch(ids, action)


def test_a_mandate_of_many_needs_a_reason(memory: MemoryFactory) -> None:
    store = memory("corporate")
    (id,) = waiting(store, LAG)
    (one,) = store.review.batch([id], "mandate").results
    assert "reason" in (one.error or "")
    (one,) = store.review.batch([id], "mandate", reason="audit").results
    assert one.item is not None
    assert one.item.review is Review.MANDATORY


@ON_THE_FASTEST
def test_a_batch_refuses_what_one_decision_would(memory: MemoryFactory) -> None:
    """What is personal and what a program may not make binding is told for each."""
    store = memory("corporate")
    own = store.acting_as(ANNA).add(content="Mine.", is_personal=True).id
    (told,) = store.remember(LAG, source={"id": "mail-1", "trust": "outside"}).items
    store.review.approve(told.id)
    robot = store.acting_as(Principal("robot", roles=["ADMIN"], kind="agent"))
    (mine,) = store.review.batch([own], "mandate", reason="audit").results
    (mail,) = robot.review.batch([told.id], "mandate", reason="audit").results
    assert "is personal" in (mine.error or "")
    assert "only by a person" in (mail.error or "")
    assert store.get(told.id).review is Review.APPROVED


def test_the_queue_is_of_what_waits(memory: MemoryFactory) -> None:
    with pytest.raises(InvalidInput, match="pending"):
        memory("corporate").review.queue(review="approved")
