"""Compared items: who approves them waits for no comparison, and misses nothing by it."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from remembrancer import Memory, Principal, Review
from remembrancer.core.errors import RemembrancerError
from remembrancer.remember import contradiction_check, reconcile
from remembrancer.store.items.compared_items import ComparedReads
from tests.conftest import MemoryFactory
from tests.people import ADA, ANNA, BERT, KARIN

_ID = re.compile(r"km_\w+")
OLD = "I live in Hull."
NEW = "I live in Truro."
PLACES = ("Hull", "Truro", "York", "Ely")
THINGS = ("lathe", "kiln", "press")


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The items that an approval compares."""
    seen: list[str] = []
    compare = reconcile.opposed_to

    def watched(reader: Any, scope: Any, item: Any, *given: Any, **named: Any) -> Any:
        if not named["only_earlier"]:  # an approval; what is due compares with earlier items
            seen.append(item.id)
        return compare(reader, scope, item, *given, **named)

    monkeypatch.setattr(reconcile, "opposed_to", watched)
    return seen


@pytest.mark.parametrize("contributor", [ANNA, KARIN])
def test_what_was_compared_is_approved_without_a_comparison(
    fresh_store: MemoryFactory, compared: list[str], contributor: Any
) -> None:
    """Whoever added it: what its contributor may not see was compared as well."""
    store = fresh_store("corporate", principal=ADA)
    added = store.acting_as(contributor).add_many(
        [{"content": f"The lathe in {place} is red.", "subject": "shop"} for place in PLACES]
    )
    ids = [one.id for one in added]
    store.jobs.wait()
    done = store.review.batch(ids[:2], "approve")
    assert all(one.ok for one in done.results)
    done = store.review.batch(ids[2:], "mandate", reason="audit")
    assert all(one.ok for one in done.results)
    assert compared == []
    assert store.verify().ok


def test_what_came_since_without_a_comparison_is_compared(
    fresh_store: MemoryFactory, compared: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Long lists are not compared as they come: then what waits is, once it is approved."""
    store = fresh_store("corporate", principal=ADA)
    first = store.acting_as(ANNA).add(content=OLD, subject="jan")
    store.jobs.wait()
    monkeypatch.setattr(contradiction_check, "ARRIVALS_CHECKED_MAX", 0)
    second = store.acting_as(BERT).add(content=NEW, subject="jan")
    assert store.review.contradictions() == ()
    store.review.batch([first.id], "approve")
    assert compared == [first.id]
    (found,) = store.review.contradictions()
    assert {found.a.id, found.b.id} == {first.id, second.id}


def test_what_changed_since_is_compared(fresh_store: MemoryFactory, compared: list[str]) -> None:
    """Another version says something else, whether of the item itself or of one beside it."""
    store = fresh_store("corporate", principal=ADA)
    first, second = (
        store.acting_as(ANNA).add(content=text, subject="jan").id
        for text in (OLD, "I work in Leeds.")
    )
    store.jobs.wait()
    store.acting_as(ANNA).update(second, content="I work in Ely.")
    store.review.batch([first], "approve")
    store.review.batch([second], "approve")
    assert compared == [first, second]


def test_two_that_hide_from_each_other_are_told_apart(fresh_store: MemoryFactory) -> None:
    """Neither contributor saw the other's item, and nobody was told before one is approved."""
    store = fresh_store("corporate", principal=ADA)
    first = store.acting_as(ANNA).add(content=OLD, subject="jan", audience="group:finance")
    second = store.acting_as(BERT).add(content=NEW, subject="jan")
    store.jobs.wait()
    assert store.review.contradictions() == ()
    store.review.batch([second.id], "approve")
    (found,) = store.review.contradictions()
    assert {found.a.id, found.b.id} == {first.id, second.id}


@pytest.mark.parametrize("seed", range(4))
def test_approving_many_ends_as_if_each_had_been_compared(
    fresh_store: MemoryFactory, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same random acts, with the marks and without any: the same is approved and flagged."""
    ends = []
    for is_marked in (True, False):
        with monkeypatch.context() as patch:
            if not is_marked:
                patch.setattr(ComparedReads, "unopposed", lambda *_: frozenset())
            ends.append(_lived(fresh_store("corporate", principal=ADA), random.Random(seed)))
    assert ends[0] == ends[1]


def _groups(who: Principal) -> list[str]:
    return (
        ["group:finance", "group:sales"] if who is KARIN else [f"group:{one}" for one in who.groups]
    )


def _lived(store: Memory, chance: random.Random) -> list[Any]:
    ids: list[str] = []
    told: list[Any] = []
    for _ in range(60):
        who = chance.choice((ANNA, BERT, KARIN))
        actor, some = store.acting_as(who), chance.sample(ids, min(len(ids), chance.randint(1, 6)))
        act = chance.choice(("add", "add", "add", "approve", "reject", "update", "wait", "dismiss"))
        subject = chance.choice(("jan", "eva", None))
        text = chance.choice(
            (
                f"I live in {chance.choice(PLACES)}.",
                f"The {chance.choice(THINGS)} costs {chance.randint(2, 4)} euros.",
                f"The {chance.choice(THINGS)} stands in {chance.choice(PLACES)}.",
            )
        )
        try:
            if act == "add":
                ids.append(
                    actor.add(
                        content=text,
                        subject=subject,
                        audience=chance.choice((None, None, *_groups(who))),
                    ).id
                )
            elif act in ("approve", "reject") and some:
                done = store.review.batch(some, act, reason="read")
                told.append([one.ok for one in done.results])
            elif act == "update" and some:
                actor.update(some[0], content=text)
            elif act == "dismiss" and some:
                actor.dismiss(some[0])
            elif act == "wait":
                store.jobs.wait()
        except RemembrancerError as error:
            told.append(_ID.sub("km", str(error)))
    order = {id: place for place, id in enumerate(ids)}
    clashes = sorted(
        tuple(sorted(order.get(side.id, -1) for side in (one.a, one.b)))
        for one in store.review.contradictions()
    )
    states = [(one.review, one.lifecycle) for one in map(store.get, ids)]
    assert any(review is Review.APPROVED for review, _ in states)
    assert store.verify().ok
    return [told, clashes, states]
