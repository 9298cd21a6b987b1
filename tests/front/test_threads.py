"""Threads: one memory, many callers at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from remembrancer import Conflict, Memory, StoreClosed, StoreError
from tests.conftest import MemoryFactory
from tests.footprint import counts, position
from tests.people import ANNA, BERT

THREADS = 8
ROUNDS = 12


def together(acts: list[Callable[[], None]]) -> None:
    """Runs the acts at once, and raises what any of them raised."""
    start = threading.Barrier(len(acts))

    def run(act: Callable[[], None]) -> None:
        start.wait()
        act()

    with ThreadPoolExecutor(len(acts)) as pool:
        for done in [pool.submit(run, act) for act in acts]:
            done.result()


def test_eight_threads_read_and_write(fresh_store: MemoryFactory) -> None:
    """Every write is there by its id, none twice, and no call fails."""
    store = fresh_store("adviser")
    written: list[list[str]] = [[] for _ in range(THREADS)]

    def live(number: int) -> Callable[[], None]:
        def act() -> None:
            own = store.acting_as((ANNA, BERT)[number % 2])
            for n in range(ROUNDS):
                item = own.add(content=f"thread {number} fact {n}", subject=f"s{number}")
                written[number].append(item.id)
                assert own.get(item.id).content == item.content
                assert item.id in [hit.id for hit in own.recall(f"{n}", subject=f"s{number}").hits]
                if n % 3 == 0:
                    own.update(item.id, title=f"changed {n}")
                if n % 4 == 0:
                    written[number].append(own.supersede(item.id, content="newer").id)
                own.items(limit=5)
                own.summary(f"s{number}")
                own.stats()

        return act

    together([live(number) for number in range(THREADS)])
    ids = [id for listed in written for id in listed]
    assert len(set(ids)) == len(ids)
    assert {item.id for item in store.items(limit=500)} == set(ids)
    assert store.verify().ok


def test_one_source_captured_by_eight_at_once_is_one(fresh_store: MemoryFactory) -> None:
    """Whoever comes second finds the item of the first."""
    store = fresh_store("adviser")
    ids: set[str] = set()

    def capture() -> None:
        ids.add(store.add(content="58", source_id="note-1").id)
        ids.add(store.add(content="58", source_id="note-1").id)

    together([capture] * THREADS)
    assert len(ids) == 1
    assert counts(store)["item"] == 1


def test_one_item_is_superseded_once(fresh_store: MemoryFactory) -> None:
    """Of eight who replace the same item one succeeds; the others are told that it is gone."""
    store = fresh_store("adviser")
    item = store.add(content="58")
    outcomes: list[str] = []

    def replace() -> None:
        try:
            outcomes.append(store.supersede(item.id, content="60").id)
        except Conflict:
            outcomes.append("too late")

    together([replace] * THREADS)
    assert outcomes.count("too late") == THREADS - 1
    assert len(store.history(item.id)) == 2


def test_no_update_is_lost(fresh_store: MemoryFactory) -> None:
    """Eight confirmations at once are eight versions and eight ledger rows."""
    store = fresh_store("adviser")
    item = store.add(content="58")
    before = position(store)

    def confirm() -> None:
        store.confirm(item.id)

    together([confirm] * THREADS)
    assert store.get(item.id).version == 1 + THREADS
    assert len(store.get(item.id).evidence) == THREADS
    assert position(store) == before + THREADS


def test_one_space_is_made_by_eight_at_once(fresh_store: MemoryFactory) -> None:
    """A space opened for the first time by many is made once."""
    store = fresh_store("adviser")
    opened: list[Memory] = []
    together([lambda: opened.append(store.in_space("southgate", "adviser"))] * THREADS)
    opened[0].add(content="58")
    assert all(len(memory.items()) == 1 for memory in opened)
    assert len(store.admin.spaces()) == 2


def test_closing_waits_for_nobody_and_breaks_nothing(fresh_store: MemoryFactory) -> None:
    """Calls during and after closing either finish or say that the memory is closed."""
    store = fresh_store("adviser")
    store.add(content="58")
    outcomes: list[type] = []

    def read() -> None:
        for _ in range(30):
            try:
                store.items()
                store.add(content="more")
                outcomes.append(Memory)
            except StoreError as error:
                outcomes.append(type(error))

    together([read, read, read, store.close])
    assert set(outcomes) <= {Memory, StoreClosed}
