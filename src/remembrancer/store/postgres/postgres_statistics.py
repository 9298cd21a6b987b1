"""What the planner of PostgreSQL is told about a typical store.

Without statistics it takes a space for a handful of rows and reads all of it, again and again;
with measured ones, plans would change with each tenant's size. So a new store is filled with rows
of the usual shape, measured, and emptied: the measures stay. A space counts as the whole table.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, Float, Integer, LargeBinary, Table

from remembrancer.store import schema

_ROWS = 100
_ABOVE = 1_000_000  # numbers of the rows that are measured
_MOSTLY_EMPTY = {
    "audience",
    "confidence_subtype",
    "domain",
    "erased_seq",
    "expires_at",
    "importance",
    "last_confirmed_at",
    "message_n",
    "reason_commitment",
    "same_hash",
    "source_id",
    "source_n",
    "superseded_by",
    "title",
    "until_seq",
    "valid_from",
    "valid_until",
}
_FEW_WORDS = {
    "action",
    "actor",
    "category",
    "kind",
    "lifecycle",
    "model",
    "owner",
    "place",
    "preset",
    "review",
    "role",
    "source_type",
    "stance",
    "trust",
    "type",
}
_MOSTLY_ZERO = {
    "admin_approved",
    "is_personal",
    "live_confirmed",
    "verifier_count",
    "version",
}


def typical(vectors: str) -> list[str]:
    """The statements that measure rows of the usual shape and remove them again."""
    tables = [table for table in schema.metadata.sorted_tables if table is not schema.revision]
    statements: list[str] = []
    for table in tables:
        statements += _one_space(table.name) if "space_n" in table.c else []
        statements += _long_conversations() if table is schema.message else []
        columns = ", ".join(f'"{column.name}"' for column in table.c)
        values = ", ".join(_value(table, column, vectors) for column in table.c)
        statements.append(f"INSERT INTO {table.name} ({columns}) SELECT {values} FROM {_SERIES}")
        own = "space_n" if "space_n" in table.c else "number"
        statements += _measured(table.name, own)
    return [
        *statements,
        *_one_space("search_index"),
        f"INSERT INTO search_index SELECT n, n, array_to_tsvector(ARRAY['a' || n]) FROM {_SERIES}",
        *_measured("search_index", "space_n"),
    ]


_SERIES = f"generate_series({_ABOVE + 1}, {_ABOVE + _ROWS}) AS n"


def _one_space(table: str) -> list[str]:
    return [f"ALTER TABLE {table} ALTER COLUMN space_n SET (n_distinct = 1)"]


def _long_conversations() -> list[str]:
    # A hundred messages each. Taken for shorter, a conversation of any length would be read whole
    # to find a few of its messages.
    return ["ALTER TABLE message ALTER COLUMN conversation_n SET (n_distinct = -0.01)"]


def _measured(table: str, own: str) -> list[str]:
    return [f"ANALYZE {table}", f"DELETE FROM {table} WHERE {own} > {_ABOVE}"]


def _value(table: Table, column: Column[Any], vectors: str) -> str:
    name = column.name
    is_number = isinstance(column.type, Integer | Float)
    if table is schema.vector and name == "vector":
        return f"'[1]'::{vectors}"
    if column.nullable and name in _MOSTLY_EMPTY:
        return f"CASE WHEN n % 20 = 0 THEN {'n' if is_number else _TEXT} END"
    if name == "is_counted":
        return "1"
    if name in _MOSTLY_ZERO:
        return "CASE WHEN n % 20 = 0 THEN 1 ELSE 0 END"
    if name in _FEW_WORDS:
        return "'k' || (n % 5)"
    if isinstance(column.type, LargeBinary):
        return "'\\x00'::bytea"
    return "n" if is_number else _TEXT


_TEXT = "'x' || n"
