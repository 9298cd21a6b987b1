"""The pool of items in use: when it has grown, putting related ones together becomes due."""

from __future__ import annotations

from remembrancer.jobs.port import NewJob
from remembrancer.jobs.schedule import ALL, BY_TIME, COMPRESS, LEISURELY, WORKER, next_due
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.jobs.job_writes import JobWrites, is_standing
from remembrancer.store.unit.unit_of_work import UnitOfWork


class CompressionDue:
    """Makes compression due, beside the items that make it so."""

    def __init__(self, work: UnitOfWork, items: ItemReads, jobs: JobWrites) -> None:
        self._work = work
        self._items = items
        self._jobs = jobs

    def make_due(self) -> None:
        """At once where more is in use than the preset wants, and in its rhythm where it is much.

        What is due already is not doubled, and what could not be made fewer waits for its time.
        """
        rules = self._work.space.preset.compression
        if rules.above is None:
            return
        self._work.flush()
        # It counts for everybody, and the work is nobody's.
        self._work.connection.enter(self._work.space.number)
        count = self._items.count_active(limit=max(rules.above, rules.every_above) + 1)
        if count > rules.above:
            self._jobs.make_due_once(COMPRESS, ALL)
        if rules.every is not None and count > rules.every_above:
            self._make_due_every(rules.every)

    def _make_due_every(self, every: str) -> None:
        now = self._work.scope.now
        known = self._work.one(is_standing, kind=COMPRESS, key=BY_TIME, owner=WORKER.name)
        if known is None:
            first = next_due(every, now, now)
            payload = {"first_at": first.isoformat()}
            self._jobs.put(
                NewJob(COMPRESS, BY_TIME, WORKER, first, payload, priority=LEISURELY, every=every)
            )
