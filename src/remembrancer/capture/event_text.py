"""Events: a platform's changes as text, and the decision record that explains them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Any, Final

from remembrancer.capture.platform_event import Event, EventDraft
from remembrancer.core.errors import InvalidInput
from remembrancer.core.preset import CaptureRules
from remembrancer.core.validation import validated
from remembrancer.items.kinds.decision_trace import TracePayload
from remembrancer.items.source import Source

SOURCE_TYPE: Final = "platform_event"
_TOLD: Final = ("before", "after", "trigger", "approved_by", "process", "actor", "payload")
_OVERRIDE: Final = "_override"  # suffix of a field with the new value that a person set
_WHY_AND_WHEN: Final = frozenset({"override_reason", "overridden_at"})
_CHANGES_MAX: Final = 12  # fields listed in the sentence; `data` holds all of them
_VALUE_CHARACTERS_MAX: Final = 120


def draft_from(fields: Mapping[str, Any]) -> EventDraft:
    """A checked draft. It accepts a single decision id, and separate fields of an override."""
    arguments = _with_override(dict(fields))
    return validated(EventDraft, arguments, what="an event")


def _with_override(arguments: dict[str, Any]) -> dict[str, Any]:
    """The event, with the separate fields of an override applied.

    These fields are next to the event's own, in its payload, or in `after`. `score_override` is the
    score after the override, `override_reason` the reason, and `overridden_at` the time.
    """
    own = {name: arguments.pop(name) for name in tuple(arguments) if _is_of_override(name)}
    payload = arguments.get("payload")
    inner = payload if isinstance(payload, Mapping) else {}
    within = _changed_by_override(arguments, {**inner, **own})
    told = {**inner, **within, **own}
    values = _overridden(told)
    if own and (payload is None or inner):
        arguments["payload"] = {**inner, **own}
    if values and arguments.get("after") is None:
        arguments["after"] = values
        known = {name: told[name] for name in values if told.get(name) is not None}
        arguments["before"] = arguments.get("before") or known or None
    reason, at = told.get("override_reason"), told.get("overridden_at")
    if reason and isinstance(reason, str) and arguments.get("reason") is None:
        arguments["reason"] = reason
    if at is not None and arguments.get("occurred_at") is None and (own or _is_time(at)):
        arguments["occurred_at"] = at
    return arguments


def _changed_by_override(arguments: dict[str, Any], fields: Mapping[str, Any]) -> dict[str, Any]:
    """Override fields in `after`; they are replaced there by the plain values."""
    after, before = arguments.get("after"), arguments.get("before")
    if not isinstance(after, Mapping):
        return {}
    within = {name: one for name, one in after.items() if _is_of_override(name)}
    if not _WHY_AND_WHEN & {*within, *fields}:
        return {}  # a value that only has such a name
    values = _overridden(within)
    known = {name: after[name] for name in values if after.get(name) is not None}
    arguments["after"] = _plain_values(after) or None
    if before is None or isinstance(before, Mapping):
        arguments["before"] = known | _plain_values(before or {}) or None
    return within


def _plain_values(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields, with each overridden value replaced by its new value."""
    plain = {name: one for name, one in fields.items() if not _is_of_override(name)}
    return plain | {name: one for name, one in _overridden(fields).items() if one is not None}


def _overridden(fields: Mapping[Any, Any]) -> dict[str, Any]:
    """The new values of an override, by the names of the fields they replace."""
    return {
        name.removesuffix(_OVERRIDE): value
        for name, value in fields.items()
        if isinstance(name, str) and name.endswith(_OVERRIDE)
    }


def _is_of_override(name: Any) -> bool:
    return isinstance(name, str) and (name in _WHY_AND_WHEN or name.endswith(_OVERRIDE))


def _is_time(value: Any) -> bool:
    try:
        return isinstance(value, date) or bool(datetime.fromisoformat(value))
    except (TypeError, ValueError):
        return False


