"""The graph in the server that REMEMBRANCER_NEO4J_URL names; without one, that it is asked."""

import os

from remembrancer import Memory, RemembrancerError

has_server = "REMEMBRANCER_NEO4J_URL" in os.environ
os.environ.setdefault("REMEMBRANCER_NEO4J_URL", "bolt://127.0.0.1:1")
with Memory.open("neo4j.db", preset="community", embedder="none", background=False) as memory:
    dana = memory.graph.entity("Person", "Dana Sand")
    memory.graph.relate(dana.id, "WORKS_AT", memory.graph.entity("Org", "Google").id)
    try:
        status = memory.graph.sync()
    except RemembrancerError as error:
        if has_server or "127.0.0.1:1" not in str(error):
            raise
    else:
        assert status.nodes == 2, status
    rows = memory.graph.cypher("MATCH (p:Person)-[:WORKS_AT]->(o:Org) RETURN o.name AS org")
    assert rows == [{"org": "Google"}], rows
