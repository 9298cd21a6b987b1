"""Evidence lookup: which items are based on a message or text, and what was revoked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import Any

from sqlalchemy import Select, bindparam, select

from remembrancer.items.item import Item
from remembrancer.items.port import Said
from remembrancer.store.dialect import among, pack
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.items.item_rows import read_from
from remembrancer.store.schema import conversation, evidence, item, message, source, standing
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit.scoped_reader import ScopedReader


class EvidenceReads:
    """Finds items by their evidence."""

    def __init__(self, view: ScopedReader, items: ItemReads) -> None:
        self._view = view
        self._items = items
        self._queries = items.queries

    def resting_on(self, messages: Collection[Said], sources: Collection[str]) -> tuple[Item, ...]:
        """Items, in use or not, that quote one of these messages or texts."""
        rows: list[Any] = []
        for place, ids in _by_conversation(messages):
            rows += self._view.all(self._on_messages, place=place, ids=pack(ids))
        if sources:
            rows += self._view.all(self._on_sources, ids=pack(sorted(sources)))
        found = {row[0]: read_from(row) for row in rows}
        return tuple(self._items.finished([found[number] for number in sorted(found)], None))

    def withdrawn(self, messages: Collection[Said]) -> frozenset[Said]:
        """Those of these messages that came before their conversation was revoked."""
        return frozenset(
            (place, row[0])
            for place, ids in _by_conversation(messages)
            for row in self._view.all(self._withdrawn, place=place, ids=pack(ids))
        )

    def _on_messages(self) -> Select[Any]:
        quoting = (
            select(evidence.c.item_n)
            .join(message, is_row_of(evidence.c.message_n, message))
            .join(conversation, is_row_of(message.c.conversation_n, conversation))
            .where(
                conversation.c.space_n == bindparam("space_n"),
                conversation.c.id == bindparam("place"),
                among(message.c.id, "ids"),
            )
        )
        return self._queries.select(None).where(item.c.number.in_(quoting))

    def _on_sources(self) -> Select[Any]:
        quoting = (
            select(evidence.c.item_n)
            .join(source, is_row_of(evidence.c.source_n, source))
            .where(source.c.space_n == bindparam("space_n"), among(source.c.id, "ids"))
        )
        return self._queries.select(None).where(item.c.number.in_(quoting))

    def _withdrawn(self) -> Select[Any]:
        return (
            select(message.c.id)
            .join(conversation, is_row_of(message.c.conversation_n, conversation))
            .join(standing, is_row_of(standing.c.conversation_n, conversation))
            .where(
                self._view.rights.visible(message),
                conversation.c.space_n == bindparam("space_n"),
                conversation.c.id == bindparam("place"),
                among(message.c.id, "ids"),
                message.c.seq <= standing.c.revoked_seq,
            )
        )


def _by_conversation(messages: Collection[Said]) -> Iterator[tuple[str, list[str]]]:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for place, id in sorted(messages):
        places[place].append(id)
    yield from places.items()
