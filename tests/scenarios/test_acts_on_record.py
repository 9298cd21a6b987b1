"""Who decided what, when and why: every act of review is in the ledger, and nobody vouches for
himself."""

from __future__ import annotations

from datetime import timedelta

import pytest

from remembrancer import InvalidInput, Item, Memory
from remembrancer.testing import FrozenClock
from tests.people import ADA, ANNA, BERT
from tests.scenarios.stage import Stage

LAG_3 = "The orders table has a 3-day settlement lag."
LAG_5 = "The orders table has a 5-day settlement lag."


def two(store: Memory) -> tuple[Item, Item]:
    """Two items that contradict each other, one of them approved."""
    known = store.review.approve(store.acting_as(ANNA).add(content=LAG_3, domain="data").id)
    return known, store.acting_as(BERT).add(content=LAG_5, domain="data")


# -- S4-79: mandates in one step


def test_only_a_mandate_takes_a_reason(alone: Stage) -> None:
    """S4-79: why an admin makes something binding is kept, of one and of many; whoever else gives
    a reason is told where it goes, and nothing is stored."""
    store = alone.open("corporate", principal=ADA)
    listed = [
        {"content": "Use net.", "source_type": "admin_mandate", "reason": "Audit of May."},
        {"content": "Use UTC.", "source_type": "admin_mandate"},
    ]
    net, utc = store.add_many(listed)
    whys = {one.target: one.reason for one in store.admin.audit() if one.action == "review.mandate"}
    assert whys == {net.id: "Audit of May.", utc.id: None}
    for given in ({"content": "Use net."}, {"content": "Use net.", "source_type": "manual"}):
        with pytest.raises(InvalidInput, match="admin_mandate") as refused:
            store.add(**given, reason="Because.")
        assert refused.value.field == "reason"
    with pytest.raises(InvalidInput, match="reason"):
        store.add(content="Use net.", source_type="admin_mandate", reason=7)
    assert len(store.items()) == 2


# -- S4-20, S4-81: contradictions


@pytest.mark.parametrize("action", ["kept_a", "kept_b", "merge", "both_valid"])
def test_a_resolution_is_an_act_of_its_own(alone: Stage, clock: FrozenClock, action: str) -> None:
    """S4-20, S4-81: whichever way, one row says who settled it, when, how and why; the log of
    either item and the contradiction itself say so too."""
    store = alone.open("corporate", principal=ADA)
    known, new = two(store)
    clock.advance(timedelta(hours=1))
    (found,) = store.review.contradictions()
    merged = "Three days, five in May." if action == "merge" else None
    store.review.resolve(found.id, action, merged_content=merged, reason="Asked finance.")
    (act,) = [one for one in store.admin.audit() if one.action == "contradiction.resolve"]
    assert (act.actor, act.at, act.target) == (ADA.name, clock(), found.id)
    assert (act.detail["resolution"], act.reason) == (action, "Asked finance.")
    for item in (known, new):
        assert act in store.admin.audit(item_id=item.id)
    assert act not in store.admin.audit(item_id=store.add(content="Else.").id)
    (settled,) = store.review.contradictions(include_resolved=True)
    assert settled.resolution is not None
    assert settled.resolution.reason == "Asked finance."
    assert store.verify().ok


def test_the_reason_of_a_resolution_tells_nothing_of_what_became_personal(alone: Stage) -> None:
    """S4-53: an admin who may not see one side any more does not read there why it was settled,
    and who sees one of the two alone does not learn of the other."""
    store = alone.open("corporate", principal=ADA)
    known, new = two(store)
    (found,) = store.review.contradictions()
    store.review.resolve(found.id, "both_valid", reason="Bert's five days are in May.")
    (seen,) = store.acting_as(ANNA).review.contradictions(include_resolved=True)
    assert seen.resolution is not None
    assert seen.resolution.reason == "Bert's five days are in May."
    store.acting_as(BERT).update(new.id, is_personal=True)
    (hidden,) = store.review.contradictions(include_resolved=True)
    assert hidden.resolution is not None
    assert hidden.resolution.reason is None
    told = store.acting_as(ANNA).provenance(known.id).changes
    assert "contradiction.resolve" not in {one.action for one in told}


def test_the_reason_of_a_resolution_goes_with_an_erasure(alone: Stage) -> None:
    """What was said of an item that is erased is nowhere any more; that it was settled is."""
    store = alone.open("corporate", principal=ADA)
    known, new = two(store)
    (found,) = store.review.contradictions()
    store.review.resolve(found.id, "both_valid", reason="Five days, says Bert.")
    store.erase(new.id, reason="request 7")
    (act,) = [one for one in store.admin.audit() if one.action == "contradiction.resolve"]
    assert (act.actor, act.reason) == (ADA.name, None)
    assert act in store.admin.audit(item_id=known.id)
    assert store.verify().ok
