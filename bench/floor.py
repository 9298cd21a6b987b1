"""The floor: bare sqlite3, one table with an item's columns, one FTS5 index, same durability."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from uuid import uuid4

_NOW = "2026-01-01T00:00:00.000000+00:00"

# What an item is, as one row: the public fields and nothing of ours around them.
COLUMNS = (
    "id", "subject", "kind", "category", "domain", "title", "content", "data", "metadata",
    "tags", "entities", "lifecycle", "review", "confidence", "audience", "is_personal",
    "sensitivity", "importance", "source_type", "source_id", "source_user", "trust",
    "valid_from", "valid_until", "expires_at", "superseded_by", "created_at", "updated_at",
)  # fmt: skip
_INSERT = f"INSERT INTO item ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"
_INDEX = "INSERT INTO words (rowid, content) VALUES (?, ?)"


class Floor:
    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None)
        self.connection.execute("PRAGMA journal_mode=WAL")
        self.connection.execute("PRAGMA synchronous=FULL")
        self.connection.execute("PRAGMA cache_size=-16000")
        self.connection.execute(
            f"CREATE TABLE IF NOT EXISTS item (number INTEGER PRIMARY KEY, {', '.join(COLUMNS)})"
        )
        self.connection.execute("CREATE UNIQUE INDEX IF NOT EXISTS item_id ON item (id)")
        self.connection.execute("CREATE INDEX IF NOT EXISTS item_subject ON item (subject)")
        self.connection.execute(
            "CREATE VIRTUAL TABLE IF NOT EXISTS words USING "
            "fts5(content, content='', tokenize='porter unicode61')"
        )

    def add_many(self, items: Iterable[dict[str, str]]) -> None:
        rows = [_row(item) for item in items]
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.executemany(_INSERT, rows)
        self.connection.executemany(_INDEX, [(n, row[6]) for n, row in enumerate(rows, start=1)])
        self.connection.execute("COMMIT")

    def add(self, item: dict[str, str]) -> None:
        self.connection.execute("BEGIN IMMEDIATE")
        number = self.connection.execute(_INSERT, _row(item)).lastrowid
        self.connection.execute(_INDEX, (number, item["content"]))
        self.connection.execute("COMMIT")

    def recall(self, question: str, subject: str) -> list[tuple[object, ...]]:
        return self.connection.execute(
            "SELECT item.*, bm25(words) AS score FROM words JOIN item ON item.number = words.rowid "
            "WHERE words MATCH ? AND item.subject = ? ORDER BY score LIMIT 10",
            (" OR ".join(question.split()), subject),
        ).fetchall()


def _row(item: dict[str, str]) -> tuple[object, ...]:
    return (
        f"km_{uuid4().hex[:12]}", item["subject"], item["kind"], item["category"], None, None,
        item["content"], "{}", "{}", "[]", "[]", "active", "not_required", 1.0, None, 0,
        "internal", None, "manual", None, "owner", "person", None, None, None, None, _NOW, _NOW,
    )  # fmt: skip
