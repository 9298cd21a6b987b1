"""How a read replica is, for doctor: whether it follows the store, and how far it is behind."""

from __future__ import annotations

from typing import Final, NamedTuple

import psycopg

from remembrancer.store import schema
from remembrancer.store.postgres.postgres_connection import SCHEMA
from remembrancer.store.postgres.postgres_errors import brief
from remembrancer.store.postgres.postgres_replica import Replica

_STATE: Final = (
    "SELECT pg_is_in_recovery(), pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint, "
    "extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float, "
    f"to_regclass('{SCHEMA}.alembic_version') IS NOT NULL"
)
_REVISION: Final = f"SELECT min(version_num) FROM {SCHEMA}.alembic_version"
_BEHIND_BYTES: Final = 16_000_000  # of the log, over which doctor warns: one file of it


class ReplicaState(NamedTuple):
    """What a replica says about itself."""

    is_standby: bool
    revision: str | None  # of its tables
    bytes_behind: int  # of the server's log
    seconds_behind: float  # since the last change that it applied, if something is missing


def state_of(replica: Replica, logged: int) -> ReplicaState:
    with replica.connect() as raw:
        row = raw.execute(_STATE).fetchone()
        assert row is not None
        is_standby, place, seconds, has_tables = row
        found = raw.execute(_REVISION).fetchone() if has_tables else None
    behind = max(0, logged - (place or 0)) if is_standby else 0
    revision = found[0] if found else None
    return ReplicaState(is_standby, revision, behind, (seconds or 0.0) if behind else 0.0)


def described(replica: Replica, logged: int) -> str:
    """One line for doctor."""
    try:
        state = state_of(replica, logged)
    except psycopg.Error as error:
        return f"{replica.address}: away ({brief(error)}); the primary answers"
    if not state.is_standby:
        return f"{replica.address}: no standby; the primary answers"
    lag = (
        f"{state.bytes_behind:,} bytes and {state.seconds_behind:.1f} seconds behind"
        if state.bytes_behind
        else "level with the primary"
    )
    return f"{replica.address}: {lag}; answers at most {replica.lag_seconds:g} seconds behind"


def problems(replica: Replica, logged: int) -> list[str]:
    try:
        state = state_of(replica, logged)
    except psycopg.Error as error:
        return [
            f"The read replica {replica.address} cannot be reached ({brief(error)}), and the "
            "primary answers all reads. Start it, or remove the setting read_url."
        ]
    if not state.is_standby:
        return [
            f"The read replica {replica.address} is no standby: it takes writes of its own, so "
            "nothing is read from it. Name a standby of this store in read_url."
        ]
    result = []
    if state.revision != schema.SCHEMA_REVISION:
        result.append(
            f"The read replica {replica.address} has the schema {state.revision}, not "
            f"{schema.SCHEMA_REVISION}. Nothing is read from it until it has caught up."
        )
    if state.bytes_behind > _BEHIND_BYTES and state.seconds_behind > replica.lag_seconds:
        result.append(
            f"The read replica {replica.address} is {state.bytes_behind:,} bytes and "
            f"{state.seconds_behind:,.0f} seconds behind. Until it has caught up the primary "
            "answers."
        )
    return result
