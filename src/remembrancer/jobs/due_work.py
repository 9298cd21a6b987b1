"""Runs due jobs, one after the other, each under a lease."""

from __future__ import annotations

import logging
import os
import secrets
import socket
import threading
import time
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from types import TracebackType
from typing import Self

from remembrancer.core.errors import RemembrancerError, StoreError, WorkTaken
from remembrancer.core.limits import (
    JOB_ATTEMPTS_MAX,
    JOB_ERROR_CHARACTERS_MAX,
    JOB_LEASE_SECONDS,
    JOB_PROGRESS_SECONDS,
)
from remembrancer.core.scope import Scope
from remembrancer.core.space import Space
from remembrancer.core.tally import Counted, Tally
from remembrancer.jobs import transactions
from remembrancer.jobs.causes import Causes
from remembrancer.jobs.job import Job, JobState, Worked
from remembrancer.jobs.port import LeasedJob
from remembrancer.jobs.schedule import EMBED, WORKER, backoff
from remembrancer.jobs.task import Handler, Task, Tools
from remembrancer.ports import Attribute, Clock, Progress, Span, Store, Work

LOOK_SECONDS = 0.02  # how often a waiting caller checks whether others are done

log = logging.getLogger("remembrancer.work")


class Workshop:
    """Runs due jobs. It knows the store, the clock and the tools, but no caller."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        tools: Tools,
        handlers: Mapping[str, Handler],
        *,
        lease_seconds: float = JOB_LEASE_SECONDS,
        tally: Tally | None = None,
    ) -> None:
        self.store = store
        self.clock = clock
        self.tools = tools
        self.tally = Tally() if tally is None else tally
        self.causes = Causes()
        self._handlers = handlers  # by kind of job
        self._lease = timedelta(seconds=lease_seconds)
        # A job without a tool here stays due for a process that has the tool.
        self.kinds = frozenset(handlers) - ({EMBED} if tools.embedder is None else set())

    def do_next(
        self,
        space: Space,
        *,
        ids: Collection[str] | None = None,
        owner: str | None = None,
        progress: Progress | None = None,
        kinds: frozenset[str] | None = None,
    ) -> Job | None:
        """Runs the most urgent job of a space, of these kinds or of any. Returns the job in its
        new state, or None.

        If an owner is given, progress of other owners' jobs is not reported.
        """
        able = self.kinds if kinds is None else self.kinds & kinds
        worker = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        scope = self.scope(space)
        claim = transactions.written(
            self.store,
            scope,
            lambda unit: unit.jobs.claim(
                able, worker=worker, until=scope.now + self._lease, ids=ids
            ),
        )
        if claim is None:
            return None
        told = progress if owner in (None, claim.job.owner) else None
        with self._span(space, claim) as span, _Heartbeat(self, space, claim, told) as heartbeat:
            job = self._do(space, claim, heartbeat, span)
            span.note({Attribute.JOB_STATE: job.state.value})
        self.tally.add(Counted.JOBS, kind=job.kind, state=job.state.value)
        return job

    def _span(self, space: Space, claim: LeasedJob) -> Span:
        return self.tools.telemetry.span(
            Work.JOB,
            f"job {claim.job.kind}",
            {
                Attribute.JOB_KIND: claim.job.kind,
                Attribute.JOB_ID: claim.job.id,
                Attribute.JOB_ATTEMPT: claim.job.attempts,
                Attribute.SPACE: space.uid,
            },
            cause=self.causes.of(claim.job.id),
        )

    def _do(self, space: Space, claim: LeasedJob, heartbeat: _Heartbeat, span: Span) -> Job:
        task = Task(
            claim,
            store=self.store,
            space=space,
            clock=self.clock,
            tools=self.tools,
            report=heartbeat.report,
            lease=self._lease,
        )
        try:
            self._handlers[claim.job.kind](task)
        except WorkTaken:
            log.info("%s %s was taken over by another worker", claim.job.kind, claim.job.id)
            return claim.job.model_copy(update={"error": None})
        except RemembrancerError as error:
            span.fail(type(error).__name__)
            return self._failed(space, claim, str(error))
        except Exception as error:  # the job is kept with its error, whatever it is
            span.fail(type(error).__name__)
            log.exception("%s %s failed", claim.job.kind, claim.job.id)
            return self._failed(space, claim, f"{type(error).__name__}: {error}")
        except BaseException:
            self._released(space, claim)
            raise
        # The error of an earlier attempt no longer applies.
        return claim.job.model_copy(update={"state": JobState.DONE, "error": None})

    def _failed(self, space: Space, claim: LeasedJob, why: str) -> Job:
        is_failed = claim.job.attempts >= JOB_ATTEMPTS_MAX
        scope = self.scope(space)
        due_at = scope.now + backoff(claim.job.attempts)
        error = why[:JOB_ERROR_CHARACTERS_MAX]
        transactions.written(
            self.store,
            scope,
            lambda unit: unit.jobs.release(claim, due_at=due_at, error=error, is_failed=is_failed),
        )
        after, _ = transactions.read(
            self.store, scope, lambda reader: reader.jobs.get(claim.job.id)
        )
        if after is not None:
            return after.model_copy(update={"error": error})
        return claim.job.model_copy(update={"state": JobState.WAITING, "error": error})

    def _released(self, space: Space, claim: LeasedJob) -> None:
        """Releases the job at once, so that nobody waits for the lease to expire."""
        scope = self.scope(space)
        try:
            transactions.written(
                self.store,
                scope,
                lambda unit: unit.jobs.release(
                    claim, due_at=claim.job.due_at, error=None, is_failed=False
                ),
            )
        except StoreError as error:
            # The interruption must propagate. The lease expires by itself.
            log.warning("%s could not be given back: %s", claim.job.id, error)

    def renew(self, space: Space, claim: LeasedJob, done: int, total: int) -> bool:
        scope = self.scope(space)
        until = scope.now + self._lease
        return transactions.written(
            self.store,
            scope,
            lambda unit: unit.jobs.renew(claim, until=until, done=done, total=total),
        )

    def next_due(self, space: Space) -> datetime | None:
        """When a job of a space can be taken next."""
        scope = self.scope(space)
        return transactions.read(
            self.store, scope, lambda reader: reader.jobs.next_due(self.kinds)
        )[0]

    @property
    def beat_seconds(self) -> float:
        return self._lease.total_seconds() / 3

    def wait(
        self,
        space: Space,
        *,
        ids: Collection[str] | None = None,
        owner: str | None = None,
        timeout_seconds: float | None = None,
        progress: Progress | None = None,
    ) -> Worked:
        """Runs all jobs due now, and waits for jobs that others are running.

        If an owner is given, the result covers only jobs of that owner.
        """
        ends = None if timeout_seconds is None else time.monotonic() + timeout_seconds
        done = 0
        troubled: dict[str, Job] = {}
        while True:
            job = self.do_next(space, ids=ids, owner=owner, progress=progress)
            if job is not None:
                if owner not in (None, job.owner):
                    pass  # jobs of others are done too, but not reported
                elif job.state is JobState.DONE:
                    done += 1
                    troubled.pop(job.id, None)
                elif job.error is not None:
                    troubled[job.id] = job
            elif not self._is_left(space, ids):
                break
            else:
                self._tell(space, ids, progress)
                time.sleep(LOOK_SECONDS)
            if ends is not None and time.monotonic() >= ends:
                break
        jobs = troubled.values()
        return Worked(
            done=done,
            retrying=tuple(one for one in jobs if one.state is not JobState.FAILED),
            failed=tuple(one for one in jobs if one.state is JobState.FAILED),
        )

    def _is_left(self, space: Space, ids: Collection[str] | None) -> bool:
        scope = self.scope(space)
        return transactions.read(
            self.store, scope, lambda reader: reader.jobs.is_due(self.kinds, ids)
        )[0]

    def _tell(self, space: Space, ids: Collection[str] | None, progress: Progress | None) -> None:
        """Tells who waits for one piece of work how far whoever does it has come."""
        if progress is None or ids is None or len(ids) != 1:
            return
        (id,) = ids
        job, _ = transactions.read(
            self.store, self.scope(space), lambda reader: reader.jobs.get(id)
        )
        if job is not None and job.total:
            progress(job.done, job.total)

    def scope(self, space: Space) -> Scope:
        """The scope of the worker itself in a space."""
        return Scope.trusted({"space": space, "viewer": WORKER, "now": self.clock()})


class _Heartbeat:
    """Renews the lease of a running job, and reports its progress."""

    def __init__(
        self, shop: Workshop, space: Space, claim: LeasedJob, progress: Progress | None
    ) -> None:
        self._shop = shop
        self._space = space
        self._claim = claim
        self._progress = progress
        self._done = self._total = 0
        self._told: tuple[int, int] | None = None  # what is on record
        self._renewed = time.monotonic()
        self._ended = threading.Event()
        self._thread: threading.Timer | None = None

    def report(self, done: int, total: int) -> None:
        self._done, self._total = done, total
        if self._progress is not None:
            self._progress(done, total)

    def __enter__(self) -> Self:
        self._next()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ended.set()
        if self._thread is not None:
            self._thread.cancel()

    def _next(self) -> None:
        seconds = min(self._shop.beat_seconds, JOB_PROGRESS_SECONDS)
        self._thread = threading.Timer(seconds, self._beat)
        self._thread.daemon = True
        self._thread.start()

    def _beat(self) -> None:
        if self._ended.is_set():
            return
        now, told = time.monotonic(), (self._done, self._total)
        if told in (self._told, (0, 0)) and now < self._renewed + self._shop.beat_seconds:
            self._next()
            return
        try:
            kept = self._shop.renew(self._space, self._claim, *told)
            self._renewed, self._told = now, told
        except StoreError as error:
            # The lease may still be valid. If not, finishing the job will fail.
            log.warning("The lease of %s could not be renewed: %s", self._claim.job.id, error)
            kept = True
        if kept and not self._ended.is_set():
            self._next()
