"""Changes of entities: each puts a new state in force and keeps the ones before."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import bindparam, update

from remembrancer.core.ledger import Action
from remembrancer.items.entity import STATED, Entity, EntityDraft, name_key
from remembrancer.items.item import Trust
from remembrancer.store.dialect import among, pack
from remembrancer.store.graph.entities import EntityReads
from remembrancer.store.graph.entity_states import EntityRow
from remembrancer.store.rows import iso, to_json
from remembrancer.store.schema import entity, entity_version
from remembrancer.store.unit import committed_columns
from remembrancer.store.unit.unit_of_work import UnitOfWork

_STATE = ("name", "external_id", "aliases", "attrs", "merged_into", "root", "trust")
_TOLD = tuple(name for name in EntityRow._fields if name not in ("number", "version_n"))


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
        return self.entity(id, [row])

    def change(self, id: str, changes: dict[str, Any], *, reason: str | None = None) -> None:
        """Puts a new state of one entity in force. `changes` are columns of the state. What was
        stated of derived attributes stays, unless it is given beside the others."""

        def changed(row: EntityRow) -> dict[str, Any]:
            stated = json.loads(row.attrs).get(STATED)
            if stated is None or STATED in changes.get("attrs", {STATED: None}):
                return changes
            return {**changes, "attrs": {**changes["attrs"], STATED: stated}}

        self._change([id], changed, Action.ENTITY_CHANGE, id, {}, reason)

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

    def own(self, id: str) -> Entity:
        """The entity with its own names and attributes, without those merged into it."""
        return self.entity(id, self._rows_of([id]))

    def merged_into(self, id: str) -> str | None:
        """The entity that this one was merged into; None: none."""
        rows = self._rows_of([id])
        return rows[0].merged_into if rows else None

    def _rows_of(self, ids: Iterable[str]) -> list[EntityRow]:
        self._work.flush()
        rows = self._work.all(
            lambda: self.select(None).where(among(entity.c.id, "ids")), ids=pack(sorted(ids))
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


def _below(id: str, rows: Sequence[EntityRow]) -> set[str]:
    """The entity and all that were merged into it, directly or not."""
    found = {id}
    while more := {row.id for row in rows if row.merged_into in found} - found:
        found |= more
    return found


def _end_state() -> Any:
    return (
        update(entity_version)
        .where(
            entity_version.c.space_n == bindparam("space_n"),
            entity_version.c.number == bindparam("version_n"),
        )
        .values(until_seq=bindparam("new_until"))
    )
