"""Item queries: the statements, and the values they are run with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Select,
    TextClause,
    and_,
    bindparam,
    case,
    exists,
    func,
    literal,
    not_,
    or_,
    select,
    text,
)

from remembrancer.core.texts.text import ERASED
from remembrancer.items.filters import ItemFilter
from remembrancer.items.item import Lifecycle
from remembrancer.items.lifecycle import REVIEWS_SHOWN, states_for_status
from remembrancer.items.state import ItemState
from remembrancer.ports import LedgerPoint
from remembrancer.store.dialect import among, holds_all, holds_any, is_one_of, pack
from remembrancer.store.in_force import (
    effective_lifecycle,
    historical_before,
    in_force_at_point,
    in_force_now,
)
from remembrancer.store.rows import iso, to_json
from remembrancer.store.schema import conversation, evidence, item, message, source, version
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit.scoped_reader import ScopedReader

STATE_COLUMNS = tuple(version.c[name] for name in ItemState._fields)
ITEM_COLUMNS = (
    item.c.number,
    item.c.id,
    item.c.owner,
    item.c.audience.label("audience_now"),
    item.c.is_personal.label("is_personal_now"),
    item.c.created_at,
    version.c.version,
    version.c.at,
    *STATE_COLUMNS,
)

# Written out as in the index `item_waiting`, so that the index is used.
_IS_WAITING = text("item.review = 'pending'")

# Filters that compare one column with a list of words.
_WORD_FILTERS: dict[str, ColumnElement[Any]] = {
    "kind": version.c.kind,
    "category": version.c.category,
    "domain": version.c.domain,
    "review": version.c.review,
    "source_type": version.c.source_type,
    "source_id": version.c.source_id,
    "source_user": item.c.owner,
    "audience": item.c.audience,
}


class ItemQueries:
    """The queries of `items.py`."""

    def __init__(self, view: ScopedReader) -> None:
        self._view = view

    def known(self, at: LedgerPoint | None) -> FromClause:
        """Items joined with the version in force, now or at a point of history."""
        if at is None:
            return item.join(version, in_force_now())
        return item.join(
            version,
            and_(
                is_row_of(version.c.item_n, item),
                version.c.space_n == bindparam("space_n"),
                in_force_at_point(),
            ),
        )

    def select(
        self, at: LedgerPoint | None, *columns: Any, with_erased: bool = False
    ) -> Select[Any]:
        """All item reads go through here. Leaves out erased items and unreadable ones."""
        query = (
            select(*(columns or ITEM_COLUMNS))
            .select_from(self.known(at))
            .where(self._view.rights.visible(item), self._view.rights.readable())
        )
        return query if with_erased else query.where(_is_there(at))

    def one_item(self, at: LedgerPoint | None) -> Select[Any]:
        return self.select(at).where(item.c.id == bindparam("id"))

    def named(self) -> Select[Any]:
        return self.select(None).where(among(item.c.id, "ids"))

    def listing(self, fields: frozenset[str], after: bool, at: LedgerPoint | None) -> Select[Any]:
        query = self.select(at)
        for name, column in _WORD_FILTERS.items():
            if name in fields:
                query = query.where(among(column, name))
        if "subject" in fields:
            query = query.where(version.c.subject == bindparam("subject"))
        if "waiting" in fields:
            query = query.where(_IS_WAITING)
        elif "review" in fields and at is None:
            query = query.where(among(item.c.review, "review"))  # needs no version
        if "lifecycle" in fields:
            query = query.where(among(effective_lifecycle(), "lifecycle"))
        if "status" in fields:
            query = query.where(*self.of_status(at, is_one="statuses" not in fields))
        if "is_personal" in fields:
            query = query.where(item.c.is_personal == bindparam("is_personal"))
        if "tags" in fields:
            query = query.where(holds_any(version.c.tags, "tags"))
        if "metadata" in fields:
            query = query.where(holds_all(version.c.metadata, "metadata"))
        if "since" in fields:
            query = query.where(version.c.occurred_at >= bindparam("since"))
        if "until" in fields:
            query = query.where(version.c.occurred_at < bindparam("until"))
        if after:
            query = query.where(item.c.number < bindparam("after"))
        return query.order_by(item.c.number.desc()).limit(bindparam("limit"))

    def of_status(self, at: LedgerPoint | None, *, is_one: bool) -> Iterator[ColumnElement[bool]]:
        """The conditions of the status words on both axes. One word needs no others."""
        if at is None:
            yield among(item.c.review, "status_reviews")
        yield among(version.c.review, "status_reviews")
        yield among(effective_lifecycle(), "status_lifecycles")
        if not is_one:
            yield among(self.status(), "status")

    def status(self) -> ColumnElement[str]:
        """The preset's status word for lifecycle and review, as in `rules.lifecycle`."""
        lifecycle = effective_lifecycle()
        shown = is_one_of(version.c.review, *REVIEWS_SHOWN[self._view.space.preset.status_axis])
        is_shown = and_(lifecycle == Lifecycle.ACTIVE.value, shown)
        return case((is_shown, version.c.review), else_=lifecycle)

    def by_kind(self, at: LedgerPoint | None) -> Select[Any]:
        place = func.row_number().over(
            partition_by=version.c.kind, order_by=(version.c.at.desc(), item.c.number.desc())
        )
        total = func.count().over(partition_by=version.c.kind)
        ranked = (
            self.select(at, *ITEM_COLUMNS, place.label("place"), total.label("total"))
            .where(
                version.c.subject == bindparam("subject"),
                effective_lifecycle() == Lifecycle.ACTIVE.value,
                self._view.rights.recallable(),
            )
            .subquery()
        )
        return (
            select(ranked)
            .where(ranked.c.place <= bindparam("per_kind"))
            .order_by(ranked.c.kind, ranked.c.place)
        )

    def active_count(self) -> Select[Any]:
        found = (
            select(item.c.number)
            .select_from(self.known(None))
            .where(
                item.c.space_n == bindparam("space_n"),
                _is_there(None),
                effective_lifecycle() == Lifecycle.ACTIVE.value,
            )
            .limit(bindparam("limit"))
            .subquery()
        )
        return select(func.count()).select_from(found)

    def by_key(self) -> Select[Any]:
        return (
            select(version.c.number, *ITEM_COLUMNS)
            .select_from(version.join(item, is_row_of(version.c.item_n, item)))
            .where(self._view.rights.visible(item), among(version.c.number, "keys"))
        )

    def chain(self) -> Select[Any]:
        """Goes forward to what replaced the item, then back to everything before it."""
        links = (item.c.id, version.c.superseded_by)
        later = (
            self.select(None, *links, literal(0).label("step"))
            .where(item.c.id == bindparam("id"))
            .cte("later", recursive=True)
        )
        # The chain passes through erased items too; they are left out of the result.
        later = later.union_all(
            self.select(None, *links, later.c.step + 1, with_erased=True)
            .join(later, item.c.id == later.c.superseded_by)
            .where(later.c.step < bindparam("limit"))
        )
        newest = select(later.c.id).order_by(later.c.step.desc()).limit(1).subquery()
        earlier = select(newest.c.id, literal(0).label("step")).cte("earlier", recursive=True)
        earlier = earlier.union_all(
            self.select(None, item.c.id, earlier.c.step + 1, with_erased=True)
            .join(earlier, version.c.superseded_by == earlier.c.id)
            .where(version.c.superseded_by.is_not(None), earlier.c.step < bindparam("limit"))
        )
        return (
            self.select(None)
            .join(earlier, item.c.id == earlier.c.id)
            .order_by(earlier.c.step.desc(), item.c.number)
            .limit(bindparam("limit"))
        )

    def from_source(self) -> Select[Any]:
        quoting = (
            select(evidence.c.item_n)
            .join(source, is_row_of(evidence.c.source_n, source))
            .where(
                source.c.space_n == bindparam("space_n"),
                or_(
                    source.c.id == bindparam("source"),
                    source.c.external_id == bindparam("source"),
                ),
            )
        )
        return (
            self.select(None, item.c.id)
            .where(or_(version.c.source_id == bindparam("source"), item.c.number.in_(quoting)))
            .order_by(item.c.number)
        )

    def confirmers(self) -> Select[Any]:
        """Who confirmed an item. A confirmation that was withdrawn since does not count."""
        later = evidence.alias("later")
        is_withdrawn = exists().where(
            later.c.space_n == evidence.c.space_n,
            later.c.item_n == evidence.c.item_n,
            later.c.number > evidence.c.number,
            later.c.stance == "withdrawn",
            later.c.principal == evidence.c.principal,
            later.c.message_n.is_not_distinct_from(evidence.c.message_n),
            later.c.source_n.is_not_distinct_from(evidence.c.source_n),
            later.c.start.is_not_distinct_from(evidence.c.start),
        )
        return (
            self.select(None, evidence.c.principal)
            .join(evidence, is_row_of(evidence.c.item_n, item))
            .where(
                item.c.id == bindparam("id"), evidence.c.stance == "confirms", not_(is_withdrawn)
            )
        )

    def evidence(self, at: LedgerPoint | None) -> Select[Any]:
        """Evidence whose source or message the viewer may read. Other evidence is left out."""
        columns = evidence.c
        query = (
            select(
                columns.item_n,
                source.c.id,
                message.c.id.label("message_id"),
                conversation.c.id.label("conversation_id"),
                case((columns.salt.is_(None), ERASED), else_=columns.quote),
                columns.start,
                columns.end,
                columns.stance,
                columns.principal,
                columns.at,
                func.coalesce(message.c.owner, source.c.owner, columns.principal),
            )
            .select_from(
                evidence.outerjoin(source, is_row_of(columns.source_n, source))
                .outerjoin(message, is_row_of(columns.message_n, message))
                .outerjoin(conversation, is_row_of(message.c.conversation_n, conversation))
            )
            .where(
                columns.space_n == bindparam("space_n"),
                among(columns.item_n, "items"),
                or_(
                    columns.source_n.is_(None),
                    and_(self._view.rights.visible(source), self._view.rights.raw_readable(source)),
                ),
                or_(
                    columns.message_n.is_(None),
                    and_(
                        self._view.rights.visible(message), self._view.rights.raw_readable(message)
                    ),
                ),
            )
            .order_by(columns.number)
        )
        return query if at is None else query.where(columns.seq <= bindparam("point"))

    # -- values

    def now_at(self, at: LedgerPoint | None) -> str:
        return iso(at.at if at else self._view.scope.now)

    def filter_values(self, filter: ItemFilter, at: LedgerPoint | None) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for name in (*_WORD_FILTERS, "lifecycle", "tags"):
            words = getattr(filter, name)
            if words is not None:
                values[name] = pack(str(word) for word in words)
        if filter.subject is not None:
            values["subject"] = filter.subject
        if filter.is_personal is not None:
            values["is_personal"] = int(filter.is_personal)
        if filter.metadata is not None:
            values["metadata"] = to_json(filter.metadata, "metadata")
        if filter.since is not None:
            values["since"] = iso(filter.since)
        if filter.until is not None:
            values["until"] = iso(filter.until)
        if filter.status is not None:
            axis = self._view.space.preset.status_axis
            states = [states_for_status(axis, word) for word in filter.status]
            values["status_lifecycles"] = pack(
                sorted({value for each, _ in states for value in each})
            )
            values["status_reviews"] = pack(sorted({value for _, each in states for value in each}))
            values["status"] = pack(filter.status)
        if filter.lifecycle is not None or filter.status is not None:
            values["now"] = self.now_at(at)
            values["historical"] = self.historical_before(at)
        return values

    def historical_before(self, at: LedgerPoint | None) -> str:
        """By kind, the time before which an item counts as historical."""
        now = at.at if at else self._view.scope.now
        return historical_before(self._view.space.preset, now)


def is_noted(table: str) -> TextClause:
    """The version has more than its text, as the index `version_noted` words it."""
    said = " OR ".join(
        f"substr({table}.{column}, 1, 2) = '{begun}'"
        for column, begun in (("data", '{"'), ("metadata", '{"'), ("tags", '["'))
    )
    return text(f"({said})")


def _is_there(at: LedgerPoint | None) -> ColumnElement[bool]:
    """Not erased, or erased after the point, so that it existed then."""
    if at is None:
        return item.c.erased_seq.is_(None)
    return or_(item.c.erased_seq.is_(None), item.c.erased_seq > bindparam("point"))
