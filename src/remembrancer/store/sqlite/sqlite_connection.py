"""One connection to a SQLite file: statements, the search index and numbers for new rows."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import Any, Protocol

from remembrancer.store.engine import Question, Row
from remembrancer.store.sqlite.sqlite_errors import unreadable
from remembrancer.store.statement import CompiledStatement
from remembrancer.store.tables import catalogue

APPLICATION_ID = 0x524D4252  # "RMBR" in the file's header: marks the file as ours
# In the file's header, as its user version: the scrubbing that an erasure left to do.
REWRITE_DUE, CUT_DUE = 1, 2
_UNINDEX_WORDS = "INSERT INTO search(search, rowid, words) VALUES ('delete', ?, ?)"
# Erasure removes texts. The number of a folded or embedded text is not used again.
_DOCUMENTS_FLOOR = (
    "(SELECT max(folded_upto) FROM head), (SELECT coalesce(max(upto), 0) FROM embedded)"
)
_INDEX_WORDS = "INSERT INTO search(rowid, words) VALUES (?, ?)"
_COUNT_TERMS = (
    "INSERT INTO term (space_n, term, documents) VALUES (?, ?, ?) ON CONFLICT (space_n, term) "
    "DO UPDATE SET documents = documents + excluded.documents"
)
_HOLDS_WORDS = "SELECT rowid FROM search WHERE search MATCH ? AND rowid = ?"
_INDEXED_WORDS = (
    "CREATE VIRTUAL TABLE IF NOT EXISTS temp.indexed_words "
    "USING fts5vocab('main', 'search', 'instance')"
)
_AT_ONCE = nullcontext()


@cache
def _last_numbers(tables: tuple[str, ...]) -> str:
    return "SELECT " + ", ".join(
        f"(SELECT max(coalesce(max(number), 0), {floor}) FROM {table})"
        for table in tables
        for floor in (_DOCUMENTS_FLOOR if table == "document" else "0",)
    )


class CountedNumbers:
    """Numbers that continue from the highest of each table. The write lock keeps them correct."""

    def __init__(self, raw: sqlite3.Connection) -> None:
        tables = catalogue.TABLES.numbered
        self._last: dict[str, int] = dict(
            zip(tables, raw.execute(_last_numbers(tables)).fetchone(), strict=True)
        )

    def next(self, table: str) -> int:
        number = self._last[table] = self._last[table] + 1
        return number

    def last(self, table: str) -> int:
        return self._last[table]


class SqliteConnection:
    """One SQLite connection that runs our statements."""

    ranks_vectors = False
    finds_newest_first = True
    vector_schema = ""
    refusals: tuple[type[Exception], ...] = (
        sqlite3.IntegrityError,
        sqlite3.ProgrammingError,
        sqlite3.DataError,
        sqlite3.InterfaceError,
    )

    def __init__(self, raw: sqlite3.Connection) -> None:
        self.raw = raw

    def all(self, statement: CompiledStatement, values: Mapping[str, Any]) -> list[Any]:
        try:
            return self.raw.execute(statement.sql, statement.arguments(values)).fetchall()
        except sqlite3.OperationalError as error:
            raise unreadable(error) from error

    def all_of(self, questions: Sequence[Question]) -> list[list[Any]]:
        return [self.all(statement, values) for statement, values in questions]

    def one(self, statement: CompiledStatement, values: Mapping[str, Any]) -> Any:
        try:
            return self.raw.execute(statement.sql, statement.arguments(values)).fetchone()
        except sqlite3.OperationalError as error:
            raise unreadable(error) from error

    def each(self, statement: CompiledStatement, values: Mapping[str, Any]) -> Iterator[Any]:
        cursor = self.raw.cursor()
        cursor.arraysize = 500
        try:
            cursor.execute(statement.sql, statement.arguments(values))
            while rows := cursor.fetchmany():
                yield from rows
        except sqlite3.OperationalError as error:
            raise unreadable(error) from error

    def run(self, statement: CompiledStatement, values: Mapping[str, Any]) -> int:
        return self.raw.execute(statement.sql, statement.arguments(values)).rowcount

    def many(self, statement: CompiledStatement, rows: Sequence[Row]) -> None:
        if len(rows) == 1:
            self.raw.execute(statement.sql, rows[0])
        else:
            self.raw.executemany(statement.sql, rows)

    def index(self, _space_n: int, texts: Sequence[tuple[int, str]]) -> None:
        self.raw.executemany(_INDEX_WORDS, texts)

    def numbers(self, _first: int | None = None) -> CountedNumbers:
        return CountedNumbers(self.raw)

    def together(self, _rows: int, *, is_last: bool = False) -> AbstractContextManager[Any]:
        return _AT_ONCE

    def enter(self, space_n: int, *, may_create: bool = False) -> None:
        """SQLite has no row-level security, only the filter in every query."""

    def entered(self, _space_n: int) -> AbstractContextManager[None]:
        return nullcontext()

    def syncing(self) -> AbstractContextManager[None]:
        return nullcontext()

    def unindex(self, _space_n: int, texts: Sequence[tuple[int, str]]) -> None:
        """Removes words from the search index, in the form in which they were added."""
        self.raw.executemany(_UNINDEX_WORDS, texts)

    def indexed(self, space_n: int) -> Iterator[tuple[int, str]]:
        self.raw.execute(_INDEXED_WORDS)
        # The words of a space begin with its number and the letter i, m or s.
        return iter(
            self.raw.execute(
                "SELECT doc, term FROM temp.indexed_words WHERE term >= ? AND term < ?",
                (f"{space_n}i", f"{space_n}t"),
            )
        )

    def holds_words(self, _space_n: int, texts: Sequence[tuple[int, Sequence[str]]]) -> bool:
        return all(
            self.raw.execute(
                _HOLDS_WORDS, (" ".join(f'"{word}"' for word in words), number)
            ).fetchone()
            is not None
            for number, words in texts
            if words
        )

    def empty_index(self, _spaces: Sequence[int]) -> None:
        self.raw.execute("INSERT INTO search(search) VALUES ('delete-all')")

    def require_primary(self) -> None:
        """A file has no replicas."""

    def note_logged(self) -> None:
        """Nobody reads from elsewhere."""

    def holds_share(self, texts: int) -> bool:
        return False  # SQLite has no index over vectors

    def nearest(
        self, statement: CompiledStatement, values: Mapping[str, Any], _count: int
    ) -> list[Any]:
        return self.all(statement, values)

    def set_current(self, space_n: int, versions: Sequence[tuple[int, int]]) -> None:
        self.raw.executemany(
            "UPDATE item SET current = ? WHERE number = ? AND space_n = ?",
            [(version_n, item_n, space_n) for item_n, version_n in versions],
        )

    def count_terms(self, space_n: int, counts: Mapping[str, int]) -> None:
        rows = ((space_n, stem, count) for stem, count in sorted(counts.items()))
        self.raw.executemany(_COUNT_TERMS, rows)

    def begin_erasure(self) -> None:
        """Overwrites what this transaction removes, and makes a scrub due."""
        self.raw.execute("PRAGMA secure_delete=ON")
        self.raw.execute(f"PRAGMA user_version={REWRITE_DUE}")

    def model_dropped(self) -> None:
        """Every erasure rewrites the file, whatever stood where."""

    def text(self, sql: str, values: tuple[Any, ...] = ()) -> list[Any]:
        return self.raw.execute(sql, values).fetchall()


class SqliteFile(Protocol):
    """A store in one file, as preparation and scrubbing need it."""

    @property
    def path(self) -> str: ...
    @property
    def in_memory(self) -> bool: ...
    def reading(self) -> AbstractContextManager[SqliteConnection]: ...
    def writing(self) -> AbstractContextManager[SqliteConnection]: ...
    def alone(self) -> AbstractContextManager[sqlite3.Connection]: ...
    def commit(self, connection: SqliteConnection) -> None: ...
