"""Votes on items: one per caller; the last one counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, bindparam, func, select

from remembrancer.core.ledger import Action
from remembrancer.items.state import StoredItem
from remembrancer.items.vote import Votes
from remembrancer.store.dialect import among, pack
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.rows import iso
from remembrancer.store.schema import item, vote
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit import committed_columns
from remembrancer.store.unit.scoped_reader import ScopedReader
from remembrancer.store.unit.unit_of_work import UnitOfWork


class VoteReads:
    """Counts of votes on items that the viewer may read."""

    def __init__(self, view: ScopedReader, items: ItemReads) -> None:
        self._view = view
        self._queries = items.queries

    def of_item(self, id: str) -> Votes:
        up, down, mine = self._view.one(self._tally, id=id)
        return Votes(item_id=id, up=up, down=down, mine=mine)

    def of_items(self, ids: Sequence[str]) -> tuple[Votes, ...]:
        rows = self._view.all(self._tallies, ids=pack(ids))
        found = {id: (up, down, mine) for id, up, down, mine in rows}
        none = (0, 0, None)
        return tuple(
            Votes(item_id=id, up=up, down=down, mine=mine)
            for id in ids
            for up, down, mine in (found.get(id, none),)
        )

    def _tally(self) -> Select[Any]:
        return self._voted().where(item.c.id == bindparam("id"))

    def _tallies(self) -> Select[Any]:
        return self._voted(item.c.id).where(among(item.c.id, "ids")).group_by(item.c.id)

    def _voted(self, *columns: Any) -> Select[Any]:
        return self._queries.select(
            None,
            *columns,
            func.count().filter(vote.c.value == 1),
            func.count().filter(vote.c.value == -1),
            func.max(vote.c.value).filter(vote.c.principal == bindparam("viewer")),
        ).join(vote, is_row_of(vote.c.item_n, item))


class VoteWrites(VoteReads):
    """Records the caller's vote on an item."""

    def __init__(self, work: UnitOfWork, items: ItemReads) -> None:
        super().__init__(work, items)
        self._work = work

    def put(self, stored: StoredItem, value: int) -> Votes:
        row = {"principal": self._work.actor, "value": value, "at": iso(self._work.scope.now)}
        number = self._work.one(
            lambda: select(vote.c.number).where(
                vote.c.space_n == bindparam("space_n"),
                vote.c.item_n == bindparam("item_n"),
                vote.c.principal == bindparam("viewer"),
            ),
            item_n=stored.number,
        )
        references, places = [stored.id], {"item_n": stored.number}
        made = self._work.put_sealed(
            committed_columns.VOTE, row, references, places, number and number[0]
        )
        self._work.append(Action.ITEM_VOTE, stored.id, {}, [made], None)
        self._work.flush()
        return self.of_item(stored.id)
