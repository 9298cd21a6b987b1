"""The second wall, proved by itself: hostile statements to the engine, without the parser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from remembrancer.core.errors import QueryRefused
from remembrancer.graph.port import ProjectionLost, QueryBounds
from remembrancer.projection.embedded.engine import EmbeddedGraph
from tests.graph import example_graph as the
from tests.graph.hostile_cypher import HOSTILE, PARAMS

CANARY = "canary-5b1e07"
BOUNDS = QueryBounds(seconds=1, rows=1_000, characters=1_000_000)
# kglite's own: they build what no memory holds, or never end.
_ENGINE_BOMBS = [
    "MATCH (a),(b),(c),(d),(e),(f) RETURN count(*) AS n",
    "UNWIND range(1, 100000000) AS x UNWIND range(1, 100000) AS y RETURN sum(x * y) AS s",
    "RETURN reduce(s = 'xxxxxxxxxx', i IN range(1, 60) | s + s) AS s",
    "MATCH p = (a)-[*1..10]-(b) MATCH q = (c)-[*1..10]-(d) RETURN collect([p, q]) AS c",
    "WITH 'aaaaaaaaaa' AS s WITH replace(s, 'a', s) AS s WITH replace(s, 'a', s) AS s "
    "WITH replace(s, 'a', s) AS s WITH replace(s, 'a', s) AS s RETURN s",
]
_FILE_READERS = [
    "LOAD CSV FROM 'CANARY_FILE' AS l RETURN l",
    "LOAD CSV FROM '/proc/self/environ' AS l RETURN l",
    "LOAD CSV FROM '/proc/self/fd/0' AS l RETURN l",
    "LOAD CSV FROM '/dev/stdin' AS l RETURN l",
    "LOAD CSV FROM '/proc/self/cmdline' AS l RETURN l",
]


@pytest.fixture(scope="module")
def engine() -> Iterator[EmbeddedGraph]:
    engine = EmbeddedGraph(memory_bytes_max=64 << 20)
    yield engine
    engine.close()


@pytest.fixture
def secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file and an environment with something that no answer may hold."""
    monkeypatch.setenv("REMEMBRANCER_CANARY", CANARY)
    path = tmp_path / "secret.csv"
    path.write_text(f"{CANARY},1\n{CANARY},2\n", encoding="utf-8")
    return path


def _answer(engine: EmbeddedGraph, statement: str, secret: Path) -> str:
    """What the caller would see of it: the rows, or the refusal."""
    if not engine.is_loaded:
        engine.load(the.NODES, the.EDGES)
    params = {name: _filled(value, secret) for name, value in PARAMS.items()}
    try:
        rows = engine.ask(_filled(statement, secret), params, BOUNDS)
    except (QueryRefused, ProjectionLost) as refused:
        return str(refused)
    return json.dumps(rows)


def _filled(value: Any, secret: Path) -> Any:
    return value.replace("CANARY_FILE", str(secret)) if isinstance(value, str) else value


def _fingerprint(engine: EmbeddedGraph) -> str:
    patient = BOUNDS._replace(seconds=30)
    nodes = engine.ask("MATCH (n) RETURN n.id AS k, n AS n ORDER BY k", {}, patient)
    edges = engine.ask("MATCH ()-[r]->() RETURN r.key AS k, r AS r ORDER BY k", {}, patient)
    return json.dumps([nodes, edges], sort_keys=True)


def _check(engine: EmbeddedGraph, statements: list[str], secret: Path) -> None:
    engine.load(the.NODES, the.EDGES)
    untouched = _fingerprint(engine)
    for statement in statements:
        told = _answer(engine, statement, secret)
        assert CANARY not in told, statement
        assert "import sys" not in told, statement
        if engine.is_loaded:
            assert _fingerprint(engine) == untouched, statement


@pytest.mark.parametrize("sort", sorted(set(HOSTILE) - {"bombs"}))
def test_nothing_is_written_and_no_file_read(
    engine: EmbeddedGraph, secret: Path, sort: str
) -> None:
    """Without the parser a hostile statement changes nothing and tells nothing but the graph."""
    _check(engine, HOSTILE[sort], secret)


def test_no_file_is_read_in_any_way(engine: EmbeddedGraph, secret: Path) -> None:
    """A file cannot be opened by its path, nor through what is open already."""
    _check(engine, _FILE_READERS, secret)


def test_the_wall_is_what_holds(secret: Path) -> None:
    """The same library without our walls reads the file: the canary would be seen."""
    kglite = pytest.importorskip("kglite")
    rows = kglite.KnowledgeGraph().cypher(f"LOAD CSV FROM '{secret}' AS l RETURN l").to_list()
    assert CANARY in json.dumps(rows)


@pytest.mark.soak
def test_no_bomb_takes_the_server_with_it(engine: EmbeddedGraph, secret: Path) -> None:
    """Without the parser a bomb is ended with its process, and the next question is answered."""
    _check(engine, [*HOSTILE["bombs"], *_ENGINE_BOMBS], secret)
    engine.load(the.NODES, the.EDGES)
    assert _fingerprint(engine)
