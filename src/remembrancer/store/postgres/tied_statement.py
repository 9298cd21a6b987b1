"""Ties the selects inside a statement to its space, for a cluster.

A cluster sends a statement to the machine of its space if each table in it is compared with the
space. It does not see that a table in an inner select is, where that is compared with a column of
the outer one. So the same condition is added to each inner select. It changes no answer: the outer
row is in the space already.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import BindParameter, ClauseElement, Select, Table
from sqlalchemy.sql import visitors
from sqlalchemy.sql.selectable import Join

from remembrancer.store.tables.joins import here

_SPACE: Final = "space_n"  # the column, and the parameter


def tied(statement: ClauseElement) -> ClauseElement:
    """The statement, which nobody else uses, with its inner selects tied to the space."""
    elements = visitors.iterate(statement)
    if any(isinstance(one, BindParameter) and one.key == _SPACE for one in elements):
        _tie_inside(statement, _known_in(statement))
    return statement  # without the parameter it is about all spaces


def _tie_inside(element: Any, known: frozenset[Any]) -> None:
    """Ties the selects inside an element. The tables that are known belong to outer ones."""
    for child in element.get_children():
        if not isinstance(child, Select):
            _tie_inside(child, known)
            continue
        inner: Any = child
        certain, possible = _tables(inner)
        _tie_inside(inner, known | certain | possible)
        conditions = [here(table) for table in certain - known - possible if _SPACE in table.c]
        inner._where_criteria = (*inner._where_criteria, *conditions)


def _known_in(statement: Any) -> frozenset[Any]:
    if isinstance(statement, Select):
        certain, possible = _tables(statement)
        return certain | possible
    table = getattr(statement, "table", None)  # of an update, delete or insert
    return frozenset(() if table is None else (table,))


def _tables(query: Any) -> tuple[frozenset[Any], frozenset[Any]]:
    """The tables of a select: those that give each row, and those that may give nothing."""
    named = [
        *query._from_obj,
        *(place for part in query._raw_columns for place in part._from_objects),
        *(place for part in query._where_criteria for place in part._from_objects),
    ]
    certain: set[Any] = set()
    possible: set[Any] = set()
    for place in named:
        _sort(place, certain, possible)
    for target, _, _, flags in query._setup_joins:
        _sort(target, possible if flags.get("isouter") or flags.get("full") else certain, possible)
    return frozenset(certain), frozenset(possible)


def _sort(place: Any, certain: set[Any], possible: set[Any]) -> None:
    if isinstance(place, Join):
        is_outer = place.isouter or place.full
        _sort(place.left, possible if place.full else certain, possible)
        _sort(place.right, possible if is_outer else certain, possible)
    elif isinstance(getattr(place, "element", place), Table):
        certain.add(place)
