"""What SQLite says in its own way: lists, JSON and full-text search."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from sqlalchemy import (
    ColumnElement,
    and_,
    bindparam,
    column,
    exists,
    func,
    literal_column,
    not_,
    or_,
    select,
    table,
)
from sqlalchemy.dialects.sqlite import dialect as sqlite_dialect

engine_dialect = sqlite_dialect()

search = table("search", column("rowid"), column("words"))


def pack(values: Iterable[Any]) -> str:
    """A list as one parameter, so that its length does not change the statement."""
    return json.dumps(list(values))


def is_one_of(left: ColumnElement[Any], *words: str) -> ColumnElement[bool]:
    """The column's value is one of a few fixed words."""
    return or_(*(left == word for word in words))


def among(left: ColumnElement[Any], name: str) -> ColumnElement[bool]:
    """The column's value is in the list bound to `name`."""
    listed = func.json_each(bindparam(name)).table_valued("value", name=f"{name}_list")
    return left.in_(select(listed.c.value))


def holds_any(listing: ColumnElement[Any], name: str) -> ColumnElement[bool]:
    """The JSON list in the column shares a member with the list bound to `name`."""
    members = func.json_each(listing).table_valued("value", name=f"{name}_members")
    return exists(select(1).select_from(members).where(among(members.c.value, name)))


def holds_all(document: ColumnElement[Any], name: str) -> ColumnElement[bool]:
    """The JSON object in the column has every key and value of the object bound to `name`."""
    wanted = func.json_each(bindparam(name)).table_valued("key", "value", "type", name="wanted")
    present = func.json_each(document).table_valued("key", "value", "type", name="present")
    found = exists(
        select(1)
        .select_from(present)
        .where(
            and_(
                present.c.key == wanted.c.key,
                present.c.type == wanted.c.type,
                present.c.value.is_not_distinct_from(wanted.c.value),
            )
        )
    )
    return not_(exists(select(1).select_from(wanted).where(not_(found))))


def is_due(kind: ColumnElement[Any], since: ColumnElement[Any], name: str) -> ColumnElement[bool]:
    """The object bound to `name` has an entry for the kind that is not earlier than `since`."""
    due = func.json_each(bindparam(name)).table_valued("key", "value", name=f"{name}_due")
    return exists(select(1).select_from(due).where(and_(due.c.key == kind, since <= due.c.value)))


def matches(name: str) -> ColumnElement[bool]:
    """The inverted index finds the row by the query bound to `name`."""
    return literal_column("search").op("MATCH", is_comparison=True)(bindparam(name))


def match_query(scope: str | None, words: Iterable[str]) -> str:
    """Any of the words, and the scope word if there is one. All are plain letters and digits."""
    either = " OR ".join(f'"{word}"' for word in words)
    return f'"{scope}" AND ({either})' if scope else either
