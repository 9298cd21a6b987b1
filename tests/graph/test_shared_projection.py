"""The shared projection: asked for those who see what everybody sees, and never behind."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from remembrancer import Forbidden, Memory, Principal, WorkFailed
from remembrancer.core.errors import Conflict
from remembrancer.graph.port import GraphServerUnreachable
from remembrancer.projection.neo4j.connection import Neo4jConnection
from remembrancer.testing import FrozenClock
from tests import neo4j_server
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
from tests.graph.shared_servers import LocalServer, RealServer, Server, used_by
from tests.graph.test_neo4j_engine import empty
from tests.graph.test_projection import Changes, told
from tests.people import ADA, ANNA, BERT
from tests.soak.size import sized

BOT = Principal("bot", kind="agent")
PEOPLE = "MATCH (p:Person) RETURN p.name ORDER BY p.name"


@pytest.fixture
def local() -> Iterator[LocalServer]:
    server = LocalServer()
    yield server
    server.graph.close()


@pytest.fixture(
    params=["local", pytest.param("neo4j", marks=[pytest.mark.soak, pytest.mark.full_soak])]
)
def server(request: pytest.FixtureRequest, local: LocalServer) -> Iterator[Server]:
    if request.param == "local":
        yield local
        return
    with neo4j_server.exclusive() as found:
        connection = Neo4jConnection(found.url, found.user, found.password)
        empty(connection)
        yield RealServer(connection)
        empty(connection)
        connection.close()


@pytest.fixture
def community(memory: MemoryFactory, server: Server) -> Iterator[Memory]:
    """An admin's memory that uses the server."""
    store = memory("community").acting_as(ADA)
    with used_by(store, server):
        yield store


def only_shared(memory: Memory) -> bool:
    return memory._session.read(lambda reader, _: reader.projection.sees_only_shared())


def names(memory: Memory) -> list[str]:
    return [row["p.name"] for row in memory.graph.cypher(PEOPLE)]


@ON_EITHER_SORT
@pytest.mark.parametrize("preset", ["adviser", "community"])
def test_who_sees_only_what_everybody_sees(memory: MemoryFactory, preset: str) -> None:
    """Whoever may see something of their own, of a group or unreviewed sees more than all do."""
    store = memory(preset).acting_as(ADA)
    anna, bert, bot = (store.acting_as(one) for one in (ANNA, BERT, BOT))
    kind = "Customer" if preset == "adviser" else "Person"
    store.graph.entity(kind, "Dana")
    assert [only_shared(one) for one in (store, anna, bert, bot)] == [True] * 4
    anna.graph.entity(kind, "Eve", is_personal=True)
    assert [only_shared(one) for one in (store, anna, bert, bot)] == [True, False, True, True]
    bert_group = next(iter(sorted(BERT.groups)))
    store.graph.entity(kind, "Fay", audience=f"group:{bert_group}")
    sees_more = [bert_group in one.groups for one in (ANNA, BERT)]
    assert only_shared(bot)
    assert not only_shared(store)
    assert only_shared(bert) is not sees_more[1]


@ON_EITHER_SORT
def test_unreviewed_items_are_in_no_shared_view(memory: MemoryFactory) -> None:
    """Where programs need a review, people who see a pending item see more than programs do."""
    store = memory("corporate").acting_as(ADA)
    item = store.acting_as(ANNA).add(content="Fees are waived in March.")
    shared = store._session.read(lambda reader, _: reader.projection.shared().nodes())
    assert item.id not in {node.key for node in shared}
    assert not only_shared(store.acting_as(BERT))
    assert only_shared(store.acting_as(BOT))
    store.review.approve(item.id)
    shared = store._session.read(lambda reader, _: reader.projection.shared().nodes())
    assert item.id in {node.key for node in shared}
    assert only_shared(store.acting_as(BERT))


@ON_EITHER_SORT
def test_the_shared_view_is_the_same_whoever_reads_it(memory: MemoryFactory) -> None:
    """An admin, a member and a program read the same shared view from the store."""
    store = memory("community").acting_as(ADA)
    for one in (store, store.acting_as(ANNA)):
        one.graph.entity("Person", f"of {one._session.principal.name}")
        one.graph.entity("Person", f"hidden {one._session.principal.name}", is_personal=True)
        one.add(content=f"A note by {one._session.principal.name}.")
    seen = [
        store.acting_as(one)._session.read(lambda reader, _: reader.projection.shared().nodes())
        for one in (ADA, ANNA, BERT, BOT)
    ]
    assert all(nodes == seen[0] for nodes in seen)
    assert not any("hidden" in str(node.properties["name"]) for node in seen[0])


@ON_THE_FASTEST
def test_the_server_answers_those_who_see_its_view(community: Memory, server: Server) -> None:
    """A reader with more to see is answered by a projection of their own, and so is one of an
    empty server, or one that holds another space."""
    store = community
    bert, bot = store.acting_as(BERT), store.acting_as(BOT)
    store.graph.entity("Person", "Dana")
    assert names(bot) == ["Dana"]
    assert server.asked == 0
    with pytest.raises(Forbidden, match="put the graph"):
        bot.graph.sync()
    status = store.graph.sync()
    assert (status.lag, status.nodes, status.is_loaded) == (0, 1, True)
    assert names(bot) == names(bert) == ["Dana"]
    assert server.asked == 2
    bert.graph.entity("Person", "Eve", is_personal=True)
    assert names(bert) == ["Dana", "Eve"]
    assert server.asked == 2
    assert names(bot) == ["Dana"]
    assert server.asked == 3
    with pytest.raises(Forbidden, match="anew"):
        bot.graph.rebuild()
    other = store.in_space("another", "community")
    other.graph.entity("Person", "Fay")
    assert names(other.acting_as(BOT)) == ["Fay"]
    for act in (other.graph.sync, other.graph.rebuild, other.graph.status):
        with pytest.raises(Conflict, match="another space"):
            act()
    assert server.asked == 3


