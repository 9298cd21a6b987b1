"""Comparing added items is due work: each has a job until it was compared with earlier items.

A worker does it, and in any case it is done before contradictions are shown or an item is accepted.
The job holds the rights of whoever added the item, so nothing is found that they could not see.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import timedelta
from itertools import groupby, islice
from typing import NamedTuple

from remembrancer.core.limits import ARRIVALS_COMPARED_AT_ONCE, ARRIVALS_NOTICED_SECONDS
from remembrancer.core.principal import Principal
from remembrancer.core.scope import Scope
from remembrancer.governance import replacement_review
from remembrancer.governance.contradiction_relations import is_out_of_use
from remembrancer.items.item import Item
from remembrancer.jobs import transactions
from remembrancer.jobs.port import NewJob, WaitingJob
from remembrancer.jobs.schedule import COMPARE, LEISURELY
from remembrancer.jobs.task import Task
from remembrancer.ports import Reader, Store, Writer
from remembrancer.remember import reconcile
from remembrancer.remember.comparisons import Comparisons


def note(unit: Writer, scope: Scope, ids: Sequence[str]) -> None:
    """Notes in the unit of work that stores these items that they have to be compared."""
    unit.jobs.put_new(
        [NewJob(COMPARE, id, scope.viewer, scope.now, priority=LEISURELY) for id in ids],
        noticed_at=scope.now + timedelta(seconds=ARRIVALS_NOTICED_SECONDS),
    )


def handle(task: Task) -> None:
    """Compares the item of the job, and others that the same caller added."""
    waiting, _ = transactions.read(
        task.store,
        task.own_scope(),
        lambda reader: reader.jobs.waiting(COMPARE, limit=ARRIVALS_COMPARED_AT_ONCE),
    )
    others = [one for one in waiting if one.actor == task.claim.actor]

    def finish(unit: Writer) -> None:
        unit.jobs.drop(others)
        task.finish(unit)

    ids = [task.job.key, *(one.key for one in others)]
    _compare(task.store, task.scope(), task.own_scope(), ids, finish)


def complete(
    store: Store, worker: Scope, *, limit: int, keys: Collection[str] | None = None
) -> None:
    """Compares here what waits for it, the oldest first: all, or only items with these ids.

    `worker` is the scope of the memory itself, which sees everybody's jobs.
    """
    waiting, _ = transactions.read(
        store, worker, lambda reader: reader.jobs.waiting(COMPARE, limit=limit, keys=keys)
    )
    for _, listed in groupby(waiting, key=lambda one: one.actor):
        rest = iter(listed)
        while some := list(islice(rest, ARRIVALS_COMPARED_AT_ONCE)):
            _complete(store, worker, some[0].actor, some)


def _complete(store: Store, worker: Scope, actor: Principal, jobs: Sequence[WaitingJob]) -> None:
    scope = worker.model_copy(update={"viewer": actor})
    _compare(store, scope, worker, [one.key for one in jobs], lambda unit: unit.jobs.drop(jobs))


def _compare(
    store: Store,
    scope: Scope,
    worker: Scope,
    ids: Sequence[str],
    finish: Callable[[Writer], None],
) -> None:
    """Flags what these items contradict among items that were stored before them.

    Most contradict nothing: that is found out without holding the store for writing. An item is
    compared after it was stored, so of two that come at the same time the later one sees the other.
    """
    comparisons = Comparisons(rules_only=True)
    compared = _look(store, scope, ids, comparisons)

    def act(unit: Writer) -> None:
        for id in compared.opposed:
            item = _in_use(unit, id)
            if item is not None:
                reconcile.check_arrivals(
                    unit,
                    scope,
                    [item],
                    (),
                    comparisons,
                    decided_apart(unit, id),
                    only_earlier=True,
                )
        if scope.viewer.is_admin:
            compared.note(unit)
        finish(unit)

    transactions.written(store, scope, act)
    if not scope.viewer.is_admin and compared.ids:
        # Once more, also with what their contributor may not see. Nobody is told what comes of it:
        # it only says which of them can be approved without a comparison.
        hidden = _look(store, worker, compared.ids, comparisons)
        transactions.written(store, worker, hidden.note)


class _Compared(NamedTuple):
    """What came of comparing items, as they were at the ledger position `upto`."""

    ids: tuple[str, ...]
    opposed: dict[str, tuple[str, ...]]  # with the items than which they say otherwise
    upto: int

    def note(self, unit: Writer) -> None:
        opposed = set(self.opposed).union(*self.opposed.values())
        unit.compared.put(self.ids, opposed, self.upto)


def _look(store: Store, scope: Scope, ids: Collection[str], comparisons: Comparisons) -> _Compared:
    def look(reader: Reader) -> _Compared:
        listed = [one for id in ids if (one := _in_use(reader, id)) is not None]
        found = {
            one.id: reconcile.opposed_to(reader, scope, one, comparisons, only_earlier=True)
            for one in listed
        }
        opposed = {id: others for id, others in found.items() if others}
        return _Compared(tuple(found), opposed, reader.last_position())

    return transactions.read(store, scope, look)[0]


def decided_apart(reader: Reader, id: str) -> set[str]:
    """Items between which and this one a person decides when a replacement is accepted."""
    return {
        *(one.id for one in replacement_review.leaving(reader, id)),
        *(one.id for one in replacement_review.waiting_for(reader, id)),
    }


def _in_use(reader: Reader, id: str) -> Item | None:
    found = reader.items.get(id)
    return None if found is None or is_out_of_use(found) else found
