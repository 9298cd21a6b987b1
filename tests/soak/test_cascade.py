"""What relied on one fact, in a store that holds much beside it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from remembrancer import Memory
from remembrancer.testing import FrozenClock
from tests.conftest import START
from tests.engines import ENGINES, Engine
from tests.soak.size import Told, sized

pytestmark = pytest.mark.soak

CHUNK = 10_000


@pytest.mark.parametrize(
    "engine", [one for one in ENGINES if one.name != "sqlite-memory"], ids=lambda one: str(one.name)
)
def test_all_that_relied_on_a_fact_is_listed(engine: Engine, tmp_path: Path) -> None:
    """Three derived items, two decisions and forty deliveries, among hundreds of thousands of items
    that name others of their own and tell nobody anything of it."""
    count = sized(ci=20_000, full=400_000)
    told = Told(f"one fact among {count} items, {engine.name}")
    with Memory.open(
        engine.fresh_url(tmp_path), preset="corporate", clock=FrozenClock(START), background=False
    ) as store:
        fact = store.add(content="Revenue is reported net of VAT.")
        store.review.mandate(fact.id, reason="so it is")
        derived = [
            store.add(content=f"Report {n} is net of VAT.", data={"based_on": [fact.id]})
            for n in range(3)
        ]
        decisions = [
            store.add(content=f"We file {n} net.", kind="decision", data={"because": fact.id})
            for n in range(2)
        ]
        for first in range(0, count, CHUNK):
            store.add_many(
                {
                    "content": f"Invoice {first + n} was paid in week {n % 52}.",
                    "data": {"based_on": [f"km_{first + n:012x}"]},
                }
                for n in range(min(CHUNK, count - first))
            )
            told.progress(f"{first} items")
        receipts = {store.bundle().receipt for _ in range(40)}
        assert len(receipts) == 40
        told.result("all is stored")
        begun = time.monotonic()
        store.review.revoke(fact.id, reason="wrong")
        revoked = time.monotonic() - begun
        found = store.review.relied_on(fact.id)
        took = time.monotonic() - begun
        assert {one.item.id for one in found.items} == {one.id for one in derived}
        assert {one.item.id for one in found.decisions} == {one.id for one in decisions}
        assert {one.id for one in found.deliveries} == receipts
        assert not found.is_cut
        told.result(f"revoked in {revoked:.2f} s, with what relied on it in {took:.2f} s")
