"""Causes: in which trace a job was made due, as far as this process made it due itself."""

from __future__ import annotations

import threading
from collections.abc import Iterable

from remembrancer.core.limits import JOB_CAUSES_KEPT_MAX
from remembrancer.jobs.port import MadeDue


class Causes:
    """What made jobs due, by their ids. The oldest are forgotten. Several threads may use it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._causes: dict[str, str] = {}  # oldest first

    def note(self, made: Iterable[MadeDue], traceparent: str | None) -> None:
        """These jobs were made due in this span."""
        if traceparent is None:
            return
        with self._lock:
            for due in made:
                if due.id is not None:
                    self._causes.pop(due.id, None)
                    self._causes[due.id] = traceparent
            while len(self._causes) > JOB_CAUSES_KEPT_MAX:
                del self._causes[next(iter(self._causes))]

    def of(self, id: str) -> str | None:
        """The span that made a job due; None: it is not known here."""
        with self._lock:
            return self._causes.get(id)
