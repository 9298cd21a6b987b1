"""Reads one SELECT and checks it: what passes is written anew from its tree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from remembrancer.core.errors import NotAvailable
from remembrancer.core.limits import SQL_DEPTH_MAX
from remembrancer.graph.sql.port import CheckedSql
from remembrancer.graph.sql.scan import refused, scan
from remembrancer.graph.sql.writer import SqlStatementWriter

_DIALECT: Final = "postgres"  # in which queries are read, whatever engine answers them


def check(query: Any, params: Any = None) -> CheckedSql:
    """The statement for each engine, or `QueryRefused` with what to write instead."""
    text = scan(query)
    if params is None:
        params = {}
    if not isinstance(params, Mapping) or not all(isinstance(name, str) for name in params):
        raise refused("params has a value for each :name of the query: {'author': 'u-1'}.")
    tree = _parsed(text)
    try:
        on_sqlite = SqlStatementWriter(is_postgres=False, params=params)
        sqlite = on_sqlite.statement(tree)
        postgresql = SqlStatementWriter(is_postgres=True, params=params).statement(tree)
    except RecursionError:
        raise _too_deep() from None
    return CheckedSql(sqlite, postgresql, tuple(on_sqlite.searches))


def _parsed(text: str) -> Any:
    try:
        # Importing it takes most of a second, and most programs never ask in SQL.
        import sqlglot
    except ImportError as error:
        raise NotAvailable(
            f"Asking in SQL needs sqlglot, which cannot be loaded ({error}). Install Remembrancer "
            'with its extra: pip install "remembrancer[graph]".'
        ) from error
    try:
        trees = sqlglot.parse(text, dialect=_DIALECT)
    except RecursionError:
        raise _too_deep() from None
    except sqlglot.errors.SqlglotError as error:
        found = (getattr(error, "errors", None) or [{}])[0]
        line, column = found.get("line"), found.get("col")
        where = f" at line {line}, column {column}" if line and column else ""
        raise refused(f"This is no SQL that can be read{where}. Write one SELECT.") from None
    if len(trees) != 1 or trees[0] is None:
        raise refused("One SELECT at a time.")
    if _depth(trees[0]) > SQL_DEPTH_MAX * 3:
        raise _too_deep()
    return trees[0]


def _too_deep() -> Exception:
    return refused("The query is nested too deeply. Ask in several queries.")


def _depth(tree: Any) -> int:
    """Levels of the tree. A chain of AND or OR counts as one level."""
    deepest, waiting = 0, [(tree, 1)]
    while waiting:
        node, depth = waiting.pop()
        deepest = max(deepest, depth)
        for child in node.iter_expressions():
            is_chain = type(child) is type(node) and type(node).__name__ in ("And", "Or")
            waiting.append((child, depth if is_chain else depth + 1))
    return deepest
