"""A sync of the graph on a server as due work: asked for, joined, retried, and due by itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta

import pytest

from remembrancer import Forbidden, Job, Memory, Principal, WorkFailed
from remembrancer.core.limits import GRAPH_SYNC_AFTER_SECONDS, GRAPH_SYNC_HOURS, JOB_LEASE_SECONDS
from remembrancer.doors.http.store_figures import read_figures
from remembrancer.graph.port import GraphEdge, GraphNode, GraphServer, LedgerMark
from remembrancer.jobs import transactions
from remembrancer.jobs.port import LeasedJob
from remembrancer.jobs.schedule import GRAPH
from remembrancer.store.graph import graph_sync_due
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
from tests.graph.shared_servers import LocalServer, _LocalView, used_by
from tests.people import ADA, ANNA, BOT

ADMIN_BOT = Principal("steward", kind="agent", roles=["ADMIN"])


class WatchedServer(LocalServer):
    """One that is given something to do in the midst of a load."""

    meanwhile: object = None  # called once

    def of(self, space: str) -> GraphServer:
        return _WatchedView(self, space)


class _WatchedView(_LocalView):
    def load(
        self, nodes: Iterable[GraphNode], edges: Iterable[GraphEdge], mark: LedgerMark
    ) -> None:
        super().load(nodes, edges, mark)
        act, self._server.meanwhile = self._server.meanwhile, None  # type: ignore[attr-defined]
        if callable(act):
            act()


@pytest.fixture
def server() -> Iterator[WatchedServer]:
    made = WatchedServer()
    yield made
    made.graph.close()


@pytest.fixture
def store(memory: MemoryFactory, server: WatchedServer) -> Iterator[Memory]:
    """An admin's memory that uses the server, with two people who know each other in it."""
    opened = memory("community").acting_as(ADA)
    dana, eve = (opened.graph.entity("Person", name).id for name in ("Dana", "Eve"))
    opened.graph.relate(dana, "KNOWS", eve)
    opened.jobs.wait()
    with used_by(opened, server):
        yield opened


def jobs(store: Memory) -> list[Job]:
    return [job for job in store.jobs.list() if job.kind == GRAPH]


def claimed(store: Memory, **progress: int) -> LeasedJob:
    """The job as another process has it that came so far."""
    shop = store._session.shop
    scope = shop.scope(store._session.space)
    until = scope.now + timedelta(seconds=JOB_LEASE_SECONDS)
    claim = transactions.written(
        store._session.store,
        scope,
        lambda unit: unit.jobs.claim({GRAPH}, worker="elsewhere", until=until, ids=None),
    )
    assert claim is not None
    assert transactions.written(
        store._session.store, scope, lambda unit: unit.jobs.renew(claim, until=until, **progress)
    )
    return claim


@ON_EITHER_SORT
def test_a_sync_is_left_to_a_worker(store: Memory, server: WatchedServer) -> None:
    """Who does not wait is given the job. Asked for again it is the same, and a worker does it."""
    first = store.graph.sync(wait=False).job
    assert first is not None
    assert (first.kind, first.key, first.state) == ("graph", "kglite", "waiting")
    assert not store.graph.status().is_loaded
    again, anew = store.graph.sync(wait=False).job, store.graph.rebuild(wait=False).job
    assert again is not None
    assert anew is not None
    assert {first.id, again.id, anew.id} == {one.id for one in jobs(store)}
    assert store.jobs.wait().done == 1
    status = store.graph.status()
    assert (status.job, status.lag, status.nodes, status.edges) == (None, 0, 2, 1)
    assert server.loads == 1


