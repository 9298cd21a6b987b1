"""Entities: each with its states, of which one is in force."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, bindparam, or_, select, update

from remembrancer.core.ledger import Action
from remembrancer.items.entity import Entity, EntityDraft, name_key
from remembrancer.items.item import Trust
from remembrancer.ports import LedgerPoint
from remembrancer.store.dialect import among, holds_any, pack
from remembrancer.store.rows import iso, moment, to_json
from remembrancer.store.schema import entity, entity_version
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit import committed_columns
from remembrancer.store.unit.scoped_reader import ScopedReader
from remembrancer.store.unit.unit_of_work import UnitOfWork

_COLUMNS = (
    entity.c.number,
    entity.c.id,
    entity.c.kind,
    entity.c.owner,
    entity.c.audience,
    entity.c.is_personal,
    entity.c.created_at,
    entity_version.c.name,
    entity_version.c.external_id,
    entity_version.c.aliases,
    entity_version.c.attrs,
    entity_version.c.merged_into,
    entity_version.c.root,
    entity_version.c.trust,
    entity_version.c.at,
    entity_version.c.number.label("version_n"),
)
_STATE = ("name", "external_id", "aliases", "attrs", "merged_into", "root", "trust")


class EntityRow(NamedTuple):
    """One entity in one state, as it is stored."""

    number: int
    id: str
    kind: str
    owner: str
    audience: str | None
    is_personal: int
    created_at: str
    name: str
    external_id: str | None
    aliases: str
    attrs: str
    merged_into: str | None
    root: str
    trust: str
    at: str
    version_n: int


_TOLD = tuple(name for name in EntityRow._fields if name not in ("number", "version_n"))


class EntityReads:
    """Entities that the viewer may see. Those merged into another one are part of it."""

    def __init__(self, view: ScopedReader) -> None:
        self._view = view

    def listed(
        self,
        *,
        kind: str | None = None,
        name: str | None = None,
        after: str | None = None,
        limit: int | None = None,
        at: LedgerPoint | None = None,
    ) -> tuple[Entity, ...]:
        """Entities in the order in which they came; `name` is a part of the name or an alias.

        `after` is the id of the last one of the page before.
        """
        given = {"kind": kind, "name": name, "after": after}
        fields = frozenset(field for field, value in given.items() if value is not None)
        rows = self._view.all(
            lambda: self._listing(at, fields, limit),
            at is None,
            fields,
            limit is None,
            **_point(at),
            **({} if after is None else {"after": after}),
            **({} if kind is None else {"kind": kind}),
            **({} if name is None else {"part": _part(name)}),
            **({} if limit is None else {"count": limit}),
        )
        roots = list(dict.fromkeys(EntityRow(*row).root for row in rows))
        return self.standing(roots, at=at)

    def standing(
        self, roots: Sequence[str], *, at: LedgerPoint | None = None
    ) -> tuple[Entity, ...]:
        """These entities, each with those merged into it."""
        if not roots:
            return ()
        rows = self._view.all(
            lambda: self._select(at).where(among(entity_version.c.root, "roots")),
            at is None,
            **_point(at),
            roots=pack(roots),
        )
        groups: dict[str, list[EntityRow]] = defaultdict(list)
        for row in map(EntityRow._make, rows):
            groups[row.root].append(row)
        made = []
        for root in roots:
            members = sorted(groups[root], key=lambda one: one.number)
            if any(one.id == root for one in members):
                made.append(self._entity(root, members))
        return tuple(made)

    def get(self, id: str, *, at: LedgerPoint | None = None) -> Entity | None:
        """The entity that stands for this id."""
        row = self._view.one(
            lambda: self._select(at, entity_version.c.root).where(entity.c.id == bindparam("id")),
            at is None,
            **_point(at),
            id=id,
        )
        found = () if row is None else self.standing([row[0]], at=at)
        return found[0] if found else None

    def roots(self, ids: Collection[str], *, at: LedgerPoint | None = None) -> dict[str, str]:
        """The entity that stands for each of these ids, as far as the viewer may see them."""
        rows = self._view.all(
            lambda: self._select(at, entity.c.id, entity_version.c.root).where(
                among(entity.c.id, "ids")
            ),
            at is None,
            **_point(at),
            ids=pack(sorted(ids)),
        )
        return dict(rows)

    def members(self, roots: Collection[str], *, at: LedgerPoint | None = None) -> tuple[str, ...]:
        """The ids of these entities and of all that were merged into them."""
        rows = self._view.all(
            lambda: self._select(at, entity.c.id).where(among(entity_version.c.root, "roots")),
            at is None,
            **_point(at),
            roots=pack(sorted(roots)),
        )
        return tuple(row[0] for row in rows)

    def kinds(self, ids: Collection[str]) -> dict[str, str]:
        """The kinds of those of these ids that are entities that the viewer may see."""
        rows = self._view.all(
            lambda: self._select(None, entity.c.id, entity.c.kind).where(among(entity.c.id, "ids")),
            ids=pack(sorted(ids)),
        )
        return dict(rows)

    def called(
        self, kind: str, *, external_id: str | None = None, name: str | None = None
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
        return self._found(
            kind, entity_version.c.name_key == bindparam("given"), "name", given=key
        ) or self._found(
            kind,
            and_(
                entity_version.c.alias_keys != "[]", holds_any(entity_version.c.alias_keys, "keys")
            ),
            "alias",
            keys=pack([key]),
        )

    def anyone(self, name: str) -> tuple[Entity, ...]:
        """Entities of any kind with this external id, or else with this name."""
        for column, given in (
            (entity_version.c.external_id, name),
            (entity_version.c.name_key, name_key(name)),
        ):
            rows = self._view.all(
                lambda column=column: (
                    self._select(None, entity_version.c.root)
                    .where(column == bindparam("given"))
                    .order_by(entity.c.number)
                ),
                column.key,
                given=given,
            )
            if rows:
                return self.standing(list(dict.fromkeys(row[0] for row in rows)))
        return ()

    def _found(
        self, kind: str, condition: ColumnElement[bool], by: str, **values: Any
    ) -> tuple[Entity, ...]:
        rows = self._view.all(
            lambda: (
                self._select(None, entity_version.c.root)
                .where(entity.c.kind == bindparam("kind"), condition)
                .order_by(entity.c.number)
            ),
            by,
            kind=kind,
            **values,
        )
        return self.standing(list(dict.fromkeys(row[0] for row in rows)))

    def _entity(self, root: str, members: Sequence[EntityRow]) -> Entity:
        own = next(one for one in members if one.id == root)
        others = [one for one in members if one.id != root]
        for one in members:
            self._view.note_look(one.id, one.owner, bool(one.is_personal), Action.GRAPH_LOOK)
        names = [
            *json.loads(own.aliases),
            *(name for one in others for name in (one.name, *json.loads(one.aliases))),
        ]
        attrs: dict[str, Any] = {}
        for one in (*others, own):
            attrs |= json.loads(one.attrs)
        external = own.external_id or next((one.external_id for one in others), None)
        return Entity(
            id=root,
            kind=own.kind,
            name=own.name,
            external_id=external,
            attrs=attrs,
            aliases=tuple(_without_repeats(names, own.name)),
            merged=tuple(one.id for one in others),
            owner=own.owner,
            audience=own.audience,
            is_personal=bool(own.is_personal),
            trust=Trust(own.trust),
            created_at=moment(own.created_at),
            updated_at=moment(max(one.at for one in members)),
        )

    def _select(self, at: LedgerPoint | None, *columns: Any) -> Select[Any]:
        """All reads of entities go through here. Leaves out what is hidden or erased."""
        return (
            select(*(columns or _COLUMNS))
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
            )
        )

    def _listing(
        self, at: LedgerPoint | None, fields: frozenset[str], limit: int | None
    ) -> Select[Any]:
        query = self._select(at)
        if "after" in fields:
            last = entity.alias("last")
            before = select(last.c.number).where(
                last.c.space_n == bindparam("space_n"), last.c.id == bindparam("after")
            )
            query = query.where(entity.c.number > before.scalar_subquery())
        if "kind" in fields:
            query = query.where(entity.c.kind == bindparam("kind"))
        if "name" in fields:
            query = query.where(
                or_(
                    entity_version.c.name_key.like(bindparam("part"), escape="\\"),
                    entity_version.c.alias_keys.like(bindparam("part"), escape="\\"),
                )
            )
        else:
            query = query.where(entity_version.c.merged_into.is_(None))
        query = query.order_by(entity.c.number)
        return query if limit is None else query.limit(bindparam("count"))


class EntityWrites(EntityReads):
    """Adds entities, changes them, and merges them."""

    def __init__(self, work: UnitOfWork) -> None:
        super().__init__(work)
        self._work = work

    def add(self, draft: EntityDraft, *, trust: Trust = Trust.PERSON) -> Entity:
        id = self._work.chance.id("ent")
        identity: dict[str, Any] = {
            "id": id,
            "kind": draft.kind,
            "name": draft.name,
            "external_id": None,
            "attrs": "{}",
            "owner": self._work.actor,
            "audience": draft.audience,
            "is_personal": int(draft.is_personal),
            "created_at": iso(self._work.scope.now),
        }
        number = self._work.number("entity")
        made = [self._work.put_sealed(committed_columns.ENTITY, identity, [], {}, number=number)]
        state = {
            "name": draft.name,
            "external_id": draft.external_id,
            "aliases": to_json(draft.aliases, "aliases"),
            "attrs": to_json(draft.attrs, "attrs"),
            "merged_into": None,
            "root": id,
            "trust": trust.value,
        }
        made.append(self._put_state(number, id, state))
        self._work.append(Action.ENTITY_ADD, id, {}, made, None)
        self._work.flush()
        told = {**identity, **state, "at": self._work.now_text}
        row = EntityRow(number=number, version_n=0, **{name: told[name] for name in _TOLD})
        return self._entity(id, [row])

    def change(self, id: str, changes: dict[str, Any], *, reason: str | None = None) -> None:
        """Puts a new state of one entity in force. `changes` are columns of the state."""
        self._change([id], lambda _row: changes, Action.ENTITY_CHANGE, id, {}, reason)

    def merge(self, keep: str, other: str, *, reason: str) -> None:
        """Makes `other`, and what was merged into it, part of `keep`."""
        self._change(
            self.members([other]),
            lambda row: {"root": keep, **({"merged_into": keep} if row.id == other else {})},
            Action.ENTITY_MERGE,
            keep,
            {"merged": other},
            reason,
        )

    def unmerge(self, id: str, *, reason: str) -> str:
        """Takes an entity, and what was merged into it, out of the one that it was merged into."""
        rows = self._rows_of(self.members([self.roots([id])[id]]))
        below = _below(id, rows)
        before = next(row.root for row in rows if row.id == id)
        self._change(
            sorted(below),
            lambda row: {"root": id, **({"merged_into": None} if row.id == id else {})},
            Action.ENTITY_UNMERGE,
            id,
            {"merged": before},
            reason,
        )
        return before

    def merged_into(self, id: str) -> str | None:
        """The entity that this one was merged into; None: none."""
        rows = self._rows_of([id])
        return rows[0].merged_into if rows else None

    def _rows_of(self, ids: Iterable[str]) -> list[EntityRow]:
        self._work.flush()
        rows = self._work.all(
            lambda: self._select(None).where(among(entity.c.id, "ids")), ids=pack(sorted(ids))
        )
        return [EntityRow(*row) for row in rows]

    def _change(
        self,
        ids: Iterable[str],
        changes: Any,
        action: Action,
        target: str,
        detail: dict[str, Any],
        reason: str | None,
    ) -> None:
        made = []
        for row in self._rows_of(ids):
            state = {name: getattr(row, name) for name in _STATE}
            for name, value in changes(row).items():
                state[name] = to_json(value, name) if name in ("aliases", "attrs") else value
            self._work.run(_end_state, version_n=row.version_n, new_until=self._work.next_seq)
            made.append(self._put_state(row.number, row.id, state))
        self._work.append(action, target, detail, made, reason)
        self._work.flush()

    def _put_state(self, number: int, id: str, state: dict[str, Any]) -> str:
        names = json.loads(state["aliases"])
        row = {
            **state,
            "name_key": name_key(state["name"]),
            "alias_keys": to_json([name_key(name) for name in names], "aliases"),
            "at": self._work.now_text,
        }
        return self._work.put_sealed(
            committed_columns.ENTITY_VERSION, row, [id], {"entity_n": number, "until_seq": None}
        )


def in_force(table: Any, at: LedgerPoint | None) -> ColumnElement[bool]:
    """The state is in force, now or at a point of history."""
    if at is None:
        is_current: ColumnElement[bool] = table.c.until_seq.is_(None)
        return is_current
    return and_(
        table.c.seq <= bindparam("point"),
        or_(table.c.until_seq.is_(None), table.c.until_seq > bindparam("point")),
    )


def _point(at: LedgerPoint | None) -> dict[str, Any]:
    return {} if at is None else {"point": at.seq}


def _part(name: str) -> str:
    """A pattern for names that contain this text, or a JSON list with such a name."""
    text = name_key(name).replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{text}%"


def _below(id: str, rows: Sequence[EntityRow]) -> set[str]:
    """The entity and all that were merged into it, directly or not."""
    found = {id}
    while more := {row.id for row in rows if row.merged_into in found} - found:
        found |= more
    return found


def _without_repeats(names: Iterable[str], own: str) -> list[str]:
    seen = {name_key(own)}
    kept = []
    for name in names:
        key = name_key(name)
        if key not in seen:
            seen.add(key)
            kept.append(name)
    return kept


def _end_state() -> Any:
    return (
        update(entity_version)
        .where(
            entity_version.c.space_n == bindparam("space_n"),
            entity_version.c.number == bindparam("version_n"),
        )
        .values(until_seq=bindparam("new_until"))
    )
