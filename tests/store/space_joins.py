"""Whether every table of a statement is tied to the space that the statement is about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Alias, BindParameter, ClauseElement, Column, Delete, Select, Table, Update
from sqlalchemy.sql import operators, visitors
from sqlalchemy.sql.elements import BinaryExpression, BooleanClauseList, Grouping
from sqlalchemy.sql.selectable import Join

BOUND = "the space"  # the parameter that every statement is given


def loose_tables(clause: ClauseElement) -> set[str]:
    """The tables of a statement that lie in a space, and are not tied to that of the statement:
    neither by a parameter, nor by another table that is."""
    tables: set[str] = set()
    ties: list[tuple[Any, Any]] = []
    for element in _elements(clause):
        if isinstance(element, Column) and _lies_in_space(element.table):
            tables.add(str(element.table.name))
        if isinstance(element, Select | Update | Delete):
            for condition in element._where_criteria:
                ties += _ties(condition)
        if isinstance(element, Select):
            for _, onclause, *_ in element._setup_joins:
                ties += _ties(onclause)
        if isinstance(element, Join) and element.onclause is not None:
            ties += _ties(element.onclause)
    tied: set[Any] = {BOUND}
    while True:
        more = {one for pair in ties for one in pair if tied & set(pair)} - tied
        if not more:
            break
        tied |= more
    return tables - tied


def _lies_in_space(table: Any) -> bool:
    return isinstance(table, Table | Alias) and ("space_n" in table.c or table.name == "space")


def _elements(clause: Any) -> Iterator[Any]:
    """Every part of a statement. Our own conditions show what they are made of by name."""
    for element in visitors.iterate(clause):
        yield element
        for name in ("left", "since"):
            inner = getattr(element, name, None)
            if isinstance(inner, ClauseElement) and not element.get_children():
                yield from _elements(inner)


def _ties(condition: Any) -> Iterator[tuple[Any, Any]]:
    """Which tables a condition puts into the same space, or into that of the statement. What
    stands beside an OR says nothing for sure."""
    if isinstance(condition, Grouping):
        yield from _ties(condition.element)
    elif isinstance(condition, BooleanClauseList) and condition.operator is operators.and_:
        for part in condition.clauses:
            yield from _ties(part)
    elif isinstance(condition, BinaryExpression) and condition.operator is operators.eq:
        ends = [_end(condition.left), _end(condition.right)]
        if None not in ends:
            yield ends[0], ends[1]


def _end(side: Any) -> Any:
    if isinstance(side, BindParameter):
        return BOUND if side.key == "space_n" else None
    if isinstance(side, Column) and _lies_in_space(side.table):
        own = "number" if side.table.name == "space" else "space_n"
        return str(side.table.name) if side.name == own else None
    return None
