"""The retrieval agent with a graph on a real Neo4j server: the same answers as in memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from remembrancer.core.model_turns import ToolResults
from remembrancer.inquiry.inquiry import Inquiry
from remembrancer.projection.neo4j.connection import Neo4jConnection
from remembrancer.testing import ScriptedModel
from tests import neo4j_server
from tests.engines import NEEDS_KGLITE, ON_EITHER_SORT
from tests.graph.shared_servers import RealServer, used_by
from tests.graph.test_neo4j_engine import empty
from tests.inquiry import scripted
from tests.inquiry.conftest import ExampleServer
from tests.inquiry.test_strategies import WITH_A_MODEL, check_scenario

pytestmark = [pytest.mark.soak, NEEDS_KGLITE]

IN_CYPHER = sum(tool == "cypher_query" for tool, _ in scripted.LOOKS)


@pytest.fixture
def empty_server(example: ExampleServer) -> Iterator[RealServer]:
    """An empty server for the first space that is put on it."""
    with neo4j_server.exclusive() as found:
        connection = Neo4jConnection(found.url, found.user, found.password)
        empty(connection)
        server = RealServer(connection)
        with used_by(example.memory, server):
            yield server
        empty(connection)
        connection.close()


@pytest.fixture
def neo4j(example: ExampleServer, empty_server: RealServer) -> RealServer:
    """The example world on the server, which answers all questions in Cypher."""
    example.memory.graph.sync()
    return empty_server


def _looked(example: ExampleServer, *queries: str) -> tuple[Inquiry, list[Any]]:
    """An inquiry of a model with these questions in Cypher, and what it was told of each."""
    looks = [scripted.look("cypher_query", query=query) for query in queries]
    model = ScriptedModel(turns=[*looks, scripted.finish()])
    found = example.ask(model, strategy="react")
    told = [heard.turns[-1] for heard in model.heard[1:]]
    return found, [turn.results[0] for turn in told if isinstance(turn, ToolResults)]


@ON_EITHER_SORT
def test_the_scenario(example: ExampleServer, neo4j: RealServer) -> None:
    """S2-50, S2-51: the three exact facts in all four strategies; with a model the script of five
    queries is followed, and Neo4j itself answers those in Cypher."""
    for number, strategy in enumerate(WITH_A_MODEL, 1):
        found = example.ask(scripted.reference(strategy), strategy=strategy)
        check_scenario(found)
        assert [one.result_count for one in found.queries_executed] == [1, 2, 1, 0, 3]
        assert neo4j.asked == number * IN_CYPHER
    check_scenario(example.ask(None, strategy="rules"))


@ON_EITHER_SORT
def test_what_goes_wrong_is_data(example: ExampleServer, neo4j: RealServer) -> None:
    """S2-07, S2-37: bad syntax, a write and a match of all nodes are answered in words, none of
    them reaches the server, and the loop goes on with a question that it answers."""
    bad = ("MATCH (p:Person", "MATCH (p:Person) DETACH DELETE p", "MATCH (n) RETURN n")
    found, told = _looked(example, *bad, scripted.AT_GOOGLE)
    assert [bool(one.error) for one in found.queries_executed] == [True] * 3 + [False]
    assert [one.is_error for one in told] == [True] * 3 + [False]
    assert neo4j.asked == 1
    assert not found.is_limited


KINDS = (
    *(("Org", "WORKS_AT"), ("Org", "PREVIOUSLY"), ("Place", "LIVES_IN"), ("Topic", "TALKS_ABOUT")),
    *(("Person", "CLOSE_TO"), ("Person", "INTERACTED_WITH"), ("Skill", "HAS_SKILL")),
    *(("Project", "MAINTAINS"), ("Event", "ATTENDS"), ("Instrument", "PLAYS")),
)
FIELDS = {
    **{"role": "engineer", "startDate": "2019", "endDate": "2022", "location": "Mountain View"},
    **{"sentiment": "warm", "basis": "collaborate weekly"},
}


@ON_EITHER_SORT
def test_kinds_and_relations(example: ExampleServer, empty_server: RealServer) -> None:
    """S2-14 to S2-17: each kind of node and each type of relation, and new ones, are asked for
    from either side, with all their fields."""
    space = example.memory.in_space("kinds", "community")
    space.conversations.start("c", channel_id="c")
    space.conversations.append("c", [{"id": "m1", "author_id": "nell_id", "content": "Hi."}])
    nell = space.graph.entity(
        "Person", "Nell", external_id="nell_id", attrs={"realName": "Nell Noor"}
    )
    for number, (kind, type) in enumerate(KINDS):
        other = space.graph.entity(kind, f"The {number}th")
        space.graph.relate(
            nell.id, type, other.id, confidence=0.8, evidence=["m1"], attrs=dict(FIELDS)
        )
    space.graph.sync()
    fields = ", ".join(f"r.{name} AS {name}" for name in ("confidence", "evidence", *FIELDS))
    expected = {"id": "nell_id", "realName": "Nell Noor", "confidence": 0.8, "evidence": ["m1"]}
    for number, (kind, type) in enumerate(KINDS):
        other_end = f"(o:{kind} {{name: 'The {number}th'}})"
        for pattern in (
            f"(p:Person {{id: 'nell_id'}})-[r:{type}]->{other_end}",
            f"{other_end}<-[r:{type}]-(p:Person)",
        ):
            rows = space.graph.cypher(
                f"MATCH {pattern} RETURN p.id AS id, p.realName AS realName, {fields}"
            )
            assert rows == [expected | FIELDS]
    assert empty_server.asked == 2 * len(KINDS)


@ON_EITHER_SORT
def test_who_else_is_connected(example: ExampleServer, neo4j: RealServer) -> None:
    """S2-22, S2-23: through the company of one whom somebody named its other people are found, and
    through a skill who has it."""
    at_the_same, able = (
        "MATCH (:Person {id: 'charlie_id'})-[:PREVIOUSLY]->(o:Org)<-[:WORKS_AT]-(p:Person) "
        "RETURN p.id AS id",
        "MATCH (p:Person)-[:HAS_SKILL]->(s:Skill {name: 'TypeScript'}) RETURN p.id AS id",
    )
    found, told = _looked(example, at_the_same, able)
    assert [one.result_count for one in found.queries_executed] == [1, 2]
    assert "dana_id" in told[0].content
    assert all(id in told[1].content for id in ("farah_id", "erik_id"))
    assert neo4j.asked == 2
