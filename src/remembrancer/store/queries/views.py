"""The documented views over the tables, narrowed to the caller.

They have the same conditions as the queries of every other verb, and are defined once for both
engines: what differs between callers is read from the row of rights.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    FromClause,
    Integer,
    Select,
    Text,
    and_,
    bindparam,
    cast,
    column,
    exists,
    func,
    literal,
    null,
    or_,
    select,
    table,
    true,
)

from remembrancer.graph.sql.views import MESSAGE_COLUMNS, SEARCH, VIEWS
from remembrancer.store.dialect import matches, search
from remembrancer.store.in_force import effective_lifecycle, in_force_now
from remembrancer.store.queries.rights import SEARCH_NUMBERS
from remembrancer.store.schema import (
    conversation,
    document,
    edge,
    edge_evidence,
    entity,
    entity_version,
    evidence,
    item,
    message,
    source,
    version,
)
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.visibility import BoundVisibility

ViewQuery = Select[Any] | CompoundSelect[Any]

_RIGHTS = BoundVisibility()
_MESSAGE = {
    "id": message.c.id,
    "content": message.c.content,
    "timestamp": message.c.timestamp,
    "author_id": message.c.author_id,
    "channel_id": message.c.channel_id,
    "conversation_id": conversation.c.id,
}


def views(found: str | None = None) -> dict[str, ViewQuery]:
    """Each view by its name in the store, without prefix.

    `found` begins the names of tables with the hits of each search; None: the index is searched.
    """
    return {
        "message": _messages(),
        **{f"{SEARCH}_{n}": _found_messages(n, found) for n in SEARCH_NUMBERS},
        "item": _items(),
        "entity": _entities(),
        "relation": _relations(),
        "evidence": _item_evidence().union_all(_relation_evidence()),
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


def _entities() -> Select[Any]:
    """Entities that stand by themselves; one that was merged is part of another."""
    given: dict[str, Any] = {
        "id": entity.c.id,
        "kind": entity.c.kind,
        "owner": entity.c.owner,
        "audience": entity.c.audience,
        "is_personal": entity.c.is_personal == 1,
        "created_at": entity.c.created_at,
        "updated_at": entity_version.c.at,
    }
    columns = [
        (given[name] if name in given else entity_version.c[name]).label(name)
        for name in VIEWS["entity"]
    ]
    return (
        select(*columns)
        .select_from(entity.join(entity_version, is_row_of(entity_version.c.entity_n, entity)))
        .where(_readable_entity(), entity_version.c.merged_into.is_(None))
    )


def _readable_entity() -> ColumnElement[bool]:
    return and_(
        _RIGHTS.visible(entity),
        entity_version.c.space_n == bindparam("space_n"),
        entity_version.c.salt.is_not(None),
        entity_version.c.until_seq.is_(None),
    )


def _ends(name: str) -> Any:
    """The entities that a relation may end at, each with the one that stands for it."""
    return (
        select(entity.c.id, entity_version.c.root)
        .select_from(entity.join(entity_version, is_row_of(entity_version.c.entity_n, entity)))
        .where(_readable_entity())
        .subquery(name)
    )


def _relations() -> Select[Any]:
    """Relations between the entities that stand for their ends. Types are in upper case."""
    begin, end = _ends("begin_entity"), _ends("end_entity")
    source_id = func.coalesce(begin.c.root, edge.c.source)
    target_id = func.coalesce(end.c.root, edge.c.target)
    is_proven = exists().where(
        edge_evidence.c.space_n == edge.c.space_n,
        edge_evidence.c.edge == edge.c.id,
        edge_evidence.c.salt.is_not(None),
        is_row_of(edge_evidence.c.message_n, message),
        message.c.salt.is_not(None),
    )
    given: dict[str, Any] = {
        "type": edge.c.type_key,
        "source": source_id,
        "target": target_id,
        "is_proven": is_proven,
        "timestamp": edge.c.observed_at,
        "is_personal": edge.c.is_personal == 1,
    }
    columns = [
        (given[name] if name in given else edge.c[name]).label(name) for name in VIEWS["relation"]
    ]
    return (
        select(*columns)
        .select_from(_with_ends(edge, begin, end))
        .where(_readable_relation(begin, end), source_id != target_id)
    )


def _with_ends(left: FromClause, begin: Any, end: Any) -> FromClause:
    return left.outerjoin(begin, begin.c.id == edge.c.source).outerjoin(
        end, end.c.id == edge.c.target
    )


def _readable_relation(begin: Any, end: Any) -> ColumnElement[bool]:
    """The caller may see the relation and both its ends."""

    def is_item(column: ColumnElement[str]) -> ColumnElement[bool]:
        readable = select(item.c.number).where(_readable_item(), item.c.id == column)
        return exists(readable.correlate(edge))

    return and_(
        _RIGHTS.visible(edge),
        edge.c.salt.is_not(None),
        edge.c.until_seq.is_(None),
        or_(begin.c.id.is_not(None), is_item(edge.c.source)),
        or_(end.c.id.is_not(None), is_item(edge.c.target)),
    )


def _relation_evidence() -> Select[Any]:
    """The messages that state a relation, as far as the caller may read them."""
    begin, end = _ends("begin_entity"), _ends("end_entity")
    given: dict[str, Any] = {
        "relation_id": edge.c.id,
        "message_id": message.c.id,
        "conversation_id": conversation.c.id,
        "stance": literal("states"),
        "recorded_at": edge_evidence.c.at,
    }
    numbers = ("quote_start", "quote_end")
    columns = [
        given[name].label(name)
        if name in given
        else cast(null(), Integer if name in numbers else Text).label(name)
        for name in VIEWS["evidence"]
    ]
    stated = (
        edge_evidence.join(
            edge,
            and_(
                edge.c.id == edge_evidence.c.edge,
                edge.c.space_n == edge_evidence.c.space_n,
                edge.c.until_seq.is_(None),
            ),
        )
        .join(message, is_row_of(edge_evidence.c.message_n, message))
        .join(conversation, is_row_of(message.c.conversation_n, conversation))
    )
    return (
        select(*columns)
        .select_from(_with_ends(stated, begin, end))
        .where(
            edge_evidence.c.space_n == bindparam("space_n"),
            edge_evidence.c.salt.is_not(None),
            _readable_message(),
            _readable_relation(begin, end),
        )
    )


def _item_evidence() -> Select[Any]:
    """Quotes of readable items. Where the raw text may not be read, neither may its quote."""
    columns = evidence.c
    given: dict[str, Any] = {
        "item_id": item.c.id,
        "relation_id": cast(null(), Text),
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
