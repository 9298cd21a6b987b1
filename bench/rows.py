"""An item as one bare row: its public fields, and nothing of ours around them."""

from __future__ import annotations

from uuid import uuid4

_NOW = "2026-01-01T00:00:00.000000+00:00"

COLUMNS = (
    "id", "subject", "kind", "category", "domain", "title", "content", "data", "metadata",
    "tags", "entities", "lifecycle", "review", "confidence", "audience", "is_personal",
    "sensitivity", "importance", "source_type", "source_id", "source_user", "trust",
    "valid_from", "valid_until", "expires_at", "superseded_by", "created_at", "updated_at",
)  # fmt: skip


def row(item: dict[str, str]) -> tuple[object, ...]:
    return (
        f"km_{uuid4().hex[:12]}", item["subject"], item["kind"], item["category"], None, None,
        item["content"], "{}", "{}", "[]", "[]", "active", "not_required", 1.0, None, 0,
        "internal", None, "manual", None, "owner", "person", None, None, None, None, _NOW, _NOW,
    )  # fmt: skip
