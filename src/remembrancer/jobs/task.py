"""A task: one job that a worker is running."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol, TypeVar

from remembrancer.core.errors import WorkTaken
from remembrancer.core.limits import JOB_ERROR_CHARACTERS_MAX, JOB_LEASE_SECONDS
from remembrancer.core.principal import Principal
from remembrancer.core.scope import Scope
from remembrancer.core.space import Space
from remembrancer.items.port import Extractor
from remembrancer.jobs import transactions
from remembrancer.jobs.port import LeasedJob
from remembrancer.jobs.report import Report
from remembrancer.jobs.schedule import WORKER, next_due
from remembrancer.ports import (
    SILENT,
    Clock,
    Embedder,
    LanguageModel,
    MeteredModel,
    Progress,
    Reranker,
    Store,
    Telemetry,
    Writer,
)


class Tools(NamedTuple):
    """The models that a job may use, besides the store."""

    llm: LanguageModel | None = None
    extractor: Extractor | None = None
    embedder: Embedder | None = None
    reranker: Reranker | None = None
    chat: LanguageModel | None = None  # for what somebody waits for; llm is for the background
    telemetry: Telemetry = SILENT  # where it is told what takes how long

    def for_task(self) -> Tools:
        """The same tools for one task: the model budget covers the whole task."""
        model = self.llm
        return self._replace(llm=model.for_task()) if isinstance(model, MeteredModel) else self

    def at_home(self) -> Tools:
        """Only the tools that run on this machine."""
        return self._replace(
            llm=_near(self.llm),
            extractor=_near(self.extractor),
            embedder=_near(self.embedder),
            reranker=_near(self.reranker),
            chat=_near(self.chat),
        )


class _Model(Protocol):
    @property
    def is_local(self) -> bool: ...


_M = TypeVar("_M", bound=_Model)


def _near(model: _M | None) -> _M | None:
    return model if model is not None and model.is_local else None


class Task:
    """What a handler needs: the job, the store, and a way to finish."""

    def __init__(
        self,
        claim: LeasedJob,
        *,
        store: Store,
        space: Space,
        clock: Clock,
        tools: Tools,
        report: Progress,
        lease: timedelta = timedelta(seconds=JOB_LEASE_SECONDS),
    ) -> None:
        self.claim = claim
        self.job = claim.job
        self.store = store
        self.space = space
        self.clock = clock
        self.tools = tools
        self.report = report
        self._lease = lease
        self._note: str | None = None

    def note_failures(self, report: Report) -> None:
        """Notes the files that failed, although the others were read."""
        text = "; ".join(
            f"{file_report.place}: {file_report.reason}" for file_report in report.failed
        )
        self._note = text[:JOB_ERROR_CHARACTERS_MAX] or None

    def scope(self) -> Scope:
        """The scope of the principal that the job is done for."""
        return self._scope(self._actor())

    def _actor(self) -> Principal:
        """The principal that created the job, with the rights of that call.

        A schedule can run for years after its call. So it uses the principal's current rights, not
        rights that were lost since.
        """
        principal = self.claim.actor
        if self.job.every is None:
            return principal
        person, _ = transactions.read(
            self.store, self.own_scope(), lambda reader: reader.people.get(principal.name)
        )
        return principal if person is None else person.as_principal()

    def own_scope(self) -> Scope:
        """The scope of the worker itself, for work on everybody's messages."""
        return self._scope(WORKER)

    def keep(self, unit: Writer) -> None:
        """Renews the lease in a unit that does a part of the job; a lost lease rolls it back."""
        until = self.clock() + self._lease
        if not unit.jobs.renew(self.claim, until=until, done=0, total=0):
            raise WorkTaken(
                f"{self.job.id} is not this worker's any more: its lease ran out and another took "
                "over, or the work was called off. What was not stored yet is undone."
            )

    def finish(self, unit: Writer) -> None:
        """Finishes the job in the unit of work that did it: both are committed, or neither is."""
        job = self.job
        due: datetime | None = None
        if job.every is not None:
            first = job.payload.get("first_at")
            begun = job.due_at if first is None else datetime.fromisoformat(first)
            due = next_due(job.every, begun, self.clock())
        unit.jobs.finish(self.claim, next_due=due, note=self._note)

    def _scope(self, viewer: Principal) -> Scope:
        return Scope.trusted({"space": self.space, "viewer": viewer, "now": self.clock()})


Handler = Callable[[Task], None]
