"""The SQLite driver: connections, locks, and errors turned into ours."""

from __future__ import annotations

import os
import shutil
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy.dialects.sqlite import dialect as sqlite_dialect

from remembrancer.core.errors import (
    Conflict,
    StoreClosed,
    StoreCorrupt,
    StoreError,
    StoreUnreachable,
)
from remembrancer.core.limits import (
    DISK_FREE_BYTES_MIN,
    DOCTOR_FILE_BYTES,
    LOCK_TIMEOUT_SECONDS,
    SUBSCRIBE_POLL_SECONDS,
)
from remembrancer.core.scope import Scope
from remembrancer.graph.port import QueryBounds
from remembrancer.graph.sql.port import CheckedSql
from remembrancer.store import schema
from remembrancer.store.engine import Mark, clock_problems
from remembrancer.store.fair_lock import FairLock
from remembrancer.store.notifications import NotificationHub, SpaceNotifications
from remembrancer.store.queries.rights import rights_of
from remembrancer.store.sqlite.sqlite_connection import APPLICATION_ID, SqliteConnection
from remembrancer.store.sqlite.sqlite_errors import ErrorTranslation, busy, is_lock
from remembrancer.store.statement import CompiledStatements
from remembrancer.store.tables import catalogue

if TYPE_CHECKING:
    from remembrancer.store.sqlite.sqlite_queries import QueryProcesses

MEMORY = ":memory:"
_STATEMENTS = CompiledStatements(sqlite_dialect())
_IDLE_READERS_MAX = 8
_CACHE_KIBIBYTES = 16_000
_RETRY_SECONDS = 0.02


