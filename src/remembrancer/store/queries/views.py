"""The documented views over the tables, narrowed to the caller.

They have the same conditions as the queries of every other verb, and are defined once for both
engines: what differs between callers is read from the row of rights.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Select, and_, bindparam, column, or_, select, table, true

from remembrancer.graph.sql.views import MESSAGE_COLUMNS, SEARCH, VIEWS
from remembrancer.store.dialect import matches, search
from remembrancer.store.in_force import effective_lifecycle, in_force_now
from remembrancer.store.queries.rights import SEARCH_NUMBERS
from remembrancer.store.schema import (
    conversation,
    document,
    evidence,
    item,
    message,
    source,
    version,
)
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.visibility import BoundVisibility

_RIGHTS = BoundVisibility()
_MESSAGE = {
    "id": message.c.id,
    "content": message.c.content,
    "timestamp": message.c.timestamp,
    "author_id": message.c.author_id,
    "channel_id": message.c.channel_id,
    "conversation_id": conversation.c.id,
}


def views(found: str | None = None) -> dict[str, Select[Any]]:
    """Each view by its name in the store, without prefix.

    `found` begins the names of tables with the hits of each search; None: the index is searched.
    """
    return {
        "message": _messages(),
        **{f"{SEARCH}_{n}": _found_messages(n, found) for n in SEARCH_NUMBERS},
        "item": _items(),
        "evidence": _evidence(),
    }


def _messages() -> Select[Any]:
    columns = (_MESSAGE[name].label(name) for name in MESSAGE_COLUMNS)
    return (
        select(*columns)
        .select_from(message.join(conversation, is_row_of(message.c.conversation_n, conversation)))
        .where(_readable_message())
    )


def _found_messages(n: int, found: str | None) -> Select[Any]:
    """The messages that have all words of a search, and the words as they were given."""
    hits: Any = search if found is None else table(f"{found}{n}", column("rowid"))
    columns = (_MESSAGE[name].label(name) for name in MESSAGE_COLUMNS)
    return (
        select(*columns, bindparam(f"search_{n}").label("query"))
        .select_from(
            hits.join(document, document.c.number == hits.c.rowid)
            .join(message, is_row_of(document.c.message_n, message))
            .join(conversation, is_row_of(message.c.conversation_n, conversation))
        )
        .where(matches(f"match_{n}") if found is None else true(), _readable_message())
    )


def _readable_message() -> ColumnElement[bool]:
    return and_(
        _RIGHTS.visible(message), _RIGHTS.raw_readable(message), message.c.salt.is_not(None)
    )


def _items() -> Select[Any]:
    given: dict[str, Any] = {
        "id": item.c.id,
        "owner": item.c.owner,
        "audience": item.c.audience,
        "is_personal": item.c.is_personal == 1,
        "created_at": item.c.created_at,
        "updated_at": version.c.at,
        "lifecycle": effective_lifecycle(),
    }
    columns = [
        (given[name] if name in given else version.c[name]).label(name) for name in VIEWS["item"]
    ]
    return select(*columns).select_from(item.join(version, in_force_now())).where(_readable_item())


def _readable_item() -> ColumnElement[bool]:
    return and_(_RIGHTS.visible(item), _RIGHTS.readable(), item.c.erased_seq.is_(None))


def _evidence() -> Select[Any]:
    """Quotes of readable items. Where the raw text may not be read, neither may its quote."""
    columns = evidence.c
    given = {
        "item_id": item.c.id,
        "source_id": source.c.id,
        "message_id": message.c.id,
        "conversation_id": conversation.c.id,
        "quote": columns.quote,
        "quote_start": columns.start,
        "quote_end": columns.end,
        "stance": columns.stance,
        "principal": columns.principal,
        "recorded_at": columns.at,
    }
    return (
        select(*(given[name].label(name) for name in VIEWS["evidence"]))
        .select_from(
            evidence.join(item, is_row_of(columns.item_n, item))
            .outerjoin(source, is_row_of(columns.source_n, source))
            .outerjoin(message, is_row_of(columns.message_n, message))
            .outerjoin(conversation, is_row_of(message.c.conversation_n, conversation))
        )
        .where(
            columns.space_n == bindparam("space_n"),
            columns.salt.is_not(None),
            _readable_item(),
            or_(
                columns.source_n.is_(None),
                and_(_RIGHTS.visible(source), _RIGHTS.raw_readable(source)),
            ),
            or_(
                columns.message_n.is_(None),
                and_(_RIGHTS.visible(message), _RIGHTS.raw_readable(message)),
            ),
        )
    )
