"""Recording decisions: what is kept of them, what they are linked to, and what is refused."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from remembrancer import Conflict, InvalidInput, Memory, NotFound
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.people import ADA, ANNA, BERT, BOT, COLLECTOR

EARLY: dict[str, Any] = {
    "trigger": "Ellen wants to stop working at 58",
    "context_gathered": [
        {"current_pension_value": 310_000},
        {"projected_growth": 0.04},
        {"state_pension_age": 67},
        "lifestyle_expectations: travel for the first ten years",
    ],
    "alternatives_considered": ["defer to 60", "partial at 58", "full at 58 with drawdown"],
    "recommendation": "Partial retirement at 58 with phased drawdown from the SIPP",
    "reasoning": "The pot lasts to 92 if she works three days a week until 62.",
    "outcome": "Ellen agreed and reduces her hours from May.",
    "participants": ["adviser-7", "client-12"],
}


def test_all_fields_of_a_trace_come_back(memory: MemoryFactory) -> None:
    """S0-41: the eight fields are read back as they were told, and related entries resolve."""
    store = memory()
    known = store.add(content="Ellen's SIPP is worth £310,000.", subject="ellen")
    made = store.decisions.record(
        "drawdown_vs_annuity", subject="ellen", related_entries=[known.id], **EARLY
    )
    found = store.decisions.get(made.id)
    assert found == made
    assert found.kind == "decision_trace"
    assert found.decision_type == "drawdown_vs_annuity"
    assert found.category == "advice"
    for name, value in EARLY.items():
        told = getattr(found, name)
        assert (list(told) if isinstance(told, tuple) else told) == value
    assert store.get(found.related_entries[0]).content == known.content
    assert store.items(kind="decision_trace")[0].id == made.id


@pytest.mark.parametrize(
    ("preset", "kind"),
    [
        ("adviser", "decision_trace"),
        ("community", "decision_trace"),
        ("companion", "decision"),
        ("desk", "decision"),
        ("corporate", "decision"),
    ],
)
def test_every_preset_records_decisions(memory: MemoryFactory, preset: str, kind: str) -> None:
    """A decision is an item of the kind that the preset names, with links and policies."""
    store = memory(preset)
    rule = store.policies.add(
        "Two offers", description="Get two offers.", category="buying", effective_from="2020-01-01"
    )
    first = store.decisions.record("fee_negotiation", subject="acme", recommendation="Ask again.")
    then = store.decisions.record(
        "switch_transfer",
        subject="acme",
        recommendation="Move to the second one.",
        causes=[first.id],
        policies=[rule.id],
    )
    assert store.get(then.id).kind == kind
    assert [one.name for one in then.policies] == ["Two offers"]
    assert [step.id for step in store.decisions.chain(then.id).causes] == [first.id]
    assert [one.id for one in store.decisions.list(subject="acme")] == [then.id, first.id]


def test_a_recorded_decision_replaces_none(memory: MemoryFactory) -> None:
    """Two decisions of one type about one client stand side by side, however alike they are."""
    for preset in ("adviser", "companion", "corporate"):
        store = memory(preset)
        made = [
            store.decisions.record(
                "contribution_level",
                subject="ellen",
                recommendation=f"Ellen pays £{amount} a month into her pension.",
            )
            for amount in (300, 400, 250)
        ]
        store.jobs.wait()
        assert {store.decisions.get(one.id).lifecycle for one in made} == {"active"}
        assert not store.review.contradictions()


def test_types_are_found_however_they_are_written(memory: MemoryFactory) -> None:
    """The title, the name with spaces and the name itself are one type."""
    store = memory()
    for given in ("Switch/Transfer", "switch transfer", "SWITCH_TRANSFER", "switch-transfer"):
        assert store.decisions.record(given).decision_type == "switch_transfer"
    assert len(store.decisions.list(type="Switch/Transfer")) == 4
    assert len(store.decisions.list(category="Portfolio and investment")) == 4
    assert not store.decisions.list(category="advice")


def test_each_type_of_the_catalogue_is_accepted_and_covered(memory: MemoryFactory) -> None:
    """S0-79 to S0-83: 25 types in five categories, each with its feeds; coverage counts them."""
    store = memory()
    catalogue = store.decisions.catalogue()
    sizes: dict[str, int] = {}
    for entry in catalogue:
        sizes[entry.category] = sizes.get(entry.category, 0) + 1
        assert entry.captures
        assert entry.feeds
    assert list(sizes.values()) == [7, 5, 5, 5, 3]
    assert store.decisions.coverage().captured == 0
    for entry in catalogue[:24]:
        made = store.decisions.record(entry.title)
        assert made.decision_type == entry.type
        assert [one.id for one in store.decisions.list(type=entry.type)] == [made.id]
    covered = store.decisions.coverage()
    assert covered.captured == 24
    assert covered.never == (catalogue[24].type,)
    assert covered.types[0].by_source == {"manual": 1}
    assert covered.types[0].missing_feeds == ("meeting", "conversation")


def test_coverage_tells_from_where(memory: MemoryFactory) -> None:
    """What a platform reports and what somebody types count by their source."""
    store = memory()
    store.sources.event("rebalance", id="ev-1", subject="ellen", reason="drift")
    store.decisions.record("rebalance_decision", subject="ellen")
    row = next(
        one for one in store.decisions.coverage().types if one.entry.type == "rebalance_decision"
    )
    assert row.by_source == {"manual": 1, "platform_event": 1}
    assert row.missing_feeds == ()


def test_the_subject_is_an_entity(memory: MemoryFactory) -> None:
    """A decision is about the client's entity, which is found by id or name, else made."""
    store = memory()
    ellen = store.graph.entity("Client", "Ellen Ek", external_id="client-12")
    one = store.decisions.record("fee_negotiation", subject="client-12")
    other = store.decisions.record("fee_negotiation", subject="Omar")
    assert one.about == (ellen.id,)
    (omar,) = store.graph.entities(kind="Client", name="Omar")
    assert other.about == (omar.id,)
    assert [d.id for d in store.decisions.list(subject="Ellen Ek")] == [one.id]
    nora = store.graph.entity("Person", "Nora")
    assert store.decisions.record("fee_negotiation", subject="nora").about == (nora.id,)
    assert not store.graph.entities(kind="Client", name="nora")


