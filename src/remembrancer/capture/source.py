"""The raw source of a piece of knowledge."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from remembrancer.errors import InvalidInput
from remembrancer.model.scope import Scope
from remembrancer.model.source import SourceDraft
from remembrancer.ports import NewSource
from remembrancer.rules import trust
from remembrancer.rules.validation import check_word, validated
from remembrancer.rules.visibility import check_audience, check_source_type


def draft_from(text: str, source: str | Mapping[str, Any] | None, **common: Any) -> SourceDraft:
    """A checked draft. `source` is the caller's own id, or a mapping with `type`, `id` and more."""
    given: dict[str, Any] = {**common, "content": text}
    if isinstance(source, str):
        given["id"] = source
    elif isinstance(source, Mapping):
        given.update(source)
    elif source is not None:
        raise InvalidInput(
            "source must be an id, or a mapping with type, id, trust and occurred_at.",
            field="source",
        )
    draft = validated(SourceDraft, given, what="a source")
    if not draft.content.strip():
        raise InvalidInput("There is nothing to remember: the text is empty.", field="text")
    return draft


def new_source(draft: SourceDraft, scope: Scope) -> NewSource:
    preset, viewer = scope.space.preset, scope.viewer
    source_type = draft.type or preset.default_source_type
    check_word(preset.source_types, source_type, "source_type")
    check_source_type(viewer, source_type)
    audience = check_audience(viewer, draft.audience)
    same = None
    if draft.id is not None:
        same = (
            viewer.name,
            audience,
            draft.is_personal,
            draft.subject,
            source_type,
            draft.id,
            draft.content,
        )
    return NewSource(
        type=source_type,
        external_id=draft.id,
        content=draft.content,
        subject=draft.subject,
        audience=audience,
        is_personal=draft.is_personal,
        trust=trust.of_source(viewer, preset, source_type=source_type, declared=draft.trust).value,
        occurred_at=draft.occurred_at or scope.now,
        metadata={},
        same=same,
    )
