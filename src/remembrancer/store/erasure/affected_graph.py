"""Affected rows of the graph: the entities and relations that an erasure concerns."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, bindparam, or_, select

from remembrancer.items.entity import (
    ABOUT,
    DRAWN_FROM,
    HAS_OUTCOME,
    POSSIBLE_DUPLICATE,
    belonging_to,
    is_outcome_of,
    name_key,
)
from remembrancer.items.kinds.debate_kinds import OF_DEBATES
from remembrancer.store.dialect import among, holds_any, is_one_of, pack
from remembrancer.store.schema import (
    edge,
    edge_evidence,
    entity,
    entity_version,
    item,
    version,
)
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit.scoped_reader import ScopedReader


class AffectedGraphReads:
    """Finds entities by the name of a subject, and relations by the messages that state them."""

    def __init__(self, view: ScopedReader) -> None:
        self._view = view

    def entities_named(self, subject: str, visible: ColumnElement[bool]) -> set[int]:
        """Visible entities that have or had this id or name, and those merged with them now.

        A merge that was undone was a mistake, and takes nobody along.
        """
        named = self._view.all(
            lambda: _named(visible),
            given=subject,
            key=name_key(subject),
            keys=pack([name_key(subject)]),
        )
        numbers = {row[0] for row in named}
        merged = self._view.all(lambda: _merged_with(visible), entities=pack(sorted(numbers)))
        return numbers | {row[0] for row in merged}

    def relations_stated_by(self, messages: Iterable[int]) -> tuple[int, ...]:
        """All states of relations that rest on one of these messages."""
        numbers = sorted(messages)
        if not numbers:
            return ()
        rows = self._view.all(_stated_by, messages=pack(numbers))
        return tuple(row[0] for row in rows)

    def entities_drawn_from(self, edges: Iterable[int]) -> set[int]:
        """Entities that were drawn from talk and have no relation but these.

        Their names came from the same messages. Those merged with one that stays do stay.
        """
        numbers = set(edges)
        if not numbers:
            return set()
        ends = self._view.all(_ends_of, edges=pack(sorted(numbers)))
        ids = sorted({end for pair in ends for end in pair})
        roots = self._view.all(_roots_of, ids=pack(ids))
        members = self._view.all(_members, roots=pack(sorted({row[0] for row in roots})))
        drawn = {number for number, _, _, attrs in members if DRAWN_FROM in json.loads(attrs)}
        member_ids = sorted({id for _, id, _, _ in members})
        related = {
            end
            for number, *pair in self._view.all(_edges_at, ids=pack(member_ids))
            if number not in numbers
            for end in pair
        }
        kept = {root for number, id, root, _ in members if number not in drawn or id in related}
        return {number for number, _, root, _ in members if root not in kept}

    def decisions_about(self, entities: Iterable[int], visible: ColumnElement[bool]) -> set[int]:
        """Visible items that are linked to one of these entities as being about it."""
        numbers = sorted(entities)
        if not numbers:
            return set()
        rows = self._view.all(lambda: _about(visible), entities=pack(numbers))
        return {row[0] for row in rows}

    def debates_of(self, items: Iterable[int]) -> set[int]:
        """Debates that quote one of these items, with their resolutions; and the debate of a
        resolution. One is not left without the other."""
        known = set(items)
        found = known
        while found:
            rows = self._view.all(_debated, items=pack(sorted(found)))
            found = {row[0] for row in rows} - known
            known |= found
        return known - set(items)

    def debates_among(self, items: Iterable[int]) -> set[int]:
        """Those of these items that hold a debate or a resolution."""
        numbers = sorted(items)
        if not numbers:
            return set()
        return {row[0] for row in self._view.all(_of_debates, items=pack(numbers))}

    def entities_of_decisions(self, items: Iterable[str]) -> set[int]:
        """Exceptions, escalations and outcomes that belong to one of these items alone."""
        ids = sorted(items)
        names = [name for id in ids for name in belonging_to(id)]
        if not names:
            return set()
        rows = self._view.all(_belonging, names=pack(sorted(names)))
        led = self._view.all(_outcomes, ids=pack(ids))
        outcomes = {number for number, id, external in led if is_outcome_of(id, external)}
        return {row[0] for row in rows} | outcomes


def _about(visible: ColumnElement[bool]) -> Select[Any]:
    return (
        select(item.c.number)
        .select_from(item)
        .join(edge, (edge.c.space_n == item.c.space_n) & (edge.c.source == item.c.id))
        .join(entity, (entity.c.space_n == edge.c.space_n) & (entity.c.id == edge.c.target))
        .where(
            visible,
            item.c.erased_seq.is_(None),
            edge.c.salt.is_not(None),
            edge.c.type_key == ABOUT,
            among(entity.c.number, "entities"),
        )
    )


def _debated() -> Select[Any]:
    """Items at the other end: what disputes one of them, and both ends of a resolution."""
    own, other = item.alias("own"), item.alias("other")
    is_own_end = or_(
        and_(edge.c.target == own.c.id, is_one_of(edge.c.type_key, "DISPUTES", "HAS_RESOLUTION")),
        and_(edge.c.source == own.c.id, edge.c.type_key == "HAS_RESOLUTION"),
    )
    is_other_end = or_(
        and_(edge.c.target == own.c.id, edge.c.source == other.c.id),
        and_(edge.c.source == own.c.id, edge.c.target == other.c.id),
    )
    return (
        select(other.c.number)
        .select_from(own)
        .join(edge, and_(edge.c.space_n == own.c.space_n, is_own_end))
        .join(other, and_(other.c.space_n == own.c.space_n, is_other_end))
        .where(
            own.c.space_n == bindparam("space_n"),
            edge.c.salt.is_not(None),
            other.c.erased_seq.is_(None),
            among(own.c.number, "items"),
        )
        .distinct()
    )


def _of_debates() -> Select[Any]:
    return (
        select(item.c.number)
        .join(version, is_row_of(item.c.current, version))
        .where(
            item.c.space_n == bindparam("space_n"),
            among(item.c.number, "items"),
            is_one_of(version.c.kind, *OF_DEBATES),
        )
    )


def _belonging() -> Select[Any]:
    return (
        select(entity.c.number)
        .join(entity_version, is_row_of(entity_version.c.entity_n, entity))
        .where(
            entity.c.space_n == bindparam("space_n"),
            entity_version.c.space_n == bindparam("space_n"),
            among(entity_version.c.external_id, "names"),
        )
    )


def _outcomes() -> Select[Any]:
    """What these items led to, also where it was said to hold no longer."""
    return (
        select(entity.c.number, edge.c.source, entity_version.c.external_id)
        .select_from(edge)
        .join(entity, (entity.c.space_n == edge.c.space_n) & (entity.c.id == edge.c.target))
        .join(entity_version, is_row_of(entity_version.c.entity_n, entity))
        .where(
            edge.c.space_n == bindparam("space_n"),
            edge.c.type_key == HAS_OUTCOME,
            among(edge.c.source, "ids"),
        )
    )


def _ends_of() -> Select[Any]:
    return select(edge.c.source, edge.c.target).where(
        edge.c.space_n == bindparam("space_n"), among(edge.c.number, "edges")
    )


def _roots_of() -> Select[Any]:
    return (
        select(entity_version.c.root)
        .join(entity, is_row_of(entity_version.c.entity_n, entity))
        .where(
            entity.c.space_n == bindparam("space_n"),
            entity_version.c.salt.is_not(None),
            entity_version.c.until_seq.is_(None),
            among(entity.c.id, "ids"),
        )
    )


def _members() -> Select[Any]:
    return (
        select(entity.c.number, entity.c.id, entity_version.c.root, entity_version.c.attrs)
        .join(entity_version, is_row_of(entity_version.c.entity_n, entity))
        .where(
            entity.c.space_n == bindparam("space_n"),
            entity.c.salt.is_not(None),
            entity_version.c.salt.is_not(None),
            entity_version.c.until_seq.is_(None),
            among(entity_version.c.root, "roots"),
        )
    )


def _edges_at() -> Select[Any]:
    """Relations of these entities, without guesses that two of them are the same."""
    return select(edge.c.number, edge.c.source, edge.c.target).where(
        edge.c.space_n == bindparam("space_n"),
        edge.c.salt.is_not(None),
        edge.c.type_key != POSSIBLE_DUPLICATE,
        or_(among(edge.c.source, "ids"), among(edge.c.target, "ids")),
    )


def _named(visible: ColumnElement[bool]) -> Select[Any]:
    columns = entity_version.c
    return (
        select(entity.c.number)
        .distinct()
        .select_from(entity.outerjoin(entity_version, is_row_of(columns.entity_n, entity)))
        .where(
            visible,
            or_(
                entity.c.id == bindparam("given"),
                entity.c.external_id == bindparam("given"),
                entity.c.name == bindparam("given"),
                columns.external_id == bindparam("given"),
                columns.name_key == bindparam("key"),
                holds_any(columns.alias_keys, "keys"),
            ),
        )
    )


def _merged_with(visible: ColumnElement[bool]) -> Select[Any]:
    """The entities that the same one stands for."""
    own = entity_version.alias("own")
    roots = select(own.c.root).where(
        own.c.space_n == bindparam("space_n"),
        own.c.until_seq.is_(None),
        among(own.c.entity_n, "entities"),
    )
    return (
        select(entity.c.number)
        .join(entity_version, is_row_of(entity_version.c.entity_n, entity))
        .where(
            visible,
            entity_version.c.until_seq.is_(None),
            entity_version.c.root.in_(roots),
        )
    )


def _stated_by() -> Select[Any]:
    return (
        select(edge.c.number)
        .distinct()
        .join(
            edge_evidence,
            (edge_evidence.c.space_n == edge.c.space_n) & (edge_evidence.c.edge == edge.c.id),
        )
        .where(
            edge.c.space_n == bindparam("space_n"),
            edge.c.salt.is_not(None),
            among(edge_evidence.c.message_n, "messages"),
        )
        .order_by(edge.c.number)
    )
