"""Context: what was known when a decision was made, word for word, and what has changed."""

from __future__ import annotations

from datetime import timedelta

from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.people import ADA, ANNA, BERT


def test_what_was_known_then(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Each thing that was known is shown as it was, with what became of it since."""
    store = memory()
    store.graph.entity("Client", "ellen", attrs={"age": 58, "capacity_for_loss": "low"})
    kept = store.add(content="Ellen has a daughter.", subject="ellen")
    replaced = store.add(content="Ellen wants to stop at 58.", subject="ellen")
    changed = store.add(content="Ellen's salary is £50,000.", subject="ellen")
    dismissed = store.add(content="Ellen owns a boat.", subject="ellen")
    erased = store.add(content="Ellen is ill.", subject="ellen")
    before = store.add(content="Ellen moved to York.", subject="ellen")
    store.dismiss(before.id)
    clock.advance(timedelta(days=1))
    made = store.decisions.record(
        "drawdown_vs_annuity",
        subject="ellen",
        context_gathered=["pot of £310,000"],
        related_entries=[replaced.id, erased.id],
    )
    told = {one.id for one in store.decisions.context(made.id).known}
    assert told == {kept.id, changed.id, dismissed.id}
    clock.advance(timedelta(days=30))
    store.graph.entity("Client", "ellen", attrs={"age": 59})
    newer = store.supersede(replaced.id, content="Ellen wants to stop at 60.")
    store.update(changed.id, content="Ellen's salary is £54,000.")
    store.dismiss(dismissed.id)
    store.erase(erased.id, reason="She asked for it.")
    store.add(content="Ellen has a dog.", subject="ellen")
    found = store.decisions.context(made.id)
    assert found.gathered == ("pot of £310,000",)
    known = {one.id: one for one in (*found.related, *found.known)}
    assert known[kept.id].since == "unchanged"
    assert known[replaced.id].text == "Ellen wants to stop at 58."
    assert (known[replaced.id].since, known[replaced.id].now) == ("replaced", newer.content)
    assert known[changed.id].text == "Ellen's salary is £50,000."
    assert known[changed.id].now == "Ellen's salary is £54,000."
    assert known[dismissed.id].since == "withdrawn"
    assert (known[erased.id].since, known[erased.id].text) == ("erased", "[erased]")
    assert [one.id for one in found.related] == [erased.id, replaced.id]
    assert found.changes == 4
    assert found.added_since == 2
    attributes = {one.name: one for one in found.attributes}
    assert (attributes["age"].value, attributes["age"].now) == (58, 59)
    assert attributes["age"].has_changed
    assert not attributes["capacity_for_loss"].has_changed
    assert attributes["age"].known_since < made.recorded_at


def test_the_context_does_not_change(memory: MemoryFactory, clock: FrozenClock) -> None:
    """S0-62: what is told of the moment stays the same, whatever is recorded later."""
    store = memory()
    store.add(content="Omar rents.", subject="omar")
    made = store.decisions.record("fee_negotiation", subject="omar", reasoning="He rents.")
    first = store.decisions.context(made.id)
    clock.advance(timedelta(days=400))
    store.decisions.outcome(made.id, "He stayed.")
    store.update(made.id, data={**store.get(made.id).data, "reasoning": "Another reason."})
    store.add(content="Omar bought a house.", subject="omar")
    again = store.decisions.context(made.id)
    assert again.decision.reasoning == "He rents."
    assert [(one.id, one.text) for one in again.known] == [
        (one.id, one.text) for one in first.known
    ]
    assert (again.at, again.position) == (first.at, first.position)


def test_each_reader_sees_what_they_may(memory: MemoryFactory) -> None:
    """What a reader may not see is no part of their context, and positions are for admins."""
    store = memory()
    store.acting_as(ANNA).add(content="Omar is in debt.", subject="omar", audience="group:finance")
    store.acting_as(ANNA).add(content="Omar snores.", subject="omar", is_personal=True)
    made = store.decisions.record("fee_negotiation", subject="omar")
    assert len(store.acting_as(ANNA).decisions.context(made.id).known) == 2
    bert = store.acting_as(BERT).decisions.context(made.id)
    assert (bert.known, bert.added_since, bert.changes) == ((), 0, 0)
    assert bert.position is None
    assert store.acting_as(ADA).decisions.context(made.id).position is not None
