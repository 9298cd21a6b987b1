"""The PostgreSQL driver: a connection pool, and transactions with the caller's rights."""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import psycopg
from psycopg import pq
from psycopg.types import TypeInfo
from psycopg_pool import ConnectionPool, PoolTimeout

from remembrancer.core.errors import (
    InvalidInput,
    NotAvailable,
    OutcomeUnknown,
    StoreClosed,
    StoreError,
    StoreInterrupted,
    StoreUnreachable,
)
from remembrancer.core.limits import (
    CONNECT_TIMEOUT_SECONDS,
    CONNECTIONS_MAX,
    LOCK_TIMEOUT_SECONDS,
    READ_LAG_SECONDS,
    RECONNECT_SECONDS,
    SCRUB_WAIT_SECONDS,
    SQL_AT_ONCE_MAX,
)
from remembrancer.core.scope import Scope
from remembrancer.graph.port import QueryBounds
from remembrancer.graph.sql.port import CheckedSql
from remembrancer.ports import Progress
from remembrancer.store import schema
from remembrancer.store.engine import Mark, Row
from remembrancer.store.notifications import NotificationHub, SpaceNotifications
from remembrancer.store.postgres.postgres_address import checked, without_password
from remembrancer.store.postgres.postgres_connection import (
    APP_ROLE,
    PostgresConnection,
    enter_as_login,
)
from remembrancer.store.postgres.postgres_errors import brief, is_lost, translate
from remembrancer.store.postgres.postgres_link import (
    BoundStatement,
    PooledConnection,
    Raw,
    register_vectors,
)
from remembrancer.store.postgres.postgres_listener import Listener, announcement
from remembrancer.store.postgres.postgres_replica import LOGGED, Replica
from remembrancer.store.postgres.postgres_rights import all_rights, rights_settings
from remembrancer.store.postgres.postgres_settings import CONNECTING
from remembrancer.store.postgres.server_kind import ONE_SERVER, kind_of
from remembrancer.store.queries.rights import rights_of
from remembrancer.store.replica.rules import AnsweredBy
from remembrancer.store.replica.seen import SeenPositions
from remembrancer.store.statement import CompiledStatements
from remembrancer.store.tables import catalogue

HEAD_POSITION = "SELECT seq FROM head WHERE space_n = $1"
CREATING = 0x524D4253  # the advisory lock for creating a space

_PAUSE_SECONDS = 0.05
_SIZE = "SELECT pg_database_size(current_database())"
_READING = "ISOLATION LEVEL REPEATABLE READ READ ONLY"


