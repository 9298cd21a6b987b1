"""Planner statistics of a typical store, for PostgreSQL.

Without statistics the planner assumes that a space has a handful of rows, and reads all of it again
and again. With measured statistics, plans would change with each tenant's size. So a new store is
filled with typical rows, analysed, and emptied; the statistics stay. A space counts as the whole
table.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, Float, Integer, LargeBinary

from remembrancer.store.tables import catalogue
from remembrancer.store.tables.description import Planner, TableDescription
from remembrancer.store.tables.spaces import revision

_ROWS = 100
_ABOVE = 1_000_000  # numbers of the analysed rows start here


def typical(vectors: str) -> list[str]:
    """The statements that insert typical rows, analyse them and remove them again."""
    statements: list[str] = []
    for description in catalogue.TABLES.values():
        if description.table is not revision:
            statements += measured_table(description, vectors)
    return [*statements, *measured_index()]


def measured_index(place: str = "search_index") -> list[str]:
    """The same for the full-text index, or for a shard of it."""
    return [
        *_one_space(place),
        f"INSERT INTO {place} SELECT n, n, array_to_tsvector(ARRAY['a' || n]) FROM {_SERIES}",
        *_measured(place, "space_n"),
    ]


_SERIES = f"generate_series({_ABOVE + 1}, {_ABOVE + _ROWS}) AS n"


def _one_space(table: str) -> list[str]:
    return [f"ALTER TABLE {table} ALTER COLUMN space_n SET (n_distinct = 1)"]


def _measured(table: str, own: str) -> list[str]:
    return [f"ANALYZE {table}", f"DELETE FROM {table} WHERE {own} > {_ABOVE}"]


def measured_table(
    description: TableDescription, vectors: str, place: str | None = None
) -> list[str]:
    """The statements for one table, or for a shard of it."""
    name, table = place or description.name, description.table
    columns = ", ".join(f'"{column.name}"' for column in table.c)
    values = ", ".join(_value(description.planner, column, vectors) for column in table.c)
    return [
        *(_one_space(name) if "space_n" in table.c else ()),
        *(
            f"ALTER TABLE {name} ALTER COLUMN {column} SET (n_distinct = {distinct})"
            for column, distinct in description.planner.distinct.items()
        ),
        f"INSERT INTO {name} ({columns}) SELECT {values} FROM {_SERIES}",
        *_measured(name, "space_n" if "space_n" in table.c else "number"),
    ]


def _value(planner: Planner, column: Column[Any], vectors: str) -> str:
    name = column.name
    is_number = isinstance(column.type, Integer | Float)
    if column.info.get("is_embedding"):
        return f"'[1]'::{vectors}"
    if name in planner.mostly_empty.split():
        return f"CASE WHEN n % 20 = 0 THEN {'n' if is_number else _TEXT} END"
    if name in planner.always_one.split():
        return "1"
    if name in planner.mostly_zero.split():
        return "CASE WHEN n % 20 = 0 THEN 1 ELSE 0 END"
    if name in planner.few_values.split():
        return "'k' || (n % 5)"
    if isinstance(column.type, LargeBinary):
        return "'\\x00'::bytea"
    return "n" if is_number else _TEXT


_TEXT = "'x' || n"
