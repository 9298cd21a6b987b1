"""A job: a piece of work that is due, or will be."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from remembrancer.core.base import Value


class JobState(StrEnum):
    WAITING = "waiting"  # due now or later
    RUNNING = "running"  # a worker has it
    DONE = "done"  # as its worker hands it back; it is not on record any more
    FAILED = "failed"  # given up after too many attempts, until somebody retries it


class Job(Value):
    """One piece of work. It is gone once it is done; a schedule comes back."""

    id: str  # job_ and 12 hex digits
    kind: str  # summarise, extract, meeting, collect, detect, embed, remind
    key: str  # on what: there is one piece of a kind for each
    owner: str  # in whose name it is done
    state: JobState
    due_at: datetime  # not done before
    every: str | None  # of a schedule: how often
    priority: int  # higher comes first
    attempts: int  # begun so far
    error: str | None  # why the last attempt failed
    done: int  # progress of the attempt that runs
    total: int  # of how much; 0 where nobody knows
    created_at: datetime
    payload: dict[str, Any] = {}  # what the work is given: ids and settings, no text


class Worked(Value):
    """What came of doing due work."""

    done: int = 0  # pieces of work that were finished
    retrying: tuple[Job, ...] = ()  # failed now, to be tried again later
    failed: tuple[Job, ...] = ()  # given up
