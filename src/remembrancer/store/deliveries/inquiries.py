"""Reading sessions of inquiries: what was asked and found, as far as the reader may see it now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, bindparam, case, exists, not_, or_, select

from remembrancer.core.hashing import open_position, seal_position
from remembrancer.core.validation import is_text
from remembrancer.inquiry.port import SeenRow
from remembrancer.inquiry.session import InquirySession, SessionPage, SessionResult
from remembrancer.store.deliveries.inquiry_rows import SessionRow, result_from, session_from
from remembrancer.store.deliveries.walks import is_nobody_else_s, shows_item, shows_message
from remembrancer.store.dialect import among, pack
from remembrancer.store.rows import iso
from remembrancer.store.schema import (
    conversation,
    edge,
    entity,
    inquiry,
    inquiry_hit,
    item,
    message,
)
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit.scoped_reader import ScopedReader
from remembrancer.store.visibility import Visibility


class SessionReads:
    """The caller's own sessions; for admins who are people, all sessions.

    What is personal to others is shown to nobody else here, as with walks.
    """

    def __init__(self, view: ScopedReader) -> None:
        self._view = view

    def get(self, id: str) -> InquirySession | None:
        if not is_text(id):
            return None
        rows = self._view.all(
            lambda: self._sessions(inquiry.c.id == bindparam("id")), id=id, limit=1
        )
        return self._with_results(rows)[0] if rows else None

    def page(
        self,
        *,
        limit: int,
        after: str | None = None,
        strategy: str | None = None,
        is_rated: bool | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> SessionPage:
        """A page, newest first, and the opaque cursor of the next page if there is one."""
        arguments: dict[str, Any] = {"strategy": strategy}
        arguments["since"] = None if since is None else iso(since)
        arguments["until"] = None if until is None else iso(until)
        arguments["after"] = None if after is None else open_position(self._view.space.key, after)
        arguments = {name: value for name, value in arguments.items() if value is not None}
        rows = self._view.all(
            lambda: self._sessions(*_conditions(arguments, is_rated)),
            tuple(arguments),
            is_rated,
            limit=limit + 1,
            **arguments,
        )
        is_last = len(rows) <= limit
        sessions = self._with_results(rows[:limit])
        cursor = None if is_last else seal_position(self._view.space.key, rows[limit - 1][0])
        return SessionPage.trusted({"sessions": tuple(sessions), "next": cursor})

    def seen(self, ids: Collection[str]) -> tuple[SeenRow, ...]:
        """Items, entities, relations and messages with these ids that the viewer may see."""
        rights, found = self._view.rights, list[SeenRow]()
        listed = pack(sorted(set(ids)))
        for id, number, personal in self._view.all(
            lambda: select(item.c.id, item.c.number, item.c.is_personal).where(
                rights.visible(item), item.c.erased_seq.is_(None), among(item.c.id, "ids")
            ),
            "item",
            ids=listed,
        ):
            found.append(SeenRow(id, item_n=number, is_personal=bool(personal)))
        for id, number, personal in self._view.all(
            lambda: select(entity.c.id, entity.c.number, entity.c.is_personal).where(
                rights.visible(entity), entity.c.salt.is_not(None), among(entity.c.id, "ids")
            ),
            "entity",
            ids=listed,
        ):
            found.append(SeenRow(id, entity_n=number, is_personal=bool(personal)))
        for id, personal in self._view.all(
            lambda: select(edge.c.id, edge.c.is_personal).where(
                _shows_edge(rights), among(edge.c.id, "ids")
            ),
            "edge",
            ids=listed,
        ):
            found.append(SeenRow(id, edge=id, is_personal=bool(personal)))
        for id, number, personal in self._view.all(
            lambda: select(message.c.id, message.c.number, message.c.is_personal).where(
                rights.visible(message),
                rights.raw_readable(message),
                message.c.salt.is_not(None),
                among(message.c.id, "ids"),
            ),
            "message",
            ids=listed,
        ):
            found.append(SeenRow(id, message_n=number, is_personal=bool(personal)))
        return tuple(found)

    def own_sessions(self) -> ColumnElement[bool]:
        in_space = inquiry.c.space_n == bindparam("space_n")
        if self._view.rights.sees_personal:
            return in_space
        return and_(in_space, inquiry.c.owner == bindparam("viewer"))

    def _with_results(self, rows: Iterable[Any]) -> list[InquirySession]:
        listed = [SessionRow(*row) for row in rows]
        results: defaultdict[int, list[SessionResult]] = defaultdict(list)
        if listed:
            numbers = pack(row.number for row in listed)
            for number, *result in self._view.all(self._results, sessions=numbers):
                results[number].append(result_from(result))
        viewer = self._view.scope.viewer.name
        return [session_from(row, results[row.number], viewer=viewer) for row in listed]

    # -- building statements

    def _sessions(self, *conditions: ColumnElement[bool]) -> Select[Any]:
        has_words = case((inquiry.c.body.is_not(None), 1), else_=0)
        is_partial = case((self._is_partial(), 1), else_=0)
        columns = [inquiry.c[name] for name in SessionRow._fields if name in inquiry.c]
        return (
            select(*columns, has_words.label("has_words"), is_partial.label("is_partial"))
            .where(self.own_sessions(), *conditions)
            .order_by(inquiry.c.number.desc())
            .limit(bindparam("limit"))
        )

    def _is_partial(self) -> ColumnElement[bool]:
        """The inquiry saw something that the reader may not see now."""
        rights = self._view.rights
        is_shown = or_(
            inquiry_hit.c.subject.is_not(None),
            exists(
                select(item.c.number).where(
                    is_row_of(inquiry_hit.c.item_n, item), shows_item(rights)
                )
            ),
            exists(
                select(message.c.number).where(
                    is_row_of(inquiry_hit.c.message_n, message), shows_message(rights)
                )
            ),
            exists(
                select(entity.c.number).where(
                    is_row_of(inquiry_hit.c.entity_n, entity), _shows_entity(rights)
                )
            ),
            exists(
                select(edge.c.number).where(edge.c.id == inquiry_hit.c.edge, _shows_edge(rights))
            ),
        )
        return exists(
            select(inquiry_hit.c.rank).where(
                is_row_of(inquiry_hit.c.inquiry_n, inquiry),
                inquiry_hit.c.space_n == bindparam("space_n"),
                not_(is_shown),
            )
        )

    def _results(self) -> Select[Any]:
        """The facts of answers that the reader may see now, in order."""
        rights = self._view.rights
        messages = message.join(conversation, is_row_of(message.c.conversation_n, conversation))
        return (
            select(
                inquiry_hit.c.inquiry_n,
                inquiry_hit.c.rank,
                item.c.id,
                message.c.id,
                conversation.c.id,
                edge.c.id,
            )
            .select_from(
                inquiry_hit.join(inquiry, is_row_of(inquiry_hit.c.inquiry_n, inquiry))
                .outerjoin(item, and_(is_row_of(inquiry_hit.c.item_n, item), shows_item(rights)))
                .outerjoin(
                    messages,
                    and_(is_row_of(inquiry_hit.c.message_n, message), shows_message(rights)),
                )
                .outerjoin(edge, and_(edge.c.id == inquiry_hit.c.edge, _shows_edge(rights)))
            )
            .where(
                self.own_sessions(),
                inquiry_hit.c.space_n == bindparam("space_n"),
                inquiry_hit.c.is_answer == 1,
                among(inquiry_hit.c.inquiry_n, "sessions"),
                or_(item.c.id.is_not(None), message.c.id.is_not(None), edge.c.id.is_not(None)),
            )
            .order_by(inquiry_hit.c.inquiry_n, inquiry_hit.c.rank)
        )


def _conditions(given: Iterable[str], is_rated: bool | None) -> list[ColumnElement[bool]]:
    known = {
        "strategy": inquiry.c.strategy == bindparam("strategy"),
        "since": inquiry.c.at >= bindparam("since"),
        "until": inquiry.c.at < bindparam("until"),
        "after": inquiry.c.number < bindparam("after"),
    }
    chosen: list[ColumnElement[bool]] = [known[name] for name in given]
    if is_rated is not None:
        chosen.append(inquiry.c.rating.is_not(None) if is_rated else inquiry.c.rating.is_(None))
    return chosen


def _shows_entity(rights: Visibility) -> ColumnElement[bool]:
    return and_(rights.visible(entity), entity.c.salt.is_not(None), is_nobody_else_s(entity))


def _shows_edge(rights: Visibility) -> ColumnElement[bool]:
    """A relation in its present state. Its ends are among what was seen, each for itself."""
    return and_(
        rights.visible(edge),
        edge.c.salt.is_not(None),
        edge.c.until_seq.is_(None),
        is_nobody_else_s(edge),
    )
