"""The floor on SQLite: bare sqlite3, one table, one FTS5 index, same durability."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from bench.floor import HITS, Found
from bench.rows import COLUMNS, row

_INSERT = f"INSERT INTO item ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"
_INDEX = "INSERT INTO words (rowid, content) VALUES (?, ?)"
_CONTENT = COLUMNS.index("content")


class SqliteFloor:
    def __init__(self, path: str) -> None:
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
        rows = [row(item) for item in items]
        words = [(number, one[_CONTENT]) for number, one in enumerate(rows, start=1)]
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.executemany(_INSERT, rows)
        self.connection.executemany(_INDEX, words)
        self.connection.execute("COMMIT")

    def add(self, item: dict[str, str]) -> None:
        self.connection.execute("BEGIN IMMEDIATE")
        number = self.connection.execute(_INSERT, row(item)).lastrowid
        self.connection.execute(_INDEX, (number, item["content"]))
        self.connection.execute("COMMIT")

    def recall(self, question: str, subject: str) -> Found:
        return self.connection.execute(
            "SELECT item.*, bm25(words) AS score FROM words JOIN item ON item.number = words.rowid "
            "WHERE words MATCH ? AND item.subject = ? ORDER BY score LIMIT ?",
            (" OR ".join(question.split()), subject, HITS),
        ).fetchall()

    def close(self) -> None:
        self.connection.close()
