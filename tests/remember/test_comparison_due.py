"""Comparing what was added is due work: no add waits for it, and nobody is told before that."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from remembrancer import Memory
from remembrancer.core.errors import Conflict
from remembrancer.core.limits import ARRIVALS_CHECKED_MAX
from remembrancer.jobs.schedule import COMPARE
from remembrancer.reading.judging import pair_model
from remembrancer.remember import reconcile
from remembrancer.testing import FrozenClock, HashingEmbedder
from tests.conftest import MemoryFactory
from tests.engines import ON_CONNECTIONS, Engine
from tests.people import ADA, ANNA, KARIN

OLD = "I live in Hull."
NEW = "I live in Truro."
PRESETS = ["companion", "community", "desk", "corporate"]


def waiting(store: Memory) -> list[str]:
    return [one.key for one in store.jobs.list() if one.kind == COMPARE]


def pairs(store: Memory) -> list[tuple[str, str]]:
    found = store.review.contradictions()
    return [(one.a.content, one.b.content) for one in found]  # type: ignore[union-attr]


class Watched(HashingEmbedder):
    """Counts the texts that it is given."""

    count = 0

    def embed(self, texts: Any) -> list[list[float]]:
        self.count += len(texts)
        return super().embed(texts)


@pytest.mark.parametrize("preset", PRESETS)
def test_what_was_just_added_is_compared_before_contradictions_are_listed(
    fresh_store: MemoryFactory, preset: str
) -> None:
    """Without a worker, and what was known before is the first of the two."""
    store = fresh_store(preset, principal=ADA)
    first = store.add(content=OLD, subject="jan")
    second = store.add(content=NEW, subject="jan")
    assert waiting(store) == [first.id, second.id]
    assert pairs(store) == [(OLD, NEW)]
    assert waiting(store) == []
    assert pairs(store) == [(OLD, NEW)]


def test_a_worker_compares_it_as_a_job(fresh_store: MemoryFactory) -> None:
    """One job does the items of one caller together; then nothing is left to do."""
    store = fresh_store("community", principal=ADA)
    store.add_many([{"content": text, "subject": "jan"} for text in (OLD, NEW)])
    worked = store.jobs.wait()
    assert (worked.failed, worked.retrying, waiting(store)) == ((), (), [])
    (found,) = store.recall("where does Jan live", subject="jan").hits[:1]
    assert len(found.contradicts) == 1
    assert pairs(store) == [(OLD, NEW)]


def test_recall_and_a_case_show_it_at_once(fresh_store: MemoryFactory) -> None:
    """Whoever is handed one of two items learns that another speaks against it."""
    store = fresh_store("corporate", principal=ADA)
    store.add(content=OLD, subject="jan")
    new = store.add(content=NEW, subject="jan")
    assert all(hit.contradicts for hit in store.recall("where does Jan live", subject="jan").hits)
    assert [one.b.id for one in store.review.case(new.id).contradictions] == [new.id]


def test_an_item_is_compared_before_it_is_approved(fresh_store: MemoryFactory) -> None:
    """Approving one item or several leaves the contradiction on record, as if a worker had run."""
    store = fresh_store("corporate", principal=ADA)
    known = store.add(content=OLD, subject="jan")
    store.acting_as(KARIN).review.approve(known.id)
    for text in (NEW, NEW.replace("Truro", "York")):
        item = store.acting_as(ANNA).add(content=text, subject="jan")
        store.acting_as(KARIN).review.batch([item.id], "approve")
        assert item.id not in waiting(store)
    assert len(store.review.contradictions()) == 3


def test_what_its_contributor_could_not_see_is_told_before_it_is_approved(
    fresh_store: MemoryFactory,
) -> None:
    """The comparison has the rights of the contributor, and who approves has others."""
    store = fresh_store("corporate", principal=ADA)
    hidden = store.add(content=OLD, subject="jan", audience="group:sales")
    store.acting_as(KARIN).review.approve(hidden.id)
    item = store.acting_as(ANNA).add(content=NEW, subject="jan")
    assert pairs(store) == []
    with pytest.raises(Conflict, match="nobody was told"):
        store.acting_as(KARIN).review.approve(item.id)
    assert pairs(store) == [(OLD, NEW)]


@ON_CONNECTIONS
def test_a_process_that_dies_before_it_compared_loses_nothing(
    engine: Engine, tmp_path: Path, clock: FrozenClock
) -> None:
    """The note is stored with the item, and the next one that opens the store finds it."""
    url = engine.fresh_url(tmp_path)
    opened: dict[str, Any] = {"space": "northgate", "clock": clock, "background": False}
    with Memory.open(url, preset="community", principal=ADA, **opened) as store:
        store.add(content=OLD, subject="jan")
        store.add(content=NEW, subject="jan")
    with Memory.open(url, principal=KARIN, **opened) as store:
        assert len(waiting(store.acting_as(ADA))) == 2
        assert pairs(store) == [(OLD, NEW)]


def test_what_is_erased_is_not_compared(fresh_store: MemoryFactory) -> None:
    """Its note goes with it, and the others are compared."""
    store = fresh_store("community", principal=ADA)
    old, new = (store.add(content=text, subject="jan") for text in (OLD, NEW))
    later = store.add(content=NEW.replace("Truro", "York"), subject="jan")
    certificate = store.erase(new.id, reason="asked for")
    assert certificate.removed["job"] == 1
    assert waiting(store) == [old.id, later.id]
    assert pairs(store) == [(OLD, later.content)]
    assert store.jobs.wait().failed == ()


def test_what_is_out_of_use_by_then_is_not_flagged(fresh_store: MemoryFactory) -> None:
    """A dismissed item contradicts nobody, whenever it is compared."""
    store = fresh_store("community", principal=ADA)
    store.add(content=OLD, subject="jan")
    store.dismiss(store.add(content=NEW, subject="jan").id)
    assert pairs(store) == []
    assert waiting(store) == []


def test_two_that_compare_the_same_flag_it_once(
    fresh_store: MemoryFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody lists contradictions while a worker is at the same items."""
    store = fresh_store("community", principal=ADA)
    store.add(content=OLD, subject="jan")
    store.add(content=NEW, subject="jan")
    compare = reconcile.opposed_to
    listed: list[tuple[str, str]] = []

    def meanwhile(*given: Any, **named: Any) -> tuple[str, ...]:
        monkeypatch.setattr(reconcile, "opposed_to", compare)
        listed.extend(pairs(store))
        return compare(*given, **named)

    monkeypatch.setattr(reconcile, "opposed_to", meanwhile)
    worked = store.jobs.wait()
    assert (worked.failed, worked.retrying) == ((), ())
    assert listed == [(OLD, NEW)]
    assert pairs(store) == [(OLD, NEW)]
    assert waiting(store) == []


