"""What the graph costs: relating, looking around, building a projection, asking it.

Each figure stands beside a floor in the same process: bare SQL over the same rows, and the engine
alone. Prints its figures as one line of JSON. Processor time of this process and its children.

graph.py [SIZE]                    all figures, on SQLite
graph.py SIZE postgresql://…       relating and looking around, on an empty database of a server
"""

from __future__ import annotations

import json
import os
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

EDGES = 100_000
RELATED = 300  # relations stated one at a time
CHANGED = 30
ASKED = 200
KINDS = ("Person", "Org", "Topic")
TYPES = ("KNOWS", "LINKS", "TALKS_ABOUT")
# Three hops from a node: about a hundred names; and a few paths, where the way there counts most.
HOPS = "MATCH (a:Person {name: $name})-->(b)-->(c)-->(d) RETURN DISTINCT d.name AS name"
FEW = (
    "MATCH (a:Person {name: $name})-[:KNOWS]->(b)-[:LINKS]->(c)-[:TALKS_ABOUT]->(d) "
    "RETURN count(d) AS found"
)
AROUND_ON_SERVER = (
    "SELECT edge.*, node.* FROM floor.edge JOIN floor.node ON node.id = "
    "CASE WHEN edge.source = %(id)s THEN edge.target ELSE edge.source END "
    "WHERE edge.source = %(id)s OR edge.target = %(id)s"
)
Figures = dict[str, float]


def graph(folder: str, edges: int = EDGES) -> Figures:
    """All figures, for a graph of this many relations."""
    from remembrancer import Memory

    url = str(Path(folder) / "graph.db")
    figures: Figures = {"edges": float(edges)}
    with Memory.open(url, space="graph", preset="community", background=False) as memory:
        nodes = _fill(memory, edges)
        figures |= _verbs(memory, nodes, Path(folder) / "floor.db")
        figures |= _projection(memory, nodes)
    return figures


