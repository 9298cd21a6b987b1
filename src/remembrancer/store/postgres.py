"""The PostgreSQL driver: a pool of connections, transactions that carry the caller's rights."""

from __future__ import annotations

import os
import re
import threading
import time
from array import array
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import psycopg
from psycopg import conninfo, errors, pq
from psycopg.adapt import Dumper, Loader
from psycopg.types import TypeInfo
from psycopg_pool import ConnectionPool, PoolTimeout
from sqlalchemy.dialects.postgresql.psycopg import dialect as psycopg_dialect

from remembrancer.errors import (
    InvalidInput,
    OutcomeUnknown,
    StoreBusy,
    StoreClosed,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreInterrupted,
    StoreUnreachable,
)
from remembrancer.model.scope import Scope
from remembrancer.ports import Progress
from remembrancer.rules.limits import (
    CONNECT_TIMEOUT_SECONDS,
    CONNECTIONS_MAX,
    LISTEN_PATIENCE_SECONDS,
    LOCK_TIMEOUT_SECONDS,
    RECONNECT_SECONDS,
    SCRUB_WAIT_SECONDS,
    SUBSCRIBE_POLL_SECONDS,
)
from remembrancer.store import schema
from remembrancer.store.bells import Bell, Bells
from remembrancer.store.engine import Embedding, Mark, Row
from remembrancer.store.postgres_link import Link, Raw
from remembrancer.store.statement import Statement, Statements
from remembrancer.store.visible import Visibility

SCHEMA = "remembrancer"  # where the tables are
APP_ROLE = "remembrancer_app"  # whose rights every transaction takes; it owns nothing
CREATING = 0x524D4253  # the advisory lock of whoever creates a space
CHANNEL = "remembrancer"  # where changes are announced
NUMBER_BLOCK = 64  # numbers that one step of the sequence stands for

_STATEMENTS = Statements(psycopg_dialect(paramstyle="numeric_dollar"))  # type: ignore[no-untyped-call]
_ROWS_TO_COPY = 200  # from here on COPY is faster than single inserts
_PAUSE_SECONDS = 0.05
_READING = "ISOLATION LEVEL REPEATABLE READ READ ONLY"
_INDEX_WORDS = (
    "INSERT INTO search_index (rowid, space_n, words) "
    "VALUES ($1, $2, array_to_tsvector(string_to_array($3, ' ')))"
)
_UNINDEX_WORDS = "DELETE FROM search_index WHERE space_n = $1 AND rowid = ANY($2::bigint[])"
_INDEXED_WORDS = (
    "SELECT rowid, unnest(tsvector_to_array(words)) FROM search_index WHERE space_n = $1"
)
_SET_CURRENT = (
    "UPDATE item SET current = given.version_n "
    "FROM unnest($1::bigint[], $2::bigint[]) AS given(item_n, version_n) "
    "WHERE item.number = given.item_n"
)
_COUNT_TERMS = (
    "INSERT INTO term (space_n, term, documents) "
    "SELECT $1, stem, change FROM unnest($2::text[], $3::bigint[]) AS counted(stem, change) "
    "ON CONFLICT (space_n, term) DO UPDATE SET documents = term.documents + excluded.documents"
)
_SCRUB_DUE = (
    "INSERT INTO upkeep VALUES ('scrub', clock_timestamp()) "
    "ON CONFLICT (what) DO UPDATE SET since = excluded.since"
)
_DRAW = "SELECT nextval('row_number') FROM generate_series(1, $1)"
_ENTER = (
    f"SELECT set_config('{SCHEMA}.space', $1, true), "
    f"set_config('{SCHEMA}.rights', 'all raw door', true)"
)
ENTERING = _ENTER.replace("$1", "%s")


class DrawnNumbers:
    """Numbers from one sequence for all tables, drawn in blocks.

    They are drawn while the head of the chain is locked, so that they rise within a space.
    """

    def __init__(self, link: Link, first: int | None) -> None:
        self._link = link
        self._blocks: list[int] = [] if first is None else [first]
        self._drawn = 1
        self._start_block()
        self._last -= 1

    def next(self, _table: str) -> int:
        self._last += 1
        if self._last == self._end:
            self._start_block()
        return self._last

    def last(self, _table: str) -> int:
        return self._last

    def _start_block(self) -> None:
        if not self._blocks:
            drawn = self._link.rows(_DRAW, (self._drawn,))
            self._blocks = sorted((int(row[0]) for row in drawn), reverse=True)
            self._drawn = min(self._drawn * 8, 1_000)  # who needs many needs many more
        self._last = self._blocks.pop() * NUMBER_BLOCK
        self._end = self._last + NUMBER_BLOCK


