"""Entities: each with its states, of which one is in force."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, bindparam, or_, select

from remembrancer.core.hashing import open_position, seal_position
from remembrancer.core.ledger import Action
from remembrancer.items.entity import STATED, Entity, name_key
from remembrancer.items.graph_port import EntityMember
from remembrancer.items.item import Trust
from remembrancer.ports import LedgerPoint
from remembrancer.store.dialect import among, contains_any, holds_any, holds_like, pack
from remembrancer.store.graph.entity_states import (
    COLUMNS,
    MEMBER_COLUMNS,
    EntityRow,
    among_aliases,
    in_force,
    part_pattern,
    point_values,
    roots_of_ids,
    stands_in_sight,
    without_repeats,
)
from remembrancer.store.rows import moment
from remembrancer.store.schema import entity, entity_version
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit.scoped_reader import ScopedReader


class EntityReads:
    """Entities that the viewer may see. Those merged into another one are part of it."""

    def __init__(self, view: ScopedReader) -> None:
        self._view = view

    def listed(
        self,
        *,
        kind: str | None = None,
        name: str | None = None,
        limit: int | None = None,
        at: LedgerPoint | None = None,
    ) -> tuple[Entity, ...]:
        """Entities in the order in which they came; `name` is a part of a name or an alias."""
        return self._page(kind, name, None, limit, at)[0]

    def page(
        self,
        *,
        kind: str | None = None,
        name: str | None = None,
        after: str | None = None,
        limit: int,
        at: LedgerPoint | None = None,
    ) -> tuple[tuple[Entity, ...], str | None]:
        """The same, and the opaque cursor of the next page if there is one."""
        found, last = self._page(kind, name, after, limit + 1, at)
        is_last = len(found) <= limit
        cursor = None if is_last else seal_position(self._view.space.key, last)
        return found[:limit], cursor

    def _page(
        self,
        kind: str | None,
        name: str | None,
        after: str | None,
        limit: int | None,
        at: LedgerPoint | None,
    ) -> tuple[tuple[Entity, ...], int]:
        """Entities, and the number of the one before the last."""
        given = {"kind": kind, "name": name, "after": after}
        fields = frozenset(field for field, value in given.items() if value is not None)
        key = self._view.space.key
        rows = self._view.all(
            lambda: self._listing(at, fields, limit),
            at is None,
            fields,
            limit is None,
            **point_values(at),
            **({} if after is None else {"after": open_position(key, after)}),
            **({} if kind is None else {"kind": kind}),
            **({} if name is None else {"part": part_pattern(name)}),
            **({} if limit is None else {"count": limit}),
        )
        found = self.standing([row[1] for row in rows], at=at)
        return found, rows[-2][0] if len(rows) > 1 else 0

    def names(self, *, limit: int) -> tuple[str, ...]:
        """The names of entities alone, in the order in which they came."""
        rows = self._view.all(
            lambda: (
                self.select(None, entity_version.c.name)
                .where(entity_version.c.merged_into.is_(None))
                .order_by(entity.c.number)
                .limit(bindparam("count"))
            ),
            count=limit,
        )
        return tuple(row[0] for row in rows)

    def standing(
        self, roots: Sequence[str], *, at: LedgerPoint | None = None
    ) -> tuple[Entity, ...]:
        """These entities, each with those merged into it."""
        if not roots:
            return ()
        rows = self._view.all(
            lambda: self.select(at).where(among(entity_version.c.root, "roots")),
            at is None,
            **point_values(at),
            roots=pack(roots),
        )
        groups: dict[str, list[EntityRow]] = defaultdict(list)
        for row in map(EntityRow._make, rows):
            groups[row.root].append(row)
        made = []
        for root in roots:
            members = sorted(groups[root], key=lambda one: one.number)
            if any(one.id == root for one in members):
                made.append(self.entity(root, members))
        return tuple(made)

    def get(self, id: str, *, at: LedgerPoint | None = None) -> Entity | None:
        """The entity that stands for this id."""
        row = self._view.one(
            lambda: self.select(at, entity_version.c.root).where(entity.c.id == bindparam("id")),
            at is None,
            **point_values(at),
            id=id,
        )
        found = () if row is None else self.standing([row[0]], at=at)
        return found[0] if found else None

    def roots(self, ids: Collection[str], *, at: LedgerPoint | None = None) -> dict[str, str]:
        """The entity that stands for each of these ids, as far as the viewer may see them."""
        rows = self._view.all(
            lambda: self.select(at, entity.c.id, entity_version.c.root).where(
                among(entity.c.id, "ids")
            ),
            at is None,
            **point_values(at),
            ids=pack(sorted(ids)),
        )
        return dict(rows)

    def merged_with(
        self, ids: Collection[str], *, at: LedgerPoint | None = None, is_shown: bool = False
    ) -> tuple[EntityMember, ...]:
        """These entities and all that were merged with them, those of one root in the order in
        which they came."""
        rows = self._view.all(
            lambda: (
                self.select(at, *MEMBER_COLUMNS, entity.c.owner, entity.c.is_personal)
                .where(entity_version.c.root.in_(roots_of_ids(at)))
                .order_by(entity.c.number)
            ),
            at is None,
            **point_values(at),
            ids=pack(sorted(ids)),
        )
        if is_shown:
            for row in rows:
                self._view.note_look(row[1], row[-2], bool(row[-1]), Action.GRAPH_LOOK)
        return tuple([EntityMember._make(row[:-2]) for row in rows])

    def members(self, roots: Collection[str], *, at: LedgerPoint | None = None) -> tuple[str, ...]:
        """The ids of these entities and of all that were merged into them."""
        rows = self._view.all(
            lambda: self.select(at, entity.c.id).where(among(entity_version.c.root, "roots")),
            at is None,
            **point_values(at),
            roots=pack(sorted(roots)),
        )
        return tuple(row[0] for row in rows)

    def kinds(self, ids: Collection[str]) -> dict[str, str]:
        """The kinds of those of these ids that are entities that the viewer may see."""
        rows = self._view.all(
            lambda: self.select(None, entity.c.id, entity.c.kind).where(among(entity.c.id, "ids")),
            ids=pack(sorted(ids)),
        )
        return dict(rows)

    def called(
        self,
        kind: str,
        *,
        external_id: str | None = None,
        name: str | None = None,
        or_alias: bool = True,
    ) -> tuple[Entity, ...]:
        """Entities of this kind with this external id, or else with this name or alias."""
        if external_id is not None:
            found = self._found(
                kind, entity_version.c.external_id == bindparam("given"), "id", given=external_id
            )
            if found:
                return found
        if name is None:
            return ()
        key = name_key(name)
        found = self._found(
            kind, entity_version.c.name_key == bindparam("given"), "name", given=key
        )
        if found or not or_alias:
            return found
        is_alias = among_aliases(holds_any(entity_version.c.alias_keys, "keys"))
        return self._found(kind, is_alias, "alias", keys=pack([key]))

    def aliases_among(self, names: Iterable[str]) -> set[str]:
        """Those of these names, in the form that lookups compare, that are aliases. Each such look
        reads all aliases: this is one look for many names."""
        wanted = {name_key(name) for name in names}
        aliases = entity_version.c.alias_keys
        rows = self._view.all(
            lambda: self.select(None, aliases).where(among_aliases(holds_any(aliases, "keys"))),
            keys=pack(sorted(wanted)),
        )
        return {key for row in rows for key in json.loads(row[0])} & wanted

    def with_parts(self, parts: Collection[str], *, limit: int) -> tuple[Entity, ...]:
        """Entities with one of these parts in a name or an alias, in the form that lookups
        compare, the first that came first."""
        if not parts:
            return ()
        rows = self._view.all(
            lambda: (
                self.select(None, entity_version.c.root)
                .where(
                    or_(
                        contains_any(entity_version.c.name_key, "parts"),
                        among_aliases(contains_any(entity_version.c.alias_keys, "parts")),
                    )
                )
                .order_by(entity.c.number)
                .limit(bindparam("count"))
            ),
            parts=pack(sorted(map(name_key, parts))),
            count=limit,
        )
        return self.standing(list(dict.fromkeys(row[0] for row in rows)))

    def anyone(self, name: str) -> tuple[Entity, ...]:
        """Entities of any kind with this external id, or else with this name or alias."""
        key = name_key(name)
        is_alias = among_aliases(holds_any(entity_version.c.alias_keys, "keys"))
        ways: tuple[tuple[str, ColumnElement[bool], dict[str, Any]], ...] = (
            ("id", entity_version.c.external_id == bindparam("given"), {"given": name}),
            ("name", entity_version.c.name_key == bindparam("given"), {"given": key}),
            ("alias", is_alias, {"keys": pack([key])}),
        )
        for by, condition, values in ways:
            rows = self._view.all(
                lambda condition=condition: (
                    self.select(None, entity_version.c.root)
                    .where(condition)
                    .order_by(entity.c.number)
                ),
                by,
                **values,
            )
            if found := self.standing(list(dict.fromkeys(row[0] for row in rows))):
                return found
        return ()

    def _found(
        self, kind: str, condition: ColumnElement[bool], by: str, **values: Any
    ) -> tuple[Entity, ...]:
        rows = self._view.all(
            lambda: (
                self.select(None, entity_version.c.root)
                .where(entity.c.kind == bindparam("kind"), condition)
                .order_by(entity.c.number)
            ),
            by,
            kind=kind,
            **values,
        )
        return self.standing(list(dict.fromkeys(row[0] for row in rows)))

    def entity(self, root: str, members: Sequence[EntityRow]) -> Entity:
        """One entity, made of its own row and of those merged into it."""
        own = next(one for one in members if one.id == root)
        others = [one for one in members if one.id != root]
        for one in members:
            self._view.note_look(one.id, one.owner, bool(one.is_personal), Action.GRAPH_LOOK)
        names = [
            *json.loads(own.aliases),
            *(name for one in others for name in (one.name, *json.loads(one.aliases))),
        ]
        attrs: dict[str, Any] = {}
        for one in others:
            attrs |= json.loads(one.attrs)
        own_attrs = json.loads(own.attrs)
        attrs |= own_attrs
        stated = own_attrs.get(STATED)
        attrs.pop(STATED, None)
        known = [one.external_id for one in (own, *others) if one.external_id is not None]
        return Entity.trusted(
            {
                "id": root,
                "kind": own.kind,
                "name": own.name,
                "external_id": known[0] if known else None,
                "attrs": attrs,
                "aliases": tuple(without_repeats(names, own.name)) if names else (),
                "merged": tuple(one.id for one in others),
                "owner": own.owner,
                "audience": own.audience,
                "is_personal": bool(own.is_personal),
                "trust": Trust(own.trust),
                "stated": stated if isinstance(stated, dict) else None,
                "created_at": moment(own.created_at),
                "updated_at": moment(max(one.at for one in members)),
            }
        )

    def select(self, at: LedgerPoint | None, *columns: Any) -> Select[Any]:
        """All reads of entities go through here. Leaves out what is hidden or erased."""
        return (
            select(*(columns or COLUMNS))
            .select_from(
                entity.join(
                    entity_version,
                    and_(
                        is_row_of(entity_version.c.entity_n, entity),
                        entity_version.c.space_n == bindparam("space_n"),
                    ),
                )
            )
            .where(
                self._view.rights.visible(entity),
                entity_version.c.salt.is_not(None),
                in_force(entity_version, at),
                stands_in_sight(self._view.rights),
            )
        )

    def _listing(
        self, at: LedgerPoint | None, fields: frozenset[str], limit: int | None
    ) -> Select[Any]:
        """Numbers and ids of entities that stand for themselves."""
        query = self.select(at, entity.c.number, entity.c.id).where(
            entity_version.c.merged_into.is_(None)
        )
        if "after" in fields:
            query = query.where(entity.c.number > bindparam("after"))
        if "kind" in fields:
            query = query.where(entity.c.kind == bindparam("kind"))
        if "name" in fields:
            query = query.where(entity.c.id.in_(self._called_so(at).correlate(None)))
        query = query.order_by(entity.c.number)
        return query if limit is None else query.limit(bindparam("count"))

    def _called_so(self, at: LedgerPoint | None) -> Select[Any]:
        """The roots of the entities that have this part in a name."""
        return self.select(at, entity_version.c.root).where(
            or_(
                entity_version.c.name_key.like(bindparam("part"), escape="\\"),
                among_aliases(holds_like(entity_version.c.alias_keys, "part")),
            )
        )
