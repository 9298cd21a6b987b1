"""Bulk inserts.

Binding a column costs as much as storing it, and most columns of most rows have their default. So
rows that omit the same columns are written together, and only the other columns are bound.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import itemgetter, ne

from sqlalchemy import Table, bindparam, insert

from remembrancer.store import schema
from remembrancer.store.engine import Connection, Row
from remembrancer.store.statement import CompiledStatement, CompiledStatements

Mask = tuple[bool, ...]  # which columns differ from their default


_WIDE_COLUMNS = 20  # in narrower tables, grouping rows costs more than it saves


class Inserts:
    """Rows collected by table, in column order, until they are written."""

    def __init__(self, connection: Connection, statements: CompiledStatements) -> None:
        self._connection = connection
        self._statements = statements
        self._rows: dict[str, list[Row]] = {}

    def add(self, table: str, row: Row) -> None:
        rows = self._rows.get(table)
        if rows is None:
            self._rows[table] = [row]
        else:
            rows.append(row)

    def add_many(self, table: str, rows: list[Row]) -> None:
        if rows:
            self._rows.setdefault(table, []).extend(rows)

    @property
    def count(self) -> int:
        return sum(map(len, self._rows.values()))

    def write(self) -> None:
        for name, rows in self._rows.items():
            table = schema.metadata.tables[name]
            if len(table.c) >= _WIDE_COLUMNS:
                self._write_wide(table, rows)
            else:
                self._connection.many(self._whole(table), rows)
        self._rows = {}

    def _write_wide(self, table: Table, rows: list[Row]) -> None:
        defaults = _defaults(table)
        groups: dict[Mask, list[Row]] = {}
        for row in rows:
            mask = tuple(map(ne, row, defaults))
            group = groups.get(mask)
            if group is None:
                groups[mask] = [row]
            else:
                group.append(row)
        for mask, group in groups.items():
            statement, chosen = self._insert(table, mask)
            self._connection.many(statement, [chosen(row) for row in group])

    def _whole(self, table: Table) -> CompiledStatement:
        return self._statements.get(lambda: insert(table), table.name)

    def _insert(self, table: Table, mask: Mask) -> tuple[CompiledStatement, Callable[[Row], Row]]:
        places = [place for place, differs in enumerate(mask) if differs]
        columns = list(table.c)
        statement = self._statements.get(
            lambda: insert(table).values(
                {columns[place].name: bindparam(columns[place].name) for place in places}
            ),
            table.name,
            mask,
        )
        return statement, itemgetter(*places)


@cache
def _defaults(table: Table) -> Row:
    """The value of each column when it is omitted."""
    return tuple(schema.default_of(column) for column in table.c)