@ON_EITHER_SORT
def test_only_admins_load_it_and_see_the_work(store: Memory, server: WatchedServer) -> None:
    """Others may bring a server up to date that holds the space already, and see no job."""
    anna = store.acting_as(ANNA)
    for act in (anna.graph.sync, anna.graph.rebuild):
        with pytest.raises(Forbidden):
            act(wait=False)
    assert jobs(store) == []
    assert store.acting_as(ADMIN_BOT).graph.sync(wait=False).job is not None
    assert anna.graph.status().job is None
    store.jobs.wait()
    store.graph.entity("Person", "Fay")
    assert anna.graph.sync(wait=False).job is None
    assert len(jobs(store)) == 1
    store.jobs.wait()
    assert (store.graph.status().lag, server.loads) == (0, 1)


@ON_EITHER_SORT
def test_who_joins_a_running_sync_misses_nothing(store: Memory, server: WatchedServer) -> None:
    """What was changed before a request is on the server when the job that it joined is done."""

    def meanwhile() -> None:
        store.graph.entity("Person", "Fay")
        joined = store.graph.sync(wait=False).job
        assert joined is not None
        assert joined.state == "running"

    server.meanwhile = meanwhile
    status = store.graph.sync()
    assert (status.job, status.lag, status.nodes, server.loads) == (None, 0, 3, 1)


@ON_EITHER_SORT
def test_a_rebuild_asked_for_during_a_sync_follows_it(store: Memory, server: WatchedServer) -> None:
    """A sync that runs does not stand for loading it anew: that is done after it."""
    server.meanwhile = lambda: store.graph.rebuild(wait=False)
    store.graph.sync()
    assert store.graph.status().job is None
    assert server.loads == 2


@ON_EITHER_SORT
def test_a_server_that_is_gone_is_tried_again(
    store: Memory, server: WatchedServer, clock: FrozenClock
) -> None:
    """The reason stays with the job, which is tried again later, as other work is."""
    server.is_up = False
    with pytest.raises(WorkFailed, match=r"Nothing is lost.*\(graph, job_.*does not answer"):
        store.graph.sync()
    (job,) = jobs(store)
    assert (job.state, job.attempts) == ("waiting", 1)
    assert job.due_at == clock.now + timedelta(seconds=10)
    assert "does not answer" in (job.error or "")
    left = store.graph.sync(wait=False)
    assert left.job is not None
    assert (left.job.id, left.is_loaded, left.lag) == (job.id, False, None)
    for _ in range(5):
        assert store.jobs.wait().done == 0
        clock.advance(timedelta(hours=1))
    assert [one.id for one in store.jobs.failed()] == [job.id]
    server.is_up = True
    assert store.graph.status().job == store.jobs.failed()[0]
    assert store.jobs.retry(job.id) == 1
    assert store.jobs.wait().done == 1
    assert store.graph.status().lag == 0


@ON_EITHER_SORT
def test_the_work_of_a_worker_that_died_is_taken_up(
    store: Memory, server: WatchedServer, clock: FrozenClock
) -> None:
    """Its progress is on record while it runs; when its lease is over, the next one does it."""
    store.graph.sync(wait=False)
    claimed(store, done=500, total=2_000)
    job = store.graph.status().job
    assert job is not None
    assert (job.state, job.done, job.total) == ("running", 500, 2_000)
    assert read_figures(store._session, frozenset({store._session.space.uid})).graph_sync == (
        500,
        2_000,
    )
    assert store.jobs.wait(timeout_seconds=0).done == 0
    clock.advance(timedelta(seconds=JOB_LEASE_SECONDS + 1))
    assert store.jobs.wait().done == 1
    assert (store.graph.status().lag, server.loads) == (0, 1)


@ON_THE_FASTEST
def test_progress_is_told(store: Memory) -> None:
    """Who waits is told how many nodes and relations of how many were brought."""
    told: list[tuple[int, int]] = []
    store.graph.sync(progress=lambda *step: told.append(step))
    assert told[0] == (0, 3)
    assert told[-1] == (3, 3)


