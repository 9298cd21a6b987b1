"""The draft of a decision: what a caller tells of it, and the item that is made of that."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field, JsonValue

from remembrancer.core.base import Value
from remembrancer.core.errors import InvalidInput
from remembrancer.core.scope import Scope
from remembrancer.core.texts.text import Body, Line, Name
from remembrancer.core.time import Moment
from remembrancer.core.validation import validated
from remembrancer.decisions import catalogue
from remembrancer.decisions.decision import (
    DecisionPayload,
    EscalationDraft,
    ExceptionDraft,
    PolicyReference,
)
from remembrancer.items.item import Confidence, Importance, Tags
from remembrancer.items.kinds.decision_trace import TEXTS_MAX, Texts, Words

_ALWAYS: Final = (  # the fields that every trace has
    "trigger",
    "context_gathered",
    "alternatives_considered",
    "recommendation",
    "reasoning",
    "outcome",
    "participants",
    "related_entries",
)
_SHOWN_CHARACTERS_MAX: Final = 400  # of one part of the text that is composed
_OF_ITEM: Final = (
    *("tags", "metadata", "domain", "audience", "is_personal", "sensitivity", "importance"),
    *("confidence", "source_type", "source_id", "subject"),
)


def _one_or_many(value: Any) -> Any:
    return (value,) if isinstance(value, str | Mapping) else value


def _as_reason(value: Any) -> Any:
    return {"decision": value} if isinstance(value, str) else value


def _as_policy(value: Any) -> Any:
    return {"policy": value} if isinstance(value, str) else value


def _as_exception(value: Any) -> Any:
    return {"justification": value} if isinstance(value, str) else value


def _as_escalation(value: Any) -> Any:
    return {"reason": value} if isinstance(value, str) else value


class DecisionReference(Value):
    """Another decision, and why it is linked."""

    decision: Name  # its id
    reason: Body | None = None


Several = BeforeValidator(_one_or_many)
Links = Annotated[
    tuple[Annotated[DecisionReference, BeforeValidator(_as_reason)], ...],
    Several,
    Field(max_length=TEXTS_MAX),
]


class DecisionDraft(Value):
    """What a caller may tell of a decision."""

    type: Name
    subject: Name | None = None  # whom or what it concerns
    at: Moment | None = None  # when it was decided; None: now
    trigger: JsonValue = None
    context_gathered: Annotated[tuple[JsonValue, ...], Several, Field(max_length=TEXTS_MAX)] = ()
    alternatives_considered: Annotated[Texts, Several] = ()
    recommendation: Words | None = None
    reasoning: Words | None = None
    outcome: Words | None = None
    participants: Annotated[tuple[Name, ...], Several, Field(max_length=TEXTS_MAX)] = ()
    related_entries: Annotated[tuple[Name, ...], Several, Field(max_length=TEXTS_MAX)] = ()
    concerns: Annotated[Texts, Several] = ()
    tool_calls: Annotated[tuple[dict[str, JsonValue], ...], Field(max_length=TEXTS_MAX)] = ()
    approved_by: Name | None = None
    process: Line | None = None
    event_kind: Name | None = None
    event_id: Name | None = None
    before: JsonValue = None
    after: JsonValue = None
    outcome_due: date | None = None  # None: the preset decides
    policies: Annotated[
        tuple[Annotated[PolicyReference, BeforeValidator(_as_policy)], ...],
        Several,
        Field(max_length=TEXTS_MAX),
    ] = ()
    causes: Links = ()
    precedents: Links = ()
    exception: Annotated[ExceptionDraft | None, BeforeValidator(_as_exception)] = None
    escalation: Annotated[EscalationDraft | None, BeforeValidator(_as_escalation)] = None
    title: Line | None = None
    content: Body | None = None  # None: it is composed of what is told
    tags: Tags = ()
    metadata: dict[str, JsonValue] = {}
    domain: Name | None = None
    audience: Name | None = None
    is_personal: bool = False
    sensitivity: Name | None = None
    importance: Importance | None = None
    confidence: Confidence | None = None
    source_type: Name | None = None
    source_id: Name | None = None


def draft_from(scope: Scope, given: Mapping[str, Any]) -> DecisionDraft:
    """A checked draft. The time may be told as a time of any item is: valid_from, occurred_at."""
    fields = dict(given)
    for name in ("valid_from", "occurred_at", "decided_at"):
        if name in fields:
            moment = fields.pop(name)
            fields["at"] = moment if fields.get("at") is None else fields["at"]
    draft = validated(DecisionDraft, fields, what="decisions.record()")
    rules = scope.space.preset.decisions
    draft = draft.model_copy(update={"type": catalogue.check_type(rules, draft.type)})
    exception, escalation = draft.exception, draft.escalation
    for name, words in (
        ("exception", None if exception is None else exception.justification),
        ("escalation", None if escalation is None else escalation.reason),
    ):
        if words is not None and not words.strip():
            raise InvalidInput(f"{name} is empty. Say why, or leave it out.", field=name)
    named = [one.policy for one in draft.policies]
    if len(named) != len(set(named)):
        twice = next(one for one in named if named.count(one) > 1)
        raise InvalidInput(
            f"policies names {twice} twice. Say once what the decision did with it.",
            field="policies",
        )
    if draft.outcome_due is not None and draft.outcome_due < (draft.at or scope.now).date():
        raise InvalidInput(
            "outcome_due lies before the decision. Give the day on which to ask what came of it.",
            field="outcome_due",
        )
    return draft


def item_fields(scope: Scope, draft: DecisionDraft) -> dict[str, Any]:
    """The fields of the item that holds the decision."""
    rules = scope.space.preset.decisions
    title = draft.title or catalogue.title_of(rules, draft.type)
    told = {name: getattr(draft, name) for name in DecisionPayload.model_fields if name in _TOLD}
    due = draft.outcome_due
    if due is None and rules.outcome_after_days is not None:
        later = _later((draft.at or scope.now).date(), rules.outcome_after_days)
        due = later if later > scope.now.date() else None  # of old ones nobody is reminded
    payload = DecisionPayload(**told, decision_type=draft.type, outcome_due=due)
    of_item = {name: getattr(draft, name) for name in _OF_ITEM}
    return {
        **{name: value for name, value in of_item.items() if value is not None},
        "kind": rules.kind,
        "title": title,
        "content": draft.content or composed(draft, catalogue.title_of(rules, draft.type)),
        "data": as_data(payload),
        "tags": tuple(dict.fromkeys((*draft.tags, draft.type))),
        "valid_from": draft.at,
    }


def as_data(payload: DecisionPayload) -> dict[str, Any]:
    """The data of an item: the eight fields of a trace always, the others only with a value."""
    fields = payload.export()
    return {
        name: value
        for name, value in fields.items()
        if name in _ALWAYS or value not in (None, [], {})
    }


_TOLD: Final = frozenset(DecisionDraft.model_fields).intersection(DecisionPayload.model_fields) - {
    "outcome_due"
}


def composed(draft: DecisionDraft, title: str) -> str:
    """The decision in sentences: what set it off, what was weighed, what was chosen and why."""
    about = f" for {draft.subject}" if draft.subject else ""
    parts = [f"{title}{about}: {_sentence(draft.recommendation or draft.outcome or 'recorded')}"]
    if draft.trigger is not None:
        parts.append(f"Set off by: {_sentence(value_in_words(draft.trigger))}")
    if draft.context_gathered:
        parts.append(f"Known: {_sentence('; '.join(map(value_in_words, draft.context_gathered)))}")
    if any(one.strip() for one in draft.alternatives_considered):
        weighed = "; ".join(one for one in draft.alternatives_considered if one.strip())
        parts.append(f"Considered: {_sentence(weighed)}")
    if draft.reasoning:
        parts.append(f"Why: {_sentence(draft.reasoning)}")
    if draft.concerns:
        parts.append(f"Concerns: {_sentence('; '.join(draft.concerns))}")
    if draft.outcome and draft.recommendation:
        parts.append(f"Agreed: {_sentence(draft.outcome)}")
    return " ".join(parts)


def value_in_words(value: JsonValue) -> str:
    """A value as one reads it: names and values, without braces."""
    if isinstance(value, dict):
        return ", ".join(
            f"{name.replace('_', ' ')} {value_in_words(one)}" for name, one in value.items()
        )
    if isinstance(value, list):
        return ", ".join(map(value_in_words, value))
    return "nothing" if value is None else str(value)


def _sentence(text: str) -> str:
    line = " ".join(text.split())
    if len(line) > _SHOWN_CHARACTERS_MAX:
        line = line[: _SHOWN_CHARACTERS_MAX - 1] + "…"
    return line if line.endswith((".", "!", "?", "…")) else f"{line}."


def _later(day: date, days: int) -> date:
    try:
        return day + timedelta(days=days)
    except OverflowError:
        return date.max
