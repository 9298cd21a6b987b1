"""Affected rows: finds the rows that an erasure concerns, before anything changes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, Table, and_, bindparam, func, or_, select

from remembrancer.core.texts.naming import SESSION, raw_of_session, talk_of_meeting
from remembrancer.core.validation import is_text
from remembrancer.governance.contradiction_relations import SETTLES
from remembrancer.governance.erasure.certificate import ErasureTarget
from remembrancer.governance.port import DerivedFromSource, ErasureScope
from remembrancer.items.kinds.debate_kinds import OF_DEBATES
from remembrancer.items.retention import COMPRESSION
from remembrancer.reading.judging.judgement import Suggestion
from remembrancer.store.dialect import among, is_one_of, pack
from remembrancer.store.erasure.affected_graph import AffectedGraphReads
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.schema import (
    agent_entry,
    conversation,
    delivery,
    edge,
    entity,
    entity_version,
    evidence,
    inquiry_hit,
    item,
    message,
    relation,
    source,
    version,
    walk,
)
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit.scoped_reader import ScopedReader

# Rows of these tables have an owner, who must permit an erasure.
_OWNED = (item, source, conversation, message, entity)


class AffectedRowReads:
    """Finds the rows affected by erasing an item, source or subject. Skips erased rows."""

    def __init__(self, view: ScopedReader, items: ItemReads) -> None:
        self._view = view
        self._queries = items.queries
        self._graph = AffectedGraphReads(view)

    def reach_item(self, id: str) -> ErasureScope | None:
        """The item, the raw texts it is based on, and the items its text was merged into."""
        if not is_text(id):
            return None
        rows = self._view.all(
            lambda: self._queries.select(None, item.c.number).where(item.c.id == bindparam("id")),
            id=id,
        )
        self._view.enter()
        items = _numbers(rows)
        made = self._merged_from({id} if items else set())
        made |= self._compressed_from(items | made)
        return self._affected_rows(ErasureTarget.ITEM, items=items | made, resting=items)

    def reach_source(self, value: str) -> ErasureScope | None:
        """A source or conversation by its id or the caller's, and all items based on it.

        Erasing a meeting includes its messages. Erasing a session includes its records that were
        stored raw.
        """
        if not is_text(value):
            return None
        items, sources, conversations = self._named_by(value)
        self._view.enter()
        messages = self._messages_of(conversations)
        items |= self._items_resting_on(sources, messages)
        return self._affected_rows(
            ErasureTarget.SOURCE,
            items=items | self._compressed_from(items),
            sources=sources,
            conversations=conversations,
            messages=messages,
        )

    def _merged_from(self, ids: set[str]) -> set[int]:
        """Items that a person merged from contradicting ones, and items merged from those."""
        known, numbers = set(ids), set[int]()
        while ids:
            rows = self._view.all(
                lambda: select(relation.c.attrs).where(
                    relation.c.space_n == bindparam("space_n"),
                    relation.c.type == SETTLES,
                    relation.c.salt.is_not(None),
                    or_(among(relation.c.source, "ids"), among(relation.c.target, "ids")),
                ),
                ids=pack(sorted(ids)),
            )
            told = [json.loads(row[0]) for row in rows]
            made = {entry["item_id"] for entry in told if entry.get("action") == Suggestion.MERGE}
            ids = made - known
            known |= ids
            numbers |= _numbers(
                self._view.all(
                    lambda: select(item.c.number).where(
                        item.c.space_n == bindparam("space_n"),
                        item.c.erased_seq.is_(None),
                        among(item.c.id, "ids"),
                    ),
                    ids=pack(sorted(ids)),
                )
            )
        return numbers

    def _compressed_from(self, items: set[int]) -> set[int]:
        """Items made by compression that contain the text of one of these items."""
        numbers, found = set[int](), items
        while found:
            rows = self._view.all(
                _standing_for,
                items=pack(sorted(found)),
                compression=COMPRESSION,
            )
            found = _numbers(rows) - numbers - items
            numbers |= found
        return numbers

    def derived_from(self, value: str) -> DerivedFromSource:
        """The items derived from a source that the caller can see, and from its messages. It
        includes items whose evidence the caller may not read."""
        if not is_text(value):
            return DerivedFromSource()
        self._view.touch()
        with self._view.connection.entered(self._view.space.number):
            items, sources, conversations = self._named_by(value)
            items |= self._items_resting_on(sources, self._messages_of(conversations))
            items |= self._compressed_from(items)
        return DerivedFromSource(
            items=self.ids_of(sorted(items)),
            conversations=tuple(sorted(conversations)),
            is_known=bool(sources or conversations),
        )

    def ids_of(self, items: Sequence[int]) -> tuple[str, ...]:
        """The ids of items, from their row numbers."""
        rows = self._view.all(
            lambda: (
                select(item.c.id)
                .where(item.c.space_n == bindparam("space_n"), among(item.c.number, "items"))
                .order_by(item.c.number)
            ),
            items=pack(items),
        )
        return tuple(row[0] for row in rows)

    def _named_by(self, value: str) -> tuple[set[int], set[int], set[int]]:
        """Items, sources and conversations with this name that the caller can see."""
        sources = self._matching(source, "id", "external_id", given=value)
        sources |= self._kept_raw_beside(value)
        conversations = self._matching(conversation, "id", given=value)
        conversations |= self._matching(conversation, "id", given=talk_of_meeting(value))
        conversations |= self._said_beside(sources)
        return self._items_named(version.c.source_id, value), sources, conversations

    def reach_subject(self, subject: str) -> ErasureScope | None:
        """Everything that is about the subject in any version."""
        if not is_text(subject):
            return None
        self._view.enter()
        conversations = self._matching(conversation, "subject", given=subject)
        entities = self._graph.entities_named(subject, self._may_name(entity))
        return self._affected_rows(
            ErasureTarget.SUBJECT,
            items=self._items_named(version.c.subject, subject)
            | self._graph.decisions_about(entities, self._may_name(item)),
            sources=self._matching(source, "subject", given=subject),
            conversations=conversations,
            messages=self._matching(message, "subject", given=subject)
            | self._messages_of(conversations),
            entities=entities,
            subjects=(subject,),
        )

    def reach_again(self, rows: Iterable[tuple[str, str]]) -> ErasureScope | None:
        """The rows here that were erased elsewhere and still contain their text."""
        self._view.enter()
        made: dict[str, list[str]] = {}
        for place, commitment in rows:
            made.setdefault(place, []).append(commitment)

        def found(table: Table, column: ColumnElement[Any]) -> set[int]:
            listed = made.get(table.name)
            if not listed:
                return set()
            return _numbers(
                self._view.all(
                    lambda: select(column).where(
                        table.c.space_n == bindparam("space_n"),
                        table.c.salt.is_not(None),
                        among(table.c.commitment, "made"),
                    ),
                    table.name,
                    made=pack(listed),
                )
            )

        erasure_scope = self._affected_rows(
            ErasureTarget.AGAIN,
            items=found(version, version.c.item_n),
            sources=found(source, source.c.number),
            conversations=found(conversation, conversation.c.number),
            messages=found(message, message.c.number),
            entities=found(entity, entity.c.number)
            | found(entity_version, entity_version.c.entity_n),
            edges=found(edge, edge.c.number),
        )
        return (
            None
            if erasure_scope is None
            else erasure_scope._replace(subjects=self._subjects_of(erasure_scope))
        )

    def _affected_rows(
        self,
        target: ErasureTarget,
        *,
        items: set[int],
        sources: set[int] | None = None,
        conversations: set[int] | None = None,
        messages: set[int] | None = None,
        entities: set[int] | None = None,
        edges: set[int] | None = None,
        subjects: tuple[str, ...] = (),
        resting: set[int] | None = None,
    ) -> ErasureScope | None:
        """The whole erasure scope; None if nothing is left to erase. Erasing an item includes the
        raw texts it is based on; erasing a source includes only its own. An item merged from this
        one is also based on other people's texts, and those stay: `resting` are the items whose raw
        texts are erased."""
        rests = (
            resting
            if resting is not None
            else items
            if target is not ErasureTarget.SOURCE
            else set()
        )
        items = items | self._graph.debates_of(items)
        rests = rests - self._graph.debates_among(rests)  # they cite what others rest on
        raw = self._view.all(_raw_texts, items=pack(sorted(rests))) if rests else []
        sources = (sources or set()) | {row[0] for row in raw if row[0] is not None}
        messages = (messages or set()) | {row[1] for row in raw if row[1] is not None}
        scope = ErasureScope(
            asked=target,
            items=tuple(sorted(items)),
            sources=self._unerased(source, sources),
            conversations=self._unerased(conversation, conversations or set()),
            messages=self._unerased(message, messages),
            entities=self._unerased(entity, entities or set()),
            owners=frozenset(),
            subjects=subjects,
        )
        stated = self._graph.relations_stated_by(scope.messages)
        gone = {*stated, *(edges or ())}
        drawn = self._graph.entities_drawn_from(gone)
        drawn |= self._graph.entities_of_decisions(self.ids_of(scope.items))
        scope = scope._replace(
            edges=tuple(sorted(gone)),
            entities=self._unerased(entity, drawn.union(scope.entities)),
        )
        listed = (scope.items, scope.sources, scope.conversations, scope.messages, scope.entities)
        if not (any(listed) or scope.edges) and not any(map(self._was_asked_about, subjects)):
            return None
        owners: set[str] = set()
        for table, numbers in zip(_OWNED, listed, strict=True):
            owners |= self._owners(table, numbers)
        return scope._replace(owners=frozenset(owners))

    def replaced_by(self, items: Sequence[int]) -> tuple[tuple[str, str], ...]:
        """Other items that these superseded, each with the one that superseded it."""
        newer = item.alias("newer")
        rows = self._view.all(
            lambda: (
                select(item.c.id, newer.c.id)
                .join(version, is_row_of(item.c.current, version))
                .join(
                    newer,
                    (newer.c.space_n == item.c.space_n) & (newer.c.id == version.c.superseded_by),
                )
                .where(
                    item.c.space_n == bindparam("space_n"),
                    item.c.erased_seq.is_(None),
                    version.c.superseded_by.is_not(None),
                    among(newer.c.number, "items"),
                    ~among(item.c.number, "items"),
                )
                .order_by(item.c.number)
            ),
            items=pack(items),
        )
        return tuple((old, new) for old, new in rows)

    def _was_asked_about(self, subject: str) -> bool:
        """Somebody asked about the subject, received something about it, or an agent has notes of
        it."""
        tables = (walk, delivery, inquiry_hit, agent_entry)
        with self._view.connection.syncing():
            return any(self._names_subject(table, subject) for table in tables)

    def _names_subject(self, table: Table, subject: str) -> bool:
        row = self._view.one(
            lambda: (
                select(table.c.space_n)
                .where(
                    table.c.space_n == bindparam("space_n"),
                    table.c.subject == bindparam("subject"),
                )
                .limit(1)
            ),
            table.name,
            subject=subject,
        )
        return row is not None

    def _subjects_of(self, erasure_scope: ErasureScope) -> tuple[str, ...]:
        """The subjects of the rows, in any version."""
        result: set[str] = set()
        for table, column, numbers in (
            (version, version.c.item_n, erasure_scope.items),
            (source, source.c.number, erasure_scope.sources),
            (conversation, conversation.c.number, erasure_scope.conversations),
            (message, message.c.number, erasure_scope.messages),
        ):
            rows = self._view.all(
                lambda table=table, column=column: (
                    select(table.c.subject)
                    .distinct()
                    .where(
                        table.c.space_n == bindparam("space_n"),
                        table.c.subject.is_not(None),
                        among(column, "numbers"),
                    )
                ),
                table.name,
                numbers=pack(numbers),
            )
            result |= {row[0] for row in rows}
        return tuple(sorted(result))

    def _may_name(self, table: Table) -> ColumnElement[bool]:
        """The row is visible to the viewer. Personal rows need their own condition, because
        row-level security hides nothing while all items based on a source are collected."""
        seen = self._view.rights.visible(table)
        if self._view.rights.sees_personal:
            return seen
        own = table.c.owner == bindparam("viewer")
        return and_(seen, or_(table.c.is_personal == 0, own))

    def _matching(self, table: Table, *columns: str, given: str) -> set[int]:
        """Visible rows with the given text in one of the columns."""
        rows = self._view.all(
            lambda: select(table.c.number).where(
                self._may_name(table),
                or_(*(table.c[name] == bindparam("given") for name in columns)),
            ),
            table.name,
            columns,
            given=given,
        )
        return _numbers(rows)

    def _kept_raw_beside(self, conversation_id: str) -> set[int]:
        """Visible records of a session that could not be turned into messages."""
        beginning = raw_of_session(conversation_id)
        rows = self._view.all(
            lambda: select(source.c.number).where(
                self._may_name(source),
                source.c.type == SESSION,
                func.substr(source.c.external_id, 1, bindparam("length")) == bindparam("beginning"),
            ),
            beginning=beginning,
            length=len(beginning),
        )
        return _numbers(rows)

    def _said_beside(self, sources: set[int]) -> set[int]:
        """Conversations that repeat a source so that recall finds it."""
        if not sources:
            return set()
        rows = self._view.all(
            lambda: (
                select(conversation.c.number)
                .join(
                    source,
                    (source.c.space_n == conversation.c.space_n)
                    & (source.c.id == conversation.c.id),
                )
                .where(
                    conversation.c.space_n == bindparam("space_n"),
                    among(source.c.number, "sources"),
                )
            ),
            sources=pack(sorted(sources)),
        )
        return _numbers(rows)

    def _messages_of(self, conversations: set[int]) -> set[int]:
        if not conversations:
            return set()
        rows = self._view.all(
            lambda: select(message.c.number).where(
                message.c.space_n == bindparam("space_n"),
                among(message.c.conversation_n, "conversations"),
            ),
            conversations=pack(sorted(conversations)),
        )
        return _numbers(rows)

    def _items_named(self, column: ColumnElement[Any], value: str) -> set[int]:
        """Visible items with the given text in the column in any version."""
        rows = self._view.all(
            lambda: (
                select(item.c.number)
                .join(version, is_row_of(version.c.item_n, item))
                .where(
                    self._may_name(item),
                    item.c.erased_seq.is_(None),
                    version.c.space_n == bindparam("space_n"),
                    column == bindparam("given"),
                )
            ),
            column.key,
            given=value,
        )
        return _numbers(rows)

    def _items_resting_on(self, sources: set[int], messages: set[int]) -> set[int]:
        """Items that were derived from these raw texts, whoever may see them.

        Items from elsewhere that were only repeated here keep their own evidence, and stay.
        """
        if not sources and not messages:
            return set()
        rows = self._view.all(
            _derived,
            sources=pack(sorted(sources)),
            messages=pack(sorted(messages)),
            compression=COMPRESSION,
        )
        return _numbers(rows)

    def _unerased(self, table: Table, numbers: set[int]) -> tuple[int, ...]:
        if not numbers:
            return ()
        rows = self._view.all(
            lambda: select(table.c.number).where(
                table.c.space_n == bindparam("space_n"),
                table.c.salt.is_not(None),
                among(table.c.number, "numbers"),
            ),
            table.name,
            numbers=pack(sorted(numbers)),
        )
        return tuple(sorted(_numbers(rows)))

    def _owners(self, table: Table, numbers: tuple[int, ...]) -> set[str]:
        if not numbers:
            return set()
        rows = self._view.all(
            lambda: (
                select(table.c.owner)
                .distinct()
                .where(table.c.space_n == bindparam("space_n"), among(table.c.number, "numbers"))
            ),
            table.name,
            numbers=pack(numbers),
        )
        return {row[0] for row in rows}


def _standing_for() -> Select[Any]:
    """Items made by compression that superseded some version of these."""
    older, newer = version.alias("older"), version.alias("newer")
    return (
        select(item.c.number)
        .distinct()
        .select_from(
            older.join(
                item,
                and_(item.c.id == older.c.superseded_by, item.c.space_n == bindparam("space_n")),
            ).join(newer, is_row_of(item.c.current, newer))
        )
        .where(
            older.c.space_n == bindparam("space_n"),
            newer.c.space_n == bindparam("space_n"),
            among(older.c.item_n, "items"),
            older.c.superseded_by.is_not(None),
            newer.c.source_type == bindparam("compression"),
            item.c.erased_seq.is_(None),
        )
    )


def _numbers(rows: Iterable[Any]) -> set[int]:
    return {row[0] for row in rows}


def _derived() -> Select[Any]:
    """Items derived from raw texts: their first version already quotes them.

    A compressed item quotes from its first version what was later repeated about its members. It is
    erased with one of its members, and otherwise stays.
    """
    first = version.alias("first")
    begun = (
        select(func.min(first.c.seq))
        .where(is_row_of(first.c.item_n, item))
        .correlate(item)
        .scalar_subquery()
    )
    return (
        select(item.c.number)
        .join(evidence, is_row_of(evidence.c.item_n, item))
        .join(version, is_row_of(item.c.current, version))
        .where(
            version.c.source_type != bindparam("compression"),
            evidence.c.space_n == bindparam("space_n"),
            item.c.erased_seq.is_(None),
            # A debate rests on what any of its positions cites.
            or_(evidence.c.seq == begun, is_one_of(version.c.kind, *OF_DEBATES)),
            or_(
                among(evidence.c.source_n, "sources"),
                among(evidence.c.message_n, "messages"),
            ),
        )
    )


def _raw_texts() -> Select[Any]:
    return (
        select(evidence.c.source_n, evidence.c.message_n)
        .distinct()
        .where(evidence.c.space_n == bindparam("space_n"), among(evidence.c.item_n, "items"))
    )
