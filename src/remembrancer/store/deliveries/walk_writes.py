"""Logging walks, outside the ledger and without erased content."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Select,
    Table,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    not_,
    or_,
    select,
    update,
)

from remembrancer.core.ledger import Action
from remembrancer.governance.erasure.certificate import ErasureTarget
from remembrancer.governance.port import ErasureScope
from remembrancer.reading.port import RetrievedText
from remembrancer.recall.port import NewWalk
from remembrancer.store.deliveries.walks import WalkReads
from remembrancer.store.dialect import among, pack
from remembrancer.store.rows import in_order, iso
from remembrancer.store.schema import (
    conversation,
    item,
    ledger,
    message,
    source,
    version,
    walk,
    walk_hit,
)
from remembrancer.store.unit.unit_of_work import UnitOfWork

# A subject is known if a row of one of these tables is about it.
_ABOUT_SUBJECTS = (version, source, conversation, message)


class WalkWrites(WalkReads):
    def __init__(self, work: UnitOfWork) -> None:
        super().__init__(work)
        self._work = work

    def put(self, new: Sequence[NewWalk]) -> int:
        """Logs the queries of several callers. Returns how many.

        A query is left out if it returned something that was erased since. A query about a subject
        is left out if it was asked before the last erasure, because the subject itself may be
        erased. A query whose result is unknown after a lost connection is not logged twice.
        """
        if not new:
            return 0
        self._work.touch()
        self._work.connection.enter(self._work.space.number)  # several callers' queries
        known = {row[0] for row in self._work.all(_known, ids=pack(w.id for w in new))}
        items = dict(self._work.all(_items, ids=pack(_item_ids(new))))
        messages = {
            row[0] for row in self._work.all(_messages, numbers=pack(_message_numbers(new)))
        }
        oldest = min(iso(one.at) for one in new)
        (erased_at,) = self._work.one(last_erasure, since=oldest)
        kept = 0
        for new_walk in new:
            is_late = new_walk.subject is not None and iso(new_walk.at) < (erased_at or "")
            left = tuple(
                hit
                for hit in new_walk.hits
                if (hit.item_id in items if hit.item_id is not None else hit.message_n in messages)
            )
            # A query that is stored without its words cannot reveal erased content.
            is_bare = new_walk.query is None and new_walk.subject is None and bool(left)
            is_gone = len(left) < len(new_walk.hits) and not is_bare
            if new_walk.id in known or is_late or is_gone:
                continue
            self._put_walk(new_walk._replace(hits=left), items)
            kept += 1
        self._work.flush()
        return kept

    def mark_used(self, id: str, ranks: Collection[int]) -> None:
        """Records which hits of a walk were used. All other hits count as unused."""
        number = self._work.one(
            lambda: select(walk.c.number).where(self.own_walks(), walk.c.id == bindparam("id")),
            id=id,
        )[0]
        self._work.run(
            lambda: (
                update(walk_hit)
                .where(
                    walk_hit.c.space_n == bindparam("space_n"),
                    walk_hit.c.walk_n == bindparam("known_n"),
                )
                .values(is_used=_as_number(among(walk_hit.c.rank, "ranks")))
            ),
            known_n=number,
            ranks=pack(sorted(ranks)),
        )
        self._work.run(
            lambda: (
                update(walk)
                .where(
                    walk.c.space_n == bindparam("space_n"), walk.c.number == bindparam("known_n")
                )
                .values(is_reported=1)
            ),
            known_n=number,
        )

    def _put_walk(self, new: NewWalk, items: dict[str, int]) -> None:
        row: dict[str, Any] = {
            "number": self._work.number("walk"),
            "space_n": self._work.space.number,
            "id": new.id,
            "owner": new.owner,
            "at": iso(new.at),
            "tool": new.tool,
            "session": new.session,
            "subject": new.subject,
            "query": new.query,
            "shape": new.shape,
            "is_reported": 0,
        }
        self._work.pending.add("walk", in_order(walk, row))
        for rank, hit in enumerate(new.hits, start=1):
            found = {
                "walk_n": row["number"],
                "rank": rank,
                "space_n": self._work.space.number,
                "item_n": None if hit.item_id is None else items[hit.item_id],
                "message_n": hit.message_n if hit.item_id is None else None,
                "is_used": 0,
            }
            self._work.pending.add("walk_hit", in_order(walk_hit, found))

    def remove_reached(self, reach: ErasureScope) -> None:
        """Removes the queries that returned erased rows or were about them.

        They are not counted on the certificate: everybody can read its ledger row, and a count
        would show that somebody asked.
        """
        is_all = reach.asked is ErasureTarget.SUBJECT
        rows = self._work.all(
            lambda: _leading_to(is_all=is_all),
            is_all,
            items=pack(reach.items),
            messages=pack(reach.messages),
            subjects=pack(reach.subjects),
        )
        if not rows:
            return
        numbers = pack(row[0] for row in rows)
        for table, column in ((walk_hit, walk_hit.c.walk_n), (walk, walk.c.number)):
            self._work.run(
                lambda table=table, column=column: delete(table).where(
                    table.c.space_n == bindparam("space_n"), among(column, "numbers")
                ),
                table.name,
                numbers=numbers,
            )


def _item_ids(walks: Sequence[NewWalk]) -> list[str]:
    return sorted({hit.item_id for hit in _hits(walks) if hit.item_id is not None})


def _message_numbers(walks: Sequence[NewWalk]) -> list[int]:
    return sorted({hit.message_n for hit in _hits(walks) if hit.message_n is not None})


def _hits(walks: Sequence[NewWalk]) -> list[RetrievedText]:
    return [hit for new_walk in walks for hit in new_walk.hits]


def _as_number(condition: ColumnElement[bool]) -> Any:
    return case((condition, 1), else_=0)


def _known() -> Select[Any]:
    return select(walk.c.id).where(walk.c.space_n == bindparam("space_n"), among(walk.c.id, "ids"))


def _items() -> Select[Any]:
    return select(item.c.id, item.c.number).where(
        item.c.space_n == bindparam("space_n"),
        item.c.erased_seq.is_(None),
        among(item.c.id, "ids"),
    )


def _messages() -> Select[Any]:
    return select(message.c.number).where(
        message.c.space_n == bindparam("space_n"),
        message.c.salt.is_not(None),
        among(message.c.number, "numbers"),
    )


def last_erasure() -> Select[Any]:
    """When something was last erased, not before `since`."""
    return select(func.max(ledger.c.at)).where(
        ledger.c.space_n == bindparam("space_n"),
        ledger.c.at >= bindparam("since"),
        ledger.c.action == Action.ERASE.value,
    )


def _leading_to(*, is_all: bool) -> CompoundSelect[Any]:
    """Walks that returned erased rows, and walks about their subjects.

    If the subject itself is erased, all walks about it; otherwise only walks about subjects with no
    rows left.
    """
    returned = select(walk_hit.c.walk_n).where(
        walk_hit.c.space_n == bindparam("space_n"),
        or_(among(walk_hit.c.item_n, "items"), among(walk_hit.c.message_n, "messages")),
    )
    asked = select(walk.c.number).where(
        walk.c.space_n == bindparam("space_n"), is_about(walk.c.subject, is_all=is_all)
    )
    return returned.union(asked)


def is_about(subject: ColumnElement[Any], *, is_all: bool) -> ColumnElement[bool]:
    """The walk is about one of `subjects`; unless `is_all`, about one with no rows left."""
    about = among(subject, "subjects")
    if is_all:
        return about
    return and_(about, not_(or_(*(_is_known(table, subject) for table in _ABOUT_SUBJECTS))))


def _is_known(table: Table, subject: ColumnElement[Any]) -> ColumnElement[bool]:
    return exists(
        select(table.c.number).where(
            table.c.space_n == bindparam("space_n"),
            table.c.subject == subject,
            table.c.salt.is_not(None),
        )
    )
