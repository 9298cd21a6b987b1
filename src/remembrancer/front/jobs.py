"""`memory.jobs`: work that is due, and what became of it."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from remembrancer.core.errors import InvalidInput, NotFound
from remembrancer.core.limits import JOBS_LISTED_MAX
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_flag, is_text
from remembrancer.front.argument_parsing import as_moment
from remembrancer.front.delivery_tracking import handing_over
from remembrancer.front.session import Session
from remembrancer.front.verb_spans import traced
from remembrancer.items.visibility import require_full_admin
from remembrancer.jobs.job import Job, Worked
from remembrancer.jobs.port import NewJob
from remembrancer.jobs.schedule import (
    COLLECT,
    COMPRESS,
    DETECT,
    LEISURELY,
    REMIND,
    WORKER,
    check_step,
)
from remembrancer.ports import Progress, Reader, Writer

_SECONDS_MAX = 1_000_000_000  # that somebody may wait
SCHEDULED = (COLLECT, DETECT, COMPRESS, REMIND)


@traced("jobs")
@handing_over
class Jobs:
    """Runs due work, and shows what waits, runs or failed."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def wait(
        self,
        *,
        own: bool = False,
        timeout_seconds: float | None = None,
        progress: Progress | None = None,
    ) -> Worked:
        """Does all that is due now in this space, here, and waits for what others are doing.

        With `own`, only what calls of this memory made due. The answer tells admins who are people
        of all that was done, and others of what was done in their name.
        """
        check_flag(own, "own")
        _check_seconds(timeout_seconds)
        session = self._session
        ids = frozenset(session.own_work) if own else None
        if ids is not None and not ids:
            return Worked()  # a memory that only reads need not write to find that out
        caller = session.principal
        return session.shop.wait(
            session.space,
            ids=ids,
            owner=None if caller.sees_personal else caller.name,
            timeout_seconds=timeout_seconds,
            progress=progress,
        )

    def list(self) -> tuple[Job, ...]:
        """All work that is due or will be, the next first.

        Scheduled work that is not due yet is in `schedules()` only.
        """

        def to_do(reader: Reader, scope: Scope) -> tuple[Job, ...]:
            return tuple(
                job
                for job in reader.jobs.page(limit=JOBS_LISTED_MAX)
                if job.every is None or job.owner != WORKER.name or job.due_at <= scope.now
            )

        return self._session.read(to_do)

    def failed(self) -> tuple[Job, ...]:
        """Work that was given up, with the reason."""
        return self._session.read(
            lambda reader, _: reader.jobs.page(limit=JOBS_LISTED_MAX, is_failed=True)
        )

    def retry(self, id: str | None = None) -> int:
        """Makes failed work due again: one piece, or all. Returns how many."""
        if id is not None and not is_text(id):
            raise NotFound("failed work", id)
        ids = None if id is None else [id]
        count = self._session.write(lambda unit, _: unit.jobs.retry(ids))
        if id is not None and not count:
            raise NotFound("failed work", id)
        return count

    def schedule(
        self,
        kind: str,
        *,
        every: str,
        first_at: datetime | str | None = None,
        folder: str | Path | None = None,
    ) -> Job:
        """Does work again and again: collect, compress, remind, or detect in a folder. For admins.

        `every` is a number with s, m, h, d, w or mo: "30m", "1d", "1mo".
        """
        require_full_admin(self._session.principal, "schedule work")
        check_step(every)
        if kind not in SCHEDULED:
            raise InvalidInput(
                f"{kind!r} cannot be scheduled. Choose one of: {', '.join(SCHEDULED)}.",
                field="kind",
            )
        if (folder is not None) != (kind == DETECT):
            raise InvalidInput(
                "Give folder with detect, and only there: where the transcripts lie.",
                field="folder",
            )
        key, payload = "all", {}
        if folder is not None:
            key = str(Path(folder).expanduser().resolve())
            payload = {"folder": key}
        first = as_moment(first_at, "first_at")

        def act(unit: Writer, scope: Scope) -> str:
            due_at = first or scope.now
            payload["first_at"] = due_at.isoformat()
            return unit.jobs.put(
                NewJob(kind, key, scope.viewer, due_at, payload, priority=LEISURELY, every=every)
            )

        return self._schedule(self._session.write(act))

    def schedules(self) -> tuple[Job, ...]:
        """What is done again and again, the next first."""
        return self._session.read(
            lambda reader, _: reader.jobs.page(limit=JOBS_LISTED_MAX, is_schedule=True)
        )

    def unschedule(self, id: str) -> None:
        """Ends a schedule. What it did stays. For admins."""
        require_full_admin(self._session.principal, "end a schedule")
        self._schedule(id)
        self._session.write(lambda unit, _: unit.jobs.remove(id))

    def _schedule(self, id: str) -> Job:
        result = self._session.read(lambda reader, _: reader.jobs.get(id))
        if result is None or result.every is None:
            raise NotFound("schedule", id)
        return result


def _check_seconds(value: Any) -> None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if value is not None and not (is_number and 0 <= value <= _SECONDS_MAX):
        raise InvalidInput(
            f"timeout_seconds is a number from 0 to {_SECONDS_MAX:,}, not {value!r}.",
            field="timeout_seconds",
        )
