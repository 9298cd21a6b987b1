"""Texts of low trust that a program received, so that it cannot pass them on as its own.

Walks record what it asked for, and deliveries record what it received. It has also read what it
added itself and the conversations it took part in. Only the newest rows of each are read, up to the
limits.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, Table, and_, bindparam, func, or_, select

from remembrancer.core.limits import HANDED_ROWS_MAX
from remembrancer.items.item import Trust
from remembrancer.items.trust import UNTRUSTED
from remembrancer.reading.port import HandedText, RetrievedText
from remembrancer.recall.walk_report import SOURCE_READ
from remembrancer.store.dialect import among, is_one_of, pack
from remembrancer.store.rows import iso
from remembrancer.store.schema import (
    conversation,
    delivered,
    delivery,
    document,
    evidence,
    item,
    message,
    source,
    version,
    walk,
    walk_hit,
)
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit.scoped_reader import ScopedReader

_WAYS: Final = ("asked", "delivered", "own")
_LOW: Final = tuple(sorted(entry.value for entry in UNTRUSTED))


class HandedReads:
    """Texts of low trust that the caller received, as far as it may read them now."""

    def __init__(self, view: ScopedReader) -> None:
        self._view = view

    def texts(self, *, since: datetime, limit: int) -> tuple[HandedText, ...]:
        """Each text once. Requested texts come first, and within each group the newest."""
        texts: dict[tuple[str | None, str], HandedText] = {}
        for way in _WAYS:
            if len(texts) >= limit:
                break
            values: dict[str, Any] = {"limit": limit, "rows": HANDED_ROWS_MAX}
            values |= {} if way == "own" else {"since": iso(since)}
            for id, trust, title, content, document_n in self._view.all(
                lambda way=way: self._handed_items(way), way, **values
            ):
                text = f"{title}\n{content}" if title else content
                texts.setdefault(
                    (None, id), HandedText(id, None, None, text, Trust(trust), document_n)
                )
            for place, id, author, trust, content, document_n in self._view.all(
                lambda way=way: self._handed_messages(way), way, **values
            ):
                made = HandedText(id, place, author, content, Trust(trust), document_n)
                texts.setdefault((place, id), made)
            if way == "delivered":  # a delivery contains no whole source
                continue
            for id, owner, trust, content in self._view.all(
                lambda way=way: self._handed_sources(way), way, **values
            ):
                texts.setdefault(
                    (None, id), HandedText(id, None, owner, content, Trust(trust), None)
                )
        return tuple(texts.values())[:limit]

    def untrusted(
        self,
        *,
        items: Collection[str],
        messages: Collection[tuple[str, str]],
        conversations: Collection[str],
        limit: int,
    ) -> tuple[RetrievedText, ...]:
        """Texts of low trust that the viewer may read, the newest first."""
        texts: list[RetrievedText] = []
        if items:
            rows = self._view.all(self._named_items, ids=pack(sorted(items)), limit=limit)
            texts += [RetrievedText(row[0], None, False) for row in rows]
        if conversations:
            places = pack(sorted(conversations))
            rows = self._view.all(self._said_in, places=places, limit=limit)
            texts += [RetrievedText(None, row[2], False) for row in rows]
        if messages:
            rows = self._view.all(
                lambda: self._said_in().where(among(message.c.id, "ids")),
                places=pack(sorted({place for place, _ in messages})),
                ids=pack(sorted({id for _, id in messages})),
                limit=limit,
            )
            texts += [
                RetrievedText(None, row[2], False) for row in rows if (row[0], row[1]) in messages
            ]
        return tuple(dict.fromkeys(texts))

    # -- building statements

    def _named_items(self) -> Select[Any]:
        return self._low_items(item.c.id).where(among(item.c.id, "ids"))

    def _said_in(self) -> Select[Any]:
        return (
            select(conversation.c.id, message.c.id, message.c.number)
            .select_from(
                message.join(conversation, is_row_of(message.c.conversation_n, conversation))
            )
            .where(
                self._is_readable_message(),
                is_one_of(message.c.trust, *_LOW),
                among(conversation.c.id, "places"),
            )
            .order_by(message.c.number.desc())
            .limit(bindparam("limit"))
        )

    def _handed_items(self, way: str) -> Select[Any]:
        query = self._low_items(
            item.c.id,
            version.c.trust,
            version.c.title,
            version.c.content,
            version.c.document_n,
        )
        if way == "own":
            return query.where(item.c.owner == bindparam("viewer"), _is_recent(item))
        return query.where(item.c.number.in_(_given(way, "item_n")))

    def _low_items(self, *columns: Any) -> Select[Any]:
        return (
            select(*columns)
            .select_from(item.join(version, is_row_of(item.c.current, version)))
            .where(
                self._view.rights.visible(item),
                self._view.rights.readable(),
                item.c.erased_seq.is_(None),
                or_(item.c.is_personal == 0, item.c.owner == bindparam("viewer")),
                is_one_of(version.c.trust, *_LOW),
            )
            .order_by(item.c.number.desc())
            .limit(bindparam("limit"))
        )

    def _handed_messages(self, way: str) -> Select[Any]:
        query = (
            select(
                conversation.c.id,
                message.c.id,
                message.c.author_id,
                message.c.trust,
                message.c.content,
                document.c.number,
            )
            .select_from(
                message.join(
                    conversation, is_row_of(message.c.conversation_n, conversation)
                ).outerjoin(document, is_row_of(document.c.message_n, message))
            )
            .where(self._is_readable_message(), is_one_of(message.c.trust, *_LOW))
            .order_by(message.c.number.desc())
            .limit(bindparam("limit"))
        )
        if way != "own":
            return query.where(message.c.number.in_(_given(way, "message_n")))
        # A participant in a conversation has read it.
        own = message.alias("own_message")
        spoken_in = select(own.c.conversation_n).where(
            own.c.space_n == bindparam("space_n"),
            own.c.owner == bindparam("viewer"),
            _is_recent(own),
        )
        return query.where(message.c.conversation_n.in_(spoken_in))

    def _handed_sources(self, way: str) -> Select[Any]:
        """Whole raw texts. Items contain only a part of them."""
        query = (
            select(source.c.id, source.c.owner, source.c.trust, source.c.content)
            .where(
                self._view.rights.visible(source),
                self._view.rights.raw_readable(source),
                source.c.salt.is_not(None),
                or_(source.c.is_personal == 0, source.c.owner == bindparam("viewer")),
                is_one_of(source.c.trust, *_LOW),
            )
            .order_by(source.c.number.desc())
            .limit(bindparam("limit"))
        )
        if way == "own":
            return query.where(source.c.owner == bindparam("viewer"), _is_recent(source))
        read = _given(way, "item_n").where(walk.c.tool == SOURCE_READ)
        rests = select(evidence.c.source_n).where(
            evidence.c.space_n == bindparam("space_n"), evidence.c.item_n.in_(read)
        )
        return query.where(source.c.number.in_(rests))

    def _is_readable_message(self) -> ColumnElement[bool]:
        return and_(
            self._view.rights.visible(message),
            self._view.rights.raw_readable(message),
            message.c.salt.is_not(None),
            or_(message.c.is_personal == 0, message.c.owner == bindparam("viewer")),
        )


def _given(way: str, column: str) -> Select[Any]:
    """Numbers of what the caller's own walks or deliveries contain."""
    head, rows, link = (
        (walk, walk_hit, walk_hit.c.walk_n)
        if way == "asked"
        else (delivery, delivered, delivered.c.delivery_n)
    )
    return (
        select(rows.c[column])
        .select_from(rows.join(head, is_row_of(link, head)))
        .where(
            head.c.space_n == bindparam("space_n"),
            head.c.owner == bindparam("viewer"),
            head.c.at >= bindparam("since"),
            _is_recent(head),
            rows.c[column].is_not(None),
        )
    )


def _is_recent(table: Any) -> ColumnElement[bool]:
    """Limits the query to the newest rows of the table."""
    newest: Table = table.alias(f"newest_{table.name}")
    last = select(func.max(newest.c.number)).where(newest.c.space_n == bindparam("space_n"))
    return table.c.number > last.scalar_subquery() - bindparam("rows")  # type: ignore[no-any-return]
