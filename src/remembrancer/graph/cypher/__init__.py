"""Cypher from programs that nobody trusts: read, checked, and written anew for an engine.

`checked` refuses everything that is not on the list of `docs/cypher.md`, and `written` gives the
text and the parameters that an engine runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

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
    "neo4j_name",
    "written",
]


class CheckedQuery(NamedTuple):
    """A query that only reads, asks for no more than is allowed, and hangs on an anchor."""

    tree: Query
    params: dict[str, Any]  # those that it asks for


def checked(query: str, params: Mapping[str, Any] | None = None) -> CheckedQuery:
    """The query if it is one of the documented dialect; else `QueryRefused`."""
    if not isinstance(query, str):
        raise refusal("A query is a text.")
    values = checked_params(params or {})
    scope = ScopeCheck(values)
    tree = scope.query(parsed(query))
    return CheckedQuery(tree, {name: values[name] for name in sorted(scope.used)})


def written(query: CheckedQuery, dialect: Dialect) -> WrittenQuery:
    """The query as one engine runs it."""
    return write(query.tree, query.params, dialect)
