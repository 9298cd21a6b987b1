"""SQLite: connections, locks, and errors said in our words."""

from __future__ import annotations

import os
import shutil
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from sqlalchemy.dialects.sqlite import dialect as sqlite_dialect

from remembrancer.errors import (
    Conflict,
    InvalidInput,
    StoreBusy,
    StoreClosed,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreUnreachable,
)
from remembrancer.model.scope import Scope
from remembrancer.rules.limits import (
    DISK_FREE_BYTES_MIN,
    LOCK_TIMEOUT_SECONDS,
    SUBSCRIBE_POLL_SECONDS,
)
from remembrancer.store import schema
from remembrancer.store.bells import Bell, Bells
from remembrancer.store.engine import Mark, Question, Row, UnreadableText, clock_problems
from remembrancer.store.statement import Statement, Statements

MEMORY = ":memory:"
_STATEMENTS = Statements(sqlite_dialect())
APPLICATION_ID = 0x524D4252  # "RMBR" in the file's header: this is ours
# In the file's header too, as its user version: what an erasure left to be done to the bytes.
REWRITE_DUE, CUT_DUE = 1, 2
_UNINDEX_WORDS = "INSERT INTO search(search, rowid, words) VALUES ('delete', ?, ?)"
_IDLE_READERS_MAX = 8
_CACHE_KIBIBYTES = 16_000
_RETRY_SECONDS = 0.02


_NUMBERED = (
    "item",
    "version",
    "document",
    "evidence",
    "source",
    "conversation",
    "message",
    "vote",
    "entity",
    "relation",
    "person",
    "erased",
    "standing",
    "job",
    "feed",
    "vector",
    "walk",
    "delivery",
    "token",
)
# Erasure removes texts, and a number that counts as folded or as embedded is not given again.
_DOCUMENTS_FLOOR = (
    "(SELECT max(folded_upto) FROM head), (SELECT coalesce(max(upto), 0) FROM embedded)"
)
_LAST_NUMBERS = "SELECT " + ", ".join(
    f"(SELECT max(coalesce(max(number), 0), {floor}) FROM {table})"
    for table in _NUMBERED
    for floor in (_DOCUMENTS_FLOOR if table == "document" else "0",)
)
_INDEX_WORDS = "INSERT INTO search(rowid, words) VALUES (?, ?)"
_COUNT_TERMS = (
    "INSERT INTO term (space_n, term, documents) VALUES (?, ?, ?) ON CONFLICT (space_n, term) "
    "DO UPDATE SET documents = documents + excluded.documents"
)
_INDEXED_WORDS = (
    "CREATE VIRTUAL TABLE IF NOT EXISTS temp.indexed_words "
    "USING fts5vocab('main', 'search', 'instance')"
)
_AT_ONCE = nullcontext()


class CountedNumbers:
    """Numbers that count on from the highest of each table, which the write lock keeps true."""

    def __init__(self, last: Iterable[int]) -> None:
        self._last = dict(zip(_NUMBERED, last, strict=True))

    def next(self, table: str) -> int:
        number = self._last[table] = self._last[table] + 1
        return number

    def last(self, table: str) -> int:
        return self._last[table]


