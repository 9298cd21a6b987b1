"""What is computed of the decisions that everybody in a space may see."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from remembrancer.core.preset import Preset
from remembrancer.decisions.shapes.communities import SpaceCommunities
from remembrancer.decisions.shapes.decision_facts import SpaceFacts, space_facts
from remembrancer.decisions.shapes.features import Feature, features
from remembrancer.decisions.shapes.structure import Structure
from remembrancer.graph.port import ChangedNodes, GraphNode, ProjectionReader
from remembrancer.items.entity import is_entity_id

if TYPE_CHECKING:
    from remembrancer.decisions.shapes.shape_index import ShapeIndex

Groups = list[tuple[str, ...]]  # ids of decisions


@dataclass(frozen=True, slots=True, kw_only=True)
class ShapeMaking:
    """What needs the extra `shapes`. Each raises `NotAvailable` where that is not installed."""

    index: Callable[[Structure], ShapeIndex]
    join: Callable[[ShapeIndex, ProjectionReader, Preset, ChangedNodes], ShapeIndex | None]
    load: Callable[[bytes], ShapeIndex | None]
    groups: Callable[[Structure], Groups]


class SpaceShapes:
    """The graph around the decisions of a space, and what follows from it. Thread-safe.

    It holds what every member of the space may see and nothing else, so that one computation
    serves all and no answer tells of what is hidden.
    """

    def __init__(
        self,
        nodes: list[GraphNode],
        graph: Structure,
        making: ShapeMaking,
        subject_kind: str,
    ) -> None:
        self.graph = graph
        self.features: Mapping[str, frozenset[Feature]] = features(nodes, graph)
        self.facts: SpaceFacts = space_facts(nodes, graph, subject_kind)
        self.entities = frozenset(node.key for node in nodes if is_entity_id(node.key))
        self.decisions = tuple(graph.ids[place] for place in graph.decisions)
        self.labels = _labels(nodes, self.decisions)  # of people, by decision
        self.items = sum(len(node.labels) > 1 for node in nodes)  # how many, decisions included
        self._making = making
        self._lock = threading.RLock()

    @property
    def communities_at_hand(self) -> SpaceCommunities | None:
        """The communities, if somebody asked for them before."""
        found: SpaceCommunities | None = self.__dict__.get("communities")
        return found

    @cached_property
    def communities(self) -> SpaceCommunities:
        """Decisions that are tied to each other, the largest community first."""
        with self._lock:
            groups = self._making.groups(self.graph)
            return SpaceCommunities(self.graph, groups, self.features, self.facts)


def _labels(nodes: list[GraphNode], decisions: Collection[str]) -> dict[str, str]:
    known = frozenset(decisions)
    found = {node.key: node.properties.get("label") for node in nodes if node.key in known}
    return {id: label for id, label in found.items() if isinstance(label, str) and label}
