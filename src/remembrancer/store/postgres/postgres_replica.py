"""A read replica: a standby of the store's server, which answers if it knows enough.

A read begins on the replica, with a look at the ledger in the same snapshot and round trip. Then
the primary is asked for what the replica lacks; only after that it is certain who answers.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

import psycopg
from psycopg import errors
from psycopg_pool import ConnectionPool, PoolTimeout

from remembrancer.core.ledger import ADDING
from remembrancer.core.limits import (
    CONNECTIONS_MAX,
    READ_ANSWER_SECONDS,
    READ_BEHIND_SECONDS,
    READ_CONNECT_SECONDS,
    READ_LAG_POSITIONS_MAX,
    READ_RETRY_SECONDS,
    READ_RETRY_SECONDS_MAX,
)
from remembrancer.core.scope import Scope
from remembrancer.store import schema
from remembrancer.store.engine import Row
from remembrancer.store.postgres.postgres_address import checked, without_password
from remembrancer.store.postgres.postgres_link import BoundStatement, PooledConnection, Raw
from remembrancer.store.replica.rules import AnsweredBy, PrimaryState, Standing, reader_for
from remembrancer.store.replica.seen import SeenPositions
from remembrancer.store.rows import moment_or_none

# The place in the server's log may be later than the snapshot, so it counts from the next read on.
_STANDING: Final = (
    "SELECT pg_is_in_recovery(), (SELECT min(version_num) FROM alembic_version), "
    "(SELECT seq FROM head WHERE space_n = $1), (SELECT hash FROM head WHERE space_n = $1), "
    "pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint"
)
_REPLAYED: Final = "SELECT pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint"
# The end of the log, which a commit before it does not exceed.
LOGGED: Final = "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint"
_MISSING: Final = (
    "SELECT seq, (SELECT hash FROM ledger WHERE space_n = $1 AND seq = $2), "
    "(SELECT at FROM ledger WHERE space_n = $1 AND seq = $2 + 1), "
    "EXISTS (SELECT 1 FROM ledger WHERE space_n = $1 AND seq > $2 "
    f"AND seq <= $2 + {READ_LAG_POSITIONS_MAX} "
    "AND (actor = $3 OR action <> ALL($4::text[]))) FROM head WHERE space_n = $1"
)
_OF_ONE_READ: Final = (
    errors.SerializationFailure,
    errors.DeadlockDetected,
    errors.QueryCanceled,
    psycopg.DataError,
)
_ADDING: Final = sorted(action.value for action in ADDING)
_SPACES_MAX: Final = 10_000  # that are known to be behind, before all are tried again

# Asks the primary with all rights in a space, in one round trip.
AskPrimary = Callable[[int, BoundStatement], list[Row]]


class Begun(NamedTuple):
    """A read that the replica answers."""

    pool: ConnectionPool[Raw]
    link: PooledConnection
    rows: list[list[Row]]  # of the first queries


class Replica:
    """Connections to a standby, and whether it may answer. Several threads may use it."""

    def __init__(
        self,
        url: str,
        *,
        lag_seconds: float,
        connecting: dict[str, Any],
        configure: Callable[[Raw], None],
        seen: SeenPositions,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._url = checked(url)
        self.address = without_password(url)
        self.lag_seconds = lag_seconds
        self.counts: Counter[AnsweredBy] = Counter()
        self.missing = 0  # ledger rows that it lacked at the last look
        self._connecting = {
            **connecting,
            "connect_timeout": READ_CONNECT_SECONDS,
            "tcp_user_timeout": int(READ_ANSWER_SECONDS * 1000),
        }
        self._configure = configure
        self._seen = seen
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._pool: ConnectionPool[Raw] | None = None
        self._links: WeakKeyDictionary[Raw, PooledConnection] = WeakKeyDictionary()
        self._replayed = 0  # a place in the log that it has passed
        self._away_until = 0.0
        self._pause = READ_RETRY_SECONDS
        self._behind_until: dict[int, float] = {}  # by space

    def begun(
        self,
        scope: Scope,
        opening: Sequence[BoundStatement],
        asked: Sequence[BoundStatement],
        ask_primary: AskPrimary,
    ) -> Begun | None:
        """The transaction with the results of its first queries; None: the primary answers."""
        space_n = scope.space.number
        if not self._may_try():
            self._count(AnsweredBy.AWAY)
            return None
        if self._monotonic() < self._behind_until.get(space_n, 0):
            self._count(AnsweredBy.BEHIND)
            return None
        link: PooledConnection | None = None
        pool = self._open_pool()
        try:
            link = self._link(pool.getconn(timeout=READ_CONNECT_SECONDS))
            if not self._has_replayed(link, self._seen.logged(space_n)):
                self._give_back(pool, link)
                self._count(AnsweredBy.BEHIND)
                self._note_behind(space_n)
                return None
            results = link.rows_of([*opening, (_STANDING, (space_n,)), *asked])
        except (psycopg.Error, PoolTimeout) as error:
            if link is not None:
                link.raw.close()
                pool.putconn(link.raw)
            self.fail(error)
            return None
        except BaseException:
            if link is not None:
                link.raw.close()
                pool.putconn(link.raw)
            raise
        try:
            standing = results[len(opening)][0]
            reader = self._reader(scope, standing, ask_primary)
        except BaseException:
            self._give_back(pool, link)
            raise
        self._succeed(standing[4])
        self._count(reader)
        if reader is AnsweredBy.REPLICA:
            return Begun(pool, link, results[len(opening) + 1 :])
        self._give_back(pool, link)
        self._note_behind(space_n)
        return None

    def fail(self, error: Exception) -> None:
        """The replica failed. For a while nobody waits for it, unless only one read was concerned:
        the log needed rows removed that it read, or a value in it cannot be accepted."""
        if isinstance(error, _OF_ONE_READ):
            self._count(AnsweredBy.CANCELLED)
            return
        is_schema = isinstance(error, psycopg.ProgrammingError)
        with self._lock:
            self._away_until = self._monotonic() + self._pause
            self._pause = min(self._pause * 2, READ_RETRY_SECONDS_MAX)
            pool, self._pool = self._pool, None
            self.counts[AnsweredBy.SCHEMA if is_schema else AnsweredBy.AWAY] += 1
        if pool is not None:
            pool.close(timeout=0)  # its other connections are lost as well, or would be old

    def note_primary_only(self) -> None:
        self._count(AnsweredBy.PRIMARY_ONLY)

    @property
    def is_away(self) -> bool:
        return self._monotonic() < self._away_until

    def connect(self) -> Raw:
        """A connection of its own, for doctor."""
        return psycopg.connect(self._url, **self._connecting)

    def close(self) -> None:
        with self._lock:
            pool, self._pool = self._pool, None
            self._away_until = float("inf")
        if pool is not None:
            pool.close()

    def _reader(self, scope: Scope, row: Row, ask_primary: AskPrimary) -> AnsweredBy:
        is_standby, revision, position, hash, _ = row
        standing = Standing(is_standby=is_standby, revision=revision, position=position, hash=hash)
        space_n, caller = scope.space.number, scope.viewer.name
        if position is None:
            return AnsweredBy.BEHIND if is_standby else AnsweredBy.FOREIGN
        found = ask_primary(space_n, (_MISSING, (space_n, position, caller, _ADDING)))
        if not found:
            return AnsweredBy.FOREIGN  # the space is gone; the primary says so
        last, there, at, is_needed = found[0]
        self.missing = max(0, last - position)
        seen = self._seen.position(space_n, caller)
        if seen > last:
            self._seen.shorten(space_n, last)
        reader = reader_for(
            standing,
            PrimaryState(
                position=last,
                hash=there,
                oldest_missing_at=moment_or_none(at),
                is_needed=is_needed,
            ),
            seen=seen,
            now=scope.now,
            lag_seconds=self.lag_seconds,
            revision=schema.SCHEMA_REVISION,
        )
        if reader is AnsweredBy.REPLICA:
            self._seen.note(space_n, caller, position)
        return reader

    def _has_replayed(self, link: PooledConnection, place: int) -> bool:
        """Whether a snapshot taken from now on holds all that was logged up to this place."""
        if place > self._replayed:
            ((reached,),) = link.rows(_REPLAYED, ())
            with self._lock:
                self._replayed = max(self._replayed, reached or 0)
        return place <= self._replayed

    def _may_try(self) -> bool:
        """Whether it is there. After a failure one caller tries it again, and others do not wait
        for that."""
        now = self._monotonic()
        with self._lock:
            if now < self._away_until:
                return False
            if self._away_until:
                self._away_until = now + self._pause
            return True

    def _succeed(self, replayed: int | None) -> None:
        with self._lock:
            self._away_until, self._pause = 0.0, READ_RETRY_SECONDS
            self._replayed = max(self._replayed, replayed or 0)

    def _note_behind(self, space_n: int) -> None:
        with self._lock:
            if len(self._behind_until) >= _SPACES_MAX:
                self._behind_until.clear()
            self._behind_until[space_n] = self._monotonic() + READ_BEHIND_SECONDS

    def _count(self, reader: AnsweredBy) -> None:
        with self._lock:
            self.counts[reader] += 1

    def _open_pool(self) -> ConnectionPool[Raw]:
        with self._lock:
            if self._pool is None:
                self._pool = ConnectionPool(
                    self._url,
                    kwargs=self._connecting,
                    min_size=0,
                    max_size=CONNECTIONS_MAX,
                    num_workers=1,
                    configure=self._configure,
                    reconnect_timeout=READ_CONNECT_SECONDS,
                    open=True,
                )
            return self._pool

    def _link(self, raw: Raw) -> PooledConnection:
        link = self._links.get(raw)
        if link is None:
            link = self._links[raw] = PooledConnection(raw, patience_seconds=READ_ANSWER_SECONDS)
        return link

    @staticmethod
    def _give_back(pool: ConnectionPool[Raw], link: PooledConnection) -> None:
        try:
            link.command("ROLLBACK")
        except psycopg.Error:
            link.raw.close()
        pool.putconn(link.raw)
