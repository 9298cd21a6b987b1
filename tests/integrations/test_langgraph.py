"""The store of LangGraph: its documented semantics one by one, and beside LangGraph's own."""

from __future__ import annotations

import asyncio
import importlib
import sys
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, TypedDict

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langgraph.graph import END, START, StateGraph
from langgraph.store.base import (
    BaseStore,
    GetOp,
    InvalidNamespaceError,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    SearchOp,
)
from langgraph.store.memory import InMemoryStore

from remembrancer import Forbidden, InvalidInput, Memory, NotAvailable
from remembrancer.integrations.langgraph import RemembrancerStore
from remembrancer.memory import remote_memory
from remembrancer.testing import FrozenClock
from tests.examples import examples
from tests.people import ADA, ANNA, BERT, BOT, CARL, KARIN
from tests.remote import House

USERS = ("users", "ada")
PRESETS = ("adviser", "companion", "community", "desk", "corporate")


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock("2026-03-02T09:00:00+00:00")


@pytest.fixture
def memory(clock: FrozenClock) -> Iterator[Memory]:
    with Memory.open(":memory:", preset="adviser", clock=clock, background=False) as made:
        yield made


@pytest.fixture
def store(memory: Memory, clock: FrozenClock) -> RemembrancerStore:
    return RemembrancerStore(memory, clock=clock)


def _keys(found: Any) -> list[str]:
    return [one.key for one in found]


def test_what_is_put_is_there(store: RemembrancerStore, clock: FrozenClock) -> None:
    """A value comes back as it was put, with its key, namespace and times; what is not is None."""
    value = {"theme": "dark", "sizes": [1, {"a": None}], "n": 1.5, "raw": "\x1b[0m \x7f \\u0001"}
    store.put(USERS, "prefs", value)
    clock.advance(timedelta(minutes=5))
    found = store.get(USERS, "prefs")
    assert found is not None
    assert found.value == value
    assert (found.namespace, found.key) == (USERS, "prefs")
    assert found.created_at == found.updated_at == clock() - timedelta(minutes=5)
    assert store.get(USERS, "other") is None
    assert store.get(("users",), "prefs") is None


def test_a_second_put_changes_it_and_keeps_its_history(
    store: RemembrancerStore, memory: Memory, clock: FrozenClock
) -> None:
    """The value is replaced as a whole; the item stays, and the change is on record."""
    store.put(USERS, "prefs", {"theme": "dark", "old": True})
    clock.advance(timedelta(minutes=5))
    store.put(USERS, "prefs", {"theme": "light"})
    found = store.get(USERS, "prefs")
    assert found is not None
    assert found.value == {"theme": "light"}
    assert found.updated_at - found.created_at == timedelta(minutes=5)
    (item,) = memory.items()
    assert (item.version, item.subject, item.content) == (2, "users.ada", "theme: light")
    assert len(memory.changes_of(item.id)) == 2


def test_what_is_deleted_is_gone_and_on_record(store: RemembrancerStore, memory: Memory) -> None:
    """A deleted key is not found, and neither is its namespace; its item is dismissed, no more."""
    store.put(USERS, "prefs", {"theme": "dark"})
    store.delete(USERS, "prefs")
    store.delete(USERS, "never")
    assert store.get(USERS, "prefs") is None
    assert store.search(("users",)) == []
    assert store.list_namespaces() == []
    assert [one.status for one in memory.items()] == ["dismissed"]
    store.put(USERS, "prefs", {"theme": "new"})
    found = store.get(USERS, "prefs")
    assert found is not None
    assert found.value == {"theme": "new"}