def test_a_link_makes_a_decision_about_somebody(memory: MemoryFactory) -> None:
    """S0-72: decisions are listed by their subject and by links to the client, and no others."""
    store = memory()
    ellen = store.graph.entity("Client", "Ellen")
    own = store.decisions.record("fee_negotiation", subject="Ellen")
    joint = store.decisions.record("fee_negotiation", subject="Omar")
    store.decisions.record("fee_negotiation", subject="Nils")
    store.decisions.link(joint.id, "about", ellen.id, reason="They are married.")
    assert {d.id for d in store.decisions.list(subject="Ellen")} == {own.id, joint.id}


def test_exceptions_and_escalations_tell_who(memory: MemoryFactory) -> None:
    """S0-62: who granted an exception and who decided an escalation are on record."""
    store = memory()
    rule = store.policies.add_defaults(effective_from="2020-01-01")[0]
    made = store.decisions.record(
        "risk_profile_override",
        subject="ellen",
        policies=[{"policy": rule.id, "how": "overridden", "justification": "She insists."}],
        exception={"justification": "One band up.", "granted_by": "Tom", "policy": rule.id},
        escalation={"reason": "Above my limit.", "to": "head of advice", "decided_by": "Ingrid"},
    )
    found = store.decisions.get(made.id)
    assert found.policies[0].how == "overridden"
    assert found.policies[0].justification == "She insists."
    assert found.exceptions[0].granted_by == "Tom"
    assert found.exceptions[0].policy_id == rule.id
    assert found.escalations[0].decided_by == "Ingrid"
    kinds = {one.kind for one in store.graph.neighbours(made.id)}
    assert kinds == {"Client", "Policy", "Exception", "Escalation"}


def test_a_repeated_call_records_once(memory: MemoryFactory) -> None:
    """The same key gives the same decision; other words under it are refused."""
    store = memory()
    first = store.decisions.record("fee_negotiation", recommendation="1 %", key="k1")
    again = store.decisions.record("fee_negotiation", recommendation="1 %", key="k1")
    assert again == first
    rule = store.policies.add_defaults(effective_from="2020-01-01")[0].id
    whole = [
        store.decisions.record("fee_negotiation", subject="ellen", policies=[rule], key="k2")
        for _ in range(2)
    ]
    assert whole[0] == whole[1]
    assert whole[1].policies
    assert len(store.decisions.list()) == 2
    with pytest.raises(Conflict):
        store.decisions.record("fee_negotiation", recommendation="2 %", key="k1")
    with pytest.raises(Conflict):
        store.decisions.record("fee_negotiation", recommendation="1 %", causes=[first.id], key="k1")


