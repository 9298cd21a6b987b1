"""What the tiers of an agent's memory cost, beside bare reads with the same checks, and how long a
sync takes.

An agent has a full L2, and the space this many items. L1 is compared with a look into a dictionary
after the same read of the agent's row, L2 with one bare read of its row, and a push with adding the
same item. Prints its figures as one line of JSON. Time on the clock, at the 95th percentile.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from math import ceil
from pathlib import Path
from typing import Any

ITEMS = 100_000
ASKED = 200
SYNCS = 40
AGENTS = 12
L2_ENTRIES = 10_000  # the size in the preset
Figures = dict[str, float]


def desk(folder: str, count: int = ITEMS, url: str | None = None) -> Figures:
    """All figures, in a space of this many items."""
    from remembrancer import Memory, Principal

    where = url or str(Path(folder) / "desk.db")
    with Memory.open(
        where, space="desk", preset="desk", background=False, embedder="none"
    ) as memory:
        for start in range(0, count, 10_000):
            memory.add_many(
                {"content": f"Finding {number} on the margins of company {number % 997}."}
                for number in range(start, min(start + 10_000, count))
            )
        for number in range(AGENTS):
            memory.agents.register(f"agent {number}", specializations=["margins"])
        caller = memory.acting_as(Principal("agent 0", kind="agent"))
        own = caller.agents.memory()
        _fill(caller, L2_ENTRIES)
        return {
            "items": float(count),
            **_l1(caller, own),
            **_l2(caller, own),
            **_l3(memory, own),
            **_syncs(memory, caller),
        }


def _fill(caller: Any, entries: int) -> None:
    """Fills the L2 of an agent, in one unit of work."""
    from remembrancer.team.agent import EntryRow, MessageType

    now = datetime.now(UTC)
    plain = {
        "agent": "agent 0",
        "kind": None,
        "importance": 0.5,
        "subject": None,
        "message": MessageType.FINDING,
        "is_shared": False,
        "used_at": now,
        "uses": 0,
        "written_at": now,
        "expires_at": now + timedelta(days=21),
        **dict.fromkeys(("item_id", "item_version", "queue", "queued_at", "due_at")),
        **dict.fromkeys(("receivers", "precedent", "error")),
    }

    def act(unit: Any, _: Any) -> None:
        for number in range(entries):
            turns = {"written_turn": number + 1, "used_turn": number + 1}
            named = {"key": f"key {number}", "value": {"number": number}}
            unit.agents.put_entry(EntryRow.trusted({**plain, **turns, **named}))
        unit.agents.change("agent 0", turns=entries, entries=entries, epochs=1)

    caller._session.write(act)


def _l1(caller: Any, own: Any) -> Figures:
    own.put("hot", {"number": 1}, is_shared=False)
    kept = {"hot": own.get("hot")}
    session = caller._session

    def bare() -> Any:
        session.read(lambda reader, _: reader.agents.seat("agent 0"))
        return kept["hot"]

    return _beside("l1", [lambda: own.get("hot")] * ASKED, [bare] * ASKED)


def _l2(caller: Any, own: Any) -> Figures:
    chance, session = random.Random(5), caller._session
    keys = [f"key {number}" for number in chance.sample(range(9_000), ASKED * 2)]

    def bare(key: str) -> Callable[[], Any]:
        return lambda: session.read(lambda reader, _: reader.agents.entry("agent 0", key))

    calls = [lambda key=key: own.get(key) for key in keys[:ASKED]]
    return _beside("l2", calls, [bare(key) for key in keys[ASKED:]])


def _l3(memory: Any, own: Any) -> Figures:
    from remembrancer import Principal

    other = memory.acting_as(Principal("agent 1", kind="agent")).agents.memory()
    keys = [f"shared {number}" for number in range(ASKED)]
    for key in keys:
        other.put(key, f"Result of {key}, in words of its own.", kind="note")
    pushes = [lambda key=key: other.push(key) for key in keys]
    adds = [
        lambda key=key: memory.add(
            title=key, content=f"Result of {key}, in other words.", data={"key": key, "value": 1}
        )
        for key in keys
    ]
    pushed = _beside("push", pushes, adds)
    return {**pushed, "l3_p95_ms": _p95([_timed(lambda key=key: own.get(key)) for key in keys])}


def _syncs(memory: Any, caller: Any) -> Figures:
    """From a finding of one agent until the eleven others have it, and until two are in step."""
    from remembrancer.team.sync import force_sync

    own, session = caller.agents.memory(), memory._session
    high, critical = [], []
    for number in range(SYNCS):
        before = time.perf_counter()
        own.put(f"high {number}", f"The margins fall, {number}.", importance=0.9)
        memory.agents.sync.tick()
        high.append(time.perf_counter() - before)
        own.put(f"low {number}", f"The margins rise, {number}.")
        before = time.perf_counter()
        force_sync(session.store, session.scope(), session.shop.tools, ["agent 0", "agent 1"])
        critical.append(time.perf_counter() - before)
    return {"high_p95_s": _p95(high) / 1_000, "critical_p95_s": _p95(critical) / 1_000}


def _beside(
    name: str, calls: Sequence[Callable[[], Any]], bare: Sequence[Callable[[], Any]]
) -> Figures:
    """Both in turn, so that a noisy machine slows both."""
    pairs = [(_timed(call), _timed(floor)) for call, floor in zip(calls, bare, strict=True)]
    own, floor = _p95([one for one, _ in pairs]), _p95([other for _, other in pairs])
    middle = sorted(one / other for one, other in pairs)[len(pairs) // 2]
    return {f"{name}_p95_ms": own, f"{name}_bare_p95_ms": floor, f"{name}_over_bare": middle}


def _timed(act: Callable[[], Any]) -> float:
    before = time.perf_counter()
    act()
    return time.perf_counter() - before


def _p95(seconds: Sequence[float]) -> float:
    """In milliseconds."""
    return sorted(seconds)[ceil(len(seconds) * 0.95) - 1] * 1_000


if __name__ == "__main__":
    sys.path.insert(0, os.fspath(Path(__file__).parent.parent))
    with tempfile.TemporaryDirectory() as folder:
        size = int(sys.argv[1]) if len(sys.argv) > 1 else ITEMS
        given = sys.argv[2] if len(sys.argv) > 2 else None
        found = desk(folder, size, given)
        print(json.dumps({name: round(value, 4) for name, value in found.items()}))
