"""What a chain of decisions costs, beside one bare recursive query, and what shapes cost.

The floor of a chain reads the same columns of the same decisions and links, through the same
predicate, in one statement. The two take turns in going first: the second finds pages that the
first has read. Shapes are vectors and communities of all decisions; one new decision joins the
vectors, beside making all of them. Prints its figures as one line of JSON. Processor time of this
process; of a chain and its floor also that of the server's processes.

python bench/decisions.py [DECISIONS [ADDRESS OF AN EMPTY DATABASE]]
"""

from __future__ import annotations

import json
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from typing import Any

DECISIONS = 100_000
LINKS_EACH = 3  # links to earlier decisions
DEPTH = 5
ASKED = 40
NEAR = 2_000  # how far back a link may lead
JOINED = 5  # decisions that join the vectors one after the other
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
            **_asked(memory, ids, url),
            **_shapes(memory, ids),
            **_communities(memory, ids),
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


def _asked(memory: Any, ids: list[str], url: str | None) -> Figures:
    chance = random.Random(12)
    chosen = chance.sample(ids[len(ids) // 2 :], 2 * ASKED)
    spent: dict[str, list[float]] = {"chain": [], "bare": [], "both": [], "bare_both": []}
    steps: list[int] = []
    with _server(url) as server:

        def timed(act: Callable[[], Any]) -> tuple[float, frozenset[str]]:
            before = server()
            taken, found = _processor(act)
            # Only the ids are kept: what else is held makes it slower.
            return taken + server() - before, frozenset(_nodes(found))

        for place, id in enumerate(chosen):
            asked = {
                "chain": lambda: memory.decisions.chain(id, direction="backward", depth=DEPTH),  # noqa: B023
                "bare": lambda: _bare(memory, id, True),  # noqa: B023
                "both": lambda: memory.decisions.chain(id, depth=DEPTH),  # noqa: B023
                "bare_both": lambda: _bare(memory, id, True, False),  # noqa: B023
            }
            names = list(asked) if place % 2 else ["bare", "chain", "bare_both", "both"]
            found = {name: timed(asked[name]) for name in names}
            assert found["bare"][1] == found["chain"][1]
            assert found["bare_both"][1] == found["both"][1]
            if place >= ASKED:  # those before it warm up
                steps.append(len(found["bare"][1]))
                for name, (taken, _) in found.items():
                    spent[name].append(taken)
    ms = {name: median(each) * 1000 for name, each in spent.items()}
    return {
        "chain_steps": float(median(steps)),
        "chain_ms": ms["chain"],
        "bare_chain_ms": ms["bare"],
        "chain_over_bare": ms["chain"] / ms["bare"],
        "both_ways_over_bare": ms["both"] / ms["bare_both"],
    }


@contextmanager
def _server(url: str | None) -> Iterator[Callable[[], float]]:
    """The processor seconds that the server has spent so far for those connected to the database;
    0 without a server."""
    if url is None:
        yield lambda: 0.0
        return
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:

        def seconds() -> float:
            rows = connection.execute(
                "SELECT pid FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            ).fetchall()
            spent = [Path(f"/proc/{pid}/schedstat").read_text().split()[0] for (pid,) in rows]
            return sum(map(int, spent)) / 1e9

        yield seconds


def _communities(memory: Any, ids: list[str]) -> Figures:
    """Communities of all decisions, from the store to their labels, and one more of them."""
    before = _resident()
    whole, found = _processor(memory.decisions.communities)
    kept, _ = _processor(memory.decisions.communities)
    one, _ = _processor(lambda: memory.decisions.community(ids[-1]))
    return {
        "communities_cpu": whole,
        "communities_kept_cpu": kept,
        "communities_mb": _resident() - before,
        "communities_listed": float(len(found)),
        "largest_community": float(found[0].size),
        "community_cpu": one,
    }


def _resident() -> float:
    """The most memory that this process ever held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _bare(memory: Any, id: str, *ways: bool) -> list[Any]:
    """The same chain in one statement each way, as rows."""
    from remembrancer.store.dialect import pack

    session = memory._session
    with session.store.reading(session.scope()) as reader:
        return [
            row
            for is_back in ways
            for row in reader.all(
                lambda: reader.decisions._walk(is_back=is_back),  # noqa: B023
                "bench",
                is_back,
                id=id,
                types=pack(["CAUSED", "INFLUENCED"]),
                depth=DEPTH,
                limit=2_001,
            )
        ]


def _nodes(found: Any) -> Iterator[str]:
    """The ids of the decisions of a chain, or of the rows of one."""
    if isinstance(found, list):
        yield from (row[0] for row in found)
    else:
        yield from (step.id for step in (*found.causes, *found.effects))


def _shapes(memory: Any, ids: list[str]) -> Figures:
    """Making all vectors, reading them from the store, having one new decision join them, and
    finding communities."""
    from dataclasses import replace

    from remembrancer.build import HANDLERS
    from remembrancer.front.graph_projections import GraphProjections
    from remembrancer.jobs.due_work import Workshop
    from remembrancer.jobs.schedule import SHAPES

    session = memory._session
    shop = Workshop(session.store, session.clock, session.shop.tools, {SHAPES: HANDLERS[SHAPES]})
    asked = ids[len(ids) // 2]
    made, _ = _processor(lambda: memory.decisions.similar(asked))
    stored, _ = _processor(lambda: shop.wait(session.space))
    other = type(memory)(replace(session, projections=GraphProjections()))
    loaded, _ = _processor(lambda: other.decisions.similar(asked))
    joins = []
    for number in range(JOINED):
        memory.decisions.record(
            "rebalance_decision", subject=f"client {number}", causes=ids[-3 - number :][:3]
        )
        joins.append(_processor(lambda: memory.decisions.similar(asked))[0])
    again, _ = _processor(lambda: memory.decisions.similar(asked))
    return {
        "shapes_made_s": made,
        "shapes_stored_s": stored,
        "shapes_loaded_s": loaded,
        "similar_ms": again * 1000,
        "joined_ms": median(joins) * 1000,
        "joined_over_made": median(joins) / made,
        "shapes_peak_mb": _resident(),
    }


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
