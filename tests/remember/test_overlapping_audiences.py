"""Audiences that overlap: what is for everybody may contradict what is for a group."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from remembrancer import Conflict, Contradiction, Memory, Principal
from tests.conftest import MemoryFactory
from tests.people import ADA, ANNA, BERT, BOT, CARL

LAG_3 = "The orders table has a 3-day settlement lag."
LAG_5 = "The orders table has a 5-day settlement lag."
FINANCE = "group:finance"
NO_LONGER = "Ines lives in Lisbon from now on."


@pytest.fixture(scope="module")
def lobby() -> Iterator[Memory]:
    made = Memory.open(":memory:", principal=ADA, background=False, space="lobby")
    yield made
    made.close()


@pytest.mark.parametrize(("first", "second"), [(FINANCE, None), (None, FINANCE)])
def test_a_group_and_everybody_meet(
    memory: MemoryFactory, first: str | None, second: str | None
) -> None:
    """Whichever came first, what is for a group is held against what is for everybody. Who may not
    see the group's side learns nothing."""
    store = memory("corporate").acting_as(ADA)
    a = store.acting_as(ANNA).add(content=LAG_3, domain="finance", audience=first)
    b = store.acting_as(ANNA).add(content=LAG_5, domain="finance", audience=second)
    (row,) = store.review.contradictions()
    assert (row.a.id, row.b.id) == (a.id, b.id)
    assert row.suggestion == ("kept_b" if second is None else "both_valid")
    for who in (BERT, CARL, BOT):
        assert store.acting_as(who).review.contradictions() == ()
    for one in (a, b):
        store.review.approve(one.id)
    (hit,) = store.acting_as(BERT).recall("orders settlement lag", include=("items",)).hits
    assert hit.contradicts == ()


def test_who_does_not_see_the_other_side_flags_nothing(lobby: Memory) -> None:
    """Who adds for everybody what a group knows otherwise is told nothing, and an admin who lets it
    in flags it."""
    store = lobby.in_space("unseen", "corporate")
    store.acting_as(ANNA).add(content=LAG_3, domain="finance", audience=FINANCE)
    b = store.acting_as(BERT).add(content=LAG_5, domain="finance")
    assert store.review.contradictions() == ()
    store.review.approve(b.id)
    assert len(store.review.contradictions()) == 1
    assert store.acting_as(BERT).review.contradictions() == ()


def test_what_is_personal_meets_nothing(lobby: Memory) -> None:
    """What somebody keeps for themselves is not held against what is shared."""
    store = lobby.in_space("personal", "corporate")
    anna = store.acting_as(ANNA)
    anna.add(content=LAG_3, domain="finance", is_personal=True)
    anna.add(content=LAG_5, domain="finance")
    anna.add(content=LAG_5, domain="finance", audience=FINANCE)
    assert anna.review.contradictions() == store.review.contradictions() == ()


@pytest.mark.parametrize(("first", "second"), [(FINANCE, None), (None, FINANCE)])
@pytest.mark.parametrize("preset", ["adviser", "companion", "community", "corporate"])
def test_neither_takes_the_place_of_the_other(
    lobby: Memory, preset: str, first: str | None, second: str | None
) -> None:
    """Where newer replaces older, it does within one audience; between a group and everybody it is
    flagged, and a person decides."""
    store = lobby.in_space(f"{preset} {first}", preset).acting_as(
        Principal("anna", groups=("finance",))
    )
    (a,) = store.remember("Ines lives in Berlin.", subject="ines", audience=first).items
    told = store.remember(NO_LONGER, subject="ines", audience=second)
    assert (told.superseded, told.reconfirmed) == ((), ())
    assert [(one.a.id, one.b.id) for one in told.contradictions] == [(a.id, told.items[0].id)]
    assert store.get(a.id).lifecycle == "active"


def test_the_same_for_a_group_and_for_everybody_are_two(lobby: Memory) -> None:
    """What everybody is told is neither confirmed nor skipped by what a group says."""
    store = lobby.in_space("twice", "community").acting_as(ANNA)
    store.remember("Ines lives in Berlin.", subject="ines")
    again = store.remember("Ines lives in Berlin.", subject="ines", audience=FINANCE, source="x")
    assert (len(again.items), again.reconfirmed, again.contradictions) == (1, (), ())


def conflict(store: Memory, first: str | None = None) -> Contradiction:
    store.acting_as(ANNA).add(content=LAG_3, domain="finance", audience=first)
    store.acting_as(ANNA).add(content=LAG_5, domain="finance")
    (row,) = store.review.contradictions()
    return row


def test_it_stays_open_while_somebody_is_told_both(lobby: Memory) -> None:
    """A side that becomes a group's own does not settle a contradiction; two groups do."""
    store = lobby.in_space("open", "corporate")
    row = conflict(store)
    store.review.mandate(row.b.id, reason="x", audience="group:hr")
    assert [one.id for one in store.review.contradictions()] == [row.id]
    store.review.mandate(row.a.id, reason="x", audience=FINANCE)
    assert store.review.contradictions() == ()
    with pytest.raises(Conflict, match="no longer for the same people"):
        store.review.resolve(row.id, "kept_a")


def test_an_audience_given_in_review_is_looked_at(lobby: Memory) -> None:
    """What an admin makes binding for a group is held against what everybody is told."""
    store = lobby.in_space("mandated", "corporate")
    a = store.acting_as(ANNA).add(content=LAG_3, domain="finance", audience="group:finance")
    b = store.add(content=LAG_5, domain="finance", audience="group:hr")
    assert store.review.contradictions() == ()
    store.review.edit(b.id, audience=None)
    (row,) = store.review.contradictions()
    assert {row.a.id, row.b.id} == {a.id, b.id}


def test_settling_tells_nobody_more(lobby: Memory) -> None:
    """A merged text is for the group, and what bound a group does not come to bind everybody."""
    store = lobby.in_space("merged", "corporate")
    row = conflict(store, FINANCE)
    settled = store.review.resolve(row.id, "merge", merged_content="The lag is 3 to 5 days.")
    assert settled.resolution is not None
    assert settled.resolution.item_id is not None
    assert store.get(settled.resolution.item_id).audience == FINANCE
    store = lobby.in_space("bound", "corporate")
    row = conflict(store, FINANCE)
    store.review.mandate(row.a.id, reason="x", audience=FINANCE)
    store.review.resolve(row.id, "kept_b")
    assert store.get(row.b.id).review == "approved"


def test_what_is_elsewhere_leaves_room(lobby: Memory) -> None:
    """However much is said alike to groups, what is for everybody is still found beside it."""
    store = lobby.in_space("crowded", "community")
    store.remember("Ines lives in Berlin.", subject="ines")
    store.add_many(
        {"content": "Ines lives in Berlin.", "subject": "ines", "audience": f"group:g{n}"}
        for n in range(40)
    )
    again = store.remember("Ines lives in Berlin.", subject="ines", source="x")
    assert (again.items, len(again.reconfirmed)) == ((), 1)
