"""Erasing: texts are removed for good. Erased rows keep what the ledger chain commits to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Delete, Select, Table, and_, bindparam, delete, or_, select

from remembrancer.core.hashing import commitment
from remembrancer.core.ledger import Action
from remembrancer.decisions.precedent_vectors import VECTORS
from remembrancer.governance.erasure.certificate import Certificate
from remembrancer.governance.erasure.erasure_rules import BEYOND, KEPT
from remembrancer.governance.port import ErasureScope
from remembrancer.jobs.schedule import ALL, COMPARE, CREDIBILITY, EMBED, EXTRACT, MEETING, SUMMARISE
from remembrancer.language.stemming import forget_words
from remembrancer.store import schema
from remembrancer.store.access.idempotency_writes import IdempotencyWrites
from remembrancer.store.conversations.conversation_state import ConversationStateWrites
from remembrancer.store.deliveries.delivery_writes import DeliveryWrites
from remembrancer.store.deliveries.inquiry_writes import SessionWrites
from remembrancer.store.deliveries.walk_writes import WalkWrites
from remembrancer.store.dialect import among, holds_any, pack
from remembrancer.store.documents.index_words import index_words, subject_word
from remembrancer.store.documents.search_texts import is_common
from remembrancer.store.erased_sources import origin
from remembrancer.store.erasure.affected_rows import AffectedRowReads
from remembrancer.store.jobs.job_writes import JobWrites
from remembrancer.store.ledger import verify
from remembrancer.store.rows import moment
from remembrancer.store.schema import document, idempotency, item, ledger, reason
from remembrancer.store.team.agent_writes import AgentWrites
from remembrancer.store.unit import committed_columns
from remembrancer.store.unit.erasure_rules import ErasureRule, all_rules, rule_for
from remembrancer.store.unit.unit_of_work import UnitOfWork


class EraseWrites:
    """One erasure is one unit of work with one ledger row."""

    def __init__(
        self,
        work: UnitOfWork,
        affected: AffectedRowReads,
        state: ConversationStateWrites,
        walks: WalkWrites,
        inquiries: SessionWrites,
        deliveries: DeliveryWrites,
        idempotency: IdempotencyWrites,
        agents: AgentWrites,
        jobs: JobWrites,
    ) -> None:
        self._work = work
        self._affected = affected
        self._state = state
        self._walks = walks
        self._inquiries = inquiries
        self._deliveries = deliveries
        self._idempotency = idempotency
        self._agents = agents
        self._jobs = jobs

    def erase(self, erasure_scope: ErasureScope, *, why: str) -> Certificate:
        """Removes the texts of all affected rows."""
        self._work.flush()
        self._work.connection.begin_erasure()
        erasing = _Erasing()
        ids = {
            table.name: self._ids(table, numbers)
            for table, numbers in (
                (item, erasure_scope.items),
                (schema.source, erasure_scope.sources),
                (schema.conversation, erasure_scope.conversations),
                (schema.entity, erasure_scope.entities),
            )
        }
        nodes = [*ids["item"], *ids["entity"]]
        # The reason of a replacement reveals the replacing item, so it is erased as well.
        replaced = [old for old, _ in self._affected.replaced_by(erasure_scope.items)]
        digests = self._state.forget_digests(erasure_scope.conversations, erasure_scope.messages)
        erasing.removed["standing"] += digests
        self._remove_work(erasure_scope, ids["item"], erasing)
        self._remove_texts(erasure_scope, erasing)
        self._clear_all(erasure_scope, nodes, erasing)
        self._remove_reasons(
            erasing, [*(id for listed in ids.values() for id in listed), *replaced]
        )
        self._remove_answers(ids["item"], erasing)
        self._idempotency.empty_reached()
        self._walks.remove_reached(erasure_scope)
        self._inquiries.remove_reached(erasure_scope)
        self._agents.remove_reached(erasure_scope)
        self._work.run(lambda: _delete(schema.shape), "shape")  # not counted: it tells who asked
        has_codes = bool(self._work.run(lambda: _delete(schema.vector_codes), "vector_codes"))
        self._deliveries.clear_reached(erasure_scope)
        certificate_id = self._work.chance.id("cert")
        erasing.removed["item"] = len(erasure_scope.items)
        removed = {table: count for table, count in sorted(erasing.removed.items()) if count}
        detail = {
            "asked": erasure_scope.asked.value,
            "certificate": certificate_id,
            "removed": removed,
        }
        target = ids["item"][0] if erasure_scope.asked == "item" else certificate_id
        seq = self._work.append(Action.ERASE, target, detail, erasing.commitments, why)
        self._mark_items(erasure_scope.items, seq)
        self._work.flush()
        self._work.has_erased = True
        if erasing.removed["credibility_point"]:
            self._jobs.make_due_once(CREDIBILITY, ALL)  # the graph tells of scores
        if has_codes:
            self._jobs.make_due_once(EMBED, ALL)  # they are made anew, so that nobody waits for it
        subject_word.cache_clear()
        forget_words(self._work.space.preset.language)
        VECTORS.forget()
        return Certificate(
            id=certificate_id,
            space=self._work.space.uid,
            seq=seq,
            at=moment(self._work.at),
            actor=self._work.actor,
            asked=erasure_scope.asked,
            removed=removed,
            items=tuple(ids["item"]),
            sources=tuple(ids["source"]),
            conversations=tuple(ids["conversation"]),
            rows=tuple(erasing.rows),
            kept=KEPT,
            beyond=BEYOND,
            head=verify.sign(self._work.space, seq, self._work.hash),
        )

    # -- rows that the ledger commits to are cleared

    def _clear_all(
        self, erasure_scope: ErasureScope, nodes: Sequence[str], erasing: _Erasing
    ) -> None:
        """Clears or removes the affected rows of every table that declares `reached_by`."""
        reached = {**erasure_scope._asdict(), "nodes": nodes}
        kinds = {kind.table.name: kind for kind in committed_columns.every()}
        for name, entry in all_rules().items():
            for column_name, what in entry.reached_by.items():
                column = entry.table.c[column_name]
                if name in kinds:
                    self._clear(kinds[name], erasing, column, reached[what])
                elif reached[what]:
                    erasing.removed[name] += self._work.run(
                        lambda value=entry, column=column: _erase_reached(value, column),
                        name,
                        column_name,
                        values=pack(reached[what]),
                    )

    def _clear(
        self,
        kind: committed_columns.Sealed,
        erasing: _Erasing,
        column: ColumnElement[Any],
        values: Sequence[Any],
    ) -> None:
        """Clears the rows whose column holds one of the values."""
        if not values:
            return
        table = kind.table
        erasure = rule_for(table.name)
        rows = self._work.all(
            lambda: (
                kind.rows()
                .where(table.c.salt.is_not(None), among(column, "values"))
                .order_by(table.c.number)
            ),
            table.name,
            column.key,
            values=pack(values),
        )
        for seq, _number, _name, _salt, made, *sealed_values in rows:
            row = kind.named(sealed_values)
            references = sealed_values[: len(kind.references)]
            left = {**row, **erasure.blank(row)}
            self._put_erased(
                erasing,
                str(table.name),  # SQLAlchemy's string subclass would be hashed differently
                made,
                husk=[*references, *left.values()],
                origin=self._origin(table, row, references),
            )
            erasing.positions.add(seq)
        self._work.run(
            lambda: erasure.clearing().where(
                table.c.space_n == bindparam("space_n"),
                table.c.salt.is_not(None),
                among(column, "values"),
            ),
            table.name,
            column.key,
            values=pack(values),
        )

    def _put_erased(
        self,
        erasing: _Erasing,
        place: str,
        made: str,
        *,
        husk: Sequence[Any] | None = None,
        origin: str | None = None,
    ) -> None:
        salt = self._work.chance.salt()
        row = {
            "place": place,
            "row_commitment": made,
            "husk": None if husk is None else commitment(salt, husk),
            "same_origin": origin,
        }
        own = committed_columns.ERASED.commit(salt, [], row)
        self._work.pending.add(
            "erased",
            (
                self._work.number("erased"),
                self._work.space.number,
                *row.values(),
                self._work.next_seq,
                salt,
                own,
            ),
        )
        erasing.commitments.append(own)
        erasing.rows.append((place, made))
        erasing.removed[place] += 1

    def _origin(self, table: Table, row: dict[str, Any], references: Sequence[Any]) -> str | None:
        """The origin of a source or an item, so that it is refused when it comes again.

        An admin's erasure of something everybody could see applies to everybody. Any other erasure
        applies to the same contributor only: the refusal must not reveal to others what they never
        saw.
        """
        if table is schema.source:
            came, owner = (row["type"], row["external_id"]), row["owner"]
        elif table is schema.version:
            came, owner = (row["source_type"], row["source_id"]), references[1]
        else:
            return None
        if came[1] is None:
            return None
        for_all = self._work.scope.viewer.is_admin and is_common(
            row["audience"], row["is_personal"]
        )
        return origin(self._work.space.key, came, None if for_all else owner)

    def _mark_items(self, items: Sequence[int], seq: int) -> None:
        self._work.run(
            lambda: (
                rule_for("item")
                .clearing()
                .values(erased_seq=bindparam("new_seq"))
                .where(item.c.space_n == bindparam("space_n"), among(item.c.number, "items"))
            ),
            items=pack(items),
            new_seq=seq,
        )

    # -- other rows are removed

    def _remove_texts(self, erasure_scope: ErasureScope, erasing: _Erasing) -> None:
        """Removes search texts, with their index words, their vectors and their counts."""
        rows: list[Any] = []
        for column, numbers in (
            (document.c.item_n, erasure_scope.items),
            (document.c.message_n, erasure_scope.messages),
        ):
            if numbers:
                rows += self._work.all(
                    lambda column=column: _texts(column),
                    column.key,
                    numbers=pack(numbers),
                )
        if not rows:
            return
        number = self._work.space.number
        entries: list[tuple[int, str]] = []
        counts: Counter[str] = Counter()
        for text_n, item_n, subject, tokens, length, is_counted in rows:
            stems = set((tokens or "").split())
            is_item = item_n is not None
            words = index_words(number, self._work.space.key, stems, subject, is_item=is_item)
            entries.append((text_n, " ".join(words)))
            if is_counted:
                self._work.document_count -= 1
                self._work.token_count -= length
                if text_n > self._work.folded_upto:
                    self._work.unfolded_count -= 1
                else:
                    counts.update(stems)
        self._work.connection.unindex(number, entries)
        self._uncount(counts, erasing)
        texts = pack(row[0] for row in rows)
        erasing.removed["vector"] += self._work.run(
            lambda: _delete(schema.vector, among(schema.vector.c.document_n, "numbers")),
            numbers=texts,
        )
        erasing.removed["document"] += self._work.run(
            lambda: _delete(document, among(document.c.number, "numbers")),
            numbers=texts,
        )

    def _uncount(self, counts: Counter[str], erasing: _Erasing) -> None:
        """Removes texts from the statistics, and words left in no text: they are erased text."""
        if not counts:
            return
        self._work.count_terms({stem: -count for stem, count in counts.items()})
        erasing.removed["term"] += self._work.run(
            lambda: _delete(
                schema.term, schema.term.c.documents <= 0, among(schema.term.c.term, "stems")
            ),
            stems=pack(counts),
        )

    def _remove_reasons(self, erasing: _Erasing, targets: Sequence[str]) -> None:
        """Removes the reasons of all acts on the affected rows."""
        positions = pack(sorted(erasing.positions))
        rows = self._work.all(_reasons, positions=positions, targets=pack(targets))
        for _seq, made in rows:
            self._put_erased(erasing, "reason", made)
        if rows:
            self._work.run(
                lambda: _delete(reason, among(reason.c.seq, "positions")),
                positions=pack(row[0] for row in rows),
            )

    def _remove_answers(self, ids: Sequence[str], erasing: _Erasing) -> None:
        """Removes stored answers that name an item: their body hash could confirm a guess."""
        if ids:
            erasing.removed["idempotency"] += self._work.run(
                lambda: _delete(idempotency, holds_any(idempotency.c.answer, "ids")),
                ids=pack(ids),
            )

    def _remove_work(
        self, erasure_scope: ErasureScope, items: Sequence[str], erasing: _Erasing
    ) -> None:
        """Removes due work on the affected rows, and the hashes of files that they came from."""
        gone = {
            "conversations": pack(erasure_scope.conversations),
            "sources": pack(erasure_scope.sources),
        }
        erasing.removed["job"] += self._work.run(
            lambda: _delete(schema.job, _is_work_on_it()), items=pack(items), **gone
        )
        erasing.removed["feed"] += self._work.run(
            lambda: _delete(schema.feed, _is_file_of_it()), **gone
        )

    def _ids(self, table: Table, numbers: Sequence[int]) -> list[str]:
        if not numbers:
            return []
        rows = self._work.all(
            lambda: (
                select(table.c.id)
                .where(table.c.space_n == bindparam("space_n"), among(table.c.number, "numbers"))
                .order_by(table.c.number)
            ),
            table.name,
            numbers=pack(numbers),
        )
        return [row[0] for row in rows]


class _Erasing:
    """What one erasure has collected so far."""

    def __init__(self) -> None:
        self.commitments: list[str] = []  # of the rows in `erased`
        self.rows: list[tuple[str, str]] = []  # table and commitment of each cleared row
        self.positions: set[int] = set()  # ledger positions that wrote affected rows
        self.removed: Counter[str] = Counter()


def _delete(table: Table, *conditions: ColumnElement[bool]) -> Delete:
    return delete(table).where(table.c.space_n == bindparam("space_n"), *conditions)


def _erase_reached(rule: ErasureRule, column: ColumnElement[Any]) -> Any:
    """Removes or clears the rows whose column holds one of the values."""
    statement = delete(rule.table) if rule.removed else rule.clearing()
    return statement.where(rule.table.c.space_n == bindparam("space_n"), among(column, "values"))


def _is_work_on_it() -> ColumnElement[bool]:
    """Compares the owner too, because another owner may have a conversation with the same id."""
    kind, key, owner = schema.job.c.kind, schema.job.c.key, schema.job.c.owner
    notes = select(schema.source.c.number).where(
        schema.source.c.space_n == bindparam("space_n"),
        among(schema.source.c.number, "sources"),
        schema.source.c.id == key,
    )
    return or_(
        and_(or_(kind == SUMMARISE, kind == EXTRACT), _gone_talk(key, owner)),
        and_(kind == MEETING, notes.exists()),
        and_(kind == COMPARE, among(key, "items")),
    )


def _is_file_of_it() -> ColumnElement[bool]:
    name, owner = schema.feed.c.name, schema.feed.c.owner
    notes = select(schema.source.c.number).where(
        schema.source.c.space_n == bindparam("space_n"),
        among(schema.source.c.number, "sources"),
        schema.source.c.external_id == name,
        schema.source.c.owner == owner,
    )
    return or_(_gone_talk(name, owner), notes.exists())


def _gone_talk(id: ColumnElement[Any], owner: ColumnElement[Any]) -> ColumnElement[bool]:
    talk = schema.conversation.c
    return (
        select(talk.number)
        .where(
            talk.space_n == bindparam("space_n"),
            among(talk.number, "conversations"),
            talk.id == id,
            talk.owner == owner,
        )
        .exists()
    )


def _texts(owner: ColumnElement[Any]) -> Select[Any]:
    columns = document.c
    return select(
        columns.number,
        columns.item_n,
        columns.subject,
        columns.tokens,
        columns.length,
        columns.is_counted,
    ).where(columns.space_n == bindparam("space_n"), among(owner, "numbers"))


def _reasons() -> Select[Any]:
    return (
        select(reason.c.seq, ledger.c.reason_commitment)
        .join(ledger, (ledger.c.space_n == reason.c.space_n) & (ledger.c.seq == reason.c.seq))
        .where(
            reason.c.space_n == bindparam("space_n"),
            or_(among(reason.c.seq, "positions"), among(ledger.c.target, "targets")),
        )
        .order_by(reason.c.seq)
    )