@ON_THE_FASTEST
def test_what_narrows_is_gone_at_once(
    community: Memory, server: Server, clock: FrozenClock
) -> None:
    """What was dismissed, ended by the clock or erased is in no answer, without a sync."""
    store = community
    dana, org = (store.graph.entity(*one).id for one in (("Person", "Dana"), ("Org", "Norrsken")))
    soon = clock.now + timedelta(days=1)
    store.graph.relate(dana, "WORKS_AT", org, valid_until=soon)
    item = store.add(content="Dana leads the choir.")
    store.graph.sync()
    bot = store.acting_as(BOT)
    works = "MATCH (p:Person)-[:WORKS_AT]->(o) RETURN o.name"
    items = "MATCH (i:Item) RETURN i.id"
    assert bot.graph.cypher(works) == [{"o.name": "Norrsken"}]
    assert bot.graph.cypher(items) == [{"i.id": item.id}]
    store.dismiss(item.id, "no longer so")
    clock.advance(timedelta(days=2))
    assert bot.graph.cypher(items) == bot.graph.cypher(works) == []
    assert server.asked == 4
    certificate = store.erase(subject="Dana", reason="asked for it")
    assert any("Neo4j" in one for one in certificate.beyond)
    assert server.of(store._session.space.uid).counts()[0] == 0
    assert names(bot) == []
    assert server.asked == 5


@ON_THE_FASTEST
def test_another_history_is_loaded_anew(community: Memory, server: Server) -> None:
    """A server that was loaded from a copy of the space that went on by itself is not believed."""
    store = community
    store.graph.entity("Person", "Dana")
    store.graph.sync()
    view = server.of(store._session.space.uid)
    state = view.state()
    assert state is not None
    assert state.mark is not None
    view.load((), (), state.mark._replace(seal="of another history"))
    assert names(store.acting_as(BOT)) == ["Dana"]
    view.load((), (), state.mark._replace(position=state.mark.position + 5, seal="x"))
    assert names(store.acting_as(BOT)) == ["Dana"]


@ON_THE_FASTEST
def test_a_server_that_is_gone_is_not_missed(
    memory: MemoryFactory, local: LocalServer, clock: FrozenClock
) -> None:
    """Questions are answered in this process until the server is back; a sync says why."""
    server, store = local, memory("community").acting_as(ADA)
    with used_by(store, server):
        _outlived(server, store, clock)


def _outlived(server: LocalServer, store: Memory, clock: FrozenClock) -> None:
    store.graph.entity("Person", "Dana")
    store.graph.sync()
    bot = store.acting_as(BOT)
    server.is_up = False
    store.graph.entity("Person", "Eve")
    assert names(bot) == ["Dana", "Eve"]
    with pytest.raises(WorkFailed, match="does not answer"):
        store.graph.sync()
    with pytest.raises(GraphServerUnreachable):
        store.graph.status()
    store.erase(subject="Dana", reason="asked for it")
    server.is_up = True
    clock.advance(timedelta(minutes=1))
    assert names(bot) == ["Eve"]
    assert server.asked == 1


@ON_THE_FASTEST
@pytest.mark.parametrize(
    "server", ["local", pytest.param("neo4j", marks=pytest.mark.soak)], indirect=True
)
def test_the_server_kept_up_to_date_is_what_a_new_load_is(
    community: Memory, server: Server, clock: FrozenClock
) -> None:
    """After random changes, in the long soak 1,000, the server holds what a load puts there."""
    store = community
    changes = Changes(store, clock, seed=7)
    changes.entities.extend(store.graph.entity(kind, f"a {kind}").id for kind in ("Person", "Org"))
    changes.items.append(store.add(content="The first statement.").id)
    changes.relations.append(store.graph.relate(changes.entities[0], "KNOWS", changes.items[0]).id)
    store.graph.sync()
    bot = store.acting_as(BOT)
    count = sized(ci=100, full=1_000)
    for number in range(150 if isinstance(server, LocalServer) else count):
        changes.one()
        if number % 10 == 0:
            bot.graph.sync()
    loads = server.loads if isinstance(server, LocalServer) else None
    kept, asked = told(bot), server.asked
    counted = store.graph.status()
    rebuilt = store.graph.rebuild()
    assert kept == told(bot)
    assert kept["edges"]
    assert asked > 0
    if loads is None:
        assert (counted.nodes, counted.edges) == (rebuilt.nodes, rebuilt.edges)
    else:
        assert loads == 1


@ON_EITHER_SORT
def test_what_is_hidden_later_is_gone_from_the_server(community: Memory) -> None:
    """Somebody who may not see the rows any more still brings the server up to date with them."""
    anna, bert = community.acting_as(ANNA), community.acting_as(BERT)
    item = anna.add(content="The budget is 4 million.")
    community.graph.sync()
    asked = "MATCH (i:Item) RETURN i.content AS text"
    assert bert.graph.cypher(asked) == [{"text": item.content}]
    anna.update(item.id, is_personal=True)
    assert bert.graph.cypher(asked) == []
    assert community.acting_as(BOT).graph.cypher(asked) == []
