"""Context: the messages around a message, and the items that relations link to."""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import pairwise
from typing import Any

from sqlalchemy import ScalarSelect, Select, bindparam, select

from remembrancer.items.filters import RecallFilter
from remembrancer.ports import LedgerPoint
from remembrancer.search.port import Candidate, MessageContext
from remembrancer.store.dialect import among, pack
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.schema import document, entity, item, message, relation, version
from remembrancer.store.search.recall_filters import filter_values
from remembrancer.store.search.text_search import TextSearchReads
from remembrancer.store.unit.scoped_reader import ScopedReader

_Filled = frozenset[str]


class ContextWindowReads:
    """Texts of the scope's space that its viewer may recall, by their context."""

    def __init__(self, view: ScopedReader, items: ItemReads, search: TextSearchReads) -> None:
        self._view = view
        self._queries = items.queries
        self._search = search

    def around(
        self,
        keys: Sequence[int],
        filter: RecallFilter,
        *,
        steps: int,
        at: LedgerPoint | None,
        known: Set[int] = frozenset(),
    ) -> MessageContext:
        """These messages, and the messages before and after them that the viewer may recall.

        Messages that the viewer may not see are skipped, and those that are known are not read.
        """
        if not keys:
            return MessageContext({}, {})
        fields = filter.given - {"conversation_id"}
        values = filter_values(filter)
        if at is not None:
            values["point"] = at.seq
        after: dict[int, int] = {}
        for is_onward in (True, False) if steps else ():
            found = self._view.all(
                lambda is_onward=is_onward: self._near(fields, at, is_onward, steps),
                is_onward,
                fields,
                at is None,
                steps,
                **values,
                keys=pack(keys),
            )
            for row in found:
                chain = pairwise(number for number in row if number is not None)
                after.update(chain if is_onward else ((other, one) for one, other in chain))
        rows = self._view.all(
            lambda: self._search.message_texts(fields, at, document).where(
                among(message.c.number, "keys")
            ),
            fields,
            at is None,
            **values,
            keys=pack({*keys, *after, *after.values()} - known),
        )
        return MessageContext({row[0]: Candidate(*row) for row in rows}, after)

    def _near(
        self, fields: _Filled, at: LedgerPoint | None, is_onward: bool, steps: int
    ) -> Select[Any]:
        """Each message with the next ones, or the ones before; null where there are no more.

        Each step is looked up by itself: row-level security keeps PostgreSQL from ending a range of
        the index at a message that a subquery finds.
        """
        conditions = self._search.message_conditions

        def step(count: int) -> ScalarSelect[Any]:
            other = message.alias(f"near_{count}")
            is_further = (
                other.c.number > message.c.number
                if is_onward
                else other.c.number < message.c.number
            )
            return (
                select(other.c.number)
                .where(
                    other.c.conversation_n == message.c.conversation_n,
                    is_further,
                    *conditions(other, fields, at),
                )
                .order_by(other.c.number if is_onward else other.c.number.desc())
                .offset(count)
                .limit(1)
                .correlate(message)
                .scalar_subquery()
            )

        return select(message.c.number, *map(step, range(steps))).where(
            among(message.c.number, "keys"), *conditions(message, fields, at)
        )

    def linked_items(
        self, names: Sequence[str], filter: RecallFilter, *, limit: int, at: LedgerPoint | None
    ) -> list[Candidate]:
        """Items that a relation links to an entity with one of these names, newest first."""
        fields = filter.given - {"conversation_id"}
        values = {**filter_values(filter), "now": self._queries.now_at(at)}
        if at is not None:
            values["point"] = at.seq
        rows = self._view.all(
            lambda: self._linked(fields, at),
            fields,
            at is None,
            **values,
            names=pack(names),
            limit=limit,
        )
        return [Candidate(*row) for row in rows]

    def _linked(self, fields: _Filled, at: LedgerPoint | None) -> Select[Any]:
        conditions = [
            relation.c.space_n == bindparam("space_n"),
            self._view.rights.visible(entity),
            among(entity.c.name, "names"),
        ]
        if at is not None:
            conditions.append(relation.c.seq <= bindparam("point"))
        ends = [
            select(other)
            .select_from(relation.join(entity, entity.c.id == named))
            .where(*conditions)
            for named, other in (
                (relation.c.source, relation.c.target),
                (relation.c.target, relation.c.source),
            )
        ]
        return (
            self._search.item_texts(fields, at, document)
            .where(item.c.id.in_(ends[0].union(ends[1])))
            .order_by(version.c.number.desc())
            .limit(bindparam("limit"))
        )
