"""Values on their way to Neo4j and back."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from neo4j.graph import Entity, Path

from remembrancer.graph.cypher import NEO4J_KEY, neo4j_name

_INTEGERS = range(-(2**63), 2**63)


def held(key: str, properties: Mapping[str, Any]) -> dict[str, Any]:
    """Properties as the server holds them, with the key of their node or edge."""
    values = {neo4j_name(name): _fitting(value) for name, value in properties.items()}
    return values | {NEO4J_KEY: key}


def shown(value: Any) -> Any:
    """A value as the caller gets it: nodes and edges are their properties."""
    match value:
        case Entity():
            return _ours(dict(value.items()))
        case Path():
            return {
                "nodes": [shown(node) for node in value.nodes],
                "relationships": [shown(edge) for edge in value.relationships],
            }
        case dict():
            return _ours(value)
        case list() | tuple():
            return [shown(one) for one in value]
        case float():
            return value if math.isfinite(value) else None
        case None | bool() | int() | str():
            return value
        case _:
            return str(value)


def _ours(values: dict[str, Any]) -> dict[str, Any]:
    """Without our key, and with the names that had to get out of its way."""
    return {
        name[1:] if _got_out_of_the_way(name) else name: shown(value)
        for name, value in values.items()
        if name != NEO4J_KEY
    }


def _got_out_of_the_way(name: str) -> bool:
    return name[:1] == "_" and neo4j_name(name[1:]) == name


def _fitting(value: Any) -> Any:
    """Whole numbers that no engine holds as such become floats in each of them."""
    if isinstance(value, list):
        return [_fitting(one) for one in value]
    if isinstance(value, int) and value not in _INTEGERS:
        return float(value)
    return value
