"""Bad values and odd names: a clear answer each, and nothing of a name is taken for a query."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from remembrancer import Memory, RemembrancerError
from remembrancer.core.errors import InvalidInput, NotFound
from tests.conftest import MemoryFactory
from tests.engines import ON_THE_FASTEST
from tests.people import ANNA, BERT
from tests.remote import House
from tests.soak.size import sized

NAMES = (
    "O'Brien",
    'Dwayne "The Rock"',
    "`Person` `x`",
    "'}) MATCH (n) DETACH DELETE n //",
    "Robert'); DROP TABLE entity;--",
    "$1 {name} %s %(a)s :b",
    "50% _off_ \\ back\\slash",
    "[]",
    '","',
    "👩‍👩‍👧 family",
    "Ｅｌｌｅｎ",
    "Еllen",
    "Ellen",
    "عبد الله",
    "null",
    "ent_000000000000",
)
LONE = "\ud800"
UNKNOWN = "ent_000000000000"
AN_HOUR = timedelta(hours=1)

Verb = Callable[..., Any]
# What each verb is given, and what of it can be wrong: values that no caller should give.
TEXT: tuple[Any, ...] = (7, None, [], b"x", LONE, "\x00", "x" * 300)
FLAG: tuple[Any, ...] = (None, 1, "yes", [])
TIME: tuple[Any, ...] = (7, "yesterday", [], {})
SHARE: tuple[Any, ...] = (-0.1, 1.1, float("nan"), float("inf"), "much", None, [])
COUNT: tuple[Any, ...] = (0, -1, 10**9, 1.5, "3", None, True)
TABLE: tuple[Any, ...] = (7, "x", [], [1], {"a": float("nan")}, {"a": LONE})
NO_JSON: tuple[Any, ...] = ({"a": {1, 2}}, {7: 1})  # a client writes them as JSON has them
LIST: tuple[Any, ...] = (7, [7], [None], b"x", {"a": 1}, [[]])
WRONG: dict[str, dict[str, tuple[Any, ...]]] = {
    "entity": {
        "kind": (*TEXT, "", "two words"),
        "name": (*TEXT, "", " ", "two\nlines"),
        "external_id": (7, [], "", LONE, "\x00", "x" * 300),
        "attrs": (*TABLE, {"deep": "x" * 2_000_000}),
        "aliases": (*LIST, [""], ["x"] * 51, [LONE], [" "]),
        "audience": (7, "finance", "group:", "group: "),
        "is_personal": FLAG,
    },
    "entities": {
        "kind": (7, [], LONE, "\x00"),
        "name": (7, [], LONE, "\x00"),
        "as_of": ("yesterday", 1.5, [], -1, 10**9),
        "limit": COUNT,
        "cursor": (7, "x", "", LONE, "\x00", UNKNOWN),
    },
    "merge": {"keep": (7, None, []), "other": (7, None, []), "reason": ("", None, 7, LONE)},
    "relate": {
        "source": (7, None, [], "", "x" * 300, LONE, "\x00"),
        "type": (*TEXT, "", "two words", "A`B"),
        "target": (7, None, [], "", "x" * 300, LONE, "\x00"),
        "confidence": SHARE,
        "evidence": (*LIST, [""], [LONE], ["m"] * 201),
        "timestamp": TIME,
        "valid_from": TIME,
        "valid_until": TIME,
        "attrs": (*TABLE, {"confidence": 1}, {"evidence": []}, {"timestamp": 1}),
        "audience": (7, "finance", "group:"),
        "is_personal": FLAG,
    },
    "relations": {
        "of": (7, [], b"x", LONE, "\x00", "x" * 300),
        "type": (7, [7], b"x", LONE, ["\x00"]),
        "as_of": ("yesterday", 1.5, [], -1),
        "valid_at": TIME,
        "ended": FLAG,
        "limit": COUNT,
        "cursor": (7, "x", "", LONE, "\x00", UNKNOWN),
    },
    "end": {"reason": (7, LONE, "x" * 100_000), "at": TIME},
    "neighbours": {
        "depth": COUNT,
        "types": (*LIST, [LONE], "\x00"),
        "as_of": ("yesterday", 1.5, [], -1),
        "valid_at": TIME,
        "limit": COUNT,
    },
    "path": {"a": (7, None, []), "b": (7, None, []), "depth": COUNT, "valid_at": TIME},
}
NO_SUCH: tuple[Any, ...] = (UNKNOWN, "rel_000000000000", "", "x" * 300, LONE, "\x00", 7, None, [])


def given(store: Memory) -> dict[str, dict[str, Any]]:
    """What fits, for each verb."""
    graph = store.graph
    one, two = (graph.entity("Person", name).id for name in ("Ellen", "Omar"))
    made = graph.relate(one, "CLOSE_TO", two).id
    return {
        "entity": {"kind": "Person", "name": "Ellen"},
        "entities": {},
        "merge": {"keep": one, "other": two, "reason": "so"},
        "relate": {"source": one, "type": "CLOSE_TO", "target": two},
        "relations": {},
        "end": {"id": made},
        "neighbours": {"id": one},
        "path": {"a": one, "b": two},
    }


def check_refused(store: Memory, verb: str) -> None:
    fitting = given(store)[verb]
    for field, values in WRONG[verb].items():
        for value in values:
            with pytest.raises(InvalidInput) as refused:
                getattr(store.graph, verb)(**{**fitting, field: value})
            assert refused.value.field == field, (verb, field, value, str(refused.value))
            assert str(refused.value).endswith((".", "?"))


@pytest.mark.parametrize("verb", sorted(WRONG))
def test_a_bad_value_is_refused_by_its_field(memory: MemoryFactory, verb: str) -> None:
    """Whatever is given for whatever parameter: a sentence, and the name of the field."""
    check_refused(memory("community"), verb)


@ON_THE_FASTEST
@pytest.mark.parametrize("verb", sorted(WRONG))
def test_a_server_refuses_the_same(memory: MemoryFactory, house: House, verb: str) -> None:
    """Never with an error of the server's own."""
    check_refused(house.enter(memory("community")), verb)


