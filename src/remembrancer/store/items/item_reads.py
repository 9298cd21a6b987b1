"""Reading items: one, many or a chain, now or at a point of history."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import Select, bindparam, select

from remembrancer.core.hashing import open_position, seal_position
from remembrancer.core.ledger import Action
from remembrancer.core.preset import Preset
from remembrancer.core.validation import is_text
from remembrancer.governance.pending_replacements import REPLACES
from remembrancer.items.effective_state import Readings
from remembrancer.items.evidence import Evidence, Stance
from remembrancer.items.filters import ItemFilter
from remembrancer.items.item import Item, Lifecycle, Review
from remembrancer.items.page import Page
from remembrancer.items.state import StoredItem
from remembrancer.items.visibility import WITHDRAWN
from remembrancer.ports import LedgerPoint
from remembrancer.store.caches.withdrawn_cache import Looked
from remembrancer.store.dialect import among, is_one_of, pack
from remembrancer.store.items.item_queries import ItemQueries
from remembrancer.store.items.item_rows import (
    IDENTITY_WIDTH,
    Read,
    fill_in,
    read_again,
    read_from,
    stored_from,
)
from remembrancer.store.rows import evidence_from
from remembrancer.store.schema import item, relation, version
from remembrancer.store.unit.scoped_reader import ScopedReader


class ItemReads:
    """Items of the scope's space that its viewer may read."""

    def __init__(self, view: ScopedReader) -> None:
        self._view = view
        self.queries = self._queries = ItemQueries(view)
        # Items that this unit of work extracted and stored itself, by version number.
        self.extracted: dict[int, StoredItem] = {}

    def get(self, id: str, *, at: LedgerPoint | None = None) -> Item | None:
        if not is_text(id):
            return None
        row = self._view.one(lambda: self._queries.one_item(at), at is None, **_point(at, id=id))
        return self.finished([read_from(row)], at)[0] if row else None

    def named(self, ids: Collection[str]) -> dict[str, Item]:
        """The visible items with these ids."""
        rows = self._view.all(self._queries.named, ids=pack(sorted(ids))) if ids else []
        return {other.id: other for other in self.finished([read_from(row) for row in rows], None)}

    def stored(self, id: str, *, at: LedgerPoint | None = None) -> StoredItem | None:
        if not is_text(id):
            return None
        row = self._view.one(lambda: self._queries.one_item(at), at is None, **_point(at, id=id))
        return stored_from(row) if row else None

    def stored_many(self, ids: Collection[str]) -> dict[str, StoredItem]:
        rows = self._view.all(self._queries.named, ids=pack(sorted(ids))) if ids else []
        return {one.id: one for one in map(stored_from, rows)}

    def page(
        self,
        filter: ItemFilter,
        *,
        limit: int,
        after: str | None = None,
        at: LedgerPoint | None = None,
        is_bare: bool = False,
    ) -> Page:
        """A page, newest first, and the opaque cursor of the next page if there is one."""
        value = filter.model_dump(exclude_none=True)
        if filter.status is not None and len(set(filter.status)) > 1:
            value["statuses"] = True
        if at is None and set(filter.review or filter.status or ()) == {Review.PENDING}:
            value["waiting"] = True
        axis = self._view.space.preset.status_axis
        variant = (axis, tuple(sorted(value)), after is not None, at is None)
        values = _point(at, limit=limit + 1, **self._queries.filter_values(filter, at))
        if after is not None:
            values["after"] = open_position(self._view.space.key, after)
        rows = self._view.all(
            lambda: self._queries.listing(frozenset(value), after is not None, at),
            *variant,
            **values,
        )
        found = [read_from(row) for row in rows[:limit]]
        cursor = seal_position(self._view.space.key, found[-1][0]) if len(rows) > limit else None
        items = self.finished(found, at, is_bare=is_bare)
        return Page.trusted({"items": tuple(items), "next": cursor})

    def has_withdrawn(self) -> bool:
        view = self._view
        last = view.settled_position()
        looked = view.withdrawn_cache.get(view.space, last)
        if looked.found or looked.upto == last:
            return looked.found
        # Whether there is one at all tells nothing of it, and does not depend on who asks.
        with view.connection.entered(view.space.number):
            row = view.one(_withdrawn_since, since=looked.upto, last=last)
        found = row is not None
        view.withdrawn_cache.put(view.space, Looked(last, found))
        return found

    def count_active(self, *, limit: int) -> int:
        """The number of items in use, including personal ones, counted up to the limit."""
        row = self._view.one(
            self._queries.active_count,
            now=self._queries.now_at(None),
            historical=self._queries.historical_before(None),
            limit=limit,
        )
        return int(row[0])

    def newest_by_kind(
        self, subject: str, *, per_kind: int, at: LedgerPoint | None
    ) -> tuple[tuple[Item, ...], dict[str, int]]:
        """Active items of a subject, up to a limit per kind, and the totals by kind."""
        values = _point(
            at,
            subject=subject,
            now=self._queries.now_at(at),
            historical=self._queries.historical_before(at),
            per_kind=per_kind,
        )
        rows = self._view.all(lambda: self._queries.by_kind(at), at is None, **values)
        totals = {row[IDENTITY_WIDTH]: row[-1] for row in rows}
        return tuple(self.finished([read_from(row[:-2]) for row in rows], at)), totals

    def chain(self, id: str, *, limit: int) -> tuple[Item, ...]:
        """What the item replaced, the item itself, and what replaced it, oldest first."""
        stored = self.stored(id)
        if stored is None:
            return ()
        # Most items have no chain, and checking for one is cheaper than following it.
        if stored.state.superseded_by is None and not self.superseding([id]):
            return tuple(self.finished([read_again(stored)], None))
        rows = self._view.all(self._queries.chain, id=id, limit=limit)
        return tuple(self.finished([read_from(row) for row in rows], None))

    def superseding(self, ids: Collection[str]) -> frozenset[str]:
        rows = self._view.all(
            lambda: (
                select(version.c.superseded_by)
                .where(
                    version.c.space_n == bindparam("space_n"),
                    version.c.superseded_by.is_not(None),
                    among(version.c.superseded_by, "ids"),
                )
                .distinct()
            ),
            ids=pack(sorted(ids)),
        )
        return frozenset(row[0] for row in rows)

    def by_key(
        self, keys: Sequence[int], *, at: LedgerPoint | None = None, is_bare: bool = False
    ) -> dict[int, Item]:
        """Items by the number of one of their versions, as recall found them.

        It does not look up what they replaced, because callers of this method do not need it.
        """
        rows = self._view.all(self._queries.by_key, keys=pack(keys)) if keys else []
        found = [read_from(row[1:]) for row in rows]
        items = self.finished(found, at, is_bare=is_bare, is_new=True)
        return {row[0]: item for row, item in zip(rows, items, strict=True)}

    def confirmers(self, id: str) -> frozenset[str]:
        """The people who confirmed an item."""
        rows = self._view.all(self._queries.confirmers, id=id)
        return frozenset(row[0] for row in rows)

    def from_source(self, source: str) -> tuple[str, ...]:
        """Ids of the items based on a source, by its own id or the caller's."""
        rows = self._view.all(self._queries.from_source, source=source)
        return tuple(row[0] for row in rows)

    # -- adding evidence and pointers

    def finished(
        self,
        found: Sequence[Read],
        at: LedgerPoint | None,
        *,
        is_bare: bool = False,
        is_new: bool = False,
        preset: Preset | None = None,
        form: type[Item] = Item,
    ) -> list[Item]:
        """Items with their evidence and pointers, without pointers to items the viewer may not see.

        Bare items have no evidence and no list of what they replaced; new items have replaced
        nothing yet. If the preset differs from the space's, it is one of the past.
        """
        if not found:
            return []
        proof = {} if is_bare else self.evidence_of([number for number, _ in found], at)
        replacing = [values["superseded_by"] for _, values in found if values["superseded_by"]]
        seen = self.seen_ids(replacing) if replacing else frozenset()
        ids = [] if is_bare or is_new else [values["id"] for _, values in found]
        replaced = self._replaced_by(ids, at) if ids else {}
        waiting = [values["id"] for _, values in found if ids and _is_waiting(values)]
        proposed = self._proposed_by(waiting, at) if waiting else {}
        now = at.at if at else self._view.scope.now
        readings = Readings(preset or self._view.space.preset, now)
        items = []
        for number, values in found:
            id, is_personal = values["id"], values["is_personal"]
            if is_personal:
                self._view.note_look(id, values["source_user"], is_personal, Action.ITEM_LOOK)
            if values["superseded_by"] not in seen:
                values["superseded_by"] = None
            values["supersedes"] = (*replaced.get(id, ()), *proposed.get(id, ()))
            values["evidence"] = proof.get(number, ())
            fill_in(values, readings)
            items.append(form.trusted(values))
        return items

    def seen_ids(self, ids: Iterable[str | None]) -> frozenset[str]:
        rows = self._view.all(
            lambda: self._queries.select(None, item.c.id).where(among(item.c.id, "ids")),
            ids=pack(ids),
        )
        return frozenset(row[0] for row in rows)

    def _replaced_by(self, ids: list[str], at: LedgerPoint | None) -> dict[str, tuple[str, ...]]:
        rows = self._view.all(
            lambda: (
                self._queries.select(at, version.c.superseded_by, item.c.id)
                .where(
                    version.c.superseded_by.is_not(None),
                    among(version.c.superseded_by, "ids"),
                )
                .order_by(item.c.number)
            ),
            at is None,
            **_point(at, ids=pack(ids)),
        )
        return _by_newer(rows)

    def _proposed_by(self, ids: list[str], at: LedgerPoint | None) -> dict[str, tuple[str, ...]]:
        """The items that are superseded once these are accepted, if the viewer may see them."""
        rows = self._view.all(lambda: self._proposed(at), at is None, **_point(at, ids=pack(ids)))
        return _by_newer(rows)

    def _proposed(self, at: LedgerPoint | None) -> Select[Any]:
        query = (
            self._queries.select(at, relation.c.source, item.c.id)
            .join(
                relation,
                (relation.c.space_n == item.c.space_n) & (relation.c.target == item.c.id),
            )
            .where(
                relation.c.type == REPLACES,
                relation.c.salt.is_not(None),
                among(relation.c.source, "ids"),
            )
            .order_by(relation.c.number)
        )
        return query if at is None else query.where(relation.c.seq <= bindparam("point"))

    def evidence_of(
        self, numbers: Iterable[int], at: LedgerPoint | None
    ) -> dict[int, tuple[Evidence, ...]]:
        """The evidence of items, by their numbers."""
        rows = self._view.all(
            lambda: self._queries.evidence(at),
            at is None,
            **_point(at, items=pack(numbers)),
        )
        proof: defaultdict[int, list[Evidence]] = defaultdict(list)
        for item_n, *row in rows:
            told = evidence_from(row)
            if told.stance is Stance.WITHDRAWN:
                proof[item_n] = [one for one in proof[item_n] if not _is_withdrawn(one, told)]
            else:
                proof[item_n].append(told)
        return {number: tuple(listed) for number, listed in proof.items()}


