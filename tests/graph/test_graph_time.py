"""Two clocks: when a relation held in the world, and when it was on record."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from remembrancer import Memory
from remembrancer.core.errors import Conflict, Forbidden, InvalidInput, NotFound
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.people import ANNA, BERT

DAY = timedelta(days=1)


def year(number: int) -> datetime:
    return datetime(number, 1, 1, tzinfo=UTC)


def ends(store: Memory) -> tuple[str, str]:
    graph = store.graph
    return graph.entity("Person", "Charlie").id, graph.entity("Org", "Google").id


def test_world_time(memory: MemoryFactory) -> None:
    """Who worked there until 2022 is found then and not now, unless one asks for what ended."""
    store = memory("community")
    charlie, google = ends(store)
    volvo = store.graph.entity("Org", "Volvo").id
    was = store.graph.relate(
        charlie, "WORKS_AT", google, valid_from=year(2019), valid_until=year(2022)
    )
    now = store.graph.relate(charlie, "WORKS_AT", volvo, valid_from="2022-01-01")
    graph = store.graph
    for at, held in (
        (None, [now]),
        (year(2018), []),
        (year(2019), [was]),
        (year(2021), [was]),
        (year(2022), [now]),  # the first moment at which the old one holds no longer
        ("2021-06-01T00:00:00+02:00", [was]),
    ):
        assert list(graph.relations(of=charlie, valid_at=at)) == held
        assert [one.id for one in graph.neighbours(charlie, valid_at=at)] == [
            one.target for one in held
        ]
        assert bool(graph.path(google, volvo, valid_at=at)) is False
    assert list(graph.relations(of=charlie, ended=True)) == [was, now]
    assert graph.person(charlie).count == 2  # with both their times
    assert {one.valid_until for one in graph.person(charlie).facts["WORKS_AT"]} == {
        year(2022),
        None,
    }


def test_record_time(memory: MemoryFactory, clock: FrozenClock) -> None:
    """`as_of` shows what was on record then: before it was stated, after, and after it ended."""
    store = memory("community")
    charlie, google = ends(store)
    before = clock.now
    clock.advance(DAY)
    first = store.graph.relate(charlie, "WORKS_AT", google, confidence=0.5)
    stated = clock.now
    clock.advance(DAY)
    surer = store.graph.relate(charlie, "WORKS_AT", google, confidence=0.9)
    confirmed = clock.now
    clock.advance(DAY)
    ended = store.graph.end(first.id, reason="left")
    assert first.id == surer.id == ended.id
    assert (ended.ended_at, ended.valid_until) == (clock.now, clock.now)
    graph = store.graph
    for at, known in ((stated, first), (confirmed, surer)):
        assert list(graph.relations(as_of=at)) == [known]
        assert graph.relation(first.id, as_of=at) == known
        assert len(graph.neighbours(charlie, as_of=at)) == 1
        assert graph.path(charlie, google, as_of=at)
    assert not graph.relations(as_of=before)
    assert not graph.neighbours(charlie, as_of=before)
    assert not graph.relations()
    assert not graph.path(charlie, google)
    assert list(graph.relations(ended=True)) == [ended]
    with pytest.raises(NotFound):
        graph.relation(first.id, as_of=before)


def test_before_an_entity_was_on_record_nobody_knew_it(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """`as_of` a time before it: as unknown as an id out of the air, by every verb."""
    store = memory("community")
    before = clock.now
    clock.advance(DAY)
    charlie, google = ends(store)
    store.graph.relate(charlie, "WORKS_AT", google)
    item = store.add(content="Charlie left.").id
    graph = store.graph
    for id in (charlie, item, "ent_000000000000"):
        for call in (
            lambda: graph.neighbours(id, as_of=before),  # noqa: B023 - called at once
            lambda: graph.path(id, google, as_of=before),  # noqa: B023
            lambda: graph.path(google, id, as_of=before),  # noqa: B023
        ):
            with pytest.raises(NotFound):
                call()
    assert not graph.entities(as_of=before)
    assert not graph.relations(of=charlie, as_of=before)


def test_a_name_and_attributes_of_then(memory: MemoryFactory, clock: FrozenClock) -> None:
    """What was added to an entity since is not shown of an earlier time."""
    store = memory("community")
    first = store.graph.entity("Person", "Dana", attrs={"city": "Lund"})
    then = clock.now
    clock.advance(DAY)
    store.graph.entity("Person", "Dana", attrs={"city": "Malmö"}, aliases=["Dee"])
    assert store.graph.get(first.id, as_of=then) == first
    assert not store.graph.entities(name="Dee", as_of=then)
    assert store.graph.get(first.id).attrs == {"city": "Malmö"}


def test_ending(memory: MemoryFactory, clock: FrozenClock) -> None:
    """At a time that one names, once, by its contributor; what had ended before keeps its end."""
    store = memory("community")
    anna = store.acting_as(ANNA)
    charlie, google = ends(anna)
    first = anna.graph.relate(charlie, "WORKS_AT", google, valid_from=year(2019))
    with pytest.raises(Forbidden):
        store.acting_as(BERT).graph.end(first.id)
    with pytest.raises(InvalidInput) as refused:
        anna.graph.end(first.id, at=year(2018))
    assert refused.value.field == "at"
    ended = anna.graph.end(first.id, at="2022-01-01", reason="said so")
    assert (ended.valid_until, ended.ended_at) == (year(2022), clock.now)
    with pytest.raises(Conflict, match="ended already"):
        anna.graph.end(first.id)
    past = anna.graph.relate(charlie, "PREVIOUSLY", google, valid_until=year(2015))
    assert anna.graph.end(past.id).valid_until == year(2015)
    again = anna.graph.relate(charlie, "WORKS_AT", google, valid_from=year(2019))
    assert again.id != first.id  # it began anew
    assert store.verify().ok


def test_the_same_relation_twice(memory: MemoryFactory) -> None:
    """It is one: evidence adds up, the higher confidence counts, other particulars are another."""
    store = memory("community")
    store.conversations.start("general")
    store.conversations.append(
        "general", [{"id": f"m{n}", "author_id": "cy", "content": f"line {n}"} for n in range(3)]
    )
    charlie, google = ends(store)
    relate = store.graph.relate
    first = relate(charlie, "WORKS_AT", google, confidence=0.6, evidence=["m0"])
    second = relate(charlie, "works_at", google, confidence=0.4, evidence=["m0", "m1", "m1"])
    assert (second.id, second.confidence, second.evidence) == (first.id, 0.6, ("m0", "m1"))
    assert relate(charlie, "WORKS_AT", google, confidence=0.2) == second
    third = relate(charlie, "WORKS_AT", google, evidence=["m2"])
    assert (third.id, third.confidence, third.evidence) == (first.id, 1.0, ("m0", "m1", "m2"))
    others = [
        relate(charlie, "WORKS_AT", google, attrs={"role": "SWE"}),
        relate(charlie, "WORKS_AT", google, valid_from=year(2020)),
        relate(charlie, "WORKS_AT", google, is_personal=True),
        relate(charlie, "PREVIOUSLY", google),
    ]
    assert len({first.id, *(one.id for one in others)}) == 5
    assert store.verify().ok


def test_the_same_relation_of_an_entity_that_was_merged(memory: MemoryFactory) -> None:
    """What the merged one said already is not said twice."""
    store = memory("community")
    charlie, google = ends(store)
    chuck = store.graph.entity("Person", "Chuck").id
    first = store.graph.relate(chuck, "WORKS_AT", google)
    store.graph.merge(charlie, chuck, reason="one person")
    assert store.graph.relate(charlie, "WORKS_AT", google).id == first.id


def test_pages_of_relations_lose_none_while_they_change(memory: MemoryFactory) -> None:
    """Not when the last one shown changes meanwhile, and not in the past."""
    store = memory("community")
    charlie = store.graph.entity("Person", "Charlie").id
    made = [
        store.graph.relate(charlie, "TALKS_ABOUT", store.graph.entity("Topic", f"T{n}").id)
        for n in range(7)
    ]
    store.graph.end(made[5].id)
    then = store.verify().head.seq
    page = store.graph.relations(of=charlie, limit=2)
    old = store.graph.relations(of=charlie, limit=2, as_of=then)
    seen, past = [one.id for one in page], [one.id for one in old]
    store.graph.end(made[1].id)  # the last one that was shown
    while page.next is not None:
        page = store.graph.relations(of=charlie, limit=2, cursor=page.next)
        seen += [one.id for one in page]
    while old.next is not None:
        old = store.graph.relations(of=charlie, limit=2, cursor=old.next, as_of=then)
        past += [one.id for one in old]
    expected = [one.id for one in made if one is not made[5]]
    assert seen == past == expected
