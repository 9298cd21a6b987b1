"""Makes compression due when the number of items in use has grown."""

from __future__ import annotations

from remembrancer.jobs.port import MadeDue, NewJob
from remembrancer.jobs.schedule import ALL, BY_TIME, COMPRESS, LEISURELY, WORKER, next_due
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.jobs.job_writes import JobWrites
from remembrancer.store.jobs.jobs import FAILED
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
        # The count covers everybody's items, and the work belongs to nobody.
        self._work.connection.enter(self._work.space.number)
        standing = self._jobs.standing(COMPRESS)
        is_scheduled = rules.every is None or BY_TIME in standing
        id, state = standing.get(ALL, (None, FAILED))
        if is_scheduled and state != FAILED:
            # However many items there are, it is due, so they need not be counted.
            self._work.made_due.append(MadeDue(id, COMPRESS, self._work.scope.now))
            return
        self._work.flush()
        count = self._items.count_active(limit=max(rules.above, rules.every_above) + 1)
        if count > rules.above:
            self._jobs.make_due_once(COMPRESS, ALL)
        if rules.every is not None and not is_scheduled and count > rules.every_above:
            self._make_due_every(rules.every)

    def _make_due_every(self, every: str) -> None:
        now = self._work.scope.now
        first = next_due(every, now, now)
        payload = {"first_at": first.isoformat()}
        self._jobs.put(
            NewJob(COMPRESS, BY_TIME, WORKER, first, payload, priority=LEISURELY, every=every)
        )