class PostgresConnection:
    """One transaction on one connection of the pool."""

    ranks_vectors = True
    refusals: tuple[type[Exception], ...] = (psycopg.IntegrityError, psycopg.DataError)

    def __init__(self, link: Link, vector_schema: str) -> None:
        self.raw = link.raw
        self.vector_schema = vector_schema
        self._link = link
        self._staged: set[str] = set()
        self._moving: dict[str, str] = {}  # by staging table, what moves its rows
        self._is_gathering = False

    def all(self, statement: Statement, values: Mapping[str, Any]) -> list[Any]:
        return self._link.rows(statement.sql, statement.arguments(values))

    def one(self, statement: Statement, values: Mapping[str, Any]) -> Any:
        found = self._link.rows(statement.sql, statement.arguments(values))
        return found[0] if found else None

    def each(self, statement: Statement, values: Mapping[str, Any]) -> Iterator[Any]:
        return self._link.each(statement.sql, statement.arguments(values))

    def run(self, statement: Statement, values: Mapping[str, Any]) -> int:
        return self._link.run(statement.sql, statement.arguments(values))

    def many(self, statement: Statement, rows: Sequence[Row]) -> None:
        if len(rows) < _ROWS_TO_COPY:
            self._each(statement.sql, rows)
        else:
            columns = ", ".join(f'"{name}"' for name in statement.columns)
            self._copy(str(statement.table), columns, columns, rows)

    def index(self, space_n: int, texts: Sequence[tuple[int, str]]) -> None:
        rows = [(number, space_n, words) for number, words in texts]
        if len(rows) < _ROWS_TO_COPY:
            self._each(_INDEX_WORDS, rows)
        else:
            self._copy(
                "search_index",
                "rowid, space_n, words",
                "rowid, space_n, array_to_tsvector(string_to_array(words, ' '))",
                rows,
                stage="(rowid bigint, space_n bigint, words text)",
            )

    def unindex(self, space_n: int, texts: Sequence[tuple[int, str]]) -> None:
        self._link.run(_UNINDEX_WORDS, (space_n, [number for number, _ in texts]))

    def indexed(self, space_n: int) -> Iterator[tuple[int, str]]:
        found: Iterator[Any] = self._link.each(_INDEXED_WORDS, (space_n,))
        return found

    def empty_index(self, spaces: Sequence[int]) -> None:
        for space_n in spaces:
            self.enter(space_n)
            self._link.run("DELETE FROM search_index WHERE space_n = $1", (space_n,))

    def widen_vector_search(self) -> None:
        self._link.rows("SELECT set_config('hnsw.iterative_scan', 'strict_order', true)", ())

    def set_current(self, versions: Sequence[tuple[int, int]]) -> None:
        items = [item_n for item_n, _ in versions]
        self._link.run(_SET_CURRENT, (items, [version_n for _, version_n in versions]))

    def count_terms(self, space_n: int, counts: Mapping[str, int]) -> None:
        self._link.run(_COUNT_TERMS, (space_n, list(counts), list(counts.values())))

    def begin_erasure(self) -> None:
        self._link.run(_SCRUB_DUE, ())

    def numbers(self, first: int | None = None) -> DrawnNumbers:
        return DrawnNumbers(self._link, first)

    def together(self, rows: int) -> AbstractContextManager[Any]:
        # COPY does not work in a pipeline, and has no need of one.
        return self._link.together() if rows < _ROWS_TO_COPY else self._moving_on()

    def enter(self, space_n: int) -> None:
        self._link.rows(_ENTER, (str(space_n),))

    def catch_up(self) -> None:
        self._link.catch_up()

    def _each(self, sql: str, rows: Sequence[Row]) -> None:
        for row in rows:
            self._link.run(sql, row)

    def _copy(
        self, table: str, columns: str, values: str, rows: Sequence[Row], *, stage: str = ""
    ) -> None:
        """Loads rows by COPY. Row-level security forbids it on the table itself, so they go
        through a table of this transaction's own, and meet the wall on their way from there."""
        self._link.catch_up()
        name = f"stage_{table}"
        if name not in self._staged:
            form = stage or f"(LIKE {table} INCLUDING DEFAULTS)"
            self.raw.execute(f"CREATE TEMPORARY TABLE {name} {form} ON COMMIT DROP")
            self._staged.add(name)
        if name in self._moving:  # rows of the same table, with other columns
            self._move()
        self._link.catch_up()
        copying = f"COPY {name} ({columns}) FROM STDIN"
        with self.raw.cursor() as cursor, cursor.copy(copying) as copy:
            for row in rows:
                copy.write_row(row)
        self._moving[name] = (
            f"INSERT INTO {table} ({columns}) SELECT {values} FROM {name}; TRUNCATE {name}"
        )
        if not self._is_gathering:
            self._move()

    @contextmanager
    def _moving_on(self) -> Iterator[None]:
        """The server moves staged rows to their tables while we go on."""
        self._is_gathering = True
        try:
            yield
            self._move()
        finally:
            self._is_gathering = False

    def _move(self) -> None:
        if self._moving:
            self._link.send("; ".join(self._moving.values()))
            self._moving = {}


