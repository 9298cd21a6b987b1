"""Chains: the stories of the auditor, the adviser and the complaint, and walks that end well."""

from __future__ import annotations

from typing import Any

import pytest

from remembrancer import Conflict, InvalidInput, Memory, NotFound
from remembrancer.decisions.decision import LinkType
from remembrancer.store.tables.graph import TOLD_LINKS
from tests.conftest import MemoryFactory
from tests.people import ADA, ANNA, BERT, BOT

AUDIT = (
    ("annual_review_outcome", "2025-09-15", "Review the plan", "The yearly meeting was due."),
    ("capacity_for_loss", "2025-09-18", "Raise capacity for loss", "£200,000 stays in cash."),
    (
        "risk_profile_override",
        "2025-09-22",
        "Retake the questionnaire: 6 → 7",
        "She can take more.",
    ),
    ("asset_allocation_decision", "2025-09-30", "Cautious to Balanced", "The profile is 7 now."),
    ("rebalance_decision", "2025-10-03", "Rebalance executed", "The new allocation is set."),
)


def chained(store: Memory, told: Any, subject: str) -> list[str]:
    """Decisions that cause each other, in the order in which they are told."""
    ids: list[str] = []
    for type, at, recommendation, reasoning in told:
        made = store.decisions.record(
            type,
            subject=subject,
            at=at,
            recommendation=recommendation,
            reasoning=reasoning,
            causes=[{"decision": ids[-1], "reason": reasoning}] if ids else [],
        )
        ids.append(made.id)
    return ids


def test_why_was_the_portfolio_changed(memory: MemoryFactory) -> None:
    """S0-86: from the change in October, an auditor reads the way back to the meeting, through the
    fact of the inheritance, each step with its time and reason."""
    store = memory()
    ids = chained(store, AUDIT, "ellen")
    fact = store.add(
        content="Ellen inherited £200,000.", subject="ellen", valid_from="2025-09-15T10:00:00Z"
    )
    store.decisions.link(ids[0], "caused", fact.id, reason="She told it at the review.")
    store.decisions.link(fact.id, "CAUSED", ids[1], reason="The cash makes her safer.")
    (direct,) = (
        one for one in store.decisions.links(ids[1]) if (one.source, one.target) == (ids[0], ids[1])
    )
    store.decisions.reject_link(direct.id, reason="The inheritance lies between them.")
    chain = store.decisions.chain(ids[-1], direction="backward")
    assert [step.id for step in chain.causes] == [ids[3], ids[2], ids[1], fact.id, ids[0]]
    assert [step.depth for step in chain.causes] == [1, 2, 3, 4, 5]
    assert all(step.relation and step.relation.attrs["reason"] for step in chain.causes)
    assert [one.id for one in chain.path()] == [ids[0], fact.id, *ids[1:]]
    assert not chain.effects
    assert not chain.is_cut


def test_what_the_delay_cost(memory: MemoryFactory) -> None:
    """S0-87: back from the underperformance one finds the delay, its reason and its cost."""
    store = memory()
    ids = chained(
        store,
        (
            ("drift_tolerance_override", "2025-03-10", "Market fell", "Volatility in March."),
            ("rebalance_decision", "2025-03-12", "Drift noted", "Equity 12 % below target."),
            ("rebalance_decision", "2025-03-14", "Delay the rebalance", "Client is nervous."),
            ("rebalance_decision", "2025-06-02", "Second drift noted", "Equity still below."),
            ("rebalance_decision", "2025-06-05", "Rebalance now", "Enough."),
        ),
        "omar",
    )
    store.decisions.outcome(ids[-1], "Missed the recovery.", value={"cost_percent": 4.1})
    chain = store.decisions.chain(ids[-1])
    delay = next(step.decision for step in chain.causes if step.id == ids[2])
    assert delay is not None
    assert delay.reasoning == "Client is nervous."
    assert chain.decision.outcomes[0].value == {"cost_percent": 4.1}


def test_the_way_to_the_fund(memory: MemoryFactory) -> None:
    """S0-88: from the middle of a complaint, both ways give all five, each with time and reason."""
    store = memory()
    ids = chained(
        store,
        (
            ("onboarding_acceptance", "2024-01-10", "Take her on", "She fits."),
            ("risk_profile_override", "2024-01-20", "Balanced", "Score 5."),
            ("suitability_assessment", "2024-02-01", "Suitable", "Within the band."),
            ("fund_provider_selection", "2024-02-05", "The index fund", "Low cost."),
            ("product_recommendation", "2024-02-10", "Agreed by the client", "Signed."),
        ),
        "nora",
    )
    chain = store.decisions.chain(ids[3])
    assert [step.id for step in chain.causes] == [ids[2], ids[1], ids[0]]
    assert [step.id for step in chain.effects] == [ids[4]]
    whole = chain.path()
    assert [one.id for one in whole] == ids
    assert all(one.reasoning for one in whole)


