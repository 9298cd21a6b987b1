"""What the processes of the due-work proofs do: capture, work, listen, and die."""

from __future__ import annotations

import json
import logging
import os
import secrets
import signal
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any

import psycopg

from remembrancer import Memory, Principal
from remembrancer.build import HANDLERS, open_store
from remembrancer.items.message import Message
from remembrancer.items.proposal import Proposal
from remembrancer.jobs import worker as flow
from remembrancer.jobs.due_work import Workshop
from remembrancer.jobs.task import Tools
from remembrancer.jobs.worker import JobWorker
from remembrancer.store.postgres.postgres_link import PooledConnection
from tests.proofs import jobs
from tests.proofs.jobs import report, wait_for_the_others

SPACE, PRESET = "data", "adviser"
SUBJECTS = ("sam", "kim")
COLLECTOR = Principal("collector", kind="service")
POISON = "poison"
_GROWN = "grown-"  # how the ids of messages begin whose session grows on
_LOOK_SECONDS = 0.05  # how often an idle worker looks for work

Watching = Callable[[Sequence[Message]], None]


def _nothing(_: Sequence[Message]) -> None:
    pass


class Drawer:
    """Draws one item out of each message, and never says it twice alike.

    Nothing but the unit of work keeps a message from becoming two items then. Sessions are drawn
    from again while they grow, so that of them the same words come each time.
    """

    is_local = True

    def __init__(self, during: Watching = _nothing) -> None:
        self._during = during

    def extract(self, messages: Sequence[Message]) -> Iterator[Proposal]:
        attempt = secrets.token_hex(4)
        self._during(messages)
        for one in messages:
            is_grown = (one.id or "").startswith(_GROWN)
            words = one.content if is_grown else f"{one.content}, in the words of {attempt}"
            yield Proposal(content=words, message_id=one.id, quote=one.content)


def opened(url: str, who: str, *roles: str, **options: Any) -> Memory:
    """A memory that leaves due work to others."""
    principal = Principal(who, roles=roles)
    return Memory.open(
        url, space=SPACE, preset=PRESET, principal=principal, background=False, **options
    )


@contextmanager
def worker_on(
    url: str,
    *,
    during: Watching = _nothing,
    lease_seconds: float = 60.0,
    ahead_seconds: float = 0.0,
) -> Iterator[JobWorker]:
    """A worker with a store of its own. For one whose clock is ahead, leases run out early."""
    ahead = timedelta(seconds=ahead_seconds)
    store = open_store(url)
    try:
        yield JobWorker(
            Workshop(
                store,
                lambda: datetime.now(UTC) + ahead,
                Tools(extractor=Drawer(during)),
                HANDLERS,
                lease_seconds=lease_seconds,
            )
        )
    finally:
        store.close()


def before_every_statement(step: Callable[[], None]) -> None:
    """For the rest of this process, `step` comes before whatever goes to a database."""

    class Stepping(sqlite3.Connection):
        def execute(self, *arguments: Any) -> sqlite3.Cursor:
            step()
            return super().execute(*arguments)

        def executemany(self, *arguments: Any) -> sqlite3.Cursor:
            step()
            return super().executemany(*arguments)

    def stepping(act: Any) -> Any:
        def stepped(*arguments: Any, **options: Any) -> Any:
            step()
            return act(*arguments, **options)

        return stepped

    sqlite3.connect = partial(sqlite3.connect, factory=Stepping)  # type: ignore[assignment]
    for owner, name in (
        (psycopg.Connection, "execute"),
        (PooledConnection, "rows"),
        (PooledConnection, "run"),
    ):
        setattr(owner, name, stepping(getattr(owner, name)))


# -- until killed


def capture_until_killed(url: str, name: str, act: str, folder: str, seed: int) -> None:
    """Captures of every sort, each acknowledged once the call has returned."""
    random = Random(seed)
    _hesitate(random)
    with opened(url, name) as memory:
        scribe = Scribe(memory, act, Path(folder), random)
        report(ready=True)
        while True:
            scribe.write()
            time.sleep(random.uniform(0.0, 0.06))


def work_until_killed(url: str, lease_seconds: float, seed: int) -> None:
    """Does due work, some of it slowly."""
    random = Random(seed)
    _hesitate(random)
    flow.JOB_POLL_SECONDS = _LOOK_SECONDS  # type: ignore[attr-defined]

    def pause(_: Sequence[Message]) -> None:
        time.sleep(random.choice((0.0, 0.0, 0.1)))

    with worker_on(url, during=pause, lease_seconds=lease_seconds) as worker:
        report(ready=True)
        worker.run(watcher=lambda _, job: report(did=job.id))


def listen_until_killed(url: str, subject: str, cursor: str) -> None:
    """Reports each change of a subject with the cursor behind it."""
    with opened(url, "listener") as memory:
        changes = memory.subscribe(subject, after=cursor)
        report(ready=True)
        for change in changes:
            report(heard=change.item_id, cursor=change.cursor)


def _hesitate(random: Random) -> None:
    """Pauses before some statements, so that the end often comes in the middle of a unit."""

    def step() -> None:
        if random.random() < 0.05:
            time.sleep(0.005)

    if random.random() < 0.5:
        before_every_statement(step)


