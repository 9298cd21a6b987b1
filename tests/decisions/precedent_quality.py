"""How often the right precedent is found: the first or the second set, on a store of its own.

python -m tests.decisions.precedent_quality first minilm none
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter
from typing import NamedTuple

from remembrancer import Memory
from remembrancer.llm.minilm import MiniLM
from remembrancer.ports import Embedder
from tests.decisions.precedent_sets import PrecedentSet, SetName, load

DEPTH = 10  # precedents asked for


class Quality(NamedTuple):
    """Of the cases of a set, the share whose right precedent is among the first."""

    cases: int
    first: float
    first_three: float
    first_ten: float
    seconds: float  # of one question, on average

    def __str__(self) -> str:
        return (
            f"{self.cases} cases: first {self.first:.1%}, among 3 {self.first_three:.1%}, "
            f"among {DEPTH} {self.first_ten:.1%}, {self.seconds:.2f} s each"
        )


@contextmanager
def filled(
    given: PrecedentSet, embedder: Embedder | None
) -> Iterator[tuple[Memory, dict[str, str]]]:
    """A store with the clients and the decisions, and the key of each decision by its id."""
    with Memory.open(":memory:", preset="adviser", embedder=embedder or "none") as memory:
        for client in given.clients.values():
            memory.graph.entity("Client", client.name, external_id=client.key, attrs=client.attrs)
        keys = {}
        for one in given.decisions.values():
            made = memory.decisions.record(
                one.type,
                subject=one.client,
                at=f"{one.at.isoformat()}T12:00:00+00:00",
                trigger=one.trigger,
                context_gathered=one.context_gathered,
                alternatives_considered=one.alternatives_considered,
                recommendation=one.recommendation,
                reasoning=one.reasoning,
                outcome=one.outcome,
            )
            keys[made.id] = one.key
        memory.jobs.wait()
        yield memory, keys


def ranks(given: PrecedentSet, embedder: Embedder | None) -> tuple[list[int], float]:
    """For each case, the place of the right precedent from 0, or DEPTH; and the seconds for all."""
    found = []
    with filled(given, embedder) as (memory, keys):
        begin = perf_counter()
        for query in given.queries:
            listed = memory.decisions.precedents(query.situation, filters=query.filters, k=DEPTH)
            right = {query.right, *query.also}
            places = [at for at, one in enumerate(listed) if keys[one.decision.id] in right]
            found.append(places[0] if places else DEPTH)
        return found, perf_counter() - begin


def quality(places: Sequence[int], seconds: float) -> Quality:
    count = len(places)
    first, three, ten = (sum(place < n for place in places) / count for n in (1, 3, DEPTH))
    return Quality(count, first, three, ten, seconds / count)


def main(name: SetName, embedders: Sequence[str]) -> None:
    given = load(name)
    for chosen in embedders:
        places, seconds = ranks(given, MiniLM() if chosen == "minilm" else None)
        print(f"{name} set, {chosen}: {quality(places, seconds)}")
        for half in (0, 1):
            print(f"  half {half + 1}: {quality(places[half::2], seconds / 2)}")


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in ("first", "second"):
        sys.exit(__doc__)
    main("first" if sys.argv[1] == "first" else "second", sys.argv[2:])