def later(store: Memory) -> str:
    return store.decisions.record("fee_negotiation", at="2026-03-01").id


def ended(store: Memory) -> str:
    return store.policies.add(
        "Old rule",
        description="It was.",
        category="old",
        effective_from="2019-01-01",
        effective_to="2020-01-01",
    ).id


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"type": "rebalanse decision"}, "Did you mean 'rebalance_decision'?"),
        ({"type": "///"}, "no letter"),
        ({"recomendation": "x"}, "Did you mean 'recommendation'?"),
        ({"outcome_due": "2001-01-01"}, "before the decision"),
        ({"causes": [later], "at": "2025-01-01"}, "is later than"),
        ({"causes": ["km_000000000000"]}, "km_000000000000"),
        ({"related_entries": ["km_000000000000"]}, "km_000000000000"),
        ({"policies": ["km_000000000000"]}, "km_000000000000"),
        ({"policies": [ended]}, "ended on 2020-01-01"),
        ({"policies": [{"policy": ended, "how": "ignored"}]}, "how"),
        ({"policies": ["km_1", {"policy": "km_1", "how": "skipped"}]}, "twice"),
        ({"exception": {"granted_by": "Tom"}}, "justification"),
        ({"exception": " "}, "exception is empty"),
        ({"escalation": {"reason": "\n"}}, "escalation is empty"),
        ({"alternatives_considered": ["x"] * 101}, "alternatives_considered"),
        ({"participants": [""]}, "participants"),
        ({"confidence": 2.0}, "confidence"),
    ],
)
def test_what_cannot_be_is_refused(
    memory: MemoryFactory, fields: dict[str, Any], words: str
) -> None:
    """A wrong decision is refused with what to do, and nothing of it is stored."""
    store = memory()

    def made(value: Any) -> Any:
        if callable(value):
            return value(store)
        if isinstance(value, list):
            return [made(one) for one in value]
        if isinstance(value, dict):
            return {name: made(one) for name, one in value.items()}
        return value

    given = {"type": "fee_negotiation", "subject": "ellen", **fields}
    given = {name: made(value) for name, value in given.items()}
    before = len(store.decisions.list()), len(store.graph.entities())
    with pytest.raises((InvalidInput, NotFound)) as refused:
        store.decisions.record(given.pop("type"), **given)
    assert words in str(refused.value)
    assert (len(store.decisions.list()), len(store.graph.entities())) == before


def test_a_hidden_cause_is_as_unknown(memory: MemoryFactory) -> None:
    """Somebody who may not see a decision cannot name it, and is not told that it is there."""
    store = memory()
    hidden = store.acting_as(ANNA).decisions.record(
        "fee_negotiation", subject="ellen", audience="group:finance"
    )
    bert = store.acting_as(BERT)
    errors = []
    for id in (hidden.id, "km_0123456789ab"):
        for act in (
            lambda id=id: bert.decisions.record("fee_negotiation", causes=[id]),
            lambda id=id: bert.decisions.get(id),
            lambda id=id: bert.decisions.chain(id),
            lambda id=id: bert.decisions.context(id),
            lambda id=id: bert.decisions.outcome(id, "It went well."),
        ):
            with pytest.raises(NotFound) as refused:
                act()
            errors.append(str(refused.value).replace(id, "ID"))
    assert errors[:5] == errors[5:]
    assert not bert.decisions.list(subject="ellen")
    assert bert.decisions.coverage().captured == 0


def test_outcomes_and_revisits_come_later(memory: MemoryFactory, clock: FrozenClock) -> None:
    """What came of a decision is added with its time, and the decision as it was stays."""
    store = memory()
    made = store.decisions.record("switch_transfer", subject="ellen", recommendation="Move.")
    assert made.outcome_due is not None
    assert not store.decisions.outcomes_due()
    clock.advance(timedelta(days=200))
    (due,) = store.decisions.outcomes_due()
    assert due.id == made.id
    (reminder,) = store.reminders()
    assert (reminder.item.id, reminder.deadline) == (made.id, made.outcome_due)
    (once,) = store.reminders(new=True)
    assert "what came of it, due" in (store.receipt(once.receipt or "").text or "")
    assert not store.reminders(new=True)
    store.decisions.outcome(made.id, "Annual fee down by 0.6 %.", value={"saved": 45_000})
    told = store.decisions.revisit(made.id, reason="The fund was closed.", at="2026-05-02")
    assert not store.reminders()
    assert [one.text for one in told.outcomes] == ["Annual fee down by 0.6 %."]
    assert told.outcomes[0].value == {"saved": 45_000}
    assert told.revisits[0].at == datetime(2026, 5, 2, tzinfo=UTC)
    assert not store.decisions.outcomes_due()
    assert store.decisions.context(made.id).decision.outcomes == ()
    with pytest.raises(InvalidInput, match="before the decision"):
        store.decisions.outcome(made.id, "Too early.", at="2001-01-01")


