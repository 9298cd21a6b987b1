"""The graph that shapes are computed over: what every member of the space may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, NamedTuple

from remembrancer.core.preset import Preset
from remembrancer.decisions.decision_rows import decision_kinds
from remembrancer.graph.port import GraphEdge, GraphNode, ProjectionReader
from remembrancer.items.entity import label_of_kind

DECISION: Final = "Decision"  # the kind of all decisions, however they were captured
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


def read(
    shared: ProjectionReader, preset: Preset, around: Collection[str] | None = None
) -> Structure:
    """What everybody in the space may see, all of it or what is next to these nodes.

    `shared` is the reader's `projection.shared()`. Links that a rule or a model proposed take part
    once somebody has confirmed them.
    """
    roots = shared.roots()
    found = [
        edge._replace(
            source=roots.get(edge.source, edge.source), target=roots.get(edge.target, edge.target)
        )
        for edge in shared.edges(ends=around)
        if not edge.properties.get(_PROPOSED)
    ]
    ends = {end for edge in found for end in (edge.source, edge.target)}
    nodes = shared.nodes(None if around is None else ends.union(around))
    return structure(nodes, found, {label_of_kind(kind) for kind in decision_kinds(preset)})


def structure(
    nodes: Collection[GraphNode], edges: Collection[GraphEdge], decision_labels: Collection[str]
) -> Structure:
    """The structure of nodes and of those edges that have both their ends among them."""
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
        label, is_item = node.labels[-1], len(node.labels) > 1
        is_decision = is_item and label in decision_labels
        if not is_decision and node.key not in ends:
            continue
        if is_decision:
            decisions.append(len(places))
        type = node.properties.get("decision_type") if is_decision else None
        places[node.key] = len(places)
        kinds.append(DECISION if is_decision else label)
        types.append(type if isinstance(type, str) else None)
    return Structure(
        ids=tuple(places),
        kinds=tuple(kinds),
        decision_types=tuple(types),
        decisions=tuple(decisions),
        edges=tuple((places[edge.source], edge.type, places[edge.target]) for edge in held),
    )


def neighbour_kinds(graph: Structure) -> dict[str, Counter[NeighbourKind]]:
    """The relations of each decision, counted by what they are."""
    found: dict[int, Counter[NeighbourKind]] = {place: Counter() for place in graph.decisions}
    for source, type, target in graph.edges:
        for here, is_out, there in ((source, True, target), (target, False, source)):
            if here in found:
                near = NeighbourKind(type, is_out, graph.kinds[there], graph.decision_types[there])
                found[here][near] += 1
    return {graph.ids[place]: counted for place, counted in found.items()}
