"""kill -9 of workers that bring a graph to its server, until one of them lives."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from remembrancer import Job, Memory, Principal
from remembrancer.projection.neo4j.connection import Neo4jConnection
from tests import neo4j_server
from tests.cli.program import environment
from tests.graph.test_neo4j_engine import empty
from tests.proofs.servers import drop, fresh_url, wait_until
from tests.soak.size import Told, sized

pytestmark = pytest.mark.soak

ADMIN = Principal("ada", roles={"ADMIN"})
BOT = Principal("bot", kind="agent")
_LEASE_SECONDS = "1"
# After which batch of nodes and relations each worker dies. A fifth death would end the job.
_DEATHS = sized(ci=(2, 7), full=(1, 2, 7, 11))
# A worker with small batches, each of which takes its time, so that its progress can be seen.
_WORKER = """
import os, signal, sys, time
from remembrancer.core import limits
from remembrancer.graph import shared_projection
from remembrancer.jobs import due_work
from remembrancer.projection.neo4j import engine, writes
url, lease, dies_at = sys.argv[1:]
writes.BATCH = engine.BATCH = 20
due_work.JOB_PROGRESS_SECONDS = 0.05
shared_projection._STEP = 10
batches = [0]
def counted(real):
    def add(self, some):
        batches[0] += 1
        if batches[0] == int(dies_at):
            time.sleep(0.3)
            os.kill(os.getpid(), signal.SIGKILL)
        return real(self, some)
    return add
writes.Loading.add_nodes = counted(writes.Loading.add_nodes)
writes.Loading.add_edges = counted(writes.Loading.add_edges)
from remembrancer.doors.cli import main
sys.argv = ["rmb", "worker", "--lease", lease, "--url", url]
main()
"""


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """An empty server, in the settings of all processes."""
    with neo4j_server.exclusive() as server:
        connection = Neo4jConnection(server.url, server.user, server.password)
        empty(connection)
        values = {
            "REMEMBRANCER_NEO4J_URL": server.url,
            "REMEMBRANCER_NEO4J_USER": server.user or "",
            "REMEMBRANCER_NEO4J_PASSWORD": server.password or "",
        }
        for name, value in values.items():
            monkeypatch.setenv(name, value)
        yield values
        empty(connection)
        connection.close()


def _worker(url: str, dies_at: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", _WORKER, url, _LEASE_SECONDS, str(dies_at)],
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _ended(process: subprocess.Popen[bytes]) -> int:
    if process.poll() is None:
        os.kill(process.pid, signal.SIGTERM)
    return process.wait(60)


@pytest.mark.parametrize("on_a_server", [False, True], ids=["sqlite", "postgres"])
def test_the_next_worker_takes_up_a_sync(
    settings: dict[str, str], tmp_path: Path, on_a_server: bool
) -> None:
    """However often its worker is killed, the sync stays due, tells how far it came, and ends with
    the graph of the store on the server."""
    url = fresh_url() if on_a_server else str(tmp_path / "memory.db")
    told = Told(f"kill -9 of {len(_DEATHS)} workers that load a graph server")
    with Memory.open(url, preset="community", principal=ADMIN, background=False) as memory:
        people = [memory.graph.entity("Person", f"p{number}").id for number in range(100)]
        for one, other in pairwise(people):
            memory.graph.relate(one, "KNOWS", other)
        left = memory.graph.sync(wait=False).job
        assert left is not None
        seen: list[Job] = []
        for death in _DEATHS:
            process = _worker(url, death)
            while process.poll() is None:
                job = memory.graph.status().job
                seen += [job] if job is not None and job.state == "running" and job.done else []
                time.sleep(0.02)
            assert process.wait() == -signal.SIGKILL
            stands = memory.graph.status().job
            assert stands is not None
            assert stands.id == left.id
            memory.graph.entity("Person", f"during {death}")
        survivor = _worker(url, 0)
        try:
            wait_until(lambda: memory.graph.status().job is None, "the sync is done")
        finally:
            _ended(survivor)
        status = memory.graph.status()
        assert (status.lag, status.is_loaded) == (0, True)
        assert (status.nodes, status.edges) == (100 + len(_DEATHS), 99)
        asked = "MATCH (p:Person) OPTIONAL MATCH (p)-[:KNOWS]->(o) RETURN p.name, o.name"
        rows = memory.acting_as(BOT).graph.cypher(asked)
        assert len(rows) == 100 + len(_DEATHS)
        assert {(job.total > job.done > 0) for job in seen} == {True}
        told.result(f"done in the end; {len(seen)} looks at its progress, none beyond its end")
    if on_a_server:
        drop(url)