@pytest.mark.parametrize("blank", ["", "  \n"])
def test_an_empty_outcome_is_refused(memory: MemoryFactory, blank: str) -> None:
    """Nothing is no outcome and no reason, and hides nothing that was told."""
    store = memory()
    made = store.decisions.record("fee_negotiation")
    store.decisions.outcome(made.id, "It held.")
    with pytest.raises(InvalidInput, match="empty"):
        store.decisions.outcome(made.id, blank)
    with pytest.raises(InvalidInput, match="empty"):
        store.decisions.revisit(made.id, reason=blank)
    assert [one.text for one in store.decisions.get(made.id).outcomes] == ["It held."]


def test_a_client_may_be_named_by_the_id_of_the_entity(memory: MemoryFactory) -> None:
    """What a look-up gives as the id names the client, and makes no second one."""
    store = memory()
    gus = store.graph.entity("Client", "Gus", external_id="crm-2")
    made = store.decisions.record("fee_negotiation", subject=gus.id)
    assert (made.subject, made.about) == ("crm-2", (gus.id,))
    for name in (gus.id, "Gus", "crm-2"):
        assert [one.id for one in store.decisions.list(subject=name)] == [made.id]
    assert len(store.graph.entities(kind="Client")) == 1
    with pytest.raises(NotFound):
        store.decisions.record("fee_negotiation", subject="ent_0123456789ab")


def test_of_two_namesakes_none_is_taken(memory: MemoryFactory) -> None:
    """Where two clients have one name, a decision by that name is linked to neither."""
    store = memory()
    for id in ("crm-1", "crm-2"):
        store.graph.entity("Client", "John Smith", external_id=id)
    assert store.decisions.record("fee_negotiation", subject="John Smith").about == ()
    assert len(store.decisions.record("fee_negotiation", subject="crm-2").about) == 1
    assert len(store.graph.entities(kind="Client")) == 2


def test_old_decisions_remind_nobody(memory: MemoryFactory) -> None:
    """A decision of years ago that is recorded now has no outcome due, unless a day is given."""
    store = memory()
    assert store.decisions.record("switch_transfer", at="2019-01-01").outcome_due is None
    day = store.decisions.record("switch_transfer", outcome_due="2026-12-01").outcome_due
    assert day == date(2026, 12, 1)


def test_a_program_records_with_links_where_people_review(memory: MemoryFactory) -> None:
    """In corporate a program's decision waits for a person, with its links."""
    store = memory("corporate")
    cause = store.acting_as(ADA).decisions.record("incident", subject="billing")
    store.acting_as(ADA).review.approve(cause.id)
    made = store.acting_as(BOT).decisions.record(
        "rollback", subject="billing", recommendation="Roll back.", causes=[cause.id]
    )
    assert store.decisions.get(made.id).review == "pending"
    with pytest.raises(NotFound):
        store.acting_as(COLLECTOR).decisions.get(made.id)
    (step,) = store.acting_as(ADA).decisions.chain(made.id).causes
    assert step.id == cause.id


def test_events_are_decisions_with_their_reason(memory: MemoryFactory) -> None:
    """S0-44, S0-85: a platform's change is listed with who approved it and what was before."""
    store = memory()
    store.sources.event(
        "allocation_change",
        id="ev-7",
        subject="ellen",
        trigger={"meeting": "m-1"},
        approved_by="tom",
        process="four eyes",
        before={"equity": 40},
        after={"equity": 60},
        reason="Capacity for loss was raised.",
    )
    (found,) = store.decisions.list(subject="ellen")
    assert found.decision_type == "asset_allocation_decision"
    assert (found.approved_by, found.process) == ("tom", "four eyes")
    assert (found.before, found.after) == ({"equity": 40}, {"equity": 60})
    assert found.event_id == "ev-7"