class SqliteConnection:
    """One SQLite connection that runs our statements."""

    ranks_vectors = False
    vector_schema = ""
    refusals: tuple[type[Exception], ...] = (
        sqlite3.IntegrityError,
        sqlite3.ProgrammingError,
        sqlite3.DataError,
        sqlite3.InterfaceError,
    )

    def __init__(self, raw: sqlite3.Connection) -> None:
        self.raw = raw

    def all(self, statement: Statement, values: Mapping[str, Any]) -> list[Any]:
        try:
            return self.raw.execute(statement.sql, statement.arguments(values)).fetchall()
        except sqlite3.OperationalError as error:
            raise _unreadable(error) from error

    def all_of(self, asked: Sequence[Question]) -> list[list[Any]]:
        return [self.all(statement, values) for statement, values in asked]

    def one(self, statement: Statement, values: Mapping[str, Any]) -> Any:
        try:
            return self.raw.execute(statement.sql, statement.arguments(values)).fetchone()
        except sqlite3.OperationalError as error:
            raise _unreadable(error) from error

    def each(self, statement: Statement, values: Mapping[str, Any]) -> Iterator[Any]:
        cursor = self.raw.cursor()
        cursor.arraysize = 500
        try:
            cursor.execute(statement.sql, statement.arguments(values))
            while rows := cursor.fetchmany():
                yield from rows
        except sqlite3.OperationalError as error:
            raise _unreadable(error) from error

    def run(self, statement: Statement, values: Mapping[str, Any]) -> int:
        return self.raw.execute(statement.sql, statement.arguments(values)).rowcount

    def many(self, statement: Statement, rows: Sequence[Row]) -> None:
        if len(rows) == 1:
            self.raw.execute(statement.sql, rows[0])
        else:
            self.raw.executemany(statement.sql, rows)

    def index(self, _space_n: int, texts: Sequence[tuple[int, str]]) -> None:
        self.raw.executemany(_INDEX_WORDS, texts)

    def numbers(self, _first: int | None = None) -> CountedNumbers:
        return CountedNumbers(self.raw.execute(_LAST_NUMBERS).fetchone())

    def together(self, _rows: int, *, is_last: bool = False) -> AbstractContextManager[Any]:
        return _AT_ONCE

    def enter(self, space_n: int, *, may_create: bool = False) -> None:
        """SQLite has one wall only, the filter in every query."""

    def unindex(self, _space_n: int, texts: Sequence[tuple[int, str]]) -> None:
        """Takes words out of the search index, as they were put in."""
        self.raw.executemany(_UNINDEX_WORDS, texts)

    def indexed(self, space_n: int) -> Iterator[tuple[int, str]]:
        self.raw.execute(_INDEXED_WORDS)
        # Words of a space begin with its number and the letter i, m or s.
        return iter(
            self.raw.execute(
                "SELECT doc, term FROM temp.indexed_words WHERE term >= ? AND term < ?",
                (f"{space_n}i", f"{space_n}t"),
            )
        )

    def empty_index(self, _spaces: Sequence[int]) -> None:
        self.raw.execute("INSERT INTO search(search) VALUES ('delete-all')")

    def widen_vector_search(self) -> None:
        """Every vector that passes the filter is looked at anyway."""

    def set_current(self, versions: Sequence[tuple[int, int]]) -> None:
        self.raw.executemany(
            "UPDATE item SET current = ? WHERE number = ?",
            [(version_n, item_n) for item_n, version_n in versions],
        )

    def count_terms(self, space_n: int, counts: Mapping[str, int]) -> None:
        rows = ((space_n, stem, count) for stem, count in sorted(counts.items()))
        self.raw.executemany(_COUNT_TERMS, rows)

    def begin_erasure(self) -> None:
        """What this transaction removes is overwritten, and a scrub is due after it."""
        self.raw.execute("PRAGMA secure_delete=ON")
        self.raw.execute(f"PRAGMA user_version={REWRITE_DUE}")

    def text(self, sql: str, values: tuple[Any, ...] = ()) -> list[Any]:
        return self.raw.execute(sql, values).fetchall()


