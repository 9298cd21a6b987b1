"""Recall filters: the conditions of a recall on the columns of items and messages."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import ColumnElement, bindparam

from remembrancer.items.filters import RecallFilter
from remembrancer.store.dialect import pack
from remembrancer.store.rows import iso, to_json
from remembrancer.store.schema import version

ITEM_WORD_FILTERS: Final[dict[str, ColumnElement[Any]]] = {
    "kinds": version.c.kind,
    "categories": version.c.category,
    "domains": version.c.domain,
}


def timed(occurred: ColumnElement[Any], fields: frozenset[str]) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if "since" in fields:
        conditions.append(occurred >= bindparam("since"))
    if "until" in fields:
        conditions.append(occurred < bindparam("until"))
    return conditions


def filter_values(filter: RecallFilter) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name in (*ITEM_WORD_FILTERS, "tags"):
        words = getattr(filter, name)
        if words is not None:
            values[name] = pack(words)
    for name in ("subject", "conversation_id"):
        word = getattr(filter, name)
        if word is not None:
            values[name] = word
    if filter.metadata is not None:
        values["metadata"] = to_json(filter.metadata, "metadata")
    if filter.since is not None:
        values["since"] = iso(filter.since)
    if filter.until is not None:
        values["until"] = iso(filter.until)
    return values