def _is_withdrawn(one: Evidence, by: Evidence) -> bool:
    """Whether a later row withdraws this evidence: it has the same words, at the same place."""
    places = ((told.source_id, told.message_id, told.start, told.end) for told in (one, by))
    return len(set(places)) == 1 and (one.quote, one.principal) == (by.quote, by.principal)


def _withdrawn_since() -> Select[Any]:
    """A version in force of these positions that was dismissed, rejected or revoked."""
    return (
        select(version.c.number)
        .where(
            version.c.space_n == bindparam("space_n"),
            version.c.seq > bindparam("since"),
            version.c.seq <= bindparam("last"),
            version.c.until_seq.is_(None),
            is_one_of(version.c.review, *sorted(WITHDRAWN))
            | (version.c.lifecycle == Lifecycle.DISMISSED.value),
        )
        .limit(1)
    )


def _is_waiting(values: dict[str, Any]) -> bool:
    return values["review"] is Review.PENDING and values["lifecycle"] is Lifecycle.ACTIVE


def _by_newer(rows: Iterable[Any]) -> dict[str, tuple[str, ...]]:
    replaced: defaultdict[str, list[str]] = defaultdict(list)
    for newer, older in rows:
        replaced[newer].append(older)
    return {newer: tuple(older) for newer, older in replaced.items()}


def _point(at: LedgerPoint | None, **values: Any) -> dict[str, Any]:
    return values if at is None else {**values, "point": at.seq}