def test_depth_ends_a_chain(memory: MemoryFactory) -> None:
    """S0-66: depth 5 gives five hops each way, and says that there is more."""
    store = memory()
    told = [("fee_negotiation", f"2024-01-{day:02}", "x", "y") for day in range(1, 14)]
    ids = chained(store, told, "omar")
    chain = store.decisions.chain(ids[6])
    assert [step.id for step in chain.causes] == ids[5:0:-1]
    assert [step.id for step in chain.effects] == ids[7:12]
    assert chain.is_cut
    assert not store.decisions.chain(ids[6], depth=6).is_cut
    for depth in (0, 11, "5"):
        with pytest.raises(InvalidInput):
            store.decisions.chain(ids[6], depth=depth)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="backward"):
        store.decisions.chain(ids[6], direction="up")


def test_a_chain_shows_decisions_whole(memory: MemoryFactory) -> None:
    """Each step is the decision that `get` gives, and its relation the one of the graph: with
    policies, exceptions, outcomes, odd data, and the words that state them."""
    store = memory()
    rule = store.policies.add(
        "Over 70", description="Two advisers.", category="age", effective_from="2020-01-01"
    )
    store.conversations.start("talk")
    store.conversations.append(
        "talk", {"id": "m1", "author_id": "tom", "content": "The fee is the reason."}
    )
    first = store.decisions.record(
        "fee_negotiation",
        subject="omar",
        at="2024-01-01",
        alternatives_considered=["Wait"],
        policies=[{"policy": rule.id, "how": "overridden", "justification": "He insists."}],
        exception={"justification": "Once.", "granted_by": "Ada"},
        escalation={"reason": "Too high.", "to": "Ada"},
    )
    odd = store.add(
        content="He was told.",
        kind="decision_trace",
        subject="omar",
        valid_from="2024-01-02T00:00:00Z",
        valid_until="2024-02-02T00:00:00Z",
        data={"label": "told", "outcomes": "none"},
    )
    last = store.decisions.record("client_offboarding", subject="omar", at="2024-01-03")
    store.decisions.link(first.id, "caused", odd.id, evidence=["m1"])
    store.decisions.link(odd.id, "influenced", last.id)
    store.decisions.outcome(first.id, "He stays for now.")
    chain = store.decisions.chain(odd.id)
    assert chain.decision == store.decisions.get(odd.id)
    for step in (*chain.causes, *chain.effects):
        assert step.decision == store.decisions.get(step.id)
        assert step.relation in store.graph.relations(of=step.id).relations
    (cause,) = chain.causes
    assert cause.decision is not None
    assert cause.decision.policies
    assert cause.decision.exceptions
    assert cause.decision.escalations
    assert cause.decision.about
    assert cause.relation is not None
    assert cause.relation.evidence == ("m1",)


def test_an_admin_s_look_at_a_chain_is_recorded(memory: MemoryFactory) -> None:
    """Who reads what is personal to another in a chain leaves an entry in the ledger."""
    store = memory()
    anna, ada = store.acting_as(ANNA), store.acting_as(ADA)
    own = anna.add(content="I waited.", kind="decision_trace", is_personal=True)
    made = anna.decisions.record("fee_negotiation")
    anna.decisions.link(own.id, "influenced", made.id)
    for who in (anna, ada):
        assert [step.id for step in who.decisions.chain(made.id).causes] == [own.id]
    looks = [one for one in ada.admin.audit() if one.action == "item.look"]
    assert [(one.actor, one.target) for one in looks] == [(ADA.name, own.id)]


def test_what_a_decision_is_shown_with_has_an_index() -> None:
    """The index holds the types of links that do not lead from decision to decision."""
    between = {"caused", "influenced", "precedent_for", "superseded"}
    listed = ", ".join(f"'{one.value.upper()}'" for one in LinkType if one.value not in between)
    assert f"type_key IN ({listed})" == TOLD_LINKS


