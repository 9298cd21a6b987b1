"""The floor on PostgreSQL: bare psycopg, one table, one GIN index, same durability.

It holds the same stems as we do, found by the same stemmer, on one connection that stays open.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

import psycopg

from bench.floor import HITS, Found
from bench.rows import COLUMNS, row
from remembrancer.core.limits import WRITE_CHUNK_ITEMS
from remembrancer.language.stemming import language

_TYPES = {"confidence": "float8", "importance": "float8", "is_personal": "integer"}
_TABLE = ", ".join(f"{name} {_TYPES.get(name, 'text')}" for name in COLUMNS)
_NAMES = ", ".join(COLUMNS)
_INSERT = (
    f"INSERT INTO item ({_NAMES}, words) VALUES ({', '.join(['%s'] * len(COLUMNS))}, "
    "array_to_tsvector(string_to_array(%s, ' ')))"
)
_RECALL = (
    f"SELECT {_NAMES}, ts_rank(words, %(match)s::tsquery) AS score FROM item "
    "WHERE subject = %(subject)s AND words @@ %(match)s::tsquery "
    "ORDER BY score DESC LIMIT %(hits)s"
)


class PostgresFloor:
    def __init__(self, url: str) -> None:
        self.connection = psycopg.connect(url, autocommit=True)
        self._stems = language("english").stems
        self.connection.execute("SET client_min_messages = warning")
        self.connection.execute(
            "CREATE TABLE IF NOT EXISTS item (number bigint GENERATED ALWAYS AS IDENTITY "
            f"PRIMARY KEY, {_TABLE}, words tsvector)".encode()
        )
        self.connection.execute("CREATE UNIQUE INDEX IF NOT EXISTS item_id ON item (id)")
        self.connection.execute("CREATE INDEX IF NOT EXISTS item_subject ON item (subject)")
        self.connection.execute("CREATE INDEX IF NOT EXISTS item_words ON item USING gin (words)")

    def add_many(self, items: Iterable[dict[str, str]]) -> None:
        """One transaction, one COPY for as many rows as we write at a time."""
        rows = iter(items)
        with self.connection.transaction(), self.connection.cursor() as cursor:
            while chunk := list(islice(rows, WRITE_CHUNK_ITEMS)):
                # A list of words is also how a tsvector is written.
                with cursor.copy(f"COPY item ({_NAMES}, words) FROM STDIN".encode()) as copy:
                    for item in chunk:
                        copy.write_row((*row(item), self._words(item["content"])))

    def add(self, item: dict[str, str]) -> None:
        self.connection.execute("BEGIN")
        self.connection.execute(_INSERT.encode(), (*row(item), self._words(item["content"])))
        self.connection.execute("COMMIT")

    def recall(self, question: str, subject: str) -> Found:
        match = " | ".join(f"'{stem}'" for stem in self._stems(question))
        return self.connection.execute(
            _RECALL.encode(), {"match": match, "subject": subject, "hits": HITS}
        ).fetchall()

    def close(self) -> None:
        self.connection.close()

    def _words(self, text: str) -> str:
        return " ".join(set(self._stems(text)))
