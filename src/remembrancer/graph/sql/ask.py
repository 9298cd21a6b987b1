"""Asking in SQL: the query is checked, then the store answers it with the caller's rights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from remembrancer.core.limits import (
    GRAPH_QUERY_ANSWER_CHARACTERS_MAX,
    GRAPH_QUERY_ROWS_MAX,
    GRAPH_QUERY_SECONDS,
)
from remembrancer.core.scope import Scope
from remembrancer.graph.port import QueryBounds
from remembrancer.graph.sql.check import check
from remembrancer.graph.sql.port import SqlQueries

BOUNDS = QueryBounds(GRAPH_QUERY_SECONDS, GRAPH_QUERY_ROWS_MAX, GRAPH_QUERY_ANSWER_CHARACTERS_MAX)


def ask(
    store: SqlQueries, scope: Scope, query: Any, params: Mapping[str, Any] | None = None
) -> list[dict[str, Any]]:
    """The rows of one SELECT over the views, as the viewer of the scope may see them."""
    return store.sql(scope, check(query, params), BOUNDS)