def test_a_batch_reads_before_it_writes(store: RemembrancerStore) -> None:
    """Reads of a batch see what was there before; of several puts to a key the last counts."""
    store.put(USERS, "a", {"n": 1})
    got, none, _, __, searched, listed = store.batch(
        [
            GetOp(USERS, "a"),
            GetOp(USERS, "b"),
            PutOp(USERS, "a", {"n": 2}),
            PutOp(USERS, "a", {"n": 3}),
            SearchOp(()),
            ListNamespacesOp(),
        ]
    )
    assert got is not None
    assert got.value == {"n": 1}  # type: ignore[union-attr]
    assert none is None
    assert [one.value for one in searched] == [{"n": 1}]  # type: ignore[union-attr]
    assert listed == [USERS]
    assert store.get(USERS, "a").value == {"n": 3}  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("wanted", "keys"),
    [
        ({"status": "open"}, ["a", "c"]),
        ({"status": {"$ne": "open"}}, ["b"]),
        ({"n": {"$gt": 1}}, ["b", "c"]),
        ({"n": {"$gte": 2, "$lt": 3}}, ["b"]),
        ({"n": {"$lte": 1}, "status": "open"}, ["a"]),
        ({"n": {"$eq": 3}}, ["c"]),
        ({"at": {"city": "Leeds"}}, ["b"]),
        ({"list": [1, 2]}, ["c"]),
        ({"absent": {"$gt": 1}}, []),
        ({"status": "open", "n": 2}, []),
    ],
)
def test_search_filters_by_value(
    store: RemembrancerStore, wanted: dict[str, Any], keys: list[str]
) -> None:
    """Every condition has to hold: equal values, parts of mappings, whole lists, comparisons."""
    store.put(USERS, "a", {"status": "open", "n": 1})
    store.put(USERS, "b", {"status": "done", "n": 2, "at": {"city": "Leeds", "street": "High"}})
    store.put(("users", "bo"), "c", {"status": "open", "n": 3, "list": [1, 2]})
    assert sorted(_keys(store.search(("users",), filter=wanted))) == keys


def test_search_pages_and_keeps_to_its_prefix(store: RemembrancerStore) -> None:
    """A prefix is whole labels; limit and offset walk through everything once."""
    for number in range(5):
        store.put(("a", "b"), f"k{number}", {"n": number})
    store.put(("ab",), "other", {})
    assert len(store.search(())) == 6
    assert _keys(store.search(("a", "b", "c"))) == []
    pages = [_keys(store.search(("a",), limit=2, offset=offset)) for offset in (0, 2, 4, 6)]
    assert [len(page) for page in pages] == [2, 2, 1, 0]
    assert sorted(key for page in pages for key in page) == [f"k{number}" for number in range(5)]


def test_a_query_finds_the_best_first(store: RemembrancerStore) -> None:
    """What answers the query comes first with its score; the rest fills up with none at all."""
    store.put(USERS, "food", {"text": "She likes pizza with olives"})
    store.put(USERS, "city", {"text": "She lives in Leeds"})
    store.put(USERS, "hidden", {"text": "pizza pizza"}, index=False)
    store.put(USERS, "field", {"title": "pizza", "text": "bread"}, index=["text"])
    found = store.search(("users",), query="what pizza does she like?", limit=10)
    assert found[0].key == "food"
    assert found[0].score is not None
    assert found[0].score > 0
    assert {one.key for one in found if one.score == 0} >= {"hidden", "field"}
    assert len(found) == 4
    assert _keys(store.search(("users",), query="pizza", limit=1)) == ["food"]
    filtered = store.search(("users",), query="pizza", filter={"text": {"$ne": "pizza pizza"}})
    assert _keys(filtered)[0] == "food"
    assert "hidden" not in _keys(filtered)


def test_namespaces_are_listed(store: RemembrancerStore) -> None:
    """By prefix, suffix and wildcard, to a depth, sorted, in pages."""
    for namespace in (("a", "b", "c"), ("a", "b", "d"), ("a", "x", "c"), ("z",)):
        store.put(namespace, "k", {})
    assert store.list_namespaces(prefix=("a", "b")) == [("a", "b", "c"), ("a", "b", "d")]
    assert store.list_namespaces(suffix=("c",)) == [("a", "b", "c"), ("a", "x", "c")]
    assert store.list_namespaces(prefix=("a", "*", "c")) == [("a", "b", "c"), ("a", "x", "c")]
    assert store.list_namespaces(prefix=("a",), suffix=("d",)) == [("a", "b", "d")]
    assert store.list_namespaces(max_depth=2) == [("a", "b"), ("a", "x"), ("z",)]
    assert store.list_namespaces(limit=1, offset=1) == [("a", "b", "d")]


