"""Crowds: processes that are let loose on one store together, and what must hold afterwards."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from remembrancer import Memory, Principal
from tests.proofs.jobs import PRESET, SPACE, opened
from tests.proofs.workers import Crowd, start_together

CROWD = 8
_AUDIT_ROWS = 1000
_RESUMPTIONS_MAX = 10**6
_HESITATION_SECONDS = 0.005


@contextmanager
def looked_over(url: str, preset: str = PRESET, space: str = SPACE) -> Iterator[Memory]:
    """The store afterwards, seen by an admin; its ledger is whole and without gaps."""
    with opened(url, "inspector", "ADMIN", preset=preset, space=space) as memory:
        found = memory.verify()
        assert found.ok, found.broken_at
        assert found.rows == found.head.seq
        yield memory


def check_writes_and_reads(
    crowd: Crowd, url: str, *, writes: int, first_seed: int = 0, hesitation_seconds: float = 0.0
) -> int:
    """All create the store, write and read. Gives the number of rows acknowledged."""
    told = crowd.let_loose(
        "write_and_read",
        [
            {
                "url": url,
                "name": f"w{number}",
                "writes": writes,
                "seed": first_seed + number,
                "hesitation_seconds": hesitation_seconds if number else 0.0,
            }
            for number in range(CROWD)
        ],
    )
    rows = 0
    with looked_over(url, "adviser") as memory:
        stored = Counter(item.id for item in _all_items(memory))
        messages = Counter((one.owner, one.id) for one in memory.conversations.messages("common"))
        items_told: list[str] = []
        for number, lines in enumerate(told):
            assert len(lines) == writes
            for line in lines:
                rows += len(line["ids"])
                if line["did"] == "append":
                    assert all(messages[f"w{number}", id] == 1 for id in line["ids"])
                else:
                    items_told.extend(line["ids"])
        assert Counter(items_told) == stored
        assert sum(messages.values()) + sum(stored.values()) == rows
    return rows


def check_birth(crowd: Crowd, urls: Iterable[str]) -> Iterator[int]:
    """All create a store and use it, again and again, some of them with pauses."""
    for number, url in enumerate(urls):
        check_writes_and_reads(
            crowd,
            url,
            writes=1,
            first_seed=CROWD * number,
            hesitation_seconds=_HESITATION_SECONDS * (number % 2),
        )
        yield number


def check_writes_alone(crowd: Crowd, url: str, *, spaces: int, writes: int) -> float:
    """All write as fast as they can, in one space or each in its own. Gives writes per second."""
    places = [f"{number % spaces} of {spaces}" for number in range(CROWD)]
    with crowd.at_work() as workers:
        for number, (worker, place) in enumerate(zip(workers, places, strict=True)):
            worker.begin("write_alone", url=url, space=place, name=f"w{number}", writes=writes)
        start_together(workers)
        begun = time.perf_counter()
        told = [worker.finish() for worker in workers]
        seconds = time.perf_counter() - begun
    for place in set(places):
        lines = [line for at, (line,) in zip(places, told, strict=True) if at == place]
        with looked_over(url, space=place) as memory:
            stored = Counter(
                item.id for item in _all_items(memory) if not item.content.startswith("first")
            )
            assert stored == Counter(id for line in lines for id in line["ids"])
            positions = [entry.seq for entry in _all_entries(memory)]
            assert positions == list(range(1, 1 + 1 + len(lines) * (1 + writes)))
    return CROWD * writes / seconds


def check_verdicts(crowd: Crowd, url: str, *, items: int) -> None:
    """Everybody votes twice and confirms twice on every item; the last vote counts, once each."""
    with opened(url, "author", "ADMIN") as memory:
        ids = [memory.add(content=f"fact {number}").id for number in range(items)]
    told = crowd.let_loose(
        "judge",
        [{"url": url, "name": f"p{number}", "ids": ids, "seed": number} for number in range(CROWD)],
    )
    votes = {
        (number, line["id"]): line["vote"] for number, lines in enumerate(told) for line in lines
    }
    assert len(votes) == CROWD * items
    with looked_over(url) as memory:
        for id in ids:
            item = memory.get(id)
            # The first person confirms it live, each further one is an independent verifier.
            assert (item.live_confirmed, item.verifier_count) == (True, CROWD - 1)
            assert item.version == 1 + 2 * CROWD
            assert len(item.evidence) == 2 * CROWD
            tally = memory.acting_as(Principal("p0")).vote(id, votes[0, id])
            cast = [votes[number, id] for number in range(CROWD)]
            assert (tally.up, tally.down) == (cast.count(1), cast.count(-1))


def check_supersede_race(crowd: Crowd, url: str, *, items: int) -> None:
    with opened(url, "author", "ADMIN") as memory:
        ids = [memory.add(content=f"fact {number}").id for number in range(items)]
    told = crowd.let_loose(
        "supersede",
        [{"url": url, "name": f"p{number}", "ids": ids} for number in range(CROWD)],
    )
    lines = [line for lines in told for line in lines]
    won = {line["won"]: line["new"] for line in lines if "won" in line}
    assert Counter(line["won"] for line in lines if "won" in line) == Counter(ids)
    lost = Counter(line["lost"] for line in lines if "lost" in line)
    assert lost == Counter(dict.fromkeys(ids, CROWD - 1))
    assert {line["error"] for line in lines if "error" in line} == {"IllegalTransition"}
    with looked_over(url) as memory:
        for old, new in won.items():
            assert [item.id for item in memory.history(old)] == [old, new]
        assert len(list(_all_items(memory))) == 2 * items


def check_update_race(crowd: Crowd, url: str, *, times: int) -> None:
    with opened(url, "author", "ADMIN") as memory:
        id = memory.add(content="first").id
    told = crowd.let_loose(
        "update",
        [{"url": url, "name": f"p{number}", "id": id, "times": times} for number in range(CROWD)],
    )
    versions = {line["version"]: line["content"] for lines in told for line in lines}
    assert sorted(versions) == list(range(2, 2 + CROWD * times))
    with looked_over(url) as memory:
        last = memory.get(id)
        assert (last.version, last.content) == (1 + CROWD * times, versions[1 + CROWD * times])
        entries = memory.admin.audit(item_id=id, limit=_AUDIT_ROWS)
        for entry in entries:
            if entry.action == "item.update":
                then = memory.get(id, entry.seq)
                assert then.content == versions[then.version]


def check_repeated_calls(crowd: Crowd, url: str, *, rounds: int) -> None:
    told = crowd.let_loose("repeat", [{"url": url, "rounds": rounds} for _ in range(CROWD)])
    first = told[0]
    assert all(lines == first for lines in told)
    with looked_over(url) as memory:
        assert {item.id for item in _all_items(memory)} == {
            line[verb] for line in first for verb in ("keyed", "captured")
        }
        messages = memory.conversations.messages("common")
        assert sorted(one.id for one in messages) == sorted(f"m{n}" for n in range(rounds))


def check_subscription(crowd: Crowd, url: str, *, writers: int, writes: int) -> int:
    """Gives the number of changes that were heard."""
    with opened(url, "listener", preset="adviser") as memory:
        cursor = memory.subscribe().cursor
    with crowd.at_work() as everybody:
        listeners, writing = everybody[:2], everybody[2 : 2 + writers]
        for number, worker in enumerate(listeners):
            worker.begin(
                "listen",
                url=url,
                who="listener",
                cursor=cursor,
                seed=number,
                resumptions=_RESUMPTIONS_MAX,
            )
        for number, worker in enumerate(writing):
            worker.begin("work_on_items", url=url, name=f"w{number}", writes=writes, seed=number)
        start_together([*listeners, *writing])
        for worker in writing:
            worker.finish()
        with opened(url, "closer", preset="adviser") as memory:
            memory.add(content="the end")
        told = [worker.finish() for worker in listeners]
    with looked_over(url, "adviser") as memory:
        visible = {item.id for item in _all_items(memory) if not item.is_personal}
        happened = [
            (entry.action, entry.target, entry.actor)
            for entry in _all_entries(memory)
            if entry.target in visible and entry.action != "item.look"
        ]
    for lines in told:
        *changes, end = lines
        heard = [(line["action"], line["id"], line["actor"]) for line in changes]
        assert heard == happened
        with opened(url, "listener", preset="adviser") as memory:
            assert memory.subscribe(after=end["cursor"]).poll() == ()
    return len(happened)


def _all_items(memory: Memory) -> Iterator[Any]:
    page = memory.items(limit=500)
    while True:
        yield from page
        if page.next is None:
            return
        page = memory.items(limit=500, cursor=page.next)


def _all_entries(memory: Memory) -> list[Any]:
    """The ledger, oldest first."""
    entries = list(memory.admin.audit(limit=_AUDIT_ROWS))
    while entries[-1].seq > 1:
        entries.extend(memory.admin.audit(limit=_AUDIT_ROWS, before=entries[-1].seq))
    return entries[::-1]
