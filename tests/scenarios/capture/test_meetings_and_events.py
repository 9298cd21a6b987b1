"""Meetings and platform events: what they already hold becomes knowledge, without a model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from remembrancer import Outcome, Proposal
from remembrancer.items.kinds.decision_trace import AgentDecision
from remembrancer.testing import FrozenClock, ScriptedModel
from tests.people import ADA, ANNA
from tests.scenarios.stage import Extractor, Stage

FACTS: list[dict[str, Any]] = [
    {
        "content": "Ellen wants to retire at 58.",
        "category": "demographic",
        "data": {"retirement_age": 58, "spouse": {"name": "Tom", "age": 55}},
    },
    {
        "content": "Ellen earns £82,000 a year as a surgeon.",
        "category": "income",
        "data": {"amount": 82000, "currency": "GBP", "per": "year"},
    },
    {
        "content": "The Leeds flat is worth £310,000 and let.",
        "category": "asset",
        "data": {"value": 310000, "rent": [1150, 1200]},
    },
]
ACTIONS: list[dict[str, Any]] = [
    {
        "content": "Send Ellen the drawdown illustration.",
        "deadline": "2026-03-16",
        "priority": "high",
        "owner": "anna",
    },
    {"description": "Ask Tom for his pension statement.", "deadline": "2026-04-01"},
]
NOTES = {"financial_facts": FACTS, "action_items": ACTIONS, "summary": None}


def test_a_finished_analysis_makes_its_mapping_due_once(stage: Stage) -> None:
    """S0-21: when all branches are done one job is due, however often that is said; then the
    entries are there."""
    store = stage.open("adviser")
    partly = {"financial_facts": FACTS[:1]}
    store.sources.meeting("m-58", partly, subject="ellen", complete=False)
    assert store.jobs.list() == ()
    for _ in range(2):
        store.sources.meeting("m-58", NOTES, subject="ellen", wait=False)
    (job,) = store.jobs.list()
    assert job.kind == "meeting"
    assert not store.items(source_id=["m-58"])
    assert store.jobs.wait().done == 1
    assert len(store.items(source_id=["m-58"])) == len(FACTS) + len(ACTIONS)
    assert store.jobs.list() == ()


def test_the_entries_appear_without_a_call(stage: Stage) -> None:
    """S0-21: where a thread works in the background, nobody has to ask for the entries."""
    store = stage.open("adviser", background=True)
    changes = store.subscribe("ellen", idle_seconds=60)
    store.sources.meeting("m-58", NOTES, subject="ellen", wait=False)
    seen = [next(changes).item_id for _ in (*FACTS, *ACTIONS)]
    assert {store.get(id).source_id for id in seen} == {"m-58"}


def test_each_fact_is_one_entry_as_it_stands(stage: Stage) -> None:
    """S0-22: N financial facts are N facts with the same content, category and data."""
    store = stage.open("adviser").acting_as(ANNA)
    made = store.sources.meeting("m-58", NOTES, subject="ellen").items
    facts = [one for one in made if one.kind == "fact"]
    assert [(one.content, one.category, one.data) for one in facts] == [
        (given["content"], given["category"], given["data"]) for given in FACTS
    ]
    assert {(one.source_type, one.source_id, one.subject, one.source_user) for one in facts} == {
        ("meeting", "m-58", "ellen", ANNA.name)
    }


def test_each_action_item_keeps_its_deadline_and_priority(stage: Stage) -> None:
    """S0-23: M action items are M entries, with deadline and priority in their metadata."""
    store = stage.open("adviser")
    made = store.sources.meeting("m-58", NOTES, subject="ellen").items
    actions = [one for one in made if one.kind == "action_item"]
    assert [(one.content, one.metadata) for one in actions] == [
        (
            "Send Ellen the drawdown illustration.",
            {"deadline": "2026-03-16", "priority": "high", "owner": "anna"},
        ),
        ("Ask Tom for his pension statement.", {"deadline": "2026-04-01"}),
    ]


def test_each_entry_rests_on_its_words_in_the_notes(stage: Stage) -> None:
    """S0-22: every entry names the raw notes, and the place in them where its words stand."""
    store = stage.open("adviser")
    made = store.sources.meeting("m-58", NOTES, subject="ellen")
    assert made.source is not None
    for one in made.items:
        (evidence,) = one.evidence
        assert evidence.source_id == made.source.id
        assert made.source.content[evidence.start : evidence.end] == evidence.quote == one.content


def test_no_model_is_asked_for_a_meeting(stage: Stage) -> None:
    """S0-24: with a model that cannot be asked the pipeline succeeds, and asks it nothing."""
    model = ScriptedModel([])
    store = stage.open("adviser", llm=model)
    made = store.sources.meeting("m-58", NOTES, subject="ellen", transcript="Ellen: Fifty-eight.")
    report = store.sources.backfill([{"id": "m-59", "client_id": "ellen", "notes": NOTES}])
    store.jobs.wait()
    assert len(made.items) == report.items_new == len(FACTS) + len(ACTIONS)
    assert model.asked == []


def test_what_is_no_fact_is_named_and_the_rest_is_kept(stage: Stage) -> None:
    """S0-22: a fact without content is left out with the reason; its neighbours are entries."""
    store = stage.open("adviser")
    made = store.sources.meeting("m-60", {"financial_facts": [{"amount": 5}, "Ellen is 52.", 7]})
    assert [one.content for one in made.items] == ["Ellen is 52."]
    assert [one.text for one in made.skipped] == ['{"amount": 5}', "7"]
    assert all("financial_facts, number" in one.reason for one in made.skipped)


def meetings() -> list[dict[str, Any]]:
    return [
        {"id": "m-1", "client_id": "ellen", "status": "completed", "notes": NOTES},
        {"id": "m-2", "client_id": "tom", "status": "completed", "notes": None},
        {"id": "m-3", "client_id": "tom", "status": "scheduled", "notes": NOTES},
        {
            "id": "m-4",
            "client_id": "tom",
            "status": "completed",
            "notes": {"financial_facts": FACTS[:1], "action_items": []},
        },
    ]


@pytest.mark.parametrize("form", ["records", "file", "lines"])
def test_a_backfill_run_twice_inserts_once(stage: Stage, tmp_path: Path, form: str) -> None:
    """S0-30: the second run over the same meetings inserts 0; meetings without notes are
    skipped, and so are those that are not completed."""
    given: Any = meetings()
    if form == "file":
        given = tmp_path / "meetings.json"
        given.write_text(json.dumps({"meetings": meetings()}))
    elif form == "lines":
        given = tmp_path / "meetings.jsonl"
        given.write_text("".join(json.dumps(one) + "\n" for one in meetings()))
    store = stage.open("adviser")
    first, second = store.sources.backfill(given), store.sources.backfill(given)
    outcomes = [Outcome.NEW, Outcome.SKIPPED, Outcome.SKIPPED, Outcome.NEW]
    assert [one.outcome for one in first.files] == outcomes
    assert [one.reason for one in first.skipped] == [
        "Its notes are empty.",
        "It is not completed: its status is 'scheduled'.",
    ]
    assert first.items_new == 6
    assert [len(store.items(subject=name)) for name in ("ellen", "tom")] == [5, 1]
    assert (second.items_new, len(second.known), len(second.skipped)) == (0, 2, 2)
    assert len(store.items()) == 6


def test_a_backfill_knows_what_the_worker_mapped(stage: Stage) -> None:
    """S0-30: a meeting that was captured when it took place is known to the backfill."""
    store = stage.open("adviser")
    store.sources.meeting("m-1", NOTES, subject="ellen")
    report = store.sources.backfill(meetings()[:1])
    assert (report.items_new, report.files[0].items_known) == (0, 5)


def test_a_dry_backfill_stores_nothing(stage: Stage) -> None:
    """S0-30: a dry run says what would come in, and leaves the store as it was."""
    store = stage.open("adviser")
    report = store.sources.backfill(meetings(), dry_run=True)
    assert report.items_new == 6
    assert not store.items()
    assert store.jobs.list() == ()


ALLOCATION: dict[str, Any] = {
    "id": "ev-7719",
    "subject": "ellen",
    "before": {"equities": 70, "bonds": 30},
    "after": {"equities": 55, "bonds": 45},
    "trigger": {"meeting_id": "m-58"},
    "approved_by": "anna@northgate.example",
    "process": "annual review sign-off",
    "reason": "Ellen brings her retirement forward to 58.",
    "payload": "gAAAAABl-encrypted",
    "occurred_at": "2026-02-27T15:30:00+00:00",
}


def test_an_allocation_change_leaves_a_trace(stage: Stage) -> None:
    """S0-44: an allocation change with links becomes a trace with trigger, approver, process and
    the state before."""
    store = stage.open("adviser")
    recorded = store.sources.event("allocation_change", **ALLOCATION)
    trace = store.get(recorded.trace.id)
    assert (trace.kind, trace.subject, trace.source_type) == (
        "decision_trace",
        "ellen",
        "platform_event",
    )
    told = ("trigger", "approved_by", "process", "before", "after")
    assert {name: trace.data[name] for name in told} == {name: ALLOCATION[name] for name in told}
    assert trace.data["reasoning"] == ALLOCATION["reason"]
    assert trace.valid_from == recorded.event.occurred_at
    assert recorded.event.payload == ALLOCATION["payload"]


@pytest.mark.parametrize("told_in", ["fields", "payload", "after", "after, score before"])
def test_a_risk_override_becomes_a_trace(stage: Stage, told_in: str) -> None:
    """S0-46: an override, told in its own fields, in a payload or among the values after it, is a
    Risk Profile Override with its reason and its time, and has the eight fields of a trace."""
    override = {
        "score": 6,
        "score_override": 4,
        "override_reason": "She has no income to fall back on.",
        "overridden_at": "2026-02-20T09:15:00+00:00",
    }
    given: dict[str, Any] = {told_in: override}
    if told_in == "fields":
        given = {**override, "before": {"score": override.pop("score")}}
        del given["score"]
    elif told_in == "after, score before":
        before = {"score": override.pop("score"), "score_override": None}
        given = {"before": before, "after": override}
    store = stage.open("adviser")
    trace = store.sources.event("risk_score_override", subject="ellen", actor="anna", **given).trace
    assert (trace.kind, trace.title) == ("decision_trace", "Risk profile override")
    assert trace.data["decision_type"] == "risk_profile_override"
    assert trace.data["reasoning"] == "She has no income to fall back on."
    assert trace.valid_from is not None
    assert trace.valid_from.isoformat() == "2026-02-20T09:15:00+00:00"
    assert trace.data["outcome"] == "score 6 → 4"
    assert trace.data["participants"] == ["anna"]
    assert trace.data["trigger"] is None
    for name in ("context_gathered", "alternatives_considered", "related_entries"):
        assert trace.data[name] == []
    assert trace.data["recommendation"] is None


def test_a_value_that_is_called_an_override_is_none_by_itself(stage: Stage) -> None:
    """Without a reason or a time, a field among the values is told as it stands."""
    store = stage.open("adviser")
    trace = store.sources.event("settings_change", after={"manual_override": True}).trace
    assert trace.data["after"] == {"manual_override": True}


@pytest.mark.parametrize(
    "trigger",
    [{"meeting_id": "m-58"}, {"conversation_id": "conv-3"}, {"market_event": "rate cut"}],
)
def test_a_trigger_is_a_meeting_a_conversation_or_the_market(
    stage: Stage, trigger: dict[str, str]
) -> None:
    """S0-44: whatever set the change off stands in the trace and in its sentence."""
    store = stage.open("adviser")
    trace = store.sources.event("rebalance", subject="ellen", trigger=trigger).trace
    assert trace.data["trigger"] == trigger
    assert next(iter(trigger.values())) in trace.content


def test_from_the_event_to_the_reason_and_back(stage: Stage) -> None:
    """S0-45: one call leads from an event to its why-record, and one from the record to the
    event."""
    store = stage.open("adviser")
    recorded = store.sources.event("allocation_change", **ALLOCATION)
    for id in (recorded.event.id, "ev-7719"):
        assert [one.id for one in store.sources.why(id)] == [recorded.trace.id]
    assert store.sources.events(recorded.trace.id) == (recorded.event,)


def test_a_decision_told_in_a_meeting_explains_the_event(stage: Stage) -> None:
    """S0-45: an event that names its decision is linked with that one, and no other is made."""
    store = stage.open("adviser")
    decision = store.add(
        kind="decision_trace", subject="ellen", content="Drawdown, because the flat pays rent."
    )
    given = {**ALLOCATION, "decisions": decision.id}
    recorded = store.sources.event("allocation_change", **given)
    assert [one.id for one in recorded.traces] == [decision.id]
    assert [one.id for one in store.sources.why("ev-7719")] == [decision.id]
    assert [one.external_id for one in store.sources.events(decision.id)] == ["ev-7719"]
    later = store.sources.event("transfer", id="ev-7720", subject="ellen")
    store.sources.explain("ev-7720", decision.id)
    assert {one.id for one in store.sources.why("ev-7720")} == {later.trace.id, decision.id}
    assert [one.external_id for one in store.sources.events(decision.id)] == ["ev-7719", "ev-7720"]


def test_the_same_event_told_twice_is_one(stage: Stage) -> None:
    """S0-44: a platform that reports an event again adds nothing."""
    store = stage.open("adviser")
    first = store.sources.event("allocation_change", **ALLOCATION)
    again = store.sources.event("allocation_change", **ALLOCATION)
    assert again.event.id == first.event.id
    assert [one.id for one in again.traces] == [first.trace.id]
    assert len(store.items()) == 1


def test_four_feeds_fill_one_store(stage: Stage, clock: FrozenClock) -> None:
    """S0-84: a meeting, a chat, a decision trace and a platform event land in one store, each
    with its own source type."""

    def preference(message: Any) -> list[Proposal]:
        return [
            Proposal(
                content="Ellen prefers index funds.",
                kind="preference",
                message_id=message.id,
                quote="only index funds",
            )
        ]

    store = stage.open("adviser", extractor=Extractor(preference))
    store.sources.meeting("m-58", {"financial_facts": FACTS[:1]}, subject="ellen")
    chat = store.conversations.start("chat-1", subject="ellen")
    said = {"author_id": "ellen", "content": "From now on only index funds, please."}
    store.conversations.append(chat.id, said)
    store.conversations.close(chat.id)
    store.jobs.wait()
    store.remember(
        "We chose drawdown over an annuity because the flat pays rent.",
        subject="ellen",
        kind="decision_trace",
        infer=False,
    )
    store.sources.event("allocation_change", **ALLOCATION)
    assert {(one.source_type, one.kind) for one in store.items(subject="ellen")} == {
        ("meeting", "fact"),
        ("conversation", "preference"),
        ("manual", "decision_trace"),
        ("platform_event", "decision_trace"),
    }


def test_an_agents_own_decisions_are_accepted_and_found(stage: Stage) -> None:
    """S0-83: a tool call chain, a reading of unclear data and the confidence of an extraction are
    traces of their own types."""
    store = stage.open("adviser")
    for kind in AgentDecision:
        store.sources.event(kind.value, subject="ellen", actor="agent", after="done")
    for kind in AgentDecision:
        (trace,) = store.items(tags=[kind.value])
        assert (trace.kind, trace.data["decision_type"]) == ("decision_trace", kind.value)


@pytest.mark.parametrize(
    ("kind", "decision"),
    [
        ("rebalance", "rebalance_decision"),
        ("kyc_status", "kyc_determination"),
        ("allocation", "asset_allocation_decision"),
        ("transfer", "switch_transfer"),
    ],
)
def test_each_platform_action_is_a_decision_of_its_type(
    stage: Stage, kind: str, decision: str
) -> None:
    """S0-85: rebalance, KYC status, allocation and transfer each yield a decision record of the
    right type."""
    store = stage.open("adviser").acting_as(ADA)
    trace = store.sources.event(kind, subject="ellen", before="draft", after="done").trace
    assert (trace.kind, trace.data["decision_type"]) == ("decision_trace", decision)
    assert decision in trace.tags