def test_a_cycle_is_walked_once(memory: MemoryFactory) -> None:
    """Decisions of one time may cause each other, and influences go either way."""
    store = memory()
    a, b, c = (store.decisions.record("fee_negotiation", at="2024-01-01").id for _ in range(3))
    for source, target in ((a, b), (b, c), (c, a)):
        store.decisions.link(source, "caused", target)
    assert {step.id for step in store.decisions.chain(a).causes} == {b, c}
    assert {step.id for step in store.decisions.chain(a).effects} == {b, c}
    later = store.decisions.record("fee_negotiation", at="2025-01-01").id
    with pytest.raises(InvalidInput, match="is later than"):
        store.decisions.link(later, "caused", a)
    store.decisions.link(later, "influenced", a)
    store.decisions.link(a, "influenced", later)
    assert {step.id for step in store.decisions.chain(later).causes} == {a, b, c}
    with pytest.raises(InvalidInput, match="itself"):
        store.decisions.link(a, "influenced", a)


@pytest.mark.parametrize(
    ("type", "end", "words"),
    [
        ("caused", "Client", "does not lead from DecisionTrace to Client"),
        ("precedent_for", "Policy", "does not lead from DecisionTrace to Policy"),
        ("applied_policy", "Client", "It leads from Decision or DecisionTrace to Policy"),
        ("granted_exception", "Client", "to Exception"),
        ("triggered", "Exception", "to Escalation"),
        ("about", "Exception", "does not lead"),
        ("cuased", "Client", "Did you mean 'caused'?"),
    ],
)
def test_wrong_ends_are_refused(memory: MemoryFactory, type: str, end: str, words: str) -> None:
    """S0-64: a link leads only where its type may lead, and the error names the right ends."""
    store = memory()
    made = store.decisions.record("fee_negotiation").id
    other = store.graph.entity(end, "the other end").id
    with pytest.raises(InvalidInput) as refused:
        store.decisions.link(made, type, other)
    assert words in str(refused.value)
    assert not store.decisions.links(made)


def test_what_is_hidden_ends_a_chain_without_telling(memory: MemoryFactory) -> None:
    """Who may not see a link of a chain sees it end there, and no sign of more."""
    store = memory()
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    first = anna.decisions.record("fee_negotiation", at="2024-01-01")
    hidden = anna.decisions.record(
        "fee_negotiation", at="2024-01-02", causes=[first.id], audience="group:finance"
    )
    last = anna.decisions.record("fee_negotiation", at="2024-01-03", causes=[hidden.id])
    assert [step.id for step in anna.decisions.chain(last.id).causes] == [hidden.id, first.id]
    seen = bert.decisions.chain(last.id, depth=1)
    assert (seen.causes, seen.is_cut) == ((), False)
    assert not bert.decisions.chain(first.id).effects
    assert not [one for one in bert.decisions.links(last.id) if hidden.id in one.source]


def test_an_erased_link_of_a_chain_leads_on(memory: MemoryFactory) -> None:
    """Of an erased decision a chain says that it was erased, and goes on to what led to it."""
    store = memory()
    ids = chained(store, AUDIT[:3], "ellen")
    store.erase(ids[1], reason="She asked for it.")
    causes = store.decisions.chain(ids[2]).causes
    assert [(step.id, step.is_erased, step.depth) for step in causes] == [
        (ids[1], True, 1),
        (ids[0], False, 2),
    ]
    assert causes[0].decision is None
    assert causes[0].relation is None
    assert store.acting_as(ADA).verify().ok


def test_proposed_links_wait_for_a_person(memory: MemoryFactory) -> None:
    """A cause that the text gives, an event that it names, and a shared trigger are proposed with
    their grounds; a person confirms or rejects them, and a rejected one does not come back."""
    store = memory()
    raised = store.decisions.record(
        "capacity_for_loss",
        subject="ellen",
        at="2025-09-01",
        recommendation="Raise capacity for loss to medium",
    )
    store.decisions.record("fee_negotiation", subject="ellen", at="2025-09-02", trigger="review")
    moved = store.decisions.record(
        "rebalance_decision",
        subject="ellen",
        at="2025-10-01",
        trigger="review",
        reasoning="Rebalanced because of the raised capacity for loss.",
    )
    proposed = store.decisions.links(moved.id, proposed=True)
    assert {(one.type.value, one.source == raised.id) for one in proposed} == {
        ("caused", True),
        ("influenced", False),
    }
    assert all(one.grounds for one in proposed)
    caused = next(one for one in proposed if one.type == "caused")
    assert all(step.is_proposed for step in store.decisions.chain(moved.id).causes)
    with pytest.raises(Conflict, match="person"):
        store.acting_as(BOT).decisions.confirm_link(caused.id)
    with pytest.raises(Conflict, match="evidence"):
        store.acting_as(BOT).decisions.link(raised.id, "caused", moved.id)
    confirmed = store.decisions.confirm_link(caused.id, reason="I was there.")
    assert not confirmed.is_proposed
    with pytest.raises(Conflict, match="holds already"):
        store.decisions.confirm_link(caused.id)
    (other,) = store.decisions.links(moved.id, proposed=True)
    store.decisions.reject_link(other.id, reason="By chance.")
    assert not store.decisions.links(moved.id, proposed=True)
    (step,) = store.decisions.chain(moved.id).causes
    assert (step.id, step.is_proposed) == (raised.id, False)


