"""Merging: two entities that turn out to be one, and how it is undone."""

from __future__ import annotations

from datetime import timedelta
from itertools import permutations

import pytest

from remembrancer import Memory
from remembrancer.core.errors import Conflict, Forbidden, InvalidInput, NotFound
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.people import ADA, ANNA, BERT

WHY = "the same person"


def person(store: Memory, name: str, **fields: object) -> str:
    return store.graph.entity("Person", name, **fields).id  # type: ignore[arg-type]


def everything(store: Memory) -> object:
    """What the graph shows of all its entities and relations."""
    shown = [one.model_dump(exclude={"updated_at"}) for one in store.graph.entities()]
    return shown, list(store.graph.relations())


def test_a_merged_entity_has_the_names_attributes_and_relations_of_both(
    memory: MemoryFactory,
) -> None:
    """Either id stands for it, and what was kept has the last word."""
    store = memory("community")
    graph = store.graph
    dana = person(store, "Dana", attrs={"city": "Lund"})
    dk = person(
        store, "dk", external_id="u-9", aliases=["Dee"], attrs={"city": "Malmö", "tz": "CET"}
    )
    google, volvo = graph.entity("Org", "Google").id, graph.entity("Org", "Volvo").id
    works = graph.relate(dana, "WORKS_AT", google)
    past = graph.relate(dk, "PREVIOUSLY", volvo)
    merged = graph.merge(dana, dk, reason=WHY)
    assert (merged.id, merged.name, merged.external_id) == (dana, "Dana", "u-9")
    assert (merged.aliases, merged.merged) == (("dk", "Dee"), (dk,))
    assert merged.attrs == {"city": "Lund", "tz": "CET"}
    assert graph.get(dk) == graph.get(dana) == merged
    assert list(graph.entities(kind="Person")) == [merged]
    for name in ("dk", "DEE", "Dana"):
        assert list(graph.entities(name=name)) == [merged]
        assert graph.entity("Person", name) == merged
    assert graph.entity("Person", "whoever", external_id="u-9").id == dana
    shown = list(graph.relations(of=dk))
    assert [(one.id, one.source, one.target) for one in shown] == [
        (works.id, dana, google),
        (past.id, dana, volvo),
    ]
    assert {one.id for one in graph.neighbours(dk)} == {google, volvo}
    assert graph.neighbours(volvo).nodes[0].id == dana
    assert [one.id for one in graph.path(google, volvo).nodes] == [google, dana, volvo]
    assert graph.person("dk").count == 2
    assert store.verify().ok


def test_what_is_learnt_while_merged_stays_with_what_was_kept(memory: MemoryFactory) -> None:
    """Taken apart again, each has its own names and attributes back, and nothing of the other."""
    store = memory("community")
    graph = store.graph
    dana = person(store, "Dana", attrs={"city": "Lund"})
    dk = person(store, "dk", aliases=["Dee"], attrs={"tz": "CET"})
    graph.merge(dana, dk, reason=WHY)
    graph.entity("Person", "dk", aliases=["Danne"], attrs={"shoe": 41})
    alone = graph.unmerge(dk, reason="two people after all")
    kept = graph.get(dana)
    assert (alone.name, alone.aliases, alone.attrs) == ("dk", ("Dee",), {"tz": "CET"})
    assert (kept.name, kept.aliases) == ("Dana", ("Danne",))
    assert kept.attrs == {"city": "Lund", "shoe": 41}
    assert kept.merged == alone.merged == ()


def test_the_id_of_any_member_in_the_callers_own_system_is_shown(memory: MemoryFactory) -> None:
    """Also where the first one that was merged has none."""
    store = memory("community")
    first, second = person(store, "Dana"), person(store, "dk")
    third = person(store, "Dee", external_id="u-9")
    store.graph.merge(first, second, reason=WHY)
    assert store.graph.merge(first, third, reason=WHY).external_id == "u-9"


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_a_chain_of_merges_is_undone_in_any_order(
    memory: MemoryFactory, order: tuple[int, ...]
) -> None:
    """At the end all stand as they stood, with their own relations."""
    store = memory("community")
    ids = [person(store, f"Person {n}", attrs={"n": n}, aliases=[f"P{n}"]) for n in range(4)]
    for number, id in enumerate(ids):
        store.graph.relate(id, "LIVES_IN", store.graph.entity("Place", f"Place {number}").id)
    store.graph.relate(ids[0], "CLOSE_TO", ids[1])
    before = everything(store)
    store.graph.merge(ids[1], ids[0], reason=WHY)
    store.graph.merge(ids[2], ids[1], reason=WHY)
    store.graph.merge(ids[3], ids[2], reason=WHY)
    whole = store.graph.get(ids[0])
    assert (whole.id, set(whole.merged)) == (ids[3], set(ids[:3]))
    assert len(store.graph.neighbours(ids[0])) == 4
    for number in order:
        assert store.graph.unmerge(ids[number], reason="not so").id == ids[number]
    assert everything(store) == before
    assert store.verify().ok