class Postgres:
    """Hands out transactions. Each takes the rights of its caller and loses them at its end."""

    def __init__(
        self,
        url: str,
        read_url: str | None = None,
        lag_seconds: float = READ_LAG_SECONDS,
        *,
        distributes: bool = False,
    ) -> None:
        """With `distributes`, the tables are distributed over the machines of a cluster."""
        self._url = checked(url)
        self._is_distributing = distributes
        self.address = without_password(url)
        self._process = os.getpid()
        self._closed = False
        self._notifications = NotificationHub()
        self._listener: Listener | None = None
        self._lock = threading.Lock()
        self._has_role = False
        self._has_views = False  # those that callers' SELECTs read
        self._sql_turns = threading.BoundedSemaphore(SQL_AT_ONCE_MAX)
        self._vector: TypeInfo | None = None
        self._vector_schema = "public"
        self._pool: ConnectionPool[Raw] | None = None
        self._links: WeakKeyDictionary[Raw, PooledConnection] = WeakKeyDictionary()
        self._seen = SeenPositions()
        self._indexed: set[str] = set()  # models whose vectors have an index, or of others' making
        self._replica = (
            Replica(
                read_url,
                lag_seconds=lag_seconds,
                connecting=CONNECTING,
                configure=self._configure,
                seen=self._seen,
            )
            if read_url
            else None
        )
        self._kind = ONE_SERVER  # until it is known better

    @property
    def statements(self) -> CompiledStatements:
        return self._kind.connection.statements

    def prepare(self) -> None:
        from remembrancer.store.postgres import (
            postgres_cluster,
            postgres_queries,
            postgres_schema,
        )

        with self._translated_errors(), self.as_login() as raw:
            if self._is_distributing:
                postgres_cluster.check(raw, self.address)
            postgres_schema.prepare(raw, self.address, before_change=postgres_queries.drop)
            if self._is_distributing or postgres_cluster.is_partly_distributed(raw):
                postgres_queries.drop(raw)
                postgres_cluster.distribute(raw, self.address)
            self._kind = kind_of(raw)
            if self._replica is not None and self._kind is not ONE_SERVER:
                raise NotAvailable(
                    f"{self.address} is distributed over a cluster, whose rows a standby of one "
                    "machine does not have. Leave the read replica out (REMEMBRANCER_READ_URL)."
                )
            self._has_views = self._kind.answers_sql and postgres_queries.prepare(raw)
            self._has_role = postgres_schema.may_take_role(raw)
            kind = postgres_schema.vector_type(raw)
            self._vector_schema = kind.rpartition(".")[0]
            self._vector = TypeInfo.fetch(raw, kind)

    def is_prepared(self) -> bool:
        """Whether a store already exists."""
        from remembrancer.store.postgres import postgres_schema

        with self._translated_errors(), self.as_login() as raw:
            return postgres_schema.is_ours(raw, self.address)

    @contextmanager
    def as_login(self) -> Iterator[Raw]:
        """A connection with the rights of the login, for the schema and for maintenance."""
        try:
            raw = psycopg.connect(self._url, **CONNECTING)
        except psycopg.OperationalError as error:
            raise StoreUnreachable(
                f"{self.address} cannot be reached ({self._discreet(error)}). Check the address, "
                "the user, the password and that the server runs."
            ) from None
        with raw:
            self._set_up(raw)
            yield raw

    @contextmanager
    def reading(
        self, scope: Scope | None, *, may_lag: bool = False
    ) -> Iterator[PostgresConnection]:
        with self._transaction(_READING, scope, may_lag=may_lag) as connection:
            yield connection

    def seen(self, scope: Scope) -> int | None:
        if self._replica is None:
            return None
        return self._seen.position(scope.space.number, scope.viewer.name)

    def note_seen(self, scope: Scope, position: int) -> None:
        if self._replica is not None:
            self._seen.note(scope.space.number, scope.viewer.name, position)

    def read_counts(self) -> dict[str, int]:
        if self._replica is None:
            return {}
        return {reader.value: self._replica.counts[reader] for reader in AnsweredBy}

    def replica_missing(self) -> int | None:
        return None if self._replica is None else self._replica.missing

    def size(self) -> int:
        with self._translated_errors(), self.as_login() as raw:
            (size,) = _row(raw, _SIZE)
        return int(size)

    @contextmanager
    def writing(self, scope: Scope | None) -> Iterator[PostgresConnection]:
        with self._transaction("ISOLATION LEVEL READ COMMITTED", scope) as connection:
            if scope is None:  # a space is created, which two callers must not do at once
                connection.raw.execute("SELECT pg_advisory_xact_lock(%s)", (CREATING,))
            yield connection

    @contextmanager
    def replacing(self) -> Iterator[PostgresConnection]:
        with self._transaction("ISOLATION LEVEL READ COMMITTED", None) as connection:
            raw = connection.raw
            raw.execute("RESET ROLE")  # only the owner may empty the tables
            tables = [name for name in catalogue.TABLES if name != schema.revision.name]
            raw.execute(f"TRUNCATE {', '.join(tables)}, search_index".encode())
            if self._has_role and self._kind.may_change_role:
                raw.execute(f"SET LOCAL ROLE {APP_ROLE}")
            yield connection

    def backup(self, path: Path, progress: Progress | None) -> None:
        """A copy in one file, which is a complete SQLite store."""
        from remembrancer.store import copying

        copying.to_file(self, path, progress)

    def commit(self, connection: PostgresConnection, mark: Mark | None = None) -> None:
        """Commits the transaction.

        If the connection is lost during the commit, a new connection checks the chain: its head
        waits for the old transaction to end, and then either has our hash or does not.
        """
        if mark is None:
            if connection.begun is not None and not connection.is_ended:
                connection.command("COMMIT")
            self._note_logged(connection)
            return
        connection.catch_up()
        try:
            connection.command(f"COMMIT; {announcement(mark[0])}")
        except (psycopg.OperationalError, psycopg.InternalError) as error:
            # A cluster that lost the machine with the rows says so with an error of its own.
            if not self._was_kept(mark, error):
                raise
        if connection.scope is not None:
            self.note_seen(connection.scope, mark[1])
        self._notifications.notify(mark[0])

    def scrub(self, wait_seconds: float | None = None) -> tuple[str, ...]:
        from remembrancer.store.postgres import postgres_scrub

        wait_seconds = SCRUB_WAIT_SECONDS if wait_seconds is None else wait_seconds
        try:
            with self._translated_errors(), self.as_login() as raw:
                return postgres_scrub.scrub(
                    raw,
                    self._kind.write_anew,
                    vector_schema=self._vector_schema if self._kind.cleans_vectors else None,
                    wait_seconds=wait_seconds,
                )
        except StoreUnreachable as error:  # erased content stays erased
            return (f"{error} {postgres_scrub.LATER}",)

    def notifications(self, space_n: int) -> SpaceNotifications:
        with self._lock:
            if self._listener is None:
                self._listener = Listener(self._url, self._notifications)
        return self._notifications.add(space_n, self._listener.poll_seconds)

    def owns(self, _path: Path) -> bool:
        return False

    def facts(self, *, whole: bool = True) -> dict[str, str]:
        from remembrancer.store.postgres import postgres_replica_state

        with self._translated_errors(), self.as_login() as raw:
            (version,) = _row(raw, "SHOW server_version")
            (vectors,) = _row(raw, "SELECT extversion FROM pg_extension WHERE extname = 'vector'")
            (size,) = _row(raw, _SIZE)
            due = raw.execute("SELECT 1 FROM upkeep WHERE what = 'scrub'").fetchone()
            around = self._kind.facts(raw)
        facts = {
            "engine": f"PostgreSQL {version}, pgvector {vectors}",
            "address": self.address,
            "schema": schema.SCHEMA_REVISION,
            "size": f"{size:,} bytes",
            "integrity": "ok",
            **around,
        }
        if due is not None:
            facts["scrub"] = "due: bytes of what was erased may be left in the files"
        if self._replica is not None:
            facts["read replica"] = postgres_replica_state.described(self._replica, self._logged())
        return facts

    def _logged(self) -> int:
        """Where the log of the server stands."""
        with self.as_login() as raw:
            (place,) = _row(raw, LOGGED)
        return int(place)

    def lacks_vector_index(self, model: str) -> bool:
        from remembrancer.store.postgres import postgres_vectors

        if model in self._indexed or not self._kind.indexes_vectors:
            return False
        with self._translated_errors(), self.as_login() as raw:
            if postgres_vectors.may_index(raw, model):
                return True
        self._indexed.add(model)
        return False

    def index_vectors(self, model: str | None = None) -> None:
        from remembrancer.store.postgres import postgres_vectors

        with self._translated_errors(), self.as_login() as raw:
            postgres_vectors.index_vectors(raw, self._vector_schema, model)

    def problems(self, now: datetime) -> list[str]:
        from remembrancer.store.postgres import (
            postgres_doctor,
            postgres_replica_state,
            postgres_vectors,
        )

        with self._translated_errors():
            with self._transaction(_READING, None) as connection:
                result = postgres_doctor.role_problems(connection.raw)
            with self.as_login() as raw:
                result += self._kind.problems(raw)
                result += postgres_vectors.problems(raw, self._vector_schema)
                result += postgres_doctor.problems(raw, now)
        if self._replica is not None:
            result += postgres_replica_state.problems(self._replica, self._logged())
        return result

    def sql(self, scope: Scope, query: CheckedSql, bounds: QueryBounds) -> list[dict[str, Any]]:
        from remembrancer.store.postgres import postgres_queries

        self._check_open()
        if not self._kind.answers_sql:
            raise NotAvailable(
                f"{self.address} is distributed over machines and cannot answer SQL. Ask in Cypher "
                "or by the other verbs, or move the space to a store on one server."
            )
        if not self._has_views:
            raise NotAvailable(
                f"{self.address} cannot answer SQL: it needs the role "
                f"{postgres_queries.QUERY_ROLE}, which this login may not create. Let an "
                f"administrator run CREATE ROLE {postgres_queries.QUERY_ROLE} NOLOGIN and grant it "
                "to the login that owns the store, then open the store with that login once."
            )
        rights = rights_of(scope, query.searches, postgres_queries.match_all)
        with self._sql_turns, self._translated_errors(), self.as_login() as raw:
            return postgres_queries.answer(
                raw, query.postgresql, rights, bounds, self._rights(scope)
            )

    def close(self) -> None:
        with self._lock:
            self._closed = True
            pool, self._pool = self._pool, None
            listener, self._listener = self._listener, None
        if listener is not None:
            listener.close()
        if pool is not None:
            pool.close()
        if self._replica is not None:
            self._replica.close()

    # -- transactions

    @contextmanager
    def _transaction(
        self, mode: str, scope: Scope | None, *, may_lag: bool = False
    ) -> Iterator[PostgresConnection]:
        pool = self._open_pool()
        opening: list[BoundStatement] = [(f"BEGIN {mode}", ()), *self._rights(scope)]

        def begin(asked: Sequence[BoundStatement]) -> tuple[PooledConnection, list[list[Row]]]:
            nonlocal pool
            if self._replica is None or scope is None or mode != _READING:
                return self._begun(pool, opening, asked)
            if connection.may_lag:
                begun = self._replica.begun(scope, opening, asked, self._asked)
                if begun is not None:
                    connection.is_replica, pool = True, begun.pool
                    return begun.link, begun.rows
            else:
                self._replica.note_primary_only()
            head = (HEAD_POSITION, (scope.space.number,))
            link, (position, *rows) = self._begun(pool, opening, [head, *asked])
            if position:
                self.note_seen(scope, position[0][0])
            return link, rows

        connection = self._kind.connection(begin, self._vector_schema, scope)
        connection.may_lag = may_lag
        with self._translated_errors():
            try:
                yield connection
            except psycopg.Error as error:
                if not connection.is_replica or self._replica is None:
                    raise
                self._replica.fail(error)
                raise StoreInterrupted(
                    f"The read replica {self._replica.address} failed ({brief(error)}). The "
                    "primary can answer; try again."
                ) from error
            finally:
                if connection.begun is not None:
                    _end(pool, connection.begun)

    def _asked(self, space_n: int, question: BoundStatement) -> list[Row]:
        """What the primary answers, with all rights in a space: one round trip, and no more."""
        rights = self._kind.connection.giving(all_rights(space_n, has_role=self._has_role))
        pool = self._open_pool()
        # Without a BEGIN, the statements of one round trip are one transaction.
        link, (rows,) = self._begun(pool, rights, [question])
        _end(pool, link)
        return rows

    def _note_logged(self, connection: PostgresConnection) -> None:
        """Remembers where the log stands after a write that the ledger does not mention."""
        link, scope = connection.begun, connection.scope
        if self._replica is None or scope is None or link is None or not connection.is_logged:
            return
        try:
            ((place,),) = link.rows(LOGGED, ())
        except psycopg.Error:  # the write is kept; who reads next may find less on a replica
            return
        self._seen.note_logged(scope.space.number, place)

    def _link(self, raw: Raw) -> PooledConnection:
        link = self._links.get(raw)
        if link is None:
            link = self._links[raw] = PooledConnection(raw)
        return link

    def _begun(
        self,
        pool: ConnectionPool[Raw],
        opening: Sequence[BoundStatement],
        asked: Sequence[BoundStatement],
    ) -> tuple[PooledConnection, list[list[Row]]]:
        """A connection inside a transaction, and the results of the first queries, which are sent
        together with its BEGIN. If the connection is lost before they are answered, nothing was
        changed, and the connection is simply replaced."""
        deadline = time.monotonic() + RECONNECT_SECONDS
        while True:
            raw = pool.getconn(timeout=CONNECT_TIMEOUT_SECONDS)
            link = self._link(raw)
            try:
                rows = link.rows_of([*opening, *asked])
            except psycopg.Error as error:
                if not is_lost(error):
                    _end(pool, link)
                    raise
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
                return link, rows[len(opening) :]

    def _rights(self, scope: Scope | None) -> Sequence[BoundStatement]:
        """The statements that give a transaction its caller's rights until its end."""
        given = rights_settings(scope, has_role=self._has_role)
        if self._kind.sends_lock_timeout:
            given["lock_timeout"] = _lock_timeout()
        return self._kind.connection.giving(given)

    def _was_kept(self, mark: Mark, lost: Exception) -> bool:
        space_n, seq, hash = mark
        try:
            with self.as_login() as raw, raw.transaction():
                enter_as_login(raw, space_n)
                # For this transaction, so that a cluster tells the machine with the rows.
                raw.execute(f"SET LOCAL lock_timeout = {_lock_timeout()}".encode())
                raw.execute("SELECT seq FROM head WHERE space_n = %s FOR UPDATE", (space_n,))
                found = raw.execute(
                    "SELECT hash FROM ledger WHERE space_n = %s AND seq = %s", (space_n, seq)
                ).fetchone()
        except (psycopg.OperationalError, StoreUnreachable) as error:
            raise OutcomeUnknown(
                f"The connection to {self.address} was lost while a write was being made to "
                f"last, and the server does not answer now ({brief(error)}). It is kept whole or "
                "not at all. When the server is back, look whether it is there before you repeat "
                "it; a write with a key can be repeated safely."
            ) from lost
        return found is not None and found[0] == hash

    # -- connections

    def _check_open(self) -> None:
        if self._closed:
            raise StoreClosed("This memory is closed. Open it again with Memory.open().")
        if self._process != os.getpid():
            raise StoreError(
                "This memory was opened before the process forked, and connections must not "
                "cross a fork. Call Memory.open() in the child process."
            )

    def _open_pool(self) -> ConnectionPool[Raw]:
        self._check_open()
        pool = self._pool
        if pool is None:
            with self._lock:
                pool = self._pool
                if pool is None:
                    pool = self._pool = ConnectionPool(
                        self._url,
                        kwargs=CONNECTING,
                        min_size=0,
                        max_size=CONNECTIONS_MAX,
                        num_workers=1,
                        configure=self._configure,
                        reconnect_timeout=RECONNECT_SECONDS,
                        open=True,
                    )
        return pool

    def _discreet(self, error: Exception) -> str:
        """The driver's message, without any part of a password."""
        text = brief(error)
        secret = self._url.partition("://")[2].rpartition("@")[0].partition(":")[2]
        parts = [part for part in re.split(r"[^\w]", secret) if part]
        return "it gives no clear reason" if any(part in text for part in parts) else text

    def _set_up(self, raw: Raw) -> None:
        raw.execute(self._kind.connection.set_up)
        raw.execute(f"SET lock_timeout = {_lock_timeout()}".encode())

    def _configure(self, raw: Raw) -> None:
        self._set_up(raw)
        if self._vector is not None:
            register_vectors(raw, self._vector)

    @contextmanager
    def _translated_errors(self) -> Iterator[None]:
        """Turns the driver's errors into ours."""
        try:
            yield
        except (psycopg.Error, PoolTimeout) as error:
            raise translate(error, self.address, LOCK_TIMEOUT_SECONDS) from error
        except (OverflowError, UnicodeEncodeError) as error:
            raise InvalidInput(
                f"A value is too large, or is no text ({error}). Nothing was written."
            ) from error


def _end(pool: ConnectionPool[Raw], link: PooledConnection) -> None:
    """Returns a connection to the pool, with no open transaction."""
    raw = link.raw
    try:
        link.drop()
        if not raw.broken and raw.info.transaction_status != pq.TransactionStatus.IDLE:
            link.command("ROLLBACK")
    except psycopg.OperationalError:
        raw.close()  # the pool opens a new one; the server rolls back
    finally:
        pool.putconn(raw)


def _lock_timeout() -> str:
    """How long a statement waits for a lock, in milliseconds."""
    return str(int(LOCK_TIMEOUT_SECONDS * 1000))


def _row(raw: Raw, sql: str) -> tuple[Any, ...]:
    found = raw.execute(sql.encode()).fetchone()
    return found if found is not None else (None,)
