"""Makes compression due when the number of items in use has grown."""

from __future__ import annotations

from remembrancer.jobs.port import NewJob
from remembrancer.jobs.schedule import ALL, BY_TIME, COMPRESS, LEISURELY, WORKER, next_due
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.jobs.job_writes import JobWrites, is_standing
from remembrancer.store.unit.unit_of_work import UnitOfWork


class CompressionDue:
    """Makes compression due, in the unit of work that adds the items."""

    def __init__(self, work: UnitOfWork, items: ItemReads, jobs: JobWrites) -> None:
        self._work = work
        self._items = items
        self._jobs = jobs

    def make_due(self) -> None:
        """Due at once above the preset's `above`, and at its interval above `every_above`.

        Compression that is already due is not added twice. If it could not reduce the items, it
        waits for its next time.
        """
        rules = self._work.space.preset.compression
        if rules.above is None:
            return
        self._work.flush()
        # The count covers everybody's items, and the work belongs to nobody.
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
