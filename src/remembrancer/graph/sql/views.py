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
    "evidence": (
        "item_id",
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