class Postgres:
    """Hands out transactions. Each one takes the rights of its caller and loses them at its end."""

    statements = _STATEMENTS

    def __init__(self, url: str) -> None:
        self._url = _checked(url)
        self.address = _without_password(url)
        self._process = os.getpid()
        self._closed = False
        self._bells = Bells()
        self._listener: _Listener | None = None
        self._lock = threading.Lock()
        self._has_role = False
        self._vector: TypeInfo | None = None
        self._vector_schema = "public"
        self._pool: ConnectionPool[Raw] | None = None
        self._links: WeakKeyDictionary[Raw, Link] = WeakKeyDictionary()

    def prepare(self) -> None:
        from remembrancer.store import postgres_schema

        with self._said_plainly(), self.as_login() as raw:
            postgres_schema.prepare(raw, self.address)
            self._has_role = postgres_schema.may_take_role(raw)
            kind = postgres_schema.vector_type(raw)
            self._vector_schema = kind.rpartition(".")[0]
            self._vector = TypeInfo.fetch(raw, kind)

    def is_prepared(self) -> bool:
        """Whether there is a store already."""
        from remembrancer.store import postgres_schema

        with self._said_plainly(), self.as_login() as raw:
            return postgres_schema.is_ours(raw, self.address)

    @contextmanager
    def as_login(self) -> Iterator[Raw]:
        """A connection with the rights of who logged in: for the schema and for upkeep."""
        try:
            raw = psycopg.connect(self._url, **_CONNECTING)
        except psycopg.OperationalError as error:
            raise StoreUnreachable(
                f"{self.address} cannot be reached ({self._discreet(error)}). Check the address, "
                "the user, the password and that the server runs."
            ) from None
        with raw:
            _set_up(raw)
            yield raw

    @contextmanager
    def reading(self, scope: Scope | None) -> Iterator[PostgresConnection]:
        with self._transaction(_READING, scope) as connection:
            yield connection

    @contextmanager
    def writing(self, scope: Scope | None) -> Iterator[PostgresConnection]:
        with self._transaction("ISOLATION LEVEL READ COMMITTED", scope) as connection:
            if scope is None:  # a space is to be created, which two must not do at once
                connection.raw.execute("SELECT pg_advisory_xact_lock(%s)", (CREATING,))
            yield connection

    @contextmanager
    def replacing(self) -> Iterator[PostgresConnection]:
        with self._transaction("ISOLATION LEVEL READ COMMITTED", None) as connection:
            raw = connection.raw
            raw.execute("RESET ROLE")  # only the owner may empty the tables
            tables = [table.name for table in schema.metadata.sorted_tables]
            tables.remove(schema.revision.name)
            raw.execute(f"TRUNCATE {', '.join(tables)}, search_index".encode())
            if self._has_role:
                raw.execute(f"SET LOCAL ROLE {APP_ROLE}")
            yield connection

    def backup(self, path: Path, progress: Progress | None) -> None:
        """A copy in one file: a store of its own, as SQLite keeps it."""
        from remembrancer.store import copying

        copying.to_file(self, path, progress)

    def commit(self, connection: PostgresConnection, mark: Mark | None = None) -> None:
        """Makes the transaction last.

        If the connection is lost just then, the chain tells on a new one whether it did: its
        head waits for the old transaction to end, and either holds our hash or does not.
        """
        connection.catch_up()
        if mark is None:
            connection.raw.execute("COMMIT")
            return
        try:
            connection.raw.execute(f"COMMIT; {_announcement(mark[0])}")
        except psycopg.OperationalError as error:
            if not self._was_kept(mark, error):
                raise
        self._bells.ring(mark[0])

    def scrub(self, wait_seconds: float | None = None) -> tuple[str, ...]:
        from remembrancer.store import postgres_scrub

        wait_seconds = SCRUB_WAIT_SECONDS if wait_seconds is None else wait_seconds
        with self._said_plainly(), self.as_login() as raw:
            return postgres_scrub.scrub(raw, wait_seconds=wait_seconds)

    def bell(self, space_n: int) -> Bell:
        with self._lock:
            if self._listener is None:
                self._listener = _Listener(self._url, self._bells)
        return self._bells.add(space_n, self._listener.patience)

    def owns(self, _path: Path) -> bool:
        return False

    def facts(self) -> dict[str, str]:
        with self._said_plainly(), self.as_login() as raw:
            (version,) = _row(raw, "SHOW server_version")
            (vectors,) = _row(raw, "SELECT extversion FROM pg_extension WHERE extname = 'vector'")
            (size,) = _row(raw, "SELECT pg_database_size(current_database())")
            due = raw.execute("SELECT 1 FROM upkeep WHERE what = 'scrub'").fetchone()
        facts = {
            "engine": f"PostgreSQL {version}, pgvector {vectors}",
            "address": self.address,
            "schema": schema.SCHEMA_REVISION,
            "size": f"{size:,} bytes",
            "integrity": "ok",
        }
        if due is not None:
            facts["scrub"] = "due: bytes of what was erased may be left in the files"
        return facts

    def index_vectors(self) -> None:
        from remembrancer.store import postgres_vectors

        with self._said_plainly(), self.as_login() as raw:
            postgres_vectors.index_vectors(raw, self._vector_schema)

    def problems(self, now: datetime) -> list[str]:
        from remembrancer.store import postgres_doctor, postgres_vectors

        with self._said_plainly():
            with self._transaction(_READING, None) as connection:
                found = postgres_doctor.role_problems(connection.raw)
            with self.as_login() as raw:
                found += postgres_vectors.problems(raw, self._vector_schema)
                return [*found, *postgres_doctor.problems(raw, now)]

    def close(self) -> None:
        with self._lock:
            self._closed = True
            pool, self._pool = self._pool, None
            listener, self._listener = self._listener, None
        if listener is not None:
            listener.close()
        if pool is not None:
            pool.close()

    # -- transactions

    @contextmanager
    def _transaction(self, mode: str, scope: Scope | None) -> Iterator[PostgresConnection]:
        pool = self._open_pool()
        with self._said_plainly():
            raw = self._begun(pool, f"BEGIN {mode}; {self._rights(scope)}")
            try:
                yield PostgresConnection(self._link(raw), self._vector_schema)
            finally:
                try:
                    self._link(raw).drop()
                    if not raw.broken and raw.info.transaction_status != _IDLE:
                        raw.execute("ROLLBACK")
                except psycopg.OperationalError:
                    raw.close()  # the pool makes a new one; the server undoes what is open
                finally:
                    pool.putconn(raw)

    def _link(self, raw: Raw) -> Link:
        link = self._links.get(raw)
        if link is None:
            link = self._links[raw] = Link(raw)
        return link

    def _begun(self, pool: ConnectionPool[Raw], opening: str) -> Raw:
        """A connection inside a transaction. Nothing has happened yet, so a connection that
        turns out to be lost is simply replaced."""
        deadline = time.monotonic() + RECONNECT_SECONDS
        while True:
            raw = pool.getconn(timeout=CONNECT_TIMEOUT_SECONDS)
            try:
                raw.execute(opening)
            except psycopg.OperationalError:
                raw.close()
                pool.putconn(raw)
                if time.monotonic() > deadline:
                    raise
                time.sleep(_PAUSE_SECONDS)
            except BaseException:
                raw.close()
                pool.putconn(raw)
                raise
            else:
                return raw

    def _rights(self, scope: Scope | None) -> str:
        """The statements that give a transaction its caller's rights until its end."""
        settings = {"rights": "door"} if scope is None else _settings(scope)
        chosen = ", ".join(
            f"set_config('{SCHEMA}.{name}', {_quoted(value)}, true)"
            for name, value in settings.items()
        )
        role = f"SET LOCAL ROLE {APP_ROLE}; " if self._has_role else ""
        return f"{role}SELECT {chosen}"

    def _was_kept(self, mark: Mark, lost: Exception) -> bool:
        space_n, seq, hash = mark
        try:
            with self.as_login() as raw, raw.transaction():
                raw.execute(ENTERING, (str(space_n),))
                raw.execute("SELECT seq FROM head WHERE space_n = %s FOR UPDATE", (space_n,))
                found = raw.execute(
                    "SELECT hash FROM ledger WHERE space_n = %s AND seq = %s", (space_n, seq)
                ).fetchone()
        except (psycopg.OperationalError, StoreUnreachable) as error:
            raise OutcomeUnknown(
                f"The connection to {self.address} was lost while a write was being made to "
                f"last, and the server does not answer now ({_brief(error)}). It is kept whole or "
                "not at all. When the server is back, look whether it is there before you repeat "
                "it; a write with a key can be repeated safely."
            ) from lost
        return found is not None and found[0] == hash

    # -- connections

    def _open_pool(self) -> ConnectionPool[Raw]:
        if self._closed:
            raise StoreClosed("This memory is closed. Open it again with Memory.open().")
        if self._process != os.getpid():
            raise StoreError(
                "This memory was opened before the process forked, and connections must not "
                "cross a fork. Call Memory.open() in the child process."
            )
        pool = self._pool
        if pool is None:
            with self._lock:
                pool = self._pool
                if pool is None:
                    pool = self._pool = ConnectionPool(
                        self._url,
                        kwargs=_CONNECTING,
                        min_size=0,
                        max_size=CONNECTIONS_MAX,
                        num_workers=1,
                        configure=self._configure,
                        reconnect_timeout=RECONNECT_SECONDS,
                        open=True,
                    )
        return pool

    def _discreet(self, error: Exception) -> str:
        """What the driver says, without anything of a password in it."""
        said = _brief(error)
        secret = self._url.partition("://")[2].rpartition("@")[0].partition(":")[2]
        parts = [part for part in re.split(r"[^\w]", secret) if part]
        return "it gives no clear reason" if any(part in said for part in parts) else said

    def _configure(self, raw: Raw) -> None:
        _set_up(raw)
        if self._vector is not None:
            _register_vectors(raw, self._vector)

    @contextmanager
    def _said_plainly(self) -> Iterator[None]:
        """Turns the driver's errors into ours."""
        try:
            yield
        except (psycopg.Error, PoolTimeout) as error:
            raise _translate(error, self.address) from error
        except (OverflowError, UnicodeEncodeError) as error:
            raise InvalidInput(
                f"A value is too large, or is no text ({error}). Nothing was written."
            ) from error


