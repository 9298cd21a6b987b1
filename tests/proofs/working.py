"""Rounds of kill -9 among those who capture, work and listen, and what must hold afterwards."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, Self

from remembrancer import Item, Memory
from remembrancer.core.limits import WINDOW_MESSAGES
from remembrancer.jobs.schedule import EXTRACT, LOST_LEASE
from tests.proofs.hands import SUBJECTS, meeting_facts, opened, worker_on
from tests.proofs.nursery import Hand, Nursery
from tests.proofs.servers import is_server, wait_until, wait_until_alone
from tests.proofs.workers import Line

_LEASE_SECONDS = 1.0
_LIFE_SECONDS = (0.05, 0.5)  # between two kills
_WRITERS = ("writer 0", "writer 1")
_WORKERS = ("worker 0", "worker 1")
_LISTENER = "listener"
_EVERYBODY = (*_WRITERS, *_WORKERS, _LISTENER)
_PAGE = 500
_AUDIT_ROWS = 1000
_UNLIMITED = 10**6

LATER_SECONDS = 120.0  # when every lease has run out
DEADLY = ("meet", "talk_shortly")  # what is tried with every number of statements


class Part:
    """A hand at a job that only its death ends, heard as fast as it tells."""

    def __init__(self, hand: Hand, job: str, **arguments: Any) -> None:
        self._hand = hand.begin(job, **arguments)
        self._told: list[Line] = []
        self._ear = Thread(target=self._hear, daemon=True)
        self._ear.start()

    def _hear(self) -> None:
        for line in self._hand.lines():
            self._told.append(line)  # others look at it meanwhile

    def wait_until_ready(self) -> None:
        wait_until(lambda: bool(self._told), "at work")

    def kill(self) -> list[Line]:
        """What it had told when it died."""
        self.close()
        for line in self._told:
            assert "failed" not in line, line["failed"]
        return self._told[1:]

    def close(self) -> None:
        self._hand.kill()
        self._ear.join()
        self._hand.close()


@dataclass(slots=True)
class Worked:
    """What the rounds have shown so far."""

    rounds: int = 0
    killed: Counter[str] = field(default_factory=Counter)  # how often, by what they did
    acknowledged: int = 0  # captures
    unheard: int = 0  # messages that were kept, and whose writer died before it could say so
    items: int = 0
    heard: int = 0  # changes that the listener was told of
    given_up: int = 0  # pieces of work whose workers were killed too often, and were retried


class Troupe:
    """Writers, workers and a listener on one store. Whoever is killed is replaced at once."""

    def __init__(
        self, nursery: Nursery, url: str, folder: Path, *, seed: int, seen: Worked
    ) -> None:
        self._nursery = nursery
        self._url = url
        self._folder = folder
        self._random = Random(seed)
        self._lives: Counter[str] = Counter()
        self.seen = seen
        self.told: list[Line] = []
        self.heard: list[str] = []
        folder.mkdir()
        with opened(url, _LISTENER) as memory:
            self._cursor = memory.subscribe(SUBJECTS[0]).cursor
        self._parts = {name: self._started(name) for name in _EVERYBODY}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for part in self._parts.values():
            part.close()

    def round(self) -> None:
        """Some of them die at a random moment, and others take their place."""
        for part in self._parts.values():
            part.wait_until_ready()
        time.sleep(self._random.uniform(*_LIFE_SECONDS))
        for name in self._random.sample(_EVERYBODY, self._random.choice((1, 1, 2))):
            self._end(name)
            self._parts[name] = self._started(name)
        self.seen.rounds += 1

    def end(self) -> None:
        """All of them die. What is left is done by one clean worker, and looked over."""
        for name in _EVERYBODY:
            self._end(name)
        if is_server(self._url):
            wait_until_alone(self._url)
        with opened(self._url, _LISTENER) as memory:
            settle(self._url, self.seen)
            changes = memory.subscribe(SUBJECTS[0], after=self._cursor).poll()
        self.heard.extend(change.item_id for change in changes)
        look_over(self._url, self.told, self.seen)
        check_heard(self._url, self.heard)
        self.seen.heard += len(self.heard)

    def _started(self, name: str) -> Part:
        hand = self._nursery.hand()
        self._lives[name] += 1
        given: dict[str, Any] = {"url": self._url, "seed": self._random.getrandbits(32)}
        if name in _WORKERS:
            return Part(hand, "work_until_killed", lease_seconds=_LEASE_SECONDS, **given)
        if name in _WRITERS:
            act = f"w{name[-1]}l{self._lives[name]}"
            folder = str(self._folder)
            return Part(hand, "capture_until_killed", name=name, act=act, folder=folder, **given)
        return Part(
            hand, "listen_until_killed", url=self._url, subject=SUBJECTS[0], cursor=self._cursor
        )

    def _end(self, name: str) -> None:
        lines = self._parts[name].kill()
        self.seen.killed[name.rstrip("01 ")] += 1
        if name in _WRITERS:
            self.told.extend(lines)
            self.seen.acknowledged += len(lines)
        elif name == _LISTENER and lines:
            self.heard.extend(line["heard"] for line in lines)
            self._cursor = lines[-1]["cursor"]


def die_at_statements(nursery: Nursery, url: str, verb: str, *, stride: int) -> int:
    """Kills one process after the other at its last statement, at an earlier one, and so on.

    Gives how many statements it takes to live.
    """
    used, told = live(nursery, url, verb, _UNLIMITED)
    assert used is not None
    # Downwards, so that nobody meets work which an earlier one left before it was claimed.
    statements = used - 1
    while statements >= 0:
        lived, lines = live(nursery, url, verb, statements)
        told.extend(lines)
        if lived is None:
            statements -= stride
        else:  # the one before had a statement more: numbers of rows are drawn in blocks
            assert lived < used
            used, statements = lived, lived - 1
    seen = Worked()
    settle(url, seen, ahead_seconds=LATER_SECONDS)
    look_over(url, told, seen)
    return used


def live(nursery: Nursery, url: str, verb: str, statements: int) -> tuple[int | None, list[Line]]:
    """One process with so many statements to live: how many it took, and what it acknowledged."""
    hand = nursery.hand()
    act = f"{verb}-with-{statements}"
    hand.begin("capture_and_work", url=url, verb=verb, act=act, statements=statements)
    told: list[Line] = []
    used = None
    for line in hand.lines():
        assert "failed" not in line, line["failed"]
        if "used" in line:
            used = int(line["used"])
            break
        told.append(line)
    hand.close()
    return used, told


def settle(url: str, seen: Worked, *, ahead_seconds: float = 0.0) -> None:
    """Ends every conversation, and lets a worker do all that is left once no lease holds it."""
    with (
        opened(url, "inspector", "ADMIN") as memory,
        worker_on(url, ahead_seconds=ahead_seconds) as worker,
    ):

        def is_all_done() -> bool:
            for job in memory.jobs.list():
                assert job.error in (None, LOST_LEASE), job
                if job.kind == EXTRACT and job.due_at > datetime.now(UTC):
                    memory.conversations.close(job.key)
            seen.given_up += memory.jobs.retry()
            worker.run(until_idle=True)
            return not memory.jobs.list()

        wait_until(is_all_done, "all work done")


# -- what must hold


@contextmanager
def verified(url: str) -> Iterator[Memory]:
    """The store afterwards, seen by an admin. Its ledger is whole."""
    with opened(url, "inspector", "ADMIN") as memory:
        found = memory.verify()
        assert found.ok, found.broken_at
        yield memory


def look_over(url: str, told: Iterable[Line], seen: Worked) -> None:
    """Holds the store against what was acknowledged, when all work is done."""
    said: defaultdict[str, set[str]] = defaultdict(set)
    for line in told:
        if "place" in line:
            said[line["place"]].update(line["ids"])
    with verified(url) as memory:
        items = list(whole_list(memory))
        seen.items += len(items)
        assert memory.jobs.list() == ()
        seen.unheard += check_messages(memory, items, said)
        check_meetings(items, [line for line in told if line["did"] == "meeting"])
        check_events(memory, items, [line for line in told if line["did"] == "event"])


def whole_list(memory: Memory) -> Iterator[Item]:
    page = memory.items(limit=_PAGE)
    while True:
        yield from page
        if page.next is None:
            return
        page = memory.items(limit=_PAGE, cursor=page.next)


def check_messages(memory: Memory, items: Iterable[Item], said: dict[str, set[str]]) -> int:
    """Every message is there once, and one item rests on it. Gives how many nobody had heard of."""
    drawn = Counter(
        (str(one.conversation_id), str(one.message_id))
        for item in items
        for one in item.evidence
        if one.message_id is not None
    )
    unheard = 0
    for place in {*said, *(place for place, _ in drawn)}:
        stored = memory.conversations.messages(place)
        there = Counter(one.id for one in stored)
        known = said.get(place, set())
        assert known <= set(there), f"{place}: acknowledged and lost: {known - set(there)}"
        assert set(there.values()) <= {1}, f"{place}: stored twice: {there.most_common(3)}"
        rests = {id: count for (where, id), count in drawn.items() if where == place}
        assert rests == dict(there), f"{place}: not one item for each message: {rests}"
        summarised = memory.conversations.window(place).summarised
        assert summarised == max(0, len(stored) - WINDOW_MESSAGES)
        unheard += len(set(there) - known)
    return unheard


def check_meetings(items: Iterable[Item], told: Iterable[Line]) -> None:
    """Each meeting was captured once, and each of its facts is one item."""
    found: defaultdict[str, list[Item]] = defaultdict(list)
    for item in items:
        if item.source_type == "meeting" and item.evidence[0].message_id is None:
            found[str(item.source_id)].append(item)
    for meeting, facts in found.items():
        assert sorted(one.content for one in facts) == meeting_facts(meeting)
        assert len({one.source_id for item in facts for one in item.evidence}) == 1
    for line in told:
        facts = found[line["meeting"]]
        assert {one.source_id for item in facts for one in item.evidence} == {line["source"]}


def check_events(memory: Memory, items: Iterable[Item], told: Iterable[Line]) -> None:
    """Each event was captured once, with one record of why."""
    traces = Counter(item.source_id for item in items if item.source_type == "platform_event")
    assert set(traces.values()) <= {1}
    for line in told:
        (trace,) = memory.sources.why(line["event"])
        assert trace.id == line["item"]
        assert [one.source_id for one in trace.evidence] == [line["source"]]


def check_heard(url: str, heard: list[str]) -> None:
    """A listener heard each change of its subject once, in order."""
    with verified(url) as memory:
        about = {item.id for item in whole_list(memory) if item.subject == SUBJECTS[0]}
        entries = list(memory.admin.audit(limit=_AUDIT_ROWS))
        while entries[-1].seq > 1:
            entries.extend(memory.admin.audit(limit=_AUDIT_ROWS, before=entries[-1].seq))
    happened = [entry.target for entry in reversed(entries) if entry.target in about]
    assert heard == happened
