"""Questions in Cypher and in SQL."""

from remembrancer import Memory

with Memory.open("graph.db", preset="community", embedder="none", background=False) as memory:
    dana = memory.graph.entity("Person", "Dana Sand")
    google = memory.graph.entity("Org", "Google")
    memory.graph.relate(dana.id, "WORKS_AT", google.id)
    rows = memory.graph.cypher(
        "MATCH (p:Person)-[:WORKS_AT]->(o:Org) RETURN p.name AS name, o.name AS org"
    )
    assert rows == [{"name": "Dana Sand", "org": "Google"}], rows
    assert memory.graph.sql("SELECT name FROM entity WHERE kind = 'Org'") == [{"name": "Google"}]
