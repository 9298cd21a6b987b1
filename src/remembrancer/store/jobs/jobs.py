"""Reading jobs: waiting, running and failed."""

from __future__ import annotations

import json
from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, bindparam, case, func, or_, select

from remembrancer.core.principal import Principal
from remembrancer.core.validation import is_text
from remembrancer.jobs.job import Job, JobState
from remembrancer.jobs.port import WaitingJob
from remembrancer.jobs.schedule import WORKER
from remembrancer.store.dialect import among, pack
from remembrancer.store.rows import iso, job_from, moment, named
from remembrancer.store.schema import job
from remembrancer.store.unit.scoped_reader import ScopedReader

WAITING, FAILED = JobState.WAITING.value, JobState.FAILED.value


class JobReads:
    """Jobs, as visible to their owners and to admins who are people."""

    def __init__(self, view: ScopedReader) -> None:
        self._view = view

    def page(
        self,
        *,
        limit: int,
        is_failed: bool = False,
        is_schedule: bool = False,
        kind: str | None = None,
    ) -> tuple[Job, ...]:
        """All jobs, or only failed ones, only schedules, only of a kind; the next due first."""

        def build() -> Select[Any]:
            query = select(job).where(self.own_jobs())
            if is_failed:
                query = query.where(job.c.state == FAILED)
            if is_schedule:
                query = query.where(job.c.every.is_not(None))
            if kind is not None:
                query = query.where(job.c.kind == bindparam("wanted_kind"))
            return query.order_by(job.c.due_at, job.c.number).limit(bindparam("limit"))

        values = {} if kind is None else {"wanted_kind": kind}
        rows = self._view.all(build, is_failed, is_schedule, kind is None, limit=limit, **values)
        return tuple(self._job(row) for row in rows)

    def get(self, id: str) -> Job | None:
        if not is_text(id):
            return None
        row = self._view.one(
            lambda: select(job).where(self.own_jobs(), job.c.id == bindparam("id")),
            id=id,
        )
        return self._job(row) if row else None

    def is_due(self, kinds: Collection[str], ids: Collection[str] | None) -> bool:
        """Whether due jobs of these kinds are left, optionally only with these ids.

        A due job that cannot be claimed is held by another worker or is just being claimed.
        """

        def build() -> Select[Any]:
            query = select(job.c.number).where(
                self.own_jobs(),
                job.c.state == WAITING,
                job.c.due_at <= bindparam("now"),
                among(job.c.kind, "kinds"),
            )
            if ids is not None:
                query = query.where(among(job.c.id, "ids"))
            return query.limit(1)

        row = self._view.one(
            build,
            ids is None,
            now=iso(self._view.scope.now),
            kinds=pack(sorted(kinds)),
            **({} if ids is None else {"ids": pack(sorted(ids))}),
        )
        return row is not None

    def next_due(self, kinds: Collection[str]) -> datetime | None:
        row = self._view.one(
            lambda: select(
                func.min(
                    case((job.c.lease_until > job.c.due_at, job.c.lease_until), else_=job.c.due_at)
                )
            ).where(
                job.c.space_n == bindparam("space_n"),
                job.c.state == WAITING,
                among(job.c.kind, "kinds"),
            ),
            kinds=pack(sorted(kinds)),
        )
        return moment(row[0]) if row[0] is not None else None

    def waiting(
        self, kind: str, *, limit: int, keys: Collection[str] | None = None
    ) -> tuple[WaitingJob, ...]:
        def build() -> Select[Any]:
            query = select(job.c.number, job.c.key, job.c.owner, job.c.actor).where(
                self.own_jobs(), job.c.kind == bindparam("kind"), is_unheld()
            )
            if keys is not None:
                query = query.where(among(job.c.key, "keys"))
            # By the index of the kind: in the order of the numbers alone, all jobs would be read.
            return query.order_by(job.c.number + 0).limit(bindparam("limit"))

        rows = self._view.all(
            build,
            keys is None,
            kind=kind,
            now=iso(self._view.scope.now),
            limit=limit,
            **({} if keys is None else {"keys": pack(sorted(keys))}),
        )
        return tuple(WaitingJob(row[0], row[1], actor_from(row[2], row[3])) for row in rows)

    def own_jobs(self) -> ColumnElement[bool]:
        in_space = job.c.space_n == bindparam("space_n")
        if self._view.rights.sees_personal:
            return in_space
        # Jobs for everybody have no owner among the callers, whatever name a caller uses.
        return and_(in_space, job.c.owner == bindparam("viewer"), job.c.owner != WORKER.name)

    def _job(self, row: Any) -> Job:
        return job_from(named(job, row), self._view.scope.now)


def is_unheld() -> ColumnElement[bool]:
    """Whether a job waits and no worker holds it."""
    return and_(
        job.c.state == WAITING,
        or_(job.c.lease_until.is_(None), job.c.lease_until <= bindparam("now")),
    )


def actor_from(name: str, text: str) -> Principal:
    """Who a job is done for, with the rights that are kept with it."""
    return Principal(name, **json.loads(text))


def one_due() -> Select[Any]:
    """A job of a space that a worker for these kinds can claim."""
    return (
        select(job.c.number)
        .where(
            job.c.space_n == bindparam("space_n"),
            job.c.due_at <= bindparam("now"),
            is_unheld(),
            among(job.c.kind, "kinds"),
        )
        .limit(1)
    )
