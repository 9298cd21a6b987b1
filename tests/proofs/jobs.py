"""What other processes do. `python -m tests.proofs.jobs` takes jobs, one a line, from its input.

A job reports an act only after the call has returned.
"""

from __future__ import annotations

import json
import logging
import select
import sqlite3
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from random import Random
from typing import Any

import psycopg

import remembrancer.store.postgres.postgres_schema  # noqa: F401  # so that everything is loaded
from remembrancer import Memory, Principal
from remembrancer.core.errors import (
    Conflict,
    IllegalTransition,
    OutcomeUnknown,
    StoreInterrupted,
    StoreUnreachable,
)

SPACE, PRESET = "data", "corporate"
Job = Callable[..., None]


def report(**line: Any) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


def wait_for_the_others() -> None:
    report(ready=True)
    sys.stdin.readline()


def is_called_off() -> bool:
    """There is another line: nobody wants this job to go on."""
    return bool(select.select([sys.stdin], [], [], 0)[0])


def opened(url: str, who: str, *roles: str, preset: str = PRESET, space: str = SPACE) -> Memory:
    principal = Principal(who, roles=roles)
    return Memory.open(url, space=f"{space}-{preset}", preset=preset, principal=principal)


@contextmanager
def hesitating(random: Random, seconds: float) -> Iterator[None]:
    """Comes late and pauses between statements, so that what must happen at once is seen not to."""

    class Hesitant(sqlite3.Connection):
        def execute(self, *arguments: Any) -> sqlite3.Cursor:
            time.sleep(random.uniform(0, seconds))
            return super().execute(*arguments)

    def execute_slowly(connection: Any, *arguments: Any, **options: Any) -> Any:
        time.sleep(random.uniform(0, seconds))
        return execute(connection, *arguments, **options)

    connect, execute = sqlite3.connect, psycopg.Connection.execute
    if seconds:
        time.sleep(random.uniform(0, 3 * seconds))
        sqlite3.connect = partial(connect, factory=Hesitant)  # type: ignore[assignment]
        psycopg.Connection.execute = execute_slowly  # type: ignore[assignment]
    try:
        yield
    finally:
        sqlite3.connect = connect
        psycopg.Connection.execute = execute  # type: ignore[method-assign]


# -- for kill -9


def write_until_killed(url: str, name: str, seed: int, gate: bool = False) -> None:
    """Writes of every sort, one after the other, until the end comes from outside."""
    if gate:
        opened(":memory:", name).close()  # so that everything is loaded
        wait_for_the_others()
    random = Random(seed)
    with opened(url, name, "ADMIN") as memory:
        writer = Writer(memory, name, random)
        while True:
            writer.write()


def write_through_faults(url: str, name: str, seed: int) -> None:
    """Writes of every sort on one open memory, whatever becomes of the server."""
    with opened(url, name, "ADMIN") as memory:
        writer = Writer(memory, name, Random(seed))
        while not is_called_off():
            try:
                writer.write()
            except (StoreInterrupted, StoreUnreachable, OutcomeUnknown) as error:
                report(refused=type(error).__name__, act=writer.act, why=str(error))
    sys.stdin.readline()


