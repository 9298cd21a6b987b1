"""The views that a SELECT can read. `store/queries/views.py` defines them over the tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

MESSAGE_COLUMNS: Final = (
    "id",
    "content",
    "timestamp",
    "author_id",
    "channel_id",
    "conversation_id",
)
SEARCH: Final = "message_search"  # a view that needs words: WHERE query = 'words'
SEARCH_WORDS: Final = "query"  # its column of words

VIEWS: Final[Mapping[str, tuple[str, ...]]] = {
    "message": MESSAGE_COLUMNS,
    SEARCH: (*MESSAGE_COLUMNS, SEARCH_WORDS),
    "item": (
        "id",
        "kind",
        "category",
        "domain",
        "title",
        "content",
        "subject",
        "data",
        "metadata",
        "tags",
        "lifecycle",
        "review",
        "importance",
        "trust",
        "owner",
        "audience",
        "is_personal",
        "source_type",
        "source_id",
        "superseded_by",
        "version",
        "created_at",
        "updated_at",
        "occurred_at",
        "valid_from",
        "valid_until",
        "expires_at",
    ),
    "entity": (
        "id",
        "kind",
        "name",
        "external_id",
        "attrs",
        "aliases",
        "trust",
        "owner",
        "audience",
        "is_personal",
        "created_at",
        "updated_at",
    ),
    "relation": (
        "id",
        "type",
        "source",
        "target",
        "confidence",
        "attrs",
        "is_proven",
        "timestamp",
        "valid_from",
        "valid_until",
        "ended_at",
        "trust",
        "owner",
        "audience",
        "is_personal",
        "created_at",
    ),
    "evidence": (
        "item_id",
        "relation_id",
        "source_id",
        "message_id",
        "conversation_id",
        "quote",
        "quote_start",
        "quote_end",
        "stance",
        "principal",
        "recorded_at",
    ),
}
JSON_COLUMNS: Final = frozenset({"data", "metadata", "tags", "attrs", "aliases"})  # for ->>
