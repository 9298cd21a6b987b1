"""Context: the messages around a message, and the items that relations link to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import CTE, BigInteger, Select, bindparam, cast, literal, null, select

from remembrancer.items.filters import RecallFilter
from remembrancer.ports import LedgerPoint
from remembrancer.search.port import Candidate, MessageContext
from remembrancer.store.dialect import among, pack
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.schema import document, entity, item, message, relation, version
from remembrancer.store.search.text_search import TextSearchReads, filter_values
from remembrancer.store.unit.scoped_reader import ScopedReader

_Filled = frozenset[str]


class ContextWindowReads:
    """Texts of the scope's space that its viewer may recall, by their context."""

    def __init__(self, view: ScopedReader, items: ItemReads, search: TextSearchReads) -> None:
        self._view = view
        self._queries = items.queries
        self._search = search

    def around(
        self, keys: Sequence[int], filter: RecallFilter, *, steps: int, at: LedgerPoint | None
    ) -> MessageContext:
        """These messages, and the messages before and after them that the viewer may recall.

        Messages that the viewer may not see are skipped.
        """
        if not keys:
            return MessageContext({}, {})
        fields = filter.given - {"conversation_id"}
        values = filter_values(filter)
        if at is not None:
            values["point"] = at.seq
        after: dict[int, int] = {}
        for is_onward in (True, False):
            pairs = self._view.all(
                lambda is_onward=is_onward: self._pairs(fields, at, is_onward),
                is_onward,
                fields,
                at is None,
                **values,
                keys=pack(keys),
                steps=steps,
            )
            after.update(pairs if is_onward else ((other, one) for one, other in pairs))
        rows = self._view.all(
            lambda: self._search.message_texts(fields, at, document).where(
                among(message.c.number, "keys")
            ),
            fields,
            at is None,
            **values,
            keys=pack({*keys, *after, *after.values()}),
        )
        return MessageContext({row[0]: Candidate(*row) for row in rows}, after)

    def _pairs(self, fields: _Filled, at: LedgerPoint | None, is_onward: bool) -> Select[Any]:
        steps = self._steps(fields, at, is_onward)
        return (
            select(steps.c.before, steps.c.number)
            .where(steps.c.before.is_not(None), steps.c.number.is_not(None))
            .distinct()
        )

    def _steps(self, fields: _Filled, at: LedgerPoint | None, onward: bool) -> CTE:
        """From each message to the next one, or the one before, for the given number of steps."""
        start = (
            select(
                message.c.number,
                message.c.conversation_n,
                literal(0).label("step"),
                cast(null(), BigInteger).label("before"),
            )
            .where(
                *self._search.message_conditions(message, fields, at),
                among(message.c.number, "keys"),
            )
            .cte("onward" if onward else "back", recursive=True)
        )
        other = message.alias("next_one" if onward else "one_before")
        number = other.c.number
        step = (
            select(number)
            .where(
                other.c.conversation_n == start.c.conversation_n,
                number > start.c.number if onward else number < start.c.number,
                *self._search.message_conditions(other, fields, at),
            )
            .order_by(number if onward else number.desc())
            .limit(1)
            .correlate(start)
            .scalar_subquery()
        )
        return start.union_all(
            select(step, start.c.conversation_n, start.c.step + 1, start.c.number).where(
                start.c.step < bindparam("steps"), start.c.number.is_not(None)
            )
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
