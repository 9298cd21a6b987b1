"""Columns that many tables share.

Times are ISO 8601 text in UTC with a fixed width: they sort as text, are readable, and give the
same bytes to the hashes on every engine. JSON is stored as text for the same reason.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, MetaData, Text, text

metadata = MetaData()

Number = BigInteger().with_variant(Integer, "sqlite")


def number() -> Column[int]:
    """The store's own short key of a row."""
    return Column("number", Number, primary_key=True, autoincrement=True)


def space() -> Column[int]:
    """The space of the row."""
    return Column("space_n", Number, ForeignKey("space.number"), nullable=False)


def space_key() -> Column[int]:
    """The same, as the first column of the primary key."""
    return Column(
        "space_n", Number, ForeignKey("space.number"), primary_key=True, autoincrement=False
    )


def reference(name: str, to: str, *, is_key: bool = False) -> Column[int]:
    """The number of a row in another table, which must exist."""
    options: dict[str, Any] = {"primary_key": True, "autoincrement": False} if is_key else {}
    return Column(
        name,
        Number,
        ForeignKey(f"{to}.number"),
        nullable=False,
        info={"refers_to": to},
        **options,
    )


def optional_reference(name: str, to: str) -> Column[int]:
    """The number of a row in another table, or null."""
    return Column(name, BigInteger, info={"refers_to": to})


def sealed() -> tuple[Column[int], Column[str], Column[str]]:
    """Written by the ledger row `seq`, which commits to it; erasure removes the salt."""
    return (
        Column("seq", BigInteger, nullable=False),
        Column("salt", Text),
        Column("commitment", Text, nullable=False),
    )


def owned() -> tuple[Column[str], Column[str], Column[int]]:
    """The columns that the visibility predicate checks, together with `space_n`."""
    return (
        Column("owner", Text, nullable=False),
        Column("audience", Text),
        usually("is_personal", Integer, 0),
    )


def usually(name: str, kind: Any, value: str | float) -> Column[Any]:
    """A column with the same value in most rows. Inserts may omit it then."""
    written = f"'{value}'" if isinstance(value, str) else str(value)
    return Column(name, kind, nullable=False, server_default=text(written), info={"default": value})


def default_of(column: Column[Any]) -> Any:
    """The value of a column when an insert omits it."""
    return column.info.get("default")


def referred_table(column: Column[Any]) -> str | None:
    """The table whose number the column holds."""
    return column.info.get("refers_to")