@pytest.mark.parametrize("preset", PRESETS)
def test_an_add_embeds_nothing_and_asks_no_model(
    fresh_store: MemoryFactory, preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the embedder nor the pair model is used for what is added, then or later."""
    embedder = Watched()
    store = fresh_store(preset, principal=ADA, embedder=embedder)

    def refuse(*_: Any, **__: Any) -> Any:
        raise AssertionError("The pair model was asked.")

    monkeypatch.setattr(pair_model, "compare", refuse)
    for text in (OLD, NEW, "The boat in Hull is blue.", "A blue boat is in Hull."):
        store.add(content=text, subject="jan")
    assert embedder.count == 0
    assert pairs(store) == [(OLD, NEW)]
    assert embedder.count == 0


def test_a_long_list_is_stored_as_it_stands(fresh_store: MemoryFactory) -> None:
    """Up to a limit what is added at once is compared; a longer list leaves no work."""
    store = fresh_store("community", principal=ADA)
    rows = [{"content": f"Crate {n} holds lamps."} for n in range(ARRIVALS_CHECKED_MAX + 1)]
    store.add_many(rows)
    assert waiting(store) == []
    store.add_many({**one, "subject": "jan"} for one in rows[1:])
    assert len(waiting(store)) == ARRIVALS_CHECKED_MAX


def test_a_preset_in_which_newer_replaces_older_compares_nothing(
    fresh_store: MemoryFactory,
) -> None:
    """Who adds an exact item there wants no check, so no work is left."""
    store = fresh_store("adviser", principal=ADA)
    store.add(content=OLD, subject="jan")
    store.add(content=NEW, subject="jan")
    assert waiting(store) == []
    assert pairs(store) == []


def test_an_earlier_rejection_is_told_with_the_next_add(fresh_store: MemoryFactory) -> None:
    """Whether anything was rejected is looked up again after every act of another caller."""
    store = fresh_store("corporate", principal=ADA)
    assert store.add(content=OLD, subject="jan").rejected_before == ()
    turned_down = store.acting_as(ANNA).add(content=NEW, subject="jan")
    store.acting_as(KARIN).review.reject(turned_down.id, reason="out of date")
    again = store.add(content=NEW, subject="jan", tags=["again"])
    assert [one.earlier_id for one in again.rejected_before] == [turned_down.id]