@ON_THE_FASTEST
def test_who_waits_for_another_worker_is_told_its_progress(
    store: Memory, clock: FrozenClock
) -> None:
    """The steps of a worker elsewhere are read from the job; when it dies, it is done here."""
    store.graph.sync(wait=False)
    claimed(store, done=500, total=2_000)
    told: list[tuple[int, int]] = []

    def watch(*step: int) -> None:
        told.append((step[0], step[1]))
        clock.advance(timedelta(seconds=JOB_LEASE_SECONDS + 1))

    store.graph.sync(progress=watch)
    assert told[0] == (500, 2_000)
    assert told[-1] == (3, 3)


def _due_by_itself(store: Memory) -> Job | None:
    return store.graph.status().job


@ON_EITHER_SORT
def test_it_is_due_by_itself_when_enough_changed(
    store: Memory, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After so many rows of the ledger; without a change, or where no server holds it, nothing."""
    monkeypatch.setattr(graph_sync_due, "GRAPH_SYNC_ROWS", 10)
    for number in range(25):
        store.graph.entity("Person", f"early {number}")
    assert jobs(store) == []
    store.graph.sync()
    assert jobs(store) == []
    clock.advance(timedelta(hours=1))
    assert store.jobs.wait().done == 0
    for number in range(10):
        store.graph.entity("Person", f"late {number}")
    job = _due_by_itself(store)
    assert job is not None
    assert job.due_at == clock.now + timedelta(seconds=GRAPH_SYNC_AFTER_SECONDS)
    assert store.jobs.wait().done == 0
    clock.advance(timedelta(seconds=GRAPH_SYNC_AFTER_SECONDS))
    assert store.jobs.wait().done == 1
    assert store.graph.status().lag == 0
    other = store.in_space(f"beside {clock.now} {id(store)}", "community")
    for number in range(25):
        other.graph.entity("Person", f"of another space {number}")
    assert jobs(other) == []


@ON_EITHER_SORT
def test_what_an_erasure_emptied_is_loaded_by_due_work(
    store: Memory, server: WatchedServer, clock: FrozenClock
) -> None:
    """No question has to wait until the whole graph is loaded anew."""
    store.graph.sync()
    store.erase(subject="Dana", reason="asked for it")
    assert server.nodes == set()
    assert _due_by_itself(store) is not None
    clock.advance(timedelta(seconds=GRAPH_SYNC_AFTER_SECONDS))
    store.jobs.wait()
    status = store.graph.status()
    assert (status.lag, status.nodes, server.loads) == (0, 1, 2)


@ON_EITHER_SORT
def test_it_is_looked_at_after_a_day(
    store: Memory, server: WatchedServer, clock: FrozenClock
) -> None:
    """A day after the last sync a server that is behind is synced; one that is not is left alone,
    and one that was emptied or given to another space is not looked at again."""
    store.graph.sync()
    (schedule,) = store.jobs.schedules()
    assert (schedule.kind, schedule.key, schedule.every) == ("graph", "kglite by time", "24h")
    day = timedelta(hours=GRAPH_SYNC_HOURS)
    clock.advance(day)
    state = server.held
    assert store.jobs.wait().done == 1
    assert server.held == state
    store.graph.entity("Person", "Fay")
    clock.advance(day)
    assert store.jobs.wait().done == 2
    assert store.graph.status().lag == 0
    assert server.held != state
    server.space, server.held = None, None
    clock.advance(2 * day)
    assert store.jobs.wait().done == 1
    assert store.jobs.schedules() == ()
    assert server.loads == 1


@ON_THE_FASTEST
def test_a_program_without_the_server_leaves_the_work(memory: MemoryFactory) -> None:
    """Without a server a sync is the caller's own projection in this process, and no work."""
    store = memory("community").acting_as(ADA)
    store.graph.entity("Person", "Dana")
    status = store.graph.sync(wait=False)
    assert (status.engine, status.is_loaded, status.nodes, status.job) == ("kglite", True, 1, None)
    assert jobs(store) == []
    assert store.acting_as(BOT).graph.rebuild().nodes == 1
    store._session.projections.forget()