class Writer:
    """Makes random writes whose traces can be told apart later.

    Every item says in its metadata in which round, by which act and with how many others it came.
    """

    def __init__(self, memory: Memory, name: str, random: Random) -> None:
        self._memory = memory
        self._name = name
        self._random = random
        self._numbers = count()
        self._pending: list[str] = []
        self.act = ""  # the last one that left a name on what it wrote
        self._conversation = memory.conversations.start(f"talk-{name}").id

    def write(self) -> None:
        self.act = ""
        act = self._random.choice(
            (
                *(self.add, self.add, self.add_many, self.supersede),
                *(self.append, self.approve, self.relate),
            )
        )
        act()

    def add(self) -> None:
        act = self._act()
        item = self._memory.add(**self._fields(act, 0, 1))
        self._pending.append(item.id)
        report(did="add", act=act, ids=[item.id])

    def add_many(self) -> None:
        act, size = self._act(), self._random.choice((2, 10, 60))
        listed = [self._fields(act, place, size) for place in range(size)]
        ids = [item.id for item in self._memory.add_many(listed)]
        self._pending.extend(ids[:5])
        report(did="add_many", act=act, ids=ids)

    def supersede(self) -> None:
        if self._pending:
            old, act = self._take(), self._act()
            new = self._memory.supersede(old, **self._fields(act, 0, 1))
            report(did="supersede", act=act, old=old, ids=[new.id])

    def append(self) -> None:
        act, size = self._act(), self._random.choice((1, 3, 20))
        messages = [
            {"id": f"{act}.{place}.{size}", "author_id": self._name, "content": f"said {act}"}
            for place in range(size)
        ]
        stored = self._memory.conversations.append(self._conversation, messages)
        report(did="append", act=act, conversation=self._conversation, ids=[m.id for m in stored])

    def approve(self) -> None:
        if self._pending:
            item = self._memory.review.approve(self._take())
            report(did="approve", ids=[item.id])

    def relate(self) -> None:
        """A relation to a hub, between entities that others of its like may have made."""
        graph = self._memory.graph
        hub = graph.entity("Person", f"hub {self._name}")
        other = graph.entity("Person", f"friend {self._random.randrange(4)} {self._name}")
        made = graph.relate(
            hub.id, "CLOSE_TO", other.id, confidence=self._random.choice((0.2, 0.5, 0.9))
        )
        report(did="relate", ids=[], edge=made.id, ends=[hub.id, other.id], sure=made.confidence)

    def _take(self) -> str:
        return self._pending.pop(self._random.randrange(len(self._pending)))

    def _act(self) -> str:
        self.act = f"{self._name}n{next(self._numbers)}"
        return self.act

    def _fields(self, act: str, place: int, size: int) -> dict[str, Any]:
        return {
            "content": f"fact {act}p{place}",
            "metadata": {"by": self._name, "act": act, "size": size},
        }


# -- for many at once


def write_alone(url: str, space: str, name: str, writes: int) -> None:
    """Writes as fast as it can, and reports all at the end."""
    with opened(url, name, "ADMIN", space=space) as memory:
        memory.add(content=f"first of {name}")
        wait_for_the_others()
        report(ids=[memory.add(content=f"fact {name}n{number}").id for number in range(writes)])


def write_and_read(url: str, name: str, writes: int, seed: int, hesitation_seconds: float) -> None:
    """Writes and reads back what it wrote, among others who do the same."""
    wait_for_the_others()
    random = Random(seed)
    with hesitating(random, hesitation_seconds):
        memory = opened(url, name, preset="adviser")
    with memory:
        place = memory.conversations.start("common", channel_id="general").id
        for number in range(writes):
            act = f"{name}n{number}"
            verb = random.choice(("add", "add", "add_many", "append"))
            if verb == "append":
                stored = memory.conversations.append(
                    place, {"id": act, "author_id": name, "content": f"said {act}"}
                )
                report(did=verb, ids=[one.id for one in stored])
                assert act in {hit.id for hit in memory.recall(act).hits}
                continue
            size = 1 if verb == "add" else 5
            listed: list[dict[str, Any]] = [
                {"content": f"fact {act}p{index}", "subject": name, "metadata": {"act": act}}
                for index in range(size)
            ]
            added = [memory.add(**listed[0])] if verb == "add" else memory.add_many(listed)
            report(did=verb, ids=[item.id for item in added])
            assert memory.get(added[0].id).content == f"fact {act}p0"
            assert len(memory.items(metadata={"act": act})) == size
            if number % 5 == 0:
                assert memory.recall(f"fact {act}p0", subject=name).hits
                assert memory.stats().items >= size


def judge(url: str, name: str, ids: list[str], seed: int) -> None:
    """Votes on and confirms the same items as everybody else."""
    wait_for_the_others()
    random = Random(seed)
    with opened(url, name) as memory:
        for id in random.sample(ids, len(ids)):
            value = random.choice((1, -1))
            memory.vote(id, -value)
            memory.vote(id, value)
            memory.confirm(id)
            memory.confirm(id)
            report(id=id, vote=value)


