"""Ties the selects inside a statement to its space, for a cluster.

A cluster sends a statement to the machine of its space if each table in it is compared with the
space. It does not see that a table in an inner select is, where that is compared with a column of
the outer one. So the same condition is added to each inner select. It changes no answer: the outer
row is in the space already.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import BindParameter, ClauseElement, Select, Table
from sqlalchemy.sql import visitors
from sqlalchemy.sql.selectable import Join

from remembrancer.store.tables.joins import here

_SPACE: Final = "space_n"  # the column, and the parameter


def tied(statement: ClauseElement) -> ClauseElement:
    """The statement, which nobody else uses, with its inner selects tied to the space."""
    elements = list(visitors.iterate(statement))
    if not any(isinstance(one, BindParameter) and one.key == _SPACE for one in elements):
        return statement  # it is about all spaces
    for element in elements:
        if isinstance(element, Select) and element is not statement:
            conditions = [here(table) for table in _tables(element)]
            inner: Any = element
            inner._where_criteria = (*inner._where_criteria, *conditions)
    return statement


def _tables(query: Select[Any]) -> Iterator[Any]:
    for place in query.get_final_froms():
        yield from _certain(place)


def _certain(place: Any) -> Iterator[Any]:
    """The tables that give each row of the join: not those that may give nothing."""
    if isinstance(place, Join):
        yield from _certain(place.left)
        if not place.isouter and not place.full:
            yield from _certain(place.right)
    elif isinstance(getattr(place, "element", place), Table) and _SPACE in place.c:
        yield place
