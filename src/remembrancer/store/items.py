"""Reading items: one, many, a chain, as they are or as they were."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Select,
    TextClause,
    and_,
    bindparam,
    case,
    func,
    literal,
    not_,
    or_,
    select,
    text,
)

from remembrancer.model.evidence import Evidence
from remembrancer.model.filter import ItemFilter
from remembrancer.model.item import Item, Lifecycle, Review
from remembrancer.model.ledger import Action
from remembrancer.model.page import Page
from remembrancer.model.preset import Preset
from remembrancer.model.state import ItemState, StoredItem
from remembrancer.model.text import ERASED
from remembrancer.ports import Point
from remembrancer.rules.lifecycle import EXPIRES_FROM, REVIEWS_SHOWN, states_for_status
from remembrancer.rules.reading import Readings
from remembrancer.rules.sealing import open_position, seal_position
from remembrancer.rules.validation import is_text
from remembrancer.store.dialect import among, holds_all, holds_any, is_due, is_one_of, pack
from remembrancer.store.rows import (
    IDENTITY_WIDTH,
    Read,
    evidence_from,
    fill_in,
    iso,
    read_again,
    read_from,
    stored_from,
    to_json,
)
from remembrancer.store.schema import conversation, evidence, item, message, source, version
from remembrancer.store.view import View
from remembrancer.store.visible import was_shared

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

# With the word in it, as it stands in the index `item_waiting`, that index is used.
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


class ItemReads(View):
    """Items of the scope's space that its viewer may read."""

    def item(self, id: str, *, at: Point | None = None) -> Item | None:
        if not is_text(id):
            return None
        row = self._one(("item.one", at is None), lambda: self._one_item(at), **_point(at, id=id))
        return self._finished([read_from(row)], at)[0] if row else None

    def items_named(self, ids: Collection[str]) -> dict[str, Item]:
        """Items by their ids, as far as they can be seen."""
        rows = self._all("items.named", self._named, ids=pack(sorted(ids))) if ids else []
        return {one.id: one for one in self._finished([read_from(row) for row in rows], None)}

    def stored(self, id: str) -> StoredItem | None:
        if not is_text(id):
            return None
        row = self._one(("item.one", True), lambda: self._one_item(None), id=id)
        return stored_from(row) if row else None

    def items(
        self,
        filter: ItemFilter,
        *,
        limit: int,
        after: str | None = None,
        at: Point | None = None,
        is_bare: bool = False,
    ) -> Page:
        """A page, newest first, and the sealed cursor of the next one if there is one."""
        given = filter.model_dump(exclude_none=True)
        if filter.status is not None and len(set(filter.status)) > 1:
            given["statuses"] = True
        if at is None and set(filter.review or filter.status or ()) == {Review.PENDING}:
            given["waiting"] = True
        axis = self._space.preset.status_axis
        shape = ("items", axis, tuple(sorted(given)), after is not None, at is None)
        values = _point(at, limit=limit + 1, **self._filter_values(filter, at))
        if after is not None:
            values["after"] = open_position(self._space.key, after)
        rows = self._all(
            shape, lambda: self._listing(frozenset(given), after is not None, at), **values
        )
        found = [read_from(row) for row in rows[:limit]]
        cursor = seal_position(self._space.key, found[-1][0]) if len(rows) > limit else None
        items = self._finished(found, at, is_bare=is_bare)
        return Page.trusted({"items": tuple(items), "next": cursor})

    def count_active(self, *, limit: int) -> int:
        """How many items of the space are in use, personal ones too; so many at most."""
        row = self._one(
            "items.active",
            self._active_count,
            now=self._now_at(None),
            historical=self._historical_before(None),
            limit=limit,
        )
        return int(row[0])

    def newest_by_kind(
        self, subject: str, *, per_kind: int, at: Point | None
    ) -> tuple[tuple[Item, ...], dict[str, int]]:
        """Active items of a subject, at most so many of each kind, and the totals by kind."""
        values = _point(
            at,
            subject=subject,
            now=self._now_at(at),
            historical=self._historical_before(at),
            per_kind=per_kind,
        )
        rows = self._all(("items.by_kind", at is None), lambda: self._by_kind(at), **values)
        totals = {row[IDENTITY_WIDTH]: row[-1] for row in rows}
        return tuple(self._finished([read_from(row[:-2]) for row in rows], at)), totals

    def chain(self, id: str, *, limit: int) -> tuple[Item, ...]:
        """What the item replaced, itself, and what replaced it, oldest first."""
        stored = self.stored(id)
        if stored is None:
            return ()
        # Most items stand alone, and the way through a chain costs more than to see that.
        if stored.state.superseded_by is None and not self._has_replaced(id):
            return tuple(self._finished([read_again(stored)], None))
        rows = self._all("items.chain", self._chain, id=id, limit=limit)
        return tuple(self._finished([read_from(row) for row in rows], None))

    def _has_replaced(self, id: str) -> bool:
        """Whether something gave way to the item, erased since or not."""
        return bool(
            self._all(
                "items.has_replaced",
                lambda: (
                    select(version.c.number)
                    .where(
                        version.c.space_n == bindparam("space_n"),
                        version.c.superseded_by.is_not(None),
                        version.c.superseded_by == bindparam("id"),
                    )
                    .limit(1)
                ),
                id=id,
            )
        )

    def items_by_key(
        self, keys: Sequence[int], *, at: Point | None = None, is_bare: bool = False
    ) -> dict[int, Item]:
        """Items by the number of one of their versions, as recall found them.

        What they replaced is not looked up: nobody who asks by key tells of it.
        """
        rows = self._all("items.by_key", self._by_key, keys=pack(keys)) if keys else []
        found = [read_from(row[1:]) for row in rows]
        items = self._finished(found, at, is_bare=is_bare, is_new=True)
        return {row[0]: item for row, item in zip(rows, items, strict=True)}

    def confirmers(self, id: str) -> frozenset[str]:
        """The people who confirmed an item."""
        rows = self._all("item.confirmers", self._confirmers, id=id)
        return frozenset(row[0] for row in rows)

    def items_from_source(self, source: str) -> tuple[str, ...]:
        """Ids of the items that rest on a source, by its own id or the caller's."""
        rows = self._all("items.from_source", self._from_source, source=source)
        return tuple(row[0] for row in rows)

    # -- building statements

    def _known(self, at: Point | None) -> FromClause:
        """Items joined with the version in force, now or at a point of history."""
        if at is None:
            return item.join(version, in_force_now())
        return item.join(
            version,
            and_(
                version.c.item_n == item.c.number,
                version.c.space_n == bindparam("space_n"),
                in_force_at_point(),
            ),
        )

    def _select(self, at: Point | None, *columns: Any, with_erased: bool = False) -> Select[Any]:
        """The one way to items: what the viewer may not read is not in it, nor what is erased."""
        query = (
            select(*(columns or ITEM_COLUMNS))
            .select_from(self._known(at))
            .where(self._rights.visible(item), self._rights.readable())
        )
        return query if with_erased else query.where(_is_there(at))

    def _one_item(self, at: Point | None) -> Select[Any]:
        return self._select(at).where(item.c.id == bindparam("id"))

    def _named(self) -> Select[Any]:
        return self._select(None).where(among(item.c.id, "ids"))

    def _listing(self, given: frozenset[str], after: bool, at: Point | None) -> Select[Any]:
        query = self._select(at)
        for name, column in _WORD_FILTERS.items():
            if name in given:
                query = query.where(among(column, name))
        if "subject" in given:
            query = query.where(version.c.subject == bindparam("subject"))
        if "waiting" in given:
            query = query.where(_IS_WAITING)
        elif "review" in given and at is None:
            query = query.where(among(item.c.review, "review"))  # told without the version
        if "lifecycle" in given:
            query = query.where(among(effective_lifecycle(), "lifecycle"))
        if "status" in given:
            query = query.where(*self._of_status(at, is_one="statuses" not in given))
        if "is_personal" in given:
            query = query.where(item.c.is_personal == bindparam("is_personal"))
        if "tags" in given:
            query = query.where(holds_any(version.c.tags, "tags"))
        if "metadata" in given:
            query = query.where(holds_all(version.c.metadata, "metadata"))
        if "since" in given:
            query = query.where(version.c.occurred_at >= bindparam("since"))
        if "until" in given:
            query = query.where(version.c.occurred_at < bindparam("until"))
        if after:
            query = query.where(item.c.number < bindparam("after"))
        return query.order_by(item.c.number.desc()).limit(bindparam("limit"))

    def _of_status(self, at: Point | None, *, is_one: bool) -> Iterator[ColumnElement[bool]]:
        """What the words asked for say of both axes; where it is one word, that is all of it."""
        if at is None:
            yield among(item.c.review, "status_reviews")
        yield among(version.c.review, "status_reviews")
        yield among(effective_lifecycle(), "status_lifecycles")
        if not is_one:
            yield among(self._status(), "status")

    def _status(self) -> ColumnElement[str]:
        """The preset's own word for lifecycle and review, as `rules.lifecycle` finds it."""
        lifecycle = effective_lifecycle()
        shown = is_one_of(version.c.review, *REVIEWS_SHOWN[self._space.preset.status_axis])
        is_shown = and_(lifecycle == Lifecycle.ACTIVE.value, shown)
        return case((is_shown, version.c.review), else_=lifecycle)

    def _by_kind(self, at: Point | None) -> Select[Any]:
        place = func.row_number().over(
            partition_by=version.c.kind, order_by=(version.c.at.desc(), item.c.number.desc())
        )
        total = func.count().over(partition_by=version.c.kind)
        ranked = (
            self._select(at, *ITEM_COLUMNS, place.label("place"), total.label("total"))
            .where(
                version.c.subject == bindparam("subject"),
                effective_lifecycle() == Lifecycle.ACTIVE.value,
                self._rights.recallable(),
            )
            .subquery()
        )
        return (
            select(ranked)
            .where(ranked.c.place <= bindparam("per_kind"))
            .order_by(ranked.c.kind, ranked.c.place)
        )

    def _active_count(self) -> Select[Any]:
        found = (
            select(item.c.number)
            .select_from(self._known(None))
            .where(
                item.c.space_n == bindparam("space_n"),
                _is_there(None),
                effective_lifecycle() == Lifecycle.ACTIVE.value,
            )
            .limit(bindparam("limit"))
            .subquery()
        )
        return select(func.count()).select_from(found)

    def _by_key(self) -> Select[Any]:
        return (
            select(version.c.number, *ITEM_COLUMNS)
            .select_from(version.join(item, item.c.number == version.c.item_n))
            .where(self._rights.visible(item), among(version.c.number, "keys"))
        )

    def _chain(self) -> Select[Any]:
        """Forward to what replaced the item, then back from there to all that led to it."""
        links = (item.c.id, version.c.superseded_by)
        later = (
            self._select(None, *links, literal(0).label("step"))
            .where(item.c.id == bindparam("id"))
            .cte("later", recursive=True)
        )
        # The way leads through erased items too; they are left out at its end.
        later = later.union_all(
            self._select(None, *links, later.c.step + 1, with_erased=True)
            .join(later, item.c.id == later.c.superseded_by)
            .where(later.c.step < bindparam("limit"))
        )
        newest = select(later.c.id).order_by(later.c.step.desc()).limit(1).subquery()
        earlier = select(newest.c.id, literal(0).label("step")).cte("earlier", recursive=True)
        earlier = earlier.union_all(
            self._select(None, item.c.id, earlier.c.step + 1, with_erased=True)
            .join(earlier, version.c.superseded_by == earlier.c.id)
            .where(version.c.superseded_by.is_not(None), earlier.c.step < bindparam("limit"))
        )
        return (
            self._select(None)
            .join(earlier, item.c.id == earlier.c.id)
            .order_by(earlier.c.step.desc(), item.c.number)
            .limit(bindparam("limit"))
        )

    def _from_source(self) -> Select[Any]:
        quoting = (
            select(evidence.c.item_n)
            .join(source, source.c.number == evidence.c.source_n)
            .where(
                source.c.space_n == bindparam("space_n"),
                or_(
                    source.c.id == bindparam("source"),
                    source.c.external_id == bindparam("source"),
                ),
            )
        )
        return (
            self._select(None, item.c.id)
            .where(or_(version.c.source_id == bindparam("source"), item.c.number.in_(quoting)))
            .order_by(item.c.number)
        )

    def _confirmers(self) -> Select[Any]:
        return (
            self._select(None, evidence.c.principal)
            .join(evidence, evidence.c.item_n == item.c.number)
            .where(item.c.id == bindparam("id"), evidence.c.stance == "confirms")
        )

    # -- values

    def _now_at(self, at: Point | None) -> str:
        return iso(at.at if at else self._scope.now)

    def _filter_values(self, filter: ItemFilter, at: Point | None) -> dict[str, Any]:
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
            axis = self._space.preset.status_axis
            states = [states_for_status(axis, word) for word in filter.status]
            values["status_lifecycles"] = pack(sorted({one for each, _ in states for one in each}))
            values["status_reviews"] = pack(sorted({one for _, each in states for one in each}))
            values["status"] = pack(filter.status)
        if filter.lifecycle is not None or filter.status is not None:
            values["now"] = self._now_at(at)
            values["historical"] = self._historical_before(at)
        return values

    def _historical_before(self, at: Point | None) -> str:
        """By kind, the time before which knowledge reads as historical."""
        now = at.at if at else self._scope.now
        before = {}
        for kind, rule in self._space.preset.retention.items():
            if rule.historical_after_days is not None:
                try:
                    before[kind] = iso(now - timedelta(days=rule.historical_after_days))
                except OverflowError:
                    continue  # a term that outlasts the calendar never ends
        return to_json(before, "retention")

    # -- finishing

    def _finished(
        self,
        found: Sequence[Read],
        at: Point | None,
        *,
        is_bare: bool = False,
        is_new: bool = False,
        preset: Preset | None = None,
        form: type[Item] = Item,
    ) -> list[Item]:
        """Items with their evidence and pointers, and no pointer to what the viewer may not see.

        Bare ones come without evidence and without what they replaced; new ones have replaced
        nothing yet. Another preset than the space's is one of the past.
        """
        if not found:
            return []
        proof = {} if is_bare else self._evidence_of(found, at)
        replacing = [values["superseded_by"] for _, values in found if values["superseded_by"]]
        seen = self._seen_ids(replacing) if replacing else frozenset()
        ids = [] if is_bare or is_new else [values["id"] for _, values in found]
        replaced = self._replaced_by(ids, at) if ids else {}
        now = at.at if at else self._scope.now
        readings = Readings(preset or self._space.preset, now)
        items = []
        for number, values in found:
            id, is_personal = values["id"], values["is_personal"]
            if is_personal:
                self._note_look(id, values["source_user"], is_personal, Action.ITEM_LOOK)
            if values["superseded_by"] not in seen:
                values["superseded_by"] = None
            values["supersedes"] = replaced.get(id, ())
            values["evidence"] = proof.get(number, ())
            fill_in(values, readings)
            items.append(form.trusted(values))
        return items

    def _seen_ids(self, ids: Iterable[str | None]) -> frozenset[str]:
        rows = self._all(
            "items.seen",
            lambda: self._select(None, item.c.id).where(among(item.c.id, "ids")),
            ids=pack(ids),
        )
        return frozenset(row[0] for row in rows)

    def _replaced_by(self, ids: list[str], at: Point | None) -> dict[str, tuple[str, ...]]:
        rows = self._all(
            ("items.replaced", at is None),
            lambda: (
                self._select(at, version.c.superseded_by, item.c.id)
                .where(
                    version.c.superseded_by.is_not(None),
                    among(version.c.superseded_by, "ids"),
                )
                .order_by(item.c.number)
            ),
            **_point(at, ids=pack(ids)),
        )
        replaced: defaultdict[str, list[str]] = defaultdict(list)
        for newer, older in rows:
            replaced[newer].append(older)
        return {newer: tuple(older) for newer, older in replaced.items()}

    def _evidence_of(
        self, found: Sequence[Read], at: Point | None
    ) -> dict[int, tuple[Evidence, ...]]:
        rows = self._all(
            ("evidence", at is None),
            lambda: self._evidence(at),
            **_point(at, items=pack(number for number, _ in found)),
        )
        proof: defaultdict[int, list[Evidence]] = defaultdict(list)
        for item_n, *row in rows:
            proof[item_n].append(evidence_from(row))
        return {number: tuple(listed) for number, listed in proof.items()}

    def _evidence(self, at: Point | None) -> Select[Any]:
        """Evidence whose source or message the viewer may read; the rest does not show."""
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
            )
            .select_from(
                evidence.outerjoin(source, source.c.number == columns.source_n)
                .outerjoin(message, message.c.number == columns.message_n)
                .outerjoin(conversation, conversation.c.number == message.c.conversation_n)
            )
            .where(
                columns.space_n == bindparam("space_n"),
                among(columns.item_n, "items"),
                or_(
                    columns.source_n.is_(None),
                    and_(self._rights.visible(source), self._rights.raw_readable(source)),
                ),
                or_(
                    columns.message_n.is_(None),
                    and_(self._rights.visible(message), self._rights.raw_readable(message)),
                ),
            )
            .order_by(columns.number)
        )
        return query if at is None else query.where(columns.seq <= bindparam("point"))