def test_attributes_are_json(memory: MemoryFactory) -> None:
    """What JSON has no word for is refused here and not changed into something else."""
    store = memory("community")
    fitting = given(store)
    for verb in ("entity", "relate"):
        for attrs in NO_JSON:
            with pytest.raises(InvalidInput) as refused:
                getattr(store.graph, verb)(**{**fitting[verb], "attrs": attrs})
            assert refused.value.field == "attrs"


def test_what_names_nothing_is_not_found(memory: MemoryFactory) -> None:
    """An unknown id, an id of another sort and what is no id at all."""
    graph = memory("community").graph
    known = graph.entity("Person", "Ellen").id
    verbs: tuple[Callable[[Any], Any], ...] = (
        graph.get,
        graph.relation,
        graph.end,
        graph.neighbours,
        graph.person,
        lambda id: graph.unmerge(id, reason="so"),
    )
    for id in NO_SUCH:
        for verb in verbs:
            with pytest.raises(NotFound):
                verb(id)
    for id in (UNKNOWN, "", "km_000000000000"):
        assert not graph.relations(of=id)
    for id in (UNKNOWN, "km_000000000000", LONE, "\x00", ""):
        for ends in ((known, id), (id, known)):
            with pytest.raises(NotFound):
                graph.path(*ends)
            with pytest.raises(NotFound):
                graph.merge(*ends, reason="so")
    for id in (UNKNOWN, "km_000000000000", "rel_000000000000", "Ellen"):
        for ends in ((known, id), (id, known)):
            with pytest.raises(NotFound):
                graph.relate(ends[0], "CLOSE_TO", ends[1])
    with pytest.raises(NotFound):
        graph.relate(known, "LIVES_IN", graph.entity("Place", "Lund").id, evidence=["m-404"])


