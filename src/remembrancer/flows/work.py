"""Doing due work: in the caller, in a thread of an open memory, or in a worker of its own."""

from __future__ import annotations

import logging
import os
import secrets
import socket
import threading
import time
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from types import TracebackType
from typing import Self

from remembrancer.errors import (
    NotFound,
    RemembrancerError,
    StoreClosed,
    StoreError,
    WorkTaken,
)
from remembrancer.flows import units
from remembrancer.flows.task import WORKER, Handler, Task, Tools
from remembrancer.loading import load
from remembrancer.model.job import Job, JobState, Worked
from remembrancer.model.scope import Scope
from remembrancer.model.space import Space
from remembrancer.ports import Claim, Clock, MadeDue, Progress, Store
from remembrancer.rules.limits import (
    JOB_ATTEMPTS_MAX,
    JOB_ERROR_CHARACTERS_MAX,
    JOB_LEASE_SECONDS,
    JOB_PAUSE_SECONDS_MAX,
    JOB_POLL_SECONDS,
    JOB_STOP_SECONDS,
)
from remembrancer.rules.work import COLLECT, DETECT, EXTRACT, MEETING, SUMMARISE, backoff

# The rooms in which each kind of work is done; they open when there is some.
_ROOMS = {
    SUMMARISE: "digest",
    EXTRACT: "extract",
    MEETING: "meeting",
    COLLECT: "collect",
    DETECT: "detect",
}
KINDS = frozenset(_ROOMS)
_LOOK_SECONDS = 0.02  # how often a waiting caller looks whether others are done

log = logging.getLogger("remembrancer.work")


