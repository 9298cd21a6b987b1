"""Feeds: the read position of files that are captured repeatedly."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, bindparam, select

from remembrancer.jobs.feed import Feed
from remembrancer.store.rows import feed_from, named
from remembrancer.store.schema import feed
from remembrancer.store.unit.scoped_reader import ScopedReader


class FeedReads:
    def __init__(self, view: ScopedReader) -> None:
        self._view = view

    def get(self, kind: str, name: str) -> Feed | None:
        """The caller's own feed of that name."""
        row = self._view.one(lambda: own_feed(feed), kind=kind, name=name)
        return feed_from(named(feed, row)) if row else None

    def all(self) -> tuple[Feed, ...]:
        """All feeds of the caller; for admins who are people, everybody's."""

        def build() -> Select[Any]:
            query = select(feed).where(feed.c.space_n == bindparam("space_n"))
            if not self._view.rights.sees_personal:
                query = query.where(feed.c.owner == bindparam("viewer"))
            return query.order_by(feed.c.number)

        return tuple(feed_from(named(feed, row)) for row in self._view.all(build))


def own_feed(*columns: Any) -> Select[Any]:
    return select(*columns).where(
        feed.c.space_n == bindparam("space_n"),
        feed.c.owner == bindparam("viewer"),
        feed.c.kind == bindparam("kind"),
        feed.c.name == bindparam("name"),
    )
