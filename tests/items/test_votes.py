"""Votes: one per caller and item, the last one counts."""

from __future__ import annotations

from typing import Any

import pytest

from remembrancer import InvalidInput, NotFound, Votes
from tests.conftest import MemoryFactory
from tests.engines import ON_THE_FASTEST
from tests.footprint import counts, position, refused
from tests.people import ADA, ANNA, BERT, CARL


def test_up_then_down_is_one_row_down(memory: MemoryFactory) -> None:
    """S4-16: a second vote replaces the first, and the ledger keeps both acts."""
    store = memory("adviser").acting_as(ANNA)
    item = store.add(content="58")
    before = position(store)
    assert store.vote(item.id, 1) == Votes(item_id=item.id, up=1, down=0, mine=1)
    assert store.vote(item.id, -1) == Votes(item_id=item.id, up=0, down=1, mine=-1)
    assert counts(store)["vote"] == 1
    assert position(store) == before + 2
    actions = [entry.action for entry in store.provenance(item.id).changes]
    assert actions == ["item.add", "item.vote", "item.vote"]


def test_each_caller_has_one_vote(memory: MemoryFactory) -> None:
    """The tally counts people, and each sees its own vote in it."""
    store = memory("adviser")
    item = store.add(content="58")
    other = store.add(content="60")
    store.acting_as(BERT).vote(other.id, -1)
    store.acting_as(ANNA).vote(item.id, 1)
    store.acting_as(BERT).vote(item.id, 1)
    tally = store.acting_as(CARL).vote(item.id, -1)
    assert tally == Votes(item_id=item.id, up=2, down=1, mine=-1)
    assert store.verify().ok


def test_tallies_of_many_are_told_at_once(memory: MemoryFactory) -> None:
    """One tally for each id, in their order, with the caller's own vote; nothing changes."""
    store = memory("adviser")
    first, second, third = (store.add(content=one).id for one in ("58", "60", "62"))
    store.acting_as(ANNA).vote(first, 1)
    store.acting_as(BERT).vote(first, -1)
    store.acting_as(BERT).vote(third, 1)
    before = position(store)
    assert store.acting_as(BERT).votes([third, first, second, third]) == (
        Votes(item_id=third, up=1, down=0, mine=1),
        Votes(item_id=first, up=1, down=1, mine=-1),
        Votes(item_id=second, up=0, down=0),
        Votes(item_id=third, up=1, down=0, mine=1),
    )
    assert store.votes([]) == ()
    assert position(store) == before


def test_votes_on_what_is_hidden_are_hidden(memory: MemoryFactory) -> None:
    """A hidden item and one that never was have the same tally."""
    store = memory("adviser")
    own = store.acting_as(ANNA).add(content="58", is_personal=True)
    store.acting_as(ANNA).vote(own.id, 1)
    hidden, never = store.acting_as(BERT).votes([own.id, "km_000000000000"])
    assert (
        (hidden.up, hidden.down, hidden.mine) == (never.up, never.down, never.mine) == (0, 0, None)
    )
    assert store.acting_as(ANNA).votes([own.id])[0].up == 1


@ON_THE_FASTEST
@pytest.mark.parametrize("ids", ["km_000000000000", None, 3, [1], ["\x00"], ["x"] * 501])
def test_votes_are_asked_for_by_a_list_of_ids(memory: MemoryFactory, ids: Any) -> None:
    """Whatever is no list of ids, or too long a one, is refused."""
    with pytest.raises(InvalidInput) as refusal:
        memory("adviser").votes(ids)
    assert refusal.value.field == "ids"


def test_votes_do_not_move_confidence(memory: MemoryFactory) -> None:
    """G-26: a vote is an opinion and changes no number."""
    store = memory("corporate")
    item = store.acting_as(ANNA).add(content="58")
    store.acting_as(BERT).vote(item.id, 1)
    assert store.acting_as(ANNA).get(item.id) == item


@ON_THE_FASTEST
@pytest.mark.parametrize("value", [0, 2, -2, True, False, "1", None, 0.5, [1], 10**30, 1.0, -1.0])
def test_a_vote_is_up_or_down(memory: MemoryFactory, value: Any) -> None:
    """Plus one or minus one, as a whole number, and nothing else is taken."""
    store = memory("adviser")
    item = store.add(content="58")
    with refused(store, InvalidInput, match=r"\+1 or -1") as refusal:
        store.vote(item.id, value)
    assert isinstance(refusal.value, InvalidInput)
    assert refusal.value.field == "value"


def test_hidden_items_are_not_voted_on(memory: MemoryFactory) -> None:
    """S4-56: a vote on what the caller may not see is a vote on nothing."""
    store = memory("adviser")
    item = store.acting_as(ANNA).add(content="own", is_personal=True)
    with refused(store, NotFound):
        store.acting_as(BERT).vote(item.id, 1)
    assert store.acting_as(ADA).vote(item.id, 1).up == 1
