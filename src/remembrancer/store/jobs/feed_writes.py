"""Recording the read position of files."""

from __future__ import annotations

from typing import Any

from sqlalchemy import bindparam, update

from remembrancer.jobs.feed import Feed
from remembrancer.store.jobs.feeds import FeedReads, own_feed
from remembrancer.store.rows import in_order, iso
from remembrancer.store.schema import feed
from remembrancer.store.unit.unit_of_work import UnitOfWork

_SET = ("place", "digest", "bytes", "records", "unknown", "problem", "at")


class FeedWrites(FeedReads):
    def __init__(self, work: UnitOfWork) -> None:
        super().__init__(work)
        self._work = work

    def put(self, new: Feed) -> None:
        """Records the read position of a file, in the unit of work that stores what was read."""
        values: dict[str, Any] = {
            "place": new.place,
            "digest": new.digest,
            "bytes": new.bytes,
            "records": new.records,
            "unknown": new.unknown,
            "problem": new.problem,
            "at": iso(self._work.scope.now),
        }
        known = self._work.one(lambda: own_feed(feed.c.number), kind=new.kind, name=new.name)
        if known is not None:
            self._work.run(
                lambda: (
                    update(feed)
                    .where(feed.c.number == bindparam("known_n"))
                    .values({name: bindparam(f"new_{name}") for name in _SET})
                ),
                known_n=known[0],
                **{f"new_{name}": value for name, value in values.items()},
            )
            return
        row = {
            **values,
            "number": self._work.number("feed"),
            "space_n": self._work.space.number,
            "owner": self._work.actor,
            "kind": new.kind,
            "name": new.name,
        }
        self._work.pending.add("feed", in_order(feed, row))
        self._work.flush()