def supersede(url: str, name: str, ids: list[str]) -> None:
    """Tries to replace the same items as everybody else."""
    wait_for_the_others()
    with opened(url, name, "ADMIN") as memory:
        for id in ids:
            try:
                new = memory.supersede(id, content=f"{name} won {id}")
            except (IllegalTransition, Conflict) as error:
                report(lost=id, error=type(error).__name__)
            else:
                report(won=id, new=new.id)


def update(url: str, name: str, id: str, times: int) -> None:
    """Changes the same item as everybody else."""
    wait_for_the_others()
    with opened(url, name, "ADMIN") as memory:
        for number in range(times):
            changed = memory.update(id, content=f"{name}n{number}")
            report(version=changed.version, content=changed.content)


def repeat(url: str, rounds: int) -> None:
    """Makes the very calls that everybody else makes, as the same caller."""
    wait_for_the_others()
    with opened(url, "feed") as memory:
        place = memory.conversations.start("common").id
        for number in range(rounds):
            keyed = memory.add(content=f"keyed {number}", key=f"key-{number}")
            captured = memory.add(content=f"captured {number}", source_id=f"doc-{number}")
            message = {"id": f"m{number}", "author_id": "feed", "content": f"said {number}"}
            memory.conversations.append(place, message)
            report(number=number, keyed=keyed.id, captured=captured.id)


def listen(url: str, who: str, cursor: str, seed: int, resumptions: int) -> None:
    """Takes changes in pieces, each time from the cursor on and on a store opened anew.

    Ends with its last resumption, or when the caller `closer` acts.
    """
    wait_for_the_others()
    random = Random(seed)
    for _ in range(resumptions):
        with opened(url, who, preset="adviser") as memory:
            subscription = memory.subscribe(after=cursor, idle_seconds=30)
            if random.random() < 0.5:
                heard = list(subscription.poll())
            else:
                heard = []
                wanted = random.randint(1, 5)
                for change in subscription:
                    heard.append(change)
                    if len(heard) == wanted or change.actor == "closer":
                        break
            cursor = subscription.cursor
        for change in heard:
            report(action=change.action, id=change.item_id, actor=change.actor)
            if change.actor == "closer":
                report(cursor=cursor)
                return
    report(cursor=cursor)


def work_on_items(url: str, name: str, writes: int, seed: int) -> None:
    """Adds, changes and replaces items, some of them personal."""
    wait_for_the_others()
    random = Random(seed)
    with opened(url, name, preset="adviser") as memory:
        ids: list[str] = []
        for number in range(writes):
            verb = random.choice(("add", "hide", "update", "confirm", "supersede"))
            if verb in ("add", "hide") or not ids:
                item = memory.add(content=f"{name}n{number}", is_personal=verb == "hide")
                if verb != "hide":
                    ids.append(item.id)
            elif verb == "update":
                memory.update(random.choice(ids), content=f"{name}n{number}")
            elif verb == "confirm":
                memory.confirm(random.choice(ids))
            else:
                old = ids.pop(random.randrange(len(ids)))
                ids.append(memory.supersede(old, content=f"{name}n{number}").id)


JOBS: dict[str, Job] = {
    "write_until_killed": write_until_killed,
    "write_through_faults": write_through_faults,
    "write_alone": write_alone,
    "write_and_read": write_and_read,
    "judge": judge,
    "supersede": supersede,
    "update": update,
    "repeat": repeat,
    "listen": listen,
    "work_on_items": work_on_items,
}


def main() -> None:
    logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)  # servers are killed on purpose
    while line := sys.stdin.readline():
        given = json.loads(line)
        try:
            JOBS[given["job"]](**given["arguments"])
        except Exception:
            report(failed=traceback.format_exc())
        else:
            report(done=True)


if __name__ == "__main__":
    main()
