"""Rounds of kill -9: a writer dies at a random moment, and the store is looked over."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple, Self

from remembrancer import Item, Memory
from tests.proofs.jobs import opened
from tests.proofs.servers import is_server, wait_until_alone
from tests.proofs.workers import Line, Worker

_LIFE_SECONDS = (0.05, 0.4)  # between the first acknowledged write and the end
_BIRTH_SECONDS = (0.0, 0.04)  # creating a store takes about half of that
_BIRTH_SECONDS_ON_A_SERVER = (0.0, 0.4)
_PAGE_ITEMS = 500


@dataclass(slots=True)
class Crashes:
    """What the rounds have shown so far."""

    rounds: int = 0
    acknowledged: int = 0
    unheard: int = 0  # items that were kept, and whose writer died before it could say so
    reopen_seconds: list[float] = field(default_factory=list)


class Killer:
    """Starts writers and kills them. The next one starts up while the last one's work is read."""

    def __init__(self, seed: int, start: Callable[[], Worker] = Worker) -> None:
        self._random = Random(seed)
        self._start = start
        self._next = start()
        self.seen = Crashes()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._next.close()

    def crash(self, url: str, name: str) -> list[Line]:
        """One round. Gives what the dead writer had reported."""
        seen = self.seen
        with self._next as worker:
            seed = self._random.getrandbits(32)
            worker.begin("write_until_killed", url=url, name=name, seed=seed)
            told = [worker.line()]
            time.sleep(self._random.uniform(*_LIFE_SECONDS))
            worker.kill()
            told.extend(worker.lines())
        self._next = self._start()
        if is_server(url):
            wait_until_alone(url)
        first = look_over(url, name, told, seen)
        assert look_over(url, name, told, seen) == first, "the second opening shows something else"
        seen.unheard += first.unheard
        seen.rounds += 1
        seen.acknowledged += len(told)
        return told

    def crash_at_birth(self, url: str) -> None:
        """A process dies while it creates the store. Whatever is left opens and works."""
        seen = self.seen
        with self._next as worker:
            seed = self._random.getrandbits(32)
            worker.begin("write_until_killed", url=url, name="first", seed=seed, gate=True)
            worker.wait_until_ready()
            worker.go()
            span = _BIRTH_SECONDS_ON_A_SERVER if is_server(url) else _BIRTH_SECONDS
            time.sleep(self._random.uniform(*span))
            worker.kill()
            told = list(worker.lines())
        self._next = self._start()
        for _ in range(2):
            with opened(url, "inspector", "ADMIN") as memory:
                kept = memory.get(memory.add(content="alive").id)
                assert kept.content == "alive"
                assert memory.verify().ok
                ids = {item.id for item in whole_list(memory, "first")}
                assert {id for line in told if line["did"] != "append" for id in line["ids"]} <= ids
        seen.rounds += 1
        seen.acknowledged += len(told)


class Look(NamedTuple):
    """What an opened store showed."""

    position: int  # the last of its ledger
    items: int  # of one writer
    unheard: int  # of those, the ones that were never acknowledged


def look_over(url: str, name: str, told: list[Line], seen: Crashes) -> Look:
    """Opens the store and holds it against what was acknowledged."""
    begun = time.perf_counter()
    memory = opened(url, "inspector", "ADMIN")
    seen.reopen_seconds.append(time.perf_counter() - begun)
    with memory:
        found = memory.verify()
        assert found.ok, f"round {name}: {found.broken_at}"
        assert found.rows == found.head.seq
        items = {item.id: item for item in whole_list(memory, name)}
        unheard = _check_items(memory, items, told)
        _check_messages(memory, name, told)
        _check_relations(memory, told)
    return Look(found.head.seq, len(items), unheard)


def check_absent(url: str, name: str, acts: set[str]) -> None:
    """Nothing is there of acts that were refused."""
    with opened(url, "inspector", "ADMIN") as memory:
        written = {item.metadata["act"] for item in whole_list(memory, name)}
        said = {one.id.split(".")[0] for one in memory.conversations.messages(f"talk-{name}")}
    assert not acts & (written | said), f"refused and there: {sorted(acts & (written | said))}"


def whole_list(memory: Memory, name: str) -> Iterable[Item]:
    page = memory.items(metadata={"by": name}, limit=_PAGE_ITEMS)
    while True:
        yield from page
        if page.next is None:
            return
        page = memory.items(metadata={"by": name}, limit=_PAGE_ITEMS, cursor=page.next)


def _check_items(memory: Memory, items: dict[str, Item], told: list[Line]) -> int:
    """Every acknowledged write is there, none twice, and no act is there by half."""
    acknowledged = {id for line in told if line["did"] != "append" for id in line["ids"]}
    lost = acknowledged - set(items)
    assert not lost, f"acknowledged and lost: {sorted(lost)}"
    contents = Counter(item.content for item in items.values())
    assert set(contents.values()) <= {1}, f"stored twice: {contents.most_common(3)}"
    acts: defaultdict[str, list[Item]] = defaultdict(list)
    for item in items.values():
        acts[item.metadata["act"]].append(item)
    for act, together in acts.items():
        size = together[0].metadata["size"]
        assert len(together) == size, f"{act}: {len(together)} of {size} were stored"
    for line in told:
        if line["did"] == "supersede":
            assert items[line["old"]].superseded_by == line["ids"][0]
        if line["did"] == "approve":
            assert items[line["ids"][0]].review == "approved"
        if line["did"] in ("add", "add_many"):
            assert items[line["ids"][0]].content == f"fact {line['act']}p0"
    for item in items.values():
        assert (item.lifecycle == "superseded") == (item.superseded_by in items)
    for item in [item for item in items.values() if item.review == "approved"][:3]:
        if item.lifecycle == "active":
            word = item.content.removeprefix("fact ")
            assert item.id in {hit.id for hit in memory.recall(word, k=3).hits}
    return len(set(items) - acknowledged)


def _check_relations(memory: Memory, told: list[Line]) -> None:
    """Every acknowledged relation is there once, between both its ends, as sure as it was told."""
    for line in told:
        if line["did"] == "relate":
            known = memory.graph.relation(line["edge"])
            assert [known.source, known.target] == line["ends"]
            assert known.confidence >= line["sure"]
            around = memory.graph.neighbours(known.source)
            assert len(around.relations) == len(around), "one relation is there twice"


def _check_messages(memory: Memory, name: str, told: list[Line]) -> None:
    stored = Counter(one.id for one in memory.conversations.messages(f"talk-{name}"))
    acknowledged = {id for line in told if line["did"] == "append" for id in line["ids"]}
    assert acknowledged <= set(stored)
    assert set(stored.values()) <= {1}
    parts = [id.split(".") for id in stored]
    sizes = {act: int(size) for act, _, size in parts}
    there = Counter(act for act, _, _ in parts)
    assert there == sizes, "some messages of one append are missing"
