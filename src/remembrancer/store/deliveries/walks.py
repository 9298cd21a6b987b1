"""Reading walks: who asked what, and the hits that the reader may see now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Select,
    and_,
    bindparam,
    case,
    exists,
    not_,
    or_,
    select,
)

from remembrancer.core.hashing import open_position, seal_position
from remembrancer.core.validation import is_text
from remembrancer.recall.walk import Walk, WalkHit, WalkPage
from remembrancer.store.dialect import among, pack
from remembrancer.store.rows import iso, walk_from, walk_hit_from
from remembrancer.store.schema import conversation, item, message, version, walk, walk_hit
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit.scoped_reader import ScopedReader
from remembrancer.store.visibility import Visibility


class WalkReads:
    """The caller's own walks; for admins who are people, all walks.

    Each walk shows the hits that the reader may see now. Personal hits are shown to their owner
    only. An admin who wants to see one reads it by its id, and that is recorded.
    """

    def __init__(self, view: ScopedReader) -> None:
        self._view = view

    def get(self, id: str) -> Walk | None:
        if not is_text(id):
            return None
        rows = self._view.all(lambda: self._walks(walk.c.id == bindparam("id")), id=id, limit=1)
        return self._with_hits(rows)[0] if rows else None

    def page(
        self,
        *,
        limit: int,
        after: str | None = None,
        session: str | None = None,
        subject: str | None = None,
        tool: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> WalkPage:
        """A page, newest first, and the opaque cursor of the next page if there is one."""
        arguments: dict[str, Any] = {"session": session, "subject": subject, "tool": tool}
        arguments["since"] = None if since is None else iso(since)
        arguments["until"] = None if until is None else iso(until)
        arguments["after"] = None if after is None else open_position(self._view.space.key, after)
        arguments = {name: value for name, value in arguments.items() if value is not None}
        rows = self._view.all(
            lambda: self._walks(*self._conditions(arguments)),
            tuple(arguments),
            limit=limit + 1,
            **arguments,
        )
        is_last = len(rows) <= limit
        walks = self._with_hits(rows[:limit])
        cursor = None if is_last else seal_position(self._view.space.key, rows[limit - 1][0])
        return WalkPage.trusted({"walks": tuple(walks), "next": cursor})

    def _with_hits(self, rows: Iterable[Any]) -> list[Walk]:
        listed = list(rows)
        hits: defaultdict[int, list[WalkHit]] = defaultdict(list)
        if listed:
            for walk_n, *hit in self._view.all(self._hits, walks=pack(row[0] for row in listed)):
                hits[walk_n].append(walk_hit_from(hit))
        return [walk_from(row[1:], hits[row[0]]) for row in listed]

    # -- building statements

    def own_walks(self) -> ColumnElement[bool]:
        in_space = walk.c.space_n == bindparam("space_n")
        if self._view.rights.sees_personal:
            return in_space
        return and_(in_space, walk.c.owner == bindparam("viewer"))

    def _conditions(self, given: Iterable[str]) -> list[ColumnElement[bool]]:
        known = {
            "session": walk.c.session == bindparam("session"),
            # If the query is hidden, its subject is hidden too, and cannot be found by filtering.
            "subject": and_(
                walk.c.subject == bindparam("subject"),
                or_(walk.c.owner == bindparam("viewer"), not_(self._is_partial())),
            ),
            "tool": walk.c.tool == bindparam("tool"),
            "since": walk.c.at >= bindparam("since"),
            "until": walk.c.at < bindparam("until"),
            "after": walk.c.number < bindparam("after"),
        }
        return [known[name] for name in given]

    def _walks(self, *conditions: ColumnElement[bool]) -> Select[Any]:
        """The walks. If one returned something hidden, only its own caller sees the query."""
        found = (
            select(walk, self._is_partial().label("is_partial"))
            .where(self.own_walks(), *conditions)
            .order_by(walk.c.number.desc())
            .limit(bindparam("limit"))
            .subquery("found")
        )
        columns = found.c
        may_read = or_(columns.owner == bindparam("viewer"), not_(columns.is_partial))
        return select(
            columns.number,
            columns.id,
            columns.at,
            columns.owner,
            columns.tool,
            columns.session,
            case((may_read, columns.subject)),
            case((may_read, columns.query)),
            columns.shape,
            columns.is_reported,
            columns.is_partial,
        ).order_by(columns.number.desc())

    def _is_partial(self) -> ColumnElement[bool]:
        """The walk returned something that the reader may not see now."""
        return exists(
            select(walk_hit.c.rank).where(
                is_row_of(walk_hit.c.walk_n, walk),
                walk_hit.c.space_n == bindparam("space_n"),
                not_(
                    or_(
                        exists(
                            select(item.c.number).where(
                                is_row_of(walk_hit.c.item_n, item), shows_item(self._view.rights)
                            )
                        ),
                        exists(
                            select(message.c.number).where(
                                is_row_of(walk_hit.c.message_n, message),
                                shows_message(self._view.rights),
                            )
                        ),
                    )
                ),
            )
        )

    def _hits(self) -> Select[Any]:
        items = item.join(version, is_row_of(item.c.current, version))
        messages = message.join(conversation, is_row_of(message.c.conversation_n, conversation))
        return (
            select(
                walk_hit.c.walk_n,
                walk_hit.c.rank,
                walk_hit.c.is_used,
                item.c.id,
                version.c.kind,
                version.c.category,
                version.c.title,
                version.c.subject,
                message.c.id,
                conversation.c.id,
            )
            .select_from(
                walk_hit.join(walk, is_row_of(walk_hit.c.walk_n, walk))
                .outerjoin(
                    items, and_(is_row_of(walk_hit.c.item_n, item), shows_item(self._view.rights))
                )
                .outerjoin(
                    messages,
                    and_(
                        is_row_of(walk_hit.c.message_n, message), shows_message(self._view.rights)
                    ),
                )
            )
            .where(
                self.own_walks(),
                walk_hit.c.space_n == bindparam("space_n"),
                among(walk_hit.c.walk_n, "walks"),
                or_(item.c.number.is_not(None), message.c.number.is_not(None)),
            )
            .order_by(walk_hit.c.walk_n, walk_hit.c.rank)
        )


def shows_item(rights: Visibility) -> ColumnElement[bool]:
    """The log shows the item to the reader: nothing that is personal to another."""
    return and_(
        rights.visible(item),
        rights.readable(),
        item.c.erased_seq.is_(None),
        is_nobody_else_s(item),
    )


def shows_message(rights: Visibility) -> ColumnElement[bool]:
    """The same of a message."""
    return and_(
        rights.visible(message),
        rights.raw_readable(message),
        message.c.salt.is_not(None),
        is_nobody_else_s(message),
    )


def is_nobody_else_s(table: FromClause) -> ColumnElement[bool]:
    return or_(table.c.is_personal == 0, table.c.owner == bindparam("viewer"))
