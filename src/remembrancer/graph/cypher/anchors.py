"""Every pattern hangs on something: a match of the whole graph is refused.

A kind, a type, a property with a value, or a node that an earlier clause found is an anchor. Parts
of a pattern that share a name hold each other; each part that stands alone needs its own.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from remembrancer.graph.cypher.refusals import refusal
from remembrancer.graph.cypher.tree import (
    Chain,
    ComparisonTest,
    EdgePattern,
    Expression,
    FunctionCall,
    HasLabels,
    Literal,
    NodePattern,
    Parameter,
    PathPattern,
    Property,
    Variable,
)
from remembrancer.graph.cypher.walk import names_in

_SAME_TEXT = frozenset({"toLower", "toUpper", "trim", "toString"})
_PARTS_OF_TEXT = frozenset({"CONTAINS", "STARTS WITH", "ENDS WITH"})


def check_anchors(
    patterns: tuple[PathPattern, ...],
    where: Expression | None,
    known: Collection[str],
    params: Mapping[str, Any],
) -> None:
    """Refuses patterns that match everything. `known`: nodes that are found already."""
    new = _names(patterns) - set(known)
    held = _held(where, new, params) if where is not None else set()
    for part in _connected(patterns, known):
        nodes = [node for path in part for node in path.nodes]
        edges = [edge for path in part for edge in path.edges]
        anchored = any(_node_is_anchored(node, known, held, new) for node in nodes)
        if not anchored and not any(edge.hops for edge in edges):
            anchored = any(_edge_is_anchored(edge, held, new) for edge in edges)
        if not anchored:
            raise refusal(_advice(nodes))


def _advice(nodes: list[NodePattern]) -> str:
    name = next((node.variable for node in nodes if node.variable), "n")
    return (
        f"This matches the whole graph, from ({name}) on. Add an anchor: a kind, such as "
        f"({name}:Person), an id, such as ({name} {{id: 'charlie_id'}}), or a "
        f"condition that gives a property its value, such as {name}.name = 'Charlie'."
    )


def _names(patterns: tuple[PathPattern, ...]) -> set[str]:
    return {part.variable for path in patterns for part in path.parts if part.variable is not None}


def _connected(
    patterns: tuple[PathPattern, ...], known: Collection[str]
) -> list[list[PathPattern]]:
    """The patterns, put together where they share a node."""
    parts: list[tuple[set[str], list[PathPattern]]] = []
    for path in patterns:
        names, members = _names((path,)) - set(known), [path]
        apart = []
        for other_names, other_members in parts:
            if names & other_names:
                names, members = names | other_names, [*other_members, *members]
            else:
                apart.append((other_names, other_members))
        parts = [*apart, (names, members)]
    return [members for _, members in parts]


def _node_is_anchored(
    node: NodePattern, known: Collection[str], held: set[str], new: set[str]
) -> bool:
    return (
        bool(node.labels.names)
        or (node.variable is not None and (node.variable in known or node.variable in held))
        or _names_a_value(node.properties, new)
    )


def _edge_is_anchored(edge: EdgePattern, held: set[str], new: set[str]) -> bool:
    return bool(edge.types) or edge.variable in held or _names_a_value(edge.properties, new)


def _names_a_value(properties: tuple[tuple[str, Expression], ...], new: set[str]) -> bool:
    return any(not names_in(value) & new for _, value in properties)


def _held(condition: Expression, new: set[str], params: Mapping[str, Any]) -> set[str]:
    """The names that a condition holds to a kind or to the value of a property."""
    match condition:
        case Chain(first, rest) if rest[0][0] in ("AND", "OR"):
            sets = [_held(part, new, params) for part in (first, *(part for _, part in rest))]
            return set.union(*sets) if rest[0][0] == "AND" else set.intersection(*sets)
        case HasLabels(name, _):
            return {name}
        case ComparisonTest("=", left, right):
            return _held_by(left, right, new) | _held_by(right, left, new)
        case ComparisonTest("IN", left, right):
            return _held_by(left, right, new)
        case ComparisonTest(operator, left, right) if operator in _PARTS_OF_TEXT:
            return _held_by(left, right, new) if _is_some_text(right, params) else set()
        case _:
            return set()


def _held_by(side: Expression, value: Expression, new: set[str]) -> set[str]:
    match _bare(side):
        case Property(Variable(name), _) if not names_in(value) & new:
            return {name}
        case _:
            return set()


def _bare(expression: Expression) -> Expression:
    while isinstance(expression, FunctionCall) and expression.name in _SAME_TEXT:
        expression = expression.arguments[0]
    return expression


def _is_some_text(expression: Expression, params: Mapping[str, Any]) -> bool:
    """An empty text is contained in every text."""
    match _bare(expression):
        case Literal(value):
            return isinstance(value, str) and bool(value.strip())
        case Parameter(name):
            return isinstance(params.get(name), str) and bool(params[name].strip())
        case _:
            return False