def test_a_message_confirms_a_proposed_link(memory: MemoryFactory) -> None:
    """A program that gives a person's message as evidence confirms what a rule proposed; its own
    words confirm nothing."""
    store = memory()
    first = store.decisions.record("fee_negotiation", subject="omar", trigger="letter of May")
    then = store.decisions.record("client_offboarding", subject="omar", trigger="letter of May")
    store.conversations.start("talk")
    store.conversations.append(
        "talk", {"id": "m1", "author_id": "tom", "content": "He leaves because of the fee."}
    )
    bot = store.acting_as(BOT)
    bot.conversations.start("own")
    bot.conversations.append("own", {"id": "b1", "author_id": "bot", "content": "It is so."})
    with pytest.raises(Conflict, match="person's message"):
        bot.decisions.link(first.id, "influenced", then.id, evidence=["b1"])
    link = bot.decisions.link(
        first.id, "influenced", then.id, evidence=["m1"], reason="Tom says so."
    )
    assert not link.is_proposed
    assert link.evidence == ("m1",)
    assert len([one for one in store.decisions.links(then.id) if one.type == "influenced"]) == 1


def test_events_name_each_other(memory: MemoryFactory) -> None:
    """A decision whose trigger names an event is proposed as its effect; a repeated event
    proposes nothing anew."""
    store = memory()
    store.sources.event(
        "drift_accepted", id="ev-100", subject="ellen", occurred_at="2025-03-01", reason="Wait."
    )
    for _ in range(2):
        store.sources.event(
            "rebalance",
            id="ev-200",
            subject="ellen",
            occurred_at="2025-06-01",
            trigger={"event": "ev-100"},
            reason="Drift again.",
        )
    (link,) = store.decisions.links(proposed=True)
    assert "ev-100" in (link.grounds or "")
    newest = store.decisions.list(subject="ellen").decisions[0]
    assert [step.depth for step in store.decisions.chain(newest.id).causes] == [1]


def test_complexity_grows_with_each_count(memory: MemoryFactory) -> None:
    """S0-59: each further entity and each further type of decision raises the score."""
    store = memory()
    made = store.decisions.record("fee_negotiation", subject="omar")
    scores = [store.decisions.complexity(made.id).score]
    for kind in ("Account", "Meeting", "Organization"):
        store.decisions.link(made.id, "about", store.graph.entity(kind, f"one {kind}").id)
        scores.append(store.decisions.complexity(made.id).score)
    for type in ("switch_transfer", "client_offboarding"):
        other = store.decisions.record(type)
        store.decisions.link(made.id, "influenced", other.id)
        scores.append(store.decisions.complexity(made.id).score)
    assert scores == sorted(set(scores))
    found = store.decisions.complexity(made.id)
    assert (found.related_entities, found.decision_types) == (4, 3)


def test_a_link_is_stated_once(memory: MemoryFactory) -> None:
    """The same link with another reason has that reason; no second one is made."""
    store = memory()
    a, b = (store.decisions.record("fee_negotiation", at="2024-01-01").id for _ in range(2))
    first = store.decisions.link(a, "caused", b, reason="So it seems.")
    assert store.decisions.link(a, "caused", b).id == first.id
    again = store.decisions.link(a, "caused", b, reason="Tom said so.")
    assert (again.id, again.reason) == (first.id, "Tom said so.")
    assert len(store.decisions.links(a)) == 1


def test_unknown_is_not_found(memory: MemoryFactory) -> None:
    """A fact is no decision, and an id of nothing is refused alike."""
    store = memory()
    fact = store.add(content="Ellen likes tea.", subject="ellen")
    for id in (fact.id, "km_000000000000", "x"):
        with pytest.raises(NotFound, match="decision"):
            store.decisions.get(id)
    with pytest.raises(NotFound):
        store.decisions.links("km_000000000000")
