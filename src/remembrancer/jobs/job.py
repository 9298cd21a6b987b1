"""A job: a piece of work that is due now or later."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from remembrancer.core.base import Value


class JobState(StrEnum):
    WAITING = "waiting"  # due now or later
    RUNNING = "running"  # a worker has it
    DONE = "done"  # as its worker returns it; no longer on record
    FAILED = "failed"  # given up after too many attempts, until somebody retries it


class Job(Value):
    """One piece of work. It is gone once it is done; a schedule comes back."""

    id: str  # job_ and 12 hex digits
    kind: str  # summarise, extract, meeting, collect, detect, embed, remind, compress,
    # compare, shapes, sync, notify, debate, credibility, graph
    key: str  # its target: one job of a kind for each
    owner: str  # who it is done for
    state: JobState
    due_at: datetime  # not done before
    every: str | None  # of a schedule: how often
    priority: int  # higher comes first
    attempts: int  # attempts started so far
    error: str | None  # why the last attempt failed
    done: int  # progress of the attempt that runs
    total: int  # total amount of work; 0: unknown
    created_at: datetime
    payload: dict[str, Any] = {}  # input of the job: ids and settings, no text


class Worked(Value):
    """What came of doing due work."""

    done: int = 0  # jobs that were finished
    retrying: tuple[Job, ...] = ()  # failed now, to be tried again later
    failed: tuple[Job, ...] = ()  # given up
