"""Decisions that were recorded since the vectors were made get theirs from what is around them.

Only what was added is brought in so. Where something was taken away or hidden, all vectors are made
anew, so that no vector tells of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from remembrancer.core.limits import SHAPE_JOINS_MAX, SHAPE_NEIGHBOURHOOD_MAX, SHAPE_NEIGHBOURS_MAX
from remembrancer.core.preset import Preset
from remembrancer.decisions.shapes import fastrp
from remembrancer.decisions.shapes.shape_index import ShapeIndex
from remembrancer.decisions.shapes.structure import (
    Structure,
    decision_labels,
    is_decision,
    stated_edges,
    structure,
)
from remembrancer.graph.port import ChangedNodes, GraphEdge, GraphNode, ProjectionReader


def joined(
    index: ShapeIndex, shared: ProjectionReader, preset: Preset, changed: ChangedNodes
) -> ShapeIndex | None:
    """The index with what was added; None: all has to be made anew.

    The vectors of what stands around the new ones stay as they were until then.
    """
    if changed.is_anew:
        return None
    roots = shared.roots()
    ids = {*changed.entities, *changed.items}
    nodes = _nodes(shared, ids)
    edges = {edge.key: edge for edge in stated_edges(shared, roots, ids=changed.edges)}
    if any(index.has_node(id) and id not in nodes for id in ids) or any(
        index.has_edge(id) and id not in edges for id in changed.edges
    ):
        return None
    fresh = {key for key in nodes if not index.has_node(key)}
    edges |= {edge.key: edge for edge in stated_edges(shared, roots, fresh)}
    new = {key: edge for key, edge in edges.items() if not index.has_edge(key)}
    nodes |= _nodes(shared, _ends(new.values()).difference(nodes))
    added = {key: edge for key, edge in new.items() if nodes.keys() >= _ends([edge])}
    labels = decision_labels(preset)
    around_added = {*ids, *_ends(added.values())}
    touched = {id for id in around_added if id in nodes and is_decision(nodes[id], labels)}
    if len(touched) > SHAPE_JOINS_MAX:
        return None
    around = neighbourhood(shared, roots, preset, touched, added)
    made = fastrp.vectors(around)
    places = [place for place in around.decisions if around.ids[place] in touched]
    return index.joined_by(
        {around.ids[place]: made[place] for place in places},
        sorted(touched | _ends(added.values())),
        sorted(added),
    )


def neighbourhood(
    shared: ProjectionReader,
    roots: Mapping[str, str],
    preset: Preset,
    ids: Collection[str],
    added: Collection[str] = (),
) -> Structure:
    """What is around some nodes, as far as their vectors reach, with all of these relations.

    Of what has very many neighbours, such as a rule that everybody applies, some stand for all.
    """
    found: dict[str, GraphEdge] = {}
    seen, frontier = set(ids), set(ids)
    for _ in range(fastrp.ROUNDS):
        degrees: Counter[str] = Counter()
        for edge in stated_edges(shared, roots, frontier):
            inner = _ends([edge]) & frontier
            degrees.update(inner)
            is_one_of_few = any(degrees[end] <= SHAPE_NEIGHBOURS_MAX for end in inner)
            if is_one_of_few or edge.key in added:
                found.setdefault(edge.key, edge)
        frontier = _ends(found.values()) - seen
        if not frontier or len(seen) + len(frontier) > SHAPE_NEIGHBOURHOOD_MAX:
            break
        seen |= frontier
    return structure(shared.nodes(seen), found.values(), decision_labels(preset))


def _nodes(shared: ProjectionReader, ids: Collection[str]) -> dict[str, GraphNode]:
    return {node.key: node for node in shared.nodes(ids)} if ids else {}


def _ends(edges: Iterable[GraphEdge]) -> set[str]:
    return {end for edge in edges for end in (edge.source, edge.target)}
