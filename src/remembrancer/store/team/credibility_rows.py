"""Data points of credibility, each read through the rights on the item that it belongs to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Delete, Select, bindparam, delete, not_, or_, select

from remembrancer.items.visibility import EVERYONE, WITHDRAWN
from remembrancer.store.deliveries.walks import shows_item
from remembrancer.store.dialect import is_one_of
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.rows import in_order, iso, moment
from remembrancer.store.schema import credibility_point, item
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit.scoped_reader import ScopedReader
from remembrancer.store.unit.unit_of_work import UnitOfWork
from remembrancer.team.track_record.credibility_port import CredibilityPoint, Readers

_COLUMNS = CredibilityPoint._fields[1:]
_TIMES = ("decided_at", "outcome_at", "recorded_at")


class CredibilityReads:
    """Points of items that the viewer may see, and that nobody rejected."""

    def __init__(self, view: ScopedReader) -> None:
        self._view = view

    def points(
        self, *, agent: str | None = None, domain: str | None = None, readers: Readers | None = None
    ) -> tuple[CredibilityPoint, ...]:
        given = {"agent": agent, "domain": domain}
        given = {name: value for name, value in given.items() if value is not None}
        conditions = [credibility_point.c[name] == bindparam(name) for name in given]
        of_group = readers is not None and readers.audience not in (None, EVERYONE)
        if readers is not None:
            conditions.append(_is_for(of_group))
            given |= {"readers": readers.audience} if of_group else {}
        return self._found(
            conditions, tuple(given), readers is None, of_group, parameters=dict(given)
        )

    def of_item(self, id: str) -> tuple[CredibilityPoint, ...]:
        return self._found([item.c.id == bindparam("id")], "item", parameters={"id": id})

    def _found(
        self, conditions: list[ColumnElement[bool]], *shape: Any, parameters: dict[str, Any]
    ) -> tuple[CredibilityPoint, ...]:
        rows = self._view.all(lambda: self._select(conditions), *shape, **parameters)
        return tuple(_point(row) for row in rows)

    def _select(self, conditions: list[ColumnElement[bool]]) -> Select[Any]:
        columns = (credibility_point.c[name] for name in _COLUMNS)
        return (
            select(item.c.id, *columns)
            .select_from(credibility_point.join(item, is_row_of(credibility_point.c.item_n, item)))
            .where(
                credibility_point.c.space_n == bindparam("space_n"),
                shows_item(self._view.rights),
                not_(is_one_of(item.c.review, *WITHDRAWN)),
                *conditions,
            )
            .order_by(credibility_point.c.decided_at, credibility_point.c.number)
        )


class CredibilityWrites(CredibilityReads):
    def __init__(self, work: UnitOfWork, items: ItemReads) -> None:
        super().__init__(work)
        self._work = work
        self._items = items

    def replace(self, id: str, points: Sequence[CredibilityPoint]) -> None:
        """Replaces the points of an item. The unit changes the item itself as well."""
        stored = self._items.stored(id)
        if stored is None:
            return
        self._work.flush()
        self._work.run(_drop, item_n=stored.number)
        for point in points:
            row: dict[str, Any] = {
                **point._asdict(),
                **{name: iso(getattr(point, name)) for name in _TIMES},
                "number": self._work.number("credibility_point"),
                "space_n": self._work.space.number,
                "item_n": stored.number,
            }
            self._work.pending.add("credibility_point", in_order(credibility_point, row))
        self._work.flush()


def _is_for(of_group: bool) -> ColumnElement[bool]:
    """Everybody whom it is computed for may see the item."""
    columns = item.c
    everybody = or_(columns.audience.is_(None), columns.audience == EVERYONE)
    if of_group:
        everybody = or_(everybody, columns.audience == bindparam("readers"))
    return (columns.is_personal == 0) & everybody


def _drop() -> Delete:
    return delete(credibility_point).where(
        credibility_point.c.space_n == bindparam("space_n"),
        credibility_point.c.item_n == bindparam("item_n"),
    )


def _point(row: Sequence[Any]) -> CredibilityPoint:
    values = dict(zip(CredibilityPoint._fields, row, strict=True))
    return CredibilityPoint(**{**values, **{name: moment(values[name]) for name in _TIMES}})