class Workshop:
    """Where due work is done. It knows the store, the clock and the tools, and no caller."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        tools: Tools,
        *,
        lease_seconds: float = JOB_LEASE_SECONDS,
    ) -> None:
        self.store = store
        self.clock = clock
        self.tools = tools
        self._lease = timedelta(seconds=lease_seconds)
        # Work for which there is no tool here stays due, for somebody who has it.
        self.kinds = KINDS if tools.extractor is not None else KINDS - {EXTRACT}

    def do_next(
        self,
        space: Space,
        *,
        ids: Collection[str] | None = None,
        owner: str | None = None,
        progress: Progress | None = None,
    ) -> Job | None:
        """Does the most urgent piece of work of a space: the job as it stands after, or None.

        Where an owner is named, the progress of others' work is not told.
        """
        worker = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        scope = self._scope(space)
        claim = units.written(
            self.store,
            scope,
            lambda unit: unit.claim_job(
                self.kinds, worker=worker, until=scope.now + self._lease, ids=ids
            ),
        )
        if claim is None:
            return None
        told = progress if owner in (None, claim.job.owner) else None
        with _Heartbeat(self, space, claim, told) as heartbeat:
            return self._do(space, claim, heartbeat)

    def _do(self, space: Space, claim: Claim, heartbeat: _Heartbeat) -> Job:
        task = Task(
            claim,
            store=self.store,
            space=space,
            clock=self.clock,
            tools=self.tools,
            report=heartbeat.report,
        )
        try:
            _handler(claim.job.kind)(task)
        except WorkTaken:
            log.info("%s %s was taken over by another worker", claim.job.kind, claim.job.id)
            return claim.job.model_copy(update={"error": None})
        except RemembrancerError as error:
            return self._failed(space, claim, str(error))
        except Exception as error:  # whatever it is, the work is kept and says why it failed
            log.exception("%s %s failed", claim.job.kind, claim.job.id)
            return self._failed(space, claim, f"{type(error).__name__}: {error}")
        except BaseException:
            self._released(space, claim)
            raise
        # What an earlier attempt died of is over.
        return claim.job.model_copy(update={"state": JobState.DONE, "error": None})

    def _failed(self, space: Space, claim: Claim, why: str) -> Job:
        is_failed = claim.job.attempts >= JOB_ATTEMPTS_MAX
        scope = self._scope(space)
        due_at = scope.now + backoff(claim.job.attempts)
        error = why[:JOB_ERROR_CHARACTERS_MAX]
        units.written(
            self.store,
            scope,
            lambda unit: unit.release_claim(claim, due_at=due_at, error=error, is_failed=is_failed),
        )
        after, _ = units.read(self.store, scope, lambda reader: reader.job(claim.job.id))
        if after is not None:
            return after.model_copy(update={"error": error})
        return claim.job.model_copy(update={"state": JobState.WAITING, "error": error})

    def _released(self, space: Space, claim: Claim) -> None:
        """Gives the work back at once, so that nobody has to wait for the lease to run out."""
        scope = self._scope(space)
        try:
            units.written(
                self.store,
                scope,
                lambda unit: unit.release_claim(
                    claim, due_at=claim.job.due_at, error=None, is_failed=False
                ),
            )
        except StoreError as error:
            # What interrupted the work must go on its way; the lease runs out by itself.
            log.warning("%s could not be given back: %s", claim.job.id, error)

    def renew(self, space: Space, claim: Claim, done: int, total: int) -> bool:
        scope = self._scope(space)
        until = scope.now + self._lease
        return units.written(
            self.store,
            scope,
            lambda unit: unit.renew_claim(claim, until=until, done=done, total=total),
        )

    def next_due(self, space: Space) -> datetime | None:
        """When work of a space can be taken up next."""
        scope = self._scope(space)
        return units.read(self.store, scope, lambda reader: reader.next_due(self.kinds))[0]

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
        """Does all that is due now, and waits for what others are doing.

        Where an owner is named, it tells only of work that is done in that name.
        """
        ends = None if timeout_seconds is None else time.monotonic() + timeout_seconds
        done = 0
        troubled: dict[str, Job] = {}
        while True:
            job = self.do_next(space, ids=ids, owner=owner, progress=progress)
            if job is not None:
                if owner not in (None, job.owner):
                    pass  # what others hide is done as well, and not told
                elif job.state is JobState.DONE:
                    done += 1
                    troubled.pop(job.id, None)
                elif job.error is not None:
                    troubled[job.id] = job
            elif not self._is_left(space, ids):
                break
            else:
                time.sleep(_LOOK_SECONDS)
            if ends is not None and time.monotonic() >= ends:
                break
        jobs = troubled.values()
        return Worked(
            done=done,
            retrying=tuple(one for one in jobs if one.state is not JobState.FAILED),
            failed=tuple(one for one in jobs if one.state is JobState.FAILED),
        )

    def _is_left(self, space: Space, ids: Collection[str] | None) -> bool:
        scope = self._scope(space)
        return units.read(self.store, scope, lambda reader: reader.is_due(self.kinds, ids))[0]

    def _scope(self, space: Space) -> Scope:
        return Scope.trusted({"space": space, "viewer": WORKER, "now": self.clock()})


def _handler(kind: str) -> Handler:
    handle: Handler = load(f"remembrancer.flows.{_ROOMS[kind]}").handle
    return handle


class _Heartbeat:
    """Renews the lease of work under way, and carries its progress."""

    def __init__(
        self, shop: Workshop, space: Space, claim: Claim, progress: Progress | None
    ) -> None:
        self._shop = shop
        self._space = space
        self._claim = claim
        self._progress = progress
        self._done = self._total = 0
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
        self._thread = threading.Timer(self._shop.beat_seconds, self._beat)
        self._thread.daemon = True
        self._thread.start()

    def _beat(self) -> None:
        if self._ended.is_set():
            return
        try:
            kept = self._shop.renew(self._space, self._claim, self._done, self._total)
        except StoreError as error:
            # The lease may still hold; if not, ending the work finds out.
            log.warning("The lease of %s could not be renewed: %s", self._claim.job.id, error)
            kept = True
        if kept and not self._ended.is_set():
            self._next()


class Background:
    """The thread of an open memory that does the work which its own calls make due.

    It begins with the first of it, and serves only the spaces that this memory was opened for:
    another tenant's texts are not for the tools that were given here.
    """

    def __init__(self, shop: Workshop, *, is_real_time: bool) -> None:
        self._shop = shop
        self._is_real_time = is_real_time
        self._lock = threading.Lock()
        self._spaces: dict[int, Space] = {}
        self._times: dict[int, datetime] = {}  # by space: when to look next
        self._bell = threading.Event()
        self._stopping = False
        self._thread: threading.Thread | None = None

    def told(self, space: Space, made: Iterable[MadeDue]) -> None:
        """Work was made due."""
        due = [one.due_at for one in made if one.kind is None or one.kind in self._shop.kinds]
        if not due:
            return
        with self._lock:
            if self._stopping:
                return
            self._look_at(space, min(due))
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._run, name="remembrancer-work", daemon=True
                )
                self._thread.start()
        self._bell.set()

    def stop(self) -> None:
        """Lets the work under way end, for a while, and takes up no more."""
        with self._lock:
            self._stopping = True
            thread = self._thread
        self._bell.set()
        if thread is not None and thread is not threading.current_thread():
            thread.join(JOB_STOP_SECONDS)

    def _look_at(self, space: Space, when: datetime) -> None:
        self._spaces[space.number] = space
        known = self._times.get(space.number)
        self._times[space.number] = when if known is None else min(known, when)

    def _run(self) -> None:
        while not self._stopping:
            self._bell.clear()
            space = self._due_space()
            if space is None:
                self._bell.wait(self._pause())
                continue
            try:
                job = self._shop.do_next(space)
                again = self._shop.clock() if job is not None else self._shop.next_due(space)
            except StoreClosed:
                return
            except (StoreError, NotFound) as error:
                log.warning("Due work of %s has to wait: %s", space.name, error)
                with self._lock:
                    self._look_at(space, self._shop.clock() + timedelta(seconds=JOB_POLL_SECONDS))
                self._bell.wait(JOB_POLL_SECONDS)
                continue
            if again is not None:
                with self._lock:
                    self._look_at(space, again)

    def _due_space(self) -> Space | None:
        """A space in which work may be due; it is looked at once."""
        now = self._shop.clock()
        with self._lock:
            for number, when in self._times.items():
                if when <= now:
                    del self._times[number]
                    return self._spaces[number]
        return None

    def _pause(self) -> float | None:
        """Until the next time that is known; a clock that is not the world's is looked at often."""
        with self._lock:
            if not self._times:
                return None
            if not self._is_real_time:
                return _LOOK_SECONDS
            left = min(self._times.values()) - self._shop.clock()
        # The clock may be set, or the machine sleep: waiting itself counts only its own seconds.
        return min(max(0.0, left.total_seconds()), JOB_PAUSE_SECONDS_MAX)