class Sqlite:
    """Hands out connections to one file: any number of readers, one writer at a time."""

    statements = _STATEMENTS

    def __init__(self, path: str) -> None:
        self.path = path
        self.address = path
        self._bells = Bells()
        self.in_memory = path == MEMORY
        self._writer_lock = threading.RLock()
        self._idle: deque[SqliteConnection] = deque()
        self._said_plainly = _Plainly(path)
        self._closed = False
        self._process = os.getpid()
        with self._said_plainly:
            self._writer = self._connect()

    @contextmanager
    def reading(self, _scope: Scope | None = None) -> Iterator[SqliteConnection]:
        """A consistent snapshot."""
        self._check_open()
        if self.in_memory:
            with self._writer_lock, self._said_plainly:
                yield self._writer
            return
        with self._said_plainly:
            connection = self._take_reader()
            try:
                connection.raw.execute("BEGIN")
                yield connection
            finally:
                if connection.raw.in_transaction:
                    connection.raw.execute("ROLLBACK")
                self._give_back(connection)

    @contextmanager
    def writing(self, _scope: Scope | None = None) -> Iterator[SqliteConnection]:
        """A transaction that holds the write lock from its start. Ends undone unless committed.

        Taking the lock late makes SQLite refuse with "database is locked" at once, whatever the
        time limit; taken first, writers queue.
        """
        self._check_open()
        if not self._writer_lock.acquire(timeout=LOCK_TIMEOUT_SECONDS):
            raise _busy(self.path)
        try:
            with self._said_plainly:
                raw = self._writer.raw
                raw.execute("BEGIN IMMEDIATE")
                try:
                    yield self._writer
                finally:
                    if raw.in_transaction:
                        raw.execute("ROLLBACK")
        finally:
            self._writer_lock.release()

    @contextmanager
    def replacing(self) -> Iterator[SqliteConnection]:
        with self.writing() as connection:
            if connection.text("SELECT 1 FROM space LIMIT 1"):
                raise Conflict(f"{self.path} holds knowledge already. Fill a new file.")
            yield connection

    @contextmanager
    def alone(self) -> Iterator[sqlite3.Connection]:
        """A connection outside of any transaction, while no other thread of ours writes."""
        self._check_open()
        with self._writer_lock, self._said_plainly:
            self._close_idle()
            yield self._writer.raw

    def commit(self, connection: SqliteConnection, mark: Mark | None = None) -> None:
        """Makes the transaction last, and wakes who waits in this process for a change."""
        connection.raw.execute("COMMIT")
        if mark is not None:
            self._bells.ring(mark[0])

    def prepare(self) -> None:
        from remembrancer.store import migrate

        migrate.prepare(self)

    def scrub(self, wait_seconds: float | None = None) -> tuple[str, ...]:
        from remembrancer.store import scrub

        return scrub.scrub(self, wait_seconds=wait_seconds)

    def bell(self, space_n: int) -> Bell:
        """Rung by this process; other processes' changes are found by looking often."""
        return self._bells.add(space_n, SUBSCRIBE_POLL_SECONDS)

    def owns(self, path: Path) -> bool:
        if self.in_memory or not path.exists():
            return False
        own = Path(self.path)
        return any(
            candidate.exists() and path.samefile(candidate)
            for candidate in (own, Path(f"{own}-wal"), Path(f"{own}-shm"))
        )

    def facts(self) -> dict[str, str]:
        facts = {
            "engine": f"SQLite {sqlite3.sqlite_version}",
            "file": self.path,
            "schema": schema.SCHEMA_REVISION,
        }
        if not self.in_memory:
            own = Path(self.path)
            log = Path(f"{own}-wal")
            size = own.stat().st_size + (log.stat().st_size if log.exists() else 0)
            facts["size"] = f"{size:,} bytes"
        with self.reading() as connection:
            facts["integrity"] = str(connection.text("PRAGMA quick_check")[0][0])
            if connection.text("PRAGMA user_version") != [(0,)]:
                facts["scrub"] = "due: bytes of what was erased may be left in the files"
        return facts

    def index_vectors(self) -> None:
        """Vectors are compared one by one, and need no index."""

    def problems(self, now: datetime) -> list[str]:
        found: list[str] = []
        if not self.in_memory:
            folder, size = Path(self.path).resolve().parent, Path(self.path).stat().st_size
            free = shutil.disk_usage(folder).free
            if free < max(DISK_FREE_BYTES_MIN, size):
                found.append(
                    f"The disk of {folder} has {free:,} bytes left, and the store {size:,}. A "
                    "backup or an erasure needs as much again: free some space."
                )
        with self.reading() as connection:
            rows = connection.text("SELECT max(at) FROM head")
        return [*found, *clock_problems(now, rows[0][0])]

    def backup(self, path: Path, progress: Callable[[int, int], None] | None) -> None:
        """An online copy: readers and writers go on meanwhile."""
        partial = path.with_name(path.name + ".partial")

        def report(_status: int, remaining: int, total: int) -> None:
            if progress is not None:
                progress(total - remaining, total)

        with self._said_plainly:
            try:
                partial.unlink(missing_ok=True)
                copy = sqlite3.connect(str(partial))
            except (OSError, sqlite3.OperationalError) as error:
                raise StoreUnreachable(
                    f"The backup cannot be written to {path}: {error}. "
                    "Choose a folder that exists and that you may write to."
                ) from error
            try:
                with self.reading() as connection:
                    connection.raw.backup(copy, pages=2_000, progress=report)
                copy.execute("PRAGMA journal_mode=DELETE")
                # Whoever finds a backup must not find what signs tokens. A restore ends them all.
                copy.execute("PRAGMA secure_delete=ON")
                for table in ("token", "signing_key"):
                    copy.execute(f"DELETE FROM {table}")
                copy.commit()
            except BaseException:
                copy.close()
                partial.unlink(missing_ok=True)
                raise
            copy.close()
            try:
                os.replace(partial, path)
            except OSError as error:
                partial.unlink(missing_ok=True)
                raise StoreUnreachable(
                    f"The backup cannot be written to {path}: {error.strerror}. "
                    "Choose another file."
                ) from error

    def close(self) -> None:
        with self._writer_lock:
            if self._closed:
                return
            self._closed = True
            self._close_idle()
            self._writer.raw.close()

    def _check_open(self) -> None:
        if self._closed:
            raise StoreClosed("This memory is closed. Open it again with Memory.open().")
        if self._process != os.getpid():
            raise StoreError(
                "This memory was opened before the process forked, and SQLite connections must "
                "not cross a fork. Call Memory.open() in the child process."
            )

    def _close_idle(self) -> None:
        while True:
            try:
                self._idle.pop().raw.close()
            except IndexError:
                return

    def _take_reader(self) -> SqliteConnection:
        try:
            return self._idle.pop()
        except IndexError:
            return self._connect()

    def _give_back(self, connection: SqliteConnection) -> None:
        if self._closed or len(self._idle) >= _IDLE_READERS_MAX:
            connection.raw.close()
        else:
            self._idle.append(connection)

    def _connect(self) -> SqliteConnection:
        raw = sqlite3.connect(
            self.path,
            timeout=LOCK_TIMEOUT_SECONDS,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=256,
        )
        try:
            self._prepare(raw)
        except BaseException:
            raw.close()
            raise
        return SqliteConnection(raw)

    def _prepare(self, raw: sqlite3.Connection) -> None:
        if not self.in_memory:
            _check_own(raw, self.path)
        raw.execute(f"PRAGMA cache_size=-{_CACHE_KIBIBYTES}")
        raw.execute("PRAGMA foreign_keys=OFF")
        raw.execute("PRAGMA temp_store=MEMORY")
        if not self.in_memory:
            _use_write_ahead_log(raw)
            raw.execute("PRAGMA synchronous=FULL")