def _fill(memory: Any, edges: int) -> list[str]:
    """Nodes and relations, in units of work of many rows."""
    from remembrancer.items.entity import EntityDraft
    from remembrancer.items.item import Trust
    from remembrancer.items.relation import RelationDraft

    chance = random.Random(7)
    session = memory._session
    nodes: list[str] = []
    with session.store.writing(session.scope()) as unit:
        for number in range(max(100, edges // 5)):
            draft = EntityDraft(
                kind=KINDS[number % 3], name=f"node {number}", attrs={"rank": number % 10}
            )
            nodes.append(unit.entities.add(draft).id)
        unit.commit()
    for start in range(0, edges, 10_000):
        with session.store.writing(session.scope()) as unit:
            for _ in range(min(10_000, edges - start)):
                source, target = chance.sample(nodes, 2)
                draft = RelationDraft(type=chance.choice(TYPES), source=source, target=target)
                unit.edges.add(draft, (), trust=Trust.PERSON)
            unit.commit()
    return nodes


def _verbs(memory: Any, nodes: list[str], floor: Path) -> Figures:
    """One durable relation and one look around, each beside the same in bare SQL."""
    bare = _bare_edges(memory, floor)
    figures = _beside(
        memory, nodes, lambda *ends: _insert(bare, *ends), lambda id: _around(bare, id), _processor
    )
    bare.close()
    return figures


def on_server(url: str, edges: int) -> Figures:
    """The same on PostgreSQL, beside a driver that prepares its statements. Processor time of this
    process alone: that of the server's processes is counted too coarsely for one call."""
    import psycopg

    from remembrancer import Memory

    with (
        Memory.open(url, space="graph", preset="community", background=False) as memory,
        psycopg.connect(url, autocommit=True, prepare_threshold=0) as bare,
    ):
        nodes = _fill(memory, edges)
        _bare_schema(memory, bare)
        try:
            return {"edges": float(edges)} | _beside(
                memory,
                nodes,
                lambda *ends: bare.execute(
                    "INSERT INTO floor.edge (type, source, target) VALUES ('LINKS', %s, %s)", ends
                ),
                lambda id: bare.execute(AROUND_ON_SERVER, {"id": id}).fetchall(),
                _own_processor,
            )
        finally:
            bare.execute("DROP SCHEMA floor CASCADE")


def _beside(
    memory: Any,
    nodes: list[str],
    insert: Callable[[str, str], object],
    around: Callable[[str], object],
    processor: Callable[[Callable[[], object]], float],
) -> Figures:
    chance = random.Random(8)
    taken: dict[str, list[float]] = {"relate": [], "bare_relate": [], "look": [], "bare_look": []}
    for number in range(2 * RELATED):
        source, target = chance.sample(nodes, 2)
        acts: dict[str, Callable[[], object]] = {
            "relate": lambda: memory.graph.relate(source, "LINKS", target),  # noqa: B023
            "bare_relate": lambda: insert(source, target),  # noqa: B023
            "look": lambda: memory.graph.neighbours(source),  # noqa: B023
            "bare_look": lambda: around(source),  # noqa: B023
        }
        for name, act in acts.items():
            spent = processor(act)
            if number >= RELATED:  # those before it warm up
                taken[name].append(spent)
    ms = {name: median(values) * 1000 for name, values in taken.items()}
    return {
        "relate_ms": ms["relate"],
        "relate_over_bare": ms["relate"] / ms["bare_relate"],
        "neighbours_ms": ms["look"],
        "neighbours_over_bare": ms["look"] / ms["bare_look"],
    }


def _projection(memory: Any, nodes: list[str]) -> Figures:
    """Building, asking over three hops, and bringing up to date after one change."""
    built, count = _processor_and(lambda: memory.graph.rebuild().edges)
    spent = 0.0
    for number in range(CHANGED):
        memory.graph.relate(nodes[number], "LINKS", nodes[-1 - number], attrs={"n": number})
        spent += _processor(memory.graph.sync)
    updated = spent / CHANGED  # the system counts the child's time in steps of 10 ms
    figures = {
        "build_edges_per_second": count / built,
        "update_ms": updated * 1000,
        "update_over_build": updated / built,
    }
    held = _engine_alone(memory)
    for name, query in (("three_hops", HOPS), ("few_paths", FEW)):
        ours, alone = _asked(memory, held, query)
        figures |= {f"{name}_ms": ours * 1000, f"{name}_over_engine": ours / alone}
    return figures


def _asked(memory: Any, held: Any, query: str) -> tuple[float, float]:
    """A question through all of it, and to the engine's own library in this process, in turns."""
    from remembrancer.graph import cypher

    ours, alone = [], []
    for number in range(2 * ASKED):
        params = {"name": f"node {3 * number}"}
        taken = _elapsed(lambda: memory.graph.cypher(query, params))  # noqa: B023
        asked = cypher.written(cypher.checked(query, params), cypher.Dialect.KGLITE)
        by_itself = _elapsed(lambda: held.ask(asked.text, asked.params, 5.0, 1_000))  # noqa: B023
        if number >= ASKED:  # those before it warm up
            ours.append(taken)
            alone.append(by_itself)
    return median(ours), median(alone)


def _engine_alone(memory: Any) -> Any:
    """The same graph in the engine's own library, in this process."""
    from remembrancer.projection.embedded import engine
    from remembrancer.projection.embedded.held_graph import HeldGraph
    from remembrancer.projection.embedded.records import as_json

    session = memory._session
    with session.store.reading(session.scope()) as reader:
        records = engine._collected(reader.projection.nodes(), reader.projection.edges())
    held = HeldGraph()
    held.load(records.text(), json.loads(as_json(engine._load_message(records))))
    return held


def _bare_edges(memory: Any, floor: Path) -> sqlite3.Connection:
    session = memory._session
    bare = sqlite3.connect(floor, isolation_level=None)
    bare.execute("PRAGMA journal_mode = WAL")
    bare.execute("PRAGMA synchronous = FULL")
    bare.execute(
        "CREATE TABLE edge (number INTEGER PRIMARY KEY, type TEXT, source TEXT, target TEXT)"
    )
    bare.execute("CREATE TABLE node (id TEXT PRIMARY KEY, kind TEXT, name TEXT)")
    with session.store.reading(session.scope()) as reader:
        bare.execute("BEGIN")
        bare.executemany(
            "INSERT INTO edge (type, source, target) VALUES (?, ?, ?)",
            ((one.type, one.source, one.target) for one in reader.projection.edges()),
        )
        bare.executemany(
            "INSERT INTO node VALUES (?, ?, ?)",
            ((one.key, one.labels[0], one.properties["name"]) for one in reader.projection.nodes()),
        )
        bare.execute("COMMIT")
    bare.execute("CREATE INDEX edge_source ON edge (source)")
    bare.execute("CREATE INDEX edge_target ON edge (target)")
    return bare


def _bare_schema(memory: Any, bare: Any) -> None:
    session = memory._session
    bare.execute("CREATE SCHEMA floor")
    bare.execute(
        "CREATE TABLE floor.edge (number bigserial PRIMARY KEY, type TEXT, source TEXT, "
        "target TEXT)"
    )
    bare.execute("CREATE TABLE floor.node (id TEXT PRIMARY KEY, kind TEXT, name TEXT)")
    with session.store.reading(session.scope()) as reader, bare.transaction():
        bare.cursor().executemany(
            "INSERT INTO floor.edge (type, source, target) VALUES (%s, %s, %s)",
            [(one.type, one.source, one.target) for one in reader.projection.edges()],
        )
        bare.cursor().executemany(
            "INSERT INTO floor.node VALUES (%s, %s, %s)",
            [(one.key, one.labels[0], one.properties["name"]) for one in reader.projection.nodes()],
        )
    bare.execute("CREATE INDEX edge_source ON floor.edge (source)")
    bare.execute("CREATE INDEX edge_target ON floor.edge (target)")
    bare.execute("ANALYZE floor.edge, floor.node")


def _insert(bare: sqlite3.Connection, source: str, target: str) -> None:
    bare.execute("INSERT INTO edge (type, source, target) VALUES ('LINKS', ?, ?)", (source, target))


def _around(bare: sqlite3.Connection, id: str) -> list[Any]:
    return bare.execute(
        "SELECT edge.*, node.* FROM edge JOIN node ON node.id = "
        "CASE WHEN edge.source = ?1 THEN edge.target ELSE edge.source END "
        "WHERE edge.source = ?1 OR edge.target = ?1",
        (id,),
    ).fetchall()


def _own_processor(act: Callable[[], object]) -> float:
    before = time.process_time()
    act()
    return time.process_time() - before


def _processor(act: Callable[[], object]) -> float:
    return _processor_and(act)[0]


def _processor_and(act: Callable[[], Any]) -> tuple[float, Any]:
    before = _spent()
    result = act()
    return _spent() - before, result


def _spent() -> float:
    """Processor time of this process and of its children, where the system tells of them."""
    spent = time.process_time()
    for listed in Path("/proc/self/task").glob("*/children"):
        for child in listed.read_text().split():
            fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
            spent += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return spent


def _elapsed(act: Callable[[], object]) -> float:
    before = time.perf_counter()
    act()
    return time.perf_counter() - before


if __name__ == "__main__":
    sys.path.insert(0, os.fspath(Path(__file__).parent.parent))
    with tempfile.TemporaryDirectory() as folder:
        size = int(sys.argv[1]) if len(sys.argv) > 1 else EDGES
        found = on_server(sys.argv[2], size) if len(sys.argv) > 2 else graph(folder, size)
        print(json.dumps({name: round(value, 4) for name, value in found.items()}))
