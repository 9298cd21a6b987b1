"""A compression and its members: whatever is done to one of them is done to that one alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from remembrancer import Item, Memory
from remembrancer.testing import FrozenClock
from tests.delivery.companies import HARBOUR
from tests.engines import ON_EITHER_SORT
from tests.people import ANNA, BERT
from tests.scenarios.stage import Stage
from tests.scenarios.test_retention import DAY, DECEMBER, JUNE, active, compress, dividends

ENGLISH = (
    "Chose K2 for the annual report of Ek Ltd.",
    "Chose K2 for the annual report of Lind Ltd.",
    "Chose K2 for the annual report of Berg Ltd.",
)
SWEDISH = (
    "Valde K2 för årsredovisningen i Ek AB.",
    "Valde K2 för årsredovisningen i Lind AB.",
    "Valde K2 för årsredovisningen i Berg AB.",
)


def company(store: Memory) -> dict[str, str]:
    """Sixty things about a company, put together; their ids."""
    made = store.add_many({"kind": kind, "content": text} for kind, text in HARBOUR)
    store.jobs.wait()
    assert len(active(store)) <= 30
    return {one.content: one.id for one in made}


def listed(
    store: Memory, contents: tuple[str, ...], by: Memory | None = None, **fields: Any
) -> tuple[list[Item], Item]:
    """Members, and the entry that lists them."""
    members: list[Item] = [
        (by or store).add(content=one, kind="decision", **fields) for one in contents
    ]
    compress(store)
    (entry,) = active(store)
    assert sorted(entry.content.splitlines()) == sorted(f"- {one}" for one in contents)
    return members, entry


@ON_EITHER_SORT
@pytest.mark.parametrize("contents", [ENGLISH, SWEDISH])
def test_superseding_a_member_composes_the_entry_anew(
    stage: Stage, contents: tuple[str, ...]
) -> None:
    """S1-20, S1-41: the old value is told no more, the others are, and the chain leads to the new
    one. The entry that was stays on record beneath the one that is."""
    store = stage.open("companion")
    (first, *others), entry = listed(store, contents)
    new = store.supersede(first.id, content="Ek was sold to its staff.", kind="decision")
    told = [one for one in active(store) if one.id != new.id]
    assert [sorted(one.content.splitlines()) for one in told] == [
        sorted(f"- {one}" for one in contents[1:])
    ]
    assert store.get(first.id).superseded_by == new.id
    assert [one.id for one in store.history(first.id)] == [first.id, new.id]
    assert store.get(entry.id).superseded_by == told[0].id
    assert {store.get(one.id).superseded_by for one in others} == {told[0].id}
    assert store.verify().ok


@ON_EITHER_SORT
def test_what_is_said_later_replaces_one_member(stage: Stage, clock: FrozenClock) -> None:
    """A later statement on one of several things in a list changes that one and no other."""
    store = stage.open("companion")
    ids = company(store)
    auditor = ids["The auditor is Grant Thornton in Lund."]
    assert store.get(auditor).status == "superseded"
    clock.advance(DAY)
    done = store.remember("The auditor is BDO in Malmö from now on.")
    assert [one.id for one in done.superseded] == [auditor]
    told = "\n".join(one.content for one in active(store))
    assert "Grant Thornton" not in told
    assert told.count("BDO") == 1
    assert all(told.count(text) == 1 for _, text in HARBOUR if ids[text] != auditor)
    hits = store.recall("Who is the auditor?", include=("items",)).hits
    assert all("Grant Thornton" not in hit.text for hit in hits)
    assert all("Grant" not in (one.quote or "") for hit in hits for one in hit.evidence)
    assert store.verify().ok


@ON_EITHER_SORT
@pytest.mark.parametrize(
    "act",
    [
        lambda store, id: store.dismiss(id),
        lambda store, id: store.review.revoke(id, reason="wrong"),
        lambda store, id: store.erase(id, reason="asked to"),
    ],
    ids=["dismiss", "revoke", "erase"],
)
def test_what_ends_a_member_takes_its_line_with_it(
    stage: Stage, act: Callable[[Memory, str], object]
) -> None:
    """Dismissed, revoked or erased: its words are told no more, and those of the others are."""
    store = stage.open("companion")
    (first, *_), _ = listed(store, ENGLISH)
    act(store, first.id)
    told = "\n".join(one.content for one in active(store))
    assert [one in told for one in ENGLISH] == [False, True, True]
    assert store.verify().ok


def test_a_revoked_source_takes_its_lines_with_it(alone: Stage) -> None:
    """Of a list of three, the one that came from a withdrawn source is told no more."""
    store = alone.open("companion")
    for n, content in enumerate(ENGLISH):
        store.add(content=content, kind="decision", source_id=f"note-{n}")
    compress(store)
    store.review.revoke(source="note-0", reason="forged")
    told = "\n".join(one.content for one in active(store))
    assert [one in told for one in ENGLISH] == [False, True, True]
    assert store.verify().ok


def test_the_last_member_stands_for_itself(alone: Stage, clock: FrozenClock) -> None:
    """Of two members one is changed: the other is in use again, and as fresh as the list was."""
    store = alone.open("companion")
    december, june = dividends(store, kind="knowledge")
    compress(store)
    clock.advance(100 * DAY)
    (entry,) = active(store)
    ends = store.confirm(entry.id).expires_at
    store.dismiss(december.id)
    (left,) = active(store)
    assert (left.id, left.content, left.expires_at) == (june.id, JUNE, ends)
    assert store.get(entry.id).superseded_by == june.id
    assert store.verify().ok


def test_a_member_of_an_earlier_compression(alone: Stage) -> None:
    """What was listed in two steps can be changed all the same, and is erased without a trace."""
    store = alone.open("companion")
    december, june = dividends(store)
    compress(store)
    third = store.add(content="Took a 90k dividend in June 2024.", kind="decision", subject="acme")
    compress(store)
    (entry,) = active(store)
    assert len(entry.content.splitlines()) == 3
    store.dismiss(december.id, reason="never paid")
    (entry,) = active(store)
    assert entry.content.splitlines() == [f"- {JUNE}", f"- {third.content}"]
    store.erase(june.id, reason="asked to")
    assert [one.content for one in active(store)] == [third.content]
    assert store.get(december.id).status == "dismissed"
    assert store.verify().ok


@ON_EITHER_SORT
def test_whose_entry_it_is_does_not_change(stage: Stage) -> None:
    """Bert corrects one of Anna's three: the list of the other two is still Anna's, and hers to
    erase."""
    store = stage.open("companion")
    anna = store.acting_as(ANNA)
    (first, second, _), entry = listed(store, ENGLISH, anna, audience="all")
    bert = store.acting_as(BERT)
    bert.supersede(first.id, content=ENGLISH[0].replace("K2", "K3"), kind="decision")
    made = anna.get(anna.get(entry.id).superseded_by or "")
    assert (made.source_user, made.audience, made.trust) == (ANNA.name, "all", entry.trust)
    anna.erase(second.id, reason="mine")
    assert store.verify().ok


def test_an_item_that_contradicts_a_member_is_shown_beside_it(alone: Stage) -> None:
    """Where a person decides, the member stands by itself again, and the rest of the list as it
    was."""
    store = alone.open("companion")
    ids = company(store)
    bank = ids["The bank is Handelsbanken in Lund."]
    known = {one.id for one in store.review.contradictions()}
    new = store.add(content="The bank is Swedbank in Eslöv.", kind="knowledge")
    (found,) = [one for one in store.review.contradictions() if one.id not in known]
    assert {found.a.id, found.b.id} == {bank, new.id}
    assert store.get(bank).status == "active"
    told = "\n".join(one.content for one in active(store))
    assert all(told.count(text) == 1 for _, text in HARBOUR)
    store.review.resolve(found.id, "kept_b" if found.b.id == new.id else "kept_a", reason="so")
    assert store.get(bank).superseded_by == new.id
    assert store.verify().ok


def test_an_edited_entry_means_what_it_says(alone: Stage) -> None:
    """Whoever rewrites a list has it stand for itself: a member changed later does not undo it."""
    store = alone.open("companion")
    (first, *_), entry = listed(store, ENGLISH)
    store.update(entry.id, content="All three companies report by K2.")
    with pytest.raises(Exception, match="superseded"):
        store.dismiss(first.id)
    assert [one.content for one in active(store)] == ["All three companies report by K2."]


def test_members_can_be_looked_at(alone: Stage) -> None:
    """S1-41: each is there by its id, with its words, its history and what it rests on."""
    store = alone.open("companion")
    members, entry = listed(store, (DECEMBER, JUNE))
    for member in members:
        found = store.get(member.id)
        assert (found.content, found.superseded_by) == (member.content, entry.id)
        assert [one.id for one in store.history(member.id)][-1] == entry.id