@pytest.fixture(params=PRESETS)
def anywhere(request: pytest.FixtureRequest, clock: FrozenClock) -> Iterator[Memory]:
    """A memory of each preset: in some of them what is put waits for a review."""
    with Memory.open(":memory:", preset=request.param, clock=clock, background=False) as made:
        yield made


def test_what_is_used_lives_on(anywhere: Memory, clock: FrozenClock) -> None:
    """A ttl counts from the last use, unless a read says that it is none; in every preset."""
    store = RemembrancerStore(anywhere, clock=clock)
    for key in ("read", "searched", "left", "looked"):
        store.put((key,), "k", {"n": 1}, ttl=10)
    store.put(("always",), "k", {})
    clock.advance(timedelta(minutes=8))
    assert store.get(("read",), "k") is not None
    assert len(store.search(("searched",))) == 1
    assert store.get(("looked",), "k", refresh_ttl=False) is not None
    clock.advance(timedelta(minutes=8))
    assert store.list_namespaces() == [("always",), ("read",), ("searched",)]
    assert store.get(("left",), "k") is None
    store.put(("left",), "k", {"n": 2})
    store.put(("read",), "k", {"n": 2})
    clock.advance(timedelta(minutes=100))
    assert store.list_namespaces() == [("always",), ("left",), ("read",)]


def test_what_ran_out_is_gone_and_can_be_put_again(anywhere: Memory, clock: FrozenClock) -> None:
    """No read finds what ran out, reviewed or not; put again, it is there again, once."""
    store = RemembrancerStore(anywhere, clock=clock)
    store.put(USERS, "k", {"text": "She likes pizza"}, ttl=1)
    clock.advance(timedelta(minutes=1))
    assert store.get(USERS, "k") is None
    assert store.search(USERS) == store.search(USERS, query="pizza") == []
    assert store.list_namespaces() == []
    store.put(USERS, "k", {"text": "She likes pasta"})
    assert [one.value for one in store.search(USERS)] == [{"text": "She likes pasta"}]


def test_a_default_ttl_counts_where_none_is_given(anywhere: Memory, clock: FrozenClock) -> None:
    """The store's own settings say how long things live, and whether reading renews them."""
    ttl: Any = {"default_ttl": 10, "refresh_on_read": False}
    store = RemembrancerStore(anywhere, clock=clock, ttl=ttl)
    store.put(USERS, "a", {})
    store.put(USERS, "b", {}, ttl=None)
    clock.advance(timedelta(minutes=9))
    assert store.get(USERS, "a") is not None
    clock.advance(timedelta(minutes=9))
    assert _keys(store.search(())) == ["b"]


def test_namespaces_are_checked(store: RemembrancerStore) -> None:
    """Also in a batch no label is empty, no text, or has a dot; a namespace to put into has one."""
    for bad in (("a.b",), ("",), (1,)):
        with pytest.raises(InvalidNamespaceError):
            store.batch([PutOp(bad, "k", {})])  # type: ignore[arg-type]
        with pytest.raises(InvalidNamespaceError):
            store.batch([GetOp(bad, "k")])  # type: ignore[arg-type]
    with pytest.raises(InvalidNamespaceError):
        store.batch([PutOp((), "k", {})])
    with pytest.raises(InvalidNamespaceError):
        store.put(("langgraph", "x"), "k", {})
    with pytest.raises(InvalidInput):
        store.put(USERS, "k", {"n": float("nan")})
    assert store.get((), "k") is None


def test_nobody_finds_what_is_hidden(memory: Memory) -> None:
    """What is personal or for a group is not there for others: not by key, search or namespace."""
    mine = RemembrancerStore(memory.acting_as(ANNA), is_personal=True)
    ours = RemembrancerStore(memory.acting_as(ANNA), audience="group:finance")
    mine.put(USERS, "salary", {"text": "Ada earns 90"})
    ours.put(("figures",), "q1", {"text": "Ada earned 10"})
    for who in (BERT, CARL, BOT):
        other = RemembrancerStore(memory.acting_as(who))
        assert other.get(USERS, "salary") is None
        assert other.search((), query="what does Ada earn?") == []
        assert other.list_namespaces() == []
        other.delete(USERS, "salary")
    RemembrancerStore(memory.acting_as(BOT)).put(USERS, "salary", {"text": "not known"})
    (kept,) = memory.acting_as(ANNA).items(is_personal=True)
    assert (kept.status, kept.version) == ("active", 1)


