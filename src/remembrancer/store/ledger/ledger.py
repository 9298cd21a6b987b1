"""Reading the ledger: entries for auditors, changes for subscribers."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    bindparam,
    func,
    literal_column,
    select,
    union_all,
)

from remembrancer.core.grounds import ActKind
from remembrancer.core.hashing import seal_position
from remembrancer.core.ledger import Change, Head, JudgedEntry, LedgerEntry, Verification
from remembrancer.governance.contradiction_relations import CONTRADICTS, SETTLES, UNDOES_KEY
from remembrancer.ports import Progress
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.ledger import verify
from remembrancer.store.rows import entry_from, flagged_from, judged_from, moment
from remembrancer.store.rows import named as named_row
from remembrancer.store.schema import item, ledger, reason, relation, version
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit.scoped_reader import ScopedReader

_ENTRY_COLUMNS = (
    ledger.c.seq,
    ledger.c.at,
    ledger.c.actor,
    ledger.c.action,
    ledger.c.target,
    ledger.c.detail,
    ledger.c.commitment,
    ledger.c.hash,
    reason.c.text,
)
# Written out, so that the partial indexes are used: what the engine did by itself, and acts on an
# item that create no version.
_IS_JUDGED: ColumnElement[bool] = literal_column(
    "ledger.detail <> replace(ledger.detail, '\"judged\"', '')"
)
_ASIDE: ColumnElement[bool] = literal_column("ledger.action IN ('item.look', 'item.vote')")


class LedgerReads:
    """The ledger of the scope's space. The calling stage decides who may read entries."""

    def __init__(self, view: ScopedReader, items: ItemReads) -> None:
        self._view = view
        self._items = items
        self._queries = items.queries

    def entries(
        self, *, after: int, limit: int, target: str | None = None, newest_first: bool = False
    ) -> tuple[LedgerEntry, ...]:
        def build() -> Select[Any]:
            query = (
                select(*_ENTRY_COLUMNS)
                .select_from(
                    ledger.outerjoin(
                        reason,
                        and_(reason.c.space_n == ledger.c.space_n, reason.c.seq == ledger.c.seq),
                    )
                )
                .where(ledger.c.space_n == bindparam("space_n"))
            )
            order = ledger.c.seq.desc() if newest_first else ledger.c.seq
            beyond = (
                ledger.c.seq < bindparam("after_seq")
                if newest_first
                else ledger.c.seq > bindparam("after_seq")
            )
            if target is not None:
                query = query.where(
                    ledger.c.seq.in_(_acts_on_item(self._view.rights.sees_personal))
                )
            return query.where(beyond).order_by(order).limit(bindparam("limit"))

        values: dict[str, Any] = {"after_seq": after, "limit": limit}
        if target is not None:
            values["target"] = target
        rows = self._view.all(build, target is None, newest_first, **values)
        return tuple(entry_from(row) for row in rows)

    def changes(
        self, *, after: int, subject: str | None, limit: int
    ) -> tuple[tuple[Change, ...], int]:
        """Changes to visible items after a position, and the last position read."""

        def build() -> Select[Any]:
            query = self._visible_changes(
                ledger.c.seq,
                ledger.c.at,
                ledger.c.actor,
                ledger.c.action,
                ledger.c.detail,
                item.c.id,
                version.c.subject,
            ).where(ledger.c.seq > bindparam("after_seq"), ledger.c.seq <= bindparam("upto"))
            if subject is not None:
                query = query.where(version.c.subject == bindparam("subject"))
            # If one change touched several items, its main item comes last.
            return query.order_by(ledger.c.seq, item.c.id == ledger.c.target)

        reached = min(self._view.last_position(), after + limit)
        values: dict[str, Any] = {"after_seq": after, "upto": reached}
        if subject is not None:
            values["subject"] = subject
        rows = self._view.all(build, subject is None, **values)
        return tuple(self._change(row) for row in {row[0]: row for row in rows}.values()), reached

    def judged(
        self,
        *,
        before: int,
        limit: int,
        subject: str | None = None,
        act: ActKind | None = None,
    ) -> tuple[JudgedEntry, ...]:
        """What the engine did by itself before a position, newest first.

        The viewer may see one item of each at least, and both items of a contradiction.
        """
        found: list[JudgedEntry] = []
        values: dict[str, Any] = {"before_seq": before, "limit": limit}
        if subject is not None:
            values["subject"] = subject
        if act is not ActKind.FLAGGED:
            named = {} if act is None else {"named": f'"act": "{act.value}"'}
            rows = self._view.all(
                lambda: self._judged(subject is not None, act is not None),
                subject is None,
                act is None,
                **values,
                **named,
            )
            found += map(judged_from, rows)
        if act in (None, ActKind.FLAGGED):
            rows = self._view.all(
                lambda: self._flagged(subject is not None), subject is None, **values
            )
            found += (flagged_from(named_row(relation, row)) for row in rows)
        return tuple(sorted(found, key=lambda one: -one.seq)[:limit])

    def _judged(self, of_subject: bool, of_act: bool) -> Select[Any]:
        made = version.alias("made")
        touched = (
            self._queries.select(None, made.c.number)
            .join(made, is_row_of(made.c.item_n, item))
            .where(made.c.space_n == bindparam("space_n"), made.c.seq == ledger.c.seq)
            .correlate(ledger)
        )
        if of_subject:
            touched = touched.where(version.c.subject == bindparam("subject"))
        query = (
            select(*_ENTRY_COLUMNS)
            .select_from(
                ledger.outerjoin(
                    reason,
                    and_(reason.c.space_n == ledger.c.space_n, reason.c.seq == ledger.c.seq),
                )
            )
            .where(
                ledger.c.space_n == bindparam("space_n"),
                ledger.c.seq < bindparam("before_seq"),
                _IS_JUDGED,
                touched.exists(),
            )
        )
        if of_act:
            without = func.replace(ledger.c.detail, bindparam("named"), "")
            query = query.where(ledger.c.detail != without)
        return query.order_by(ledger.c.seq.desc()).limit(bindparam("limit"))

    def _flagged(self, of_subject: bool) -> Select[Any]:
        """Contradictions that the engine found, from their relations."""
        first, second = item.alias("first_end"), item.alias("second_end")
        joined = relation.join(
            first, (first.c.space_n == relation.c.space_n) & (first.c.id == relation.c.source)
        ).join(
            second, (second.c.space_n == relation.c.space_n) & (second.c.id == relation.c.target)
        )
        query = (
            select(relation)
            .select_from(joined)
            .where(
                relation.c.space_n == bindparam("space_n"),
                relation.c.seq < bindparam("before_seq"),
                relation.c.type == CONTRADICTS,
                relation.c.salt.is_not(None),
                # A person who undid an act wrote it down; the engine did not flag it.
                relation.c.attrs == func.replace(relation.c.attrs, f'"{UNDOES_KEY}"', ""),
                self._view.rights.visible(first),
                self._view.rights.visible(second),
                first.c.erased_seq.is_(None),
                second.c.erased_seq.is_(None),
            )
        )
        if of_subject:
            about = self._queries.select(None, item.c.id).where(
                version.c.subject == bindparam("subject")
            )
            query = query.where(relation.c.source.in_(about) | relation.c.target.in_(about))
        return query.order_by(relation.c.seq.desc()).limit(bindparam("limit"))

    def last_change(self) -> int:
        """The position of the last change that the viewer may know about."""
        row = self._view.one(
            lambda: self._visible_changes(ledger.c.seq).order_by(ledger.c.seq.desc()).limit(1),
        )
        return int(row[0]) if row else 0

    def verify(
        self, head: Head | None, *, last: int | None = None, progress: Progress | None = None
    ) -> Verification:
        self._view.enter()  # the chain is verified as a whole, whoever may see its rows
        return verify.walk(
            self._view.connection, self._view.statements, self._view.space, head, progress, last
        )

    def _visible_changes(self, *columns: Any) -> Select[Any]:
        """Ledger rows, each with the visible items of which it wrote a version."""
        made = version.alias("made")
        return (
            self._queries.select(None, *columns)
            .join(made, is_row_of(made.c.item_n, item))
            .join(ledger, and_(ledger.c.space_n == made.c.space_n, ledger.c.seq == made.c.seq))
            .where(made.c.space_n == bindparam("space_n"), ledger.c.space_n == bindparam("space_n"))
        )

    def _change(self, row: Any) -> Change:
        seq, at, actor, action, detail, id, subject = row
        replaced = tuple(json.loads(detail).get("supersedes", ()))
        return Change(
            cursor=seal_position(self._view.space.key, seq),
            action=action,
            item_id=id,
            subject=subject,
            at=moment(at),
            actor=actor,
            replaced=tuple(sorted(self._items.seen_ids(replaced))) if replaced else (),
        )


def _acts_on_item(with_resolutions: bool) -> Select[Any]:
    """Positions of every act on one item: versions, acts without a version, and its erasure.

    A resolution involves two items, so only callers who may see any two items get it.
    """
    own = (
        select(version.c.seq)
        .join(item, is_row_of(version.c.item_n, item))
        .where(item.c.space_n == bindparam("space_n"), item.c.id == bindparam("target"))
    )
    aside = select(ledger.c.seq).where(
        ledger.c.space_n == bindparam("space_n"),
        ledger.c.target == bindparam("target"),
        _ASIDE,
    )
    erasure = select(item.c.erased_seq).where(
        item.c.space_n == bindparam("space_n"),
        item.c.id == bindparam("target"),
        item.c.erased_seq.is_not(None),
    )
    listed = [own, aside, erasure]
    if with_resolutions:
        listed += [
            select(relation.c.seq).where(
                relation.c.space_n == bindparam("space_n"),
                end == bindparam("target"),
                relation.c.type == SETTLES,
            )
            for end in (relation.c.source, relation.c.target)
        ]
    acts = union_all(*listed).subquery()
    return select(acts.c.seq)
