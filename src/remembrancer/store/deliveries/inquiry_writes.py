"""Putting sessions of inquiries on record, outside the ledger and without erased content."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import CompoundSelect, Select, bindparam, delete, or_, select, update

from remembrancer.governance.erasure.certificate import ErasureTarget
from remembrancer.governance.port import ErasureScope
from remembrancer.inquiry.port import NewSession, SeenRow
from remembrancer.store.deliveries.inquiries import SessionReads
from remembrancer.store.deliveries.walk_writes import is_about, last_erasure
from remembrancer.store.dialect import among, pack
from remembrancer.store.rows import in_order, iso
from remembrancer.store.schema import edge, entity, inquiry, inquiry_hit, item, message
from remembrancer.store.unit.unit_of_work import UnitOfWork


class SessionWrites(SessionReads):
    def __init__(self, work: UnitOfWork) -> None:
        super().__init__(work)
        self._work = work

    def put(self, new: Sequence[NewSession]) -> int:
        """Puts the sessions of several callers on record. Returns how many.

        A session that began before the last erasure is left out: it names people, and one of them
        may be erased. So is one that saw what was erased since. None is written twice.
        """
        if not new:
            return 0
        self._work.touch()
        self._work.connection.enter(self._work.space.number)  # several callers' sessions
        known = {row[0] for row in self._work.all(_known, ids=pack(one.id for one in new))}
        (erased_at,) = self._work.one(last_erasure, since=min(iso(one.at) for one in new))
        kept = 0
        for one in new:
            is_late = iso(one.at) < (erased_at or "")
            if one.id in known or is_late or not self._are_left(one.seen):
                continue
            self._put(one)
            kept += 1
        self._work.flush()
        return kept

    def rate(self, id: str, rating: int, note: str | None) -> None:
        """Rates a session that the viewer may see. A later rating replaces an earlier one."""
        self._work.run(
            lambda: (
                update(inquiry)
                .where(self.own_sessions(), inquiry.c.id == bindparam("known"))
                .values(
                    rating=bindparam("new_rating"),
                    rated_by=bindparam("rater"),
                    note=bindparam("new_note"),
                )
            ),
            known=id,
            new_rating=rating,
            rater=self._work.scope.viewer.name,
            new_note=note,
        )

    def remove_reached(self, reach: ErasureScope) -> None:
        """Removes the sessions that saw erased rows or were about them.

        They are not counted on the certificate, as walks are not: it would show that somebody
        asked.
        """
        is_all = reach.asked is ErasureTarget.SUBJECT
        rows = self._work.all(
            lambda: _leading_to(is_all=is_all),
            is_all,
            items=pack(reach.items),
            messages=pack(reach.messages),
            entities=pack(reach.entities),
            subjects=pack(reach.subjects),
        )
        if not rows:
            return
        numbers = pack(row[0] for row in rows)
        for table, column in ((inquiry_hit, inquiry_hit.c.inquiry_n), (inquiry, inquiry.c.number)):
            self._work.run(
                lambda table=table, column=column: delete(table).where(
                    table.c.space_n == bindparam("space_n"), among(column, "numbers")
                ),
                table.name,
                numbers=numbers,
            )

    def _are_left(self, seen: Sequence[SeenRow]) -> bool:
        """Nothing of it was erased since."""
        for table, key, is_left, values in (
            (item, item.c.number, item.c.erased_seq.is_(None), {row.item_n for row in seen}),
            (message, message.c.number, message.c.salt.is_not(None), {r.message_n for r in seen}),
            (entity, entity.c.number, entity.c.salt.is_not(None), {r.entity_n for r in seen}),
            (edge, edge.c.id, edge.c.salt.is_not(None), {row.edge for row in seen}),
        ):
            wanted = values - {None}
            rows = self._work.all(
                lambda table=table, key=key, is_left=is_left: (
                    select(key)
                    .distinct()
                    .where(table.c.space_n == bindparam("space_n"), is_left, among(key, "keys"))
                ),
                table.name,
                keys=pack(sorted(wanted)),
            )
            if len(rows) < len(wanted):
                return False
        return True

    def _put(self, new: NewSession) -> None:
        row: dict[str, Any] = {
            **new._asdict(),
            "number": self._work.number("inquiry"),
            "space_n": self._work.space.number,
            "at": iso(new.at),
            "is_limited": int(new.is_limited),
            "rating": None,
            "rated_by": None,
            "note": None,
        }
        self._work.pending.add("inquiry", in_order(inquiry, row))
        about = [{"subject": name} for name in new.subjects]
        hits = [*(one._asdict() for one in new.seen), *about]
        for rank, hit in enumerate(hits, start=1):
            empty = dict.fromkeys(("item_n", "message_n", "entity_n", "edge", "subject"))
            known = {
                **empty,
                **hit,
                "inquiry_n": row["number"],
                "rank": rank,
                "space_n": self._work.space.number,
                "is_answer": int(bool(hit.get("is_answer"))),
            }
            self._work.pending.add("inquiry_hit", in_order(inquiry_hit, known))


def _known() -> Select[Any]:
    return select(inquiry.c.id).where(
        inquiry.c.space_n == bindparam("space_n"), among(inquiry.c.id, "ids")
    )


def _leading_to(*, is_all: bool) -> CompoundSelect[Any]:
    """Sessions that saw erased rows, and sessions about their subjects, as with walks."""
    columns = inquiry_hit.c
    erased_relations = select(edge.c.id).where(
        edge.c.space_n == bindparam("space_n"), edge.c.salt.is_(None)
    )
    saw = select(columns.inquiry_n).where(
        columns.space_n == bindparam("space_n"),
        or_(
            among(columns.item_n, "items"),
            among(columns.message_n, "messages"),
            among(columns.entity_n, "entities"),
            columns.edge.in_(erased_relations),
        ),
    )
    about = select(columns.inquiry_n).where(
        columns.space_n == bindparam("space_n"), is_about(columns.subject, is_all=is_all)
    )
    return saw.union(about)
