"""The graph moves with its space, is looked at on record, and is narrowed by what it rests on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from remembrancer import Memory
from remembrancer.core.errors import Forbidden, NotFound
from tests.conftest import MemoryFactory
from tests.people import ADA, ANNA, BERT, BOT, CARL


def person(store: Memory, name: str, **fields: Any) -> str:
    return store.graph.entity("Person", name, **fields).id


def say(store: Memory, talk: str, *ids: str, **place: Any) -> None:
    store.conversations.start(talk, **place)
    store.conversations.append(
        talk, [{"id": id, "author_id": "anna", "content": f"What {id} says."} for id in ids]
    )


def test_an_export_carries_the_graph(memory: MemoryFactory, tmp_path: Path) -> None:
    """Entities with their merges, relations with their states and evidence, and the past."""
    store = memory("community")
    graph = store.graph
    say(store, "talk", "m1")
    omar = person(store, "Omar", aliases=["Omi"], attrs={"a": [1, None]}, external_id="u-1")
    other, ellen = person(store, "O. Haddad", attrs={"b": 2}), person(store, "Ellen")
    made = graph.relate(omar, "CLOSE_TO", ellen, confidence=0.5, attrs={"basis": "work"})
    position = store.verify().head.seq
    graph.relate(omar, "CLOSE_TO", ellen, attrs={"basis": "work"}, evidence=["m1"])
    graph.merge(omar, other, reason="the same")
    graph.relate(other, "TALKS_ABOUT", ellen, is_personal=True)
    file = tmp_path / "space.jsonl"
    store.export(file)
    with Memory.open(":memory:", background=False) as moved:
        moved.import_(file)
        for at in (None, position):
            assert graph.entities(as_of=at) == moved.graph.entities(as_of=at)
            assert list(graph.relations(as_of=at)) == list(moved.graph.relations(as_of=at))
        assert moved.graph.relation(made.id).evidence == ("m1",)
        moved.graph.unmerge(other, reason="not so")
        assert moved.verify().ok


def test_an_admin_who_looks_at_what_is_personal_is_on_record(memory: MemoryFactory) -> None:
    """Each entity and relation of somebody else that was shown; one's own and shared ones not."""
    store = memory("community")
    anna, ada = store.acting_as(ANNA), store.acting_as(ADA)
    own = person(anna, "Deidre", is_personal=True)
    shared, hers = person(anna, "Ellen"), person(ada, "Dora", is_personal=True)
    edge = anna.graph.relate(shared, "CLOSE_TO", own, is_personal=True).id
    verbs: dict[str, tuple[Callable[[], Any], set[str]]] = {
        "get": (lambda: ada.graph.get(own), {own}),
        "get shared": (lambda: ada.graph.get(shared), set()),
        "entities": (ada.graph.entities, {own}),
        "relations": (ada.graph.relations, {edge}),
        "relation": (lambda: ada.graph.relation(edge), {edge}),
        "neighbours": (lambda: ada.graph.neighbours(shared), {own, edge}),
        "path": (lambda: ada.graph.path(shared, own), {own, edge}),
        "person": (lambda: ada.graph.person(own), {own, edge}),
        "own": (lambda: ada.graph.get(hers), set()),
    }
    for name, (verb, expected) in verbs.items():
        before = store.verify().head.seq
        verb()
        looks = [one for one in store.admin.audit(limit=20) if one.seq > before]
        assert {one.target for one in looks} == expected, name
        assert {(one.action, one.actor) for one in looks} <= {("graph.look", ADA.name)}
    before = store.verify().head.seq
    anna.graph.neighbours(shared)
    assert store.verify().head.seq == before