_IDLE = pq.TransactionStatus.IDLE
_CONNECTING: dict[str, Any] = {
    "autocommit": True,
    "connect_timeout": int(CONNECT_TIMEOUT_SECONDS),
    "client_encoding": "utf8",
}


def _set_up(raw: Raw) -> None:
    """What every connection of ours relies on, whatever the server's or database's defaults."""
    raw.execute(
        f"SET search_path TO {SCHEMA}, public; SET lock_timeout = "
        f"{int(LOCK_TIMEOUT_SECONDS * 1000)}; SET extra_float_digits = 1; "
        "SET standard_conforming_strings = on; SET plan_cache_mode = force_generic_plan; "
        "SET jit = off"
    )


def _announcement(space_n: int) -> str:
    """Wakes subscribers, also those of other processes.

    It comes after the write: announced inside it, all writers of the database would wait for each
    other. Who misses it looks by itself a little later.
    """
    return f"BEGIN; SET LOCAL synchronous_commit = off; NOTIFY {CHANNEL}, '{space_n}'; COMMIT"


class _Listener:
    """Waits for announcements on a connection and in a thread of its own, and rings the bells."""

    def __init__(self, url: str, bells: Bells) -> None:
        self.patience = SUBSCRIBE_POLL_SECONDS
        self._url = url
        self._bells = bells
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._listen, daemon=True, name="rmb-listener")
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        self._thread.join()

    def _listen(self) -> None:
        while not self._ended.is_set():
            try:
                with psycopg.connect(self._url, autocommit=True) as raw:
                    raw.execute(f"LISTEN {CHANNEL}")
                    self._be_patient(LISTEN_PATIENCE_SECONDS)
                    while not self._ended.is_set():
                        for heard in raw.notifies(timeout=SUBSCRIBE_POLL_SECONDS):
                            self._bells.ring(int(heard.payload) if heard.payload else None)
            except psycopg.Error:
                # Nothing is lost: bells go back to looking often until the server is back.
                self._be_patient(SUBSCRIBE_POLL_SECONDS)
                self._ended.wait(RECONNECT_SECONDS / 10)

    def _be_patient(self, seconds: float) -> None:
        self.patience = seconds
        self._bells.be_patient(seconds)
        self._bells.ring()


