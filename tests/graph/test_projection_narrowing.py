"""What becomes hidden is gone from a projection that was built before, at the next question."""

from __future__ import annotations

import sys
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest

from remembrancer import Memory, Principal
from remembrancer.graph.cypher import Dialect, checked
from remembrancer.graph.port import ChangedNodes, GraphNode
from remembrancer.graph.projections import Projections
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_CONNECTIONS, ON_EITHER_SORT, Engine
from tests.people import ADA, ANNA, BERT, BOT

ROUNDS: Final = 1_000
STATED = "MATCH (p:Person)-[r]->(i:Item) RETURN i.content AS text"


def texts(memory: Memory) -> list[str]:
    """What the items say that Cypher shows, and those that relations lead to."""
    shown = memory.graph.cypher("MATCH (i:Item) RETURN i.content AS text")
    return sorted(row["text"] for row in (*shown, *memory.graph.cypher(STATED)))


@ON_EITHER_SORT
@pytest.mark.parametrize("viewer", [BERT, BOT], ids=["person", "agent"])
@pytest.mark.parametrize(
    "fields", [{"audience": "group:finance"}, {"is_personal": True}], ids=["audience", "personal"]
)
def test_what_is_hidden_later_is_gone(
    memory: MemoryFactory, viewer: Principal, fields: dict[str, Any]
) -> None:
    """Where the store itself hides a row from the viewer, the projection still learns of it."""
    store = memory("community")
    anna, theirs = store.acting_as(ANNA), store.acting_as(viewer)
    dana = anna.graph.entity("Person", "Dana").id
    item = anna.add(content="The budget is 4 million.")
    anna.graph.relate(dana, "TALKS_ABOUT", item.id)
    assert texts(theirs) == ["The budget is 4 million."] * 2
    anna.update(item.id, **fields)
    assert texts(theirs) == []
    assert texts(anna) == ["The budget is 4 million."] * 2


@ON_EITHER_SORT
def test_what_loses_its_approval_is_gone(memory: MemoryFactory) -> None:
    """An agent that gets only what people approved is not shown what they revoked."""
    store = memory("corporate")
    item = store.acting_as(ANNA).add(content="Revenue counts orders without returns.")
    admin, agent = store.acting_as(ADA), store.acting_as(BOT)
    admin.review.approve(item.id)
    query = "MATCH (i:Item) RETURN i.id AS id"
    assert agent.graph.cypher(query) == [{"id": item.id}]
    admin.review.revoke(item.id, reason="Not so.")
    assert agent.graph.cypher(query) == []


@ON_EITHER_SORT
def test_settings_that_hide_more_hold_at_once(fresh_store: MemoryFactory) -> None:
    """A space that is opened with new settings is not answered from a projection made with the
    earlier ones, also while somebody still has it open with those."""
    store = fresh_store("community")
    item = store.acting_as(ANNA).add(content="Revenue counts orders without returns.")
    before = store.acting_as(BOT)
    query = "MATCH (i:Item) RETURN i.id AS id"
    assert before.graph.cypher(query) == [{"id": item.id}]
    store.acting_as(ADA).admin.configure({"recall": {"agents_need_review": True}})
    assert before.graph.cypher(query) == [{"id": item.id}]  # opened before
    assert store.in_space("northgate").acting_as(BOT).graph.cypher(query) == []


@ON_EITHER_SORT
def test_the_past_is_one_for_all(memory: MemoryFactory, clock: FrozenClock) -> None:
    """What was on record at a time is found by whoever may see it, not only by who entered it."""
    store = memory("community")
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    dana, org = (anna.graph.entity(*one).id for one in (("Person", "Dana"), ("Org", "Norrsken")))
    edge = anna.graph.relate(dana, "WORKS_AT", org)
    clock.advance(timedelta(days=1))
    then = clock.now
    clock.advance(timedelta(days=1))
    anna.graph.end(edge.id)
    for one in (anna, bert):
        assert [known.id for known in one.graph.relations(as_of=then)] == [edge.id]
        assert [node.name for node in one.graph.neighbours(dana, as_of=then)] == ["Norrsken"]


@ON_CONNECTIONS
def test_another_process_learns_of_it(engine: Engine, tmp_path: Path) -> None:
    """What one process hides or erases is gone from what another one holds."""
    url = engine.fresh_url(tmp_path)
    with (
        Memory.open(url, preset="community", background=False) as first,
        Memory.open(url, preset="community", background=False) as second,
    ):
        anna, theirs = first.acting_as(ANNA), second.acting_as(BERT)
        hidden, gone = (anna.add(content=f"Statement {number} of ours.") for number in (1, 2))
        assert len(texts(theirs)) == 2
        anna.update(hidden.id, is_personal=True)
        assert texts(theirs) == [gone.content]
        first.acting_as(ADA).erase(gone.id, reason="asked for it")
        assert texts(theirs) == []


class HeldNodes:
    """An engine that answers with the keys of the nodes that it holds."""

    def __init__(self) -> None:
        self._keys: tuple[str, ...] = ()

    def load(self, nodes: Any, edges: Any) -> None:
        self._keys = tuple(node.key for node in nodes)

    def ask(self, query: str, params: Any, bounds: Any) -> list[dict[str, Any]]:
        return [{"key": key} for key in self._keys]

    def close(self) -> None:
        self._keys = ()


class Moment:
    """A reader of one moment: how far the ledger was, and which nodes could be seen."""

    def __init__(self, position: int, *keys: str) -> None:
        self._position = position
        self._keys = keys
        self.projection = self

    def last_position(self) -> int:
        return self._position

    def nodes(self, ids: Any = None) -> list[GraphNode]:
        return [GraphNode(key, ("Person",), {}) for key in self._keys]

    def edges(self, ids: Any = None, ends: Any = None) -> tuple[()]:
        return ()

    def roots(self) -> dict[str, str]:
        return {}

    def next_change_at(self, **_: Any) -> None:
        return None

    def changed_since(self, *_: Any) -> ChangedNodes:
        return ChangedNodes(is_anew=True)


def test_readers_of_two_moments_do_not_mix() -> None:
    """One that began before something was hidden does not bring it into the answer to another."""
    projections = Projections(cast(Any, HeldNodes), Dialect.KGLITE)
    recall = SimpleNamespace(agents_need_review=False, people_need_review=False, messages="members")
    space = SimpleNamespace(uid="u", preset=SimpleNamespace(recall=recall))
    viewer = SimpleNamespace(name="bert", kind="user", groups=(), roles=())
    scope = cast(Any, SimpleNamespace(space=space, viewer=viewer, now=datetime.now(UTC)))
    query = checked("MATCH (n:Person) RETURN n.name")
    seen: list[list[str]] = []

    def ask(reader: Moment) -> list[str]:
        return [row["key"] for row in projections.ask(cast(Any, reader), scope, query)]

    def before() -> None:
        for _ in range(ROUNDS):
            ask(Moment(1, "shown", "hidden"))

    def after() -> None:
        seen.extend(ask(Moment(2, "shown")) for _ in range(ROUNDS))

    threads = [threading.Thread(target=one) for one in (before, after)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for one in threads:
            one.start()
        for one in threads:
            one.join()
    finally:
        sys.setswitchinterval(interval)
    assert seen == [["shown"]] * ROUNDS
