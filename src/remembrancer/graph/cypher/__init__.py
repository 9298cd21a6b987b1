"""Cypher from programs that nobody trusts: read, checked, and written anew for an engine.

`checked` refuses everything that is not on the list of `docs/cypher.md`, and `written` gives the
text and the parameters that an engine runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from remembrancer.core.errors import InvalidInput
from remembrancer.graph.cypher.parameters import checked_params
from remembrancer.graph.cypher.parser import parsed
from remembrancer.graph.cypher.refusals import refusal
from remembrancer.graph.cypher.scope import ScopeCheck
from remembrancer.graph.cypher.tree import Query
from remembrancer.graph.cypher.writer import (
    KGLITE_PREFIX,
    NEO4J_KEY,
    NEO4J_LABEL,
    Dialect,
    WrittenQuery,
    given_params,
    neo4j_name,
    write,
)

__all__ = [
    "KGLITE_PREFIX",
    "NEO4J_KEY",
    "NEO4J_LABEL",
    "CheckedQuery",
    "Dialect",
    "WrittenQuery",
    "checked",
    "forget",
    "neo4j_name",
    "written",
]

_KEPT_MAX = 64  # queries that are kept checked


class CheckedQuery(NamedTuple):
    """A query that only reads, asks for no more than is allowed, and hangs on an anchor."""

    tree: Query
    params: dict[str, Any]  # those that it asks for
    kept: dict[Dialect, WrittenQuery] | None = None  # its texts so far, without params


def checked(query: str, params: Mapping[str, Any] | None = None) -> CheckedQuery:
    """The query if it is one of the documented dialect; else `QueryRefused`."""
    if not isinstance(query, str):
        raise refusal("A query is a text.")
    if params is not None and not isinstance(params, Mapping):
        raise InvalidInput("params is a mapping of names to values.", field="params")
    values = checked_params(params or {})
    shapes = tuple((name, type(value), _shape(value)) for name, value in values.items())
    tree, used, kept = _checked(query, shapes)
    return CheckedQuery(tree, {name: values[name] for name in used}, kept)


def forget() -> None:
    """Forgets the texts of queries that were checked."""
    _checked.cache_clear()


def written(query: CheckedQuery, dialect: Dialect) -> WrittenQuery:
    """The query as one engine runs it."""
    if query.kept is None:
        return write(query.tree, query.params, dialect)
    if dialect not in query.kept:
        query.kept[dialect] = write(query.tree, {}, dialect)
    text, texts = query.kept[dialect]
    return WrittenQuery(text, given_params(query.params, dialect) | texts)


# Programs ask the same few questions with other parameters, and checking takes longer than asking.
@lru_cache(maxsize=_KEPT_MAX)
def _checked(
    query: str, shapes: tuple[tuple[str, type, Any], ...]
) -> tuple[Query, tuple[str, ...], dict[Dialect, WrittenQuery]]:
    scope = ScopeCheck({name: shape for name, _, shape in shapes})
    tree = scope.query(parsed(query))
    return tree, tuple(sorted(scope.used)), {}


def _shape(value: Any) -> Any:
    """All of a parameter that the check of a query looks at: whether a text is empty, and which
    whole number it is."""
    if isinstance(value, str):
        return "text" if value.strip() else ""
    return value if isinstance(value, int) else None
