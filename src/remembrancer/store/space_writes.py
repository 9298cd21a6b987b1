"""Writing the rest of a space: its graph, its people, its settings, and answers kept by key."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, select, update

from remembrancer.core.errors import Conflict, InvalidInput, KeyReused
from remembrancer.core.hashing import keyed_hash
from remembrancer.core.ledger import Action
from remembrancer.core.principal import Person
from remembrancer.core.space import Space
from remembrancer.items.entity import Entity, EntityDraft
from remembrancer.items.relation import Relation, RelationDraft
from remembrancer.presets import preset_files as presets
from remembrancer.store import dump, schema
from remembrancer.store.ledger import committed_columns
from remembrancer.store.ledger.unit_of_work import Chain
from remembrancer.store.rows import entity_from, iso, named, relation_from, space_from, to_json
from remembrancer.store.search import texts

# What the parsers say of values that no export ever held.
_UNFIT: tuple[type[Exception], ...] = (
    ValueError,
    TypeError,
    AttributeError,
    KeyError,
    OverflowError,
)


class SpaceWrites(Chain):
    """What a space consists of beside its items and conversations."""

    def add_entity(self, draft: EntityDraft) -> Entity:
        row: dict[str, Any] = {
            "id": self._chance.id("ent"),
            "kind": draft.kind,
            "name": draft.name,
            "external_id": draft.external_id,
            "attrs": to_json(draft.attrs, "attrs"),
            "owner": self._actor,
            "audience": draft.audience,
            "is_personal": int(draft.is_personal),
            "created_at": iso(self._scope.now),
        }
        made = self._put_sealed(committed_columns.ENTITY, row, [], {})
        self._append(Action.ENTITY_ADD, row["id"], {}, [made], None)
        self._flush()
        return entity_from(row)

    def add_relation(
        self, draft: RelationDraft, *, settles: str | None = None, reason: str | None = None
    ) -> Relation:
        if "evidence" in draft.attrs:
            raise InvalidInput(
                "evidence is a field of its own: the ids of the messages that say so.",
                field="attrs",
            )
        attrs = {**draft.attrs, "evidence": list(draft.evidence)} if draft.evidence else draft.attrs
        row: dict[str, Any] = {
            "id": self._chance.id("rel"),
            "type": draft.type,
            "source": draft.source,
            "target": draft.target,
            "confidence": draft.confidence,
            "attrs": to_json(attrs, "attrs"),
            "owner": self._actor,
            "observed_at": iso(draft.observed_at or self._scope.now),
            "created_at": iso(self._scope.now),
        }
        made = self._put_sealed(committed_columns.RELATION, row, [], {})
        if settles is None:
            self._append(Action.RELATION_ADD, row["id"], {}, [made], reason)
        else:
            detail = {
                "resolution": draft.attrs["action"],
                "items": [draft.source, draft.target],
                "relation": row["id"],
            }
            self._append(Action.CONTRADICTION_RESOLVE, settles, detail, [made], reason)
        self._flush()
        return relation_from(row)

    def put_person(self, person: Person) -> None:
        row: dict[str, Any] = {
            "name": person.name,
            "kind": person.kind.value,
            "email": person.email,
            "roles": to_json(sorted(person.roles), "roles"),
            "groups": to_json(sorted(person.groups), "groups"),
            "notes_path": person.notes_path,
        }
        number = self._one(
            "person.number",
            lambda: select(schema.person.c.number).where(
                schema.person.c.space_n == bindparam("space_n"),
                schema.person.c.name == bindparam("name"),
            ),
            name=person.name,
        )
        made = self._put_sealed(committed_columns.PERSON, row, [], {}, number and number[0])
        self._append(Action.PERSON_PUT, person.name, {}, [made], None)
        self._flush()

    def change_space(
        self, *, overrides: Mapping[str, Any] | None = None, archived: bool | None = None
    ) -> Space:
        """Changes what is given and keeps the rest, whoever changed it last."""
        row = self._space_row()
        if overrides is not None:
            row["overrides"] = to_json(dict(overrides), "overrides")
        if archived is not None:
            row["archived_at"] = iso(self._scope.now) if archived else None
        row["salt"] = self._chance.salt()
        row["commitment"] = committed_columns.SPACE.commit(row["salt"], [], row)
        row["seq"] = self._append(Action.SPACE_CHANGE, row["uid"], {}, [row["commitment"]], None)
        changed = ("overrides", "archived_at", "seq", "salt", "commitment")
        self._run(
            "space.change",
            lambda: (
                update(schema.space)
                .where(schema.space.c.number == bindparam("space_n"))
                .values({name: bindparam(f"new_{name}") for name in changed})
            ),
            **{f"new_{name}": row[name] for name in changed},
        )
        self._flush()
        return _space(row)

    def answer_to(self, operation: str, key: str, body: Sequence[Any]) -> list[str] | None:
        """What the same call answered before, as ids; another body under the key is refused."""
        row = self._one(
            "answer",
            lambda: select(schema.idempotency.c.body_hash, schema.idempotency.c.answer).where(
                schema.idempotency.c.space_n == bindparam("space_n"),
                schema.idempotency.c.principal == bindparam("viewer"),
                schema.idempotency.c.operation == bindparam("operation"),
                schema.idempotency.c.key == bindparam("key"),
            ),
            operation=operation,
            key=key,
        )
        if row is None:
            return None
        if row[0] != keyed_hash(self._space.key, body):
            raise KeyReused(
                f"The key {key!r} was used before with another body. Use a new key for a new "
                "call, or repeat the earlier call exactly."
            )
        ids: list[str] = json.loads(row[1])
        return ids

    def keep_answer(
        self, operation: str, key: str, body: Sequence[Any], ids: Sequence[str]
    ) -> None:
        self._pending.add(
            "idempotency",
            (
                self._space.number,
                self._actor,
                operation,
                key,
                keyed_hash(self._space.key, body),
                json.dumps(list(ids)),
                iso(self._scope.now),
            ),
        )
        self._flush()

    @property
    def space(self) -> Space:
        """The space that is written to, as it is by now."""
        return self._space

    def load_rows(self, rows: Iterable[tuple[str, dict[str, Any]]]) -> int:
        """Takes over another space's rows, ledger included."""
        if self.last_position() > 1:
            raise Conflict(
                f"The space {self._space.name!r} already holds knowledge, and an import brings a "
                "whole space with its ledger. Import into a new space; or take in the items alone, "
                "with sources.import_(path, format='remembrancer') or rmb import --from "
                "remembrancer."
            )
        self._connection.enter(self._space.number)  # all rows are replaced, whoever may see them
        try:
            count = dump.load(self._connection, self._statements, self._space, rows)
            self._reread_space()
            self._check_texts()
        except (*_UNFIT, *self._connection.refusals) as error:
            raise InvalidInput(
                f"The file is damaged: a value in it cannot be what it should be ({error}). "
                "Export the space again; nothing was imported."
            ) from error
        return count

    def _reread_space(self) -> None:
        """An import replaces the space's identity, key and preset."""
        self._space = _space(self._space_row())
        self._take_head()

    def _check_texts(self) -> None:
        """What can be searched for is not sealed, so it is held against what is."""
        if not texts.are_true(self._connection, self._statements, self._space):
            raise InvalidInput(
                "The file was changed: its search texts are not those of its items and messages. "
                "Export the space again; nothing was imported."
            )

    def _space_row(self) -> dict[str, Any]:
        table = schema.space
        row = self._one(
            "space.row", lambda: select(table).where(table.c.number == bindparam("space_n"))
        )
        return named(table, row)


def _space(row: Mapping[str, Any]) -> Space:
    preset = presets.load(row["preset"])
    return space_from(row, presets.with_overrides(preset, json.loads(row["overrides"])))
