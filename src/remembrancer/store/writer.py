"""The writer: one unit of work. Every change and its ledger row are written together."""

from __future__ import annotations

import json
import os
import secrets
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Select, bindparam, func, insert, select, update
from sqlalchemy.dialects.sqlite import insert as upsert

from remembrancer.errors import Conflict, KeyReused, NotFound
from remembrancer.model.conversation import Conversation
from remembrancer.model.entity import Entity, EntityDraft
from remembrancer.model.item import Item
from remembrancer.model.ledger import Action
from remembrancer.model.message import Message, MessageDraft
from remembrancer.model.principal import Person
from remembrancer.model.relation import Relation, RelationDraft
from remembrancer.model.scope import Scope
from remembrancer.model.source import Source
from remembrancer.model.space import Space
from remembrancer.model.state import ItemState, StoredItem
from remembrancer.model.vote import Votes
from remembrancer.ports import Embedder, NewEvidence, NewItem, NewSource
from remembrancer.rules import preset as presets
from remembrancer.rules.language import Language, language
from remembrancer.rules.limits import STATISTICS_TAIL_MAX
from remembrancer.rules.sealing import SALT_BYTES, commitment, keyed_hash, link, together
from remembrancer.store import dump, schema, sealed
from remembrancer.store.reader import SqlReader
from remembrancer.store.rows import (
    conversation_from,
    entity_from,
    iso,
    item_from,
    message_from,
    person_from,
    relation_from,
    source_from,
    space_from,
    state_row,
    to_json,
)
from remembrancer.store.search import item_word, message_word, subject_word
from remembrancer.store.sqlite import Connection
from remembrancer.store.statement import Statements

_NUMBERED = (
    "item",
    "version",
    "document",
    "evidence",
    "source",
    "conversation",
    "message",
    "vote",
    "entity",
    "relation",
    "person",
)
_INDEX_WORDS = "INSERT INTO search(rowid, words) VALUES (?, ?)"


