"""Whether a read replica may answer, as a rule over what it and the primary say."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from remembrancer.core.limits import READ_LAG_POSITIONS_MAX


class AnsweredBy(StrEnum):
    """Who answered a read, and why it was the primary."""

    REPLICA = "replica"
    PRIMARY_ONLY = "primary_only"  # it reads what the ledger does not tell of
    AWAY = "away"  # the replica failed a moment ago
    CANCELLED = "cancelled"  # the replica gave up this one read
    BEHIND = "behind"  # it lacks something that this caller has to be told
    SCHEMA = "schema"  # its tables are of another version
    FOREIGN = "foreign"  # it is no standby of this store


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How far a replica is, in the snapshot that answers."""

    is_standby: bool  # False: it takes writes of its own
    revision: str | None  # of its tables
    position: int | None  # of the space's ledger; None: it does not know the space
    hash: str | None  # of the ledger there


@dataclass(frozen=True, slots=True, kw_only=True)
class PrimaryState:
    """What the primary says afterwards about the rows that the replica lacks."""

    position: int  # of the space's ledger
    hash: str | None  # of the ledger where the replica stands; None: it has no such row
    oldest_missing_at: datetime | None  # None: nothing is missing
    is_needed: bool  # a missing row is the caller's own, or withdraws, changes or erases something


def reader_for(
    standing: Standing,
    primary: PrimaryState,
    *,
    seen: int,
    now: datetime,
    lag_seconds: float,
    revision: str,
) -> AnsweredBy:
    """Who answers: the replica, unless there is a reason against it."""
    if not standing.is_standby:
        return AnsweredBy.FOREIGN
    if standing.revision != revision:
        return AnsweredBy.SCHEMA
    if standing.position is None:
        return AnsweredBy.BEHIND
    if standing.hash != primary.hash:
        return AnsweredBy.FOREIGN  # it has another history: that of another store, or of a backup
    if standing.position < min(seen, primary.position) or primary.is_needed:
        return AnsweredBy.BEHIND
    missing = primary.position - standing.position
    if missing > READ_LAG_POSITIONS_MAX or (missing and not lag_seconds):
        return AnsweredBy.BEHIND
    if primary.oldest_missing_at is not None:
        lag = (now - primary.oldest_missing_at).total_seconds()
        if lag > lag_seconds:
            return AnsweredBy.BEHIND
    return AnsweredBy.REPLICA