def test_a_relation_inside_is_left_out_and_comes_back(memory: MemoryFactory) -> None:
    """Nobody is close to themselves. By its id it is found all the same, and can be ended."""
    store = memory("community")
    graph = store.graph
    dana, dk, place = person(store, "Dana"), person(store, "dk"), graph.entity("Place", "Lund").id
    inside = graph.relate(dana, "CLOSE_TO", dk)
    outside = [graph.relate(one, "LIVES_IN", place) for one in (dana, dk)]
    graph.merge(dana, dk, reason=WHY)
    assert [one.id for one in graph.relations()] == [one.id for one in outside]
    first = graph.relations(limit=1)
    rest = graph.relations(limit=1, cursor=first.next)
    assert [one.id for one in (*first, *rest)] == [one.id for one in outside]
    assert [one.id for one in graph.neighbours(dana)] == [place]
    assert (graph.relation(inside.id).source, graph.relation(inside.id).target) == (dana, dana)
    graph.unmerge(dk, reason="two people")
    assert graph.relation(inside.id) == inside
    graph.merge(dk, dana, reason="one after all")
    assert graph.end(inside.id).ended_at is not None


def test_the_graph_before_a_merge_is_as_it_was(memory: MemoryFactory, clock: FrozenClock) -> None:
    """`as_of` shows two entities before it, one after it, and two again after it was undone."""
    store = memory("community")
    dana, dk = person(store, "Dana"), person(store, "dk")
    graph, hour = store.graph, timedelta(hours=1)
    lund = graph.entity("Place", "Lund").id
    graph.relate(dk, "LIVES_IN", lund)
    apart = clock.now
    clock.advance(hour)
    graph.merge(dana, dk, reason=WHY)
    merged = clock.now
    clock.advance(hour)
    graph.unmerge(dk, reason="two people")
    assert [len(graph.entities(kind="Person", as_of=at)) for at in (apart, merged, clock.now)] == [
        2,
        1,
        2,
    ]
    assert [graph.get(dk, as_of=at).id for at in (apart, merged)] == [dk, dana]
    assert [[one.id for one in graph.neighbours(lund, as_of=at)] for at in (apart, merged)] == [
        [dk],
        [dana],
    ]
    assert [next(iter(graph.relations(as_of=at))).source for at in (apart, merged)] == [dk, dana]
    assert len(graph.neighbours(dana, as_of=merged)) == 1
    assert len(graph.neighbours(dana, as_of=apart)) == 0


def test_a_page_of_a_name_that_one_entity_has_many_times(memory: MemoryFactory) -> None:
    """Names of merged entities count once, and the page goes on behind them."""
    store = memory("community")
    ids = [person(store, f"Dana {n}", aliases=[f"danaer {n}"]) for n in range(6)]
    for other in ids[1:4]:
        store.graph.merge(ids[0], other, reason=WHY)
    seen, cursor = [], None
    while True:
        page = store.graph.entities(name="dana", limit=1, cursor=cursor)
        seen += [one.id for one in page]
        if (cursor := page.next) is None:
            break
    assert seen == [ids[0], ids[4], ids[5]]


def test_what_cannot_be_merged_is_refused(memory: MemoryFactory) -> None:
    """Across audiences, across kinds, with itself, without a reason, by somebody else."""
    store = memory("community")
    anna = store.acting_as(ANNA)
    dana, dk = person(anna, "Dana"), person(anna, "dk")
    group = person(anna, "Deidre", audience="group:finance")
    own = person(anna, "Dolores", is_personal=True)
    org = anna.graph.entity("Org", "Dana").id
    for other in (group, own):
        with pytest.raises(Conflict, match="not for the same readers"):
            anna.graph.merge(dana, other, reason=WHY)
    with pytest.raises(Conflict, match="not for the same readers"):
        store.acting_as(ADA).graph.merge(
            own, person(store.acting_as(BERT), "Dolly", is_personal=True), reason=WHY
        )
    with pytest.raises(InvalidInput, match="Only entities of one kind"):
        anna.graph.merge(dana, org, reason=WHY)
    with pytest.raises(Conflict, match="one entity already"):
        anna.graph.merge(dana, dana, reason=WHY)
    for reason in ("", " ", None):
        with pytest.raises(InvalidInput):
            anna.graph.merge(dana, dk, reason=reason)  # type: ignore[arg-type]
    bert = store.acting_as(BERT)
    with pytest.raises(Forbidden):
        bert.graph.merge(dana, dk, reason=WHY)
    with pytest.raises(NotFound):
        bert.graph.merge(dana, own, reason=WHY)
    with pytest.raises(Conflict, match="was not merged"):
        anna.graph.unmerge(dana, reason="apart")
    assert (
        anna.graph.entities(kind="Person").entities
        == store.acting_as(ADA).graph.entities(kind="Person").entities[:4]
    )
    anna.graph.merge(dana, dk, reason=WHY)
    with pytest.raises(Forbidden):
        bert.graph.unmerge(dk, reason="apart")
    with pytest.raises(Conflict, match="one entity already"):
        anna.graph.merge(dk, dana, reason=WHY)


def test_merges_are_on_the_ledger_with_their_reason(memory: MemoryFactory) -> None:
    """Who merged what into what and why, and that it was undone."""
    store = memory("community")
    dana, dk = person(store, "Dana"), person(store, "dk")
    store.graph.merge(dana, dk, reason=WHY)
    store.graph.unmerge(dk, reason="two people")
    last = [(one.action, one.target, one.reason) for one in store.admin.audit(limit=2)]
    assert last == [("entity.unmerge", dk, "two people"), ("entity.merge", dana, WHY)]
