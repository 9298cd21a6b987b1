"""Erasing a client takes the decisions about them along; chains of others do not break."""

from __future__ import annotations

import pytest

from remembrancer import NotFound
from tests.conftest import MemoryFactory

WHY = "asked to"


def test_a_client_takes_their_decisions_along(memory: MemoryFactory) -> None:
    """By subject and by link, with payload, context, exceptions and escalations; what it caused
    for others stays, and the chain says that a step was erased."""
    store = memory()
    ellen = store.graph.entity("Client", "Ellen", attrs={"age": 58})
    store.add(content="Ellen has a boat.", subject="Ellen")
    first = store.decisions.record("onboarding_acceptance", subject="Omar", at="2024-01-01")
    own = store.decisions.record(
        "fee_negotiation",
        subject="Ellen",
        at="2024-01-02",
        reasoning="Ellen has a boat.",
        causes=[first.id],
        exception={"justification": "Ellen is a friend.", "granted_by": "Tom"},
        escalation="Ellen complained.",
    )
    joint = store.decisions.record("fee_negotiation", subject="Nora", at="2024-01-03")
    store.decisions.link(joint.id, "about", ellen.id)
    last = store.decisions.record(
        "client_offboarding", subject="Omar", at="2024-01-04", causes=[own.id]
    )
    certificate = store.erase(subject="Ellen", reason=WHY)
    assert set(certificate.items) >= {own.id, joint.id}
    for gone in (own, joint):
        for look in (store.decisions.get, store.decisions.context, store.decisions.chain):
            with pytest.raises(NotFound):
                look(gone.id)
    assert not store.decisions.list(subject="Ellen")
    kinds = {one.kind for one in store.graph.entities()}
    assert kinds == {"Client"}
    causes = store.decisions.chain(last.id).causes
    assert [(step.id, step.is_erased) for step in causes] == [(own.id, True), (first.id, False)]
    (effect, *_) = store.decisions.chain(first.id).effects
    assert effect.is_erased
    assert "Ellen" not in str(store.decisions.chain(last.id))
    assert store.verify().ok


def test_one_decision_leaves_its_client(memory: MemoryFactory) -> None:
    """Erasing one decision takes its own exception along, and neither the client nor a policy."""
    store = memory()
    rule = store.policies.add_defaults(effective_from="2020-01-01")[0]
    kept = store.decisions.record("fee_negotiation", subject="Ellen", exception="Once.")
    gone = store.decisions.record(
        "fee_negotiation", subject="Ellen", exception="Twice.", policies=[rule.id]
    )
    store.erase(gone.id, reason=WHY)
    assert [one.name for one in store.graph.entities(kind="Exception")] == ["Once."]
    assert [one.name for one in store.graph.entities(kind="Client")] == ["Ellen"]
    assert store.decisions.get(kept.id).exceptions[0].justification == "Once."
    assert not store.policies.decisions(rule.id)
    assert store.verify().ok
