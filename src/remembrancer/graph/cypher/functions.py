"""The functions that a query may call; all others are refused by name."""

from __future__ import annotations

from remembrancer.core.errors import QueryRefused
from remembrancer.graph.cypher.refusals import refusal

AGGREGATES = {"count": (1, 1), "sum": (1, 1), "avg": (1, 1), "min": (1, 1), "max": (1, 1)} | {
    "collect": (1, 1)
}
# Name, and how few and how many arguments it takes. No function builds a text or a list that is
# much longer than what it is given, reads a clock or a file, or gives another value each time.
SCALARS = {
    "abs": (1, 1),
    "ceil": (1, 1),
    "coalesce": (1, 20),
    "floor": (1, 1),
    "head": (1, 1),
    "keys": (1, 1),
    "labels": (1, 1),
    "last": (1, 1),
    "left": (2, 2),
    "length": (1, 1),
    "nodes": (1, 1),
    "properties": (1, 1),
    "relationships": (1, 1),
    "reverse": (1, 1),
    "right": (2, 2),
    "round": (1, 1),
    "sign": (1, 1),
    "size": (1, 1),
    "split": (2, 2),
    "sqrt": (1, 1),
    "substring": (2, 3),
    "tail": (1, 1),
    "toBoolean": (1, 1),
    "toFloat": (1, 1),
    "toInteger": (1, 1),
    "toLower": (1, 1),
    "toString": (1, 1),
    "toUpper": (1, 1),
    "trim": (1, 1),
    "type": (1, 1),
}
QUANTIFIERS = frozenset({"all", "any", "none", "single"})
# What they are given is a variable, since the engines say different things about other values.
OF_A_VARIABLE = frozenset({"keys", "labels", "properties", "type", "nodes", "relationships"})

_BY_LOWER_NAME = {name.lower(): name for name in (*AGGREGATES, *SCALARS)}
_INSTEAD = {
    "id": "Write n.id.",
    "elementid": "Write n.id.",
    "exists": "Write n.property IS NOT NULL, or EXISTS { (n)-[:TYPE]->() }.",
    "startnode": "Name the node in the pattern: (a)-[r]->(b).",
    "endnode": "Name the node in the pattern: (a)-[r]->(b).",
    "lower": "Write toLower.",
    "upper": "Write toUpper.",
    "toint": "Write toInteger.",
    "range": "Give the list as a parameter, and UNWIND it.",
    "reduce": "Write sum, avg, min, max or collect after UNWIND.",
    "replace": "Return the text, and change it after the answer.",
    "isempty": "Write size(x) = 0.",
} | dict.fromkeys(
    ("date", "datetime", "localdatetime", "time", "localtime", "duration", "timestamp"),
    "Times are texts in ISO form: compare them with one, such as r.timestamp >= '2026-01-31'.",
)


def function_named(name: str) -> str:
    """The function's name as both engines write it."""
    known = _BY_LOWER_NAME.get(name.lower()) if name.isascii() else None
    if known is None:
        raise unknown_function(name)
    return known


def unknown_function(name: str) -> QueryRefused:
    instead = _INSTEAD.get(name.lower(), f"There are {', '.join(sorted(_BY_LOWER_NAME.values()))}.")
    return refusal(f"There is no function {name[:60]}() here. {instead}")


def check_arguments(name: str, given: int) -> None:
    least, most = (AGGREGATES | SCALARS)[name]
    if not least <= given <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        raise refusal(f"{name}() takes {wanted} argument(s), and {given} are given.")