def _settings(scope: Scope) -> dict[str, str]:
    """A scope's rights as the policies of the tables read them."""
    rights = Visibility(scope)
    held = [
        name
        for name, is_held in (
            ("all", rights.sees_all),
            ("raw", rights.reads_all_raw),
            ("reviewed", rights.reads_reviewed_only),
        )
        if is_held
    ]
    return {
        "space": str(scope.space.number),
        "viewer": scope.viewer.name,
        "groups": "\x1f".join(f"group:{group}" for group in sorted(scope.viewer.groups)),
        "rights": " ".join(held) or "none",
    }


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _checked(url: str) -> str:
    try:
        conninfo.conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        # What the driver says may quote the password.
        raise InvalidInput(
            "url is no PostgreSQL address. Write it as postgresql://user:password@host:5432/"
            "database, with %-codes for special characters in the password.",
            field="url",
        ) from None
    return url


def _without_password(url: str) -> str:
    parts = conninfo.conninfo_to_dict(url)
    shown = [str(parts.get(name) or "") for name in ("user", "host", "dbname")]
    if any(sign in part for part in shown for sign in "@:?#") or not _is_port(parts):
        return "postgresql://…"  # taken apart wrongly, so that a password may be anywhere in it
    user = f"{parts['user']}@" if parts.get("user") else ""
    port = f":{parts['port']}" if parts.get("port") else ""
    return f"postgresql://{user}{parts.get('host') or ''}{port}/{parts.get('dbname') or ''}"


