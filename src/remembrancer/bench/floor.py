"""The floor: the baseline cost of search with bare sqlite3, FTS5 and one NumPy matrix.

This is the only file outside of the store with SQL: a baseline must not use our own code.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from remembrancer.bench.corpus import CorpusMessage

HITS = 10
DEPTH = 100  # hits of each ranking before fusion
_RANK_CONSTANT = 60  # of reciprocal rank fusion

# Only the public fields of a message.
_COLUMNS = (
    "id, conversation_id, channel_id, author_id, role, content, timestamp, owner, subject, "
    "audience, is_personal, trust, tool_calls"
)
_MARKS = ", ".join("?" for _ in _COLUMNS.split(","))
_INSERT = f"INSERT INTO message (number, {_COLUMNS}) VALUES (?, {_MARKS})"
_TEXT = 1 + _COLUMNS.split(", ").index("content")
_INDEX = "INSERT INTO words (rowid, content) VALUES (?, ?)"
_LEXICAL = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY bm25(words) LIMIT ?"
_LEXICAL_IN = (
    "SELECT words.rowid FROM words JOIN message ON message.number = words.rowid "
    "WHERE words MATCH ? AND message.subject = ? ORDER BY bm25(words) LIMIT ?"
)
_ROWS = "SELECT * FROM message WHERE number IN (%s)"
Found = list[tuple[object, ...]]


class Floor:
    """One table and one full-text index with our durability settings; vectors in one array."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)
        for statement in (
            "PRAGMA journal_mode=WAL",
            "PRAGMA synchronous=FULL",
            "PRAGMA cache_size=-16000",
            f"CREATE TABLE IF NOT EXISTS message (number INTEGER PRIMARY KEY, {_COLUMNS})",
            "CREATE UNIQUE INDEX IF NOT EXISTS message_id ON message (id)",
            "CREATE INDEX IF NOT EXISTS message_subject ON message (subject)",
            "CREATE VIRTUAL TABLE IF NOT EXISTS words USING "
            "fts5(content, content='', tokenize='porter unicode61')",
        ):
            self._connection.execute(statement)

    def add_many(self, said: Iterable[CorpusMessage]) -> None:
        rows = [
            (
                number, one.id, one.subject, None, one.author, "user", one.text,
                one.at.isoformat(), "owner", one.subject, None, 0, "person", "[]",
            )
            for number, one in enumerate(said)
        ]  # fmt: skip
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.executemany(_INSERT, rows)
        self._connection.executemany(_INDEX, ((row[0], row[_TEXT]) for row in rows))
        self._connection.execute("COMMIT")

    def load(self, vectors: Path) -> None:
        """Loads the vectors and their subjects."""
        import numpy

        self._numpy = numpy
        self._vectors: Any = numpy.load(vectors)
        places: dict[str, list[int]] = {}
        for number, subject in self._connection.execute(
            "SELECT number, subject FROM message ORDER BY number"
        ):
            places.setdefault(subject, []).append(number)
        self._places = {subject: numpy.array(found) for subject, found in places.items()}

    def lexical(self, question: str, subject: str | None) -> Found:
        return self._rows(self._by_words(question, subject)[:HITS])

    def hybrid(self, question: str, vector: Any, subject: str | None) -> Found:
        """The best hits by words and by vectors, with reciprocal rank fusion."""
        points: dict[int, float] = {}
        for ranked in (self._by_words(question, subject), self._by_meaning(vector, subject)):
            for place, number in enumerate(ranked, start=1):
                points[number] = points.get(number, 0.0) + 1 / (_RANK_CONSTANT + place)
        return self._rows(sorted(points, key=lambda number: -points[number])[:HITS])

    def close(self) -> None:
        self._connection.close()

    def _by_words(self, question: str, subject: str | None) -> list[int]:
        match = " OR ".join(question.split())
        if subject is None:
            found = self._connection.execute(_LEXICAL, (match, DEPTH))
        else:
            found = self._connection.execute(_LEXICAL_IN, (match, subject, DEPTH))
        return [number for (number,) in found]

    def _by_meaning(self, vector: Any, subject: str | None) -> list[int]:
        numpy = self._numpy
        if subject is None:
            near = self._vectors @ vector
        else:
            places = self._places[subject]
            near = self._vectors[places] @ vector
        count = min(DEPTH, len(near))
        best = numpy.argpartition(-near, count - 1)[:count]
        best = best[numpy.argsort(-near[best])]
        found: list[int] = (best if subject is None else places[best]).tolist()
        return found

    def _rows(self, numbers: list[int]) -> Found:
        marks = ", ".join("?" * len(numbers))
        return self._connection.execute(_ROWS % marks, numbers).fetchall()