def is_noted(table: str) -> TextClause:
    """The version says more than its text, in the words of the index `version_noted`."""
    said = " OR ".join(
        f"substr({table}.{column}, 1, 2) = '{begun}'"
        for column, begun in (("data", '{"'), ("metadata", '{"'), ("tags", '["'))
    )
    return text(f"({said})")


def _is_there(at: Point | None) -> ColumnElement[bool]:
    """Not erased; or erased after the point, so that something was known then."""
    if at is None:
        return item.c.erased_seq.is_(None)
    return or_(item.c.erased_seq.is_(None), item.c.erased_seq > bindparam("point"))


def in_force_now() -> ColumnElement[bool]:
    """The item's last version. Said in both directions, so that either table can lead."""
    return and_(
        version.c.number == item.c.current,
        version.c.item_n == item.c.number,
        version.c.space_n == bindparam("space_n"),
        version.c.until_seq.is_(None),
    )


def in_force_at_point() -> ColumnElement[bool]:
    """The version that was in force at the ledger position bound to `point`, if it was shared."""
    return and_(
        was_shared(),
        version.c.seq <= bindparam("point"),
        or_(version.c.until_seq.is_(None), version.c.until_seq > bindparam("point")),
    )


def has_ended() -> ColumnElement[bool]:
    """The item ran out of time before `now`."""
    return or_(version.c.expires_at <= bindparam("now"), version.c.valid_until <= bindparam("now"))


def is_live() -> ColumnElement[bool]:
    """In use at `now`: active or historical, and not run out."""
    return and_(
        is_one_of(version.c.lifecycle, Lifecycle.ACTIVE, Lifecycle.HISTORICAL),
        or_(version.c.expires_at.is_(None), version.c.expires_at > bindparam("now")),
        or_(version.c.valid_until.is_(None), version.c.valid_until > bindparam("now")),
    )


def effective_lifecycle() -> ColumnElement[str]:
    """The lifecycle as `rules.retention` works it out, for filtering and counting."""
    since = func.coalesce(version.c.last_confirmed_at, item.c.created_at)
    return case(
        (version.c.lifecycle != Lifecycle.ACTIVE.value, version.c.lifecycle),
        (not_(is_one_of(version.c.review, *EXPIRES_FROM)), version.c.lifecycle),
        (has_ended(), Lifecycle.EXPIRED.value),
        (is_due(version.c.kind, since, "historical"), Lifecycle.HISTORICAL.value),
        else_=Lifecycle.ACTIVE.value,
    )


def _point(at: Point | None, **values: Any) -> dict[str, Any]:
    return values if at is None else {**values, "point": at.seq}