@pytest.mark.parametrize("on_a_server", [False, True])
def test_an_admins_agent_looks_as_a_member_does(
    memory: Memory, house: House, on_a_server: bool
) -> None:
    """What is personal to others goes into no prompt, although an admin could look at it."""
    mine = RemembrancerStore(memory.acting_as(ANNA), is_personal=True)
    mine.put(USERS, "salary", {"text": "Ada earns 90"})
    theirs = memory.acting_as(ADA)
    if on_a_server:
        embedded = house.enter(memory).acting_as(ADA)
        theirs = remote_memory()(embedded._connection)  # type: ignore[attr-defined]
    assert len(theirs.items(is_personal=True)) == 1
    store = RemembrancerStore(theirs)
    assert store.get(USERS, "salary") is None
    assert store.search((), query="what does Ada earn?") == []
    assert store.list_namespaces() == []


def test_an_agent_does_not_overwrite_what_a_person_put(memory: Memory) -> None:
    """The memory's rules hold: a program may not replace a person's words."""
    RemembrancerStore(memory.acting_as(ANNA)).put(USERS, "city", {"text": "Leeds"})
    with pytest.raises(Forbidden):
        RemembrancerStore(memory.acting_as(BOT)).put(USERS, "city", {"text": "York"})


def test_where_people_review(clock: FrozenClock) -> None:
    """In `corporate` what an agent put waits: others read it once it is approved."""
    with Memory.open(":memory:", preset="corporate", clock=clock, background=False) as memory:
        store = RemembrancerStore(memory.acting_as(BOT))
        other = RemembrancerStore(memory.acting_as(CARL))
        store.put(USERS, "a", {"text": "Revenue is counted in May"})
        store.put(USERS, "b", {"text": "Nonsense"})
        store.put(USERS, "a", {"text": "Revenue is counted in June"})
        assert store.get(USERS, "a") is not None
        assert other.search(()) == []
        found = {one.metadata["langgraph_key"]: one for one in memory.items()}
        memory.acting_as(KARIN).review.approve(found["a"].id)
        memory.acting_as(KARIN).review.reject(found["b"].id, reason="No.")
        assert _keys(other.search(())) == _keys(store.search(())) == ["a"]
        with pytest.raises(Forbidden):
            store.put(USERS, "a", {"text": "Revenue is counted in July"})


def test_nothing_is_put_together_with_others(clock: FrozenClock) -> None:
    """Where a space makes few items of many, those that a graph looks for stay as they are."""
    with Memory.open(":memory:", preset="companion", clock=clock, background=False) as memory:
        store = RemembrancerStore(memory, clock=clock)
        texts = [f"Anna likes the colour of car {number}." for number in range(110)]
        store.batch([PutOp(USERS, text, {"text": text}) for text in texts])
        clock.advance(timedelta(minutes=120))
        memory.jobs.wait()
        assert len(store.search((), limit=200)) == 110


def test_the_same_on_a_server(house: House, memory: Memory) -> None:
    """A memory on a server serves as well as one that is embedded, for async code too."""
    store = RemembrancerStore(house.enter(memory))

    async def used() -> None:
        await store.aput(USERS, "a", {"text": "She likes pizza"}, ttl=10)
        await store.aput(USERS, "b", {"text": "She lives in Leeds"})
        await store.aput(USERS, "b", {"text": "She lives in York"})
        await store.adelete(USERS, "a")
        found = await store.asearch(("users",), query="where does she live?")
        assert [one.value for one in found] == [{"text": "She lives in York"}]
        assert await store.alist_namespaces() == [USERS]

    asyncio.run(used())


class State(TypedDict):
    said: str
    answer: str


