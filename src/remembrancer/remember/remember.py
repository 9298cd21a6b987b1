"""Remember: store the raw source first, then its content, extracted or as one item."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from remembrancer.conversations import converse, new_message
from remembrancer.core.errors import InvalidInput
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_flag, check_json
from remembrancer.governance.access.people import check_addressed
from remembrancer.governance.rejection import EarlierRejection
from remembrancer.items import item_intake, source_intake, trust
from remembrancer.items.evidence import Stance
from remembrancer.items.item import Item, ItemDraft, Trust
from remembrancer.items.port import NewEvidence, NewItem
from remembrancer.items.visibility import check_audience
from remembrancer.jobs import transactions
from remembrancer.jobs.task import Tools
from remembrancer.ports import Store, Writer
from remembrancer.reading import taint_tracking
from remembrancer.reading.plan import Skipped
from remembrancer.remember import contradiction_check, rejections
from remembrancer.remember.infer import infer
from remembrancer.remember.remember_request import SHARED, Given, Messages
from remembrancer.remember.remembered import Remembered

_CONVERSATION = "conversation"  # the default source type of messages


def remember(
    store: Store, scope: Scope, tools: Tools, given: Given, told: transactions.Told | None = None
) -> Remembered:
    """Stores the input and the items extracted from it; with `infer=False`, as one item."""
    if "content" in given.fields:
        raise InvalidInput("Give the text once, as the first argument.", field="content")
    if given.live_state is not None and not isinstance(given.live_state, Mapping):
        raise InvalidInput(
            "live_state is a mapping from what live data holds to its values.", field="live_state"
        )
    check_json(given.live_state, "live_state")
    check_flag(given.infer, "infer")
    check_flag(given.dry_run, "dry_run")
    _check_said(given.said)
    audience = given.fields.get("audience")
    if audience is not None:
        check_audience(scope.viewer, audience)
        transactions.read(store, scope, lambda reader: check_addressed(reader, scope, audience))
    if given.infer:
        return infer(store, scope, tools, given, told)
    if isinstance(given.said, str):
        return _keep_text(store, scope, tools, given.said, given, told)
    return _keep_messages(store, scope, tools, given.said, given, told)


def _check_said(said: Any) -> None:
    if isinstance(said, bytes) or not isinstance(said, str | Iterable):
        raise InvalidInput(
            f"remember() takes a text, or messages, not {type(said).__name__}. A message is a "
            "mapping with author_id, content and timestamp; give one or many.",
            field="text_or_messages",
        )


def _arrival(
    store: Store, scope: Scope, tools: Tools, draft: ItemDraft, given: Given
) -> contradiction_check.Arrival:
    """A dry run calls no model."""
    if given.dry_run:
        return contradiction_check.arrival(store, scope, Tools(), [])
    return contradiction_check.arrival(
        store, scope, tools, [item_intake.Intake(scope, is_exact=True).item(draft)]
    )


def _kept(
    unit: Writer, scope: Scope, arrival: contradiction_check.Arrival, new: NewItem
) -> tuple[tuple[Item, ...], tuple[EarlierRejection, ...]]:
    """The stored item with earlier rejections of the same. Its contradictions are flagged."""
    added = unit.items.add([new])
    arrival.check(unit, added)
    return tuple(added), rejections.of(unit, scope, added)


# -- without extraction


def _keep_text(
    store: Store,
    scope: Scope,
    tools: Tools,
    text: str,
    given: Given,
    told: transactions.Told | None,
) -> Remembered:
    fields, subject = given.fields, given.subject
    shared = {name: fields[name] for name in SHARED if name in fields}
    heard = taint_tracking.taint_check(store, scope, tools)
    label = source_intake.lowered(
        source_intake.label_from(given.origin), heard.label(text, subject)
    )
    raw = source_intake.draft_from(text, label, subject=subject, **shared)
    new_source = source_intake.new_source(raw, scope)
    draft = item_intake.draft_from(
        {
            "source_type": new_source.type,
            "source_id": raw.id,
            **({"valid_from": raw.occurred_at} if raw.occurred_at else {}),
            **fields,
            "content": text,
            "subject": subject,
        }
    )

    arrival = _arrival(store, scope, tools, draft, given)

    def act(unit: Writer) -> Remembered:
        captured = unit.sources.add(new_source)
        whole = NewEvidence(captured.id, None, text, 0, len(text), Stance.SUPPORTS)
        new = item_intake.Intake(scope, is_exact=True).item(
            draft, declared_trust=Trust(new_source.trust), evidence=(whole,)
        )
        items, rejected = _kept(unit, scope, arrival, heard.drawn(new))
        return Remembered(items=items, rejected_before=rejected, source=captured)

    return transactions.written(store, scope, act, is_kept=not given.dry_run, told=told)


def _keep_messages(
    store: Store,
    scope: Scope,
    tools: Tools,
    messages: Messages,
    given: Given,
    told: transactions.Told | None,
) -> Remembered:
    heard = taint_tracking.taint_check(store, scope, tools)
    sifted = new_message.sifted(messages)
    skipped = tuple(Skipped(text=words, reason=why) for words, why in sifted.bad)
    drafts = heard.messages(sifted.drafts, given.subject)
    label = source_intake.label_from(given.origin)
    draft = item_intake.draft_from(
        {
            "source_type": label.type or _CONVERSATION,
            "valid_from": label.occurred_at
            or min((one.timestamp for one in drafts if one.timestamp), default=None),
            **given.fields,
            "content": "\n".join(f"{one.author_id}: {one.content}" for one in drafts),
            "subject": given.subject,
        }
    )

    arrival = _arrival(store, scope, tools, draft, given)

    def act(unit: Writer) -> Remembered:
        place = converse.start(
            unit,
            scope,
            label.id,
            subject=given.subject,
            channel_id=None,
            title=None,
            audience=check_audience(scope.viewer, draft.audience),
            is_personal=draft.is_personal,
            trust=label.trust,
        )
        messages = new_message.append(unit, place.id, drafts)
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
        new = item_intake.Intake(scope, is_exact=True).item(
            named, declared_trust=weakest, evidence=evidence
        )
        items, rejected = _kept(unit, scope, arrival, heard.drawn(new))
        return Remembered(
            items=items, rejected_before=rejected, conversation_id=place.id, skipped=skipped
        )

    return transactions.written(store, scope, act, is_kept=not given.dry_run, told=told)
