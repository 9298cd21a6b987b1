"""Reading tasks: due items, items that follow from a decision, and the longest open items.

Each query returns at least the items that the rules of `items/kinds/tasks.py` need, so that only a
few of thousands of items are read. The rules make the final decision.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Integer,
    Select,
    and_,
    bindparam,
    case,
    func,
    not_,
    or_,
    select,
    union_all,
)

from remembrancer.items.item import Item, Lifecycle
from remembrancer.store.dialect import among, holds_any, pack, sorted_number, text_field
from remembrancer.store.in_force import effective_lifecycle
from remembrancer.store.items.item_queries import is_noted
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.items.item_rows import read_from
from remembrancer.store.rows import iso
from remembrancer.store.schema import version
from remembrancer.store.unit.scoped_reader import ScopedReader

_LINKS = ("follow_up", "related_entries")
_EARLIEST = "00000000"  # a lower bound for all days in their text form
_FIELDS = (version.c.data, version.c.metadata)
_COLUMNS = tuple(
    version.c[name] for name in ("number", "lifecycle", "last_confirmed_at", "occurred_at")
)


class TaskReads:
    """Items in use of some kinds, of one subject or of all.

    It first selects the numbers of candidate versions, then reads their items.
    """

    def __init__(self, view: ScopedReader, items: ItemReads) -> None:
        self._view = view
        self._items = items
        self._queries = items.queries

    def due(
        self, kinds: Collection[str], *, subject: str | None, until: date, limit: int
    ) -> tuple[Item, ...]:
        """Items that may have a deadline up to a day, with their evidence."""
        values = {"since": _EARLIEST, "until": _day(until)}
        found = self._noted("due", _may_be_due, kinds, subject, limit, values)
        return self._in_use(found, is_bare=False)

    def marked(
        self,
        kinds: Collection[str],
        *,
        subject: str | None,
        since: date,
        until: date,
        tags: Collection[str],
        limit: int,
    ) -> tuple[Item, ...]:
        """Items that may have a deadline between two days, items that need a follow-up (by a field
        or by one of these tags), and items that name others."""
        values: dict[str, Any] = {"tags": pack(sorted(tags))}
        values |= {"since": _day(since), "until": _day(until)}
        return self._in_use(self._noted("marked", _may_be_marked, kinds, subject, limit, values))

    def tagged(
        self, kinds: Collection[str], *, subjects: Collection[str | None], limit: int
    ) -> tuple[Item, ...]:
        """Items about these subjects, or without a subject, that have a tag."""
        values = {
            "subjects": pack(sorted(subject for subject in subjects if subject is not None)),
            "is_nobody": int(None in subjects),
        }
        return self._in_use(self._noted("tagged", _may_be_tagged, kinds, None, limit, values))

    def longest_open(
        self,
        kinds: Collection[str],
        *,
        subject: str | None,
        before: datetime,
        scanned: int,
        limit: int,
    ) -> tuple[tuple[Item, ...], bool]:
        """Items that nobody has touched since then, the longest open first; and whether the list is
        complete. Across all subjects, it reads only a limited number of those that changed last."""
        if not kinds:
            return (), True
        listed = sorted(kinds)
        values: dict[str, Any] = {f"kind_{place}": kind for place, kind in enumerate(listed)}
        if subject is None:
            values["scanned"] = max(1, scanned // len(listed))
        else:
            values["subject"] = subject

        def build() -> Select[Any]:
            every = _looked_at(len(listed), subject is not None)
            touched = _touched(every)
            return (
                select(every.c.number)
                .where(
                    every.c.lifecycle == Lifecycle.ACTIVE.value,
                    touched < bindparam("before"),
                )
                .order_by(touched, every.c.number)
                .limit(bindparam("limit"))
            )

        rows = self._view.all(
            build,
            len(listed),
            subject is None,
            before=iso(before),
            limit=limit,
            **values,
        )
        return self._in_use([row[0] for row in rows]), len(rows) < limit

    def _noted(
        self,
        name: str,
        wanted: Callable[[], ColumnElement[bool]],
        kinds: Collection[str],
        subject: str | None,
        limit: int,
        values: dict[str, Any],
    ) -> list[int]:
        """Candidate versions in force that have more than their text."""
        if not kinds:
            return []

        def build() -> Select[Any]:
            query = select(version.c.number).where(
                version.c.space_n == bindparam("space_n"),
                among(version.c.kind, "kinds"),
                version.c.until_seq.is_(None),
                is_noted("version"),
                wanted(),
            )
            if subject is not None:
                query = query.where(version.c.subject == bindparam("subject"))
            return query.limit(bindparam("limit"))

        asked = {} if subject is None else {"subject": subject}
        rows = self._view.all(
            build,
            name,
            subject is None,
            kinds=pack(sorted(kinds)),
            limit=limit,
            **asked,
            **values,
        )
        return [row[0] for row in rows]

    def _in_use(self, numbers: Sequence[int], *, is_bare: bool = True) -> tuple[Item, ...]:
        """The items of these versions that are in use and visible."""
        if not numbers:
            return ()
        rows = self._view.all(
            lambda: self._queries.select(None).where(
                among(version.c.number, "keys"),
                effective_lifecycle() == Lifecycle.ACTIVE.value,
            ),
            keys=pack(numbers),
            now=self._queries.now_at(None),
            historical=self._queries.historical_before(None),
        )
        return tuple(self._items.finished([read_from(row) for row in rows], None, is_bare=is_bare))


def _looked_at(kinds: int, of_subject: bool) -> FromClause:
    """The versions in force that changed last. Each kind is looked up by its index."""
    result = []
    for place in range(kinds):
        entry = select(*_COLUMNS).where(
            version.c.space_n == bindparam("space_n"),
            version.c.kind == bindparam(f"kind_{place}"),
            version.c.superseded_by.is_(None),
            version.c.until_seq.is_(None),
        )
        if of_subject:
            result.append(entry.where(version.c.subject == bindparam("subject")))
        else:
            newest = entry.order_by(sorted_number(version.c.number).desc()).limit(
                bindparam("scanned")
            )
            result.append(select(newest.subquery()))
    return union_all(*result).subquery()


def _may_be_due() -> ColumnElement[bool]:
    """The deadline is in the range, or is a week or not a date: then the rules decide."""
    result = []
    for column in _FIELDS:
        field = text_field(column, "deadline")
        day = func.substr(func.replace(func.trim(field), "-", ""), 1, 8)
        result.append(
            and_(
                column != "{}",
                column.like('%"deadline"%'),
                or_(
                    day.between(bindparam("since"), bindparam("until")),
                    field.like("%W%"),
                    not_(and_(field >= "0", field < ":")),
                ),
            )
        )
    return or_(*result)


def _may_be_marked() -> ColumnElement[bool]:
    named = [column.like(f'%"{link}"%') for column in _FIELDS for link in _LINKS]
    is_tagged = and_(version.c.tags != "[]", holds_any(version.c.tags, "tags"))
    return or_(_may_be_due(), *named, is_tagged)


def _may_be_tagged() -> ColumnElement[bool]:
    is_nobody = and_(version.c.subject.is_(None), bindparam("is_nobody", type_=Integer) == 1)
    return and_(version.c.tags != "[]", or_(among(version.c.subject, "subjects"), is_nobody))


def _touched(every: FromClause) -> ColumnElement[str]:
    confirmed, occurred = every.c.last_confirmed_at, every.c.occurred_at
    return case((confirmed > occurred, confirmed), else_=occurred)


def _day(day: date) -> str:
    return day.isoformat().replace("-", "")