def test_a_graph_remembers(store: RemembrancerStore) -> None:
    """A compiled graph is given the store, and what one run puts the next one finds."""

    def listen(state: State, *, store: BaseStore) -> dict[str, str]:
        known = store.search(USERS, query=state["said"], limit=1)
        store.put(USERS, str(len(store.search(USERS))), {"text": state["said"]})
        return {"answer": known[0].value["text"] if known else "I do not know."}

    building = StateGraph(State)
    building.add_node("listen", listen)
    building.add_edge(START, "listen")
    building.add_edge("listen", END)
    graph = building.compile(store=store)
    assert graph.invoke({"said": "I like pizza.", "answer": ""})["answer"] == "I do not know."
    told = graph.invoke({"said": "Which pizza do I like?", "answer": ""})
    assert told["answer"] == "I like pizza."


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the extra is missing, the error names it."""
    monkeypatch.setitem(sys.modules, "langgraph.store.base", None)
    monkeypatch.delitem(sys.modules, "remembrancer.integrations.langgraph")
    with pytest.raises(NotAvailable, match=r"remembrancer\[langgraph\]"):
        importlib.import_module("remembrancer.integrations.langgraph")


# -- beside LangGraph's own store

_LABELS = st.sampled_from(["a", "b", "*", "å"])
_NAMESPACES = st.lists(_LABELS, min_size=1, max_size=3).map(tuple)
_PREFIXES = st.lists(_LABELS, max_size=2).map(tuple)
_KEYS = st.sampled_from(["k", "l", ""])
_SCALARS = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "x", "pizza"])
_PARTS = _SCALARS | st.lists(_SCALARS, max_size=2) | st.dictionaries(st.just("in"), _SCALARS)
_VALUES = st.dictionaries(st.sampled_from(["n", "m"]), _PARTS, max_size=2)
_FILTERS = st.dictionaries(
    st.sampled_from(["n", "m"]),
    _PARTS | st.dictionaries(st.sampled_from(["$eq", "$ne"]), _SCALARS, min_size=1, max_size=2),
    max_size=2,
)
_CONDITIONS = st.builds(
    MatchCondition, match_type=st.sampled_from(["prefix", "suffix"]), path=_PREFIXES
)
_PUTS = st.tuples(_NAMESPACES, _KEYS, st.none() | _VALUES).map(lambda given: PutOp(*given))
_OPS: st.SearchStrategy[Op] = st.one_of(
    _PUTS,
    _PUTS,
    st.tuples(_NAMESPACES, _KEYS).map(lambda given: GetOp(*given)),
    st.tuples(_PREFIXES, st.none() | _FILTERS, st.just(100)).map(lambda given: SearchOp(*given)),
    st.tuples(
        st.lists(_CONDITIONS, max_size=2).map(tuple),
        st.none() | st.integers(1, 3),
        st.integers(1, 5),
        st.integers(0, 2),
    ).map(lambda given: ListNamespacesOp(*given)),
)

BATCHES = st.lists(st.lists(_OPS, min_size=1, max_size=6), max_size=5)


def _told(result: Any) -> Any:
    """A result without its times, which are no part of the contract, and in no order where
    LangGraph leaves the order open."""
    if isinstance(result, list) and result and hasattr(result[0], "value"):
        return sorted(([one.namespace, one.key, one.value] for one in result), key=repr)
    if hasattr(result, "value"):
        return [result.namespace, result.key, result.value]
    return result


def _forget_empty(reference: InMemoryStore) -> None:
    """Their store lists namespaces in which nothing is, and even those that were only asked for."""
    for namespace in [one for one, held in reference._data.items() if not held]:
        del reference._data[namespace]


def check_batches(batches: list[list[Op]]) -> None:
    """Whatever is done in whatever batches, both stores give the same answers."""
    reference = InMemoryStore()
    with Memory.open(":memory:", preset="adviser", background=False) as memory:
        store = RemembrancerStore(memory)
        for ops in batches:
            # An empty namespace appears within a batch too: each read of theirs stands alone.
            _forget_empty(reference)
            expected = []
            for op in ops:
                if not isinstance(op, PutOp):
                    expected.append(_told(reference.batch([op])[0]))
                    _forget_empty(reference)
                else:
                    expected.append(None)
            reference.batch([op for op in ops if isinstance(op, PutOp)])
            assert [_told(one) for one in store.batch(ops)] == expected


@given(BATCHES)
@examples(10)
def test_it_answers_as_the_store_of_langgraph_does(batches: list[list[Op]]) -> None:
    """Whatever is done in whatever batches, both stores give the same answers."""
    check_batches(batches)
