"""Platform events: what changed and why, linked in both directions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from remembrancer.capture import event_text
from remembrancer.capture.platform_event import Event, Recorded
from remembrancer.core.errors import InvalidInput, NotFound
from remembrancer.core.ledger import Action
from remembrancer.core.scope import Scope
from remembrancer.items import item_intake, source_intake
from remembrancer.items.evidence import Stance
from remembrancer.items.item import Item, Trust
from remembrancer.items.port import NewEvidence
from remembrancer.items.source import Source
from remembrancer.ports import Reader, Writer
from remembrancer.reading.taint_check import TaintCheck, text_lines
from remembrancer.remember import contradiction_check


def record(
    unit: Writer,
    scope: Scope,
    fields: Mapping[str, Any],
    check: TaintCheck,
    trust: Trust | None = None,
) -> Recorded:
    """Stores an event, and with it the decision behind it.

    If no decision is named, one is created from the event itself. `trust` may lower its trust, and
    so may untrusted text that the calling program has read.
    """
    draft = event_text.draft_from(fields)
    at = draft.occurred_at or scope.now
    label = {"type": event_text.SOURCE_TYPE, "id": draft.id, "occurred_at": at, "trust": trust}
    told = text_lines(draft.reason, draft.trigger, draft.before, draft.after, draft.payload)
    raw = source_intake.draft_from(
        event_text.raw_text(draft),
        source_intake.lowered(source_intake.label_from(label), check.label(told, draft.subject)),
        subject=draft.subject,
        audience=draft.audience,
        is_personal=draft.is_personal,
        metadata={"kind": draft.kind},
    )
    captured = unit.sources.add(source_intake.new_source(raw, scope))
    known = unit.items.from_source(captured.id)
    traces = [_linked(unit, captured, id, known) for id in draft.decisions]
    if not traces and not known:
        trace = item_intake.draft_from(
            event_text.trace_fields(draft, scope.space.preset.capture, at)
        )
        whole = _evidence(captured)
        new = item_intake.Intake(scope).item(
            trace, declared_trust=Trust(captured.trust), evidence=(whole,)
        )
        traces = [
            contradiction_check.let_in(unit, scope, value)
            for value in unit.items.add([check.drawn(new)])
        ]
    elif not traces:
        traces = [item for id in known if (item := unit.items.get(id)) is not None]
    return Recorded(event=event_text.event_from(captured), traces=tuple(traces))


def explain(unit: Writer, event_id: str, item_id: str) -> Item:
    """Links an event with an item that explains it."""
    captured = _source(unit, event_id)
    return _linked(unit, captured, item_id, unit.items.from_source(captured.id))


def why(reader: Reader, event_id: str) -> tuple[Item, ...]:
    """The items that explain an event, oldest first."""
    captured = _source(reader, event_id)
    items = (reader.items.get(id) for id in reader.items.from_source(captured.id))
    return tuple(sorted((item for item in items if item), key=lambda item: item.created_at))


def events(reader: Reader, item_id: str) -> tuple[Event, ...]:
    """The events that an item explains, oldest first."""
    item = reader.items.get(item_id)
    if item is None:
        raise NotFound("item", item_id)
    ids = [evidence.source_id for evidence in item.evidence if evidence.source_id is not None]
    listed = (
        source for source in reader.sources.named(ids) if source.type == event_text.SOURCE_TYPE
    )
    return tuple(
        event_text.event_from(source)
        for source in sorted(listed, key=lambda source: source.occurred_at)
    )


def _linked(unit: Writer, captured: Source, item_id: str, known: tuple[str, ...]) -> Item:
    stored = unit.items.stored(item_id)
    item = unit.items.get(item_id)
    if stored is None or item is None:
        raise NotFound("item", item_id)
    if item_id in known:
        return item
    if captured.is_personal and not item.is_personal:
        raise InvalidInput(
            f"{item_id} is shared, and the event is personal: linking them would tell of it. "
            "Record the event as shared, or explain it by a personal item.",
            field="decisions",
        )
    return unit.items.change(
        stored, stored.state, action=Action.ITEM_LINK, evidence=(_evidence(captured),)
    )


def _evidence(captured: Source) -> NewEvidence:
    return NewEvidence(captured.id, None, *event_text.words_in(captured.content), Stance.SUPPORTS)


def _source(reader: Reader, event_id: str) -> Source:
    """The event by its own id or by the platform's id."""
    for source in reader.sources.of_type(event_text.SOURCE_TYPE, event_id):
        return source
    raise NotFound("event", event_id)
