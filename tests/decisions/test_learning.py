"""What was learned from what: told over what all may see, and changed by every walk."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from remembrancer import Decision, InvalidInput, LearningReport, Memory
from tests.conftest import MemoryFactory
from tests.decisions.firm import OTHERS, PENSIONS, decide
from tests.people import ADA, ANNA, BERT, BOT
from tests.remote import House
from tests.walks.trail import Trail

PRESETS = ("adviser", "companion", "community", "desk", "corporate")


def walks(memory: Memory, found: Sequence[Decision], used: Iterable[Decision], times: int) -> None:
    trail, items = Trail(memory), [memory.get(one.id) for one in found]
    for _ in range(times):
        id = trail.ask("What did we do with old pensions?", *items)
        trail.walks.used(id, [one.id for one in used])


def test_it_tells_what_was_learned_from_what(memory: MemoryFactory, house: House) -> None:
    """S0-52, S0-55: decisions by type with their outcomes; a category that nobody declared with
    the walks that taught it; relations whose items were used more than others. A server and its
    client tell the same."""
    store = memory().acting_as(ADA)
    pensions = [decide(store, f"P{n}", *told) for n, told in enumerate(PENSIONS)]
    others = [decide(store, None, *told, type="fee_negotiation") for told in OTHERS[:3]]
    for one in pensions[1:]:
        store.decisions.link(pensions[0].id, "influenced", one.id)
    before = store.decisions.learned()
    assert (before.decisions, before.walks, before.weights) == (8, 0, ())
    store.decisions.outcome(pensions[0].id, "Saved 900 a year.", value=900)
    store.decisions.revisit(pensions[1].id, reason="Charges rose.")
    walks(store, [*pensions, *others], pensions, times=4)
    after = store.decisions.learned()
    by_type = {one.type: one for one in after.types}
    assert (after.walks, after.callers) == (4, 1)
    told = by_type[pensions[0].decision_type]
    assert (told.decisions, told.with_outcome, told.revisited) == (5, 1, 1)
    weight = {one.category: one for one in after.weights}
    taught = weight[pensions[0].decision_type or ""]
    assert taught.weight > 1 > weight["fee_negotiation"].weight
    assert (taught.walks, taught.callers, taught.returned, taught.used) == (4, 1, 20, 20)
    lifts = {one.type: one for one in after.relations}
    assert lifts["INFLUENCED"].lift > 1
    assert (lifts["INFLUENCED"].used, lifts["INFLUENCED"].returned) == (20, 20)
    assert house.enter(store).decisions.learned() == after


@pytest.mark.parametrize("preset", PRESETS)
def test_hidden_things_teach_nothing(memory: MemoryFactory, preset: str) -> None:
    """Two worlds that differ only in what is hidden, and in what was asked about it, tell the same
    to everybody."""
    told: list[list[LearningReport]] = []
    for is_hiding in (False, True):
        ada = memory(preset).acting_as(ADA)
        made = [decide(ada, None, *one, type="fee_negotiation") for one in PENSIONS]
        if made[0].review.value == "pending":
            ada.review.batch([one.id for one in made], "approve", reason="known")
        if is_hiding:
            anna = ada.acting_as(ANNA)
            record = anna.decisions.record
            own = [
                record("fee_negotiation", reasoning="Mine.", is_personal=True),
                record("fee_negotiation", reasoning="Ours.", audience="group:finance"),
            ]
            anna.decisions.link(made[0].id, "caused", own[0].id)
            walks(anna, [*made, *own], own, times=4)
        walks(ada, made, made[:2], times=4)
        told.append([ada.acting_as(one).decisions.learned() for one in (ADA, ANNA, BERT, BOT)])
    assert told[0] == told[1]
    assert told[0][0].decisions == len(PENSIONS)
    assert len({one.model_dump_json() for one in told[0]}) == 1


def test_what_was_erased_is_unlearned(memory: MemoryFactory) -> None:
    """After an erasure the report is as if it had never been."""
    store = memory()
    made = [decide(store, f"P{n}", *told) for n, told in enumerate(PENSIONS)]
    store.decisions.outcome(made[0].id, "It went well.")
    walks(store, made, made[:1], times=4)
    store.erase(subject="P0", reason="asked to")
    found = store.decisions.learned()
    assert (found.decisions, found.walks) == (4, 0)
    assert sum(one.with_outcome for one in found.types) == 0
    with pytest.raises(InvalidInput, match="limit"):
        store.decisions.learned(limit=0)
