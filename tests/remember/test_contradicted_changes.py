"""Contradictions of what is changed, and of what is about to be accepted."""

from __future__ import annotations

from typing import Any

import pytest

from remembrancer import Conflict, Forbidden, InvalidInput, Item, Memory, Review
from remembrancer.testing import ScriptedModel
from tests.conftest import MemoryFactory
from tests.footprint import refused
from tests.people import ADA, ANNA, BERT, CARL

SHORT, LONG = "Contracts run for two years.", "Contracts run for six years."
OTHER = "The canteen opens at noon."


def rows(store: Memory) -> list[set[str]]:
    return [{row.a.id, row.b.id} for row in store.acting_as(ADA).review.contradictions()]


def accepted(store: Memory, **fields: Any) -> Item:
    item = store.acting_as(ANNA).add(**{"content": SHORT, **fields})
    return store.acting_as(ADA).review.approve(item.id)


@pytest.mark.parametrize("preset", ["companion", "community", "desk", "corporate"])
@pytest.mark.parametrize("verb", ["update", "edit"])
def test_an_item_is_compared_when_it_says_something_else(
    memory: MemoryFactory, preset: str, verb: str
) -> None:
    """S4-58: while it waits or when it is in use, by its contributor or by an admin."""
    store = memory(preset).acting_as(ADA)
    known = accepted(store)
    item = store.add(content=OTHER)
    assert rows(store) == []
    change = store.update if verb == "update" else store.review.edit
    change(item.id, content=LONG)
    assert rows(store) == [{known.id, item.id}]
    change(item.id, tags=["term"])
    assert rows(store) == [{known.id, item.id}]


@pytest.mark.parametrize(
    ("before", "change"),
    [
        ({"content": LONG, "domain": "data"}, {"domain": "finance"}),
        ({"content": LONG, "subject": "ellen"}, {"subject": None}),
        ({"content": "Ask legal.", "title": "Six-year contracts"}, {"content": LONG}),
    ],
)
def test_it_is_compared_where_it_comes_to_stand(
    memory: MemoryFactory, before: dict[str, Any], change: dict[str, Any]
) -> None:
    """Another place or other words: whatever brings two texts together."""
    store = memory("corporate").acting_as(ADA)
    known = accepted(store, domain="finance")
    item = store.add(**{"domain": "finance", **before})
    assert rows(store) == []
    store.update(item.id, **change)
    assert rows(store) == [{known.id, item.id}]


def test_what_was_settled_is_open_again_when_the_words_change(memory: MemoryFactory) -> None:
    """That both hold was said of other words."""
    store = memory("corporate").acting_as(ADA)
    accepted(store)
    item = store.add(content=LONG)
    (row,) = store.review.contradictions()
    store.review.resolve(row.id, "both_valid")
    store.update(item.id, tags=["term"])
    assert rows(store) == []
    store.update(item.id, content="Contracts run for nine years.")
    assert len(rows(store)) == 1


def test_a_judge_is_asked_about_the_new_words(fresh_store: MemoryFactory) -> None:
    """What rules cannot see a model can, also in an item that is changed."""
    model = ScriptedModel([{"judgements": []}] * 2, is_local=True)
    store = fresh_store("corporate", llm=model).acting_as(ADA)
    known = accepted(store, domain="finance")
    item = store.add(content="Leases end when they end.", domain="finance")
    found = {"candidate_id": known.id, "relation": "contradiction", "reason": "It never ends."}
    model._answers = [{"judgements": [found]}]
    store.update(item.id, content="A lease is for life.")
    (row,) = store.review.contradictions()
    assert row.reason == "It never ends."


@pytest.mark.parametrize("decision", ["approve", "mandate"])
def test_nothing_is_accepted_that_contradicts_what_is_in_force_unknown_to_all(
    memory: MemoryFactory, decision: str
) -> None:
    """Its contributor could not see the other. It is flagged first, and who decides again knows."""
    store = memory("corporate").acting_as(ADA)
    known = accepted(store, audience="group:finance")
    new = store.acting_as(BERT).add(content=LONG)
    assert rows(store) == []
    act = getattr(store.review, decision)
    with pytest.raises(Conflict, match=f"{known.id}, which is approved") as refusal:
        act(new.id, reason="Read.")
    assert str(refusal.value).endswith("or decide again if both hold.")
    assert store.get(new.id) == new
    assert rows(store) == [{known.id, new.id}]
    assert [row.id for row in store.review.case(new.id).contradictions] == [
        row.id for row in store.review.contradictions()
    ]
    assert act(new.id, reason="Read.").review is not Review.PENDING


def test_who_may_not_accept_flags_nothing(memory: MemoryFactory) -> None:
    """A refusal for another reason leaves nothing behind."""
    store = memory("corporate").acting_as(ADA)
    accepted(store, audience="group:finance")
    new = store.acting_as(BERT).add(content=LONG)
    with refused(store, Forbidden):
        store.acting_as(CARL).review.approve(new.id)
    with refused(store, InvalidInput, match="reason"):
        store.review.mandate(new.id, reason="")


def test_a_batch_tells_it_of_each(memory: MemoryFactory) -> None:
    """One that is refused for it changes nothing for the others."""
    store = memory("corporate").acting_as(ADA)
    known = accepted(store, audience="group:finance")
    new, beside = (store.acting_as(BERT).add(content=text) for text in (LONG, OTHER))
    done = store.review.batch([new.id, beside.id], "approve")
    assert [one.ok for one in done.results] == [False, True]
    assert known.id in (done.failed[0].error or "")


def test_what_says_the_same_as_another_still_contradicts_a_third(memory: MemoryFactory) -> None:
    """That somebody said it before hides nothing of what it speaks against."""
    store = memory("corporate").acting_as(ADA)
    known = accepted(store, audience="group:finance")
    first = store.acting_as(BERT).add(content=LONG)
    again = store.acting_as(ANNA).add(content=LONG)
    assert rows(store) == [{known.id, again.id}]
    assert store.get(first.id).review is Review.PENDING
