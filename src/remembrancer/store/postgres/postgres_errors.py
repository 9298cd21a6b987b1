"""Turns errors of PostgreSQL and its driver into ours."""

from __future__ import annotations

import psycopg
from psycopg import errors
from psycopg_pool import PoolTimeout

from remembrancer.core.errors import (
    InvalidInput,
    StoreBusy,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreInterrupted,
    StoreUnreachable,
)
from remembrancer.core.limits import CONNECTIONS_MAX


def brief(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]


def is_lost(error: psycopg.Error) -> bool:
    """The connection is lost: the server did not answer the query."""
    state = error.sqlstate
    is_gone = state is None or state[:2] == "08" or state[:3] == "57P"
    return isinstance(error, psycopg.OperationalError) and is_gone


def translate(error: Exception, address: str, lock_seconds: float) -> Exception:
    what = brief(error)
    if isinstance(error, errors.LockNotAvailable):
        return StoreBusy(
            f"{address} stayed locked by other writers for {lock_seconds:g} seconds, and "
            "nothing was written. Try again; if it persists, find the process that holds it."
        )
    if isinstance(error, errors.SerializationFailure | errors.DeadlockDetected):
        return StoreInterrupted(
            f"Another writer was in the way ({what}). Nothing was written; try again."
        )
    if isinstance(error, errors.InvalidSqlStatementName):
        # Something on the connection, such as a pooler, removed the statement. It is prepared
        # again.
        return StoreInterrupted(
            f"{address} forgot a statement ({what}). Nothing was written; try again."
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
    if isinstance(error, errors.FeatureNotSupported):
        return StoreError(
            f"{address} cannot do this ({what}). Nothing was written. If it is a cluster, do it on "
            "one server: move the space with `rmb move`. Please report it in either case."
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