class Scribe:
    """Captures what can be told apart later: the names say how much belongs together."""

    def __init__(self, memory: Memory, name: str, folder: Path, random: Random) -> None:
        self._memory = memory
        self._name = name
        self._folder = folder
        self._random = random
        self._numbers = count()
        self._session = f"session-{name}"
        self._lines = count()

    def write(self) -> None:
        act = f"{self._name}n{next(self._numbers)}"
        verb = self._random.choice((self.talk, self.talk, self.meet, self.happen, self.grow))
        verb(act, self._random.choice(SUBJECTS))

    def talk(self, act: str, subject: str) -> None:
        """A conversation in some appends. Not all are closed: the next one ends them, too."""
        self._say(act, subject, self._random.choice(((1,), (2, 3), (1, 1, 1), (25, 20))))
        if self._random.random() < 0.7:
            self._memory.conversations.close(f"talk-{act}")

    def talk_shortly(self, act: str, subject: str) -> None:
        self._say(act, subject, (2,))
        self._memory.conversations.close(f"talk-{act}")

    def _say(self, act: str, subject: str, sizes: Iterable[int]) -> None:
        place = self._memory.conversations.start(f"talk-{act}", subject=subject).id
        numbers = count()
        for size in sizes:
            ids = [f"{act}m{number}" for number in islice(numbers, size)]
            messages = [{"id": id, "author_id": "ann", "content": f"said {id}"} for id in ids]
            self._memory.conversations.append(place, messages)
            report(did="append", place=place, ids=ids)

    def meet(self, act: str, subject: str) -> None:
        size = self._random.randint(1, 4)
        facts = meeting_facts(id := f"{act}of{size}")
        told = self._memory.sources.meeting(
            id,
            {"financial_facts": facts[:-1], "action_items": facts[-1:]},
            subject=subject,
            transcript=f"Ann: first of {act}\nBob: second of {act}",
            wait=False,
        )
        assert told.source is not None
        place, ids = told.conversation_id, ["turn-1", "turn-2"]
        report(did="meeting", meeting=id, source=told.source.id, place=place, ids=ids)

    def happen(self, act: str, subject: str) -> None:
        happened = self._memory.sources.event(
            "rebalance", id=f"event-{act}", subject=subject, before={"bonds": 1}, after={"bonds": 2}
        )
        report(did="event", event=f"event-{act}", source=happened.event.id, item=happened.trace.id)

    def grow(self, _act: str, _subject: str) -> None:
        """Writes on in a session, sometimes without a last line's end, and reads the folder."""
        ids = [f"{_GROWN}{self._name}l{next(self._lines)}" for _ in range(3)]
        records = [
            {"type": "user", "uuid": id, "message": {"role": "user", "content": f"typed {id}"}}
            for id in ids
        ]
        with (self._folder / f"{self._session}.jsonl").open("a") as file:
            file.write("".join(json.dumps(one) + "\n" for one in records[:2]))
            file.write(json.dumps(records[2]))
            file.flush()
            if self._random.random() < 0.5:
                self._detect(ids[:2])
            file.write("\n")
        self._detect(ids)

    def _detect(self, ids: list[str]) -> None:
        found = self._memory.acting_as(COLLECTOR).sources.detect(self._folder, subject=SUBJECTS[0])
        assert found.ok, found.failed
        report(did="detect", place=f"session:{self._session}", ids=ids)


def meeting_facts(id: str) -> list[str]:
    """The facts of a meeting, as its name tells them."""
    return [f"fact {number} of {id}" for number in range(int(id.rpartition("of")[2]))]


# -- at one job


def share_the_work(url: str) -> None:
    """Does due work beside others until there is no more."""
    with worker_on(url) as worker:
        wait_for_the_others()
        worker.run(until_idle=True, watcher=lambda _, job: report(did=job.id))


def work_when_told(url: str) -> None:
    """Begins a piece of work, and ends it only when told. Reports what its worker says."""

    class Reporting(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            report(said=record.getMessage())

    log = logging.getLogger("remembrancer.work")
    log.setLevel(logging.INFO)
    log.addHandler(Reporting())
    with worker_on(url, during=lambda _: wait_for_the_others()) as worker:
        worker.run(until_idle=True)


def work_and_end_of_poison(url: str, ahead_seconds: float) -> None:
    """Does due work. The process ends where a message is poison to it."""

    def end_of_poison(messages: Iterable[Message]) -> None:
        if any(POISON in one.content for one in messages):
            os._exit(1)

    with worker_on(url, during=end_of_poison, ahead_seconds=ahead_seconds) as worker:
        worker.run(until_idle=True)


def capture_and_work(url: str, verb: str, act: str, statements: int) -> None:
    """Captures one thing and does the work that it makes due, with so many statements to live.

    Reports how many it took, if it lives.
    """
    used = 0
    is_begun = False

    def step() -> None:
        nonlocal used
        used += is_begun
        if used > statements:
            os.kill(os.getpid(), signal.SIGKILL)

    before_every_statement(step)
    with opened(url, act, extractor=Drawer()) as memory:
        is_begun = True
        scribe = Scribe(memory, act, Path(), Random(0))
        getattr(scribe, verb)(act, SUBJECTS[0])
        JobWorker(memory._session.shop).run(until_idle=True)
        report(used=used)


JOBS: dict[str, jobs.Job] = {
    "capture_until_killed": capture_until_killed,
    "work_until_killed": work_until_killed,
    "listen_until_killed": listen_until_killed,
    "share_the_work": share_the_work,
    "work_when_told": work_when_told,
    "work_and_end_of_poison": work_and_end_of_poison,
    "capture_and_work": capture_and_work,
}