def raw_text(draft: EventDraft) -> str:
    """The event as raw text for storage: the same event gives the same text."""
    told = draft.model_dump(mode="json", exclude={"decisions", "audience", "is_personal"})
    known = {name: value for name, value in told.items() if value is not None}
    try:
        return json.dumps(known, ensure_ascii=False, sort_keys=True, allow_nan=False)
    except ValueError as error:
        raise InvalidInput(f"The event is no JSON: {error}.") from None


def words_in(raw: str) -> tuple[str, int, int]:
    """The reason in an event and its position in the raw text; otherwise the whole text."""
    reason = json.loads(raw).get("reason")
    quote = json.dumps(reason, ensure_ascii=False)[1:-1] if reason else raw
    start = raw.find(quote)
    return quote, start, start + len(quote)


def event_from(source: Source) -> Event:
    """The event of a captured source."""
    told = json.loads(source.content) if source.content.startswith("{") else {}
    return Event(
        id=source.id,
        external_id=source.external_id,
        kind=told.get("kind", "[erased]"),
        subject=source.subject,
        occurred_at=source.occurred_at,
        trust=source.trust,
        **{name: told.get(name) for name in _TOLD},
    )


def trace_fields(draft: EventDraft, rules: CaptureRules, at: datetime) -> dict[str, Any]:
    """The decision record of an event: a trace, with the event's data."""
    decision = rules.decision_types.get(draft.kind, draft.kind)
    people = [name for name in (draft.approved_by, draft.actor) if name is not None]
    trace = validated(
        TracePayload,
        {
            "decision_type": decision,
            "trigger": draft.trigger,
            "reasoning": draft.reason,
            "outcome": _listed_changes(draft) or None,
            "participants": tuple(dict.fromkeys(people)),
        },
        what="event()",
    )
    told = {
        "event_kind": draft.kind,
        "event_id": draft.id,
        "approved_by": draft.approved_by,
        "process": draft.process,
        "before": draft.before,
        "after": draft.after,
    }
    return {
        "kind": rules.event_kind,
        "content": _sentence(draft),
        "title": _in_words(decision),
        "data": trace.as_data() | {name: one for name, one in told.items() if one is not None},
        "tags": (decision,),
        "subject": draft.subject,
        "audience": draft.audience,
        "is_personal": draft.is_personal,
        "source_type": SOURCE_TYPE,
        "source_id": draft.id,
        "valid_from": at,
    }


def _sentence(draft: EventDraft) -> str:
    about = f" for {draft.subject}" if draft.subject else ""
    listed = _listed_changes(draft)
    parts = [f"{_in_words(draft.kind)}{about}" + (f": {listed}." if listed else ".")]
    if draft.trigger is not None:
        parts.append(f"Set off by {_shown(draft.trigger)}.")
    if draft.approved_by is not None:
        through = f" through {draft.process}" if draft.process else ""
        parts.append(f"Approved by {draft.approved_by}{through}.")
    if draft.reason is not None:
        parts.append(f"Why: {draft.reason}")
    return " ".join(parts)


def _listed_changes(draft: EventDraft) -> str:
    changes = list(_changes(draft.before, draft.after))
    more = len(changes) - _CHANGES_MAX
    return "; ".join(changes[:_CHANGES_MAX]) + (f"; and {more} more" if more > 0 else "")


def _changes(before: Any, after: Any) -> Iterator[str]:
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for name in sorted({*before, *after}):
            old, new = before.get(name), after.get(name)
            if old != new:
                yield f"{_plain(name)} {_shown(old)} → {_shown(new)}"
    elif before is not None or after is not None:
        yield f"{_shown(before)} → {_shown(after)}"


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, Mapping):
        text = ", ".join(f"{_plain(name)} {_shown(one)}" for name, one in value.items())
    else:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text = " ".join(text.split())
    return text if len(text) <= _VALUE_CHARACTERS_MAX else text[: _VALUE_CHARACTERS_MAX - 1] + "…"


def _plain(name: str) -> str:
    return str(name).replace("_", " ")


def _in_words(name: str) -> str:
    words = " ".join(name.replace("_", " ").replace("-", " ").split())
    return words[:1].upper() + words[1:]
