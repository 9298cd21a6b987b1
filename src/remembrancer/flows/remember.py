"""Remembering: the raw source first, then the item that rests on it, in one unit of work."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from remembrancer.capture import conversation, item, source
from remembrancer.errors import InvalidInput, NotAvailable
from remembrancer.flows import converse, units
from remembrancer.model.evidence import Stance
from remembrancer.model.item import Trust
from remembrancer.model.remembered import Remembered
from remembrancer.model.scope import Scope
from remembrancer.ports import NewEvidence, Store, Writer
from remembrancer.rules import trust
from remembrancer.rules.visibility import check_audience

Messages = Iterable[Mapping[str, Any]]
_SHARED = ("audience", "is_personal")
_CONVERSATION = "conversation"  # the source type of messages, unless the caller says otherwise


def remember(
    store: Store,
    scope: Scope,
    given: str | Messages,
    *,
    subject: str | None,
    origin: str | Mapping[str, Any] | None,
    infer: bool,
    dry_run: bool,
    fields: Mapping[str, Any],
    told: units.Told | None = None,
) -> Remembered:
    """Stores what was said as one item, as it stands, resting on its source."""
    if infer:
        raise NotAvailable(
            "Drawing items out of a text is not part of this version. Call remember(..., "
            "infer=False) to keep the text as one item as it stands, or add() for an item of "
            "your own words."
        )
    if "content" in fields:
        raise InvalidInput("Give the text once, as the first argument.", field="content")
    if isinstance(given, str):
        return _remember_text(store, scope, given, subject, origin, dry_run, fields, told)
    return _remember_messages(store, scope, given, subject, origin, dry_run, fields, told)


def _remember_text(
    store: Store,
    scope: Scope,
    text: str,
    subject: str | None,
    origin: str | Mapping[str, Any] | None,
    dry_run: bool,
    fields: Mapping[str, Any],
    told: units.Told | None = None,
) -> Remembered:
    shared = {name: fields[name] for name in _SHARED if name in fields}
    raw = source.draft_from(text, source.label_from(origin), subject=subject, **shared)
    new_source = source.new_source(raw, scope)
    draft = item.draft_from(
        {
            "source_type": new_source.type,
            "source_id": raw.id,
            **({"valid_from": raw.occurred_at} if raw.occurred_at else {}),
            **fields,
            "content": text,
            "subject": subject,
        }
    )

    def act(unit: Writer) -> Remembered:
        captured = unit.add_source(new_source)
        whole = NewEvidence(captured.id, None, text, 0, len(text), Stance.SUPPORTS)
        new = item.Intake(scope).item(
            draft, declared_trust=Trust(new_source.trust), evidence=(whole,)
        )
        return Remembered(items=tuple(unit.add_items([new])), source=captured)

    return units.written(store, scope, act, is_kept=not dry_run, told=told)


def _remember_messages(
    store: Store,
    scope: Scope,
    messages: Messages,
    subject: str | None,
    origin: str | Mapping[str, Any] | None,
    dry_run: bool,
    fields: Mapping[str, Any],
    told: units.Told | None = None,
) -> Remembered:
    drafts = conversation.drafts_from(messages)
    label = source.label_from(origin)
    draft = item.draft_from(
        {
            "source_type": label.type or _CONVERSATION,
            "valid_from": label.occurred_at
            or min((one.timestamp for one in drafts if one.timestamp), default=None),
            **fields,
            "content": "\n".join(f"{one.author_id}: {one.content}" for one in drafts),
            "subject": subject,
        }
    )

    def act(unit: Writer) -> Remembered:
        place = converse.start(
            unit,
            scope,
            label.id,
            subject=subject,
            channel_id=None,
            title=None,
            audience=check_audience(scope.viewer, draft.audience),
            is_personal=draft.is_personal,
            trust=label.trust,
        )
        messages = conversation.append(unit, place.id, drafts)
        evidence = tuple(
            NewEvidence(
                None,
                (place.id, one.id),
                one.content,
                0,
                len(one.content),
                Stance.SUPPORTS,
                one.author_id,
            )
            for one in messages
        )
        named = draft.model_copy(update={"source_id": place.id})
        weakest = trust.lowest(one.trust for one in messages)
        new = item.Intake(scope).item(named, declared_trust=weakest, evidence=evidence)
        return Remembered(items=tuple(unit.add_items([new])), conversation_id=place.id)

    return units.written(store, scope, act, is_kept=not dry_run, told=told)
