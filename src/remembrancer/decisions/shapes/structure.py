"""The graph that shapes are computed over: what every member of the space may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from remembrancer.core.preset import Preset
from remembrancer.graph.port import GraphEdge, GraphNode, ProjectionReader
from remembrancer.items.entity import label_of_kind
from remembrancer.items.kinds.decision_kinds import decision_kinds

DECISION: Final = "Decision"  # the kind of all decisions, however they were captured
# What ties decisions into communities: a cause more closely than what was merely weighed.
TIE_WEIGHTS: Final[Mapping[str, float]] = {"CAUSED": 1.0, "INFLUENCED": 0.7}
_PROPOSED: Final = "proposed"


class NeighbourKind(NamedTuple):
    """One relation as seen from a decision."""

    type: str  # of the relation, in upper case
    is_out: bool  # True: it leads from the decision
    kind: str  # of the node at its other end
    decision_type: str | None  # of that node, if it is a decision


@dataclass(frozen=True, slots=True, kw_only=True)
class Structure:
    """Nodes by their place, and typed edges between places. It has neither names nor words.

    Nodes and edges stand in the order in which the store has them, so that the same graph is
    computed in the same order, whatever its ids are.
    """

    ids: tuple[str, ...]  # of decisions, and of all else that has an edge
    kinds: tuple[str, ...]  # of an entity its kind; of an item the label of its kind
    decision_types: tuple[str | None, ...]  # None: no decision, or its type was not stated
    decisions: tuple[int, ...]  # places of the decisions
    edges: tuple[tuple[int, str, int], ...]  # source, type in upper case, target
    edge_ids: tuple[str, ...] = ()  # of the relations, in the same order


def read(
    shared: ProjectionReader, preset: Preset, around: Collection[str] | None = None
) -> tuple[list[GraphNode], Structure]:
    """What everybody in the space may see, all of it or what is next to these nodes.

    `shared` is the reader's `projection.shared()`. Links that a rule or a model proposed take part
    once somebody has confirmed them.
    """
    edges = list(stated_edges(shared, shared.roots(), around))
    ends = {end for edge in edges for end in (edge.source, edge.target)}
    nodes = shared.nodes(None if around is None else ends.union(around))
    return nodes, structure(nodes, edges, decision_labels(preset))


def stated_edges(
    shared: ProjectionReader,
    roots: Mapping[str, str],
    ends: Collection[str] | None = None,
    *,
    ids: Collection[str] | None = None,
) -> Iterator[GraphEdge]:
    """The relations that somebody stated, all, those at these nodes or those of these ids, with
    the entities that stand for merged ones as their ends."""
    if ends is not None:
        ends = {*ends, *(merged for merged, root in roots.items() if root in ends)}
    for edge in shared.edges(ids=ids, ends=ends):
        if not edge.properties.get(_PROPOSED):
            yield edge._replace(
                source=roots.get(edge.source, edge.source),
                target=roots.get(edge.target, edge.target),
            )


def is_decision(node: GraphNode, labels: Collection[str]) -> bool:
    """Whether a node is an item of a kind that these are the labels of."""
    return len(node.labels) > 1 and node.labels[-1] in labels


def decision_labels(preset: Preset) -> frozenset[str]:
    """The labels in the graph of the kinds that are decisions."""
    return frozenset(map(label_of_kind, decision_kinds(preset)))


def structure(
    nodes: Collection[GraphNode], edges: Collection[GraphEdge], labels: Collection[str]
) -> Structure:
    """The structure of nodes and of those edges that have both their ends among them.

    `labels` are those of decisions.
    """
    known = {node.key for node in nodes}
    held = [
        edge
        for edge in edges
        if edge.source != edge.target and edge.source in known and edge.target in known
    ]
    ends = {end for edge in held for end in (edge.source, edge.target)}
    places: dict[str, int] = {}
    kinds: list[str] = []
    types: list[str | None] = []
    decisions: list[int] = []
    for node in nodes:
        is_one = is_decision(node, labels)
        if not is_one and node.key not in ends:
            continue
        if is_one:
            decisions.append(len(places))
        type = node.properties.get("decision_type") if is_one else None
        places[node.key] = len(places)
        kinds.append(DECISION if is_one else node.labels[-1])
        types.append(type if isinstance(type, str) else None)
    return Structure(
        ids=tuple(places),
        kinds=tuple(kinds),
        decision_types=tuple(types),
        decisions=tuple(decisions),
        edges=tuple((places[edge.source], edge.type, places[edge.target]) for edge in held),
        edge_ids=tuple(edge.key for edge in held),
    )


def neighbour_kinds(
    graph: Structure, of: Collection[str] | None = None
) -> dict[str, Counter[NeighbourKind]]:
    """The relations of each decision, or of these, counted by what they are."""
    found: dict[int, Counter[NeighbourKind]] = {
        place: Counter() for place in graph.decisions if of is None or graph.ids[place] in of
    }
    for source, type, target in graph.edges:
        for here, is_out, there in ((source, True, target), (target, False, source)):
            if here in found:
                near = NeighbourKind(type, is_out, graph.kinds[there], graph.decision_types[there])
                found[here][near] += 1
    return {graph.ids[place]: counted for place, counted in found.items()}