def test_every_name_is_taken_as_it_is(memory: MemoryFactory) -> None:
    """Quotes, backticks, queries, emoji and look-alikes: each is found again, and it alone."""
    store = memory("community")
    graph = store.graph
    made = [graph.entity("Person", name, external_id=f"id {name}") for name in NAMES]
    aliased = [
        graph.entity("Topic", f"topic {number}", aliases=[name])
        for number, name in enumerate(NAMES)
    ]
    # Letters of full width are the same letters; a Cyrillic one is another.
    assert len({one.id for one in made}) == len(NAMES)
    for name, one, other in zip(NAMES, made, aliased, strict=True):
        assert graph.get(one.id).name == name
        assert one in graph.entities(kind="Person", name=name)
        assert other in graph.entities(kind="Topic", name=name)
        assert graph.entity("Person", "other", external_id=f"id {name}").id == one.id
        assert graph.person(f"id {name}").person.id == one.id
        linked = graph.relate(one.id, "TALKS_ABOUT", other.id, attrs={name: name})
        assert graph.relation(linked.id).attrs == {name: name}
    for name, count in (("%", 2), ("_off_", 1), ("\\", 1), ("[", 1), ('","', 1), ("`", 1)):
        assert len(graph.entities(kind="Topic", name=name)) == count
    assert len(graph.entities(limit=500)) == 2 * len(NAMES)
    assert store.verify().ok


def test_the_same_name_in_another_form_is_the_same_entity(memory: MemoryFactory) -> None:
    """Case, width and spaces do not count; another letter, kind or external id does."""
    graph = memory("community").graph
    ellen = graph.entity("Person", "Ellen  Byrne").id
    for name in ("ellen byrne", "ＥＬＬＥＮ Ｂｙｒｎｅ", "Ellen\u00a0Byrne"):
        assert graph.entity("Person", name).id == ellen
    others = (
        graph.entity("Person", "Еllen Byrne"),
        graph.entity("Topic", "Ellen Byrne"),
    )
    named = graph.entity("Person", "Ellen Byrne", external_id="u-1")
    assert (named.id, named.external_id) == (ellen, "u-1")
    third = graph.entity("Person", "Ellen Byrne", external_id="u-2")
    assert len({ellen, third.id, *(one.id for one in others)}) == 4
    with pytest.raises(NotFound, match="Several are called so"):
        graph.person("Ellen Byrne")


def test_a_relation_to_itself_is_refused(memory: MemoryFactory) -> None:
    """Also by way of an entity that was merged into it."""
    graph = memory("community").graph
    one, two = (graph.entity("Person", name).id for name in ("Ellen", "E. Byrne"))
    graph.merge(one, two, reason="the same")
    for ends in ((one, one), (one, two), (two, one)):
        with pytest.raises(InvalidInput, match="to itself") as refused:
            graph.relate(ends[0], "CLOSE_TO", ends[1])
        assert refused.value.field == "target"
    now = datetime(2026, 1, 1, tzinfo=UTC)
    other = graph.entity("Person", "Omar").id
    with pytest.raises(InvalidInput) as refused:
        graph.relate(one, "CLOSE_TO", other, valid_from=now, valid_until=now - AN_HOUR)
    assert refused.value.field == "valid_until"