class SqlWriter(SqlReader):
    """Writes through one scope. Rows are gathered, numbered and chained, then flushed.

    The write lock is held from the start of the unit, so the numbers read at its start stay true.
    """

    def __init__(
        self,
        connection: Connection,
        statements: Statements,
        scope: Scope,
        *,
        embedder: Embedder | None,
        commit: Callable[[], None],
    ) -> None:
        super().__init__(connection, statements, scope)
        self._embedder = embedder
        self._commit = commit
        self._actor = scope.viewer.name
        self._language: Language = language(scope.space.preset.language)
        self._pending: dict[str, list[tuple[Any, ...]]] = {}
        self._indexed: list[tuple[int, str]] = []
        self._numbers: dict[str, int] = {}
        self._load_head()

    # -- items

    def add_items(self, new: Sequence[NewItem]) -> list[Item]:
        """Stores items; one that was captured before comes back as it is."""
        added: list[Item] = []
        now = self._scope.now
        preset = self._space.preset
        vectors = self._vectors([one.state for one in new])
        for index, one in enumerate(new):
            same_hash = None
            if one.same is not None:
                same_hash = keyed_hash(self._space.key, one.same)
                known = self._known_same("item", same_hash)
                if known is not None:
                    found = self.item(known)
                    if found is not None:
                        added.append(found)
                        continue
                    same_hash = None
            stored = self._new_item(one, same_hash, vector=vectors[index] if vectors else None)
            item = item_from(stored, preset, now)
            if one.evidence:
                self._flush()
                item = self._finished([stored], None)[0]
            added.append(item)
        self._flush()
        return added

    def change_item(
        self,
        stored: StoredItem,
        state: ItemState,
        *,
        action: Action,
        reason: str | None = None,
        evidence: Sequence[NewEvidence] = (),
    ) -> Item:
        seq = self._next_seq
        changed, made = self._new_version(stored, state, seq)
        commitments = [made, *self._new_evidence(stored.number, stored.id, evidence, seq)]
        detail = {"version": changed.version, "fields": _changed_fields(stored.state, state)}
        self._append(action, stored.id, detail, commitments, reason)
        self._flush()
        return self._finished([changed], None)[0]

    def replace_item(
        self, old: StoredItem, old_state: ItemState, new: NewItem, *, reason: str | None = None
    ) -> Item:
        """Old item superseded and new item added, as one change with one ledger row."""
        seq = self._next_seq
        id = _fresh_id("km")
        changed, made_old = self._new_version(old, old_state._replace(superseded_by=id), seq)
        stored, commitments = self._insert_item(id, new, None, seq)
        detail = {"supersedes": [changed.id]}
        self._append(Action.ITEM_SUPERSEDE, id, detail, [made_old, *commitments], reason)
        self._flush()
        return self._finished([stored], None)[0]

    def vote(self, stored: StoredItem, value: int) -> Votes:
        row = {"principal": self._actor, "value": value, "at": iso(self._scope.now)}
        number = self._one(
            "vote.mine",
            lambda: (
                select(schema.vote.c.number).where(
                    schema.vote.c.item_n == bindparam("item_n"),
                    schema.vote.c.principal == bindparam("viewer"),
                )
            ),
            item_n=stored.number,
        )
        made = self._put_sealed(
            sealed.VOTE, row, [stored.id], {"item_n": stored.number}, number and number[0]
        )
        self._append(Action.ITEM_VOTE, stored.id, {}, [made], None)
        self._flush()
        return self.votes(stored.id)

    def look(self, ids: Sequence[str]) -> None:
        """Records that an admin read what is personal to somebody else."""
        for id in ids:
            self._append(Action.ITEM_LOOK, id, {}, [], None)
        self._flush()

    # -- sources and conversations

    def add_source(self, new: NewSource) -> Source:
        same_hash = None
        if new.same is not None:
            same_hash = keyed_hash(self._space.key, new.same)
            known = self._known_same("source", same_hash)
            if known is not None:
                found = self.sources([known])
                if found:
                    return found[0]
                same_hash = None
        row = {
            "id": _fresh_id("src"),
            "type": new.type,
            "external_id": new.external_id,
            "content": new.content,
            "owner": self._actor,
            "audience": new.audience,
            "is_personal": int(new.is_personal),
            "subject": new.subject,
            "trust": new.trust,
            "occurred_at": iso(new.occurred_at),
            "created_at": iso(self._scope.now),
            "metadata": to_json(new.metadata, "metadata"),
        }
        made = self._put_sealed(sealed.SOURCE, row, [], {"same_hash": same_hash})
        self._append(Action.SOURCE_CAPTURE, row["id"], {}, [made], None)
        self._flush()
        return source_from(row)

    def add_conversation(
        self,
        id: str | None,
        *,
        subject: str | None,
        channel_id: str | None,
        title: str | None,
        audience: str | None,
        is_personal: bool,
    ) -> Conversation:
        row = {
            "id": id or _fresh_id("conv"),
            "subject": subject,
            "channel_id": channel_id,
            "title": title,
            "owner": self._actor,
            "audience": audience,
            "is_personal": int(is_personal),
            "created_at": iso(self._scope.now),
        }
        made = self._put_sealed(sealed.CONVERSATION, row, [], {})
        self._append(Action.CONVERSATION_START, row["id"], {}, [made], None)
        self._flush()
        return conversation_from(row)

    def add_messages(
        self, conversation: Conversation, drafts: Sequence[MessageDraft]
    ) -> tuple[Message, ...]:
        """Appends messages; one that is there already, word for word, is not stored again."""
        place = self._conversation_row(conversation.id)
        if place is None:
            raise NotFound("conversation", conversation.id)
        known = self._known_messages(place["number"], [draft.id for draft in drafts if draft.id])
        stored: list[Message] = []
        made: list[str] = []
        ids: list[str] = []
        for draft in drafts:
            row = self._message_row(place, draft)
            earlier = known.get(row["id"])
            if earlier is not None:
                _check_same_message(earlier, row)
                stored.append(message_from(earlier))
                continue
            known[row["id"]] = {**row, "conversation_id": place["id"]}
            number = self._number("message")
            subject = place["subject"]
            self._new_document(draft.content, subject, message_word, message_n=number)
            made.append(
                self._put_sealed(
                    sealed.MESSAGE,
                    row,
                    [place["id"]],
                    {"conversation_n": place["number"]},
                    number=number,
                )
            )
            ids.append(row["id"])
            stored.append(message_from({**row, "conversation_id": place["id"]}))
        if made:
            self._append(
                Action.CONVERSATION_APPEND, place["id"], {"messages": len(ids)}, made, None
            )
        self._flush()
        return tuple(stored)

    # -- graph, people, space

    def add_entity(self, draft: EntityDraft) -> Entity:
        row = {
            "id": _fresh_id("ent"),
            "kind": draft.kind,
            "name": draft.name,
            "external_id": draft.external_id,
            "attrs": to_json(draft.attrs, "attrs"),
            "owner": self._actor,
            "audience": draft.audience,
            "is_personal": int(draft.is_personal),
            "created_at": iso(self._scope.now),
        }
        made = self._put_sealed(sealed.ENTITY, row, [], {})
        self._append(Action.ENTITY_ADD, row["id"], {}, [made], None)
        self._flush()
        return entity_from(row)

    def add_relation(self, draft: RelationDraft) -> Relation:
        row = {
            "id": _fresh_id("rel"),
            "type": draft.type,
            "source": draft.source,
            "target": draft.target,
            "confidence": draft.confidence,
            "attrs": to_json(draft.attrs, "attrs"),
            "owner": self._actor,
            "observed_at": iso(draft.observed_at or self._scope.now),
            "created_at": iso(self._scope.now),
        }
        made = self._put_sealed(sealed.RELATION, row, [], {})
        self._append(Action.RELATION_ADD, row["id"], {}, [made], None)
        self._flush()
        return relation_from(row)

    def put_person(self, person: Person) -> Person:
        row = {
            "name": person.name,
            "kind": person.kind.value,
            "email": person.email,
            "roles": to_json(sorted(person.roles), "roles"),
            "groups": to_json(sorted(person.groups), "groups"),
            "notes_path": person.notes_path,
        }
        number = self._one(
            "person.number",
            lambda: (
                select(schema.person.c.number).where(
                    schema.person.c.space_n == bindparam("space_n"),
                    schema.person.c.name == bindparam("name"),
                )
            ),
            name=person.name,
        )
        made = self._put_sealed(sealed.PERSON, row, [], {}, number and number[0])
        self._append(Action.PERSON_PUT, person.name, {}, [made], None)
        self._flush()
        return person_from(row)

    def change_space(self, *, overrides: Mapping[str, Any], archived: bool) -> Space:
        space = self._space
        row = {
            "number": space.number,
            "uid": space.uid,
            "name": space.name,
            "preset": space.preset.name,
            "overrides": to_json(dict(overrides), "overrides"),
            "key": space.key,
            "created_at": iso(space.created_at),
            "archived_at": iso(self._scope.now) if archived else None,
        }
        salt = os.urandom(SALT_BYTES)
        made = sealed.SPACE.commit(salt, [], row)
        seq = self._append(Action.SPACE_CHANGE, space.uid, {}, [made], None)
        changed = ("overrides", "archived_at")
        self._run(
            "space.change",
            lambda: (
                update(schema.space)
                .where(schema.space.c.number == bindparam("space_n"))
                .values({name: bindparam(f"new_{name}") for name in (*changed, *_SEAL)})
            ),
            **{f"new_{name}": row[name] for name in changed},
            new_seq=seq,
            new_salt=salt,
            new_commitment=made,
        )
        self._flush()
        values = presets.with_overrides(presets.load(space.preset.name), overrides)
        return space_from(row, values)

    # -- idempotency

    def answer_to(self, operation: str, key: str, body: Sequence[Any]) -> list[str] | None:
        """What the same call answered before, as ids; another body under the key is refused."""
        row = self._one(
            "answer",
            lambda: (
                select(schema.idempotency.c.body_hash, schema.idempotency.c.answer).where(
                    schema.idempotency.c.space_n == bindparam("space_n"),
                    schema.idempotency.c.principal == bindparam("viewer"),
                    schema.idempotency.c.operation == bindparam("operation"),
                    schema.idempotency.c.key == bindparam("key"),
                )
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
        self._queue(
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

    def load_rows(self, rows: Iterable[tuple[str, dict[str, Any]]]) -> int:
        """Takes over another space's rows, ledger included."""
        if self.last_position() > 1:
            raise Conflict(
                f"The space {self._space.name!r} already holds knowledge, and an import brings a "
                "whole space with its ledger. Import into a new space."
            )
        return dump.load(self._connection, self._statements, self._space, rows)

    def commit(self) -> None:
        self._flush()
        self._commit()

    # -- how rows are made

    def _new_item(
        self, new: NewItem, same_hash: bytes | None, *, vector: bytes | None
    ) -> StoredItem:
        seq = self._next_seq
        id = _fresh_id("km")
        stored, commitments = self._insert_item(id, new, same_hash, seq, vector=vector)
        self._append(new.action, id, {}, commitments, None)
        return stored

    def _insert_item(
        self,
        id: str,
        new: NewItem,
        same_hash: bytes | None,
        seq: int,
        *,
        vector: bytes | None = None,
    ) -> tuple[StoredItem, list[str]]:
        number = self._number("item")
        state = new.state
        now = self._scope.now
        stored = StoredItem(number, id, self._actor, now, 1, now, state)
        document_n = self._new_item_document(number, state, vector)
        version_n, made = self._queue_version(stored, document_n, seq)
        self._queue(
            "item",
            (
                number,
                self._space.number,
                id,
                self._actor,
                state.audience,
                int(state.is_personal),
                self._now_text,
                version_n,
                same_hash,
            ),
        )
        if not new.evidence:
            return stored, [made]
        return stored, [made, *self._new_evidence(number, id, new.evidence, seq)]

    def _new_version(
        self, stored: StoredItem, state: ItemState, seq: int
    ) -> tuple[StoredItem, str]:
        """Ends the version in force and begins the next one."""
        self._flush()
        changed = stored._replace(
            version=stored.version + 1, updated_at=self._scope.now, state=state
        )
        if _search_text(state) == _search_text(stored.state) and (
            state.subject == stored.state.subject
        ):
            (document_n,) = self._one("version.document", _current_document, item_n=stored.number)
        else:
            vectors = self._vectors([state])
            document_n = self._new_item_document(
                stored.number, state, vectors[0] if vectors else None
            )
        self._run("version.end", _end_version, item_n=stored.number, until=seq)
        version_n, made = self._queue_version(changed, document_n, seq)
        self._run(
            "item.change",
            _change_item,
            item_n=stored.number,
            new_current=version_n,
            new_audience=state.audience,
            new_is_personal=int(state.is_personal),
        )
        return changed, made

    def _queue_version(
        self, stored: StoredItem, document_n: int, seq: int
    ) -> tuple[int, str]:
        number = self._number("version")
        values = state_row(stored.state)
        created = self._now_text if stored.version == 1 else iso(stored.created_at)
        salt = os.urandom(SALT_BYTES)
        made = commitment(
            salt, (stored.id, stored.owner, created, stored.version, self._now_text, *values)
        )
        self._queue(
            "version",
            (
                number,
                self._space.number,
                stored.number,
                stored.version,
                self._now_text,
                None,
                document_n,
                *values,
                seq,
                salt,
                made,
            ),
        )
        return number, made

    def _new_evidence(
        self, item_n: int, item_id: str, evidence: Sequence[NewEvidence], seq: int
    ) -> list[str]:
        made: list[str] = []
        for one in evidence:
            source_n = self._number_by_id(schema.source, one.source) if one.source else None
            message_n = self._message_number(one.message) if one.message else None
            row = {
                "quote": one.quote,
                "start": one.start,
                "end": one.end,
                "stance": one.stance.value,
                "principal": self._actor,
                "at": self._now_text,
            }
            references = [item_id, one.source, one.message[1] if one.message else None]
            made.append(
                self._put_sealed(
                    sealed.EVIDENCE,
                    row,
                    references,
                    {"item_n": item_n, "source_n": source_n, "message_n": message_n},
                )
            )
        return made

    def _new_item_document(self, item_n: int, state: ItemState, vector: bytes | None) -> int:
        number = self._new_document(_search_text(state), state.subject, item_word, item_n=item_n)
        if vector is not None and self._embedder is not None:
            self._queue("vector", (number, self._space.number, self._embedder.name, vector))
        return number

    def _new_document(
        self,
        content: str,
        subject: str | None,
        word: Callable[[int, str], str],
        *,
        item_n: int | None = None,
        message_n: int | None = None,
    ) -> int:
        number = self._number("document")
        space = self._space
        stems = self._language.stems(content)
        tokens = " ".join(stems)
        distinct = set(stems)
        words = [word(space.number, stem) for stem in distinct]
        if subject is not None:
            words.append(subject_word(space.number, space.key, subject))
        self._queue("document", (number, space.number, item_n, message_n, subject, tokens, len(stems)))
        self._indexed.append((number, " ".join(words)))
        self._documents += 1
        self._tokens += len(stems)
        return number

    def _message_row(self, place: Mapping[str, Any], draft: MessageDraft) -> dict[str, Any]:
        return {
            "id": draft.id or _fresh_id("msg"),
            "channel_id": place["channel_id"],
            "author_id": draft.author_id,
            "role": draft.role,
            "content": draft.content,
            "timestamp": iso(draft.timestamp or self._scope.now),
            "tool_calls": to_json(draft.tool_calls, "tool_calls"),
            "owner": self._actor,
            "audience": place["audience"],
            "is_personal": place["is_personal"],
            "subject": place["subject"],
        }

    def _put_sealed(
        self,
        kind: sealed.Sealed,
        row: Mapping[str, Any],
        references: Sequence[Any],
        extra: Mapping[str, Any],
        replaces: int | None = None,
        *,
        number: int | None = None,
    ) -> str:
        """Queues a row under the next ledger position; `replaces` is the row it takes over."""
        salt = os.urandom(SALT_BYTES)
        made = kind.commit(salt, references, row)
        name = kind.table.name
        values = {
            **row,
            **extra,
            "space_n": self._space.number,
            "seq": self._next_seq,
            "salt": salt,
            "commitment": made,
            "number": replaces or number or self._number(name),
        }
        if replaces is not None:
            self._run(
                (name, "replace"),
                lambda: _replace_row(kind.table),
                **{f"new_{column}": value for column, value in values.items()},
            )
        else:
            self._queue(name, tuple(values[column.name] for column in kind.table.c))
        return made

    # -- the chain

    @property
    def _next_seq(self) -> int:
        return self._seq + 1

    def _append(
        self,
        action: Action,
        target: str,
        detail: Mapping[str, Any],
        commitments: Sequence[str],
        reason: str | None,
    ) -> int:
        """Adds one ledger row that commits to the rows just made."""
        seq = self._seq = self._seq + 1
        reason_made = None
        if reason is not None:
            salt = os.urandom(SALT_BYTES)
            reason_made = commitment(salt, [reason])
            self._queue("reason", (self._space.number, seq, reason, salt))
        detail_text = json.dumps(detail, sort_keys=True) if detail else "{}"
        made = together(commitments)
        values = (
            self._space.uid,
            seq,
            self._at,
            self._actor,
            action.value,
            target,
            detail_text,
            made,
            reason_made,
        )
        self._hash = link(self._hash, values)
        self._queue("ledger", (self._space.number, *values[1:], self._hash))
        return seq

    def _load_head(self) -> None:
        row = self._one("writer.head", _whole_head)
        (self._seq, self._hash, at, self._documents, self._tokens, *folding) = row[:7]
        self._unfolded, self._folded_upto = folding
        self._numbers = dict(zip(_NUMBERED, row[7:], strict=True))
        self._now_text = iso(self._scope.now)
        # Record time never runs backwards, even where a clock does.
        self._at = max(at, self._now_text)
        self._written_seq = self._seq

    def _number(self, table: str) -> int:
        number = self._numbers[table] = self._numbers[table] + 1
        return number

    # -- writing

    def _queue(self, table: str, row: tuple[Any, ...]) -> None:
        rows = self._pending.get(table)
        if rows is None:
            self._pending[table] = [row]
        else:
            rows.append(row)

    def _flush(self) -> None:
        """Writes what is gathered, and moves the head of the chain."""
        if not self._pending and self._seq == self._written_seq:
            return
        connection = self._connection
        for table, rows in self._pending.items():
            statement = self._statement(
                ("insert", table), lambda table=table: insert(schema.metadata.tables[table])  # type: ignore[misc]
            )
            connection.many(statement, rows)
        self._pending = {}
        if self._indexed:
            connection.raw.executemany(_INDEX_WORDS, self._indexed)
            self._unfolded += len(self._indexed)
            self._indexed = []
            if self._unfolded >= STATISTICS_TAIL_MAX:
                self._fold()
        if self._seq != self._written_seq:
            self._run(
                "head.move",
                _move_head,
                new_seq=self._seq,
                new_hash=self._hash,
                new_at=self._at,
                new_documents=self._documents,
                new_tokens=self._tokens,
                new_unfolded=self._unfolded,
                new_folded_upto=self._folded_upto,
            )
            self._written_seq = self._seq

    def _fold(self) -> None:
        """Counts the words of recent texts into the statistics."""
        counts: Counter[str] = Counter()
        for (tokens,) in self._each("writer.tail", _tail_tokens, folded_upto=self._folded_upto):
            counts.update(set(tokens.split(" ")))
        counts.pop("", None)
        rows = [(self._space.number, stem, count) for stem, count in sorted(counts.items())]
        if rows:
            self._connection.many(self._statement("term.add", _add_terms), rows)
        self._folded_upto = self._numbers["document"]
        self._unfolded = 0

    def _run(self, shape: Any, build: Callable[[], Any], **values: Any) -> int:
        return self._connection.run(self._statement(shape, build), self._values(values))

    # -- looking up while writing

    def _known_same(self, table: str, same_hash: bytes) -> str | None:
        self._flush()
        found = schema.metadata.tables[table]
        row = self._one(
            ("same", table),
            lambda: select(found.c.id).where(
                found.c.space_n == bindparam("space_n"), found.c.same_hash == bindparam("same")
            ),
            same=same_hash,
        )
        return row[0] if row else None

    def _number_by_id(self, table: Any, id: str) -> int:
        self._flush()
        row = self._one(
            ("number", table.name),
            lambda: select(table.c.number).where(
                self._rights.visible(table), table.c.id == bindparam("id")
            ),
            id=id,
        )
        if row is None:
            raise NotFound(table.name, id)
        return int(row[0])

    def _message_number(self, message: tuple[str, str]) -> int:
        self._flush()
        place = self._conversation_row(message[0])
        known = self._known_messages(place["number"], [message[1]]) if place else {}
        if message[1] not in known:
            raise NotFound("message", message[1])
        return int(known[message[1]]["number"])

    def _known_messages(
        self, conversation_n: int, ids: Sequence[str]
    ) -> dict[str, dict[str, Any]]:
        """The caller's own messages of a conversation, by id."""
        if not ids:
            return {}
        from_table = schema.message
        rows = self._all(
            "messages.known",
            lambda: select(from_table, schema.conversation.c.id.label("conversation_id"))
            .join(
                schema.conversation, schema.conversation.c.number == from_table.c.conversation_n
            )
            .where(
                from_table.c.conversation_n == bindparam("conversation_n"),
                from_table.c.owner == bindparam("viewer"),
                from_table.c.id.in_(
                    select(func.json_each(bindparam("ids")).table_valued("value").c.value)
                ),
            ),
            conversation_n=conversation_n,
            ids=json.dumps(list(ids)),
        )
        names = [*(column.name for column in from_table.c), "conversation_id"]
        listed = (dict(zip(names, row, strict=True)) for row in rows)
        return {row["id"]: row for row in listed}

    def _vectors(self, states: Sequence[ItemState]) -> list[bytes | None] | None:
        """One vector per text, where an embedder is set up. Personal text stays on this machine."""
        embedder = self._embedder
        if embedder is None:
            return None
        allowed = [
            index
            for index, state in enumerate(states)
            if embedder.is_local or not state.is_personal
        ]
        made = embedder.embed([states[index].content for index in allowed])
        vectors: list[bytes | None] = [None] * len(states)
        for index, values in zip(allowed, made, strict=True):
            vectors[index] = array("f", values).tobytes()
        return vectors


_SEAL = ("seq", "salt", "commitment")


def _fresh_id(prefix: str) -> str:
    return f"{prefix}_{secrets.token_hex(6)}"


def _search_text(state: ItemState) -> str:
    """What an item is found by: its title, content, category and tags."""
    parts = (state.title, state.content, state.category, *state.tags)
    return "\n".join(part for part in parts if part)


def _changed_fields(before: ItemState, after: ItemState) -> list[str]:
    return [
        name
        for name, old, new in zip(ItemState._fields, before, after, strict=True)
        if old != new
    ]


def _check_same_message(earlier: Mapping[str, Any], row: Mapping[str, Any]) -> None:
    if (earlier["author_id"], earlier["content"]) != (row["author_id"], row["content"]):
        raise Conflict(
            f"The message {row['id']!r} is already in this conversation with other words. "
            "A message is never changed: append the new words under a new id."
        )


def _whole_head() -> Select[Any]:
    columns = schema.head.c
    numbers = [
        select(func.coalesce(func.max(schema.metadata.tables[name].c.number), 0)).scalar_subquery()
        for name in _NUMBERED
    ]
    return select(
        columns.seq,
        columns.hash,
        columns.at,
        columns.documents,
        columns.tokens,
        columns.unfolded,
        columns.folded_upto,
        *numbers,
    ).where(columns.space_n == bindparam("space_n"))


def _move_head() -> Any:
    names = ("seq", "hash", "at", "documents", "tokens", "unfolded", "folded_upto")
    return (
        update(schema.head)
        .where(schema.head.c.space_n == bindparam("space_n"))
        .values({name: bindparam(f"new_{name}") for name in names})
    )


def _end_version() -> Any:
    columns = schema.version.c
    return (
        update(schema.version)
        .where(columns.item_n == bindparam("item_n"), columns.until_seq.is_(None))
        .values(until_seq=bindparam("until"))
    )


def _change_item() -> Any:
    return (
        update(schema.item)
        .where(schema.item.c.number == bindparam("item_n"))
        .values(
            current=bindparam("new_current"),
            audience=bindparam("new_audience"),
            is_personal=bindparam("new_is_personal"),
        )
    )


def _replace_row(table: Any) -> Any:
    return (
        update(table)
        .where(table.c.number == bindparam("new_number"))
        .values(
            {
                column.name: bindparam(f"new_{column.name}")
                for column in table.c
                if column.name != "number"
            }
        )
    )


def _current_document() -> Select[Any]:
    columns = schema.version.c
    return select(columns.document_n).where(
        columns.item_n == bindparam("item_n"), columns.until_seq.is_(None)
    )


def _tail_tokens() -> Select[Any]:
    columns = schema.document.c
    return select(columns.tokens).where(
        columns.space_n == bindparam("space_n"),
        columns.number > bindparam("folded_upto"),
        columns.tokens.is_not(None),
    )


def _add_terms() -> Any:
    statement = upsert(schema.term)
    return statement.on_conflict_do_update(
        index_elements=["space_n", "term"],
        set_={"documents": schema.term.c.documents + statement.excluded.documents},
    )


