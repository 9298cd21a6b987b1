"""The erasure registry: every table that holds content, and what erasure does to it.

It is derived from the table descriptions. The eraser builds its statements from it, and `verify`
uses it to check that an erased row is blank.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from sqlalchemy import Table, Update, null, update

from remembrancer.store.tables import catalogue
from remembrancer.store.tables.columns import default_of
from remembrancer.store.tables.description import Like, TableDescription

# The search index is not one of our tables: its entries are deleted, and its segments merged.
INDEXES: Final = {"search": "the words of every text, removed with the text"}

# The files of a store on SQLite, by name suffix, and their state after a scrub.
FILES: Final = {
    "": "the database: written anew without gaps",
    "-wal": "the write-ahead log: cut to nothing",
    "-shm": "the index of the log: page numbers only",
    "-journal": "the rollback journal: never used",
}


class ErasureRule:
    """One table: the value that erasure puts into each column, or why it keeps the column."""

    def __init__(self, description: TableDescription) -> None:
        erasure, table = description.erasure, description.table
        self.table = table
        self.removed = erasure.removed  # why erasure deletes the whole row
        self.cleared: dict[str, Any] = {
            **{name: default_of(table.c[name]) for name in erasure.cleared.split()},
            **erasure.replaced,
        }
        self.kept = {name: why for why, names in erasure.kept.items() for name in names.split()}
        self.reached_by = erasure.reached_by

    def blank(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """The values that erasure leaves in the cleared columns of a row."""
        return {
            name: row[value.column] if isinstance(value, Like) else value
            for name, value in self.cleared.items()
            if name in row
        }

    def clearing(self) -> Update:
        """The statement that clears rows. The caller adds the condition."""
        columns = self.table.c
        return update(self.table).values(
            {
                name: columns[value.column]
                if isinstance(value, Like)
                else (null() if value is None else value)
                for name, value in self.cleared.items()
            }
        )


def rule_for(table: str) -> ErasureRule:
    """What erasure does to a table."""
    return _place(catalogue.TABLES[table])


def all_rules() -> dict[str, ErasureRule]:
    """All rules, by table name."""
    return {name: rule_for(name) for name in catalogue.TABLES}


def changed_tables() -> list[str]:
    """Tables that an erasure changes, so that their pages may contain old bytes."""
    return [name for name, erasure in all_rules().items() if erasure.cleared or erasure.removed]


_place = cache(ErasureRule)


def is_blank(table: Table, row: Mapping[str, Any]) -> bool:
    """The row contains nothing that erasure would have removed."""
    blank = rule_for(table.name).blank(row)
    return all(
        type(row[name]) is type(value) and row[name] == value for name, value in blank.items()
    )