@pytest.mark.parametrize(
    ("places", "given", "expected"),
    [
        ([{}], {}, (None, False)),
        ([{"audience": "group:finance"}], {}, ("group:finance", False)),
        ([{"audience": "group:finance"}, {}], {}, ("group:finance", False)),
        ([{"audience": "group:finance"}], {"audience": "group:finance"}, ("group:finance", False)),
        ([{"audience": "group:finance"}, {"audience": "group:hr"}], {}, (None, True)),
        ([{"audience": "group:finance"}], {"audience": "group:hr"}, (None, True)),
        ([{"is_personal": True}, {}], {}, (None, True)),
        ([{}], {"audience": "group:hr"}, ("group:hr", False)),
        ([{"audience": "all"}], {}, (None, False)),
    ],
)
def test_a_relation_is_as_narrow_as_what_it_rests_on(
    memory: MemoryFactory,
    places: list[dict[str, Any]],
    given: dict[str, Any],
    expected: tuple[str | None, bool],
) -> None:
    """The narrowest of its evidence and of what was asked for; of two groups, nobody else's."""
    store = memory("community").acting_as(ADA)
    for number, place in enumerate(places):
        say(store, f"talk {number}", f"m{number}", **place)
    ends = person(store, "Omar"), person(store, "Ellen")
    made = store.graph.relate(
        ends[0], "CLOSE_TO", ends[1], evidence=[f"m{n}" for n in range(len(places))], **given
    )
    assert (made.audience, made.is_personal) == expected
    carl = store.acting_as(CARL)
    assert bool(carl.graph.relations()) is (expected == (None, False))


def test_a_relation_has_the_lowest_trust_of_what_it_rests_on(memory: MemoryFactory) -> None:
    """A person who states it on the word of a program, or of the outside, vouches for no more."""
    store = memory("community")
    bot, anna = store.acting_as(BOT), store.acting_as(ANNA)
    say(bot, "said by a program", "m1")
    ends = person(anna, "Omar"), person(anna, "Ellen")
    assert anna.graph.relate(ends[0], "CLOSE_TO", ends[1]).trust == "person"
    assert anna.graph.relate(ends[0], "KNOWS", ends[1], evidence=["m1"]).trust == "agent"
    assert bot.graph.relate(ends[0], "ASKED", ends[1]).trust == "agent"


def test_a_program_changes_nothing_that_a_person_entered(memory: MemoryFactory) -> None:
    """It may name the entity and relate to it; it makes no relation of theirs more certain."""
    store = memory("community")
    bot, anna = store.acting_as(BOT), store.acting_as(ANNA)
    omar, ellen = person(anna, "Omar", attrs={"city": "Lund"}), person(anna, "Ellen")
    assert person(bot, "Omar") == omar
    with pytest.raises(Forbidden, match="is a program"):
        person(bot, "Omar", attrs={"city": "Paris"})
    doubtful = anna.graph.relate(omar, "CLOSE_TO", ellen, confidence=0.2)
    assert bot.graph.relate(omar, "CLOSE_TO", ellen, confidence=1.0) == doubtful
    assert anna.graph.relate(omar, "CLOSE_TO", ellen, confidence=0.7).confidence == 0.7


def test_a_hidden_namesake_is_neither_found_nor_told_of(memory: MemoryFactory) -> None:
    """Who asks for the name makes one of their own; an admin does not take another's either."""
    store = memory("community")
    anna = store.acting_as(ANNA)
    hidden = {
        person(anna, "Omar", is_personal=True),
        person(anna, "Omar", audience="group:finance", external_id="u-1"),
    }
    made = {
        person(store.acting_as(who), "Omar", external_id=id, **place)
        for who, id, place in (
            (BERT, None, {}),
            (BERT, "u-1", {"is_personal": True}),
            (ADA, None, {"is_personal": True}),
        )
    }
    assert len(made) == 3
    assert not made & hidden
    assert len(anna.graph.entities(name="omar")) == 3
    with pytest.raises(NotFound):
        store.acting_as(CARL).graph.person("u-1")


def test_messages_that_the_reader_may_not_read_are_not_named(memory: MemoryFactory) -> None:
    """Where raw messages are for their authors, others see that it is proven, not by what."""
    store = memory("corporate")
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    say(anna, "talk", "m1")
    ends = person(anna, "Omar"), person(anna, "Ellen")
    anna.graph.relate(ends[0], "CLOSE_TO", ends[1], evidence=["m1"])
    (mine,), (theirs,) = anna.graph.relations(), bert.graph.relations()
    assert (mine.evidence, mine.is_proven) == (("m1",), True)
    assert (theirs.evidence, theirs.is_proven) == ((), True)
