"""Every place that holds something, and what erasure does to it.

It is made from the descriptions of the tables. The eraser builds its statements from it, and
`verify` checks by it that an erased row is blank.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from sqlalchemy import Table, Update, null, update

from remembrancer.store.tables import catalogue
from remembrancer.store.tables.columns import default_of
from remembrancer.store.tables.description import Like, TableDescription

# The search index is no table of ours: its entries are deleted, and its segments merged.
INDEXES: Final = {"search": "the words of every text, removed with the text"}

# The files of a store on SQLite, by what follows the name, and how a scrub leaves each.
FILES: Final = {
    "": "the database: written anew without gaps",
    "-wal": "the write-ahead log: cut to nothing",
    "-shm": "the index of the log: page numbers only",
    "-journal": "the rollback journal: never used",
}


class ErasureRule:
    """One table: what erasure puts into a column, and why it leaves the others."""

    def __init__(self, description: TableDescription) -> None:
        erasure, table = description.erasure, description.table
        self.table = table
        self.removed = erasure.removed  # why erasure deletes the row as a whole
        self.cleared: dict[str, Any] = {
            **{name: default_of(table.c[name]) for name in erasure.cleared.split()},
            **erasure.replaced,
        }
        self.kept = {name: why for why, names in erasure.kept.items() for name in names.split()}
        self.reached_by = erasure.reached_by

    def blank(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """What erasure leaves in the cleared columns of a row."""
        return {
            name: row[value.column] if isinstance(value, Like) else value
            for name, value in self.cleared.items()
            if name in row
        }

    def clearing(self) -> Update:
        """The statement that clears rows; the caller says which."""
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
    """All of them, by name of the table."""
    return {name: rule_for(name) for name in catalogue.TABLES}


def changed_tables() -> list[str]:
    """Those that an erasure changes, so that old bytes may be left in their pages."""
    return [name for name, one in all_rules().items() if one.cleared or one.removed]


_place = cache(ErasureRule)


def is_blank(table: Table, row: Mapping[str, Any]) -> bool:
    """Nothing stands in the row that erasure would have removed."""
    blank = rule_for(table.name).blank(row)
    return all(
        type(row[name]) is type(value) and row[name] == value for name, value in blank.items()
    )
