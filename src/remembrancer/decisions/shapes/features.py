"""What can be said of a decision that others may share: its type, what it is about, and what that
is like."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from remembrancer.decisions.shapes.structure import Structure
from remembrancer.graph.port import GraphNode
from remembrancer.items.entity import ABOUT

TYPE: Final = "type"  # the name of the feature that is the type of a decision
_VALUE_CHARACTERS_MAX: Final = 80  # a longer value is a text of its own, and no mark of a group
_YES: Final = "yes"
_UNTOLD: Final = ("id", "name", "external_id")  # the name is told with the kind


class Feature(NamedTuple):
    """One thing that a decision has."""

    name: str  # type, the kind of an entity that it is about, or an attribute of that entity
    value: str

    def in_words(self) -> str:
        if self.name == TYPE:
            return self.value.replace("_", " ")
        if self.value == _YES:
            return self.name.replace("_", " ")
        return f"{self.name.replace('_', ' ')} {self.value}"


def features(nodes: Iterable[GraphNode], graph: Structure) -> dict[str, frozenset[Feature]]:
    """The features of each decision of a graph that was made of these nodes."""
    known = {node.key: node for node in nodes}
    found: dict[int, set[Feature]] = {place: set() for place in graph.decisions}
    for place in graph.decisions:
        type = graph.decision_types[place]
        if type is not None:
            found[place].add(Feature(TYPE, type))
    for source, type, target in graph.edges:
        node = known.get(graph.ids[target])
        if type == ABOUT and source in found and node is not None:
            found[source].update(_told(node))
    return {graph.ids[place]: frozenset(told) for place, told in found.items()}


def _told(node: GraphNode) -> Iterable[Feature]:
    """The name of an entity and its attributes that are words, whole numbers, or yes and no."""
    name = node.properties.get("name")
    values = {node.labels[-1]: name} | {
        key: value for key, value in node.properties.items() if key not in _UNTOLD
    }
    for key, value in values.items():
        if isinstance(value, bool):
            yield Feature(key, _YES if value else "no")
        elif isinstance(value, str | int) and len(str(value)) <= _VALUE_CHARACTERS_MAX:
            yield Feature(key, str(value))
