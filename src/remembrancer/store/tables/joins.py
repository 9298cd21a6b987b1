"""Joins between tables of a space: always within the space.

A store on PostgreSQL can then be distributed over machines by space, and its keys, which begin with
the space, find the row.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, FromClause, and_, bindparam


def is_row_of(column: ColumnElement[Any], other: FromClause) -> ColumnElement[bool]:
    """The row of the other table whose number the column holds."""
    own: Any = column
    return and_(other.c.number == column, other.c.space_n == own.table.c.space_n)


def here(table: FromClause) -> ColumnElement[bool]:
    """The row is in the space of the statement."""
    return table.c.space_n == bindparam("space_n")
