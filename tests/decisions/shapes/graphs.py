"""Small graphs, told by the kinds of their nodes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from remembrancer.decisions.shapes.structure import Structure, structure
from remembrancer.graph.port import GraphEdge, GraphNode

LABELS = ("Decision", "DecisionTrace")


def graph(
    nodes: Mapping[str, str], edges: Iterable[tuple[str, str, str]], type: str | None = None
) -> Structure:
    """Nodes by id with their kinds; those of kind Decision are decisions of this type."""
    made = [
        GraphNode(
            id,
            ("Item", kind) if kind in (*LABELS, "Fact") else (kind,),
            {"decision_type": type} if kind in LABELS else {},
        )
        for id, kind in nodes.items()
    ]
    held = [
        GraphEdge(f"rel_{number}", name, source, target, {})
        for number, (source, name, target) in enumerate(edges)
    ]
    return structure(made, held, LABELS)
