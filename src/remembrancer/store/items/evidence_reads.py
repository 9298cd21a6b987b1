"""Evidence lookup: which items are based on a message or text, and what was revoked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import Any

from sqlalchemy import Select, bindparam, literal, select

from remembrancer.core.limits import CHAIN_ITEMS_MAX
from remembrancer.items.item import Item
from remembrancer.items.port import Said
from remembrancer.store.dialect import among, pack
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.items.item_rows import read_from
from remembrancer.store.schema import (
    conversation,
    evidence,
    item,
    message,
    source,
    standing,
    version,
)
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

    def replacements(self, messages: Collection[int]) -> dict[int, tuple[str, ...]]:
        """By number of a message, the items at the end of the chains that start at its items."""
        replaced = self._view.all(self._replaced, messages=pack(sorted(messages)))
        if not replaced:
            return {}
        firsts = pack(sorted({by for _, by in replaced}))
        last = dict(self._view.all(self._ends, firsts=firsts, limit=CHAIN_ITEMS_MAX))
        found: defaultdict[int, list[str]] = defaultdict(list)
        for message_n, by in replaced:
            if by in last:
                found[message_n].append(last[by])
        return {message_n: tuple(dict.fromkeys(ids)) for message_n, ids in found.items()}

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

    def _replaced(self) -> Select[Any]:
        return (
            self._queries.select(None, evidence.c.message_n, version.c.superseded_by)
            .join(evidence, is_row_of(evidence.c.item_n, item))
            .where(
                evidence.c.message_n.is_not(None),
                among(evidence.c.message_n, "messages"),
                version.c.superseded_by.is_not(None),
            )
            .order_by(item.c.number)
        )

    def _ends(self) -> Select[Any]:
        """For each of some items, the one at the end of its chain, unless a link is hidden."""
        chain = (
            self._queries.select(
                None,
                item.c.id.label("first"),
                item.c.id,
                version.c.superseded_by,
                literal(0).label("step"),
                with_erased=True,
            )
            .where(among(item.c.id, "firsts"))
            .cte("chain", recursive=True)
        )
        later = self._queries.select(
            None,
            chain.c.first,
            item.c.id,
            version.c.superseded_by,
            chain.c.step + 1,
            with_erased=True,
        ).join(chain, item.c.id == chain.c.superseded_by)
        chain = chain.union_all(later.where(chain.c.step < bindparam("limit")))
        return select(chain.c.first, chain.c.id).where(chain.c.superseded_by.is_(None))

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