class Sqlite:
    """Hands out connections to one file: any number of readers, one writer at a time."""

    statements = _STATEMENTS

    def __init__(self, path: str) -> None:
        self.path = path
        self.address = path
        self._notifications = NotificationHub()
        self.in_memory = path == MEMORY
        self._writer_lock = FairLock()
        self._idle: deque[SqliteConnection] = deque()
        self._translated_errors = ErrorTranslation(path)
        self._queries_lock = threading.Lock()
        self._queries: QueryProcesses | None = None  # those that answer callers' SELECTs
        self._closed = False
        self._process = os.getpid()
        with self._translated_errors:
            self._writer = self._connect()

    @contextmanager
    def reading(
        self, _scope: Scope | None = None, *, may_lag: bool = False
    ) -> Iterator[SqliteConnection]:
        """A consistent snapshot. A file has no replicas that could lag."""
        self._check_open()
        if self.in_memory:
            with self._writer_lock, self._translated_errors:
                yield self._writer
            return
        with self._translated_errors:
            connection = self._take_reader()
            try:
                connection.raw.execute("BEGIN")
                yield connection
            finally:
                if connection.raw.in_transaction:
                    connection.raw.execute("ROLLBACK")
                self._give_back(connection)

    def seen(self, _scope: Scope) -> int | None:
        return None

    def note_seen(self, _scope: Scope, _position: int) -> None:
        """There is nothing else to read from."""

    def read_counts(self) -> dict[str, int]:
        return {}

    def replica_missing(self) -> int | None:
        return None

    def size(self) -> int:
        if self.in_memory:
            return 0
        own = Path(self.path)
        log = Path(f"{own}-wal")
        return own.stat().st_size + (log.stat().st_size if log.exists() else 0)

    @contextmanager
    def writing(self, _scope: Scope | None = None) -> Iterator[SqliteConnection]:
        """A transaction with the write lock from its start, rolled back unless committed.

        If the lock is taken late, SQLite fails with "database is locked" at once, whatever the
        timeout. If it is taken first, writers queue.
        """
        self._check_open()
        if not self._writer_lock.acquire(LOCK_TIMEOUT_SECONDS):
            raise busy(self.path)
        try:
            with self._translated_errors:
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
        """A connection outside any transaction, while no other thread of this process writes."""
        self._check_open()
        with self._writer_lock, self._translated_errors:
            self._close_idle()
            yield self._writer.raw

    def commit(self, connection: SqliteConnection, mark: Mark | None = None) -> None:
        """Commits the transaction, and wakes the waiters of this process."""
        connection.raw.execute("COMMIT")
        if mark is not None:
            self._notifications.notify(mark[0])

    def prepare(self) -> None:
        from remembrancer.store.sqlite import sqlite_migrate

        sqlite_migrate.prepare(self)

    def scrub(self, wait_seconds: float | None = None) -> tuple[str, ...]:
        from remembrancer.store.sqlite import sqlite_scrub

        return sqlite_scrub.scrub(self, wait_seconds=wait_seconds)

    def notifications(self, space_n: int) -> SpaceNotifications:
        """Notified by this process. Changes of other processes are found by frequent polling."""
        return self._notifications.add(space_n, SUBSCRIBE_POLL_SECONDS)

    def owns(self, path: Path) -> bool:
        if self.in_memory or not path.exists():
            return False
        own = Path(self.path)
        return any(
            candidate.exists() and path.samefile(candidate)
            for candidate in (own, Path(f"{own}-wal"), Path(f"{own}-shm"))
        )

    def facts(self, *, whole: bool = True) -> dict[str, str]:
        size = 0
        facts = {
            "engine": f"SQLite {sqlite3.sqlite_version}",
            "file": self.path,
            "schema": schema.SCHEMA_REVISION,
        }
        if not self.in_memory:
            size = self.size()
            facts["size"] = f"{size:,} bytes"
        with self.reading() as connection:
            if whole or size <= DOCTOR_FILE_BYTES:
                facts["integrity"] = str(connection.text("PRAGMA quick_check")[0][0])
            if connection.text("PRAGMA user_version") != [(0,)]:
                facts["scrub"] = "due: bytes of what was erased may be left in the files"
        return facts

    def lacks_vector_index(self, model: str) -> bool:
        return False

    def index_vectors(self, model: str | None = None) -> None:
        """Vectors are compared one by one, and need no index."""

    def problems(self, now: datetime) -> list[str]:
        result: list[str] = []
        if not self.in_memory:
            folder, size = Path(self.path).resolve().parent, Path(self.path).stat().st_size
            free = shutil.disk_usage(folder).free
            if free < max(DISK_FREE_BYTES_MIN, size):
                result.append(
                    f"The disk of {folder} has {free:,} bytes left, and the store {size:,}. A "
                    "backup or an erasure needs as much again: free some space."
                )
        with self.reading() as connection:
            rows = connection.text("SELECT max(at) FROM head")
        return [*result, *clock_problems(now, rows[0][0])]

    def backup(self, path: Path, progress: Callable[[int, int], None] | None) -> None:
        """An online copy. Readers and writers continue meanwhile."""
        partial = path.with_name(path.name + ".partial")

        def report(_status: int, remaining: int, total: int) -> None:
            if progress is not None:
                progress(total - remaining, total)

        with self._translated_errors:
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
                # A backup must not contain the keys that sign tokens. A restore invalidates all
                # tokens.
                copy.execute("PRAGMA secure_delete=ON")
                for name, table in catalogue.TABLES.items():
                    if table.is_secret:
                        copy.execute(f"DELETE FROM {name}")
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

    def sql(self, scope: Scope, query: CheckedSql, bounds: QueryBounds) -> list[dict[str, Any]]:
        from remembrancer.store.sqlite import sqlite_queries

        image = None
        with self._queries_lock:
            self._check_open()
            if self._queries is None:
                self._queries = sqlite_queries.QueryProcesses(self.path)
        if self.in_memory:  # no other process can open it, so it is given a copy
            with self._writer_lock, self._translated_errors:
                image = self._writer.raw.serialize()
        rights = rights_of(scope, query.searches, sqlite_queries.match_all)
        return self._queries.ask(query.sqlite, rights, bounds, image)

    def close(self) -> None:
        with self._writer_lock:
            if self._closed:
                return
            self._closed = True
            with self._queries_lock:
                if self._queries is not None:
                    self._queries.close()
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


def _check_own(raw: sqlite3.Connection, path: str) -> None:
    """Refuses another program's database before any byte of it is changed."""
    # The order matters: tables and mark are written together, so if there are tables, another
    # process that is creating the store has already written its mark.
    (tables,) = raw.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (found,) = raw.execute("PRAGMA application_id").fetchone()
    if tables and found != APPLICATION_ID:
        raise StoreCorrupt(
            f"{path} is an SQLite file of something else, not a Remembrancer store. "
            "Choose another file."
        )


def _use_write_ahead_log(raw: sqlite3.Connection) -> None:
    """Switches the file to write-ahead logging, so that readers and a writer can work together.

    SQLite does not wait for others here, whatever its timeout, so we wait.
    """
    deadline = time.monotonic() + LOCK_TIMEOUT_SECONDS
    while True:
        try:
            (mode,) = raw.execute("PRAGMA journal_mode=WAL").fetchone()
        except sqlite3.OperationalError as error:
            if not is_lock(error) or time.monotonic() > deadline:
                raise
            time.sleep(_RETRY_SECONDS)
        else:
            if mode != "wal":
                raise sqlite3.OperationalError("attempt to write a readonly database")
            return
