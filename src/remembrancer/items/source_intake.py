"""Source intake: turns a caller's draft into a source to store."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from remembrancer.core.errors import InvalidInput
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_word, validated
from remembrancer.items import trust
from remembrancer.items.item import Trust
from remembrancer.items.port import NewSource
from remembrancer.items.source import SourceDraft, SourceLabel
from remembrancer.items.visibility import check_audience, check_source_type


def label_from(source: str | Mapping[str, Any] | None) -> SourceLabel:
    """A validated label: the caller's id, or a mapping with `type`, `id`, `trust` and time."""
    if source is None or isinstance(source, str):
        arguments: Mapping[str, Any] = {} if source is None else {"id": source}
    elif isinstance(source, Mapping):
        arguments = source
    else:
        raise InvalidInput(
            "source must be an id, or a mapping with type, id, trust and occurred_at.",
            field="source",
        )
    return validated(SourceLabel, arguments, what="a source")


def lowered(label: SourceLabel, to: Trust | None) -> SourceLabel:
    """The label with this trust, unless its own trust is lower."""
    if to is None:
        return label
    trusts = (to,) if label.trust is None else (to, label.trust)
    return label.model_copy(update={"trust": trust.lowest(trusts)})


def draft_from(text: str, label: SourceLabel, **common: Any) -> SourceDraft:
    value = {**label.model_dump(), **common, "content": text}
    draft = validated(SourceDraft, value, what="a source")
    if not draft.content.strip():
        raise InvalidInput("There is nothing to remember: the text is empty.", field="text")
    return draft


def new_source(draft: SourceDraft, scope: Scope, *, call: str | None = None) -> NewSource:
    """The source to store.

    A source with the same id and text is a duplicate. So is a source without an id that was
    submitted before with the same `call` key.
    """
    preset, viewer = scope.space.preset, scope.viewer
    source_type = draft.type or preset.default_source_type
    check_word(preset.source_types, source_type, "source_type")
    check_source_type(viewer, source_type)
    audience = check_audience(viewer, draft.audience)
    same: tuple[Any, ...] | None = None
    if draft.id is not None or call is not None:
        told = (viewer.name, audience, draft.is_personal, draft.subject, source_type)
        named = (draft.id,) if draft.id is not None else ("call", call)
        same = (*told, *named, draft.content)
    return NewSource(
        type=source_type,
        external_id=draft.id,
        content=draft.content,
        subject=draft.subject,
        audience=audience,
        is_personal=draft.is_personal,
        trust=trust.of_source(viewer, preset, source_type=source_type, declared=draft.trust).value,
        occurred_at=draft.occurred_at or scope.now,
        metadata=draft.metadata,
        same=same,
    )
