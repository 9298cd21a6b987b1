"""What callers give of an item: confidence, and how a decision came about."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from remembrancer import InvalidInput, Item, Memory, Outcome
from remembrancer.core.limits import CONTENT_CHARACTERS_MAX
from remembrancer.items.kinds.decision_trace import TracePayload
from tests.scenarios.stage import Stage

PRESETS = ("adviser", "companion", "community", "desk", "corporate")
WRONG = (1.000001, 1.5, 95, -0.01, float("nan"), float("inf"), True, "0.9", "high", [0.5])
TRACE = {
    "trigger": "Client asked about early retirement at 58",
    "context_gathered": ["current_pension_value", {"projected_growth": 0.04}],
    "alternatives_considered": ["defer to 60", "partial at 58"],
    "recommendation": "Partial retirement at 58 with phased drawdown",
    "reasoning": "Keeps the lump sum",
    "outcome": "Agreed",
    "participants": ["adviser-1", "client-9"],
    "related_entries": ["km_0123456789ab"],
}


def _added(store: Memory, given: Any) -> Item:
    return store.add(content="x", confidence=given)


def _updated(store: Memory, given: Any) -> Item:
    return store.update(store.add(content="y").id, confidence=given)


def _superseded(store: Memory, given: Any) -> Item:
    return store.supersede(store.add(content="z").id, content="w", confidence=given)


def _as_it_stands(store: Memory, given: Any) -> Item:
    return store.remember("v", infer=False, confidence=given).items[0]


DOORS = (_added, _updated, _superseded, _as_it_stands)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("door", DOORS)
def test_a_confidence_is_a_number_from_0_to_1(
    stage: Stage, preset: str, door: Callable[[Memory, Any], Item]
) -> None:
    """S4-07: whatever else is given is refused by name and never made to fit, wherever it is
    given, and nothing is stored with it."""
    store = stage.open(preset)
    for given in WRONG:
        with pytest.raises(InvalidInput, match="confidence") as refused:
            door(store, given)
        assert refused.value.field == "confidence"
    with pytest.raises(InvalidInput, match="confidence"):
        store.add_many([{"content": "a"}, {"content": "b", "confidence": 2}])
    assert not {one.content for one in store.items()} & {"x", "w", "v", "a", "b"}
    for right in (0, 0.25, 1):
        assert 0.0 <= door(store, right).confidence <= 1.0


def test_a_wrong_confidence_in_notes_and_old_records_is_told(stage: Stage, tmp_path: Path) -> None:
    """Of a list that others wrote, the entry with a wrong confidence is named and the rest kept."""
    store = stage.open("adviser")
    notes = {"financial_facts": [{"content": "Too sure.", "confidence": 3}, "Sure enough."]}
    made = store.sources.meeting("m-1", notes, subject="ellen")
    assert [one.content for one in made.items] == ["Sure enough."]
    assert ["confidence" in one.reason for one in made.skipped] == [True]
    (record,) = store.sources.backfill(
        [{"id": "m-2", "client_id": "ellen", "notes": notes}], dry_run=True
    ).files
    assert record.outcome is not Outcome.FAILED


@pytest.mark.parametrize("preset", ["adviser", "community"])
@pytest.mark.parametrize(
    ("field", "given", "says"),
    [
        ("alternatives_considered", "defer to 60", "a list"),
        ("alternatives_considered", [1], "a text"),
        ("alternatives_considered", ["x"] * 101, "the limit is 100"),
        ("context_gathered", {"a": 1}, "a list"),
        ("recommendation", 58, "a text"),
        ("recommendation", ["both"], "a text"),
        ("reasoning", {"why": "so"}, "a text"),
        ("reasoning", "x" * (CONTENT_CHARACTERS_MAX + 1), "Shorten it"),
        ("outcome", False, "a text"),
        ("participants", "adviser-1", "a list"),
        ("participants", [{"adviser_id": 1}], "a text"),
        ("participants", ["n" * 201], "the limit is 200"),
        ("related_entries", "km_0123456789ab", "a list"),
        ("concerns", "cost", "a list"),
        ("tool_calls", ["search"], "a mapping"),
        ("recomendation", "Defer", "'recommendation'"),
        ("alternatives", ["a"], "'alternatives_considered'"),
        ("chain_of_thought", "First I thought …", "metadata"),
    ],
)
def test_a_wrong_field_of_a_trace_is_named(
    stage: Stage, preset: str, field: str, given: Any, says: str
) -> None:
    """S0-41: the payload of a decision trace is checked field by field when it is added, changed
    or takes another's place, and the error names the field and what to give."""
    store = stage.open(preset)
    kept = store.add(content="Partial at 58.", kind="decision_trace", data=TRACE)
    fact = store.add(content="A plain fact.", kind="fact", data={field: given})
    wrong = {**TRACE, field: given}
    calls: tuple[Callable[[], Any], ...] = (
        lambda: store.add(content="x", kind="decision_trace", data=wrong),
        lambda: store.add_many([{"content": "x", "kind": "decision_trace", "data": wrong}]),
        lambda: store.update(kept.id, data=wrong),
        lambda: store.update(fact.id, kind="decision_trace"),
        lambda: store.supersede(kept.id, content="y", data=wrong),
        lambda: store.remember("x", infer=False, kind="decision_trace", data=wrong),
    )
    for number, call in enumerate(calls):
        if number == 3 and field not in TracePayload.model_fields:
            continue  # what an item holds already it may keep
        with pytest.raises(InvalidInput) as refused:
            call()
        assert refused.value.field == "data"
        assert field in str(refused.value)
        assert says in str(refused.value)
    assert store.get(kept.id).data == TRACE


def test_a_sound_trace_is_kept_as_it_was_given(stage: Stage) -> None:
    """All eight fields come back; an empty field, and what an event tells beside them, is fine."""
    store = stage.open("adviser")
    kept = store.add(content="Partial at 58.", kind="decision_trace", data=TRACE)
    assert store.get(kept.id).data == TRACE
    assert store.update(kept.id, data={**TRACE, "outcome": None}).data["outcome"] is None
    made = store.sources.event("risk_override", subject="ellen", before={"a": 1}, after={"a": 2})
    (trace,) = made.traces
    changed = store.update(trace.id, data={**trace.data, "reasoning": "She asked for it."})
    assert changed.data["after"] == {"a": 2}


def test_data_that_a_caller_gives_for_all_stays_with_a_trace(stage: Stage) -> None:
    """What is drawn out of a talk keeps the caller's own fields: nothing is lost for a name."""
    store = stage.open("adviser")
    talk = ["We recommend phased drawdown, because it keeps the lump sum.", "Agreed."]
    at = "2026-03-01T09:00:00+00:00"
    made = store.remember(
        [
            {"author_id": who, "content": text, "timestamp": at}
            for who, text in zip(("Anna", "Ellen"), talk, strict=True)
        ],
        subject="ellen",
        data={"crm_number": 7},
    )
    traces = [one for one in made.items if one.kind == "decision_trace"]
    assert [one.data["crm_number"] for one in traces] == [7] * len(traces)
    assert traces
