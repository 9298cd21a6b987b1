"""Communities of decisions, and decisions of a similar shape."""

from remembrancer import Memory

with Memory.open("shapes.db", preset="adviser", embedder="none", background=False) as memory:
    event = memory.add(kind="fact", content="Provider X's fund fell by a fifth.")
    provider = memory.graph.entity("Organization", "Provider X")
    for client in ("ann", "bob", "cid", "dot"):
        made = memory.decisions.record("switch_transfer", subject=client, causes=[event.id])
        memory.decisions.link(made.id, "about", provider.id)
    (community,) = memory.decisions.communities()
    assert community.size == 4, community
    assert memory.decisions.fingerprint(made.id).complexity.score
