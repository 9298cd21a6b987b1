"""The graph from afar: what there is most of, when a node changed, and what relations rest on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

from remembrancer.core.base import Value
from remembrancer.core.limits import (
    GRAPH_CONNECTED_EDGES,
    GRAPH_CONNECTED_NODES,
    GRAPH_EDGES_MAX,
    GRAPH_TIMES_MAX,
)
from remembrancer.graph import relations
from remembrancer.graph.neighbourhood import Node, nodes_of, root_of
from remembrancer.items.message import Message
from remembrancer.ports import LedgerPoint, Reader


class ConnectedNode(Value):
    """A node, and how many relations it has."""

    node: Node
    relations: int  # among the newest ones of the space


class GraphOverview(Value):
    """What there is in the graph that the caller may see."""

    kinds: dict[str, int]  # how many entities of each kind, the most first
    most_connected: tuple[ConnectedNode, ...]


class NodeOverview(Value):
    """What there is around one node."""

    types: dict[str, int]  # how many relations of each type hold, the most first
    ended: int  # how many relations on record hold no longer or not yet
    valid_times: tuple[datetime, ...]  # when relations began and ended in the world, oldest first
    recorded_times: tuple[datetime, ...]  # when they came on record or were ended, oldest first


def overview(reader: Reader, *, at: LedgerPoint | None, holds_at: datetime) -> GraphOverview:
    """The kinds with their counts, and the nodes with the most relations."""
    counted = reader.outline.connected(
        at=at, holds_at=holds_at, newest=GRAPH_CONNECTED_EDGES, limit=2 * GRAPH_CONNECTED_NODES
    )
    roots = reader.entities.roots([id for id, _ in counted], at=at) if counted else {}
    totals: Counter[str] = Counter()
    for id, number in counted:
        totals[roots.get(id, id)] += number
    nodes = nodes_of(reader, list(totals), at=at)
    ranked = [(nodes[id], number) for id, number in totals.most_common() if id in nodes]
    return GraphOverview(
        kinds=reader.outline.kinds(at=at),
        most_connected=tuple(
            ConnectedNode(node=node, relations=number)
            for node, number in ranked[:GRAPH_CONNECTED_NODES]
        ),
    )


def of_node(reader: Reader, id: str, *, at: LedgerPoint | None, holds_at: datetime) -> NodeOverview:
    """The types of a node's relations with their counts, and its times."""
    own = relations.with_members(reader, [root_of(reader, id, at=at)], at=at)
    spans = reader.outline.spans(own, at=at, limit=GRAPH_EDGES_MAX)
    types = Counter(
        one.type
        for one in spans
        if (one.valid_from is None or one.valid_from <= holds_at)
        and (one.valid_until is None or holds_at < one.valid_until)
    )
    ordered = sorted(types.items(), key=lambda pair: (-pair[1], pair[0]))
    return NodeOverview(
        types=dict(ordered),
        ended=len(spans) - types.total(),
        valid_times=_times(time for one in spans for time in (one.valid_from, one.valid_until)),
        recorded_times=_times(time for one in spans for time in (one.created_at, one.ended_at)),
    )


def messages(reader: Reader, ids: Sequence[str], *, each: int) -> dict[str, tuple[Message, ...]]:
    """The messages that state these relations, as far as the caller may read them."""
    seen = [one.id for one in reader.edges.listed(ids=ids)] if ids else []
    numbers = reader.outline.messages(seen, each=each) if seen else {}
    wanted = sorted({number for found in numbers.values() for number in found})
    read = reader.conversations.messages_by_key(wanted) if wanted else {}
    return {
        id: tuple(
            read[number]
            for number in numbers.get(id, ())
            if number in read and not read[number].is_erased
        )
        for id in seen
    }


def _times(times: Iterable[datetime | None]) -> tuple[datetime, ...]:
    """The first, the last, and as many between them as are told of at once."""
    found = sorted({time for time in times if time is not None})
    if len(found) <= GRAPH_TIMES_MAX:
        return tuple(found)
    step = (len(found) - 1) / (GRAPH_TIMES_MAX - 1)
    return tuple(found[round(place * step)] for place in range(GRAPH_TIMES_MAX))
