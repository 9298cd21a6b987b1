"""Entities and relations, through the port of the store."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from remembrancer import Entity, Memory, Relation
from remembrancer.items.entity import EntityDraft
from remembrancer.items.relation import RelationDraft
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.footprint import position, untouched
from tests.people import ADA, ANNA, BERT


def add(
    store: Memory, entities: Iterable[EntityDraft] = (), relations: Iterable[RelationDraft] = ()
) -> tuple[list[Entity], list[Relation]]:
    session = store._session
    with session.store.writing(session.scope()) as unit:
        made = (
            [unit.entities.add(draft) for draft in entities],
            [unit.links.add_relation(draft) for draft in relations],
        )
        unit.commit()
    return made


def graph(store: Memory, end: str | None = None) -> tuple[tuple[Entity, ...], tuple[Relation, ...]]:
    session = store._session
    with session.store.reading(session.scope()) as reader:
        return reader.entities.listed(), reader.links.relations(end=end)


def test_entities_and_relations_make_the_round_trip(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """S0-69: nodes and typed edges with their attributes, between entities and items alike."""
    store = memory("community").acting_as(ANNA)
    item = store.add(content="Ellen works at Northgate.")
    (ellen, northgate), _ = add(
        store,
        [
            EntityDraft(kind="Person", name="Ellen", external_id="u-1", attrs={"realName": "E."}),
            EntityDraft(kind="Org", name="Northgate"),
        ],
    )
    seen = datetime(2026, 1, 5, tzinfo=UTC)
    _, (works, caused) = add(
        store,
        relations=[
            RelationDraft(
                type="WORKS_AT",
                source=ellen.id,
                target=northgate.id,
                confidence=0.8,
                attrs={"role": "planner"},
                observed_at=seen,
            ),
            RelationDraft(type="CAUSED", source=item.id, target=ellen.id),
        ],
    )
    assert graph(store) == ((ellen, northgate), (works, caused))
    assert (ellen.kind, ellen.name, ellen.external_id, ellen.attrs, ellen.owner) == (
        "Person",
        "Ellen",
        "u-1",
        {"realName": "E."},
        ANNA.name,
    )
    assert (works.type, works.source, works.target, works.confidence, works.attrs) == (
        "WORKS_AT",
        ellen.id,
        northgate.id,
        0.8,
        {"role": "planner"},
    )
    assert (works.timestamp, caused.timestamp) == (seen, clock.now)
    assert graph(store, end=northgate.id)[1] == (works,)
    assert graph(store, end=ellen.id)[1] == (works, caused)


def test_an_edge_shows_to_who_may_see_both_ends(memory: MemoryFactory) -> None:
    """A relation to something hidden would tell of it, so it is hidden too."""
    store = memory("community")
    anna = store.acting_as(ANNA)
    note = anna.add(content="own", is_personal=True)
    (open_node, own, group), _ = add(
        anna,
        [
            EntityDraft(kind="Topic", name="pensions"),
            EntityDraft(kind="Topic", name="illness", is_personal=True),
            EntityDraft(kind="Topic", name="budget", audience="group:finance"),
        ],
    )
    _, edges = add(
        anna,
        relations=[
            RelationDraft(type="ABOUT", source=open_node.id, target=open_node.id),
            RelationDraft(type="ABOUT", source=open_node.id, target=own.id),
            RelationDraft(type="ABOUT", source=group.id, target=open_node.id),
            RelationDraft(type="ABOUT", source=note.id, target=open_node.id),
        ],
    )
    assert graph(anna) == ((open_node, own, group), tuple(edges))
    assert graph(store.acting_as(BERT)) == ((open_node,), (edges[0],))
    assert graph(store.acting_as(BERT), end=own.id)[1] == ()
    assert graph(store.acting_as(ADA)) == ((open_node, own, group), tuple(edges))
    assert graph(store.in_space("another space of its own", "community")) == ((), ())


def test_the_graph_is_on_the_ledger(memory: MemoryFactory) -> None:
    """Each node and each edge is one sealed change."""
    store = memory("community")
    before = position(store)
    (node,), _ = add(store, [EntityDraft(kind="Topic", name="pensions", attrs={"n": 1.5})])
    add(store, relations=[RelationDraft(type="ABOUT", source=node.id, target=node.id)])
    assert position(store) == before + 2
    assert [entry.action for entry in store.admin.audit(limit=2)] == ["relation.add", "entity.add"]
    assert store.verify().ok


def test_a_unit_left_without_commit_undoes_everything(memory: MemoryFactory) -> None:
    """One request, one unit of work: leaving it early leaves nothing."""
    store = memory("community")
    session = store._session
    with untouched(store), session.store.writing(session.scope()) as unit:
        unit.entities.add(EntityDraft(kind="Topic", name="pensions"))
        unit.conversations.add(
            "call", subject=None, channel_id=None, title=None, audience=None, is_personal=False
        )


def test_flat_links_live_in_metadata(memory: MemoryFactory) -> None:
    """S0-69: `related_entries` are kept and filtered by like any other metadata."""
    store = memory("adviser")
    first = store.add(content="58")
    second = store.add(content="drawdown", metadata={"related_entries": [first.id]})
    assert store.get(second.id).metadata["related_entries"] == [first.id]
    assert store.items(metadata={"related_entries": [first.id]}).items == (second,)


def test_names_are_those_of_entities_in_sight_and_no_more_than_asked_for(
    memory: MemoryFactory,
) -> None:
    """What a text may be tagged with: never the name of somebody else's entity, nor of one that was
    merged into another."""
    store = memory("community")
    drafts = [EntityDraft(kind="Person", name=name) for name in ("Ellen", "Ellen Ek", "Tom")]
    (ellen, other, _), _ = add(store.acting_as(ANNA), drafts)
    add(store.acting_as(BERT), [EntityDraft(kind="Org", name="Berts own", is_personal=True)])
    store.acting_as(ADA).graph.merge(ellen.id, other.id, reason="one person")

    def names(viewer: Memory, limit: int) -> tuple[str, ...]:
        session = viewer._session
        with session.store.reading(session.scope()) as reader:
            return reader.entities.names(limit=limit)

    assert names(store.acting_as(ANNA), 10) == ("Ellen", "Tom")
    assert names(store.acting_as(BERT), 10) == ("Ellen", "Tom", "Berts own")
    assert names(store.acting_as(ANNA), 1) == ("Ellen",)
