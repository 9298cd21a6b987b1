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

_PARSED_MAX = 64  # queries that are kept parsed


class CheckedQuery(NamedTuple):
    """A query that only reads, asks for no more than is allowed, and hangs on an anchor."""

    tree: Query
    params: dict[str, Any]  # those that it asks for


def checked(query: str, params: Mapping[str, Any] | None = None) -> CheckedQuery:
    """The query if it is one of the documented dialect; else `QueryRefused`."""
    if not isinstance(query, str):
        raise refusal("A query is a text.")
    if params is not None and not isinstance(params, Mapping):
        raise InvalidInput("params is a mapping of names to values.", field="params")
    values = checked_params(params or {})
    scope = ScopeCheck(values)
    tree = scope.query(_parsed(query))
    return CheckedQuery(tree, {name: values[name] for name in sorted(scope.used)})


def forget() -> None:
    """Forgets the texts of queries that were parsed."""
    _parsed.cache_clear()


def written(query: CheckedQuery, dialect: Dialect) -> WrittenQuery:
    """The query as one engine runs it."""
    return write(query.tree, query.params, dialect)


# Programs ask the same few questions with other parameters, and parsing takes longer than asking.
_parsed = lru_cache(maxsize=_PARSED_MAX)(parsed)
