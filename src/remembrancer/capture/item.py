"""From what a caller says of an item to what the store keeps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from remembrancer.errors import Forbidden, InvalidInput
from remembrancer.model.item import ItemDraft, Lifecycle, Review, Trust
from remembrancer.model.preset import ReviewPolicy
from remembrancer.model.scope import Scope
from remembrancer.model.state import ItemState
from remembrancer.ports import NewEvidence, NewItem
from remembrancer.rules import confidence, retention, trust
from remembrancer.rules.validation import check_window, check_word, validated
from remembrancer.rules.visibility import CALLER_NEVER_SETS, check_audience, check_source_type


def draft_from(fields: Mapping[str, Any]) -> ItemDraft:
    """A checked draft. A field that a caller may never set is refused by name."""
    forbidden = CALLER_NEVER_SETS.intersection(fields)
    if forbidden:
        raise Forbidden(
            f"A caller may not set {', '.join(sorted(forbidden))}: it follows from who acts and "
            "what happens to the item. Leave it out."
        )
    draft = validated(ItemDraft, fields, what="an item")
    if not draft.content.strip():
        raise InvalidInput("content is empty. Give it a text.", field="content")
    return draft


def new_item(
    draft: ItemDraft,
    scope: Scope,
    *,
    declared_trust: Trust | None = None,
    evidence: tuple[NewEvidence, ...] = (),
) -> NewItem:
    """The item to store: what the draft leaves open follows from the preset and the caller."""
    preset, viewer, now = scope.space.preset, scope.viewer, scope.now
    kind = draft.kind or preset.default_kind
    source_type = draft.source_type or preset.default_source_type
    check_word(preset.kinds, kind, "kind")
    check_word(preset.categories, draft.category, "category")
    check_word(preset.domains, draft.domain, "domain")
    check_word(preset.source_types, source_type, "source_type")
    check_source_type(viewer, source_type)
    check_window(draft.valid_from, draft.valid_until)
    audience = check_audience(viewer, draft.audience)
    is_mandate = source_type == "admin_mandate"
    if is_mandate and draft.is_personal:
        raise InvalidInput(
            "A mandated fact is for everyone and cannot be personal. Leave is_personal out.",
            field="is_personal",
        )
    state = ItemState(
        kind,
        draft.category,
        draft.domain,
        draft.title,
        draft.content,
        draft.data,
        draft.metadata,
        draft.tags,
        draft.entities,
        draft.subject,
        Lifecycle.ACTIVE,
        Review.MANDATORY if is_mandate else first_review(scope),
        confidence.base(
            preset.confidence,
            source_type=source_type,
            subtype=draft.confidence_subtype,
            given=draft.confidence,
        ),
        draft.confidence_subtype,
        0,
        False,
        False,
        None,
        audience,
        draft.is_personal,
        draft.sensitivity or preset.default_sensitivity,
        draft.importance,
        source_type,
        draft.source_id,
        trust.of_source(viewer, preset, source_type=source_type, declared=declared_trust),
        draft.valid_from,
        draft.valid_until,
        draft.expires_at or retention.expiry(preset, kind, now),
        draft.valid_from or now,
        None,
    )
    return NewItem(state, evidence, _same(draft, scope, audience, source_type))


def first_review(scope: Scope) -> Review:
    """The review state in which new knowledge starts."""
    if scope.space.preset.review is ReviewPolicy.REQUIRED:
        return Review.PENDING
    return Review.NOT_REQUIRED


def _same(
    draft: ItemDraft, scope: Scope, audience: str | None, source_type: str
) -> tuple[Any, ...] | None:
    """What makes two captures the same. Without a source id nothing does, however alike."""
    if draft.source_id is None:
        return None
    return (
        scope.viewer.name,
        audience,
        draft.is_personal,
        draft.subject,
        source_type,
        draft.source_id,
        draft.kind,
        draft.content,
    )
