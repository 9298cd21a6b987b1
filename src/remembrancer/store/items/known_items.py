"""Known items: an item that the same sources brought before is returned, not stored again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from remembrancer.core.hashing import keyed_hash
from remembrancer.items.item import Item
from remembrancer.items.port import NewItem
from remembrancer.store import schema
from remembrancer.store.dialect import among, pack
from remembrancer.store.erased_sources import ErasedSources
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.unit.unit_of_work import UnitOfWork


class ItemsByHash:
    """Items by the hash that identifies equal captures."""

    def __init__(self, work: UnitOfWork, items: ItemReads, erased_sources: ErasedSources) -> None:
        self._work = work
        self._items = items
        self._queries = items.queries
        self._erased_sources = erased_sources

    def expect(self, new: Sequence[NewItem]) -> None:
        """Looks up in one query which of the items to be added already exist."""
        self._look_up(self._hashes(new))

    @cached_property
    def by_same(self) -> dict[str, str | None]:
        """Ids of the items with these hashes, as far as they were looked up; None: there is none.

        Nobody else writes to the space until this unit of work ends.
        """
        return {}

    def known(self, new: Sequence[NewItem]) -> dict[str, Item]:
        """Items that the same sources brought before, by their hash."""
        hashes = self._hashes(new)
        self._look_up(hashes)
        found = {}
        for same_hash in hashes:
            id = self.by_same[same_hash]
            item = None if id is None else self._items.get(id)
            if item is not None:
                found[same_hash] = item
        return found

    def _hashes(self, new: Sequence[NewItem]) -> list[str]:
        return [self.same_hash(item.same) for item in new if item.same is not None]

    def same_hash(self, same: tuple[Any, ...]) -> str:
        """The hash that identifies equal captures, computed once per unit of work."""
        text = self._same_hashes.get(same)
        if text is None:
            text = self._same_hashes[same] = keyed_hash(self._work.space.key, same)
        return text

    @cached_property
    def _same_hashes(self) -> dict[tuple[Any, ...], str]:
        return {}

    def _look_up(self, hashes: Sequence[str]) -> None:
        unknown = [hash_ for hash_ in hashes if hash_ not in self.by_same]
        if not unknown:
            return
        rows = self._work.all(
            lambda: self._queries.select(None, schema.item.c.id, schema.item.c.same_hash).where(
                schema.item.c.same_hash.is_not(None),
                among(schema.item.c.same_hash, "hashes"),
            ),
            hashes=pack(unknown),
        )
        self.by_same.update(dict.fromkeys(unknown))
        self.by_same.update({same_hash: id for id, same_hash in rows})

    def refuse_erased(self, new: Sequence[NewItem], known: Mapping[str, Item]) -> None:
        """Refuses items from an erased source. Items that already exist may come again."""
        self._erased_sources.refuse(
            (item.state.source_type, item.state.source_id)
            for item in new
            if item.same is not None
            and not item.is_drawn
            and self.same_hash(item.same) not in known
        )
