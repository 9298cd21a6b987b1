"""The pool of items in use: when it has grown, putting related ones together becomes due."""

from __future__ import annotations

from remembrancer.jobs.schedule import ALL, BY_TIME, COMPRESS, LEISURELY, WORKER, next_due
from remembrancer.ports import NewJob
from remembrancer.store.jobs.job_writes import JobWrites, is_standing


class PoolWrites(JobWrites):
    """Makes compression due, beside the items that make it so."""

    def make_compression_due(self) -> None:
        """At once where more is in use than the preset wants, and in its rhythm where it is much.

        What is due already is not doubled, and what could not be made fewer waits for its time.
        """
        rules = self._space.preset.compression
        if rules.above is None:
            return
        self._flush()
        # It counts for everybody, and the work is nobody's.
        self._connection.enter(self._space.number)
        count = self.count_active(limit=max(rules.above, rules.every_above) + 1)
        if count > rules.above:
            self.make_due_once(COMPRESS, ALL)
        if rules.every is not None and count > rules.every_above:
            self._make_due_every(rules.every)

    def _make_due_every(self, every: str) -> None:
        now = self._scope.now
        known = self._one("job.once", is_standing, kind=COMPRESS, key=BY_TIME, owner=WORKER.name)
        if known is None:
            first = next_due(every, now, now)
            payload = {"first_at": first.isoformat()}
            self.put_job(
                NewJob(COMPRESS, BY_TIME, WORKER, first, payload, priority=LEISURELY, every=every)
            )