def _is_port(parts: Mapping[str, Any]) -> bool:
    port = parts.get("port")
    return port is None or str(port).isdigit()


def _row(raw: Raw, sql: str) -> tuple[Any, ...]:
    found = raw.execute(sql.encode()).fetchone()
    return found if found is not None else (None,)


class _EmbeddingDumper(Dumper):
    """Vectors as pgvector reads them."""

    def dump(self, obj: bytes) -> bytes:
        return ("[" + ",".join(map(repr, array("f", obj))) + "]").encode()


class _EmbeddingLoader(Loader):
    def load(self, data: Any) -> Embedding:
        return Embedding(array("f", map(float, bytes(data)[1:-1].split(b","))).tobytes())


def _register_vectors(raw: Raw, info: TypeInfo) -> None:
    dumper = type("EmbeddingDumper", (_EmbeddingDumper,), {"oid": info.oid})
    raw.adapters.register_dumper(Embedding, dumper)
    raw.adapters.register_loader(info.oid, _EmbeddingLoader)


def _brief(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]


def _translate(error: Exception, address: str) -> Exception:
    what = _brief(error)
    if isinstance(error, errors.LockNotAvailable):
        return StoreBusy(
            f"{address} stayed locked by other writers for {LOCK_TIMEOUT_SECONDS:g} seconds, and "
            "nothing was written. Try again; if it persists, find the process that holds it."
        )
    if isinstance(error, errors.SerializationFailure | errors.DeadlockDetected):
        return StoreInterrupted(
            f"Another writer was in the way ({what}). Nothing was written; try again."
        )
    if isinstance(error, errors.DiskFull):
        return StoreFull(
            f"The disk of {address} is full. The write was undone; free some space and try again."
        )
    if isinstance(error, errors.InsufficientPrivilege):
        return StoreError(
            f"{address} refused: {what}. Nothing was written. `remembrancer doctor` says which "
            "rights are missing."
        )
    if isinstance(error, psycopg.DataError):
        return InvalidInput(f"A value cannot be stored ({what}). Nothing was written.")
    if isinstance(error, errors.DataCorrupted | errors.IndexCorrupted):
        return StoreCorrupt(f"{address} is damaged ({what}). Restore a backup.")
    if isinstance(error, PoolTimeout):
        return StoreUnreachable(
            f"{address} does not answer, or all {CONNECTIONS_MAX} connections are in use ({what}). "
            "Nothing was written. Check that the server runs, then try again."
        )
    if isinstance(error, psycopg.OperationalError):
        return StoreInterrupted(
            f"The connection to {address} was lost ({what}). Nothing was written; try again."
        )
    return StoreError(f"The store {address} refused: {what}. Nothing was written.")