class _Plainly:
    """Turns the driver's errors into ours. It may be used from several threads."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(error, sqlite3.Error):
            raise _translate(error, self._path) from error
        if isinstance(error, OverflowError | UnicodeEncodeError):
            raise InvalidInput(
                f"A value is too large, or is no text ({error}). Nothing was written."
            ) from error


def _unreadable(error: sqlite3.OperationalError) -> Exception:
    """The error itself, unless it says that bytes in the file are no text."""
    if "decode" not in str(error):
        return error
    return UnreadableText(
        f"A text in the store is no text any more ({error}). Somebody changed the file: run "
        "`remembrancer audit verify`, or restore a backup."
    )


def _check_own(raw: sqlite3.Connection, path: str) -> None:
    """Refuses another program's database before a byte of it is touched."""
    # In this order: tables and mark are written together, so where there are tables, another
    # process that creates the store just now has already left its mark.
    (tables,) = raw.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (found,) = raw.execute("PRAGMA application_id").fetchone()
    if tables and found != APPLICATION_ID:
        raise StoreCorrupt(
            f"{path} is an SQLite file of something else, not a Remembrancer store. "
            "Choose another file."
        )


def _use_write_ahead_log(raw: sqlite3.Connection) -> None:
    """Switches the file to write-ahead logging, which lets readers and a writer work together.

    SQLite does not wait for others here, whatever its time limit: we do.
    """
    deadline = time.monotonic() + LOCK_TIMEOUT_SECONDS
    while True:
        try:
            (mode,) = raw.execute("PRAGMA journal_mode=WAL").fetchone()
        except sqlite3.OperationalError as error:
            if not _is_lock(error) or time.monotonic() > deadline:
                raise
            time.sleep(_RETRY_SECONDS)
        else:
            if mode != "wal":
                raise sqlite3.OperationalError("attempt to write a readonly database")
            return


def _is_lock(error: sqlite3.Error) -> bool:
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _busy(path: str) -> StoreBusy:
    return StoreBusy(
        f"{path} stayed locked by other writers for {LOCK_TIMEOUT_SECONDS:g} seconds, and nothing "
        "was written. Try again; if it persists, find the process that holds it."
    )


def _translate(error: sqlite3.Error, path: str) -> StoreError:
    code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return _busy(path)
    if code == sqlite3.SQLITE_FULL:
        return StoreFull(
            f"The disk that holds {path} is full. The write was undone; free some space and "
            "try again."
        )
    if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return StoreUnreachable(
            f"{path} cannot be opened for writing ({error}). Check that its folder exists and "
            "that you may write to both, or choose another place."
        )
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return StoreCorrupt(
            f"{path} is damaged or is no Remembrancer store ({error}). Restore a backup with "
            "`remembrancer restore`, or choose another file."
        )
    if code == sqlite3.SQLITE_IOERR:
        return StoreError(
            f"Reading or writing {path} failed ({error}). The write was undone; check the disk "
            "and the space left on it, then try again."
        )
    return StoreError(f"The store {path} refused: {error}. Nothing was written.")
