"""Conditions: which namespaces and values a graph asks its store for."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from langgraph.store.base import MatchCondition

_COMPARED: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "$gt": operator.gt,
    "$gte": operator.ge,
    "$lt": operator.lt,
    "$lte": operator.le,
}


def is_met(condition: MatchCondition, namespace: tuple[str, ...]) -> bool:
    """Whether a namespace begins or ends with the labels of a condition; * is any label."""
    path = tuple(condition.path)
    if len(path) > len(namespace):
        return False
    start = 0 if condition.match_type == "prefix" else len(namespace) - len(path)
    labels = namespace[start : start + len(path)]
    return all(wanted in ("*", label) for wanted, label in zip(path, labels, strict=True))


def holds(value: Any, wanted: Any) -> bool:
    """A mapping has to hold all that is wanted of it, or to pass each comparison."""
    if isinstance(wanted, Mapping):
        if any(name.startswith("$") for name in wanted):
            return all(_passes(value, name, limit) for name, limit in wanted.items())
        return isinstance(value, Mapping) and all(
            holds(_at(value, name), part) for name, part in wanted.items()
        )
    if isinstance(wanted, list | tuple):
        is_as_long = isinstance(value, list) and len(value) == len(wanted)
        return is_as_long and all(map(holds, value, wanted))
    return bool(value == wanted)


def _at(value: Mapping[str, Any], name: str) -> Any:
    """What a mapping holds under a name, or along a path of names with dots between them.

    A name may have dots of its own: the longest that is there counts.
    """
    if name in value:
        return value[name]
    labels = name.split(".")
    for count in range(len(labels) - 1, 0, -1):
        inner = value.get(".".join(labels[:count]))
        if isinstance(inner, Mapping):
            return _at(inner, ".".join(labels[count:]))
    return None


def _passes(value: Any, comparison: str, limit: Any) -> bool:
    if comparison in ("$eq", "$ne"):
        return bool(value == limit) is (comparison == "$eq")
    if comparison not in _COMPARED:
        raise ValueError(f"Unsupported operator: {comparison}")
    try:
        return _COMPARED[comparison](float(value), float(limit))
    except (TypeError, ValueError):  # what is no number is neither more nor less
        return False