def test_a_hidden_end_is_answered_like_an_unknown_one(memory: MemoryFactory) -> None:
    """Byte for byte, by every verb, for entities, relations, items and messages."""
    store = memory("community")
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    hidden = anna.graph.entity("Person", "Deidre", external_id="d-1", is_personal=True).id
    group = anna.graph.entity("Person", "Dora", audience="group:finance").id
    note = anna.add(content="Deidre is ill.", is_personal=True).id
    mine = bert.graph.entity("Person", "Bo").id
    edge = anna.graph.relate(mine, "CLOSE_TO", hidden).id
    own_edge = anna.graph.relate(mine, "CLOSE_TO", mine_too(bert), is_personal=True).id
    anna.conversations.start("own", is_personal=True)
    anna.conversations.append("own", {"id": "m-7", "author_id": "anna", "content": "Deidre."})
    pairs = [(hidden, UNKNOWN), (group, UNKNOWN), (note, "km_000000000000")]
    graph = bert.graph
    by_node: dict[str, Callable[[str], Any]] = {
        "get": graph.get,
        "neighbours": graph.neighbours,
        "path to": lambda id: graph.path(mine, id),
        "path from": lambda id: graph.path(id, mine),
        "relations": lambda id: graph.relations(of=id),
        "relate to": lambda id: graph.relate(mine, "CLOSE_TO", id),
        "relate from": lambda id: graph.relate(id, "CLOSE_TO", mine),
        "relate itself": lambda id: graph.relate(id, "CLOSE_TO", id),
        "merge": lambda id: graph.merge(mine, id, reason="so"),
        "merge into": lambda id: graph.merge(id, mine, reason="so"),
        "unmerge": lambda id: graph.unmerge(id, reason="so"),
        "person": graph.person,
        "cursor": lambda id: graph.entities(cursor=id),
    }
    by_edge: dict[str, Callable[[str], Any]] = {
        "relation": graph.relation,
        "end": graph.end,
        "cursor": lambda id: graph.relations(cursor=id),
    }
    by_message = {"evidence": lambda id: graph.relate(mine, "KNOWS", mine_too(bert), evidence=[id])}
    for verbs, ids in (
        (by_node, pairs),
        (by_edge, [(edge, "rel_000000000000"), (own_edge, "rel_000000000000")]),
        (by_message, [("m-7", "m-8")]),
    ):
        for name, verb in verbs.items():
            for real, invented in ids:
                assert told(verb, real) == told(verb, invented), name
    for name in ("Deidre", "Dora", "d-1"):
        with pytest.raises(NotFound):
            graph.person(name)
        assert not graph.entities(name=name)
    assert not graph.relations()


def mine_too(store: Memory) -> str:
    return store.graph.entity("Person", "Bea").id


def told(verb: Callable[[str], Any], id: str) -> tuple[str, str]:
    try:
        return "gives", repr(verb(id)).replace(id, "<id>")
    except RemembrancerError as error:
        return type(error).__name__, f"{error} {vars(error)}".replace(id, "<id>")


def test_a_hub_with_many_neighbours(memory: MemoryFactory) -> None:
    """What matters most is shown, and how much was left out is said; pages show all of it."""
    store = memory("community")
    hub, count = hub_with(store, 60)
    graph = store.graph
    around = graph.neighbours(hub, limit=10)
    assert (len(around), around.left_out) == (10, count - 10)
    assert {one.confidence for one in around.relations} == {0.9}  # the most certain ones
    seen: list[str] = []
    page = graph.relations(of=hub, limit=25)
    while True:
        seen += [one.id for one in page]
        if page.next is None:
            break
        page = graph.relations(of=hub, limit=25, cursor=page.next)
    assert len(seen) == len(set(seen)) == count
    far = graph.neighbours(around.nodes[0].id, depth=2, limit=10)
    assert far.nodes[0].id == hub


@pytest.mark.soak
def test_a_hub_with_thousands_of_neighbours(memory: MemoryFactory) -> None:
    """The same at the size of a large community."""
    store = memory("community")
    hub, count = hub_with(store, sized(ci=1_500, full=10_000))
    around = store.graph.neighbours(hub, limit=1_000)
    assert (len(around), around.left_out) == (1_000, count - 1_000)
    leaf = around.nodes[-1].id
    assert [one.depth for one in store.graph.path(leaf, around.nodes[0].id).nodes] == [0, 1, 2]
    assert store.graph.person(hub).count == count


def hub_with(store: Memory, count: int) -> tuple[str, int]:
    graph = store.graph
    hub = graph.entity("Person", "Hub").id
    for number in range(count):
        other = graph.entity("Topic", f"topic {number}").id
        graph.relate(hub, "TALKS_ABOUT", other, confidence=0.9 if number % 5 == 0 else 0.3)
    return hub, count
