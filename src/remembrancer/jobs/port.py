"""Store interfaces for jobs, and for how far files were read."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from remembrancer.core.principal import Principal
from remembrancer.items.conversation import Conversation
from remembrancer.jobs.feed import Feed
from remembrancer.jobs.job import Job


class NewJob(NamedTuple):
    """A job to create."""

    kind: str
    key: str  # its target: one job of a kind for each
    actor: Principal  # who it is done for, with whose rights
    due_at: datetime
    payload: Mapping[str, Any] = {}
    priority: int = 0
    every: str | None = None


class MadeDue(NamedTuple):
    """A job that a unit of work created."""

    id: str | None  # None: several
    kind: str | None
    due_at: datetime


class LeasedJob(NamedTuple):
    """A job under lease."""

    number: int
    stamp: int  # counts how often it was made due
    worker: str
    actor: Principal
    job: Job


class WaitingJob(NamedTuple):
    """A job that no worker holds, as others may do it with their own work."""

    number: int
    key: str  # its target
    actor: Principal  # who it is done for, with whose rights


class JobsReader(Protocol):
    """Jobs and their leases."""

    def page(
        self,
        *,
        limit: int,
        is_failed: bool = False,
        is_schedule: bool = False,
        kind: str | None = None,
    ) -> tuple[Job, ...]: ...

    def get(self, id: str) -> Job | None: ...

    def is_due(self, kinds: Collection[str], ids: Collection[str] | None) -> bool:
        """Whether jobs of these kinds, or with these ids, are still due."""

    def next_due(self, kinds: Collection[str]) -> datetime | None:
        """When the next job of these kinds can be taken."""

    def waiting(
        self, kind: str, *, limit: int, keys: Collection[str] | None = None
    ) -> tuple[WaitingJob, ...]:
        """Jobs of a kind that no worker holds, the oldest first; all, or only with these keys."""


class JobsWriter(JobsReader, Protocol):
    """Reads and changes jobs."""

    def make_due_once(self, kind: str, key: str, *, due_at: datetime | None = None) -> None: ...

    def put(self, new: NewJob) -> str:
        """Creates a job and returns its id."""

    def put_for(self, new: NewJob) -> str:
        """The same for a job that another principal owns."""

    def join(self, new: NewJob) -> str:
        """Makes a job due that nobody owns, or joins the one there is. Returns its id.

        What either asks for in its payload is done. One that runs is done again only if it does
        not do what is asked for now.
        """

    def put_new(self, new: Sequence[NewJob], *, noticed_at: datetime) -> None:
        """Creates jobs on targets that are new themselves, so that none of them has a job yet.

        The thread of an open memory looks at them at `noticed_at`, together with later ones.
        """

    def scheduled(self, kind: str, key: str) -> str | None:
        """The id of a schedule that nobody owns; None: there is none."""

    def drop(self, jobs: Sequence[WaitingJob]) -> None:
        """Removes jobs that are done, unless a worker holds them meanwhile."""

    def hasten(self, kind: str, started: Conversation, *, whatever_subject: bool) -> None: ...

    def remove(self, id: str) -> bool: ...

    def retry(self, ids: Collection[str] | None) -> int: ...

    def claim(
        self, kinds: Collection[str], *, worker: str, until: datetime, ids: Collection[str] | None
    ) -> LeasedJob | None: ...

    def renew(self, claim: LeasedJob, *, until: datetime, done: int, total: int) -> bool: ...

    def release(
        self, claim: LeasedJob, *, due_at: datetime, error: str | None, is_failed: bool
    ) -> bool: ...

    def finish(
        self, claim: LeasedJob, *, next_due: datetime | None, note: str | None = None
    ) -> None: ...


class FeedsReader(Protocol):
    """How far files were read."""

    def get(self, kind: str, name: str) -> Feed | None: ...

    def all(self) -> tuple[Feed, ...]: ...


class FeedsWriter(FeedsReader, Protocol):
    """Reads and changes feeds."""

    def put(self, new: Feed) -> None: ...
