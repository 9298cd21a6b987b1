"""A session: one caller in one space of one store."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import Any, Protocol, TypeVar

from remembrancer.core.errors import (
    InvalidInput,
    StoreBusy,
    StoreFull,
    StoreInterrupted,
    WorkFailed,
)
from remembrancer.core.limits import ARRIVALS_COMPARED_FIRST_MAX
from remembrancer.core.principal import Principal
from remembrancer.core.scope import AsOf, Scope
from remembrancer.core.space import Space
from remembrancer.core.token_counter import TokenCounter
from remembrancer.core.validation import is_text
from remembrancer.front.graph_projections import GraphProjections
from remembrancer.items.visibility import require_admin, require_person
from remembrancer.jobs import embed, transactions
from remembrancer.jobs.background import Background
from remembrancer.jobs.due_work import Workshop
from remembrancer.jobs.port import MadeDue
from remembrancer.jobs.schedule import ALL, COMPARE
from remembrancer.ports import Clock, LedgerPoint, Progress, Reader, Store, Telemetry, Writer
from remembrancer.reading import taint_check
from remembrancer.recall.retrieval_log import WalkLog
from remembrancer.team.working_memory import WorkingMemories

T = TypeVar("T")
log = logging.getLogger("remembrancer.work")


class HeldCall(Protocol):
    """A call whose last unit of work is not final before it has its answer."""

    @property
    def name(self) -> str:
        """The same for each try of it, and for no other call."""

    def settle(self) -> None:
        """Makes it final."""

    def afterwards(self, tell: Callable[[], None]) -> None:
        """Does it once that is so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """Everything that a verb needs, and nothing that it could forget to check."""

    store: Store
    space: Space
    principal: Principal
    clock: Clock
    shop: Workshop  # where work that is due is done
    walks: WalkLog  # what was asked
    projections: GraphProjections  # of the graph, for queries and shapes
    background: Background | None = None  # the thread that does it; None: others do
    own_work: set[str] = field(default_factory=set)  # made due here, and left to nobody yet
    once: HeldCall | None = None  # set: the call has a key, and its units wait for its answer
    registered: dict[str, Any] = field(default_factory=dict)  # tools of the program's own, by name
    reads_primary: bool = False  # no read replica answers: what the caller has seen is unknown
    shows_marks: bool = False  # for pages, which show people what nobody sees in a text as marks
    known_spaces: frozenset[str] | None = None  # uids that its caller may know of; None: all
    counter: TokenCounter | None = None  # of tokens; None: they are estimated

    @property
    def telemetry(self) -> Telemetry:
        """Where it is told what takes how long."""
        return self.shop.tools.telemetry

    def working_memories(self) -> WorkingMemories:
        """What this process holds of the working memories of agents."""
        return self.projections.working_memories(self.scope())

    def scope(self) -> Scope:
        """The scope of a call made now."""
        now = read_clock(self.clock)
        return Scope.trusted(
            {
                "space": self.space,
                "viewer": self.principal,
                "now": now,
                "counter": self.counter,
            }
        )

    def compare_added(self, ids: Iterable[Any] | None = None) -> None:
        """Completes the comparison of added items, all or these, before anybody is told."""
        store, worker = self.shop.store, self.shop.scope(self.space)  # no part of a call with a key
        keys = None if ids is None else [id for id in ids if is_text(id)]
        waiting, _ = transactions.read(
            store, worker, lambda reader: reader.jobs.waiting(COMPARE, limit=1, keys=keys)
        )
        if not waiting:
            return
        from remembrancer.remember import comparison_due  # with the rules that compare texts

        try:
            comparison_due.complete(store, worker, limit=ARRIVALS_COMPARED_FIRST_MAX, keys=keys)
        except (StoreBusy, StoreFull, StoreInterrupted) as error:
            # Who only wants to read need not wait for a writer. It stays due.
            log.warning("Added items of %s are compared later: %s", self.space.name, error)

    def write(self, act: Callable[[Writer, Scope], T]) -> T:
        """One act as one unit of work: all of it, or nothing."""
        return self.write_noting(act)[0]

    def write_noting(
        self, act: Callable[[Writer, Scope], T], *, kind: str | None = None
    ) -> tuple[T, set[str]]:
        """The same, with the ids of the work that it made due, of one kind or of all."""
        scope = self.scope()
        made: list[MadeDue] = []
        result = transactions.written(
            self.store, scope, lambda unit: act(unit, scope), told=made.extend
        )
        self.told(made)
        return result, {due.id for due in made if due.id is not None and kind in (None, due.kind)}

    def told(self, made: Iterable[MadeDue]) -> None:
        """Takes note of work that a call of this memory made due."""
        listed = list(made)
        self.shop.causes.note(listed, self.telemetry.traceparent())
        if self.background is None:
            self.own_work.update(due.id for due in listed if due.id is not None)
        elif listed and self.once is not None:
            background = self.background
            self.once.afterwards(lambda: background.told(self.space, listed))
        elif listed:
            self.background.told(self.space, listed)

    def make_due(self, kind: str) -> None:
        """Makes work on the whole space due that a reading found wanting."""
        try:
            transactions.written(
                self.shop.store,  # no part of a call with a key
                self.scope(),
                lambda unit: unit.jobs.make_due_once(kind, ALL),
                told=None if self.background is None else self.told,
            )
        except (StoreBusy, StoreFull, StoreInterrupted) as error:
            # Who only wants to read need not wait for a writer. The next one makes it due.
            log.warning("Work on %s in %s is due later: %s", kind, self.space.name, error)

    def catch_up(self) -> None:
        """Texts that were stored without the embedder of this memory become due for it."""
        embedder = self.shop.tools.embedder
        if embedder is not None:
            # A short command does not wait for the texts of others.
            told = None if self.background is None else self.told
            try:
                embed.make_due(self.store, self.scope(), embedder, told)
            except (StoreBusy, StoreFull, StoreInterrupted) as error:
                # Who only wants to read need not wait for a writer. The next one catches up.
                log.warning("Texts of %s are embedded later: %s", self.space.name, error)

    def finish(
        self, ids: set[str], *, what: str | None = None, progress: Progress | None = None
    ) -> None:
        """Does here what of this work is due now. A failure of it is raised: `what` it was, if it
        is not the work on a text."""
        if not ids:
            return
        if self.once is not None:
            self.once.settle()
        self.shop.wait(self.space, ids=ids, progress=progress)
        # Another thread or worker may have been faster, and failed at it just as well. The work
        # may be nobody's, so that the caller would not see it.
        found, _ = transactions.read(
            self.shop.store,
            self.shop.scope(self.space),
            lambda reader: [reader.jobs.get(id) for id in sorted(ids)],
        )
        for job in found:
            if job is not None and job.attempts and job.error is not None:
                told = {} if what is None else {"what": what}
                raise WorkFailed(job.kind, job.id, job.error, **told)

    def read(self, act: Callable[[Reader, Scope], T], *, may_lag: bool = True) -> T:
        """One consistent look. That an admin saw what is personal to another goes on record.

        A read replica may answer, unless `may_lag` says otherwise, if it knows all that the caller
        has seen and all that was withdrawn. Where something is written that follows from it, it
        must not.
        """
        scope = self.scope()
        found = transactions.read(
            self.store,
            scope,
            lambda reader: act(reader, scope),
            may_lag=may_lag and not self.reads_primary,
        )
        return self.looked(found)

    def looked(self, found: tuple[T, Reader]) -> T:
        """What a reader found, once it is on record what an admin saw through it."""
        result, reader = found
        if reader.looks:
            self.write(lambda unit, _: unit.look(reader.looks))
        return result

    def write_walks(self) -> None:
        """Has what a program asked so far on record before it says something: what it passes on
        is compared with what it was handed."""
        if not self.principal.is_person:
            self.walks.flush(self.space)

    def new_taint_check(self) -> taint_check.TaintCheck:
        """What the caller was handed so far, to compare with what it says now."""
        self.write_walks()
        from remembrancer.reading import taint_tracking  # with the rules that compare texts

        return taint_tracking.taint_check(self.store, self.scope(), self.shop.tools)

    def here(self) -> Session:
        """The same in the space of this name as it is now: an import makes another one of it."""
        space = self.store.open_space(
            self.space.name, preset=None, actor=self.principal.name, now=read_clock(self.clock)
        )
        return self.with_space(space)

    def with_space(self, space: Space) -> Session:
        return replace(self, space=space)

    def with_principal(self, principal: Principal) -> Session:
        return replace(self, principal=principal)

    def point(self, reader: Reader, as_of: AsOf | date | None) -> LedgerPoint | None:
        """The place in history that a caller named.

        Positions have no gaps, so counting them would tell of rows that the caller may not see.
        """
        if as_of is None:
            return None
        if isinstance(as_of, datetime):
            try:
                return reader.point(
                    as_of.astimezone(UTC) if as_of.tzinfo else as_of.replace(tzinfo=UTC)
                )
            except OverflowError:
                raise InvalidInput(
                    f"as_of={as_of} lies beyond the calendar.", field="as_of"
                ) from None
        if isinstance(as_of, date):
            return reader.point(datetime(as_of.year, as_of.month, as_of.day, tzinfo=UTC))
        if type(as_of) is int:
            act = "name a ledger position (as_of takes a time as well)"
            require_admin(self.principal, act)
            require_person(self.principal, act)
            return reader.point(as_of)
        raise InvalidInput(
            f"as_of must be a time or a ledger position, not {as_of!r}.", field="as_of"
        )


def check_caller(principal: Any) -> None:
    if not isinstance(principal, Principal):
        raise InvalidInput(f"The caller must be a Principal, not {principal!r}.", field="principal")


def read_clock(clock: Any) -> datetime:
    """The time now, in UTC."""
    now = clock() if callable(clock) else None
    if not isinstance(now, datetime) or now.tzinfo is None:
        raise InvalidInput(
            "The clock must be a callable that gives times with a time zone.", field="clock"
        )
    return now if now.tzinfo is UTC else now.astimezone(UTC)
