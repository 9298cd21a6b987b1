"""Columns that many tables share.

Times are ISO 8601 text in UTC with a fixed width: they sort as text, read well, and give the
same bytes to the hashes on every engine. JSON is kept as text for the same reason.
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
    """The space that the row lies in."""
    return Column("space_n", Number, ForeignKey("space.number"), nullable=False)


def space_key() -> Column[int]:
    """The same, as the first column of the primary key."""
    return Column(
        "space_n", Number, ForeignKey("space.number"), primary_key=True, autoincrement=False
    )


def reference(name: str, to: str, *, is_key: bool = False) -> Column[int]:
    """The number of a row of another table, which is there."""
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
    """The number of a row of another table, or nothing."""
    return Column(name, BigInteger, info={"refers_to": to})


def sealed() -> tuple[Column[int], Column[str], Column[str]]:
    """Written by the ledger row `seq`, which commits to it; erasure removes the salt."""
    return (
        Column("seq", BigInteger, nullable=False),
        Column("salt", Text),
        Column("commitment", Text, nullable=False),
    )


def owned() -> tuple[Column[str], Column[str], Column[int]]:
    """What the visibility predicate looks at, together with `space_n`."""
    return (
        Column("owner", Text, nullable=False),
        Column("audience", Text),
        usually("is_personal", Integer, 0),
    )


def usually(name: str, kind: Any, value: str | float) -> Column[Any]:
    """A column that holds the same value in most rows, and may be left out then."""
    written = f"'{value}'" if isinstance(value, str) else str(value)
    return Column(name, kind, nullable=False, server_default=text(written), info={"default": value})


def default_of(column: Column[Any]) -> Any:
    """What a column holds when an insert leaves it out."""
    return column.info.get("default")


def referred_table(column: Column[Any]) -> str | None:
    """The name of the table whose number the column holds."""
    return column.info.get("refers_to")
