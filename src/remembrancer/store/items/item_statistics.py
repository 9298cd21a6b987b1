"""Counts of a space's content, as far as the viewer may see it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import FromClause, Select, func, literal_column, select

from remembrancer.recall.summary import COUNTED_BY, Stats
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.schema import item, message, source, version
from remembrancer.store.unit.scoped_reader import ScopedReader


class StatsReads:
    """Counts items, messages and sources."""

    def __init__(self, view: ScopedReader, items: ItemReads) -> None:
        self._view = view
        self._queries = items.queries

    def counts(self, by: Collection[str]) -> Stats:
        """Counts of shared, visible content. Personal content is counted for nobody."""
        counts: dict[str, dict[str, int]] = {name: {} for name in COUNTED_BY}
        names = [name for name in COUNTED_BY if name in by]
        if names:
            for *words, count in self._counts_by(names):
                for name, word in zip(names, words, strict=True):
                    if word is not None:
                        counts[name][word] = counts[name].get(word, 0) + count
        items = self._view.one(self._shared_items)
        messages = self._view.one(lambda: self._shared_raw(message))
        sources = self._view.one(lambda: self._shared_raw(source))
        return Stats(
            items=items[0],
            messages=messages[0],
            sources=sources[0],
            **{f"by_{name}": counted for name, counted in counts.items()},
        )

    def _counts_by(self, names: Sequence[str]) -> list[Any]:
        """All requested counts in one scan of the items."""
        columns = {
            "kind": version.c.kind,
            "status": self._queries.status(),
            "domain": version.c.domain,
            "category": version.c.category,
        }
        count: Any = func.count()
        return self._view.all(
            lambda: (
                self._queries.select(
                    None, *(columns[name].label(f"by_{name}") for name in names), count
                )
                .where(item.c.is_personal == 0)
                .group_by(*(literal_column(f"by_{name}") for name in names))
            ),
            self._view.space.preset.status_axis,
            *names,
            now=self._queries.now_at(None),
            historical=self._queries.historical_before(None),
        )

    def _shared_items(self) -> Select[Any]:
        """Shared items, without reading their content."""
        count: Any = func.count()
        return select(count).where(
            self._view.rights.visible(item),
            self._view.rights.readable(),
            item.c.is_personal == 0,
            item.c.erased_seq.is_(None),
        )

    def _shared_raw(self, table: FromClause) -> Select[Any]:
        count: Any = func.count()
        return select(count).where(
            self._view.rights.visible(table),
            self._view.rights.raw_readable(table),
            table.c.is_personal == 0,
            table.c.salt.is_not(None),
        )
