"""A process that is killed while it writes to Neo4j leaves nothing wrong behind."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from remembrancer import Memory, Principal
from remembrancer.projection.neo4j.connection import Neo4jConnection
from tests import neo4j_server
from tests.graph.shared_servers import RealServer, used_by
from tests.graph.test_neo4j_engine import empty
from tests.soak.size import sized

ADMIN = Principal("ada", roles={"ADMIN"})
BOT = Principal("bot", kind="agent")
# Where the process dies: (what it does, after which calls of which function).
PLACES = {
    "load-wiped": ("rebuild", "Loading.add_nodes", 1),
    "load-second-batch": ("rebuild", "Loading.add_nodes", 2),
    "load-edges": ("rebuild", "Loading.add_edges", 1),
    "load-marked": ("rebuild", "put_mark", 1),
    "change-not-final": ("sync", "put_mark", 1),
    "change-final": ("sync", "Neo4jGraph._set_ready", 1),
}
# Each costs a process and two loads: the short soak cuts off one change.
CUTS = sized(ci=("change-not-final",), full=tuple(PLACES))
_VICTIM = """
import os, signal, sys
from remembrancer import Memory, Principal
from remembrancer.jobs.due_work import Workshop
from remembrancer.projection.neo4j import engine, writes
url, act, place, times = sys.argv[1:]
writes.BATCH = engine.BATCH = 20
name, _, method = place.partition(".")
home = getattr(engine, name) if method else engine
real, calls = getattr(home, method or name), [0]
def deadly(*args, **options):
    calls[0] += 1
    if calls[0] == int(times):
        os.kill(os.getpid(), signal.SIGKILL)
    return real(*args, **options)
setattr(home, method or name, deadly)
Workshop.__init__.__kwdefaults__["lease_seconds"] = 1
with Memory.open(url, principal=Principal("ada", roles={"ADMIN"}), background=False) as memory:
    getattr(memory.graph, act)()
"""


@pytest.fixture
def server() -> Iterator[neo4j_server.Server]:
    with neo4j_server.exclusive() as found:
        yield found


def _killed(url: str, server: neo4j_server.Server, place: str) -> None:
    act, where, times = PLACES[place]
    settings = {
        "REMEMBRANCER_NEO4J_URL": server.url,
        "REMEMBRANCER_NEO4J_USER": server.user or "",
        "REMEMBRANCER_NEO4J_PASSWORD": server.password or "",
    }
    from tests.cli.program import environment

    done = subprocess.run(
        [sys.executable, "-c", _VICTIM, url, act, where, str(times)],
        env=environment(**settings),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr


@pytest.mark.soak
def test_the_next_start_is_right(tmp_path: Path, server: neo4j_server.Server) -> None:
    """Wherever a load or a change was cut off, the next answer is that of the store."""
    url = str(tmp_path / "memory.db")
    connection = Neo4jConnection(server.url, server.user, server.password)
    empty(connection)
    with Memory.open(url, preset="community", principal=ADMIN, background=False) as memory:
        _survived(memory, url, server, RealServer(connection))
    empty(connection)
    connection.close()


def _survived(memory: Memory, url: str, place: neo4j_server.Server, server: RealServer) -> None:
    people = [memory.graph.entity("Person", f"p{number}").id for number in range(30)]
    for one, other in pairwise(people):
        memory.graph.relate(one, "KNOWS", other)
    with used_by(memory, server):
        memory.graph.sync()
    asked = "MATCH (p:Person) OPTIONAL MATCH (p)-[r]->(o) RETURN p.name, o.name"
    for number, cut in enumerate(CUTS):
        new = memory.graph.entity("Person", f"new {number}").id
        memory.graph.relate(new, "KNOWS", people[number])
        memory.graph.end(memory.graph.relate(new, "CLOSE_TO", people[number]).id)
        _killed(url, place, cut)
        with used_by(memory, server):
            bot = memory.acting_as(BOT)
            rows = bot.graph.cypher(asked)
            assert {row["p.name"] for row in rows} >= {f"new {n}" for n in range(number + 1)}, cut
            status = memory.graph.sync()
            assert (status.nodes, status.edges) == (31 + number, 30 + number), cut
            before = server.asked
            assert sorted(map(str, bot.graph.cypher(asked))) == sorted(map(str, rows)), cut
            assert server.asked == before + 1, cut
