"""The port of a store that answers a checked SELECT."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from remembrancer.core.scope import Scope
from remembrancer.graph.port import QueryBounds


class CheckedSql(NamedTuple):
    """A SELECT that was checked, and written anew for each engine."""

    sqlite: str
    postgresql: str
    searches: tuple[str, ...] = ()  # the words of `message_search_1`, `message_search_2`, …


class SqlQueries(Protocol):
    """Runs a SELECT with the rights of a scope, and with a wall of its own around it."""

    def sql(self, scope: Scope, query: CheckedSql, bounds: QueryBounds) -> list[dict[str, Any]]:
        """The rows. Raises `QueryRefused` if it exceeds its bounds or the engine refuses it."""
        ...
