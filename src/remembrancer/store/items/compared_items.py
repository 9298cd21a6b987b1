"""Compared items: those that need not be compared again when they are approved.

An item gets its mark when it was compared with all earlier items that any member may see. The mark
says whether one of the two says otherwise than the other. It belongs to one version, and counts as
long as every item that came or changed since has a mark too.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import (
    Delete,
    Insert,
    Integer,
    Select,
    Update,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    update,
)

from remembrancer.core.limits import COMPARED_SINCE_MAX
from remembrancer.items.item import Lifecycle
from remembrancer.items.visibility import WITHDRAWN
from remembrancer.store.dialect import among, is_one_of, pack
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.schema import compared, item, version
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit.scoped_reader import ScopedReader
from remembrancer.store.unit.unit_of_work import UnitOfWork


class ComparedReads:
    """Which items need no comparison. For callers who see everything that is shared."""

    def __init__(self, view: ScopedReader, items: ItemReads) -> None:
        self._view = view
        self._queries = items.queries

    def unopposed(self, ids: Collection[str]) -> frozenset[str]:
        rows = self._view.all(self._marked, ids=pack(sorted(ids))) if ids else []
        if not rows:
            return frozenset()
        oldest = self._view.last_position() - COMPARED_SINCE_MAX
        since = max(min(seq for _, _, seq in rows), oldest)
        unmarked = dict(self._view.all(self._unmarked, since=since))
        return frozenset(
            id for id, subject, seq in rows if seq >= since and unmarked.get(subject, 0) <= seq
        )

    def _marked(self) -> Select[Any]:
        return (
            self._queries.select(None, item.c.id, version.c.subject, version.c.seq)
            .join(
                compared,
                is_row_of(compared.c.item_n, item) & (compared.c.version_n == version.c.number),
            )
            .where(among(item.c.id, "ids"), compared.c.is_opposed == 0)
        )

    def _unmarked(self) -> Select[Any]:
        """The last position at which an item without a mark came or changed, for each subject."""
        return (
            select(version.c.subject, func.max(version.c.seq))
            .outerjoin(
                compared,
                and_(
                    compared.c.space_n == version.c.space_n,
                    compared.c.item_n == version.c.item_n,
                    compared.c.version_n == version.c.number,
                ),
            )
            .where(
                version.c.space_n == bindparam("space_n"),
                version.c.seq > bindparam("since"),
                version.c.until_seq.is_(None),
                version.c.salt.is_not(None),
                version.c.is_personal == 0,
                ~is_one_of(
                    version.c.lifecycle, Lifecycle.SUPERSEDED.value, Lifecycle.DISMISSED.value
                ),
                ~is_one_of(version.c.review, *sorted(WITHDRAWN)),
                compared.c.item_n.is_(None),
            )
            .group_by(version.c.subject)
        )


class ComparedWrites(ComparedReads):
    """Sets the marks."""

    def __init__(self, work: UnitOfWork, items: ItemReads) -> None:
        super().__init__(work, items)
        self._work = work

    def put(self, ids: Collection[str], opposed: Collection[str], upto: int) -> None:
        if opposed:
            self._work.run(_forget, "all", ids=pack(sorted(opposed)))
            self._mark(opposed, upto, is_opposed=1)
        others = [id for id in ids if id not in opposed]
        if others:
            # An item that another was found to oppose meanwhile stays opposed in this version.
            self._work.run(lambda: _forget(is_older=True), "older", ids=pack(others))
            self._mark(others, upto, is_opposed=0)

    def _mark(self, ids: Collection[str], upto: int, *, is_opposed: int) -> None:
        self._work.run(_mark, ids=pack(sorted(ids)), upto=upto, opposed=is_opposed)

    def keep(self, items: Collection[int]) -> None:
        """The last change of these items, by their numbers, left what they say as it was."""
        self._work.run(_keep, items=pack(items))


def _forget(*, is_older: bool = False) -> Delete:
    """Removes the marks of items, or only those of older versions."""
    named = select(item.c.number).where(
        item.c.space_n == bindparam("space_n"), among(item.c.id, "ids")
    )
    if is_older:
        named = named.where(
            item.c.number == compared.c.item_n, item.c.current != compared.c.version_n
        ).correlate(compared)
    return delete(compared).where(
        compared.c.space_n == bindparam("space_n"), compared.c.item_n.in_(named)
    )


def _mark() -> Insert:
    marked = exists().where(
        compared.c.space_n == item.c.space_n, compared.c.item_n == item.c.number
    )
    chosen = (
        select(item.c.space_n, item.c.number, item.c.current, bindparam("opposed", type_=Integer))
        .join(version, is_row_of(item.c.current, version))
        .where(
            item.c.space_n == bindparam("space_n"),
            among(item.c.id, "ids"),
            item.c.is_personal == 0,
            version.c.seq <= bindparam("upto"),
            ~marked,
        )
    )
    columns = ["space_n", "item_n", "version_n", "is_opposed"]
    return insert(compared).from_select(columns, chosen)


def _keep() -> Update:
    older, newer = version.alias("older"), version.alias("newer")
    following = (
        select(newer.c.number)
        .select_from(
            older.join(
                newer,
                and_(
                    newer.c.space_n == older.c.space_n,
                    newer.c.item_n == older.c.item_n,
                    newer.c.version == older.c.version + 1,
                    newer.c.until_seq.is_(None),
                ),
            )
        )
        .where(
            older.c.space_n == compared.c.space_n,
            older.c.number == compared.c.version_n,
        )
        .correlate(compared)
    )
    return (
        update(compared)
        .where(
            compared.c.space_n == bindparam("space_n"),
            among(compared.c.item_n, "items"),
            exists(following),
        )
        .values(version_n=following.scalar_subquery())
    )
