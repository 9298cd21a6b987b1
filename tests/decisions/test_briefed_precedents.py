"""Precedents in a briefing: what was decided for others in like situations, without being asked."""

from __future__ import annotations

import pytest

from remembrancer import Memory
from tests.conftest import MemoryFactory
from tests.decisions.firm import OTHERS, client, decide
from tests.people import ADA, ANNA, BERT
from tests.remote import House

PRESETS = ("companion", "community", "desk", "corporate")


def _known(store: Memory) -> None:
    """A client before retirement, divorced, with pensions of both sorts."""
    client(store, "ruth", age=62)
    add = store.add
    add(content="Ruth has one final salary pension and two money purchase pots.", subject="ruth")
    add(content="The divorce left Ruth with a pension sharing order.", subject="ruth")
    add(content="Ruth wants to retire at 64.", subject="ruth", kind="life_goal")


def test_a_briefing_tells_what_was_decided_for_others(memory: MemoryFactory, house: House) -> None:
    """S0-90: the briefing for a review has matching decisions of other clients with their concerns
    and what came of them, unasked; decisions that do not match and the client's own are not among
    them, and its receipt gives the same text again after an outcome was added."""
    store = memory().acting_as(ADA)
    _known(store)
    order = decide(
        store,
        client(store, "ann", age=60),
        "A pension sharing order after the divorce.",
        "Take the credit into a plan of her own.",
        "The scheme offers no membership.",
        concerns=["The order lapses if it is not served in time."],
    )
    store.decisions.outcome(order.id, "The trustees needed nine months.")
    mixed = decide(
        store,
        client(store, "bob", age=63),
        "A final salary pension beside money purchase pots, and two years until he can retire.",
        "Keep the first, draw the second until then.",
        "The bridge costs least.",
        outcome="Agreed.",
    )
    own = decide(store, "ruth", "The pension sharing order came.", "Wait.", "The decree is due.")
    for told in OTHERS:
        decide(store, None, *told)
    made = store.briefing("ruth")
    assert {one.id for one in made.precedents} == {order.id, mixed.id}
    assert own.id in {one.id for one in made.decisions}
    assert "## Decided for others in like situations" in made.text
    assert 'Concern: "The order lapses if it is not served in time."' in made.text
    assert 'What came of it: "The trustees needed nine months."' in made.text
    assert 'What came of it: "Agreed."' in made.text
    assert made.token_estimate <= made.token_budget
    store.decisions.outcome(order.id, "All was well in the end.")
    receipt = store.receipt(made.receipt)
    assert (receipt.text, receipt.is_intact) == (made.text, True)
    assert {one.part for one in receipt.included if one.item_id in (order.id, mixed.id)} == {
        "precedent"
    }
    served = house.enter(store).briefing("ruth", locale="sv")
    assert "Beslut för andra i liknande lägen" in served.text
    assert 'Vad det blev av: "All was well in the end."' in served.text


def test_nobody_is_briefed_on_what_they_may_not_see(memory: MemoryFactory) -> None:
    """A decision for another group, and one that is personal, is in no other briefing, an admin's
    neither; within a small budget the rest still has its place."""
    store = memory()
    admin, anna = store.acting_as(ADA), store.acting_as(ANNA)
    _known(admin)
    told = ("A pension sharing order after the divorce.", "Take the credit.", "No membership.")
    group = decide(anna, "ann", *told, audience="group:finance")
    personal = decide(anna, "eve", *told, is_personal=True)
    assert {one.id for one in anna.briefing("ruth").precedents} == {group.id, personal.id}
    assert store.acting_as(BERT).briefing("ruth").precedents == ()
    assert personal.id not in {one.id for one in admin.briefing("ruth").precedents}
    small = anna.briefing("ruth", token_budget=160)
    assert small.token_estimate <= 160
    assert small.left_out


@pytest.mark.parametrize("preset", PRESETS)
def test_other_presets_brief_as_before(memory: MemoryFactory, preset: str) -> None:
    """Where the preset asks for no precedents, a briefing has none."""
    store = memory(preset).acting_as(ADA)
    store.add(content="The bridge loan of Nordbygg ends in May.", subject="nordbygg")
    type = next(iter(store._session.space.preset.decisions.types), "loan")
    store.decisions.record(type, subject="sydbygg", trigger="The bridge loan ends in May.")
    made = store.briefing("nordbygg")
    assert (made.precedents, "like situations" in made.text) == ((), False)
