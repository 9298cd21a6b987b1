"""What a chain of decisions costs: the verb, beside one bare recursive query.

The floor reads the same columns of the same decisions and links, through the same predicate, in one
statement. Prints its figures as one line of JSON. Processor time of this process.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from typing import Any

DECISIONS = 100_000
LINKS_EACH = 3  # links to earlier decisions
DEPTH = 5
ASKED = 40
NEAR = 2_000  # how far back a link may lead
BEGIN = datetime(2020, 1, 1, tzinfo=UTC)
Figures = dict[str, float]


def decisions(folder: str, count: int = DECISIONS, url: str | None = None) -> Figures:
    """All figures, for this many decisions."""
    from remembrancer import Memory

    where = url or str(Path(folder) / "decisions.db")
    with Memory.open(where, space="decisions", preset="adviser", background=False) as memory:
        ids = _fill(memory, count)
        return {
            "decisions": float(count),
            "links": float(count * LINKS_EACH),
            **_asked(memory, ids),
        }


def _fill(memory: Any, count: int) -> list[str]:
    """Decisions of many clients, each caused by a few that came before it."""
    from remembrancer.items.item import Trust
    from remembrancer.items.relation import RelationDraft

    chance = random.Random(11)
    ids: list[str] = []
    for start in range(0, count, 10_000):
        made = memory.add_many(
            {
                "kind": "decision_trace",
                "content": f"Rebalance Decision for client {number % 5_000}: keep to the band.",
                "title": "Rebalance Decision",
                "subject": f"client {number % 5_000}",
                "valid_from": BEGIN + timedelta(minutes=number),
                "data": {
                    "decision_type": "rebalance_decision",
                    "recommendation": "Keep to the band.",
                    "reasoning": f"Drift of {number % 9} % is within the limit.",
                    "trigger": {"event": f"ev-{number}"},
                },
            }
            for number in range(start, min(start + 10_000, count))
        )
        ids += made.ids
    session = memory._session
    for start in range(0, count, 5_000):
        with session.store.writing(session.scope()) as unit:
            for place in range(max(start, LINKS_EACH), min(start + 5_000, count)):
                earlier = range(max(0, place - NEAR), place)
                for other in chance.sample(earlier, min(LINKS_EACH, len(earlier))):
                    draft = RelationDraft(
                        type="CAUSED",
                        source=ids[other],
                        target=ids[place],
                        attrs={"reason": "It followed."},
                    )
                    unit.edges.add(draft, (), trust=Trust.PERSON)
            unit.commit()
    return ids


def _asked(memory: Any, ids: list[str]) -> Figures:
    chance = random.Random(12)
    chosen = chance.sample(ids[len(ids) // 2 :], 2 * ASKED)
    taken: list[float] = []
    bare: list[float] = []
    steps: list[int] = []
    for place, id in enumerate(chosen):
        spent, found = _processor(
            lambda: memory.decisions.chain(id, direction="backward", depth=DEPTH)  # noqa: B023
        )
        floor, rows = _processor(lambda: _bare(memory, id))  # noqa: B023
        nodes = {row[0] for row in rows}
        assert nodes == {step.id for step in found.causes}, (len(nodes), len(found.causes))
        if place >= ASKED:  # those before it warm up
            taken.append(spent)
            bare.append(floor)
            steps.append(len(found.causes))
    return {
        "chain_steps": float(median(steps)),
        "chain_ms": median(taken) * 1000,
        "bare_chain_ms": median(bare) * 1000,
        "chain_over_bare": median(taken) / median(bare),
    }


def _bare(memory: Any, id: str) -> list[Any]:
    """The same chain in one statement, as rows."""
    from remembrancer.store.dialect import pack

    session = memory._session
    with session.store.reading(session.scope()) as reader:
        rows: list[Any] = reader.all(
            lambda: reader.decisions._walk(is_back=True),
            "bench",
            id=id,
            types=pack(["CAUSED", "INFLUENCED"]),
            depth=DEPTH,
            limit=2_001,
        )
        return rows


def _processor(act: Callable[[], Any]) -> tuple[float, Any]:
    before = time.process_time()
    result = act()
    return time.process_time() - before, result


if __name__ == "__main__":
    sys.path.insert(0, os.fspath(Path(__file__).parent.parent))
    with tempfile.TemporaryDirectory() as folder:
        size = int(sys.argv[1]) if len(sys.argv) > 1 else DECISIONS
        given = sys.argv[2] if len(sys.argv) > 2 else None
        found = decisions(folder, size, given)
        print(json.dumps({name: round(value, 4) for name, value in found.items()}))
