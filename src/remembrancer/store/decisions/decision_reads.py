"""Decisions by type, subject and time; what was captured; and the chains that link them."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    bindparam,
    exists,
    func,
    or_,
    select,
    text,
)

from remembrancer.core.hashing import open_position, seal_position
from remembrancer.decisions.port import (
    PROPOSED,
    AttributeState,
    CapturedCount,
    DecisionQuery,
)
from remembrancer.items.entity import ABOUT
from remembrancer.items.page import Page
from remembrancer.items.relation import Relation
from remembrancer.ports import LedgerPoint
from remembrancer.store.decisions.chain_reads import ChainReads
from remembrancer.store.dialect import among, pack, text_field
from remembrancer.store.graph.entity_states import in_force
from remembrancer.store.items.item_rows import read_from
from remembrancer.store.rows import iso, moment
from remembrancer.store.schema import edge, entity, entity_version, item, ledger, version
from remembrancer.store.tables.graph import TOLD_LINKS
from remembrancer.store.tables.joins import is_row_of

# Written out as in the index `edge_told`, so that the index is used.
_IS_TOLD = text(f"edge.{TOLD_LINKS}")
_TYPE = "decision_type"  # the field of an item's data


class DecisionReads(ChainReads):
    """Decisions that the viewer may see."""

    def page(self, asked: DecisionQuery, *, limit: int, after: str | None) -> Page:
        """Decisions, newest first, and the opaque cursor of the next page if there is one."""
        values: dict[str, Any] = {"kinds": pack(asked.kinds)}
        for name in ("types", "about", "ids"):
            listed = getattr(asked, name)
            if listed is not None:
                values[name] = pack(sorted(listed))
        if asked.subject is not None:
            values["subject"] = asked.subject
        for name in ("since", "until"):
            moment = getattr(asked, name)
            if moment is not None:
                values[name] = iso(moment)
        if asked.outcome_due is not None:
            values["outcome_due"] = asked.outcome_due.isoformat()
        if after is not None:
            values["after"] = open_position(self._view.space.key, after)
        fields = frozenset(values)
        rows = self._view.all(lambda: self._listing(fields), fields, limit=limit + 1, **values)
        found = [read_from(row) for row in rows[:limit]]
        cursor = seal_position(self._view.space.key, found[-1][0]) if len(rows) > limit else None
        return Page.trusted({"items": tuple(self._items.finished(found, None)), "next": cursor})

    def _listing(self, fields: frozenset[str]) -> Select[Any]:
        query = self._items.queries.select(None).where(among(version.c.kind, "kinds"))
        if "types" in fields:
            query = query.where(among(text_field(version.c.data, _TYPE), "types"))
        whose: list[ColumnElement[bool]] = []
        if "subject" in fields:
            whose.append(version.c.subject == bindparam("subject"))
        if "about" in fields:
            whose.append(self._is_about())
        if whose:
            query = query.where(or_(*whose))
        if "ids" in fields:
            query = query.where(among(item.c.id, "ids"))
        if "since" in fields:
            query = query.where(version.c.occurred_at >= bindparam("since"))
        if "until" in fields:
            query = query.where(version.c.occurred_at < bindparam("until"))
        if "outcome_due" in fields:
            query = query.where(
                text_field(version.c.data, "outcome_due") <= bindparam("outcome_due"),
                text_field(version.c.data, "outcomes").is_(None),
            )
        if "after" in fields:
            query = query.where(item.c.number < bindparam("after"))
        return query.order_by(item.c.number.desc()).limit(bindparam("limit"))

    def _is_about(self) -> ColumnElement[bool]:
        """The decision is linked to one of these entities."""
        return exists(
            select(edge.c.number)
            .where(
                self._view.rights.visible(edge),
                edge.c.salt.is_not(None),
                in_force(edge, None),
                edge.c.ended_at.is_(None),
                edge.c.type_key == ABOUT,
                edge.c.source == item.c.id,
                among(edge.c.target, "about"),
            )
            .correlate(item)
        )

    def captured(self, kinds: Collection[str]) -> tuple[CapturedCount, ...]:
        """How many decisions there are of each type from each source, and the last time of each."""
        rows = self._view.all(self._counts, kinds=pack(sorted(kinds)))
        return tuple(
            CapturedCount(type, source, count, None if at is None else moment(at))
            for type, source, count, at in rows
        )

    def _counts(self) -> Select[Any]:
        type = text_field(version.c.data, _TYPE)
        known = self._items.queries.select(
            None,
            type.label("type"),
            version.c.source_type.label("source"),
            version.c.occurred_at.label("at"),
        )
        listed = known.where(among(version.c.kind, "kinds")).subquery()
        return select(listed.c.type, listed.c.source, func.count(), func.max(listed.c.at)).group_by(
            listed.c.type, listed.c.source
        )

    def made_at(self, ids: Collection[str]) -> dict[str, LedgerPoint]:
        """The ledger position at which each item was added, and its time."""
        rows = self._view.all(self._positions, ids=pack(sorted(ids))) if ids else []
        return {id: LedgerPoint(seq, moment(at)) for id, seq, at in rows}

    def _positions(self) -> Select[Any]:
        first = (
            select(item.c.id.label("id"), func.min(version.c.seq).label("seq"))
            .join(version, is_row_of(version.c.item_n, item))
            .where(
                self._view.rights.visible(item),
                version.c.space_n == bindparam("space_n"),
                among(item.c.id, "ids"),
            )
            .group_by(item.c.id)
            .subquery()
        )
        return select(first.c.id, first.c.seq, ledger.c.at).join(
            ledger,
            and_(ledger.c.space_n == bindparam("space_n"), ledger.c.seq == first.c.seq),
        )

    def attribute_states(self, entities: Collection[str]) -> dict[str, tuple[AttributeState, ...]]:
        """All states of the attributes of these entities, oldest first, by the ids of the entities
        that stand for them."""
        rows = self._view.all(self._states, roots=pack(sorted(entities))) if entities else []
        found: dict[str, list[AttributeState]] = {}
        for root, seq, until, attrs, at in rows:
            state = AttributeState(seq, until, json.loads(attrs), moment(at))
            found.setdefault(root, []).append(state)
        return {root: tuple(states) for root, states in found.items()}

    def _states(self) -> Select[Any]:
        now = entity_version.alias("now")
        return (
            select(
                now.c.root,
                entity_version.c.seq,
                entity_version.c.until_seq,
                entity_version.c.attrs,
                entity_version.c.at,
            )
            .select_from(entity)
            .join(entity_version, is_row_of(entity_version.c.entity_n, entity))
            .join(now, is_row_of(now.c.entity_n, entity))
            .where(
                self._view.rights.visible(entity),
                entity_version.c.space_n == bindparam("space_n"),
                entity_version.c.salt.is_not(None),
                now.c.space_n == bindparam("space_n"),
                now.c.until_seq.is_(None),
                among(now.c.root, "roots"),
            )
            .order_by(entity_version.c.seq, entity_version.c.number)
        )

    def told_links(self, ids: Collection[str]) -> tuple[Relation, ...]:
        """Relations in force from these decisions to policies, exceptions, escalations and to what
        they are about, in the order in which they came to be as they are."""
        rows = self._view.all(self._told, ids=pack(sorted(ids))) if ids else []
        return self._edges.relations(rows)

    def _told(self) -> Select[Any]:
        return (
            self._edges.select(None)
            .where(_IS_TOLD, edge.c.ended_at.is_(None), among(edge.c.source, "ids"))
            .order_by(edge.c.number)
        )

    def links(
        self, id: str | None, *, types: Collection[str], proposed: bool | None, limit: int
    ) -> tuple[Relation, ...]:
        """Relations in force of one node or of all, newest first; `proposed`: only those that
        nobody confirmed, or only the others."""
        rows = self._view.all(
            lambda: self._of_types(has_end=id is not None, proposed=proposed),
            id is None,
            proposed,
            types=pack(sorted(types)),
            limit=limit,
            **({} if id is None else {"id": id}),
        )
        return self._edges.relations(rows)

    def _of_types(self, *, has_end: bool, proposed: bool | None) -> Select[Any]:
        query = self._edges.select(None).where(
            among(edge.c.type_key, "types"), edge.c.ended_at.is_(None)
        )
        if has_end:
            query = query.where(
                or_(edge.c.source == bindparam("id"), edge.c.target == bindparam("id"))
            )
        mark = text_field(edge.c.attrs, PROPOSED)
        if proposed is not None:
            query = query.where(mark.is_not(None) if proposed else mark.is_(None))
        return query.order_by(edge.c.number.desc()).limit(bindparam("limit"))
