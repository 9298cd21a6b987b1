"""A worker: runs the due jobs of a whole store until it is stopped."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue

from remembrancer.core.errors import StoreClosed, StoreError
from remembrancer.core.limits import JOB_POLL_SECONDS
from remembrancer.core.space import Space
from remembrancer.jobs import embed
from remembrancer.jobs.due_work import Workshop
from remembrancer.jobs.job import Job, JobState
from remembrancer.ports import Progress

Watcher = Callable[[Space, Job], None]  # called for each job that is done or failed

log = logging.getLogger("remembrancer.work")


class JobWorker:
    """Serves every space of a store in turn, or one of them."""

    def __init__(self, shop: Workshop, *, only: str | None = None) -> None:
        self._shop = shop
        self._only = only
        self._is_stopping = False
        # An event would not work: the thread that a signal interrupts may hold its lock.
        self._wakeup: SimpleQueue[None] = SimpleQueue()

    def stop(self) -> None:
        """Ends the loop once the running job is done. A signal handler may call it."""
        self._is_stopping = True
        self._wakeup.put(None)

    def run(
        self,
        *,
        until_idle: bool = False,
        watcher: Watcher | None = None,
        progress: Progress | None = None,
    ) -> int:
        """Runs until it is stopped, or until no job is due. Returns the number of jobs done."""
        done = 0
        self._catch_up()
        while not self._is_stopping:
            try:
                tried = self._round(watcher, progress)
            except StoreClosed:
                return done
            except StoreError as error:
                if until_idle:
                    raise
                # An unreachable server comes back, and due jobs wait for it.
                log.warning("The store cannot be worked on just now: %s", error)
                tried = []
            done += sum(job.state is JobState.DONE for job in tried)
            if not tried:
                if until_idle:
                    break
                with suppress(Empty):
                    self._wakeup.get(timeout=JOB_POLL_SECONDS)
        return done

    def _catch_up(self) -> None:
        """Creates embedding jobs for texts that were stored by programs without an embedder."""
        embedder = self._shop.tools.embedder
        if embedder is not None:
            for space in self._shop.store.spaces():
                if self._only in (None, space.name):
                    embed.make_due(self._shop.store, self._shop.scope(space), embedder, None)

    def _round(self, watcher: Watcher | None, progress: Progress | None) -> list[Job]:
        """Runs one job in each space that has one due, so that no space waits for another."""
        tried: list[Job] = []
        for space in self._shop.store.due_spaces(self._shop.clock(), self._shop.kinds):
            if self._only is not None and space.name != self._only:
                continue
            if self._is_stopping:
                break
            job = self._shop.do_next(space, progress=progress)
            if job is not None:
                tried.append(job)
                if watcher is not None:
                    watcher(space, job)
        return tried
